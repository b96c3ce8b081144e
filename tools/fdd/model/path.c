// SPDX-License-Identifier: GPL-2.0
/*
 * Where the time of a program went.
 *
 * DOC: the partition
 *
 * The time of a task is cut at its switches. While it slept, the activity of its waker counts
 * instead, within the same interval. So each instant is in one piece, and a piece has the chain
 * of tasks up to the one that did something: it ran, it waited for a CPU, or its sleep was ended
 * by an interrupt. An interval at each level lies within one of the level above, so the work is
 * linear in the number of switches, for each level.
 *
 * A wait for a child, or for a thread that ends, belongs to the program: the answer is the
 * activity of the child.
 */
#include <stdlib.h>
#include <string.h>

#include "model/duty.h"
#include "model/path.h"
#include "model/waits.h"

#define MAX_CAUSES	(1u << 14)	/* the others are not separated */
#define THROTTLE_TIME	NSEC_PER_MSEC	/* from the function to the switch, at most */
#define LEAST_THROTTLED	NSEC_PER_MSEC
#define AFTER_IRQ	(20 * NSEC_PER_USEC)	/* until what it received is handed on */
#define LEAST_SPIN	(10 * NSEC_PER_USEC)	/* shorter ones are much work, and little time */
#define MOST_SPINS	(1u << 16)
#define SPIN_CPUS	64		/* on more the owner of the lock is not looked for */
#define END_CALLS	16		/* one that ends makes few calls before */
#define AGAIN_STRETCHES	16		/* between two sleeps of a wait that is begun again */
#define AGAIN_CALLS	64		/* likewise */
#define MOST_AGAIN	(1u << 20)	/* sleeps that are looked at for that */
#define END_STRETCHES	64		/* a task that ends is seldom preempted before */
#define MOST_RECORDED	4096		/* kinds of calls of names that were not recorded later */

static const char *func_name(const struct fdd_path *p, uint32_t func)
{
	return fdd_name(&p->l->m->funcs, func);
}

/*
 * The kind of a function, by its name. It is needed of each open function, at each switch,
 * and matches many globs.
 */
struct fdd_func_facts {
	bool			known;
	bool			child_wait;
	bool			pipe_wait;
	bool			busy;
	bool			spins;
	bool			rt_mutex;
	bool			lock;	/* no function: an event said it */
	enum fdd_duty		duty;
	const struct fdd_wait	*wait;
};

static const struct fdd_func_facts *facts_of(const struct fdd_path *p, uint32_t func)
{
	struct fdd_func_facts *facts = &p->facts[func];
	const char *name = func_name(p, func), *call, *busy;

	if (facts->known)
		return facts;
	call = fdd_system_call(name);
	busy = fdd_busy_in(name);
	*facts = (struct fdd_func_facts){
		.known = true, .busy = busy, .spins = busy && strstr(busy, "%s"),
		.lock = fdd_is_lock(name), .duty = fdd_duty_of(name),
		.rt_mutex = !strcmp(name, "futex_lock_pi") ||
			    !strncmp(name, "rt_mutex_slowlock", 17),
		.wait = fdd_wait_of(name), .pipe_wait = fdd_waits_in_pipe(name),
		.child_wait = call && (!strncmp(call, "wait", 4) || !strcmp(call, "vfork")),
	};
	return facts;
}

static const char *comm_name(const struct fdd_path *p, uint32_t comm)
{
	return fdd_name(&p->l->m->comms, comm);
}

/* The name of a task at a time */
static const char *comm_at(const struct fdd_path *p, int32_t pid, uint64_t time)
{
	return comm_name(p, fdd_lives_comm(p->l, pid, time));
}

static uint32_t name_of(struct fdd_path *p, const char *name)
{
	return *name ? fdd_names_get(&p->names, name, strlen(name)) : 0;
}

/* Pieces and causes */

/* By names, since each child of a program has its own pid. */
static uint64_t key_of(const struct fdd_path *p, enum fdd_cause_kind kind, uint32_t name)
{
	uint64_t key = fdd_hash64((uint64_t)kind << 32 | name);

	for (unsigned int i = 0; i <= p->level; i++) {
		const struct fdd_hop *h = &p->hops[i];
		const char *comm = i || !p->any_task ? comm_name(p, h->comm) : "";

		for (; *comm; comm++)
			key = fdd_hash64(key + (unsigned char)*comm);
		key = fdd_hash64(key * 31 + ((uint64_t)h->func << 32 | h->call) + h->work);
	}
	return key;
}

/* Parents that only wait for their children are not what is slow. */
static unsigned int base_of(const struct fdd_path *p)
{
	unsigned int i = 0;

	while (i < p->level && p->own[i + 1])
		i++;
	return i;
}

static struct fdd_cause *cause_of(struct fdd_path *p, enum fdd_cause_kind kind, uint32_t name)
{
	uint64_t key = p->nr < MAX_CAUSES ? key_of(p, kind, name) : kind, *number;

	number = fdd_map_get(&p->keys, key);
	if (!*number) {
		GROW(p->causes, p->nr, p->cap);
		p->causes[p->nr] = (struct fdd_cause){
			.kind = kind, .name = name, .base = base_of(p),
		};
		*number = ++p->nr;
	}
	return &p->causes[*number - 1];
}

static struct fdd_cause *add_piece(struct fdd_path *p, enum fdd_cause_kind kind, uint32_t name,
				   uint64_t from, uint64_t to)
{
	struct fdd_cause *c;

	if (from >= to)
		return NULL;
	c = cause_of(p, kind, name);
	c->ns += to - from;
	c->times += c->last != p->wait;
	c->last = p->wait;
	p->ns += to - from;
	if (to - from <= c->longest)
		return c;
	c->longest = to - from;
	c->at = from;
	c->nr_hops = p->level + 1;
	memcpy(c->hops, p->hops, sizeof(c->hops));
	return c;
}

