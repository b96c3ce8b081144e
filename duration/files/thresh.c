// SPDX-License-Identifier: GPL-2.0
/*
 * The file function_duration/thresh of a trace array, and how its lines come to the
 * session that traces there.
 *
 * The session has a pointer to the table of its functions' thresholds, and the bit
 * CARE_THRESH while there is one. The handlers read both without a lock. A change
 * publishes another table, waits for handlers and frees the old one. So a session need
 * not be made anew, and one without lines has nothing to look at.
 *
 * The functions of a module that is loaded are added before they can be called, and removed
 * when it is unloaded.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "duration/files/dir.h"
#include "duration/files/lines.h"
#include "duration/files/thresh.h"
#include "duration/files/thresh_auto.h"
#include "duration/session.h"
#include "duration/state/thresh.h"

/*
 * Tables of sessions
 */

/* Under duration_dir_mutex. @table replaces that of the session; NULL: none. */
static void publish(struct duration_session *session, struct thresh_table *table)
{
	struct thresh_table *old = session->thresh;

	if (table)
		thresh_table_inherit(table, old);
	/* The handlers' READ_ONCE() and what depends on it see a filled table. */
	smp_store_release(&session->thresh, table);
	if (table)
		set_bit(CARE_THRESH, &session->care);
	else
		clear_bit(CARE_THRESH, &session->care);
	if (!old)
		return;
	duration_handlers_wait();
	thresh_table_free(old);
}

static bool has_lines(const struct thresh_lines *lines)
{
	return lines && lines->nr;
}

static void say_why_not(const struct duration_dir *dir, int error)
{
	pr_err("%s: function_duration/thresh: %s (%d)\n", dir->name,
	       error == -E2BIG ? "too many functions with a threshold" :
				 "no memory for the thresholds", error);
}

/* The table that the lines need: NULL if there is no session, or no line. */
static struct thresh_table *table_for(const struct duration_dir *dir,
				      const struct thresh_lines *lines)
{
	struct thresh_table *table;

	if (!dir->session || !has_lines(lines))
		return NULL;
	table = thresh_table_build(lines);
	if (IS_ERR(table))
		say_why_not(dir, PTR_ERR(table));
	return table;
}

/* Give a new session the thresholds of its array. After an error there is a line in the log. */
static int thresh_attach(struct duration_dir *dir)
{
	struct thresh_table *table = table_for(dir, dir->lines);

	if (IS_ERR(table))
		return PTR_ERR(table);
	publish(dir->session, table);
	return 0;
}

/* No directory has the session any more. */
static void thresh_detach(struct duration_session *session)
{
	thresh_table_free(session->thresh);
	session->thresh = NULL;
}

/* There are auto lines, and the session does not count the calls. */
static bool auto_is_idle(const struct duration_dir *dir)
{
	return dir->session && thresh_lines_auto(dir->lines) && dir->counting != dir->session;
}

/*
 * The file
 */

struct thresh_opened {
	struct lines_writer	writer;
	struct thresh_lines	*lines;		/* what is read: a copy */
	bool			auto_is_idle;
	bool			reads;		/* counted by duration_dir_add_reader() */
	struct thresh_count	*counts;
};

static struct thresh_opened *opened_of(const struct file *file)
{
	if (file->f_mode & FMODE_READ)
		return ((struct seq_file *)file->private_data)->private;
	return file->private_data;
}

static void show_line(struct seq_file *s, const struct thresh_line *line,
		      const struct thresh_count *count)
{
	char text[32];

	thresh_line_text(line, text, sizeof(text));
	seq_printf(s, "%s%s%s %s\t# %lu functions", line->function,
		   line->module[0] ? ":mod:" : "", line->module, text, count->matches);
	if (count->decides < count->matches)
		seq_printf(s, ", %lu of them by a later line", count->matches - count->decides);
	seq_putc(s, '\n');
}

static int thresh_show(struct seq_file *s, void *v)
{
	const struct thresh_opened *open = s->private;
	unsigned int i;

	if (!has_lines(open->lines)) {
		seq_puts(s, "# no thresholds: tracing_thresh applies to all functions\n");
		return 0;
	}
	if (open->auto_is_idle)
		seq_puts(s, "# auto needs statistics of every call, so tracing_thresh applies: select the tracer again\n");
	for (i = 0; i < open->lines->nr; i++)
		show_line(s, &open->lines->line[i], &open->counts[i]);
	return 0;
}

static void open_free(struct thresh_opened *open, const struct inode *inode)
{
	if (open->reads)
		duration_dir_remove_reader((unsigned long)inode->i_private);
	thresh_lines_free(open->lines);
	kvfree(open->counts);
	lines_free(&open->writer);
	kfree(open);
}

static int copy_lines(struct thresh_opened *open, const struct thresh_lines *lines)
{
	if (!has_lines(lines))
		return 0;
	open->lines = kvmemdup(lines, struct_size(lines, line, lines->size), GFP_KERNEL_ACCOUNT);
	open->counts = kvcalloc(lines->nr, sizeof(*open->counts), GFP_KERNEL_ACCOUNT);
	return open->lines && open->counts ? 0 : -ENOMEM;
}

