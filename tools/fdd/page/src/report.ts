// SPDX-License-Identifier: GPL-2.0
// The data of the page as fdd writes it, checked and brought into a form that the rest of
// the page can rely on. data.ts, with the members, is generated from
// Documentation/fdd-json.schema.json: using a member that fdd does not write is a type error.

import type * as data from './data';
import { readExplained, type Explained } from './explained';
import type { Bucket } from './hist';
import { DataError, list, number, object, text, type Raw } from './json';
import { kindOf, type Kind } from './kinds';
import { readLanes, type Lanes } from './lanes';
import { functionName, longName } from './names';
import { readTree, type TreeNode } from './tree';
import { printable } from './units';

export const VERSION = 1;

export const TIMES = ['total_ns', 'self_ns', 'sub_ns', 'avg_ns', 'min_ns', 'max_ns', 'stdv_ns',
	'p50_ns', 'p90_ns', 'p95_ns', 'p99_ns', 'p999_ns'] as const;
export type TimeField = typeof TIMES[number];

export interface SlowCall {
	duration_ns: number;
	calltime_ns: number;
	/** "name-pid"; empty if the trace does not have it. */
	task: string;
	cpu: number;
	/** The source of the call, if there are several. */
	label: string;
	/** The known callers, the direct one first. */
	callers: string[];
	/** Where the program made the call; empty if the trace does not have it. */
	place: string;
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
	/** Those with most of its time first; also "(none)" and similar entries. */
	callers: Relative[];
	callees: Relative[];
	/** In the earlier trace, if there is one. */
	before: Func | null;
}

export interface Relative {
	name: string;
	/** Functions between the two were not recorded. */
	gap: boolean;
	calls: number;
	total_ns: number;
}

export interface Source {
	label: string;
	kernel: string;
	calls: number;
	overwritten: number;
	truncated: boolean;
}

/** All spans of one name that programs marked. */
export interface Region {
	category: string;
	name: string;
	count: number;
	total_ns: number;
	avg_ns: number;
	p50_ns: number;
	p99_ns: number;
	max_ns: number;
	unfinished: number;
}

export interface MarkerLine {
	time_ns: number;
	task: string;
	cpu: number;
	text: string;
}

export interface Report {
	tool: string;
	sources: Source[];
	span: data.Span | null;
	calls: number;
	lost: number;
	unparsed: number;
	functions: Func[];
	/** Slowest calls, callers and callees. */
	detailsLeftOut: number;
	tree: TreeNode;
	regions: Region[];
	regionsLeftOut: number;
	/** The first ones. */
	markers: MarkerLine[];
	markersLeftOut: number;
	/** The calls that stand out, explained; none if the trace does not say when tasks slept. */
	why: Explained[];
	/** The time axis; not in fdd serve. */
	lanes: Lanes | null;
	/** An earlier trace to compare with. */
	before: Report | null;
}

function readBucket(value: unknown, what: string): Bucket {
	const pair = list(value, what);
	return [number(pair[0], `${what}[0]`), number(pair[1], `${what}[1]`)];
}

function readHist(value: unknown, what: string): Bucket[] {
	return readList(value, what, readBucket).sort((a, b) => a[0] - b[0]);
}

function taskOf(name: string, pid: number): string {
	return name === '' && pid < 0 ? '' : `${printable(name)}-${pid}`;
}

function readSlowCall(value: unknown, what: string): SlowCall {
	const call = object<data.SlowCall>(value, what);
	return {
		duration_ns: number(call.duration_ns, `${what}.duration_ns`),
		calltime_ns: number(call.calltime_ns, `${what}.calltime_ns`),
		task: taskOf(text(call.comm), number(call.pid, `${what}.pid`)),
		cpu: number(call.cpu, `${what}.cpu`),
		label: printable(text(call.label)),
		callers: list(call.callers, `${what}.callers`).map(text),
		place: call.place === undefined ? '' : printable(text(call.place)),
	};
}

function readRelative(value: unknown, what: string): Relative {
	const raw = object<data.Relative>(value, what);
	return {
		name: text(raw.name),
		gap: raw.filtered_between === true,
		calls: number(raw.calls, `${what}.calls`),
		total_ns: number(raw.total_ns, `${what}.total_ns`),
	};
}

function readList<T>(value: unknown, what: string, read: (value: unknown, what: string) => T): T[] {
	return list(value, what).map((entry, i) => read(entry, `${what}[${i}]`));
}

