/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the text of events of system calls. */
#ifndef FDD_READ_SYSCALL_H
#define FDD_READ_SYSCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/names.h"

struct fdd_syscall {
	const char	*name;		/* NULL: of the number, or the end of one */
	uint32_t	name_len;
	int32_t		nr;		/* -1: unknown */
	bool		ends;
};

/* Of the text of an event; false if it is another event. */
bool fdd_syscall_scan(const char *text, const char *end, struct fdd_syscall *s);
/* The number of a function that stands for a system call. */
uint32_t fdd_syscall_func(struct fdd_names *funcs, const char *name, uint32_t len);

#endif
