// SPDX-License-Identifier: GPL-2.0
// The page as fdd serve shows it: it asks for new data, keeps what was switched and
// selected, and says when the server is gone.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import { bar, barNames, openAddress, row, screenshot, template, texts } from './browser.mjs';
import { embed, smallReport } from './data.mjs';
import { test } from './harness.mjs';

/** A server on loopback as fdd serve is one; what it answers can be changed. */
class Server {
	constructor(token) {
		this.token = token;
		this.data = smallReport();
		this.status = 200;
		this.body = null;
		this.asked = [];
		this.tag = null;
		this.unchanged = 0;
		this.pause_ms = 0;
		this.http = createServer((request, response) => this.answer(request, response));
	}

	answer(request, response) {
		const { pathname: path, searchParams } = new URL(request.url, 'http://127.0.0.1');
		const { authorization, cookie, referer } = request.headers;
		this.asked.push({ path, authorization, cookie, referer });
		response.setHeader('Referrer-Policy', 'no-referrer');
		if (this.token !== undefined && searchParams.get('token') !== this.token &&
				authorization !== `Bearer ${this.token}`)
			response.statusCode = 401;
		if (response.statusCode === 401 && path !== '/') {
			response.end('no');
		} else if (path === '/') {
			response.setHeader('Content-Type', 'text/html; charset=utf-8');
			response.end(embed(template, { live: true }));
		} else if (path === '/data.json') {
			response.statusCode = this.status;
			response.setHeader('Content-Type', 'application/json');
			this.answerData(request, response, this.body ?? JSON.stringify(this.data));
		} else {
			response.statusCode = 404;
			response.end();
		}
	}

	/** With a tag if it has one; in pieces with pauses if it is slow. */
	answerData(request, response, body) {
		if (this.tag) {
			response.setHeader('ETag', this.tag);
			if (request.headers['if-none-match'] === this.tag) {
				this.unchanged++;
				response.statusCode = 304;
				body = '';
			}
		}
		if (!this.pause_ms) {
			response.end(body);
			return;
		}
		const step = Math.ceil(body.length / 4);
		let at = 0;
		const timer = setInterval(() => {
			response.write(body.slice(at, at += step));
			if (at >= body.length) {
				clearInterval(timer);
				response.end();
			}
		}, this.pause_ms);
		response.on('close', () => clearInterval(timer));
	}

	start(port = 0) {
		return new Promise((resolve) => this.http.listen(port, '127.0.0.1', () => {
			this.port = this.http.address().port;
			resolve();
		}));
	}

	stop() {
		this.http.closeAllConnections();
		return new Promise((resolve) => this.http.close(resolve));
	}

	requests(path) {
		return this.asked.filter((request) => request.path === path).length;
	}
}

async function withServer(body, token) {
	const server = new Server(token);
	await server.start();
	const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
	const page = await openAddress(`http://127.0.0.1:${server.port}/${query}`);
	try {
		await body(page, server);
	} finally {
		await page.context().close();
		if (server.http.listening)
			await server.stop();
	}
}

/** Waits for a text in an element. */
function says(page, selector, text) {
	return page.waitForFunction(([selector, text]) =>
		document.querySelector(selector).textContent.includes(text), [selector, text]);
}

await test('shows-new-data', () => withServer(async (page, server) => {
	await says(page, '#live-state', 'Live');
	await page.waitForSelector('g.bar');
	server.data = smallReport({ calls: 987654321, lost: 5 });
	await says(page, '#facts', '987,654,321');
	await says(page, '#missing', '5 events were lost');
	deepEqual([...new Set(server.asked.map(({ path }) => path))], ['/', '/data.json']);
	equal(page.seen.complaints.join('; '), '');
}));

await test('keeps-what-was-done', () => withServer(async (page, server) => {
	await page.waitForSelector('g.bar');
	const [first, second] = await barNames(page);
	await bar(page, first).locator('.fill').click();
	await row(page, 'vfs_read').locator('.name').click();
	await page.fill('#search', 'r');
	await page.focus('#flame-canvas');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await row(page, 'vfs_read').locator('.name').click();
	server.data.calls = 123123123;
	await says(page, '#facts', '123,123,123');
	equal((await barNames(page))[0], second);
	equal(await page.textContent('#details-name'), 'vfs_read');
	deepEqual(await texts(page, '#flame-crumbs button'), ['all', 'do_syscall_64']);
	equal(await page.inputValue('#search'), 'r');
}));

