// SPDX-License-Identifier: GPL-2.0
// The rows that ClickHouse answers to the query of stdin, a line of JSON each.
//
// ask.mjs [SECONDS [DATABASE]]	(a file for the time of the answer; a directory for the tables)
import { readFileSync, writeFileSync } from "node:fs";
import { query, Session } from "chdb";

const [, , seconds, database] = process.argv;
const session = database ? new Session(database) : undefined;
const question = readFileSync(0, "utf8");
const begin = process.hrtime.bigint();
const answer = session ? session.query(question, "JSONEachRow") : query(question, "JSONEachRow");

if (seconds)
	writeFileSync(seconds, `${Number(process.hrtime.bigint() - begin) / 1e9}\n`);
process.stdout.write(answer);
session?.close();
