// SPDX-License-Identifier: GPL-2.0
// What the page is limited to, a stretch of the time axis, a task, a CPU, a module or a control
// group, in a sentence; and Escape, which takes limits back.

import { byId, make, setText } from './dom';
import { STRIDE, type Lanes } from './lanes';
import type { Filter, Model } from './model';
import { formatCount, formatTime, plural, printable } from './units';

/** What is not counted within the stretch. */
function missing(model: Model): string[] {
	const { joined, joined_ns } = model.inStretch!;
	const { lanesLeftOut, deepLeftOut } = model.report!.lanes!;
	const said: string[] = [];
	if (joined > 0)
		said.push(`The page has the calls shorter than ${formatTime(joined_ns)} here only as blocks: ` +
			`${formatCount(joined)}, and what these called, are not counted, and their time is in ` +
			'the self time of their callers.');
	if (lanesLeftOut > 0)
		said.push(`Calls of ${plural(lanesLeftOut, 'task', 'tasks')} that the time axis leaves out are ` +
			'not counted.');
	if (deepLeftOut > 0)
		said.push(`Nor are those that are too deep for it: ${formatCount(deepLeftOut)} in the whole trace.`);
	return said;
}

function sentence(model: Model): string {
	const { task, cgroup, cpu, module } = model.filter;
	const { from, to } = model.stretch ?? { from: 0, to: 0 };
	const said = [
		model.stretch ? `within ${formatTime(to - from)}, from ${formatTime(from)} after the begin ` +
			'of the trace' : '',
		task === null ? '' : `of ${task}`,
		cgroup === null ? '' : `of the tasks in ${cgroup}`,
		cpu === null ? '' : `that returned on CPU ${cpu}`,
		module === null ? '' : `in functions of ${printable(module)}`,
	].filter((text) => text !== '');
	const count = model.report!.functions.reduce((sum, { calls }) => sum + calls, 0);
	return `Only what is ${said.join(', ')}: ${plural(count, 'call', 'calls')}.`;
}

/** Fewer are no choice; functions of the kernel have no module. */
const FEWEST: Record<keyof Filter, number> = { task: 2, cpu: 2, cgroup: 1, module: 1 };

/** CPUs on which calls returned. */
function cpusOf(lanes: Lanes | null): Set<number> {
	const cpus = new Set<number>();
	for (const spans of lanes?.levels.flatMap((level) => level.spans) ?? []) {
		for (let i = 5; i < spans.length; i += STRIDE)
			cpus.add(spans[i]!);
	}
	return cpus;
}

export class Limits {
	private readonly selects: Record<keyof Filter, HTMLSelectElement> = {
		task: byId('filter-task'), cgroup: byId('filter-cgroup'), cpu: byId('filter-cpu'),
		module: byId('filter-module'),
	};

	constructor(private readonly model: Model) {
		byId('limit-off').addEventListener('click', () => this.letGo());
		for (const select of Object.values(this.selects))
			select.addEventListener('change', () => this.choose());
		document.addEventListener('keydown', (event) => this.onKey(event));
		model.onChange((change) => {
			if (change === 'report' || change === 'lanes')
				this.draw();
		});
	}

	private letGo(): void {
		this.model.setFilter({ task: null, cgroup: null, cpu: null, module: null });
		this.model.setStretch(null);
	}

	private choose(): void {
		const valueOf = (name: keyof Filter) => this.selects[name].value || null;
		const cpu = valueOf('cpu');
		this.model.setFilter({ task: valueOf('task'), cgroup: valueOf('cgroup'),
			module: valueOf('module'), cpu: cpu === null ? null : Number(cpu) });
	}

	/** What there is to choose in the whole trace. */
	private offer(): void {
		const { lanes, functions } = this.model.wholeReport!;
		const tasks = lanes?.lanes.filter(({ ofCpu, ofRegions }) => !ofCpu && !ofRegions) ?? [];
		const names = (values: string[]) => [...new Set(values)].filter((name) => name !== '').sort();
		const cpus = [...cpusOf(lanes)].sort((a, b) => a - b);
		this.fill('task', names(tasks.map(({ name }) => name)));
		this.fill('cgroup', names(tasks.map(({ cgroup }) => cgroup)));
		this.fill('module', names(functions.map(({ module }) => module)));
		this.fill('cpu', cpus.map(String));
		byId('filters').hidden = Object.values(this.selects).every((select) =>
			select.parentElement!.hidden);
	}

	private fill(name: keyof Filter, values: string[]): void {
		const select = this.selects[name];
		const chosen = String(this.model.filter[name] ?? '');
		const all = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
		if ([...select.options].slice(1).map(({ value }) => value).join('\n') !== all.join('\n'))
			select.replaceChildren(make('option', { value: '' }, 'all'),
				...all.map((value) => make('option', { value }, printable(value))));
		select.value = chosen;
		select.parentElement!.hidden = all.length < FEWEST[name] && chosen === '';
	}

	private draw(): void {
		const counted = this.model.inStretch !== null;
		const on = counted || this.model.filter.module !== null;
		this.offer();
		byId('limit').hidden = !on;
		byId('limit-note').hidden = !counted;
		setText(byId('limit-text'), on ? sentence(this.model) : '');
		setText(byId('limit-note'), counted ? ['Total and self are times within it, all others those of ' +
			'whole calls.', ...missing(this.model)].join(' ') : '');
	}

	/** Those that use the key themselves have done so. */
	private onKey(event: KeyboardEvent): void {
		const typed = event.target instanceof HTMLInputElement && event.target.value !== '' &&
			event.target.type === 'search';
		if (event.key !== 'Escape' || event.defaultPrevented || typed)
			return;
		if (this.model.durations)
			this.model.setDurations(null);
		else if (this.model.stretch)
			this.model.setStretch(null);
		else if (this.model.inStretch || this.model.filter.module !== null)
			this.letGo();
	}
}
