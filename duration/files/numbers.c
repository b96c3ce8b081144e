// SPDX-License-Identifier: GPL-2.0
/*
 * The files in the directory function_duration of an array that have one number:
 *
 * tracing_thresh	the array's own; empty: that of the top directory applies
 * max_graph_depth	the same
 * stack_thresh		how long calls with a stack last; 0: no call has one
 * open_thresh		how long the calls in the file "open" have lasted; 0: all are there
 * open_idle		1: also those of kernel threads that wait for work
 *
 * A session has pointers to the threshold and the depth that apply to it, so that those of
 * the array cost what those of the kernel do.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <compat/tracefs.h>

#include "duration/files/numbers.h"
#include "duration/session.h"
#include "duration/state/thresh.h"

static int parse_thresh(char *word, u64 *ns)
{
	if (*word && strcmp(word, "off"))
		return thresh_parse_time(word, ns);
	*ns = *word ? THRESH_OFF : NUMBER_UNSET;
	return 0;
}

static int parse_depth(char *word, u64 *depth)
{
	unsigned int number;
	int ret;

	*depth = NUMBER_UNSET;
	if (!*word)
		return 0;
	ret = kstrtouint(word, 10, &number);
	*depth = number;
	return ret;
}

static int parse_switch(char *word, u64 *on)
{
	if ((*word != '0' && *word != '1') || word[1])
		return -EINVAL;
	*on = *word == '1';
	return 0;
}

static void thresh_text(u64 ns, char *text, size_t size)
{
	if (ns == THRESH_OFF)
		strscpy(text, "off", size);
	else
		thresh_time_text(ns, text, size);
}

static void depth_text(u64 depth, char *text, size_t size)
{
	snprintf(text, size, "%llu", depth);
}

static int number_open(struct inode *inode, struct file *file);
static ssize_t number_write(struct file *file, const char __user *from, size_t size,
			    loff_t *pos);

#define NUMBER_FOPS {					\
	.owner		= THIS_MODULE,			\
	.open		= number_open,			\
	.read		= seq_read,			\
	.write		= number_write,			\
	.llseek		= seq_lseek,			\
	.release	= single_release,		\
}

/* By enum duration_number */
static const struct number_kind {
	const struct file_operations	fops;	/* its own, by which a file is recognised */
	int				(*parse)(char *word, u64 *value);
	void				(*text)(u64 value, char *text, size_t size);
	const char			*wanted;
} kinds[DURATION_NUMBERS] = {
	[OWN_THRESH] = {
		NUMBER_FOPS, parse_thresh, thresh_text,
		"a whole number with ns, us, ms or s (none: us), \"off\" or an empty line",
	},
	[OWN_DEPTH] = {
		NUMBER_FOPS, parse_depth, depth_text,
		"a whole number or an empty line",
	},
	[STACK_THRESH] = {
		NUMBER_FOPS, thresh_parse_time, thresh_time_text,
		"a whole number with ns, us, ms or s (none: us)",
	},
	[OPEN_THRESH] = {
		NUMBER_FOPS, thresh_parse_time, thresh_time_text,
		"a whole number with ns, us, ms or s (none: us)",
	},
	[OPEN_IDLE] = { NUMBER_FOPS, parse_switch, depth_text, "0 or 1" },
};

static const struct number_kind *kind_of(const struct file *file)
{
	return container_of(file->f_op, struct number_kind, fops);
}

/* Apply the files' values to the array's session, if there is one. Under duration_dir_mutex. */
static void apply(struct duration_dir *dir)
{
	struct duration_session *session = dir->session;
	const u64 *numbers = dir->numbers;

	if (!session)
		return;
	WRITE_ONCE(session->stack_thresh, numbers[STACK_THRESH] ?: U64_MAX);
	if (numbers[OWN_THRESH] == NUMBER_UNSET) {
		WRITE_ONCE(session->thresh_ns, &tracing_thresh);
	} else {
		WRITE_ONCE(session->own_thresh, numbers[OWN_THRESH]);
		/* Pairs with the address dependency in session_thresh(). */
		smp_store_release(&session->thresh_ns, &session->own_thresh);
	}
	if (numbers[OWN_DEPTH] == NUMBER_UNSET) {
		WRITE_ONCE(session->max_depth, &fgraph_max_depth);
	} else {
		WRITE_ONCE(session->own_depth, numbers[OWN_DEPTH]);
		/* Pairs with the address dependency in graph_filters_set(). */
		smp_store_release(&session->max_depth, &session->own_depth);
	}
}

