// SPDX-License-Identifier: GPL-2.0
// The page as fdd serve shows it: it asks for new data, keeps what was switched and
// selected, and says when the server is gone.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import { bar, barNames, openAddress, row, screenshot, template, texts } from './browser.mjs';
import { axisOf, embed, smallReport } from './data.mjs';
import { test } from './harness.mjs';

/** A server on loopback as fdd serve is one; what it answers can be changed. */
class Server {
	constructor(token) {
		this.token = token;
		this.data = smallReport();
		this.page = { live: true };
		this.status = 200;
		this.body = null;
		this.asked = [];
		this.tag = null;
		this.unchanged = 0;
		this.pause_ms = 0;
		/** For these parameters of the request. */
		this.axis = () => axisOf();
		this.axisStatus = 200;
		/** Of events, if it has them: those that are sent to a new one. */
		this.events = null;
		this.streams = [];
		this.http = createServer((request, response) => this.answer(request, response));
	}

	answer(request, response) {
		const { pathname: path, searchParams } = new URL(request.url, 'http://127.0.0.1');
		const { authorization, cookie, referer, 'last-event-id': last } = request.headers;
		this.asked.push({ path, authorization, cookie, referer, last,
			from: searchParams.get('from_ns'), to: searchParams.get('to_ns') });
		response.setHeader('Referrer-Policy', 'no-referrer');
		if (this.token !== undefined && searchParams.get('token') !== this.token &&
				authorization !== `Bearer ${this.token}`)
			response.statusCode = 401;
		if (response.statusCode === 401 && path !== '/') {
			response.end('no');
		} else if (path === '/') {
			response.setHeader('Content-Type', 'text/html; charset=utf-8');
			response.end(embed(template, this.page));
		} else if (path === '/data.json') {
			response.statusCode = this.status;
			response.setHeader('Content-Type', 'application/json');
			this.answerData(request, response, this.body ?? JSON.stringify(this.data));
		} else if (path === '/axis.json') {
			response.statusCode = this.axisStatus;
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ axis: this.axis(searchParams) }));
		} else if (path === '/events' && this.events === null) {
			response.statusCode = 204;
			response.end();
		} else if (path === '/events') {
			response.setHeader('Content-Type', 'text/event-stream');
			this.streams.push(response);
			response.write(this.events);
		} else {
			response.statusCode = 404;
			response.end();
		}
	}

	/** The requested parts of the time axis, in ns. */
	windows() {
		return this.asked.filter(({ from }) => from !== null && from !== undefined)
			.map(({ from, to }) => [Number(from), Number(to)]);
	}

	send(text) {
		this.streams.at(-1).write(text);
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
	while (server.requests('/axis.json') === 0)
		await page.waitForTimeout(50);
	deepEqual([...new Set(server.asked.map(({ path }) => path))],
		['/', '/events', '/data.json', '/axis.json']);
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
		equal(authorization, path !== '/' ? `Bearer ${TOKEN}` : undefined);
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

// Streams of events

const lines = (calls) => JSON.stringify(smallReport({ calls })).replace(/,"functions":\[/, '\n$&\n').split('\n');

/** An event with all of the data, in two lines and more. */
function allOf(tag, calls) {
	return `id: "${tag}"\nevent: all\n${lines(calls).map((line) => `data: ${line}\n`).join('')}\n`;
}

/** One with the first line alone. */
function changeTo(tag, calls) {
	return `id: "${tag}"\nevent: change\ndata: +${lines(calls)[0]}\ndata: =1 ${lines(calls).length - 1}\n\n`;
}

async function withStream(body, token) {
	await withServer(async (page, server) => {
		server.events = allOf('a', 111222333);
		await page.reload();
		await says(page, '#facts', '111,222,333');
		await body(page, server);
	}, token);
}

await test('stream-brings-changes', () => withStream(async (page, server) => {
	const asked = server.requests('/data.json');
	server.send(`:\n\n${changeTo('b', 222333444)}`);
	await says(page, '#facts', '222,333,444');
	const [first] = await barNames(page);
	const text = changeTo('c', 333444555);
	for (let at = 0; at < text.length; at += 1000) {
		server.send(text.slice(at, at + 1000));
		await page.waitForTimeout(20);
	}
	await says(page, '#facts', '333,444,555');
	equal((await barNames(page))[0], first);
	equal(server.requests('/data.json'), asked, 'it asked for the data, too');
	equal(page.seen.complaints.join('; '), '');
}));

await test('stream-goes-on-after-it-broke', () => withStream(async (page, server) => {
	server.send(changeTo('b', 222333444));
	await says(page, '#facts', '222,333,444');
	server.send(changeTo('c', 1).slice(0, 300));
	server.events = changeTo('d', 555666777);
	server.streams.at(-1).destroy();
	await says(page, '#facts', '555,666,777');
	equal(server.asked.filter(({ path }) => path === '/events').at(-1).last, '"b"');
	await says(page, '#live-state', 'Live');
}));

/** The server's place for the first stream is free again. */
await test('stream-that-is-wrong-begins-anew', () => withStream(async (page, server) => {
	const ended = new Promise((resolve) => server.streams.at(-1).on('close', resolve));
	server.events = allOf('e', 777777777);
	server.send('id: "x"\nevent: change\ndata: =5 99999\n\n');
	await says(page, '#facts', '777,777,777');
	equal(server.asked.filter(({ path }) => path === '/events').at(-1).last, undefined);
	await ended;
}));

/** A stream of the same server, whose data did not change, has a comment alone. */
await test('stream-without-changes-is-live', () => withStream(async (page, server) => {
	server.events = ':\n\n';
	server.streams.at(-1).destroy();
	await says(page, '#error', 'the server');
	await page.waitForFunction(() => document.querySelector('#error').hidden);
	await says(page, '#live-state', 'Live');
	for (let i = 0; i < 3; i++) {
		server.send(':\n\n');
		await page.waitForTimeout(2500);
		equal(await page.textContent('#live-state'), 'Live');
	}
}));

await test('stream-that-falls-silent-is-left', () => withStream(async (page, server) => {
	await says(page, '#error', 'the server has not answered for 15 s');
	await page.waitForFunction(() => document.querySelector('#error').hidden);
	equal(server.streams.length, 2);
}));

await test('pause-ends-the-stream', () => withStream(async (page, server) => {
	const ended = new Promise((resolve) => server.streams.at(-1).on('close', resolve));
	await page.click('#live-pause');
	await ended;
	await says(page, '#live-state', 'Paused');
	ok(await page.isHidden('#error'));
	server.events = changeTo('b', 222333444);
	await page.click('#live-pause');
	await says(page, '#facts', '222,333,444');
	equal(server.asked.at(-1).last, '"a"');
}));

// The time axis

/** An overview without the short calls, and parts of it with all of them. */
function axisOfServer(parameters) {
	const whole = axisOf();
	return { ...whole, places: [], levels: parameters.has('from_ns') ?
		[whole.levels[0], { ...whole.levels[1], ns: 0 }] : [whole.levels[0]],
	wakes: parameters.has('from_ns') ? whole.wakes : [] };
}

await test('server-brings-the-calls-in-sight', () => withServer(async (page, server) => {
	server.axis = axisOfServer;
	await page.reload();
	await says(page, '#axis-current', 'shorter than 20.0');
	await page.evaluate(() => { location.hash = '#time=6000000-6060000'; });
	await says(page, '#axis-current', 'All calls are shown');
	deepEqual(server.windows(), [[5e9 + 5_940_000, 5e9 + 6_120_000]]);
	const box = await page.locator('#axis-canvas').boundingBox();
	await page.mouse.move(box.x + 3, box.y + 24 + 41 + 18 + 15 + 7);
	await page.waitForTimeout(700);
	equal(server.windows().length, 1, 'it asked again for what it has');
	equal(page.seen.complaints.join('; '), '');
}));

await test('axis-comes-once-the-server-has-time', () => withStream(async (page, server) => {
	server.axisStatus = 503;
	await page.reload();
	await page.waitForSelector('g.bar');
	while (server.asked.at(-1).path !== '/axis.json')
		await page.waitForTimeout(50);
	ok(await page.isHidden('#axis'));
	ok(await page.isHidden('#error'));
	server.axisStatus = 200;
	await page.waitForSelector('#axis', { state: 'visible' });
}));

await test('axis-follows-the-last-change', () => withStream(async (page, server) => {
	await page.waitForSelector('#axis', { state: 'visible' });
	server.axis = () => ({ ...axisOf(), lanes_left_out: 77 });
	server.send(changeTo('b', 222333444));
	await says(page, '#axis-left-out', '77 tasks are not shown');
}));

await test('axis-that-begins-later-is-still-in-sight', () => withStream(async (page, server) => {
	await page.evaluate(() => { location.hash = '#time=0-100000'; });
	await page.waitForTimeout(500);
	server.axis = () => { const axis = axisOf(); return { ...axis, first_ns: axis.first_ns + 1e9,
		last_ns: axis.last_ns + 1e9 }; };
	server.send(changeTo('b', 222333444));
	await page.waitForFunction(() => /time=0-100000/.test(location.hash));
	await page.waitForTimeout(6500);
	ok(server.windows().every(([from, to]) => from < to), JSON.stringify(server.windows()));
	equal(page.seen.complaints.join('; '), '');
}));

await test('perfetto-has-a-button-only-if-asked-for', () => withServer(async (page) => {
	await page.waitForSelector('g.bar');
	ok(await page.isHidden('#perfetto'));
}));

await test('perfetto-gets-the-time-axis', () => withServer(async (page, server) => {
	server.page = { live: true, perfetto: true };
	await page.context().route('https://ui.perfetto.dev/**', (route) => route.fulfill({
		contentType: 'text/html', body: `<script>
			addEventListener('message', ({ data, source, origin }) => {
				if (data === 'PING') source.postMessage('PONG', origin);
				else document.title = JSON.stringify([opener,
					JSON.parse(new TextDecoder().decode(data.perfetto.buffer))]);
			});</script>` }));
	await page.reload();
	await says(page, '#axis-current', 'shorter than');
	const opened = page.waitForEvent('popup');
	await page.click('#perfetto');
	const tab = await opened;
	await tab.waitForFunction(() => document.title !== '');
	const [opener, { traceEvents }] = JSON.parse(await tab.title());
	equal(opener, null, 'the other site could send this page elsewhere');
	deepEqual(traceEvents.filter(({ name, ph }) => ph === 'X' && name === 'vfs_read')
		.map(({ ts, dur, pid, tid }) => [ts, dur, pid, tid]), [[5e6, 4000, 2, 3]]);
	equal(traceEvents.filter(({ name }) => name === 'vfs_write').length, 100);
}));
