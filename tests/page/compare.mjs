// SPDX-License-Identifier: GPL-2.0
// A page of two traces: the table with changes, and the red and blue flame graph.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { column, openAddress, requireFromWork, row, screenshot, texts, withPage,
	writePage } from './browser.mjs';
import { axisOf, nameOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

/** More self time in each place of a function. */
function add(report, name, ns) {
	let added = 0;
	const grow = (node) => {
		const more = (node.name === name ? ns : 0) +
			node.callees.reduce((sum, callee) => sum + grow(callee), 0);
		added += node.name === name ? ns : 0;
		node.self_ns += node.name === name ? ns : 0;
		node.total_ns += more;
		return more;
	};
	report.tree.forEach(grow);
	const func = report.functions.find((func) => func.name === name);
	func.self_ns += added;
	func.total_ns += added;
}

function drop(report, name) {
	report.functions = report.functions.filter((func) => func.name !== name);
	const prune = (node) => { node.callees = node.callees.filter((callee) => callee.name !== name); node.callees.forEach(prune); };
	report.tree.forEach(prune);
}

const before = smallReport({ tool: 'fdd 0.9' });
before.sources[0].label = 'yesterday.dat';
const after = smallReport();
add(after, 'tcp_v4_rcv', 30e6);
add(before, 'filemap_read', 20e6);
after.functions.find(({ name }) => name === 'tcp_v4_rcv').calls += 5;
drop(before, 'ip_queue_xmit');
drop(after, 'balance_dirty_pages');
const data = { ...after, axis: axisOf(), before };

function said(page) {
	return page.textContent('#flame-current');
}

async function press(page, ...keys) {
	await page.focus('#flame-canvas');
	for (const key of keys)
		await page.keyboard.press(key);
}

async function cell(page, name, field) {
	return row(page, name).locator(`[data-field="${field}"]`).textContent();
}

await test('says-what-is-compared', () => withPage(data, async (page) => {
	equal(await page.textContent('#kernel'), '6.1.0-28-amd64, compared with yesterday.dat');
	equal(await page.textContent('#source'), 'fileserver.dat');
	deepEqual((await texts(page, '#facts dt')), ['Span', 'Calls', 'Calls before', 'Functions', 'Self time shown']);
}));

await test('table-has-the-largest-changes-first', () => withPage(data, async (page) => {
	const change = new Map(after.functions.map((func) => [nameOf(func), func.total_ns]));
	for (const func of before.functions)
		change.set(nameOf(func), (change.get(nameOf(func)) ?? 0) - func.total_ns);
	const largest = [...change].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]) || (a[0] < b[0] ? -1 : 1));
	const names = await column(page, 'name');
	deepEqual(names.slice(0, 6), largest.slice(0, 6).map(([name]) => name));
	equal(await cell(page, 'tcp_v4_rcv', 'change_total_ns'), '+30.00 ms');
	equal(await cell(page, 'tcp_v4_rcv', 'change_calls'), '+5');
	equal(await cell(page, 'filemap_read', 'change_self_ns'), '\u221220.00 ms');
	equal(await row(page, 'filemap_read').locator('[data-field="change_self_ns"]').getAttribute('data-change'), '-1');
	await screenshot(page, 'compare');
	await page.fill('#search', 'vfs_read');
	equal(await cell(page, 'vfs_read', 'change_calls'), '0');
}));

await test('what-is-new-and-what-is-gone-is-there', () => withPage(data, async (page) => {
	const old = before.functions.find(({ name }) => name === 'balance_dirty_pages');
	await page.fill('#search', 'balance_dirty_pages');
	equal(await cell(page, 'balance_dirty_pages', 'calls'), '0');
	equal(await cell(page, 'balance_dirty_pages', 'change_calls'), `\u2212${old.calls}`);
	await page.fill('#search', 'ip_queue_xmit');
	const now = after.functions.find(({ name }) => name === 'ip_queue_xmit');
	equal(await cell(page, 'ip_queue_xmit', 'change_calls'), `+${now.calls}`);
	await page.click('#columns summary');
	await page.locator('#columns-list input[value="before_calls"]').check();
	equal(await cell(page, 'ip_queue_xmit', 'before_calls'), '0');
}));

