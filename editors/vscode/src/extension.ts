// SPDX-License-Identifier: MIT
import * as vscode from 'vscode';
import { Effective } from './effective';
import { setExtension } from './program';
import { openReport } from './report';
import { Server } from './server';
import { Texts } from './texts';
import { makeVariant } from './variant';

/** The config that is meant: the one given by a menu, or that of the editor. */
function config(given?: vscode.Uri): vscode.Uri {
	const uri = given ?? vscode.window.activeTextEditor?.document.uri;
	if (uri?.scheme !== 'file') throw new Error('open a config first');
	return uri;
}

/** Rules of what is found in the editor come first; any other can be typed. */
async function chooseRule(): Promise<string | undefined> {
	const uri = vscode.window.activeTextEditor?.document.uri;
	const found = (uri ? vscode.languages.getDiagnostics(uri) : []).filter(d => d.source === 'cfglint');
	const codes = new Map(found.map(d => [String(typeof d.code === 'object' ? d.code.value : d.code), d.message.split('\n')[0]]));
	if (!codes.size) return vscode.window.showInputBox({ prompt: 'Id or name of a rule: DAT002' });
	return (await vscode.window.showQuickPick([...codes].map(([label, detail]) => ({ label, detail })), { placeHolder: 'Rules of what is found here' }))?.label;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
	setExtension(context.extensionPath);
	const texts: Texts = new Texts(() => server);
	const effective = new Effective(() => server, vscode.Uri.joinPath(context.extensionUri, 'media'));
	const server: Server = new Server(rule => texts.openRule(rule));
	const commands: Record<string, (...args: never[]) => Promise<unknown>> = {
		openEffective: (uri?: vscode.Uri) => effective.open(config(uri)),
		openEffectiveText: (uri?: vscode.Uri) => texts.open('effective', config(uri)),
		openChanges: (uri?: vscode.Uri) => texts.open('changes', config(uri)),
		makeVariant: (uri?: vscode.Uri, profile?: string) => makeVariant(server, config(uri), profile),
		openRule: async (rule?: string) => {
			const chosen = rule ?? (await chooseRule());
			if (chosen) await texts.openRule(chosen);
		},
		openReport: (uri?: vscode.Uri) => openReport(uri),
		restartServer: () => server.restart(),
	};
	for (const [name, act] of Object.entries(commands)) {
		const told = async (...args: never[]) => {
			try {
				return await act(...args);
			} catch (e) {
				void vscode.window.showErrorMessage(`cfglint: ${e instanceof Error ? e.message : e}`);
				return undefined;
			}
		};
		context.subscriptions.push(vscode.commands.registerCommand(`cfglint.${name}`, told));
	}
	context.subscriptions.push(server, texts, effective, vscode.workspace.onDidChangeConfiguration(e => {
		if (e.affectsConfiguration('cfglint')) void server.restart();
	}));
	await server.restart();
}
