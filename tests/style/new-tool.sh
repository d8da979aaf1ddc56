# SPDX-License-Identifier: GPL-2.0-or-later
# new-tool.sh - the whole tool that CONTRIBUTING.md shows, in a copy of the tree; sourced after lib.sh
# shellcheck shell=bash

COPY=$TMP/copy
NEW_TOOL=$(sed -n 's|^```c src/tools/\([^/]*\)/.*|\1|p' "$TOP/CONTRIBUTING.md")

new_tool_files() { sed -n 's/^```[a-z]* \([^ ][^ ]*\)$/\1/p' "$TOP/CONTRIBUTING.md"; }

# Each block ```LANGUAGE FILE of the page becomes that file
write_new_tool()
{
	local file
	for file in $(new_tool_files); do mkdir -p "$COPY/${file%/*}"; done
	awk -v folder="$COPY/" '
		/^```[a-z]* [^ ]+$/ { file = folder $2; next }
		/^```/ { file = "" }
		file { print > file }' "$TOP/CONTRIBUTING.md"
	chmod +x "$COPY"/tests/live/"$NEW_TOOL".test
}

# What is built already is copied too: only the new is built. The options of the compiler name the folder of the build, and
# so are others here; that alone is no reason to build all again.
copy_tree()
{
	local part
	mkdir -p "$COPY/build"
	(cd "$TOP" && cp -rp Makefile LICENSE README.md CONTRIBUTING.md SECURITY.md .clang-format \
		src bpf include vmlinux man doc packages tests "$COPY")
	for part in src bpf gen search_trees.a; do cp -rp "$B/$part" "$COPY/build"; done
	for part in flags bpf-flags; do
		make -s -C "$COPY" B=build build/$part
		touch -r "$B/$part" "$COPY/build/$part"
	done
}

new_tool() # TARGET...: makes them with the new tool; fails, with a case, where that fails
{
	copy_tree
	write_new_tool
	make -s -C "$COPY" -j"$(nproc)" B=build "$@" >"$TMP/make" 2>&1 && return
	not_ok "the new tool builds" "$(tail -20 "$TMP/make")"
	return 1
}
