# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The rows of doc/talks.md, for the tests that check them.

# "TALK<tab>HERE<tab>PRINTS<tab>LINUX<tab>CASES" for each row, as the page shows them
talk_rows()
{
	sed -n '/^| /{ /^| In the /d; p }' "$TOP/doc/talks.md" | awk -F ' [|] ' -v OFS='\t' '
		{ sub(/^[|] /, "", $1); sub(/ [|]$/, "", $NF); for (i = 1; i <= NF; i++) gsub(/\\[|]/, "|", $i); $1 = $1; print }'
}

# The first of a cell that stands between `...`; nothing: the cell begins with other words
code_of() { [[ $1 != '`'* ]] || { local code=${1#\`} && printf %s "${code%%\`*}"; }; }
