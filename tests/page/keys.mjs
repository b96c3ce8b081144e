// SPDX-License-Identifier: GPL-2.0
// The page with the keyboard alone: everything can be reached by Tab, and used.

import { equal, ok } from 'node:assert/strict';
import { barNames, texts, withPage } from './browser.mjs';
import { axisOf, explainedCall, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport({ why: [explainedCall()], axis: axisOf() });

/** The ids of what has the focus, from the beginning of the page to its end. */
async function tabThrough(page) {
	const ids = [];
	for (let i = 0; i < 400; i++) {
		await page.keyboard.press('Tab');
		const id = await page.evaluate(() => {
			const at = document.activeElement;
			const style = getComputedStyle(at);
			const seen = style.outlineStyle !== 'none' || style.boxShadow !== 'none' ||
				at.tagName === 'CANVAS';
			return at === document.body ? null : `${at.id || at.className || at.tagName}${seen ? '' : '!'}`;
		});
		if (id === null)
			break;
		ids.push(id);
	}
	return ids;
}

async function tabTo(page, id) {
	for (let i = 0; i < 400; i++) {
		if (await page.evaluate((id) => document.activeElement.id === id, id))
			return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Tab does not lead to ${id}`);
}

await test('tab-leads-everywhere', () => withPage(data, async (page) => {
	const ids = await tabThrough(page);
	for (const id of ['theme', 'search', 'switch-sleep', 'filter-task', 'bars-metric', 'bars-log', 'defaults',
		'table', 'csv', 'details-on', 'hist-svg', 'axis-all', 'axis-canvas', 'flame-view', 'flame-canvas'])
		ok(ids.includes(id), `${id}${ids.includes(`${id}!`) ? ' does not show that it has the focus' : ' is not reached'}`);
}));

await test('from-a-search-to-a-flame-graph', () => withPage(data, async (page) => {
	await page.keyboard.press('/');
	await page.keyboard.type('vfs_read');
	equal(await page.evaluate(() => document.activeElement.id), 'search');
	await tabTo(page, 'found-only');
	await page.keyboard.press('Enter');
	equal((await barNames(page)).join(), 'vfs_read');
	await tabTo(page, 'undo');
	await page.keyboard.press('Space');
	ok((await barNames(page)).length > 1);
	await tabTo(page, 'table');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	const selected = await page.textContent('#details-name');
	ok(selected.length > 0);
	await tabTo(page, 'hist-svg');
	await page.keyboard.press('ArrowRight');
	ok((await page.textContent('#slowest-title')).startsWith('Calls '));
	await page.keyboard.press('Escape');
	equal(await page.textContent('#slowest-title'), 'Slowest calls');
	await tabTo(page, 'axis-canvas');
	await page.keyboard.press('+');
	await page.keyboard.press('Enter');
	ok((await page.textContent('#limit-text')).startsWith('Only what is within 5.000 ms'));
	await page.keyboard.press('Escape');
	await tabTo(page, 'flame-canvas');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	equal((await texts(page, '#flame-crumbs button')).length, 2);
}));
