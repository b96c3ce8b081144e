// SPDX-License-Identifier: GPL-2.0
/*
 * The library: the descriptor of trace_marker, the ids, and one write(2) per
 * line. No lock, and no allocation after it is opened. The state is a few
 * words, so it also works in a child of fork() and in a signal handler.
 *
 * The write is a system call without the C library, whose write() is a
 * cancellation point: tracing must not cancel a thread.
 */
#define _GNU_SOURCE
#include "trace_region.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "region_line.h"

#define EXPORT __attribute__((visibility("default")))

/*
 * If a program closes "all" its descriptors and opens new ones, our number must not become that
 * of another file, into which we would write. A look at the file before each line would be a
 * second system call, which a sandbox may forbid. So the number is the first one that the
 * process may not use, beyond its limit of descriptors. Where the limit is as high as it can
 * be, or the table of descriptors would get large by it, it is only a high number.
 */
#define REGION_FD_MIN 256
#define REGION_FD_MAX 65536

EXPORT int trace_region_fd_ = -1;

/* The file is not in tracefs: writing to it may raise a signal. */
static bool may_signal;

/*
 * The latest id. It is in a page that a process shares with its children, so that
 * ids are unique among them, for any kind of fork and in any sandbox. Without
 * memory for the page each process counts its own ids.
 */
static unsigned long own_id;
static unsigned long *last_id = &own_id;

/* Of this process, for counters: a sandbox may forbid getpid(). */
static pid_t process;

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

/* Lines refused with EBADF. One in a number of them checks the reason. */
static unsigned int refused;
#define REFUSED_PER_QUESTION 64

static unsigned long next_id(void)
{
	unsigned long *last = __atomic_load_n(&last_id, __ATOMIC_ACQUIRE);
	unsigned long id;

	do
		id = __atomic_add_fetch(last, 1, __ATOMIC_RELAXED);
	while (id == 0);
	return id;
}

static void switch_off(int fd)
{
	__atomic_compare_exchange_n(&trace_region_fd_, &fd, -1, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/*
 * EBADF means that the trace is not recording, which may change, or that the
 * descriptor was closed, which is permanent. A sandbox may allow only write(2), so
 * check with a write of 0 bytes from an address that the kernel refuses before it
 * calls the file (not on s390, which has no such addresses: there a trace that does
 * not record counts as closed).
 */
static bool descriptor_is_gone(int fd)
{
	unsigned int n = __atomic_fetch_add(&refused, 1, __ATOMIC_RELAXED);

	if (n % REFUSED_PER_QUESTION != 0)
		return false;
	return syscall(SYS_write, fd, (void *)-1L, 0) < 0 && errno == EBADF;
}

static bool is_final(int fd, int error)
{
	switch (error) {
	case EBADF:
		return descriptor_is_gone(fd);
	case EPERM: /* a sandbox or a security module: permanent */
	case EACCES:
	case ENOSYS:
	case EPIPE:
		return true;
	default:
		return false;
	}
}

static void signals_of_writing(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGPIPE);
	sigaddset(set, SIGXFSZ);
}

/* Remove the signal of the failed write, unless it was pending before. */
static void discard_signal(int signo, const sigset_t *pending_before)
{
	const struct timespec now = { 0, 0 };
	sigset_t set;

	if (sigismember(pending_before, signo))
		return;
	sigemptyset(&set);
	sigaddset(&set, signo);
	sigtimedwait(&set, NULL, &now);
}

static long write_without_signal(int fd, const char *text, size_t len)
{
	sigset_t blocked, before, pending;
	long ret;
	int error;

	signals_of_writing(&blocked);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &blocked, &before);
	ret = syscall(SYS_write, fd, text, len);
	error = errno;
	if (ret < 0 && error == EPIPE)
		discard_signal(SIGPIPE, &pending);
	if (ret < 0 && error == EFBIG)
		discard_signal(SIGXFSZ, &pending);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return ret;
}

/* Returns: whether the line is in the trace. errno stays as it was. */
static bool write_line(struct region_line *line)
{
	int fd = __atomic_load_n(&trace_region_fd_, __ATOMIC_ACQUIRE);
	size_t len = region_line_finish(line);
	int saved = errno;
	long ret;

	if (fd < 0)
		return false;
	if (__atomic_load_n(&may_signal, __ATOMIC_RELAXED))
		ret = write_without_signal(fd, line->text, len);
	else
		ret = syscall(SYS_write, fd, line->text, len);
	if (ret < 0 && is_final(fd, errno))
		switch_off(fd);
	errno = saved;
	return ret >= 0;
}

