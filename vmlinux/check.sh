#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Holds vmlinux.h against a kernel's BTF: every member that it declares must exist there.
#	vmlinux/check.sh [BTF-FILE]		default: the running kernel's
# A member whose comment says "since" or "until", and every member of a structure with a suffix (___old),
# may be missing: then it is named, and that is all. Exit 1 if another one is missing.
set -euo pipefail
here=$(dirname "$0")
btf=${1:-/sys/kernel/btf/vmlinux}
bpftool=$(PATH=$PATH:/usr/sbin:/sbin command -v bpftool) || { echo "check.sh: no bpftool" >&2; exit 77; }
[ -r "$btf" ] || { echo "check.sh: no BTF: $btf" >&2; exit 77; }

# "struct member optional" for each member that our header declares
ours() {
	awk '/^struct [a-z_0-9]+ \{/ { name = $2; optional = sub(/___.*/, "", name); next }
	     /^(union|enum|#)/ || /^\}/ { name = "" }
	     /^\t(union|struct) \{/ { nested = 1; next } # its own members are looked at by nobody
	     nested && !/^\t\}/ { next }
	     name && /;/ {
		nested = 0
		may = optional || /since|until/
		line = $0; sub(/^\t\}/, "", line); sub(/;.*/, "", line); sub(/\[.*/, "", line)
		n = split(line, words, /[ \t*,]+/)
		first = line ~ /,/ ? n - gsub(/,/, ",", line) : n
		for (i = first; i <= n; i++) print name, words[i], may + 0
	     }' "$here/vmlinux.h" | sort -u
}

# "struct member" for each member of a named structure, anonymous parts included, from the raw dump
theirs() {
	"$bpftool" btf dump file "$btf" format raw | awk '
		/^\[[0-9]+\] (STRUCT|UNION)/ {
			id = $1; gsub(/[][]/, "", id); split($0, q, "\x27"); name[id] = q[2]; current = id; next }
		/^\[/ { current = ""
			if ($2 == "CONST" || $2 == "VOLATILE") { i = $1; gsub(/[][]/, "", i); t = $NF; sub(/type_id=/, "", t); alias[i] = t } }
		current && /^\t\x27/ {
			split($0, q, "\x27"); member = q[2]
			match($0, /type_id=[0-9]+/); type = substr($0, RSTART + 8, RLENGTH - 8)
			if (member == "(anon)") inner[current] = inner[current] " " type
			else members[current] = members[current] " " member }
		function walk(id, as,   n, i, list) {
			n = split(members[id], list, " "); for (i = 1; i <= n; i++) print as, list[i]
			n = split(inner[id], list, " "); for (i = 1; i <= n; i++) walk(list[i], as) }
		END { for (id in name) if (name[id] != "(anon)") walk(id, name[id]) }' | sort -u
}

status=0
known=$(mktemp); trap 'rm -f "$known"' EXIT
theirs > "$known"
while read -r struct member may; do
	grep -qx "$struct $member" "$known" && continue
	if [ "$may" = 1 ]; then echo "not in this kernel: struct $struct.$member"
	else echo "missing: struct $struct.$member" >&2; status=1; fi
done < <(ours)
exit $status
