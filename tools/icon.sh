#!/bin/sh
# SPDX-License-Identifier: MIT
# icon.sh: draws editors/vscode/images/icon.png, 256 pixels wide, from icon.svg beside it. Marketplaces take no SVG. Needs chromium.
set -eu
cd "$(dirname "$0")/../editors/vscode/images"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '<!doctype html><style>html,body{margin:0;background:transparent}svg{display:block}</style>' >"$folder/icon.html"
cat icon.svg >>"$folder/icon.html"
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/user" --hide-scrollbars --default-background-color=00000000 --force-device-scale-factor=1 \
	--window-size=256,256 --screenshot="$PWD/icon.png" "file://$folder/icon.html" >/dev/null 2>&1
