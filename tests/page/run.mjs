// SPDX-License-Identifier: GPL-2.0
// All tests of the page in a browser, in one browser.
//
// usage: node run.mjs [group...]	(chart table details flame look hostile large live;
//	export, which needs pages that fdd wrote, is run by tests/check.d/62-export)

import { browser } from './browser.mjs';
import { finish } from './harness.mjs';

const ALL = ['chart', 'table', 'details', 'flame', 'look', 'hostile', 'large', 'live'];

const asked = process.argv.slice(2);
for (const group of asked.length > 0 ? asked : ALL)
	await import(`./${group}.mjs`);
await browser.close();
finish();
