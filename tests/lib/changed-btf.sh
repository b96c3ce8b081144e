# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The module for a kernel with other types than a stock one: tests/build/change-btf changes
# the stock one's BTF. After the bed's parts.sh and test.sh.
#
#	build_changer ABI		the program
#	build_changed ABI CHANGE... [-- ARGUMENT...]
#					the module, for a kernel with these changes, by make
#					with these arguments. What make prints is in $work/said
#
# Variables of test.sh and of the bed:
# shellcheck disable=SC2154

# make_changer DIR: the program, with the build root's libbpf.
make_changer() {
	in_root cc -O2 -Wall -Wextra -Werror -o "/build/$1/change-btf" \
		"/build/$1/src/tests/build/change-btf.c" -lbpf
}

build_changer() {
	once "$1/prototypes" "${module_sources[@]}" tests/build -- make_changer "$1/prototypes"
}

build_changed() {
	local at=$1/prototypes kdir changes=()
	kdir=$(kdir_of "$1")
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do changes+=("$1"); shift; done
	shift $(($# > 0))
	in_root "/build/$at/change-btf" "$kdir/vmlinux" "/build/$at/btf" "${changes[@]}" \
		>"$work/said" 2>&1 &&
		make_module "$at" "$kdir" BTF="/build/$at/btf" "$@" >"$work/said" 2>&1
}
