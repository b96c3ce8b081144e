// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of what fdd agent decides: the budget on made-up hosts, whose load changes, and the
 * rates.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/budget.h"
#include "agent/cgroups.h"
#include "agent/ring.h"
#include "agent/slow_look.h"
#include "agent/sums.h"
#include "agent/thresholds.h"
#include "agent/tokens.h"
#include "lib/util.h"

#include "../lib/test.h"

/*
 * A host
 */

#define FUNCTIONS	20
#define CALL_NS		300
#define CPUS		4

struct host {
	struct agent_budget	b;
	uint64_t	now;
	double		load;			/* calls a second, of all functions */
	double		own;			/* parts of a CPU */
	double		records;		/* a second, without raised thresholds */
	double		exports;		/* parts of a CPU */
	bool		disk_is_short;
	bool		one;			/* nearly all calls are of one function */
	bool		is_out[FUNCTIONS];
	double		counted[FUNCTIONS], span;	/* which fade */
	unsigned int	changes, looks, above;
	double		spent;			/* ns for tracing, since run() */
};

/* The first function is called most and shortest, the last one is rare, long and at times slow. */
static double calls_of(const struct host *h, unsigned int i)
{
	return h->load * exp2(-(double)i * (h->one ? 10 : 1)) / 2;
}

static uint64_t duration_of(unsigned int i)
{
	return 100ull << i;
}

static bool is_slow(unsigned int i)
{
	return i >= FUNCTIONS - 5;
}

static struct host *new_host(double percent)
{
	struct host *h = xcalloc(1, sizeof(*h));

	h->b.limit = percent / 100 * CPUS * NSEC_PER_SEC;
	h->b.call_ns = CALL_NS;
	h->b.record_ns = 1000;
	h->b.levels = 3;
	h->now = NSEC_PER_SEC;
	h->own = 0.001;
	agent_budget_decide(&h->b, &(struct budget_look){ .now = h->now });
	return h;
}

static void free_host(struct host *h)
{
	agent_budget_free(&h->b);
	free(h);
}

static void apply(struct host *h, int steps)
{
	const struct budget_step *from = h->b.steps + h->b.nr - (steps > 0 ? steps : 0);

	for (int i = 0; i < abs(steps); i++) {
		h->changes++;
		if (from[i].kind != BUDGET_LEAVE_OUT)
			continue;
		EXPECT(from[i].id < FUNCTIONS && h->is_out[from[i].id] == (steps < 0));
		h->is_out[from[i].id] = steps > 0;
		h->counted[from[i].id] = 0;
	}
}

static void look(struct host *h, double seconds)
{
	struct budget_function list[FUNCTIONS];
	double records = h->records / pow(4, h->b.level);
	struct budget_look l = {
		.now = h->now += seconds * NSEC_PER_SEC, .elapsed = seconds * NSEC_PER_SEC,
		.list = list, .records = records * seconds,
		.own_ns = h->own * seconds * NSEC_PER_SEC,
		.export_ns = h->exports * seconds * NSEC_PER_SEC,
		.disk_is_short = h->disk_is_short,
	};
	double part = agent_budget_fade(l.elapsed);
	int steps;

	h->span = l.span = h->span * part + l.elapsed;
	for (unsigned int i = 0; i < FUNCTIONS; i++) {
		double calls = h->is_out[i] ? 0 : calls_of(h, i) * seconds;

		h->counted[i] = h->counted[i] * part + calls;
		l.calls += calls;
		if (!h->is_out[i])
			list[l.nr++] = (struct budget_function){
				i, h->counted[i], h->counted[i] * duration_of(i), is_slow(i),
			};
	}
	h->looks++;
	h->spent += l.calls * CALL_NS + l.records * h->b.record_ns + l.own_ns + l.export_ns;
	steps = agent_budget_decide(&h->b, &l);
	apply(h, steps);
	if (steps < 0) {
		memset(h->counted, 0, sizeof(h->counted));
		h->span = 0;
	}
	h->above += h->b.calm_cost > h->b.limit;
}

static void run(struct host *h, double load, unsigned int seconds)
{
	h->load = load;
	h->changes = 0;
	h->looks = 0;
	h->above = 0;
	h->spent = 0;
	/* a look ends where the load changes, too */
	for (double s = 0, pause; s < seconds; s += pause) {
		pause = fmin((double)h->b.pause / NSEC_PER_SEC, seconds - s);
		look(h, pause);
	}
}

