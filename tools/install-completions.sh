#!/bin/sh
# SPDX-License-Identifier: MIT
# install-completions.sh [--remove] PREFIX: puts completions/* where bash, zsh and fish look for them, or removes them from there.
set -eu
remove=
if [ "$1" = --remove ]; then
	remove=yes
	shift
fi
share=$1/share
put() { # FILE TARGET
	if [ -n "$remove" ]; then rm -f "$2"; else install -Dm644 "$1" "$2"; fi
}
for file in completions/*; do
	case $file in
	*.bash) put "$file" "$share/bash-completion/completions/cfglint" ;;
	*.zsh | */_*) put "$file" "$share/zsh/site-functions/_cfglint" ;;
	*.fish) put "$file" "$share/fish/vendor_completions.d/cfglint.fish" ;;
	esac
done
