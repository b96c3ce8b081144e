/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses the markers that programs write about their regions, in the form of
 * libtrace_region and crosvm:
 *
 *	503 VirtioFs Enter: release - (self.tag: "mtdroot")(inode: 42)
 *	503 VirtioFs Exit: release
 *
 * or of Android's atrace and Perfetto ("systrace"):
 *
 *	B|4711|name		begin, and E|4711 or E: end what the thread began last
 *	S|4711|name|cookie	begin, and F|4711|name|cookie: end, on any thread
 *	C|4711|name|value	a counter
 *	I|4711|name		an instant
 */
#ifndef FDD_REGION_LINE_H
#define FDD_REGION_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fdd_region_what {
	FDD_REGION_BEGIN,
	FDD_REGION_END,
	FDD_REGION_COUNTER,
	FDD_REGION_INSTANT,
};

/* How a begin is paired with its end. */
enum fdd_region_pairing {
	FDD_REGION_BY_ID,	/* by the program's id, on any thread */
	FDD_REGION_BY_COOKIE,	/* the same, but the region is asynchronous */
	FDD_REGION_BY_STACK,	/* the thread's last begin without an end */
};

/* A parsed marker. Strings are not terminated. */
struct fdd_region_line {
	enum fdd_region_what	what;
	enum fdd_region_pairing	pairing;
	uint64_t	id;		/* or the cookie */
	int64_t		value;		/* of a counter */
	int32_t		process;	/* from the line; 0: unknown */
	const char	*category, *name, *pairs;
	uint32_t	category_len, name_len, pairs_len;
};

/* Returns false if the text is another marker. */
bool fdd_region_parse(const char *text, size_t len, struct fdd_region_line *line);

#endif
