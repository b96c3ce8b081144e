// SPDX-License-Identifier: GPL-2.0
// The calls on the time axis, as fdd writes them: by levels of zoom, and all of some places.

import type * as data from './data';
import { DataError, list, number, object, text } from './json';
import { printable } from './units';

/** Numbers of a span in a list of spans: row, time, duration, name, calls, CPU. */
export const STRIDE = 6;

export interface Lane {
	name: string;
	rows: number;
	states: boolean;
	ofCpu: boolean;
	ofRegions: boolean;
	/** Empty if it is not known. */
	cgroup: string;
}

/** From one lane to another one. */
export interface Wake {
	at: number;
	from: number;
	to: number;
}

/** Of the axis: its times count from the begin of the trace. */
export interface Stretch {
	from: number;
	to: number;
}

export interface Level {
	/** Shorter calls are joined into blocks. */
	ns: number;
	/** By lane, one after the other. */
	spans: number[][];
}

export interface Place extends Omit<Level, 'ns'> {
	from_ns: number;
	to_ns: number;
	/** Shorter calls are joined into blocks; 0: none is. */
	joined: number;
}

export interface Lanes {
	first_ns: number;
	/** Of the whole; other times count from first_ns. */
	ns: number;
	lanesLeftOut: number;
	deepLeftOut: number;
	wakesLeftOut: number;
	names: string[];
	/** The names as they are shown. */
	labels: string[];
	lanes: Lane[];
	levels: Level[];
	places: Place[];
	/** By time, within places. */
	wakes: Wake[];
}

/** A reader of the CPUs of spans, one after the other: pairs of a number of spans and a CPU. */
function cpuReader(value: unknown, what: string): () => number {
	const runs = list(value, what).map((part) => number(part, what));
	let at = 0;
	let left = runs[0] ?? 0;
	return () => {
		while (left === 0 && at + 2 < runs.length)
			left = runs[at += 2]!;
		left--;
		return runs[at + 1] ?? 0;
	};
}

function readSpans(raw: { spans?: unknown; cpus?: unknown }, what: string, lanes: number): number[][] {
	const spans: number[][] = Array.from({ length: lanes }, () => []);
	const nextCpu = cpuReader(raw.cpus, `${what}.cpus`);
	list(raw.spans, `${what}.spans`).forEach((entry, i) => {
		const name = `${what}.spans[${i}]`;
		const numbers = list(entry, name).map((part) => number(part, name));
		const to = spans[numbers[0]!];
		if (numbers.length !== STRIDE || !to)
			throw new DataError(`${name} is not a span of a lane`);
		for (let n = 1; n < STRIDE; n++)
			to.push(numbers[n]!);
		to.push(nextCpu());
	});
	return spans;
}

function readWake(value: unknown, what: string, lanes: number): Wake {
	const [at, from, to] = list(value, what).map((part) => number(part, what));
	if (at === undefined || from === undefined || to === undefined || Math.max(from, to) >= lanes)
		throw new DataError(`${what} is not a wake`);
	return { at, from, to };
}

function readLane(value: unknown, what: string): Lane {
	const raw = object<data.Lane>(value, what);
	return {
		name: printable(text(raw.name)),
		rows: number(raw.rows, `${what}.rows`),
		states: raw.states === true,
		ofCpu: raw.of_cpu === true,
		ofRegions: raw.of_regions === true,
		cgroup: raw.cgroup === undefined ? '' : printable(text(raw.cgroup)),
	};
}

function readLevel(value: unknown, what: string, lanes: number): Level {
	const raw = object<data.AxisLevel>(value, what);
	return { ns: number(raw.ns, `${what}.ns`), spans: readSpans(raw, what, lanes) };
}

function readPlace(value: unknown, what: string, lanes: number): Place {
	const raw = object<data.AxisPlace>(value, what);
	return {
		from_ns: number(raw.from_ns, `${what}.from_ns`),
		to_ns: number(raw.to_ns, `${what}.to_ns`),
		spans: readSpans(raw, what, lanes),
		joined: 0,
	};
}

/** CPUs come first. */
function cpusFirst(lanes: Lanes): Lanes {
	const order = lanes.lanes.map((_, i) => i).sort((a, b) =>
		Number(lanes.lanes[b]!.ofCpu) - Number(lanes.lanes[a]!.ofCpu) || a - b);
	const sorted = <T>(values: T[]) => order.map((i) => values[i]!);
	return {
		...lanes,
		lanes: sorted(lanes.lanes),
		levels: lanes.levels.map((level) => ({ ...level, spans: sorted(level.spans) })),
		places: lanes.places.map((place) => ({ ...place, spans: sorted(place.spans) })),
		wakes: lanes.wakes.map(({ at, from, to }) =>
			({ at, from: order.indexOf(from), to: order.indexOf(to) })).sort((a, b) => a.at - b.at),
	};
}

