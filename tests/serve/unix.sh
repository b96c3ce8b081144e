# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# fdd serve on a Unix socket.
# shellcheck disable=SC2154,SC2034,SC2317 # variables of checks; check calls functions by their names

mode_of() {
	stat -c %a "$1"
}

unix_answers() {
	local path
	[ "$(mode_of "$socket")" = 600 ] || { ls -l "$socket"; return 1; }
	while read -r path; do
		answered 200 "$path?nowait" || return
	done < <(routes)
	ask /ftrace/trace | cmp - "$tracing/trace"
}

# Whatever the umask is.
unix_modes() {
	local mode
	for mode in 660 0600 777; do
		umask 000
		start_unix --socket-mode "$mode"
		umask 022
		[ "$(mode_of "$socket")" = "${mode#0}" ] || { ls -l "$socket"; return 1; }
		stop || return
	done
}

# From the first moment: bind-mode.c looks as soon as bind(2) has made the file.
unix_has_no_gap() {
	cc -shared -fPIC -Wall -Wextra -o "$work/bind-mode.so" tests/serve/bind-mode.c || return
	umask 000
	LD_PRELOAD=$work/bind-mode.so start_unix
	umask 022
	cat "$work/log"
	grep -qx 'socket file mode: 600' "$work/log" && stop
}

unix_leaves_nothing() {
	stop || return
	[ ! -e "$socket" ] && [ ! -e "$socket.fdd-serve" ]
}

unix_is_taken() {
	ends_with 1 "another fdd serve listens there" fdd-serve-at "$tracing" --unix-socket "$socket" &&
		answered 200 /
}

killed() {
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	[ -S "$socket" ]
}

unix_after_a_kill() {
	start_unix && killed && start_unix && answered 200 / && unix_leaves_nothing
}

# Nothing that another program made is removed, not even a dead socket.
others_are_left_alone() {
	local what
	for what in file directory link "dead socket"; do
		make_other "$what" || return
		stat -c '%F %i %y %z' "$socket" >"$work/before"
		ends_with 1 "not left behind by fdd serve" fdd-serve-at "$tracing" \
			--unix-socket "$socket" || return
		stat -c '%F %i %y %z' "$socket" | cmp - "$work/before" || return
		[ ! -e "$socket.fdd-serve" ] || return
		rm -r "$socket"
	done
}

make_other() {
	case $1 in
	file)		echo precious >"$socket" ;;
	directory)	mkdir "$socket" ;;
	link)		ln -s "$tracing/trace" "$socket" ;;
	*)		perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => shift, Listen => 1) or die' "$socket" ;;
	esac
}

# What took the place of our dead socket is not ours either.
replaced_after_a_kill() {
	start_unix && killed && rm "$socket" && make_other "dead socket" || return
	ends_with 1 "not left behind by fdd serve" fdd-serve-at "$tracing" --unix-socket "$socket" &&
		[ -S "$socket" ] && rm "$socket"
}

# Nor what takes its place while we serve.
replaced_meanwhile() {
	start_unix && rm "$socket" && echo precious >"$socket" && stop &&
		[ "$(cat "$socket")" = precious ] && rm "$socket"
}

# A link in the place of the lock's file is not followed.
lock_is_a_link() {
	echo precious >"$work/precious"
	ln -s "$work/precious" "$socket.fdd-serve"
	ends_with 1 "$socket.fdd-serve: " fdd-serve-at "$tracing" --unix-socket "$socket" &&
		[ "$(cat "$work/precious")" = precious ] && rm "$socket.fdd-serve"
}

# Nor is a second name of a file.
lock_is_a_hard_link() {
	echo precious >"$work/precious"
	ln "$work/precious" "$socket.fdd-serve"
	ends_with 1 "not a file of this user alone" fdd-serve-at "$tracing" --unix-socket "$socket" &&
		[ "$(cat "$work/precious")" = precious ] && rm "$socket.fdd-serve"
}

# Many start at the same moment, where one was killed: one of them listens.
one_of_many() {
	local i n servers=()
	start_unix && killed || return
	for i in 1 2 3 4 5 6 7 8; do
		fdd-serve-at "$tracing" --unix-socket "$socket" 2>"$work/many.$i" &
		servers+=($!)
	done
	pids+=("${servers[@]}")
	for i in 1 2 3 4 5 6 7; do
		wait -n "${servers[@]}" && { echo "one ended without an error"; return 1; }
	done
	n=$(grep -l 'another fdd serve listens there' "$work"/many.* | wc -l)
	[ "$n" -eq 7 ] || { cat "$work"/many.*; return 1; }
	eventually answered 200 / || return
	for i in "${servers[@]}"; do
		pid=$i
		! kill -0 "$pid" 2>/dev/null || unix_leaves_nothing || return
	done
}

unix_with_a_token() {
	make_token && start_unix --token-file "$work/token" || return
	gives 401 bare / && token=0123456789abcdef+/= && answered 200 / && unix_leaves_nothing
}
