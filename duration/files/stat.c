// SPDX-License-Identifier: GPL-2.0
/*
 * The files function_duration/stat and function_duration/stat_hist of a trace array.
 *
 * They are made when a session with the option duration-stat first begins in the array.
 * Reading continues in the order of the totals when the file was opened.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/fs.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include <compat/tracefs.h>

#include "duration/files/dir.h"
#include "duration/files/stat.h"
#include "duration/session.h"
#include "duration/state/stat.h"

/* A function, in tables by cgroup in one of them, and its total when the file was opened */
struct stat_place {
	unsigned long	func;		/* less than all addresses: of struct stat_left */
	u64		cgroup;
	u64		total;
};

/*
 * An open file. It has no more than the order of the lines and what their header says: a line is
 * made when it is read, from the tables. So the memory of a reader is small, and its number is
 * limited, see duration_dir_add_reader().
 */
struct stat_reader {
	unsigned long		dir;		/* its number */
	u64			id;		/* of the tables; 0: there were none */
	struct stat_place	*places;
	unsigned long		nr;
	unsigned long		mask;		/* while places are hashed: of an index of them */
	u64			calls, no_room, no_table, no_task, lost, not_left;
	u64			interval;
	unsigned long		size, tasks;
	bool			counting, by_cgroup;
	struct stat_row		row;		/* that is just read */
	const char		*name;		/* its name; NULL: that of its address */
	u64			one[STAT_BUCKETS];	/* of an entry */
};

/* Memory of readers, which may be any user with access to tracefs */
#define READER_FLAGS	(GFP_KERNEL_ACCOUNT | __GFP_ZERO)

/*
 * The order of the lines
 */

/* The longest total first. */
static int compare_places(const void *a, const void *b)
{
	const struct stat_place *x = a, *y = b;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	return x->cgroup < y->cgroup ? -1 : x->cgroup > y->cgroup;
}

/* Under duration_dir_mutex. Returns: the tables that the reader began with; NULL: they are gone. */
static struct stat_tables *reader_tables(const struct stat_reader *reader)
{
	const struct duration_dir *dir = duration_dir_find(reader->dir);

	return dir && dir->tables && dir->tables->id == reader->id ? dir->tables : NULL;
}

static void place_add(struct stat_reader *reader, const struct stat_place *add)
{
	unsigned long at = (add->func >> 4) + hash_64(add->cgroup, 32);
	struct stat_place *place;

	for (;; at++) {
		place = &reader->places[at & reader->mask];
		if (!place->func || (place->func == add->func && place->cgroup == add->cgroup))
			break;
	}
	reader->nr += !place->func;
	place->func = add->func;
	place->cgroup = add->cgroup;
	place->total += add->total;
}

/* As stat_row_add(), of what is in one line of the cache */
static void place_add_entry(struct stat_reader *reader, const struct stat_cpu *table,
			    const struct stat_entry *entry)
{
	struct stat_place place = { .func = READ_ONCE(entry->func) };
	u64 nested = local_read(&entry->nested), calls = local_read(&entry->calls);

	if (!place.func || !calls)
		return;
	/* Pairs with stat_count_slow(). */
	smp_rmb();
	reader->calls += calls;
	place.cgroup = stat_cgroup_of(table, entry);
	place.total = local_read(&entry->sum) - nested;
	place_add(reader, &place);
}

/* At most half of the places are used. */
static bool reader_has_room(const struct stat_reader *reader, unsigned long functions)
{
	return reader->places && 2 * (reader->nr + functions) <= reader->mask + 1;
}

static int reader_grow(struct stat_reader *reader, unsigned long functions)
{
	unsigned long old_size = reader->places ? reader->mask + 1 : 0, i;
	unsigned long size = roundup_pow_of_two(2 * (reader->nr + functions) + 2);
	struct stat_place *old = reader->places;

	reader->places = kvcalloc(size, sizeof(*old), READER_FLAGS);
	if (!reader->places) {
		reader->places = old;
		return -ENOMEM;
	}
	reader->mask = size - 1;
	reader->nr = 0;
	for (i = 0; i < old_size; i++) {
		if (old[i].func)
			place_add(reader, &old[i]);
	}
	kvfree(old);
	return 0;
}

