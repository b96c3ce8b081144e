# SPDX-License-Identifier: GPL-2.0
# The tables of one kernel's results (the lines that guest/costs, guest/growth
# and guest/cpus print), in reStructuredText and plain to read.

function name(row) { return row in title ? title[row] : row }

# Instructions that a row adds to each call of a workload.
function added(row, workload) {
	if (!((row, workload) in sum) || !(("none", workload) in sum))
		return -1
	if (workload == "dd")
		return (sum[row, workload] - sum["none", workload]) / dd_calls
	return sum[row, workload] / calls[row, workload] - sum["none", workload] / calls["none", workload]
}

function bpf_titles(row, method) {
	title["bpf_" row "_record"] = "BPF " method ", recorded"
	title["bpf_" row "_hist"] = "BPF " method ", histogram"
	title["bpf_" row "_below"] = "BPF " method ", all below"
}

function cell(value) { return value < -0.5 ? "-" : sprintf("%.0f", value) }

function ratio(row, to) {
	if (added(row, "leaf") < -0.5)
		return "-"
	return added(to, "leaf") > 0 ? sprintf("%.2f", added(row, "leaf") / added(to, "leaf")) : "-"
}

function target(what, is, want, less) {
	printf "%-58s %7.2f   %s %.2f   %s\n", what, is, less ? "at least" : "at most ", want,
		(less ? is >= want : is <= want) ? "met" : "MISSED"
}

# What a line of "trace" takes to be printed
function print_lines(	n, rows, words, i, j) {
	if (!(("function_graph", "leaf") in printed))
		return
	n = split("function_graph function_duration", rows, " ")
	split("leaf nested", words, " ")
	printf "\n%-42s %6s %6s\n", "instructions to print a line of trace", "leaf", "nested"
	for (i = 1; i <= n; i++) {
		printf "%-42s", rows[i]
		for (j = 1; j <= 2; j++)
			printf " %6.0f", printed[rows[i], words[j]]
		print ""
	}
}

# What a program takes while "fdd why" records it
function print_why() {
	if (why_writes)
		printf "\n%-42s %6.0f\n%-42s %6.0f\n", "instructions for a write to a pipe", why_plain / why_writes,
			"the same while fdd why records it", why_with / why_writes
}

# What a reading of function_duration/open takes, and what it leaves in a call
function print_open(	i, f) {
	if (!nopen)
		return
	print ""
	for (i = 1; i <= nopen; i++) {
		split(opened[i], f, " ")
		printf "%-42s %6.0f   %d tasks, %d lines\n", i == 1 ? "million instructions to read open calls" : "the same with duration-" f[2],
			f[5] / 1e6, f[3], f[4]
	}
	printf "%-42s %6s\n", "instructions that this adds to a call", cell(added("open_read", "leaf") - added("open_none", "leaf"))
}

# What fdd agent's tracing takes while the load grows in steps
function print_budget(	i, rate) {
	if (!nbudget)
		return
	printf "\n%-42s %9s %9s %9s\n", "fdd agent with a budget of 1 %", "settled", "with step", "counted"
	for (i = 1; i <= nbudget; i++) {
		rate = budgets[i]
		printf "%-42s %7.2f %% %7.2f %% %7.1f %%\n", rate " calls a second", budget[rate, "settled"] / 1e4,
			budget[rate, "step"] / 1e4, budget[rate, "counted"] / 1e4
	}
	printf "%-42s %7.0f s\n", "until all is counted again, at 10000", budget_back
}

# A BPF program may lose calls, and say nothing.
function print_lost(	n, rows, words, i, j, row, line) {
	n = split(order, rows, " ")
	split("leaf nested recurse", words, " ")
	for (i = 1; i <= n; i++) {
		row = rows[i]
		line = ""
		for (j = 1; j <= 3; j++)
			if ((row, words[j]) in counted && counted[row, words[j]] < calls[row, words[j]])
				line = line sprintf("  %s %d of %d", words[j], counted[row, words[j]], calls[row, words[j]])
		if (line)
			print "counted by " name(row) ":" line
	}
}

