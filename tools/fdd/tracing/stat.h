/* SPDX-License-Identifier: GPL-2.0 */
/* The statistics of the tracer: its option duration-stat, and the files it writes. */
#ifndef FDD_TRACING_STAT_H
#define FDD_TRACING_STAT_H

#include <stdbool.h>

#include "tracing/session.h"

#define STAT_FILE	TRACER "/stat"
#define STAT_HIST_FILE	TRACER "/stat_hist"

/* Does the tracer that is loaded have the option? */
bool stat_is_there(void);

/* The tracer is to record nothing: no call is as long as this threshold. */
void stat_only(struct session_wish *wish);

/* Switch the option on, and select the tracer. Returns 0, or -1 after an error message. */
int stat_select(const char *instance);

/*
 * What was counted: the text of stat_hist, which the caller frees; NULL after an error
 * message.
 */
char *stat_read(const char *instance);

/* Begin a new interval, in which all counts begin at 0. Returns 0, or -1 after an error message. */
int stat_reset(const char *instance);

/*
 * Can the statistics of an instance, NULL for the top directory, be read? Otherwise prints
 * why, and what to do.
 */
bool stat_check_readable(const char *instance);

#endif
