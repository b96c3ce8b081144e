// SPDX-License-Identifier: GPL-2.0
// Globs as the shell has them: * ? [a-z] [!a-z]. Matched without regular
// expressions, which take exponential time for a pattern such as a*a*a*a*b.

type Token = { type: 'char'; char: string } | { type: 'any' } | { type: 'star' } | ClassToken;

interface ClassToken {
	type: 'class';
	negated: boolean;
	ranges: [string, string][];
}

export type Match = (text: string) => boolean;

/** The class that starts at pattern[at] === '[', and the index after its ']'. */
function parseClass(pattern: string, at: number): [ClassToken, number] | null {
	let i = at + 1;
	const negated = pattern[i] === '!' || pattern[i] === '^';
	if (negated)
		i++;
	const end = pattern.indexOf(']', i + 1);
	if (end < 0)
		return null;
	const ranges: [string, string][] = [];
	while (i < end) {
		const isRange = pattern[i + 1] === '-' && i + 2 < end;
		ranges.push([pattern[i]!, pattern[isRange ? i + 2 : i]!]);
		i += isRange ? 3 : 1;
	}
	return [{ type: 'class', negated, ranges }, end + 1];
}

function parse(pattern: string): Token[] {
	const tokens: Token[] = [];
	for (let i = 0; i < pattern.length;) {
		const char = pattern[i]!;
		const parsed = char === '[' ? parseClass(pattern, i) : null;
		if (parsed) {
			tokens.push(parsed[0]);
			i = parsed[1];
			continue;
		}
		if (char === '*')
			tokens.push({ type: 'star' });
		else if (char === '?')
			tokens.push({ type: 'any' });
		else
			tokens.push({ type: 'char', char });
		i++;
	}
	return tokens;
}

function matchesOne(token: Token, char: string): boolean {
	switch (token.type) {
	case 'char':
		return token.char === char;
	case 'any':
		return true;
	case 'class':
		return token.ranges.some(([low, high]) => low <= char && char <= high) !== token.negated;
	default:
		return false;
	}
}

/** On a mismatch only the last star has to take one more character. */
function run(tokens: Token[], text: string): boolean {
	let t = 0;
	let starToken = -1;
	let starText = 0;
	for (let i = 0; i < text.length;) {
		const token = tokens[t];
		if (token?.type === 'star') {
			starToken = t++;
			starText = i;
		} else if (token && matchesOne(token, text[i]!)) {
			t++;
			i++;
		} else if (starToken >= 0) {
			t = starToken + 1;
			i = ++starText;
		} else {
			return false;
		}
	}
	return tokens.slice(t).every((token) => token.type === 'star');
}

/** Whether the whole text matches the glob. */
export function glob(pattern: string): Match {
	if (!/[*?[]/.test(pattern))
		return (text) => text === pattern;
	const tokens = parse(pattern);
	return (text) => run(tokens, text);
}

/**
 * The text of the search box: words, any of which may match; a word is a
 * glob for the whole name if it has * ? or [, else a part of the name. Case is
 * ignored. Returns null for an empty query.
 */
export function searchMatcher(query: string): Match | null {
	const words = query.toLowerCase().split(/[\s,]+/).filter((word) => word !== '');
	if (words.length === 0)
		return null;
	const matchers = words.map((word): Match =>
		/[*?[]/.test(word) ? glob(word) : (text) => text.includes(word));
	return (text) => {
		const lower = text.toLowerCase();
		return matchers.some((matches) => matches(lower));
	};
}
