/* SPDX-License-Identifier: GPL-2.0 */
/* Bytes in memory, compressed as gzip has it. */
#ifndef FDD_GZIP_H
#define FDD_GZIP_H

#include <stddef.h>

/**
 * fdd_gzip - compress
 * @bytes: what to compress
 * @size: how many bytes
 * @gz_size: set to the number of compressed bytes
 *
 * Return: the compressed bytes, which the caller frees.
 */
void *fdd_gzip(const void *bytes, size_t size, size_t *gz_size);

#endif
