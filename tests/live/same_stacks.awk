# SPDX-License-Identifier: GPL-2.0-or-later
# same_stacks.awk - compares two lists of stacks, "COUNT "frame","frame",...", innermost first: BPF's and libdw's of the
# same samples. Prints what the two have in common:
#
#	equal      stacks that are the same in each frame, and in how they end
#	part       libdw has only the innermost of BPF's frames, which end where an equal stack does: its copy had no more,
#	           or it wanted rbx from a function that does not save it (elfutils' x86_64_cfi.c takes rax for it)
#	libdw bpf  of one side only; the first ten follow
function frames(s) { sub(/,?"\[cut\]"$/, "", s); return s }
function root(s) { sub(/.*,/, "", s); return s }
function least(a, b) { return a < b ? a : b }
function begins(whole, start) { return index(whole, start ",") == 1 }
function take(d, b, n) { dw[d] -= n; bpf[b] -= n; return n }

# The longest that is left of libdw's: whatever begins with it does not fit to a longer one
function longest(  s, best)
{
	for (s in dw)
		if (dw[s] > 0 && !(s in tried) && length(frames(s)) > length(frames(best)))
			best = s
	return best
}

function partly(d,  b)
{
	tried[d] = 1
	for (b in bpf)
		if (dw[d] > 0 && bpf[b] > 0 && root(b) in roots && begins(b, frames(d)))
			part += take(d, b, least(dw[d], bpf[b]))
}

function left(name, list,  s, n, shown)
{
	for (s in list)
		if (list[s] > 0) {
			n += list[s]
			if (++shown <= 10)
				detail = detail "\n" name " " list[s] " " s
		}
	return n + 0
}

{
	n = $1
	sub(/^[0-9]+ /, "")
	if (FILENAME == ARGV[1])
		bpf[$0] += n
	else
		dw[$0] += n
}

END {
	for (s in dw)
		if (s in bpf && bpf[s] > 0) {
			equal += take(s, s, least(dw[s], bpf[s]))
			roots[root(s)] = 1
		}
	while ((s = longest()) != "")
		partly(s)
	n = left("libdw", dw)
	print "equal " equal + 0 " part " part + 0 " libdw " n " bpf " left("bpf", bpf) detail
}
