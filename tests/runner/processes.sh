# SPDX-License-Identifier: GPL-2.0-or-later
# processes.sh - runs tests as processes: each in a session of its own, several at a time if they do not disturb each
# other. No process is left at the end, however that comes.
# shellcheck shell=bash disable=SC2034

queue=()                # "SUITE FILE", in the order in which they begin
declare -A running=()   # process id: "LABEL|FILE|WORK|SUITE|began"
again=() again_tenths=0 # labels that had a second run, and the time of their first runs together
started=0 ticker= told=0
BEAT=15                 # seconds without output until a line says what is running

# The seconds of two idle CPUs that its head allows, or 120. A busy machine gives it several times as long
limit_of() # FILE
{
	local limit
	limit=$(sed -n '1,12s/^# timeout: \([0-9]*\)$/\1/p' "$1" 2>/dev/null | head -1)
	echo "${limit:-120}"
}

# Prints processes of sessions, and those that left theirs but still have the test's folder in their environment
processes_of() # SESSION|SESSION... FOLDER
{
	local file pid
	cat /proc/[0-9]*/stat 2>/dev/null | sed -nE "s/^([0-9]+) \(.*\) [^Z] [0-9-]+ [0-9-]+ ($1) .*/\1/p"
	for file in $(grep -lsF "TMP=$2/" /proc/[0-9]*/environ); do
		pid=${file#/proc/}
		echo "${pid%/environ}"
	done
}

# A test's own traps remove what it has made, so TERM comes first. A process has no environment for a moment while
# it runs another program, so nobody is there only when that was seen twice
end_processes() # SESSION|SESSION... FOLDER
{
	local round left
	for round in {1..200}; do
		left=$(processes_of "$1" "$2")
		[ "$left" ] || { sleep 0.02; left=$(processes_of "$1" "$2"); }
		[ "$left" ] || return 0
		# shellcheck disable=SC2086
		if [ $round = 1 ]; then
			kill -TERM $left 2>/dev/null
		elif [ $round -gt 150 ]; then
			kill -KILL $left 2>/dev/null
		fi
		sleep 0.1
	done
}

# Runs one test in a folder of its own, whose path contains the test's number; leaves its output, status and times
# there. A shell ignores SIGINT in the background, so env gives the test the signals that a terminal would.
start_test() # FILE WORK
{
	local file=$1 work=$2 began=$(date +%s%N) limit session status cpu

	mkdir -p "$work/tmp"
	mkdir -m 1777 "$work/sanitizer"
	limit=$((4 * $(limit_of "$file")))
	# shellcheck disable=SC2016
	TMP=$work/tmp ASAN_OPTIONS=$ASAN_OPTIONS${SANITIZED:+:log_path=$work/sanitizer/report} \
		setsid sh -c 'echo $$ >"$0"; exec "$@"' "$work/session" \
		env --default-signal=INT,QUIT timeout -k 10 "$limit" "$file" >"$work/output" 2>&1 </dev/null &
	session=$!
	wait $session
	status=$?
	times >"$work/times"
	cpu=$(awk -F'[ms ]' 'NR == 2 { printf "%d", 600 * ($1 + $4) + 10 * ($2 + $5) }' "$work/times")
	end_processes $session "$work"
	printf 'status=%d limit=%d tenths=%d cpu=%d\n' $status "$limit" $((($(date +%s%N) - began) / 100000000)) "$cpu" >"$work/end"
}

# All suites except unit, golden, style and vm share tracefs or the whole machine: their tests run one at a time
is_alone() # SUITE
{
	case $1 in *unit | *golden | *style | vm) return 1 ;; esac
}

# Its head says "# quiet": what it measures needs more of a CPU
is_quiet() # FILE
{
	sed -n '1,12p' "$1" | grep -qax '# quiet'
}

