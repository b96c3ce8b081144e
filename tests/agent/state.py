#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Made-up statistics, as the tracer writes them, of durations that are known.

state.py DIR SEED CALLS: writes DIR/before and DIR/after, copies of stat_hist, and DIR/durations,
the functions and durations, in ns, that are in the second one only.
"""
import random
import sys

FUNCTIONS = {"vfs_read": 7.5, "vfs_write": 9.0, "ext4_sync_file [ext4]": 14.0, "tcp_sendmsg": 8.2}


def bucket(ns):
    if ns < 64:
        return 0, 64
    octave = ns.bit_length() - 1
    eighth = 1 << (octave - 3)
    low = ns // eighth * eighth
    return low, low + eighth


def lines(calls, interval):
    yield f"# interval: {interval}.000000000 s, counting"
    yield f"# calls: {sum(map(len, calls.values()))} of {len(calls)} functions"
    yield "# no room for the function: 0 calls (room for 8192 on each CPU)"
    yield "# no room for the task: 0 calls (room for 1152)"
    yield "# function\tcalls\ttotal_ns\tself_ns\tsum_ns\tmin_ns\tmax_ns\thistogram"
    for name, list_of in sorted(calls.items(), key=lambda one: -sum(one[1])):
        counts = {}
        for ns in list_of:
            counts[bucket(ns)] = counts.get(bucket(ns), 0) + 1
        total = sum(list_of)
        row = (name, len(list_of), total, total // 2, total, min(list_of), max(list_of))
        yield "\t".join(map(str, row)) + "\t" + " ".join(
            f"{low}-{high}:{n}" for (low, high), n in sorted(counts.items()))


def main():
    where, seed, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
    source = random.Random(seed)
    calls = {name: [max(1, int(source.lognormvariate(mean, 1.5))) for _ in range(number)]
             for name, mean in FUNCTIONS.items()}
    first = {name: list_of[:number // 10] for name, list_of in calls.items()}
    for name, state, interval in (("before", first, 10), ("after", calls, 20)):
        with open(f"{where}/{name}", "w", encoding="ascii") as to:
            to.writelines(line + "\n" for line in lines(state, interval))
    with open(f"{where}/durations", "w", encoding="ascii") as to:
        for name, list_of in calls.items():
            to.writelines(f"{name}\t{ns}\n" for ns in list_of[number // 10:])


main()
