// SPDX-License-Identifier: GPL-2.0
/*
 * Where the time of a call went.
 *
 * DOC: the parts
 *
 * Each instant of the call is in one part. In this order: unknown where events were lost;
 * asleep or waiting by the task's switches; in an interrupt, if one was on top of it; else
 * the task was running, in the innermost recorded call. Without sched_switch the self time
 * of functions that only sleep is time asleep.
 *
 * A waker that is a task is explained in the same way, for the time of the sleep that it
 * ended. This ends at an interrupt, at a task that is in the chain already, or at
 * FDD_WHY_LEVELS.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/away.h"
#include "model/spans.h"
#include "model/why.h"
#include "model/work.h"

#define FOLLOWED	5	/* parts asleep whose wakers are explained */
#define LOOK_BACK	4096	/* events before a wake that may be the begin of an interrupt */

#define COUNTED	1024	/* reasons with a number of lost events; then they are joined */
#define LOOK_FAR	65536	/* switches before or after a wait */

struct why {
	const struct fdd_windows *ws;
	const struct fdd_window	*w;
	int32_t			path[FDD_WHY_LEVELS + 1];
	uint64_t		*switches;	/* CPU and number, in order; NULL: not yet */
};

/* One task during some time. */
struct told {
	struct why		*y;
	int32_t			pid;
	uint64_t		from, to;
	unsigned int		level;		/* 0: the call's own */
	uint64_t		off;		/* time off the CPU, at unknown times */
	struct fdd_aways	aways;
	struct fdd_spans	cover;		/* all but running */
	struct fdd_names	names;		/* of interrupts and reasons */
	struct fdd_map		groups;		/* key -> part + 1 */
	struct fdd_map		shares;		/* part and name -> share + 1 */
	struct fdd_names	share_names;
	struct fdd_why_parts	*parts;
	const struct fdd_away	**longest;	/* of each part asleep */
	uint32_t		cap_longest;
};

static const struct fdd_source *source_of(const struct why *y)
{
	return &y->ws->m->sources[y->w->call.source];
}

static const char *func_name(const struct why *y, uint32_t func)
{
	return fdd_name(&y->ws->m->funcs, func);
}

/* "dd-173"; "<idle>" for the idle task of any CPU */
static char *task_name(const struct why *y, int32_t pid)
{
	const char *comm = fdd_windows_comm(y->ws, y->w->call.source, pid);
	char *name = NULL;

	if (pid <= 0)
		return xstrdup(pid ? "?" : "<idle>");
	if (asprintf(&name, "%s-%d", *comm ? comm : "<...>", pid) < 0)
		return xstrdup("?");
	return name;
}

/* Parts and their shares */

static uint32_t new_part(struct told *t, enum fdd_why_kind kind)
{
	struct fdd_why_parts *p = t->parts;
	uint32_t before = p->cap;

	GROW(p->list, p->nr, p->cap);
	if (p->cap != before)
		t->longest = xrealloc(t->longest, p->cap * sizeof(*t->longest));
	t->longest[p->nr] = NULL;
	p->list[p->nr] = (struct fdd_why_part){ .kind = kind };
	return p->nr++;
}

static uint32_t parts_of_kind(const struct told *t, enum fdd_why_kind kind)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < t->parts->nr; i++)
		nr += t->parts->list[i].kind == kind;
	return nr;
}

/* The part of a kind and key; beyond the limit one part for all others. @new: it was made. */
static uint32_t part_of(struct told *t, enum fdd_why_kind kind, uint64_t key, bool *new)
{
	uint64_t *number, all = fdd_hash64((uint64_t)kind << 32 | 0xfdd);

	key = fdd_hash64(key * FDD_WHY_KINDS + kind);
	*new = false;
	if (!fdd_map_find(&t->groups, key) && parts_of_kind(t, kind) >= FDD_WHY_GROUPS)
		key = all;
	number = fdd_map_get(&t->groups, key);
	if (!*number) {
		*number = new_part(t, kind) + 1;
		*new = key != all;
		t->parts->list[*number - 1].others = key == all;
	}
	return *number - 1;
}

static void add_share(struct told *t, uint32_t part, const char *name, uint64_t ns)
{
	struct fdd_why_part *p = &t->parts->list[part];
	uint32_t id = fdd_names_get(&t->share_names, name, strlen(name));
	uint64_t *number = fdd_map_get(&t->shares, (uint64_t)part << 32 | id);

	if (!*number) {
		p->shares = xrealloc(p->shares, (p->nr_shares + 1) * sizeof(*p->shares));
		p->shares[p->nr_shares] = (struct fdd_why_share){ .name = xstrdup(name) };
		*number = ++p->nr_shares;
	}
	p->shares[*number - 1].ns += ns;
	p->shares[*number - 1].times++;
}

