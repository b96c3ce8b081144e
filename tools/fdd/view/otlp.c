// SPDX-License-Identifier: GPL-2.0
/*
 * Spans of OpenTelemetry: requests to export them (ExportTraceServiceRequest), as protobuf, or in
 * its JSON form, one in each line. Requests that follow each other are, as protobuf, one request
 * with the spans of all.
 *
 * The outermost calls that pass the filters are the roots of traces, with the calls in them as
 * their children. Calls are sorted by stack and time; while a tree is walked, the longest calls of
 * it are kept. A call is not longer than the one around it, so the parent of a span is kept, too.
 * With a limit of traces they are walked twice: the roots come first.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup.h"
#include "lib/message.h"
#include "lib/output.h"
#include "lib/spill.h"
#include "view/beside.h"
#include "view/otlp.h"
#include "view/otlp_why.h"

#define MOST_CHILDREN	1000	/* of a root */
#define MOST_SPANS	500	/* of a request */

/* Numbers of fields, of opentelemetry/proto */
enum {
	REQUEST_RESOURCE_SPANS = 1,

	RESOURCE_SPANS_RESOURCE = 1,
	RESOURCE_SPANS_SCOPE_SPANS = 2,

	RESOURCE_ATTRIBUTES = 1,

	SCOPE_SPANS_SCOPE = 1,
	SCOPE_SPANS_SPANS = 2,

	SCOPE_NAME = 1,
	SCOPE_VERSION = 2,

	SPAN_TRACE_ID = 1,
	SPAN_SPAN_ID = 2,
	SPAN_PARENT_SPAN_ID = 4,
	SPAN_NAME = 5,
	SPAN_KIND = 6,
	SPAN_START = 7,
	SPAN_END = 8,
	SPAN_ATTRIBUTES = 9,

	KEY_VALUE_KEY = 1,
	KEY_VALUE_VALUE = 2,

	VALUE_STRING = 1,
	VALUE_INT = 3,
};

#define SPAN_KIND_INTERNAL	1

/* What is needed of a call. */
struct item {
	uint64_t	from, to;
	uint64_t	seq;
	uint64_t	self;
	struct fdd_off	off;
	int64_t		retval;
	uint32_t	func, comm, args;
	uint32_t	caller;		/* or FDD_FUNC_NONE */
	const char	*cgroup;	/* its name, or NULL */
	uint32_t	stack;
	int32_t		pid;
	uint16_t	cpu, depth, source;
	uint8_t		context;
	bool		knows_off, knows_irqs, knows_retval;
};

struct span {
	struct item	item;
	uint64_t	id, parent;
	uint64_t	length;		/* not more than that of the parent */
	uint64_t	order;		/* in which they begin */
};

/* A call around the next ones. */
struct around {
	uint64_t	to, id, length;
	uint16_t	depth;
};

struct otlp_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	struct fdd_besides	besides;
	struct fdd_sorter	items;
	struct fdd_message	out;
	struct around		*around;
	uint32_t		nr_around, cap_around;

	/* Options */
	unsigned int		explained;	/* roots, at most; 0: none */
	const char		*index_path;	/* or NULL */
	struct otlp_why		why;

	/* With a limit: the longest roots, a heap as below */
	bool			choosing;
	struct span		*roots;
	uint32_t		nr_roots;

	/* The tree */
	bool			has_root;
	bool			is_chosen;
	struct span		root;
	uint64_t		trace_id[2];
	struct span		*children;	/* a heap: the first one goes first */
	uint32_t		nr_children;
	uint64_t		left_out;	/* calls */

	/* The request */
	bool			open;
	unsigned int		nr_spans;
	uint16_t		source;

	FILE			*index;
	uint64_t		all_left_out;
	uint64_t		cut_roots;
	uint64_t		dropped;	/* traces */
};

static struct otlp_view *own(struct fdd_view *view)
{
	return container_of(view, struct otlp_view, view);
}

