#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cfglint for pre-commit: $CFGLINT_BIN, else the one on PATH if it has this clone's version, else one built here, once, in
# pre-commit's own clone. Exit status 2 and a clear line when it can't be built.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
version="cfglint $(cat "$here/VERSION")"
built=$here/build/hook/cfglint

# pre-commit keeps what a hook prints to itself until the hook ends: who waits looks at the terminal
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
	mkdir -p "${built%/*}" && cp "$here/build/cfglint" "$built.new" && mv "$built.new" "$built"
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
	say "building $version for pre-commit with $(jobs) jobs; this happens once and may take minutes${found:+ ($found is on PATH)}"
	build >"$here/build/pre-commit.log" 2>&1 &
	watch $!
	wait $! || return 1
	say "built in $(($(date +%s) - began)) seconds"
}

is_built() {
	[ "$(version_of "$built")" = "$version" ]
}
built_here() {
	mkdir -p "$here/build"
	# several hooks may start at once: one builds, the others wait
	exec 9>"$here/build/pre-commit.lock"
	flock 9
	if ! is_built && ! built_once; then
		tail -n 20 "$here/build/pre-commit.log" >&2
		echo "cfglint: could not be built for pre-commit. It needs the network, for tree-sitter's sources, and:" >&2
		echo "    sudo apt-get install gcc libc6-dev make npm libpcre2-dev libyaml-dev nettle-dev zlib1g-dev" >&2
		echo "or a $version on PATH, or CFGLINT_BIN set to one that is built already." >&2
		exit 2
	fi
	exec 9>&-
}

# A base that a commit renames or deletes is none of the files that pre-commit names. Who still names it inherits nothing any more.
left_behind() {
	if [ -n "${PRE_COMMIT_FROM_REF:-}" ]; then set -- "$PRE_COMMIT_FROM_REF...$PRE_COMMIT_TO_REF"; else set -- --cached; fi
	git -c core.quotePath=false diff "$@" --name-only --no-renames --diff-filter=D -- '*.py' 2>/dev/null | while read -r gone; do
		git -c core.quotePath=false grep -l -w -F -e "$(basename "$gone" .py)" -- '*.py' || :
	done | grep -E '(^|/)(local_)?configs?/' | sort -u
}

found=$(version_of cfglint)
if [ -n "${CFGLINT_BIN:-}" ]; then
	program=$CFGLINT_BIN
elif [ "$found" = "$version" ]; then
	program=cfglint
else
	program=$built
	is_built || built_here
fi
status=0
"$program" "$@" || status=$?
rest=$(left_behind)
if [ -n "$rest" ]; then
	set -- --force-exclude --dependents=no --select CFG001 -q
	while read -r file; do
		set -- "$@" "$file"
	done <<X
$rest
X
	worse=0
	"$program" "$@" || worse=$?
	[ "$worse" -le "$status" ] || status=$worse
fi
exit "$status"