/* The marks that end the name of a region and of a counter. */
static const char name_end[] = " - (";
static const char counter_end[] = "|";

static void start_region_line(struct region_line *line,
			      const struct trace_region *region,
			      const char *event)
{
	region_line_start(line);
	region_line_put_uint(line, region->id);
	region_line_put(line, " ");
	region_line_put(line, region->category);
	region_line_put(line, event);
	region_line_put_name(line, region->name, name_end);
}

static void start_enter_line(struct region_line *line,
			     struct trace_region *region, const char *category,
			     const char *name)
{
	region->id = next_id();
	region->category = category;
	region->name = name;
	start_region_line(line, region, " Enter: ");
}

/* A region whose Enter was refused gets no Exit: its id stays 0. */
EXPORT void trace_region_begin_(struct trace_region *region,
				const char *category, const char *name,
				const struct trace_region_kv_ *kvs)
{
	struct region_line line;

	start_enter_line(&line, region, category, name);
	region_line_put_pairs(&line, kvs);
	if (!write_line(&line))
		region->id = 0;
}

EXPORT void trace_region_end_(struct trace_region *region)
{
	struct region_line line;

	start_region_line(&line, region, " Exit: ");
	region->id = 0;
	write_line(&line);
}

EXPORT void trace_region_print_(const char *text,
				const struct trace_region_kv_ *kvs)
{
	struct region_line line;

	region_line_start(&line);
	region_line_put_escaped(&line, text);
	region_line_put_pairs(&line, kvs);
	write_line(&line);
}

/*
 * In C a category is an identifier. In other languages it may be any text, and a
 * line without one, or with a space in it, would not be that of a region.
 */
struct category {
	char text[TRACE_REGION_NAME_MAX + 1];
};

static const char *clean(struct category *category, const char *text)
{
	size_t i;

	if (!text || !*text)
		return "null";
	for (i = 0; text[i] && i < TRACE_REGION_NAME_MAX; i++)
		category->text[i] = text[i] > ' ' && text[i] < 0x7f &&
				    text[i] != '|' ? text[i] : '_';
	category->text[i] = '\0';
	return category->text;
}

EXPORT unsigned long trace_region_enter(const char *category, const char *name,
					const char *pairs)
{
	struct trace_region region;
	struct region_line line;
	struct category copy;

	if (!trace_region_enabled())
		return 0;
	start_enter_line(&line, &region, clean(&copy, category), name);
	region_line_put_pairs_text(&line, pairs);
	return write_line(&line) ? region.id : 0;
}

EXPORT void trace_region_exit(unsigned long id, const char *category,
			      const char *name)
{
	struct trace_region region = { .id = id, .name = name };
	struct category copy;

	region.category = clean(&copy, category);
	trace_region_stop_(&region);
}

EXPORT void trace_region_message(const char *text)
{
	static const struct trace_region_kv_ none = {
		.kind = TRACE_REGION_LAST_
	};

	if (trace_region_enabled())
		trace_region_print_(text, &none);
}

/*
 * In the form that Android's atrace and Perfetto read. fork() is not the only
 * way to a child: after a bare clone(2) the process is that of the parent.
 */
EXPORT void trace_region_count(const char *category, const char *name,
			       long long value)
{
	struct region_line line;
	struct category copy;

	if (!trace_region_enabled())
		return;
	region_line_start(&line);
	region_line_put(&line, "C|");
	region_line_put_uint(&line, (unsigned long long)process);
	region_line_put(&line, "|");
	region_line_put(&line, clean(&copy, category));
	region_line_put(&line, ":");
	region_line_put_name(&line, name, counter_end);
	region_line_put(&line, "|");
	region_line_put_int(&line, value);
	write_line(&line);
}

static uint32_t random_number(void)
{
	struct timespec now = { 0, 0 };
	uint32_t number;

	if (getrandom(&number, sizeof(number), GRND_NONBLOCK) == sizeof(number))
		return number;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint32_t)now.tv_nsec * 2654435769u;
}

/*
 * The first id of a process and its children: random, so that two programs rarely
 * use the same ids. Viewers of traces may read numbers as floating point, so ids
 * are below 2^53 and never rounded.
 */
