// SPDX-License-Identifier: GPL-2.0
/* The stacks of calls, see model/stacks.h. */
#include <stdlib.h>

#include "model/stacks.h"

/* Keep it small: a trace may have a million stacks. */
struct fdd_stack_slab {
	struct fdd_stack_slab	*next;
	struct fdd_stack	stacks[1023];
};

const struct fdd_body *fdd_stack_body(const struct fdd_stack *stack)
{
	return stack->body;
}

uint64_t fdd_body_id(const struct fdd_body *b)
{
	return b->id;
}

uint64_t fdd_body_epoch(const struct fdd_body *b)
{
	return b->epoch;
}

bool fdd_body_shared(const struct fdd_body *b)
{
	return b->shared;
}

const struct fdd_frame *fdd_body_around(const struct fdd_body *b, uint64_t time)
{
	unsigned int low = 0, high = b->waiting < b->nr ? b->waiting : b->nr;
	const struct fdd_call *call;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (b->frames[mid].call.calltime <= time)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	call = &b->frames[low - 1].call;
	return time < call->calltime + call->duration ? &b->frames[low - 1] : NULL;
}

bool fdd_body_went_below(const struct fdd_body *b, unsigned int depth, uint64_t seq)
{
	unsigned int i = b->nr_returns;

	while (i && b->returns[i - 1].depth >= depth)
		i--;
	return i && b->returns[i - 1].seq > seq;
}

static void free_frames(struct fdd_body *b)
{
	if (b->frames)
		free(b->frames - FDD_GUARDS);
	b->frames = NULL;
}

static void free_body(struct fdd_body *b)
{
	if (!b)
		return;
	free_frames(b);
	free(b->folds);
	free(b->returns);
	free(b);
}

void fdd_stacks_free(struct fdd_model *m)
{
	for (uint32_t i = 0; i < m->nr_stacks; i++)
		if (m->stacks[i])
			free_body(m->stacks[i]->body);
	while (m->slabs) {
		struct fdd_stack_slab *next = m->slabs->next;

		free(m->slabs);
		m->slabs = next;
	}
	free(m->stacks);
	m->stacks = NULL;
	m->nr_stacks = 0;
	fdd_map_free(&m->stack_numbers);
	while (m->free_bodies) {
		struct fdd_body *next = m->free_bodies->next;

		free_body(m->free_bodies);
		m->free_bodies = next;
	}
}

void fdd_free_unused_frames(struct fdd_model *m)
{
	for (struct fdd_body *b = m->free_bodies; b; b = b->next) {
		m->frames -= b->cap;
		free_frames(b);
		b->cap = 0;
		free(b->returns);
		b->returns = NULL;
		b->cap_returns = 0;
	}
}

enum stack_kind {
	STACK_TASK,
	STACK_CPU,		/* tasks without a name in the trace */
	STACK_IDLE,
	STACK_IRQ,		/* plus the context */
};

static uint64_t stack_key(uint16_t source, unsigned int kind, uint32_t id)
{
	return (uint64_t)source << 40 | (uint64_t)kind << 32 | id;
}

static uint64_t key_of_call(const struct fdd_call *call)
{
	if (call->context != FDD_CTX_TASK)
		return stack_key(call->source, STACK_IRQ + call->context, call->cpu);
	if (call->pid < 0)
		return stack_key(call->source, STACK_CPU, call->cpu);
	if (call->pid == 0)
		return stack_key(call->source, STACK_IDLE, call->cpu);
	return stack_key(call->source, STACK_TASK, call->pid);
}

static bool is_one_too_many(struct fdd_model *m, const struct fdd_call *call, uint64_t key)
{
	return m->last_stack >= FDD_MAX_STACKS && call->context == FDD_CTX_TASK &&
	       call->pid > 0 && !fdd_map_find(&m->stack_numbers, key);
}

/* Under the lock. The key of one task too many becomes that of its CPU. */
static uint32_t find_number(struct fdd_model *m, const struct fdd_call *call, uint64_t *key)
{
	uint64_t *number;

	if (is_one_too_many(m, call, *key)) {
		m->more_tasks = true;
		*key = stack_key(call->source, STACK_CPU, call->cpu);
	}
	number = fdd_map_get(&m->stack_numbers, *key);
	if (!*number)
		*number = ++m->last_stack;
	return *number;
}

static uint32_t number_of(struct fdd_model *m, struct fdd_stack_numbers *recent,
			  const struct fdd_call *call)
{
	uint64_t key = key_of_call(call);
	struct fdd_map_slot *slot = &recent->slots[key % ARRAY_SIZE(recent->slots)];

	if (slot->value && slot->key == key)
		return slot->value;
	pthread_mutex_lock(&m->numbers_lock);
	slot->value = find_number(m, call, &key);
	slot->key = key;
	pthread_mutex_unlock(&m->numbers_lock);
	return slot->value;
}

uint32_t fdd_stack_number(struct fdd_model *m, const struct fdd_call *call)
{
	return number_of(m, &m->reader_numbers, call);
}

uint32_t fdd_stack_of_call(struct fdd_model *m, const struct fdd_call *call)
{
	return call->stack ? call->stack : number_of(m, &m->model_numbers, call);
}

static struct fdd_stack *new_stack(struct fdd_model *m)
{
	struct fdd_stack_slab *slab = m->slabs;

	if (!slab || m->nr_slab == ARRAY_SIZE(slab->stacks)) {
		slab = xmalloc(sizeof(*slab));
		slab->next = m->slabs;
		m->slabs = slab;
		m->nr_slab = 0;
	}
	return &slab->stacks[m->nr_slab++];
}

__attribute__((noinline)) struct fdd_stack *
fdd_stack_add(struct fdd_model *m, const struct fdd_call *call, uint32_t number)
{
	struct fdd_stack *s = new_stack(m);

	*s = (struct fdd_stack){
		.source = call->source,
		.context = call->context,
		.per_task = call->context != FDD_CTX_TASK || !call->pid ||
			    (call->pid > 0 && number <= FDD_MAX_STACKS),
		.off_asked = call->context != FDD_CTX_TASK && m->want_irqs ? FDD_ASK_OFF : 0,
	};
	GROW_TO(m->stacks, m->nr_stacks, number);
	m->stacks[number] = s;
	return s;
}

struct fdd_stack *fdd_stack_interrupted(struct fdd_model *m, const struct fdd_call *call)
{
	struct fdd_call of_task = *call;

	of_task.context = FDD_CTX_TASK;
	of_task.stack = 0;
	return fdd_stack_of(m, &of_task);
}

const struct fdd_body *fdd_task_body(struct fdd_model *m, const struct fdd_stack *s,
				     const struct fdd_call *call)
{
	const struct fdd_body *b;

	if (call->context == FDD_CTX_TASK)
		return s->body;
	b = fdd_stack_interrupted(m, call)->body;
	return b ? b : s->body;
}

void fdd_body_give(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;

	if (!b)
		return;
	b->nr = 0;
	b->nr_folds = 0;
	b->nr_returns = 0;
	b->epoch++;
	b->next = m->free_bodies;
	m->free_bodies = b;
	s->body = NULL;
}
