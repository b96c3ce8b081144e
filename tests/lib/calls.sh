# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Variables of test.sh:
# shellcheck disable=SC2154
# A text of a trace compared, call by call, with the records of the same run; after test.sh.
#
# What a text may lack is written here and nowhere else. All else must be as it was recorded: each
# call's function, depth, duration, CPU, task and time, and no call more or less. A return value
# that the text has is that of the records.
#
# - The duration has as many decimals as its column has room for: trace_print_graph_duration()
#   prints seven digits, three decimals at most. Of ours and of trace-cmd it is the same.
# - The time: of function_graph the texts have that of the entry's record, which is written
#   after the call time that the return's record has, on an emulator up to 20 ms if it is
#   interrupted; with funcgraph-abstime cut to us, and none without it. A call whose return alone
#   was recorded begins its duration before the return's time. Of function_duration every text has
#   the call time in ns. The records may have another clock than the call times: where the
#   machine's clock is unstable, tracing_set_default_clock() takes "global".
# - The CPU and the task: as the options say. Neither is ever another one. A task's name has
#   7 characters in the texts of both tracers, print_graph_proc(), and 8 with trace-cmd report -l.
# - The name of a call whose return alone was recorded: trace-cmd report has it with -O tailprint,
#   -R and -N, the kernel behind the brace with funcgraph-tail; else it is "(unknown)".

# says LACKS...: what a text lacks, as variables of awk. cpu and task: none; switches: the task is
# known behind the first "a => b" of a CPU; time: none; ns, entry: how exact the time is;
# nameless: returns alone have no name; commN: the first characters of a task's name; comms: tasks
# have the names of that time, as perf notes them, not their last ones; retval: it has
# the value that every call returned; voids: it has values of calls that return none; address: that
# of a function, not its name, which the option fields prints on 6.12.
says() {
	local word cpu=1 task=1 time=us comm=15 comms=0 nameless=0 retval=0 voids=0 address=0
	for word; do
		case $word in
		cpu) cpu=0 ;;
		task) task=0 ;;
		switches) task=2 ;;
		time) time=none ;;
		ns | entry) time=$word ;;
		nameless) nameless=1 ;;
		retval) retval=1 ;;
		voids) voids=1 ;;
		address) address=1 ;;
		comms) comms=1 ;;
		comm*) comm=${word#comm} ;;
		esac
	done
	echo "-v cpu=$cpu -v task=$task -v time=$time -v comm=$comm -v comms=$comms -v nameless=$nameless \
		-v retval=$retval -v voids=$voids -v address=$address"
}

# rows FILE OPTION...: each call as CPU, PID, task, time, duration, depth, name, value, caller
rows() {
	local file=$1
	shift
	fdd -d --format=csv "$@" "$file" 2>"$work/err" | awk '
		{ n = 0; field = ""; quoted = 0; split("", f)
		  for (i = 1; i <= length($0) + 1; i++) {
			c = substr($0, i, 1)
			if (c == "\"") quoted = !quoted
			else if ((c == "," && !quoted) || c == "") { f[++n] = field; field = "" }
			else field = field c
		  } }
		NR == 1 { for (i = 1; i <= n; i++) at[f[i]] = i; next }
		f[at["kind"]] ~ /^(event|marker|lost)/ { next }
		{ printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", f[at["cpu"]], f[at["pid"]], f[at["comm"]],
			f[at["calltime_ns"]], f[at["duration_ns"]], f[at["depth"]], f[at["name"]], f[at["retval"]],
			f[at["from"]] }'
}

# same TRUTH TEXT LACKS...: two files of rows
same() {
	local truth=$1 text=$2
	shift 2
	# words are wanted
	# shellcheck disable=SC2046
	awk -F '\t' $(says "$@") '
	# as many decimals as trace_print_graph_duration() has room for
	function cut(ns,  us, digits, unit) {
		us = int(ns / 1000)
		digits = 7 - length(us "")
		unit = digits >= 3 ? 1 : digits == 2 ? 10 : digits == 1 ? 100 : 1000
		return int(ns / unit) * unit
	}
	# all of a call but its name
	function rest(  k) {
		k = ", depth " $6 ", " cut($5) " ns"
		if (cpu) k = k ", CPU " $1
		if (task == 1) k = k ", task " $2
		return k
	}
	# is this a name of the task, of which the text may have the first characters alone?
	function is_name(pid, text,  names, n, i) {
		n = split(name[pid], names, "\n")
		for (i = 2; i <= n; i++)
			if (text == names[i] || (length(text) >= comm && index(names[i], text) == 1))
				return 1
		return 0
	}
	function complain(line) {
		if (++bad <= 8) print line
	}
	FILENAME == ARGV[1] {
		k = $7 rest()
		wanted[k]++
		rest_of[k] = rest()
		at[k, wanted[k]] = $4
		value[k, wanted[k]] = $8
		pids[k] = pids[k] " " $2 " "
		name[$2] = name[$2] "\n" $3
		next
	}
	{
		if ((nameless && $7 == "(unknown)") || (address && $7 ~ /^0x/)) { unnamed_calls[rest()]++; next }
		k = $7 rest()
		n = ++got[k]
		if (n > wanted[k]) { complain("was not recorded: " k); next }
		off = $4 - at[k, n]
		if (time == "entry" && !have_base++ && (off > 20000000 || off < -20000000))
			base = off
		off -= base
		if ((time == "us" && (off > 1000 || off < -1000)) || (time == "ns" && off) ||
		    (time == "entry" && (off > 20000000 || off < (base ? -20000000 : -1000))))
			complain(k ": begins " off " ns later than recorded")
		if ((retval || $8 != "") && $8 != value[k, n] && !(voids && value[k, n] == ""))
			complain(k ": returns " $8 ", not " value[k, n])
		if (task == 2 && $2 != -1 && !index(pids[k], " " $2 " "))
			complain(k ": of " $3 "-" $2 ", not" pids[k])
		if (task && !comms && $2 != -1 && !is_name($2, $3))
			complain(k ": task " $2 " is " $3 ", not" name[$2])
		known[$1] = known[$1] || $2 != -1
		if (task == 2 && $2 == -1 && known[$1]) unnamed++
	}
	END {
		for (k in wanted) {
			all += wanted[k]
			for (n = got[k]; n < wanted[k]; n++)
				if (--unnamed_calls[rest_of[k]] < 0) complain("is lost: " k)
		}
		for (k in unnamed_calls)
			if (unnamed_calls[k] > 0) complain("was not recorded: a call without a name" k)
		if (unnamed) complain(unnamed " calls have no task though an earlier one of their CPU has")
		if (all < 20) complain("only " all + 0 " calls were recorded")
		exit bad > 0
	}' "$truth" "$text"
}

# compared TEXT TRUTH LACKS...
compared() {
	rows "$1" >"$work/rows"
	same "$2" "$work/rows" "${@:3}" && return
	sed 's/^/fdd: /' "$work/err"
	return 1
}

# each_form OPTION...: sets of the options, each alone and with each other one, one set a line
each_form() {
	local i j
	echo
	for ((i = 1; i <= $#; i++)); do
		echo "${!i}"
		for ((j = i + 1; j <= $#; j++)); do
			[ "${!i#no}" = "${!j#no}" ] || echo "${!i} ${!j}"
		done
	done
}

# few OPTION...: the share of a quick run
few() {
	echo
	printf '%s\n' "$@"
}

has() {
	[[ " $2 " == *" $1 "* ]]
}
