// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the caller of each call.
 *
 * DOC: the stacks
 *
 * A call is recorded at its return, after its callees. A stack holds the calls that have
 * returned and whose caller has not: when a call arrives that is less deep and began
 * earlier, the calls on top of the stack that began within it are its callees. This needs
 * no entry records, and is exact if no record is missing.
 *
 * Records may be missing: the caller was below the threshold or was filtered (the depths
 * have a gap), or it was lost, or it had not returned when the trace ended. Such a call has
 * a filtered or unknown caller; its time is subtracted from the self time of the nearest
 * recorded call around it.
 *
 * There is one stack per task, for all CPUs; one per CPU for the idle tasks, which all have
 * pid 0, and for tasks that the trace does not name; and one per CPU and kind of interrupt.
 */
#include <assert.h>
#include <stdlib.h>

#include "lib/clean.h"
#include "model/model.h"

/*
 * A stack may hold this many calls, in case their caller never comes: a
 * kernel thread's main loop does not return. Then the older half is folded
 * into blocks that remember only the time.
 */
#define MAX_FRAMES	(1u << 16)
#define FOLD_SIZE	64
#define GUARDS		2	/* frames in front of those of a stack, see take_few_callees() */
#define MAX_FOLDS	4096

/* While traces are read, of 200 MiB: sorting and printing need memory, too. */
#define MAX_RESIDENT	(160u << 20)
#define LOOK_AFTER	(1u << 20)	/* so many bytes: to look takes time */

/* Limit of all stacks, 30 MB. Beyond it the least recently used ones are emptied. */
#define MAX_ALL_FRAMES	(1u << 18)
#define LARGE_STACK	(1u << 12)

/* Calls that do not wait for their caller any longer, though it may still arrive. */
struct fold {
	uint64_t	start;		/* of the first call */
	uint64_t	end;		/* of the last call */
	uint64_t	duration;	/* sum */
	uint16_t	depth;		/* the least depth */
};

/* A call of a depth returned. */
struct last_return {
	uint64_t	seq;
	unsigned int	depth;
};

/* The state that only a stack with waiting calls needs; then another stack may reuse it. */
struct fdd_body {
	struct fdd_body		*next;
	uint64_t		id;
	uint64_t		epoch;		/* outermost calls so far */
	bool			shared;		/* by tasks that the trace does not name */
	struct fdd_frame	*frames;
	unsigned int		nr, cap;
	unsigned int		waiting;	/* number of them, while sinks get a call */
	struct fold		*folds;
	unsigned int		nr_folds, cap_folds;
	/*
	 * The last returns, each one deeper than the one before: a return hides earlier ones that
	 * are as deep or deeper. Not an array by depth, which the depth in a trace could make
	 * large for each task.
	 */
	struct last_return	*returns;
	unsigned int		nr_returns, cap_returns;
};

#define ASK_OFF		UINT32_MAX	/* look up sleep for each call */

struct fdd_stack {
	uint16_t		source;
	uint8_t			context;
	bool			per_task;	/* of one task, not shared by tasks of a CPU */
	struct fdd_body		*body;
	struct fdd_off_task	*off;		/* of the task; NULL: unknown */
	uint32_t		off_asked;	/* number of known tasks at the last look-up */
	uint16_t		irq_cpu;	/* 1 + the CPU with interrupts on top of it, or 0 */
};

/* Keep it small: a trace may have a million stacks. */
struct fdd_stack_slab {
	struct fdd_stack_slab	*next;
	struct fdd_stack	stacks[1023];
};

/* The interrupt stacks of one CPU of one source. */
struct fdd_cpu_irqs {
	struct fdd_stack	*stacks[FDD_CTX_NR];
	uint8_t			open;		/* bits of the stacks that hold calls */
	int32_t			pid;		/* of the task that they interrupted */
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

/* Has a call less deep than @depth returned after number @seq? */
static bool went_below(const struct fdd_body *b, unsigned int depth, uint64_t seq)
{
	unsigned int i = b->nr_returns;

	while (i && b->returns[i - 1].depth >= depth)
		i--;
	return i && b->returns[i - 1].seq > seq;
}

struct fdd_model *fdd_model_new(void)
{
	static const char *const special[] = {
		[FDD_FUNC_NONE] = "(none)",
		[FDD_FUNC_FILTERED] = "(filtered)",
		[FDD_FUNC_UNKNOWN] = "(unknown)",
		[FDD_FUNC_INTERRUPT] = "(interrupt)",
		[FDD_FUNC_OTHER] = "(other functions)",
	};
	struct fdd_model *m = xcalloc(1, sizeof(*m));

