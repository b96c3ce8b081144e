// SPDX-License-Identifier: GPL-2.0
/* Which copy of a stack belongs to which call. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/user_stacks.h"

#define MAX_NAMES	(1u << 18)
#define MAX_TEXT	(32u << 20)
#define MAX_NEAR	64	/* copies of a task that are looked at for a call */

struct fdd_user_stacks *fdd_user_stacks_new(void)
{
	struct fdd_user_stacks *s = xcalloc(1, sizeof(*s));

	fdd_names_get(&s->names, "", 0);
	s->names.other = fdd_names_get(&s->names, "(other names)", 13);
	s->names.most = MAX_NAMES;
	s->names.most_text = MAX_TEXT;
	return s;
}

void fdd_user_stacks_add(struct fdd_user_stacks *s, const struct fdd_user_copy *copy)
{
	GROW(s->copies, s->nr_copies, s->cap_copies);
	s->copies[s->nr_copies++] = *copy;
}

static int by_task_and_time(const void *a, const void *b)
{
	const struct fdd_user_copy *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return (x->time > y->time) - (x->time < y->time);
}

void fdd_user_stacks_sort(struct fdd_user_stacks *s)
{
	if (s->nr_copies)
		qsort(s->copies, s->nr_copies, sizeof(*s->copies), by_task_and_time);
}

static bool is_before(const struct fdd_user_copy *c, int32_t tid, uint64_t time)
{
	return c->tid != tid ? c->tid < tid : c->time < time;
}

/*
 * A copy is made when its call returns. It is of this call, of one in it, or of one around it: then
 * it is the same system call.
 */
static bool belongs(const struct fdd_user_copy *copy, const struct fdd_call *call)
{
	uint64_t end = call->calltime + call->duration;

	if (!copy->calltime)
		return copy->time <= end;
	return copy->calltime >= call->calltime ? copy->calltime < end :
						  copy->time >= end;
}

uint32_t fdd_user_stack_of(const struct fdd_user_stacks *s, const struct fdd_call *call)
{
	uint32_t i;

	if (call->pid <= 0 || call->flags & FDD_CALL_NO_TIME ||
	    call->context != FDD_CTX_TASK)
		return FDD_USER_NONE;
	i = FIRST_NOT(s->nr_copies, at, is_before(&s->copies[at], call->pid, call->calltime));
	for (uint32_t n = 0; n < MAX_NEAR && i < s->nr_copies; n++, i++) {
		if (s->copies[i].tid != call->pid)
			break;
		if (belongs(&s->copies[i], call))
			return s->copies[i].stack;
		if (!s->copies[i].calltime)
			break;
	}
	return FDD_USER_NONE;
}

uint32_t fdd_user_stack_around(const struct fdd_user_stacks *s, int32_t tid, uint64_t from,
			       uint64_t to)
{
	uint32_t i = FIRST_NOT(s->nr_copies, at, is_before(&s->copies[at], tid, from));
	const struct fdd_user_copy *copy = &s->copies[i];

	if (i == s->nr_copies || copy->tid != tid)
		return FDD_USER_NONE;
	return (copy->calltime ? copy->calltime : copy->time) < to ? copy->stack : FDD_USER_NONE;
}

void fdd_user_stacks_free(struct fdd_user_stacks *s)
{
	if (!s)
		return;
	fdd_names_free(&s->names);
	free(s->frames);
	free(s->order);
	free(s->list);
	free(s->copies);
	free(s);
}
