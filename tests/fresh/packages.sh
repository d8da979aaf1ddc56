# SPDX-License-Identifier: GPL-2.0-or-later
# packages.sh - makes a package on a fresh machine, installs it on another one, and removes it again
# shellcheck shell=bash

. "$TOP/tests/lib.sh"
. "$TOP/tests/fresh/machine.sh"

works() # NAME COMMAND...: there; ends the test if it does not
{
	local name=$1
	shift
	inside "$@" >"$TMP/log" 2>&1 && { ok "$name"; return; }
	not_ok "$name" "$(tail -20 "$TMP/log")"
	exit 0
}

build_package() # RELEASE: leaves $TMP/ktally.deb
{
	fresh_machine "$1"
	works "what the build needs" tests/deps deps
	works "what packaging needs" apt-get -q -y --no-install-recommends install build-essential debhelper lintian
	works "make deb" make deb
	inside sh -c 'lintian --fail-on none build/packages/*.changes' >"$TMP/lintian" 2>&1
	# an override for Debian 12's lintian is of a tag that Debian 13's has no more
	is "lintian finds nothing" "$(grep -E '^[EWIP]: ' "$TMP/lintian" | grep -v 'alien-tag package-supports-alternative-init')" ""
	cp "$MACHINE"/ktally/build/packages/ktally_*.deb "$TMP/ktally.deb"
}

# In a folder of another name, and with other times: the same bytes
reproducible()
{
	works "a second build" sh -c 'mkdir -p /else/where/sources && tar -C /ktally --exclude=./build -cf - . | tar -xmf - -C /else/where/sources &&
		make -C /else/where/sources && make -C /ktally'
	is "both programs are the same" "$(inside sha256sum /ktally/build/ktally /else/where/sources/build/ktally | cut -d' ' -f1 | uniq | wc -l)" 1
	is "no folder of the build is in it" "$(inside grep -c /else/where /else/where/sources/build/ktally)" 0
}

# All files but those in which apt and dpkg keep their own accounts
all_files()
{
	inside find / -xdev \( -path /ktally -o -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /var/lib/dpkg -o \
		-path /var/lib/apt -o -path /var/cache -o -path /var/log -o -path /etc/ld.so.cache \) -prune -o -print | sort
}

install_package() # RELEASE
{
	unpack_machine "$1"
	inside apt-get -q update >"$TMP/log" 2>&1
	cp "$TMP/ktally.deb" "$MACHINE/ktally/"
	all_files >"$TMP/before"
	works "apt installs it" apt-get -q -y --no-install-recommends install ./ktally.deb
	inside ktally doctor >"$TMP/doctor" 2>&1
	contains "doctor runs" "$?" '^[03]$'
	contains "doctor says what works" "$(cat "$TMP/doctor")" 'iolatency'
	contains "the version is the package's" "$(inside ktally --version) $(inside dpkg-query -W ktally)" '^ktally ([0-9.]+) ktally[[:space:]]+\1-'
	contains "short names are in a folder of their own" "$(inside /usr/libexec/ktally/bin/iolatency --version)" '^iolatency'
	is "each has a manual page" "$(for name in "$MACHINE"/usr/libexec/ktally/bin/*; do
		[ -e "$MACHINE/usr/share/man/man8/ktally-${name##*/}.8.gz" ] || echo "${name##*/}"; done)" ""
	contains "bash completes" "$(inside bash -c '. /usr/share/bash-completion/completions/ktally
		COMP_WORDS=(ktally iolat) COMP_CWORD=1 COMP_LINE="ktally iolat" COMP_POINT=12; _ktally ktally; echo "${COMPREPLY[@]}"' 2>&1)" '^iolatency$'
	is "zsh and fish have it where they look" "$(cd "$MACHINE/usr/share" && grep -l /usr/share/bash-completion/completions/ktally \
		zsh/vendor-completions/_ktally fish/vendor_completions.d/ktally.fish)" "zsh/vendor-completions/_ktally
fish/vendor_completions.d/ktally.fish"
	is "nothing was started or enabled" "$(find "$MACHINE/etc/systemd" -name 'ktally*' 2>/dev/null)" ""
}

remove_package()
{
	works "apt removes it" apt-get -q -y purge --auto-remove ktally
	is "nothing is left" "$(all_files | diff "$TMP/before" -)" ""
	forget_old_packages
}

package_on() # RELEASE
{
	build_package "$1"
	reproducible
	install_package "$1"
	remove_package
}
