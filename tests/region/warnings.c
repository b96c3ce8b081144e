// SPDX-License-Identifier: GPL-2.0
/*
 * All valid uses, as C and as C++. They cause no warning in any dialect, with any warning
 * enabled.
 */
#define TRACE_REGION_CATEGORY_On 1
#define TRACE_REGION_CATEGORY_Off 0
#ifdef __cplusplus
#include "trace_region.hpp"
#else
#include "trace_region.h"
#endif

enum color { red = 7 };

struct values {
	signed char small;
	unsigned char byte;
	short number;
	unsigned short port;
	long offset;
	unsigned long size;
	enum color color;
	const char *text;
	void *pointer;
};

int scopes(const struct values *v, int again);
void begin_and_end(const struct values *v, struct trace_region *region);
void lines(const struct values *v);
int plain(const char *text);

/* Jumps that do not cross a region, and a region per case. */
int scopes(const struct values *v, int again)
{
	TRACE_REGION(On, "values", TR_V(v->small), TR_V(v->byte),
		     TR_V(v->number), TR_V(v->port), TR_V(v->offset),
		     TR_V(v->size), TR_V(v->color), TR_V(v->text),
		     TR_V(v->pointer));
	TRACE_REGION(Off, "values", TR_V(v->small), TR_V(v->text));
retry:
	switch (again) {
	case 0: {
		TRACE_REGION(On, "none");
		break;
	}
	case 1: {
		TRACE_REGION(Off, "one");
		TRACE_REGION(On, "one");
		goto out;
	}
	default: {
		TRACE_REGION(On, "more");
		again--;
		goto retry;
	}
	}
out:
	return again;
}

void begin_and_end(const struct values *v, struct trace_region *region)
{
	trace_region_begin(On, region, "begin", TR_HEX(small, v->small),
			   TR_HEX(port, v->port), TR_HEX(size, v->size),
			   TR_STRN(text, v->text, v->size));
	trace_region_end(On, region);
	trace_region_begin(Off, region, "begin", TR_HEX(small, v->small));
	trace_region_end(Off, region);
}

void lines(const struct values *v)
{
	trace_region_print(On, "a line", TR_KV(positive, v->offset > 0),
			   TR_KV(letter, 'x'), TR_KV(text, "literal"));
	trace_region_print(Off, "a line", TR_V(v->offset));
	trace_region_counter(On, "small", v->small);
	trace_region_counter(On, "size", v->size);
	trace_region_counter(On, "positive", v->offset > 0);
	trace_region_counter(Off, "offset", v->offset);
}

int plain(const char *text)
{
	unsigned long id = trace_region_enter("Plain", "text", text);

	trace_region_message(text);
	trace_region_exit(id, "Plain", "text");
	return trace_region_enabled();
}

#ifdef __cplusplus
trace_region_handle handles(const struct values *v);

trace_region_handle handles(const struct values *v)
{
	trace_region_handle on = TRACE_REGION_HANDLE(On, "on", TR_V(v->size));
	trace_region_handle off = TRACE_REGION_HANDLE(Off, "off",
						      TR_V(v->size));

	off = static_cast<trace_region_handle &&>(on);
	off.end();
	return TRACE_REGION_HANDLE(On, "result");
}
#endif
