// SPDX-License-Identifier: GPL-2.0
/* Prints stacks of programs as text and as JSON. */
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "model/place.h"
#include "view/where.h"

void fdd_put_where(FILE *f, const struct fdd_user_stacks *s, uint32_t stack)
{
	char *text = fdd_place_text(s, stack, true);

	fdd_put_clean(f, text, strlen(text));
	free(text);
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
	char *place;

	for (uint32_t i = 0; i < s->list[stack].nr; i++)
		json_object_array_add(list, frame_json(s, fdd_user_frame_at(s, stack, i)));
	place = fdd_place_text(s, stack, false);
	json_object_object_add(o, "place", fdd_json_string(place, strlen(place)));
	free(place);
	json_object_object_add(o, "frames", list);
	json_object_object_add(o, "end", text(s, s->list[stack].end));
	return o;
}
