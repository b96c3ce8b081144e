// SPDX-License-Identifier: GPL-2.0
/* What a task waits for at a file. */
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/file.h"
#include "waits/proc.h"
#include "waits/stack.h"
#include "waits/syscalls.h"

/* Paths have up to 4095 bytes, and many tasks may each wait for another one. */
#define MOST_TEXT	240
#define ITS_END		140

static char *without_middle(char *text, size_t len)
{
	static const char gap[] = " ... ";
	const size_t begin = MOST_TEXT - ITS_END - strlen(gap);

	memcpy(text + begin, gap, strlen(gap));
	memmove(text + begin + strlen(gap), text + len - ITS_END, ITS_END + 1);
	return xrealloc(text, MOST_TEXT + 1);
}

char *waits_text(const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len < 0)
		return xstrdup("?");
	return len > MOST_TEXT ? without_middle(text, len) : text;
}

/* Does the text hold one of the words? */
static bool has_word(const char *text, const char *const *words, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

/* The file of the first argument. */
static bool target_of(const struct waits_task *t, char *target, size_t size)
{
	char file[32];

	if (!waits_call_has_file(waits_call_of(t)) || t->args[0] > INT_MAX)
		return false;
	snprintf(file, sizeof(file), "fd/%d", (int)t->args[0]);
	return proc_link(t->tid, file, target, size) >= 0;
}

/* One that has the other end is the holder; of several, which one is not known. */
static void take_others(struct waits_sources *s, const struct waits_others *others,
			struct waits_wait *w, const char *how)
{
	if (others->nr) {
		w->holder = others->first;
		w->of_process = true;
		w->others = others->nr - 1;
		w->how = how;
	} else if (others->own) {
		w->how = ", whose other end only its own process has";
	} else if (s->ends.hidden || s->ends.cut) {
		w->how = ", whose other end is not known";
	}
}

/*
 * Locks
 */

/* A lock of an open file is held by each process that has the file, not only its taker. */
static bool find_open_file(struct waits_sources *s, const struct waits_task *t, const char *target,
			   enum waits_mode mode, struct waits_wait *w)
{
	struct waits_others others;

	waits_ends_find(&s->ends, target, mode, t->pid, &others);
	if (!others.nr && !others.own)
		return false;
	w->holder = others.nr ? others.first : t->pid;
	w->of_process = true;
	w->others = others.nr ? others.nr - 1 : 0;
	w->how = ", which %s holds";
	return true;
}

/* The process that took it, if it has not ended. */
static bool take_holder(const struct waits_lock *lock, struct waits_wait *w)
{
	struct waits_task holder;

	if (!lock || lock->holds <= 0 || !waits_task_read(&holder, lock->holds))
		return false;
	w->holder = lock->holds;
	w->of_process = true;
	w->how = ", which %s holds";
	return true;
}

static bool is_ofd(const struct waits_task *t, const struct waits_lock *lock)
{
	return (waits_call_of(t) == WAITS_CALL_FCNTL && t->args[1] == F_OFD_SETLKW) ||
	       (lock && lock->holds == -1);
}

void waits_on_lock(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	const struct waits_lock *lock = waits_locks_find(&s->locks, t->pid);
	char target[PATH_MAX] = "";
	enum waits_mode mode = is_ofd(t, lock) ? WAITS_HAS_OFD_LOCK : WAITS_HAS_FLOCK;

	w->kind = WAITS_LOCK;
	if (target_of(t, target, sizeof(target)))
		w->what = waits_text("a lock on %s", target);
	else
		w->what = waits_text("a lock on a file");
	if (take_holder(lock, w) || (*target && find_open_file(s, t, target, mode, w)))
		return;
	if (lock && lock->holds > 0)
		w->how = ", which a process took that has ended";
}

/* An open(2) that the holder has to allow: it gives the lease up, or loses it after 45 s. */
void waits_on_lease(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	w->kind = WAITS_LOCK;
	w->what = waits_text("a lease of a file");
	take_holder(waits_locks_find(&s->locks, t->pid), w);
}

/*
 * Servers of file systems
 */

static void find_fuse(struct waits_sources *s, const struct waits_mount *m, struct waits_wait *w)
{
	struct waits_others others;

	w->kind = WAITS_FUSE;
	w->what = *m->point ? waits_text("the FUSE server of %s", m->point) :
		waits_text("a FUSE server");
	waits_ends_find(&s->ends, "/dev/fuse", WAITS_ANY_MODE, 0, &others);
	/* The kernel does not report which one has this connection. */
	if (others.nr != 1)
		return;
	w->holder = others.first;
	w->of_process = true;
	w->how = ", %s";
}

bool waits_on_server(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	static const char *const fuse[] = { "request_wait_answer", "fuse_" };
	static const char *const nfs[] = { "rpc_", "nfs_", "nfs4_", "nfs3_" };
	bool is_fuse = has_word(w->in, fuse, ARRAY_SIZE(fuse));
	bool is_nfs = has_word(w->in, nfs, ARRAY_SIZE(nfs));
	struct waits_mount m = { 0 };

	if (!is_fuse && !is_nfs)
		return false;
	if (waits_call_has_file(waits_call_of(t)) &&
	    !waits_mounts_find(&s->mounts, t->tid, t->args[0], &m))
		memset(&m, 0, sizeof(m));
	if (is_fuse) {
		find_fuse(s, &m, w);
	} else {
		w->kind = WAITS_NFS;
		w->what = *m.source ? waits_text("the NFS server of %s (%s)", m.point, m.source) :
			waits_text("an NFS server");
	}
	return true;
}

/*
 * Pipes and sockets
 */

static void find_pipe(struct waits_sources *s, const struct waits_task *t, const char *target,
		      struct waits_wait *w)
{
	bool reads = waits_call_of(t) == WAITS_CALL_READ;
	struct waits_others others;

	w->kind = WAITS_PIPE;
	w->what = waits_text("%s %s", reads ? "data of" : "room in", target);
	waits_ends_find(&s->ends, target, reads ? WAITS_CAN_WRITE : WAITS_CAN_READ, t->pid,
			&others);
	take_others(s, &others, w, reads ? ", into which %s can write" : ", which %s can read");
}

static void find_peer(struct waits_sources *s, const struct waits_task *t, uint64_t inode,
		      struct waits_wait *w)
{
	struct waits_others others;
	char target[64];

	snprintf(target, sizeof(target), "socket:[%llu]", (unsigned long long)inode);
	waits_ends_find(&s->ends, target, WAITS_ANY_MODE, t->pid, &others);
	take_others(s, &others, w, ", whose other end %s has");
}

static void find_socket(struct waits_sources *s, const struct waits_task *t, uint64_t inode,
			struct waits_wait *w)
{
	enum waits_call call = waits_call_of(t);
	const char *what = call == WAITS_CALL_READ ? "data of a" :
		call == WAITS_CALL_WRITE ? "room in a" : "a";
	struct waits_socket socket;

	waits_sockets_find(&s->sockets, t->tid, inode, &socket);
	if (socket.kind == WAITS_TCP_SOCKET) {
		w->kind = WAITS_TCP;
		w->what = waits_text("%s TCP connection to %s", what, socket.address);
	} else if (socket.kind == WAITS_UNIX_SOCKET && (socket.peer || call != WAITS_CALL_READ)) {
		w->kind = WAITS_UNIX;
		w->what = waits_text("%s unix socket", what);
		w->object = inode;
	} else if (socket.kind != WAITS_HIDDEN_SOCKET && call == WAITS_CALL_READ) {
		/* Netlink, UDP, a datagram socket that any process may send to */
		w->kind = WAITS_IDLE;
	} else {
		w->what = waits_text("%s socket", what);
	}
	if (socket.peer)
		find_peer(s, t, socket.peer, w);
}

/* Terminals, and files that report events */
static bool is_idle_file(const char *target)
{
	static const char *const idle[] = {
		"/dev/", "/proc/kmsg", "/sys/kernel/tracing/", "/sys/kernel/debug/tracing/",
		"anon_inode:inotify", "anon_inode:[fanotify]", "anon_inode:[timerfd]",
		"anon_inode:[signalfd]", "anon_inode:[userfaultfd]",
	};

	for (size_t i = 0; i < ARRAY_SIZE(idle); i++)
		if (!strncmp(target, idle[i], strlen(idle[i])))
			return true;
	return false;
}

void waits_on_file(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	bool reads = waits_call_of(t) == WAITS_CALL_READ;
	bool writes = waits_call_of(t) == WAITS_CALL_WRITE;
	char target[PATH_MAX];
	unsigned long long inode;

	if (t->state != 'S' || !target_of(t, target, sizeof(target)))
		return;
	if ((reads || writes) && (!strncmp(target, "pipe:[", 6) || strstr(w->in, "pipe_")))
		find_pipe(s, t, target, w);
	else if (sscanf(target, "socket:[%llu]", &inode) == 1)
		find_socket(s, t, inode, w);
	else if (reads && is_idle_file(target))
		w->kind = WAITS_IDLE;
	else
		w->what = waits_text("%s", target);
}

/*
 * State D
 */

static bool waits_for_disk(const char *in)
{
	static const char *const words[] = {
		"folio_wait", "wait_on_page", "wait_on_buffer", "bit_wait_io", "blk_", "submit_bio",
		"bio_", "rq_qos_wait", "wbt_wait", "blkdev_", "dm_", "io_schedule", "dio_",
		"balance_dirty_pages", "iomap_dio", "wait_on_bit_io", "bio_queue_enter",
	};

	return has_word(in, words, ARRAY_SIZE(words));
}

void waits_in_kernel(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w)
{
	char target[PATH_MAX], disk[64] = "";
	struct waits_mount m = { 0 };
	bool has_file = !t->kthread && target_of(t, target, sizeof(target));

	w->kind = WAITS_KERNEL;
	if (!has_file)
		return;
	if (!strncmp(target, "/dev/", 5) && waits_for_disk(w->in)) {
		w->kind = WAITS_DISK;
		w->what = waits_text("the disk %s", target + 5);
		return;
	}
	if (waits_mounts_find(&s->mounts, t->tid, t->args[0], &m))
		waits_disk_name(&m, disk);
	if (*disk && (waits_for_disk(w->in) || waits_disk_is_suspended(&m))) {
		w->kind = WAITS_DISK;
		w->what = waits_text("the disk %s of %s%s", disk, m.point,
				     waits_disk_is_suspended(&m) ? ", which is suspended" : "");
	} else {
		w->what = waits_text("something of %s%s%s", target, *disk ? ", on " : "", disk);
	}
}
