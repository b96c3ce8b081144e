-- SPDX-License-Identifier: GPL-2.0
-- The functions that got slower between two kernels: p99 of hosts of the one kernel are compared
-- with those of the other one by a rank-sum test of one side, at five of a hundred. "part" is how
-- often a host of the newer kernel is slower than one of the older.
WITH hosts AS (
P99
), ranks AS (
  SELECT function, kernel, rank() OVER (PARTITION BY function ORDER BY p99_ns)
    + (count(*) OVER (PARTITION BY function, p99_ns) - 1) / 2 AS place
  FROM hosts WHERE kernel IN ('6.12', '7.3')),
sums AS (
  SELECT function, count(*) FILTER (kernel = '6.12') AS a, count(*) FILTER (kernel = '7.3') AS b,
    sum(place) FILTER (kernel = '7.3') AS places
  FROM ranks GROUP BY function),
pairs AS (SELECT *, CAST(places - b * (b + 1) / 2 AS DOUBLE) AS wins FROM sums)
SELECT function, wins / (a * b) AS part FROM pairs
WHERE a >= 5 AND b >= 5 AND wins - a * b / 2 - 0.5 > 1.645 * sqrt(a * b * (a + b + 1) / 12)
ORDER BY part DESC
