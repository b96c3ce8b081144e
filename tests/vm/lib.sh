# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Used by every part of the test bed: messages, the cache, its locks.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
vmdir=$top/tests/vm
build=$top/build
cache=${XDG_CACHE_HOME:-$HOME/.cache}/function-duration
logs=$build/vm

# depmod and modprobe are not on an ordinary user's path.
PATH=$PATH:/usr/sbin:/sbin

note() {
	echo "vm: $*" >&2
}

die() {
	echo "vm: $*" >&2
	exit 2
}

# The key of a cached directory is a sum of its inputs.
hash_of() {
	sha256sum | cut -c1-16
}

# hold DIR: keep a shared lock on a cache entry until this process ends, so that it is not
# removed meanwhile. Fails if the entry does not exist.
hold() {
	local fd
	{ exec {fd}<"$1"; } 2>/dev/null || return 1
	flock -s "$fd"
	[ -e "$1" ]
}

# Remove other entries of this kind that no process holds.
forget_others() {
	local keep=$1 other
	for other in "${keep%/*}"/*; do
		[ "$other" != "$keep" ] || continue
		flock -n "$other" rm -rf "$other" || true
	done
}

# Run "COMMAND... NEWDIR" and rename its result to DIR, by one process at a time. Incomplete
# results of killed runs are removed.
make_entry() {
	local dir=$1 kind=${1%/*} new
	shift
	mkdir -p "$kind"
	(
		flock 9
		[ ! -e "$dir" ] || exit 0
		rm -rf "$kind"/.new.*
		new=$(mktemp -d "$kind/.new.XXXXXX")
		trap 'rm -rf "$new"' EXIT
		trap 'exit 130' INT TERM
		"$@" "$new" 9>&- || exit 1
		chmod 755 "$new"
		mv "$new" "$dir"
		forget_others "$dir"
	) 9>"$kind/.lock"
}

# cached VAR KIND INPUTS COMMAND...: put the name of a cached directory into
# VAR, making it by "COMMAND... DIR" when it is missing. INPUTS is all that
# its content depends on, in addition to the command itself. The path of the repository is not
# part of it, so that clones share the entries. (VAR must not be a name that is
# local here.)
cached() {
	local cached_key cached_entry
	cached_key=$({ echo "$3"; printf '%s\n' "${@:5}" | sed "s,^$top/,,"
		cat "$4"; } | hash_of)
	cached_entry=$cache/$2/$cached_key
	until hold "$cached_entry"; do
		note "making $2 (once; kept in $cache)"
		make_entry "$cached_entry" "${@:4}" || die "$2 could not be made"
	done
	printf -v "$1" %s "$cached_entry"
}
