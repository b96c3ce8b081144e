// SPDX-License-Identifier: GPL-2.0
// The bar chart: the largest functions of those that are switched on, by self time
// or another metric. A click on a bar switches its function off.

import { axisTop } from 'd3-axis';
import { scaleLinear, scaleSymlog, type ScaleContinuousNumeric } from 'd3-scale';
import { select, type Selection } from 'd3-selection';
import { byId, fitText, onWidth, setText, textWidth } from './dom';
import { METRICS, type Metric, type Model } from './model';
import type { Func } from './report';
import { hideTip, showTip } from './tip';
import { formatCount, formatShare, formatTick, formatTime, plural } from './units';

const ROW = 24;
const BAR = 18;
const TOP = 26;
/** A narrow chart has no room for the shares next to the times. */
const NARROW = 480;
const VALUE_SPACE = 132;
const NARROW_VALUE_SPACE = 76;
/** The minimal distance of labels of the axis. */
const TICK_SPACE = 62;
const FONT = '12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';

type Scale = ScaleContinuousNumeric<number, number>;

export function formatMetric(metric: Metric, value: number): string {
	return metric === 'calls' ? formatCount(value) : formatTime(value);
}

function powersOfTen(most: number): number[] {
	const powers = [0];
	for (let power = 1; power <= most; power *= 10)
		powers.push(power);
	return powers;
}

export class Bars {
	private readonly svg = select(byId<SVGSVGElement>('bars-svg'));
	private readonly axis = this.svg.append('g').attr('class', 'axis').attr('aria-hidden', 'true');
	private readonly rows = this.svg.append('g');
	private readonly count = byId<HTMLSelectElement>('bars-count');
	private readonly log = byId<HTMLInputElement>('bars-log');
	private width = 600;
	private labelWidth = 100;
	private funcs: Func[] = [];
	/** The row that takes the keyboard's focus when Tab reaches the chart. */
	private current = 0;

	constructor(private readonly model: Model) {
		onWidth(byId('bars'), (width) => {
			this.width = width;
			this.draw();
		});
		this.count.addEventListener('change', () => model.setMetric(model.metric));
		this.log.addEventListener('change', () => this.draw());
		byId<HTMLSelectElement>('bars-metric').addEventListener('change', (event) =>
			model.setMetric((event.target as HTMLSelectElement).value as Metric));
		model.onChange(() => this.draw());
	}

	/** The selected number of bars. */
	get limit(): number {
		return Number(this.count.value);
	}

	private draw(): void {
		this.funcs = this.model.shown(this.limit);
		this.current = Math.max(0, Math.min(this.current, this.funcs.length - 1));
		this.labelWidth = this.widestLabel();
		const scale = this.scale();
		byId('bars').hidden = this.model.ranked.length === 0;
		this.svg.attr('width', this.width).attr('height', TOP + this.funcs.length * ROW + 4);
		this.drawAxis(scale);
		this.drawRows(scale);
		this.describe();
	}

	private get valueSpace(): number {
		return this.width < NARROW ? NARROW_VALUE_SPACE : VALUE_SPACE;
	}

	private widestLabel(): number {
		const widest = this.funcs.reduce((width, func) =>
			Math.max(width, textWidth(func.label.slice(0, 60), FONT)), 60);
		return Math.min(widest, Math.max(90, this.width * 0.36)) + 8;
	}

	private scale(): Scale {
		const most = this.funcs[0]?.[this.model.metric] || 1;
		const range = [this.labelWidth, Math.max(this.labelWidth + 20, this.width - this.valueSpace)];
		return this.log.checked ?
			scaleSymlog().constant(Math.max(1, most / 1e6)).domain([0, most]).range(range) :
			scaleLinear().domain([0, most]).range(range);
	}

	private drawAxis(scale: Scale): void {
		const isCount = this.model.metric === 'calls';
		const axis = axisTop<number>(scale as never)
			.tickValues(this.tickValues(scale))
			.tickFormat((value) => isCount ? formatCount(value) : formatTick(value))
			.tickSize(-this.funcs.length * ROW);
		this.axis.attr('transform', `translate(0,${TOP - 4})`).call(axis as never);
	}

	private tickValues(scale: Scale): number[] {
		const space = this.width - this.valueSpace - this.labelWidth;
		const candidates = this.log.checked ? powersOfTen(scale.domain()[1]!) :
			scale.ticks(Math.max(2, Math.floor(space / 90)));
		return candidates.reduce<number[]>((ticks, tick) =>
			ticks.length > 0 && scale(tick) - scale(ticks[ticks.length - 1]!) < TICK_SPACE ?
				ticks : [...ticks, tick], []);
	}

