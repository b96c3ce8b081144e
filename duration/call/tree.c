// SPDX-License-Identifier: GPL-2.0
/*
 * Whole slow calls: the option duration-tree.
 *
 * A root is the outermost traced call of a task, or of an interrupt of a task that is not
 * in a traced call. With set_graph_function these are the functions that are set, since
 * nothing outside of them is traced. Calls in a root, also those of interrupts, are held
 * when they return. When the root returns and took its threshold, they are written to
 * the buffer, in the order of their returns, and the root after them; otherwise all are
 * dropped. No call is longer than its root, so no slow one is dropped. A task knows its root by
 * task->root, or, where calls have frames, by the outermost frame.
 *
 * Calls are held in chunks of a pool that is allocated before the session starts. A task
 * has a list of chunks, of which all but the newest are full. Its word "held" is the
 * address of the next call, or one of the TREE_* values. An interrupt may hold calls
 * at any time: the word is changed by single instructions, and a list that is about to be changed
 * is taken from the task first. A list in which a call has a place that is not written yet is
 * not changed: it is that of an interrupted context.
 *
 * A root that reaches its threshold before it returns is written early: at the end of a chunk and
 * at the return of a slow callee, the held calls are written, and if none is left, calls are
 * written directly from then on. So a task that stays in a slow root holds no
 * chunks. At one return TREE_WRITE_CHUNKS chunks are written at most, and for at most
 * tree_write_us, since return handlers of newer kernels run with preemption disabled. Calls that
 * a root cannot write at its end are left out, and counted as "cut".
 *
 * If there is no room, the shorter half of the held calls is dropped, and the longer ones
 * are kept. The number of calls that were dropped is counted ("cut") if the root is
 * slow, and is written to the buffer as a marker before the record of the root.
 *
 * Calls held for a root that never returns are dropped when the task is freed, when its
 * frame is found to be gone, or when the session ends, and are counted as "unfinished".
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/math.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "duration/call/detail.h"
#include "duration/call/tree.h"

static unsigned int tree_calls = 524288;
module_param(tree_calls, uint, 0644);
MODULE_PARM_DESC(tree_calls, "calls that duration-tree can hold, in all tasks, 32 bytes each (524288)");

#define MAX_CALLS		33554432U

static unsigned int tree_write_us = IS_ENABLED(CONFIG_PREEMPT_RT) ? 50 : 0;
module_param(tree_write_us, uint, 0644);
MODULE_PARM_DESC(tree_write_us, "how long one return may write held calls, in microseconds; 0: no limit but that of their number (50 with PREEMPT_RT, otherwise 0)");

/* Chunks of a root, and those that one return writes */
#define TREE_ROOT_CHUNKS	16
#define TREE_WRITE_CHUNKS	4

/* About what a record takes, to choose which calls are written in a given time */
#define TREE_WRITE_NS		250

struct tree_pool {
	void				*memory;	/* of the chunks */
	struct tree_chunk		*chunks;
	unsigned long			nr;
	unsigned long			*free;	/* a bit for each of them */
	unsigned long			words;
	unsigned long			size;	/* of a call, with its details if there are any */
	unsigned long			calls;	/* of a chunk */
	atomic_t			nr_free;
	unsigned int			hint;	/* the word where the last one was found */
	struct tree_chunk * __percpu	*ready;	/* the one that was given back last */
};

/*
 * The pool
 */

static void pool_free(struct tree_pool *pool)
{
	vfree(pool->memory);
	kvfree(pool->free);
	free_percpu(pool->ready);
	kfree(pool);
}

/* Each CPU may keep a chunk ready that others cannot use: one more per CPU is made. */
static struct tree_pool *pool_alloc(unsigned long calls, unsigned int details)
{
	struct tree_pool *pool = kzalloc(sizeof(*pool), GFP_KERNEL);

