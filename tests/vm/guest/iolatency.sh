# SPDX-License-Identifier: GPL-2.0-or-later
# iolatency.sh - runs in a guest of tests/vm/iolatency.test, with bash: known I/O on null_blk, seen by every
# form of iolatency that this kernel has. BACKENDS names them.
# shellcheck shell=bash

TRACEFS=/sys/kernel/tracing
NULLB=/sys/kernel/config/nullb
N=5000

# A device of its own: memory behind it, 64 MB, and attributes as given. Its name is in DISK
device() # ATTRIBUTE=VALUE...
{
	local attribute before=" $(ls /sys/block | xargs) " folder=$NULLB/test$((++DEVICES))
	mkdir "$folder" || return
	for attribute in memory_backed=1 size=64 "$@"; do
		echo "${attribute#*=}" >"$folder/${attribute%%=*}" || not_ok "null_blk takes $attribute" "$(uname -r)"
	done
	echo 1 >"$folder/power"
	for DISK in $(ls /sys/block); do # nullb1 or, since 6.10, the folder's name
		[[ $before == *" $DISK "* ]] || break
	done
}
DEVICES=0

# Every form at once, plain and with -Q, on DISK, until finish_all. Extra arguments for all of them
start_all() # ARGUMENT...
{
	local backend
	PIDS=()
	for backend in $BACKENDS; do
		start "$backend" iolatency --backend="$backend" -j -F -d "$DISK" "$@" 1000 && PIDS+=("$PID")
		start "$backend-Q" iolatency --backend="$backend" -j -F -Q -d "$DISK" "$@" 1000 && PIDS+=("$PID")
	done
}

finish_all()
{
	local pid
	for pid in "${PIDS[@]}"; do
		finish "$pid"
	done
}

sum() # NAME
{
	jq -s 'map(select(.kind == "hist").sum) | add // 0' "$TMP/$1.out"
}

# Real kernels run every program, so nothing may be missing
all_counted() # CASE WANTED
{
	local backend
	for backend in $BACKENDS; do
		is "$1: $backend" "$(losses "$backend")" "$2 0 0 0 0 0"
		is "$1: $backend -Q" "$(losses "$backend-Q")" "$2 0 0 0 0 0"
	done
}

queue_takes_time() # CASE
{
	local backend
	for backend in $BACKENDS; do
		is "$1: the queue takes time, $backend" "$(($(sum "$backend-Q") > $(sum "$backend")))" 1
	done
}

dio()
{
	"$WORK/dio" "$@" "/dev/$DISK" >"$TMP/dio.out" || not_ok "dio $*" ""
}

# How often an event happened while counting was on
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
		is "-F: reads, $backend" "$(rows "$backend" '.type | startswith("R")')" $((N / 2))
		is "-F: writes, $backend" "$(rows "$backend" '.type | startswith("W")')" $((N / 2))
	done
}

one_process()
{
	local noise
	DISK=nullb0
	"$WORK/dio" -n 10000000 /dev/nullb0 >/dev/null 2>&1 &
	noise=$!
	behind_gate -n 1000 -o mix /dev/nullb0
	start_all -p $LOAD
	open_gate
	wait $LOAD
	finish_all
	kill $noise
	wait $noise 2>/dev/null
	all_counted "-p beside another process" 1000
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
	local backend
	device irqmode=2 completion_nsec=2000000
	start_all
	dio -n 100
	finish_all
	all_counted "a disk of 2 ms" 100
	for backend in $BACKENDS; do
		is "a disk of 2 ms: nothing faster, $backend" "$(jq -s 'map(select(.kind == "hist").buckets[] | select(.[1] < 2000000)) | length' "$TMP/$backend.out")" 0
		is "a disk of 2 ms: p50 not above what the program saw, $backend" \
			"$(jq -n "$(jq 'select(.kind == "hist").p50' "$TMP/$backend.out") <= $(jq .latency.p50 "$TMP/dio.out") * 1.0443")" true
	done
}

# Buffered writes become few large requests, and queued requests grow and join while the disk is busy
merges()
{
	local before merged
	device irqmode=2 completion_nsec=1000000 hw_queue_depth=1 submit_queues=1
	echo mq-deadline >"/sys/block/$DISK/queue/scheduler" 2>/dev/null
	grep -q '\[mq-deadline\]' "/sys/block/$DISK/queue/scheduler" || { skip "merges" "this kernel has no mq-deadline"; return; }
	echo 64 >"/sys/block/$DISK/queue/nr_requests"
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

# A write cache without FUA: synchronous writes are taken apart, and flushes are requests of the kernel's
flushes()
{
	local before
	device irqmode=0 cache_size=16
	start_all
	before=$(flushed "$DISK")
	dio -n 1000 -o mix -y -f 10
	finish_all
	is "flushes: there were some" "$(($(flushed "$DISK") >= before + 500))" 1
	all_counted "flushes: each once" $((1000 + $(flushed "$DISK") - before))
}

# A disk that takes a megabyte a second, in pieces of 20 ms, gives requests back to the queue
requeues()
{
	local before
	device irqmode=0 mbps=1
	start_all
	count_event on block/block_rq_requeue
	before=$(completed "$DISK")
	dio -n 300 -t 4 -R
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
	is "no BPF: counted by ftrace" "$(grep summary <<<"$OUT" | jq -r '"\(.backend) \(.counted)"')" "ftrace 100"
	is "no BPF: one line that says why" "$ERR" "iolatency: using ftrace: this kernel has no BPF: CONFIG_BPF_SYSCALL is off"
	run "$KTALLY" iolatency --backend=bpf -d nullb0 1 1
	is "no BPF: --backend=bpf is status 3" "$STATUS" 3
}

mount -t configfs none /sys/kernel/config 2>/dev/null
[ -d $NULLB ] || not_ok "null_blk" "no $NULLB"
known_amount
one_process
command
latency
merges
flushes
requeues
fallback
is "nothing is left in tracefs" "$(ls $TRACEFS/instances)" ""
echo guest done
