// SPDX-License-Identifier: GPL-2.0
/*
 * What a tool that fdd does not know writes around each line of a trace: the name of a test before
 * it, a time, a host, quotes or the bars of a table.
 *
 *	05:40:40 target1| # tracer: function_graph
 *	05:40:41 target1|  0)   1.000 us    |  vfs_read();
 *
 *	| # tracer: function_graph |
 *	|  0)   1.000 us    \|  vfs_read(); |
 *
 * The first line of a trace says what that is: behind it is the name of a tracer, or the number of
 * CPUs in a report of trace-cmd. Numbers may be others in the next lines, with as many blanks
 * before them as that takes.
 */
#include <string.h>

#include "lib/scan.h"
#include "read/text_frame.h"
#include "read/text_journal.h"

/* The end of "# tracer: function_graph", or of "cpus=2", at @p; or NULL */
static const char *skip_header(const char *p)
{
	if (STARTS(p, "# tracer: ")) {
		for (p += 10; is_letter(*p) || is_digit(*p) || *p == '_'; p++)
			;
		return p;
	}
	if (!STARTS(p, "cpus=") || !is_digit(p[5]))
		return NULL;
	for (p += 5; is_digit(*p); p++)
		;
	return p;
}

static const char *trimmed(const char *p, const char *end)
{
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	return end;
}

static bool is_word(char c)
{
	return is_letter(c) || is_digit(c) || c == '_';
}

bool fdd_text_frame_learn(struct fdd_text_frame *f, const char *p, const char *end)
{
	const char *limit = end - p > FDD_FRAME_BEFORE ? p + FDD_FRAME_BEFORE : end, *at;
	const char *behind = NULL;

	end = trimmed(p, end);
	for (at = p; at < limit && !behind; at++)
		if ((*at == '#' || *at == 'c') && (at == p || !is_word(at[-1])))
			behind = skip_header(at);
	at--;
	if (!behind || behind > end || end - behind > FDD_FRAME_BEHIND)
		return false;
	/* what is behind it alone is "$" of cat -A, but not a remark */
	if (at == p && (behind == end || *behind == ' '))
		return false;
	f->before_len = at - p;
	f->behind_len = end - behind;
	memcpy(f->before, p, f->before_len);
	memcpy(f->behind, behind, f->behind_len);
	f->known = true;
	return true;
}

/* A number and the blanks before it. Returns its end, or @p. */
static const char *skip_number(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && *q == ' ')
		q++;
	if (q == end || !is_digit(*q))
		return p;
	while (q < end && is_digit(*q))
		q++;
	return q;
}

/* Returns what is behind the first part, or NULL. */
static char *skip_before(const struct fdd_text_frame *f, char *p, const char *end)
{
	const char *want = f->before, *last = want + f->before_len;

	/* a number has fewer blanks before it */
	if (end - p > 2 * FDD_FRAME_BEFORE)
		end = p + 2 * FDD_FRAME_BEFORE;
	while (want < last) {
		const char *behind = skip_number(want, last), *number = skip_number(p, end);

		if (behind != want && number != p) {
			want = behind;
			p = (char *)number;
		} else if (p < end && *p == *want) {
			want++;
			p++;
		} else {
			return NULL;
		}
	}
	return p;
}

/* The end of what is within the frame */
static char *skip_behind(const struct fdd_text_frame *f, char *text, char *end)
{
	char *stop = (char *)trimmed(text, end);
	size_t len = f->behind_len;

	/* the last line of a list has no comma */
	if (len && f->behind[len - 1] == ',' && stop > text && stop[-1] != ',')
		len--;
	if (!len || (size_t)(stop - text) < len || memcmp(stop - len, f->behind, len))
		return end;
	return (char *)trimmed(text, stop - len);
}

char *fdd_text_frame_drop(const struct fdd_text_frame *f, char *p, char *end)
{
	char *text = skip_before(f, p, end - 1), *stop;

	if (!text)
		return p;
	if (f->before_len && f->before[f->before_len - 1] == '"')
		stop = fdd_text_json_string(text, end - 1, text);
	else
		stop = skip_behind(f, text, end - 1);
	memmove(end - 1 - (stop - text), text, stop - text);
	return end - 1 - (stop - text);
}
