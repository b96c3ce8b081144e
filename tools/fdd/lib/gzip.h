/* SPDX-License-Identifier: GPL-2.0 */
/* Compresses what is written, and decompresses it while it is read, in the gzip format. */
#ifndef FDD_GZIP_H
#define FDD_GZIP_H

#include <stdio.h>

#include "lib/bytes.h"

/**
 * fdd_gzip_open - a stream that compresses
 * @to: gets the compressed bytes, complete after fclose(); @to->error is set after an error
 * @size: gets the number of bytes that were written, after fclose()
 */
FILE *fdd_gzip_open(struct fdd_bytes *to, uint64_t *size);

struct fdd_gunzip;

/** fdd_gunzip_new - decompress, once; @from must stay */
struct fdd_gunzip *fdd_gunzip_new(const struct fdd_bytes *from);

/** fdd_gunzip_read - Return: the number of the next bytes, 0 at the end, or -1 */
ssize_t fdd_gunzip_read(struct fdd_gunzip *g, void *to, size_t len);

void fdd_gunzip_free(struct fdd_gunzip *g);

#endif
