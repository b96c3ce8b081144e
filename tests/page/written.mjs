// SPDX-License-Identifier: GPL-2.0
// The page that fdd wrote of FDD_CALLS calls: FDD_PAGE. Its time is processor time of the page's
// main thread. tests/bench/page runs it.

import { ok } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openAddress } from './browser.mjs';
import { test } from './harness.mjs';

const CALLS = Number(process.env.FDD_CALLS);
/** Of a million and a half calls with a path each */
const MOST_BYTES = 3e6;
const DRAW_MS = 2000;
const FRAME_MS = 33;
const FRAMES = 40;
const LIMIT_MS = 500;

const { size } = statSync(process.env.FDD_PAGE);
console.log(`the page of ${CALLS.toLocaleString('en')} calls: ${size} bytes`);
if (CALLS <= 1.5e6)
	await test(`has-at-most-${MOST_BYTES}-bytes`, () => ok(size <= MOST_BYTES, `it has ${size} bytes`));

const page = await openAddress('about:blank');
const protocol = await page.context().newCDPSession(page);
await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });

async function taken() {
	const { metrics } = await protocol.send('Performance.getMetrics');
	return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

await test(`is-drawn-within-${DRAW_MS}-ms`, async () => {
	await page.goto(pathToFileURL(process.env.FDD_PAGE).href);
	await page.waitForSelector('g.bar');
	await page.evaluate(() => new Promise(requestAnimationFrame));
	const took = await taken();
	console.log(`to draw it: ${Math.round(took)} ms`);
	ok(took < DRAW_MS, `it took ${Math.round(took)} ms`);
});

await test(`moves-its-time-axis-within-${FRAME_MS}-ms`, async () => {
	await page.focus('#axis-canvas');
	const before = await taken();
	await page.evaluate(async (frames) => {
		for (let i = 0; i < frames; i++) {
			document.querySelector('#axis-canvas').dispatchEvent(new KeyboardEvent('keydown',
				{ key: ['+', 'ArrowRight', '-', 'ArrowLeft'][i % 4] }));
			await new Promise(requestAnimationFrame);
		}
	}, FRAMES);
	const took = (await taken() - before) / FRAMES;
	console.log(`a frame of the time axis: ${took.toFixed(1)} ms`);
	ok(took > 0 && took < FRAME_MS, `a frame took ${took.toFixed(1)} ms`);
});
await test(`turns-its-tree-within-${DRAW_MS}-ms`, async () => {
	for (const view of ['bottom-up', 'sandwich', 'tree']) {
		const before = await taken();
		await page.selectOption('#flame-view', view);
		await page.evaluate(() => new Promise(requestAnimationFrame));
		const took = await taken() - before;
		console.log(`${view}: ${Math.round(took)} ms`);
		ok(took < DRAW_MS, `it took ${Math.round(took)} ms`);
	}
});

await test(`is-limited-to-a-stretch-within-${LIMIT_MS}-ms`, async () => {
	const before = await taken();
	await page.focus('#axis-canvas');
	await page.keyboard.press('+');
	await page.keyboard.press('Enter');
	await page.waitForSelector('#limit:not([hidden])');
	await page.evaluate(() => new Promise(requestAnimationFrame));
	const took = await taken() - before;
	console.log(`to limit it to half of its time: ${Math.round(took)} ms, ` +
		`${await page.textContent('#limit-text')} ${await page.textContent('#limit-note')}`);
	ok(took < LIMIT_MS, `it took ${Math.round(took)} ms`);
});
await page.context().close();
