# SPDX-License-Identifier: GPL-2.0-or-later
# newcomer.sh - does what people do first on a fresh machine, and checks the results
# shellcheck shell=bash

. "$TOP/tests/lib.sh"
. "$TOP/tests/fresh/machine.sh"
. "$TOP/tests/fresh/lines.sh"

passes() # NAME LOG COMMAND...: runs it there; it must succeed without a warning
{
	local name=$1 log=$TMP/$2 status
	shift 2
	inside "$@" >"$log" 2>&1
	status=$?
	is "$name: its status" $status 0
	[ $status = 0 ] || tail -20 "$log" | cut -c1-200 | sed 's/^/# /'
	is "$name: no warning" "$(grep -E '[Ww]arning|not found|No such file' "$log" | grep -v ' in statically linked ' | head -5)" ""
	[ $status = 0 ] || exit 0 # nothing to go on with
}

files() { (cd "$MACHINE/ktally" && find . -path ./build -prune -o -print | sort); }

demo_shows() # WHAT PATTERN
{
	contains "make demo: $1" "$(sed -n '/^Load: /,$p' "$TMP/demo")" "$2"
}

# Runs one line with the program made there and with the one made here, and compares their statuses and messages
counted_by() { sed -nE 's/.* counted by ([a-z]+) .*/\1/p' <<<"$1"; }
same_as_here() # LINE
{
	local line=$1 here by
	eval "PROGRAM=$KTALLY; set -- $line"
	run timeout 60 "$KTALLY" "$@"
	here=$STATUS by=$(counted_by "$ERR")
	eval "PROGRAM=/ktally/build/ktally; set -- $line"
	run inside timeout 60 /ktally/build/ktally "$@"
	is "$line: the status, and who counted" "$STATUS $(counted_by "$ERR")" "$here $by"
	case $STATUS in
	0) ;;
	3) is "$line: the reason is one line" "$(wc -l <<<"$ERR")" 1; skip "$line" "$ERR" ;;
	*) not_ok "$line: it ran" "status $STATUS: $ERR" ;;
	esac
}

# ---- the first command of the README ----

first_command() # RELEASE
{
	local before time='[0-9.]+(n|u|µ|m)?s'
	run timeout 60 "$KTALLY" iolatency 0.1 1
	[ "$STATUS" != 3 ] || skip_all "$ERR"
	fresh_machine "$1"
	before=$(files)
	passes "make demo" demo make demo
	demo_shows "the histogram" "^ *$time \.\. +$time +: [1-9][0-9]* +\|#"
	demo_shows "the heat map" "^[0-9:]{8} .*\|.* [1-9][0-9]* +$time +$time +$time\$"
	is "make demo: each of its three runs counted something" \
		"$(grep -cE '^[1-9][0-9,]* I/O counted by (bpf|ftrace) ' "$TMP/demo")" 3
	is "make demo: nothing but build/ is left" "$(diff <(echo "$before") <(files))" ""
	is "make demo: no loop device is left" "$(losetup -a | grep ktally-demo)" ""
	forget_old_packages
}

# ---- the others ----

needed() { inside readelf -d build/ktally | sed -nE 's/.*\(NEEDED\).*\[([^.]*)\..*/\1/p' | sort | paste -sd' '; }

builds()
{
	passes "make after make demo" make make
	is "no more shared libraries at a start than those" "$(needed)" \
		"libbpf libc libcap libelf libm libseccomp libtraceevent libtracefs libz"
	passes "make static" static make static
	holds "the static program runs" inside ./build/ktally-static --version
}

tools()
{
	local line tools
	mapfile -t tools < <(tools_of inside ./build/ktally)
	is "every tool has a line here" "$(every_tool_has_a_line "${tools[@]}")" ""
	holds "there are ${#tools[@]} tools" test ${#tools[@]} -ge 18
	while IFS= read -r line <&7; do
		same_as_here "$line"
	done 7< <(lines)
}

# If libdw.a cannot be linked, the build must take the shared library
broken_archive()
{
	# shellcheck disable=SC2016
	inside sh -c 'mkdir /broken && ar rcs /broken/libdw.a build/gen/tools.o && rm build/ktally &&
		ln -s "$(gcc -print-file-name=libdw.so)" /broken/libdw.so'
	passes "make with a libdw.a that lacks everything" broken make LDFLAGS=-L/broken
	contains "it takes the shared one" "$(needed)" libdw
}

fleet()
{
	passes "make demo-fleet" fleet make demo-fleet
	contains "make demo-fleet: Prometheus and ktally say the same" "$(cat "$TMP/fleet")" '^Each request is in both, or told as lost[.]$'
	is "make demo-fleet: no loop device is left" "$(losetup -l -n -O BACK-FILE | grep '/tmp/tmp[.].*[.]img')" ""
}

newcomer() # RELEASE
{
	first_command "$1"
	builds
	tools
	broken_archive
}
