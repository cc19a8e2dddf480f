#!/bin/sh
# SPDX-License-Identifier: MIT
# make release-check: what must hold before VERSION is published. Prints a line for each thing; ends with 1 when one doesn't hold. QUICK=1 leaves
# out what takes long: tests and packages.
set -u
unset MAKEFLAGS MAKELEVEL MFLAGS # each make here has all processors
cd "$(dirname "$0")/.." || exit 2
version=$(cat VERSION)
failed=0
holds() { # NAME COMMAND...
	name=$1
	shift
	if said=$("$@" 2>&1); then echo "ok $name"; else
		echo "not ok $name: $(printf '%s' "$said" | tail -n 5)"
		failed=1
	fi
}
says() { # WHERE FOUND: the version, as some file has it
	if [ "$2" = "$version" ]; then echo "ok $1 says $version"; else
		echo "not ok $1 says '$2', VERSION says $version"
		failed=1
	fi
}
json() { # FILE EXPRESSION
	python3 -c "import json, sys; x = json.load(open(sys.argv[1])); print($2)" "$1"
}

says CHANGELOG.md "$(sed -n 's/^## \[\([0-9][^]]*\)\] - 20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/\1/p' CHANGELOG.md | head -n 1)"
says debian/changelog "$(sed -n '1s/^cfglint (\([^)]*\)) .*/\1/p' debian/changelog)"
says package.json "$(json package.json 'x["version"]')"
says package-lock.json "$(json package-lock.json 'x["packages"][""]["version"] if x["version"] == x["packages"][""]["version"] else "two versions"')"
says packaging/npm/package.json "$(json packaging/npm/package.json 'x["version"]')"
holds "nothing is left under Unreleased" sh -c '! sed -n "/^## \[Unreleased\]/,/^## \[[0-9]/p" CHANGELOG.md | grep "^- "'
holds "rules and settings of $version are kept" test -d "fixtures/packs/$version"
holds "the tree is clean" sh -c 'test -z "$(git status --porcelain)" || { git status --short; false; }'
holds "no tag v$version yet, or it is this commit" sh -c "! git rev-parse -q --verify v$version >/dev/null || [ \"\$(git rev-parse v$version^{commit})\" = \"\$(git rev-parse HEAD)\" ]"
holds "sources as CONTRIBUTING.md says" make -s check-tree
holds "builds" make -s
holds "the program says $version" sh -c "build/cfglint --version | head -n 1 | grep -qx 'cfglint $version'"
holds "pages are made" sh -c 'make -s docs && git diff --exit-code --stat docs schemas'
if [ -z "${QUICK:-}" ]; then
	holds "tests" make -s test
	holds "formats" make -s test-formats
	holds "packages" make -s test-packages
fi
exit $failed
