// SPDX-License-Identifier: GPL-2.0
// The flame graph, root on top, on a canvas: a call tree may have more frames than
// a document can hold elements. The width of a frame is the self time of the
// functions that are switched on, in it and below it, so that graph and bars show the same time.
// It is turned around for the callers of each function, or has a function's callers above it.

import { hierarchy, partition, type HierarchyNode, type HierarchyRectangularNode } from 'd3-hierarchy';
import { select } from 'd3-selection';
import { byId, fitText, make, onWidth, setText } from './dom';
import type { Model } from './model';
import { functionName, hash, textOfKey } from './names';
import { onThemeChange } from './theme';
import { hideTip, showTip } from './tip';
import { merge, turn, unite, type Way } from './turned';
import type { Func } from './report';
import type { TreeNode } from './tree';
import { durationsText, formatChange, formatShare, formatTime, plural } from './units';

type Frame = HierarchyRectangularNode<TreeNode>;

interface Drawn {
	frame: Frame;
	x: number;
	width: number;
}

const VIEWS = ['tree', 'bottom-up', 'sandwich', 'compare', 'compare-before'] as const;
type View = typeof VIEWS[number];
const HINTS: Record<View, string> = {
	'tree': 'Click a frame to zoom to it. With the keyboard: arrows move, Enter zooms, Escape goes back.',
	'bottom-up': 'Functions by self time, with their callers below them. Click a frame to zoom to it. ' +
		'With the keyboard: arrows move, Enter zooms, Escape goes back.',
	'sandwich': 'The callers of the selected function are above it, its callees below it. Click a frame ' +
		'to select its function. With the keyboard: arrows move, Enter selects.',
	'compare': 'Red has more time than in the earlier trace, blue has less; frames are as wide as they ' +
		'are now, so what is gone has none. With the keyboard: arrows move, Enter zooms, Escape goes back.',
	'compare-before': 'Red has more time than in the earlier trace, blue has less; frames are as wide as ' +
		'they were, so what is new has none. With the keyboard: arrows move, Enter zooms, Escape goes back.',
};

const ROW = 20;
const FONT = '11.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
/** Frames narrower than this are not drawn. */
const THINNEST = 0.5;
const MOST_ROWS = 400;
/** Paths with a smaller share are not turned around: each has as many frames as callers. */
const LEAST_WAY = 1 / 5000;

function wayOf(node: HierarchyNode<TreeNode>, ns: number): Way {
	return { path: node.ancestors().slice(0, -1).map(({ data }) => data), ns, calls: node.data.calls };
}

/** Time of calls that the writer left out of the tree. */
function prunedTime(node: TreeNode): number {
	const children = node.children.reduce((sum, child) => sum + child.total_ns, 0);
	return Math.max(0, node.total_ns - node.self_ns - children);
}

export class Flame {
	private readonly canvas = byId<HTMLCanvasElement>('flame-canvas');
	private readonly onlyOn = byId<HTMLInputElement>('flame-only-on');
	private width = 600;
	private tree: TreeNode | null = null;
	private readonly views = byId<HTMLSelectElement>('flame-view');
	private root: Frame | null = null;
	/** In the sandwich, of the same function, and drawn upwards. */
	private callers: Frame | null = null;
	/** The row of the roots. */
	private middle = 0;
	/** The time of a node in the other trace, as far as it is switched on. */
	private others = new Map<TreeNode, number>();
	/** Time in paths that were not turned around. */
	private leftOut_ns = 0;
	private usual: View = 'tree';
	private zoomed: Frame | null = null;
	private current: Frame | null = null;
	/** The drawn frames, by row and from left to right. */
	private drawn: Drawn[][] = [];
	private zoomListener = () => {};

	constructor(private readonly model: Model) {
		onWidth(byId('flame'), (width) => {
			this.width = width;
			this.draw();
		});
		this.onlyOn.addEventListener('change', () => this.layOut());
		this.views.addEventListener('change', () => this.show(this.view));
		byId('flame-reset').addEventListener('click', () => this.zoomTo(this.root));
		this.connectCanvas();
		onThemeChange(() => this.draw());
		model.onChange((change) => {
			if (change === 'report' && model.comparing)
				this.offerComparison();
			if (this.model.tree !== this.tree || change === 'report' || change === 'switched' ||
				(change === 'selected' && this.view === 'sandwich'))
				this.layOut();
			else if (change !== 'metric')
				this.draw();
		});
	}

