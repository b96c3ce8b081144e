// SPDX-License-Identifier: GPL-2.0
/* Prints where the time of calls went. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "model/away.h"
#include "view/chain.h"
#include "view/document.h"
#include "view/unreturned.h"
#include "view/where.h"
#include "view/why.h"

#define SHOWN_SHARES	5
#define SHOWN_GROUPS	5	/* of parts of one kind */

static void add_call(struct fdd_why_list *l, const struct fdd_window *w,
		     const struct fdd_row *row)
{
	struct fdd_why_call *c = &l->list[l->nr++];

	*c = (struct fdd_why_call){ .w = w, .parts = fdd_why(l->ws, w) };
	if (!row)
		return;
	c->p50 = fdd_pick_median(l->pick, row, &c->calls, &c->recorded);
	c->others = row->calls;
	c->others_ns = row->sum;
}

/* Does the explanation of @a name the task of @b, for the time of @b? */
static bool explains(const struct fdd_why_call *a, const struct fdd_why_call *b)
{
	const struct fdd_window *x = a->w, *y = b->w;

	return x->call.source == y->call.source && x->call.pid != y->call.pid &&
	       x->from < y->to && y->from < x->to && fdd_why_names(a->parts, y->call.pid);
}

/* One incident is one finding: that of the task that waits for the others. */
static bool is_explained(const struct fdd_why_list *l, uint32_t i)
{
	for (uint32_t n = 0; n < l->nr; n++)
		if (n != i && explains(&l->list[n], &l->list[i]) &&
		    (n < i || !explains(&l->list[i], &l->list[n])))
			return true;
	return false;
}

static void keep_findings(struct fdd_why_list *l)
{
	bool *drop = xcalloc(l->nr + 1, sizeof(*drop));
	uint32_t nr = 0;

	for (uint32_t i = 0; i < l->nr; i++)
		drop[i] = is_explained(l, i);
	for (uint32_t i = 0; i < l->nr; i++) {
		if (drop[i] || nr == FDD_FINDINGS)
			fdd_why_free(l->list[i].parts);
		else
			l->list[nr++] = l->list[i];
	}
	l->nr = nr;
	free(drop);
}

void fdd_why_list_init(struct fdd_why_list *l, const struct fdd_windows *ws, struct fdd_table *t,
		       const struct fdd_pick *pick)
{
	*l = (struct fdd_why_list){ .ws = ws, .t = t, .pick = pick };
	l->list = xcalloc(ws->nr + 1, sizeof(*l->list));
	for (uint32_t i = 0; i < ws->nr; i++)
		if (ws->list[i].found)
			add_call(l, &ws->list[i], fdd_table_row(t, pick->list[i].func));
	if (pick->by_function)
		keep_findings(l);
}

void fdd_why_list_free(struct fdd_why_list *l)
{
	for (uint32_t i = 0; i < l->nr; i++)
		fdd_why_free(l->list[i].parts);
	free(l->list);
	*l = (struct fdd_why_list){ 0 };
}

static const char *func_name(const struct fdd_why_list *l, uint32_t func)
{
	return fdd_name(&l->ws->m->funcs, func);
}

static const struct fdd_source *source_of(const struct fdd_why_list *l,
					  const struct fdd_why_call *c)
{
	return &l->ws->m->sources[c->w->call.source];
}

/* Names come from the trace. */
static void put_clean(FILE *f, const char *s)
{
	fdd_put_clean(f, s, strlen(s));
}

/* Exact, so that the parts add up: in ms or us, by the length of the call. */
static void put_time(FILE *f, uint64_t ns, uint64_t whole)
{
	if (whole >= 1000000)
		fprintf(f, "%llu.%06llu ms", (unsigned long long)(ns / 1000000),
			(unsigned long long)(ns % 1000000));
	else
		fprintf(f, "%llu.%03llu us", (unsigned long long)(ns / 1000),
			(unsigned long long)(ns % 1000));
}

static unsigned int percent(uint64_t ns, uint64_t whole)
{
	return whole ? (unsigned int)(ns * 100.0 / whole + 0.5) : 0;
}

