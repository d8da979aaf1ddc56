# SPDX-License-Identifier: GPL-2.0-or-later
# sweep.sh - makes each system call of a run fail in turn, with strace's fault injection, and judges its end
# shellcheck shell=bash
#
# After one clean run with known numbers, for each call in CALLS and each N, the N-th of these calls fails. The
# error is the next of ERRORS, so that neighbours and tools differ. Calls before main() are left out: --version
# makes them too.
#
# The first of each call fails; then each STEP-th up to DENSE, with another offset for each tool and call, since tools
# share most of their code; then, of calls that are made often (reading /proc and tracefs), each SPARSE-th, the same in
# each run. Of bpf() each STEP-th fails to the end. STEP=1, as in `make check-all`, takes every call up to DENSE, and
# every call of bpf(), and six times as long. Nothing happens to the command that the run traces.

CALLS=(bpf perf_event_open openat mmap write read ioctl mkdir rmdir memfd_create epoll_create1 epoll_ctl timerfd_create
	timerfd_settime signalfd4 pipe2 pidfd_open clone clone3 faccessat2 statfs capset prctl poll getdents64)
ERRORS=(EPERM ENOMEM EMFILE)
DENSE=${DENSE:-16} SPARSE=${SPARSE:-67} STEP=${STEP:-$([ "${THOROUGH:-}" ] && [ ! "${SANITIZED:-}" ] && echo 1 || echo 6)}
# A sanitizer gets its own memory from mmap, and looks for leaks with ptrace, which strace holds
[ -z "${SANITIZED:-}" ] || { CALLS=("${CALLS[@]/mmap/}"); ASAN_OPTIONS+=:detect_leaks=0; }
CALLS=(${CALLS[@]})

