// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of every call: the tables in which the handlers of a session with the option
 * duration-stat count.
 *
 * Each CPU has a table of its own, found by a hash of the function. With the option
 * duration-cgroup a function has an entry for each cgroup. The entries are allocated before
 * tracing starts. A call changes its entry by single instructions, with preemption disabled, so
 * interrupts and NMIs on the same CPU may count in between. A reader adds the tables up, and
 * blocks no handler. A reset gives the session other tables and waits until no handler counts in
 * the old ones, so each call is counted in one interval, with all of its values.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>
#include <linux/trace_clock.h>

#include "duration/state/memory.h"
#include "duration/state/stat.h"

static unsigned int stat_functions = 8192;
module_param(stat_functions, uint, 0644);
MODULE_PARM_DESC(stat_functions, "functions per CPU that duration-stat has room for (8192)");

#define MIN_FUNCTIONS	16U
#define MAX_FUNCTIONS	262144U

/**
 * stat_room - for how many functions a session has room on each CPU
 *
 * Context: any.
 * Return: the argument of stat_tables_alloc().
 */
unsigned long stat_room(void)
{
	return clamp(READ_ONCE(stat_functions), MIN_FUNCTIONS, MAX_FUNCTIONS);
}

/*
 * Tables
 */

/* Slots are pointers, and at most a quarter of them is used. */
#define SLOTS_PER_ENTRY	4

/* Marks a free slot, so that a look-up needs no test for NULL */
static struct stat_entry stat_no_entry;

/* The table of a CPU that has none: one slot, which stays free */
static struct stat_entry *stat_no_slot = &stat_no_entry;

static void stat_cpu_init(struct stat_cpu *table, struct stat_wraps *wraps)
{
	table->slots = &stat_no_slot;
	table->wraps = wraps;
}

static unsigned long nr_slots(unsigned long size)
{
	return roundup_pow_of_two(size * SLOTS_PER_ENTRY);
}

/* The memory of the tables of this many CPUs */
static u64 stat_memory(unsigned long size, bool by_cgroup, unsigned int cpus)
{
	return (u64)cpus * (size * sizeof(struct stat_entry) +
			    (by_cgroup ? size * sizeof(struct stat_key) : 0) +
			    nr_slots(size) * sizeof(struct stat_entry *)) +
	       sizeof(struct stat_wraps);
}

/* A reader may look at it meanwhile, see stat_look_up(); handlers may not. */
static int stat_cpu_alloc(struct stat_cpu *table, unsigned long size, bool by_cgroup, int node)
{
	unsigned long slots = nr_slots(size), i;
	const gfp_t flags = GFP_KERNEL | __GFP_RETRY_MAYFAIL;
	struct stat_entry **slot;

	slot = kvmalloc_node(slots * sizeof(*slot), flags, node);
	if (!slot)
		return -ENOMEM;
	table->entries = kvzalloc_node(size * sizeof(*table->entries), flags, node);
	if (by_cgroup)
		table->keys = kvzalloc_node(size * sizeof(*table->keys), flags, node);
	if (!table->entries || (by_cgroup && !table->keys)) {
		kvfree(table->keys);
		kvfree(table->entries);
		table->keys = NULL;
		table->entries = NULL;
		kvfree(slot);
		return -ENOMEM;
	}
	for (i = 0; i < slots; i++)
		slot[i] = &stat_no_entry;
	WRITE_ONCE(table->slots, slot);
	/* Pairs with stat_look_up(). */
	smp_store_release(&table->mask, slots - 1);
	table->size = size;
	return 0;
}

static void stat_cpu_free(struct stat_cpu *table)
{
	kvfree(table->keys);
	kvfree(table->entries);
	if (table->slots != &stat_no_slot)
		kvfree(table->slots);
}

static void stat_left_free(struct stat_tables *tables)
{
	struct stat_left *left, *next;

	list_for_each_entry_safe(left, next, &tables->left, list)
		kvfree(left);
}

/**
 * stat_tables_free - undo stat_tables_alloc()
 * @tables: no handler counts in them any more, see stat_tables_wait()
 *
 * Context: process context.
 */
