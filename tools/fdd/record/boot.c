// SPDX-License-Identifier: GPL-2.0
/*
 * fdd record --boot: the next boot is traced, from the initramfs on.
 *
 * A line in the list of modules of initramfs-tools(7) loads the tracer there, with parameters
 * that select it in an instance of its own. After the boot the trace in this instance is
 * saved, and the line, the instance and the threshold are removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/program.h"
#include "lib/util.h"
#include "record/record.h"
#include "record/wall.h"
#include "tracing/module.h"
#include "tracing/tracing.h"

#define LIST		"/etc/initramfs-tools/modules"
#define NEW_LIST	LIST ".fdd-new"
#define INSTANCE	"fdd-boot"
#define OFF		"# "	/* before a line that is being removed */
#define LINE_END	" instance=" INSTANCE "\n"
#define MAX_PARAMETER	1023	/* STANDARD_PARAM_DEF(charp), kernel/params.c */

/* Run a program without its standard output. Returns 0 if it succeeded. */
static int run(const char *const argv[])
{
	posix_spawn_file_actions_t actions;
	char *path = fdd_find_program(argv[0]);
	int status = -1, err;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	err = path ? posix_spawn(&pid, path, &actions, NULL, (char *const *)argv, environ) : ENOENT;
	posix_spawn_file_actions_destroy(&actions);
	free(path);
	if (err)
		fdd_error("%s: %s", argv[0], strerror(err));
	else if (waitpid(pid, &status, 0) != pid)
		status = -1;
	return status ? -1 : 0;
}

static int update_initramfs(void)
{
	static const char *const argv[] = { "update-initramfs", "-u", NULL };

	fdd_tell("update-initramfs -u");
	return run(argv);
}

/*
 * The list of modules
 */

static char *read_list(void)
{
	FILE *f = fopen(LIST, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f) {
		fdd_error("%s: %s: the initramfs of this system is not made by initramfs-tools; see \"Tracing from the start\" in boot.rst for others",
			  LIST, strerror(errno));
		return NULL;
	}
	if (getdelim(&text, &size, '\0', f) < 0) {
		free(text);
		text = ferror(f) ? NULL : xstrdup("");
	}
	if (!text)
		fdd_error("%s: %s", LIST, strerror(errno));
	fclose(f);
	return text;
}

/* Replace the list in one step. Returns 0, or -1 after an error message. */
static int write_list(const char *text)
{
	FILE *f = fopen(NEW_LIST, "we");
	struct stat st;
	bool written;

	if (!f) {
		fdd_error("%s: %s", NEW_LIST, strerror(errno));
		return -1;
	}
	written = !stat(LIST, &st) && !fchmod(fileno(f), st.st_mode & 07777) &&
		  fputs(text, f) >= 0 && !fflush(f) && !fdd_complete(fileno(f), NEW_LIST, LIST);
	if (!written) {
		fdd_error("%s: %s", LIST, strerror(errno));
		unlink(NEW_LIST);
	}
	fclose(f);
	return written ? 0 : -1;
}

static bool is_off(const char *line)
{
	return !strncmp(line, OFF, strlen(OFF));
}

/* The line of an earlier --boot, up to the next one; NULL if there is none. */
static char *find_line(char *text, size_t *len)
{
	for (char *line = text; *line; line += *len) {
		*len = strcspn(line, "\n");
		*len += line[*len] == '\n';
		if (!strncmp(line + (is_off(line) ? strlen(OFF) : 0), TRACER " ",
			     strlen(TRACER " ")) &&
		    *len >= strlen(LINE_END) &&
		    !strncmp(line + *len - strlen(LINE_END), LINE_END, strlen(LINE_END)))
			return line;
	}
	return NULL;
}

/* Returns 1 if there was a line, 0 if there was none, -1 after an error message. */
static int remove_line(void)
{
	char *text = read_list(), *line;
	size_t len;
	int ret = 0;

	if (!text)
		return -1;
	line = find_line(text, &len);
	if (line) {
		memmove(line, line + len, strlen(line + len) + 1);
		ret = write_list(text) ? -1 : 1;
	}
	free(text);
	return ret;
}

/* Returns as remove_line(). */
static int turn_line_off(void)
{
	char *text = read_list(), *line, *new = NULL;
	size_t len;
	int ret = 0;

	if (!text)
		return -1;
	line = find_line(text, &len);
	if (line && !is_off(line) &&
	    asprintf(&new, "%.*s" OFF "%s", (int)(line - text), text, line) < 0)
		new = NULL;
	if (line)
		ret = !is_off(line) && (!new || write_list(new)) ? -1 : 1;
	free(new);
	free(text);
	return ret;
}

/*
 * The setup
 */

