// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of trace.dat: makes calls and notes of its records.
 *
 * The offsets of fields come from the formats in the file, so that files of other versions of the
 * kernel and of the module can be read.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/model.h"
#include "read/dat_file.h"
#include "read/dat_headers.h"
#include "read/dat_pages.h"
#include "read/disk.h"
#include "read/event_text.h"
#include "read/feed.h"
#include "read/formats.h"
#include "read/lock.h"
#include "read/open_calls.h"
#include "read/sched.h"
#include "read/syscall.h"
#include "read/tcp.h"
#include "read/work.h"

struct field {
	uint16_t	offset;
	uint8_t		size;		/* 0: the field is missing */
	bool		is_signed;
};

/* An event that records a call, and the offsets of its fields. */
struct call_event {
	int		id;		/* -1: not in this file */
	struct field	func, calltime, duration, rettime, depth, overrun, has, retval;
	struct field	self, asleep, waiting, irq, caller, args, cgroup;
	uint32_t	size;		/* least size of a record */
};

/* An event of the scheduler. */
struct sched_event {
	int		id;		/* -1: not in this file */
	enum fdd_sched	sched;
	struct field	prev, prev_state, next, to_cpu, prev_comm, next_comm;
	uint32_t	size;
};

/* The entry of a call of function_graph */
struct entry_event {
	int		id;		/* -1: not in this file */
	struct field	func, depth;
	uint32_t	size;
};

struct fork_event {
	int		id;		/* -1: not in this file */
	struct field	child;
	uint32_t	size;
};

/* Records that wait for the texts of some of them */
#define QUEUED		4096
#define QUEUED_BYTES	(1u << 20)

struct queued {
	struct fdd_dat_pages	p;	/* as it was at this record */
	bool			printed;
};

struct queue {
	struct queued	*list;
	uint32_t	nr;
	uint8_t		*bytes;		/* of the records */
	uint32_t	len;
	struct fdd_event_texts *texts;
};

struct dat {
	struct fdd_model	*m;
	struct fdd_feed		*feed;
	struct fdd_dat_file	file;
	struct fdd_dat_headers	headers;
	struct field		type, flags, pid;
	struct call_event	duration, detail, graph_exit;
	int			marker_id;
	struct field		marker_text, marker_ip;
	uint64_t		write_ip;	/* ip of the markers that programs wrote */
	int			bprint_id, bputs_id;
	struct entry_event	graph_entry;
	struct fdd_entries	entries;
	bool			want_entries;
	uint64_t		last;		/* time of a buffer's last record */
	uint64_t		lost_at;	/* events were lost; 0: never */
	struct fdd_map		syscalls;	/* id of an event -> what it is, see below */
	struct field		syscall_nr;
	struct fork_event	forks;
	struct sched_event	switches, waking, wakeup, migrate;
	struct fdd_map		work;		/* ids of interrupts, workqueues, disks */
	struct fdd_map		funcs;		/* address -> function + 1 */
	struct fdd_map		softirqs;	/* functions, see fdd_runs_softirqs() */
	struct fdd_map		comms;		/* pid -> task name + 1 */
	struct fdd_map		formats;	/* id -> index of a format + 1 */
	struct queue		queue;
	const char		*text;		/* of the event that is read, or NULL */
	size_t			text_len;
	struct fdd_progress	progress;
	uint64_t		done;
	bool			full;		/* there is no room for the rest */
	bool			left_out;	/* CPUs or their pages had no room */
};

/* Fields */

static struct field find_bytes(const struct fdd_dat_format *event, const char *name, int most)
{
	struct fdd_dat_field f;

	if (!fdd_dat_field(event, name, &f) || f.offset > 4096 || f.size > most)
		return (struct field){ 0 };
	return (struct field){
		.offset = f.offset,
		.size = f.size,
		.is_signed = f.is_signed,
	};
}

/* A number */
static struct field find_field(const struct fdd_dat_format *event, const char *name)
{
	return find_bytes(event, name, sizeof(uint64_t));
}

static uint64_t sign_extend(uint64_t v, unsigned int size)
{
	unsigned int shift = 64 - size * 8;

	return (uint64_t)((int64_t)(v << shift) >> shift);
}

/* The caller has checked the length of the record. */
static inline uint64_t get(const struct dat *d, const uint8_t *data,
			   const struct field *f)
{
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	switch (f->size) {
	case 8:
		memcpy(&v8, data + f->offset, 8);
		return fdd_dat_u64(&d->file, v8);
	case 4:
		memcpy(&v4, data + f->offset, 4);
		v8 = fdd_dat_u32(&d->file, v4);
		break;
	case 2:
		memcpy(&v2, data + f->offset, 2);
		v8 = fdd_dat_u16(&d->file, v2);
		break;
	case 1:
		v8 = data[f->offset];
		break;
	default:
		return 0;
	}
	return f->is_signed ? sign_extend(v8, f->size) : v8;
}

/* A record that has the field has at least this size. */
static struct field within(struct field f, uint32_t *size)
{
	if (f.size && (uint32_t)f.offset + f.size > *size)
		*size = f.offset + f.size;
	return f;
}

