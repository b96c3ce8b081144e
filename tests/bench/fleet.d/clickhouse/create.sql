-- SPDX-License-Identifier: GPL-2.0
CREATE TABLE samples (
  function LowCardinality(String), host LowCardinality(String), kernel LowCardinality(String),
  time DateTime CODEC(DoubleDelta, ZSTD), sum_ns UInt64 CODEC(ZSTD), self_ns UInt64 CODEC(ZSTD),
  time_ns UInt64 CODEC(ZSTD), first UInt8 CODEC(ZSTD), counts Array(UInt32) CODEC(ZSTD))
ENGINE = MergeTree ORDER BY (function, host, time);

CREATE TABLE spans (
  host LowCardinality(String), kernel LowCardinality(String), trace FixedString(16),
  span FixedString(8), parent FixedString(8) CODEC(ZSTD), function LowCardinality(String),
  start_ns UInt64 CODEC(Delta, ZSTD), duration_ns UInt64 CODEC(ZSTD),
  comm LowCardinality(String), pid UInt32 CODEC(ZSTD), cpu UInt16 CODEC(ZSTD),
  self_ns UInt64 CODEC(ZSTD), asleep_ns UInt64 CODEC(ZSTD), waiting_ns UInt64 CODEC(ZSTD),
  why String CODEC(ZSTD), parts String CODEC(ZSTD))
ENGINE = MergeTree ORDER BY (function, host, start_ns);
