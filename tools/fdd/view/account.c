// SPDX-License-Identifier: GPL-2.0
/* Prints where the time of a program went. */
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "model/duty.h"
#include "model/pick.h"
#include "model/waits.h"
#include "view/account.h"
#include "view/where.h"

#define LEAST_SHARE	0.02	/* of a finding, of the time that was not slept on request */
#define LEAST_SECOND	0.2	/* of another cause in its group */
#define STUCK_LINES	5	/* a server may have hundreds of idle processes */

static const char *func_name(const struct fdd_account *a, uint32_t func)
{
	return fdd_name(&a->path->l->m->funcs, func);
}

/* "read" for "__x64_sys_read"; what is in no system call, in words */
static const char *call_name(const struct fdd_account *a, uint32_t func)
{
	const char *name = func_name(a, func), *call = fdd_system_call(name);

	if (!strcmp(name, "do_coredump") || !strcmp(name, "vfs_coredump"))
		return "a core dump";
	return call ? call : name;
}

static void put(FILE *f, const char *s)
{
	fdd_put_clean(f, s, strlen(s));
}

static void put_task(const struct fdd_account *a, const struct fdd_hop *h, FILE *f)
{
	const char *comm = fdd_name(&a->path->l->m->comms, h->comm);

	put(f, *comm ? comm : "<...>");
	if (!a->by_kind)
		fprintf(f, "-%d", h->pid);
}

static double share(const struct fdd_account *a, uint64_t ns)
{
	return a->path->ns ? 100.0 * ns / a->path->ns : 0;
}

static void put_share(const struct fdd_account *a, uint64_t ns, FILE *f)
{
	fprintf(f, share(a, ns) < 10 ? "%.1f %%" : "%.0f %%", share(a, ns));
}

/* What a hop waited for: words with the name of the task that ended it. */

struct by {
	const struct fdd_hop *task;	/* NULL: the name */
	const char	*name;		/* NULL: unknown */
};

static void put_by(const struct fdd_account *a, const struct by *by, FILE *f)
{
	if (by->task)
		put_task(a, by->task, f);
	else if (by->name && !strcmp(by->name, "softirq NET_RX"))
		fputs("the network (softirq NET_RX)", f);
	else
		put(f, by->name ? by->name : "somebody");
}

/* "irq local_timer", "irq 11 arch_timer", "softirq TIMER", "softirq HRTIMER" */
static bool is_timer(const struct by *by)
{
	return !by->task && by->name && strcasestr(by->name, "timer");
}

/* Words as "a futex that %s held", and not "the disk (%s)" */
static bool is_of_task(const char *words)
{
	return strstr(words, "%s") && !strstr(words, "(%s)");
}

static void put_words(const struct fdd_account *a, const char *words, const struct by *by, FILE *f)
{
	const char *at = strstr(words, "%s");

	if (!at) {
		fputs(words, f);
		return;
	}
	fwrite(words, 1, at - words, f);
	/* a time-out: who was waited for did nothing */
	if (is_timer(by) && is_of_task(words))
		fputs("somebody", f);
	else
		put_by(a, by, f);
	fputs(at + 2, f);
}

static bool is_child_wait(const char *call)
{
	return !strncmp(call, "wait", 4) || !strcmp(call, "vfork");
}

/* Timers and devices end each sleep: a task says more. */
static bool says_more(const struct by *by)
{
	return by->task || (by->name && strcmp(by->name, "an interrupt") && !is_timer(by));
}

static void put_work(const struct fdd_account *a, const struct fdd_hop *h, FILE *f)
{
	fputs("had ", f);
	put(f, fdd_name(&a->path->names, h->work));
	fputs(" to do, and ", f);
}

static void put_wait(const struct fdd_account *a, const struct fdd_hop *h, const struct by *by,
		     FILE *f)
{
	const struct fdd_wait *wait = h->func ? fdd_wait_of(func_name(a, h->func)) : NULL;
	const char *call = h->call ? call_name(a, h->call) : NULL;

	if (h->work)
		put_work(a, h, f);
	if (wait && wait->words) {
		fputs("waited for ", f);
		put_words(a, wait->words, by, f);
	} else if (call && is_child_wait(call)) {
		fputs("waited for its child ", f);
		put_by(a, by, f);
	} else {
		fputs(call || h->work ? "slept" : "slept outside of recorded calls", f);
	}
	if (call) {
		fputs(wait && wait->words ? " (in " : " in ", f);
		put(f, call);
		fputs(wait && wait->words ? ")" : "", f);
	}
	if (wait && wait->words && is_timer(by) && is_of_task(wait->words))
		fputs(" until a timer woke it", f);
	if ((wait && wait->words) || (call && is_child_wait(call)))
		return;
	if (says_more(by)) {
		fputs(" until ", f);
		put_by(a, by, f);
		fputs(" woke it", f);
	} else if (is_timer(by) && call && !strstr(call, "nanosleep")) {
		fputs(" until a timer woke it", f);
	}
}

