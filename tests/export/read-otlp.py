#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# Compare spans, as opentelemetry/read.mjs prints them, with the calls of "fdd --calls": each call
# is a span, and in the span of the call around it, if that was recorded.
#
# usage: read-otlp.py [--overlap] SPANS.ndjson CALLS.json	(prints the numbers of spans and of roots)
#	--overlap: times are rounded, or tasks not named, so that calls may not nest
import collections
import json
import sys

ATTRIBUTES = {'self_ns': 'fdd.self_ns', 'asleep_ns': 'fdd.asleep_ns', 'irqs_ns': 'fdd.irqs_ns',
              'waiting_ns': 'fdd.waiting_ns', 'args': 'fdd.args', 'retval': 'fdd.retval',
              'from': 'fdd.caller', 'pid': 'thread.id', 'comm': 'thread.name',
              'cpu': 'cpu.logical_number'}
UNKNOWN = {'pid': [-1], 'comm': ['', '<...>']}


def fail(text, span):
    sys.exit(f'{text}: {span}')


def check_ids(spans):
    traces = collections.defaultdict(dict)
    for s in spans:
        if (len(s['trace']), len(s['id'])) != (32, 16) or not int(s['trace'], 16) * int(s['id'], 16):
            fail('no id', s)
        if s['id'] in traces[s['trace']]:
            fail('an id that another span has', s)
        traces[s['trace']][s['id']] = s
    return traces


def times_of(s):
    return int(s['start']), int(s['end'])


def check_tree(tree, overlap):
    roots = [s for s in tree.values() if not s['parent']]
    if len(roots) != 1:
        fail('not one root', list(tree.values()))
    for s in tree.values():
        parent = tree.get(s['parent'])
        if s['parent'] and not parent:
            fail('no parent', s)
        if not parent or overlap:
            continue
        if not times_of(parent)[0] <= times_of(s)[0] <= times_of(s)[1] <= times_of(parent)[1]:
            fail('not within its parent', s)
        if s['attributes'].get('fdd.caller') is None:
            fail('no caller', s)


def of_span(s):
    a = s['attributes']
    if (s['scope'], s['kind'], a['code.function.name']) != ('fdd', 1, s['name']):
        fail('not a call', s)
    return (s['name'], int(s['start']), int(s['end']) - int(s['start']),
            *(a.get(name) for key, name in ATTRIBUTES.items() if key != 'from'))


def of_call(c):
    return (c['name'], c['calltime_ns'], c['duration_ns'],
            *(None if c.get(key) in UNKNOWN.get(key, ()) else c.get(key)
              for key in ATTRIBUTES if key != 'from'))


overlap = sys.argv[1] == '--overlap'
del sys.argv[1:1 + overlap]
with open(sys.argv[1], encoding='utf-8') as f:
    spans = [json.loads(line) for line in f]
with open(sys.argv[2], encoding='utf-8') as f:
    calls = [c for c in json.load(f)['calls'] if 'duration_ns' in c and 'caller' in c]
traces = check_ids(spans)
for tree in traces.values():
    check_tree(tree, overlap)
got, want = collections.Counter(map(of_span, spans)), collections.Counter(map(of_call, calls))
if got != want:
    sys.exit(f'{len(spans)} spans, {len(calls)} calls: {list((got - want) + (want - got))[:3]}')
outermost = sum(c['caller'] in ('none', 'interrupt') for c in calls)
if len(traces) < outermost:
    sys.exit(f'{len(traces)} roots, {outermost} outermost calls')
print(len(spans), len(traces))
