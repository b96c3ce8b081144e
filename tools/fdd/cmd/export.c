// SPDX-License-Identifier: GPL-2.0
/* "fdd export": writes a trace in the format of another program. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/check.h"
#include "cmd/cmd.h"
#include "cmd/report.h"
#include "lib/complete.h"
#include "lib/compress.h"
#include "lib/output.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "view/otlp.h"
#include "view/page.h"

struct export {
	const struct fdd_view_ops *to;
	const char		*output;
	const char		*before;	/* a trace to compare with, or NULL */
	const char		*index;		/* a file for the list of traces, or NULL */
	uint64_t		explain;	/* the longest ones */
	struct fdd_bytes	data;		/* of it */
};

/* The nth view that is a format of export, or NULL. */
static const struct fdd_view_ops *export_at(int n)
{
	for (size_t i = 0; fdd_views[i]; i++)
		if (fdd_views[i]->export && !n--)
			return fdd_views[i];
	return NULL;
}

static void help_formats(void)
{
	const struct fdd_view_ops *ops;

	puts("\nFormats:");
	for (int i = 0; (ops = export_at(i)); i++)
		fdd_help_row(ops->export, ops->export_help);
}

/* "csv chrome ..." */
static const char *format_names(void)
{
	static char names[128];
	const struct fdd_view_ops *ops;
	size_t len = 0;

	for (int i = 0; (ops = export_at(i)); i++)
		len += snprintf(names + len, sizeof(names) - len, "%s%s", i ? " " : "",
				ops->export);
	return names;
}

static enum fdd_taken take_to(const struct fdd_given *g, void *to)
{
	struct export *e = to;
	int choice = fdd_given_choice(g);

	if (choice < 0)
		return FDD_TAKEN_BAD;
	e->to = export_at(choice);
	return FDD_TAKEN;
}

static enum fdd_taken take_explain(const struct fdd_given *g, void *to)
{
	struct export *e = to;

	return fdd_given_number(g, 1, FDD_OTLP_EXPLAINED, &e->explain) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

/* The temporary file, for the signal handler. */
static char *unfinished;
static int unfinished_fd;

/* At exit and on signals. */
static void remove_at_exit(void)
{
	if (unfinished)
		unlink(unfinished);
}

/* Calls only functions of signal-safety(7). */
static void remove_unfinished(int sig)
{
	unlink(unfinished);
	signal(sig, SIG_DFL);
	raise(sig);
}

/* Signals that are ignored, for example by nohup, stay ignored. */
static void set_handlers(void (*handler)(int))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ };

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (signal(signals[i], handler) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* Use the mode of the file to replace, else that of a new file. */
static mode_t output_mode(const char *path)
{
	struct stat st;
	mode_t mask;

	if (!stat(path, &st) && fdd_is_trusted(st.st_uid))
		return st.st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* For file systems without O_TMPFILE, as NFS: SIGKILL leaves it behind. */
static int open_named(const char *path)
{
	int fd;

	if (asprintf(&unfinished, "%s.XXXXXX", path) < 0)
		return -1;
	fd = mkostemp(unfinished, O_CLOEXEC);
	if (fd < 0) {
		free(unfinished);
		unfinished = NULL;
		return -1;
	}
	atexit(remove_at_exit);
	set_handlers(remove_unfinished);
	return fd;
}

/*
 * Write to a temporary file in the same directory: an existing one stays until it is complete. It
 * has no name, so nothing is left behind whatever ends fdd.
 */
static bool open_beside(const char *path)
{
	int fd = fdd_file_without_name(path);

	if (fd < 0)
		fd = open_named(path);
	if (fd < 0) {
		fdd_error("%s: %s", path, strerror(errno));
		return false;
	}
	fflush(stdout);
	if (fchmod(fd, output_mode(path)) || dup2(fd, STDOUT_FILENO) < 0) {
		fdd_error("%s: %s", path, strerror(errno));
		close(fd);
		remove_at_exit();
		return false;
	}
	unfinished_fd = fd;
	return true;
}

/* Devices and pipes are written to, not replaced. */
static bool is_special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode);
}

