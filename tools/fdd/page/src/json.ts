// SPDX-License-Identifier: GPL-2.0
// Taking values of a known type out of JSON that somebody else wrote.

/** What is wrong with the data, for who looks at the page. */
export class DataError extends Error {}

/** What has the members of T, if it is what it should be; their values are not known. */
export type Raw<T> = { readonly [Key in keyof T]?: unknown };

export function object<T>(value: unknown, what: string): Raw<T> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new DataError(`${what} is not an object`);
	return value as Raw<T>;
}

export function list(value: unknown, what: string): unknown[] {
	if (value === undefined || value === null)
		return [];
	if (!Array.isArray(value))
		throw new DataError(`${what} is not a list`);
	return value;
}

export function number(value: unknown, what: string): number {
	if (value === undefined || value === null)
		return 0;
	if (typeof value !== 'number' || !Number.isFinite(value))
		throw new DataError(`${what} is not a number`);
	return value;
}

export function text(value: unknown): string {
	return value === undefined || value === null ? '' : String(value);
}
