#!/bin/sh
# SPDX-License-Identifier: MIT
# make bare: what README asks of a new user, `make demo` and `make test`, on a bare Debian 12: a chroot of mmdebstrap's smallest variant with make, git
# and ca-certificates, a fresh clone of the last commit, no settings and no terminal of whoever calls this. Needs root or sudo, and the
# network for what the two commands install. $WORK (default: build/bare) holds the chroot until it is done, and the output of each command.
set -eu
cd "$(dirname "$0")/.."
work=${WORK:-build/bare}
as_root() {
	if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}
mkdir -p "$work"
work=$(cd "$work" && pwd)
root=$work/root
drop_root() { as_root rm -rf --one-file-system "$root" "$work/clone.new"; }
trap drop_root EXIT
drop_root

echo "bare: making a Debian 12 with make, git and ca-certificates"
as_root mmdebstrap --quiet --variant=minbase --include=make,git,ca-certificates bookworm "$root" >"$work/mmdebstrap.log" 2>&1 || {
	tail -n 20 "$work/mmdebstrap.log" >&2
	exit 1
}
as_root cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
# the certificates that this network wants, which may be more than Debian's own
as_root cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
git clone --quiet --no-local . "$work/clone.new"
as_root rm -rf "$root/root/cfglint"
as_root mv "$work/clone.new" "$root/root/cfglint"

# A mount namespace and a list of processes of its own: whatever the tests leave ends with them.
inside() { # COMMAND: in the clone, with the variables of a new login
	as_root unshare --mount --pid --fork sh -c '
		mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp" &&
		exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
			NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt chroot "$1" sh -c "cd /root/cfglint && $2" </dev/null' - "$root" "$1"
}
for command in "make demo" "make test"; do
	began=$(date +%s)
	file=$work/$(echo "$command" | tr ' ' '-').log
	echo "bare: $command"
	if inside "$command" >"$file" 2>&1; then status=0; else status=$?; fi
	tail -n 1 "$file"
	echo "bare: $command ended with $status after $(($(date +%s) - began)) seconds; its output is in $file"
	if [ "$status" -ne 0 ]; then
		grep -A5 '^not ok\|: not ok' "$file" | tail -n 60 || :
		exit "$status"
	fi
done
