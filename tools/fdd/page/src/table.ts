// SPDX-License-Identifier: GPL-2.0
// The table of all functions. Only the rows in sight are in the document, so that
// ten thousand functions scroll and sort as fast as ten. The grid itself holds the
// keyboard's focus and names its current row (aria-activedescendant): rows come
// and go as it scrolls.

import { csv, download } from './csv';
import { byId, make, setText } from './dom';
import type { Model } from './model';
import { longName, textOfKey } from './names';
import type { Func, TimeField } from './report';
import { formatChange, formatCount, formatShare, formatTime, plural, printable } from './units';

const ROW = 26;
/** Rows kept on either side of those in sight. */
const SPARE = 6;

type SortField = string;

interface Column {
	field: SortField;
	title: string;
	hint: string;
	/** In pixels. */
	width: number;
	/** By which it is sorted, if not by the function's member. */
	value?: (func: Func) => number;
	/** A change since an earlier trace: its amount is what sorts it. */
	change?: boolean;
	/** Of an earlier trace. */
	old?: boolean;
	cell: (func: Func, model: Model) => string;
}

function timeColumn(field: TimeField, title: string, hint: string): Column {
	return { field, title, hint, width: 80, cell: (func) => formatTime(func[field]) };
}

type NumberField = TimeField | 'calls';

/** Since the earlier trace. */
function changeColumn(of: NumberField, title: string): Column {
	const format = of === 'calls' ? formatCount : formatTime;
	const value = (func: Func) => func[of] - (func.before?.[of] ?? 0);
	return { field: `change_${of}`, title: `\u0394 ${title}`, width: 92, value, change: true, old: true,
		hint: `${title}: more or less than in the earlier trace`,
		cell: (func, model) => model.comparing ? formatChange(value(func), format) : '–' };
}

function oldColumn(of: NumberField, title: string): Column {
	const format = of === 'calls' ? formatCount : formatTime;
	const value = (func: Func) => func.before?.[of] ?? 0;
	return { field: `before_${of}`, title: `${title} A`, width: 80, value, old: true,
		hint: `${title} in the earlier trace`,
		cell: (func, model) => model.comparing ? format(value(func)) : '–' };
}

const COLUMNS: Column[] = [
	{ field: 'on', title: 'On', hint: 'Switched on or off', width: 40, cell: () => '' },
	{ field: 'name', title: 'Function', hint: 'Name, and the module it is in', width: 180,
		cell: (func) => printable(func.name) },
	{ field: 'calls', title: 'Calls', hint: 'Calls that were recorded', width: 70,
		cell: (func) => formatCount(func.calls) },
	changeColumn('calls', 'Calls'),
	timeColumn('total_ns', 'Total', 'Time in the function and in what it called'),
	changeColumn('total_ns', 'Total'),
	timeColumn('self_ns', 'Self', 'Total less the recorded calls within it'),
	changeColumn('self_ns', 'Self'),
	// First the columns that are needed most: the last ones may be out of sight.
	timeColumn('p50_ns', 'p50', 'Half of the calls were no longer'),
	timeColumn('p99_ns', 'p99', '99 % of the calls were no longer'),
	changeColumn('p99_ns', 'p99'),
	timeColumn('max_ns', 'Max', 'Longest call'),
	{ field: 'share', title: 'Self %', hint: 'Share of the self time that is switched on', width: 70,
		cell: (func, model) => model.isOn(func) ?
			formatShare(func.self_ns, model.shownSelf_ns) : '–' },
	timeColumn('avg_ns', 'Avg', 'Average duration of a call'),
	timeColumn('p90_ns', 'p90', '90 % of the calls were no longer'),
	timeColumn('p95_ns', 'p95', '95 % of the calls were no longer'),
	timeColumn('p999_ns', 'p99.9', '99.9 % of the calls were no longer'),
	timeColumn('min_ns', 'Min', 'Shortest call'),
	timeColumn('stdv_ns', 'Stdv', 'Standard deviation of the durations'),
	timeColumn('sub_ns', 'Callees', 'Total less self'),
	changeColumn('avg_ns', 'Avg'),
	oldColumn('calls', 'Calls'),
	oldColumn('total_ns', 'Total'),
	oldColumn('self_ns', 'Self'),
	oldColumn('p99_ns', 'p99'),
];
/** These two stay. */
const FIXED: SortField[] = ['on', 'name'];
const UNUSUAL: SortField[] = ['sub_ns', 'before_calls', 'before_total_ns', 'before_self_ns',
	'before_p99_ns'];
