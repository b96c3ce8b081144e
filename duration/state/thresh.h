/* SPDX-License-Identifier: GPL-2.0 */
/* Thresholds of functions: lines, and the tables that are made from them. */
#ifndef _DURATION_STATE_THRESH_H
#define _DURATION_STATE_THRESH_H

#include <linux/types.h>

#include <compat/trace.h>

struct auto_base;
struct module;

/* Bounds of the file */
#define THRESH_LINES		1024
#define THRESH_FUNCTIONS	262144
#define THRESH_TEXT		(256 * 1024)

/* No call lasts that long: the calls of the function are not recorded. */
#define THRESH_OFF		U64_MAX

/* None was found yet: tracing_thresh applies. */
#define THRESH_NONE		(U64_MAX - 1)

struct thresh_line {
	u64	ns;
	u16	per_mille;			/* of auto; 0: no auto line */
	char	function[128];			/* a glob */
	char	module[64];		/* a glob; empty: any, and the kernel itself */
};

struct thresh_lines {
	unsigned int		nr;
	unsigned int		size;
	struct thresh_line	line[];
};

/*
 * In a free slot ns is THRESH_NONE: while a root begins, an interrupt may look up function 0, which
 * has none.
 */
struct thresh_slot {
	unsigned long	func;		/* 0: free */
	u64		ns;
};

/* At most half of the slots are used. */
struct thresh_table {
	unsigned long		mask;		/* of an index of slots */
	unsigned long		used;
	u16			*per_mille;	/* of auto, for each slot; NULL: all 0 */
	struct auto_base	**bases;	/* with per_mille; see auto_function() */
	u64			bases_of;	/* id of the statistics that they were read from */
	struct thresh_slot	slots[];
};

/**
 * thresh_table_find - look a function up
 * @table: of thresh_table_build()
 * @func: the function
 * @otherwise: where the threshold of functions is that have none of their own
 *
 * Context: any; a few steps, since the functions are hashed by their addresses, which are
 * a slot or more apart.
 * Return: its threshold, or the other one if it has none.
 */
static __always_inline u64 thresh_table_find(const struct thresh_table *table,
					     unsigned long func,
					     const unsigned long *otherwise)
{
	const struct thresh_slot *slot;
	unsigned long at = func >> 4;
	u64 ns;

	for (;; at++) {
		slot = table->slots + (at & table->mask);
		if (slot->func == func)
			break;
		if (!slot->func)
			return READ_ONCE(*otherwise);
	}
	ns = READ_ONCE(slot->ns);
	return likely(ns != THRESH_NONE) ? ns : READ_ONCE(*otherwise);
}

/* How many functions a line matches, and for how many of them no later line does */
struct thresh_count {
	unsigned long	matches;
	unsigned long	decides;
};

struct thresh_lines *thresh_lines_change(const struct thresh_lines *old, char *text,
					 const char *name);
void thresh_lines_free(struct thresh_lines *lines);
int thresh_lines_count(const struct thresh_lines *lines, struct thresh_count *counts);
struct thresh_table *thresh_table_build(const struct thresh_lines *lines);
struct thresh_table *thresh_table_coming(const struct thresh_table *old,
					 const struct thresh_lines *lines,
					 const struct module *module);
struct thresh_table *thresh_table_going(const struct thresh_table *old,
					const struct module *module);
void thresh_table_free(struct thresh_table *table);
void thresh_table_forget(struct thresh_table *table);
void thresh_table_inherit(struct thresh_table *table, struct thresh_table *old);
int thresh_parse_time(char *word, u64 *ns);
void thresh_time_text(u64 ns, char *text, size_t size);
void thresh_line_text(const struct thresh_line *line, char *text, size_t size);
bool thresh_lines_auto(const struct thresh_lines *lines);

#endif /* _DURATION_STATE_THRESH_H */
