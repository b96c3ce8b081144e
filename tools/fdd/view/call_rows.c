// SPDX-License-Identifier: GPL-2.0
/*
 * A row for each call, as CSV or as a JSON object in a line, for databases.
 *
 * A row is written as soon as the caller of its call is known; until then only what is known at
 * the return, and not later, is kept. So the rows are not sorted, and there is no limit of them.
 */
#include <stdlib.h>
#include <string.h>

#include "view/beside.h"
#include "view/view.h"

struct rows_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	struct fdd_besides	waiting;	/* for their callers */
};

struct row {
	const struct fdd_model	*m;
	const struct fdd_source	*source;
	const struct fdd_call	*call;
	const struct fdd_frame	*frame;
	const struct fdd_frame	*parent;
	const struct fdd_beside	*beside;
	enum fdd_caller_kind	kind;
};

/* Text; NULL if it is not known */

static const struct fdd_name *func_name(const struct row *r, uint32_t func)
{
	return fdd_name_at(&r->m->funcs, func);
}

static const char *host(const struct row *r)
{
	const char *name = fdd_source_host_name(r->source);

	if (name)
		return name;
	return r->source->labelled ? r->source->label : NULL;
}

static const char *label(const struct row *r)
{
	return r->source->label;
}

static const char *boot_id(const struct row *r)
{
	return *r->source->wall.boot ? r->source->wall.boot : NULL;
}

static const char *cgroup(const struct row *r)
{
	return r->beside->cgroup;
}

static const char *comm(const struct row *r)
{
	if (!r->call->comm || r->call->comm == r->m->comms.other)
		return NULL;
	return fdd_name(&r->m->comms, r->call->comm);
}

static const char *function(const struct row *r)
{
	return func_name(r, r->call->func)->text;
}

static const char *caller(const struct row *r)
{
	if (r->beside->from != FDD_FUNC_NONE)
		return func_name(r, r->beside->from)->text;
	return r->parent ? func_name(r, r->parent->call.func)->text : NULL;
}

static const char *caller_kind(const struct row *r)
{
	static const char *const kinds[] = {
		[FDD_CALLER_NONE] = "none", [FDD_CALLER_DIRECT] = "direct",
		[FDD_CALLER_FILTERED] = "filtered", [FDD_CALLER_UNKNOWN] = "unknown",
		[FDD_CALLER_INTERRUPT] = "interrupt",
	};

	return kinds[r->kind];
}

static const char *context(const struct row *r)
{
	static const char *const contexts[] = {
		[FDD_CTX_TASK] = "task", [FDD_CTX_SOFTIRQ] = "softirq",
		[FDD_CTX_HARDIRQ] = "hardirq", [FDD_CTX_NMI] = "nmi",
	};

	return r->source->no_contexts ? NULL : contexts[r->call->context];
}

static const char *args(const struct row *r)
{
	return r->beside->args ? fdd_name(&r->m->args, r->beside->args) : NULL;
}

/* Numbers; false if it is not known */

static bool pid(const struct row *r, int64_t *n)
{
	*n = r->call->pid;
	return r->call->pid >= 0;
}

static bool calltime(const struct row *r, int64_t *n)
{
	*n = r->call->calltime;
	return !(r->call->flags & FDD_CALL_NO_TIME);
}

static bool duration(const struct row *r, int64_t *n)
{
	*n = r->call->duration;
	return true;
}

static bool self(const struct row *r, int64_t *n)
{
	*n = r->frame->self;
	return true;
}

static bool asleep(const struct row *r, int64_t *n)
{
	*n = r->beside->off.asleep;
	return r->beside->knows_off;
}

static bool waiting(const struct row *r, int64_t *n)
{
	*n = r->beside->off.waiting;
	return r->beside->knows_off;
}

static bool irqs(const struct row *r, int64_t *n)
{
	*n = r->beside->off.irqs;
	return r->beside->knows_irqs;
}

static bool depth(const struct row *r, int64_t *n)
{
	*n = r->call->depth;
	return true;
}

static bool cpu(const struct row *r, int64_t *n)
{
	*n = r->call->cpu;
	return true;
}

static bool retval(const struct row *r, int64_t *n)
{
	*n = r->call->retval;
	return r->call->flags & FDD_CALL_RETVAL;
}

static bool wall_at(const struct row *r, uint64_t *real, uint64_t *error)
{
	return !(r->call->flags & FDD_CALL_NO_TIME) &&
	       fdd_wall_at(&r->source->wall, r->call->calltime, real, error);
}

static bool realtime(const struct row *r, int64_t *n)
{
	uint64_t real, error;

	if (!wall_at(r, &real, &error))
		return false;
	*n = real;
	return true;
}

static bool realtime_error(const struct row *r, int64_t *n)
{
	uint64_t real, error;

	if (!wall_at(r, &real, &error))
		return false;
	*n = error;
	return true;
}