/*
 * Tests
 */

static void below_budget(void)
{
	struct host *h = new_host(1);

	run(h, 1e4, 3600);
	EXPECT(h->changes == 0 && h->above == 0);
	EXPECT(fabs(h->b.counting / (1e4 * CALL_NS) - 1) < 0.01);
	EXPECT(fabs(h->b.own / (0.001 * NSEC_PER_SEC) - 1) < 0.01);
	free_host(h);
}

/* The part of the CPUs' time that tracing takes in the next seconds, of the budget */
static double parts_of_budget(struct host *h, double load, unsigned int seconds)
{
	run(h, load, seconds);
	return h->spent / seconds / h->b.limit;
}

/*
 * A step of any size: at most 5 % in ten seconds with it, and 1.2 % in those from a second after it
 * on.
 */
static void load_steps(void)
{
	for (double step = 1.25; step <= 1000; step *= 1.25) {
		struct host *h = new_host(1);

		for (double load = 1e4; load <= 1e7; load *= step) {
			double first = parts_of_budget(h, load, 1);

			EXPECT(parts_of_budget(h, load, 10) <= 1.2);
			EXPECT((first + 9 * h->spent / 10 / h->b.limit) / 10 <= 5);
			for (unsigned int i = 0; i < 60; i++)
				EXPECT(parts_of_budget(h, load, 10) <= 1.2);
		}
		EXPECT(agent_budget_left_out(&h->b) < FUNCTIONS);
		free_host(h);
	}
}

/* Bursts that the budget of ten seconds pays for give nothing up. */
static void bursts(void)
{
	struct host *h = new_host(1);
	/* calls a second that take the budget */
	double whole = h->b.limit / CALL_NS;

	h->own = 0;
	run(h, whole / 2, 60);
	for (unsigned int i = 0; i < 600; i++) {
		EXPECT(parts_of_budget(h, 2.4 * whole, 1) >= 2.3);
		EXPECT(parts_of_budget(h, whole / 2, 9) <= 0.6);
	}
	EXPECT(!h->b.nr);
	free_host(h);
}

/* Short and frequent functions are left out, and none that was slow. */
static void least_telling(void)
{
	struct host *h = new_host(1);

	run(h, 1e6, 60);
	EXPECT(h->is_out[0]);
	for (unsigned int i = 1; i < FUNCTIONS; i++)
		EXPECT(!h->is_out[i] || (h->is_out[i - 1] && !is_slow(i)));
	free_host(h);
}

/* A frequent long function stays instead of a short one of a lower cost. */
static void long_calls(void)
{
	const struct budget_function list[] = {
		{ .id = 1, .calls = 60000, .time = 60000ull * NSEC_PER_MSEC },
		{ .id = 2, .calls = 50000, .time = 50000ull * 50 },
		{ .id = 3, .calls = 50000, .time = 50000ull * 50, .slow = true },
	};
	const struct budget_look l = {
		.now = 1, .elapsed = NSEC_PER_SEC, .span = NSEC_PER_SEC, .list = list, .nr = 3,
		.calls = 160000,
	};
	struct agent_budget b = { .limit = 40e6, .call_ns = CALL_NS };

	while (!agent_budget_decide(&b, &l))
		;
	EXPECT(b.nr == 1 && b.steps[0].id == 2);
	agent_budget_free(&b);
	/* but the budget is kept */
	b = (struct agent_budget){ .limit = 1e6, .call_ns = CALL_NS };
	EXPECT(agent_budget_decide(&b, &l) == 3);
	EXPECT(b.steps[0].id == 2 && b.steps[1].id == 1 && b.steps[2].id == 3);
	agent_budget_free(&b);
}

/* All is taken back, the last one first; not before a while. */
static void falling_load(void)
{
	struct host *h = new_host(1);
	uint32_t out;

	run(h, 1e7, 300);
	out = agent_budget_left_out(&h->b);
	EXPECT(out > 5);
	run(h, 1e4, 30);
	EXPECT(h->changes == 0);
	run(h, 1e4, 600);
	EXPECT(agent_budget_left_out(&h->b) == 0 && h->changes == out);
	free_host(h);
}

