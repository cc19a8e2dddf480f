#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cfglint for pre-commit: $CFGLINT_BIN, else the one on PATH, else one built here, once, in pre-commit's own clone. Exit
# status 2 and a clear line when it can't be built.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

if [ -n "${CFGLINT_BIN:-}" ]; then
	exec "$CFGLINT_BIN" "$@"
fi
if command -v cfglint >/dev/null 2>&1; then
	exec cfglint "$@"
fi

built=$here/build/cfglint
build() {
	# npm fetches sources locked by hash; nothing of theirs is run
	if [ ! -d "$here/node_modules/tree-sitter" ]; then
		(cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
	fi
	env -u MAKEFLAGS -u MAKELEVEL make -C "$here" all
}
if [ ! -x "$built" ]; then
	mkdir -p "$here/build"
	log=$here/build/pre-commit.log
	# several hooks may start at once: one builds, the others wait
	exec 9>"$here/build/pre-commit.lock"
	flock 9
	if [ ! -x "$built" ] && ! build >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		echo "cfglint: could not be built for pre-commit. It needs:" >&2
		echo "    sudo apt-get install gcc make npm libpcre2-dev libyaml-dev libjansson-dev" >&2
		echo "or set CFGLINT_BIN to a cfglint that is built already." >&2
		exit 2
	fi
	exec 9>&-
fi
exec "$built" "$@"
