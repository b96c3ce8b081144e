// SPDX-License-Identifier: GPL-2.0
// A stretch of the time axis that limits everything, and a part of a histogram.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { barNames, column, openAddress, row, screenshot, texts, withPage,
	writePage } from './browser.mjs';
import { axisOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport({ axis: axisOf() });
data.functions.find(({ name }) => name === 'vfs_read').slowest = [
	{ duration_ns: 4e6, calltime_ns: 5e9, comm: 'cat', pid: 12, cpu: 1, label: 'x', callers: [] },
	{ duration_ns: 3e6, calltime_ns: 6e9, comm: 'sh', pid: 7, cpu: 0, label: 'x', callers: [] }];

/** The page says this of what it is limited to. */
async function limitedTo(page, text) {
	await page.waitForFunction((text) =>
		document.querySelector('#limit-text').textContent.startsWith(text), text)
		.catch(async () => equal(await page.textContent('#limit-text'), text));
}

function open(hash) {
	return openAddress(`${writePage(data)}#${hash}`);
}

async function cells(page, name) {
	const of = async (field) => row(page, name).locator(`[data-field="${field}"]`).textContent();
	return { calls: await of('calls'), total: await of('total_ns'), self: await of('self_ns'),
		max: await of('max_ns'), p50: await of('p50_ns') };
}

async function drag(page, selector, y, from, to, shift = false) {
	await page.locator(selector).scrollIntoViewIfNeeded();
	const box = await page.locator(selector).boundingBox();
	if (shift)
		await page.keyboard.down('Shift');
	await page.mouse.move(box.x + box.width * from, box.y + y);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * (from + to) / 2, box.y + y, { steps: 3 });
	await page.mouse.move(box.x + box.width * to, box.y + y);
	await page.mouse.up();
	if (shift)
		await page.keyboard.up('Shift');
}

async function press(page, ...keys) {
	await page.focus('#axis-canvas');
	for (const key of keys)
		await page.keyboard.press(key);
}

function hash(page) {
	return page.evaluate(() => location.hash);
}

await test('a-drag-on-the-scale-limits-everything', () => withPage(data, async (page) => {
	const all = await column(page, 'name');
	await drag(page, '#axis-canvas', 10, 0.05, 0.2);
	await limitedTo(page, 'Only what is within 1.');
	deepEqual(await column(page, 'name'), ['filemap_read', 'vfs_read']);
	deepEqual((await barNames(page)).sort(), ['filemap_read', 'vfs_read']);
	ok((await texts(page, '#flame-crumbs li')).join() === 'all');
	ok((await page.textContent('#flame-current')).startsWith('all: 1.'));
	await screenshot(page, 'brush');
	await page.click('#limit-off');
	await page.waitForSelector('#limit', { state: 'hidden' });
	deepEqual(await column(page, 'name'), all);
}));

await test('a-drag-with-shift-does-so-too', () => withPage(data, async (page) => {
	await drag(page, '#axis-canvas', 60, 0.2, 0.05, true);
	await limitedTo(page, 'Only what is within 1.');
	equal(await page.textContent('#details-name'), 'filemap_read');
	// A click on the scale, without a move, lets go of it.
	await drag(page, '#axis-canvas', 10, 0.5, 0.5);
	await page.waitForSelector('#limit', { state: 'hidden' });
}));

await test('times-are-cut-and-durations-are-not', async () => {
	const page = await open('stretch=500000-2000000&function=vfs_read');
	await limitedTo(page, 'Only what is within 1.500 ms, from 500.0 us after the begin of the trace: 2 calls.');
	deepEqual(await cells(page, 'vfs_read'),
		{ calls: '1', total: '1.500 ms', self: '500.0 us', max: '4.000 ms', p50: '4.000 ms' });
	deepEqual(await cells(page, 'filemap_read'),
		{ calls: '1', total: '1.000 ms', self: '1.000 ms', max: '2.000 ms', p50: '2.000 ms' });
	// The call that began a second later is not in it; the other one is there once, with its CPU.
	deepEqual(await texts(page, '#slowest-rows td'), ['4.000 ms', '5.000000000 s', 'cat-12', '1', '–']);
	deepEqual(await texts(page, '#callees button'), ['filemap_read']);
	deepEqual((await texts(page, '.bucket:not(.empty) title')), ['2.097 ms to 4.194 ms: 1 call']);
	const said = await page.textContent('#limit-note');
	ok(said.includes('Calls of 3 tasks that the time axis leaves out are not counted.'), said);
	ok(said.includes('too deep for it: 1 in the whole trace.'), said);
	await page.context().close();
});

await test('short-calls-are-counted-if-the-page-has-them', async () => {
	const page = await open('stretch=6000000-6500000');
	await limitedTo(page, 'Only what is within 500.0 us, from 6.000 ms after the begin of the trace: 50 calls.');
	ok(!(await page.textContent('#limit-note')).includes('as blocks'));
	deepEqual(await cells(page, 'vfs_write'),
		{ calls: '50', total: '50.00 us', self: '50.00 us', max: '1.000 us', p50: '1.000 us' });
	await page.context().close();
});

