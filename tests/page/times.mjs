// SPDX-License-Identifier: GPL-2.0
// Ten thousand functions: each action has to end before a user notices a delay. Times
// are processor time of the page's main thread: script, style, layout and paint. Not a
// test of "make check", which runs on busy machines: tests/bench/page runs it.

import { ok } from 'node:assert/strict';
import { barNames, openAddress, writePage } from './browser.mjs';
import { largeReport } from './data.mjs';
import { test, wholeGroup } from './harness.mjs';

const COUNT = 10000;
const LOAD_MS = 1500;
const ACTION_MS = 150;

await wholeGroup(async () => {
	const page = await openAddress('about:blank');
	const protocol = await page.context().newCDPSession(page);
	await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });

	/** Processor time that the page has taken up to now. */
	async function taken() {
		const { metrics } = await protocol.send('Performance.getMetrics');
		return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
	}

	/** The time of what is done and of the two frames after it. */
	async function cost(action, argument) {
		const before = await taken();
		await page.evaluate(async ([source, value]) => {
			const run = eval(source);
			run(value);
			for (let frame = 0; frame < 2; frame++)
				await new Promise(requestAnimationFrame);
		}, [`(${action})`, argument]);
		return await taken() - before;
	}

	async function within(name, action, argument) {
		const took = await cost(action, argument);
		console.log(`${name}: ${Math.round(took)} ms`);
		ok(took > 0, `${name} took no time at all`);
		ok(took < ACTION_MS, `${name} took ${Math.round(took)} ms`);
	}

	await test(`opens-within-${LOAD_MS}-ms`, async () => {
		await page.goto(writePage(largeReport(COUNT)));
		await barNames(page);
		const took = await taken();
		console.log(`to open it: ${Math.round(took)} ms`);
		ok(took < LOAD_MS, `it took ${Math.round(took)} ms`);
	});

	await test(`sorts-within-${ACTION_MS}-ms`, async () => {
		for (const field of ['name', 'p99_ns', 'self_ns'])
			await within(field, (name) => document.querySelector(
				`#table-header [data-field="${name}"] button`).click(), field);
	});

	await test(`searches-within-${ACTION_MS}-ms`, async () => {
		for (const query of ['e', 'tcp', '*func_9*', ''])
			await within(`"${query}"`, (text) => {
				const box = document.getElementById('search');
				box.value = text;
				box.dispatchEvent(new Event('input'));
			}, query);
	});

	await test(`switches-within-${ACTION_MS}-ms`, async () => {
		await within('the sleepers', () => document.getElementById('switch-sleep').click());
		await within('all of them', () => document.getElementById('all-on').click());
		await within('none', () => document.getElementById('all-off').click());
		await within('the defaults', () => document.getElementById('defaults').click());
		await within('a bar', () => document.querySelector('g.bar .switch')
			.dispatchEvent(new MouseEvent('click', { bubbles: true })));
		await page.click('#defaults');
	});

	await test(`selects-within-${ACTION_MS}-ms`, () => within('a row', () =>
		document.querySelector('#table-body .row:nth-child(5)').click()));

	await test(`zooms-within-${ACTION_MS}-ms`, () => within('the flame graph', () => {
		const canvas = document.getElementById('flame-canvas');
		const box = canvas.getBoundingClientRect();
		canvas.dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width / 2,
			clientY: box.top + 30 }));
		document.getElementById('flame-reset').click();
	}));

	await test(`scrolls-within-${ACTION_MS}-ms`, () => within('a page down', () => {
		document.getElementById('table').scrollTop += 600;
	}));

	await page.context().close();
});
