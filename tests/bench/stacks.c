// SPDX-License-Identifier: GPL-2.0
/*
 * Sleeps in stacks of 20 frames of its own, each time in others: four functions for each frame, and
 * none of them keeps a frame pointer.
 *
 * usage: stacks TIMES
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline, noclone))

static uint64_t seed = 1;

static unsigned int choice(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed >> 32 & 3;
}

typedef int level(unsigned int n);

static int sleep_here(unsigned int n)
{
	return clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){ .tv_nsec = 1000 + n }, NULL);
}

/* Frames of different sizes, with different registers saved. */
#define FUNCTION(name, next, size)						\
static NOINLINE int name(unsigned int n)					\
{										\
	volatile char room[size];						\
										\
	memset((void *)room, n, sizeof(room));					\
	return next(n + 1) + room[n % size];					\
}

#define LEVEL(l, next)								\
	FUNCTION(a##l, next, 8)							\
	FUNCTION(b##l, next, 24)						\
	FUNCTION(c##l, next, 40)						\
	FUNCTION(d##l, next, 56)						\
static inline __attribute__((always_inline)) int level##l(unsigned int n)	\
{										\
	static level *const next_of[] = { a##l, b##l, c##l, d##l };		\
										\
	return next_of[choice()](n);						\
}

LEVEL(1, sleep_here) LEVEL(2, level1) LEVEL(3, level2) LEVEL(4, level3)
LEVEL(5, level4) LEVEL(6, level5) LEVEL(7, level6) LEVEL(8, level7)
LEVEL(9, level8) LEVEL(10, level9) LEVEL(11, level10) LEVEL(12, level11)
LEVEL(13, level12) LEVEL(14, level13) LEVEL(15, level14) LEVEL(16, level15)
LEVEL(17, level16) LEVEL(18, level17) LEVEL(19, level18) LEVEL(20, level19)

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1, sum = 0;

	for (int i = 0; i < times; i++)
		sum += level20(0);
	return sum == 1;
}
