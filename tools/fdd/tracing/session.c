// SPDX-License-Identifier: GPL-2.0
/* Creates a tracing instance: the options, the instance and its filters. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/map.h"
#include "lib/cgroup.h"
#include "lib/util.h"
#include "tracing/choose.h"
#include "tracing/graph.h"
#include "tracing/module.h"
#include "tracing/session.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

static void words_add(struct words *list, const char *word)
{
	GROW(list->words, list->nr, list->cap);
	list->words[list->nr++] = word;
}

/*
 * Options
 */

/* The kernel counts its threshold in microseconds. */
static enum fdd_taken take_threshold(const struct fdd_given *g, void *to)
{
	struct session_wish *wish = to;
	uint64_t ns;

	if (!fdd_given_time(g, NSEC_PER_USEC, &ns))
		return FDD_TAKEN_BAD;
	if (ns % NSEC_PER_USEC)
		return fdd_given_bad(g, "a whole number of microseconds, as tracing_thresh needs");
	wish->has_thresh = true;
	wish->thresh_us = ns / NSEC_PER_USEC;
	return FDD_TAKEN;
}

static enum fdd_taken take_word(const struct fdd_given *g, void *to)
{
	words_add((struct words *)((char *)to + g->opt->offset), g->arg);
	return FDD_TAKEN;
}

/* The kernel would also accept commands and several words here. */
static bool is_glob(const char *arg)
{
	size_t plain = strcspn(arg, ":");

	return *arg && *arg != '!' && !strpbrk(arg, " \t\n,;#") &&
	       (!arg[plain] || !strncmp(arg + plain, ":mod:", 5));
}

bool session_add_glob(struct words *to, const struct fdd_given *g)
{
	if (!is_glob(g->arg))
		return !fdd_given_bad(g, "the name or glob of a function");
	words_add(to, g->arg);
	return true;
}

static enum fdd_taken take_glob(const struct fdd_given *g, void *to)
{
	struct words *words = (struct words *)((char *)to + g->opt->offset);

	return session_add_glob(words, g) ? FDD_TAKEN : FDD_TAKEN_BAD;
}

static enum fdd_taken take_depth(const struct fdd_given *g, void *to)
{
	struct session_wish *wish = to;
	uint64_t depth;

	if (!fdd_given_number(g, 1, 1000, &depth))
		return FDD_TAKEN_BAD;
	wish->max_depth = depth;
	return FDD_TAKEN;
}

static enum fdd_taken take_pids(const struct fdd_given *g, void *to)
{
	const char *p = g->arg;
	char *end;

	do {
		unsigned long pid = isdigit((unsigned char)*p) ? strtoul(p, &end, 10) : 0;

		if (!pid || pid > 1 << 22 || (*end && *end != ','))
			return fdd_given_bad(g, "a list of process numbers (1,23)");
		p = end + 1;
	} while (*end);
	return take_word(g, to);
}

/* It is looked up when the module is loaded, which says in which hierarchy. */
enum fdd_taken session_take_cgroup(const struct fdd_given *g, struct words *cgroups)
{
	if (!strchr("/*", g->arg[*g->arg == '!']))
		return fdd_given_bad(g, "the path of a cgroup from the root of its hierarchy, or a glob of it, maybe behind a \"!\"");
	words_add(cgroups, g->arg);
	return FDD_TAKEN;
}

static enum fdd_taken take_cgroup(const struct fdd_given *g, void *to)
{
	return session_take_cgroup(g, &((struct session_wish *)to)->cgroups);
}

/* Returns the factor to KiB of a size's unit, 0 if it is none. */
static uint64_t unit_kb(const char *unit)
{
	static const char letters[] = "kMG";
	const char *p;

	if (!*unit)
		return 1;
	p = strchr(letters, *unit == 'K' || *unit == 'm' || *unit == 'g' ?
		   *unit ^ 0x20 : *unit);
	if (!p || (unit[1] && strcmp(unit + 1, "B") && strcmp(unit + 1, "iB")))
		return 0;
	return 1ull << 10 * (p - letters);
}

