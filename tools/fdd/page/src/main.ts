// SPDX-License-Identifier: GPL-2.0
// Takes the data out of the page, or asks the server for them, and starts the views.

import { Address } from './address';
import { Axis } from './axis';
import { Bars } from './bars';
import { Details } from './details';
import { byId, setText } from './dom';
import { Flame } from './flame';
import { Header } from './header';
import { DataError } from './json';
import { Legend } from './legend';
import { Limits } from './limits';
import { Live } from './live';
import { Model } from './model';
import { openInPerfetto } from './perfetto';
import { readReport, type Report } from './report';
import { Spans } from './spans';
import { Table } from './table';
import { startTheme } from './theme';
import { Why } from './why';

function fail(message: string | null): void {
	byId('error').hidden = message === null;
	setText(byId('error'), message ?? '');
}

function parseBlock(): unknown {
	const block = byId('fdd-data').textContent!.trim();
	if (block === '' || block.startsWith('<'))
		throw new DataError('this page has no data; it is the template that fdd fills in. ' +
			'Make a page of a trace with: fdd export --to html');
	try {
		return JSON.parse(block);
	} catch (error) {
		throw new DataError(`the data in this page are not JSON: ${(error as Error).message}`);
	}
}

/** Large data are a string: gzip, in base64. */
async function unpack(packed: string): Promise<unknown> {
	try {
		const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
		const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
		return await new Response(unpacked).json();
	} catch (error) {
		throw new DataError(`the data in this page cannot be unpacked: ${(error as Error).message}`);
	}
}

function isLive(block: unknown): block is { live: true; perfetto?: boolean } {
	return typeof block === 'object' && block !== null && 'live' in block && block.live === true;
}

/** The trace leaves the machine only when its user asks for it, twice. */
function offerPerfetto(model: Model): void {
	const button = byId<HTMLButtonElement>('perfetto');
	button.hidden = false;
	button.addEventListener('click', () => {
		if (model.report?.lanes)
			openInPerfetto(model.report.lanes, document.title);
	});
}

async function start(): Promise<void> {
	const model = new Model();
	startTheme();
	new Header(model);
	const bars = new Bars(model);
	new Legend(model, bars);
	const table = new Table(model);
	new Details(model);
	new Why(model);
	new Limits(model);
	new Spans(model);
	const axis = new Axis(model);
	new Address(model, new Flame(model), axis, table);
	const show = (report: Report) => {
		byId('content').hidden = false;
		model.setReport(report);
	};
	try {
		const parsed = parseBlock();
		const block = typeof parsed === 'string' ? await unpack(parsed) : parsed;
		if (!isLive(block)) {
			show(readReport(block));
			return;
		}
		if (block.perfetto === true)
			offerPerfetto(model);
		new Live(model, axis, show, fail);
	} catch (error) {
		if (!(error instanceof DataError))
			throw error;
		fail(`Nothing to show: ${error.message}`);
	}
}

void start();
