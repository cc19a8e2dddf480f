#!/bin/sh
# SPDX-License-Identifier: MIT
# program.sh: builds cfglint in the clone that this file lies in, once, however many ask at once, and prints the program's path. What can't be
# built ends with 2 and says what is missing. program.sh packages: prints Debian's packages that building needs.
# packaging/python/backend.py calls it where pip finds no wheel, tools/action.sh where a job does.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
version="cfglint $(cat "$here/VERSION")"
packages="gcc libc6-dev make libpcre2-dev libyaml-dev libjansson-dev nettle-dev zlib1g-dev"
built=$here/build/hook/cfglint

# pip keeps what a build prints to itself until it ends: who waits looks at the terminal
if (: >/dev/tty) 2>/dev/null; then exec 8>/dev/tty; else exec 8>&2; fi
say() {
	echo "cfglint: $*" >&8
}
version_of() {
	"$1" --version 2>/dev/null | head -n 1
}
jobs() {
	nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
build() {
	# npm fetches sources locked by hash; nothing of theirs is run
	if [ ! -d "$here/node_modules/tree-sitter" ]; then
		(cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) || return 1
	fi
	env -u MAKEFLAGS -u MAKELEVEL make -C "$here" -j"$(jobs)" all || return 1
	# who looks meanwhile finds no program or a whole one
	mkdir -p "${built%/*}"
	strip -o "$built.new" "$here/build/cfglint" 2>/dev/null || cp "$here/build/cfglint" "$built.new" || return 1
	mv "$built.new" "$built"
}
# A line a tenth of the way, by what is compiled.
watch() { # PID
	total=$(find "$here/src" -name '*.c' | wc -l)
	told=0
	while kill -0 "$1" 2>/dev/null; do
		done=$(($(find "$here/build/obj" -name '*.o' 2>/dev/null | wc -l) * 10 / total))
		if [ "$done" -gt "$told" ] && [ "$done" -lt 10 ]; then
			told=$done
			say "building, ${told}0 %"
		fi
		sleep 1
	done
}
built_once() {
	began=$(date +%s)
	found=$(version_of cfglint)
	say "building $version with $(jobs) jobs; this happens once and may take minutes${found:+ ($found is on PATH)}"
	build >"$here/build/hook.log" 2>&1 &
	watch $!
	wait $! || return 1
	say "built in $(($(date +%s) - began)) seconds"
}

is_built() {
	[ "$(version_of "$built")" = "$version" ]
}
built_here() {
	mkdir -p "$here/build"
	# several may start at once: one builds, the others wait
	exec 9>"$here/build/hook.lock"
	flock 9
	if ! is_built && ! built_once; then
		tail -n 20 "$here/build/hook.log" >&2
		echo "cfglint: could not be built. It needs the network, for tree-sitter's sources, and:" >&2
		echo "    sudo apt-get install npm $packages" >&2
		echo "or a wheel: a folder with one in CFGLINT_WHEELS; or a program that is built already, in CFGLINT_BIN." >&2
		exit 2
	fi
	exec 9>&-
}

case ${1:-} in
packages) echo "$packages" ;;
*)
	is_built || built_here
	echo "$built"
	;;
esac
