// SPDX-License-Identifier: GPL-2.0
/*
 * Opens the files that were mapped, and makes sure that they are those: by the build-id, or if the
 * kernel did not note one, by device and inode. No frame is better than a wrong one.
 */
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "lib/util.h"
#include "unwind/files.h"

#define MAX_TRIES	8	/* processes by whose root one is looked for */
#define MAX_DIRS	64	/* of a name, below one another */
#define MAX_LINKS	40

void unwind_files_init(struct unwind_files *f, const char *symfs, const char *vdso,
		       int64_t written)
{
	int n;

	*f = (struct unwind_files){ .symfs = symfs, .vdso = vdso, .written = written };
	n = symfs ? asprintf(&f->debug_path, ":.debug:%s/usr/lib/debug:/usr/lib/debug", symfs) :
		    asprintf(&f->debug_path, ":.debug:/usr/lib/debug");
	if (n < 0)
		abort();
}

/* "ID|NAME": libraries of several containers have the same name. */
static size_t key_of(const struct fdd_perf_map *map, char *key, size_t size)
{
	size_t len = 0;
	int n;

	for (unsigned int i = 0; i < map->build_id_len; i++)
		len += snprintf(key + len, size - len, "%02x", map->build_id[i]);
	if (!map->build_id_len)
		len = snprintf(key, size, "%x:%x:%" PRIx64, map->major, map->minor, map->inode);
	n = snprintf(key + len, size - len, "|%s", map->name);
	return n < 0 ? len : len + n < size ? len + n : size - 1;
}

static const char *base_of(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash && slash[1] ? slash + 1 : name;
}

uint32_t unwind_file_of(struct unwind_files *f, const struct fdd_perf_map *map)
{
	char key[4096 + 64];
	size_t len = key_of(map, key, sizeof(key));
	struct unwind_file *file;
	uint32_t id;

	if (fdd_names_find(&f->keys, key, len, &id))
		return id;
	if (f->nr == UNWIND_MAX_FILES)
		return UNWIND_MAX_FILES;
	id = fdd_names_get(&f->keys, key, len);
	GROW(f->list, f->nr, f->cap);
	file = &f->list[f->nr++];
	*file = (struct unwind_file){
		.name = xstrdup(map->name), .build_id_len = map->build_id_len,
		.inode = map->inode, .major = map->major, .minor = map->minor,
	};
	file->base = base_of(file->name);
	memcpy(file->build_id, map->build_id, sizeof(file->build_id));
	return id;
}

/*
 * Where a file may be
 */

/* A plain file: a FIFO would wait, a device may do anything. */
static int only_file(int fd)
{
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	return -1;
}