/* The mutex is held for one CPU at a time, and not while memory is allocated. */
static int collect_cpu(struct stat_reader *reader, int cpu)
{
	const struct stat_tables *tables;
	const struct stat_cpu *table;
	unsigned long used = 0, i;
	int ret = -ESTALE;

	mutex_lock(&duration_dir_mutex);
	while ((tables = reader_tables(reader))) {
		table = per_cpu_ptr(tables->cpus, cpu);
		used = stat_used(table);
		ret = 0;
		if (reader_has_room(reader, used))
			break;
		mutex_unlock(&duration_dir_mutex);
		ret = reader_grow(reader, used);
		mutex_lock(&duration_dir_mutex);
		if (ret)
			break;
		ret = -ESTALE;
	}
	for (i = 0; !ret && i < used; i++)
		place_add_entry(reader, table, table->entries + i);
	mutex_unlock(&duration_dir_mutex);
	return ret;
}

/* Of the hashed places, for which no task waits. */
static int sort_places(struct stat_reader *reader)
{
	struct stat_place *sorted;
	unsigned long i, nr = 0;

	sorted = kvcalloc(reader->nr + 1, sizeof(*sorted), READER_FLAGS);
	if (!sorted)
		return -ENOMEM;
	for (i = 0; i <= reader->mask; i++) {
		if (reader->places[i].func)
			sorted[nr++] = reader->places[i];
	}
	kvfree(reader->places);
	reader->places = sorted;
	sort(sorted, nr, sizeof(*sorted), compare_places, NULL);
	return 0;
}

static int collect_left(struct stat_reader *reader)
{
	const struct stat_tables *tables;
	const struct stat_left *left;
	int ret = reader_grow(reader, STAT_LEFT);

	if (ret)
		return ret;
	mutex_lock(&duration_dir_mutex);
	tables = reader_tables(reader);
	if (tables) {
		list_for_each_entry(left, &tables->left, list) {
			struct stat_place place = {
				.func = left->nr, .cgroup = left->row.cgroup,
				.total = left->row.total,
			};

			reader->calls += left->row.calls;
			place_add(reader, &place);
		}
	}
	mutex_unlock(&duration_dir_mutex);
	return tables ? 0 : -ESTALE;
}

static int collect_places(struct stat_reader *reader)
{
	int cpu, ret = 0;

	for_each_possible_cpu(cpu) {
		ret = collect_cpu(reader, cpu);
		if (ret)
			return ret;
		cond_resched();
	}
	return collect_left(reader) ?: sort_places(reader);
}

/* Called with duration_dir_mutex held. */
static void reader_begin(struct stat_reader *reader, const struct duration_dir *dir)
{
	const struct stat_tables *tables = dir->tables;
	int cpu;

	reader->dir = dir->id;
	reader->counting = dir->counting;
	if (!tables)
		return;
	reader->id = tables->id;
	for_each_possible_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		if (table->size)
			reader->no_room += local_read(&table->no_room);
		else
			reader->no_table += local_read(&table->no_room);
		reader->no_task += local_read(&table->no_task);
	}
	reader->lost = (u64)atomic_read(&tables->wraps->lost) << 32;
	reader->interval = (reader->counting ? trace_clock_local() : dir->end) - tables->start;
	reader->not_left = tables->not_left;
	reader->by_cgroup = tables->by_cgroup;
	reader->size = tables->size;
	reader->tasks = tables->tasks;
}

/*
 * Lines
 */