void stat_tables_free(struct stat_tables *tables)
{
	int cpu;

	for_each_possible_cpu(cpu)
		stat_cpu_free(per_cpu_ptr(tables->cpus, cpu));
	free_percpu(tables->cpus);
	kvfree(tables->wraps);
	stat_left_free(tables);
	kfree(tables);
}

/**
 * stat_tables_fill - make tables for the CPUs that are online and have none
 * @tables: of stat_tables_alloc()
 *
 * Context: process context, under cpus_read_lock().
 * Return: 0, or -ENOMEM.
 */
int stat_tables_fill(struct stat_tables *tables)
{
	int cpu, ret;

	for_each_online_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		ret = table->size ? 0 : stat_cpu_alloc(table, tables->size, tables->by_cgroup,
						       cpu_to_node(cpu));
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * stat_tables_alloc - make empty tables, for the CPUs that are online
 * @size: number of functions on each
 * @tasks: number of tasks with a state, for readers
 * @by_cgroup: whether a function has an entry for each cgroup
 *
 * A CPU that comes online later gets its table by stat_cpu_comes().
 *
 * Context: process context, under cpus_read_lock().
 * Return: the tables, or NULL.
 */
struct stat_tables *stat_tables_alloc(unsigned long size, unsigned long tasks, bool by_cgroup)
{
	static atomic64_t last_id;
	struct stat_tables *tables;
	int cpu;

	if (!duration_has_memory(stat_memory(size, by_cgroup, num_online_cpus())))
		return NULL;
	tables = kzalloc(sizeof(*tables), GFP_KERNEL);
	if (!tables)
		return NULL;
	tables->cpus = alloc_percpu(struct stat_cpu);
	tables->wraps = kvzalloc(sizeof(*tables->wraps), GFP_KERNEL);
	if (!tables->cpus || !tables->wraps) {
		free_percpu(tables->cpus);
		kvfree(tables->wraps);
		kfree(tables);
		return NULL;
	}
	tables->id = atomic64_inc_return(&last_id);
	INIT_LIST_HEAD(&tables->left);
	tables->size = size;
	tables->tasks = tasks;
	tables->by_cgroup = by_cgroup;
	for_each_possible_cpu(cpu)
		stat_cpu_init(per_cpu_ptr(tables->cpus, cpu), tables->wraps);
	if (stat_tables_fill(tables)) {
		stat_tables_free(tables);
		return NULL;
	}
	tables->start = trace_clock_local();
	return tables;
}

/**
 * stat_cpu_comes - make the table of a CPU that is about to start
 * @tables: a session's
 * @cpu: the CPU
 * @name: the array's, for a message
 *
 * One that was online before has its table still. Without memory the CPU starts nevertheless, and
 * its calls are counted as without room.
 *
 * Context: process context, under cpus_write_lock().
 */
void stat_cpu_comes(struct stat_tables *tables, unsigned int cpu, const char *name)
{
	struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

	if (table->size || (duration_has_memory(stat_memory(tables->size, tables->by_cgroup, 1)) &&
			    !stat_cpu_alloc(table, tables->size, tables->by_cgroup,
					    cpu_to_node(cpu))))
		return;
	pr_warn("%s: no memory for the statistics of CPU %u: its calls are not counted\n", name,
		cpu);
}

/*
 * Entries are never removed. If an interrupt has taken the slot meanwhile, the entry that
 * was just made stays unused.
 */
static void stat_add(struct stat_cpu *table, struct stat_entry **slot, unsigned long func,
		     u64 cgroup)
{
	struct stat_entry *entry;
	unsigned long used;

	if (local_read(&table->used) >= table->size)
		return;
	used = local_inc_return(&table->used);
	if (used > table->size)
		return;
	entry = table->entries + used - 1;
	entry->min = U64_MAX;
	if (table->keys) {
		WRITE_ONCE(table->keys[used - 1].cgroup, cgroup);
		WRITE_ONCE(table->keys[used - 1].func, func);
	}
	WRITE_ONCE(entry->func, func);
	/* Pairs with the dependency in stat_look_up(). */
	smp_wmb();
	if (cmpxchg_local(slot, &stat_no_entry, entry) != &stat_no_entry)
		WRITE_ONCE(entry->func, 0);
}

/*
 * Where to look first. stat_find() knows the place of a function without a cgroup. Those of a
 * function's cgroups are far from each other: their numbers are often successive.
 */
static unsigned long first_slot(unsigned long func, u64 cgroup)
{
	return (func >> 4) + hash_64(cgroup, 24);
}

static bool is_of(const struct stat_cpu *table, const struct stat_entry *entry,
		  unsigned long func, u64 cgroup)
{
	return READ_ONCE(entry->func) == func && stat_cgroup_of(table, entry) == cgroup;
}

/**
 * stat_probe - look a function up in the table of this CPU, and add it if it is not there
 * @table: the table
 * @func: the function
 * @cgroup: the cgroup's number; 0 in a table by function alone
 *
 * Context: any, with preemption disabled.
 * Return: its entry, or NULL if there is no room for it.
 */
struct stat_entry *stat_probe(struct stat_cpu *table, unsigned long func, u64 cgroup)
{
	struct stat_entry **slot, *entry;
	unsigned long at = first_slot(func, cgroup);

	for (;; at++) {
		slot = table->slots + (at & table->mask);
		if (READ_ONCE(*slot) == &stat_no_entry)
			stat_add(table, slot, func, cgroup);
		entry = READ_ONCE(*slot);
		if (entry == &stat_no_entry)
			return NULL;
		if (is_of(table, entry, func, cgroup))
			return entry;
	}
}

/**
 * stat_look_up - look a function up in the table of any CPU
 * @table: the table
 * @func: the function
 * @cgroup: as for stat_probe()
 *
 * Context: process context.
 * Return: its entry; NULL if it has none.
 */
const struct stat_entry *stat_look_up(const struct stat_cpu *table, unsigned long func,
				      u64 cgroup)
{
	/* Pairs with stat_cpu_alloc(): the CPU may be about to start. */
	unsigned long mask = smp_load_acquire(&table->mask), at = first_slot(func, cgroup);
	struct stat_entry **slots = READ_ONCE(table->slots);
	const struct stat_entry *entry;

	while ((entry = READ_ONCE(slots[at & mask])) != &stat_no_entry) {
		if (is_of(table, entry, func, cgroup))
			return entry;
		at++;
	}
	return NULL;
}

/*
 * The entries of a function in a table with keys, which are close to each other. Its key stays
 * if an entry was made for nothing, see stat_add().
 */
static void each_by_key(const struct stat_cpu *table, unsigned long func,
			void (*act)(const struct stat_entry *entry, void *data), void *data)
{
	unsigned long i, used = stat_used(table);

	for (i = 0; i < used; i++) {
		if (READ_ONCE(table->keys[i].func) == func &&
		    READ_ONCE(table->entries[i].func) == func)
			act(&table->entries[i], data);
	}
}

/**
 * stat_each_of - look at a function's entries of all CPUs and cgroups
 * @tables: where they are
 * @func: the function
 * @act: called for each
 * @data: for it
 *
 * In tables by cgroup it goes through all keys.
 *
 * Context: process context, sleeps.
 */
void stat_each_of(const struct stat_tables *tables, unsigned long func,
		  void (*act)(const struct stat_entry *entry, void *data), void *data)
{
	const struct stat_entry *entry;
	const struct stat_cpu *table;
	int cpu;

	for_each_possible_cpu(cpu) {
		table = per_cpu_ptr(tables->cpus, cpu);
		if (table->keys) {
			each_by_key(table, func, act, data);
			cond_resched();
			continue;
		}
		entry = stat_look_up(table, func, 0);
		if (entry)
			act(entry, data);
	}
}

static void stat_new_min(struct stat_entry *entry, u64 duration)
{
	u64 min = READ_ONCE(entry->min);

	while (duration < min && !try_cmpxchg_local(&entry->min, &min, duration))
		;
}

static void stat_new_max(struct stat_entry *entry, u64 duration)
{
	u64 max = READ_ONCE(entry->max);

	while (duration > max && !try_cmpxchg_local(&entry->max, &max, duration))
		;
}

/**
 * stat_entry_count - as stat_entry_add(), of a call that may be the shortest or the longest
 * @entry: of the function, on this CPU
 * @duration: how long the call took
 * @self: without its callees
 *
 * A reader that sees the first call sees its min and max. If an interrupt sets a greater max
 * meanwhile, the next longer call sets fast again.
 *
 * Context: any, with preemption disabled.
 * Return: false if the bucket has wrapped, which the caller has to note.
 */
bool stat_entry_count(struct stat_entry *entry, u64 duration, u64 self)
{
	stat_new_min(entry, duration);
	stat_new_max(entry, duration);
	WRITE_ONCE(entry->fast, min(READ_ONCE(entry->max), STAT_SHORT_NS - 1));
	/* Pairs with stat_entry_read(). */
	smp_wmb();
	return stat_entry_add(entry, stat_bucket(duration), duration, self);
}

/*
 * Buckets that have wrapped
 */

static unsigned long wrap_hash(const u32 *bucket)
{
	return hash_ptr(bucket, ilog2(STAT_WRAPS));
}

/**
 * stat_note_wrap - count that a bucket has wrapped
 * @wraps: of the tables that it belongs to
 * @bucket: the bucket
 *
 * Context: any, with preemption disabled.
 */
void stat_note_wrap(struct stat_wraps *wraps, u32 *bucket)
{
	unsigned long at = wrap_hash(bucket), i;

	for (i = 0; i < STAT_WRAP_STEPS; i++, at++) {
		struct stat_wrap *slot = &wraps->slots[at % STAT_WRAPS];
		u32 *old = READ_ONCE(slot->bucket);

		if (!old)
			old = cmpxchg(&slot->bucket, NULL, bucket) ?: bucket;
		if (old == bucket) {
			atomic_inc(&slot->wraps);
			return;
		}
	}
	atomic_inc(&wraps->lost);
}

/* Returns: where the wraps of a bucket are counted; NULL if it has not wrapped. */
static atomic_t *find_wraps(struct stat_wraps *wraps, const u32 *bucket)
{
	unsigned long at = wrap_hash(bucket), i;

	for (i = 0; i < STAT_WRAP_STEPS; i++, at++) {
		const u32 *found = READ_ONCE(wraps->slots[at % STAT_WRAPS].bucket);

		if (!found)
			return NULL;
		if (found == bucket)
			return &wraps->slots[at % STAT_WRAPS].wraps;
	}
	return NULL;
}

static unsigned int stat_wraps_of(struct stat_wraps *wraps, const u32 *bucket)
{
	const atomic_t *count = find_wraps(wraps, bucket);

	return count ? atomic_read(count) : 0;
}

/* As stat_entry_read(). Returns: the calls of its buckets. */
static u64 read_buckets(const struct stat_tables *tables, const struct stat_entry *entry,
			u64 *buckets)
{
	/* With fewer calls no bucket has wrapped. */
	bool wrapped = local_read(&entry->calls) > U32_MAX;
	u64 calls = 0;
	unsigned int i;

	for (i = 0; i < STAT_BUCKETS; i++) {
		buckets[i] = READ_ONCE(entry->buckets[i]);
		if (wrapped)
			buckets[i] += (u64)stat_wraps_of(tables->wraps, entry->buckets + i) << 32;
		calls += buckets[i];
	}
	return calls;
}

/* How often an entry is read again, 20 us later, if a bucket has wrapped meanwhile */
#define READ_TRIES	50

/**
 * stat_entry_read - the calls of an entry
 * @tables: that it belongs to
 * @entry: the entry
 * @buckets: where to put its histogram, of STAT_BUCKETS
 *
 * A bucket that just wraps has 2^32 calls less until that is noted. The count of all calls does
 * not wrap, and shows it.
 *
 * Context: process context, sleeps.
 * Return: the number of calls, which may be some more than those of the histogram.
 */
u64 stat_entry_read(const struct stat_tables *tables, const struct stat_entry *entry,
		    u64 *buckets)
{
	unsigned int tries;
	u64 missing, calls;

	for (tries = 0; ; tries++) {
		missing = -read_buckets(tables, entry, buckets);
		calls = local_read(&entry->calls);
		missing += calls;
		if (missing < BIT(31) || tries == READ_TRIES || atomic_read(&tables->wraps->lost))
			break;
		usleep_range(20, 40);
	}
	/* Later reads include these calls, too: see stat_entry_count(). */
	smp_rmb();
	return calls;
}

/**
 * stat_row_add - add the calls of an entry
 * @row: the calls of its function
 * @one: room for a histogram
 * @tables: that the entry belongs to
 * @entry: the entry
 *
 * Context: process context, sleeps.
 */
void stat_row_add(struct stat_row *row, u64 *one, const struct stat_tables *tables,
		  const struct stat_entry *entry)
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
		row->buckets[i] += one[i];
}

