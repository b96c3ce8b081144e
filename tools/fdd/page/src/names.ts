// SPDX-License-Identifier: GPL-2.0
// A function is known by its name and its module: two modules may have functions of
// one name.

import { printable } from './units';

export interface FunctionName {
	key: string;
	name: string;
	module: string;
}

/** NUL does not occur in names. */
export function keyOf(name: string, module: string): string {
	return `${name}\0${module}`;
}

/** "vfs_read", or as the kernel writes a module's function: "ext4_sync_fs [ext4]". */
export function functionName(text: string): FunctionName {
	const parts = /^(\S+) \[([^\s[\]]+)\]$/.exec(text);
	const name = parts ? parts[1]! : text;
	const module = parts ? parts[2]! : '';
	return { key: keyOf(name, module), name, module };
}

/** The key, from a name as functionName() returns it. */
export function textOfKey(key: string): string {
	const [name, module] = key.split('\0');
	return module === '' ? name! : `${name} [${module}]`;
}

/** With its module, if the name alone is not unique. */
export function longName({ name, module }: { name: string; module: string }): string {
	return module === '' ? printable(name) : `${printable(name)} [${printable(module)}]`;
}

/** A number that is always the same for a name, from 0 to 1. */
export function hash(name: string): number {
	let value = 2166136261;
	for (let i = 0; i < name.length; i++)
		value = Math.imul(value ^ name.charCodeAt(i), 16777619) >>> 0;
	return ((value ^ (value >>> 15)) >>> 0) % 1024 / 1023;
}
