# SPDX-License-Identifier: GPL-2.0-or-later
# serve.sh - runs ktally serve, and asks it
# shellcheck shell=bash

need_command curl

# Starts it with a configuration, and waits until all its tools count, or have said why not: URL, and SERVE, its process
serve() # NAME CONFIGURATION [OPTION...]
{
	local name=$1 text=$2
	shift 2
	printf '%s\n' "$text" >"$TMP/$name.conf"
	chmod 600 "$TMP/$name.conf"
	"$KTALLY" serve --listen 127.0.0.1:0 "$@" "$TMP/$name.conf" >"$TMP/$name.out" 2>"$TMP/$name.err" </dev/null &
	SERVE=$!
	eventually said_where "$name" || { not_ok "$name: says where it listens" "$(cat "$TMP/$name.err")"; return 1; }
	URL=$(sed -n 's/^serve: \(http:[^,]*\),.*/\1/p' "$TMP/$name.err")
	[ -z "$URL" ] || scrape >/dev/null
}

said_where() # NAME
{
	grep -qs '^serve: .*/metrics, ' "$TMP/$1.err" || ! kill -0 $SERVE 2>/dev/null
}

# The supervisor's children: of this name ("ktally" is the HTTP process), or all
children() # [NAME]
{
	pgrep -P "$SERVE" ${1:+-x "$1"}
}

scrape() # [CURL'S OPTION...]
{
	curl -sS --max-time 60 "$@" "$URL"
}

# The sum of a metric's samples whose labels match: value NAME 'device="loop0"'. Text is on stdin.
value() # NAME [PATTERN]
{
	awk -v name="$1" -v labels="${2:-}" '
		{ head = $0; sub(/ [^ ]*$/, "", head); metric = head; sub(/[{].*/, "", metric) }
		metric == name && head ~ labels { sum += $NF; found = 1 }
		END { if (found) printf "%.15g\n", sum; else print "none" }'
}

# What a metric of one tool has counted, and what it says that it lost: some kernels do not run every BPF program
accounted_for() # METRIC TOOL [PATTERN] < text
{
	local text counted lost
	text=$(cat)
	counted=$(value "$1" "${3:-}" <<<"$text") lost=$(value ktally_lost_events_total "tool=\"$2\"" <<<"$text")
	[ "$counted" != none ] || counted=0
	echo $((counted + lost + $(value ktally_in_flight "tool=\"$2\"" <<<"$text")))
}

# Ends it; STATUS is its exit status
unserve() # [SIGNAL]
{
	kill -"${1:-TERM}" $SERVE 2>/dev/null
	wait $SERVE
	STATUS=$?
}

# Ids of the BPF programs that all its processes hold
programs_of() # PID...
{
	local pid
	for pid; do sed -n 's/^prog_id:[[:space:]]*//p' "/proc/$pid"/fdinfo/* 2>/dev/null; done | sort -un | xargs
}

none_loaded() # NUMBERS
{
	[ -z "$(bpftool -j prog list | jq -r --arg ids "$1" '[.[].id] - ([.[].id] - ($ids | split(" ") | map(tonumber))) | .[]')" ]
}
