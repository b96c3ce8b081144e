// SPDX-License-Identifier: GPL-2.0
// The state of the page: the report, the functions that are switched on, the selected one,
// the search. The views draw themselves from it and are notified when it changes.

import type { Explained } from './explained';
import { searchMatcher, type Match } from './glob';
import type { Kind } from './kinds';
import type { Lanes, Stretch } from './lanes';
import { functionName, textOfKey } from './names';
import type { Func, Report } from './report';
import { callsWithin, chooseCalls, reportOfModule, reportWithin, type AxisCalls, type Chosen,
	type Durations, type Only } from './stretch';
import type { TreeNode } from './tree';

export type Change = 'report' | 'lanes' | 'switched' | 'selected' | 'searched' | 'metric' | 'place' |
	'explained' | 'chosen';

/** The metrics of the bars; only self times add up to the whole. */
export const METRICS = {
	self_ns: 'Self time',
	total_ns: 'Total time',
	calls: 'Calls',
	p99_ns: 'p99',
	max_ns: 'Longest call',
} as const;
export type Metric = keyof typeof METRICS;

/** A call on the time axis. */
export interface CallPlace {
	calltime_ns: number;
	ns: number;
	task: string;
}

/** The switches, with names as fdd writes them. */
export interface Switches {
	kinds: string[];
	/** By hand, against their kind. */
	on: string[];
	off: string[];
}

/** What the page is limited to; null: not. */
export interface Filter extends Only {
	module: string | null;
}

interface Snapshot {
	kindsOn: Record<Kind, boolean>;
	byHand: Map<string, boolean>;
}

const KINDS: Kind[] = ['work', 'sleep', 'idle'];
/** The number of changes of the switches that can be undone. */
const MOST_UNDO = 50;

export class Model {
	/** All of it, or the part within the stretch. */
	report: Report | null = null;
	/** The part of the time axis that everything else is limited to. */
	stretch: Stretch | null = null;
	filter: Filter = { task: null, cgroup: null, cpu: null, module: null };
	/** Calls within the stretch that pass the filter; null: all of the trace. */
	inStretch: AxisCalls | null = null;
	/** Of the selected function; only calls that took so long are listed and in the tree. */
	durations: Durations | null = null;
	chosen: Chosen | null = null;
	/** The last change of the two moved one end, and can be undone together with those before it. */
	adjusted = false;
	selected: Func | null = null;
	metric: Metric = 'self_ns';
	place: CallPlace | null = null;
	/** The call whose explanation is shown. */
	explained: Explained | null = null;
	query = '';
	/** All functions, the largest first. */
	ranked: Func[] = [];
	/** The self time of all functions that are switched on. */
	shownSelf_ns = 0;

	private whole: Report | null = null;
	/** Of the time axis. */
	private every: AxisCalls | null = null;
	/** That of a server, which does not come with the report. */
	private lanes: Lanes | null = null;
	private matches: Match | null = null;
	private byKey = new Map<string, Func>();
	private byName = new Map<string, Func>();
	private kindsOn: Record<Kind, boolean> = { work: true, sleep: false, idle: false };
	/** Functions that were switched by hand, against what their kind says. */
	private byHand = new Map<string, boolean>();
	/** The switches before each change, the latest last. */
	private undone: Snapshot[] = [];
	private listeners: ((change: Change) => void)[] = [];

	onChange(listener: (change: Change) => void): void {
		this.listeners.push(listener);
	}

	private tell(change: Change): void {
		for (const listener of this.listeners)
			listener(change);
	}

	/** New data; switches and selection stay. */
	setReport(whole: Report): void {
		this.whole = this.lanes ? { ...whole, lanes: this.lanes } : whole;
		this.every = null;
		this.limit();
	}

	/** A new time axis, which may begin at another time. */
	setLanes(lanes: Lanes): void {
		const later = lanes.first_ns - (this.lanes?.first_ns ?? lanes.first_ns);
		const first = this.lanes === null;
		this.lanes = lanes;
		this.every = null;
		if (this.stretch)
			this.stretch = { from: this.stretch.from - later, to: this.stretch.to - later };
		if (!this.whole)
			return;
		this.whole = { ...this.whole, lanes };
		if (first || this.inStretch)
			this.limit();
		else
			this.report = { ...this.report!, lanes };
		this.tell('lanes');
	}

