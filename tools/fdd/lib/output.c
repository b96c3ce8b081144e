// SPDX-License-Identifier: GPL-2.0
/* Formats of results: aligned text, CSV, JSON. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clean.h"
#include "lib/output.h"
#include "lib/pager.h"
#include "lib/utf8.h"
#include "lib/util.h"

struct fdd_colors fdd_color = { "", "", "", "", "", "" };

const char *fdd_format_name(enum fdd_format format)
{
	static const char *const names[] = {
		[FDD_TEXT] = "text", [FDD_CSV] = "csv", [FDD_JSON] = "json",
		[FDD_NANOS_CSV] = "nanos-csv",
	};

	return names[format];
}

const char *fdd_time_in(char buf[FDD_MAX_TIME], double ns, enum fdd_units units)
{
	switch (units) {
	case FDD_NS:
		snprintf(buf, FDD_MAX_TIME, "%.0f", ns);
		return buf;
	case FDD_AUTO:
		return fdd_time_text(buf, FDD_MAX_TIME, ns + 0.5);
	default:
		snprintf(buf, FDD_MAX_TIME, "%.3f", ns / 1000);
		return buf;
	}
}

const char *fdd_units_title(enum fdd_units units)
{
	static const char *const titles[] = {
		[FDD_US] = "(us)", [FDD_NS] = "(ns)", [FDD_AUTO] = "",
	};

	return titles[units];
}

static bool want_color(const char *when)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (!strcmp(when, "always"))
		return true;
	if (!strcmp(when, "never") || (no_color && *no_color))
		return false;
	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}

void fdd_colors_init(const char *when)
{
	if (want_color(when))
		fdd_color = (struct fdd_colors){
			.head = "\033[1m",
			.dim = "\033[2m",
			.slow = "\033[33m",
			.slower = "\033[31m",
			.good = "\033[32m",
			.reset = "\033[0m",
		};
}

const char *fdd_color_of(uint64_t duration)
{
	if (duration > 10000000)
		return fdd_color.slower;
	return duration > 1000000 ? fdd_color.slow : "";
}

/*
 * A spreadsheet takes a field for a formula that begins so, also in quotes, and a formula can
 * run a program. A minus and a plus are common in names of tasks ("-bash"): they are dangerous
 * with characters that these do not have.
 */
static bool is_formula(const char *s)
{
	/* the same in the width of Chinese letters, which some spreadsheets take for these */
	static const char *const wide[] = { "＝", "＠", "＋", "－" };

	if (*s == '=' || *s == '@')
		return true;
	/* the first byte of each: most fields of exports are empty, or plain */
	for (size_t i = 0; *s == wide[0][0] && i < ARRAY_SIZE(wide); i++)
		if (!strncmp(s, wide[i], strlen(wide[i])))
			return true;
	return (*s == '+' || *s == '-') && strpbrk(s, "=|!(");
}

/* Most fields can be printed as they are. */
static size_t plain_field(const char *s)
{
	size_t len = 0;

	while (s[len] >= ' ' && s[len] < 0x7f && s[len] != '"' && s[len] != ',')
		len++;
	return s[len] ? 0 : len;
}

/* An apostrophe makes it text. */
void fdd_csv_put(FILE *to, const char *s)
{
	size_t len = plain_field(s);
	bool quote;

	if (len && !strchr("=@+-", *s)) {
		fwrite_unlocked(s, 1, len, to);
		return;
	}
	quote = s[strcspn(s, ",\"\n")];
	if (quote)
		putc('"', to);
	if (is_formula(s))
		putc('\'', to);
	for (;;) {
		len = strcspn(s, "\"\n");
		fdd_put_clean(to, s, len);
		s += len;
		if (!*s)
			break;
		fputs(*s++ == '"' ? "\"\"" : "\n", to);
	}
	if (quote)
		putc('"', to);
}

void fdd_csv_string(const char *s)
{
	fdd_csv_put(stdout, s);
}

