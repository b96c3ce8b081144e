// SPDX-License-Identifier: GPL-2.0
/* Finds, reads and writes files of tracefs. */
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/util.h"
#include "tracing/tracing.h"

static const char *found_dir;

const char *tracing_dir(void)
{
	return found_dir;
}

/* Root has access; others depend on the owner and group of tracefs. */
static int check_access(void)
{
	char *instances = tracing_path(NULL, "instances");
	int ret = access(instances, W_OK | X_OK);

	if (ret && errno == EACCES)
		fdd_error("%s: no permission: run fdd as root (sudo fdd ...)", found_dir);
	else if (ret)
		fdd_error("%s: %s: the kernel has no tracing instances", instances,
			  strerror(errno));
	free(instances);
	return ret;
}

void tracing_say_unreadable(void)
{
	fdd_error("%s: no permission: run fdd as root (sudo fdd ...), or mount tracefs for your group (gid=)",
		  found_dir);
}

void tracing_use(const char *dir)
{
	found_dir = dir;
}

static int not_there(void)
{
	fdd_error("tracefs is not mounted: mount -t tracefs tracefs /sys/kernel/tracing%s",
		  geteuid() ? " (as root)" : "");
	return -1;
}

/* Not libtracefs: it looks into debugfs too, which makes the kernel mount tracefs there. */
static char *find_mount(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	const struct mntent *mount = NULL;
	char *path;

	while (mounts && (mount = getmntent(mounts)))
		if (!strcmp(mount->mnt_type, "tracefs"))
			break;
	path = mount ? xstrdup(mount->mnt_dir) : NULL;
	if (mounts)
		endmntent(mounts);
	return path;
}

/*
 * A detached mount, which no other process sees and which ends with this process. Returns
 * its path, or NULL. It uses syscall(), because some C libraries lack fsmount() and others.
 */
static char *mount_for_us(void)
{
	int fs = syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC), fd = -1;
	char *path;

	if (fs >= 0 && !syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		fd = syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC,
			     MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV |
			     MOUNT_ATTR_NOEXEC);
	if (fs >= 0)
		close(fs);
	return fd < 0 || asprintf(&path, "/proc/self/fd/%d", fd) < 0 ? NULL : path;
}

int tracing_find_readable(void)
{
	if (!found_dir)
		found_dir = find_mount();
	if (!found_dir)
		found_dir = mount_for_us();
	return found_dir ? 0 : not_there();
}

bool tracing_is_mounted(void)
{
	if (!found_dir)
		found_dir = find_mount();
	return found_dir;
}

int tracing_find(void)
{
	if (!found_dir)
		found_dir = tracefs_tracing_dir();
	return found_dir ? check_access() : not_there();
}

char *tracing_path(const char *instance, const char *file)
{
	char *path;
	int len;

	if (instance)
		len = asprintf(&path, "%s/instances/%s/%s", found_dir, instance, file);
	else
		len = asprintf(&path, "%s/%s", found_dir, file);
	return len < 0 ? xstrdup("") : path;
}

static char *read_all(int fd)
{
	size_t cap = 4096, len = 0;
	char *text = xmalloc(cap);

	for (;;) {
		ssize_t n = read(fd, text + len, cap - len - 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			free(text);
			return NULL;
		}
		if (!n)
			break;
		len += n;
		if (len + 1 == cap)
			text = xrealloc(text, cap *= 2);
	}
	if (len && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	return text;
}

char *tracing_read(const char *instance, const char *file)
{
	char *path = tracing_path(instance, file);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text = NULL;
	int err;

	free(path);
	if (fd < 0)
		return NULL;
	text = read_all(fd);
	err = errno;
	close(fd);
	errno = err;
	return text;
}

bool tracing_read_u64(const char *instance, const char *file, uint64_t *value)
{
	char *text = tracing_read(instance, file);
	bool ok = text && fdd_parse_u64(text, value);

	free(text);
	return ok;
}

/* Some files of tracefs accept one word per write(): continue behind it. */
static int write_all(int fd, const char *text)
{
	size_t left = strlen(text);

	while (left) {
		ssize_t n = write(fd, text, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -EIO;
		text += n;
		left -= n;
	}
	return 0;
}

static int write_file(const char *instance, const char *file, const char *text,
		      int flags)
{
	char *path = tracing_path(instance, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags);
	int ret = fd < 0 ? -errno : 0;

	fdd_debug("%s %s %s", text, flags & O_TRUNC ? ">" : ">>", path);
	free(path);
	if (fd < 0)
		return ret;
	ret = write_all(fd, text);
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

int tracing_write(const char *instance, const char *file, const char *text)
{
	return write_file(instance, file, text, O_TRUNC);
}

int tracing_append(const char *instance, const char *file, const char *text)
{
	return write_file(instance, file, text, O_APPEND);
}

static int report(const char *instance, const char *file, const char *text, int err)
{
	char *path = err ? tracing_path(instance, file) : NULL;

	if (err)
		fdd_error("%s: %s: %s", path, text, strerror(-err));
	free(path);
	return err ? -1 : 0;
}

int tracing_set(const char *instance, const char *file, const char *text)
{
	return report(instance, file, text, tracing_write(instance, file, text));
}

int tracing_add(const char *instance, const char *file, const char *text)
{
	return report(instance, file, text, tracing_append(instance, file, text));
}

bool tracing_has_word(const char *instance, const char *file, const char *word)
{
	char *text = tracing_read(instance, file);
	char *save, *token;
	bool found = false;

	if (!text)
		return false;
	for (token = strtok_r(text, " \n", &save); token && !found;
	     token = strtok_r(NULL, " \n", &save))
		found = !strcmp(token, word);
	free(text);
	return found;
}
