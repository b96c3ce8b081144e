// SPDX-License-Identifier: GPL-2.0
/* The text of the function duration tracer: headers and lines. */
#include <linux/cpumask.h>
#include <linux/kallsyms.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/trace_seq.h>

#include <compat/btf_text.h>

#include "duration/call/detail.h"
#include "duration/session.h"
#include "duration/state/options.h"
#include "trace_duration_output.h"

/* Columns before the function, in the order they are printed */
#define CALLTIME_WIDTH	17
#define PROC_WIDTH	14
/* A duration, and the bar after it */
#define DETAIL_WIDTH	15

/* Formats that the kernel prints from the event's fields */
#define FOREIGN_FORMATS (TRACE_ITER(RAW) | TRACE_ITER(HEX) | TRACE_ITER(BIN) | \
			 TRACE_ITER(FIELDS))

static int func_duration_type;
static int cpu_digits;

/**
 * duration_print_init - prepare for printing records
 * @type: the event type of our records, as in struct trace_entry
 *
 * Context: any, before the tracer is registered.
 */
void duration_print_init(int type)
{
	func_duration_type = type;
	cpu_digits = snprintf(NULL, 0, "%u", nr_cpu_ids - 1);
}

/*
 * Headers
 */

static void print_latency_header(struct seq_file *s, u32 flags)
{
	int size = 0;

	if (flags & DURATION_PRINT_ABS_TIME)
		size += 16;
	if (flags & DURATION_PRINT_CPU)
		size += 4;
	if (flags & DURATION_PRINT_PROC)
		size += 17;

	seq_printf(s, "#%*s  _-----=> irqs-off        \n", size, "");
	seq_printf(s, "#%*s / _----=> need-resched    \n", size, "");
	seq_printf(s, "#%*s| / _---=> hardirq/softirq \n", size, "");
	seq_printf(s, "#%*s|| / _--=> preempt-depth   \n", size, "");
	seq_printf(s, "#%*s||| /                      \n", size, "");
}

#define DETAIL_COLUMN(name, field, column)	{ DURATION_##name, column },

/* Columns of durations that only records with details have */
static const struct {
	u32		option;
	const char	*name;
} detail_columns[] = {
	DURATION_DETAIL_FIELDS(DETAIL_COLUMN, DURATION_NO_FIELD, DURATION_NO_FIELD)
};

static void print_column_names(struct seq_file *s, u32 flags, bool latency)
{
	unsigned int i;

	seq_putc(s, '#');
	if (flags & DURATION_PRINT_ABS_TIME)
		seq_puts(s, "     TIME       ");
	if (flags & DURATION_PRINT_CPU)
		seq_puts(s, " CPU");
	if (flags & DURATION_PRINT_PROC)
		seq_puts(s, "  TASK/PID       ");
	if (latency)
		seq_puts(s, "||||   ");
	seq_puts(s, "  CALLTIME       DURATION          ");
	for (i = 0; i < ARRAY_SIZE(detail_columns); i++) {
		if (flags & detail_columns[i].option)
			seq_printf(s, "%*s", -DETAIL_WIDTH, detail_columns[i].name);
	}
	seq_puts(s, "        FUNCTION CALLS");
	if (flags & DURATION_PRINT_OVERRUN)
		seq_puts(s, " (OVERRUNS)");
	seq_putc(s, '\n');
}

static void print_column_bars(struct seq_file *s, u32 flags, bool latency)
{
	unsigned int i;

	seq_putc(s, '#');
	if (flags & DURATION_PRINT_ABS_TIME)
		seq_puts(s, "      |         ");
	if (flags & DURATION_PRINT_CPU)
		seq_puts(s, " |  ");
	if (flags & DURATION_PRINT_PROC)
		seq_puts(s, "   |    |        ");
	if (latency)
		seq_puts(s, "||||   ");
	seq_puts(s, "    |              |   |           ");
	for (i = 0; i < ARRAY_SIZE(detail_columns); i++) {
		if (flags & detail_columns[i].option)
			seq_printf(s, "%*s", -DETAIL_WIDTH, "   |   |");
	}
	seq_puts(s, "          |   |   |   |\n");
}

/**
 * duration_print_header - print the lines above a trace
 * @s: the open trace file
 *
 * Context: process context, under trace_types_lock.
 */
