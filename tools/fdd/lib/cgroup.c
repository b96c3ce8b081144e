// SPDX-License-Identifier: GPL-2.0
/* Cgroups: their directories, numbers and containers. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <limits.h>
#include <linux/magic.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/cgroup.h"
#include "lib/util.h"

const char *fdd_cgroup_mount;

/*
 * The controller of version 1 whose hierarchy the tracer looks at; "": it is version 2. Returns
 * whether the module is there, which says so.
 */
static bool read_controller(char *name, size_t size)
{
	FILE *f = fopen("/sys/module/function_duration/parameters/cgroup_controller", "re");
	bool known = f && fgets(name, size, f);

	name[known ? strcspn(name, "\n") : 0] = '\0';
	if (f)
		fclose(f);
	return known;
}

static char controller[64];

static bool is_hierarchy(const struct mntent *m)
{
	if (*controller)
		return !strcmp(m->mnt_type, "cgroup") && hasmntopt(m, controller);
	return !strcmp(m->mnt_type, "cgroup2");
}

/* Where that hierarchy is mounted; "" if it is not. */
static const char *mounted_at(void)
{
	static char at[PATH_MAX];
	struct mntent *m;
	bool known;
	FILE *f;

	if (fdd_cgroup_mount)
		return fdd_cgroup_mount;
	known = read_controller(controller, sizeof(controller));
	*at = '\0';
	f = setmntent("/proc/self/mounts", "r");
	while (f && !*at && (m = getmntent(f)))
		if (is_hierarchy(m))
			snprintf(at, sizeof(at), "%s", m->mnt_dir);
	if (f)
		endmntent(f);
	if (known)
		fdd_cgroup_mount = at;
	return at;
}

static bool starts_with_mount(const char *path, size_t len)
{
	return len && !strncmp(path, mounted_at(), len) && (!path[len] || path[len] == '/');
}

#define WHOLE	(2 * PATH_MAX)

/* That of version 2 may be mounted at several places, and is the only one there. */
static bool is_directory_of_cgroup2(const char *path)
{
	struct statfs fs;

	return !*controller && !statfs(path, &fs) && fs.f_type == CGROUP2_SUPER_MAGIC;
}

/* The directory of a path that is from the root of the hierarchy, or is this directory */
static bool directory_of(const char *path, char whole[WHOLE])
{
	const char *at = mounted_at();

	if (*path != '/' || !*at)
		return false;
	if (starts_with_mount(path, strlen(at)) || is_directory_of_cgroup2(path))
		return snprintf(whole, WHOLE, "%s", path) < WHOLE;
	return snprintf(whole, WHOLE, "%s%s", at, path) < WHOLE;
}

bool fdd_cgroup_id(const char *path, uint64_t *id)
{
	char whole[WHOLE];
	struct stat st;

	if (!directory_of(path, whole) || stat(whole, &st) || !S_ISDIR(st.st_mode))
		return false;
	*id = st.st_ino;
	return true;
}

/*
 * Patterns
 */

/* From the root of the hierarchy */
static const char *from_root(const char *pattern)
{
	size_t len = strlen(mounted_at());

	if (!starts_with_mount(pattern, len))
		return pattern;
	return pattern[len] ? pattern + len : "/";
}

void fdd_cgroup_list_add(struct fdd_cgroup_list *l, const char *pattern)
{
	if (*pattern == '!')
		fdd_patterns_add(&l->unwanted, from_root(pattern + 1));
	else
		fdd_patterns_add(&l->wanted, from_root(pattern));
}

void fdd_cgroup_list_free(struct fdd_cgroup_list *l)
{
	free(l->wanted.list);
	free(l->unwanted.list);
}

/* A path means those below it, too. */
static bool matches(const char *pattern, const char *path)
{
	size_t len = strlen(pattern);

	while (len && pattern[len - 1] == '/')
		len--;
	if (!len)
		return *pattern == '/';
	if (!strncmp(path, pattern, len) && (!path[len] || path[len] == '/'))
		return true;
	return !fnmatch(pattern, path, FNM_LEADING_DIR);
}