await test('blocks-are-said-not-to-be-counted', async () => {
	const coarse = structuredClone(data);
	coarse.axis.levels.pop();
	const page = await openAddress(`${writePage(coarse)}#stretch=3000000-7000000`);
	await limitedTo(page, 'Only what is within 4.000 ms');
	ok((await page.textContent('#limit-note')).includes('The page has the calls shorter than 20.00 us ' +
		'here only as blocks: 100, and what these called, are not counted'));
	deepEqual(await column(page, 'name'), ['vfs_read']);
	// A place has all of them.
	await page.evaluate(() => { location.hash = '#stretch=9000000-9000100'; });
	await limitedTo(page, 'Only what is within 100 ns');
	ok(!(await page.textContent('#limit-note')).includes('as blocks'));
	deepEqual(await cells(page, 'filemap_read'),
		{ calls: '1', total: '1 ns', self: '1 ns', max: '1 ns', p50: '1 ns' });
	await page.context().close();
});

await test('regions-are-not-calls', async () => {
	const marked = structuredClone(data);
	marked.axis.lanes.push({ name: 'regions of cat-12', rows: 2, states: false, of_cpu: false, of_regions: true });
	marked.axis.levels[0].spans.push([3, 1, 0, 9e6, 1, 1]);
	const page = await openAddress(`${writePage(marked)}#stretch=500000-2000000`);
	await limitedTo(page, 'Only what is within 1.500 ms, from 500.0 us after the begin of the trace: 2 calls.');
	await page.context().close();
});

await test('a-call-within-itself-counts-once-in-its-total', async () => {
	const deep = structuredClone(data);
	deep.axis.levels[0].spans.push([2, 3, 1e6, 1e6, 1, 1]);
	const page = await openAddress(`${writePage(deep)}#stretch=0-10000000`);
	await limitedTo(page, 'Only what is within 10.00 ms');
	const { calls, total, self } = await cells(page, 'vfs_read');
	deepEqual([calls, total, self], ['2', '4.000 ms', '3.000 ms']);
	await page.context().close();
});

await test('keys-limit-and-escape-lets-go', () => withPage(data, async (page) => {
	await press(page, 'Enter');
	ok(!await page.isVisible('#limit'), 'the whole trace is no limit');
	await press(page, '+', '+', 'Enter');
	await limitedTo(page, 'Only what is within 2.500 ms, from 3.750 ms');
	await press(page, 'Escape');
	await page.waitForSelector('#limit', { state: 'hidden' });
	ok(await page.isEnabled('#axis-reset'), 'the first Escape changes nothing else');
	await press(page, 'Escape');
	await page.waitForFunction(() => document.querySelector('#axis-reset').disabled);
}));

