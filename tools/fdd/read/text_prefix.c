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

/* "[   12.345678] ", "[  T12] ", "[   C3] ", "[Thu Nov 28 05:40:40 2024] " */
static const char *console(const char *p)
{
	const char *q;

	if (*p != '[')
		return NULL;
	p = skip_blanks(p + 1);
	if ((*p == 'T' || *p == 'C') && is_digit(p[1])) {
		p = skip_digits(p + 1, 1, 10);
	} else if (is_letter(*p)) {
		for (q = p; is_letter(*q) || is_digit(*q) || *q == ' ' || *q == ':'; q++)
			if (q - p > 32)
				return NULL;
		p = q - p > 15 && is_digit(q[-1]) ? q : NULL;
	} else {
		p = skip_digits(p, 1, 12);
		p = p && *p == '.' ? skip_digits(p + 1, 1, 9) : NULL;
	}
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

/* "6,1234,123456789,-;" of /dev/kmsg and netconsole */
static const char *record(const char *p)
{
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
	if (!p || *p != ' ')
		return NULL;
	for (int i = 0; i < 3; i++) {
		p = skip_digits(p + 1, 2, 2);
		if (!p || (i < 2 && *p != ':'))
			return NULL;
	}
	return *p == '.' ? skip_digits(p + 1, 1, 9) : p;
}

/* "2024-11-28T05:40:40.123456+00:00", "2024-11-28 05:40:40" */
static const char *iso_date(const char *p)
{
	if (!(p = skip_digits(p, 4, 4)) || *p != '-' || !(p = skip_digits(p + 1, 2, 2)) ||
	    *p != '-' || !(p = skip_digits(p + 1, 2, 2)) || (*p != 'T' && *p != ' '))
		return NULL;
	for (int i = 0; i < 3; i++) {
		p = skip_digits(p + 1, 2, 2);
		if (!p || (i < 2 && *p != ':'))
			return NULL;
	}
	if (*p == '.' || *p == ',')
		p = skip_digits(p + 1, 1, 9);
	if (p && *p == 'Z')
		return p + 1;
	if (p && (*p == '+' || *p == '-'))
		for (p++; is_digit(*p) || *p == ':'; p++)
			;
	return p;
}

/* "host kernel: ", "host kernel[0]: " */
static const char *host(const char *p)
{
	const char *start = p;

	while ((unsigned char)*p > ' ' && p - start < MOST_BYTES)
		p++;
	if (p == start || !STARTS(p, " kernel"))
		return NULL;
	p += 7;
	if (*p == '[' && (p = skip_digits(p + 1, 1, 10)))
		p = *p == ']' ? p + 1 : NULL;
	return p && *p == ':' ? one_blank(p + 1) : NULL;
}

/* The date of a journal, then the host and "kernel:", or another prefix */
static const char *dated(const char *p)
{
	const char *q = syslog_date(p);

	if (!q)
		q = iso_date(p);
	return q && *q == ' ' ? q + 1 : NULL;
}

static prefix *const prefixes[] = {
	quote, tab, color, level, console, record, dated, host, facility, number,
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
		const char *from = fdd_text_may_be_prefix(*at) ? at : p;
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
