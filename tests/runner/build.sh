# SPDX-License-Identifier: GPL-2.0-or-later
# build.sh - builds what the suites need, each thing once
# shellcheck shell=bash

build_step() # WHAT COMMAND...
{
	local what=$1 began=$SECONDS
	shift
	printf 'build %s: ' "$what"
	if in_background "$@" >"$scratch/build.log" 2>&1; then
		echo "$((SECONDS - began)) s"
		return
	fi
	echo "failed"
	tail -40 "$scratch/build.log"
	fail_test build "$what"
	return 1
}

build()
{
	B=$(absolute "$B") # always: the flags have its path, and other flags build everything anew
	build_step "${B#"$TOP/"}/ktally" make -s -j"$jobs" B="$B" "$@" || return
	KTALLY=$B/ktally KTALLY_STATIC=$B/ktally-static
}

build_units()
{
	local library
	for library in cmocka jansson; do
		pkg-config --exists $library && continue
		count skip unit "every unit test: no library $library"
		fail_test unit "everything was skipped"
		return 1
	done
	build_step "unit tests" make -s -j"$jobs" -f tests/unit/Makefile B="$B"
}

# Where arm64 programs cannot be built, the tests say what is missing
build_guests()
{
	build_step "the static program" make -s -j"$jobs" B="$B" static || return
	! tests/vm/sysroot arm64 >/dev/null 2>&1 || build_step "the programs for arm64" make -s -j"$jobs" B="$B" arm64
}

build_for() # SUITE...: fails if one of them cannot run
{
	local suites_=" $* "
	if [[ $suites_ =~ " unit "|" valgrind " ]]; then build_units || return; fi
	if [[ $suites_ == *" vm "* ]]; then build_guests || return; fi
	[[ ! $suites_ =~ " live "|" fault "|" hostile "|" vm "|" fresh " ]] ||
		build_step "programs of known work" make -s -j"$jobs" -C tests/work B="$B"
}

absolute()
{
	case $1 in /*) echo "$1" ;; *) echo "$TOP/$1" ;; esac
}
