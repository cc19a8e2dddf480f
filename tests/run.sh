#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all tests against the sanitized build: unit programs ($BUILD/unit/$UNIT), then scripts tests/*.test. Both print lines
# `ok NAME` and `not ok NAME reason`; anything else they print is shown when they fail. Each has a line when it ends. A program that crashes, hangs or runs
# no test counts as one failure. What failed is told again at the end, whoever keeps only that. Last line: `N passed, N failed`; exit status 1
# when something failed.
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

# One program: its line as soon as it ends, with all that it printed when something failed; its counts go to a file.
cat >"$out/one" <<'ONE'
name=$(basename "$2")
file=$1/$name.out
status=0
timeout -k 5 "${TEST_TIMEOUT:-900}" "$2" >"$file" 2>&1 </dev/null || status=$?
good=$(grep -c '^ok ' "$file" || :)
bad=$(grep -c '^not ok ' "$file" || :)
{
	if [ "$bad" -eq 0 ] && { [ "$status" != 0 ] || [ "$good" -eq 0 ]; }; then
		bad=1
		echo "not ok $name: exit status $status, $good tests passed before"
	fi
	if [ "$bad" -ne 0 ]; then grep -v '^ok ' "$file" | head -n 200 | sed "s|^|$name: |" || :; fi
	echo "$name: $good passed, $bad failed"
} >"$1/$name.told"
echo "$good $bad" >"$1/$name.counts"
cat "$1/$name.told"
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
	read -r good bad <"$out/$(basename "$program").counts" || { # killed from outside
		good=0 bad=1
		echo "not ok $(basename "$program"): it came to no end"
	}
	passed=$((passed + good))
	failed=$((failed + bad))
done <"$out/list"

while read -r program; do
	grep -h 'not ok ' "$out/$(basename "$program").told" 2>/dev/null | cut -c 1-600 | head -n 20 || :
done <"$out/list"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