static void be_in(struct fdd_path *p, uint32_t func, uint32_t call)
{
	p->hops[p->level].func = func;
	p->hops[p->level].call = call;
	p->hops[p->level].work = 0;
}

/* Returns when that changes, or @to if that is earlier. */
static uint64_t be_in_work(struct fdd_path *p, uint64_t time, uint64_t to)
{
	const struct fdd_life_irq *work = fdd_lives_work(p->l, p->hops[p->level].pid, time);
	uint64_t end = work && work->from > time ? work->from : work ? work->to : to;

	if (!p->hops[p->level].call && work && work->from <= time)
		p->hops[p->level].work = name_of(p, fdd_name(&p->l->names, work->name));
	return end < to ? end : to;
}

/* Is it the program, or one of its children that it waits for? */
static bool is_own(const struct fdd_path *p)
{
	return p->own[p->level];
}

static enum fdd_duty duty_of(const struct fdd_path *p, uint32_t func)
{
	return func ? facts_of(p, func)->duty : FDD_DUTY_NONE;
}

/* Running */

static void add_run(struct fdd_path *p, enum fdd_cause_kind kind, uint32_t name, uint64_t from,
		    uint64_t to)
{
	const struct fdd_lives *l = p->l;
	int32_t pid = p->hops[p->level].pid;

	for (uint32_t i = fdd_lives_irq(l, pid, from); i < l->nr_irqs && from < to; i++) {
		const struct fdd_life_irq *irq = &l->irqs[i];
		uint64_t end = irq->to < to ? irq->to : to;

		if (irq->pid != pid || irq->from >= to)
			break;
		if (end <= from)
			continue;
		if (irq->from > from) {
			add_piece(p, kind, name, from, irq->from);
			from = irq->from;
		}
		add_piece(p, FDD_CAUSE_INTERRUPTS, name_of(p, fdd_name(&l->names, irq->name)),
			  from, end);
		from = end;
	}
	add_piece(p, kind, name, from, to);
}

static enum fdd_cause_kind kind_of_call(const struct fdd_path *p, uint32_t func)
{
	if (duty_of(p, func) == FDD_DUTY_EDGE && is_own(p))
		return FDD_CAUSE_EDGE;
	return strcmp(func_name(p, func), "handle_mm_fault") ? FDD_CAUSE_KERNEL : FDD_CAUSE_FAULT;
}

/* Where it runs: the outermost call, and the innermost one that says what the kernel does. */
static enum fdd_cause_kind be_running(struct fdd_path *p, const struct fdd_life_call *c,
				      uint64_t from, uint64_t *to)
{
	uint32_t busy = 0, call = 0;

	for (unsigned int n = 0; c && n < FDD_MAX_DEPTH; c = fdd_lives_around(p->l, c), n++) {
		busy = !busy && facts_of(p, c->func)->busy ? c->func : busy;
		call = facts_of(p, c->func)->lock ? call : c->func;
	}
	be_in(p, busy, call);
	if (call)
		return kind_of_call(p, call);
	*to = be_in_work(p, from, *to);
	return fdd_is_kernel_thread(comm_name(p, p->hops[p->level].comm)) ?
	       FDD_CAUSE_THREAD : FDD_CAUSE_CODE;
}

/*
 * Calls that were not recorded any more
 *
 * From some time on recording them would have cost too much. What the kernel did then in them looks
 * like the program's own code. It is divided as tasks of that name did before.
 */

/* The call is the outermost one. */
static void note_recorded(struct fdd_path *p, enum fdd_cause_kind kind, uint32_t call, uint64_t ns)
{
	uint32_t comm = p->hops[p->level].comm;
	uint64_t key = fdd_hash64(fdd_hash64((uint64_t)comm << 32 | call) + kind), *number;

	if (p->nr_recorded == MOST_RECORDED && !fdd_map_find(&p->recorded_at, key))
		return;
	number = fdd_map_get(&p->recorded_at, key);
	if (!*number) {
		GROW(p->recorded, p->nr_recorded, p->cap_recorded);
		p->recorded[p->nr_recorded] = (struct fdd_recorded){ comm, call, kind, 0 };
		*number = ++p->nr_recorded;
	}
	p->recorded[*number - 1].ns += ns;
}

/* Returns the kind, which is another one if calls may be missing. */
static enum fdd_cause_kind look_if_recorded(struct fdd_path *p, enum fdd_cause_kind kind,
					    const struct fdd_life_call *c, uint64_t from,
					    uint64_t to)
{
	const struct fdd_partly *partly = &p->l->partly;

	if (!partly->nr)
		return kind;
	if (from >= partly->from)
		return kind == FDD_CAUSE_CODE ? FDD_CAUSE_PARTLY : kind;
	if (kind == FDD_CAUSE_CODE) {
		note_recorded(p, kind, 0, to - from);
	} else if (c && (kind == FDD_CAUSE_KERNEL || kind == FDD_CAUSE_FAULT)) {
		c = fdd_lives_outermost(p->l, c->pid, from);
		if (c && fdd_partly_lacks(partly, func_name(p, c->func), c->end - c->start))
			note_recorded(p, kind, c->func, to - from);
	}
	return kind;
}

static void add_share(struct fdd_path *p, const struct fdd_cause *of, const struct fdd_recorded *r,
		      uint64_t ns)
{
	struct fdd_cause *c;

	p->level = of->nr_hops - 1;
	memcpy(p->hops, of->hops, sizeof(p->hops));
	be_in(p, 0, r->call);
	c = cause_of(p, r->kind, 0);
	if (!c->nr_hops) {
		c->base = of->base;
		c->nr_hops = of->nr_hops;
		memcpy(c->hops, p->hops, sizeof(c->hops));
		c->longest = of->longest < ns ? of->longest : ns;
		c->at = of->at;
	}
	c->ns += ns;
	c->times += of->times;
}

