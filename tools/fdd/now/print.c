// SPDX-License-Identifier: GPL-2.0
/* Prints what is blocked: sentences, the table, and what is not in it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "lib/util.h"
#include "now/now.h"
#include "waits/say.h"
#include "waits/syscalls.h"

#define SENTENCES	3
#define IDLE_CALLS	4
#define RUNNERS		5
#define ALL_THE_TIME	90	/* percent: fdd has also run */

/* Names given by other users are in the arguments. */
static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len >= 0)
		fdd_print_clean(text, len);
	free(text);
}

static const char *tasks(uint32_t nr)
{
	return nr == 1 ? "task" : "tasks";
}

/* A stopped task may be anywhere. */
static const char *call_of(const struct waits_node *n, char name[32])
{
	enum waits_kind kind = n->wait.kind;

	return kind == WAITS_STOPPED || kind == WAITS_TRACER || kind == WAITS_FROZEN ? "" :
		waits_syscall_name(&n->task, name);
}

/* " Its open calls are vfs_write for 41.2 s < ksys_write for 41.2 s." */
static void print_open(const struct now *now, const struct waits_node *n, bool one)
{
	const struct open_call *calls, *before = NULL;
	char text[FDD_MAX_TIME];
	uint32_t nr;

	calls = now_open(now, n, &nr);
	if (!calls)
		return;
	if (one)
		put(" Its open calls are ");
	else
		put(" The open calls of %s-%d are ", n->task.comm, n->task.tid);
	for (uint32_t i = 0; i < nr; i++) {
		bool same = before && before->instance == calls[i].instance;

		if (before)
			put("%s", same ? " < " : "; ");
		if (calls[i].instance && !same)
			put("in instance %s ", calls[i].instance);
		put("%s for %s", calls[i].function,
		    fdd_time_text(text, sizeof(text), calls[i].for_ns));
		before = &calls[i];
	}
	put(".");
}

/* "312 tasks in write() wait for ..." */
static void print_sentence(const struct now *now, const struct now_group *g)
{
	const struct waits_node *n = g->first;
	char name[32], *rest = waits_rest(n), *object = now_object(g);
	const char *call = call_of(n, name);
	bool one = g->nr == 1 || n->circle;

	if (one)
		put("%s-%d", n->task.comm, n->task.tid);
	else
		put("%u tasks", g->nr);
	if (n->task.state == 'D')
		put(" in state D");
	if (*call)
		put("%s %s()", n->task.state == 'D' ? "," : " in", call);
	put(" wait%s for %s%s.", one ? "s" : "", object, rest);
	print_open(now, n, one);
	putchar('\n');
	free(object);
	free(rest);
}

static void print_row(const struct now_group *g)
{
	const struct waits_node *n = g->first;
	char name[32], age[32], *holder = waits_holder(n);
	const char *call = call_of(n, name);

	printf("%5u  %c      %-16s  %-15s  ", g->nr, n->task.state, *call ? call : "-",
	       waits_age_text(&n->age, age));
	put("%-20s  %s", holder ? holder : "-",
	    n->wait.kind == WAITS_IDLE ? n->task.comm : n->wait.what ? n->wait.what : "not known");
	if (waits_is_in_kernel(n))
		put(", in %s", n->wait.in);
	putchar('\n');
	free(holder);
}

static void print_table(const struct now *now, uint32_t nr)
{
	uint32_t left = 0;

	if (!nr)
		return;
	printf("\n%s%5s  %-5s  %-16s  %-15s  %-20s  %s%s\n", fdd_color.head, "TASKS", "STATE",
	       "SYSTEM CALL", "FOR", "HOLDER", "WAITS FOR", fdd_color.reset);
	for (uint32_t i = 0; i < nr; i++)
		print_row(&now->groups[i]);
	for (uint32_t i = nr; i < now->nr_groups; i++)
		left += now->groups[i].nr;
	if (left)
		printf("And %u %s that wait for %u other things: -n 0 lists all.\n", left,
		       tasks(left), now->nr_groups - nr);
}

static void print_runner(const struct now_runner *r)
{
	const char *where = r->own ? "in its own code" : "in the kernel";

	put("%s-%d", r->task.comm, r->task.tid);
	if (r->percent >= ALL_THE_TIME)
		printf(" has run all the time %s", where);
	else
		printf(" did not sleep: it ran %u %% of the time %s", r->percent, where);
	if (r->task.cpu >= 0)
		printf(", on CPU %d", r->task.cpu);
	puts(r->percent >= ALL_THE_TIME ? "." : ", and waited for a CPU otherwise.");
}

static void print_runners(const struct now *now)
{
	for (uint32_t i = 0; i < now->nr_runners && i < RUNNERS; i++)
		print_runner(&now->runners[i]);
	if (now->nr_runners > RUNNERS)
		printf("And %u other tasks did not sleep.\n", now->nr_runners - RUNNERS);
}

static void print_idle(const struct now *now, const struct now_wish *wish)
{
	uint32_t rest = now->nr_idle;

	if (!now->nr_idle)
		return;
	printf("%u %s by habit: ", now->nr_idle, now->nr_idle == 1 ? "task waits" : "tasks wait");
	for (uint32_t i = 0; i < now->nr_idles && i < IDLE_CALLS; i++) {
		const struct now_idle *idle = &now->idles[i];

		printf("%s%u %s%s", i ? ", " : "", idle->nr,
		       *idle->name ? "in " : "in the kernel", idle->name);
		rest -= idle->nr;
	}
	if (rest)
		printf(", %u in others", rest);
	puts(wish->all ? "." : " (--all lists them).");
}

static void print_rest(const struct now *now)
{
	if (now->nr_ran)
		printf("%u %s slept and ran between the two looks.\n", now->nr_ran,
		       tasks(now->nr_ran));
	if (now->nr_short)
		printf("%u other %s blocked for a shorter time.\n", now->nr_short,
		       now->nr_short == 1 ? "task is" : "tasks are");
	if (now->nr_hidden)
		printf("%u other %s; fdd may not see for what.\n", now->nr_hidden,
		       now->nr_hidden == 1 ? "task sleeps" : "tasks sleep");
	if (!now->has_times)
		puts("This kernel does not say since when a task sleeps (CONFIG_SCHED_DEBUG).");
	if (now->cut)
		printf("There are more tasks than the first %u, which were looked at.\n",
		       NOW_MOST_TASKS);
	if (geteuid())
		puts("Without root, other users' system calls and files are not seen.");
	if (now->waits.sources.ends.cut)
		printf("Other ends were looked for among the first %u open files.\n",
		       WAITS_MOST_ENDS);
}

void now_print(const struct now *now, const struct now_wish *wish)
{
	uint32_t nr = now->nr_groups;
	char least[FDD_MAX_TIME];

	if (wish->limit && nr > wish->limit)
		nr = wish->limit;
	if (!now->nr_blocked)
		printf("No task is blocked for %s or longer.\n",
		       fdd_time_text(least, sizeof(least), wish->least_ns));
	for (uint32_t i = 0; now->nr_blocked && i < nr && i < SENTENCES; i++)
		if (now->groups[i].first->wait.kind != WAITS_IDLE)
			print_sentence(now, &now->groups[i]);
	print_table(now, nr);
	puts("");
	print_runners(now);
	print_idle(now, wish);
	print_rest(now);
}
