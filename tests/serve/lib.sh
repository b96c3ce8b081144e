# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Starting fdd serve and asking it.
# shellcheck disable=SC2154,SC2034 # variables of checks

# private FILE: make one that only we can read. The log has the token, which fdd serve
# writes into no other.
private() {
	rm -f "$1"
	(umask 077 && : >"$1")
}

# launch WORD OPTION...: a server of $tracing, whose log comes to have the word
launch() {
	local word=$1 i
	shift
	private "$work/log"
	fdd-serve-at "$tracing" "$@" 2>"$work/log" &
	pid=$!
	pids+=("$pid")
	for ((i = 0; i < 200; i++)); do
		! grep -q "$word" "$work/log" || return 0
		sleep 0.1
	done
	cat "$work/log"
	return 1
}

# start OPTION...: at any port; sets $pid, $url, $token (the one that it printed)
start() {
	launch http: -l 127.0.0.1:0 "$@" || return
	url=$(sed -n 's,^fdd serve: \(http://.*\)/?token=.*$,\1,p' "$work/log")
	token=$(sed -n 's,^.*/?token=,,p' "$work/log")
	connection=()
}

# start_unix OPTION...: at $socket, without a token
start_unix() {
	launch "$socket" --unix-socket "$socket" "$@" || return
	url=http://localhost token=
	connection=(--unix-socket "$socket")
}

stop() {
	kill "$pid" && wait "$pid"
}

# stops_soon CLIENT: while that one streams
stops_soon() {
	local began rc
	began=$(date +%s%N)
	stop
	rc=$?
	began=$((($(date +%s%N) - began) / 1000000))
	wait "$1"
	echo "status $rc after $began ms"
	[ $rc -eq 0 ] && [ $began -lt 5000 ]
}

# bare PATH OPTION-OF-CURL...: without the token
bare() {
	local path=$1
	shift
	curl -s -m 20 "${connection[@]}" "$@" "$url$path"
}

ask() { # path, curl's options...
	bare "$@" ${token:+-H "Authorization: Bearer $token"}
}

# gives STATUS COMMAND...: where the command is a request
gives() {
	local want=$1 got
	shift
	got=$("$@" -o /dev/null -w '%{http_code} %{errormsg}')
	[ "${got%% *}" = "$want" ] || { echo "$* gives $got, not $want"; return 1; }
}

answered() { # status, path, curl's options...
	local want=$1
	shift
	gives "$want" ask "$@"
}

# All paths that there are: the answer to another one lists the server's table.
routes() {
	ask /none | sed -n 's/^fdd serve: there are only //p' | tr ' ' '\n'
}

# Within ten seconds: the server looks after dead connections now and then.
eventually() {
	local i
	for ((i = 0; i < 50; i++)); do
		"$@" >"$work/last" 2>&1 && return 0
		sleep 0.2
	done
	cat "$work/last"
	return 1
}

# The content of the FIFO goes to its first reader, as in a trace_pipe.
put() {
	printf '%s\n' "$@" >&7
}

# The server has not taken it: it is still there.
untouched() { # a line
	[ "$(ask '/ftrace/trace_pipe?nowait')" = "$1" ] || { echo "it took '$1'"; return 1; }
}

# ends_with STATUS TEXT COMMAND...
ends_with() {
	local want=$1 text=$2 rc
	shift 2
	private "$work/said"
	timeout 20 "$@" >"$work/said" 2>&1
	rc=$?
	echo "status $rc: $(cat "$work/said")"
	[ $rc -eq "$want" ] && grep -qF -- "$text" "$work/said"
}
