// SPDX-License-Identifier: GPL-2.0
/* What tasks wait for, in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/file.h"
#include "waits/say.h"
#include "waits/syscalls.h"

#define LONGEST_CHAIN	8

char *waits_holder(const struct waits_node *n)
{
	const struct waits_node *holder = n->next;

	if (!holder || holder->gone)
		return NULL;
	if (!n->wait.others)
		return waits_text("%s-%d", holder->task.comm, holder->task.tid);
	return waits_text("%s-%d or %u other%s", holder->task.comm, holder->task.tid,
			  n->wait.others, n->wait.others > 1 ? "s" : "");
}

bool waits_is_in_kernel(const struct waits_node *n)
{
	enum waits_kind kind = n->wait.kind;

	return *n->wait.in && (kind == WAITS_KERNEL_LOCK || kind == WAITS_KERNEL ||
			       kind == WAITS_UNKNOWN);
}

/* @how has one %s, for the holder. */
static void put_how(FILE *f, const struct waits_node *n)
{
	const char *how = n->wait.how, *at = how ? strstr(how, "%s") : NULL;
	char *holder = at ? waits_holder(n) : NULL;

	if (!how)
		return;
	if (!at)
		fputs(how, f);
	else if (holder)
		fprintf(f, "%.*s%s%s", (int)(at - how), how, holder, at + 2);
	else
		fprintf(f, ", of process %d that has ended meanwhile", n->wait.holder);
	free(holder);
}

static void put_object(FILE *f, const struct waits_node *n)
{
	if (n->wait.what) {
		fputs(n->wait.what, f);
		put_how(f, n);
	} else {
		fputs("what is not known", f);
	}
	if (waits_is_in_kernel(n))
		fprintf(f, ", in %s", n->wait.in);
}

char *waits_object(const struct waits_node *n)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	put_object(f, n);
	fclose(f);
	return text;
}

static void put_call(FILE *f, const struct waits_node *n)
{
	char name[32];
	const char *call = waits_syscall_name(&n->task, name);

	if (*call)
		fprintf(f, " in %s()", call);
}

static void put_age(FILE *f, const struct waits_node *n)
{
	char text[32];

	if (n->age.ns)
		fprintf(f, " for %s", waits_age_text(&n->age, text));
}

/* After "it" */
static void put_doing(FILE *f, const struct waits_node *n)
{
	switch (n->wait.kind) {
	case WAITS_RUNS:
		fputs(" runs, or waits for a CPU", f);
		return;
	case WAITS_ENDED:
		fputs(" has ended, and its parent has not waited for it", f);
		return;
	case WAITS_HIDDEN:
		fputs(" sleeps", f);
		put_age(f, n);
		fputs(", for what fdd may not see", f);
		return;
	case WAITS_IDLE:
		fprintf(f, " %s", n->task.kthread ? "has no work" : "is idle");
		put_call(f, n);
		put_age(f, n);
		return;
	case WAITS_STOPPED:
		fputs(" is stopped by a signal", f);
		put_age(f, n);
		return;
	case WAITS_KERNEL:
		fprintf(f, " is in %c%s%s", n->task.state, *n->wait.in ? " in " : "", n->wait.in);
		put_age(f, n);
		return;
	default:
		fputs(" waits", f);
		put_call(f, n);
		put_age(f, n);
		fputs(" for ", f);
		put_object(f, n);
	}
}

static void put_link(FILE *f, const struct waits_node *from)
{
	const struct waits_node *n = from->next;

	fputs(from->wait.of_process && n->task.threads > 1 ? "; its main thread" : "; it", f);
	if (n->moved)
		fputs(" has run meanwhile", f);
	else
		put_doing(f, n);
}

static bool goes_on(const struct waits_node *n)
{
	return n->next && !n->next->gone && !n->wait.others && waits_is_blocked(n);
}

static bool was_named(const struct waits_node *const *named, int nr, const struct waits_node *n)
{
	while (nr-- > 0)
		if (named[nr] == n)
			return true;
	return false;
}

/* A task that was named before closes the circle. */
char *waits_rest(const struct waits_node *n)
{
	const struct waits_node *named[LONGEST_CHAIN];
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int nr = 0;

	for (named[nr++] = n; nr < LONGEST_CHAIN && goes_on(n); named[nr++] = n) {
		if (was_named(named, nr, n->next))
			break;
		put_link(f, n);
		n = n->next;
	}
	if (n->circle)
		fputs(n->next == n ? ": it waits for itself, a deadlock" :
		      ": they wait for each other, a deadlock", f);
	fclose(f);
	return text;
}
