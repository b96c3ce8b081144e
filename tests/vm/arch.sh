# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The machines: amd64, and arm64, whose kernels have names that begin with arm64-; and amd64
# with the kernel of Debian 12, 6.1, for which the module is not made.
# Differences between them are here, in variables that use_arch sets:
#	arch, archive, series	Debian's name of it, the apt state, the stock kernels
#	suite, roots_archive	the release they are from, the apt state for everything else
#	machine, machine_part	the name that uname -m prints, the part of install-deps for it
#	machine_qemu, machine_args, machine_cpu, machine_console	QEMU's part
#	machine_threads		how its CPUs are emulated, single or multi
#	make_args, tool_prefix	arguments of make, the prefix of cross tools
#	kernel_arch, kernel_image	the kernel's name of it, the image that make builds
#	cross_packages, lib_triplet	further packages of a build, its libraries' directory
#	tools_dir		the directory in build/ where the user tools are built for it
#
# Other files use them:
# shellcheck disable=SC2034

# arch_of KERNEL: by a series' name or an ABI name; a machine's own name is one too.
arch_of() {
	case $1 in
	arm64 | arm64-* | *-arm64) echo arm64 ;;
	6.1 | 6.1.0-*-amd64) echo debian12 ;;
	*) echo amd64 ;;
	esac
}

# use_arch KERNEL: set the variables for the machine of this kernel.
use_arch() {
	arch=$(arch_of "$1")
	"use_$arch"
}

# Four levels of page tables, as most machines have. With five, KASAN reports a wild access
# if an interrupt comes in identify_cpu(), while the feature bits of the processor are
# cleared. Four are also faster. The emulator has one thread, because with several the guest
# crashes when ftrace patches x86 code that another CPU executes. no_timer_check: on a busy
# host the emulated timer may not tick while the kernel checks it at boot.
use_amd64() {
	archive=$cache/archive suite=trixie roots_archive=$archive
	series=('6.12 ^6\.12\.' '7.x ^7\.')
	machine=x86_64 machine_part=vm
	machine_qemu=qemu-system-x86_64 machine_args=() machine_cpu=max,la57=off
	machine_console=ttyS0 machine_threads=single machine_boot=no_timer_check
	make_args=() tool_prefix=''
	kernel_arch=x86 kernel_image=bzImage
	cross_packages=() lib_triplet=x86_64-linux-gnu tools_dir=trixie
}

# Code of arm64 can be patched while other CPUs run it, so each CPU is a thread, and they
# run at the same time. QEMU's own algorithm of pointer authentication is many times
# faster than the architected one.
use_arm64() {
	archive=$cache/archive-arm64 suite=trixie roots_archive=$archive
	series=('arm64-6.12 ^6\.12\.' 'arm64-7.x ^7\.')
	machine=aarch64 machine_part=vm-arm64
	machine_qemu=qemu-system-aarch64 machine_args=(-M virt)
	machine_cpu=max,pauth-impdef=on
	machine_console=ttyAMA0 machine_threads=multi machine_boot=''
	tool_prefix=aarch64-linux-gnu-
	make_args=(ARCH=arm64 "CROSS_COMPILE=$tool_prefix")
	kernel_arch=arm64 kernel_image=Image
	cross_packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross) lib_triplet=aarch64-linux-gnu
	tools_dir=trixie-arm64
}

# Only its kernel is used: the rest of a guest is that of Debian 13.
use_debian12() {
	use_amd64
	arch=amd64
	archive=$cache/archive-12 suite=bookworm
	series=('6.1 ^6\.1\.')
}
