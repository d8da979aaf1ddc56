# SPDX-License-Identifier: GPL-2.0-or-later
# lib.sh - for tests/bench/*.bench: samples, rows, and a load on a block device that the benchmark makes.
# shellcheck shell=bash
: "${TMP:?run me with tests/bench/run}" "${KTALLY:?}" "${PROGRAMS:?}" "${WORK:?}"
cd "$TMP" || exit 1
# for at_end; need_disk is redefined here
# shellcheck source=../lib.sh
. "$TOP/tests/lib.sh"

note() # TEXT: below the table
{
	echo "$1" >>"$TMP/notes"
}

has() # COMMAND: notes what is missing
{
	command -v "$1" >/dev/null && return
	note "skipped: no $1"
	return 1
}

# both run in the background
TRACER='' LOAD=''
# shellcheck disable=SC2016
at_end 'kill $TRACER $LOAD 2>/dev/null'

# ---- samples: each in a file of its own, one number a line, one line a round ----

sample() # NAME VALUE
{
	[ -z "$2" ] || echo "$2" >>"$TMP/samples.$1"
}

median() # NAME
{
	sort -n "$TMP/samples.$1" | awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# The median over the rounds of an awk expression; a and b are the two samples of a round
median_of() # EXPRESSION A B
{
	paste "$TMP/samples.$2" "$TMP/samples.$3" | awk "{ a = \$1; b = \$2; if (a && b) print $1 }" >"$TMP/samples.pair"
	median pair
}

row() # MEASURE MEDIAN RATIO [GOAL [CONDITION]]: CONDITION is an awk expression of numbers
{
	local met=
	[ -z "${5:-}" ] || met=$(awk "BEGIN { print(($5) ? \"yes\" : \"no\") }")
	printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" "$met" >>"$TMP/rows"
}

# ---- tracers ----

links() # PID: how many BPF links it has
{
	find "/proc/$1/fd" -lname '*bpf*link*' 2>/dev/null | wc -l
}

# Starts a tracer, TRACER, and waits until it has two BPF links, or for WAIT seconds.
start_tracer() # WAIT COMMAND...
{
	local wait=$1 began=$SECONDS
	shift
	"$@" >/dev/null 2>"$TMP/tracer.err" </dev/null &
	TRACER=$!
	if [ "$wait" = links ]; then
		while [ "$(links $TRACER)" -lt 2 ] && [ -d /proc/$TRACER ] && [ $((SECONDS - began)) -lt 10 ]; do sleep 0.05; done
	else
		sleep "$wait"
	fi
	[ -d /proc/$TRACER ] && return
	note "$(printf '%.60s: ' "$*")$(head -1 "$TMP/tracer.err")"
	return 1
}

stop_tracer()
{
	kill -TERM "$TRACER" 2>/dev/null # not INT, which a shell's background commands ignore
	wait "$TRACER" 2>/dev/null
	TRACER=
}

# ---- a block device that itself costs little, in DISK ----

need_disk()
{
	if [ -b /dev/nullb0 ]; then
		DISK=/dev/nullb0
		return
	fi
	has losetup && mkdir "$TMP/disk" && mount -t tmpfs -o size=300M tmpfs "$TMP/disk" || exit 1
	at_end "umount '$TMP/disk'"
	truncate -s 256M "$TMP/disk/image"
	dd if=/dev/zero of="$TMP/disk/image" bs=1M count=256 status=none
	DISK=$(losetup --find --show "$TMP/disk/image") || { note "skipped: no loop device"; exit 0; }
	at_end "losetup --detach $DISK"
}

# Also binds the kernel threads that serve a loop device, if the kernel allows it; undone at the end
bind_workers()
{
	local mask=/sys/devices/virtual/workqueue/cpumask
	[ -w $mask ] || return
	at_end "echo $(cat $mask) >$mask"
	printf '%x\n' $((1 << CPU)) >$mask || note "kernel workers not bound to CPU $CPU"
}

fio_engine()
{
	fio --enghelp 2>/dev/null | grep -qw io_uring && fio --name=try --ioengine=io_uring --filename="$DISK" --direct=1 \
		--rw=read --bs=4k --size=4k >/dev/null 2>&1 && echo io_uring || echo libaio
}

# Starts reads that go on until LOAD, the process, is killed. With --thread the same process also issues the I/O.
start_load()
{
	ENGINE=$(fio_engine)
	taskset -c "$CPU" fio --name=load --thread --filename="$DISK" --direct=1 --rw=randread --bs=4k --ioengine="$ENGINE" \
		--iodepth=32 --time_based --runtime=1d --randseed=1 --norandommap >"$TMP/fio.out" 2>&1 </dev/null &
	LOAD=$!
	# shellcheck disable=SC2016
	at_end 'kill $TRACER $LOAD; wait $LOAD 2>/dev/null' # before the device is removed
	sleep 1
	[ -d /proc/$LOAD ] && return
	note "skipped: fio: $(tail -1 "$TMP/fio.out")"
	exit 0
}

ios() # done so far
{
	awk '{ print $1 }' "/sys/block/${DISK#/dev/}/stat"
}

cpu_time() # PID...: ns that its threads have run
{
	local pid
	for pid; do cat "/proc/$pid/task/"*/schedstat 2>/dev/null; done | awk '{ s += $1 } END { printf "%.0f\n", s }'
}

busy() # ns of all CPUs
{
	awk -v hz="$(getconf CLK_TCK)" '/^cpu / { printf "%.0f\n", ($2 + $3 + $4 + $7 + $8) / hz * 1e9 }' /proc/stat
}

# For each kernel thread that may serve the device: its file in /proc, and its schedstat, which begins with ns
served()
{
	local comm
	grep -ls '^kworker/u' /proc/[0-9]*/comm | while read -r comm; do
		echo "$comm $(cat "${comm%comm}schedstat" 2>/dev/null)"
	done
}

# Runs the load for so long. Sets IOPS, and CPU_NS to the CPU time of one I/O: of fio, the kernel threads and the
# tracer together. Also takes a sample of all other work on the machine, in % of a CPU.
# shellcheck disable=SC2034,SC2086
window() # SECONDS
{
	local n ns all began workers

	served >"$TMP/served"
	all=$(busy) ns=$(cpu_time "$LOAD" $TRACER) n=$(ios) began=${EPOCHREALTIME/./}
	sleep "$1"
	n=$(($(ios) - n)) began=$(((${EPOCHREALTIME/./} - began) * 1000)) ns=$(($(cpu_time "$LOAD" $TRACER) - ns))
	workers=$(served | awk 'NR == FNR { before[$1] = $2; next } { s += $2 - before[$1] } END { printf "%.0f\n", s }' \
		"$TMP/served" -)
	[ $n -gt 0 ] || { IOPS=0 CPU_NS=0; return; }
	IOPS=$((n * 1000000000 / began)) CPU_NS=$(((ns + workers) / n))
	sample noise $((($(busy) - all - ns - workers) * 100 / began))
}
