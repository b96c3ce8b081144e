// SPDX-License-Identifier: GPL-2.0
// The rows that DuckDB answers to the query of stdin, a line of JSON each.
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const answer = await connection.runAndReadAll(readFileSync(0, "utf8"));

for (const row of answer.getRowObjectsJson())
	console.log(JSON.stringify(row));