bool fdd_cgroup_is_of(const struct fdd_patterns *list, const char *path)
{
	for (unsigned int i = 0; i < list->nr; i++)
		if (matches(list->list[i], path))
			return true;
	return false;
}

bool fdd_cgroup_is_wanted(const struct fdd_cgroup_list *l, const char *path)
{
	return (!l->wanted.nr || fdd_cgroup_is_of(&l->wanted, path)) &&
	       !fdd_cgroup_is_of(&l->unwanted, path);
}

/* Of what a path means, or of all cgroups, among which a glob finds its own. NULL with errno */
static FTS *open_tree(const char *pattern, bool *glob)
{
	char whole[WHOLE], *paths[] = { whole, NULL };

	*glob = false;
	errno = ENOENT;
	if (directory_of(pattern, whole) && !access(whole, F_OK))
		return fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	errno = ENOENT;
	*glob = strpbrk(pattern, "*?[");
	if (!*glob || !*mounted_at())
		return NULL;
	snprintf(whole, sizeof(whole), "%s", mounted_at());
	return fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
}

static bool glob_matches(const char *pattern, const FTSENT *e)
{
	const char *path = e->fts_path + strlen(mounted_at());

	return matches(from_root(pattern), *path ? path : "/");
}

size_t fdd_cgroup_match(const char *pattern, uint64_t **ids)
{
	size_t nr = 0, cap = 0;
	bool glob;
	FTS *tree = open_tree(pattern, &glob);
	FTSENT *e;

	*ids = NULL;
	while (tree && (e = fts_read(tree))) {
		if (e->fts_info != FTS_D || (glob && !glob_matches(pattern, e)))
			continue;
		GROW(*ids, nr, cap);
		(*ids)[nr++] = e->fts_statp->st_ino;
		fts_set(tree, e, FTS_SKIP);
	}
	if (tree)
		fts_close(tree);
	return nr;
}

static void add_processes(FILE *to, const char *directory)
{
	char path[WHOLE + sizeof("/cgroup.procs")], line[32];
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.procs", directory);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		fprintf(to, "%s%s", ftell(to) ? "," : "", line);
	}
	if (f)
		fclose(f);
}

char *fdd_cgroup_processes(const char *pattern)
{
	bool glob, found = false;
	FTS *tree = open_tree(pattern, &glob);
	char *text = NULL;
	size_t size;
	FTSENT *e;
	FILE *to;

	if (!tree)
		return NULL;
	to = open_memstream(&text, &size);
	while ((e = fts_read(tree))) {
		if (e->fts_info != FTS_D || (glob && !glob_matches(pattern, e)))
			continue;
		found = true;
		add_processes(to, e->fts_path);
	}
	fts_close(tree);
	fclose(to);
	if (found)
		return text;
	free(text);
	errno = ENOENT;
	return NULL;
}

/*
 * Numbers
 */

/* FILEID_KERNFS of include/linux/exportfs.h: such a handle has the number alone. */
#define KERNFS_HANDLE	0xfe