/* Functions that every wakeup goes through */
static bool only_wakes(const char *func)
{
	static const char *const names[] = {
		"try_to_wake_up", "wake_up_process", "wake_up_q", "wake_up_state",
		"default_wake_function", "autoremove_wake_function", "woken_wake_function",
		"__wake_up", "__wake_up_common", "__wake_up_common_lock", "__wake_up_sync_key",
		"ttwu_queue_wakelist", "ttwu_do_activate", "select_task_rq_fair",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(func, names[i]))
			return true;
	return false;
}

static void put_in_chain(const struct fdd_why_list *l, FILE *f,
			 const struct fdd_why_chain *chain, bool of_waker)
{
	unsigned int from = 0;

	while (of_waker && from + 1 < chain->nr && only_wakes(func_name(l, chain->funcs[from])))
		from++;
	if (!chain->nr)
		return;
	fputs(" in ", f);
	fdd_put_chain(f, &l->ws->m->funcs, chain->funcs + from, chain->nr - from, chain->more);
}

static void put_waker(const struct fdd_why_list *l, FILE *f, const struct fdd_why_waker *waker)
{
	if (waker->kind == FDD_WAKER_INTERRUPT) {
		fputs("woken by an interrupt", f);
		if (waker->work) {
			fputs(" (", f);
			put_clean(f, waker->work);
			fputc(')', f);
		}
	} else {
		fputs("woken by ", f);
		put_clean(f, waker->task);
	}
	put_in_chain(l, f, &waker->chain, true);
	if (waker->kind == FDD_WAKER_TASK && waker->work) {
		fputs(", ", f);
		put_clean(f, waker->work);
	}
	fprintf(f, ", on CPU %u", waker->cpu);
	if (waker->cycle)
		fputs(", a task of this chain", f);
	if (waker->cut)
		fprintf(f, ", and so on (more than %d wakers)", FDD_WHY_LEVELS);
}

/*
 * The CPU had nothing to do: why did it not run the task? After a wakeup it needs some time to
 * leave its idle state. A task that did not sleep is taken from the queue by cpu.max.
 */
#define MOST_LATENCY	(5 * NSEC_PER_MSEC)

static const char *idle_text(const struct fdd_why_part *p)
{
	if (p->preempted)
		return " (throttled by cpu.max, or kept off that CPU)";
	return p->longest <= MOST_LATENCY ? " (wake-up latency)" :
	       " (wake-up latency, or throttled by cpu.max)";
}

/* The functions in which a task spins until the holder of a lock lets it go. */
static bool only_spins(const char *func)
{
	static const char *const names[] = {
		"native_queued_spin_lock_slowpath", "queued_spin_lock_slowpath",
		"__pv_queued_spin_lock_slowpath", "queued_read_lock_slowpath",
		"queued_write_lock_slowpath", "mutex_spin_on_owner", "rwsem_spin_on_owner",
		"rwsem_optimistic_spin", "osq_lock", "resilient_queued_spin_lock_slowpath",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(func, names[i]))
			return true;
	return false;
}

static void put_shares(FILE *f, const struct fdd_why_part *p, uint64_t whole)
{
	uint64_t rest = 0;

	for (uint32_t i = 0; i < p->nr_shares; i++) {
		if (i >= SHOWN_SHARES) {
			rest += p->shares[i].ns;
			continue;
		}
		fputs(i ? ", " : "", f);
		put_clean(f, p->shares[i].name);
		if (p->kind == FDD_WHY_WAITING && !strcmp(p->shares[i].name, "<idle>"))
			fputs(idle_text(p), f);
		if (p->kind == FDD_WHY_RUNNING && only_spins(p->shares[i].name))
			fputs(" (spinning on a lock)", f);
		fputc(' ', f);
		put_time(f, p->shares[i].ns, whole);
	}
	if (p->nr_shares > SHOWN_SHARES) {
		fprintf(f, ", %u more ", p->nr_shares - SHOWN_SHARES);
		put_time(f, rest, whole);
	}
}

static void put_times(FILE *f, uint64_t times)
{
	if (times > 1)
		fprintf(f, ", %llu times", (unsigned long long)times);
}

/* Without it, a call may have waited for a CPU while it seems to run. */
static bool knows_running(const struct fdd_why_list *l, const struct fdd_why_call *c)
{
	return source_of(l, c)->switches || c->w->measured;
}

