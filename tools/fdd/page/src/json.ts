// SPDX-License-Identifier: GPL-2.0
// Reading values of a known type from JSON of another program.

/** An error of the data, shown on the page. */
export class DataError extends Error {}

/** An object with the members of T if the data are correct; their values are not checked. */
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
