# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The answers of fdd serve.
# shellcheck disable=SC2154,SC2317 # variables of checks; check calls functions by their names

trace_is_whole() {
	ask /ftrace/trace | cmp - "$tracing/trace" &&
		ask /ftrace/trace | cmp - "$tracing/trace"
}

page_is_live() {
	ask / >"$work/page" || return
	[ "$(grep -c '{"live": true}' "$work/page")" -eq 1 ] || { echo "no page"; return 1; }
	ask / -D - -o /dev/null | grep -qi '^content-type: text/html; charset=utf-8'
}

data_are_those_of_the_trace() {
	ask /data.json >"$work/data" || return
	jq -e '.version == 1 and .calls == 8 and (.functions | length) == 5 and
		(.functions[] | select(.name == "ksys_read").self_ns) == 10125 and
		.sources[0].kernel == $kernel' --arg kernel "$(uname -r)" "$work/data" &&
		tests/fdd/check-json page "$work/data"
}

# The data are shared by requests for a short time, then made anew.
data_are_of_now() {
	cp tests/fdd/in/after.txt "$tracing/trace"
	sleep 1.5
	ask /data.json >"$work/data"
	cp tests/fdd/in/basic.txt "$tracing/trace"
	! jq -e '(.functions[] | select(.name == "do_filp_open").total_ns) == 24000' "$work/data"
}

# Compressed for clients that accept it, with the same contents.
data_are_compressed() {
	local encoding
	sleep 1.5
	ask /data.json >"$work/data" || return
	for encoding in gzip 'br, gzip;q=0.5' 'GZIP , deflate'; do
		echo "$encoding"
		ask /data.json -H "Accept-Encoding: $encoding" -D "$work/head" >"$work/data.gz" || return
		grep -qi '^content-encoding: gzip' "$work/head" &&
			grep -qi '^vary: accept-encoding' "$work/head" || return
		zcat "$work/data.gz" | cmp - "$work/data" || return
	done
	[ "$(wc -c <"$work/data.gz")" -lt $(($(wc -c <"$work/data") / 2)) ] || return
	for encoding in '' identity 'gzip;q=0' 'gzip; q=0.000, br' gzipped; do
		echo "$encoding"
		ask /data.json -H "Accept-Encoding: $encoding" | cmp - "$work/data" || return
	done
}

# paths NUMBER: of twenty calls each, nearly all of which are different ones
paths() {
	awk -v n="$1" 'BEGIN {
		srand(1)
		for (i = 0; i < n; i++)
			for (d = 19; d >= 0; d--)
				printf " 0) sh-9 | %d.%09d | %.3f us |%*sf%d_%d\n", 10 + int(i / 1000), (i % 1000) * 1000000 + d * 1000, 45 - 2 * d, 2 + 2 * d, "", d, int(rand() * 9)
	}'
}

# More text than the server reads, with a path of its own for each call: one request takes a
# limited time and memory, and the answer has a limited size.
data_of_many_paths() {
	local from peak took
	paths 57000 >"$tracing/trace"
	[ "$(wc -c <"$tracing/trace")" -gt $((68 << 20)) ] || return
	sleep 1.5
	from=$(date +%s%N)
	ask /data.json -m 60 -o "$work/data" || return
	took=$((($(date +%s%N) - from) / 1000000))
	cp tests/fdd/in/basic.txt "$tracing/trace"
	peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$pid/status")
	echo "$took ms, $peak kB, $(wc -c <"$work/data") bytes"
	[ "$took" -lt 15000 ] && [ "$peak" -lt 200000 ] &&
		[ "$(wc -c <"$work/data")" -lt 6000000 ] || return
	tests/fdd/check-json page "$work/data" &&
		jq -e '.sources[0].truncated and ([.. | .paths? // empty] | add > 1000)' "$work/data"
}

tag_of_data() {
	ask /data.json -D - -o /dev/null | tr -d '\r' | sed -n 's/^etag: //Ip'
}

# A client with the current data gets 304 until they change.
unchanged_data_are_not_sent() {
	local tag
	sleep 1.5
	tag=$(tag_of_data)
	sleep 1.5
	echo "$tag, $(tag_of_data)"
	[ -n "$tag" ] && [ "$(tag_of_data)" = "$tag" ] || return
	answered 304 /data.json -H "If-None-Match: $tag" &&
		answered 304 /data.json -H "If-None-Match: \"x\", $tag" -H 'Accept-Encoding: gzip' &&
		answered 304 /data.json -I -H "If-None-Match: $tag" || return
	ask /data.json -H "If-None-Match: $tag" -D - -o "$work/body" | grep -qi "^etag: $tag" &&
		[ ! -s "$work/body" ] || return
	answered 200 /data.json -H 'If-None-Match: W/"x"' && gives 401 bare /data.json -H "If-None-Match: $tag" || return
	cp tests/fdd/in/after.txt "$tracing/trace"
	sleep 1.5
	answered 200 /data.json -H "If-None-Match: $tag"
	local rc=$?
	cp tests/fdd/in/basic.txt "$tracing/trace"
	sleep 1.5
	return $rc
}

