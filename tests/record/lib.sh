# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For the tests of fdd in a guest, after test.sh: what a command says, and what it leaves
# behind.
# Variables of test.sh, and ours for the tests:
# shellcheck disable=SC2154,SC2034
export LC_ALL=C.UTF-8 NO_COLOR=1
module=/fd/function_duration.ko
tracing=/sys/kernel/tracing

# Everything that a recording could change.
settings() {
	(cd "$tracing" && tail -n +1 current_tracer tracing_on tracing_thresh \
		max_graph_depth trace_clock set_graph_function set_graph_notrace \
		set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_event \
		buffer_size_kb trace_options available_tracers /proc/sys/kernel/ftrace_enabled)
	# one for all instances, on 6.12
	cat "$tracing"/options/duration-stat "$tracing"/options/duration-tree 2>/dev/null
	ls "$tracing/instances"
	cut -d' ' -f1 /proc/modules
	find /run/fdd -name '*.undo' 2>/dev/null
	pgrep -x trace-cmd
}

before() {
	settings >"$work/before"
}

unchanged() {
	settings >"$work/after"
	diff "$work/before" "$work/after"
}

# run COMMAND...: status in $status, output in out and err; names of tests need none
run() {
	! listing || return 0
	"$@" >"$work/out" 2>"$work/err"
	status=$?
}

status_is() {
	[ "$status" -eq "$1" ] || { echo "status $status"; show; }
}

# What the command said, for a test that fails.
show() {
	cat "$work/out" "$work/err"
	return 1
}

said() {
	grep -qE -- "$1" "$work/out" "$work/err" || show
}

fails() {
	! "$@"
}

# until_true SECONDS COMMAND...
until_true() {
	local end=$((SECONDS + $1))
	shift
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.1
	done
}

# save_less NAMES: most of what each recording saves, and each reader of it reads, are the formats
# of all events and the names of all symbols. With few of them an emulator is done in a third of
# the time. They stay so: what follows in this guest is quicker, too.
save_less() {
	local events=$tracing/events less=/tmp/less
	mkdir -p "$less"/ftrace "$less"/headers
	grep -E " ($1)" /proc/kallsyms >"$less"/symbols
	mount --bind "$less"/symbols /proc/kallsyms || return
	cp "$events"/header_* "$events/enable" "$less"/headers
	mount --bind "$events/ftrace" "$less"/ftrace && mount -t tmpfs none "$events" || return
	cp "$less"/headers/* "$events" && mkdir "$events/ftrace" &&
		mount --bind "$less"/ftrace "$events/ftrace"
}