enum fdd_taken session_take_size(const struct fdd_given *g, uint64_t *kb)
{
	char *end = NULL;
	uint64_t size, unit;

	size = isdigit((unsigned char)*g->arg) ? strtoull(g->arg, &end, 10) : 0;
	unit = size ? unit_kb(end) : 0;
	if (!unit || size > UINT32_MAX / unit)
		return fdd_given_bad(g, "a size (512k, 8M; a number without a unit is in KiB)");
	*kb = size * unit;
	return FDD_TAKEN;
}

static enum fdd_taken take_buffer_size(const struct fdd_given *g, void *to)
{
	struct session_wish *wish = to;

	return session_take_size(g, &wish->buffer_kb);
}

#define AT(field)	.offset = offsetof(struct session_wish, field)

static const struct fdd_opt options[] = {
	{ 't', "threshold", "TIME", "only calls that last TIME or longer (500us, 2ms; without a unit in us)",
	  .take = take_threshold },
	{ 'F', "function", "GLOB", "only functions that match; may be repeated",
	  .take = take_glob, AT(functions) },
	{ 'N', "not-function", "GLOB", "exclude functions that match; may be repeated",
	  .take = take_glob, AT(not_functions) },
	{ 'g', "graph-function", "GLOB", "only these functions and their callees; may be repeated",
	  .take = take_glob, AT(graph_functions) },
	{ 'D', "depth", "N", "no deeper than N levels of calls",
	  .take = take_depth },
	{ 'p', "pid", "PID[,PID...]", "only these processes, their threads and children",
	  .take = take_pids, AT(pids), .values = "@pid" },
	{ 0, "cgroup", "GLOB", "only tasks in this cgroup or below it, or with !GLOB no such task; may be repeated",
	  .take = take_cgroup, .values = "@file" },
	{ 'b', "buffer-size", "SIZE", "ring buffer for each CPU (512k, 8M; without a unit in KiB)",
	  .take = take_buffer_size },
	{ 0, "module", "FILE", "load the tracer from FILE if it is not loaded",
	  .take = fdd_take_string, AT(module), .values = "@file" },
};

const struct fdd_opts session_opts = FDD_OPTS("What to trace", options);

void session_wish_free(struct session_wish *wish)
{
	free(wish->functions.words);
	free(wish->not_functions.words);
	free(wish->cgroups.words);
	free(wish->graph_functions.words);
	free(wish->pids.words);
}

/*
 * Processes
 */

/* The pid of a process means all its threads, the tid of a thread only this one. */
static bool leads_threads(unsigned long pid)
{
	char path[64], line[256];
	unsigned long leader = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%lu/status", pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f) && sscanf(line, "Tgid: %lu", &leader) != 1)
		;
	if (f)
		fclose(f);
	return leader == pid;
}

/* Processes and single threads of which the rest is to be found. */
struct families {
	unsigned long	*pids;
	size_t		nr, cap;
	size_t		nr_given;	/* of these, by the user */
};

static void add_family(struct families *all, unsigned long pid)
{
	GROW(all->pids, all->nr, all->cap);
	all->pids[all->nr++] = pid;
}

/*
 * Those of a thread, which may have ended; fdd itself may be one, of a shell. Kernels without
 * CONFIG_PROC_CHILDREN have no such file.
 */
static void add_children(struct families *all, unsigned long pid, const char *thread)
{
	unsigned long child;
	char path[96];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%lu/task/%.16s/children", pid, thread);
	f = fopen(path, "re");
	while (f && fscanf(f, "%lu", &child) == 1)
		if (child != (unsigned long)getpid())
			add_family(all, child);
	if (f)
		fclose(f);
}

