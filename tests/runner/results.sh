# SPDX-License-Identifier: GPL-2.0-or-later
# results.sh - counts the cases that tests printed: `ok - NAME`, `not ok - NAME: WHY`, `skip - NAME: MISSING`
# shellcheck shell=bash disable=SC2034

passed=0 failed=0 skipped=0
skips=() failures=()
declare -A suite_tenths=() suite_cpu=() suite_results=() # sums over a suite's tests; times in tenths of a second

count() # RESULT LABEL TEXT
{
	case $1 in
	ok) passed=$((passed + 1)) passed_here=$((passed_here + 1)) ;;
	"not ok") failed=$((failed + 1)) failed_here=$((failed_here + 1)) ;;
	skip) skipped=$((skipped + 1)) skips+=("$2: $3") ;;
	esac
}

# Counts the cases in one test's output, from our own lines or TAP's ("ok 3 - name", "not ok 4 # SKIP name"; there
# the line before, "# skip: ...", names what is missing)
count_cases() # LABEL OUTPUT
{
	local line reason= plan=
	local case_='^(ok|not ok|skip)( [0-9]+)? (- |# SKIP)(.*)'

	cases=0 passed_here=0 failed_here=0
	while IFS= read -r line; do
		[[ $line == "# skip: "* ]] && reason=${line#"# skip: "}
		[[ $line =~ ^1\.\.([0-9]+)$ ]] && plan=${BASH_REMATCH[1]}
		[[ $line =~ $case_ ]] || continue
		cases=$((cases + 1))
		if [ "${BASH_REMATCH[3]}" = "# SKIP" ]; then
			count skip "$1" "${BASH_REMATCH[4]# }: $reason"
		else
			count "${BASH_REMATCH[1]}" "$1" "${BASH_REMATCH[4]}"
		fi
	done <"$2"
	[ -z "$plan" ] || [ "$plan" = $cases ] || fail_test "$1" "$cases cases of $plan" >>"$2"
}

fail_test() # LABEL DETAIL
{
	failed=$((failed + 1)) failed_here=$((failed_here + 1))
	printf 'not ok - %s: %s\n' "$1" "$2"
}

seconds() # TENTHS
{
	echo "$(($1 / 10)).$(($1 % 10)) s"
}

finish_test() # LABEL WORK: counts what start_test left there, prints it where something failed, and removes it
{
	local label=$1 work=$2 output=$2/output status=125 limit=0 tenths=0 cpu=0 reports suite=${1%/*}

	[ ! -e "$work/end" ] || . "$work/end"
	count_cases "$label" "$output"
	[ $status = 124 ] && fail_test "$label" "not done after $limit s" >>"$output"
	# a failed case also makes a C test's status, which is no second failure
	[ $status != 0 ] && [ $status != 124 ] && { [ $failed_here = 0 ] || [ $status -gt 125 ]; } &&
		fail_test "$label" "exit status $status" >>"$output"
	[ $cases = 0 ] && [ $failed_here = 0 ] && fail_test "$label" "no case" >>"$output"
	# what a sanitizer found, even if the test threw the message away
	reports=$(cat "$work"/sanitizer/* 2>/dev/null)
	[ "$reports" ] && fail_test "$label" "$reports" >>"$output"
	[ "$verbose" ] || [ $failed_here != 0 ] && sed 's/^/    /' "$output"
	[ $failed_here = 0 ] || failures+=("$label")
	suite_tenths[$suite]=$((suite_tenths[$suite] + tenths)) suite_cpu[$suite]=$((suite_cpu[$suite] + cpu))
	suite_results[$suite]=$((suite_results[$suite] + passed_here + failed_here))
	tell "$([ $failed_here = 0 ] && echo ok || echo FAIL)" "$(printf '%-28s %4d cases %8s, CPU %8s' "$label" $cases "$(seconds $tenths)" "$(seconds $cpu)")"
	[ "$KEEP" ] && mv "$work" "$scratch/${label//\//_}" || rm -rf "$work"
}

# Prints a line of progress: how many tests have ended, and of how many
tell() # RESULT TEXT
{
	printf '%-5s %*d/%d  %s\n' "$1" ${#total} $((total - ${#queue[@]} - ${#running[@]})) "$total" "$2"
	told=$SECONDS
}

report()
{
	local suite
	for suite in "${!suite_tenths[@]}"; do
		printf '%-18s %10s, CPU %10s\n' "$suite" "$(seconds "${suite_tenths[$suite]}")" "$(seconds "${suite_cpu[$suite]}")"
	done | sort | sed 's/^/time: /'
	printf 'time: %d:%02d minutes from beginning to end\n' $((SECONDS / 60)) $((SECONDS % 60))
	[ ${#again[@]} = 0 ] || printf 'failed once, then run again: %s\n' "${again[@]}"
	[ ${#skips[@]} = 0 ] || printf 'skipped: %s\n' "${skips[@]}"
	[ ${#failures[@]} = 0 ] || printf 'failed: %s\n' "${failures[@]}"
	echo "$passed passed, $failed failed, $skipped skipped"
}
