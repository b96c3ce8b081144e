// SPDX-License-Identifier: GPL-2.0
/*
 * The text of a line. It consists of pieces, each a number, a character or an
 * escape. The line is cut before the first piece that does not fit, so a UTF-8
 * character or an escape is never split.
 */
#include "region_line.h"

/* Room that is kept for the mark of a cut, and for the newline. */
static const char cut_mark[] = "...";
#define CUT_MARK_LEN (sizeof(cut_mark) - 1)

void region_line_start(struct region_line *line)
{
	line->len = 0;
	line->limit = sizeof(line->text) - CUT_MARK_LEN - 1;
	line->cut = false;
}

static void put_cut_mark(struct region_line *line)
{
	memcpy(line->text + line->len, cut_mark, CUT_MARK_LEN);
	line->len += CUT_MARK_LEN;
}

size_t region_line_finish(struct region_line *line)
{
	if (line->cut)
		put_cut_mark(line);
	line->text[line->len++] = '\n';
	return line->len;
}

static size_t room(const struct region_line *line)
{
	return line->len < line->limit ? line->limit - line->len : 0;
}

void region_line_put_piece(struct region_line *line, const char *piece,
			   size_t len)
{
	if (line->cut || len > room(line)) {
		line->cut = true;
		return;
	}
	memcpy(line->text + line->len, piece, len);
	line->len += len;
}

void region_line_put_uint(struct region_line *line, unsigned long long value)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = '0' + value % 10;
		value /= 10;
	} while (value);
	region_line_put_piece(line, digits + at, sizeof(digits) - at);
}

void region_line_put_int(struct region_line *line, long long value)
{
	unsigned long long magnitude = (unsigned long long)value;

	if (value < 0) {
		region_line_put(line, "-");
		magnitude = 0 - magnitude;
	}
	region_line_put_uint(line, magnitude);
}

static void put_hex(struct region_line *line, unsigned long long value)
{
	char digits[18];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	digits[--at] = 'x';
	digits[--at] = '0';
	region_line_put_piece(line, digits + at, sizeof(digits) - at);
}

/*
 * The range of the second byte of a UTF-8 character. Others would be an overlong
 * form, half of a surrogate pair, or beyond the last character. An overlong form
 * could stand for a quotation mark.
 */
static bool second_byte_fits(unsigned char lead, unsigned char second)
{
	switch (lead) {
	case 0xe0:
		return second >= 0xa0 && second <= 0xbf;
	case 0xed:
		return second >= 0x80 && second <= 0x9f;
	case 0xf0:
		return second >= 0x90 && second <= 0xbf;
	case 0xf4:
		return second >= 0x80 && second <= 0x8f;
	default:
		return (second & 0xc0) == 0x80;
	}
}

/*
 * The number of bytes of the UTF-8 character at text, of which left bytes may be
 * read; 0 if it is not one.
 */
static size_t utf8_len(const char *text, size_t left)
{
	unsigned char lead = text[0];
	size_t len, i;

	if (lead < 0x80)
		return 1;
	if (lead < 0xc2 || lead > 0xf4)
		return 0;
	len = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	if (len > left || !second_byte_fits(lead, text[1]))
		return 0;
	for (i = 2; i < len; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

/* Those of ASCII, and U+0080 to U+009f: terminals take U+009b for ESC [. */
static bool is_control(const char *text, size_t len)
{
	unsigned char first = text[0];

	if (len == 2)
		return first == 0xc2 && (unsigned char)text[1] < 0xa0;
	return len == 1 && (first < ' ' || first == 0x7f);
}

/* \u{1b} for a control character, \xff for a byte that is not UTF-8. */
static void put_escape(struct region_line *line, unsigned char byte,
		       bool character)
{
	static const char hex[] = "0123456789abcdef";
	char escape[6];
	size_t len = 0;

	escape[len++] = '\\';
	escape[len++] = character ? 'u' : 'x';
	if (character)
		escape[len++] = '{';
	if (byte >= 0x10)
		escape[len++] = hex[byte >> 4];
	escape[len++] = hex[byte & 15];
	if (character)
		escape[len++] = '}';
	region_line_put_piece(line, escape, len);
}

static const char *short_escape(char c)
{
	switch (c) {
	case '\0':
		return "\\0";
	case '\t':
		return "\\t";
	case '\n':
		return "\\n";
	case '\r':
		return "\\r";
	default:
		return NULL;
	}
}

static void put_control(struct region_line *line, char c)
{
	if (short_escape(c))
		region_line_put(line, short_escape(c));
	else
		put_escape(line, (unsigned char)c, true);
}

/*
 * Put the character at text. Returns: its bytes, never more than left. Quote
 * is the quotation mark it stands between, 0 if none.
 */
static size_t put_char(struct region_line *line, const char *text, size_t left,
		       char quote)
{
	const char quoted[] = { '\\', *text };
	size_t len = utf8_len(text, left);

	if (len == 0)
		put_escape(line, (unsigned char)*text, false);
	else if (is_control(text, len))
		put_control(line, text[len - 1]);
	else if (quote && (*text == quote || *text == '\\'))
		region_line_put_piece(line, quoted, sizeof(quoted));
	else
		region_line_put_piece(line, text, len);
	return len ? len : 1;
}

/* How many characters at text stand for themselves, of which len are there. */
static size_t plain_len(const char *text, size_t len, char quote)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = text[i];

		if (c < ' ' || c >= 0x7f ||
		    (quote && (c == quote || c == '\\')))
			break;
	}
	return i;
}

