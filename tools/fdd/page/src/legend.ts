// SPDX-License-Identifier: GPL-2.0
// The list next to the bars: the functions of the chart and, at their rank among
// them, those that are switched off; each with a checkbox.

import { select, type Selection } from 'd3-selection';
import { formatMetric, type Bars } from './bars';
import { byId, setText } from './dom';
import type { Model } from './model';
import type { Func } from './report';
import { plural } from './units';

const MOST = 250;

export class Legend {
	private readonly list = select(byId('legend-list'));

	constructor(private readonly model: Model, private readonly bars: Bars) {
		byId('all-on').addEventListener('click', () => model.switch(model.ranked, true));
		byId('all-off').addEventListener('click', () => model.switchOnly([]));
		byId('defaults').addEventListener('click', () => model.switchDefaults());
		byId('undo').addEventListener('click', () => model.undo());
		model.onChange((change) => {
			if (change !== 'selected')
				this.draw();
		});
	}

	/** All functions that rank above the last bar, on or off. */
	private listed(): Func[] {
		const last = this.model.shown(this.bars.limit).pop();
		const end = last ? this.model.ranked.indexOf(last) + 1 : this.model.ranked.length;
		return this.model.ranked.slice(0, Math.max(end, this.bars.limit));
	}

	private draw(): void {
		byId<HTMLButtonElement>('undo').disabled = !this.model.canUndo;
		const listed = this.listed();
		const rest = listed.length - MOST;
		const items = this.list.selectAll<HTMLLIElement, Func>('li')
			.data(listed.slice(0, MOST), (func) => func.key)
			.join((enter) => this.enter(enter.append('li')))
			.order();
		items.attr('data-kind', (func) => func.kind)
			.classed('off', (func) => !this.model.isOn(func));
		items.select<HTMLInputElement>('input')
			.property('checked', (func) => this.model.isOn(func));
		items.select('.value').text((func) =>
			formatMetric(this.model.metric, func[this.model.metric]));
		setText(byId('legend-rest'), rest <= 0 ? '' :
			`${plural(rest, 'function', 'functions')} more: switch them in the table.`);
	}

	private enter<P extends Element>(
		item: Selection<HTMLLIElement, Func, P, unknown>): typeof item {
		const label = item.append('label').attr('title', (func) => func.label);
		label.append('input').attr('type', 'checkbox')
			.on('change', (_, func) => this.model.toggle(func));
		label.append('span').attr('class', 'swatch');
		label.append('span').attr('class', 'name').text((func) => func.label);
		label.append('span').attr('class', 'value');
		return item;
	}
}
