#!/bin/sh
# SPDX-License-Identifier: MIT
# make test-packages: what tools/package.sh makes of the last commit is the same bytes when it is made in another folder; the
# tarball builds without a network; the Debian package satisfies lintian, and installs, runs and goes from a bare Debian 12; the npm
# package installs offline; the static program runs in a folder that holds nothing else. Eight minutes on two processors; needs root or sudo for the
# bare Debian, and the network for what it consists of.
set -u
cd "$(dirname "$0")/.." || exit 1
version=$(cat VERSION)
work=${WORK:-build/test-packages}
rm -rf "$work"
mkdir -p "$work/one" "$work/another/folder"
work=$(cd "$work" && pwd)
failed=0
ok() { echo "ok $1"; }
not_ok() {
	echo "not ok $1 $(printf '%s' "${2:-}" | tail -c 900)"
	failed=1
}
# holds NAME TEXT COMMAND...: it ends with 0 and prints TEXT
holds() {
	name=$1 text=$2
	shift 2
	if said=$("$@" 2>&1 </dev/null) && printf '%s' "$said" | grep -qF -- "$text"; then ok "$name"; else not_ok "$name" "$said"; fi
}
# without a network, where that may be had
alone() {
	if unshare -rn true 2>/dev/null; then unshare -rn "$@"; else "$@"; fi
}
as_root() {
	if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

COMMIT=$(git rev-parse HEAD) # somebody may commit meanwhile
export COMMIT
for folder in one another/folder; do
	if said=$(alone sh tools/package.sh "$work/$folder" dist deb static npm 2>&1); then ok "packages_in_$(basename $folder)"; else
		not_ok "packages_in_$(basename $folder)" "$said"
	fi
done
for file in "$work"/one/cfglint*; do
	name=$(basename "$file")
	if cmp -s "$file" "$work/another/folder/$name"; then ok "same_bytes_$name"; else not_ok "same_bytes_$name"; fi
done
cp "$work/one/SHA256SUMS" "$work/sums"
if (cd "$work/another/folder" && sha256sum -c --quiet "$work/sums") >"$work/said" 2>&1 && [ "$(wc -l <"$work/sums")" -eq 4 ]; then ok sums; else
	not_ok sums "$(cat "$work/said" "$work/sums")"
fi

arch=$(uname -m)
deb=$work/one/cfglint_${version}_$(dpkg --print-architecture).deb
said=$(lintian -I --pedantic --fail-on error,warning,info,pedantic "$deb" 2>&1)
if [ $? -eq 0 ]; then ok lintian; else not_ok lintian "$said"; fi
if [ -n "$said" ]; then printf '%s\n' "$said" | sed 's/^/lintian says: /'; fi

config="$PWD/fixtures/bevseg"
# a bare Debian 12: what the package puts there, and that all of it goes
cat >"$work/inside" <<'X'
set -eu
cd /
# of other packages, logs and caches nothing is asked here
files() { find / -xdev -name '*cfglint*' ! -path '/package/*' ! -path '/var/log/*' ! -path '/var/cache/*' | sort; }
apt-get -qq update
apt-get -qq install -y --no-install-recommends /package/*.deb >/package/log 2>&1 || { cat /package/log; exit 1; }
cfglint --version
test "$(cfglint --version | head -n 1)" = "cfglint $1"
cfglint /package/project/configs/experiments/keep_three.py && exit 1 || test $? -eq 1
cfglint explain CKP001 | grep -q CKP001
cfglint rules --output-format json >/dev/null
zcat /usr/share/man/man1/cfglint.1.gz | head -n 1 | grep -q SPDX
for file in /usr/share/bash-completion/completions/cfglint /usr/share/zsh/vendor-completions/_cfglint /usr/share/fish/vendor_completions.d/cfglint.fish; do test -s $file; done
page=$(cfglint /package/project/configs/experiments/keep_three.py --output-format json | sed -n 's,.*"url": "file://\([^"]*\)".*,\1,p' | head -n 1)
test -s "$page"
mkdir /package/new && (cd /package/new && cfglint init >/dev/null 2>&1)
test -s "$(sed -n 's,^# yaml-language-server: $schema=file://,,p' /package/new/.cfglint.yaml)"
apt-get -qq purge -y cfglint >/package/log 2>&1 || { cat /package/log; exit 1; }
files >/package/left
test ! -s /package/left || { cat /package/left; exit 1; }
echo all went well
X
root=$work/root
if as_root mmdebstrap --quiet --variant=apt bookworm "$root" >"$work/said" 2>&1; then
	as_root mkdir "$root/package"
	as_root cp -r "$deb" "$work/inside" "$config" "$root/package/"
	as_root mv "$root/package/bevseg" "$root/package/project"
	as_root cp /etc/resolv.conf "$root/etc/"
	holds deb_on_a_bare_debian 'all went well' as_root chroot "$root" sh /package/inside "$version"
	as_root rm -rf "$root"
else
	not_ok deb_on_a_bare_debian "$(cat "$work/said")"
fi

mkdir "$work/node"
echo '{"name": "user", "private": true}' >"$work/node/package.json"
cd "$work/node" || exit 1
holds npm_installs_offline 'added 1 package' alone npm install --offline --no-audit --no-fund --cache "$work/node/cache" "$work/one/cfglint-$version.tgz"
holds npx "cfglint $version" alone npx --offline cfglint --version
holds npx_lints CKP001 sh -c "npx --offline cfglint $config/configs/experiments/keep_three.py; test \$? -eq 1"
holds notices_are_inside 'GNU Lesser General Public' cat node_modules/cfglint/LICENSE
cd "$OLDPWD" || exit 1

mkdir "$work/empty"
cp "$work/one/cfglint-$version-linux-$arch" "$work/empty/cfglint"
cp -r "$config/configs" "$work/empty/"
if unshare -r true 2>/dev/null; then
	holds static_needs_nothing CKP001 sh -c "unshare -r chroot $work/empty /cfglint /configs/experiments/keep_three.py; test \$? -eq 1"
else
	echo 'ok static_needs_nothing # skipped: unshare -r is not allowed here'
fi
exit $failed
