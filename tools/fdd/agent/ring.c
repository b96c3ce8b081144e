// SPDX-License-Identifier: GPL-2.0
/* A directory of recordings, of bounded size. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/ring.h"
#include "lib/util.h"

#define PREFIX	"slow-"

bool ring_open(struct agent_ring *r)
{
	struct stat st;

	if (mkdir(r->dir, 0700) && errno != EEXIST) {
		fdd_error("%s: cannot create it: %s", r->dir, strerror(errno));
		return false;
	}
	r->lock = open(r->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->lock < 0 || fstat(r->lock, &st))
		fdd_error("%s: %s", r->dir, strerror(errno));
	else if (st.st_uid != geteuid() || st.st_mode & 0077)
		fdd_error("%s: others can use it: it has to be a directory of the agent's user alone (chmod 700)",
			  r->dir);
	else if (flock(r->lock, LOCK_EX | LOCK_NB))
		fdd_error("%s: another agent uses it", r->dir);
	else
		return true;
	ring_close(r);
	return false;
}

void ring_close(struct agent_ring *r)
{
	if (r->lock >= 0)
		close(r->lock);
	r->lock = -1;
}

char *ring_path(const struct agent_ring *r, uint64_t number, const char *suffix)
{
	char *path;

	if (asprintf(&path, "%s/" PREFIX "%020" PRIu64 "%s", r->dir, number, suffix) < 0)
		return xstrdup("");
	return path;
}

/* The number of a file of the ring, and what follows it; 0: it is another file. */
static uint64_t number_of(const char *name, const char **suffix)
{
	uint64_t number;
	char *end;

	*suffix = "";

	if (strncmp(name, PREFIX, strlen(PREFIX)))
		return 0;
	number = strtoull(name + strlen(PREFIX), &end, 10);
	*suffix = end;
	return *end == '.' ? number : 0;
}

static void each_file(const struct agent_ring *r,
		      void (*file)(const struct agent_ring *r, const char *name, void *arg),
		      void *arg)
{
	DIR *dir = opendir(r->dir);
	struct dirent *entry;
	const char *suffix;

	while (dir && (entry = readdir(dir)))
		if (number_of(entry->d_name, &suffix))
			file(r, entry->d_name, arg);
	if (dir)
		closedir(dir);
}

