// SPDX-License-Identifier: GPL-2.0
// Live mode: the page is served by fdd serve and asks it for new data every second.

import { byId, setText } from './dom';
import { DataError } from './json';
import { readReport, type Report } from './report';
import { plural } from './units';

const ADDRESS = 'data.json';
const INTERVAL_MS = 1000;
const LONGEST_PAUSE_MS = 10000;
/** The time limit between parts of an answer; there is none for all of it. */
const SILENCE_MS = 15000;
const TOKEN_KEY = 'fdd-token';

/** The text for an error of the server. */
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
		// Without storage the token stays in the address.
	}
	return given;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new DataError('the server sent something that is not JSON');
	}
}

/** One request. It is aborted if the server stops sending, not if the answer is long. */
class Request {
	private readonly control = new AbortController();
	private timer = 0;

	constructor(private readonly headers: HeadersInit) {}

	/** The response, and its body if the status is good. */
	async run(): Promise<[Response, string]> {
		this.heard();
		try {
			const response = await fetch(ADDRESS, { cache: 'no-store', headers: this.headers,
				signal: this.control.signal });
			return [response, response.ok ? await this.bodyOf(response) : ''];
		} catch {
			throw new DataError(this.control.signal.aborted ?
				`the server has not answered for ${SILENCE_MS / 1000} s` :
				'the server cannot be reached (is fdd serve still running?)');
		} finally {
			window.clearTimeout(this.timer);
		}
	}

	private heard(): void {
		window.clearTimeout(this.timer);
		this.timer = window.setTimeout(() => this.control.abort(), SILENCE_MS);
	}

	private async bodyOf(response: Response): Promise<string> {
		const reader = response.body!.getReader();
		const decoder = new TextDecoder();
		let text = '';
		for (;;) {
			const { done, value } = await reader.read();
			this.heard();
			if (done)
				return text + decoder.decode();
			text += decoder.decode(value, { stream: true });
		}
	}
}

/** The data of the server, which does not send unchanged data again. */
class Data {
	private tag: string | null = null;

	constructor(private readonly token: string | null) {}

	/** Null if they are unchanged. */
	async load(): Promise<Report | null> {
		const [response, body] = await new Request(this.headers()).run();
		if (response.status === 304)
			return null;
		if (!response.ok)
			throw new DataError(refusal(response.status));
		const report = readReport(parse(body));
		this.tag = response.headers.get('ETag');
		return report;
	}

	private headers(): Record<string, string> {
		return { ...this.token !== null && { Authorization: `Bearer ${this.token}` },
			...this.tag !== null && { 'If-None-Match': this.tag } };
	}
}

export class Live {
	private failures = 0;
	private paused = false;
	private lastGood = 0;
	private timer = 0;
	private loading = false;
	private next: Report | null = null;
	private readonly data = new Data(takeToken());

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

	/** A hidden page does not ask the server for data. */
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
			this.next = await this.data.load() ?? this.next;
			this.failures = 0;
			this.lastGood = Date.now();
			this.fail(null);
			this.showNext();
		} catch (error) {
			if (!(error instanceof DataError))
				throw error;
			this.failures++;
			this.fail(`No new data: ${error.message}.` +
				(this.lastGood ? ' The last answer is shown.' : '') + ' Trying again.');
		}
	}

	/** Data that came during a pause are shown after it: they are not sent again. */
	private showNext(): void {
		if (this.next === null || this.paused)
			return;
		this.show(this.next);
		this.next = null;
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
