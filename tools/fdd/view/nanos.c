// SPDX-License-Identifier: GPL-2.0
/*
 * One line per call, as the CSV of Nanos' scripts has it:
 * function,tid,latency_us,latency_us_self
 */
#include <stdlib.h>

#include "view/view.h"

struct fdd_view {
	struct fdd_sink		sink;
	struct fdd_model	*m;
};

static void print_us(uint64_t ns)
{
	printf(",%llu.%03llu", (unsigned long long)(ns / 1000),
	       (unsigned long long)(ns % 1000));
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct fdd_view *v = container_of(sink, struct fdd_view, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (!frame->selected)
		return;
	fdd_csv_string(fdd_name(&v->m->funcs, call->func));
	/* Nanos has no names for its threads: the CPU stands in for them. */
	printf(",%d", call->pid >= 0 ? call->pid : call->cpu);
	print_us(call->duration);
	print_us(frame->self);
	putchar('\n');
}

static struct fdd_view *begin(struct fdd_model *m, struct fdd_options *o)
{
	struct fdd_view *v = xcalloc(1, sizeof(*v));

	(void)o;
	v->m = m;
	v->sink.call = on_call;
	fdd_model_add_sink(m, &v->sink);
	puts("function,tid,latency_us,latency_us_self");
	return v;
}

static void print(struct fdd_view *v, struct fdd_table *t)
{
	/* All is printed by now, as it was read. */
	(void)v;
	(void)t;
}

static void end(struct fdd_view *v)
{
	free(v);
}

const struct fdd_view_ops fdd_view_nanos = {
	.name = "nanos-csv",
	.begin = begin,
	.print = print,
	.end = end,
};