pipe_is_taken_once() {
	put one two
	[ "$(ask '/ftrace/trace_pipe?nowait')" = $'one\ntwo' ] &&
		[ -z "$(ask '/ftrace/trace_pipe?nowait=1')" ]
}

pipe_streams() {
	ask /ftrace/trace_pipe -N -m 4 >"$work/stream" &
	local client=$!
	sleep 0.7
	put first
	sleep 1
	grep -qx first "$work/stream" || { echo "the first line has not come"; return 1; }
	put second
	wait "$client"
	[ "$(cat "$work/stream")" = $'first\nsecond' ]
}

head_takes_nothing() {
	put kept
	answered 200 /ftrace/trace_pipe -I && answered 200 /ftrace/trace -I && untouched kept
}

unknown_places() {
	local path
	for path in /ftrace /ftrace/ /ftrace/tracing_on /ftrace/../trace /etc/passwd // \
			/ftrace/./trace //ftrace/trace /ftrace//trace /ftrace/trace/ \
			/ftrace/trace%00.txt /ftrace/trace%00 /%00 /data.json%00.html \
			/ftrace/%2e%2e/trace /ftrace/..%2ftrace /ftrace/trace%2f \
			/ftrace/trace%2500 /ftrace/trace%20 /ftrace%5ctrace; do
		answered 404 "$path" --path-as-is || return
	done
}

# A file that cannot be opened is reported, and with the right status.
trace_pipe_is_missing() {
	mv "$tracing/trace_pipe" "$tracing/away"
	answered 404 /ftrace/trace_pipe
	local rc=$?
	mv "$tracing/away" "$tracing/trace_pipe"
	return $rc
}

# A stream without events stays open for more than half a minute, longer than the timeout of
# the server, and gets the next event. It uses another server, during the other tests.
# patient NAME: one that takes a trace slowly, and one that stops taking it
patient() {
	local take=(curl -s -m 900 --limit-rate 2M "${connection[@]}" "$url/ftrace/trace")
	[ -z "$token" ] || take+=(-H "Authorization: Bearer $token")
	"${take[@]}" -o "$work/slow.$1" &
	slow_clients[$1]=$!
	"${take[@]}" -o "$work/stopped.$1" &
	stopped_clients[$1]=$!
	sleep 1
	kill -STOP "${stopped_clients[$1]}"
}

declare -A slow_clients stopped_clients
patience_begins() {
	mkdir "$work/idle-tracing"
	yes '# a line of a large trace, which a client takes slowly or no longer takes' |
		head -n 900000 >"$work/idle-tracing/trace"
	mkfifo "$work/idle-tracing/trace_pipe"
	exec 8<>"$work/idle-tracing/trace_pipe"
	tracing=$work/idle-tracing start || return
	ask /ftrace/trace_pipe -N -m 900 >"$work/idle" &
	idle_client=$!
	patient tcp
	tracing=$work/idle-tracing socket=$work/patient.socket start_unix || return
	patient unix
	patience_ends=$((SECONDS + 40))
}

await_patience() {
	cat "$work/patience.log"
	while [ "$SECONDS" -lt "$patience_ends" ]; do
		sleep 0.2
	done
}

idle_stream_lives() {
	await_patience
	echo "after all" >&8
	eventually grep -qx 'after all' "$work/idle"
	local rc=$?
	kill "$idle_client"
	return $rc
}

slow_readers_get_all() { # tcp or unix
	await_patience
	wait "${slow_clients[$1]}" && cmp "$work/slow.$1" "$work/idle-tracing/trace"
}

# curl finds the end of the connection before that of the answer.
stopped_readers_are_dropped() { # tcp or unix
	local rc
	await_patience
	kill -CONT "${stopped_clients[$1]}"
	wait "${stopped_clients[$1]}"
	rc=$?
	echo "status $rc, $(wc -c <"$work/stopped.$1") bytes"
	[ $rc -eq 18 ] || [ $rc -eq 56 ]
}

