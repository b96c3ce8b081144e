// SPDX-License-Identifier: GPL-2.0
/* fdd record --at: recording begins at a time of the wall clock. */
#include <stdio.h>
#include <time.h>

#include "lib/util.h"
#include "record/at.h"
#include "record/child.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

#define DAY_NS		(24 * 3600 * NSEC_PER_SEC)
#define LEAST_NS	NSEC_PER_MSEC
#define LOOK_MS		1000	/* the wall clock may be set meanwhile */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Two digits: scanf() takes blanks and signs, too. */
static bool take_number(const char **p, int most, int *n)
{
	const char *s = *p;

	if (!is_digit(s[0]) || !is_digit(s[1]))
		return false;
	*n = (s[0] - '0') * 10 + s[1] - '0';
	*p += 2;
	return *n <= most;
}

static bool take_next(const char **p, int most, int *n)
{
	return *(*p)++ == ':' && take_number(p, most, n);
}

static bool scan_clock(const char *p, struct tm *tm, bool *utc)
{
	if (!take_number(&p, 23, &tm->tm_hour) || !take_next(&p, 59, &tm->tm_min) ||
	    (*p == ':' && !take_next(&p, 59, &tm->tm_sec)))
		return false;
	*utc = *p == 'Z';
	return !p[*utc];
}

/* Today, or if that is over tomorrow: which may not have 24 hours. */
static bool parse_clock(const char *text, uint64_t now, uint64_t *at)
{
	time_t seconds = now / NSEC_PER_SEC, when;
	struct tm tm = { 0 };
	bool utc;

	if (!scan_clock(text, &tm, &utc))
		return false;
	for (int day = 0; day < 2; day++) {
		struct tm then;

		if (utc)
			gmtime_r(&seconds, &then);
		else
			localtime_r(&seconds, &then);
		then.tm_mday += day;
		then.tm_hour = tm.tm_hour;
		then.tm_min = tm.tm_min;
		then.tm_sec = tm.tm_sec;
		then.tm_isdst = -1;
		when = utc ? timegm(&then) : mktime(&then);
		*at = when * NSEC_PER_SEC;
		if (when >= 0 && *at > now)
			return true;
	}
	return false;
}

/* A number without a unit is 0 here: in other options it is in us, which nobody means. */
static bool parse_span(const char *text, uint64_t *ns)
{
	return fdd_parse_time(text, 0, ns) && *ns >= LEAST_NS && *ns <= DAY_NS;
}

bool record_parse_at(const char *text, uint64_t now, uint64_t *at)
{
	uint64_t ns;

	if (*text == '@')
		return parse_clock(text + 1, now, at);
	if ((*text != '+' && *text != '/') || !parse_span(text + 1, &ns))
		return false;
	*at = *text == '+' ? now + ns : now - now % ns + ns;
	return true;
}

static void tell_begin(const struct record *r)
{
	time_t seconds = r->at / NSEC_PER_SEC;
	char when[32];
	struct tm tm;

	strftime(when, sizeof(when), "%T", localtime_r(&seconds, &tm));
	fdd_tell("recording begins at %s.%03u", when,
		 (unsigned int)(r->at % NSEC_PER_SEC / NSEC_PER_MSEC));
}

static int wait_until(struct record *r)
{
	for (uint64_t now; (now = fdd_realtime()) < r->at;) {
		uint64_t ms = (r->at - now) / NSEC_PER_MSEC + 1;

		record_wait_signal(r, ms < LOOK_MS ? ms : LOOK_MS);
		if (!r->stops && !r->tracer.ended)
			continue;
		fdd_error(r->stops ? "stopped before the recording began" :
				     "trace-cmd has ended before the recording began");
		return -1;
	}
	return 0;
}

int record_wait_at(struct record *r)
{
	const char *place = session_place(&r->wish, r->instance);
	uint64_t now = fdd_realtime();
	char text[24];

	if (now >= r->at) {
		fdd_warning("the time of --at is over: recording begins %s late",
			    fdd_time_text(text, sizeof(text), now - r->at));
		return 0;
	}
	tell_begin(r);
	if (tracing_set(place, "tracing_on", "0") || wait_until(r))
		return -1;
	/* the calls of before */
	tracing_write(place, "trace", "");
	if (r->stat && stat_reset(place))
		return -1;
	return tracing_set(place, "tracing_on", "1");
}
