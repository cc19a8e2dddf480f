#!/bin/sh
# SPDX-License-Identifier: MIT
# What action.yml runs in a job of GitHub's: cfglint on $CFGLINT_PATHS with $CFGLINT_ARGS (a word a line each), findings as annotations,
# and as SARIF in $CFGLINT_SARIF. Texts of a workflow are words of the command and nothing else.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
as_root() {
	if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
has_all() {
	sh "$here/tools/check-deps.sh" gcc headers 2>/dev/null && command -v make >/dev/null && command -v npm >/dev/null
}
before_build() {
	has_all && return
	npm=$(command -v npm >/dev/null || echo npm) # a runner's own isn't Debian's
	as_root apt-get -qq update
	# shellcheck disable=SC2086
	as_root apt-get -qq install -y --no-install-recommends $packages $npm >/dev/null
}
. "$here/tools/program.sh"

set -- --output-format github --fail-on "${CFGLINT_FAIL_ON:-warning}"
[ -z "${CFGLINT_SARIF:-}" ] || set -- "$@" --report "sarif:$CFGLINT_SARIF"
while IFS= read -r word; do
	[ -z "$word" ] || set -- "$@" "$word"
done <<X
${CFGLINT_ARGS:-}
X
set -- "$@" --
while IFS= read -r word; do
	[ -z "$word" ] || set -- "$@" "$word"
done <<X
${CFGLINT_PATHS:-.}
X
exec "$program" "$@"