const CHOICE = COLUMNS.map(({ field }) => field).filter((field) => !FIXED.includes(field));
const USUAL = CHOICE.filter((field) => !UNUSUAL.includes(field));
const OLD = COLUMNS.filter(({ old }) => old).map(({ field }) => field);

function valueOf(field: SortField): (func: Func) => number {
	return COLUMNS.find((column) => column.field === field)?.value ??
		((func) => func[field as NumberField]);
}

interface Row {
	element: HTMLElement;
	box: HTMLInputElement;
	cells: HTMLElement[];
	module: HTMLElement;
	func: Func | null;
}

export class Table {
	private readonly grid = byId('table');
	private readonly header = byId('table-header');
	private readonly body = byId('table-body');
	private readonly pool: Row[] = [];
	private rows: Func[] = [];
	private sortField: SortField = 'self_ns';
	private descending = true;
	private current = 0;
	private comparing = false;
	private chosen: SortField[] = [];
	private lookListener = () => {};

	constructor(private readonly model: Model) {
		this.makeHeader();
		this.makeChooser();
		byId('csv').addEventListener('click', () => this.save());
		this.grid.setAttribute('aria-colcount', String(COLUMNS.length));
		this.grid.addEventListener('scroll', () => this.drawRows(), { passive: true });
		this.grid.addEventListener('keydown', (event) => this.onKey(event));
		new ResizeObserver(() => this.drawRows()).observe(this.grid);
		model.onChange((change) => {
			if (change === 'report' && !this.comparing && model.comparing)
				this.compare();
			const resort = change === 'report' || change === 'searched' ||
				(change === 'switched' && ['on', 'share'].includes(this.sortField));
			if (resort)
				this.sort();
			this.drawRows();
			this.describe();
		});
		this.connectSearch();
	}

	/** Switches the functions that the search found. */
	private connectSearch(): void {
		const box = byId<HTMLInputElement>('search');
		box.addEventListener('input', () => this.model.search(box.value));
		byId('found-only').addEventListener('click', () =>
			this.model.switchOnly(this.model.found()));
		byId('found-on').addEventListener('click', () =>
			this.model.switch(this.model.found(), true));
		byId('found-off').addEventListener('click', () =>
			this.model.switch(this.model.found(), false));
		document.addEventListener('keydown', (event) => {
			const typing = event.target instanceof HTMLInputElement;
			if (event.key === '/' && !typing) {
				event.preventDefault();
				box.focus();
			}
		});
	}

	// What is shown of a function

	private makeChooser(): void {
		const chooser = byId<HTMLDetailsElement>('columns');
		byId('columns-list').append(...COLUMNS.filter(({ field }) => !FIXED.includes(field))
			.map(({ field, title, hint }) => make('li', {}, make('label', { title: hint },
				make('input', { type: 'checkbox', value: field }), ` ${title}`))));
		byId('columns-list').addEventListener('change', () => this.setColumns(
			this.boxes().filter(({ checked }) => checked).map(({ value }) => value)));
		byId('columns-usual').addEventListener('click', () => this.setColumns(this.usual()));
		chooser.addEventListener('keydown', (event) => {
			if (event.key !== 'Escape' || !chooser.open)
				return;
			event.preventDefault();
			chooser.open = false;
			chooser.querySelector('summary')!.focus();
		});
		this.setColumns(this.usual());
	}

	private usual(): SortField[] {
		return USUAL.filter((field) => this.comparing || !OLD.includes(field));
	}

	private get usualSort(): SortField {
		return this.comparing ? 'change_total_ns' : 'self_ns';
	}

	/** The first data have an earlier trace. */
	private compare(): void {
		this.comparing = true;
		this.sortField = this.usualSort;
		this.markSorted();
		this.setColumns(this.usual());
	}

	private boxes(): HTMLInputElement[] {
		return [...byId('columns-list').querySelectorAll('input')];
	}

	/** Calls back when other columns or another order are chosen. */
	onLook(listener: () => void): void {
		this.lookListener = listener;
	}

	/** Those that differ from the usual ones, and the order, for the address. */
	look(): { columns: string; sort: string } {
		const usual = this.sortField === this.usualSort && this.descending;
		return { columns: this.chosen.join() === this.usual().join() ? '' : this.chosen.join() || 'none',
			sort: usual ? '' : `${this.descending ? '' : '-'}${this.sortField}` };
	}

	setLook(columns: string, sort: string): void {
		const field = sort.replace(/^-/, '');
		this.setColumns(columns === '' ? this.usual() : columns.split(','));
		this.sortField = COLUMNS.find((column) => column.field === field)?.field ?? this.usualSort;
		this.descending = !sort.startsWith('-');
		this.resort();
	}

