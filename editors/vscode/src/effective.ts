// SPDX-License-Identifier: MIT
// The page of an effective config: every value with the file and line that set it, and what of the bases it replaces. It follows what is typed.
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from './server';

const quiet = 300; // ms without an edit before it is asked for again

interface Place {
	uri: string;
	range: { start: vscode.Position; end: vscode.Position };
}

function html(view: vscode.Webview, media: vscode.Uri): string {
	const nonce = randomBytes(16).toString('hex');
	const file = (name: string) => view.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
	return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${view.cspSource}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${file('effective.css')}">
<header>
<input id="filter" placeholder="Filter: lr optimizer" aria-label="Filter">
<label><input id="own" type="checkbox"> only what this file sets</label>
</header>
<p id="problem"></p>
<main id="tree"></main>
<script nonce="${nonce}" src="${file('effective.js')}"></script>
</html>`;
}

async function show(place: Place): Promise<void> {
	const { start, end } = place.range;
	await vscode.window.showTextDocument(vscode.Uri.parse(place.uri, true), { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(start.line, start.character, end.line, end.character) });
}

export class Effective implements vscode.Disposable {
	private readonly panels = new Map<string, vscode.WebviewPanel>();
	private readonly held: vscode.Disposable;
	private waiting: NodeJS.Timeout | undefined;

	constructor(private readonly server: () => Server, private readonly media: vscode.Uri) {
		this.held = vscode.workspace.onDidChangeTextDocument(e => e.document.uri.scheme === 'file' && this.outdate());
	}

	async open(source: vscode.Uri): Promise<void> {
		const key = source.toString();
		const old = this.panels.get(key);
		if (old) {
			old.reveal();
			await this.write(key, old);
			return;
		}
		const title = `${path.basename(source.path)}: effective`;
		const panel = vscode.window.createWebviewPanel('cfglint.effective', title, vscode.ViewColumn.Beside, { enableScripts: true, localResourceRoots: [this.media], enableFindWidget: true });
		this.panels.set(key, panel);
		panel.onDidDispose(() => this.panels.delete(key));
		panel.webview.onDidReceiveMessage(async (m: { ready?: boolean; open?: Place }) => {
			if (m.ready) await this.write(key, panel);
			if (m.open) await show(m.open);
		});
		panel.webview.html = html(panel.webview, this.media);
	}

	dispose(): void {
		clearTimeout(this.waiting);
		this.held.dispose();
		for (const panel of this.panels.values()) panel.dispose();
	}

	/** What can't be loaded just now leaves the last tree in place. */
	private async write(key: string, panel: vscode.WebviewPanel): Promise<void> {
		try {
			await vscode.workspace.openTextDocument(vscode.Uri.parse(key, true)); // the server knows open ones only
			await panel.webview.postMessage({ tree: await this.server().ask('cfglint.effective', key) });
		} catch (e) {
			await panel.webview.postMessage({ problem: e instanceof Error ? e.message : String(e) });
		}
	}

	/** A change anywhere may count: a base is another file. */
	private outdate(): void {
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => this.panels.forEach((panel, key) => void this.write(key, panel)), quiet);
	}
}
