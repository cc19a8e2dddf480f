#!/bin/sh
# SPDX-License-Identifier: MIT
# cross-libraries.sh FOLDER ARCH: puts Debian's static libraries for another processor (ARCH as Debian says it: arm64), and their headers,
# into FOLDER. apt-get works in FOLDER alone, with the sources of this machine: no foreign architecture is added here, and no root is
# needed. Silent when they are there.
set -eu
folder=$1
arch=$2
libraries="libpcre2-dev libyaml-dev libjansson-dev nettle-dev zlib1g-dev"
[ ! -f "$folder/complete" ] || exit 0
echo "cfglint: fetching libraries for $arch"
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/deb"
folder=$(cd "$folder" && pwd)
: >"$folder/apt/status"
cat >"$folder/apt/conf" <<X
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "root";
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
X
export APT_CONFIG="$folder/apt/conf"
apt-get -qq update
# shellcheck disable=SC2086
(cd "$folder/deb" && apt-get -qq download $libraries)
for file in "$folder"/deb/*.deb; do
	dpkg-deb -x "$file" "$folder"
done
rm -rf "$folder/apt" "$folder/deb"
: >"$folder/complete"
