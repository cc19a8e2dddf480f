// SPDX-License-Identifier: MIT
// The language server, and what is said when it can't be had.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import { options, program } from './options';

export const languages = ['python', 'yaml', 'json', 'jsonc', 'shellscript'];
const install = 'git clone the repository of cfglint, then: make setup && make && sudo make install';

export const run = promisify(execFile);

/** Why the program can't be run; nothing: it can. */
export async function problem(): Promise<string | undefined> {
	try {
		await run(program(), ['--version'], { timeout: 10_000 });
		return undefined;
	} catch (e) {
		const error = e as NodeJS.ErrnoException;
		return error.code === 'ENOENT' ? `${program()} is not there` : `${program()} can't be run: ${error.message.split('\n')[0]}`;
	}
}

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
		if (!this.client?.isRunning()) throw new Error(`the language server is not running (${(await problem()) ?? 'Restart the Language Server starts it'})`);
		return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
	}

	async dispose(): Promise<void> {
		await this.turn;
		await this.end();
	}

	private async begin(): Promise<void> {
		const why = await problem();
		if (why) {
			void this.complain(why);
			return;
		}
		const client = new LanguageClient('cfglint', 'cfglint', { command: program(), args: ['server'] }, {
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
		const settings = 'Set Its Path', copy = 'Copy Install Lines';
		const chosen = await vscode.window.showErrorMessage(`cfglint: ${why}. Install it (${install}), or set cfglint.path to where it is.`, settings, copy);
		if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'cfglint.path');
		if (chosen === copy) await vscode.env.clipboard.writeText('make setup && make && sudo make install');
	}
}
