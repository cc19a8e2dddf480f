#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all tests against the sanitized build: unit programs ($BUILD/unit/$UNIT), then scripts tests/*.test. Both print lines
# `ok NAME` and `not ok NAME reason`; anything else they print is shown when they fail. A program that crashes, hangs or runs
# no test counts as one failure. Last line: `N passed, N failed`; exit status 1 when something failed.
# `make test` sets BUILD and UNIT; with arguments, only these scripts or unit programs run (test_parse, tests/fix.test).
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
cd "$TOP"
BUILD=${BUILD:-$TOP/build/asan}
PYTHON=${PYTHON:-$(command -v python3 || echo python3)}
CFGLINT=${CFGLINT:-$BUILD/cfglint}
LC_ALL=C.UTF-8
ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:strict_string_checks=1}
UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
CMOCKA_MESSAGE_OUTPUT=TAP
XDG_CONFIG_HOME=/nonexistent # nobody's own settings
export XDG_CONFIG_HOME TOP BUILD PYTHON CFGLINT LC_ALL ASAN_OPTIONS UBSAN_OPTIONS CMOCKA_MESSAGE_OUTPUT

out=$BUILD/results
rm -rf "$out"
mkdir -p "$out"

# One program; its output and status go to files, so that parallel runs don't mix.
cat >"$out/one" <<'ONE'
name=$(basename "$2")
status=0
timeout -k 5 "${TEST_TIMEOUT:-900}" "$2" >"$1/$name.out" 2>&1 </dev/null || status=$?
echo "$status" >"$1/$name.status"
ONE

list_tests() {
	for arg in "$@"; do
		case $arg in
		test_*) find "$BUILD/unit" -name "$arg" -type f ;;
		*) echo "$TOP/$arg" ;;
		esac
	done
	[ $# -eq 0 ] || return 0
	for name in ${UNIT:-}; do
		echo "$BUILD/unit/$name"
	done
	for file in tests/*.test; do
		if [ -x "$file" ]; then echo "$TOP/$file"; fi
	done
}

list_tests "$@" >"$out/list"
xargs -r -P "$(nproc 2>/dev/null || echo 2)" -n 1 sh "$out/one" "$out" <"$out/list"

passed=0
failed=0
while read -r program; do
	name=$(basename "$program")
	status=$(cat "$out/$name.status" 2>/dev/null || echo lost)
	good=$(grep -c '^ok ' "$out/$name.out" || :)
	bad=$(grep -c '^not ok ' "$out/$name.out" || :)
	if [ "$bad" -eq 0 ] && { [ "$status" != 0 ] || [ "$good" -eq 0 ]; }; then
		bad=1
		echo "not ok $name: exit status $status, $good tests passed before"
	fi
	if [ "$bad" -ne 0 ]; then
		grep -v '^ok ' "$out/$name.out" | head -n 200 | sed "s|^|$name: |" || :
	fi
	echo "$name: $good passed, $bad failed"
	passed=$((passed + good))
	failed=$((failed + bad))
done <"$out/list"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
