// SPDX-License-Identifier: GPL-2.0
/* Places in programs: a few functions that say where, and what is not known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/place.h"

#define MOST	4	/* functions that are named */

/* What the C library does for a program says nothing about the program. */
static uint32_t first_of_program(const struct fdd_user_stacks *s, uint32_t stack)
{
	uint32_t i = 0, nr = s->list[stack].nr;

	while (i < nr && fdd_user_frame_at(s, stack, i)->library)
		i++;
	return i < nr ? i : 0;
}

/* What calls the first function of a program or a thread; a static program has it itself. */
static bool is_start(const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	static const char *const starts[] = {
		"_start", "__libc_start_call_main", "__libc_start_main", "__libc_start_main_impl",
		"start_thread", "clone", "clone3", "__clone3",
	};
	const char *name = fdd_user_name(s, frame->name);

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (!strcmp(name, starts[i]))
			return true;
	return frame->library;
}

/* C++ and its kin have parameters in their names; Go has them in "main.(*config).load". */
static bool has_parameters(const char *name)
{
	const char *last = strrchr(name, ')');

	return *name == '(' || (last && last[1] != '.');
}

static void put_name(FILE *f, const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	const char *name = fdd_user_name(s, frame->name);

	fputs(name, f);
	if (!frame->unnamed && !has_parameters(name))
		fputs("()", f);
}

/* Of the innermost function of the program */
static void put_place(FILE *f, const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	const char *path = fdd_user_name(s, frame->path), *base = strrchr(path, '/');

	if (*fdd_user_name(s, frame->module)) {
		fputs(" of ", f);
		fputs(fdd_user_name(s, frame->module), f);
	}
	if (!*path)
		return;
	fputs(", ", f);
	fputs(base ? base + 1 : path, f);
	if (frame->line)
		fprintf(f, ":%u", frame->line);
}

static void put_functions(FILE *f, const struct fdd_user_stacks *s, uint32_t stack, bool with_end)
{
	uint32_t first = first_of_program(s, stack), nr = s->list[stack].nr, put_nr = 0;
	const char *end = with_end || !nr ? fdd_user_name(s, s->list[stack].end) : "";

	for (uint32_t i = first; i < nr; i++) {
		const struct fdd_user_frame *frame = fdd_user_frame_at(s, stack, i);

		if (put_nr && i + 1 < nr && is_start(s, frame))
			continue;
		if (put_nr && is_start(s, frame))
			break;
		if (put_nr == MOST) {
			fputs(" < ...", f);
			end = "";
			break;
		}
		fputs(put_nr++ ? " < " : "", f);
		put_name(f, s, frame);
	}
	if (nr)
		put_place(f, s, fdd_user_frame_at(s, stack, first));
	if (*end) {
		fputs(nr ? " (" : "(", f);
		fputs(end, f);
		fputc(')', f);
	}
}

char *fdd_place_text(const struct fdd_user_stacks *s, uint32_t stack, bool with_end)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		abort();
	put_functions(f, s, stack, with_end);
	fclose(f);
	return text;
}
