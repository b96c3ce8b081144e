// SPDX-License-Identifier: GPL-2.0
// "Open in Perfetto", if fdd serve offers it: the calls of the time axis, as the page has
// them, in the JSON format of Chrome, by a message to a tab of ui.perfetto.dev.

import { shownOf, spansOf, type Lanes } from './lanes';

const PERFETTO = 'https://ui.perfetto.dev';
const ASK_MS = 100;
const LONGEST_MS = 60000;

interface Event {
	name: string;
	ph: 'X' | 'i' | 'M';
	pid: number;
	tid: number;
	ts?: number;
	dur?: number;
	args?: object;
}

/** A lane is a thread; CPUs are those of another process. */
export function chromeTrace(lanes: Lanes): { traceEvents: Event[]; displayTimeUnit: 'ns' } {
	const traceEvents: Event[] = [];
	lanes.lanes.forEach(({ name, ofCpu }, lane) => {
		const thread = { pid: ofCpu ? 1 : 2, tid: lane + 1 };
		traceEvents.push({ name: 'thread_name', ph: 'M', ...thread, args: { name } });
		for (const [spans, at] of spansOf(shownOf(lanes, lane, 0, lanes.ns, 0))) {
			const calls = spans[at + 4]!;
			const label = lanes.labels[spans[at + 3]!] ?? '';
			traceEvents.push({ name: calls > 1 ? `${calls} calls, the longest of ${label}` : label,
				ph: calls === 0 ? 'i' : 'X', ...thread, ts: (lanes.first_ns + spans[at + 1]!) / 1000,
				...calls > 0 && { dur: spans[at + 2]! / 1000 } });
		}
	});
	return { traceEvents, displayTimeUnit: 'ns' };
}

/**
 * The tab answers PONG to PING once it can take a trace. It has no way back to this page: its
 * opener is removed before the other site is loaded.
 */
export function openInPerfetto(lanes: Lanes, title: string): void {
	const tab = window.open();
	if (!tab)
		return;
	tab.opener = null;
	tab.location.href = PERFETTO;
	const began = Date.now();
	const end = () => {
		window.clearInterval(ask);
		window.removeEventListener('message', take);
	};
	const take = ({ origin, source, data }: MessageEvent) => {
		if (origin !== PERFETTO || source !== tab || data !== 'PONG')
			return;
		end();
		const buffer = new TextEncoder().encode(JSON.stringify(chromeTrace(lanes))).buffer;
		tab.postMessage({ perfetto: { buffer, title } }, PERFETTO, [buffer]);
	};
	const ask = window.setInterval(() => {
		if (tab.closed || Date.now() - began > LONGEST_MS)
			end();
		else
			tab.postMessage('PING', PERFETTO);
	}, ASK_MS);
	window.addEventListener('message', take);
}
