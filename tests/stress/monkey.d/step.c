// SPDX-License-Identifier: GPL-2.0
/*
 * One step, as a line of shell that can be typed in /sys/kernel/tracing: it is printed,
 * parsed, and run by plain system calls, which take microseconds; a shell takes
 * milliseconds in an emulated machine.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "monkey.h"

/* Enough for a small buffer, and a limit with a large one. */
#define READ_AT_MOST	65536

static int fds[N_SLOTS] = { -1, -1, -1, -1, -1, -1 };

/*
 * Files
 */

int read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	ssize_t n;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	if (n >= 0)
		text[n] = '\0';
	close(fd);
	return n < 0 ? -errno : 0;
}

/* The content of a file; the caller frees it. */
char *read_whole(const char *path)
{
	size_t size = 0, room = 1 << 16;
	char *text = malloc(room);
	int fd = open(path, O_RDONLY);
	ssize_t n;

	while (fd >= 0 && (n = read(fd, text + size, room - size - 1)) > 0) {
		size += n;
		if (room - size < 4096)
			text = realloc(text, room *= 2);
	}
	if (fd >= 0)
		close(fd);
	text[size] = '\0';
	return text;
}

bool file_has_text(const char *path, const char *text)
{
	char *whole = read_whole(path);
	bool has = strstr(whole, text);

	free(whole);
	return has;
}

/* One write, then the rest if there is any: as the shell's echo. */
static int write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0)
			return errno;
		if (n == 0)
			return 0;
		text += n;
		size -= n;
	}
	return 0;
}

static int write_line(const char *path, const char *text, int flags)
{
	char line[4096];
	int fd = open(path, O_WRONLY | O_CREAT | flags, 0666);
	int size, error;

	if (fd < 0)
		return errno;
	size = snprintf(line, sizeof(line), "%s\n", text);
	error = write_all(fd, line, size);
	close(fd);
	return error;
}

int write_text(const char *path, const char *text)
{
	return write_line(path, text, O_TRUNC);
}

/*
 * Printing and parsing
 */

void step_path(const struct step *step, char *path, size_t size)
{
	if (step->array[0])
		snprintf(path, size, "instances/%s/%s", step->array, step->file);
	else
		snprintf(path, size, "%s", step->file);
}

/* Quote the characters that are special in a shell; $$ is our pid. */
static const char *quoted(const char *text, char *to, size_t size)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:=.,/-+%";
	bool bare = text[strspn(text, plain)] == '\0' || strcmp(text, "$$") == 0;

	snprintf(to, size, bare ? "%s" : "'%s'", text);
	return to;
}

void step_print(const struct step *step, char *line, size_t size)
{
	char path[192], text[300];

	step_path(step, path, sizeof(path));
	quoted(step->text, text, sizeof(text));
	switch (step->verb) {
	case WRITE:
		snprintf(line, size, "echo %s >%s", text, path);
		break;
	case APPEND:
		snprintf(line, size, "echo %s >>%s", text, path);
		break;
	case READ:
		snprintf(line, size, "timeout 1 head -c 65536 %s >/dev/null", path);
		break;
	case OPEN:
		snprintf(line, size, "exec %d<%s", step->slot, path);
		break;
	case READ_SLOT:
		snprintf(line, size, "timeout 1 head -c 65536 <&%d >/dev/null", step->slot);
		break;
	case CLOSE:
		snprintf(line, size, "exec %d<&-", step->slot);
		break;
	case MAKE:
		snprintf(line, size, "mkdir instances/%s", step->file);
		break;
	case REMOVE:
		snprintf(line, size, "rmdir instances/%s", step->file);
		break;
	case INSERT:
		snprintf(line, size, "insmod %s%s%s", step->file, step->text[0] ? " " : "",
			 step->text);
		break;
	case TAKE_OUT:
		snprintf(line, size, "rmmod %s", step->file);
		break;
	case HOLD:
		snprintf(line, size, "/fd/monkey hold %d %s", step->slot, step->text);
		break;
	case RELEASE:
		snprintf(line, size, "/fd/monkey release %d", step->slot);
		break;
	case RUN:
		snprintf(line, size, "%s", step->text);
		break;
	}
}

/* Split "instances/NAME/FILE". */
static void set_path(struct step *step, const char *path)
{
	const char *rest;

	if (strncmp(path, "instances/", 10) == 0) {
		rest = strchr(path + 10, '/');
		if (rest) {
			snprintf(step->array, sizeof(step->array), "%.*s",
				 (int)(rest - path - 10), path + 10);
			path = rest + 1;
		}
	}
	snprintf(step->file, sizeof(step->file), "%s", path);
}