	pthread_mutex_init(&m->numbers_lock, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		fdd_names_get(&m->funcs, special[i], strlen(special[i]));
	for (size_t i = 0; i < ARRAY_SIZE(fdd_off_funcs); i++)
		fdd_names_get(&m->funcs, fdd_off_funcs[i], strlen(fdd_off_funcs[i]));
	m->funcs.most = FDD_MAX_NAMES;
	m->funcs.most_text = FDD_MAX_FUNC_TEXT;
	m->funcs.most_len = FDD_MAX_FUNC_LEN;
	m->funcs.other = FDD_FUNC_OTHER;
	fdd_names_get(&m->comms, "", 0);
	m->comms.most = FDD_MAX_NAMES;
	m->comms.most_text = FDD_MAX_COMM_TEXT;
	m->comms.most_len = FDD_MAX_COMM_LEN;
	m->comms.other = fdd_names_get(&m->comms, "<...>", 5);
	fdd_names_get(&m->args, "", 0);
	m->args.most = FDD_MAX_NAMES;
	m->args.most_text = FDD_MAX_ARGS_TEXT;
	m->args.most_len = FDD_MAX_ARGS_LEN;
	m->args.other = fdd_names_get(&m->args, "...", 3);
	fdd_names_get(&m->modules, "", 0);
	return m;
}

static void free_frames(struct fdd_body *b)
{
	if (b->frames)
		free(b->frames - GUARDS);
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

static void free_stacks(struct fdd_model *m)
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

void fdd_model_forget_tasks(struct fdd_model *m)
{
	free_stacks(m);
	fdd_offs_free(&m->offs);
}

void fdd_model_free(struct fdd_model *m)
{
	fdd_model_forget_tasks(m);
	pthread_mutex_destroy(&m->numbers_lock);
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		free(m->sources[i].path);
		free(m->sources[i].label);
		free(m->sources[i].tracer);
		free(m->sources[i].machine);
		free(m->sources[i].host);
		free(m->sources[i].unparsed_text);
		free(m->sources[i].irqs);
		fdd_stats_free(m->sources[i].stats);
		fdd_clock_free(&m->sources[i].clock);
	}
	free(m->sources);
	free(m->interrupt_known);
	free(m->func_modules);
	fdd_names_free(&m->funcs);
	fdd_names_free(&m->comms);
	fdd_names_free(&m->args);
	fdd_names_free(&m->modules);
	free(m);
}

static void add_sink(struct fdd_sinks *sinks, struct fdd_sink *sink, bool wanted)
{
	size_t nr = 0;

	if (!wanted)
		return;
	while (sinks->list[nr])
		nr++;
	assert(nr + 1 < ARRAY_SIZE(sinks->list));
	sinks->list[nr] = sink;
}

void fdd_model_add_sink(struct fdd_model *m, struct fdd_sink *sink)
{
	add_sink(&m->to_call, sink, sink->call);
	add_sink(&m->to_caller, sink, sink->caller);
	add_sink(&m->to_orphan, sink, sink->orphan);
	add_sink(&m->to_note, sink, sink->note);
}

/* Call the callback of that name of all sinks in a list. */
#define TELL(sinks, callback, ...)						\
	do {									\
		for (struct fdd_sink **s_ = (sinks)->list; *s_; s_++)		\
			(*s_)->callback(*s_, __VA_ARGS__);			\
	} while (0)

/* The first source with this name as host, or as label if it has no host. */
static uint16_t first_of_host(const struct fdd_model *m, const char *name)
{
	uint16_t i = 0;

	while (strcmp(fdd_source_host(&m->sources[i]), name))
		i++;
	return i;
}

uint16_t fdd_model_add_source(struct fdd_model *m, const char *path,
			      const char *label)
{
	struct fdd_source *src;

	if (m->nr_sources == UINT16_MAX) {
		fdd_error("more than %u sources", UINT16_MAX);
		exit(1);
	}
	m->sources = xrealloc(m->sources, (m->nr_sources + 1) * sizeof(*src));
	src = &m->sources[m->nr_sources];
	*src = (struct fdd_source){
		.path = xstrdup(path),
		.label = xstrdup(label),
		.format = "text",
	};
	src->same_host = first_of_host(m, label);
	return m->nr_sources++;
}

/*
 * The second word of "Linux build1 6.12.0 x86_64". It comes from the trace, so accept it
 * only if it has the characters of a host name.
 */
static char *host_of(const char *machine)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
	const char *name = strchr(machine, ' ');
	size_t len = name ? strspn(++name, letters) : 0;

