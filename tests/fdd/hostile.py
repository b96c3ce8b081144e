#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# Traces that are made to cost fdd much memory or time for their bytes. A trace is made from a
# recipe: words NAME=VALUE, of which tests/fdd/fuzz-cost changes one after the other.
#
# usage: hostile.py WORD...		(to stdout)
#
#	shape=dat6|dat7|NAME	a trace.dat, or a shape of text: see TEXTS
#	zip=gzip|zstd|xz	compresses all of it
#	n=NUMBER bytes=NUMBER	size of a text: of its shape, and of what is repeated
# of a trace.dat:
#	kallsyms=SHAPE cmdlines=SHAPE printk=SHAPE	see LINES; their size is part=BYTES
#	print=SHAPE depth=NUMBER	the print format of an event, see PRINTS
#	events=NUMBER fields=NUMBER systems=NUMBER	more formats, with this many fields
#	records=NUMBER cpus=NUMBER	of that event, and a few calls
#	sections=zlib|zstd|none	of version 7
#	options=NUMBER		further options, each naming the same section
#	circle=1		the options of version 7 are followed by themselves
#	claim=NUMBER		formats that the file says it has
#	packed=BYTES		that the sections of version 7 say they have, compressed
#	entries=NUMBER		CPUs that a buffer of version 7 says it has
#	chain=NUMBER		sections of options of version 7 before the one with all
#	instances=NUMBER	of version 6, each with its own pages
#	shared=1		all CPUs have the pages of the first one
#	early=BYTES		that each CPU's pages begin before the end of those of the one before
#	alike=1			all instances of version 6 have the pages of the first buffer
#	hole=BYTES		zeros behind that number, instead of the rest
import gzip
import lzma
import os
import struct
import subprocess
import sys
import zlib

MIB = 1 << 20


def little(fmt, *values):
    return struct.pack('<' + fmt, *values)


# Parts of a trace.dat

PAGE = b'''\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
'''
EVENT = b'''# compressed entry header
\ttype_len    :    5 bits
\ttime_delta  :   27 bits
\tarray       :   32 bits

\tpadding     : type == 29
\ttime_extend : type == 30
\ttime_stamp : type == 31
\tdata max type_len  == 28
'''


def event_format(name, number, fields, print_fmt):
    common = [('unsigned short common_type', 0, 2, 0), ('unsigned char common_flags', 2, 1, 0),
              ('unsigned char common_preempt_count', 3, 1, 0), ('int common_pid', 4, 4, 1)]
    text = 'name: %s\nID: %d\nformat:\n' % (name, number)
    for group in common, fields:
        for field in group:
            text += '\tfield:%s;\toffset:%d;\tsize:%d;\tsigned:%d;\n' % field
        text += '\n'
    return (text + 'print fmt: ' + print_fmt + '\n').encode()


CALL = event_format('func_duration', 1500, [
    ('unsigned long func', 8, 8, 0), ('unsigned long long calltime', 16, 8, 0),
    ('unsigned long long duration', 24, 8, 0), ('unsigned short depth', 32, 2, 0),
    ('unsigned int overrun', 36, 4, 0)], '"func=%ps", REC->func')
EVIL = 400
EVIL_FIELDS = [('unsigned long long a', 8, 8, 0), ('unsigned long long b', 16, 8, 0),
               ('unsigned long long c', 24, 8, 0)]

LINES = {
    'plain': lambda i: b'%x t a\n' % (i * 16),
    'aliases': lambda i: b'10 t a\n',
    'modules': lambda i: b'%x t a\t[%x]\n' % (i * 16, i),
    'long': lambda i: b'%x t %s\n' % (i * 16, b'n' * 5000),
    'backwards': lambda i: b'%x t a\n' % (0xffffffff - i * 16),
    'pids': lambda i: b'%d a\n' % i,
    'same': lambda i: b'7 a\n',
    'formats': lambda i: b'0x%x : "a"\n' % i,
    'empty': lambda i: b'\n',
}

