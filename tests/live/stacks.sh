# SPDX-License-Identifier: GPL-2.0-or-later
# stacks.sh - loads whose stacks are known, traced from before their beginning
# shellcheck shell=bash

# naps_wait() is called by naps_nested(), 11 deep, by main(), by what starts programs.
NAPS='(^|;)naps_wait [(]naps[)];(naps_nested [(]naps[)];){11}main [(]naps[)];.*_start'

asleep() { grep -q '^State:.S' "/proc/$LOAD/status"; }

# Starts a load that waits, traces it alone, lets it go and waits for both. Its output is NAME.load, ktally's NAME.out; LOAD is
# its number, STATUS ktally's status.
before_go() # TOOL LOAD NAME OPTION... -- ARGUMENT...
{
	local tool=$1 program=$2 name=$3 options=()
	shift 3
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -f "$TMP/go"
	mkfifo "$TMP/go"
	exec 9<>"$TMP/go"
	GO=1 "$WORK/$program" "$@" <"$TMP/go" >"$TMP/$name.load" 9<&- &
	LOAD=$!
	eventually runs_program $LOAD "$program"
	eventually asleep
	if start "$name" "$tool" --backend=bpf -j -p $LOAD "${options[@]}"; then
		echo >&9
		wait $LOAD
		wait "$PID"
		STATUS=$?
	else
		kill $LOAD
	fi
	exec 9>&-
	mv "$TMP/$name.out" "$TMP/$name.all"
	grep "\"tool\":\"$tool\"" "$TMP/$name.all" >"$TMP/$name.out"
}

load() { jq -r "$2" "$TMP/$1.load"; }

# The sum of a key of those rows whose stack, innermost first, matches
sum() # NAME PATTERN [KEY]
{
	jq -s --arg p "$2" "map(select(.kind == \"count\" and (.stack | join(\";\") | test(\$p)))) | map(.${3:-samples}) | add // 0" "$TMP/$1.out"
}

# Each sleep of a load ends with the interrupt of its timer.
timer_wakes() # TOOL
{
	"$KTALLY" "$1" --backend=bpf -j --state S --min 0 -n naps -- "$WORK/naps" 30 4000 >"$TMP/timer.all" 2>"$TMP/timer.err"
	STATUS=$?
	grep "\"tool\":\"$1\"" "$TMP/timer.all" >"$TMP/timer.out"
	grep '^{"naps"' "$TMP/timer.all" >"$TMP/timer.load"
	is "timers wake: status" "$STATUS" 0
	told "each wake-up of a timer" timer '(^|;)hrtimer_wakeup(;|$)'
}

# Each of the load's waits has a wake-up that matches, but for those at which the kernel ran no program: a kernel may hide
# the interrupts of a task from programs, as that of a sandbox those of its first process. The last line counts them, or
# their rows have no waker.
told() # CASE NAME PATTERN
{
	local seen all missed
	seen=$(sum "$2" "$3" count)
	all=$(load "$2" .voluntary)
	missed=$(summary "$2" .lost.missed)
	missed=$((missed + $(jq -s 'map(select(.kind == "count" and has("waker") and .waker == null).count) | add // 0' "$TMP/$2.out")))
	holds "$1 ($seen of $all, $missed of nobody)" test "$seen" -gt 0 -a "$seen" -le "$all" -a $((seen + missed)) -ge "$all"
}

# How many waits this shell has ended by writing
by_shell() # NAME KEY KEY: of its name and number
{
	jq -s --arg c "$(cat /proc/$$/comm)" --argjson p $$ \
		"map(select(.kind == \"count\" and .$2 == \$c and .$3 == \$p and (.stack | join(\";\") | test(\"pipe_write|vfs_write\"))).count) | add // 0" "$TMP/$1.out"
}
