# SPDX-License-Identifier: GPL-2.0-or-later
# iolatency.sh - runs with bash in a guest of tests/vm/iolatency.test: known I/O on null_blk, traced by every form
# of iolatency that this kernel has. BACKENDS names them.
# shellcheck shell=bash

TRACEFS=/sys/kernel/tracing
NULLB=/sys/kernel/config/nullb
N=5000

# Makes a device of 64 MB of memory with the given attributes. DISK is its name
device() # ATTRIBUTE=VALUE...
{
	local attribute known folder=$NULLB/test$((++DEVICES))
	known=" $(echo /sys/block/*) "
	mkdir "$folder" || return
	for attribute in memory_backed=1 size=64 "$@"; do
		echo "${attribute#*=}" >"$folder/${attribute%%=*}" || not_ok "null_blk takes $attribute" "$(uname -r)"
	done
	echo 1 >"$folder/power"
	for DISK in /sys/block/*; do # nullb1 or, since 6.10, the folder's name
		[[ $known == *" $DISK "* ]] || break
	done
	DISK=${DISK##*/}
}
DEVICES=0

# Starts every form at once on DISK, until finish_all; where QUEUED is set, also with -Q
start_all() # ARGUMENT...
{
	local backend
	PIDS=()
	for backend in $BACKENDS; do
		start "$backend" iolatency --backend="$backend" -j -F -d "$DISK" "$@" 1000 && PIDS+=("$PID")
		[ "$QUEUED" ] || continue
		start "$backend-Q" iolatency --backend="$backend" -j -F -Q -d "$DISK" "$@" 1000 && PIDS+=("$PID")
	done
}
QUEUED=

finish_all()
{
	local pid
	for pid in "${PIDS[@]}"; do
		finish "$pid"
	done
}

# As with jq, which takes most of a second here
losses() # NAME
{
	sed -En 's/.*"kind":"summary".*"counted":([0-9]+),"lost":\{"ring":([0-9]+),"map_full":([0-9]+),"missed":([0-9]+),"unmatched":([0-9]+),"in_flight":([0-9]+)\}.*/\1 \2 \3 \4 \5 \6/p' "$TMP/$1.out"
}

member() # NAME MEMBER [PATTERN]: the sum of MEMBER over the histograms that match
{
	grep '"kind":"hist"' "$TMP/$1.out" | grep -e "${3:-}" | sed "s/.*\"$2\":\([0-9]*\).*/\1/" | awk '{ n += $1 } END { print n + 0 }'
}

# Prints: counted ring map_full missed unmatched in_flight. Nothing may be missing, because these kernels run every
# program. Only Linux 7 may preempt a tracepoint's program, and then refuses another run of it on that CPU. There
# the number missed is added to the number counted, and so is what seems in flight still because nothing came after
# it: the sum is exact.
balance() # BACKEND
{
	losses "$1" | case $(uname -r) in
	7.*) awk '{ print $1 + $4 + $6, $2, $3, 0, $5, 0 }' ;;
	*) cat ;;
	esac
}

all_counted() # CASE WANTED
{
	local backend
	for backend in $BACKENDS; do
		is "$1: $backend" "$(balance "$backend")" "$2 0 0 0 0 0"
		[ "$QUEUED" ] && is "$1: $backend -Q" "$(balance "$backend-Q")" "$2 0 0 0 0 0"
	done
}

queue_takes_time() # CASE
{
	local backend
	for backend in $BACKENDS; do
		is "$1: the queue takes time, $backend" "$(($(member "$backend-Q" sum) > $(member "$backend" sum)))" 1
	done
}

dio()
{
	"$WORK/dio" "$@" "/dev/$DISK" >"$TMP/dio.out" || not_ok "dio $*" ""
}

# Counts how often an event happens between on and off, in EVENTS
count_event() # on|off EVENT
{
	local instance=$TRACEFS/instances/observer
	if [ "$1" = on ]; then
		mkdir "$instance"
		echo 1 >"$instance/events/$2/enable"
	else
		EVENTS=$(grep -vc '^#' "$instance/trace")
		rmdir "$instance"
	fi
}

known_amount()
{
	local before
	DISK=nullb0
	start_all
	before=$(completed $DISK)
	dio -n $N -o mix -t 2
	finish_all
	all_counted "$N reads and writes" $N
	is "as many as in stat" $(($(completed $DISK) - before)) $N
	for backend in $BACKENDS; do
		is "-F: reads, $backend" "$(member "$backend" count '"type":"R')" $((N / 2))
		is "-F: writes, $backend" "$(member "$backend" count '"type":"W')" $((N / 2))
	done
}

# Of one type alone: the verifiers of 5.10 and 6.1 refused the test of the type.
one_type()
{
	DISK=nullb0
	start_all -i WS
	dio -n 2000 -o mix -t 2
	finish_all
	all_counted "-i WS: the writes" 1000
}

# Requests of two processes for neighbouring sectors are one request where the kernel merges them.
apart()
{
	echo 2 >"/sys/block/$DISK/queue/nomerges"
}

one_process()
{
	local noise
	DISK=nullb0
	apart
	"$WORK/dio" -n 10000000 /dev/nullb0 >/dev/null 2>&1 &
	noise=$!
	behind_gate -n 1000 -o mix /dev/nullb0
	start_all -Q -p "$LOAD"
	open_gate
	wait "$LOAD"
	finish_all
	kill $noise
	wait $noise 2>/dev/null
	all_counted "-p beside another process" 1000
}

