// SPDX-License-Identifier: GPL-2.0
/* Formats of results: aligned text, CSV, JSON. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/output.h"
#include "lib/pager.h"
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

void fdd_csv_string(const char *s)
{
	if (!s[strcspn(s, ",\"\r\n")]) {
		fputs(s, stdout);
		return;
	}
	putchar('"');
	for (; *s; s++) {
		if (*s == '"')
			putchar('"');
		putchar(*s);
	}
	putchar('"');
}

/* The length of a valid UTF-8 sequence, or 0. */
static size_t utf8_len(const unsigned char *p, size_t len)
{
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

json_object *fdd_json_string(const char *s, size_t len)
{
	char *clean = xmalloc(len * 3 + 1), *to = clean;
	json_object *o;

	while (len) {
		size_t n = utf8_len((const unsigned char *)s, len);

		if (n) {
			memcpy(to, s, n);
			to += n;
		} else {
			/* The replacement character */
			memcpy(to, "\xef\xbf\xbd", 3);
			to += 3;
			n = 1;
		}
		s += n;
		len -= n;
	}
	o = json_object_new_string_len(clean, to - clean);
	free(clean);
	return o;
}

void fdd_json_print_string(const char *s, size_t len)
{
	json_object *o = fdd_json_string(s, len);

	fputs(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						JSON_C_TO_STRING_NOSLASHESCAPE), stdout);
	json_object_put(o);
}

void fdd_print_number(int64_t n)
{
	char text[20], *p = text + sizeof(text);
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;

	do {
		*--p = '0' + left % 10;
		left /= 10;
	} while (left);
	if (n < 0)
		*--p = '-';
	fwrite(p, 1, text + sizeof(text) - p, stdout);
}

json_object *fdd_json_ns(uint64_t ns)
{
	return json_object_new_int64(ns > INT64_MAX ? INT64_MAX : (int64_t)ns);
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
	puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
					       JSON_C_TO_STRING_SPACED |
					       JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(o);
}

int fdd_print_clean(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		putchar(fdd_clean(s, i));
	return len;
}

bool fdd_output_ok(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	if (errno == EPIPE && fdd_pager_on())
		return true;
	/* The reader closed the pipe: "fdd ... | head" */
	if (errno != EPIPE)
		fdd_error("stdout: %s", strerror(errno));
	return false;
}
