#compdef ktally
# SPDX-License-Identifier: GPL-2.0-or-later
# zsh completion for ktally and for links named after its tools. bash's completion finds the candidates, so that both know
# the same; without it, and where it has none, files are completed. Names of processes and files are others' words: they are
# passed on as they are, and compadd quotes what goes into the line.

_ktally() {
	local line program=${(Q)words[1]/#\~\//$HOME/}
	local -a candidates shown behind
	while IFS= read -r line; do
		candidates+=("${line%%$'\t'*}")
		shown+=("${line/$'\t'/  -- }")
	done < <(bash --norc /usr/share/bash-completion/completions/ktally "$program" \
		"${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
	if (( ! $#candidates )); then
		[[ $PREFIX == --*=* ]] && compset -P '*='
		_files
		return
	fi
	[[ $candidates[1] == *: ]] && behind=(-S '') # a program: its functions follow
	if [[ "$shown" == *'  -- '* ]]; then compadd "$behind[@]" -l -d shown -a -- candidates
	else compadd "$behind[@]" -a -- candidates; fi
}

_ktally "$@"
