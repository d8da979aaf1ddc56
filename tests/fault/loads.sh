# SPDX-License-Identifier: GPL-2.0-or-later
# loads.sh - for each tool a run with known numbers: LOAD has its arguments, EXPECT says whether numbers are known
# shellcheck shell=bash

. "$TOP/tests/fault/sweep.sh"

mapfile -t TOOLS < <("$KTALLY" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | grep -vx reset-ftrace)
TWICE='kill -0 $$; kill -0 $$; exec true'
printf '%s\n' '__attribute__((noinline)) int one(int i) { __asm__ volatile(""); return i; }' \
	'int main(void) { int n = 0; for (int i = 0; i < 300; i++) n += one(i); return n == 1; }' >"$TMP/one.c"
gcc -O1 -o "$TMP/one" "$TMP/one.c" || skip_all "no C compiler"

# Makes a disk for each tool: on one disk the kernel would merge neighbouring I/O of two loads. NODE is its path
disk_of() # TOOL
{
	truncate -s 16M "$TMP/disk-$1"
	NODE=$(losetup --find --show "$TMP/disk-$1" 2>/dev/null) || { skip "$1" "no loop device"; return 1; }
	at_end "losetup --detach $NODE"
}

before_main

loads_of() # TOOL [ARGUMENT...]; fails if there is no load
{
	local tool=$1
	shift
	EXPECT=yes
	case $tool in
	iolatency | iosnoop | bitesize)
		disk_of "$tool" || return
		LOAD=(-d "${NODE#/dev/}" -- "$WORK/dio" -n 50 "$NODE") ;;
	killsnoop) LOAD=(-- sh -c "$TWICE") ;;
	execsnoop) LOAD=(-- sh -c '/bin/true; exec /bin/true') ;;
	opensnoop) LOAD=(-- cat /dev/null) ;;
	syscount) LOAD=(-c -- "$WORK/calls" getppid 100) ;;
	funccount-user) LOAD=("$TMP/one:one" -- "$TMP/one") ;;
	funccount) LOAD=(t:sched:sched_process_exec -- sh -c '/bin/true; exec /bin/true') ;;
	tpoint) LOAD=(--count sched:sched_process_exec -- sh -c '/bin/true; exec /bin/true') ;;
	uprobe) LOAD=(--latency "p:$TMP/one:one" -- "$TMP/one") ;;
	kprobe) LOAD=(--count p:do_nanosleep -- sleep 0.01) ;;
	functrace) LOAD=(do_nanosleep -- sleep 0.01) ;;
	funcslower) LOAD=(do_nanosleep 1 -- sleep 0.01) ;;
	objtrace) LOAD=('p:vfs_read file' --functions vfs_read -- cat /etc/hostname) EXPECT=no ;;
	funcgraph) LOAD=(do_nanosleep -- sleep 0.01) EXPECT=no ;;
	perf-stat-hist) LOAD=(syscalls:sys_exit_kill ret -- sh -c "$TWICE") EXPECT=no ;;
	tcpretrans) LOAD=(-d 0.02) EXPECT=no ;;
	cachestat | softirqs | hardirqs) LOAD=(0.02 1) EXPECT=no ;;
	osnoise) LOAD=(--force -p 10ms -r 5ms -S 1s 0.02 1) EXPECT=no ;;
	timerlat) LOAD=(-a 1s 0.02 1) EXPECT=no ;;
	runqlat | cpudist) LOAD=(-- sleep 0.01) EXPECT=no ;;
	*) return 1 ;;
	esac
	LOAD=(-j "$@" "${LOAD[@]}")
}
