// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of events of TCP connections (include/trace/events/{tcp,sock}.h):
 *
 *	tcp_probe: family=AF_INET src=127.0.0.1:7711 dest=127.0.0.1:40500 mark=0 data_len=0 ...
 *	tcp_rcv_space_adjust: family=AF_INET sport=7711 dport=40500 saddr=127.0.0.1 ...
 *	inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport=7711 dport=40500 ...
 *
 * A connection that is closed has no tcp_probe any more: what it receives changes its state.
 */
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/tcp.h"

static const struct event {
	const char	*name;
	enum fdd_tcp	tcp;
	const char	*local, *remote;	/* the words before an address, or a port */
} events[] = {
	{ "tcp_probe: ", FDD_TCP_RECEIVED, " src=", " dest=" },
	{ "tcp_rcv_space_adjust: ", FDD_TCP_READ, " sport=", " dport=" },
	{ "inet_sock_set_state: ", FDD_TCP_RECEIVED, " sport=", " dport=" },
};

/* The last number of a word: of "[::1]:7711" as well. 0: none */
static uint32_t port_after(const struct fdd_note *n, const char *word)
{
	const char *end = n->text + n->len, *p;
	uint32_t port = 0;

	p = memmem(n->text, n->len, word, strlen(word));
	if (!p)
		return 0;
	for (p += strlen(word); p < end && *p != ' '; p++)
		port = is_digit(*p) ? port * 10 + (*p - '0') : 0;
	return port <= UINT16_MAX ? port : 0;
}

void fdd_tcp_scan(struct fdd_note *note)
{
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		const struct event *e = &events[i];
		size_t len = strlen(e->name);

		if (note->len <= len || memcmp(note->text, e->name, len))
			continue;
		note->local_port = port_after(note, e->local);
		note->remote_port = port_after(note, e->remote);
		/* a task changes the state of its own end itself */
		if (note->local_port && note->remote_port &&
		    (e->tcp != FDD_TCP_RECEIVED || note->context != FDD_CTX_TASK))
			note->tcp = e->tcp;
		return;
	}
}
