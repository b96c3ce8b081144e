// SPDX-License-Identifier: GPL-2.0
// Ten thousand functions. How long each action may take is in times.mjs.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { barNames, column, openAddress, screenshot, writePage } from './browser.mjs';
import { largeReport } from './data.mjs';
import { test, wholeGroup } from './harness.mjs';

const COUNT = 10000;

const data = largeReport(COUNT);
await wholeGroup(async () => {
	const page = await openAddress('about:blank');

	await test('opens', async () => {
		await page.goto(writePage(data));
		equal((await barNames(page)).length, 20);
	});

	await test('has-few-rows-in-the-document', async () => {
		ok(await page.locator('#table-body .row').count() < 80);
		equal(await page.getAttribute('#table', 'aria-rowcount'), String(COUNT + 1));
	});

	await test('scrolls-to-the-end', async () => {
		const bySelf = [...data.functions].sort((a, b) => b.self_ns - a.self_ns ||
			(a.name < b.name ? -1 : 1)).map(({ name }) => name);
		await page.waitForFunction(() => {
			const table = document.querySelector('#table');
			table.scrollTop = table.scrollHeight;
			return document.querySelector('#table-body .row[aria-rowindex="10001"]');
		});
		const shown = await column(page, 'name');
		deepEqual(shown, bySelf.slice(-shown.length));
	});

	await test('finds-one-of-them', async () => {
		const { name } = data.functions[COUNT - 1];
		await page.fill('#search', name);
		await page.waitForFunction(() => document.querySelector('#table')
			.getAttribute('aria-rowcount') === '2');
		deepEqual(await column(page, 'name'), [name]);
		await page.fill('#search', '');
	});

	await test('leaves-the-console-empty', async () => {
		equal(page.seen.complaints.join('; '), '');
		await screenshot(page, 'large');
		await page.context().close();
	});
});
