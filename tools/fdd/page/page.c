// SPDX-License-Identifier: GPL-2.0
/* The page, with data in it. */
#include <string.h>

#include "lib/gzip.h"
#include "page/page.h"

#define MOST_PLAIN	(1u << 20)	/* bytes that other programs read without unpacking */
#define BLOCK_SIZE	(3 * 4096)	/* whole groups of base64 */

/* page/dist/page.html, from page_html.S */
extern const char fdd_page_html[], fdd_page_html_end[];

static const char place[] = "<!--FDD-DATA-->";

static const char *place_of_data(void)
{
	return memmem(fdd_page_html, fdd_page_html_end - fdd_page_html, place,
		      sizeof(place) - 1);
}

void fdd_page_begin(FILE *to)
{
	fwrite(fdd_page_html, 1, place_of_data() - fdd_page_html, to);
}

void fdd_page_end(FILE *to)
{
	const char *at = place_of_data() + sizeof(place) - 1;

	fwrite(at, 1, fdd_page_html_end - at, to);
}

static bool print_plain(FILE *to, const struct fdd_bytes *gz)
{
	struct fdd_gunzip *g = fdd_gunzip_new(gz);
	char block[BLOCK_SIZE];
	ssize_t len;

	while ((len = fdd_gunzip_read(g, block, sizeof(block))) > 0)
		fwrite(block, 1, len, to);
	fdd_gunzip_free(g);
	return !len;
}

/* Three bytes, or the last ones, as four characters. */
static void put_base64(FILE *to, const unsigned char *bytes, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned int bits = bytes[0] << 16 | (len > 1 ? bytes[1] << 8 : 0) |
			    (len > 2 ? bytes[2] : 0);

	putc(digits[bits >> 18], to);
	putc(digits[bits >> 12 & 63], to);
	putc(len > 1 ? digits[bits >> 6 & 63] : '=', to);
	putc(len > 2 ? digits[bits & 63] : '=', to);
}

static bool print_packed(FILE *to, const struct fdd_bytes *gz)
{
	unsigned char block[BLOCK_SIZE];

	putc('"', to);
	for (uint64_t at = 0; at < gz->size;) {
		size_t want = gz->size - at < BLOCK_SIZE ? gz->size - at : BLOCK_SIZE;

		if (fdd_bytes_read(gz, block, want, at) != (ssize_t)want)
			return false;
		for (size_t i = 0; i < want; i += 3)
			put_base64(to, block + i, want - i);
		at += want;
	}
	fputs("\"\n", to);
	return true;
}

bool fdd_page_print(FILE *to, const struct fdd_bytes *gz, uint64_t size)
{
	bool ok;

	if (gz->error)
		return false;
	fdd_page_begin(to);
	ok = size <= MOST_PLAIN ? print_plain(to, gz) : print_packed(to, gz);
	fdd_page_end(to);
	return ok;
}
