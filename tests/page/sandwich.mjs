// SPDX-License-Identifier: GPL-2.0
// The flame graph turned around, and the sandwich: callers above a function, callees below it.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { openAddress, row, screenshot, texts, withPage, writePage } from './browser.mjs';
import { rootOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();

function said(page) {
	return page.textContent('#flame-current');
}

async function press(page, ...keys) {
	await page.focus('#flame-canvas');
	for (const key of keys)
		await page.keyboard.press(key);
}

/** Every node with the path of its callers, the direct one first. */
function nodesOf(node, callers = []) {
	return [{ ...node, callers }, ...node.callees.flatMap((callee) =>
		nodesOf(callee, node.name === 'all' ? [] : [node.name, ...callers]))];
}

const nodes = nodesOf(rootOf(data));

/** The name that takes most of the time, and this time. */
function largest(pairs) {
	const sums = new Map();
	for (const [name, ns] of pairs)
		sums.set(name, (sums.get(name) ?? 0) + ns);
	return [...sums].sort((a, b) => b[1] - a[1])[0];
}

function ms(ns) {
	const [value, unit] = ns >= 1e9 ? [ns / 1e9, 's'] : ns >= 1e6 ? [ns / 1e6, 'ms'] : [ns / 1e3, 'us'];
	return `${value.toFixed(value >= 100 ? 1 : value >= 10 ? 2 : 3)} ${unit}`;
}

async function sandwich(page, name) {
	await page.uncheck('#flame-only-on');
	await page.selectOption('#flame-view', 'sandwich');
	await row(page, name).locator('.name').click();
}

await test('has-the-callers-above', () => withPage(data, async (page) => {
	await sandwich(page, 'schedule');
	const all = nodes.filter(({ name }) => name === 'schedule');
	ok(all.length > 3);
	const total = all.reduce((sum, { total_ns }) => sum + total_ns, 0);
	ok((await said(page)).startsWith(`schedule: ${ms(total)} shown, 100.0 % of all`), await said(page));
	const [caller, ns] = largest(all.map(({ callers, total_ns }) => [callers[0], total_ns]));
	await press(page, 'ArrowUp');
	ok((await said(page)).startsWith(`${caller}: in ${ms(ns)} of schedule it is a caller, `), await said(page));
	const [outer, outer_ns] = largest(all.filter(({ callers }) => callers[0] === caller)
		.map(({ callers, total_ns }) => [callers[1], total_ns]));
	await press(page, 'ArrowUp');
	ok((await said(page)).startsWith(`${outer}: in ${ms(outer_ns)} of schedule`), await said(page));
	await press(page, 'ArrowDown', 'ArrowDown');
	ok((await said(page)).startsWith('schedule: '), await said(page));
	await screenshot(page, 'sandwich');
}));

await test('has-the-callees-below', () => withPage(data, async (page) => {
	await sandwich(page, 'tcp_sendmsg');
	await press(page, 'ArrowDown');
	const callee = nodes.find(({ name }) => name === 'tcp_write_xmit');
	ok((await said(page)).startsWith(`tcp_write_xmit: ${ms(callee.total_ns)} shown`), await said(page));
	await press(page, 'ArrowUp', 'ArrowUp');
	ok((await said(page)).startsWith('__sys_sendto: in '), await said(page));
}));

await test('enter-and-a-click-select-another-one', () => withPage(data, async (page) => {
	await sandwich(page, 'tcp_sendmsg');
	await press(page, 'ArrowDown', 'Enter');
	equal(await page.textContent('#details-name'), 'tcp_write_xmit');
	ok((await said(page)).startsWith('tcp_write_xmit: ') && (await said(page)).includes('100.0 % of all'));
	// Its callers are do_syscall_64, __sys_sendto and tcp_sendmsg, from the top to it.
	const canvas = page.locator('#flame-canvas');
	await canvas.click({ position: { x: 100, y: 30 } });
	equal(await page.textContent('#details-name'), '__sys_sendto');
	ok(await page.locator('#flame-crumbs li').count() === 0);
}));

await test('a-call-within-itself-is-a-callee', () => {
	const self = structuredClone(data);
	const leaf = (name, ns) => ({ name, calls: 1, total_ns: ns, self_ns: ns, filtered_between: false, callees: [] });
	self.tree = [{ ...leaf('vfs_read', 10), self_ns: 3, callees: [
		{ ...leaf('vfs_read', 7), self_ns: 5, callees: [leaf('vfs_write', 2)] }] }];
	return withPage(self, async (page) => {
		await sandwich(page, 'vfs_read');
		ok((await said(page)).startsWith('vfs_read: 10 ns shown, 100.0 % of all'), await said(page));
		await press(page, 'ArrowUp');
		ok((await said(page)).startsWith('vfs_read: 10 ns shown'), 'it has no callers');
		await press(page, 'ArrowDown');
		ok((await said(page)).startsWith('vfs_read: 7 ns shown'), await said(page));
	});
});

await test('of-what-is-switched-off-there-is-none', () => withPage(data, async (page) => {
	await page.selectOption('#flame-view', 'sandwich');
	await row(page, 'schedule').locator('.name').click();
	ok(await page.isVisible('#flame-none'));
	await row(page, 'vfs_read').locator('.name').click();
	ok(await page.isVisible('#flame-canvas'));
}));

await test('bottom-up-has-callers-below', () => withPage(data, async (page) => {
	await page.selectOption('#flame-view', 'bottom-up');
	const on = (name) => !/schedule|sleep|poll|futex_wait|idle/.test(name);
	const [first, ns] = largest(nodes.filter(({ name }) => on(name)).map(({ name, self_ns }) => [name, self_ns]));
	await press(page, 'ArrowDown');
	ok((await said(page)).startsWith(`${first.replace(/ \[.*/, '')}: ${ms(ns)} of self time, `), await said(page));
	const [caller, of_ns] = largest(nodes.filter(({ name }) => name === first)
		.map(({ callers, self_ns }) => [callers[0], self_ns]));
	await press(page, 'ArrowDown');
	ok((await said(page)).startsWith(`${caller}: ${ms(of_ns)} of self time`) &&
		(await said(page)).endsWith(`in ${first} with it as a caller`), await said(page));
	await press(page, 'Enter');
	deepEqual((await texts(page, '#flame-crumbs li')), ['all', first, caller]);
	await screenshot(page, 'bottom-up');
}));

await test('is-in-the-address', async () => {
	const page = await openAddress(`${writePage(data)}#flame=bottom-up`);
	equal(await page.inputValue('#flame-view'), 'bottom-up');
	await press(page, 'ArrowDown', 'Enter');
	const crumbs = await texts(page, '#flame-crumbs li');
	equal(crumbs.length, 2);
	await page.reload();
	await page.waitForSelector('g.bar');
	deepEqual(await texts(page, '#flame-crumbs li'), crumbs);
	await page.selectOption('#flame-view', 'sandwich');
	equal(await page.evaluate(() => location.hash.includes('flame=sandwich')), true);
	await page.evaluate(() => { location.hash = '#flame=toString'; });
	await page.waitForFunction(() => document.querySelector('#flame-view').value === 'tree');
	equal(page.seen.complaints.join('; '), '');
	await page.context().close();
});

for (const [look, options] of Object.entries({ narrow: { viewport: { width: 390, height: 844 } },
	dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } })) {
	await test(`fits-${look}`, () => withPage(data, async (page) => {
		await sandwich(page, 'tcp_v4_rcv');
		equal(await page.evaluate(() => document.documentElement.scrollWidth -
			document.documentElement.clientWidth), 0, 'the page scrolls sideways');
		await screenshot(page, `sandwich-${look}`);
	}, options));
}
