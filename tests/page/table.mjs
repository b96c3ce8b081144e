// SPDX-License-Identifier: GPL-2.0
// The table: its order, the search, the keyboard.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { barNames, column, openFile, row, withPage } from './browser.mjs';
import { nameOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();
const TIMES = ['total_ns', 'self_ns', 'avg_ns', 'min_ns', 'max_ns', 'stdv_ns', 'p50_ns', 'p90_ns',
	'p95_ns', 'p99_ns', 'p999_ns'];

function byName(a, b) {
	return a.name < b.name ? -1 : 1;
}

/** The names in the order of a field; names decide between equals. */
function ordered(field, descending) {
	const order = descending ? -1 : 1;
	return [...data.functions].sort((a, b) => order * (a[field] - b[field]) || byName(a, b))
		.map(nameOf);
}

let page = null;

/** A page for the tests of sorting, which continue where the one before stopped. */
async function sortingPage() {
	page ??= await openFile(data);
	return page;
}

function header(page, field) {
	return page.locator(`#table-header [data-field="${field}"]`);
}

for (const field of ['calls', ...TIMES]) {
	await test(`sorts-by-${field}`, async () => {
		const sorting = await sortingPage();
		await header(sorting, 'name').locator('button').click();
		for (const [direction, descending] of [['descending', true], ['ascending', false]]) {
			await header(sorting, field).locator('button').click();
			equal(await header(sorting, field).getAttribute('aria-sort'), direction);
			const names = await column(sorting, 'name');
			ok(names.length > 20);
			deepEqual(names, ordered(field, descending).slice(0, names.length));
		}
	});
}
await page?.context().close();

await test('sorts-by-name-share-and-on', () => withPage(data, async (page) => {
	const sorted = [...data.functions].sort(byName).map(nameOf);
	await header(page, 'name').locator('button').click();
	const names = await column(page, 'name');
	deepEqual(names, sorted.slice(0, names.length));
	await header(page, 'name').locator('button').click();
	deepEqual(await column(page, 'name'), sorted.reverse().slice(0, names.length));
	await header(page, 'share').locator('button').click();
	ok(/^\d+\.\d %$/.test((await column(page, 'share'))[0]));
	await header(page, 'share').locator('button').click();
	equal((await column(page, 'share'))[0], '–');
	await header(page, 'on').locator('button').click();
	equal(await page.locator('#table-body .row[aria-rowindex="2"] input').isChecked(), true);
	await header(page, 'on').locator('button').click();
	equal(await page.locator('#table-body .row[aria-rowindex="2"] input').isChecked(), false);
}));

await test('shows-every-number-with-its-unit', () => withPage(data, async (page) => {
	for (const field of TIMES) {
		for (const text of await column(page, field))
			ok(/^[\d,]+(\.\d+)? (ns|us|ms|s)$/.test(text), `${field}: "${text}"`);
	}
}));

await test('search-by-a-part-of-the-name', () => withPage(data, async (page) => {
	await page.fill('#search', 'SCHED');
	deepEqual((await column(page, 'name')).sort(), ['io_schedule', 'schedule', 'schedule_timeout']);
	equal(await page.textContent('#found'), `3 of ${data.functions.length} functions found`);
	await page.fill('#search', 'e1000');
	equal((await column(page, 'name')).length, 3);
	await page.fill('#search', 'nothing_has_this_name');
	equal((await column(page, 'name')).length, 0);
	await page.fill('#search', '');
	ok((await column(page, 'name')).length > 20);
}));

await test('search-by-a-glob', () => withPage(data, async (page) => {
	await page.fill('#search', 'ext4_*write*');
	deepEqual((await column(page, 'name')).sort(),
		['ext4_da_write_begin', 'ext4_da_write_end', 'ext4_file_write_iter']);
	await page.fill('#search', 'vfs_[rw]*');
	deepEqual((await column(page, 'name')).sort(), ['vfs_read', 'vfs_write']);
}));

await test('switches-what-was-found', () => withPage(data, async (page) => {
	await page.fill('#search', 'tcp_*');
	await page.click('#found-only');
	deepEqual((await barNames(page)).sort(), ['tcp_sendmsg', 'tcp_v4_rcv', 'tcp_write_xmit']);
	await page.fill('#search', 'tcp_v4_rcv vfs_read');
	await page.click('#found-off');
	deepEqual((await barNames(page)).sort(), ['tcp_sendmsg', 'tcp_write_xmit']);
	await page.click('#found-on');
	deepEqual((await barNames(page)).sort(),
		['tcp_sendmsg', 'tcp_v4_rcv', 'tcp_write_xmit', 'vfs_read']);
}));

await test('search-marks-the-bars', () => withPage(data, async (page) => {
	await page.fill('#search', 'tcp_*');
	equal(await page.locator('g.bar.match').count(), 3);
	equal(await page.locator('g.bar.no-match').count(), 17);
}));

await test('by-keyboard', () => withPage(data, async (page) => {
	const order = ordered('self_ns', true);
	const current = () => page.evaluate(() => document.getElementById(
		document.getElementById('table').getAttribute('aria-activedescendant'))
		.querySelector('.name').textContent);
	await page.focus('#table');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	equal(await current(), order[2]);
	await page.keyboard.press('Enter');
	equal(await page.textContent('#details-name'), order[2]);
	await page.keyboard.press('End');
	equal(await current(), order[order.length - 1]);
	const isOn = await row(page, await current()).locator('input').isChecked();
	await page.keyboard.press('Space');
	equal(await row(page, await current()).locator('input').isChecked(), !isOn);
	await page.keyboard.press('Home');
	equal(await current(), order[0]);
	await page.keyboard.press('/');
	equal(await page.evaluate(() => document.activeElement.id), 'search');
}));