	if (!pool)
		return NULL;
	pool->size = details ? detail_size(details) : sizeof(struct duration_call);
	/* Those with details are larger. They end where the chunk ends, too. */
	pool->calls = TREE_CHUNK_CALLS * sizeof(struct duration_call) / pool->size;
	pool->nr = DIV_ROUND_UP(calls, pool->calls) + nr_cpu_ids;
	pool->words = BITS_TO_LONGS(pool->nr);
	/* One more, so that they can be aligned; and no task is killed for them. */
	if (duration_has_memory((u64)(pool->nr + 1) * sizeof(*pool->chunks)))
		pool->memory = __vmalloc(array_size(pool->nr + 1, sizeof(*pool->chunks)),
					 GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL);
	pool->chunks = PTR_ALIGN(pool->memory, TREE_CHUNK_SIZE);
	pool->free = kvcalloc(pool->words, sizeof(*pool->free), GFP_KERNEL);
	pool->ready = alloc_percpu(struct tree_chunk *);
	if (!pool->chunks || !pool->free || !pool->ready) {
		pool_free(pool);
		return NULL;
	}
	bitmap_set(pool->free, 0, pool->nr);
	atomic_set(&pool->nr_free, pool->nr);
	return pool;
}

static void pool_give_bit(struct tree_pool *pool, struct tree_chunk *chunk)
{
	unsigned long index = chunk - pool->chunks;

	/* The chunk is read before another task takes it. */
	smp_mb__before_atomic();
	set_bit(index % BITS_PER_LONG, pool->free + index / BITS_PER_LONG);
	/* The bit first: a task that sees the count also finds the bit. */
	smp_mb__after_atomic();
	atomic_inc(&pool->nr_free);
}

static void pool_give(struct tree_pool *pool, struct tree_chunk *chunk)
{
	if (this_cpu_cmpxchg(*pool->ready, NULL, chunk))
		pool_give_bit(pool, chunk);
}

static struct tree_chunk *take_bit(struct tree_pool *pool, unsigned long word)
{
	unsigned long bits, bit;

	while ((bits = READ_ONCE(pool->free[word]))) {
		bit = __ffs(bits);
		if (test_and_clear_bit(bit, pool->free + word))
			return pool->chunks + word * BITS_PER_LONG + bit;
	}
	return NULL;
}

/* Two rounds bound the search: others may always be faster. */
static struct tree_chunk *pool_take_bit(struct tree_pool *pool)
{
	unsigned long at = READ_ONCE(pool->hint), i;
	struct tree_chunk *chunk;

	if (atomic_dec_if_positive(&pool->nr_free) < 0)
		return NULL;
	for (i = 0; i < 2 * pool->words; i++, at++) {
		if (at >= pool->words)
			at = 0;
		chunk = take_bit(pool, at);
		if (!chunk)
			continue;
		WRITE_ONCE(pool->hint, at);
		return chunk;
	}
	atomic_inc(&pool->nr_free);
	return NULL;
}

static struct tree_chunk *pool_take(struct tree_pool *pool)
{
	return this_cpu_xchg(*pool->ready, NULL) ?: pool_take_bit(pool);
}

/*
 * Lists of chunks
 */

static bool has_chunks(unsigned long held)
{
	return held > TREE_CLOSED;
}

/* Is a context interrupted in tree_place_fast(), and will change held back? */
static bool is_changing(unsigned long held)
{
	return !(held & TREE_OFFSET) && (held & (TREE_GUARD - 1) & ~TREE_UNWRITTEN);
}

static struct tree_chunk *newest_chunk(unsigned long held)
{
	if (!has_chunks(held))
		return NULL;
	return (struct tree_chunk *)((held - 1) & ~(TREE_CHUNK_SIZE - 1));
}

/* The calls of a chunk end where the chunk ends. */
static struct duration_call *chunk_call(const struct tree_pool *pool,
					struct tree_chunk *chunk, unsigned long i)
{
	return (void *)(chunk + 1) - (pool->calls - i) * pool->size;
}