# Two processes at a time, each with its histogram, also while others complete their I/O. They are at different places:
# ftrace knows a request by its first sector.
by_process()
{
	local backend other
	DISK=nullb0
	apart
	start_all -P
	"$WORK/dio" -n 2000 -C other -o mix /dev/nullb0 >/dev/null &
	other=$!
	"$WORK/dio" -n 700 -R -C mine /dev/nullb0 >/dev/null
	wait $other
	finish_all
	all_counted "-P" 2700
	for backend in $BACKENDS; do
		[ "$(losses "$backend")" = "2700 0 0 0 0 0" ] || continue # Linux 7 may miss some of either
		is "-P: processes apart: $backend" "$(member "$backend" count '"comm":"mine"') $(member "$backend" count "\"comm\":\"other\",\"pid\":$other,")" "700 2000"
	done
}

command()
{
	local backend
	for backend in $BACKENDS; do
		"$KTALLY" iolatency --backend="$backend" -j -q -d nullb0 -- "$WORK/forkio" -n 20 -c 3 -t 2 /dev/nullb0 |
			grep '"tool"' >"$TMP/$backend.out"
		is "-- COMMAND with children: $backend" "$(losses "$backend")" "280 0 0 0 0 0"
	done
}

# The timer that completes a request fires late, never early
latency()
{
	local backend p50 upper
	device irqmode=2 completion_nsec=2000000
	start_all
	dio -n 100
	finish_all
	all_counted "a disk of 2 ms" 100
	p50=$(sed 's/.*"latency":{[^}]*"p50":\([0-9]*\).*/\1/' "$TMP/dio.out")
	for backend in $BACKENDS; do # the upper edge of the first bucket; a bucket's middle is at most 4.43 % off
		upper=$(sed -n 's/.*"buckets":\[\[[^,]*,\([0-9]*\).*/\1/p' "$TMP/$backend.out")
		is "a disk of 2 ms: nothing faster, $backend" "$((upper >= 2000000))" 1
		is "a disk of 2 ms: p50 not above what the program saw, $backend" \
			"$(($(member "$backend" p50) * 10000 <= p50 * 10443))" 1
	done
}

# Buffered writes become few large requests, and queued requests grow and join while the disk is busy
merges()
{
	local before merged
	device irqmode=2 completion_nsec=4000000 hw_queue_depth=1 submit_queues=1
	echo mq-deadline >"/sys/block/$DISK/queue/scheduler" 2>/dev/null
	grep -q '\[mq-deadline\]' "/sys/block/$DISK/queue/scheduler" || { skip "merges" "this kernel has no mq-deadline"; return; }
	echo 64 >"/sys/block/$DISK/queue/nr_requests"
	QUEUED=1
	start_all
	count_event on block/block_rq_merge
	before=$(completed "$DISK") merged=$(awk '{ print $2 + $6 }' "/sys/block/$DISK/stat")
	dd if=/dev/zero of="/dev/$DISK" bs=64k count=64 conv=fsync 2>/dev/null
	dio -n 400 -t 32
	dio -n 400 -t 32 -s 512
	count_event off
	finish_all
	is "merges: I/O was merged" "$(($(awk '{ print $2 + $6 }' "/sys/block/$DISK/stat") > merged))" 1
	is "merges: requests joined" "$((EVENTS > 0))" 1
	all_counted "merges: as many as in stat" $(($(completed "$DISK") - before))
	queue_takes_time merges
}

# A write cache without FUA: the kernel splits synchronous writes, and makes flush requests of its own
flushes()
{
	local before
	device irqmode=0 cache_size=16
	QUEUED=1
	start_all
	before=$(flushed "$DISK")
	dio -n 1000 -o mix -y -f 10
	finish_all
	is "flushes: there were some" "$(($(flushed "$DISK") >= before + 500))" 1
	all_counted "flushes: each once" $((1000 + $(flushed "$DISK") - before))
}

# A disk that takes one megabyte a second, 20 KB every 20 ms, gives requests back to the queue. The reads are far
# apart from each other: a request that merging made larger than 20 KB would never be taken.
requeues()
{
	local before
	device irqmode=0 mbps=1
	QUEUED=1
	start_all
	count_event on block/block_rq_requeue
	before=$(completed "$DISK")
	dio -n 300 -t 8 -R
	count_event off
	finish_all
	is "requeues: there were some" "$((EVENTS > 0))" 1
	all_counted "requeues: each request once" $(($(completed "$DISK") - before))
	queue_takes_time requeues
}

fallback()
{
	[[ $BACKENDS == *bpf* ]] && return
	run "$KTALLY" iolatency -j -d nullb0 -- "$WORK/dio" -n 100 /dev/nullb0
	contains "no BPF: counted by ftrace" "$OUT" '"backend":"ftrace".*"counted":100,'
	is "no BPF: one line that says why" "$ERR" "iolatency: using ftrace: this kernel has no BPF: CONFIG_BPF_SYSCALL is off"
	run "$KTALLY" iolatency --backend=bpf -d nullb0 1 1
	is "no BPF: --backend=bpf is status 3" "$STATUS" 3
}

mount -t configfs none /sys/kernel/config 2>/dev/null
[ -d $NULLB ] || not_ok "null_blk" "no $NULLB"
known_amount
one_type
one_process
by_process
command
latency
merges
flushes
requeues
fallback
is "nothing is left in tracefs" "$(ls $TRACEFS/instances)" ""
echo "guest done"
