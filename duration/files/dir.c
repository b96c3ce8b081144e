// SPDX-License-Identifier: GPL-2.0
/*
 * The directory function_duration of a trace array, and what its files show and set.
 *
 * The files are in tracefs: users look there for an array's files, the removal of an
 * instance removes them, and module_file_create() makes them safe against unloading.
 * The directory is made at init for the arrays that exist, and for a new instance before
 * mkdir(2) returns. The kernel has no callback for the removal of an
 * instance: what belongs to it is freed when the next instance is made or the next session
 * begins, or at unload. Freeing files waits for grace periods, so a work does it, without a lock.
 *
 * A file knows its directory by a number, which is looked up: a task may open a file whose
 * instance is gone.
 *
 * Which files there are, and what each does when a session or a module comes or goes, is in a list
 * of struct duration_file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#ifdef MODULE
#include <compat/instances.h>
#endif
#include <compat/tracefs.h>

#include "duration/files/dir.h"
#include "duration/session.h"

/*
 * Protects the list and all that is in it. Taken under trace_types_lock and
 * duration_mutex; or alone when a file is opened or written, and under the lock of
 * module notifiers. ftrace_lock is taken under it.
 */
DEFINE_MUTEX(duration_dir_mutex);
LIST_HEAD(duration_dirs);

/* Those that gone_work frees: nobody finds them any more. */
static LIST_HEAD(gone_dirs);

/* The files of every directory; NULL, at the end, ends the list. */
static const struct duration_file *const *duration_files, *const *duration_files_end;

#define for_each_file(file, at)						\
	for (at = duration_files; (file = *at); at++)

/* To undo what was done for each */
#define for_each_file_back(file, at)					\
	for (at = duration_files_end; at != duration_files && (file = *--at); )

static bool dir_is_gone(const struct duration_dir *dir)
{
	return !dir->session && !dir->counting && d_unhashed(dir->dentry);
}

/* Its files are not open, and have no dentry in use. */
static bool dir_is_free(const struct duration_dir *dir)
{
	unsigned int i;

	for (i = 0; i < DURATION_FILES; i++) {
		if (module_file_in_use(dir->files[i]))
			return false;
	}
	return true;
}

/*
 * Called with trace_types_lock held: an instance's directory is removed under it, and ours
 * in it. Removing one twice would count its parent's links down twice.
 */
static void dir_unlink(struct duration_dir *dir)
{
	if (dir->dentry && !d_unhashed(dir->dentry))
		tracefs_remove(dir->dentry);
}

static void dir_drop_contents(struct duration_dir *dir)
{
	const struct duration_file *const *at, *file;

	for_each_file_back(file, at) {
		if (file->drop)
			file->drop(dir);
	}
}

static void dir_free(struct duration_dir *dir)
{
	list_del(&dir->list);
	module_files_remove(dir->files, DURATION_FILES);
	dput(dir->dentry);
	dput(dir->of);
	dir_drop_contents(dir);
	kfree(dir);
}

static void free_gone_dirs(struct work_struct *work)
{
	struct duration_dir *dir, *n;
	LIST_HEAD(gone);

	mutex_lock(&duration_dir_mutex);
	list_splice_init(&gone_dirs, &gone);
	mutex_unlock(&duration_dir_mutex);
	list_for_each_entry_safe(dir, n, &gone, list)
		dir_free(dir);
}

static DECLARE_WORK(gone_work, free_gone_dirs);

/* Under duration_dir_mutex. The contents are dropped now; a file in use is removed later. */
static void drop_gone_dirs(void)
{
	struct duration_dir *dir, *n;

	list_for_each_entry_safe(dir, n, &duration_dirs, list) {
		if (!dir_is_gone(dir))
			continue;
		dir_drop_contents(dir);
		if (dir_is_free(dir))
			list_move(&dir->list, &gone_dirs);
	}
	if (!list_empty(&gone_dirs))
		queue_work(system_long_wq, &gone_work);
}

/**
 * duration_dir_find - the directory that a file belongs to
 * @id: inode->i_private of the file
 *
 * Context: under duration_dir_mutex.
 * Return: the directory; NULL if its instance was removed.
 */
struct duration_dir *duration_dir_find(unsigned long id)
{
	struct duration_dir *dir;

