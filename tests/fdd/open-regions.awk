# SPDX-License-Identifier: GPL-2.0
# A trace of n regions that are all open at once, and then end. With lost, as many
# other regions end before. With by=stack they are systrace's, with by=process each is
# of a process of its own and all have the same id, with names each has a name of its own.
function task(i) {
	return by == "process" ? sprintf("w-%d (%d)", 1000 + i, 1000 + i) : "w-101"
}

function id(i) {
	return by == "process" ? 1 : i
}

function line(seconds, i, text) {
	printf "  %s [000] ..... %d.%06d: tracing_mark_write: %s\n", task(i),
		seconds + i / 1000000, i % 1000000, text
}

function name(i) {
	return names ? "request " i : "request"
}

BEGIN {
	for (i = 1; i <= n; i++)
		line(100, i, by == "stack" ? "B|1|" name(i) : id(i) " Job Enter: " name(i))
	for (i = 1; i <= lost; i++)
		line(200, i, n + i " Job Exit: request")
	for (i = 1; i <= n; i++)
		line(300, i, by == "stack" ? "E|1" : id(i) " Job Exit: " name(i))
}
