// SPDX-License-Identifier: GPL-2.0
/* Why nothing passes the filters. */
#include <stdio.h>
#include <string.h>

#include "lib/cgroup.h"
#include "lib/near.h"
#include "lib/util.h"
#include "model/filter_explain.h"

/* Did calls reach the filters? With --region only those within regions do. */
static bool saw_calls(const struct fdd_filter *f)
{
	return f->seen_cpus.nr;
}

static void say_near(const struct fdd_filter *f, const struct fdd_given *g, const char *what,
		     const struct fdd_near *n)
{
	const char *where = f->of_stats ? "statistics" : "trace";
	const char *lead = n->nr > 1 ? "; the nearest are " : n->nr ? "; the nearest is " : "";
	const char *names[FDD_NEAR] = { "", "", "" };

	for (unsigned int i = 0; i < n->nr; i++)
		names[i] = n->names[i];
	fdd_error("%s '%s' matches no %s of the %s%s%s%s%s%s%s", g->as, g->arg, what, where, lead,
		  names[0], n->nr > 1 ? ", " : "", names[1], n->nr > 2 ? ", " : "", names[2]);
}

/* Functions that only sleep have numbers in any case; those that were tested have calls. */
static bool is_in_trace(const struct fdd_filter *f, uint32_t func)
{
	return func >= FDD_FUNC_FIRST || (func < f->nr_func_known && f->func_known[func]);
}

static bool explain_names(const struct fdd_filter *f, const struct fdd_given *g,
			  const char *what, const struct fdd_names *names, uint32_t first,
			  bool (*match)(const struct fdd_patterns *p, const char *name))
{
	struct fdd_patterns pattern = { .list = (const char *[]){ g->arg }, .nr = 1 };
	struct fdd_near near = { .wanted = g->arg };

	for (uint32_t i = first; i < names->nr; i++) {
		const char *name = fdd_name(names, i);

		if (names == &f->model->funcs && !is_in_trace(f, i))
			continue;
		if (match(&pattern, name))
			return false;
		fdd_near_add(&near, name);
	}
	say_near(f, g, what, &near);
	return true;
}

bool fdd_explain_func(const struct fdd_filter *f, const struct fdd_given *g)
{
	return explain_names(f, g, "function", &f->model->funcs, FDD_FUNC_NAMED,
			     fdd_patterns_match_func);
}

bool fdd_explain_module(const struct fdd_filter *f, const struct fdd_given *g)
{
	/* func_known is set for functions that were tested only */
	for (uint32_t i = FDD_FUNC_FIRST; i < f->model->funcs.nr; i++)
		fdd_func_module(f->model, i);
	return explain_names(f, g, "module", &f->model->modules, 1, fdd_patterns_match);
}

/* A pattern is of "category:name", of a category or of a name: see model/regions.c. */
static void say_near_regions(const struct fdd_filter *f, const struct fdd_given *g)
{
	const struct fdd_regions *r = &f->followed;
	struct fdd_near near = { .wanted = g->arg };

	for (uint32_t i = 0; i < r->nr_kinds; i++)
		fdd_near_add(&near, strchr(g->arg, ':') ? fdd_name(&r->kind_names, i) :
			     r->kinds[i].name);
	say_near(f, g, "region", &near);
}

bool fdd_explain_region(const struct fdd_filter *f, const struct fdd_given *g)
{
	if (!f->followed.nr_kinds)
		fdd_error("%s '%s': the trace has no regions", g->as, g->arg);
	else if (!fdd_regions_any(&f->followed))
		say_near_regions(f, g);
	else if (!saw_calls(f))
		fdd_error("%s '%s': no call begins within such a region", g->as, g->arg);
	else
		return false;
	return true;
}

bool fdd_explain_comm(const struct fdd_filter *f, const struct fdd_given *g)
{
	return explain_names(f, g, "task", &f->model->comms, 1, fdd_patterns_match);
}

bool fdd_explain_cgroup(const struct fdd_filter *f, const struct fdd_given *g)
{
	struct fdd_near near = { .wanted = g->arg };
	struct fdd_cgroup_list one = { 0 };
	bool is = *g->arg == '!' && f->cgroup_names.nr;

	fdd_cgroup_list_add(&one, g->arg);
	for (uint32_t i = 0; i < f->cgroup_names.nr; i++) {
		is |= fdd_cgroup_is_wanted(&one, fdd_name(&f->cgroup_names, i));
		fdd_near_add(&near, fdd_name(&f->cgroup_names, i));
	}
	fdd_cgroup_list_free(&one);
	if (!f->cgroup_names.nr)
		fdd_error("%s '%s': the calls have no cgroups: fdd record --by-cgroup records them",
			  g->as, g->arg);
	else if (!is)
		say_near(f, g, "cgroup", &near);
	return !is;
}

