// SPDX-License-Identifier: GPL-2.0
/* Unit tests of fdd's parts. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/patterns.h"
#include "lib/proto.h"
#include "lib/scan.h"
#include "lib/spill.h"
#include "model/clocks.h"
#include "model/expr.h"
#include "model/filter.h"
#include "model/histogram.h"
#include "model/marker_writes.h"
#include "model/stats.h"
#include "model/table.h"
#include "model/wall.h"
#include "read/feed.h"
#include "read/open_calls.h"
#include "read/read.h"
#include "read/text_line.h"
#include "tracing/choose.h"
#include "tracing/open.h"
#include "tracing/tracing.h"
#include "view/account.h"

#include "../lib/test.h"

static uint64_t seed = 88172645463325252ull;

static uint64_t random64(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Numbers and units */

static void times(void)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} good[] = {
		{ "5", 5000 }, { "500us", 500000 }, { "2ms", 2000000 },
		{ "1s", 1000000000 }, { "10ns", 10 }, { "1.5ms", 1500000 },
		{ ".5", 500 }, { "0", 0 }, { "1m", 60000000000ull },
		{ "100.123456789s", 100123456789ull },
	};
	static const char *const bad[] = {
		"", "x", "5 us", "-1", "5kg", "1e400s", "nan", "inf", "+5",
		"99999999999999999999s",
	};
	uint64_t ns;

	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		EXPECT(fdd_parse_time(good[i].text, 1000, &ns));
		EXPECT(ns == good[i].ns);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		EXPECT(!fdd_parse_time(bad[i], 1000, &ns));
}

static void number_lists(void)
{
	struct fdd_numbers n = { 0 };

	EXPECT(fdd_numbers_add(&n, "1,3-5"));
	EXPECT(n.nr == 2 && n.list[0].to == 1 && n.list[1].from == 3 && n.list[1].to == 5);
	EXPECT(!fdd_numbers_add(&n, "5-3"));
	EXPECT(!fdd_numbers_add(&n, ""));
	EXPECT(!fdd_numbers_add(&n, "a"));
	EXPECT(!fdd_numbers_add(&n, "1-"));
	EXPECT(!fdd_numbers_add(&n, "0-99999999"));
	EXPECT(fdd_numbers_add(&n, "9-12,2,11-20,0,18446744073709551615"));
	EXPECT(n.nr == 3 && n.list[0].to == 5 && n.list[1].from == 9 && n.list[1].to == 20);
	for (int64_t i = -2; i < 25; i++)
		EXPECT(fdd_numbers_have(&n, i) == ((i >= 0 && i <= 5) || (i >= 9 && i <= 20)));
	EXPECT(!fdd_numbers_have(&n, INT64_MAX));
	free(n.list);
}

/* Names and maps */

static void names(void)
{
	struct fdd_names n = { 0 };
	char text[32];
	uint32_t id;

	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 20000; i++) {
			int len = snprintf(text, sizeof(text), "%.*sname_%u",
					   (int)(i % 9), "abcdefghi", i);

			EXPECT(fdd_names_get(&n, text, len) == i);
		}
	}
	EXPECT(n.nr == 20000);
	EXPECT(!strcmp(fdd_name(&n, 17), "abcdefghname_17"));
	EXPECT(fdd_names_find(&n, "abcdefghname_17", 15, &id) && id == 17);
	EXPECT(!fdd_names_find(&n, "abcdefghname_1", 14, &id) && n.nr == 20000);
	fdd_names_free(&n);
}

/* @name has FDD_NAME_WHOLE readable bytes. */
static uint32_t look_up(const struct fdd_names *n, const char *name, size_t len)
{
	struct fdd_name_key key;

	fdd_names_ask(n, name, len, &key);
	return fdd_names_func(n, &key);
}

static bool finds_func(const struct fdd_names *n, const char *text, size_t len)
{
	char padded[FDD_NAME_WHOLE + 64] = "";
	uint32_t found, id;

	memcpy(padded, text, len);
	padded[len] = '\n';
	found = look_up(n, padded, len);
	if (found != UINT32_MAX)
		EXPECT(fdd_names_find(n, text, len, &id) && id == found);
	return found != UINT32_MAX;
}

/* The fast look-up finds functions only, and no other names. */
static void names_func(void)
{
	static const char *const funcs[] = {
		"f", "vfs_read", "__x64_sys_read", "ext4_map [ext4]", "f.part.0", "a]", "a[b]",
		"a_name_of_just_thirty-two_bytes_",
	};
	static const char *const others[] = {
		"", "(none)", "(other functions)", "<...>", "9f", "a b", "f(x", "f;", "f [m",
		"f [m] x", "f [m]x", "f [m n]", "f  [m]", "f [m", "f\tg", " f", "f ", "~f",
		"a_name_of_more_than_thirty-two_bytes",
	};
	struct fdd_names n = { 0 };

	EXPECT(!finds_func(&n, "f", 1));
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < ARRAY_SIZE(funcs); i++) {
#ifdef __SSE2__
			EXPECT(finds_func(&n, funcs[i], strlen(funcs[i])) == round);
#endif
			fdd_names_get(&n, funcs[i], strlen(funcs[i]));
		}
		for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
			EXPECT(!finds_func(&n, others[i], strlen(others[i])));
			fdd_names_get(&n, others[i], strlen(others[i]));
		}
	}
	fdd_names_get(&n, "f\0g", 3);
	EXPECT(!finds_func(&n, "f\0g", 3));
	fdd_names_free(&n);
}

/* Names that differ in one byte, at any position. */
static void names_alike(void)
{
	struct fdd_names n = { 0 };
	uint32_t nr = 0;
	char text[81];

	for (int round = 0; round < 2; round++) {
		nr = 0;
		for (size_t len = 0; len < sizeof(text); len++) {
			memset(text, 'a', sizeof(text));
			EXPECT(fdd_names_get(&n, text, len) == nr++);
			for (size_t at = 0; at < len; at++) {
				text[at] = 'b';
				EXPECT(fdd_names_get(&n, text, len) == nr++);
				text[at] = 'a';
			}
		}
	}
	EXPECT(n.nr == nr);
	fdd_names_free(&n);
}

static void maps(void)
{
	struct fdd_map m = { 0 };

	EXPECT(!fdd_map_find(&m, 0));
	for (uint64_t i = 0; i < 50000; i++)
		*fdd_map_get(&m, i * i * 77) = i + 1;
	for (uint64_t i = 0; i < 50000; i++) {
		uint64_t *value = fdd_map_find(&m, i * i * 77);

		EXPECT(value && *value == i + 1);
	}
	EXPECT(!fdd_map_find(&m, 5));
	EXPECT(m.nr == 50000);
	fdd_map_free(&m);
}

/* Percentiles */

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void percentiles(void)
{
	static const unsigned int per_million[] = {
		1, 10000, 250000, 500000, 900000, 950000, 990000, 999000, 1000000,
	};
	enum { NR = 30000 };
	uint64_t *values = xmalloc(NR * sizeof(*values));

	for (int shape = 0; shape < 4; shape++) {
		struct fdd_histogram h = { 0 };

		for (int i = 0; i < NR; i++) {
			values[i] = random64() >> (shape * 8 + random64() % 30 + 4);
			fdd_histogram_add(&h, values[i]);
		}
		qsort(values, NR, sizeof(*values), compare_u64);
		for (size_t p = 0; p < ARRAY_SIZE(per_million); p++) {
			uint64_t rank = ((uint64_t)NR * per_million[p] + 999999) / 1000000;
			uint64_t want = values[rank - 1];
			uint64_t got = fdd_histogram_percentile(&h, NR, per_million[p]);

			EXPECT(fabs((double)got - (double)want) <= want * 0.01);
		}
		fdd_histogram_free(&h);
	}
	free(values);
}

static void histogram_extremes(void)
{
	struct fdd_histogram h = { 0 };

	fdd_histogram_add(&h, 0);
	fdd_histogram_add(&h, UINT64_MAX);
	EXPECT(fdd_histogram_percentile(&h, 2, 1) == 0);
	EXPECT(fdd_histogram_percentile(&h, 2, 1000000) > UINT64_MAX - (UINT64_MAX >> 6));
	fdd_histogram_free(&h);
}

/* A counter that goes beyond its 16 bits. */
static void histogram_overflow(void)
{
	struct fdd_histogram h = { 0 };

	fdd_histogram_add(&h, 5);
	fdd_octave(h.octaves[0])[5] = UINT16_MAX;
	fdd_histogram_add(&h, 5);
	fdd_histogram_add(&h, 5);
	fdd_histogram_add(&h, 40);
	EXPECT(fdd_histogram_count(&h, 0, 5) == (1ull << 16) + 1);
	EXPECT(fdd_histogram_percentile(&h, (1ull << 16) + 2, 990000) == 5);
	fdd_histogram_free(&h);
}

/* Counters of octaves without room, the first one beyond its 32 bits. */
static void histogram_coarse(void)
{
	struct fdd_histogram h = { 0 };

	fdd_histogram_coarse(&h, 9, UINT32_MAX);
	fdd_histogram_coarse(&h, 9, 2);
	fdd_histogram_coarse(&h, 58, 7);
	fdd_histogram_coarse(&h, 0, 3);
	fdd_histogram_coarse(&h, 58, 1);
	EXPECT(fdd_histogram_count(&h, 0, FDD_HIST_SUB / 2) == 3);
	EXPECT(fdd_histogram_count(&h, 9, FDD_HIST_SUB / 2) == (1ull << 32) + 1);
	EXPECT(fdd_histogram_count(&h, 58, FDD_HIST_SUB / 2) == 8);
	EXPECT(!fdd_histogram_count(&h, 58, 1));
	EXPECT(!fdd_histogram_has(&h, 57));
	fdd_histogram_free(&h);
}

/* Octaves of a histogram that was freed are those of another one. */
static void histogram_again(void)
{
	struct fdd_histogram kept = { 0 }, h = { 0 };

	fdd_histogram_add(&kept, 5);
	for (unsigned int i = 0; i < 3 * FDD_OCTAVE_SLAB; i++) {
		fdd_histogram_add(&h, 5);
		fdd_histogram_add(&h, 5000);
		EXPECT(fdd_histogram_count(&h, 0, 5) == 1);
		fdd_histogram_free(&h);
	}
	EXPECT(!fdd_octave_slabs[1]);
	EXPECT(fdd_histogram_count(&kept, 0, 5) == 1);
	fdd_histogram_free(&kept);
	EXPECT(!fdd_octave_slabs[0]);
}