static bool share_out(struct fdd_path *p, const struct fdd_cause *c)
{
	uint32_t comm = c->hops[c->nr_hops - 1].comm;
	uint64_t sum = 0, left = c->ns;

	for (uint32_t i = 0; i < p->nr_recorded; i++)
		sum += p->recorded[i].comm == comm ? p->recorded[i].ns : 0;
	for (uint32_t i = 0; sum && i < p->nr_recorded; i++) {
		const struct fdd_recorded *r = &p->recorded[i];
		uint64_t ns = r->comm != comm ? 0 : (double)left * r->ns / sum;

		if (!ns)
			continue;
		add_share(p, c, r, ns);
		left -= ns;
		sum -= r->ns;
	}
	return !left;
}

/* Where nothing was recorded of a task of that name, it is said that calls may be missing. */
static void share_out_all(struct fdd_path *p)
{
	uint32_t nr = p->nr, kept = 0;

	for (uint32_t i = 0; i < nr; i++) {
		struct fdd_cause c = p->causes[i];

		if (c.kind == FDD_CAUSE_PARTLY && share_out(p, &c))
			p->causes[i].ns = 0;
	}
	for (uint32_t i = 0; i < p->nr; i++)
		if (p->causes[i].ns)
			p->causes[kept++] = p->causes[i];
	p->nr = kept;
	p->level = 0;
}

/* Does it run in the kernel, and not for a lock itself? */
static bool may_hold_lock(const struct fdd_path *p, int32_t pid, uint64_t time)
{
	const struct fdd_life_call *c = fdd_lives_call(p->l, pid, time);

	if (!c)
		return fdd_is_kernel_thread(comm_at(p, pid, time));
	for (unsigned int n = 0; c && n < FDD_MAX_DEPTH; c = fdd_lives_around(p->l, c), n++)
		if (facts_of(p, c->func)->spins)
			return false;
	return true;
}

/* The owner of a lock that is spun for runs in the kernel, on another CPU. 0: several or none */
static int32_t holder_of_spin(const struct fdd_path *p, uint64_t time)
{
	const struct fdd_lives *l = p->l;
	int32_t found = 0;

	for (uint32_t cpu = 0; cpu < SPIN_CPUS; cpu++) {
		uint32_t i = fdd_lives_on_cpu(l, cpu, time);
		const struct fdd_life_stretch *s;

		if (i == l->nr_by_cpu)
			break;
		s = &l->stretches[l->by_cpu[i]];
		if (s->cpu != cpu || s->from > time || s->pid == p->hops[p->level].pid ||
		    !may_hold_lock(p, s->pid, time))
			continue;
		if (found)
			return 0;
		found = s->pid;
	}
	return fdd_lives_on_cpu(l, SPIN_CPUS, time) == l->nr_by_cpu ? found : 0;
}

/* "big-writer-392", or 0 */
static uint32_t spun_for(struct fdd_path *p, uint64_t from, uint64_t to)
{
	uint32_t func = p->hops[p->level].func, id;
	uint64_t middle = from + (to - from) / 2;
	int32_t holder;
	char *name;

	if (!func || !facts_of(p, func)->spins || to - from < LEAST_SPIN ||
	    p->nr_spins++ >= MOST_SPINS)
		return 0;
	holder = holder_of_spin(p, middle);
	if (!holder || asprintf(&name, "%s-%d", comm_at(p, holder, middle), holder) < 0)
		return 0;
	id = name_of(p, name);
	free(name);
	return id;
}

/* Waiting for a CPU */

static void was_idle(struct fdd_path *p, const struct fdd_life_stretch *s, uint64_t from,
		     uint64_t to)
{
	bool throttled = to - from >= LEAST_THROTTLED && (!s->wake || p->l->nr_throttles);

	add_piece(p, throttled ? FDD_CAUSE_THROTTLED : FDD_CAUSE_LATE, 0, from, to);
}

static void was_ready(struct fdd_path *p, const struct fdd_life_stretch *s, uint64_t from,
		      uint64_t to)
{
	const struct fdd_lives *l = p->l;

	be_in(p, 0, 0);
	if (!s->wake && fdd_lives_throttled(l, s->cpu, s->from < THROTTLE_TIME ? 0 :
					    s->from - THROTTLE_TIME, s->from)) {
		add_piece(p, FDD_CAUSE_THROTTLED, 0, from, to);
		return;
	}
	for (uint32_t i = fdd_lives_on_cpu(l, s->cpu, from); i < l->nr_by_cpu; i++) {
		const struct fdd_life_stretch *r = &l->stretches[l->by_cpu[i]];
		uint64_t end = r->to < to ? r->to : to;

		if (r->cpu != s->cpu || r->from >= to)
			break;
		if (r->from > from) {
			was_idle(p, s, from, r->from);
			from = r->from;
		}
		if (end <= from)
			continue;
		add_piece(p, FDD_CAUSE_READY, name_of(p, comm_at(p, r->pid, from)), from, end);
		from = end;
	}
	if (from < to)
		was_idle(p, s, from, to);
}

/* Sleep */

/* Did it run no more after this stretch? It may have been woken. */
static bool is_last(const struct fdd_lives *l, uint32_t i)
{
	int32_t pid = l->stretches[i].pid;

	do
		i++;
	while (i < l->nr_stretches && l->stretches[i].pid == pid &&
	       l->stretches[i].state == FDD_STATE_READY);
	return i == l->nr_stretches || l->stretches[i].pid != pid;
}

/* A call whose return is not in the trace, or whose begin is not: 0 if none is known. */
static uint32_t unseen_call(const struct fdd_path *p, uint32_t i)
{
	const struct fdd_lives *l = p->l;
	const struct fdd_life_stretch *s = &l->stretches[i];
	const uint64_t *func = NULL;

	if (s->from <= l->first)
		func = fdd_map_find(&p->begun, s->pid);
	else if (is_last(l, i))
		func = fdd_map_find(&p->open, s->pid);
	return func && *func ? *func - 1 : 0;
}

