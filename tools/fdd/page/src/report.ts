// SPDX-License-Identifier: GPL-2.0
// The data of the page as the writer gives it (see README.md), checked and
// brought into a form that the rest of the page can rely on.

import type { Bucket } from './hist';
import { DataError, list, member, number, object, text } from './json';
import { kindOf, type Kind } from './kinds';
import { functionName, longName } from './names';
import { readTree, type TreeNode } from './tree';
import { printable } from './units';

export const VERSION = 1;

export const TIMES = ['total_ns', 'self_ns', 'avg_ns', 'min_ns', 'max_ns', 'stdv_ns', 'p50_ns',
	'p90_ns', 'p95_ns', 'p99_ns', 'p999_ns'] as const;
export type TimeField = typeof TIMES[number];

export interface SlowCall {
	duration_ns: number;
	calltime_ns: number;
	/** "name-pid"; empty if the trace does not tell. */
	task: string;
	cpu: number;
	/** The source it is from, where there are several. */
	label: string;
	/** From the direct caller outwards, as far as they are known. */
	callers: string[];
}

export interface Func extends Record<TimeField, number> {
	key: string;
	name: string;
	module: string;
	/** The name, with the module where another function has the same name. */
	label: string;
	kind: Kind;
	calls: number;
	hist: Bucket[];
	slowest: SlowCall[];
}

export interface Source {
	label: string;
	kernel: string;
	calls: number;
	overwritten: number;
	truncated: boolean;
}

export interface Report {
	tool: string;
	source: Source[];
	span: { start_ns: number; end_ns: number } | null;
	calls: number;
	lost: number;
	unparsed: number;
	functions: Func[];
	tree: TreeNode | null;
}

function readBucket(value: unknown, what: string): Bucket {
	if (Array.isArray(value))
		return [number(value[0], `${what}[0]`), number(value[1], `${what}[1]`)];
	const raw = object(value, what);
	return [number(raw['low_ns'], `${what}.low_ns`), number(raw['calls'], `${what}.calls`)];
}

function readHist(value: unknown, what: string): Bucket[] {
	return list(value, what).map((bucket, i) => readBucket(bucket, `${what}[${i}]`))
		.sort((a, b) => a[0] - b[0]);
}

function taskOf(name: string, pid: number): string {
	return name === '' && pid < 0 ? '' : `${printable(name)}-${pid}`;
}

function readSlowCall(value: unknown, what: string): SlowCall {
	const call = object(value, what);
	const callers = list(call['callers'], `${what}.callers`).map(text);
	const caller = text(call['caller']);
	return {
		duration_ns: number(call['duration_ns'], `${what}.duration_ns`),
		calltime_ns: number(call['calltime_ns'], `${what}.calltime_ns`),
		task: taskOf(text(member(call, 'task', 'comm')), number(call['pid'], `${what}.pid`)),
		cpu: number(call['cpu'], `${what}.cpu`),
		label: printable(text(call['label'] ?? '?')),
		callers: caller === '' ? callers : [caller],
	};
}

function readFunction(value: unknown, what: string): Func {
	const raw = object(value, what);
	const named = functionName(text(raw['name']), text(raw['module']));
	const times = Object.fromEntries(TIMES.map((field) =>
		[field, number(raw[field], `${what}.${field}`)])) as Record<TimeField, number>;
	const sleeper = raw['sleeper'];
	return {
		...times,
		...named,
		label: printable(named.name),
		kind: kindOf(named.name, typeof sleeper === 'boolean' ? sleeper : undefined),
		calls: number(raw['calls'], `${what}.calls`),
		hist: readHist(member(raw, 'hist', 'histogram'), `${what}.hist`),
		slowest: list(raw['slowest'], `${what}.slowest`).map((call, i) =>
			readSlowCall(call, `${what}.slowest[${i}]`)),
	};
}

/** Functions of one name must not look the same. */
function labelApart(functions: Func[]): Func[] {
	const times = new Map<string, number>();
	for (const { name } of functions)
		times.set(name, (times.get(name) ?? 0) + 1);
	for (const func of functions) {
		if (times.get(func.name)! > 1)
			func.label = longName(func);
	}
	return functions;
}

function readSource(value: unknown, what: string): Source {
	const raw = object(value, what);
	const kernel = text(raw['kernel']);
	return {
		label: printable(text(raw['label'])),
		kernel: kernel === '' ? '' : printable(kernel),
		calls: number(raw['calls'], `${what}.calls`),
		overwritten: number(raw['overwritten'], `${what}.overwritten`),
		truncated: raw['truncated'] === true,
	};
}

function readSpan(value: unknown): Report['span'] {
	if (value === undefined || value === null)
		return null;
	const raw = object(value, 'span');
	return {
		start_ns: number(member(raw, 'start_ns', 'first_ns'), 'span.start_ns'),
		end_ns: number(member(raw, 'end_ns', 'last_ns'), 'span.end_ns'),
	};
}

/** Throws a DataError that says what is wrong with the data. */
export function readReport(value: unknown): Report {
	const raw = object(value, 'the data');
	if (raw['version'] !== VERSION)
		throw new DataError(`the data is of version ${text(raw['version']) || '(none)'}; ` +
			`this page reads version ${VERSION}. Take page and data from the same fdd.`);
	const source = list(member(raw, 'source', 'sources'), 'source').map((entry, i) =>
		readSource(entry, `source[${i}]`));
	const calls = member(raw, 'calls') ?? source.reduce((sum, { calls }) => sum + calls, 0);
	return {
		tool: printable(text(raw['tool'] ?? 'fdd')),
		source,
		span: readSpan(raw['span']),
		calls: number(calls, 'calls'),
		lost: number(raw['lost'], 'lost'),
		unparsed: number(raw['unparsed'], 'unparsed'),
		functions: labelApart(list(raw['functions'], 'functions').map((func, i) =>
			readFunction(func, `functions[${i}]`))),
		tree: readTree(raw),
	};
}
