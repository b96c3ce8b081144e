// SPDX-License-Identifier: GPL-2.0
/* Prints stacks of programs: a few functions that say where, and what is not known. */
#include <string.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "lib/util.h"
#include "view/where.h"

#define MOST	4	/* functions that are printed */

static void put(FILE *f, const char *s)
{
	fdd_put_clean(f, s, strlen(s));
}

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

static void put_name(FILE *f, const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	const char *name = fdd_user_name(s, frame->name);

	put(f, name);
	if (!frame->unnamed && *name != '(' && !strchr(name, ')'))
		fputs("()", f);
}

/* Of the innermost function of the program */
static void put_place(FILE *f, const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	const char *path = fdd_user_name(s, frame->path), *base = strrchr(path, '/');

	if (*fdd_user_name(s, frame->module)) {
		fputs(" of ", f);
		put(f, fdd_user_name(s, frame->module));
	}
	if (!*path)
		return;
	fputs(", ", f);
	put(f, base ? base + 1 : path);
	if (frame->line)
		fprintf(f, ":%u", frame->line);
}

void fdd_put_where(FILE *f, const struct fdd_user_stacks *s, uint32_t stack)
{
	uint32_t first = first_of_program(s, stack), nr = s->list[stack].nr, put_nr = 0;
	const char *end = fdd_user_name(s, s->list[stack].end);

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
		put(f, end);
		fputc(')', f);
	}
}

static json_object *text(const struct fdd_user_stacks *s, uint32_t name)
{
	const struct fdd_name *n = fdd_name_at(&s->names, name);

	return fdd_json_string(n->text, n->len);
}

static json_object *frame_json(const struct fdd_user_stacks *s, const struct fdd_user_frame *frame)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", text(s, frame->name));
	json_object_object_add(o, "module", text(s, frame->module));
	if (*fdd_user_name(s, frame->path))
		json_object_object_add(o, "file", text(s, frame->path));
	if (frame->line)
		json_object_object_add(o, "line", json_object_new_int(frame->line));
	json_object_object_add(o, "inlined", json_object_new_boolean(frame->inlined));
	return o;
}

json_object *fdd_where_json(const struct fdd_user_stacks *s, uint32_t stack)
{
	json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (uint32_t i = 0; i < s->list[stack].nr; i++)
		json_object_array_add(list, frame_json(s, fdd_user_frame_at(s, stack, i)));
	json_object_object_add(o, "frames", list);
	json_object_object_add(o, "end", text(s, s->list[stack].end));
	return o;
}
