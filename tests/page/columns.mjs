// SPDX-License-Identifier: GPL-2.0
// The columns of the table that are chosen, and the table as CSV.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { column, openAddress, screenshot, withPage, writePage } from './browser.mjs';
import { axisOf, HOSTILE_NAMES, hostileReport, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();
const USUAL = ['On', 'Function', 'Calls', 'Total', 'Self', 'p50', 'p99', 'Max', 'Self %', 'Avg', 'p90',
	'p95', 'p99.9', 'Min', 'Stdv'];

function titles(page) {
	return page.$$eval('#table-header [role="columnheader"]:not([hidden])', (cells) =>
		cells.map((cell) => cell.textContent));
}

function box(page, field) {
	return page.locator(`#columns-list input[value="${field}"]`);
}

/** The rows of the file that the button offers, which is named so. */
async function saved(page, name) {
	const [file] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
	equal(file.suggestedFilename(), name);
	return readFileSync(await file.path(), 'utf8');
}

await test('are-chosen', () => withPage(data, async (page) => {
	deepEqual(await titles(page), USUAL);
	await page.click('#columns summary');
	for (const field of ['share', 'stdv_ns', 'p90_ns'])
		await box(page, field).uncheck();
	await box(page, 'sub_ns').check();
	const wanted = USUAL.filter((title) => !['Self %', 'Stdv', 'p90'].includes(title));
	deepEqual(await titles(page), [...wanted, 'Callees']);
	// A row has the same cells, below their titles.
	const [head, row] = await Promise.all(['#table-header', '#table-body .row'].map((row) =>
		page.$eval(row, (row) => [...row.querySelectorAll('[data-field]:not([hidden])')].map((cell) =>
			`${cell.dataset.field} ${Math.round(cell.getBoundingClientRect().left)}`))));
	deepEqual(row, head);
	await page.click('#columns-usual');
	deepEqual(await titles(page), USUAL);
	ok(!(await box(page, 'sub_ns').isChecked()));
}));

await test('rows-made-later-have-them-too', () => withPage(data, async (page) => {
	await page.fill('#search', 'vfs_read');
	await page.click('#columns summary');
	await box(page, 'calls').uncheck();
	await page.fill('#search', '');
	equal(await page.locator('#table-body [data-field="calls"]:not([hidden])').count(), 0);
}));

await test('are-in-the-address-with-the-order', async () => {
	const page = await openAddress(`${writePage(data)}#columns=calls,max_ns&sort=-max_ns`);
	deepEqual(await titles(page), ['On', 'Function', 'Calls', 'Max']);
	const shortest = [...data.functions].sort((a, b) => a.max_ns - b.max_ns)[0].name;
	equal((await column(page, 'name'))[0], shortest);
	await page.click('#columns summary');
	await box(page, 'calls').uncheck();
	await box(page, 'max_ns').uncheck();
	deepEqual(await titles(page), ['On', 'Function']);
	await page.click('#table-header [data-field="name"] button');
	const hash = await page.evaluate(() => location.hash);
	equal(hash, '#columns=none&sort=-name');
	await page.reload();
	await page.waitForSelector('g.bar');
	deepEqual(await titles(page), ['On', 'Function']);
	await page.evaluate(() => { location.hash = '#columns=toString,calls&sort=constructor'; });
	await page.waitForFunction(() => document.querySelectorAll(
		'#table-header [role="columnheader"]:not([hidden])').length === 3);
	equal(await page.getAttribute('#table-header [data-field="self_ns"]', 'aria-sort'), 'descending');
	equal(page.seen.complaints.join('; '), '');
	await page.context().close();
});

await test('by-keyboard', () => withPage(data, async (page) => {
	await page.focus('#columns summary');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Space');
	deepEqual(await titles(page), USUAL.filter((title) => title !== 'Calls'));
	await page.keyboard.press('Escape');
	ok(!await page.isVisible('#columns-list'));
	equal(await page.evaluate(() => document.activeElement.textContent), 'Columns');
}));

await test('csv-has-the-rows-and-columns-shown', () => withPage(data, async (page) => {
	await page.fill('#search', 'e1000_*');
	await page.click('#columns summary');
	for (const input of await page.locator('#columns-list input').all())
		await input.uncheck();
	for (const field of ['calls', 'total_ns', 'sub_ns'])
		await box(page, field).check();
	await page.keyboard.press('Escape');
	const wanted = data.functions.filter(({ name }) => name.startsWith('e1000_'))
		.sort((a, b) => b.self_ns - a.self_ns).map(({ name, calls, total_ns, sub_ns }) =>
			`${name},${calls},${total_ns},${sub_ns},1\n`);
	equal(wanted.length, 3);
	equal(await saved(page, 'fileserver.dat.csv'), `name,calls,total_ns,sub_ns,on\n${wanted.join('')}`);
}));

await test('csv-has-all-rows-as-numbers', () => withPage(data, async (page) => {
	const lines = (await saved(page, 'fileserver.dat.csv')).trimEnd().split('\n');
	equal(lines[0], 'name,calls,total_ns,self_ns,p50_ns,p99_ns,max_ns,self_percent,avg_ns,p90_ns,p95_ns,' +
		'p999_ns,min_ns,stdv_ns,on');
	equal(lines.length, data.functions.length + 1);
	ok(lines.slice(1).every((line) => /^[\w [\]]+,(\d+,){6}(\d+(\.\d+)?)?,(\d+,){6}[01]$/.test(line)),
		lines.join('\n'));
	const off = lines.find((line) => line.startsWith('schedule,')).split(',');
	deepEqual([off[7], off.at(-1)], ['', '0']);
	const shares = lines.slice(1).map((line) => Number(line.split(',')[7]));
	ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) < 0.01);
}));

