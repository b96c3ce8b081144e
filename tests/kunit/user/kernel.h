/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's API as far as the unit tests in user space need it: one CPU counts, nothing
 * runs at the same time, and memory is malloc()'s, so that the sanitizers watch it. Types have
 * the kernel's names, and only the members that are used.
 */
#ifndef _KUNIT_USER_KERNEL_H
#define _KUNIT_USER_KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* The kernel's configuration, and definitions of Kbuild */
#define CONFIG_64BIT		1
#ifdef __x86_64__
#define CONFIG_X86		1
#define CONFIG_X86_64		1
#endif
#define KBUILD_MODNAME		"function_duration"
#define MODULE			1

/* The language */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int32_t s32;
typedef unsigned long long u64;
typedef long long s64;
typedef unsigned int gfp_t;
typedef unsigned short umode_t;

#define __percpu
#define __force
#define __init
#define __packed		__attribute__((packed))
#define __aligned(n)		__attribute__((aligned(n)))
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define static_assert		_Static_assert
#define data_race(x)		(x)
#define READ_ONCE(x)		(*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, value)	(*(volatile typeof(x) *)&(x) = (value))
#define OPTIMIZER_HIDE_VAR(v)	asm volatile("" : "=r" (v) : "0" (v))
#define IS_ENABLED(option)	0
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define struct_size(p, member, n) (sizeof(*(p)) + (n) * sizeof((p)->member[0]))
#define swap(a, b) do { typeof(a) __swap = (a); (a) = (b); (b) = __swap; } while (0)

/* Numbers */
#define U16_MAX			UINT16_MAX
#define U32_MAX			UINT32_MAX
#define U64_MAX			((u64)~0ULL)
#define BITS_PER_LONG		64
#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define NSEC_PER_USEC		1000L
#define NSEC_PER_MSEC		1000000L
#define NSEC_PER_SEC		1000000000L
#define min(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a < __b ? __a : __b; })
#define max(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a > __b ? __a : __b; })
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define clamp(x, low, high)	min(max(x, low), high)
#define round_up(x, to)		((((x) - 1) | ((typeof(x))(to) - 1)) + 1)
#define DIV_ROUND_UP_ULL(n, by)	(((u64)(n) + (by) - 1) / (by))
#define check_mul_overflow(a, b, to) __builtin_mul_overflow(a, b, to)
#define ilog2(n)		(63 - __builtin_clzl(n))
#define __fls(n)		(63UL - __builtin_clzl(n))
#define roundup_pow_of_two(n)	((n) < 2 ? 1UL : 2UL << ilog2((n) - 1))
#define hash_long(n, bits)	((unsigned long)(n) * 0x61C8864680B583EBUL >> (64 - (bits)))
#define hash_64(n, bits)	hash_long(n, bits)
#define hash_ptr(p, bits)	hash_long((unsigned long)(p), bits)
#define div_u64(n, by)		((u64)(n) / (by))

int kstrtou64(const char *text, unsigned int base, u64 *number);

/* Pointers that are errors */
#define ERR_PTR(error)		((void *)(long)(error))
#define PTR_ERR(pointer)	((long)(pointer))
#define IS_ERR(pointer)		((unsigned long)(pointer) >= (unsigned long)-4095)
#define IS_ERR_OR_NULL(pointer)	(!(pointer) || IS_ERR(pointer))

/* Atomic variables and barriers: plain memory */
typedef struct { int counter; } atomic_t;
typedef struct { s64 counter; } atomic64_t;
typedef struct { long a; } local_t;

#define atomic_read(v)		((v)->counter)
#define atomic_set(v, n)	((v)->counter = (n))
#define atomic_inc(v)		((v)->counter++)
#define atomic_inc_and_test(v)	(!++(v)->counter)
#define atomic64_inc_return(v)	(++(v)->counter)
#define local_read(l)		((l)->a)
#define local_set(l, n)		((l)->a = (n))
#define local_add(n, l)		((l)->a += (n))
#define local_inc(l)		((l)->a++)
#define local_inc_return(l)	(++(l)->a)
#define cmpxchg(p, old, new) ({						\
	typeof(*(p)) __was = *(p);					\
	if (__was == (old))						\
		*(p) = (new);						\
	__was;								\
})
#define cmpxchg_local		cmpxchg
#define try_cmpxchg_local(p, old, new) ({				\
	bool __same = *(p) == *(old);					\
	if (__same)							\
		*(p) = (new);						\
	else								\
		*(old) = *(p);						\
	__same;								\
})
#define smp_rmb()		do { } while (0)
#define smp_wmb()		do { } while (0)
#define smp_load_acquire(p)	READ_ONCE(*(p))
#define smp_store_release(p, value) WRITE_ONCE(*(p), value)
#define test_bit(n, word)	(!!(*(word) & BIT(n)))
#define set_bit(n, word)	(*(word) |= BIT(n))