/* What the last task of the chain did: %s is the system call, or else who ended it or ran. */
static const struct end {
	const char	*words;
	bool		of_call;
} ends[] = {
	[FDD_CAUSE_CODE] = { "computed, in its own code" },
	[FDD_CAUSE_KERNEL] = { "kept the kernel at work in %s", true },
	[FDD_CAUSE_FAULT] = { "got memory, in page faults" },
	[FDD_CAUSE_THREAD] = { "kept the kernel at work" },
	[FDD_CAUSE_INTERRUPTS] = { "was interrupted by %s" },
	[FDD_CAUSE_READY] = { "was ready to run, but %s had its CPU" },
	[FDD_CAUSE_LATE] = { "was ready to run, on a CPU that was idle (wake-up latency)" },
	[FDD_CAUSE_THROTTLED] = { "was throttled by cpu.max of its cgroup" },
	[FDD_CAUSE_STOPPED] = { "was stopped by a signal (state T) until %s continued it" },
	[FDD_CAUSE_TRACED] = { "was stopped by its tracer (state t) until %s continued it" },
	[FDD_CAUSE_EDGE] = { "was started or ended, in %s", true },
	[FDD_CAUSE_PARTLY] = { "computed, in its own code or in calls that were not recorded" },
	[FDD_CAUSE_UNKNOWN] = { "did what is not known: events are missing" },
};

/* Else it waited in a queue, or for a limit of the cgroup. */
static void put_disk(const struct fdd_cause *c, FILE *f)
{
	if (c->of_disk && c->of_disk == c->ns)
		fprintf(f, ", which had the request for %.0f %% of that time",
			100.0 * c->in_disk / c->of_disk);
}

static void put_busy(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	const struct fdd_hop *h = &c->hops[c->nr_hops - 1];
	const char *busy = h->func ? fdd_busy_in(func_name(a, h->func)) : NULL;

	const struct by by = {
		NULL, c->name ? fdd_name(&a->path->names, c->name) : "another task"
	};

	if ((c->kind != FDD_CAUSE_KERNEL && c->kind != FDD_CAUSE_FAULT) || !busy)
		return;
	fputs(": ", f);
	put_words(a, busy, &by, f);
}

static void put_end(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	const struct fdd_hop *h = &c->hops[c->nr_hops - 1];
	const struct by by = { NULL, c->name ? fdd_name(&a->path->names, c->name) : NULL };
	const char *name = h->call ? call_name(a, h->call) : "a call that is not known";
	const struct by call = { NULL, name };
	const struct end *end = c->kind < ARRAY_SIZE(ends) ? &ends[c->kind] : NULL;

	if (h->work && end && end->words)
		put_work(a, h, f);
	if (end && end->words)
		put_words(a, end->words, end->of_call ? &call : &by, f);
	else
		put_wait(a, h, &by, f);
	put_busy(a, c, f);
	if (!a->by_kind)
		put_disk(c, f);
	if (c->kind == FDD_CAUSE_ASKED)
		fputs(", as it had asked", f);
}

uint32_t fdd_account_stack(const struct fdd_account *a, const struct fdd_cause *c)
{
	const struct fdd_model *m = a->path->l->m;

	if (!m->nr_sources || !m->sources[0].user)
		return FDD_USER_NONE;
	return fdd_user_stack_around(m->sources[0].user, c->hops[c->base].pid, c->at,
				     c->at + c->longest);
}

void fdd_account_put_cause(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	for (unsigned int i = c->base; i + 1 < c->nr_hops; i++) {
		const struct by by = { &c->hops[i + 1], NULL };

		put_wait(a, &c->hops[i], &by, f);
		fputs(i + 2 < c->nr_hops ? ", which itself " : ", which ", f);
	}
	put_end(a, c, f);
}

