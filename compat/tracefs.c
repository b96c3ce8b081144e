// SPDX-License-Identifier: GPL-2.0
/*
 * Files in tracefs that may be opened while their module is unloaded.
 *
 * tracefs does not protect file operations against removal. An open(2) between
 * MODULE_STATE_GOING and tracefs_remove() triggers the WARN_ON() in do_dentry_open(),
 * since fops_get() fails. An open(2) that has looked up the file, but has not called
 * fops_get() before the module is freed, reads freed memory.
 *
 * So the operations that tracefs gets are on the heap and have no owner: fops_get()
 * always succeeds. Their only method is open(), which takes the reference on the
 * module and replaces the file's operations by the module's, as chrdev_open() does. From
 * then on an open file holds the module, and the kernel drops the reference after
 * release().
 *
 * debugfs and procfs do protect file operations. But debugfs need not be mounted and can
 * be locked down separately, both have no directory for an instance, and users look for
 * files of a tracer in tracefs.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/security.h>
#include <linux/slab.h>

#include <compat/tracefs.h>

struct module_file {
	struct file_operations		fops;		/* given to tracefs */
	const struct file_operations	*methods;	/* the module's own */
	struct dentry			*dentry;
	bool				in_use;
};

/* It must not sleep before it holds the module: see module_files_remove(). */
static int module_file_open(struct inode *inode, struct file *opened)
{
	const struct module_file *file = container_of(opened->f_op, struct module_file, fops);
	const struct file_operations *methods = fops_get(file->methods);

	if (!methods)
		return -ENODEV;
	replace_fops(opened, methods);
	/* As the kernel's files in tracefs: it may have been locked down meanwhile. */
	return security_locked_down(LOCKDOWN_TRACEFS) ?: methods->open(inode, opened);
}

/**
 * module_file_create - make a file in tracefs
 * @name: its name
 * @mode: its permissions
 * @parent: the directory, NULL for that of the top
 * @data: for inode->i_private
 * @methods: its operations, with an open() and the module as owner
 *
 * Context: process context.
 * Return: the file, for module_files_remove(); NULL if it cannot be created.
 */
struct module_file *module_file_create(const char *name, umode_t mode,
				       struct dentry *parent, void *data,
				       const struct file_operations *methods)
{
	struct module_file *file = kzalloc(sizeof(*file), GFP_KERNEL);

	if (!file)
		return NULL;
	file->fops.open = module_file_open;
	file->methods = methods;
	file->dentry = tracefs_create_file(name, mode, parent, data, &file->fops);
	if (!file->dentry) {
		kfree(file);
		return NULL;
	}
	/* Its directory may be removed before it, with an instance. */
	dget(file->dentry);
	return file;
}

/**
 * module_file_in_use - whether a file is open, or a task has looked it up
 * @file: of module_file_create(); may be NULL
 *
 * For a file that was removed with its directory: if it is not in use, only a task in the
 * midst of an RCU path walk may still find it, and module_files_remove() waits for these.
 *
 * Context: process context.
 * Return: true if there is such a task.
 */
bool module_file_in_use(struct module_file *file)
{
	return file && d_count(file->dentry) > 1;
}

/* A file that is opened after this has no methods: read(2) returns EINVAL. */
static void module_file_withdraw(struct module_file *file)
{
	tracefs_remove(file->dentry);
	WRITE_ONCE(file->fops.open, NULL);
}

static void module_file_free(struct module_file *file)
{
	if (file->in_use)
		pr_info("%pd is still in use: some memory is not freed\n",
			file->dentry);
	dput(file->dentry);
	if (file->in_use)
		kmemleak_not_leak(file);
	else
		kfree(file);
}

/**
 * module_files_remove - remove files that may just be opened
 * @files: of module_file_create(); NULLs are skipped
 * @nr: how many there are
 *
 * When it returns, no task is in module_file_open() or will call it. The module must
 * have no open file: it is being unloaded, or loading it has failed.
 *
 * A task that looked up a file before its removal, by path or with O_PATH, can still open
 * it later. So the operations of such a file are never freed.
 *
 * Context: process context, sleeps for grace periods.
 */
void module_files_remove(struct module_file *files[], unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (files[i])
			module_file_withdraw(files[i]);
	}
	/* After this no RCU path walk takes a reference on the dentries. */
	synchronize_rcu();
	for (i = 0; i < nr; i++) {
		if (files[i])
			files[i]->in_use = module_file_in_use(files[i]);
	}
	/* Tasks that were preempted on their way into or out of module_file_open() */
	synchronize_rcu_tasks();
	for (i = 0; i < nr; i++) {
		if (files[i])
			module_file_free(files[i]);
	}
}
