#!/bin/sh
# SPDX-License-Identifier: MIT
# What action.yml runs in a job of GitHub's: cfglint on $CFGLINT_PATHS with $CFGLINT_ARGS (a word a line each), findings as annotations,
# and as SARIF in $CFGLINT_SARIF. Texts of a workflow are words of the command and nothing else.
#
# The program is the first of these: $CFGLINT_BIN, a cfglint of this version on PATH, a wheel of this version (in $CFGLINT_WHEELS or in wheels/ of this
# checkout, then from PyPI), what is compiled here.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
number=$(cat "$here/VERSION")
version="cfglint $number"
# The project's name on PyPI. Empty as long as it has none there: a name that is not ours may be anybody's (docs/releasing.md).
pypi=
installed=$here/build/wheel

version_of() {
	"$1" --version 2>/dev/null | head -n 1
}
as_root() {
	if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
pip_installs() { # WORD...: pip chooses the wheel for this machine, and compiles nothing; -I: a pip.py of the checked-out project is not pip
	python3 -I -m pip --disable-pip-version-check install --quiet --no-deps --only-binary :all: --target "$installed" --upgrade "$@" >/dev/null 2>&1 &&
		[ "$(version_of "$installed/bin/cfglint")" = "$version" ]
}
from_wheel() {
	for folder in "${CFGLINT_WHEELS:-}" "$here/wheels"; do
		if [ -d "$folder" ] && pip_installs --no-index --find-links "$folder" "cfglint==$number"; then return; fi
	done
	[ -n "$pypi" ] && pip_installs "$pypi==$number"
}
has_all() {
	sh "$here/tools/check-deps.sh" gcc headers 2>/dev/null && command -v make >/dev/null && command -v npm >/dev/null
}
compiled() {
	if [ ! -f "$here/Makefile" ]; then
		echo "cfglint: no wheel of $version fits this machine ($(uname -sm)), and there are no sources here: use the Action of the sources' repository" >&2
		exit 2
	fi
	if ! has_all && [ "$(version_of "$here/build/hook/cfglint")" != "$version" ]; then
		npm=$(command -v npm >/dev/null || echo npm) # a runner's own isn't Debian's
		as_root apt-get -qq update
		# shellcheck disable=SC2046,SC2086
		as_root apt-get -qq install -y --no-install-recommends $(sh "$here/tools/program.sh" packages) $npm >/dev/null
	fi
	program=$(sh "$here/tools/program.sh")
}

if [ -n "${CFGLINT_BIN:-}" ]; then
	program=$CFGLINT_BIN
elif [ "$(version_of cfglint)" = "$version" ]; then
	program=cfglint
elif from_wheel; then
	program=$installed/bin/cfglint
else
	compiled
fi

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
