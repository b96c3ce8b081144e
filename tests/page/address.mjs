// SPDX-License-Identifier: GPL-2.0
// The state of the page in its address, and taking a change of the switches back.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { bar, barNames, openAddress, openFile, texts, withPage, writePage } from './browser.mjs';
import { largeReport, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();

function hash(page) {
	return page.evaluate(() => location.hash);
}

/** All settings of a user, as they are seen. */
async function seen(page) {
	return {
		bars: await barNames(page),
		search: await page.inputValue('#search'),
		found: await page.textContent('#found'),
		metric: await page.inputValue('#bars-metric'),
		count: await page.inputValue('#bars-count'),
		log: await page.isChecked('#bars-log'),
		sleepers: await page.getAttribute('#switch-sleep', 'aria-pressed'),
		details: await page.textContent('#details-name'),
		zoom: await texts(page, '#flame-crumbs li'),
	};
}

async function setAll(page) {
	await page.click('#switch-sleep');
	await page.selectOption('#bars-metric', 'total_ns');
	await page.selectOption('#bars-count', '10');
	await page.check('#bars-log');
	await bar(page, 'vfs_read').locator('.fill').click();
	await page.focus('#flame-canvas');
	for (const key of ['ArrowDown', 'ArrowDown', 'Enter'])
		await page.keyboard.press(key);
	await page.fill('#search', 'ext4_*');
}

await test('at-the-start-it-is-bare', () => withPage(data, async (page) => {
	equal(await hash(page), '');
	await page.fill('#search', 'tcp');
	ok((await hash(page)).includes('search=tcp'), await hash(page));
	await page.fill('#search', '');
	equal(await hash(page), '');
}));

await test('reload-keeps-search-switches-and-zoom', async () => {
	const page = await openFile(data);
	await setAll(page);
	const before = await seen(page);
	equal(before.zoom.length, 3, before.zoom.join());
	ok(!before.bars.includes('vfs_read'));
	await page.reload();
	await page.waitForSelector('g.bar');
	deepEqual(await seen(page), before);
	equal(page.seen.complaints.join('; '), '');
	await page.context().close();
});

await test('link-shows-the-same-in-another-window', async () => {
	const page = await openFile(data);
	await setAll(page);
	const other = await openAddress(await page.evaluate(() => location.href));
	await other.waitForSelector('g.bar');
	deepEqual(await seen(other), await seen(page));
	await page.context().close();
	await other.context().close();
});

await test('another-address-is-taken-over', async () => {
	const page = await openFile(data);
	await page.evaluate(() => { location.hash = '#search=tcp_*&on=schedule&show=calls'; });
	await page.waitForFunction(() => document.querySelector('#search').value === 'tcp_*');
	ok((await barNames(page)).includes('schedule'));
	equal(await page.inputValue('#bars-metric'), 'calls');
	await page.context().close();
});

await test('nonsense-in-it-does-no-harm', async () => {
	const page = await openAddress(`${writePage(data)}#show=toString&top=7&zoom=nowhere&` +
		'function=none&kinds=all&on=%00&log=2&search=%');
	await page.waitForSelector('#content:not([hidden])');
	equal(await page.textContent('#error'), '');
	equal(page.seen.complaints.join('; '), '');
	await page.context().close();
});

await test('it-stays-short', () => withPage(largeReport(3000), async (page) => {
	await page.fill('#search', '_func_');
	await page.click('#found-only');
	const text = await hash(page);
	ok(text.includes('search=_func_') && text.length < 8000, `${text.length} characters`);
}));

await test('only-these-can-be-undone', () => withPage(data, async (page) => {
	const before = await barNames(page);
	ok(await page.isDisabled('#undo'));
	await bar(page, before[0]).locator('.fill').click();
	const without = await barNames(page);
	await page.fill('#search', 'tcp_*');
	await page.click('#found-only');
	equal((await barNames(page)).filter((name) => !name.startsWith('tcp_')).join(), '');
	await page.click('#undo');
	deepEqual(await barNames(page), without);
	await page.click('#undo');
	deepEqual(await barNames(page), before);
	ok(await page.isDisabled('#undo'));
}));