	return len && len < 256 && name[len] == ' ' ? xstrndup(name, len) : NULL;
}

void fdd_model_set_machine(struct fdd_model *m, uint16_t source,
			   const char *machine)
{
	struct fdd_source *src = &m->sources[source];

	src->machine = xstrdup(machine);
	src->host = host_of(machine);
	if (!src->host)
		return;
	src->same_host = first_of_host(m, src->host);
	if (m->label_hosts && !src->labelled) {
		free(src->label);
		src->label = xstrdup(src->host);
	}
}

const char *fdd_source_host(const struct fdd_source *src)
{
	return src->host ? src->host : src->label;
}

void fdd_source_unparsed(struct fdd_source *src, uint64_t line,
			 const char *text, size_t len)
{
	if (!src->unparsed++) {
		src->unparsed_line = line;
		src->unparsed_text = fdd_clean_copy(text, len < 60 ? len : 60);
	}
	fdd_debug("%s:%llu: cannot parse: %.*s", src->path,
		  (unsigned long long)line, (int)(len < 200 ? len : 200), text);
}

/* Stacks. */

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

static __attribute__((noinline)) struct fdd_stack *
add_stack(struct fdd_model *m, const struct fdd_call *call, uint32_t number)
{
	struct fdd_stack *s = new_stack(m);

	*s = (struct fdd_stack){
		.source = call->source,
		.context = call->context,
		.per_task = call->context != FDD_CTX_TASK || !call->pid ||
			    (call->pid > 0 && number <= FDD_MAX_STACKS),
		.off_asked = call->context != FDD_CTX_TASK && m->want_irqs ? ASK_OFF : 0,
	};
	GROW_TO(m->stacks, m->nr_stacks, number);
	m->stacks[number] = s;
	return s;
}

static __always_inline struct fdd_stack *stack_of(struct fdd_model *m,
						  const struct fdd_call *call)
{
	uint32_t number = fdd_stack_of_call(m, call);

	if (number < m->nr_stacks && m->stacks[number])
		return m->stacks[number];
	return add_stack(m, call, number);
}

static void drop_frames(struct fdd_model *m, const struct fdd_stack *except)
	__attribute__((cold));

static __always_inline struct fdd_body *take_body(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;

	if (b)
		return b;
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

/* The stack of the task that an interrupt is on top of. */
static struct fdd_stack *interrupted_stack(struct fdd_model *m, const struct fdd_call *call)
{
	struct fdd_call of_task = *call;

	of_task.context = FDD_CTX_TASK;
	of_task.stack = 0;
	return stack_of(m, &of_task);
}

const struct fdd_body *fdd_task_body(struct fdd_model *m, const struct fdd_stack *s,
				     const struct fdd_call *call)
{
	const struct fdd_body *b;

	if (call->context == FDD_CTX_TASK)
		return s->body;
	b = interrupted_stack(m, call)->body;
	return b ? b : s->body;
}

static void give_body(struct fdd_model *m, struct fdd_stack *s)
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

static struct fdd_cpu_irqs *cpu_irqs(struct fdd_source *src, uint16_t cpu)
{
	GROW_TO(src->irqs, src->nr_irqs, cpu);
	return &src->irqs[cpu];
}

/* Calling the sinks. */

static enum fdd_caller_kind callee_kind(struct fdd_model *m,
					const struct fdd_frame *callee,
					const struct fdd_call *call)
{
	if (callee->call.depth == call->depth + 1)
		return FDD_CALLER_DIRECT;
	return callee->seq <= m->lost_seq ? FDD_CALLER_UNKNOWN :
					    FDD_CALLER_FILTERED;
}

static void tell_callees(struct fdd_model *m, struct fdd_stack *s,
			 struct fdd_frame *callees, unsigned int nr,
			 struct fdd_frame *parent)
{
	for (unsigned int i = 0; i < nr; i++)
		TELL(&m->to_caller, caller, s, &callees[i], parent,
		     callee_kind(m, &callees[i], &parent->call));
}

static void tell_orphan(struct fdd_model *m, struct fdd_stack *s,
			struct fdd_frame *frame, enum fdd_caller_kind kind)
{
	TELL(&m->to_caller, caller, s, frame, NULL, kind);
	TELL(&m->to_orphan, orphan, frame);
}

/* Callers that are not recorded. */

/*
 * A call without a recorded caller. If a less deep call returned after it on the same
 * stack, its caller has returned too and was filtered. Otherwise the caller has not
 * returned, or was lost.
 */
static enum fdd_caller_kind orphan_kind(struct fdd_model *m, struct fdd_stack *s,
					const struct fdd_frame *frame)
{
	if (s->context != FDD_CTX_TASK)
		return FDD_CALLER_INTERRUPT;
	if (frame->call.depth == 0)
		return FDD_CALLER_NONE;
	if (frame->seq <= m->lost_seq)
		return FDD_CALLER_UNKNOWN;
	if (went_below(s->body, frame->call.depth, frame->seq))
		return FDD_CALLER_FILTERED;
	return FDD_CALLER_UNKNOWN;
}

static void tell_orphans(struct fdd_model *m, struct fdd_stack *s,
			 unsigned int from, unsigned int to)
{
	struct fdd_frame *frames = s->body->frames;

	for (unsigned int i = from; i < to; i++)
		tell_orphan(m, s, &frames[i], orphan_kind(m, s, &frames[i]));
}

static void flush_stack(struct fdd_model *m, struct fdd_stack *s)
{
	if (!s->body)
		return;
	tell_orphans(m, s, 0, s->body->nr);
	give_body(m, s);
}

/*
 * The interrupts of a rank above @context have ended on a CPU. Those of a higher rank came
 * last, or they had ended before.
 */
static void end_interrupts_above(struct fdd_model *m, struct fdd_cpu_irqs *irqs, int context)
{
	for (int ctx = context + 1; ctx < FDD_CTX_NR; ctx++) {
		if (!(irqs->open & 1u << ctx))
			continue;
		flush_stack(m, irqs->stacks[ctx]);
		irqs->open &= ~(1u << ctx);
	}
}

/* A task runs: the interrupts on top of it have ended, also on the CPU that it came from. */
static __attribute__((noinline)) void
end_interrupts_of_task(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
		       int32_t pid)
{
	struct fdd_cpu_irqs *irqs = cpu_irqs(src, s->irq_cpu - 1);

	if (irqs->pid == pid)
		end_interrupts_above(m, irqs, FDD_CTX_TASK);
	s->irq_cpu = 0;
}

/* An interrupt has ended when its CPU runs a context of lower rank. */
static __always_inline void end_interrupts(struct fdd_model *m, struct fdd_source *src,
					   struct fdd_stack *s, const struct fdd_call *call)
{
	struct fdd_cpu_irqs *irqs;

	if (s->irq_cpu)
		end_interrupts_of_task(m, src, s, call->pid);
	if (call->cpu >= src->nr_irqs)
		return;
	irqs = &src->irqs[call->cpu];
	if (irqs->open >> (call->context + 1))
		end_interrupts_above(m, irqs, call->context);
}

static void begin_interrupt(struct fdd_model *m, struct fdd_source *src, struct fdd_stack *s,
			    const struct fdd_call *call)
{
	struct fdd_cpu_irqs *irqs = cpu_irqs(src, call->cpu);
	struct fdd_stack *task = interrupted_stack(m, call);

	if (task->irq_cpu && task->irq_cpu != call->cpu + 1)
		end_interrupts_of_task(m, src, task, call->pid);
	if (irqs->pid != call->pid)
		end_interrupts_above(m, irqs, FDD_CTX_TASK);
	m->has_interrupts = true;
	task->irq_cpu = call->cpu + 1;
	irqs->pid = call->pid;
	irqs->stacks[s->context] = s;
	irqs->open |= 1u << s->context;
}

/* Folding. */

static void add_fold(struct fdd_body *b, const struct fdd_frame *frames,
		     unsigned int nr)
{
	struct fold *f;

	GROW(b->folds, b->nr_folds, b->cap_folds);
	f = &b->folds[b->nr_folds++];
	*f = (struct fold){
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
		struct fold *a = &b->folds[2 * i], *c = &b->folds[2 * i + 1];

		b->folds[i] = (struct fold){
			.start = a->start,
			.end = c->end,
			.duration = a->duration + c->duration,
			.depth = a->depth < c->depth ? a->depth : c->depth,
		};
	}
	b->nr_folds /= 2;
}

static void fold_oldest(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;
	unsigned int half = b->nr / 2;

	tell_orphans(m, s, 0, half);
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

/*
 * The limit of all stacks.
 */

static void resize_frames(struct fdd_model *m, struct fdd_body *b, unsigned int cap)
{
	struct fdd_frame *guards = b->frames ? b->frames - GUARDS : NULL;

	m->frames += cap - (uint64_t)b->cap;
	guards = xrealloc(guards, (GUARDS + cap) * sizeof(*guards));
	memset(guards, 0, GUARDS * sizeof(*guards));
	b->frames = guards + GUARDS;
	b->cap = cap;
}

static __attribute__((noinline)) void grow_frames(struct fdd_model *m, struct fdd_stack *s)
{
	struct fdd_body *b = s->body;

	resize_frames(m, b, b->cap ? b->cap * 2 : 16);
	if (m->frames > MAX_ALL_FRAMES)
		drop_frames(m, s);
}

/* Large stacks keep the latest calls only, and the sum of the time of the others. */
static void fold_large(struct fdd_model *m, const struct fdd_stack *except)
{
	for (uint32_t i = 0; i < m->nr_stacks; i++) {
		struct fdd_stack *s = m->stacks[i];

		if (!s || s == except || !s->body || s->body->nr <= LARGE_STACK)
			continue;
		while (s->body->nr > LARGE_STACK)
			fold_oldest(m, s);
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
		flush_stack(m, s);
	}
}

static void free_unused_frames(struct fdd_model *m)
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

/* Not from within a callback of a sink. @except is not emptied. */
static void drop_frames(struct fdd_model *m, const struct fdd_stack *except)
{
	free_unused_frames(m);
	if (m->frames <= MAX_ALL_FRAMES / 2)
		return;
	fold_large(m, except);
	if (m->frames <= MAX_ALL_FRAMES / 2)
		return;
	flush_oldest(m, except);
	free_unused_frames(m);
}

/*
 * The folded time within the call; an upper limit if the call begins within a block.
 */
static uint64_t unfold(struct fdd_model *m, struct fdd_body *b, const struct fdd_call *call)
{
	uint64_t sum = 0, part;

	while (b->nr_folds) {
		struct fold *f = &b->folds[b->nr_folds - 1];

		if (f->depth <= call->depth ||
		    (!(call->flags & FDD_CALL_NO_TIME) &&
		     f->start + call->slack < call->calltime))
			break;
		sum += f->duration;
		b->nr_folds--;
	}
	if (b->nr_folds) {
		struct fold *f = &b->folds[b->nr_folds - 1];

		part = fdd_part_within(f->end, f->duration, call);
		f->duration -= part;
		f->end = part ? call->calltime : f->end;
		m->unfolded += part > 0;
		sum += part;
	}
	return sum;
}

/* Calls. */

static __always_inline bool within(const struct fdd_call *callee, const struct fdd_call *call,
				   bool no_time)
{
	if (callee->depth <= call->depth)
		return false;
	return no_time || callee->calltime + call->slack >= call->calltime;
}

/*
 * The time of the callees of a call, the frames below @first down to the new @first. Those deeper
 * than @behind are callees of a call that is missing.
 */
static __always_inline uint64_t take_callees(struct fdd_model *m, const struct fdd_body *b,
					     const struct fdd_call *call, bool no_time,
					     unsigned int behind, unsigned int *first)
{
	unsigned int i = *first;
	uint64_t sum = 0;

	while (i && within(&b->frames[i - 1].call, call, no_time)) {
		i--;
		sum += b->frames[i].call.duration;
		m->gaps += b->frames[i].call.depth > behind;
	}
	*first = i;
	return sum;
}

/*
 * take_callees() of a call with a time. Nobody can predict how many callees a call has, so there
 * is no branch for the last few. Below the frames of a stack there are as many guards with depth
 * 0, which are callees of none.
 */
static __always_inline uint64_t take_few_callees(struct fdd_model *m, const struct fdd_body *b,
						 const struct fdd_call *call,
						 unsigned int *first)
{
	uint64_t since = call->calltime > call->slack ? call->calltime - call->slack : 0;
	const struct fdd_frame *end = &b->frames[b->nr];
	unsigned int nr = 0, gaps = 0;
	uint64_t sum = 0;
	bool in = true;

	for (int i = 1; i <= GUARDS; i++) {
		const struct fdd_call *callee = &end[-i].call;

		in &= (callee->depth > call->depth) & (callee->calltime >= since);
		sum += callee->duration & -(uint64_t)in;
		gaps += in & (callee->depth > call->depth + 1);
		nr += in;
	}
	m->gaps += gaps;
	*first = b->nr - nr;
	if (in)
		sum += take_callees(m, b, call, false, call->depth + 1, first);
	return sum;
}

/*
 * Without call times, take the start of the first callee as the start of a call, or its
 * own position if it has no callees.
 */
static void guess_calltime(struct fdd_frame *frame, const struct fdd_frame *first)
{
	if (first->call.calltime < frame->call.calltime)
		frame->call.calltime = first->call.calltime;
}

/*
 * The frame of a call, whose callees are the frames from @first on: behind them, or in the
 * place of the first one if no sink needs them any longer.
 */
static __always_inline struct fdd_frame *
make_frame(struct fdd_model *m, struct fdd_body *b, const struct fdd_call *call,
	   unsigned int *first, bool in_place)
{
	struct fdd_frame *frame;
	unsigned int i = b->nr, behind = call->depth + 1;
	uint64_t sub;

	/* a self time that was measured does not depend on calls that are missing */
	if (call->flags & FDD_CALL_SELF)
		behind = FDD_MAX_DEPTH;
	sub = take_callees(m, b, call, call->flags & FDD_CALL_NO_TIME, behind, &i);
	if (b->nr_folds && !i)
		sub += unfold(m, b, call);
	*first = b->waiting = i;
	if (!in_place || call->flags & FDD_CALL_NO_TIME)
		i = b->nr;
	frame = &b->frames[i];
	frame->call = *call;
	if (call->flags & FDD_CALL_NO_TIME)
		guess_calltime(frame, &b->frames[*first]);
	frame->self = sub < call->duration ? call->duration - sub : 0;
	frame->tag = 0;
	frame->from = FDD_FUNC_NONE;
	return frame;
}

static __always_inline void note_return(struct fdd_body *b, unsigned int depth, uint64_t seq)
{
	unsigned int nr = b->nr_returns;

	while (nr && b->returns[nr - 1].depth >= depth)
		nr--;
	GROW(b->returns, nr, b->cap_returns);
	b->returns[nr] = (struct last_return){ seq, depth };
	b->nr_returns = nr + 1;
}

static __always_inline bool is_interrupt(struct fdd_model *m, uint32_t func)
{
	if (!m->is_interrupt)
		return false;
	GROW_TO(m->interrupt_known, m->nr_interrupt_known, func);
	if (!m->interrupt_known[func])
		m->interrupt_known[func] =
			m->is_interrupt(m->is_interrupt_arg, func) ? 2 : 1;
	return m->interrupt_known[func] == 2;
}

/* Push the new frame, which may be stored behind the top of the stack. */
static __always_inline void keep(struct fdd_model *m, struct fdd_stack *s,
				 const struct fdd_frame *frame)
{
	struct fdd_body *b = s->body;

	if (b->nr == MAX_FRAMES)
		fold_oldest(m, s);
	if (frame != &b->frames[b->nr])
		b->frames[b->nr] = *frame;
	b->nr++;
}

/* The outermost call of a task: no earlier call can get a caller any more. */
static __always_inline void end_of_task_stack(struct fdd_model *m, struct fdd_stack *s,
					      struct fdd_frame *frame)
{
	if (!s->per_task) {
		/* Other tasks of this CPU may have open calls. */
		tell_orphan(m, s, frame, FDD_CALLER_NONE);
		s->body->epoch++;
		return;
	}
	tell_orphans(m, s, 0, s->body->nr);
	tell_orphan(m, s, frame, FDD_CALLER_NONE);
	give_body(m, s);
}

static __always_inline void count_call(struct fdd_source *src, const struct fdd_call *call)
{
	uint64_t end = call->calltime + call->duration;

	if (!src->calls++) {
		src->anchor = call->calltime;
		src->first = call->calltime;
	}
	/* The task's overrun count is cumulative. */
	if (call->overrun > src->overruns)
		src->overruns = call->overrun;
	if (call->calltime < src->first)
		src->first = call->calltime;
	/* no branch, because tasks on several CPUs would make it mispredicted often */
	src->last = end > src->last ? end : src->last;
	src->last_seen = end;
}

/* Time asleep, waiting for a CPU and in interrupts. */

static struct fdd_off_task *off_task(struct fdd_model *m, uint16_t source, int32_t pid,
				     uint16_t cpu, bool add)
{
	if (pid < 0)
		return NULL;
	return fdd_offs_task(&m->offs, fdd_thread_key(source, pid ? pid : -1, cpu), add);
}

static void take_switch(struct fdd_model *m, const struct fdd_note *note)
{
	struct fdd_off_task *prev = off_task(m, note->source, note->prev, note->cpu, true);
	struct fdd_off_task *next = off_task(m, note->source, note->next, note->cpu, true);

	m->sources[note->source].switches++;
	if (prev)
		fdd_off_leave(prev, note->time, note->runnable);
	if (next)
		fdd_off_come(next, note->time);
}

static void take_sched(struct fdd_model *m, const struct fdd_note *note)
{
	struct fdd_source *src = &m->sources[note->source];
	struct fdd_off_task *task;

	if (note->no_time) {
		src->switches_no_time += note->sched == FDD_SCHED_SWITCH;
	} else if (note->sched == FDD_SCHED_SWITCH) {
		take_switch(m, note);
	} else if (note->sched == FDD_SCHED_MIGRATE) {
		src->migrations++;
	} else {
		src->wakes++;
		task = off_task(m, note->source, note->next, note->cpu, false);
		if (task)
			fdd_off_wake(task, note->time);
	}
}

/* The sleep times of this stack's task, if known; @add creates it. */
static struct fdd_off_task *ask_off(struct fdd_model *m, struct fdd_stack *s,
				    const struct fdd_call *call, bool add)
{
	/* interrupts have stacks per CPU */
	if (s->context != FDD_CTX_TASK || !s->per_task)
		return off_task(m, call->source, call->pid, call->cpu, add);
	if (!s->off) {
		s->off = off_task(m, call->source, call->pid, call->cpu, add);
		s->off_asked = s->off ? ASK_OFF : m->offs.nr;
	}
	return s->off;
}

static enum fdd_off_kind off_kind(const struct fdd_off_task *task, const struct fdd_call *call)
{
	if (call->func < FDD_FUNC_IDLE || call->func >= FDD_FUNC_FIRST)
		return FDD_OFF_PLAIN;
	/* The idle task never sleeps for the scheduler, so use the names of functions. */
	if (call->func < FDD_FUNC_SLEEPS || !task->since || call->calltime < task->since)
		return FDD_OFF_SLEEPS;
	return FDD_OFF_PLAIN;
}

static void take_off_of_interrupt(struct fdd_model *m, struct fdd_stack *s,
				  const struct fdd_frame *frame)
{
	struct fdd_off_task *task = m->want_irqs ? ask_off(m, s, &frame->call, true) : NULL;

	if (task)
		fdd_off_returned(task, &frame->call, frame->self, FDD_OFF_INTERRUPT);
}

static __attribute__((noinline)) void take_off(struct fdd_model *m, struct fdd_stack *s,
					       const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	enum fdd_off_kind kind;
	struct fdd_off_task *task;

	if (s->context != FDD_CTX_TASK || is_interrupt(m, call->func)) {
		take_off_of_interrupt(m, s, frame);
		return;
	}
	task = ask_off(m, s, call, call->func >= FDD_FUNC_IDLE && call->func < FDD_FUNC_FIRST);
	if (!task)
		return;
	kind = off_kind(task, call);
	m->sources[call->source].sleeps += kind == FDD_OFF_SLEEPS;
	m->off_now = fdd_off_returned(task, call, frame->self, kind);
	m->off = &m->off_now;
	if (!call->depth)
		fdd_off_forget(task);
}

/* A fast path: most calls have no such time. */
static __always_inline void find_off(struct fdd_model *m, struct fdd_stack *s,
				     const struct fdd_frame *frame, bool plain)
{
	m->off = NULL;
	if (s->off_asked != m->offs.nr || frame->call.func < FDD_FUNC_FIRST ||
	    (!plain && m->is_interrupt))
		take_off(m, s, frame);
}

static void take_measured_off(struct fdd_model *m, struct fdd_stack *s,
			      const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	struct fdd_off_task *task = ask_off(m, s, call, true);
	struct fdd_source *src = &m->sources[call->source];
	enum fdd_off_kind kind = FDD_OFF_PLAIN;

	if (m->detail.has & FDD_DETAIL_SLEEP)
		src->measured++;
	else if (task)
		kind = off_kind(task, call);
	src->sleeps += kind == FDD_OFF_SLEEPS;
	m->off_now = fdd_off_measured(task, call, frame->self, &m->detail, kind);
	m->off = &m->off_now;
}

/* A call that was recorded with details: they replace what its callees and switches say. */
static __attribute__((noinline)) void take_detail(struct fdd_model *m, struct fdd_stack *s,
						  struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;

	if (m->detail.has & FDD_DETAIL_CALLER)
		frame->from = m->detail.caller;
	if (m->detail.has & FDD_DETAIL_SELF)
		frame->self = m->detail.self < call->duration ? m->detail.self : call->duration;
	if (m->detail.has & (FDD_DETAIL_SLEEP | FDD_DETAIL_IRQ) && s->context == FDD_CTX_TASK &&
	    !is_interrupt(m, call->func))
		take_measured_off(m, s, frame);
	else
		find_off(m, s, frame, false);
}

static void tell_note(struct fdd_model *m, const struct fdd_note *raw)
{
	struct fdd_note note = *raw;

	fdd_clock_correct(&m->sources[note.source].clock, &note);
	if (note.sched)
		take_sched(m, &note);
	TELL(&m->to_note, note, &note);
}

/* Notes wait for the first call, which gives the difference of the clocks. */
static void release_notes(struct fdd_model *m, uint16_t source)
{
	struct fdd_clock *c = &m->sources[source].clock;

	for (unsigned int i = 0; i < c->nr_held; i++)
		tell_note(m, &c->held[i]);
	fdd_clock_free(c);
}

static __always_inline void take_call(struct fdd_model *m, const struct fdd_call *call,
				      bool plain)
{
	struct fdd_source *src = &m->sources[call->source];
	struct fdd_stack *s = stack_of(m, call);
	struct fdd_frame *frame;
	unsigned int first;
	struct fdd_body *b;

	/* before any sink gets the call: see fdd_task_body() */
	if (call->context != FDD_CTX_TASK)
		take_body(m, interrupted_stack(m, call));
	b = take_body(m, s);

	if (call->stamp)
		fdd_clock_learn(&src->clock, call->stamp,
				call->calltime + call->duration);
	if (src->clock.nr_held)
		release_notes(m, call->source);
	count_call(src, call);
	end_interrupts(m, src, s, call);
	if (s->context != FDD_CTX_TASK) {
		begin_interrupt(m, src, s, call);
		b = take_body(m, s);
	}

	if (b->nr == b->cap)
		grow_frames(m, s);
	frame = make_frame(m, b, call, &first, plain || !*m->to_caller.list);
	frame->seq = ++m->seq;
	if (__builtin_expect(call->flags & FDD_CALL_DETAIL, 0))
		take_detail(m, s, frame);
	else
		find_off(m, s, frame, plain);
	frame->selected = plain || !m->select || m->select(m->select_arg, frame);
	note_return(b, call->depth, frame->seq);
	if (plain)
		(*m->to_call.list)->call(*m->to_call.list, s, frame);
	else
		TELL(&m->to_call, call, s, frame);
	if (!plain && *m->to_caller.list)
		tell_callees(m, s, b->frames + first, b->nr - first, frame);
	b->nr = first;

	if (!plain && is_interrupt(m, call->func)) {
		m->has_interrupts = true;
		tell_orphan(m, s, frame, FDD_CALLER_INTERRUPT);
	} else if (call->depth == 0 && s->context == FDD_CTX_TASK) {
		end_of_task_stack(m, s, frame);
	} else {
		keep(m, s, frame);
	}
}

/* Only one sink, no filter and no functions to treat as interrupts. */
static bool is_plain(const struct fdd_model *m)
{
	return m->to_call.list[0] && !m->to_call.list[1] && !m->to_caller.list[0] &&
	       !m->select && !m->is_interrupt;
}

/* Most calls: of a task whose stack has room, without flags, and no other time is known. */
static __always_inline bool is_calm(const struct fdd_model *m, const struct fdd_source *src,
				    const struct fdd_stack *s, const struct fdd_call *call)
{
	const struct fdd_body *b = s ? s->body : NULL;

	return b && b->nr < b->cap && b->nr < MAX_FRAMES && !b->nr_folds &&
	       s->off_asked == m->offs.nr && !call->context && !call->flags &&
	       call->func >= FDD_FUNC_FIRST && call->overrun <= src->overruns;
}

static void pass_returned(struct fdd_model *m)
{
	struct fdd_sink *sink = *m->to_call.list;

	if (m->nr_returned)
		sink->calls(sink, m->returned, m->nr_returned);
	m->nr_returned = 0;
}

static __always_inline void add_returned(struct fdd_model *m, const struct fdd_body *b,
					 const struct fdd_call *call, uint64_t self)
{
	m->returned[m->nr_returned++] = (struct fdd_returned){
		.calltime = call->calltime,
		.duration = call->duration,
		.self = self,
		.body = b,
		.epoch = b->epoch,
		.hash = fdd_body_hash(b, call->func),
		.func = call->func,
		.slack = call->slack,
		.depth = call->depth,
	};
	if (m->nr_returned == FDD_RETURNED)
		pass_returned(m);
}

/* The frame of a call that waits for its caller: what nobody asks for stays as it was. */
static __always_inline struct fdd_frame *wait_in_frame(struct fdd_frame *frame,
						       const struct fdd_call *call,
						       uint64_t seq)
{
	frame->call.calltime = call->calltime;
	frame->call.duration = call->duration;
	frame->call.depth = call->depth;
	frame->selected = true;
	frame->seq = seq;
	return frame;
}

/* As take_call(). Nobody asks for the kinds of callers, so note_return() is not needed. */
static __always_inline void take_calm_call(struct fdd_model *m, struct fdd_stack *s,
					   const struct fdd_call *call)
{
	struct fdd_body *b = s->body;
	struct fdd_frame *frame;
	unsigned int first;
	uint64_t sub;

	sub = take_few_callees(m, b, call, &first);
	frame = wait_in_frame(&b->frames[first], call, ++m->seq);
	b->nr = b->waiting = first;
	add_returned(m, b, call, sub < call->duration ? call->duration - sub : 0);
	if (call->depth == 0)
		end_of_task_stack(m, s, frame);
	else
		b->nr = first + 1;
}

static struct fdd_stack *known_stack(const struct fdd_model *m, const struct fdd_call *call)
{
	return call->stack < m->nr_stacks ? m->stacks[call->stack] : NULL;
}

/*
 * Take the first calls, as long as they are of one source and calm, and count them as
 * count_call() would. Returns their number.
 */
static size_t take_calm_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	struct fdd_source *src = &m->sources[calls->source];
	uint64_t first = src->first, last = src->last, end = src->last_seen;
	size_t i;

	if (!src->calls || src->clock.nr_held || m->has_interrupts)
		return 0;
	for (i = 0; i < nr && calls[i].source == calls->source; i++) {
		const struct fdd_call *call = &calls[i];
		struct fdd_stack *s = known_stack(m, call);

		if (!is_calm(m, src, s, call))
			break;
		end = call->calltime + call->duration;
		first = call->calltime < first ? call->calltime : first;
		last = end > last ? end : last;
		if (call->stamp)
			fdd_clock_learn(&src->clock, call->stamp, end);
		take_calm_call(m, s, call);
	}
	src->calls += i;
	src->first = first;
	src->last = last;
	src->last_seen = end;
	return i;
}

static void take_plain_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	for (size_t i = 0; i < nr;) {
		i += take_calm_calls(m, &calls[i], nr - i);
		pass_returned(m);
		if (i < nr)
			take_call(m, &calls[i++], true);
	}
}

/* Separate loops for the frequent cases, where fdd spends most of its time. */
void fdd_model_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	if (m->detour) {
		for (size_t i = 0; i < nr; i++)
			m->detour->call(m->detour, &calls[i]);
		return;
	}
	if (is_plain(m) && (*m->to_call.list)->calls) {
		take_plain_calls(m, calls, nr);
		return;
	}
	if (is_plain(m)) {
		for (size_t i = 0; i < nr; i++)
			take_call(m, &calls[i], true);
		return;
	}
	for (size_t i = 0; i < nr; i++)
		take_call(m, &calls[i], false);
}