	private setColumns(wanted: string[]): void {
		this.chosen = CHOICE.filter((field) => wanted.includes(field) &&
			(this.comparing || !OLD.includes(field)));
		for (const box of this.boxes()) {
			box.checked = wanted.includes(box.value);
			box.closest('li')!.hidden = OLD.includes(box.value) && !this.comparing;
		}
		const shown = COLUMNS.filter(({ field }) => this.isShown(field));
		const numbers = shown.filter(({ field }) => !FIXED.includes(field));
		this.grid.style.setProperty('--numbers', numbers.map(({ width }) => `${width}px`).join(' '));
		this.grid.style.setProperty('--least',
			`${shown.reduce((sum, { width }) => sum + width, 0)}px`);
		for (const cell of this.grid.querySelectorAll<HTMLElement>('[data-field]'))
			cell.hidden = !this.isShown(cell.dataset['field'] as SortField);
		this.lookListener();
	}

	private isShown(field: SortField): boolean {
		return FIXED.includes(field) || this.chosen.includes(field);
	}

	/** In the order of the table; times in ns. */
	private save(): void {
		const names = ['name', ...this.chosen.map((field) => field === 'share' ? 'self_percent' : field),
			'on'];
		const value = (func: Func, field: SortField): string | number => field === 'share' ?
			this.shareOf(func) : Math.round(valueOf(field)(func));
		const { report, stretch } = this.model;
		const source = report!.sources[0]?.label ?? 'trace';
		download(stretch ? `${source}-${stretch.from}-${stretch.to}` : source,
			csv([names, ...this.rows.map((func) => [textOfKey(func.key),
				...this.chosen.map((field) => value(func, field)), this.model.isOn(func) ? 1 : 0])]));
	}

	/** Empty for those that are switched off. */
	private shareOf(func: Func): string | number {
		const all = this.model.shownSelf_ns;
		return this.model.isOn(func) && all > 0 ? Number((100 * func.self_ns / all).toFixed(4)) : '';
	}

	private makeHeader(): void {
		this.header.setAttribute('aria-rowindex', '1');
		COLUMNS.forEach((column, i) => {
			const button = make('button', { type: 'button', title: column.hint }, column.title);
			button.addEventListener('click', () => this.sortBy(column.field));
			this.header.append(make('div', { role: 'columnheader', 'aria-colindex': i + 1,
				'data-field': column.field }, button));
		});
		this.markSorted();
	}

	private markSorted(): void {
		for (const cell of this.header.children) {
			const sorted = cell.getAttribute('data-field') === this.sortField;
			cell.setAttribute('aria-sort', !sorted ? 'none' :
				this.descending ? 'descending' : 'ascending');
		}
	}

	/** The largest first, but names from A; the same column again reverses the order. */
	private sortBy(field: SortField): void {
		this.descending = field === this.sortField ? !this.descending : field !== 'name';
		this.sortField = field;
		this.resort();
	}

	private resort(): void {
		this.markSorted();
		this.sort();
		this.grid.scrollTop = 0;
		this.current = 0;
		this.drawRows();
		this.lookListener();
	}

	private sort(): void {
		const order = this.descending ? -1 : 1;
		const byName = (a: Func, b: Func) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
		this.rows = [...this.model.found()];
		if (this.sortField === 'name') {
			this.rows.sort((a, b) => order * byName(a, b));
			return;
		}
		const value = this.sortValue(this.sortField);
		this.rows.sort((a, b) => order * (value(a) - value(b)) || byName(a, b));
	}

	private sortValue(field: SortField): (func: Func) => number {
		if (field === 'on')
			return (func) => this.model.isOn(func) ? 1 : 0;
		if (field === 'share')
			return (func) => this.model.isOn(func) ? func.self_ns : -1;
		const value = valueOf(field);
		return COLUMNS.find((column) => column.field === field)?.change ?
			(func) => Math.abs(value(func)) : value;
	}

	/** The rows in sight, by the scroll position. */
	private drawRows(): void {
		this.body.style.setProperty('height', `${this.rows.length * ROW}px`);
		const inSight = Math.ceil(this.grid.clientHeight / ROW);
		const first = Math.max(0, Math.floor(this.grid.scrollTop / ROW) - SPARE);
		const end = Math.min(this.rows.length, first + inSight + 2 * SPARE);
		this.current = Math.max(0, Math.min(this.current, this.rows.length - 1));
		this.grid.setAttribute('aria-rowcount', String(this.rows.length + 1));
		while (this.pool.length < end - first)
			this.makeRow(this.pool.length);
		this.pool.forEach((row, slot) => {
			const index = this.indexIn(slot, first);
			row.element.hidden = index >= end;
			if (!row.element.hidden)
				this.fillRow(row, index);
		});
		this.markCurrent(first, end);
	}