void duration_print_header(struct seq_file *s)
{
	struct trace_iterator *iter = s->private;
	struct trace_array *tr = iter->tr;
	u32 flags = tracer_flags(tr);
	bool latency = tr->trace_flags & TRACE_ITER(LATENCY_FMT);

	if (!(tr->trace_flags & TRACE_ITER(CONTEXT_INFO)))
		return;

	if (latency) {
		/* print nothing if the buffers are empty */
		if (trace_empty(iter))
			return;
		print_trace_header(s, iter);
		print_latency_header(s, flags);
	}
	print_column_names(s, flags, latency);
	print_column_bars(s, flags, latency);
}

/*
 * Columns
 *
 * Numbers of each line are written by put_number() instead of trace_seq_printf(), of which each
 * call takes several hundred instructions.
 */

#define MAX_DIGITS	20

/* As "%*llu" or "%0*llu". Returns: the end. */
static char *put_number(char *to, u64 number, int width, char pad)
{
	char digits[MAX_DIGITS];
	int n = 0;

	do {
		digits[n++] = '0' + number % 10;
		number /= 10;
	} while (number);
	for (; width > n; width--)
		*to++ = pad;
	while (n)
		*to++ = digits[--n];
	return to;
}

static char *put_text(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
	return to;
}

/* Digits of a duration: of microseconds, and then of nanoseconds */
#define DURATION_DIGITS	7
#define DURATION_NS	3

/* As trace_print_graph_duration() */
static char *put_duration(char *to, u64 duration)
{
	char *begin = to, *end;
	u64 ns = duration % NSEC_PER_USEC;

	to = put_number(to, duration / NSEC_PER_USEC, 0, ' ');
	if (to - begin < DURATION_DIGITS) {
		end = to + 1 + min_t(int, DURATION_NS, DURATION_DIGITS - (to - begin));
		*to++ = '.';
		put_number(to, ns, DURATION_NS, '0');
		to = end;
	}
	end = begin + DURATION_DIGITS + 1;
	to = put_text(to, " us ");
	for (end += strlen(" us "); to < end; to++)
		*to = ' ';
	return to;
}

/* As trace_print_time(): some clocks do not count nanoseconds. */
static void print_abs_time(struct trace_iterator *iter, u64 t)
{
	struct trace_seq *s = &iter->seq;

	if (iter->iter_flags & TRACE_FILE_TIME_IN_NS)
		trace_seq_printf(s, "%5llu.%06llu |  ", t / NSEC_PER_SEC,
				 t % NSEC_PER_SEC / NSEC_PER_USEC);
	else
		trace_seq_printf(s, "%12llu |  ", t);
}

static void print_cpu(struct trace_seq *s, int cpu)
{
	char text[MAX_DIGITS + 4], *end = text;

	*end++ = ' ';
	end = put_number(end, cpu, cpu_digits, ' ');
	end = put_text(end, ") ");
	trace_seq_putmem(s, text, end - text);
}

/* Centred, as in function_graph. */
static void print_proc(struct trace_seq *s, pid_t pid)
{
	char comm[TASK_COMM_LEN];
	int len, spaces;

	trace_find_cmdline(pid, comm);
	comm[7] = '\0';
	len = snprintf(NULL, 0, "%s-%d", comm, pid);
	spaces = max(PROC_WIDTH - len, 0);

	trace_seq_printf(s, "%*s%s-%d%*s | ", spaces / 2, "", comm, pid,
			 spaces - spaces / 2, "");
}

static void print_latency(struct trace_seq *s, struct trace_entry *ent)
{
	trace_seq_putc(s, ' ');
	trace_print_lat_fmt(s, ent);
	trace_seq_puts(s, " | ");
}

/*
 * When a call returned. With duration-tree its record may have been written long after
 * that, and iter->ts is the time of the record. The call has its own times by the clock
 * "local", which is the first in trace_clocks.
 */
static u64 return_time(const struct trace_iterator *iter,
		       const struct func_duration_entry *entry)
{
	return iter->tr->clock_id ? iter->ts : entry->calltime + entry->duration;
}

