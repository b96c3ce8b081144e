/* SPDX-License-Identifier: GPL-2.0 */
/* The page, with data in it; see page/README.md. */
#ifndef FDD_PAGE_H
#define FDD_PAGE_H

#include <stdio.h>

/* Write the page with @json as its data, which may be {"live": true}. */
void fdd_page_print(FILE *to, const char *json);

#endif
