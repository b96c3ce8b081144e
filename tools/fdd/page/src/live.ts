// SPDX-License-Identifier: GPL-2.0
// Live mode: the page is served by fdd serve and asks it for new data every second.

import { byId, setText } from './dom';
import { DataError } from './json';
import { readReport, type Report } from './report';
import { plural } from './units';

const ADDRESS = 'data.json';
const INTERVAL_MS = 1000;
const LONGEST_PAUSE_MS = 10000;
const TIMEOUT_MS = 8000;
const TOKEN_KEY = 'fdd-token';

/** What the server's refusal means for who looks at the page. */
function refusal(status: number): string {
	if (status === 401 || status === 403)
		return `the server refused (${status}): open the link that fdd serve printed`;
	if (status === 429 || status === 503)
		return `the server is busy (${status})`;
	return `the server answered with status ${status}`;
}

/**
 * Takes the token out of the address, where it would be seen and copied, and keeps it
 * for this tab. Not in a cookie: those are sent to servers of other users on other
 * ports of the same machine.
 */
function takeToken(): string | null {
	const address = new URL(location.href);
	const given = address.searchParams.get('token');
	try {
		if (given === null)
			return sessionStorage.getItem(TOKEN_KEY);
		sessionStorage.setItem(TOKEN_KEY, given);
		address.searchParams.delete('token');
		history.replaceState(history.state, '', address);
	} catch {
		// A browser that keeps nothing: the token stays in the address.
	}
	return given;
}

async function load(token: string | null): Promise<Report> {
	const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` };
	let response: Response;
	try {
		response = await fetch(ADDRESS, { cache: 'no-store', headers,
			signal: AbortSignal.timeout(TIMEOUT_MS) });
	} catch (error) {
		const late = error instanceof DOMException && error.name === 'TimeoutError';
		throw new DataError(late ? `the server has not answered for ${TIMEOUT_MS / 1000} s` :
			'the server cannot be reached (is fdd serve still running?)');
	}
	if (!response.ok)
		throw new DataError(refusal(response.status));
	return readReport(await response.json().catch(() => {
		throw new DataError('the server sent something that is not JSON');
	}));
}

export class Live {
	private failures = 0;
	private paused = false;
	private lastGood = 0;
	private timer = 0;
	private loading = false;
	private readonly token = takeToken();

	constructor(private readonly show: (report: Report) => void,
		private readonly fail: (message: string | null) => void) {
		byId('live').hidden = false;
		byId('live-pause').addEventListener('click', () => this.setPaused(!this.paused));
		document.addEventListener('visibilitychange', () => {
			if (!document.hidden)
				void this.poll();
		});
		window.setInterval(() => this.draw(), 1000);
		void this.poll();
	}

	private setPaused(paused: boolean): void {
		this.paused = paused;
		setText(byId('live-pause'), paused ? 'Go on' : 'Pause');
		this.draw();
		if (!paused)
			void this.poll();
	}

	/** Nobody sees a hidden page; it must not keep the server busy. */
	private async poll(): Promise<void> {
		window.clearTimeout(this.timer);
		if (this.paused || this.loading || document.hidden)
			return;
		this.loading = true;
		await this.loadOnce();
		this.loading = false;
		this.draw();
		const pause = INTERVAL_MS * 2 ** Math.min(this.failures, 10);
		this.timer = window.setTimeout(() => void this.poll(), Math.min(pause, LONGEST_PAUSE_MS));
	}

	private async loadOnce(): Promise<void> {
		try {
			const report = await load(this.token);
			this.failures = 0;
			this.lastGood = Date.now();
			this.fail(null);
			if (!this.paused)
				this.show(report);
		} catch (error) {
			if (!(error instanceof DataError))
				throw error;
			this.failures++;
			this.fail(`No new data: ${error.message}.` +
				(this.lastGood ? ' What is shown is the last that came.' : '') + ' Trying again.');
		}
	}

	private draw(): void {
		const state = this.paused ? 'paused' : this.failures > 0 ? 'lost' : 'live';
		const age = Math.floor((Date.now() - this.lastGood) / 1000);
		const ago = this.lastGood === 0 ? '' : age < 2 ? '' :
			`, data of ${plural(age, 'second', 'seconds')} ago`;
		byId('live').dataset['state'] = state;
		setText(byId('live-state'), `${state === 'lost' ? 'No answer' :
			state === 'paused' ? 'Paused' : 'Live'}${ago}`);
	}
}
