// SPDX-License-Identifier: GPL-2.0
// Why calls were slow: the timelines and the parts as text.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { screenshot, texts, withPage } from './browser.mjs';
import { explainedCall, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const two = { ...explainedCall(), name: '<b>vfs_write</b>', notes: ['with the event <i>x</i>'] };
const data = smallReport({ why: [explainedCall(), two] });

await test('without-them-there-is-no-section', () => withPage(smallReport(), async (page) => {
	ok(!await page.isVisible('#why'));
}));

await test('the-first-call-is-open', () => withPage(data, async (page) => {
	equal(await page.textContent('#why-summary'), '2 calls');
	deepEqual(await page.$$eval('.why-call', (calls) => calls.map(({ open }) => open)), [true, false]);
	equal(await page.textContent('.why-call h3'),
		'vfs_read 2.000000 ms  cat-12, CPU 1, at 5.000000000 s (p50 of 4 calls: 8.100 us)');
	await screenshot(page, 'why');
}));

await test('parts-add-up-as-text', () => withPage(data, async (page) => {
	const first = '.why-call:first-child > .why-parts > li >';
	deepEqual(await texts(page, `${first} .time`), ['0.500000 ms', '1.200000 ms', '0.250001 ms',
		'0.049999 ms']);
	deepEqual(await texts(page, `${first} .share`), ['25 %', '60 %', '13 %', '2 %']);
	deepEqual(await texts(page, `${first} .waker`), ['woken by kworker/0:1-9, on CPU 0']);
	deepEqual(await texts(page, `${first} .why-parts > li > .text`), ['running', 'asleep']);
}));

await test('the-timeline-has-the-call-and-its-waker', () => withPage(data, async (page) => {
	const svg = page.locator('.why-call:first-child svg');
	deepEqual(await texts(page, '.why-call:first-child .row text'),
		['cat-12', 'woken by kworker/0:1-9']);
	deepEqual(await svg.locator('.row').first().locator('rect').evaluateAll((rects) =>
		rects.map((rect) => rect.getAttribute('class'))),
	['time-running', 'time-asleep', 'time-waiting', 'time-interrupts', 'time-running']);
	deepEqual(await texts(page, '.why-call:first-child .why-legend li'),
		['running', 'asleep', 'ready, waiting for a CPU', 'interrupts']);
	ok((await svg.getAttribute('aria-label')).startsWith('Timeline of vfs_read. cat-12: ' +
		'running 500.0 us, asleep 1.200 ms'), await svg.getAttribute('aria-label'));
	ok((await svg.locator('rect title').first().textContent()).startsWith('running: '));
}));

await test('the-keyboard-opens-a-call', () => withPage(data, async (page) => {
	const summary = page.locator('.why-call:last-child summary');
	await summary.focus();
	await page.keyboard.press('Enter');
	ok(await page.isVisible('.why-call:last-child svg'));
	const width = await page.locator('.why-call:last-child svg').evaluate((svg) =>
		svg.getBoundingClientRect().width);
	ok(width > 300, `its timeline is ${width} wide`);
	await page.keyboard.press('Enter');
	ok(!await page.isVisible('.why-call:last-child svg'));
}));

await test('names-are-text', () => withPage(data, async (page) => {
	equal(await page.textContent('.why-call:last-child .name'), '<b>vfs_write</b>');
	equal(await page.textContent('.why-call:last-child > .hint'), 'Note: with the event <i>x</i>');
}));
