#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh FOLDER WORD...: makes packages of the last commit (or of $COMMIT) in FOLDER, for tests/packages.sh and for releases.
#   dist    cfglint-VERSION.tar.gz: the sources, and of tree-sitter what is compiled, so that they build without a network
#   static  cfglint-VERSION-linux-ARCH: the program, one file without library dependencies
#   deb     cfglint_VERSION_ARCH.deb: program, manual, completions, pages of the rules
#   npm     cfglint-VERSION.tgz: the static program for `npx cfglint`, with the licenses of what is inside
# All are built in FOLDER/tree from the unpacked tarball, one after another. Dates are the last commit's: same commit and
# compiler, same bytes. SHA256SUMS lists what is there.
set -eu
cd "$(dirname "$0")/.."
top=$PWD
folder=$1
shift
version=$(cat VERSION)
name=cfglint-$version
arch=$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct "${COMMIT:-HEAD}")} || {
	echo "cfglint: packages are made of a commit; this is no git repository" >&2
	exit 2
}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
unset MAKEFLAGS MAKELEVEL MFLAGS
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
tree=$folder/tree/$name
jobs=$(nproc 2>/dev/null || echo 2)

# What of the fetched sources is compiled, and their licenses.
tree_sitter_files() {
	find node_modules/tree-sitter/vendor/tree-sitter/lib node_modules/tree-sitter-bash/src node_modules/tree-sitter-python/src \
		-type f ! -name grammar.json ! -name node-types.json
	ls node_modules/tree-sitter/LICENSE node_modules/tree-sitter-bash/LICENSE node_modules/tree-sitter-python/LICENSE
}

dist() {
	rm -rf "$folder/tree"
	mkdir -p "$tree"
	git archive --format=tar "${COMMIT:-HEAD}" | tar -xf - -C "$tree"
	tree_sitter_files | tar -cf - -T - | tar -xf - -C "$tree"
	tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' --format=ustar \
		-C "$folder/tree" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
}

need_tree() {
	[ -d "$tree" ] || dist
}

static() {
	need_tree
	make -s -C "$tree" -j"$jobs" static
	install -m755 "$tree/build/static/cfglint" "$folder/$name-linux-$arch"
	strip "$folder/$name-linux-$arch"
}

deb() {
	need_tree
	# -nc: a clean tree comes from the tarball
	(cd "$tree" && dpkg-buildpackage -b -nc -us -uc) >"$folder/deb.log" 2>&1 || {
		tail -n 40 "$folder/deb.log" >&2
		exit 1
	}
	mv "$folder/tree/cfglint_${version}_"*.deb "$folder/"
}

# The notices that the licenses of what is linked in ask for.
notices() {
	for file in LICENSE node_modules/tree-sitter*/LICENSE node_modules/tree-sitter/vendor/tree-sitter/lib/src/unicode/LICENSE; do
		printf '\n==== %s\n\n' "$file"
		cat "$tree/$file"
	done
	for library in libpcre2-dev libyaml-dev libjansson-dev nettle-dev zlib1g-dev libc6-dev; do
		printf '\n==== %s\n\n' "$library"
		cat "/usr/share/doc/$library/copyright"
	done
}

npm_package() {
	case $arch in
	x86_64) cpu=x64 ;;
	aarch64) cpu=arm64 ;;
	*)
		echo "cfglint: npm has no word for the processor $arch here" >&2
		exit 2
		;;
	esac
	[ -f "$folder/$name-linux-$arch" ] || static
	rm -rf "$folder/npm"
	mkdir -p "$folder/npm/bin"
	sed "s/\"x64\"/\"$cpu\"/" packaging/npm/package.json >"$folder/npm/package.json"
	cp packaging/npm/README.md "$folder/npm/"
	notices >"$folder/npm/LICENSE"
	install -m755 "$folder/$name-linux-$arch" "$folder/npm/bin/cfglint"
	(cd "$folder" && npm pack --offline --silent ./npm >/dev/null)
}

sums() {
	cd "$folder"
	find . -maxdepth 1 -type f -name 'cfglint[-_]*' -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS
	cd "$top"
}

for word in "$@"; do
	case $word in
	dist) dist ;;
	static) static ;;
	deb) deb ;;
	npm) npm_package ;;
	*)
		echo "cfglint: package.sh makes dist, static, deb and npm, not '$word'" >&2
		exit 2
		;;
	esac
	sums
done
