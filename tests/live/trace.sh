# SPDX-License-Identifier: GPL-2.0-or-later
# trace.sh - what tests/live/trace.test does here and tests/vm/trace.test in guests, whose shell is busybox: loads that
# print "NAME RESULT" lines, and what they must be.
# shellcheck shell=bash
#
# WORK (with its slash), STATIC ("-static" in guests), KTALLY, TMP: where programs are. BACKEND: bpf or ftrace.

traced() # NAME OPTIONS... -- COMMAND...: lines to $TMP/NAME, and the last line
{
	name=$1
	shift
	$KTALLY trace --backend $BACKEND -o $TMP/$name.out "$@" >$TMP/$name.load 2>$TMP/$name.err
	echo "$name STATUS $?"
	echo "$name END $(tail -n 1 $TMP/$name.err)"
}

lines() # NAME WHAT PATTERN: how many of its lines
{
	echo "$1 $2 $(grep -cE -e "$3" $TMP/$1.out)"
}

trace_storms()
{
	traced storm -e write --buffer 1024 -- ${WORK}calls$STATIC write 300000
	lines storm LINES ' write\('
	traced threads -e getppid --buffer 131072 -- ${WORK}calls$STATIC -t 8 getppid 50000
	lines threads LINES ' getppid\('
	traced full -e getppid --buffer 4 -- ${WORK}calls$STATIC -t 8 getppid 5000
	lines full LINES ' getppid\('
}

trace_choices()
{
	traced compat -- ${WORK}calls$STATIC getppid 7 getppid32 11 getppidx32 13 unknown 5
	lines compat native '^[^(]* getppid\('
	lines compat i386 ' i386:getppid\('
	lines compat x32 ' x32:getppid\('
	lines compat unknown ' syscall_(4000|0xfa0)\('
	traced inverted -e '!getppid,write' -- ${WORK}calls$STATIC getppid 7 openfail 3
	lines inverted getppid ' getppid\('
	lines inverted openat '"/nonexistent/file".* = -1 ENOENT'
	traced failed -x -e getppid,openat -- ${WORK}calls$STATIC getppid 7 openfail 3
	lines failed all ' (getppid|openat)\('
	lines failed failed ' = -1 ENOENT '
	traced errno --errno EPERM,ENOENT -e 'open*' -- ${WORK}calls$STATIC openfail 3
	lines errno failed ' = -1 ENOENT '
	traced slower --slower 2ms -e nanosleep,getppid -- ${WORK}calls$STATIC getppid 100 sleep 9
	lines slower slept ' nanosleep\('
	traced filter -e getppid,write,read --filter 'write: count == 1 && fd >= 0' --filter 'read: ret > 16384' -- ${WORK}calls$STATIC getppid 2 write 6 read 4
	lines filter getppid ' getppid\('
	lines filter write ' write\('
	lines filter read ' read\('
	traced exec -e execve -- ${WORK}calls$STATIC -e getppid 1
	lines exec all ' execve\(.* = 0$'
	lines exec thread '/proc/self/exe'
	traced first --max-events 3 -- ${WORK}calls$STATIC getppid 100
	lines first all '^ +[0-9]'
	traced total -s -- ${WORK}calls$STATIC getppid 1000 openfail 30
	lines total getppid ' getppid +1000 +0 '
	lines total openat ' openat +[0-9]+ +30 '
	traced both -S -e getppid -- ${WORK}calls$STATIC getppid 10
	lines both lines ' getppid\('
	lines both totals ' getppid +10 +0 '
}

trace_paths() # where events have paths
{
	traced path -P nonexist -- ${WORK}calls$STATIC openfail 3
	lines path all '^ +[0-9]'
	traced paths -- ${WORK}tricky$STATIC $TMP/tricky.d
	lines paths untouched "openat\(.*\"$TMP/tricky.d/here\", [^C]* = [0-9]+"
	lines paths edge 'openat\(.*"/no/edge", .* = -1 ENOENT'
	lines paths beyond 'openat\([^,]*, 0x[0-9a-f]+, .* = -1 EFAULT'
	lines paths hostile 'openat\([^,]*, "/no/(\\x1b|\\33)\[31m\\n\) = 0 .*, .* = -1 ENOENT'
	lines paths exec 'execve\("/proc/self/exe", .* = 0'
	lines paths noexec 'execve\("/no/program", .* = -1 ENOENT'
}

