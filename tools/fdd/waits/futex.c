// SPDX-License-Identifier: GPL-2.0
/*
 * The owner of a futex. The kernel does not know it: most programs keep the number of the
 * owner in the word, or next to it, each in its own way. A number counts only if the rest of
 * the lock is as glibc has it while a task waits, and if it is a living thread that maps the
 * word.
 */
#include <linux/futex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/futex.h"
#include "waits/proc.h"

/* The begin of glibc's pthread_mutex_t, the same on all 64-bit machines. */
struct glibc_mutex {
	uint32_t	lock;		/* 0, 1: taken, 2: taken, and a task waits */
	uint32_t	count;		/* of a recursive one */
	int32_t		owner;
	uint32_t	users;
	uint32_t	kind;		/* PTHREAD_MUTEX_*, and the bits below */
};

#define GLIBC_KINDS	0x3		/* normal, recursive, error checking, adaptive */
#define GLIBC_ROBUST	0x10
#define GLIBC_SHARED	0x80
#define GLIBC_ELISION	0x300

static bool is_glibc_mutex(const struct glibc_mutex *m)
{
	bool counts = (m->kind & GLIBC_KINDS) == 1;

	return m->lock == 2 && m->owner > 0 && m->owner <= 0x3fffffff && m->users &&
	       m->users < 1 << 22 && (counts ? m->count : !m->count) &&
	       !(m->kind & ~(GLIBC_KINDS | GLIBC_SHARED | GLIBC_ELISION));
}