/* Half of the load: some come back, and it stays within the budget. */
static void half_load(void)
{
	struct host *h = new_host(1);
	uint32_t out;

	run(h, 1e6, 300);
	out = agent_budget_left_out(&h->b);
	run(h, 2e5, 1800);
	EXPECT(agent_budget_left_out(&h->b) < out && agent_budget_left_out(&h->b) > 0);
	EXPECT(h->above <= 3);
	free_host(h);
}

/* A day of the same load: what does not fit is tried a few times only. */
static void steady_load(void)
{
	for (double load = 1e5; load <= 1e7; load *= 1.7) {
		struct host *h = new_host(1);

		unsigned int changes = 0;

		run(h, load, 60);
		for (unsigned int i = 0; i < 8640; i++) {
			EXPECT(parts_of_budget(h, load, 10) <= 1.2);
			changes += h->changes;
		}
		EXPECT(changes <= 100);
		free_host(h);
	}
}

/* What costs a hundred times the budget is tried again after hours, for a moment. */
static void trials(void)
{
	struct host *h = new_host(1);
	unsigned int changes = 0;

	h->one = true;
	run(h, 2e7, 60);
	EXPECT(agent_budget_left_out(&h->b) == 1);
	for (unsigned int i = 0; i < 8640; i++) {
		EXPECT(parts_of_budget(h, 2e7, 10) <= 1.2);
		changes += h->changes;
	}
	EXPECT(changes > 4);
	free_host(h);
}

/* A load that comes and ends all the time */
static void load_in_turn(void)
{
	for (unsigned int seconds = 10; seconds <= 600; seconds *= 2) {
		struct host *h = new_host(1);
		unsigned int above = 0, turns = 86400 / (2 * seconds), changed = 0;

		for (unsigned int i = 0; i < turns; i++) {
			run(h, 1e6, seconds);
			above += h->above;
			changed += h->changes > 0;
			run(h, 1e4, seconds);
			above += h->above;
			changed += h->changes > 0;
		}
		EXPECT(above <= 50);
		EXPECT(changed <= 100);
		free_host(h);
	}
}

/* Thresholds are raised before a function is left out, if that helps; and come back last. */
static void records_first(void)
{
	struct host *h = new_host(1);

	h->records = 100000;
	run(h, 1e4, 60);
	EXPECT(h->b.level > 0 && agent_budget_left_out(&h->b) == 0);
	EXPECT(h->b.cost <= h->b.limit);
	run(h, 1e6, 60);
	EXPECT(h->b.steps[0].kind == BUDGET_RAISE && agent_budget_left_out(&h->b) > 0);
	h->records = 0;
	run(h, 1e4, 7200);
	EXPECT(h->b.nr == 0 && h->b.level == 0);
	free_host(h);
	/* no slow calls: it would not help */
	h = new_host(1);
	run(h, 1e6, 60);
	EXPECT(h->b.level == 0 && agent_budget_left_out(&h->b) > 0);
	free_host(h);
}

/* Levels end, and each one has time to work. */
static void levels(void)
{
	struct host *h = new_host(0.1);

	h->b.levels = 2;
	h->exports = 1;
	run(h, 1e3, 10);
	EXPECT(h->b.level <= 1);
	run(h, 1e3, 3600);
	EXPECT(h->b.level == 2);
	free_host(h);
}

static void disk(void)
{
	struct host *h = new_host(0);

	h->disk_is_short = true;
	run(h, 1e7, 120);
	EXPECT(h->b.level == 3 && agent_budget_left_out(&h->b) == 0);
	h->disk_is_short = false;
	run(h, 1e7, 30);
	EXPECT(h->b.level == 3);
	run(h, 1e7, 600);
	EXPECT(h->b.level == 0);
	free_host(h);
}

/* The agent's own time counts, and a burst of it leaves out nothing. */
static void own_time(void)
{
	struct host *h = new_host(1);

	h->own = 0.03;
	run(h, 1e5, 600);
	EXPECT(h->b.cost > 0.03 * NSEC_PER_SEC && agent_budget_left_out(&h->b) > 0);
	EXPECT(h->b.cost <= h->b.limit);
	free_host(h);
	h = new_host(1);
	run(h, 1e4, 60);
	h->exports = 0.3;
	run(h, 1e4, 5);
	h->exports = 0;
	run(h, 1e4, 600);
	EXPECT(agent_budget_left_out(&h->b) == 0);
	free_host(h);
}