char *fdd_account_cause_text(const struct fdd_path *path, const struct fdd_cause *c, bool by_kind)
{
	const struct fdd_account account = { .path = path, .by_kind = by_kind };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fdd_account_put_cause(&account, c, f);
	fclose(f);
	return text;
}

static void put_chain(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	put_task(a, &c->hops[c->base], f);
	fputc(' ', f);
	fdd_account_put_cause(a, c, f);
}

/* What to do next */

static void put_advice(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	const struct fdd_hop *h = &c->hops[c->base];
	bool itself = c->base + 1 == c->nr_hops;

	fputs("   ", f);
	if (itself && (c->kind == FDD_CAUSE_CODE || c->kind == FDD_CAUSE_PARTLY)) {
		fputs("perf record -g shows where in its code", f);
	} else if (c->kind == FDD_CAUSE_THROTTLED) {
		fputs("cpu.max and cpu.stat of its cgroup say the limit, and how often it was reached",
		      f);
	} else if (c->of_disk && c->in_disk < c->of_disk / 2) {
		fputs("its requests waited before the disk had them: io.max and io.stat of its cgroup, iostat -x",
		      f);
	} else if (itself && c->kind == FDD_CAUSE_READY) {
		fputs("other CPUs (taskset, cpuset), or a lower priority of that task (nice)", f);
	} else if (itself && c->kind == FDD_CAUSE_KERNEL) {
		fputs("fdd record --tree -t 100us -g ", f);
		fdd_put_quoted(f, func_name(a, h->call));
		fputs(" -- COMMAND", f);
	} else if (h->call && strncmp(func_name(a, h->call), FDD_UNSEEN_CALL,
				      strlen(FDD_UNSEEN_CALL))) {
		fprintf(f, "fdd why -p %d -F ", h->pid);
		fdd_put_quoted(f, func_name(a, h->call));
		fprintf(f, " %s", a->traces);
	} else {
		fprintf(f, "fdd why -p %d %s", h->pid, a->traces);
	}
	fputc('\n', f);
}

/* "holder-812 is in the cgroup /system.slice/x.service", of all that the program waited for */
static void put_cgroups(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	for (unsigned int i = c->base + 1; a->cgroup && i < c->nr_hops; i++) {
		const struct fdd_hop *h = &c->hops[i];
		char *cgroup = a->cgroup(h->pid, fdd_name(&a->path->l->m->comms, h->comm));

		if (!cgroup)
			continue;
		fputs("   ", f);
		put_task(a, h, f);
		fputs(" is in the cgroup ", f);
		put(f, cgroup);
		fputc('\n', f);
		free(cgroup);
	}
}

/* "in load_config() < main() of app, conf.c:212", of the longest wait */
static void put_where(const struct fdd_account *a, const struct fdd_cause *c, FILE *f)
{
	const struct fdd_user_stacks *user = a->path->l->m->sources[0].user;
	uint32_t stack = fdd_account_stack(a, c);

	if (stack == FDD_USER_NONE)
		return;
	fputs("   in ", f);
	fdd_put_where(f, user, stack);
	fputc('\n', f);
}

/* Findings */

static bool is_apart(enum fdd_cause_kind kind)
{
	return kind == FDD_CAUSE_ASKED || kind == FDD_CAUSE_EDGE || kind == FDD_CAUSE_UNKNOWN;
}

static const struct fdd_cause *cause_of(const struct fdd_account *a,
					const struct fdd_cause_group *g)
{
	return &a->path->causes[g->cause];
}

static uint64_t sum_of(const struct fdd_account *a, enum fdd_cause_kind kind)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < a->path->nr; i++)
		if (a->path->causes[i].kind == kind)
			ns += a->path->causes[i].ns;
	return ns;
}

static bool is_finding(const struct fdd_account *a, const struct fdd_cause_group *g)
{
	uint64_t all = a->path->ns - sum_of(a, FDD_CAUSE_ASKED);

	return !is_apart(cause_of(a, g)->kind) && g->ns >= LEAST_SHARE * all;
}

/* Another cause of the group that is a good part of it, or NULL. */
static const struct fdd_cause *second_of(const struct fdd_account *a,
					 const struct fdd_cause_group *g)
{
	const struct fdd_path *p = a->path;

	for (uint32_t i = 0; i < p->nr; i++)
		if (i != g->cause && p->causes[i].group == g->id)
			return p->causes[i].ns >= LEAST_SECOND * g->ns ? &p->causes[i] : NULL;
	return NULL;
}