static int numbers_attach(struct duration_dir *dir)
{
	apply(dir);
	return 0;
}

static void numbers_init(struct duration_dir *dir)
{
	dir->numbers[OWN_THRESH] = NUMBER_UNSET;
	dir->numbers[OWN_DEPTH] = NUMBER_UNSET;
}

/* By enum duration_number; the first one acts for all. */
const struct duration_file numbers_files[DURATION_NUMBERS] = {
	[OWN_THRESH] = {
		.name = "tracing_thresh", .fops = &kinds[OWN_THRESH].fops,
		.init = numbers_init, .attach = numbers_attach,
	},
	[OWN_DEPTH] = { .name = "max_graph_depth", .fops = &kinds[OWN_DEPTH].fops },
	[STACK_THRESH] = { .name = "stack_thresh", .fops = &kinds[STACK_THRESH].fops },
	[OPEN_THRESH] = { .name = "open_thresh", .fops = &kinds[OPEN_THRESH].fops },
	[OPEN_IDLE] = { .name = "open_idle", .fops = &kinds[OPEN_IDLE].fops },
};

#ifdef MODULE
/**
 * numbers_set - as a write to a file of an array
 * @tr: the array
 * @number: which file
 * @value: what is set
 *
 * Context: process context, under trace_types_lock.
 * Return: 0, or -ENOMEM if the array's directory cannot be made.
 */
int numbers_set(const struct trace_array *tr, enum duration_number number, u64 value)
{
	struct duration_dir *dir;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_get(tr);
	if (dir) {
		dir->numbers[number] = value;
		apply(dir);
	}
	mutex_unlock(&duration_dir_mutex);
	return dir ? 0 : -ENOMEM;
}
#endif

static int number_show(struct seq_file *s, void *v)
{
	const struct number_kind *kind = kind_of(s->file);
	unsigned long id = (unsigned long)file_inode(s->file)->i_private;
	struct duration_dir *dir;
	char text[32] = "";
	u64 value = 0;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find(id);
	if (dir)
		value = dir->numbers[kind - kinds];
	mutex_unlock(&duration_dir_mutex);
	if (!dir)
		return -ENODEV;
	if (!value)
		strscpy(text, "0");
	else if (value != NUMBER_UNSET)
		kind->text(value, text, sizeof(text));
	seq_printf(s, "%s\n", text);
	return 0;
}

static int number_open(struct inode *inode, struct file *file)
{
	return single_open(file, number_show, NULL);
}

static int change(const struct file *file, u64 value)
{
	struct duration_dir *dir;
	int ret = -ENODEV;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_to_change(file);
	if (dir) {
		dir->numbers[kind_of(file) - kinds] = value;
		apply(dir);
		ret = 0;
	}
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

static int parse(const struct number_kind *kind, const char __user *from, size_t size,
		 u64 *value)
{
	char text[32];

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, size))
		return -EFAULT;
	text[size] = '\0';
	return strlen(text) == size ? kind->parse(strim(text), value) : -EINVAL;
}

static ssize_t number_write(struct file *file, const char __user *from, size_t size,
			    loff_t *pos)
{
	const struct number_kind *kind = kind_of(file);
	const char *name = numbers_files[kind - kinds].name;
	u64 value;
	int ret = parse(kind, from, size, &value);

	if (ret == -EINVAL)
		pr_warn("function_duration/%s: not %s\n", name, kind->wanted);
	else if (ret == -ERANGE)
		pr_warn("function_duration/%s: the number is too large\n", name);
	if (!ret)
		ret = change(file, value);
	if (ret)
		return ret;
	*pos += size;
	return size;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/numbers_test.c"
#endif
