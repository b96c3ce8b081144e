/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of recordings. They have addresses of the kernel, names of files, and the activity of
 * other users' processes: only their owner can read them, from their first byte on.
 */
#ifndef FDD_RECORD_FILE_H
#define FDD_RECORD_FILE_H

#include <stdbool.h>

/* May a file of this name be made? Otherwise prints why not. */
bool file_check(const char *path);

/*
 * Make an empty file, in place of one that has this name. No link is followed, and no file of
 * another user is used. Returns a descriptor, or -1 after an error message.
 */
int file_create(const char *path);

/* Under sudo, give an open file to the user who called it. */
void file_give_to_user(int fd, const char *path);

/* The same for a directory that fdd has made. */
void file_give_directory(const char *path);

#endif
