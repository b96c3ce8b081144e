// SPDX-License-Identifier: GPL-2.0
/*
 * Files in the directory of an array that are written by lines: opening one with O_TRUNC removes
 * what it has, other lines are added.
 *
 * The lines of a write take effect all, or none. A program's buffer may end within a line: its
 * beginning waits for the next write, or for the end.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "duration/files/lines.h"

/**
 * lines_open - begin to write a file
 * @writer: to be used with the open file
 * @kind: of the file
 * @file: just opened
 *
 * Context: process context.
 * Return: 0 or -ENOMEM.
 */
int lines_open(struct lines_writer *writer, const struct lines_kind *kind,
	       const struct file *file)
{
	writer->kind = kind;
	mutex_init(&writer->lock);
	writer->truncate = (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
	writer->rest = kzalloc(kind->longest + 1, GFP_KERNEL_ACCOUNT);
	return writer->rest ? 0 : -ENOMEM;
}

void lines_free(struct lines_writer *writer)
{
	kfree(writer->rest);
}

/* Lines that have come to their end; what follows them is kept. */
static int write_lines(struct lines_writer *writer, const struct file *file, char *text)
{
	const struct lines_kind *kind = writer->kind;
	bool truncate = writer->truncate;
	char *end = strrchr(text, '\n');

	end = end ? end + 1 : text;
	if (strscpy(writer->rest, end, kind->longest + 1) < 0) {
		pr_warn("function_duration/%s: a line is longer than %zu characters\n",
			kind->name, kind->longest);
		return -EINVAL;
	}
	if (end == text)
		return 0;
	*end = '\0';
	writer->truncate = false;
	return kind->change(file, truncate, text);
}

static int write_text(struct lines_writer *writer, const struct file *file,
		      const char __user *from, size_t size)
{
	size_t before = strlen(writer->rest);
	char *text;
	int ret;

	text = kvmalloc(before + size + 1, GFP_KERNEL_ACCOUNT);
	if (!text)
		return -ENOMEM;
	memcpy(text, writer->rest, before);
	text[before + size] = '\0';
	ret = copy_from_user(text + before, from, size) ? -EFAULT : 0;
	if (!ret)
		ret = strlen(text) == before + size ? write_lines(writer, file, text) : -EINVAL;
	kvfree(text);
	if (ret) {
		writer->truncate = false;
		writer->rest[0] = '\0';
	}
	return ret;
}

/**
 * lines_write - the write() of such a file
 * @writer: of lines_open()
 * @file: the file
 * @from: the text
 * @size: its length
 * @pos: the position, which moves
 *
 * Context: process context.
 * Return: @size, or an error.
 */
ssize_t lines_write(struct lines_writer *writer, struct file *file, const char __user *from,
		    size_t size, loff_t *pos)
{
	int ret;

	if (size > writer->kind->most)
		return -E2BIG;
	mutex_lock(&writer->lock);
	ret = write_text(writer, file, from, size);
	mutex_unlock(&writer->lock);
	if (ret)
		return ret;
	*pos += size;
	return size;
}

/**
 * lines_end - the file is closed
 * @writer: of lines_open()
 * @file: the file
 *
 * A last line may have no newline; truncating alone removes all lines.
 *
 * Context: process context.
 */
void lines_end(struct lines_writer *writer, const struct file *file)
{
	if (writer->truncate || writer->rest[0])
		writer->kind->change(file, writer->truncate, writer->rest);
}