static void nothing(void)
{
	const struct budget_look l = { .now = 1 };
	struct agent_budget b = { .limit = 1, .call_ns = 1 };

	EXPECT(agent_budget_decide(&b, &l) == 0 && b.nr == 0);
	agent_budget_free(&b);
}

/*
 * Sums
 */

/* What the kernel counted: @calls of 100 ns of each of two functions */
static struct fdd_stats *counts(uint64_t interval, uint64_t calls, uint64_t other_calls)
{
	const char *const names[] = { "often", "rare" };
	const uint64_t all[] = { calls, other_calls };
	struct fdd_stats *s = fdd_stats_new();

	s->has_buckets = true;
	s->interval = interval;
	for (int i = 0; i < 2; i++) {
		struct fdd_stat_bucket bucket = { 96, 104, all[i] };
		const struct fdd_stat f = {
			.calls = all[i], .total = 100 * all[i], .self = 100 * all[i],
			.sum = 100 * all[i], .min = 100, .max = 100, .buckets = &bucket,
			.nr_buckets = 1,
		};

		s->calls += all[i];
		fdd_stats_add(s, names[i], strlen(names[i]), &f);
	}
	return s;
}

/* The series of a function that is left out ends; the calls that end later are of the others. */
static void ended_series(void)
{
	struct agent_sums s;
	uint32_t often;

	agent_sums_init(&s, 10);
	agent_sums_add(&s, counts(1, 1000, 10));
	often = fdd_names_get(&s.names, "often", 5);
	EXPECT(s.nr_own == 2 && s.functions[often].sum->calls == 1000);
	EXPECT(s.functions[often].calls == 1000 && s.functions[often].durations == 100000);
	agent_sums_leave_out(&s, "often", true);
	EXPECT(s.nr_own == 1 && s.ended == 1 && !s.functions[often].sum);
	s.reviewed = 1;	/* a review is due, and it took the most time lately */
	agent_sums_add(&s, counts(2, 1007, 20));
	EXPECT(!s.functions[often].sum && s.others.calls == 7);
	agent_sums_leave_out(&s, "often", false);
	agent_sums_add(&s, counts(3, 1008, 30));
	EXPECT(s.functions[often].sum->calls == 1 && s.nr_own == 2);
	agent_sums_free(&s);
}

static void raised_thresholds(void)
{
	const struct slow_threshold time = { .ns = 10 * NSEC_PER_MSEC }, percentile = { 0, 990 };
	const struct slow_threshold longest = { .ns = UINT64_MAX }, none = { 0 };

	EXPECT(thresholds_levels(&time) == 3);
	EXPECT(thresholds_at(&time, 0).ns == 10 * NSEC_PER_MSEC);
	EXPECT(thresholds_at(&time, 2).ns == 160 * NSEC_PER_MSEC);
	EXPECT(thresholds_at(&longest, 3).ns == UINT64_MAX);
	EXPECT(thresholds_levels(&percentile) == 1);
	EXPECT(thresholds_at(&percentile, 1).per_mille == 999);
	EXPECT(thresholds_levels(&(struct slow_threshold){ 0, 500 }) == 3);
	EXPECT(thresholds_levels(&(struct slow_threshold){ 0, 999 }) == 0);
	EXPECT(thresholds_levels(&none) == 0);
}

/*
 * Rates
 */

/* A rate of a day is kept, also by those who take more than there is. */
static void debts(void)
{
	struct agent_tokens t;
	uint64_t now = NSEC_PER_SEC, spent = 0;

	agent_tokens_init(&t, 100 << 20, now);
	for (int i = 0; i < 3 * 86400; i++, now += NSEC_PER_SEC) {
		if (!agent_tokens_are_left(&t, now))
			continue;
		agent_tokens_spend(&t, 16 << 20);
		spent += 16 << 20;
	}
	EXPECT(spent <= (3 * 100 + 100 / 24 + 16) << 20);
	EXPECT(spent >= (3 * 100 - 16) << 20);
}