void fdd_model_call(struct fdd_model *m, const struct fdd_call *call)
{
	fdd_model_calls(m, call, 1);
}

void fdd_model_leave_out(struct fdd_model *m, const struct fdd_call *call)
{
	struct fdd_source *src = &m->sources[call->source];
	uint64_t end = call->calltime + call->duration;

	if (call->stamp)
		fdd_clock_learn(&src->clock, call->stamp, end);
	if (src->clock.nr_held)
		release_notes(m, call->source);
	src->last_seen = end;
}

void fdd_model_note(struct fdd_model *m, const struct fdd_note *told)
{
	struct fdd_source *src = &m->sources[told->source];
	struct fdd_note copy = *told, *note = &copy;

	if (m->detour) {
		m->detour->note(m->detour, told);
		return;
	}
	if (note->kind == FDD_NOTE_DETAIL) {
		m->detail = note->detail;
		return;
	}
	if (note->no_time)
		note->time = src->last_seen;
	if (note->kind == FDD_NOTE_MARKER) {
		src->markers++;
	} else if (note->kind == FDD_NOTE_EVENT) {
		src->events++;
	} else {
		src->lost += note->count;
		src->lost_places++;
		m->lost_seq = m->seq;
	}
	if (!src->calls && fdd_clock_hold(&src->clock, note))
		return;
	release_notes(m, note->source);
	tell_note(m, note);
}

