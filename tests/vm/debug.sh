# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Kernels that the test bed builds itself: "-k debug" and its variants with the kernel's
# checkers enabled, "-k kunit", which is built in minutes, "-k as-6.13" and "-k as-6.14", which
# do what kernels of these series did, and "-k bugs-fixed", with the fixes of
# Documentation/upstream/bugs. "all" does not include them.

debugdir=$top/tests/debug-kernel

# The fixes that Documentation/upstream/bugs has, in the order of their numbers
bug_patches() {
	(cd "$debugdir" && printf '%s\n' ../../Documentation/upstream/bugs/*.patch | sort -V | tr '\n' ' ')
}

# Each line: the name on the command line, the series whose sources it is made
# from, and the config fragments and patches in tests/debug-kernel.
debug_list() {
	echo 'kunit       7.x        config config-amd64 config-small config-7.x'
	echo 'as-6.13     6.12       config config-amd64 config-small as-6.13.patch'
	echo 'as-6.14     7.x        config config-amd64 config-small as-6.14.patch'
	echo "bugs-fixed  7.x        config config-amd64 config-small $(bug_patches)"
	echo 'debug       6.12       config config-checkers config-amd64 config-kasan'
	echo 'debug-rt    6.12       config config-checkers config-amd64 config-kasan config-rt'
	echo 'debug-7.x   7.x        config config-checkers config-amd64 config-kasan config-7.x'
	echo 'arm64-kasan arm64-6.12 config config-checkers config-arm64 config-kasan'
	echo 'arm64-kcsan arm64-6.12 config config-checkers config-arm64 config-kcsan'
}

is_debug() {
	debug_list | awk -v n="$1" '$1 == n { found = 1 } END { exit !found }'
}

# debug_args NAME: the command line of its kernel.
debug_args() {
	case $1 in
	as-*) echo function_duration.unreviewed=1 ;;
	# KASAN of 6.12 takes pages for the stacks that it saves, in hard interrupts too,
	# where PREEMPT_RT must not: lockdep reports it once, and disables itself.
	debug-rt) echo stack_depot_disable=on ;;
	# An emulated CPU is so slow, and waits so long for a real one, that another must
	# be given more time to meet a watched access. Where every function is traced, that
	# delays the thread of RCU, too.
	*-kcsan)
		echo kcsan.udelay_task=1000 kcsan.udelay_interrupt=300 \
			rcupdate.rcu_cpu_stall_timeout=300 ;;
	esac
}

# stock_of ABI: the stock kernel whose sources a debug kernel is built from.
stock_of() {
	local series
	series=$(debug_list | awk -v n="$1" '$1 == n { print $2 }')
	resolve "${series:-$1}"
}

# The cache key has the packages that compile it, not the rest of the root.
toolchain() {
	awk -v cross="${tool_prefix:+-${tool_prefix%-}}" '
		/^Package: / { name = $2 } /^Version: / { have[name] = $2 }
		END { print have["gcc-14" cross], have["binutils" cross], have["pahole"] }' \
		"$build_root/var/lib/dpkg/status"
}

# need_debug_kernel NAME: set $debug_dir, with vmlinuz, modules.cpio and kdir/.
need_debug_kernel() {
	local stock package version configs
	use_arch "$1"
	stock=$(stock_of "$1")
	package=linux-source-$(cut -d. -f1,2 <<<"$stock")
	version=$(awk -v p="$package" '$1 == p { print $2 }' "$archive/packages" |
		sort -V | tail -n 1)
	[ -n "$version" ] || die "the archive has no $package"
	configs=$(debug_list | sed -n "s/^$1  *[^ ]*  *//p")
	need_build_root "$1"
	# shellcheck disable=SC2086
	BUILD_ROOT=$build_root APT_CONFIG=$archive/apt.conf KERNEL_ARCH=$kernel_arch \
		KERNEL_IMAGE=$kernel_image CROSS_COMPILE=$tool_prefix \
		cached debug_dir "debug-kernel-$1" \
		"$(toolchain) $(cd "$debugdir" && cat $configs)" \
		"$debugdir/make-kernel" "$package" "$version" "$configs"
}

# debug_kdir NAME: the directory for building modules, as the build root sees it.
debug_kdir() {
	need_debug_kernel "$1"
	if [ "$(cat "$build/$1/kdir.of" 2>/dev/null)" != "$debug_dir" ]; then
		rm -rf "${build:?}/$1/kdir"
		mkdir -p "$build/$1"
		cp -r "$debug_dir/kdir" "$build/$1/kdir" || return
		echo "$debug_dir" >"$build/$1/kdir.of"
	fi
}
