// SPDX-License-Identifier: GPL-2.0
// Which functions work, sleep, or are the idle loop. The lists are in sleepers.txt.

import list from '../sleepers.txt';
import { glob, type Match } from './glob';

export type Kind = 'work' | 'sleep' | 'idle';

interface NameList {
	names: Set<string>;
	globs: Match[];
}

/** The names under one [section]; plain names are looked up, globs are tried. */
export function parseSection(text: string, section: string): NameList {
	const parsed: NameList = { names: new Set(), globs: [] };
	let current = '';
	for (const raw of text.split('\n')) {
		const line = raw.trim();
		if (line === '' || line.startsWith('#'))
			continue;
		const header = /^\[(sleep|idle)\]$/.exec(line);
		if (header)
			current = header[1]!;
		else if (current === section && /[*?[]/.test(line))
			parsed.globs.push(glob(line));
		else if (current === section)
			parsed.names.add(line);
	}
	return parsed;
}

const sleepers = parseSection(list, 'sleep');
const idlers = parseSection(list, 'idle');

function isIn(names: NameList, name: string): boolean {
	return names.names.has(name) || names.globs.some((matches) => matches(name));
}

/** The compiler's clones (schedule.isra.0, do_idle.cold) count as the function itself. */
function withoutCloneSuffix(name: string): string {
	return name.replace(/(\.(isra|constprop|part|cold|llvm)(\.\d+)?)+$/, '');
}

export function kindOf(name: string): Kind {
	const plain = withoutCloneSuffix(name);
	if (isIn(idlers, plain))
		return 'idle';
	return isIn(sleepers, plain) ? 'sleep' : 'work';
}
