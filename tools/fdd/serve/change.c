// SPDX-License-Identifier: GPL-2.0
/* The difference between two texts, by lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/gzip.h"
#include "lib/map.h"
#include "lib/util.h"
#include "serve/change.h"

#define BLOCK_SIZE	(16 * 1024)

/* So that no names in a trace can be made that have the same hash. */
static uint64_t seed(void)
{
	static uint64_t value;

	if (!value && getrandom(&value, sizeof(value), GRND_NONBLOCK) != sizeof(value))
		value = fdd_now();
	return value | 1;
}

static void add_line(struct serve_lines *lines, uint64_t hash)
{
	GROW(lines->list, lines->nr, lines->cap);
	lines->list[lines->nr++] = hash;
}

/* Of the bytes of a line, eight at a time. */
struct hasher {
	uint64_t	hash, word;
	unsigned int	nr;		/* bytes in word */
	bool		some;
};

static void mix(struct hasher *h)
{
	h->hash = fdd_hash64(h->hash * 0x9e3779b97f4a7c15ull ^ h->word) + h->nr;
	h->word = 0;
	h->nr = 0;
}

static void hash_byte(struct hasher *h, unsigned char byte)
{
	h->word |= (uint64_t)byte << 8 * h->nr;
	h->some = true;
	if (++h->nr == 8)
		mix(h);
}

static void end_line(struct hasher *h, struct serve_lines *lines)
{
	mix(h);
	add_line(lines, h->hash);
	*h = (struct hasher){ .hash = seed() };
}

bool serve_lines_read(struct serve_lines *lines, const struct fdd_bytes *gz)
{
	struct fdd_gunzip *g = fdd_gunzip_new(gz);
	struct hasher h = { .hash = seed() };
	char block[BLOCK_SIZE];
	ssize_t len;

	while ((len = fdd_gunzip_read(g, block, sizeof(block))) > 0) {
		for (ssize_t i = 0; i < len; i++) {
			if (block[i] == '\n')
				end_line(&h, lines);
			else
				hash_byte(&h, block[i]);
		}
	}
	if (h.some)
		end_line(&h, lines);
	fdd_gunzip_free(g);
	return !len;
}

void serve_lines_free(struct serve_lines *lines)
{
	free(lines->list);
	*lines = (struct serve_lines){ 0 };
}

/* For each new line the number + 1 of an old one, or 0. Runs of old lines stay together. */
static uint32_t *find_old(const struct serve_lines *before, const struct serve_lines *now)
{
	uint32_t *old = xcalloc(now->nr + 1, sizeof(*old));
	struct fdd_map where = { 0 };
	uint32_t next = 0;

	for (uint32_t i = before->nr; i--;)
		*fdd_map_get(&where, before->list[i]) = i + 1;
	for (uint32_t i = 0; i < now->nr; i++) {
		uint64_t hash = now->list[i];

		const uint64_t *found = fdd_map_find(&where, hash);

		if (next < before->nr && before->list[next] == hash)
			old[i] = next + 1;
		else if (found)
			old[i] = *found;
		if (old[i])
			next = old[i];
	}
	fdd_map_free(&where);
	return old;
}

struct writer {
	const uint32_t	*old;
	uint32_t	nr;		/* lines of the new text */
	uint32_t	line;		/* that is read */
	bool		begun;		/* and its '+' was written */
	FILE		*to;
};

/* Lines that are copied have their run before the first of them. */
static void begin_line(struct writer *w)
{
	const uint32_t *old = w->old + w->line;
	uint32_t n = 1;

	if (!*old) {
		putc('+', w->to);
		return;
	}
	if (w->line && old[-1] && old[-1] + 1 == *old)
		return;
	while (w->line + n < w->nr && old[n] == *old + n)
		n++;
	fprintf(w->to, "=%u %u\n", *old - 1, n);
}

static void write_block(struct writer *w, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *at = memchr(text, '\n', end - text);
		bool is_new = !w->old[w->line];

		if (!w->begun)
			begin_line(w);
		w->begun = !at;
		if (is_new)
			fwrite(text, 1, (at ? at + 1 : end) - text, w->to);
		w->line += !!at;
		text = at ? at + 1 : end;
	}
}

bool serve_change_write(const struct serve_lines *before, const struct serve_lines *now,
			const struct fdd_bytes *gz, struct fdd_bytes *to)
{
	struct fdd_gunzip *g = fdd_gunzip_new(gz);
	uint32_t *old = find_old(before, now);
	struct writer w = { .old = old, .nr = now->nr };
	char block[BLOCK_SIZE];
	uint64_t size;
	ssize_t len;

	w.to = fdd_gzip_open(to, &size);
	while ((len = fdd_gunzip_read(g, block, sizeof(block))) > 0)
		write_block(&w, block, len);
	fclose(w.to);
	fdd_gunzip_free(g);
	free(old);
	return !len && !to->error;
}
