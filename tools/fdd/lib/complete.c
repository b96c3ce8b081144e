// SPDX-License-Identifier: GPL-2.0
/* Files that get their name when they are complete. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/complete.h"
#include "lib/util.h"

static char *directory_of(const char *path)
{
	char *copy = xstrdup(path), *dir = xstrdup(dirname(copy));

	free(copy);
	return dir;
}

static char *name_of(const char *path)
{
	char *copy = xstrdup(path), *name = xstrdup(basename(copy));

	free(copy);
	return name;
}

/* Of a file that is not there, only the directory can be resolved. */
static char *target_to_make(const char *path)
{
	char *dir = directory_of(path), *name = name_of(path), *target = NULL;
	char *real = realpath(dir, NULL);

	if (real && asprintf(&target, "%s/%s", strcmp(real, "/") ? real : "", name) < 0)
		target = NULL;
	free(real);
	free(name);
	free(dir);
	return target;
}

char *fdd_target(const char *path)
{
	char *target = realpath(path, NULL);

	if (target || errno != ENOENT)
		return target;
	if (*path && path[strlen(path) - 1] != '/')
		return target_to_make(path);
	errno = EISDIR;
	return NULL;
}

#define NAME_TRIES	100	/* another user could repeat it for ever */

/*
 * A directory may be writable but not readable: then the whole file system is written. Some file
 * systems cannot write a directory alone (EINVAL).
 */
static int sync_directory(const char *path, int file)
{
	char *dir = directory_of(path);
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = fd < 0 ? -1 : fsync(fd);
	int err = errno;

	free(dir);
	if (fd >= 0)
		close(fd);
	if (ret && (err == EACCES || err == EINVAL))
		return syncfs(file);
	errno = err;
	return ret;
}

int fdd_complete(int fd, const char *unfinished, const char *path)
{
	return fsync(fd) || rename(unfinished, path) || sync_directory(path, fd) ? -1 : 0;
}

int fdd_file_without_name(const char *path)
{
	char *dir = directory_of(path);
	int fd = access("/proc/self/fd", X_OK) ? -1 :
		 open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	free(dir);
	return fd;
}

/* linkat() replaces no file: it gets a name of its own first, which SIGKILL may leave behind. */
static int replace(const char *from, const char *path)
{
	char *name = NULL;
	int ret;

	for (unsigned int i = 0; i < NAME_TRIES; i++) {
		free(name);
		if (asprintf(&name, "%s.%d-%u", path, getpid(), i) < 0)
			return -1;
		ret = linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
		if (!ret || errno != EEXIST)
			break;
	}
	if (!ret) {
		ret = rename(name, path);
		if (ret)
			unlink(name);
	}
	free(name);
	return ret;
}

int fdd_complete_without_name(int fd, const char *path)
{
	char from[32];
	int ret;

	snprintf(from, sizeof(from), "/proc/self/fd/%d", fd);
	if (fsync(fd))
		return -1;
	ret = linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
	if (ret && errno == EEXIST)
		ret = replace(from, path);
	return ret ? ret : sync_directory(path, fd);
}

/*
 * Parts of trace-cmd
 */

/* "NAME.part.cpu0", or "NAME.part.INSTANCE.cpu0" */
static bool is_cpu_part(const char *entry, const char *name)
{
	size_t len = strlen(name);
	const char *cpu;

	if (strncmp(entry, name, len) ||
	    strncmp(entry + len, FDD_PART ".", strlen(FDD_PART ".")))
		return false;
	cpu = strrchr(entry, '.');
	return !strncmp(cpu, ".cpu", 4) && cpu[4] && cpu[4 + strspn(cpu + 4, "0123456789")] == '\0';
}

struct cpu_parts {
	unsigned int	nr;
	uint64_t	bytes;
};

static struct cpu_parts for_cpu_parts(const char *path, bool remove)
{
	char *directory = directory_of(path), *name = name_of(path);
	DIR *dir = opendir(directory);
	struct cpu_parts parts = { 0 };
	struct dirent *entry;
	struct stat st;

	while (dir && (entry = readdir(dir))) {
		if (!is_cpu_part(entry->d_name, name))
			continue;
		if (!fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			parts.bytes += st.st_size;
		if (remove)
			unlinkat(dirfd(dir), entry->d_name, 0);
		parts.nr++;
	}
	if (dir)
		closedir(dir);
	free(name);
	free(directory);
	return parts;
}

unsigned int fdd_cpu_parts(const char *path)
{
	return for_cpu_parts(path, false).nr;
}

uint64_t fdd_cpu_parts_size(const char *path)
{
	return for_cpu_parts(path, false).bytes;
}

void fdd_remove_cpu_parts(const char *path)
{
	for_cpu_parts(path, true);
}

static int make_new(const char *path)
{
	int fd = -1;

	for (int i = 0; fd < 0 && i < NAME_TRIES; i++) {
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd < 0 && (errno != EEXIST || unlink(path)))
			break;
	}
	if (fd < 0)
		fdd_error("%s: %s", path, strerror(errno));
	else
		close(fd);
	return fd < 0 ? -1 : 0;
}

static int make_cpu_part(const char *path, const char *instance, long cpu)
{
	char *name;
	int ret;

	if (asprintf(&name, "%s" FDD_PART "%s%s.cpu%ld", path, instance ? "." : "",
		     instance ? instance : "", cpu) < 0)
		return -1;
	ret = make_new(name);
	free(name);
	return ret;
}

/* As many as trace-cmd counts, tracecmd_count_cpus() */
int fdd_make_cpu_parts(const char *path, const char *instance)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);

	for (long cpu = 0; cpu < cpus; cpu++)
		if (make_cpu_part(path, NULL, cpu) ||
		    (instance && make_cpu_part(path, instance, cpu)))
			return -1;
	return 0;
}

void fdd_remove_parts(const char *path)
{
	char *part;

	fdd_remove_cpu_parts(path);
	if (asprintf(&part, "%s" FDD_PART, path) < 0)
		return;
	unlink(part);
	free(part);
}