/* The number of calls in the newest chunk; the others are full. */
static unsigned long newest_calls(const struct tree_pool *pool, unsigned long held)
{
	struct tree_chunk *chunk = newest_chunk(held);

	return (held - (unsigned long)chunk_call(pool, chunk, 0)) / pool->size;
}

static unsigned long held_calls(const struct tree_pool *pool, unsigned long held)
{
	struct tree_chunk *chunk = newest_chunk(held);
	unsigned long n;

	if (!chunk)
		return 0;
	n = newest_calls(pool, held) - chunk->written;
	while ((chunk = chunk->prev))
		n += pool->calls - chunk->written;
	return n;
}

/* From the newest to the oldest chunk, or back; numbers them from where it begins. */
static struct tree_chunk *turn_round(struct tree_chunk *chunk)
{
	struct tree_chunk *turned = NULL, *next;
	unsigned long nr = 0;

	for (; chunk; chunk = next) {
		next = chunk->prev;
		chunk->prev = turned;
		chunk->nr = ++nr;
		turned = chunk;
	}
	return turned;
}

static void give_all(struct tree_pool *pool, struct tree_chunk *chunk)
{
	struct tree_chunk *prev;

	for (; chunk; chunk = prev) {
		prev = chunk->prev;
		pool_give(pool, chunk);
	}
}

/* A call in a root counts as entered when it is not held any more, or cannot be held. */
static void count_entered(struct duration_session *session, unsigned long n)
{
	this_cpu_add(session->counts->entered, n);
}

/* Returns: how many calls were dropped. */
static unsigned long drop_held(struct duration_session *session, unsigned long held)
{
	unsigned long n = held_calls(session->tree, held);

	count_entered(session, n);
	give_all(session->tree, newest_chunk(held));
	return n;
}

/*
 * Writing
 */

/* Returns: false if not all of the chunk's n calls are written: there is no more time. */
static bool write_chunk(struct duration_session *session, struct tree_chunk *chunk,
			unsigned long n, u64 deadline)
{
	struct tree_pool *pool = session->tree;
	unsigned long left = n - chunk->written, written;

	written = duration_record_held(session, chunk_call(pool, chunk, chunk->written), left,
				       pool->size, deadline);
	count_entered(session, written);
	chunk->written += written;
	if (written < left)
		return false;
	pool_give(pool, chunk);
	return true;
}

/* Returns: until when one return may write, or U64_MAX. */
static u64 write_deadline(void)
{
	unsigned int us = READ_ONCE(tree_write_us);

	return us ? fgraph_clock() + us * (u64)NSEC_PER_USEC : U64_MAX;
}

/* Nothing would be recorded: writing would take the time nevertheless. */
static bool drop_while_off(struct duration_session *session, unsigned long held)
{
	if (!duration_recording_is_off(session))
		return false;
	this_cpu_add(session->counts->off, drop_held(session, held));
	return true;
}

/* Returns: what is left to be written, or TREE_DIRECT. */
static unsigned long write_held(struct duration_session *session, unsigned long held)
{
	struct tree_chunk *newest = newest_chunk(held), *chunk, *next;
	unsigned long n, chunks = 0;
	u64 deadline;

	if (!newest || drop_while_off(session, held))
		return TREE_DIRECT;
	deadline = write_deadline();
	n = newest_calls(session->tree, held);
	for (chunk = turn_round(newest); chunk; chunk = next) {
		if (chunks++ == TREE_WRITE_CHUNKS)
			break;
		next = chunk->prev;
		if (!write_chunk(session, chunk, chunk == newest ? n : session->tree->calls,
				 deadline))
			break;
	}
	if (!chunk)
		return TREE_DIRECT;
	turn_round(chunk);
	return held;
}

