/* SPDX-License-Identifier: GPL-2.0 */
/* Reports a crash of libtraceevent on a damaged file as an error of that file. */
#ifndef FDD_GUARD_H
#define FDD_GUARD_H

/*
 * Between these calls a fatal signal, or more than a minute of CPU time, ends the
 * program with status 1 and a message that names the file.
 */
void fdd_guard_begin(const char *path);
void fdd_guard_end(void);

#endif