	private connectCanvas(): void {
		this.canvas.addEventListener('click', (event) => this.open(this.frameAt(event)));
		this.canvas.addEventListener('mousemove', (event) => this.point(event));
		this.canvas.addEventListener('mouseleave', hideTip);
		this.canvas.addEventListener('keydown', (event) => this.onKey(event));
		for (const change of ['focus', 'blur'])
			this.canvas.addEventListener(change, () => this.draw());
	}

	/** Once, with the first data that have an earlier trace. */
	private offerComparison(): void {
		if (this.usual === 'compare')
			return;
		this.views.append(make('option', { value: 'compare' }, 'change, as wide as now'),
			make('option', { value: 'compare-before' }, 'change, as wide as before'));
		this.usual = this.views.value = 'compare';
	}

	get view(): View {
		return VIEWS.find((view) => view === this.views.value) ?? 'tree';
	}

	/** For the address: empty if it is the one at first. */
	otherView(): string {
		return this.view === this.usual ? '' : this.view;
	}

	show(view: string): void {
		this.views.value = [...this.views.options].some(({ value }) => value === view) ? view : this.usual;
		this.zoomed = this.current = null;
		this.layOut();
		this.zoomListener();
	}

	/** Finds zoom and current frame in the new tree by their paths. */
	private layOut(): void {
		const zoomPath = this.pathOf(this.zoomed);
		const currentPath = this.pathOf(this.current);
		const tree = this.tree = this.model.tree;
		this.onlyOn.disabled = this.model.chosen !== null;
		this.root = this.callers = null;
		this.leftOut_ns = 0;
		const measured = tree ? hierarchy(tree).sum((node) => this.ownTime(node)) : null;
		this.others = new Map();
		if (measured && this.isComparing)
			this.fillComparison(tree!, this.model.report!.before!.tree);
		else if (measured && (this.view === 'tree' || this.view.startsWith('compare')))
			this.root = this.framesOf(measured);
		else if (measured && this.view === 'bottom-up')
			this.root = this.framesOf(this.timesOf(turn(tree!, this.everyWay(measured))));
		else if (measured && this.model.selected)
			this.fillSandwich(measured, this.model.selected);
		this.zoomed = this.followPath(zoomPath);
		this.current = this.followPath(currentPath);
		byId('flame-none').hidden = this.root !== null;
		setText(byId('flame-hint'), HINTS[this.view]);
		this.canvas.hidden = this.root === null;
		this.drawCrumbs();
		this.draw();
	}

	private get isComparing(): boolean {
		return this.view.startsWith('compare') && this.model.comparing && !this.model.chosen;
	}

	private fillComparison(after: TreeNode, before: TreeNode): void {
		const both = unite(after, before);
		const now = hierarchy(both).sum((node) => this.ownTime(node));
		const old = hierarchy(both).sum((node) => (this.counts(node) ? node.was!.self_ns : 0) +
			Math.max(0, node.was!.total_ns - node.was!.self_ns -
				node.children.reduce((sum, child) => sum + child.was!.total_ns, 0)));
		const [wide, other] = this.view === 'compare' ? [now, old] : [old, now];
		for (const node of other)
			this.others.set(node.data, node.value!);
		this.root = this.framesOf(wide);
	}

	/** Its time now and before. */
	private bothTimes(frame: Frame): [number, number] {
		const other = this.others.get(frame.data) ?? 0;
		return this.view === 'compare' ? [frame.value!, other] : [other, frame.value!];
	}

	private changeColour(frame: Frame, light: number): string {
		const [now, before] = this.bothTimes(frame);
		const change = (now - before) / Math.max(now, before, 1);
		return `hsl(${change > 0 ? 4 : 215} ${Math.round(85 * Math.min(1, Math.abs(change)))}% ` +
			`${Math.round(light + 12 * (1 - Math.abs(change)))}%)`;
	}

	private framesOf(measured: HierarchyNode<TreeNode>): Frame | null {
		return (measured.value ?? 0) > 0 ? partition<TreeNode>()(measured.sort((a, b) =>
			a.data.name < b.data.name ? -1 : 1)) : null;
	}

	/** The time of what was turned around is measured already. */
	private timesOf(turned: TreeNode): HierarchyNode<TreeNode> {
		return hierarchy(turned).sum(({ self_ns }) => self_ns);
	}

