// SPDX-License-Identifier: GPL-2.0
// The parts of the page that need no browser.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { glob, searchMatcher } from '../../tools/fdd/page/src/glob';
import { wholeHist } from '../../tools/fdd/page/src/hist';
import type { TreeNode } from '../../tools/fdd/page/src/tree';
import { kindOf } from '../../tools/fdd/page/src/kinds';
import { readReport } from '../../tools/fdd/page/src/report';
import { merge, turn, unite } from '../../tools/fdd/page/src/turned';
import { formatClock, formatCount, formatEdge, formatShare, formatTick, formatTime,
	printable } from '../../tools/fdd/page/src/units';
import { smallReport } from './data.mjs';
import { finish, inGroup, test } from './harness.mjs';

inGroup('unit');

await test('glob', () => {
	const cases: [string, string, boolean][] = [
		['vfs_read', 'vfs_read', true], ['vfs_read', 'vfs_readv', false],
		['vfs_*', 'vfs_', true], ['vfs_*', 'xvfs_read', false], ['*read', 'vfs_read', true],
		['*_r*d', 'vfs_read', true], ['*a*b*c', 'xaxbxbxc', true], ['*a*b*c', 'xaxbxcx', false],
		['v?s', 'vfs', true], ['v?s', 'vs', false], ['ip[46]_rcv', 'ip4_rcv', true],
		['ip[46]_rcv', 'ip5_rcv', false], ['ip[!0-3]_rcv', 'ip4_rcv', true],
		['ip[!0-5]_rcv', 'ip4_rcv', false], ['a[b', 'a[b', true], ['*', '', true],
		['?', '', false], ['[]]', ']', true], ['a.c', 'abc', false], ['(a)+', '(a)+', true],
	];
	for (const [pattern, name, expected] of cases)
		equal(glob(pattern)(name), expected, `${pattern} on ${name}`);
});

await test('glob-takes-no-time-on-a-bad-pattern', () => {
	const start = performance.now();
	equal(glob('*a*a*a*a*a*a*a*a*a*b')('a'.repeat(5000)), false);
	ok(performance.now() - start < 500, 'a pattern with many stars took too long');
});

await test('search', () => {
	equal(searchMatcher('  '), null);
	const parts = searchMatcher('READ, tcp_*')!;
	deepEqual(['vfs_read', 'tcp_ack', 'xtcp_ack', 'write'].map(parts),
		[true, true, false, false]);
});

await test('kinds', () => {
	const sleepers = ['schedule', 'schedule_timeout', 'io_schedule', 'do_nanosleep',
		'hrtimer_nanosleep', 'usleep_range_state', 'do_sys_poll', 'do_select', 'ep_poll',
		'futex_wait', 'futex_wait_queue', 'pipe_read', 'wait_woken', 'schedule.isra.0',
		'__x64_sys_clock_nanosleep', '__arm64_sys_epoll_pwait', 'anon_pipe_read'];
	const idle = ['do_idle', 'cpu_startup_entry', 'cpuidle_enter_state', 'default_idle_call',
		'intel_idle', 'schedule_idle', 'do_idle.cold'];
	const work = ['schedule_work', 'scheduler_tick', 'schedule_delayed_work', '__might_sleep',
		'ep_poll_callback', 'futex_wake', 'vfs_read', 'wait_consider_task', 'pipe_write',
		'__mutex_lock', 'rt_spin_lock', '', '__proto__'];
	for (const [kind, names] of Object.entries({ sleep: sleepers, idle, work })) {
		for (const name of names)
			equal(kindOf(name), kind, name);
	}
});

