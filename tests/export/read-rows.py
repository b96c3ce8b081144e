#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# Compare the rows of each call with the calls of "fdd --calls", with readers of Python.
#
# usage: read-rows.py CSV NDJSON CALLS.json	(prints the number of calls)
import csv
import json
import sys

# Of a row and of a call; the calls have -1 and "" for what is not known.
SAME = [('label', 'label'), ('comm', 'comm'), ('pid', 'pid'), ('function', 'name'),
        ('duration_ns', 'duration_ns'), ('self_ns', 'self_ns'), ('asleep_ns', 'asleep_ns'),
        ('waiting_ns', 'waiting_ns'), ('irqs_ns', 'irqs_ns'), ('caller_kind', 'caller'),
        ('depth', 'depth'), ('cpu', 'cpu'), ('args', 'args'), ('retval', 'retval')]
NUMBERS = {'pid', 'calltime_ns', 'duration_ns', 'self_ns', 'asleep_ns', 'waiting_ns',
           'irqs_ns', 'depth', 'cpu', 'retval'}


def of_csv(path):
    with open(path, newline='', encoding='utf-8') as f:
        for row in csv.DictReader(f, strict=True):
            if None in row or None in row.values():
                sys.exit(f'{path}: another number of fields: {row}')
            yield {key: None if value == '' else int(value) if key in NUMBERS else value
                   for key, value in row.items()}


def of_ndjson(path):
    with open(path, encoding='utf-8') as f:
        for line in f:
            yield json.loads(line)


def of_calls(path):
    with open(path, encoding='utf-8') as f:
        for call in json.load(f)['calls']:
            if 'duration_ns' in call and 'caller' in call:
                yield call


def known(value):
    return None if value in (-1, '', '<...>') else value


def key_of_row(row):
    return tuple(str(row[key]) for key, _ in SAME)


def key_of_call(call):
    return tuple(str(known(call.get(key)) if key in ('pid', 'comm') else call.get(key))
                 for _, key in SAME)


rows, objects = list(of_csv(sys.argv[1])), list(of_ndjson(sys.argv[2]))
calls = list(of_calls(sys.argv[3]))
if rows != objects:
    sys.exit(f'CSV and JSON differ: {next(p for p in zip(rows, objects) if p[0] != p[1])}')
got, want = sorted(map(key_of_row, rows)), sorted(map(key_of_call, calls))
if got != want:
    sys.exit(f'{len(got)} rows, {len(want)} calls: {(set(got) ^ set(want)).pop()}')
times = sorted(row['calltime_ns'] for row in rows if row['calltime_ns'] is not None)
if times and times != sorted(call['calltime_ns'] for call in calls):
    sys.exit('the call times differ')
print(len(rows))
