// SPDX-License-Identifier: GPL-2.0
/* fdd record --dry-run: the shell lines that do the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "record/record.h"
#include "tracing/module.h"
#include "tracing/option.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%"
#define INSTANCE "$tracing/instances/fdd-record"

/* Quote a word for the shell. */
static void print_word(const char *word)
{
	if (*word && word[strspn(word, PLAIN)] == '\0') {
		fputs(word, stdout);
		return;
	}
	putchar('\'');
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*word);
	}
	putchar('\'');
}

static void print_file_word(const char *word)
{
	if (*word == '-')
		fputs("./", stdout);
	print_word(word);
}

static void print_load(const struct record *r)
{
	char *file = r->wish.module ? xstrdup(r->wish.module) : NULL;

	if (file) {
		fputs("insmod ", stdout);
		print_file_word(file);
	} else {
		fputs("modprobe " TRACER, stdout);
		file = module_file(NULL);
		if (file) {
			fputs(" || insmod ", stdout);
			print_word(file);
		}
	}
	putchar('\n');
	free(file);
}

static void print_globs(const char *file, const struct words *globs)
{
	for (size_t i = 0; i < globs->nr; i++) {
		fputs("echo ", stdout);
		print_word(globs->words[i]);
		printf(" >> %s\n", file);
	}
}

/* As session_create() does it */
static void print_left_out(const struct session_wish *wish)
{
	if (!wish->functions.nr) {
		print_globs(INSTANCE "/set_ftrace_notrace", &wish->not_functions);
		return;
	}
	for (size_t i = 0; i < wish->not_functions.nr; i++) {
		char *word;

		if (asprintf(&word, "!%s", wish->not_functions.words[i]) < 0)
			return;
		fputs("echo ", stdout);
		print_word(word);
		puts(" >> " INSTANCE "/set_ftrace_filter");
		free(word);
	}
}

static void print_limits(const struct session_wish *wish)
{
	if (wish->has_thresh)
		printf("echo %llu > " INSTANCE "/" OWN_THRESH_FILE "\n",
		       (unsigned long long)wish->thresh_us);
	if (wish->max_depth)
		printf("echo %u > " INSTANCE "/" OWN_DEPTH_FILE "\n", wish->max_depth);
}

static void print_globals(const struct session_wish *wish)
{
	if (wish->graph_functions.nr)
		puts("graph=$(sed '/^#/d; s/ .*//' $tracing/set_graph_function)\n"
		     "echo > $tracing/set_graph_function");
	print_globs("$tracing/set_graph_function", &wish->graph_functions);
}

static void print_globals_back(const struct session_wish *wish)
{
	if (wish->graph_functions.nr)
		puts("echo > $tracing/set_graph_function\n"
		     "for f in $graph; do echo \"$f\" >> $tracing/set_graph_function; done");
}

/* Only some tasks are traced with -p and --only-command: the recorder is none of them. */
static bool excludes_recorder(const struct record *r)
{
	return !r->with_recorder && !r->only_command && !r->wish.pids.nr;
}

/* trace-cmd is excluded with all that it starts: the command takes itself off that list. */
static void print_command(const struct record *r)
{
	fputs(" --", stdout);
	if (r->only_command)
		fputs(" sh -c 'echo 1 > \"$0/options/function-fork\"; "
		      "echo $$ > \"$0/set_ftrace_pid\"; exec \"$@\"' " INSTANCE, stdout);
	else if (excludes_recorder(r))
		fputs(" sh -c 'read -r pids < /proc/$PPID/task/$PPID/children; "
		      "for pid in $PPID $pids; do [ $pid = $$ ] || list=\"$list $pid\"; done; "
		      "echo $list > \"$0/set_ftrace_notrace_pid\"; exec \"$@\"' " INSTANCE,
		      stdout);
	for (char **word = r->command; *word; word++) {
		putchar(' ');
		print_word(*word);
	}
}

static void print_trace_cmd(const struct record *r, const char *threads)
{
	const char *argv[TRACE_CMD_MAX_ARGS];

	record_trace_cmd_args(r, threads, argv);
	for (int i = 0; argv[i]; i++) {
		if (i)
			putchar(' ');
		print_word(argv[i]);
	}
	if (r->command)
		print_command(r);
	putchar('\n');
}

/* "fdd FILE" knows by the size of FILE that FILE.stat is of it. */
static void print_save_stats(const char *output)
{
	fputs("{ cat " INSTANCE "/" STAT_HIST_FILE "; "
	      "echo \"# of a trace of $(stat -c %s ", stdout);
	print_file_word(output);
	fputs(") bytes\"; } > ", stdout);
	print_file_word(output);
	puts(".stat");
}

static void print_option(const char *name, const char *file)
{
	printf("%s=$(cat $tracing/%s)\n"
	       "echo 1 > " INSTANCE "/%s\n", name, file, file);
}

void record_print_lines(const struct record *original)
{
	struct record r = *original;
	char *threads = session_threads(&r.wish, false);
	bool loaded;

	if (!threads || tracing_find()) {
		free(threads);
		return;
	}
	snprintf(r.instance, sizeof(r.instance), "fdd-record");
	loaded = module_tracer_is_there();
	printf("tracing=%s\n", tracing_dir());
	if (!r.command)
		puts("trap : INT");
	if (!loaded)
		print_load(&r);
	print_globals(&r.wish);
	puts("mkdir " INSTANCE);
	print_limits(&r.wish);
	if (r.wish.buffer_kb)
		printf("echo %llu > " INSTANCE "/buffer_size_kb\n",
		       (unsigned long long)r.wish.buffer_kb);
	print_globs(INSTANCE "/set_ftrace_filter", &r.wish.functions);
	print_left_out(&r.wish);
	if (excludes_recorder(&r))
		puts("echo 1 > " INSTANCE "/options/function-fork\n"
		     "echo $$ > " INSTANCE "/set_ftrace_notrace_pid");
	if (r.stat)
		print_option("stat", OPTION_STAT);
	if (r.tree)
		print_option("tree", OPTION_TREE);
	if (r.user_stacks)
		printf("echo %lluns > " INSTANCE "/" STACK_THRESH_FILE
		       "\n# copies of user stacks: fdd record\n",
		       (unsigned long long)r.user_stacks);
	print_trace_cmd(&r, threads);
	if (r.stat)
		print_save_stats(r.output);
	puts("rmdir " INSTANCE);
	if (r.stat)
		puts("echo \"$stat\" > $tracing/" OPTION_STAT);
	if (r.tree)
		puts("echo \"$tree\" > $tracing/" OPTION_TREE);
	print_globals_back(&r.wish);
	if (!loaded)
		puts("rmmod " TRACER);
	if (!r.no_report) {
		fputs("fdd ", stdout);
		print_file_word(r.output);
		putchar('\n');
	}
	free(threads);
}