static struct field event_field(const struct fdd_dat_format *event, const char *name,
				uint32_t *size)
{
	return within(find_field(event, name), size);
}

/* A name of a task, see comm_in() */
static struct field event_comm(const struct fdd_dat_format *event, const char *name,
			       uint32_t *size)
{
	return within(find_bytes(event, name, UINT8_MAX), size);
}

static void find_call_event(struct dat *d, struct call_event *e, const char *name)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "ftrace", name);

	e->id = -1;
	if (!event)
		return;
	e->id = event->id;
	e->size = 8;
	e->func = event_field(event, "func", &e->size);
	e->calltime = event_field(event, "calltime", &e->size);
	e->duration = event_field(event, "duration", &e->size);
	e->rettime = event_field(event, "rettime", &e->size);
	e->depth = event_field(event, "depth", &e->size);
	e->overrun = event_field(event, "overrun", &e->size);
	e->has = event_field(event, "has", &e->size);
	e->retval = event_field(event, "retval", &e->size);
	e->self = event_field(event, "self", &e->size);
	e->asleep = event_field(event, "asleep", &e->size);
	e->irq = event_field(event, "irq", &e->size);
	e->waiting = event_field(event, "waiting", &e->size);
	e->caller = event_field(event, "caller", &e->size);
	e->args = event_field(event, "args", &e->size);
	e->cgroup = event_field(event, "cgroup", &e->size);
	if (!e->func.size || !e->calltime.size ||
	    (!e->duration.size && !e->rettime.size)) {
		fdd_warning("%s: the format of %s lacks a field", d->file.path, name);
		e->id = -1;
	}
}

static void find_entry_event(struct dat *d, struct entry_event *e)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "ftrace",
							    "funcgraph_entry");

	*e = (struct entry_event){ .id = event ? event->id : -1 };
	if (!event)
		return;
	e->func = event_field(event, "func", &e->size);
	e->depth = event_field(event, "depth", &e->size);
	d->want_entries = fdd_model_wants_open_calls(d->m) && e->func.size && e->depth.size;
}

static void find_sched_event(struct dat *d, struct sched_event *e, const char *name,
			     enum fdd_sched sched)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "sched", name);

	*e = (struct sched_event){ .id = -1, .sched = sched };
	if (!event)
		return;
	e->prev = event_field(event, "prev_pid", &e->size);
	e->prev_state = event_field(event, "prev_state", &e->size);
	e->next = event_field(event, sched == FDD_SCHED_SWITCH ? "next_pid" : "pid", &e->size);
	e->prev_comm = event_comm(event, "prev_comm", &e->size);
	e->next_comm = event_comm(event, sched == FDD_SCHED_SWITCH ? "next_comm" : "comm",
				  &e->size);
	e->to_cpu = event_field(event, sched == FDD_SCHED_MIGRATE ? "dest_cpu" : "target_cpu",
				&e->size);
	if (e->next.size && (sched != FDD_SCHED_SWITCH || (e->prev.size && e->prev_state.size)))
		e->id = event->id;
}

static void find_fork_event(struct dat *d, struct fork_event *e)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "sched",
							    "sched_process_fork");

	e->id = -1;
	if (!event)
		return;
	e->child = event_field(event, "child_pid", &e->size);
	if (e->child.size)
		e->id = event->id;
}

/*
 * fdd_work_scan(), fdd_disk_scan(), fdd_lock_scan() and fdd_tcp_scan() take their text, because
 * their fields are strings and addresses.
 */
static void find_work_events(struct dat *d)
{
	static const char *const systems[] = {
		"irq", "irq_vectors", "workqueue", "block", "tcp", "sock", "lock",
	};

	for (uint32_t f = 0; f < d->headers.nr_formats; f++)
		for (size_t i = 0; i < ARRAY_SIZE(systems); i++)
			if (!strcmp(d->headers.formats[f].system, systems[i]))
				*fdd_map_get(&d->work, d->headers.formats[f].id) = 1;
}

/* In dat->syscalls: the name of the event, "sys_enter_read", is that of its format. */
#define RETURN_OF_CALL	1
#define CALL_BY_NUMBER	2
#define CALL_BY_NAME	3	/* and the index of its format */

static bool name_begins(const struct fdd_dat_format *event, const char *with)
{
	return event->name_len >= strlen(with) && !memcmp(event->name, with, strlen(with));
}

static void find_syscall_events(struct dat *d)
{
	for (uint32_t i = 0; i < d->headers.nr_formats; i++) {
		const struct fdd_dat_format *event = &d->headers.formats[i];
		bool raw = !strcmp(event->system, "raw_syscalls");

		if (!raw && strcmp(event->system, "syscalls"))
			continue;
		if (name_begins(event, "sys_exit"))
			*fdd_map_get(&d->syscalls, event->id) = RETURN_OF_CALL;
		else if (name_begins(event, "sys_enter"))
			*fdd_map_get(&d->syscalls, event->id) = raw ? CALL_BY_NUMBER :
								      CALL_BY_NAME + i;
		if (raw && name_begins(event, "sys_enter"))
			d->syscall_nr = find_field(event, "id");
	}
}

