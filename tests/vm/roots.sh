# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The Debian 13 trees: for builds, and for the guests.

# The packages of the guest. Those of "big" are needed by few tests, which ask for them,
# and would make every boot slow.
base_packages=(bash libc-bin coreutils sed grep gawk findutils diffutils tar gzip
	util-linux debianutils mount procps kmod iproute2 hostname login passwd base-files
	base-passwd ncurses-bin ncurses-base less tmux curl strace trace-cmd
	libtraceevent1 libtracefs1 libtracecmd1 libjson-c5 libmicrohttpd12t64
	libncurses6 libncursesw6 libzstd1 liblzma5 zlib1g libelf1t64 libdw1t64)
big_packages=(linux-perf bpftrace stress-ng)
systemd_packages=(systemd)

# The packages of a build: compilers, libraries for BTF, the libraries of the user tools,
# those of a kernel's build, and sparse.
build_packages=(gcc make libc6-dev kmod xz-utils zstd pkg-config gawk bc
	libbpf-dev libelf-dev zlib1g-dev libtraceevent-dev libtracefs-dev
	libtracecmd-dev libjson-c-dev libmicrohttpd-dev
	libncurses-dev libzstd-dev liblzma-dev libdw-dev libiberty-dev
	flex bison libssl-dev pahole python3 sparse)

# The packages that build and check our packages, in addition to the libraries of fdd.
package_packages=(build-essential pkgconf libbpf-dev libelf-dev zlib1g-dev
	libtraceevent-dev libtracefs-dev libtracecmd-dev libjson-c-dev
	libmicrohttpd-dev libncurses-dev libzstd-dev liblzma-dev libdw-dev libiberty-dev
	debhelper dh-dkms lintian fakeroot rpm musl-tools)

# What compiles BPF programs and the one that loads them. (With clang, the root of all
# builds would be twice as large.)
bpf_packages=(clang gcc make libc6-dev libbpf-dev libelf-dev zlib1g-dev)

# What builds the user tools for arm64.
cross_tool_packages=(gcc make pkg-config libc6-dev {gcc,g++}-aarch64-linux-gnu
	libc6-dev-arm64-cross
	{libc6,libtraceevent,libtracefs,libtracecmd,libjson-c,libmicrohttpd,libncurses}-dev:arm64
	{zlib1g,libzstd,liblzma,libdw,libiberty}-dev:arm64)

# The packages that ours depend on, for a machine that they are installed in.
install_packages=(dkms gcc make libc6-dev libbpf-dev libelf-dev zlib1g-dev xz-utils zstd
	libtraceevent1 libtracefs1 libtracecmd1 libjson-c5 libmicrohttpd12t64
	libncursesw6 libzstd1 liblzma5 zlib1g libdw1t64 openssl pkgconf gcc-14-for-host)

# Further packages of a machine that boots from its own disk: its kernel, an init, the
# driver of package tests and the way it takes into a machine, what fdd records with, and the
# tool for the keys of Secure Boot. The firmware, signed boot loaders included, is only fetched.
disk_packages=(linux-image-amd64 linux-headers-amd64 initramfs-tools systemd-sysv
	autopkgtest openssh-server openssh-client trace-cmd mokutil)
firmware_packages=(ovmf shim-signed shim-helpers-amd64-signed grub-efi-amd64-signed)

# need_archive KERNEL: the variables of its machine, and the state of the archives that its
# roots are made from. On a machine that has made nothing yet, this is what asks for it.
need_archive() {
	use_arch "$1"
	refresh_kernels daily || exit
	[ "$roots_archive" = "$archive" ] ||
		(use_amd64 && refresh_kernels daily) || exit
}

# need_base KERNEL: set $base_dir, with base.cpio.
need_base() {
	need_archive "$1"
	cached base_dir "target-$arch" "" "$vmdir/make/target" "$roots_archive" \
		"$arch $lib_triplet" "${base_packages[*]}" ""
}

# need_big KERNEL: set $big_dir; its base.cpio has only what the base lacks.
need_big() {
	need_base "$1"
	cached big_dir "target-big-$arch" "" "$vmdir/make/target" "$roots_archive" \
		"$arch $lib_triplet" "${base_packages[*]} ${big_packages[*]}" "$base_dir/files"
}

