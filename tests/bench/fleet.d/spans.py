#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Spans of fdd export --to=otlp.ndjson, on stdin, as lines for an engine: what a collector does."""
import json
import sys

ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n"})
COLUMNS = ("thread.name", "thread.id", "cpu.logical_number", "fdd.self_ns", "fdd.asleep_ns",
           "fdd.waiting_ns", "fdd.why", "fdd.why.parts")
NUMBERS = COLUMNS[1:6]


def attributes(of):
    return {a["key"]: next(iter(a["value"].values())) for a in of["attributes"]}


def main():
    for line in sys.stdin:
        resource = json.loads(line)["resourceSpans"][0]
        host = attributes(resource["resource"])
        for span in resource["scopeSpans"][0]["spans"]:
            begin, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
            has = attributes(span)
            row = [host["host.name"], host["os.version"], span["traceId"], span["spanId"],
                   span.get("parentSpanId", ""), span["name"], str(begin), str(end - begin)]
            row += [has.get(c, "0" if c in NUMBERS else "") for c in COLUMNS]
            print("\t".join(value.translate(ESCAPED) for value in row))


main()
