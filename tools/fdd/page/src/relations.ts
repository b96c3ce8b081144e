// SPDX-License-Identifier: GPL-2.0
// Who called a function and what it called, summed over the whole call tree.

import type { TreeNode } from './tree';

export interface Relative {
	node: TreeNode;
	total_ns: number;
	calls: number;
}

export interface Relations {
	callers: Relative[];
	callees: Relative[];
}

type Sums = Map<string, Relative>;

function add(sums: Sums, node: TreeNode, total_ns: number, calls: number): void {
	const sum = sums.get(node.key) ?? { node, total_ns: 0, calls: 0 };
	sum.total_ns += total_ns;
	sum.calls += calls;
	sums.set(node.key, sum);
}

function largest(sums: Sums): Relative[] {
	return [...sums.values()].sort((a, b) => b.total_ns - a.total_ns);
}

/** The root stands for all that was traced; it is nobody's caller. */
export function relationsOf(root: TreeNode, isIt: (node: TreeNode) => boolean): Relations {
	const callers: Sums = new Map();
	const callees: Sums = new Map();
	const pending = [root];
	for (let node = pending.pop(); node; node = pending.pop()) {
		const it = node !== root && isIt(node);
		for (const child of node.children) {
			if (it)
				add(callees, child, child.total_ns, child.calls);
			if (node !== root && isIt(child))
				add(callers, node, child.total_ns, child.calls);
			pending.push(child);
		}
	}
	return { callers: largest(callers), callees: largest(callees) };
}