/* "function_duration tracer=1 thresh=500 filter=a,b instance=fdd-boot" */
static char *make_line(const struct session_wish *wish)
{
	char *line = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&line, &size);

	fputs(TRACER " tracer=1", f);
	if (wish->has_thresh)
		fprintf(f, " thresh=%llu", (unsigned long long)wish->thresh_us);
	for (size_t i = 0; i < wish->functions.nr; i++)
		fprintf(f, "%s%s", i ? "," : " filter=", wish->functions.words[i]);
	fputs(LINE_END, f);
	fclose(f);
	return line;
}

static int check_wish(const struct record *r)
{
	const struct session_wish *wish = &r->wish;
	size_t len = 0;

	if (r->command || r->only_command || r->stat || wish->not_functions.nr ||
	    wish->graph_functions.nr || wish->pids.nr || wish->max_depth ||
	    wish->buffer_kb || wish->module || wish->cgroups.nr || r->by_cgroup) {
		fdd_error("--boot can be used with -t, -F, -o and --no-report only");
		return -1;
	}
	for (size_t i = 0; i < wish->functions.nr; i++) {
		len += strlen(wish->functions.words[i]) + 1;
		if (strchr(wish->functions.words[i], ':')) {
			fdd_error("-F %s: no module is loaded so early in the boot",
				  wish->functions.words[i]);
			return -1;
		}
	}
	if (len <= MAX_PARAMETER)
		return 0;
	fdd_error("-F: %zu characters of functions; a parameter of a module has at most %d",
		  len, MAX_PARAMETER);
	return -1;
}

static int check_system(void)
{
	static const char *const argv[] = { "modprobe", "-n", "-q", TRACER, NULL };

	if (geteuid()) {
		fdd_error("--boot changes %s: run it as root", LIST);
		return -1;
	}
	if (!run(argv))
		return 0;
	fdd_error("the module %s is not installed for this kernel (apt install function-duration-dkms)",
		  TRACER);
	return -1;
}

static int add_line(const char *line)
{
	char *text = read_list(), *new = NULL;
	size_t len;
	int ret = -1;

	if (!text)
		return -1;
	len = strlen(text);
	if (find_line(text, &(size_t){ 0 }))
		fdd_error("the next boot is to be traced already; \"fdd record --boot-off\" undoes it");
	else if (asprintf(&new, "%s%s%s", text, len && text[len - 1] != '\n' ? "\n" : "", line) > 0)
		ret = write_list(new);
	free(new);
	free(text);
	return ret;
}

static int set_up(const struct record *r)
{
	char *line;
	int ret;

	if (check_wish(r) || check_system())
		return -1;
	line = make_line(&r->wish);
	ret = add_line(line);
	free(line);
	if (ret)
		return -1;
	if (update_initramfs()) {
		fdd_error("update-initramfs failed: no boot will be traced");
		remove_line();
		return -1;
	}
	fdd_tell("the next boot will be traced; after it, \"fdd record --boot\" saves the trace and undoes this, \"fdd record --boot-off\" undoes it");
	return 0;
}

/*
 * After the boot
 */

static bool was_traced(void)
{
	char *path = tracing_path(INSTANCE, "");
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/* trace-cmd extract removes the instance itself. */
static int remove_instance(void)
{
	char *path = tracing_path(INSTANCE, "");
	int ret = 0;

	if (was_traced()) {
		tracing_write(INSTANCE, "current_tracer", "nop");
		ret = rmdir(path);
	}
	if (ret)
		fdd_error("%s: %s", path, strerror(errno));
	free(path);
	return ret;
}

/*
 * Undo it all. The threshold is one of the instance. The line is removed when the initramfs
 * has been made without it: after a kill before that, the line shows that the initramfs still
 * has to be made.
 */
static int take_away(void)
{
	int found = turn_line_off();
	int ret = found < 0 || (found && (update_initramfs() || remove_line() < 0)) ? -1 : 0;

	if (found > 0 && !ret)
		fdd_tell("the next boot will not be traced");
	return remove_instance() ? -1 : ret;
}

static int extract_trace(struct record *r)
{
	const char *const argv[] = { "trace-cmd", "extract", "-B", INSTANCE, "-o", r->part, NULL };
	mode_t mask;
	int ret;

	record_mark_wall(INSTANCE);
	tracing_write(INSTANCE, "tracing_on", "0");
	session_counts(INSTANCE, &r->counts);
	mask = umask(077);
	ret = run(argv);
	umask(mask);
	if (ret) {
		fdd_error("%s: trace-cmd could not save the trace of the boot; it stays in the instance %s",
			  r->output, INSTANCE);
		return -1;
	}
	return record_complete_output(r);
}

static int save_trace(struct record *r)
{
	int ret = record_name_output(r) || record_open_output(r, INSTANCE) ||
		  extract_trace(r) ? -1 : 0;

	record_close_output(r);
	if (!ret)
		session_tell_losses(INSTANCE, &r->counts);
	return ret;
}

int record_boot(struct record *r)
{
	if (tracing_find())
		return -1;
	if (r->boot_off)
		return take_away();
	if (!was_traced())
		return set_up(r);
	if (save_trace(r))
		return -1;
	r->boot_saved = true;
	return take_away();
}
