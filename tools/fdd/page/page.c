// SPDX-License-Identifier: GPL-2.0
/* The page, with data in it. */
#include <string.h>

#include "page/page.h"

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
