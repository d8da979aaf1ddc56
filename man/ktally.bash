# SPDX-License-Identifier: GPL-2.0-or-later
# bash completion for ktally and for links named after its tools. No list of tools, options or values is kept here:
# `ktally list` and --help say them when they are asked for. Names of processes and files are others' words: nothing
# expands them (compgen -W would), and what goes into the line is quoted.
# zsh and fish run this file for their candidates: bash FILE WORD..., the last of which is being typed.
# shellcheck shell=bash

# The candidates on stdin, one a line, that begin with what has been typed. "1234<tab>bash" shows a description where
# readline lists several.
_ktally_reply() { # word
	local typed=$1 quote='' line text i
	local -a about=()
	case $typed in
	[\'\"]*) quote=1 typed=${typed:1} ;;
	*) typed=${typed//\\/} ;;
	esac
	COMPREPLY=()
	while IFS= read -r line; do
		text=${line%%$'\t'*}
		[[ $text == "$typed"* ]] || continue
		if [[ ${_ktally_raw-} ]]; then printf '%s\n' "$line"; continue; fi
		if [[ ! $quote ]]; then [[ $text =~ ^[[:alnum:]_./:@%+,=-]*$ ]] || printf -v text %q "$text"
		elif [[ $text == *[\'\"\$\`\\!]* ]]; then continue; fi
		COMPREPLY+=("$text")
		[[ $line == *$'\t'* ]] && about[${#COMPREPLY[@]} - 1]=${line#*$'\t'}
	done
	[[ ${#COMPREPLY[@]} -gt 1 && ${COMP_TYPE-} =~ ^(9|33|63|64)$ ]] || return 0
	for i in "${!about[@]}"; do COMPREPLY[i]+=" (${about[i]})"; done
}

# Of $options, which `ktally list OPTIONS` has printed: each long and short option; with "about" what it does too
_ktally_options() { # [about]
	awk -F '\t' -v about="${1-}" '{
		if (about != "") about = "\t" $5
		print $1 about
		if ($2 != "") print $2 about
	}' <<< "$options"
}

# Three lines of an option: the placeholder of its value ("DEVICE"), "maybe" if the value may be missing, and the help
_ktally_takes() { # OPTION
	awk -F '\t' -v wanted="$1" '$1 == wanted || $2 == wanted { print $3 "\n" $4 "\n" $5 }' <<< "$options"
}

_ktally_tools() {
	"$1" list COMMANDS 2> /dev/null
	printf '%s\n' --help --version
}

_ktally_disks() {
	local disk
	for disk in /sys/block/*; do [[ -e $disk ]] && echo "${disk##*/}"; done
}

# The other shells know files themselves
_ktally_files() { # word [-d]
	[[ ${_ktally_raw-} ]] || compgen "${2--f}" -- "$1"
}

# Folders of the cgroup v2 hierarchy below what has been typed
_ktally_cgroups() { # word
	local root folder
	root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
	if [[ $1 == /* ]]; then compgen -d -- "$1"
	else compgen -d -- "$root/$1" | while IFS= read -r folder; do printf '%s\n' "${folder#"$root/"}"; done; fi
}

# The name of a process into `comm`; not one that would disturb the terminal
_ktally_comm() { # FOLDER of /proc
	comm=''
	IFS= read -r -d '' comm < "$1/comm"
	comm=${comm%$'\n'}
	[[ $comm && $comm != *[[:cntrl:]]* ]]
} 2> /dev/null

_ktally_comms() {
	local process comm
	for process in /proc/[1-9]*; do _ktally_comm "$process" && printf '%s\n' "$comm"; done | sort -u
}

# "1234<tab>bash". Kernel threads have no command line.
_ktally_pids() {
	local process comm first
	for process in /proc/[1-9]*; do
		first=''
		{ IFS= read -r -d '' first < "$process/cmdline"; } 2> /dev/null
		[[ $first ]] || continue
		if _ktally_comm "$process"; then printf '%s\t%s\n' "${process#/proc/}" "$comm"; else echo "${process#/proc/}"; fi
	done
}

_ktally_tracefs() { awk '$3 == "tracefs" { print $2; exit }' /proc/mounts; }

# Kernel functions that begin with what has been typed; all of them are too many to show
_ktally_functions() { # word
	local list
	[[ $1 ]] || return
	list=$(_ktally_tracefs)/available_filter_functions
	if [[ -r $list ]] && read -r _ < "$list"; then awk -v word="$1" 'index($1, word) == 1 { print $1 }' "$list"
	else awk -v word="$1" '$2 ~ /^[tTwW]$/ && index($3, word) == 1 { print $3 }' /proc/kallsyms; fi 2> /dev/null | sort -u
}

_ktally_events() { awk -v word="$1" 'index($1, word) == 1' "$(_ktally_tracefs)/available_events" 2> /dev/null; }

# Numbers of a tracepoint, by the kernel's description: "	field:int prev_pid;	offset:28;..."; with "all" its texts too
_ktally_fields() { # CATEGORY:EVENT word [all]
	[[ $1 == *:* && $1 != *[./]* ]] || return
	awk -F '[:;]' -v word="$2" -v all="${3-}" '
		/^\tfield:/ && !/common_/ && (all != "" || !/\[|__data_loc/) {
			n = split($2, parts, " ")
			sub(/\[.*/, "", parts[n])
			if (index(parts[n], word) == 1) print parts[n]
		}' "$(_ktally_tracefs)/events/${1/://}/format" 2> /dev/null
}

# Libraries by the names that the loader's cache has ("libc" for libc.so.6), programs, or files
_ktally_programs() { # word
	case $1 in
	*/*) _ktally_files "$1" ;;
	?*)
		PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2> /dev/null | awk -v word="$1" '
			/^\t/ && index($1, word) == 1 { sub(/[.]so.*/, "", $1); print $1 }'
		compgen -c -- "$1"
		;;
	esac | sort -u
}

# "p:libc:malloc" for "p:libc:mal": what stands before the last colon comes back too
_ktally_user_functions() { # word KTALLY
	local place=$1 kind=''
	[[ $place == [pr]:* ]] && kind=${place:0:2} place=${place:2}
	if [[ $place != *:* ]]; then _ktally_programs "$place" | awk -v kind="$kind" '{ print kind $0 ":" }'
	elif [[ ${place##*:} ]]; then
		"$2" uprobe -l "$place*" 2> /dev/null | awk -v before="$kind${place%:*}:" '{ print before $1 }'
	fi
}

# What the usage line calls argument N: "Usage: perf-stat-hist [OPTIONS] EVENT FIELD [seconds]". The last may repeat.
_ktally_argument() { # N
	awk -v wanted="$1" '
		NR == 1 {
			for (i = 3; i < NF && $i != "[OPTIONS]"; i++) ;
			n = i + wanted <= NF ? i + wanted : $NF ~ /[.][.][.]\]*$/ ? NF : 0
			if (n) print $n
		}'
}

# Arguments that are neither options nor their values, one a line
_ktally_arguments() { # OPTIONS-WITH-VALUES word...
	local options=" $1 " skip=''
	shift
	for word; do
		if [[ $skip ]]; then skip=''
		elif [[ $word == -* ]]; then [[ $options == *" $word "* ]] && skip=1
		else echo "$word"; fi
	done
}

# By the name that the usage line gives it; nothing for others: bash's own completion then
_ktally_names() { # KTALLY TOOL NAME word EARLIER-ARGUMENT...
	case $2-$3 in
	*-PATTERN*) case $4 in
		t:*) _ktally_events "${4#t:}" | sed 's/^/t:/' ;;
		*:*) _ktally_user_functions "$4" "$1" ;;
		*) _ktally_functions "$4" ;;
		esac ;;
	uprobe-DEFINITION) _ktally_user_functions "$4" "$1" ;;
	*-DEFINITION) case $4 in
		[pr]:*) _ktally_functions "${4:2}" | sed "s/^/${4:0:2}/" ;;
		*) _ktally_functions "$4" ;;
		esac ;;
	*-FUNCTION*) _ktally_functions "$4" ;;
	*-EVENT | *-TRACEPOINT) _ktally_events "$4" ;;
	*-FIELD) _ktally_fields "$5" "$4" ;;
	*-\[COMMAND*) [[ $4 ]] && compgen -c -- "$4" ;;
	esac
}

