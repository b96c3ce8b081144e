// SPDX-License-Identifier: GPL-2.0
/*
 * kill-at N COMMAND...: run a command, and kill it (SIGKILL) before its system call number N of
 * those that change something: files, processes, the kernel. Between two of these a kill leaves
 * the same behind. Prints this call. If there are fewer, the command ends by itself, and the
 * status is 3. What it starts is not counted, and is not killed. With N 0 it prints all of them.
 *
 * Of writes to one file that follow each other, such as a thousand functions to a filter, the
 * number 1, 2, 4, 8 ... count: the others leave no other kind of state behind.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENDED	3

static const struct call {
	long		nr;
	const char	*name;
	int		path;	/* the argument that is one; -1: none */
} calls[] = {
	{ SYS_openat, "openat", 1 },
	{ SYS_write, "write", -1 },
	{ SYS_pwrite64, "pwrite64", -1 },
	{ SYS_ftruncate, "ftruncate", -1 },
	{ SYS_fchmod, "fchmod", -1 },
	{ SYS_fchown, "fchown", -1 },
	{ SYS_fsync, "fsync", -1 },
	{ SYS_flock, "flock", -1 },
	{ SYS_rename, "rename", 1 },
	{ SYS_renameat, "renameat", 3 },
	{ SYS_renameat2, "renameat2", 3 },
	{ SYS_linkat, "linkat", 3 },
	{ SYS_unlink, "unlink", 0 },
	{ SYS_unlinkat, "unlinkat", 1 },
	{ SYS_mkdir, "mkdir", 0 },
	{ SYS_mkdirat, "mkdirat", 1 },
	{ SYS_rmdir, "rmdir", 0 },
	{ SYS_clone, "clone", -1 },
	{ SYS_clone3, "clone3", -1 },
	{ SYS_vfork, "vfork", -1 },
	{ SYS_kill, "kill", -1 },
	{ SYS_finit_module, "finit_module", -1 },
	{ SYS_delete_module, "delete_module", 0 },
	{ SYS_exit_group, "exit_group", -1 },
};

static const struct call *find_call(const struct __ptrace_syscall_info *info)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (calls[i].nr == (long)info->entry.nr)
			return &calls[i];
	return NULL;
}

/* Not a file that is only read, nor a message. */
static bool changes(const struct call *call, const struct __ptrace_syscall_info *info)
{
	if (call->nr == SYS_openat)
		return info->entry.args[2] & (O_WRONLY | O_RDWR | O_CREAT);
	if (call->nr == SYS_write)
		return info->entry.args[0] > STDERR_FILENO;
	return true;
}

/* "NAME FILE" of a call */
struct text {
	char	text[PATH_MAX];
};

static void read_link(pid_t pid, int fd, char *path, size_t size)
{
	char link[64];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/%d/fd/%d", pid, fd);
	len = readlink(link, path, size - 1);
	path[len > 0 ? len : 0] = '\0';
}

static struct text text_of(pid_t pid, const struct call *call,
			   const struct __ptrace_syscall_info *info)
{
	struct text text;
	size_t len = snprintf(text.text, sizeof(text.text), "%s ", call->name);
	char *path = text.text + len;
	struct iovec to = { path, 255 };
	struct iovec from = { NULL, 255 };

	memset(path, 0, sizeof(text.text) - len);
	if (call->path >= 0) {
		from.iov_base = (void *)info->entry.args[call->path];
		process_vm_readv(pid, &to, 1, &from, 1, 0);
	} else if (call->nr == SYS_write) {
		read_link(pid, info->entry.args[0], path, sizeof(text.text) - len);
	}
	return text;
}

/* Is it the first, second, fourth ... of writes to one file that follow each other? */
static bool counts(const struct call *call, const struct text *text)
{
	static struct text last;
	static long nr;

	if (call->nr != SYS_write || strcmp(text->text, last.text))
		nr = 0;
	last = *text;
	nr++;
	return !(nr & (nr - 1));
}

/* Let it run to its next stop. Returns false when it has ended. */
static bool next_stop(pid_t pid, int sig, int *status)
{
	if (ptrace(PTRACE_SYSCALL, pid, NULL, sig))
		err(1, "PTRACE_SYSCALL");
	if (waitpid(pid, status, 0) != pid)
		err(1, "waitpid");
	return WIFSTOPPED(*status);
}

static void kill_it(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int walk(pid_t pid, long number)
{
	int status, sig = 0;
	long nr = 0;

	while (next_stop(pid, sig, &status)) {
		struct __ptrace_syscall_info info;
		const struct call *call;
		struct text text;

		sig = WSTOPSIG(status) == (SIGTRAP | 0x80) ? 0 : WSTOPSIG(status);
		if (sig == SIGTRAP)
			sig = 0;
		if (WSTOPSIG(status) != (SIGTRAP | 0x80) ||
		    ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) < 0 ||
		    info.op != PTRACE_SYSCALL_INFO_ENTRY)
			continue;
		call = find_call(&info);
		if (!call || !changes(call, &info))
			continue;
		text = text_of(pid, call, &info);
		if (!counts(call, &text) || (++nr != number && number))
			continue;
		puts(text.text);
		if (!number)
			continue;
		kill_it(pid);
		return 0;
	}
	return ENDED;
}

int main(int argc, char **argv)
{
	pid_t pid;

	if (argc < 3)
		errx(2, "usage: kill-at N COMMAND...");
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execvp(argv[2], argv + 2);
		err(127, "%s", argv[2]);
	}
	if (waitpid(pid, NULL, 0) != pid ||
	    ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL))
		err(1, "%s", argv[2]);
	return walk(pid, atol(argv[1]));
}
