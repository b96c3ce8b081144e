// SPDX-License-Identifier: GPL-2.0
/* Prints each stack of a file of copies, for tests. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unwind/unwind.h"

static void print_frame(const struct fdd_user_stacks *s, const struct fdd_user_frame *f)
{
	printf(" %s%s (%s)", f->inlined ? "^" : "", fdd_user_name(s, f->name),
	       fdd_user_name(s, f->module));
	if (f->line)
		printf(" %s:%u", fdd_user_name(s, f->path), f->line);
}

static void print_stack(const struct fdd_user_stacks *s, uint32_t number)
{
	const struct fdd_user_stack *stack = &s->list[number];

	for (uint32_t i = 0; i < stack->nr; i++) {
		print_frame(s, fdd_user_frame_at(s, number, i));
		fputs(i + 1 < stack->nr ? " <" : "", stdout);
	}
	printf(" [%s]\n", fdd_user_name(s, stack->end));
}

int main(int argc, char **argv)
{
	struct fdd_unwind_wish wish = { .symfs = argc > 2 ? argv[2] : NULL };
	struct fdd_user_stacks *s;

	if (argc < 2) {
		fputs("usage: fdd-stacks FILE [SYMFS]\n", stderr);
		return 2;
	}
	s = fdd_unwind(argv[1], &wish);
	if (!s)
		return 1;
	for (uint32_t i = 0; i < s->nr_copies; i++) {
		printf("%d %" PRIu64 " %" PRIu64 ":", s->copies[i].tid, s->copies[i].time,
		       s->copies[i].calltime);
		print_stack(s, s->copies[i].stack);
	}
	fdd_user_stacks_free(s);
	return 0;
}
