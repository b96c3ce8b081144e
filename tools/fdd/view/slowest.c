// SPDX-License-Identifier: GPL-2.0
/*
 * The longest single calls, with their callers.
 *
 * The callers return later. So as long as a call may be among the longest, its callers are
 * added one by one, each when it is known.
 */
#include <stdlib.h>
#include <string.h>

#include "model/place.h"
#include "view/beside.h"
#include "view/where.h"
#include "view/write.h"

#define MAX_CALLERS	16
#define MAX_SLOWEST	(1u << 18)	/* in less than 64 MiB */

struct slow {
	struct fdd_call		call;
	struct fdd_beside	beside;
	uint64_t		self;
	uint64_t		seq;
	uint64_t		waiting_for;	/* seq of the outermost caller so far */
	uint32_t		callers[MAX_CALLERS];
	unsigned int		nr_callers;
	enum fdd_caller_kind	last;		/* how the outermost caller was called */
	struct slow		*next, **link;	/* of those with the same hash; NULL: in no list */
};

struct slowest_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	uint64_t		wanted;		/* --slowest=N */
	struct slow		*list;
	struct slow		**heap;		/* the shortest one on top */
	uint64_t		nr;
	struct slow		**waiting;	/* lists by hash of waiting_for */
	uint64_t		mask;		/* number of lists - 1 */
};

static struct slowest_view *own(struct fdd_view *view)
{
	return container_of(view, struct slowest_view, view);
}

static bool shorter(const struct slow *a, const struct slow *b)
{
	if (a->call.duration != b->call.duration)
		return a->call.duration < b->call.duration;
	return a->seq > b->seq;
}

static void sift_down(struct slowest_view *v, uint64_t i)
{
	for (;;) {
		uint64_t least = i, left = 2 * i + 1, right = left + 1;
		struct slow *swap;

		if (left < v->nr && shorter(v->heap[left], v->heap[least]))
			least = left;
		if (right < v->nr && shorter(v->heap[right], v->heap[least]))
			least = right;
		if (least == i)
			return;
		swap = v->heap[i];
		v->heap[i] = v->heap[least];
		v->heap[least] = swap;
		i = least;
	}
}

static void sift_up(struct slowest_view *v, uint64_t i)
{
	while (i && shorter(v->heap[i], v->heap[(i - 1) / 2])) {
		struct slow *swap = v->heap[i];

		v->heap[i] = v->heap[(i - 1) / 2];
		v->heap[(i - 1) / 2] = swap;
		i = (i - 1) / 2;
	}
}

/* Those that wait for a call are found without a look at all of them. */
static struct slow **list_of(struct slowest_view *v, uint64_t seq)
{
	return &v->waiting[fdd_hash64(seq) & v->mask];
}

static void wait_for(struct slowest_view *v, struct slow *s, uint64_t seq)
{
	struct slow **list = list_of(v, seq);

	s->waiting_for = seq;
	s->next = *list;
	s->link = list;
	if (s->next)
		s->next->link = &s->next;
	*list = s;
}

static void end_waiting(struct slow *s)
{
	if (!s->link)
		return;
	*s->link = s->next;
	if (s->next)
		s->next->link = s->link;
	s->link = NULL;
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct slowest_view *v = container_of(sink, struct slowest_view, sink);
	struct slow slow = {
		.call = frame->call,
		.self = frame->self,
		.seq = frame->seq,
		.last = FDD_CALLER_UNKNOWN,
	};
	struct slow *s;

	(void)stack;
	frame->tag = 0;
	if (!frame->selected)
		return;
	slow.beside = fdd_beside_of(v->view.m, frame);
	if (v->nr < v->wanted) {
		s = v->heap[v->nr] = &v->list[v->nr];
		*s = slow;
		sift_up(v, v->nr++);
	} else if (v->nr && shorter(v->heap[0], &slow)) {
		s = v->heap[0];
		end_waiting(s);
		*s = slow;
		sift_down(v, 0);
	} else {
		return;
	}
	wait_for(v, s, frame->seq);
	frame->tag = 1;		/* a slow call waits for the caller of this one */
}

static void take_caller(struct slowest_view *v, struct slow *s, const struct fdd_frame *parent,
			enum fdd_caller_kind kind)
{
	s->last = kind;
	end_waiting(s);
	if (parent)
		wait_for(v, s, parent->seq);
	else
		s->waiting_for = UINT64_MAX;
	if (kind != FDD_CALLER_DIRECT && parent && s->nr_callers < MAX_CALLERS)
		s->callers[s->nr_callers++] = fdd_special_func(kind);
	if (parent && s->nr_callers < MAX_CALLERS)
		s->callers[s->nr_callers++] = parent->call.func;
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct slowest_view *v = container_of(sink, struct slowest_view, sink);
	struct slow *s, *next;

