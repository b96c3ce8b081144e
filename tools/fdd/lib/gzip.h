/* SPDX-License-Identifier: GPL-2.0 */
/* Compresses bytes in memory in the gzip format. */
#ifndef FDD_GZIP_H
#define FDD_GZIP_H

#include <stddef.h>

/**
 * fdd_gzip - compress in the gzip format
 * @bytes: input
 * @size: number of bytes
 * @gz_size: set to the number of compressed bytes
 *
 * Return: the compressed bytes, which the caller frees.
 */
void *fdd_gzip(const void *bytes, size_t size, size_t *gz_size);

#endif
