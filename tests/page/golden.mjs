// SPDX-License-Identifier: GPL-2.0
// The looks of the page in its main states, compared with the pictures in golden/. A pixel may
// differ a little, and few of them much: fonts and Chromium are of several releases of Debian.
//
// GOLDEN_UPDATE=1 writes them anew. What differs is left in build/page/golden/.

import { equal, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireFromWork, withPage, work } from './browser.mjs';
import { axisOf, explainedCall, smallReport, sourceOf } from './data.mjs';
import { test } from './harness.mjs';

const { PNG } = requireFromWork('pngjs');
const { default: pixelmatch } = await import(requireFromWork.resolve('pixelmatch'));

/** Of the pixels, those that may differ by more than the threshold. */
const MOST = 0.03;
const THRESHOLD = 0.2;
const golden = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'golden');
const results = join(work, 'golden');

function difference(name, shot) {
	const file = join(golden, `${name}.png`);
	if (process.env.GOLDEN_UPDATE === '1')
		writeFileSync(file, shot);
	ok(existsSync(file), `${file} is missing: GOLDEN_UPDATE=1 writes it`);
	const [now, then] = [PNG.sync.read(shot), PNG.sync.read(readFileSync(file))];
	equal(`${now.width}x${now.height}`, `${then.width}x${then.height}`, 'the size of the picture');
	const diff = new PNG({ width: now.width, height: now.height });
	const count = pixelmatch(now.data, then.data, diff.data, now.width, now.height,
		{ threshold: THRESHOLD });
	if (count > 0) {
		mkdirSync(results, { recursive: true });
		writeFileSync(join(results, `${name}.png`), shot);
		writeFileSync(join(results, `${name}-diff.png`), PNG.sync.write(diff));
	}
	return count / (now.width * now.height);
}

const whole = { why: [explainedCall()], axis: axisOf() };

/** One call of a nanosecond. */
function oneCall() {
	const times = Object.fromEntries(['total', 'self', 'avg', 'min', 'max', 'p50', 'p90', 'p95', 'p99',
		'p999'].map((name) => [`${name}_ns`, 1]));
	return { version: 1, tool: 'fdd 1.0.0', sources: [sourceOf('one.txt', { calls: 1 })], calls: 1, lost: 0,
		unparsed: 0, span: { first_ns: 5e9, last_ns: 5e9 + 1 },
		functions: [{ name: 'vfs_read', calls: 1, ...times, sub_ns: 0, stdv_ns: 0, hist: [[1, 1]],
			slowest: [{ duration_ns: 1, calltime_ns: 5e9, comm: 'sh', pid: 7, cpu: 0, label: 'one.txt',
				callers: [] }], callers: [], callees: [] }],
		tree: [{ name: 'vfs_read', calls: 1, total_ns: 1, self_ns: 1, callees: [] }],
		axis: { first_ns: 5e9, last_ns: 5e9 + 1, lanes_left_out: 0, deep_left_out: 0, names: ['vfs_read'],
			lanes: [{ name: 'sh-7', rows: 2, states: false, of_cpu: false, of_regions: false }],
			levels: [{ ns: 0, spans: [[0, 1, 0, 1, 0, 1]], cpus: [1, 0] }], places: [], wakes: [],
			wakes_left_out: 0 } };
}

/** Names in Latin, Cyrillic, Chinese, and Arabic, and hostile ones. */
function scripts() {
	const names = ['größe_lesen', 'прочитать_файл', '读取文件', 'قراءة_ملف', '<b>bold</b>', '\u202egnp.exe'];
	const report = smallReport();
	return { ...report, functions: report.functions.slice(0, names.length)
		.map((func, i) => ({ ...func, name: names[i] })), axis: axisOf() };
}

/** Half a pixel for each: the pictures are for looks, and in the repository. */
const SCALE = { deviceScaleFactor: 0.5 };
const NARROW = { ...SCALE, viewport: { width: 390, height: 844 } };
const WIDE = { ...SCALE, viewport: { width: 2560, height: 1200 } };
const USUAL = { ...SCALE, viewport: { width: 1280, height: 900 } };
const STATES = {
	'light': [smallReport(whole), USUAL, ''],
	'dark': [smallReport(whole), { ...USUAL, colorScheme: 'dark' }, ''],
	'narrow': [smallReport(whole), NARROW, ''],
	'wide': [smallReport(whole), WIDE, ''],
	'stretch': [smallReport(whole), USUAL, '#stretch=5900000-6100000&time=5000000-7000000'],
	'sandwich': [smallReport(whole), USUAL, '#flame=sandwich&function=vfs_read'],
	'no-calls': [{ version: 1, functions: [] }, USUAL, ''],
	'one-call': [oneCall(), USUAL, ''],
	'scripts': [scripts(), USUAL, ''],
};

for (const [name, [data, options, hash]] of Object.entries(STATES)) {
	await test(name, () => withPage(data, async (page) => {
		await page.evaluate((hash) => { location.hash = hash; }, hash);
		await page.evaluate(() => new Promise((done) =>
			requestAnimationFrame(() => requestAnimationFrame(done))));
		equal(await page.evaluate(() => document.documentElement.scrollWidth -
			document.documentElement.clientWidth), 0, 'the page scrolls sideways');
		const share = difference(name, await page.screenshot({ fullPage: true }));
		ok(share <= MOST, `${(100 * share).toFixed(1)} % of the pixels differ`);
	}, options));
}
