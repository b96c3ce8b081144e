// SPDX-License-Identifier: GPL-2.0
/*
 * The text of a line. Everything is put in whole pieces, a number, a character
 * or an escape; the first piece that does not fit cuts the line there, so that
 * neither a UTF-8 character nor an escape is ever halved.
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

void region_line_put_piece(struct region_line *line, const char *piece,
			   size_t len)
{
	if (line->cut || len > line->limit - line->len) {
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

static void put_int(struct region_line *line, long long value)
{
	unsigned long long magnitude = value;

	if (value < 0) {
		region_line_put(line, "-");
		magnitude = -magnitude;
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
 * The bytes of the UTF-8 character at text, of which left bytes may be read;
 * 0 if there is none.
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
	if (len > left)
		return 0;
	for (i = 1; i < len; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

/* \u{1b} of a control character, \xff of what is not UTF-8. */
static void put_byte_escape(struct region_line *line, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";
	char escape[6];
	size_t len = 0;

	escape[len++] = '\\';
	escape[len++] = byte < 0x80 ? 'u' : 'x';
	if (byte < 0x80)
		escape[len++] = '{';
	if (byte >= 0x10)
		escape[len++] = hex[byte >> 4];
	escape[len++] = hex[byte & 15];
	if (byte < 0x80)
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

/*
 * Put the character at text. Returns: its bytes, never more than left. Quote
 * is the quotation mark it stands between, 0 if none.
 */
static size_t put_char(struct region_line *line, const char *text, size_t left,
		       char quote)
{
	const char quoted[] = { '\\', *text };
	size_t len = utf8_len(text, left);

	if (len == 0 || *text == 0x7f || (len == 1 && *text < ' ')) {
		if (short_escape(*text))
			region_line_put(line, short_escape(*text));
		else
			put_byte_escape(line, *text);
		return 1;
	}
	if (quote && (*text == quote || *text == '\\'))
		region_line_put_piece(line, quoted, sizeof(quoted));
	else
		region_line_put_piece(line, text, len);
	return len;
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

/* Most text is plain: it is copied at once, and can be cut anywhere. */
static void put_plain(struct region_line *line, const char *text, size_t len)
{
	size_t room = line->limit - line->len;

	if (len > room)
		line->cut = true;
	else
		room = len;
	memcpy(line->text + line->len, text, room);
	line->len += room;
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

void region_line_put_name(struct region_line *line, const char *name)
{
	size_t limit = line->limit;
	size_t name_end = line->len + TRACE_REGION_NAME_MAX;

	if (name_end < limit)
		line->limit = name_end;
	region_line_put_escaped(line, name);
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

/* No more of it is looked at than a line can hold. */
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
		put_int(line, kv->value.i);
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
