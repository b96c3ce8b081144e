// SPDX-License-Identifier: GPL-2.0
/* The parent: starts the child, and reads what it writes, which may be anything. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/util.h"
#include "unwind/child.h"
#include "unwind/sandbox.h"
#include "unwind/unwind.h"

#define MAX_MEMORY	(200ull << 20)
#define MAX_SECONDS	60
#define BYTES_A_SECOND	(16u << 20)	/* of the file, in addition */
#define MAX_WAIT	(2 * MAX_SECONDS)
#define MAX_FIELDS	8
#define MAX_LINE	(64u << 10)

#ifdef FDD_DWFL
const bool fdd_can_unwind = true;
#else
const bool fdd_can_unwind;

/* Never called. */
bool unwind_child(int fd, const char *path, const struct fdd_unwind_wish *wish, FILE *to)
{
	(void)fd;
	(void)path;
	(void)wish;
	(void)to;
	return false;
}
#endif

char *fdd_stacks_path(const char *trace)
{
	struct stat st;
	char *path;

	if (!strcmp(trace, "-") || asprintf(&path, "%s.stacks", trace) < 0)
		return NULL;
	if (!stat(path, &st) && S_ISREG(st.st_mode))
		return path;
	free(path);
	return NULL;
}

/*
 * The child
 */

static void limit(int what, uint64_t most)
{
	struct rlimit now;

	if (!getrlimit(what, &now) && most < now.rlim_max)
		setrlimit(what, &(struct rlimit){ most, most });
}

/* libdw opens files that a program's debug information names: a FIFO would wait for ever. */
static void set_limits(off_t size)
{
	uint64_t more = (uint64_t)size / BYTES_A_SECOND;

	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_DATA, MAX_MEMORY);
	limit(RLIMIT_CPU, MAX_SECONDS + more);
	signal(SIGALRM, SIG_DFL);
	alarm(MAX_WAIT + 2 * more);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void __attribute__((noreturn))
run_child(int fd, int to, const char *path, const struct fdd_unwind_wish *wish)
{
	struct stat st = { .st_size = 0 };
	FILE *f = fdopen(to, "w");
	bool good;

	fstat(fd, &st);
	set_limits(st.st_size);
	/* libdw asks them where this is set. */
	if (!wish->debuginfod) {
		unsetenv("DEBUGINFOD_URLS");
		unwind_sandbox();
	}
	good = f && unwind_child(fd, path, wish, f);
	_exit(good ? 0 : 1);
}

/*
 * Lines of the child
 */

struct parser {
	struct fdd_user_stacks	*s;
	const char		*path;
	bool			complete;
	bool			bad;
};

static bool number(const char *text, uint64_t most, uint64_t *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return !errno && !*end && *value <= most;
}

static uint32_t name_of(struct parser *p, const char *text)
{
	return fdd_names_get(&p->s->names, text, strlen(text));
}

static bool take_frame(struct parser *p, char **field)
{
	struct fdd_user_stacks *s = p->s;
	uint64_t inlined, library, unnamed, line;

	if (!number(field[1], 1, &inlined) || !number(field[2], 1, &library) ||
	    !number(field[3], 1, &unnamed) || !number(field[4], INT32_MAX, &line) ||
	    s->nr_frames == UNWIND_MAX_ORDER)
		return false;
	GROW(s->frames, s->nr_frames, s->cap_frames);
	s->frames[s->nr_frames++] = (struct fdd_user_frame){
		.name = name_of(p, field[5]), .path = name_of(p, field[6]),
		.module = name_of(p, field[7]), .line = line, .inlined = inlined,
		.library = library, .unnamed = unnamed,
	};
	return true;
}

static bool take_stack(struct parser *p, char **field)
{
	struct fdd_user_stacks *s = p->s;
	struct fdd_user_stack stack = { .first = s->nr_order, .end = name_of(p, field[1]) };
	char *one, *rest = field[2];
	uint64_t frame;

	while (*rest && (one = strsep(&rest, ","))) {
		if (!s->nr_frames || !number(one, s->nr_frames - 1, &frame) ||
		    s->nr_order == UNWIND_MAX_ORDER)
			return false;
		GROW(s->order, s->nr_order, s->cap_order);
		s->order[s->nr_order++] = frame;
		if (!rest)
			break;
	}
	stack.nr = s->nr_order - stack.first;
	GROW(s->list, s->nr, s->cap);
	s->list[s->nr++] = stack;
	return s->nr <= UNWIND_MAX_STACKS;
}