static void put_waiting(FILE *f, const struct fdd_why_part *p, uint64_t whole)
{
	if (p->cpu == FDD_NO_QUEUE && !p->others) {
		fputs("ready, but moved to another CPU at an unknown time", f);
	} else if (!p->nr_shares) {
		fputs("ready, but without a CPU", f);
	} else {
		fprintf(f, p->others ? "ready, but other CPUs ran " : "ready, but CPU %u ran ",
			p->cpu);
		put_shares(f, p, whole);
	}
}

/* What the time of a part was, on one line. */
static void put_part(const struct fdd_why_list *l, FILE *f, const struct fdd_why_part *p,
		     uint64_t whole, bool switches)
{
	switch (p->kind) {
	case FDD_WHY_RUNNING:
		fputs(switches ? "running" : "running, or waiting for a CPU", f);
		fputs(p->nr_shares ? ": " : "", f);
		put_shares(f, p, whole);
		break;
	case FDD_WHY_ASLEEP:
		fputs(fdd_asleep_text(p->state), f);
		put_in_chain(l, f, &p->chain, false);
		fputs(p->others ? ", in other ways" : "", f);
		put_times(f, p->times);
		break;
	case FDD_WHY_WAITING:
		put_waiting(f, p, whole);
		break;
	case FDD_WHY_INTERRUPTS:
		fputs("interrupts: ", f);
		put_shares(f, p, whole);
		break;
	default:
		fputs("not known: ", f);
		put_clean(f, p->reason ? p->reason : "several reasons");
	}
}

#define INDENT	24

static void print_waker(const struct fdd_why_list *l, FILE *to, const struct fdd_why_part *p,
			uint64_t whole, int level);

static void print_meanwhile(const struct fdd_why_list *l, FILE *to, const struct fdd_why_parts *m,
			    uint64_t whole, int level)
{
	for (uint32_t i = 0; i < m->nr; i++) {
		const struct fdd_why_part *p = &m->list[i];

		/* a hundredth of the sleep, and the longest sleep in any case */
		if (p->ns < m->ns / 100 && !p->waker.meanwhile)
			continue;
		fprintf(to, "%*smeanwhile it was ", INDENT + 2 * level, "");
		if (p->kind == FDD_WHY_RUNNING)
			fputs("running", to);
		else
			put_part(l, to, p, whole, true);
		fputs(p->kind == FDD_WHY_WAITING ? ", in all " : ": ", to);
		put_time(to, p->ns, whole);
		putc('\n', to);
		if (p->kind == FDD_WHY_ASLEEP)
			print_waker(l, to, p, whole, level + 1);
	}
}

static void print_waker(const struct fdd_why_list *l, FILE *to, const struct fdd_why_part *p,
			uint64_t whole, int level)
{
	const struct fdd_why_waker *waker = &p->waker;

	if (waker->kind == FDD_WAKER_UNKNOWN)
		return;
	fprintf(to, "%*s", INDENT + 2 * level, "");
	put_waker(l, to, waker);
	putc('\n', to);
	if (waker->meanwhile)
		print_meanwhile(l, to, waker->meanwhile, whole, level + 1);
}

static void print_part(const struct fdd_why_list *l, FILE *to, const struct fdd_why_call *c,
		       const struct fdd_why_part *p, uint64_t whole)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	put_time(f, p->ns, whole);
	fclose(f);
	fprintf(to, "%17s %3u %%  ", text, percent(p->ns, whole));
	free(text);
	put_part(l, to, p, whole, knows_running(l, c));
	putc('\n', to);
	if (p->kind == FDD_WHY_ASLEEP)
		print_waker(l, to, p, whole, 0);
}

/* The parts of a kind beyond the first ones, as one. */
static void print_rest(const struct fdd_why_list *l, FILE *to, const struct fdd_why_call *c,
		       uint32_t *i, uint64_t whole)
{
	const struct fdd_why_parts *parts = c->parts;
	struct fdd_why_part rest = { .kind = parts->list[*i].kind, .others = true };

	for (; *i < parts->nr && parts->list[*i].kind == rest.kind; ++*i) {
		rest.ns += parts->list[*i].ns;
		rest.times += parts->list[*i].times;
	}
	print_part(l, to, c, &rest, whole);
}

