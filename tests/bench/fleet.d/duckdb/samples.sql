-- SPDX-License-Identifier: GPL-2.0
-- A file of samples, as a file of Parquet with the samples of a function together
SET preserve_insertion_order = false;
COPY (
  FROM read_csv('samples.tsv', delim = '\t', header = false, quote = '', columns = {
    host: 'VARCHAR', kernel: 'VARCHAR', function: 'VARCHAR', time: 'UINTEGER', sum_ns: 'UBIGINT',
    self_ns: 'UBIGINT', time_ns: 'UBIGINT', first: 'UTINYINT', counts: 'UINTEGER[]' })
  ORDER BY function, host, time
) TO 'samples/PART.parquet' (COMPRESSION zstd);
