# SPDX-License-Identifier: GPL-2.0-or-later
# session.sh - runs ktally beside a known load, and reads its JSON
# shellcheck shell=bash

if [ -z "${WORK:-}" ]; then # a guest brings WORK along, and uses no jq, which is slow there
	need_command jq
	make -s -C "$TOP/tests/work" B="$B" >"$TMP/.make" 2>&1 || not_ok "test programs build" "$(cat "$TMP/.make")"
	WORK=$B/tests/work
fi

# Waits, however long, until ktally counts: its last preparation is the descriptor with which it waits for signals
counting() # PID
{
	until [[ $(ls -l "/proc/$1/fd" 2>/dev/null) == *signalfd* ]]; do
		kill -0 "$1" 2>/dev/null || return 1
		sleep 0.02
	done
}

# Starts ktally in the background, output in $TMP/NAME.out and .err. It counts when this returns; its id is PID
start() # NAME ARGUMENT...
{
	local name=$1
	shift
	"$KTALLY" "$@" >"$TMP/$name.out" 2>"$TMP/$name.err" </dev/null &
	PID=$!
	counting $PID && return
	not_ok "$name: starts" "$(cat "$TMP/$name.err")"
	return 1
}

# Ends it; STATUS is its exit status
finish() # PID [SIGNAL]
{
	kill -"${2:-INT}" "$1" 2>/dev/null
	wait "$1"
	STATUS=$?
}

summary() # NAME EXPRESSION
{
	jq -r "select(.kind == \"summary\") | $2" "$TMP/$1.out"
}

counted() # NAME
{
	summary "$1" .counted
}

# The sum of the counts of those rows that meet a condition
rows() # NAME [CONDITION]
{
	jq -s "map(select(.kind == \"hist\" and (${2:-true})) | .count) | add // 0" "$TMP/$1.out"
}

# Every I/O is either counted or reported as missed. A miss shows only when the request's memory is used again, so
# the last ones are still "in flight" although no I/O is.
accounted() # NAME
{
	summary "$1" '.counted + .lost.missed + .lost.in_flight'
}

# Prints counted, then every kind of loss: "5000 0 0 0 0 0" is perfect
losses() # NAME
{
	summary "$1" '[.counted, .lost.ring, .lost.map_full, .lost.missed, .lost.unmatched, .lost.in_flight] | join(" ")'
}

# All I/O is accounted for: this must hold in every run
exact() # CASE NAME WANTED
{
	if [ "$(accounted "$2")" = "$3" ] && [ "$(rows "$2")" = "$(counted "$2")" ] &&
		[ "$(summary "$2" '.lost.ring + .lost.map_full + .lost.unmatched')" = 0 ]; then
		ok "$1"
	else
		not_ok "$1" "wanted $3, rows $(rows "$2"), losses $(losses "$2") $(cat "$TMP/$2.err")"
	fi
}

# Some kernels do not run BPF programs in every context, so a run may miss some: one of twenty runs must be
# perfect. ftrace has no such excuse.
one_perfect() # CASE WANTED FUNCTION NAME: the function makes one run and leaves NAME
{
	local tries=1 i
	[ "$BACKEND" = bpf ] && tries=20
	for ((i = 0; i < tries; i++)); do
		"$3"
		[ "$(losses "$4")" = "$2 0 0 0 0 0" ] && { ok "$1"; return; }
	done
	not_ok "$1" "wanted $2 in one of $tries runs, last was $(losses "$4")"
}

# How many I/Os a disk has completed, according to /sys: reads, writes, discards and flushes
completed() # DISK
{
	awk '{ print $1 + $5 + $12 + $16 }' "/sys/block/$1/stat"
}

flushed() # DISK: flushes that it completed
{
	awk '{ print $16 }' "/sys/block/$1/stat"
}

# Starts dio, which waits at a gate until ktally counts, so that ktally misses nothing. LOAD is its process id
behind_gate() # DIO'S ARGUMENT...
{
	rm -f "$TMP/gate"
	mkfifo "$TMP/gate"
	"$WORK/dio" -g "$TMP/gate" "$@" >"$TMP/dio.out" 2>"$TMP/dio.err" &
	LOAD=$!
}

# Gives up if nobody waits at the gate
open_gate()
{
	timeout 100 sh -c ': >"$1"' - "$TMP/gate" || not_ok "the load waits at its gate" "$(cat "$TMP/dio.err")"
}

# Instances of these ktally processes that are still in tracefs
instances() # PID...
{
	local pid
	for pid; do
		! compgen -G "$TRACEFS/instances/ktally.${pid}_*" >/dev/null || echo "ktally.$pid"
	done
}

# All instances whose process is gone: the next ktally removes them
abandoned()
{
	local one pid
	for one in "$TRACEFS"/instances/ktally.*; do
		pid=${one##*/ktally.}
		[ -e "$one" ] && ! kill -0 "${pid%%_*}" 2>/dev/null && echo "${one##*/}"
	done
}

none_abandoned()
{
	[ -z "$(abandoned)" ]
}

# Ids of what the kernel has and no process holds: of tracing programs ("prog"), or of maps ("map")
unheld() # prog|map
{
	local of='select(.type == "tracing" or .type == "kprobe" or .type == "tracepoint")'
	[ "$1" = prog ] || of=.
	comm -23 <(bpftool -j "$1" list | jq ".[] | $of | .id" | sort) \
		<(sed -n "s/^$1_id:[[:space:]]*//p" /proc/[0-9]*/fdinfo/* 2>/dev/null | sort -u)
}

# Tracing programs that no process holds, and such maps except those in BEFORE, a file. The kernel removes them a
# moment after their process has ended, and other processes end too: it counts only if it is there a minute later.
orphans() # [BEFORE]
{
	local kind left end=$((SECONDS + 60))
	for kind in prog ${1:+map}; do
		left=$(unheld $kind)
		[ $kind = prog ] || left=$(comm -23 <(echo "$left") "$1")
		while [ "$left" ] && [ $SECONDS -lt $end ]; do
			sleep 0.1
			left=$(comm -12 <(echo "$left") <(unheld $kind))
		done
		[ -z "$left" ] || echo "$kind" $left
	done
}