static void put_head(const struct fdd_why_list *l, const struct fdd_why_call *c, FILE *f)
{
	const struct fdd_call *call = &c->w->call;
	char p50[FDD_MAX_TIME];

	put_clean(f, func_name(l, call->func));
	fputs("  ", f);
	put_time(f, call->duration, call->duration);
	fputs("  ", f);
	if (l->ws->m->nr_sources > 1) {
		put_clean(f, source_of(l, c)->label);
		fputs(", ", f);
	}
	if (call->pid >= 0) {
		put_clean(f, c->parts->task);
		fputs(", ", f);
	}
	fprintf(f, "CPU %u, at %llu.%09llu  (p50 of %llu %scall%s: %s)", call->cpu,
		(unsigned long long)(call->calltime / NSEC_PER_SEC),
		(unsigned long long)(call->calltime % NSEC_PER_SEC),
		(unsigned long long)c->calls, c->recorded ? "recorded " : "",
		c->calls == 1 ? "" : "s",
		fdd_time_text(p50, sizeof(p50), c->p50));
}

/* Events and options that would show more */

static bool has_unknown_waker(const struct fdd_why_parts *parts)
{
	for (uint32_t i = 0; i < parts->nr; i++)
		if (parts->list[i].kind == FDD_WHY_ASLEEP &&
		    parts->list[i].waker.kind == FDD_WAKER_UNKNOWN)
			return true;
	return false;
}

static const char *waker_without_calls(const struct fdd_why_parts *parts)
{
	for (uint32_t i = 0; i < parts->nr; i++)
		if (parts->list[i].waker.kind == FDD_WAKER_TASK &&
		    !parts->list[i].waker.chain.nr)
			return parts->list[i].waker.task;
	return NULL;
}

/* Call @hint for each sentence. */
static void each_hint(const struct fdd_why_list *l, const struct fdd_why_call *c,
		      void (*hint)(void *arg, const char *text), void *arg)
{
	const struct fdd_source *src = source_of(l, c);
	const char *task = waker_without_calls(c->parts);
	char text[160];

	if (c->w->call.pid < 0)
		hint(arg, "the trace does not name tasks: the trace option funcgraph-proc does");
	if (src->switches_no_time)
		hint(arg, "its events have no times: the trace option funcgraph-abstime adds them");
	else if (!src->switches)
		hint(arg, "with the event sched_switch, when the task was asleep, or waited for a CPU");
	if (!src->wakes && has_unknown_waker(c->parts))
		hint(arg, "with the event sched_waking, the task or interrupt that woke it");
	if (!l->ws->work_seen && !fdd_why_sum(c->parts, FDD_WHY_INTERRUPTS))
		hint(arg, "with the events of irq, interrupts on top of it");
	if (task) {
		snprintf(text, sizeof(text), "no call of %s that was open at its wakeup is in the trace: they were not traced, or below the threshold",
			 task);
		hint(arg, text);
	}
	if (c->w->shortest) {
		snprintf(text, sizeof(text),
			 "calls within it below %llu us are counted in their callers: there are too many",
			 (unsigned long long)(c->w->shortest / 1000));
		hint(arg, text);
	}
}

static void print_hint(void *arg, const char *text)
{
	(void)arg;
	fputs("    note: ", stdout);
	put_clean(stdout, text);
	putchar('\n');
}

static uint32_t stack_of(const struct fdd_why_list *l, const struct fdd_why_call *c)
{
	const struct fdd_user_stacks *user = source_of(l, c)->user;

	return user ? fdd_user_stack_of(user, &c->w->call) : FDD_USER_NONE;
}

/* A line for the place in the program, if it is known */
static void print_where(const struct fdd_why_list *l, const struct fdd_why_call *c,
			const char *indent)
{
	uint32_t stack = stack_of(l, c);

	if (stack == FDD_USER_NONE)
		return;
	printf("%sin ", indent);
	fdd_put_where(stdout, source_of(l, c)->user, stack);
	putchar('\n');
}