function print_attached(	i, f, what) {
	if (!nattached)
		return
	printf "%-34s %6s %6s %9s %9s\n", "milliseconds to trace functions", "asked", "traced", "in all", "kernel"
	for (i = 1; i <= nattached; i++) {
		split(attached[i], f, " ")
		what = f[2] in method ? method[f[2]] : f[2]
		if (f[1] == "attach")
			printf "%-34s %6d %6d %9.0f %9.0f", what, f[3], f[4], f[5] / 1e6, f[6] / 1e6
		else
			printf "%-34s %6d %6s %s", what, f[3], "none", substr(attached[i], length(f[1] f[2] f[3]) + 4)
		sub(/^, /, "   without ", without[f[2], f[3]])
		print without[f[2], f[3]]
	}
	print ""
}

BEGIN {
	order = "none floor floor_clock function_ graph graph_two kretprobe fprobe ours ours_filter ours_trigger ours_hist ours_stat ours_two graph_below ours_below ours_below_two ours_own_below ours_stat_below ours_thresh ours_stat_thresh tree_root tree tree_stat tree_written ours_detail ours_detail_below ours_stack ours_elsewhere bpf_session_record bpf_fentry_record bpf_fsession_record bpf_multi_record bpf_session_hist bpf_fentry_hist bpf_fsession_hist bpf_multi_hist bpf_session_below bpf_fentry_below bpf_fsession_below bpf_multi_below"
	title["none"] = "no tracing"
	title["floor"] = "fgraph, empty handlers"
	title["floor_clock"] = "fgraph, two clock reads, 8 bytes"
	title["function_"] = "function (entries only)"
	title["graph"] = "function_graph"
	title["graph_two"] = "function_graph, two instances"
	title["kretprobe"] = "kretprobe event"
	title["fprobe"] = "fprobe events, entry and exit"
	title["ours"] = "function_duration"
	title["ours_filter"] = "function_duration, event filter"
	title["ours_trigger"] = "function_duration, conditional trigger"
	title["ours_hist"] = "function_duration, hist trigger"
	title["ours_stat"] = "function_duration, duration-stat"
	title["ours_two"] = "function_duration, two instances"
	title["graph_below"] = "function_graph, all below threshold"
	title["ours_below"] = "function_duration, all below threshold"
	title["ours_own_below"] = "below the instance's own threshold"
	title["ours_thresh"] = "below a threshold of each function"
	title["ours_stat_thresh"] = "the same, with duration-stat"
	title["ours_stat_below"] = "duration-stat, all below threshold"
	title["tree_root"] = "duration-tree, fast roots without calls"
	title["tree"] = "duration-tree, held and dropped"
	title["tree_stat"] = "the same with duration-stat"
	title["tree_written"] = "duration-tree, held and written"
	title["ours_detail"] = "function_duration, with all details"
	title["ours_detail_below"] = "the same, all below threshold"
	title["ours_stack"] = "function_duration, a stack for each call"
	title["ours_below_two"] = "the same, two instances"
	title["ours_elsewhere"] = "function_duration, filtered out"
	method["names"] = "names into set_ftrace_filter"
	method["kprobe-session"] = "BPF kprobe.session"
	method["fsession-multi"] = "BPF fsession.multi"
	method["fentry"] = "BPF fentry and fexit, one by one"
	method["fsession"] = "BPF fsession, one by one"
	bpf_titles("session", "kprobe.session")
	bpf_titles("fentry", "fentry and fexit")
	bpf_titles("fsession", "fsession")
	bpf_titles("multi", "fsession.multi")
}

$1 == "about" { key = $2; sub(/^about [^ ]+ /, ""); about[key] = $0 }
$1 == "cost" { calls[$2, $3] = $4; sum[$2, $3] = $5 }
$1 == "dd_calls" { dd_calls = $2 }
$1 == "counted" { counted[$2, $3] = $5 }
$1 == "attach" { attached[++nattached] = $0 }
$1 == "failed" { attached[++nattached] = $0 }
$1 == "without" { without[$2, $3] = without[$2, $3] sprintf(", %d %s", $4, $5) }
$1 == "open" { opened[++nopen] = $0 }
$1 == "budget" && $2 == "back" { budget_back = $3 }
$1 == "budget" && $2 ~ /^[0-9]+$/ {
	if ($3 == "settled")
		budgets[++nbudget] = $2
	budget[$2, $3] = $4
	if (budget_most[$3] < $4)
		budget_most[$3] = $4
}
$1 == "why" { why_writes = $3; why_plain = $4; why_with = $5 }
$1 == "print" { printed[$2, $3] = $5 / $4 }
$1 == "size" { held[$2] = $3 * 1024 / $4 }
$1 == "idle" { idle[$2] = $3 }
$1 == "grow" && $2 == "reach" { reach[$3] = $4 }
$1 == "grow" && $2 != "reach" { grow[$2, ++grown[$2]] = $3; cost[$2, grown[$2]] = $5 / $4 }
$1 == "cpus" { ncpus[$2] = 1; together[$2, $3] = $5; number[$2, $3] = $4 }

