# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For tests of fdd on the host, after test.sh: puts the built programs into the PATH, and
# sets the locale of messages. They are built without LTO, which takes a minute after each
# changed line; the guests' fdd and the packages have it.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
out=${O:-$top/build/dev}
export O=$out LTO=${LTO-}
export PATH=$out:$top/scripts:$PATH LC_ALL=C NO_COLOR=1

# line TASK TIME DEPTH NAME, for awk: a call of a microsecond
# shellcheck disable=SC2034
line='function line(task, time, depth, name) {
	printf " 0) %s %5d.%09d |    1.000 us    |  %*s%s\n", task, time / 1e9, time % 1e9,
		depth * 2, "", name
}'

# build_fdd PART...: builds fdd and the programs of its tests, without a warning, after
# installing the packages of these parts of scripts/install-deps.
build_fdd() {
	local log
	"$top/scripts/install-deps" build fdd "$@" || return
	log=$(make -s -C "$top/tools/fdd" O="$out" all tests 2>&1 || echo "warning: it does not build")
	! grep -q 'warning:' <<<"$log" || { echo "$log"; return 1; }
}
