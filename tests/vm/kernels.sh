# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Which stock kernels there are, and their images and modules. The archive is asked
# which is the newest of each series (arch.sh).

# newest PATTERN: the ABI name of the newest kernel whose version matches and
# of which the archive has all three: an image, its modules and its headers.
# (Signed images follow the headers by some days, and the metapackage
# linux-image-* follows the images.) Images were split off in 7.2.
newest() {
	awk -v want="$1" -v arch="$arch" '
		{ have[$1] = $2 }
		END {
			for (p in have) {
				if (p !~ "^linux-headers-[0-9].*[0-9]-" arch "$")
					continue
				abi = substr(p, length("linux-headers-") + 1)
				whole = ("linux-image-" abi) in have
				split_ = (("linux-binary-" abi) in have) &&
					 (("linux-modules-" abi) in have)
				if (abi ~ want && (whole || split_))
					print abi
			}
		}' "$archive/packages" | sort -V | tail -n 1
}

list_is_fresh() {
	[ -s "$archive/kernels" ] && [ -e "$archive/settings" ] &&
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
	list=$(kernel_list) || exit
	abi=$(awk -v n="$1" '$1 == n || $2 == n { print $2; exit }' <<<"$list")
	[ -n "$abi" ] || die "no kernel '$1'; the kernels are: ${list//$'\n'/, }"
	echo "$abi"
}

# resolve_all NAME...: the same for several names, "all" being every stock kernel of
# amd64, "arm64" every one of that machine.
resolve_all() {
	local name found list=()
	for name; do
		case $name in
		all | arm64) found=$(use_arch "$name"; all_kernels) ;;
		*) found=$(resolve "$name") ;;
		esac || return
		list+=("$found")
	done
	printf '%s\n' "${list[@]}" | awk '!seen[$0]++'
}

series_of() {
	! is_debug "$1" || { echo "$1"; return; }
	use_arch "$1"
	awk -v abi="$1" '$2 == abi { print $1 }' "$archive/kernels"
}

# need_kernel ABI: set $kernel_args, its command line, and $kernel_dir to the
# directory with its vmlinuz and modules.cpio.
need_kernel() {
	use_arch "$1"
	kernel_args=$(debug_args "$1")
	! is_debug "$1" || { need_debug_kernel "$1"; kernel_dir=$debug_dir; return; }
	cached kernel_dir "kernel-$(series_of "$1")" "$(cat "$vmdir/guest/modules")" \
		"$vmdir/make/kernel" "$1" "$archive/apt.conf" "$vmdir/guest/modules"
}
