// SPDX-License-Identifier: GPL-2.0
// All tests of the page in a browser, in one browser.
//
// usage: node run.mjs [--list | NAME...]	(a name of a test, or of its group)
//
// The groups are $PAGE_GROUPS, or those below. "export", which needs pages that fdd wrote,
// is run by tests/export/page, "served", which needs an fdd serve, by tests/serve/checks,
// and "times" and "written" by tests/bench/page.

import { closeBrowser } from './browser.mjs';
import { finish, inGroup } from './harness.mjs';

const ALL = 'chart table details flame look hostile large live address spans why axis brush columns sandwich compare filter keys golden';

for (const group of (process.env.PAGE_GROUPS ?? ALL).split(' ')) {
	inGroup(group);
	await import(`./${group}.mjs`);
}
await closeBrowser();
finish();
