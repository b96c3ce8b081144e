// SPDX-License-Identifier: GPL-2.0
// // Data in the format of fdd, from a deterministic generator: a small trace similar to
// // that of a file server, and one of any size.

import { gzipSync } from 'node:zlib';

/** A repeatable source of numbers in [0, 1). */
function randomFrom(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(state ^ (state >>> 15), state | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
	};
}

const START_NS = 662_103_518_745;
const LABEL = 'fileserver.dat';

/** A duration around the median, with a long tail as kernels have it. */
function sample(random, median) {
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return Math.max(1, Math.round(median * Math.exp(0.7 * normal) * (random() < 0.01 ? 12 : 1)));
}

function percentile(sorted, share) {
	return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

function histOf(durations) {
	const counts = new Map();
	for (const duration of durations) {
		const low = 2 ** Math.floor(Math.log2(duration));
		counts.set(low, (counts.get(low) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => a[0] - b[0]);
}

const TASKS = [['smbd', 1412], ['kworker/u4:2-e', 77], ['dd', 2031], ['sshd', 811]];

function slowestOf(durations, caller, random) {
	return durations.slice(-10).reverse().map((duration_ns) => {
		const [comm, pid] = TASKS[Math.floor(random() * TASKS.length)];
		return { duration_ns, calltime_ns: START_NS + Math.floor(random() * 9.2e9), comm, pid,
			cpu: Math.floor(random() * 2), label: LABEL, callers: caller === '' ? [] : [caller] };
	});
}

/** One function's entry, from the durations of its calls. */
function functionOf(name, durations, selfShare, caller, random) {
	const sorted = [...durations].sort((a, b) => a - b);
	const total_ns = sorted.reduce((sum, duration) => sum + duration, 0);
	const avg_ns = total_ns / sorted.length;
	const squares = sorted.reduce((sum, duration) => sum + (duration - avg_ns) ** 2, 0);
	const self_ns = Math.round(total_ns * selfShare);
	return {
		name, calls: sorted.length, total_ns, avg_ns: Math.round(avg_ns), self_ns,
		sub_ns: Math.max(0, total_ns - self_ns), min_ns: sorted[0], max_ns: sorted[sorted.length - 1],
		stdv_ns: Math.round(Math.sqrt(squares / sorted.length)),
		p50_ns: percentile(sorted, 0.5), p90_ns: percentile(sorted, 0.9),
		p95_ns: percentile(sorted, 0.95), p99_ns: percentile(sorted, 0.99),
		p999_ns: percentile(sorted, 0.999),
		callers: [], callees: [], hist: histOf(sorted), slowest: slowestOf(sorted, caller, random),
	};
}

/** A source of the trace with all its numbers. */
export function sourceOf(label, extra = {}) {
	return { label, format: 'trace.dat', kernel: '6.1.0-28-amd64', calls: 10, markers: 0, events: 0,
		lost: 0, lost_places: 0, overwritten: 0, unparsed: 0, truncated: false, no_times: false,
		no_tasks: false, no_contexts: false, first_ns: START_NS, last_ns: START_NS + 9_412_338_107, ...extra };
}

/** The callees of each function, as the tree has them. */
function addRelatives(functions, roots) {
	const byName = new Map(functions.map((func) => [func.name, func]));
	const add = (list, { name, calls, total_ns }, other) => {
		const entry = list.find((entry) => entry.name === other);
		if (entry)
			Object.assign(entry, { calls: entry.calls + calls, total_ns: entry.total_ns + total_ns });
		else
			list.push({ name: other, filtered_between: false, calls, total_ns });
		return name;
	};
	const pending = [...roots];
	for (let node = pending.pop(); node; node = pending.pop()) {
		for (const callee of node.callees) {
			add(byName.get(node.name).callees, callee, callee.name);
			add(byName.get(callee.name).callers, callee, node.name);
			pending.push(callee);
		}
	}
	for (const func of functions) {
		func.callers.sort((a, b) => b.total_ns - a.total_ns);
		func.callees.sort((a, b) => b.total_ns - a.total_ns);
	}
}

function nodeOf(name, calls, total_ns, self_ns, callees) {
	return { name, calls, total_ns, self_ns, filtered_between: false, callees };
}

/** The trees below one root, as the page shows them. */
export function rootOf({ tree }) {
	const total_ns = tree.reduce((sum, node) => sum + node.total_ns, 0);
	return nodeOf('all', 0, total_ns, 0, tree);
}

function report(functions, { callees }, extra = {}) {
	addRelatives(functions, callees);
	return {
		version: 1, lost: 0, unparsed: 0, bounds: {}, gaps: 0,
		span: { first_ns: START_NS, last_ns: START_NS + 9_412_338_107 },
		sources: [sourceOf(LABEL)], tool: 'fdd 1.0',
		calls: functions.reduce((sum, func) => sum + func.calls, 0), functions,
		details_left_out: 0, tree: callees,
		tree_caller_filtered: [], tree_caller_unknown: [], tree_interrupts: [],
		regions: [], regions_left_out: 0, markers: [], markers_left_out: 0,
		why: [], ...extra,
	};
}

// name, median of a call's own time in us, calls, callees
const SERVER = ['all', 0, 1, [
	['do_syscall_64', 0.6, 1800, [
		['ksys_read', 1.2, 700, [
			['vfs_read', 2.1, 700, [
				['ext4_file_read_iter', 2.4, 480, [
					['filemap_read', 21, 480, [
						['page_cache_sync_ra', 9, 60, [
							['ext4_mpage_readpages', 44, 60, [
								['submit_bio', 16, 60, []],
							]],
						]],
						['io_schedule', 320, 40, [['schedule', 5100, 40, []]]],
						['copy_page_to_iter', 18, 480, []],
					]],
				]],
				['pipe_read', 4, 120, [['schedule', 21000, 110, []]]],
			]],
		]],
		['ksys_write', 1.1, 420, [
			['vfs_write', 2.6, 420, [
				['ext4_file_write_iter', 3.3, 400, [
					['ext4_da_write_begin', 12, 400, [
						['jbd2_journal_start', 7, 200, []],
						['__filemap_get_folio', 5, 400, []],
					]],
					['ext4_da_write_end', 6, 400, []],
					['balance_dirty_pages', 42, 30, [
						['schedule_timeout', 12, 12, [['schedule', 16000, 12, []]]],
					]],
				]],
			]],
		]],
		['__x64_sys_nanosleep', 1.4, 40, [
			['hrtimer_nanosleep', 1.8, 40, [
				['do_nanosleep', 3, 40, [['schedule', 50200, 40, []]]],
			]],
		]],
		['do_epoll_wait', 2, 300, [['ep_poll', 4, 300, [['schedule', 11000, 210, []]]]]],
		['__x64_sys_futex', 0.8, 260, [
			['futex_wait', 5, 120, [['futex_wait_queue', 2, 120, [['schedule', 2600, 118, []]]]]],
			['futex_wake', 3.4, 140, [['try_to_wake_up', 5.5, 130, []]]],
		]],
		['__sys_sendto', 2.5, 280, [
			['tcp_sendmsg', 9, 280, [
				['tcp_write_xmit', 14, 260, [
					['ip_queue_xmit', 8, 260, [
						['dev_hard_start_xmit', 11, 260, [['e1000_xmit_frame', 26, 260, []]]],
					]],
				]],
			]],
		]],
	]],
	['asm_common_interrupt', 1.1, 500, [
		['handle_irq_event', 2.1, 500, [['e1000_intr', 9, 500, []]]],
		['__do_softirq', 3.8, 480, [
			['net_rx_action', 7, 400, [
				['e1000_clean', 18, 400, [['tcp_v4_rcv', 23, 380, []]]],
			]],
			['run_timer_softirq', 6, 80, []],
		]],
	]],
	['do_idle', 3, 600, [['cpuidle_enter', 2, 600, [['default_idle', 9800, 600, []]]]]],
]];

const MODULES = { e1000_xmit_frame: 'e1000', e1000_intr: 'e1000', e1000_clean: 'e1000' };

/** What is below a function's calls belongs to them, to some more than to others. */
function shareOut(below_ns, own, random) {
	const weights = own.map(() => sample(random, 1000));
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	return own.map((duration, i) => duration + Math.round(below_ns * weights[i] / all));
}

function longName(name) {
	return MODULES[name] ? `${name} [${MODULES[name]}]` : name;
}

/** As the page shows it, with the module after it. */
export function nameOf({ name }) {
	return name.replace(/ \[\w+\]$/, '');
}

/** The tree with its times; what each function's calls took is gathered on the way. */
function grow([name, median, calls, callees], caller, gathered, random) {
	const own = Array.from({ length: name === 'all' ? 0 : calls }, () =>
		sample(random, Math.max(1, median * 1000)));
	const self_ns = own.reduce((sum, duration) => sum + duration, 0);
	const grown = callees.map((child) => grow(child, name, gathered, random));
	const below_ns = grown.reduce((sum, child) => sum + child.total_ns, 0);
	if (name !== 'all') {
		const entry = gathered.get(name) ?? { durations: [], self_ns: 0, caller };
		entry.durations.push(...shareOut(below_ns, own, random));
		entry.self_ns += self_ns;
		gathered.set(name, entry);
	}
	return nodeOf(longName(name), calls, self_ns + below_ns, self_ns, grown);
}

/** A small trace: a file server with its sleeps and its idle loop. */
export function smallReport(extra = {}) {
	const random = randomFrom(7);
	const gathered = new Map();
	const tree = grow(SERVER, '', gathered, random);
	const functions = [...gathered].map(([name, { durations, self_ns, caller }]) => ({
		...functionOf(longName(name), durations, 1, caller, random), self_ns }));
	return report(functions, tree, extra);
}

/** As many functions as asked for, a few of them sleepers, and a call tree of them. */
export function largeReport(count) {
	const random = randomFrom(11);
	const functions = Array.from({ length: count }, (_, i) => {
		const name = i === 0 ? 'schedule' : i === 1 ? 'default_idle' :
			`${['ext4', 'tcp', 'mm', 'blk', 'sched'][i % 5]}_func_${i}`;
		const durations = Array.from({ length: 12 }, () => sample(random, 800 + 40 * i % 90000));
		return functionOf(name, durations, 0.2 + 0.8 * random(), 'vfs_read', random);
	});
	return report(functions, largeTree(functions, random));
}

/** Each function is hung below an earlier one, its self time in one place. */
function largeTree(functions, random) {
	const root = nodeOf('all', 1, 0, 0, []);
	const nodes = [root];
	for (const { name, self_ns, calls } of functions) {
		const node = nodeOf(name, calls, self_ns, self_ns, []);
		nodes[Math.floor(random() * Math.min(nodes.length, 4000))].callees.push(node);
		nodes.push(node);
	}
	const sum = (node) => {
		node.total_ns = node.self_ns + node.callees.reduce((all, child) => all + sum(child), 0);
		return node.total_ns;
	};
	sum(root);
	return root;
}

/** Names that would do harm if they were ever taken as markup, code or keys. */
export const HOSTILE_NAMES = [
	'<img src=x onerror="window.hurt=1">', '</script><script>window.hurt=2</script>',
	'"><svg onload=window.hurt=3>', '<!--<script>', '__proto__', 'constructor', '',
	'\u202egnp.exe', 'a\0b\nc', '{{7*7}}${window.hurt=4}', "';window.hurt=5;//",
	'x'.repeat(5000), '&lt;b&gt;', '%s%n', '🦊_fn',
];

export function hostileReport() {
	const random = randomFrom(3);
	const functions = HOSTILE_NAMES.map((name) => {
		const func = functionOf(name, [sample(random, 5000), sample(random, 9000)], 0.9, name, random);
		func.slowest.forEach((call) => { call.comm = name; });
		return func;
	});
	const callees = functions.map(({ name, self_ns, calls }) =>
		nodeOf(name, calls, self_ns, self_ns, []));
	return report(functions, { callees },
		{ sources: HOSTILE_NAMES.map((label) => sourceOf(label, { kernel: label })),
			tool: HOSTILE_NAMES[0] });
}

/** The page with the data in it, as fdd writes them up to a MiB. */
export function embed(template, data) {
	return withText(template, JSON.stringify(data).replaceAll('<', '\\u003c'));
}

/** As it writes more data. */
export function embedPacked(template, data) {
	return withText(template, `"${gzipSync(JSON.stringify(data)).toString('base64')}"`);
}

function withText(template, json) {
	const halves = template.split('<!--FDD-DATA-->');
	if (halves.length !== 2)
		throw new Error('the template must have the marker <!--FDD-DATA--> once');
	return halves.join(json);
}

/**
 * The time axis of 10 ms of two tasks on a CPU: a call of 4 ms with one of 2 ms in it, 100 calls
 * of 1 us, which the first level joins, and a call of 1 ns in a place of its own.
 */
export function axisOf() {
	const short = Array.from({ length: 100 }, (_, i) => [1, 1, 6e6 + i * 10e3, 1000, 3, 1]);
	const states = [[1, 0, 0, 6e6, 5, 1], [1, 0, 6e6, 4e6, 4, 1]];
	const wide = [[0, 0, 0, 6e6, 6, 1], [0, 0, 6e6, 4e6, 7, 1], ...states, [2, 1, 0, 4e6, 1, 1],
		[2, 2, 1e6, 2e6, 2, 1], [2, 1, 5e6, 0, 8, 0]];
	const place = { from_ns: 9_000_000, to_ns: 9_000_100, spans: [[1, 1, 9_000_050, 1, 2, 1]],
		cpus: [1, 1] };
	return {
		first_ns: 5e9, last_ns: 5e9 + 10e6, lanes_left_out: 3, deep_left_out: 1,
		names: ['(other names)', 'vfs_read', 'filemap_read', 'vfs_write', 'running', 'asleep',
			'cat-12', 'dd-2031', 'phase two'],
		lanes: [{ name: 'CPU 0', rows: 1, states: false, of_cpu: true },
			{ name: 'dd-2031', rows: 2, states: true, of_cpu: false },
			{ name: 'cat-12', rows: 3, states: false, of_cpu: false }]
			.map((lane) => ({ ...lane, of_regions: false })),
		levels: [{ ns: 20e3, spans: [...wide, [1, 1, 6e6, 991e3, 3, 100]], cpus: [7, 0, 1, 1] },
			{ ns: 500, spans: short, cpus: [40, 0, 60, 1] }],
		places: [place],
		wakes: [[6e6, 2, 1], [9_000_040, 2, 1]],
		wakes_left_out: 0,
	};
}

/** A call that slept until a worker woke it, as fdd why explains it. */
export function explainedCall() {
	const part = (kind, ns, text, extra = {}) =>
		({ kind, ns, times: 1, text, others: false, shares: [], ...extra });
	const span = (kind, from_ns, ns) => ({ kind, from_ns, ns });
	const meanwhile = { task: 'kworker/0:1-9', ns: 1_200_000,
		parts: [part('running', 200_000, 'running'),
			part('asleep', 1_000_000, 'asleep', { in: [] })],
		timeline: [span('asleep', 300_000, 1_000_000), span('running', 1_300_000, 200_000)] };
	const waker = { kind: 'task', task: 'kworker/0:1-9', pid: 9, cpu: 0, in: [], cycle: false,
		cut: false, text: 'woken by kworker/0:1-9, on CPU 0', meanwhile };
	const user = { place: 'load_config() < main() of cat, conf.c:212', end: '', frames: [
		{ name: 'read', module: 'libc.so.6', inlined: false },
		{ name: 'load_config', module: 'cat', file: '/src/conf.c', line: 212, inlined: true },
		{ name: 'main', module: 'cat', file: '/src/cat.c', line: 9, inlined: false }] };
	return { user, task: 'cat-12', ns: 2_000_000, name: 'vfs_read', calltime_ns: 5e9,
		duration_ns: 2_000_000, pid: 12, cpu: 1, label: LABEL, calls: 4, p50_ns: 8100, notes: [],
		finding: 'vfs_read took 2.00 ms in cat-12, while half of its 4 calls took at most 8.10 us: 60 % of it ' +
			'asleep in io_schedule, woken by kworker/0:1-9, on CPU 0.',
		parts: [part('running', 500_000, 'running: vfs_read 0.500000 ms'),
			part('asleep', 1_200_000, 'asleep in io_schedule', { in: ['io_schedule'], waker }),
			part('waiting', 250_001, 'ready, but CPU 1 ran make-77 0.250001 ms', { cpu: 1 }),
			part('interrupts', 49_999, 'interrupts: timer 0.049999 ms')],
		timeline: [span('running', 0, 300_000), span('asleep', 300_000, 1_200_000),
			span('waiting', 1_500_000, 250_001), span('interrupts', 1_750_001, 49_999),
			span('running', 1_800_000, 200_000)] };
}