/* The task's root is slow: write what it holds, or a part. Meanwhile calls are written. */
static void write_task(struct duration_session *session, struct duration_task *task)
{
	long held = local_read(&task->held);

	do {
		if (held == TREE_DIRECT || held == TREE_BUSY || held == TREE_CLOSED ||
		    (held & TREE_UNWRITTEN))
			return;
	} while (!local_try_cmpxchg(&task->held, &held, TREE_DIRECT));
	held = write_held(session, held);
	barrier();
	local_set(&task->held, held);
}

/*
 * No room
 */

/* Of which calls are kept: those longer than a power of two, and some of the next */
struct tree_keep {
	unsigned int	bits;		/* of a duration */
	unsigned long	some;
};

static struct tree_keep choose(const struct tree_pool *pool, struct tree_chunk *chunk,
			       unsigned long n, unsigned long want)
{
	struct tree_keep keep = { .bits = 64 };
	u16 lengths[65] = { };
	unsigned long i;

	for (; chunk; chunk = chunk->prev, n = pool->calls) {
		for (i = chunk->written; i < n; i++)
			lengths[fls64(chunk_call(pool, chunk, i)->duration)]++;
	}
	for (; keep.bits && want > lengths[keep.bits]; keep.bits--)
		want -= lengths[keep.bits];
	keep.some = want;
	return keep;
}

static bool is_kept(struct tree_keep *keep, const struct duration_call *call)
{
	unsigned int bits = fls64(call->duration);

	if (bits == keep->bits && keep->some) {
		keep->some--;
		return true;
	}
	return bits > keep->bits;
}

/*
 * Drop the shorter calls; those that are kept stay in their order.
 * Returns: the new value of held.
 */
static unsigned long keep_longest(struct tree_pool *pool, unsigned long held,
				  unsigned long want)
{
	struct tree_chunk *newest = newest_chunk(held), *oldest, *from, *to;
	unsigned long last = newest_calls(pool, held), at = 0, i, n;
	struct tree_keep keep = choose(pool, newest, last, want);
	const struct duration_call *call;

	oldest = turn_round(newest);
	to = oldest;
	for (from = oldest; from; from = from->prev) {
		n = from == newest ? last : pool->calls;
		for (i = from->written; i < n; i++) {
			call = chunk_call(pool, from, i);
			if (!is_kept(&keep, call))
				continue;
			if (at == pool->calls) {
				to = to->prev;
				at = 0;
			}
			memmove(chunk_call(pool, to, at++), call, pool->size);
		}
	}
	oldest->written = 0;
	give_all(pool, to->prev);
	to->prev = NULL;
	turn_round(oldest);
	return (unsigned long)chunk_call(pool, to, at);
}

/* The calls of interrupts are cut meanwhile, or are written if they are slow. */
static void keep_longer_half(struct duration_session *session, struct duration_task *task,
			     long held)
{
	struct tree_pool *pool = session->tree;
	unsigned long n, kept;

	if (!local_try_cmpxchg(&task->held, &held, TREE_BUSY))
		return;
	n = held_calls(pool, held);
	kept = keep_longest(pool, held, n / 2);
	n -= held_calls(pool, kept);
	count_entered(session, n);
	local_add(n, &task->cut);
	barrier();
	local_set(&task->held, kept);
}

static void install(struct tree_pool *pool, struct duration_task *task, long held,
		    struct tree_chunk *chunk, u64 calltime)
{
	struct tree_chunk *newest = newest_chunk(held_place(held));
	unsigned long unwritten = held & TREE_UNWRITTEN;

	chunk->prev = newest;
	chunk->start = newest ? newest->start : calltime;
	chunk->nr = newest ? newest->nr + 1 : 1;
	chunk->written = 0;
	if (!local_try_cmpxchg(&task->held, &held,
			       (unsigned long)chunk_call(pool, chunk, 0) + unwritten))
		pool_give(pool, chunk);
}

