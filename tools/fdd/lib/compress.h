/* SPDX-License-Identifier: GPL-2.0 */
/* Standard output, compressed while it is written. */
#ifndef FDD_COMPRESS_H
#define FDD_COMPRESS_H

#include <stdbool.h>

struct fdd_compressor;

/**
 * fdd_is_compressed - does a name ask for compression?
 * @name: of a file
 *
 * Return: whether it ends in .gz or .zst
 */
bool fdd_is_compressed(const char *name);

/**
 * fdd_compress_stdout - compress what is written to standard output from now on
 * @name: of the file that standard output is; it says how (see fdd_is_compressed())
 *
 * A thread does the work.
 *
 * Return: what fdd_compress_end() needs; NULL sets errno.
 */
struct fdd_compressor *fdd_compress_stdout(const char *name);

/**
 * fdd_compress_end - wait until all is compressed, after standard output was closed
 * @c: what fdd_compress_stdout() returned; it is freed
 *
 * Return: 0, or the errno of the first error
 */
int fdd_compress_end(struct fdd_compressor *c);

#endif
