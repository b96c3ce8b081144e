// SPDX-License-Identifier: GPL-2.0
/*
 * The files function_duration/stat and function_duration/stat_hist of a trace array.
 *
 * They are made when a session with the option duration-stat first begins in the array.
 * What is read is a copy, made when the file is opened.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
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
	u64		calls, no_room, no_task, lost;
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

/* @one: room for the buckets of one entry */
static void row_add(struct stat_row *row, u64 *buckets, u64 *one,
		    const struct stat_tables *tables, const struct stat_entry *entry)
{
	u64 nested = local_read(&entry->nested), sum;
	unsigned int i;

	/* Pairs with stat_count_slow(). */
	smp_rmb();
	row->calls += stat_entry_read(tables, entry, one);
	sum = local_read(&entry->sum);
	row->sum += sum;
	row->total += sum - nested;
	row->self += local_read(&entry->self);
	row->min = min(row->min, READ_ONCE(entry->min));
	row->max = max(row->max, READ_ONCE(entry->max));
	for (i = 0; i < STAT_BUCKETS; i++)
		buckets[i] += one[i];
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

/*
 * Each row has its own buckets if they are to be shown, else all rows share one set. The first
 * set is for one entry.
 */
static void fill_rows(struct stat_copy *copy, const struct stat_tables *tables,
		      const struct stat_ref *refs, unsigned long nr, bool with_buckets)
{
	u64 *one = copy->buckets, *buckets = one + STAT_BUCKETS;
	struct stat_row *row = copy->rows;
	unsigned long i = 0;

	while (i < nr) {
		row->func = refs[i].func;
		row->min = U64_MAX;
		if (!with_buckets)
			memset(buckets, 0, STAT_BUCKETS * sizeof(*buckets));
		for (; i < nr && refs[i].func == row->func; i++)
			row_add(row, buckets, one, tables, refs[i].entry);
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

/* Those of all CPUs, sorted by function; the caller frees them. */
static struct stat_ref *sorted_refs(const struct stat_tables *tables, unsigned long *nr)
{
	unsigned long used = 0;
	struct stat_ref *refs;
	int cpu;

	for_each_possible_cpu(cpu)
		used += table_used(per_cpu_ptr(tables->cpus, cpu));
	refs = kvmalloc_array(used + 1, sizeof(*refs), GFP_KERNEL);
	if (!refs)
		return NULL;
	*nr = collect_refs(refs, used, tables);
	sort(refs, *nr, sizeof(*refs), compare_refs, NULL);
	return refs;
}

static int copy_rows(struct stat_copy *copy, const struct stat_tables *tables,
		     bool with_buckets)
{
	unsigned long nr, functions;
	struct stat_ref *refs;

	refs = sorted_refs(tables, &nr);
	if (!refs)
		return -ENOMEM;
	functions = count_functions(refs, nr);
	copy->rows = kvcalloc(functions + 1, sizeof(*copy->rows), GFP_KERNEL);
	copy->buckets = kvcalloc(with_buckets ? functions + 1 : 2,
				 STAT_BUCKETS * sizeof(u64), GFP_KERNEL);
	if (copy->rows && copy->buckets)
		fill_rows(copy, tables, refs, nr, with_buckets);
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

static void copy_totals(struct stat_copy *copy, const struct duration_dir *dir)
{
	const struct stat_tables *tables = dir->tables;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		copy->no_room += local_read(&table->no_room);
		copy->no_task += local_read(&table->no_task);
	}
	copy->lost = (u64)atomic_read(&tables->wraps->lost) << 32;
	copy->interval = (copy->counting ? trace_clock_local() : dir->end) - tables->start;
	copy->size = tables->size;
	copy->tasks = tables->tasks;
}

/* Called with duration_dir_mutex held. */
static struct stat_copy *copy_dir(const struct duration_dir *dir, bool with_buckets)
{
	struct stat_copy *copy = kzalloc(sizeof(*copy), GFP_KERNEL);

	if (!copy)
		return NULL;
	copy->counting = dir->counting;
	copy->dropped = !dir->tables;
	if (copy->dropped)
		return copy;
	copy_totals(copy, dir);
	if (copy_rows(copy, dir->tables, with_buckets)) {
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
	if (copy->lost)
		seq_printf(s, "# no room for the histograms: %llu calls are missing in them: reset this file\n",
			   copy->lost);
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

static int copy_open(struct inode *inode, struct file *file,
		     const struct seq_operations *ops)
{
	bool with_buckets = ops == &stat_hist_seq_ops;
	struct stat_copy *copy = NULL;
	struct duration_dir *dir;
	int ret;

	if (!(file->f_mode & FMODE_READ))
		return 0;
	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find((unsigned long)inode->i_private);
	if (dir)
		copy = copy_dir(dir, with_buckets);
	mutex_unlock(&duration_dir_mutex);
	if (!copy)
		return dir ? -ENOMEM : -ENODEV;
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

/* The next interval begins; after the session's end there is none. */
static int stat_dir_reset(struct duration_dir *dir)
{
	struct stat_tables *old = dir->tables, *next = NULL;

	if (!old)
		return 0;
	if (dir->counting) {
		next = stat_tables_alloc(old->size, old->tasks);
		if (!next)
			return -ENOMEM;
		stat_session_set(dir->counting, next);
	}
	dir->tables = next;
	if (dir->session)
		thresh_table_forget(dir->session->thresh);
	duration_handlers_wait();
	stat_tables_free(old);
	return 0;
}

static ssize_t stat_write(struct file *file, const char __user *from, size_t size,
			  loff_t *pos)
{
	struct duration_dir *dir;
	int ret = -ENODEV;

	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find((unsigned long)file_inode(file)->i_private);
	if (dir)
		ret = stat_dir_reset(dir);
	mutex_unlock(&duration_dir_mutex);
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

static int stat_files_add(struct duration_dir *dir)
{
	return duration_dir_add(dir, STAT_FILE, "stat", &stat_fops) ?:
	       duration_dir_add(dir, STAT_HIST_FILE, "stat_hist", &stat_hist_fops);
}

/**
 * stat_dir_begin - show what a session counts
 * @session: the session
 * @tables: the tables that it counts in; from now on they belong to the directory
 *
 * What the array's last session counted is dropped.
 *
 * Context: process context, under trace_types_lock; takes duration_dir_mutex.
 * Return: the argument for stat_dir_end(); NULL if the files cannot be made.
 */
struct duration_dir *stat_dir_begin(struct duration_session *session,
				    struct stat_tables *tables)
{
	struct duration_dir *dir = session->dir;
	int ret = -ENOMEM;

	mutex_lock(&duration_dir_mutex);
	if (dir)
		ret = stat_files_add(dir);
	if (!ret) {
		/* A session that ftrace could not unregister still counts in its own tables. */
		if (!dir->counting && dir->tables)
			stat_tables_free(dir->tables);
		dir->tables = tables;
		dir->counting = session;
		thresh_auto_start();
	}
	mutex_unlock(&duration_dir_mutex);
	return ret ? NULL : dir;
}

/**
 * stat_dir_end - the session of stat_dir_begin() has ended
 * @dir: its directory
 *
 * What was counted can be read until the next session begins.
 *
 * Context: process context; takes duration_dir_mutex.
 */
void stat_dir_end(struct duration_dir *dir)
{
	mutex_lock(&duration_dir_mutex);
	dir->counting = NULL;
	dir->end = trace_clock_local();
	mutex_unlock(&duration_dir_mutex);
}
