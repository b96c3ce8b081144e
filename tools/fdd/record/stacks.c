// SPDX-License-Identifier: GPL-2.0
/*
 * Records user stacks of slow calls.
 *
 * Each CPU has two events of perf with a ring buffer each: that of the tracepoint, whose samples
 * have a copy of the user's registers and stack, and one for maps, names, forks and exits of tasks.
 * The second buffer is read whenever there is something in it. The first is read within the limit
 * per second: when it is full the kernel copies no more, and counts that.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/stacks.h"
#include "record/stacks_file.h"
#include "record/stacks_tasks.h"
#include "record/vdso.h"
#include "tracing/tracing.h"

#define EVENT		"events/ftrace/func_duration_stack"
#define STACK_BYTES	16384			/* of a stack that are copied */
#define MOST_BYTES	(256ull << 20)		/* on disk */
#define MOST_PER_SECOND	2000
#define SLICE_MS	50
#define SLICES		(1000 / SLICE_MS)
#define MOST_WAIT	10			/* seconds, for a look at all tasks */
#define LOOK_SLICES	SLICES			/* at the CPUs that are online */
#define SAMPLES_RING	(1u << 20)		/* for each CPU, ... */
#define LEAST_RING	(128u << 10)
#define ALL_RINGS	(64u << 20)		/* ... and at most for all of them */
#define TASKS_RING	(256u << 10)

struct ring {
	int				fd;
	struct perf_event_mmap_page	*page;
	uint32_t			size;	/* of its data, a power of two */
};

struct cpu {
	unsigned int	cpu;
	struct ring	samples, tasks;
	struct stacks_call last;		/* whose stack was taken */
	uint64_t	lost;			/* of the samples, in its file */
};

struct stacks {
	struct stacks_file	file;
	struct stacks_formats	formats;
	char			*online;
	uint32_t		id;		/* of the event */
	char			filter[128];
	struct cpu		*cpus;
	uint32_t		nr, cap;
	uint64_t		limit, taken, lost;
	bool			unasked;
	uint64_t		began;
	uint64_t		full_at;	/* the limit of the disk was reached; 0: never */
	uint32_t		budget;		/* samples of this slice */
	pthread_t		thread;
	bool			started;
	pthread_mutex_t		lock;
	pthread_cond_t		changed;
	bool			ready;		/* the tasks are known */
	atomic_bool		stop;
	char			*record;	/* one that is looked at */
};

/*
 * Events
 */

static struct perf_event_attr common_attr(void)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr), .sample_type = STACKS_SAMPLE,
		.sample_regs_user = STACKS_REGS, .sample_stack_user = STACK_BYTES,
		.read_format = PERF_FORMAT_LOST,
		.disabled = 1, .sample_id_all = 1, .watermark = 1,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.exclude_callchain_kernel = 1, .exclude_callchain_user = 1,
	};
}

static struct perf_event_attr samples_attr(const struct stacks *s)
{
	struct perf_event_attr attr = common_attr();

	attr.type = PERF_TYPE_TRACEPOINT;
	attr.config = s->id;
	attr.sample_period = 1;
	return attr;
}

static struct perf_event_attr tasks_attr(void)
{
	struct perf_event_attr attr = common_attr();

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_DUMMY;
	attr.sample_period = 1;
	attr.mmap = attr.mmap2 = attr.build_id = 1;
	attr.comm = attr.comm_exec = attr.task = 1;
	return attr;
}

/* What the file says: one event with all records. */
static struct perf_event_attr file_attr(const struct stacks *s)
{
	struct perf_event_attr attr = tasks_attr();

	attr.type = PERF_TYPE_TRACEPOINT;
	attr.config = s->id;
	attr.disabled = 0;
	attr.read_format = 0;
	return attr;
}

static void ring_close(struct ring *r)
{
	if (r->page)
		munmap(r->page, sysconf(_SC_PAGESIZE) + r->size);
	if (r->fd >= 0)
		close(r->fd);
	*r = (struct ring){ .fd = -1 };
}

/* Returns false with errno set. */
static bool ring_open(struct ring *r, struct perf_event_attr attr, unsigned int cpu, uint32_t size)
{
	void *page;

	*r = (struct ring){ .fd = -1, .size = size };
	/* nobody waits for it */
	attr.wakeup_watermark = size;
	r->fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (r->fd < 0)
		return false;
	page = mmap(NULL, sysconf(_SC_PAGESIZE) + size, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd,
		    0);
	if (page == MAP_FAILED)
		return false;
	r->page = page;
	return true;
}

