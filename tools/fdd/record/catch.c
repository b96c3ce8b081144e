// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch: waits for a slow call, saves it with what led to it, and waits for the next one.
 * The buffer that is overwritten meanwhile is made as large as --history needs. When slow calls
 * follow one another, the next one is only saved after a pause.
 *
 * How a call is noticed is in catch_event.c, and without the module in catch_graph.c.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/catch.h"
#include "record/child.h"
#include "record/wall.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define FIRST_CHECK	(1 * NSEC_PER_SEC)
#define LAST_CHECK	(60 * NSEC_PER_SEC)
#define LONGEST_PAUSE	(60 * NSEC_PER_SEC)
#define LOOK_NS		(NSEC_PER_SEC / 4)	/* where nothing wakes us up */
#define MARK_NS		(10 * NSEC_PER_SEC)	/* between marks of the wall clock, at most */
#define MOST_BUFFER_KB	(64 << 10)	/* for each CPU, unless -b asks for more */

static void close_files(struct catch *c)
{
	const int fds[] = { c->signal_fd, c->wake_fd, c->hold_fd };

	for (size_t i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* The calls in a slow one, and those that have not returned, need the module. */
static int load(struct catch *c)
{
	struct record *r = &c->record;
	int ret;

	if (r->tree || c->open)
		ret = session_load(&r->wish);
	else
		ret = session_load_or_graph(&r->wish, "slow calls without the calls before and in them (--history-thresh, --tree), and one threshold for all users");
	c->way = r->wish.tracer ? &catch_by_graph : &catch_by_event;
	return ret;
}

static int arm(struct catch *c)
{
	c->signal_fd = record_signal_fd();
	if (c->signal_fd < 0 || load(c) || c->way->arm(c) ||
	    (c->persistent && persist_arm(c)))
		return -1;
	if (c->record.command)
		record_start_command(&c->record);
	return 0;
}

/*
 * Looking after the instance, seldom
 */

/* "name: 12.345678" in ns */
static uint64_t stat_time(const char *stats, const char *name)
{
	const char *p = strstr(stats, name);
	uint64_t ns = 0;
	size_t len;
	char text[40];

	if (!p)
		return 0;
	p += strlen(name);
	p += strspn(p, " ");
	len = strcspn(p, "\n");
	snprintf(text, sizeof(text), "%.*ss", (int)len, p);
	return fdd_parse_time(text, 1, &ns) ? ns : 0;
}

static uint64_t wanted_kb(const struct catch *c, const char *stats, uint64_t kb)
{
	uint64_t oldest = stat_time(stats, "oldest event ts:"), now = stat_time(stats, "now ts:");
	uint64_t span = now > oldest ? now - oldest : 1;

	if (!strstr(stats, "\noverrun:") || strstr(stats, "\noverrun: 0\n") || !oldest ||
	    span >= c->history_ns)
		return kb;
	/* the rate of the last while, and a quarter more */
	return kb * 1.25 * c->history_ns / span;
}

/* No more than an eighth of the free memory, for all buffers and snapshots. */
static uint64_t most_kb(void)
{
	uint64_t pages = sysconf(_SC_AVPHYS_PAGES), page_kb = sysconf(_SC_PAGESIZE) / 1024;
	uint64_t most = pages * page_kb / 8 / 2 / sysconf(_SC_NPROCESSORS_ONLN);

	return most < MOST_BUFFER_KB ? most : MOST_BUFFER_KB;
}

static uint64_t wanted_by_cpus(const struct catch *c, uint64_t kb)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_CONF);
	uint64_t wanted = kb;

	for (unsigned int cpu = 0; cpu < cpus; cpu++) {
		char file[64], *stats;
		uint64_t w;

		snprintf(file, sizeof(file), "per_cpu/cpu%u/stats", cpu);
		stats = tracing_read(c->history, file);
		w = stats ? wanted_kb(c, stats, kb) : 0;
		wanted = w > wanted ? w : wanted;
		free(stats);
	}
	return wanted;
}

/* Without -b: larger, if it is overwritten sooner than --history wants. */
static void fit_buffer(const struct catch *c)
{
	uint64_t kb = 0, wanted, most = most_kb();
	char text[24];

	if (c->record.wish.buffer_kb ||
	    !tracing_read_u64(c->history, "buffer_size_kb", &kb))
		return;
	wanted = wanted_by_cpus(c, kb);
	wanted = wanted > most ? most : wanted;
	if (wanted <= kb)
		return;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)wanted);
	fdd_debug("buffers of %llu KiB were too small, now %s", (unsigned long long)kb, text);
	tracing_write(c->history, "buffer_size_kb", text);
}

static int check(struct catch *c)
{
	c->next_check = fdd_now() + c->check_ns;
	c->check_ns = c->check_ns * 2 < LAST_CHECK ? c->check_ns * 2 : LAST_CHECK;
	if (c->way->check(c))
		return -1;
	fit_buffer(c);
	return 0;
}

/*
 * The pause after a call
 */

/* Twice as long as the last one, if another call followed immediately. */
static void begin_pause(struct catch *c, uint64_t taken_at)
{
	bool at_once = taken_at - c->resumed_at < c->now_pause_ns;

	c->now_pause_ns = at_once ? 2 * c->now_pause_ns : c->pause_ns;
	if (c->now_pause_ns > LONGEST_PAUSE && c->now_pause_ns > c->pause_ns)
		c->now_pause_ns = c->pause_ns > LONGEST_PAUSE ? c->pause_ns : LONGEST_PAUSE;
	c->paused_at = fdd_now();
	c->resume_at = c->paused_at + c->now_pause_ns;
}

/*
 * All slow calls since the trigger was set, but the one that was caught, if it had returned. The
 * pause is longer than it was to be if it took longer to explain that one.
 */