static uint64_t add_time(struct told *t, uint32_t part, uint64_t ns)
{
	t->parts->list[part].ns += ns;
	t->parts->list[part].times++;
	return ns;
}

/* Time that is not known */

static uint32_t reason(struct told *t, const char *text)
{
	return fdd_names_get(&t->names, text, strlen(text));
}

static void add_gap(struct told *t, struct fdd_spans *s, const struct fdd_window_gap *gap,
		    uint64_t from, uint64_t to)
{
	char text[80];

	from = gap->from > from ? gap->from : from;
	to = gap->to < to ? gap->to : to;
	from = from > t->from ? from : t->from;
	to = to < t->to ? to : t->to;
	if (from >= to)
		return;
	if (gap->count && t->names.nr < COUNTED)
		snprintf(text, sizeof(text), "%llu events of CPU %u were lost",
			 (unsigned long long)gap->count, gap->cpu);
	else
		snprintf(text, sizeof(text), "events of CPU %u were lost", gap->cpu);
	fdd_spans_add(s, from, to, FDD_WHY_UNKNOWN, reason(t, text));
}

/* A time that the task was on a CPU, and the time behind it after it had left that CPU. */
struct stay {
	uint64_t	from, to;
	uint16_t	cpu;
};

static int by_cpu(const void *a, const void *b)
{
	const struct stay *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* One after the other; sorted by CPU. */
static struct stay *find_stays(const struct told *t)
{
	struct stay *stays = xcalloc(t->aways.nr + 1, sizeof(*stays));
	uint16_t cpu = t->y->w->call.cpu;
	uint64_t from = t->from;

	for (uint32_t i = 0; i < t->aways.nr; i++) {
		const struct fdd_away *a = &t->aways.list[i];

		stays[i] = (struct stay){ from, a->came, a->left_cpu };
		from = a->came;
		cpu = a->came_cpu;
	}
	stays[t->aways.nr] = (struct stay){ from, t->to, cpu };
	qsort(stays, t->aways.nr + 1, sizeof(*stays), by_cpu);
	return stays;
}

/* Number of the first one of that CPU that ends after a time; or of one behind these. */
static uint32_t first_stay(const struct stay *stays, uint32_t nr, uint16_t cpu, uint64_t time)
{
	uint32_t low = 0, high = nr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (stays[mid].cpu < cpu || (stays[mid].cpu == cpu && stays[mid].to <= time))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void add_gaps(struct told *t, struct fdd_spans *s)
{
	const struct fdd_window *w = t->y->w;
	uint32_t nr = t->aways.nr + 1;
	struct stay *stays;

	if (!w->nr_gaps)
		return;
	stays = find_stays(t);
	for (uint32_t g = 0; g < w->nr_gaps; g++) {
		const struct fdd_window_gap *gap = &w->gaps[g];
		uint32_t i = first_stay(stays, nr, gap->cpu, gap->from);

		for (; i < nr && stays[i].cpu == gap->cpu && stays[i].from < gap->to; i++)
			add_gap(t, s, gap, stays[i].from, stays[i].to);
	}
	free(stays);
}

static void find_unknown(struct told *t, struct fdd_spans *s)
{
	const struct fdd_window *w = t->y->w;

	add_gaps(t, s);
	if (w->cut)
		fdd_spans_add(s, w->cut > t->from ? w->cut : t->from, t->to, FDD_WHY_UNKNOWN,
			      reason(t, "more events than the limit"));
	if (!t->level && source_of(t->y)->overwritten && w->first > t->from)
		fdd_spans_add(s, t->from, w->first < t->to ? w->first : t->to, FDD_WHY_UNKNOWN,
			      reason(t, "earlier events were overwritten"));
	fdd_spans_flatten(s);
}

/* Away from a CPU */

static void add_clipped(const struct told *t, struct fdd_spans *s, uint64_t from, uint64_t to,
			enum fdd_why_kind kind, uint32_t index)
{
	from = from > t->from ? from : t->from;
	to = to < t->to ? to : t->to;
	fdd_spans_add(s, from, to, kind, index);
}

static void find_away(struct told *t, struct fdd_spans *s)
{
	uint32_t lost = reason(t, "a switch of the task is missing");

	for (uint32_t i = 0; i < t->aways.nr; i++) {
		const struct fdd_away *a = &t->aways.list[i];

		if (a->lost) {
			add_clipped(t, s, a->left, a->came, FDD_WHY_UNKNOWN, lost);
			continue;
		}
		add_clipped(t, s, a->left, a->woken, FDD_WHY_ASLEEP, i);
		add_clipped(t, s, a->woken, a->came, FDD_WHY_WAITING, i);
	}
	fdd_spans_flatten(s);
}

/* Interrupts on top of the call */

/*
 * The begin and the end of an interrupt run in the task's context, so their records do not
 * say that they belong to an interrupt.
 */
static bool is_part_of_interrupt(const char *func)
{
	static const char *const names[] = {
		"irq_enter_rcu", "irq_exit_rcu", "__irq_exit_rcu", "irq_enter", "irq_exit",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(func, names[i]))
			return true;
	return false;
}

static bool is_interrupt(const struct why *y, const struct fdd_window_call *c)
{
	const struct fdd_call *own = &y->w->call;

	if (c->pid != own->pid || (own->pid <= 0 && c->cpu != own->cpu))
		return false;
	return c->context > own->context ||
	       (c->context == own->context && is_part_of_interrupt(func_name(y, c->func)));
}

/* The spans' index is the call's number, or the event's behind all calls. */
static void find_interrupt_calls(struct told *t, struct fdd_spans *s)
{
	const struct fdd_window *w = t->y->w;

	for (uint32_t i = 0; i < w->nr_calls; i++)
		if (is_interrupt(t->y, &w->calls[i]))
			add_clipped(t, s, w->calls[i].start, w->calls[i].end,
				    FDD_WHY_INTERRUPTS, i);
}

/* Events of softirqs in their own thread are not on top of it. */
static bool is_ksoftirqd(const struct why *y, int32_t pid)
{
	return !strncmp(fdd_windows_comm(y->ws, y->w->call.source, pid), "ksoftirqd/", 10);
}

static bool is_work_on_top(const struct told *t, const struct fdd_window_work *work)
{
	const struct fdd_call *own = &t->y->w->call;

	if (work->pid != own->pid || (own->pid <= 0 && work->cpu != own->cpu))
		return false;
	return work->kind == FDD_WORK_IRQ ||
	       (work->kind == FDD_WORK_SOFTIRQ && !is_ksoftirqd(t->y, work->pid));
}

static void find_interrupt_events(struct told *t, struct fdd_spans *s)
{
	const struct fdd_window *w = t->y->w;
	uint32_t open[16], nr = 0;

	if (w->call.context != FDD_CTX_TASK)
		return;
	for (uint32_t i = 0; i < w->nr_work; i++) {
		const struct fdd_window_work *work = &w->work[i];

		if (!is_work_on_top(t, work))
			continue;
		if (!work->ends && nr < ARRAY_SIZE(open)) {
			open[nr++] = i;
			continue;
		}
		while (work->ends && nr) {
			const struct fdd_window_work *begin = &w->work[open[--nr]];

			if (begin->kind != work->kind)
				continue;
			add_clipped(t, s, begin->at.time, work->at.time, FDD_WHY_INTERRUPTS,
				    w->nr_calls + open[nr]);
			break;
		}
	}
}

static char *work_name(const struct why *y, const struct fdd_window_work *work)
{
	return fdd_work_name(work->kind, fdd_name(&y->ws->names, work->name));
}

/* "__common_interrupt (irq 24 nvme0q1)": the outermost function, and the first event in it. */
static char *interrupt_name(const struct why *y, uint32_t func, uint32_t event)
{
	const struct fdd_window *w = y->w;
	char *name = NULL, *work;

	if (event == UINT32_MAX)
		return xstrdup(func_name(y, w->calls[func].func));
	work = work_name(y, &w->work[event - w->nr_calls]);
	if (func == UINT32_MAX)
		return work;
	if (asprintf(&name, "%s (%s)", func_name(y, w->calls[func].func), work) < 0)
		name = xstrdup("?");
	free(work);
	return name;
}

/* Join what overlaps: one interrupt each, with its name. */
static void join_interrupts(struct told *t, struct fdd_spans *found, struct fdd_spans *s)
{
	uint32_t nr_calls = t->y->w->nr_calls;

	for (uint32_t i = 0, next; i < found->nr; i = next) {
		uint32_t func = UINT32_MAX, event = UINT32_MAX;
		uint64_t end = found->list[i].to;
		char *name;

		for (next = i; next < found->nr && (next == i || found->list[next].from < end);
		     next++) {
			const struct fdd_cover_span *span = &found->list[next];

			end = span->to > end ? span->to : end;
			if (span->index < nr_calls)
				func = func == UINT32_MAX ? span->index : func;
			else
				event = event == UINT32_MAX ? span->index : event;
		}
		name = interrupt_name(t->y, func, event);
		fdd_spans_add(s, found->list[i].from, end, FDD_WHY_INTERRUPTS, reason(t, name));
		free(name);
	}
}

static void find_interrupts(struct told *t, struct fdd_spans *s)
{
	struct fdd_spans found = { 0 };

	find_interrupt_calls(t, &found);
	find_interrupt_events(t, &found);
	fdd_spans_sort(&found);
	join_interrupts(t, &found, s);
	fdd_spans_free(&found);
}

/* Without sched_switch: functions that only sleep. An idle CPU's sleep is never a switch. */

static bool only_sleeps(const struct why *y, uint32_t func)
{
	if (func < FDD_FUNC_IDLE || func >= FDD_FUNC_FIRST)
		return false;
	if (func < FDD_FUNC_SLEEPS)
		return !y->w->call.pid;
	return !source_of(y)->switches && !y->w->measured;
}

static bool is_own(const struct why *y, const struct fdd_window_call *c)
{
	const struct fdd_call *own = &y->w->call;

	return c->context == own->context &&
	       c->key == fdd_window_key(own->context, own->pid, own->cpu);
}

static void find_sleepers(struct told *t, struct fdd_spans *s)
{
	const struct fdd_window *w = t->y->w;

	if (w->call.context != FDD_CTX_TASK)
		return;
	if (only_sleeps(t->y, w->call.func))
		fdd_spans_add(s, t->from, t->to, FDD_WHY_ASLEEP, UINT32_MAX);
	for (uint32_t i = 0; i < w->nr_calls; i++)
		if (is_own(t->y, &w->calls[i]) && only_sleeps(t->y, w->calls[i].func))
			add_clipped(t, s, w->calls[i].start, w->calls[i].end, FDD_WHY_ASLEEP,
				    UINT32_MAX);
	fdd_spans_flatten(s);
}

/* Chains of calls */

/* A call and those around it. */
static void chain_of(const struct why *y, const struct fdd_window_call *c,
		     struct fdd_why_chain *chain)
{
	*chain = (struct fdd_why_chain){ 0 };
	for (; c && chain->nr < FDD_WHY_CHAIN; c = fdd_window_parent(y->w, c))
		chain->funcs[chain->nr++] = c->func;
	chain->more = c;
}

static void chain_at(const struct why *y, uint64_t key, uint64_t time,
		     struct fdd_why_chain *chain)
{
	chain_of(y, fdd_window_at(y->w, key, time), chain);
}

static uint64_t chain_key(const struct fdd_why_chain *chain)
{
	uint64_t key = chain->nr;

	for (unsigned int i = 0; i < chain->nr; i++)
		key = fdd_hash64(key + chain->funcs[i]);
	return key;
}

/* Wakers */

/* The event of an interrupt, or of a worker's item, that was open at a wake; or NULL. */
static const struct fdd_window_work *open_work(const struct fdd_window *w,
					       const struct fdd_window_wake *wake, bool queued)
{
	uint32_t low = 0, high = w->nr_work, ended = 0;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (w->work[mid].at.time <= wake->at.time)
			low = mid + 1;
		else
			high = mid;
	}
	for (uint32_t n = 0; low-- && n < LOOK_BACK; n++) {
		const struct fdd_window_work *work = &w->work[low];

		bool item = work->kind == FDD_WORK_QUEUED;

		if (item != queued ||
		    (queued ? work->pid != wake->waker : work->cpu != wake->cpu))
			continue;
		if (!work->ends && !ended)
			return work;
		ended += work->ends ? 1 : -1;
	}
	return NULL;
}

/* Text has microseconds only: the wake may be later in the same one. */
static void chain_of_waker(const struct why *y, const struct fdd_window_wake *wake,
			   struct fdd_why_chain *chain)
{
	uint64_t key = fdd_window_key(wake->context, wake->waker, wake->cpu);
	struct fdd_why_chain later;

	chain_at(y, key, wake->at.time, chain);
	if (!wake->slack)
		return;
	chain_at(y, key, wake->at.time + wake->slack - 1, &later);
	if (later.nr > chain->nr)
		*chain = later;
}

/*
 * wq_barrier_func() wakes a task that waits for the end of an item: the one that this worker
 * executed before it.
 */
static const struct fdd_window_work *before_barrier(const struct why *y,
						    const struct fdd_window_work *barrier)
{
	const struct fdd_window *w = y->w;
	uint32_t n = 0;

	if (strcmp(fdd_name(&y->ws->names, barrier->name), "wq_barrier_func"))
		return barrier;
	for (const struct fdd_window_work *work = barrier; work-- > w->work && n < LOOK_BACK; n++)
		if (work->kind == FDD_WORK_QUEUED && work->pid == barrier->pid && !work->ends)
			return work;
	return barrier;
}

static void find_waker(const struct why *y, const struct fdd_window_wake *wake,
		       struct fdd_why_waker *waker)
{
	const struct fdd_window_work *work;

	*waker = (struct fdd_why_waker){ 0 };
	if (!wake || wake->waker < 0)
		return;
	work = open_work(y->w, wake, false);
	waker->kind = (wake->context != FDD_CTX_TASK || work) && !is_ksoftirqd(y, wake->waker) ?
		      FDD_WAKER_INTERRUPT : FDD_WAKER_TASK;
	if (waker->kind == FDD_WAKER_TASK && !work)
		work = open_work(y->w, wake, true);
	if (work && work->kind == FDD_WORK_QUEUED)
		work = before_barrier(y, work);
	waker->pid = wake->waker;
	waker->cpu = wake->cpu;
	waker->task = task_name(y, wake->waker);
	waker->work = work ? work_name(y, work) : NULL;
	chain_of_waker(y, wake, &waker->chain);
}

static uint64_t waker_key(struct told *t, const struct fdd_why_waker *waker)
{
	uint64_t key = chain_key(&waker->chain) * 3 + waker->kind;

	if (waker->work)
		key += fdd_hash64(reason(t, waker->work) + 1);
	return waker->kind == FDD_WAKER_TASK ? fdd_hash64(key + waker->pid) : key;
}

static void free_waker(struct fdd_why_waker *waker)
{
	free(waker->task);
	free(waker->work);
	fdd_why_free(waker->meanwhile);
}

/* Counting the spans */

static void count_asleep(struct told *t, const struct fdd_cover_span *span)
{
	const struct fdd_away *a = span->index < t->aways.nr ? &t->aways.list[span->index] : NULL;
	uint64_t middle = a ? a->left + (a->came - a->left) / 2 :
			      span->from + (span->to - span->from) / 2;
	const struct fdd_call *own = &t->y->w->call;
	struct fdd_why_waker waker;
	struct fdd_why_chain chain;
	struct fdd_why_part *p;
	uint64_t ns;
	uint32_t i;
	bool new;

	chain_at(t->y, fdd_window_key(FDD_CTX_TASK, t->pid, own->cpu), middle, &chain);
	find_waker(t->y, a ? a->wake : NULL, &waker);
	i = part_of(t, FDD_WHY_ASLEEP, (chain_key(&chain) * 31 + waker_key(t, &waker)) * 31 +
				       (a ? a->state : 0), &new);
	ns = add_time(t, i, span->to - span->from);
	p = &t->parts->list[i];
	if (new || (ns > p->longest && !p->others)) {
		free_waker(&p->waker);
		p->waker = waker;
		p->chain = chain;
		p->longest = ns;
		p->state = a ? a->state : '\0';
		t->longest[i] = a;
		return;
	}
	free_waker(&waker);
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void sort_switches(struct why *y)
{
	const struct fdd_window *w = y->w;

	y->switches = xcalloc(w->nr_switches + 1, sizeof(*y->switches));
	for (uint32_t i = 0; i < w->nr_switches; i++)
		y->switches[i] = (uint64_t)w->switches[i].cpu << 32 | i;
	qsort(y->switches, w->nr_switches, sizeof(*y->switches), by_number);
}

/* The first one of these that is not before switch @i on a CPU. */
static uint32_t switch_of_cpu(const struct why *y, uint32_t i, uint16_t cpu)
{
	uint32_t low = 0, high = y->w->nr_switches;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (y->switches[mid] < ((uint64_t)cpu << 32 | i))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The task that a CPU ran before the first switch after a time; -1: unknown. */
static int32_t runner_before(struct why *y, uint32_t i, uint16_t cpu)
{
	const struct fdd_window *w = y->w;
	uint32_t at, number;

	if (!y->switches)
		sort_switches(y);
	at = switch_of_cpu(y, i, cpu);
	number = at < w->nr_switches ? (uint32_t)y->switches[at] : 0;
	if (at < w->nr_switches && y->switches[at] >> 32 == cpu && number - i < LOOK_FAR)
		return w->switches[number].prev;
	number = at ? (uint32_t)y->switches[at - 1] : 0;
	if (at && y->switches[at - 1] >> 32 == cpu && i - number <= LOOK_FAR)
		return w->switches[number].next;
	return -1;
}

static void add_runner(struct told *t, uint32_t part, int32_t pid, uint64_t ns)
{
	char *name;

	if (!ns)
		return;
	name = pid == t->pid ? xstrdup("the task itself") : task_name(t->y, pid);
	add_share(t, part, name, ns);
	free(name);
}

/* The tasks that the CPU ran while it waited in its queue. */
static void add_runners(struct told *t, uint32_t part, const struct fdd_queue *queue,
			uint64_t from, uint64_t to)
{
	const struct fdd_window *w = t->y->w;
	uint32_t i = fdd_window_switch_after(w, from);
	int32_t runner = runner_before(t->y, i, queue->cpu);
	uint64_t at = from;

	/* no switch of that CPU while it waited */
	if (runner < 0)
		runner = queue->runner;
	for (; i < w->nr_switches && w->switches[i].at.time < to; i++) {
		if (w->switches[i].cpu != queue->cpu)
			continue;
		add_runner(t, part, runner, w->switches[i].at.time - at);
		at = w->switches[i].at.time;
		runner = w->switches[i].next;
	}
	add_runner(t, part, runner, to - at);
}

static void count_queue(struct told *t, const struct fdd_away *a, const struct fdd_queue *queue,
			uint64_t from, uint64_t to)
{
	bool new;
	uint32_t i = part_of(t, FDD_WHY_WAITING, queue->cpu * 2u + a->preempted, &new);
	struct fdd_why_part *p = &t->parts->list[i];

	add_time(t, i, to - from);
	p->cpu = queue->cpu;
	p->preempted = a->preempted;
	p->longest = to - from > p->longest ? to - from : p->longest;
	if (queue->cpu != FDD_NO_QUEUE)
		add_runners(t, i, queue, from, to);
}

static void count_waiting(struct told *t, const struct fdd_cover_span *span)
{
	const struct fdd_away *a = &t->aways.list[span->index];

	for (uint64_t from = span->from, until; from < span->to; from = until) {
		const struct fdd_queue *queue = fdd_away_queue(&t->aways, a, from, &until);

		until = until < span->to ? until : span->to;
		count_queue(t, a, queue, from, until);
	}
}

static void count_interrupt(struct told *t, const struct fdd_cover_span *span)
{
	bool new;
	uint32_t part = part_of(t, FDD_WHY_INTERRUPTS, 0, &new);

	add_time(t, part, span->to - span->from);
	add_share(t, part, fdd_name(&t->names, span->index), span->to - span->from);
}

static void count_unknown(struct told *t, const struct fdd_cover_span *span)
{
	bool new;
	uint32_t part = part_of(t, FDD_WHY_UNKNOWN, span->index, &new);

	add_time(t, part, span->to - span->from);
	if (new)
		t->parts->list[part].reason = xstrdup(fdd_name(&t->names, span->index));
}

static void count_spans(struct told *t)
{
	static void (*const count[])(struct told *t, const struct fdd_cover_span *span) = {
		[FDD_WHY_ASLEEP] = count_asleep, [FDD_WHY_WAITING] = count_waiting,
		[FDD_WHY_INTERRUPTS] = count_interrupt, [FDD_WHY_UNKNOWN] = count_unknown,
	};

	for (uint32_t i = 0; i < t->cover.nr; i++)
		count[t->cover.list[i].kind](t, &t->cover.list[i]);
}

/* Running */

struct runs {
	const struct fdd_spans	*cover;
	uint32_t		next;		/* of the spans */
	uint64_t		at;
	struct fdd_map		selves;		/* function -> ns */
};

/* The time up to @to that nothing covers is that of a function. */
static void run_until(struct runs *r, uint64_t to, uint32_t func)
{
	uint64_t ns = 0;

	while (r->at < to) {
		const struct fdd_cover_span *span;

		while (r->next < r->cover->nr && r->cover->list[r->next].to <= r->at)
			r->next++;
		span = r->next < r->cover->nr ? &r->cover->list[r->next] : NULL;
		if (!span || span->from >= to) {
			ns += to - r->at;
			r->at = to;
			break;
		}
		if (span->from > r->at)
			ns += span->from - r->at;
		r->at = span->to < to ? span->to : to;
	}
	if (ns)
		*fdd_map_get(&r->selves, func) += ns;
}

/* Leave calls that ended before @time, and return the innermost open one. */
static const struct fdd_window_call *leave_calls(const struct told *t, struct runs *r,
						 const struct fdd_window_call *c, uint64_t time)
{
	while (c && c->end <= time) {
		run_until(r, c->end, c->func);
		c = fdd_window_parent(t->y->w, c);
	}
	return c;
}

static void run_calls(const struct told *t, struct runs *r)
{
	const struct fdd_window *w = t->y->w;
	const struct fdd_window_call *open = NULL;

	for (uint32_t i = 0; i < w->nr_calls; i++) {
		const struct fdd_window_call *c = &w->calls[i];

		if (!is_own(t->y, c))
			continue;
		open = leave_calls(t, r, open, c->start);
		run_until(r, c->start, open ? open->func : w->call.func);
		open = c;
	}
	open = leave_calls(t, r, open, t->to);
	run_until(r, t->to, w->call.func);
}

/*
 * Without sched_switch: the time off the CPU that calls were recorded with. It is known how
 * much of a call it was and in which of its callees, but not when.
 */

/* A part of the time that was taken for a function's own running. */
static uint64_t take_from(struct runs *r, uint32_t func, uint64_t ns)
{
	uint64_t *self = fdd_map_find(&r->selves, func);

	if (!self)
		return 0;
	ns = ns < *self ? ns : *self;
	*self -= ns;
	return ns;
}

static uint64_t count_off(struct told *t, struct runs *r, const struct fdd_window_call *c,
			  uint64_t asleep, uint64_t waiting)
{
	uint32_t func = c ? c->func : t->y->w->call.func, part;
	struct fdd_why_chain chain;
	bool new;

	asleep = take_from(r, func, asleep);
	waiting = take_from(r, func, waiting);
	if (asleep) {
		chain_of(t->y, c, &chain);
		part = part_of(t, FDD_WHY_ASLEEP, chain_key(&chain), &new);
		add_time(t, part, asleep);
		if (new)
			t->parts->list[part].chain = chain;
	}
	if (waiting)
		add_time(t, part_of(t, FDD_WHY_WAITING, UINT32_MAX, &new), waiting);
	return asleep + waiting;
}

/* What is left of @all, of which callees had @part. */
static void less_of_callee(uint64_t *all, uint64_t part)
{
	*all -= part < *all ? part : *all;
}

static uint64_t count_measured(struct told *t, struct runs *r)
{
	const struct fdd_window *w = t->y->w;
	uint64_t *asleep = xcalloc(w->nr_calls + 1, sizeof(*asleep));
	uint64_t *waiting = xcalloc(w->nr_calls + 1, sizeof(*waiting));
	uint64_t sum;

	/* by number + 1, as parents are: 0 is the call itself */
	asleep[0] = w->asleep;
	waiting[0] = w->waiting;
	for (uint32_t i = 0; i < w->nr_calls; i++) {
		const struct fdd_window_call *c = &w->calls[i];

		if (!is_own(t->y, c))
			continue;
		asleep[i + 1] = c->asleep;
		waiting[i + 1] = c->waiting;
		less_of_callee(&asleep[c->parent], c->asleep);
		less_of_callee(&waiting[c->parent], c->waiting);
	}
	sum = count_off(t, r, NULL, asleep[0], waiting[0]);
	for (uint32_t i = 0; i < w->nr_calls; i++)
		sum += count_off(t, r, &w->calls[i], asleep[i + 1], waiting[i + 1]);
	free(asleep);
	free(waiting);
	return sum;
}

static void count_running(struct told *t)
{
	struct runs r = { .cover = &t->cover, .at = t->from };
	bool new;
	uint32_t part = part_of(t, FDD_WHY_RUNNING, 0, &new);
	uint64_t ns = t->to - t->from;

	for (uint32_t i = 0; i < t->cover.nr; i++)
		ns -= t->cover.list[i].to - t->cover.list[i].from;
	add_time(t, part, ns);
	if (t->level)
		return;
	run_calls(t, &r);
	if (t->y->w->measured && !source_of(t->y)->switches)
		t->off = count_measured(t, &r);
	t->parts->list[part].ns -= t->off;
	for (size_t i = 0; r.selves.mask && i <= r.selves.mask; i++)
		if (r.selves.used[i] && r.selves.slots[i].value)
			add_share(t, part, func_name(t->y, r.selves.slots[i].key),
				  r.selves.slots[i].value);
	fdd_map_free(&r.selves);
}

/* The timeline */

/* Is it too short to be one of its own? */
static bool is_short(const struct told *t, uint64_t ns)
{
	return ns < (t->to - t->from) / FDD_WHY_SPANS;
}

static void add_to_timeline(struct told *t, uint64_t from, uint64_t to, enum fdd_why_kind kind)
{
	struct fdd_why_parts *p = t->parts;
	struct fdd_why_span *last = p->nr_spans ? &p->spans[p->nr_spans - 1] : NULL;

	if (from >= to)
		return;
	if (last && (last->kind == kind || is_short(t, last->to - last->from))) {
		if (to - from > last->longest) {
			last->longest = to - from;
			last->kind = kind;
		}
		last->to = to;
		return;
	}
	GROW(p->spans, p->nr_spans, p->cap_spans);
	p->spans[p->nr_spans++] = (struct fdd_why_span){ from, to, kind, to - from };
}

static void make_timeline(struct told *t)
{
	uint64_t at = t->from;

	for (uint32_t i = 0; i < t->cover.nr; i++) {
		const struct fdd_cover_span *span = &t->cover.list[i];

		add_to_timeline(t, at, span->from, FDD_WHY_RUNNING);
		add_to_timeline(t, span->from, span->to, span->kind);
		at = span->to;
	}
	add_to_timeline(t, at, t->to, FDD_WHY_RUNNING);
}

/* The end */

static int longest_share(const void *a, const void *b)
{
	const struct fdd_why_share *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return strcmp(x->name, y->name);
}

static int by_kind(const void *a, const void *b)
{
	const struct fdd_why_part *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->others != y->others)
		return x->others ? 1 : -1;
	return (x->ns < y->ns) - (x->ns > y->ns);
}

static void sort_parts(struct fdd_why_parts *parts)
{
	for (uint32_t i = 0; i < parts->nr; i++)
		if (parts->list[i].nr_shares)
			qsort(parts->list[i].shares, parts->list[i].nr_shares,
			      sizeof(*parts->list[i].shares), longest_share);
	if (parts->nr)
		qsort(parts->list, parts->nr, sizeof(*parts->list), by_kind);
}

static struct fdd_why_parts *explain(struct why *y, int32_t pid, uint64_t from, uint64_t to,
				     unsigned int level);

static bool is_in_path(const struct why *y, unsigned int level, int32_t pid)
{
	for (unsigned int i = 0; i <= level; i++)
		if (y->path[i] == pid)
			return true;
	return false;
}

static void follow(struct told *t, struct fdd_why_part *p, const struct fdd_away *a)
{
	struct fdd_why_waker *waker = &p->waker;
	uint64_t from = a && a->left > t->from ? a->left : t->from;

	if (!a || waker->kind != FDD_WAKER_TASK || waker->pid <= 0)
		return;
	waker->cycle = is_in_path(t->y, t->level, waker->pid);
	waker->cut = !waker->cycle && t->level + 1 == FDD_WHY_LEVELS;
	if (!waker->cycle && !waker->cut)
		waker->meanwhile = explain(t->y, waker->pid, from,
					   a->woken < t->to ? a->woken : t->to, t->level + 1);
}

/* The longest sleeps; of a waker only the longest one. */
static void follow_wakers(struct told *t)
{
	uint32_t most = t->level ? 1 : FOLLOWED;

	while (most--) {
		uint32_t best = UINT32_MAX;

		for (uint32_t i = 0; i < t->parts->nr; i++)
			if (t->longest[i] && (best == UINT32_MAX || t->parts->list[i].ns >
								    t->parts->list[best].ns))
				best = i;
		if (best == UINT32_MAX)
			break;
		follow(t, &t->parts->list[best], t->longest[best]);
		t->longest[best] = NULL;
	}
}

static void find_cover(struct told *t)
{
	void (*const find[])(struct told *t, struct fdd_spans *s) = {
		find_unknown, find_away, find_interrupts, find_sleepers,
	};
	/* of a waker only the calls at some moments are known, and no interrupts */
	size_t nr = t->level ? 2 : ARRAY_SIZE(find);

	if (t->pid > 0 && t->y->w->call.context == FDD_CTX_TASK)
		fdd_aways_find(&t->aways, t->y->w, t->pid, !t->level,
			       source_of(t->y)->migrations);
	for (size_t i = 0; i < nr; i++) {
		struct fdd_spans more = { 0 };

		find[i](t, &more);
		fdd_spans_cover(&t->cover, &more);
		fdd_spans_free(&more);
	}
}

static struct fdd_why_parts *explain(struct why *y, int32_t pid, uint64_t from, uint64_t to,
				     unsigned int level)
{
	struct told t = { .y = y, .pid = pid, .from = from, .to = to, .level = level };

	y->path[level] = pid;
	t.parts = xcalloc(1, sizeof(*t.parts));
	t.parts->task = task_name(y, pid);
	t.parts->ns = to - from;
	find_cover(&t);
	count_running(&t);
	count_spans(&t);
	follow_wakers(&t);
	if (!t.off)
		make_timeline(&t);
	sort_parts(t.parts);
	fdd_aways_free(&t.aways);
	fdd_spans_free(&t.cover);
	fdd_names_free(&t.names);
	fdd_names_free(&t.share_names);
	fdd_map_free(&t.groups);
	fdd_map_free(&t.shares);
	free(t.longest);
	return t.parts;
}

struct fdd_why_parts *fdd_why(const struct fdd_windows *ws, const struct fdd_window *w)
{
	struct why y = { .ws = ws, .w = w };
	struct fdd_why_parts *parts = explain(&y, w->call.pid, w->from, w->to, 0);

	free(y.switches);
	return parts;
}

void fdd_why_free(struct fdd_why_parts *parts)
{
	if (!parts)
		return;
	for (uint32_t i = 0; i < parts->nr; i++) {
		struct fdd_why_part *p = &parts->list[i];

		for (uint32_t j = 0; j < p->nr_shares; j++)
			free(p->shares[j].name);
		free(p->shares);
		free(p->reason);
		free_waker(&p->waker);
	}
	free(parts->list);
	free(parts->spans);
	free(parts->task);
	free(parts);
}

bool fdd_why_names(const struct fdd_why_parts *parts, int32_t pid)
{
	for (uint32_t i = 0; parts && i < parts->nr; i++) {
		const struct fdd_why_waker *waker = &parts->list[i].waker;

		if (waker->kind == FDD_WAKER_TASK &&
		    (waker->pid == pid || fdd_why_names(waker->meanwhile, pid)))
			return true;
	}
	return false;
}

uint64_t fdd_why_sum(const struct fdd_why_parts *parts, enum fdd_why_kind kind)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < parts->nr; i++)
		if (parts->list[i].kind == kind)
			sum += parts->list[i].ns;
	return sum;
}
