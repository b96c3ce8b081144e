// SPDX-License-Identifier: GPL-2.0
/* Text that is safe for a terminal. */
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"

size_t fdd_utf8_len(const char *s, size_t len)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 :
		   p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;

	if (!n || n > len)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

static unsigned int code_point(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;

	switch (n) {
	case 1:
		return p[0];
	case 2:
		return (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
	case 3:
		return (p[0] & 0xf) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f);
	default:
		return (p[0] & 7) << 18 | (p[1] & 0x3f) << 12 | (p[2] & 0x3f) << 6 | (p[3] & 0x3f);
	}
}

/* To a terminal U+009B is the same as ESC [. Others hide text, or reorder it. */
static bool is_harmless(unsigned int c)
{
	if (c < ' ' || (c >= 0x7f && c < 0xa0))
		return false;
	return c != 0xad && c != 0x61c && c != 0x180e && !(c >= 0x200b && c <= 0x200f) &&
	       !(c >= 0x2028 && c <= 0x202e) && !(c >= 0x2060 && c <= 0x206f) && c != 0xfeff &&
	       !(c >= 0xfff9 && c <= 0xfffb) && !(c >= 0xe0000 && c <= 0xe0fff);
}

static bool is_plain(unsigned char c)
{
	return c >= ' ' && c < 0x7f;
}

/* How many bytes at @s can be printed as they are; 0 sets how many a '?' replaces. */
static size_t harmless_len(const char *s, size_t len, size_t *replaced)
{
	size_t at = 0, n;

	while (at < len) {
		if (is_plain(s[at])) {
			at++;
			continue;
		}
		n = fdd_utf8_len(s + at, len - at);
		*replaced = n ? n : 1;
		if (!n || !is_harmless(code_point(s + at, n)))
			break;
		at += n;
	}
	return at;
}

size_t fdd_put_clean(FILE *f, const char *s, size_t len)
{
	size_t width = 0;

	while (len) {
		size_t replaced = 0, n = harmless_len(s, len, &replaced);

		fwrite(s, 1, n, f);
		width += n;
		if (n < len) {
			putc('?', f);
			width++;
			n += replaced;
		}
		s += n;
		len -= n;
	}
	return width;
}

void fdd_put_quoted(FILE *f, const char *s)
{
	fputc('\'', f);
	for (;;) {
		size_t len = strcspn(s, "'");

		fdd_put_clean(f, s, len);
		s += len;
		if (!*s++)
			break;
		fputs("'\\''", f);
	}
	fputc('\'', f);
}

char *fdd_clean_copy(const char *s, size_t len)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fdd_put_clean(f, s, len);
	fclose(f);
	return text;
}
