// SPDX-License-Identifier: GPL-2.0
/* The other ends of sockets: of unix sockets by sock_diag(7), of TCP by /proc/TASK/net/tcp. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "lib/util.h"
#include "waits/proc.h"
#include "waits/sockets.h"

#define MOST_SOCKETS	500000	/* of all namespaces, of each of the two kinds */
#define MOST_NETS	1000

static uint64_t net_of(pid_t task)
{
	char target[64];
	unsigned long long id;

	if (proc_link(task, "ns/net", target, sizeof(target)) < 0 ||
	    sscanf(target, "net:[%llu]", &id) != 1)
		return 0;
	return id;
}

/*
 * Unix sockets
 */

static int open_diag(void)
{
	const struct timeval most = { .tv_sec = 2 };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);

	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
	return fd;
}

/* A socket of netlink stays in the namespace where it was made; only this thread goes there. */
static int open_diag_in(pid_t task)
{
	int own, there, fd = -1;
	char path[64];

	if (net_of(task) == net_of(getpid()))
		return open_diag();
	snprintf(path, sizeof(path), "/proc/%d/ns/net", task);
	own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	there = open(path, O_RDONLY | O_CLOEXEC);
	if (own >= 0 && there >= 0 && !setns(there, CLONE_NEWNET)) {
		fd = open_diag();
		if (setns(own, CLONE_NEWNET)) {
			fdd_error("cannot return to its network namespace: %s", strerror(errno));
			exit(FDD_EXIT_INPUT);
		}
	}
	if (there >= 0)
		close(there);
	if (own >= 0)
		close(own);
	return fd;
}

static void take_unix(struct waits_net *net, const struct nlmsghdr *h)
{
	const struct unix_diag_msg *msg = NLMSG_DATA(h);
	int len = h->nlmsg_len - NLMSG_LENGTH(sizeof(*msg));
	struct waits_pair pair = { .inode = msg->udiag_ino };

	for (const struct rtattr *a = (const void *)(msg + 1); RTA_OK(a, len); a = RTA_NEXT(a, len))
		if (a->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(a) >= sizeof(uint32_t))
			pair.peer = *(const uint32_t *)RTA_DATA(a);
	if (net->nr_unixes == net->most_unixes)
		return;
	GROW(net->unixes, net->nr_unixes, net->unix_cap);
	net->unixes[net->nr_unixes++] = pair;
}

/* Returns false at the end. */
static bool take_answers(struct waits_net *net, const struct nlmsghdr *h, ssize_t len)
{
	for (; NLMSG_OK(h, len); h = NLMSG_NEXT(h, len)) {
		if (h->nlmsg_type == NLMSG_DONE || h->nlmsg_type == NLMSG_ERROR)
			return false;
		if (h->nlmsg_len >= NLMSG_LENGTH(sizeof(struct unix_diag_msg)))
			take_unix(net, h);
	}
	return true;
}

static int by_inode(const void *a, const void *b)
{
	const struct waits_pair *x = a, *y = b;

	return (x->inode > y->inode) - (x->inode < y->inode);
}

static void read_unix(struct waits_net *net, pid_t task)
{
	static const struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	struct {
		struct nlmsghdr		head;
		struct unix_diag_req	ask;
	} request = {
		.head = {
			.nlmsg_len = sizeof(request), .nlmsg_type = SOCK_DIAG_BY_FAMILY,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
		},
		.ask = {
			.sdiag_family = AF_UNIX, .udiag_states = -1, .udiag_show = UDIAG_SHOW_PEER,
		},
	};
	static struct nlmsghdr answer[32768 / sizeof(struct nlmsghdr)];
	int fd = open_diag_in(task);
	ssize_t len;

	if (fd < 0)
		return;
	if (sendto(fd, &request, sizeof(request), 0, (const struct sockaddr *)&kernel,
		   sizeof(kernel)) == sizeof(request))
		do
			len = recv(fd, answer, sizeof(answer), 0);
		while (len > 0 && take_answers(net, answer, len));
	close(fd);
	if (net->nr_unixes)
		qsort(net->unixes, net->nr_unixes, sizeof(*net->unixes), by_inode);
}

/*
 * TCP
 */

/* The kernel prints words of the machine's byte order; IPv4 as "::ffff:1.2.3.4". */
static bool take_address(const char *hex, unsigned int port, uint8_t to[18])
{
	uint32_t words[4] = { 0, 0, htonl(0xffff), 0 };
	size_t len = strlen(hex);
	char word[9] = "";

	if (len != 8 && len != 32)
		return false;
	for (size_t i = 0; i < len / 8; i++) {
		memcpy(word, hex + i * 8, 8);
		words[len == 8 ? 3 : i] = strtoul(word, NULL, 16);
	}
	memcpy(to, words, 16);
	to[16] = port >> 8;
	to[17] = port;
	return true;
}

