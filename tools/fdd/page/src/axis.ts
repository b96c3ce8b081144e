// SPDX-License-Identifier: GPL-2.0
// The time axis: a lane for each CPU and each task, on a canvas, with nested calls below each
// other. It is zoomed and moved by wheel, drag, keys and touch.

import { scaleLinear } from 'd3-scale';
import { byId, onWidth, setText } from './dom';
import { shownOf, STRIDE, type Lanes, type Stretch } from './lanes';
import type { Model } from './model';
import { hash, textOfKey } from './names';
import { onThemeChange } from './theme';
import { hideTip, showTip } from './tip';
import { formatClock, formatTick, formatTime, plural } from './units';

const ROW = 15;
const TITLE = 18;
const GAP = 6;
const SCALE = 24;
const HIGHEST = 520;
/** Of a lane, unless all are requested. */
const FIRST_ROWS = 6;
const MOST_WAKES = 200;
const NARROWEST_NS = 20;
const LETTER = 6.7;
const FONT = '11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
const STATES: Record<string, string> = {
	running: '--work', asleep: '--sleep', ready: '--bad-line', unknown: '--idle',
};

interface Span {
	from: number;
	ns: number;
	name: string;
	/** As fdd writes it. */
	func: string;
	calls: number;
	state: boolean;
}

export class Axis {
	private readonly canvas = byId<HTMLCanvasElement>('axis-canvas');
	private readonly scroll = byId('axis-scroll');
	private readonly allRows = byId<HTMLInputElement>('axis-all');
	private lanes: Lanes | null = null;
	private view: Stretch = { from: 0, to: 1 };
	private width = 600;
	private colors: string[] = [];
	/** Of the selected function, in lanes.names; or -1. */
	private selectedName = -1;
	/** Of a stretch while it is brushed; the second one moves. */
	private ends: [number, number] | null = null;
	/** The end of the stretch that keys move is the first one. */
	private firstMoves = false;
	private pointers = new Map<number, number>();
	private moved = false;
	private pending = false;
	private viewListeners: (() => void)[] = [];

	constructor(private readonly model: Model) {
		onWidth(byId('axis-scroll'), (width) => {
			this.width = width;
			this.layOut();
		});
		this.scroll.addEventListener('scroll', () => this.drawSoon());
		this.allRows.addEventListener('change', () => this.layOut());
		byId('axis-reset').addEventListener('click', () => this.show(0, Infinity));
		byId('axis-limit').addEventListener('click', () => this.limitToView());
		this.canvas.addEventListener('keydown', (event) => this.onKey(event));
		this.canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
		this.canvas.addEventListener('click', (event) => this.onClick(event));
		this.connectPointers();
		onThemeChange(() => this.paint());
		model.onChange((change) => {
			if (change === 'report' || change === 'lanes')
				this.take();
			else if (change === 'searched' || change === 'selected')
				this.paint();
			else if (change === 'place')
				this.showPlace();
		});
	}

	onView(listener: () => void): void {
		this.viewListeners.push(listener);
	}

	private tellView(): void {
		this.viewListeners.forEach((listener) => listener());
	}

	/** The view, if it has calls that are not shown one by one. */
	unseen(): Stretch | null {
		const { from, to } = this.view;
		return this.lanes && shownOf(this.lanes, 0, from, to, (to - from) / this.width).finest ?
			{ from, to } : null;
	}

	/** The part that is shown, or null: all of it. */
	stretch(): Stretch | null {
		const { from, to } = this.view;
		return !this.lanes || (from <= 0 && to >= this.lanes.ns) ? null :
			{ from: Math.round(from), to: Math.round(to) };
	}

	private take(): void {
		const before = this.lanes;
		this.lanes = this.model.report!.lanes;
		byId('axis').hidden = !this.lanes || this.lanes.lanes.length === 0;
		if (!this.lanes)
			return;
		if (!before || (this.view.from <= 0 && this.view.to >= before.ns))
			this.view = { from: 0, to: this.lanes.ns };
		else
			this.view = this.within(this.view, before.first_ns - this.lanes.first_ns);
		this.tellLeftOut(0);
		this.layOut();
	}

	/** many: wakes in sight, if there are too many for arrows. */
	private tellLeftOut(many: number): void {
		const { lanesLeftOut, deepLeftOut, wakesLeftOut } = this.lanes!;
		setText(byId('axis-left-out'), [
			lanesLeftOut > 0 ? `${plural(lanesLeftOut, 'task is', 'tasks are')} not shown.` : '',
			deepLeftOut > 0 ? `${plural(deepLeftOut, 'call is', 'calls are')} too deep to be shown.` : '',
			wakesLeftOut > 0 ? `${plural(wakesLeftOut, 'wake is', 'wakes are')} not shown.` : '',
			many > 0 ? `${plural(many, 'wake', 'wakes')}: zoom in for their arrows.` : '',
		].filter((text) => text !== '').join(' '));
	}

