// SPDX-License-Identifier: MIT
// A variant of a config: a new file that inherits from it. It is shown, not written; saving writes it.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { command, run } from './program';
import type { Server } from './server';

interface Variant {
	path: string;
	text: string;
	warnings: string[];
	notes: string[];
}

/** Lines `  name   what it does` of `cfglint help profiles`; a project can have profiles of its own. */
async function profiles(folder: string): Promise<vscode.QuickPickItem[]> {
	const { stdout } = await run(await command(), ['help', 'profiles'], { cwd: folder, timeout: 10_000 });
	return [...stdout.matchAll(/^ {2}(\S+) +(.+)$/gm)].map(([, label, detail]) => ({ label, detail }));
}

async function exists(uri: vscode.Uri): Promise<boolean> {
	try {
		await vscode.workspace.fs.stat(uri);
		return true;
	} catch {
		return false;
	}
}

/** A document that is not saved yet and has the name of a file that isn't there. */
async function show(variant: Variant): Promise<void> {
	const file = vscode.Uri.file(variant.path);
	if (await exists(file)) {
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'python', content: variant.text }));
		void vscode.window.showWarningMessage(`cfglint: ${path.basename(variant.path)} is there already: save this under another name, or compare the two.`);
		return;
	}
	const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file.with({ scheme: 'untitled' })));
	const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
	await editor.edit(edit => edit.replace(all, variant.text));
}

/** profile: asked for where it isn't given. */
export async function makeVariant(server: Server, source: vscode.Uri, profile?: string): Promise<void> {
	const chosen = profile ?? (await vscode.window.showQuickPick(profiles(path.dirname(source.fsPath)), { placeHolder: 'What the variant is for', matchOnDetail: true }))?.label;
	if (!chosen) return;
	const variant = await server.ask<Variant>('cfglint.variant', source.toString(), chosen);
	await show(variant);
	for (const warning of variant.warnings) void vscode.window.showWarningMessage(`cfglint: ${warning}`);
	for (const note of variant.notes) void vscode.window.showInformationMessage(`cfglint: ${note}`);
}