/* Returns: false if the process is not there. */
static bool put_family(struct families *all, unsigned long pid, FILE *list)
{
	char path[64];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%lu/task", pid);
	dir = opendir(path);
	if (!dir)
		return false;
	if (!leads_threads(pid)) {
		fprintf(list, ",%lu", pid);
	} else {
		while ((entry = readdir(dir))) {
			if (!isdigit((unsigned char)*entry->d_name))
				continue;
			fprintf(list, ",%s", entry->d_name);
			add_children(all, pid, entry->d_name);
		}
	}
	closedir(dir);
	return true;
}

static void add_given(struct families *all, const struct session_wish *wish)
{
	for (size_t i = 0; i < wish->pids.nr; i++) {
		const char *p = wish->pids.words[i];
		char *end;

		do {
			add_family(all, strtoul(p, &end, 10));
			p = end + 1;
		} while (*end);
	}
	all->nr_given = all->nr;
}

char *session_threads(const struct session_wish *wish, bool some_ended)
{
	struct families all = { 0 };
	char *list = NULL;
	size_t size;
	FILE *f = open_memstream(&list, &size);
	bool ok = true;

	add_given(&all, wish);
	for (size_t i = 0; ok && i < all.nr; i++) {
		ok = put_family(&all, all.pids[i], f) || some_ended || i >= all.nr_given;
		if (!ok)
			fdd_error("-p %lu: there is no such process", all.pids[i]);
	}
	fclose(f);
	free(all.pids);
	if (ok)
		memmove(list, list + (*list == ','), strlen(list + (*list == ',')) + 1);
	if (ok)
		return list;
	free(list);
	return NULL;
}

int session_set_pids(const struct session_wish *wish, const char *instance)
{
	char *threads = session_threads(wish, false);
	int err;

	if (!threads)
		return -1;
	for (char *p = threads; *p; p++)
		if (*p == ',')
			*p = ' ';
	err = tasks_set(instance, PID_FILE, threads);
	free(threads);
	return err;
}

bool session_pids_live(const struct session_wish *wish)
{
	for (size_t i = 0; i < wish->pids.nr; i++) {
		const char *p = wish->pids.words[i];
		char *end;

		do {
			if (!kill(strtoul(p, &end, 10), 0) || errno == EPERM)
				return true;
			p = end + 1;
		} while (*end);
	}
	return !wish->pids.nr;
}

/*
 * Setting up
 */

/* The module has a threshold and a depth for each instance; function_graph has the kernel's. */
static bool has_own_limits(const struct session_wish *wish)
{
	return !wish->tracer;
}

static bool wants_globals(const struct session_wish *wish)
{
	return wish->graph_functions.nr ||
	       (!has_own_limits(wish) && (wish->has_thresh || wish->max_depth));
}

/* A setting that is global for the kernel. */
static int set_global(const char *file, uint64_t value)
{
	char text[24];
	int err;

	if (undo_note_value(file))
		return -1;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	err = tracing_write(NULL, file, text);
	if (err)
		fdd_error("%s/%s: %s: %s", tracing_dir(), file, text, strerror(-err));
	return err;
}

/* With @before in front of each */
static int add_globs(const char *instance, const char *file, const char *before, int opt,
		     const struct words *globs)
{
	for (size_t i = 0; i < globs->nr; i++) {
		char *line;
		int err;

		if (asprintf(&line, "%s%s\n", before, globs->words[i]) < 0)
			return -1;
		err = tracing_append(instance, file, line);
		free(line);
		if (err == -EINVAL)
			fdd_error("-%c '%s': matches none of the functions in %s/available_filter_functions%s",
				  opt, globs->words[i], tracing_dir(),
				  strncmp(globs->words[i], "__x64_sys_", 10) ? "" :
				  "; system calls without arguments are __do_sys_...");
		else if (err)
			fdd_error("-%c '%s': %s: %s", opt, globs->words[i], file,
				  strerror(-err));
		if (err)
			return -1;
	}
	return 0;
}

