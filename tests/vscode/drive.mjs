// SPDX-License-Identifier: MIT
// drive.mjs MODE FOLDER EXTENSION: Visual Studio Code in chromium with a project in FOLDER. `api` runs suite.cjs inside it; `page` does with keys
// what people do, and keeps what it looks like where $PICTURES says; `bundled` has no program on PATH; `readme` makes the pictures of the
// extension's README, in $PICTURES. Prints `ok NAME` and `not ok NAME why`.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const [mode, folder, extension] = process.argv.slice(2);
const here = import.meta.dirname;
const code = path.join(here, 'node_modules/code-server');
const project = path.join(folder, 'project');
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
let picture = 0;

function told(name, why) {
	console.log(why ? `not ok vscode_${name} ${String(why).replaceAll('\n', ' / ')}` : `ok vscode_${name}`);
}

async function until(what, holds, seconds = 30) {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const value = await holds();
		if (value) return value;
		if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
		await wait(50);
	}
}

/** Starts a server; resolves with its port once it says where it listens. */
function start(words) {
	const child = spawn(process.execPath, words, { cwd: project, env: { ...process.env, PROJECT: project }, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data));
	return { child, said: () => said, port: () => until('the server listens', () => /(?:listening on |available at |localhost:|127\.0\.0\.1:)\D*(?:127\.0\.0\.1:|localhost:)?(\d{4,5})/.exec(said)?.[1], 60).catch(e => { throw new Error(`${e.message}: ${said}`); }) };
}

const address = (port, payload) => `http://127.0.0.1:${port}/?${new URLSearchParams({ folder: project, payload: JSON.stringify(payload) })}`;
const remote = (port, file) => `vscode-remote://127.0.0.1:${port}${file}`;

async function open(browser, url, viewport = { width: 1280, height: 800 }) {
	const page = await browser.newPage({ viewport });
	page.refused = [];
	page.on('console', m => /Content.Security.Policy|Refused to/i.test(m.text()) && page.refused.push(m.text()));
	await page.goto(url);
	return page;
}

async function api(browser) {
	const server = start([path.join(code, 'lib/vscode/out/server-main.js'), '--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms', '--enable-smoke-test-driver',
		'--server-data-dir', path.join(folder, 'data'), '--extensions-dir', path.join(folder, 'none'), '--telemetry-level', 'off']);
	try {
		const port = await server.port();
		const results = process.env.RESULTS;
		await open(browser, address(port, [['extensionDevelopmentPath', remote(port, extension)], ['extensionTestsPath', remote(port, path.join(here, 'suite.cjs'))], ['skipWelcome', 'true']]));
		await until('the suite ends', () => fs.existsSync(results) && fs.readFileSync(results, 'utf8').includes('vscode_suite_ended'), 240).catch(e => told('suite_ended', e.message));
		process.stdout.write(fs.existsSync(results) ? fs.readFileSync(results, 'utf8') : '');
	} finally {
		server.child.kill();
	}
}

/** What people see and do. */
class Window {
	constructor(page) {
		this.page = page;
	}
	async keep(name) {
		if (process.env.PICTURES) await this.page.screenshot({ path: path.join(process.env.PICTURES, `vscode-${++picture}-${name}.png`) });
	}
	async claim(name, act) {
		let why;
		try {
			await act();
		} catch (e) {
			why = e.message;
		}
		if (mode !== 'readme') await this.keep(name);
		told(`page_${name}`, why);
	}
	async command(title) {
		await this.page.keyboard.press('F1');
		await this.page.waitForSelector('.quick-input-widget input', { state: 'visible' });
		await this.page.keyboard.type(title);
		await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
		await this.page.keyboard.press('Enter');
	}
	/** Presses a key until something is there: a busy machine loses some. */
	again(key, what) {
		return until(`${key} does it`, async () => {
			if (!(await what.isVisible())) await this.page.keyboard.press(key);
			return what.waitFor({ timeout: 4000 }).then(() => true, () => false);
		}, 60);
	}
	text(part) {
		return this.page.locator('.editor-group-container .view-line', { hasText: part }).first().waitFor({ timeout: 30_000 });
	}
	/** The frame of a web view whose page has this text. */
	frame(part) {
		return until(`a page with ${part}`, async () => {
			for (const frame of this.page.frames()) if (await frame.locator('body', { hasText: part }).count().catch(() => 0) && frame.url().includes('fake.html')) return frame;
			return undefined;
		});
	}
	squiggles() {
		return this.page.locator('.squiggly-error').count();
	}
}