/* Returns: whether to look for a place again. */
static bool make_room(struct duration_session *session, struct duration_task *task,
		      u64 calltime)
{
	struct tree_pool *pool = session->tree;
	unsigned long held = local_read(&task->held);
	struct tree_chunk *newest = newest_chunk(held_place(held)), *chunk = NULL;

	if (held & TREE_OFFSET)
		return true;
	if (is_changing(held) || held == TREE_BUSY || held == TREE_CLOSED)
		return false;
	if (!newest || newest->nr < TREE_ROOT_CHUNKS)
		chunk = pool_take(pool);
	if (chunk)
		install(pool, task, held, chunk, calltime);
	else if (newest && !(held & TREE_UNWRITTEN))
		keep_longer_half(session, task, held);
	else
		return false;
	return true;
}

/* In an interrupt at the end of a root, a call is neither the root's nor a root. */
static void not_held(struct duration_session *session, struct duration_task *task,
		     const struct duration_call *call)
{
	long held = local_read(&task->held);
	bool closed = held_place(held) == TREE_CLOSED;

	count_entered(session, 1);
	if (closed ? call_is_slow(session, call->func, call->duration, has_own_thresh(session)) :
		     call->duration >= tree_root_thresh(session, task, true)) {
		duration_record(session, call);
		return;
	}
	if (closed) {
		this_cpu_inc(session->counts->below);
		return;
	}
	/* First, so that the end of the root looks at the count. */
	while (held_place(held) == TREE_NONE &&
	       !local_try_cmpxchg(&task->held, &held, held + TREE_CUT))
		;
	local_inc(&task->cut);
}

/* The root is at least as old as the first call that it holds. */
static bool root_is_slow(const struct duration_session *session,
			 struct duration_task *task, const struct duration_call *call)
{
	const struct tree_chunk *newest = newest_chunk(held_place(local_read(&task->held)));
	u64 thresh = tree_root_thresh(session, task, true);

	if (call->duration >= thresh)
		return true;
	return newest && (s64)(call->calltime - newest->start) >= 0 &&
	       call->calltime + call->duration - newest->start >= thresh;
}

/**
 * tree_hold_call - as tree_hold(), in all cases
 * @session: whose call it is
 * @task: the current task's state
 * @call: the call; if the session records details, that of a struct duration_detail
 *
 * Context: a return handler.
 */
void tree_hold_call(struct duration_session *session, struct duration_task *task,
		    const struct duration_call *call)
{
	struct tree_pool *pool = session->tree;
	struct duration_call *place;
	unsigned int tries;

	/* Writing held calls takes too long for an NMI. */
	if (!in_nmi() && root_is_slow(session, task, call))
		write_task(session, task);
	for (tries = 0; tries < 3; tries++) {
		if (tree_is_direct(task)) {
			count_entered(session, 1);
			duration_record(session, call);
			return;
		}
		place = tree_place(task, pool->size);
		if (place) {
			memcpy(place, call, pool->size);
			place->trace_ctx |= HELD_TRACE_CTX;
			tree_filled(task);
			return;
		}
		if (!make_room(session, task, call->calltime))
			break;
	}
	not_held(session, task, call);
}

/**
 * tree_hold_slow - tree_hold_call() of a call without details
 * @session: whose call it is
 * @task: the current task's state
 * @trace: the call
 * @calltime: when it began
 * @duration: how long it took
 *
 * Context: a return handler.
 */
void tree_hold_slow(struct duration_session *session, struct duration_task *task,
		    const struct ftrace_graph_ret *trace, u64 calltime, u64 duration)
{
	const struct duration_call call = duration_call(trace, calltime, duration);

	tree_hold_call(session, task, &call);
}

/*
 * Roots
 */

/* As struct print_entry, the event ftrace:print */
struct cut_marker {
	struct trace_entry	ent;
	unsigned long		ip;
	char			text[56];
};

static_assert(offsetof(struct cut_marker, ip) == offsetof(struct print_entry, ip));
static_assert(sizeof_field(struct cut_marker, ip) == sizeof_field(struct print_entry, ip));

