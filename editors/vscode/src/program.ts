// SPDX-License-Identifier: MIT
// Which cfglint is run: the one that `cfglint.path` names, else the one on PATH, else the one inside the extension.
import { execFile } from 'node:child_process';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

export const run = promisify(execFile);

let inside = '';

/** Where the extension keeps its own program; a universal package has none. */
export function setExtension(folder: string): void {
	inside = path.join(folder, 'bin', 'cfglint');
}

/** Why the program can't be run; nothing: it can. */
async function problem(program: string): Promise<string | undefined> {
	try {
		await run(program, ['--version'], { timeout: 10_000 });
		return undefined;
	} catch (e) {
		const error = e as NodeJS.ErrnoException;
		return error.code === 'ENOENT' ? `${program} is not there` : `${program} can't be run: ${error.message.split('\n')[0]}`;
	}
}

/** What the settings name: a name on PATH, or an absolute path. */
function named(settings: vscode.WorkspaceConfiguration): string {
	const name = settings.get<string>('path') || 'cfglint';
	const home = name === '~' || name.startsWith('~/') ? os.homedir() + name.slice(1) : name;
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
	return home.includes('/') && folder ? path.resolve(folder, home) : home;
}

export interface Program {
	command: string;
	problem?: string;
}

/** The program, and why it can't be run where it can't. A path that the settings name stands for no other program. */
export async function program(): Promise<Program> {
	const settings = vscode.workspace.getConfiguration('cfglint');
	const wanted = named(settings);
	const order = wanted !== 'cfglint' ? [wanted] : settings.get<string>('importStrategy') === 'useBundled' ? [inside, wanted] : [wanted, inside];
	let first: Program | undefined;
	for (const command of order) {
		const why = await problem(command);
		if (!why) return { command };
		if (command !== inside || !why.endsWith(' is not there')) first ??= { command, problem: why };
	}
	return first ?? { command: wanted, problem: `${wanted} is not there` };
}

/** The same for those who need it. */
export async function command(): Promise<string> {
	const found = await program();
	if (found.problem) throw new Error(found.problem);
	return found.command;
}
