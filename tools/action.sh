#!/bin/sh
# SPDX-License-Identifier: MIT
# What action.yml runs in a job of GitHub's: cfglint on $CFGLINT_PATHS with $CFGLINT_ARGS (a word a line each), findings as annotations,
# and as SARIF in $CFGLINT_SARIF. Texts of a workflow are words of the command and nothing else.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${CFGLINT_BIN:-}" ] && ! printf '#include <yaml.h>\n#include <pcre2.h>\n' | gcc -DPCRE2_CODE_UNIT_WIDTH=8 -E - >/dev/null 2>&1; then
	sudo apt-get -qq update
	sudo apt-get -qq install -y --no-install-recommends gcc libc6-dev make libpcre2-dev libyaml-dev libjansson-dev nettle-dev zlib1g-dev >/dev/null
fi
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
