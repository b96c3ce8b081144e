// SPDX-License-Identifier: GPL-2.0
/* The text of a line: every kind of value, escapes, and cuts. */
#include <limits.h>

#include "../lib/test.h"
#include "region_line.h"

static struct region_line line;

/* The text of the pairs of one message. */
#define PAIRS(...) pairs_text(TR_KVS_("", __VA_ARGS__))

static const char *text(void)
{
	EXPECT(line.len <= TRACE_REGION_LINE_MAX);
	region_line_finish(&line);
	EXPECT(line.len <= TRACE_REGION_LINE_MAX);
	EXPECT(line.text[line.len - 1] == '\n');
	line.text[line.len - 1] = '\0';
	return line.text;
}

static const char *pairs_text(const struct trace_region_kv_ *kvs)
{
	region_line_start(&line);
	region_line_put_pairs(&line, kvs);
	return text();
}

static const char *escaped(const char *plain)
{
	region_line_start(&line);
	region_line_put_escaped(&line, plain);
	return text();
}

static const char *name_text(const char *name)
{
	region_line_start(&line);
	region_line_put_name(&line, name, " - (");
	region_line_put(&line, ".");
	return text();
}

static void integers(void)
{
	signed char sc = -128;
	unsigned char uc = 255;
	short s = -32768;
	unsigned short us = 65535;
	enum { RED = 7 } color = RED;

	EXPECT_TEXT(PAIRS(TR_KV(inode, 42)), " - (inode: 42)");
	EXPECT_TEXT(PAIRS(TR_V(sc), TR_V(uc), TR_V(s), TR_V(us), TR_V(color)),
		    " - (sc: -128)(uc: 255)(s: -32768)(us: 65535)(color: 7)");
	EXPECT_TEXT(PAIRS(TR_KV(a, INT_MIN), TR_KV(b, UINT_MAX)),
		    " - (a: -2147483648)(b: 4294967295)");
	EXPECT_TEXT(PAIRS(TR_KV(a, LLONG_MIN), TR_KV(b, ULLONG_MAX),
			  TR_KV(c, 0L), TR_KV(d, 10UL)),
		    " - (a: -9223372036854775808)(b: 18446744073709551615)"
		    "(c: 0)(d: 10)");
}

static void hexadecimal(void)
{
	EXPECT_TEXT(PAIRS(TR_HEX(flags, 0x8002)), " - (flags: 0x8002)");
	EXPECT_TEXT(PAIRS(TR_HEX(zero, 0), TR_HEX(all, ULLONG_MAX)),
		    " - (zero: 0x0)(all: 0xffffffffffffffff)");
	EXPECT_TEXT(PAIRS(TR_HEX(a, -1), TR_HEX(b, (short)0x7fff),
			  TR_HEX(c, LONG_MIN)),
		    " - (a: 0xffffffffffffffff)(b: 0x7fff)"
		    "(c: 0x8000000000000000)");
}

static void other_types(void)
{
	const void *nothing = NULL;
	int *pointer = (int *)(uintptr_t)0x7ffc12345678;
	_Bool yes = 1;
	char letter = 'x', quote = '\'', end = '\0';

	EXPECT_TEXT(PAIRS(TR_V(nothing), TR_V(pointer)),
		    " - (nothing: 0x0)(pointer: 0x7ffc12345678)");
	EXPECT_TEXT(PAIRS(TR_V(yes), TR_KV(no, (_Bool)0)),
		    " - (yes: true)(no: false)");
	EXPECT_TEXT(PAIRS(TR_V(letter), TR_V(quote), TR_V(end)),
		    " - (letter: 'x')(quote: '\\'')(end: '\\0')");
}

static void strings(void)
{
	char array[8] = "eth0";
	const char *none = NULL;

	EXPECT_TEXT(PAIRS(TR_KV(self.tag, "mtdroot")),
		    " - (self.tag: \"mtdroot\")");
	EXPECT_TEXT(PAIRS(TR_V(array), TR_V(none), TR_KV(empty, "")),
		    " - (array: \"eth0\")(none: null)(empty: \"\")");
	EXPECT_TEXT(PAIRS(TR_STRN(part, "abcdef", 3),
			  TR_STRN(comm, array, sizeof(array)),
			  TR_STRN(nil, NULL, 5)),
		    " - (part: \"abc\")(comm: \"eth0\")(nil: null)");
}

static void no_pairs(void)
{
	EXPECT_TEXT(pairs_text(TR_KVS_("name")), "");
}