static void report_pause(struct catch *c)
{
	uint64_t hits = c->resume_at && c->counts ? c->way->count(c) : 0;
	char text[24];

	if (hits > c->hits + c->is_hit)
		fdd_tell("calls not saved, in the pause of %s after the last one: %llu (--pause)",
			 fdd_time_text(text, sizeof(text), fdd_now() - c->paused_at),
			 (unsigned long long)(hits - c->hits - c->is_hit));
	c->hits = hits;
}

static int end_pause(struct catch *c)
{
	report_pause(c);
	c->resume_at = 0;
	c->resumed_at = fdd_now();
	return c->way->again(c);
}

/*
 * Waiting
 */

/* Often enough that what is kept has a mark of the wall clock. */
static void mark_wall(struct catch *c)
{
	uint64_t now = fdd_now(), pause = c->history_ns / 2;

	if (now < c->mark_at)
		return;
	record_mark_wall(c->history);
	pause = pause < LOOK_NS ? LOOK_NS : pause;
	c->mark_at = now + (pause < MARK_NS ? pause : MARK_NS);
}

static int wait_ms(const struct catch *c)
{
	uint64_t now = fdd_now(), until = c->next_check, ns;

	if (c->resume_at && c->resume_at < until)
		until = c->resume_at;
	if (c->mark_at < until)
		until = c->mark_at;
	ns = until > now ? until - now : 0;
	if (!c->resume_at && c->wake_fd < 0 && ns > LOOK_NS)
		ns = LOOK_NS;
	if (!c->resume_at && c->open && c->unreturned.look_at < now + ns)
		ns = c->unreturned.look_at > now ? c->unreturned.look_at - now : 0;
	return ns / 1000000 + 1;
}

/* What led to a call is saved: wait for another one before the rest, which may take long. */
static int saved(struct catch *c)
{
	c->caught++;
	/* the buffer begins anew */
	c->mark_at = 0;
	if (c->pause_ns)
		begin_pause(c, c->taken_at);
	else if (c->caught != c->count)
		return c->way->again(c);
	return 0;
}

static int keep(struct catch *c, catch_explain_fn explain)
{
	c->taken_at = fdd_now();
	if (c->open)
		return catch_keep(c, explain, saved);
	if (catch_save(c) || saved(c))
		return -1;
	explain(c);
	catch_notify(c);
	return 0;
}

static int take(struct catch *c)
{
	c->is_hit = true;
	return keep(c, catch_explain);
}

/* It may wait for the disk that we save on: so it is explained before. */
static int take_open(struct catch *c)
{
	if (c->way->put_aside(c))
		return -1;
	unreturned_explain(c);
	c->is_hit = false;
	return keep(c, catch_explain_open);
}

static bool is_done(const struct catch *c)
{
	const struct record *r = &c->record;

	return r->stops || (c->count && c->caught >= c->count) || (r->command && r->child.ended) ||
	       !session_pids_live(&r->wish);
}

static int wait_once(struct catch *c)
{
	struct pollfd fds[] = {
		{ c->signal_fd, POLLIN, 0 },
		/* in a pause it may be readable */
		{ c->resume_at ? -1 : c->wake_fd, c->wake_events, 0 },
	};
	int ready = poll(fds, ARRAY_SIZE(fds), wait_ms(c));

	mark_wall(c);
	if (ready < 0 && errno != EINTR) {
		fdd_error("poll: %s", strerror(errno));
		return -1;
	}
	if (fds[0].revents & POLLIN)
		record_wait_signal(&c->record, 0);
	if (c->resume_at && fdd_now() >= c->resume_at && end_pause(c))
		return -1;
	if (!c->resume_at && c->way->taken(c))
		return take(c);
	if (!c->resume_at && c->open && unreturned_look(c))
		return take_open(c);
	return fdd_now() >= c->next_check ? check(c) : 0;
}

/* Otherwise prints why not. Looking at the disk each time might be what --open does not survive. */
static bool goes_on(struct catch *c)
{
	bool has_room = c->caught == c->room_at || is_done(c) || catch_has_room(c);

	c->room_at = c->caught;
	return has_room;
}

static int wait_and_save(struct catch *c)
{
	char text[24];

	c->check_ns = FIRST_CHECK;
	c->next_check = fdd_now() + FIRST_CHECK;
	mark_wall(c);
	fdd_tell("waiting for calls of %s or longer%s%s",
		 fdd_time_text(text, sizeof(text), c->thresh_ns),
		 c->open ? ", also for those that have not returned" : "",
		 c->record.command ? "" : "; Ctrl-C stops");
	while (!is_done(c))
		if (wait_once(c) || !goes_on(c))
			return -1;
	report_pause(c);
	return 0;
}

/* The command is not ended because enough was caught. */
static void wait_for_command(struct record *r)
{
	if (r->command && !r->stops)
		record_wait_end(r);
	if (r->stops)
		record_end_command(r);
}

int catch_run(struct catch *c)
{
	struct record *r = &c->record;
	int ret;

	r->go_fd = r->exec_fd = r->said_fd = -1;
	c->signal_fd = c->wake_fd = c->hold_fd = c->unreturned.kmsg_fd = -1;
	record_block_signals(r);
	ret = arm(c);
	if (ret)
		record_drop_command(r);
	else
		ret = wait_and_save(c);
	close_files(c);
	if (undo_all())
		ret = -1;
	if (!ret && c->persistent)
		persist_end(c);
	if (!ret)
		wait_for_command(r);
	if (r->child.ended && record_check_exec(r))
		ret = -1;
	unreturned_free(&c->unreturned);
	free(c->path);
	free(c->text);
	return ret;
}