	/** Of the axis, as wide as it may be, and so much later. */
	private within({ from, to }: Stretch, later = 0): Stretch {
		const whole = this.lanes!.ns;
		const width = Math.min(whole, Math.max(NARROWEST_NS, to - from));
		const begin = Math.max(0, Math.min(whole - width, from + later));
		return { from: begin, to: begin + width };
	}

	/** Half as much again before and after the place. */
	private showPlace(): void {
		const place = this.model.place;
		if (!this.lanes || !place)
			return;
		const around = Math.max(place.ns * 0.25, NARROWEST_NS);
		const from = place.calltime_ns - this.lanes.first_ns;
		this.show(from - around, from + place.ns + around);
		this.scrollToTask(place.task);
		this.canvas.focus({ preventScroll: true });
		byId('axis').scrollIntoView({ block: 'nearest' });
	}

	private scrollToTask(task: string): void {
		const lane = this.lanes!.lanes.findIndex(({ name }) => name === task);
		if (lane >= 0)
			this.scroll.scrollTop = this.topOf(lane);
	}

	show(from: number, to: number): void {
		if (!this.lanes)
			return;
		this.view = this.within({ from, to });
		this.drawSoon();
		this.tellView();
	}

	private zoom(factor: number, x = this.width / 2): void {
		const { from, to } = this.view;
		const at = from + (to - from) * x / this.width;
		const whole = this.lanes?.ns ?? 1;
		const width = Math.min(whole, Math.max(NARROWEST_NS, (to - from) * factor));
		this.show(at - width * x / this.width, at + width * (1 - x / this.width));
	}

	private move(pixels: number): void {
		const { from, to } = this.view;
		const by = (to - from) * pixels / this.width;
		this.show(from + by, to + by);
	}

	// The stretch that everything is limited to

	private limitToView(): void {
		if (this.stretch())
			this.model.setStretch(this.stretch());
	}

	private timeAt(x: number): number {
		const { from, to } = this.view;
		return Math.max(0, Math.min(this.lanes!.ns, from + (to - from) * x / this.width));
	}

	private brushed(): Stretch | null {
		const [one, other] = this.ends ?? [0, 0];
		return one === other ? null : { from: Math.min(one, other), to: Math.max(one, other) };
	}

	private moveBrush(x: number): void {
		this.ends = [this.ends![0], this.timeAt(x)];
		this.drawSoon();
	}

	/** A click without a move leaves none. */
	private endBrush(): void {
		if (!this.ends)
			return;
		const brushed = this.moved ? this.brushed() : null;
		this.ends = null;
		this.model.setStretch(brushed);
	}

	/** Moves the end that moved last; without a stretch one begins amid what is shown. */
	private moveEnd(steps: number): void {
		const { from, to } = this.view;
		const middle = (from + to) / 2;
		const old = this.model.stretch;
		const last = old ?? { from: middle, to: middle };
		const anchor = this.firstMoves ? last.to : last.from;
		const end = (this.firstMoves ? last.from : last.to) + steps * (to - from) / 20;
		this.firstMoves = end < anchor;
		this.model.setStretch({ from: Math.min(anchor, end), to: Math.max(anchor, end) }, old !== null);
	}

	// Input

	private onShiftedKey(event: KeyboardEvent): boolean {
		const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		if (!event.shiftKey || steps === undefined || !this.lanes)
			return false;
		this.moveEnd(steps);
		return true;
	}

	private onKey(event: KeyboardEvent): void {
		const step = this.width / 5;
		if (this.onShiftedKey(event)) {
			event.preventDefault();
			return;
		}
		const actions: Record<string, () => void> = {
			'ArrowLeft': () => this.move(-step),
			'ArrowRight': () => this.move(step),
			'ArrowUp': () => this.scroll.scrollBy(0, -3 * ROW),
			'ArrowDown': () => this.scroll.scrollBy(0, 3 * ROW),
			'+': () => this.zoom(0.5),
			'=': () => this.zoom(0.5),
			'-': () => this.zoom(2),
			'Home': () => this.show(0, Infinity),
			'Enter': () => this.limitToView(),
			// The page lets go of the stretch first.
			...this.model.stretch || this.model.durations ? {} :
				{ 'Escape': () => this.show(0, Infinity) },
		};
		const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
		if (!action)
			return;
		event.preventDefault();
		action();
	}

