# SPDX-License-Identifier: GPL-2.0-or-later
# noise.sh - osnoise and timerlat beside a spinner in the lab. Writes what a guest needs to $TMP/guest: add its commands
# shellcheck shell=bash

need_command jq
make -s -C "$TOP/tests/work" B="$B" >"$TMP/make" 2>&1 || not_ok "test programs build" "$(cat "$TMP/make")"

cat >"$TMP/guest" <<'G'
# Waits until ktally counts: the descriptor for signals is its last preparation
counting() { until ls -l "/proc/$1/fd" 2>/dev/null | grep -q signalfd; do [ -d "/proc/$1" ] || return; sleep 0.1; done; }
# The measuring thread, ktally's or the kernel's, has computed for so long, or slept so often, as it never does before.
measures()
{
	for comm in $(grep -lxE '(ktally|osnoise|timerlat)/0' /proc/[0-9]*/task/*/comm 2>/dev/null); do
		task=${comm%/comm}
		awk '{ exit !($14 + $15 >= 20) }' $task/stat || awk '/^voluntary/ { exit !($2 > 1100) }' $task/status && return
	done
	[ ! -d "/proc/$1" ]
}
start() { name=$1; shift; taskset 2 ktally-static "$@" -j 1000 >"/tmp/$name" 2>"/tmp/$name.err" </dev/null & TOOL=$!; counting $TOOL; until measures $TOOL; do sleep 0.1; done; }
told() { sed "s/^{/$1 {/" "/tmp/$1"; sed "s/^/$1 says /" "/tmp/$1.err"; }
switches() { awk '/ctxt_switches/ { n += $2 } END { print n }' /proc/$LOAD/status; }
asleep() { until grep -q '^State:.S' "/proc/$LOAD/status"; do sleep 0.1; done; }
load() # SPINNER'S ARGUMENTS: it waits for go()
{
	rm -f /tmp/go /tmp/load
	mkfifo /tmp/go
	exec 9<>/tmp/go
	GO=1 STAY=1 spinner-static 0 "$@" </tmp/go >/tmp/load 9<&- &
	LOAD=$!
	until [ "$(cat /proc/$LOAD/comm)" = spinner-static ]; do sleep 0.1; done
	asleep
}
go() { BEFORE=$(switches); echo >&9; until [ -s /tmp/load ]; do sleep 0.1; done; asleep; TURNS=$(($(switches) - BEFORE)); }
leave() { echo >&9; exec 9>&-; wait $LOAD; sed "s/^{/$1-load {\"tid\":$LOAD,\"switches\":$TURNS,/" /tmp/load; }

# An emulator may stop for so long that this is a gap which ends the run: then once more
ends() # NAME ARGUMENTS
{
	name=$1; shift
	for try in 1 2 3 4 5; do
		load 97 1 300000 0 2000
		start $name "$@"
		go
		for i in $(seq 100); do [ -d /proc/$TOOL/fd ] && ls /proc/$TOOL/fd/0 >/dev/null 2>&1 || break; sleep 0.1; done
		kill -INT $TOOL 2>/dev/null; wait $TOOL
		leave $name >/tmp/leave
		! grep -q '"part".*spinner-static:'$LOAD /tmp/$name || break
	done
	cat /tmp/leave
	told $name
}
G

rows() { sed -n "s/^$2 {/{/p" "$TMP/$1"; } # KERNEL NAME

# A list of what is wrong: EXPRESSION gives [NAME, TRUE OR FALSE, VALUE...], and knows $load
right() # CASE KERNEL NAME EXPRESSION
{
	local load
	load=$(rows "$2" "$3-load")
	is "$2: $1" "$(rows "$2" "$3" | jq -rs --argjson load "${load:-null}" "$4 | .[] | select(.[1] | not) | \"\(.[0]): \(.[2:] | map(tostring) | join(\" \"))\"" 2>&1)$(sed -n "s/^$3 says .*cannot/&/p" "$TMP/$2")" ""
}

# What ends() ended by
explained() # NAME KERNEL
{
	right "$1: the spinner had the CPU" "$2" "$1" '
		(map(select(.kind == "stop")) | first) as $stop | map(select(.kind == "part")) as $parts
		| ($parts | map(.total_ns) | add) as $sum
		| ($parts | map(select(.class == "thread" and .source == "spinner-static:\($load.tid)"))) as $mine
		| [["ends by it", last.stopped == "threshold" and $stop.total_ns > $stop.limit_ns, $stop],
		["it is named, and first", ($mine | length) == 1 and $parts[0] == $mine[0], $parts],
		["nothing counts twice", $sum <= $stop.total_ns, $sum, $stop],
		["the rest is unexplained", $sum + $stop.unexplained_ns == $stop.total_ns, $sum, $stop],
		["nearly all is explained, once the timer came", $stop.unexplained_ns <= $stop.total_ns / 10 + ($stop.irq_latency_ns // 0), $stop, $parts]]'
}
