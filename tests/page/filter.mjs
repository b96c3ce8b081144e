// SPDX-License-Identifier: GPL-2.0
// Only the calls of a task, a CPU, a control group or a module.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { column, withPage } from './browser.mjs';
import { axisOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const axis = axisOf();
axis.lanes[2].cgroup = '/system.slice/cat.service';
axis.lanes[1].cgroup = '/user.slice';
const data = smallReport({ axis });

/** Functions and the numbers of their calls. */
async function calls(page) {
	const names = await column(page, 'name');
	const counts = await column(page, 'calls');
	return names.map((name, i) => `${name} ${counts[i]}`).sort();
}

function text(page) {
	return page.textContent('#limit-text');
}

await test('of-a-task', () => withPage(data, async (page) => {
	await page.selectOption('#filter-task', 'cat-12');
	deepEqual(await calls(page), ['filemap_read 1', 'vfs_read 1']);
	equal(await text(page), 'Only what is of cat-12: 2 calls.');
	ok(page.url().endsWith('task=cat-12'), page.url());
	await page.click('#limit-off');
	ok((await calls(page)).length > 5);
	equal(await page.inputValue('#filter-task'), '');
}));

await test('of-a-cpu', () => withPage(data, async (page) => {
	await page.selectOption('#filter-cpu', '0');
	deepEqual(await calls(page), ['filemap_read 1', 'vfs_read 1', 'vfs_write 40']);
	await page.selectOption('#filter-task', 'dd-2031');
	deepEqual(await calls(page), ['vfs_write 40']);
	await page.selectOption('#filter-cpu', '1');
	deepEqual(await calls(page), ['vfs_write 60']);
	equal(await text(page), 'Only what is of dd-2031, that returned on CPU 1: 60 calls.');
}));

await test('of-a-control-group', () => withPage(data, async (page) => {
	await page.selectOption('#filter-cgroup', '/user.slice');
	deepEqual(await calls(page), ['vfs_write 100']);
	await page.goBack();
	ok((await calls(page)).length > 5, 'back did not let go of it');
}));

await test('of-a-module', () => withPage(data, async (page) => {
	const module = data.functions.map(({ name }) => /\[(.*)\]$/.exec(name)?.[1]).find(Boolean);
	await page.selectOption('#filter-module', module);
	const inIt = data.functions.filter(({ name }) => name.endsWith(`[${module}]`));
	equal(await page.getAttribute('#table', 'aria-rowcount'), String(inIt.length + 1));
	await page.reload();
	equal(await page.inputValue('#filter-module'), module);
	equal(await page.getAttribute('#table', 'aria-rowcount'), String(inIt.length + 1));
	await page.focus('#search');
	await page.keyboard.press('Escape');
	equal(await page.inputValue('#filter-module'), '');
}));

await test('with-a-stretch', () => withPage(data, async (page) => {
	await page.evaluate(() => { location.hash = '#stretch=6000000-6100000&task=dd-2031'; });
	await page.waitForSelector('#limit:not([hidden])');
	deepEqual(await calls(page), ['vfs_write 10']);
	equal(await text(page), 'Only what is within 100.0 us, from 6.000 ms after the begin of the trace, ' +
		'of dd-2031: 10 calls.');
}));

await test('is-not-offered-without-a-choice', () => withPage(smallReport({ axis: undefined,
	functions: smallReport().functions.filter(({ name }) => !name.includes('[')) }), async (page) => {
	ok(await page.isHidden('#filters'));
}));
