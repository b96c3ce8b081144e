/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a call of the kernel takes: a process of fdd calls getppid(). The difference between a call
 * that is traced and one that is not is what tracing costs on this machine.
 */
#ifndef FDD_PROBE_H
#define FDD_PROBE_H

#include <stdbool.h>
#include <sys/types.h>

#define PROBE_BATCHES	5
#define PROBE_BATCH	64
#define PROBE_CALLS	(PROBE_BATCHES * PROBE_BATCH)	/* of each measurement */

struct probe {
	pid_t	pid;		/* it calls; 0: there is none */
	int	ask_fd, told_fd;
};

/* Returns false if there is no process: then nothing is measured. */
bool probe_start(struct probe *p);
/* ns of a call, as it is now, in the best of the batches; 0: not known */
double probe_ns(const struct probe *p);
void probe_stop(struct probe *p);

#endif