static uint32_t ring_size(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	uint32_t size = SAMPLES_RING;

	while (size > LEAST_RING && size * (uint64_t)cpus > ALL_RINGS)
		size /= 2;
	return size;
}

static void cpu_close(struct cpu *c)
{
	ring_close(&c->samples);
	ring_close(&c->tasks);
}

/* Returns false with errno set. */
static bool cpu_open(struct stacks *s, unsigned int cpu)
{
	struct cpu c = { .cpu = cpu, .samples.fd = -1, .tasks.fd = -1 };
	int err;

	if (!ring_open(&c.tasks, tasks_attr(), cpu, TASKS_RING) ||
	    !ring_open(&c.samples, samples_attr(s), cpu, ring_size()) ||
	    ioctl(c.samples.fd, PERF_EVENT_IOC_SET_FILTER, s->filter) ||
	    ioctl(c.tasks.fd, PERF_EVENT_IOC_ENABLE, 0) ||
	    (!s->full_at && ioctl(c.samples.fd, PERF_EVENT_IOC_ENABLE, 0))) {
		err = errno;
		cpu_close(&c);
		errno = err;
		return false;
	}
	GROW(s->cpus, s->nr, s->cap);
	s->cpus[s->nr++] = c;
	return true;
}

static struct cpu *find_cpu(struct stacks *s, unsigned int cpu)
{
	for (uint32_t i = 0; i < s->nr; i++)
		if (s->cpus[i].cpu == cpu)
			return &s->cpus[i];
	return NULL;
}

static char *read_online(void)
{
	FILE *f = fopen("/sys/devices/system/cpu/online", "re");
	char *text = NULL;
	size_t size = 0;

	if (f && getline(&text, &size, f) < 0) {
		free(text);
		text = NULL;
	}
	if (f)
		fclose(f);
	return text ? text : xstrdup("0");
}

/* The next numbers of a list like "0-3,5". Returns false at its end. */
static bool next_cpus(const char **list, unsigned long *first, unsigned long *last)
{
	char *end;

	if (**list < '0' || **list > '9')
		return false;
	*first = *last = strtoul(*list, &end, 10);
	if (*end == '-')
		*last = strtoul(end + 1, &end, 10);
	*list = *end == ',' ? end + 1 : end;
	return true;
}

static bool is_in(const char *list, unsigned int cpu)
{
	unsigned long first, last;

	while (next_cpus(&list, &first, &last))
		if (cpu >= first && cpu <= last)
			return true;
	return false;
}

/* With each CPU that has no events. Returns false with errno set. */
static bool open_online(struct stacks *s)
{
	const char *list = s->online;
	unsigned long cpu, last;

	while (next_cpus(&list, &cpu, &last))
		for (; cpu <= last; cpu++)
			/* one may have gone again */
			if (!find_cpu(s, cpu) && !cpu_open(s, cpu) && errno != ENODEV)
				return false;
	return true;
}

/* Two files for each CPU. Programs that fdd starts have the limit as it was. */
static bool open_all(struct stacks *s)
{
	struct rlimit old, all;
	bool raised = !getrlimit(RLIMIT_NOFILE, &old), ok;

	all = (struct rlimit){ old.rlim_max, old.rlim_max };
	if (raised)
		setrlimit(RLIMIT_NOFILE, &all);
	ok = open_online(s);
	if (raised) {
		int err = errno;

		setrlimit(RLIMIT_NOFILE, &old);
		errno = err;
	}
	return ok;
}

/*
 * Reading
 */

/* Copies the next record, which may be at both ends of the ring. */
static struct perf_event_header *next_record(struct stacks *s, const struct ring *r, uint64_t tail,
					     uint64_t head)
{
	const char *data = (const char *)r->page + r->page->data_offset;
	struct perf_event_header *record = (void *)s->record;
	uint64_t at = tail & (r->size - 1), first = r->size - at;

	if (head - tail < sizeof(*record))
		return NULL;
	/* records are aligned to 8 bytes, and so is the ring's end */
	memcpy(record, data + at, sizeof(*record));
	if (record->size < sizeof(*record) || record->size > head - tail)
		return NULL;
	if (record->size <= first) {
		memcpy(record, data + at, record->size);
	} else {
		uint32_t size = record->size;

		memcpy(s->record, data + at, first);
		memcpy(s->record + first, data, size - first);
	}
	return record;
}

/*
 * A call around one whose stack was taken: it is within the same entry into the kernel, and has the
 * same stack.
 */
static bool is_around_last(const struct cpu *c, const struct perf_event_header *record)
{
	struct stacks_call call;

	return stacks_call_of(record, &call) && call.tid == c->last.tid &&
	       call.calltime <= c->last.calltime;
}