static int event_id(struct dat *d, const char *name)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "ftrace", name);

	return event ? event->id : -1;
}

static void find_marker(struct dat *d)
{
	const struct fdd_dat_format *event = fdd_dat_format(&d->headers, "ftrace", "print");
	struct fdd_dat_field f;

	d->marker_id = -1;
	if (!event || !fdd_dat_field(event, "buf", &f) || f.offset > 4096)
		return;
	d->marker_id = event->id;
	d->marker_text.offset = f.offset;
	d->marker_ip = find_field(event, "ip");
}

static bool find_common(struct dat *d)
{
	const struct fdd_dat_format *event = d->headers.formats;

	if (!d->headers.nr_formats) {
		fdd_error("%s: holds no event formats", d->file.path);
		return false;
	}
	d->type = find_field(event, "common_type");
	d->flags = find_field(event, "common_flags");
	d->pid = find_field(event, "common_pid");
	if (d->type.size && d->pid.size && d->type.offset + d->type.size <= 8 &&
	    d->flags.offset + d->flags.size <= 8 &&
	    d->pid.offset + d->pid.size <= 8)
		return true;
	fdd_error("%s: the common fields of its events have invalid offsets", d->file.path);
	return false;
}

/* Names */

static uint32_t new_func(struct dat *d, uint64_t address)
{
	const struct fdd_symbols *symbols = &d->headers.symbols;
	const struct fdd_symbol *symbol = fdd_symbol_at(symbols, address);
	const char *module = NULL;
	char text[512];
	size_t module_len;
	uint32_t func;
	int len;

	if (symbol)
		module = fdd_symbol_module(symbols, symbol, &module_len);
	if (!symbol)
		len = snprintf(text, sizeof(text), "0x%llx",
			       (unsigned long long)address);
	else if (module)
		len = snprintf(text, sizeof(text), "%s [%.*s]", symbols->text + symbol->name,
			       (int)module_len, module);
	else
		len = snprintf(text, sizeof(text), "%s", symbols->text + symbol->name);
	if (len >= (int)sizeof(text))
		len = sizeof(text) - 1;
	func = fdd_names_get(&d->m->funcs, text, len);
	if (fdd_runs_softirqs(text))
		*fdd_map_get(&d->softirqs, func) = 1;
	return func;
}

/* Entries in the cache of addresses. Other addresses are looked up each time. */
#define MAX_KNOWN	(1u << 17)

static uint32_t func_of(struct dat *d, uint64_t address)
{
	uint64_t *id;

	if (d->funcs.nr >= MAX_KNOWN && !fdd_map_find(&d->funcs, address))
		return new_func(d, address);
	id = fdd_map_get(&d->funcs, address);
	if (!*id)
		*id = new_func(d, address) + 1;
	return *id - 1;
}

static uint32_t new_comm(struct dat *d, int32_t pid)
{
	const char *comm = fdd_dat_comm(&d->headers, pid);

	return fdd_names_get(&d->m->comms, comm, strlen(comm));
}

static uint32_t comm_of(struct dat *d, int32_t pid)
{
	uint64_t *id;

	if (d->comms.nr >= MAX_KNOWN && !fdd_map_find(&d->comms, (uint32_t)pid))
		return new_comm(d, pid);
	id = fdd_map_get(&d->comms, (uint32_t)pid);
	if (!*id)
		*id = new_comm(d, pid) + 1;
	return *id - 1;
}

/* Records */

static uint64_t duration_of(struct dat *d, const uint8_t *data,
			    const struct call_event *e, uint64_t calltime)
{
	uint64_t rettime;

	if (e->duration.size)
		return get(d, data, &e->duration);
	rettime = get(d, data, &e->rettime);
	return rettime > calltime ? rettime - calltime : 0;
}

static bool has_retval(struct dat *d, const uint8_t *data, const struct call_event *e)
{
	return e->retval.size && (!e->has.size || get(d, data, &e->has) & FDD_HAS_RETVAL);
}

/* A field of variable length has its offset and size in 32 bits: "__data_loc unsigned long[]". */
static uint32_t args_of(struct dat *d, const struct fdd_dat_pages *p, const struct call_event *e)
{
	uint32_t where = get(d, p->data, &e->args);
	unsigned int at = where & 0xffff, end = at + (where >> 16);
	char text[FDD_MAX_ARGS_LEN];
	size_t len = 0;

	for (; at + 8 <= end && end <= p->size && len < sizeof(text) - 24; at += 8) {
		const struct field arg = { .offset = at, .size = 8 };

		len += snprintf(text + len, sizeof(text) - len, "%s0x%llx", len ? "," : "",
				(unsigned long long)get(d, p->data, &arg));
	}
	return len ? fdd_names_get(&d->m->args, text, len) : 0;
}

