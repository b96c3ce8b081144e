# SPDX-License-Identifier: GPL-2.0
"""The stack of each thread of the process, as gdb sees it: in gdb -x truth.py -p PID.

A line for each thread: TID, CLOCK_MONOTONIC in ns when all had stopped, and "name|file|line|inlined",
the innermost first.
"""
import re
import time
import gdb

stopped = time.monotonic_ns()

gdb.execute("set pagination off")
gdb.execute("set backtrace past-main on")
gdb.execute("set backtrace past-entry on")


def plain(name):
    """Without the parameters, and the version of a symbol. Go's receivers are part of a name."""
    depth = 0
    for i, c in enumerate(name):
        depth += (c == "<") - (c == ">")
        if c == "(" and not depth and i and not name.startswith(("(anonymous", "(*"), i):
            return name[:i]
    return name.split("@")[0]


def text(frame):
    sal = frame.find_sal()
    name = frame.name()
    if frame.type() == gdb.SIGTRAMP_FRAME:
        return "(a signal)||0|0"
    return "|".join([plain(name) if name else "?",
                     sal.symtab.filename.split("/")[-1] if sal.symtab else "",
                     str(sal.line if sal.symtab else 0),
                     str(int(frame.type() == gdb.INLINE_FRAME))])


for thread in gdb.selected_inferior().threads():
    thread.switch()
    frame, frames = gdb.newest_frame(), []
    while frame and frame.pc() and len(frames) < 2000:
        # gdb adds functions that jumped to the next one: they have no frame
        if frame.type() != gdb.TAILCALL_FRAME:
            frames.append(text(frame))
        frame = frame.older()
    print("TRUTH", thread.ptid[1], stopped, *frames, sep="\t")
