// SPDX-License-Identifier: GPL-2.0
/* Finds the names that are similar to one that does not exist. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "lib/near.h"

#define LONGEST	64	/* longest compared name */

/* Copy without wildcards and module. Returns the length. */
static unsigned int plain(char *to, const char *text)
{
	unsigned int len = 0;

	for (; *text && *text != ' ' && len < LONGEST; text++)
		if (!strchr("*?", *text))
			to[len++] = tolower((unsigned char)*text);
	to[len] = '\0';
	return len;
}

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	a = a < b ? a : b;
	return a < c ? a : c;
}

/*
 * The Levenshtein distance: insertions, deletions and replacements. For a pattern that ends
 * with '*', the distance to a prefix of the name.
 */
static unsigned int distance(const char *a, unsigned int len_a, const char *b,
			     unsigned int len_b, bool open)
{
	unsigned int row[LONGEST + 1];

	for (unsigned int j = 0; j <= len_b; j++)
		row[j] = j;
	for (unsigned int i = 1; i <= len_a; i++) {
		unsigned int before = row[0];

		row[0] = i;
		for (unsigned int j = 1; j <= len_b; j++) {
			unsigned int above = row[j];

			row[j] = least(above + 1, row[j - 1] + 1,
				       before + (a[i - 1] != b[j - 1]));
			before = above;
		}
	}
	for (unsigned int j = 0; open && j < len_b; j++)
		row[len_b] = row[j] < row[len_b] ? row[j] : row[len_b];
	return row[len_b];
}

void fdd_near_add(struct fdd_near *n, const char *name)
{
	char a[LONGEST + 1], b[LONGEST + 1];
	unsigned int len_a = plain(a, n->wanted), len_b = plain(b, name), d, i;

	if (!len_a || !len_b)
		return;
	d = strstr(b, a) ? 0 : distance(a, len_a, b, len_b, strchr(n->wanted, '*'));
	if (d > 2 && d * 3 > len_a)
		return;
	for (i = n->nr; i && n->distances[i - 1] > d; i--) {
		if (i == FDD_NEAR)
			continue;
		n->names[i] = n->names[i - 1];
		n->distances[i] = n->distances[i - 1];
	}
	if (i == FDD_NEAR)
		return;
	n->names[i] = name;
	n->distances[i] = d;
	n->nr += n->nr < FDD_NEAR;
}