/* Times that were measured: those of func_duration_detail whose bit is set. */
static struct fdd_detail detail_of(struct dat *d, const struct fdd_dat_pages *p,
				   const struct call_event *e)
{
	const uint8_t *data = p->data;
	struct fdd_detail detail = { 0 };
	uint64_t has = get(d, data, &e->has);

	if (has & FDD_HAS_SELF && e->self.size) {
		detail.self = get(d, data, &e->self);
		detail.has |= FDD_DETAIL_SELF;
	}
	if (has & FDD_HAS_SLEEP && e->asleep.size && e->waiting.size) {
		detail.asleep = get(d, data, &e->asleep);
		detail.waiting = get(d, data, &e->waiting);
		detail.has |= FDD_DETAIL_SLEEP;
	}
	if (has & FDD_HAS_IRQ && e->irq.size) {
		detail.irq = get(d, data, &e->irq);
		detail.has |= FDD_DETAIL_IRQ;
	}
	if (has & FDD_HAS_CALLER && e->caller.size && get(d, data, &e->caller)) {
		detail.caller = func_of(d, get(d, data, &e->caller));
		detail.has |= FDD_DETAIL_CALLER;
	}
	if (has & FDD_HAS_CGROUP && e->cgroup.size) {
		detail.cgroup = get(d, data, &e->cgroup);
		detail.has |= FDD_DETAIL_CGROUP;
	}
	if (has & FDD_HAS_ARGS && e->args.size == 4)
		detail.args = args_of(d, p, e);
	if (detail.args)
		detail.has |= FDD_DETAIL_ARGS;
	return detail;
}

/* Entries count only for what is open when the trace ends. */
static void take_entry(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	const struct entry_event *e = &d->graph_entry;
	struct fdd_open_task *t;

	if (p->size < e->size)
		return;
	t = fdd_entries_task(&d->entries, source, get(d, p->data, &d->pid), p->cpu->cpu);
	if (t)
		fdd_enter(&d->entries, t, get(d, p->data, &e->depth), p->ts,
			  get(d, p->data, &e->func));
}

static void note_return(struct dat *d, const struct fdd_call *call)
{
	struct fdd_open_task *t = fdd_entries_task(&d->entries, call->source, call->pid, call->cpu);

	if (t)
		fdd_leave(t, call->depth);
}

static bool take_call(struct dat *d, struct fdd_dat_pages *p,
		      const struct call_event *e, uint16_t source)
{
	struct fdd_call call = { .source = source, .cpu = p->cpu->cpu };
	const uint8_t *data = p->data;
	struct fdd_detail detail;
	uint64_t depth;

	if (p->size < e->size)
		return false;
	call.calltime = get(d, data, &e->calltime);
	call.duration = duration_of(d, data, e, call.calltime);
	depth = get(d, data, &e->depth);
	if (call.calltime > FDD_MAX_CALLTIME || call.duration > FDD_MAX_DURATION ||
	    depth > FDD_MAX_DEPTH)
		return false;
	call.depth = depth;
	call.overrun = get(d, data, &e->overrun);
	call.pid = get(d, data, &d->pid);
	if (call.pid < 0)
		return false;
	call.context = fdd_context_of_flags(get(d, data, &d->flags));
	if (e == &d->graph_exit && d->want_entries)
		note_return(d, &call);
	call.func = func_of(d, get(d, data, &e->func));
	if (call.context == FDD_CTX_TASK && d->softirqs.nr && fdd_map_find(&d->softirqs, call.func))
		call.context = FDD_CTX_SOFTIRQ;
	call.comm = comm_of(d, call.pid);
	if (has_retval(d, data, e)) {
		call.retval = fdd_retval(get(d, data, &e->retval));
		call.flags |= FDD_CALL_RETVAL;
	}
	call.stamp = p->ts;
	detail = detail_of(d, p, e);
	if (detail.has)
		fdd_feed_detailed(d->feed, &call, &detail);
	else
		fdd_feed_call(d->feed, &call);
	return true;
}

static struct fdd_note new_note(struct dat *d, struct fdd_dat_pages *p,
				enum fdd_note_kind kind, uint16_t source)
{
	struct fdd_note note = {
		.kind = kind,
		.source = source,
		.cpu = p->cpu->cpu,
		.time = p->ts,
		.pid = get(d, p->data, &d->pid),
		.context = fdd_context_of_flags(get(d, p->data, &d->flags)),
		.to_cpu = -1,
	};

	note.comm = comm_of(d, note.pid);
	return note;
}

/* A print event: text written to trace_marker, or a trace_printk(). */
static bool is_programs(struct dat *d, const struct fdd_dat_pages *p)
{
	const struct fdd_symbols *symbols = &d->headers.symbols;
	const struct field *f = &d->marker_ip;
	const struct fdd_symbol *symbol;
	uint64_t ip;

	if (!f->size || f->offset + f->size > p->size)
		return false;
	ip = get(d, p->data, f);
	if (ip == d->write_ip)
		return true;
	symbol = fdd_symbol_at(symbols, ip);
	if (!symbol || strncmp(symbols->text + symbol->name, "tracing_mark_write", 18))
		return false;
	d->write_ip = ip;
	return true;
}

