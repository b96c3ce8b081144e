// SPDX-License-Identifier: GPL-2.0
/*
 * A page fault that lasts a given number of milliseconds: another thread, "resolver", sleeps so
 * long before it provides the page.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE	4096

static int faults;
static int wait_ms;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void *resolve(void *contents)
{
	struct pollfd fds = { .fd = faults, .events = POLLIN };
	struct uffdio_copy copy = { .src = (unsigned long)contents, .len = PAGE };
	struct uffd_msg msg;

	prctl(PR_SET_NAME, "resolver");
	if (poll(&fds, 1, -1) != 1 || read(faults, &msg, sizeof(msg)) != sizeof(msg))
		die("read");
	usleep(wait_ms * 1000);
	copy.dst = msg.arg.pagefault.address & -PAGE;
	if (ioctl(faults, UFFDIO_COPY, &copy))
		die("UFFDIO_COPY");
	return NULL;
}

static char *missing_page(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register area = {
		.range.len = PAGE, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	area.range.start = (unsigned long)page;
	if (page == MAP_FAILED || faults < 0 || ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &area))
		die("userfaultfd");
	return page;
}

int main(int argc, char **argv)
{
	static char contents[PAGE] __attribute__((aligned(PAGE))) = "x";
	char *page = missing_page();
	pthread_t thread;

	wait_ms = argc > 1 ? atoi(argv[1]) : 20;
	if (pthread_create(&thread, NULL, resolve, contents))
		die("pthread_create");
	if (*(volatile char *)page != 'x')
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
