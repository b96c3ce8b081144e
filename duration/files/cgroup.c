// SPDX-License-Identifier: GPL-2.0
/*
 * The file function_duration/cgroup of a trace array: whose tasks are traced. A line names a
 * cgroup, with those below it, by its path or its number ("id:4711", the inode number of its
 * directory). With "!" in front of it its tasks are not traced. Without lines all tasks are.
 *
 * A path is that of the writer's cgroup namespace when it is written: a cgroup that is made there
 * later is another one. Where cgroup_controller is set, a cgroup is named by its number alone.
 *
 * The handlers see the rules of their session as they see its thresholds, see thresh.c, and
 * only with the bit CARE_CGROUP.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cgroup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/string_helpers.h>

#include "duration/files/cgroup.h"
#include "duration/files/lines.h"
#include "duration/session.h"
#include "duration/state/cgroup.h"
#include "duration/state/memory.h"

#define CGROUP_TEXT	(256 * 1024)

/* Characters of a path that is shown as they are not: it would not be one line, or a comment */
#define ESCAPED		"\t\n\\#"

struct cgroup_line {
	struct list_head	list;
	struct cgroup_rule	rule;
	bool			without;
	char			path[];		/* empty: it was named by its number */
};

/*
 * Rules of sessions
 */

/* Under duration_dir_mutex. @rules replace those of the session; NULL: none. */
static void publish(struct duration_session *session, struct cgroup_rules *rules)
{
	struct cgroup_rules *old = session->cgroups;

	/* The handlers' READ_ONCE() and what depends on it see filled rules. */
	smp_store_release(&session->cgroups, rules);
	if (rules)
		set_bit(CARE_CGROUP, &session->care);
	else
		clear_bit(CARE_CGROUP, &session->care);
	if (!old)
		return;
	duration_handlers_wait();
	cgroup_rules_free(old);
}

/* Those with "!", or the others */
static void add_rules(struct cgroup_rules *rules, const struct list_head *lines, bool without)
{
	const struct cgroup_line *line;

	list_for_each_entry(line, lines, list) {
		if (line->without == without)
			rules->rule[rules->nr++] = line->rule;
	}
}

/* Returns: those of the lines, old and new; NULL if there are none; or an error. */
static struct cgroup_rules *rules_of(const struct list_head *old, const struct list_head *new)
{
	size_t nr = list_count_nodes((struct list_head *)old) +
		    list_count_nodes((struct list_head *)new);
	struct cgroup_rules *rules;

	if (nr > CGROUP_RULES)
		return ERR_PTR(-E2BIG);
	if (!nr)
		return NULL;
	rules = cgroup_rules_alloc(nr);
	if (!rules)
		return ERR_PTR(-ENOMEM);
	add_rules(rules, old, false);
	add_rules(rules, new, false);
	rules->nr_with = rules->nr;
	add_rules(rules, old, true);
	add_rules(rules, new, true);
	return rules;
}

static int tasks_attach(struct duration_dir *dir)
{
	LIST_HEAD(none);
	struct cgroup_rules *rules = rules_of(&dir->cgroups, &none);

	if (IS_ERR(rules))
		return PTR_ERR(rules);
	publish(dir->session, rules);
	return 0;
}

/* No directory has the session any more. */
static void tasks_detach(struct duration_session *session)
{
	cgroup_rules_free(session->cgroups);
	session->cgroups = NULL;
}

/*
 * Lines
 */

static void lines_drop(struct list_head *lines)
{
	struct cgroup_line *line, *next;

	list_for_each_entry_safe(line, next, lines, list)
		kfree(line);
	INIT_LIST_HEAD(lines);
}

#ifdef CONFIG_CGROUPS
static int find_cgroup(const char *path, struct cgroup_rule *rule)
{
	struct cgroup *cgroup;

	if (cgroup_controller_id != NO_CONTROLLER) {
		if (path)
			return -EOPNOTSUPP;
		rule->level = CGROUP_ANY_LEVEL;
		return 0;
	}
	cgroup = path ? cgroup_get_from_path(path) : cgroup_get_from_id(rule->id);
	if (IS_ERR(cgroup))
		return PTR_ERR(cgroup);
	rule->id = cgroup_id(cgroup);
	rule->level = cgroup->level;
	cgroup_put(cgroup);
	return 0;
}

static bool is_there(u64 id)
{
	struct cgroup *cgroup;

	if (cgroup_controller_id != NO_CONTROLLER)
		return true;
	cgroup = cgroup_get_from_id(id);
	if (IS_ERR(cgroup))
		return false;
	cgroup_put(cgroup);
	return true;
}
#else
static int find_cgroup(const char *path, struct cgroup_rule *rule)
{
	return -EOPNOTSUPP;
}

static bool is_there(u64 id)
{
	return false;
}
#endif

/* "4711" and "id:4711" */
static bool is_number(const char *text, u64 *id)
{
	if (strstarts(text, "id:"))
		text += strlen("id:");
	return !kstrtou64(text, 10, id);
}

/* Returns: 0, with @path NULL where the cgroup is named by its number; or an error. */
static int parse_cgroup(char *text, struct cgroup_rule *rule, char **path)
{
	*path = NULL;
	if (!is_number(text, &rule->id)) {
		if (*text != '/')
			return -EINVAL;
		string_unescape_inplace(text, UNESCAPE_OCTAL);
		*path = text;
	}
	return find_cgroup(*path, rule);
}

static const char *why_not(int error)
{
	switch (error) {
	case -EINVAL:
		return "not a path from the root, nor a number";
	case -EOPNOTSUPP:
		if (!IS_ENABLED(CONFIG_CGROUPS))
			return "this kernel has no cgroups";
		return "with cgroup_controller it is named by its number";
	default:
		return "there is no such cgroup";
	}
}

