// SPDX-License-Identifier: GPL-2.0
// What the page is limited to, a stretch of the time axis, in a sentence; and Escape, which
// takes limits back.

import { byId, setText } from './dom';
import type { Model } from './model';
import { formatCount, formatTime, plural } from './units';

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
	const { from, to } = model.stretch!;
	const count = model.inStretch!.list.length;
	return `Only what is within ${formatTime(to - from)}, from ${formatTime(from)} after the begin ` +
		`of the trace: ${plural(count, 'call', 'calls')}.`;
}

export class Limits {
	constructor(private readonly model: Model) {
		byId('limit-off').addEventListener('click', () => model.setStretch(null));
		document.addEventListener('keydown', (event) => this.onKey(event));
		model.onChange((change) => {
			if (change === 'report')
				this.draw();
		});
	}

	private draw(): void {
		const on = this.model.inStretch !== null;
		byId('limit').hidden = !on;
		byId('limit-note').hidden = !on;
		setText(byId('limit-text'), on ? sentence(this.model) : '');
		setText(byId('limit-note'), on ? ['Total and self are times within it, all others those of ' +
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
		else
			this.model.setStretch(null);
	}
}
