// SPDX-License-Identifier: GPL-2.0
/* To be preloaded: prints the permissions of a Unix socket right after its bind(). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

int bind(int fd, const struct sockaddr *address, socklen_t len)
{
	typeof(bind) *real = dlsym(RTLD_NEXT, "bind");
	int ret = real(fd, address, len);
	struct stat st;

	if (!ret && address->sa_family == AF_UNIX &&
	    !stat(((const struct sockaddr_un *)address)->sun_path, &st))
		fprintf(stderr, "socket file mode: %o\n", st.st_mode & 07777);
	return ret;
}