# What events can be counted by, or a value of them: the keys that the help of --by lists, fields of the tracepoints in the
# line, names that its definitions give ("size=$arg1")
_ktally_keys() { # "keys" or "values"
	local word all=''
	if [[ $1 == keys ]]; then
		all=all
		_ktally_takes --by | awk 'NR == 3 && sub(/.*: /, "") { n = split($0, key, /, /); for (i = 1; i <= n; i++) if (key[i] !~ / /) print key[i] }'
	fi
	local -a words
	read -ra words <<< "$COMP_LINE"
	for word in "${words[@]}"; do
		word=${word#[\'\"]}
		_ktally_fields "$word" '' $all
		[[ $word =~ ^([a-z_][a-zA-Z0-9_]*)=. ]] && echo "${BASH_REMATCH[1]}"
	done
}

# Values of an option, by its placeholder
_ktally_value() { # KTALLY PLACEHOLDER HELP word
	case ${2%,...} in
	PID | PPID | TID) _ktally_pids ;;
	TIME) printf '%s\n' 1 5 10 60 500ms 2m ;;
	USER) compgen -u ;;
	DEVICE) if [[ $4 == /dev/* ]]; then _ktally_disks | sed "s|^|/dev/|"; else _ktally_disks; fi ;;
	DIR) _ktally_files "$4" -d ;;
	PATH) _ktally_cgroups "$4" ;;
	FILE) _ktally_files "$4" ;;
	KEY) _ktally_keys keys ;;
	VALUE) _ktally_keys values ;;
	FUNCTION) _ktally_functions "$4" ;;
	PROGRAM) if [[ $4 == *:* ]]; then _ktally_user_functions "$4" "$1"; else _ktally_programs "$4"; fi ;;
	PROGRAM:FUNCTION) _ktally_user_functions "$4" "$1" ;;
	NAME | WHEN) # "auto, bpf, ftrace or perf", else a process
		if [[ $3 =~ ^([a-z]+,\ )+[a-z]+\ or\ [a-z]+$ ]]; then tr -s ', ' '\n' <<< "${3/ or / }"; else _ktally_comms; fi ;;
	EVENT | STATES | WHAT) # "begin with: command, process or cpu"
		sed 's/.*: //; s/ or /, /' <<< "$3" | tr -s ', ' '\n' | grep '^[[:alpha:]]' ;;
	[a-z]*) printf '%s\n' "$2" ;; # a word, as in --help[=all]
	?*) "$1" list "${2%,...}" 2> /dev/null ;;
	esac
}

_ktally_complete_value() { # KTALLY PLACEHOLDER HELP word
	local before='' word=$4
	[[ $2 == *,... && $word == *,* ]] && before=${word%,*}, word=${word##*,}
	before=${ahead-}$before
	_ktally_reply "${ahead-}$4" < <(_ktally_value "$1" "$2" "$3" "${word//\\/}" | while IFS= read -r value; do printf '%s%s\n' "$before" "$value"; done)
}

# An argument of the tool. The line is cut at spaces here, not at the colons that names have.
_ktally_complete_name() { # KTALLY TOOL
	local line=${COMP_LINE:0:COMP_POINT} word name usage values
	local -a words arguments
	read -ra words <<< "$line"
	[[ $line == *[[:space:]] ]] && words+=('')
	word=${words[-1]}
	unset 'words[-1]'
	values=$(awk -F '\t' '$3 != "" && $4 == "" { printf "%s %s ", $1, $2 }' <<< "$options")
	IFS= read -r usage < <("${command[@]}" --help 2> /dev/null)
	mapfile -t arguments < <(_ktally_arguments "$values" "${words[@]:$3}")
	name=$(_ktally_argument $((${#arguments[@]} + 1)) <<< "$usage")
	_ktally_reply "$word" < <(_ktally_names "$1" "$2" "$name" "${word#[\'\"]}" "${arguments[@]}")
	[[ ${COMPREPLY[0]-} == *: ]] && compopt -o nospace 2> /dev/null # a program: its functions follow
	# what stands before the last colon is another word to readline, but not in quotes
	[[ $word == *:* && $word != [\'\"]* && $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%:*}:"}")
}

_ktally() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=$1 tool=${1##*/} equals='' ahead='' options i
	local -a command takes

	COMPREPLY=()
	[[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 2]} equals=1 # "=" splits words
	[[ $word == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 1]} word='' equals=1
	if [[ ${_ktally_raw-} && $word == --*=* ]]; then before=${word%%=*} equals=1 ahead=$before= word=${word#*=}; fi
	command=("$program")
	if [[ $tool == ktally* ]]; then
		tool=''
		for ((i = 1; i < COMP_CWORD; i++)); do
			[[ ${COMP_WORDS[i]} == -* || ${COMP_WORDS[i]} == help ]] || { tool=${COMP_WORDS[i]}; break; }
		done
		if [[ -z $tool ]]; then
			_ktally_reply "$word" < <(_ktally_tools "$program")
			return
		fi
		command+=("$tool")
	else
		program=$(readlink -f "$(command -v "$program")")
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		if [[ ${COMP_WORDS[i]} == -- ]]; then # a command to run: complete it as such
			if [[ ${_ktally_raw-} ]]; then ((i + 1 < COMP_CWORD)) || compgen -c -- "$word"
			elif declare -F _command_offset > /dev/null; then _command_offset $((i + 1))
			else mapfile -t COMPREPLY < <(compgen -c -- "$word"); fi
			return
		fi
	done
	options=$("$program" list OPTIONS "$tool" 2> /dev/null)
	mapfile -t takes < <(_ktally_takes "$before") # as in "DEVICE"
	if [[ ${takes[0]-} && ($equals || ! ${takes[1]}) ]]; then
		_ktally_complete_value "$program" "${takes[0]}" "${takes[2]}" "$word"
	elif [[ $word == -* ]]; then
		_ktally_reply "$word" < <(_ktally_options "${_ktally_raw+about}")
	else
		_ktally_complete_name "$program" "$tool" ${#command[@]}
	fi
}

# For the other shells: the words of a line. Prints one candidate a line, and behind a tab what it is. Fails if there is none.
_ktally_candidates() { # WORD...
	local _ktally_raw=1 COMP_LINE=$* COMP_POINT COMP_WORDBREAKS='' COMP_CWORD=$(($# - 1))
	local -a COMP_WORDS=("$@")
	COMP_POINT=${#COMP_LINE}
	_ktally "$1" | awk '{ print } END { exit !NR }'
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
	_ktally_candidates "$@"
	exit
fi

complete -o bashdefault -F _ktally ktally
for _ktally_tool in $(ktally list COMMANDS 2> /dev/null | cut -f 1); do
	# a link of that name that is ours, not another project's tool
	[[ $(readlink "$(command -v "$_ktally_tool")") != *ktally ]] || complete -F _ktally "$_ktally_tool"
done
unset -v _ktally_tool
