/* SPDX-License-Identifier: GPL-2.0 */
/* Strings as small numbers: function names, task names. */
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
 * What tells one name from another: with its length, all of a name of at most 32
 * bytes. Words overlap, so that none needs a step for each of its bytes.
 */
#define FDD_NAME_WORDS	4
#define FDD_NAME_WHOLE	(FDD_NAME_WORDS * 8)

/* What a look-up touches: all of it, unless the name is long. */
struct fdd_name_slot {
	uint64_t	words[FDD_NAME_WORDS];
	uint32_t	len;
	uint32_t	id;		/* + 1; 0 is free */
};

/*
 * Names stay where they are, in chunks that double: one thread may add some
 * while another one reads those it already knows.
 */
#define FDD_NAMES_FIRST_BITS	8
#define FDD_NAMES_CHUNKS	(32 - FDD_NAMES_FIRST_BITS)

struct fdd_names {
	struct fdd_name	*chunks[FDD_NAMES_CHUNKS];
	uint32_t	nr;
	struct fdd_name_slot *slots;	/* by hash */
	uint32_t	mask;
	uint32_t	most;		/* so many are kept; 0 is all */
	uint32_t	other;		/* the id of all others */
	uint64_t	left_out;	/* look-ups that got it */
};

/* The id of a string, which becomes one when it is new. */
uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len);
/* False if there is none yet. */
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