static bool take_copy(struct parser *p, char **field)
{
	uint64_t tid, stack;
	struct fdd_user_copy copy;

	if (!number(field[1], INT32_MAX, &tid) || !number(field[2], UINT64_MAX, &copy.time) ||
	    !number(field[3], UINT64_MAX, &copy.calltime) || !p->s->nr ||
	    !number(field[4], p->s->nr - 1, &stack) || p->s->nr_copies == UNWIND_MAX_COPIES)
		return false;
	copy.tid = tid;
	copy.stack = stack;
	fdd_user_stacks_add(p->s, &copy);
	return true;
}

static bool take_line(struct parser *p, char *line)
{
	static const struct {
		char		kind;
		unsigned int	fields;
		bool		(*take)(struct parser *p, char **field);
	} kinds[] = {
		{ 'F', 8, take_frame }, { 'S', 3, take_stack }, { 'C', 5, take_copy },
	};
	char *field[MAX_FIELDS], *rest = line;
	unsigned int nr = 0;

	while (rest && nr < MAX_FIELDS)
		field[nr++] = strsep(&rest, "\t");
	if (rest || !field[0][0] || field[0][1])
		return false;
	if (*field[0] == 'M' && nr == 2) {
		fdd_warning("%s: %s", p->path, field[1]);
		return true;
	}
	if (*field[0] == 'E')
		p->complete = true;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].kind == *field[0])
			return nr == kinds[i].fields && kinds[i].take(p, field);
	return p->complete;
}

static void read_lines(struct parser *p, FILE *f)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	while (!p->bad && (len = getline(&line, &size, f)) > 0) {
		if (line[len - 1] != '\n')
			break;	/* it died within this line */
		line[len - 1] = '\0';
		p->bad = !take_line(p, line);
	}
	free(line);
}

static void say_end(const struct parser *p, int status)
{
	if (p->complete)
		return;
	if (p->bad)
		fdd_warning("%s: the unwinder wrote what is not understood: stacks are missing",
			    p->path);
	else if (WIFSIGNALED(status) &&
		 (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
		fdd_warning("%s: the unwinder reached its limit of time: stacks are missing",
			    p->path);
	else if (WIFSIGNALED(status))
		fdd_warning("%s: the unwinder died of a file that libdw cannot read (signal %d): stacks are missing",
			    p->path, WTERMSIG(status));
	else if (!p->s->nr_copies)
		fdd_warning("%s: no stack is read", p->path);
	else
		fdd_warning("%s: the unwinder reached its limit of memory, 200 MiB: stacks are missing",
			    p->path);
}

static struct fdd_user_stacks *read_child(pid_t pid, int fd, const char *path)
{
	struct parser p = { .s = fdd_user_stacks_new(), .path = path };
	FILE *f = fdopen(fd, "r");
	int status;

	if (f)
		read_lines(&p, f);
	/* It gets SIGPIPE if it still writes. */
	if (f)
		fclose(f);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	say_end(&p, status);
	fdd_user_stacks_sort(p.s);
	return p.s;
}

struct fdd_user_stacks *fdd_unwind(const char *path, const struct fdd_unwind_wish *wish)
{
	int fd, pipes[2];
	pid_t pid;

	if (!fdd_can_unwind) {
		fdd_warning("%s: is not read: fdd was built without libdw", path);
		return NULL;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || pipe2(pipes, O_CLOEXEC)) {
		fdd_error("%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	fflush(NULL);
	pid = fork();
	if (!pid) {
		close(pipes[0]);
		run_child(fd, pipes[1], path, wish);
	}
	close(fd);
	close(pipes[1]);
	if (pid < 0) {
		fdd_error("%s: fork: %s", path, strerror(errno));
		close(pipes[0]);
		return NULL;
	}
	return read_child(pid, pipes[0], path);
}
