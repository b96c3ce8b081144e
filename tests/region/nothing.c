// SPDX-License-Identifier: GPL-2.0
/*
 * Compiled as C and as C++, with its category disabled, with TRACE_REGION_NOOP, and with
 * -DREFERENCE, where the source has no regions: the objects must have the same code and
 * data.
 */
#ifdef REFERENCE
struct trace_region {
	unsigned long id;
	const char *category, *name;
};
#define trace_region_fd() -1
#define REGIONS(...)
#else
#ifndef TRACE_REGION_CATEGORY_Off
#define TRACE_REGION_CATEGORY_Off 0
#endif
#define REGIONS(...) __VA_ARGS__
#include "trace_region.h"
#endif

struct request {
	int slot;
	const char *tag;
	struct trace_region region;
};

int scoped(int slot, const char *tag);
int begin_and_end(int slot);
void across_functions(struct request *request);
void across_functions_end(struct request *request);
int helper(int slot);

int scoped(int slot, const char *tag)
{
	int only_for_the_trace = slot + 1;

	REGIONS(TRACE_REGION(Off, "LEAVES_NO_STRING", TR_V(slot),
			     TR_KV(LEAVES_NO_KEY, tag),
			     TR_HEX(hex, slot | 1), TR_STRN(part, tag, 3),
			     TR_KV(LEAVES_NO_VALUE, "LEAVES_NO_TEXT"));)
	REGIONS(TRACE_REGION(Off, __func__, TR_V(only_for_the_trace));)
	(void)only_for_the_trace;
	if (slot == 3 && tag)
		return helper(slot);
	return slot * 7;
}

int begin_and_end(int slot)
{
	struct trace_region region;

	REGIONS(trace_region_begin(Off, &region, "LEAVES_NO_STRING",
				   TR_KV(LEAVES_NO_KEY, helper(slot)));)
	slot = helper(slot);
	REGIONS(trace_region_end(Off, &region);)
	REGIONS(trace_region_print(Off, "LEAVES_NO_STRING", TR_V(slot));)
	(void)sizeof(region);
	return slot;
}

void across_functions(struct request *request)
{
	REGIONS(trace_region_begin(Off, &request->region, "LEAVES_NO_STRING",
				   TR_V(request->tag));)
	request->slot++;
}

void across_functions_end(struct request *request)
{
	request->slot--;
	REGIONS(trace_region_end(Off, &request->region);)
}

#ifdef OPENING /* opening is empty only with TRACE_REGION_NOOP */
int opening(void);

int opening(void)
{
	REGIONS(trace_region_init();)
	REGIONS(trace_region_init_at("LEAVES_NO_STRING");)
	REGIONS(trace_region_init_fd(helper(0));)
	REGIONS(trace_region_close();)
	return trace_region_fd();
}
#endif