/* The call of the table's first row says it best. */
static void be_in_wait(struct fdd_path *p, uint64_t time)
{
	const struct fdd_life_call *c = fdd_lives_call(p->l, p->hops[p->level].pid, time);
	const struct fdd_wait *best = NULL;

	be_in(p, 0, 0);
	for (unsigned int n = 0; c && n < FDD_MAX_DEPTH; c = fdd_lives_around(p->l, c), n++) {
		const struct fdd_wait *wait = facts_of(p, c->func)->wait;

		if (!facts_of(p, c->func)->lock &&
		    (!p->hops[p->level].call || duty_of(p, c->func) != FDD_DUTY_DISPATCH))
			p->hops[p->level].call = c->func;
		if (!wait || (best && wait >= best))
			continue;
		best = wait;
		p->hops[p->level].func = c->func;
	}
}

static void find_wait(struct fdd_path *p, uint32_t i, uint64_t time)
{
	be_in_wait(p, time);
	if (!p->hops[p->level].call)
		p->hops[p->level].call = unseen_call(p, i);
}

static bool calls_on(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	const struct fdd_life_call *c = fdd_lives_next_call(l, pid, time);

	return c && c + END_CALLS < l->calls + l->nr_calls && c[END_CALLS].pid == pid;
}

/* It does not live on after a wake: what waited, waited for its end. */
static bool ends_soon(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint32_t i = fdd_lives_stretch(l, pid, time), most = i + END_STRETCHES;

	if (calls_on(l, pid, time))
		return false;
	while (i < l->nr_stretches && i < most && l->stretches[i].pid == pid &&
	       l->stretches[i].state != FDD_STATE_ASLEEP)
		i++;
	return i < l->nr_stretches && l->stretches[i].pid == pid &&
	       fdd_state_is_dead(l->stretches[i].letter);
}

/* A task of the program, of which it may be waited for that it ends: join, or the end of a pipe */
static bool ends_as_own(const struct fdd_path *p, int32_t pid, uint64_t time)
{
	return fdd_lives_descends(p->l, pid, p->hops[0].pid) && ends_soon(p->l, pid, time);
}

static bool waits_for_child(const struct fdd_path *p)
{
	uint32_t func = p->hops[p->level].call;

	return func && facts_of(p, func)->child_wait;
}

/* A pipe between tasks of the program is what it is made of, as a wait for a child is. */
static bool waits_for_own_pipe(const struct fdd_path *p, int32_t waker)
{
	uint32_t func = p->hops[p->level].func;

	return func && facts_of(p, func)->pipe_wait &&
	       fdd_lives_descends(p->l, waker, p->hops[0].pid);
}

static bool is_in_chain(const struct fdd_path *p, int32_t pid)
{
	for (unsigned int i = 0; i <= p->level; i++)
		if (p->hops[i].pid == pid)
			return true;
	return false;
}

static void walk(struct fdd_path *p, int32_t pid, uint64_t from, uint64_t to);

static bool waits_for_signal(const struct fdd_path *p)
{
	uint32_t func = p->hops[p->level].call;
	const char *call = func ? fdd_system_call(func_name(p, func)) : NULL;

	return call && (!strcmp(call, "rt_sigsuspend") || !strcmp(call, "pause") ||
			!strncmp(call, "rt_sigtimedwait", 15));
}

/*
 * A program as "timeout" waits for its child by its signal, or until an alarm. A shell may be ended
 * together with its children.
 */
static int32_t child_behind(const struct fdd_path *p, uint64_t from, uint64_t to)
{
	int32_t pid = p->hops[p->level].pid;

	if (!is_own(p) || p->level + 1 == FDD_PATH_HOPS)
		return 0;
	if (waits_for_signal(p))
		return fdd_lives_only_child(p->l, pid, from);
	return waits_for_child(p) && !p->turns ?
	       fdd_lives_busiest_child(p->l, pid, from, to) : 0;
}

/* Something else than a child ended the wait for one. */
static bool waits_on(const struct fdd_path *p, int32_t waker)
{
	return is_own(p) && waits_for_child(p) && !p->turns &&
	       !fdd_lives_descends(p->l, waker, p->hops[p->level].pid);
}

static void follow(struct fdd_path *p, int32_t waker, bool own, uint64_t from, uint64_t to)
{
	p->own[++p->level] = own;
	walk(p, waker, from, to);
	p->level--;
}

/* The interrupt or work item that ended a sleep, or NULL. */
static const struct fdd_life_wake *wake_after(const struct fdd_path *p, uint32_t i)
{
	const struct fdd_lives *l = p->l;
	const struct fdd_life_stretch *s = &l->stretches[i], *next = s + 1;

	if (i + 1 >= l->nr_stretches || next->pid != s->pid || next->from != s->to || !next->wake)
		return NULL;
	return &l->wakes[next->wake - 1];
}

static bool begins_as(const char *call, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!strncmp(call, names[i], strlen(names[i])))
			return true;
	return false;
}

/* ... in a TCP connection, or that what was sent is read before it is closed */
static bool waits_for_room(const struct fdd_path *p)
{
	uint32_t func = p->hops[p->level].func;

	return func && (!strncmp(func_name(p, func), "tcp_sendmsg", 11) ||
			!strcmp(func_name(p, func), "sk_stream_wait_close"));
}

/*
 * A call that sends to the task that waits here. A reader notifies the sender that there is room
 * again.
 */
static bool sends(const struct fdd_path *p, const char *call)
{
	static const char *const senders[] = { "write", "send", "connect", "shutdown", "close" };
	static const char *const readers[] = { "read", "recv", "splice" };

	return begins_as(call, senders, ARRAY_SIZE(senders)) ||
	       (waits_for_room(p) && begins_as(call, readers, ARRAY_SIZE(readers)));
}

