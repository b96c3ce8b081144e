// SPDX-License-Identifier: GPL-2.0
/*
 * What consoles, journals, mailers and logs of tests write before each line of a trace: the part
 * "transport" of read/GRAMMAR.
 */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lib/scan.h"
#include "read/text_prefix.h"

#define MOST_PREFIXES	16
#define MOST_BYTES	128	/* of one, in a line that may be long */

/* Each returns what is behind the prefix, or NULL. */
typedef const char *prefix(const char *p);

static const char *skip_digits(const char *p, int least, int most)
{
	const char *start = p;

	while (is_digit(*p) && p - start < most)
		p++;
	return p - start >= least ? p : NULL;
}

static const char *one_blank(const char *p)
{
	return *p == ' ' ? p + 1 : p;
}

/* "> ", of mails: the blank may be missing */
static const char *quote(const char *p)
{
	return *p == '>' ? one_blank(p + 1) : NULL;
}

static const char *tab(const char *p)
{
	return *p == '\t' ? p + 1 : NULL;
}

/* "\033[32m" of dmesg --color */
static const char *color(const char *p)
{
	if (p[0] != '\033' || p[1] != '[')
		return NULL;
	for (p += 2; is_digit(*p) || *p == ';'; p++)
		;
	return *p == 'm' ? p + 1 : NULL;
}

/* "<6>" */
static const char *level(const char *p)
{
	if (*p != '<' || !(p = skip_digits(p + 1, 1, 3)))
		return NULL;
	return *p == '>' ? p + 1 : NULL;
}

/* "05:40:40", "05:40:40.123", "05:40:40,123" */
static const char *clock_time(const char *p)
{
	for (int i = 0; i < 3; i++) {
		p = skip_digits(p, 2, 2);
		if (!p || (i < 2 && *p++ != ':'))
			return NULL;
	}
	return *p == '.' || *p == ',' ? skip_digits(p + 1, 1, 9) : p;
}

/* "2024-11-28T05:40:40.123456+00:00", "2024-11-28 05:40:40" */
static const char *iso_date(const char *p)
{
	if (!(p = skip_digits(p, 4, 4)) || *p != '-' || !(p = skip_digits(p + 1, 2, 2)) ||
	    *p != '-' || !(p = skip_digits(p + 1, 2, 2)) || (*p != 'T' && *p != ' '))
		return NULL;
	p = clock_time(p + 1);
	if (p && *p == 'Z')
		return p + 1;
	if (p && (*p == '+' || *p == '-'))
		for (p++; is_digit(*p) || *p == ':'; p++)
			;
	return p;
}

/* "123.456789", and the time since the line before: "123.456789 <    0.000012>" of dmesg -d */
static const char *seconds(const char *p)
{
	const char *q;

	p = skip_digits(p, 1, 12);
	p = p && *p == '.' ? skip_digits(p + 1, 1, 9) : NULL;
	q = p ? skip_blanks(p) : NULL;
	if (!q || *q != '<')
		return p;
	q = skip_digits(skip_blanks(q + 1), 1, 12);
	q = q && *q == '.' ? skip_digits(q + 1, 1, 9) : NULL;
	q = q ? skip_blanks(q) : NULL;
	return q && *q == '>' ? q + 1 : NULL;
}

/* "Thu Nov 28 05:40:40 2024" of dmesg -T, "Nov28 05:40" of dmesg -H */
static const char *date_of_dmesg(const char *p)
{
	const char *q;

	for (q = p; is_letter(*q) || is_digit(*q) || *q == ' ' || *q == ':'; q++)
		if (q - p > 32)
			return NULL;
	if (!is_digit(q[-1]))
		return NULL;
	return q - p > 15 || (q - p == 11 && q[-3] == ':') ? q : NULL;
}

/*
 * "[   12.345678] ", "[  T12] ", "[   C3] ", "[Thu Nov 28 05:40:40 2024] ", "[  +0.000012] ",
 * "[05:40:40.123] " of tio
 */