	private drawRows(scale: Scale): void {
		const rows = this.rows.selectAll<SVGGElement, Func>('g.bar')
			.data(this.funcs, (func) => func.key)
			.join((enter) => this.enterRow(enter.append('g')));
		rows.order()
			.attr('transform', (_, i) => `translate(0,${TOP + i * ROW})`)
			.attr('tabindex', (_, i) => i === this.current ? 0 : -1)
			.attr('data-kind', (func) => func.kind)
			.classed('selected', (func) => func === this.model.selected)
			.classed('match', (func) => this.model.isMatch(func.name))
			.classed('no-match', (func) => this.model.searching &&
				!this.model.isMatch(func.name));
		this.fillRows(rows, scale);
	}

	private enterRow<P extends SVGGElement>(
		row: Selection<SVGGElement, Func, P, unknown>): typeof row {
		row.attr('class', 'bar').attr('role', 'button')
			.attr('aria-describedby', 'bars-hint')
			.on('keydown', (event: KeyboardEvent, func) => this.onKey(event, func))
			.on('focus', (_, func) => { this.current = this.funcs.indexOf(func); });
		row.append('text').attr('class', 'label').attr('y', ROW / 2).attr('dy', '0.35em')
			.attr('text-anchor', 'end')
			.on('click', (_, func) => this.model.select(func))
			.on('mousemove', (event, func) => showTip(event, `${func.label}\nClick for its details`));
		const hit = row.append('g').attr('class', 'switch')
			.on('click', (_, func) => this.model.toggle(func))
			.on('mousemove', (event, func) => showTip(event,
				`${func.label}: ${this.value(func)}\nClick to switch it off`));
		row.on('mouseleave', hideTip);
		hit.append('rect').attr('class', 'hit').attr('height', ROW);
		hit.append('rect').attr('class', 'fill').attr('y', (ROW - BAR) / 2)
			.attr('height', BAR).attr('rx', 2);
		hit.append('text').attr('class', 'value').attr('y', ROW / 2).attr('dy', '0.35em');
		return row;
	}

	private fillRows<P extends SVGGElement>(
		rows: Selection<SVGGElement, Func, P, unknown>, scale: Scale): void {
		const left = this.labelWidth;
		const metric = this.model.metric;
		rows.select('.hit').attr('x', left).attr('width', Math.max(0, this.width - left));
		rows.select('.fill').attr('x', left)
			.attr('width', (func) => Math.max(1, scale(func[metric]) - left));
		rows.select('.value').attr('x', (func) => Math.max(left, scale(func[metric])) + 6)
			.text((func) => this.value(func));
		rows.select('.label').attr('x', left - 8)
			.text((func) => fitText(func.label, left - 8, FONT));
	}

	private value(func: Func): string {
		const value = formatMetric(this.model.metric, func[this.model.metric]);
		return this.model.metric === 'self_ns' && this.width >= NARROW ?
			`${value} · ${formatShare(func.self_ns, this.model.shownSelf_ns)}` : value;
	}

	private onKey(event: KeyboardEvent, func: Func): void {
		const at = this.funcs.indexOf(func);
		const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1,
			Home: 0, End: this.funcs.length - 1 };
		const to = steps[event.key];
		if (event.key === 'Enter')
			this.model.select(func);
		else if (event.key === ' ')
			this.switchOffAndStay(func, at);
		else if (to !== undefined)
			this.focus(to);
		else
			return;
		event.preventDefault();
	}

	/** When a bar is removed, the next one moves up and gets the focus. */
	private switchOffAndStay(func: Func, at: number): void {
		this.model.toggle(func);
		this.focus(at);
	}

	private focus(index: number): void {
		this.current = Math.max(0, Math.min(index, this.funcs.length - 1));
		const rows = this.rows.selectAll<SVGGElement, Func>('g.bar')
			.attr('tabindex', (_, i) => i === this.current ? 0 : -1);
		rows.nodes()[this.current]?.focus();
	}

	private describe(): void {
		const on = this.model.countOn();
		const off = this.model.ranked.length - on;
		setText(byId('bars-summary'), this.model.ranked.length === 0 ? 'No functions.' :
			`${METRICS[this.model.metric]} of ${plural(this.funcs.length, 'function', 'functions')}` +
			` of ${formatCount(on)} switched on` +
			(off > 0 ? `, ${formatCount(off)} switched off.` : '.'));
	}
}
