#!/bin/sh
# SPDX-License-Identifier: MIT
# check-deps.sh CC [headers]: names what the build needs (`headers`: of the system) and doesn't find, with the command that installs it. Installs
# nothing.
set -eu
cc=${1:-gcc}
missing=
command -v "${cc%% *}" >/dev/null 2>&1 || missing=" ${cc%% *}"
if [ -z "$missing" ]; then
	# CC may be a compiler with its options, or behind ccache
	# shellcheck disable=SC2086
	for header in pcre2.h yaml.h jansson.h nettle/sha2.h zlib.h; do
		printf '#define PCRE2_CODE_UNIT_WIDTH 8\n#include <%s>\n' "$header" |
			$cc -E -x c - >/dev/null 2>&1 || missing="$missing $header"
	done
fi
[ "${2:-}" = headers ] || for file in tree-sitter/vendor/tree-sitter/lib/src/lib.c tree-sitter-python/src/parser.c tree-sitter-bash/src/parser.c; do
	[ -f "node_modules/$file" ] || missing="$missing node_modules/${file%%/*}"
done
[ -n "$missing" ] || exit 0
echo "cfglint: not found:$missing" >&2
echo "cfglint: run \`make setup\` to install what the build needs" >&2
exit 1