/*
 * Modules that leave
 */

static struct stat_left *left_alloc(struct stat_tables *tables, const char *name)
{
	size_t size = strlen(name) + 1;
	struct stat_left *left;

	if (tables->nr_left == STAT_LEFT)
		return NULL;
	left = kvzalloc(struct_size(left, name, size), GFP_KERNEL);
	if (!left)
		return NULL;
	left->nr = ++tables->nr_left;
	left->row.min = U64_MAX;
	memcpy(left->name, name, size);
	list_add(&left->list, &tables->left);
	return left;
}

/* A module that comes and goes again and again has one for each of its functions. */
static struct stat_left *left_of(struct stat_tables *tables, const char *name, u64 cgroup)
{
	struct stat_left *left;

	list_for_each_entry(left, &tables->left, list) {
		if (!strcmp(left->name, name) && left->row.cgroup == cgroup)
			return left;
	}
	left = left_alloc(tables, name);
	if (left)
		left->row.cgroup = cgroup;
	return left;
}

/* Of a function that is not called any more: its entry stays, for the next one there. */
static void stat_entry_clear(const struct stat_tables *tables, struct stat_entry *entry)
{
	bool wrapped = local_read(&entry->calls) > U32_MAX;
	unsigned int i;
	atomic_t *count;

	for (i = 0; i < STAT_BUCKETS; i++) {
		WRITE_ONCE(entry->buckets[i], 0);
		count = wrapped ? find_wraps(tables->wraps, entry->buckets + i) : NULL;
		if (count)
			atomic_set(count, 0);
	}
	local_set(&entry->calls, 0);
	local_set(&entry->sum, 0);
	local_set(&entry->nested, 0);
	local_set(&entry->self, 0);
	WRITE_ONCE(entry->fast, 0);
	WRITE_ONCE(entry->max, 0);
	WRITE_ONCE(entry->min, U64_MAX);
}

