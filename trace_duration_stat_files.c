// SPDX-License-Identifier: GPL-2.0
/*
 * The files function_duration/stat and function_duration/stat_hist of a trace array.
 *
 * They are in tracefs, in a directory of the array that is made when a session with the
 * option duration-stat first begins there: users look there for an array's files, the
 * removal of an instance removes them, and module_file_create() makes them safe against
 * unloading. The kernel has no callback for a new or a removed instance. So the directory
 * does not exist earlier, and what belongs to a removed instance is freed when the next
 * session with the option begins, or at unload.
 *
 * A file knows its array by a number, which is looked up: a task may open a file whose
 * instance is gone. What is read is a copy, made when the file is opened.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include <compat/tracefs.h>

#include "trace_duration.h"

enum { STAT_FILE, STAT_HIST_FILE, STAT_FILES };

struct stat_array {
	struct list_head	list;
	unsigned long		id;
	struct dentry		*of;		/* the instance's directory; NULL at the top */
	struct dentry		*dir;		/* ours in it */
	struct module_file	*files[STAT_FILES];
	struct duration_session	*session;	/* counts in the tables; NULL: ended */
	struct stat_tables	*tables;	/* NULL: dropped after the session's end */
	u64			end;		/* when it ended */
};

/*
 * Protects the list and all that is in it. Taken under trace_types_lock and
 * duration_mutex, or alone when a file is opened or written.
 */
static DEFINE_MUTEX(stat_mutex);
static LIST_HEAD(stat_arrays);

/* The calls of a function on all CPUs */
struct stat_row {
	unsigned long	func;
	u64		calls, total, self, sum, min, max;
	u64		p50, p90, p99, p999;
	const u64	*buckets;	/* stat_hist alone */
};

struct stat_copy {
	struct stat_row	*rows;
	unsigned long	nr;
	u64		*buckets;
	u64		calls, no_room, no_task;
	u64		interval;
	unsigned long	size, tasks;
	bool		counting, dropped;
};

/*
 * Copying
 */

/* An entry and its function; sorting those of all CPUs puts equal functions together. */
struct stat_ref {
	unsigned long		func;
	const struct stat_entry	*entry;
};

static int compare_refs(const void *a, const void *b)
{
	const struct stat_ref *x = a, *y = b;

	return x->func < y->func ? -1 : x->func > y->func;
}

/* The longest total first. */
static int compare_rows(const void *a, const void *b)
{
	const struct stat_row *x = a, *y = b;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static unsigned long table_used(struct stat_cpu *table)
{
	return min_t(unsigned long, local_read(&table->used), table->size);
}

static unsigned long collect_refs(struct stat_ref *refs, unsigned long max,
				  const struct stat_tables *tables)
{
	unsigned long nr = 0, i, used;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		used = table_used(table);
		for (i = 0; i < used && nr < max; i++) {
			refs[nr].entry = table->entries + i;
			refs[nr].func = READ_ONCE(refs[nr].entry->func);
			nr += refs[nr].func && local_read(&table->entries[i].calls);
		}
	}
	return nr;
}

static void row_add(struct stat_row *row, u64 *buckets, const struct stat_entry *entry)
{
	unsigned int i;

	row->calls += local_read(&entry->calls);
	row->sum += local_read(&entry->sum);
	row->total += local_read(&entry->sum) - local_read(&entry->nested);
	row->self += local_read(&entry->self);
	row->min = min(row->min, READ_ONCE(entry->min));
	row->max = max(row->max, READ_ONCE(entry->max));
	for (i = 0; i < STAT_BUCKETS; i++)
		buckets[i] += READ_ONCE(entry->buckets[i]);
}

/* The middle of the bucket with that call: at most 1/16 from any duration in it. */
static u64 bucket_middle(unsigned int bucket, const struct stat_row *row)
{
	u64 low = stat_bucket_low(bucket), high = stat_bucket_low(bucket + 1);

	if (bucket == STAT_BUCKETS - 1)
		return row->max;
	return clamp(low + (high - low) / 2, row->min, row->max);
}

