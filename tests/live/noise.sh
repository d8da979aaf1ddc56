# SPDX-License-Identifier: GPL-2.0-or-later
# noise.sh - a program that has a CPU for known times, beside a tool that measures that CPU
# shellcheck shell=bash

# Of two CPUs one is measured; all else stays on the other. So ktally's main thread is no noise, and its end is seen at
# once. The tool takes a CPU on which it may not run itself.
CPU=0 HOUSE=1
taskset -cp $HOUSE $$ >/dev/null 2>&1 || skip_all "only one CPU"

in_state_S() { grep -q '^State:.S' "/proc/$LOAD/status"; }
switches() { awk '/ctxt_switches/ { n += $2 } END { print n }' "/proc/$1/status"; }
ticks() { awk -v cpu=$CPU '$1 == "LOC:" { print $(cpu + 2) }' /proc/interrupts; } # of the local timer, as the kernel counts

# The measuring thread: PID/task/TID
measurer() { local file; file=$(grep -lx "ktally/$CPU" /proc/"$1"/task/*/comm 2>/dev/null) && file=${file%/comm} && echo "${file#/proc/}"; }

# It has computed for so long, or slept so often, as it never does before it measures.
measures() # PID
{
	local thread
	thread=$(measurer "$1") || return
	awk '{ exit !($14 >= 20) }' "/proc/$thread/stat" || awk '/^voluntary/ { exit !($2 > 1500) }' "/proc/$thread/status"
}

# Starts the tool, then lets the load go. LOADED is what the load prints, TURNS how often it left the CPU, and TICKS_LEAST
# and TICKS_MOST what the local timer did while the tool surely measured, and while it may have. ENDS=1: the tool ends by itself.
beside() # NAME "SPINNER'S ARGUMENTS" ARGUMENT...
{
	local name=$1 spins=$2 turns before started ended
	shift 2
	rm -f "$TMP/go" "$TMP/load"
	mkfifo "$TMP/go"
	exec 9<>"$TMP/go"
	# shellcheck disable=SC2086
	GO=1 STAY=1 "$WORK/spinner" $CPU $spins <"$TMP/go" >"$TMP/load" 9<&- &
	LOAD=$!
	eventually runs_program $LOAD spinner
	eventually in_state_S
	before=$(ticks)
	start "$name" "$@" 9<&- || return
	eventually measures $PID
	started=$(ticks) turns=$(switches $LOAD)
	echo >&9
	eventually test -s "$TMP/load"
	eventually in_state_S
	ended=$(ticks) TURNS=$(($(switches $LOAD) - turns))
	[ ! "${ENDS:-}" ] || eventually ended_itself $PID
	finish $PID
	TICKS_LEAST=$((ended - started)) TICKS_MOST=$(($(ticks) - before))
	LOADED=$(<"$TMP/load")
	echo >&9
	exec 9>&-
	wait $LOAD
}

ended_itself() { grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null || ! kill -0 "$1" 2>/dev/null; }

# A list of what is wrong, or nothing: EXPRESSION gives a list of [NAME, TRUE OR FALSE, VALUE...]. It knows $load, and
# $turns, $tid, $least, $most; its input is a list of all lines
wrong() # NAME EXPRESSION
{
	jq -rs --argjson load "$LOADED" --argjson turns "$TURNS" --argjson tid "$LOAD" --argjson least "$TICKS_LEAST" \
		--argjson most "$TICKS_MOST" "$2 | .[] | select(.[1] | not) | \"\(.[0]): \(.[2:] | map(tostring) | join(\" \"))\"" "$TMP/$1.out" || echo "no output"
	[ "$STATUS" = 0 ] || echo "status $STATUS"
}

# A kernel may hide switches from programs while a certain task is the current one, as that of a sandbox those of its
# first process; and a hypervisor, or a thread at the highest priority, may take the CPU at any moment. So one of ten
# runs must be perfect, as the function says, which prints nothing then. What is wrong in all of them is.
one_of_ten() # CASE FUNCTION
{
	local i said
	for ((i = 0; i < 10; i++)); do
		said=$($2)
		[ "$said" ] || { ok "$1"; return; }
	done
	not_ok "$1" "ten times, at last: $said"
}

# One line, and status 2
refuses() # TOOL ARGUMENTS
{
	local words
	read -ra words <<<"$2"
	run timeout 60 "$KTALLY" "$1" "${words[@]}" -d 0.1
	is "$1 $2: refused, in one line" "$STATUS $(wc -l <<<"$ERR") $OUT" "2 1 "
}

without_privileges() # TOOL
{
	chmod 711 "$TMP"
	install -m 755 "$KTALLY" "$TMP/ktally"
	run setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$TMP/ktally" "$1" -c $CPU -d 0.1
	is "without privileges: refused, in one line" "$STATUS $(wc -l <<<"$ERR") $OUT" "3 1 "
}

# Neither of its threads, which are gone with it, nor of its programs
killed() # TOOL ARGUMENT...
{
	start killed "$@" || return
	eventually measures $PID
	{ finish $PID KILL; } 2>/dev/null # the shell tells of it
	is "kill -9: no program is left" "$STATUS $(orphans)" "137 "
}
