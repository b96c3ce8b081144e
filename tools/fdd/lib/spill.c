// SPDX-License-Identifier: GPL-2.0
/* Data that may not fit into memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/spill.h"
#include "lib/temp.h"
#include "lib/util.h"

#define SORT_LIMIT	(16u << 20)
#define TEXTS_LIMIT	(8u << 20)
#define WINDOW		4096u	/* of a file of texts */
#define MAX_READ	(1u << 20)	/* of a run at once */

/* The file */

static __attribute__((noreturn)) void cannot_create(void)
{
	fdd_error("cannot create a temporary file in %s: %s (set TMPDIR to another directory)",
		  fdd_temp_directory(), strerror(errno));
	exit(FDD_EXIT_INPUT);
}

/* Reading or writing a file fails. */
static __attribute__((noreturn)) void give_up(int error)
{
	fdd_error("temporary file in %s: %s", fdd_temp_directory(), strerror(error));
	exit(FDD_EXIT_INPUT);
}

static __attribute__((noreturn)) void no_room(uint64_t size)
{
	fdd_error("not enough room in %s to sort the calls: the temporary file has %llu MiB; set TMPDIR to another directory",
		  fdd_temp_directory(), (unsigned long long)size >> 20);
	exit(FDD_EXIT_INPUT);
}

static int open_file(void)
{
	int fd = fdd_temp_file();

	if (fd < 0)
		cannot_create();
	return fd;
}

static void write_at(int fd, const char *p, size_t len, uint64_t at)
{
	if (!fdd_temp_has_room(fd, len))
		no_room(at);
	while (len) {
		ssize_t n = pwrite(fd, p, len, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == ENOSPC)
			no_room(at);
		if (n < 0)
			give_up(errno);
		p += n;
		at += n;
		len -= n;
	}
}