static void take_tcp(struct waits_net *net, const char *line)
{
	struct waits_tcp tcp;
	char local[33], remote[33];
	unsigned int local_port, remote_port;
	unsigned long long inode;

	if (sscanf(line, " %*u: %32[0-9A-F]:%x %32[0-9A-F]:%x %*x %*s %*s %*s %*u %*u %llu", local,
		   &local_port, remote, &remote_port, &inode) != 5 ||
	    !inode || net->nr_tcps == net->most_tcps ||
	    !take_address(local, local_port, tcp.local) ||
	    !take_address(remote, remote_port, tcp.remote))
		return;
	tcp.inode = inode;
	GROW(net->tcps, net->nr_tcps, net->tcp_cap);
	net->tcps[net->nr_tcps++] = tcp;
}

static int by_tcp_inode(const void *a, const void *b)
{
	const struct waits_tcp *x = a, *y = b;

	return (x->inode > y->inode) - (x->inode < y->inode);
}

/* local and remote of one are those of its other end, the other way round. */
static int by_local(const void *a, const void *b)
{
	const struct waits_tcp *x = *(struct waits_tcp *const *)a;
	const struct waits_tcp *y = *(struct waits_tcp *const *)b;
	int order = memcmp(x->local, y->local, sizeof(x->local));

	return order ? order : memcmp(x->remote, y->remote, sizeof(x->remote));
}

static void read_tcp(struct waits_net *net, pid_t task)
{
	static const char *const files[] = { "net/tcp", "net/tcp6" };
	char line[512];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		FILE *f = proc_open(task, files[i]);

		while (f && fgets(line, sizeof(line), f))
			take_tcp(net, line);
		if (f)
			fclose(f);
	}
	if (!net->nr_tcps)
		return;
	qsort(net->tcps, net->nr_tcps, sizeof(*net->tcps), by_tcp_inode);
	net->by_local = xmalloc(net->nr_tcps * sizeof(*net->by_local));
	for (uint32_t i = 0; i < net->nr_tcps; i++)
		net->by_local[i] = &net->tcps[i];
	qsort(net->by_local, net->nr_tcps, sizeof(*net->by_local), by_local);
}

static void put_address(const uint8_t at[18], char text[80])
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	char host[INET6_ADDRSTRLEN] = "";
	unsigned int port = at[16] << 8 | at[17];

	if (!memcmp(at, mapped, sizeof(mapped)))
		snprintf(text, 80, "%s:%u", inet_ntop(AF_INET, at + 12, host, sizeof(host)), port);
	else
		snprintf(text, 80, "[%s]:%u", inet_ntop(AF_INET6, at, host, sizeof(host)), port);
}

static void find_tcp(const struct waits_net *net, const struct waits_tcp *tcp,
		     struct waits_socket *found)
{
	struct waits_tcp other, *key = &other, **peer;

	memcpy(other.local, tcp->remote, sizeof(other.local));
	memcpy(other.remote, tcp->local, sizeof(other.remote));
	peer = bsearch(&key, net->by_local, net->nr_tcps, sizeof(*net->by_local), by_local);
	found->kind = WAITS_TCP_SOCKET;
	found->peer = peer ? (*peer)->inode : 0;
	put_address(tcp->remote, found->address);
}

static void set_limits(const struct waits_sockets *sockets, struct waits_net *net)
{
	net->most_unixes = MOST_SOCKETS;
	net->most_tcps = MOST_SOCKETS;
	for (const struct waits_net *other = sockets->nets; other != net; other++) {
		net->most_unixes -= other->nr_unixes;
		net->most_tcps -= other->nr_tcps;
	}
}

static struct waits_net *net_with(struct waits_sockets *sockets, pid_t task)
{
	uint64_t id = net_of(task);
	struct waits_net *net;

	for (uint32_t i = 0; i < sockets->nr; i++)
		if (sockets->nets[i].id == id)
			return &sockets->nets[i];
	if (!id || sockets->nr == MOST_NETS)
		return NULL;
	GROW(sockets->nets, sockets->nr, sockets->cap);
	net = &sockets->nets[sockets->nr++];
	memset(net, 0, sizeof(*net));
	net->id = id;
	set_limits(sockets, net);
	read_unix(net, task);
	read_tcp(net, task);
	return net;
}

void waits_sockets_find(struct waits_sockets *sockets, pid_t task, uint64_t inode,
			struct waits_socket *found)
{
	const struct waits_net *net = net_with(sockets, task);
	const struct waits_pair pair = { .inode = inode }, *u = NULL;
	const struct waits_tcp tcp = { .inode = inode }, *t = NULL;

	memset(found, 0, sizeof(*found));
	found->kind = net ? WAITS_OTHER_SOCKET : WAITS_HIDDEN_SOCKET;
	if (net && net->nr_unixes)
		u = bsearch(&pair, net->unixes, net->nr_unixes, sizeof(pair), by_inode);
	if (net && net->nr_tcps && !u)
		t = bsearch(&tcp, net->tcps, net->nr_tcps, sizeof(tcp), by_tcp_inode);
	if (t)
		find_tcp(net, t, found);
	if (u) {
		found->kind = WAITS_UNIX_SOCKET;
		found->peer = u->peer;
	}
}

void waits_sockets_free(struct waits_sockets *sockets)
{
	for (uint32_t i = 0; i < sockets->nr; i++) {
		free(sockets->nets[i].unixes);
		free(sockets->nets[i].tcps);
		free(sockets->nets[i].by_local);
	}
	free(sockets->nets);
	memset(sockets, 0, sizeof(*sockets));
}