/* The columns that a call and a comment have in common */
static void print_context(struct trace_iterator *iter, u32 flags, u64 time)
{
	struct trace_seq *s = &iter->seq;

	if (flags & DURATION_PRINT_ABS_TIME)
		print_abs_time(iter, time);
	if (flags & DURATION_PRINT_CPU)
		print_cpu(s, iter->cpu);
	if (flags & DURATION_PRINT_PROC)
		print_proc(s, iter->ent->pid);
	if (iter->tr->trace_flags & TRACE_ITER(LATENCY_FMT))
		print_latency(s, iter->ent);
}

static void print_times(struct trace_seq *s, const struct func_duration_entry *entry,
			u32 flags)
{
	char text[4 * MAX_DIGITS], *end = text;

	end = put_number(end, entry->calltime / NSEC_PER_SEC, 5, ' ');
	*end++ = '.';
	end = put_number(end, entry->calltime % NSEC_PER_SEC, 9, '0');
	end = put_text(end, " |  ");
	*end++ = flags & DURATION_PRINT_OVERHEAD ? trace_find_mark(entry->duration) : ' ';
	*end++ = ' ';
	end = put_duration(end, entry->duration);
	end = put_text(end, "|  ");
	trace_seq_putmem(s, text, end - text);
}

/* Empty if it was not measured: the option was set after the tracer was selected. */
static void print_detail(struct trace_seq *s, bool measured, u64 duration)
{
	char text[2 * MAX_DIGITS], *end = text;

	if (!measured) {
		trace_seq_printf(s, "%*s|  ", DETAIL_WIDTH - 3, "");
		return;
	}
	end = put_text(put_duration(text, duration), "|  ");
	trace_seq_putmem(s, text, end - text);
}