static int set_graph_functions(const struct words *globs)
{
	if (!globs->nr)
		return 0;
	if (undo_note_list("set_graph_function") ||
	    tracing_write(NULL, "set_graph_function", "\n"))
		return -1;
	return add_globs(NULL, "set_graph_function", "", 'g', globs);
}

static int set_globals(const struct session_wish *wish)
{
	bool own = has_own_limits(wish);

	if (!wants_globals(wish))
		return 0;
	if (undo_lock_globals())
		return -1;
	if (!own && wish->has_thresh && set_global("tracing_thresh", wish->thresh_us))
		return -1;
	if (!own && wish->max_depth && set_global("max_graph_depth", wish->max_depth))
		return -1;
	return set_graph_functions(&wish->graph_functions);
}

static int set_own(const char *instance, const char *file, uint64_t value)
{
	char text[24];
	int err;

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	err = tracing_write(instance, file, text);
	if (err)
		fdd_error("instance %s: %s: %s%s", instance, file, strerror(-err),
			  err == -ENOENT ? "; the loaded module is older than this fdd" : "");
	return err;
}

static int set_own_limits(const struct session_wish *wish, const char *instance)
{
	if (!has_own_limits(wish))
		return 0;
	if (wish->has_thresh && set_own(instance, OWN_THRESH_FILE, wish->thresh_us))
		return -1;
	return wish->max_depth && set_own(instance, OWN_DEPTH_FILE, wish->max_depth) ? -1 : 0;
}

/* By its number: where it is mounted, and the namespace, do not matter then. */
static int add_cgroup(const char *instance, const char *pattern)
{
	bool without = *pattern == '!';
	char *lines = NULL;
	uint64_t *ids;
	size_t nr = fdd_cgroup_match(pattern + without, &ids), size;
	FILE *f;
	int err;

	if (!nr) {
		fdd_error("--cgroup %s: there is no such cgroup", pattern);
		return -1;
	}
	f = open_memstream(&lines, &size);
	for (size_t i = 0; i < nr; i++)
		fprintf(f, "%sid:%llu\n", without ? "!" : "", (unsigned long long)ids[i]);
	fclose(f);
	err = tracing_append(instance, CGROUP_FILE, lines);
	if (err)
		fdd_error("--cgroup %s: " CGROUP_FILE ": %s%s", pattern, strerror(-err),
			  err == -ENOENT ? "; the loaded module may be older than this fdd" :
			  err == -E2BIG ? "; these are too many cgroups" : "");
	free(lines);
	free(ids);
	return err;
}

int session_set_cgroups(const struct session_wish *wish, const char *instance)
{
	if (wish->cgroups.nr && wish->tracer) {
		fdd_error("--cgroup needs the module: %s cannot do that", wish->tracer);
		return -1;
	}
	for (size_t i = 0; i < wish->cgroups.nr; i++)
		if (add_cgroup(instance, wish->cgroups.words[i]))
			return -1;
	return 0;
}

static int make_instance(const char *name)
{
	char *path = tracing_path(name, "");
	int ret = -1;

	if (undo_note_instance(name))
		ret = -1;
	else if (mkdir(path, 0700))
		fdd_error("%s: %s", path, strerror(errno));
	else
		ret = 0;
	free(path);
	return ret;
}

static int set_buffer_size(const char *instance, uint64_t kb)
{
	char text[24];
	int err;

	if (!kb)
		return 0;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)kb);
	err = tracing_write(instance, "buffer_size_kb", text);
	if (err)
		fdd_error("-b %lluk: %s", (unsigned long long)kb, err == -ENOMEM ?
			  "not enough memory for each CPU" : strerror(-err));
	return err;
}

int session_make_instance(const char *name, uint64_t buffer_kb)
{
	return make_instance(name) || set_buffer_size(name, buffer_kb) ? -1 : 0;
}

