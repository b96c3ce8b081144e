/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What may be more than fits into memory: beyond a limit it goes to a file in TMPDIR (or
 * /tmp), which has no name, so that nothing is left behind however fdd ends.
 */
#ifndef FDD_SPILL_H
#define FDD_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Items of one size, which are wanted in an order of their own: an external merge sort. */
struct fdd_sorter {
	size_t		size;		/* of an item */
	int		(*compare)(const void *a, const void *b);
	size_t		limit;		/* bytes of items in memory */
	uint64_t	first;		/* only so many are wanted; 0 is all */
	char		*items;
	size_t		nr, cap;
	int		fd;		/* -1: all are in memory */
	struct fdd_run	*runs;		/* sorted, in the file one after the other */
	size_t		nr_runs, cap_runs;
	struct fdd_run	**heap;		/* while they are merged */
	size_t		nr_heap;
	struct fdd_run	*last;		/* whose item was returned */
	size_t		next;		/* item, when all are in memory */
};

/**
 * fdd_sorter_init - make a sorter
 * @compare: of two items, never 0: where files are merged the order would be by chance
 * @limit: bytes of memory; 0 is 16 MiB
 */
void fdd_sorter_init(struct fdd_sorter *s, size_t size,
		     int (*compare)(const void *a, const void *b), size_t limit);

/** fdd_sorter_add - Return: room for another item, until the next call */
void *fdd_sorter_add(struct fdd_sorter *s);

/** fdd_sorter_rewind - all have been added, or are wanted again from the first on */
void fdd_sorter_rewind(struct fdd_sorter *s);

/** fdd_sorter_next - Return: the next item, until the next call; NULL: that was all */
const void *fdd_sorter_next(struct fdd_sorter *s);

void fdd_sorter_free(struct fdd_sorter *s);

/* Texts, which are found again by a number. */
struct fdd_texts {
	char		*tail;		/* what is not in the file yet */
	size_t		len, cap;
	uint64_t	written;
	int		fd;		/* -1: all is in the tail */
};

/* A text that was read again. */
struct fdd_text_copy {
	char		*text;		/* terminated */
	size_t		len, cap;
};

void fdd_texts_init(struct fdd_texts *t);
/** fdd_texts_add - Return: the number of a text */
uint64_t fdd_texts_add(struct fdd_texts *t, const char *text, size_t len);
/** fdd_texts_get - the text of a number */
void fdd_texts_get(const struct fdd_texts *t, uint64_t number, struct fdd_text_copy *to);
void fdd_texts_free(struct fdd_texts *t);

#endif