END {
	printf "Linux %s, %s, %s (%s, commit %s)\n\n", about["kernel"], about["date"], about["command"], about["machine"], about["commit"]
	printf "%-42s %6s %6s %7s %6s  %s\n", "instructions added per call", "leaf", "nested", "recurse", "dd", "of function_graph"
	n = split(order, rows, " ")
	for (i = 1; i <= n; i++) {
		row = rows[i]
		if (row ~ /^bpf_/ && !((row, "leaf") in sum))
			continue
		printf "%-42s %6s %6s %7s %6s  %s\n", name(row), cell(added(row, "leaf")), cell(added(row, "nested")),
			cell(added(row, "recurse")), cell(added(row, "dd")), row ~ /below/ ? ratio(row, "graph_below") " (below)" : ratio(row, "graph")
	}
	printf "\n%-42s %6s %6s\n", "calls held per MiB of buffer", "", "of function_graph"
	printf "%-42s %6.0f\n", "function_graph", held["graph"]
	printf "%-42s %6.0f   %.2f\n", "function_graph with a threshold", held["graph_thresh"], held["graph_thresh"] / held["graph"]
	printf "%-42s %6.0f   %.2f\n", "function_duration", held["ours"], held["ours"] / held["graph"]
	print_lines()
	print_why()
	print_open()
	print_budget()
	printf "\nloaded, not tracing: %d instructions per call, %d ftrace sites changed\n", (sum["none", "leaf"] - sum["unloaded", "leaf"]) / 2000, idle["sites_loaded"] - idle["sites_without"]

	# The floor is what a tracer cannot do without; the newer core keeps no time.
	old = added("floor_clock", "leaf") > added("graph_below", "leaf")
	floor = old ? "floor" : "floor_clock"
	print ""
	target("recorded, of function_graph", added("ours", "leaf") / added("graph", "leaf"), 0.58)
	target("recorded with a filter, of function_graph", added("ours_filter", "leaf") / added("graph", "leaf"), 0.75)
	target("below the threshold, of function_graph's", added("ours_below", "leaf") / added("graph_below", "leaf"), 0.85)
	target("below the threshold, of the floor (" name(floor) ")", added("ours_below", "leaf") / added(floor, "leaf"), 1.15)
	for (i = 1; i <= nopen; i++) {
		split(opened[i], f, " ")
		target("million instructions, open calls (" f[2] ")", f[5] / 1e6, 1000)
	}
	if (nbudget) {
		target("percent with a budget of 1, 1 s after a step", budget_most["settled"] / 1e4, 1.2)
		target("percent with a budget of 1, with a step", budget_most["step"] / 1e4, 5)
	}
	target("calls per MiB, of function_graph", held["ours"] / held["graph"], old ? 2.0 : 1.75, 1)

	if (length(grown))
		print "\ninstructions per call as it grows (recorded; with the call's own)"
	for (what in grown) {
		line = sprintf("%-10s", what)
		for (i = 1; i <= grown[what]; i++)
			line = line sprintf("  %s: %.0f", grow[what, i], cost[what, i])
		print line
	}
	line = "depth seen"
	for (i = 1; i in reach; i++)
		line = line sprintf("  %d: %d", i, reach[i])
	if (1 in reach)
		print line "   (by the number of instances)"
	for (n in ncpus)
		printf "%d cpus, dd on all: %.0f instructions added per call, function_graph %.0f\n", n,
			(together[n, "function_duration"] - together[n, "nop"]) / number[n, "function_duration"],
			(together[n, "function_graph"] - together[n, "nop"]) / number[n, "function_graph"]
	print_lost()
	print ""
	print_attached()
}