# Waiting costs next to nothing: less than 5 % of a processor.
waiting_is_cheap() {
	local server ticks before after
	ticks=$(getconf CLK_TCK)
	ask /ftrace/trace_pipe -N -m 6 >/dev/null &
	server=$!
	sleep 1
	before=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
	sleep 4
	after=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
	wait "$server"
	[ $(((after - before) * 100)) -lt $((4 * ticks * 5)) ] ||
		{ echo "$((after - before)) of $((4 * ticks)) ticks"; return 1; }
}

stops_while_it_streams() {
	ask /ftrace/trace_pipe -N >/dev/null &
	sleep 0.7
	stops_soon $!
}

bad_usage() {
	local serve=(fdd-serve-at "$tracing") address mode
	for address in 127.0.0.1 127.0.0.1: 127.0.0.1:x 127.0.0.1:65536 127.0.0.1:-1; do
		ends_with 2 "$address" "${serve[@]}" -l "$address" || return
	done
	for address in host.example:9090 ::1:9090 '[::1:9090' '[127.0.0.1]:9090' 1.2.3:9090; do
		ends_with 2 "is not a numeric address" "${serve[@]}" -l "$address" || return
	done
	for mode in '' 0 9 68 1660 rw 660x -660; do
		ends_with 2 "'$mode' is not a mode" "${serve[@]}" --unix-socket "$work/x" \
			--socket-mode "$mode" || return
	done
	ends_with 2 "exclude each other" "${serve[@]}" -l :0 --unix-socket "$work/x" || return
	ends_with 2 "--unix-socket=PATH" "${serve[@]}" --socket-mode 660 || return
	ends_with 2 "1 to 107 bytes" "${serve[@]}" --unix-socket "/tmp/$(printf '%0107d' 0)" || return
	ends_with 2 "1 to 107 bytes" "${serve[@]}" --unix-socket '' || return
	ends_with 2 "does not take traces" "${serve[@]}" trace.dat || return
	ends_with 2 "'../x' is not a valid name of an instance" "${serve[@]}" -B ../x || return
	ends_with 2 "fdd serve: unknown option '--no-such-option'" "${serve[@]}" --no-such-option || return
	ends_with 1 "instances/none/trace: No such file" "${serve[@]}" -B none || return
	ends_with 0 "Usage: fdd serve" "${serve[@]}" -h
}

port_is_taken() {
	start || return
	ends_with 1 "Address already in use" fdd-serve-at "$tracing" -l "${url#http://}" && stop
}

ipv6() {
	launch http: -l '[::1]:0' || return
	url=$(sed -n 's,^fdd serve: \(http://.*\)/?token=.*$,\1,p' "$work/log")
	token=$(sed -n 's,^.*/?token=,,p' "$work/log")
	answered 200 / -g || return
	stop
}

no_ipv6() {
	cc -shared -fPIC -Wall -Wextra -o "$work/no-ipv6.so" tests/serve/no-ipv6.c || return
	LD_PRELOAD=$work/no-ipv6.so ends_with 1 "[::1]:0: Address family not supported" \
		fdd-serve-at "$tracing" -l '[::1]:0'
}

other_loopback() {
	launch http://127.0.0.2: -l 127.0.0.2:0 && stop
}

bare_port() {
	launch http://127.0.0.1: -l :0 && stop
}

instance() {
	mkdir -p "$tracing/instances/one" || return
	sed 's/ksys_read/of_the_instance/' tests/fdd/in/basic.txt >"$tracing/instances/one/trace"
	start -B one || return
	ask /data.json | jq -e 'any(.functions[]; .name == "of_the_instance") and .sources[0].label == "one"' &&
		ask /ftrace/trace | grep -q of_the_instance && answered 404 /ftrace/trace_pipe && stop
}

# The name of an instance is not taken for an option.
instance_called_like_an_option() {
	mkdir -p "$tracing/instances/-D1" || return
	cp tests/fdd/in/basic.txt "$tracing/instances/-D1/trace"
	start -B -D1 || return
	[ "$(ask /data.json | jq '.functions | length')" = \
		"$(fdd --format=json tests/fdd/in/basic.txt | jq '.functions | length')" ] && stop
}

# The page of this server in Chromium; its tests are in tests/page/served.mjs.
in_a_browser() {
	page_tools || return
	FDD_LINK="$url/?token=$token" PAGE_GROUPS=served timeout 300 node tests/page/run.mjs >"$work/browser" 2>&1
	local rc=$?
	grep -v '^ok ' "$work/browser"
	return $rc
}