static void escapes_in_strings(void)
{
	EXPECT_TEXT(PAIRS(TR_KV(s, "say \"hi\"\\ it's")),
		    " - (s: \"say \\\"hi\\\"\\\\ it's\")");
	EXPECT_TEXT(PAIRS(TR_KV(s, "a\nb\tc\rd\033e\007f\177")),
		    " - (s: \"a\\nb\\tc\\rd\\u{1b}e\\u{7}f\\u{7f}\")");
}

static void utf8(void)
{
	EXPECT_TEXT(PAIRS(TR_KV(s, "Grüße 漢字 🙂")),
		    " - (s: \"Grüße 漢字 🙂\")");
	/* a lone continuation, a lone lead, an overlong, beyond Unicode */
	EXPECT_TEXT(PAIRS(TR_KV(s, "\x80 \xc3 \xc0\x80 \xf5")),
		    " - (s: \"\\x80 \\xc3 \\xc0\\x80 \\xf5\")");
	EXPECT_TEXT(PAIRS(TR_STRN(half, "\xe6\xbc\xa2", 2)),
		    " - (half: \"\\xe6\\xbc\")");
}

/* Overlong forms of a character, which some decoders accept. */
static void overlong_utf8(void)
{
	EXPECT_TEXT(escaped("\xe0\x80\xa2 \xe0\x9f\xbf \xe0\xa0\x80"),
		    "\\xe0\\x80\\xa2 \\xe0\\x9f\\xbf \xe0\xa0\x80");
	EXPECT_TEXT(escaped("\xf0\x80\x80\x8a \xf0\x8f\xbf\xbf \xf0\x90\x80\x80"),
		    "\\xf0\\x80\\x80\\x8a \\xf0\\x8f\\xbf\\xbf "
		    "\xf0\x90\x80\x80");
}

/* Halves of surrogate pairs, and values above U+10ffff. */
static void no_unicode_characters(void)
{
	EXPECT_TEXT(escaped("\xed\x9f\xbf \xed\xa0\x80 \xed\xbf\xbf"),
		    "\xed\x9f\xbf \\xed\\xa0\\x80 \\xed\\xbf\\xbf");
	EXPECT_TEXT(escaped("\xf4\x8f\xbf\xbf \xf4\x90\x80\x80"),
		    "\xf4\x8f\xbf\xbf \\xf4\\x90\\x80\\x80");
}

/* To a terminal U+009b is the same as ESC [, U+0085 the same as a newline. */
static void c1_control_characters(void)
{
	EXPECT_TEXT(escaped("\xc2\x9b" "31m \xc2\x85 \xc2\x80 \xc2\x9f \xc2\xa0"),
		    "\\u{9b}31m \\u{85} \\u{80} \\u{9f} \xc2\xa0");
	EXPECT_TEXT(PAIRS(TR_KV(s, "\xc2\x9b" "2J")), " - (s: \"\\u{9b}2J\")");
}

/* A name never contains the mark that begins the pairs. */
static void name_has_an_end(void)
{
	EXPECT_TEXT(name_text("read - (slow) - (x"),
		    "read - \\u{28}slow) - \\u{28}x.");
	EXPECT_TEXT(name_text("f(a - b)-(c) - "), "f(a - b)-(c) - .");
	EXPECT_TEXT(name_text(" - ("), " - \\u{28}.");
	EXPECT_TEXT(name_text(""), ".");
	EXPECT_TEXT(name_text(NULL), "null.");
}

static const char *pairs_of_text(const char *pairs)
{
	region_line_start(&line);
	region_line_put_pairs_text(&line, pairs);
	return text();
}

static void pairs_from_other_languages(void)
{
	EXPECT_TEXT(pairs_of_text(NULL), "");
	EXPECT_TEXT(pairs_of_text(""), "");
	EXPECT_TEXT(pairs_of_text("(a: 1)(b: 2)"), " - (a: 1)(b: 2)");
	EXPECT_TEXT(pairs_of_text("file: a\nb"), " - (file: a\\nb)");
}

static void text_stays_one_line(void)
{
	EXPECT_TEXT(escaped("two\nlines, \"quoted\" \\ plain"),
		    "two\\nlines, \"quoted\" \\ plain");
	EXPECT_TEXT(escaped(NULL), "null");
}