/* Most text is plain: it is copied in one step, and can be cut anywhere. */
static void put_plain(struct region_line *line, const char *text, size_t len)
{
	size_t fits = room(line);

	if (len > fits)
		line->cut = true;
	else
		fits = len;
	memcpy(line->text + line->len, text, fits);
	line->len += fits;
}

static void put_bytes(struct region_line *line, const char *text, size_t len,
		      char quote)
{
	size_t i = 0, plain;

	while (!line->cut && i < len) {
		plain = plain_len(text + i, len - i, quote);
		if (plain > 0)
			put_plain(line, text + i, plain);
		else
			plain = put_char(line, text + i, len - i, quote);
		i += plain;
	}
}

void region_line_put_escaped(struct region_line *line, const char *text)
{
	if (!text)
		text = "null";
	put_bytes(line, text, strnlen(text, sizeof(line->text)), 0);
}

/* Escape the last character of each mark in the text. */
static void put_without(struct region_line *line, const char *text, size_t len,
			const char *mark)
{
	size_t before = strlen(mark) - 1, put = 0, i;
	const char *found = text;

	while ((found = memchr(found, mark[before], len - (found - text)))) {
		i = found++ - text;
		if (i < before || memcmp(text + i - before, mark, before) != 0)
			continue;
		put_bytes(line, text + put, i - put, 0);
		put_escape(line, (unsigned char)mark[before], true);
		put = i + 1;
	}
	put_bytes(line, text + put, len - put, 0);
}

void region_line_put_name(struct region_line *line, const char *name,
			  const char *end)
{
	size_t limit = line->limit;
	size_t name_end = line->len + TRACE_REGION_NAME_MAX;

	if (!name)
		name = "null";
	/* the mark of a cut name belongs to the line, too */
	if (name_end + CUT_MARK_LEN <= limit && !line->cut)
		line->limit = name_end;
	put_without(line, name, strnlen(name, sizeof(line->text)), end);
	if (line->cut && line->limit < limit) {
		put_cut_mark(line);
		line->cut = false;
	}
	line->limit = limit;
}

static void put_quoted(struct region_line *line, const char *text, size_t len,
		       const char *quote)
{
	region_line_put(line, quote);
	put_bytes(line, text, len, *quote);
	region_line_put(line, quote);
}

/* Reads no more of it than a line can hold. */
static void put_string(struct region_line *line, const char *text, size_t max)
{
	if (max > sizeof(line->text))
		max = sizeof(line->text);
	if (text)
		put_quoted(line, text, strnlen(text, max), "\"");
	else
		region_line_put(line, "null");
}

static void put_value(struct region_line *line,
		      const struct trace_region_kv_ *kv)
{
	char c;

	switch (kv->kind) {
	case TRACE_REGION_INT_:
		region_line_put_int(line, kv->value.i);
		break;
	case TRACE_REGION_UINT_:
		region_line_put_uint(line, kv->value.u);
		break;
	case TRACE_REGION_HEX_:
		put_hex(line, kv->value.u);
		break;
	case TRACE_REGION_BOOL_:
		region_line_put(line, kv->value.i ? "true" : "false");
		break;
	case TRACE_REGION_CHAR_:
		c = kv->value.i;
		put_quoted(line, &c, 1, "'");
		break;
	case TRACE_REGION_STR_:
		put_string(line, kv->value.s, kv->len);
		break;
	case TRACE_REGION_BYTES_:
		put_quoted(line, kv->value.s, kv->len, "\"");
		break;
	case TRACE_REGION_PTR_:
		put_hex(line, (uintptr_t)kv->value.p);
		break;
	case TRACE_REGION_LAST_:
		break;
	}
}

void region_line_put_pairs(struct region_line *line,
			   const struct trace_region_kv_ *kvs)
{
	if (kvs->kind != TRACE_REGION_LAST_)
		region_line_put(line, " - ");
	for (; kvs->kind != TRACE_REGION_LAST_; kvs++) {
		region_line_put(line, "(");
		region_line_put(line, kvs->key);
		region_line_put(line, ": ");
		put_value(line, kvs);
		region_line_put(line, ")");
	}
}

void region_line_put_pairs_text(struct region_line *line, const char *pairs)
{
	bool bare = pairs && *pairs != '(';

	if (!pairs || !*pairs)
		return;
	region_line_put(line, bare ? " - (" : " - ");
	region_line_put_escaped(line, pairs);
	if (bare)
		region_line_put(line, ")");
}
