// SPDX-License-Identifier: GPL-2.0
// One line per test, "ok name" or "FAIL name: why", and the count of both.

const counts = { passed: 0, failed: 0 };

/** The first line of what went wrong; assertions say the rest on standard error. */
function reason(error) {
	return String(error?.message ?? error).split('\n')[0];
}

export async function test(name, body) {
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

/** The verdict; a run without a test has failed. */
export function finish() {
	process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}