/* Locks, RCU and the scheduler: there is one thread */
struct mutex { int unused; };
typedef struct { int unused; } spinlock_t;

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_lock(lock)	((void)(lock))
#define mutex_unlock(lock)	((void)(lock))
#define spin_lock_init(lock)	((void)(lock))
#define rcu_read_lock()		do { } while (0)
#define rcu_read_unlock()	do { } while (0)
#define rcu_dereference(p)	(p)
#define rcu_dereference_raw(p)	(p)
#define synchronize_rcu()	do { } while (0)
#define synchronize_rcu_tasks_rude() do { } while (0)
#define preempt_disable_notrace() do { } while (0)
#define preempt_enable_notrace() do { } while (0)
#define migrate_disable()	do { } while (0)
#define migrate_enable()	do { } while (0)
#define cond_resched()		do { } while (0)
#define usleep_range(from, to)	do { } while (0)
#define interrupt_context_level() 0
#define trace_clock_local()	1000ULL
#define ktime_get_ns()		1000ULL

struct task_struct {
	unsigned long	*ret_stack;
};
extern struct task_struct *current;

struct work_struct { int unused; };
struct delayed_work { int unused; };
#define DECLARE_DELAYED_WORK(name, fn) struct delayed_work name
#define queue_delayed_work(queue, work, delay) ((void)(work), (void)(delay))
#define cancel_delayed_work_sync(work) ((void)(work))
#define msecs_to_jiffies(ms)	((unsigned long)(ms))

/* CPUs: all count on the first one, and each has its part of per-cpu memory */
#define nr_cpu_ids		4U
#define num_online_cpus()	nr_cpu_ids
#define num_possible_cpus()	nr_cpu_ids
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < (int)nr_cpu_ids; (cpu)++)
#define for_each_online_cpu(cpu) for_each_possible_cpu(cpu)
#define cpumask_first(mask)	0
#define cpu_to_node(cpu)	0
#define alloc_percpu(type)	((type *)calloc(nr_cpu_ids, sizeof(type)))
#define free_percpu(p)		free(p)
#define per_cpu_ptr(p, cpu)	((p) + (cpu))
#define this_cpu_ptr(p)		(p)
#define raw_cpu_read(variable)	(variable)

typedef unsigned long *cpumask_var_t;
#define cpumask_available(mask)	((mask) != NULL)
#define cpumask_test_cpu(cpu, mask) test_bit(cpu, mask)
#define cpumask_set_cpu(cpu, mask) set_bit(cpu, mask)

/* Memory */
#define GFP_KERNEL		0
#define __GFP_RETRY_MAYFAIL	0
#define PAGE_SHIFT		12
#define PAGE_OFFSET		4096UL	/* the addresses below are unused */
#define high_memory		((void *)(1UL << 47))
#define si_mem_available()	(1UL << 20)
#define kasan_reset_tag(p)	(p)
#define kzalloc(size, flags)	calloc(1, size)
#define kvzalloc(size, flags)	calloc(1, size)
#define kvzalloc_node(size, flags, node) calloc(1, size)
#define kvmalloc_node(size, flags, node) malloc(size)
#define kvcalloc(n, size, flags) calloc(n, size)
#define kstrdup(text, flags)	strdup(text)
#define kvfree(p)		free((void *)(p))
void kfree(const void *p);

/* As the kernel's: reads what may not be there. */
bool read_user_nofault(void *to, const void *from, size_t size);
#define __get_kernel_nofault(to, from, type, fault) do {		\
	if (!read_user_nofault(to, from, sizeof(type)))			\
		goto fault;						\
} while (0)