static void histogram_merge(void)
{
	struct fdd_histogram a = { 0 }, b = { 0 };

	fdd_histogram_add(&a, 5);
	fdd_octave(a.octaves[0])[5] = UINT16_MAX;
	fdd_histogram_add(&b, 5);
	fdd_histogram_add(&b, 100000);
	fdd_histogram_merge(&a, &b);
	EXPECT(fdd_histogram_count(&a, 0, 5) == 1ull << 16);
	fdd_histogram_merge(&b, &a);
	fdd_histogram_merge(&b, &a);
	EXPECT(fdd_histogram_count(&b, 0, 5) == (2ull << 16) + 1);
	EXPECT(fdd_histogram_percentile(&b, (2ull << 16) + 1 + 3, 999980) > 99000);
	/* without room for another octave a value is in the middle of its power of two */
	fdd_histogram_coarse(&a, 10, 3);
	fdd_histogram_merge(&b, &a);
	EXPECT(fdd_histogram_count(&b, 10, FDD_HIST_SUB / 2) == 3);
	fdd_histogram_free(&a);
	fdd_histogram_free(&b);
}

/* The buckets leave no gap and do not overlap. */
static void buckets(void)
{
	uint64_t next = 0;

	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		for (unsigned int s = 0; s < FDD_HIST_SUB; s++) {
			EXPECT(fdd_bucket_low(o, s) == next);
			next = fdd_bucket_high(o, s) + 1;
		}
	}
	EXPECT(next == 0);
}

/* Lines */

static bool scan(const char *text, struct fdd_line *line)
{
	static char buf[4096 + FDD_SCAN_PAD];

	memset(buf, 0, sizeof(buf));
	snprintf(buf, 4096, "%s\n", text);
	return fdd_scan_line(buf, NULL, line);
}

static void lines(void)
{
	struct fdd_line l = { 0 };

	EXPECT(scan(" 0)   662.103518745 |  + 13.000 us   |      rt_spin_unlock", &l));
	EXPECT(l.kind == FDD_LINE_PLAIN && l.has_cpu && l.cpu == 0 && !l.has_pid);
	EXPECT(l.calltime == 662103518745ull && l.duration == 13000 && l.depth == 2);
	EXPECT(l.name_len == 14 && !memcmp(l.name, "rt_spin_unlock", 14));

	EXPECT(scan("   24.841831 |   1)     sh-172     |  d.h1. |    24.841760425 "
		    "|  + 68.232 us   |      f [m] (Overruns: 7)", &l));
	EXPECT(l.has_abstime && l.abstime == 24841831000ull && l.pid == 172);
	EXPECT(l.context == FDD_CTX_HARDIRQ && l.overrun == 7);
	EXPECT(l.name_len == 5 && !memcmp(l.name, "f [m]", 5));

	EXPECT(scan(" 0)               |  mcache_alloc() {", &l));
	EXPECT(l.kind == FDD_LINE_ENTRY && l.depth == 0 && !l.has_duration);
	EXPECT(scan(" 0) ! 208.173 us  |  }  ", &l) && l.kind == FDD_LINE_EXIT && !l.name);
	EXPECT(scan(" 0)   0.071 us    |    f(); /* ret=-2 */", &l));
	EXPECT(l.kind == FDD_LINE_LEAF && l.has_retval && l.retval == -2);
}

static void no_lines(void)
{
	static const char *const texts[] = {
		"", " ", "#", "# CPU |", " 0)", " 0) |", " 0)   1.5 us", "|", "||||",
		" 0)   662.103518745 |", " 0)   662.103518745 |  + 13.000 us   |",
		" 99999999999999999999) 1.000000000 |  1.000 us | f",
		" 0) 99999999999.000000000 |  1.000 us | f",
		" 0) 1.000000000 |  99999999999999999999 us | f",
		" ------------------------------------------",
		"CPU:0 [LOST 12 EVENTS]",
	};
	struct fdd_line l = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		EXPECT(!scan(texts[i], &l));
}

/* Functions that take several bytes at once return the same as those that take single bytes. */
static bool has_micros(const char *text, uint32_t *ns)
{
	size_t digits = strspn(text, "0123456789");

	*ns = (unsigned int)atoi(text) * 1000 + (unsigned int)atoi(text + digits + 1);
	return digits >= 1 && digits <= 4 && text[digits] == '.' &&
	       strspn(text + digits + 1, "0123456789") == 3 &&
	       !strncmp(text + digits + 4, " us     ", 8 - digits);
}

static bool micros_agree(const char *text)
{
	uint32_t ns = 0, want;
	bool there = has_micros(text, &want);

	return scan_micros(text, &ns) == there && (!there || ns == want);
}

static bool nine_agree(const char *text)
{
	uint32_t value = 0;
	int want;

	if (strspn(text, "0123456789") < 9)
		return !scan_nine(text, &value);
	return scan_nine(text, &value) == text + 9 && sscanf(text, "%9d", &want) == 1 &&
	       (int)value == want;
}

static bool times_agree(const char *text)
{
	uint32_t ns = 0, duration = 0, want;
	bool there = strspn(text, "0123456789") >= 9 && !strncmp(text + 9, " |  ", 4) &&
		     (unsigned char)text[13] >= ' ' && !strchr("0123456789", text[13]) &&
		     text[14] == ' ' && has_micros(text + 15, &want) && text[27] == '|';
	int decimals;

	if (!scan_times(text, &ns, &duration))
		return !there;
	return there && sscanf(text, "%9d", &decimals) == 1 && (int)ns == decimals &&
	       duration == want;
}

static bool blanks_agree(const char *text)
{
	return skip_blanks(text) == text + strspn(text, " ");
}

static bool name_agrees(const char *text)
{
	return scan_name(text) == text + strcspn(text, " (;\n\t");
}

/* It may give up where a column is far away. */
static bool last_column_agrees(const char *text)
{
	size_t blanks = strspn(text, " "), len = strcspn(text, "\n");
	const char *newline, *name = scan_last_column(text, &newline);

	if (!name)
		return blanks >= 32 || len >= 64;
	return name == text + blanks && newline == text + len;
}

/* The look-up finds the same functions as the scanner. */
static bool func_agrees(const char *text)
{
	const char *name = text + strspn(text, " ");
	size_t len = strcspn(name, "\n");
	struct fdd_names n = { 0 };
	bool found;

	fdd_names_get(&n, name, len);
	found = look_up(&n, name, len) != UINT32_MAX;
	fdd_names_free(&n);
	return !found || (*name >= 'A' && *name <= 'z' && scan_func(name) == name + len);
}

static void random_text(char *text, size_t size)
{
	static const char letters[] = "0123456789019.. us/:;(az_[]-\t\200\377";
	static const char *const starts[] = {
		"", "1.120 us    ", "123456789", "9999.999 us ", "12.345 us   ",
		"                                     ", "0.001 us   |", "123.456  us  ",
		"          vfs_read [m]",
	};
	const char *start = starts[random64() % ARRAY_SIZE(starts)];
	size_t len = random64() % 80, kept = random64() % (strlen(start) + 1);

	memset(text, 0, size);
	for (size_t c = 0; c < len; c++)
		text[c] = letters[random64() % (sizeof(letters) - 1)];
	memcpy(text, start, kept);
	text[strlen(text)] = '\n';
}

/* The columns of scan_times(), of which one byte may be wrong. */
static void random_times(char *text, size_t size)
{
	static const char letters[] = "059. us|+!/:\t\n\200\377";
	static const unsigned int most[] = { 10, 100, 1000, 10000, 100000 };
	unsigned int us = random64() % most[random64() % ARRAY_SIZE(most)];
	int len;

	memset(text, 0, size);
	len = snprintf(text, size, "%09u |  %c ", (unsigned int)(random64() % NSEC_PER_SEC),
		       " +!#*@$"[random64() % 7]);
	len += snprintf(text + len, size - len, "%u.%03u us", us,
			(unsigned int)(random64() % 1000));
	snprintf(text + len, size - len, "%*s|  vfs_read\n", 27 - len, "");
	if (random64() % 2)
		text[random64() % 28] = letters[random64() % sizeof(letters)];
}

static void at_once(void)
{
	char text[256];

	for (int i = 0; i < 300000; i++) {
		random_text(text, sizeof(text));
		EXPECT(micros_agree(text));
		EXPECT(nine_agree(text));
		EXPECT(blanks_agree(text));
		EXPECT(name_agrees(text));
		EXPECT(last_column_agrees(text));
		EXPECT(func_agrees(text));
		EXPECT(times_agree(text));
		random_times(text, sizeof(text));
		EXPECT(times_agree(text));
	}
}

/* The digits of the kernel's durations, which are cut off at seven. */
static void durations(void)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} all[] = {
		{ "0.071", 71 }, { "13.000", 13000 }, { "1000.500", 1000500 },
		{ "11897.06", 11897060 }, { "123456.7", 123456700 },
		{ "1234567", 1234567000ull }, { "123456789", 123456789000ull },
	};
	struct fdd_line l = { 0 };
	char text[128];

	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		snprintf(text, sizeof(text), " 0)     1.000000000 |  $ %s us |  f",
			 all[i].text);
		EXPECT(scan(text, &l) && l.duration == all[i].ns);
	}
}

/* Expressions */

static void expressions(void)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_frame frame = { .call = { .cpu = 1, .pid = 7, .duration = 2000000 } };
	static const struct {
		const char *text;
		bool want;
	} all[] = {
		{ "cpu == 1", true }, { "cpu != 1", false }, { "duration > 1ms", true },
		{ "duration > 2ms", false }, { "duration >= 2000", true },
		{ "not cpu == 1", false }, { "!(cpu=1 || pid=8)", false },
		{ "cpu=1 and (pid=8 or pid=7)", true }, { "func =~ '^vfs_r'", true },
		{ "func ~ 'vfs*'", true }, { "func == vfs_read", true },
		{ "pid =~ '^7$'", true }, { "cpu==0 or cpu==1 and pid==8", false },
	};

	frame.call.func = fdd_names_get(&m->funcs, "vfs_read", 8);
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct fdd_expr *e = fdd_expr_parse(all[i].text);

		EXPECT(e);
		EXPECT(fdd_expr_call(e, m, &frame) == all[i].want);
		fdd_expr_free(e);
	}
	fdd_model_free(m);
}

/* Filters */