trace_signals()
{
	local one
	traced signals --signals -- ${WORK}tricky$STATIC $TMP/tricky.d
	lines signals restart 'nanosleep\(.* = (-1|\?) '
	lines signals alarm '--- SIGALRM '
	lines signals waits '>[0-9.]+s .* nanosleep\(.* \.\.\.$'
	lines signals resumed '\.\.\. nanosleep\(.*\) resumed = 0'
	lines signals killed '\+\+\+ killed by SIGKILL \+\+\+'
	lines signals exited '\+\+\+ exited with 0 \+\+\+'
	# the kernel delivers what is fatal as SIGKILL
	traced fatal --signals -e kill -- sh -c 'for s in TERM USR1 KILL SEGV; do sh -c "kill -$s \$\$"; done; exit 5'
	for one in TERM USR1 KILL SEGV; do
		lines fatal "$one" "--- SIG$one "
		lines fatal "by$one" "\+\+\+ killed by SIG$one( .core dumped.)? \+\+\+"
	done
	lines fatal exited '\+\+\+ exited with 5 \+\+\+'
	lines fatal unknown '\+\+\+ ended \+\+\+'
}

# Each waits for its own pipe, and the command until they have ended. What opens a pipe has no children: busybox's shell
# gives up when a child ends meanwhile.
trace_left_out()
{
	local one
	for one in a b; do
		rm -f $TMP/go.$one $TMP/done.$one
		mkfifo $TMP/go.$one $TMP/done.$one
		(exec 5>$TMP/done.$one; read -r _ <$TMP/go.$one; exec ${WORK}calls$STATIC getppid 7 >/dev/null) &
		eval "pid_$one=\$!"
	done
	traced notpid -e getppid -p $pid_a,$pid_b --not-pid $pid_a -- sh -c "
		for one in a b; do cat $TMP/done.\$one & echo >$TMP/go.\$one & done; wait"
	lines notpid all ' getppid\('
}

trace_bounds()
{
	traced delay --delay 300ms -e getppid,nanosleep,clock_nanosleep -- sh -c "${WORK}calls$STATIC getppid 7; sleep 1; ${WORK}calls$STATIC getppid 5"
	echo "delay early $(awk '/ = / && $1 < 0.3' $TMP/delay.out | wc -l)"
	echo "delay late $(awk '/ calls[^ ]*\// && $1 > 1' $TMP/delay.out | wc -l)"
	traced delayed -s --delay 300ms -e getppid -- sh -c "sleep 1; ${WORK}calls$STATIC getppid 5"
	lines delayed total '^calls[^/]*/.* getppid +5 +0 '
	traced alone --no-follow -e write -- sh -c "${WORK}calls$STATIC write 4 >/dev/null; echo; true"
	lines alone all ' write\('
	traced good --status successful -e openat,getppid -- ${WORK}calls$STATIC getppid 7 openfail 3
	lines good getppid ' getppid\('
	lines good failed ' = -1 '
	traced bad -e status=failed -e openat,getppid -- ${WORK}calls$STATIC getppid 7 openfail 3
	lines bad failed ' = -1 ENOENT '
	lines bad all ' (openat|getppid)\('
	traced never --status unfinished -- ${WORK}calls$STATIC -t 3 getppid 7
	lines never exit ' exit\(0\) = \?$'
	lines never exit_group ' exit_group\(0\) = \?$'
	lines never all '^ +[0-9]'
	traced notnever -z -- ${WORK}calls$STATIC getppid 7
	lines notnever exit ' exit_group\('
	traced detached --status detached -- sh -c "sleep 60 & echo \$! >$TMP/sleeper
		until grep -q '^State:.S' /proc/\$!/status && grep -q '^Name:.sleep' /proc/\$!/status; do :; done"
	kill "$(cat $TMP/sleeper)"
	lines detached sleep 'sleep\(.* <detached \.\.\.>$'
	lines detached all '^ +[0-9]'
	traced most -s --max-summary 1 --summary-mode total -e getppid,nanosleep -- ${WORK}calls$STATIC getppid 100 sleep 9
	lines most nanosleep '^all .* nanosleep +9 '
	lines most getppid '^all .* getppid '
	traced each -s --max-summary 1 -e getppid,write -- ${WORK}calls$STATIC -t 3 getppid 14 write 5
	lines each rows '^calls[^/]*/'
}