/* Returns: whether it is read. */
static bool take(struct stacks *s, struct cpu *c, struct perf_event_header *record)
{
	if (record->type == PERF_RECORD_LOST && c) {
		uint64_t lost;

		memcpy(&lost, (char *)(record + 1) + sizeof(lost), sizeof(lost));
		c->lost += lost;
		s->lost += lost;
	}
	if (record->type == PERF_RECORD_SAMPLE && c) {
		if (is_around_last(c, record))
			return true;
		if (!s->budget)
			return false;
		s->budget--;
		if (!stacks_trim(record) || !stacks_call_of(record, &c->last))
			return true;
		s->taken++;
	}
	stacks_file_add(&s->file, record);
	return true;
}

/* @c: of the samples; NULL for the other ring */
static void drain(struct stacks *s, struct ring *r, struct cpu *c)
{
	uint64_t head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->page->data_tail;
	struct perf_event_header *record;

	while ((record = next_record(s, r, tail, head))) {
		uint32_t size = record->size;

		if (!take(s, c, record))
			break;
		tail += size;
	}
	__atomic_store_n(&r->page->data_tail, tail, __ATOMIC_RELEASE);
}

static void drain_all(struct stacks *s)
{
	for (uint32_t i = 0; i < s->nr; i++)
		drain(s, &s->cpus[i].tasks, NULL);
	for (uint32_t i = 0; i < s->nr; i++)
		drain(s, &s->cpus[i].samples, &s->cpus[i]);
	stacks_file_flush(&s->file);
}

static void disable_samples(struct stacks *s)
{
	for (uint32_t i = 0; i < s->nr; i++)
		ioctl(s->cpus[i].samples.fd, PERF_EVENT_IOC_DISABLE, 0);
}

/* The limit of the disk, or an error of it */
static void check_full(struct stacks *s)
{
	if (s->full_at || (s->file.size < s->limit && !s->file.err))
		return;
	s->full_at = fdd_now();
	disable_samples(s);
}

/*
 * The kernel takes the events of a CPU that goes offline away (perf_event_exit_cpu(),
 * kernel/events/core.c), and gives it none when it is back.
 */
static void close_offline(struct stacks *s, const char *online)
{
	for (uint32_t i = 0; i < s->nr;) {
		if (is_in(online, s->cpus[i].cpu)) {
			i++;
			continue;
		}
		cpu_close(&s->cpus[i]);
		s->cpus[i] = s->cpus[--s->nr];
	}
}

static void follow_cpus(struct stacks *s)
{
	char *online = read_online();

	if (!strcmp(online, s->online)) {
		free(online);
		return;
	}
	drain_all(s);
	close_offline(s, online);
	free(s->online);
	s->online = online;
	if (!open_all(s))
		fdd_debug("stacks: a CPU that came online: %s", strerror(errno));
}

static void new_slice(struct stacks *s)
{
	s->budget = MOST_PER_SECOND / SLICES;
}

static void *reader(void *arg)
{
	struct stacks *s = arg;

	stacks_add_tasks(&s->file, &s->stop);
	pthread_mutex_lock(&s->lock);
	s->ready = true;
	pthread_cond_signal(&s->changed);
	pthread_mutex_unlock(&s->lock);
	for (unsigned int slice = 0; !atomic_load(&s->stop); slice++) {
		if (slice % LOOK_SLICES == LOOK_SLICES - 1)
			follow_cpus(s);
		new_slice(s);
		drain_all(s);
		check_full(s);
		poll(NULL, 0, SLICE_MS);
	}
	return NULL;
}

/*
 * Begin and end
 */

/* Where the user did not ask for stacks, they are only missing. */
static void say_none(const struct stacks *s, const char *why, const char *advice)
{
	if (s->unasked)
		fdd_debug("no user stacks: %s%s", why, advice);
	else
		fdd_error("no user stacks: %s%s", why, advice);
}

static int find_event(struct stacks *s)
{
	uint64_t id;

	s->formats = (struct stacks_formats){
		.page = tracing_read(NULL, "events/header_page"),
		.event = tracing_read(NULL, "events/header_event"),
		.format = tracing_read(NULL, EVENT "/format"),
	};
	if (!s->formats.page || !s->formats.event || !s->formats.format ||
	    !tracing_read_u64(NULL, EVENT "/id", &id)) {
		say_none(s, "the module that is loaded has no event func_duration_stack, or the kernel no perf (CONFIG_PERF_EVENTS)",
			 "");
		return -1;
	}
	s->id = id;
	return 0;
}

