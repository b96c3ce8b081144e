/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers strings: function names, task names. */
#ifndef FDD_NAMES_H
#define FDD_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fdd_name {
	char		*text;
	uint32_t	len;
	uint32_t	hash;
};

/*
 * The key of a name: its length, and four words that hold all bytes of names up to 32 bytes.
 * The words overlap, so that loading them needs no loop over bytes.
 */
#define FDD_NAME_WORDS	4
#define FDD_NAME_WHOLE	(FDD_NAME_WORDS * 8)

/* A look-up reads the slot only, unless the name is long. */
struct fdd_name_slot {
	uint64_t	words[FDD_NAME_WORDS];
	uint32_t	len;
	uint32_t	id;		/* number + 1; 0: free */
};

/*
 * Names do not move: they are in chunks, each twice as large as the one before. So one thread
 * may add names while another one reads those whose numbers it got.
 */
#define FDD_NAMES_FIRST_BITS	8
#define FDD_NAMES_CHUNKS	(32 - FDD_NAMES_FIRST_BITS)

struct fdd_names {
	struct fdd_name	*chunks[FDD_NAMES_CHUNKS];
	uint32_t	nr;
	struct fdd_name_slot *slots;	/* by hash */
	uint32_t	mask;
	uint32_t	most;		/* limit of names; 0: none */
	uint32_t	other;		/* the number of all names beyond the limit */
	uint64_t	left_out;	/* look-ups that returned other */
};

/* The number of a string; a new string is added. */
uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len);
/* Look up without adding; false if it is new. */
bool fdd_names_find(const struct fdd_names *n, const char *s, size_t len, uint32_t *id);
void fdd_names_free(struct fdd_names *n);

/* The first chunk holds 2^FIRST_BITS names, each other one twice as many. */
static inline struct fdd_name *fdd_name_at(const struct fdd_names *n, uint32_t id)
{
	uint32_t at = id + (1u << FDD_NAMES_FIRST_BITS);
	unsigned int top = 31 - __builtin_clz(at);

	return &n->chunks[top - FDD_NAMES_FIRST_BITS][at - (1u << top)];
}

static inline const char *fdd_name(const struct fdd_names *n, uint32_t id)
{
	return fdd_name_at(n, id)->text;
}

#endif