static void put_finding(const struct fdd_account *a, const struct fdd_cause_group *g,
			unsigned int number, FILE *f)
{
	const struct fdd_cause *c = cause_of(a, g), *second = second_of(a, g);
	char text[FDD_MAX_TIME];

	fprintf(f, "%u. ", number);
	put_share(a, g->ns, f);
	fprintf(f, ", %s", fdd_time_text(text, sizeof(text), g->ns));
	if (g->times > 1)
		fprintf(f, ", %llu times", (unsigned long long)g->times);
	fputs(": ", f);
	put_chain(a, c, f);
	if (c->ns < g->ns && second) {
		fputs(" (", f);
		put_share(a, second->link == c->link ? c->ns : g->link_ns, f);
		fputs("); or ", f);
		put_chain(a, second, f);
		fputs(" (", f);
		put_share(a, second->ns, f);
		fputs(")", f);
	}
	if (g->times > 1)
		fprintf(f, "; the longest %s", fdd_time_text(text, sizeof(text), c->longest));
	fputs(".\n", f);
	put_where(a, c, f);
	put_cgroups(a, c, f);
	put_advice(a, c, f);
}

/* "backend-12 slept in nanosleep": most of what a task did that ended sleeps */
static void put_behind(const struct fdd_account *a, const struct fdd_cause *asked, FILE *f)
{
	const struct fdd_path *p = a->path->behind;
	const struct fdd_account behind = { .path = p };
	const char *name = asked->name ? fdd_name(&a->path->names, asked->name) : "";

	for (uint32_t i = 0; p && i < p->nr; i++) {
		const struct fdd_cause *c = &p->causes[i];

		if (c->ns < LEAST_SECOND * asked->ns)
			return;
		if (strcmp(fdd_name(&p->l->m->comms, c->hops[0].comm), name))
			continue;
		fputs(": ", f);
		put_chain(&behind, c, f);
		return;
	}
}

/* The tasks that ended requested sleeps */
static void put_asked(const struct fdd_account *a, FILE *f)
{
	const struct fdd_path *p = a->path;
	unsigned int nr = 0;

	for (uint32_t i = 0; i < p->nr && nr < FDD_FINDINGS; i++) {
		const struct fdd_cause *c = &p->causes[i];
		const struct by by = { NULL, c->name ? fdd_name(&p->names, c->name) : NULL };
		const char *call;

		if (c->kind != FDD_CAUSE_ASKED)
			continue;
		call = call_name(a, c->hops[c->nr_hops - 1].call);
		fputs(nr++ ? ", " : " (", f);
		put(f, call);
		if (says_more(&by)) {
			fputs(" until ", f);
			put_by(a, &by, f);
		} else if (is_timer(&by) && !strstr(call, "nanosleep")) {
			fputs(" until its time-out", f);
		}
		fputc(' ', f);
		put_share(a, c->ns, f);
		put_behind(a, c, f);
	}
	fputs(nr ? ")" : "", f);
}

/* "For 71 % of the time programs were started or ended (true in execve 30 %, ...)." */
static void put_edges(const struct fdd_account *a, uint64_t edge, FILE *f)
{
	const struct fdd_path *p = a->path;
	unsigned int nr = 0;

	fputs("For ", f);
	put_share(a, edge, f);
	fputs(" of the time programs were started or ended", f);
	for (uint32_t i = 0; i < p->nr && nr < FDD_FINDINGS; i++) {
		const struct fdd_cause *c = &p->causes[i];
		const struct fdd_hop *h = &c->hops[c->nr_hops - 1];

		if (c->kind != FDD_CAUSE_EDGE)
			continue;
		fputs(nr++ ? ", " : " (", f);
		put(f, fdd_name(&p->l->m->comms, h->comm));
		fputs(" in ", f);
		put(f, h->call ? call_name(a, h->call) : "a call that is not known");
		fputc(' ', f);
		put_share(a, c->ns, f);
	}
	fputs(").\n", f);
}

/* What is more than any finding comes first. Returns what that was. */
static enum fdd_cause_kind put_main(const struct fdd_account *a, uint64_t most, FILE *f)
{
	uint64_t asked = sum_of(a, FDD_CAUSE_ASKED), unknown = sum_of(a, FDD_CAUSE_UNKNOWN);
	uint64_t edge = sum_of(a, FDD_CAUSE_EDGE);