/* While the traces are read */

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct otlp_view *v = container_of(sink, struct otlp_view, sink);
	struct fdd_beside beside;

	(void)stack;
	if (!frame->selected)
		return;
	beside = fdd_beside_of(v->view.m, frame);
	frame->tag = fdd_besides_keep(&v->besides, &beside);
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame,
		      struct fdd_frame *parent, enum fdd_caller_kind kind)
{
	struct otlp_view *v = container_of(sink, struct otlp_view, sink);
	const struct fdd_call *call = &frame->call;
	struct fdd_beside beside;

	(void)stack;
	(void)kind;
	if (!frame->selected)
		return;
	beside = fdd_besides_take(&v->besides, frame->tag);
	if (beside.from == FDD_FUNC_NONE && parent)
		beside.from = parent->call.func;
	*(struct item *)fdd_sorter_add(&v->items) = (struct item){
		.from = call->calltime, .to = call->calltime + call->duration, .seq = frame->seq,
		.self = frame->self, .off = beside.off, .retval = call->retval,
		.func = call->func, .comm = call->comm, .args = beside.args, .caller = beside.from,
		.cgroup = beside.cgroup,
		.stack = fdd_stack_of_call(v->view.m, call), .pid = call->pid, .cpu = call->cpu,
		.depth = call->depth, .source = call->source, .context = call->context,
		.knows_off = beside.knows_off, .knows_irqs = beside.knows_irqs,
		.knows_retval = call->flags & FDD_CALL_RETVAL,
	};
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* By stack and time; the outer one, which returns later, first. */
static int by_stack_and_time(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->source != y->source)
		return compare(x->source, y->source);
	if (x->stack != y->stack)
		return compare(x->stack, y->stack);
	if (x->from != y->from)
		return compare(x->from, y->from);
	if (x->depth != y->depth)
		return compare(x->depth, y->depth);
	return compare(y->seq, x->seq);
}

static bool check(struct fdd_view *view)
{
	if (own(view)->explained)
		view->parts |= FDD_TABLE_PERCENTILES;
	return true;
}

static void begin(struct fdd_view *view)
{
	struct otlp_view *v = own(view);

	v->out.json = view->o->format == FDD_JSON;
	v->sink.call = on_call;
	v->sink.caller = on_caller;
	fdd_model_add_sink(view->m, &v->sink);
	fdd_sorter_init(&v->items, sizeof(struct item), by_stack_and_time, 0);
	if (v->explained)
		otlp_why_begin(&v->why, view->m, v->explained);
}

static bool begin_again(struct fdd_view *view, struct fdd_model *m)
{
	struct otlp_view *v = own(view);

	return v->explained && otlp_why_begin_again(&v->why, m);
}

static void end(struct fdd_view *view)
{
	struct otlp_view *v = own(view);

	fdd_besides_free(&v->besides);
	fdd_sorter_free(&v->items);
	fdd_message_free(&v->out);
	if (v->explained)
		otlp_why_free(&v->why);
	free(v->around);
	free(v->children);
	free(v->roots);
}

/* Attributes */

static void open_attribute(struct otlp_view *v, unsigned int field, const char *key)
{
	fdd_message_open(&v->out, field, NULL);
	fdd_message_text(&v->out, KEY_VALUE_KEY, "key", key, strlen(key));
	fdd_message_open(&v->out, KEY_VALUE_VALUE, "value");
}

static void close_attribute(struct otlp_view *v)
{
	fdd_message_close(&v->out);
	fdd_message_close(&v->out);
}

static void put_bytes(struct otlp_view *v, unsigned int field, const char *key, const char *text,
		      size_t len)
{
	open_attribute(v, field, key);
	fdd_message_text(&v->out, VALUE_STRING, "stringValue", text, len);
	close_attribute(v);
}

static void put_text(struct otlp_view *v, unsigned int field, const char *key, const char *text)
{
	put_bytes(v, field, key, text, strlen(text));
}

static void put_number(struct otlp_view *v, const char *key, int64_t value)
{
	open_attribute(v, SPAN_ATTRIBUTES, key);
	fdd_message_int64(&v->out, VALUE_INT, "intValue", value);
	close_attribute(v);
}

/* Requests */

