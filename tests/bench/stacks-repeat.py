#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Repeats the samples of a perf.data file, up to a number of samples.

usage: stacks-repeat.py IN OUT SAMPLES
"""
import struct
import sys

SAMPLE = 9
IP, TID, TIME, IDENTIFIER = 1 << 0, 1 << 1, 1 << 2, 1 << 16
FEATURES = 72, 104	# bits of sections behind the data, in the header

with open(sys.argv[1], 'rb') as file:
    data = bytearray(file.read())
wanted = int(sys.argv[3])
attrs, = struct.unpack_from('<Q', data, 24)
begin, size = struct.unpack_from('<QQ', data, 40)
sample_type, = struct.unpack_from('<Q', data, attrs + 24)
time_at = 8 + sum(8 for bit in (IDENTIFIER, IP, TID) if sample_type & bit)

samples, at = [], begin
while at < begin + size:
    kind, misc, length = struct.unpack_from('<IHH', data, at)
    if kind == SAMPLE:
        samples.append(bytearray(data[at:at + length]))
    at += length
times = [struct.unpack_from('<Q', s, time_at)[0] for s in samples]

data[slice(*FEATURES)] = bytes(FEATURES[1] - FEATURES[0])
with open(sys.argv[2], 'wb') as out:
    out.write(data[:begin + size])
    for n in range(wanted - len(samples)):
        sample = samples[n % len(samples)]
        # before the exit of the task, whose maps are gone then
        struct.pack_into('<Q', sample, time_at, times[n % len(samples)] + n // len(samples) + 1)
        out.write(sample)
    end = out.tell()
    out.seek(48)
    out.write(struct.pack('<Q', end - begin))
