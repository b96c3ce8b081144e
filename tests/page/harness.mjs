// SPDX-License-Identifier: GPL-2.0
// One line per test, "ok GROUP: name" or "FAIL GROUP: name: why". As in tests/lib/test.sh
// the arguments are --list or the names of tests.

const counts = { passed: 0, failed: 0 };
const asked = process.argv.slice(2).filter((word) => word !== '--list');
const known = new Set();
let group = '';
let whole = false;

export const listing = process.argv.includes('--list');

/** What is tested from now on belongs to this group. */
export function inGroup(name) {
	group = name;
}

/** A glob, with no other special characters than * and ?. */
function glob(pattern) {
	const parts = pattern.split(/([*?])/).map((part) =>
		({ '*': '.*', '?': '.' })[part] ?? part.replace(/[\\^$.+()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('')}$`);
}

function isNamed(name, pattern) {
	const alone = name.slice(group.length + 2);
	if (alone === '*' && pattern.startsWith(`${group}: `))
		return true;
	return name === pattern || [name, group, alone].some((text) => glob(pattern).test(text));
}

function isWanted(name) {
	const patterns = asked.filter((pattern) => isNamed(name, pattern));
	patterns.forEach((pattern) => known.add(pattern));
	return asked.length === 0 || patterns.length > 0;
}

/** The first line of what went wrong; assertions say the rest on standard error. */
function reason(error) {
	return String(error?.message ?? error).split('\n')[0];
}

export async function test(title, body) {
	const name = `${group}: ${title}`;
	if (listing) {
		console.log(name);
		return;
	}
	if (!whole && !isWanted(name))
		return;
	try {
		await body();
		counts.passed++;
		console.log(`ok   ${name}`);
	} catch (error) {
		counts.failed++;
		console.log(`FAIL ${name}: ${reason(error)}`);
		console.error(error?.stack ?? error);
	}
}

/** Tests of which each needs those before it: all of the group are run, or none. */
export async function wholeGroup(body) {
	const name = `${group}: *`;
	if (listing) {
		console.log(name);
	} else if (isWanted(name)) {
		whole = true;
		await body();
		whole = false;
	}
}

/** The verdict; a run without a test has failed. */
export function finish() {
	if (listing)
		return;
	const unknown = asked.filter((pattern) => !known.has(pattern));
	if (unknown.length > 0)
		console.error(`no test is named '${unknown.join("', '")}'; --list prints the names`);
	process.exitCode = counts.failed > 0 || counts.passed === 0 || unknown.length > 0 ? 1 : 0;
}
