# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Build in the Debian 13 root: the module for each kernel, and what runs in
# the guest beside it. Sources are copied into build/, results stay there.

# in_root COMMAND...: run in the build root, with the repository's build/ at
# /build, and /proc (objtool reads /proc/self). An ordinary user becomes root
# in a user namespace of his own, where the root's files are his.
in_root() {
	local user=()
	[ "$(id -u)" -eq 0 ] || user=(--user --map-root-user)
	mkdir -p "$build"
	unshare "${user[@]}" --mount --pid --fork --kill-child -- \
		bash "$vmdir/make/enter-root" "$build_root" "$build" "$@"
}

# The files of the repository that a build sees: what git knows, and what is
# new and not ignored, at the places given.
source_files() {
	(cd "$top" && git ls-files -co --exclude-standard -- "$@" |
		while read -r f; do [ ! -f "$f" ] || echo "$f"; done)
}

# copy_sources DIR PATH...: only what changed gets a new time, so that make
# builds what it must; what is gone from the repository goes from DIR too.
copy_sources() {
	local to=$1 list f
	shift
	mkdir -p "$to"
	list=$(source_files "$@")
	while read -r f; do
		cmp -s "$top/$f" "$to/$f" || install -D -m "$(stat -c %a "$top/$f")" "$top/$f" "$to/$f"
	done <<<"$list"
	[ ! -e "$to/.sources" ] || comm -23 "$to/.sources" <(sort <<<"$list") |
		while read -r f; do rm -f "${to:?}/$f"; done
	sort <<<"$list" >"$to/.sources"
}

# What the module is made of.
module_sources=(Kbuild Makefile ':(glob)*.c' ':(glob)*.h' include compat scripts)

has_module() {
	source_files Kbuild | grep -q .
}

# kdir_of ABI: the kernel's build directory, as the build root sees it.
kdir_of() {
	if is_debug "$1"; then
		debug_kdir "$1" && echo "/build/$1/kdir"
	else
		echo "/usr/src/linux-headers-$1"
	fi
}

# make_module DIR ABI MAKE-ARGUMENT...: the module in build/DIR/src.
make_module() {
	local dir=$1 kdir
	kdir=$(kdir_of "$2") || return
	shift 2
	copy_sources "$build/$dir/src" "${module_sources[@]}"
	in_root make -C "/build/$dir/src" -s \
		KDIR="$kdir" "$@" modules
}

# give FILE...: put a result into the guest's directory, in one step.
give() {
	local to=$1 file
	shift
	mkdir -p "$to"
	for file; do
		cp "$file" "$to/.${file##*/}.$$" && mv "$to/.${file##*/}.$$" "$to/${file##*/}" ||
			return
	done
}

# A module that did not build must not be tested by what was built before.
build_module() {
	local abi=$1
	has_module || { note "no module in this tree"; return 0; }
	make_module "$abi" "$abi" || {
		rm -f "$build/$abi/function_duration.ko" "$build/$abi/guest/function_duration.ko"
		return 1
	}
	give "$build/$abi" "$build/$abi/src/function_duration.ko" &&
		give "$build/$abi/guest" "$build/$abi/src/function_duration.ko"
}

# Each directory of tests/modules is a kbuild directory of its own. FD is where
# those that share sources with the module find them, and its layout.h.
build_test_modules() {
	local abi=$1 dir name kdir
	kdir=$(kdir_of "$abi") || return
	for dir in "$top"/tests/modules/*/; do
		[ -d "$dir" ] || continue
		name=$(basename "$dir")
		copy_sources "$build/$abi/modules/$name" "tests/modules/$name"
		in_root make -C "$kdir" -s \
			M="/build/$abi/modules/$name/tests/modules/$name" \
			FD="/build/$abi/src" modules || return
		give "$build/$abi/guest" "$build/$abi/modules/$name/tests/modules/$name"/*.ko ||
			return
	done
}

# build_tool NAME: a directory of tools/, with the libraries of Debian 13,
# installed into what becomes part of the guest's root.
build_tool() {
	local name=$1
	[ -f "$top/tools/$name/Makefile" ] || return 0
	copy_sources "$build/trixie/src/$name" "tools/$name" tools/common
	in_root make -C "/build/trixie/src/$name/tools/$name" -s \
		O="/build/trixie/$name" PREFIX=/usr DESTDIR=/build/trixie/guest install
}

# Builds of one tree take turns.
with_build_lock() {
	mkdir -p "$build"
	(
		flock 9
		"$@" 9>&-
	) 9>"$build/.vm-lock"
}

# build_modules ABI...: all that a guest of these kernels loads.
build_modules() {
	need_build_root
	with_build_lock modules_of_each "$@"
}

modules_of_each() {
	local abi
	for abi; do
		build_module "$abi" || { note "the module does not build for $abi"; return 1; }
		build_test_modules "$abi" ||
			{ note "tests/modules do not build for $abi"; return 1; }
	done
}

# The user tools, for any guest.
build_tools() {
	local tool broken=0
	need_build_root
	for tool in fdd region; do
		with_build_lock build_tool "$tool" ||
			{ note "tools/$tool does not build"; broken=1; }
	done
	return "$broken"
}

# build_w1 ABI...: from scratch, with every warning kbuild knows. What it
# says is on stdout; a warning is for the caller to find.
build_w1() {
	local abi
	need_build_root
	for abi; do
		rm -rf "${build:?}/$abi/w1"
		with_build_lock make_module "$abi/w1" "$abi" W=1 2>&1 || return
	done
}
