-- SPDX-License-Identifier: GPL-2.0
-- A file of samples
INSERT INTO samples (host, kernel, function, time, sum_ns, self_ns, time_ns, first, counts)
SELECT * FROM file('samples.tsv', TSV, 'host String, kernel String, function String, time DateTime,
  sum_ns UInt64, self_ns UInt64, time_ns UInt64, first UInt8, counts Array(UInt32)')
