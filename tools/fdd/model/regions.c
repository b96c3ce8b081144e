// SPDX-License-Identifier: GPL-2.0
/*
 * Regions, while a trace goes by.
 *
 * DOC: which calls are within a region
 *
 * Those that the thread which began it made after that, and that return before
 * the region ends. The line of a begin is written by the program's own
 * write(2): what was called for that began before the line and returns after
 * it, so it is not within. In text, where the time of a marker is in whole
 * microseconds, cut off, and where markers have a clock of their own, that cannot
 * be told from the times alone; there the first call to return, and those around
 * it, are taken to be the write's if they began so close to the marker.
 *
 * A region may be ended by another thread. Ids are unique in a process, and
 * the trace does not say which threads are one process: so an end first looks
 * for a begin of its own thread, then for one of any other with that name.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/scan.h"
#include "model/regions.h"

/* A program that never ends its regions must not fill the memory. */
#define MAX_OPEN	4096

/* The regions that a thread began and that have not ended, oldest first. */
struct fdd_region_thread {
	struct fdd_region	*open;
	unsigned int		nr, cap;
};

/* Parsing */

static bool is_event(const char *p, const char *end, const char *event)
{
	size_t len = strlen(event);

	return (size_t)(end - p) > len && !memcmp(p, event, len);
}

/* The name goes up to the pairs, if there are any. */
static void split_name(const char *p, const char *end, struct fdd_region_line *line)
{
	const char *pairs = line->enter ? memmem(p, end - p, " - (", 4) : NULL;

	line->name = p;
	line->name_len = (pairs ? pairs : end) - p;
	line->pairs = pairs ? pairs + 3 : end;
	line->pairs_len = end - line->pairs;
}

bool fdd_region_parse(const char *text, size_t len, struct fdd_region_line *line)
{
	const char *p = text, *end = text + len;

	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	for (line->id = 0; p < end && is_digit(*p) && p - text < 20; p++)
		line->id = line->id * 10 + (*p - '0');
	if (p == text || p == end || *p != ' ')
		return false;
	line->category = ++p;
	while (p < end && *p != ' ')
		p++;
	line->category_len = p - line->category;
	line->enter = is_event(p, end, " Enter: ");
	if (!line->category_len || (!line->enter && !is_event(p, end, " Exit: ")))
		return false;
	split_name(p + strlen(line->enter ? " Enter: " : " Exit: "), end, line);
	return true;
}

/* Kinds */

static bool is_wanted(const struct fdd_regions *r, const struct fdd_region_kind *kind,
		      const char *both)
{
	for (unsigned int i = 0; i < r->patterns->nr; i++) {
		const char *pattern = r->patterns->list[i];

		if (strchr(pattern, ':') ? fdd_glob(pattern, both) :
		    fdd_glob(pattern, kind->category) || fdd_glob(pattern, kind->name))
			return true;
	}
	return r->patterns->nr == 0;
}

static uint32_t kind_of(struct fdd_regions *r, const struct fdd_region_line *line)
{
	size_t len = line->category_len + 1 + line->name_len;
	char *both = xmalloc(len + 1);
	uint32_t id;

	memcpy(both, line->category, line->category_len);
	both[line->category_len] = ':';
	memcpy(both + line->category_len + 1, line->name, line->name_len);
	both[len] = '\0';
	id = fdd_names_get(&r->kind_names, both, len);
	if (id == r->nr_kinds) {
		struct fdd_region_kind *kind;

		GROW(r->kinds, r->nr_kinds, r->cap_kinds);
		kind = &r->kinds[r->nr_kinds++];
		kind->category = xstrndup(line->category, line->category_len);
		kind->name = xstrndup(line->name, line->name_len);
		kind->wanted = is_wanted(r, kind, both);
	}
	free(both);
	return id;
}

/* Threads */

/* Where the trace names no task, a CPU stands for one. */
static uint64_t thread_key(uint16_t source, int32_t pid, uint16_t cpu)
{
	return (uint64_t)source << 40 |
	       (pid >= 0 ? (uint64_t)pid : (1ull << 32 | cpu));
}