static const char *console(const char *p)
{
	if (*p != '[')
		return NULL;
	p = skip_blanks(p + 1);
	if ((*p == 'T' || *p == 'C') && is_digit(p[1]))
		p = skip_digits(p + 1, 1, 10);
	else if (is_letter(*p))
		p = date_of_dmesg(p);
	else if (*p == '+')
		p = seconds(p + 1);
	else
		p = iso_date(p) ?: clock_time(p) ?: seconds(p);
	if (!p)
		return NULL;
	p = skip_blanks(p);
	/* between "[ts]" and "[ T1]" is none */
	return *p == ']' ? one_blank(p + 1) : NULL;
}

/* "kern  :warn  : " of dmesg --decode */
static const char *facility(const char *p)
{
	for (int i = 0; i < 2; i++) {
		const char *start = p;

		while (is_letter(*p) || is_digit(*p))
			p++;
		if (!is_letter(*start) || p - start > 8)
			return NULL;
		p = skip_blanks(p);
		if (*p++ != ':')
			return NULL;
	}
	return one_blank(p);
}

/* "12:" of grep -n, "    12\t" of cat -n and nl */
static const char *number(const char *p)
{
	p = skip_digits(skip_blanks(p), 1, 9);
	return p && (*p == ':' || *p == '\t') ? p + 1 : NULL;
}

/* "6,1234,123456789,-;" of /dev/kmsg and netconsole, which may have "6.12.0," before it */
static const char *record(const char *p)
{
	const char *release = skip_digits(p, 1, 3);

	if (release && *release == '.') {
		p = release + strcspn(release, ", \n");
		if (*p++ != ',')
			return NULL;
	}
	for (int i = 0; i < 3; i++) {
		p = skip_digits(p, 1, 18);
		if (!p || *p++ != ',')
			return NULL;
	}
	for (int i = 0; i < 64; i++, p++) {
		if (*p == ';')
			return p + 1;
		if (*p == '\n')
			return NULL;
	}
	return NULL;
}

/* "Nov 28 05:40:40" */
static const char *syslog_date(const char *p)
{
	if (!is_letter(p[0]) || !is_letter(p[1]) || !is_letter(p[2]) || p[3] != ' ')
		return NULL;
	p = skip_digits(skip_blanks(p + 3), 1, 2);
	return p && *p == ' ' ? clock_time(p + 1) : NULL;
}

/* "kernel: ", "kernel[0]: ", "kernel - - - " of RFC 5424 */
static const char *of_kernel(const char *p)
{
	if (!STARTS(p, "kernel"))
		return NULL;
	p += 6;
	if (STARTS(p, " - - - "))
		return p + 7;
	if (*p == '[' && (p = skip_digits(p + 1, 1, 10)))
		p = *p == ']' ? p + 1 : NULL;
	return p && *p == ':' ? one_blank(p + 1) : NULL;
}

/* "root: ", "trace[1234]: " of logger: behind a date and the host, else it is an instance */
static const char *tag(const char *p)
{
	const char *start = p;

	while (p - start < MOST_BYTES &&
	       (is_letter(*p) || is_digit(*p) || (*p && strchr("_-./", *p))))
		p++;
	if (p == start || is_digit(*start))
		return NULL;
	if (*p == '[' && (p = skip_digits(p + 1, 1, 10)))
		p = *p == ']' ? p + 1 : NULL;
	return p && p[0] == ':' && p[1] == ' ' ? p + 2 : NULL;
}

/* A word and its blank */
static const char *word(const char *p)
{
	const char *start = p;

	while ((unsigned char)*p > ' ' && p - start < MOST_BYTES)
		p++;
	return p > start && *p == ' ' && p[-1] != ':' ? p + 1 : NULL;
}