static u64 percentile(const struct stat_row *row, const u64 *buckets, u64 calls,
		      unsigned int per_mille)
{
	u64 rank = DIV_ROUND_UP_ULL(calls * per_mille, 1000), seen = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++) {
		seen += buckets[i];
		if (seen >= rank && seen)
			return bucket_middle(i, row);
	}
	return row->max;
}

static void row_percentiles(struct stat_row *row, const u64 *buckets)
{
	u64 calls = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++)
		calls += buckets[i];
	row->p50 = percentile(row, buckets, calls, 500);
	row->p90 = percentile(row, buckets, calls, 900);
	row->p99 = percentile(row, buckets, calls, 990);
	row->p999 = percentile(row, buckets, calls, 999);
}

static unsigned long count_functions(const struct stat_ref *refs, unsigned long nr)
{
	unsigned long n = 0, i;

	for (i = 0; i < nr; i++)
		n += !i || refs[i].func != refs[i - 1].func;
	return n;
}

/* Each row has its own buckets if they are to be shown, else all rows share one set. */
static void fill_rows(struct stat_copy *copy, const struct stat_ref *refs,
		      unsigned long nr, bool with_buckets)
{
	u64 *buckets = copy->buckets;
	struct stat_row *row = copy->rows;
	unsigned long i = 0;

	while (i < nr) {
		row->func = refs[i].func;
		row->min = U64_MAX;
		if (!with_buckets)
			memset(buckets, 0, STAT_BUCKETS * sizeof(*buckets));
		for (; i < nr && refs[i].func == row->func; i++)
			row_add(row, buckets, refs[i].entry);
		row_percentiles(row, buckets);
		copy->calls += row->calls;
		if (with_buckets) {
			row->buckets = buckets;
			buckets += STAT_BUCKETS;
		}
		row++;
		cond_resched();
	}
	copy->nr = row - copy->rows;
	sort(copy->rows, copy->nr, sizeof(*copy->rows), compare_rows, NULL);
}

static int copy_rows(struct stat_copy *copy, const struct stat_tables *tables,
		     bool with_buckets)
{
	unsigned long nr = 0, functions;
	struct stat_ref *refs;
	int cpu;

	for_each_possible_cpu(cpu)
		nr += table_used(per_cpu_ptr(tables->cpus, cpu));
	refs = kvmalloc_array(nr + 1, sizeof(*refs), GFP_KERNEL);
	if (!refs)
		return -ENOMEM;
	nr = collect_refs(refs, nr, tables);
	sort(refs, nr, sizeof(*refs), compare_refs, NULL);
	functions = count_functions(refs, nr);
	copy->rows = kvcalloc(functions + 1, sizeof(*copy->rows), GFP_KERNEL);
	copy->buckets = kvcalloc(with_buckets ? functions + 1 : 1,
				 STAT_BUCKETS * sizeof(u64), GFP_KERNEL);
	if (copy->rows && copy->buckets)
		fill_rows(copy, refs, nr, with_buckets);
	kvfree(refs);
	return copy->rows && copy->buckets ? 0 : -ENOMEM;
}

static void copy_free(struct stat_copy *copy)
{
	if (!copy)
		return;
	kvfree(copy->rows);
	kvfree(copy->buckets);
	kfree(copy);
}

static void copy_totals(struct stat_copy *copy, const struct stat_array *array)
{
	const struct stat_tables *tables = array->tables;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		copy->no_room += local_read(&table->no_room);
		copy->no_task += local_read(&table->no_task);
	}
	copy->interval = (copy->counting ? trace_clock_local() : array->end) - tables->start;
	copy->size = tables->size;
	copy->tasks = tables->tasks;
}

/* Called with stat_mutex held. */
static struct stat_copy *copy_array(const struct stat_array *array, bool with_buckets)
{
	struct stat_copy *copy = kzalloc(sizeof(*copy), GFP_KERNEL);

	if (!copy)
		return NULL;
	copy->counting = array->session;
	copy->dropped = !array->tables;
	if (copy->dropped)
		return copy;
	copy_totals(copy, array);
	if (copy_rows(copy, array->tables, with_buckets)) {
		copy_free(copy);
		return NULL;
	}
	return copy;
}