static bool explain_numbers(const struct fdd_given *g, const char *what, const struct seen *s)
{
	char text[MAX_SEEN * 24] = "";
	size_t len = 0;

	for (unsigned int i = 0; i < s->nr; i++)
		len += snprintf(text + len, sizeof(text) - len, "%s%lld", i ? ", " : "",
				(long long)s->list[i]);
	fdd_error("%s %s: no call has such a %s; the trace has %s%s", g->as, g->arg, what,
		  text, s->more ? " and others" : "");
	return true;
}

bool fdd_explain_pid(const struct fdd_filter *f, const struct fdd_given *g)
{
	return explain_numbers(g, "PID", &f->seen_pids);
}

bool fdd_explain_cpu(const struct fdd_filter *f, const struct fdd_given *g)
{
	return explain_numbers(g, "CPU", &f->seen_cpus);
}

bool fdd_explain_min_duration(const struct fdd_filter *f, const struct fdd_given *g)
{
	fdd_error("%s %s: the longest call took %llu ns", g->as, g->arg,
		  (unsigned long long)f->longest);
	return true;
}

bool fdd_explain_max_duration(const struct fdd_filter *f, const struct fdd_given *g)
{
	fdd_error("%s %s: the shortest call took %llu ns", g->as, g->arg,
		  (unsigned long long)f->shortest);
	return true;
}

bool fdd_explain_range(const struct fdd_filter *f, const struct fdd_given *g)
{
	for (unsigned int i = 0; i < f->model->nr_sources; i++) {
		const struct fdd_source *src = &f->model->sources[i];

		fdd_error("%s %s: no call begins in this range; those of %s are from %llu.%09llu to %llu.%09llu s",
			  g->as, g->arg, src->label,
			  (unsigned long long)(src->first / NSEC_PER_SEC),
			  (unsigned long long)(src->first % NSEC_PER_SEC),
			  (unsigned long long)(src->last / NSEC_PER_SEC),
			  (unsigned long long)(src->last % NSEC_PER_SEC));
	}
	return true;
}

bool fdd_explain_between(const struct fdd_filter *f, const struct fdd_given *g)
{
	if (f->all_windows)
		fdd_error("%s '%s' '%s': no call begins between them", g->as, g->arg, g->second);
	else
		fdd_error("%s: no marker matches '%s'", g->as, g->arg);
	return true;
}

bool fdd_explain_expr(const struct fdd_filter *f, const struct fdd_given *g)
{
	(void)f;
	fdd_error("%s '%s': true for none of the calls", g->as, g->arg);
	return true;
}

static void explain_rows(const struct fdd_table *t)
{
	const struct fdd_row *total = fdd_table_largest(t, false);
	const struct fdd_row *calls = fdd_table_largest(t, true);

	fdd_error("nothing in the table passes the filters: the largest total is %.3f us (%s), the most calls are %llu (%s)",
		  total->total / 1000.0, total->name, (unsigned long long)calls->calls,
		  calls->name);
}

static uint64_t passed(const struct fdd_filter *f, call_part *part)
{
	for (unsigned int i = 0; i < f->nr_calls; i++)
		if (f->calls[i] == part)
			return f->passed[i];
	return 0;
}

/* The other filters have not tested calls that did not reach them. */
static bool can_explain(const struct fdd_filter *f, const struct filter *filter)
{
	if (filter->explain == fdd_explain_region)
		return true;
	return filter->explain && !passed(f, filter->call) &&
	       (saw_calls(f) || !f->regions.nr);
}

static void explain_none(const struct fdd_filter *f, const char *what)
{
	fdd_error("no %s passes %s", what, f->nr_calls > 1 || f->wish->nr > 1 ?
		  "all of the filters together" : "the filter");
}

void fdd_filter_explain(const struct fdd_filter *f, struct fdd_table *t)
{
	bool said = false;

	if (t->nr) {
		explain_rows(t);
		return;
	}
	for (unsigned int i = 0; i < f->wish->nr; i++) {
		const struct fdd_given *g = &f->wish->list[i];
		const struct filter *filter = container_of(g->opt, struct filter, opt);

		if (can_explain(f, filter))
			said |= filter->explain(f, g);
	}
	if (!said)
		explain_none(f, "call");
}

void fdd_filter_explain_regions(const struct fdd_filter *f)
{
	if (!f->regions.nr || fdd_regions_any(&f->followed)) {
		explain_none(f, "region");
		return;
	}
	for (unsigned int i = 0; i < f->wish->nr; i++) {
		const struct fdd_given *g = &f->wish->list[i];
		const struct filter *filter = container_of(g->opt, struct filter, opt);

		if (filter->explain == fdd_explain_region)
			fdd_explain_region(f, g);
	}
}

void fdd_filter_explain_func(const struct fdd_filter *f, const char *as, const char *arg)
{
	struct fdd_given g = { .arg = arg };

	snprintf(g.as, sizeof(g.as), "%s", as);
	if (!fdd_explain_func(f, &g))
		fdd_error("%s '%s': no call of such a function passes the filters", as, arg);
}
