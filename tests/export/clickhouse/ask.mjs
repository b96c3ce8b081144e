// SPDX-License-Identifier: GPL-2.0
// The rows that ClickHouse answers to the query of stdin, a line of JSON each.
import { readFileSync } from "node:fs";
import { query } from "chdb";

process.stdout.write(query(readFileSync(0, "utf8"), "JSONEachRow"));