/*
 * Text
 */

static void *copy_start(struct seq_file *s, loff_t *pos)
{
	const struct stat_copy *copy = s->private;

	return *pos <= copy->nr ? pos : NULL;
}

static void *copy_next(struct seq_file *s, void *v, loff_t *pos)
{
	++*pos;
	return copy_start(s, pos);
}

static void copy_stop(struct seq_file *s, void *v)
{
}

static void show_us(struct seq_file *s, int width, u64 ns)
{
	seq_printf(s, " %*llu.%03llu", width - 4, ns / NSEC_PER_USEC, ns % NSEC_PER_USEC);
}

static void show_totals(struct seq_file *s, const struct stat_copy *copy)
{
	if (copy->dropped) {
		seq_puts(s, "# nothing was counted since the reset: select the tracer again\n");
		return;
	}
	seq_printf(s, "# interval: %llu.%09llu s, %s\n", copy->interval / NSEC_PER_SEC,
		   copy->interval % NSEC_PER_SEC, copy->counting ? "counting" : "ended");
	seq_printf(s, "# calls: %llu of %lu functions\n", copy->calls, copy->nr);
	seq_printf(s, "# no room for the function: %llu calls (room for %lu on each CPU%s)\n",
		   copy->no_room, copy->size,
		   copy->no_room ? ": set the module parameter stat_functions to more" : "");
	seq_printf(s, "# no room for the task: %llu calls (room for %lu%s)\n",
		   copy->no_task, copy->tasks,
		   copy->no_task ? ": set the module parameter stat_tasks to more" : "");
}

static void show_row(struct seq_file *s, const struct stat_row *row)
{
	seq_printf(s, "%12llu", row->calls);
	show_us(s, 16, row->total);
	show_us(s, 16, row->self);
	show_us(s, 12, row->sum / row->calls);
	show_us(s, 12, row->min);
	show_us(s, 12, row->max);
	show_us(s, 12, row->p50);
	show_us(s, 12, row->p90);
	show_us(s, 12, row->p99);
	show_us(s, 12, row->p999);
	seq_printf(s, "  %ps\n", (void *)row->func);
}

static int stat_show(struct seq_file *s, void *v)
{
	const struct stat_copy *copy = s->private;
	loff_t at = *(loff_t *)v;

	if (at) {
		show_row(s, copy->rows + at - 1);
		return 0;
	}
	show_totals(s, copy);
	seq_puts(s, "# times in microseconds\n");
	seq_printf(s, "# %10s %16s %16s %12s %12s %12s %12s %12s %12s %12s  %s\n",
		   "calls", "total", "self", "avg", "min", "max", "p50", "p90", "p99",
		   "p99.9", "function");
	return 0;
}

static void show_buckets(struct seq_file *s, const u64 *buckets)
{
	const char *between = "";
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++) {
		if (!buckets[i])
			continue;
		seq_printf(s, "%s%llu-", between, stat_bucket_low(i));
		between = " ";
		if (i < STAT_BUCKETS - 1)
			seq_printf(s, "%llu", stat_bucket_low(i + 1));
		seq_printf(s, ":%llu", buckets[i]);
	}
}

static int stat_hist_show(struct seq_file *s, void *v)
{
	const struct stat_copy *copy = s->private;
	loff_t at = *(loff_t *)v;
	const struct stat_row *row = copy->rows + at - 1;

	if (!at) {
		show_totals(s, copy);
		seq_puts(s, "# function\tcalls\ttotal_ns\tself_ns\tsum_ns\tmin_ns\tmax_ns\thistogram\n");
		return 0;
	}
	seq_printf(s, "%ps\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t", (void *)row->func,
		   row->calls, row->total, row->self, row->sum, row->min, row->max);
	show_buckets(s, row->buckets);
	seq_putc(s, '\n');
	return 0;
}

static const struct seq_operations stat_seq_ops = {
	.start = copy_start, .next = copy_next, .stop = copy_stop, .show = stat_show,
};

