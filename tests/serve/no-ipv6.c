// SPDX-License-Identifier: GPL-2.0
/* To be preloaded: a machine without IPv6. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>

int socket(int family, int type, int protocol)
{
	typeof(socket) *real = dlsym(RTLD_NEXT, "socket");

	if (family != AF_INET6)
		return real(family, type, protocol);
	errno = EAFNOSUPPORT;
	return -1;
}
