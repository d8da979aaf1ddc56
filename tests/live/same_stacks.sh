# SPDX-License-Identifier: GPL-2.0-or-later
# same_stacks.sh - runs a load under two ktally at once, BPF's and perf's, and compares their stacks. Also for guests.
# shellcheck shell=bash

# The load waits for a line on its standard input, and is known before it goes on: BPF walks each stack.
two_of() # NAME EVENT BYTES LOAD...: leaves NAME.bpf and NAME.libdw; STATUSES
{
	local name=$1 event=$2 bytes=$3 load bpf perf backend
	shift 3
	rm -f "$TMP/go"
	mkfifo "$TMP/go"
	GO=1 "$@" <"$TMP/go" >"$TMP/$name.load" 2>"$TMP/$name.err" &
	load=$!
	exec 7>"$TMP/go"
	waits_for_go() { grep -q '^State:.*S' /proc/$load/status && [ "$(readlink /proc/$load/fd/0)" = "$TMP/go" ] && is_there $load; }
	eventually waits_for_go
	start "$name.bpf" profile -j -U --offsets -e "$event" --max-stacks 65536 -p $load 7>&-
	bpf=$PID
	start "$name.libdw" profile -j -U --offsets -e "$event" --max-stacks 65536 -p $load --backend=perf --buffer "${BUFFER:-65536}" \
		--stack-bytes "$bytes" 7>&-
	perf=$PID
	feed_load >&7
	exec 7>&-
	wait $load
	finish $bpf
	STATUSES=$STATUS
	finish $perf
	STATUSES="$STATUSES $STATUS"
	for backend in bpf libdw; do
		sed -En 's/.*"stack":\[(.*)\],.*"samples":([0-9]+).*/\2 \1/p' "$TMP/$name.$backend.out" >"$TMP/$name.$backend"
	done
}

feed_load() { echo; }
is_there() { :; } # PID: has the load come so far?

lost_of() # FILE KEY: of the summary
{
	sed -En "s/.*\"lost\":\{[^}]*\"$2\":([0-9]+).*/\1/p" "$1"
}

# What one has and the other has not must be lost by the other, who tells it; and of all samples SHARE % must be equal up to
# the last frame.
same_two() # CASE NAME SHARE
{
	local equal part libdw bpf all missed lost
	awk -f "${SAME_STACKS:-$TOP/tests/live/same_stacks.awk}" "$TMP/$2.bpf" "$TMP/$2.libdw" >"$TMP/$2.same"
	read -r _ equal _ part _ libdw _ bpf <"$TMP/$2.same"
	all=$((equal + part + libdw + bpf))
	missed=$(($(lost_of "$TMP/$2.bpf.out" missed) + $(lost_of "$TMP/$2.bpf.out" ring)))
	lost=$(lost_of "$TMP/$2.libdw.out" ring)
	is "$1: both end" "$STATUSES" "0 0"
	if [ "$libdw" -le $missed ] && [ "$bpf" -le "$lost" ]; then
		ok "$1: BPF's stacks are libdw's: $equal equal, $part as far as libdw's copy went, $bpf and $libdw lost"
	else
		not_ok "$1: BPF's stacks are libdw's" "lost: $missed by BPF, $lost by libdw; $(cut -c1-2000 "$TMP/$2.same")"
	fi
	holds "$1: $3 % of $all samples are equal up to the last frame" test $((equal * 100)) -ge $((all * $3)) -a "$all" -gt 0
}

# A kind of code at each of its instructions: each stack of a step ends where the program or its thread began, so `equal`
# are all but few. What libdw has in part: a fault by the first push into a page that is not there has no copy; a large
# frame is not copied; where the dynamic linker binds a function, its own first instructions have not saved rbx yet.
stepped() # NAME PROGRAM
{
	local kind steps
	for kind in ${KINDS:-calls levels rooms library vdso signals jumps exceptions thread deep}; do
		two_of "$1-$kind" page-faults "${BYTES:-16384}" "$2" $kind
		same_two "$1: $kind" "$1-$kind" 90
		steps=$(sed -En 's/.*"steps":([0-9]+).*/\1/p' "$TMP/$1-$kind.load")
		[ $kind = deep ] || is "$1: $kind: a stack of each step, in $steps" "$(stacks_with "$1-$kind.bpf" '^"on_trap')" "$steps"
	done
	two_of "$1-large" page-faults "${BYTES:-16384}" "$2" large
	same_two "$1: large" "$1-large" 0 # the two have only what is below the frame in common
}

stacks_with() # FILE PATTERN: how many samples
{
	sed -E 's/ / \n/' "$TMP/$1" | awk -v p="$2" '/^[0-9]+ $/ { n = $1; next } $0 ~ p { sum += n } END { print sum + 0 }'
}
