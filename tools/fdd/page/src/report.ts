// SPDX-License-Identifier: GPL-2.0
// The data of the page as the writer gives it (see README.md), checked and
// brought into a form that the rest of the page can rely on.

import { kindOf, type Kind } from './kinds';
import { printable } from './units';

export const VERSION = 1;

export interface SlowCall {
	duration_ns: number;
	calltime_ns: number;
	task: string;
	pid: number;
	cpu: number;
	caller: string;
}

export const TIMES = ['total_ns', 'self_ns', 'avg_ns', 'min_ns', 'max_ns', 'stdv_ns', 'p50_ns',
	'p90_ns', 'p95_ns', 'p99_ns', 'p999_ns'] as const;
export type TimeField = typeof TIMES[number];

export interface Func extends Record<TimeField, number> {
	key: string;
	name: string;
	module: string;
	label: string;
	kind: Kind;
	calls: number;
	hist: [number, number][];
	slowest: SlowCall[];
}

export interface TreeNode {
	key: string;
	name: string;
	label: string;
	calls: number;
	total_ns: number;
	self_ns: number;
	children: TreeNode[];
}

export interface Source {
	label: string;
	kernel: string;
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

export class DataError extends Error {}

type Json = Record<string, unknown>;

function object(value: unknown, what: string): Json {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new DataError(`${what} is not an object`);
	return value as Json;
}

function list(value: unknown, what: string): unknown[] {
	if (value === undefined || value === null)
		return [];
	if (!Array.isArray(value))
		throw new DataError(`${what} is not a list`);
	return value;
}

function number(value: unknown, what: string): number {
	if (value === undefined || value === null)
		return 0;
	if (typeof value !== 'number' || !Number.isFinite(value))
		throw new DataError(`${what} is not a number`);
	return value;
}

function text(value: unknown): string {
	return value === undefined || value === null ? '' : String(value);
}

/** Two modules may have a function of one name; NUL is in no name. */
function keyOf(name: string, module: string): string {
	return `${name}\0${module}`;
}

function readHist(value: unknown, what: string): [number, number][] {
	const buckets = list(value, what).map((entry, i): [number, number] => {
		const pair = list(entry, `${what}[${i}]`);
		return [number(pair[0], `${what}[${i}][0]`), number(pair[1], `${what}[${i}][1]`)];
	});
	return buckets.sort((a, b) => a[0] - b[0]);
}

function readSlowCall(value: unknown, what: string): SlowCall {
	const call = object(value, what);
	return {
		duration_ns: number(call['duration_ns'], `${what}.duration_ns`),
		calltime_ns: number(call['calltime_ns'], `${what}.calltime_ns`),
		task: printable(text(call['task'] ?? '?')),
		pid: number(call['pid'], `${what}.pid`),
		cpu: number(call['cpu'], `${what}.cpu`),
		caller: text(call['caller']),
	};
}

function readFunction(value: unknown, what: string): Func {
	const raw = object(value, what);
	const name = text(raw['name']);
	const module = text(raw['module']);
	const times = Object.fromEntries(TIMES.map((field) =>
		[field, number(raw[field], `${what}.${field}`)])) as Record<TimeField, number>;
	const sleeper = raw['sleeper'];
	return {
		...times,
		key: keyOf(name, module),
		name,
		module,
		label: printable(name),
		kind: kindOf(name, typeof sleeper === 'boolean' ? sleeper : undefined),
		calls: number(raw['calls'], `${what}.calls`),
		hist: readHist(raw['hist'], `${what}.hist`),
		slowest: list(raw['slowest'], `${what}.slowest`).map((call, i) =>
			readSlowCall(call, `${what}.slowest[${i}]`)),
	};
}

/** Not recursive: a call tree may be deeper than the stack of the browser. */
function readTree(value: unknown): TreeNode | null {
	if (value === undefined || value === null)
		return null;
	const root = readTreeNode(value);
	const pending: [TreeNode, unknown][] = [[root, value]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [node, raw] = next;
		for (const child of list((raw as Json)['children'], 'tree: children')) {
			const childNode = readTreeNode(child);
			node.children.push(childNode);
			pending.push([childNode, child]);
		}
	}
	return root;
}

function readTreeNode(value: unknown): TreeNode {
	const raw = object(value, 'a node of tree');
	const name = text(raw['name']);
	return {
		key: keyOf(name, text(raw['module'])),
		name,
		label: printable(name),
		calls: number(raw['calls'], 'tree: calls'),
		total_ns: number(raw['total_ns'], 'tree: total_ns'),
		self_ns: number(raw['self_ns'], 'tree: self_ns'),
		children: [],
	};
}

function readSource(value: unknown): Source {
	const raw = object(value, 'an entry of source');
	const kernel = text(raw['kernel']);
	return { label: printable(text(raw['label'])),
		kernel: kernel === '' ? '' : printable(kernel) };
}

function readSpan(value: unknown): Report['span'] {
	if (value === undefined || value === null)
		return null;
	const raw = object(value, 'span');
	return {
		start_ns: number(raw['start_ns'], 'span.start_ns'),
		end_ns: number(raw['end_ns'], 'span.end_ns'),
	};
}

/** Throws a DataError that says what is wrong with the data. */
export function readReport(value: unknown): Report {
	const raw = object(value, 'the data');
	if (raw['version'] !== VERSION)
		throw new DataError(`the data is of version ${text(raw['version']) || '(none)'}; ` +
			`this page reads version ${VERSION}. Take page and data from the same fdd.`);
	return {
		tool: printable(text(raw['tool'] ?? 'fdd')),
		source: list(raw['source'], 'source').map(readSource),
		span: readSpan(raw['span']),
		calls: number(raw['calls'], 'calls'),
		lost: number(raw['lost'], 'lost'),
		unparsed: number(raw['unparsed'], 'unparsed'),
		functions: list(raw['functions'], 'functions').map((func, i) =>
			readFunction(func, `functions[${i}]`)),
		tree: readTree(raw['tree']),
	};
}