/* "user.warn " of the syslogd of busybox, or nothing */
static const char *skip_facility(const char *p)
{
	const char *q = p;

	while (is_letter(*q) || is_digit(*q))
		q++;
	if (q == p || *q++ != '.')
		return p;
	while (is_letter(*q))
		q++;
	return *q == ' ' ? q + 1 : p;
}

/* "box root: ", "box user.warn kernel: ", "kern.warn kernel: " of OpenWrt: behind a date */
static const char *program(const char *p)
{
	const char *level = skip_facility(p), *behind = level != p ? tag(level) : NULL;

	if (behind || !(p = word(p)))
		return behind;
	return tag(skip_facility(p));
}

/* "box trace 1234 - [timeQuality tzKnown=\"1\"] ", of RFC 5424, behind the date */
static const char *structured(const char *p)
{
	for (int i = 0; i < 4; i++) {
		p = word(p);
		if (!p)
			return NULL;
	}
	if (*p == '[')
		for (int i = 0; *++p != ']' || p[1] == '['; i++)
			if (*p == '\n' || i > 4 * MOST_BYTES)
				return NULL;
	return (*p == '-' || *p == ']') && p[1] == ' ' ? p + 2 : NULL;
}

/* "stdout F " of CRI, the logs of kubelet and containerd; "P" is a part of a line of 16 KiB */
static const char *stream(const char *p)
{
	return STARTS(p, "stdout F ") || STARTS(p, "stderr F ") ? p + 9 : NULL;
}

/* "host kernel: "; journalctl --no-hostname leaves out the host */
static const char *host(const char *p)
{
	const char *start = p, *behind = of_kernel(p);

	if (behind)
		return behind;
	while ((unsigned char)*p > ' ' && p - start < MOST_BYTES)
		p++;
	return p > start && *p == ' ' ? of_kernel(p + 1) : NULL;
}

/* "Thu 2024-11-28 05:40:40 UTC " of journalctl -o short-full */
static const char *full_date(const char *p)
{
	if (is_letter(p[0]) && is_letter(p[1]) && is_letter(p[2]) && p[3] == ' ')
		p = iso_date(p + 4);
	else
		p = NULL;
	if (!p || *p != ' ')
		return NULL;
	for (p++; is_letter(*p) || is_digit(*p) || *p == '+' || *p == '-'; p++)
		;
	return p;
}

/* "1732772440.123456 " of journalctl -o short-unix, before the host */
static const char *unix_date(const char *p)
{
	p = skip_digits(p, 10, 10);
	p = p && *p == '.' ? skip_digits(p + 1, 6, 6) : NULL;
	return p && *p == ' ' && host(p + 1) ? p : NULL;
}

/* "Thu Nov 28 05:40:40 2024" of OpenWrt's logread, before the facility */
static const char *openwrt_date(const char *p)
{
	if (!is_letter(p[0]) || !is_letter(p[1]) || !is_letter(p[2]) || p[3] != ' ')
		return NULL;
	p = syslog_date(p + 4);
	p = p && *p == ' ' ? skip_digits(p + 1, 4, 4) : NULL;
	return p && *p == ' ' && program(p + 1) ? p : NULL;
}

/* The date of a journal, then the host and "kernel:", or another prefix */
static const char *dated(const char *p)
{
	const char *q, *behind = NULL;

	/* the version of RFC 5424 */
	if (STARTS(p, "1 ") && (q = iso_date(p + 2))) {
		behind = *q == ' ' ? structured(q + 1) : NULL;
		p += 2;
	}
	q = syslog_date(p) ?: iso_date(p) ?: full_date(p) ?: unix_date(p) ?: openwrt_date(p);
	if (!q || *q != ' ')
		return NULL;
	return behind ?: stream(q + 1) ?: program(q + 1) ?: q + 1;
}

/* "00:00:01 ", "05:40:40.123 " of ts, picocom and others */
static const char *clock_alone(const char *p)
{
	p = clock_time(p);
	return p && *p == ' ' ? p + 1 : NULL;
}

