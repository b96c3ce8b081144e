// SPDX-License-Identifier: GPL-2.0
/* What a task waits for. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "lib/util.h"
#include "waits/file.h"
#include "waits/kernel_locks.h"
#include "waits/proc.h"
#include "waits/stack.h"
#include "waits/syscalls.h"
#include "waits/wait.h"

const char *const waits_kind_names[WAITS_KINDS] = {
	[WAITS_UNKNOWN] = "unknown", [WAITS_HIDDEN] = "hidden", [WAITS_RUNS] = "runs",
	[WAITS_ENDED] = "ended", [WAITS_IDLE] = "idle", [WAITS_FUTEX] = "futex",
	[WAITS_THREAD] = "thread", [WAITS_PIPE] = "pipe", [WAITS_UNIX] = "unix_socket",
	[WAITS_TCP] = "tcp", [WAITS_LOCK] = "file_lock", [WAITS_CHILD] = "child",
	[WAITS_FUSE] = "fuse", [WAITS_NFS] = "nfs", [WAITS_DISK] = "disk",
	[WAITS_KERNEL_LOCK] = "kernel_lock", [WAITS_KERNEL] = "kernel",
	[WAITS_TRACER] = "tracer", [WAITS_STOPPED] = "stopped", [WAITS_FROZEN] = "frozen",
	[WAITS_SYSV] = "sysv",
};

static void find_futex(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	struct waits_futex futex;
	struct waits_task process;

	s->futexes.memory = &s->memory;
	waits_futex_find(&s->futexes, t, &futex);
	w->holder = futex.owner;
	if (futex.kind == WAITS_FUTEX_THREAD) {
		w->kind = WAITS_THREAD;
		w->what = waits_text("the end of its thread");
		w->how = " %s";
		return;
	}
	w->kind = WAITS_FUTEX;
	if (futex.kind == WAITS_FUTEX_LOCK) {
		w->object = t->args[0];
		w->what = waits_text("a mutex (futex 0x%llx of process %d)",
				     (unsigned long long)t->args[0], t->pid);
		w->how = ", which %s holds";
	} else if (waits_task_read(&process, t->pid)) {
		w->what = waits_text("a futex of %s-%d whose owner is not known", process.comm,
				     t->pid);
	}
}

/*
 * Children
 */

static void take_child(const struct waits_child *child, const char *what, struct waits_wait *w)
{
	w->holder = child->pid;
	w->of_process = true;
	w->what = waits_text("%s", what);
	w->how = " %s";
}

static void any_child(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	const struct waits_child *child;
	uint32_t nr = waits_children_of(&s->children, t->pid, &child);

	if (nr == 1) {
		take_child(child, "its child", w);
	} else if (nr) {
		take_child(child, "one of its children:", w);
		w->others = nr - 1;
	} else {
		w->what = waits_text("a child or a task that it traces");
	}
}

/* By its number in the PID namespace of the waiter. */
static void child_with(struct waits_sources *s, const struct waits_task *t, pid_t number,
		       struct waits_wait *w)
{
	const struct waits_child *child;
	uint32_t nr = waits_children_of(&s->children, t->pid, &child);

	for (uint32_t i = 0; i < nr; i++)
		if ((t->nested ? child[i].ns_pid : child[i].pid) == number) {
			take_child(&child[i], "its child", w);
			return;
		}
	w->what = waits_text("process %d", number);
}

static void find_child(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	bool by_id = waits_call_of(t) == WAITS_CALL_WAITID;
	int id = by_id ? (int)t->args[1] : (int)t->args[0];
	const struct waits_child child = { 0 };
	long pid;

	w->kind = WAITS_CHILD;
	if (by_id && t->args[0] == P_PIDFD && waits_fdinfo(t->tid, id, "Pid", &pid) && pid > 0) {
		take_child(&child, "its child", w);
		w->holder = pid;
	} else if (by_id ? t->args[0] == P_PID : id > 0) {
		child_with(s, t, id, w);
	} else {
		any_child(s, t, w);
	}
}

/* vfork(2): the child has not called execve(2) yet. */
static void find_new_child(struct waits_sources *s, const struct waits_task *t,
			   struct waits_wait *w)
{
	w->kind = WAITS_CHILD;
	any_child(s, t, w);
}

/*
 * System V: who could send a message or add to a semaphore is not known
 */

static void find_sysv(const struct waits_task *t, enum waits_call call, struct waits_wait *w)
{
	int id = (int)t->args[0];

	w->kind = WAITS_SYSV;
	if (call == WAITS_CALL_SEMOP)
		w->what = waits_text("a semaphore of set %d of System V", id);
	else
		w->what = waits_text("%s message queue %d of System V",
				     call == WAITS_CALL_MSGRCV ? "a message of" : "room in", id);
}

/*
 * By the state
 */

/* do_freezer_trap() may be inlined; other sleeps of get_signal() are stops, state T or t. */
static bool is_frozen(const struct waits_task *t, const struct waits_wait *w)
{
	return !strcmp(w->in, "do_freezer_trap") || !strcmp(w->in, "__refrigerator") ||
	       (t->state == 'S' && !strcmp(w->in, "get_signal"));
}