# need_systemd KERNEL: the same for $systemd_dir.
need_systemd() {
	need_base "$1"
	cached systemd_dir "target-systemd-$arch" "" "$vmdir/make/target" "$roots_archive" \
		"$arch $lib_triplet" "${base_packages[*]} ${systemd_packages[*]}" "$base_dir/files"
}

# The packages of a kernel's headers: those that builds on amd64 need, and the part that
# belongs to another machine, which can only be unpacked.
header_packages() {
	if [ "$arch" = amd64 ]; then
		sed 's/^/linux-headers-/'
	else
		sed "s/\(.*\)-$arch\$/linux-headers-\1-common linux-kbuild-\1/"
	fi
}

foreign_packages() {
	[ "$arch" = amd64 ] || sed 's/^/linux-headers-/'
}

# need_build_root KERNEL: set $build_root, with the headers of every kernel of that
# machine. It is always a tree of amd64.
need_build_root() {
	local kernels headers foreign abi dir
	need_archive "$1"
	kernels=$(all_kernels) || exit
	headers=$(header_packages <<<"$kernels") foreign=$(foreign_packages <<<"$kernels")
	cached dir "build-root-$arch" "" "$vmdir/make/build-root" "$archive" \
		"${build_packages[*]} ${cross_packages[*]} ${headers//$'\n'/ }" \
		"${foreign//$'\n'/ }"
	build_root=$dir/root
	for abi in $(all_kernels); do
		[ -d "$build_root/usr/src/linux-headers-$abi" ] ||
			die "$build_root has no headers of $abi"
	done
	need_headers "$1"
}

# need_headers KERNEL: set $headers_dir, what in_root mounts into the build root: the
# headers of a kernel that the root does not have, of every_kernel's.
need_headers() {
	headers_dir=''
	! grep -q " $1\$" "$archive/kernels" && grep -q " $1\$" "$archive/every" || return 0
	cached headers_dir "headers-$(series_of "$1")" "" "$vmdir/make/headers" "$1" \
		"$archive/apt.conf" "$cache/archive/apt.conf"
}

# need_package_root: set $build_root to a tree that builds packages, in_root's root.
need_package_root() {
	local dir
	need_archive amd64
	cached dir package-root "" "$vmdir/make/build-root" "$archive" \
		"${package_packages[*]}" ""
	build_root=$dir/root
}

# need_bpf_root: set $build_root to a tree that compiles BPF programs.
need_bpf_root() {
	local dir
	need_archive amd64
	cached dir bpf-root "" "$vmdir/make/build-root" "$archive" "${bpf_packages[*]}" ""
	build_root=$dir/root
}

# need_install_root OLD NEW: set $install_root to a tree of a machine with the headers of
# the kernel OLD; those of NEW are in its /kernel.
need_install_root() {
	local dir
	need_archive amd64
	cached dir install-root "" "$vmdir/make/install-root" "$archive" \
		"${install_packages[*]} linux-headers-$1" \
		"linux-headers-$2 linux-headers-${2%-amd64}-common linux-kbuild-${2%-amd64} linux-base-$2"
	install_root=$dir/root
}

# need_cross_root: set $build_root to a tree that builds the user tools for arm64.
need_cross_root() {
	local dir
	need_archive amd64
	cached dir cross-root-arm64 "" "$vmdir/make/cross-root" "$archive" arm64 \
		"${cross_tool_packages[*]}"
	build_root=$dir/root
}

# need_disk_root KERNEL: set $disk_root to a tree of a machine with this kernel and its
# headers; the packages of the firmware are in its /kernel. Its user makes the initramfs.
# (The metapackages may be some days behind the newest kernel.)
need_disk_root() {
	local dir
	need_archive amd64
	INITRD=No cached dir disk-root "" "$vmdir/make/install-root" "$archive" \
		"${install_packages[*]} ${disk_packages[*]} linux-image-$1 linux-headers-$1" \
		"${firmware_packages[*]}"
	disk_root=$dir/root
}
