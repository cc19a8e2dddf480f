#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what building and testing need, and only what is missing: Debian packages by apt-get, the sources of tree-sitter by
# npm (locked by hash, no scripts of theirs run). Silent when there is nothing to do. With the argument `clang` also what
# `make fuzz` needs, with `html` the browser of `make test-html`, with `torch` the torch of `make test-torch`, with `pre-commit` what
# tests/pre-commit.test commits with, with `formats` what `make test-formats` judges by, with `packages` what `make packages` and `make test-packages` need,
# with `bare` what `make bare` makes its Debian with,
# with `cross` what the wheel for another processor is built with, with `vsix` what the extension of Visual Studio Code is built with.
# With `editors` those of `make test-editors`, among them Visual Studio Code as a page, which npm builds (3 minutes, 1 GB).
set -eu
cd "$(dirname "$0")/.."

has_command() { command -v "$1" >/dev/null 2>&1; }
has_file() { [ -e "$1" ]; }
has_package() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

want=
need() { # PACKAGE TEST...: adds PACKAGE unless TEST holds
	package=$1
	shift
	"$@" || want="$want $package"
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

# Silent unless it fails; then all of it is shown.
quietly() {
	said=$("$@" 2>&1) || {
		printf '%s\n' "$said" >&2
		return 1
	}
}

install_packages() {
	apt="env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0"
	echo "cfglint: installing$want"
	# shellcheck disable=SC2086
	if ! as_root $apt install --no-install-recommends $want >/dev/null 2>&1; then
		quietly as_root $apt update
		quietly as_root $apt install --no-install-recommends $want
	fi
}

need gcc has_command gcc
need libc6-dev has_package libc6-dev
need make has_command make
need libpcre2-dev has_package libpcre2-dev
need libyaml-dev has_package libyaml-dev
need libjansson-dev has_package libjansson-dev
need nettle-dev has_package nettle-dev
need zlib1g-dev has_package zlib1g-dev
need libcmocka-dev has_package libcmocka-dev
need clang-format has_command clang-format
need python3 has_command python3
need python3-yaml has_package python3-yaml
need git has_command git
need mandoc has_command mandoc
need strace has_command strace
need nodejs has_command node
need npm has_command npm
if [ "${1:-}" = clang ]; then
	need clang has_command clang
	need libclang-rt-dev has_file /usr/lib/clang/*/lib/linux/libclang_rt.fuzzer-"$(uname -m)".a
fi

if [ "${1:-}" = html ]; then need chromium has_command chromium; fi
if [ "${1:-}" = pre-commit ]; then need pre-commit has_command pre-commit; fi
if [ "${1:-}" = formats ]; then
	need libxml2-utils has_command xmllint
	need python3-jsonschema has_package python3-jsonschema
fi
crosses() { [ "${1:-}" = cross ] && [ "$(uname -m)" = x86_64 ]; }
if crosses "$@"; then
	need gcc-aarch64-linux-gnu has_command aarch64-linux-gnu-gcc
	need qemu-user-static has_command qemu-aarch64-static
fi
if [ "${1:-}" = packages ]; then
	need debhelper has_package debhelper
	need dpkg-dev has_command dpkg-buildpackage
	need lintian has_command lintian
	need mmdebstrap has_command mmdebstrap
	need file has_command file
fi
if [ "${1:-}" = bare ]; then need mmdebstrap has_command mmdebstrap; fi
if [ "${1:-}" = torch ]; then need python3-torch has_package python3-torch; fi
if [ "${1:-}" = editors ]; then
	need neovim has_command nvim
	need vim has_command vim
	need vim-ale has_package vim-ale
	need emacs-nox has_command emacs
	need elpa-eglot has_package elpa-eglot
	need efm-langserver has_command efm-langserver
	need chromium has_command chromium
	need g++ has_command g++
	need libkrb5-dev has_package libkrb5-dev
fi

if [ -n "$want" ]; then
	if ! has_command apt-get; then
		echo "cfglint: missing:$want (Debian's names), and there is no apt-get to install them" >&2
		exit 1
	fi
	install_packages
fi

# npm leaves its own copy of the lock behind: older than ours means not installed yet, or changed since.
fetch() { # FOLDER WHAT: what its package-lock.json lists. A link leads to what is another tree's: npm would empty it
	if [ -L "$1/node_modules" ]; then return; fi
	if [ ! -f "$1/node_modules/.package-lock.json" ] || [ "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ]; then
		echo "cfglint: fetching $2"
		(cd "$1" && quietly npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
		touch "$1/node_modules/.package-lock.json"
	fi
}
fetch . "tree-sitter's sources"
if [ "${1:-}" = formats ]; then fetch tests/validators "validators (117 MB)"; fi
if crosses "$@"; then sh tools/cross-libraries.sh build/cross/arm64 arm64; fi
node_is_old() { [ "$(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0)" -lt 22 ]; }
if [ "${1:-}" = vsix ]; then
	fetch editors/vscode "what the extension is built with"
	if node_is_old; then fetch tests/vscode/node "node 22"; fi
fi