await test('csv-has-no-formulas-and-no-lines-of-a-name', () => {
	const names = ['=HYPERLINK("x")', '@sum', '+1|cmd', '-bash', '＝x', 'a,b', 'a"b', 'a\nb'];
	const hostile = hostileReport();
	names.forEach((name, i) => { hostile.functions[i].name = name; });
	return withPage(hostile, async (page) => {
		const text = await saved(page, '_img_src_x_onerror_window.hurt_1_.csv');
		const [, ...lines] = text.trimEnd().split('\n');
		equal(lines.length, HOSTILE_NAMES.length);
		const starts = ['"\'=HYPERLINK(""x"")"', '\'@sum', '\'+1|cmd', '-bash', '\'＝x', '"a,b"', '"a""b"',
			'a\\u{a}b'];
		for (const start of starts)
			ok(lines.some((line) => line.startsWith(`${start},`)), `${start} is not in ${text}`);
	});
});

await test('csv-of-a-stretch-is-named-so', async () => {
	const page = await openAddress(`${writePage(smallReport({ axis: axisOf() }))}` +
		'#stretch=500000-2000000&columns=calls,total_ns');
	await page.waitForSelector('#limit:not([hidden])');
	equal(await saved(page, 'fileserver.dat-500000-2000000.csv'),
		'name,calls,total_ns,on\nfilemap_read,1,1000000,1\nvfs_read,1,1500000,1\n');
	await page.context().close();
});

for (const [look, options] of Object.entries({ narrow: { viewport: { width: 390, height: 844 } },
	dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } })) {
	await test(`fit-${look}`, () => withPage(data, async (page) => {
		await page.click('#columns summary');
		const chooser = await page.locator('#columns > div').boundingBox();
		const { width } = page.viewportSize();
		ok(chooser.x >= 0 && chooser.x + chooser.width <= width, `it is at ${chooser.x}`);
		equal(await page.evaluate(() => document.documentElement.scrollWidth -
			document.documentElement.clientWidth), 0, 'the page scrolls sideways');
		await screenshot(page, `columns-${look}`);
	}, options));
}
