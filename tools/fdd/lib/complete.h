/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that get their name when they are complete.
 *
 * Everything is written to another file of the same directory. When that is on the disk it is
 * renamed, and the directory is written, too. After a power cut, as after a kill, the name is
 * that of the whole file, or of what it named before.
 */
#ifndef FDD_COMPLETE_H
#define FDD_COMPLETE_H

#include <stdint.h>

/* Until then a file FILE is FILE.part, or has no name, or is what mkstemp() calls it. */
#define FDD_PART	".part"

/* The user stacks of a trace FILE are FILE.stacks. */
#define FDD_STACKS	".stacks"

/* The kernel's code in programs, for the stacks in a file FILE, is FILE.vdso. */
#define FDD_VDSO	".vdso"

/*
 * The absolute path of the file to write for @path, which the caller frees: that of the target
 * of a symbolic link, so that the target is replaced and not the link. NULL sets errno.
 */
char *fdd_target(const char *path);

/*
 * Complete the file @unfinished, which is open as @fd, as @path. Returns 0, or -1 with errno
 * set; then the caller removes @unfinished if it is there.
 */
int fdd_complete(int fd, const char *unfinished, const char *path);

/* A file without a name in the directory of @path, which is private; or -1 where there are none. */
int fdd_file_without_name(const char *path);

/*
 * Complete such a file as @path. Returns 0, or -1 with errno set. Killed in between it may leave a
 * second name behind, @path with a number: of a file that is whole.
 */
int fdd_complete_without_name(int fd, const char *path);

/*
 * trace-cmd writes to FILE.part and, for each CPU, to a file with a name that begins so.
 * It removes these when FILE.part has all. How many are there; their bytes; remove them; and remove
 * all, with FILE.part.
 */
unsigned int fdd_cpu_parts(const char *path);
uint64_t fdd_cpu_parts_size(const char *path);
void fdd_remove_cpu_parts(const char *path);
void fdd_remove_parts(const char *path);

/*
 * Make these files, empty and private, of @instance (NULL: none) and of the top instance, for which
 * trace-cmd makes some, too. It opens what is there: in a directory like /tmp no other user can
 * then put a file or a link there. Returns 0, or -1 after an error message.
 */
int fdd_make_cpu_parts(const char *path, const char *instance);

#endif