/* How many of three calls of "vfs_read" and "read [m]" pass a wish. */
static unsigned int pass(struct fdd_wish *wish, const char *first, const char *second)
{
	const char *const names[] = { first, second, first };
	struct fdd_model *m = fdd_model_new();
	struct fdd_filter *f = fdd_filter_new(wish);
	unsigned int nr = 0;

	fdd_filter_attach(f, m);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct fdd_frame frame = { .call = { .cpu = i, .duration = 1000 * i } };

		frame.call.func = fdd_names_get(&m->funcs, names[i], strlen(names[i]));
		nr += !m->select || m->select(m->select_arg, &frame);
	}
	fdd_model_free(m);
	fdd_filter_free(f);
	return nr;
}

/* The filters made from one wish have separate state per model. */
static void wishes(void)
{
	struct fdd_wish wish = { 0 };

	EXPECT(pass(&wish, "vfs_read", "read [m]") == 3);
	fdd_wish_add(&wish, "function", "vfs_*");
	EXPECT(pass(&wish, "vfs_read", "read [m]") == 2);
	EXPECT(pass(&wish, "read [m]", "vfs_read") == 1);
	fdd_wish_add(&wish, "function", "read");
	EXPECT(pass(&wish, "read [m]", "vfs_read") == 3);
	fdd_wish_add(&wish, "min-duration", "1us");
	EXPECT(pass(&wish, "read [m]", "vfs_read") == 2);
	fdd_wish_add(&wish, "cpu", "0-1");
	EXPECT(pass(&wish, "read [m]", "vfs_read") == 1);
	fdd_wish_free(&wish);
}

/* Each filter has an effect, and can be added to a wish without a command line. */
static void filter_table(void)
{
	for (size_t i = 0; i < fdd_filter_opts.nr; i++) {
		const struct fdd_opt *opt = fdd_opt_at(&fdd_filter_opts, i);
		struct fdd_wish wish = { 0 };

		fdd_wish_add(&wish, opt->name, "*");
		EXPECT(wish.nr == 1 && wish.list[0].opt == opt);
		EXPECT(opt->scope & (FDD_OF_CALLS | FDD_OF_ROWS));
		fdd_wish_free(&wish);
	}
}

/* Callers and callees */

struct seen {
	struct fdd_sink		sink;
	struct fdd_model	*m;
	char			text[4096];
};

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct seen *s = container_of(sink, struct seen, sink);
	size_t len = strlen(s->text);

	(void)stack;
	snprintf(s->text + len, sizeof(s->text) - len, "%s<%s%c ",
		 fdd_name(&s->m->funcs, frame->call.func),
		 parent ? fdd_name(&s->m->funcs, parent->call.func) : "",
		 "-dfui"[kind]);
}

static void call(struct fdd_model *m, const char *func, int pid, int cpu,
		 uint64_t start, uint64_t end, int depth, int context)
{
	struct fdd_call c = {
		.func = fdd_names_get(&m->funcs, func, strlen(func)),
		.pid = pid, .cpu = cpu, .calltime = start,
		.duration = end - start, .depth = depth, .context = context,
	};

	fdd_model_call(m, &c);
}

static struct seen *new_seen(void)
{
	struct seen *s = xcalloc(1, sizeof(*s));

	s->m = fdd_model_new();
	s->sink.caller = on_caller;
	fdd_model_add_sink(s->m, &s->sink);
	fdd_model_add_source(s->m, "x", "x");
	return s;
}

static bool has_seen(struct seen *s, const char *want)
{
	bool same;

	fdd_model_end_source(s->m, 0);
	same = !strcmp(s->text, want);
	if (!same)
		printf("got '%s', not '%s'\n", s->text, want);
	fdd_model_free(s->m);
	free(s);
	return same;
}

static void callers(void)
{
	struct seen *s = new_seen();

	call(s->m, "c", 1, 0, 20, 30, 2, 0);
	call(s->m, "x", 2, 0, 25, 26, 1, 0);
	call(s->m, "b", 1, 1, 10, 40, 1, 0);
	call(s->m, "g", 1, 0, 50, 60, 3, 0);
	call(s->m, "a", 1, 0, 5, 70, 0, 0);
	call(s->m, "o", 1, 0, 80, 81, 2, 0);
	call(s->m, "a", 1, 0, 90, 95, 0, 0);
	EXPECT(has_seen(s, "c<bd b<ad g<af a<- o<f a<- x<u "));
}

static void interrupts(void)
{
	struct seen *s = new_seen();

	call(s->m, "irq2", 1, 0, 12, 14, 2, FDD_CTX_HARDIRQ);
	call(s->m, "irq", 1, 0, 11, 15, 1, FDD_CTX_HARDIRQ);
	call(s->m, "soft", 1, 0, 16, 17, 1, FDD_CTX_SOFTIRQ);
	call(s->m, "a", 1, 0, 10, 20, 0, 0);
	EXPECT(has_seen(s, "irq2<irqd irq<i soft<i a<- "));
}

static void lost(void)
{
	struct seen *s = new_seen();
	struct fdd_note note = { .kind = FDD_NOTE_LOST };

	call(s->m, "c", 1, 0, 20, 30, 2, 0);
	fdd_model_note(s->m, &note);
	call(s->m, "a", 1, 0, 5, 70, 0, 0);
	EXPECT(has_seen(s, "c<au a<- "));
}

/* A task that does not return to its first function for long. */
static void endless_with(uint8_t flags, uint64_t calltime)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, FDD_TABLE_TOTALS);
	enum { NR = 300000 };
	struct fdd_call loop = {
		.func = fdd_names_get(&m->funcs, "loop", 4), .pid = 1, .flags = flags,
		.calltime = calltime, .duration = 100 + NR * 10,
	};

	fdd_model_add_source(m, "x", "x");
	for (uint64_t i = 0; i < NR; i++)
		call(m, "work", 1, 0, 100 + i * 10, 105 + i * 10, 1, 0);
	fdd_model_call(m, &loop);
	fdd_model_end_source(m, 0);
	EXPECT(m->folded > 0);
	EXPECT(fdd_table_row(t, FDD_FUNC_FIRST + 1)->calls == NR);
	EXPECT(fdd_table_row(t, FDD_FUNC_FIRST)->self == 100 + NR * 5);
	fdd_table_free(t);
	fdd_model_free(m);
}

static void endless(void)
{
	endless_with(0, 0);
	/* an exit whose entry is not there, in a trace without times */
	endless_with(FDD_CALL_NO_TIME, 100 + 300000 * 10);
}

/*
 * Recursion, compared with a simple algorithm: in a random tree of calls, the time of a function
 * is the sum of its calls that are not within another call of it.
 */
static uint64_t truth[4];
static struct fdd_call *tree;
static size_t nr_tree, cap_tree;

static uint64_t random_tree(struct fdd_model *m, uint64_t now, int depth,
			    unsigned int above)
{
	static const char *const funcs[] = { "f", "g", "h", "k" };
	unsigned int func = random64() % 4;
	uint64_t start = now;
	int callees = depth > 9 ? 0 : random64() % 4;

	now += 1 + random64() % 5;
	for (int i = 0; i < callees; i++)
		now = random_tree(m, now, depth + 1, above | 1u << func) +
		      random64() % 3;
	now += 1;
	if (!(above & 1u << func))
		truth[func] += now - start;
	GROW(tree, nr_tree, cap_tree);
	tree[nr_tree] = (struct fdd_call){
		.func = fdd_names_get(&m->funcs, funcs[func], 1), .pid = 1,
		.calltime = start, .duration = now - start, .depth = depth,
	};
	tree[nr_tree].stack = fdd_stack_number(m, &tree[nr_tree]);
	nr_tree++;
	return now;
}

/* As a reader may: each call on its own, or all at once. */
static void pass_tree(struct fdd_model *m, bool at_once)
{
	if (at_once)
		fdd_model_calls(m, tree, nr_tree);
	for (size_t i = 0; i < nr_tree && !at_once; i++)
		fdd_model_call(m, &tree[i]);
	nr_tree = 0;
}

static void recursion(void)
{
	for (int round = 0; round < 400; round++) {
		struct fdd_model *m = fdd_model_new();
		struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, FDD_TABLE_TOTALS);
		uint64_t now = 1;

		memset(truth, 0, sizeof(truth));
		fdd_model_add_source(m, "x", "x");
		for (const char *f = "fghk"; *f; f++)
			fdd_names_get(&m->funcs, f, 1);
		for (int i = 0; i < 5; i++)
			now = random_tree(m, now + 1, 0, 0);
		pass_tree(m, round % 2);
		fdd_model_end_source(m, 0);
		for (int f = 0; f < 4; f++) {
			struct fdd_row *row = fdd_table_row(t, FDD_FUNC_FIRST + f);

			EXPECT((row ? row->total : 0) == truth[f]);
		}
		fdd_table_free(t);
		fdd_model_free(m);
	}
}

/* A table counts the requested parts, and spends nothing on the rest. */
static void table_parts(void)
{
	static const unsigned int asked[] = {
		0, FDD_TABLE_TOTALS, FDD_TABLE_TOTALS | FDD_TABLE_PERCENTILES,
	};

	for (size_t i = 0; i < ARRAY_SIZE(asked); i++) {
		struct fdd_model *m = fdd_model_new();
		struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, asked[i]);
		struct fdd_row *row;

		fdd_model_add_source(m, "x", "x");
		call(m, "f", 1, 0, 20, 30, 1, 0);
		call(m, "f", 1, 0, 10, 50, 0, 0);
		fdd_model_end_source(m, 0);
		row = fdd_table_row(t, FDD_FUNC_FIRST);
		EXPECT(row->calls == 2 && row->sum == 50 && row->self == 40);
		EXPECT(row->total == (asked[i] & FDD_TABLE_TOTALS ? 40 : 50));
		EXPECT(!t->outermost.slots == !(asked[i] & FDD_TABLE_TOTALS));
		EXPECT(fdd_histogram_count(&row->hist, 0, 40) ==
		       !!(asked[i] & FDD_TABLE_PERCENTILES));
		fdd_table_free(t);
		fdd_model_free(m);
	}
}