static int by_number(const void *a, const void *b)
{
	const struct waits_ns_thread *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static void read_threads(struct waits_futexes *f, pid_t process)
{
	DIR *dir = proc_dir(process, "task");
	struct waits_task t;
	pid_t tid;

	f->threads_of = process;
	f->nr_threads = 0;
	while (dir && (tid = proc_next(dir)) >= 0) {
		if (!waits_task_read(&t, tid) || t.pid != process)
			continue;
		GROW(f->threads, f->nr_threads, f->thread_cap);
		f->threads[f->nr_threads++] = (struct waits_ns_thread){ t.ns_tid, tid };
	}
	if (dir)
		closedir(dir);
	if (f->nr_threads)
		qsort(f->threads, f->nr_threads, sizeof(*f->threads), by_number);
}

/* The thread that its own PID namespace calls @number. */
static pid_t thread_in(struct waits_futexes *f, pid_t process, pid_t number)
{
	const struct waits_ns_thread key = { .number = number }, *found = NULL;

	if (f->threads_of != process)
		read_threads(f, process);
	if (f->nr_threads)
		found = bsearch(&key, f->threads, f->nr_threads, sizeof(key), by_number);
	return found ? found->tid : 0;
}

static bool is_alive(const struct waits_task *t)
{
	return t->state != 'Z' && t->state != 'X';
}

/* A thread of another process that maps the same place. Not looked for in other namespaces. */
static pid_t sharer(struct waits_futexes *f, const struct waits_task *t, pid_t number)
{
	struct waits_mapping map;
	struct waits_task other;

	if (t->nested || !waits_task_read(&other, number) || !is_alive(&other) || other.kthread ||
	    !waits_memory_map(f->memory, t->pid, t->args[0], &map) || !map.shared ||
	    !waits_memory_has_map(f->memory, other.pid, &map))
		return 0;
	return number;
}

static pid_t owner_of(struct waits_futexes *f, const struct waits_task *t, pid_t number)
{
	struct waits_task owner;

	if (number <= 0)
		return 0;
	if (t->nested)
		return thread_in(f, t->pid, number);
	if (!waits_task_read(&owner, number) || !is_alive(&owner))
		return 0;
	return owner.pid == t->pid ? number : sharer(f, t, number);
}

/* The begin of musl's pthread_mutex_t; the futex is @lock. */
struct musl_mutex {
	uint32_t	type;		/* 0: normal, without an owner; and the bits below */
	uint32_t	lock;
};

#define MUSL_TYPES	0x3
#define MUSL_ROBUST	0x4
#define MUSL_ALL	0x8f

/* glibc's lock of lowest level: the waiter expects 2 in the word. */
static bool is_plain_lock(struct waits_futexes *f, const struct waits_task *t, uint32_t word,
			  struct waits_futex *found)
{
	struct glibc_mutex m;

	if (word != 2 || (uint32_t)t->args[2] != 2 ||
	    !waits_memory_read(f->memory, t->tid, t->args[0], &m, sizeof(m)) || !is_glibc_mutex(&m))
		return false;
	found->owner = owner_of(f, t, m.owner);
	return found->owner;
}

/* PI locks: the kernel defines the owner's number. */
static bool is_owned_word(struct waits_futexes *f, const struct waits_task *t, uint32_t word,
			  struct waits_futex *found)
{
	if (!(word & FUTEX_WAITERS) || word & FUTEX_OWNER_DIED)
		return false;
	found->owner = owner_of(f, t, word & FUTEX_TID_MASK);
	return found->owner;
}

/*
 * Robust ones, and those of musl, have the owner in the word, too. Other locks have bits and
 * small numbers there, such as the number of readers, or 16 in a normal mutex of musl.
 */
static bool has_owned_word(struct waits_futexes *f, const struct waits_task *t, uint32_t word)
{
	struct glibc_mutex glibc;
	struct musl_mutex musl;

	if (waits_memory_read(f->memory, t->tid, t->args[0], &glibc, sizeof(glibc)) &&
	    glibc.lock == word && glibc.kind & GLIBC_ROBUST && glibc.users &&
	    (uint32_t)glibc.owner == (word & FUTEX_TID_MASK))
		return true;
	return waits_memory_read(f->memory, t->tid, t->args[0] - sizeof(musl.type), &musl,
				 sizeof(musl)) &&
	       musl.lock == word && musl.type & (MUSL_TYPES | MUSL_ROBUST) &&
	       !(musl.type & ~MUSL_ALL);
}

/* glibc's struct pthread from the number on, while the thread has no robust mutex. */
struct glibc_thread {
	uint32_t	tid, unused;
	uint64_t	robust_prev, robust_list;	/* both point to the second of them */
};

/* pthread_join(): the kernel clears the word with the thread's number when that ends. */
static bool is_thread(struct waits_futexes *f, const struct waits_task *t, uint32_t word,
		      struct waits_futex *found)
{
	const uint64_t list = t->args[0] + offsetof(struct glibc_thread, robust_list);
	struct glibc_thread thread;
	struct waits_task other;

	if (t->args[1] & FUTEX_PRIVATE_FLAG || word != (uint32_t)t->args[2] ||
	    (pid_t)word == t->ns_tid ||
	    !waits_memory_read(f->memory, t->tid, t->args[0], &thread, sizeof(thread)) ||
	    thread.tid != word || thread.robust_prev != list || thread.robust_list != list)
		return false;
	found->owner = owner_of(f, t, word);
	return found->owner && waits_task_read(&other, found->owner) && other.pid == t->pid;
}

static void look(struct waits_futexes *f, const struct waits_task *t, struct waits_futex *found)
{
	uint32_t command = t->args[1] & FUTEX_CMD_MASK, word;
	bool pi = command == FUTEX_LOCK_PI || command == FUTEX_LOCK_PI2;
	bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;

	if ((!pi && !waits) || t->compat || sizeof(long) != 8 ||
	    !waits_memory_read(f->memory, t->tid, t->args[0], &word, sizeof(word)))
		return;
	/* The word of one that still waits has the value that it waits with. */
	if (pi ? is_owned_word(f, t, word, found) :
	    command == FUTEX_WAIT && word == (uint32_t)t->args[2] &&
	    (is_plain_lock(f, t, word, found) ||
	     (has_owned_word(f, t, word) && is_owned_word(f, t, word, found))))
		found->kind = WAITS_FUTEX_LOCK;
	else if (waits && is_thread(f, t, word, found))
		found->kind = WAITS_FUTEX_THREAD;
}

void waits_futex_find(struct waits_futexes *f, const struct waits_task *t,
		      struct waits_futex *found)
{
	if (f->process != t->pid || f->word != t->args[0] || f->op != (uint32_t)t->args[1] ||
	    f->value != t->args[2]) {
		f->process = t->pid;
		f->word = t->args[0];
		f->op = t->args[1];
		f->value = t->args[2];
		f->last = (struct waits_futex){ 0 };
		look(f, t, &f->last);
		if (f->last.kind == WAITS_FUTEX_UNKNOWN)
			f->last.owner = 0;
	}
	*found = f->last;
	/* It does not wait for itself with a lock that it may take again, or has not taken. */
	if (found->owner == t->tid && found->kind == WAITS_FUTEX_THREAD)
		*found = (struct waits_futex){ 0 };
}

void waits_futexes_free(struct waits_futexes *f)
{
	free(f->threads);
	memset(f, 0, sizeof(*f));
}