	/** Without Ctrl and without the focus the wheel scrolls the page, as elsewhere. */
	private onWheel(event: WheelEvent): void {
		const focused = document.activeElement === this.canvas;
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			event.preventDefault();
			this.move(event.deltaX || event.deltaY);
		} else if (event.ctrlKey || event.metaKey || focused) {
			event.preventDefault();
			this.zoom(Math.exp(event.deltaY * 0.002), event.offsetX);
		}
	}

	private connectPointers(): void {
		this.canvas.addEventListener('pointerdown', (event) => {
			this.canvas.setPointerCapture(event.pointerId);
			this.pointers.set(event.pointerId, event.offsetX);
			this.moved = false;
			if (this.pointers.size === 1 && this.lanes && (event.shiftKey || event.offsetY < SCALE))
				this.ends = [this.timeAt(event.offsetX), this.timeAt(event.offsetX)];
			else
				this.ends = null;
		});
		this.canvas.addEventListener('pointermove', (event) => this.onMove(event));
		for (const end of ['pointerup', 'pointercancel'] as const)
			this.canvas.addEventListener(end, (event) => {
				this.pointers.delete(event.pointerId);
				this.endBrush();
			});
		this.canvas.addEventListener('pointerleave', hideTip);
	}

	/** One pointer moves the axis or brushes a stretch of it, two of them zoom it. */
	private onMove(event: PointerEvent): void {
		const before = this.pointers.get(event.pointerId);
		if (before === undefined) {
			this.point(event);
			return;
		}
		const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId);
		if (other)
			this.pinch(before, event.offsetX, other[1]);
		else if (this.ends && (this.moved || Math.abs(event.offsetX - before) > 3))
			this.moveBrush(event.offsetX);
		else if (this.moved || Math.abs(event.offsetX - before) > 3)
			this.move(before - event.offsetX);
		else
			return;
		this.moved = true;
		this.pointers.set(event.pointerId, event.offsetX);
	}

	private pinch(before: number, now: number, other: number): void {
		const from = Math.abs(before - other);
		const to = Math.abs(now - other);
		if (from > 5 && to > 5)
			this.zoom(from / to, other);
	}

	private onClick(event: MouseEvent): void {
		const span = this.moved || event.shiftKey ? null : this.spanAt(event.offsetX, event.offsetY);
		const func = span ? this.model.functionNamed(span.func) : undefined;
		if (func && !span!.state)
			this.model.select(func);
	}

	private point(event: PointerEvent): void {
		this.canvas.classList.toggle('brush', event.shiftKey || event.offsetY < SCALE);
		const span = this.spanAt(event.offsetX, event.offsetY);
		if (!span)
			hideTip();
		else if (span.calls > 1)
			showTip(event, `${plural(span.calls, 'call', 'calls')} within ${formatTime(span.ns)}, ` +
				`the longest of ${span.name}`);
		else
			showTip(event, `${span.name}${span.calls === 0 ? '' : `: ${formatTime(span.ns)}`}, ` +
				`at ${formatClock(this.lanes!.first_ns + span.from)}`);
	}

	/** The span below the pointer: the shortest one if there are several. */
	private spanAt(x: number, y: number): Span | null {
		const lanes = this.lanes;
		if (!lanes || y < SCALE)
			return null;
		const below = y - SCALE + this.scroll.scrollTop;
		let lane = 0;
		while (lane + 1 < lanes.lanes.length && this.topOf(lane + 1) <= below)
			lane++;
		const row = Math.floor((below - this.topOf(lane) - TITLE) / ROW) + this.firstRow(lane);
		const pixel = (this.view.to - this.view.from) / this.width;
		let found: Span | null = null;
		this.eachSpan(lane, (r, from, ns, name, calls) => {
			const at = this.view.from + x * pixel;
			if (r !== row || at < from - pixel || at > from + ns + pixel || (found && found.ns <= ns))
				return;
			found = { from, ns, name: lanes.labels[name] ?? '', func: lanes.names[name] ?? '', calls,
				state: r === 0 && lanes.lanes[lane]!.states };
		});
		return found;
	}

	// Drawing

	private firstRow(lane: number): number {
		const { states, ofCpu } = this.lanes!.lanes[lane]!;
		return states || ofCpu ? 0 : 1;
	}

	private rowsOf(lane: number): number {
		const rows = this.lanes!.lanes[lane]!.rows - this.firstRow(lane);
		return this.allRows.checked ? rows : Math.min(rows, FIRST_ROWS);
	}

	private topOf(lane: number): number {
		let top = 0;
		for (let i = 0; i < lane; i++)
			top += TITLE + this.rowsOf(i) * ROW + GAP;
		return top;
	}

	private layOut(): void {
		if (!this.lanes)
			return;
		const all = SCALE + this.topOf(this.lanes.lanes.length);
		const height = Math.min(all, HIGHEST);
		byId('axis-room').style.setProperty('height', `${all}px`);
		this.canvas.style.setProperty('height', `${height}px`);
		this.canvas.width = Math.round(this.width * devicePixelRatio);
		this.canvas.height = Math.round(height * devicePixelRatio);
		this.paint();
	}

	/** Colours of names: those that the search finds stand out. */
	private paint(): void {
		const style = getComputedStyle(document.documentElement);
		const light = Number(style.getPropertyValue('--flame-light'));
		this.colors = (this.lanes?.names ?? []).map((name) => this.model.isMatch(name) ?
			style.getPropertyValue('--match') : `hsl(${Math.round(360 * hash(name))} 55% ${light}%)`);
		const selected = this.model.selected;
		this.selectedName = (selected && this.lanes?.names.indexOf(textOfKey(selected.key))) ?? -1;
		this.drawSoon();
	}

	private drawSoon(): void {
		if (this.pending)
			return;
		this.pending = true;
		requestAnimationFrame(() => {
			this.pending = false;
			this.draw();
		});
	}

	private eachSpan(lane: number,
		call: (row: number, from: number, ns: number, name: number, calls: number) => void): void {
		const { from, to } = this.view;
		const pixel = (to - from) / this.width;
		for (const { spans, least } of shownOf(this.lanes!, lane, from, to, pixel).lists) {
			for (let i = 0; i < spans.length; i += STRIDE) {
				const at = spans[i + 1]!;
				const ns = spans[i + 2]!;
				const calls = spans[i + 4]!;
				if (at <= to && at + ns >= from && (calls === 0 || (calls === 1 && ns >= least) || least === 0))
					call(spans[i]!, at, ns, spans[i + 3]!, calls);
			}
		}
	}

	private draw(): void {
		const lanes = this.lanes;
		if (!lanes)
			return;
		const context = this.canvas.getContext('2d')!;
		const height = this.canvas.height / devicePixelRatio;
		const style = getComputedStyle(document.documentElement);
		const color = (name: string) => style.getPropertyValue(name);
		context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
		context.clearRect(0, 0, this.width, height);
		context.font = FONT;
		context.textBaseline = 'middle';
		this.drawScale(context, height, color);
		for (let i = 0, top = SCALE - this.scroll.scrollTop; i < lanes.lanes.length; i++) {
			const next = top + TITLE + this.rowsOf(i) * ROW + GAP;
			if (next > SCALE && top < height)
				this.drawLane(context, i, top, color);
			top = next;
		}
		this.drawWakes(context, height, color);
		context.fillStyle = color('--card');
		context.fillRect(0, 0, this.width, SCALE - 2);
		this.drawScale(context, SCALE - 2, color);
		this.drawStretch(context, height, color);
		this.tell();
	}

	private drawLane(context: CanvasRenderingContext2D, lane: number, top: number,
		color: (name: string) => string): void {
		const { name, states } = this.lanes!.lanes[lane]!;
		const first = this.firstRow(lane);
		const rows = this.rowsOf(lane);
		const scale = this.width / (this.view.to - this.view.from);
		const last: number[] = [];
		context.fillStyle = color('--text-soft');
		context.fillText(name, 2, top + TITLE / 2);
		context.globalAlpha = 0.6;
		context.fillStyle = color('--line-soft');
		context.fillRect(0, top + TITLE, this.width, rows * ROW - 1);
		context.globalAlpha = 1;
		this.eachSpan(lane, (row, from, ns, nameOf, calls) => {
			const x = Math.max(-1, (from - this.view.from) * scale);
			const end = Math.min(this.width + 1, (from + ns - this.view.from) * scale);
			const y = top + TITLE + (row - first) * ROW;
			if (row - first >= rows || (end - x < 1 && end < (last[row] ?? -1)))
				return;
			last[row] = x + 1;
			const text = this.lanes!.labels[nameOf] ?? '';
			const isState = states && row === 0;
			context.globalAlpha = calls > 1 ? 0.55 : 1;
			context.fillStyle = isState ? color(STATES[text] ?? '--idle') :
				calls === 0 ? color('--text') : this.colors[nameOf]!;
			context.fillRect(x, y, Math.max(1, end - x - (end - x > 3 ? 0.5 : 0)), ROW - 1);
			context.globalAlpha = 1;
			if (nameOf === this.selectedName && end - x > 2) {
				context.strokeStyle = color('--text');
				context.strokeRect(x + 0.5, y + 0.5, end - x - 1.5, ROW - 2);
			}
			this.drawName(context, calls > 1 ? `${calls} calls` : text, x, y, end - x, isState, color);
		});
	}

	/** Who woke whom, unless there are too many to tell them apart. */
	private drawWakes(context: CanvasRenderingContext2D, height: number,
		color: (name: string) => string): void {
		const { from, to } = this.view;
		const wakes = this.lanes!.wakes.filter(({ at }) => at >= from && at <= to);
		this.tellLeftOut(wakes.length > MOST_WAKES ? wakes.length : 0);
		if (wakes.length > MOST_WAKES)
			return;
		const middle = (lane: number) => SCALE - this.scroll.scrollTop + this.topOf(lane) + TITLE + ROW / 2;
		context.strokeStyle = context.fillStyle = color('--accent');
		context.globalAlpha = 0.8;
		for (const wake of wakes) {
			const x = (wake.at - from) * this.width / (to - from);
			const [begin, end] = [middle(wake.from), middle(wake.to)];
			const head = begin < end ? -4 : 4;
			if (Math.max(begin, end) < SCALE || Math.min(begin, end) > height || begin === end)
				continue;
			context.beginPath();
			context.moveTo(x, begin);
			context.lineTo(x, end);
			context.stroke();
			context.beginPath();
			context.moveTo(x, end);
			context.lineTo(x - 3, end + head);
			context.lineTo(x + 3, end + head);
			context.fill();
		}
		context.globalAlpha = 1;
	}

	/** Outside of the stretch everything is faint. */
	private drawStretch(context: CanvasRenderingContext2D, height: number,
		color: (name: string) => string): void {
		const stretch = this.ends ? this.brushed() : this.model.stretch;
		if (!stretch)
			return;
		const scale = this.width / (this.view.to - this.view.from);
		const at = (ns: number) => Math.max(-2, Math.min(this.width + 2, (ns - this.view.from) * scale));
		const [from, to] = [at(stretch.from), at(stretch.to)];
		context.globalAlpha = 0.65;
		context.fillStyle = color('--card');
		context.fillRect(0, 0, from, height);
		context.fillRect(to, 0, this.width - to, height);
		context.globalAlpha = 0.25;
		context.fillStyle = color('--accent');
		context.fillRect(from, 0, to - from, SCALE - 2);
		context.globalAlpha = 1;
		context.fillRect(from - 1, 0, 2, height);
		context.fillRect(to - 1, 0, 2, height);
	}

	private drawName(context: CanvasRenderingContext2D, text: string, x: number, y: number,
		width: number, isState: boolean, color: (name: string) => string): void {
		const left = Math.max(x, 0);
		const letters = Math.floor((Math.min(width - (left - x), this.width - left) - 6) / LETTER);
		if (letters < 3 || isState)
			return;
		context.fillStyle = color('--flame-text');
		context.fillText(text.length <= letters ? text : `${text.slice(0, letters - 1)}…`,
			left + 3, y + ROW / 2);
	}

	private drawScale(context: CanvasRenderingContext2D, height: number,
		color: (name: string) => string): void {
		const x = scaleLinear().domain([this.view.from, this.view.to]).range([0, this.width]);
		const ticks = x.ticks(Math.max(2, this.width / 130));
		const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
		ticks.forEach((tick, i) => {
			context.fillStyle = color('--line');
			context.fillRect(x(tick), SCALE - 6, 1, height - SCALE + 6);
			context.fillStyle = color('--text-soft');
			context.fillText(i > 0 && step > 0 && tick / step > 1e4 ?
				`+${formatTick(tick - ticks[0]!)}` : formatTick(tick), x(tick) + 3, SCALE / 2 - 2);
		});
	}

	/** What is shown, and what it leaves out. */
	private tell(): void {
		const { from, to } = this.view;
		const { joined, finest } = shownOf(this.lanes!, 0, from, to, (to - from) / this.width);
		setText(byId('axis-current'), `${formatTime(to - from)}, from ${formatTime(from)} after ` +
			`the begin of the trace. ${joined === 0 ? 'All calls are shown.' :
				`Calls shorter than ${formatTime(joined)} are joined into faint blocks${
					finest ? ': here the page has no more of them.' : '; zoom in to see them.'}`}`);
		byId<HTMLButtonElement>('axis-reset').disabled = this.stretch() === null;
		byId<HTMLButtonElement>('axis-limit').disabled = this.stretch() === null;
	}
}