/* Adds nothing for a line that is empty or a comment. Returns: 0, or an error. */
static int add_line(struct list_head *lines, char *text)
{
	struct cgroup_line *line;
	struct cgroup_rule rule;
	size_t path_size;
	bool without;
	char *path;
	int ret;

	text = strim(strsep(&text, "#"));
	without = *text == '!';
	if (without)
		text = skip_spaces(text + 1);
	else if (!*text)
		return 0;
	ret = parse_cgroup(text, &rule, &path);
	if (ret) {
		pr_warn("function_duration/cgroup: '%s': %s (%d)\n", text, why_not(ret), ret);
		return ret;
	}
	path_size = path ? strlen(path) + 1 : 1;
	line = kzalloc(struct_size(line, path, path_size), GFP_KERNEL_ACCOUNT);
	if (!line)
		return -ENOMEM;
	line->rule = rule;
	line->without = without;
	memcpy(line->path, path ?: "", path_size);
	list_add_tail(&line->list, lines);
	return 0;
}

static int add_lines(struct list_head *lines, char *text)
{
	unsigned int nr = 0;
	char *line;
	int ret;

	while ((line = strsep(&text, "\n"))) {
		ret = add_line(lines, line);
		if (ret)
			return ret;
		if (++nr > 2 * CGROUP_RULES)
			return -E2BIG;
	}
	return 0;
}

/* Called with duration_dir_mutex held. Takes the new lines, if there is no error. */
static int change_dir(struct duration_dir *dir, bool truncate, struct list_head *new)
{
	LIST_HEAD(none);
	struct cgroup_rules *rules = rules_of(truncate ? &none : &dir->cgroups, new);

	if (IS_ERR(rules))
		return PTR_ERR(rules);
	if (dir->session)
		publish(dir->session, rules);
	else
		cgroup_rules_free(rules);
	if (truncate)
		lines_drop(&dir->cgroups);
	list_splice_tail_init(new, &dir->cgroups);
	return 0;
}

/* Cgroups are looked up before the mutex is taken: that may wait for others. */
static int change(const struct file *file, bool truncate, char *text)
{
	LIST_HEAD(new);
	struct duration_dir *dir;
	int ret = add_lines(&new, text);

	if (!ret) {
		mutex_lock(&duration_dir_mutex);
		dir = duration_dir_to_change(file);
		ret = dir ? change_dir(dir, truncate, &new) : -ENODEV;
		mutex_unlock(&duration_dir_mutex);
	}
	lines_drop(&new);
	return ret;
}

/*
 * The file
 */

static const struct lines_kind cgroup_kind = {
	.name = "cgroup", .longest = PATH_MAX, .most = CGROUP_TEXT, .change = change,
};

static void show_line(struct seq_file *s, const struct cgroup_line *line)
{
	if (line->without)
		seq_putc(s, '!');
	if (*line->path)
		seq_escape(s, line->path, ESCAPED);
	else
		seq_printf(s, "id:%llu", line->rule.id);
	seq_printf(s, "\t# id:%llu%s\n", line->rule.id,
		   is_there(line->rule.id) ? "" : ", removed");
}

static int tasks_show(struct seq_file *s, void *v)
{
	const struct cgroup_line *line;
	const struct duration_dir *dir;
	int ret = -ENODEV;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find((unsigned long)file_inode(s->file)->i_private);
	if (dir) {
		ret = 0;
		if (list_empty(&dir->cgroups))
			seq_puts(s, "# no cgroups: all tasks are traced\n");
		list_for_each_entry(line, &dir->cgroups, list)
			show_line(s, line);
	}
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

static struct lines_writer *writer_of(const struct file *file)
{
	if (file->f_mode & FMODE_READ)
		return ((struct seq_file *)file->private_data)->private;
	return file->private_data;
}

static void writer_free(struct lines_writer *writer)
{
	lines_free(writer);
	kfree(writer);
}

static int tasks_open(struct inode *inode, struct file *file)
{
	struct lines_writer *writer = kzalloc(sizeof(*writer), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!writer)
		return -ENOMEM;
	ret = lines_open(writer, &cgroup_kind, file);
	if (!ret && (file->f_mode & FMODE_READ))
		ret = single_open(file, tasks_show, writer);
	if (ret) {
		writer_free(writer);
		return ret;
	}
	if (!(file->f_mode & FMODE_READ))
		file->private_data = writer;
	return 0;
}

static ssize_t tasks_write(struct file *file, const char __user *from, size_t size,
			   loff_t *pos)
{
	return lines_write(writer_of(file), file, from, size, pos);
}

static int tasks_release(struct inode *inode, struct file *file)
{
	struct lines_writer *writer = writer_of(file);

	lines_end(writer, file);
	writer_free(writer);
	return file->f_mode & FMODE_READ ? single_release(inode, file) : 0;
}

static const struct file_operations cgroup_fops = {
	.owner		= THIS_MODULE,
	.open		= tasks_open,
	.read		= seq_read,
	.write		= tasks_write,
	.llseek		= duration_file_llseek,
	.release	= tasks_release,
};

static void tasks_init(struct duration_dir *dir)
{
	INIT_LIST_HEAD(&dir->cgroups);
}

static void tasks_drop(struct duration_dir *dir)
{
	lines_drop(&dir->cgroups);
}

const struct duration_file cgroup_file = {
	.name = "cgroup", .fops = &cgroup_fops, .init = tasks_init,
	.attach = tasks_attach, .detach = tasks_detach, .drop = tasks_drop,
};