/** Installs the extension, opens a file of the project, and acts in the window. */
async function inWindow(browser, { file, viewport, settings }, act) {
	const data = ['--user-data-dir', path.join(folder, 'data'), '--extensions-dir', path.join(folder, 'extensions')];
	const entry = path.join(code, 'out/node/entry.js');
	fs.mkdirSync(path.join(folder, 'data/User'), { recursive: true });
	fs.writeFileSync(path.join(folder, 'data/User/settings.json'), JSON.stringify({ 'workbench.startupEditor': 'none', 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'editor.minimap.enabled': false, ...settings }));
	const installing = start([entry, ...data, '--install-extension', extension]);
	const status = await new Promise(resolve => installing.child.on('exit', resolve));
	if (status) throw new Error(`the extension can't be installed: ${installing.said()}`);
	const server = start([entry, ...data, '--auth', 'none', '--disable-workspace-trust', '--disable-telemetry', '--disable-update-check', '--bind-addr', '127.0.0.1:0', project]);
	try {
		const port = await server.port();
		const page = await open(browser, address(port, [['openFile', remote(port, path.join(project, file))], ['skipWelcome', 'true']]), viewport);
		await act(new Window(page), page);
	} finally {
		server.child.kill();
	}
}

/** The program inside the extension is run where there is none on PATH. */
function bundled(browser) {
	return inWindow(browser, { file: 'child.py' }, w => w.claim('bundled_program', () => w.page.waitForSelector('.squiggly-error', { timeout: 60_000 })));
}

function readme(browser) {
	const settings = { 'workbench.activityBar.location': 'hidden', 'workbench.sideBar.visible': false, 'editor.fontSize': 14, 'problems.decorations.enabled': false, 'breadcrumbs.enabled': false, 'window.commandCenter': false,
		'workbench.layoutControl.enabled': false, 'workbench.colorTheme': 'Default Light Modern' };
	return inWindow(browser, { file: 'configs/segformer.py', viewport: { width: 900, height: 440 }, settings }, (w, page) => w.claim('readme_pictures', async () => {
		const keep = name => page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) });
		await page.waitForSelector('.squiggly-error', { timeout: 60_000 });
		await page.keyboard.press('Control+B'); // the side bar
		await page.locator('.view-line', { hasText: 'max_keep_ckpt' }).first().click();
		await page.keyboard.press('F8');
		await page.locator('.zone-widget', { hasText: 'max_keep_ckpts' }).first().waitFor();
		await page.mouse.move(300, 100);
		await page.mouse.wheel(0, -2000);
		await wait(1000);
		await keep('finding');
		await page.keyboard.press('Escape');
		await w.command('cfglint: Show Effective Config');
		await w.frame('optimizer');
		await wait(1000);
		await keep('effective');
	}));
}