static void flush_detour(struct fdd_model *m)
{
	if (m->detour)
		m->detour->flush(m->detour);
}

void fdd_model_task_named(struct fdd_model *m, const struct fdd_call *unnamed,
			  const struct fdd_call *named)
{
	struct fdd_stack *from, *to;

	flush_detour(m);
	from = stack_of(m, unnamed);
	to = stack_of(m, named);
	/* The CPU's stack is empty, or the task's stack is in use already. */
	if (!from->body || to->body || to == from)
		return;
	to->body = from->body;
	from->body = NULL;
}

/* Where all sources so far have ended, the next one to end has none of their stacks. */
static void note_end(struct fdd_model *m, struct fdd_source *src)
{
	m->nr_ended += !src->ended;
	src->ended = true;
	if (m->nr_ended == m->nr_sources)
		m->ended_stacks = m->last_stack + 1;
}

/* The end of a source: calls still without a caller get none. */
void fdd_model_end_source(struct fdd_model *m, uint16_t source)
{
	uint32_t first = m->sources[source].ended ? 0 : m->ended_stacks;

	flush_detour(m);
	release_notes(m, source);
	/* first what is on top of tasks: see fdd_task_body() */
	for (unsigned int c = 0; c < m->sources[source].nr_irqs; c++)
		end_interrupts_above(m, &m->sources[source].irqs[c], FDD_CTX_TASK);
	for (uint32_t i = first; i < m->nr_stacks; i++)
		if (m->stacks[i] && m->stacks[i]->source == source)
			flush_stack(m, m->stacks[i]);
	note_end(m, &m->sources[source]);
}