static const struct column {
	const char	*key;
	const char	*(*text)(const struct row *r);
	bool		(*number)(const struct row *r, int64_t *n);
} columns[] = {
	{ "host", .text = host },
	{ "boot_id", .text = boot_id },
	{ "label", .text = label },
	{ "comm", .text = comm },
	{ "pid", .number = pid },
	{ "cgroup", .text = cgroup },
	{ "function", .text = function },
	{ "calltime_ns", .number = calltime },
	{ "duration_ns", .number = duration },
	{ "self_ns", .number = self },
	{ "asleep_ns", .number = asleep },
	{ "waiting_ns", .number = waiting },
	{ "irqs_ns", .number = irqs },
	{ "caller", .text = caller },
	{ "caller_kind", .text = caller_kind },
	{ "context", .text = context },
	{ "depth", .number = depth },
	{ "cpu", .number = cpu },
	{ "args", .text = args },
	{ "retval", .number = retval },
	{ "realtime_ns", .number = realtime },
	{ "realtime_error_ns", .number = realtime_error },
};

/* Formats. One thread writes a document, so stdout is not locked for each character. */

static void csv_field(const struct column *c, const struct row *r)
{
	const char *text;
	int64_t n;

	if (c->number && c->number(r, &n))
		fdd_print_number(n);
	text = c->text ? c->text(r) : NULL;
	if (text)
		fdd_csv_string(text);
}

static void print_csv(const struct row *r)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (i)
			putchar_unlocked(',');
		csv_field(&columns[i], r);
	}
	putchar_unlocked('\n');
}

static void csv_titles(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		printf("%s%s", i ? "," : "", columns[i].key);
	putchar('\n');
}

/* All members are in each object, so that a reader finds the same columns in each part. */
static void json_value(const struct column *c, const struct row *r)
{
	const char *text = c->text ? c->text(r) : NULL;
	int64_t n;

	if (text)
		fdd_json_print_string(text, strlen(text));
	else if (c->number && c->number(r, &n))
		fdd_print_number(n);
	else
		fputs("null", stdout);
}

static void print_json(const struct row *r)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		putchar_unlocked(i ? ',' : '{');
		putchar_unlocked('"');
		fputs_unlocked(columns[i].key, stdout);
		putchar_unlocked('"');
		putchar_unlocked(':');
		json_value(&columns[i], r);
	}
	fputs("}\n", stdout);
}

/* The calls */

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct rows_view *v = container_of(sink, struct rows_view, sink);
	struct fdd_beside beside;

	(void)stack;
	if (!frame->selected)
		return;
	beside = fdd_beside_of(v->view.m, frame);
	frame->tag = fdd_besides_keep(&v->waiting, &beside);
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame,
		      struct fdd_frame *parent, enum fdd_caller_kind kind)
{
	struct rows_view *v = container_of(sink, struct rows_view, sink);
	const struct fdd_model *m = v->view.m;
	struct fdd_beside beside;
	struct row row = {
		.m = m, .source = &m->sources[frame->call.source], .call = &frame->call,
		.frame = frame, .parent = parent, .kind = kind, .beside = &beside,
	};

	(void)stack;
	if (!frame->selected)
		return;
	beside = fdd_besides_take(&v->waiting, frame->tag);
	if (v->view.o->format == FDD_JSON)
		print_json(&row);
	else
		print_csv(&row);
}

static void begin(struct fdd_view *view)
{
	struct rows_view *v = container_of(view, struct rows_view, view);

	v->sink.call = on_call;
	v->sink.caller = on_caller;
	fdd_model_add_sink(view->m, &v->sink);
	if (view->o->format == FDD_CSV)
		csv_titles();
}

static void print(struct fdd_view *view)
{
	/* Nothing to do: rows were printed while reading. */
	(void)view;
}

static void end(struct fdd_view *view)
{
	fdd_besides_free(&container_of(view, struct rows_view, view)->waiting);
}

const struct fdd_view_ops fdd_view_rows = {
	.name = "--to=rows",
	.only_export = true,
	.export = "rows",
	.export_help = "each call with its times and its caller, as CSV for databases",
	.export_format = FDD_CSV,
	.scope = FDD_OF_CALLS,
	.formats = 1 << FDD_CSV,
	.size = sizeof(struct rows_view),
	.begin = begin,
	.print = print,
	.end = end,
};

const struct fdd_view_ops fdd_view_rows_ndjson = {
	.name = "--to=rows.ndjson",
	.only_export = true,
	.export = "rows.ndjson",
	.export_help = "the same as a JSON object in each line",
	.export_format = FDD_JSON,
	.scope = FDD_OF_CALLS,
	.formats = 1 << FDD_JSON,
	.size = sizeof(struct rows_view),
	.begin = begin,
	.print = print,
	.end = end,
};
