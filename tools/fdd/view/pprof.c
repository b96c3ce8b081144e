// SPDX-License-Identifier: GPL-2.0
/* Writes pprof's profile.proto. The numbers of fields are those of its message Profile. */
#include <string.h>

#include "lib/util.h"
#include "view/pprof.h"

/* Limits of the names, without one that all others share. */
#define MAX_FRAMES	((1u << 18) - 1)
#define MAX_TEXT	(16u << 20)

enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,

	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,

	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,

	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,

	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
};

/* The string table: these, and then the frames. */
enum {
	STRING_EMPTY, STRING_CALLS, STRING_COUNT, STRING_SELF, STRING_NS, STRING_ASLEEP,
	NR_STRINGS
};

static const char *const strings[NR_STRINGS] = {
	[STRING_EMPTY] = "", [STRING_CALLS] = "calls", [STRING_COUNT] = "count",
	[STRING_SELF] = "self", [STRING_NS] = "nanoseconds", [STRING_ASLEEP] = "asleep",
};

static void put_value_type(struct fdd_pprof *p, unsigned int type, unsigned int unit)
{
	size_t at = fdd_proto_begin(&p->out, PROFILE_SAMPLE_TYPE);

	fdd_proto_uint(&p->out, VALUE_TYPE_TYPE, type);
	fdd_proto_uint(&p->out, VALUE_TYPE_UNIT, unit);
	fdd_proto_end(&p->out, at);
}

static void limit_frames(struct fdd_pprof *p, uint32_t most, size_t most_text)
{
	p->frames.most = most;
	p->frames.most_text = most_text;
}

void fdd_pprof_begin(struct fdd_pprof *p, bool asleep)
{
	*p = (struct fdd_pprof){ .asleep = asleep };
	p->frames.other = fdd_names_get(&p->frames, "(other names)", 13);
	limit_frames(p, MAX_FRAMES, MAX_TEXT);
	put_value_type(p, STRING_CALLS, STRING_COUNT);
	put_value_type(p, STRING_SELF, STRING_NS);
	if (asleep)
		put_value_type(p, STRING_ASLEEP, STRING_NS);
	fdd_proto_uint(&p->out, PROFILE_DEFAULT_SAMPLE_TYPE, STRING_SELF);
	fdd_proto_write(&p->out, stdout);
}

/* A location for each function, with the same number; 0 is none. */
static uint32_t location_of(struct fdd_pprof *p, const char *name, size_t len)
{
	return fdd_names_get(&p->frames, name, len) + 1;
}

/* The callee first. */
static void put_locations(struct fdd_pprof *p, const char *path)
{
	size_t at = fdd_proto_begin(&p->out, SAMPLE_LOCATION_ID);
	const char *end = path + strlen(path);

	for (;;) {
		const char *before = memrchr(path, ';', end - path);
		const char *name = before ? before + 1 : path;

		fdd_proto_varint(&p->out, location_of(p, name, end - name));
		if (!before)
			break;
		end = before;
	}
	fdd_proto_end(&p->out, at);
}

static void put_values(struct fdd_pprof *p, const struct fdd_pprof_sample *sample)
{
	size_t at = fdd_proto_begin(&p->out, SAMPLE_VALUE);

	fdd_proto_varint(&p->out, sample->calls);
	fdd_proto_varint(&p->out, sample->self);
	if (p->asleep)
		fdd_proto_varint(&p->out, sample->asleep);
	fdd_proto_end(&p->out, at);
}

void fdd_pprof_add(struct fdd_pprof *p, const struct fdd_pprof_sample *sample)
{
	size_t at = fdd_proto_begin(&p->out, PROFILE_SAMPLE);

	put_locations(p, sample->path);
	put_values(p, sample);
	fdd_proto_end(&p->out, at);
	fdd_proto_write(&p->out, stdout);
}

static void put_location(struct fdd_pprof *p, uint32_t id)
{
	size_t at = fdd_proto_begin(&p->out, PROFILE_LOCATION), line;

	fdd_proto_uint(&p->out, LOCATION_ID, id);
	line = fdd_proto_begin(&p->out, LOCATION_LINE);
	fdd_proto_uint(&p->out, LINE_FUNCTION_ID, id);
	fdd_proto_end(&p->out, line);
	fdd_proto_end(&p->out, at);
}

static void put_function(struct fdd_pprof *p, uint32_t id)
{
	size_t at = fdd_proto_begin(&p->out, PROFILE_FUNCTION);

	fdd_proto_uint(&p->out, FUNCTION_ID, id);
	fdd_proto_uint(&p->out, FUNCTION_NAME, NR_STRINGS + id - 1);
	fdd_proto_end(&p->out, at);
}

static void put_strings(struct fdd_pprof *p)
{
	for (size_t i = 0; i < NR_STRINGS; i++)
		fdd_proto_string(&p->out, PROFILE_STRING_TABLE, strings[i], strlen(strings[i]));
	for (uint32_t i = 0; i < p->frames.nr; i++) {
		const struct fdd_name *name = fdd_name_at(&p->frames, i);

		fdd_proto_string(&p->out, PROFILE_STRING_TABLE, name->text, name->len);
		fdd_proto_write(&p->out, stdout);
	}
}

void fdd_pprof_end(struct fdd_pprof *p)
{
	for (uint32_t id = 1; id <= p->frames.nr; id++) {
		put_location(p, id);
		put_function(p, id);
		fdd_proto_write(&p->out, stdout);
	}
	put_strings(p);
	if (p->frames.left_out)
		fdd_warning("limited to %u functions and tasks, and %u MiB of their names: others are named (other names)",
			    MAX_FRAMES, MAX_TEXT >> 20);
	fdd_proto_free(&p->out);
	fdd_names_free(&p->frames);
}
