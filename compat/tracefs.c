// SPDX-License-Identifier: GPL-2.0
/*
 * Files in tracefs that may be opened while their module is unloaded.
 *
 * tracefs expects a file's operations to stay for ever. An open(2) that comes
 * after MODULE_STATE_GOING and before tracefs_remove() meets the WARN_ON() in
 * do_dentry_open(), since fops_get() fails; one that found the file, but has not
 * come to fops_get() before the module is freed, reads freed memory.
 *
 * So what tracefs is given here lies on the heap and has no owner: fops_get()
 * always succeeds. Its only method is open(), which takes the reference on the
 * module and puts the file's real operations into their place, as chrdev_open()
 * does. From then on the file is like any other: what is open holds the module,
 * and the kernel gives the reference back after release().
 *
 * debugfs and procfs protect their files from removal. But debugfs need not be
 * mounted and can be locked down alone, in neither has an instance a directory,
 * and what belongs to tracing is looked for among the files of tracing.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include <compat/tracefs.h>

struct module_file {
	struct file_operations		fops;		/* what tracefs knows */
	const struct file_operations	*methods;	/* the module's own */
	struct dentry			*dentry;
	bool				in_use;
};

/* Nothing in here may sleep before the module is held: see module_files_remove(). */
static int module_file_open(struct inode *inode, struct file *opened)
{
	const struct module_file *file = container_of(opened->f_op, struct module_file, fops);
	const struct file_operations *methods = fops_get(file->methods);

	if (!methods)
		return -ENODEV;
	replace_fops(opened, methods);
	return methods->open(inode, opened);
}

/**
 * module_file_create - make a file in tracefs
 * @name: its name
 * @mode: its permissions
 * @parent: the directory, NULL for that of the top
 * @data: what inode->i_private is to be
 * @methods: its operations, with an open() and the module as owner
 *
 * Context: process context.
 * Return: the file, for module_files_remove(); NULL if it cannot be made.
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
	/* Its directory may go before it, with an instance. */
	dget(file->dentry);
	return file;
}

/* What is open without open() has no method: read(2) is answered by EINVAL. */
static void module_file_withdraw(struct module_file *file)
{
	tracefs_remove(file->dentry);
	WRITE_ONCE(file->fops.open, NULL);
}

static void module_file_free(struct module_file *file)
{
	if (file->in_use)
		pr_info("%pd is held by somebody: some memory stays in use\n",
			file->dentry);
	dput(file->dentry);
	if (file->in_use)
		kmemleak_not_leak(file);
	else
		kfree(file);
}

/**
 * module_files_remove - remove files, whoever is opening them
 * @files: of module_file_create(); a NULL is passed over
 * @nr: how many there are
 *
 * When it returns, nobody runs module_file_open() or will call it. The module must
 * have no open file: it is being unloaded, or loading it has failed.
 *
 * A file that somebody found before it went, as a path or as an O_PATH
 * descriptor, can be opened for as long as he likes; what do_dentry_open() reads then
 * is never freed.
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
	/* From here on no RCU path walk takes a reference on the dentries. */
	synchronize_rcu();
	for (i = 0; i < nr; i++) {
		if (files[i])
			files[i]->in_use = d_count(files[i]->dentry) > 1;
	}
	/* Tasks that were preempted on their way into or out of module_file_open() */
	synchronize_rcu_tasks();
	for (i = 0; i < nr; i++) {
		if (files[i])
			module_file_free(files[i]);
	}
}
