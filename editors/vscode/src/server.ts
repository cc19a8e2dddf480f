// SPDX-License-Identifier: MIT
// The language server, and what is said when it can't be had.
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import { options } from './options';
import { program } from './program';

export const languages = ['python', 'yaml', 'json', 'jsonc', 'shellscript'];
const install = 'pip install cfglint';

/** One server for the window. Starting, stopping and restarting wait for each other. */
export class Server implements vscode.Disposable {
	private client: LanguageClient | undefined;
	private turn: Promise<void> = Promise.resolve();

	/** explain: shows the page of a rule. */
	constructor(private readonly explain: (rule: string) => Promise<void>) {}

	restart(): Promise<void> {
		this.turn = this.turn.then(() => this.end()).then(() => this.begin()).catch(e => void vscode.window.showErrorMessage(`cfglint: the language server did not start: ${e instanceof Error ? e.message : e}`));
		return this.turn;
	}

	/** What a command of the server answers; waits for a server that is being started. */
	async ask<T>(command: string, ...args: unknown[]): Promise<T> {
		await this.turn;
		if (!this.client?.isRunning()) throw new Error(`the language server is not running (${(await program()).problem ?? 'Restart the Language Server starts it'})`);
		return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
	}

	async dispose(): Promise<void> {
		await this.turn;
		await this.end();
	}

	private async begin(): Promise<void> {
		const { command, problem } = await program();
		if (problem) {
			void this.complain(problem);
			return;
		}
		const client = new LanguageClient('cfglint', 'cfglint', { command, args: ['server'] }, {
			documentSelector: languages.map(language => ({ scheme: 'file', language })),
			initializationOptions: { args: options() },
			middleware: { executeCommand: (command, args, next) => (command === 'cfglint.explain' ? this.explain(String(args[0])) : next(command, args)) },
		});
		await client.start();
		this.client = client;
	}

	private async end(): Promise<void> {
		const client = this.client;
		this.client = undefined;
		await client?.dispose();
	}

	private async complain(why: string): Promise<void> {
		const settings = 'Set Its Path', copy = 'Copy Install Command';
		const chosen = await vscode.window.showErrorMessage(`cfglint: ${why}. Install it (${install}), or set cfglint.path to the program.`, settings, copy);
		if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'cfglint.path');
		if (chosen === copy) await vscode.env.clipboard.writeText(install);
	}
}
