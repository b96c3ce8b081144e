// SPDX-License-Identifier: GPL-2.0
// What to look at first: the findings of "fdd why" in sentences, each with the timelines of
// the call and of the tasks that it waited for, and on demand the parts of its time.

import { axisBottom } from 'd3-axis';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { byId, make, onWidth } from './dom';
import { TIME_KINDS, type Explained, type PartOfTime, type SpanOfTime, type TimeKind,
	type TimeOfTask, type UserStack } from './explained';
import type { Model } from './model';
import type { Report } from './report';
import { formatClock, formatTick, formatTime, plural } from './units';

const NAMES: Record<TimeKind, string> = {
	running: 'running', asleep: 'asleep', waiting: 'ready, waiting for a CPU',
	interrupts: 'interrupts', unknown: 'not known',
};

const ROW = 36;
const BAR = 15;
const AXIS = 24;
const NOTE = 18;
const MARGIN = 18;
/** Of a timeline whose parts are not shown. */
const FIRST_ROWS = 3;

interface Row {
	time: TimeOfTask;
	/** Wakers of wakers are indented. */
	level: number;
}

/** The call, and below it the tasks that woke it, with those that woke them. */
function rowsOf(time: TimeOfTask, level = 0): Row[] {
	const wakers = time.parts.flatMap(({ waker }) => waker?.meanwhile ?? []);
	return [{ time, level }, ...wakers.flatMap((waker) => rowsOf(waker, level + 1))];
}

/** To the ns, so that the parts add up: in ms or us, by the length of the call. */
function formatExact(ns: number, whole: number): string {
	return whole >= 1e6 ? `${(ns / 1e6).toFixed(6)} ms` : `${(ns / 1e3).toFixed(3)} us`;
}

function formatPercent(ns: number, whole: number): string {
	return `${whole > 0 ? Math.floor(ns * 100 / whole + 0.5) : 0} %`;
}

function headOf(call: Explained, manySources: boolean): string {
	return `${formatExact(call.duration_ns, call.duration_ns)}  ` +
		`${manySources ? `${call.label}, ` : ''}${call.task}, CPU ${call.cpu}, ` +
		`at ${formatClock(call.calltime_ns)} ` +
		`(p50 of ${plural(call.calls, 'call', 'calls')}: ${formatTime(call.p50_ns)})`;
}

/** The timeline for those who do not see it; the list below it has the rest. */
function describe(call: Explained): string {
	return `Timeline of ${call.name}. ` + rowsOf(call).map(({ time }) => `${time.task}: ` +
		TIME_KINDS.map((kind) => ({ kind, ns: sum(time.parts, kind) })).filter(({ ns }) => ns > 0)
			.map(({ kind, ns }) => `${NAMES[kind]} ${formatTime(ns)}`).join(', ')).join('; ');
}

function sum(parts: PartOfTime[], kind: TimeKind): number {
	return parts.reduce((ns, part) => part.kind === kind ? ns + part.ns : ns, 0);
}

function kindsOf(calls: Explained[]): TimeKind[] {
	const seen = new Set(calls.flatMap(rowsOf).flatMap(({ time }) =>
		time.timeline.map(({ kind }) => kind)));
	return TIME_KINDS.filter((kind) => seen.has(kind));
}

function swatch(kind: TimeKind): HTMLElement {
	return make('span', { class: `swatch time-${kind}`, 'aria-hidden': 'true' });
}

function partsOf(time: TimeOfTask, whole: number, label: string): HTMLElement {
	return make('ul', { class: 'why-parts', 'aria-label': label },
		...time.parts.map((part) => partOf(part, time, whole)));
}

function partOf(part: PartOfTime, time: TimeOfTask, whole: number): HTMLElement {
	const item = make('li', { 'data-kind': part.kind }, swatch(part.kind),
		make('span', { class: 'time' }, formatExact(part.ns, whole)), ' ',
		make('span', { class: 'share' }, formatPercent(part.ns, time.ns)), ' ',
		make('span', { class: 'text' }, part.text));
	if (part.waker) {
		item.append(make('p', { class: 'waker' }, part.waker.text));
		if (part.waker.meanwhile)
			item.append(partsOf(part.waker.meanwhile, whole,
				`${part.waker.meanwhile.task} meanwhile`));
	}
	return item;
}

/** Functions of the program, the innermost first. */
function framesOf({ frames, end }: UserStack): HTMLElement {
	return make('div', { class: 'frames' },
		make('h3', {}, 'Where the program made the call'),
		make('ol', {}, ...frames.map(({ name, module, line, inlined }) => make('li', {},
			make('span', { class: 'name' }, name),
			[module && ` of ${module}`, line && `, ${line}`, inlined ? ', inlined' : ''].join('')))),
		...end ? [make('p', { class: 'hint' }, `There it ends: ${end}.`)] : []);
}

export class Why {
	private report: Report | null = null;
	private width = 0;

	constructor(private readonly model: Model) {
		onWidth(byId('why-calls'), (width) => {
			this.width = width;
			this.drawTimelines();
		});
		model.onChange((change) => {
			if (change === 'report')
				this.draw(model.report!);
			else if (change === 'explained')
				this.open(model.report!.why.indexOf(model.explained!));
		});
	}

