// SPDX-License-Identifier: GPL-2.0
/* Allocation that does not fail, messages, parsing of numbers. */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "lib/clean.h"
#include "lib/util.h"

bool fdd_debug_on;
const char *fdd_program = "fdd";

static void *or_die(void *p)
{
	if (!p) {
		fputs("fdd: out of memory\n", stderr);
		exit(1);
	}
	return p;
}

void *xmalloc(size_t size)
{
	return or_die(malloc(size ? size : 1));
}

void *xcalloc(size_t nr, size_t size)
{
	return or_die(calloc(nr ? nr : 1, size ? size : 1));
}

void *xlines(size_t size)
{
	size_t whole = (size + 63) / 64 * 64;

	return memset(or_die(aligned_alloc(64, whole)), 0, whole);
}

void *xpages(size_t size)
{
	return or_die(aligned_alloc(FDD_PAGE, (size + FDD_PAGE - 1) / FDD_PAGE * FDD_PAGE));
}

void *xrealloc(void *old, size_t size)
{
	return or_die(realloc(old, size ? size : 1));
}

void *xgrow(void *array, uint32_t *nr, uint32_t i, size_t size)
{
	uint32_t to = i * 2 + 16;

	array = xrealloc(array, to * size);
	memset((char *)array + *nr * size, 0, (to - *nr) * size);
	*nr = to;
	return array;
}

char *xstrdup(const char *s)
{
	return or_die(strdup(s));
}

char *xstrndup(const char *s, size_t len)
{
	char *copy = xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

uint64_t fdd_resident(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f)
		return 0;
	if (fscanf(f, "%*u %lu", &pages) != 1)
		pages = 0;
	fclose(f);
	return (uint64_t)pages * sysconf(_SC_PAGESIZE);
}

void xtrim(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

bool fdd_silent;

static void say(const char *what, const char *fmt, va_list ap)
{
	char *text;
	int len;

	if (fdd_silent)
		return;
	len = vasprintf(&text, fmt, ap);
	or_die(len < 0 ? NULL : text);
	fprintf(stderr, "%s: %s", fdd_program, what);
	fdd_put_clean(stderr, text, len);
	fputc('\n', stderr);
	free(text);
}

void fdd_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
}

void fdd_warning(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("warning: ", fmt, ap);
	va_end(ap);
}

void fdd_tell(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
}

void fdd_debug(const char *fmt, ...)
{
	va_list ap;

	if (!fdd_debug_on)
		return;
	va_start(ap, fmt);
	say("debug: ", fmt, ap);
	va_end(ap);
}

static bool unit_ns(const char *unit, uint64_t bare_ns, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", NSEC_PER_SEC }, { "m", 60 * NSEC_PER_SEC },
	};

	if (!*unit) {
		*ns = bare_ns;
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(unit, units[i].name)) {
			*ns = units[i].ns;
			return true;
		}
	}
	return false;
}

/* Seconds may have sixteen digits, more than a double holds exactly. */
bool fdd_parse_time(const char *s, uint64_t bare_ns, uint64_t *ns)
{
	uint64_t unit;
	long double value;
	char *end;

	if (!isdigit((unsigned char)*s) && *s != '.')
		return false;
	value = strtold(s, &end);
	if (end == s || !unit_ns(end, bare_ns, &unit))
		return false;
	value *= unit;
	if (!(value >= 0 && value < 18446744073709551615.0L))
		return false;
	*ns = (uint64_t)roundl(value);
	return true;
}

bool fdd_parse_u64(const char *s, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	*value = strtoull(s, &end, 0);
	return !errno && !*end;
}

void fdd_boot_id(char id[FDD_BOOT_ID_LEN + 1])
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (!f || fscanf(f, "%36s", id) != 1 || strlen(id) != FDD_BOOT_ID_LEN)
		memset(id, '0', FDD_BOOT_ID_LEN);
	id[FDD_BOOT_ID_LEN] = '\0';
	if (f)
		fclose(f);
}

bool fdd_is_trusted(uid_t uid)
{
	const char *caller = geteuid() ? NULL : getenv("SUDO_UID");
	uint64_t sudo;

	return !uid || uid == geteuid() ||
	       (caller && fdd_parse_u64(caller, &sudo) && sudo == uid);
}

static uint64_t time_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

uint64_t fdd_now(void)
{
	return time_of(CLOCK_MONOTONIC);
}

uint64_t fdd_realtime(void)
{
	return time_of(CLOCK_REALTIME);
}

const char *fdd_time_text(char *buf, size_t size, uint64_t ns)
{
	if (ns < 1000)
		snprintf(buf, size, "%llu ns", (unsigned long long)ns);
	else if (ns < 1000000)
		snprintf(buf, size, "%.2f us", ns / 1e3);
	else if (ns < NSEC_PER_SEC)
		snprintf(buf, size, "%.2f ms", ns / 1e6);
	else
		snprintf(buf, size, "%.2f s", ns / 1e9);
	return buf;
}

const char *fdd_size_text(char *buf, size_t size, uint64_t bytes)
{
	if (bytes < 999500)
		snprintf(buf, size, "%.0f kB", bytes / 1e3);
	else
		snprintf(buf, size, "%.1f MB", bytes / 1e6);
	return buf;
}

bool fdd_write_all(int fd, const void *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		data = (const char *)data + n;
		size -= n;
	}
	return true;
}

bool fdd_glob(const char *pattern, const char *s)
{
	return pattern && s && fnmatch(pattern, s, 0) == 0;
}
