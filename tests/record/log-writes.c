// SPDX-License-Identifier: GPL-2.0
/*
 * A disk that loses what was not flushed, by the kernel's dm-log-writes
 * (Documentation/admin-guide/device-mapper/log-writes.rst):
 *
 *	log-writes make NAME DEVICE LOG-DEVICE	a device that logs the writes; prints its path
 *	log-writes mark NAME WORD		write a mark into the log
 *	log-writes remove NAME
 *	log-writes length LOG			the bytes of the log
 *	log-writes list LOG			a line for each entry: NUMBER KIND [MARK]
 *	log-writes replay LOG FROM TO IMAGE	do the entries FROM to TO - 1
 *
 * Writes are logged when they are flushed. So the entries up to any one of them make a disk as
 * a power cut may leave it.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dm-ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define LOG_MAGIC	0x6a736677736872ULL
#define SECTOR		512

enum { FLUSH = 1, FUA = 2, DISCARD = 4, MARK = 8 };

/* Both little endian, as we are. */
struct super {
	uint64_t	magic, version, nr_entries;
	uint32_t	sector_size;
};

struct entry {
	uint64_t	sector, nr_sectors, flags, data_len;
};

/*
 * The device
 */

static union {
	struct dm_ioctl	io;
	char		bytes[4096];
} dm;

static void begin(const char *name)
{
	memset(&dm, 0, sizeof(dm));
	dm.io.version[0] = DM_VERSION_MAJOR;
	dm.io.data_size = sizeof(dm);
	dm.io.data_start = sizeof(dm.io);
	snprintf(dm.io.name, sizeof(dm.io.name), "%s", name);
}

static void ask_kernel(unsigned long order, const char *what)
{
	int fd = open("/dev/mapper/control", O_RDWR | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, order, &dm))
		err(1, "%s", what);
	close(fd);
}

static uint64_t sectors_of(const char *device)
{
	int fd = open(device, O_RDONLY | O_CLOEXEC);
	off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);

	if (size < 0)
		err(1, "%s", device);
	close(fd);
	return size / SECTOR;
}

static void make(const char *name, const char *device, const char *log)
{
	struct dm_target_spec *target = (void *)(dm.bytes + sizeof(dm.io));

	begin(name);
	ask_kernel(DM_DEV_CREATE, "create");
	begin(name);
	dm.io.target_count = 1;
	target->length = sectors_of(device);
	strcpy(target->target_type, "log-writes");
	snprintf((char *)(target + 1), 256, "%s %s", device, log);
	ask_kernel(DM_TABLE_LOAD, "log-writes");
	begin(name);
	ask_kernel(DM_DEV_SUSPEND, "resume");
	printf("/dev/dm-%u\n", minor(dm.io.dev));
}

static void put_mark(const char *name, const char *word)
{
	struct dm_target_msg *message = (void *)(dm.bytes + sizeof(dm.io));

	begin(name);
	snprintf(message->message, 256, "mark %s", word);
	ask_kernel(DM_TARGET_MSG, "mark");
}

static void remove_device(const char *name)
{
	begin(name);
	ask_kernel(DM_DEV_REMOVE, "remove");
}

/*
 * The log
 */

static FILE *open_log(const char *path, struct super *super)
{
	FILE *log = fopen(path, "re");

	if (!log || fread(super, sizeof(*super), 1, log) != 1)
		err(1, "%s", path);
	if (super->magic != LOG_MAGIC || super->version != 1 || super->sector_size != SECTOR)
		errx(1, "%s: is not a log of dm-log-writes", path);
	return log;
}

/* The next one; what follows is its data. */
static void read_entry(FILE *log, struct entry *e, char word[SECTOR])
{
	char sector[SECTOR + 1] = "";

	if (fread(sector, SECTOR, 1, log) != 1)
		errx(1, "the log ends early");
	memcpy(e, sector, sizeof(*e));
	strcpy(word, e->flags & MARK ? sector + sizeof(*e) : "");
}

static off_t data_size(const struct entry *e)
{
	return e->flags & (DISCARD | MARK) ? 0 : e->nr_sectors * SECTOR;
}

static const char *kind_of(const struct entry *e)
{
	if (e->flags & MARK)
		return "mark";
	if (e->flags & DISCARD)
		return "discard";
	return e->flags & (FLUSH | FUA) ? "flush" : "write";
}

static void copy(FILE *log, const struct entry *e, int image)
{
	off_t at = e->sector * SECTOR;
	char sector[SECTOR] = "";

	for (uint64_t i = 0; i < e->nr_sectors; i++, at += SECTOR) {
		if (!(e->flags & DISCARD) && fread(sector, SECTOR, 1, log) != 1)
			errx(1, "the log ends early");
		if (pwrite(image, sector, SECTOR, at) != SECTOR)
			err(1, "the image");
	}
}

/* Calls @list or replays for each entry; prints the length if it has neither. */
static void walk(const char *path, int list, uint64_t from, uint64_t to, int image)
{
	struct super super;
	FILE *log = open_log(path, &super);
	char word[SECTOR];
	struct entry e;

	fseeko(log, SECTOR, SEEK_SET);
	for (uint64_t i = 0; i < super.nr_entries; i++) {
		read_entry(log, &e, word);
		if (list)
			printf("%llu %s %s\n", (unsigned long long)i, kind_of(&e), word);
		if (image >= 0 && i >= from && i < to && !(e.flags & MARK))
			copy(log, &e, image);
		else
			fseeko(log, data_size(&e), SEEK_CUR);
	}
	if (!list && image < 0)
		printf("%lld\n", (long long)ftello(log));
	fclose(log);
}

static void replay(char **argv)
{
	int image = open(argv[5], O_WRONLY | O_CLOEXEC);

	if (image < 0)
		err(1, "%s", argv[5]);
	walk(argv[2], 0, strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), image);
	if (close(image))
		err(1, "%s", argv[5]);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (argc == 5 && !strcmp(what, "make"))
		make(argv[2], argv[3], argv[4]);
	else if (argc == 4 && !strcmp(what, "mark"))
		put_mark(argv[2], argv[3]);
	else if (argc == 3 && !strcmp(what, "remove"))
		remove_device(argv[2]);
	else if (argc == 3 && !strcmp(what, "length"))
		walk(argv[2], 0, 0, 0, -1);
	else if (argc == 3 && !strcmp(what, "list"))
		walk(argv[2], 1, 0, 0, -1);
	else if (argc == 6 && !strcmp(what, "replay"))
		replay(argv);
	else
		errx(2, "usage: log-writes make|mark|remove|length|list|replay ...");
	return 0;
}
