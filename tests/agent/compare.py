#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compares metrics of the agent with what they are of.

compare.py text STAT METRICS:  the text has the calls and times of a copy of stat_hist
compare.py native STAT PROTO FILE:  so has the protobuf, which protoc decodes by the definition in
        the directory PROTO, without a field that it does not know; each call is in the bucket of
        its duration, or the next one
compare.py gauges FAMILY METRICS PROTO FILE:  the protobuf has the same labels and values of a
        family as the text
compare.py grows FIRST SECOND:  no counter of the first text is less in the second one
compare.py p99 ANSWER native|classic DURATIONS...:  an answer of Prometheus' API has each
        function's p99 over all files of durations, within a bucket
"""
import json
import math
import re
import subprocess
import sys


OPEN = 1 << 60  # the end of the last bucket


def middle(low, high):
    return low if high == OPEN else (low + high) / 2


def fail(text):
    sys.exit(text)


def table(path):
    functions = {}
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            name, calls, total, own, every, _, _, buckets = line.rstrip("\n").split("\t")
            functions[name] = {
                "calls": int(calls), "time": int(total), "self": int(own), "sum": int(every),
                "buckets": [tuple(int(x or OPEN) for x in re.split("[-:]", b))
                            for b in buckets.split()]}
    return functions


SAMPLE = re.compile(r'^([a-z_]+)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')


def samples(path):
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            match = SAMPLE.match(line.rstrip("\n")) or fail(f"not a sample: {line}")
            labels = tuple(sorted(LABEL.findall(match[2] or "")))
            key = match[1], labels
            if key in found:
                fail(f"twice: {line}")
            found[key] = match[3]
    return found


def text(stat, metrics):
    have = samples(metrics)

    def value(name, function, **more):
        labels = dict(more, function=function)
        return have[(name, tuple(sorted(labels.items())))]

    for name, want in table(stat).items():
        got = {"calls": int(value("fdd_function_duration_seconds_count", name)),
               "sum": value("fdd_function_duration_seconds_sum", name),
               "self": value("fdd_function_self_seconds_total", name),
               "time": value("fdd_function_time_seconds_total", name)}
        for key in ("sum", "self", "time"):
            got[key] = int(got[key].replace(".", ""))
        for key, number in got.items():
            if want[key] != number:
                fail(f"{name}: {key} is {number}, not {want[key]}")
        for power in range(8, 35):
            end = 1 << power
            short = sum(n for _, high, n in want["buckets"] if high <= end)
            le = "%.12g" % (end / 1e9)
            if int(value("fdd_function_duration_seconds_bucket", name, le=le)) != short:
                fail(f"{name}: up to {le} s not {short}")
        if value("fdd_function_duration_seconds_bucket", name, le="+Inf") != str(want["calls"]):
            fail(f"{name}: +Inf")


def messages(data):
    while data:
        size = shift = at = 0
        while True:
            size |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                break
        if len(data) < at + size:
            fail("the last message is cut")
        yield data[at:at + size]
        data = data[at + size:]


def decoded(proto, data):
    said = subprocess.run(["protoc", "--decode=io.prometheus.client.MetricFamily", "-I", proto,
                           "io/prometheus/client/metrics.proto"], input=data,
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    if re.search(r"^ *\d+[:{ ]", said, re.M):
        fail("unknown fields:\n" + said)
    return said


def histograms(said):
    for metric in re.split(r"^metric \{", said, flags=re.M)[1:]:
        function = re.search(r'name: "function"\s*value: "(.*)"', metric)[1]
        spans = [(int(o), int(n)) for o, n in
                 re.findall(r"positive_span \{\s*offset: (-?\d+)\s*length: (\d+)", metric)]
        deltas = [int(d) for d in re.findall(r"positive_delta: (-?\d+)", metric)]
        index = count = 0
        buckets = {}
        for offset, length in spans:
            index += offset
            for _ in range(length):
                count += deltas.pop(0)
                buckets[index] = count
                index += 1
        if deltas:
            fail(f"{function}: more deltas than buckets")
        yield (function, int(re.search(r"sample_count: (\d+)", metric)[1]),
               float(re.search(r"sample_sum: (\S+)", metric)[1]), buckets,
               int(re.search(r"schema: (\d+)", metric)[1]))


def native_bucket(ns):
    return math.ceil(round(math.log2(ns / 1e9) * 4, 9))


def check_buckets(name, want, buckets):
    for bucket_number in buckets:
        low, high = 2 ** ((bucket_number - 2) / 4) * 1e9, 2 ** ((bucket_number + 1) / 4) * 1e9
        near = sum(n for a, b, n in want["buckets"]
                   if low <= middle(a, b) <= high)
        if near < buckets[bucket_number]:
            fail(f"{name}: bucket {bucket_number} has more calls than there are near it")
        for a, b, _ in want["buckets"]:
            if a and b < OPEN and native_bucket(b) - native_bucket(a) > 1:
                fail(f"{name}: {a}-{b} is wider than a bucket")


def native(stat, proto, path):
    with open(path, "rb") as f:
        families = [decoded(proto, data) for data in messages(f.read())]
    names = [re.search(r'^name: "(.*)"', said, re.M)[1] for said in families]
    if len(set(names)) != len(names) or len(names) < 12:
        fail(f"families: {names}")
    got = {h[0]: h[1:] for h in histograms(families[names.index("fdd_function_duration_seconds")])}
    for name, want in table(stat).items():
        count, total, buckets, schema = got[name]
        if (count, schema) != (want["calls"], 2) or sum(buckets.values()) != count:
            fail(f"{name}: {count} calls, schema {schema}, {sum(buckets.values())} in buckets")
        if abs(total - want["sum"] / 1e9) > 1e-9 + total * 1e-12:
            fail(f"{name}: sum {total}")
        check_buckets(name, want, buckets)


def gauges(family, metrics, proto, path):
    want = {labels: float(value) for (name, labels), value in samples(metrics).items()
            if name == family}
    with open(path, "rb") as f:
        families = [decoded(proto, data) for data in messages(f.read())]
    said = next(said for said in families if said.startswith(f'name: "{family}"'))
    got = {}
    for metric in re.split(r"^metric \{", said, flags=re.M)[1:]:
        labels = re.findall(r'label \{\s*name: "(.*)"\s*value: "(.*)"', metric)
        got[tuple(sorted(labels))] = float(re.search(r"(?:gauge|counter) \{\s*value: (\S+)", metric)[1])
    if not want or got != want:
        fail(f"{family}: the protobuf has {got}, the text {want}")


def grows(first, second):
    before, after = samples(first), samples(second)
    counted = 0
    for key, value in before.items():
        if not re.search("_(total|count|sum|bucket)$", key[0]):
            continue
        counted += 1
        if key not in after or float(after[key]) < float(value):
            fail(f"{key}: {value}, then {after.get(key)}")
    if counted < 30:
        fail(f"only {counted} counters")


def p99(answer, kind, *files):
    calls = {}
    for path in files:
        with open(path, encoding="ascii") as lines:
            for line in lines:
                name, ns = line.rstrip("\n").split("\t")
                calls.setdefault(name, []).append(int(ns))
    with open(answer, encoding="utf-8") as f:
        result = json.load(f)["data"]["result"]
    got = {r["metric"]["function"]: float(r["value"][1]) for r in result}
    steps = 4 if kind == "native" else 1
    for name, list_of in calls.items():
        list_of.sort()
        truth = list_of[math.ceil(len(list_of) * .99) - 1] / 1e9
        if abs(math.log2(got[name] / truth)) * steps > 1:
            fail(f"{name}: p99 {got[name]}, in truth {truth}")
        print(f"{name}: {kind} p99 {got[name]:.9f}, in truth {truth:.9f}")


{"text": text, "native": native, "gauges": gauges, "grows": grows,
 "p99": p99}[sys.argv[1]](*sys.argv[2:])
