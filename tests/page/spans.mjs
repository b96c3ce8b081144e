// SPDX-License-Identifier: GPL-2.0
// Regions and markers.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { texts, withPage } from './browser.mjs';
import { smallReport } from './data.mjs';
import { test } from './harness.mjs';

const REGIONS = [
	{ category: 'db', name: 'commit', count: 40, total_ns: 8e6, min_ns: 1e5, avg_ns: 2e5,
		p50_ns: 150000, p90_ns: 3e5, p99_ns: 9e5, max_ns: 1e6, unfinished: 2 },
	{ category: 'web', name: '<b>request</b>', count: 0, unfinished: 1 },
];
const MARKERS = [
	{ time_ns: 5e9, comm: 'sh', pid: 7, cpu: 1, text: 'phase <i>two</i>\u0007' },
];

await test('without-them-there-is-no-section', () => withPage(smallReport(), async (page) => {
	ok(!await page.isVisible('#spans'));
}));

await test('regions-and-markers', () => withPage(smallReport({ regions: REGIONS,
	regions_left_out: 3, markers: MARKERS, markers_left_out: 1234 }), async (page) => {
	deepEqual(await texts(page, '#regions-rows tr:first-child td'),
		['db:commit', '40', '8.000 ms', '200.0 us', '150.0 us', '900.0 us', '1.000 ms', '2']);
	deepEqual(await texts(page, '#regions-rows tr:last-child td'),
		['web:<b>request</b>', '0', '–', '–', '–', '–', '–', '1']);
	const [time, task, cpu, text] = await texts(page, '#markers-rows td');
	ok(time.startsWith('5'), time);
	deepEqual([task, cpu], ['sh-7', '1']);
	ok(text.startsWith('phase <i>two</i>') && !text.includes('\u0007'), text);
	equal(await page.textContent('#spans-summary'),
		'2 kinds of regions, 3 not shown, 1 marker, 1,234 later ones not shown');
}));

await test('markers-alone', () => withPage(smallReport({ markers: MARKERS }), async (page) => {
	ok(await page.isVisible('#markers') && !await page.isVisible('#regions'));
}));