	/** From each node with time of its own to the outermost caller. */
	private everyWay(measured: HierarchyNode<TreeNode>): Way[] {
		const ways: Way[] = [];
		const least = measured.value! * LEAST_WAY;
		for (const node of measured) {
			const ns = this.counts(node.data) ? node.data.self_ns : 0;
			if (ns > 0 && ns >= least)
				ways.push(wayOf(node, ns));
			else
				this.leftOut_ns += ns;
		}
		return ways;
	}

	/** A call within another one of the same function is among its callees. */
	private fillSandwich(measured: HierarchyNode<TreeNode>, { key, name }: Func): void {
		const same: HierarchyNode<TreeNode>[] = [];
		const isIt = ({ data }: HierarchyNode<TreeNode>) =>
			data.key === key || this.model.functionOf(data.key, data.name)?.key === key;
		const pending = [measured];
		for (let node = pending.pop(); node; node = pending.pop()) {
			if (node.depth > 0 && isIt(node))
				same.push(node);
			else
				pending.push(...node.children ?? []);
		}
		const merged = merge(same.map(({ data }) => data));
		if (!merged)
			return;
		this.root = this.framesOf(hierarchy(merged).sum((node) => this.ownTime(node)));
		const ways = same.map((node) => wayOf(node, node.value!));
		ways.forEach((way) => way.path.shift());
		this.callers = this.framesOf(this.timesOf(turn({ ...merged, key, name }, ways)));
	}

	private counts(node: TreeNode): boolean {
		const func = this.model.functionOf(node.key, node.name);
		return !this.onlyOn.checked || this.model.chosen !== null || !func || this.model.isOn(func);
	}

	private ownTime(node: TreeNode): number {
		return (this.counts(node) ? node.self_ns : 0) + prunedTime(node);
	}

	private pathOf(frame: Frame | null): string[] {
		return frame ? frame.ancestors().reverse().slice(1).map((node) => node.data.key) : [];
	}

	/** Follows the path as long as frames have a width. */
	private followPath(path: string[]): Frame | null {
		let frame = this.root;
		for (const key of path) {
			const next: Frame | undefined = frame?.children?.find((child) =>
				child.data.key === key && child.value! > 0);
			if (!next)
				break;
			frame = next;
		}
		return frame;
	}

	private zoomTo(frame: Frame | null): void {
		this.zoomed = frame;
		this.current = frame;
		this.drawCrumbs();
		this.draw();
		this.zoomListener();
	}

	onZoom(listener: () => void): void {
		this.zoomListener = listener;
	}

	/** From the outermost function to the one that is zoomed to, as fdd writes them. */
	zoomPath(): string[] {
		return this.pathOf(this.zoomed).map(textOfKey);
	}

	zoomToPath(path: string[]): void {
		this.zoomTo(this.followPath(path.map((name) => functionName(name).key)));
	}

	/** A click on a frame: zoom to it, except in a sandwich, and show its function's details. */
	private open(frame: Frame | null): void {
		if (!frame)
			return;
		if (this.view !== 'sandwich')
			this.zoomTo(frame);
		const func = this.model.functionOf(frame.data.key, frame.data.name);
		if (func && frame.depth > 0)
			this.model.select(func);
	}

	private drawCrumbs(): void {
		const path = this.zoomed && this.view !== 'sandwich' ? this.zoomed.ancestors().reverse() : [];
		byId<HTMLButtonElement>('flame-reset').disabled = path.length < 2;
		select(byId('flame-crumbs')).selectAll('li').data(path).join('li')
			.selectAll('button').data((frame) => [frame]).join('button')
			.attr('type', 'button').attr('class', 'link')
			.attr('aria-current', (frame) => frame === this.zoomed ? 'location' : null)
			.text((frame) => frame.data.label)
			.on('click', (_, frame) => this.zoomTo(frame));
	}

	/** Collects the frames that are wide enough: the ancestors, then down from the zoom. */
	private place(): void {
		this.drawn = [];
		this.middle = 0;
		if (!this.zoomed)
			return;
		if (this.callers) {
			this.drawn = this.rowsFrom(this.callers).reverse();
			this.middle = this.drawn.length;
		}
		for (const frame of this.zoomed.ancestors().reverse())
			this.drawn.push([{ frame, x: 0, width: this.width }]);
		this.drawn.push(...this.rowsFrom(this.zoomed));
	}

