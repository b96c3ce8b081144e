/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Data that may not fit into memory: beyond a limit it is written to a temporary file, see
 * lib/temp.h.
 */
#ifndef FDD_SPILL_H
#define FDD_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An external merge sort of items of one size. */
struct fdd_sorter {
	size_t		size;		/* of an item */
	int		(*compare)(const void *a, const void *b);
	size_t		limit;		/* bytes of items in memory */
	uint64_t	first;		/* return this many items only; 0: all */
	char		*items;
	size_t		nr, cap;
	int		fd;		/* -1: all items are in memory */
	struct fdd_run	*runs;		/* sorted runs, consecutive in the file */
	size_t		nr_runs, cap_runs;
	struct fdd_run	**heap;		/* of runs, for merging */
	size_t		nr_heap;
	struct fdd_run	*last;		/* the run of the last returned item */
	size_t		next;		/* next item, if all are in memory */
};

/**
 * fdd_sorter_init - initialize a sorter
 * @compare: compares two items, never 0, because the sort is not stable
 * @limit: bytes of memory; 0: 16 MiB
 */
void fdd_sorter_init(struct fdd_sorter *s, size_t size,
		     int (*compare)(const void *a, const void *b), size_t limit);

/** fdd_sorter_add - Return: memory for another item, valid until the next call */
void *fdd_sorter_add(struct fdd_sorter *s);

/** fdd_sorter_rewind - start returning items, after all were added; may be repeated */
void fdd_sorter_rewind(struct fdd_sorter *s);

/** fdd_sorter_next - Return: the next item, valid until the next call; NULL at the end */
const void *fdd_sorter_next(struct fdd_sorter *s);

void fdd_sorter_free(struct fdd_sorter *s);

/* A store of texts with numbers. */
struct fdd_texts {
	char		*tail;		/* texts that are not in the file yet */
	size_t		len, cap;
	uint64_t	written;
	int		fd;		/* -1: all texts are in the tail */
	char		*window;	/* what was read last of the file */
	uint64_t	window_at;
	size_t		window_len;
};

/* A text that was read back. */
struct fdd_text_copy {
	char		*text;		/* terminated */
	size_t		len, cap;
};

void fdd_texts_init(struct fdd_texts *t);
/** fdd_texts_add - store a text. Return: its number */
uint64_t fdd_texts_add(struct fdd_texts *t, const char *text, size_t len);
/** fdd_texts_get - read back the text of a number */
void fdd_texts_get(struct fdd_texts *t, uint64_t number, struct fdd_text_copy *to);
void fdd_texts_free(struct fdd_texts *t);

#endif
