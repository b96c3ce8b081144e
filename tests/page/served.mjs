// SPDX-License-Identifier: GPL-2.0
// The page of a real fdd serve; FDD_LINK is the link that it printed, its trace is
// tests/fdd/in/basic.txt. tests/serve/checks runs this.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { barNames, openAddress } from './browser.mjs';
import { test } from './harness.mjs';

const link = new URL(process.env.FDD_LINK);
const address = `${link.origin}/`;
const token = link.searchParams.get('token');

async function withLink(body) {
	const page = await openAddress(link.href);
	try {
		await page.waitForSelector('g.bar');
		await body(page);
	} finally {
		await page.context().close();
	}
}

await test('link-shows-the-trace', () => withLink(async (page) => {
	equal(page.url(), address, 'the token is still in the address');
	ok((await barNames(page)).includes('ksys_read'));
	equal(page.seen.complaints.join('; '), '');
}));

await test('page-can-be-reloaded', () => withLink(async (page) => {
	const names = await barNames(page);
	await page.reload();
	await page.waitForSelector('g.bar');
	deepEqual(await barNames(page), names);
	equal(page.url(), address);
}));

await test('token-is-in-no-cookie', () => withLink(async (page) => {
	deepEqual(await page.context().cookies(), []);
	deepEqual(await page.evaluate(() => ({ ...localStorage })), {});
	ok(!page.seen.requests.slice(1).some((url) => url.includes(token)), 'it is sent in an address');
}));

await test('page-without-its-token-has-no-data', () => withLink(async (first) => {
	const page = await openAddress(address);
	await page.waitForSelector('#error:not([hidden])');
	ok((await page.textContent('#error')).includes('open the link that fdd serve printed'));
	equal(await page.locator('g.bar').count(), 0);
	await page.context().close();
	equal(first.url(), address);
}));

/** A page of another user's server on another port of the same machine. */
await test('page-sends-other-ports-nothing', async () => {
	const { createServer } = await import('node:http');
	const seen = [];
	const other = createServer((request, response) => {
		seen.push(JSON.stringify(request.headers));
		response.setHeader('Content-Type', 'text/html');
		response.end('<title>other</title>');
	});
	await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
	await withLink(async (page) => {
		const tab = await page.context().newPage();
		await tab.goto(`http://127.0.0.1:${other.address().port}/`);
		ok(!seen.join().includes(token), 'the token was sent');
		deepEqual(await tab.evaluate(() => ({ ...sessionStorage })), {});
		const status = await tab.evaluate((url) => fetch(url, { mode: 'no-cors',
			credentials: 'include' }).then((response) => response.type), `${address}data.json`)
			.catch(() => 'blocked');
		ok(['blocked', 'opaque'].includes(status), status);
	});
	other.closeAllConnections();
	await new Promise((resolve) => other.close(resolve));
});
