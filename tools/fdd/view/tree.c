// SPDX-License-Identifier: GPL-2.0
/*
 * The call tree, as KFT's "kd -c" had it: who called whom along which path,
 * how often and for how long.
 *
 * A call comes after what it called, so the tree is built from its leaves:
 * each call that waits for its caller has a tree of its own, and a caller takes
 * the trees of its callees, joining those of the same function.
 */
#include <stdlib.h>
#include <string.h>

#include "view/document.h"
#include "view/tree.h"

struct node {
	struct node	*next;		/* of the same caller */
	struct node	*callees;
	uint64_t	calls;
	uint64_t	total;
	uint64_t	self;
	uint32_t	func;
	bool		gap;		/* filtered functions in between */
	struct fdd_map	*index;		/* of the callees, when they are many */
};

/* So many callees are looked through for a function; more of them get an index. */
#define MANY		16

struct tree_view {
	struct fdd_view		view;
	struct fdd_sink		sink;
	struct node		roots[FDD_CALLER_INTERRUPT + 1];	/* the callees of nobody */
	struct node		*free;
};

static struct tree_view *own(struct fdd_view *view)
{
	return container_of(view, struct tree_view, view);
}

static struct node *new_node(struct tree_view *v)
{
	struct node *n = v->free;

	if (n)
		v->free = n->next;
	else
		n = xmalloc(sizeof(*n));
	*n = (struct node){ 0 };
	return n;
}

static void drop_index(struct node *n)
{
	if (n->index)
		fdd_map_free(n->index);
	free(n->index);
	n->index = NULL;
}

static void drop_node(struct tree_view *v, struct node *n)
{
	drop_index(n);
	n->next = v->free;
	v->free = n;
}

static uint64_t *index_of(struct node *caller, const struct node *n)
{
	return fdd_map_get(caller->index, (uint64_t)n->func << 1 | n->gap);
}

static void index_callees(struct node *caller)
{
	caller->index = xcalloc(1, sizeof(*caller->index));
	for (struct node *n = caller->callees; n; n = n->next)
		*index_of(caller, n) = (uintptr_t)n;
}

/* The callee that is of the same function, if there is one. */
static struct node *find_same(struct node *caller, const struct node *n)
{
	unsigned int nr = 0;

	if (caller->index)
		return (struct node *)(uintptr_t)*index_of(caller, n);
	for (struct node *same = caller->callees; same; same = same->next, nr++)
		if (same->func == n->func && same->gap == n->gap)
			return same;
	if (nr >= MANY)
		index_callees(caller);
	return NULL;
}

/* Give a caller a tree: it becomes part of the one of the same function, if there is one. */
static void add_tree(struct tree_view *v, struct node *caller, struct node *n)
{
	struct node *same = find_same(caller, n);

	if (!same) {
		n->next = caller->callees;
		caller->callees = n;
		if (caller->index)
			*index_of(caller, n) = (uintptr_t)n;
		return;
	}
	same->calls += n->calls;
	same->total += n->total;
	same->self += n->self;
	while (n->callees) {
		struct node *callee = n->callees;

		n->callees = callee->next;
		add_tree(v, same, callee);
	}
	drop_node(v, n);
}

/* A call that is not wanted is a place for what it called, without numbers. */
static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct tree_view *v = container_of(sink, struct tree_view, sink);
	struct node *n = new_node(v);

	(void)stack;
	n->func = frame->call.func;
	if (frame->selected) {
		n->calls = 1;
		n->total = frame->call.duration;
		n->self = frame->self;
	}
	frame->tag = (uintptr_t)n;
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct tree_view *v = container_of(sink, struct tree_view, sink);
	struct node *n = (struct node *)(uintptr_t)frame->tag;
	struct node *caller;

	(void)stack;
	/* An interrupt has its place among the roots, nobody called it. */
	if (!parent) {
		add_tree(v, &v->roots[kind], n);
		return;
	}
	caller = (struct node *)(uintptr_t)parent->tag;
	n->gap = kind != FDD_CALLER_DIRECT;
	add_tree(v, caller, n);
}