/* The nth word of "Linux build1 6.12.0 x86_64", from 0 on; NULL if there is none */
static const char *word_of(const char *machine, unsigned int n, size_t *len)
{
	for (; machine && n; n--) {
		machine = strchr(machine, ' ');
		machine += !!machine;
	}
	*len = machine ? strcspn(machine, " ") : 0;
	return *len ? machine : NULL;
}

/* The names of host.arch that differ from the kernel's */
static void put_arch(struct otlp_view *v, const char *arch, size_t len)
{
	static const char *const names[][2] = {
		{ "x86_64", "amd64" }, { "aarch64", "arm64" }, { "armv7l", "arm32" },
		{ "i686", "x86" }, { "ppc64le", "ppc64" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i][0]) == len && !memcmp(names[i][0], arch, len)) {
			put_text(v, RESOURCE_ATTRIBUTES, "host.arch", names[i][1]);
			return;
		}
	put_bytes(v, RESOURCE_ATTRIBUTES, "host.arch", arch, len);
}

static void put_machine(struct otlp_view *v, const struct fdd_source *src)
{
	const char *machine = fdd_source_machine(src), *host = fdd_source_host_name(src), *word;
	size_t len;

	if (!host && src->labelled)
		host = src->label;
	if (host)
		put_text(v, RESOURCE_ATTRIBUTES, "host.name", host);
	word = word_of(machine, 2, &len);
	if (word)
		put_bytes(v, RESOURCE_ATTRIBUTES, "os.version", word, len);
	word = word_of(machine, 3, &len);
	if (word)
		put_arch(v, word, len);
}

static void put_resource(struct otlp_view *v, const struct fdd_source *src)
{
	fdd_message_open(&v->out, RESOURCE_SPANS_RESOURCE, "resource");
	fdd_message_open_list(&v->out, "attributes");
	put_text(v, RESOURCE_ATTRIBUTES, "service.name", "kernel");
	put_text(v, RESOURCE_ATTRIBUTES, "os.type", "linux");
	put_machine(v, src);
	if (*src->wall.boot)
		put_text(v, RESOURCE_ATTRIBUTES, "fdd.boot_id", src->wall.boot);
	put_text(v, RESOURCE_ATTRIBUTES, "fdd.label", src->label);
	put_text(v, RESOURCE_ATTRIBUTES, "fdd.clock", src->wall.nr ? "realtime" : "trace");
	fdd_message_close_list(&v->out);
	fdd_message_close(&v->out);
}

static void put_scope(struct otlp_view *v)
{
	fdd_message_open(&v->out, SCOPE_SPANS_SCOPE, "scope");
	fdd_message_text(&v->out, SCOPE_NAME, "name", "fdd", strlen("fdd"));
	fdd_message_text(&v->out, SCOPE_VERSION, "version", FDD_VERSION, strlen(FDD_VERSION));
	fdd_message_close(&v->out);
}

static void begin_request(struct otlp_view *v, uint16_t source)
{
	fdd_message_open_list(&v->out, "resourceSpans");
	fdd_message_open(&v->out, REQUEST_RESOURCE_SPANS, NULL);
	put_resource(v, &v->view.m->sources[source]);
	fdd_message_open_list(&v->out, "scopeSpans");
	fdd_message_open(&v->out, RESOURCE_SPANS_SCOPE_SPANS, NULL);
	put_scope(v);
	fdd_message_open_list(&v->out, "spans");
	v->open = true;
	v->source = source;
	v->nr_spans = 0;
}

static void end_request(struct otlp_view *v)
{
	if (!v->open)
		return;
	fdd_message_close_list(&v->out);
	fdd_message_close(&v->out);
	fdd_message_close_list(&v->out);
	fdd_message_close(&v->out);
	fdd_message_close_list(&v->out);
	fdd_message_end(&v->out);
	v->open = false;
}

/*
 * Ids: the same for the same call each time. They are of the boot, or else of the name of the host
 * or the trace, the task, the time, the depth and the function.
 */

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t len)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ byte[i]) * 0x100000001b3ull;
	hash ^= hash >> 32;
	hash *= 0xd6e8feb86659fd93ull;
	return hash ^ hash >> 32;
}

