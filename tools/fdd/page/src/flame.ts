// SPDX-License-Identifier: GPL-2.0
// The flame graph, root on top, on a canvas: a call tree may have more frames than
// a document can hold elements. The width of a frame is the self time of the
// functions that are switched on, in it and below it, so that graph and bars show the same time.

import { hierarchy, partition, type HierarchyRectangularNode } from 'd3-hierarchy';
import { select } from 'd3-selection';
import { byId, fitText, onWidth, setText } from './dom';
import type { Model } from './model';
import { functionName, hash, textOfKey } from './names';
import { onThemeChange } from './theme';
import { hideTip, showTip } from './tip';
import type { TreeNode } from './tree';
import { durationsText, formatShare, formatTime, plural } from './units';

type Frame = HierarchyRectangularNode<TreeNode>;

interface Drawn {
	frame: Frame;
	x: number;
	width: number;
}

const ROW = 20;
const FONT = '11.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
/** Frames narrower than this are not drawn. */
const THINNEST = 0.5;
const MOST_ROWS = 400;

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
	private root: Frame | null = null;
	private zoomed: Frame | null = null;
	private current: Frame | null = null;
	/** The drawn frames, by depth and from left to right. */
	private drawn: Drawn[][] = [];
	private zoomListener = () => {};

	constructor(private readonly model: Model) {
		onWidth(byId('flame'), (width) => {
			this.width = width;
			this.draw();
		});
		this.onlyOn.addEventListener('change', () => this.layOut());
		byId('flame-reset').addEventListener('click', () => this.zoomTo(this.root));
		this.connectCanvas();
		onThemeChange(() => this.draw());
		model.onChange((change) => {
			if (this.model.tree !== this.tree || change === 'report' || change === 'switched')
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

	/** Finds zoom and current frame in the new tree by their paths. */
	private layOut(): void {
		const zoomPath = this.pathOf(this.zoomed);
		const currentPath = this.pathOf(this.current);
		const tree = this.tree = this.model.tree;
		this.onlyOn.disabled = this.model.chosen !== null;
		const measured = tree ? hierarchy(tree).sum((node) => this.ownTime(node))
			.sort((a, b) => a.data.name < b.data.name ? -1 : 1) : null;
		this.root = measured && (measured.value ?? 0) > 0 ?
			partition<TreeNode>()(measured) : null;
		this.zoomed = this.followPath(zoomPath);
		this.current = this.followPath(currentPath);
		byId('flame-none').hidden = this.root !== null;
		this.canvas.hidden = this.root === null;
		this.drawCrumbs();
		this.draw();
	}

	private ownTime(node: TreeNode): number {
		const func = this.model.functionOf(node.key, node.name);
		const counts = !this.onlyOn.checked || this.model.chosen || !func || this.model.isOn(func);
		return (counts ? node.self_ns : 0) + prunedTime(node);
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

	/** A click on a frame: zoom to it and show its function's details. */
	private open(frame: Frame | null): void {
		if (!frame)
			return;
		this.zoomTo(frame);
		const func = this.model.functionOf(frame.data.key, frame.data.name);
		if (func && frame.depth > 0)
			this.model.select(func);
	}

	private drawCrumbs(): void {
		const path = this.zoomed ? this.zoomed.ancestors().reverse() : [];
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
		const zoomed = this.zoomed;
		if (!zoomed)
			return;
		for (const frame of zoomed.ancestors().reverse())
			this.drawn[frame.depth] = [{ frame, x: 0, width: this.width }];
		const scale = this.width / (zoomed.x1 - zoomed.x0);
		let level: Frame[] = [zoomed];
		while (level.length > 0 && this.drawn.length < MOST_ROWS) {
			const below = level.flatMap((frame) => frame.children ?? []);
			const row = below.map((frame) => ({ frame, x: (frame.x0 - zoomed.x0) * scale,
				width: (frame.x1 - frame.x0) * scale })).filter(({ width }) => width >= THINNEST);
			if (row.length > 0)
				this.drawn.push(row);
			level = row.map(({ frame }) => frame);
		}
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
		for (const row of this.drawn)
			row.forEach((drawn) => this.drawFrame(context, drawn, style));
		this.describe();
	}

	private drawFrame(context: CanvasRenderingContext2D, { frame, x, width }: Drawn,
		style: CSSStyleDeclaration): void {
		const y = frame.depth * ROW;
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
		const below = this.drawn[frame.depth + 1] ?? [];
		const beside = this.drawn[frame.depth] ?? [];
		const at = beside.findIndex((drawn) => drawn.frame === frame);
		if (key === 'ArrowUp')
			return frame.parent ?? frame;
		if (key === 'ArrowLeft')
			return beside[at - 1]?.frame ?? frame;
		if (key === 'ArrowRight')
			return beside[at + 1]?.frame ?? frame;
		return below.filter((drawn) => drawn.frame.parent === frame)
			.sort((a, b) => b.width - a.width)[0]?.frame ?? frame;
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
		setText(byId('flame-of'), durations && chosen && selected ?
			`${plural(chosen.calls.length, 'call', 'calls')} of ${selected.label}, ` +
			`${durationsText(durations)}, with all functions.` : '');
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