static bool parse_echo(struct step *step, const char *line)
{
	char text[256] = "", arrow[3] = "", path[160] = "";

	if (sscanf(line, "echo '%255[^']' %2[>]%159s", text, arrow, path) != 3 &&
	    sscanf(line, "echo %255[^ ' >] %2[>]%159s", text, arrow, path) != 3) {
		text[0] = '\0';
		if (sscanf(line, "echo %2[>]%159s", arrow, path) != 2 &&
		    sscanf(line, "echo '' %2[>]%159s", arrow, path) != 2)
			return false;
	}
	step->verb = arrow[1] ? APPEND : WRITE;
	snprintf(step->text, sizeof(step->text), "%s", text);
	set_path(step, path);
	return true;
}

static bool parse_words(struct step *step, const char *line)
{
	char word[160];
	int slot, end = 0;

	if (sscanf(line, "timeout 1 head -c 65536 <&%d", &slot) == 1) {
		step->verb = READ_SLOT;
		step->slot = slot;
	} else if (sscanf(line, "timeout 1 head -c 65536 %159s", word) == 1) {
		step->verb = READ;
		set_path(step, word);
	} else if (sscanf(line, "exec %d<&%n", &slot, &end) == 1 && end) {
		step->verb = CLOSE;
		step->slot = slot;
	} else if (sscanf(line, "exec %d<%159s", &slot, word) == 2) {
		step->verb = OPEN;
		step->slot = slot;
		set_path(step, word);
	} else if (sscanf(line, "mkdir instances/%15s", word) == 1) {
		step->verb = MAKE;
		snprintf(step->file, sizeof(step->file), "%s", word);
	} else if (sscanf(line, "rmdir instances/%15s", word) == 1) {
		step->verb = REMOVE;
		snprintf(step->file, sizeof(step->file), "%s", word);
	} else if (sscanf(line, "insmod %127s %255[^\n]", step->file, step->text) >= 1) {
		step->verb = INSERT;
	} else if (sscanf(line, "rmmod %127s", step->file) == 1) {
		step->verb = TAKE_OUT;
	} else if (sscanf(line, "/fd/monkey hold %d %255s", &slot, step->text) == 2) {
		step->verb = HOLD;
		step->slot = slot;
	} else if (sscanf(line, "/fd/monkey release %d", &slot) == 1) {
		step->verb = RELEASE;
		step->slot = slot;
	} else {
		return false;
	}
	return true;
}

/* false: a comment, or nothing */
bool step_parse(struct step *step, const char *line)
{
	memset(step, 0, sizeof(*step));
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return false;
	if (!parse_echo(step, line) && !parse_words(step, line)) {
		step->verb = RUN;
		snprintf(step->text, sizeof(step->text), "%s", line);
	}
	step->kind = grammar_find(step);
	return true;
}

/*
 * Doing
 */

int slot_fd(int slot)
{
	return fds[slot - FIRST_SLOT];
}

/* Names of functions are slow: the kernel compares each with those of all functions. */
static int do_write(const struct step *step, const char *path)
{
	char text[2048];
	int flags = step->verb == APPEND ? O_APPEND : O_TRUNC;

	if (strcmp(step->text, "$$") == 0)
		snprintf(text, sizeof(text), "%d", getpid());
	else if (!strstr(step->file, "set_ftrace_") || strstr(step->file, "pid") ||
		 is_probe(step->text) || !functions_as_numbers(step->text, text, sizeof(text)))
		snprintf(text, sizeof(text), "%s", step->text);
	return write_line(path, text, flags);
}

static int drain(int fd)
{
	char buffer[READ_AT_MOST];
	size_t size = 0;

	while (size < sizeof(buffer)) {
		ssize_t n = read(fd, buffer + size, sizeof(buffer) - size);

		if (n < 0)
			return errno == EAGAIN ? 0 : errno;
		if (n == 0)
			break;
		size += n;
	}
	return 0;
}

static int do_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), error;

	if (fd < 0)
		return errno;
	error = drain(fd);
	close(fd);
	return error;
}

static int do_open(int slot, const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return errno;
	fds[slot - FIRST_SLOT] = fd;
	return 0;
}