/* More tasks than the limit, while a recursion of one of them is open. */
static void many_tasks(void)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t = fdd_table_new(m, FDD_BY_TASK, FDD_TABLE_TOTALS);
	enum { NR = 300000 };
	uint64_t total = 0;

	fdd_model_add_source(m, "x", "x");
	call(m, "f", 1, 0, 20, 30, 1, 0);
	for (int i = 0; i < NR; i++)
		call(m, "g", 2 + i, 1, 40, 50, 0, 0);
	call(m, "f", 1, 0, 10, 60, 0, 0);
	fdd_model_end_source(m, 0);
	/* keys beyond the limit share a row */
	EXPECT(t->other && t->nr == (1 << 15) + 1);
	for (uint32_t i = 0; i < t->nr; i++)
		total += t->rows[i]->total;
	EXPECT(total == NR * 10 + 50);
	fdd_table_free(t);
	fdd_model_free(m);
}

/* Regions */

/* A region as text: what and pairing as digits, id or value, category, name and pairs. */
static const char *region_text(const char *text)
{
	static char taken[256];
	struct fdd_region_line line;

	if (!fdd_region_parse(text, strlen(text), &line))
		return "none";
	snprintf(taken, sizeof(taken), "%d%d %lld %.*s:%.*s %.*s", line.what, line.pairing,
		 (long long)(line.what == FDD_REGION_COUNTER ? line.value : (int64_t)line.id),
		 line.category_len, line.category, line.name_len, line.name,
		 line.pairs_len, line.pairs);
	return taken;
}

static void region_lines(void)
{
	static const char *const lines[][2] = {
		{ "503 VirtioFs Enter: release - (a: 1)(b: 2)",
		  "00 503 VirtioFs:release (a: 1)(b: 2)" },
		{ "503 VirtioFs Exit: release", "10 503 VirtioFs:release " },
		{ "1 A Enter:", "00 1 A: " },
		{ "1 A Enter: ", "00 1 A: " },
		{ "1 A Enter:  - (k: 1)", "00 1 A: (k: 1)" },
		{ "1 A Exit: b \n", "10 1 A:b " },
		{ "1 A Exit: b - (c)", "10 1 A:b (c)" },
		{ "B|1|a|b", "02 0 systrace:a|b " },
		{ "E", "12 0 systrace: " },
		{ "E|17\n", "12 0 systrace: " },
		{ "S|1|a|b|-7", "01 -7 systrace:a|b " },
		{ "F|1|a|b|-7", "11 -7 systrace:a|b " },
		{ "C|1|a b|-9223372036854775808",
		  "22 -9223372036854775808 systrace:a b " },
		{ "C|1|a|9223372036854775807", "22 9223372036854775807 systrace:a " },
		{ "I|1|a", "32 0 systrace:a " },
	};
	static const char *const others[] = {
		"", " ", "1", "1 ", "1 A", "1 A Enter", "1 A Entering: b", "1 A Exit:b",
		"-1 A Exit: b", "1  Exit: b", "123456789012345678901 A Exit: b", "x A Exit: b",
		"B", "B|", "B|1", "B|x|a", "B|12345678901|a", "Exit", "E|x", "E|1 ms", "EF",
		"S|1|a", "F|1|a|", "C|1|a|x", "C|1|a|1.5", "C|1|a|--1", "C|1", "D|1|a",
		"C|1|a|99999999999999999999", "C|1|a|9223372036854775808",
		"C|1|a|-9223372036854775809",
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		EXPECT_TEXT(region_text(lines[i][0]), lines[i][1]);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		EXPECT_TEXT(region_text(others[i]), "none");
}

/*
 * A model of some processes with some threads, whose regions begin and end at random:
 * on any thread of the process, with ids that other processes use, too.
 */
#define PROCESSES	5
#define THREADS		4
#define OPEN		50
#define ROUNDS		20000

struct truth {
	struct fdd_regions	regions;
	uint64_t		from[PROCESSES][OPEN];	/* when it began; 0: it is not open */
	uint64_t		expected;		/* the sum of the times of those ended */
	uint64_t		got, nr_ended, nr_unfinished;
	unsigned int		nr_ends, nr_open;
};

static void region_ended(void *arg, const struct fdd_region *r)
{
	struct truth *t = arg;

	t->nr_ended++;
	t->got += r->to - r->from;
}

static void region_unfinished(void *arg, const struct fdd_region *r)
{
	struct truth *t = arg;

	(void)r;
	t->nr_unfinished++;
}

static void tell_region(struct truth *t, int process, int thread, uint64_t time,
			const char *event, int id)
{
	char text[64];
	struct fdd_note note = {
		.kind = FDD_NOTE_MARKER, .text = text, .time = time,
		.pid = (process + 1) * 100 + thread, .tgid = (process + 1) * 100,
	};

	note.len = snprintf(text, sizeof(text), "%d Job %s: request %d", id, event, id % 3);
	EXPECT(fdd_regions_note(&t->regions, &note));
}

static void begin_or_end(struct truth *t, uint64_t time)
{
	int process = random64() % PROCESSES, thread = random64() % THREADS;
	int id = random64() % OPEN;
	uint64_t *from = &t->from[process][id];

	if (*from) {
		t->expected += time - *from;
		t->nr_ends++;
		t->nr_open--;
		*from = 0;
		tell_region(t, process, thread, time, "Exit", id);
	} else {
		*from = time;
		t->nr_open++;
		tell_region(t, process, thread, time, "Enter", id);
	}
}

static void regions(void)
{
	const struct fdd_patterns all = { 0 };
	struct truth t = { 0 };

	fdd_regions_init(&t.regions, &all);
	t.regions.watch = (struct fdd_region_watch){
		.ended = region_ended, .unfinished = region_unfinished, .arg = &t,
	};
	for (uint64_t time = 1; time <= ROUNDS; time++)
		begin_or_end(&t, time * 10);
	EXPECT(t.nr_ended == t.nr_ends && t.got == t.expected);
	EXPECT(t.regions.nr_open == t.nr_open && !t.regions.no_enter);
	EXPECT(!t.regions.ambiguous);
	fdd_regions_finish(&t.regions);
	EXPECT(t.nr_unfinished == t.nr_open && !t.regions.nr_open);
	fdd_regions_free(&t.regions);
}

/*
 * Many regions that have the same id. An end is that of the latest one of its thread, or of the
 * oldest one of its process, however many others there are.
 */
#define NAMESAKES	5000

struct order {
	uint64_t	time;
	uint64_t	from;	/* of the region that ended last */
	int32_t		pid;
};

static void note_ended(void *arg, const struct fdd_region *r)
{
	struct order *o = arg;

	o->pid = r->pid;
	o->from = r->from;
}

/* Returns the thread that began the region that this ended. */
static int32_t tell_namesake(struct fdd_regions *r, int32_t pid, int32_t process,
			     const char *text)
{
	struct order *o = r->watch.arg;
	struct fdd_note note = {
		.kind = FDD_NOTE_MARKER, .text = text, .len = strlen(text), .time = ++o->time,
		.pid = pid, .tgid = process,
	};

	o->pid = 0;
	EXPECT(fdd_regions_note(r, &note));
	return o->pid;
}

static void namesakes(void)
{
	static const char enter[] = "7 Job Enter: work", leave[] = "7 Job Exit: work";
	const struct fdd_patterns all = { 0 };
	struct order o = { 0 };
	struct fdd_regions r;

	fdd_regions_init(&r, &all);
	r.watch = (struct fdd_region_watch){ .ended = note_ended, .arg = &o };

	/* of as many processes */
	for (int i = 1; i <= NAMESAKES; i++)
		tell_namesake(&r, i * 10, i * 10, enter);
	for (int i = 1; i <= NAMESAKES; i += 2)
		EXPECT(tell_namesake(&r, i * 10 + 1, i * 10, leave) == i * 10);
	for (int i = NAMESAKES; i > 0; i -= 2)
		EXPECT(tell_namesake(&r, i * 10 + 1, i * 10, leave) == i * 10);
	EXPECT(!r.nr_open && !r.ambiguous && !r.no_enter);

	/* of one process: in their order */
	for (int i = 1; i <= NAMESAKES; i++)
		tell_namesake(&r, i, 1, enter);
	for (int i = 1; i <= NAMESAKES; i++)
		EXPECT(tell_namesake(&r, NAMESAKES + 1, 1, leave) == i);
	EXPECT(!r.nr_open && !r.ambiguous && !r.no_enter);

	/* of threads whose process is not known: in their order, with a word */
	for (int i = 1; i <= NAMESAKES; i++)
		tell_namesake(&r, i, 0, enter);
	for (int i = 1; i <= NAMESAKES; i++)
		EXPECT(tell_namesake(&r, NAMESAKES + 1, i % 2, leave) == i);
	EXPECT(!r.nr_open && r.ambiguous == NAMESAKES - 1 && !r.no_enter);

	/* of one thread, with the same cookie: the latest first */
	o.time = 0;
	for (int i = 1; i <= NAMESAKES; i++)
		tell_namesake(&r, 1, 1, "S|1|work|7");
	for (unsigned int i = NAMESAKES; i > 0; i--)
		EXPECT(tell_namesake(&r, 1, 1, "F|1|work|7") == 1 && o.from == i);
	EXPECT(!r.nr_open && !r.no_enter);
	fdd_regions_free(&r);
}

/*
 * Threads that write markers, and write to other files with the same calls: a call, calls within
 * it that return before and after the marker, and its caller.
 */
struct count {
	struct fdd_sink	sink;
	uint64_t	nr, time;
};

static void count_call(struct fdd_sink *sink, struct fdd_stack *stack,
		       struct fdd_frame *frame)
{
	struct count *c = container_of(sink, struct count, sink);

	(void)stack;
	c->nr++;
	c->time += frame->self;
}

static void tell_marker(struct fdd_model *m, int pid, uint64_t time)
{
	const struct fdd_note note = {
		.kind = FDD_NOTE_MARKER, .text = "C|1|a|1", .len = 7, .time = time,
		.pid = pid,
	};

	fdd_model_note(m, &note);
}

/* Six calls of 90 ns; the marker, if it is one, is written after 40. */
static void write_at(struct fdd_model *m, int pid, uint64_t time, bool marker)
{
	call(m, "get", pid, 0, time + 5, time + 10, 2, 0);
	call(m, "check", pid, 0, time + 3, time + 20, 1, 0);
	call(m, "copy", pid, 0, time + 32, time + 38, 2, 0);
	if (marker)
		tell_marker(m, pid, time + 40);
	call(m, "irq", pid, 0, time + 41, time + 42, 1, FDD_CTX_HARDIRQ);
	call(m, "commit", pid, 0, time + 45, time + 50, 2, 0);
	call(m, "write", pid, 0, time + 30, time + 60, 1, 0);
	call(m, "syscall", pid, 0, time, time + 90, 0, 0);
}

static void marker_writes(void)
{
	struct count c = { .sink.call = count_call };
	struct fdd_model *m = fdd_model_new();
	struct fdd_marker_writes *w = fdd_marker_writes_attach(m);
	unsigned int real = 0;

	fdd_model_add_sink(m, &c.sink);
	fdd_model_add_source(m, "x", "x");
	for (unsigned int i = 1; i <= ROUNDS; i++) {
		bool marker = random64() % 3;

		real += !marker;
		write_at(m, 1 + random64() % 7, i * 100, marker);
	}
	fdd_model_end_source(m, 0);
	EXPECT(c.nr == ROUNDS + real * 6); /* the interrupts stay in */
	EXPECT(c.time == ROUNDS + real * 90);
	fdd_marker_writes_free(w);
	fdd_model_free(m);
}

static void statistics(void)
{
	struct fdd_row row = { .min = UINT64_MAX };

	EXPECT(fdd_row_avg(&row) == 0 && fdd_row_stdv(&row) == 0);
	for (uint64_t d = 2; d <= 6; d += 2) {
		row.calls++;
		row.sum += d;
		row.squares += d * d;
	}
	EXPECT(fdd_row_avg(&row) == 4);
	EXPECT(fabs(fdd_row_stdv(&row) - 1.632993) < 0.000001);
}

/*
 * Two clocks
 */

#define SECOND	1000000000ull

/* Roots a second, each with @held calls that are written when it has returned. */
static void learn_trees(struct fdd_clock *c, uint64_t held, int64_t ahead)
{
	for (uint64_t s = 1; s <= 5; s++) {
		uint64_t stamp = s * SECOND + ahead;

		for (uint64_t i = 0; i < held; i++)
			fdd_clock_learn(c, stamp + i, (s - 1) * SECOND + i);
		fdd_clock_learn(c, stamp + held, s * SECOND + held);
	}
}

/* Calls that were written late are no sign of another clock. */
static void clocks(void)
{
	struct fdd_clock same = { 0 }, other = { 0 }, moved = { 0 };

	fdd_clock_begin_same(&same);
	fdd_clock_learn(&same, SECOND, 0);
	EXPECT(same.skew == 0);
	learn_trees(&same, 1000, 0);
	EXPECT(same.skew == 0);
	learn_trees(&other, 1000, 7 * SECOND);
	EXPECT(other.skew == 7 * SECOND);
	fdd_clock_begin_same(&moved);
	learn_trees(&moved, 1000, 7 * SECOND);
	EXPECT(moved.skew == 7 * SECOND);
}

/* The wall clock */

#define BOOT	"01234567-89ab-cdef-0123-456789abcdef"

static void mark_text(struct fdd_wall *w, uint64_t time, uint64_t slack, const char *text)
{
	fdd_wall_take(w, &(struct fdd_note){
		.kind = FDD_NOTE_MARKER, .time = time, .slack = slack,
		.text = text, .len = strlen(text),
	});
}

static void mark(struct fdd_wall *w, uint64_t time, unsigned int n, uint64_t real)
{
	char text[512];

	fdd_wall_format(text, sizeof(text), n, real, BOOT, "Linux web1 6.12.1 x86_64");
	mark_text(w, time, 0, text);
}

static bool wall_is(const struct fdd_wall *w, uint64_t time, uint64_t real, uint64_t error)
{
	uint64_t got, within;

	return fdd_wall_at(w, time, &got, &within) && got == real && within == error;
}

static void wall_clock(void)
{
	struct fdd_wall w = { 0 };
	uint64_t real, error;

	/* one alone does not say until when it was written */
	mark(&w, 5 * SECOND, 0, 100 * SECOND);
	EXPECT(!fdd_wall_at(&w, 5 * SECOND, &real, &error));
	EXPECT_TEXT(w.boot, BOOT);
	EXPECT_TEXT(w.host, "web1");
	/* the closest ones are the best */
	mark(&w, 5 * SECOND + 900, 1, 100 * SECOND + 1000);
	mark(&w, 5 * SECOND + 1000, 2, 100 * SECOND + 1200);
	mark(&w, 5 * SECOND + 3000, 3, 100 * SECOND + 3200);
	EXPECT(w.nr == 1);
	EXPECT(wall_is(&w, 5 * SECOND + 900, 100 * SECOND + 1100, 100));
	EXPECT(wall_is(&w, 5 * SECOND + 900 + 2000000, 100 * SECOND + 1100 + 2000000, 1100));
	/* ten seconds later, when the clock is 1000 ns ahead: in proportion */
	mark(&w, 15 * SECOND + 900, 0, 110 * SECOND + 2000);
	mark(&w, 15 * SECOND + 1000, 1, 110 * SECOND + 2200);
	EXPECT(w.nr == 2);
	EXPECT(wall_is(&w, 10 * SECOND + 900, 105 * SECOND + 1600, 1100));
	EXPECT(wall_is(&w, 16 * SECOND + 900, 111 * SECOND + 2100, 500100));
	fdd_wall_free(&w);
}

/* A clock that is set, marks that are lost, and texts that are none of fdd's. */
static void wall_clock_odd(void)
{
	static const char *const bad[] = {
		FDD_WALL_MARK "n=1 realtime=100.00000100 boot=" BOOT " uname=Linux a 6 x",
		FDD_WALL_MARK "n=1 realtime=99999999999.000000100 boot=" BOOT " uname=Linux a 6 x",
		FDD_WALL_MARK "n=1 realtime=100.000000100 boot=" BOOT,
		FDD_WALL_MARK "n=1 realtime=100.000000100 boot=../../../../etc/passwd uname=L a",
		FDD_WALL_MARK,
	};
	struct fdd_wall w = { 0 };
	uint64_t real, error;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		mark(&w, 1 * SECOND, 0, 100 * SECOND);
		mark_text(&w, 1 * SECOND + 100, 0, bad[i]);
		mark(&w, 1 * SECOND + 200, 2, 100 * SECOND + 200);
		EXPECT(!w.nr);
	}
	EXPECT(!fdd_wall_at(&w, SECOND, &real, &error));
	mark(&w, 1 * SECOND, 0, 100 * SECOND);
	mark(&w, 1 * SECOND + 100, 1, 100 * SECOND + 200);
	/* set back by an hour in between, and then again meanwhile */
	mark(&w, 11 * SECOND, 0, 110 * SECOND);
	mark(&w, 11 * SECOND + 100, 1, 50 * SECOND);
	mark(&w, 11 * SECOND + 200, 2, 50 * SECOND + 200);
	EXPECT(w.nr == 2);
	EXPECT(fdd_wall_at(&w, 6 * SECOND, &real, &error) && error >= 60 * SECOND);
	fdd_wall_free(&w);
	/* before 1970 */
	mark(&w, 21 * SECOND, 0, 1);
	mark(&w, 21 * SECOND + 1, 1, 1);
	EXPECT(w.nr == 1 && !fdd_wall_at(&w, 20 * SECOND, &real, &error));
	EXPECT(fdd_wall_at(&w, 22 * SECOND, &real, &error) && real == SECOND + 1);
	/* a clock that goes back, also within better marks, and one beyond all limits */
	mark(&w, 20 * SECOND, 0, 5);
	mark(&w, 20 * SECOND + 1, 1, 5);
	EXPECT(w.nr == 1);
	mark(&w, 30 * SECOND, 0, 5);
	mark(&w, 21 * SECOND, 1, 5000);
	mark(&w, 21 * SECOND, 2, 5000);
	EXPECT(w.nr == 2 && w.anchors[1].time == 30 * SECOND);
	mark(&w, UINT64_MAX - 5, 0, 5);
	mark(&w, UINT64_MAX - 4, 1, 5);
	EXPECT(w.nr == 2);
	fdd_wall_free(&w);
}

