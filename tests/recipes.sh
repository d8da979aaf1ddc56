# SPDX-License-Identifier: GPL-2.0-or-later
# recipes.sh - takes doc/recipes.md apart and runs its recipes; for tests/recipes, and tests that come after session.sh
# shellcheck shell=bash
#
# Below each heading of a recipe stands a comment that readers do not see. Its lines:
#	load: WORDS		a function from here, which does known work while the command runs, and then Ctrl-C ends the
#				command; or "itself", where the command begins the work
#	expect: REGEX	a line of the output; repeatable
#	alone: REGEX	the same, where nobody else does anything: in a guest
#	show: REGEX		the lines that the document shows; all, if there is none
#	first: N		the document shows the first N lines and the last one
#	before: WORDS	a function that runs before the command
#	bpf: REASON		why it does not work without BPF
# The command is the first block after it, its output the second.

# Makes for each recipe a folder 01, 02, ... with files of these names, "title" and "command"
recipes_split() # DOCUMENT FOLDER
{
	local i
	for ((i = 1; i <= $(grep -c '^## ' "$1"); i++)); do mkdir -p "$2/$(printf %02d $i)"; done
	FOLDER=$2 awk '
		function put(key, text) { print text >> (ENVIRON["FOLDER"] "/" sprintf("%02d", n) "/" key) }
		/^## / { n++; blocks = 0; put("title", substr($0, 4)) }
		/^```/ { block = !block; blocks += block; next }
		/^<!--/ { hidden = 1 }
		hidden && match($0, /[a-z]+: /) {
			text = substr($0, RSTART + RLENGTH)
			sub(/ *-->$/, "", text)
			put(substr($0, RSTART, RLENGTH - 2), text)
		}
		/-->$/ { hidden = 0 }
		n && block && blocks == 1 { put("command", $0) }' "$1"
}

# Goes to an empty folder, where the recipes find what they name. KTALLY is the program, WORK the folder of tests/work
recipes_stage() # FOLDER
{
	local program
	STAGE=$1
	mkdir -p "$STAGE/bin" && cd "$STAGE" || return
	printf '#!/bin/bash\necho $$ >"%s/pid"\nexec "%s" "$@"\n' "$STAGE" "$(realpath "$KTALLY")" >bin/ktally
	for program in worker dio; do ln -s "$(realpath "$WORK/$program")" bin/; done
	ln -s bin/worker worker
	printf '#!/bin/bash\nkill -TERM "$1"\n' >bin/watchdog
	printf '#!/bin/bash\nfor i in 1 2 3; do expr $i + 10; done\n' >bin/cronjob
	printf '#!/bin/bash\nread -r go <gate\nfor i in 1 2 3 4 5; do echo "line $i"; done\n' >bin/logger
	chmod +x bin/*
	PATH=$STAGE/bin:$PATH
	echo "first line" >data.log
	CGROUPS=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
}

# ---- what happens before a command, and beside it; status 77: this machine lacks something ----

# Has data.log open before ktally looks
log_opened()
{
	rm -f gate
	mkfifo gate
	logger >>data.log & LOGGER=$!
}

log_written()
{
	: >gate
	dd if=/dev/zero of=data.log bs=100 count=7 oflag=append conv=notrunc status=none
	cat data.log
	eventually ended "$LOGGER"
}

ended() { ! kill -0 "$1" 2>/dev/null; }

# Two programs, each on a disk
disks_used()
{
	dio -C database -n 200 -s 4096 -R "$DISK_NODE" &
	dio -C backup -n 50 -s 262144 -o write "$SLOW_DISK_NODE"
	wait
}

# Reads 1024 pages twice; while it is open, a disk keeps its pages in memory
disk_reread()
{
	exec 4<"$DISK_NODE"
	dd if="$DISK_NODE" of=/dev/null bs=64k count=64
	dd if="$DISK_NODE" of=/dev/null bs=64k count=64
}

programs_started() { cronjob; }

sleeper_killed()
{
	sleep 600 & watchdog $!
	wait
}

# Until the kernel has sent two segments again: SYNs into a device that drops all
nobody_answers()
{
	unshare -n bash -c '
		ip link add d0 type dummy || { ip link add d0 type veth peer name d1 && ip link set d1 up; } || exit 77
		ip addr add 10.99.0.1/24 dev d0
		ip link set d0 up
		ip neigh add 10.99.0.77 lladdr 02:00:00:00:00:77 dev d0
		(exec 3<>/dev/tcp/10.99.0.77/443) 2>/dev/null & client=$!
		until awk "/^Tcp:/ { n = \$13 } END { exit n < 2 }" /proc/net/snmp; do sleep 0.1; done
		kill $client'
}

shop_opened()
{
	[ "$CGROUPS" ] && mkdir -p "$CGROUPS/shop"
}

# One worker in the container, and one that is not
shop_visited()
{
	(echo $BASHPID >"$CGROUPS/shop/cgroup.procs" && exec worker)
	worker
}

shop_closed()
{
	[ ! "$CGROUPS" ] || [ ! -d "$CGROUPS/shop" ] || rmdir "$CGROUPS/shop"
}

# ---- one recipe ----

traced() # RUNNER: waits until its ktally counts
{
	until [ -s pid ]; do
		ended "$1" && return 1
		sleep 0.02
	done
	counting "$(<pid)"
}

# Leaves the files "out", of both outputs, and "status"; 77 where the load could not be
recipe_run() # FOLDER
{
	local runner load lacking=
	load=$(<"$1/load")
	rm -f pid
	[ ! -e "$1/before" ] || eval "$(<"$1/before")" || { echo 77 >"$1/status"; return; }
	bash -e -o pipefail "$1/command" >"$1/out" 2>&1 </dev/null & runner=$!
	if [ "$load" != itself ] && traced $runner; then
		(eval "$load") >load.out 2>&1 </dev/null
		[ $? != 77 ] || lacking=77
		kill -INT "$(<pid)"
	fi
	wait $runner
	echo "${lacking:-$?}" >"$1/status"
}

# Prints what the output lacks of what the recipe expects
recipe_lacks() # FOLDER [alone]
{
	local expected file
	for file in expect ${2:+"$2"}; do
		[ -e "$1/$file" ] || continue
		while IFS= read -r expected; do
			grep -qE -e "$expected" "$1/out" || echo "no /$expected/ in:"
		done <"$1/$file"
	done
}

# The same for a case: with the output, or nothing
recipe_failure() # FOLDER [alone]
{
	local lacks
	lacks=$(recipe_lacks "$@")
	[ ! "$lacks" ] || printf '%s\n' "$lacks" "$(<"$1/out")"
}