static int open_events(struct stacks *s)
{
	bool refused;

	s->online = read_online();
	if (open_all(s))
		return 0;
	refused = errno == EACCES || errno == EPERM;
	say_none(s, strerror(errno), refused ?
		 " (perf_event_open; it needs CAP_PERFMON, and a kernel that is not locked down)" :
		 " (perf_event_open)");
	return -1;
}

static int start_reader(struct stacks *s)
{
	int err = pthread_create(&s->thread, NULL, reader, s);

	s->started = !err;
	if (err)
		say_none(s, "a thread: ", strerror(err));
	return err ? -1 : 0;
}

struct stacks *stacks_begin(const char *trace, const char *instance, uint64_t limit, bool unasked)
{
	struct stacks *s = xcalloc(1, sizeof(*s));
	struct perf_event_attr attr;

	s->file.fd = -1;
	s->limit = limit ? limit : MOST_BYTES;
	s->unasked = unasked;
	s->began = fdd_now();
	s->record = xmalloc(UINT16_MAX + 1);
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->changed, NULL);
	snprintf(s->filter, sizeof(s->filter), "instance == \"%s\"", instance ? instance : "top");
	if (!find_event(s)) {
		attr = file_attr(s);
		if (!stacks_file_open(&s->file, trace, &attr) && !open_events(s) &&
		    !start_reader(s))
			return s;
	}
	stacks_free(s);
	return NULL;
}

void stacks_wait(struct stacks *s)
{
	struct timespec end;
	int err = 0;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += MOST_WAIT;
	pthread_mutex_lock(&s->lock);
	while (!s->ready && !err)
		err = pthread_cond_timedwait(&s->changed, &s->lock, &end);
	pthread_mutex_unlock(&s->lock);
}

/* The kernel reports lost samples with the next one that fits: there may have been none. */
static void add_lost(struct stacks *s, struct cpu *c)
{
	struct {
		struct perf_event_header	header;
		uint64_t			id, lost;
		struct stacks_id		at;
	} record = {
		.header = { .type = PERF_RECORD_LOST, .size = sizeof(record) },
		.at = { .time = fdd_now(), .cpu = c->cpu },
	};
	struct {
		uint64_t	value, lost;
	} counts;

	if (read(c->samples.fd, &counts, sizeof(counts)) != sizeof(counts) ||
	    counts.lost <= c->lost)
		return;
	record.lost = counts.lost - c->lost;
	s->lost += record.lost;
	stacks_file_add(&s->file, &record.header);
}

static void tell_missing(const struct stacks *s)
{
	if (s->full_at && !s->file.err)
		fdd_warning("after %.1f s the user stacks had %llu MB: later calls have none",
			    (s->full_at - s->began) / 1e9, (unsigned long long)(s->limit >> 20));
	else if (s->full_at)
		fdd_warning("%s: %s: later calls have no user stacks", s->file.path,
			    strerror(s->file.err));
	if (s->lost)
		fdd_warning("%llu of %llu calls have no user stack: at most %d a second are copied",
			    (unsigned long long)s->lost, (unsigned long long)(s->lost + s->taken),
			    MOST_PER_SECOND);
}

void stacks_stop(struct stacks *s)
{
	if (!s->started)
		return;
	atomic_store(&s->stop, true);
	pthread_join(s->thread, NULL);
	s->started = false;
	disable_samples(s);
	/* what is in the rings was copied already */
	s->budget = UINT32_MAX;
	drain_all(s);
	for (uint32_t i = 0; i < s->nr; i++)
		add_lost(s, &s->cpus[i]);
	tell_missing(s);
}

int stacks_complete(struct stacks *s)
{
	if (stacks_file_complete(&s->file, &s->formats))
		return -1;
	vdso_save(s->file.path);
	return 0;
}

static void remove_beside(const char *trace, const char *suffix)
{
	char *path;

	if (asprintf(&path, "%s%s", trace, suffix) < 0)
		return;
	unlink(path);
	free(path);
}

void stacks_remove(const char *trace)
{
	remove_beside(trace, FDD_STACKS);
	remove_beside(trace, FDD_STACKS FDD_VDSO);
}

void stacks_free(struct stacks *s)
{
	if (!s)
		return;
	if (s->started) {
		atomic_store(&s->stop, true);
		pthread_join(s->thread, NULL);
	}
	for (uint32_t i = 0; i < s->nr; i++)
		cpu_close(&s->cpus[i]);
	stacks_file_drop(&s->file);
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->changed);
	free(s->cpus);
	free(s->online);
	free(s->formats.page);
	free(s->formats.event);
	free(s->formats.format);
	free(s->record);
	free(s);
}
