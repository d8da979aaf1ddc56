# SPDX-License-Identifier: GPL-2.0-or-later
# events.sh - for benchmarks of event tools: what each tracer adds to one event of a load that does nothing else,
# and how many rows the tracer prints.
#
# The load runs on one CPU; the tracer may run on the others, as it usually would. The added time is the time of
# one event with the tracer minus the time without any in the same round. A tracer that loses rows is cheaper for
# it, so the number of rows is shown as well. The benchmark defines:
#	variant NAME		sets COMMAND to what starts it, empty for no tracer, and WAIT to how long that takes
#	load VARIANT		runs the load bound to $CPU, prints nanoseconds for one event
#	rows_of VARIANT		how many rows $TMP/rows.VARIANT has of the load
#	events_of VARIANT	how many events the load has made
# shellcheck shell=bash

start_rows() # VARIANT: its rows go to a file
{
	# shellcheck disable=SC2086
	$COMMAND >"$TMP/rows.$1" 2>"$TMP/err.$1" </dev/null &
	TRACER=$!
	sleep "$WAIT"
	[ -d /proc/$TRACER ] && return
	note "$1: $(head -1 "$TMP/err.$1")"
	TRACER=
	return 1
}

measure() # VARIANT
{
	local ns
	WAIT=0.7
	variant "$1"
	[ -z "$COMMAND" ] || start_rows "$1" || return 1
	ns=$(load "$1")
	sleep 0.5
	[ -z "$COMMAND" ] || stop_tracer
	sample "$1" "$ns"
	[ "$1" = untraced ] || sample "rows.$1" "$(rows_of "$1")"
}

added() # VARIANT
{
	median_of "b - a" untraced "$1"
}

compare_events() # EVENT VARIANT...: "an open"; the first one is untraced
{
	local event=$1 round usable v ns ratio goal met bcc
	shift
	for round in $(seq "$BENCH_ROUNDS"); do
		usable=()
		for v; do
			measure "$v" && usable+=("$v")
		done
		set -- "${usable[@]}"
	done
	bcc=$([[ " $* " == *" bcc "* ]] && added bcc)
	row "$event, untraced" "$(printf '%.0f ns' "$(median untraced)")" ""
	for v; do
		[ "$v" = untraced ] && continue
		ns=$(added "$v") ratio='' goal='' met=''
		[ -z "$bcc" ] || ratio=$(awk "BEGIN { printf \"%.2f x bcc\", $ns / $bcc }")
		[ "$bcc" ] && [ "$v" = bpf ] && goal="<= 0.5 x bcc" met="$ns <= 0.5 * $bcc"
		row "added to $event, $v" "$(printf '%.0f ns' "$ns")" "$ratio" "$goal" "$met"
	done
	for v; do
		case $v in
		untraced | bpf-elsewhere) ;;
		bpf) row "rows of $(events_of bpf), $v" "$(median rows.bpf)" "" "all" "$(median rows.bpf) == $(events_of bpf)" ;;
		*) row "rows of $(events_of "$v"), $v" "$(median "rows.$v")" "" ;;
		esac
	done
}

# Uses the kernel's own clock of BPF programs: for events so expensive that the machine's noise hides a tracer
compare_programs() # EVENT VARIANT...
{
	local event=$1 round v bcc
	shift
	for round in $(seq "$BENCH_ROUNDS"); do
		for v; do
			WAIT=0.7
			variant "$v"
			start_rows "$v" || continue
			load "$v" >/dev/null &
			LOAD=$!
			sleep 0.2
			sample "ns.$v" "$("$PROGRAMS/run_time" "$TRACER" 1)"
			wait $LOAD
			stop_tracer
		done
	done
	bcc=$([ -s "$TMP/samples.ns.bcc" ] && median ns.bcc)
	for v; do
		[ -s "$TMP/samples.ns.$v" ] || continue
		row "in BPF programs for $event, $v" "$(printf '%.0f ns' "$(median "ns.$v")")" \
			"$([ -z "$bcc" ] || awk "BEGIN { printf \"%.2f x bcc\", $(median "ns.$v") / $bcc }")"
	done
}

# prints the variants of peers that are installed: COMMAND=VARIANT...
peers()
{
	local one
	for one; do has "${one%%=*}" && echo "${one#*=}"; done
}