/* At most the rate of a day, and a burst. */
static void tokens(void)
{
	struct agent_tokens t;
	uint64_t now = NSEC_PER_SEC, taken = 0;

	agent_tokens_init(&t, 5000, now);
	EXPECT(agent_tokens_take(&t, 1000, now) == 5000 / 24);
	EXPECT(agent_tokens_take(&t, 1, now) == 0);
	for (int i = 0; i < 86400; i++, now += NSEC_PER_SEC)
		taken += agent_tokens_take(&t, 50, now);
	EXPECT(taken >= 4990 && taken <= 5000);
	agent_tokens_init(&t, 3, now);
	EXPECT(agent_tokens_take(&t, 50, now) == 3);
}

static void pauses(void)
{
	EXPECT(agent_pause(1, 0, 0) == NSEC_PER_SEC / 4 * 3);
	EXPECT(agent_pause(2, 0, UINT32_MAX) <= 5 * NSEC_PER_SEC / 2);
	EXPECT(agent_pause(100, 0, 0) >= 200 * NSEC_PER_SEC);
	EXPECT(agent_pause(100, 0, UINT32_MAX) <= 400 * NSEC_PER_SEC);
	EXPECT(agent_pause(1, 30 * NSEC_PER_SEC, 0) == 30 * NSEC_PER_SEC);
	EXPECT(agent_pause(1, UINT64_MAX, 0) == 3600 * NSEC_PER_SEC);
}

/*
 * Recordings
 */

/* Also when the clock is set back, a later recording has a higher number. */
static void numbers(void)
{
	char dir[] = "/tmp/fdd-agent-unit-XXXXXX", *path;
	struct agent_ring r = { .dir = mkdtemp(dir), .lock = -1 };
	const uint64_t later = 9000000000000000000;	/* in the year 2255 */
	uint64_t first;

	EXPECT(r.dir && ring_open(&r));
	first = ring_next(&r);
	EXPECT(first > 1700000000 * NSEC_PER_SEC && first < later);
	path = ring_path(&r, later, RING_TRACE);
	fclose(fopen(path, "we"));
	EXPECT(ring_next(&r) == later + 1);
	unlink(path);
	free(path);
	ring_close(&r);
	rmdir(dir);
}

#define ID	"0123456789abcdef0123456789abcdef"

struct seen {
	unsigned int	rows, as_wanted;
};

static void see_row(void *arg, const struct ring_row *row)
{
	struct seen *seen = arg;
	bool known = row->pid == 7;

	seen->rows++;
	seen->as_wanted += !strcmp(row->id, ID) && row->ns == 5000 && row->start == 1764411103.5 &&
			   !strcmp(row->at, "12.000000001") && !strcmp(row->function, "vfs_read") &&
			   row->asleep == (known ? 4000 : -1) && row->waiting == (known ? 0 : -1) &&
			   row->irqs == (known ? 30 : -1) && (known || row->pid == 8);
}

/* Those of this version, and of one that did not write where the time was */
static void list_rows(void)
{
	char dir[] = "/tmp/fdd-agent-unit-XXXXXX", *path;
	struct agent_ring r = { .dir = mkdtemp(dir), .lock = -1 };
	struct seen seen = { 0 };
	FILE *f;

	EXPECT(r.dir && ring_open(&r));
	path = ring_path(&r, 1, RING_LIST);
	f = fopen(path, "we");
	EXPECT(f);
	fputs("trace_id,spans,duration_ns,start,trace_time,asleep_ns,waiting_ns,irqs_ns,", f);
	fputs("pid,comm,function\n", f);
	fputs(ID ",1,5000,1764411103.5,12.000000001,4000,0,30,7,\"a,b\",vfs_read\n", f);
	fputs(ID ",0,5000,1764411103.5,12.000000001,-1,-1,-1,8,3,vfs_read\n", f);
	fputs(ID ",1,5000,1764411103.5,12.000000001,8,1,vfs_read\n", f);
	fputs(ID ",1,5000,1764411103.5,12.000000001,8,\"1,2,3,4\",vfs_read\n", f);
	fputs(ID ",1,5000\n\n" ID ",1,5000,1764411103.5,12.000000001,8,", f);
	fclose(f);
	EXPECT(ring_rows(&r, 1, see_row, &seen) == 3);
	EXPECT(seen.rows == 4 && seen.as_wanted == 4);
	unlink(path);
	free(path);
	ring_close(&r);
	rmdir(dir);
}

/* A look of two CPUs that hold a thousand records each */
static void look_at(struct slow_look *l, uint64_t first, uint64_t second)
{
	slow_look_begin(l);
	slow_look_cpu(l, 0, first, 1000);
	slow_look_cpu(l, 1, second, 1000);
}