export function readLanes(value: unknown): Lanes | null {
	if (value === undefined || value === null)
		return null;
	const raw = object<data.Axis>(value, 'axis');
	const first_ns = number(raw.first_ns, 'axis.first_ns');
	const lanes = list(raw.lanes, 'axis.lanes').map((lane, i) => readLane(lane, `axis.lanes[${i}]`));
	const names = list(raw.names, 'axis.names').map(text);
	return cpusFirst({
		first_ns,
		ns: Math.max(1, number(raw.last_ns, 'axis.last_ns') - first_ns),
		lanesLeftOut: number(raw.lanes_left_out, 'axis.lanes_left_out'),
		deepLeftOut: number(raw.deep_left_out, 'axis.deep_left_out'),
		wakesLeftOut: number(raw.wakes_left_out, 'axis.wakes_left_out'),
		names,
		labels: names.map(printable),
		lanes,
		levels: list(raw.levels, 'axis.levels').map((level, i) =>
			readLevel(level, `axis.levels[${i}]`, lanes.length)),
		places: list(raw.places, 'axis.places').map((place, i) =>
			readPlace(place, `axis.places[${i}]`, lanes.length)),
		wakes: list(raw.wakes, 'axis.wakes').map((wake, i) =>
			readWake(wake, `axis.wakes[${i}]`, lanes.length)),
	});
}

/** Spans of a lane, each once: those of a level are in no other one. */
export function* spansOf(shown: Shown): Generator<[spans: number[], at: number]> {
	for (const { spans, least } of shown.lists) {
		for (let i = 0; i < spans.length; i += STRIDE) {
			const calls = spans[i + 4]!;
			if (calls === 0 || least === 0 || (calls === 1 && spans[i + 2]! >= least))
				yield [spans, i];
		}
	}
}

/** Of the last requested places. */
const MOST_PLACES = 8;

/** A part of the axis that came by itself, as a place of the whole. */
export function withWindow(lanes: Lanes, part: Lanes, from_ns: number, to_ns: number): Lanes {
	const names = [...lanes.names];
	const nameNumbers = new Map(names.map((name, i) => [name, i]));
	const numberOf = (name: string) => {
		const known = nameNumbers.get(name);
		if (known !== undefined)
			return known;
		nameNumbers.set(name, names.length);
		return names.push(name) - 1;
	};
	const nameOf = part.names.map(numberOf);
	const all = [...lanes.lanes];
	const laneOf = part.lanes.map((lane) => {
		const known = all.findIndex(({ name, ofCpu }) => name === lane.name && ofCpu === lane.ofCpu);
		if (known < 0)
			return all.push(lane) - 1;
		all[known] = { ...all[known]!, rows: Math.max(all[known]!.rows, lane.rows) };
		return known;
	});
	const longer = (spans: number[][]) => all.map((_, i) => spans[i] ?? []);
	const later = part.first_ns - lanes.first_ns;
	const place: Place = { from_ns, to_ns, joined: part.levels.at(-1)?.ns ?? 0, spans: longer([]) };
	part.lanes.forEach((_, i) => {
		const to = place.spans[laneOf[i]!]!;
		for (const [spans, at] of spansOf(shownOf(part, i, 0, part.ns, 0)))
			to.push(spans[at]!, spans[at + 1]! + later, spans[at + 2]!, nameOf[spans[at + 3]!]!,
				spans[at + 4]!, spans[at + 5]!);
	});
	const wakes = [...lanes.wakes.filter(({ at }) => at < from_ns || at > to_ns),
		...part.wakes.map(({ at, from, to }) => ({ at: at + later, from: laneOf[from]!, to: laneOf[to]! }))];
	return { ...lanes, names, labels: names.map(printable), lanes: all,
		levels: lanes.levels.map((level) => ({ ...level, spans: longer(level.spans) })),
		places: [place, ...lanes.places.slice(0, MOST_PLACES - 1)
			.map((other) => ({ ...other, spans: longer(other.spans) }))],
		wakes: wakes.sort((a, b) => a.at - b.at) };
}

/** The drawn part of a lane: lists of spans, of which those shorter than least are left out. */
export interface Shown {
	lists: { spans: number[]; least: number }[];
	/** Shorter calls are joined; 0: none is. */
	joined: number;
	/** All of it: the zoom is deeper than the levels. */
	finest: boolean;
}

/** The spans of a lane for a stretch of time of which a pixel has this many ns. */
export function shownOf(lanes: Lanes, lane: number, from: number, to: number, pixel: number): Shown {
	const level = lanes.levels.findIndex(({ ns }) => ns <= 3 * pixel);
	const last = level < 0 ? lanes.levels.length - 1 : level;
	const place = level < 0 ?
		lanes.places.find(({ from_ns, to_ns }) => from_ns <= from && to <= to_ns) : undefined;
	if (place)
		return { lists: [{ spans: place.spans[lane]!, least: 0 }], joined: place.joined, finest: false };
	return {
		lists: lanes.levels.slice(0, last + 1).map(({ ns, spans }, i) =>
			({ spans: spans[lane]!, least: i === last ? 0 : ns })),
		joined: lanes.levels[last]?.ns ?? 0,
		finest: level < 0,
	};
}
