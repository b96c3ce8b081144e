// SPDX-License-Identifier: GPL-2.0
// The head of the page: the source of the data, what is missing from them, and
// the switches for all sleepers and for the idle loop.

import { select } from 'd3-selection';
import { byId, make, setText } from './dom';
import type { Kind } from './kinds';
import type { Model } from './model';
import type { Report } from './report';
import { formatClock, formatCount, formatShare, formatTime, plural } from './units';

const SWITCHES: [Kind, string][] = [['sleep', 'switch-sleep'], ['idle', 'switch-idle']];

function sourceLine(report: Report): string {
	return report.sources.map((source) => source.label).join(', ') || 'trace';
}

function kernelLine(report: Report): string {
	const kernels = new Set(report.sources.map((source) => source.kernel));
	return [...kernels].filter((kernel) => kernel !== '').join(', ');
}

function facts(report: Report, shownSelf_ns: number): [string, string, string][] {
	const span = report.span;
	const time: [string, string, string][] = span ? [['Span',
		formatTime(span.last_ns - span.first_ns),
		`${formatClock(span.first_ns)} to ${formatClock(span.last_ns)}`]] : [];
	return [...time,
		['Calls', formatCount(report.calls), 'calls that were recorded'],
		...report.before ? [['Calls before', formatCount(report.before.calls),
			'calls in the earlier trace'] as [string, string, string]] : [],
		['Functions', formatCount(report.functions.length), 'functions that were called'],
		['Self time shown', formatTime(shownSelf_ns), 'of what is switched on']];
}

/** What is missing from the data, and how to lose less. */
function warnings(report: Report): string[] {
	const said: string[] = [];
	if (report.calls === 0 && report.functions.length === 0)
		said.push('There are no calls in this trace: none was recorded, or none passed the filters.');
	if (report.lost > 0) {
		const share = formatShare(report.lost, report.lost + report.calls);
		said.push(`${plural(report.lost, 'event was', 'events were')} lost (${share}): totals and ` +
			'counts are too low. A larger buffer (-b), a higher threshold (-t) or a filter ' +
			'(-F) loses fewer.');
	}
	const overwritten = report.sources.reduce((sum, source) => sum + source.overwritten, 0);
	if (overwritten > 0)
		said.push(`${plural(overwritten, 'older event was', 'older events were')} overwritten: ` +
			'the trace begins later than the recording. A larger buffer (-b) keeps more.');
	for (const source of report.sources.filter(({ truncated }) => truncated))
		said.push(`${source.label} is cut short: what was recorded after its end is missing.`);
	if (report.detailsLeftOut > 0)
		said.push(`${formatCount(report.detailsLeftOut)} slowest calls, callers and callees of ` +
			'functions are not shown: there are too many. A filter (-F) leaves fewer.');
	if (report.unparsed > 0)
		said.push(`${plural(report.unparsed, 'line', 'lines')} could not be parsed and ` +
			`${report.unparsed === 1 ? 'is' : 'are'} not counted.`);
	return said;
}

export class Header {
	constructor(private readonly model: Model) {
		for (const [kind, id] of SWITCHES)
			byId(id).addEventListener('click', () =>
				model.switchKind(kind, model.countOn(kind) === 0));
		model.onChange((change) => {
			if (change === 'report')
				this.drawReport(model.report!);
			if (change === 'report' || change === 'switched') {
				this.drawFacts();
				this.drawSwitches();
			}
		});
	}

	private drawReport(report: Report): void {
		const source = sourceLine(report);
		document.title = `${source} – function duration`;
		setText(byId('source'), source);
		setText(byId('kernel'), [kernelLine(report), report.before ?
			`compared with ${sourceLine(report.before)}` : ''].filter((text) => text !== '').join(', '));
		setText(byId('tool'), report.tool);
		const said = warnings(report);
		byId('missing').hidden = said.length === 0;
		if (byId('missing').textContent !== said.join(''))
			byId('missing').replaceChildren(...said.map((text) => make('p', {}, text)));
	}

	private drawFacts(): void {
		const pairs = select(byId('facts')).selectAll('div')
			.data(facts(this.model.report!, this.model.shownSelf_ns))
			.join((enter) => {
				const pair = enter.append('div');
				pair.append('dt');
				pair.append('dd');
				return pair;
			});
		pairs.attr('title', ([, , hint]) => hint);
		pairs.select('dt').text(([name]) => name);
		pairs.select('dd').text(([, value]) => value);
	}

	private drawSwitches(): void {
		for (const [kind, id] of SWITCHES) {
			const all = this.model.countOfKind(kind);
			const on = this.model.countOn(kind);
			const state = on === 0 ? 'off' : on === all ? 'on' : `${formatCount(on)} on`;
			const button = byId<HTMLButtonElement>(id);
			button.disabled = all === 0;
			button.setAttribute('aria-pressed', on === 0 ? 'false' : on === all ? 'true' : 'mixed');
			setText(button.querySelector('.state')!, all === 0 ? 'none' :
				`${formatCount(all)} ${state}`);
		}
	}
}