/* Little of a CPU's records is overwritten between two looks, if they can be as frequent. */
static void looks(void)
{
	struct slow_look l = { 0 };

	look_at(&l, 500, 0);
	look_at(&l, 500, 0);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == NSEC_PER_SEC);
	look_at(&l, 600, 0);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == NSEC_PER_SEC);
	look_at(&l, 600, 500);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == NSEC_PER_SEC / 2);
	look_at(&l, 3100, 500);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == NSEC_PER_SEC / 10);
	look_at(&l, 3350, 500);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC / 10) == NSEC_PER_SEC / 10);
	look_at(&l, UINT64_MAX, 1000);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == SLOW_LEAST_LOOK_NS);
	slow_look_anew(&l);
	look_at(&l, 500, 250);
	EXPECT(slow_look_next(&l, NSEC_PER_SEC) == NSEC_PER_SEC / 2);
	slow_look_free(&l);
}

/* A call of one CPU, the only busy one, is saved before it is overwritten. */
static void pressing_looks(void)
{
	struct slow_look l = { 0 };

	look_at(&l, 100, 0);
	look_at(&l, 1000, 0);	/* in which the call was recorded */
	EXPECT(slow_look_presses(&l));
	look_at(&l, 1400, 0);
	EXPECT(!slow_look_presses(&l));
	l.waits = true;
	look_at(&l, 1450, 10);
	EXPECT(!slow_look_presses(&l));
	look_at(&l, 1950, 20);
	EXPECT(slow_look_presses(&l));
	l.waits = false;
	look_at(&l, 2000, 30);
	EXPECT(!slow_look_presses(&l));
	slow_look_free(&l);
}

/* One more call of each function in cgroup 7 with each reading */
static void add_pairs(struct agent_cgroups *c, struct agent_sums *pairs,
		      const struct agent_sums *functions, uint64_t calls)
{
	struct fdd_stats *now = counts(calls, calls, calls), *named = fdd_stats_new();
	char name[64];

	named->interval = calls;
	named->calls = now->calls;
	named->has_buckets = true;
	for (uint32_t i = 0; i < now->nr; i++)
		fdd_stats_add(named, name, snprintf(name, sizeof(name), "%s\t7", now->list[i].name),
			      &now->list[i]);
	fdd_stats_free(now);
	agent_cgroups_see(c, pairs, functions, named);
	agent_sums_add(pairs, named);
}

static bool has_series(const struct agent_sums *s, const char *name)
{
	uint32_t id;

	return fdd_names_find(&s->names, name, strlen(name), &id) && s->functions[id].sum;
}

/* A function that is left out has no series in any cgroup, until it is counted again. */
static void left_out_in_cgroups(void)
{
	struct agent_cgroups c = { NULL };
	struct agent_sums pairs, functions;

	fdd_cgroup_mount = "";
	agent_sums_init(&pairs, 10);
	agent_sums_init(&functions, 10);
	agent_sums_add(&functions, counts(1, 1, 1));
	add_pairs(&c, &pairs, &functions, 1);
	EXPECT(has_series(&pairs, "often\t7") && has_series(&pairs, "rare\t7"));
	agent_sums_leave_out(&functions, "often", true);
	add_pairs(&c, &pairs, &functions, 2);
	EXPECT(!has_series(&pairs, "often\t7") && has_series(&pairs, "rare\t7"));
	EXPECT(pairs.others.calls == 1);
	agent_sums_leave_out(&functions, "often", false);
	add_pairs(&c, &pairs, &functions, 3);
	EXPECT(has_series(&pairs, "often\t7") && has_series(&pairs, "rare\t7"));
	agent_sums_free(&functions);
	agent_sums_free(&pairs);
	agent_cgroups_free(&c);
	fdd_cgroup_mount = NULL;
}

#define CHURN_ROUNDS	200
#define CHURN_CGROUPS	1000

/* One call in each of the cgroups from @first on, and ten in one that stays */
static struct fdd_stats *calls_in(uint64_t first)
{
	struct fdd_stat_bucket bucket = { .low = 64, .high = 72, .calls = 1 };
	struct fdd_stat f = { .calls = 1, .min = 64, .max = 64, .buckets = &bucket, .nr_buckets = 1 };
	struct fdd_stats *s = fdd_stats_new();
	char name[64];

