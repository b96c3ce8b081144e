#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compares what fdd-stacks printed with what gdb saw of the same threads.

usage: compare.py TRUTH GOT [lines] [cut] [live] [least=N]

Each frame must be the same. Of the C library's frames the places are compared, not the names, which
are aliases. lines: compare lines, too. cut: fdd may have fewer, if it says why. live: gdb
stopped the process, so what ran later is left out. least: of some thread it has N.
"""
import re
import sys

LIBRARIES = ("libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1")


def read_truth(path):
    truth, stopped = {}, {}
    for line in open(path):
        fields = line.rstrip("\n").split("\t")
        truth[int(fields[1])] = [tuple(f.split("|")) for f in fields[3:]]
        stopped[int(fields[1])] = int(fields[2])
    return truth, stopped


def read_frame(text):
    m = re.match(r" ?(\^?)(.*) \(([^()]*)\)(?: (.*):(\d+))?$", text)
    return (m[2], (m[4] or "").split("/")[-1], m[5] or "0", "1" if m[1] else "0", m[3])


def read_got(path, stopped):
    """The last stack of each thread before it was stopped. Those of several CPUs are not in order."""
    got = {}
    for line in open(path):
        m = re.match(r"(\d+) (\d+) \d+: ?(.*) \[(.*)\]$", line)
        tid, time = int(m[1]), int(m[2])
        if time < stopped.get(tid, time + 1) and (tid not in got or time > got[tid][0]):
            got[tid] = (time, [read_frame(f) for f in m[3].split(" < ") if f], m[4])
    return {tid: stack[1:] for tid, stack in got.items()}


def name(text):
    """The last part of a C++ name, without arguments of templates."""
    text = re.sub(r"operator\(\)$", "operator", text)
    while re.search(r"<[^<>]*>", text):
        text = re.sub(r"<[^<>]*>", "", text)
    text = re.sub(r"{+closure[^}]*}+$", "closure", text)
    return text.rstrip(":").split("::")[-1].split(".part.")[0]


def same(want, have, lines):
    if want[3] != have[3]:
        return False
    if lines and want[1:3] != have[1:3]:
        return False
    if have[4] in LIBRARIES or want[1] in ("", "read.c"):
        return True
    return name(want[0]) == name(have[0])


def main():
    truth, stopped = read_truth(sys.argv[1])
    got = read_got(sys.argv[2], stopped if "live" in sys.argv[3:] else {})
    lines = "lines" in sys.argv[3:]
    bad = 0 if truth else 1
    least = max([int(o[6:]) for o in sys.argv[3:] if o.startswith("least=")], default=1)
    if max((len(got[tid][0]) for tid in truth if tid in got), default=0) < least:
        print("no stack has", least, "frames")
        bad = 1
    for tid, frames in truth.items():
        if tid not in got:
            print(tid, "no stack")
            bad = 1
            continue
        have, end = got[tid]
        for i, frame in enumerate(have):
            if i >= len(frames) or not same(frames[i], frame, lines):
                print("frame", i, "is", frame, "and should be",
                      frames[i] if i < len(frames) else None)
                bad = 1
                break
        if len(have) < len(frames) and not (end and "cut" in sys.argv[3:]):
            print(len(have), "of", len(frames), "frames:", end or "nothing said")
            bad = 1
        print(tid, len(have), "of", len(frames), end or "complete")
    return bad


sys.exit(main())
