// SPDX-License-Identifier: GPL-2.0
// The selected function: its numbers, the histogram of its durations, its slowest
// calls.

import { axisBottom, axisLeft } from 'd3-axis';
import { scaleBand, scaleLinear, scaleSymlog, type ScaleBand,
	type ScaleContinuousNumeric } from 'd3-scale';
import { select } from 'd3-selection';
import { byId, make, onWidth, setText } from './dom';
import { bucketEnd, wholeHist, type Bucket } from './hist';
import type { Model } from './model';
import { textOfKey } from './names';
import type { Func, Relative, SlowCall, TimeField } from './report';
import { isSame, joinCalls } from './stretch';
import { durationsText, formatClock, formatCount, formatEdge, formatTime, plural, printable } from './units';

const HEIGHT = 210;
/** A single bucket must not fill the whole width. */
const WIDEST = 90;
const MARGIN = { top: 18, right: 10, bottom: 40, left: 46 };

const KIND_NAMES = { work: '', sleep: 'sleeper', idle: 'idle loop' };

const NUMBERS: [string, TimeField][] = [
	['total', 'total_ns'], ['self', 'self_ns'], ['callees', 'sub_ns'], ['avg', 'avg_ns'],
	['stdv', 'stdv_ns'], ['min', 'min_ns'], ['max', 'max_ns'], ['p50', 'p50_ns'], ['p90', 'p90_ns'],
	['p95', 'p95_ns'], ['p99', 'p99_ns'], ['p99.9', 'p999_ns'],
];

const MARKS: [string, TimeField][] = [['p50', 'p50_ns'], ['p99', 'p99_ns']];

/** In place of values that the trace does not have. */
const NONE = '–';
const MOST_RELATIVES = 8;
/** Of those that took so long. */
const MOST_CHOSEN = 50;

interface Mark {
	name: string;
	at: number;
}

interface Cell {
	class: string;
	text: string;
	title?: string;
	/** A second line. */
	below?: string;
	/** Of a link. */
	open?: (() => void) | undefined;
}

export class Details {
	private readonly svg = select(byId<SVGSVGElement>('hist-svg'));
	private readonly log = byId<HTMLInputElement>('hist-log');
	private width = 400;
	private hist: Bucket[] = [];
	private x = scaleBand<number>();
	/** Buckets of the chosen part: the one it began with, and the end that moves. */
	private part: [number, number] | null = null;
	private dragged = false;

	constructor(private readonly model: Model) {
		onWidth(byId('hist'), (width) => {
			this.width = width;
			this.drawHist();
		});
		this.log.addEventListener('change', () => this.drawHist());
		byId('hist-all').addEventListener('click', () => model.setDurations(null));
		this.connectHist();
		byId<HTMLInputElement>('details-on').addEventListener('change', () => {
			if (model.selected)
				model.toggle(model.selected);
		});
		model.onChange((change) => {
			if (change !== 'searched')
				this.draw();
		});
	}

	// A part of the histogram

	private connectHist(): void {
		const svg = this.svg.node()!;
		svg.addEventListener('pointerdown', (event) => {
			const at = this.bucketAt(event);
			if (at === null)
				return;
			svg.setPointerCapture(event.pointerId);
			this.dragged = true;
			this.mark([at, at]);
		});
		svg.addEventListener('pointermove', (event) => {
			const at = this.bucketAt(event);
			if (this.dragged && at !== null)
				this.mark([this.part![0], at]);
		});
		svg.addEventListener('pointerup', () => {
			if (this.dragged)
				this.take(false);
			this.dragged = false;
		});
		svg.addEventListener('pointercancel', () => {
			this.dragged = false;
			this.drawHist();
		});
		svg.addEventListener('keydown', (event) => this.onHistKey(event));
	}

	private bucketAt(event: PointerEvent): number | null {
		const x = event.clientX - this.svg.node()!.getBoundingClientRect().left;
		const at = Math.floor((x - this.x.range()[0]!) / this.x.step());
		return this.hist.length === 0 ? null : Math.max(0, Math.min(this.hist.length - 1, at));
	}

