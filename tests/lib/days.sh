# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What takes long and rarely differs between kernels runs on one of them, another one each day;
# and of some tests a share runs each day. With CHECK_ALL=1 all of it does.

day=$(($(date +%s) / 86400))

# todays NAME...: prints one of them.
todays() {
	[ $# -eq 0 ] || echo "${@:day % $# + 1:1}"
}

# todays_share KERNEL NUMBER NAME...: prints those of the names that are for this one of NUMBER
# kernels, which count from 0. Each name is for one of them.
todays_share() {
	local kernel=$1 number=$2 name turn=$day
	shift 2
	for name; do
		[ $((turn++ % number)) -ne "$kernel" ] && [ -z "${CHECK_ALL-}" ] || echo "$name"
	done
}
