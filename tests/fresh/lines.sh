# SPDX-License-Identifier: GPL-2.0-or-later
# lines.sh - short runs of every tool, one a line, as typed after `ktally`; source it after lib.sh
# shellcheck shell=bash
#
# PROGRAM is a ktally with debug information. A tool has several lines if an option attaches other programs.

lines()
{
	cat <<-'EOF'
	bitesize -- cat /dev/null
	bitesize -P -F -D -- cat /dev/null
	cachestat 0.1 1
	cpudist -- sleep 0.01
	cpudist -O --by cgroup -- sleep 0.01
	execsnoop -- sh -c 'cat /dev/null; true'
	execsnoop -x -r -U -M -- sh -c 'cat /dev/null; true'
	funccount do_nanosleep -- sleep 0.01
	funccount t:sched:sched_process_exec -- cat /dev/null
	funcgraph do_nanosleep -- sleep 0.01
	funcslower do_nanosleep 1 -- sleep 0.01
	funcslower -C -A 2 -K do_nanosleep 1 -- sleep 0.01
	functrace do_nanosleep -- sleep 0.01
	hardirqs 0.1 1
	iolatency -- cat /dev/null
	iolatency -Q -F -D -- cat /dev/null
	iosnoop -- cat /dev/null
	iosnoop -Q --uid 0 -- cat /dev/null
	killsnoop -- sh -c 'kill -0 $$'
	killsnoop --kernel -- sh -c 'kill -0 $$'
	kprobe --count p:do_nanosleep -- sleep 0.01
	kprobe --latency p:do_nanosleep -- sleep 0.01
	kprobe --stacks p:do_nanosleep -- sleep 0.01
	kprobe 'r:vfs_read count $retval' 'count > 0' -- cat /dev/null
	objtrace 'p:vfs_read file' --functions vfs_read --value f_pos -- cat /dev/null
	offcpu -- sleep 0.01
	offcpu --waiting --state S -- sleep 0.01
	offwake -- sleep 0.01
	opensnoop -- cat /dev/null
	opensnoop -F -e -U --callers -- cat /dev/null
	osnoise --force -p 10ms 0.1 1
	osnoise --force --by source -s 1s 0.1 1
	perf-stat-hist raw_syscalls:sys_exit ret -- cat /dev/null
	profile -- cat /dev/null
	profile -e page-faults -- cat /dev/null
	reset-ftrace
	runqlat -w -- sleep 0.01
	runqlat --slower 1us -- sleep 0.01
	softirqs 0.1 1
	softirqs -w 0.1 1
	syscount -- cat /dev/null
	syscount -c -- cat /dev/null
	syscount -L -- cat /dev/null
	syscount -L --hist -c -- cat /dev/null
	syscount --threads -- cat /dev/null
	syscount --errors -- cat /dev/null
	tcpretrans -d 0.1
	tcpretrans -c -l -d 0.1
	timerlat 0.1 1
	timerlat -a 1s 0.1 1
	tpoint --count=comm sched:sched_process_exec -- cat /dev/null
	tpoint --hist ret raw_syscalls:sys_exit 'ret >= 0' -- cat /dev/null
	tpoint -s sched:sched_process_exec -- cat /dev/null
	trace -- cat /dev/null
	trace -S -y -k --signals -P /dev/null -- cat /dev/null
	trace -s -- cat /dev/null
	uprobe --count=argc "p:$PROGRAM:main argc" -- "$PROGRAM" --version
	uprobe --latency "p:$PROGRAM:main" -- "$PROGRAM" --version
	wakeup -- sleep 0.01
	EOF
}

tools_of() # COMMAND...: a ktally
{
	"$@" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'
}

# Names each tool that has no line: nobody would ever try it
every_tool_has_a_line() # TOOL...
{
	local tool
	for tool; do
		lines | grep -q "^$tool\( \|$\)" || echo "$tool"
	done
}
