// SPDX-License-Identifier: GPL-2.0
/*
 * One line per call, in the CSV form of the scripts of Nanos:
 * function,tid,latency_us,latency_us_self
 */
#include <stdlib.h>

#include "view/view.h"

struct nanos_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
};

static struct nanos_view *own(struct fdd_view *view)
{
	return container_of(view, struct nanos_view, view);
}

static void print_us(uint64_t ns)
{
	printf(",%llu.%03llu", (unsigned long long)(ns / 1000),
	       (unsigned long long)(ns % 1000));
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct nanos_view *v = container_of(sink, struct nanos_view, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (!frame->selected)
		return;
	fdd_csv_string(fdd_name(&v->view.m->funcs, call->func));
	/* Nanos has no names of threads, so the column holds the CPU. */
	printf(",%d", call->pid >= 0 ? call->pid : call->cpu);
	print_us(call->duration);
	print_us(frame->self);
	putchar('\n');
}

static void begin(struct fdd_view *view)
{
	struct nanos_view *v = own(view);

	v->sink.call = on_call;
	fdd_model_add_sink(view->m, &v->sink);
	puts("function,tid,latency_us,latency_us_self");
}

static void print(struct fdd_view *view)
{
	/* Nothing to do: calls were printed while reading. */
	(void)view;
}

const struct fdd_view_ops fdd_view_nanos = {
	.name = "--format=nanos-csv",
	.scope = FDD_OF_CALLS,
	.formats = 1 << FDD_NANOS_CSV,
	.size = sizeof(struct nanos_view),
	.begin = begin,
	.print = print,
};
