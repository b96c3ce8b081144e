# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# A Debian 13 machine as a tree that is changed in a chroot, and as a guest that boots from
# a disk with the files of that tree. For tests of packages, after the bed's parts.sh and
# test.sh. It needs root.
#
#	with_own_mounts ARG...	first: runs the script again, in mounts of its own
#	lay_tree LOWER		$root: an overlay over a cached tree; changes are discarded
#	need_debs		the packages, built from the sources as they are
#	in_tree COMMAND...	a command in the tree, as root
#	apt_install WORDS	apt in the tree; WORDS are for a shell there
#	make_initrd ABI		$root/initrd, with the drivers of the disk
#	at_boot FILE		the program that the guest runs when it has booted, at each boot;
#				then it is switched off
#	make_disk		$disk, with the files of the tree, which is left
#	boot_disk SECONDS QEMU-ARGUMENT...
#				until it is switched off. $console has what it said
#	from_disk PATH		prints a file of the disk, after that
#
# Variables of test.sh and of the bed, and of the script that uses this:
# shellcheck disable=SC2154,SC2034

with_own_mounts() {
	if [ "$(id -u)" -eq 0 ] && [ "${1-}" != --list ] && [ -z "${OWN_MOUNTS-}" ]; then
		OWN_MOUNTS=1 exec unshare --mount --pid --fork --kill-child -- "$test_self" "$@"
	fi
}

lay_tree() {
	tree=$work/machine root=$tree/root disk=$work/disk console=$work/console
	at_end "umount -l $tree 2>/dev/null"
	mount --make-rprivate / && mkdir "$tree" && mount -t tmpfs -o mode=755 none "$tree" &&
		mkdir "$tree/upper" "$tree/work" "$root" &&
		mount -t overlay -o "lowerdir=$1,upperdir=$tree/upper,workdir=$tree/work" \
			overlay "$root" &&
		mount --rbind /dev "$root/dev" &&
		{ mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"; }
}

need_debs() {
	local made
	made=$build/deb/function-duration_$(cat VERSION).dsc
	if [ ! -e "$made" ] || [ -n "$(find . \( -path ./build -o -path ./.git \) -prune -o \
		-type f -newer "$made" -print -quit)" ]; then
		need "the packages build" scripts/make-debs
	fi
}

# The scripts of kernel packages must not make an initramfs: make_initrd does.
in_tree() {
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 INITRD=No \
		DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

# The archive is not there: what a package depends on is in the tree, or it fails.
apt_install() {
	in_tree sh -c "apt-get install -y --no-install-recommends $1 </dev/null"
}

make_initrd() {
	printf '%s\n' virtio_pci virtio_blk ext4 >>"$root/etc/initramfs-tools/modules" &&
		echo MODULES=list >"$root/etc/initramfs-tools/conf.d/list" &&
		in_tree mkinitramfs -o /initrd "$1" 2>&1
}

# With a machine's identity systemd does not ask for one. The output is a pipe, since
# programs cannot open /dev/stderr where it is the journal's socket.
at_boot() {
	local unit=/etc/systemd/system
	install -m 755 "$1" "$root/at-boot" && in_tree systemd-machine-id-setup &&
		mkdir -p "$root$unit/multi-user.target.wants" &&
		cat >"$root$unit/at-boot.service" <<-'END' &&
			[Service]
			Type=oneshot
			StandardOutput=journal+console
			StandardError=inherit
			ExecStart=/bin/sh -c '/at-boot 2>&1 | cat; systemctl --no-block poweroff'
		END
		ln -s ../at-boot.service "$root$unit/multi-user.target.wants/"
}

make_disk() {
	umount -l "$root/dev" "$root/proc" && mke2fs -q -t ext4 -L root -d "$root" "$disk" 8G
}

disk_args='root=LABEL=root rw systemd.show_status=no quiet panic=-1'

boot_disk() {
	local seconds=$1
	shift
	timeout --foreground -k 5 "$seconds" "$machine_qemu" -nodefaults -no-user-config \
		-display none -accel "tcg,thread=$machine_threads" -cpu "$machine_cpu" -smp 2 \
		-m 2G -drive "if=none,id=disk,format=raw,cache=unsafe,file=$disk" \
		-device virtio-blk-pci,drive=disk -serial stdio "$@" >"$console"
}

from_disk() {
	debugfs -R "cat $1" "$disk" 2>/dev/null
}