/* snprintf() and its callees could be traced. */
static void format_number(char *text, unsigned int width, unsigned long n)
{
	do {
		text[--width] = '0' + n % 10;
		n /= 10;
	} while (n && width);
	while (width)
		text[--width] = ' ';
}

#define CUT_WIDTH	10
#define CUT_TEXT	" calls in it not recorded (duration-tree)\n"

/* Before the record of a root: how many of its calls are missing. */
static void write_marker(struct duration_session *session, const struct duration_call *root,
			 unsigned long cut)
{
	struct trace_buffer *buffer = READ_ONCE(session->tr->array_buffer.buffer);
	struct ring_buffer_event *event;
	struct cut_marker *marker;

	event = ring_buffer_lock_reserve(buffer, sizeof(*marker));
	if (!event)
		return;
	marker = ring_buffer_event_data(event);
	tracing_generic_entry_update(&marker->ent, TRACE_PRINT, root->trace_ctx);
	marker->ip = root->func;
	format_number(marker->text, CUT_WIDTH, cut);
	memcpy(marker->text + CUT_WIDTH, CUT_TEXT, sizeof(CUT_TEXT));
	static_assert(CUT_WIDTH + sizeof(CUT_TEXT) <= sizeof(marker->text));
	ring_buffer_unlock_commit(buffer);
}

/* How many calls one return may write; if a record takes longer, write_held() leaves some. */
static unsigned long most_to_write(const struct tree_pool *pool)
{
	const unsigned long most = TREE_WRITE_CHUNKS * pool->calls;
	unsigned int us = READ_ONCE(tree_write_us);

	return us ? min(most, us * (u64)NSEC_PER_USEC / TREE_WRITE_NS) : most;
}

/* Returns: the calls that are cut, with those that one return cannot write. */
static unsigned long cut_to_write(struct duration_session *session, unsigned long *held,
				  unsigned long cut)
{
	struct tree_pool *pool = session->tree;
	const unsigned long most = most_to_write(pool);
	unsigned long n = held_calls(pool, *held);

	if (n <= most)
		return cut;
	*held = keep_longest(pool, *held, most);
	n -= held_calls(pool, *held);
	count_entered(session, n);
	return cut + n;
}

static void write_root(struct duration_session *session, unsigned long held,
		       unsigned long cut, const struct duration_call *call)
{
	cut = cut_to_write(session, &held, cut);
	cut += drop_held(session, write_held(session, held));
	this_cpu_add(session->counts->cut, cut);
	if (cut)
		write_marker(session, call, cut);
	duration_record(session, call);
}

/**
 * tree_root_ended - a root that may have held calls has ended
 * @session: whose call it is
 * @held: of tree_close()
 * @cut: how many of its calls found no room
 * @call: the root, as for tree_hold_call()
 *
 * Calls are written when the task is open again: interrupts then have roots of their own.
 *
 * Context: a return handler.
 */
void tree_root_ended(struct duration_session *session, unsigned long held, unsigned long cut,
		     const struct duration_call *call)
{
	if (!call_is_slow(session, call->func, call->duration, has_own_thresh(session))) {
		this_cpu_add(session->counts->below,
			     drop_held(session, held) + cut + 1);
		return;
	}
	write_root(session, held, cut, call);
}

/*
 * A call of an interrupt that was held after the root's return time was read, and before the root
 * was closed, is in the root: it ends with that. A later end is that of another CPU's clock.
 */
static u64 end_with_held(const struct tree_pool *pool, unsigned long held, u64 rettime)
{
	struct tree_chunk *chunk = newest_chunk(held);
	const struct duration_call *last;
	u64 end;

	if (!chunk || !newest_calls(pool, held))
		return rettime;
	last = chunk_call(pool, chunk, newest_calls(pool, held) - 1);
	end = last->calltime + last->duration;
	return likely(end <= rettime) || end > fgraph_clock() ? rettime : end;
}