void fdd_why_put_parts(const struct fdd_why_list *l, const struct fdd_why_call *c, FILE *to)
{
	const struct fdd_why_parts *parts = c->parts;
	unsigned int shown = 0;

	for (uint32_t i = 0; i < parts->nr;) {
		shown = i && parts->list[i - 1].kind == parts->list[i].kind ? shown + 1 : 1;
		if (shown > SHOWN_GROUPS && i + 1 < parts->nr &&
		    parts->list[i + 1].kind == parts->list[i].kind) {
			print_rest(l, to, c, &i, parts->ns);
			continue;
		}
		print_part(l, to, c, &parts->list[i++], parts->ns);
	}
}

static void print_call(const struct fdd_why_list *l, const struct fdd_why_call *c)
{
	fputs(fdd_color.head, stdout);
	put_head(l, c, stdout);
	puts(fdd_color.reset);
	print_where(l, c, "    ");
	fdd_why_put_parts(l, c, stdout);
	each_hint(l, c, print_hint, NULL);
}

void fdd_why_print_text(const struct fdd_why_list *l)
{
	for (uint32_t i = 0; i < l->nr; i++) {
		if (i)
			putchar('\n');
		print_call(l, &l->list[i]);
	}
}

/* Findings */

/* The parts of a finding: the largest, and the next one if it is a fifth and more. */
static void largest_two(const struct fdd_why_parts *parts, const struct fdd_why_part *best[2])
{
	best[0] = best[1] = NULL;
	for (uint32_t i = 0; i < parts->nr; i++) {
		const struct fdd_why_part *p = &parts->list[i];

		if (!best[0] || p->ns > best[0]->ns) {
			best[1] = best[0];
			best[0] = p;
		} else if (!best[1] || p->ns > best[1]->ns) {
			best[1] = p;
		}
	}
	if (best[1] && best[1]->ns < parts->ns / 5)
		best[1] = NULL;
}

static void put_finding_part(const struct fdd_why_list *l, const struct fdd_why_call *c,
			     const struct fdd_why_part *p, FILE *f)
{
	fprintf(f, "%u %% of it ", percent(p->ns, c->parts->ns));
	put_part(l, f, p, c->parts->ns, knows_running(l, c));
	if (p->kind == FDD_WHY_ASLEEP && p->waker.kind != FDD_WAKER_UNKNOWN) {
		fputs(", ", f);
		put_waker(l, f, &p->waker);
	}
}

/* How long it is usually, or how often it is that long. */
static void put_others(const struct fdd_why_call *c, FILE *f)
{
	char text[FDD_MAX_TIME];

	if (c->calls > 1)
		fprintf(f, ", while half of its %llu %scalls took at most %s",
			(unsigned long long)c->calls, c->recorded ? "recorded " : "",
			fdd_time_text(text, sizeof(text), c->p50));
	if (c->others > 1)
		fprintf(f, " (%s in all %llu)", fdd_time_text(text, sizeof(text), c->others_ns),
			(unsigned long long)c->others);
}

void fdd_why_put_finding(const struct fdd_why_list *l, const struct fdd_why_call *c, FILE *f)
{
	const struct fdd_call *call = &c->w->call;
	const struct fdd_why_part *best[2];
	char text[FDD_MAX_TIME];

	largest_two(c->parts, best);
	put_clean(f, func_name(l, call->func));
	fprintf(f, " took %s", fdd_time_text(text, sizeof(text), call->duration));
	fputs(" in ", f);
	put_clean(f, c->parts->task);
	put_others(c, f);
	fputs(": ", f);
	put_finding_part(l, c, best[0], f);
	if (best[1]) {
		fputs("; ", f);
		put_finding_part(l, c, best[1], f);
	}
	putc('.', f);
}

/* What lasts long although nothing is slow. */
static void print_apart(const struct fdd_why_list *l, enum fdd_duty duty, const char *what)
{
	const struct fdd_apart *a = &l->pick->apart[duty];
	char text[FDD_MAX_TIME];

	if (!a->calls)
		return;
	printf("%llu %s (the longest ", (unsigned long long)a->calls, what);
	put_clean(stdout, fdd_name(&l->pick->m->funcs, a->func));
	printf(", %s)", fdd_time_text(text, sizeof(text), a->longest));
}