static int do_close(int slot)
{
	if (slot_fd(slot) < 0)
		return EBADF;
	detach(slot_fd(slot));
	close(slot_fd(slot));
	fds[slot - FIRST_SLOT] = -1;
	return 0;
}

static int do_insert(const char *file, const char *parameters)
{
	int fd = open(file, O_RDONLY), error;

	if (fd < 0)
		return errno;
	error = syscall(SYS_finit_module, fd, parameters, 0) ? errno : 0;
	close(fd);
	return error;
}

static int do_hold(const struct step *step)
{
	int fd = attach(step->text);

	if (fd < 0)
		return -fd;
	fds[step->slot - FIRST_SLOT] = fd;
	return 0;
}

/* Close in a child the files that are open in the monkey. */
static void close_slots(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
}

static int children;

/* "(echo ORDER >FILE) &", or another command for the shell */
static int do_in_background(const char *command)
{
	struct step step;
	bool order = strncmp(command, "(echo ", 6) == 0;
	pid_t pid;

	if (order && !step_parse(&step, command + 1))
		return EINVAL;
	pid = fork();
	if (pid == 0) {
		close_slots();
		if (!order) {
			execl("/bin/sh", "sh", "-c", command, NULL);
			_exit(1);
		}
		step.file[strcspn(step.file, ")")] = '\0';
		_exit(step_do(&step));
	}
	children += pid > 0;
	return pid < 0 ? errno : 0;
}

/* The children that have ended, or all of them */
void wait_for_children(bool all)
{
	while (children && waitpid(-1, NULL, all ? 0 : WNOHANG) > 0)
		children--;
}

static int do_run(const char *command)
{
	char quiet[512];

	if (command[0] == '(')
		return do_in_background(command);
	if (strncmp(command, "umask ", 6) == 0)
		return umask(022) & 0;
	snprintf(quiet, sizeof(quiet), "%s >/dev/null 2>&1", command);
	return system(quiet) == 0 ? 0 : ECANCELED;
}

/* Returns 0 or an errno. */
int step_do(const struct step *step)
{
	char path[192];

	step_path(step, path, sizeof(path));
	switch (step->verb) {
	case WRITE:
	case APPEND:
		return do_write(step, path);
	case READ:
		return do_read(path);
	case OPEN:
		return do_open(step->slot, path);
	case READ_SLOT:
		return slot_fd(step->slot) < 0 ? EBADF : drain(slot_fd(step->slot));
	case CLOSE:
	case RELEASE:
		return do_close(step->slot);
	case MAKE:
		snprintf(path, sizeof(path), "instances/%s", step->file);
		return mkdir(path, 0777) ? errno : 0;
	case REMOVE:
		snprintf(path, sizeof(path), "instances/%s", step->file);
		return rmdir(path) ? errno : 0;
	case INSERT:
		return do_insert(step->file, step->text);
	case TAKE_OUT:
		return syscall(SYS_delete_module, step->file, O_NONBLOCK) ? errno : 0;
	case HOLD:
		return do_hold(step);
	case RUN:
		return do_run(step->text);
	}
	return 0;
}

/*
 * Answers
 */

static const struct {
	int		error;
	enum answer	answer;
	const char	*name;
} answers[] = {
	{ 0,		OK,	"ok" },
	{ EBUSY,	BUSY,	"EBUSY" },
	{ EINVAL,	INVAL,	"EINVAL" },
	{ EEXIST,	EXIST,	"EEXIST" },
	{ ENOENT,	NOENT,	"ENOENT" },
	{ EACCES,	NOENT,	"EACCES" },
	{ EPERM,	NOENT,	"EPERM" },
	{ ENOSPC,	NOSPC,	"ENOSPC" },
	{ ENODEV,	NODEV,	"ENODEV" },
	{ EWOULDBLOCK,	AGAIN,	"EAGAIN" },
	{ ENODATA,	NODATA,	"ENODATA" },
};

enum answer answer_of(int error)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		if (answers[i].error == error)
			return answers[i].answer;
	}
	return OTHER;
}

const char *answers_text(unsigned int set, char *text, size_t size)
{
	unsigned int i, seen = 0;

	text[0] = '\0';
	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		size_t used = strlen(text);

		if (!(answers[i].answer & set) || (answers[i].answer & seen))
			continue;
		seen |= answers[i].answer;
		snprintf(text + used, size - used, "%s%s", used ? " or " : "",
			 answers[i].name);
	}
	return text;
}