/* The middle of the bucket with that call: at most 1/16 from any duration in it. */
static u64 bucket_middle(unsigned int bucket, const struct stat_row *row)
{
	u64 low = stat_bucket_low(bucket), high = stat_bucket_low(bucket + 1);

	if (bucket == STAT_BUCKETS - 1)
		return row->max;
	return clamp(low + (high - low) / 2, row->min, row->max);
}

static u64 percentile(const struct stat_row *row, u64 calls, unsigned int per_mille)
{
	u64 rank = DIV_ROUND_UP_ULL(calls * per_mille, 1000), seen = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++) {
		seen += row->buckets[i];
		if (seen >= rank && seen)
			return bucket_middle(i, row);
	}
	return row->max;
}

static void row_percentiles(struct stat_row *row)
{
	u64 calls = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++)
		calls += row->buckets[i];
	row->p50 = percentile(row, calls, 500);
	row->p90 = percentile(row, calls, 900);
	row->p99 = percentile(row, calls, 990);
	row->p999 = percentile(row, calls, 999);
}

static bool is_left(unsigned long func)
{
	return func < PAGE_SIZE;
}

/* By its number, or by its address: then it left while a file was read. */
static const struct stat_left *find_left(const struct stat_tables *tables, unsigned long func,
					 u64 cgroup)
{
	const struct stat_left *left;

	list_for_each_entry(left, &tables->left, list) {
		if ((is_left(func) ? left->nr : left->row.func) == func &&
		    left->row.cgroup == cgroup)
			return left;
	}
	return NULL;
}

static void sum_up(struct stat_reader *reader, const struct stat_tables *tables)
{
	const struct stat_entry *entry;
	int cpu;

	for_each_possible_cpu(cpu) {
		entry = stat_look_up(per_cpu_ptr(tables->cpus, cpu), reader->row.func,
				     reader->row.cgroup);
		if (entry && local_read(&entry->calls))
			stat_row_add(&reader->row, reader->one, tables, entry);
	}
}

/*
 * Called with duration_dir_mutex held. Fills reader->row.
 *
 * Returns: false if there is nothing to show any more.
 */
static bool reader_fill(struct stat_reader *reader, unsigned long nr)
{
	const struct stat_tables *tables = reader_tables(reader);
	struct stat_row *row = &reader->row;
	const struct stat_left *left = NULL;

	reader->name = NULL;
	*row = (struct stat_row){
		.func = reader->places[nr].func, .cgroup = reader->places[nr].cgroup,
		.min = U64_MAX,
	};
	if (!is_left(row->func))
		sum_up(reader, tables);
	if (!row->calls)
		left = find_left(tables, row->func, row->cgroup);
	if (left) {
		reader->name = left->name;
		*row = left->row;
	}
	return row->calls;
}

/*
 * Text
 */

/* The mutex is held for as many lines as one read(2) gets. */
static void *stat_start(struct seq_file *s, loff_t *pos)
{
	const struct stat_reader *reader = s->private;

	mutex_lock(&duration_dir_mutex);
	if (*pos > reader->nr)
		return NULL;
	if (reader->id && !reader_tables(reader))
		return ERR_PTR(-ESTALE);
	return pos;
}

static void *stat_next(struct seq_file *s, void *v, loff_t *pos)
{
	const struct stat_reader *reader = s->private;

	return ++*pos <= reader->nr ? pos : NULL;
}

static void stat_stop(struct seq_file *s, void *v)
{
	mutex_unlock(&duration_dir_mutex);
}

static void show_us(struct seq_file *s, int width, u64 ns)
{
	seq_printf(s, " %*llu.%03llu", width - 4, ns / NSEC_PER_USEC, ns % NSEC_PER_USEC);
}