	/** Of the whole trace. */
	get wholeReport(): Report | null {
		return this.whole;
	}

	setFilter(filter: Partial<Filter>): void {
		this.filter = { ...this.filter, ...filter };
		if (this.whole)
			this.limit();
	}

	private get filtersCalls(): boolean {
		const { task, cgroup, cpu } = this.filter;
		return task !== null || cgroup !== null || cpu !== null;
	}

	/** Limits everything to what is within the stretch. */
	private limit(): void {
		const whole = this.whole!;
		const { module } = this.filter;
		const stretch = this.stretch ?? { from: 0, to: whole.lanes?.ns ?? 0 };
		this.inStretch = whole.lanes && (this.stretch || this.filtersCalls) ?
			callsWithin(whole.lanes, stretch, this.filter) : null;
		const report = this.inStretch ?
			reportWithin(whole, whole.lanes!, this.inStretch.list, stretch) : whole;
		this.take(module === null ? report : reportOfModule(report, module));
	}

	private take(report: Report): void {
		const before = this.selected?.key;
		this.report = report;
		this.byKey = new Map(report.functions.map((func) => [func.key, func]));
		this.byName = new Map(report.functions.map((func) => [func.name, func]));
		this.rank();
		this.sum();
		this.selected = (before === undefined ? undefined : this.byKey.get(before)) ??
			this.shown(1)[0] ?? null;
		if (this.selected?.key !== before)
			this.durations = null;
		this.choose();
		this.tell('report');
	}

	/** Only what is within the stretch of the time axis; null: everything. */
	setStretch(stretch: Stretch | null, adjusted = false): void {
		const lanes = this.whole?.lanes;
		if (!lanes || (!stretch && !this.stretch))
			return;
		const at = (ns: number) => Math.round(Math.max(0, Math.min(lanes.ns, ns)));
		this.stretch = stretch ? { from: at(stretch.from),
			to: Math.max(at(stretch.from) + 1, at(stretch.to)) } : null;
		this.adjusted = adjusted;
		this.limit();
		this.adjusted = false;
	}

	/** Only calls of the selected function that took so long; null: all of them. */
	setDurations(durations: Durations | null, adjusted = false): void {
		if (!durations && !this.durations)
			return;
		this.durations = durations;
		this.choose();
		this.adjusted = adjusted;
		this.tell('chosen');
		this.adjusted = false;
	}

	private choose(): void {
		const lanes = this.whole?.lanes;
		this.chosen = null;
		if (!this.durations || !this.selected || !lanes)
			return;
		const whole = { from: 0, to: lanes.ns };
		const calls = this.inStretch ?? (this.every ??= callsWithin(lanes, whole));
		this.chosen = chooseCalls(lanes, calls, this.selected.key, this.durations,
			this.stretch ?? whole);
	}

	/** With an earlier trace, as far as it can be: a part of a trace cannot. */
	get comparing(): boolean {
		return this.report?.before !== undefined && this.report.before !== null && !this.inStretch;
	}

	/** The call tree: of the chosen calls, or of all. */
	get tree(): TreeNode | null {
		return this.chosen?.tree ?? this.report?.tree ?? null;
	}

	private rank(): void {
		const metric = this.metric;
		this.ranked = [...this.report?.functions ?? []].sort((a, b) =>
			b[metric] - a[metric] || (a.name < b.name ? -1 : 1));
	}

	private sum(): void {
		this.shownSelf_ns = this.ranked.reduce((sum, func) =>
			this.isOn(func) ? sum + func.self_ns : sum, 0);
	}

	/** A writer may leave the module out in the tree. */
	functionOf(key: string, name: string): Func | undefined {
		return this.byKey.get(key) ?? this.byName.get(name);
	}

	/** The function of a caller's name, which may include the module. */
	functionNamed(text: string): Func | undefined {
		const { key, name } = functionName(text);
		return this.functionOf(key, name);
	}

	isOn(func: Func): boolean {
		return this.byHand.get(func.key) ?? this.kindsOn[func.kind];
	}

	isKindOn(kind: Kind): boolean {
		return this.kindsOn[kind];
	}

