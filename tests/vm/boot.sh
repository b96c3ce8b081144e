# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Boot a kernel with an initramfs, run one command, report its result. The settings of
# a run are in the run_* variables:
#	run_timeout, run_smp, run_cpu, run_mem, run_append, run_icount	the machine
#	run_accel	kvm or tcg; empty: the one that works
#	run_files, run_outs	"host:guest" and "guest:host" pairs
#	run_parts		more archives for the initramfs
#	run_systemd	not empty: systemd is the first process
#	run_reboots	a directory for a guest that may panic and boot again; empty: none
# The result is in run_hits and kept_log.

run_accel='' run_reboots='' run_systemd=''

lost=125	# no result: the guest crashed, hung or ran out of time
gated=99	# the command succeeded, but the kernel log has an error

# Kernel messages that fail a run, except those in the list of explained ones.
allowed_log=$vmdir/allowed-log
bad_log='BUG:|WARNING:|Oops|Call Trace|Missing ENDBR|rcu.*detected.*stall|KASAN|UBSAN|lockdep'

# Files of the repository that every guest has under /fd.
guest_tree() {
	local to=$1 abi=$2 pair
	mkdir -p "$to/fd/run" "$to/fd/tests"
	cp "$vmdir/guest/init" "$to/init"
	(cd "$top" && for pair in tests/lib tests/selftests tests/vm/guest; do
		[ ! -d "$pair" ] || cp -r --parents "$pair" "$to/fd"
	done)
	[ ! -d "$build/$abi/guest" ] || cp -r "$build/$abi/guest/." "$to/fd/"
	[ ! -d "$build/$tools_dir/guest" ] || cp -r "$build/$tools_dir/guest/." "$to/"
	for pair in "${run_files[@]}"; do
		mkdir -p "$(dirname "$to/${pair#*:}")"
		cp -rT "${pair%%:*}" "$to/${pair#*:}" || die "cannot copy ${pair%%:*}"
	done
}

# Report missing files: a checkout where nothing was built has neither fdd nor the module.
tell_missing() {
	local abi=$1 missing=()
	[ -e "$build/$abi/guest/function_duration.ko" ] || missing+=("/fd/function_duration.ko")
	[ -d "$build/$tools_dir/guest" ] || [ "$(arch_of "$abi")" != amd64 ] || missing+=("fdd")
	[ ${#missing[@]} -eq 0 ] ||
		note "not in the guest, since not built: ${missing[*]} (tests/vm/vm build -k $abi)"
}

# Each word of the command is passed on unchanged.
guest_orders() {
	local to=$1 i=0 pair
	shift
	if [ $# -gt 0 ]; then
		printf '%q ' "$@" >"$to/fd/run/command"
	else
		stty size 2>/dev/null | awk '{ print "rows", $1, "cols", $2 }' >"$to/fd/run/size"
	fi
	[ -z "$run_reboots" ] || touch "$to/fd/run/reboots"
	[ -z "$run_systemd" ] || touch "$to/fd/run/systemd"
	for pair in "${run_outs[@]}"; do
		echo "fd.out$i ${pair%%:*}" >>"$to/fd/run/out"
		i=$((i + 1))
	done
}

# make_initramfs DIR ABI COMMAND...: several archives, concatenated; a run makes only the
# last one, which is small.
make_initramfs() {
	local dir=$1 abi=$2 parts
	shift 2
	mkdir "$dir/tree"
	tell_missing "$abi"
	guest_tree "$dir/tree" "$abi"
	guest_orders "$dir/tree" "$@"
	(cd "$dir/tree" && find . | cpio --quiet -o -H newc -R 0:0) >"$dir/run.cpio"
	parts=("$base_dir/base.cpio" "$kernel_dir/modules.cpio" "${run_parts[@]}")
	cat "${parts[@]}" "$dir/run.cpio" >"$dir/initramfs"
	rm -r "$dir/tree"
}

# A port of the guest; its output goes to the file of that name.
port_args() {
	local dir=$1 name
	shift
	for name; do
		echo "-chardev file,id=$name,path=$dir/$name"
		echo "-device virtserialport,chardev=$name,name=$name"
	done
}

out_ports() {
	local i
	for ((i = 0; i < ${#run_outs[@]}; i++)); do
		echo "fd.out$i"
	done
}

accel_args() {
	if [ -n "$run_icount" ]; then
		echo "-accel tcg,thread=single -icount shift=0,sleep=off"
	elif [ "$1" = kvm ]; then
		echo "-accel kvm"
	else
		echo "-accel tcg,thread=$machine_threads"
	fi
}

# Memory keeps its contents when the machine is reset, and so does the shared directory.
reboot_args() {
	if [ -z "$run_reboots" ]; then
		echo "-no-reboot"
	else
		echo "-virtfs local,path=$run_reboots,mount_tag=host,security_model=none"
	fi
}

# qemu DIR ACCEL ARG...: run the machine; the caller's arguments define its console.
qemu() {
	local dir=$1 accel=$2
	shift 2
	# shellcheck disable=SC2046
	timeout --foreground -k 5 "$run_timeout" "$machine_qemu" "${machine_args[@]}" \
		-nodefaults -no-user-config -display none $(reboot_args) \
		$(accel_args "$accel") -cpu "$machine_cpu${run_cpu:+,$run_cpu}" -smp "$run_smp" -m "$run_mem" \
		-kernel "$kernel_dir/vmlinuz" -initrd "$dir/initramfs" \
		-append "console=$machine_console $machine_boot quiet panic=-1 oops=panic $kernel_args $run_append" \
		-device virtio-serial-pci,max_ports=16 "$@" \
		</dev/stdin
}

begin_limit=400	# seconds, on a machine that has much else to do

# An emulator may hang before the first process, which says that it is there. Nothing was done
# then; the guest is started once more.
await_begin() {
	local dir=$1 i
	for ((i = 0; i < begin_limit; i++)); do
		sleep 1
		[ ! -s "$dir/console" ] || return
	done
	: >"$dir/not-begun"
	kill "$(cat "$dir/pid")"
}

# boot_once DIR ACCEL QEMU-ARG...: returns QEMU's status.
boot_once() {
	local dir=$1 rc watcher
	await_begin "$dir" & watcher=$!
	qemu "$@"
	rc=$?
	kill "$watcher" 2>/dev/null
	wait "$watcher" 2>/dev/null
	return "$rc"
}

# Run one command in the guest. Its output arrives while it runs: each of the
# two ports ends in a fifo that is copied to our own. The fifos are held open
# until the machine has ended, so that no process waits for the other end.
boot_command() {
	local dir=$1 accel=$2 rc hold_out hold_err read_out read_err out err
	mkfifo "$dir/fd.stdout" "$dir/fd.stderr"
	exec {hold_out}<>"$dir/fd.stdout" {hold_err}<>"$dir/fd.stderr"
	exec {read_out}<"$dir/fd.stdout" {read_err}<"$dir/fd.stderr"
	cat <&"$read_out" {hold_out}>&- {hold_err}>&- & out=$!
	cat <&"$read_err" >&2 {hold_out}>&- {hold_err}>&- & err=$!
	exec {read_out}<&- {read_err}<&-
	# shellcheck disable=SC2046
	for _ in 1 2; do
		rm -f "$dir/not-begun"
		boot_once "$dir" "$accel" -pidfile "$dir/pid" -serial "file:$dir/console" \
			$(port_args "$dir" fd.stdout fd.stderr fd.verdict fd.dmesg $(out_ports)) \
			</dev/null 2>"$dir/qemu" {hold_out}>&- {hold_err}>&-
		rc=$?
		[ -e "$dir/not-begun" ] || break
		note "the guest printed nothing within $begin_limit s"
	done
	exec {hold_out}>&- {hold_err}>&-
	wait "$out" "$err"
	return "$rc"
}

# KCSAN reports many races of the whole kernel. Only those with our module in a stack are
# errors; of the others, the line that log_hits() looks for is removed. What stands below an
# interrupt's entry was interrupted, and made no access. Two reports are no races: a reordered
# access and another one on the same cpu, which sees its own accesses in order; and a change of
# need_resched, the second word of 8 bytes at the start of a task, which preempt_enable() reads.
without_foreign_races() {
	awk '
		/BUG: KCSAN:/ {
			report = $0
			ours = below = reordered = harmless = 0
			cpu = ""
			next
		}
		report && / of [0-9]+ bytes by .* on cpu [0-9]+:/ {
			below = 0
			reordered += /\(reordered\)/
			harmless += reordered && $NF == cpu
			harmless += /unknown origin, with read to 0x[0-9a-f]*[048c]c of 4 bytes/
			cpu = $NF
		}
		report && /el1h_64_irq|asm_sysvec|asm_common_interrupt/ { below = 1 }
		report && !below && /\[function_duration\]/ { ours = 1 }
		report && /====/ { if (ours && !harmless) print report; report = "" }
		{ print }
		END { if (report && ours && !harmless) print report }'
}

# Lines of a kernel log that are errors.
log_hits() {
	cat "$@" 2>/dev/null | tr -d '\r' | without_foreign_races | grep -aE "$bad_log" |
		grep -avEf <(grep -v '^#' "$allowed_log") | sort -u
}

unpack_outs() {
	local dir=$1 i=0 pair to
	for pair in "${run_outs[@]}"; do
		to=${pair#*:}
		mkdir -p "$to"
		{ [ -s "$dir/fd.out$i" ] &&
			tar -C "$to" --no-same-owner -xf "$dir/fd.out$i"; } ||
			note "no files came back from ${pair%%:*}"
		i=$((i + 1))
	done
}

# keep_log DIR ABI: keep the console's log, and those of the last few runs.
keep_log() {
	local dir=$1 abi=$2
	mkdir -p "$logs"
	kept_log=$logs/$abi-$(date +%H%M%S)-$BASHPID.log
	{ cat "$dir/console"; echo "--- dmesg"; cat "$dir/fd.dmesg"; } 2>/dev/null |
		tr -d '\r' >"$kept_log"
	find "$logs" -maxdepth 1 -name '*.log' -printf '%T@ %p\n' | sort -n |
		head -n -20 | cut -d' ' -f2- | xargs -r rm -f
}

# tell_lost DIR QEMU-STATUS WORDS: print the end of the console and the reason.
tell_lost() {
	local dir=$1 status=$2 why="QEMU ended with status $2"
	tail -n 60 "$dir/console" 2>/dev/null | tr -d '\r' | sed 's/^/vm: console: /' >&2
	cat "$dir/qemu" >&2
	case $status in
	0) why="the guest ended without a result" ;;
	124 | 137) why="no result within $run_timeout s" ;;
	esac
	note "$3: $why ($kept_log)"
}

# judge DIR ABI QEMU-STATUS SECONDS: print the result; returns the status of the run.
judge() {
	local dir=$1 abi=$2 status=$3 seconds=$4 rc hits=''
	rc=$(sed -n 's/^exit //p' "$dir/fd.verdict" 2>/dev/null | tail -n 1)
	# a panic has a call trace
	[ -n "$run_reboots" ] || hits=$(log_hits "$dir/console" "$dir/fd.dmesg")
	run_hits=$hits
	[ -z "$hits" ] || awk '{ print "vm: kernel log: " $0 }' <<<"$hits" >&2
	if [ -z "$rc" ]; then
		tell_lost "$dir" "$status" "$abi: LOST after $seconds s"
		return "$lost"
	fi
	if [ "$rc" -ne 0 ]; then
		note "$abi: FAIL (status $rc) after $seconds s ($kept_log)"
		return "$rc"
	fi
	if [ -n "$hits" ]; then
		note "$abi: FAIL (kernel log) after $seconds s ($kept_log)"
		return "$gated"
	fi
	note "$abi: PASS in $seconds s"
}

# run ABI ACCELERATOR COMMAND...: one run, from the initramfs to the result.
run() {
	local abi=$1 accel=$2 dir start=$SECONDS rc
	shift 2
	need_kernel "$abi"
	need_base "$abi"
	dir=$(mktemp -d "${TMPDIR:-/tmp}/fd-vm.XXXXXX")
	# shellcheck disable=SC2064
	trap "rm -rf '$dir'" EXIT
	make_initramfs "$dir" "$abi" "$@"
	boot_command "$dir" "$accel"
	rc=$?
	keep_log "$dir" "$abi"
	unpack_outs "$dir"
	judge "$dir" "$abi" "$rc" $((SECONDS - start))
	rc=$?
	rm -rf "$dir"
	return "$rc"
}

# shell ABI: the guest's console on our terminal. "Control-a x" ends it.
shell() {
	local dir
	need_kernel "$1"
	need_base "$1"
	find_accelerator "$1"
	dir=$(mktemp -d "${TMPDIR:-/tmp}/fd-vm.XXXXXX")
	# shellcheck disable=SC2064
	trap "rm -rf '$dir'" EXIT
	make_initramfs "$dir" "$1"
	qemu "$dir" "$accelerator" -serial mon:stdio
}