	list_for_each_entry(dir, &duration_dirs, list) {
		if (dir->id == id)
			return dir;
	}
	return NULL;
}

/**
 * duration_dir_to_change - the directory whose settings a write to a file changes
 * @file: in it
 *
 * Context: under duration_dir_mutex.
 * Return: the directory; NULL if its instance was removed, or is about to be.
 */
struct duration_dir *duration_dir_to_change(const struct file *file)
{
	struct duration_dir *dir = duration_dir_find((unsigned long)file_inode(file)->i_private);

	return dir && !d_unhashed(dir->dentry) ? dir : NULL;
}

static struct duration_dir *dir_of_array(const struct trace_array *tr)
{
	struct duration_dir *dir;

	list_for_each_entry(dir, &duration_dirs, list) {
		if (dir->of == (tr->name ? tr->dir : NULL) && !d_unhashed(dir->dentry))
			return dir;
	}
	return NULL;
}

/**
 * duration_dir_add - make a file in the directory, unless it is there
 * @dir: the directory
 * @file: which one, of the list
 *
 * Context: process context, under duration_dir_mutex.
 * Return: 0, or -ENOMEM with a line in the log.
 */
int duration_dir_add(struct duration_dir *dir, const struct duration_file *file)
{
	struct module_file **made = dir->files;
	const struct duration_file *const *at;

	for (at = duration_files; *at != file; at++)
		made++;
	if (!*made)
		*made = module_file_create(file->name, 0640, dir->dentry, (void *)dir->id,
					   file->fops);
	if (*made)
		return 0;
	pr_err("%s: cannot create the file function_duration/%s\n", dir->name, file->name);
	return -ENOMEM;
}

/**
 * duration_dir_add_reader - count a new reader of a file in the directory
 * @dir: of duration_dir_find(); may be NULL
 *
 * Context: under duration_dir_mutex.
 * Return: 0; -EMFILE if too many are read, or -ENODEV. After 0, duration_dir_remove_reader()
 * follows.
 */
int duration_dir_add_reader(struct duration_dir *dir)
{
	if (!dir)
		return -ENODEV;
	if (dir->readers == DURATION_READERS)
		return -EMFILE;
	dir->readers++;
	return 0;
}

/**
 * duration_dir_remove_reader - undo duration_dir_add_reader()
 * @id: the directory's number; it still has the file
 *
 * Context: process context; takes duration_dir_mutex.
 */
void duration_dir_remove_reader(unsigned long id)
{
	mutex_lock(&duration_dir_mutex);
	duration_dir_find(id)->readers--;
	mutex_unlock(&duration_dir_mutex);
}

/**
 * duration_dir_seq_open - open a file of the directory that is read by a seq_file
 * @inode: of the file; its private data is the number of the directory
 * @file: of the file
 * @ops: of the seq_file
 * @private: its private data; NULL: there was no memory for it
 *
 * Context: process context; takes duration_dir_mutex.
 * Return: 0, or -ENOMEM, or as of duration_dir_add_reader(). After an error the caller has its data
 * still; after 0, duration_dir_seq_release() follows.
 */
int duration_dir_seq_open(struct inode *inode, struct file *file,
			  const struct seq_operations *ops, void *private)
{
	unsigned long id = (unsigned long)inode->i_private;
	int ret;

	if (!private)
		return -ENOMEM;
	mutex_lock(&duration_dir_mutex);
	ret = duration_dir_add_reader(duration_dir_find(id));
	mutex_unlock(&duration_dir_mutex);
	if (ret)
		return ret;
	ret = seq_open(file, ops);
	if (ret)
		duration_dir_remove_reader(id);
	else
		((struct seq_file *)file->private_data)->private = private;
	return ret;
}

/**
 * duration_dir_seq_release - undo duration_dir_seq_open()
 * @inode: as there
 * @file: as there; the caller has freed its data
 *
 * Context: process context; takes duration_dir_mutex.
 * Return: 0.
 */
int duration_dir_seq_release(struct inode *inode, struct file *file)
{
	duration_dir_remove_reader((unsigned long)inode->i_private);
	return seq_release(inode, file);
}

/**
 * duration_file_llseek - seek in a file that is read by seq_file, and may be written as well
 * @file: opened for reading, or for writing alone: then it has no seq_file
 * @offset: as llseek() of file_operations
 * @whence: the same
 *
 * Context: process context.
 * Return: the new position; for a file that is only written the old one; or -EINVAL.
 */
