// SPDX-License-Identifier: GPL-2.0
// Debian's Chromium without a screen, and pages with data in it. A page that logs
// to the console, throws, or asks for anything over a network fails its test.

import { equal } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embed } from './data.mjs';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
export const work = join(root, 'build/page');
export const requireFromWork = createRequire(join(work, 'package.json'));
export const template = readFileSync(join(root, 'tools/fdd/page/dist/page.html'), 'utf8');

const { chromium } = requireFromWork('playwright-core');

// The last ones disable Chromium's own network requests.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
	'--disable-background-networking', '--disable-component-update', '--disable-sync'];

let browser = null;

async function launched() {
	browser ??= await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
	return browser;
}

export async function closeBrowser() {
	await browser?.close();
}

/** Notes everything the page says and asks for. */
function watch(page) {
	page.seen = { complaints: [], requests: [] };
	page.on('console', (message) =>
		page.seen.complaints.push(`${message.type()}: ${message.text()}`));
	page.on('pageerror', (error) => page.seen.complaints.push(`error: ${error.message}`));
	page.on('dialog', (dialog) => {
		page.seen.complaints.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	page.on('request', (request) => {
		if (!request.url().startsWith('data:'))
			page.seen.requests.push(request.url());
	});
}

async function newPage(options) {
	const context = await (await launched()).newContext({ viewport: { width: 1500, height: 1000 },
		colorScheme: 'light', ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(60000);
	page.setDefaultNavigationTimeout(30000);
	watch(page);
	return page;
}

let files = 0;

/** Writes the page with the data into a file; its address. */
export function writePage(data) {
	const html = typeof data === 'string' ? data : embed(template, data);
	mkdirSync(join(work, 'pages'), { recursive: true });
	const file = join(work, 'pages', `${++files}.html`);
	writeFileSync(file, html);
	return pathToFileURL(file).href;
}

export async function openAddress(address, options = {}) {
	const page = await newPage(options);
	await page.goto(address);
	return page;
}

export function openFile(data, options) {
	return openAddress(writePage(data), options);
}

let shared = null;

/** A tab that tests without wishes of their own take one after the other. */
async function sharedPage() {
	shared ??= await newPage({});
	shared.seen = { complaints: [], requests: [] };
	await shared.mouse.move(0, 0);
	return shared;
}

/** Opens the data, runs the body, and holds the page to its silence. */
export async function withPage(data, body, options) {
	const page = options ? await newPage(options) : await sharedPage();
	const address = writePage(data);
	try {
		await page.goto(address);
		await body(page);
		equal(page.seen.complaints.join('; '), '', 'the page complained');
		equal(page.seen.requests.filter((url) => url !== address).join(' '), '',
			'the page asked for something');
	} finally {
		if (options)
			await page.context().close();
	}
}

/** Text of every element, at once. */
export function texts(page, selector) {
	return page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
}

/** The names in the bar chart from top to bottom. */
export function barNames(page) {
	return page.$$eval('g.bar', (bars) => bars
		.map((bar) => [Number(/,(\d+)/.exec(bar.getAttribute('transform'))[1]),
			bar.querySelector('.label').textContent])
		.sort((a, b) => a[0] - b[0]).map(([, name]) => name));
}

/** A column of the rows of the table that are in sight, from top to bottom. */
export function column(page, field) {
	return page.$$eval('#table-body .row:not([hidden])', (rows, field) => rows
		.map((row) => [Number(row.getAttribute('aria-rowindex')),
			row.querySelector(`[data-field="${field}"]`)])
		.sort((a, b) => a[0] - b[0])
		.map(([, cell]) => cell.querySelector('.name')?.textContent ?? cell.textContent), field);
}

export function bar(page, name) {
	return page.locator('g.bar').filter({ has: page.locator('.label', { hasText: exact(name) }) });
}

export function row(page, name) {
	return page.locator('#table-body .row:not([hidden])')
		.filter({ has: page.locator('.name', { hasText: exact(name) }) });
}

export function legendBox(page, name) {
	return page.locator('#legend-list li')
		.filter({ has: page.locator('.name', { hasText: exact(name) }) }).locator('input');
}

function exact(name) {
	return new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
}

export function screenshot(page, name) {
	return page.screenshot({ path: join(work, `${name}.png`), fullPage: true });
}
