/* SPDX-License-Identifier: GPL-2.0 */
/* Files that are compressed while they are written. */
#ifndef FDD_COMPRESS_H
#define FDD_COMPRESS_H

#include <stdbool.h>
#include <stdio.h>

/**
 * fdd_is_compressed - does a name ask for compression?
 * @name: of a file
 *
 * Return: whether it ends in .gz or .zst
 */
bool fdd_is_compressed(const char *name);

/**
 * fdd_compress - compress what is written to a file
 * @to: where the compressed bytes go; it is closed with the new stream
 * @name: of the file; it says how (see fdd_is_compressed())
 *
 * Return: a stream whose fclose() reports whether all was written; NULL sets errno.
 */
FILE *fdd_compress(FILE *to, const char *name);

#endif