await test('times', () => {
	const cases: [number, string][] = [[0, '0 ns'], [1, '1 ns'], [999, '999 ns'],
		[1000, '1.000 us'], [13000, '13.00 us'], [576000, '576.0 us'], [1234567, '1.235 ms'],
		[98765432, '98.77 ms'], [1e9, '1.000 s'], [3.5e12, '3,500.0 s'], [12.5, '12.5 ns'], [999999, '1.000 ms'],
		[999900, '999.9 us']];
	for (const [ns, expected] of cases)
		equal(formatTime(ns), expected);
	equal(formatTick(2500000), '2.5 ms');
	equal(formatEdge(1024), '1.02 us');
	equal(formatEdge(2 ** 19), '524 us');
	equal(formatClock(662103518745), '662.103518745 s');
	equal(formatClock(1000000005), '1.000000005 s');
});

await test('counts-and-shares', () => {
	equal(formatCount(1234567), '1,234,567');
	equal(formatShare(1, 0), '');
	equal(formatShare(0, 5), '0.00 %');
	equal(formatShare(1, 1e6), '<0.01 %');
	equal(formatShare(1, 8), '12.5 %');
});

await test('printable', () => {
	equal(printable(''), '(no name)');
	equal(printable('\u202egnp.exe'), '\\u{202e}gnp.exe');
	equal(printable('a\0b\nc'), 'a\\u{0}b\\u{a}c');
	equal(printable('x'.repeat(5000)).length, 241);
});

await test('histogram-has-its-gaps', () => {
	deepEqual(wholeHist([[0, 1], [1, 2], [8, 3]]), [[0, 1], [1, 2], [2, 0], [4, 0], [8, 3]]);
	deepEqual(wholeHist([[3, 1], [10, 2]]), [[3, 1], [10, 2]]);
	deepEqual(wholeHist([]), []);
});

await test('bad-data-say-where', () => {
	const broken: [unknown, RegExp][] = [
		[null, /the data is not an object/],
		[{}, /version \(none\)/],
		[{ version: 2 }, /version 2; this page reads version 1/],
		[{ version: 1, functions: {} }, /functions is not a list/],
		[{ version: 1, functions: [{ name: 'a', p99_ns: 'x' }] },
			/functions\[0\]\.p99_ns is not a number/],
		[{ version: 1, functions: [{ name: 'a', hist: [[1, 'x']] }] },
			/functions\[0\]\.hist\[0\]\[1\] is not a number/],
		[{ version: 1, tree: 'all' }, /tree is not a list/],
		[{ version: 1, tree: [{ callees: [3] }] }, /a node of tree is not an object/],
	];
	for (const [data, message] of broken)
		throws(() => readReport(data), message);
});

await test('optional-parts-may-be-missing', () => {
	const report = readReport({ version: 1 });
	deepEqual([report.functions, report.tree.children, report.span, report.lost], [[], [], null, 0]);
	equal(readReport(smallReport()).functions.length, smallReport().functions.length);
});

await test('all-that-fdd-writes-is-read', () => {
	const report = readReport({
		version: 1, span: { first_ns: 5, last_ns: 9 }, calls: 7,
		sources: [{ label: 'a', kernel: '6.1', overwritten: 2 }, { label: 'b', truncated: true }],
		functions: [{ name: 'f', hist: [[8, 2]], callees: [{ name: 'g', calls: 2, total_ns: 3 },
				{ name: 'g', calls: 1, total_ns: 1, filtered_between: true }],
			slowest: [{ comm: 'sh', pid: 7, callers: ['g', 'h'], label: 'b' }] }],
		tree: [{ name: 'g', total_ns: 7, self_ns: 3,
			callees: [{ name: 'f', total_ns: 4, self_ns: 4, filtered_between: true, callees: [] }] }],
		tree_interrupts: [{ name: 'irq', total_ns: 2, self_ns: 2, callees: [] }],
		tree_caller_unknown: [],
	});
	const [func] = report.functions;
	deepEqual(report.span, { first_ns: 5, last_ns: 9 });
	equal(report.calls, 7);
	deepEqual(report.sources.map(({ kernel, overwritten, truncated }) => [kernel, overwritten,
		truncated]), [['6.1', 2, false], ['', 0, true]]);
	deepEqual(func!.hist, [[8, 2]]);
	deepEqual(func!.callees, [{ name: 'g', gap: false, calls: 2, total_ns: 3 },
		{ name: 'g', gap: true, calls: 1, total_ns: 1 }]);
	deepEqual(func!.slowest[0]!.callers, ['g', 'h']);
	deepEqual([func!.slowest[0]!.task, func!.slowest[0]!.label], ['sh-7', 'b']);
	deepEqual(report.tree.children.map(({ name }) => name), ['g', '(interrupts)']);
	equal(report.tree.total_ns, 9);
	deepEqual([report.tree.children[0]!.children[0]!.name, report.tree.children[0]!.children[0]!.label],
		['f', '.. f']);
});

