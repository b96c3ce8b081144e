// SPDX-License-Identifier: GPL-2.0
// The selected function: numbers, histogram, slowest calls.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { bar, barNames, row, texts, withPage } from './browser.mjs';
import { smallReport, sourceOf } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();
const read = data.functions.find(({ name }) => name === 'vfs_read');

function histogram(page) {
	return page.$$eval('.bucket:not(.empty)', (buckets) => buckets.map((bucket) =>
		[bucket.querySelector('title').textContent,
			Number(bucket.querySelector('rect').getAttribute('height'))]));
}

await test('of-the-largest-at-first', () => withPage(data, async (page) => {
	equal(await page.textContent('#details-name'), (await barNames(page))[0]);
}));

await test('by-a-click-in-the-table', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	equal(await page.textContent('#details-name'), 'vfs_read');
	equal(await row(page, 'vfs_read').getAttribute('aria-selected'), 'true');
	const names = await texts(page, '#details-numbers dt');
	const values = await texts(page, '#details-numbers dd');
	equal(values[names.indexOf('calls')], String(read.calls));
	equal(values[names.indexOf('total')], `${(read.total_ns / 1e9).toFixed(3)} s`);
}));

await test('by-a-click-on-a-name-in-the-chart', () => withPage(data, async (page) => {
	await bar(page, 'vfs_read').locator('.label').click();
	equal(await page.textContent('#details-name'), 'vfs_read');
	ok((await barNames(page)).includes('vfs_read'), 'the click switched it off');
}));

await test('histogram-has-every-bucket', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	const bars = await histogram(page);
	deepEqual(bars.map(([title]) => Number(/: ([\d,]+) calls?$/.exec(title)[1].replace(',', ''))),
		read.hist.map(([, count]) => count));
	const most = Math.max(...read.hist.map(([, count]) => count));
	const highest = Math.max(...bars.map(([, height]) => height));
	ok(highest > 140, `the highest bar has ${highest} pixels`);
	read.hist.forEach(([low, count], i) =>
		ok(Math.abs(bars[i][1] - Math.max(2, highest * count / most)) < 1, `bucket of ${low} ns`));
}));

await test('histogram-on-a-log-scale', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	const before = await histogram(page);
	await page.check('#hist-log');
	const after = await histogram(page);
	ok(after[0][1] > before[0][1], 'the smallest bucket did not grow');
}));

await test('slowest-calls-as-recorded', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	const rows = await page.$$eval('#slowest-rows tr', (elements) => elements.map((element) =>
		[...element.cells].map((cell) => cell.textContent)));
	equal(rows.length, read.slowest.length);
	read.slowest.forEach((call, i) => {
		const clock = `${Math.floor(call.calltime_ns / 1e9)}.` +
			String(call.calltime_ns % 1e9).padStart(9, '0');
		deepEqual(rows[i].slice(1), [`${clock} s`, `${call.comm}-${call.pid}`, String(call.cpu),
			call.callers[0]]);
		ok(Math.abs(parseFloat(rows[i][0]) / (call.duration_ns / 1e6) - 1) < 0.001, rows[i][0]);
	});
}));

await test('a-slow-call-has-the-place-in-the-program', () => {
	const report = smallReport();
	report.functions.find(({ name }) => name === 'vfs_read').slowest[0].place =
		'load_config() < main() of <b>cat</b>, conf.c:212';
	return withPage(report, async (page) => {
		await row(page, 'vfs_read').locator('.name').click();
		deepEqual(await texts(page, '#slowest-rows .where'),
			['in load_config() < main() of <b>cat</b>, conf.c:212']);
		await page.locator('#slowest-rows button').first().click();
		await row(page, 'vfs_read').locator('.name').click();
		equal(await page.locator('#slowest-rows .where').count(), 1);
	});
});

await test('a-caller-leads-to-its-details', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	await page.locator('#slowest-rows button').first().click();
	equal(await page.textContent('#details-name'), 'ksys_read');
}));

await test('slowest-calls-of-several-sources-say-which', () => {
	const merged = smallReport({ sources: [sourceOf('host-a'), sourceOf('host-b')] });
	const call = merged.functions.find(({ name }) => name === 'vfs_read').slowest[0];
	Object.assign(call, { label: 'host-b', callers: ['ksys_read', 'do_syscall_64'] });
	return withPage(merged, async (page) => {
		await row(page, 'vfs_read').locator('.name').click();
		const cells = await texts(page, '#slowest-rows tr:first-child td');
		deepEqual(cells.slice(3), ['host-b', String(call.cpu), 'ksys_read']);
		equal(await page.locator('#slowest-rows tr:first-child .caller').getAttribute('title'),
			'ksys_read\n< do_syscall_64');
		ok(await page.isVisible('#slowest-source'));
	});
});

await test('slowest-calls-of-unknown-tasks', () => {
	const vague = smallReport();
	Object.assign(vague.functions.find(({ name }) => name === 'vfs_read').slowest[0],
		{ comm: '', pid: -1, calltime_ns: 0, callers: [] });
	return withPage(vague, async (page) => {
		await row(page, 'vfs_read').locator('.name').click();
		const cells = await texts(page, '#slowest-rows tr:first-child td');
		deepEqual([cells[1], cells[2], cells[4]], ['–', '–', '–']);
	});
});

await test('switch-their-function', () => withPage(data, async (page) => {
	await row(page, 'vfs_read').locator('.name').click();
	await page.uncheck('#details-on');
	ok(!(await barNames(page)).includes('vfs_read'));
	equal(await page.textContent('#details-name'), 'vfs_read');
}));

await test('without-histogram-or-calls', () => {
	const bare = smallReport();
	bare.functions.forEach((func) => {
		delete func.hist;
		delete func.slowest;
	});
	return withPage(bare, async (page) => {
		ok(await page.isVisible('#hist-none'));
		ok(await page.isVisible('#slowest-none'));
		ok(!await page.isVisible('#hist-svg'));
	});
});

/** The names of those that called a function, or that it called. */
function relatives(name, wanted) {
	return data.functions.find((func) => func.name === name)[wanted].map((other) => other.name);
}

await test('a-caller-behind-a-gap-has-two-dots', () => {
	const changed = structuredClone(data);
	const func = changed.functions.find(({ name }) => name === 'schedule');
	func.callers[0].filtered_between = true;
	return withPage(changed, async (page) => {
		await row(page, 'schedule').locator('.name').click();
		equal((await texts(page, '#callers button'))[0], `.. ${func.callers[0].name}`);
	});
});

await test('callers-and-callees', () => withPage(data, async (page) => {
	for (const name of ['schedule', 'ext4_da_write_begin', 'do_syscall_64']) {
		await row(page, name).locator('.name').click();
		deepEqual(await texts(page, '#callers button'), relatives(name, 'callers').slice(0, 8));
		deepEqual(await texts(page, '#callees button'), relatives(name, 'callees').slice(0, 8));
	}
	ok(await page.isVisible('#callers-none') && !await page.isVisible('#callees-none'));
	await page.locator('#callees button').first().click();
	equal(await page.textContent('#details-name'), relatives('do_syscall_64', 'callees')[0]);
}));
