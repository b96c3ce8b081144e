# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Access control of fdd serve over TCP.
# shellcheck disable=SC2154,SC2317 # variables of checks; check calls functions by their names

link_has_a_token() {
	local first=$token
	[[ $token =~ ^[0-9a-f]{48}$ ]] || { echo "the token is '$token'"; return 1; }
	[ "$(wc -l <"$work/log")" -eq 1 ] || { cat "$work/log"; return 1; }
	! tr '\0' '\n' <"/proc/$pid/cmdline" | grep -q "$token" || return
	[ "$(launch http: -l 127.0.0.1:0 && sed 's,^.*=,,' "$work/log"; stop)" != "$first" ]
}

# Nor does it get into a file that others can read.
log_of_others() {
	local rc
	: >"$work/open"
	chmod 644 "$work/open"
	timeout 20 fdd-serve-at "$tracing" -l 127.0.0.1:0 2>"$work/open"
	rc=$?
	cat "$work/open"
	[ $rc -eq 1 ] && grep -q 'others can read' "$work/open" && ! grep -q http "$work/open"
}

# Nor through a FIFO that others can read or that belongs to another user, nor into the journal.
other_ends() {
	local rc
	mkfifo -m 644 "$work/fifo"
	timeout 20 fdd-serve-at "$tracing" -l 127.0.0.1:0 2<>"$work/fifo"
	rc=$?
	[ $rc -eq 1 ] || { echo "a FIFO for others: status $rc"; return 1; }
	if [ "$(id -u)" -eq 0 ]; then
		chmod 600 "$work/fifo"
		chown 65534 "$work/fifo"
		timeout 20 fdd-serve-at "$tracing" -l 127.0.0.1:0 2<>"$work/fifo"
		rc=$?
		[ $rc -eq 1 ] || { echo "a FIFO of another user: status $rc"; return 1; }
	fi
	timeout 20 python3 -c '
import os, socket, subprocess, sys
ours, theirs = socket.socketpair()
st = os.fstat(theirs.fileno())
env = dict(os.environ, JOURNAL_STREAM=f"{st.st_dev}:{st.st_ino}")
sys.exit(subprocess.run(sys.argv[1:], stderr=theirs, env=env, timeout=10).returncode)
' fdd-serve-at "$tracing" -l 127.0.0.1:0
	rc=$?
	[ $rc -eq 1 ] || { echo "the journal: status $rc"; return 1; }
}

# Requests without the token, or with a similar one.
nobody_gets_in() {
	local path wrong
	put kept
	routes >"$work/routes"
	[ "$(wc -l <"$work/routes")" -ge 4 ] || { echo "the server lists no paths"; return 1; }
	while read -r path; do
		[ "$path" != /ftrace/trace_pipe ] || path+='?nowait'
		for wrong in "" "Bearer" "Bearer " "Bearer ${token%?}" "Bearer ${token}0" \
				"Bearer ${token%?}x" "Basic $token" "Digest $token" "$token"; do
			gives 401 bare "$path" -H "Authorization: $wrong" || return
		done
		gives 401 bare "$path" || return
		gives 401 bare "$path" -I || return
		gives 401 bare "$path" -H "Cookie: token=$token" || return
		for wrong in token= token "token=${token}0" "token=${token%?}" \
				"x=token=$token" "token=$token%00"; do
			gives 401 bare "${path%%\?*}?nowait&$wrong" || return
		done
	done <"$work/routes"
	gives 401 bare /none || return
	bare / -D - -o /dev/null | grep -qi '^www-authenticate: bearer' || return
	untouched kept
}

token_lets_in() {
	local path
	while read -r path; do
		answered 200 "$path?nowait" || return
		gives 200 bare "$path?nowait" -H "authorization: bearer $token" || return
		gives 200 bare "$path?nowait&token=$token" || return
	done < <(routes)
}

# A browser that reloads the page has no token in the address: it gets the page,
# which has no data, and asks for those with the token that it keeps.
page_without_token() {
	gives 401 bare / -H 'Accept: text/html' || return
	bare / -H 'Accept: text/html,*/*' | cmp - <(ask /) || return
	[ "$(bare /data.json -H 'Accept: text/html')" = "$(bare /data.json)" ]
}

# The token is in the address once, and is not sent to other sites.
no_referrer() {
	local path
	while read -r path; do
		ask "$path?nowait" -I | grep -qi '^referrer-policy: no-referrer' ||
			{ echo "$path"; return 1; }
	done < <(routes)
}

