// SPDX-License-Identifier: GPL-2.0
/* TCP connections: for which one a CPU has just received, and the reader at its other end. */
#include "model/tcp.h"

#define MAX_ENDS	(1u << 17)	/* a busy server's; the others have no known reader */

static uint64_t key_of(uint32_t local, uint32_t remote)
{
	return (uint64_t)local << 16 | remote;
}

static void note_reader(struct fdd_tcp_ends *t, uint64_t end, int32_t pid)
{
	if (t->readers.nr < MAX_ENDS || fdd_map_find(&t->readers, end))
		*fdd_map_get(&t->readers, end) = pid;
}

void fdd_tcp_note(struct fdd_tcp_ends *t, const struct fdd_note *n)
{
	uint64_t *received;

	if (n->tcp == FDD_TCP_READ) {
		if (n->pid > 0 && n->context == FDD_CTX_TASK)
			note_reader(t, key_of(n->local_port, n->remote_port), n->pid);
	} else if (n->tcp == FDD_TCP_RECEIVED) {
		*fdd_map_get(&t->received, n->cpu) = key_of(n->remote_port, n->local_port);
	} else if (n->work || n->sched == FDD_SCHED_SWITCH || n->kind == FDD_NOTE_LOST) {
		/* the CPU does something else now */
		received = fdd_map_find(&t->received, n->cpu);
		if (received)
			*received = 0;
	}
}

uint32_t fdd_tcp_other_end(const struct fdd_tcp_ends *t, uint16_t cpu)
{
	const uint64_t *key = fdd_map_find(&t->received, cpu);

	return key ? *key : 0;
}

int32_t fdd_tcp_reader(const struct fdd_tcp_ends *t, uint32_t end)
{
	const uint64_t *pid = end ? fdd_map_find(&t->readers, end) : NULL;

	return pid ? *pid : 0;
}

void fdd_tcp_free(struct fdd_tcp_ends *t)
{
	fdd_map_free(&t->received);
	fdd_map_free(&t->readers);
}
