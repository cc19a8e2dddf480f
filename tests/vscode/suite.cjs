// SPDX-License-Identifier: MIT
// Runs in Visual Studio Code's own extension host, beside the extension: what it does by the editor's interface. A line for each claim goes to $RESULTS.
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const folder = process.env.PROJECT;
const at = name => vscode.Uri.file(path.join(folder, name));
const told = (name, why) => fs.appendFileSync(process.env.RESULTS, why ? `not ok vscode_${name} ${why}\n` : `ok vscode_${name}\n`);

async function until(what, holds, seconds = 20) {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const value = await holds();
		if (value) return value;
		if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
		await new Promise(resolve => setTimeout(resolve, 50));
	}
}

async function claim(name, act) {
	try {
		await act();
		told(name);
	} catch (e) {
		told(name, String(e instanceof Error ? e.message : e).replaceAll('\n', ' / '));
	}
}

function same(is, wanted) {
	if (JSON.stringify(is) !== JSON.stringify(wanted)) throw new Error(`${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

/** Findings of a document, with the text that they cover. */
const found = document => vscode.languages.getDiagnostics(document.uri).map(d => `${d.code?.value ?? d.code} ${document.getText(d.range)}`);
const becomes = (document, wanted) => until(`${JSON.stringify(wanted)}, but ${JSON.stringify(found(document))}`, () => JSON.stringify(found(document)) === JSON.stringify(wanted)).catch(() => same(found(document), wanted));

async function replace(document, old, now) {
	const edit = new vscode.WorkspaceEdit();
	const from = document.getText().indexOf(old);
	edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(from + old.length)), now);
	if (from < 0 || !(await vscode.workspace.applyEdit(edit))) throw new Error(`no ${old}`);
}

const shown = fragment => vscode.workspace.textDocuments.find(d => d.uri.scheme === 'cfglint' && d.uri.fragment === fragment);
const tab = label => vscode.window.tabGroups.all.flatMap(g => g.tabs).find(t => t.label === label);
const settings = () => vscode.workspace.getConfiguration('cfglint');

async function main() {
	const child = await vscode.workspace.openTextDocument(at('child.py'));
	await vscode.window.showTextDocument(child);
	const base = await vscode.workspace.openTextDocument(at('base.py'));

	await claim('finding_behind_wide_characters', () => becomes(child, ['DAT002 True']));
	await claim('outline', async () => {
		const keys = await until('the keys', () => vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', child.uri));
		const loader = keys.find(k => k.name === 'train_dataloader');
		same([keys.map(k => k.name), loader?.children.map(k => [k.name, k.detail])], [['_base_', 'name', 'train_dataloader'], [['persistent_workers', 'True']]]);
	});
	await claim('completion_of_a_dict_without_type', async () => {
		const list = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', child.uri, child.positionAt(child.getText().indexOf('persistent_workers')));
		const labels = list.items.map(i => i.label);
		if (!labels.includes('num_workers') || !labels.includes('batch_size')) throw new Error(labels.join());
	});
	await claim('unsaved_base_clears_the_child', async () => {
		await replace(base, 'num_workers=0', 'num_workers=2');
		await becomes(child, []);
	});
	await claim('unsaved_base_brings_it_back', async () => {
		await replace(base, 'num_workers=2', 'num_workers=0');
		await becomes(child, ['DAT002 True']);
	});
	await claim('effective_config_follows_the_text', async () => {
		await vscode.commands.executeCommand('cfglint.openEffectiveText', child.uri);
		await until('the value of the base', () => shown('effective')?.getText().includes('num_workers=0,  # base.py:4'));
		await replace(base, 'num_workers=0', 'num_workers=7');
		await until('the unsaved value of the base', () => shown('effective').getText().includes('num_workers=7,  # base.py:4'));
		await replace(base, 'num_workers=7', 'num_workers=0');
		await becomes(child, ['DAT002 True']);
	});
	await claim('changes', async () => {
		await vscode.commands.executeCommand('cfglint.openChanges', child.uri);
		await until('the changed key', () => shown('changes')?.getText().includes('train_dataloader.persistent_workers (new)\n+ True\n'));
	});
	await claim('rule', async () => {
		await vscode.commands.executeCommand('cfglint.openRule', 'DAT002');
		await until('its page', () => tab('Preview DAT002.md'));
		if (!shown('rule').getText().includes('persistent-without-workers')) throw new Error(shown('rule').getText());
	});
	await claim('report', async () => {
		await vscode.commands.executeCommand('cfglint.openReport', vscode.Uri.file(process.env.RUN));
		await until('the page', () => tab(path.basename(process.env.RUN)));
	});
	await claim('variant', async () => {
		await vscode.commands.executeCommand('cfglint.makeVariant', child.uri, 'repro');
		const made = await until('the new file', () => vscode.workspace.textDocuments.find(d => d.isUntitled && d.getText()));
		same([path.basename(made.uri.path), made.getText().includes("_base_ = ['./child.py']"), fs.existsSync(made.uri.fsPath)], ['child_repro.py', true, false]);
		await vscode.window.showTextDocument(made);
		await vscode.commands.executeCommand('workbench.action.files.revert');
	});
	await claim('settings_reach_the_server', async () => {
		await settings().update('ignore', ['DAT002'], vscode.ConfigurationTarget.Workspace);
		await becomes(child, []);
		await settings().update('ignore', undefined, vscode.ConfigurationTarget.Workspace);
		await becomes(child, ['DAT002 True']);
	});
	await claim('quick_fix', async () => {
		const range = vscode.languages.getDiagnostics(child.uri)[0].range;
		const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', child.uri, range, vscode.CodeActionKind.QuickFix.value, 10);
		const fix = actions.find(a => a.title === 'switch persistent_workers off (DAT002)');
		if (!fix?.edit || !fix.isPreferred) throw new Error(actions.map(a => a.title).join(', '));
		await vscode.workspace.applyEdit(fix.edit);
		same(child.getText(), process.env.FIXED);
		await becomes(child, []);
	});
	await claim('fix_all_on_saving', async () => {
		await replace(child, 'False', 'True');
		await becomes(child, ['DAT002 True']);
		await vscode.workspace.getConfiguration('editor', child.uri).update('codeActionsOnSave', { 'source.fixAll.cfglint': 'explicit' }, vscode.ConfigurationTarget.Workspace);
		await vscode.window.showTextDocument(child);
		await until('the saved file is the fixed one', async () => { // a busy machine gives up on the actions of a save
			await vscode.commands.executeCommand('workbench.action.files.save');
			return fs.readFileSync(child.uri.fsPath, 'utf8') === process.env.FIXED;
		});
	});
	await claim('restart', async () => {
		await replace(child, 'False', 'True');
		await becomes(child, ['DAT002 True']);
		await vscode.commands.executeCommand('cfglint.restartServer');
		await becomes(child, ['DAT002 True']);
	});
	await claim('program_that_is_not_there', async () => {
		await settings().update('path', '/nonexistent/cfglint', vscode.ConfigurationTarget.Global);
		await becomes(child, []);
		await settings().update('path', undefined, vscode.ConfigurationTarget.Global);
		await becomes(child, ['DAT002 True']);
	});
}

exports.run = async () => {
	await claim('suite', main);
	told('suite_ended');
};