/* "[pod/web-7d4/app] " of kubectl logs --prefix */
static const char *of_pod(const char *p)
{
	if (!STARTS(p, "[pod/"))
		return NULL;
	p += strcspn(p, "] \n");
	return *p == ']' ? one_blank(p + 1) : NULL;
}

/* "W/kernel  (    0): ", "W kernel  : " of Android's logcat, with its date before it or without */
static const char *priority(const char *p)
{
	const char *start = p + 2;
	bool brief = p[0] && p[1] == '/';

	if (!*p || !strchr("VDIWEF", *p) || (!brief && p[1] != ' '))
		return NULL;
	p = start;
	while ((unsigned char)*p > ' ' && *p != ':' && *p != '(' && p - start < MOST_BYTES)
		p++;
	if (p == start)
		return NULL;
	p = skip_blanks(p);
	if (brief && *p == '(' && (p = skip_digits(skip_blanks(p + 1), 1, 10)))
		p = *p == ')' ? p + 1 : NULL;
	return p && p[0] == ':' && p[1] == ' ' ? p + 2 : NULL;
}

/* "11-28 05:40:40.123   100   101 I kernel  : ", also with the year, or the name of a user */
static const char *logcat(const char *p)
{
	const char *q = skip_digits(p, 4, 4);

	q = skip_digits(q && *q == '-' ? q + 1 : p, 2, 2);
	q = q && *q == '-' ? skip_digits(q + 1, 2, 2) : NULL;
	q = q && *q == ' ' ? clock_time(q + 1) : NULL;
	if (!q)
		return p[0] && p[1] == '/' ? priority(p) : NULL;
	for (int i = 0; i < 4 && q && *q == ' '; i++) {
		const char *behind = priority(skip_blanks(q));

		if (behind)
			return behind;
		q = word(skip_blanks(q));
		q = q ? q - 1 : NULL;
	}
	return NULL;
}

/* "trace:12:" of grep -n with several files */
static const char *file_number(const char *p)
{
	const char *start = p;

	while ((unsigned char)*p > ' ' && *p != ':' && p - start < MOST_BYTES)
		p++;
	if (p == start || *p != ':')
		return NULL;
	p = skip_digits(p + 1, 1, 9);
	return p && *p == ':' ? p + 1 : NULL;
}

/* "web-1  | ", "web_1  | " of docker compose, before a line that has its CPU, or a header */
static const char *container(const char *p)
{
	const char *start = p, *cpu;

	while (p - start < MOST_BYTES &&
	       (is_letter(*p) || is_digit(*p) || *p == '-' || *p == '_' || *p == '.'))
		p++;
	if (p - start < 3 || !is_letter(*start) || !is_digit(p[-1]))
		return NULL;
	p = skip_blanks(p);
	if (*p != '|' || p[1] != ' ')
		return NULL;
	p += 2;
	cpu = skip_digits(skip_blanks(p), 1, 5);
	return *p == '#' || (cpu && *cpu == ')') ? p : NULL;
}

static prefix *const prefixes[] = {
	quote, tab, color, level, console, record, logcat, dated, clock_alone, host, facility,
	number, file_number, of_pod, container,
};

static const char *skip_one(const char *p)
{
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		const char *behind = prefixes[i](p);

		if (behind)
			return behind;
	}
	return p;
}

const char *fdd_text_prefix(const char *p)
{
	for (int i = 0; i < MOST_PREFIXES; i++) {
		/* only marks and times may be indented: blanks before a task belong to the line */
		const char *at = skip_blanks(p);
		const char *from = fdd_text_may_be_prefix(at) ? at : p;
		const char *behind = skip_one(from);

		if (behind == from)
			break;
		p = behind;
	}
	return p;
}

const char *fdd_text_hashes(const char *p)
{
	while (p[0] == '#' && p[1] == ' ')
		p += 2;
	return p;
}