	(void)stack;
	if (!frame->tag)
		return;
	for (s = *list_of(v, frame->seq); s; s = next) {
		next = s->next;
		if (s->waiting_for != frame->seq)
			continue;
		take_caller(v, s, parent, kind);
		if (parent)
			parent->tag = 1;
	}
}

static void begin(struct fdd_view *view)
{
	struct slowest_view *v = own(view);

	v->list = xcalloc(v->wanted, sizeof(*v->list));
	v->heap = xcalloc(v->wanted, sizeof(*v->heap));
	while (v->mask < v->wanted)
		v->mask = v->mask * 2 + 1;
	v->waiting = xcalloc(v->mask + 1, sizeof(*v->waiting));
	v->sink.call = on_call;
	v->sink.caller = on_caller;
	fdd_model_add_sink(view->m, &v->sink);
}

static void end(struct fdd_view *view)
{
	struct slowest_view *v = own(view);

	free(v->list);
	free(v->heap);
	free(v->waiting);
}

static int longest_first(const void *a, const void *b)
{
	const struct slow *x = *(struct slow *const *)a, *y = *(struct slow *const *)b;

	return shorter(x, y) ? 1 : shorter(y, x) ? -1 : 0;
}

/* "caller < its caller < ..." */
static char *callers_text(struct slowest_view *v, const struct slow *s)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (unsigned int i = 0; i < s->nr_callers; i++)
		fprintf(f, "%s%s", i ? " < " : "",
			fdd_name(&v->view.m->funcs, s->callers[i]));
	if (s->last != FDD_CALLER_NONE && s->waiting_for == UINT64_MAX)
		fprintf(f, "%s%s", s->nr_callers ? " < " : "",
			fdd_name(&v->view.m->funcs, fdd_special_func(s->last)));
	fclose(f);
	return text;
}

static void print_label(const struct slowest_view *v, const struct slow *s)
{
	const char *label = v->view.m->sources[s->call.source].label;

	fdd_print_clean(label, strlen(label));
	putchar(' ');
}

static uint32_t stack_of(const struct slowest_view *v, const struct slow *s)
{
	const struct fdd_user_stacks *user = v->view.m->sources[s->call.source].user;

	return user ? fdd_user_stack_of(user, &s->call) : FDD_USER_NONE;
}

/* In the column of the functions */
static void print_where(const struct slowest_view *v, const struct slow *s)
{
	uint32_t stack = stack_of(v, s);

	if (stack == FDD_USER_NONE)
		return;
	printf("%*sin ", 63, "");
	fdd_put_where(stdout, v->view.m->sources[s->call.source].user, stack);
	putchar('\n');
}

static void print_text(void *arg, const void *row)
{
	struct slowest_view *v = own(arg);
	const struct slow *s = row;
	const char *name = fdd_name(&v->view.m->funcs, s->call.func);
	const char *comm = fdd_name(&v->view.m->comms, s->call.comm);
	char *callers = callers_text(v, s);

	printf("%s%12.3f%s %12.3f %5llu.%09llu %3u  ",
	       fdd_color_of(s->call.duration), s->call.duration / 1000.0,
	       *fdd_color_of(s->call.duration) ? fdd_color.reset : "",
	       s->self / 1000.0,
	       (unsigned long long)(s->call.calltime / NSEC_PER_SEC),
	       (unsigned long long)(s->call.calltime % NSEC_PER_SEC), s->call.cpu);
	if (v->view.m->nr_sources > 1)
		print_label(v, s);
	if (s->call.pid >= 0) {
		int width = fdd_print_clean(comm, strlen(comm));

		printf("-%-*d ", width < 15 ? 15 - width : 1, s->call.pid);
	} else {
		printf("%-16s ", "?");
	}
	fdd_print_clean(name, strlen(name));
	fdd_args_print(&s->beside, v->view.m);
	if (s->call.flags & FDD_CALL_RETVAL)
		fdd_retval_print(s->call.retval);
	fdd_beside_print(&s->beside, v->view.m);
	if (*callers)
		fputs(" < ", stdout);
	fdd_print_clean(callers, strlen(callers));
	putchar('\n');
	print_where(v, s);
	free(callers);
}

