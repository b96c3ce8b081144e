// SPDX-License-Identifier: GPL-2.0
/*
 * Notice of new instances, for the files that a module has in each.
 *
 * No callback of a tracer or of an event in trace_array_create() says which array is new, and
 * all of them run before the array has its directory. So a mark of fsnotify on the
 * directory instances/ is used, as inotify does. Its callback runs in tracefs_create_dir(),
 * under trace_types_lock, before the array is complete. The rest is task work of the task
 * that makes the instance: it runs with no lock held, before mkdir(2) returns to the program.
 */
#include <linux/dcache.h>
#include <linux/fsnotify_backend.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/workqueue.h>

#include <compat/instances.h>
#include <compat/trace.h>

static struct fsnotify_group *group;
static struct fsnotify_mark *mark;
static void (*call_made)(void);

/* In tasks that have no task work */
static void made_later(struct work_struct *work)
{
	call_made();
}

static DECLARE_WORK(later, made_later);

/* The task may still be in here when the reference is gone: see instances_unwatch(). */
static void made_now(struct callback_head *work)
{
	kfree(work);
	call_made();
	module_put(THIS_MODULE);
}

static bool add_task_work(void)
{
	struct callback_head *work;

	if (current->flags & (PF_KTHREAD | PF_USER_WORKER))
		return false;
	work = kmalloc(sizeof(*work), GFP_KERNEL);
	if (!work)
		return false;
	init_task_work(work, made_now);
	__module_get(THIS_MODULE);
	if (!task_work_add(current, work, TWA_RESUME))
		return true;
	module_put(THIS_MODULE);
	kfree(work);
	return false;
}

/*
 * If unloading has begun, nothing is to be made. A debugger may stop the task before its work
 * runs: the module has a reference until then.
 */
static int instance_comes(struct fsnotify_mark *on, u32 mask, struct inode *inode,
			  struct inode *dir, const struct qstr *name, u32 cookie)
{
	if (!try_module_get(THIS_MODULE))
		return 0;
	if (!add_task_work())
		schedule_work(&later);
	module_put(THIS_MODULE);
	return 0;
}

static void free_mark(struct fsnotify_mark *gone)
{
	kfree(gone);
}

static const struct fsnotify_ops watch_ops = {
	.handle_inode_event	= instance_comes,
	.free_mark		= free_mark,
};

/* The mark is freed by a thread, when its callback is not running any more. */
static void drop_watch(void)
{
	fsnotify_put_mark(mark);
	mark = NULL;
	fsnotify_put_group(group);
	fsnotify_wait_marks_destroyed();
}

/**
 * instances_watch - watch for new instances
 * @made: called in process context, with no lock held, when an instance was made; before
 * mkdir(2) of its directory returns
 *
 * Context: process context.
 * Return: 0 or an error; after an error nothing is changed.
 */
int instances_watch(void (*made)(void))
{
	int ret;

	mark = kzalloc(sizeof(*mark), GFP_KERNEL);
	if (!mark)
		return -ENOMEM;
	group = fsnotify_alloc_group(&watch_ops, 0);
	if (IS_ERR(group)) {
		kfree(mark);
		mark = NULL;
		return PTR_ERR(group);
	}
	call_made = made;
	fsnotify_init_mark(mark, group);
	mark->mask = FS_CREATE;
	ret = fsnotify_add_inode_mark(mark, d_inode(trace_instance_dir), 0);
	if (ret)
		drop_watch();
	return ret;
}

/**
 * instances_unwatch - undo instances_watch(), also one that failed
 *
 * Context: process context, under no lock that @made takes. When it returns, @made is not
 * running and will not be called.
 */
void instances_unwatch(void)
{
	if (!mark)
		return;
	fsnotify_destroy_mark(mark, group);
	drop_watch();
	cancel_work_sync(&later);
	/* Wait for tasks that are at the end of made_now(). */
	synchronize_rcu_tasks();
}