static void begin(struct fdd_view *view)
{
	struct tree_view *v = own(view);

	v->sink.call = on_call;
	v->sink.caller = on_caller;
	fdd_model_add_sink(view->m, &v->sink);
}

static void free_callees(struct node *caller);

static void free_trees(struct node *n)
{
	while (n) {
		struct node *next = n->next;

		free_callees(n);
		free(n);
		n = next;
	}
}

static void free_callees(struct node *caller)
{
	free_trees(caller->callees);
	drop_index(caller);
}

static void end(struct fdd_view *view)
{
	struct tree_view *v = own(view);

	for (size_t i = 0; i < ARRAY_SIZE(v->roots); i++)
		free_callees(&v->roots[i]);
	free_trees(v->free);
}

static bool wanted(struct tree_view *v, const struct node *n)
{
	return n->calls && fdd_filter_func(v->view.filter, v->view.t, n->func);
}

/* Callees of calls that are not wanted take their place. */
static void gather(struct tree_view *v, struct node *list, struct node ***to,
		   size_t *nr, size_t *cap)
{
	for (struct node *n = list; n; n = n->next) {
		if (!wanted(v, n)) {
			gather(v, n->callees, to, nr, cap);
			continue;
		}
		GROW(*to, *nr, *cap);
		(*to)[(*nr)++] = n;
	}
}

static int by_total(const void *a, const void *b)
{
	const struct node *x = *(struct node *const *)a;
	const struct node *y = *(struct node *const *)b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return (x->func > y->func) - (x->func < y->func);
}

static struct node **sorted(struct tree_view *v, struct node *list, size_t *nr)
{
	struct node **nodes = NULL;
	size_t cap = 0;

	*nr = 0;
	gather(v, list, &nodes, nr, &cap);
	if (*nr)
		qsort(nodes, *nr, sizeof(*nodes), by_total);
	return nodes;
}

static const char *const kinds[] = {
	[FDD_CALLER_NONE] = "",
	[FDD_CALLER_DIRECT] = "",
	[FDD_CALLER_FILTERED] = "(caller filtered)",
	[FDD_CALLER_UNKNOWN] = "(caller unknown)",
	[FDD_CALLER_INTERRUPT] = "(interrupt)",
};

/* Text */

static void print_node(struct tree_view *v, const struct node *n, int level)
{
	const char *name = fdd_name(&v->view.m->funcs, n->func);

	printf("%9llu %12.3f %12.3f  %*s%s", (unsigned long long)n->calls,
	       n->total / 1000.0, n->self / 1000.0, level * 2, "",
	       n->gap ? ".. " : "");
	fdd_print_clean(name, strlen(name));
	putchar('\n');
}

static void print_list(struct tree_view *v, struct node *list, int level)
{
	size_t nr;
	struct node **nodes = sorted(v, list, &nr);

	for (size_t i = 0; i < nr; i++) {
		print_node(v, nodes[i], level);
		print_list(v, nodes[i]->callees, level + 1);
	}
	free(nodes);
}

static void print_text(struct tree_view *v)
{
	printf("%s    Calls    Total(us)     Self(us)  Function%s\n",
	       fdd_color.head, fdd_color.reset);
	puts("--------- ------------ ------------  ------------------------------");
	for (size_t i = 0; i < ARRAY_SIZE(v->roots); i++) {
		size_t nr;

		free(sorted(v, v->roots[i].callees, &nr));
		if (!nr)
			continue;
		if (*kinds[i])
			printf("%36s %s\n", "", kinds[i]);
		print_list(v, v->roots[i].callees, *kinds[i] ? 1 : 0);
	}
}

/* CSV */

/* "caller;callee"; a separator in a name, which no function of the kernel has, is '_'. */
static char *path_to(const char *path, const char *name)
{
	size_t len = strlen(path), size = len + strlen(name) + 2;
	char *here = xmalloc(size);

	snprintf(here, size, "%s%s%s", path, len ? ";" : "", name);
	for (char *p = here + len + !!len; *p; p++)
		if (*p == ';' || (unsigned char)*p < ' ')
			*p = '_';
	return here;
}

