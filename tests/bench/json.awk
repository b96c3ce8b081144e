# SPDX-License-Identifier: GPL-2.0
# One kernel's results as JSON: the same lines, with names.

function open_list(name) { printf "%s\n  \"%s\": [", sep, name; sep = ","; first = 1 }
function item(text) { printf "%s\n    {%s}", first ? "" : ",", text; first = 0 }
function close_list() { printf "\n  ]" }
function quoted(s) { gsub(/["\\]/, "\\\\&", s); return "\"" s "\"" }

BEGIN { printf "{" }
$1 == "about" { key = $2; sub(/^about [^ ]+ /, ""); printf "%s\n  \"%s\": %s", sep, key, quoted($0); sep = "," }
{ line[NR] = $0 }
END {
	open_list("costs")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "dd_calls") dd = f[2]
	}
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "cost")
			item(sprintf("\"row\": \"%s\", \"workload\": \"%s\", \"calls\": %d, \"instructions\": %.0f", f[2], f[3], f[3] == "dd" ? dd : f[4], f[5]))
	}
	close_list()
	open_list("calls_held")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "size")
			item(sprintf("\"row\": \"%s\", \"calls\": %d, \"buffer_kib\": %d", f[2], f[3], f[4]))
	}
	close_list()
	open_list("printed")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "print")
			item(sprintf("\"tracer\": \"%s\", \"workload\": \"%s\", \"lines\": %d, \"instructions\": %.0f", f[2], f[3], f[4], f[5]))
	}
	close_list()
	open_list("why")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "why")
			item(sprintf("\"workload\": \"%s\", \"writes\": %d, \"instructions\": %.0f, \"recorded\": %.0f", f[2], f[3], f[4], f[5]))
	}
	close_list()
	open_list("open")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "open")
			item(sprintf("\"mode\": \"%s\", \"tasks\": %d, \"lines\": %d, \"instructions\": %.0f", f[2], f[3], f[4], f[5]))
	}
	close_list()
	open_list("budget")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "budget" && f[2] ~ /^[0-9]+$/)
			item(sprintf("\"calls_a_second\": %d, \"what\": \"%s\", \"part\": %.6f", f[2], f[3], f[4] / 1e6))
		else if (f[1] == "budget")
			item(sprintf("\"what\": \"%s\", \"value\": %.0f", f[2], f[3]))
	}
	close_list()
	open_list("growth")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "grow" && f[2] == "reach")
			item(sprintf("\"with\": \"instances\", \"of\": %d, \"deepest\": %d", f[3], f[4]))
		else if (f[1] == "grow")
			item(sprintf("\"with\": \"%s\", \"of\": %d, \"calls\": %d, \"instructions\": %.0f", f[2], f[3], f[4], f[5]))
		else if (f[1] == "cpus")
			item(sprintf("\"with\": \"cpus\", \"of\": %d, \"tracer\": \"%s\", \"calls\": %d, \"instructions\": %.0f", f[2], f[3], f[4], f[5]))
	}
	close_list()
	open_list("counted")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "counted")
			item(sprintf("\"row\": \"%s\", \"workload\": \"%s\", \"calls\": %d, \"counted\": %d", f[2], f[3], f[4], f[5]))
	}
	close_list()
	open_list("attached")
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		if (f[1] == "attach")
			item(sprintf("\"method\": \"%s\", \"functions\": %d, \"traced\": %d, \"ns\": %.0f, \"kernel_ns\": %.0f", f[2], f[3], f[4], f[5], f[6]))
		else if (f[1] == "failed")
			item(sprintf("\"method\": \"%s\", \"functions\": %d, \"failed\": %s", f[2], f[3], quoted(substr(line[i], length(f[1] f[2] f[3]) + 4))))
		else if (f[1] == "without")
			item(sprintf("\"method\": \"%s\", \"functions\": %d, \"left_out\": %d, \"reason\": \"%s\"", f[2], f[3], f[4], f[5]))
	}
	close_list()
	print "\n}"
}
