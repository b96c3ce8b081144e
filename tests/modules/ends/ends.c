// SPDX-License-Identifier: GPL-2.0
/*
 * When this is loaded, it sets the counters of function_duration's statistics as after weeks of
 * calls: each bucket of a histogram that has counted a call is a few calls from its end, and the
 * call counts and sums are those of that many calls. It does so in all tables that are counted
 * in; nothing may be counting then. The types are those of the sources that both are built from.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>

#include "duration/files/dir.h"
#include "duration/session.h"

static uint left = 3;
module_param(left, uint, 0400);
MODULE_PARM_DESC(left, "calls until a bucket wraps (3)");

/* The probe is registered as disabled, so no code is patched; it only finds the address. */
static struct list_head *find_dirs(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_lookup_name",
		.flags = KPROBE_FLAG_DISABLED,
	};
	unsigned long (*lookup)(const char *name);

	if (register_kprobe(&probe))
		return NULL;
	lookup = (void *)probe.addr;
	unregister_kprobe(&probe);
	return (struct list_head *)lookup("function_duration:duration_dirs");
}

static void set_entry(struct stat_entry *entry)
{
	u64 duration = READ_ONCE(entry->min), calls = 0;
	u32 end = U32_MAX - left + 1;
	unsigned int i;

	if (!local_read(&entry->calls))
		return;
	for (i = 0; i < STAT_BUCKETS; i++) {
		if (!entry->buckets[i] || entry->buckets[i] > end)
			continue;
		calls += end - entry->buckets[i];
		entry->buckets[i] = end;
	}
	local_add(calls, &entry->calls);
	local_add(calls * duration, &entry->sum);
	local_add(calls * duration, &entry->self);
}

static void set_tables(const struct stat_tables *tables)
{
	unsigned long i;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct stat_cpu *table = per_cpu_ptr(tables->cpus, cpu);

		for (i = 0; i < local_read(&table->used) && i < table->size; i++)
			set_entry(table->entries + i);
	}
}

static int __init ends_init(void)
{
	const struct list_head *dirs = find_dirs();
	const struct duration_dir *dir;

	if (!dirs)
		return -ENOENT;
	list_for_each_entry(dir, dirs, list) {
		if (dir->counting)
			set_tables(dir->tables);
	}
	return 0;
}

static void __exit ends_exit(void)
{
}

module_init(ends_init);
module_exit(ends_exit);

MODULE_DESCRIPTION("Sets counters of function_duration near their ends");
MODULE_LICENSE("GPL");
