/* SPDX-License-Identifier: GPL-2.0 */
/* fdd record --at: recording begins at a time of the wall clock. */
#ifndef FDD_RECORD_AT_H
#define FDD_RECORD_AT_H

#include "record/record.h"

/**
 * record_parse_at - "@14:30", "@14:30:15", of today or tomorrow, by UTC with a "Z" behind it;
 *	"+30s", from now on; "/10s", when the seconds since 1970 are a multiple of that
 * @now: in ns since 1970, as @at
 *
 * Return: false if it has another form
 */
bool record_parse_at(const char *text, uint64_t now, uint64_t *at);

/**
 * record_wait_at - wait until r->at, with recording switched off
 *
 * Return: 0, or -1 after an error message
 */
int record_wait_at(struct record *r);

#endif
