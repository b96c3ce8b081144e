# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The stream of events of fdd serve: all data, and what changes of them.
# shellcheck disable=SC2154,SC2317 # variables of checks; check calls functions by their names

# What a client of these events has at their end
apply() { awk '
	/^event: / { what = $2; n = 0 }
	/^data: / { line[n++] = substr($0, 7) }
	/^$/ && n {
		if (what == "all") {
			for (i = 0; i < n; i++)
				now[i] = line[i]
			count = n
		} else {
			for (i = 0; i < count; i++)
				old[i] = now[i]
			for (i = count = 0; i < n; i++) {
				if (line[i] ~ /^=/) {
					split(substr(line[i], 2), run, " ")
					for (k = 0; k < run[2]; k++)
						now[count++] = old[run[1] + k]
				} else {
					now[count++] = substr(line[i], 2)
				}
			}
		}
		n = 0
	}
	END { for (i = 0; i < count; i++) print now[i] }' "$1"; }

# listen FILE OPTION...: a stream into the file; sets $listener, which is curl itself, to be killed
listen() {
	local to=$1
	shift
	curl -s -N -m 300 "${connection[@]}" ${token:+-H "Authorization: Bearer $token"} "$@" \
		"$url/events" >"$to" 2>/dev/null &
	listener=$!
}

# listens FILE: the same, until it has an event; streams that were killed just now count
listens() {
	listen "$1"
	while kill -0 "$listener" 2>/dev/null; do
		! saw 1 "$1" || return 0
		sleep 0.1
	done
	wait "$listener"
	return 1
}

# saw COUNT FILE: so many events
saw() {
	[ "$(grep -c '^event: ' "$2")" -ge "$1" ]
}

unlisten() {
	kill "$listener" 2>/dev/null
	wait "$listener" 2>/dev/null
	return 0
}

# rename FROM TO: in the trace
rename() {
	sed "s/\b$1\b/$2/" "$tracing/trace" >"$tracing/trace.new"
	mv "$tracing/trace.new" "$tracing/trace"
}

has_data() {
	ask /data.json -o "$work/data" && jq -e "any(.functions[]; .name == \"$1\")" "$work/data"
}

events_have_changes() {
	local name rc=0
	listen "$work/events" --compressed
	eventually saw 1 "$work/events" || return
	for name in one two; do
		rename ksys_read "$name" && eventually has_data "$name" &&
			eventually grep -q "^data: +.*\"$name\"" "$work/events" || rc=1
		sleep 0.5
		apply "$work/events" | cmp - "$work/data" || rc=1
		rename "$name" ksys_read && eventually has_data ksys_read || rc=1
	done
	unlisten
	grep '^event: ' "$work/events" | sort | uniq -c
	[ $rc -eq 0 ] && [ "$(grep -c '^event: all' "$work/events")" -eq 1 ]
}

events_go_on() {
	local tag first
	listen "$work/events"
	first=$listener
	eventually saw 1 "$work/events" || return
	tag=$(sed -n 's/^id: //p' "$work/events" | tail -1)
	rename ksys_read later && eventually grep -q '"later"' "$work/events" || return
	listen "$work/more" -H "Last-Event-ID: $tag"
	eventually grep -q '^event: change' "$work/more" || return
	unlisten
	listen "$work/more" -H 'Last-Event-ID: "0"'
	eventually grep -q '^event: all' "$work/more"
	unlisten
	kill "$first"
	wait "$first" 2>/dev/null
	cp tests/fdd/in/basic.txt "$tracing/trace"
}

events_are_few() {
	local i rc=0 all=()
	for i in 1 2 3 4 5 6 7 8; do
		eventually listens "$work/events$i" || rc=1
		all+=("$listener")
	done
	answered 204 /events || rc=1
	answered 200 /data.json || rc=1
	kill "${all[@]}" 2>/dev/null
	wait "${all[@]}" 2>/dev/null
	eventually few_again || rc=1
	return $rc
}

few_again() {
	[ "$(ask /events -m 1 -o /dev/null -w '%{http_code}')" = 200 ]
}

# 10^5 calls of 2000 functions in a tree; those of one more function each second.
many_calls() { awk 'BEGIN { srand(5); for (i = 0; i < 100000; i++) { t = 100 * 1000000 + i * 40
	f = i % 4 == 3 ? int(i / 4) % 40 : 40 + int(rand() * rand() * 1960)
	printf " %d) sh-%d | %d.%06d000 | %6.3f us | %sf%d\n", i % 2, 7 + i % 2, int(t / 1e6), t % 1e6,
		i % 4 == 3 ? 130 + rand() : 1 + rand() * 20, i % 4 == 3 ? "" : "  ", f } }'; }