await test('says-when-the-server-is-gone-and-when-it-is-back', () =>
	withServer(async (page, server) => {
		await page.waitForSelector('g.bar');
		await server.stop();
		await says(page, '#error', 'the server cannot be reached');
		await says(page, '#live-state', 'No answer');
		ok(await page.isVisible('g.bar'), 'the last data are gone');
		await screenshot(page, 'live-lost');
		const again = new Server();
		await again.start(server.port);
		await page.waitForFunction(() => document.querySelector('#error').hidden);
		await says(page, '#live-state', 'Live');
		await again.stop();
	}));

await test('pause-asks-for-nothing', () => withServer(async (page, server) => {
	await page.waitForSelector('g.bar');
	await page.click('#live-pause');
	await says(page, '#live-state', 'Paused');
	await page.waitForTimeout(300);
	const before = server.requests('/data.json');
	await page.waitForTimeout(2200);
	equal(server.requests('/data.json'), before);
	await page.click('#live-pause');
	await says(page, '#live-state', 'Live');
	ok(server.requests('/data.json') > before);
}));

/** No bar of the page that fdd serve answers a missing token with; its data need one. */
async function needsTheLink(address) {
	const page = await openAddress(address);
	try {
		await says(page, '#error', 'open the link that fdd serve printed');
		equal(await page.locator('g.bar').count(), 0);
	} finally {
		await page.context().close();
	}
}

const TOKEN = 's3cret/+';
await test('keeps-its-token-for-its-tab', () => withServer(async (page, server) => {
	const address = `http://127.0.0.1:${server.port}/`;
	await page.waitForSelector('g.bar');
	equal(page.url(), address, 'the token is still in the address');
	await page.reload();
	await page.waitForSelector('g.bar');
	equal(page.url(), address);
	for (const { path, authorization, cookie, referer } of server.asked) {
		equal(authorization, path === '/data.json' ? `Bearer ${TOKEN}` : undefined);
		equal(cookie, undefined, 'a cookie goes to other ports, too');
		equal(referer, undefined, 'the address of the page is sent');
	}
	await needsTheLink(address);
}, TOKEN));

/** The page keeps what it has, also what came while it was paused. */
await test('unchanged-data-are-not-sent-again', () => withServer(async (page, server) => {
	await page.waitForSelector('g.bar');
	Object.assign(server, { tag: 'W/"1"', data: smallReport({ calls: 111222333 }) });
	await says(page, '#facts', '111,222,333');
	while (server.unchanged < 2)
		await page.waitForTimeout(100);
	await says(page, '#live-state', 'Live');
	ok(await page.isHidden('#error'));
	Object.assign(server, { tag: 'W/"2"', data: smallReport({ calls: 444555666 }), pause_ms: 300 });
	const before = server.requests('/data.json');
	while (server.requests('/data.json') < before + 1)
		await page.waitForTimeout(50);
	await page.click('#live-pause');
	await page.waitForTimeout(2000);
	ok((await page.textContent('#facts')).includes('111,222,333'), 'it is not paused');
	await page.click('#live-pause');
	await says(page, '#facts', '444,555,666');
	equal(page.seen.complaints.join('; '), '');
}));

/** Timers of the page are ten times as fast as those of the server. */
async function withFastTimers(body) {
	await withServer(async (page, server) => {
		await page.addInitScript(() => {
			const real = window.setTimeout;
			window.setTimeout = (call, ms) => real(call, ms / 10);
		});
		await page.reload();
		await page.waitForSelector('g.bar');
		await body(page, server);
	});
}

await test('long-answer-is-waited-for', () => withFastTimers(async (page, server) => {
	Object.assign(server, { pause_ms: 700, data: smallReport({ calls: 777888999 }) });
	await says(page, '#facts', '777,888,999');
	ok(await page.isHidden('#error'));
}));

await test('silent-server-times-out', () => withFastTimers(async (page, server) => {
	server.pause_ms = 60000;
	await says(page, '#error', 'the server has not answered for 15 s');
	server.pause_ms = 0;
	await page.waitForFunction(() => document.querySelector('#error').hidden);
}));

const REFUSALS = [[401, null, 'open the link that fdd serve printed'], [503, null, 'the server is busy (503)'],
	[500, null, 'answered with status 500'], [200, '{', 'something that is not JSON'],
	[200, '{"version":3}', 'version 3; this page reads version 1']];
for (const [status, body, message] of REFUSALS) {
	await test(`reports-a-refusal-${status}${body ?? ''}`, () => withServer(async (page, server) => {
		await page.waitForSelector('g.bar');
		Object.assign(server, { status, body });
		await says(page, '#error', message);
		Object.assign(server, { status: 200, body: null });
		await page.waitForFunction(() => document.querySelector('#error').hidden);
	}));
}
