// SPDX-License-Identifier: GPL-2.0
/*
 * A loop of begin/end pairs, for tests/bench/region: PAIRS says with how many
 * pairs of key and value, -1 is the loop alone.
 *
 * usage: region-pairs COUNT [MARKER]	(prints ns per turn)
 */
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>

#ifndef TRACE_REGION_CATEGORY_Bench
#define TRACE_REGION_CATEGORY_Bench 1
#endif
#include "trace_region.h"

/* Linked with --wrap=fstatfs: whatever MARKER is, it is written as tracefs. */
int __wrap_fstatfs(int fd, struct statfs *fs);

int __wrap_fstatfs(int fd, struct statfs *fs)
{
	(void)fd;
	memset(fs, 0, sizeof(*fs));
	fs->f_type = TRACEFS_MAGIC;
	return 0;
}

static void turn(long i)
{
#if PAIRS == 0
	TRACE_REGION(Bench, "release");
#elif PAIRS == 3
	TRACE_REGION(Bench, "release", TR_KV(self.tag, "mtdroot"),
		     TR_KV(inode, i), TR_KV(handle, 35));
#endif
	/* the work of the region: the compiler must keep the loop for it */
	__asm__ volatile("" : : "r"(i) : "memory");
}

/* What callgrind counts. */
static __attribute__((noinline)) void turns(long count)
{
	long i;

	for (i = 0; i < count; i++)
		turn(i);
}

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? atol(argv[1]) : 0;
	double start;

	if (count <= 0 || argc > 3) {
		fprintf(stderr, "usage: region-pairs COUNT [MARKER]\n");
		return 2;
	}
	if (argc == 3 && trace_region_init_at(argv[2]) < 0) {
		perror(argv[2]);
		return 1;
	}
	start = now_ns();
	turns(count);
	printf("%.1f\n", (now_ns() - start) / count);
	return 0;
}
