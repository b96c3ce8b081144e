-- SPDX-License-Identifier: GPL-2.0
-- The slowest percent by function and host. A bucket b ends at 2^(b / 4 - 30) seconds; within it
-- durations are taken to grow exponentially, as histogram_quantile() of Prometheus does.
WITH sums AS (
  SELECT function, host, any(kernel) AS kernel,
    sumForEach(arrayConcat(arrayWithConstant(first, 0), counts)) AS n,
    arraySum(n) AS calls, arrayCumSum(n) AS so_far,
    arrayFirstIndex(c -> c >= 0.99 * calls, so_far) AS i
  FROM samples GROUP BY function, host)
SELECT function, host, kernel, calls,
  pow(2, (i - 2 + (0.99 * calls - (so_far[i] - n[i])) / n[i]) / 4 - 30) * 1e9 AS p99_ns
FROM sums
