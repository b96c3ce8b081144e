#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Calls of many hosts, and what is right about them.

engines.py hosts DIR:  writes traces of 24 hosts, HOST.txt, and what an engine should find about
        them; prints each host and its kernel
engines.py chance DIR TITLE:  writes rows with this title line, of 2000 functions without a
        difference between two kernels
engines.py p99 DIR ANSWER:  the answer has the p99 of each function and host
engines.py slower ANSWER:  it names the function that is slower on the newer kernel, and no other
        one but by chance
engines.py slowest ANSWER <SPANS:  it has the ten longest traces, with their ids
"""
import json
import math
import random
import sys

KERNELS = ("6.12", "7.3")
HOSTS = 24
CALLS = 301  # so that all definitions of a percentile choose the same call
FUNCTIONS = ("vfs_fsync", "vfs_read", "vfs_write", "tcp_sendmsg", "do_sys_poll")
SLOWER = "vfs_fsync"


def fail(text):
    sys.exit(text)


def mark(out, host, number, at, s, us):
    boot = f"{at:08d}-89ab-cdef-0123-456789abcdef"
    out.write(f"  fdd-9  [000] ..... {at + s}.{us:06d}: print: tracing_mark_write: fdd-clock: "
              f"n={number} realtime={1764411103 + s}.{us:06d}000 boot={boot} "
              f"uname=Linux {host} {KERNELS[0]} x86_64\n")


def durations(draw, kernel, function):
    """In ns: of a host, which is faster or slower than others."""
    host = draw.gauss(0, .1)
    slower = .25 if kernel == KERNELS[1] and function == SLOWER else 0
    return [int(math.exp(draw.gauss(11 + host + slower, .4))) for _ in range(CALLS)]


def write_trace(path, host, number, calls):
    at, us = 100 + number, 1000
    with open(path, "w", encoding="ascii") as out:
        out.write("cpus=1\n")
        for i in range(4):
            mark(out, host, i, at, 0, i + 1)
        for function, ns in calls:
            end = us * 1000 + ns
            out.write(f"  sh-7   [000] ..... {at}.{end // 1000:06d}: func_duration: func={function} "
                      f"calltime={at}.{us * 1000:09d} duration={ns // 1000}.{ns % 1000:03d} "
                      "depth=0 overrun=0\n")
            us = end // 1000 + 1
        for i in range(2):
            mark(out, host, i, at, 10, i + 1)


def hosts(where):
    draw, truth = random.Random(7), {}
    for number in range(HOSTS):
        host, kernel = f"h{number}", KERNELS[number % 2]
        calls = []
        for function in FUNCTIONS:
            of_function = durations(draw, kernel, function)
            calls += [(function, ns) for ns in of_function]
            truth[f"{function} {host}"] = sorted(of_function)[math.ceil(CALLS * .99) - 1]
        draw.shuffle(calls)
        write_trace(f"{where}/{host}.txt", host, number, calls)
        print(host, kernel)
    with open(f"{where}/p99.json", "w", encoding="ascii") as out:
        json.dump(truth, out)


def chance(where, title):
    draw, columns = random.Random(11), title.split(",")
    for number in range(HOSTS):
        with open(f"{where}/h{number}.rows.csv", "w", encoding="ascii") as out:
            out.write(title + "\n")
            for function in range(2000):
                value = {"host": f"h{number}", "label": KERNELS[number % 2],
                         "function": f"f{function}",
                         "duration_ns": str(int(math.exp(draw.gauss(11, .4))))}
                out.write(",".join(value.get(c, "") for c in columns) + "\n")


def answers(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def p99(where, path):
    with open(f"{where}/p99.json", encoding="ascii") as f:
        want = json.load(f)
    rows = answers(path)
    got = {f"{row['function']} {row['host']}": int(row["p99_ns"]) for row in rows}
    if got != want or any(int(row["calls"]) != CALLS for row in rows):
        fail(f"{sum(got.get(key) != value for key, value in want.items())} of {len(want)} differ")


def slower(path):
    named = [row["function"] for row in answers(path)]
    if named[:1] != [SLOWER] or len(named) > 2:
        fail(f"named: {named}")


def slowest(path):
    want = []
    for line in sys.stdin:
        for resource in json.loads(line)["resourceSpans"]:
            for scope in resource["scopeSpans"]:
                want += [(int(s["endTimeUnixNano"]) - int(s["startTimeUnixNano"]), s["traceId"],
                          s["name"]) for s in scope["spans"] if not s.get("parentSpanId")]
    got = [(int(row["ns"]), row["trace"], row["function"]) for row in answers(path)]
    if len(want) < 1000 or got != sorted(want, key=lambda s: -s[0])[:10]:
        fail(f"got {got}")


{"hosts": hosts, "chance": chance, "p99": p99, "slower": slower,
 "slowest": slowest}[sys.argv[1]](*sys.argv[2:])