# Requests that a web page can make a browser send.
drive_by_takes_nothing() {
	local pipe='/ftrace/trace_pipe?nowait' site
	put kept
	for site in cross-site same-site nonsense; do
		answered 403 "$pipe" -H "Sec-Fetch-Site: $site" || return
	done
	answered 403 "$pipe" -H 'Origin: http://attacker.example' || return
	answered 403 "$pipe" -H 'Origin: null' || return
	answered 403 "$pipe" -H "Origin: $url.attacker.example" || return
	answered 403 "$pipe" -H "Origin: https${url#http}" || return
	answered 403 "$pipe" -H 'Referer: http://attacker.example/page' || return
	answered 403 "$pipe" -H "Referer: ${url}1/" || return
	answered 403 "$pipe" -H 'Host: attacker.example' || return
	answered 403 "$pipe" -H 'Host: 127.0.0.1.attacker.example:9090' || return
	answered 403 "$pipe" -H 'Host: localhost@attacker.example:9090' || return
	answered 403 "$pipe" -H 'Sec-Fetch-Site: none' -H 'Sec-Purpose: prefetch;prerender' || return
	answered 403 "$pipe" -H 'Purpose: prefetch' || return
	# Without a token, a browser that does not report the origin is refused.
	[ -n "$token" ] || answered 403 "$pipe" -A 'Mozilla/5.0 (X11)' || return
	answered 400 "$pipe" -H 'Host:' || return
	answered 400 "$pipe" -H $'X: y\r\nHost: attacker.example' || return
	answered 400 "$pipe" -H "Origin: $url" -H 'Origin: http://attacker.example' || return
	answered 405 "$pipe" -X POST || return
	answered 405 "$pipe" -X OPTIONS || return
	answered 413 "$pipe" -X GET -d x || return
	answered 413 "$pipe" -X GET -H 'Transfer-Encoding: chunked' -d x || return
	untouched kept
}

other_sites_see_nothing() {
	local path
	while read -r path; do
		answered 403 "$path" -H 'Origin: http://attacker.example' || return
		answered 403 "$path" -H 'Host: attacker.example' || return
	done < <(routes)
}

who_is_welcome() {
	local host=${url#http://}
	answered 200 / -H "Origin: $url" || return
	answered 200 / -H "Referer: $url/?token=x" -H 'Sec-Fetch-Site: same-origin' || return
	answered 200 /ftrace/trace -A 'Mozilla/5.0 (X11)' || return
	answered 200 '/ftrace/trace_pipe?nowait' -A 'Mozilla/5.0 (X11)' -H 'Sec-Fetch-Site: none' || return
	answered 200 / -H "Host: localhost:${host#*:}" || return
	answered 200 / -H 'Host: [::1]:8080' || return
	# ssh -L 8080:127.0.0.1:9090
	answered 200 / -H 'Host: localhost:8080' -H 'Origin: http://localhost:8080' || return
	answered 200 / -H 'Content-Length: 0'
}

make_token() {
	private "$work/token"
	echo 0123456789abcdef+/= >"$work/token"
}

token_files() {
	local serve=(fdd-serve-at "$tracing" -l 127.0.0.1:0 --token-file)
	ends_with 1 "No such file" "${serve[@]}" "$work/none" || return
	private "$work/token"
	echo short >"$work/token"
	ends_with 1 "has 16 to 200 characters" "${serve[@]}" "$work/token" || return
	printf '%0300d\n' 0 >"$work/token"
	ends_with 1 "has 16 to 200 characters" "${serve[@]}" "$work/token" || return
	make_token
	chmod 644 "$work/token"
	ends_with 1 "others can read the token" "${serve[@]}" "$work/token" || return
	chmod 600 "$work/token"
	[ "$(id -u)" -ne 0 ] || not_of_another || return
}

not_of_another() {
	chown 65534 "$work/token"
	ends_with 1 "belongs to another user" "${serve[@]}" "$work/token"
	local rc=$?
	chown 0 "$work/token"
	return $rc
}

# It is not printed, and in an address it is encoded.
token_of_a_file() {
	make_token && start --token-file "$work/token" || return
	[ "$token" = ... ] || { echo "it printed $token"; return 1; }
	token=0123456789abcdef+/=
	nobody_gets_in || return
	gives 200 bare '/?token=0123456789abcdef%2B%2F%3D' && answered 200 /data.json && stop
}

# Other sites are refused even with the token.
beyond_loopback() {
	start -l 0.0.0.0:0 || return
	[ "${#token}" -ge 32 ] || return
	gives 401 bare / || return
	url=http://127.0.0.1:${url##*:}
	gives 401 bare / || return
	answered 200 / -H 'Host: target.example' || return
	answered 403 / -H 'Origin: http://x.example' && stop
}