static void take_marker(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	struct fdd_note note = new_note(d, p, FDD_NOTE_MARKER, source);
	uint32_t offset = d->marker_text.offset;

	if (offset < p->size) {
		note.text = (const char *)p->data + offset;
		note.len = strnlen(note.text, p->size - offset);
	}
	note.by_program = is_programs(d, p);
	while (note.len && (unsigned char)note.text[note.len - 1] <= ' ')
		note.len--;
	fdd_feed_note(d->feed, &note);
}

/*
 * The name in a field of an event: saved_cmdlines has one for each pid, the last one. It is
 * "char comm[16]", or, on 7.x, a string of variable length: offset and size in 32 bits.
 */
static uint32_t comm_in(struct dat *d, const struct fdd_dat_pages *p, const struct field *f)
{
	uint32_t where = f->size == 4 ? get(d, p->data, f) : (uint32_t)f->size << 16 | f->offset;
	unsigned int at = where & 0xffff, size = where >> 16;
	const char *comm = (const char *)p->data + at;

	return d->m->want_work && f->size && at + size <= p->size ?
	       fdd_names_get(&d->m->comms, comm, strnlen(comm, size)) : 0;
}

/* Fill in the fields of a scheduler's event. */
static void take_sched(struct dat *d, const struct fdd_dat_pages *p, int type,
		       struct fdd_note *note)
{
	const struct sched_event *const events[] = {
		&d->switches, &d->waking, &d->wakeup, &d->migrate,
	};

	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		const struct sched_event *e = events[i];

		if (type != e->id || p->size < e->size)
			continue;
		note->sched = e->sched;
		note->prev = get(d, p->data, &e->prev);
		note->next = get(d, p->data, &e->next);
		note->prev_comm = comm_in(d, p, &e->prev_comm);
		note->next_comm = comm_in(d, p, &e->next_comm);
		note->runnable = fdd_state_is_runnable(get(d, p->data, &e->prev_state));
		note->state = note->runnable ? 'R' :
			      fdd_state_letter(get(d, p->data, &e->prev_state));
		note->to_cpu = e->to_cpu.size ? (int32_t)get(d, p->data, &e->to_cpu) : -1;
	}
}

static void take_syscall(struct dat *d, struct fdd_dat_pages *p, uint64_t what, uint16_t source)
{
	const struct field *nr = &d->syscall_nr;
	struct fdd_open_task *t = fdd_entries_task(&d->entries, source, get(d, p->data, &d->pid),
						   p->cpu->cpu);

	if (!t)
		return;
	t->in_syscall = what != RETURN_OF_CALL;
	t->syscall = (struct fdd_open_syscall){
		.time = p->ts, .func = what >= CALL_BY_NAME ? what - CALL_BY_NAME + 1 : 0, .nr = -1,
	};
	if (what == CALL_BY_NUMBER && nr->offset + nr->size <= p->size)
		t->syscall.nr = get(d, p->data, nr);
}

static bool is_marker(const struct dat *d, int type)
{
	return type == d->bprint_id || type == d->bputs_id;
}

/* Any other event; its text only if a sink asks for it. */
static void take_event(struct dat *d, struct fdd_dat_pages *p, int type,
		       uint16_t source)
{
	struct fdd_note note = new_note(d, p, is_marker(d, type) ? FDD_NOTE_MARKER :
								   FDD_NOTE_EVENT, source);
	const uint64_t *syscall = fdd_map_find(&d->syscalls, type);

	if (syscall)
		take_syscall(d, p, *syscall, source);
	take_sched(d, p, type, &note);
	if (type == d->forks.id && p->size >= d->forks.size)
		note.born = get(d, p->data, &d->forks.child);
	note.text = d->text;
	note.len = d->text_len;
	if (note.text && fdd_map_find(&d->work, type)) {
		fdd_work_scan(&note);
		fdd_disk_scan(&note);
		fdd_lock_scan(&note);
		fdd_tcp_scan(&note);
	}
	fdd_feed_note(d->feed, &note);
}

static void take_lost(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	struct fdd_note note = {
		.kind = FDD_NOTE_LOST,
		.source = source,
		.cpu = p->cpu->cpu,
		.time = p->ts,
		.pid = -1,
		.count = p->lost > 0 ? p->lost : 0,
	};

	d->lost_at = p->ts;
	fdd_feed_note(d->feed, &note);
}

static void bad_record(struct dat *d, const struct fdd_dat_pages *p, uint16_t source)
{
	fdd_source_unparsed(&d->m->sources[source], p->cpu->offset + p->pos,
			    "", 0);
}

static void take_record(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	int type;

	if (p->lost)
		take_lost(d, p, source);
	if (p->size < 8) {
		bad_record(d, p, source);
		return;
	}
	type = get(d, p->data, &d->type);
	if (type < 0) {
		bad_record(d, p, source);	/* -1 is the id of what is not in this file */
	} else if (type == d->duration.id) {
		if (!take_call(d, p, &d->duration, source))
			bad_record(d, p, source);
	} else if (type == d->detail.id) {
		if (!take_call(d, p, &d->detail, source))
			bad_record(d, p, source);
	} else if (type == d->graph_exit.id) {
		if (!take_call(d, p, &d->graph_exit, source))
			bad_record(d, p, source);
	} else if (type == d->marker_id) {
		take_marker(d, p, source);
	} else if (type != d->graph_entry.id) {
		take_event(d, p, type, source);
	} else if (d->want_entries) {
		take_entry(d, p, source);
	}
}

