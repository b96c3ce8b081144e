-- SPDX-License-Identifier: GPL-2.0
-- A file of spans, as a file of Parquet with those of a function together
SET preserve_insertion_order = false;
COPY (
  SELECT * REPLACE (unhex(trace) AS trace, unhex(span) AS span, unhex(parent) AS parent)
  FROM read_csv('spans.tsv', delim = '\t', header = false, quote = '', columns = {
    host: 'VARCHAR', kernel: 'VARCHAR', trace: 'VARCHAR', span: 'VARCHAR', parent: 'VARCHAR',
    function: 'VARCHAR', start_ns: 'UBIGINT', duration_ns: 'UBIGINT', comm: 'VARCHAR',
    pid: 'UINTEGER', cpu: 'USMALLINT', self_ns: 'UBIGINT', asleep_ns: 'UBIGINT',
    waiting_ns: 'UBIGINT', why: 'VARCHAR', parts: 'VARCHAR' })
  ORDER BY function, host, start_ns
) TO 'spans/PART.parquet' (COMPRESSION zstd);