/* Lists */
struct list_head {
	struct list_head *next, *prev;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct hlist_bl_node {
	struct hlist_bl_node *next, **pprev;
};

#define LIST_HEAD(name)		struct list_head name = { &(name), &(name) }
#define list_entry(p, type, member) container_of(p, type, member)
#define list_for_each_entry(at, head, member)				\
	for ((at) = list_entry((head)->next, typeof(*(at)), member);	\
	     &(at)->member != (head);					\
	     (at) = list_entry((at)->member.next, typeof(*(at)), member))
#define list_for_each_entry_safe(at, n, head, member)			\
	for ((at) = list_entry((head)->next, typeof(*(at)), member),	\
	     (n) = list_entry((at)->member.next, typeof(*(at)), member); \
	     &(at)->member != (head);					\
	     (at) = (n), (n) = list_entry((n)->member.next, typeof(*(n)), member))
#define hlist_entry(p, type, member) container_of(p, type, member)
#define hlist_empty(head)	(!(head)->first)
#define __hlist_entry_or_null(p, type, member) ((p) ? hlist_entry(p, type, member) : NULL)
#define hlist_for_each_entry_rcu(at, head, member)			\
	for ((at) = __hlist_entry_or_null((head)->first, typeof(*(at)), member); (at); \
	     (at) = __hlist_entry_or_null((at)->member.next, typeof(*(at)), member))

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list->prev = list;
}

static inline void list_add(struct list_head *new, struct list_head *after)
{
	new->next = after->next;
	new->prev = after;
	after->next->prev = new;
	after->next = new;
}

static inline void list_add_tail(struct list_head *new, struct list_head *head)
{
	list_add(new, head->prev);
}

static inline void list_del(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
}

static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	if (list->next == list)
		return;
	list->next->prev = head;
	list->prev->next = head->next;
	head->next->prev = list->prev;
	head->next = list->next;
	INIT_LIST_HEAD(list);
}

static inline void hlist_add_head(struct hlist_node *node, struct hlist_head *head)
{
	node->next = head->first;
	node->pprev = &head->first;
	head->first = node;
}

/* Text */
#define KSYM_SYMBOL_LEN		512
#define TASK_COMM_LEN		16

ssize_t strscpy_to(char *to, const char *from, size_t size);
#define __strscpy(to, from, size, ...) strscpy_to(to, from, size)
#define strscpy(to, ...)	__strscpy(to, __VA_ARGS__, sizeof(to))
int scnprintf(char *to, size_t size, const char *format, ...);
bool glob_match(const char *glob, const char *text);
void pr_warn_text(const char *format, ...);
#define pr_warn(format, ...)	pr_warn_text(pr_fmt(format), ##__VA_ARGS__)

/* Symbols: a few functions that ftrace knows, and those of the tests */
int sprint_symbol_no_offset(char *to, unsigned long address);
void panic(const char *format, ...);

/* Modules */
enum mod_mem_type { MOD_TEXT, MOD_MEM_NUM_TYPES };
enum module_state { MODULE_STATE_LIVE, MODULE_STATE_COMING, MODULE_STATE_GOING };

struct module {
	struct {
		void		*base;
		unsigned int	size;
	} mem[MOD_MEM_NUM_TYPES];
};
extern struct module user_module;
#define THIS_MODULE		(&user_module)
#define module_param(name, type, mode)
#define MODULE_PARM_DESC(name, text)

static inline bool within_module(unsigned long address, const struct module *module)
{
	unsigned long base = (unsigned long)module->mem[MOD_TEXT].base;

	return address >= base && address - base < module->mem[MOD_TEXT].size;
}
#define within_module_init(address, module) false

/* Files */
struct dentry {
	spinlock_t		d_lock;
	struct { int count; }	d_lockref;
	struct hlist_bl_node	d_hash;
};
struct inode;
struct file;
struct file_operations { int unused; };
#define DEFINE_SHOW_ATTRIBUTE(name) static const struct file_operations name##_fops
#define d_unhashed(dentry)	(!(dentry)->d_hash.pprev)

static inline struct dentry *dget(struct dentry *dentry)
{
	dentry->d_lockref.count++;
	return dentry;
}

static inline void dput(struct dentry *dentry)
{
	if (dentry)
		dentry->d_lockref.count--;
}

struct trace_seq;
struct seq_operations { };

struct seq_file {
	char	*buf;
	size_t	size;
	size_t	count;
	void	*private;
};
void seq_printf(struct seq_file *s, const char *format, ...);
void seq_puts(struct seq_file *s, const char *text);
void seq_putc(struct seq_file *s, char c);
void seq_escape(struct seq_file *s, const char *text, const char *escaped);

#endif /* _KUNIT_USER_KERNEL_H */
