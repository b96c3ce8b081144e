// SPDX-License-Identifier: GPL-2.0
/* The bytes of a text, as editors, mailers and other systems write them, to those of a trace. */
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/text_bytes.h"

#define LOOK_FOR_CR	65536	/* bytes: what a terminal has printed may begin without */

static bool is_ascii(char c)
{
	return c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c <= '~');
}

/* Is the first character of these an ASCII one, with zeros around it? */
static bool begins(const char *data, size_t len, unsigned int wide, bool big)
{
	unsigned int low = big ? wide - 1 : 0;

	for (unsigned int i = 0; i < 4; i++)
		if (i >= len || (i % wide == low ? !is_ascii(data[i]) : data[i]))
			return false;
	return true;
}

/* The byte order mark, if there is one, and the encoding. Returns the bytes to skip. */
static size_t find_encoding(struct fdd_text_bytes *b, const char *data, size_t len)
{
	static const struct {
		char		bytes[4];
		unsigned int	len, wide;
		bool		big;
	} marks[] = {
		{ "\xef\xbb\xbf", 3, 0, false },
		{ "\xff\xfe\0\0", 4, 4, false },
		{ "\0\0\xfe\xff", 4, 4, true },
		{ "\xff\xfe", 2, 2, false },
		{ "\xfe\xff", 2, 2, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		if (len < marks[i].len || memcmp(data, marks[i].bytes, marks[i].len))
			continue;
		b->wide = marks[i].wide;
		b->big = marks[i].big;
		return marks[i].len;
	}
	for (unsigned int wide = 2; wide <= 4; wide += 2) {
		b->big = begins(data, len, wide, true);
		if (b->big || begins(data, len, wide, false))
			b->wide = wide;
	}
	b->big = b->wide && begins(data, len, b->wide, true);
	return 0;
}

/* Characters that need more than two bytes are in names and markers, if at all. */
static char *put_character(char *to, unsigned int c)
{
	if (c < 0x80) {
		*to++ = c;
	} else if (c < 0x800) {
		*to++ = 0xc0 | c >> 6;
		*to++ = 0x80 | (c & 0x3f);
	} else if (c != 0xfeff) {
		*to++ = '?';
	}
	return to;
}

static size_t from_wide(const struct fdd_text_bytes *b, char *data, size_t len)
{
	char *to = data;

	for (const char *p = data; p + b->wide <= data + len; p += b->wide) {
		uint32_t c = 0;

		for (unsigned int i = 0; i < b->wide; i++)
			c = c << 8 | (uint8_t)p[b->big ? i : b->wide - 1 - i];
		to = put_character(to, c);
	}
	return to - data;
}

/* The end of the CR at @p, one or more */
static char *skip_cr(char *p, const char *end)
{
	while (p < end && *p == '\r')
		p++;
	return p;
}

/* Is LF before @p or at @behind? The former may be in the bytes before. */
static bool at_line_end(const struct fdd_text_bytes *b, const char *data, const char *p,
			const char *behind, const char *end)
{
	return (p > data ? p[-1] == '\n' : b->at_line) || (behind < end && *behind == '\n');
}

/* Remove CR next to LF and make no-break spaces blanks, from the first one of them on. */
static size_t drop_bytes(const struct fdd_text_bytes *b, char *data, size_t len, size_t first)
{
	char *to = data + first, *end = data + len, *behind;

	for (char *p = to; p < end; p = behind) {
		behind = b->crlf ? skip_cr(p, end) : p;
		if (behind > p) {
			if (at_line_end(b, data, p, behind, end))
				continue;
			memmove(to, p, behind - p);
			to += behind - p;
		} else if (p[0] == '\xc2' && p + 1 < end && p[1] == '\xa0') {
			*to++ = ' ';
			behind = p + 2;
		} else {
			*to++ = *p;
			behind = p + 1;
		}
	}
	return to - data;
}

static void keep(struct fdd_text_bytes *b, const char *data, size_t *len, size_t nr)
{
	memcpy(b->rest, data + *len - nr, nr);
	b->nr_rest = nr;
	*len -= nr;
}

static bool has_crlf(const char *data, size_t len)
{
	const char *p = data, *end = data + len;

	while ((p = memchr(p, '\r', end - p))) {
		if ((p > data && p[-1] == '\n') || (p + 1 < end && p[1] == '\n'))
			return true;
		p++;
	}
	return false;
}

/* What may belong to the next bytes: CR, and half of a no-break space */
static void keep_ends(struct fdd_text_bytes *b, const char *data, size_t *len)
{
	size_t nr = 0;

	while (nr < sizeof(b->rest) && nr < *len && data[*len - nr - 1] == '\r')
		nr++;
	if (!nr && *len && data[*len - 1] == '\xc2')
		nr = 1;
	keep(b, data, len, nr);
}

static size_t clean(const struct fdd_text_bytes *b, char *data, size_t len)
{
	const char *first = memchr(data, '\xc2', len);

	if (b->crlf) {
		const char *cr = memchr(data, '\r', len);

		first = cr && (!first || cr < first) ? cr : first;
	}
	return first ? drop_bytes(b, data, len, first - data) : len;
}

static int hex_digit(char c)
{
	return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* "=3D" is "=", and a line that ends with "=" continues. */
static size_t from_quoted(struct fdd_text_bytes *b, char *data, size_t len, bool last)
{
	char *p = memchr(data, '=', len), *to = p, *end = data + len;

	while (p && p < end) {
		if (*p != '=' || (last && end - p < 3)) {
			*to++ = *p++;
		} else if (end - p >= 2 && p[1] == '\n') {
			p += 2;
		} else if (end - p < 3) {
			len = end - data;
			keep(b, data, &len, end - p);
			break;
		} else if (p[1] == '\r' && p[2] == '\n') {
			p += 3;
		} else if (hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
			*to++ = hex_digit(p[1]) << 4 | hex_digit(p[2]);
			p += 3;
		} else {
			*to++ = *p++;
		}
	}
	return p ? (size_t)(to - data) : len;
}

#define QUOTED_MOST	76	/* bytes of a line of RFC 2045 */
#define QUOTED_LEAST	70	/* of one that is continued: what has no room may be "=C2=A0" */

/* Without a header and an encoded character: some full line ends with "=", and none is longer. */
static bool has_continued(const char *data, size_t len)
{
	const char *p = data, *end = data + len, *newline;
	bool continued = false;

	for (; (newline = memchr(p, '\n', end - p)); p = newline + 1) {
		const char *stop = newline > p && newline[-1] == '\r' ? newline - 1 : newline;

		if (stop - p > QUOTED_MOST)
			return false;
		continued |= stop - p >= QUOTED_LEAST && stop[-1] == '=';
	}
	return continued;
}

/* "=>" and "==" of a trace, as a mail encodes them: by the '=', of which a text has few */
static bool has_quoted_arrow(const char *data, size_t len)
{
	const char *p = data, *end = data + len;

	for (; (p = memchr(p, '=', end - p)); p++)
		if ((end - p >= 4 && !memcmp(p, "=3D>", 4)) ||
		    (end - p >= 6 && !memcmp(p, "=3D=3D", 6)))
			return true;
	return false;
}

/* The header of a mail, or what it encodes */
static bool is_quoted(const char *data, size_t len)
{
	static const char name[] = "quoted-printable";
	const char *p = data, *end = data + len;

	if (has_quoted_arrow(data, len) || has_continued(data, len))
		return true;
	while ((p = memchr(p, '-', end - p))) {
		if (p - data >= 6 && end - p >= 10 && !strncasecmp(p - 6, name, sizeof(name) - 1))
			return true;
		p++;
	}
	return false;
}

size_t fdd_text_bytes_look(struct fdd_text_bytes *b, char *data, size_t len)
{
	b->quoted = is_quoted(data, len);
	return b->quoted ? clean(b, data, from_quoted(b, data, len, b->nr_rest)) : len;
}

size_t fdd_text_bytes_begin(struct fdd_text_bytes *b, char *data)
{
	size_t nr = b->nr_rest;

	memcpy(data, b->rest, nr);
	b->nr_rest = 0;
	return nr;
}

size_t fdd_text_bytes(struct fdd_text_bytes *b, char *data, size_t len, bool last)
{
	if (!b->known) {
		size_t skip;

		if (len < sizeof(b->rest) && !last) {
			keep(b, data, &len, len);
			return 0;
		}
		skip = find_encoding(b, data, len);
		b->known = true;
		len -= skip;
		memmove(data, data + skip, len);
	}
	if (b->wide) {
		if (!last && len % b->wide)
			keep(b, data, &len, len % b->wide);
		len = from_wide(b, data, len);
	}
	if (b->looked < LOOK_FOR_CR) {
		b->crlf |= has_crlf(data, len < LOOK_FOR_CR ? len : LOOK_FOR_CR);
		b->looked += len;
	}
	if (b->quoted)
		len = from_quoted(b, data, len, last);
	/* not together with a part of a wide character, which comes before the next bytes */
	if (!last && !b->wide && !b->nr_rest)
		keep_ends(b, data, &len);
	len = clean(b, data, len);
	if (len)
		b->at_line = data[len - 1] == '\n';
	return len;
}
