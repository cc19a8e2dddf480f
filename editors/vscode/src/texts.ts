// SPDX-License-Identifier: MIT
// Documents that the server writes: the effective config and what a config changes, as its text is now, and pages of rules.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from './server';

const scheme = 'cfglint';
const quiet = 300; // ms without an edit before a document is written again

type Kind = 'effective' | 'changes';
const commands: Record<Kind, string> = { effective: 'cfglint.showEffective', changes: 'cfglint.diffBase' };

/** The source stands in the query, what is shown in the fragment; the path is the title. */
function uriOf(kind: Kind, source: vscode.Uri): vscode.Uri {
	const name = path.basename(source.path, '.py');
	return vscode.Uri.from({ scheme, path: kind === 'effective' ? `/${name} (effective).py` : `/${name} (against its bases).diff`, query: source.toString(), fragment: kind });
}

export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.changed.event;
	private readonly waiting = new Map<string, NodeJS.Timeout>();
	private readonly held: vscode.Disposable[];

	constructor(private readonly server: () => Server) {
		this.held = [vscode.workspace.registerTextDocumentContentProvider(scheme, this), vscode.workspace.onDidChangeTextDocument(e => this.outdate(e.document.uri.toString()))];
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		if (uri.fragment === 'rule') return this.server().ask<string>('cfglint.explain', uri.query);
		const source = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.query, true)); // the server knows open ones only
		try {
			const text = await this.server().ask<string>(commands[uri.fragment as Kind], source.uri.toString());
			return text || '# nothing: it is what its bases are\n';
		} catch (e) {
			return `# ${path.basename(source.fileName)}: ${e instanceof Error ? e.message : e}\n`;
		}
	}

	async open(kind: Kind, source: vscode.Uri): Promise<void> {
		const uri = uriOf(kind, source);
		this.changed.fire(uri); // it may be open since before
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn: vscode.ViewColumn.Beside, preview: true });
	}

	async openRule(rule: string): Promise<void> {
		const uri = vscode.Uri.from({ scheme, path: `/${rule}.md`, query: rule, fragment: 'rule' });
		await vscode.workspace.openTextDocument(uri); // an unknown rule is told here
		await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
	}

	dispose(): void {
		this.waiting.forEach(clearTimeout);
		vscode.Disposable.from(this.changed, ...this.held).dispose();
	}

	/** A change anywhere may count: a base is another file. */
	private outdate(source: string): void {
		if (source.startsWith(`${scheme}:`)) return;
		for (const { uri } of vscode.workspace.textDocuments) {
			if (uri.scheme !== scheme || uri.fragment === 'rule') continue;
			const key = uri.toString();
			clearTimeout(this.waiting.get(key));
			this.waiting.set(key, setTimeout(() => (this.waiting.delete(key), this.changed.fire(uri)), quiet));
		}
	}
}
