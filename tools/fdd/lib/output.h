/* SPDX-License-Identifier: GPL-2.0 */
/* Formats of results: aligned text, CSV, JSON. */
#ifndef FDD_OUTPUT_H
#define FDD_OUTPUT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum fdd_format {
	FDD_TEXT,
	FDD_CSV,
	FDD_JSON,
	FDD_NANOS_CSV,
};

const char *fdd_format_name(enum fdd_format format);

#define FDD_JSON_VERSION	1

/* Units of times in text. */
enum fdd_units {
	FDD_US,
	FDD_NS,
	FDD_AUTO,	/* a fitting unit for each */
};

#define FDD_MAX_TIME	32

/* A time without unit, "1.234", or for FDD_AUTO with its unit, "1.23 us". */
const char *fdd_time_in(char buf[FDD_MAX_TIME], double ns, enum fdd_units units);
/* The unit in the title of a column: "(us)". */
const char *fdd_units_title(enum fdd_units units);

/* Escape sequences of colors; empty strings without colors. */
struct fdd_colors {
	const char *head, *dim, *slow, *slower, *good, *reset;
};

extern struct fdd_colors fdd_color;
void fdd_colors_init(const char *when);		/* "auto", "always", "never" */
const char *fdd_color_of(uint64_t duration);

/* One field of CSV, quoted if necessary, see RFC 4180; clean, and never a formula. */
void fdd_csv_string(const char *s);
void fdd_csv_put(FILE *to, const char *s);

/* A string that may hold any bytes, as valid UTF-8. */
json_object *fdd_json_string(const char *s, size_t len);
json_object *fdd_json_ns(uint64_t ns);
/* The largest number of JSON is INT64_MAX, as in json-c. */
static inline int64_t fdd_json_int(uint64_t n)
{
	return n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

/* A number with at most this many decimals */
json_object *fdd_json_double(double value, int decimals);
/* Text of json-c, with those control characters escaped that it leaves. */
void fdd_json_put(FILE *f, const char *text, size_t len);
/* Is it a JSON string as it is, between quotes? */
bool fdd_json_is_plain(const char *s, size_t len);
/* Print a JSON string to stdout, for output too long to be built in memory. */
void fdd_json_print_string(const char *s, size_t len);
void fdd_json_print(json_object *o);
/* As printf("%lld"), which takes most of the time of an export that is numbers. */
void fdd_print_number(int64_t n);
size_t fdd_number_put(FILE *to, int64_t n);

/* As fdd_put_clean() to stdout. */
int fdd_print_clean(const char *s, size_t len);

/* stdout is this file: errors name it so. */
void fdd_output_named(const char *name);
/* Was all output written? Otherwise prints an error. */
bool fdd_output_ok(void);
/* Another file than stdout could not be written: after the error message. */
void fdd_output_failed(void);

#endif