# Sixteen processes execute something and end; two of the events have the same fields.
trace_events()
{
	traced events --no-sys --ev 'sched:*process_exec,sched:*process_exit' -- sh -c \
		"for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do ${WORK}calls$STATIC getppid 1; done"
	lines events exec 'calls[^ ]* +sched:sched_process_exec\(filename="[^"]*calls.*", pid=[0-9]+, old_pid=[0-9]+\)'
	lines events exit 'calls[^ ]* +sched:sched_process_exit\(comm="calls[^"]*", pid=[0-9]+, prio=[0-9]+'
	lines events all '^ +[0-9]'
	lines events calls ' getppid\('
	traced mixed -e 'getppid,sched:sched_process_exit' -- ${WORK}calls$STATIC getppid 5
	lines mixed getppid ' getppid\('
	lines mixed exit ' sched:sched_process_exit\('
	lines mixed all '^ +[0-9]'
	traced alone -e sched:sched_process_exit -- ${WORK}calls$STATIC -t 7 getppid 5
	lines alone all '^ +[0-9]'
	lines alone exit ' sched:sched_process_exit\('
	traced crowd -e getppid --ev 'sched:*switch' --buffer 131072 -- ${WORK}calls$STATIC -t 8 getppid 5000
	lines crowd getppid ' getppid\('
	echo "crowd switches $([ $(grep -c 'sched:sched_switch(prev_comm="' $TMP/crowd.out) -ge 8 ] && echo some)"
	traced entered -e syscalls:sys_enter_getppid --format perf -- ${WORK}calls$STATIC getppid 9
	lines entered all ' syscalls:sys_enter_getppid\(__syscall_nr: [0-9]+\)$'
}

# Pages that are touched for the first time; of a disk ($DISK), which reads each
trace_faults()
{
	traced memory --no-syscalls -F all --buffer 65536 -- ${WORK}faults$STATIC 3000
	lines memory touched ' minfault .* => //anon@0x600000[0-9a-f]* \(d\.\)$'
	lines memory major ' majfault .* => //anon@0x6000'
	lines memory code ' minfault \[.* => /.*/faults[^@]*@0x[0-9a-f]+ \(x\.\)$'
	lines memory calls ' = '
	traced major --no-syscalls -F maj --format perf -- ${WORK}faults$STATIC 3000
	lines major touched ' => //anon@0x6000'
	traced mixed_faults -e getrusage -F min --format perf -- ${WORK}faults$STATIC 200
	lines mixed_faults touched ' \( 0\.000 ms\): faults[^ ]* minfault \[[^ ]*\] => //anon@0x600000[0-9a-f]* \(d\.\)$'
	lines mixed_faults calls ' getrusage\('
	[ -n "$DISK" ] || return 0
	traced disk --no-syscalls -F all --buffer 65536 -- ${WORK}faults$STATIC 500 $DISK
	lines disk major " majfault .* => $DISK@0x[0-9a-f]+ \\(d\\.\\)$"
	echo "disk counted $(sed -n 's/.*"major":\([0-9]*\).*/\1/p' $TMP/disk.load)"
}

trace_tricky()
{
	traced tricky --signals -y -- ${WORK}tricky$STATIC $TMP/tricky.d
	lines tricky untouched "openat\(.*\"$TMP/tricky.d/here\", [^C]* = [0-9]+(<|\")"
	lines tricky edge 'openat\(.*"/no/edge", .* = -1 ENOENT'
	lines tricky beyond 'openat\([^,]*, 0x[0-9a-f]+, .* = -1 EFAULT'
	lines tricky longest 'openat\([^,]*, "(/y){2047}/", .* = -1 E'
	lines tricky hostile 'openat\([^,]*, "/no/(\\x1b|\\33)\[31m\\n\) = 0 .*, .* = -1 ENOENT'
	lines tricky writev 'writev\(.*"one".*"three\\n".* = 9'
	lines tricky restart 'nanosleep\(.* = (-1|\?) '
	lines tricky alarm '--- SIGALRM \{si_signo=SIGALRM, si_code=SI_KERNEL\} ---'
	lines tricky waits '>[0-9.]+s .* nanosleep\(.* \.\.\.$'
	lines tricky resumed '\.\.\. nanosleep\(.*\) resumed = 0'
	lines tricky killed '\+\+\+ killed by SIGKILL \+\+\+'
	lines tricky exec 'execve\("/proc/self/exe", .*"an argument with spaces".* = 0'
	lines tricky noexec 'execve\("/no/program", .* = -1 ENOENT'
	lines tricky sendmsg 'sendmsg\(.*through a socket.* = 16'
	lines tricky recvmsg 'recvmsg\(.*through a socket.* = 16'
	lines tricky seccomp ' \? .* pidfd_open\(.* = -1 EXDEV'
	lines tricky closed "close\(.*$TMP/tricky.d/here.* = 0"
	traced sockets -yy -e sendmsg -- ${WORK}tricky$STATIC $TMP/tricky.d
	lines sockets ends 'sendmsg\([0-9]+<UNIX(-STREAM)?:\[[0-9]+->[0-9]+\]>, '
	lines tricky exited '\+\+\+ exited with 0 \+\+\+'
}

# ---- what they must be ----

trace_values() # WHERE FILE
{
	FILE=$2
	value() { sed -n "s/^$1 $2 //p" "$FILE"; }
	number() { value "$1" END | sed -nE "s/.*[^0-9,]([0-9,]+) $2.*/\1/p" | tr -d ,; }
	all_of() # WHERE NAME WHAT=NUMBER...
	{
		local pair
		for pair in "${@:3}"; do is "$1: $2: ${pair%=*}" "$(value $2 ${pair%=*})" "${pair#*=}"; done
	}
}

