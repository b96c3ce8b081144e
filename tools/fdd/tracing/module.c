// SPDX-License-Identifier: GPL-2.0
/* Finds and loads the kernel module of the tracer. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/module.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define MODULE		TRACER
#define MODULE_FILE	MODULE ".ko"
#define UP_LEVELS	4	/* from build/fdd/fdd to the top of a checkout */

bool module_tracer_is_there(void)
{
	return tracing_has_word(NULL, "available_tracers", TRACER);
}

static char *file_if_there(const char *dir, const char *sub)
{
	char *path;

	if (asprintf(&path, "%s/%s%s" MODULE_FILE, dir, sub, *sub ? "/" : "") < 0)
		return NULL;
	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

/* Search next to the program and in folders above it, for the module built for this kernel. */
static char *file_of_checkout(void)
{
	char dir[PATH_MAX], release[sizeof(((struct utsname *)0)->release) + 8];
	ssize_t len = readlink("/proc/self/exe", dir, sizeof(dir) - 1);
	struct utsname uts;
	char *file = NULL;

	if (len < 0 || uname(&uts))
		return NULL;
	dir[len] = '\0';
	snprintf(release, sizeof(release), "build/%s", uts.release);
	for (int i = 0; i < UP_LEVELS && !file && strrchr(dir, '/'); i++) {
		*strrchr(dir, '/') = '\0';
		file = file_if_there(dir, release);
		if (!file)
			file = file_if_there(dir, "");
	}
	return file;
}

char *module_file(const char *given)
{
	return given ? xstrdup(given) : file_of_checkout();
}

/* modprobe -q: no messages, because the module may be found in another way. */
static bool modprobe(void)
{
	char *const argv[] = { "modprobe", "-q", MODULE, NULL };
	char *const envp[] = { "PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL };
	static const char *const paths[] = { "/usr/sbin/modprobe", "/sbin/modprobe" };
	int status;
	pid_t pid;

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		if (posix_spawn(&pid, paths[i], NULL, NULL, argv, envp))
			continue;
		return waitpid(pid, &status, 0) == pid && !status;
	}
	return false;
}

static void tell_why(const char *file, int err)
{
	static const struct {
		int err;
		const char *why;
	} reasons[] = {
		{ ENOEXEC, "it was not built for this kernel: build it again (make)" },
		{ EPERM,
		  "not permitted: run fdd as root; a locked down kernel needs a signed module" },
		{ EKEYREJECTED,
		  "the kernel does not trust its signature (Secure Boot: sign the module)" },
		{ EOPNOTSUPP, "it does not support this kernel: dmesg has the reason" },
	};

	if (err == EUCLEAN) {
		fdd_error("%s: was found near this program, but others could have written it: give it with --module",
			  file);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
		if (reasons[i].err == err) {
			fdd_error("%s: %s", file, reasons[i].why);
			return;
		}
	}
	fdd_error("%s: cannot load: %s (dmesg may have details)", file, strerror(err));
}

/*
 * A file that was found above this program is code for the kernel: it has to be root's or that of
 * the program's owner, who could have it run anyway. In /tmp it could be any user's.
 */
static bool is_trustworthy(int fd)
{
	struct stat file, program;

	if (fstat(fd, &file) || stat("/proc/self/exe", &program) || !S_ISREG(file.st_mode))
		return false;
	if (file.st_mode & 002 || (file.st_mode & 020 && file.st_gid != program.st_gid))
		return false;
	return !file.st_uid || file.st_uid == program.st_uid;
}

/* Returns 0, or a positive errno. */
static int insert(const char *file, bool given)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int err = 0;

	if (fd < 0)
		return errno;
	if (!given && !is_trustworthy(fd))
		err = EUCLEAN;
	else if (syscall(SYS_finit_module, fd, "", 0) && errno != EEXIST)
		err = errno;
	close(fd);
	return err;
}

static int insert_file(char *file, bool given)
{
	int err = insert(file, given);

	if (err)
		tell_why(file, err);
	free(file);
	return err ? -1 : 0;
}

int module_load(const char *given)
{
	char *file;

	if (module_tracer_is_there())
		return 0;
	if (geteuid()) {
		fdd_error("the tracer " TRACER " is not loaded: as root, modprobe " MODULE);
		return -1;
	}
	if (undo_note_module(MODULE))
		return -1;
	if (!given && modprobe())
		return 0;
	file = module_file(given);
	if (file)
		return insert_file(file, given);
	fdd_error("the kernel has no tracer " TRACER ", and its module is not installed for this kernel: install it, or give its file with --module");
	return -1;
}