/*
 * Texts are printed for many records at a time, see read/event_text.h: so all records wait in a
 * queue, also those that have no text, because their order is kept.
 */

static bool has_queue(const struct dat *d)
{
	return d->queue.list;
}

static void begin_queue(struct dat *d)
{
	if (!d->m->want_events && !d->work.nr)
		return;
	d->queue.list = xcalloc(QUEUED, sizeof(*d->queue.list));
	d->queue.bytes = xmalloc(QUEUED_BYTES);
	d->queue.texts = fdd_event_texts_new(&d->file, &d->headers);
	d->m->beside = FDD_PRINTER_MEMORY;
	for (uint32_t i = d->headers.nr_formats; i-- > 0; )
		*fdd_map_get(&d->formats, d->headers.formats[i].id) = i + 1;
}

static void end_queue(struct dat *d)
{
	fdd_event_texts_free(d->queue.texts);
	d->m->beside = 0;
	free(d->queue.list);
	free(d->queue.bytes);
	fdd_map_free(&d->formats);
}

/* The format of an event whose text is wanted, or NULL */
static const struct fdd_dat_format *format_to_print(const struct dat *d,
						    const struct fdd_dat_pages *p)
{
	const uint64_t *format;
	int type;

	if (p->size < 8 || p->size >= FDD_PRINTED)
		return NULL;
	type = get(d, p->data, &d->type);
	if (type == d->duration.id || type == d->detail.id || type == d->graph_exit.id ||
	    type == d->graph_entry.id || type == d->marker_id ||
	    (!d->m->want_events && !fdd_map_find(&d->work, type)))
		return NULL;
	format = fdd_map_find(&d->formats, type);
	return format ? &d->headers.formats[*format - 1] : NULL;
}

static void take_queued(struct dat *d, uint16_t source)
{
	struct queue *q = &d->queue;
	uint32_t text = 0, printed = 0;

	for (uint32_t i = 0; i < q->nr; i++) {
		struct queued *r = &q->list[i];

		d->text = NULL;
		d->text_len = 0;
		if (r->printed && text == printed)
			printed = fdd_event_texts_print(q->texts, text);
		if (r->printed)
			d->text = fdd_event_text(q->texts, text++, &d->text_len);
		take_record(d, &r->p, source);
	}
	d->text = NULL;
	d->text_len = 0;
	fdd_event_texts_clear(q->texts);
	q->nr = 0;
	q->len = 0;
}

static bool queue_text(struct dat *d, const struct fdd_dat_pages *p)
{
	const struct fdd_dat_format *format = format_to_print(d, p);
	struct fdd_printed r = {
		.event = format,
		.data = p->data,
		.size = p->size,
		.cpu = p->cpu->cpu,
		.ts = p->ts,
	};

	if (!format)
		return false;
	r.marker = is_marker(d, format->id);
	return fdd_event_texts_add(d->queue.texts, &r);
}

static void queue_record(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	struct queue *q = &d->queue;
	struct queued *r;

	if (q->nr == QUEUED || p->size > QUEUED_BYTES - q->len)
		take_queued(d, source);
	if (p->size > QUEUED_BYTES) {
		take_record(d, p, source);
		return;
	}
	r = &q->list[q->nr++];
	r->p = *p;
	r->p.data = memcpy(q->bytes + q->len, p->data, p->size);
	q->len += p->size;
	r->printed = queue_text(d, p);
}

/* Merging the CPUs */

/* A heap: the earliest record is first, each one no later than those at 2i + 1 and 2i + 2. */
struct merge {
	struct fdd_dat_pages	*cpus;
	struct fdd_dat_pages	**heap;		/* those that have a record */
	uint32_t		nr;
};

static bool earlier(const struct fdd_dat_pages *a, const struct fdd_dat_pages *b)
{
	return a->ts != b->ts ? a->ts < b->ts : a < b;
}

static uint32_t earlier_child(const struct merge *g, uint32_t i)
{
	uint32_t child = 2 * i + 1;

	return child + 1 < g->nr && earlier(g->heap[child + 1], g->heap[child]) ? child + 1 : child;
}

/* Put a CPU at place @i or below. */
static void sink_down(struct merge *g, uint32_t i, struct fdd_dat_pages *p)
{
	while (2 * i + 1 < g->nr) {
		uint32_t child = earlier_child(g, i);

		if (!earlier(g->heap[child], p))
			break;
		g->heap[i] = g->heap[child];
		i = child;
	}
	g->heap[i] = p;
}

static void make_heap(struct merge *g)
{
	for (uint32_t i = g->nr / 2; i-- > 0; )
		sink_down(g, i, g->heap[i]);
}