/* The streaming writer of JSON */

static json_object *object_with(const char *key, const char *text)
{
	json_object *o = json_object_new_object();

	if (key)
		json_object_object_add(o, key, fdd_json_string(text, strlen(text)));
	return o;
}

static char *json_text(struct fdd_json j)
{
	char *text = NULL;
	size_t size;

	j.to = open_memstream(&text, &size);
	fdd_json_open(&j, object_with(NULL, NULL));
	fdd_json_open_list(&j, "none");
	fdd_json_close_list(&j);
	fdd_json_open_list(&j, "list");
	fdd_json_item(&j, object_with("a", "1\n</script>"));
	fdd_json_open(&j, object_with("b", "2"));
	fdd_json_member(&j, "c", object_with("d", "3"));
	fdd_json_close(&j);
	fdd_json_close_list(&j);
	fdd_json_close(&j);
	fclose(j.to);
	return text;
}

/* As json-c prints it, which has printed empty lists and objects in several ways. */
static void json_as_it_comes(void)
{
	char *pretty = json_text((struct fdd_json){ 0 });
	char *plain = json_text((struct fdd_json){ .plain = true, .in_html = true });
	json_object *o = json_tokener_parse(plain), *same = json_tokener_parse(pretty);

	EXPECT_TEXT(plain, "{\"none\":[],\"list\":[\n{\"a\":\"1\\n\\u003c/script>\"},"
			   "\n{\"b\":\"2\",\"c\":{\"d\":\"3\"}}]}\n");
	EXPECT_TEXT(pretty, "{\n  \"none\": [],\n  \"list\": [\n"
			    "    {\n      \"a\": \"1\\n</script>\"\n    },\n"
			    "    {\n      \"b\": \"2\",\n      \"c\": {\n        \"d\": \"3\"\n"
			    "      }\n    }\n  ]\n}\n");
	EXPECT(json_object_equal(o, same));
	json_object_put(same);
	json_object_put(o);
	free(pretty);
	free(plain);
}

/* Members and lists of numbers that are written without objects of json-c */
static void json_without_objects(void)
{
	static const uint64_t numbers[] = { 0, 10, UINT64_MAX };
	struct fdd_json j = { .plain = true, .in_html = true };
	char *text = NULL;
	size_t size;

	j.to = open_memstream(&text, &size);
	fdd_json_open(&j, NULL);
	fdd_json_text(&j, "as_it_is", "a</b", 4);
	fdd_json_text(&j, "escaped", "<\"\\\n\x7f\xff", 6);
	fdd_json_number(&j, "most", UINT64_MAX);
	fdd_json_bool(&j, "yes", true);
	fdd_json_open_list(&j, "lists");
	fdd_json_numbers(&j, numbers, 1);
	fdd_json_numbers(&j, numbers, 3);
	fdd_json_close_list(&j);
	fdd_json_bool(&j, "no", false);
	fdd_json_close(&j);
	fclose(j.to);
	EXPECT_TEXT(text, "{\"as_it_is\":\"a\\u003c/b\","
			  "\"escaped\":\"\\u003c\\\"\\\\\\n\\u007f\xef\xbf\xbd\","
			  "\"most\":9223372036854775807,\"yes\":true,"
			  "\"lists\":[\n[0],\n[0,10,9223372036854775807]],\"no\":false}\n");
	free(text);
}