	s->interval = first;
	s->has_buckets = true;
	for (uint64_t id = first; id < first + CHURN_CGROUPS; id++) {
		int len = snprintf(name, sizeof(name), "vfs_read\t%llu", (unsigned long long)id);

		fdd_stats_add(s, name, len, &f);
	}
	bucket.calls = f.calls = first;
	fdd_stats_add(s, "vfs_read\t7", 10, &f);
	s->calls = s->nr;
	return s;
}

/* Cgroups come and go: what the agent keeps is bounded, and the last ones have series. */
static void cgroups_come_and_go(void)
{
	struct agent_cgroups c = { NULL };
	struct agent_sums sums, functions = { 0 };
	struct agent_pair pair;
	uint32_t id, most_names = 0, most_cgroups = 0;
	char name[64];

	fdd_cgroup_mount = "";
	agent_sums_init(&sums, CHURN_CGROUPS + 1);
	for (uint64_t round = 1; round <= CHURN_ROUNDS; round++) {
		struct fdd_stats *now = calls_in(round * CHURN_CGROUPS);

		agent_cgroups_see(&c, &sums, &functions, now);
		agent_sums_add(&sums, now);
		if (sums.names.nr > most_names)
			most_names = sums.names.nr;
		if (c.nr > most_cgroups)
			most_cgroups = c.nr;
		/* All but the one that stays are removed. */
		for (uint32_t i = 0; round < CHURN_ROUNDS && i < c.nr; i++)
			c.list[i].gone = c.list[i].id != 7;
		for (uint64_t n = 0; round < CHURN_ROUNDS && n < CHURN_CGROUPS; n++) {
			snprintf(name, sizeof(name), "vfs_read\t%llu",
				 (unsigned long long)(round * CHURN_CGROUPS + n));
			agent_sums_leave_out(&sums, name, true);
		}
	}
	EXPECT(most_names <= AGENT_MOST_NAMES && most_cgroups <= (1u << 16) + CHURN_CGROUPS);
	EXPECT(sums.nr_own == CHURN_CGROUPS + 1 && !sums.others.calls);
	EXPECT(fdd_names_find(&sums.names, "vfs_read\t7", 10, &id) && sums.functions[id].sum &&
	       sums.functions[id].sum->calls == CHURN_ROUNDS * CHURN_CGROUPS);
	snprintf(name, sizeof(name), "vfs_read\t%d", CHURN_ROUNDS * CHURN_CGROUPS + 5);
	agent_cgroups_pair(&c, name, &pair);
	EXPECT(!strcmp(pair.function, "vfs_read") && !strncmp(pair.cgroup, "id:", 3));
	agent_sums_free(&sums);
	agent_cgroups_free(&c);
}

static const struct test tests[] = {
	{ "recordings: looks at the buffers", looks },
	{ "recordings: buffers that are overwritten soon", pressing_looks },
	{ "recordings: numbers when the clock is set back", numbers },
	{ "recordings: rows of lists", list_rows },
	{ "budget: a load below it", below_budget },
	{ "budget: 10^4 to 10^7 calls a second", load_steps },
	{ "budget: bursts", bursts },
	{ "budget: short and frequent functions are left out", least_telling },
	{ "budget: long and slow calls stay", long_calls },
	{ "budget: the load falls", falling_load },
	{ "budget: the load falls a little", half_load },
	{ "budget: a day of the same load", steady_load },
	{ "budget: trials", trials },
	{ "budget: a load that comes and ends", load_in_turn },
	{ "budget: thresholds first", records_first },
	{ "budget: levels of thresholds", levels },
	{ "budget: the disk", disk },
	{ "budget: the agent's own time", own_time },
	{ "budget: no time", nothing },
	{ "sums: the series of a function that is left out ends", ended_series },
	{ "thresholds: levels", raised_thresholds },
	{ "rates: bytes of a day", debts },
	{ "rates: traces of a day", tokens },
	{ "rates: pauses", pauses },
	{ "unit: cgroups-come-and-go", cgroups_come_and_go },
	{ "unit: left-out-in-cgroups", left_out_in_cgroups },
};

int main(int argc, char **argv)
{
	return test_main(tests, TEST_COUNT(tests), argc, argv);
}
