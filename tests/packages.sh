#!/bin/sh
# SPDX-License-Identifier: MIT
# make test-packages: what tools/package.sh makes of the last commit is the same bytes when it is made in another folder; the
# tarball builds without a network; the Debian package satisfies lintian, and installs, runs and goes from a bare Debian 12; the npm
# package installs offline; the static programs run in a folder that holds nothing else, that for arm64 in qemu; pip installs the wheels in a Debian with
# Python and pip alone; pre-commit runs from the hook repository without a compiler and a network. Twenty minutes on two processors; needs root or
# sudo for the bare Debians, and the network for what they consist of.
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
	if said=$(alone sh tools/package.sh "$work/$folder" dist deb static npm wheel hook-repository vsix 2>&1); then ok "packages_in_$(basename $folder)"; else
		not_ok "packages_in_$(basename $folder)" "$said"
	fi
done
for file in "$work"/one/cfglint*; do
	name=$(basename "$file")
	if cmp -s "$file" "$work/another/folder/$name"; then ok "same_bytes_$name"; else not_ok "same_bytes_$name"; fi
done
cp "$work/one/SHA256SUMS" "$work/sums"
arch=$(uname -m)
files=7
[ "$arch" != x86_64 ] || files=10 # program, wheel and extension for aarch64
if (cd "$work/another/folder" && sha256sum -c --quiet "$work/sums") >"$work/said" 2>&1 && [ "$(wc -l <"$work/sums")" -eq "$files" ]; then ok sums; else
	not_ok sums "$(cat "$work/said" "$work/sums")"
fi

# the extension of Visual Studio Code brings the program of its processor
for pair in x64:x86-64 arm64:aarch64; do
	vsix=$work/one/cfglint-linux-${pair%:*}-$version.vsix
	[ "$arch" = x86_64 ] || [ "${pair%:*}" = arm64 ] || continue
	rm -rf "$work/extension"
	python3 -m zipfile -e "$vsix" "$work" >/dev/null 2>&1
	holds "extension_of_${pair%:*}" "${pair#*:}" file -b "$work/extension/bin/cfglint"
	if [ "${pair#*:}" = "$(echo "$arch" | tr _ -)" ]; then
		chmod +x "$work/extension/bin/cfglint"
		holds "program_of_${pair%:*}" "cfglint $version" "$work/extension/bin/cfglint" --version
	fi
done

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