	private onHistKey(event: KeyboardEvent): void {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const last = this.hist.length - 1;
		if (step === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		const had = this.part !== null;
		const [anchor, end] = this.part ?? (step > 0 ? [-1, -1] : [last + 1, last + 1]);
		const moved = Math.max(0, Math.min(last, end + step));
		this.mark([event.shiftKey && had ? anchor : moved, moved]);
		this.take(had);
	}

	private mark(part: [number, number]): void {
		this.part = part;
		this.markBuckets();
	}

	private take(adjusted: boolean): void {
		const [first, last] = [...this.part!].sort((a, b) => a - b) as [number, number];
		this.model.setDurations({ from: this.hist[first]![0], to: bucketEnd(this.hist, last) }, adjusted);
	}

	/** The buckets of the durations, which may come from the address. */
	private findPart(): void {
		const durations = this.model.durations;
		const chosen = durations ? this.hist.map(([low], i) => low >= durations.from &&
			bucketEnd(this.hist, i) <= durations.to) : [];
		const [first, last] = [chosen.indexOf(true), chosen.lastIndexOf(true)];
		const [anchor, end] = this.part ?? [-1, -1];
		if (first < 0)
			this.part = null;
		else if (Math.min(anchor, end) !== first || Math.max(anchor, end) !== last)
			this.part = [first, last];
	}

	private markBuckets(): void {
		const [anchor, end] = this.part ?? [0, Infinity];
		this.svg.selectAll('.bucket').classed('unchosen', (_, i) =>
			i < Math.min(anchor, end) || i > Math.max(anchor, end));
	}

	private draw(): void {
		const func = this.model.selected;
		byId('details').hidden = !func;
		if (!func)
			return;
		setText(byId('details-name'), printable(func.name));
		setText(byId('details-module'), func.module === '' ? '' : `[${printable(func.module)}]`);
		setText(byId('details-kind'), KIND_NAMES[func.kind]);
		byId('details-kind').dataset['kind'] = func.kind;
		byId<HTMLInputElement>('details-on').checked = this.model.isOn(func);
		this.drawNumbers(func);
		this.drawHist();
		this.drawSlowest(func);
		this.drawRelatives('callers', func.callers);
		this.drawRelatives('callees', func.callees);
	}

	private drawNumbers(func: Func): void {
		const numbers = [['calls', formatCount(func.calls)],
			...NUMBERS.map(([name, field]) => [name, formatTime(func[field])])];
		const pairs = select(byId('details-numbers')).selectAll('div').data(numbers)
			.join((enter) => {
				const pair = enter.append('div');
				pair.append('dt');
				pair.append('dd');
				return pair;
			});
		pairs.select('dt').text(([name]) => name!);
		pairs.select('dd').text(([, value]) => value!);
	}

	private drawHist(): void {
		const hist = this.hist = wholeHist(this.model.selected?.hist ?? []);
		byId('hist').hidden = hist.length === 0;
		byId('hist-none').hidden = hist.length > 0;
		const most = Math.max(1, ...hist.map(([, count]) => count));
		const right = Math.min(this.width - MARGIN.right, MARGIN.left + hist.length * WIDEST);
		const x = this.x = scaleBand<number>().domain(hist.map(([low]) => low))
			.range([MARGIN.left, right]).padding(0.12);
		const yRange = [HEIGHT - MARGIN.bottom, MARGIN.top];
		const y = this.log.checked ? scaleSymlog().domain([0, most]).range(yRange) :
			scaleLinear().domain([0, most]).range(yRange);
		this.svg.attr('width', this.width).attr('height', HEIGHT)
			.attr('aria-label', describeHist(hist));
		this.drawHistAxes(hist, x, y);
		this.drawHistBars(hist, x, y);
		this.drawMarks(hist, x);
		this.findPart();
		this.markBuckets();
	}

	private drawHistAxes(hist: Bucket[], x: ScaleBand<number>,
		y: ScaleContinuousNumeric<number, number>): void {
		const every = Math.ceil(hist.length / Math.max(1, this.width / 62));
		const ticks = hist.map(([low]) => low).filter((_, i) => i % every === 0);
		this.group('x-axis').attr('transform', `translate(0,${HEIGHT - MARGIN.bottom})`)
			.call(axisBottom(x).tickValues(ticks).tickFormat(formatEdge).tickSizeOuter(0) as never);
		const counts = this.log.checked ? powersOfTen(y.domain()[1]!) :
			y.ticks(4).filter(Number.isInteger);
		this.group('y-axis').attr('transform', `translate(${MARGIN.left},0)`)
			.call(axisLeft(y).tickValues(counts).tickFormat((count) => shortCount(+count))
				.tickSize(-(this.width - MARGIN.left - MARGIN.right)) as never);
	}

	private drawHistBars(hist: Bucket[], x: ScaleBand<number>,
		y: (value: number) => number): void {
		const base = HEIGHT - MARGIN.bottom;
		const bars = this.group('bars').selectAll<SVGGElement, Bucket>('g').data(hist)
			.join((enter) => {
				const bar = enter.append('g');
				bar.append('title');
				bar.append('rect').attr('rx', 1.5);
				bar.append('text').attr('text-anchor', 'middle');
				return bar;
			});
		bars.attr('class', ([, count]) => count > 0 ? 'bucket' : 'bucket empty');
		bars.select('title').text(([low, count]) => `${bucketRange(low)}: ` +
			plural(count, 'call', 'calls'));
		bars.select('rect').attr('x', ([low]) => x(low)!).attr('width', x.bandwidth())
			.attr('y', ([, count]) => barTop(count, base, y))
			.attr('height', ([, count]) => base - barTop(count, base, y));
		bars.select('text').attr('x', ([low]) => x(low)! + x.bandwidth() / 2)
			.attr('y', ([, count]) => barTop(count, base, y) - 4)
			.text(([, count]) => count > 0 && x.bandwidth() > 14 ? shortCount(count) : '');
	}

	/** The positions of the percentiles in the histogram. */
	private drawMarks(hist: Bucket[], x: ScaleBand<number>): void {
		const func = this.model.selected;
		const marks = func && hist.length > 0 ? joinMarks(MARKS.map(([name, field]) =>
			({ name, at: placeInHist(func[field], hist, x) }))) : [];
		const groups = this.group('marks').selectAll('g').data(marks).join((enter) => {
			const mark = enter.append('g');
			mark.append('line').attr('y1', MARGIN.top).attr('y2', HEIGHT - MARGIN.bottom);
			mark.append('text').attr('y', HEIGHT - 6).attr('text-anchor', 'middle');
			return mark;
		});
		groups.attr('transform', (mark) => `translate(${mark.at},0)`);
		groups.select('text').text((mark) => mark.name);
	}

	private group(name: string) {
		const group = this.svg.select<SVGGElement>(`g.${name}`);
		return group.empty() ? this.svg.append('g').attr('class', name) : group;
	}

	private drawSlowest(func: Func): void {
		const slowest = this.listed(func);
		byId('slowest').hidden = slowest.length === 0;
		byId('slowest-none').hidden = slowest.length > 0;
		byId('slowest-source').hidden = !this.manySources;
		const rows = select(byId('slowest-rows')).selectAll('tr').data(slowest).join('tr');
		rows.selectAll<HTMLTableCellElement, Cell>('td').data((call) => this.cellsOf(call))
			.join('td')
			.attr('class', (cell) => cell.class)
			.attr('title', (cell) => cell.title ?? null)
			.each((cell, i, cells) => this.fillCell(cells[i]!, cell));
	}

	/** The slowest calls, or the longest of those that were chosen. */
	private listed(func: Func): SlowCall[] {
		const { durations, chosen } = this.model;
		const passes = ({ duration_ns }: SlowCall) => !durations ||
			(duration_ns >= durations.from && duration_ns < durations.to);
		const calls = joinCalls(func.slowest.filter(passes), chosen?.calls ?? []);
		const listed = durations ? calls.slice(0, MOST_CHOSEN) : calls;
		setText(byId('slowest-title'), durations ? `Calls ${durationsText(durations)}` : 'Slowest calls');
		setText(byId('slowest-note'), durations ? this.chosenText(func, calls.length, listed.length) : '');
		byId('hist-all').hidden = !durations;
		return listed;
	}

	/** How many calls there are, and how many of them the page does not have one by one. */
	private chosenText(func: Func, known: number, listed: number): string {
		const { durations, chosen } = this.model;
		const count = func.hist.reduce((sum, [low, calls]) =>
			low >= durations!.from && low < durations!.to ? sum + calls : sum, 0);
		const said = [`${plural(count, 'call', 'calls')}.`];
		if (known < count)
			said.push(`The page has ${formatCount(known)} of them one by one.`);
		if (listed < known)
			said.push(`The longest ${formatCount(listed)} are listed.`);
		if (!chosen)
			said.push('Without a time axis there is no flame graph of them.');
		else if (chosen.joined_ns > 0)
			said.push(`The flame graph is of ${formatCount(chosen.calls.length)}; it may lack calls ` +
				`shorter than ${formatTime(chosen.joined_ns)} within them.`);
		return said.join(' ');
	}

	private cellsOf(call: SlowCall): Cell[] {
		const name = call.callers[0];
		const explained = this.model.report!.why.find((other) => isSame(call, other) &&
			other.name === printable(textOfKey(this.model.selected!.key)));
		const caller = name === undefined ? undefined : this.model.functionNamed(name);
		const cells: Cell[] = [
			{ class: 'number', text: formatTime(call.duration_ns),
				title: explained ? 'Show where its time went' : '',
				open: explained ? () => this.model.showExplained(explained) : undefined },
			{ class: 'number', text: call.calltime_ns > 0 ? formatClock(call.calltime_ns) : NONE,
				title: this.hasPlace(call) ? 'Show it on the time axis' : '',
				open: this.hasPlace(call) ? () => this.model.showPlace({
					calltime_ns: call.calltime_ns, ns: call.duration_ns, task: call.task }) : undefined },
			{ class: 'task', text: call.task || NONE, title: call.task },
			{ class: 'number', text: String(call.cpu) },
			{ class: 'caller', text: name === undefined ? NONE : printable(name),
				open: caller ? () => this.model.select(caller) : undefined,
				title: call.callers.map(printable).join('\n< '),
				below: call.place && `in ${call.place}` },
		];
		if (this.manySources)
			cells.splice(3, 0, { class: 'task', text: call.label, title: call.label });
		return cells;
	}

	private hasPlace(call: SlowCall): boolean {
		return this.model.report!.lanes !== null && call.calltime_ns > 0;
	}

	private get manySources(): boolean {
		return this.model.report!.sources.length > 1;
	}

	/**
	 * A caller that was recorded leads to its own details, a call time to the time axis, a duration
	 * to its explanation.
	 */
	private fillCell(element: HTMLElement, { text, below, open }: Cell): void {
		element.querySelector('.where')?.remove();
		this.fillLine(element, text, open);
		if (below)
			element.append(make('div', { class: 'where' }, below));
	}

	private fillLine(element: HTMLElement, text: string, open: Cell['open']): void {
		const old = element.querySelector('button');
		if (!open) {
			setText(element, text);
			return;
		}
		const button = old ?? make('button', { type: 'button', class: 'link' });
		button.onclick = open;
		setText(button, text);
		if (!old)
			element.replaceChildren(button);
	}

	private drawRelatives(id: string, relatives: Relative[]): void {
		byId(`${id}-none`).hidden = relatives.length > 0;
		const items = select(byId(id)).selectAll('li').data(relatives.slice(0, MOST_RELATIVES))
			.join((enter) => {
				const item = enter.append('li');
				item.append('button').attr('type', 'button').attr('class', 'link');
				item.append('span').attr('class', 'time');
				item.append('span').attr('class', 'calls');
				return item;
			});
		items.select('button').text(({ name, gap }) => `${gap ? '.. ' : ''}${printable(name)}`)
			.attr('title', ({ name, gap }) => printable(name) +
				(gap ? ', with functions in between that were not recorded' : ''))
			.property('disabled', ({ name }) => !this.model.functionNamed(name))
			.on('click', (_, { name }) => {
				const func = this.model.functionNamed(name);
				if (func)
					this.model.select(func);
			});
		items.select('.time').text(({ total_ns }) => formatTime(total_ns));
		items.select('.calls').text(({ calls }) => `× ${formatCount(calls)}`);
	}
}

/** The histogram as text, for screen readers. */
function describeHist(hist: Bucket[]): string {
	return 'Histogram of the durations. ' + hist.filter(([, count]) => count > 0)
		.map(([low, count]) => `${bucketRange(low)}: ${formatCount(count)}`).join('; ');
}

/** A bucket of one call must be visible. */
function barTop(count: number, base: number, y: (value: number) => number): number {
	return count > 0 ? Math.min(y(count), base - 2) : base;
}

function bucketRange(low: number): string {
	return low < 1 ? '0 ns' : `${formatTime(low)} to ${formatTime(low * 2)}`;
}

function placeInHist(ns: number, hist: Bucket[],
	x: ScaleBand<number>): number {
	const bucket = [...hist].reverse().find(([low]) => low <= ns) ?? hist[0]!;
	const within = bucket[0] < 1 ? 0.5 : Math.min(1, Math.max(0, Math.log2(ns / bucket[0])));
	return x(bucket[0])! + x.bandwidth() * (Number.isFinite(within) ? within : 0);
}

/** Marks whose names would overlap are shown at the place of the first. */
function joinMarks(marks: Mark[]): Mark[] {
	return marks.reduce<Mark[]>((apart, mark) => {
		const last = apart[apart.length - 1];
		if (last && mark.at - last.at < 28)
			last.name += `, ${mark.name}`;
		else
			apart.push(mark);
		return apart;
	}, []);
}

function powersOfTen(most: number): number[] {
	const powers = [0];
	for (let power = 1; power <= most; power *= 10)
		powers.push(power);
	return powers;
}

function shortCount(count: number): string {
	if (count < 10000)
		return formatCount(count);
	const [factor, letter] = count < 1e6 ? [1e3, 'k'] : count < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
	return `${Number((count / (factor as number)).toPrecision(3))}${letter}`;
}
