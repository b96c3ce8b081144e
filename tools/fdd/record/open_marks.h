/* SPDX-License-Identifier: GPL-2.0 */
/* fdd record: the calls that are open when it ends, as markers of the trace. */
#ifndef FDD_RECORD_OPEN_MARKS_H
#define FDD_RECORD_OPEN_MARKS_H

/**
 * record_mark_open - write a marker for each task that is in a call
 * @instance: which records; without the module there is nothing to write
 */
void record_mark_open(const char *instance);

#endif
