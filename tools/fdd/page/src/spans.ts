// SPDX-License-Identifier: GPL-2.0
// Regions and markers, which programs wrote into the trace.

import { byId, make, setText } from './dom';
import type { Model } from './model';
import type { MarkerLine, Region, Report } from './report';
import { formatClock, formatCount, formatTime, plural, printable } from './units';

function row(cells: string[], textCells: number[]): HTMLElement {
	return make('tr', {}, ...cells.map((text, i) =>
		make('td', textCells.includes(i) ? {} : { class: 'number' }, text)));
}

function regionRow(region: Region): HTMLElement {
	const time = (value: number) => region.count > 0 ? formatTime(value) : '–';
	return row([printable(`${region.category}:${region.name}`), formatCount(region.count),
		time(region.total_ns), time(region.avg_ns), time(region.p50_ns), time(region.p99_ns),
		time(region.max_ns), region.unfinished > 0 ? formatCount(region.unfinished) : ''], [0]);
}

function markerRow(marker: MarkerLine): HTMLElement {
	return row([formatClock(marker.time_ns), marker.task, String(marker.cpu),
		printable(marker.text)], [1, 3]);
}

function summary(report: Report): string {
	const { regions, markers } = report;
	const said = [plural(regions.length, 'kind of region', 'kinds of regions')];
	if (report.regionsLeftOut > 0)
		said.push(`${formatCount(report.regionsLeftOut)} not shown`);
	said.push(plural(markers.length, 'marker', 'markers'));
	if (report.markersLeftOut > 0)
		said.push(`${formatCount(report.markersLeftOut)} later ones not shown`);
	return said.join(', ');
}

export class Spans {
	constructor(model: Model) {
		model.onChange((change) => {
			if (change === 'report')
				this.draw(model.report!);
		});
	}

	private draw(report: Report): void {
		const { regions, markers } = report;
		byId('spans').hidden = regions.length + markers.length === 0;
		byId('regions').hidden = regions.length === 0;
		byId('markers').hidden = markers.length === 0;
		byId('regions-rows').replaceChildren(...regions.map(regionRow));
		byId('markers-rows').replaceChildren(...markers.map(markerRow));
		setText(byId('spans-summary'), summary(report));
	}
}
