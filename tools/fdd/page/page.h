/* SPDX-License-Identifier: GPL-2.0 */
/* The page, with data in it; see page/README.md. */
#ifndef FDD_PAGE_H
#define FDD_PAGE_H

#include <stdio.h>

/*
 * The parts of the page before and after its data. The data between them is JSON with each
 * '<' written as \u003c, so that it cannot end the <script> element.
 */
void fdd_page_begin(FILE *to);
void fdd_page_end(FILE *to);

#endif
