// SPDX-License-Identifier: GPL-2.0
/*
 * The paths to a function, and the functions it calls, with shares of its time.
 *
 * Both are made from the outermost nodes of the function in the call tree.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/patterns.h"
#include "model/filter_explain.h"
#include "model/tree.h"
#include "view/document.h"
#include "view/view.h"

/* Limit of the nodes of the tree. */
#define MAX_PATHS	(1u << 14)

/* A function, among the callers or the callees. */
struct branch {
	struct branch	*next, *below;
	uint32_t	name;		/* in model->funcs */
	uint64_t	calls, total, self;
};

struct graph_view {
	struct fdd_view		view;
	struct fdd_patterns	patterns;
	char			as[32];		/* how they were given */
	struct fdd_tree		tree;
	const struct fdd_tree_node *path[FDD_MAX_DEPTH + 2];	/* to the current node */
	struct branch		callers, callees;	/* roots of both, with the sums */
};

static struct graph_view *own(struct fdd_view *view)
{
	return container_of(view, struct graph_view, view);
}

static enum fdd_taken take_func(const struct fdd_given *g, void *to)
{
	struct graph_view *v = own(to);

	fdd_patterns_add(&v->patterns, g->arg);
	snprintf(v->as, sizeof(v->as), "%s", g->as);
	return FDD_TAKEN;
}

static void take_operand(struct fdd_view *view, const char *func)
{
	fdd_patterns_add(&own(view)->patterns, func);
	snprintf(own(view)->as, sizeof(own(view)->as), "%s", view->ops->operand);
}

static void begin(struct fdd_view *view)
{
	fdd_tree_begin(&own(view)->tree, view->m, false);
}

static void free_below(struct branch *b)
{
	while (b->below) {
		struct branch *first = b->below;

		b->below = first->next;
		free_below(first);
		free(first);
	}
}

static void end(struct fdd_view *view)
{
	struct graph_view *v = own(view);

	free_below(&v->callers);
	free_below(&v->callees);
	fdd_tree_free(&v->tree);
	free(v->patterns.list);
}

/* From the tree to the graph */

static struct branch *branch_below(struct branch *b, uint32_t name)
{
	struct branch *found = b->below;

	while (found && found->name != name)
		found = found->next;
	if (found)
		return found;
	found = xcalloc(1, sizeof(*found));
	found->name = name;
	found->next = b->below;
	b->below = found;
	return found;
}

static void add(struct branch *b, const struct fdd_tree_node *n)
{
	b->calls += n->calls;
	b->total += n->calls ? n->total : n->below;
	b->self += n->self;
}

/* Callers and callees that do not pass the filters are in the paths, unless -N excludes them. */
static bool is_excluded(const struct graph_view *v, const struct fdd_tree_node *n)
{
	return !n->calls && fdd_filter_excludes(v->view.filter, n->name);
}

static void add_callees(struct graph_view *v, struct branch *to,
			const struct fdd_tree_node *caller)
{
	for (const struct fdd_tree_node *n = caller->callees; n; n = n->next) {
		bool excluded = is_excluded(v, n);
		struct branch *b = excluded ? to : branch_below(to, n->name);

		if (!excluded)
			add(b, n);
		add_callees(v, b, n);
	}
}

/* The nearest caller first. */
static void add_callers(struct graph_view *v, unsigned int depth, uint32_t root,
			const struct fdd_tree_node *n)
{
	struct branch *b = &v->callers;

	add(b, n);
	while (depth--) {
		if (is_excluded(v, v->path[depth]))
			continue;
		b = branch_below(b, v->path[depth]->name);
		add(b, n);
	}
	b = branch_below(b, root);
	add(b, n);
}

static void find(struct graph_view *v, const struct fdd_tree_node *caller, uint32_t root,
		 unsigned int depth)
{
	for (const struct fdd_tree_node *n = caller->callees; n; n = n->next) {
		if (n->calls && fdd_patterns_match_func(&v->patterns,
							fdd_name(&v->view.m->funcs, n->name))) {
			add_callers(v, depth, root, n);
			add(&v->callees, n);
			add_callees(v, &v->callees, n);
		} else if (depth <= FDD_MAX_DEPTH) {
			v->path[depth] = n;
			find(v, n, root, depth + 1);
		}
	}
}

static void make_graph(struct graph_view *v)
{
	static const uint32_t roots[] = {
		[FDD_CALLER_NONE] = FDD_FUNC_NONE,
		[FDD_CALLER_DIRECT] = FDD_FUNC_NONE,
		[FDD_CALLER_FILTERED] = FDD_FUNC_FILTERED,
		[FDD_CALLER_UNKNOWN] = FDD_FUNC_UNKNOWN,
		[FDD_CALLER_INTERRUPT] = FDD_FUNC_INTERRUPT,
	};

	fdd_tree_limit(&v->tree, MAX_PATHS);
	for (size_t i = 0; i < ARRAY_SIZE(v->tree.roots); i++)
		find(v, &v->tree.roots[i], roots[i], 0);
	if (v->tree.nr_cut)
		fdd_warning("%llu paths, each below %g %% of the time, are not in the graph",
			    (unsigned long long)v->tree.nr_cut, v->tree.share / 10000.0);
}

/* Also if all its paths are among those that are not in the graph */
static bool has_calls(const struct graph_view *v)
{
	const struct fdd_table *t = v->view.t;

	for (uint32_t i = 0; i < t->nr; i++)
		if (t->rows[i]->calls && fdd_patterns_match_func(&v->patterns, t->rows[i]->name))
			return true;
	return false;
}