await test('modules-in-names', () => {
	const report = readReport({ version: 1,
		functions: [{ name: 'schedule [sched_x]' }, { name: 'f [m]' }, { name: 'f [n]' },
			{ name: 'g [m]' }, { name: 'odd [name' }],
		tree: [{ name: 'f [n]' }] });
	deepEqual(report.functions.map(({ name, module }) => [name, module]),
		[['schedule', 'sched_x'], ['f', 'm'], ['f', 'n'], ['g', 'm'], ['odd [name', '']]);
	deepEqual(report.functions.map(({ label }) => label),
		['schedule', 'f [m]', 'f [n]', 'g', 'odd [name']);
	equal(report.functions[0]!.kind, 'sleep');
	equal(report.tree.children[0]!.key, report.functions[2]!.key);
});

function node(name: string, self_ns: number, children: TreeNode[] = [], gap = false): TreeNode {
	return { key: `${name}\0`, name, label: `${gap ? '.. ' : ''}${name}`, calls: 1, self_ns, gap, children,
		total_ns: children.reduce((sum, child) => sum + child.total_ns, self_ns) };
}

/** "name total self(children)" */
function shape({ label, calls, total_ns, self_ns, children }: TreeNode): string {
	return `${label} ${calls} ${total_ns} ${self_ns}(${children.map(shape).join(' ')})`;
}

await test('a-tree-turned-around', () => {
	const [f, g, h] = [node('f', 1), node('g', 2), node('h', 3)];
	equal(shape(turn(node('all', 0), [{ path: [f, g, h], ns: 10, calls: 2 }, { path: [f, h], ns: 5, calls: 1 },
		{ path: [f], ns: 1, calls: 4 }, { path: [g], ns: 7, calls: 1 }])),
	'all 0 23 0(f 7 16 1(g 2 10 0(h 2 10 10()) h 1 5 5()) g 1 7 7())');
});

await test('nodes-as-one', () => {
	equal(merge([]), null);
	const one = node('f', 1, [node('g', 2, [node('h', 3)]), node('k', 4, [], true)]);
	const other = node('f', 10, [node('g', 20, [node('i', 30)], true), node('k', 40, [], true)]);
	equal(shape(merge([one, other])!),
		'f 2 110 11(g 2 55 22(h 1 3 3() i 1 30 30()) .. k 2 44 44())');
});

await test('two-trees-as-one', () => {
	const pair = ({ label, total_ns, self_ns, was, children }: TreeNode): string =>
		`${label} ${total_ns}/${was!.total_ns} ${self_ns}/${was!.self_ns}(${children.map(pair).join(' ')})`;
	const after = node('all', 0, [node('f', 1, [node('g', 2)]), node('new', 3, [node('g', 4)])]);
	const before = node('all', 0, [node('f', 10, [node('g', 20), node('gone', 30)])]);
	equal(pair(unite(after, before)),
		'all 10/60 0/0(f 3/60 1/10(g 2/20 2/20() gone 0/30 0/30()) new 7/0 3/0(g 4/0 4/0()))');
});

await test('a-tree-of-any-depth', () => {
	const tree = { callees: [] as unknown[] };
	let node = tree;
	for (let i = 0; i < 100000; i++) {
		const callee = { name: `f${i}`, callees: [] as unknown[] };
		node.callees.push(callee);
		node = callee;
	}
	equal(readReport({ version: 1, tree: tree.callees }).tree.children[0]!.name, 'f0');
});

finish();
