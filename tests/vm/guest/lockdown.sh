# SPDX-License-Identifier: GPL-2.0-or-later
# lockdown.sh - runs with bash in a guest with lockdown=confidentiality: what still counts exactly there, and which
# sentence refuses the rest.
# shellcheck shell=bash disable=SC2046

matching() # PATTERN: rows of OUT
{
	grep -cE -e "$1" <<<"$OUT"
}

# Does known work under a tool. Exactly ROWS rows must match PATTERN, and the summary SUMMARY
exactly() # WHAT PATTERN ROWS TOOL ARGUMENT...
{
	local what=$1 pattern=$2 rows=$3
	shift 3
	run "$KTALLY" "$@"
	is "lockdown: $what" "$STATUS $(matching "$pattern") $(matching "$SUMMARY")" "0 $rows 1" || echo "$OUT" | head -5
	[ "$STATUS" = 0 ] || echo "#   $ERR"
}

reads() # BYTES COUNT: a command that makes COUNT reads
{
	echo "dd if=/dev/zero of=/dev/null bs=$1 count=$2"
}

refused() # PATTERN TOOL ARGUMENT...
{
	local pattern=$1
	shift
	run "$KTALLY" "$@"
	is "lockdown: $1 ${*: -1}: refused" "$STATUS" 3
	contains "lockdown: $1 ${*: -1}: says why" "$ERR" "$pattern"
}

contains "lockdown: is on" "$(cat /sys/kernel/security/lockdown)" '\[confidentiality\]'
run "$KTALLY" iolatency -j -d nullb0 -- "$WORK/dio" -n 1000 -o mix /dev/nullb0
contains "lockdown: BTF tracepoints still count everything" "$OUT" '"backend":"bpf".*"counted":1000,'
is "lockdown: nothing to say" "$ERR" ""
run "$KTALLY" iolatency -j -Q -F -d nullb0 -p 1 0.1 1
is "lockdown: with filter, keys and queue" "$STATUS $ERR" "0 "

exactly iosnoop '"event".*"comm":"dio"' 200 iosnoop -j -d nullb0 -- "$WORK/dio" -n 200 /dev/nullb0
exactly bitesize '"kind":"hist".*"count":100,' 1 bitesize -j -d nullb0 -- "$WORK/dio" -n 100 -s 16384 /dev/nullb0
exactly syscount '"syscall":"getppid","count":20000[,}]' 1 syscount -cj -- "$WORK/calls" getppid 20000
exactly killsnoop '"signal_name":"SIGUSR1".*"ret":0' 325 killsnoop -j -s -- "$WORK/kills" 25
exactly opensnoop '"path":"/d/file"' 200 opensnoop -je -- "$WORK/opens" /d 25
exactly execsnoop '"argv":\["/bin/true' 75 execsnoop -j -- "$WORK/execs" /bin/true 15
exactly uprobe '"count":1000[,}]' 1 uprobe -j --count "p:$WORK/ucalls:ucalls_work" -- "$WORK/ucalls" 1000
exactly funcslower '"event"' 200 funcslower -j __x64_sys_getpgid 0 -- "$WORK/kfuncs" pgid 200
exactly funccount '"func":"vfs_read","count":1234[,}]' 1 funccount -j 'vfs_rea[d]' -- $(reads 1 1234)
exactly "funccount, several" '"func":"(vfs_read|ksys_read)","count":1234[,}]' 2 funccount -j 'vfs_r*' 'ksys_*' -- $(reads 1 1234)
exactly "kprobe, a function" '"count":1234[,}]' 1 kprobe -j --count=func p:vfs_read 'comm == dd' -- $(reads 1 1234)
exactly "kprobe, an argument" '"count":77[,}]' 1 kprobe -j --count p:vfs_read 'count == 555' -- $(reads 555 77)
exactly "kprobe, a result" '"count":77[,}]' 1 kprobe -j --count 'r:vfs_read $retval' 'retval == 555' -- $(reads 555 77)
exactly "kprobe, stacks" '"count":77,.*"stack":\["vfs_read"' 1 kprobe -j --stacks p:vfs_read 'count == 555' -- $(reads 555 77)
exactly "uprobe, each with its stack" '"event".*"stack":\["ucalls_work' 10 uprobe -j -s "p:$WORK/ucalls:ucalls_work" -- "$WORK/ucalls" 10
exactly "opensnoop, callers" '"path":"/d/file".*"stack":\["' 200 opensnoop -je --callers -- "$WORK/opens" /d 25
exactly "kprobe, latency" '"count":77[,}]' 1 kprobe -j --latency p:vfs_read 'count == 555' -- $(reads 555 77)

for tool in "iolatency --backend=ftrace" reset-ftrace "funcgraph vfs_read"; do
	# shellcheck disable=SC2086
	refused "lockdown is confidentiality" $tool
done
run "$KTALLY" tpoint --count syscalls:sys_enter_read # nobody can know its fields
is "lockdown: tpoint: refused" "$STATUS $ERR" "3 tpoint: tracefs is closed: lockdown is confidentiality"
refused "lockdown is confidentiality" kprobe 'p:vfs_read n=%dx'
refused "lockdown is confidentiality: the kernel refuses programs that read its memory" functrace vfs_read
refused "lockdown is confidentiality: the kernel refuses programs that read its memory" kprobe 'p:vfs_read file->f_inode->i_size'
echo "guest done"
