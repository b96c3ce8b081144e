# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Variables of test.sh:
# shellcheck disable=SC2154
# For tests that run in guests, after test.sh and in the top directory. K names a kernel;
# without it they run on each stock kernel.

# The kernels, a line each: its name, and the full name of its ABI.
kernels_with_abi() {
	tests/vm/vm kernels | awk -v k="${K:-all}" '
		k == "all" || k == $1 || k == $2 { print; found = 1 }
		END { if (!found) print k, k }'
}

guest_kernels() {
	kernels_with_abi | cut -d' ' -f1
}

# in_turn KERNEL NAME...: prints those of the names that run on this kernel today; all, if
# tests were named.
in_turn() {
	local kernel=$1 kernels i
	shift
	! thorough || { printf '%s\n' "$@"; return; }
	mapfile -t kernels < <(guest_kernels)
	for i in "${!kernels[@]}"; do
		[ "${kernels[i]}" != "$kernel" ] || todays_share "$i" "${#kernels[@]}" "$@"
	done
}

# guest KERNEL VM-OPTION... -- COMMAND...: prints the output of a command in a guest, with
# the kernel before each name. A guest without a result has failed.
guest() {
	local kernel=$1 out=$work/guest.$1 rc
	shift
	tests/vm/vm run -k "$kernel" "$@" >"$out" 2>"$out.err"
	rc=$?
	sed -E "s/^(ok  |FAIL|skip) /\1 $kernel /" "$out"
	[ "$rc" -ne 0 ] || return 0
	[ "$rc" -ne 1 ] || ! grep -q '^FAIL ' "$out" || return 1
	sed 's/^/# /' "$out.err"
	echo "FAIL $kernel the guest: $(tail -n 1 "$out.err"), after '$(tail -n 1 "$out")'"
	return 1
}

# guests FUNCTION: calls the function with each kernel, two in parallel. Prints the output
# in the order of the kernels.
guests() {
	local kernel kernels
	mapfile -t kernels < <(guest_kernels)
	for kernel in "${kernels[@]}"; do
		[ "$(jobs -pr | wc -l)" -lt 2 ] || wait -n
		"$1" "$kernel" >"$work/lines.$kernel" 2>&1 &
	done
	wait
	cat "${kernels[@]/#/$work/lines.}"
}

# guest_scripts SCRIPT...: prints a shell command that runs scripts of tests/ in a guest, one
# after the other, each with the names of its selected tests. The status is that of a failed
# one.
guest_scripts() {
	local script names
	for script; do
		names=()
		if [ ${#test_names[@]} -gt 0 ]; then
			mapfile -t names < <(chosen "tests/$script")
			[ ${#names[@]} -gt 0 ] || continue
		fi
		printf '%q ' "/fd/tests/$script" "${names[@]}"
		# expanded in the guest
		# shellcheck disable=SC2016
		echo '|| status=$?'
	done
	# shellcheck disable=SC2016
	echo '(exit ${status:-0})'
}
