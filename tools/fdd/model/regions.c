// SPDX-License-Identifier: GPL-2.0
/*
 * Regions: pairs begins with ends while a trace is read.
 *
 * DOC: which calls are within a region
 *
 * A call is within a region if the thread that began the region made it after that, and if
 * it returns before the region ends. A region also ends, for this purpose, with any region
 * that its thread began earlier, unless it is asynchronous: its own end may be missing.
 *
 * The begin is written by the program's write(2), whose calls begin before the marker and
 * return after it, so they are not within the region. The times do not show that in text,
 * where the time of a marker is in microseconds, rounded down, or if trace_clock is not the
 * clock of the calls. There the first call to return, and its callers, are assumed to be
 * of the write if they began that close to the marker.
 *
 * DOC: which begin an end belongs to
 *
 * An id is unique in a process, and any thread may end a region. So an end belongs to a
 * region with the same id, category and name: of the same thread if there is one, else of
 * the same process. Most traces do not hold the process of a thread. Then the oldest region
 * that may be of the same process is used; if there are several it is counted as ambiguous.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/patterns.h"
#include "model/regions.h"

/* Limit of open regions, for programs that do not end them. */
#define MAX_OPEN	(1u << 18)
/* Limit of threads: half of them or more have no open region then. */
#define MAX_THREADS	(2 * MAX_OPEN)
/* Limit of names, for programs that name each region differently. */
#define MAX_KINDS	(1u << 16)
#define MAX_TEXT	(16u << 20)	/* of their names */

struct fdd_region_thread {
	struct fdd_region	*newest;	/* of its regions that can get calls */
	struct fdd_region	*top;		/* of its regions that end by stack */
	unsigned int		wanted;		/* how many of the former are wanted */
	unsigned int		nr_open;	/* all of its regions */
};

/* Kinds */

/* "ns::fn" may be a name, as well as the category "ns" and the name ":fn". */
static bool is_wanted(const struct fdd_regions *r, const char *both, const char *category,
		      const char *name)
{
	for (unsigned int i = 0; i < r->patterns->nr; i++) {
		const char *pattern = r->patterns->list[i];

		if (fdd_glob(pattern, category) || fdd_glob(pattern, name) ||
		    (strchr(pattern, ':') && fdd_glob(pattern, both)))
			return true;
	}
	return r->patterns->nr == 0;
}

static uint32_t new_kind(struct fdd_regions *r, const char *category, const char *name,
			 bool wanted)
{
	GROW(r->kinds, r->nr_kinds, r->cap_kinds);
	r->kinds[r->nr_kinds] = (struct fdd_region_kind){
		.category = xstrdup(category),
		.name = xstrdup(name),
		.wanted = wanted,
	};
	return r->nr_kinds++;
}

/* The kind of all names beyond the limit. */
static uint32_t kind_of_more(struct fdd_regions *r, bool wanted)
{
	while (r->nr_kinds < MAX_KINDS + 2)
		new_kind(r, "*", "(other names)", r->nr_kinds == MAX_KINDS);
	return wanted ? MAX_KINDS : MAX_KINDS + 1;
}

static uint32_t add_kind(struct fdd_regions *r, const char *both, size_t category_len)
{
	char *category = xstrndup(both, category_len);
	const char *name = both + category_len + 1;
	bool wanted = is_wanted(r, both, category, name);
	uint32_t id;

	if (r->nr_kinds < MAX_KINDS && r->kind_names.text + strlen(both) < MAX_TEXT) {
		fdd_names_get(&r->kind_names, both, strlen(both));
		id = new_kind(r, category, name, wanted);
	} else {
		id = kind_of_more(r, wanted);
	}
	free(category);
	return id;
}

char *fdd_region_text(const struct fdd_region_line *line)
{
	char *text = xmalloc(line->category_len + line->name_len + 2), *p = text;

	memcpy(p, line->category, line->category_len);
	p += line->category_len;
	*p++ = ':';
	memcpy(p, line->name, line->name_len);
	p[line->name_len] = '\0';
	return text;
}

static uint32_t kind_of(struct fdd_regions *r, const struct fdd_region_line *line)
{
	char *both = fdd_region_text(line);
	uint32_t id;

	if (!fdd_names_find(&r->kind_names, both, strlen(both), &id))
		id = add_kind(r, both, line->category_len);
	free(both);
	return id;
}

/* Threads */