# runs_alone NAME PROGRAM COMMAND...: in a folder that holds the program, configs, and what COMMAND needs
runs_alone() {
	name=$1 program=$2
	shift 2
	rm -rf "$work/empty"
	mkdir "$work/empty"
	cp "$program" "$work/empty/cfglint"
	cp -r "$config/configs" "$work/empty/"
	[ $# -eq 0 ] || cp "$(command -v "$1")" "$work/empty/"
	if unshare -r true 2>/dev/null; then
		holds "$name" CKP001 sh -c "unshare -r chroot $work/empty ${1:+/$1} /cfglint --no-cache /configs/experiments/keep_three.py; test \$? -eq 1"
		printf '%s\n' "$said" >"$work/$name.said"
	else
		echo "ok $name # skipped: unshare -r is not allowed here"
	fi
}
runs_alone static_needs_nothing "$work/one/cfglint-$version-linux-$arch"
if [ "$arch" = x86_64 ]; then
	runs_alone static_for_aarch64 "$work/one/cfglint-$version-linux-aarch64" qemu-aarch64-static
	if cmp -s "$work/static_needs_nothing.said" "$work/static_for_aarch64.said"; then ok aarch64_finds_the_same; else not_ok aarch64_finds_the_same; fi
fi

# --- wheels
for wheel in "$work"/one/*.whl; do
	said=$(tests/wheel.test "$wheel" 2>&1) && ok "wheel_$(basename "$wheel")" || not_ok "wheel_$(basename "$wheel")" "$said"
done
cat >"$work/pip" <<'X'
set -eu
files() { find / -xdev -name '*cfglint*' ! -path '/package/*' ! -path '/proc/*' | sort; }
python3 -m venv /venv
/venv/bin/pip install --no-index /package/*.whl
test "$(/venv/bin/cfglint --version | head -n 1)" = "cfglint $1"
test "$(/venv/bin/python -m cfglint --version | head -n 1)" = "cfglint $1"
/venv/bin/cfglint /package/project/configs/experiments/keep_three.py && exit 1 || test $? -eq 1
/venv/bin/pip uninstall -y cfglint
test -z "$(files)"
pip install --no-index --break-system-packages --root-user-action=ignore /package/*.whl
cfglint --version
pip uninstall -y --break-system-packages --root-user-action=ignore cfglint
test -z "$(files)"
echo all went well
X
# of this machine's environment, pip's variables among it, nothing gets there
in_root() { as_root env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 chroot "$root" "$@"; }
# A Debian for MACHINE with these packages, all of it below $root, with the wheel for it. The rest: options of mmdebstrap.
debian() { # MACHINE PACKAGES OPTION...
	machine=$1 packages=$2
	shift 2
	as_root mmdebstrap --quiet "$@" --include="$packages" bookworm "$root" >"$work/said" 2>&1 || return 1
	as_root mkdir "$root/package"
	as_root cp -r "$config" "$root/package/project"
	as_root cp "$work/pip" "$work/one/"*"musllinux_1_1_$machine.whl" "$root/package/"
}
if debian "$arch" python3,python3-pip,python3-venv --variant=minbase; then
	holds pip_on_a_bare_debian 'all went well' in_root sh /package/pip "$version"
else
	not_ok pip_on_a_bare_debian "$(cat "$work/said")"
fi
as_root rm -rf "$root"

# For arm64 each command runs in qemu; it could start no other, and to install a wheel none is started.
foreign() { in_root /qemu "$@"; }
foreign_pip() { foreign /usr/bin/python3 -m pip "$@" --break-system-packages --root-user-action=ignore; }
in_arm64() {
	cp "$(command -v qemu-aarch64-static)" "$work/qemu" && as_root cp "$work/qemu" "$root/qemu"
	foreign_pip install --no-index "/package/$(basename "$root/package/"*.whl)" || return 1
	foreign /usr/local/bin/cfglint --version
	foreign /usr/local/bin/cfglint /package/project/configs/experiments/keep_three.py
	foreign_pip uninstall -y cfglint
	[ ! -e "$root/usr/local/bin/cfglint" ] && echo all went well
}
if [ "$arch" = x86_64 ]; then
	if debian aarch64 python3,python3-pip --variant=extract --arch=arm64; then
		holds pip_on_arm64 'all went well' in_arm64
		if printf '%s' "$said" | grep -q CKP001; then ok arm64_lints; else not_ok arm64_lints "$said"; fi
	else
		not_ok pip_on_arm64 "$(cat "$work/said")"
	fi
	as_root rm -rf "$root"
fi

# pre-commit has never seen the hooks. Seconds are those of a processor: what else runs here does not count.
cat >"$work/hook.py" <<'X'
import os, resource, subprocess, sys
top, rest = sys.argv[1], sys.argv[2:]
env = dict(os.environ, PRE_COMMIT_HOME=top + "/cache", PATH=top + "/bin:" + os.environ["PATH"])
r = subprocess.run(rest + ["pre-commit", "run", "--all-files"], cwd=top + "/project", env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print(r.stdout, "pre-commit ended with %d after %.1f s" % (r.returncode, seconds))
print("well" if r.returncode == 1 and "CKP001" in r.stdout and seconds < 10 else "not well")
X
git_in() { # FOLDER: all of it in one commit
	git -C "$1" init -q . && git -C "$1" add -A && git -C "$1" -c user.name=a -c user.email=a@example.org commit -qm all
}
if command -v pre-commit >/dev/null; then
	first=$work/first
	mkdir -p "$first/bin"
	cp -r "$work/one/hook-repository" "$first/hooks"
	cp -r "$config" "$first/project"
	for name in gcc make npm; do printf '#!/bin/sh\nexit 1\n' >"$first/bin/$name"; done
	chmod +x "$first/bin/"*
	git_in "$first/hooks"
	printf 'repos:\n  - repo: %s\n    rev: %s\n    hooks: [{id: cfglint}]\n' "$first/hooks" "$(git -C "$first/hooks" rev-parse HEAD)" >"$first/project/.pre-commit-config.yaml"
	git_in "$first/project"
	away=
	if unshare -rn true 2>/dev/null; then away='unshare -rn'; fi
	# shellcheck disable=SC2086
	said=$(env -u CFGLINT_BIN python3 "$work/hook.py" "$first" $away 2>&1)
	if printf '%s\n' "$said" | tail -n 1 | grep -qx well; then ok first_hook_in_ten_seconds; else not_ok first_hook_in_ten_seconds "$said"; fi
	printf '%s\n' "$said" | grep 'pre-commit ended'
else
	echo 'ok first_hook_in_ten_seconds # skipped: no pre-commit (tools/setup.sh pre-commit)'
fi
exit $failed
