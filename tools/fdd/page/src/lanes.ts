// SPDX-License-Identifier: GPL-2.0
// The calls on the time axis, as fdd writes them: by levels of zoom, and all of some places.

import type * as data from './data';
import { DataError, list, number, object, text } from './json';
import { printable } from './units';

/** Numbers of a span in a list of spans: row, time, duration, name, calls. */
export const STRIDE = 5;

export interface Lane {
	name: string;
	rows: number;
	states: boolean;
	ofCpu: boolean;
	ofRegions: boolean;
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
}

export interface Lanes {
	first_ns: number;
	/** Of the whole; other times count from first_ns. */
	ns: number;
	lanesLeftOut: number;
	deepLeftOut: number;
	names: string[];
	/** The names as they are shown. */
	labels: string[];
	lanes: Lane[];
	levels: Level[];
	places: Place[];
}

function readSpans(value: unknown, what: string, lanes: number): number[][] {
	const spans: number[][] = Array.from({ length: lanes }, () => []);
	list(value, what).forEach((entry, i) => {
		const numbers = list(entry, `${what}[${i}]`).map((part) => number(part, `${what}[${i}]`));
		const to = spans[numbers[0]!];
		if (numbers.length !== STRIDE + 1 || !to)
			throw new DataError(`${what}[${i}] is not a span of a lane`);
		for (let n = 1; n <= STRIDE; n++)
			to.push(numbers[n]!);
	});
	return spans;
}

function readLane(value: unknown, what: string): Lane {
	const raw = object<data.Lane>(value, what);
	return {
		name: printable(text(raw.name)),
		rows: number(raw.rows, `${what}.rows`),
		states: raw.states === true,
		ofCpu: raw.of_cpu === true,
		ofRegions: raw.of_regions === true,
	};
}

function readLevel(value: unknown, what: string, lanes: number): Level {
	const raw = object<data.AxisLevel>(value, what);
	return { ns: number(raw.ns, `${what}.ns`), spans: readSpans(raw.spans, `${what}.spans`, lanes) };
}

function readPlace(value: unknown, what: string, lanes: number): Place {
	const raw = object<data.AxisPlace>(value, what);
	return {
		from_ns: number(raw.from_ns, `${what}.from_ns`),
		to_ns: number(raw.to_ns, `${what}.to_ns`),
		spans: readSpans(raw.spans, `${what}.spans`, lanes),
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
		names,
		labels: names.map(printable),
		lanes,
		levels: list(raw.levels, 'axis.levels').map((level, i) =>
			readLevel(level, `axis.levels[${i}]`, lanes.length)),
		places: list(raw.places, 'axis.places').map((place, i) =>
			readPlace(place, `axis.places[${i}]`, lanes.length)),
	});
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
		return { lists: [{ spans: place.spans[lane]!, least: 0 }], joined: 0, finest: false };
	return {
		lists: lanes.levels.slice(0, last + 1).map(({ ns, spans }, i) =>
			({ spans: spans[lane]!, least: i === last ? 0 : ns })),
		joined: lanes.levels[last]?.ns ?? 0,
		finest: level < 0,
	};
}