PRINTS = {
    'plain': lambda n: '"a=%d", REC->a',
    'parens': lambda n: '"%d", ' + '(' * n + 'REC->a' + ')' * n,
    'not': lambda n: '"%d", ' + '!' * n + 'REC->a',
    'ternary': lambda n: '"%d", ' + 'REC->a ? 1 : ' * n + '2',
    'plus': lambda n: '"%d", ' + '1+' * n + '1',
    'cast': lambda n: '"%d", ' + '(int)' * n + 'REC->a',
    'args': lambda n: '"%d"' + ',1' * n,
    'symbolic': lambda n: '"%s", __print_symbolic(REC->a' + ',{1,"x"}' * n + ')',
    'flags': lambda n: '"%s", __print_flags(REC->a, "|"' + ',{1,"x"}' * n + ')',
    'star': lambda n: '"%*d", 2000000000, REC->a',
    'width': lambda n: '"%' + str(n) + 'd", REC->a',
    'text': lambda n: '"' + 'x' * n + '"',
    'symbols': lambda n: '"' + '%ps' * n + '"' + ', (void *)REC->a' * n,
    'hex': lambda n: '"%s", __print_hex(REC->a, 2000000000)',
    'divide': lambda n: '"%d", -9223372036854775807LL-1 / -1',
}


