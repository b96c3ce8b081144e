// SPDX-License-Identifier: GPL-2.0
// The rows that DuckDB answers to the query of stdin, a line of JSON each.
//
// ask.mjs [SECONDS]	(a file for the time of the answer)
import { readFileSync, writeFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

// With more it writes into a temporary file in the present directory.
const instance = await DuckDBInstance.create(":memory:", { memory_limit: "6GB" });
const connection = await instance.connect();
const query = readFileSync(0, "utf8");
const begin = process.hrtime.bigint();
const answer = await connection.runAndReadAll(query);

if (process.argv[2])
	writeFileSync(process.argv[2], `${Number(process.hrtime.bigint() - begin) / 1e9}\n`);
for (const row of answer.getRowObjectsJson())
	console.log(JSON.stringify(row));
