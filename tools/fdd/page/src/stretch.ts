// SPDX-License-Identifier: GPL-2.0
// The calls of the time axis one by one, and what is seen of the trace if only some of
// them count: the functions, and the call tree.

import { shownOf, STRIDE, type Lane, type Lanes, type Stretch } from './lanes';
import { functionName, keyOf, textOfKey } from './names';
import type { Func, Relative, Report, SlowCall } from './report';
import { printable } from './units';
import type { TreeNode } from './tree';

const SLOWEST = 10;

export interface AxisCall {
	lane: number;
	row: number;
	from: number;
	ns: number;
	/** In lanes.names. */
	name: number;
	cpu: number;
	/** The call around it, if the axis has it. */
	caller: AxisCall | null;
	/** Time in calls directly within it, as far as it counts. */
	below_ns: number;
}

export interface AxisCalls {
	list: AxisCall[];
	/** Blocks have this many calls, and those within them, which are not in the list. */
	joined: number;
	/** Shorter calls may be in blocks. */
	joined_ns: number;
}

/** A call that ends where the stretch begins is not in it, unless it takes no time. */
function overlaps(from: number, ns: number, stretch: Stretch): boolean {
	return from <= stretch.to && from + ns >= stretch.from &&
		(ns === 0 || (from < stretch.to && from + ns > stretch.from));
}

/** The part of the call within the stretch. */
function within(call: AxisCall, { from, to }: Stretch): number {
	return Math.max(0, Math.min(call.from + call.ns, to) - Math.max(call.from, from));
}

function callsOfLane(lanes: Lanes, lane: number, stretch: Stretch, calls: AxisCalls): AxisCall[] {
	const found: AxisCall[] = [];
	for (const { spans, least } of shownOf(lanes, lane, stretch.from, stretch.to, 0).lists) {
		for (let i = 0; i < spans.length; i += STRIDE) {
			const row = spans[i]!;
			const from = spans[i + 1]!;
			const ns = spans[i + 2]!;
			const count = spans[i + 4]!;
			if (row === 0 || !overlaps(from, ns, stretch))
				continue;
			if (count === 1 && ns >= least)
				found.push({ lane, row, from, ns, name: spans[i + 3]!, cpu: spans[i + 5]!,
					caller: null, below_ns: 0 });
			else if (count > 1 && least === 0)
				calls.joined += count;
		}
	}
	return found.sort((a, b) => a.from - b.from || a.row - b.row);
}

/** Calls of a lane nest: one in row 3 is within the last one before it in row 2. */
function connect(found: AxisCall[], stretch: Stretch): void {
	const open: (AxisCall | undefined)[] = [];
	for (const call of found) {
		const caller = open[call.row - 1];
		if (caller && caller.from + caller.ns >= call.from + call.ns) {
			call.caller = caller;
			caller.below_ns += within(call, stretch);
		}
		open[call.row] = call;
	}
}

function passes(lane: Lane, { task, cgroup }: Only): boolean {
	return (task === null || lane.name === task) && (cgroup === null || lane.cgroup === cgroup);
}

/** Whose calls count; null: everybody's. */
export interface Only {
	/** The name of its lane. */
	task: string | null;
	cgroup: string | null;
	cpu: number | null;
}

/** All calls that overlap the stretch and that the page has one by one. */
export function callsWithin(lanes: Lanes, stretch: Stretch, only?: Only): AxisCalls {
	const calls: AxisCalls = { list: [], joined: 0,
		joined_ns: shownOf(lanes, 0, stretch.from, stretch.to, 0).joined };
	lanes.lanes.forEach((lane, i) => {
		if (lane.ofCpu || lane.ofRegions || (only && !passes(lane, only)))
			return;
		const found = callsOfLane(lanes, i, stretch, calls);
		connect(found, stretch);
		for (const call of found) {
			if (!only || only.cpu === null || call.cpu === only.cpu)
				calls.list.push(call);
		}
	});
	return calls;
}

/** The names of its callers, the direct one first. */
function callersOf(lanes: Lanes, call: AxisCall): string[] {
	const names: string[] = [];
	for (let caller = call.caller; caller; caller = caller.caller)
		names.push(lanes.names[caller.name] ?? '');
	return names;
}

export function slowCallOf(lanes: Lanes, call: AxisCall): SlowCall {
	return { duration_ns: call.ns, calltime_ns: lanes.first_ns + call.from,
		task: lanes.lanes[call.lane]!.name, cpu: call.cpu, label: '', callers: callersOf(lanes, call),
		place: '' };
}

type Timed = Pick<SlowCall, 'calltime_ns' | 'duration_ns' | 'task'>;

