# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Build in the Debian 13 root: the module for each kernel, and the programs that run in
# the guest. Sources are copied into build/, results stay there.

# in_root COMMAND...: run in the build root, with the repository's build/ at
# /build, and /proc (objtool reads /proc/self). An ordinary user becomes root
# in a user namespace of his own, where the root's files are his.
in_root() {
	local user=()
	[ "$(id -u)" -eq 0 ] || user=(--user --map-root-user)
	mkdir -p "$build"
	unshare "${user[@]}" --mount --pid --fork --kill-child -- \
		env HEADERS="${headers_dir:-}" \
		bash "$vmdir/make/enter-root" "$build_root" "$build" "$@"
}

# The files of the repository that a build sees: those that git tracks, and new ones that
# are not ignored, at the given places.
source_files() {
	(cd "$top" && git ls-files -co --exclude-standard -- "$@" |
		while read -r f; do [ ! -f "$f" ] || echo "$f"; done)
}

# copy_sources DIR PATH...: only changed files get a new time, so that make builds only
# what depends on them; files that were removed from the repository are removed from DIR.
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

# once DIR PATH... -- COMMAND...: build in build/DIR from the sources PATH..., unless that
# was done for the same sources. A lock keeps two builds in one directory apart.
once() {
	local dir=$build/$1 kernel=${1%%/*} paths=() key
	shift
	while [ "$1" != -- ]; do paths+=("$1"); shift; done
	shift
	mkdir -p "$dir"
	key=$({ echo "$build_root" "$@"; cat "$vmdir/build.sh"
		cat "$build/$kernel/kdir.of" 2>/dev/null
		cd "$top" && source_files "${paths[@]}" | xargs -d '\n' sha256sum; } | hash_of)
	(
		flock 9
		[ "$(cat "$dir/.built" 2>/dev/null)" != "$key" ] || exit 0
		rm -f "$dir/.built"
		copy_sources "$dir/src" "${paths[@]}"
		"$@" 9>&- && echo "$key" >"$dir/.built"
	) 9>"$dir/.lock"
}

# give DIR FILE...: put results into a guest's directory, each in one step.
give() {
	local to=$1 file
	shift
	mkdir -p "$to"
	for file; do
		cp "$file" "$to/.${file##*/}.$$" && mv "$to/.${file##*/}.$$" "$to/${file##*/}" ||
			return
	done
}

# The sources of the module.
module_sources=(Kbuild Makefile VERSION ':(glob)*.c' ':(glob)*.h' duration include compat scripts)

# kdir_of ABI: the kernel's build directory, as the build root sees it.
kdir_of() {
	if is_debug "$1"; then
		debug_kdir "$1" && echo "/build/$1/kdir"
	else
		echo "/usr/src/linux-headers-$1"
	fi
}

# make_module DIR KDIR MAKE-ARGUMENT...: the module, in build/DIR/src.
make_module() {
	local dir=$1 kdir=$2
	shift 2
	in_root make -s -C "/build/$dir/src" "${make_args[@]}" KDIR="$kdir" "$@" modules
}

# If the build fails, or makes nothing, tests must not use the module of an earlier build. What
# kbuild says, with every warning, is kept of a build without old objects.
make_and_give_module() {
	local abi=$1 kdir=$2 module=$build/$1/module/src/function_duration.ko
	local log=$build/$1/module/log
	if [ -e "$build/$abi/module/src/Module.symvers" ]; then
		log=$log.again
	else
		find "$build/$abi/module/src" -name '*.o' -delete
	fi
	rm -f "$build/$abi/module"/log* "$module" "$build/$abi/function_duration.ko" \
		"$build/$abi/guest/function_duration.ko"
	make_module "$abi/module" "$kdir" W=1 >"$log" 2>&1 || { cat "$log" >&2; return 1; }
	give "$build/$abi" "$module" &&
		give "$build/$abi/guest" "$module"
}

# FD is the path of the module's sources, generated ones included.
make_test_modules() {
	local abi=$1 kdir=$2 at=$1/modules/src/tests/modules
	in_root make -s -C "$kdir" "${make_args[@]}" M="/build/$at" \
		FD="/build/$abi/module/src" modules &&
		give "$build/$abi/guest" "$build/$at"/*/*.ko
}

# build_modules ABI...: all modules that guests of these kernels load.
build_modules() {
	local abi
	for abi; do
		modules_of "$abi" || return
	done
}

modules_of() {
	local abi=$1 kdir
	need_build_root "$abi"
	kdir=$(kdir_of "$abi") || return
	once "$abi/module" "${module_sources[@]}" -- make_and_give_module "$abi" "$kdir" ||
		{ note "the module does not build for $abi"; return 1; }
	once "$abi/modules" tests/modules "${module_sources[@]}" -- \
		make_test_modules "$abi" "$kdir" ||
		{ note "tests/modules does not build for $abi"; return 1; }
}

# Build a directory of tools/ with the libraries of Debian 13, and install it into a
# directory that becomes part of the guest's root.
make_tool() {
	in_root make -s -C "/build/trixie/$1/src/tools/$1" O="/build/trixie/$1/out" \
		PREFIX=/usr DESTDIR=/build/trixie/guest install
}

# build_tools ABI...: the user tools for guests of these kernels. There are none for
# arm64.
build_tools() {
	local abi tool machines='' broken=0
	for abi; do machines+=" $(arch_of "$abi")"; done
	[[ $machines == *amd64* ]] || return 0
	need_build_root amd64
	for tool in fdd region; do
		[ -f "$top/tools/$tool/Makefile" ] || continue
		once "trixie/$tool" VERSION include tools scripts -- make_tool "$tool" ||
			{ note "tools/$tool does not build"; broken=1; }
	done
	return "$broken"
}

# make_arm64_tools PROGRAM...: fdd, programs of its tests, and the library of regions.
make_arm64_tools() {
	local src=/build/arm64-tools/src out=/build/arm64-tools/out cross=aarch64-linux-gnu
	local libdir=/usr/lib/$cross/pkgconfig:/usr/share/pkgconfig
	in_root make -s -C "$src/tools/fdd" O="$out" CC="$cross-gcc" AR="$cross-gcc-ar" \
		PKG_CONFIG="env PKG_CONFIG_LIBDIR=$libdir pkg-config" all "${@/#/$out/}" &&
		in_root make -s -C "$src/tools/region" O="/build/arm64-tools/region" \
			CC="$cross-gcc" AR="$cross-ar"
}

# build_arm64_tools: the user tools for arm64, by a cross compiler; sets $arm64_tools.
build_arm64_tools() {
	need_cross_root
	# shellcheck disable=SC2034
	arm64_tools=$build/arm64-tools
	once arm64-tools VERSION LICENSE include tools scripts tests/fdd tests/lib -- \
		make_arm64_tools fdd fdd-gen fdd-unit
}

# A program of the tests that runs in any guest: static.
make_monkey() {
	in_root make -s -C "/build/$tools_dir/monkey/src/tests/stress/monkey.d" \
		O="/build/$tools_dir/monkey/out" CC="${tool_prefix}gcc"
}

# build_monkey KERNEL: sets $monkey_program, for guests of that kernel's machine.
build_monkey() {
	need_build_root "$1"
	monkey_program=$build/$tools_dir/monkey/out/monkey
	once "$tools_dir/monkey" tests/stress/monkey.d -- make_monkey
}

# make_mutated DIR KDIR PATCH
make_mutated() {
	patch -s -d "$build/$1/src" -p1 <"$top/$3" && make_module "$1" "$2"
}

# build_mutated ABI NAME: the module with tests/stress/mutations/NAME.patch; sets
# $mutated_module.
build_mutated() {
	local dir=$1/mutated-$2 patch=tests/stress/mutations/$2.patch kdir
	need_build_root "$1"
	kdir=$(kdir_of "$1") || return
	mutated_module=$build/$dir/src/function_duration.ko
	once "$dir" "${module_sources[@]}" "$patch" -- make_mutated "$dir" "$kdir" "$patch"
}

# build_kunit ABI: the module with its unit tests, build/ABI/kunit/src/*.ko.
build_kunit() {
	local kdir
	need_build_root "$1"
	kdir=$(kdir_of "$1") || return
	once "$1/kunit" "${module_sources[@]}" tests/kunit -- \
		make_module "$1/kunit" "$kdir" DURATION_KUNIT=y
}

make_bpf() {
	in_root make -s -C "/build/$tools_dir/bpf/src/tests/bench/bpf" O="/build/$tools_dir/bpf/out"
}

# build_bpf: the BPF programs that the tracer is compared with; sets $bpf_programs.
build_bpf() {
	refresh_kernels ''
	need_bpf_root
	bpf_programs=$build/$tools_dir/bpf/out
	once "$tools_dir/bpf" tests/bench/bpf -- make_bpf
}
