# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The memory of fdd serve, with traces that have too much of something.
# shellcheck disable=SC2154,SC2317 # variables of checks; check calls functions by their names

MOST=102400	# KiB

# memory_of NAME: VmHWM or VmRSS of the server, in KiB
memory_of() {
	sed -n "s/^$1:[^0-9]*\([0-9]*\) kB/\1/p" "/proc/$pid/status"
}

# serves_within SHAPE ARGUMENT...: a server of that trace, asked with gzip and without
serves_within() {
	local peak left
	"$@" >"$tracing/trace" || return
	start || return
	ask /data.json -m 60 -H 'Accept-Encoding: gzip' -o "$work/data.gz" &&
		ask /data.json -m 60 -o "$work/data" &&
		ask '/events?nowait' -m 60 -o "$work/events" &&
		ask /axis.json -m 60 -o "$work/axis"
	peak=$(memory_of VmHWM) left=$(memory_of VmRSS)
	cp tests/fdd/in/basic.txt "$tracing/trace"
	stop
	echo "$peak kB, then $left kB, $(wc -c <"$work/data") bytes"
	zcat "$work/data.gz" | cmp - "$work/data" &&
		sed -n 's/^data: //p' "$work/events" | cmp - "$work/data" &&
		[ "$peak" -le "$MOST" ] &&
		[ "$left" -le 40000 ] && [ "$(wc -c <"$work/data")" -le 160000000 ]
}

# functions NUMBER: whose calls last from nanoseconds to milliseconds
functions() { awk -v n="$1" 'BEGIN { for (j = 0; j < 14; j++) for (i = 0; i < n; i++)
	printf " 0) %5d.%09d |  %.3f us    |  f%d\n", 100 + (j * n + i) / 1e6,
		(j * n + i) * 1000 % 1e9, 2 ^ (j + 1) / 1000, i }'; }

# pairs PARENTS CALLEES LENGTH: functions with names of that length, and callees of each
pairs() { awk -v parents="$1" -v callees="$2" -v len="$3" 'BEGIN {
	for (long = "n"; length(long) < len; )
		long = long long
	for (p = 0; p < parents; p++) { from = at
		for (i = 0; i < callees; i++)
			printf " 0) sh-9 | %5d.%09d |    0.500 us |    f%d\n", 100 + ++at / 1e6,
				at * 1000 % 1e9, (p * callees + i) % 60000
		printf " 0) sh-9 | %5d.%09d | %d.000 us |  ", 100 + from / 1e6, from * 1000 % 1e9,
			callees + 1
		print substr(long, 1, len) p; at += 9 } }'; }

# The page would have each name for each callee, twice.
pairs_of_long_names() {
	serves_within pairs 500 520 490 &&
		jq -e '.details_left_out > 20000 and .functions[0].callees[519].name and
			.functions[-1].callers == [] and .functions[-1].slowest == []' "$work/data"
}

# A name that no function has
overlong_name() {
	serves_within pairs 1 6000 30000 &&
		jq -e 'any(.functions[]; .name == "(other functions)" and .calls == 1)' "$work/data"
}

# Functions with long names, in many tasks, within calls that do not return
unfinished() { awk 'BEGIN { srand(1); long = sprintf("%300s", ""); gsub(/ /, "n", long)
	for (i = 0; i < 300000; i++) { task = 2 + int(rand() * 600000)
		for (j = 0; j < 3; j++) { at = 3 * i + j % 2; f = int(rand() * 32500) * 2
			printf " 0) t%d-%d | %5d.%09d | %3d.000 us    |    %sf%d%s\n", task, task,
				100 + at / 1e6, at * 1000 % 1e9, j < 2 ? 2 ^ int(rand() * 10) : 3,
				j < 2 ? "  " : "", j == 2 && i < 65000 ? i : f,
				j == 2 && i < 65000 && i % 2 ? long : "" } } }'; }

# Calls of tasks that are as deep as fdd accepts
deep_tasks() { awk 'BEGIN { for (i = 0; i < 60000; i++) { t = 1e8 + i * 10
	printf "x-%d [000] ..... %d.%06d: func_duration: func=f calltime=%d.%06d000 duration=1.000 depth=1000 overrun=0\n", i + 1, t / 1e6, t % 1e6, t / 1e6, t % 1e6 } }'; }

deep_calls() {
	serves_within deep_tasks && jq -e '.calls == 60000' "$work/data"
}

# Lines that are not of a trace, as many as are read: other requests wait for them. The server
# is stopped for longer than it may parse, so that no machine is fast enough to read them all.
strange_lines() {
	cat tests/fdd/in/basic.txt && yes x | head -c 66000000
}
strange_in_time() {
	strange_lines >"$tracing/trace" && start || return
	ask /data.json -m 25 -o "$work/data" &
	local asked=$!
	sleep 1
	kill -STOP "$pid" && sleep 6 && kill -CONT "$pid"
	wait "$asked" || return
	cp tests/fdd/in/basic.txt "$tracing/trace"
	stop
	jq -e '.calls == 8 and .sources[0].truncated' "$work/data"
}

# Data beyond the memory are cut off, with a message.
cut_before_memory_ends() {
	serves_within unfinished && jq -e '.sources[0].truncated and .calls > 20000' "$work/data"
}

# Each has data of its own, which it takes slowly, and gets all of them. They take some as long
# as they wait: a slow machine needs more than half a minute for three data.
slow_clients_of_old_data() {
	local i fd rss rc=0 slow=()
	rm -f "$work"/old.*
	start || return
	for i in 10001 10002 10003; do
		functions "$i" >"$tracing/trace.new"
		mv "$tracing/trace.new" "$tracing/trace"
		eventually new_data || return
		exec {fd}<>"/dev/tcp/127.0.0.1/${url##*:}" || return
		printf 'GET /data.json?token=%s HTTP/1.1\r\nHost: localhost\r\n\r\n' "$token" >&"$fd"
		slow+=("$fd")
	done
	sleep 0.5
	rss=$(memory_of VmRSS)
	for i in 0 1 2; do
		cat <&"${slow[i]}" >>"$work/old.${slow[i]}"
		sed '1,/^\r$/d' "$work/old.${slow[i]}" | jq -e ".calls == $((14 * (10001 + i)))" || rc=1
	done
	cp tests/fdd/in/basic.txt "$tracing/trace"
	stop
	echo "$rss kB"
	[ $rc -eq 0 ] && [ "$rss" -le 24000 ]
}

new_data() {
	local tag fd
	for fd in "${slow[@]}"; do
		dd bs=16k count=1 status=none <&"$fd" >>"$work/old.$fd"
	done
	tag=$(tag_of_data)
	[ -n "$tag" ] && [ "$tag" != "${old_tag-}" ] && old_tag=$tag
}

# A trace that does not fit into memory needs a temporary file, a small one does not.
data_without_temporary_files() {
	TMPDIR=$work/none start || return
	ask /data.json | jq -e '.calls == 8' || return
	functions 1000 >"$tracing/trace"
	sleep 1.5
	ask /data.json >"$work/said"
	answered 500 /data.json
	local rc=$?
	head -c 300 "$work/said"
	cp tests/fdd/in/basic.txt "$tracing/trace"
	stop
	[ $rc -eq 0 ] && grep -q '^fdd serve: temporary file (set TMPDIR.*): No such file' "$work/said"
}