def repeat(line, size):
    if line(0) == line(1):
        return line(0) * (-(-size // len(line(0))))
    text, length, i = [], 0, 0
    while length < size:
        text.append(line(i))
        length += len(text[-1])
        i += 1
    return b''.join(text)


def formats(words):
    """The event formats, in systems."""
    fields = [('int f%d' % i, 8, 4, 1) for i in range(int(words.get('fields', 0)))]
    evil = event_format('evil', EVIL, EVIL_FIELDS + fields,
                        PRINTS[words.get('print', 'plain')](int(words.get('depth', 1))))
    more = [event_format('e%d' % i, 1000 + i, [('int f', 8, 4, 1)], '"x"')
            for i in range(int(words.get('events', 0)))]
    systems = [(b'irq', [evil])] + [(b's%d' % i, []) for i in range(int(words.get('systems', 0)))]
    systems.append((b'x', more))
    return (little('I', len(systems)) + b''.join(
        name + b'\0' + little('I', len(files)) + counted(files) for name, files in systems))


def counted(files):
    return b''.join(little('Q', len(f)) + f for f in files)


def parts(words):
    size = int(words.get('part', MIB))
    symbols = (b'ffffffff81000000 T outer\nffffffff81000100 T inner\n' if 'kallsyms' not in words
               else repeat(LINES[words['kallsyms']], size))
    strings = repeat(LINES[words['printk']], size) if 'printk' in words else b''
    comms = repeat(LINES[words['cmdlines']], size) if 'cmdlines' in words else b'7 task\n'
    return [b'header_page\0' + little('Q', len(PAGE)) + PAGE +
            b'header_event\0' + little('Q', len(EVENT)) + EVENT,
            little('I', int(words.get('claim', 1))) + counted([CALL]),
            formats(words),
            little('I', len(symbols)) + symbols,
            little('I', len(strings)) + strings,
            little('Q', len(comms)) + comms]


def record(delta, data):
    data = data.ljust((len(data) + 3) // 4 * 4, b'\0')
    if len(data) <= 112:
        return little('I', len(data) // 4 | delta << 5) + data
    return little('II', delta << 5, len(data) + 4) + data


def records(words):
    for i in range(20):
        yield little('HBBiQQQHHI', 1500, 0, 0, 7, 0xffffffff81000010, 1000 + i * 100, 50, 0, 0, 0)
    evil = little('HBBiQQQ', EVIL, 0, 0, 7, 0xffffffff81000010, 2, 3)
    for i in range(int(words.get('records', 0))):
        yield evil


def pages(words):
    page, used = b'', 0
    pages_of_cpu = []
    for data in records(words):
        r = record(100, data)
        if used + len(r) > 4080:
            pages_of_cpu.append((little('QQ', 1000, used) + page).ljust(4096, b'\0'))
            page, used = b'', 0
        page += r
        used += len(r)
    pages_of_cpu.append((little('QQ', 1000, used) + page).ljust(4096, b'\0'))
    return b''.join(pages_of_cpu)


def beginning(version):
    return b'\x17\x08\x44tracing' + version + b'\0\0\x08' + little('I', 4096)


def dat6(words):
    cpus, instances = int(words.get('cpus', 1)), int(words.get('instances', 0))
    data = pages(words)
    out = beginning(b'6') + b''.join(parts(words))
    out += little('I', cpus) + b'options  \0'
    out += b''.join(little('HI', 5, 2) + b'x\0' for i in range(int(words.get('options', 0))))
    end = len(out) + 20 * instances + 2
    at = (end + 10 + 16 * cpus + 4095) // 4096 * 4096
    size = 4096 + len(data) * cpus	# of an instance: its table and its pages
    after = at + len(data) * cpus
    out += b''.join(little('HIQ', 3, 14, after + i * size) + b'i%04d\0' % i for i in range(instances))
    out += little('H', 0)
    out = (out + table6(words, at, len(data))).ljust(at, b'\0') + data * cpus
    return out + b''.join(
        table6(words, at if 'alike' in words else after + i * size + 4096,
               len(data)).ljust(4096, b'\0') + data * cpus for i in range(instances))


def place(words, at, i, size):
    """Of the pages of a CPU"""
    return at if 'shared' in words else at + i * (size - int(words.get('early', 0)))


def table6(words, at, size):
    return b'flyrecord\0' + b''.join(little('QQ', place(words, at, i, size), size)
                                     for i in range(int(words.get('cpus', 1))))


def packed(how, data, claim):
    if how == 'zlib':
        small = zlib.compress(data)
    else:
        small = subprocess.run(['zstd', '-qc'], input=data, stdout=subprocess.PIPE,
                               check=True).stdout
    return little('II', claim or len(small), len(data)) + small


def dat7(words):
    how = words.get('sections', 'none')
    out = beginning(b'7') + how.encode() + b'\0' + b'1\0'
    first = len(out)
    out += little('Q', 0)
    options, claim = b'', int(words.get('packed', 0))
    for number, part in enumerate(parts(words), 16):
        data = part if how == 'none' else packed(how, part, claim)
        options += little('HIQ', number, 8, len(out))
        out += little('HHIQ', number, how != 'none', 0, claim + 8 if claim else len(data)) + data
    options += options[:14] * int(words.get('options', 0))
    cpus = int(words.get('cpus', 1))
    data = pages(words)
    table = little('Q', len(out)) + b'\0local\0' + little('II', 4096, int(words.get('entries', cpus)))
    at = (len(out) + 16 + 4095) // 4096 * 4096
    out += little('HHIQ', 3, 0, 0, len(data) * cpus + at - len(out) - 16)
    out = out.ljust(at, b'\0')
    table += b''.join(little('IQQ', i, place(words, at, i, len(data)), len(data))
                      for i in range(cpus))
    out += data * cpus
    options += little('HI', 3, len(table)) + table
    # the next options are these ones, again
    options += little('HIQ', 0, 8, len(out) if 'circle' in words else 0)
    out, start = out + little('HHIQ', 0, 0, 0, len(options)) + options, len(out)
    for i in range(int(words.get('chain', 0))):
        out, start = out + little('HHIQHIQ', 0, 0, 0, 14, 0, 8, start), len(out)
    return out[:first] + little('Q', start) + out[first + 8:]


# Texts: of each number, a few lines

GOOD = b'# tracer: function_duration\n#\n 0)  sh-1  |  100.000000001 |    1.000 us    |  vfs_read\n'


def call(task, cpu, start, duration, depth, func):
    """Times in us"""
    end = start + duration
    return b'%s [%03d] ..... %d.%06d: func_duration: func=%s calltime=%d.%06d000 duration=%d.000 depth=%d overrun=0\n' % (
        task, cpu, end // 1000000, end % 1000000, func, start // 1000000, start % 1000000,
        duration, depth)


def event(task, time, name, args):
    return b'%s [000] d..1. %d.%06d: %s: %s\n' % (task, time // 1000000, time % 1000000, name, args)


def mark(text, pid=7):
    return b' 0)  t-%d |               |  /* %s */\n' % (pid, text)


def nested(i, n, size):
    """Calls at one depth that contain each other, with a sleep at the end of each"""
    start, end = 100000000, 100000000 + 4 * n
    if i == n - 1:
        return call(b's-7', 0, start - 1, end - start + 6, 0, b'slow')
    inner = n - 1 - i
    at = end - 2 * inner
    switch = b'prev_comm=%s prev_pid=%d prev_prio=1 prev_state=S ==> next_comm=%s next_pid=%d next_prio=1'
    return (call(b's-7', 0, start + inner, at - start - inner, 1, b'i') +
            event(b's-7', at, b'sched_switch', switch % (b's', 7, b'o', 8)) +
            event(b'o-8', at + 1, b'sched_switch', switch % (b'o', 8, b's', 7)))


SWITCH = (b'prev_comm=%s prev_pid=%d prev_prio=1 prev_state=%s ==> '
          b'next_comm=%s next_pid=%d next_prio=1')


def slept_and_woken(i, size):
    """Task 7 sleeps until another one, which is preempted, wakes it; each of them has a waker"""
    t, waker = 100000000 + i * 40, i % (size + 1) + 8
    return (event(b's-7', t + 5, b'sched_switch', SWITCH % (b's', 7, b'S', b'o', waker)) +
            event(b'o-%d' % waker, t + 10, b'sched_waking',
                  b'comm=o pid=%d prio=1 target_cpu=000' % (waker + 1)) +
            event(b'o-%d' % waker, t + 20, b'sched_waking', b'comm=s pid=7 prio=1 target_cpu=000') +
            event(b'o-%d' % waker, t + 30, b'sched_switch',
                  SWITCH % (b'o', waker, b'S' if i % 3 else b'R', b's', 7)))


def deep_waits(i, n, size):
    """All of it in calls within each other, as deep as fdd accepts"""
    deep = min(1000, n // 2)
    if i < n - deep:
        return slept_and_woken(i, 1)
    out, end = n - 1 - i, 100000000 + n * 40
    return call(b's-7', 0, 99000000 + out, end - out - 99000000 - out, out, b'w%d' % (out % (size + 1)))


def forks(i, n, size):
    """Task 7 waits for a signal again and again, and has children that never run"""
    t = 100000000 + i * 40
    if i == n - 1:
        return call(b's-7', 0, 99000000, t - 99000000, 0, b'__x64_sys_rt_sigsuspend')
    if i % 3:
        return event(b's-7', t, b'sched_process_fork',
                     b'comm=s pid=7 child_comm=c child_pid=%d' % (i + 100))
    return (event(b's-7', t + 5, b'sched_switch', SWITCH % (b's', 7, b'S', b'o', 8)) +
            event(b'<idle>-0', t + 20, b'sched_waking', b'comm=s pid=7 prio=1 target_cpu=000') +
            event(b'o-8', t + 30, b'sched_switch', SWITCH % (b'o', 8, b'S', b's', 7)))


def never_left(i, n, size):
    """A CPU to which tasks come that never leave it; task 7 waits for it"""
    t = 100000000 + i * 40
    come = [event(b'x-9', t + 1 + k, b'sched_switch', SWITCH % (b'x', 9, b'S', b'o', i * 9 + k + 10))
            for k in range(9)]
    return (b''.join(come) + event(b's-7', t + 20, b'sched_switch', SWITCH % (b's', 7, b'R', b'x', 9)) +
            event(b'x-9', t + 30, b'sched_switch', SWITCH % (b'x', 9, b'R', b's', 7)))


def interrupts(i, n, size):
    """Interrupts that end late, or never, while task 7 runs"""
    t = 100000000 + i * 40
    return (event(b's-7', t + 1, b'irq_handler_entry', b'irq=%d name=n%d' % (i % (size + 1), i)) +
            call(b's-7', 0, t + 2, 3, 0, b'__x64_sys_w%d' % (i % 9)) +
            (event(b's-7', t + 6, b'irq_handler_exit', b'irq=24 ret=handled') if i % 9 else b'') +
            slept_and_woken(i, size))


def requests(i, n, size):
    """Requests of a disk, each of which ends a sleep"""
    t, disk = 100000000 + i * 40, b'%d,%d' % (i % (size + 1), i)
    return (event(b's-7', t + 1, b'block_rq_issue', disk + b' R 4096 () %d + 8 none,0,0 [s]' % i) +
            event(b's-7', t + 5, b'sched_switch', SWITCH % (b's', 7, b'D', b'o', 8)) +
            event(b'<idle>-0', t + 19, b'block_rq_complete', disk + b' R () %d + 8 none,0,0 [0]' % i) +
            event(b'<idle>-0', t + 20, b'sched_waking', b'comm=s pid=7 prio=1 target_cpu=000') +
            event(b'o-8', t + 30, b'sched_switch', SWITCH % (b'o', 8, b'S', b's', 7)))


def work_items(i, n, size):
    """Task 7 waits for work items of a worker"""
    t, item = 100000000 + i * 40, b'work struct 0000000012345678: function w%d' % i
    return (event(b's-7', t + 5, b'sched_switch', SWITCH % (b's', 7, b'D', b'kworker/0:1', 9)) +
            event(b'kworker/0:1-9', t + 10, b'workqueue_execute_start', item) +
            event(b'kworker/0:1-9', t + 20, b'sched_waking', b'comm=s pid=7 prio=1 target_cpu=000') +
            (event(b'kworker/0:1-9', t + 25, b'workqueue_execute_end', item) if i % (size + 1) else b'') +
            event(b'kworker/0:1-9', t + 30, b'sched_switch', SWITCH % (b'kworker/0:1', 9, b'I', b's', 7)))


def good(i):
    return b' 0)  sh-1  |  %d.%09d |    1.000 us    |  f\n' % (100 + i // 1000000, i % 1000000 * 1000)


TEXTS = {
    'deep': lambda i, n, size: call(b'x-%d' % (i + 1), 0, 100000000 + i * 10, 1, size, b'f'),
    'deep-names': lambda i, n, size: call(b'x-%d' % (i + 1), 0, 100000000 + i * 10, 1, size,
                                          b'f%d' % i),
    'open': lambda i, n, size: b' %d)  t-%d  |               |  f() {\n' % (i % 8, i % (size + 1)),
    'nested': nested,
    'x': lambda i, n, size: b'x\n' * 100,
    'indented': lambda i, n, size: (b' ' * (size % 7 + 1) + b'x\n') * 100,
    'garbage': lambda i, n, size: b'x' * size + b'\n',
    'brackets': lambda i, n, size: b' [' * 30 + b'9' * size + b'\n',
    'bars': lambda i, n, size: b' 0) ' + b'a |' * 15 + b'1' * size + b'\n',
    'comments': lambda i, n, size: b' 0)               |  /* ' + b'x' * size + b'\n',
    'returns': lambda i, n, size: b'x\r\nx' + b'\r' * size + b'x\n',
    'hashes': lambda i, n, size: b'#' + b' ' * size + b'x\n',
    'zeros': lambda i, n, size: b'\0' * size + b'\n',
    'fields': lambda i, n, size: b'x-1 [000] d..1. 100.000000: func_duration: ' +
    b'func=x calltime=x ' * (size // 18 + 1) + b'\n',
    'names': lambda i, n, size: b' 0)  sh-1  |  %d.%09d |    1.000 us    |  f%d%s\n' % (
        100 + i // 1000000, i % 1000000 * 1000, i, b'n' * size),
    'tasks': lambda i, n, size: b' 0)  t%d-%d  |  %d.%09d |    1.000 us    |  f\n' % (
        i % (size + 1), i + 1, 100 + i // 1000000, i % 1000000 * 1000),
    'markers': lambda i, n, size: mark(b'%d %s' % (i, b'm' * size)),
    'regions': lambda i, n, size: mark(b'B|7|r%d%s' % (i, b'm' * size)),
    'async': lambda i, n, size: mark(b'S|7|r%d|%d' % (i % (size + 1), i)),
    'counters': lambda i, n, size: mark(b'C|7|c%d%s|%d' % (i, b'm' * size, i)),
    'processes': lambda i, n, size: mark(b'B|%d|r' % (i + 1), i + 1),
    'lost': lambda i, n, size: b'CPU:%d [LOST %d EVENTS]\n' % (i % 8, i) + call(
        b'x-1', i % 8, 100000000 + i * 10, 1, 0, b'f'),
    'waking': lambda i, n, size: event(b's-%d' % (i % (size + 1)), 100000000 + i, b'sched_waking',
                                       b'comm=s pid=%d prio=1 target_cpu=000' % ((i + 1) % (size + 1))),
    # of a program that others wake: see fdd why --path
    'path': lambda i, n, size: slept_and_woken(i, size),
    'path-gaps': lambda i, n, size: b'CPU:0 [LOST 3 EVENTS]\n' + slept_and_woken(i, size),
    'path-calls': lambda i, n, size: call(b's-7', 0, 100000000 + i * 40, 4, 0, b'__x64_sys_w%d' % i) +
    slept_and_woken(i, size),
    'deep-waits': deep_waits,
    'forks': forks,
    'never-left': never_left,
    'interrupts': interrupts,
    'requests': requests,
    'work-items': work_items,
    'moved': lambda i, n, size: event(b'x-%d' % (i % (size + 1) + 1), 100000000 + i,
                                      b'sched_migrate_task',
                                      b'comm=s pid=7 prio=1 orig_cpu=%d dest_cpu=%d' % (i % 9, i % 8)),
    # forms of the text: read/GRAMMAR
    'prefixes': lambda i, n, size: b'> <6>[ 1.1] [ T1] ' * (size // 18) + good(i),
    'colors': lambda i, n, size: b'\x1b[' + b'1;' * (size // 2) + b'm' + good(i),
    'iso-dates': lambda i, n, size: b'2024-11-28T05:40:40+' + b'0:' * (size // 2) + b' ' + good(i),
    'tabs': lambda i, n, size: b'\t' * size + good(i),
    'taps': lambda i, n, size: b'# ' * (size // 2) + good(i),
    'wrapped': lambda i, n, size: b' 0)  sh-1  |  100.000000001 |    1.000 us    |\n  f' + b'n' * size +
    b'\n',
    'broken': lambda i, n, size: b'x-1 [000] d..1. 100.000000: func_duration:\n' + b'y' * size + b'\n',
    'page': lambda i, n, size: b'<script class="trace-data">\n' + good(i) + b'</script>' + b'<' * size +
    b'\n',
    'instances': lambda i, n, size: b'i%d%s: ' % (i, b'n' * size) + call(
        b'x-1', 0, 100000000 + i * 10, 1, 0, b'f'),
    'latency': lambda i, n, size: b'sh-1 0d..1%s 1us+: ' % (b'.' * size) + b'sched_waking: comm=s pid=7\n',
    'values': lambda i, n, size: b' 0)               |  f() {\n 0)   1.000 us    |  } (ret=' +
    b'-1' * (size // 2) + b') /* f */\n',
    'tracers': lambda i, n, size: (b'# tracer: function_graph\n' if i > n // 2 else
                                   b' 0)  t-%d  |               |  f() {\n' % (i + 1)),
    'turns': lambda i, n, size: b' 0)  t%d-%d => u-%d\n' % (i % (size + 1), i, i + 1),
    'work': lambda i, n, size: event(b'k-9', 100000000 + i, b'workqueue_execute_start',
                                     b'work struct 0000000012345678: function w%d' % i),
    'cpus': lambda i, n, size: call(b'x-%d' % (i + 1), i % 9000, 100000000 + i * 10, 1, 0, b'f'),
    'args': lambda i, n, size: call(b'x-1', 0, 100000000 + i * 10, 1, 0, b'f').replace(
        b'func_duration:', b'func_duration_detail:').replace(
        b' overrun=0', b' overrun=0 has=0x14000 args={0x%x%s} retval=0x%x' % (i, b',0x1' * (size // 4), i)),
    # the forms in which people send it
    'parts': lambda i, n, size: b'Panic#1 Part%d\n' % (i + 1) + b'x' * (size - 1),
    'dumps': lambda i, n, size: b'Panic#%d Part1\n<4>[ 1.1] ' % i + good(i),
    'json': lambda i, n, size: b'{"__CURSOR":"a","MESSAGE":"' + b'\\u0020' * (size // 6) + b' %d"}\n' % i,
    'json-bytes': lambda i, n, size: b'{"__CURSOR":"a","MESSAGE":[' + b'32,' * (size // 3) + b'32]}\n',
    'export': lambda i, n, size: b'__CURSOR=a\n_A=b\nMESSAGE=' + b' ' * size + good(i),
    'quoted': lambda i, n, size: b' =3D> ' + b'=20' * (size // 3) + b'=\n' + good(i),
    'verbose': lambda i, n, size: b' sh 1 0 1 00000000 0000%04x [%08x] 1.000ms (+0.012ms): f: ' % (
        i % 65536, i) + b'): ' * (size // 3) + b'\n',
    'taskless': lambda i, n, size: b' %d.000001: func_duration: func=f ' % (100 + i) + b'x=' * (
        size // 2) + b'calltime=100.000000000 duration=0.001 depth=0 overrun=0\n',
    'dashes': lambda i, n, size: b'-1 ' * (size // 3) + b'0d..1. 1.000001: f\n',
    'callers': lambda i, n, size: b' 0)  sh-1  |  %d.%09d |    1.000 us    |  f /* <-c%d */\n' % (
        100 + i // 1000000, i % 1000000 * 1000, i),
}


def text(words):
    make = TEXTS[words['shape']]
    n, size = int(words.get('n', 1000)), int(words.get('bytes', 100))
    begin = {'page': b'<!DOCTYPE html>\n', 'parts': b'', 'dumps': b'', 'json': b'', 'json-bytes': b'',
             'export': b''}.get(words['shape'], b'cpus=1\n' + GOOD)
    return begin + b''.join(make(i, n, size) for i in range(n))


def plain(words):
    """All of it, not compressed; a hole is not in it"""
    shape = words.get('shape', 'dat6')
    data = dat6(words) if shape == 'dat6' else dat7(words) if shape == 'dat7' else text(words)
    if 'hole' in words and 'claim' in words and shape.startswith('dat'):
        number = little('I', int(words['claim']))
        data = data[:data.index(number) + len(number)]
    return data


def make(words):
    data = plain(words)
    if 'hole' in words:
        data += bytes(int(words['hole']))
    how = words.get('zip')
    if how == 'gzip':
        return gzip.compress(data, 1)
    if how == 'xz':
        return lzma.compress(data, preset=0)
    if how == 'zstd':
        return subprocess.run(['zstd', '-qc'], input=data, stdout=subprocess.PIPE,
                              check=True).stdout
    return data


def main():
    words = dict(word.split('=', 1) for word in sys.argv[1:])
    with os.fdopen(1, 'wb') as out:
        out.write(make(words))


if __name__ == '__main__':
    main()