static bool print_left_out(const struct fdd_why_list *l)
{
	const struct fdd_apart *apart = l->pick->apart;

	if (!apart[FDD_DUTY_REQUEST].calls && !apart[FDD_DUTY_EDGE].calls)
		return false;
	printf("%sNot among these: ", l->nr ? "\n" : "");
	print_apart(l, FDD_DUTY_REQUEST, "of calls that sleep for as long as the program asked");
	if (apart[FDD_DUTY_REQUEST].calls && apart[FDD_DUTY_EDGE].calls)
		fputs("; ", stdout);
	print_apart(l, FDD_DUTY_EDGE, "of the start and the end of programs");
	puts(".");
	return true;
}

void fdd_why_print_findings(const struct fdd_why_list *l, const struct fdd_unreturned_list *u)
{
	bool any = l->nr;

	for (uint32_t i = 0; i < l->nr; i++) {
		printf("%s%u. ", i ? "\n" : "", i + 1);
		fdd_why_put_finding(l, &l->list[i], stdout);
		putchar('\n');
		print_where(l, &l->list[i], "   ");
		fputs("   fdd why -F ", stdout);
		fdd_put_quoted(stdout, func_name(l, l->list[i].w->call.func));
		printf(" %s\n", l->traces);
	}
	any |= print_left_out(l);
	fdd_unreturned_print(u, any);
}

/* JSON */

static json_object *json_text(const char *s)
{
	return fdd_json_string(s, strlen(s));
}

/* The same sentence as in the text. */
static json_object *json_sentence(char **text, FILE *f)
{
	json_object *o;

	fclose(f);
	o = json_text(*text);
	free(*text);
	return o;
}

static json_object *json_chain(const struct fdd_why_list *l, const struct fdd_why_chain *chain)
{
	json_object *list = json_object_new_array();

	for (unsigned int i = 0; i < chain->nr; i++)
		json_object_array_add(list, json_text(func_name(l, chain->funcs[i])));
	return list;
}

/* A call as JSON. */
struct told {
	const struct fdd_why_list *l;
	uint64_t		base, whole;	/* its begin and duration */
};

static json_object *json_parts(const struct told *t, const struct fdd_why_parts *parts,
			       bool switches);

static json_object *json_waker(const struct told *t, const struct fdd_why_waker *waker)
{
	const char *kind = waker->kind == FDD_WAKER_TASK ? "task" : "interrupt";
	json_object *o = json_object_new_object();
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	json_object_object_add(o, "kind", json_object_new_string(kind));
	json_object_object_add(o, "task", json_text(waker->task));
	json_object_object_add(o, "pid", json_object_new_int(waker->pid));
	json_object_object_add(o, "cpu", json_object_new_int(waker->cpu));
	if (waker->work)
		json_object_object_add(o, "work", json_text(waker->work));
	json_object_object_add(o, "in", json_chain(t->l, &waker->chain));
	json_object_object_add(o, "cycle", json_object_new_boolean(waker->cycle));
	json_object_object_add(o, "cut", json_object_new_boolean(waker->cut));
	put_waker(t->l, f, waker);
	json_object_object_add(o, "text", json_sentence(&text, f));
	if (waker->meanwhile)
		json_object_object_add(o, "meanwhile", json_parts(t, waker->meanwhile, true));
	return o;
}

static json_object *json_shares(const struct fdd_why_part *p)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < p->nr_shares; i++) {
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", json_text(p->shares[i].name));
		json_object_object_add(o, "ns", fdd_json_ns(p->shares[i].ns));
		json_object_array_add(list, o);
	}
	return list;
}

static const char *const kinds[] = {
	[FDD_WHY_RUNNING] = "running", [FDD_WHY_ASLEEP] = "asleep",
	[FDD_WHY_WAITING] = "waiting", [FDD_WHY_INTERRUPTS] = "interrupts",
	[FDD_WHY_UNKNOWN] = "unknown",
};

