// SPDX-License-Identifier: GPL-2.0
// The time axis of fdd serve: an overview of the trace, and all calls of the part in sight, which
// the server reads on request.

import type { Axis } from './axis';
import { DataError } from './json';
import { readLanes, withWindow, type Lanes } from './lanes';
import type { Model } from './model';

const ADDRESS = 'axis.json';
/** Between overviews, or ten times as long as one takes. */
const PAUSE_MS = 5000;
const PAUSE_FACTOR = 10;
/** After a move, which is rarely the last one. */
const REST_MS = 400;
/** After a failure; twice as long after each further one. */
const AGAIN_MS = 1000;
const MOST_DOUBLED = 4;

type Load = (address: string) => Promise<unknown>;

function lanesOf(value: unknown): Lanes {
	const lanes = readLanes((value as { axis?: unknown }).axis);
	if (!lanes)
		throw new DataError('the server sent no time axis');
	return lanes;
}

export class LiveAxis {
	paused = false;
	private lanes: Lanes | null = null;
	private overviewAt = 0;
	private loading = false;
	private failures = 0;
	private overviewTimer = 0;
	private windowTimer = 0;

	constructor(private readonly model: Model, private readonly axis: Axis,
		private readonly load: Load) {
		axis.onView(() => this.onView());
	}

	/** New data: the overview is of old ones. */
	onData(): void {
		this.overviewLater(this.overviewAt - Date.now());
	}

	private onView(): void {
		if (this.axis.unseen())
			this.windowLater(REST_MS);
	}

	private overviewLater(ms: number): void {
		window.clearTimeout(this.overviewTimer);
		this.overviewTimer = window.setTimeout(() => void this.loadOverview(), Math.max(0, ms));
	}

	private windowLater(ms: number): void {
		window.clearTimeout(this.windowTimer);
		this.windowTimer = window.setTimeout(() => void this.loadWindow(), ms);
	}

	private async loadOverview(): Promise<void> {
		if (this.loading || this.paused || document.hidden) {
			this.overviewLater(AGAIN_MS);
			return;
		}
		const began = Date.now();
		const lanes = await this.ask(ADDRESS);
		if (!lanes) {
			this.overviewLater(this.pauseAfterFailure());
			return;
		}
		this.overviewAt = Date.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * (Date.now() - began));
		this.show(lanes);
		this.onView();
	}

	/** As much again before and after it: small moves need no request. */
	private async loadWindow(): Promise<void> {
		const view = this.axis.unseen();
		if (!view || !this.lanes)
			return;
		if (this.loading || document.hidden) {
			this.windowLater(REST_MS);
			return;
		}
		const { first_ns, ns } = this.lanes;
		const width = view.to - view.from;
		const from = Math.floor(Math.max(0, view.from - width));
		const to = Math.ceil(Math.min(ns, view.to + width));
		const part = await this.ask(`${ADDRESS}?from_ns=${first_ns + from}&to_ns=${first_ns + to}`);
		if (part)
			this.show(withWindow(this.lanes, part, from, to));
		else
			this.windowLater(this.pauseAfterFailure());
	}

	private show(lanes: Lanes): void {
		this.lanes = lanes;
		this.model.setLanes(lanes);
	}

	/** Null if the server is busy or gone, which the page reports elsewhere. */
	private async ask(address: string): Promise<Lanes | null> {
		this.loading = true;
		try {
			const lanes = lanesOf(await this.load(address));
			this.failures = 0;
			return lanes;
		} catch (error) {
			if (!(error instanceof DataError))
				throw error;
			this.failures++;
			return null;
		} finally {
			this.loading = false;
		}
	}

	private pauseAfterFailure(): number {
		return AGAIN_MS * 2 ** Math.min(this.failures - 1, MOST_DOUBLED);
	}
}
