// SPDX-License-Identifier: GPL-2.0
/* Reads a trace, and prints where the time of a program went. */
#include <stdlib.h>
#include <string.h>

#include "cmd/path.h"
#include "lib/clean.h"
#include "lib/output.h"
#include "lib/util.h"
#include "model/path.h"
#include "view/account.h"
#include "view/slow.h"
#include "view/warnings.h"

static char *name_of(const struct fdd_path_wish *wish, const struct fdd_lives *l)
{
	const char *comm = fdd_name(&l->m->comms, fdd_lives_comm(l, wish->command, 0));
	char *name;

	if (wish->what)
		return xstrdup(wish->what);
	if (asprintf(&name, "%s-%d", *comm ? comm : "<...>", wish->command) < 0)
		return xstrdup("?");
	return name;
}

/*
 * The calls that a task was in before and after recording say where it slept at the begin and the
 * end of the trace, if it was in no other ones in between: if the trace has all its switches.
 */
static void note_calls(const struct fdd_path_wish *wish, uint32_t i, struct fdd_path *path)
{
	const struct stuck_look *begin = wish->begin ? &wish->begin[i] : NULL;
	const struct stuck_look *end = wish->end ? &wish->end[i] : NULL;
	int32_t pid = wish->tasks[i];

	if (!begin || !end || !begin->there || !end->there ||
	    end->switches - begin->switches != fdd_lives_switches(path->l, pid))
		return;
	fdd_path_note_call(path, pid, begin->call, false);
	fdd_path_note_call(path, pid, end->call, true);
}

/*
 * Without any switch of a task it was all the time where it was at the begin, or it ended before
 * anything was recorded.
 */
static void add_tasks(const struct fdd_path_wish *wish, struct fdd_path *path,
		      struct fdd_account *account)
{
	account->stuck = xcalloc(wish->nr_tasks + 1, sizeof(*account->stuck));
	for (uint32_t i = 0; i < wish->nr_tasks; i++) {
		const char *stuck = wish->stuck ? wish->stuck[i] : NULL;

		note_calls(wish, i, path);
		if (fdd_lives_knows(path->l, wish->tasks[i]))
			fdd_path_add_task(path, wish->tasks[i]);
		else if (stuck)
			account->stuck[account->nr_stuck++] = stuck;
	}
}

static bool find_path(const struct fdd_path_wish *wish, const struct fdd_lives *l,
		      struct fdd_account *account, struct fdd_path *path)
{
	bool any = true;

	fdd_path_begin(path, l);
	path->turns = !wish->command;
	path->disk_name = wish->disk_name;
	if (wish->command)
		any = fdd_path_add_command(path, wish->command);
	add_tasks(wish, path, account);
	fdd_path_finish(path);
	return any;
}

static int explain(const struct fdd_path_wish *wish, const struct fdd_lives *l,
		   const struct fdd_table *t, FILE *f)
{
	struct fdd_path path;
	char *name = name_of(wish, l);
	struct fdd_account account = { .path = &path, .what = name, .traces = wish->traces,
				       .cgroup = wish->live ? stuck_cgroup : NULL };
	bool any = find_path(wish, l, &account, &path);

	if (!any)
		fdd_error("--path: the trace has no switch of a process %d, or no event sched_switch",
			  wish->command);
	else if (wish->format == FDD_JSON)
		fdd_account_print_json(&account, t, f);
	else
		fdd_account_print(&account, f);
	free(account.stuck);
	free(name);
	fdd_path_free(&path);
	return any && fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
}

int fdd_path_explain(const struct fdd_path_wish *wish, const struct fdd_traces *traces, FILE *f)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t = wish->format == FDD_JSON ? fdd_table_new(m, FDD_BY_FUNCTION, 0) :
							 NULL;
	struct fdd_lives l;
	int status;

	fdd_lives_begin(&l, m);
	fdd_lives_take_open_calls(&l);
	status = fdd_traces_read_all(traces, m);
	fdd_lives_finish(&l);
	if (status == FDD_EXIT_OK) {
		fdd_warn_sources(m, traces->warnings);
		status = explain(wish, &l, t, f);
	}
	fdd_lives_free(&l);
	if (t)
		fdd_table_free(t);
	fdd_model_free(m);
	return status;
}

#define FUNCTIONS	5
#define CAUSES		3

int fdd_path_slow(const struct fdd_traces *traces, uint64_t threshold, uint32_t functions,
		  enum fdd_format format)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, 0);
	struct fdd_lives l;
	struct fdd_slow slow;
	struct fdd_slow_view view = {
		.slow = &slow, .t = t, .functions = functions ? functions : FUNCTIONS,
		.causes = CAUSES,
	};
	int status;

	fdd_lives_begin(&l, m);
	status = fdd_traces_read_all(traces, m);
	fdd_lives_finish(&l);
	if (status == FDD_EXIT_OK) {
		fdd_warn_sources(m, traces->warnings);
		fdd_slow_begin(&slow, &l, threshold);
		fdd_slow_print(&view, format);
		fdd_slow_free(&slow);
		status = fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
	}
	fdd_lives_free(&l);
	fdd_table_free(t);
	fdd_model_free(m);
	return status;
}