static void show_totals(struct seq_file *s, const struct stat_reader *reader)
{
	if (!reader->id) {
		seq_puts(s, "# nothing was counted since the reset: select the tracer again\n");
		return;
	}
	seq_printf(s, "# interval: %llu.%09llu s, %s\n", reader->interval / NSEC_PER_SEC,
		   reader->interval % NSEC_PER_SEC, reader->counting ? "counting" : "ended");
	seq_printf(s, "# calls: %llu of %lu functions%s\n", reader->calls, reader->nr,
		   reader->by_cgroup ? ", for each cgroup" : "");
	seq_printf(s, "# no room for the function: %llu calls (room for %lu on each CPU%s)\n",
		   reader->no_room, reader->size,
		   reader->no_room ? ": set the module parameter stat_functions to more" : "");
	seq_printf(s, "# no room for the task: %llu calls (room for %lu%s)\n",
		   reader->no_task, reader->tasks,
		   reader->no_task ? ": set the module parameter stat_tasks to more" : "");
	if (reader->no_table)
		seq_printf(s, "# no memory for a CPU that came online: %llu calls (the kernel log names it)\n",
			   reader->no_table);
	if (reader->lost)
		seq_printf(s, "# no room for the histograms: %llu calls are missing in them: reset this file\n",
			   reader->lost);
	if (reader->not_left)
		seq_printf(s, "# no room for functions of unloaded modules: %llu calls are not shown: reset this file\n",
			   reader->not_left);
}

static void show_name(struct seq_file *s, const struct stat_reader *reader)
{
	if (reader->name)
		seq_puts(s, reader->name);
	else
		seq_printf(s, "%ps", (void *)reader->row.func);
}

static void show_row(struct seq_file *s, const struct stat_row *row, bool by_cgroup)
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
	if (by_cgroup)
		seq_printf(s, " %12llu", row->cgroup);
	seq_puts(s, "  ");
}

static int stat_show(struct seq_file *s, void *v)
{
	struct stat_reader *reader = s->private;
	loff_t at = *(loff_t *)v;

	if (at) {
		if (!reader_fill(reader, at - 1))
			return SEQ_SKIP;
		row_percentiles(&reader->row);
		show_row(s, &reader->row, reader->by_cgroup);
		show_name(s, reader);
		seq_putc(s, '\n');
		return 0;
	}
	show_totals(s, reader);
	seq_puts(s, "# times in microseconds\n");
	seq_printf(s, "# %10s %16s %16s %12s %12s %12s %12s %12s %12s %12s%s  %s\n",
		   "calls", "total", "self", "avg", "min", "max", "p50", "p90", "p99",
		   "p99.9", reader->by_cgroup ? "       cgroup" : "", "function");
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
	struct stat_reader *reader = s->private;
	const struct stat_row *row = &reader->row;
	loff_t at = *(loff_t *)v;

	if (!at) {
		show_totals(s, reader);
		seq_printf(s, "# function\t%scalls\ttotal_ns\tself_ns\tsum_ns\tmin_ns\tmax_ns\thistogram\n",
			   reader->by_cgroup ? "cgroup\t" : "");
		return 0;
	}
	if (!reader_fill(reader, at - 1))
		return SEQ_SKIP;
	show_name(s, reader);
	if (reader->by_cgroup)
		seq_printf(s, "\t%llu", row->cgroup);
	seq_printf(s, "\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t", row->calls, row->total,
		   row->self, row->sum, row->min, row->max);
	show_buckets(s, row->buckets);
	seq_putc(s, '\n');
	return 0;
}

static const struct seq_operations stat_seq_ops = {
	.start = stat_start, .next = stat_next, .stop = stat_stop, .show = stat_show,
};

static const struct seq_operations stat_hist_seq_ops = {
	.start = stat_start, .next = stat_next, .stop = stat_stop, .show = stat_hist_show,
};

/*
 * Files
 */

static void reader_free(struct stat_reader *reader)
{
	kvfree(reader->places);
	kvfree(reader);
}