/*
 * What a task sends over the loopback device is received by a softirq within its system call, in
 * __local_bh_enable_ip(). One at the end of a device's interrupt is not known from that.
 */
static bool is_loopback(const struct fdd_path *p, const struct fdd_life_wake *wake, uint64_t time)
{
	const struct fdd_lives *l = p->l;
	const struct fdd_life_call *c;
	const char *call;
	uint32_t i;

	if (wake->waker <= 0 || !wake->name ||
	    strcmp(fdd_name(&l->names, wake->name), "softirq NET_RX"))
		return false;
	c = fdd_lives_outermost(l, wake->waker, time);
	call = c ? fdd_system_call(func_name(p, c->func)) : NULL;
	if (!call || !sends(p, call))
		return false;
	/* the softirq itself, and what ended shortly before it */
	i = fdd_lives_irq(l, wake->waker, time < AFTER_IRQ ? 0 : time - AFTER_IRQ);
	for (; i < l->nr_irqs && l->irqs[i].pid == wake->waker && l->irqs[i].from < time; i++)
		if (strncmp(fdd_name(&l->names, l->irqs[i].name), "softirq ", 8))
			return false;
	return true;
}

/*
 * The task that ended a sleep, or 0. The notice of room in a TCP connection is often sent by a
 * timer, after the reader has made the room.
 */
static int32_t waker_of(const struct fdd_path *p, const struct fdd_life_wake *wake, uint64_t time)
{
	if (!wake)
		return 0;
	if (!wake->interrupt || is_loopback(p, wake, time))
		return wake->waker;
	return waits_for_room(p) ? fdd_tcp_reader(&p->l->tcp, wake->end) : 0;
}

static uint32_t disk_name(struct fdd_path *p, uint32_t device)
{
	uint64_t *id = fdd_map_get(&p->disks, device);
	char *name;

	if (*id)
		return *id;
	name = p->disk_name ? p->disk_name(device) : NULL;
	if (!name && asprintf(&name, "device %u:%u", device >> FDD_MINOR_BITS,
			      device & FDD_MINOR_MASK) < 0)
		return 0;
	*id = name_of(p, name);
	free(name);
	return *id;
}

static uint32_t waker_name(struct fdd_path *p, const struct fdd_life_wake *wake, uint64_t time)
{
	const struct fdd_hop *h = &p->hops[p->level];
	const struct fdd_wait *wait = h->func ? facts_of(p, h->func)->wait : NULL;
	int32_t waker = waker_of(p, wake, time);

	/* not separated if its words name no task */
	if (!wake || (wait && wait->words && !strstr(wait->words, "%s")))
		return 0;
	if (wake->device)
		return disk_name(p, wake->device);
	if (!waker)
		return name_of(p, wake->name ? fdd_name(&p->l->names, wake->name) : "an interrupt");
	return name_of(p, comm_at(p, waker, time));
}

/* Is there any switch of a task at that time? */
static bool is_known(const struct fdd_lives *l, int32_t pid, uint64_t from, uint64_t to)
{
	uint32_t i = fdd_lives_stretch(l, pid, from);

	return i < l->nr_stretches && l->stretches[i].pid == pid && l->stretches[i].from < to;
}

static void add_sleep(struct fdd_path *p, enum fdd_cause_kind kind,
		      const struct fdd_life_wake *wake, uint64_t woken, uint64_t from, uint64_t to)
{
	struct fdd_cause *c = add_piece(p, kind, waker_name(p, wake, woken), from, to);

	if (!c || !wake || !wake->device || !wake->issued)
		return;
	c->of_disk += to - from;
	if (wake->issued < to)
		c->in_disk += to - (wake->issued > from ? wake->issued : from);
}

/* The task whose activity counts in place of a sleep, or 0. @own: it belongs to the program. */
static int32_t task_behind(const struct fdd_path *p, const struct fdd_life_wake *wake,
			   uint64_t woken, uint64_t from, uint64_t to, bool *own)
{
	bool asked = duty_of(p, p->hops[p->level].call) == FDD_DUTY_REQUEST;
	int32_t waker = waker_of(p, wake, woken), child;

	*own = true;
	child = !waker || waits_on(p, waker) ? child_behind(p, from, to) : 0;
	if (child || !waker)
		return child;
	*own = is_own(p) && (waits_for_child(p) || ends_as_own(p, waker, to) ||
			     waits_for_own_pipe(p, waker));
	if (p->level + 1 == FDD_PATH_HOPS || is_in_chain(p, waker) ||
	    !is_known(p->l, waker, from, to) ||
	    (is_own(p) && asked && p->turns && !waits_for_child(p)))
		return 0;
	return waker;
}

/* A wait for events that a disk ended is for that disk. */
static enum fdd_cause_kind kind_of_sleep(const struct fdd_path *p, char letter,
					 const struct fdd_life_wake *wake)
{
	enum fdd_duty duty = is_own(p) ? duty_of(p, p->hops[p->level].call) : FDD_DUTY_NONE;

	if (letter == 'T')
		return FDD_CAUSE_STOPPED;
	if (letter == 't')
		return FDD_CAUSE_TRACED;
	return duty == FDD_DUTY_REQUEST && !(wake && wake->device) ? FDD_CAUSE_ASKED :
	       duty == FDD_DUTY_EDGE ? FDD_CAUSE_EDGE : FDD_CAUSE_SLEEP;
}

/* A peer that lets an event loop wait is seen from outside only: an idle wait looks the same. */
static void look_behind(struct fdd_path *p, const struct fdd_life_wake *wake, uint64_t woken,
			uint64_t from, uint64_t to)
{
	int32_t waker = waker_of(p, wake, woken);

	if (!p->turns || !waker || is_in_chain(p, waker) || !is_known(p->l, waker, from, to))
		return;
	if (!p->behind) {
		p->behind = xmalloc(sizeof(*p->behind));
		fdd_path_begin(p->behind, p->l);
		p->behind->disk_name = p->disk_name;
	}
	fdd_path_add_time(p->behind, waker, from, to);
}