static struct fdd_region_thread *find_thread(const struct fdd_regions *r,
					     uint64_t key)
{
	uint64_t *value = fdd_map_find(&r->threads, key);

	return value ? (struct fdd_region_thread *)(uintptr_t)*value : NULL;
}

static struct fdd_region_thread *get_thread(struct fdd_regions *r, uint64_t key)
{
	uint64_t *value = fdd_map_get(&r->threads, key);

	if (!*value)
		*value = (uintptr_t)xcalloc(1, sizeof(struct fdd_region_thread));
	return (struct fdd_region_thread *)(uintptr_t)*value;
}

/* The threads, one after the other, in any order: *i begins as 0. */
static struct fdd_region_thread *next_thread(const struct fdd_regions *r, size_t *i,
					     uint64_t *key)
{
	const struct fdd_map *map = &r->threads;

	while (map->mask && *i <= map->mask) {
		size_t slot = (*i)++;

		if (!map->used[slot])
			continue;
		*key = map->slots[slot].key;
		return (struct fdd_region_thread *)(uintptr_t)map->slots[slot].value;
	}
	return NULL;
}

static void remove_region(struct fdd_region_thread *t, unsigned int i)
{
	t->nr--;
	memmove(t->open + i, t->open + i + 1, (t->nr - i) * sizeof(*t->open));
}

static void give_up(struct fdd_regions *r, struct fdd_region_thread *t,
		    unsigned int i)
{
	if (r->watch.unfinished && r->kinds[t->open[i].kind].wanted)
		r->watch.unfinished(r->watch.arg, &t->open[i]);
	remove_region(t, i);
}

/* Begin and end */

static void begin(struct fdd_regions *r, const struct fdd_region_line *line,
		  const struct fdd_note *note)
{
	uint64_t key = thread_key(note->source, note->pid, note->cpu);
	struct fdd_region_thread *t = get_thread(r, key);
	struct fdd_region *region;

	if (t->nr == MAX_OPEN)
		give_up(r, t, 0);
	GROW(t->open, t->nr, t->cap);
	region = &t->open[t->nr++];
	*region = (struct fdd_region){
		.id = line->id,
		.from = note->time,
		.slack = note->slack,
		.first_own = UINT64_MAX,
		.kind = kind_of(r, line),
		.comm = note->comm,
		.pid = note->pid,
		.cpu = note->cpu,
		.source = note->source,
		.no_time = note->no_time,
	};
	if (r->watch.began && r->kinds[region->kind].wanted)
		r->watch.began(r->watch.arg, region, line);
}

/*
 * The end of an outer region, after events were lost: those within it have
 * ended as well, and their ends were among the lost.
 */
static void end_doubtful(struct fdd_regions *r, struct fdd_region_thread *t,
			 unsigned int outer)
{
	for (unsigned int i = t->nr; --i > outer; )
		if (t->open[i].doubtful)
			give_up(r, t, i);
}

static void end(struct fdd_regions *r, struct fdd_region_thread *t,
		unsigned int i, const struct fdd_note *note)
{
	struct fdd_region *region = &t->open[i];

	region->to = note->time > region->from ? note->time : region->from;
	region->no_time |= note->no_time;
	r->estimated += region->no_time;
	if (r->watch.ended && r->kinds[region->kind].wanted)
		r->watch.ended(r->watch.arg, region);
	end_doubtful(r, t, i);
	remove_region(t, i);
}

static bool end_in_thread(struct fdd_regions *r, struct fdd_region_thread *t,
			  const struct fdd_region_line *line, uint32_t kind,
			  const struct fdd_note *note)
{
	for (unsigned int i = t ? t->nr : 0; i-- > 0; ) {
		if (t->open[i].id != line->id || t->open[i].kind != kind)
			continue;
		end(r, t, i, note);
		return true;
	}
	return false;
}