# Compressed bytes while a call comes each second: less than 100 kB/s, and much less than all data
events_are_small() {
	local i first all began changes
	many_calls >"$tracing/trace"
	eventually has_data f0 || return
	listen "$work/small" -H 'Accept-Encoding: gzip'
	eventually has_all "$work/small" || return
	first=$(wc -c <"$work/small") began=$SECONDS
	changes=$(changes_of "$work/small")
	for ((i = 0; i < 60; i++)); do
		echo " 0) sh-7 | $((200 + i)).000000000 |  5.000 us | f77" >>"$tracing/trace"
		sleep 1
		[ "$i" -lt 5 ] || [ "$(changes_of "$work/small")" -eq "$changes" ] || break
	done
	all=$(wc -c <"$work/small")
	unlisten
	cp tests/fdd/in/basic.txt "$tracing/trace"
	echo "$first bytes, then $(((all - first) / (SECONDS - began))) a second"
	[ "$first" -gt 10000 ] && [ "$all" -gt "$first" ] && [ $((all - first)) -lt "$first" ] &&
		[ $(((all - first) / (SECONDS - began))) -lt 100000 ]
}

# changes_of FILE: of a stream that is compressed and has not ended
changes_of() {
	zcat "$1" 2>/dev/null | grep -c '^event: change'
}

# All of the first event: a second without more bytes
has_all() {
	local size
	size=$(wc -c <"$1")
	sleep 1
	[ "$size" -gt 10000 ] && [ "$(wc -c <"$1")" -eq "$size" ]
}

axis_of_a_window() {
	cp tests/fdd/in/basic.txt "$tracing/trace"
	ask /axis.json -o "$work/axis" && jq -e '.axis.lanes | length > 0' "$work/axis" &&
		ask '/axis.json?from_ns=100000100000&to_ns=100000110000' -o "$work/axis" &&
		jq -e '.axis | .levels[-1].ns == 0 and all(.levels[].spans[]; .[2] <= 110000 and
			.[2] + .[3] >= 100000) and .first_ns == 100000000000' "$work/axis" &&
		answered 400 '/axis.json?from_ns=9&to_ns=3' && answered 400 '/axis.json?to_ns=x'
}

# A large trace that does not change is not read again and again: less than 5 % of a processor.
# Buffers that say that nothing was written are not read either.
idle_events_are_cheap() {
	local ticks before after rc
	many_calls >"$tracing/trace"
	eventually has_data f0 || return
	mkdir -p "$tracing/per_cpu/cpu0"
	printf 'entries: %s\nnow ts: 1\nread events: 0\n' 100000 >"$tracing/per_cpu/cpu0/stats"
	ticks=$(getconf CLK_TCK)
	listen "$work/idle-events" -H 'Accept-Encoding: gzip'
	eventually has_all "$work/idle-events" || return
	sleep 2
	before=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
	sleep 8
	after=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
	rename f77 unseen
	sleep 3
	! has_data unseen || { echo "it was read"; rc=1; }
	printf 'entries: %s\nnow ts: 1\nread events: 0\n' 100001 >"$tracing/per_cpu/cpu0/stats"
	eventually has_data unseen || rc=1
	unlisten
	rm -r "$tracing/per_cpu"
	cp tests/fdd/in/basic.txt "$tracing/trace"
	echo "$((after - before)) of $((8 * ticks)) ticks"
	[ "${rc:-0}" -eq 0 ] && [ $(((after - before) * 20)) -lt $((8 * ticks)) ]
}

stops_while_events_stream() {
	listens "$work/events" && stops_soon "$listener"
}

perfetto_if_asked_for() {
	ask / | grep -qF '{"live": true}' || return
	stop
	start --perfetto && ask / | grep -qF '{"live": true, "perfetto": true}'
}
