// SPDX-License-Identifier: GPL-2.0
/* What kernel.h and compat/ declare. */
#include <fnmatch.h>
#include <stdarg.h>
#include <sys/uio.h>
#include <unistd.h>

#include "compat/trace.h"

static struct task_struct user_task;
struct task_struct *current = &user_task;

static char module_text[4096];
struct module user_module = {
	.mem[MOD_TEXT] = { module_text, sizeof(module_text) },
};

struct mutex ftrace_lock;
static unsigned long no_thresh;
static unsigned int no_depth;
static struct ftrace_hash *no_hash;
unsigned long *kernel_tracing_thresh = &no_thresh;
unsigned int *kernel_fgraph_max_depth = &no_depth;
struct ftrace_hash **kernel_ftrace_graph_hash = &no_hash;
struct ftrace_hash **kernel_ftrace_graph_notrace_hash = &no_hash;

/*
 * Memory and numbers
 */

void kfree(const void *p)
{
	free((void *)p);
}

bool read_user_nofault(void *to, const void *from, size_t size)
{
	const struct iovec local = { to, size }, remote = { (void *)from, size };

	return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

int kstrtou64(const char *text, unsigned int base, u64 *number)
{
	char *end;

	if (!isdigit(text[0]))
		return -EINVAL;
	errno = 0;
	*number = strtoull(text, &end, base);
	if (errno)
		return -ERANGE;
	return *end ? -EINVAL : 0;
}

/*
 * Text
 */

ssize_t strscpy_to(char *to, const char *from, size_t size)
{
	size_t len = strnlen(from, size);

	if (!size)
		return -E2BIG;
	if (len == size)
		len--;
	memcpy(to, from, len);
	to[len] = '\0';
	return from[len] ? -E2BIG : (ssize_t)len;
}

static size_t put_format(char *to, size_t size, const char *format, va_list args)
{
	int len = vsnprintf(to, size, format, args);

	return len < (int)size ? len : size ? size - 1 : 0;
}

int scnprintf(char *to, size_t size, const char *format, ...)
{
	va_list args;
	size_t len;

	va_start(args, format);
	len = put_format(to, size, format, args);
	va_end(args);
	return len;
}

bool glob_match(const char *glob, const char *text)
{
	return !fnmatch(glob, text, 0);
}

/* The text is made, and not read. */
void pr_warn_text(const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
}

/*
 * Functions with a name, and those of them that ftrace can trace
 */

struct ftrace_rec_iter {
	struct dyn_ftrace	record;
	const char		*name;
};

static struct ftrace_rec_iter traceable[] = {
	{ { 0x10000 }, "vfs_read" }, { { 0x10040 }, "vfs_write" }, { { 0x10080 }, "vfs_open" },
	{ { 0x100c0 }, "vfs_fsync" }, { { 0x10100, FTRACE_FL_DISABLED }, "vfs_read_freed" },
	{ { 0x10140 }, "schedule" }, { { 0x10180 }, "no_name" },
};

void panic(const char *format, ...)
{
	abort();
}

int sprint_symbol_no_offset(char *to, unsigned long address)
{
	size_t i;

	if (address == (unsigned long)kfree)
		return sprintf(to, "kfree");
	for (i = 0; i < ARRAY_SIZE(traceable); i++) {
		if (address == traceable[i].record.ip && strcmp(traceable[i].name, "no_name"))
			return sprintf(to, "%s", traceable[i].name);
	}
	return sprintf(to, "0x%lx", address);
}

struct ftrace_rec_iter *ftrace_rec_iter_start(void)
{
	return traceable;
}

struct ftrace_rec_iter *ftrace_rec_iter_next(struct ftrace_rec_iter *iter)
{
	return iter + 1 < traceable + ARRAY_SIZE(traceable) ? iter + 1 : NULL;
}

struct dyn_ftrace *ftrace_rec_iter_record(struct ftrace_rec_iter *iter)
{
	return &iter->record;
}

/* A filter of one function, in a hash of the kernel's form */
int ftrace_set_filter_ip(struct ftrace_ops *ops, unsigned long ip, int remove, int reset)
{
	struct ftrace_hash *hash = calloc(1, sizeof(*hash));
	struct ftrace_func_entry *entry = calloc(1, sizeof(*entry));

	hash->size_bits = 10;
	hash->buckets = calloc(1 << 10, sizeof(*hash->buckets));
	hash->count = 1;
	entry->ip = ip;
	hlist_add_head(&entry->hlist, &hash->buckets[hash_long(ip, hash->size_bits)]);
	ops->local_hash.filter_hash = hash;
	return 0;
}

void ftrace_free_filter(struct ftrace_ops *ops)
{
	struct ftrace_hash *hash = ops->local_hash.filter_hash;
	unsigned long i;

	for (i = 0; i < 1UL << hash->size_bits; i++)
		free(hash->buckets[i].first);
	free(hash->buckets);
	free(hash);
}

/*
 * Files, and the text of a trace
 */

void seq_puts(struct seq_file *s, const char *text)
{
	seq_printf(s, "%s", text);
}

void seq_putc(struct seq_file *s, char c)
{
	seq_printf(s, "%c", c);
}

void seq_printf(struct seq_file *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	s->count += put_format(s->buf + s->count, s->size - s->count, format, args);
	va_end(args);
}

void seq_escape(struct seq_file *s, const char *text, const char *escaped)
{
	for (; *text; text++)
		seq_printf(s, strchr(escaped, *text) ? "\\%03o" : "%c", *text);
}

void trace_seq_init(struct trace_seq *s)
{
	s->seq.len = 0;
	s->full = false;
}

/* As the kernel's: what does not fit is left out as a whole. */
void trace_seq_putmem(struct trace_seq *s, const void *text, size_t size)
{
	s->full |= size > sizeof(s->buffer) - s->seq.len;
	if (s->full)
		return;
	memcpy(s->buffer + s->seq.len, text, size);
	s->seq.len += size;
}

void trace_seq_printf(struct trace_seq *s, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	trace_seq_putmem(s, text, put_format(text, sizeof(text), format, args));
	va_end(args);
}

enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return s->full ? TRACE_TYPE_PARTIAL_LINE : TRACE_TYPE_HANDLED;
}