static void find_frozen(const struct waits_task *t, struct waits_wait *w)
{
	char text[1024], *at;

	w->kind = WAITS_FROZEN;
	at = proc_read(t->tid, "cgroup", text, sizeof(text)) > 0 ? strstr(text, "0::") : NULL;
	if (at)
		at[strcspn(at, "\n")] = '\0';
	w->what = waits_text("its cgroup %s, which is frozen", at ? at + 3 : "");
}

/* Returns false if it depends on the system call. */
static bool find_by_state(const struct waits_task *t, struct waits_wait *w)
{
	switch (t->state) {
	case 'R':
		w->kind = WAITS_RUNS;
		return true;
	case 'Z':
	case 'X':
		w->kind = WAITS_ENDED;
		return true;
	case 't':
		w->kind = WAITS_TRACER;
		w->holder = t->tracer;
		w->what = waits_text("its tracer");
		w->how = " %s";
		return true;
	case 'T':
		w->kind = WAITS_STOPPED;
		w->what = waits_text("SIGCONT: a signal has stopped it");
		return true;
	}
	if (t->kthread && t->state != 'D') {
		w->kind = WAITS_IDLE;
		return true;
	}
	if (is_frozen(t, w))
		find_frozen(t, w);
	return w->kind == WAITS_FROZEN;
}

static void find_by_call(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	enum waits_call call = waits_call_of(t);
	bool sets_lock = call == WAITS_CALL_FCNTL &&
			 (t->args[1] == F_SETLKW || t->args[1] == F_OFD_SETLKW);

	if (waits_on_server(s, t, w))
		return;
	if (call == WAITS_CALL_FUTEX && t->state == 'S')
		find_futex(s, t, w);
	else if (call == WAITS_CALL_FLOCK || sets_lock)
		waits_on_lock(s, t, w);
	else if (!strcmp(w->in, "__break_lease"))
		waits_on_lease(s, t, w);
	else if (call == WAITS_CALL_WAIT4 || call == WAITS_CALL_WAITID)
		find_child(s, t, w);
	else if (call == WAITS_CALL_FORK && t->state == 'D')
		find_new_child(s, t, w);
	else if (waits_call_is_sysv(call) && t->state == 'S')
		find_sysv(t, call, w);
	else if (call == WAITS_CALL_IDLE && t->state == 'S')
		w->kind = WAITS_IDLE;
	else if (call == WAITS_CALL_READ || call == WAITS_CALL_WRITE || call == WAITS_CALL_FILE)
		waits_on_file(s, t, w);
}

/*
 * Locks of the kernel
 */

static const char *name_of(const struct waits_kernel_lock *lock)
{
	if (!strcmp(lock->lock, "mutex"))
		return "a mutex of the kernel";
	if (!strcmp(lock->lock, "semaphore"))
		return "a semaphore of the kernel";
	if (!strcmp(lock->lock, "rwsem-read"))
		return "an rwsem of the kernel, to read,";
	return "an rwsem of the kernel, to write,";
}

/* A reader is not known, nor is who took a semaphore: see duration/files/blocked.c. */
static const char *unknown_of(const struct waits_kernel_lock *lock)
{
	return strcmp(lock->relation, "readers") ? " whose holder is not known" :
	       " that readers hold, which are not known";
}

static bool find_kernel_lock(struct waits_sources *s, const struct waits_task *t,
			     struct waits_wait *w)
{
	const struct waits_kernel_lock *lock;

	lock = waits_kernel_locks_find(&s->kernel_locks, t->tid, t->switches);
	if (!lock)
		return false;
	w->kind = WAITS_KERNEL_LOCK;
	w->object = lock->number;
	w->holder = lock->holder;
	w->what = waits_text("%s%s", name_of(lock), lock->holder ? "" : unknown_of(lock));
	w->how = lock->holder ? " that %s holds" : NULL;
	waits_stack(t->tid, w->in);
	return true;
}

/* Workers of io_uring and vhost are threads of a program that never leave the kernel. */
static bool is_worker(const struct waits_task *t)
{
	return t->state == 'S' && t->syscall < 0 &&
	       (!strncmp(t->comm, "iou-", 4) || !strncmp(t->comm, "vhost-", 6));
}

void waits_find(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	memset(w, 0, sizeof(*w));
	waits_stack_top(t->tid, w->in);
	if (find_by_state(t, w) || find_kernel_lock(s, t, w))
		return;
	if (t->syscall == WAITS_HIDDEN_SYSCALL && t->state != 'D') {
		w->kind = WAITS_HIDDEN;
		return;
	}
	if (t->syscall == WAITS_RUNNING_SYSCALL) {
		w->kind = WAITS_RUNS;
		return;
	}
	if (is_worker(t)) {
		w->kind = WAITS_IDLE;
		return;
	}
	if (!t->kthread && t->syscall != WAITS_HIDDEN_SYSCALL)
		find_by_call(s, t, w);
	if (w->kind == WAITS_UNKNOWN)
		waits_stack(t->tid, w->in);
	if (w->kind == WAITS_UNKNOWN && t->state == 'D')
		waits_in_kernel(s, t, w);
}

void waits_sources_free(struct waits_sources *s)
{
	waits_ends_free(&s->ends);
	waits_sockets_free(&s->sockets);
	waits_locks_free(&s->locks);
	waits_children_free(&s->children);
	waits_futexes_free(&s->futexes);
	waits_kernel_locks_free(&s->kernel_locks);
	waits_memory_end(&s->memory);
}