	/** Calls that are shown already stay as they are: open, closed or focused. */
	private draw(report: Report): void {
		const same = JSON.stringify(report.why) === JSON.stringify(this.report?.why);
		this.report = report;
		byId('why').hidden = report.why.length === 0;
		if (same)
			return;
		byId('why-legend').replaceChildren(...kindsOf(report.why).map((kind) =>
			make('li', {}, swatch(kind), NAMES[kind])));
		byId('why-calls').replaceChildren(...report.why.map((call) => this.callOf(call)));
		this.drawTimelines();
	}

	private open(number: number): void {
		const call = byId('why-calls').children[number];
		const details = call?.querySelector('details');
		if (!call || !details)
			return;
		details.open = true;
		details.querySelector('summary')!.focus({ preventScroll: true });
		call.scrollIntoView({ block: 'start' });
	}

	private callOf(call: Explained): HTMLElement {
		const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
		const details = make('details', {},
			make('summary', {}, 'Where the time went'),
			make('p', { class: 'head' }, headOf(call, this.report!.sources.length > 1)),
			partsOf(call, call.ns, `Where the time of ${call.name} went`),
			...call.user ? [framesOf(call.user)] : [],
			...call.notes.map((note) => make('p', { class: 'hint' }, `Note: ${note}`)));
		svg.setAttribute('role', 'img');
		svg.setAttribute('aria-label', describe(call));
		details.addEventListener('toggle', () => this.drawTimelines());
		return make('li', { class: 'why-call' }, this.sentenceOf(call),
			...call.user?.place ? [make('p', { class: 'where' }, `in ${call.user.place}`)] : [], svg, details,
			...this.report!.lanes ? [this.placeOf(call)] : []);
	}

	private placeOf(call: Explained): HTMLElement {
		const button = make('button', { type: 'button', class: 'link place' }, 'On the time axis');
		button.addEventListener('click', () => this.model.showPlace({
			calltime_ns: call.calltime_ns, ns: call.duration_ns, task: call.task }));
		return button;
	}

	/** The sentence; the name in it, with which it begins, leads to the function. */
	private sentenceOf(call: Explained): HTMLElement {
		const name = make('button', { type: 'button', class: 'link name',
			title: 'Show its details' }, call.name);
		name.addEventListener('click', () => {
			const func = this.model.functionNamed(call.name);
			if (func)
				this.model.select(func);
			byId('details').scrollIntoView({ block: 'nearest' });
		});
		return make('p', { class: 'finding' }, name, call.finding.startsWith(call.name) ?
			call.finding.slice(call.name.length) : ` ${call.finding}`);
	}

	private drawTimelines(): void {
		const calls = this.report?.why ?? [];
		byId('why-calls').querySelectorAll('svg').forEach((svg, i) => {
			if (calls[i] && this.width > 0)
				this.drawTimeline(svg, calls[i]);
		});
	}

	private drawTimeline(svg: SVGSVGElement, call: Explained): void {
		const all = rowsOf(call);
		const open = svg.parentElement!.querySelector('details')!.open;
		const rows = open ? all : all.slice(0, FIRST_ROWS);
		const left = all.length - rows.length;
		const height = (left > 0 ? NOTE : 0) + rows.length * ROW + AXIS;
		const x = scaleLinear().domain([0, call.ns]).range([MARGIN, this.width - MARGIN]);
		const chart = select(svg).attr('width', this.width).attr('height', height);
		chart.selectAll('*').remove();
		chart.append('g').attr('class', 'axis')
			.attr('transform', `translate(0,${height - AXIS})`)
			.call(axisBottom(x).ticks(Math.max(2, this.width / 120))
				.tickFormat((ns) => formatTick(+ns)).tickSizeOuter(0) as never);
		if (left > 0)
			chart.append('text').attr('class', 'rest').attr('x', MARGIN)
				.attr('y', rows.length * ROW + 14)
				.text(`and ${plural(left, 'task', 'tasks')} more that it waited for`);
		const groups = chart.selectAll<SVGGElement, Row>('g.row').data(rows).join('g')
			.attr('class', 'row').attr('transform', (_, i) => `translate(0,${i * ROW})`);
		groups.append('text').attr('y', 14).attr('x', ({ level }) => MARGIN + 12 * level)
			.text(({ time, level }) => `${level > 0 ? 'woken by ' : ''}${time.task}`);
		groups.selectAll<SVGRectElement, SpanOfTime>('rect').data(({ time }) => time.timeline)
			.join('rect').each((span, i, rects) => fillSpan(rects[i]!, span, x));
	}
}

function fillSpan(rect: SVGRectElement, span: SpanOfTime, x: ScaleLinear<number, number>): void {
	const from = x(span.from_ns);
	const made = select(rect).attr('class', `time-${span.kind}`).attr('y', 18).attr('height', BAR)
		.attr('x', from).attr('width', Math.max(0.5, x(span.from_ns + span.ns) - from));
	made.append('title').text(`${NAMES[span.kind]}: ${formatTime(span.ns)}, ` +
		`from ${formatTime(span.from_ns)} on`);
}