/* The time of the earliest record of another CPU than the first. */
static uint64_t next_time(const struct merge *g)
{
	return g->nr > 1 ? g->heap[earlier_child(g, 0)]->ts : UINT64_MAX;
}

static void count_done(struct dat *d, struct fdd_dat_pages *p, uint64_t before, uint16_t source)
{
	if (p->pos == before)
		return;
	d->done += p->pos - before;
	fdd_progress_show(&d->progress, d->done);
	d->full = fdd_model_is_full(d->m, source, p->pos - before);
}

static void merge_records(struct dat *d, struct merge *g, uint16_t source)
{
	d->full = fdd_model_is_full(d->m, source, 0);
	while (g->nr && !d->full) {
		struct fdd_dat_pages *p = g->heap[0];
		uint64_t next_ts = next_time(g), before;
		bool more;

		do {
			if (has_queue(d))
				queue_record(d, p, source);
			else
				take_record(d, p, source);
			before = p->pos;
			more = fdd_dat_pages_next(p);
			count_done(d, p, before, source);
		} while (more && p->ts <= next_ts && !d->full);
		if (!more)
			p = g->heap[--g->nr];
		sink_down(g, 0, p);
	}
	if (has_queue(d))
		take_queued(d, source);
}

static void end_cpu(struct dat *d, struct fdd_dat_pages *p, uint16_t source)
{
	struct fdd_source *src = &d->m->sources[source];

	src->truncated |= p->truncated;
	d->last = p->ts > d->last ? p->ts : d->last;
	src->bytes += p->cpu->size;
	if (p->bad_pages)
		fdd_source_unparsed(src, p->bad_at, "damaged page", 12);
	if (p->bad_pages > 1)
		src->unparsed += p->bad_pages - 1;
	fdd_dat_pages_end(p);
}

static uint32_t entered_func(void *arg, uint64_t address)
{
	return func_of(arg, address);
}

static uint32_t entered_syscall(void *arg, uint32_t number)
{
	struct dat *d = arg;
	const struct fdd_dat_format *event = &d->headers.formats[number - 1];
	const size_t skip = strlen("sys_enter_");

	return event->name_len <= skip ? FDD_FUNC_UNKNOWN :
	       fdd_syscall_func(&d->m->funcs, event->name + skip, event->name_len - skip);
}

static uint32_t name_of_task(void *arg, int32_t pid)
{
	return comm_of(arg, pid);
}

/*
 * What is open when a buffer ends. Where CPUs end earlier than others, because their events had no
 * room, or because the file is cut off, returns are missing as well.
 */
static void end_entries(struct dat *d, uint16_t source)
{
	const struct fdd_source *src = &d->m->sources[source];
	bool lacks_end = src->truncated || src->cut || d->file.dropped || d->full;

	fdd_entries_end(&d->entries, d->m, &(struct fdd_trace_end){
		.time = d->last, .lost = lacks_end ? d->last : d->lost_at, .func = entered_func,
		.syscall = entered_syscall, .comm = name_of_task, .arg = d,
	});
	d->last = d->lost_at = 0;
}

static void no_room(struct dat *d, const struct fdd_dat_buffer *b)
{
	fdd_error("%s: the pages of its %u CPUs need more than %u MiB at a time: some are left out%s",
		  d->file.path, b->nr_cpus, FDD_DAT_MOST >> 20,
		  b->compressed ? "; write it anew by trace-cmd convert --compression none" : "");
	d->left_out = true;
}

static void no_such_cpus(struct dat *d, uint32_t nr)
{
	fdd_error("%s: ignored %u CPUs numbered %u or higher",
		  d->file.path, nr, FDD_MAX_CPUS);
	d->left_out = true;
}

static void no_such_instances(struct dat *d)
{
	fdd_error("%s: ignored instances after the first %u", d->file.path,
		  FDD_DAT_MOST_INSTANCES);
	d->left_out = true;
}

static void read_buffer(struct dat *d, const struct fdd_dat_buffer *b,
			uint16_t source)
{
	struct merge g = {
		.cpus = xcalloc(b->nr_cpus, sizeof(*g.cpus)),
		.heap = xcalloc(b->nr_cpus, sizeof(*g.heap)),
	};
	struct fdd_dat_room room = { .left = FDD_DAT_MOST };
	uint32_t beyond = 0;

	if (d->file.local_clock)
		fdd_clock_begin_same(&d->m->sources[source].clock);
	for (uint32_t i = 0; i < b->nr_cpus; i++) {
		fdd_dat_pages_begin(&g.cpus[i], &room, &d->file, b, &b->cpus[i],
				    d->headers.commit_size);
		if (b->cpus[i].cpu >= FDD_MAX_CPUS)
			beyond++;
		else if (fdd_dat_pages_next(&g.cpus[i]))
			g.heap[g.nr++] = &g.cpus[i];
	}
	make_heap(&g);
	merge_records(d, &g, source);
	for (uint32_t i = 0; i < b->nr_cpus; i++)
		end_cpu(d, &g.cpus[i], source);
	free(g.cpus);
	free(g.heap);
	if (room.full)
		no_room(d, b);
	if (beyond)
		no_such_cpus(d, beyond);
	fdd_feed_drain(d->feed);
	end_entries(d, source);
	fdd_model_end_source(d->m, source);
}

