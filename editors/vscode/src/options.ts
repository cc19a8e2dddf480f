// SPDX-License-Identifier: MIT
// The settings as what the program takes.
import * as vscode from 'vscode';

const numbers = { gpus: '--gpus', nodes: '--nodes', cores: '--cores', gpuMem: '--gpu-mem' };
const lists = { extendSelect: '--extend-select', ignore: '--ignore' };
const switches = { pedantic: '--pedantic', editBases: '--edit-bases' };

function settings(): vscode.WorkspaceConfiguration {
	return vscode.workspace.getConfiguration('cfglint');
}

/** Options as on the command line of `cfglint server`. */
export function options(): string[] {
	const all = settings();
	const words: string[] = [];
	for (const [key, option] of Object.entries(numbers)) {
		const value = all.get<number | null>(key);
		if (typeof value === 'number') words.push(option, String(value));
	}
	for (const [key, option] of Object.entries(lists)) {
		const value = all.get<string[]>(key) ?? [];
		if (value.length) words.push(option, value.join(','));
	}
	for (const [key, option] of Object.entries(switches)) if (all.get<boolean>(key)) words.push(option);
	return [...words, ...(all.get<string[]>('args') ?? [])];
}
