// SPDX-License-Identifier: GPL-2.0
/* Parses the markers of regions, counters and instants that programs write. */
#include <string.h>

#include "lib/scan.h"
#include "model/region_line.h"

/* The category of lines without one. */
static const char systrace[] = "systrace";

static bool is_event(const char *p, const char *end, const char *event)
{
	size_t len = strlen(event);

	return (size_t)(end - p) >= len && !memcmp(p, event, len);
}

static const char *trimmed(const char *p, const char *end)
{
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	return end;
}

/*
 * The name ends where the pairs begin. An end has no pairs, but its name may look as if it
 * had: cut both at the same position.
 */
static void split_name(const char *p, const char *end, struct fdd_region_line *line)
{
	const char *pairs = memmem(p, end - p, " - (", 4);

	line->name = p;
	line->name_len = trimmed(p, pairs ? pairs : end) - p;
	line->pairs = pairs ? pairs + 3 : end;
	line->pairs_len = end - line->pairs;
}

/* "Enter:" and a blank, which may be missing before an empty name. */
static const char *after_event(const char *p, const char *end,
			       struct fdd_region_line *line)
{
	if (is_event(p, end, " Enter:"))
		line->what = FDD_REGION_BEGIN;
	else if (is_event(p, end, " Exit:"))
		line->what = FDD_REGION_END;
	else
		return NULL;
	p += line->what == FDD_REGION_BEGIN ? 7 : 6;
	if (p == end)
		return p;
	return *p == ' ' ? p + 1 : NULL;
}

static bool parse_crosvm(const char *text, const char *end, struct fdd_region_line *line)
{
	const char *p = text;

	for (; p < end && is_digit(*p) && p - text < 20; p++)
		line->id = line->id * 10 + (*p - '0');
	if (p == text || p == end || *p != ' ')
		return false;
	line->category = ++p;
	while (p < end && *p != ' ')
		p++;
	line->category_len = p - line->category;
	p = after_event(p, end, line);
	if (!p || !line->category_len)
		return false;
	line->pairing = FDD_REGION_BY_ID;
	split_name(p, end, line);
	return true;
}

/* Returns the text behind "X|4711", from the next "|" on, or NULL. */
static const char *scan_process(const char *p, const char *end, int32_t *process)
{
	const char *digits = p + 2;
	uint64_t number = 0;

	if (end - p < 3 || p[1] != '|')
		return NULL;
	for (p = digits; p < end && is_digit(*p) && p - digits < 10; p++)
		number = number * 10 + (*p - '0');
	if (p == digits || number > INT32_MAX || (p < end && *p != '|'))
		return NULL;
	*process = number;
	return p;
}

/* Up to 19 digits do not overflow, but may be too large for a signed number. */
static bool scan_value(const char *p, const char *end, int64_t *value)
{
	bool negative = p < end && *p == '-';
	uint64_t number = 0;

	p += negative;
	if (p == end || end - p > 19)
		return false;
	for (; p < end; p++) {
		if (!is_digit(*p))
			return false;
		number = number * 10 + (*p - '0');
	}
	if (number > (uint64_t)INT64_MAX + negative)
		return false;
	*value = negative ? (int64_t)-number : (int64_t)number;
	return true;
}

/* Remove "|number" from the end of a name. */
static bool take_number(struct fdd_region_line *line, const char *end, int64_t *value)
{
	const char *bar = memrchr(line->name, '|', end - line->name);

	if (!bar || !scan_value(bar + 1, end, value))
		return false;
	line->name_len = trimmed(line->name, bar) - line->name;
	return true;
}

static bool take_cookie(struct fdd_region_line *line, const char *end)
{
	int64_t cookie;

	line->pairing = FDD_REGION_BY_COOKIE;
	if (!take_number(line, end, &cookie))
		return false;
	line->id = (uint64_t)cookie;
	return true;
}

static bool take_form(char form, const char *end, struct fdd_region_line *line)
{
	switch (form) {
	case 'B':
		line->what = FDD_REGION_BEGIN;
		return true;
	case 'S':
	case 'F':
		line->what = form == 'S' ? FDD_REGION_BEGIN : FDD_REGION_END;
		return take_cookie(line, end);
	case 'C':
		line->what = FDD_REGION_COUNTER;
		return take_number(line, end, &line->value);
	case 'I':
		line->what = FDD_REGION_INSTANT;
		return true;
	default:
		return false;
	}
}

static bool parse_systrace(const char *text, const char *end, struct fdd_region_line *line)
{
	const char *p = scan_process(text, end, &line->process);

	line->category = systrace;
	line->category_len = sizeof(systrace) - 1;
	line->pairing = FDD_REGION_BY_STACK;
	line->name = line->pairs = end;
	if (*text == 'E') {
		line->what = FDD_REGION_END;
		return p || end - text == 1;
	}
	if (!p || p == end)
		return false;
	line->name = p + 1;
	line->name_len = end - line->name;
	return take_form(*text, end, line);
}

bool fdd_region_parse(const char *text, size_t len, struct fdd_region_line *line)
{
	const char *end = trimmed(text, text + len);

	*line = (struct fdd_region_line){ 0 };
	if (end == text)
		return false;
	return is_digit(*text) ? parse_crosvm(text, end, line) :
				 parse_systrace(text, end, line);
}