static bool open_special(const char *path)
{
	if (freopen(path, "w", stdout))
		return true;
	fdd_error("%s: %s", path, strerror(errno));
	return false;
}

/* By the name of the file, or else by the format; NULL: not compressed. */
static const char *compression_of(const struct fdd_report *r, const char *name)
{
	return fdd_is_compressed(name) ? name : r->view->ops->packed;
}

/* Returns the status after stdout is closed. */
static int run_and_close(struct fdd_report *r, const char *name, const char *path)
{
	const char *as = compression_of(r, name);
	struct fdd_compressor *c = as ? fdd_compress_stdout(as) : NULL;
	int status, err, compress_err;

	if (!c && as) {
		fdd_error("%s: %s", path, strerror(errno));
		return FDD_EXIT_INPUT;
	}
	status = fdd_report_run(r);
	err = fclose(stdout) ? errno : 0;
	compress_err = c ? fdd_compress_end(c) : 0;
	if (!err)
		err = compress_err;
	if (!err || status != FDD_EXIT_OK)
		return status;
	fdd_error("%s: %s", path, strerror(err));
	return FDD_EXIT_INPUT;
}

static int complete(const char *path)
{
	return unfinished ? fdd_complete(unfinished_fd, unfinished, path) :
			    fdd_complete_without_name(unfinished_fd, path);
}

static int name_output(const char *path, int status)
{
	if (status == FDD_EXIT_OK && complete(path)) {
		fdd_error("%s: %s", path, strerror(errno));
		status = FDD_EXIT_INPUT;
	}
	if (status != FDD_EXIT_OK)
		remove_at_exit();
	close(unfinished_fd);
	set_handlers(SIG_DFL);
	return status;
}

/*
 * Replace the target of a symbolic link, not the link; but not where another user wants it to be,
 * nor into another's FIFO. In /tmp the kernel does not check it: nothing is opened by this name.
 */
static char *target_of(const char *output)
{
	struct stat st;
	char *path;

	if (!lstat(output, &st) && !S_ISREG(st.st_mode) && !fdd_is_trusted(st.st_uid)) {
		fdd_error("%s: belongs to another user, and is not a file: choose another name",
			  output);
		return NULL;
	}
	path = fdd_target(output);
	if (!path)
		fdd_error("%s: %s", output, strerror(errno));
	return path;
}

static int run_into(struct fdd_report *r, const char *output)
{
	char *path = target_of(output);
	int status = FDD_EXIT_INPUT;

	if (!path)
		return status;
	fdd_output_named(output);
	if (is_special(path))
		status = open_special(path) ? run_and_close(r, output, path) : FDD_EXIT_INPUT;
	else if (open_beside(path))
		status = name_output(path, run_and_close(r, output, path));
	free(unfinished);
	unfinished = NULL;
	free(path);
	return status;
}

static bool is_for_stdout(const struct export *e)
{
	return !e->output || !strcmp(e->output, "-");
}

static bool check(const struct export *e, const struct fdd_args *args)
{
	char name[32];

	if (!e->to) {
		fdd_error("--to=FORMAT is missing; it is one of: %s", format_names());
		return false;
	}
	if (e->output && !*e->output) {
		fdd_error("-o: the name of a file is missing");
		return false;
	}
	if (e->before && e->to != &fdd_view_page) {
		fdd_error("--before applies to --to=html only");
		return false;
	}
	if ((e->index || e->explain) && !fdd_is_otlp(e->to)) {
		fdd_error("%s applies to --to=otlp and otlp.ndjson only",
			  e->index ? "--index" : "--explain");
		return false;
	}
	snprintf(name, sizeof(name), "--to=%s", e->to->export);
	if (e->to->binary && is_for_stdout(e) && isatty(STDOUT_FILENO)) {
		fdd_error("%s is not text for a terminal: name a file with -o", name);
		return false;
	}
	return fdd_check_scope(args, e->to->scope, name, true);
}