bool fdd_model_is_full(struct fdd_model *m, uint16_t source, size_t read)
{
	m->since_look += read;
	if (!m->full && m->since_look >= LOOK_AFTER) {
		m->since_look = 0;
		m->full = fdd_resident() + m->beside > MAX_RESIDENT;
	}
	m->sources[source].cut |= m->full;
	return m->full;
}

/* Names are "func" or "func [module]". */
static uint32_t find_module(struct fdd_model *m, uint32_t func)
{
	const char *open = strrchr(fdd_name(&m->funcs, func), '[');
	const char *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return 0;
	return fdd_names_get(&m->modules, open + 1, close - open - 1);
}

uint32_t fdd_func_module(struct fdd_model *m, uint32_t func)
{
	if (func >= m->nr_func_modules) {
		uint32_t nr = func * 2 + 64;

		m->func_modules = xrealloc(m->func_modules,
					   nr * sizeof(*m->func_modules));
		while (m->nr_func_modules < nr)
			m->func_modules[m->nr_func_modules++] = UINT32_MAX;
	}
	if (m->func_modules[func] == UINT32_MAX)
		m->func_modules[func] = find_module(m, func);
	return m->func_modules[func];
}

bool fdd_model_counted(const struct fdd_model *m, const char *func, uint64_t *calls)
{
	bool any = false;

	*calls = 0;
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		const struct fdd_stats *s = m->sources[i].stats;
		const struct fdd_stat *f = s ? fdd_stats_find(s, func) : NULL;

		any = any || s;
		*calls += f ? f->calls : 0;
	}
	return any && !m->without_stats;
}
