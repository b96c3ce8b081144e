// SPDX-License-Identifier: GPL-2.0
// Pages that "fdd export --to html" wrote. FDD_PAGES is a directory with them:
// basic.html of a small trace, hostile.html of one with names that try to be more.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { barNames, bar, column, row, screenshot, texts, withPage } from './browser.mjs';
import { test } from './harness.mjs';

const written = (name) => readFileSync(join(process.env.FDD_PAGES, name), 'utf8');

await test('shows-what-fdd-found', () => withPage(written('basic.html'), async (page) => {
	const wanted = JSON.parse(written('basic.json')).functions
		.sort((a, b) => b.self_ns - a.self_ns).map(({ name }) => name.replace(/ \[.*/, ''));
	deepEqual(await barNames(page), wanted);
	equal((await column(page, 'name')).length, wanted.length);
	await screenshot(page, 'export');
}));

/** All numbers of the table, as far as single calls have them. */
function numbers(page) {
	return page.$$eval('#table-body .row:not([hidden])', (rows) => rows.map((row) =>
		['name', 'calls', 'total_ns', 'self_ns', 'min_ns', 'max_ns'].map((field) =>
			row.querySelector(`[data-field="${field}"]`).textContent)).sort());
}

await test('its-single-calls-give-the-same-numbers', () => withPage(written('basic.html'), async (page) => {
	const all = await numbers(page);
	ok(all.length > 3);
	await page.evaluate(() => { location.hash = '#stretch=0-1000000000000000'; });
	await page.waitForSelector('#limit:not([hidden])');
	deepEqual(await numbers(page), all);
	ok(!(await page.textContent('#limit-note')).includes('not counted'));
}));

await test('toggling-changes-the-chart', () => withPage(written('basic.html'), async (page) => {
	const before = await barNames(page);
	await bar(page, before[0]).locator('.fill').click();
	deepEqual(await barNames(page), before.slice(1));
	await page.click('#all-on');
	deepEqual(await barNames(page), before);
}));

await test('has-details', () => withPage(written('basic.html'), async (page) => {
	await row(page, 'kmem_cache_alloc').locator('.name').click();
	equal(await page.textContent('#details-name'), 'kmem_cache_alloc');
	ok((await page.textContent('#details')).includes('do_sys_openat2'), 'its caller is not shown');
}));

await test('hostile-names-are-text', () => withPage(written('hostile.html'), async (page) => {
	const names = await column(page, 'name');
	ok(names.includes('</script><script>window.hurt=1</script>'), names.join(' | '));
	ok(names.includes('a"b<img/src=x/onerror=window.hurt=1>&\\'), names.join(' | '));
	for (let i = 0; i < names.length; i++)
		await page.locator('#table-body .row:not([hidden]) .name').nth(i).click();
	equal(await page.evaluate(() => window.hurt), undefined, 'a name was run');
	equal((await texts(page, 'main img, main script')).length, 0, 'a name became an element');
	ok((await page.$eval('body', (body) => body.innerText)).includes('\ufffd'), 'no U+FFFD');
}));

await test('compares-as-fdd-diff-does', () => withPage(written('compare.html'), async (page) => {
	const changes = JSON.parse(written('compare.json')).functions
		.map(({ name, before, after }) => [name.replace(/ \[.*/, ''), after.total_ns - before.total_ns])
		.filter(([, change]) => change !== 0);
	ok(changes.length > 1);
	deepEqual((await column(page, 'name')).slice(0, changes.length), changes.map(([name]) => name));
	const signs = await page.$$eval('#table-body .row:not([hidden])', (rows) => rows.map((row) =>
		[row.querySelector('.name').textContent,
			Number(row.querySelector('[data-field="change_total_ns"]').dataset.change)]));
	for (const [name, change] of changes)
		equal(new Map(signs).get(name), Math.sign(change), name);
}));

/** Parts, wakers and the parts of their time, in the order in which they are shown. */
function linesOf({ parts }) {
	return parts.flatMap(({ ns, text, waker }) => [[ns, text], ...waker ? [[null, waker.text]] : [],
		...waker?.meanwhile ? linesOf(waker.meanwhile) : []]);
}

function rowsOf(time) {
	return [time, ...time.parts.flatMap(({ waker }) => waker?.meanwhile ? rowsOf(waker.meanwhile) : [])];
}

function exactly(ns, whole) {
	return whole >= 1e6 ? `${(ns / 1e6).toFixed(6)} ms` : `${(ns / 1e3).toFixed(3)} us`;
}

await test('explains-calls-as-fdd-why-does', () => withPage(written('slow.html'), async (page) => {
	const { why } = JSON.parse(written('slow.json'));
	ok(why.length > 0 && rowsOf(why[0]).length > 1, 'nothing is explained');
	deepEqual(await texts(page, '.why-call .name'), why.map(({ name }) => name));
	deepEqual(await texts(page, '.why-call .finding'), why.map(({ finding }) => finding));
	for (const [i, call] of why.entries()) {
		const shown = page.locator('.why-call').nth(i);
		deepEqual(await shown.locator('.why-parts .text, .waker').allTextContents(),
			linesOf(call).map(([, text]) => text));
		deepEqual(await shown.locator('.why-parts .time').allTextContents(),
			linesOf(call).filter(([ns]) => ns !== null).map(([ns]) => exactly(ns, call.ns)));
	}
	await screenshot(page, 'why-export');
}));

await test('draws-the-timeline-of-fdd-why', () => withPage(written('slow.html'), async (page) => {
	const [call] = JSON.parse(written('slow.json')).why;
	await page.click('.why-call:first-child summary');
	await page.waitForFunction((wanted) => document.querySelector('.why-call')
		.querySelectorAll('.row').length === wanted, rowsOf(call).length);
	const rows = await page.locator('.why-call').first().locator('.row').evaluateAll((rows) =>
		rows.map((row) => [...row.querySelectorAll('rect')].map((rect) =>
			[rect.getAttribute('class'), +rect.getAttribute('x'), +rect.getAttribute('width')])));
	const from = rows[0][0][1];
	const wide = rows[0].at(-1)[1] + rows[0].at(-1)[2] - from;
	equal(rows.length, rowsOf(call).length);
	rowsOf(call).forEach(({ timeline }, i) => {
		deepEqual(rows[i].map(([kind]) => kind), timeline.map(({ kind }) => `time-${kind}`));
		timeline.forEach(({ from_ns, ns }, j) => {
			const [, x, width] = rows[i][j];
			ok(Math.abs(x - from - wide * from_ns / call.ns) < 1, `row ${i}, span ${j} is at ${x}`);
			ok(Math.abs(width - wide * ns / call.ns) < 1, `row ${i}, span ${j} has width ${width}`);
		});
	});
}));
