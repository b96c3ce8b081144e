# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# KVM, where a kernel really boots with it; /dev/kvm alone proves nothing.

# probe_kvm ABI: boot once with KVM. Says nothing: a "no" is no error. Runs
# in a subshell, so that the caller's run keeps its settings.
probe_kvm() (
	[ -w /dev/kvm ] || exit 1
	run_timeout=60 run_smp=2 run_mem=1G run_append='' run_icount=''
	run_files=() run_outs=() run_parts=()
	logs=$(mktemp -d)
	run "$1" kvm true
	status=$?
	rm -rf "$logs"
	exit "$status"
) >/dev/null 2>&1

# find_accelerator ABI: set $accelerator; the answer holds until this machine
# boots again or QEMU changes.
find_accelerator() {
	local key file
	key=$({ cat /proc/sys/kernel/random/boot_id; ls -l /dev/kvm
		qemu-system-x86_64 --version; } 2>/dev/null | hash_of)
	file=$cache/accelerator/$key
	if [ ! -e "$file" ]; then
		accelerator=tcg
		! probe_kvm "$1" || accelerator=kvm
		mkdir -p "$cache/accelerator"
		rm -f "$cache/accelerator"/*
		echo "$accelerator" >"$file.$$" && mv "$file.$$" "$file"
	fi
	accelerator=$(cat "$file")
}
