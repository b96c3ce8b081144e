# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# KVM is used if a kernel boots with it; the presence of /dev/kvm is not enough.

# probe_kvm ABI: boot once with KVM. Prints nothing: no KVM is not an error. Runs
# in a subshell, so that the caller's run keeps its settings.
probe_kvm() (
	[ -w /dev/kvm ] && [ "$machine" = "$(uname -m)" ] || exit 1
	run_timeout=60 run_smp=2 run_cpu='' run_mem=1G run_append='' run_icount=''
	run_files=() run_outs=() run_parts=()
	logs=$(mktemp -d)
	run "$1" kvm true
	status=$?
	rm -rf "$logs"
	exit "$status"
) >/dev/null 2>&1

# working_accelerator ABI: kvm or tcg; the answer holds until this machine boots again
# or QEMU changes.
working_accelerator() {
	local key file answer=tcg
	key=$({ cat /proc/sys/kernel/random/boot_id; ls -l /dev/kvm
		"$machine_qemu" --version; } 2>/dev/null | hash_of)
	file=$cache/accelerator-$arch/$key
	if [ ! -e "$file" ]; then
		! probe_kvm "$1" || answer=kvm
		mkdir -p "${file%/*}"
		rm -f "${file%/*}"/*
		echo "$answer" >"$file.$$" && mv "$file.$$" "$file"
	fi
	cat "$file"
}

# why_no_kvm ABI: print the reason, or nothing if KVM works.
why_no_kvm() {
	if [ "$machine" != "$(uname -m)" ]; then
		echo "KVM of this machine ($(uname -m)) cannot run a guest of $machine"
	elif [ ! -e /dev/kvm ]; then
		echo "/dev/kvm is missing: the processor has no virtualization, or the module kvm is not loaded"
	elif [ ! -w /dev/kvm ]; then
		echo "/dev/kvm cannot be written: run as root, or join its group"
	elif [ "$(working_accelerator "$1")" != kvm ]; then
		echo "/dev/kvm exists, but $1 does not boot with it"
	fi
}

# find_accelerator ABI: set $accelerator to $run_accel, else to the one that works.
find_accelerator() {
	local why=''
	use_arch "$1"
	[ "$run_accel" != kvm ] || why=$(why_no_kvm "$1")
	[ -z "$why" ] || die "no KVM: $why"
	accelerator=${run_accel:-$(working_accelerator "$1")}
}
