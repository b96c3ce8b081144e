// SPDX-License-Identifier: GPL-2.0
/* The statistics of the tracer: its option duration-stat, and the files it writes. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/module.h"
#include "tracing/option.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

/* The largest that the kernel can take: it counts in nanoseconds, too. */
#define LARGEST_THRESH_US	(UINT64_MAX / NSEC_PER_USEC)

static bool exists(const char *instance, const char *file)
{
	char *path = tracing_path(instance, file);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

bool stat_is_there(void)
{
	return exists(NULL, OPTION_STAT);
}

void stat_only(struct session_wish *wish)
{
	wish->has_thresh = true;
	wish->thresh_us = LARGEST_THRESH_US;
}

int stat_select(const char *instance)
{
	int err;

	if (option_switch_on(instance, OPTION_STAT))
		return -1;
	err = tracing_write(instance, "current_tracer", TRACER);
	if (err)
		fdd_error("the tracer could not be started: %s (dmesg may say why)",
			  strerror(-err));
	return err ? -1 : 0;
}

/* With a newline at the end, as in the file: without one it would be cut. */
char *stat_read(const char *instance)
{
	char *text = tracing_read(instance, STAT_HIST_FILE);

	if (!text) {
		fdd_error("instance %s: " STAT_HIST_FILE ": %s", instance, strerror(errno));
		return NULL;
	}
	text = xrealloc(text, strlen(text) + 2);
	return strcat(text, "\n");
}

int stat_reset(const char *instance)
{
	int err = tracing_write(instance, STAT_FILE, "0");

	if (err) {
		char *path = tracing_path(instance, STAT_FILE);

		fdd_error("%s: cannot reset: %s", path, strerror(-err));
		free(path);
	}
	return err ? -1 : 0;
}

/*
 * Why it cannot be read
 */

static bool instance_counts(const char *name)
{
	return *name != '.' && exists(name, STAT_HIST_FILE);
}

/* " (instances that have them: a, b)"; the caller frees it. */
static char *others(void)
{
	char *path = tracing_path(NULL, "instances"), *text = NULL;
	DIR *dir = opendir(path);
	struct dirent *entry;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool any = false;

	free(path);
	while (dir && (entry = readdir(dir))) {
		if (!instance_counts(entry->d_name))
			continue;
		fprintf(f, "%s%s", any ? ", " : " (instances that have statistics: ",
			entry->d_name);
		any = true;
	}
	if (dir)
		closedir(dir);
	fprintf(f, "%s", any ? "; --instance selects one)" : "");
	fclose(f);
	return text;
}

static bool option_is_on(const char *instance)
{
	char *option = tracing_read(instance, OPTION_STAT);
	bool on = option && !strcmp(option, "1");

	free(option);
	return on;
}

static void tell_why(const char *instance)
{
	char *dir = tracing_path(instance, ""), *more = others();

	dir[strlen(dir) - 1] = '\0';
	if (instance && access(dir, F_OK))
		fdd_error("--instance: '%s' is not an instance in %s/instances%s", instance,
			  tracing_dir(), more);
	else if (!module_tracer_is_there())
		fdd_error("the tracer is not loaded: modprobe %s, or \"fdd stat -- COMMAND\", which loads it",
			  TRACER);
	else if (!exists(NULL, OPTION_STAT))
		fdd_error("the module that is loaded is older than its option duration-stat: unload it and load the new one");
	else if (option_is_on(instance))
		fdd_error("%s: nothing was counted yet: the option duration-stat is on, but takes effect when the tracer is selected (echo %s > current_tracer)%s",
			  dir, TRACER, more);
	else
		fdd_error("%s: the option duration-stat is off: echo 1 > %s, then select the tracer; or \"fdd stat -- COMMAND\"%s",
			  dir, OPTION_STAT, more);
	free(dir);
	free(more);
}

bool stat_check_readable(const char *instance)
{
	char *path = tracing_path(instance, STAT_HIST_FILE);
	bool ok = !access(path, R_OK);

	if (!ok && errno == EACCES)
		tracing_say_unreadable();
	else if (!ok)
		tell_why(instance);
	free(path);
	return ok;
}
