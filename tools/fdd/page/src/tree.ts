// SPDX-License-Identifier: GPL-2.0
// The call tree of the data. Nothing here is recursive: a tree may be deeper than
// the browser's stack.

import type * as data from './data';
import { list, number, object, text, type Raw } from './json';
import { functionName, keyOf } from './names';
import { printable } from './units';

export interface TreeNode {
	key: string;
	name: string;
	label: string;
	calls: number;
	total_ns: number;
	self_ns: number;
	/** Functions between it and its caller were not recorded. */
	gap: boolean;
	children: TreeNode[];
	/** In an earlier trace, of two trees as one. */
	was?: { total_ns: number; self_ns: number };
}

/** fdd's other trees, by the names of their roots on the page. */
const OTHER_TREES = [
	['tree_interrupts', '(interrupts)'],
	['tree_caller_filtered', '(caller filtered out)'],
	['tree_caller_unknown', '(caller unknown)'],
] as const;

function readNode(raw: Raw<data.Node>): TreeNode {
	const { key, name } = functionName(text(raw.name));
	const gap = raw.filtered_between === true;
	return {
		key,
		name,
		label: `${gap ? '.. ' : ''}${printable(name)}`,
		calls: number(raw.calls, 'tree: calls'),
		total_ns: number(raw.total_ns, 'tree: total_ns'),
		self_ns: number(raw.self_ns, 'tree: self_ns'),
		gap,
		children: [],
	};
}

function rawNode(value: unknown): Raw<data.Node> {
	return object<data.Node>(value, 'a node of tree');
}

function readBranch(value: unknown): TreeNode {
	const first = rawNode(value);
	const root = readNode(first);
	const pending: [TreeNode, Raw<data.Node>][] = [[root, first]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [node, raw] = next;
		for (const callee of list(raw.callees, 'tree: callees').map(rawNode)) {
			const child = readNode(callee);
			node.children.push(child);
			pending.push([child, callee]);
		}
	}
	return root;
}

/** A node that is not a function: it has only the time of its children. */
function groupOf(name: string, children: TreeNode[]): TreeNode {
	return { key: keyOf(name, ''), name, label: name, calls: 0, self_ns: 0, gap: false,
		children, total_ns: children.reduce((sum, child) => sum + child.total_ns, 0) };
}

/** The lists of trees below one root. */
export function readTree(raw: Raw<data.Page>): TreeNode {
	const others = OTHER_TREES.map(([name, label]) =>
		groupOf(label, list(raw[name], name).map(readBranch)));
	return groupOf('all', [...list(raw.tree, 'tree').map(readBranch),
		...others.filter(({ children }) => children.length > 0)]);
}
