/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What programs write to trace_marker about their own work, as libtrace_region and
 * crosvm do:
 *
 *	503 VirtioFs Enter: release - (self.tag: "mtdroot")(inode: 42)
 *	503 VirtioFs Exit: release
 *
 * or as Android's atrace and Perfetto do ("systrace"):
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

/* How a begin finds its end. */
enum fdd_region_pairing {
	FDD_REGION_BY_ID,	/* of the program's; it may be on any thread */
	FDD_REGION_BY_COOKIE,	/* the same, and the program says that it does not nest */
	FDD_REGION_BY_STACK,	/* the last one that the thread began and did not end */
};

/* A marker of that form, taken apart. Nothing is terminated. */
struct fdd_region_line {
	enum fdd_region_what	what;
	enum fdd_region_pairing	pairing;
	uint64_t	id;		/* or the cookie */
	int64_t		value;		/* of a counter */
	int32_t		process;	/* as the line says; 0 is unknown */
	const char	*category, *name, *pairs;
	uint32_t	category_len, name_len, pairs_len;
};

/* False if the text is another marker. */
bool fdd_region_parse(const char *text, size_t len, struct fdd_region_line *line);

#endif
