// SPDX-License-Identifier: MIT
// The report of a training run: the page of `cfglint log RUN --format html`, which brings its own Content-Security-Policy.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { command, run } from './program';

const largest = 64 * 1024 * 1024;

/** Findings make the exit status 1; the page is there all the same. */
async function page(log: string): Promise<string> {
	try {
		return (await run(await command(), ['log', '--format', 'html', '--', log], { maxBuffer: largest, cwd: path.dirname(log), timeout: 120_000 })).stdout;
	} catch (e) {
		const { code, stdout, stderr, message } = e as { code?: unknown; stdout?: string; stderr?: string; message: string };
		if (code === 1 && stdout) return stdout;
		throw new Error(stderr?.trim() || message);
	}
}

async function choose(): Promise<vscode.Uri | undefined> {
	const chosen = await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: true, openLabel: 'Show the Report', title: 'The folder of a run, or its log' });
	return chosen?.[0];
}

export async function openReport(log?: vscode.Uri): Promise<void> {
	const chosen = log ?? (await choose());
	if (!chosen) return;
	const html = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'cfglint: reading the log' }, () => page(chosen.fsPath));
	const panel = vscode.window.createWebviewPanel('cfglint.report', path.basename(chosen.fsPath), vscode.ViewColumn.Active, { enableScripts: true, localResourceRoots: [], enableFindWidget: true });
	panel.webview.html = html;
}
