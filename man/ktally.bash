# SPDX-License-Identifier: GPL-2.0-or-later
# bash completion for ktally and for links named after its tools. No list of tools or options is kept here:
# both are read from --help when they are asked for.
# shellcheck shell=bash

# Long and short options of the help text on stdin; or for one of them what it takes: "-d" -> "--disk DEVICE"
_ktally_options() { # [OPTION]
	awk -v wanted="${1-}" '
		/^ +-/ {
			long = short = value = ""
			for (i = 1; i <= NF && $i ~ /^-/; i++) {
				option = $i
				sub(/,$/, "", option)
				if (option ~ /^--/) long = option; else short = option
			}
			if (match($0, /--[a-z0-9-]+ [A-Z][A-Z,.:]*/)) value = $i
			if (wanted == "") print long (short == "" ? "" : " " short)
			else if (value != "" && (wanted == long || wanted == short)) print long, value
		}'
}

_ktally_tools() {
	"$1" --help 2> /dev/null | awk 'tools && NF { print $1 } /^Tools:/ { tools = 1 }'
	echo doctor
}

_ktally_disks() {
	local disk
	for disk in /sys/block/*; do [[ -e $disk ]] && echo "${disk##*/}"; done
}

# Folders of the cgroup v2 hierarchy below what has been typed
_ktally_cgroups() { # word
	local root
	root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
	[[ $1 == /* ]] || set -- "$root/$1"
	compgen -d -- "$1"
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

# Numbers of a tracepoint, by the kernel's description: "	field:int prev_pid;	offset:28;..."
_ktally_fields() { # CATEGORY:EVENT word
	awk -F '[:;]' -v word="$2" '
		/^\tfield:/ && !/common_|\[|__data_loc/ {
			n = split($2, parts, " ")
			if (index(parts[n], word) == 1) print parts[n]
		}' "$(_ktally_tracefs)/events/${1/://}/format" 2> /dev/null
}

# What the usage line calls argument N: "Usage: perf-stat-hist [OPTIONS] EVENT FIELD [seconds]". The last may repeat.
_ktally_argument() { # N
	awk -v wanted="$1" '
		NR == 1 {
			for (i = 3; i < NF && $i != "[OPTIONS]"; i++) ;
			n = i + wanted <= NF ? i + wanted : $NF ~ /[.][.][.]$/ ? NF : 0
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
_ktally_names() { # NAME word EARLIER-ARGUMENT...
	case $1 in
	PATTERN*) case $2 in
		t:*) _ktally_events "${2#t:}" | sed 's/^/t:/' ;;
		*) _ktally_functions "$2" ;;
		esac ;;
	FUNCTION*) _ktally_functions "$2" ;;
	EVENT | TRACEPOINT) _ktally_events "$2" ;;
	FIELD) _ktally_fields "$3" "$2" ;;
	esac
}

_ktally_value() { # "--OPTION VALUE" word
	case $1 in
	*" PID"* | *" TID") compgen -W "$(cd /proc && echo [1-9]*)" -- "$2" ;;
	*" TIME") compgen -W "1 5 10 60 500ms 2m" -- "$2" ;;
	*" USER") compgen -u -- "$2" ;;
	*" DEVICE") compgen -W "$(_ktally_disks)" -- "${2#/dev/}" ;;
	*" DIR") compgen -d -- "$2" ;;
	*" WHEN") compgen -W "auto always never" -- "$2" ;;
	"--backend "*) compgen -W "auto bpf ftrace" -- "$2" ;;
	"--cgroup "*) _ktally_cgroups "$2" ;;
	"--comm "*) compgen -W "$(cat /proc/[1-9]*/comm 2> /dev/null)" -- "$2" | sort -u ;;
	*" PATH" | *" FILE") compgen -f -- "$2" ;;
	esac
}

# An argument of the tool. The line is cut at spaces here, not at the colons that names have.
_ktally_complete_name() { # COMMAND [TOOL]
	local line=${COMP_LINE:0:COMP_POINT} word name help values
	local -a words arguments
	help=$("$@" --help 2> /dev/null)
	read -ra words <<< "$line"
	[[ $line == *[[:space:]] ]] && words+=('')
	word=${words[-1]}
	unset 'words[-1]'
	values=$(awk '/^ +-/ && match($0, /--[a-z0-9-]+ [A-Z]/) { for (i = 1; $i ~ /^-/; i++) { sub(/,$/, "", $i); printf "%s ", $i } }' <<< "$help")
	mapfile -t arguments < <(_ktally_arguments "$values" "${words[@]:$#}")
	name=$(_ktally_argument $((${#arguments[@]} + 1)) <<< "$help")
	mapfile -t COMPREPLY < <(_ktally_names "$name" "${word#[\'\"]}" "${arguments[@]}")
	# what stands before the last colon is another word to readline, but not in quotes
	[[ $word == *:* && $word != [\'\"]* && $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%:*}:"}")
}

_ktally() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=$1 tool='' i value
	local -a command

	COMPREPLY=()
	[[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 2]} # "=" splits words
	[[ $word == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 1]} word=''
	command=("$program")
	if [[ ${program##*/} == ktally* ]]; then
		for ((i = 1; i < COMP_CWORD; i++)); do
			[[ ${COMP_WORDS[i]} == -* ]] || { tool=${COMP_WORDS[i]}; break; }
		done
		if [[ -z $tool ]]; then
			mapfile -t COMPREPLY < <(compgen -W "$(_ktally_tools "$program") --help --version" -- "$word")
			return
		fi
		command+=("$tool")
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		if [[ ${COMP_WORDS[i]} == -- ]]; then # a command to run: complete it as such
			if declare -F _command_offset > /dev/null; then _command_offset $((i + 1))
			else mapfile -t COMPREPLY < <(compgen -c -- "$word"); fi
			return
		fi
	done
	value=$("${command[@]}" --help 2> /dev/null | _ktally_options "$before") # as in "--disk DEVICE"
	if [[ $value ]]; then
		mapfile -t COMPREPLY < <(_ktally_value "$value" "$word")
	elif [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("${command[@]}" --help 2> /dev/null | _ktally_options)" -- "$word")
	else
		_ktally_complete_name "${command[@]}"
	fi
}

complete -o bashdefault -F _ktally ktally
for _ktally_tool in $(_ktally_tools ktally); do
	# a link of that name that is ours, not another project's tool
	[[ $_ktally_tool == doctor || $(readlink "$(command -v "$_ktally_tool")") != *ktally ]] || complete -F _ktally "$_ktally_tool"
done
unset -v _ktally_tool