function byHand(browser) {
	const child = path.join(project, 'child.py');
	return inWindow(browser, { file: 'child.py' }, async (w, page) => {
		await w.claim('squiggle_under_the_value', async () => {
			await page.waitForSelector('.squiggly-error', { timeout: 60_000 });
			const line = await page.locator('.view-line', { hasText: 'persistent_workers' }).first().boundingBox();
			const mark = await page.locator('.squiggly-error').first().boundingBox();
			const value = await page.evaluate(() => {
				for (const span of document.querySelectorAll('.view-line span span'))
					if (span.textContent === 'True') return span.getBoundingClientRect().toJSON();
				return null;
			});
			if (!value || Math.abs(mark.x - value.x) > 1.5 || Math.abs(mark.width - value.width) > 1.5) throw new Error(`${JSON.stringify(mark)} under ${JSON.stringify(value)}, line ${JSON.stringify(line)}`);
		});
		await w.claim('fix_by_keys_and_saved', async () => {
			await page.locator('.view-line', { hasText: 'persistent_workers' }).first().click();
			await page.keyboard.press('F8');
			await page.keyboard.press('Escape');
			const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'switch persistent_workers off' });
			await w.again('Control+.', fix);
			await w.keep('actions');
			await fix.click();
			await w.text('persistent_workers=False');
			await page.keyboard.press('Control+S');
			await until('the file is the fixed one', () => fs.readFileSync(child, 'utf8') === process.env.FIXED);
			await until('no squiggle', async () => (await w.squiggles()) === 0);
		});
		await w.claim('effective_config', async () => {
			await w.command('cfglint: Show Effective Config');
			const frame = await w.frame('persistent_workers');
			const leaf = key => frame.locator('.leaf', { has: frame.locator('.key', { hasText: key }) }).first();
			const is = [await leaf('persistent_workers').innerText(), await leaf('num_workers').innerText()];
			if (is.join() !== 'persistent_workers = Falsechild.py:2,num_workers = 0base.py:4') throw new Error(is.join('; '));
			await frame.locator('#filter').fill('batch');
			await until('only what was asked for', async () => !(await leaf('num_workers').isVisible()) && leaf('batch_size').isVisible());
			await frame.locator('#filter').fill('');
			await w.keep('effective');
			await leaf('num_workers').locator('a').click();
			await w.text('num_workers=0,');
			await page.locator('.tab.active', { hasText: 'base.py' }).waitFor();
		});
		await w.claim('variant_of_a_list', async () => {
			await page.locator('.tab', { hasText: 'child.py' }).first().click();
			await w.command('cfglint: Make a Variant of This Config');
			await page.locator('.quick-input-list .monaco-list-row', { hasText: 'repro' }).first().waitFor();
			await page.keyboard.type('repro');
			await page.keyboard.press('Enter');
			await page.locator('.tab', { hasText: 'child_repro.py' }).waitFor();
			await w.text("_base_ = ['./child.py']");
		});
		await w.claim('rule_of_what_is_typed', async () => {
			await w.command('cfglint: Explain a Rule');
			await page.locator('.quick-input-widget', { hasText: 'Id or name of a rule' }).waitFor();
			await page.keyboard.type('DAT002');
			await page.keyboard.press('Enter');
			await w.frame('persistent workers without workers');
		});
		await w.claim('report_of_a_run', async () => {
			await w.command('cfglint: Show the Report of a Training Run');
			const input = page.locator('.quick-input-widget input').first();
			await input.waitFor();
			await until('the folder is taken', async () => {
				await input.fill(`${process.env.RUN}/`);
				await wait(500); // until the list is that folder's, which may put something else there
				return (await input.inputValue()) === `${process.env.RUN}/`;
			});
			await w.again('Enter', page.locator('.tab', { hasText: path.basename(process.env.RUN) }));
			const frame = await w.frame('Training run');
			const state = await frame.evaluate(() => ({ policy: document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.content, pictures: document.querySelectorAll('svg').length, colour: getComputedStyle(document.body).fontFamily }));
			if (!/default-src 'none'/.test(state.policy) || !state.pictures) throw new Error(JSON.stringify(state));
			const attack = await frame.evaluate(() => new Promise(resolve => {
				const script = document.createElement('script');
				script.textContent = 'window.attacked = true';
				document.body.append(script);
				setTimeout(() => resolve(window.attacked === true), 200);
			}));
			if (attack) throw new Error('the policy lets any script run');
		});
		await w.claim('program_that_is_not_there', async () => {
			const machine = path.join(folder, 'data/Machine');
			fs.mkdirSync(machine, { recursive: true });
			fs.writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ 'cfglint.path': '/nonexistent/cfglint' }));
			await page.locator('.notification-list-item', { hasText: 'pip install cfglint' }).first().waitFor({ timeout: 30_000 });
		});
	});
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
	await { api, page: byHand, bundled, readme }[mode](browser);
} catch (e) {
	told(mode, e.message);
} finally {
	await browser.close();
}