static bool has_data(const struct fdd_dat_buffer *b)
{
	for (uint32_t c = 0; c < b->nr_cpus; c++)
		if (b->cpus[c].size)
			return true;
	return false;
}

static unsigned int buffers_with_data(const struct dat *d)
{
	unsigned int nr = 0;

	for (uint32_t i = 0; i < d->file.nr_buffers; i++)
		nr += has_data(&d->file.buffers[i]);
	return nr;
}

/*
 * Each instance is a source with its own label, because several instances may hold the
 * same calls. All have the same host.
 */
static uint16_t instance_source(struct dat *d, const struct fdd_dat_buffer *b,
				uint16_t source)
{
	char label[512];
	uint16_t to;

	if (!*b->name)
		return source;
	snprintf(label, sizeof(label), "%s:%s", d->m->sources[source].label, b->name);
	to = fdd_model_add_source(d->m, d->file.path, label);
	d->m->sources[to].labelled = true;
	if (d->file.uname)
		fdd_model_set_machine(d->m, to, d->file.uname);
	return to;
}

/* A file of an instance has the top-level buffer as well, which may be empty. */
static void read_buffers(struct dat *d, uint16_t source)
{
	bool several = buffers_with_data(d) > 1;

	for (uint32_t i = 0; i < d->file.nr_buffers; i++) {
		const struct fdd_dat_buffer *b = &d->file.buffers[i];
		uint16_t to;

		if (!has_data(b))
			continue;
		to = several ? instance_source(d, b, source) : source;
		d->m->sources[to].format = "trace.dat";
		read_buffer(d, b, to);
	}
}

static void count_bytes(struct dat *d)
{
	d->progress.path = d->file.path;
	for (uint32_t i = 0; i < d->file.nr_buffers; i++)
		for (uint32_t c = 0; c < d->file.buffers[i].nr_cpus; c++)
			d->progress.size += d->file.buffers[i].cpus[c].size;
}

static void describe(struct dat *d, uint16_t source)
{
	struct fdd_source *src = &d->m->sources[source];

	src->format = "trace.dat";
	src->truncated = d->file.truncated;
	src->overwritten = d->file.overwritten;
	src->lost += d->file.dropped;
	if (d->file.dropped)
		src->lost_places++;
	if (d->file.uname)
		fdd_model_set_machine(d->m, source, d->file.uname);
}

static bool find_events(struct dat *d)
{
	if (!find_common(d))
		return false;
	find_call_event(d, &d->duration, "func_duration");
	find_call_event(d, &d->detail, "func_duration_detail");
	find_call_event(d, &d->graph_exit, "funcgraph_exit");
	find_marker(d);
	d->bprint_id = event_id(d, "bprint");
	d->bputs_id = event_id(d, "bputs");
	find_entry_event(d, &d->graph_entry);
	find_sched_event(d, &d->switches, "sched_switch", FDD_SCHED_SWITCH);
	find_sched_event(d, &d->waking, "sched_waking", FDD_SCHED_WAKE);
	find_sched_event(d, &d->wakeup, "sched_wakeup", FDD_SCHED_WAKEUP);
	find_sched_event(d, &d->migrate, "sched_migrate_task", FDD_SCHED_MIGRATE);
	find_fork_event(d, &d->forks);
	if (d->m->want_work)
		find_work_events(d);
	if (fdd_model_wants_open_calls(d->m))
		find_syscall_events(d);
	return true;
}

static int read_file(struct dat *d, uint16_t source)
{
	if (!fdd_dat_headers_read(&d->headers, &d->file) || !find_events(d))
		return -1;
	describe(d, source);
	count_bytes(d);
	begin_queue(d);
	d->feed = fdd_feed_new(d->m);
	read_buffers(d, source);
	if (d->file.left_out)
		no_such_instances(d);
	fdd_feed_free(d->feed);
	end_queue(d);
	fdd_progress_clear(&d->progress);
	return d->left_out ? -1 : 0;
}

static void free_dat(struct dat *d)
{
	fdd_dat_headers_free(&d->headers);
	fdd_map_free(&d->funcs);
	fdd_map_free(&d->softirqs);
	fdd_map_free(&d->comms);
	fdd_map_free(&d->work);
	fdd_map_free(&d->syscalls);
	fdd_dat_file_close(&d->file);
}

int fdd_read_dat(struct fdd_model *m, struct fdd_input *in, uint16_t source)
{
	struct dat d = { .m = m };
	int fd = fdd_input_seekable(in, fdd_dat_file_expects), ret = -1;

	if (fd < 0)
		return -1;
	m->sources[source].format = "trace.dat";
	if (fdd_dat_file_open(&d.file, fd, m->sources[source].path)) {
		ret = read_file(&d, source);
		free_dat(&d);
	}
	close(fd);
	return ret;
}
