// SPDX-License-Identifier: GPL-2.0
// Live mode: the page is served by fdd serve, which sends the data and then what changes of them.
// Where it has no place for another stream, the page requests the data every second.

import type { Axis } from './axis';
import { byId, setText } from './dom';
import { DataError } from './json';
import type { Model } from './model';
import { readReport, type Report } from './report';
import { plural } from './units';
import { LiveAxis } from './window';

const ADDRESS = 'data.json';
const STREAM = 'events';
/** It has no place for one more, or is too old for it. */
const NO_STREAM = [204, 404, 503];
/** After that. */
const NEXT_STREAM_MS = 30000;
const INTERVAL_MS = 1000;
const LONGEST_PAUSE_MS = 10000;
/** The time limit between parts of an answer; there is none for all of it. */
const SILENCE_MS = 15000;
/** Data are said to be old then: a stream without changes has a comment every five seconds. */
const QUIET_S = 7;
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
export class Request {
	private readonly control = new AbortController();
	private timer = 0;
	private stopped = false;

	constructor(private readonly address: string, private readonly headers: HeadersInit) {}

	/** The response, and its body if the status is good. */
	async run(): Promise<[Response, string]> {
		let body = '';
		const response = await this.read((text) => { body += text; });
		return [response, body];
	}

	/** Gives the body to the caller while it comes, if the status is good. */
	async read(take: (text: string) => void): Promise<Response> {
		this.heard();
		try {
			const response = await this.answer(fetch(this.address, { cache: 'no-store',
				headers: this.headers, signal: this.control.signal }));
			if (response.status === 200)
				await this.readBody(response, take);
			return response;
		} finally {
			window.clearTimeout(this.timer);
			// If the rest is not wanted, the server's place is free for others.
			this.control.abort();
		}
	}

	/** Errors of the connection, not those of the caller. */
	private async answer<T>(promise: Promise<T>): Promise<T> {
		try {
			return await promise;
		} catch (error) {
			if (this.stopped)
				throw error;
			throw new DataError(this.control.signal.aborted ?
				`the server has not answered for ${SILENCE_MS / 1000} s` :
				'the server cannot be reached (is fdd serve still running?)');
		}
	}

	/** By the reader, who wants no more of it. */
	stop(): void {
		this.stopped = true;
		this.control.abort();
	}

	get isStopped(): boolean {
		return this.stopped;
	}

	private heard(): void {
		window.clearTimeout(this.timer);
		this.timer = window.setTimeout(() => this.control.abort(), SILENCE_MS);
	}

	private async readBody(response: Response, take: (text: string) => void): Promise<void> {
		const reader = response.body!.getReader();
		const decoder = new TextDecoder();
		for (;;) {
			const { done, value } = await this.answer(reader.read());
			this.heard();
			if (done)
				return;
			take(decoder.decode(value, { stream: true }));
		}
	}
}

/** The lines of the data after a change: "=FROM COUNT" are old ones, "+TEXT" a new one. */
export function changedLines(old: string[], change: string[]): string[] {
	const lines: string[] = [];
	for (const line of change) {
		const [, from, count] = /^=(\d+) (\d+)$/.exec(line) ?? [];
		if (line.startsWith('+'))
			lines.push(line.slice(1));
		else if (from === undefined || Number(from) + Number(count) > old.length)
			throw new DataError('the server sent a change of other data');
		else
			for (let i = Number(from); i < Number(from) + Number(count); i++)
				lines.push(old[i]!);
	}
	return lines;
}

/** Server-sent events, of which each has all of the data or a change of them. */
export class Events {
	/** Of the data that the last event led to. */
	tag: string | null = null;
	private lines: string[] = [];
	private rest = '';
	private id = '';
	private event = '';
	private data: string[] = [];

	constructor(private readonly take: (text: string) => void) {}

	/** A new stream: it continues after the last event that was complete. */
	begin(): void {
		this.rest = '';
		this.data = [];
	}

	/** All that came is taken: the data are those of the server. */
	get complete(): boolean {
		return this.rest === '' && this.data.length === 0;
	}

	add(text: string): void {
		const lines = (this.rest + text).split('\n');
		this.rest = lines.pop()!;
		lines.forEach((line) => this.addLine(line));
	}

	private addLine(line: string): void {
		if (line.startsWith('data: '))
			this.data.push(line.slice(6));
		else if (line.startsWith('id: '))
			this.id = line.slice(4);
		else if (line.startsWith('event: '))
			this.event = line.slice(7);
		else if (line === '' && this.data.length > 0)
			this.end();
	}

	private end(): void {
		const data = this.data;
		this.data = [];
		if (this.event === 'change' && this.tag === null)
			throw new DataError('the server sent a change of other data');
		try {
			this.lines = this.event === 'change' ? changedLines(this.lines, data) : data;
			this.take(this.lines.join('\n'));
			this.tag = this.id;
		} catch (error) {
			this.tag = null;
			throw error;
		}
	}
}

