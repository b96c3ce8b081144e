/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fast scanning of text.
 *
 * Every scanned buffer ends with a newline and FDD_SCAN_PAD readable bytes. So these functions
 * need not check for the end: they stop at a newline, and may load whole words.
 */
#ifndef FDD_SCAN_H
#define FDD_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define FDD_SCAN_PAD	64

#ifndef __GLIBC__
/* From glibc: memchr() for a byte that is known to be there. */
static inline void *rawmemchr(const void *p, int c)
{
	return memchr(p, c, UINTPTR_MAX - (uintptr_t)p);
}
#endif

static inline bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* A number of at most 18 digits, else NULL. */
static inline const char *scan_u64(const char *p, uint64_t *value)
{
	const char *start = p;
	uint64_t v = 0;

	while (is_digit(*p))
		v = v * 10 + (*p++ - '0');
	*value = v;
	return p - start <= 18 ? p : NULL;
}

/* Are the texts equal? @len is at least 8. */
static inline bool scan_same(const char *a, const char *b, size_t len)
{
	uint64_t x, y, last_x, last_y;

	memcpy(&x, a, 8);
	memcpy(&y, b, 8);
	memcpy(&last_x, a + len - 8, 8);
	memcpy(&last_y, b + len - 8, 8);
	if ((x ^ y) | (last_x ^ last_y))
		return false;
	for (size_t at = 8; at + 8 < len; at += 8) {
		memcpy(&x, a + at, 8);
		memcpy(&y, b + at, 8);
		if (x != y)
			return false;
	}
	return true;
}

#define ONES	0x0101010101010101ull
#define HIGHS	0x8080808080808080ull

/* The value of eight digits, '0' subtracted from each: combine pairs, then fours, then all. */
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

#ifdef __SSE2__

/* A bit for each of 16 bytes, set if it is not a blank. */
static inline unsigned int not_blank(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)p);

	return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))) ^ 0xffff;
}

/* The same for newlines. */
static inline uint64_t newlines(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)p);

	return (unsigned int)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
}

/* A bit for each of 16 bytes, set if it ends a name. */
static inline unsigned int name_ends(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)p);
	__m128i blank = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
	__m128i open = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('('));
	__m128i semi = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(';'));

	return _mm_movemask_epi8(_mm_or_si128(blank, _mm_or_si128(open, semi)));
}

/*
 * The first byte that is not a blank, and the newline after it; or NULL if one of them is far.
 * Neither is searched from the other one, so that the CPU need not wait for it, and there is no
 * branch that depends on how far they are.
 */
static inline const char *scan_last_column(const char *p, const char **newline)
{
	unsigned int others = not_blank(p) | not_blank(p + 16) << 16;
	uint64_t ends = newlines(p) | newlines(p + 16) << 16 | newlines(p + 32) << 32 |
			newlines(p + 48) << 48;

	if (!others || !ends)
		return NULL;
	*newline = p + __builtin_ctzll(ends);
	return p + __builtin_ctz(others);
}

static inline const char *skip_blanks(const char *p)
{
	unsigned int others;

	while (!(others = not_blank(p)))
		p += 16;
	return p + __builtin_ctz(others);
}

/*
 * Test both halves in any case, because a branch on the first one would be mispredicted often.
 */
static inline const char *scan_name(const char *p)
{
	unsigned int ends;

	while (!(ends = name_ends(p) | name_ends(p + 16) << 16))
		p += 32;
	return p + __builtin_ctz(ends);
}

#else

static inline const char *scan_last_column(const char *p, const char **newline)
{
	const char *start = p;

	*newline = rawmemchr(p, '\n');
	while (*p == ' ')
		p++;
	return p - start < 32 ? p : NULL;
}

static inline const char *skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static inline const char *scan_name(const char *p)
{
	while ((unsigned char)*p > ' ' && *p != '(' && *p != ';')
		p++;
	return p;
}

#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Nine digits, the nanoseconds of a second, else NULL. */
static inline const char *scan_nine(const char *p, uint32_t *value)
{
	uint64_t word;

	memcpy(&word, p, 8);
	if (!all_digits(word) || !is_digit(p[8]))
		return NULL;
	*value = eight_digits(word - '0' * ONES) * 10 + (p[8] - '0');
	return p + 9;
}

/*
 * "0.245 us    ", "1234.567 us ": microseconds with three decimals, below ten milliseconds,
 * in twelve bytes; returns nanoseconds. There is no loop over digits, because their number
 * varies from line to line and the branch would be mispredicted.
 */
static inline bool scan_micros(const char *p, uint32_t *ns)
{
	uint64_t word, digits, others, behind, unit;
	unsigned int bits;	/* before the point */

	memcpy(&word, p, 8);
	digits = word ^ '0' * ONES;
	others = (((digits & ~HIGHS) + 0x76 * ONES) | digits) & HIGHS;
	if (!others)
		return false;
	bits = __builtin_ctzll(others) & ~7u;
	if (bits - 8 > 24 || ((others >> bits) & 0x80808080) != 0x80 ||
	    (word >> bits & 0xff) != '.')
		return false;
	memcpy(&unit, p + 4 + bits / 8, 8);
	if ((unit ^ 0x2020202020737520ull) << bits)	/* " us     " */
		return false;
	behind = ~0ull << bits;
	*ns = eight_digits(((digits & ~behind) | (digits >> 8 & behind)) << (40 - bits));
	return true;
}

#else

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