function readFunction(value: unknown, what: string): Func {
	const raw = object<data.PageFunction>(value, what);
	const named = functionName(text(raw.name));
	const times = Object.fromEntries(TIMES.map((field) =>
		[field, number(raw[field], `${what}.${field}`)])) as Record<TimeField, number>;
	return {
		...times,
		...named,
		label: printable(named.name),
		kind: kindOf(named.name),
		calls: number(raw.calls, `${what}.calls`),
		hist: readHist(raw.hist, `${what}.hist`),
		slowest: readList(raw.slowest, `${what}.slowest`, readSlowCall),
		callers: readList(raw.callers, `${what}.callers`, readRelative),
		callees: readList(raw.callees, `${what}.callees`, readRelative),
		before: null,
	};
}

/** Functions with the same name are shown with their modules. */
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
	const raw = object<data.Source>(value, what);
	const kernel = text(raw.kernel);
	return {
		label: printable(text(raw.label)),
		kernel: kernel === '' ? '' : printable(kernel),
		calls: number(raw.calls, `${what}.calls`),
		overwritten: number(raw.overwritten, `${what}.overwritten`),
		truncated: raw.truncated === true,
	};
}

function readRegion(value: unknown, what: string): Region {
	const raw = object<data.Region>(value, what);
	return {
		category: text(raw.category),
		name: text(raw.name),
		count: number(raw.count, `${what}.count`),
		total_ns: number(raw.total_ns, `${what}.total_ns`),
		avg_ns: number(raw.avg_ns, `${what}.avg_ns`),
		p50_ns: number(raw.p50_ns, `${what}.p50_ns`),
		p99_ns: number(raw.p99_ns, `${what}.p99_ns`),
		max_ns: number(raw.max_ns, `${what}.max_ns`),
		unfinished: number(raw.unfinished, `${what}.unfinished`),
	};
}

function readMarker(value: unknown, what: string): MarkerLine {
	const raw = object<data.Marker>(value, what);
	return {
		time_ns: number(raw.time_ns, `${what}.time_ns`),
		task: taskOf(text(raw.comm), number(raw.pid, `${what}.pid`)),
		cpu: number(raw.cpu, `${what}.cpu`),
		text: text(raw.text),
	};
}

function readSpan(value: unknown): Report['span'] {
	if (value === undefined || value === null)
		return null;
	const raw = object<data.Span>(value, 'span');
	return {
		first_ns: number(raw.first_ns, 'span.first_ns'),
		last_ns: number(raw.last_ns, 'span.last_ns'),
	};
}

/** A function that is in the earlier trace alone. */
function withoutCalls(before: Func): Func {
	const times = Object.fromEntries(TIMES.map((field) => [field, 0])) as Record<TimeField, number>;
	return { ...before, ...times, calls: 0, hist: [], slowest: [], callers: [], callees: [], before };
}

/** The report with the functions of both traces. */
function compared(report: Report, before: Report): Report {
	const others = new Map(before.functions.map((func) => [func.key, func]));
	for (const func of report.functions) {
		func.before = others.get(func.key) ?? null;
		others.delete(func.key);
	}
	const functions = labelApart([...report.functions, ...[...others.values()].map(withoutCalls)]);
	return { ...report, functions, before };
}

/** Throws a DataError that says what is wrong with the data. */
export function readReport(value: unknown): Report {
	const raw = object<data.Page>(value, 'the data');
	const report = readTrace(raw);
	return raw.before === undefined ? report : compared(report, readReport(raw.before));
}

function readTrace(raw: Raw<data.Page>): Report {
	if (raw.version !== VERSION)
		throw new DataError(`the data is of version ${text(raw.version) || '(none)'}; ` +
			`this page reads version ${VERSION}. Take page and data from the same fdd.`);
	return {
		tool: printable(text(raw.tool)),
		sources: readList(raw.sources, 'sources', readSource),
		span: readSpan(raw.span),
		calls: number(raw.calls, 'calls'),
		lost: number(raw.lost, 'lost'),
		unparsed: number(raw.unparsed, 'unparsed'),
		functions: labelApart(readList(raw.functions, 'functions', readFunction)),
		detailsLeftOut: number(raw.details_left_out, 'details_left_out'),
		tree: readTree(raw),
		regions: readList(raw.regions, 'regions', readRegion),
		regionsLeftOut: number(raw.regions_left_out, 'regions_left_out'),
		markers: readList(raw.markers, 'markers', readMarker),
		markersLeftOut: number(raw.markers_left_out, 'markers_left_out'),
		why: readList(raw.why, 'why', readExplained),
		lanes: readLanes(raw.axis),
		before: null,
	};
}
