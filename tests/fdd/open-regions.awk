# SPDX-License-Identifier: GPL-2.0
# A trace of n regions that are all open at once, and then end. With lost, as many
# other regions end before. With by=stack they are systrace's, with names each has
# a name of its own.
function line(seconds, i, text) {
	printf "  w-101 [000] ..... %d.%06d: tracing_mark_write: %s\n", seconds + i / 1000000,
		i % 1000000, text
}

function name(i) {
	return names ? "request " i : "request"
}

BEGIN {
	for (i = 1; i <= n; i++)
		line(100, i, by == "stack" ? "B|1|" name(i) : i " Job Enter: " name(i))
	for (i = 1; i <= lost; i++)
		line(200, i, n + i " Job Exit: request")
	for (i = 1; i <= n; i++)
		line(300, i, by == "stack" ? "E|1" : i " Job Exit: " name(i))
}