/** The data of the server, which does not send unchanged data again. */
class Data {
	private tag: string | null = null;
	private taker: (report: Report) => void = () => {};
	private readonly events = new Events((text) => this.taker(readReport(parse(text))));
	private request: Request | null = null;
	/** When a stream can be requested. */
	private streamAt = 0;

	constructor(private readonly token: string | null) {}

	/**
	 * Takes the data and their changes until the stream ends, and hears when they are those of the
	 * server. False if it was refused, and the data must be requested.
	 */
	async stream(take: (report: Report) => void, hear: () => void): Promise<boolean> {
		if (Date.now() < this.streamAt)
			return false;
		const request = this.request = new Request(STREAM, { ...this.authorization(),
			...this.events.tag !== null && { 'Last-Event-ID': this.events.tag } });
		this.events.begin();
		this.taker = take;
		try {
			const { status } = await request.read((text) => {
				this.events.add(text);
				if (this.events.complete)
					hear();
			});
			if (status === 200)
				throw new DataError('the server ended the stream');
			if (!NO_STREAM.includes(status))
				throw new DataError(refusal(status));
		} catch (error) {
			if (request.isStopped)
				return true;
			throw error;
		} finally {
			this.request = null;
		}
		this.streamAt = Date.now() + NEXT_STREAM_MS;
		return false;
	}

	stop(): void {
		this.request?.stop();
	}

	/** Null if they are unchanged. */
	async load(): Promise<Report | null> {
		const [response, body] = await new Request(ADDRESS, this.headers()).run();
		if (response.status === 304)
			return null;
		if (!response.ok)
			throw new DataError(refusal(response.status));
		const report = readReport(parse(body));
		this.tag = response.headers.get('ETag');
		return report;
	}

	authorization(): Record<string, string> {
		return this.token === null ? {} : { Authorization: `Bearer ${this.token}` };
	}

	/** Something else of the server. */
	async loadOther(address: string): Promise<unknown> {
		const [response, body] = await new Request(address, this.authorization()).run();
		if (response.status !== 200)
			throw new DataError(refusal(response.status));
		return parse(body);
	}

	private headers(): Record<string, string> {
		return { ...this.authorization(),
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
	private readonly axis: LiveAxis;

	constructor(model: Model, axis: Axis, private readonly show: (report: Report) => void,
		private readonly fail: (message: string | null) => void) {
		byId('live').hidden = false;
		this.axis = new LiveAxis(model, axis, (address) => this.data.loadOther(address));
		byId('live-pause').addEventListener('click', () => this.setPaused(!this.paused));
		document.addEventListener('visibilitychange', () => {
			if (document.hidden)
				this.data.stop();
			else
				void this.poll();
		});
		window.setInterval(() => this.draw(), 1000);
		void this.poll();
	}

	private setPaused(paused: boolean): void {
		this.paused = this.axis.paused = paused;
		setText(byId('live-pause'), paused ? 'Go on' : 'Pause');
		this.draw();
		if (paused)
			this.data.stop();
		else
			this.again();
	}

	/** Shows what came during the pause, too. */
	private again(): void {
		this.showNext();
		void this.poll();
	}

	private get rests(): boolean {
		return this.paused || document.hidden;
	}

	/** A hidden page does not ask the server for data. */
	private async poll(): Promise<void> {
		window.clearTimeout(this.timer);
		if (this.rests || this.loading)
			return;
		this.loading = true;
		try {
			await this.loadOnce();
		} finally {
			this.loading = false;
			this.draw();
			const pause = INTERVAL_MS * 2 ** Math.min(this.failures, 10);
			this.timer = window.setTimeout(() => void this.poll(), Math.min(pause, LONGEST_PAUSE_MS));
		}
	}

	private async loadOnce(): Promise<void> {
		try {
			if (!await this.data.stream((report) => this.take(report), () => this.hear()))
				this.take(await this.data.load());
		} catch (error) {
			if (!(error instanceof DataError))
				throw error;
			this.failures++;
			this.fail(`No new data: ${error.message}.` +
				(this.lastGood ? ' The last answer is shown.' : '') + ' Trying again.');
		}
	}

	private take(report: Report | null): void {
		this.next = report ?? this.next;
		this.hear();
		this.showNext();
	}

	/** The data are those of the server, also if they did not change. */
	private hear(): void {
		this.failures = 0;
		this.lastGood = Date.now();
		this.fail(null);
	}

	/** Data that came during a pause are shown after it: they are not sent again. */
	private showNext(): void {
		if (this.next === null || this.paused)
			return;
		this.show(this.next);
		this.next = null;
		this.axis.onData();
	}

	private draw(): void {
		const state = this.paused ? 'paused' : this.failures > 0 ? 'lost' : 'live';
		const age = Math.floor((Date.now() - this.lastGood) / 1000);
		const ago = this.lastGood === 0 || age < (state === 'live' ? QUIET_S : 2) ? '' :
			`, data of ${plural(age, 'second', 'seconds')} ago`;
		byId('live').dataset['state'] = state;
		setText(byId('live-state'), `${state === 'lost' ? 'No answer' :
			state === 'paused' ? 'Paused' : 'Live'}${ago}`);
	}
}
