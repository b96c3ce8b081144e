#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# Compare Perfetto's packets, decoded by protoc, with the same trace as trace events of Chrome.
# Packets are sorted by time and slices closed as Perfetto does.
#
# usage: read-perfetto.py DECODED CHROME.json		(prints the numbers of what is there)
import json
import sys
from collections import Counter
from decimal import Decimal

from protoc_text import messages

PIDS_OF_SOURCE = 1 << 23
CPUS_PID = (1 << 22) + 1


class Packets:
    def __init__(self, lines):
        self.interned = {}
        self.tracks = {}
        self.events = []
        for number, packet in enumerate(messages(lines)):
            self.take(number, packet)

    def take(self, number, packet):
        if packet['trusted_packet_sequence_id'] != [1] or \
                packet['sequence_flags'] != [2 if number else 1]:
            sys.exit(f'packet {number}: {packet}')
        for kind, names in packet.get('interned_data', [{}])[0].items():
            for name in names:
                key = (kind, name['iid'][0])
                if key in self.interned:
                    sys.exit(f'it is interned twice: {name}')
                self.interned[key] = name['name'][0]
        for track in packet.get('track_descriptor', []):
            if self.tracks.setdefault(track['uuid'][0], track) != track:
                sys.exit(f'two tracks have a number: {track}')
            if track.get('parent_uuid', [track['uuid'][0]])[0] not in self.tracks:
                sys.exit(f'its parent is not known: {track}')
        for event in packet.get('track_event', []):
            if event['track_uuid'][0] not in self.tracks:
                sys.exit(f'its track is not known: {event}')
            self.events.append((packet['timestamp'][0], event))

    def name(self, event):
        if 'name' in event:
            return event['name'][0]
        return self.interned['event_names', event['name_iid'][0]]

    def category(self, event):
        return self.interned['event_categories', event['category_iids'][0]]

    def args(self, event):
        return {self.interned['debug_annotation_names', a['name_iid'][0]]:
                a['uint_value'][0] if 'uint_value' in a else a['string_value'][0]
                for a in event['debug_annotations']}

    def track(self, uuid):
        track = self.tracks[uuid]
        if 'thread' not in track:
            return track['name'][0]
        thread = track['thread'][0]
        return f'{thread["thread_name"][0]}-{thread["tid"][0] % PIDS_OF_SOURCE}'

    def normal(self):
        open_slices = {}
        for time, event in sorted(self.events, key=lambda e: e[0]):
            uuid, kind = event['track_uuid'][0], event['type'][0]
            if kind == 'TYPE_SLICE_BEGIN':
                open_slices.setdefault(uuid, []).append((time, event))
            elif kind == 'TYPE_SLICE_END':
                yield from self.slice(*open_slices[uuid].pop(), uuid, time)
            elif kind == 'TYPE_COUNTER':
                yield ('counter', self.tracks[uuid]['name'][0], time, event['counter_value'][0])
            else:
                yield self.item('instant', self.track(uuid), time, 0, event)
        if any(open_slices.values()):
            sys.exit('a slice has no end')

    def item(self, kind, track, time, duration, event):
        return (kind, track, self.name(event), self.category(event), time, duration,
                str(sorted(self.args(event).items())))

    def slice(self, begin, event, uuid, end):
        parent = self.tracks[uuid].get('parent_uuid', [0])[0]
        over = self.category(event) == 'region' and \
            self.track(parent).startswith('regions ')
        if over and self.track(uuid) != self.name(event):
            sys.exit(f'the track of a region is {self.track(uuid)}')
        track = self.track(parent if over else uuid)
        yield self.item('async' if over else 'slice', track, begin, end - begin, event)
        for flow in event.get('flow_ids', []):
            yield ('s', flow, track, begin)
        for flow in event.get('terminating_flow_ids', []):
            yield ('f', flow, track, begin)

    def processes(self):
        return {(t['process'][0]['pid'][0], t['process'][0]['process_name'][0])
                for t in self.tracks.values() if 'process' in t}


class Chrome:
    def __init__(self, file):
        self.events = json.load(file, parse_float=Decimal)['traceEvents']
        self.threads = {(e['pid'], e['tid']): e['args']['name'] for e in self.events
                        if e['name'] == 'thread_name' and e['ph'] == 'M'}
        self.ends = {e['id']: e for e in self.events if e['ph'] == 'e'}

    def normal(self):
        for e in self.events:
            if e['ph'] != 'M':
                yield from self.event(e, int(e['ts'] * 1000))

    def event(self, e, time):
        track = self.threads[e['pid'], e['tid']]
        args = str(sorted(e.get('args', {}).items()))
        if e['ph'] == 'X':
            yield ('slice', track, e['name'], e['cat'], time, int(e['dur'] * 1000), args)
        elif e['ph'] == 'i':
            yield ('instant', track, e['name'], e['cat'], time, 0, args)
        elif e['ph'] == 'b':
            end = int(self.ends[e['id']]['ts'] * 1000)
            yield ('async', track, e['name'], e['cat'], time, end - time, args)
        elif e['ph'] == 'C':
            yield ('counter', e['name'], time, e['args']['value'])
        elif e['ph'] in 'sf':
            yield (e['ph'], e['id'], track, time)

    def processes(self):
        return {(e['pid'], e['args']['name']) for e in self.events
                if e['name'] == 'process_name' and e['pid'] % PIDS_OF_SOURCE != CPUS_PID}


with open(sys.argv[1], encoding='utf-8') as decoded, open(sys.argv[2], encoding='utf-8') as other:
    packets, chrome = Packets(decoded), Chrome(other)
got, want = Counter(packets.normal()), Counter(chrome.normal())
if got != want:
    sys.exit(f'only packets: {list((got - want).items())[:2]}, only trace events: '
             f'{list((want - got).items())[:2]}')
if packets.processes() != chrome.processes():
    sys.exit(f'processes: {packets.processes() ^ chrome.processes()}')
numbers = Counter(item[0] for item in got.elements())
print(*(f'{kind}={numbers[kind]}' for kind in sorted(numbers)))