/* A test replaces it. */
typeof(&__kernel_trace_find_cmdline) kernel_trace_find_cmdline;

bool trace_empty(struct trace_iterator *iter)
{
	return false;
}

void print_trace_header(struct seq_file *s, struct trace_iterator *iter)
{
}

int trace_print_lat_fmt(struct trace_seq *s, struct trace_entry *entry)
{
	trace_seq_printf(s, "%c.%c..", entry->flags & TRACE_FLAG_IRQS_OFF ? 'd' : '.',
			 entry->flags & TRACE_FLAG_HARDIRQ ? 'h' : '.');
	return !s->full;
}

/* Those of trace_find_mark() in kernel/trace/trace_output.c */
char trace_find_mark(unsigned long long duration)
{
	static const struct {
		u64	above;
		char	mark;
	} marks[] = {
		{ 1000000000, '$' }, { 100000000, '@' }, { 10000000, '*' },
		{ 1000000, '#' }, { 100000, '!' }, { 10000, '+' },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		if (duration > marks[i].above)
			return marks[i].mark;
	}
	return ' ';
}

/* struct print_entry: the text follows the caller's address. */
enum print_line_t trace_print_printk_msg_only(struct trace_iterator *iter)
{
	trace_seq_puts(&iter->seq, (char *)iter->ent + sizeof(*iter->ent) + sizeof(long));
	return trace_handle_return(&iter->seq);
}

/* duration/call/detail.c and compat/btf_text.c: no record here has details. */
int detail_type(void)
{
	return 2;
}

void btf_print_args(struct trace_seq *s, unsigned long func, unsigned long *args)
{
}

void btf_print_retval(struct trace_seq *s, unsigned long func, unsigned long value)
{
}
