/* SPDX-License-Identifier: GPL-2.0 */
/* A library that fails on a damaged file shall not look like a crash of ours. */
#ifndef FDD_GUARD_H
#define FDD_GUARD_H

/*
 * Between these, a fatal signal, or a minute of processor time, ends the
 * program with a message that names the file and with status 1.
 */
void fdd_guard_begin(const char *path);
void fdd_guard_end(void);

#endif