/* Waits that a signal or a timer interrupts, and that are begun again */

static bool sends_signal(const struct fdd_path *p, int32_t pid, uint64_t time)
{
	static const char *const senders[] = {
		"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
		"pidfd_send_signal",
	};
	const struct fdd_life_call *c = fdd_lives_outermost(p->l, pid, time);
	const char *call = c ? fdd_system_call(func_name(p, c->func)) : NULL;

	return call && begins_as(call, senders, ARRAY_SIZE(senders));
}

static bool interrupts(const struct fdd_path *p, const struct fdd_life_wake *wake, uint64_t time)
{
	if (!wake)
		return false;
	if (!wake->interrupt)
		return sends_signal(p, wake->waker, time);
	return wake->name && strcasestr(fdd_name(&p->l->names, wake->name), "timer");
}

/* Only the same system call, and the return from a handler, in between? */
static bool calls_again(const struct fdd_path *p, uint32_t call, int32_t pid, uint64_t from,
			uint64_t to, bool *handled)
{
	const struct fdd_lives *l = p->l;
	const struct fdd_life_call *c = fdd_lives_next_call(l, pid, from);
	unsigned int nr = 0;

	for (; c && c < l->calls + l->nr_calls && c->pid == pid && c->start < to; c++) {
		const char *name = fdd_system_call(func_name(p, c->func));
		bool returns = name && !strcmp(name, "rt_sigreturn");

		*handled |= returns;
		if (nr++ == AGAIN_CALLS || (name && c->func != call && !returns))
			return false;
	}
	return true;
}

/* The next sleep, if it is in the same wait; or @i. @handled: there was a signal in between. */
static uint32_t begun_again(struct fdd_path *p, uint32_t i, bool *handled)
{
	const struct fdd_life_stretch *list = p->l->stretches;
	struct fdd_hop hop = p->hops[p->level], next;
	uint32_t n = i + 1, most = i + AGAIN_STRETCHES;

	most = most < p->l->nr_stretches ? most : p->l->nr_stretches;
	while (n < most && list[n].state != FDD_STATE_ASLEEP)
		n++;
	if (n == most || list[n].pid != list[i].pid || fdd_state_is_stopped(list[n].letter) ||
	    !calls_again(p, hop.call, list[i].pid, list[i].to, list[n].from, handled))
		return i;
	be_in_wait(p, list[n].from);
	next = p->hops[p->level];
	p->hops[p->level] = hop;
	return next.func == hop.func && next.call == hop.call ? n : i;
}

static bool waits_for_task(const struct fdd_path *p)
{
	const struct fdd_hop *h = &p->hops[p->level];
	const struct fdd_wait *wait = h->func ? facts_of(p, h->func)->wait : NULL;

	return wait && wait->words && strstr(wait->words, "%s") &&
	       duty_of(p, h->call) != FDD_DUTY_REQUEST;
}

/*
 * The last sleep of a wait for a task, if something else interrupted those before and this task
 * ended it; or @i. A loop of time-outs is such a wait, too.
 */
static uint32_t end_of_wait(struct fdd_path *p, uint32_t i)
{
	struct fdd_again *again = &p->again[p->level];
	uint32_t last = i, next;
	bool ended;

	if (!waits_for_task(p))
		return i;
	if (i >= again->first && i < again->end)
		return again->ended ? again->end - 1 : i;
	for (;;) {
		bool handled = false;

		next = begun_again(p, last, &handled);
		ended = !handled && !interrupts(p, wake_after(p, last), p->l->stretches[last].to);
		if (ended || next == last || p->nr_again++ >= MOST_AGAIN)
			break;
		last = next;
	}
	*again = (struct fdd_again){ i, last + 1, ended };
	return ended ? last : i;
}

/*
 * A worker that was idle, and then did only what woke the task above it: it handed on what its own
 * waker had done.
 */
static bool hands_on(const struct fdd_path *p, const struct fdd_life_stretch *s)
{
	const struct fdd_hop *h = &p->hops[p->level];
	const struct fdd_life_irq *work;

	if (!p->level || p->passed == FDD_PATH_HOPS || h->call || h->work ||
	    strncmp(comm_name(p, h->comm), "kworker/", 8))
		return false;
	work = fdd_lives_work(p->l, h->pid, s->to);
	return work && work->from >= s->to && work->from <= p->woken[p->level] &&
	       work->to >= p->woken[p->level];
}

static void follow_instead(struct fdd_path *p, int32_t waker, uint64_t from, uint64_t to)
{
	struct fdd_hop hop = p->hops[p->level];

	p->passed++;
	walk(p, waker, from, to);
	p->passed--;
	p->hops[p->level] = hop;
}

static void slept(struct fdd_path *p, uint32_t i, uint64_t from, uint64_t to)
{
	const struct fdd_life_stretch *s = &p->l->stretches[i];
	bool stopped = fdd_state_is_stopped(s->letter), own;
	const struct fdd_life_wake *wake;
	enum fdd_cause_kind kind;
	int32_t task;

	find_wait(p, i, from + (to - from) / 2);
	be_in_work(p, from, to);
	s = stopped ? s : &p->l->stretches[end_of_wait(p, i)];
	wake = wake_after(p, s - p->l->stretches);
	task = stopped ? 0 : task_behind(p, wake, s->to, from, to, &own);
	if (task && hands_on(p, s)) {
		follow_instead(p, task, from, to);
		return;
	}
	if (task) {
		p->woken[p->level + 1] = s->to;
		follow(p, task, own, from, to);
		return;
	}
	kind = kind_of_sleep(p, s->letter, wake);
	add_sleep(p, kind, wake, s->to, from, to);
	if (kind == FDD_CAUSE_ASKED)
		look_behind(p, wake, s->to, from, to);
}

