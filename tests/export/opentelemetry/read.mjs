// SPDX-License-Identifier: GPL-2.0
// Prints the spans of requests to export traces, decoded by the code that OpenTelemetry generates
// from its definition: a JSON object with the resource in each line.
// usage: node read.mjs protobuf|ndjson FILE
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const transformer = dirname(require.resolve('@opentelemetry/otlp-transformer'));
const root = require(join(transformer, 'generated/root.js'));
const Request = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
const [format, file] = process.argv.slice(2);

// protobuf's JSON has bytes in base64, OTLP's has the ids in hexadecimal digits
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const base64 = (digits) => Buffer.from(digits, 'hex').toString('base64');
const inBase64 = (key, value) => (/(traceId|[sS]panId)$/.test(key) ? base64(value) : value);

function checked(object) {
  const error = Request.verify(object);
  if (error) throw new Error(error);
  return object;
}

function requests() {
  const bytes = readFileSync(file);
  if (format === 'protobuf') return [Request.decode(bytes)];
  return bytes
    .toString('utf-8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Request.fromObject(JSON.parse(line, inBase64)));
}

function value({ stringValue, intValue }) {
  return stringValue ?? Number(intValue);
}

function attributes(list) {
  return Object.fromEntries(list.map((a) => [a.key, value(a.value)]));
}

for (const request of requests())
  for (const { resource, scopeSpans } of checked(request).resourceSpans)
    for (const { scope, spans } of scopeSpans)
      for (const span of spans)
        console.log(
          JSON.stringify({
            resource: attributes(resource.attributes),
            scope: scope.name,
            trace: hex(span.traceId),
            id: hex(span.spanId),
            parent: hex(span.parentSpanId ?? []),
            name: span.name,
            kind: span.kind,
            start: String(span.startTimeUnixNano),
            end: String(span.endTimeUnixNano),
            attributes: attributes(span.attributes),
          }),
        );
