# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The library of shell tests, on the host and in guests.
#
# A test prints one line, "ok   NAME", "FAIL NAME: why" or "skip NAME: why". A name may
# begin with a group: "GROUP: WHAT". A script runs all its tests, or those named by its
# arguments (see test_is); with --list it prints the names.
#
#	. "$(dirname "$0")/../lib/test.sh"
#	test_begin "$@"
#	need NAME COMMAND...		all tests depend on it
#	check NAME COMMAND...		a test: the command succeeds
#	is NAME GOT WANTED		a test: two strings are equal
#	group NAME FUNCTION		its tests depend on each other: all are run, or none
#	tests_of COMMAND...		the tests of another script or program
#	thorough			may it take long? make check leaves out what is rarely wrong
#	rarely N COMMAND NAME...	check, group or tests_of, on one day of N
#	test_end			the numbers, and the status
#
# Under prove(1), which sets HARNESS_ACTIVE, the script prints TAP, the Test Anything Protocol:
# "prove tests/check.d/40-fdd", "prove tests/check.d/40-fdd :: 'unit: *'".
#
# $work is a temporary directory for the script and, as TMPDIR, for its commands. It is removed
# when the script exits; at_end adds a command to run then. With --list the commands above run
# nothing, except need.

# shellcheck source=days.sh
. "$(dirname "${BASH_SOURCE[0]}")/days.sh"

passed=0 failed=0 skipped=0
work=''
test_names=() test_list='' test_group='' test_at_end='' test_thorough=${CHECK_ALL-} test_later=''
test_self=$(readlink -f "$0")
test_sum='^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$'