static unsigned long first_id(void)
{
	uint32_t number = random_number();

#if ULONG_MAX > UINT32_MAX
	return (unsigned long)(number >> 1) << 21;
#else
	return number & 0xfff00000;
#endif
}

static void share_ids(void)
{
	unsigned long *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		shared = &own_id;
	*shared = first_id();
	__atomic_store_n(&last_id, shared, __ATOMIC_RELEASE);
}

static void ask_for_process(void)
{
	process = getpid();
}

static void prepare(void)
{
	int saved = errno;

	share_ids();
	ask_for_process();
	pthread_atfork(NULL, NULL, ask_for_process);
	errno = saved;
}

static bool is_tracefs(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) == 0 && fs.f_type == TRACEFS_MAGIC;
}

/* Returns: the descriptor in use, which may be that of another thread. */
static int publish(int fd)
{
	int none = -1;

	pthread_once(&prepared, prepare);
	if (!is_tracefs(fd))
		__atomic_store_n(&may_signal, true, __ATOMIC_RELAXED);
	if (__atomic_compare_exchange_n(&trace_region_fd_, &none, fd, false,
					__ATOMIC_RELEASE, __ATOMIC_RELAXED))
		return fd;
	return none;
}

/* The limit is raised only for a moment. Returns: -1 if it cannot be. */
static int duplicate_beyond_limit(int fd)
{
	struct rlimit limit, more;
	int high;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur < REGION_FD_MIN ||
	    limit.rlim_cur > REGION_FD_MAX || limit.rlim_cur >= limit.rlim_max)
		return -1;
	more = limit;
	more.rlim_cur++;
	if (setrlimit(RLIMIT_NOFILE, &more) < 0)
		return -1;
	high = fcntl(fd, F_DUPFD_CLOEXEC, (int)limit.rlim_cur);
	setrlimit(RLIMIT_NOFILE, &limit);
	return high;
}

static int move_out_of_the_way(int fd)
{
	int high = duplicate_beyond_limit(fd);

	if (high < 0)
		high = fcntl(fd, F_DUPFD_CLOEXEC, REGION_FD_MIN);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

/* O_NONBLOCK is for a FIFO: neither opening it nor a full one may block. */
static int open_marker(const char *path)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC |
				    O_NOCTTY);

	return fd < 0 ? -1 : move_out_of_the_way(fd);
}

EXPORT int trace_region_init_at(const char *path)
{
	int fd = trace_region_fd();
	int used;

	if (fd >= 0)
		return fd;
	fd = open_marker(path);
	if (fd < 0)
		return -1;
	used = publish(fd);
	if (used != fd)
		close(fd);
	return used;
}

EXPORT int trace_region_init(void)
{
	const char *path = secure_getenv("TRACE_REGION_MARKER");
	int fd;

	if (path && !*path) {
		errno = ENOENT;
		return trace_region_fd();
	}
	if (path)
		return trace_region_init_at(path);
	fd = trace_region_init_at("/sys/kernel/tracing/trace_marker");
	if (fd < 0 && errno == ENOENT)
		fd = trace_region_init_at(
			"/sys/kernel/debug/tracing/trace_marker");
	return fd;
}

/* A pipe, a socket or a terminal without O_NONBLOCK. */
static bool may_block(int fd, int flags)
{
	struct stat file;

	if ((flags & O_NONBLOCK) || is_tracefs(fd))
		return false;
	return fstat(fd, &file) < 0 || !S_ISREG(file.st_mode);
}

/* Returns: 0, or the error of an unsuitable descriptor. */
static int why_not(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return errno;
	if ((flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	return may_block(fd, flags) ? EINVAL : 0;
}

EXPORT int trace_region_init_fd(int fd)
{
	int used = trace_region_fd();
	int error;

	if (used >= 0)
		return used;
	error = why_not(fd);
	if (error) {
		errno = error;
		return -1;
	}
	used = publish(fd);
	if (used == fd)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	return used;
}

EXPORT int trace_region_fd(void)
{
	return __atomic_load_n(&trace_region_fd_, __ATOMIC_RELAXED);
}

/* The parentheses: the header also has a macro of that name. */
EXPORT int(trace_region_enabled)(void)
{
	return trace_region_on_();
}

EXPORT void trace_region_close(void)
{
	int fd = __atomic_exchange_n(&trace_region_fd_, -1, __ATOMIC_RELAXED);
	int saved = errno;

	if (fd >= 0)
		close(fd);
	errno = saved;
}