await test('flame-graph-has-the-change', () => withPage(data, async (page) => {
	equal(await page.inputValue('#flame-view'), 'compare');
	await press(page, 'ArrowDown', 'ArrowDown');
	const [name, now, old, change] = /^(\S+): (.*) shown, (.*) before: (\S+ \S+)/.exec(await said(page)).slice(1);
	ok(name && now && old && /^[+\u2212]/.test(change), await said(page));
	await page.evaluate(() => { location.hash = '#zoom=asm_common_interrupt%0A__do_softirq%0Anet_rx_action%0A' +
		'e1000_clean+[e1000]%0Atcp_v4_rcv'; });
	await page.waitForFunction(() => document.querySelectorAll('#flame-crumbs li').length === 6);
	const func = after.functions.find(({ name }) => name === 'tcp_v4_rcv');
	const was = func.self_ns - 30e6;
	equal(await said(page), `tcp_v4_rcv: ${(func.self_ns / 1e6).toFixed(2)} ms shown, ` +
		`${(was / 1e6).toFixed(2)} ms before: +30.00 ms (+${Math.round(100 * 30e6 / was)} %)`);
	// The last frame is red.
	const [r, g, b] = await page.$eval('#flame-canvas', (canvas) => [...canvas.getContext('2d')
		.getImageData(canvas.width - 20, canvas.height - 12, 1, 1).data]);
	ok(r > g + 60 && r > b + 60, `${r} ${g} ${b}`);
	await screenshot(page, 'compare-zoomed');
}));

await test('as-wide-as-before-has-what-is-gone', () => withPage(data, async (page) => {
	const zoom = '#zoom=do_syscall_64%0Aksys_write%0Avfs_write%0Aext4_file_write_iter%0Abalance_dirty_pages';
	await page.evaluate((zoom) => { location.hash = `${zoom}&flame=compare-before`; }, zoom);
	await page.waitForFunction(() => document.querySelectorAll('#flame-crumbs li').length === 6);
	ok(/^balance_dirty_pages: 0 ns shown, 1\.\d+ ms before: \u22121\.\d+ ms \(\u2212100 %\)$/.test(await said(page)),
		await said(page));
	const [r, , b] = await page.$eval('#flame-canvas', (canvas) => [...canvas.getContext('2d')
		.getImageData(canvas.width - 20, canvas.height - 12, 1, 1).data]);
	ok(b > r + 60, `${r} ${b}`);
	await page.selectOption('#flame-view', 'compare');
	await page.waitForFunction(() => !location.hash.includes('flame='));
}));

await test('a-stretch-is-not-compared', () => withPage(data, async (page) => {
	await page.evaluate(() => { location.hash = '#stretch=500000-2000000'; });
	await page.waitForSelector('#limit:not([hidden])');
	equal(await cell(page, 'vfs_read', 'change_total_ns'), '–');
	ok((await said(page)).startsWith('all: 1.500 ms shown, 100.0 % of all'), await said(page));
	await page.keyboard.press('Escape');
	await page.waitForSelector('#limit', { state: 'hidden' });
	equal(await cell(page, 'tcp_v4_rcv', 'change_total_ns'), '+30.00 ms');
}));

await test('csv-has-the-changes', () => withPage(data, async (page) => {
	await page.fill('#search', 'tcp_v4_rcv');
	const [file] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
	const [head, line] = readFileSync(await file.path(), 'utf8').split('\n').map((text) => text.split(','));
	equal(line[head.indexOf('change_total_ns')], '30000000');
	equal(line[head.indexOf('change_calls')], '5');
}));

await test('a-page-of-one-trace-has-none-of-it', () => withPage(smallReport(), async (page) => {
	equal((await texts(page, '#flame-view option')).length, 3);
	await page.click('#columns summary');
	equal(await page.locator('#columns-list li:not([hidden])').filter({ hasText: /\u0394|A$/ }).count(), 0);
	ok(!(await page.textContent('#kernel')).includes('compared'));
}));

await test('order-and-columns-are-in-the-address', async () => {
	const page = await openAddress(`${writePage(data)}#columns=change_p99_ns,calls&sort=-change_self_ns`);
	deepEqual(await page.$$eval('#table-header [role="columnheader"]:not([hidden])', (cells) =>
		cells.map((cell) => cell.textContent)), ['On', 'Function', 'Calls', '\u0394 p99']);
	equal(await page.getAttribute('#table-header [data-field="change_self_ns"]', 'aria-sort'), 'ascending');
	await page.context().close();
});

for (const [look, options] of Object.entries({ light: {}, dark: { colorScheme: 'dark' },
	narrow: { viewport: { width: 390, height: 844 } } })) {
	await test(`accessible-${look}`, () => withPage(data, async (page) => {
		equal(await page.evaluate(() => document.documentElement.scrollWidth -
			document.documentElement.clientWidth), 0, 'the page scrolls sideways');
		await page.evaluate(readFileSync(requireFromWork.resolve('axe-core/axe.min.js'), 'utf8'));
		const { violations } = await page.evaluate(() => window.axe.run({ rules: {
			'target-size': { enabled: true }, 'scrollable-region-focusable': { enabled: true },
		} }));
		equal(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) =>
			node.target).join(' ')}`).join('; '), '');
		await screenshot(page, `compare-${look}`);
	}, { ...options, bypassCSP: true }));
}