static int open_file(const char *path)
{
	return only_file(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

/*
 * A name below a root, whose links are those of that root. openat2() would do the same, but its
 * flags are in memory, where seccomp does not see that it only reads.
 */
struct walk {
	int		dirs[MAX_DIRS];		/* the first one is the root */
	unsigned int	nr;
	unsigned int	links;			/* that were followed */
	char		rest[PATH_MAX];		/* of the name */
};

static void go_up(struct walk *w, unsigned int nr)
{
	while (w->nr > nr)
		close(w->dirs[--w->nr]);
}

/* Puts what a link has before the rest. */
static bool follow(struct walk *w, int link)
{
	char text[PATH_MAX], rest[PATH_MAX];
	ssize_t len = readlinkat(link, "", text, sizeof(text) - 1);

	if (len <= 0 || ++w->links > MAX_LINKS)
		return false;
	text[len] = '\0';
	memcpy(rest, w->rest, sizeof(rest));
	len = snprintf(w->rest, sizeof(w->rest), "%s%s%s", text, *rest ? "/" : "", rest);
	if (*text == '/')
		go_up(w, 1);
	return len < (int)sizeof(w->rest);
}

/* One part of the name. Returns false if there is none, or it cannot be followed. */
static bool go(struct walk *w, const char *part)
{
	int at = w->dirs[w->nr - 1], fd;
	struct stat st = { .st_mode = 0 };
	bool good;

	if (!*part || !strcmp(part, "."))
		return true;
	if (!strcmp(part, "..")) {
		go_up(w, w->nr > 1 ? w->nr - 1 : 1);
		return true;
	}
	fd = openat(at, part, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode) && w->nr < MAX_DIRS) {
		w->dirs[w->nr++] = fd;
		return true;
	}
	good = S_ISLNK(st.st_mode) && follow(w, fd);
	close(fd);
	return good;
}

static int open_walked(struct walk *w)
{
	for (;;) {
		char part[PATH_MAX];
		size_t len = strcspn(w->rest, "/");
		bool last = !w->rest[len];
		struct stat st;

		memcpy(part, w->rest, len);
		part[len] = '\0';
		memmove(w->rest, w->rest + len + !last, strlen(w->rest + len + !last) + 1);
		if (last && !fstatat(w->dirs[w->nr - 1], part, &st, AT_SYMLINK_NOFOLLOW) &&
		    S_ISREG(st.st_mode))
			return openat(w->dirs[w->nr - 1], part, O_RDONLY | O_CLOEXEC |
				      O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
		if (!go(w, part) || (last && !*w->rest))
			return -1;
	}
}

static int open_below(const char *root, const char *name)
{
	struct walk w = { .nr = 1 };
	int fd;

	w.dirs[0] = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (w.dirs[0] < 0)
		return -1;
	fd = snprintf(w.rest, sizeof(w.rest), "%s", name) < (int)sizeof(w.rest) ?
		open_walked(&w) : -1;
	go_up(&w, 0);
	return only_file(fd);
}

int unwind_open_in_root(int32_t pid, const char *name)
{
	char root[32];

	snprintf(root, sizeof(root), "/proc/%d/root", pid);
	return open_below(root, name);
}

static int open_mapped(int32_t pid, const struct unwind_map *map)
{
	char path[80];

	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, map->from,
		 map->to);
	return open_file(path);
}

static int open_by_id(const char *dir, const struct unwind_file *file)
{
	char name[sizeof("/.build-id/ab//elf") + 2 * FDD_PERF_BUILD_ID];
	int len, fd;

	if (!file->build_id_len)
		return -1;
	len = snprintf(name, sizeof(name), "/.build-id/%02x/", file->build_id[0]);
	for (unsigned int i = 1; i < file->build_id_len; i++)
		len += snprintf(name + len, sizeof(name) - len, "%02x", file->build_id[i]);
	fd = open_below(dir, name);
	if (fd >= 0)
		return fd;
	snprintf(name + len, sizeof(name) - len, "/elf");
	return open_below(dir, name);
}

static bool is_anonymous(const char *name)
{
	return *name != '/' || !strcmp(name, "//anon") || !strncmp(name, "/dev/zero", 9) ||
	       !strncmp(name, "/SYSV", 5) || !strncmp(name, "/anon_hugepage", 14);
}

enum place { IN_SYMFS, IN_SYMFS_BY_ID, AS_MAPPED, IN_ROOT, HERE, NR_PLACES };

static int open_at(const struct unwind_files *f, const struct unwind_file *file, int32_t pid,
		   const struct unwind_map *map, enum place place)
{
	switch (place) {
	case IN_SYMFS:
		return f->symfs ? open_below(f->symfs, file->name) : -1;
	case IN_SYMFS_BY_ID:
		return f->symfs ? open_by_id(f->symfs, file) : -1;
	case AS_MAPPED:
		return open_mapped(pid, map);
	case IN_ROOT:
		return unwind_open_in_root(pid, file->name);
	default:
		return open_file(file->name);
	}
}

/*
 * Is it the same file?
 */

/* Without a build-id: written before the recording was, and the same inode. */
static bool is_same_inode(const struct unwind_files *f, const struct unwind_file *file, int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_ino == file->inode && major(st.st_dev) == file->major &&
	       minor(st.st_dev) == file->minor && st.st_ctime <= f->written;
}

static bool is_same_id(const struct unwind_file *file, Elf *elf)
{
	const void *id;
	ssize_t len = dwelf_elf_gnu_build_id(elf, &id);

	if (len > FDD_PERF_BUILD_ID)
		len = FDD_PERF_BUILD_ID;
	return len == file->build_id_len && !memcmp(id, file->build_id, len);
}

static bool take_loads(struct unwind_file *file, Elf *elf)
{
	GElf_Ehdr ehdr;
	size_t nr;

	if (!gelf_getehdr(elf, &ehdr) || ehdr.e_ident[EI_CLASS] != ELFCLASS64 ||
	    elf_getphdrnum(elf, &nr))
		return false;
	file->machine = ehdr.e_machine;
	file->entry = ehdr.e_entry;
	for (size_t i = 0; i < nr && file->nr_loads < UNWIND_MAX_LOADS; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(elf, i, &p) || p.p_type != PT_LOAD)
			continue;
		file->loads[file->nr_loads++] = (struct unwind_load){
			p.p_offset, p.p_vaddr, p.p_filesz, p.p_flags & PF_X,
		};
	}
	return file->nr_loads;
}

static char *debug_path;