static bool ring_has(const struct agent_ring *r, uint64_t number, const char *suffix)
{
	char *path = ring_path(r, number, suffix);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

struct search {
	const char	*with, *and, *without;
	uint64_t	first;
};

static void look(const struct agent_ring *r, const char *name, void *arg)
{
	struct search *s = arg;
	const char *suffix;
	uint64_t number = number_of(name, &suffix);

	if ((s->with && strcmp(suffix, s->with)) || (s->first && number >= s->first) ||
	    (s->and && !ring_has(r, number, s->and)) ||
	    (s->without && ring_has(r, number, s->without)))
		return;
	s->first = number;
}

static uint64_t search(const struct agent_ring *r, struct search s)
{
	each_file(r, look, &s);
	return s.first;
}

static uint64_t ring_first(const struct agent_ring *r)
{
	return search(r, (struct search){ NULL });
}

uint64_t ring_first_new(const struct agent_ring *r)
{
	return search(r, (struct search){ .with = RING_TRACE, .without = RING_LIST });
}

uint64_t ring_first_unsent(const struct agent_ring *r)
{
	return search(r, (struct search){ .with = RING_SPANS, .and = RING_LIST });
}

static void look_for_newest(const struct agent_ring *r, const char *name, void *arg)
{
	const char *suffix;
	uint64_t number = number_of(name, &suffix), *newest = arg;

	(void)r;
	if (number > *newest)
		*newest = number;
}

uint64_t ring_next(const struct agent_ring *r)
{
	uint64_t number = fdd_realtime(), newest = 0;

	each_file(r, look_for_newest, &newest);
	return number > newest ? number : newest + 1;
}

static void add_size(const struct agent_ring *r, const char *name, void *arg)
{
	struct stat st;

	if (!fstatat(r->lock, name, &st, AT_SYMLINK_NOFOLLOW))
		*(uint64_t *)arg += st.st_size;
}

uint64_t ring_size(const struct agent_ring *r)
{
	uint64_t size = 0;

	each_file(r, add_size, &size);
	return size;
}

struct size_of {
	uint64_t	number, size;
};

static void add_size_of(const struct agent_ring *r, const char *name, void *arg)
{
	struct size_of *of = arg;
	const char *suffix;

	if (number_of(name, &suffix) == of->number)
		add_size(r, name, &of->size);
}

uint64_t ring_size_of(const struct agent_ring *r, uint64_t number)
{
	struct size_of of = { .number = number };

	each_file(r, add_size_of, &of);
	return of.size;
}

/* Also what a killed run has left, whatever its suffix. */
static void remove_file(const struct agent_ring *r, const char *name, void *arg)
{
	const char *suffix;

	if (number_of(name, &suffix) == *(uint64_t *)arg)
		unlinkat(r->lock, name, 0);
}

static bool remove_first(const struct agent_ring *r, struct ring_removed *removed)
{
	uint64_t number = ring_first(r), lost = 0;

	if (!number)
		return false;
	if (ring_has(r, number, RING_SPANS))
		lost = ring_rows(r, number, NULL, NULL);
	each_file(r, remove_file, &number);
	if (ring_first(r) == number)
		return false;
	removed->recordings++;
	removed->traces += lost;
	return true;
}

bool ring_make_room(const struct agent_ring *r, uint64_t room, struct ring_removed *removed)
{
	*removed = (struct ring_removed){ 0 };
	while (ring_size(r) + room > r->max)
		if (!remove_first(r, removed))
			return false;
	return true;
}

#define FIRST_COLUMNS	"%32[0-9a-f],%" SCNu64 ",%" SCNu64 ",%lf,%31[0-9.]"

/* Returns how long they are; 0: they are not those of a row. */
static int parse_numbers(const char *line, struct ring_row *row)
{
	int used = 0;

	*row = (struct ring_row){ .asleep = -1, .waiting = -1, .irqs = -1 };
	if (sscanf(line, FIRST_COLUMNS ",%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%d,%n", row->id,
		   &row->spans, &row->ns, &row->start, row->at, &row->asleep, &row->waiting,
		   &row->irqs, &row->pid, &used) == 9 && used)
		return used;
	/* that of an earlier version; no name of a function is a number */
	row->asleep = row->waiting = row->irqs = -1;
	used = 0;
	if (sscanf(line, FIRST_COLUMNS ",%d,%n", row->id, &row->spans, &row->ns, &row->start,
		   row->at, &row->pid, &used) != 6)
		return 0;
	return used;
}

/* Names of functions have no comma; those of tasks are in quotes then. */
static bool parse_row(char *line, struct ring_row *row)
{
	int used;

	line[strcspn(line, "\n")] = '\0';
	used = parse_numbers(line, row);
	if (!used)
		return false;
	row->rest = line + used;
	row->function = strrchr(line + used, ',');
	if (!row->function)
		return false;
	row->function++;
	return strlen(row->id) == 32;
}

uint64_t ring_rows(const struct agent_ring *r, uint64_t number,
		   void (*row)(void *arg, const struct ring_row *row), void *arg)
{
	char *path = ring_path(r, number, RING_LIST), *line = NULL;
	FILE *f = fopen(path, "re");
	struct ring_row got;
	uint64_t nr = 0;
	size_t cap = 0;

	while (f && getline(&line, &cap, f) > 0) {
		if (!parse_row(line, &got))
			continue;
		nr += got.spans > 0;
		if (row)
			row(arg, &got);
	}
	if (f)
		fclose(f);
	free(line);
	free(path);
	return nr;
}

struct wanted {
	const struct agent_ring	*r;
	const char		*id;
	uint64_t		number;
	bool			found;
};

static void print_found(void *arg, const struct ring_row *row)
{
	struct wanted *w = arg;
	char *path, text[24];

	if (strcmp(row->id, w->id))
		return;
	w->found = true;
	path = ring_path(w->r, w->number, RING_TRACE);
	printf("%s: %s took %s, task %d\nfdd why --at %s %s\n", path, row->function,
	       fdd_time_text(text, sizeof(text), row->ns), row->pid, row->at, path);
	free(path);
}

static void search_file(const struct agent_ring *r, const char *name, void *arg)
{
	struct wanted *w = arg;
	const char *suffix;

	w->number = number_of(name, &suffix);
	if (!strcmp(suffix, RING_LIST))
		ring_rows(r, w->number, print_found, w);
}

bool ring_find(const struct agent_ring *r, const char *id)
{
	struct wanted w = { .r = r, .id = id };

	each_file(r, search_file, &w);
	return w.found;
}