static inline bool scan_micros(const char *p, uint32_t *ns)
{
	uint64_t us, decimals;
	const char *point = scan_u64(p, &us), *unit;

	if (!point || point == p || point - p > 4 || *point != '.')
		return false;
	unit = scan_u64(point + 1, &decimals);
	*ns = us * 1000 + decimals;
	return unit == point + 4 && !memcmp(unit, " us     ", 12 - (unit - p));
}

#endif

/*
 * The columns of function_duration from the decimals of a call time to the bar before the name:
 *
 *	123456789 |  M 1234.567 us |
 *
 * M is an overhead mark, or a blank. The duration is one of scan_micros().
 */
#define SCAN_TIMES	28	/* bytes */
#define SCAN_MARK	13
#define SCAN_DURATION	15

static inline bool scan_mark(char c)
{
	return (unsigned char)c >= ' ' && !is_digit(c);
}

#ifdef __SSE2__

/* A bit for each byte that is a digit, of which '0' is subtracted */
static inline unsigned int which_digits(__m128i bytes)
{
	__m128i less = _mm_min_epu8(bytes, _mm_set1_epi8(9));

	return _mm_movemask_epi8(_mm_cmpeq_epi8(less, bytes));
}

static inline unsigned int which_equal(__m128i bytes, const char *text)
{
	return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, *(const __m128i *)text));
}

/* The numbers of 32 bits in a and b, of which the odd ones are added to the even ones */
static inline __m128i sums_of_pairs(__m128i a, __m128i b)
{
	__m128 x = _mm_castsi128_ps(a), y = _mm_castsi128_ps(b);
	__m128 even = _mm_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0));
	__m128 odd = _mm_shuffle_ps(x, y, _MM_SHUFFLE(3, 1, 3, 1));

	return _mm_add_epi32(_mm_castps_si128(even), _mm_castps_si128(odd));
}

/*
 * All bytes are compared with the form that their number of digits asks for, and each digit is
 * multiplied by what it counts there. Masks have a bit for each byte; 0x21ff is the nine digits
 * and the mark, which is none, 0x5e00 what stands between the numbers, without the mark, and
 * 0x1fff the thirteen bytes of a form.
 */
static inline bool scan_times(const char *p, uint32_t *ns, uint32_t *duration)
{
	static const struct {
		char	text[16] __attribute__((aligned(16)));
		int16_t	whole[8], decimals[8];
		uint32_t digits;	/* where the text has a 0 */
	} forms[] = {
		{ "0.000 us    |", { 1 }, { [2] = 100, 10, 1 }, 0x001d },
		{ "00.000 us   |", { 10, 1 }, { [3] = 100, 10, 1 }, 0x003b },
		{ "000.000 us  |", { 100, 10, 1 }, { [4] = 100, 10, 1 }, 0x0077 },
		{ "0000.000 us |", { 1000, 100, 10, 1 }, { [5] = 100, 10, 1 }, 0x00ef },
	};
	static const char between[16] __attribute__((aligned(16))) = "          |  M ";
	const __m128i fours = _mm_set_epi16(1, 10, 100, 1000, 1, 10, 100, 1000);
	const __m128i units = _mm_set_epi32(0, 1000, 0, 10000), none = _mm_setzero_si128();
	__m128i first = _mm_loadu_si128((const __m128i *)p);
	__m128i second = _mm_loadu_si128((const __m128i *)(p + SCAN_DURATION));
	__m128i nine = _mm_sub_epi8(first, _mm_set1_epi8('0'));
	__m128i micros = _mm_sub_epi8(second, _mm_set1_epi8('0'));
	unsigned int digits = which_digits(micros), form = __builtin_ctz(~digits) - 1;
	__m128i whole, decimals, sums;

	if (form >= sizeof(forms) / sizeof(*forms) || (unsigned char)p[SCAN_MARK] < ' ' ||
	    ((which_digits(nine) & 0x21ff) | (which_equal(first, between) & 0x5e00)) != 0x5fff ||
	    (~(which_equal(second, forms[form].text) | (digits & forms[form].digits)) & 0x1fff))
		return false;
	nine = _mm_madd_epi16(_mm_unpacklo_epi8(nine, none), fours);
	micros = _mm_unpacklo_epi8(micros, none);
	whole = _mm_madd_epi16(micros, *(const __m128i *)forms[form].whole);
	decimals = _mm_madd_epi16(micros, *(const __m128i *)forms[form].decimals);
	micros = _mm_add_epi32(_mm_unpacklo_epi64(whole, decimals),
			       _mm_unpackhi_epi64(whole, decimals));
	sums = sums_of_pairs(nine, micros);
	sums = _mm_add_epi64(_mm_mul_epu32(sums, units), _mm_srli_epi64(sums, 32));
	*ns = _mm_cvtsi128_si32(sums) * 10 + (p[8] - '0');
	*duration = _mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums));
	return true;
}

#else

static inline bool scan_times(const char *p, uint32_t *ns, uint32_t *duration)
{
	return scan_nine(p, ns) && !memcmp(p + 9, " |  ", 4) && scan_mark(p[SCAN_MARK]) &&
	       p[SCAN_MARK + 1] == ' ' && scan_micros(p + SCAN_DURATION, duration) &&
	       p[SCAN_TIMES - 1] == '|';
}

#endif

/* Returns the end of "name" or "name [module]". */
static inline const char *scan_func(const char *p)
{
	const char *close;

	p = scan_name(p);
	if (p[0] != ' ' || p[1] != '[')
		return p;
	for (close = p + 2; (unsigned char)*close > ' ' && *close != ']'; close++)
		;
	return *close == ']' ? close + 1 : p;
}

/* Does the text begin with this constant? */
#define STARTS(p, s)	(!strncmp((p), (s), sizeof(s) - 1))

#endif