/* All states of a task */

/*
 * The holder of a futex with priority inheritance, or of an rt_mutex, which is spun for while the
 * holder runs: it wakes the one that spins. 0: not known
 */
static int32_t holder_of_rt_mutex(const struct fdd_path *p, const struct fdd_life_call *c,
				  uint64_t from, uint64_t to)
{
	int32_t holder;

	while (c && !facts_of(p, c->func)->rt_mutex)
		c = fdd_lives_around(p->l, c);
	holder = c ? fdd_lives_end_of_spin(p->l, c->pid, from, c->end) : 0;
	if (!holder || p->level + 1 == FDD_PATH_HOPS || is_in_chain(p, holder) ||
	    !is_known(p->l, holder, from, to))
		return 0;
	return holder;
}

static void ran(struct fdd_path *p, uint64_t from, uint64_t to)
{
	int32_t pid = p->hops[p->level].pid;

	while (from < to) {
		const struct fdd_life_call *c = fdd_lives_call(p->l, pid, from);
		const struct fdd_life_call *next = fdd_lives_next_call(p->l, pid, from);
		uint64_t end = c && c->end < to ? c->end : to;
		enum fdd_cause_kind kind;
		int32_t holder;

		end = next && next->start < end ? next->start : end;
		end = from < p->l->partly.from && p->l->partly.from < end ? p->l->partly.from : end;
		holder = holder_of_rt_mutex(p, c, from, end);
		if (holder) {
			be_in_wait(p, from);
			p->woken[p->level + 1] = end;
			follow(p, holder, false, from, end);
		} else {
			kind = be_running(p, c, from, &end);
			kind = look_if_recorded(p, kind, c, from, end);
			add_run(p, kind, spun_for(p, from, end), from, end);
		}
		from = end;
	}
}

static void add_gap(struct fdd_path *p, uint64_t from, uint64_t to)
{
	be_in(p, 0, 0);
	add_piece(p, FDD_CAUSE_UNKNOWN, 0, from, to);
}

/* The same wait at both times, whatever was between them? */
static bool is_in_one_wait(const struct fdd_path *p, int32_t pid, uint64_t from, uint64_t to)
{
	const struct fdd_life_call *c = fdd_lives_call(p->l, pid, from);

	for (unsigned int n = 0; c && n < FDD_MAX_DEPTH; c = fdd_lives_around(p->l, c), n++) {
		const struct fdd_func_facts *facts = facts_of(p, c->func);

		if (c->end >= to && (facts->wait || facts->child_wait ||
				     facts->duty == FDD_DUTY_REQUEST))
			return true;
	}
	return false;
}

/*
 * From when on is the state of a task known that has not run in between? A CPU that lost records
 * may have run it. Running ends by a record of the same CPU, so that it is known.
 */
static uint64_t known_from(const struct fdd_path *p, const struct fdd_life_stretch *s,
			   uint64_t from, uint64_t to)
{
	const struct fdd_gap *gap = fdd_gaps_last(&p->l->gaps, from, to);

	if (!gap || s->state == FDD_STATE_RUNNING ||
	    (s->state == FDD_STATE_ASLEEP && is_in_one_wait(p, s->pid, from, to)))
		return from;
	return gap->to < to ? gap->to : to;
}

static void walk(struct fdd_path *p, int32_t pid, uint64_t from, uint64_t to)
{
	const struct fdd_lives *l = p->l;

	p->hops[p->level] = (struct fdd_hop){ .pid = pid, .comm = fdd_lives_comm(l, pid, from) };
	for (uint32_t i = fdd_lives_stretch(l, pid, from); i < l->nr_stretches && from < to; i++) {
		const struct fdd_life_stretch *s = &l->stretches[i];
		uint64_t end = s->to < to ? s->to : to;

		if (s->pid != pid || s->from >= to)
			break;
		if (s->from > from) {
			add_gap(p, from, s->from);
			from = s->from;
		}
		if (end <= from)
			continue;
		p->wait += !p->level;
		add_gap(p, from, known_from(p, s, from, end));
		from = known_from(p, s, from, end);
		if (s->state == FDD_STATE_RUNNING)
			ran(p, from, end);
		else if (s->state == FDD_STATE_READY)
			was_ready(p, s, from, end);
		else
			slept(p, i, from, end);
		from = end;
	}
	add_gap(p, from, to);
}

/* From outside */

/* Of each function that has a name by now */
static void make_room_for_facts(struct fdd_path *p)
{
	uint32_t nr = p->l->m->funcs.nr + 1;

	if (nr <= p->nr_facts)
		return;
	p->facts = xrealloc(p->facts, nr * sizeof(*p->facts));
	memset(p->facts + p->nr_facts, 0, (nr - p->nr_facts) * sizeof(*p->facts));
	p->nr_facts = nr;
}

void fdd_path_begin(struct fdd_path *p, const struct fdd_lives *l)
{
	*p = (struct fdd_path){ .l = l };
	make_room_for_facts(p);
	p->names.most = FDD_MAX_NAMES;
	p->names.most_text = FDD_MAX_FUNC_TEXT;
	p->names.most_len = FDD_MAX_FUNC_LEN;
	/* 0 is no name */
	p->names.other = fdd_names_get(&p->names, "(others)", 8);
}

void fdd_path_note_call(struct fdd_path *p, int32_t pid, const char *call, bool at_end)
{
	struct fdd_names *funcs = &p->l->m->funcs;
	uint32_t func;
	char *name;

	if (!*call || asprintf(&name, FDD_UNSEEN_CALL "%s", call) < 0)
		return;
	func = fdd_names_get(funcs, name, strlen(name));
	*fdd_map_get(at_end ? &p->open : &p->begun, pid) = func + 1ull;
	make_room_for_facts(p);
	free(name);
}

