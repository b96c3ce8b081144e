// SPDX-License-Identifier: GPL-2.0
/* Opens a trace and calls the reader of its format. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read/foreign.h"
#include "read/read.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!strcmp(path, "-"))
		return "(stdin)";
	return slash && slash[1] ? slash + 1 : path;
}

/* The kernel prints records of a tracer without a text of its own as numbers, if asked to. */
static void warn_format(const struct fdd_source *src)
{
	const char *format = NULL;

	if (src->calls || src->events)
		return;
	if (src->binary)
		format = src->tracer ? "bin" : NULL;
	else if (src->unparsed_text)
		format = fdd_foreign_format(src->unparsed_text);
	if (format)
		fdd_warning("%s: its lines are those of the trace option %s, which fdd does not read: \"echo no%s > trace_options\", and print the trace again",
			    src->path, format, format);
}

/* A text may have lines that are not of a trace, but not only such lines. */
static int check_calls(struct fdd_model *m, uint16_t source)
{
	struct fdd_source *src = &m->sources[source];
	const char *what = src->foreign;

	warn_format(src);
	if (!what && (src->known || (!src->unparsed && (!src->truncated || src->lines))))
		return 0;
	if (!what && src->unparsed_text)
		what = fdd_foreign(src->unparsed_text);
	if (what)
		fdd_error("%s: is %s", src->path, what);
	else if (src->unparsed)
		fdd_error("%s:%llu: not a trace that fdd can read: '%s'", src->path,
			  (unsigned long long)src->unparsed_line,
			  src->unparsed_text);
	else
		fdd_error("%s: not a trace that fdd can read: not even one line",
			  src->path);
	return -1;
}

static bool is_older(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec < b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec < b->st_mtim.tv_nsec;
}

/*
 * "fdd record --stat" saves statistics after the trace and next to it, in a file of the same
 * name with ".stat", with the size of the trace. Another trace may have been saved since.
 */
static bool is_of_trace(const struct fdd_stats *s, const char *path, const char *stats_path)
{
	struct stat trace, stats;

	if (stat(path, &trace) || stat(stats_path, &stats))
		return false;
	if (s->trace_bytes == (uint64_t)trace.st_size && !is_older(&stats, &trace))
		return true;
	fdd_error("%s: stale: %s changed since; remove it",
		  stats_path, path);
	return false;
}

static struct fdd_stats *stats_of(const char *path, const char *stats_path)
{
	struct fdd_input *in = fdd_input_open_unasked(stats_path);
	struct fdd_stats *s = NULL;

	if (!in)
		return NULL;
	if (fdd_input_kind(in) == FDD_INPUT_STAT)
		s = fdd_read_stats(in, stats_path);
	else
		fdd_error("%s: has no statistics of calls", stats_path);
	fdd_input_close(in);
	if (s && is_of_trace(s, path, stats_path)) {
		fdd_stats_drop_buckets(s);
		return s;
	}
	fdd_stats_free(s);
	return NULL;
}

static int read_stats_beside(struct fdd_model *m, uint16_t source, const char *path,
			     enum fdd_input_kind kind)
{
	char *stats_path = xmalloc(strlen(path) + sizeof(".stat"));
	int ret = 0;

	strcat(strcpy(stats_path, path), ".stat");
	if (kind == FDD_INPUT_DAT && strcmp(path, "-") && !access(stats_path, F_OK)) {
		m->sources[source].stats = stats_of(path, stats_path);
		ret = m->sources[source].stats ? 0 : -1;
	}
	m->without_stats += !m->sources[source].stats;
	free(stats_path);
	return ret;
}

int fdd_read_path(struct fdd_model *m, const char *path, const char *label)
{
	struct fdd_input *in = fdd_input_open(path);
	enum fdd_input_kind kind;
	uint16_t source;
	int ret = 0;

	if (!in)
		return -1;
	source = fdd_model_add_source(m, path, label ? label : base_name(path));
	m->sources[source].labelled = label;
	kind = fdd_input_kind(in);
	switch (kind) {
	case FDD_INPUT_DAT:
		ret = fdd_read_dat(m, in, source);
		break;
	case FDD_INPUT_TEXT:
	case FDD_INPUT_PSTORE:
		ret = kind == FDD_INPUT_TEXT ? fdd_read_text(m, in, source) :
		      fdd_read_pstore(m, in, source);
		if (!ret)
			ret = check_calls(m, source);
		break;
	case FDD_INPUT_STAT:
		fdd_error("%s: has statistics of calls, but no calls: fdd stat shows it", path);
		ret = -1;
		break;
	case FDD_INPUT_EMPTY:
		fdd_warning("%s: is empty", path);
		break;
	}
	fdd_input_close(in);
	return read_stats_beside(m, source, path, kind) ? -1 : ret;
}