	/** The first functions that are switched on. */
	shown(count: number): Func[] {
		const shown: Func[] = [];
		for (const func of this.ranked) {
			if (shown.length === count)
				break;
			if (this.isOn(func))
				shown.push(func);
		}
		return shown;
	}

	countOn(kind?: Kind): number {
		return this.ranked.filter((func) =>
			(kind === undefined || func.kind === kind) && this.isOn(func)).length;
	}

	countOfKind(kind: Kind): number {
		return this.ranked.filter((func) => func.kind === kind).length;
	}

	switches(): Switches {
		const byHand = (wanted: boolean) => [...this.byHand]
			.filter(([, on]) => on === wanted).map(([key]) => textOfKey(key)).sort();
		return { kinds: KINDS.filter((kind) => this.kindsOn[kind]),
			on: byHand(true), off: byHand(false) };
	}

	/** The function may be missing now and come with new data. */
	setSwitches({ kinds, on, off }: Switches): void {
		const keyed = (names: string[], value: boolean): [string, boolean][] =>
			names.map((name) => [functionName(name).key, value]);
		this.kindsOn = { work: kinds.includes('work'), sleep: kinds.includes('sleep'),
			idle: kinds.includes('idle') };
		this.byHand = new Map([...keyed(on, true), ...keyed(off, false)]);
		this.undone = [];
		this.sum();
		this.tell('switched');
	}

	get canUndo(): boolean {
		return this.undone.length > 0;
	}

	undo(): void {
		const before = this.undone.pop();
		if (!before)
			return;
		this.kindsOn = before.kindsOn;
		this.byHand = before.byHand;
		this.sum();
		this.tell('switched');
	}

	private keepForUndo(): void {
		this.undone.push({ kindsOn: { ...this.kindsOn }, byHand: new Map(this.byHand) });
		if (this.undone.length > MOST_UNDO)
			this.undone.shift();
	}

	switch(funcs: Func[], on: boolean): void {
		this.keepForUndo();
		for (const func of funcs) {
			if (on === this.kindsOn[func.kind])
				this.byHand.delete(func.key);
			else
				this.byHand.set(func.key, on);
		}
		this.sum();
		this.tell('switched');
	}

	toggle(func: Func): void {
		this.switch([func], !this.isOn(func));
	}

	/** Every function of the kind, also those that were switched by hand. */
	switchKind(kind: Kind, on: boolean): void {
		this.keepForUndo();
		this.kindsOn[kind] = on;
		for (const func of this.ranked) {
			if (func.kind === kind)
				this.byHand.delete(func.key);
		}
		this.sum();
		this.tell('switched');
	}

	/** The defaults: functions that sleep and those of the idle loop are off, others on. */
	switchDefaults(): void {
		this.keepForUndo();
		this.kindsOn = { work: true, sleep: false, idle: false };
		this.byHand.clear();
		this.sum();
		this.tell('switched');
	}

	/** These, and nothing else. */
	switchOnly(funcs: Func[]): void {
		this.keepForUndo();
		const wanted = new Set(funcs);
		this.kindsOn = { work: false, sleep: false, idle: false };
		this.byHand = new Map([...wanted].map((func) => [func.key, true]));
		this.sum();
		this.tell('switched');
	}

	select(func: Func): void {
		if (func !== this.selected)
			this.durations = this.chosen = null;
		this.selected = func;
		this.tell('selected');
	}

	/** Show it on the time axis. */
	showPlace(place: CallPlace): void {
		this.place = place;
		this.tell('place');
	}

	/** Show where its time went. */
	showExplained(call: Explained): void {
		this.explained = call;
		this.tell('explained');
	}

	setMetric(metric: Metric): void {
		this.metric = metric;
		this.rank();
		this.tell('metric');
	}

	search(query: string): void {
		this.query = query;
		this.matches = searchMatcher(query);
		this.tell('searched');
	}

	get searching(): boolean {
		return this.matches !== null;
	}

	isMatch(name: string): boolean {
		return this.matches !== null && this.matches(name);
	}

	/** The functions that the search finds; all of them without a search. */
	found(): Func[] {
		const matches = this.matches;
		return matches === null ? this.ranked :
			this.ranked.filter((func) => matches(func.name) ||
				(func.module !== '' && matches(func.module)));
	}
}
