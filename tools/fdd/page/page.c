// SPDX-License-Identifier: GPL-2.0
/* The page, with data in it. */
#include <string.h>

#include "page/page.h"

/* page/dist/page.html, from page_html.S */
extern const char fdd_page_html[], fdd_page_html_end[];

static const char place[] = "<!--FDD-DATA-->";

/* A '<' is within a string here; written so, nothing in it can end the element. */
static void print_json(FILE *to, const char *json)
{
	while (*json) {
		size_t len = strcspn(json, "<");

		fwrite(json, 1, len, to);
		json += len;
		if (*json) {
			fputs("\\u003c", to);
			json++;
		}
	}
}

void fdd_page_print(FILE *to, const char *json)
{
	size_t size = fdd_page_html_end - fdd_page_html;
	const char *at = memmem(fdd_page_html, size, place, sizeof(place) - 1);

	fwrite(fdd_page_html, 1, at - fdd_page_html, to);
	print_json(to, json);
	at += sizeof(place) - 1;
	fwrite(at, 1, fdd_page_html_end - at, to);
}