	if (unknown > most) {
		put_share(a, unknown, f);
		fputs(" is not known, because events are missing.\n", f);
		return FDD_CAUSE_UNKNOWN;
	}
	if (edge > most && edge > a->path->ns / 2) {
		put_edges(a, edge, f);
		return FDD_CAUSE_EDGE;
	}
	if (asked <= most)
		return FDD_CAUSE_CODE;
	fputs(asked > 10 * most ? "Nothing was slow: for " : "For ", f);
	put_share(a, asked, f);
	fputs(" of the time it slept as long as it had asked", f);
	put_asked(a, f);
	fputs(".\n", f);
	return FDD_CAUSE_ASKED;
}

static uint64_t most_of_findings(const struct fdd_account *a)
{
	for (uint32_t i = 0; i < a->path->nr_groups; i++)
		if (is_finding(a, &a->path->groups[i]))
			return a->path->groups[i].ns;
	return 0;
}

/* The rest, so that the shares add up. */
static void put_rest(const struct fdd_account *a, uint64_t told, enum fdd_cause_kind first,
		     FILE *f)
{
	uint64_t asked = first == FDD_CAUSE_ASKED ? 0 : sum_of(a, FDD_CAUSE_ASKED);
	uint64_t edge = first == FDD_CAUSE_EDGE ? 0 : sum_of(a, FDD_CAUSE_EDGE);
	uint64_t unknown = first == FDD_CAUSE_UNKNOWN ? 0 : sum_of(a, FDD_CAUSE_UNKNOWN);
	uint64_t other = a->path->ns - told - asked - edge - unknown;

	if (told == a->path->ns)
		return;
	fputs("The rest: ", f);
	if (asked) {
		put_share(a, asked, f);
		fputs(" slept as long as it had asked", f);
		put_asked(a, f);
		fputs(", ", f);
	}
	if (unknown) {
		put_share(a, unknown, f);
		fputs(" not known, because events are missing, ", f);
	}
	if (first != FDD_CAUSE_EDGE) {
		put_share(a, edge, f);
		fputs(" start and end, ", f);
	}
	put_share(a, other, f);
	fputs(" other.\n", f);
}

/* What is not in the trace, since it would have cost too much */
static void put_partly(const struct fdd_account *a, FILE *f)
{
	const struct fdd_lives *l = a->path->l;
	uint64_t after = l->partly.from > l->first ? l->partly.from - l->first : 0;
	char text[FDD_MAX_TIME];

	if (!l->partly.nr)
		return;
	fprintf(f, "After %s these were not recorded, and their time is estimated from what was before: ",
		fdd_time_text(text, sizeof(text), after));
	for (unsigned int i = 0; i < l->partly.nr; i++) {
		fputs(i ? ", " : "", f);
		put(f, l->partly.items[i]);
	}
	fputs(".\n", f);
}

static void put_stuck(const struct fdd_account *a, FILE *f)
{
	for (uint32_t i = 0; i < a->nr_stuck && i < STUCK_LINES; i++) {
		fputs("All the time as before: ", f);
		put(f, a->stuck[i]);
		fputs(".\n", f);
	}
	if (a->nr_stuck > STUCK_LINES)
		fprintf(f, "All the time as before: %u other tasks.\n", a->nr_stuck - STUCK_LINES);
}

void fdd_account_print(const struct fdd_account *a, FILE *f)
{
	const struct fdd_path *p = a->path;
	enum fdd_cause_kind first;
	uint64_t told = 0;
	char text[FDD_MAX_TIME];
	unsigned int nr = 0;

	put_stuck(a, f);
	if (!p->ns)
		return;
	put(f, a->what);
	fprintf(f, ", %s:\n", fdd_time_text(text, sizeof(text), p->ns));
	first = put_main(a, most_of_findings(a), f);
	if (is_apart(first))
		told = sum_of(a, first);
	for (uint32_t i = 0; i < p->nr_groups && nr < FDD_FINDINGS; i++) {
		if (!is_finding(a, &p->groups[i]))
			continue;
		put_finding(a, &p->groups[i], ++nr, f);
		told += p->groups[i].ns;
	}
	put_rest(a, told, first, f);
	put_partly(a, f);
}
