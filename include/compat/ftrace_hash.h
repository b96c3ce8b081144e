/* SPDX-License-Identifier: GPL-2.0 */
/* Hashes of functions: the graph filters', and those of set_ftrace_filter. */
#ifndef _COMPAT_FTRACE_HASH_H
#define _COMPAT_FTRACE_HASH_H

#include <linux/ftrace.h>

#include <compat/trace.h>

enum hash_answer {
	HASH_EMPTY,
	HASH_WITHOUT,
	HASH_WITH,
};

enum hash_answer ftrace_hash_ask(struct ftrace_hash *const *where, unsigned long ip);
bool ftrace_filter_has_gone(const struct ftrace_ops *ops);

#endif /* _COMPAT_FTRACE_HASH_H */