/* Do not switch it on like trace-cmd, which leaves it on. */
static int check_ftrace_is_on(void)
{
	FILE *f = fopen("/proc/sys/kernel/ftrace_enabled", "re");
	int on = 1;

	if (f && fscanf(f, "%d", &on) == 1 && !on)
		fdd_error("tracing of functions is switched off: sysctl kernel.ftrace_enabled=1");
	if (f)
		fclose(f);
	return on ? 0 : -1;
}

int session_check(const struct session_wish *wish)
{
	char *threads;

	if (tracing_find() || check_ftrace_is_on())
		return -1;
	threads = session_threads(wish, false);
	free(threads);
	return threads ? 0 : -1;
}

int session_load(const struct session_wish *wish)
{
	undo_abandoned();
	return undo_begin() || module_load(wish->module) ? -1 : 0;
}

const char *session_tracer(const struct session_wish *wish)
{
	return wish->tracer ? wish->tracer : TRACER;
}

int session_load_or_graph(struct session_wish *wish, const char *lacking)
{
	if (!session_load(wish))
		return 0;
	/* a file that was given is wanted, and nothing else */
	if (wish->module || geteuid() || !tracing_has_word(NULL, "available_tracers", GRAPH))
		return -1;
	wish->tracer = GRAPH;
	fdd_warning("the kernel's " GRAPH " takes its place: it has %s", lacking);
	return 0;
}

bool session_has_functions(const char *place)
{
	char *text = tracing_read(place, "set_ftrace_filter");
	bool has = text && *text != '#';

	free(text);
	if (!has)
		fdd_error("-N leaves none of the functions of -F");
	return has;
}

/*
 * They are removed from set_ftrace_filter if that has functions. If set_ftrace_notrace has all of
 * these, fgraph of 7.3 traces every function of the kernel: see Documentation/reliability.rst.
 */
static int leave_out_functions(const struct session_wish *wish, const char *place)
{
	if (!wish->functions.nr || !wish->not_functions.nr)
		return add_globs(place, "set_ftrace_notrace", "", 'N', &wish->not_functions);
	return add_globs(place, "set_ftrace_filter", "!", 'N', &wish->not_functions) ||
	       !session_has_functions(place) ? -1 : 0;
}

int session_create(struct session_wish *wish, const char *name)
{
	const char *place;

	if (set_globals(wish) || make_instance(name) || set_own_limits(wish, name) ||
	    session_set_cgroups(wish, name))
		return -1;
	/* the module can run in every instance */
	wish->at_top = wish->tracer && !tracing_has_word(name, "available_tracers", wish->tracer);
	if (wish->at_top && (undo_lock_globals() || graph_take_top(wish->buffer_kb)))
		return -1;
	place = session_place(wish, name);
	if (set_buffer_size(place, wish->buffer_kb) ||
	    add_globs(place, "set_ftrace_filter", "", 'F', &wish->functions) ||
	    leave_out_functions(wish, place) ||
	    (wish->leaves_out && functions_leave_out(place, wish->leaves_out)))
		return -1;
	return wish->choice ? functions_choose(place, wish->choice) : 0;
}

int session_begin(struct session_wish *wish, const char *name)
{
	return session_load(wish) || session_create(wish, name) ? -1 : 0;
}

/*
 * Lost calls
 */

static uint64_t stat_of(const char *text, const char *name)
{
	const char *p = text ? strstr(text, name) : NULL;

	return p ? strtoull(p + strlen(name), NULL, 10) : 0;
}

/* Of all lines but the current time */
static uint64_t add_state(uint64_t state, const char *text)
{
	for (const char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		end += *end == '\n';
		if (strncmp(text, "now ts:", 7))
			state = fdd_hash_bytes(state, text, end - text);
	}
	return state;
}

static void count_cpu(const char *text, struct session_counts *counts)
{
	/* the first line that has it: "commit overrun" comes later */
	uint64_t overwritten = stat_of(text, "\noverrun: "), held = stat_of(text, "entries: ");

	counts->overwritten += overwritten;
	counts->held += held;
	counts->bytes += stat_of(text, "\nbytes: ");
	counts->written += overwritten + held + stat_of(text, "read events: ");
	counts->state = add_state(counts->state, text ? text : "");
}

