#!/bin/sh
# SPDX-License-Identifier: MIT
# install-completions.sh PREFIX: puts completions/* where bash, zsh and fish look for them.
set -eu
share=$1/share
for file in completions/*; do
	case $file in
	*.bash) install -Dm644 "$file" "$share/bash-completion/completions/cfglint" ;;
	*.zsh | */_*) install -Dm644 "$file" "$share/zsh/site-functions/_cfglint" ;;
	*.fish) install -Dm644 "$file" "$share/fish/vendor_completions.d/cfglint.fish" ;;
	esac
done
