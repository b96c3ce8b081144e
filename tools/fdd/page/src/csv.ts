// SPDX-License-Identifier: GPL-2.0
// Rows as CSV, with the rules of fdd's own, into a file.

import { make } from './dom';
import { printable } from './units';

/**
 * Spreadsheets take a field that begins so for a formula, which an apostrophe prevents. A minus or
 * plus is common in names: it is dangerous with characters that these do not have.
 */
function isFormula(text: string): boolean {
	return /^[=@＝＠＋－]/.test(text) || /^[+-].*[=|!(]/.test(text);
}

function field(value: string | number): string {
	if (typeof value === 'number')
		return String(value);
	const text = value === '' ? '' : printable(value);
	const safe = isFormula(text) ? `'${text}` : text;
	return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(rows: (string | number)[][]): string {
	return rows.map((row) => `${row.map(field).join(',')}\n`).join('');
}

/** Offers the text as a file. */
export function download(name: string, text: string): void {
	const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
	const file = name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '');
	make('a', { href, download: `${file || 'trace'}.csv` }).click();
	setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
