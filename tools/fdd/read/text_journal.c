// SPDX-License-Identifier: GPL-2.0
/*
 * The messages in a journal's entries, as journalctl -o prints them:
 *
 *	{"__CURSOR":"...","MESSAGE":" 0)   1.000 us    |  vfs_read();"}		json, json-sse
 *		"MESSAGE" : " 0)   1.000 us    |  vfs_read();",			json-pretty
 *	    MESSAGE= 0)   1.000 us    |  vfs_read();				verbose, export
 *
 * A message that is not valid UTF-8, or has other control characters than tabs, is an array of its
 * bytes in JSON: [32,48,41].
 */
#include <stdlib.h>
#include <string.h>

#include "lib/scan.h"
#include "read/text_journal.h"

static const char *find(const char *p, const char *end, const char *text)
{
	return p < end ? memmem(p, end - p, text, strlen(text)) : NULL;
}

bool fdd_text_is_journal(const char *p, size_t len)
{
	const char *end = p + len, *newline;

	while (p < end && (unsigned char)*p <= ' ')
		p++;
	if (p == end)
		return false;
	if (*p == '{' || STARTS(p, "data: {"))
		return find(p, end, "\"__CURSOR\"") && find(p, end, "\"MESSAGE\"");
	newline = memchr(p, '\n', end - p);
	return newline && (STARTS(p, "__CURSOR=") || find(p, newline, " [s=")) &&
	       find(newline, end, "MESSAGE=");
}

/* "\u001b": what is not ASCII is not of a tracer's line. Returns what is behind it. */
static const char *take_unicode(const char *p, const char *end, char *c)
{
	char digits[5] = "";

	if (end - p < 4)
		return end;
	memcpy(digits, p, 4);
	*c = strtoul(digits, NULL, 16) < 0x80 ? (char)strtoul(digits, NULL, 16) : '?';
	return p + 4;
}

/* The string that begins at @p, up to its quote. Returns the end of what is written to @to. */
static char *take_string(const char *p, const char *end, char *to)
{
	while (p < end && *p != '"') {
		char c = *p++;

		if (c == '\\' && p < end) {
			c = *p++;
			if (c == 'u')
				p = take_unicode(p, end, &c);
			else
				c = c == 't' ? '\t' : c == 'n' || c == 'r' || c == 'b' ? ' ' : c;
		}
		*to++ = c == '\n' ? ' ' : c;
	}
	return to;
}

static char *take_bytes(const char *p, const char *end, char *to)
{
	while (p < end && *p != ']') {
		uint64_t byte;

		if (is_digit(*p)) {
			p = scan_u64(p, &byte);
			if (!p)
				break;
			*to++ = byte == '\n' ? ' ' : (char)byte;
		} else {
			p++;
		}
	}
	return to;
}

/* Behind "MESSAGE" and a colon, in JSON */
static char *take_value(const char *p, const char *end, char *to)
{
	p = skip_blanks(p);
	if (*p == '"')
		return take_string(p + 1, end, to);
	return *p == '[' ? take_bytes(p + 1, end, to) : to;
}

/* "_KERNEL_DEVICE=": a field of the formats verbose and export */
static bool is_field(const char *p, const char *end)
{
	const char *start = p;

	while (p < end && (*p == '_' || (*p >= 'A' && *p <= 'Z') || is_digit(*p)))
		p++;
	return p > start && *p == '=';
}

/* A line of an entry that has no message: of JSON, another field, or where an entry begins */
static bool is_of_entry(const char *p, const char *end)
{
	return *p == '{' || *p == '}' || *p == ']' || *p == ',' || *p == '"' ||
	       STARTS(p, "data: {") || is_field(p, end) || find(p, end, " [s=");
}

void fdd_text_journal(char *p, char *end)
{
	static const char plain[] = "MESSAGE=", json[] = "\"MESSAGE\"";
	const char *start = skip_blanks(*p == '\t' ? p + 1 : p), *last = end - 1;
	const char *message = find(start, last, json);
	char *to = p;

	if (STARTS(start, plain)) {
		start += sizeof(plain) - 1;
		memmove(to, start, last - start);
		to += last - start;
	} else if (message) {
		message = skip_blanks(message + sizeof(json) - 1);
		if (*message == ':')
			to = take_value(message + 1, last, to);
	} else if (!is_of_entry(start, last)) {
		return;
	}
	memset(to, ' ', last - to);
}
