// SPDX-License-Identifier: GPL-2.0
// Head, warnings, colours, accessibility, and messages about invalid data.

import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { requireFromWork, openFile, screenshot, template, texts, withPage } from './browser.mjs';
import { axisOf, embed, embedPacked, explainedCall, smallReport, sourceOf } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();

function brightness(page) {
	return page.evaluate(() => {
		const parts = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
		return (parts[0] + parts[1] + parts[2]) / 3;
	});
}

await test('head-says-where-the-data-come-from', () => withPage(data, async (page) => {
	equal(await page.textContent('#source'), 'fileserver.dat');
	equal(await page.textContent('#kernel'), '6.1.0-28-amd64');
	equal(await page.title(), 'fileserver.dat – function duration');
	const facts = await texts(page, '#facts dd');
	equal(facts[0], '9.412 s');
	equal(facts[1], data.calls.toLocaleString('en-US'));
	equal(facts[2], String(data.functions.length));
}));

await test('packed-data-are-the-same', async () => {
	let plain;
	const all = (page) => page.$eval('main', (main) => main.innerText);
	await withPage(data, async (page) => { plain = await all(page); });
	await withPage(embedPacked(template, data), async (page) => {
		await page.waitForSelector('g.bar');
		equal(await all(page), plain);
	});
});

await test('no-warning-without-loss', () => withPage(data, async (page) => {
	ok(!await page.isVisible('#missing'));
}));

await test('lost-and-unparsed-are-reported', () => withPage(smallReport({ lost: 12345, unparsed: 1 }),
	async (page) => {
		ok(await page.isVisible('#missing'));
		const said = await page.textContent('#missing');
		ok(said.includes('12,345 events were lost'), said);
		ok(said.includes('1 line could not be parsed and is not counted'), said);
		await screenshot(page, 'small-light');
	}));

await test('overwritten-and-cut-short-are-reported', () => {
	const sources = [sourceOf('a.dat', { overwritten: 12 }), sourceOf('b.dat', { truncated: true })];
	return withPage(smallReport({ sources }), async (page) => {
		const said = await page.textContent('#missing');
		ok(said.includes('12 older events were overwritten'), said);
		ok(said.includes('b.dat is cut short') && !said.includes('a.dat is'), said);
		equal(await page.textContent('#source'), 'a.dat, b.dat');
	});
});

await test('details-left-out-are-reported', () =>
	withPage(smallReport({ details_left_out: 1234 }), async (page) => {
		const said = await page.textContent('#missing');
		ok(/1.?234 slowest calls, callers and callees of functions are not shown/.test(said), said);
	}));

await test('dark-and-light', () => withPage(data, async (page) => {
	ok(await brightness(page) > 200, 'not light at first');
	await page.click('#theme');
	ok(await brightness(page) < 60, 'the button did not make it dark');
	await page.reload();
	ok(await brightness(page) < 60, 'the choice was forgotten');
	await page.click('#theme');
	ok(await brightness(page) > 200, 'the button did not make it light again');
}));

await test('dark-as-the-system-says', () => withPage(data, async (page) => {
	ok(await brightness(page) < 60);
	await screenshot(page, 'small-dark');
	await page.emulateMedia({ colorScheme: 'light' });
	await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
	ok(await brightness(page) > 200, 'it did not follow the system');
}, { colorScheme: 'dark' }));

const ACCESSIBLE = { light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' },
	narrow: { viewport: { width: 390, height: 844 } } };