static void entry_leaves(struct stat_tables *tables, struct stat_entry *entry, u64 cgroup,
			 u64 *one)
{
	char name[KSYM_SYMBOL_LEN];
	struct stat_left *left;

	sprint_symbol_no_offset(name, entry->func);
	left = left_of(tables, name, cgroup);
	if (left) {
		left->row.func = entry->func;
		stat_row_add(&left->row, one, tables, entry);
	} else {
		tables->not_left += local_read(&entry->calls);
	}
	stat_entry_clear(tables, entry);
}

static bool leaves(unsigned long func, unsigned long state, const struct module *module)
{
	return state == MODULE_STATE_LIVE ? within_module_init(func, module) :
					    within_module(func, module);
}

/**
 * stat_module_left - keep the calls of the functions of a module that leaves
 * @tables: where they were counted
 * @state: MODULE_STATE_GOING; or MODULE_STATE_LIVE, after which its init functions are freed
 * @module: the module, whose names are still there
 *
 * The next function at the same address counts from 0 on. None of these runs any more.
 *
 * Context: process context, one caller at a time.
 */
void stat_module_left(struct stat_tables *tables, unsigned long state,
		      const struct module *module)
{
	static u64 one[STAT_BUCKETS];
	struct stat_cpu *table;
	unsigned long i;
	int cpu;

	for_each_possible_cpu(cpu) {
		table = per_cpu_ptr(tables->cpus, cpu);
		for (i = 0; i < stat_used(table); i++) {
			struct stat_entry *entry = table->entries + i;

			if (local_read(&entry->calls) && leaves(entry->func, state, module))
				entry_leaves(tables, entry, stat_cgroup_of(table, entry), one);
		}
		cond_resched();
	}
}

#ifdef DURATION_KUNIT
#include "tests/kunit/stat_test.c"
#endif
