// SPDX-License-Identifier: GPL-2.0
/*
 * Look a function up in set_graph_function's hash, or set_graph_notrace's; and look for functions
 * of set_ftrace_filter that have gone.
 *
 * ftrace_graph_release() replaces the hash, calls synchronize_rcu_tasks_rude() and frees
 * the old one (kernel/trace/ftrace.c, 6.12 line 6869, 7.3 line 7408). Between these two
 * series synchronize_rcu_tasks_rude() became empty where CONFIG_ARCH_WANTS_NO_INSTR is
 * set (kernel/rcu/tasks.h, 7.3 line 1406), as on x86 and arm64. There a reader cannot
 * prevent the free, and ftrace_lookup_ip() would follow pointers in freed memory.
 *
 * So the hash is read as copy_from_kernel_nofault() does it, and a result is used only if the
 * hash is still the current one after the look-up. It may be another one by then that was made at
 * the same address, after two changes of the filter: so the result has to be that of a second
 * look-up, too. That function itself may be traced: with a
 * graph filter on all functions of the kernel, each of their calls would lead to eight calls
 * of it and of what it calls, and each of these to as many look-ups.
 */
#include <linux/hash.h>
#include <linux/kasan.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/rculist.h>
#include <linux/uaccess.h>

#include <compat/ftrace_hash.h>

/* A longer chain means that the memory was freed and used again. */
#define CHAIN_MAX	4096

/* How often to start again because the hash was replaced while it was read */
#define TRIES		4

/* A hash without functions may be the kernel's own variable, so no upper end is known. */
static bool read_word(unsigned long *to, const void *from)
{
	if ((unsigned long)from < PAGE_OFFSET)
		return false;
	__get_kernel_nofault(to, from, unsigned long, fault);
	return true;
fault:
	return false;
}

/* All pointers in a hash are from kmalloc(): reading other addresses could have effects. */
static bool read_allocated(unsigned long *to, const void *from)
{
	return kasan_reset_tag(from) < high_memory && read_word(to, from);
}

static bool chain_has(const struct hlist_node *node, unsigned long ip)
{
	const struct ftrace_func_entry *entry;
	unsigned long at, next = (unsigned long)node;
	unsigned int steps;

	for (steps = 0; next && steps < CHAIN_MAX; steps++) {
		entry = hlist_entry((struct hlist_node *)next, struct ftrace_func_entry, hlist);
		if (!read_allocated(&at, &entry->ip) ||
		    !read_allocated(&next, &entry->hlist.next))
			return false;
		if (at == ip)
			return true;
	}
	return false;
}

/* The members that ask() needs: false if they cannot be read. */
static bool read_hash(struct ftrace_hash *hash, const struct ftrace_hash *from)
{
	return read_word(&hash->count, &from->count) && read_word(&hash->flags, &from->flags) &&
	       read_word(&hash->size_bits, &from->size_bits) &&
	       read_word((unsigned long *)&hash->buckets, &from->buckets);
}

/* As ftrace_lookup_ip() and ftrace_hash_key(). */
static enum hash_answer ask(const struct ftrace_hash *from, unsigned long ip)
{
	struct ftrace_hash hash;
	unsigned long key, first;

	if (!from || !read_hash(&hash, from) || ftrace_hash_empty(&hash))
		return HASH_EMPTY;
	if (hash.size_bits >= BITS_PER_LONG)
		return HASH_WITHOUT;
	key = hash.size_bits ? hash_long(ip, hash.size_bits) : 0;
	if (!read_allocated(&first, &hash.buckets[key]) ||
	    !chain_has((struct hlist_node *)first, ip))
		return HASH_WITHOUT;
	return HASH_WITH;
}

/* The hash is freed after the pointer is changed: the pointer is looked at last. */
static bool is_current(struct ftrace_hash *const *where, const struct ftrace_hash *hash)
{
	/* The reads in the hash come before. */
	smp_rmb();
	return READ_ONCE(*where) == hash;
}

/**
 * ftrace_hash_ask - look a function up in a hash that may be freed meanwhile
 * @where: the variable that points to the current hash
 * @ip: the function's address, as ftrace has it
 *
 * Context: any, including NMI; takes no lock and needs none.
 * Return: whether the hash is empty, and if not, whether @ip is in it. While the
 * hash is replaced again and again: HASH_WITHOUT.
 */
enum hash_answer ftrace_hash_ask(struct ftrace_hash *const *where, unsigned long ip)
{
	enum hash_answer answer;
	struct ftrace_hash *hash;
	unsigned int tries;

	for (tries = 0; tries < TRIES; tries++) {
		hash = READ_ONCE(*where);
		answer = ask(hash, ip);
		if (is_current(where, hash) && ask(hash, ip) == answer &&
		    is_current(where, hash))
			return answer;
	}
	return HASH_WITHOUT;
}

/**
 * ftrace_filter_has_gone - whether functions of a filter have gone with their module
 * @ops: whose filter it is
 *
 * The kernel sets the address of such an entry to 0 (clear_mod_from_hash() and
 * clear_func_from_hash()), and keeps it.
 *
 * Context: any that RCU watches: a filter's hash is freed by call_rcu().
 * Return: true if there is such an entry, and set_ftrace_notrace does not have all of them:
 * add_first_hash() (7.3 line 3476) would take the rest for an empty filter.
 */
bool ftrace_filter_has_gone(const struct ftrace_ops *ops)
{
	struct ftrace_hash *const *left_out =
		(struct ftrace_hash *const __force *)&ops->func_hash->notrace_hash;
	const struct ftrace_func_entry *entry;
	const struct ftrace_hash *hash;
	bool gone = false, rest = false;
	unsigned long i;

	rcu_read_lock();
	hash = rcu_dereference(ops->func_hash->filter_hash);
	for (i = 0; hash && hash->count && i < 1UL << hash->size_bits; i++) {
		hlist_for_each_entry_rcu(entry, &hash->buckets[i], hlist) {
			gone |= !READ_ONCE(entry->ip);
			rest |= ftrace_hash_ask(left_out, READ_ONCE(entry->ip)) != HASH_WITH;
		}
	}
	rcu_read_unlock();
	return gone && rest;
}
