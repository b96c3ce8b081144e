# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Test suites: our .tc files and the kernel's own, by the kernel's own driver.

results=$build/vm/results.$$
test_limit=600	# seconds for one test, before the suite is ended
suite_files=()	# more files for the guest of a suite, "host:guest"
suite_append=''	# more kernel arguments
suite_short=''	# leave out the tests that take long: on all kernels, or on all but one
suite_logs=logs	# the end of the name of the directory for the logs of the tests
suite_args=()	# the tests to be run, names or globs; all if empty

# need_source_parts ABI: set $source_parts, with the ftrace tests of that kernel, its checks of
# sources and its kernel/trace.
need_source_parts() {
	local package version stock
	use_arch "$1"
	stock=$(stock_of "$1")
	package=linux-source-$(cut -d. -f1,2 <<<"$stock")
	version=$(awk -v p="linux-headers-$stock" '$1 == p { print $2 }' "$archive/packages" |
		sort -V | tail -n 1)
	cached source_parts "source-parts-$(series_of "$stock")" "$stock" \
		"$vmdir/make/source-parts" "$package" "$version" "$archive/apt.conf"
}

# run_tests ABI PREFIX ROOT [-m] TEST...: boot, run, one line per test. With
# -m the module is loaded before. Results that a guest cannot print are added here.
run_tests() {
	local abi=$1 prefix=$2 root=$3 load='' rc
	shift 3
	[ "$1" != -m ] || { load='insmod /fd/function_duration.ko &&'; shift; }
	need_source_parts "$abi"
	run_files=("${suite_files[@]}") run_parts=("$source_parts/ftrace.cpio")
	# Each write of a setting waits for RCU's readers, which is slow in an emulator, and
	# trace-cmd writes hundreds of them.
	run_append="rcupdate.rcu_expedited=1 $suite_append" run_icount=''
	run_mem=1G run_timeout=$suite_timeout
	[ "$run_smp" -le 2 ] || run_mem=4G
	run_outs=("/tmp/logs:$results/$abi-$suite_logs")
	rm -rf "${results:?}/$abi-$suite_logs"
	# The command is expanded by the guest's shell.
	# shellcheck disable=SC2016
	find_accelerator "$abi"
	run "$abi" "$accelerator" bash -c "mkdir /tmp/logs; export FD_TEST_LIMIT=$test_limit; $load"' /fd/tests/vm/guest/run-ftracetest "$@"' \
		sh "$prefix" /tmp/logs "$root" "$@"
	rc=$?
	case $rc in
	0 | 1) ;;
	"$lost") echo "FAIL $prefix guest: LOST in \"$(last_test)\" ($kept_log)" ;;
	"$gated") ;;
	*) echo "FAIL $prefix driver: ended with status $rc" ;;
	esac
	[ -z "$run_hits" ] || echo "FAIL $prefix kernel log: $(head -n 1 <<<"$run_hits") ($kept_log)"
}

# The test that was running when the log ended.
last_test() {
	sed -n 's/.*fd-test: //p' "$kept_log" | tail -n 1
}

# Each call has its own place for results; the last few stay.
new_results() {
	mkdir -p "$results"
	ln -sfn "${results##*/}" "$build/vm/results"
	find "$build/vm" -maxdepth 1 -name 'results.*' -printf '%T@ %p\n' | sort -n |
		head -n -8 | cut -d' ' -f2- | xargs -r rm -rf
}

