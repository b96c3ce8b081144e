-- SPDX-License-Identifier: GPL-2.0
-- The slowest percent by function and host. A bucket b ends at 2^(b / 4 - 30) seconds; within it
-- durations are taken to grow exponentially, as histogram_quantile() of Prometheus does.
WITH buckets AS (
  SELECT function, host, kernel, bucket, sum(n) AS n
  FROM (SELECT function, host, kernel, unnest(counts) AS n,
      first + generate_subscripts(counts, 1) - 1 AS bucket
    FROM 'samples/*.parquet')
  WHERE n > 0 GROUP BY ALL),
sums AS (
  SELECT *, sum(n) OVER (PARTITION BY function, host ORDER BY bucket) AS so_far,
    sum(n) OVER (PARTITION BY function, host) AS calls
  FROM buckets)
SELECT function, host, kernel, calls,
  pow(2, (bucket - 1 + (0.99 * calls - (so_far - n)) / n) / 4 - 30) * 1e9 AS p99_ns
FROM sums WHERE so_far >= 0.99 * calls AND so_far - n < 0.99 * calls
