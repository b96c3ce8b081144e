// SPDX-License-Identifier: GPL-2.0
/*
 * Colours of terminals ("\033[32m"), HTML ("&lt;", "<pre>") and Markdown ("\|") within the lines of
 * a trace, as pages, mail archives and saved output of terminals have them.
 *
 * A marker may hold "&lt;" of its own, so HTML is decoded only in a text that has it in what a
 * tracer writes.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/text_markup.h"

#define MOST_TITLE	256	/* bytes; a line may hold many that do not end */

struct pair {
	const char	*html;
	char		plain;
};

static const struct pair characters[] = {
	{ "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' }, { "&quot;", '"' },
	{ "&nbsp;", ' ' }, { "&lpar;", '(' }, { "&rpar;", ')' }, { "&vert;", '|' },
	{ "&apos;", '\'' },
};

/*
 * The end of a blank of Unicode at @p, or @p: U+2000 to U+200A, U+202F, U+205F, U+3000. Those that
 * have no width are none: U+200B, U+FEFF.
 */
static const char *skip_wide_blank(const char *p, bool *blank)
{
	unsigned char last = p[0] && p[1] ? p[2] : 0;

	*blank = true;
	if ((STARTS(p, "\xe2\x80") && ((last >= 0x80 && last <= 0x8a) || last == 0xaf)) ||
	    STARTS(p, "\xe2\x81\x9f") || STARTS(p, "\xe3\x80\x80"))
		return p + 3;
	*blank = false;
	return STARTS(p, "\xe2\x80\x8b") || STARTS(p, "\xef\xbb\xbf") ? p + 3 : p;
}

static bool has_wide_blank(const char *p, const char *end)
{
	bool blank;

	for (; p < end; p++)
		if ((unsigned char)*p >= 0xe2 && skip_wide_blank(p, &blank) != p)
			return true;
	return false;
}

bool fdd_text_has_markup(const char *p, size_t len)
{
	static const char *const signs[] = {
		"&lt;-", "&lt;...&gt;", "&lt;idle&gt;", "=&gt;", "<pre>", "<pre ",
		"&#40;&#41;", "&#x28;&#x29;", "&lpar;&rpar;", "&nbsp;&nbsp;", "&#124;", "&vert;",
		" \\|  ", "() \\{", "=\\{",
	};

	if (memchr(p, '\033', len) || memchr(p, '\b', len) || STARTS(p, "&gt;") ||
	    has_wide_blank(p, p + len))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++)
		if (memmem(p, len, signs[i], strlen(signs[i])))
			return true;
	return false;
}

/* The end of "\033]0;title\a", or of the same with "\033\\", or @p. */
static const char *skip_title(const char *p, const char *end)
{
	if (end - p > MOST_TITLE)
		end = p + MOST_TITLE;
	for (const char *q = p + 2; q < end - 1; q++) {
		if (*q == '\a')
			return q + 1;
		if (q[0] == '\033' && q[1] == '\\')
			return q + 2;
	}
	return p;
}

/* The end of "\033[0;32m", "\033[?2004h", "\033(B" or a title at @p, or @p. */
static const char *skip_color(const char *p, const char *end)
{
	const char *q = p + 2;

	if (p[0] != '\033')
		return p;
	if (p[1] == ']')
		return skip_title(p, end);
	if (p[1] == '(')
		return *q == '\n' ? p : q + 1;
	if (p[1] != '[')
		return p;
	while (is_digit(*q) || *q == ';' || *q == '?')
		q++;
	return is_letter(*q) ? q + 1 : p;
}

/* The end of a tag of pages that show text. "<idle>" and "<...>" are tasks. */
static const char *skip_tag(const char *p, const char *end)
{
	static const char *const names[] = {
		"pre", "code", "span", "tt", "div", "br", "p", "font",
	};
	const char *name = p + 1, *close;

	if (*p != '<')
		return p;
	name += *name == '/';
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		size_t len = strlen(names[i]);

		if (strncasecmp(name, names[i], len) || !strchr(" >/", name[len]))
			continue;
		close = memchr(p, '>', end - p);
		return close ? close + 1 : p;
	}
	return p;
}

/* "&#40;", "&#x28;": the end of a printable character of ASCII by its number, or @p */
static const char *skip_number(const char *p, char *to)
{
	bool hex = p[2] == 'x' || p[2] == 'X';
	unsigned long number;
	char *end;

	if (!is_digit(p[2 + hex]) && !(hex && isxdigit((unsigned char)p[3])))
		return p;
	number = strtoul(p + 2 + hex, &end, hex ? 16 : 10);
	if (*end != ';' || number < ' ' || number > '~')
		return p;
	*to = number;
	return end + 1;
}

/* "\|" of a table of Markdown or of Jira */
static bool is_escaped(const char *p)
{
	return p[0] == '\\' && p[1] && strchr("|{}_*<>()[]", p[1]);
}

static const char *skip_character(const char *p, char *to)
{
	if (is_escaped(p)) {
		*to = p[1];
		return p + 2;
	}
	if (STARTS(p, "&#"))
		return skip_number(p, to);
	for (size_t i = 0; *p == '&' && i < ARRAY_SIZE(characters); i++) {
		size_t len = strlen(characters[i].html);

		if (!strncmp(p, characters[i].html, len)) {
			*to = characters[i].plain;
			return p + len;
		}
	}
	return p;
}

void fdd_text_drop_markup(char *p, char *end)
{
	char *to = p, *start = p;
	bool blank;

	while (p < end - 1) {
		const char *q = skip_color(p, end);

		/* what a terminal has overwritten */
		if (*p == '\b') {
			to -= to > start;
			p++;
			continue;
		}

		if (q == p)
			q = skip_tag(p, end);
		if (q != p) {
			p = (char *)q;
			continue;
		}
		q = skip_wide_blank(p, &blank);
		if (q != p) {
			*to = ' ';
			to += blank;
			p = (char *)q;
			continue;
		}
		q = skip_character(p, to);
		if (q == p)
			*to = *q++;
		to++;
		p = (char *)q;
	}
	if (to < end - 1)
		memset(to, ' ', end - 1 - to);
}
