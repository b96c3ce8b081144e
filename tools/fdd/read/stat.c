// SPDX-License-Identifier: GPL-2.0
/*
 * Reads copies of the files function_duration/stat and stat_hist, or of both, one after the
 * other: then stat_hist, which has more, is used.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cgroup.h"
#include "lib/util.h"
#include "read/formats.h"

#define MAX_LINE	(64 * 1024)	/* a histogram of 240 buckets has 11 KiB */
#define MAX_BUCKETS	1024

enum columns { COLUMNS_NONE, COLUMNS_STAT, COLUMNS_HIST };

struct reader {
	const char		*path;
	struct fdd_input	*in;
	char			*buffer;	/* of MAX_LINE + 1 */
	size_t			len, at;
	bool			ended;
	uint64_t		line;
	enum fdd_stat_by	by;
	enum columns		columns;	/* of the section that is read */
	uint64_t		cgroup;		/* whose path this is; 0: none */
	char			*cgroup_path;
	struct fdd_stats	*stats;		/* of that section */
	struct fdd_stats	*done[COLUMNS_HIST + 1];	/* earlier sections */
	struct fdd_stat_bucket	buckets[MAX_BUCKETS];
};

static int bad_line(const struct reader *r, const char *what)
{
	fdd_error("%s:%" PRIu64 ": %s: is it a copy of function_duration/stat or stat_hist?",
		  r->path, r->line, what);
	return -1;
}

/* Returns 1 for a line, which ends with '\0', 0 at the end, or -1 after an error message. */
static int next_line(struct reader *r, char **line)
{
	char *end;

	while (!(end = memchr(r->buffer + r->at, '\n', r->len - r->at)) && !r->ended) {
		ssize_t n;

		memmove(r->buffer, r->buffer + r->at, r->len - r->at);
		r->len -= r->at;
		r->at = 0;
		if (r->len == MAX_LINE)
			return bad_line(r, "the line is too long");
		n = fdd_input_read(r->in, r->buffer + r->len, MAX_LINE - r->len);
		if (n < 0)
			return -1;
		r->ended = n == 0;
		r->len += n;
	}
	if (r->at == r->len)
		return 0;
	r->line++;
	if (!end)
		return bad_line(r, "the file ends within a line");
	*end = '\0';
	*line = r->buffer + r->at;
	r->at = end + 1 - r->buffer;
	return 1;
}

/*
 * Numbers
 */

/* A number and @behind it; moves *p behind both. */
static bool take_number(char **p, char behind, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)**p))
		return false;
	errno = 0;
	*value = strtoull(*p, &end, 10);
	if (errno || *end != behind)
		return false;
	*p = end + (behind != '\0');
	return true;
}

/* Microseconds with three decimals, after blanks. */
static bool take_us(char **p, uint64_t *ns)
{
	uint64_t us, decimals;
	char *point;

	*p += strspn(*p, " ");
	if (!take_number(p, '.', &us) || us >= UINT64_MAX / 1000)
		return false;
	point = *p;
	if (!take_number(p, ' ', &decimals) || *p - point != 4)
		return false;
	*ns = us * 1000 + decimals;
	return true;
}

/*
 * Rows
 */

/* Many successive rows are of few cgroups. */
static const char *path_of(struct reader *r, uint64_t cgroup)
{
	if (r->cgroup == cgroup && r->cgroup_path)
		return r->cgroup_path;
	free(r->cgroup_path);
	r->cgroup = cgroup;
	r->cgroup_path = fdd_cgroup_path(cgroup);
	if (!r->cgroup_path && asprintf(&r->cgroup_path, "id:%" PRIu64, cgroup) < 0)
		r->cgroup_path = xstrdup("");
	return r->cgroup_path;
}

static void add_row(struct reader *r, const char *name, size_t len, uint64_t cgroup,
		    const struct fdd_stat *f)
{
	char key[1024];

	if (r->by == FDD_STAT_BY_CGROUP) {
		name = path_of(r, cgroup);
		len = strlen(name);
	} else if (r->by == FDD_STAT_BY_BOTH) {
		snprintf(key, sizeof(key), "%.*s\t%" PRIu64, (int)(len < 900 ? len : 900), name,
			 cgroup);
		name = key;
		len = strlen(key);
	}
	if (r->by == FDD_STAT_BY_FUNCTION || r->stats->by_cgroup)
		fdd_stats_add(r->stats, name, len, f);
}