static void sum(void *to, unsigned int cpu, const struct session_counts *counts)
{
	struct session_counts *all = to;

	(void)cpu;
	all->entered += counts->entered;
	all->recorded += counts->recorded;
	all->overwritten += counts->overwritten;
	all->held += counts->held;
	all->bytes += counts->bytes;
	all->lost += counts->lost;
	all->no_room += counts->no_room;
	all->written += counts->written;
	all->state = fdd_hash_bytes(all->state, (const char *)&counts->state,
				    sizeof(counts->state));
}

typedef void (*take_cpu)(void *to, unsigned int cpu, const struct session_counts *counts);

static void count_overwritten(const char *instance, take_cpu take, void *to)
{
	char *path = tracing_path(instance, "per_cpu");
	struct dirent *entry;
	DIR *dir = opendir(path);

	free(path);
	while (dir && (entry = readdir(dir))) {
		struct session_counts counts = { 0 };
		char file[300], *text;

		if (strncmp(entry->d_name, "cpu", 3))
			continue;
		snprintf(file, sizeof(file), "per_cpu/%s/stats", entry->d_name);
		text = tracing_read(instance, file);
		count_cpu(text, &counts);
		take(to, strtoul(entry->d_name + 3, NULL, 10), &counts);
		free(text);
	}
	if (dir)
		closedir(dir);
}

/* "NAME cpuN entered N recorded N ...": one line for each cpu of a session */
static void count_session(const char *instance, take_cpu take, void *to)
{
	char *text = tracing_read(NULL, TRACER "_stats");
	const char *name = instance ? instance : "top";
	size_t len = strlen(name);
	char *save, *line;

	for (line = text ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, name, len) || strncmp(line + len, " cpu", 4))
			continue;
		take(to, strtoul(line + len + 4, NULL, 10), &(struct session_counts){
			.entered = stat_of(line, " entered "),
			.recorded = stat_of(line, " recorded "), .lost = stat_of(line, " lost "),
			.no_room = stat_of(line, " no_room "),
		});
	}
	free(text);
}

void session_counts_of_cpus(const char *instance, take_cpu take, void *to)
{
	count_overwritten(instance, take, to);
	count_session(instance, take, to);
}

void session_buffer_counts(const char *instance, struct session_counts *counts)
{
	*counts = (struct session_counts){ 0 };
	count_overwritten(instance, sum, counts);
}

void session_counts(const char *instance, struct session_counts *counts)
{
	*counts = (struct session_counts){ 0 };
	session_counts_of_cpus(instance, sum, counts);
}

void session_tell_losses(const char *instance, const struct session_counts *counts)
{
	uint64_t kb = 0, total;

	if (counts->overwritten) {
		tracing_read_u64(instance, "buffer_size_kb", &kb);
		total = counts->with_events ? 0 : counts->recorded;
		/* function_graph does not count */
		total = total ? total : counts->written;
		fdd_warning("%llu of %llu %s were lost (%.1f %%): they came faster than they could be saved. Larger buffers (-b, now %lluk for each CPU) help for bursts; otherwise use a threshold (-t) or fewer functions (-F)",
			    (unsigned long long)counts->overwritten,
			    (unsigned long long)total,
			    counts->with_events ? "calls and events of the scheduler" : "calls",
			    total ? 100.0 * counts->overwritten / total : 100,
			    (unsigned long long)kb);
	}
	if (counts->lost)
		fdd_warning("%llu calls were lost: the ring buffer took no record of them. If it was full (options/overwrite of the tracing directory is 0), larger buffers (-b) help, or fewer functions (-F)",
			    (unsigned long long)counts->lost);
	if (counts->no_room)
		fdd_warning("%llu calls were not seen: the shadow stack of their task was full. Fewer users of it (function_graph, other instances), or fewer functions (-F), leave more room",
			    (unsigned long long)counts->no_room);
}
