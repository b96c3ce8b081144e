// SPDX-License-Identifier: GPL-2.0
// The call tree of the data. Nothing here is recursive: a tree may be deeper than
// the browser's stack.

import { DataError, list, member, number, object, text, type Json } from './json';
import { functionName, keyOf } from './names';
import { printable } from './units';

export interface TreeNode {
	key: string;
	name: string;
	label: string;
	calls: number;
	total_ns: number;
	self_ns: number;
	children: TreeNode[];
}

/** fdd's trees beside the one of known callers, by what their root is called here. */
const OTHER_TREES: Record<string, string> = {
	tree_interrupts: '(interrupts)',
	tree_caller_filtered: '(caller filtered out)',
	tree_caller_unknown: '(caller unknown)',
};

function readNode(value: unknown): TreeNode {
	const raw = object(value, 'a node of tree');
	const { key, name } = functionName(text(raw['name']), text(raw['module']));
	return {
		key,
		name,
		label: printable(name),
		calls: number(raw['calls'], 'tree: calls'),
		total_ns: number(raw['total_ns'], 'tree: total_ns'),
		self_ns: number(raw['self_ns'], 'tree: self_ns'),
		children: [],
	};
}

function readBranch(value: unknown): TreeNode {
	const root = readNode(value);
	const pending: [TreeNode, unknown][] = [[root, value]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [node, raw] = next;
		const children = member(raw as Json, 'children', 'callees');
		for (const child of list(children, 'tree: children')) {
			const childNode = readNode(child);
			node.children.push(childNode);
			pending.push([childNode, child]);
		}
	}
	return root;
}

/** A node that is no function: what is below it is all it has. */
function groupOf(name: string, children: TreeNode[]): TreeNode {
	return { key: keyOf(name, ''), name, label: name, calls: 0, self_ns: 0, children,
		total_ns: children.reduce((sum, child) => sum + child.total_ns, 0) };
}

/** One tree with its root, or lists of trees, which get a root here. */
export function readTree(raw: Json): TreeNode | null {
	const tree = member(raw, 'tree');
	if (tree === undefined)
		return null;
	if (!Array.isArray(tree) && typeof tree !== 'object')
		throw new DataError('tree is neither a node nor a list of nodes');
	if (!Array.isArray(tree))
		return readBranch(tree);
	const others = Object.entries(OTHER_TREES).map(([name, label]) =>
		groupOf(label, list(raw[name], name).map(readBranch)));
	return groupOf('all', [...tree.map(readBranch),
		...others.filter(({ children }) => children.length > 0)]);
}