# on_each FUNCTION ABI...: run a function for every kernel, two at once, and count the
# lines that it prints. Its own arguments are in suite_args.
on_each() {
	local function=$1 abi pids=() pid broken=0
	shift
	new_results
	for abi; do
		[ ${#pids[@]} -lt 2 ] || wait -n "${pids[@]}" || true
		( set -o pipefail
		  "$function" "$abi" | tee "$results/$abi-$function.lines" ) &
		pids+=($!)
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || broken=1
	done
	sum "$broken" "${@/%/-$function.lines}"
}

# sum BROKEN FILE...: print the last line; fails if a test failed.
sum() {
	local broken=$1
	shift
	(cd "$results" && cat "$@") | awk -v broken="$broken" -v logs="$results" '
		/^ok / { ok++ } /^FAIL / { bad++ } /^skip / { skip++ }
		END {
			if (broken && !bad) { print "FAIL a suite ended early"; bad++ }
			if (!ok && !bad) { print "FAIL no test was run"; bad++ }
			if (bad) print "logs: " logs | "cat >&2"
			printf "%d passed, %d failed, %d skipped\n", ok, bad, skip
			exit bad > 0
		}'
}

# suite_names NAME: is a test, with or without its directory, one of suite_args?
suite_names() {
	local want
	for want in "${suite_args[@]}"; do
		# A glob, on purpose.
		# shellcheck disable=SC2053
		[[ $1 != ${want%.tc} && ${1##*/} != ${want%.tc} ]] || return 0
	done
	return 1
}

# The names of our tests.
own_names() {
	(cd "$top/tests/selftests" && find . -name '*.tc' | sed 's,^\./,,; s,\.tc$,,' | sort)
}

# Those of our tests that are not for this kernel today, if a short run is wanted that has not
# named tests.
not_todays() {
	local in_turn i days=$((${#abis[@]} > 1 ? 2 * ${#abis[@]} : 1))
	[ -n "$suite_short" ] && [ ${#suite_args[@]} -eq 0 ] || return 0
	mapfile -t in_turn < <(grep -v '^#' "$vmdir/selftests-in-turn")
	for i in "${!abis[@]}"; do
		[ "${abis[i]}" != "$1" ] || printf '%s\n' "${in_turn[@]}" |
			grep -vxFf <(todays_share "$i" "$days" "${in_turn[@]}")
	done
}

# Our tests that are to be run on a kernel. Those that take minutes are in long/, and are run
# only if they are named.
own_tests() {
	local name
	own_names | grep -vxFf <(not_todays "$1") | while read -r name; do
		if [ ${#suite_args[@]} -eq 0 ]; then
			[[ $name != long/* ]]
		else
			suite_names "$name"
		fi && echo "/fd/tests/selftests/$name.tc"
	done
}

# The effects of those in alone/ stay until the kernel ends: they have a guest of their own.
selftests() {
	local tests alone
	mapfile -t tests < <(own_tests "$1")
	[ ${#tests[@]} -gt 0 ] || { echo "FAIL $(series_of "$1") no test matches ${suite_args[*]}"; return; }
	suite_timeout=2400
	[[ ${tests[*]} != */long/* ]] || test_limit=2000
	! is_debug "$1" || suite_timeout=14400 test_limit=2000
	mapfile -t alone < <(printf '%s\n' "${tests[@]}" | grep /alone/)
	mapfile -t tests < <(printf '%s\n' "${tests[@]}" | grep -v /alone/)
	[ ${#tests[@]} -eq 0 ] ||
		run_tests "$1" "$(series_of "$1")" /fd/tests/selftests "${tests[@]}"
	[ ${#alone[@]} -eq 0 ] || suite_logs=alone \
		run_tests "$1" "$(series_of "$1")" /fd/tests/selftests "${alone[@]}"
}

# Print those of upstream's tests that are to be run. Of the short ones that is a quarter, which
# changes when each of two kernels had its day.
not_left_out() {
	local name names
	if [ ${#suite_args[@]} -gt 0 ]; then
		while read -r name; do
			! suite_names "$name" || echo "$name"
		done
	elif [ -n "$suite_short" ]; then
		mapfile -t names < <(grep -vxFf <(grep -v '^#' "$vmdir/upstream-long"))
		day=$((day / 2)) todays_share 0 4 "${names[@]}"
	else
		cat
	fi
}

# Upstream's own tests that a tracer could break.
upstream_names() {
	need_source_parts "$1"
	sed -nE 's,^test\.d/((00basic|instances|ftrace)/.*)\.tc$,\1,p' "$source_parts/tests" |
		not_left_out
}

# run_upstream ABI [-m] NAME...: upstream's tests, without or with the module.
run_upstream() {
	local abi=$1 with=()
	shift
	[ "$1" != -m ] || { with=(-m); shift; }
	suite_timeout=2400
	set -- "${@/#//fd/ftrace/test.d/}"
	run_tests "$abi" "$(series_of "$abi")" /fd/ftrace/test.d "${with[@]}" "${@/%/.tc}"
}

# not_passed LINES WITHOUT NAME...: the tests that did not pass with the module. For those
# with the flag "instance", that is "NAME", "NAME (instance)" or both. Without those that fail or
# are skipped without the module, too.
not_passed() {
	printf '%s\n' "${@:3}" | awk '
		function name(line) {
			sub(/^[a-zA-Z]+ +[^ ]+ /, "", line)
			sub(/( \([0-9]+ s\)|: .*)$/, "", line)
			return line
		}
		function is_known(test) {
			sub(/ \(instance\)$/, "", test)
			return test in known
		}
		of == "names" { known[$0]; left[$0]; next }
		{ test = name($0) }
		!is_known(test) { next }
		/^ok / && of == "with" { passed[test]; next }
		!/^ok / && of == "without" { excused[test]; next }
		{ left[test] }
		END {
			for (test in left)
				if (!(test in passed) && !(test in excused))
					print test
		}' of=names - of=with "$1" of=without "$2" | sort
}

# again ABI [-m] NAME...: run tests that did not pass in a fresh guest, without the module; or
# with it, since one that fails now and then on a slow machine does not fail twice in a row.
again() {
	local abi=$1 with=() how=without names
	shift
	[ "$1" != -m ] || { with=(-m) how=with; shift; }
	note "$abi: once more, $how the module: $*"
	mapfile -t names < <(printf '%s\n' "${@% (instance)}" | sort -u)
	run_upstream "$abi" "${with[@]}" "${names[@]}"
}

# A test that passes without the module must pass with it. Those that do not are run without it.
upstream() {
	local abi=$1 names bad lines=$results/$1-upstream-with without=$results/$1-upstream-without
	mapfile -t names < <(upstream_names "$abi")
	run_upstream "$abi" -m "${names[@]}" >"$lines"
	: >"$without"
	mapfile -t bad < <(not_passed "$lines" "$without" "${names[@]}")
	[ ${#bad[@]} -eq 0 ] || again "$abi" "${bad[@]}" >"$without"
	mapfile -t bad < <(not_passed "$lines" "$without" "${names[@]}")
	if [ ${#bad[@]} -gt 0 ] && [ ${#bad[@]} -le 5 ]; then
		again "$abi" -m "${bad[@]}" >"$lines-again"
		grep -E '^ok |kernel log:|guest:|driver:' "$lines-again" >>"$lines"
		mapfile -t bad < <(not_passed "$lines" "$without" "${names[@]}")
	fi
	judge_upstream "$(series_of "$abi")" "$without" "$lines" "${bad[@]}"
}

# judge_upstream PREFIX WITHOUT LINES BAD...: one line per test. A test that does not
# pass without the module either is reported as skipped.
judge_upstream() {
	local prefix=$1 without=$2 lines=$3 name why
	shift 3
	grep '^ok ' "$lines" | awk '{ name = $0; sub(/ \([0-9]+ s\)$/, "", name) }
		!seen[name]++'
	grep -E '^FAIL [^ ]+ (kernel log|guest|driver):' "$lines"
	for name; do
		why=$(grep -F " $prefix $name: " "$lines" | tail -n 1 | sed 's/^[^:]*: //')
		echo "FAIL $prefix $name: passes without the module, not with it:" \
			"${why:-it was not run}"
	done
	grep -hE '^(FAIL|skip) ' "$without" |
		sed -E 's/^FAIL ([^:]*): /skip \1: without the module too: /'
}