static struct fdd_region_thread *find_thread(const struct fdd_regions *r,
					     uint16_t source, int32_t pid, uint16_t cpu)
{
	uint64_t *value = fdd_map_find(&r->threads, fdd_thread_key(source, pid, cpu));

	return value ? (struct fdd_region_thread *)(uintptr_t)*value : NULL;
}

/*
 * A thread without an open region is like one that is not known. It stays, since most threads
 * begin other regions, but many of them have died when there are very many.
 */
static __attribute__((cold)) void drop_idle_threads(struct fdd_regions *r)
{
	struct fdd_map old = r->threads;

	r->threads = (struct fdd_map){ 0 };
	for (size_t i = 0; i <= old.mask; i++) {
		struct fdd_region_thread *t = (void *)(uintptr_t)old.slots[i].value;

		if (!old.used[i])
			continue;
		if (t->nr_open)
			*fdd_map_get(&r->threads, old.slots[i].key) = (uintptr_t)t;
		else
			free(t);
	}
	fdd_map_free(&old);
}

static struct fdd_region_thread *get_thread(struct fdd_regions *r,
					    const struct fdd_note *note)
{
	uint64_t key = fdd_thread_key(note->source, note->pid, note->cpu);
	uint64_t *value = fdd_map_find(&r->threads, key);

	if (value)
		return (struct fdd_region_thread *)(uintptr_t)*value;
	if (r->threads.nr >= MAX_THREADS)
		drop_idle_threads(r);
	value = fdd_map_get(&r->threads, key);
	*value = (uintptr_t)xcalloc(1, sizeof(struct fdd_region_thread));
	return (struct fdd_region_thread *)(uintptr_t)*value;
}

static bool wants(const struct fdd_regions *r, const struct fdd_region *region)
{
	return r->kinds[region->kind].wanted;
}

static void enter_thread(struct fdd_regions *r, struct fdd_region *region)
{
	struct fdd_region_thread *t = region->thread;

	t->nr_open++;
	region->older = t->newest;
	if (t->newest)
		t->newest->newer = region;
	t->newest = region;
	t->wanted += wants(r, region);
	if (region->pairing == FDD_REGION_BY_STACK) {
		region->under = t->top;
		if (t->top)
			t->top->over = region;
		t->top = region;
	}
}

static bool has_calls(const struct fdd_region *region)
{
	return region->newer || region->thread->newest == region;
}

/* The region gets no more calls. */
static void leave_thread(struct fdd_regions *r, struct fdd_region *region)
{
	if (!has_calls(region))
		return;
	if (region->newer)
		region->newer->older = region->older;
	else
		region->thread->newest = region->older;
	if (region->older)
		region->older->newer = region->newer;
	region->newer = region->older = NULL;
	region->thread->wanted -= wants(r, region);
}

/*
 * The hash tables of open regions. A bucket has the oldest region of each key, and that one has
 * the others of its key in a ring, by age: the oldest and the latest are found in the same time
 * however many there are.
 */

static bool same_key(enum fdd_region_table table, const struct fdd_region *a,
		     const struct fdd_region *b)
{
	if (a->id != b->id || a->kind != b->kind || a->source != b->source)
		return false;
	if (table == FDD_REGION_BY_PROCESS)
		return a->process == b->process;
	return table == FDD_REGION_BY_END || a->thread == b->thread;
}

static struct fdd_region **bucket(const struct fdd_regions *r, enum fdd_region_table table,
				  const struct fdd_region *key)
{
	uint64_t hash = fdd_hash64(key->id ^ fdd_hash64((uint64_t)key->kind << 16 | key->source));

	if (table == FDD_REGION_BY_PROCESS)
		hash = fdd_hash64(hash ^ (uint32_t)key->process);
	else if (table == FDD_REGION_BY_THREAD)
		hash = fdd_hash64(hash ^ (uintptr_t)key->thread);
	return &r->buckets[table][hash & (r->nr_buckets - 1)];
}

/* The oldest region with these fields, or NULL. */
static struct fdd_region *find_oldest(const struct fdd_regions *r, enum fdd_region_table table,
				      const struct fdd_region *key)
{
	struct fdd_region *region = r->nr_buckets ? *bucket(r, table, key) : NULL;

	while (region && !same_key(table, region, key))
		region = region->hashed[table].next;
	return region;
}

static bool is_hashed(const struct fdd_region *region)
{
	return region->hashed[0].later;
}

