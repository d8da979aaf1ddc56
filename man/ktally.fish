# SPDX-License-Identifier: GPL-2.0-or-later
# fish completion for ktally, and under another name for a link named after one of its tools. bash's completion finds the
# candidates, so that both know the same; without it, and where it has none, files are completed. Names of processes and
# files are others' words: fish does not expand what a command prints, and quotes what goes into the line.

function __ktally_candidates
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l word (commandline --current-token --cut-at-cursor)
    set words[1] (string replace --regex '^~/' "$HOME/" -- $words[1])
    bash --norc /usr/share/bash-completion/completions/ktally $words "$word" 2>/dev/null
    and return
    set -l option (string match --regex -- '^--[a-z-]+=' $word)
    for file in (__fish_complete_path (string replace -- "$option" '' "$word"))
        echo "$option$file"
    end
end

complete --command (string replace --regex '[.]fish$' '' (status basename)) --no-files --arguments '(__ktally_candidates)'
