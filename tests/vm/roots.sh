# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The two Debian 13 trees: where the module is built, and what the guest runs.

# What the guest has. "big" is what few tests need, and what would make every
# other boot slow: those tests ask for it.
base_packages=(bash libc-bin coreutils sed grep gawk findutils diffutils tar gzip
	util-linux debianutils mount procps kmod iproute2 hostname login passwd base-files
	base-passwd ncurses-bin ncurses-base less tmux curl strace trace-cmd
	libtraceevent1 libtracefs1 libtracecmd1 libjson-c5 libmicrohttpd12t64
	libncurses6 libncursesw6 libzstd1 liblzma5 zlib1g libelf1t64)
big_packages=(linux-perf bpftrace stress-ng)

# What a build needs: the compilers, what the module's build asks of BTF, the
# libraries of the user tools, what a kernel's build asks for, and sparse.
build_packages=(gcc make libc6-dev kmod xz-utils zstd pkg-config gawk bc
	libbpf-dev libelf-dev zlib1g-dev libtraceevent-dev libtracefs-dev
	libtracecmd-dev libjson-c-dev uthash-dev libmicrohttpd-dev
	libncurses-dev libzstd-dev liblzma-dev
	flex bison libssl-dev pahole python3 sparse)

# need_base: set $base_dir, with base.cpio.
need_base() {
	cached base_dir target "" "$vmdir/make/target" "$archive" \
		"${base_packages[*]}" ""
}

# need_big: set $big_dir; its base.cpio has only what the base lacks.
need_big() {
	need_base
	cached big_dir target-big "" "$vmdir/make/target" "$archive" \
		"${base_packages[*]} ${big_packages[*]}" "$base_dir/files"
}

# need_build_root: set $build_root, with the headers of every kernel.
need_build_root() {
	local headers abi dir
	headers=$(all_kernels | sed 's/^/linux-headers-/')
	cached dir build-root "" "$vmdir/make/build-root" "$archive" \
		"${build_packages[*]} ${headers//$'\n'/ }"
	build_root=$dir/root
	for abi in $(all_kernels); do
		[ -d "$build_root/usr/src/linux-headers-$abi" ] ||
			die "$build_root has no headers of $abi"
	done
}
