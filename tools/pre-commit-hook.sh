#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cfglint for pre-commit, on the files it names and on those that a renamed base leaves behind. Exit status 2 and a clear line when
# there is no cfglint and none can be built.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
before_build() { :; } # a hook installs nothing
. "$here/tools/program.sh"

# A base that a commit renames or deletes is none of the files that pre-commit names. Who still names it inherits nothing any more.
left_behind() {
	if [ -n "${PRE_COMMIT_FROM_REF:-}" ]; then set -- "$PRE_COMMIT_FROM_REF...$PRE_COMMIT_TO_REF"; else set -- --cached; fi
	git -c core.quotePath=false diff "$@" --name-only --no-renames --diff-filter=D -- '*.py' 2>/dev/null | while read -r gone; do
		git -c core.quotePath=false grep -l -w -F -e "$(basename "$gone" .py)" -- '*.py' || :
	done | grep -E '(^|/)(local_)?configs?/' | sort -u
}

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