/** The same call, from the axis and from a list of slowest calls; a double may round its time. */
export function isSame(a: Timed, b: Timed): boolean {
	return a.duration_ns === b.duration_ns && a.task === b.task &&
		Math.abs(a.calltime_ns - b.calltime_ns) <= a.calltime_ns * 2 * Number.EPSILON;
}

/** Those of the list that pass, and others; the list says more about a call. */
export function joinCalls(listed: SlowCall[], others: SlowCall[]): SlowCall[] {
	return [...listed, ...others.filter((call) => !listed.some((other) => isSame(call, other)))]
		.sort((a, b) => b.duration_ns - a.duration_ns);
}

function isOfItself(call: AxisCall): boolean {
	for (let caller = call.caller; caller; caller = caller.caller) {
		if (caller.name === call.name)
			return true;
	}
	return false;
}

/** What is gathered of the calls of a function. */
interface Gathered {
	calls: AxisCall[];
	total_ns: number;
	self_ns: number;
	callers: Map<number, Relative>;
	callees: Map<number, Relative>;
}

function addRelative(to: Map<number, Relative>, name: number, text: string, ns: number): void {
	const relative = to.get(name);
	if (relative) {
		relative.calls++;
		relative.total_ns += ns;
	} else {
		to.set(name, { name: text, gap: false, calls: 1, total_ns: ns });
	}
}

function gather(lanes: Lanes, calls: AxisCall[], stretch: Stretch): Map<number, Gathered> {
	const all = new Map<number, Gathered>();
	const of = (name: number): Gathered => {
		const made = all.get(name) ??
			{ calls: [], total_ns: 0, self_ns: 0, callers: new Map(), callees: new Map() };
		all.set(name, made);
		return made;
	};
	for (const call of calls) {
		const own = of(call.name);
		const ns = within(call, stretch);
		own.calls.push(call);
		own.self_ns += selfWithin(call, stretch);
		if (!isOfItself(call))
			own.total_ns += ns;
		if (!call.caller)
			continue;
		addRelative(own.callers, call.caller.name, lanes.names[call.caller.name] ?? '', ns);
		addRelative(of(call.caller.name).callees, call.name, lanes.names[call.name] ?? '', ns);
	}
	return all;
}

function histOf(sorted: number[]): [number, number][] {
	const counts = new Map<number, number>();
	for (const ns of sorted) {
		const low = ns < 1 ? 0 : 2 ** Math.floor(Math.log2(ns));
		counts.set(low, (counts.get(low) ?? 0) + 1);
	}
	return [...counts];
}

function byTime(relatives: Map<number, Relative>): Relative[] {
	return [...relatives.values()].sort((a, b) => b.total_ns - a.total_ns);
}

/** Times are those within the stretch, durations those of the whole calls. */
function functionOf(lanes: Lanes, func: Func, of: Gathered, stretch: Stretch): Func {
	const sorted = of.calls.map(({ ns }) => ns).sort((a, b) => a - b);
	const count = sorted.length;
	const avg_ns = sorted.reduce((sum, ns) => sum + ns, 0) / count;
	const at = (share: number) => sorted[Math.max(0, Math.ceil(share * count) - 1)]!;
	const longest = [...of.calls].sort((a, b) => b.ns - a.ns).slice(0, SLOWEST);
	const listed = func.slowest.filter(({ calltime_ns, duration_ns }) =>
		overlaps(calltime_ns - lanes.first_ns, duration_ns, stretch));
	return {
		...func, calls: count, total_ns: of.total_ns, self_ns: of.self_ns,
		sub_ns: Math.max(0, of.total_ns - of.self_ns), avg_ns, min_ns: sorted[0]!,
		max_ns: sorted[count - 1]!,
		stdv_ns: Math.sqrt(sorted.reduce((sum, ns) => sum + (ns - avg_ns) ** 2, 0) / count),
		p50_ns: at(0.5), p90_ns: at(0.9), p95_ns: at(0.95), p99_ns: at(0.99), p999_ns: at(0.999),
		hist: histOf(sorted), callers: byTime(of.callers), callees: byTime(of.callees),
		before: null,
		slowest: joinCalls(listed, longest.map((call) => slowCallOf(lanes, call))).slice(0, SLOWEST),
	};
}

function nodeNamed(text: string): TreeNode {
	const { key, name } = functionName(text);
	return { key, name, label: printable(name), calls: 0, total_ns: 0, self_ns: 0, gap: false,
		children: [] };
}

/** A tree that grows by calls: those with the same callers are one node. */
class Growing {
	readonly root: TreeNode = { ...nodeNamed('all'), key: keyOf('all', '') };
	/** Nodes by the names of their functions; a caller is before its callees. */
	private readonly known = new Map<TreeNode, Map<number, TreeNode>>([[this.root, new Map()]]);
	private readonly nodes = new Map<AxisCall, TreeNode>();

