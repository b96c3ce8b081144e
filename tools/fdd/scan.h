/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scanning text quickly.
 *
 * Every buffer that is scanned ends with a newline and FDD_SCAN_PAD readable
 * bytes, so nothing here checks for the end: no step goes past a newline, and
 * whole words may be loaded.
 */
#ifndef FDD_SCAN_H
#define FDD_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "names.h"

#define FDD_SCAN_PAD	64

static inline bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* Digits of a number that fits 18 of them; NULL beyond. */
static inline const char *scan_u64(const char *p, uint64_t *value)
{
	const char *start = p;
	uint64_t v = 0;

	while (is_digit(*p))
		v = v * 10 + (*p++ - '0');
	*value = v;
	return p - start <= 18 ? p : NULL;
}

/* A number of few digits that is mostly the one before: those that were there. */
struct fdd_scan_same {
	uint64_t	text, mask;
	uint32_t	len;
	uint64_t	value;
};

static inline void scan_remember(struct fdd_scan_same *same, const char *p,
				 uint32_t len, uint64_t value)
{
	/* with what ends it, so that more digits are another number */
	char mask[8] = "";

	memset(mask, 0xff, len + 1);
	memcpy(&same->mask, mask, 8);
	memcpy(&same->text, p, 8);
	same->text &= same->mask;
	same->len = len;
	same->value = value;
}

/* As scan_u64(). */
static inline const char *scan_same(struct fdd_scan_same *same, const char *p,
				    uint64_t *value)
{
	const char *end;
	uint64_t word;

	memcpy(&word, p, 8);
	if (same->len && (word & same->mask) == same->text) {
		*value = same->value;
		return p + same->len;
	}
	end = scan_u64(p, value);
	if (end && end - p < 8)
		scan_remember(same, p, end - p, *value);
	return end;
}

#define ONES	0x0101010101010101ull
#define HIGHS	0x8080808080808080ull

/* Eight digits at once, less '0' each: pairs, then fours, then all. */
static inline uint32_t eight_digits(uint64_t word)
{
	word = word * 10 + (word >> 8);
	return ((word & 0x000000ff000000ffull) * 0x000f424000000064ull +
		((word >> 16) & 0x000000ff000000ffull) * 0x0000271000000001ull) >> 32;
}

static inline bool all_digits(uint64_t word)
{
	return !(((word + 0x4646464646464646ull) | (word - '0' * ONES)) & HIGHS);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline const char *skip_blanks(const char *p)
{
	uint64_t word;

	if (*p != ' ')
		return p;
	for (;; p += 8) {
		memcpy(&word, p, 8);
		word ^= ' ' * ONES;
		if (word)
			return p + __builtin_ctzll(word) / 8;
	}
}

/*
 * One to seven digits, without a step for each: their number changes from line to line,
 * so a loop's end would be guessed wrong. NULL if there are none or more.
 */
static inline const char *scan_few(const char *p, uint32_t *value)
{
	uint64_t word, digits, others;
	unsigned int bits;

	memcpy(&word, p, 8);
	digits = word - '0' * ONES;
	others = ((word + 0x4646464646464646ull) | digits) & HIGHS;
	if (!others || others & 0x80)
		return NULL;
	bits = __builtin_ctzll(others) & ~7u;
	*value = eight_digits(digits << (64 - bits));
	return p + bits / 8;
}

/* Nine digits, the nanoseconds of a second. NULL if they are not there. */
static inline const char *scan_nine(const char *p, uint32_t *value)
{
	uint64_t word;

	memcpy(&word, p, 8);
	if (!all_digits(word) || !is_digit(p[8]))
		return NULL;
	*value = eight_digits(word - '0' * ONES) * 10 + (p[8] - '0');
	return p + 9;
}

/* ".123 us": three decimals and the unit. */
static inline const char *scan_three(const char *p, uint32_t *value)
{
	uint64_t word;
	uint32_t three, digits;

	memcpy(&word, p, 8);
	three = word >> 8 & 0xffffff;
	digits = three - 0x303030;
	if ((word & 0x00ffffff000000ffull) != 0x007375200000002eull ||
	    ((three + 0x464646) | digits) & 0x808080)
		return NULL;
	*value = (digits & 0xff) * 100 + (digits >> 8 & 0xff) * 10 + (digits >> 16);
	return p + 7;
}

/* Bytes that end a name: blanks and control characters, '(' and ';'. */
static inline uint64_t name_ends(uint64_t word)
{
	uint64_t open = word ^ '(' * ONES, semi = word ^ ';' * ONES;

	return (((word - 0x21 * ONES) & ~word) | ((open - ONES) & ~open) |
		((semi - ONES) & ~semi)) & HIGHS;
}

/* The end of a name, and its hash as fdd_hash_string() makes it. */
static inline const char *scan_name(const char *p, uint32_t *hash)
{
	uint64_t h = 0, word, ends;
	unsigned int bits;

	for (;; p += 8) {
		memcpy(&word, p, 8);
		ends = name_ends(word);
		if (ends)
			break;
		h = fdd_hash_step(h, word);
	}
	bits = __builtin_ctzll(ends) & ~7u;
	word &= (1ull << bits) - 1;
	*hash = fdd_hash_end(fdd_hash_step(h, word));
	return p + bits / 8;
}

#else

static inline const char *skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static inline const char *scan_few(const char *p, uint32_t *value)
{
	const char *start = p;

	for (*value = 0; is_digit(*p) && p - start < 8; p++)
		*value = *value * 10 + (*p - '0');
	return p > start && p - start < 8 ? p : NULL;
}

static inline const char *scan_nine(const char *p, uint32_t *value)
{
	*value = 0;
	for (int i = 0; i < 9; i++) {
		if (!is_digit(p[i]))
			return NULL;
		*value = *value * 10 + (p[i] - '0');
	}
	return p + 9;
}

static inline const char *scan_three(const char *p, uint32_t *value)
{
	if (p[0] != '.' || !is_digit(p[1]) || !is_digit(p[2]) || !is_digit(p[3]) ||
	    p[4] != ' ' || p[5] != 'u' || p[6] != 's')
		return NULL;
	*value = (p[1] - '0') * 100 + (p[2] - '0') * 10 + (p[3] - '0');
	return p + 7;
}

static inline const char *scan_name(const char *p, uint32_t *hash)
{
	const char *start = p;

	while ((unsigned char)*p > ' ' && *p != '(' && *p != ';')
		p++;
	*hash = fdd_hash_string(start, p - start);
	return p;
}

#endif

/* Does the text here begin with a constant? */
#define STARTS(p, s)	(!strncmp((p), (s), sizeof(s) - 1))

#endif