static bool found(struct fdd_view *view)
{
	struct graph_view *v = own(view);

	make_graph(v);
	if (v->callees.calls || has_calls(v))
		return true;
	for (unsigned int i = 0; i < v->patterns.nr; i++)
		fdd_filter_explain_func(view->filter, v->as, v->patterns.list[i]);
	return false;
}

static int by_total(const void *a, const void *b)
{
	const struct branch *x = *(const struct branch *const *)a;
	const struct branch *y = *(const struct branch *const *)b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return (x->name > y->name) - (x->name < y->name);
}

/* The children, the largest total first. The caller frees the list. */
static struct branch **sorted(const struct branch *b, size_t *nr)
{
	struct branch **list = NULL;
	size_t cap = 0;

	*nr = 0;
	for (struct branch *below = b->below; below; below = below->next) {
		GROW(list, *nr, cap);
		list[(*nr)++] = below;
	}
	if (*nr)
		qsort(list, *nr, sizeof(*list), by_total);
	return list;
}

static double share(const struct graph_view *v, const struct branch *b)
{
	return v->callees.total ? 100.0 * b->total / v->callees.total : 0;
}

static const char *name_of(const struct graph_view *v, const struct branch *b)
{
	return fdd_name(&v->view.m->funcs, b->name);
}

/* Text */

static void print_below(const struct graph_view *v, const struct branch *b, int level)
{
	char total[FDD_MAX_TIME];
	size_t nr;
	struct branch **list = sorted(b, &nr);

	for (size_t i = 0; i < nr; i++) {
		const char *name = name_of(v, list[i]);

		printf("%9llu %12s %6.2f  %*s", (unsigned long long)list[i]->calls,
		       fdd_time_in(total, list[i]->total, v->view.o->units),
		       share(v, list[i]), level * 2, "");
		fdd_print_clean(name, strlen(name));
		putchar('\n');
		print_below(v, list[i], level + 1);
	}
	free(list);
}

static void print_head(const struct graph_view *v, const char *title)
{
	char total[FDD_MAX_TITLE];

	snprintf(total, sizeof(total), "Total%s", fdd_units_title(v->view.o->units));
	printf("%s    Calls %12s Total%%  %s%s\n", fdd_color.head, total, title, fdd_color.reset);
	puts("--------- ------------ ------  ------------------------------");
}

static void print_text(const struct graph_view *v)
{
	const struct branch *all = &v->callees;
	char total[FDD_MAX_TIME];

	print_head(v, "Called by");
	print_below(v, &v->callers, 0);
	putchar('\n');
	print_head(v, "Calls");
	printf("%9llu %12s %6.2f  %s\n", (unsigned long long)all->calls,
	       fdd_time_in(total, all->total, v->view.o->units), share(v, all),
	       v->patterns.list[0]);
	print_below(v, all, 1);
}

/* CSV */

static void csv_below(const struct graph_view *v, const struct branch *b, const char *what,
		      const char *path)
{
	size_t nr;
	struct branch **list = sorted(b, &nr);

	for (size_t i = 0; i < nr; i++) {
		char *here;

		if (asprintf(&here, "%s%s%s", path, *path ? ";" : "", name_of(v, list[i])) < 0)
			break;
		printf("%s,", what);
		fdd_csv_string(here);
		printf(",%llu,%llu,%.4f\n", (unsigned long long)list[i]->calls,
		       (unsigned long long)list[i]->total, share(v, list[i]));
		csv_below(v, list[i], what, here);
		free(here);
	}
	free(list);
}

/* JSON */

static json_object *json_below(const struct graph_view *v, const struct branch *b,
			       const char *key)
{
	json_object *array = json_object_new_array();
	size_t nr;
	struct branch **list = sorted(b, &nr);

	for (size_t i = 0; i < nr; i++) {
		const char *name = name_of(v, list[i]);
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
		json_object_object_add(o, "calls", fdd_json_ns(list[i]->calls));
		json_object_object_add(o, "total_ns", fdd_json_ns(list[i]->total));
		json_object_object_add(o, key, json_below(v, list[i], key));
		json_object_array_add(array, o);
	}
	free(list);
	return array;
}

static void print_json(const struct graph_view *v)
{
	json_object *o = fdd_json_document(v->view.m, v->view.t), *graph = json_object_new_object();
	const char *name = v->patterns.list[0];

	json_object_object_add(graph, "function", fdd_json_string(name, strlen(name)));
	json_object_object_add(graph, "calls", fdd_json_ns(v->callees.calls));
	json_object_object_add(graph, "total_ns", fdd_json_ns(v->callees.total));
	json_object_object_add(graph, "self_ns", fdd_json_ns(v->callees.self));
	json_object_object_add(graph, "callers", json_below(v, &v->callers, "callers"));
	json_object_object_add(graph, "callees", json_below(v, &v->callees, "callees"));
	json_object_object_add(o, "graph", graph);
	fdd_json_print(o);
}

static void print(struct fdd_view *view)
{
	struct graph_view *v = own(view);

	if (view->o->format == FDD_JSON) {
		print_json(v);
	} else if (view->o->format == FDD_CSV) {
		puts("direction,path,calls,total_ns,percent");
		csv_below(v, &v->callers, "caller", "");
		csv_below(v, &v->callees, "callee", "");
	} else {
		print_text(v);
	}
}

const struct fdd_view_ops fdd_view_graph = {
	.name = "--graph",
	.option = { 0, "graph", "FUNC", "callers and callees of functions that match",
		    .take = take_func },
	.command = "graph",
	.about = "the callers and callees of a function",
	.operand = "FUNC",
	.take_operand = take_operand,
	.scope = FDD_OF_CALLS | FDD_TAKES_UNITS,
	.formats = FDD_FORMATS,
	.size = sizeof(struct graph_view),
	.begin = begin,
	.found = found,
	.print = print,
	.end = end,
};
