-- SPDX-License-Identifier: GPL-2.0
-- A file of spans
INSERT INTO spans
SELECT host, kernel, unhex(trace), unhex(span), unhex(parent),
  * EXCEPT (host, kernel, trace, span, parent)
FROM file('spans.tsv', TSV, 'host String, kernel String, trace String, span String, parent String,
  function String, start_ns UInt64, duration_ns UInt64, comm String, pid UInt32, cpu UInt16,
  self_ns UInt64, asleep_ns UInt64, waiting_ns UInt64, why String, parts String')
