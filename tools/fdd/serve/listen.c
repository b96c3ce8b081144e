// SPDX-License-Identifier: GPL-2.0
/* The TCP address that the server listens on. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "serve/state.h"

static bool set_ipv4(struct serve *s, const char *address)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&s->address;

	if (inet_pton(AF_INET, address, &in->sin_addr) != 1)
		return false;
	in->sin_family = AF_INET;
	in->sin_port = htons(s->port);
	s->address_len = sizeof(*in);
	s->local = ntohl(in->sin_addr.s_addr) >> 24 == 127;
	return true;
}

static bool set_ipv6(struct serve *s, const char *address)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&s->address;

	if (inet_pton(AF_INET6, address, &in6->sin6_addr) != 1)
		return false;
	in6->sin6_family = AF_INET6;
	in6->sin6_port = htons(s->port);
	s->address_len = sizeof(*in6);
	s->local = IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
	return true;
}

static bool parse_address(struct serve *s)
{
	const char *text = s->listen, *colon = strrchr(text, ':');
	char address[64] = "127.0.0.1";
	size_t len = colon ? colon - text : 0;
	uint64_t port;

	if (!colon || !fdd_parse_u64(colon + 1, &port) || port > 65535 ||
	    len >= sizeof(address)) {
		fdd_error("--listen: '%s' is not ADDRESS:PORT", text);
		return false;
	}
	s->port = port;
	if (len)
		snprintf(address, sizeof(address), "%.*s", (int)len, text);
	if (!strcmp(address, "localhost"))
		strcpy(address, "127.0.0.1");
	if (*address == '[' && address[len - 1] == ']') {
		address[len - 1] = '\0';
		if (set_ipv6(s, address + 1))
			return true;
	} else if (set_ipv4(s, address)) {
		return true;
	}
	fdd_error("--listen: '%.*s' is not a numeric address, like 127.0.0.1 or [::1]",
		  (int)len, text);
	return false;
}

bool serve_take_place(struct serve *s, const char *listen, const char *mode)
{
	if (s->path && listen)
		fdd_error("--listen and --unix-socket exclude each other");
	else if (mode && !s->path)
		fdd_error("--socket-mode needs --unix-socket=PATH");
	else if (s->path)
		return serve_check_path(s) && serve_parse_mode(s, mode ? mode : SERVE_MODE);
	else
		return parse_address(s);
	return false;
}

static bool begin_listening(struct serve *s, int fd)
{
	struct sockaddr *address = (struct sockaddr *)&s->address;
	int on = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (s->address.ss_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	/* Port 0 is any free port: getsockname() returns it. */
	if (bind(fd, address, s->address_len) || listen(fd, SERVE_WAITING) ||
	    getsockname(fd, address, &s->address_len))
		return false;
	s->port = ntohs(s->address.ss_family == AF_INET6 ?
			((struct sockaddr_in6 *)address)->sin6_port :
			((struct sockaddr_in *)address)->sin_port);
	return true;
}

/* Open the socket here, because libmicrohttpd does not return the errno. */
int serve_listen(struct serve *s)
{
	int fd = socket(s->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && begin_listening(s, fd))
		return fd;
	fdd_error("--listen %s: %s", s->listen, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}