	/** The row in a slot of the pool, which stays the same as long as it is in sight. */
	private indexIn(slot: number, first: number): number {
		const size = this.pool.length;
		return first + (slot - first % size + size) % size;
	}

	private makeRow(slot: number): Row {
		const box = make('input', { type: 'checkbox', tabindex: -1 });
		const module = make('span', { class: 'module' });
		const cells = COLUMNS.map((column, i) => make('div',
			{ role: 'gridcell', 'aria-colindex': i + 1, 'data-field': column.field,
				hidden: !this.isShown(column.field) }));
		cells[0]!.append(box);
		cells[1]!.append(make('span', { class: 'name' }), module);
		const row: Row = { element: make('div', { role: 'row', class: 'row', id: `row-${slot}` },
			...cells), box, cells, module, func: null };
		box.addEventListener('change', () => this.model.toggle(row.func!));
		row.element.addEventListener('click', (event) => {
			if (event.target !== box)
				this.choose(this.rows.indexOf(row.func!));
		});
		this.pool.push(row);
		this.body.append(row.element);
		return row;
	}

	private fillRow(row: Row, index: number): void {
		const func = this.rows[index]!;
		const on = this.model.isOn(func);
		row.func = func;
		row.box.checked = on;
		row.box.setAttribute('aria-label', `${func.label} switched on`);
		row.element.style.setProperty('transform', `translateY(${index * ROW}px)`);
		row.element.setAttribute('aria-rowindex', String(index + 2));
		row.element.setAttribute('aria-selected', String(func === this.model.selected));
		row.element.dataset['kind'] = func.kind;
		row.element.classList.toggle('off', !on);
		row.element.classList.toggle('odd', index % 2 === 1);
		row.cells[1]!.title = longName(func);
		setText(row.cells[1]!.firstElementChild!, printable(func.name));
		setText(row.module, func.module === '' ? '' : `[${printable(func.module)}]`);
		for (let i = 2; i < COLUMNS.length; i++) {
			const { cell, change, value } = COLUMNS[i]!;
			setText(row.cells[i]!, cell(func, this.model));
			if (change)
				row.cells[i]!.dataset['change'] = String(Math.sign(value!(func)));
		}
	}

	private markCurrent(first: number, end: number): void {
		const inDocument = this.current >= first && this.current < end;
		const slot = inDocument ? this.current % this.pool.length : -1;
		this.pool.forEach((row, i) => row.element.classList.toggle('current', i === slot));
		if (inDocument)
			this.grid.setAttribute('aria-activedescendant', `row-${slot}`);
		else
			this.grid.removeAttribute('aria-activedescendant');
	}

	private choose(index: number): void {
		this.current = index;
		this.model.select(this.rows[index]!);
	}

	private onKey(event: KeyboardEvent): void {
		const page = Math.max(1, Math.floor(this.grid.clientHeight / ROW) - 2);
		const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page,
			PageUp: -page, Home: -Infinity, End: Infinity };
		const move = moves[event.key];
		const func = this.rows[this.current];
		if (event.target !== this.grid || !func)
			return;
		if (move !== undefined)
			this.moveTo(this.current + move);
		else if (event.key === ' ')
			this.model.toggle(func);
		else if (event.key === 'Enter')
			this.model.select(func);
		else
			return;
		event.preventDefault();
	}

	private moveTo(index: number): void {
		this.current = Math.max(0, Math.min(index, this.rows.length - 1));
		const top = this.current * ROW;
		const seen = this.grid.clientHeight - this.header.offsetHeight;
		if (top < this.grid.scrollTop)
			this.grid.scrollTop = top;
		else if (top + ROW > this.grid.scrollTop + seen)
			this.grid.scrollTop = top + ROW - seen;
		this.drawRows();
	}

	private describe(): void {
		const all = this.model.ranked.length;
		const found = this.rows.length;
		setText(byId('found'), !this.model.searching ? plural(all, 'function', 'functions') :
			`${formatCount(found)} of ${plural(all, 'function', 'functions')} found`);
		for (const button of ['found-only', 'found-on', 'found-off'])
			byId<HTMLButtonElement>(button).disabled = !this.model.searching || found === 0;
	}
}
