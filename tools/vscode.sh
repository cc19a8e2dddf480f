#!/bin/sh
# SPDX-License-Identifier: MIT
# vscode.sh FILE.vsix: checks the types of editors/vscode, bundles it and packages it. Needs node 22; the packages that its lock names are
# fetched when they are missing.
set -eu
cd "$(dirname "$0")/../editors/vscode"
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch node_modules/.package-lock.json
fi
npm run -s check
rm -rf dist
npm run -s bundle
cp ../../LICENSE LICENSE
node_modules/.bin/vsce package --no-dependencies --allow-missing-repository --skip-license -o "$1" >/dev/null
