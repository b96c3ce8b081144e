/* SPDX-License-Identifier: GPL-2.0 */
/* Compresses stdout while it is written. */
#ifndef FDD_COMPRESS_H
#define FDD_COMPRESS_H

#include <stdbool.h>

struct fdd_compressor;

/**
 * fdd_is_compressed - does the name of a file select compression?
 * @name: of a file
 *
 * Return: whether it ends in .gz or .zst
 */
bool fdd_is_compressed(const char *name);

/**
 * fdd_compress_stdout - compress what is written to standard output from now on
 * @name: of the file that stdout is; selects the format (see fdd_is_compressed())
 *
 * Starts a thread.
 *
 * Return: the argument of fdd_compress_end(), or NULL with errno set.
 */
struct fdd_compressor *fdd_compress_stdout(const char *name);

/**
 * fdd_compress_end - wait for the thread, after stdout was closed
 * @c: from fdd_compress_stdout(); freed
 *
 * Return: 0, or the errno of the first error
 */
int fdd_compress_end(struct fdd_compressor *c);

#endif