/* @region is in the place of @next, or before it. */
static void put_in_bucket(enum fdd_region_table table, struct fdd_region *region,
			  struct fdd_region **link, struct fdd_region *next)
{
	region->hashed[table].next = next;
	region->hashed[table].link = link;
	*link = region;
	if (next)
		next->hashed[table].link = &region->hashed[table].next;
}

static void add_to_group(struct fdd_regions *r, enum fdd_region_table table,
			 struct fdd_region *region)
{
	struct fdd_region *oldest = find_oldest(r, table, region), *latest, **link;

	if (!oldest) {
		link = bucket(r, table, region);
		put_in_bucket(table, region, link, *link);
		oldest = region;
		region->hashed[table].earlier = region;
	}
	latest = oldest->hashed[table].earlier;
	region->hashed[table].later = oldest;
	region->hashed[table].earlier = latest;
	latest->hashed[table].later = region;
	oldest->hashed[table].earlier = region;
}

/* If it is the oldest, the next one of its group takes its place. */
static void leave_group(enum fdd_region_table table, struct fdd_region *region)
{
	struct fdd_region *later = region->hashed[table].later;
	struct fdd_region *earlier = region->hashed[table].earlier;
	struct fdd_region *next = region->hashed[table].next, **link = region->hashed[table].link;

	later->hashed[table].earlier = earlier;
	earlier->hashed[table].later = later;
	if (!link)
		return;
	*link = next;
	if (next)
		next->hashed[table].link = link;
	if (later != region)
		put_in_bucket(table, later, link, next);
}

static void link_hash(struct fdd_regions *r, struct fdd_region *region)
{
	for (int table = 0; table < FDD_REGION_TABLES; table++)
		add_to_group(r, table, region);
}

static void unlink_hash(struct fdd_region *region)
{
	for (int table = 0; is_hashed(region) && table < FDD_REGION_TABLES; table++)
		leave_group(table, region);
}

/* Oldest first, as they were linked. */
static void grow_buckets(struct fdd_regions *r)
{
	r->nr_buckets = r->nr_buckets ? r->nr_buckets * 2 : 1024;
	for (int table = 0; table < FDD_REGION_TABLES; table++) {
		free(r->buckets[table]);
		r->buckets[table] = xcalloc(r->nr_buckets, sizeof(struct fdd_region *));
	}
	for (struct fdd_region *region = r->oldest; region; region = region->after) {
		if (!is_hashed(region))
			continue;
		memset(region->hashed, 0, sizeof(region->hashed));
		link_hash(r, region);
	}
}

/* The latest region of the key's thread. */
static struct fdd_region *find_own(const struct fdd_regions *r, const struct fdd_region *key)
{
	struct fdd_region *oldest = key->thread ? find_oldest(r, FDD_REGION_BY_THREAD, key) : NULL;

	return oldest ? oldest->hashed[FDD_REGION_BY_THREAD].earlier : NULL;
}

/*
 * The oldest region that may be of the key's process: if that is not known any with the key's
 * other fields, else one whose process is not known.
 */
static struct fdd_region *find_maybe(struct fdd_regions *r, const struct fdd_region *key)
{
	enum fdd_region_table table = key->process ? FDD_REGION_BY_PROCESS : FDD_REGION_BY_END;
	struct fdd_region unknown = *key, *oldest;

	unknown.process = 0;
	oldest = find_oldest(r, table, &unknown);
	if (oldest)
		r->ambiguous += oldest->hashed[table].later != oldest;
	return oldest;
}

/* The list of open regions */

static void add_open(struct fdd_regions *r, struct fdd_region *region)
{
	region->before = r->newest;
	if (r->newest)
		r->newest->after = region;
	else
		r->oldest = region;
	r->newest = region;
	r->nr_open++;
	enter_thread(r, region);
	if (region->pairing == FDD_REGION_BY_STACK)
		return;
	if (r->nr_open > r->nr_buckets)
		grow_buckets(r);
	link_hash(r, region);
}

static void leave_stack(struct fdd_region *region)
{
	if (region->pairing != FDD_REGION_BY_STACK)
		return;
	if (region->over)
		region->over->under = region->under;
	else
		region->thread->top = region->under;
	if (region->under)
		region->under->over = region->over;
}

static void remove_open(struct fdd_regions *r, struct fdd_region *region)
{
	if (region->before)
		region->before->after = region->after;
	else
		r->oldest = region->after;
	if (region->after)
		region->after->before = region->before;
	else
		r->newest = region->before;
	r->nr_open--;
	leave_thread(r, region);
	leave_stack(region);
	unlink_hash(region);
	region->thread->nr_open--;
	free(region);
}