# Sets COUNTED to "counted" and all reported misses together, from JSON's summary; empty if there is none. UNTOLD is
# why there may be more.
read_counted() # FILE
{
	local summary
	COUNTED= UNTOLD=
	summary=$(tail -n 1 "$1")
	if [ "$TOOL" = syscount ]; then # some calls of the whole process differ from run to run
		COUNTED=$(grep -o '"syscall":"getppid",.*"count":[0-9]*' "$1")
		return
	fi
	[[ $summary =~ \"counted\":([0-9]+).*\"missed\":([0-9]+).*\"in_flight\":([0-9]+) ]] || return
	COUNTED=$((BASH_REMATCH[1] + BASH_REMATCH[2] + BASH_REMATCH[3]))
	[[ $summary != *'"lost":{"ring":0,"map_full":0,'* ]] && COUNTED+=" lost"
	UNTOLD=${summary##*\"untold\":} UNTOLD=${UNTOLD%%,\"stopped\"*}
}

# What process PID left in tracefs
left_by() # PID
{
	! compgen -G "$TRACEFS/instances/ktally.${1}_*" >/dev/null || echo "instance ktally.$1"
	[[ $(<"$TRACEFS/dynamic_events") != *"ktally_${1}_"* ]] || echo "dynamic event of ktally_$1"
}

judge() # STATUS PID: prints what is wrong, nothing if all is right
{
	local lines wrong left i
	# below a message there may be what it points at, and an arrow
	lines=$(grep -c "^[^ ]" "$DIR/err")
	wrong=$(grep -v "^$TOOL: \|^ktally: \|^  " "$DIR/err")
	left=$(left_by "$2")
	# if the kernel refuses to remove it, the run says so and the next run removes it
	if [ "$left" ] && grep -q "cannot remove" "$DIR/err"; then
		"$KTALLY" reset-ftrace -q
		for ((i = 0; i < 1000; i++)); do # another tool's start may be removing it at this moment
			left=$(left_by "$2")
			[ "$left" ] || break
			sleep 0.05
		done
	fi
	[ -z "$left" ] || echo "left $left"
	[ "$1" -le 3 ] || echo "status $1"
	# the message itself could not be written
	grep -q '^write(2, .*INJECTED' "$DIR/trace" && return
	[ -z "$wrong" ] || echo "stderr: $wrong"
	[ "$lines" -le 3 ] || echo "$lines lines on stderr: $(cat "$DIR/err")"
	if [ "$1" != 0 ]; then
		[ "$lines" != 0 ] || echo "status $1 without a message"
	elif [ "$EXPECTED" ] && [ "$lines" = 0 ]; then
		read_counted "$DIR/out"
		if grep -q 'LOOKUP_BATCH.*INJECTED' "$DIR/trace"; then # these read the starts that still wait
			[ "${UNTOLD:-null}" != null ] || echo "starts could not be read, and nothing says so"
			return
		fi
		[ "$COUNTED" = "$EXPECTED" ] || [[ $COUNTED == *lost ]] || echo "counted ${COUNTED:-nothing} instead of $EXPECTED, and says nothing"
	fi
}

# Injects one fault; returns 1 if the run made fewer calls
inject() # CALL ERROR N ARGUMENT...
{
	local call=$1 error=$2 n=$3 status pid why
	shift 3
	timeout -k 1 150 strace -qq -o "$DIR/trace" -e trace="$call" -e signal=none -e inject="$call:error=$error:when=$n" \
		sh -c 'echo $$ >"$0"; exec "$@"' "$DIR/pid" "$KTALLY" "$TOOL" "$@" >"$DIR/out" 2>"$DIR/err" </dev/null
	status=$?
	grep -q INJECTED "$DIR/trace" || return 1
	pid=$(<"$DIR/pid")
	why=$(judge $status "$pid")
	RUNS=$((RUNS + 1)) STATUSES[$status]=$((${STATUSES[$status]:-0} + 1))
	[ -z "$why" ] && return
	not_ok "$NAME: $call $error when=$n" "$why [$(grep INJECTED "$DIR/trace" | cut -c1-150)] $(cat "$DIR/err")"
	"$KTALLY" reset-ftrace -q
}

# Counts the calls of the shell that becomes ktally, and of the loader
before_main()
{
	local call
	declare -gA FIRST
	for call in "${CALLS[@]}"; do
		strace -qq -o "$TMP/trace" -e trace="$call" sh -c 'echo $$ >"$0"; exec "$@"' "$TMP/pid" "$KTALLY" --version >/dev/null 2>&1
		FIRST[$call]=$(grep -c "^$call(" "$TMP/trace")
	done
}

# NAME of the case; EXPECT: is the number known? The arguments must contain -j
sweep() # NAME TOOL EXPECT ARGUMENT...
{
	NAME=$1 TOOL=$2
	local expect=$3 call n c=0 dense
	shift 3
	DIR=$TMP/$NAME
	mkdir "$DIR"
	EXPECTED='' RUNS=0 STATUSES=()
	"$KTALLY" "$TOOL" "$@" >"$DIR/out" 2>"$DIR/err" </dev/null
	case $? in
	0) ;;
	3) skip "$NAME" "$(cat "$DIR/err")"; return ;;
	*) not_ok "$NAME: the clean run" "$(cat "$DIR/err")"; return ;;
	esac
	read_counted "$DIR/out"
	[ "$expect" = no ] || EXPECTED=$COUNTED
	[ "$expect" = no ] || [ "${EXPECTED:-0}" != 0 ] || not_ok "$NAME: the clean run counts" "$(cat "$DIR/out")"
	for call in "${CALLS[@]}"; do
		dense=$DENSE c=$((c + 1))
		[ "$call" != bpf ] || dense=1000000
		for ((n = 1; ; n += n == 1 ? 1 + (TURN + c) % STEP : n < dense ? STEP : SPARSE)); do
			inject "$call" "${ERRORS[(n + ${#TOOL}) % 3]}" $((FIRST[$call] + n)) "$@" || break
		done
	done
	ok "$NAME: $RUNS faults, by status: $(for s in "${!STATUSES[@]}"; do printf '%s:%s ' "$s" "${STATUSES[s]}"; done)"
}

TURN=0
# Runs a sweep in a process of its own, several at a time: a run mostly waits until the kernel has removed probes
abreast() # NAME TOOL EXPECT ARGUMENT...
{
	while [ "$(jobs -rp | wc -l)" -ge $(($(nproc) * 3)) ]; do wait -n; done
	TURN=$((TURN + 1))
	sweep "$@" >"$TMP/$1.cases" 2>&1 &
}

all_done()
{
	wait
	cat "$TMP"/*.cases
}
