// SPDX-License-Identifier: GPL-2.0
/* The limits of stacks, see model/folds.h. */
#include "model/callers.h"
#include "model/folds.h"

#define FOLD_SIZE	64
#define MAX_FOLDS	4096

/* Limit of all stacks, 30 MB. Beyond it the least recently used ones are emptied. */
#define MAX_ALL_FRAMES	(1u << 18)
#define LARGE_STACK	(1u << 12)

static void add_fold(struct fdd_body *b, const struct fdd_frame *frames,
		     unsigned int nr)
{
	struct fdd_fold *f;

	GROW(b->folds, b->nr_folds, b->cap_folds);
	f = &b->folds[b->nr_folds++];
	*f = (struct fdd_fold){
		.start = frames[0].call.calltime,
		.end = frames[nr - 1].call.calltime + frames[nr - 1].call.duration,
		.depth = frames[0].call.depth,
	};
	for (unsigned int i = 0; i < nr; i++) {
		f->duration += frames[i].call.duration;
		if (frames[i].call.depth < f->depth)
			f->depth = frames[i].call.depth;
	}
}

static void halve_folds(struct fdd_body *b)
{
	for (unsigned int i = 0; i < b->nr_folds / 2; i++) {
		struct fdd_fold *a = &b->folds[2 * i], *c = &b->folds[2 * i + 1];

		b->folds[i] = (struct fdd_fold){
			.start = a->start,
			.end = c->end,
			.duration = a->duration + c->duration,
			.depth = a->depth < c->depth ? a->depth : c->depth,
		};
	}
	b->nr_folds /= 2;
}

void fdd_fold_oldest(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;
	unsigned int half = b->nr / 2;

	fdd_tell_orphans(m, s, 0, half);
	m->folded += half;
	for (unsigned int i = 0; i < half; i += FOLD_SIZE) {
		if (b->nr_folds == MAX_FOLDS)
			halve_folds(b);
		add_fold(b, b->frames + i,
			 half - i < FOLD_SIZE ? half - i : FOLD_SIZE);
	}
	memmove(b->frames, b->frames + half, (b->nr - half) * sizeof(*b->frames));
	b->nr -= half;
}

static void resize_frames(struct fdd_model *m, struct fdd_body *b, unsigned int cap)
{
	struct fdd_frame *guards = b->frames ? b->frames - FDD_GUARDS : NULL;

	m->frames += cap - (uint64_t)b->cap;
	guards = xrealloc(guards, (FDD_GUARDS + cap) * sizeof(*guards));
	memset(guards, 0, FDD_GUARDS * sizeof(*guards));
	b->frames = guards + FDD_GUARDS;
	b->cap = cap;
}

/* Large stacks keep the latest calls only, and the sum of the time of the others. */
static void fold_large(struct fdd_model *m, const struct fdd_stack *except)
{
	for (uint32_t i = 0; i < m->nr_stacks; i++) {
		struct fdd_stack *s = m->stacks[i];

		if (!s || s == except || !s->body || s->body->nr <= LARGE_STACK)
			continue;
		while (s->body->nr > LARGE_STACK)
			fdd_fold_oldest(m, s);
		resize_frames(m, s->body, s->body->nr + 16);
	}
}

static uint64_t last_used(const struct fdd_body *b)
{
	return b->nr ? b->frames[b->nr - 1].seq : 0;
}

static uint64_t average_use(const struct fdd_model *m)
{
	unsigned __int128 sum = 0;
	uint64_t nr = 0;

	for (uint32_t i = 0; i < m->nr_stacks; i++) {
		if (!m->stacks[i] || !m->stacks[i]->body)
			continue;
		sum += last_used(m->stacks[i]->body);
		nr++;
	}
	return nr ? sum / nr : 0;
}

static void flush_oldest(struct fdd_model *m, const struct fdd_stack *except)
{
	uint64_t average = average_use(m);

	for (uint32_t i = 0; i < m->nr_stacks; i++) {
		struct fdd_stack *s = m->stacks[i];

		if (!s || s == except || !s->body || last_used(s->body) > average)
			continue;
		m->folded += s->body->nr;
		fdd_flush_stack(m, s);
	}
}

/* Not from within a callback of a sink. @except is not emptied. */
static __attribute__((cold)) void drop_frames(struct fdd_model *m, const struct fdd_stack *except)
{
	fdd_free_unused_frames(m);
	if (m->frames <= MAX_ALL_FRAMES / 2)
		return;
	fold_large(m, except);
	if (m->frames <= MAX_ALL_FRAMES / 2)
		return;
	flush_oldest(m, except);
	fdd_free_unused_frames(m);
}

__attribute__((noinline)) void fdd_grow_frames(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;

	resize_frames(m, b, b->cap ? b->cap * 2 : 16);
	if (m->frames > MAX_ALL_FRAMES)
		drop_frames(m, s);
}

struct fdd_body *fdd_body_new(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b;

	if (!m->free_bodies && m->frames > MAX_ALL_FRAMES)
		drop_frames(m, s);
	b = m->free_bodies;
	if (b) {
		m->free_bodies = b->next;
	} else {
		b = xcalloc(1, sizeof(*b));
		b->id = m->nr_bodies++;
	}
	b->shared = !s->per_task;
	s->body = b;
	return b;
}

uint64_t fdd_unfold(struct fdd_model *m, struct fdd_body *b, const struct fdd_call *call)
{
	uint64_t sum = 0, part;

	while (b->nr_folds) {
		struct fdd_fold *f = &b->folds[b->nr_folds - 1];

		if (f->depth <= call->depth ||
		    (!(call->flags & FDD_CALL_NO_TIME) &&
		     f->start + call->slack < call->calltime))
			break;
		sum += f->duration;
		b->nr_folds--;
	}
	if (b->nr_folds) {
		struct fdd_fold *f = &b->folds[b->nr_folds - 1];

		part = fdd_part_within(f->end, f->duration, call);
		f->duration -= part;
		f->end = part ? call->calltime : f->end;
		m->unfolded += part > 0;
		sum += part;
	}
	return sum;
}