static void give_up(struct fdd_regions *r, struct fdd_region *region)
{
	if (r->watch.unfinished && wants(r, region))
		r->watch.unfinished(r->watch.arg, region);
	remove_open(r, region);
}

/* Begin and end */

/* The same id again in a thread: another program, or an end was lost. */
static void end_namesake(struct fdd_regions *r, const struct fdd_region *region)
{
	struct fdd_region *own;

	if (region->pairing != FDD_REGION_BY_ID)
		return;
	own = find_own(r, region);
	if (own)
		give_up(r, own);
}

static int32_t process_of(const struct fdd_region_line *line, const struct fdd_note *note)
{
	return line->process ? line->process : note->tgid;
}

static void begin(struct fdd_regions *r, const struct fdd_region_line *line,
		  const struct fdd_note *note)
{
	struct fdd_region *region = xmalloc(sizeof(*region));

	*region = (struct fdd_region){
		.id = line->id,
		.from = note->time,
		.slack = note->slack,
		.first_own = UINT64_MAX,
		.kind = kind_of(r, line),
		.comm = note->comm,
		.pid = note->pid,
		.process = process_of(line, note),
		.cpu = note->cpu,
		.source = note->source,
		.pairing = line->pairing,
		.no_time = note->no_time,
		.is_async = line->pairing == FDD_REGION_BY_COOKIE,
		.thread = get_thread(r, note),
	};
	r->more_names += region->kind == MAX_KINDS;
	end_namesake(r, region);
	if (r->nr_open == MAX_OPEN) {
		r->dropped++;
		give_up(r, r->oldest);
	}
	add_open(r, region);
	if (r->watch.began && wants(r, region))
		r->watch.began(r->watch.arg, region, line);
}

/* Regions that the thread began within a region that ends get no more calls. */
static void leave_behind(struct fdd_regions *r, const struct fdd_region *outer)
{
	struct fdd_region *region = outer->thread->newest, *older;

	if (outer->is_async || !has_calls(outer))
		return;
	for (; region != outer; region = older) {
		older = region->older;
		if (region->is_async)
			continue;
		region->left = outer->to;
		leave_thread(r, region);
	}
}

static void end(struct fdd_regions *r, struct fdd_region *region,
		const struct fdd_region_thread *thread, const struct fdd_note *note)
{
	region->to = note->time > region->from ? note->time : region->from;
	region->no_time |= note->no_time;
	region->is_async |= region->thread != thread;
	r->estimated += region->no_time;
	if (r->watch.ended && wants(r, region))
		r->watch.ended(r->watch.arg, region);
	leave_behind(r, region);
	remove_open(r, region);
}

/* The open region that an end belongs to, or NULL. */
static struct fdd_region *find_begin(struct fdd_regions *r, const struct fdd_region *key)
{
	struct fdd_region *region = find_own(r, key);

	if (!region && key->process)
		region = find_oldest(r, FDD_REGION_BY_PROCESS, key);
	return region ? region : find_maybe(r, key);
}

static bool end_by_id(struct fdd_regions *r, const struct fdd_region_line *line,
		      const struct fdd_note *note)
{
	const struct fdd_region key = {
		.id = line->id,
		.kind = kind_of(r, line),
		.process = process_of(line, note),
		.source = note->source,
		.thread = find_thread(r, note->source, note->pid, note->cpu),
	};
	struct fdd_region *region = find_begin(r, &key);

	if (region)
		end(r, region, key.thread, note);
	else
		r->no_enter++;
	return true;
}

/* Skip regions whose ends were lost: a region around them has ended. */
static struct fdd_region *top_of_stack(struct fdd_regions *r,
				       const struct fdd_region_thread *thread)
{
	while (thread && thread->top && !has_calls(thread->top))
		give_up(r, thread->top);
	return thread ? thread->top : NULL;
}

/* "E" without a begin may be another program's marker. */
static bool end_by_stack(struct fdd_regions *r, const struct fdd_note *note)
{
	struct fdd_region_thread *thread = find_thread(r, note->source, note->pid, note->cpu);
	struct fdd_region *region = top_of_stack(r, thread);

	if (region)
		end(r, region, thread, note);
	else if (note->len > 1)
		r->no_enter++;
	return region || note->len > 1;
}

