// SPDX-License-Identifier: GPL-2.0
// The bar chart, its list, and the switches of functions.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { bar, barNames, legendBox, row, texts, withPage } from './browser.mjs';
import { nameOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const data = smallReport();
const SLEEPERS = ['schedule', 'io_schedule', 'schedule_timeout', 'pipe_read',
	'__x64_sys_nanosleep', 'hrtimer_nanosleep', 'do_nanosleep', 'do_epoll_wait', 'ep_poll',
	'futex_wait', 'futex_wait_queue'];
const IDLE = ['do_idle', 'cpuidle_enter', 'default_idle'];

/** The names by self time, the largest first, without those given. */
function expected(without, field = 'self_ns') {
	return data.functions.filter((func) => !without.includes(nameOf(func)))
		.sort((a, b) => b[field] - a[field]).map(nameOf);
}

const awake = expected([...SLEEPERS, ...IDLE]);

await test('bars-are-there-sorted-without-sleepers-and-idle', () => withPage(data, async (page) => {
	deepEqual(await barNames(page), awake.slice(0, 20));
}));

await test('bars-are-as-long-as-their-self-time', () => withPage(data, async (page) => {
	const widths = await page.$$eval('g.bar', (bars) => bars.map((element) =>
		[element.querySelector('.label').textContent,
			Number(element.querySelector('.fill').getAttribute('width'))]));
	const self = new Map(data.functions.map((func) => [nameOf(func), func.self_ns]));
	const [, longest] = widths.find(([name]) => name === awake[0]);
	ok(longest > 300, `the longest bar has ${longest} pixels`);
	for (const [name, width] of widths)
		ok(Math.abs(width - longest * self.get(name) / self.get(awake[0])) < 1.5, name);
}));

await test('bars-say-their-time-and-share', () => withPage(data, async (page) => {
	const shown = data.functions.filter((func) => awake.includes(nameOf(func)))
		.reduce((sum, func) => sum + func.self_ns, 0);
	const first = data.functions.find(({ name }) => name === awake[0]);
	const value = await bar(page, awake[0]).locator('.value').textContent();
	equal(value, `${(first.self_ns / 1e6).toFixed(2)} ms · ` +
		`${(100 * first.self_ns / shown).toFixed(1)} %`);
}));

await test('bars-as-many-as-asked-for', () => withPage(data, async (page) => {
	await page.selectOption('#bars-count', '10');
	deepEqual(await barNames(page), awake.slice(0, 10));
	await page.selectOption('#bars-count', '100');
	deepEqual(await barNames(page), awake);
}));

await test('bars-of-another-metric', () => withPage(data, async (page) => {
	for (const field of ['total_ns', 'calls', 'p99_ns', 'max_ns']) {
		await page.selectOption('#bars-metric', field);
		const values = new Map(data.functions.map((func) => [nameOf(func), func[field]]));
		const shown = (await barNames(page)).map((name) => values.get(name));
		const best = expected([...SLEEPERS, ...IDLE], field).slice(0, 20);
		deepEqual(shown, best.map((name) => values.get(name)), field);
	}
}));

await test('bars-on-a-log-scale', () => withPage(data, async (page) => {
	const width = async () => Number(await bar(page, awake[19]).locator('.fill')
		.getAttribute('width'));
	const linear = await width();
	await page.check('#bars-log');
	ok(await width() > 3 * linear, 'a short bar stayed short');
}));

for (const [id, names, other] of [['sleep', SLEEPERS, IDLE], ['idle', IDLE, SLEEPERS]]) {
	await test(`switch-${id}-is-one-click`, () => withPage(data, async (page) => {
		const button = page.locator(`#switch-${id}`);
		equal(await button.getAttribute('aria-pressed'), 'false');
		ok((await button.textContent()).includes(`${names.length} off`));
		await button.click();
		equal(await button.getAttribute('aria-pressed'), 'true');
		deepEqual(await barNames(page), expected(other).slice(0, 20));
		await button.click();
		deepEqual(await barNames(page), awake.slice(0, 20));
	}));
}

await test('click-on-a-bar-switches-it-off', () => withPage(data, async (page) => {
	await bar(page, awake[0]).locator('.fill').click();
	deepEqual(await barNames(page), awake.slice(1, 21));
	equal(await legendBox(page, awake[0]).isChecked(), false);
	equal(await row(page, awake[0]).locator('input').isChecked(), false);
	await legendBox(page, awake[0]).check();
	deepEqual(await barNames(page), awake.slice(0, 20));
}));

await test('click-in-the-list-or-the-table-switches', () => withPage(data, async (page) => {
	await legendBox(page, awake[1]).uncheck();
	ok(!(await barNames(page)).includes(awake[1]));
	await row(page, awake[1]).locator('input').check();
	ok((await barNames(page)).includes(awake[1]));
	await row(page, 'schedule').locator('input').check();
	equal((await barNames(page))[0], 'schedule');
	equal(await page.locator('#switch-sleep').getAttribute('aria-pressed'), 'mixed');
}));

await test('list-has-what-is-off-at-its-rank', () => withPage(data, async (page) => {
	const listed = await texts(page, '#legend-list .name');
	deepEqual(listed, expected([]).slice(0, listed.length));
	ok(listed.includes('schedule') && listed.includes(awake[19]));
}));

await test('all-off-all-on-defaults', () => withPage(data, async (page) => {
	await page.click('#all-off');
	deepEqual(await barNames(page), []);
	await page.click('#all-on');
	deepEqual(await barNames(page), expected([]).slice(0, 20));
	await page.click('#defaults');
	deepEqual(await barNames(page), awake.slice(0, 20));
}));

await test('bars-by-keyboard', () => withPage(data, async (page) => {
	await page.locator('g.bar[tabindex="0"]').focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Space');
	deepEqual(await barNames(page), [awake[0], ...awake.slice(2, 21)]);
	const focused = () => page.evaluate(() =>
		document.activeElement.querySelector('.label')?.textContent);
	equal(await focused(), awake[2], 'the focus was lost');
	await page.keyboard.press('Enter');
	equal(await page.textContent('#details-name'), awake[2]);
	await page.keyboard.press('End');
	equal(await focused(), awake[20]);
}));