static json_object *json_part(const struct told *t, const struct fdd_why_part *p, bool switches)
{
	json_object *o = json_object_new_object();
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	put_part(t->l, f, p, t->whole, switches);
	json_object_object_add(o, "kind", json_object_new_string(kinds[p->kind]));
	json_object_object_add(o, "ns", fdd_json_ns(p->ns));
	json_object_object_add(o, "times", fdd_json_ns(p->times));
	json_object_object_add(o, "text", json_sentence(&text, f));
	json_object_object_add(o, "others", json_object_new_boolean(p->others));
	if (p->kind == FDD_WHY_ASLEEP)
		json_object_object_add(o, "in", json_chain(t->l, &p->chain));
	if (p->waker.kind != FDD_WAKER_UNKNOWN)
		json_object_object_add(o, "waker", json_waker(t, &p->waker));
	if (p->state)
		json_object_object_add(o, "state", fdd_json_string(&p->state, 1));
	if (p->kind == FDD_WHY_WAITING && p->nr_shares)
		json_object_object_add(o, "cpu", json_object_new_int(p->cpu));
	if (p->reason)
		json_object_object_add(o, "reason", json_text(p->reason));
	json_object_object_add(o, "shares", json_shares(p));
	return o;
}

/* Times count from the begin of the call. */
static json_object *json_timeline(const struct told *t, const struct fdd_why_parts *parts)
{
	json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < parts->nr_spans; i++) {
		const struct fdd_why_span *span = &parts->spans[i];
		json_object *o = json_object_new_object();

		json_object_object_add(o, "kind", json_object_new_string(kinds[span->kind]));
		json_object_object_add(o, "from_ns", fdd_json_ns(span->from - t->base));
		json_object_object_add(o, "ns", fdd_json_ns(span->to - span->from));
		json_object_array_add(list, o);
	}
	return list;
}

static json_object *json_parts(const struct told *t, const struct fdd_why_parts *parts,
			       bool switches)
{
	json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (uint32_t i = 0; i < parts->nr; i++)
		json_object_array_add(list, json_part(t, &parts->list[i], switches));
	json_object_object_add(o, "task", json_text(parts->task));
	json_object_object_add(o, "ns", fdd_json_ns(parts->ns));
	json_object_object_add(o, "parts", list);
	json_object_object_add(o, "timeline", json_timeline(t, parts));
	return o;
}

static void json_hint(void *arg, const char *text)
{
	json_object_array_add(arg, json_text(text));
}

static json_object *json_finding(const struct fdd_why_list *l, const struct fdd_why_call *c)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fdd_why_put_finding(l, c, f);
	return json_sentence(&text, f);
}

static json_object *json_call(const struct fdd_why_list *l, const struct fdd_why_call *c)
{
	const struct told t = { .l = l, .base = c->w->from, .whole = c->parts->ns };
	json_object *o = json_parts(&t, c->parts, knows_running(l, c));
	json_object *hints = json_object_new_array();
	const struct fdd_call *call = &c->w->call;
	uint32_t stack;

	each_hint(l, c, json_hint, hints);
	json_object_object_add(o, "name", json_text(func_name(l, call->func)));
	json_object_object_add(o, "calltime_ns", fdd_json_ns(call->calltime));
	json_object_object_add(o, "duration_ns", fdd_json_ns(call->duration));
	json_object_object_add(o, "pid", json_object_new_int(call->pid));
	json_object_object_add(o, "cpu", json_object_new_int(call->cpu));
	json_object_object_add(o, "label", json_text(source_of(l, c)->label));
	json_object_object_add(o, "calls", fdd_json_ns(c->calls));
	json_object_object_add(o, "p50_ns", fdd_json_ns(c->p50));
	json_object_object_add(o, "finding", json_finding(l, c));
	json_object_object_add(o, "notes", hints);
	stack = stack_of(l, c);
	if (stack != FDD_USER_NONE)
		json_object_object_add(o, "user", fdd_where_json(source_of(l, c)->user, stack));
	return o;
}

void fdd_why_json(const struct fdd_why_list *l, struct fdd_json *j)
{
	fdd_json_open_list(j, "why");
	for (uint32_t i = 0; i < l->nr; i++)
		fdd_json_item(j, json_call(l, &l->list[i]));
	fdd_json_close_list(j);
}

void fdd_why_print_json(const struct fdd_why_list *l, const struct fdd_unreturned_list *u)
{
	struct fdd_json j = { .to = stdout };

	fdd_json_open(&j, fdd_json_document(l->ws->m, l->t));
	fdd_why_json(l, &j);
	if (u)
		fdd_json_member(&j, "unreturned", fdd_unreturned_json(u));
	fdd_json_close(&j);
}