static void long_name_is_cut(void)
{
	char name[TRACE_REGION_NAME_MAX + 2], expected[200];

	memset(name, 'n', sizeof(name));
	name[TRACE_REGION_NAME_MAX] = '\0';
	snprintf(expected, sizeof(expected), "%s.", name);
	EXPECT_TEXT(name_text(name), expected);

	snprintf(expected, sizeof(expected), "%s....", name);
	name[TRACE_REGION_NAME_MAX] = 'n';
	name[TRACE_REGION_NAME_MAX + 1] = '\0';
	EXPECT_TEXT(name_text(name), expected);
}

/*
 * Whatever stands before a name: the category of a program has no limit, and the name's own limit
 * may be near the line's.
 */
static void long_text_before_a_name(void)
{
	static char before[TRACE_REGION_LINE_MAX + 8], name[2000], value[400];
	const size_t names[] = { 0, 1, TRACE_REGION_NAME_MAX, sizeof(name) - 1 };
	size_t i, len;

	memset(value, 'v', sizeof(value) - 1);
	for (len = 0; len < sizeof(before); len++) {
		for (i = 0; i < TEST_COUNT(names); i++) {
			memset(name, 'n', sizeof(name));
			name[names[i]] = '\0';
			memset(before, 'b', len);
			before[len] = '\0';
			region_line_start(&line);
			region_line_put(&line, before);
			region_line_put_name(&line, name, " - (");
			region_line_put_pairs(&line,
					      TR_KVS_("", TR_KV(key, value), TR_KV(after, 1)));
			region_line_put_escaped(&line, value);
			text();
		}
	}
}

static void long_line_is_cut(void)
{
	static char value[4000];
	const char *got;

	memset(value, 'v', sizeof(value) - 1);
	got = PAIRS(TR_KV(key, value), TR_KV(after, 1));
	EXPECT(strlen(got) == TRACE_REGION_LINE_MAX - 1);
	EXPECT(strncmp(got, " - (key: \"vvvv", 14) == 0);
	EXPECT_TEXT(got + strlen(got) - 5, "vv...");
}

static void cut_between_characters(void)
{
	static char value[4000];
	size_t i, pad;

	/* no character or escape is cut in the middle, at any column */
	for (pad = 0; pad < 4; pad++) {
		const char *got, *tail;

		memset(value, 'v', pad);
		for (i = pad; i + 3 < sizeof(value); i += 3)
			memcpy(value + i, "\xe6\xbc\xa2", 4);
		got = PAIRS(TR_KV(k, value));
		tail = got + strlen(got) - 6;
		EXPECT_TEXT(tail, "\xe6\xbc\xa2...");

		for (i = pad; i + 1 < sizeof(value); i++)
			value[i] = '\033';
		value[i] = '\0';
		got = PAIRS(TR_KV(k, value));
		tail = got + strlen(got) - 9;
		EXPECT_TEXT(tail, "\\u{1b}...");
	}
}

static void cut_at_every_length(void)
{
	static char value[TRACE_REGION_LINE_MAX + 8];
	size_t len, cut = 0, whole = 0;

	for (len = 900; len < sizeof(value); len++) {
		size_t got;

		memset(value, 'v', len);
		value[len] = '\0';
		got = strlen(PAIRS(TR_KV(k, value)));
		if (strcmp(line.text + got - 3, "...") == 0)
			cut++;
		else if (strcmp(line.text + got - 2, "\")") == 0)
			whole++;
		else
			FAIL("%zu bytes end in %s", len, line.text + got - 5);
	}
	EXPECT(cut > 8 && whole > 100);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "line: integers of every size", integers },
		{ "line: hexadecimal", hexadecimal },
		{ "line: pointers, bool, characters", other_types },
		{ "line: strings", strings },
		{ "line: a message without pairs", no_pairs },
		{ "line: escapes in strings", escapes_in_strings },
		{ "line: valid and invalid UTF-8", utf8 },
		{ "line: overlong UTF-8", overlong_utf8 },
		{ "line: UTF-8 that encodes no character", no_unicode_characters },
		{ "line: C1 control characters", c1_control_characters },
		{ "line: a name does not contain its end mark", name_has_an_end },
		{ "line: pairs from other languages",
		  pairs_from_other_languages },
		{ "line: text stays one line", text_stays_one_line },
		{ "line: a long name is cut", long_name_is_cut },
		{ "line: a long text before a name", long_text_before_a_name },
		{ "line: a long line is cut", long_line_is_cut },
		{ "line: cut between characters", cut_between_characters },
		{ "line: cut at every length", cut_at_every_length },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
