// SPDX-License-Identifier: GPL-2.0
// The flame graph. It is a canvas, so what it shows is read off its tips, its path
// and its pixels.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { row, texts, withPage } from './browser.mjs';
import { rootOf, smallReport } from './data.mjs';
import { test } from './harness.mjs';

const ROW = 20;
const data = smallReport();
const root = rootOf(data);
const OFF = /^(schedule|io_schedule|schedule_timeout|pipe_read|.*nanosleep|do_epoll_wait|ep_poll|futex_wait|futex_wait_queue|do_idle|cpuidle_enter|default_idle)$/;

/** The time of a node that is drawn: self times of what is on, in it and below. */
function shown(node) {
	return (OFF.test(node.name) ? 0 : node.self_ns) +
		node.callees.reduce((sum, child) => sum + shown(child), 0);
}

/** The frames of a row from left to right: name, share of all, where to click. */
async function frames(page, depth) {
	const tips = await page.$eval('#flame-canvas', (canvas, y) => {
		const box = canvas.getBoundingClientRect();
		const tip = document.getElementById('tip');
		return Array.from({ length: Math.floor(box.width / 8) }, (_, i) => {
			const at = { clientX: box.x + 2 + i * 8, clientY: box.y + y };
			canvas.dispatchEvent(new MouseEvent('mousemove', at));
			return { x: at.clientX, y: at.clientY, text: tip.hidden ? '' : tip.textContent };
		});
	}, depth * ROW + ROW / 2);
	const found = [];
	for (const { x, y, text } of tips) {
		const [, name, share] = /^(.*): .* shown, ([\d.]+) % of all/.exec(text) ?? [];
		if (name && found[found.length - 1]?.name !== name)
			found.push({ name, share: Number(share), x, y, width: 0 });
		if (name)
			found[found.length - 1].width += 8;
	}
	return found;
}

async function openFrame(page, depth, name) {
	await page.locator('#flame-canvas').scrollIntoViewIfNeeded();
	const frame = (await frames(page, depth)).find((found) => found.name === name);
	ok(frame, `no frame of ${name}`);
	await page.mouse.click(frame.x, frame.y);
}

function crumbs(page) {
	return texts(page, '#flame-crumbs button');
}

/** How many pixels of the canvas have a colour of the style sheet. */
function pixelsOf(page, variable) {
	return page.$eval('#flame-canvas', (canvas, variable) => {
		const copy = document.createElement('canvas');
		Object.assign(copy, { width: canvas.width, height: canvas.height });
		const context = copy.getContext('2d', { willReadFrequently: true });
		context.drawImage(canvas, 0, 0);
		context.fillStyle = getComputedStyle(canvas).getPropertyValue(variable);
		const want = /^#(..)(..)(..)$/.exec(context.fillStyle).slice(1).map((hex) => parseInt(hex, 16));
		const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
		let count = 0;
		for (let i = 0; i < data.length; i += 4)
			count += want.every((value, c) => data[i + c] === value) ? 1 : 0;
		return count;
	}, variable);
}

await test('frames-have-the-shares-of-what-is-on', () => withPage(data, async (page) => {
	await page.locator('#flame-canvas').scrollIntoViewIfNeeded();
	const all = shown(root);
	const expected = root.callees.filter((node) => shown(node) > 0)
		.sort((a, b) => a.name < b.name ? -1 : 1);
	const found = await frames(page, 1);
	const width = (await page.locator('#flame-canvas').boundingBox()).width;
	deepEqual(found.map(({ name }) => name), expected.map(({ name }) => name));
	expected.forEach((node, i) => {
		const share = 100 * shown(node) / all;
		ok(Math.abs(found[i].share - share) < 0.06, `${node.name}: ${found[i].share} for ${share}`);
		ok(Math.abs(found[i].width - width * share / 100) < 17, `${node.name}: width`);
	});
}));

await test('follows-the-switches', () => withPage(data, async (page) => {
	await page.click('#switch-idle');
	await page.locator('#flame-canvas').scrollIntoViewIfNeeded();
	ok((await frames(page, 1)).some(({ name }) => name === 'do_idle'), 'idle was not drawn');
	await page.click('#switch-idle');
	await page.uncheck('#flame-only-on');
	const all = (await frames(page, 1)).find(({ name }) => name === 'do_idle');
	const idle = root.callees.find(({ name }) => name === 'do_idle');
	ok(Math.abs(all.share - 100 * idle.total_ns / root.total_ns) < 0.06);
}));

await test('zooms-on-a-click-and-back', () => withPage(data, async (page) => {
	await openFrame(page, 1, 'do_syscall_64');
	deepEqual(await crumbs(page), ['all', 'do_syscall_64']);
	equal(await page.textContent('#details-name'), 'do_syscall_64');
	const width = (await page.locator('#flame-canvas').boundingBox()).width;
	const [frame] = await frames(page, 1);
	ok(frame.name === 'do_syscall_64' && frame.width > width - 16, 'it does not fill the row');
	await openFrame(page, 2, 'ksys_read');
	deepEqual(await crumbs(page), ['all', 'do_syscall_64', 'ksys_read']);
	await page.locator('#flame-crumbs button').nth(1).click();
	deepEqual(await crumbs(page), ['all', 'do_syscall_64']);
	await page.click('#flame-reset');
	deepEqual(await crumbs(page), ['all']);
	ok((await frames(page, 1)).length > 1);
}));

await test('marks-what-is-searched', () => withPage(data, async (page) => {
	equal(await pixelsOf(page, '--match'), 0);
	await page.fill('#search', 'vfs_*');
	const vfs = (node) => /^vfs_/.test(node.name) ? shown(node) :
		node.callees.reduce((sum, child) => sum + vfs(child), 0);
	equal(await page.textContent('#flame-matched'), 'The search matches ' +
		`${(100 * vfs(root) / shown(root)).toFixed(1)} % of the time shown.`);
	ok(await pixelsOf(page, '--match') > 2000, 'no frame has the colour of a match');
}));

await test('by-keyboard', () => withPage(data, async (page) => {
	const current = () => page.textContent('#flame-current');
	await page.focus('#flame-canvas');
	await page.keyboard.press('ArrowDown');
	ok((await current()).startsWith('do_syscall_64:'), 'down goes to the widest frame');
	await page.keyboard.press('ArrowLeft');
	ok((await current()).startsWith('asm_common_interrupt:'));
	await page.keyboard.press('Enter');
	deepEqual(await crumbs(page), ['all', 'asm_common_interrupt']);
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	equal((await crumbs(page)).length, 3);
	await page.keyboard.press('Escape');
	await page.keyboard.press('Escape');
	deepEqual(await crumbs(page), ['all']);
}));

await test('zoom-outlives-a-switch', () => withPage(data, async (page) => {
	await openFrame(page, 1, 'do_syscall_64');
	await row(page, 'filemap_read').locator('input').uncheck();
	deepEqual(await crumbs(page), ['all', 'do_syscall_64']);
}));

await test('without-a-tree-says-so', () => withPage({ ...data, tree: undefined },
	async (page) => {
		ok(await page.isVisible('#flame-none'));
		ok(!await page.isVisible('#flame-canvas'));
	}));

await test('without-anything-on-says-so', () => withPage(data, async (page) => {
	await page.click('#all-off');
	ok(await page.isVisible('#flame-none'));
	await page.click('#defaults');
	ok(await page.isVisible('#flame-canvas'));
}));
