/* SPDX-License-Identifier: GPL-2.0 */
/* Names of interrupts and of work items. */
#ifndef FDD_MODEL_WORK_H
#define FDD_MODEL_WORK_H

#include "model/call.h"

/*
 * "irq 24 nvme0q1", "softirq TIMER", "work blk_mq_run_work_fn", from the name in a note of
 * that kind. The caller frees it.
 */
char *fdd_work_name(enum fdd_work kind, const char *text);

#endif