static int take_stat_row(struct reader *r, char *line)
{
	struct fdd_stat f = { .has_percentiles = true };
	uint64_t *const times[] = {
		&f.total, &f.self, &f.sum, &f.min, &f.max, &f.percentiles[FDD_STAT_P50],
		&f.percentiles[FDD_STAT_P90], &f.percentiles[FDD_STAT_P99],
		&f.percentiles[FDD_STAT_P999],
	};
	char *p = line + strspn(line, " ");
	uint64_t cgroup = 0;

	if (!take_number(&p, ' ', &f.calls) || !f.calls)
		return bad_line(r, "no number of calls");
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (!take_us(&p, times[i]))
			return bad_line(r, "no time in microseconds");
	p += strspn(p, " ");
	if (r->stats->by_cgroup && !take_number(&p, ' ', &cgroup))
		return bad_line(r, "no number of a cgroup");
	p += strspn(p, " ");
	if (!*p)
		return bad_line(r, "no function");
	/* This file has the average, not the sum. */
	f.sum *= f.calls;
	add_row(r, p, strlen(p), cgroup, &f);
	return 0;
}

/* "FROM-TO:CALLS"; the last bucket has no TO. */
static bool take_bucket(char **p, struct fdd_stat_bucket *b)
{
	b->high = UINT64_MAX;
	if (!take_number(p, '-', &b->low))
		return false;
	if (**p == ':')
		++*p;
	else if (!take_number(p, ':', &b->high))
		return false;
	if (!isdigit((unsigned char)**p))
		return false;
	b->calls = strtoull(*p, p, 10);
	if (**p && **p != ' ')
		return false;
	*p += **p == ' ';
	return b->calls && b->low < b->high;
}

static int take_buckets(struct reader *r, struct fdd_stat *f, char *p)
{
	f->buckets = r->buckets;
	while (*p) {
		struct fdd_stat_bucket *b = &r->buckets[f->nr_buckets];

		if (f->nr_buckets == MAX_BUCKETS || !take_bucket(&p, b) ||
		    (f->nr_buckets && b->low < b[-1].high))
			return bad_line(r, "not a histogram");
		f->nr_buckets++;
	}
	return 0;
}

static int take_hist_row(struct reader *r, char *line)
{
	struct fdd_stat f = { 0 };
	uint64_t *const fields[] = { &f.calls, &f.total, &f.self, &f.sum, &f.min, &f.max };
	char *tab = strchr(line, '\t'), *p;
	uint64_t cgroup = 0;

	if (!tab || tab == line)
		return bad_line(r, "no function");
	p = tab + 1;
	if (r->stats->by_cgroup && !take_number(&p, '\t', &cgroup))
		return bad_line(r, "no number of a cgroup");
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (!take_number(&p, '\t', fields[i]))
			return bad_line(r, "not a number");
	if (!f.calls)
		return bad_line(r, "no number of calls");
	if (take_buckets(r, &f, p))
		return -1;
	add_row(r, line, tab - line, cgroup, &f);
	return 0;
}

/*
 * Sections
 */

static int end_section(struct reader *r)
{
	if (!r->stats)
		return 0;
	if (!r->columns && !r->stats->dropped)
		return bad_line(r, "the line with the names of the columns is missing");
	if (r->done[r->columns])
		return bad_line(r, "the same statistics a second time");
	r->stats->has_buckets = r->columns == COLUMNS_HIST;
	r->done[r->columns] = r->stats;
	r->stats = NULL;
	return 0;
}

static int begin_section(struct reader *r)
{
	if (end_section(r))
		return -1;
	r->stats = fdd_stats_new();
	r->columns = COLUMNS_NONE;
	return 0;
}

static int take_interval(struct reader *r, const char *line)
{
	uint64_t seconds, ns;
	char how[16];

	if (begin_section(r))
		return -1;
	if (sscanf(line, "# interval: %" SCNu64 ".%9" SCNu64 " s, %15s", &seconds, &ns, how) != 3 ||
	    seconds > UINT64_MAX / NSEC_PER_SEC - 1)
		return bad_line(r, "not an interval");
	r->stats->interval = seconds * NSEC_PER_SEC + ns;
	r->stats->counting = !strcmp(how, "counting");
	return 0;
}

static int take_dropped(struct reader *r)
{
	if (begin_section(r))
		return -1;
	r->stats->dropped = true;
	return 0;
}

