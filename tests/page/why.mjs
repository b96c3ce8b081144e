// SPDX-License-Identifier: GPL-2.0
// What to look at first: sentences, timelines, and the parts of the time as text.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { row, screenshot, texts, withPage } from './browser.mjs';
import { explainedCall, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const two = { ...explainedCall(), name: '<b>vfs_write</b>', notes: ['with the event <i>x</i>'],
	finding: '<b>vfs_write</b> took 2.00 ms in <i>cat</i>-12: 60 % of it asleep.' };
const cut = { place: '', frames: [], end: 'the copy of the stack ends there' };
const data = smallReport({ why: [explainedCall(), { ...two, user: cut }] });

/** A call that waited for one task after the other. */
function longChain(length) {
	const call = explainedCall();
	const [, asleep] = call.parts;
	for (let i = 1; i < length; i++)
		call.parts.push({ ...asleep, ns: 0 });
	return call;
}

await test('without-them-there-is-no-section', () => withPage(smallReport(), async (page) => {
	ok(!await page.isVisible('#why'));
}));

await test('sentences-stand-before-all-else', () => withPage(data, async (page) => {
	equal(await page.$eval('main > :first-child', ({ id }) => id), 'why');
	equal(await page.textContent('.why-call:first-child .finding'), data.why[0].finding);
	deepEqual(await page.$$eval('.why-call', (calls) => calls.map((call) =>
		[call.querySelector('details').open, call.querySelector('svg').getBoundingClientRect().height > 50])),
	[[false, true], [false, true]], 'a timeline is not in sight');
	await screenshot(page, 'why');
}));

await test('name-of-a-finding-leads-to-its-function', () => withPage(data, async (page) => {
	ok(await page.textContent('#details-name') !== 'vfs_read');
	await page.click('.why-call:first-child .name');
	equal(await page.textContent('#details-name'), 'vfs_read');
}));

await test('long-chains-are-cut-until-opened', () => withPage(smallReport({ why: [longChain(6)] }), async (page) => {
	equal(await page.locator('.why-call .row').count(), 3);
	equal(await page.textContent('.why-call .rest'), 'and 4 tasks more that it waited for');
	await page.click('.why-call summary');
	await page.waitForFunction(() => document.querySelectorAll('.why-call .row').length === 7);
	equal(await page.locator('.why-call .rest').count(), 0);
}));

/** The call is the second slowest one of two functions, as another one has the same times. */
function withSlowCall() {
	const report = smallReport({ why: [two, explainedCall()] });
	const { calltime_ns, duration_ns, pid, cpu, label } = explainedCall();
	for (const func of report.functions.filter(({ name }) => ['vfs_read', 'vfs_write'].includes(name)))
		func.slowest.splice(1, 9, { duration_ns, calltime_ns, comm: 'cat', pid, cpu, label, callers: [] });
	return report;
}

await test('a-slow-call-leads-to-its-explanation', () => withPage(withSlowCall(), async (page) => {
	const durations = page.locator('#slowest-rows td:first-child');
	await row(page, 'vfs_write').locator('.name').click();
	equal(await durations.locator('button').count(), 0, 'it is of another function');
	await row(page, 'vfs_read').locator('.name').click();
	equal(await durations.locator('button').count(), 1);
	await page.click('#slowest-rows td[title="Show where its time went"] button');
	deepEqual(await page.$$eval('.why-call details', (all) => all.map(({ open }) => open)), [false, true]);
	equal(await page.evaluate(() => document.activeElement.textContent), 'Where the time went');
	ok(await page.evaluate(() => document.activeElement.getBoundingClientRect().top >= 0));
}));

await test('parts-add-up-as-text', () => withPage(data, async (page) => {
	equal(await page.textContent('.why-call:first-child .head'),
		'2.000000 ms  cat-12, CPU 1, at 5.000000000 s (p50 of 4 calls: 8.100 us)');
	const first = '.why-call:first-child details > .why-parts > li >';
	deepEqual(await texts(page, `${first} .time`), ['0.500000 ms', '1.200000 ms', '0.250001 ms',
		'0.049999 ms']);
	deepEqual(await texts(page, `${first} .share`), ['25 %', '60 %', '13 %', '2 %']);
	deepEqual(await texts(page, `${first} .waker`), ['woken by kworker/0:1-9, on CPU 0']);
	deepEqual(await texts(page, `${first} .why-parts > li > .text`), ['running', 'asleep']);
}));

await test('where-the-program-made-the-call', () => withPage(data, async (page) => {
	equal(await page.textContent('.why-call:first-child .where'),
		'in load_config() < main() of cat, conf.c:212');
	ok(!await page.isVisible('.why-call:first-child .frames'));
	await page.click('.why-call:first-child summary');
	ok(await page.isVisible('.why-call:first-child .frames'));
	deepEqual(await texts(page, '.why-call:first-child .frames li'), ['read of libc.so.6',
		'load_config of cat, conf.c:212, inlined', 'main of cat, cat.c:9']);
	equal(await page.locator('.why-call:last-child .where').count(), 0, 'it has no stack');
	equal(await page.textContent('.why-call:last-child .frames .hint'),
		'There it ends: the copy of the stack ends there.');
}));

await test('the-timeline-has-the-call-and-its-waker', () => withPage(data, async (page) => {
	const svg = page.locator('.why-call:first-child svg');
	deepEqual(await texts(page, '.why-call:first-child .row text'),
		['cat-12', 'woken by kworker/0:1-9']);
	deepEqual(await svg.locator('.row').first().locator('rect').evaluateAll((rects) =>
		rects.map((rect) => rect.getAttribute('class'))),
	['time-running', 'time-asleep', 'time-waiting', 'time-interrupts', 'time-running']);
	deepEqual(await texts(page, '#why-legend li'),
		['running', 'asleep', 'ready, waiting for a CPU', 'interrupts']);
	ok((await svg.getAttribute('aria-label')).startsWith('Timeline of vfs_read. cat-12: ' +
		'running 500.0 us, asleep 1.200 ms'), await svg.getAttribute('aria-label'));
	ok((await svg.locator('rect title').first().textContent()).startsWith('running: '));
}));

await test('the-keyboard-opens-the-parts', () => withPage(data, async (page) => {
	const summary = page.locator('.why-call:last-child summary');
	await summary.focus();
	await page.keyboard.press('Enter');
	ok(await page.isVisible('.why-call:last-child .why-parts .text'));
	const width = await page.locator('.why-call:last-child svg').evaluate((svg) =>
		svg.getBoundingClientRect().width);
	ok(width > 300, `its timeline is ${width} wide`);
	await page.keyboard.press('Enter');
	ok(!await page.isVisible('.why-call:last-child .why-parts .text'));
}));

await test('names-are-text', () => withPage(data, async (page) => {
	equal(await page.textContent('.why-call:last-child .name'), '<b>vfs_write</b>');
	equal(await page.textContent('.why-call:last-child .finding'), two.finding);
	equal(await page.textContent('.why-call:last-child details > .hint'), 'Note: with the event <i>x</i>');
}));
