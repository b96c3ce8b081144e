// SPDX-License-Identifier: GPL-2.0
/*
 * Reads calls from the ring buffer of a running instance.
 *
 * Each CPU has a buffer, and a task may return from a function on one CPU and from its caller
 * on another. The model needs the calls in the order of their returns, so they are sorted by
 * the time stamp of the record. While the last CPU is read, the first one may write more:
 * records newer than the start of reading wait for the next time. That needs a clock that
 * user space can read, so the instance uses trace_clock "mono".
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/kbuffer.h>
#include <unistd.h>

#include "top/source.h"
#include "tracing/tracing.h"

#define MAX_PAGES	4096	/* read at once of one CPU, which may write as fast */
#define MAX_WAITING	(1u << 18)	/* calls read at once of all CPUs; others may get lost */
#define SYMBOLS_NS	(10 * NSEC_PER_SEC)	/* between readings of symbols */

struct field {
	int offset, size;
};

struct waiting {
	uint64_t	time;
	uint64_t	order;		/* order of reading, to make sorting stable */
	uint64_t	addr;
	struct fdd_call	call;
};

struct top_source {
	struct fdd_model	*model;
	uint16_t		number;		/* of the model's source */
	struct tep_handle	*tep;		/* the format */
	struct tep_handle	*symbols;
	uint64_t		symbols_read;
	struct fdd_map		addresses;	/* -> function + 1 */
	struct kbuffer		*kbuf;
	uint8_t			*page;
	int			page_size;
	int			*fds;		/* by CPU; -1: none */
	unsigned int		nr_cpus, cap_cpus;
	unsigned int		cpu;		/* read last */
	struct tep_event	*event;
	struct field		func, calltime, depth, flags, pid;
	struct field		end;		/* or the duration, which it then is */
	bool			has_duration;
	struct waiting		*waiting;
	size_t			nr_waiting, cap_waiting;
	uint64_t		order;
};

/*
 * Opening
 */

/* All instances have the same formats. */
static bool read_format(struct top_source *s, const char *event)
{
	char file[64], *text;

	snprintf(file, sizeof(file), "events/ftrace/%s/format", event);
	text = tracing_read(NULL, file);
	if (text && !tep_parse_event(s->tep, text, strlen(text), "ftrace"))
		s->event = tep_find_event_by_name(s->tep, "ftrace", event);
	free(text);
	return s->event;
}

static bool read_header_page(struct top_source *s, const char *instance)
{
	char *text = tracing_read(instance, "events/header_page");
	bool ok;

	/* It is the same for all instances; in some kernels instances have no such file. */
	if (!text)
		text = tracing_read(NULL, "events/header_page");
	ok = text && !tep_parse_header_page(s->tep, text, strlen(text), sizeof(long));
	free(text);
	s->page_size = tep_get_sub_buffer_size(s->tep);
	return ok && s->page_size >= 1024;
}

static bool take_field(struct tep_format_field *from, struct field *to)
{
	if (!from)
		return false;
	*to = (struct field){ from->offset, from->size };
	return true;
}

static bool find_fields(struct top_source *s)
{
	struct tep_event *e = s->event;

	s->has_duration = take_field(tep_find_field(e, "duration"), &s->end);
	if (!s->has_duration && !take_field(tep_find_field(e, "rettime"), &s->end))
		return false;
	return take_field(tep_find_field(e, "func"), &s->func) &&
	       take_field(tep_find_field(e, "calltime"), &s->calltime) &&
	       take_field(tep_find_field(e, "depth"), &s->depth) &&
	       take_field(tep_find_common_field(e, "common_flags"), &s->flags) &&
	       take_field(tep_find_common_field(e, "common_pid"), &s->pid);
}

static int open_cpu(const char *instance, unsigned int cpu)
{
	char file[64], *path;
	int fd;

	snprintf(file, sizeof(file), "per_cpu/cpu%u/trace_pipe_raw", cpu);
	path = tracing_path(instance, file);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	free(path);
	return fd;
}

static bool open_cpus(struct top_source *s, const char *instance)
{
	long nr = sysconf(_SC_NPROCESSORS_CONF);
	unsigned int opened = 0;

	for (long cpu = 0; cpu < nr; cpu++) {
		GROW(s->fds, s->nr_cpus, s->cap_cpus);
		s->fds[s->nr_cpus] = open_cpu(instance, cpu);
		opened += s->fds[s->nr_cpus++] >= 0;
	}
	return opened;
}

static void read_symbols(struct top_source *s)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	char *text = NULL;
	size_t size = 0;

	tep_free(s->symbols);
	s->symbols = tep_alloc();
	s->symbols_read = fdd_now();
	if (f && getdelim(&text, &size, '\0', f) > 0)
		tep_parse_kallsyms(s->symbols, text);
	free(text);
	if (f)
		fclose(f);
}

struct top_source *top_source_open(const char *instance, const char *name, bool graph,
				   struct fdd_model *m)
{
	struct top_source *s = xcalloc(1, sizeof(*s));

	s->model = m;
	s->number = fdd_model_add_source(m, name, name);
	s->tep = tep_alloc();
	s->kbuf = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!read_header_page(s, instance) ||
	    !read_format(s, graph ? "funcgraph_exit" : "func_duration") || !find_fields(s)) {
		fdd_error("cannot parse events/header_page or the format of an event in tracefs");
	} else if (!open_cpus(s, instance)) {
		fdd_error("instance %s: trace_pipe_raw: %s", name, strerror(errno));
	} else {
		s->page = xmalloc(s->page_size);
		read_symbols(s);
		return s;
	}
	top_source_close(s);
	return NULL;
}

