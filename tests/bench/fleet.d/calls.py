#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Recordings of slow calls of a made-up host, as fdd agent keeps them.

calls.py DIR HOST CALLS TREES HOURS: writes DIR/slow-NUMBER.dat: recordings of 50 slow calls each,
in which tasks wait for a disk, and recordings of a tree of 1000 calls each, spread over the
hours of a day. The host is a number.
"""
import random
import sys

BEGIN = 1764547200  # of the day
IN_ONE = 50
IN_TREE = 1000
KERNELS = ("6.12", "7.3")
SLOW = ("vfs_fsync_range", "vfs_read", "vfs_write", "vfs_unlink", "vfs_rename", "do_sys_openat2",
        "ext4_sync_file", "jbd2_log_wait_commit", "tcp_sendmsg", "filemap_fault", "do_mmap",
        "do_exit")
INSIDE = ("ext4_file_write_iter", "ext4_da_write_begin", "ext4_da_write_end", "ext4_map_blocks",
          "ext4_mb_new_blocks", "jbd2_journal_start", "generic_perform_write", "submit_bio",
          "blk_mq_submit_bio", "blk_mq_run_hw_queue", "balance_dirty_pages", "handle_mm_fault")
TASKS = ("postgres", "nginx", "java", "python3", "redis-server", "systemd-journal")


class Recording:
    """Lines with times in ns since the boot."""

    def __init__(self, host, began):
        self.lines, self.host, self.began, self.boot = [], host, began, BEGIN - 100000 - host

    def line(self, at, task, pid, cpu, text):
        at += (self.began - self.boot) * 10**9
        self.lines.append((at, f"{task:>16}-{pid:<7} [{cpu:03d}] ..... "
                               f"{at // 10**9}.{at % 10**9 // 1000:06d}: {text}"))

    def mark(self, at, number):
        boot = f"{self.host:08d}-89ab-cdef-0123-456789abcdef"
        ns = self.began * 10**9 + at
        self.line(at, "fdd", 9, 0, f"print: tracing_mark_write: fdd-clock: n={number} "
                  f"realtime={ns // 10**9}.{ns % 10**9:09d} boot={boot} "
                  f"uname=Linux h{self.host:05d} {KERNELS[self.host % 2]} x86_64")

    def call(self, begin, ns, depth, name, who):
        at = begin + (self.began - self.boot) * 10**9
        self.line(begin + ns, *who, f"func_duration: func={name} "
                  f"calltime={at // 10**9}.{at % 10**9:09d} "
                  f"duration={ns // 1000}.{ns % 1000:03d} depth={depth} overrun=0")

    def switch(self, at, cpu, last, state, then):
        self.line(at, *last, cpu, f"sched_switch: prev_comm={last[0]} prev_pid={last[1]} "
                  f"prev_prio=120 prev_state={state} ==> next_comm={then[0]} next_pid={then[1]} "
                  "next_prio=120")

    def write(self, path):
        for number in range(4):
            self.mark(1000 * (number + 1), number)
        self.mark(30 * 10**9, 0)
        self.mark(30 * 10**9 + 1000, 1)
        self.lines.sort(key=lambda one: one[0])
        with open(path, "w", encoding="ascii") as out:
            out.write("cpus=8\n" + "".join(text + "\n" for _, text in self.lines))


def who(draw):
    number = draw.randrange(40)
    return TASKS[number % len(TASKS)], 1000 + number


def slow_call(rec, draw, begin):
    """It waits for a disk, whose worker wakes it."""
    task, cpu, ns = who(draw), draw.randrange(8), int(10**6 * (1 + draw.expovariate(1 / 20)))
    idle, asleep, woken = (f"swapper/{cpu}", 0), begin + ns // 20, begin + ns - ns // 20
    rec.switch(asleep, cpu, task, "D", idle)
    rec.line(woken, "kworker/u16:3", 77, (cpu + 1) % 8, f"sched_waking: comm={task[0]} "
             f"pid={task[1]} prio=120 target_cpu={cpu:03d}")
    rec.switch(woken + draw.randrange(2000, 50000), cpu, idle, "R", task)
    rec.call(begin, ns, 0, draw.choice(SLOW), (*task, cpu))


def tree(rec, draw, begin):
    """999 calls in a row, one to three levels below the root, none in another one of its level"""
    task = (*who(draw), draw.randrange(8))
    at, inner = begin + 500, IN_TREE - 1
    while inner:
        depth = min(inner, draw.randrange(1, 4))
        ns, ends = 0, []
        for _ in range(depth):
            ns += draw.randrange(300, 20000)
            ends.append(ns)
        for level in reversed(range(depth)):
            rec.call(at + 100 * level, ends[depth - 1 - level] + 200 * (depth - level), level + 1,
                     draw.choice(INSIDE), task)
        at += ends[-1] + 200 * depth + 100
        inner -= depth
    rec.call(begin, at + 500 - begin, 0, draw.choice(SLOW[:3]), task)


def main():
    where, host, calls, trees, hours = sys.argv[1], *map(int, sys.argv[2:])
    draw = random.Random(host)
    numbers = (calls + IN_ONE - 1) // IN_ONE + trees
    for number in range(numbers):
        rec = Recording(host, BEGIN + number * hours * 3600 // numbers)
        if number < trees:
            tree(rec, draw, 10**9)
        else:
            for i in range(min(IN_ONE, calls)):
                slow_call(rec, draw, 10**9 + i * 5 * 10**8)
            calls -= IN_ONE
        rec.write(f"{where}/slow-{number + 1:020d}.dat")


main()