for (const [look, options] of Object.entries(ACCESSIBLE)) {
	await test(`accessible-${look}`, () => withPage(smallReport({ lost: 1, why: [explainedCall()], axis: axisOf(), markers: [
		{ time_ns: 5e9, comm: 'sh', pid: 7, cpu: 1, text: 'phase two' }], regions: [
		{ category: 'db', name: 'commit', count: 0, unfinished: 1 }] }),
		async (page) => {
			await page.evaluate(() => { location.hash = '#function=vfs_read&stretch=0-5000000&' +
				'durations=2097152-4194304'; });
			await page.waitForSelector('#limit:not([hidden])');
			await page.click('#columns summary');
			await page.click('.why-call summary');
			ok(await page.isVisible('.why-call .frames'));
			await page.fill('#search', 'tcp');
			await page.evaluate(readFileSync(requireFromWork.resolve('axe-core/axe.min.js'), 'utf8'));
			const { violations } = await page.evaluate(() => window.axe.run({ rules: {
				'target-size': { enabled: true }, 'scrollable-region-focusable': { enabled: true },
			} }));
			equal(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) =>
				node.target).join(' ')}`).join('; '), '');
		}, { ...options, bypassCSP: true }));
}

await test('fits-a-narrow-screen', () => withPage(smallReport({ why: [explainedCall()], axis: axisOf() }), async (page) => {
	const wider = await page.evaluate(() =>
		document.documentElement.scrollWidth - document.documentElement.clientWidth);
	equal(wider, 0, 'the page scrolls sideways');
	const labels = await page.$$eval('#bars-svg .axis .tick text', (texts) => texts.map((text) =>
		text.getBoundingClientRect()).map(({ left, right }) => [left, right]));
	labels.sort((a, b) => a[0] - b[0]).forEach(([left], i) =>
		ok(i === 0 || left > labels[i - 1][1], 'labels of the axis overlap'));
	const grid = await page.locator('#table').boundingBox();
	const name = await page.locator('#table-body .row:not([hidden]) [data-field="name"]').first().boundingBox();
	ok(grid.x + grid.width - name.x - name.width > 150, 'no room for numbers next to the names');
	await screenshot(page, 'small-narrow');
}, { viewport: { width: 390, height: 844 } }));

for (const width of [1280, 1500]) {
	await test(`latency-is-in-sight-at-${width}`, () => withPage(data, async (page) => {
		const grid = await page.locator('#table').boundingBox();
		for (const field of ['p50_ns', 'p99_ns', 'max_ns']) {
			const cell = await page.locator(`#table-header [data-field="${field}"]`).boundingBox();
			ok(cell.x + cell.width <= grid.x + grid.width, `${field} is out of sight`);
		}
	}, { viewport: { width, height: 900 } }));
}

const UNUSABLE = {
	'the-bare-template': [template, /has no data/],
	'text-that-is-not-json': [template.replace('<!--FDD-DATA-->', '{"version":'), /are not JSON/],
	'data-that-are-cut': [embedPacked(template, data).replace(/("H4sI[^"]{400})[^"]*/, '$1'), /cannot be unpacked/],
	'another-version': [embed(template, { version: 99 }), /version 99; this page reads version 1/],
	'a-broken-function': [embed(template, { ...data, functions: [{ name: 'f', calls: 'many' }] }),
		/functions\[0\]\.calls is not a number/],
};
for (const [name, [html, message]] of Object.entries(UNUSABLE)) {
	await test(`says-what-is-wrong-with-${name}`, () => withPage(html, async (page) => {
		await page.waitForSelector('#error:not([hidden])');
		ok(await page.isVisible('#error'));
		ok(message.test(await page.textContent('#error')), await page.textContent('#error'));
		ok(!await page.isVisible('#content'));
	}));
}

await test('no-functions-at-all', () => withPage({ version: 1, functions: [] }, async (page) => {
	equal(await page.textContent('#bars-summary'), 'No functions.');
	ok((await page.textContent('#missing')).includes('There are no calls in this trace'));
	ok(!await page.isVisible('#bars-svg'), 'there is an axis of nothing');
	ok(!await page.isVisible('#details'));
}));

await test('policy-lets-no-other-script-in', async () => {
	const page = await openFile(data);
	try {
		const added = await page.evaluate(() => {
			const ways = {
				markup: () => { document.body.innerHTML += '<b>markup</b>'; },
				handler: () => document.body.setAttribute('onclick', 'window.hurt = 1'),
				script: () => { document.createElement('script').text = 'window.hurt = 2'; },
			};
			return Object.keys(ways).filter((way) => {
				try {
					ways[way]();
					return true;
				} catch {
					return false;
				}
			});
		});
		equal(added.join(' '), '', 'these ways in are open');
		await page.evaluate(() => fetch('https://127.0.0.1:9/').catch(() => 0));
		equal(page.seen.requests.filter((url) => url.startsWith('http')).length, 0);
	} finally {
		await page.context().close();
	}
});