/**
 * tree_root_held - as tree_root(), for a root that holds calls
 * @session: whose call it is
 * @task: the current task's state
 * @trace: the root
 * @calltime: when it began
 * @duration: how long it took
 *
 * Context: a return handler.
 */
void tree_root_held(struct duration_session *session, struct duration_task *task,
		    const struct ftrace_graph_ret *trace, u64 calltime, u64 duration)
{
	unsigned long held = tree_close(task), cut = local_xchg(&task->cut, 0);
	struct duration_call call = duration_call(trace, calltime, duration);

	call.duration = end_with_held(session->tree, held, calltime + duration) - calltime;
	tree_pop(task);
	if (!tree_open(task))
		tree_forget_slow(&session->tasks, task);
	tree_root_ended(session, held, cut, &call);
}

/**
 * tree_root_changed - the end of tree_root(), if an interrupt has changed the task's word
 * @session: whose call it is
 * @task: the current task's state, without the root's frame
 * @trace: the root
 * @calltime: when it began
 * @duration: how long it took
 *
 * Context: a return handler.
 */
void tree_root_changed(struct duration_session *session, struct duration_task *task,
		       const struct ftrace_graph_ret *trace, u64 calltime, u64 duration)
{
	tree_forget_slow(&session->tasks, task);
	if (!call_is_slow(session, trace->func, duration, has_own_thresh(session)))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(trace, session, calltime, duration);
}

/**
 * tree_leave_root - the task is not in its root any more, or that cannot be recorded
 * @session: whose root it is
 * @task: the current task's state; the root has no frame
 *
 * Context: a handler.
 */
void tree_leave_root(struct duration_session *session, struct duration_task *task)
{
	tree_forget(&session->tasks, task);
	WRITE_ONCE(task->root, TASK_NO_ROOT);
	/* Calls that an interrupt has held in between */
	barrier();
	tree_forget(&session->tasks, task);
}

/**
 * tree_forget_slow - tree_forget() of a task that holds calls
 * @pool: a session's
 * @task: the task's state
 *
 * Context: as for tree_forget().
 */
void tree_forget_slow(struct task_pool *pool, struct duration_task *task)
{
	struct duration_session *session = container_of(pool, struct duration_session, tasks);
	unsigned long held = local_xchg(&task->held, TREE_NONE);
	unsigned long cut = local_xchg(&task->cut, 0);

	this_cpu_add(session->counts->unfinished, drop_held(session, held) + cut);
}

/*
 * Sessions
 */

/**
 * tree_init - let a session hold calls
 * @session: before it is registered
 *
 * Context: process context.
 * Return: 0, or -ENOMEM.
 */
int tree_init(struct duration_session *session)
{
	session->tree = pool_alloc(clamp(READ_ONCE(tree_calls), 1U, MAX_CALLS),
				   session->details);
	return session->tree ? 0 : -ENOMEM;
}

/* All chunks must be there again: one that is not was lost by a task. */
static bool pool_is_whole(struct tree_pool *pool)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct tree_chunk *chunk = *per_cpu_ptr(pool->ready, cpu);

		if (chunk)
			pool_give_bit(pool, chunk);
		*per_cpu_ptr(pool->ready, cpu) = NULL;
	}
	return bitmap_weight(pool->free, pool->nr) == pool->nr &&
	       atomic_read(&pool->nr_free) == pool->nr;
}

/**
 * tree_exit - undo tree_init()
 * @session: none of its handlers runs any more, and no task is freed meanwhile
 *
 * Context: process context.
 */
void tree_exit(struct duration_session *session)
{
	unsigned long i;

	if (!session->tree)
		return;
	for (i = 0; i < session->tasks.nr; i++)
		tree_forget(&session->tasks, session->tasks.tasks + i);
	WARN_ON_ONCE(!pool_is_whole(session->tree));
	pool_free(session->tree);
	session->tree = NULL;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/tree_test.c"
#endif