await test('shift-and-arrows-move-an-end', () => withPage(data, async (page) => {
	await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight');
	await limitedTo(page, 'Only what is within 1.000 ms, from 5.000 ms');
	await press(page, 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
	await limitedTo(page, 'Only what is within 500.0 us, from 4.500 ms');
	await press(page, 'Shift+ArrowLeft');
	await limitedTo(page, 'Only what is within 1.000 ms, from 4.000 ms');
}));

await test('back-takes-it-back', () => withPage(data, async (page) => {
	await press(page, '+', '+', 'Enter');
	await limitedTo(page, 'Only what is within 2.500 ms');
	await press(page, 'ArrowLeft', 'Enter');
	await limitedTo(page, 'Only what is within 2.500 ms, from 3.250 ms');
	ok((await hash(page)).includes('stretch=3250000-5750000'), await hash(page));
	await page.goBack();
	await limitedTo(page, 'Only what is within 2.500 ms, from 3.750 ms');
	await page.goBack();
	await page.waitForSelector('#limit', { state: 'hidden' });
	ok((await hash(page)).includes('time=') && !(await hash(page)).includes('stretch='), await hash(page));
	await page.goForward();
	await limitedTo(page, 'Only what is within 2.500 ms, from 3.750 ms');
}));

await test('the-button-does-so-without-keys', () => withPage(data, async (page) => {
	ok(await page.isDisabled('#axis-limit'));
	await press(page, '+');
	await page.click('#axis-limit');
	await limitedTo(page, 'Only what is within 5.000 ms, from 2.500 ms');
}));

await test('the-selected-function-stays', async () => {
	const page = await open('stretch=500000-2000000&function=vfs_read');
	await limitedTo(page, 'Only');
	await page.keyboard.press('Escape');
	await page.waitForSelector('#limit', { state: 'hidden' });
	equal(await page.textContent('#details-name'), 'vfs_read');
	await page.context().close();
});

await test('nonsense-in-the-address', async () => {
	for (const text of ['stretch=5-1', 'stretch=x', 'stretch=-1--2', 'stretch=1e99-2e99', 'durations=9-']) {
		const page = await open(text);
		await page.waitForSelector('g.bar, #bars-summary:not(:empty)');
		equal(page.seen.complaints.join('; '), '');
		await page.context().close();
	}
});

// A part of a histogram

function chosen(page) {
	return page.$$eval('.bucket:not(.unchosen):not(.empty) title', (titles) =>
		titles.map((title) => title.textContent));
}

async function chosenCalls(page, text) {
	await page.waitForFunction((text) => document.querySelector('#slowest-note').textContent
		.startsWith(text), text).catch(async () => equal(await page.textContent('#slowest-note'), text));
}

await test('a-part-of-a-histogram-shows-its-calls', async () => {
	const page = await open('stretch=0-10000000&function=vfs_write');
	await limitedTo(page, 'Only');
	await page.locator('#hist-svg').click({ position: { x: 60, y: 100 } });
	await chosenCalls(page, '100 calls. The longest 50 are listed. The flame graph is of 100');
	equal(await page.textContent('#slowest-title'), 'Calls from 512 ns to 1.024 us');
	deepEqual((await texts(page, '#slowest-rows tr:first-child td')),
		['1.000 us', '5.006000000 s', 'dd-2031', '0', '–']);
	equal(await page.textContent('#flame-of'),
		'100 calls of vfs_write, from 512 ns to 1.024 us, with all functions.');
	ok((await page.textContent('#flame-current')).startsWith('all: 100.0 us shown, 100.0 %'));
	await page.keyboard.press('Escape');
	await page.waitForFunction(() => document.querySelector('#flame-of').textContent === '');
	equal(await page.textContent('#slowest-title'), 'Slowest calls');
	ok(await page.isVisible('#limit'), 'Escape let go of the stretch, too');
	await page.context().close();
});

await test('calls-that-the-page-lacks-are-said', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	const all = await chosen(page);
	await drag(page, '#hist-svg', 60, 0.3, 0.98);
	await page.waitForSelector('#hist-all');
	const part = await chosen(page);
	ok(part.length > 1 && part.length < all.length, part.join('; '));
	const count = part.map((title) => Number(/: ([\d,]+) calls?$/.exec(title)[1].replace(',', '')))
		.reduce((sum, calls) => sum + calls, 0);
	await chosenCalls(page, `${count} calls. The page has `);
	await page.click('#hist-all');
	deepEqual(await chosen(page), all);
}));

await test('callers-are-above-the-chosen-calls', async () => {
	const page = await open('function=filemap_read&durations=1048576-2097152');
	await page.waitForSelector('#hist-all');
	ok((await page.textContent('#flame-of')).startsWith('1 call of filemap_read'));
	ok((await page.textContent('#flame-current')).startsWith('all: 2.000 ms shown'));
	await page.focus('#flame-canvas');
	await page.keyboard.press('ArrowDown');
	ok((await page.textContent('#flame-current')).startsWith('vfs_read: 2.000 ms shown, 100.0 % of all; ' +
		'total 2.000 ms, self 0 ns'));
	await page.context().close();
});

await test('keys-choose-a-part', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	const titles = await page.$$eval('.bucket title', (titles) => titles.map((title) => title.textContent));
	await page.focus('#hist-svg');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Shift+ArrowRight');
	deepEqual(await page.$$eval('.bucket:not(.unchosen) title', (titles) =>
		titles.map((title) => title.textContent)), titles.slice(1, 3));
	ok((await hash(page)).includes('durations='));
	await page.goBack();
	await page.waitForFunction(() => document.querySelectorAll('.unchosen').length === 0);
	equal(await page.textContent('#details-name'), 'vfs_read');
}));

await test('another-function-has-no-part', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	await page.focus('#hist-svg');
	await page.keyboard.press('ArrowLeft');
	await page.waitForSelector('#hist-all');
	await row(page, 'vfs_write').locator('.name').click();
	equal(await page.textContent('#slowest-title'), 'Slowest calls');
	ok(!(await hash(page)).includes('durations='));
}));

await test('without-a-time-axis-there-is-the-list-alone', () => withPage(smallReport(), async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	await page.focus('#hist-svg');
	await page.keyboard.press('ArrowLeft');
	await page.waitForFunction(() => document.querySelector('#slowest-note').textContent
		.endsWith('Without a time axis there is no flame graph of them.'));
	equal(await page.textContent('#flame-of'), '');
}));

for (const [look, options] of Object.entries({ narrow: { viewport: { width: 390, height: 844 } },
	dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } })) {
	await test(`fits-${look}`, () => withPage(data, async (page) => {
		await press(page, '+', 'Enter');
		await limitedTo(page, 'Only');
		await page.focus('#hist-svg');
		await page.keyboard.press('ArrowRight');
		equal(await page.evaluate(() => document.documentElement.scrollWidth -
			document.documentElement.clientWidth), 0, 'the page scrolls sideways');
		await screenshot(page, `brush-${look}`);
	}, options));
}
