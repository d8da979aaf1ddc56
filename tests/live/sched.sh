# SPDX-License-Identifier: GPL-2.0-or-later
# sched.sh - a thread that sleeps many times, between two moments at which it waits for a line: what the scheduler did
# with it meanwhile is known exactly, from its schedstat
# shellcheck shell=bash

in_state_S() { grep -q '^State:.S' "/proc/$LOAD/status"; }

# Traces the load by the tools in TRACERS, an option list each: their outputs are NAME.out. TURNS, RAN and QUEUED are how
# often it got a CPU, for how long, and how long it was runnable before. COMPUTING: so many microseconds after each nap
stays() # NAPS NAME...
{
	local naps=$1 name pids=() ran queued turns
	shift
	rm -f "$TMP/go"
	mkfifo "$TMP/go"
	exec 9<>"$TMP/go"
	GO=1 STAY=1 taskset -c 0 "$WORK/naps" "$naps" 1000 "${COMPUTING:-0}" <"$TMP/go" >"$TMP/load" 9<&- &
	LOAD=$!
	eventually runs_program $LOAD naps
	eventually in_state_S
	for name; do
		# shellcheck disable=SC2086
		start "$name" ${TRACERS[$name]} -j -p $LOAD 9<&- && pids+=("$PID")
	done
	read -r ran queued turns <"/proc/$LOAD/schedstat"
	echo >&9
	eventually test -s "$TMP/load"
	eventually in_state_S
	read -r RAN QUEUED TURNS <"/proc/$LOAD/schedstat"
	RAN=$((RAN - ran)) QUEUED=$((QUEUED - queued)) TURNS=$((TURNS - turns))
	for PID in "${pids[@]}"; do finish "$PID"; done
	echo >&9
	exec 9>&-
	wait $LOAD
}

# A kernel may hide switches and wake-ups from programs and from ftrace while a certain task is the current one, as that of
# a sandbox those of its first process, or of the second CPU's idle task: so the load stays on the first. One of ten runs must be perfect, as the function says, which prints nothing then.
one_of_ten() # FUNCTION NAPS NAME...
{
	local i
	for ((i = 0; i < 10; i++)); do
		stays "${@:2}"
		[ "$($1)" ] || return 0
	done
	$1
}

# The sum of all histograms of all intervals
total() # NAME KEY
{
	jq -s "map(select(.kind == \"hist\").$2) | add // 0" "$TMP/$1.out"
}

# Within half of what the kernel measured, which looks at the clock a little earlier or later, and some switches
about() # CASE GOT WANTED
{
	holds "$1 ($2 of $3 ns)" test "$2" -ge $(($3 / 2)) -a "$2" -le $(($3 + $3 / 2 + 100000000))
}

nothing_lost() # NAME...
{
	for name; do summary "$name" '.lost.ring + .lost.map_full + .lost.missed'; done | xargs
}
