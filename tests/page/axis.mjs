// SPDX-License-Identifier: GPL-2.0
// The time axis: zoom and place by keys, wheel, drag and touch, and what it says.

import { equal, ok } from 'node:assert/strict';
import { openAddress, screenshot, withPage, writePage } from './browser.mjs';
import { axisOf, explainedCall, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const call = { ...explainedCall(), calltime_ns: 5e9, duration_ns: 4e6 };
const data = smallReport({ axis: axisOf(), why: [call] });
data.functions.find(({ name }) => name === 'vfs_read').slowest = [{ duration_ns: 4e6,
	calltime_ns: 5e9, comm: 'cat', pid: 12, cpu: 0, label: 'x', callers: [] }];

function said(page) {
	return page.textContent('#axis-current');
}

async function says(page, text) {
	await page.waitForFunction((text) => document.querySelector('#axis-current')
		.textContent.startsWith(text), text).catch(async () => equal(await said(page), text));
}

/** The colours in a row of pixels of the canvas, each once. */
function colorsAt(page, y) {
	return page.$eval('#axis-canvas', (canvas, y) => {
		const { data } = canvas.getContext('2d').getImageData(0, y, canvas.width, 1);
		const seen = new Set();
		for (let i = 0; i < data.length; i += 4)
			seen.add(data.slice(i, i + 4).join());
		return [...seen];
	}, y);
}

async function press(page, ...keys) {
	await page.focus('#axis-canvas');
	for (const key of keys)
		await page.keyboard.press(key);
}

await test('without-it-there-is-no-section', () => withPage(smallReport(), async (page) => {
	ok(!await page.isVisible('#axis'));
	equal(await page.locator('#slowest-rows button').filter({ hasText: ' s' }).count(), 0);
}));

await test('shows-the-whole-trace-first', () => withPage(data, async (page) => {
	await says(page, '10.00 ms, from 0 ns after the begin of the trace. Calls shorter than 20.00 us ' +
		'are joined into faint blocks; zoom in to see them.');
	equal(await page.textContent('#axis-left-out'), '3 tasks are not shown. 1 call is too deep to be shown.');
	// CPU 0 is the first lane, with two tasks.
	ok((await colorsAt(page, 24 + 18 + 7)).length >= 3, 'the tasks of CPU 0 are not drawn');
	ok(await page.isDisabled('#axis-reset'));
	await screenshot(page, 'axis');
}));

await test('keys-zoom-and-move', () => withPage(data, async (page) => {
	await press(page, '+');
	await says(page, '5.000 ms, from 2.500 ms');
	await press(page, 'ArrowRight');
	await says(page, '5.000 ms, from 3.500 ms');
	await press(page, 'ArrowLeft', 'ArrowLeft', '-');
	await says(page, '10.00 ms, from 0 ns');
	await press(page, ...Array(6).fill('+'));
	ok((await said(page)).includes('All calls') || (await said(page)).includes('500 ns'), await said(page));
	await press(page, 'Home');
	await says(page, '10.00 ms, from 0 ns');
}));

await test('zoom-ends-at-what-the-page-holds', () => withPage(data, async (page) => {
	await press(page, ...Array(16).fill('+'));
	await says(page, '152.6 ns, from');
	ok((await said(page)).endsWith('Calls shorter than 500 ns are joined into faint blocks: here the ' +
		'page has no more of them.'), await said(page));
}));

await test('places-have-all-calls', () => withPage(data, async (page) => {
	await page.goto(`${page.url()}#time=9000000-9000100`);
	await says(page, '100 ns, from 9.000 ms after the begin of the trace. All calls are shown.');
}));

await test('wheel-and-drag', () => withPage(data, async (page) => {
	const box = await page.locator('#axis-canvas').boundingBox();
	await page.locator('#axis').scrollIntoViewIfNeeded();
	const { x, y } = await page.locator('#axis-canvas').boundingBox();
	await page.mouse.move(x + box.width / 2, y + 60);
	await page.keyboard.down('Control');
	await page.mouse.wheel(0, -347);
	await page.keyboard.up('Control');
	await says(page, '4.9');
	const before = await said(page);
	await page.mouse.down();
	await page.mouse.move(x + box.width / 2 - 200, y + 60, { steps: 4 });
	await page.mouse.up();
	await page.waitForFunction((text) => document.querySelector('#axis-current').textContent !== text, before);
	await says(page, '4.9');
}));

await test('two-fingers-zoom', () => withPage(data, async (page) => {
	await page.locator('#axis').scrollIntoViewIfNeeded();
	const { x, y } = await page.locator('#axis-canvas').boundingBox();
	const protocol = await page.context().newCDPSession(page);
	const touch = (type, ...xs) => protocol.send('Input.dispatchTouchEvent', { type,
		touchPoints: xs.map((at, id) => ({ x: x + at, y: y + 60, id })) });
	await touch('touchStart', 300, 500);
	for (const by of [40, 80, 120, 160, 200])
		await touch('touchMove', 300, 500 + by);
	await touch('touchEnd');
	await page.waitForFunction(() => !document.querySelector('#axis-current')
		.textContent.startsWith('10.00 ms'));
	ok(/^[456]\.\d+ ms/.test(await said(page)), await said(page));
}, { hasTouch: true }));

await test('findings-lead-to-their-place', () => withPage(data, async (page) => {
	await page.click('.why-call .place');
	await says(page, '6.000 ms, from 0 ns');
	equal(await page.evaluate(() => document.activeElement.id), 'axis-canvas');
}));

await test('slow-calls-lead-to-their-place', () => withPage(data, async (page) => {
	await page.click('.why-call .name');
	await page.locator('#slowest-rows td[title="Show it on the time axis"] button').first().click();
	await says(page, '6.000 ms, from 0 ns');
}));

await test('a-click-selects-the-function', () => withPage(data, async (page) => {
	const canvas = page.locator('#axis-canvas');
	await canvas.scrollIntoViewIfNeeded();
	const { width } = await canvas.boundingBox();
	// CPU 0 with a row, dd-2031 with two, then cat-12
	const top = 24 + (18 + 15 + 6) + (18 + 30 + 6) + 18;
	await canvas.click({ position: { x: width * 0.2, y: top + 22 } });
	equal(await page.textContent('#details-name'), 'filemap_read');
	await canvas.click({ position: { x: width * 0.2, y: top + 7 } });
	equal(await page.textContent('#details-name'), 'vfs_read');
	await canvas.hover({ position: { x: width * 0.61, y: 24 + 39 + 18 + 22 } });
	equal(await page.textContent('#tip'), '100 calls within 991.0 us, the longest of vfs_write');
}));

await test('stretch-is-in-the-address', async () => {
	const page = await openAddress(writePage(data));
	await press(page, '+', '+');
	await page.waitForFunction(() => location.hash.includes('time='));
	await says(page, '2.500 ms, from 3.750 ms');
	const before = await said(page);
	await page.reload();
	await says(page, before);
	await page.context().close();
});

await test('one-call-of-a-nanosecond', () => withPage(smallReport({ axis: { ...axisOf(), last_ns: 5e9 + 1,
	lanes: [{ name: '<i>x</i>', rows: 2, states: false, of_cpu: false, of_regions: false }], places: [],
	names: ['f'], levels: [{ ns: 0, spans: [[0, 1, 0, 1, 0, 1]], cpus: [1, 0] }], wakes: [] } }), async (page) => {
	await says(page, '1 ns, from 0 ns after the begin of the trace. All calls are shown.');
	await press(page, '+', '-', 'ArrowRight');
	await says(page, '1 ns, from 0 ns');
}));

await test('fits-a-wide-screen', () => withPage(data, async (page) => {
	const { width } = await page.locator('#axis-canvas').boundingBox();
	ok(width > 1600, `it is ${width} wide`);
	await screenshot(page, 'axis-wide');
}, { viewport: { width: 2560, height: 1300 }, colorScheme: 'dark' }));
