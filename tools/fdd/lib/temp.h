/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Temporary files: unlinked, so that none is left when fdd is killed, and not larger than what
 * leaves room for other programs.
 */
#ifndef FDD_TEMP_H
#define FDD_TEMP_H

#include <stdbool.h>
#include <stdint.h>

/**
 * fdd_temp_directory - where temporary files are
 *
 * Return: TMPDIR, or /tmp, or /var/tmp if /tmp is in memory and /var/tmp is not
 */
const char *fdd_temp_directory(void);

/** fdd_temp_file - Return: a descriptor of an unlinked file, or -1 with errno set */
int fdd_temp_file(void);

/**
 * fdd_temp_has_room - may a temporary file grow?
 * @fd: of the file
 * @more: bytes
 *
 * Return: true, or false with errno set to ENOSPC, if less than a twentieth of the file system, or
 * a GiB, would be free then
 */
bool fdd_temp_has_room(int fd, uint64_t more);

#endif