static int open_id(const char *at, uint64_t id)
{
	struct {
		struct file_handle	head;
		uint64_t		id;
	} handle = { { .handle_bytes = sizeof(id), .handle_type = KERNFS_HANDLE }, 0 };
	int mount = open(at, O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd;

	if (mount < 0)
		return -1;
	memcpy(handle.head.f_handle, &id, sizeof(id));
	fd = open_by_handle_at(mount, &handle.head, O_PATH | O_CLOEXEC);
	close(mount);
	return fd;
}

char *fdd_cgroup_path(uint64_t id)
{
	const char *at = mounted_at();
	char file[64], path[PATH_MAX];
	uint64_t there;
	ssize_t size;
	int fd;

	errno = ENOENT;
	fd = *at ? open_id(at, id) : -1;
	if (fd < 0)
		return NULL;
	snprintf(file, sizeof(file), "/proc/self/fd/%d", fd);
	size = readlink(file, path, sizeof(path) - 1);
	close(fd);
	if (size <= 0)
		return NULL;
	path[size] = '\0';
	/* The kernel may find one that was removed, too. */
	if (!starts_with_mount(path, strlen(at)) || !fdd_cgroup_id(path, &there) || there != id) {
		errno = ESTALE;
		return NULL;
	}
	return xstrdup(path[strlen(at)] ? path + strlen(at) : "/");
}

/*
 * Containers
 */

#define ID_LEN		64	/* hexadecimal digits of a container's number */
#define ID_SHOWN	12

/* Is there such a number, at the end of a name or before ".scope"? */
static bool is_id(const char *p, size_t len)
{
	if (len != ID_LEN && !(len == ID_LEN + 6 && !strncmp(p + ID_LEN, ".scope", 6)))
		return false;
	for (int i = 0; i < ID_LEN; i++)
		if (!isxdigit((unsigned char)p[i]))
			return false;
	return true;
}

/* "docker-<number>.scope", "cri-containerd-<number>.scope", "<slice>:cri-containerd:<number>" */
static const char *id_in(const char *part, size_t len)
{
	if (is_id(part, len))
		return part;
	for (size_t i = 0; i < len; i++)
		if ((part[i] == '-' || part[i] == ':') && is_id(part + i + 1, len - i - 1))
			return part + i + 1;
	return NULL;
}

/* "pod<UID>", "kubepods-burstable-pod<UID>.slice": the length of pod<UID>, or 0 */
static size_t pod_in(const char *part, size_t len, const char **pod)
{
	size_t i, n;

	for (i = 0; i + 3 < len; i++) {
		if (strncmp(part + i, "pod", 3) || (i && part[i - 1] != '-'))
			continue;
		for (n = 3; i + n < len && (isxdigit((unsigned char)part[i + n]) ||
					    strchr("-_", part[i + n])); n++)
			;
		if (n >= 3 + 32) {
			*pod = part + i;
			return n;
		}
	}
	return 0;
}

struct container {
	const char	*id, *pod;
	size_t		pod_len;
	const char	*runtime;	/* in front of the number */
	size_t		runtime_len;
};

static void look_at(struct container *c, const char *part, size_t len,
		    const char *before, size_t before_len)
{
	const char *id = id_in(part, len), *pod;
	size_t pod_len = pod_in(part, len, &pod);

	if (pod_len) {
		c->pod = pod;
		c->pod_len = pod_len;
	}
	if (!id)
		return;
	c->id = id;
	c->runtime = id == part ? before : part;
	c->runtime_len = id == part ? before_len : (size_t)(id - part) - 1;
}

bool fdd_cgroup_container(const char *path, char *name)
{
	struct container c = { 0 };
	const char *before = "", *end;
	size_t before_len = 0, len;

	for (; *path == '/'; path = end) {
		path++;
		end = strchrnul(path, '/');
		look_at(&c, path, end - path, before, before_len);
		before = path;
		before_len = end - path;
	}
	if (c.pod)
		len = snprintf(name, FDD_CONTAINER, "%.*s", (int)c.pod_len, c.pod);
	else
		len = 0;
	for (char *p = name; p < name + len; p++)
		if (*p == '_')
			*p = '-';
	if (c.id && c.pod)
		snprintf(name + len, FDD_CONTAINER - len, "/%.*s", ID_SHOWN, c.id);
	else if (c.id)
		snprintf(name, FDD_CONTAINER, "%.*s%s%.*s", (int)c.runtime_len, c.runtime,
			 c.runtime_len ? "-" : "", ID_SHOWN, c.id);
	return c.id || c.pod;
}
