#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# Print a profile, decoded by protoc, as lines "path VALUE...", after one with the names of the
# values: what each number stands for has to be in the profile, once.
#
# usage: protoc --decode=perftools.profiles.Profile ... | read-pprof.py
import sys

from protoc_text import message


def by_id(messages):
    table = {m['id'][0]: m for m in messages}
    if len(table) != len(messages) or 0 in table:
        sys.exit('an id is 0, or there twice')
    return table


profile = message(iter(sys.stdin))
strings = profile['string_table']
if strings[0] != '' or len(set(strings)) != len(strings):
    sys.exit('the first string is not empty, or one is there twice')
functions = by_id(profile.get('function', []))
names = {i: strings[functions[location['line'][0]['function_id'][0]]['name'][0]]
         for i, location in by_id(profile.get('location', [])).items()}
types = [f'{strings[t["type"][0]]}/{strings[t["unit"][0]]}' for t in profile['sample_type']]
print(*types, strings[profile['default_sample_type'][0]])
for sample in profile.get('sample', []):
    if len(sample['value']) != len(types):
        sys.exit('a sample has another number of values')
    print(';'.join(names[i] for i in reversed(sample['location_id'])), *sample['value'])