/* When it executed the program: the first execve, which ended well if others follow it. */
static uint64_t exec_of(const struct fdd_lives *l, int32_t pid, uint64_t from)
{
	const struct fdd_life_call *c = fdd_lives_next_call(l, pid, 0);

	for (; c && c < l->calls + l->nr_calls && c->pid == pid; c++) {
		const char *call = fdd_system_call(fdd_name(&l->m->funcs, c->func));

		if (call && !strncmp(call, "execve", 6))
			return c->start;
	}
	return from;
}

bool fdd_path_add_command(struct fdd_path *p, int32_t pid)
{
	const struct fdd_lives *l = p->l;
	uint32_t i = fdd_lives_stretch(l, pid, 0);
	uint64_t from, to;

	if (i == l->nr_stretches || l->stretches[i].pid != pid)
		return false;
	from = exec_of(l, pid, l->stretches[i].from);
	for (to = from; i < l->nr_stretches && l->stretches[i].pid == pid; i++) {
		const struct fdd_life_stretch *s = &l->stretches[i];

		if (fdd_state_is_dead(s->letter))
			break;
		to = s->to;
	}
	if (to <= from)
		return false;
	p->own[0] = true;
	walk(p, pid, from, to);
	return true;
}

void fdd_path_add_task(struct fdd_path *p, int32_t pid)
{
	p->own[0] = true;
	walk(p, pid, fdd_lives_begin_of(p->l, pid), fdd_lives_end_of(p->l, pid));
}

void fdd_path_add_time(struct fdd_path *p, int32_t pid, uint64_t from, uint64_t to)
{
	p->own[0] = false;
	walk(p, pid, from, to);
}

static int most_time(const void *a, const void *b)
{
	const struct fdd_cause *x = a, *y = b;

	return (x->ns < y->ns) - (x->ns > y->ns);
}

static int most_of_group(const void *a, const void *b)
{
	const struct fdd_cause_group *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return (x->cause > y->cause) - (x->cause < y->cause);
}

/* One finding: what the program, or its child, did itself, or the system call it waited in. */
static uint64_t group_key(const struct fdd_path *p, const struct fdd_cause *c)
{
	const struct fdd_hop *h = &c->hops[c->base];
	bool itself = c->base + 1 == c->nr_hops;
	uint64_t key = fdd_hash64((uint64_t)(itself ? c->kind + 1 : FDD_CAUSE_SLEEP + 1) << 32 |
				  h->call);

	if (c->kind == FDD_CAUSE_UNKNOWN)
		return FDD_CAUSE_UNKNOWN;
	if (itself && c->kind == FDD_CAUSE_READY)
		key = fdd_hash64(key + c->name);
	for (const char *comm = comm_name(p, h->comm); *comm; comm++)
		key = fdd_hash64(key + (unsigned char)*comm);
	return key;
}

/* What a task of the program waited for itself, and which task that was of */
static uint64_t link_key(const struct fdd_path *p, const struct fdd_cause *c)
{
	uint64_t key = fdd_hash64((uint64_t)c->group << 32 | c->hops[c->base].func);

	if (c->base + 1 == c->nr_hops)
		return fdd_hash64(key + c->name + 1);
	for (const char *comm = comm_name(p, c->hops[c->base + 1].comm); *comm; comm++)
		key = fdd_hash64(key + (unsigned char)*comm);
	return key;
}

/*
 * A group is named after the largest cause of those with the same first link, which may be many: a
 * lock has owners that do different things.
 */
static void name_groups(struct fdd_path *p)
{
	struct fdd_map sums = { 0 };

	for (uint32_t i = 0; i < p->nr; i++) {
		p->causes[i].link = link_key(p, &p->causes[i]);
		*fdd_map_get(&sums, p->causes[i].link) += p->causes[i].ns;
	}
	for (uint32_t i = 0; i < p->nr; i++) {
		struct fdd_cause_group *g = &p->groups[p->causes[i].group];
		uint64_t sum = *fdd_map_find(&sums, p->causes[i].link);

		if (sum <= g->link_ns)
			continue;
		g->link_ns = sum;
		g->cause = i;
	}
	fdd_map_free(&sums);
}

void fdd_path_finish(struct fdd_path *p)
{
	struct fdd_map keys = { 0 };

	share_out_all(p);
	if (p->nr)
		qsort(p->causes, p->nr, sizeof(*p->causes), most_time);
	p->groups = xcalloc(p->nr + 1, sizeof(*p->groups));
	for (uint32_t i = 0; i < p->nr; i++) {
		uint64_t *number = fdd_map_get(&keys, group_key(p, &p->causes[i]));

		if (!*number) {
			p->groups[p->nr_groups].id = p->nr_groups;
			*number = ++p->nr_groups;
		}
		p->causes[i].group = *number - 1;
		p->groups[*number - 1].ns += p->causes[i].ns;
		/* a wait may have several causes */
		if (p->causes[i].times > p->groups[*number - 1].times)
			p->groups[*number - 1].times = p->causes[i].times;
	}
	name_groups(p);
	if (p->nr_groups)
		qsort(p->groups, p->nr_groups, sizeof(*p->groups), most_of_group);
	fdd_map_free(&keys);
	if (p->behind)
		fdd_path_finish(p->behind);
}

void fdd_path_free(struct fdd_path *p)
{
	if (p->behind)
		fdd_path_free(p->behind);
	free(p->behind);
	free(p->causes);
	free(p->groups);
	free(p->facts);
	free(p->recorded);
	fdd_map_free(&p->recorded_at);
	fdd_map_free(&p->keys);
	fdd_names_free(&p->names);
	fdd_map_free(&p->disks);
	fdd_map_free(&p->begun);
	fdd_map_free(&p->open);
}
