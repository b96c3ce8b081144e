// SPDX-License-Identifier: GPL-2.0
// Call trees as seen from one function: its callers from it outwards, and its callees in
// all places together. Nothing here is recursive: a tree may be deeper than the browser's stack.

import type { TreeNode } from './tree';
import { printable } from './units';

/** A function, its caller, the caller of that, and so on, and the time that went this way. */
export interface Way {
	path: TreeNode[];
	ns: number;
	calls: number;
}

function emptyNode({ key, name }: TreeNode): TreeNode {
	return { key, name, label: printable(name), calls: 0, total_ns: 0, self_ns: 0, gap: false,
		children: [] };
}

/** The ways as a tree below the root: callers are the children of those that they called. */
export function turn(root: TreeNode, ways: Way[]): TreeNode {
	const turned = emptyNode(root);
	const known = new Map<TreeNode, Map<string, TreeNode>>();
	for (const { path, ns, calls } of ways) {
		let node = turned;
		node.total_ns += ns;
		for (const step of path) {
			const children = known.get(node) ?? new Map<string, TreeNode>();
			const child = children.get(step.key) ?? emptyNode(step);
			if (!children.has(step.key))
				node.children.push(child);
			known.set(node, children.set(step.key, child));
			child.total_ns += ns;
			child.calls += calls;
			node = child;
		}
		node.self_ns += ns;
	}
	return turned;
}

/** The nodes, and what is below them, as one. */
export function merge(nodes: TreeNode[]): TreeNode | null {
	const [first] = nodes;
	if (!first)
		return null;
	const root = emptyNode(first);
	const pending: [TreeNode, TreeNode[]][] = [[root, nodes]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [to, from] = next;
		const below = new Map<string, TreeNode[]>();
		for (const node of from) {
			to.calls += node.calls;
			to.total_ns += node.total_ns;
			to.self_ns += node.self_ns;
			for (const child of node.children) {
				const same = below.get(child.key);
				if (same)
					same.push(child);
				else
					below.set(child.key, [child]);
			}
		}
		for (const same of below.values()) {
			const child = emptyNode(same[0]!);
			child.gap = same.every(({ gap }) => gap);
			child.label = same.find(({ gap }) => gap === child.gap)!.label;
			to.children.push(child);
			pending.push([child, same]);
		}
	}
	return root;
}

/** A node of both trees, or of one of them. */
function pairOf(after: TreeNode | undefined, before: TreeNode | undefined): TreeNode {
	return { ...emptyNode((after ?? before)!), label: (after ?? before)!.label,
		calls: after?.calls ?? 0, total_ns: after?.total_ns ?? 0, self_ns: after?.self_ns ?? 0,
		was: { total_ns: before?.total_ns ?? 0, self_ns: before?.self_ns ?? 0 } };
}

/** Two trees as one, whose nodes know the times of both. */
export function unite(after: TreeNode, before: TreeNode): TreeNode {
	const root = pairOf(after, before);
	const pending: [TreeNode, TreeNode | undefined, TreeNode | undefined][] = [[root, after, before]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [to, one, other] = next;
		const olds = new Map((other?.children ?? []).map((child) => [child.key, child]));
		const pairs: [TreeNode | undefined, TreeNode | undefined][] =
			(one?.children ?? []).map((child) => [child, olds.get(child.key)]);
		for (const [child] of pairs)
			olds.delete(child!.key);
		for (const [child, old] of [...pairs, ...[...olds.values()].map((old) =>
			[undefined, old] as [undefined, TreeNode])]) {
			const pair = pairOf(child, old);
			to.children.push(pair);
			pending.push([pair, child, old]);
		}
	}
	return root;
}
