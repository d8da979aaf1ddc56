# SPDX-License-Identifier: GPL-2.0-or-later
# follow.sh - runs with bash, in a guest of tests/vm/follow.test and on the host in tests/live/follow.test: every tool
# that filters by task follows a family, and counts exactly what its members do. BACKENDS names the forms to try;
# DISK is a disk that may be read. TRACERS: this kernel has probes and tracers of functions.
# shellcheck shell=bash

# Starts a family and waits until three of it exist: a process, its child, its grandchild. Behind their gates each
# does COMMAND in a new child, and once more in a grandchild: COMMAND runs 6 times. Its first process is ROOT.
family() # COMMAND...
{
	local i
	for i in 1 2 3; do rm -f "$TMP/gate.$i" "$TMP/gate.$i.done"; mkfifo "$TMP/gate.$i"; done
	# shellcheck disable=SC2016 # the shell that is started expands these
	bash -c 'gate=$1; shift
		work() { read -r _ <"$gate.$1"; "${@:2}"; ("${@:2}"; :); : >"$gate.$1.done"; }
		( (work 1 "$@"; :) & work 2 "$@"; wait) &
		work 3 "$@"; wait' - "$TMP/gate" "$@" >/dev/null 2>&1 &
	ROOT=$!
	exec 5>"$TMP/gate.1" 6>"$TMP/gate.2" 7>"$TMP/gate.3" # each returns when somebody waits there
}

# All at once, or with ONE_BY_ONE
open_gates()
{
	local i
	for i in 1 2 3; do
		echo >&$((i + 4))
		[ -z "${ONE_BY_ONE:-}" ] || eventually test -e "$TMP/gate.$i.done"
	done
	exec 5>&- 6>&- 7>&-
	wait "$ROOT"
}

is_gone()
{
	[[ $(cat "/proc/$1/stat" 2>/dev/null) =~ \)\ Z|^$ ]]
}

# The family has ended. A run that does not notice it is killed, which its status tells.
ends_by_itself()
{
	eventually is_gone "$PID" || kill -KILL "$PID"
	wait "$PID"
	STATUS=$?
}

# Traces what the family does, while others do the same
traced() # BACKEND TOOL [ARGUMENT...] -- COMMAND...
{
	local arguments=(--backend="$1")
	shift
	while [ "$1" != -- ]; do arguments+=("$1"); shift; done
	shift
	family "$@"
	start follow "${arguments[1]}" "${arguments[0]}" "${arguments[@]:2}" -j --follow "$ROOT" || return
	"$@" >/dev/null 2>&1
	open_gates
	"$@" >/dev/null 2>&1
	ends_by_itself
	grep '"tool"' "$TMP/follow.out" >"$TMP/rows"
}

# One of up to twenty times: the last ten let the family work one by one, so that few are there to be skipped
try() # NUMBER BACKEND TOOL [ARGUMENT...] -- COMMAND...
{
	local ONE_BY_ONE=
	[ "$1" -le 10 ] || ONE_BY_ONE=yes
	traced "${@:2}"
}

# What the summary says was counted and lost: "60 0 0 0"
account()
{
	sed -En 's/.*"counted":([0-9]+),"lost":\{"ring":([0-9]+),"map_full":([0-9]+),"missed":([0-9]+).*/\1 \2 \3 \4/p' "$TMP/rows"
}

# On 7.2 a program at a system call may be preempted in the middle; the kernel then skips its runs for others on that
# CPU, and the summary says how many, be they of the family or not. So one of twenty runs must be perfect, and none may
# lack more than it tells, unless it says that it missed a fork.
skipped_by_the_kernel() # WANTED
{
	local counted ring full missed
	read -r counted ring full missed < <(account)
	[ "${missed:-0}" != 0 ] && [ "$ring $full $STATUS" = "0 0 0" ] && [ "$counted" -le "$1" ] || return
	[ $((counted + missed)) -ge "$1" ] || grep -q '"untold":"the kernel skipped a run for a fork' "$TMP/rows"
}

counts() # WANTED BACKEND TOOL [ARGUMENT...] -- COMMAND...
{
	local wanted=$1 i
	shift
	for i in {1..20}; do
		try "$i" "$@"
		[ "$1" = bpf ] && skipped_by_the_kernel "$wanted" || break
	done
	is "$1: $2${3:+ $3} --follow" "$(account) $STATUS" "$wanted 0 0 0 0"
	[ "$STATUS" = 0 ] || sed 's/^/# /' "$TMP/follow.err"
}

# Rows of a pattern, where the tool also sees what shells do
shows() # WANTED PATTERN BACKEND TOOL [ARGUMENT...] -- COMMAND...
{
	local wanted=$1 pattern=$2 i
	shift 2
	for i in {1..20}; do
		try "$i" "$@"
		[ "$1" = bpf ] && [ "$(grep -cE "$pattern" "$TMP/rows")" -lt "$wanted" ] && [[ $(account) =~ ^[0-9]+\ 0\ 0\ [1-9] ]] || break
	done
	is "$1: $2${3:+ $3} --follow" "$(grep -cE "$pattern" "$TMP/rows") $STATUS" "$wanted 0"
}

CALLS=("$WORK/calls" getppid 10)
GETPPID=__x64_sys_getppid

functions() # BACKEND
{
	counts 60 "$1" tpoint syscalls:sys_enter_getppid -- "${CALLS[@]}"
	counts 60 "$1" uprobe "p:$WORK/calls:make_getppid" -- "${CALLS[@]}"
	[ "$TRACERS" ] || return 0
	counts 60 "$1" funccount $GETPPID -- "${CALLS[@]}"
	counts 60 "$1" kprobe --count p:$GETPPID -- "${CALLS[@]}"
	counts 60 "$1" kprobe p:$GETPPID -- "${CALLS[@]}"
	counts 60 "$1" functrace $GETPPID -- "${CALLS[@]}"
	counts 60 "$1" funcslower $GETPPID 0 -- "${CALLS[@]}"
}

events() # BACKEND
{
	shows 1 '"syscall":"getppid".*"count":60[,}]' "$1" syscount -c -- "${CALLS[@]}"
	[ "$1$TRACERS" = ftrace ] || # ftrace reads paths by a probe
		shows 6 "$TMP/missing" "$1" opensnoop -- cat "$TMP/missing"
	shows 6 '"t(arget_)?pid":4194300' "$1" killsnoop -- bash -c 'kill -0 4194300'
}

# Three members read the same places at once: each read is a request of its own, also where a scheduler would merge
disks() # BACKEND
{
	local tool
	echo 2 >"/sys/block/$DISK/queue/nomerges"
	for tool in iolatency bitesize iosnoop; do
		counts 60 "$1" $tool -d "$DISK" -- "$WORK/dio" -n 10 "/dev/$DISK"
	done
}

for backend in $BACKENDS; do
	functions "$backend"
	events "$backend"
	disks "$backend"
done
[ -z "$TRACERS" ] || shows 60 "$GETPPID.*\"step\":\"(leaf|leave)\"" ftrace funcgraph $GETPPID -- "${CALLS[@]}"
run "$KTALLY" tcpretrans -q --follow $$ -d 0.1
is "tcpretrans --follow" "$STATUS" 0
for tool in iolatency funccount syscount; do
	run "$KTALLY" $tool --follow 4194303 getppid
	is "$tool --follow nobody" "$STATUS" 2
done
