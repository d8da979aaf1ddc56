# SPDX-License-Identifier: GPL-2.0-or-later
# prometheus.sh - prometheus and promtool for tests. Where they are not installed they are unpacked into the lab's cache,
# for the package would start a server on every machine that runs the tests.
# shellcheck shell=bash

# Puts both into PATH. Without them the whole test is one skip.
need_prometheus()
{
	local folder reason
	has_command prometheus && has_command promtool && return
	folder=$(unpacked_prometheus 2>"$TMP/prometheus.reason") || {
		reason=$(sed -n 's/^lab: skip: //p' "$TMP/prometheus.reason")
		skip_all "no prometheus: ${reason:-it cannot be unpacked}"
	}
	PATH=$folder/usr/bin:$PATH
}

# In a process of its own, for packages.sh ends it where something is missing
unpacked_prometheus()
(
	set -euo pipefail
	. "$TOP/tests/vm/packages.sh"
	release=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
	[ -n "$release" ] || skip "/etc/os-release names no Debian release"
	SUITES=("$release" "$release-security")
	dest=$CACHE/prometheus-$release
	unpack_once() {
		[ ! -d "$dest" ] || return 0
		apt_for "$(dpkg --print-architecture)"
		unpack "$dest" prometheus && return
		[ -n "$FRESH" ] || { apt_for "$(dpkg --print-architecture)" refresh; unpack "$dest" prometheus && return; }
		skip "cannot get it from this machine's Debian mirror: $WHY"
	}
	[ -d "$dest" ] || locked unpack_once
	echo "$dest"
)
