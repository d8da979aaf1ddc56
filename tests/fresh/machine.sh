# SPDX-License-Identifier: GPL-2.0-or-later
# machine.sh - a fresh machine: a minimal Debian of one release in a folder of the test; source it after lib.sh
# shellcheck shell=bash
#
# Its mounts are in a mount namespace that only the test is in: they disappear with the test's last process,
# however that ends. What runs there gets TERM when the test dies. It shares the PID namespace of the host, because
# a tracer must see the kernel's numbers.

if [ -z "${FRESH_NAMESPACE:-}" ]; then
	need_root
	need_command unshare setpriv chroot flock
	unshare --mount --propagation private true 2>/dev/null || skip_all "no mount namespace of its own"
	FRESH_NAMESPACE=1 exec unshare --mount --propagation private "$0"
fi
unset FRESH_NAMESPACE
MACHINE=$TMP/machine

inside() # COMMAND...: runs it there, in the folder of the sources, with the environment of a login
{
	local name set=()
	for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
		[ -z "${!name:-}" ] || set+=("$name=${!name}")
	done
	setpriv --pdeathsig TERM env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb "${set[@]}" \
		chroot "$MACHINE" env -C /ktally "$@" </dev/null
}

# Keeps what apt downloads for the next test; if another test uses that folder, this one gets its own.
apt_folder() # CACHE RELEASE -> APT
{
	APT=$1/fresh-apt-$2
	mkdir -p "$APT"
	exec 8>"$APT/lock"
	flock -n 8 || APT=$TMP/apt
	mkdir -p "$APT"/{archives,lists}/partial
}

mount_machine()
{
	mount --rbind /dev "$MACHINE/dev" && mount --rbind /sys "$MACHINE/sys" && mount -t proc proc "$MACHINE/proc" &&
		mount --bind "$APT/archives" "$MACHINE/var/cache/apt/archives" &&
		mount --bind "$APT/lists" "$MACHINE/var/lib/apt/lists" || return
	[ -e "$MACHINE/sys/kernel/tracing/events" ] || mount -t tracefs tracefs "$MACHINE/sys/kernel/tracing"
}

clear_machine()
{
	local place
	for place in dev sys proc var/cache/apt/archives var/lib/apt/lists; do
		! mountpoint -q "$MACHINE/$place" || umount -R "$MACHINE/$place" || return
	done
	rm -rf --one-file-system "$MACHINE"
}

unpack_machine() # RELEASE [-f]: makes the machine anew; -f: from a new tar
{
	local tar status
	tar=$("$TOP/tests/fresh/base" ${2:+"$2"} "$1" 2>"$TMP/base")
	status=$?
	[ $status != 77 ] || skip_all "$(sed -n 's/^lab: skip: //p' "$TMP/base")"
	[ $status = 0 ] || { not_ok "a minimal $1" "$(cat "$TMP/base")"; exit 1; }
	clear_machine && mkdir "$MACHINE" && tar -C "$MACHINE" -I zstd -xf "$tar" && mkdir "$MACHINE/ktally" || exit
	cp -L /etc/resolv.conf /etc/hosts "$MACHINE/etc/" 2>/dev/null # today's files
	[ "$APT" ] || apt_folder "${tar%/*}" "$1"
	mount_machine || skip_all "the folders of a machine cannot be mounted here"
}

# The README says that everybody has these
install_git_and_make()
{
	inside apt-get -q update >"$TMP/apt.log" 2>&1
	inside apt-get -q -y --no-install-recommends -o Acquire::Retries=3 install git make >>"$TMP/apt.log" 2>&1
}

fresh_machine() # RELEASE: makes it at MACHINE, with the sources in its /ktally
{
	[ "$(df -Pk "$TMP" | awk 'END { print $4 }')" -gt $((3 << 20)) ] || skip_all "less than 3 GB free for a machine"
	APT=
	unpack_machine "$1"
	install_git_and_make || {
		unpack_machine "$1" -f # the tar is older than what the mirror has now
		install_git_and_make || skip_all "git and make cannot be had for $1: $(grep -h '^E:' "$TMP/apt.log" | head -1)"
	}
	copy_sources
}

# Prints the files that git knows or would add; without git, all files outside build/
sources()
{
	local file
	if git -C "$TOP" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		git -C "$TOP" ls-files -z --cached --others --exclude-standard
	else
		(cd "$TOP" && find . -path ./build -prune -o -type f -print0)
	fi | while IFS= read -rd '' file; do
		[ ! -f "$TOP/$file" ] || printf '%s\0' "$file"
	done
}
copy_sources()
{
	sources | tar -C "$TOP" --null -T - -cf - | tar -C "$MACHINE/ktally" --no-same-owner -xf -
	holds "the sources are there" test -f "$MACHINE/ktally/Makefile"
}

# Saves space: keeps only those downloaded packages that the mirror still has
forget_old_packages()
{
	inside apt-get -q autoclean >/dev/null 2>&1
}
