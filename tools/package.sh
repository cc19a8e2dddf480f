#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh FOLDER WORD...: makes packages of the last commit (or of $COMMIT) in FOLDER, for tests/packages.sh and for releases.
#   dist    cfglint-VERSION.tar.gz: the sources, and of tree-sitter what is compiled, so that they build without a network
#   static  cfglint-VERSION-linux-ARCH: the program, one file without library dependencies
#   wheel   cfglint-VERSION-py3-none-PLATFORMS.whl: the static program for pip, for x86_64 and aarch64. On x86_64 the other one is cross-built, and
#           so is its static program; WHEELS=native leaves them out
#   hook-repository  hook-repository/: what pre-commit clones where nothing shall be compiled: hooks, GitHub Action, wheels
#   vsix    cfglint-VERSION.vsix, and cfglint-linux-x64- and -linux-arm64-VERSION.vsix with the static program: the extension of Visual Studio Code
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

# The same for another processor, with Debian's cross compiler; what runs while it is built runs in qemu. gcc 12 for aarch64 dies of an internal
# error where it vectorizes.
cross_static() { # ARCH, as Debian says it
	need_tree
	libraries=$top/build/cross/$2
	make -s -C "$tree" -j"$jobs" BUILD="build-$1" HOSTCC=gcc CC="$1-linux-gnu-gcc -isystem $libraries/usr/include -L$libraries/usr/lib/$1-linux-gnu" \
		AR="$1-linux-gnu-gcc-ar" RUN="qemu-$1-static -L /usr/$1-linux-gnu" WHOLE='-O3 -fno-tree-vectorize -flto=auto' static
	install -m755 "$tree/build-$1/static/cfglint" "$folder/$name-linux-$1"
	"$1-linux-gnu-strip" "$folder/$name-linux-$1"
}

# It is static: no libc is needed, glibc's or musl's. pip before 20.3 knows manylinux_2_17 as manylinux2014.
wheel() { # ARCH
	notices >"$folder/LICENSE"
	python3 -B "$tree/packaging/python/backend.py" "$folder/$name-linux-$1" "$folder" --license "$folder/LICENSE" \
		"manylinux_2_17_$1" "manylinux2014_$1" "musllinux_1_1_$1" >/dev/null
	rm "$folder/LICENSE"
}

wheels() {
	need_tree
	[ -f "$folder/$name-linux-$arch" ] || static
	wheel "$arch"
	if [ "$arch" = x86_64 ] && [ "${WHEELS:-all}" != native ]; then
		[ -f "$folder/$name-linux-aarch64" ] || cross_static aarch64 arm64
		wheel aarch64
	fi
}

hook_repository() {
	need_tree
	to=$folder/hook-repository
	ls "$folder/$name"-py3-none-*.whl >/dev/null 2>&1 || wheels
	rm -rf "$to"
	mkdir -p "$to/wheels" "$to/tools" "$to/packaging/python"
	(cd "$tree" && cp .pre-commit-hooks.yaml pyproject.toml VERSION LICENSE action.yml "$to/")
	cp "$tree/tools/action.sh" "$to/tools/"
	cp "$tree/packaging/python/backend.py" "$tree/packaging/python/METADATA" "$tree/packaging/python/README.md" "$to/packaging/python/"
	sed "s/@VERSION@/$version/" "$tree/packaging/hook-repository/README.md" >"$to/README.md"
	cp "$folder/$name"-py3-none-*.whl "$to/wheels/"
}

# What npm fetched for the working tree serves the unpacked one, which may have no network.
vsix() {
	need_tree
	for part in editors/vscode tests/vscode/node; do
		[ ! -d "$part/node_modules" ] || [ -e "$tree/$part/node_modules" ] || ln -s "$top/$part/node_modules" "$tree/$part/node_modules"
	done
	notices >"$folder/LICENSE"
	sh "$tree/tools/vscode.sh" "$folder/$name.vsix"
	for pair in x86_64:x64 aarch64:arm64; do
		program=$folder/$name-linux-${pair%:*}
		[ ! -f "$program" ] || sh "$tree/tools/vscode.sh" "$folder/cfglint-linux-${pair#*:}-$version.vsix" "linux-${pair#*:}" "$program" "$folder/LICENSE"
	done
	rm "$folder/LICENSE"
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
	wheel) wheels ;;
	hook-repository) hook_repository ;;
	vsix)
		ls "$folder/$name"-py3-none-*.whl >/dev/null 2>&1 || wheels
		vsix
		;;
	deb) deb ;;
	npm) npm_package ;;
	*)
		echo "cfglint: package.sh makes dist, static, wheel, hook-repository, vsix, deb and npm, not '$word'" >&2
		exit 2
		;;
	esac
	sums
done
