/* SPDX-License-Identifier: GPL-2.0 */
/* Allocation that does not fail, messages, parsing of numbers. */
#ifndef FDD_UTIL_H
#define FDD_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NSEC_PER_SEC	1000000000ull
#define NSEC_PER_MSEC	1000000ull
#define NSEC_PER_USEC	1000ull

/* From glibc; other C libraries do not define it. */
#ifndef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))
#endif

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

void *xmalloc(size_t size);
void *xcalloc(size_t nr, size_t size);
/* Zeroed memory, aligned to a cache line. */
void *xlines(size_t size);
/*
 * Memory for read(2), aligned to a page. Some processors copy pages from the kernel four times
 * slower to a place that is a few bytes off.
 */
#define FDD_PAGE	4096
void *xpages(size_t size);
void *xrealloc(void *old, size_t size);
/* See GROW_TO(). */
void *xgrow(void *array, uint32_t *nr, uint32_t i, size_t size) __attribute__((cold));
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t len);

/* Give freed memory back to the system, if the C library can. */
void xtrim(void);
/* Bytes of memory in use; 0 if that is not known. */
uint64_t fdd_resident(void);

/* Make room for one more element in an array that doubles. */
#define GROW(array, nr, cap)						\
	do {								\
		if ((nr) == (cap)) {					\
			(cap) = (cap) ? (cap) * 2 : 16;			\
			(array) = xrealloc((array),			\
					   (cap) * sizeof(*(array)));	\
		}							\
	} while (0)

/* Make room for element @i in an array of @nr; new elements are zeroed. */
#define GROW_TO(array, nr, i)						\
	do {								\
		if ((i) >= (nr))					\
			(array) = xgrow((array), &(nr), (i), sizeof(*(array))); \
	} while (0)

/* The first index @i of @nr sorted elements that is not @below; @nr if all are. */
#define FIRST_NOT(nr, i, below)						\
	({								\
		uint32_t first_ = 0, end_ = (nr);			\
									\
		while (first_ < end_) {					\
			uint32_t i = first_ + (end_ - first_) / 2;	\
									\
			if (below)					\
				first_ = i + 1;				\
			else						\
				end_ = i;				\
		}							\
		first_;							\
	})

/* fdd's exit statuses. */
enum {
	FDD_EXIT_OK,
	FDD_EXIT_INPUT,		/* a trace that cannot be read */
	FDD_EXIT_USAGE,
};

/* The prefix of messages: "fdd", or "fdd diff". */
extern const char *fdd_program;
/* Suppress messages. */
extern bool fdd_silent;

void fdd_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fdd_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fdd_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fdd_debug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern bool fdd_debug_on;

/*
 * Parse "500us", "2ms", "1.5s", "10ns"; a number without a unit is in units of @bare_ns.
 * Returns false if it has another form or is too large.
 */
bool fdd_parse_time(const char *s, uint64_t bare_ns, uint64_t *ns);
bool fdd_parse_u64(const char *s, uint64_t *value);

/* The name of this boot, zeros if the kernel does not report it. */
#define FDD_BOOT_ID_LEN	36
void fdd_boot_id(char id[FDD_BOOT_ID_LEN + 1]);

/* Is a user this one, root, or who called sudo? */
bool fdd_is_trusted(uid_t uid);

/* CLOCK_MONOTONIC in ns. */
uint64_t fdd_now(void);

/* CLOCK_REALTIME in ns. */
uint64_t fdd_realtime(void);

/* "1.234 ms", rarely more than nine characters */
const char *fdd_time_text(char *buf, size_t size, uint64_t ns);

/* "48 kB", "1.2 MB" */
const char *fdd_size_text(char *buf, size_t size, uint64_t bytes);

/* Writes all of it to a descriptor that blocks. Returns false with errno set. */
bool fdd_write_all(int fd, const void *data, size_t size);

/* Does a shell pattern match? NULL matches nothing. */
bool fdd_glob(const char *pattern, const char *s);

#endif