/* Each node, after its caller, with its path. */
static void walk_list(struct tree_view *v, struct node *list, const char *path,
		      void (*print)(const char *path, const struct node *n))
{
	size_t nr;
	struct node **nodes = sorted(v, list, &nr);

	for (size_t i = 0; i < nr; i++) {
		char *here = path_to(path, fdd_name(&v->view.m->funcs, nodes[i]->func));

		print(here, nodes[i]);
		walk_list(v, nodes[i]->callees, here, print);
		free(here);
	}
	free(nodes);
}

static void walk(struct tree_view *v, void (*print)(const char *path, const struct node *n))
{
	for (size_t i = 0; i < ARRAY_SIZE(v->roots); i++)
		walk_list(v, v->roots[i].callees, kinds[i], print);
}

static void csv_node(const char *path, const struct node *n)
{
	fdd_csv_string(path);
	printf(",%llu,%llu,%llu\n", (unsigned long long)n->calls,
	       (unsigned long long)n->total, (unsigned long long)n->self);
}

/* JSON */

static json_object *json_list(struct tree_view *v, struct node *list)
{
	json_object *array = json_object_new_array();
	size_t nr;
	struct node **nodes = sorted(v, list, &nr);

	for (size_t i = 0; i < nr; i++) {
		const struct fdd_name *name = fdd_name_at(&v->view.m->funcs, nodes[i]->func);
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", fdd_json_string(name->text, name->len));
		json_object_object_add(o, "calls", fdd_json_ns(nodes[i]->calls));
		json_object_object_add(o, "total_ns", fdd_json_ns(nodes[i]->total));
		json_object_object_add(o, "self_ns", fdd_json_ns(nodes[i]->self));
		json_object_object_add(o, "filtered_between",
				       json_object_new_boolean(nodes[i]->gap));
		json_object_object_add(o, "callees", json_list(v, nodes[i]->callees));
		json_object_array_add(array, o);
	}
	free(nodes);
	return array;
}

void fdd_tree_add_json(struct fdd_view *view, json_object *o)
{
	static const char *const keys[] = {
		[FDD_CALLER_NONE] = "tree",
		[FDD_CALLER_DIRECT] = NULL,
		[FDD_CALLER_FILTERED] = "tree_caller_filtered",
		[FDD_CALLER_UNKNOWN] = "tree_caller_unknown",
		[FDD_CALLER_INTERRUPT] = "tree_interrupts",
	};
	struct tree_view *v = own(view);

	for (size_t i = 0; i < ARRAY_SIZE(v->roots); i++)
		if (keys[i])
			json_object_object_add(o, keys[i], json_list(v, v->roots[i].callees));
}

static void print_json(struct tree_view *v)
{
	json_object *o = fdd_json_document(v->view.m);

	fdd_tree_add_json(&v->view, o);
	fdd_json_print(o);
}

static void print(struct fdd_view *view)
{
	struct tree_view *v = own(view);
	if (v->view.o->format == FDD_JSON) {
		print_json(v);
	} else if (v->view.o->format == FDD_CSV) {
		puts("path,calls,total_ns,self_ns");
		walk(v, csv_node);
	} else {
		print_text(v);
	}
}

const struct fdd_view_ops fdd_view_tree = {
	.name = "--tree",
	.option = { 'c', "tree", NULL, "the call tree, with calls and times" },
	.scope = FDD_OF_CALLS | FDD_OF_ROWS,
	.formats = FDD_FORMATS,
	.size = sizeof(struct tree_view),
	.begin = begin,
	.print = print,
	.end = end,
};

/* The input of flamegraph.pl: one line per path, with the self time in ns. */
static void folded_node(const char *path, const struct node *n)
{
	if (n->self)
		printf("%s %llu\n", path, (unsigned long long)n->self);
}

static void print_folded(struct fdd_view *view)
{
	walk(own(view), folded_node);
}

const struct fdd_view_ops fdd_view_folded = {
	.name = "--to=folded",
	.only_export = true,
	.export = "folded",
	.export_help = "paths with their self time in ns, for flamegraph.pl",
	.scope = FDD_OF_CALLS | FDD_OF_ROWS,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct tree_view),
	.begin = begin,
	.print = print_folded,
	.end = end,
};
