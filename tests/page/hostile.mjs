// SPDX-License-Identifier: GPL-2.0
// Names of functions, modules, tasks and files that try to be more than names.

import { equal, ok } from 'node:assert/strict';
import { barNames, column, screenshot, texts, withPage } from './browser.mjs';
import { HOSTILE_NAMES, hostileReport } from './data.mjs';
import { test } from './harness.mjs';

const data = hostileReport();

/** Goes to every place where a name is shown. */
async function visitAll(page) {
	for (let i = 0; i < HOSTILE_NAMES.length; i++)
		await page.locator('g.bar .label').nth(i).click();
	const box = await page.locator('#flame-canvas').boundingBox();
	for (let x = 2; x < box.width; x += 20)
		await page.mouse.move(box.x + x, box.y + 30);
	await page.fill('#search', '<img');
	await page.fill('#search', '');
}

await test('names-are-text', () => withPage(data, async (page) => {
	await visitAll(page);
	equal(await page.evaluate(() => window.hurt), undefined, 'a name was run');
	const grown = await page.$$eval('main img, main script, main b, svg svg, main iframe',
		(elements) => elements.length);
	equal(grown, 0, 'a name became an element');
	const names = await column(page, 'name');
	ok(names.includes('<img src=x onerror="window.hurt=1">'), names.join(' | '));
	ok(names.includes('&lt;b&gt;') && names.includes('(no name)'));
	await screenshot(page, 'hostile');
}));

await test('names-have-nothing-invisible', () => withPage(data, async (page) => {
	const all = await page.$eval('body', (body) => body.innerText);
	// eslint-disable-next-line no-control-regex
	ok(!/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/.test(all));
	ok((await texts(page, '#table-body .name')).includes('\\u{202e}gnp.exe'));
}));

await test('names-can-be-switched', () => withPage(data, async (page) => {
	equal((await barNames(page)).length, HOSTILE_NAMES.length);
	for (let left = HOSTILE_NAMES.length; left > 0; left--) {
		await page.locator('g.bar .fill').first().click();
		equal((await barNames(page)).length, left - 1);
	}
	await page.click('#all-on');
	equal((await barNames(page)).length, HOSTILE_NAMES.length);
}));

await test('names-leave-the-page-in-its-shape', () => withPage(data, async (page) => {
	const { width, height } = await page.evaluate(() => ({
		width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
		height: document.documentElement.scrollHeight }));
	equal(width, 0, 'the page scrolls sideways');
	ok(height < 4000, `the page is ${height} pixels high`);
}));
