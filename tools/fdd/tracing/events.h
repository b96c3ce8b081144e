/* SPDX-License-Identifier: GPL-2.0 */
/* The events that report when tasks sleep, who wakes them, and what interrupts them. */
#ifndef FDD_EVENTS_H
#define FDD_EVENTS_H

#include <stdbool.h>

/* "SYSTEM:EVENT", those of a system in a row; the last one is NULL. */
extern const char *const sched_events[];

/* Not every kernel has all of them. */
bool event_is_there(const char *event);

/* The caller frees "events/SYSTEM/EVENT/FILE". */
char *event_file(const char *event, const char *file);

/* Enable all that are there. Returns 0, or -1 after an error message. */
int sched_events_enable(const char *instance);

#endif
