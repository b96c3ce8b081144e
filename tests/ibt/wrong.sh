# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# A module built wrong, for the tests of the checks; after tests/lib/guests.sh.

# make_wrong ABI [LINE]: a looked-up function is called through a pointer; and LINE is
# appended to the Kbuild file.
make_wrong() {
	# shellcheck disable=SC2154
	local src=$build/$1/wrong/src
	sed -i '/^#include "trace_duration_output.h"/a\
		#undef trace_find_mark\
		#define trace_find_mark(d) (((char (*)(u64))kernel_temp_buffer)(d))' \
		"$src/trace_duration_output.c" &&
		echo "${2-}" >>"$src/Kbuild" &&
		make_module "$1/wrong" "$(kdir_of "$1")"
}