static const char *origin(const struct fdd_source *src)
{
	const char *host = fdd_source_host_name(src);

	if (*src->wall.boot)
		return src->wall.boot;
	return host ? host : src->label;
}

/* Never 0, which is not valid. */
static uint64_t id_of(const struct otlp_view *v, const struct item *item, uint64_t seed)
{
	const struct fdd_model *m = v->view.m;
	const struct fdd_name *func = fdd_name_at(&m->funcs, item->func);
	const char *from = origin(&m->sources[item->source]);
	const uint64_t of[] = {
		fdd_thread_key(0, item->pid, item->cpu), item->context, item->from, item->depth,
	};
	uint64_t hash = hash_of(seed ^ 0xcbf29ce484222325ull, from, strlen(from));

	hash = hash_of(hash, of, sizeof(of));
	hash = hash_of(hash, func->text, func->len);
	return hash ? hash : 1;
}

/* Spans */

static void put_ids(struct otlp_view *v, const struct span *span)
{
	fdd_message_hex(&v->out, SPAN_TRACE_ID, "traceId", v->trace_id, sizeof(v->trace_id));
	fdd_message_hex(&v->out, SPAN_SPAN_ID, "spanId", &span->id, sizeof(span->id));
	if (span->parent)
		fdd_message_hex(&v->out, SPAN_PARENT_SPAN_ID, "parentSpanId", &span->parent,
				sizeof(span->parent));
}

static void put_times(struct otlp_view *v, const struct item *item)
{
	uint64_t from = item->from, error;

	if (!fdd_wall_at(&v->view.m->sources[item->source].wall, item->from, &from, &error))
		from = item->from;
	fdd_message_fixed64(&v->out, SPAN_START, "startTimeUnixNano", from);
	fdd_message_fixed64(&v->out, SPAN_END, "endTimeUnixNano", from + item->to - item->from);
}

static void put_task(struct otlp_view *v, const struct item *item)
{
	static const char *const contexts[] = {
		[FDD_CTX_SOFTIRQ] = "softirq", [FDD_CTX_HARDIRQ] = "hardirq", [FDD_CTX_NMI] = "nmi",
	};
	const struct fdd_model *m = v->view.m;

	if (item->pid >= 0)
		put_number(v, "thread.id", item->pid);
	if (item->comm && item->comm != m->comms.other)
		put_text(v, SPAN_ATTRIBUTES, "thread.name", fdd_name(&m->comms, item->comm));
	put_number(v, "cpu.logical_number", item->cpu);
	if (item->context != FDD_CTX_TASK)
		put_text(v, SPAN_ATTRIBUTES, "fdd.context", contexts[item->context]);
}

static void put_call(struct otlp_view *v, const struct item *item)
{
	const struct fdd_model *m = v->view.m;

	put_number(v, "fdd.self_ns", item->self);
	if (item->knows_off) {
		put_number(v, "fdd.asleep_ns", item->off.asleep);
		put_number(v, "fdd.waiting_ns", item->off.waiting);
	}
	if (item->knows_irqs)
		put_number(v, "fdd.irqs_ns", item->off.irqs);
	if (item->caller != FDD_FUNC_NONE)
		put_text(v, SPAN_ATTRIBUTES, "fdd.caller", fdd_name(&m->funcs, item->caller));
	if (item->args)
		put_text(v, SPAN_ATTRIBUTES, "fdd.args", fdd_name(&m->args, item->args));
	if (item->knows_retval)
		put_number(v, "fdd.retval", item->retval);
}

static void put_cgroup(struct otlp_view *v, const char *cgroup)
{
	char container[FDD_CONTAINER];

	put_text(v, SPAN_ATTRIBUTES, "process.linux.cgroup", cgroup);
	if (fdd_cgroup_container(cgroup, container))
		put_text(v, SPAN_ATTRIBUTES, "fdd.container", container);
}

static void put_written(struct otlp_view *v, const char *key, const struct fdd_why_call *c,
			void (*write)(const struct fdd_why_list *l, const struct fdd_why_call *c,
				      FILE *to))
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	write(&v->why.list, c, f);
	fclose(f);
	put_bytes(v, SPAN_ATTRIBUTES, key, text, size);
	free(text);
}

