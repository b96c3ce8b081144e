/* SPDX-License-Identifier: GPL-2.0 */
/* TCP connections: for which one a CPU has just received, and the reader at its other end. */
#ifndef FDD_TCP_H
#define FDD_TCP_H

#include "lib/map.h"
#include "model/call.h"

struct fdd_tcp_ends {
	struct fdd_map	received;	/* CPU -> the other end of that connection; 0: none */
	struct fdd_map	readers;	/* end -> the last task that took data there */
};

/* Any record of a CPU. */
void fdd_tcp_note(struct fdd_tcp_ends *t, const struct fdd_note *n);
/* The other end of the connection that an interrupt, which still runs there, received for; or 0 */
uint32_t fdd_tcp_other_end(const struct fdd_tcp_ends *t, uint16_t cpu);
/* The task of this machine that takes the data there; or 0 */
int32_t fdd_tcp_reader(const struct fdd_tcp_ends *t, uint32_t end);
void fdd_tcp_free(struct fdd_tcp_ends *t);

#endif