loff_t duration_file_llseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	return noop_llseek(file, offset, whence);
}

static int dir_create_files(struct duration_dir *dir)
{
	const struct duration_file *const *at, *file;
	int ret;

	dir->dentry = tracefs_create_dir("function_duration", dir->of);
	if (!dir->dentry) {
		pr_err("%s: cannot create the directory function_duration\n", dir->name);
		return -ENOMEM;
	}
	/* Removing the instance also removes the directory, before dir_free() does. */
	dget(dir->dentry);
	for_each_file(file, at) {
		ret = file->later ? 0 : duration_dir_add(dir, file);
		if (ret)
			return ret;
	}
	return 0;
}

static void dir_init_contents(struct duration_dir *dir)
{
	const struct duration_file *const *at, *file;

	for_each_file(file, at) {
		if (file->init)
			file->init(dir);
	}
}

static struct duration_dir *dir_create(const struct trace_array *tr)
{
	static unsigned long last_id;
	const char *name = array_name(tr);
	size_t size = strlen(name) + 1;
	struct duration_dir *dir;

	/* An instance of the kernel's command line may not have its directory yet. */
	if (tr->name && !tr->dir)
		return NULL;
	dir = kzalloc(struct_size(dir, name, size), GFP_KERNEL);
	if (!dir)
		return NULL;
	memcpy(dir->name, name, size);
	dir->id = ++last_id;
	dir_init_contents(dir);
	dir->of = tr->name ? dget(tr->dir) : NULL;
	list_add_tail(&dir->list, &duration_dirs);
	if (dir_create_files(dir)) {
		dir_unlink(dir);
		dir_free(dir);
		return NULL;
	}
	return dir;
}

/**
 * duration_dir_get - the directory of an array
 * @tr: the array
 *
 * It is made if there is none.
 *
 * Context: process context, under duration_dir_mutex and trace_types_lock.
 * Return: the directory; NULL if it cannot be made.
 */
struct duration_dir *duration_dir_get(const struct trace_array *tr)
{
	return dir_of_array(tr) ?: dir_create(tr);
}