/* A line that begins with '#'. Unknown lines, of a newer module, are not errors. */
static int take_header(struct reader *r, const char *line)
{
	static const char hist[] =
		"calls\ttotal_ns\tself_ns\tsum_ns\tmin_ns\tmax_ns\thistogram";
	static const char stat[] = "# calls total self avg min max p50 p90 p99 p99.9";
	struct fdd_stats *s;
	char words[sizeof(stat) + 32] = "#", *word, *save;

	if (!strncmp(line, "# interval: ", 12))
		return take_interval(r, line);
	if (!strncmp(line, "# nothing was counted", 21))
		return take_dropped(r);
	s = r->stats;
	if (!s)
		return bad_line(r, "the line with the interval is missing");
	if (sscanf(line, "# calls: %" SCNu64 " of %" SCNu64, &s->calls, &s->functions) == 2 ||
	    sscanf(line, "# no room for the function: %" SCNu64, &s->no_room) == 1 ||
	    sscanf(line, "# no room for the task: %" SCNu64, &s->no_task) == 1 ||
	    sscanf(line, "# no room for the histograms: %" SCNu64, &s->no_histogram) == 1 ||
	    sscanf(line, "# no room for functions of unloaded modules: %" SCNu64,
		   &s->no_module) == 1 ||
	    sscanf(line, "# of a trace of %" SCNu64, &s->trace_bytes) == 1)
		return 0;
	if (!strncmp(line, "# function\t", 11)) {
		s->by_cgroup = !strncmp(line + 11, "cgroup\t", 7);
		if (!strcmp(line + (s->by_cgroup ? 18 : 11), hist))
			r->columns = COLUMNS_HIST;
		return 0;
	}
	for (word = strtok_r((char *)line + 1, " ", &save);
	     word && strlen(words) + strlen(word) + 2 <= sizeof(words);
	     word = strtok_r(NULL, " ", &save))
		strcat(strcat(words, " "), word);
	if (word || strncmp(words, stat, sizeof(stat) - 1))
		return 0;
	s->by_cgroup = !strcmp(words + sizeof(stat) - 1, " cgroup function");
	if (s->by_cgroup || !strcmp(words + sizeof(stat) - 1, " function"))
		r->columns = COLUMNS_STAT;
	return 0;
}

static int take_line(struct reader *r, char *line)
{
	if (*line == '#')
		return take_header(r, line);
	switch (r->columns) {
	case COLUMNS_STAT:
		return take_stat_row(r, line);
	case COLUMNS_HIST:
		return take_hist_row(r, line);
	default:
		return bad_line(r, "the line with the names of the columns is missing");
	}
}

static int read_lines(struct reader *r)
{
	char *line = NULL;
	int ret;

	while ((ret = next_line(r, &line)) > 0)
		if (take_line(r, line))
			return -1;
	if (ret < 0 || end_section(r))
		return -1;
	return fdd_input_truncated(r->in) ? bad_line(r, "the compressed file is truncated") : 0;
}

/*
 * Functions with the same name are one row, so there may be fewer of them. Calls that were counted
 * while the lines were read are in these alone.
 */
static uint64_t calls_of_rows(const struct fdd_stats *s)
{
	uint64_t calls = 0;

	for (uint32_t i = 0; i < s->nr; i++)
		calls += s->list[i].calls;
	return calls;
}

static void warn(const char *path, const struct fdd_stats *s)
{
	if (s->no_histogram)
		fdd_warning("%s: %" PRIu64 " calls are missing in the histograms: percentiles are wrong until the statistics are reset",
			    path, s->no_histogram);
	if (s->no_module)
		fdd_warning("%s: %" PRIu64 " calls of functions of unloaded modules are not in it: there was no room for them",
			    path, s->no_module);
	if (s->left_out)
		fdd_warning("%s: limited to %u functions: %" PRIu64 " others are left out",
			    path, s->nr, s->left_out);
	else if (calls_of_rows(s) < s->calls)
		fdd_warning("%s: is not complete: its lines have %" PRIu64 " of %" PRIu64 " calls",
			    path, calls_of_rows(s), s->calls);
}

static struct fdd_stats *best(struct reader *r)
{
	for (int i = COLUMNS_HIST; i >= COLUMNS_NONE; i--) {
		struct fdd_stats *s = r->done[i];

		r->done[i] = NULL;
		if (s)
			return s;
	}
	return NULL;
}

struct fdd_stats *fdd_read_stats_by(struct fdd_input *in, const char *path, enum fdd_stat_by by)
{
	struct reader *r = xcalloc(1, sizeof(*r));
	struct fdd_stats *s = NULL;

	r->path = path;
	r->in = in;
	r->by = by;
	r->buffer = xmalloc(MAX_LINE + 1);
	if (!read_lines(r))
		s = best(r);
	if (s && by != FDD_STAT_BY_FUNCTION && !s->by_cgroup && !s->dropped) {
		fdd_error("%s: the calls were not counted by cgroup, as with the tracer's option duration-cgroup",
			  path);
		fdd_stats_free(s);
		s = NULL;
	}
	if (s && s->by_cgroup) {
		s->of_cgroups = by == FDD_STAT_BY_CGROUP;
		s->functions = s->nr;
	}
	if (s)
		warn(path, s);
	fdd_stats_free(r->stats);
	for (int i = COLUMNS_NONE; i <= COLUMNS_HIST; i++)
		fdd_stats_free(r->done[i]);
	free(r->cgroup_path);
	free(r->buffer);
	free(r);
	return s;
}

struct fdd_stats *fdd_read_stats(struct fdd_input *in, const char *path)
{
	return fdd_read_stats_by(in, path, FDD_STAT_BY_FUNCTION);
}