static const struct seq_operations stat_hist_seq_ops = {
	.start = copy_start, .next = copy_next, .stop = copy_stop, .show = stat_hist_show,
};

/*
 * Files
 */

static struct stat_array *find_id(unsigned long id)
{
	struct stat_array *array;

	list_for_each_entry(array, &stat_arrays, list) {
		if (array->id == id)
			return array;
	}
	return NULL;
}

static int copy_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops)
{
	bool with_buckets = ops == &stat_hist_seq_ops;
	struct stat_copy *copy = NULL;
	struct stat_array *array;
	int ret;

	if (!(file->f_mode & FMODE_READ))
		return 0;
	mutex_lock(&stat_mutex);
	array = find_id((unsigned long)inode->i_private);
	if (array)
		copy = copy_array(array, with_buckets);
	mutex_unlock(&stat_mutex);
	if (!copy)
		return array ? -ENOMEM : -ENODEV;
	ret = seq_open(file, ops);
	if (ret) {
		copy_free(copy);
		return ret;
	}
	((struct seq_file *)file->private_data)->private = copy;
	return 0;
}

static int stat_open(struct inode *inode, struct file *file)
{
	return copy_open(inode, file, &stat_seq_ops);
}

static int stat_hist_open(struct inode *inode, struct file *file)
{
	return copy_open(inode, file, &stat_hist_seq_ops);
}

