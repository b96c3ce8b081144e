// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch --persistent: records also into an instance whose buffer outlives a reboot
 * (Documentation/trace/debugging.rst of the kernel: reserve_mem and trace_instance), so that the
 * calls before a crash can be read after it.
 *
 * Records have addresses and numbers of events, which are others in each boot. So the part of a
 * trace.dat before its pages, with formats and symbols, is saved when the buffer is armed, as
 * persistent-INSTANCE-BOOT.head, and the pages are put behind it in a later boot. The head is on
 * the disk before the first call is recorded. Anything that is written to the instance then may
 * empty the buffer: it is saved first.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"
#include "record/catch_state.h"
#include "tracing/events.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define PREFIX	"persistent-"
#define SUFFIX	".head"

static char *head_path(const struct catch *c)
{
	char id[FDD_BOOT_ID_LEN + 1], *path;

	fdd_boot_id(id);
	if (asprintf(&path, "%s/" PREFIX "%s-%s" SUFFIX, c->dir, c->persistent, id) < 0)
		return xstrdup("");
	return path;
}

bool persist_check(const struct catch *c)
{
	char *tracer = tracing_read(c->persistent, "current_tracer"), *path;
	bool ok = false;

	path = tracing_path(c->persistent, "last_boot_info");
	if (!tracer || access(path, F_OK))
		fdd_error("--persistent: %s is no instance with a persistent buffer: boot with reserve_mem=12M:4096:trace trace_instance=%s@trace (6.12 or newer)",
			  c->persistent, c->persistent);
	else if (strcmp(tracer, "nop"))
		fdd_error("--persistent: instance %s: %s traces there", c->persistent, tracer);
	else
		ok = true;
	free(path);
	free(tracer);
	return ok;
}

/*
 * What the last boot left
 */

/* The names of instances may have a '-', too: so the boot's name has its whole length. */
static bool is_named(const struct catch *c, const char *name, const char *suffix)
{
	size_t len = strlen(PREFIX), instance = strlen(c->persistent);
	size_t boot = len + instance + 1;

	return !strncmp(name, PREFIX, len) && !strncmp(name + len, c->persistent, instance) &&
	       name[len + instance] == '-' &&
	       strlen(name) == boot + FDD_BOOT_ID_LEN + strlen(suffix) &&
	       !strcmp(name + boot + FDD_BOOT_ID_LEN, suffix);
}

static bool is_head(const struct catch *c, const char *name)
{
	return is_named(c, name, SUFFIX);
}

/* The rest of a run that was killed while it saved a head. */
static bool is_part(const struct catch *c, const char *name)
{
	return is_named(c, name, SUFFIX FDD_PART);
}

/* The newest one; the caller frees it. NULL: there is none. */
static char *newest_head(const struct catch *c)
{
	DIR *dir = opendir(c->dir);
	struct dirent *entry;
	char *newest = NULL;
	time_t time = 0;
	struct stat st;

	while (dir && (entry = readdir(dir))) {
		if (!is_head(c, entry->d_name) ||
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
		    (newest && st.st_mtime < time))
			continue;
		time = st.st_mtime;
		free(newest);
		if (asprintf(&newest, "%s/%s", c->dir, entry->d_name) < 0)
			newest = NULL;
	}
	if (dir)
		closedir(dir);
	return newest;
}

static void remove_heads(const struct catch *c)
{
	DIR *dir = opendir(c->dir);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (is_head(c, entry->d_name) || is_part(c, entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

static bool has_records(const struct catch *c)
{
	struct session_counts counts;

	session_counts(c->persistent, &counts);
	return counts.written;
}

int persist_save_last(struct catch *c)
{
	char *newest = newest_head(c), *ours = head_path(c);
	int ret = 0;

	if (newest && strcmp(newest, ours) && has_records(c))
		ret = catch_save_last(c, newest);
	if (!ret)
		remove_heads(c);
	free(newest);
	free(ours);
	return ret;
}

/*
 * Recording
 */

/* The last note is undone first. */
static int note_settings(const struct catch *c)
{
	static const struct {
		const char *file;
		int (*note)(const char *file);
	} settings[] = {
		{ "tracing_on", undo_note_value },
		{ "set_ftrace_filter", undo_note_list },
		{ "set_ftrace_notrace", undo_note_list },
		{ "set_ftrace_notrace_pid", undo_note_list },
		{ "options/function-fork", undo_note_value },
		{ "current_tracer", undo_note_value },
		{ "set_event", undo_note_list },
	};

	for (size_t i = 0; i < ARRAY_SIZE(settings); i++) {
		char *file;
		int ret;

		if (asprintf(&file, "instances/%s/%s", c->persistent, settings[i].file) < 0)
			return -1;
		ret = settings[i].note(file);
		free(file);
		if (ret)
			return -1;
	}
	return 0;
}

static int add_words(const struct catch *c, const char *file, const char *before,
		     const struct words *words)
{
	for (size_t i = 0; i < words->nr; i++) {
		char *line;
		int ret;

		if (asprintf(&line, "%s%s", before, words->words[i]) < 0)
			return -1;
		ret = tracing_add(c->persistent, file, line);
		free(line);
		if (ret)
			return -1;
	}
	return 0;
}

static int set_filters(const struct catch *c)
{
	const struct session_wish *wish = &c->record.wish;
	char pid[16];

	snprintf(pid, sizeof(pid), "%d", getpid());
	return tracing_set(c->persistent, "tracing_on", "0") ||
	       tracing_set(c->persistent, "set_ftrace_filter", "\n") ||
	       add_words(c, "set_ftrace_filter", "", &wish->functions) ||
	       add_words(c, wish->functions.nr ? "set_ftrace_filter" : "set_ftrace_notrace",
			 wish->functions.nr ? "!" : "", &wish->not_functions) ||
	       (wish->functions.nr && !session_has_functions(c->persistent)) ||
	       tracing_set(c->persistent, "options/function-fork", "1") ||
	       tracing_set(c->persistent, "set_ftrace_notrace_pid", pid) ? -1 : 0;
}

static int save_head(const struct catch *c)
{
	char *path = head_path(c);
	struct dat_save save = {
		.calls = { c->persistent, DAT_LIVE }, .path = path, .max = UINT64_MAX,
	};
	int ret = dat_save_head(&save) < 0 ? -1 : 0;

	free(path);
	return ret;
}

int persist_arm(struct catch *c)
{
	const struct record *r = &c->record;

	if (note_settings(c) || set_filters(c) ||
	    tracing_set(c->persistent, "current_tracer", session_tracer(&r->wish)) ||
	    (!r->wish.tracer && catch_set_thresholds(c, c->persistent)) ||
	    (!r->no_sched && sched_events_enable(c->persistent)) || save_head(c))
		return -1;
	return tracing_set(c->persistent, "trace", "") ||
	       tracing_set(c->persistent, "tracing_on", "1") ? -1 : 0;
}

void persist_end(const struct catch *c)
{
	remove_heads(c);
}