static int take_options(struct export *e, struct fdd_report *r, const struct fdd_args *args)
{
	int status = fdd_args_take(args);

	if (status < 0)
		status = fdd_traces_name(&r->traces, args);
	if (status >= 0)
		return status;
	if (!check(e, args))
		return FDD_EXIT_USAGE;
	r->view = fdd_view_new(e->to, &r->options);
	r->options.format = e->to->export_format;
	if (fdd_is_otlp(e->to)) {
		fdd_otlp_explain(r->view, e->explain);
		fdd_otlp_index(r->view, e->index);
	}
	return -1;
}

/* The data of the earlier trace, with the same filters, before the later one needs memory. */
static int read_before(struct export *e, const struct fdd_report *r)
{
	char *path = (char *)e->before;
	struct fdd_report before = {
		.options = r->options,
		.traces = { .paths = &path, .nr = 1, .hosts = r->traces.hosts,
			    .warnings = r->traces.warnings },
	};
	int status;

	before.view = fdd_view_new(&fdd_view_page, &before.options);
	fdd_page_leave_out_axis(before.view);
	fdd_page_print_to(before.view, &e->data);
	status = fdd_report_run(&before);
	fdd_page_compare(r->view, &e->data);
	xtrim();
	return status;
}

static int run(struct export *e, struct fdd_report *r)
{
	int status = e->before ? read_before(e, r) : FDD_EXIT_OK;

	if (status != FDD_EXIT_OK)
		return status;
	if (!is_for_stdout(e))
		return run_into(r, e->output);
	return e->to->packed ? run_and_close(r, "", "standard output") : fdd_report_run(r);
}

static unsigned int scope_of_all(void)
{
	unsigned int scope = 0;

	for (size_t i = 0; fdd_views[i]; i++)
		if (fdd_views[i]->export)
			scope |= fdd_views[i]->scope;
	return scope;
}

int cmd_export(int argc, char **argv)
{
	const struct fdd_opt options[] = {
		{ 0, "to", "FORMAT", "one of these formats",
		  .take = take_to, .values = format_names() },
		{ 'o', "output", "FILE", "write to FILE (stdout), compressed if its name ends in .gz or .zst; an existing file is replaced only after success",
		  .take = fdd_take_string, .offset = offsetof(struct export, output),
		  .values = "@file" },
		{ 0, "before", "TRACE", "html: compare with this earlier trace",
		  .take = fdd_take_string, .offset = offsetof(struct export, before),
		  .values = "@file" },
		{ 0, "explain", "N", "otlp: say why the N longest roots took so long, as attributes (at most 100)",
		  .take = take_explain },
		{ 0, "index", "FILE", "otlp: list the traces in FILE, as CSV",
		  .take = fdd_take_string, .offset = offsetof(struct export, index),
		  .values = "@file" },
	};
	const struct fdd_opts export_opts = FDD_OPTS("Export", options);
	struct fdd_usage usage = {
		.operands = "TRACE...",
		.about = "Write a trace in the format of another program.\n",
		.more = help_formats,
		.scope = scope_of_all(),
	};
	struct export e = { 0 };
	struct fdd_report r;
	struct fdd_args args;
	int status;

	fdd_report_init(&r);
	fdd_bytes_init(&e.data);
	fdd_opts_use(&usage.uses, &export_opts, &e);
	fdd_opts_use(&usage.uses, &fdd_row_opts, &r.options);
	fdd_opts_use(&usage.uses, &fdd_filter_opts, &r.options.wish);
	fdd_opts_use(&usage.uses, &fdd_trace_opts, &r.traces);
	fdd_opts_use(&usage.uses, &fdd_stack_opts, &r.traces);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = take_options(&e, &r, &args);
	if (status < 0)
		status = run(&e, &r);
	fdd_args_free(&args);
	fdd_report_free(&r);
	fdd_bytes_free(&e.data);
	return status;
}
