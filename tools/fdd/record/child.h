/* SPDX-License-Identifier: GPL-2.0 */
/* The command of fdd record, and signals. */
#ifndef FDD_RECORD_CHILD_H
#define FDD_RECORD_CHILD_H

#include "record/record.h"

/* From now on signals are received by record_wait_signal() only. */
void record_block_signals(struct record *r);
/* In a child, before it becomes another program. */
void record_restore_signals(const struct record *r);
/* Wait for a signal, at most some time; -1: without a limit. */
void record_wait_signal(struct record *r, int ms);
long long record_now_ms(void);
/* A file to poll(), readable when record_wait_signal() would return; -1 after an error message. */
int record_signal_fd(void);
/* Wait until a child has ended, but not longer than @ms. */
bool record_wait_ended(struct record *r, struct child *child, int ms);

/*
 * Fork the command, which waits for record_start_command(). Returns 0, or -1 after an error
 * message.
 */
int record_make_command(struct record *r);
/*
 * Only its calls, or those of the wished processes, or else not those of fdd and of what it
 * starts from now on. Returns 0, or -1 after an error message.
 */
int record_select_tasks(const struct record *r);
/* The option that selects them. */
const char *record_tasks_option(const struct record *r);
void record_start_command(struct record *r);
/* It is not to be started. */
void record_drop_command(struct record *r);
/* Returns 0 if the command could be run. */
int record_check_exec(struct record *r);
/* Wait until the command, or what is traced without one, ends, or for a signal. */
void record_wait_end(struct record *r);
/* A signal to stop: give the command some time to end, then warn. */
void record_end_command(struct record *r);

#endif