# One record lost is at most one call; ftrace has two records of each.
whole() # NAME CALLS: "whole", or what it is not
{
	local lines lost
	lines=$(value $1 LINES) lost=$(number $1 events)
	lost=${lost:-0}
	if [ $BACKEND = bpf ] && [ $((lines + lost)) = $2 ]; then echo whole
	elif [ $BACKEND = ftrace ] && [ $lines -le $2 ] && [ $((lines + lost)) -ge $2 ]; then echo whole
	else echo "$lines lines, $lost lost of $2"; fi
}

# COMPAT: "compat", where programs may make 32-bit calls; "none", where these end the load before its last ones
trace_check() # WHERE FILE COMPAT
{
	trace_values "$1" "$2"
	is "$1: storm: lines and losses are the writes" "$(whole storm 300001)" whole
	is "$1: eight threads: every call" "$(value threads LINES)" 400000
	contains "$1: eight threads: nothing lost" "$(value threads END)" '; lost: nothing( that is told .*)?$'
	is "$1: a small buffer: what is missing is said" "$(whole full 40000)" whole
	all_of "$1" compat native=7
	[ "$3" = none ] || all_of "$1" compat unknown=5
	[ "$3" != compat ] || all_of "$1" compat x32=13
	[ "$3" != compat ] || [ $BACKEND = ftrace ] || all_of "$1" compat i386=11
	[ $BACKEND = bpf ] || all_of "$1" inverted getppid=0
	[ $BACKEND = ftrace ] || all_of "$1" inverted getppid=0 openat=3
	all_of "$1" failed failed=3 all=3
	all_of "$1" errno failed=3
	all_of "$1" slower slept=9
	all_of "$1" filter getppid=2 write=6 read=0
	all_of "$1" exec all=2
	all_of "$1" first all=3
	all_of "$1" notpid all=7
	all_of "$1" delay early=0 late=5
	all_of "$1" delayed total=1
	all_of "$1" alone all=1
	all_of "$1" good getppid=7 failed=0
	all_of "$1" bad failed=3 all=3
	all_of "$1" never exit=2 exit_group=1 all=3
	all_of "$1" notnever exit=0
	all_of "$1" detached sleep=1 all=1
	all_of "$1" most nanosleep=1 getppid=0
	all_of "$1" each rows=5
	all_of "$1" total getppid=1 openat=1
	all_of "$1" both lines=10 totals=1
	all_of "$1" signals restart=2 alarm=1 waits=1 resumed=1 killed=2 exited=2
	all_of "$1" fatal TERM=1 byTERM=1 USR1=1 byUSR1=1 KILL=1 byKILL=1 SEGV=1 bySEGV=1 exited=1 unknown=0
}

trace_check_paths() # WHERE FILE
{
	trace_values "$1" "$2"
	all_of "$1" path all=3
	all_of "$1" paths untouched=1 edge=1 beyond=1 hostile=1 exec=1 noexec=1
	all_of "$1" exec thread=1
}

trace_check_tricky() # WHERE FILE: only BPF reads memory
{
	trace_values "$1" "$2"
	all_of "$1" tricky untouched=1 edge=1 beyond=1 longest=1 hostile=1 writev=1 restart=2 alarm=1 waits=1 resumed=1 killed=2 exec=1 \
		noexec=1 sendmsg=1 recvmsg=1 seccomp=1 closed=2 exited=2
	all_of "$1" sockets ends=1
	contains "$1: tricky: nothing lost" "$(value tricky END)" '; lost: nothing$'
}

trace_check_events() # WHERE FILE
{
	trace_values "$1" "$2"
	all_of "$1" events exec=15 exit=15 all=32 calls=0
	all_of "$1" mixed getppid=5 exit=1 all=6
	all_of "$1" alone all=7 exit=7
	all_of "$1" crowd getppid=40000 switches=some
	all_of "$1" entered all=9
	contains "$1: events: nothing lost" "$(value events END)" '; lost: nothing( that is told .*)?$'
}

trace_check_faults() # WHERE FILE
{
	trace_values "$1" "$2"
	all_of "$1" memory touched=3000 major=0 calls=0
	contains "$1: faults of code" "$(value memory code)" '^[1-9]'
	all_of "$1" major touched=0
	all_of "$1" mixed_faults touched=200 calls=2
	contains "$1: faults: nothing lost" "$(value memory END)" '; lost: nothing( that is told .*)?$'
	[ -n "$DISK" ] || return 0
	is "$1: major faults, as getrusage() counts them" "$(value disk major)" "$(value disk counted)"
	contains "$1: there were some" "$(value disk counted)" '^[1-9]'
}