static int reader_open(struct stat_reader *reader, struct file *file,
		       const struct seq_operations *ops)
{
	int ret = 0;

	if (reader->id)
		ret = collect_places(reader);
	if (!ret)
		ret = seq_open(file, ops);
	if (!ret)
		((struct seq_file *)file->private_data)->private = reader;
	return ret;
}

static int stat_open_file(struct inode *inode, struct file *file,
			  const struct seq_operations *ops)
{
	unsigned long id = (unsigned long)inode->i_private;
	struct stat_reader *reader;
	struct duration_dir *dir;
	int ret;

	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader = kvzalloc(sizeof(*reader), READER_FLAGS);
	if (!reader)
		return -ENOMEM;
	mutex_lock(&duration_dir_mutex);
	dir = duration_dir_find(id);
	ret = duration_dir_add_reader(dir);
	if (!ret)
		reader_begin(reader, dir);
	mutex_unlock(&duration_dir_mutex);
	if (!ret) {
		ret = reader_open(reader, file, ops);
		if (ret)
			duration_dir_remove_reader(id);
	}
	if (ret)
		reader_free(reader);
	return ret;
}

static int stat_open(struct inode *inode, struct file *file)
{
	return stat_open_file(inode, file, &stat_seq_ops);
}

static int stat_hist_open(struct inode *inode, struct file *file)
{
	return stat_open_file(inode, file, &stat_hist_seq_ops);
}

static int stat_release(struct inode *inode, struct file *file)
{
	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader_free(((struct seq_file *)file->private_data)->private);
	return duration_dir_seq_release(inode, file);
}

/* The next interval begins; after the session's end there is none. */
static int stat_dir_reset(struct duration_dir *dir)
{
	struct stat_tables *old = dir->tables, *next = NULL;

	if (!old)
		return 0;
	if (dir->counting) {
		/* No CPU may come that gets a table in the old ones. */
		cpus_read_lock();
		next = stat_tables_alloc(old->size, old->tasks, old->by_cgroup);
		if (next)
			session_set_tables(dir->counting, next);
		cpus_read_unlock();
		if (!next)
			return -ENOMEM;
	}
	dir->tables = next;
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
	.llseek		= duration_file_llseek,
	.release	= stat_release,
};

static const struct file_operations stat_hist_fops = {
	.owner		= THIS_MODULE,
	.open		= stat_hist_open,
	.read		= seq_read,
	.write		= stat_write,
	.llseek		= duration_file_llseek,
	.release	= stat_release,
};

/* The counts of the array's last session are dropped. */
static int stat_begin(struct duration_dir *dir)
{
	struct duration_session *session = dir->session;
	int ret;

	if (!session->tables)
		return 0;
	ret = duration_dir_add(dir, &stat_file) ?: duration_dir_add(dir, &stat_hist_file);
	if (ret)
		return ret;
	/* A session that ftrace could not unregister still counts in its own tables. */
	if (!dir->counting && dir->tables)
		stat_tables_free(dir->tables);
	dir->tables = session->tables;
	dir->counting = session;
	session->tables_are_shown = true;
	return 0;
}

/* The counts can be read until the next session begins. */
static void stat_end(struct duration_dir *dir, struct duration_session *session)
{
	if (dir->counting != session)
		return;
	dir->counting = NULL;
	dir->end = trace_clock_local();
}

static void stat_module_changes(struct duration_dir *dir, unsigned long state,
				const struct module *module)
{
	if (dir->tables && state != MODULE_STATE_COMING)
		stat_module_left(dir->tables, state, module);
}

static void stat_drop(struct duration_dir *dir)
{
	if (dir->tables)
		stat_tables_free(dir->tables);
	dir->tables = NULL;
}

const struct duration_file stat_file = {
	.name = "stat", .fops = &stat_fops, .later = true,
	.begin = stat_begin, .end = stat_end, .module = stat_module_changes, .drop = stat_drop,
};

const struct duration_file stat_hist_file = {
	.name = "stat_hist", .fops = &stat_hist_fops, .later = true,
};
