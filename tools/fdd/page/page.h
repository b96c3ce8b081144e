/* SPDX-License-Identifier: GPL-2.0 */
/* The page, with data in it; see page/README.md. */
#ifndef FDD_PAGE_H
#define FDD_PAGE_H

#include <stdio.h>

/*
 * The page up to its data, and from there on. Between both stands JSON in which each '<'
 * is written as \u003c, so that nothing in it ends the element.
 */
void fdd_page_begin(FILE *to);
void fdd_page_end(FILE *to);

#endif