static void put_why(struct otlp_view *v, const struct item *item)
{
	static const char *const keys[FDD_WHY_KINDS] = {
		[FDD_WHY_RUNNING] = "fdd.why.running_ns", [FDD_WHY_ASLEEP] = "fdd.why.asleep_ns",
		[FDD_WHY_WAITING] = "fdd.why.waiting_ns",
		[FDD_WHY_INTERRUPTS] = "fdd.why.interrupts_ns",
		[FDD_WHY_UNKNOWN] = "fdd.why.unknown_ns",
	};
	const struct fdd_call call = {
		.source = item->source, .pid = item->pid, .cpu = item->cpu, .depth = item->depth,
		.calltime = item->from, .duration = item->to - item->from,
	};
	const struct fdd_why_call *c = otlp_why_of(&v->why, &call);

	if (!c)
		return;
	put_written(v, "fdd.why", c, fdd_why_put_finding);
	put_written(v, "fdd.why.parts", c, fdd_why_put_parts);
	for (int kind = 0; kind < FDD_WHY_KINDS; kind++)
		if (fdd_why_sum(c->parts, kind))
			put_number(v, keys[kind], fdd_why_sum(c->parts, kind));
}

/* What is said of the root only */
static void put_tree(struct otlp_view *v, const struct item *item)
{
	uint64_t real, error;

	put_why(v, item);
	if (fdd_wall_at(&v->view.m->sources[item->source].wall, item->from, &real, &error))
		put_number(v, "fdd.realtime_error_ns", error);
	if (v->left_out)
		put_number(v, "fdd.calls_left_out", v->left_out);
}

static void print_span(struct otlp_view *v, const struct span *span)
{
	const struct item *item = &span->item;
	const struct fdd_name *func = fdd_name_at(&v->view.m->funcs, item->func);

	if (v->open && (v->nr_spans == MOST_SPANS || v->source != item->source))
		end_request(v);
	if (!v->open)
		begin_request(v, item->source);
	fdd_message_open(&v->out, SCOPE_SPANS_SPANS, NULL);
	put_ids(v, span);
	fdd_message_text(&v->out, SPAN_NAME, "name", func->text, func->len);
	fdd_message_enum(&v->out, SPAN_KIND, "kind", SPAN_KIND_INTERNAL);
	put_times(v, item);
	fdd_message_open_list(&v->out, "attributes");
	put_bytes(v, SPAN_ATTRIBUTES, "code.function.name", func->text, func->len);
	put_task(v, item);
	put_call(v, item);
	if (item->cgroup)
		put_cgroup(v, item->cgroup);
	if (!span->parent)
		put_tree(v, item);
	fdd_message_close_list(&v->out);
	fdd_message_close(&v->out);
	v->nr_spans++;
}

/* Trees */

/* Of two spans the shorter one, or else the one that begins later. */
static bool goes_before(const struct span *a, const struct span *b)
{
	return a->length != b->length ? a->length < b->length : a->order > b->order;
}

static void swap(struct span *a, struct span *b)
{
	struct span c = *a;

	*a = *b;
	*b = c;
}

static void sift_up(struct span *heap, uint32_t i)
{
	for (; i && goes_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&heap[i], &heap[(i - 1) / 2]);
}

static void sift_down(struct span *heap, uint32_t nr)
{
	for (uint32_t i = 0, first; ; i = first) {
		first = i;
		for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < nr; child++)
			if (goes_before(&heap[child], &heap[first]))
				first = child;
		if (first == i)
			return;
		swap(&heap[i], &heap[first]);
	}
}

static void keep(struct otlp_view *v, const struct span *span)
{
	if (v->nr_children < MOST_CHILDREN) {
		v->children[v->nr_children] = *span;
		sift_up(v->children, v->nr_children++);
		return;
	}
	v->left_out++;
	if (goes_before(span, &v->children[0]))
		return;
	v->children[0] = *span;
	sift_down(v->children, v->nr_children);
}

