// SPDX-License-Identifier: GPL-2.0
/*
 * The messages in a journal's entries, as journalctl -o prints them, and in other logs of JSON
 * lines:
 *
 *	{"__CURSOR":"...","MESSAGE":" 0)   1.000 us    |  vfs_read();"}		json, json-sse
 *		"MESSAGE" : " 0)   1.000 us    |  vfs_read();",			json-pretty
 *	    MESSAGE= 0)   1.000 us    |  vfs_read();				verbose, export
 *	{"log":" 0)   1.000 us    |  vfs_read();\n","stream":"stdout",...}	docker
 *	- {"dt": "...", "lvl": "target", "msg": "..."}				LAVA
 *	         "msg": " 0)   1.000 us    |  vfs_read();"			dmesg --json
 *
 * A message that is not valid UTF-8, or has other control characters than tabs, is an array of its
 * bytes in JSON: [32,48,41].
 */
#include <stdlib.h>
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/text_journal.h"

static const char *find(const char *p, const char *end, const char *text)
{
	return p < end ? memmem(p, end - p, text, strlen(text)) : NULL;
}

/* The value of the field that has the message, a string or an array, in JSON; or NULL */
static const char *find_message(const char *p, const char *end)
{
	static const char *const keys[] = {
		"\"MESSAGE\"", "\"log\"", "\"message\"", "\"msg\"", "\"line\"",
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *behind = find(p, end, keys[i]);

		if (!behind)
			continue;
		behind = skip_blanks(behind + strlen(keys[i]));
		if (*behind++ != ':')
			continue;
		behind = skip_blanks(behind);
		if (*behind == '"' || *behind == '[')
			return behind;
	}
	return NULL;
}

/* A trace for chrome://tracing has fields of these names, too. */
static bool is_json_log(const char *p, const char *end)
{
	if (!find_message(p, end) || find(p, end, "traceEvents") || find(p, end, "\"ph\""))
		return false;
	return *p == '{' || STARTS(p, "data: {") || STARTS(p, "- {");
}

bool fdd_text_is_journal(const char *p, size_t len)
{
	const char *end = p + len, *newline;

	while (p < end && (unsigned char)*p <= ' ')
		p++;
	if (p == end)
		return false;
	if (is_json_log(p, end))
		return true;
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

char *fdd_text_json_string(const char *p, const char *end, char *to)
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

static char *take_value(const char *p, const char *end, char *to)
{
	return *p == '"' ? fdd_text_json_string(p + 1, end, to) : take_bytes(p + 1, end, to);
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
	       STARTS(p, "data: {") || STARTS(p, "- {") || is_field(p, end) ||
	       find(p, end, " [s=");
}

/* Its newline, which some logs keep */
static char *trimmed(char *p, char *to)
{
	while (to > p && to[-1] == ' ')
		to--;
	return to;
}

char *fdd_text_journal(char *p, char *end)
{
	static const char plain[] = "MESSAGE=";
	const char *start = skip_blanks(*p == '\t' ? p + 1 : p), *last = end - 1;
	const char *message;
	char *to = p;

	if (STARTS(start, plain))
		return (char *)start + sizeof(plain) - 1;
	message = find_message(start, last);
	if (message)
		to = trimmed(p, take_value(message, last, p));
	else if (!is_of_entry(start, last))
		return p;
	memmove(end - 1 - (to - p), p, to - p);
	return end - 1 - (to - p);
}
