-- SPDX-License-Identifier: GPL-2.0
-- The ten slowest calls, with the ids of their traces
SELECT lower(hex(trace)) AS trace, host, function, duration_ns FROM 'spans/*.parquet'
WHERE parent IS NULL ORDER BY duration_ns DESC LIMIT 10
