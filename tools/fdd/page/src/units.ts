// SPDX-License-Identifier: GPL-2.0
// Numbers with their units. Time is kept in ns until it is printed.

const UNITS: [number, string][] = [[1e9, 's'], [1e6, 'ms'], [1e3, 'us'], [1, 'ns']];

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const decimals = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat('en-US', {
	minimumFractionDigits: digits,
	maximumFractionDigits: digits,
}));

/** The most readable unit of a time. */
function unitOf(ns: number): [number, string] {
	const size = Math.abs(ns);
	// 999.96 us is "1 ms", not "1000 us"
	return UNITS.find(([factor]) => size >= factor * 0.99995) ?? [1, 'ns'];
}

/** "1.235 ms": four significant digits, whole ns. */
export function formatTime(ns: number): string {
	const [factor, unit] = unitOf(ns);
	if (factor === 1)
		return `${decimals[Number.isInteger(ns) ? 0 : 1]!.format(ns)} ns`;
	const value = ns / factor;
	const digits = Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3;
	return `${decimals[digits]!.format(value)} ${unit}`;
}

/** A label of an axis: as short as possible without losing digits. */
export function formatTick(ns: number): string {
	const [factor, unit] = unitOf(ns);
	return `${Number((ns / factor).toPrecision(6))} ${unit}`;
}

/** A power of two of ns, for the edge of a bucket: "1.02 us", "524 us". */
export function formatEdge(ns: number): string {
	const [factor, unit] = unitOf(ns);
	return `${Number((ns / factor).toPrecision(3))} ${unit}`;
}

/** A point of time as in the trace: seconds with nine decimals. */
export function formatClock(ns: number): string {
	const seconds = Math.floor(ns / 1e9);
	const rest = String(Math.round(ns - seconds * 1e9)).padStart(9, '0');
	return `${seconds}.${rest} s`;
}

/** "+1.235 ms" */
export function formatChange(change: number, format: (value: number) => string): string {
	return change === 0 ? '0' : `${change > 0 ? '+' : '\u2212'}${format(Math.abs(change))}`;
}

/** "from 1.02 us to 2.05 us" */
export function durationsText({ from, to }: { from: number; to: number }): string {
	return `from ${from < 1 ? '0 ns' : formatTime(from)}${to < Infinity ? ` to ${formatTime(to)}` : ' on'}`;
}

export function formatCount(count: number): string {
	return whole.format(count);
}

export function formatShare(part: number, all: number): string {
	if (!(all > 0))
		return '';
	const percent = 100 * part / all;
	if (part > 0 && percent < 0.01)
		return '<0.01 %';
	return `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
}

export function plural(count: number, one: string, many: string): string {
	return `${formatCount(count)} ${count === 1 ? one : many}`;
}

// Characters that are invisible or reorder others: a name with such characters must not
// look like another name.
const INVISIBLE =
	/[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;

const LONGEST_NAME = 240;

/** A name as shown on the page. */
export function printable(name: string): string {
	if (name === '')
		return '(no name)';
	const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
	return cut.replace(INVISIBLE, (char) =>
		char === '\u00a0' ? ' ' : `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
