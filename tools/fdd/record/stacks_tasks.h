/* SPDX-License-Identifier: GPL-2.0 */
/* Records of the tasks that were there before stacks are recorded: their names and maps. */
#ifndef FDD_RECORD_STACKS_TASKS_H
#define FDD_RECORD_STACKS_TASKS_H

#include <stdatomic.h>

#include "record/stacks_file.h"

/**
 * stacks_add_tasks - write records of all tasks that there are
 * @stop: when it is set, the rest is left out
 *
 * Each has the time when its process was looked at: what a program was before is not known.
 */
void stacks_add_tasks(struct stacks_file *f, const atomic_bool *stop);

#endif
