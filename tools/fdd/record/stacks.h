/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User stacks of slow calls: perf copies them at the module's tracepoint func_duration_stack, and a
 * thread of fdd writes them next to the trace.
 */
#ifndef FDD_RECORD_STACKS_H
#define FDD_RECORD_STACKS_H

#include <stdbool.h>
#include <stdint.h>

struct stacks;

/**
 * stacks_begin - record stacks from now on
 * @trace: the trace, absolute; the stacks get its name with ".stacks"
 * @instance: whose calls
 * @limit: bytes on disk; 0: a default
 * @unasked: do not say why there are none
 *
 * Return: NULL after an error message
 */
struct stacks *stacks_begin(const char *trace, const char *instance, uint64_t limit, bool unasked);

/** stacks_wait - until the tasks that are there are known, or for some seconds */
void stacks_wait(struct stacks *s);

/** stacks_stop - write the rest, and no more; say what is missing */
void stacks_stop(struct stacks *s);

/** stacks_complete - give the file its name, after stacks_stop(). Return: 0 or -1 with a message */
int stacks_complete(struct stacks *s);

/** stacks_remove - those of an earlier trace of this name, which is about to be replaced */
void stacks_remove(const char *trace);

/** stacks_free - remove what is not complete. @s may be NULL */
void stacks_free(struct stacks *s);

#endif