# Many tests mostly wait, so one more runs than there are CPUs, but not beside a quiet one
has_place() # FILE
{
	local one file places=$((jobs + 1))
	for one in "${running[@]}" "|$1"; do
		IFS='|' read -r _ file _ <<<"$one"
		! is_quiet "$file" || places=$jobs
	done
	[ ${#running[@]} -lt $places ]
}

begin() # SUITE FILE
{
	local work=$scratch/$((++started))
	start_test "$2" "$work" &
	running[$!]="$1/$(basename "$2" .test)|$2|$work|$1|$SECONDS"
}

# An emulated guest meets what is rare on hardware. Its clock goes on while the host has no time for it, so
# programs are preempted in the middle (7.2 then skips runs). Patched code sometimes seems to run as it was before
# (tests/vm/README.md). So a test that failed in a guest gets a second run, which counts; this is reported here and
# at the end. All first runs together may take ten minutes: if more fails, there is a reason.
tried_again() # LABEL FILE WORK SUITE
{
	local status limit tenths cpu

	[ "$4" = vm ] && [[ " ${again[*]} " != *" $1 "* ]] || return
	. "$3/end"
	! grep -q '^not ok' "$3/output" && [ $status = 0 ] && return 1
	[ $((again_tenths += tenths)) -le 6000 ] || return
	tell again "$1, which failed at first:"
	{ grep '^not ok' "$3/output"; cat "$3/end"; } | sed 's/^/    first run: /'
	rm -rf "$3"
	again+=("$1")
	queue+=("$4 $2") total=$((total + 1))
}

finish() # PROCESS
{
	[ "${running[$1]}" ] || return
	local label file work suite began
	IFS='|' read -r label file work suite began <<<"${running[$1]}"
	unset "running[$1]"
	tried_again "$label" "$file" "$work" "$suite" || finish_test "$label" "$work"
}

tell_running()
{
	local one label file work suite began text=
	[ $((SECONDS - told)) -ge $BEAT ] || return
	for one in "${running[@]}"; do
		IFS='|' read -r label file work suite began <<<"$one"
		text+="${text:+, }$label for $((SECONDS - began)) s"
	done
	tell ... "$text"
}

# Chooses the first test of the queue that must run alone, if no such test is running; else the first of the others
next() # sets NEXT to its place
{
	local one alone=1
	for one in "${running[@]}"; do
		IFS='|' read -r _ _ _ one _ <<<"$one"
		! is_alone "$one" || alone=
	done
	[ ! "$alone" ] || for NEXT in "${!queue[@]}"; do
		! is_alone "${queue[$NEXT]%% *}" || return 0
	done
	for NEXT in "${!queue[@]}"; do
		is_alone "${queue[$NEXT]%% *}" || return 0
	done
	return 1
}

run_queue()
{
	local ended one
	[ ${#queue[@]} != 0 ] || return
	sleep $BEAT &
	ticker=$!
	while [ ${#queue[@]} != 0 ] || [ ${#running[@]} != 0 ]; do
		while next && has_place "${queue[$NEXT]#* }"; do
			one=${queue[$NEXT]}
			unset "queue[$NEXT]"
			begin "${one%% *}" "${one#* }"
		done
		ended=
		wait -n -p ended "${!running[@]}" $ticker
		[ ! "$ended" ] || [ "$ended" = $ticker ] || finish "$ended"
		for one in "${!running[@]}"; do # if two end at once, wait may report only one
			kill -0 "$one" 2>/dev/null || finish "$one"
		done
		kill -0 $ticker 2>/dev/null && continue
		tell_running
		sleep $BEAT &
		ticker=$!
	done
	kill $ticker
	wait $ticker 2>/dev/null
}

# A signal ends all of it. A trap would wait for a foreground process, so there is none
in_background() # COMMAND...
{
	TMP=$scratch/build setsid env --default-signal=INT,QUIT "$@" &
	wait $!
}

stop() # STATUS
{
	trap '' INT TERM HUP
	echo "tests/run: ended by a signal; ending what is running" >&2
	kill $ticker "${!running[@]}" 2>/dev/null
	end_processes "$(cat "$scratch"/*/session 2>/dev/null | paste -sd'|')" "$scratch"
	exit "$1"
}
