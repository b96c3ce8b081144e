// SPDX-License-Identifier: GPL-2.0
/* The call tree as text, CSV and JSON, and as paths for flame graphs. */
#include <stdlib.h>
#include <string.h>

#include "model/tree.h"
#include "view/document.h"
#include "view/pprof.h"
#include "view/tree.h"

struct tree_view {
	struct fdd_view		view;
	struct fdd_tree		tree;
};

static struct tree_view *own(struct fdd_view *view)
{
	return container_of(view, struct tree_view, view);
}

static void begin(struct fdd_view *view)
{
	fdd_tree_begin(&own(view)->tree, view->m, false);
}

static void end(struct fdd_view *view)
{
	fdd_tree_free(&own(view)->tree);
}

/* Limit of printed nodes. */
#define MAX_PATHS	(1u << 17)

static bool wanted(void *arg, uint32_t func)
{
	struct tree_view *v = arg;

	return fdd_filter_func(v->view.filter, v->view.t, func);
}

static void finish(struct tree_view *v, size_t most)
{
	fdd_tree_limit(&v->tree, most);
	if (fdd_filter_has_row_part(v->view.filter))
		fdd_tree_select(&v->tree, wanted, v);
}

struct shown {
	const struct fdd_tree_node	*node;
	bool				gap;	/* callers in between are not shown */
};

/* The shown callees of a node. */
struct list {
	struct shown			*nodes;
	size_t				nr, cap;
	struct fdd_tree_cut		cut;
};

static bool is_excluded(const struct tree_view *v, const struct fdd_tree_node *n)
{
	return !n->task && !n->user && !n->calls && fdd_filter_excludes(v->view.filter, n->name);
}

/* Callees take the place of a caller that -N excludes. */
static void gather(struct tree_view *v, const struct fdd_tree_node *caller, bool gap,
		   struct list *to)
{
	fdd_tree_cut_add(&to->cut, &caller->cut);
	for (const struct fdd_tree_node *n = caller->callees; n; n = n->next) {
		if (is_excluded(v, n)) {
			gather(v, n, true, to);
			continue;
		}
		GROW(to->nodes, to->nr, to->cap);
		to->nodes[to->nr++] = (struct shown){ .node = n, .gap = gap || n->gap };
	}
}

/* A caller that does not pass has the time of the shown calls below it. */
static uint64_t total_of(const struct fdd_tree_node *n)
{
	return n->calls ? n->total : n->below;
}

static int by_total(const void *a, const void *b)
{
	const struct fdd_tree_node *x = ((const struct shown *)a)->node;
	const struct fdd_tree_node *y = ((const struct shown *)b)->node;

	if (total_of(x) != total_of(y))
		return total_of(x) < total_of(y) ? 1 : -1;
	return (x->name > y->name) - (x->name < y->name);
}

static struct list callees_of(struct tree_view *v, const struct fdd_tree_node *caller)
{
	struct list list = { 0 };

	gather(v, caller, false, &list);
	if (list.nr)
		qsort(list.nodes, list.nr, sizeof(*list.nodes), by_total);
	return list;
}

static const struct fdd_name *name_of(struct tree_view *v, const struct fdd_tree_node *n)
{
	if (n->user)
		return fdd_name_at(&v->tree.users, n->name);
	return fdd_name_at(n->task ? &v->view.m->comms : &v->view.m->funcs, n->name);
}

static double percent(const struct tree_view *v)
{
	return v->tree.share / 10000.0;
}

#define CUT_NAME	64

/* The name for all the callees of a node that were cut: "(3 paths below 0.01 %)". */
static const char *cut_name(const struct tree_view *v, const struct fdd_tree_cut *cut,
			    char buf[CUT_NAME])
{
	snprintf(buf, CUT_NAME, "(%llu path%s below %g %%)", (unsigned long long)cut->paths,
		 cut->paths == 1 ? "" : "s", percent(v));
	return buf;
}

/* A leaf: self is its total. */
static struct fdd_tree_node joined_node(const struct fdd_tree_cut *cut)
{
	return (struct fdd_tree_node){
		.calls = cut->calls, .total = cut->total, .self = cut->total,
	};
}

/* Text */

static void print_numbers(const struct fdd_tree_node *n)
{
	if (n->calls)
		printf("%9llu %12.3f %12.3f", (unsigned long long)n->calls, n->total / 1000.0,
		       n->self / 1000.0);
	else
		printf("%9s %12.3f %12s", "-", total_of(n) / 1000.0, "-");
}