void top_source_close(struct top_source *s)
{
	if (!s)
		return;
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		if (s->fds[i] >= 0)
			close(s->fds[i]);
	kbuffer_free(s->kbuf);
	tep_free(s->tep);
	tep_free(s->symbols);
	fdd_map_free(&s->addresses);
	free(s->page);
	free(s->fds);
	free(s->waiting);
	free(s);
}

/*
 * Reading
 */

static uint64_t get(const void *record, const struct field *f)
{
	const uint8_t *p = (const uint8_t *)record + f->offset;
	uint64_t value = 0;

	memcpy(&value, p, f->size);
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		value >>= 8 * (8 - f->size);
	return value;
}

static uint64_t duration_of(const struct top_source *s, const void *record)
{
	uint64_t end = get(record, &s->end), calltime = get(record, &s->calltime);

	if (s->has_duration)
		return end;
	return end > calltime ? end - calltime : 0;
}

static void take_record(struct top_source *s, unsigned int cpu, const void *record,
			uint64_t time)
{
	struct waiting *w;

	if (*(const uint16_t *)record != s->event->id)
		return;
	GROW(s->waiting, s->nr_waiting, s->cap_waiting);
	w = &s->waiting[s->nr_waiting++];
	*w = (struct waiting){
		.time = time,
		.order = s->order++,
		.addr = get(record, &s->func),
		.call = {
			.calltime = get(record, &s->calltime),
			.duration = duration_of(s, record),
			.depth = get(record, &s->depth),
			.pid = get(record, &s->pid),
			.context = fdd_context_of_flags(get(record, &s->flags)),
			.cpu = cpu,
			.source = s->number,
		},
	};
}

static void tell_lost(struct top_source *s, unsigned int cpu, int count)
{
	struct fdd_note note = {
		.kind = FDD_NOTE_LOST,
		.no_time = true,
		.cpu = cpu,
		.source = s->number,
		.pid = -1,
		.count = count > 0 ? count : 0,
		.text = "",
	};

	fdd_model_note(s->model, &note);
}

static void take_page(struct top_source *s, unsigned int cpu)
{
	unsigned long long time;
	int missed;
	void *record;

	kbuffer_load_subbuffer(s->kbuf, s->page);
	missed = kbuffer_missed_events(s->kbuf);
	if (missed)
		tell_lost(s, cpu, missed);
	for (record = kbuffer_read_event(s->kbuf, &time); record;
	     record = kbuffer_next_event(s->kbuf, &time) ?
		      kbuffer_read_event(s->kbuf, &time) : NULL)
		take_record(s, cpu, record, time);
}

static bool is_full(const struct top_source *s)
{
	return s->nr_waiting >= MAX_WAITING;
}

static void read_cpu(struct top_source *s, unsigned int cpu)
{
	for (int i = 0; i < MAX_PAGES && s->fds[cpu] >= 0 && !is_full(s); i++) {
		ssize_t n = read(s->fds[cpu], s->page, s->page_size);

		if (n <= 0)
			return;
		memset(s->page + n, 0, s->page_size - n);
		take_page(s, cpu);
	}
}

static const char *name_of(struct top_source *s, uint64_t addr, char *buf, size_t size)
{
	const char *name = tep_find_function(s->symbols, addr);

	/* A module may have been loaded since. */
	if (!name && fdd_now() - s->symbols_read > SYMBOLS_NS) {
		read_symbols(s);
		name = tep_find_function(s->symbols, addr);
	}
	if (name)
		return name;
	snprintf(buf, size, "0x%llx", (unsigned long long)addr);
	return buf;
}

static uint32_t function_at(struct top_source *s, uint64_t addr)
{
	uint64_t *value = fdd_map_get(&s->addresses, addr);

	if (!*value) {
		char buf[32];
		const char *name = name_of(s, addr, buf, sizeof(buf));

		*value = fdd_names_get(&s->model->funcs, name, strlen(name)) + 1;
	}
	return *value - 1;
}

static int by_time(const void *a, const void *b)
{
	const struct waiting *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static uint64_t tell_until(struct top_source *s, uint64_t until)
{
	size_t i;

	qsort(s->waiting, s->nr_waiting, sizeof(*s->waiting), by_time);
	for (i = 0; i < s->nr_waiting && s->waiting[i].time <= until; i++) {
		s->waiting[i].call.func = function_at(s, s->waiting[i].addr);
		fdd_model_call(s->model, &s->waiting[i].call);
	}
	memmove(s->waiting, s->waiting + i, (s->nr_waiting - i) * sizeof(*s->waiting));
	s->nr_waiting -= i;
	return i;
}

uint64_t top_source_read(struct top_source *s)
{
	uint64_t began = fdd_now();

	/* from the CPU behind that of the last reading, so that none waits for ever */
	for (unsigned int i = 0; i < s->nr_cpus && !is_full(s); i++) {
		s->cpu = (s->cpu + 1) % s->nr_cpus;
		read_cpu(s, s->cpu);
	}
	return tell_until(s, is_full(s) ? UINT64_MAX : began);
}
