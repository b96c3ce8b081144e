// SPDX-License-Identifier: GPL-2.0
// Calls as "fdd why" explains them.

import type * as data from './data';
import { list, number, object, text } from './json';
import { printable } from './units';

export const TIME_KINDS = ['running', 'asleep', 'waiting', 'interrupts', 'unknown'] as const;
export type TimeKind = typeof TIME_KINDS[number];

export interface SpanOfTime {
	kind: TimeKind;
	/** Since the begin of the call. */
	from_ns: number;
	ns: number;
}

export interface Waker {
	text: string;
	/** Its time during the sleep that it ended. */
	meanwhile: TimeOfTask | null;
}

export interface PartOfTime {
	kind: TimeKind;
	ns: number;
	text: string;
	waker: Waker | null;
}

export interface TimeOfTask {
	task: string;
	ns: number;
	/** They add up to ns. */
	parts: PartOfTime[];
	timeline: SpanOfTime[];
}

export interface UserFrame {
	name: string;
	module: string;
	/** "conf.c:212", or empty. */
	line: string;
	inlined: boolean;
}

/** Where the program made the call. */
export interface UserStack {
	place: string;
	/** The innermost first. */
	frames: UserFrame[];
	/** Why there are no more; empty if it is complete. */
	end: string;
}

export interface Explained extends TimeOfTask {
	name: string;
	calltime_ns: number;
	duration_ns: number;
	cpu: number;
	label: string;
	/** Of its function. */
	calls: number;
	p50_ns: number;
	/** The call and most of its time, in a sentence. */
	finding: string;
	notes: string[];
	user: UserStack | null;
}

function readKind(value: unknown): TimeKind {
	return TIME_KINDS.find((kind) => kind === value) ?? 'unknown';
}

function readSpan(value: unknown, what: string): SpanOfTime {
	const raw = object<data.SpanOfTime>(value, what);
	return {
		kind: readKind(raw.kind),
		from_ns: number(raw.from_ns, `${what}.from_ns`),
		ns: number(raw.ns, `${what}.ns`),
	};
}

function readWaker(value: unknown, what: string): Waker | null {
	if (value === undefined || value === null)
		return null;
	const raw = object<data.Waker>(value, what);
	const meanwhile = raw.meanwhile;
	return {
		text: printableText(raw.text),
		meanwhile: meanwhile === undefined || meanwhile === null ? null :
			readTime(meanwhile, `${what}.meanwhile`),
	};
}

function readPart(value: unknown, what: string): PartOfTime {
	const raw = object<data.PartOfTime>(value, what);
	return {
		kind: readKind(raw.kind),
		ns: number(raw.ns, `${what}.ns`),
		text: printableText(raw.text),
		waker: readWaker(raw.waker, `${what}.waker`),
	};
}

/** A sentence with several names: longer than one of them. */
function printableText(value: unknown): string {
	return text(value).split(' ').map((word) => word === '' ? '' : printable(word)).join(' ');
}

function readTime(value: unknown, what: string): TimeOfTask {
	const raw = object<data.TimeOfTask>(value, what);
	return {
		task: printable(text(raw.task)),
		ns: number(raw.ns, `${what}.ns`),
		parts: list(raw.parts, `${what}.parts`).map((part, i) => readPart(part, `${what}.parts[${i}]`)),
		timeline: list(raw.timeline, `${what}.timeline`)
			.map((span, i) => readSpan(span, `${what}.timeline[${i}]`)),
	};
}

function readFrame(value: unknown, what: string): UserFrame {
	const raw = object<data.UserStack['frames'][number]>(value, what);
	const file = raw.file === undefined ? '' : text(raw.file).split('/').pop()!;
	return {
		name: printable(text(raw.name)),
		module: text(raw.module) && printable(text(raw.module)),
		line: file && printable(raw.line === undefined ? file :
			`${file}:${number(raw.line, `${what}.line`)}`),
		inlined: raw.inlined === true,
	};
}

function readUserStack(value: unknown, what: string): UserStack | null {
	if (value === undefined || value === null)
		return null;
	const raw = object<data.UserStack>(value, what);
	return {
		place: printableText(raw.place),
		frames: list(raw.frames, `${what}.frames`).map((frame, i) =>
			readFrame(frame, `${what}.frames[${i}]`)),
		end: text(raw.end) && printableText(raw.end),
	};
}

export function readExplained(value: unknown, what: string): Explained {
	const raw = object<data.ExplainedCall>(value, what);
	return {
		...readTime(value, what),
		name: printable(text(raw.name)),
		calltime_ns: number(raw.calltime_ns, `${what}.calltime_ns`),
		duration_ns: number(raw.duration_ns, `${what}.duration_ns`),
		cpu: number(raw.cpu, `${what}.cpu`),
		label: printable(text(raw.label)),
		calls: number(raw.calls, `${what}.calls`),
		p50_ns: number(raw.p50_ns, `${what}.p50_ns`),
		finding: printableText(raw.finding),
		notes: list(raw.notes, `${what}.notes`).map(printableText),
		user: readUserStack(raw.user, `${what}.user`),
	};
}
