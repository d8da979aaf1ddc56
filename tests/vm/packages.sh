# SPDX-License-Identifier: GPL-2.0-or-later
# packages.sh - unpacks Debian packages into a cache for the kernel lab; sourced by lab and build-nobpf. It
# installs nothing and never touches the machine's own package state: apt runs on a private root that only borrows
# the machine's mirror, proxy and archive key.
# shellcheck shell=bash disable=SC2034,SC2016

CACHE=${KTALLY_LAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kernel-lab}

die() { echo "lab: $*" >&2; exit 2; }
# The machine cannot do it, which says nothing about the project: callers count 77 as a skip and print the reason.
skip() { echo "lab: skip: $*" >&2; exit 77; }
need() { command -v "$1" >/dev/null || skip "no $1 on this machine (Debian package: $2)"; } # program package

# Allows one writer at a time; who has waited must check whether its work is already done. Commands run here must
# check their own errors: the || turns "set -e" off inside.
locked() { # function arg...
	need flock util-linux
	{ mkdir -p "$CACHE" 2>/dev/null && [ -w "$CACHE" ]; } || skip "cannot write to the kernel cache $CACHE"
	(flock -w 1800 9 || skip "another fetch has held $CACHE/lock for half an hour"; "$@") 9>"$CACHE/lock" || exit $?; }

suites_of() { # series -> SUITES, the Debian suites that carry it
	case $1 in
	5.10) SUITES=(bullseye bullseye-security) ;;
	6.1)  SUITES=(bookworm bookworm-security) ;;
	6.12) SUITES=(trixie trixie-security) ;;
	6.1[3-9]|7.[0-9]|7.[0-9][0-9]) SUITES=(trixie-backports) ;;
	*) die "unknown kernel $1 (see: lab list)" ;; esac; }

mirror() { # label : the mirror that this machine itself uses for Debian, or for Debian-Security
	env -u APT_CONFIG apt-get indextargets --format '$(REPO_URI)' \
		'Created-By: Packages' 'Origin: Debian' "Label: $1" 2>/dev/null | sed -n 1p; }

# prints the first line that names a cause; apt's last line says only that something failed
apt_error() { { grep 'Failed to fetch' "$1"; grep '^E:' "$1"; } | sed -n 's/^[EW]: //; 1p'; }

apt_for() { # arch [refresh] : point apt-get and apt-cache at a private root with SUITES, its lists at most a day old
	local root=$CACHE/apt-$1-${SUITES[0]} key=/usr/share/keyrings/debian-archive-keyring.gpg main sec s
	command -v apt-get >/dev/null || skip "kernels come from Debian packages, and this machine has no apt"
	need dpkg-deb dpkg
	export APT_CONFIG=$root/apt.conf LC_ALL=C
	WHY='' FRESH=''
	[ "${2:-}" = refresh ] || [ -z "$(find "$root/ok" -mmin -1440 2>/dev/null)" ] || return 0
	main=$(mirror Debian) sec=$(mirror Debian-Security)
	[ -n "$main" ] || skip "this machine's apt has no Debian source (or its lists are empty: apt-get update)"
	[ -e "$key" ] || skip "no $key on this machine (Debian package: debian-archive-keyring)"
	mkdir -p "$root"/{etc/sources.list.d,etc/apt.conf.d,etc/preferences.d,lists/partial,cache/archives/partial}
	: > "$root/status"
	for s in "${SUITES[@]}"; do
		[[ $s != *-security ]] || [ -n "$sec" ] || continue
		[[ $s == *-security ]] && echo "deb [signed-by=$key] $sec $s main" || echo "deb [signed-by=$key] $main $s main"
	done > "$root/etc/sources.list"
	{	env -u APT_CONFIG apt-config dump | grep -i '^Acquire::[a-z:]*proxy'
		cat <<-E
		APT::Architecture "$1"; APT::Architectures { "$1"; }; APT::Sandbox::User "$(id -un)";
		Dir::State "$root"; Dir::State::lists "$root/lists"; Dir::State::status "$root/status";
		Dir::Cache "$root/cache"; Dir::Etc "$root/etc";
		Acquire::Languages "none"; Acquire::Retries "1"; Acquire::http::Timeout "20"; Acquire::https::Timeout "20";
		E
	} > "$root/apt.conf"
	# Only remembers a failure: an ended release may have lost its security suite and still serve kernels.
	FRESH=1
	if apt-get -q -o APT::Update::Error-Mode=any update > "$root/log" 2>&1; then touch "$root/ok"
	else WHY=$(apt_error "$root/log"); rm -f "$root/ok"; fi; }

unpack() { # dest package... : download and unpack; dest appears whole or not at all, with a list `versions`. Call under the lock.
	local dest=$1 t f; shift
	rm -rf "$CACHE"/part.*  # left by killed runs: who holds the lock is alone here
	t=$(mktemp -d "$CACHE/part.XXXXXX") || { WHY="cannot write to $CACHE"; return 1; }
	if ! (cd "$t" && apt-get -q download "$@") > "$t/log" 2>&1; then
		WHY=$(apt_error "$t/log"); rm -rf "$t"; return 1; fi
	mkdir "$t/x"
	for f in "$t"/*.deb; do
		dpkg-deb -x "$f" "$t/x" || { WHY="cannot unpack ${f##*/}"; rm -rf "$t"; return 1; }
		dpkg-deb -W --showformat='${Package} ${Version}\n' "$f" >> "$t/x/versions"; done
	# a lab that looks between these two renames finds nothing, waits for the lock and looks again
	if [ -e "$dest" ]; then mv -T "$dest" "$t/old"; fi
	mv -T "$t/x" "$dest" || { WHY="cannot write $dest"; rm -rf "$t"; return 1; }
	rm -rf "$t"; }
