/* SPDX-License-Identifier: GPL-2.0 */
/* The page, with data in it; see page/README.md. */
#ifndef FDD_PAGE_H
#define FDD_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/bytes.h"

/*
 * The parts of the page before and after its data. The data between them is JSON with each
 * '<' written as \u003c, so that it cannot end the <script> element.
 */
void fdd_page_begin(FILE *to);
void fdd_page_end(FILE *to);

/**
 * fdd_page_print - write the page with its data: large ones compressed, as a string in base64
 * @gz: the data, compressed
 * @size: the bytes of the data before
 *
 * Return: false if @gz is not complete.
 */
bool fdd_page_print(FILE *to, const struct fdd_bytes *gz, uint64_t size);

#endif