static void read_at(int fd, char *p, size_t len, uint64_t at)
{
	while (len) {
		ssize_t n = pread(fd, p, len, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			give_up(n ? errno : EIO);
		p += n;
		at += n;
		len -= n;
	}
}

/* Sorting */

struct fdd_run {
	uint64_t	begin, end;	/* in the file */
	uint64_t	at;		/* offset in the file behind the buffer */
	char		*buf;
	size_t		next, nr;	/* items of the buffer */
	const struct fdd_sorter *sorter;
};

void fdd_sorter_init(struct fdd_sorter *s, size_t size,
		     int (*compare)(const void *a, const void *b), size_t limit)
{
	*s = (struct fdd_sorter){
		.size = size, .compare = compare, .limit = limit ? limit : SORT_LIMIT,
		.fd = -1,
	};
}

static void sort_items(struct fdd_sorter *s)
{
	if (s->nr)
		qsort(s->items, s->nr, s->size, s->compare);
	if (s->first && s->nr > s->first)
		s->nr = s->first;
}

static void write_run(struct fdd_sorter *s)
{
	uint64_t begin = s->nr_runs ? s->runs[s->nr_runs - 1].end : 0;

	if (s->fd < 0)
		s->fd = open_file();
	write_at(s->fd, s->items, s->nr * s->size, begin);
	GROW(s->runs, s->nr_runs, s->cap_runs);
	s->runs[s->nr_runs++] = (struct fdd_run){
		.begin = begin, .end = begin + s->nr * s->size,
	};
	s->nr = 0;
}

/* Drop items beyond @first; if that is not enough, write a run to the file. */
static void make_room(struct fdd_sorter *s)
{
	sort_items(s);
	if (s->nr > s->cap / 2)
		write_run(s);
}

void *fdd_sorter_add(struct fdd_sorter *s)
{
	size_t most = s->limit / s->size;

	if (s->first && s->first < most / 4)
		most = s->first * 4 + 64;
	if (s->nr == s->cap && s->cap < most) {
		s->cap = s->cap ? s->cap * 2 : 64;
		if (s->cap > most)
			s->cap = most;
		s->items = xrealloc(s->items, s->cap * s->size);
	} else if (s->nr == s->cap) {
		make_room(s);
	}
	return s->items + s->nr++ * s->size;
}

/* Merging: a heap of the runs, the one with the least item on top. */

static const char *item_of(const struct fdd_run *r)
{
	return r->buf + r->next * r->sorter->size;
}

/* Returns false at the end of the run. */
static bool fill_run(struct fdd_run *r, size_t items)
{
	const struct fdd_sorter *s = r->sorter;
	uint64_t left = (r->end - r->at) / s->size;

	r->nr = left < items ? left : items;
	r->next = 0;
	read_at(s->fd, r->buf, r->nr * s->size, r->at);
	r->at += r->nr * s->size;
	return r->nr;
}

static size_t items_of_buffer(const struct fdd_sorter *s)
{
	size_t bytes = s->limit / s->nr_runs;

	if (bytes > MAX_READ)
		bytes = MAX_READ;
	return bytes > s->size ? bytes / s->size : 1;
}

static bool before(const struct fdd_sorter *s, size_t i, size_t j)
{
	return s->compare(item_of(s->heap[i]), item_of(s->heap[j])) < 0;
}

static void sift_down(struct fdd_sorter *s, size_t i)
{
	for (;;) {
		size_t least = i, left = 2 * i + 1, right = left + 1;
		struct fdd_run *swap = s->heap[i];

		if (left < s->nr_heap && before(s, left, least))
			least = left;
		if (right < s->nr_heap && before(s, right, least))
			least = right;
		if (least == i)
			return;
		s->heap[i] = s->heap[least];
		s->heap[least] = swap;
		i = least;
	}
}

static void begin_merge(struct fdd_sorter *s)
{
	size_t items = items_of_buffer(s);

	if (!s->heap)
		s->heap = xmalloc(s->nr_runs * sizeof(struct fdd_run *));
	s->nr_heap = 0;
	for (size_t i = 0; i < s->nr_runs; i++) {
		struct fdd_run *r = &s->runs[i];

		r->sorter = s;
		r->at = r->begin;
		if (!r->buf)
			r->buf = xmalloc(items * s->size);
		if (fill_run(r, items))
			s->heap[s->nr_heap++] = r;
	}
	for (size_t i = s->nr_heap / 2; i--;)
		sift_down(s, i);
}

void fdd_sorter_rewind(struct fdd_sorter *s)
{
	s->last = NULL;
	s->next = 0;
	if (s->fd < 0) {
		sort_items(s);
		return;
	}
	if (s->nr) {
		sort_items(s);
		write_run(s);
	}
	/* free its memory for the buffers of the merge */
	free(s->items);
	s->items = NULL;
	s->cap = 0;
	begin_merge(s);
}

/* Advance the run of the item that was returned last. */
static void advance(struct fdd_sorter *s, struct fdd_run *r)
{
	if (++r->next == r->nr && !fill_run(r, items_of_buffer(s)))
		s->heap[0] = s->heap[--s->nr_heap];
	sift_down(s, 0);
}

const void *fdd_sorter_next(struct fdd_sorter *s)
{
	if (s->fd < 0)
		return s->next < s->nr ? s->items + s->next++ * s->size : NULL;
	if (s->last)
		advance(s, s->last);
	s->last = s->nr_heap ? s->heap[0] : NULL;
	return s->last ? item_of(s->last) : NULL;
}

void fdd_sorter_free(struct fdd_sorter *s)
{
	for (size_t i = 0; i < s->nr_runs; i++)
		free(s->runs[i].buf);
	free(s->runs);
	free(s->heap);
	free(s->items);
	if (s->size && s->fd >= 0)
		close(s->fd);
}

/* Texts: the number is the offset of a text; its length is stored before it. */

void fdd_texts_init(struct fdd_texts *t)
{
	*t = (struct fdd_texts){ .fd = -1 };
}

static void write_tail(struct fdd_texts *t)
{
	if (t->fd < 0)
		t->fd = open_file();
	write_at(t->fd, t->tail, t->len, t->written);
	t->written += t->len;
	t->len = 0;
}

uint64_t fdd_texts_add(struct fdd_texts *t, const char *text, size_t len)
{
	uint32_t length = len;
	uint64_t number;

	if (t->len >= TEXTS_LIMIT)
		write_tail(t);
	number = t->written + t->len;
	if (t->len + sizeof(length) + len > t->cap) {
		t->cap = (t->len + sizeof(length) + len) * 2;
		t->tail = xrealloc(t->tail, t->cap);
	}
	memcpy(t->tail + t->len, &length, sizeof(length));
	memcpy(t->tail + t->len + sizeof(length), text, len);
	t->len += sizeof(length) + len;
	return number;
}

/*
 * A part of the file that has @len bytes from @at on. Texts are mostly read in the order in which
 * they were added, so it also has what follows.
 */
static const char *window(struct fdd_texts *t, uint64_t at, size_t len)
{
	uint64_t left = t->written - at;

	if (at < t->window_at || at + len > t->window_at + t->window_len) {
		t->window = t->window ?: xmalloc(WINDOW);
		t->window_at = at;
		t->window_len = left < WINDOW ? left : WINDOW;
		read_at(t->fd, t->window, t->window_len, at);
	}
	return t->window + (at - t->window_at);
}

/* A text is either in the file or in the tail. */
static void get(struct fdd_texts *t, uint64_t at, char *to, size_t len)
{
	if (at >= t->written)
		memcpy(to, t->tail + (at - t->written), len);
	else if (len > WINDOW)
		read_at(t->fd, to, len, at);
	else
		memcpy(to, window(t, at, len), len);
}

void fdd_texts_get(struct fdd_texts *t, uint64_t number, struct fdd_text_copy *to)
{
	uint32_t length;

	get(t, number, (char *)&length, sizeof(length));
	to->len = length;
	if (to->len >= to->cap) {
		to->cap = to->len * 2 + 64;
		to->text = xrealloc(to->text, to->cap);
	}
	get(t, number + sizeof(length), to->text, length);
	to->text[length] = '\0';
}

void fdd_texts_free(struct fdd_texts *t)
{
	free(t->window);
	free(t->tail);
	if (t->cap && t->fd >= 0)
		close(t->fd);
}