/* What is there and would wait, or be read for ever: a FIFO, a device. */
static bool is_no_file(const char *program, const char *subdir, const char *name)
{
	const char *slash = strrchr(program, '/');
	struct stat st;
	char *path;
	bool is;

	if (asprintf(&path, "%.*s%s%s", slash ? (int)(slash + 1 - program) : 0, program, subdir,
		     name) < 0)
		abort();
	is = !stat(path, &st) && !S_ISREG(st.st_mode);
	free(path);
	return is;
}

/* libdw opens it with nothing asked. */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			  const char *program, const char *link, GElf_Word crc, char **found)
{
	if (program && link &&
	    (is_no_file(program, "", link) || is_no_file(program, ".debug/", link)))
		return -1;
	return dwfl_standard_find_debuginfo(module, data, name, base, program, link, crc, found);
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debug_path,
};

/* Takes the descriptor. Addresses are those of the file. */
static bool report(struct unwind_file *file, const char *path, int fd)
{
	GElf_Addr bias;

	file->dwfl = dwfl_begin(&callbacks);
	if (!file->dwfl) {
		close(fd);
		return false;
	}
	dwfl_report_begin(file->dwfl);
	file->module = dwfl_report_elf(file->dwfl, file->base, path, fd, 0, true);
	dwfl_report_end(file->dwfl, NULL, NULL);
	if (!file->module) {
		close(fd);
		return false;
	}
	file->elf = dwfl_module_getelf(file->module, &bias);
	return file->elf && !bias;
}

static void close_file(struct unwind_file *file)
{
	if (file->dwfl)
		dwfl_end(file->dwfl);
	file->dwfl = NULL;
	file->module = NULL;
	file->elf = NULL;
	file->nr_loads = 0;
}

/* Takes the descriptor. */
static enum unwind_missing use(const struct unwind_files *f, struct unwind_file *file, int fd,
			       bool trusted)
{
	/* Debug files are looked for next to it, by this name. */
	if (!trusted && !file->build_id_len && !is_same_inode(f, file, fd)) {
		close(fd);
		return UNWIND_REPLACED;
	}
	debug_path = f->debug_path;
	if (!report(file, file->name, fd) || !take_loads(file, file->elf)) {
		close_file(file);
		return UNWIND_NOT_ELF;
	}
	if (file->build_id_len && !is_same_id(file, file->elf)) {
		close_file(file);
		return UNWIND_REPLACED;
	}
	return UNWIND_THERE;
}

static void look(const struct unwind_files *f, struct unwind_file *file, int32_t pid,
		 const struct unwind_map *map)
{
	enum unwind_missing missing = UNWIND_NOT_FOUND;

	for (int place = 0; place < NR_PLACES && missing != UNWIND_THERE; place++) {
		int fd = open_at(f, file, pid, map, place);

		if (fd < 0)
			continue;
		missing = use(f, file, fd, false);
	}
	file->missing = missing;
}

static void look_for_vdso(const struct unwind_files *f, struct unwind_file *file)
{
	int fd = f->vdso ? open_file(f->vdso) : -1;

	file->missing = fd < 0 ? UNWIND_NOT_FOUND : use(f, file, fd, true);
}

struct unwind_file *unwind_file_open(struct unwind_files *f, const struct unwind_process *p,
				     const struct unwind_map *map)
{
	struct unwind_file *file;

	if (map->file >= f->nr)
		return NULL;
	file = &f->list[map->file];
	if (file->looked && (file->missing == UNWIND_THERE || file->tried == p->pid ||
			     file->missing == UNWIND_NO_FILE || file->tries == MAX_TRIES))
		return file;
	file->looked = true;
	file->tried = p->pid;
	file->tries++;
	if (!strcmp(file->name, "[vdso]"))
		look_for_vdso(f, file);
	else if (is_anonymous(file->name))
		file->missing = UNWIND_NO_FILE;
	else
		look(f, file, p->pid, map);
	return file;
}

bool unwind_file_address(const struct unwind_file *file, uint64_t offset, uint64_t *address)
{
	for (unsigned int i = 0; i < file->nr_loads; i++) {
		const struct unwind_load *l = &file->loads[i];

		if (!l->executable || offset < l->offset || offset - l->offset >= l->size)
			continue;
		*address = offset - l->offset + l->vaddr;
		return true;
	}
	return false;
}

bool unwind_file_bytes(const struct unwind_file *file, uint64_t end, uint8_t *to, size_t len)
{
	for (unsigned int i = 0; i < file->nr_loads; i++) {
		const struct unwind_load *l = &file->loads[i];
		size_t size;
		char *raw;

		if (end < l->vaddr + len || end - l->vaddr > l->size)
			continue;
		raw = elf_rawfile(file->elf, &size);
		if (!raw || l->offset > size || end - l->vaddr > size - l->offset)
			return false;
		memcpy(to, raw + l->offset + (end - l->vaddr) - len, len);
		return true;
	}
	return false;
}
