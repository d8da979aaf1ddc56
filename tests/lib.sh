# SPDX-License-Identifier: GPL-2.0-or-later
# lib.sh - for tests/*/*.test, which begin with:  . "$TOP/tests/lib.sh"
# shellcheck shell=bash
#
# tests/run gives each test: TOP (root of the repository), B (where it was built), KTALLY and KTALLY_STATIC (the
# programs), TMP (an empty folder of the test's own, removed afterwards). A test prints one line for each case with
# the functions below, goes on after a failure, and ends with status 0. `# timeout: SECONDS` in its first lines
# replaces the usual 120.

: "${TOP:?run me with tests/run}" "${TMP:?}" "${KTALLY:?}"
TEST=$(basename "$0" .test)

ok() # NAME
{
	printf 'ok - %s\n' "$1"
}

not_ok() # NAME DETAIL (its first line stays with the name; the rest follows as comments)
{
	printf 'not ok - %s: %s\n' "$1" "$(printf '%s' "${2:-}" | sed '2,$s/^/#   /')"
}

skip() # NAME REASON: the missing feature
{
	printf 'skip - %s: %s\n' "$1" "$2"
}

is() # NAME GOT WANTED
{
	if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "got [$2] wanted [$3]"; fi
}

contains() # NAME TEXT PATTERN (extended regular expression, of one line)
{
	if grep -qE -e "$3" <<<"$2"; then ok "$1"; else not_ok "$1" "no /$3/ in: $2"; fi
}

lacks() # NAME TEXT PATTERN
{
	if grep -qE -e "$3" <<<"$2"; then not_ok "$1" "/$3/ in: $2"; else ok "$1"; fi
}

holds() # NAME COMMAND...: passes if the command succeeds
{
	local name=$1 output
	shift
	if output=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "status $?: $* $output"; fi
}

# Waits for what happens by itself at an unknown time: the kernel removes things a moment later, on a busy machine
# much later. What has not come after a minute does not come.
eventually() # COMMAND...: until it succeeds
{
	local end=$((SECONDS + 60))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.05
	done
}

# For eventually: what was started in the background is no shell any more
runs_program() # PID NAME
{
	[ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ]
}

run() # COMMAND...: sets OUT, ERR and STATUS to its output, messages and status
{
	OUT=$("$@" 2>"$TMP/.err" </dev/null)
	STATUS=$?
	ERR=$(<"$TMP/.err")
	export OUT ERR STATUS
}

# ---- what a test needs; if it is missing, the whole test is one skip ----

skip_all() # REASON
{
	skip "$TEST" "$1"
	exit 0
}

has_command() # CMD: looks in sbin too, which is not in everybody's PATH
{
	PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null
}

# The folders of src/: each may use itself and those before it.
# shellcheck disable=SC2034
LAYERS="base sys calls dat metrics session probe source render tools run report doctor serve main"

# Prints the name of every tool: a folder of src/tools with a file of the same name
tool_names()
{
	local folder
	for folder in "$TOP"/src/tools/*; do
		[ ! -e "$folder/${folder##*/}.c" ] || echo "${folder##*/}"
	done
}

need_command() # CMD...
{
	for command_; do
		has_command "$command_" || skip_all "no command $command_"
	done
}

need_root()
{
	[ "$(id -u)" = 0 ] || skip_all "not root"
}

# Finds tracefs at /sys/kernel/tracing, and mounts it if necessary
need_tracefs()
{
	need_root
	TRACEFS=/sys/kernel/tracing
	export TRACEFS
	[ -e $TRACEFS/events ] && return
	mount -t tracefs tracefs $TRACEFS 2>/dev/null
	[ -e $TRACEFS/events ] || skip_all "no tracefs"
}

need_event() # block/block_rq_issue
{
	need_tracefs
	[ -e "$TRACEFS/events/$1" ] || skip_all "this kernel has no event $1"
}

# Asks bpftool, not ktally: a ktally that cannot use BPF where there is BPF must fail, not skip.
need_bpf()
{
	need_root
	need_command bpftool
	[ -r /sys/kernel/btf/vmlinux ] || skip_all "no kernel BTF"
	PATH=$PATH:/usr/sbin:/sbin bpftool prog list >/dev/null 2>&1 || skip_all "no bpf()"
}

# Makes a block device for the test over a file in TMP; DISK is its name ("loop3"). It is gone when the test ends
need_disk() # [MEGABYTES]
{
	need_root
	need_command losetup
	truncate -s "${1:-64}M" "$TMP/disk"
	DISK_NODE=$(losetup --find --show "$TMP/disk" 2>/dev/null) || skip_all "no loop device"
	DISK=${DISK_NODE#/dev/}
	export DISK DISK_NODE
	at_end 'losetup --detach "$DISK_NODE"'
}

# Registers a command to run at the end of the test, or of the subshell that calls this; the last one runs first. A
# child that a signal hits before its exec still has its parent's traps, and must leave the parent's things alone. The
# runner and timeout both pass a signal on: a second one inside the end would end the end.
at_end() # COMMAND
{
	[ "${AT_END_OF:-}" = $BASHPID ] || AT_END= AT_END_OF=$BASHPID
	AT_END="$1; $AT_END"
	# case, not [, whose status could become the child's
	trap 'case $BASHPID in "$AT_END_OF") trap : TERM INT HUP; eval "$AT_END" ;; esac' EXIT
	trap 'trap : TERM INT HUP; exit 143' TERM INT HUP
}

# Prints the lab's kernels that a test boots: those before -- in `make check`, all in `make check-all`; KERNELS
# replaces them. The first ones are where kernels differ most: the oldest, the newest, and the one without BPF.
kernels() # KERNEL... [-- KERNEL...]
{
	[ ! "${KERNELS+set}" ] || { echo "$KERNELS"; return; }
	local kernel
	for kernel; do
		if [ "$kernel" != -- ]; then echo "$kernel"; elif [ ! "$THOROUGH" ]; then return; fi
	done
}

# Sets the programs that a kernel of the lab can run: KTALLY_STATIC, and WORK, the folder of tests/work's *-static.
# For arm64 those of `make arm64`; fails, with a skip, where this machine cannot build them.
programs_for() # KERNEL
{
	local built=$B
	[[ $1 != *-arm64 ]] || built=$B/arm64
	KTALLY_STATIC=$built/ktally-static WORK=$built/tests/work
	[ -x "$KTALLY_STATIC" ] && return
	skip "$1" "$("$TOP/tests/vm/sysroot" arm64 2>&1 | sed -n 's/^lab: skip: //p')"
	return 1
}