static json_object *json_slow(void *arg, const void *row)
{
	struct slowest_view *v = own(arg);
	const struct slow *s = row;
	const struct fdd_name *name = fdd_name_at(&v->view.m->funcs, s->call.func);
	const struct fdd_name *comm = fdd_name_at(&v->view.m->comms, s->call.comm);
	const char *label = v->view.m->sources[s->call.source].label;
	json_object *o = json_object_new_object(), *list = json_object_new_array();
	uint32_t stack;

	for (unsigned int i = 0; i < s->nr_callers; i++) {
		const struct fdd_name *c = fdd_name_at(&v->view.m->funcs, s->callers[i]);

		json_object_array_add(list, fdd_json_string(c->text, c->len));
	}
	json_object_object_add(o, "name", fdd_json_string(name->text, name->len));
	json_object_object_add(o, "duration_ns", fdd_json_ns(s->call.duration));
	json_object_object_add(o, "self_ns", fdd_json_ns(s->self));
	json_object_object_add(o, "calltime_ns", fdd_json_ns(s->call.calltime));
	json_object_object_add(o, "cpu", json_object_new_int(s->call.cpu));
	json_object_object_add(o, "pid", json_object_new_int(s->call.pid));
	json_object_object_add(o, "comm", fdd_json_string(comm->text, comm->len));
	json_object_object_add(o, "label", fdd_json_string(label, strlen(label)));
	if (s->call.flags & FDD_CALL_RETVAL)
		json_object_object_add(o, "retval",
				       json_object_new_int64(s->call.retval));
	fdd_beside_json(&s->beside, v->view.m, o);
	json_object_object_add(o, "callers", list);
	stack = stack_of(v, s);
	if (stack != FDD_USER_NONE) {
		const struct fdd_user_stacks *user = v->view.m->sources[s->call.source].user;

		json_object_object_add(o, "user", fdd_where_json(user, stack));
	}
	return o;
}

static void csv_where(const struct slowest_view *v, const struct slow *s)
{
	uint32_t stack = stack_of(v, s);
	char *text;

	if (stack == FDD_USER_NONE)
		return;
	text = fdd_place_text(v->view.m->sources[s->call.source].user, stack, true);
	fdd_csv_string(text);
	free(text);
}

static void print_csv(void *arg, const void *row)
{
	struct slowest_view *v = own(arg);
	const struct slow *s = row;
	char *callers = callers_text(v, s);

	fdd_csv_string(fdd_name(&v->view.m->funcs, s->call.func));
	printf(",%llu,%llu,%llu,%u,%d,", (unsigned long long)s->call.duration,
	       (unsigned long long)s->self, (unsigned long long)s->call.calltime,
	       s->call.cpu, s->call.pid);
	fdd_csv_string(fdd_name(&v->view.m->comms, s->call.comm));
	putchar(',');
	fdd_csv_string(v->view.m->sources[s->call.source].label);
	putchar(',');
	fdd_csv_string(callers);
	putchar(',');
	fdd_beside_csv(&s->beside, v->view.m);
	fdd_retval_csv(s->call.flags & FDD_CALL_RETVAL, s->call.retval);
	putchar(',');
	csv_where(v, s);
	putchar('\n');
	free(callers);
}

static void print_head(void *arg)
{
	(void)arg;
	printf("%sDuration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers%s\n",
	       fdd_color.head, fdd_color.reset);
}

static const struct fdd_list list = {
	.key = "slowest",
	.csv_head = "name,duration_ns,self_ns,calltime_ns,cpu,pid,comm,label,callers,"
		    FDD_BESIDE_CSV ",retval,where",
	.head = print_head,
	.text = print_text,
	.csv = print_csv,
	.json = json_slow,
};

static void print(struct fdd_view *view)
{
	struct slowest_view *v = own(view);
	struct fdd_writer w;

	if (v->nr)
		qsort(v->heap, v->nr, sizeof(*v->heap), longest_first);
	fdd_write_view(&w, view);
	fdd_write_list(&w, &list, view);
	for (uint64_t i = 0; i < v->nr; i++)
		if (fdd_filter_func(view->filter, view->t, v->heap[i]->call.func))
			fdd_write_row(&w, v->heap[i]);
	fdd_write_end(&w);
}

static enum fdd_taken take(const struct fdd_given *g, void *to)
{
	return fdd_given_number(g, 1, MAX_SLOWEST, &own(to)->wanted) ?
	       FDD_TAKEN : FDD_TAKEN_BAD;
}

const struct fdd_view_ops fdd_view_slowest = {
	.name = "--slowest",
	.option = { 0, "slowest", "N", "the N longest calls, with their callers", .take = take },
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_STACKS,
	.stacks = true,
	.formats = FDD_FORMATS,
	.size = sizeof(struct slowest_view),
	.begin = begin,
	.print = print,
	.end = end,
};