static void end_somewhere(struct fdd_regions *r, const struct fdd_region_line *line,
			  const struct fdd_note *note)
{
	uint64_t own = thread_key(note->source, note->pid, note->cpu), key;
	uint32_t kind = kind_of(r, line);
	struct fdd_region_thread *t;
	size_t i = 0;

	if (end_in_thread(r, find_thread(r, own), line, kind, note))
		return;
	while ((t = next_thread(r, &i, &key)))
		if (key >> 40 == note->source &&
		    end_in_thread(r, t, line, kind, note))
			return;
	r->no_enter++;
}

static void doubt(struct fdd_regions *r, uint16_t source)
{
	struct fdd_region_thread *t;
	uint64_t key;
	size_t i = 0;

	while ((t = next_thread(r, &i, &key)))
		for (unsigned int n = 0; key >> 40 == source && n < t->nr; n++)
			t->open[n].doubtful = true;
}

bool fdd_regions_note(struct fdd_regions *r, const struct fdd_note *note)
{
	struct fdd_region_line line;

	if (note->kind == FDD_NOTE_LOST)
		doubt(r, note->source);
	if (note->kind != FDD_NOTE_MARKER || !note->text ||
	    !fdd_region_parse(note->text, note->len, &line))
		return false;
	if (line.enter)
		begin(r, &line, note);
	else
		end_somewhere(r, &line, note);
	return true;
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	fdd_regions_note(container_of(sink, struct fdd_regions, sink), note);
}

/* Calls */

/*
 * Was it the region's own begin that called, for all that times can tell? What
 * began after such a call that returned was not.
 */
static bool is_own_write(struct fdd_region *region, const struct fdd_call *call)
{
	if (call->calltime > region->first_own)
		return false;
	if (call->calltime >= region->from + region->slack)
		return false;
	region->first_own = call->calltime;
	return true;
}

unsigned int fdd_regions_around(struct fdd_regions *r, const struct fdd_call *call)
{
	struct fdd_region_thread *t;
	unsigned int around = 0;

	if (call->context != FDD_CTX_TASK)
		return 0;
	t = find_thread(r, thread_key(call->source, call->pid, call->cpu));
	for (unsigned int i = 0; t && i < t->nr; i++)
		if (!is_own_write(&t->open[i], call) &&
		    r->kinds[t->open[i].kind].wanted)
			around++;
	return around;
}

unsigned int fdd_regions_open(const struct fdd_regions *r,
			      const struct fdd_note *note)
{
	struct fdd_region_thread *t;
	unsigned int open = 0;

	t = find_thread(r, thread_key(note->source, note->pid, note->cpu));
	for (unsigned int i = 0; t && i < t->nr; i++)
		open += r->kinds[t->open[i].kind].wanted;
	return open;
}

/* Begin and end of all */

void fdd_regions_init(struct fdd_regions *r, const struct fdd_patterns *patterns)
{
	*r = (struct fdd_regions){ .patterns = patterns };
}

void fdd_regions_attach(struct fdd_regions *r, struct fdd_model *m)
{
	r->sink.note = on_note;
	fdd_model_add_sink(m, &r->sink);
}

void fdd_regions_finish(struct fdd_regions *r)
{
	struct fdd_region_thread *t;
	uint64_t key;
	size_t i = 0;

	while ((t = next_thread(r, &i, &key)))
		while (t->nr)
			give_up(r, t, 0);
}

bool fdd_regions_any(const struct fdd_regions *r)
{
	for (uint32_t i = 0; i < r->nr_kinds; i++)
		if (r->kinds[i].wanted)
			return true;
	if (r->nr_kinds)
		fdd_warning("--region: no region of the trace is called that (\"fdd regions\" lists them)");
	else
		fdd_warning("--region: there is no region in the trace");
	return false;
}

void fdd_regions_free(struct fdd_regions *r)
{
	struct fdd_region_thread *t;
	uint64_t key;
	size_t i = 0;

	while ((t = next_thread(r, &i, &key))) {
		free(t->open);
		free(t);
	}
	for (uint32_t k = 0; k < r->nr_kinds; k++) {
		free(r->kinds[k].category);
		free(r->kinds[k].name);
	}
	free(r->kinds);
	fdd_map_free(&r->threads);
	fdd_names_free(&r->kind_names);
}
