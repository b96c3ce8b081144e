#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What the engines should answer, and whether they did.

judge.py expect DIR:  writes DIR/slower.truth and DIR/slowest.truth, of what is known about the
        hosts: DIR/p99.truth, DIR/planted and DIR/traces
judge.py p99|slower|slowest DIR ANSWER:  compares an answer with DIR/*.truth
"""
import bisect
import json
import math
import sys

KERNELS = ("6.12", "7.3")


def fail(text):
    sys.exit(text)


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f]


def rows(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def near(a, b):
    return math.isclose(float(a), float(b), rel_tol=1e-6)


def wins(new, old):
    """By pairs, where the queries use ranks."""
    old = sorted(old)
    return sum((bisect.bisect_left(old, x) + bisect.bisect_right(old, x)) / 2 for x in new)


def named(functions):
    for function, by in functions.items():
        a, b = len(by[KERNELS[0]]), len(by[KERNELS[1]])
        if a < 5 or b < 5:
            continue
        won = wins(by[KERNELS[1]], by[KERNELS[0]])
        if won - a * b / 2 - .5 > 1.645 * math.sqrt(a * b * (a + b + 1) / 12):
            yield function, won / (a * b)


def expect_slower(where):
    functions, hosts = {}, set()
    for function, host, kernel, _, p99 in lines(f"{where}/p99.truth"):
        functions.setdefault(function, {k: [] for k in KERNELS})[kernel].append(float(p99))
        hosts.add(host)
    found = dict(named(functions))
    missing = [f for f, in lines(f"{where}/planted") if f not in found]
    if missing and len(hosts) >= 20:
        fail(f"the made-up hosts do not show: {missing}")
    return found.items()


def expect_slowest(where):
    traces = [(int(ns), trace, function) for trace, ns, function in lines(f"{where}/traces")]
    return [(trace, function, ns) for ns, trace, function in sorted(traces, reverse=True)[:10]]


def expect(where):
    for name, of in (("slower", expect_slower), ("slowest", expect_slowest)):
        with open(f"{where}/{name}.truth", "w", encoding="ascii") as out:
            out.writelines("\t".join(map(str, row)) + "\n" for row in of(where))


def p99(where, answer):
    want = {(function, host): rest for function, host, *rest in lines(f"{where}/p99.truth")}
    got = rows(answer)
    wrong = 0
    for row in got:
        kernel, calls, ns = want.get((row["function"], row["host"]), ("", 0, 0))
        wrong += (kernel, int(calls)) != (row["kernel"], int(row["calls"])) or \
            not near(ns, row["p99_ns"])
    if wrong or len(got) != len(want):
        fail(f"p99: {wrong} of {len(got)} answers are wrong, there should be {len(want)}")


def slower(where, answer):
    want = dict(lines(f"{where}/slower.truth"))
    got = {row["function"]: row["part"] for row in rows(answer)}
    if got.keys() != want.keys() or not all(near(got[f], want[f]) for f in got):
        fail(f"slower: {got}, not {want}")


def slowest(where, answer):
    want = [(trace, function, int(ns)) for trace, function, ns in lines(f"{where}/slowest.truth")]
    got = [(row["trace"], row["function"], int(row["duration_ns"])) for row in rows(answer)]
    if got != want:
        fail(f"slowest: {got}, not {want}")


{"expect": expect, "p99": p99, "slower": slower, "slowest": slowest}[sys.argv[1]](*sys.argv[2:])
