// SPDX-License-Identifier: GPL-2.0
/* The traces that a command line names. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

#include "cmd/traces.h"
#include "lib/util.h"
#include "read/read.h"
#include "unwind/unwind.h"
#include "view/view.h"

static enum fdd_taken take_label(const struct fdd_given *g, void *to)
{
	struct fdd_traces *t = to;

	GROW(t->labels, t->nr_labels, t->cap_labels);
	t->labels[t->nr_labels++] = g->arg;
	return FDD_TAKEN;
}

static const struct fdd_opt options[] = {
	{ 0, "label", "NAME", "the label of a trace, in the order of the traces",
	  .take = take_label },
	{ 0, "hosts", NULL, "label the traces by the hosts that recorded them",
	  .take = fdd_take_flag, .offset = offsetof(struct fdd_traces, hosts) },
	{ 'w', "warnings", NULL, "print all warnings about the data",
	  .take = fdd_take_flag, .offset = offsetof(struct fdd_traces, warnings) },
};

const struct fdd_opts fdd_trace_opts = FDD_OPTS("Input", options);

static const struct fdd_opt stack_options[] = {
	{ 0, "symfs", "DIR", "look below DIR first for the programs and libraries of the trace's stacks",
	  .take = fdd_take_string, .offset = offsetof(struct fdd_traces, symfs),
	  .scope = FDD_TAKES_STACKS, .values = "@file" },
	{ 0, "debuginfod", NULL, "ask the servers of DEBUGINFOD_URLS for their debug information",
	  .take = fdd_take_flag, .offset = offsetof(struct fdd_traces, debuginfod),
	  .scope = FDD_TAKES_STACKS },
};

const struct fdd_opts fdd_stack_opts = FDD_OPTS("Stacks of programs", stack_options);

int fdd_traces_name(struct fdd_traces *t, const struct fdd_args *args)
{
	/* the default output of "trace-cmd record" and "fdd record" */
	static char *here[] = { (char *)"trace.dat", NULL };
	struct stat st;

	t->paths = args->operands;
	t->nr = args->nr_operands;
	if (!t->nr && !stat(here[0], &st) && S_ISREG(st.st_mode)) {
		t->paths = here;
		t->nr = 1;
	}
	if (!t->nr) {
		fdd_error("no trace file given, and no trace.dat in this directory (see \"%s -h\")",
			  fdd_program);
		return FDD_EXIT_USAGE;
	}
	if (t->nr_labels > (unsigned int)t->nr) {
		fdd_error("--label: more labels than traces");
		return FDD_EXIT_USAGE;
	}
	return -1;
}

void fdd_traces_read_stacks(struct fdd_traces *t)
{
	const struct fdd_unwind_wish wish = { t->symfs, t->debuginfod };

	if (t->stacks)
		return;
	t->stacks = xcalloc(t->nr + 1, sizeof(struct fdd_user_stacks *));
	for (int i = 0; i < t->nr; i++) {
		char *path = fdd_stacks_path(t->paths[i]);

		if (path)
			t->stacks[i] = fdd_unwind(path, &wish);
		free(path);
	}
}

bool fdd_traces_need_stacks(struct fdd_traces *t)
{
	fdd_traces_read_stacks(t);
	for (int i = 0; i < t->nr; i++)
		if (t->stacks[i])
			return true;
	fdd_error("--by=where: there are no stacks of programs, %s.stacks: \"fdd record --user-stacks TIME\" copies them",
		  t->paths[0]);
	return false;
}

void fdd_traces_free(struct fdd_traces *t)
{
	for (int i = 0; t->stacks && i < t->nr; i++)
		fdd_user_stacks_free(t->stacks[i]);
	free(t->stacks);
	free(t->labels);
}

int fdd_traces_read(const struct fdd_traces *t, int i, struct fdd_model *m)
{
	const char *label = (unsigned int)i < t->nr_labels ? t->labels[i] : NULL;

	m->label_hosts = t->hosts;
	m->user = t->stacks ? t->stacks[i] : NULL;
	return fdd_read_path(m, t->paths[i], label) ? FDD_EXIT_INPUT : FDD_EXIT_OK;
}

/* Fail if any trace cannot be read: a partial result would look complete. */
static bool all_are_there(const struct fdd_traces *t)
{
	bool there = true;

	for (int i = 0; i < t->nr; i++) {
		if (!strcmp(t->paths[i], "-") || !access(t->paths[i], R_OK))
			continue;
		fdd_error("%s: %s", t->paths[i], strerror(errno));
		there = false;
	}
	return there;
}

bool fdd_traces_can_read_twice(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && (stat(path, &st) || S_ISREG(st.st_mode));
}

bool fdd_traces_all_twice(const struct fdd_traces *t)
{
	for (int i = 0; i < t->nr; i++)
		if (!fdd_traces_can_read_twice(t->paths[i]))
			return false;
	return true;
}

/* The other reading prints the messages. */
static void read_silently(const struct fdd_traces *t, int first, int nr, struct fdd_model *m)
{
	bool progress = fdd_input_progress;

	fdd_silent = true;
	fdd_input_progress = false;
	for (int i = first; i < first + nr; i++)
		fdd_traces_read(t, i, m);
	fdd_silent = false;
	fdd_input_progress = progress;
}

void fdd_traces_read_again(const struct fdd_traces *t, struct fdd_model *m)
{
	read_silently(t, 0, t->nr, m);
}

int fdd_traces_look_ahead(const struct fdd_traces *t, int first, int nr, struct fdd_filter *f)
{
	struct fdd_model *m;

	if (!fdd_filter_looks_ahead(f))
		return -1;
	for (int i = first; i < first + nr; i++) {
		if (fdd_traces_can_read_twice(t->paths[i]))
			continue;
		if (!fdd_filter_must_look_ahead(f))
			return -1;
		fdd_error("%s: --under and --called-by read a trace twice, so it has to be a file",
			  t->paths[i]);
		return FDD_EXIT_USAGE;
	}
	m = fdd_model_new();
	fdd_filter_attach_ahead(f, m);
	read_silently(t, first, nr, m);
	fdd_filter_end_ahead(f);
	fdd_model_free(m);
	return -1;
}

int fdd_traces_read_all(const struct fdd_traces *t, struct fdd_model *m)
{
	int status = FDD_EXIT_OK;

	if (!all_are_there(t))
		return FDD_EXIT_INPUT;

	for (int i = 0; i < t->nr; i++)
		if (fdd_traces_read(t, i, m))
			status = FDD_EXIT_INPUT;
	return status;
}
