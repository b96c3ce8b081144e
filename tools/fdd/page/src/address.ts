// SPDX-License-Identifier: GPL-2.0
// The state of the page in its address (behind the #), so that a link or a reload shows the
// same: search, switches, metric of the bars, selected function, zoom. It is not sent to the
// server. Default values are left out.

import type { Axis } from './axis';
import { byId } from './dom';
import type { Flame } from './flame';
import type { Stretch } from './lanes';
import { METRICS, type Metric, type Model } from './model';
import { textOfKey } from './names';
import type { Table } from './table';

/** A longer address is cut by some programs: then the switches by hand are left out. */
const LONGEST = 8000;
/** Names of functions may contain any other character. */
const SEPARATOR = '\n';

function joined(names: string[]): string {
	return names.join(SEPARATOR);
}

/** "from-to", or nothing. */
function rangeText(range: Stretch | null): string {
	return range === null ? '' : `${range.from}-${range.to}`;
}

function rangeOf(text: string | null): Stretch | null {
	const [from, to] = (text ?? '').split('-').map(Number);
	return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}

function split(text: string | null): string[] {
	return text === null || text === '' ? [] : text.split(SEPARATOR);
}

function cpuOf(text: string | null): number | null {
	return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export class Address {
	private readonly count = byId<HTMLSelectElement>('bars-count');
	private readonly log = byId<HTMLInputElement>('bars-log');
	private readonly startCount = this.count.value;
	private written = '';
	/** What everything is limited to, in the address. */
	private limits = '';
	/** The address is not written before the first data, nor while it is read. */
	private restored = false;
	private restoring = false;

	constructor(private readonly model: Model, private readonly flame: Flame,
		private readonly axis: Axis, private readonly table: Table) {
		model.onChange((change) => {
			if (change === 'report' && !this.restored && !this.restoring)
				this.restore();
			this.write();
		});
		flame.onZoom(() => this.write());
		axis.onView(() => this.write());
		table.onLook(() => this.write());
		this.log.addEventListener('change', () => this.write());
		window.addEventListener('hashchange', () => {
			if (location.hash !== this.written)
				this.restore();
		});
	}

	private restore(): void {
		const state = new URLSearchParams(location.hash.slice(1));
		const metric = state.get('show') ?? 'self_ns';
		this.restored = false;
		this.restoring = true;
		this.table.setLook(state.get('columns') ?? '', state.get('sort') ?? '');
		this.setControls(state);
		this.model.setStretch(rangeOf(state.get('stretch')));
		this.model.setFilter({ task: state.get('task'), cgroup: state.get('cgroup'),
			module: state.get('module'), cpu: cpuOf(state.get('cpu')) });
		this.model.setSwitches({ kinds: split(state.get('kinds') ?? 'work'),
			on: split(state.get('on')), off: split(state.get('off')) });
		this.model.search(state.get('search') ?? '');
		if (metric in METRICS)
			this.model.setMetric(metric as Metric);
		const selected = this.model.functionNamed(state.get('function') ?? '') ??
			this.model.shown(1)[0];
		if (selected)
			this.model.select(selected);
		this.model.setDurations(rangeOf(state.get('durations')));
		this.flame.show(state.get('flame') ?? '');
		this.flame.zoomToPath(split(state.get('zoom')));
		const { from, to } = rangeOf(state.get('time')) ?? { from: 0, to: Infinity };
		this.axis.show(from, to);
		this.limits = this.limitsText();
		this.restoring = false;
		this.restored = true;
	}

	private setControls(state: URLSearchParams): void {
		const count = state.get('top') ?? this.startCount;
		if ([...this.count.options].some(({ value }) => value === count))
			this.count.value = count;
		this.log.checked = state.get('log') === '1';
		byId<HTMLInputElement>('search').value = state.get('search') ?? '';
		byId<HTMLSelectElement>('bars-metric').value = state.get('show') ?? 'self_ns';
	}

	private state(): Record<string, string> {
		const { kinds, on, off } = this.model.switches();
		const selected = this.model.selected;
		return {
			search: this.model.query,
			show: this.model.metric === 'self_ns' ? '' : this.model.metric,
			top: this.count.value === this.startCount ? '' : this.count.value,
			log: this.log.checked ? '1' : '',
			function: selected && selected !== this.model.shown(1)[0] ?
				textOfKey(selected.key) : '',
			flame: this.flame.otherView(),
			zoom: joined(this.flame.zoomPath()),
			time: rangeText(this.axis.stretch()),
			stretch: rangeText(this.model.stretch),
			...this.filterState(),
			durations: rangeText(this.model.durations),
			...this.table.look(),
			kinds: joined(kinds) === 'work' ? '' : joined(kinds) || 'none',
			on: joined(on),
			off: joined(off),
		};
	}

	private textOf(state: Record<string, string>): string {
		const given = Object.entries(state).filter(([, value]) => value !== '');
		return given.length === 0 ? '' : `#${new URLSearchParams(given).toString()}`;
	}

	private filterState(): Record<string, string> {
		const { task, cgroup, cpu, module } = this.model.filter;
		return { task: task ?? '', cgroup: cgroup ?? '', cpu: cpu === null ? '' : String(cpu),
			module: module ?? '' };
	}

	private limitsText(): string {
		return `${rangeText(this.model.stretch)} ${rangeText(this.model.durations)} ` +
			JSON.stringify(this.model.filter);
	}

	/**
	 * Replaces the entry in the history, so that "back" still leaves the page; but it takes back
	 * a limit to a stretch of time or to some durations.
	 */
	private write(): void {
		if (!this.restored)
			return;
		const keeps = this.limits === this.limitsText() || this.model.adjusted;
		this.limits = this.limitsText();
		const state = this.state();
		const text = this.textOf(state);
		this.written = text.length <= LONGEST ? text : this.textOf({ ...state, on: '', off: '' });
		if (this.written === location.hash)
			return;
		try {
			const address = this.written || location.pathname + location.search;
			if (keeps)
				history.replaceState(history.state, '', address);
			else
				history.pushState(null, '', address);
		} catch {
			// The browser limits the rate: the next change is written again.
		}
	}
}