static void print_node(const struct fdd_tree_node *n, bool gap, const char *name, int level)
{
	print_numbers(n);
	printf("  %*s%s", level * 2, "", gap ? ".. " : "");
	fdd_print_clean(name, strlen(name));
	putchar('\n');
}

static void print_list(struct tree_view *v, struct list *list, int level)
{
	const struct fdd_tree_node joined = joined_node(&list->cut);
	char name[CUT_NAME];

	for (size_t i = 0; i < list->nr; i++) {
		const struct shown *shown = &list->nodes[i];
		struct list callees = callees_of(v, shown->node);

		print_node(shown->node, shown->gap, name_of(v, shown->node)->text, level);
		print_list(v, &callees, level + 1);
	}
	if (list->cut.paths)
		print_node(&joined, false, cut_name(v, &list->cut, name), level);
	free(list->nodes);
}

static void print_text(struct tree_view *v)
{
	printf("%s    Calls    Total(us)     Self(us)  Function%s\n",
	       fdd_color.head, fdd_color.reset);
	puts("--------- ------------ ------------  ------------------------------");
	for (size_t i = 0; i < ARRAY_SIZE(v->tree.roots); i++) {
		struct list list = callees_of(v, &v->tree.roots[i]);

		if (*fdd_tree_kinds[i] && (list.nr || list.cut.paths))
			printf("%36s %s\n", "", fdd_tree_kinds[i]);
		print_list(v, &list, *fdd_tree_kinds[i] ? 1 : 0);
	}
}

/* CSV */

/* "caller;callee"; a separator in a name, which no function of the kernel has, is '_'. */
static char *path_to(const char *path, const char *name)
{
	size_t len = strlen(path), size = len + strlen(name) + 2;
	char *here = xmalloc(size);

	snprintf(here, size, "%s%s%s", path, len && *name ? ";" : "", name);
	for (char *p = here + len + (len && *name); *p; p++)
		if (*p == ';' || (unsigned char)*p < ' ')
			*p = '_';
	return here;
}

/* A task's calls are below its name, whether their callers are known or not. */
static char *path_of(struct tree_view *v, const char *path, const struct fdd_tree_node *n)
{
	const char *name = name_of(v, n)->text;
	char *task, *here;

	if (!n->task)
		return path_to(path, name);
	task = path_to("", name);
	here = path_to(task, path);
	free(task);
	return here;
}

typedef void print_path(void *arg, const char *path, const struct fdd_tree_node *n);

/* Print each node with its path, after its caller. */
static void walk_callees(struct tree_view *v, const struct fdd_tree_node *caller,
			 const char *path, print_path *print, void *arg)
{
	struct list list = callees_of(v, caller);
	const struct fdd_tree_node joined = joined_node(&list.cut);
	char name[CUT_NAME];

	for (size_t i = 0; i < list.nr; i++) {
		const struct fdd_tree_node *n = list.nodes[i].node;
		char *here = path_of(v, path, n);

		print(arg, here, n);
		walk_callees(v, n, here, print, arg);
		free(here);
	}
	if (list.cut.paths) {
		char *here = path_to(path, cut_name(v, &list.cut, name));

		print(arg, here, &joined);
		free(here);
	}
	free(list.nodes);
}

static void walk(struct tree_view *v, print_path *print, void *arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(v->tree.roots); i++)
		walk_callees(v, &v->tree.roots[i], fdd_tree_kinds[i], print, arg);
}

static void csv_node(void *arg, const char *path, const struct fdd_tree_node *n)
{
	(void)arg;
	fdd_csv_string(path);
	printf(",%llu,%llu,%llu\n", (unsigned long long)n->calls,
	       (unsigned long long)total_of(n), (unsigned long long)n->self);
}

/* JSON */

static void open_node(struct fdd_json *j, const struct fdd_tree_node *n, bool gap,
		      const char *name, size_t len)
{
	fdd_json_open(j, NULL);
	fdd_json_text(j, "name", name, len);
	fdd_json_number(j, "calls", n->calls);
	fdd_json_number(j, "total_ns", total_of(n));
	fdd_json_number(j, "self_ns", n->self);
	fdd_json_bool(j, "filtered_between", gap);
}

static void json_cut(const struct tree_view *v, struct fdd_json *j, const struct fdd_tree_cut *cut)
{
	const struct fdd_tree_node joined = joined_node(cut);
	char buf[CUT_NAME];
	const char *name = cut_name(v, cut, buf);

	open_node(j, &joined, false, name, strlen(name));
	fdd_json_open_list(j, "callees");
	fdd_json_close_list(j);
	fdd_json_number(j, "paths", cut->paths);
	fdd_json_close(j);
}

