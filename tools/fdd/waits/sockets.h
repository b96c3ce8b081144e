/* SPDX-License-Identifier: GPL-2.0 */
/* The other ends of sockets. */
#ifndef FDD_WAITS_SOCKETS_H
#define FDD_WAITS_SOCKETS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum waits_socket_kind {
	WAITS_HIDDEN_SOCKET,	/* we may not look there */
	WAITS_OTHER_SOCKET,
	WAITS_UNIX_SOCKET,
	WAITS_TCP_SOCKET,
};

struct waits_socket {
	enum waits_socket_kind	kind;
	uint64_t		peer;		/* the inode of the other end; 0: not known */
	char			address[80];	/* "10.0.0.5:5432" of the other end of TCP */
};

struct waits_pair {
	uint64_t	inode, peer;
};

struct waits_tcp {
	uint8_t		local[18], remote[18];	/* an address of IPv6, and the port */
	uint64_t	inode;
};

/* The sockets of one network namespace, read at the first use. */
struct waits_net {
	uint64_t		id;
	struct waits_pair	*unixes;	/* by inode */
	uint32_t		nr_unixes, unix_cap, most_unixes;
	struct waits_tcp	*tcps;		/* by inode */
	struct waits_tcp	**by_local;
	uint32_t		nr_tcps, tcp_cap, most_tcps;
};

struct waits_sockets {
	struct waits_net	*nets;
	uint32_t		nr, cap;
};

/** waits_sockets_find - the socket with an inode, of the network namespace of @task */
void waits_sockets_find(struct waits_sockets *sockets, pid_t task, uint64_t inode,
			struct waits_socket *found);

void waits_sockets_free(struct waits_sockets *sockets);

#endif
