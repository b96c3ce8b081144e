/* SPDX-License-Identifier: GPL-2.0 */
/* The bytes of a text, as editors, mailers and other systems write them, to those of a trace. */
#ifndef FDD_TEXT_BYTES_H
#define FDD_TEXT_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct fdd_text_bytes {
	bool		known;		/* the encoding */
	bool		crlf;		/* some lines end with CR LF, or begin with CR */
	bool		at_line;	/* the bytes before end with LF */
	size_t		looked;		/* at bytes, for CR */
	unsigned int	wide;		/* bytes of a character of UTF-16 or UTF-32, or 0 */
	bool		big;		/* its first byte is the high one */
	bool		quoted;		/* quoted-printable, of a saved mail */
	unsigned int	nr_rest;	/* bytes of a character that continues */
	char		rest[4];
};

/**
 * fdd_text_bytes_begin - put back what is left of the bytes before
 *
 * Returns how many bytes @data begins with; the next ones are to be read behind them.
 */
size_t fdd_text_bytes_begin(struct fdd_text_bytes *b, char *data);

/**
 * fdd_text_bytes - change @len bytes in place
 *
 * A byte order mark is skipped, UTF-16 and UTF-32 become UTF-8, CR next to LF is dropped, no-break
 * space becomes a blank.
 * Returns how many bytes there are then. At the end of the text, @last, nothing is left for the
 * next call.
 */
size_t fdd_text_bytes(struct fdd_text_bytes *b, char *data, size_t len, bool last);

/**
 * fdd_text_bytes_look - look at the first bytes, when they have been changed
 *
 * If they are of a mail in quoted-printable, all bytes are decoded. Returns how many there are.
 */
size_t fdd_text_bytes_look(struct fdd_text_bytes *b, char *data, size_t len);

#endif
