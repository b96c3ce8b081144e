/* SPDX-License-Identifier: GPL-2.0 */
/* Functions whose calls are long although nothing is slow. */
#ifndef FDD_DUTY_H
#define FDD_DUTY_H

#include <stdbool.h>

#include "lib/names.h"

enum fdd_duty {
	FDD_DUTY_NONE,
	FDD_DUTY_DISPATCH,	/* calls the function that does the work: x64_sys_call */
	FDD_DUTY_REQUEST,	/* sleeps for as long as the program asked for: nanosleep, poll */
	FDD_DUTY_EDGE,		/* the start or the end of a program */
	FDD_DUTY_LOOP,		/* of a kernel thread, with its wait for work */
	FDD_DUTIES,
};

enum fdd_duty fdd_duty_of(const char *func);

/* What is known of the functions of a model. */
struct fdd_duties {
	uint8_t		*list;		/* by function: enum fdd_duty + 1; 0: not set yet */
	uint32_t	nr;
};

void fdd_duties_find(struct fdd_duties *d, const struct fdd_names *funcs, uint32_t func);

static inline enum fdd_duty fdd_duties_get(struct fdd_duties *d, const struct fdd_names *funcs,
					   uint32_t func)
{
	if (func >= d->nr || !d->list[func])
		fdd_duties_find(d, funcs, func);
	return d->list[func] - 1;
}

void fdd_duties_free(struct fdd_duties *d);

/* By its name: a trace does not mark kernel threads. */
bool fdd_is_kernel_thread(const char *comm);

/* "read" of "__x64_sys_read", "__do_sys_read", ..., or NULL: it is not a system call. */
const char *fdd_system_call(const char *func);

#define FDD_UNSEEN_CALL	"ksys_"		/* before the name of one whose function is in no record */

#endif