static bool single(struct fdd_regions *r, const struct fdd_region_line *line,
		   const struct fdd_note *note)
{
	if (!r->watch.single)
		return false;
	r->watch.single(r->watch.arg, note, line);
	return true;
}

bool fdd_regions_note(struct fdd_regions *r, const struct fdd_note *note)
{
	struct fdd_region_line line;

	if (note->kind != FDD_NOTE_MARKER || !note->text ||
	    !fdd_region_parse(note->text, note->len, &line))
		return false;
	switch (line.what) {
	case FDD_REGION_BEGIN:
		begin(r, &line, note);
		return true;
	case FDD_REGION_END:
		return line.pairing == FDD_REGION_BY_STACK ? end_by_stack(r, note) :
							     end_by_id(r, &line, note);
	default:
		return single(r, &line, note);
	}
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	fdd_regions_note(container_of(sink, struct fdd_regions, sink), note);
}

/* Calls */

/*
 * By its times, may the call belong to the write(2) of the region's begin? Calls that begin
 * after such a call has returned do not.
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

/* The list is ordered by time: stop at the first region that began before the call. */
unsigned int fdd_regions_around(struct fdd_regions *r, const struct fdd_call *call)
{
	struct fdd_region_thread *t;
	struct fdd_region *region;
	unsigned int around;

	if (call->context != FDD_CTX_TASK)
		return 0;
	t = find_thread(r, call->source, call->pid, call->cpu);
	if (!t)
		return 0;
	around = t->wanted;
	for (region = t->newest; region && call->calltime < region->from + region->slack;
	     region = region->older)
		if (is_own_write(region, call))
			around -= wants(r, region);
	return around;
}

unsigned int fdd_regions_open(const struct fdd_regions *r,
			      const struct fdd_note *note)
{
	struct fdd_region_thread *t = find_thread(r, note->source, note->pid, note->cpu);

	return t ? t->wanted : 0;
}

/* Begin and end of reading */

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
	while (r->oldest)
		give_up(r, r->oldest);
}

bool fdd_regions_any(const struct fdd_regions *r)
{
	for (uint32_t i = 0; i < r->nr_kinds; i++)
		if (r->kinds[i].wanted)
			return true;
	return false;
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

void fdd_regions_warn(const struct fdd_regions *r)
{
	if (r->no_enter)
		fdd_warning("%llu region%s ended without a begin: it was before the trace, or was lost%s",
			    (unsigned long long)r->no_enter, plural(r->no_enter),
			    r->dropped ? ", or was dropped" : "");
	if (r->dropped)
		fdd_warning("more than %u regions were open at once: the oldest %llu of them were dropped and count as not finished",
			    MAX_OPEN, (unsigned long long)r->dropped);
	if (r->ambiguous)
		fdd_warning("%llu region%s may have been ended by another process with the same ids: the trace does not hold the process of threads (record the event func_duration with the trace option record-tgid)",
			    (unsigned long long)r->ambiguous, plural(r->ambiguous));
	if (r->more_names && r->kind_names.nr == MAX_KINDS)
		fdd_warning("more than %u different regions: %llu others are counted as \"*:(other names)\"",
			    MAX_KINDS, (unsigned long long)r->more_names);
	else if (r->more_names)
		fdd_warning("the names of different regions have more than %u MiB: %llu others are counted as \"*:(other names)\"",
			    MAX_TEXT >> 20, (unsigned long long)r->more_names);
	if (r->estimated)
		fdd_warning("%llu region%s the times of the calls around them: the trace does not hold the times of markers (record with the trace option duration-abstime and trace_clock \"local\")",
			    (unsigned long long)r->estimated, r->estimated == 1 ? " has" : "s have");
}

static void free_threads(struct fdd_regions *r)
{
	const struct fdd_map *map = &r->threads;

	for (size_t i = 0; map->mask && i <= map->mask; i++)
		if (map->used[i])
			free((void *)(uintptr_t)map->slots[i].value);
	fdd_map_free(&r->threads);
}

void fdd_regions_free(struct fdd_regions *r)
{
	while (r->oldest)
		remove_open(r, r->oldest);
	free_threads(r);
	for (uint32_t k = 0; k < r->nr_kinds; k++) {
		free(r->kinds[k].category);
		free(r->kinds[k].name);
	}
	free(r->kinds);
	for (int table = 0; table < FDD_REGION_TABLES; table++)
		free(r->buckets[table]);
	fdd_names_free(&r->kind_names);
}