	/** Of the children of a frame that has the whole width, of theirs, and so on. */
	private rowsFrom(from: Frame): Drawn[][] {
		const rows: Drawn[][] = [];
		const scale = this.width / (from.x1 - from.x0);
		let level: Frame[] = [from];
		while (level.length > 0 && rows.length < MOST_ROWS) {
			const next = level.flatMap((frame) => frame.children ?? []);
			const row = next.map((frame) => ({ frame, x: (frame.x0 - from.x0) * scale,
				width: (frame.x1 - frame.x0) * scale })).filter(({ width }) => width >= THINNEST);
			if (row.length > 0)
				rows.push(row);
			level = row.map(({ frame }) => frame);
		}
		return rows;
	}

	private isCaller(frame: Frame): boolean {
		return this.callers !== null && frame.ancestors().at(-1) === this.callers;
	}

	private rowOf(frame: Frame): number {
		return this.middle + (this.isCaller(frame) ? -frame.depth : frame.depth);
	}

	private draw(): void {
		this.place();
		const context = this.canvas.getContext('2d')!;
		const ratio = window.devicePixelRatio || 1;
		const height = Math.max(1, this.drawn.length) * ROW;
		this.canvas.width = Math.round(this.width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.setProperty('height', `${height}px`);
		context.scale(ratio, ratio);
		context.font = FONT;
		context.textBaseline = 'middle';
		const style = getComputedStyle(this.canvas);
		this.drawn.forEach((row, i) =>
			row.forEach((drawn) => this.drawFrame(context, drawn, i * ROW, style)));
		this.describe();
	}

	private drawFrame(context: CanvasRenderingContext2D, { frame, x, width }: Drawn, y: number,
		style: CSSStyleDeclaration): void {
		const gap = width > 3 ? 1 : 0;
		context.fillStyle = this.colour(frame, style);
		context.fillRect(x, y, Math.max(width - gap, THINNEST), ROW - 1);
		if (frame === this.current && document.activeElement === this.canvas) {
			context.strokeStyle = style.getPropertyValue('--text');
			context.lineWidth = 2;
			context.strokeRect(x + 1, y + 1, Math.max(width - gap - 2, 1), ROW - 3);
		}
		const label = width > 24 ? fitText(frame.data.label, width - 9, FONT) : '';
		if (label === '')
			return;
		context.fillStyle = style.getPropertyValue('--flame-text');
		context.fillText(label, x + 4, y + ROW / 2);
	}

	private colour(frame: Frame, style: CSSStyleDeclaration): string {
		const light = Number(style.getPropertyValue('--flame-light'));
		const shade = hash(frame.data.name);
		if (this.model.isMatch(frame.data.name))
			return style.getPropertyValue('--match');
		if (frame.depth < (this.zoomed?.depth ?? 0) || frame.depth === 0)
			return style.getPropertyValue('--flame-root');
		if (this.isComparing)
			return this.changeColour(frame, light);
		const kind = this.model.functionOf(frame.data.key, frame.data.name)?.kind ?? 'work';
		const faded = this.model.searching ? 0.45 : 1;
		if (kind === 'sleep')
			return `hsl(${205 + 25 * shade} ${45 * faded}% ${light}%)`;
		if (kind === 'idle')
			return `hsl(210 ${8 * faded}% ${light - 6 + 8 * shade}%)`;
		return `hsl(${8 + 44 * shade} ${78 * faded}% ${light + 6 * (shade - 0.5)}%)`;
	}

	private frameAt(event: MouseEvent): Frame | null {
		const box = this.canvas.getBoundingClientRect();
		const x = event.clientX - box.left;
		const row = this.drawn[Math.floor((event.clientY - box.top) / ROW)];
		return row?.find((drawn) => x >= drawn.x && x < drawn.x + drawn.width)?.frame ?? null;
	}

	private point(event: MouseEvent): void {
		const frame = this.frameAt(event);
		this.canvas.classList.toggle('over-frame', frame !== null);
		if (frame)
			showTip(event, this.sentence(frame));
		else
			hideTip();
	}

	private sentence(frame: Frame): string {
		const node = frame.data;
		if (this.isCaller(frame))
			return `${node.label}: in ${formatTime(frame.value!)} of ${this.root!.data.label} it is a ` +
				`caller, ${formatShare(frame.value!, this.callers!.value!)} of all` +
				(node.calls > 0 ? `; ${plural(node.calls, 'call', 'calls')}` : '');
		if (this.isComparing) {
			const [now, before] = this.bothTimes(frame);
			return `${node.label}: ${formatTime(now)} shown, ${formatTime(before)} before: ` +
				`${formatChange(now - before, formatTime)}` + (before > 0 ?
				` (${formatChange(Math.round(100 * (now - before) / before), String)} %)` : '');
		}
		if (this.view === 'bottom-up')
			return `${node.label}: ${formatTime(frame.value!)} of self time, ` +
				`${formatShare(frame.value!, this.root!.value!)} of all` + (frame.depth > 1 ?
				`, in ${frame.ancestors().reverse()[1]!.data.label} with it as a caller` : '');
		return `${node.label}: ${formatTime(frame.value!)} shown, ` +
			`${formatShare(frame.value!, this.root!.value!)} of all; ` +
			`total ${formatTime(node.total_ns)}, self ${formatTime(node.self_ns)}` +
			(node.calls > 0 ? `, ${plural(node.calls, 'call', 'calls')}` : '');
	}

	private onKey(event: KeyboardEvent): void {
		const frame = this.current ?? this.zoomed;
		if (!frame)
			return;
		if (event.key === 'Enter' || event.key === ' ')
			this.open(frame);
		else if ((event.key === 'Escape' && this.zoomed !== this.root) || event.key === 'Backspace')
			this.zoomTo(this.zoomed?.parent ?? this.root);
		else if (event.key.startsWith('Arrow'))
			this.moveTo(this.neighbour(frame, event.key));
		else
			return;
		event.preventDefault();
	}

	/** Only frames that are drawn can be reached. */
	private neighbour(frame: Frame, key: string): Frame {
		const row = this.drawn[this.rowOf(frame)] ?? [];
		const at = row.findIndex((drawn) => drawn.frame === frame);
		if (key === 'ArrowLeft')
			return row[at - 1]?.frame ?? frame;
		if (key === 'ArrowRight')
			return row[at + 1]?.frame ?? frame;
		const isCaller = this.isCaller(frame);
		if (key === 'ArrowUp' && frame === this.root && this.callers)
			return this.widestChild(this.callers) ?? frame;
		if ((key === 'ArrowUp') !== isCaller)
			return frame.parent === this.callers && this.callers ? this.root! : frame.parent ?? frame;
		return this.widestChild(frame) ?? frame;
	}

	private widestChild(frame: Frame): Frame | undefined {
		const row = this.drawn[this.rowOf(frame) + (this.isCaller(frame) ? -1 : 1)] ?? [];
		return row.filter((drawn) => drawn.frame.parent === frame)
			.sort((a, b) => b.width - a.width)[0]?.frame;
	}

	private moveTo(frame: Frame): void {
		this.current = frame;
		if (this.zoomed && frame.depth < this.zoomed.depth)
			this.zoomTo(frame);
		else
			this.draw();
	}

	private describe(): void {
		const { durations, chosen, selected } = this.model;
		const said = [];
		if (durations && chosen && selected)
			said.push(`${plural(chosen.calls.length, 'call', 'calls')} of ${selected.label}, ` +
				`${durationsText(durations)}, with all functions.`);
		if (this.leftOut_ns > 0)
			said.push(`${formatTime(this.leftOut_ns)} in paths with a small share are left out.`);
		setText(byId('flame-of'), said.join(' '));
		const frame = this.current ?? this.zoomed;
		setText(byId('flame-current'), frame && this.root ? this.sentence(frame) : '');
		setText(byId('flame-matched'), this.model.searching && this.root ?
			`The search matches ${formatShare(this.matchedTime(), this.root.value!) || '0 %'}` +
			' of the time shown.' : '');
	}

	/** Only the topmost matches, whose time includes those below them. */
	private matchedTime(): number {
		let matched = 0;
		const pending: Frame[] = this.root ? [this.root] : [];
		for (let frame = pending.pop(); frame; frame = pending.pop()) {
			if (this.model.isMatch(frame.data.name))
				matched += frame.value!;
			else
				pending.push(...frame.children ?? []);
		}
		return matched;
	}
}