static int by_order(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return compare(x->order, y->order);
}

static void print_tree(struct otlp_view *v)
{
	qsort(v->children, v->nr_children, sizeof(*v->children), by_order);
	print_span(v, &v->root);
	for (uint32_t i = 0; i < v->nr_children; i++)
		print_span(v, &v->children[i]);
	v->all_left_out += v->left_out;
	v->cut_roots += v->left_out > 0;
}

static void put_known(FILE *to, bool known, uint64_t ns)
{
	fprintf(to, ",%lld", known ? (long long)ns : -1);
}

/* A row of the list: also of a trace that is not among the longest ones. */
static void put_index(struct otlp_view *v)
{
	const struct fdd_model *m = v->view.m;
	const struct item *item = &v->root.item;
	const struct fdd_source *src = &m->sources[item->source];
	uint64_t real = 0, error;

	if (!v->index)
		return;
	for (int i = 0; i < 2; i++)
		for (size_t b = 0; b < sizeof(v->trace_id[i]); b++)
			fprintf(v->index, "%02x", ((const unsigned char *)&v->trace_id[i])[b]);
	if (!fdd_wall_at(&src->wall, item->from, &real, &error))
		real = 0;
	fprintf(v->index, ",%u,%llu,%llu.%09llu,%llu.%09llu", v->is_chosen ? v->nr_children + 1 : 0,
		(unsigned long long)(item->to - item->from), real / NSEC_PER_SEC,
		real % NSEC_PER_SEC, item->from / NSEC_PER_SEC, item->from % NSEC_PER_SEC);
	put_known(v->index, item->knows_off, item->off.asleep);
	put_known(v->index, item->knows_off, item->off.waiting);
	put_known(v->index, item->knows_irqs, item->off.irqs);
	fprintf(v->index, ",%d,", item->pid);
	fdd_csv_put(v->index, fdd_name(&m->comms, item->comm));
	fputc(',', v->index);
	fdd_csv_put(v->index, fdd_name(&m->funcs, item->func));
	fputc('\n', v->index);
}

static void keep_root(struct otlp_view *v)
{
	if (v->nr_roots < v->view.o->limit) {
		v->roots[v->nr_roots] = v->root;
		sift_up(v->roots, v->nr_roots++);
	} else if (goes_before(&v->roots[0], &v->root)) {
		v->roots[0] = v->root;
		sift_down(v->roots, v->nr_roots);
	}
}

static void end_tree(struct otlp_view *v)
{
	if (!v->has_root)
		return;
	v->has_root = false;
	if (v->choosing) {
		keep_root(v);
		return;
	}
	if (v->is_chosen)
		print_tree(v);
	v->dropped += !v->is_chosen;
	put_index(v);
}

static void begin_tree(struct otlp_view *v, const struct span *root)
{
	end_tree(v);
	v->has_root = true;
	v->root = *root;
	v->trace_id[0] = id_of(v, &root->item, 1);
	v->trace_id[1] = id_of(v, &root->item, 2);
	v->nr_children = 0;
	v->left_out = 0;
	v->is_chosen = !v->roots || !goes_before(root, &v->roots[0]);
}

static bool is_other_stack(const struct otlp_view *v, const struct item *item)
{
	return v->has_root &&
	       (v->root.item.source != item->source || v->root.item.stack != item->stack);
}

/* Those that have returned, or cannot have called the next one. */
static void leave(struct otlp_view *v, const struct item *next)
{
	if (is_other_stack(v, next))
		v->nr_around = 0;
	while (v->nr_around && (v->around[v->nr_around - 1].to <= next->from ||
				v->around[v->nr_around - 1].depth >= next->depth))
		v->nr_around--;
}

static void take(struct otlp_view *v, const struct item *item, uint64_t order)
{
	struct span span = {
		.item = *item, .id = id_of(v, item, 0), .length = item->to - item->from,
		.order = order,
	};

	leave(v, item);
	if (v->nr_around) {
		const struct around *parent = &v->around[v->nr_around - 1];

		span.parent = parent->id;
		if (span.length > parent->length)
			span.length = parent->length;
		if (v->is_chosen && !v->choosing)
			keep(v, &span);
	} else {
		begin_tree(v, &span);
	}
	GROW(v->around, v->nr_around, v->cap_around);
	v->around[v->nr_around++] = (struct around){
		item->to, span.id, span.length, item->depth,
	};
}