json_object *fdd_json_string(const char *s, size_t len)
{
	char *valid = fdd_utf8_copy(s, &len);
	json_object *o = json_object_new_string_len(valid, len);

	free(valid);
	return o;
}

/*
 * json-c leaves DEL and U+0080 to U+009F as they are; in UTF-8 these are 0xc2 and their number.
 * A terminal takes them for commands.
 */
void fdd_json_put(FILE *f, const char *text, size_t len)
{
	const char *end = text + len, *at = text;

	if (!memchr(text, 0xc2, len) && !memchr(text, 0x7f, len)) {
		fwrite(text, 1, len, f);
		return;
	}
	for (; at < end; at++) {
		bool c1 = *at == '\xc2' && at + 1 < end && (unsigned char)at[1] < 0xa0;

		if (*at != 0x7f && !c1)
			continue;
		fwrite(text, 1, at - text, f);
		at += c1;
		fprintf(f, "\\u00%02x", (unsigned char)*at);
		text = at + 1;
	}
	fwrite(text, 1, end - text, f);
}

bool fdd_json_is_plain(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] < ' ' || s[i] >= 0x7f || s[i] == '"' || s[i] == '\\')
			return false;
	return true;
}

void fdd_json_print_string(const char *s, size_t len)
{
	json_object *o;
	const char *text;

	if (fdd_json_is_plain(s, len)) {
		putchar_unlocked('"');
		fwrite_unlocked(s, 1, len, stdout);
		putchar_unlocked('"');
		return;
	}
	o = fdd_json_string(s, len);
	text = json_object_to_json_string_length(o, JSON_C_TO_STRING_PLAIN |
						 JSON_C_TO_STRING_NOSLASHESCAPE, &len);
	fdd_json_put(stdout, text, len);
	json_object_put(o);
}

size_t fdd_number_put(FILE *to, int64_t n)
{
	char text[20], *p = text + sizeof(text);
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;

	do {
		*--p = '0' + left % 10;
		left /= 10;
	} while (left);
	if (n < 0)
		*--p = '-';
	return fwrite_unlocked(p, 1, text + sizeof(text) - p, to);
}

void fdd_print_number(int64_t n)
{
	fdd_number_put(stdout, n);
}

json_object *fdd_json_ns(uint64_t ns)
{
	return json_object_new_int64(fdd_json_int(ns));
}

/* Without zeros at the end: jq 1.7 prints a number as it is written, jq 1.6 as short as it is. */
json_object *fdd_json_double(double value, int decimals)
{
	char text[64];
	size_t len = snprintf(text, sizeof(text), "%.*f", decimals, value);

	if (len >= sizeof(text))
		return json_object_new_double(value);
	while (decimals && text[len - 1] == '0')
		len--;
	len -= text[len - 1] == '.';
	text[len] = '\0';
	return json_object_new_double_s(value, text);
}

void fdd_json_print(json_object *o)
{
	size_t len;
	const char *text = json_object_to_json_string_length(o, JSON_C_TO_STRING_PRETTY |
							     JSON_C_TO_STRING_SPACED |
							     JSON_C_TO_STRING_NOSLASHESCAPE,
							     &len);

	fdd_json_put(stdout, text, len);
	putchar('\n');
	json_object_put(o);
}

int fdd_print_clean(const char *s, size_t len)
{
	return fdd_put_clean(stdout, s, len);
}

static const char *output_name = "stdout";

void fdd_output_named(const char *name)
{
	output_name = name;
}

static bool other_failed;

void fdd_output_failed(void)
{
	other_failed = true;
}

bool fdd_output_ok(void)
{
	if (other_failed)
		return false;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	if (errno == EPIPE && fdd_pager_on())
		return true;
	/* The reader closed the pipe: "fdd ... | head" */
	if (errno != EPIPE)
		fdd_error("%s: %s", output_name, strerror(errno));
	return false;
}
