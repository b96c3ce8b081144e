# SPDX-License-Identifier: GPL-2.0
# Compare records, and sums of them, with a log of known calls: see known-functions, which makes
# the files, in this order:
#	calls		CPU process function level before begin end after
#	intervals	kind CPU process, first and last begin, first and last end
#	records		CPU process call return function duration self asleep waiting irq
#	stat		of stat_hist: function, calls, total, self, sum, min, max
# Prints what is wrong, and at the end "known: N calls, ... N wrong".

function wrong(what)
{
	if (nr_wrong++ < 20)
		print "wrong: " what
}

# Each record has a call in the log, whose times are around those of the record.
function find_call(key, call, ret,	i, n)
{
	first[key] += 0		# or it would be the subscript ""
	while (used[key, first[key]])
		first[key]++
	for (i = first[key]; i < calls[key] && n < 64; i++) {
		if (used[key, i])
			continue
		n++
		if (before[key, i] <= call && call <= begin[key, i] &&
		    end[key, i] <= ret && ret <= after[key, i]) {
			used[key, i] = 1
			return i
		}
	}
	return -1
}

# The first interval that begins at a time or later
function interval_from(key, time,	low, high, middle)
{
	low = 0
	high = intervals[key]
	while (low < high) {
		middle = int((low + high) / 2)
		if (begins[key, middle] < time)
			low = middle + 1
		else
			high = middle
	}
	return low
}

# The intervals within a call: the tracer's probes ran between the first and the last time. One
# that is at the call's begin or end may belong to it.
function check_intervals(key, call, ret, time, what,	i, low, high)
{
	i = interval_from(key, call)
	if (i && ends[key, i - 1] > call)
		high += ends[key, i - 1] - begins[key, i - 1]
	for (; i < intervals[key] && begins[key, i] < ret; i++) {
		high += ends[key, i] - begins[key, i]
		if (ends[key, i] <= ret && first_end[key, i] > last_begin[key, i])
			low += first_end[key, i] - last_begin[key, i]
	}
	if (time < low || time > high)
		wrong(what " " time " of " $0 ", not " low " to " high)
	if (high)
		checked++
}

function pop(	expected)
{
	expected = duration[top] - callees[top]
	if (self[top] != "-" && self[top] != expected)
		wrong("self " self[top] ", not " expected ", of " line[top])
	self_sum += expected
	self_of[function_of[top]] += expected
	if (callees[top] > 0)
		parents++
	top--
}

function pop_until(time)
{
	while (top && return_time[top] <= time)
		pop()
}

function pop_all()
{
	while (top)
		pop()
}

function push(	i)
{
	if (top && $4 > return_time[top])
		wrong("it ends after its caller: " $0 " in " line[top])
	if (top)
		callees[top] += $6
	else
		root_sum += $6
	for (i = top; i && function_of[i] != $5; i--)
		;
	nested[$5] += i ? $6 : 0
	top++
	line[top] = $0
	return_time[top] = $4
	duration[top] = $6
	self[top] = $7
	function_of[top] = $5
	callees[top] = 0
}

FNR == 1 { file++ }

file == 1 {
	key = $1 " " $2 " " $3
	i = calls[key]++
	level[key, i] = $4
	before[key, i] = $5; begin[key, i] = $6; end[key, i] = $7; after[key, i] = $8
	logged++
}

file == 2 {
	key = $1 " " $3
	if ($3) {
		i = intervals[key]++
		begins[key, i] = $4; last_begin[key, i] = $5
		first_end[key, i] = $6; ends[key, i] = $7
	}
}

file == 3 {
	records++
	if ($1 " " $2 != group)
		pop_all()
	group = $1 " " $2
	pop_until($3)
	push()
	calls_of[$5]++
	sum_of[$5] += $6
	if (!($5 in min_of) || $6 < min_of[$5])
		min_of[$5] = $6
	if ($6 > max_of[$5])
		max_of[$5] = $6
	at = find_call(group " " $5, $3, $4)
	if (at < 0)
		wrong("no call of the log is " $0)
	else if (level[group " " $5, at])
		interrupts++
	else if ($10 != "-") {
		check_intervals("irq " $2, $3, $4, $10, "irq")
		check_intervals("off " $2, $3, $4, $8 + $9, "asleep and waiting")
	}
}

file == 4 {
	seen++
	if (file_four++ == 0)
		pop_all()
	if ($2 != calls_of[$1] || $3 != sum_of[$1] - nested[$1] || $4 != self_of[$1] ||
	    $5 != sum_of[$1] || $6 != min_of[$1] || $7 != max_of[$1])
		wrong("statistics: " $1 " " $2 " " $3 " " $4 " " $5 " " $6 " " $7 ", not " \
		      calls_of[$1] " " sum_of[$1] - nested[$1] " " self_of[$1] " " \
		      sum_of[$1] " " min_of[$1] " " max_of[$1])
	stat_self += $4
}

END {
	if (records != logged)
		wrong(records " records of " logged " calls")
	if (seen != 8)
		wrong("statistics of " seen " functions")
	if (stat_self != root_sum || self_sum != root_sum)
		wrong("self times are " stat_self " and " self_sum ", roots took " root_sum)
	printf "known: %d calls, %d of them in interrupts, %d callers, %d with interrupts or time off, %d wrong\n",
		logged, interrupts, parents, checked, nr_wrong
}
