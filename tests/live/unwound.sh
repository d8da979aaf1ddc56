# SPDX-License-Identifier: GPL-2.0-or-later
# unwound.sh - compares the stacks that uprobe -s, tpoint -s, kprobe -s, trace --stack and opensnoop --callers print with
# those that the compiler's unwinder finds. Also for guests.
# shellcheck shell=bash

# What ktally prints, as unwound prints it: the number, and the addresses of the callers that are in its file. Functions of
# the kernel, which come first, have no file.
printed() # FILE
{
	sed -E '/ \/n=/s/ < /\n    /g; s/.* \/n=([0-9]+) +([^ ])/ n=\1\n    \2/; s/.* getpgid\(([0-9]+)\).*/ n=\1/
		s/.*_getpgid: pid: 0x0*([0-9a-f])$/ n=\1/; s/( n=)a$/\110/; s/( n=)b$/\111/; s/( n=)c$/\112/
		s/( n=)d$/\113/; s/( n=)e$/\114/' | awk -v file="($1)" '
		function flush() { if (line != "") print line; line = "" }
		/ n=[0-9]+/ { flush(); sub(/.* n=/, ""); line = $1 + 0; first = 1; next }
		/^    / && line != "" && NF > 1 { if (!first && $2 == file) line = line " " $1; first = 0 }
		END { flush() }'
}

# A stripped copy, so that frames are addresses
copy_unwound() # PROGRAM NAME -> AT
{
	cp "$1" "$TMP/$2"
	"${STRIP:-strip}" "$TMP/$2" 2>/dev/null
	AT=$("$TMP/$2" offset)
}

same_stacks() # CASE NAME WANTED
{
	printed "$2" <"$TMP/$2.out" >"$TMP/$2.got"
	is "$1: stacks" "$(wc -l <"$TMP/$2.got")" "$(wc -l <"$3")"
	is "$1: each frame is that of the compiler's unwinder" "$(diff "$3" "$TMP/$2.got")" ""
}

# It is known before the first call: BPF walks each stack. AT in the tool's arguments is where the probe is.
compare_known() # PROGRAM NAME TOOL...
{
	local ready tool=("${@:3}")

	copy_unwound "$1" "$2"
	mkfifo "$TMP/$2.go"
	"$TMP/$2" run <"$TMP/$2.go" >"$TMP/$2.wanted" &
	ready=$!
	exec 7>"$TMP/$2.go"
	asleep() { grep -q '^State:.*S' /proc/$ready/status && [ "$(readlink /proc/$ready/exe)" = "$(readlink -f "$TMP/$1")" ]; }
	eventually asleep "$2"
	"$KTALLY" "${tool[@]/AT/$TMP/$2:$AT}" -p $ready >"$TMP/$2.out" 2>"$TMP/$2.err" </dev/null &
	PID=$!
	counting $PID || { not_ok "$2: starts" "$(cat "$TMP/$2.err")"; return; }
	echo >&7
	all_printed() { [ "$(grep -cE ' n=|[ _]getpgid| /n=' "$TMP/$1.out")" = 14 ]; }
	eventually all_printed "$2"
	echo >&7
	exec 7>&-
	wait $ready
	kill -INT $PID
	wait $PID
	is "$2: 14 stacks" "$(wc -l <"$TMP/$2.wanted")" 14
	same_stacks "$2" "$2" "$TMP/$2.wanted"
	is "$2: all are complete" "$(grep '^stacks:' "$TMP/$2.err")" ""
}

# It starts and ends with the run: user space walks copies. Those are left out that do not fit into one: a large frame, and
# two signal handlers on a stack of their own.
compare_new() # PROGRAM NAME
{
	copy_unwound "$1" "$2"
	printf '\n\n' | "$KTALLY" uprobe -s -o "$TMP/$2.out" "p:$TMP/$2:$AT n=%di:u32" 'n != 4 && n != 9 && n != 10' -- "$TMP/$2" run \
		>"$TMP/$2.all" 2>"$TMP/$2.err"
	grep -Ev '^(4|9|10) ' "$TMP/$2.all" >"$TMP/$2.wanted"
	is "$2: 11 stacks" "$(wc -l <"$TMP/$2.wanted")" 11
	same_stacks "$2" "$2" "$TMP/$2.wanted"
}

compare_unwound() # PROGRAM NAME
{
	compare_known "$1" "$2" uprobe -s "p:AT n=%di:u32"
	compare_known "$1" "$2-tpoint" tpoint --backend bpf -s syscalls:sys_enter_getpgid
	compare_known "$1" "$2-trace" trace --stack user -e getpgid
	compare_known "$1" "$2-callers" opensnoop --backend bpf --callers
	compare_new "$1" "$2-new"
}
