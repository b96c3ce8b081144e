// SPDX-License-Identifier: GPL-2.0
/* State of the reader of text. */
#include <stdio.h>

#include "read/disk.h"
#include "read/feed.h"
#include "read/lock.h"
#include "read/sched.h"
#include "read/tcp.h"
#include "read/work.h"
#include "read/text_state.h"

static void add_cpus(struct fdd_text *t, uint32_t cpu)
{
	t->cpus = xrealloc(t->cpus, (cpu + 1) * sizeof(*t->cpus));
	for (; t->nr_cpus <= cpu; t->nr_cpus++)
		t->cpus[t->nr_cpus] = (struct fdd_text_cpu){ .pid = -1 };
}

struct fdd_text_cpu *fdd_text_cpu(struct fdd_text *t, uint32_t cpu)
{
	if (cpu >= t->nr_cpus)
		add_cpus(t, cpu);
	return &t->cpus[cpu];
}

static uint16_t add_instance(struct fdd_text *t, const char *name)
{
	char label[512];
	uint16_t source;

	/* The consumer uses the sources, which may move. */
	fdd_feed_drain(t->feed);
	snprintf(label, sizeof(label), "%s:%s", t->m->sources[t->main_source].label, name);
	source = fdd_model_add_source(t->m, t->m->sources[t->main_source].path, label);
	t->m->sources[source].labelled = true;
	t->src = &t->m->sources[t->main_source];
	return source;
}

void fdd_text_set_instance(struct fdd_text *t, const char *name, size_t len)
{
	uint32_t id;

	t->source = t->main_source;
	t->instance = 0;
	if (!name)
		return;
	if (!fdd_names_find(&t->instances, name, len, &id)) {
		if (t->instances.nr == FDD_TEXT_INSTANCES)
			return;
		id = fdd_names_get(&t->instances, name, len);
		t->instance_sources[id] = add_instance(t, fdd_name(&t->instances, id));
	}
	t->source = t->instance_sources[id];
	t->instance = id + 1;
}

void fdd_text_end_instances(struct fdd_text *t)
{
	for (uint32_t i = 0; i < t->instances.nr; i++) {
		struct fdd_source *src = &t->m->sources[t->instance_sources[i]];

		src->no_contexts = t->src->no_contexts;
		src->no_tasks = t->src->no_tasks;
		src->no_times = t->src->no_times;
		fdd_model_end_source(t->m, t->instance_sources[i]);
	}
	fdd_names_free(&t->instances);
}

void fdd_text_fill_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			const struct fdd_line *line, struct fdd_call *call)
{
	if (line->cut)
		fdd_source_cut_off(t->src, t->line_nr, line->name, line->name_len);
	call->source = t->source;
	call->cpu = line->cpu;
	call->depth = line->depth;
	call->duration = line->duration;
	call->overrun = line->overrun;
	call->context = line->context;
	if (cpu->irq_depth && call->context == FDD_CTX_TASK)
		call->context = FDD_CTX_HARDIRQ;
	if (!line->has_context)
		t->src->no_contexts = true;
	if (line->has_pid) {
		call->pid = line->pid;
		call->comm = fdd_names_get(&t->m->comms, line->comm, line->comm_len);
	} else {
		call->pid = cpu->pid;
		call->comm = cpu->comm;
		if (cpu->pid < 0)
			t->src->no_tasks = true;
	}
	if (line->has_retval) {
		call->retval = line->retval;
		call->flags |= FDD_CALL_RETVAL;
	}
}

uint32_t fdd_text_caller(struct fdd_text *t, const struct fdd_line *line)
{
	const char *end = line->caller + line->caller_len;
	const char *plus = memchr(line->caller, '+', line->caller_len);
	const char *module = plus ? memchr(plus, ' ', end - plus) : NULL;
	size_t len = plus ? plus - line->caller : line->caller_len;
	size_t rest = module ? end - module : 0;
	char name[FDD_MAX_FUNC_LEN];

	if (!rest || len + rest > sizeof(name))
		return fdd_names_get(&t->m->funcs, line->caller, len);
	memcpy(name, line->caller, len);
	memcpy(name + len, module, rest);
	return fdd_names_get(&t->m->funcs, name, len + rest);
}

uint32_t fdd_text_args(struct fdd_text *t, const struct fdd_line *line)
{
	return line->args_id ? line->args_id :
	       fdd_names_get(&t->m->args, line->args, line->args_len);
}

static void feed_detailed(struct fdd_text *t, const struct fdd_line *line, struct fdd_call *call)
{
	struct fdd_detail detail = line->detail;

	if (detail.has & FDD_DETAIL_CALLER)
		detail.caller = line->caller_func ? line->caller_func : fdd_text_caller(t, line);
	if (detail.has & FDD_DETAIL_ARGS)
		detail.args = fdd_text_args(t, line);
	fdd_feed_detailed(t->feed, call, &detail);
}

void fdd_text_feed_call(struct fdd_text *t, const struct fdd_line *line,
			struct fdd_call *call)
{
	if (line->has_context && call->context == FDD_CTX_TASK &&
	    fdd_runs_softirqs(fdd_name(&t->m->funcs, call->func)))
		call->context = FDD_CTX_SOFTIRQ;
	if (line->detail.has)
		feed_detailed(t, line, call);
	else
		fdd_feed_call(t->feed, call);
}

void fdd_text_comment(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      const struct fdd_line *line, enum fdd_note_kind kind)
{
	struct fdd_note note = {
		.kind = kind,
		.cpu = line->cpu,
		.depth = line->depth,
		.source = t->source,
		.pid = line->has_pid ? line->pid : cpu->pid,
		.tgid = line->tgid,
		.by_program = line->by_program,
		.comm = line->has_pid ?
			fdd_names_get(&t->m->comms, line->comm, line->comm_len) :
			cpu->comm,
		.context = line->context,
		.to_cpu = -1,
		.time = line->has_abstime ? line->abstime : 0,
		.no_time = !line->has_abstime,
		/* The kernel prints microseconds, rounded down. */
		.slack = line->abstime % NSEC_PER_USEC ? 0 : NSEC_PER_USEC,
		.text = line->text,
		.len = line->text_len,
	};

	fdd_text_see(t, line);
	if (kind == FDD_NOTE_EVENT)
		fdd_sched_scan(&note);
	if (kind == FDD_NOTE_EVENT && t->m->want_work) {
		fdd_work_scan(&note);
		fdd_disk_scan(&note);
		fdd_lock_scan(&note);
		fdd_tcp_scan(&note);
	}
	fdd_feed_note(t->feed, &note);
}