static int stat_release(struct inode *inode, struct file *file)
{
	if (!(file->f_mode & FMODE_READ))
		return 0;
	copy_free(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

static loff_t stat_llseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

/*
 * Calls are counted with preemption disabled. synchronize_rcu() waits for that, except
 * where RCU is not watching. synchronize_rcu_tasks_rude() waits there; it is empty only in
 * kernels where functions cannot be traced in such places.
 */
static void stat_tables_retire(struct stat_tables *tables)
{
	synchronize_rcu();
	synchronize_rcu_tasks_rude();
	stat_tables_free(tables);
}

/* The next interval begins; after the session's end there is none. */
static int stat_array_reset(struct stat_array *array)
{
	struct stat_tables *old = array->tables, *next = NULL;

	if (!old)
		return 0;
	if (array->session) {
		next = stat_tables_alloc(old->size, old->tasks);
		if (!next)
			return -ENOMEM;
		/* The handlers' READ_ONCE() and what depends on it see filled tables. */
		smp_store_release(&array->session->tables, next);
	}
	array->tables = next;
	stat_tables_retire(old);
	return 0;
}

static ssize_t stat_write(struct file *file, const char __user *from, size_t size,
			  loff_t *pos)
{
	struct stat_array *array;
	int ret = -ENODEV;

	mutex_lock(&stat_mutex);
	array = find_id((unsigned long)file_inode(file)->i_private);
	if (array)
		ret = stat_array_reset(array);
	mutex_unlock(&stat_mutex);
	if (ret)
		return ret;
	*pos += size;
	return size;
}

static const struct file_operations stat_fops = {
	.owner		= THIS_MODULE,
	.open		= stat_open,
	.read		= seq_read,
	.write		= stat_write,
	.llseek		= stat_llseek,
	.release	= stat_release,
};

static const struct file_operations stat_hist_fops = {
	.owner		= THIS_MODULE,
	.open		= stat_hist_open,
	.read		= seq_read,
	.write		= stat_write,
	.llseek		= stat_llseek,
	.release	= stat_release,
};

/*
 * Arrays
 */

static bool array_is_gone(const struct stat_array *array)
{
	return !array->session && d_unhashed(array->dir);
}

/* Its files are not open, and have no dentry in use. */
static bool array_is_free(const struct stat_array *array)
{
	unsigned int i;

	for (i = 0; i < STAT_FILES; i++) {
		if (module_file_in_use(array->files[i]))
			return false;
	}
	return true;
}

/*
 * Called with trace_types_lock held, under which an instance's directory is removed, and
 * ours in it: removing one twice would count its parent's links down twice.
 */
static void array_unlink(struct stat_array *array)
{
	if (array->dir && !d_unhashed(array->dir))
		tracefs_remove(array->dir);
}

static void array_free(struct stat_array *array)
{
	list_del(&array->list);
	module_files_remove(array->files, STAT_FILES);
	dput(array->dir);
	dput(array->of);
	if (array->tables)
		stat_tables_free(array->tables);
	kfree(array);
}

/* Under stat_mutex. A file in use is removed later, its tables now. */
static void drop_gone_arrays(void)
{
	struct stat_array *array, *n;

	list_for_each_entry_safe(array, n, &stat_arrays, list) {
		if (!array_is_gone(array))
			continue;
		if (array->tables)
			stat_tables_free(array->tables);
		array->tables = NULL;
		if (array_is_free(array))
			array_free(array);
	}
}

static struct stat_array *find_array(const struct trace_array *tr)
{
	struct stat_array *array;

	list_for_each_entry(array, &stat_arrays, list) {
		if (array->of == (tr->name ? tr->dir : NULL) && !d_unhashed(array->dir))
			return array;
	}
	return NULL;
}

static int array_create_files(struct stat_array *array)
{
	void *id = (void *)array->id;

	array->dir = tracefs_create_dir("function_duration", array->of);
	if (!array->dir)
		return -ENOMEM;
	/* Removing the instance also removes the directory, before array_free() does. */
	dget(array->dir);
	array->files[STAT_FILE] = module_file_create("stat", 0640, array->dir, id,
						     &stat_fops);
	array->files[STAT_HIST_FILE] = module_file_create("stat_hist", 0640, array->dir, id,
							  &stat_hist_fops);
	return array->files[STAT_FILE] && array->files[STAT_HIST_FILE] ? 0 : -ENOMEM;
}

static struct stat_array *array_create(const struct trace_array *tr)
{
	static unsigned long last_id;
	struct stat_array *array = kzalloc(sizeof(*array), GFP_KERNEL);

	if (!array)
		return NULL;
	array->id = ++last_id;
	array->of = tr->name ? dget(tr->dir) : NULL;
	list_add_tail(&array->list, &stat_arrays);
	if (array_create_files(array)) {
		pr_err("%s: cannot create the files function_duration/stat and stat_hist\n",
		       array_name(tr));
		array_unlink(array);
		array_free(array);
		return NULL;
	}
	return array;
}

/**
 * stat_array_begin - show what a session counts
 * @session: the session
 * @tables: the tables that it counts in; from now on they belong to the array
 *
 * What the array's last session counted is dropped.
 *
 * Context: process context, under trace_types_lock; takes stat_mutex.
 * Return: the argument for stat_array_end(); NULL if the files cannot be made.
 */
struct stat_array *stat_array_begin(struct duration_session *session,
				    struct stat_tables *tables)
{
	struct stat_array *array;

	mutex_lock(&stat_mutex);
	drop_gone_arrays();
	array = find_array(session->tr) ?: array_create(session->tr);
	if (array) {
		/* A session that ftrace could not unregister still counts in its own tables. */
		if (!array->session && array->tables)
			stat_tables_free(array->tables);
		array->tables = tables;
		array->session = session;
	}
	mutex_unlock(&stat_mutex);
	return array;
}

/**
 * stat_array_end - the session of stat_array_begin() has ended
 * @array: its array
 *
 * What was counted can be read until the next session begins.
 *
 * Context: process context; takes stat_mutex.
 */
void stat_array_end(struct stat_array *array)
{
	mutex_lock(&stat_mutex);
	array->session = NULL;
	array->end = trace_clock_local();
	mutex_unlock(&stat_mutex);
}

/* There is no session left, and no open file: each holds a reference on the module. */
void stat_files_exit(void)
{
	struct stat_array *array, *n;

	mutex_lock(&trace_types_lock);
	list_for_each_entry(array, &stat_arrays, list)
		array_unlink(array);
	mutex_unlock(&trace_types_lock);
	list_for_each_entry_safe(array, n, &stat_arrays, list)
		array_free(array);
}