/* The JSON object of a node is open while its callees are written into it. */
static void json_callees(struct tree_view *v, struct fdd_json *j, const char *key,
			 const struct fdd_tree_node *caller)
{
	struct list list = callees_of(v, caller);

	fdd_json_open_list(j, key);
	for (size_t i = 0; i < list.nr; i++) {
		const struct shown *shown = &list.nodes[i];
		const struct fdd_name *name = name_of(v, shown->node);

		open_node(j, shown->node, shown->gap, name->text, name->len);
		json_callees(v, j, "callees", shown->node);
		fdd_json_close(j);
	}
	if (list.cut.paths)
		json_cut(v, j, &list.cut);
	fdd_json_close_list(j);
	free(list.nodes);
}

void fdd_tree_json(struct fdd_view *view, size_t most, struct fdd_json *j)
{
	static const char *const keys[] = {
		[FDD_CALLER_NONE] = "tree",
		[FDD_CALLER_DIRECT] = NULL,
		[FDD_CALLER_FILTERED] = "tree_caller_filtered",
		[FDD_CALLER_UNKNOWN] = "tree_caller_unknown",
		[FDD_CALLER_INTERRUPT] = "tree_interrupts",
	};
	struct tree_view *v = own(view);

	finish(v, most);
	for (size_t i = 0; i < ARRAY_SIZE(v->tree.roots); i++)
		if (keys[i])
			json_callees(v, j, keys[i], &v->tree.roots[i]);
}

static void print_json(struct tree_view *v)
{
	struct fdd_json j = { .to = stdout };

	fdd_json_open(&j, fdd_json_document(v->view.m, v->view.t));
	fdd_tree_json(&v->view, MAX_PATHS, &j);
	fdd_json_close(&j);
}

static void warn_cut(const struct tree_view *v)
{
	if (v->tree.nr_cut)
		fdd_warning("%llu paths, each below %g %% of the time, are joined; the times of the others may be too low by as much",
			    (unsigned long long)v->tree.nr_cut, percent(v));
}

static void print(struct fdd_view *view)
{
	struct tree_view *v = own(view);

	finish(v, MAX_PATHS);
	if (v->view.o->format == FDD_JSON) {
		print_json(v);
	} else if (v->view.o->format == FDD_CSV) {
		puts("path,calls,total_ns,self_ns");
		walk(v, csv_node, NULL);
	} else {
		print_text(v);
	}
	warn_cut(v);
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

/*
 * The input of flamegraph.pl: one line per path, with the self time in ns. A path begins
 * with the name of the task, as in the output of stackcollapse-perf.pl.
 */
static void folded_node(void *arg, const char *path, const struct fdd_tree_node *n)
{
	(void)arg;
	if (!n->self)
		return;
	fdd_print_clean(path, strlen(path));
	printf(" %llu\n", (unsigned long long)n->self);
}

static void begin_folded(struct fdd_view *view)
{
	fdd_tree_begin(&own(view)->tree, view->m, true);
}

static void print_folded(struct fdd_view *view)
{
	struct tree_view *v = own(view);

	finish(v, MAX_PATHS);
	walk(v, folded_node, NULL);
	warn_cut(v);
}

const struct fdd_view_ops fdd_view_folded = {
	.name = "--to=folded",
	.only_export = true,
	.export = "folded",
	.export_help = "paths with their self time in ns, for flamegraph.pl",
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_STACKS,
	.stacks = true,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct tree_view),
	.begin = begin_folded,
	.print = print_folded,
	.end = end,
};

/* The same paths, each with its calls, and the time asleep of its self time if it is known. */
static void pprof_node(void *arg, const char *path, const struct fdd_tree_node *n)
{
	if (n->calls)
		fdd_pprof_add(arg, &(struct fdd_pprof_sample){
			.path = path, .calls = n->calls, .self = n->self, .asleep = n->asleep,
		});
}

static void print_pprof(struct fdd_view *view)
{
	struct tree_view *v = own(view);
	struct fdd_pprof p;

	finish(v, MAX_PATHS);
	fdd_pprof_begin(&p, v->tree.knows_off);
	walk(v, pprof_node, &p);
	fdd_pprof_end(&p);
	warn_cut(v);
}

const struct fdd_view_ops fdd_view_pprof = {
	.name = "--to=pprof",
	.only_export = true,
	.export = "pprof",
	.export_help = "a profile of the same paths for pprof, with calls, self time and time asleep",
	.packed = "pb.gz",
	.binary = true,
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_STACKS,
	.stacks = true,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct tree_view),
	.begin = begin_folded,
	.print = print_pprof,
	.end = end,
};