static int dir_attach_files(struct duration_dir *dir)
{
	const struct duration_file *const *at, *file;
	int ret;

	for_each_file(file, at) {
		ret = file->attach ? file->attach(dir) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * duration_dir_attach - let the files of an array set what a session does
 * @session: before it is registered
 *
 * Without the directory the session works, and has no such settings.
 *
 * Context: process context, under trace_types_lock.
 * Return: 0, or an error of a file. The caller calls duration_dir_detach() in both cases.
 */
int duration_dir_attach(struct duration_session *session)
{
	struct duration_dir *dir;
	int ret = 0;

	mutex_lock(&duration_dir_mutex);
	drop_gone_dirs();
	dir = duration_dir_get(session->tr);
	if (dir) {
		/* A session that ftrace could not unregister keeps its data. */
		dir->session = session;
		session->dir = dir;
		ret = dir_attach_files(dir);
	}
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

static int dir_begin_files(struct duration_dir *dir)
{
	const struct duration_file *const *at, *file;
	int ret;

	for_each_file(file, at) {
		ret = file->begin ? file->begin(dir) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * duration_dir_begin - let the files of an array show what a session does
 * @session: registered, and closed
 *
 * Context: process context, under trace_types_lock; takes duration_dir_mutex.
 * Return: 0, or an error of a file; -ENOMEM if the session counts and has no directory. The caller
 * calls duration_dir_end() in all cases.
 */
int duration_dir_begin(struct duration_session *session)
{
	int ret;

	/* Its counts could not be read. */
	if (!session->dir)
		return session->tables ? -ENOMEM : 0;
	mutex_lock(&duration_dir_mutex);
	ret = dir_begin_files(session->dir);
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

/* Readers of open calls use what the session has under duration_dir_mutex. */
static void dir_set_open(struct duration_session *session, struct duration_session *open)
{
	mutex_lock(&duration_dir_mutex);
	if (session->dir)
		session->dir->open = open;
	mutex_unlock(&duration_dir_mutex);
}

/**
 * duration_dir_open - let the files of an array look at the calls that are open in a session
 * @session: it traces
 *
 * Context: process context; takes duration_dir_mutex.
 */
void duration_dir_open(struct duration_session *session)
{
	dir_set_open(session, session);
}

/**
 * duration_dir_close - undo duration_dir_open(), if it was done
 * @session: from now on its calls and its states of tasks are not read
 *
 * Context: process context; takes duration_dir_mutex.
 */
void duration_dir_close(struct duration_session *session)
{
	dir_set_open(session, NULL);
}

/**
 * duration_dir_end - undo duration_dir_begin()
 * @session: none of its handlers runs any more
 *
 * Context: process context; takes duration_dir_mutex.
 */
void duration_dir_end(struct duration_session *session)
{
	const struct duration_file *const *at, *file;

	mutex_lock(&duration_dir_mutex);
	for_each_file_back(file, at) {
		if (session->dir && file->end)
			file->end(session->dir, session);
	}
	mutex_unlock(&duration_dir_mutex);
}

/**
 * duration_dir_detach - undo duration_dir_attach()
 * @session: none of its handlers runs any more
 *
 * Context: process context; takes duration_dir_mutex.
 */
void duration_dir_detach(struct duration_session *session)
{
	const struct duration_file *const *at, *file;

	mutex_lock(&duration_dir_mutex);
	if (session->dir && session->dir->session == session)
		session->dir->session = NULL;
	session->dir = NULL;
	mutex_unlock(&duration_dir_mutex);
	for_each_file_back(file, at) {
		if (file->detach)
			file->detach(session);
	}
}

static void dir_module_changes(struct duration_dir *dir, unsigned long state,
			       const struct module *module)
{
	const struct duration_file *const *at, *file;

	for_each_file(file, at) {
		if (file->module)
			file->module(dir, state, module);
	}
}

/* A module comes before its functions can be called, and goes when they are not called any more. */
static int dirs_module_notify(struct notifier_block *nb, unsigned long state, void *module)
{
	struct duration_dir *dir;

	mutex_lock(&duration_dir_mutex);
	list_for_each_entry(dir, &duration_dirs, list)
		dir_module_changes(dir, state, module);
	mutex_unlock(&duration_dir_mutex);
	return NOTIFY_OK;
}

static struct notifier_block dirs_module_nb = {
	.notifier_call = dirs_module_notify,
};

/**
 * duration_files_init - before the first directory is made
 * @files: of each, in the order in which a session attaches and begins; it ends and detaches in
 *         reverse; NULL ends the list
 *
 * Context: process context, init.
 * Return: 0, or an error of register_module_notifier().
 */
int __init duration_files_init(const struct duration_file *const *files)
{
	duration_files = files;
	for (duration_files_end = files; *duration_files_end; )
		duration_files_end++;
	return register_module_notifier(&dirs_module_nb);
}

void duration_files_exit(void)
{
	const struct duration_file *const *at, *file;

	for_each_file_back(file, at) {
		if (file->exit)
			file->exit();
	}
	unregister_module_notifier(&dirs_module_nb);
}

/* Make the directories that arrays do not have yet. */
static void make_missing_dirs(void)
{
	struct trace_array *tr;

	mutex_lock(&trace_types_lock);
	mutex_lock(&duration_dir_mutex);
	drop_gone_dirs();
	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		duration_dir_get(tr);
	mutex_unlock(&duration_dir_mutex);
	mutex_unlock(&trace_types_lock);
}

/* A task may open the files from now on: nothing that fails later must undo this. */
void __init duration_dirs_init(void)
{
#ifdef MODULE
	int ret = instances_watch(make_missing_dirs);

	if (ret)
		pr_warn("cannot watch for new instances (%d): they get their directory when the tracer is selected\n",
			ret);
#endif
	make_missing_dirs();
}

#ifdef MODULE
/* There is no session left, and no open file: each holds a reference on the module. */
void duration_dirs_exit(void)
{
	struct duration_dir *dir, *n;

	instances_unwatch();
	flush_work(&gone_work);
	mutex_lock(&trace_types_lock);
	list_for_each_entry(dir, &duration_dirs, list)
		dir_unlink(dir);
	mutex_unlock(&trace_types_lock);
	list_for_each_entry_safe(dir, n, &duration_dirs, list)
		dir_free(dir);
}
#endif /* MODULE */
