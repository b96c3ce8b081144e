# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Many connections to fdd serve, and slow ones.
# shellcheck disable=SC2154,SC2317 # variables of checks; check calls functions by their names

several_at_once() {
	local i clients=()
	for i in 1 2 3 4 5 6 7 8; do
		ask /ftrace/trace -o "$work/at-once.$i" &
		clients+=($!)
		ask /data.json -o "$work/data.$i" &
		clients+=($!)
	done
	wait "${clients[@]}"
	for i in 1 2 3 4 5 6 7 8; do
		cmp "$work/at-once.$i" "$tracing/trace" || return
		jq -e '.calls == 8' "$work/data.$i" || return
	done
}

# They do not lock out others, and each is closed after the limit for a head, also if it sends
# bytes meanwhile.
slow_clients() { # how many
	local slow rc=0 i
	tests/serve/slow "${url##*:}" "$1" 9 >"$work/slow" 2>&1 &
	slow=$!
	for ((i = 0; i < 8; i++)); do
		sleep 1
		answered 200 / || rc=1
		answered 200 /data.json || rc=1
	done
	wait "$slow"
	head -n 1 "$work/slow"
	[ "$rc" -eq 0 ] && grep -qx "$1 sent, $1 ended" "$work/slow"
}

# The oldest of more than there is room for gets an answer instead of a reset.
too_many_get_503() {
	grep -q '^HTTP/1.1 503 ' "$work/slow" && grep -q '^Retry-After: ' "$work/slow"
}

stream() { # how many, into ${streams[@]}
	local i
	streams=()
	for ((i = 0; i < $1; i++)); do
		curl -sN -m 100 -o /dev/null -H "Authorization: Bearer $token" "$url/ftrace/trace_pipe" &
		streams+=($!)
	done
}

end_streams() {
	kill -9 "${streams[@]}" 2>/dev/null
	wait "${streams[@]}" 2>/dev/null
	return 0
}

# Sixteen requests are answered at a time. Those beyond learn that they may come
# again; those without the token do not even learn that.
requests_are_bounded() {
	stream 20
	eventually answered 503 / && ask / -D - -o /dev/null | grep -qi '^retry-after: 1' &&
		gives 401 bare / && answered 503 /data.json
	local rc=$?
	end_streams
	eventually answered 200 / || return
	put kept
	untouched kept && return $rc
}

# A place is free when its answer has been sent.
connections_are_not_kept() {
	[ "$(curl -s -m 20 -H "Authorization: Bearer $token" -o /dev/null -w '%{num_connects}' \
		"$url/" -o /dev/null "$url/")" = 11 ]
}

# Refused requests do not take places of others.
refused_ones_take_no_place() {
	local i
	stream 15
	sleep 1
	for ((i = 0; i < 40; i++)); do
		gives 401 bare / || break
	done
	[ "$i" -eq 40 ] && answered 200 /
	local rc=$?
	end_streams
	eventually answered 200 / && return $rc
}

# More than all buffers hold, and not read by the client.
slow_readers_hold_nobody_up() {
	local i fd slow=()
	for ((i = 0; i < 400000; i++)); do
		echo "# a line of a large trace that the client does not read, number $i"
	done >"$tracing/trace"
	for i in 1 2 3; do
		exec {fd}<>"/dev/tcp/127.0.0.1/${url##*:}" || return
		printf 'GET /ftrace/trace?token=%s HTTP/1.1\r\nHost: localhost\r\n\r\n' "$token" >&"$fd"
		slow+=("$fd")
	done
	sleep 0.5
	[ "$(ask / | wc -c)" -gt 100000 ] &&
		ask /ftrace/trace | cmp - "$tracing/trace" && ask /data.json | jq -e .version
	local rc=$?
	for fd in "${slow[@]}"; do
		exec {fd}>&-
	done
	cp tests/fdd/in/basic.txt "$tracing/trace"
	return $rc
}

# The place of a client that closes its connection becomes free.
dropped_connections_are_noticed() {
	stream 14
	sleep 1
	end_streams
	stream 14
	sleep 1
	eventually answered 200 /
	local rc=$?
	end_streams
	eventually answered 200 / || return
	put kept
	untouched kept && return $rc
}
