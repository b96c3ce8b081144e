// SPDX-License-Identifier: GPL-2.0
/*
 * region-copy: copies a file, and marks its work in the kernel's trace.
 * The example of Documentation/regions.rst.
 *
 * usage: region-copy FROM TO
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * The categories of this program. Block marks every block of a file, which
 * may be many: it is disabled unless built with -DTRACE_REGION_CATEGORY_Block=1.
 */
#define TRACE_REGION_CATEGORY_Copy 1
#ifndef TRACE_REGION_CATEGORY_Block
#define TRACE_REGION_CATEGORY_Block 0
#endif
#include "trace_region.h"

#define BLOCK_SIZE 65536

struct copy {
	const char *from, *to;
	int in, out;
};

static int fail(const char *what, const char *path)
{
	fprintf(stderr, "region-copy: cannot %s %s: %s\n", what, path,
		strerror(errno));
	return -1;
}

static int open_files(struct copy *copy)
{
	TRACE_REGION(Copy, "open", TR_KV(from, copy->from),
		     TR_KV(to, copy->to));

	copy->in = open(copy->from, O_RDONLY | O_CLOEXEC);
	if (copy->in < 0)
		return fail("open", copy->from);
	copy->out = open(copy->to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
			 0666);
	if (copy->out < 0)
		return fail("create", copy->to);
	return 0;
}

static int write_block(const struct copy *copy, const char *data, size_t size)
{
	TRACE_REGION(Block, "write", TR_V(size));

	while (size > 0) {
		ssize_t n = write(copy->out, data, size);

		if (n < 0)
			return fail("write", copy->to);
		data += n;
		size -= n;
	}
	return 0;
}

static int copy_data(const struct copy *copy)
{
	static char data[BLOCK_SIZE];
	unsigned long long offset = 0;
	ssize_t n;

	TRACE_REGION(Copy, "data", TR_KV(in, copy->in), TR_KV(out, copy->out));

	for (;;) {
		struct trace_region block;

		trace_region_begin(Block, &block, "read", TR_V(offset));
		n = read(copy->in, data, sizeof(data));
		trace_region_end(Block, &block);
		if (n < 0)
			return fail("read", copy->from);
		if (n == 0)
			break;
		if (write_block(copy, data, n) < 0)
			return -1;
		offset += n;
	}
	trace_region_print(Copy, "end of file", TR_V(offset));
	return 0;
}

static int sync_and_close(struct copy *copy)
{
	TRACE_REGION(Copy, "sync");

	/* EINVAL: a pipe or a device, which cannot be synced */
	if (fsync(copy->out) < 0 && errno != EINVAL)
		return fail("sync", copy->to);
	if (close(copy->out) < 0)
		return fail("close", copy->to);
	return 0;
}

int main(int argc, char **argv)
{
	struct copy copy = { .in = -1, .out = -1 };

	if (argc != 3) {
		fprintf(stderr, "usage: region-copy FROM TO\n");
		return 2;
	}
	copy.from = argv[1];
	copy.to = argv[2];

	trace_region_init();
	if (open_files(&copy) < 0 || copy_data(&copy) < 0 ||
	    sync_and_close(&copy) < 0)
		return 1;
	return 0;
}
