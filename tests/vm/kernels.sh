# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Which stock kernels there are, and their images and modules. The archive is queried
# which is the newest of each series (arch.sh), and for "every" the newest of each series
# in each flavour.

# complete_kernels: the ABI names of the kernels of which the archive has all three: an
# image, its modules and its headers; the oldest first. (Signed images follow the headers by
# some days, and the metapackage linux-image-* follows the images.) Images were split off
# in 7.2.
complete_kernels() {
	awk -v arch="$arch" '
		{ have[$1] = $2 }
		END {
			for (p in have) {
				if (p !~ "^linux-headers-[0-9].*-" arch "$")
					continue
				abi = substr(p, length("linux-headers-") + 1)
				whole = ("linux-image-" abi) in have
				split_ = (("linux-binary-" abi) in have) &&
					 (("linux-modules-" abi) in have)
				if (whole || split_)
					print abi
			}
		}' "$archive/packages" | sort -V
}

# newest PATTERN: the newest kernel without a flavour whose version matches.
newest() {
	complete_kernels | grep -E "$1" | grep "[0-9]-$arch\$" | tail -n 1
}

# every_kernel: "NAME ABI" of the newest kernel of each series and flavour, such as
# 6.12-cloud, from 6.12 on, the first series with a function graph for several users.
every_kernel() {
	local prefix=''
	[ "$arch" = amd64 ] || prefix=$arch-
	complete_kernels | awk -v arch="$arch" -v prefix="$prefix" '{
		split($0, version, ".")
		flavour = substr($0, 1, length($0) - length(arch) - 1)
		sub(/^[^-]*/, "", flavour)
		if (version[1] * 1000 + version[2] >= 6012)
			abi[prefix version[1] "." version[2] flavour] = $0
	}
	END { for (name in abi) print name, abi[name] }' | sort -V
}

list_is_fresh() {
	[ -s "$archive/kernels" ] && [ -s "$archive/every" ] && [ -e "$archive/settings" ] &&
		[ -n "$(find "$archive/kernels" -mmin -1440)" ]
}

write_kernel_list() {
	local name pattern abi
	update_archive && archive_packages >"$archive/packages" || return 1
	while read -r name pattern; do
		abi=$(newest "$pattern")
		[ -n "$abi" ] || { note "no $name kernel in the archive"; return 1; }
		echo "$name $abi"
	done < <(printf '%s\n' "${series[@]}") >"$archive/kernels.new"
	every_kernel >"$archive/every.new"
	mv "$archive/every.new" "$archive/every"
	mv "$archive/kernels.new" "$archive/kernels"
}

# refresh_kernels [force]: ask the archive once a day, or now. Without a network the last
# answer is used.
refresh_kernels() {
	mkdir -p "$archive"
	(
		flock 9
		[ "$1" = force ] || ! list_is_fresh || exit 0
		write_kernel_list && exit 0
		[ -s "$archive/kernels" ] || die "the archive could not be read"
		note "the archive could not be read: using the last list"
	) 9>"$archive/.lock"
}

# "NAME ABI" of every stock kernel of the machine in use.
kernel_list() {
	refresh_kernels daily || exit
	cat "$archive/kernels"
}

# named_kernels: the same, followed by those of every series and flavour.
named_kernels() {
	refresh_kernels daily || exit
	cat "$archive/kernels" "$archive/every"
}

all_kernels() {
	local list
	list=$(kernel_list) || exit
	awk '{ print $2 }' <<<"$list"
}

# resolve NAME: the ABI name of a series (6.12, 7.x) or of an ABI name. A debug kernel has
# one name only.
resolve() {
	local list abi
	! is_debug "$1" || { echo "$1"; return; }
	use_arch "$1"
	list=$(named_kernels) || exit
	abi=$(awk -v n="$1" '$1 == n || $2 == n { print $2; exit }' <<<"$list")
	[ -n "$abi" ] || die "no kernel '$1'; the kernels are: ${list//$'\n'/, }"
	echo "$abi"
}

# resolve_all NAME...: the same for several names, "all" being every stock kernel of
# amd64, "arm64" every one of that machine, "every" and "arm64-every" those of all series
# and flavours.
resolve_all() {
	local name found list=()
	for name; do
		case $name in
		all | arm64) found=$(use_arch "$name"; all_kernels) ;;
		every | arm64-every) found=$(use_arch "$name"; named_kernels | awk '{ print $2 }') ;;
		*) found=$(resolve "$name") ;;
		esac || return
		list+=("$found")
	done
	printf '%s\n' "${list[@]}" | awk '!seen[$0]++'
}

series_of() {
	! is_debug "$1" || { echo "$1"; return; }
	use_arch "$1"
	awk -v abi="$1" '$2 == abi { print $1; exit }' "$archive/kernels" "$archive/every"
}

# origin_of ABI: the suite of the archive that it is from. apt has "NAME | VERSION | ADDRESS
# SUITE/main ..." of it.
origin_of() {
	use_arch "$1"
	APT_CONFIG=$archive/apt.conf apt-cache madison "linux-headers-$1" |
		awk '{ sub("/.*", "", $6); print $6; exit }'
}

# is_reviewed ABI: compat/reviewed.c lists its series.
is_reviewed() {
	local version
	version=$(cut -d. -f1,2 <<<"$1")
	grep -q "{ ${version/./, }, " "$top/compat/reviewed.c"
}

# review_args ABI: what lets the module into a kernel whose series it does not list, so that a new
# kernel of the archive is tested before its source was read.
review_args() {
	! is_reviewed "$1" || return 0
	note "$1 was not reviewed for the module, which is loaded with unreviewed=1"
	echo function_duration.unreviewed=1
}

# need_kernel ABI: set $kernel_args, its command line, and $kernel_dir to the
# directory with its vmlinuz and modules.cpio.
need_kernel() {
	local modules=$vmdir/guest/modules
	use_arch "$1"
	kernel_args=$(debug_args "$1")
	! is_debug "$1" || { need_debug_kernel "$1"; kernel_dir=$debug_dir; return; }
	kernel_args=$(review_args "$1")
	grep -q " $1\$" "$archive/kernels" || modules=$vmdir/guest/modules-any
	[ "$archive" = "$roots_archive" ] || modules=$vmdir/guest/modules-$suite
	cached kernel_dir "kernel-$(series_of "$1")" "$(cat "$modules")" \
		"$vmdir/make/kernel" "$1" "$archive/apt.conf" "$modules"
}
