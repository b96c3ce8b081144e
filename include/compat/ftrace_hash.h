/* SPDX-License-Identifier: GPL-2.0 */
/* A hash of functions that the kernel may free while it is read. */
#ifndef _COMPAT_FTRACE_HASH_H
#define _COMPAT_FTRACE_HASH_H

#include <compat/trace.h>

enum hash_answer {
	HASH_EMPTY,
	HASH_WITHOUT,
	HASH_WITH,
};

enum hash_answer ftrace_hash_ask(struct ftrace_hash *const *where, unsigned long ip);

#endif /* _COMPAT_FTRACE_HASH_H */