# The lines of stdin as TAP. A hash in a name would begin a directive.
as_tap() {
	awk '
	/^(ok  |FAIL|skip) / {
		name = substr($0, 6)
		gsub(/#/, "\\#", name)
		printf "%s %d - %s%s\n", $1 == "FAIL" ? "not ok" : "ok", ++n, name, $1 == "skip" ? " # SKIP" : ""
		fflush()
		next
	}
	{ print /^#/ ? $0 : "# " $0; fflush() }
	END { print "1.." n + 0 }'
}

test_begin() {
	if [ -n "${HARNESS_ACTIVE-}" ]; then
		unset HARNESS_ACTIVE
		exec > >(as_tap)
	fi
	work=$(mktemp -d) || exit 2
	export TMPDIR=$work
	trap 'eval "$test_at_end"; rm -rf --one-file-system "$work"' EXIT
	[ $# -eq 0 ] || test_thorough=1
	if [ "${1-}" = --list ]; then
		test_list=1
	elif [ $# -gt 0 ]; then
		test_names=("$@")
		tests_are_known "$test_self" "$@" || exit 2
	fi
}

# Print the numbers; the script ends here.
test_end() {
	[ -z "$test_list" ] || exit 0
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ] && { [ $((passed + skipped)) -gt 0 ] || [ -n "$test_later" ]; }
	exit
}

# Commands run in reverse order.
at_end() {
	test_at_end="$1; $test_at_end"
}

listing() {
	[ -n "$test_list" ]
}

# With CHECK_ALL=1, as in make check-long, or if tests were named.
thorough() {
	[ -n "$test_thorough" ]
}

# rarely N COMMAND NAME ARGUMENT...: of several names each has a day of its own.
rarely() {
	local days=$1 number
	shift
	number=$(cksum <<<"$2")
	if thorough || [ $(((${number%% *} + day) % days)) -eq 0 ]; then
		"$@"
	else
		test_later=1
	fi
}

ok() {
	passed=$((passed + 1))
	echo "ok   $test_group$1"
}

fail() {
	failed=$((failed + 1))
	echo "FAIL $test_group$1: $2"
}

skip() {
	skipped=$((skipped + 1))
	echo "skip $test_group$1: $2"
}

# test_is NAME PATTERN: does the pattern match the test? It is a glob for the whole name,
# for the group, or for the name without the group. "GROUP: *" as a name stands for all
# tests of the group.
test_is() {
	[ "$1" != "$2" ] || return 0
	case $1 in
	*': *') [[ $2 != "${1%\*}"* ]] || return 0 ;;
	esac
	# A glob, on purpose.
	# shellcheck disable=SC2053
	[[ $1 == $2 || $1 == $2': '* || $1 == *': '$2 ]]
}

# tests_are_known SCRIPT PATTERN...: prints the names of all tests if a pattern matches none.
tests_are_known() {
	local script=$1 list pattern name
	shift
	list=$("$script" --list) || return
	for pattern; do
		while IFS= read -r name; do
			! test_is "$name" "$pattern" || continue 2
		done <<<"$list"
		{
			echo "${script##*/}: no test is named '$pattern'. Its tests:"
			awk '{ print "  " $0 }' <<<"$list"
		} >&2
		return 1
	done
}

# wanted NAME: is the test selected? With --list it prints the name instead.
wanted() {
	local pattern
	if listing; then
		echo "$1"
		return 1
	fi
	for pattern in "${test_names[@]}"; do
		! test_is "$1" "$pattern" || return 0
	done
	[ ${#test_names[@]} -eq 0 ]
}

# run_command NAME COMMAND...: succeeds if the command succeeds; else reports that NAME failed,
# with the first lines of the command's output as the reason. More lines, or all if that was not
# the whole of the first ones, and the last ones, follow.
run_command() {
	local name=$1 rc said from=6
	shift
	"$@" >"$work/.said" 2>&1
	rc=$?
	[ "$rc" -ne 0 ] || return 0
	said=$(head -n 5 "$work/.said" | tr '\n\0' '  ')
	[ -n "$said" ] || said="status $rc of: $*"
	[ ${#said} -le 300 ] || from=1
	fail "$name" "${said:0:300}"
	{ sed -n "$from,25p" "$work/.said"; tail -n +26 "$work/.said" | tail -n 20; } |
		cut -c 1-300 | sed 's/^/# /'
	return 1
}

# Returns: whether the test did not fail.
check() {
	wanted "$1" || return 0
	run_command "$@" || return
	ok "$1"
}

is() {
	wanted "$1" || return 0
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		fail "$1" "is '$2', not '$3'"
	fi
}

# need NAME COMMAND...: if it fails, the script ends. It runs with --list, too.
need() {
	if listing; then
		run_command "$@" >&2 || exit 2
	else
		run_command "$@" || test_end
		ok "$1"
	fi
}

# The function's tests are named "NAME: ...".
group() {
	wanted "$1: *" || return 0
	# Dynamic scope: the function and its callees see these.
	local test_names=() test_group="$1: "
	"${@:2}"
}

# count_lines FILE: add the results in a file of such lines.
count_lines() {
	passed=$((passed + $(grep -c '^ok ' "$1")))
	failed=$((failed + $(grep -c '^FAIL ' "$1")))
	skipped=$((skipped + $(grep -c '^skip ' "$1")))
}

# lines_of COMMAND...: run a command that prints such lines, and add them. Without any line of a
# test it has failed, but for one that says with its sums that all have another day.
lines_of() {
	local rc log=$work/.lines
	"$@" 2>&1 | tee "$log" | grep --line-buffered -vE "$test_sum"
	rc=${PIPESTATUS[0]}
	count_lines "$log"
	if [ "$rc" -ne 0 ] && ! grep -q '^FAIL ' "$log"; then
		fail "${1##*/}" "ended with status $rc"
	elif ! grep -qE '^((ok  |FAIL|skip) |0 passed, 0 failed, 0 skipped$)' "$log"; then
		fail "${1##*/}" "no test was run"
	fi
}

# chosen COMMAND...: the selected ones of the tests of another program.
chosen() {
	local name
	"$@" --list | while IFS= read -r name; do
		! wanted "$name" || echo "$name"
	done
}

tests_of() {
	local names=()
	if listing; then
		"$@" --list || exit
		return
	fi
	if [ ${#test_names[@]} -gt 0 ]; then
		mapfile -t names < <(chosen "$@")
		[ ${#names[@]} -gt 0 ] || return 0
	fi
	lines_of "$@" "${names[@]}"
}