static void warn(const struct otlp_view *v)
{
	const struct fdd_model *m = v->view.m;

	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].calls && !m->sources[i].wall.nr)
			fdd_warning("%s: does not hold the wall clock: the times of its spans count from the boot, not from 1970",
				    m->sources[i].path);
	if (v->all_left_out)
		fdd_warning("%llu calls in %llu of the traces were left out: each has the %u longest ones",
			    (unsigned long long)v->all_left_out,
			    (unsigned long long)v->cut_roots, MOST_CHILDREN);
	if (v->dropped)
		fdd_warning("%llu traces were left out: -n %llu is of the longest ones",
			    (unsigned long long)v->dropped,
			    (unsigned long long)v->view.o->limit);
}

static void walk(struct otlp_view *v)
{
	const struct item *item;
	uint64_t order = 0;

	v->nr_around = 0;
	fdd_sorter_rewind(&v->items);
	while ((item = fdd_sorter_next(&v->items)))
		take(v, item, order++);
	end_tree(v);
}

/* The longest roots, all other ones are shorter than the first of the heap. */
static void choose_roots(struct otlp_view *v)
{
	v->roots = xcalloc(v->view.o->limit, sizeof(*v->roots));
	v->choosing = true;
	walk(v);
	v->choosing = false;
	if (v->nr_roots)
		return;
	free(v->roots);
	v->roots = NULL;
}

static void open_index(struct otlp_view *v)
{
	if (!v->index_path)
		return;
	v->index = fopen(v->index_path, "we");
	if (v->index)
		fputs("trace_id,spans,duration_ns,start,trace_time,asleep_ns,waiting_ns,irqs_ns,pid,comm,function\n",
		      v->index);
}

static void close_index(struct otlp_view *v)
{
	if (!v->index_path || (v->index && !fflush(v->index) && !fclose(v->index)))
		return;
	fdd_error("--index: %s: %s", v->index_path, strerror(errno));
	fdd_output_failed();
}

static void print(struct fdd_view *view)
{
	struct otlp_view *v = own(view);

	v->children = xcalloc(MOST_CHILDREN, sizeof(*v->children));
	otlp_why_finish(&v->why, view->t);
	if (view->o->limit)
		choose_roots(v);
	open_index(v);
	walk(v);
	end_request(v);
	close_index(v);
	warn(v);
}

bool fdd_is_otlp(const struct fdd_view_ops *ops)
{
	return ops == &fdd_view_otlp || ops == &fdd_view_otlp_ndjson;
}

void fdd_otlp_explain(struct fdd_view *view, unsigned int most)
{
	own(view)->explained = most;
}

void fdd_otlp_index(struct fdd_view *view, const char *path)
{
	own(view)->index_path = path;
}

const struct fdd_view_ops fdd_view_otlp = {
	.name = "--to=otlp",
	.only_export = true,
	.export = "otlp",
	.export_help = "spans of OpenTelemetry, for collectors: the outermost calls, and what is in them",
	.binary = true,
	.scope = FDD_OF_CALLS | FDD_TAKES_LIMIT,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct otlp_view),
	.check = check,
	.begin = begin,
	.begin_again = begin_again,
	.print = print,
	.end = end,
};

const struct fdd_view_ops fdd_view_otlp_ndjson = {
	.name = "--to=otlp.ndjson",
	.only_export = true,
	.export = "otlp.ndjson",
	.export_help = "the same as JSON, a request of at most 500 spans in each line",
	.export_format = FDD_JSON,
	.scope = FDD_OF_CALLS | FDD_TAKES_LIMIT,
	.formats = 1 << FDD_JSON,
	.size = sizeof(struct otlp_view),
	.check = check,
	.begin = begin,
	.begin_again = begin_again,
	.print = print,
	.end = end,
};