/* Counting takes long, so it does not hold the mutex. */
static int open_read(struct file *file, struct thresh_opened *open)
{
	unsigned long id = (unsigned long)file_inode(file)->i_private;
	struct duration_dir *dir;
	int ret;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find(id);
	ret = duration_dir_add_reader(dir);
	open->reads = !ret;
	if (!ret) {
		ret = copy_lines(open, dir->lines);
		open->auto_is_idle = auto_is_idle(dir);
	}
	mutex_unlock(&duration_dir_mutex);
	if (!ret && open->lines)
		ret = thresh_lines_count(open->lines, open->counts);
	return ret ?: single_open(file, thresh_show, open);
}

/* Called with duration_dir_mutex held. */
static int change_dir(struct duration_dir *dir, bool truncate, char *text)
{
	struct thresh_lines *lines;
	struct thresh_table *table;

	lines = thresh_lines_change(truncate ? NULL : dir->lines, text, dir->name);
	if (IS_ERR(lines))
		return PTR_ERR(lines);
	table = table_for(dir, lines);
	if (IS_ERR(table)) {
		thresh_lines_free(lines);
		return PTR_ERR(table);
	}
	if (dir->session)
		publish(dir->session, table);
	thresh_lines_free(dir->lines);
	dir->lines = lines;
	if (auto_is_idle(dir))
		pr_info("%s: function_duration/thresh: auto needs statistics of every call: select the tracer again\n",
			dir->name);
	thresh_auto_start();
	return 0;
}

static int change(const struct file *file, bool truncate, char *text)
{
	struct duration_dir *dir;
	int ret = -ENODEV;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_to_change(file);
	if (dir)
		ret = change_dir(dir, truncate, text);
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

static const struct lines_kind thresh_kind = {
	.name = "thresh", .longest = 255, .most = THRESH_TEXT, .change = change,
};

static int thresh_open(struct inode *inode, struct file *file)
{
	struct thresh_opened *open = kzalloc(sizeof(*open), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!open)
		return -ENOMEM;
	ret = lines_open(&open->writer, &thresh_kind, file);
	if (!ret && (file->f_mode & FMODE_READ))
		ret = open_read(file, open);
	if (ret) {
		open_free(open, inode);
		return ret;
	}
	if (!(file->f_mode & FMODE_READ))
		file->private_data = open;
	return 0;
}

static ssize_t thresh_write(struct file *file, const char __user *from, size_t size,
			    loff_t *pos)
{
	return lines_write(&opened_of(file)->writer, file, from, size, pos);
}

static int thresh_release(struct inode *inode, struct file *file)
{
	struct thresh_opened *open = opened_of(file);

	lines_end(&open->writer, file);
	open_free(open, inode);
	return file->f_mode & FMODE_READ ? single_release(inode, file) : 0;
}

static const struct file_operations thresh_fops = {
	.owner		= THIS_MODULE,
	.open		= thresh_open,
	.read		= seq_read,
	.write		= thresh_write,
	.llseek		= duration_file_llseek,
	.release	= thresh_release,
};

/*
 * Modules
 */

static struct thresh_table *table_after(const struct duration_dir *dir, unsigned long state,
					const struct module *module)
{
	if (state == MODULE_STATE_COMING)
		return thresh_table_coming(dir->session->thresh, dir->lines, module);
	return thresh_table_going(dir->session->thresh, module);
}

/* After an error the thresholds stay as they are: loading a module must not fail for it. */
static void thresh_module_changes(struct duration_dir *dir, unsigned long state,
				  const struct module *module)
{
	struct thresh_table *table;

	if (state == MODULE_STATE_LIVE || !dir->session || !dir->session->thresh)
		return;
	table = table_after(dir, state, module);
	if (IS_ERR(table))
		pr_warn("%s: function_duration/thresh: no memory for the functions of %s (%ld)\n",
			dir->name, module->name, PTR_ERR(table));
	else if (table)
		publish(dir->session, table);
}

/**
 * thresh_wants_stat - whether a session has to count calls for auto lines
 * @tr: its array
 *
 * Context: process context; takes duration_dir_mutex.
 * Return: true if there is such a line.
 */
bool thresh_wants_stat(const struct trace_array *tr)
{
	struct duration_dir *dir;
	bool wants;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_get(tr);
	wants = dir && thresh_lines_auto(dir->lines);
	mutex_unlock(&duration_dir_mutex);
	return wants;
}

static int thresh_begin(struct duration_dir *dir)
{
	thresh_auto_start();
	return 0;
}

static void thresh_drop(struct duration_dir *dir)
{
	thresh_lines_free(dir->lines);
	dir->lines = NULL;
}

const struct duration_file thresh_file = {
	.name = "thresh", .fops = &thresh_fops,
	.attach = thresh_attach, .begin = thresh_begin, .detach = thresh_detach,
	.module = thresh_module_changes, .drop = thresh_drop, .exit = thresh_auto_exit,
};
