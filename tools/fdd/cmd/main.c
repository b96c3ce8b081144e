// SPDX-License-Identifier: GPL-2.0
/* Selects the subcommand. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/main.h"
#include "cmd/report.h"
#include "lib/usage.h"
#include "lib/util.h"

static const struct command {
	const char	*name;
	int		(*run)(int argc, char **argv);
	const char	*about;
} commands[] = {
#define COMMAND(name, about)	{ #name, cmd_##name, about },
#include "cmd/list.h"
#undef COMMAND
};

static const struct command *command_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

/* Views that are commands, too. */
static const struct fdd_view_ops *view_named(const char *name)
{
	for (size_t i = 0; fdd_views[i]; i++)
		if (fdd_views[i]->command && !strcmp(fdd_views[i]->command, name))
			return fdd_views[i];
	return NULL;
}

static void each_command(void (*print)(const char *name, const char *about))
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		print(commands[i].name, commands[i].about);
	for (size_t i = 0; fdd_views[i]; i++)
		if (fdd_views[i]->command)
			print(fdd_views[i]->command, fdd_views[i]->about);
}

static void help_commands(void)
{
	puts("\nCommands (\"fdd COMMAND -h\" describes each):");
	each_command(fdd_help_row);
}

static void print_name(const char *name, const char *about)
{
	(void)about;
	fprintf(stderr, " %s", name);
}

static void list_name(const char *name, const char *about)
{
	(void)about;
	puts(name);
}

/* If the first operand is not a file, assume that a command was meant. */
static bool is_mistyped(const char *word)
{
	return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] &&
	       access(word, F_OK);
}

static int no_such_command(const char *word)
{
	fprintf(stderr, "fdd: '%s' is neither a file nor a command; the commands are:", word);
	each_command(print_name);
	fputc('\n', stderr);
	return FDD_EXIT_USAGE;
}

static void set_program(const char *command)
{
	static char program[32];

	snprintf(program, sizeof(program), "fdd %s", command);
	fdd_program = program;
}

/*
 * A file that fdd opens must not get the number of a standard one that is closed: messages
 * would go into a trace, or into the journal of changes. Reading or writing stays an error.
 */
static void fill_standard_files(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(FDD_EXIT_INPUT);
}

/* "fdd help why" is "fdd why --help". */
static int help_about(char *program, char *about)
{
	char option[] = "--help", *words[] = { program, about ? about : option, option, NULL };

	return fdd_main(about ? 3 : 2, words);
}

int fdd_main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	const struct command *command = command_named(word);
	const struct fdd_view_ops *view = view_named(word);

	fill_standard_files();
	if (command || view)
		set_program(word);
	if (command)
		return command->run(argc - 1, argv + 1);
	if (view)
		return fdd_report_view(view, argc - 1, argv + 1);
	/* For completion */
	if (!strcmp(word, "--list-commands")) {
		each_command(list_name);
		return FDD_EXIT_OK;
	}
	if (!strcmp(word, "help") && access(word, F_OK))
		return help_about(argv[0], argc > 2 ? argv[2] : NULL);
	if (is_mistyped(word))
		return no_such_command(word);
	return fdd_report(help_commands, argc, argv);
}