/* Protobuf: the bytes that the description of the encoding has */

static void expect_bytes(struct fdd_proto *p, const char *want, size_t len)
{
	EXPECT(p->len == len && !memcmp(p->bytes, want, len));
	p->len = 0;
}

#define EXPECT_BYTES(p, want) expect_bytes(p, want, sizeof(want) - 1)

static void protobuf(void)
{
	struct fdd_proto p = { 0 };
	size_t outer, inner;

	fdd_proto_uint(&p, 1, 150);
	EXPECT_BYTES(&p, "\x08\x96\x01");
	fdd_proto_uint(&p, 16, (uint64_t)-2);
	EXPECT_BYTES(&p, "\x80\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
	fdd_proto_fixed64(&p, 47, 0x0102030405060708);
	EXPECT_BYTES(&p, "\xf9\x02\x08\x07\x06\x05\x04\x03\x02\x01");
	fdd_proto_string(&p, 2, "a\xff\xc3\xa9", 4);
	EXPECT_BYTES(&p, "\x12\x06" "a\xef\xbf\xbd\xc3\xa9");

	outer = fdd_proto_begin(&p, 1);
	fdd_proto_end(&p, outer);
	EXPECT_BYTES(&p, "\x0a\x00");
	outer = fdd_proto_begin(&p, 3);
	inner = fdd_proto_begin(&p, 4);
	for (int i = 0; i < 200; i++)
		fdd_proto_varint(&p, i % 100);
	fdd_proto_end(&p, inner);
	fdd_proto_uint(&p, 5, 1);
	fdd_proto_end(&p, outer);
	/* 200 bytes with their tag and length of two bytes, and two for the other field */
	EXPECT(p.len == 3 + 3 + 200 + 2);
	EXPECT(!memcmp(p.bytes, "\x1a\xcd\x01\x22\xc8\x01\x00\x01\x02", 9));
	EXPECT(!memcmp(p.bytes + p.len - 4, "\x62\x63\x28\x01", 4));
	fdd_proto_free(&p);
}

/* Data that may not fit into memory */

struct sorted {
	uint64_t key, order;
};

static int by_key(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void expect_sorted(struct fdd_sorter *s, uint64_t nr, uint64_t sum)
{
	const struct sorted *item, zero = { 0 };
	struct sorted last = zero;

	fdd_sorter_rewind(s);
	while ((item = fdd_sorter_next(s))) {
		EXPECT(by_key(&last, item) < 0);
		last = *item;
		sum -= item->key;
		nr--;
	}
	EXPECT(nr == 0 && sum == 0);
}

/* The largest number of runs, with more than one buffer each; read twice. */
static void sort_in_a_file(void)
{
	struct fdd_sorter s;
	uint64_t sum = 0;

	fdd_sorter_init(&s, sizeof(struct sorted), by_key, 4096);
	for (uint64_t i = 1; i <= 100000; i++) {
		struct sorted item = { random64() % 1000, i };

		*(struct sorted *)fdd_sorter_add(&s) = item;
		sum += item.key;
	}
	EXPECT(s.fd >= 0 && s.nr_runs > 300);
	expect_sorted(&s, 100000, sum);
	expect_sorted(&s, 100000, sum);
	fdd_sorter_free(&s);
}

/* With a limit of items no file is needed. */
static void sort_the_first(void)
{
	struct fdd_sorter s;
	const struct sorted *item;

	fdd_sorter_init(&s, sizeof(struct sorted), by_key, 4096);
	s.first = 20;
	for (uint64_t i = 100000; i; i--)
		*(struct sorted *)fdd_sorter_add(&s) = (struct sorted){ i, i };
	EXPECT(s.fd < 0);
	fdd_sorter_rewind(&s);
	for (uint64_t i = 1; i <= 20; i++) {
		item = fdd_sorter_next(&s);
		EXPECT(item && item->key == i);
	}
	EXPECT(!fdd_sorter_next(&s));
	fdd_sorter_free(&s);
}

#define LONG_TEXT	5000	/* more than is read at once */

static size_t length_of_text(int i)
{
	return i % 1000 ? i % 1000 : LONG_TEXT;
}

static void expect_text(struct fdd_texts *t, uint64_t number, int i)
{
	static struct fdd_text_copy copy;
	char text[LONG_TEXT];

	fdd_texts_get(t, number, &copy);
	memset(text, 'a' + i % 26, sizeof(text));
	EXPECT(copy.len == length_of_text(i) && !memcmp(copy.text, text, copy.len) &&
	       !copy.text[copy.len]);
}

/* Read in both directions, and while more are added. */
static void texts_in_a_file(void)
{
	struct fdd_texts t;
	char text[LONG_TEXT];
	uint64_t numbers[20000];

	fdd_texts_init(&t);
	for (int i = 0; i < 20000; i++) {
		memset(text, 'a' + i % 26, sizeof(text));
		numbers[i] = fdd_texts_add(&t, text, length_of_text(i));
		if (t.fd >= 0)
			expect_text(&t, numbers[i - 5000], i - 5000);
	}
	EXPECT(t.fd >= 0);
	for (int i = 19999; i >= 0; i--)
		expect_text(&t, numbers[i], i);
	for (int i = 0; i < 20000; i++)
		expect_text(&t, numbers[i], i);
	fdd_texts_free(&t);
}

/* Statistics of all calls */

/* The tracer's buckets: below 64 ns, then each power of two divided into eight. */
static struct fdd_stat_bucket bucket_of(uint64_t ns)
{
	unsigned int shift = ns < 64 ? 0 : 60 - __builtin_clzll(ns);
	uint64_t low = ns >> shift << shift;

	return ns < 64 ? (struct fdd_stat_bucket){ 0, 64, 1 } :
			 (struct fdd_stat_bucket){ low, low + (1ull << shift), 1 };
}

/* A percentile of one duration is at most 6.25 % off, and of few calls never outside. */
static void counts_percentiles(void)
{
	for (int i = 0; i < 100000; i++) {
		uint64_t ns = (random64() >> (random64() % 40 + 24)) + 64;
		struct fdd_stat_bucket b = bucket_of(ns);
		struct fdd_stat f = {
			.calls = 1, .max = UINT64_MAX, .buckets = &b, .nr_buckets = 1,
		};
		double off = (double)fdd_stat_percentile(&f, 990000) - ns;

		EXPECT(fabs(off) <= ns * 0.0625);
		f.min = ns;
		f.max = ns;
		EXPECT(fdd_stat_percentile(&f, 990000) == ns);
	}
}

static void counts_since(void)
{
	struct fdd_stat_bucket before[] = { { 64, 72, 3 }, { 128, 144, 1 } };
	struct fdd_stat_bucket after[] = { { 64, 72, 3 }, { 96, 104, 2 }, { 128, 144, 5 } };
	struct fdd_stat a = { .calls = 4, .total = 340, .self = 300, .sum = 340, .min = 65,
			      .max = 140, .buckets = before, .nr_buckets = 2 };
	struct fdd_stat b = { .calls = 10, .total = 1000, .self = 800, .sum = 1100, .min = 65,
			      .max = 143, .buckets = after, .nr_buckets = 3 };
	struct fdd_stat since = fdd_stat_since(&b, &a);

	EXPECT(since.calls == 6 && since.total == 660 && since.self == 500 && since.sum == 760);
	EXPECT(since.nr_buckets == 2 && since.buckets[0].calls == 2 &&
	       since.buckets[1].calls == 4);
	/* The shortest was before: now it is known to its bucket. The longest is new. */
	EXPECT(since.min == 100 && since.max == 143);
	free(since.buckets);
	since = fdd_stat_since(&b, NULL);
	EXPECT(since.calls == 10 && since.nr_buckets == 3 && since.min == 65);
	free(since.buckets);
	since = fdd_stat_since(&b, &b);
	EXPECT(!since.calls && !since.nr_buckets);
	free(since.buckets);
}

#define CONTAINER_ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define POD_ID "12345678-1234-1234-1234-123456789abc"

static void expect_container(const char *path, const char *want)
{
	char name[FDD_CONTAINER] = "";

	EXPECT(fdd_cgroup_container(path, name) == !!*want);
	EXPECT_TEXT(name, want);
}

/* The paths that systemd, docker, podman, containerd, CRI-O and Kubernetes make */
static void containers(void)
{
	expect_container("/", "");
	expect_container("/system.slice/cron.service", "");
	expect_container("/user.slice/user-1000.slice/session-3.scope", "");
	expect_container("/system.slice/docker-" CONTAINER_ID ".scope", "docker-0123456789ab");
	expect_container("/docker/" CONTAINER_ID, "docker-0123456789ab");
	expect_container("/docker/" CONTAINER_ID "/init.scope", "docker-0123456789ab");
	expect_container("/docker/" CONTAINER_ID "0", "");
	expect_container("/machine.slice/libpod-" CONTAINER_ID ".scope/container",
			 "libpod-0123456789ab");
	expect_container("/kubepods-pod12345678_1234_1234_1234_123456789abc.slice/cri-containerd-"
			 CONTAINER_ID ".scope", "pod" POD_ID "/0123456789ab");
	expect_container("/kubepods/besteffort/pod" POD_ID "/" CONTAINER_ID,
			 "pod" POD_ID "/0123456789ab");
	expect_container("/kubepods/pod" POD_ID, "pod" POD_ID);
	expect_container("/system.slice/containerd.service/kubepods-burstable-pod" POD_ID
			 ".slice:cri-containerd:" CONTAINER_ID, "pod" POD_ID "/0123456789ab");
	expect_container("/kubepods.slice/kubepods-pod" POD_ID ".slice/crio-" CONTAINER_ID
			 ".scope/x", "pod" POD_ID "/0123456789ab");
	expect_container("/podman/tripod-1", "");
}

static bool cgroup_passes(const char *path, const char *first, const char *second)
{
	struct fdd_cgroup_list l = { 0 };
	bool passes;

	fdd_cgroup_list_add(&l, first);
	if (second)
		fdd_cgroup_list_add(&l, second);
	passes = fdd_cgroup_is_wanted(&l, path);
	fdd_cgroup_list_free(&l);
	return passes;
}

static void names_of_cgroups(void)
{
	fdd_cgroup_mount = "/sys/fs/cgroup";
	EXPECT(cgroup_passes("/a", "/a", NULL));
	EXPECT(cgroup_passes("/a/b/c", "/a/b", NULL));
	EXPECT(cgroup_passes("/a/b/c", "/a/b//", NULL));
	EXPECT(cgroup_passes("/a/b", "/sys/fs/cgroup/a", NULL));
	EXPECT(cgroup_passes("/a/b", "/sys/fs/cgroup", NULL));
	EXPECT(!cgroup_passes("/ab", "/a", NULL));
	EXPECT(!cgroup_passes("/b/a", "/a", NULL));
	EXPECT(!cgroup_passes("/a", "a", NULL));
	EXPECT(!cgroup_passes("/a", "", NULL));
	EXPECT(cgroup_passes("/a", "/", NULL));
	EXPECT(cgroup_passes("/", "/", NULL));
	EXPECT(!cgroup_passes("/", "/a", NULL));
	EXPECT(cgroup_passes("/x/docker-1/init", "*/docker-?", NULL));
	EXPECT(!cgroup_passes("/x/docker-12/init", "*/docker-?", NULL));
	EXPECT(cgroup_passes("/a[1]/b", "/a[1]", NULL));
	EXPECT(cgroup_passes("/a1/b", "/a[1]", NULL));
	EXPECT(!cgroup_passes("/a/b/c", "/a", "!/a/b"));
	EXPECT(!cgroup_passes("/a/b/c", "!*/b", "/a"));
	EXPECT(cgroup_passes("/a/bc", "/a", "!/a/b"));
	EXPECT(cgroup_passes("/c", "!/a", "!/b"));
	EXPECT(cgroup_passes("id:12", "id:12", NULL));
	EXPECT(!cgroup_passes("id:123", "id:12", NULL));
	fdd_cgroup_mount = NULL;
}

/* How many cgroups, and which processes they have */
static void expect_cgroups(const char *pattern, size_t wanted, const char *processes)
{
	uint64_t *ids;
	size_t nr = fdd_cgroup_match(pattern, &ids);
	char *got = fdd_cgroup_processes(pattern);

	EXPECT(nr == wanted);
	EXPECT(!got == !processes);
	if (got && processes)
		EXPECT_TEXT(got, processes);
	free(got);
	free(ids);
}

static void globs_of_cgroups(void)
{
	char dir[] = "/tmp/fdd-cgroups-XXXXXX", command[512];

	if (!mkdtemp(dir))
		abort();
	snprintf(command, sizeof(command),
		 "cd %s && mkdir -p a/b1/c a/b2 'a[1]' d/b3 && echo 7 >cgroup.procs && "
		 "echo 1 >a/b1/cgroup.procs && printf '2\n3\n' >a/b1/c/cgroup.procs && "
		 "echo 4 >d/b3/cgroup.procs && touch a/b9", dir);
	EXPECT(!system(command));
	fdd_cgroup_mount = dir;
	expect_cgroups("/a", 1, "1,2,3");
	expect_cgroups("/a/b1/c", 1, "2,3");
	expect_cgroups("/a/b2", 1, "");
	expect_cgroups("/d/*", 1, "4");
	expect_cgroups("/a[1]", 1, "");
	expect_cgroups("/none", 0, NULL);
	expect_cgroups("/n*", 0, NULL);
	expect_cgroups("/a/b9", 0, NULL);
	expect_cgroups("a", 0, NULL);
	/* Those below a match belong to it. */
	expect_cgroups("/a/b*", 2, "1,2,3");
	expect_cgroups("*/c", 1, "2,3");
	expect_cgroups("/d*", 1, "4");
	fdd_cgroup_mount = "";
	expect_cgroups("*", 0, NULL);
	fdd_cgroup_mount = NULL;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	EXPECT(!system(command));
}

static void counts_of_a_name(void)
{
	struct fdd_stat_bucket one = { 64, 72, 3 }, two = { 64, 72, 4 };
	struct fdd_stat f = { .calls = 3, .min = 64, .max = 71, .buckets = &one, .nr_buckets = 1 };
	struct fdd_stat g = { .calls = 4, .min = 60, .max = 70, .buckets = &two, .nr_buckets = 1 };
	struct fdd_stats *s = fdd_stats_new();
	const struct fdd_stat *sum;

	fdd_stats_add(s, "init", 4, &f);
	fdd_stats_add(s, "exit", 4, &f);
	fdd_stats_add(s, "init", 4, &g);
	sum = fdd_stats_find(s, "init");
	EXPECT(s->nr == 2 && s->nr_buckets == 2 && sum && !fdd_stats_find(s, "ini"));
	EXPECT(sum && sum->calls == 7 && sum->min == 60 && sum->max == 71 &&
	       sum->nr_buckets == 1 && sum->buckets[0].calls == 7);
	fdd_stats_free(s);
}

/* Lines count from 1, empty ones too; a system call within another one is left out. */
static void function_numbers(void)
{
	static const char *const globs[] = { "__x64_sys_*", "__do_sys_*", "fuse_*", NULL };
	char text[] = "a\n__x64_sys_read\n\n__do_sys_read\n__do_sys_fork\nfuse_get [fuse]\nb\n";
	char *list = functions_numbers(text, globs);

	EXPECT(!strcmp(list, "2 5 6 "));
	free(list);
}

/* An event loop, and the one that it waits for, of another program, which sleeps. */
#define TIME(cpu, time)	" x-1 [" cpu "] d.... " time ": "
#define SWITCH(cpu, time, prev, next) \
	TIME(cpu, time) "sched_switch: prev_comm=t prev_pid=" prev " prev_prio=120 prev_state=S" \
	" ==> next_comm=t next_pid=" next " next_prio=120\n"

static const char loop_text[] =
	SWITCH("000", "10.000000", "0", "5") SWITCH("000", "10.001000", "5", "0")
	SWITCH("001", "10.001000", "0", "7") SWITCH("001", "10.002000", "7", "0")
	" <idle>-0 [001] d.h.. 10.200000: sched_waking: comm=back pid=7 prio=120 target_cpu=001\n"
	SWITCH("001", "10.200010", "0", "7")
	" back-7 [001] ..... 10.200020: func_duration: func=__x64_sys_clock_nanosleep"
	" calltime=10.001500000 duration=198520.000 depth=0 overrun=0\n"
	" back-7 [001] d.... 10.200030: sched_waking: comm=loop pid=5 prio=120 target_cpu=000\n"
	SWITCH("000", "10.200040", "0", "5")
	" loop-5 [000] ..... 10.200050: func_duration: func=__x64_sys_epoll_wait"
	" calltime=10.000500000 duration=199550.000 depth=0 overrun=0\n"
	SWITCH("000", "10.201000", "5", "0");

static char *cgroup_of(int32_t pid, const char *comm)
{
	return pid == 7 && !strcmp(comm, "back") ? xstrdup("/system.slice/back.service") : NULL;
}

static char *account_of(struct fdd_model *m, int32_t pid, bool of_turns)
{
	struct fdd_account account = { .what = "the task", .traces = "t", .cgroup = cgroup_of };
	struct fdd_lives l;
	struct fdd_path p;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct fdd_input *in = fdd_input_memory((const uint8_t *)loop_text, sizeof(loop_text) - 1);

	fdd_lives_begin(&l, m);
	fdd_model_add_source(m, "x", "x");
	fdd_read_text(m, in, 0);
	fdd_input_close(in);
	fdd_lives_finish(&l);
	fdd_path_begin(&p, &l);
	p.turns = of_turns;
	fdd_path_add_task(&p, pid);
	fdd_path_finish(&p);
	account.path = &p;
	fdd_account_print(&account, f);
	fclose(f);
	fdd_path_free(&p);
	fdd_lives_free(&l);
	return text;
}

static void turns(void)
{
	struct fdd_model *m = fdd_model_new();
	char *text = account_of(m, 5, true);

	EXPECT(strstr(text, "slept as long as it had asked (epoll_wait until back 99 %: "
			    "back-7 slept in clock_nanosleep)"));
	free(text);
	fdd_model_free(m);
}

static void culprits_cgroup(void)
{
	struct fdd_model *m = fdd_model_new();
	char *text = account_of(m, 5, false);

	EXPECT(strstr(text, ": loop-5 slept in epoll_wait until back-7 woke it, which slept in "
			    "clock_nanosleep.\n"
			    "   back-7 is in the cgroup /system.slice/back.service\n"));
	free(text);
	fdd_model_free(m);
}

static bool is_call(const struct open_call *call, const char *instance, const char *function,
		    uint64_t for_ns)
{
	return call->instance == instance && !strcmp(call->function, function) &&
		call->for_ns == for_ns;
}

static int runf(const char *format, ...)
{
	char command[256];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	return system(command);
}

static void write_open(const char *dir, const char *folder, const char *const *lines, size_t nr)
{
	char path[256];
	FILE *f;

	EXPECT(!runf("mkdir -p %s/%s", dir, folder));
	snprintf(path, sizeof(path), "%s/%s/open", dir, folder);
	f = fopen(path, "w");
	EXPECT(f);
	for (size_t i = 0; f && i < nr; i++)
		fprintf(f, "%s\n", lines[i]);
	if (f)
		fclose(f);
}

/* Of function_duration/open: inner calls first, each instance for itself; a reused pid is none. */
static void open_calls(void)
{
	static const char *const lines[] = {
		"# at     9.711234567 open calls: 5",
		"#   open for, s        since, s  CPU  STATE        PID  TASK  CGROUP  FUNCTION < CALLERS",
		"   12.000000345     1.500000000    1  D           4711  a\\040b\\134  /x\\040y  outer",
		"   11.000000000     2.500000345    1  D           4711  a\\040b\\134  /x\\040y  inner [mod] < outer",
		"    1.000000000    12.500000345    0  sleeping      12  sh  id:4711  vfs_read",
		"    1.000000000    12.500000345    0  sleeping      14    /  vfs_read < ksys_read",
		"    1.000000000    12.500000345    0  D             15  kworker/u8:0  -  vfs_read",
		"    1.000000000    12.500000345    0  D             16  jbd2/nvme0n1p2-  vfs_read",
		"    1.000000000    12.500000345    0  sleeping      12",
		"    1.000000000    12.500000345    0  sleeping      x  sh  vfs_read",
		"    x",
		"",
	};
	static const char top[] = "top";
	char dir[] = "/tmp/fdd-open.XXXXXX";
	struct open_calls calls = { 0 };
	const struct open_call *of;
	uint32_t nr;

	EXPECT(mkdtemp(dir));
	tracing_use(dir);
	write_open(dir, "function_duration", lines, ARRAY_SIZE(lines));
	write_open(dir, "instances/top/function_duration", &lines[2], 1);
	EXPECT(open_calls_read_of(&calls, NULL) && calls.nr == 6);
	EXPECT(open_calls_read_of(&calls, top) && calls.nr == 7);
	EXPECT(!open_calls_read_of(&calls, "none") && calls.nr == 7);
	EXPECT(!runf("rm -r %s", dir));
	open_calls_sort(&calls);
	of = open_calls_of(&calls, 4711, "a b\\", &nr);
	EXPECT(of && nr == 3);
	if (of && nr == 3) {
		EXPECT(is_call(&of[0], NULL, "inner [mod]", 11000000000));
		EXPECT(is_call(&of[1], NULL, "outer", 12000000345) && of[1].since_ns == 1500000000);
		EXPECT(is_call(&of[2], top, "outer", 12000000345));
		EXPECT(of[0].cpu == 1 && !strcmp(of[0].state, "D"));
		EXPECT_TEXT(of[0].cgroup, "/x y");
		EXPECT_TEXT(of[1].cgroup, "/x y");
	}
	of = open_calls_of(&calls, 12, "sh", &nr);
	EXPECT(of && nr == 1);
	if (of)
		EXPECT_TEXT(of->cgroup, "id:4711");
	EXPECT(!open_calls_of(&calls, 12, "bash", &nr));
	EXPECT(!open_calls_of(&calls, 13, "sh", &nr));
	/* kernel threads, as /proc names them */
	of = open_calls_of(&calls, 15, "kworker/u8:0+flush-254:0", &nr);
	EXPECT(of && nr == 1 && !of->cgroup);
	EXPECT(!open_calls_of(&calls, 15, "kworker/u8:01", &nr));
	EXPECT(!open_calls_of(&calls, 15, "kworker/u8:1+flush-254:0", &nr));
	EXPECT(open_calls_of(&calls, 16, "jbd2/nvme0n1p2-8", &nr) && nr == 1);
	EXPECT(!open_calls_of(&calls, 12, "sh2", &nr));
	/* a task without a name */
	of = open_calls_of(&calls, 14, "", &nr);
	EXPECT(of && is_call(of, NULL, "vfs_read", 1000000000) && !strcmp(of->cgroup, "/"));
	/* before there were cgroups in the file */
	of = open_calls_of(&calls, 16, "jbd2/nvme0n1p2-8", &nr);
	EXPECT(of && is_call(of, NULL, "vfs_read", 1000000000) && !of->cgroup);
	calls.nr_instances = 0;
	open_calls_free(&calls);
}

/* Entries and returns: what is left at the end goes to a sink, which writes it down. */

static char left[256];

static void write_left(struct fdd_sink *sink, const struct fdd_open_calls *calls)
{
	size_t len = strlen(left);

	(void)sink;
	len += snprintf(left + len, sizeof(left) - len, "%d on %u%s:", calls->pid, calls->cpu,
			calls->lost ? " lost" : "");
	for (uint32_t i = 0; i < calls->nr && len < sizeof(left) - 32; i++)
		len += snprintf(left + len, sizeof(left) - len, " %u@%u", calls->list[i].func,
				(unsigned int)calls->list[i].time);
	snprintf(left + len, sizeof(left) - len, "\n");
}

static uint32_t same_func(void *arg, uint64_t func)
{
	(void)arg;
	return func;
}

static void enter(struct fdd_entries *e, int32_t pid, uint16_t cpu, unsigned int depth,
		  uint64_t time)
{
	struct fdd_open_task *t = fdd_entries_task(e, 0, pid, cpu);

	if (t)
		fdd_enter(e, t, depth, time, 10 + depth);
}

static void leave(struct fdd_entries *e, int32_t pid, uint16_t cpu, unsigned int depth)
{
	struct fdd_open_task *t = fdd_entries_task(e, 0, pid, cpu);

	if (t)
		fdd_leave(t, depth);
}

static void end_entries(struct fdd_entries *e)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_sink sink = { .open_calls = write_left };

	*left = '\0';
	fdd_model_add_source(m, "trace", "trace");
	fdd_model_add_sink(m, &sink);
	fdd_entries_end(e, m, &(struct fdd_trace_end){ .time = 100, .lost = 2, .func = same_func });
	fdd_model_free(m);
}

static void entries(void)
{
	struct fdd_entries e = { 0 };

	/* inner calls that returned, one that did not, and a task that moved; the idle task */
	enter(&e, 7, 0, 0, 1);
	enter(&e, 7, 0, 1, 2);
	leave(&e, 7, 0, 1);
	enter(&e, 7, 3, 1, 3);
	enter(&e, 7, 0, 2, 4);
	enter(&e, 0, 1, 0, 5);
	end_entries(&e);
	EXPECT(!strcmp(left, "7 on 0 lost: 10@1 11@3 12@4\n"));
	/* callers that were not recorded, of a call that returned, and of one that did not */
	enter(&e, 8, 0, 5, 6);
	leave(&e, 8, 0, 5);
	enter(&e, 9, 0, 5, 7);
	end_entries(&e);
	EXPECT(!strcmp(left, "9 on 0: 15@7\n"));
	/* a return without an entry; a call that cannot be so deep; a pid that is used again */
	leave(&e, 7, 0, 3);
	enter(&e, 7, 0, UINT32_MAX, 8);
	enter(&e, 8, 0, FDD_MAX_DEPTH + 1, 8);
	enter(&e, 9, 0, 2, 9);
	enter(&e, 9, 0, 0, 10);
	end_entries(&e);
	EXPECT(!strcmp(left, "9 on 0: 10@10\n"));
}

/* Tasks without open calls make room for others. */
static void many_entries(void)
{
	struct fdd_entries e = { 0 };

	enter(&e, 1, 0, 0, 1);
	for (int32_t pid = 2; pid < 300000; pid++) {
		enter(&e, pid, 1, 0, pid);
		leave(&e, pid, 1, 0);
	}
	EXPECT(e.keys.nr <= 1 << 16 && !e.left_out);
	enter(&e, 300000, 1, 0, 9);
	end_entries(&e);
	EXPECT(strstr(left, "1 on 0 lost: 10@1\n") && strstr(left, "300000 on 1: 10@9\n"));
	EXPECT(strlen(left) == strlen("1 on 0 lost: 10@1\n300000 on 1: 10@9\n"));
}

/* Calls, or notes alone, that there is no room for are not taken, and their source is cut. */
static void no_room(void)
{
	const unsigned int most = 64 * 1024;

	for (int notes = 0; notes < 2; notes++) {
		struct fdd_model *m = fdd_model_new();
		struct fdd_feed *feed;

		m->most_resident = 1;
		fdd_model_add_source(m, "x", "x");
		fdd_model_add_source(m, "y", "y");
		feed = fdd_feed_new(m);
		for (unsigned int i = 0; i < most; i++) {
			if (notes)
				fdd_feed_note(feed, &(struct fdd_note){
					.kind = FDD_NOTE_LOST, .source = 1, .time = i });
			else
				fdd_feed_call(feed, &(struct fdd_call){
					.func = FDD_FUNC_UNKNOWN, .source = 1, .calltime = i,
					.duration = 1, .pid = 1 });
		}
		fdd_feed_free(feed);
		EXPECT(m->full && m->sources[1].cut && !m->sources[0].cut);
		fdd_model_free(m);
	}
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "unit: no-room", no_room },
		{ "unit: times", times },
		{ "unit: number-lists", number_lists },
		{ "unit: names", names },
		{ "unit: names-func", names_func },
		{ "unit: names-alike", names_alike },
		{ "unit: maps", maps },
		{ "unit: percentiles", percentiles },
		{ "unit: histogram-extremes", histogram_extremes },
		{ "unit: histogram-overflow", histogram_overflow },
		{ "unit: histogram-coarse", histogram_coarse },
		{ "unit: histogram-again", histogram_again },
		{ "unit: histogram-merge", histogram_merge },
		{ "unit: buckets", buckets },
		{ "unit: lines", lines },
		{ "unit: no-lines", no_lines },
		{ "unit: at-once", at_once },
		{ "unit: durations", durations },
		{ "unit: expressions", expressions },
		{ "unit: wishes", wishes },
		{ "unit: filter-table", filter_table },
		{ "unit: callers", callers },
		{ "unit: interrupts", interrupts },
		{ "unit: lost", lost },
		{ "unit: endless", endless },
		{ "unit: recursion", recursion },
		{ "unit: table-parts", table_parts },
		{ "unit: many-tasks", many_tasks },
		{ "unit: region-lines", region_lines },
		{ "unit: regions", regions },
		{ "unit: namesakes", namesakes },
		{ "unit: marker-writes", marker_writes },
		{ "unit: statistics", statistics },
		{ "unit: clocks", clocks },
		{ "unit: wall-clock", wall_clock },
		{ "unit: wall-clock-odd", wall_clock_odd },
		{ "unit: protobuf", protobuf },
		{ "unit: json-as-it-comes", json_as_it_comes },
		{ "unit: json-without-objects", json_without_objects },
		{ "unit: sort-in-a-file", sort_in_a_file },
		{ "unit: sort-the-first", sort_the_first },
		{ "unit: texts-in-a-file", texts_in_a_file },
		{ "unit: counts-percentiles", counts_percentiles },
		{ "unit: counts-since", counts_since },
		{ "unit: counts-of-a-name", counts_of_a_name },
		{ "unit: containers", containers },
		{ "unit: names of cgroups", names_of_cgroups },
		{ "unit: globs of cgroups", globs_of_cgroups },
		{ "unit: function-numbers", function_numbers },
		{ "unit: turns", turns },
		{ "unit: culprits-cgroup", culprits_cgroup },
		{ "unit: open-calls", open_calls },
		{ "unit: entries", entries },
		{ "unit: many-entries", many_entries },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