	constructor(private readonly names: string[]) {}

	private childOf(node: TreeNode, name: number): TreeNode {
		const children = this.known.get(node)!;
		const known = children.get(name);
		if (known)
			return known;
		const child = nodeNamed(this.names[name] ?? '');
		node.children.push(child);
		children.set(name, child);
		this.known.set(child, new Map());
		return child;
	}

	private nodeOf(call: AxisCall): TreeNode {
		const node = this.nodes.get(call) ??
			this.childOf(call.caller ? this.nodeOf(call.caller) : this.root, call.name);
		this.nodes.set(call, node);
		return node;
	}

	add(call: AxisCall, self_ns: number): void {
		const node = this.nodeOf(call);
		node.calls++;
		node.self_ns += self_ns;
	}

	/** With the totals. */
	grown(): TreeNode {
		for (const node of [...this.known.keys()].reverse())
			node.total_ns = node.children.reduce((sum, child) => sum + child.total_ns, node.self_ns);
		return this.root;
	}
}

function selfWithin(call: AxisCall, stretch: Stretch): number {
	return Math.max(0, within(call, stretch) - call.below_ns);
}

function treeOf(lanes: Lanes, calls: AxisCall[], stretch: Stretch): TreeNode {
	const tree = new Growing(lanes.names);
	for (const call of calls)
		tree.add(call, selfWithin(call, stretch));
	return tree.grown();
}

/** These calls and what they called; a caller is before its callees in the list. */
function withCallees(list: AxisCall[], roots: Set<AxisCall>): AxisCall[] {
	const all = new Set<AxisCall>();
	for (const call of list) {
		if (roots.has(call) || (call.caller && all.has(call.caller)))
			all.add(call);
	}
	return [...all];
}

/** Durations, of which the last one is not in it. */
export interface Durations {
	from: number;
	to: number;
}

export interface Chosen {
	calls: SlowCall[];
	tree: TreeNode;
	/** Shorter calls within them are not in the tree. */
	joined_ns: number;
}

/**
 * The calls of a function that took so long, of all calls in the stretch, and the tree of them,
 * with their callers.
 */
export function chooseCalls(lanes: Lanes, all: AxisCalls, key: string, { from, to }: Durations,
	stretch: Stretch): Chosen {
	const wanted = (call: AxisCall) => call.ns >= from && call.ns < to &&
		functionName(lanes.names[call.name] ?? '').key === key;
	const found = all.list.filter(wanted);
	const left = new Set(found);
	const tree = new Growing(lanes.names);
	const grow = (list: AxisCall[], roots: Set<AxisCall>) => {
		for (const call of withCallees(list, roots))
			tree.add(call, selfWithin(call, stretch));
	};
	for (const place of all.joined_ns > 0 ? lanes.places : []) {
		const inIt = ({ from, ns }: AxisCall) => from >= place.from_ns && from + ns <= place.to_ns;
		const here = [...left].filter(inIt);
		here.forEach((call) => left.delete(call));
		const { list } = here.length === 0 ? { list: [] } : callsWithin(lanes, {
			from: Math.max(place.from_ns, stretch.from), to: Math.min(place.to_ns, stretch.to) });
		grow(list, new Set(list.filter((call) => inIt(call) && here.some((other) =>
			other.lane === call.lane && other.row === call.row && other.from === call.from))));
	}
	grow(all.list, left);
	return { calls: found.map((call) => slowCallOf(lanes, call)), tree: tree.grown(),
		joined_ns: all.joined_ns };
}

/** Functions of one module alone; in the tree only they have self time. */
export function reportOfModule(report: Report, module: string): Report {
	const prune = (node: TreeNode): TreeNode => {
		const children = node.children.map(prune).filter(({ total_ns }) => total_ns > 0);
		const self_ns = functionName(textOfKey(node.key)).module === module ? node.self_ns : 0;
		return { ...node, children, self_ns,
			total_ns: children.reduce((sum, child) => sum + child.total_ns, self_ns) };
	};
	return { ...report, functions: report.functions.filter((func) => func.module === module),
		tree: prune(report.tree) };
}

/** The report as if there were nothing but the stretch. */
export function reportWithin(report: Report, lanes: Lanes, calls: AxisCall[],
	stretch: Stretch): Report {
	const gathered = gather(lanes, calls, stretch);
	const byKey = new Map(report.functions.map((func) => [func.key, func]));
	const functions: Func[] = [];
	for (const [name, of] of gathered) {
		const func = byKey.get(functionName(lanes.names[name] ?? '').key);
		if (func)
			functions.push(functionOf(lanes, func, of, stretch));
	}
	return { ...report, functions, tree: treeOf(lanes, calls, stretch) };
}