#define PRINT_TIME(name, field, column)					\
	if (flags & DURATION_##name)					\
		print_detail(s, has & DURATION_##name, has ? entry->field : 0);

/* @entry: NULL for a line that has none */
static void print_details(struct trace_seq *s,
			  const struct func_duration_detail_entry *entry, u32 flags)
{
	u32 has = entry ? entry->has : 0;

	DURATION_DETAIL_FIELDS(PRINT_TIME, DURATION_NO_FIELD, DURATION_NO_FIELD)
}

/* The registers, with names and types if the kernel knows them */
static void print_args(struct trace_seq *s, const struct func_duration_detail_entry *entry)
{
	unsigned long args[FGRAPH_ARGS + 1];

	if (!FGRAPH_ARGS)
		return;
	/* In the record they are not aligned. */
	memcpy(args, entry + 1, FGRAPH_ARGS * sizeof(*args));
	btf_print_args(s, entry->common.func, args);
}

/* Behind the function: its arguments, who called it, what it returned, and the task's cgroup */
static void print_behind(struct trace_seq *s, const struct func_duration_detail_entry *entry,
			 u32 flags)
{
	u32 has = entry ? entry->has & flags : 0;

	if (has & DURATION_ARGS)
		print_args(s, entry);
	if (has & DURATION_CALLER)
		trace_seq_printf(s, " <-%pS", (void *)entry->caller);
	if (has & DURATION_RETVAL)
		btf_print_retval(s, entry->common.func, entry->retval);
	if (has & DURATION_CGROUP)
		trace_seq_printf(s, " cgroup=%lu", entry->cgroup);
}

/* As "%*s%ps" */
static void print_function(struct trace_seq *s, const struct func_duration_entry *entry)
{
	static const char blanks[] = "                                ";
	char name[KSYM_SYMBOL_LEN];
	unsigned long width, n;

	for (width = 2UL * entry->depth; width && !trace_seq_has_overflowed(s); width -= n) {
		n = min(width, strlen(blanks));
		trace_seq_putmem(s, blanks, n);
	}
	trace_seq_putmem(s, name, sprint_symbol_no_offset(name, entry->func));
}

static void print_no_times(struct trace_seq *s)
{
	trace_seq_printf(s, "%*s|                |  ", CALLTIME_WIDTH - 1, "");
}

/*
 * Lines
 */

/* @detail: NULL for a record without details. Its size is checked before "has" is read. */
static bool is_complete(const struct trace_iterator *iter,
			const struct func_duration_detail_entry *detail)
{
	if (!detail)
		return iter->ent_size >= (int)sizeof(struct func_duration_entry);
	return iter->ent_size >= (int)sizeof(*detail) &&
	       iter->ent_size >= (int)detail_entry_size(detail->has);
}

static enum print_line_t print_call(struct trace_iterator *iter, u32 flags)
{
	const struct func_duration_entry *entry = (void *)iter->ent;
	const struct func_duration_detail_entry *detail = NULL;
	struct trace_seq *s = &iter->seq;

	if (iter->ent->type == detail_type())
		detail = (void *)iter->ent;
	if (!is_complete(iter, detail))
		return TRACE_TYPE_UNHANDLED;

	if (iter->tr->trace_flags & TRACE_ITER(CONTEXT_INFO)) {
		print_context(iter, flags, return_time(iter, entry));
		print_times(s, entry, flags);
		print_details(s, detail, flags);
	}
	print_function(s, entry);
	print_behind(s, detail, flags);
	if (flags & DURATION_PRINT_OVERRUN)
		trace_seq_printf(s, " (Overruns: %u)", entry->overrun);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

static enum print_line_t print_message(struct trace_iterator *iter)
{
	unsigned long sym_flags = iter->tr->trace_flags & TRACE_ITER_SYM_MASK;
	struct trace_event *event;

	switch (iter->ent->type) {
	case TRACE_BPUTS:
		return trace_print_bputs_msg_only(iter);
	case TRACE_BPRINT:
		return trace_print_bprintk_msg_only(iter);
	case TRACE_PRINT:
		return trace_print_printk_msg_only(iter);
	}
	event = ftrace_find_event(iter->ent->type);
	if (!event)
		return TRACE_TYPE_UNHANDLED;
	return event->funcs->trace(iter, sym_flags, event);
}

/* A marker or another event, in the column of the functions */
static enum print_line_t print_comment(struct trace_iterator *iter, u32 flags)
{
	struct trace_seq *s = &iter->seq;
	enum print_line_t ret;

	if (iter->tr->trace_flags & TRACE_ITER(CONTEXT_INFO)) {
		print_context(iter, flags, iter->ts);
		print_no_times(s);
		print_details(s, NULL, flags);
	}
	trace_seq_puts(s, "/* ");
	ret = print_message(iter);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	if (trace_seq_has_overflowed(s))
		return trace_handle_return(s);
	if (s->buffer[s->seq.len - 1] == '\n')
		s->seq.len--;
	trace_seq_puts(s, " */\n");
	return trace_handle_return(s);
}

/* Before the first line of a cpu in a merged trace, as test_cpu_buff_start(). */
static void print_buffer_start(struct trace_iterator *iter)
{
	if (!(iter->tr->trace_flags & TRACE_ITER(ANNOTATE)) ||
	    !(iter->iter_flags & TRACE_FILE_ANNOTATE))
		return;
	if (!cpumask_available(iter->started) ||
	    cpumask_test_cpu(iter->cpu, iter->started))
		return;
	if (per_cpu_ptr(iter->array_buffer->data, iter->cpu)->skipped_entries)
		return;
	cpumask_set_cpu(iter->cpu, iter->started);

	/* Not before the first line of the trace */
	if (iter->idx > 1)
		trace_seq_printf(&iter->seq, "##### CPU %u buffer started ####\n",
				 iter->cpu);
}

/**
 * duration_print_line - print one record of an array that we trace
 * @iter: the reader; iter->ent is the record
 *
 * The kernel prints stack traces, which take many lines, the raw, hex, bin and fields
 * formats, and buffers from before a reboot, in which our type number may be that of
 * another event.
 *
 * Context: process context; any from ftrace_dump(). Takes no lock.
 * Return: as for struct tracer's print_line.
 */
enum print_line_t duration_print_line(struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;
	u32 flags = tracer_flags(tr);

	if (tr->trace_flags & FOREIGN_FORMATS || tr->text_delta)
		return TRACE_TYPE_UNHANDLED;

	switch (iter->ent->type) {
	case TRACE_FN:
	case TRACE_STACK:
	case TRACE_USER_STACK:
		return TRACE_TYPE_UNHANDLED;
	}

	print_buffer_start(iter);
	if (iter->ent->type == func_duration_type || iter->ent->type == detail_type())
		return print_call(iter, flags);
	return print_comment(iter, flags);
}

#ifdef DURATION_KUNIT
#include "tests/kunit/output_test.c"
#endif
