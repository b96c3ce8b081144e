// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of events, as the kernel prints them if the tracer has no format of its own, as
 * "trace-cmd report" and "perf script" print all of them:
 *
 *	            bash-1234  (  1234) [000] d..1.  123.456789: event: text
 *	            bash-1234    0d..1.  123.456789: event: text
 *	            bash  1234 [000]  123.456789: system:event: text
 *	            bash    1234   0 1 00000000 00000012 [075bcd15] 1.000ms (+0.012ms): event: text
 *
 * read/GRAMMAR has all forms.
 */
#include <stddef.h>
#include <stdlib.h>

#include "lib/scan.h"
#include "read/feed.h"
#include "read/formats.h"
#include "read/syscall.h"
#include "read/text_event.h"
#include "read/text_graph.h"

struct head {
	struct fdd_line	line;		/* task, CPU, context and time */
	const char	*event;
	uint32_t	event_len;
	const char	*text;		/* what follows "event:" */
	bool		ticks;		/* the time is not in ns */
	bool		joined;		/* the time cannot be separated from the flags */
	bool		of_perf;	/* "system:event:" */
};

/*
 * The time: "123.456789:", with six or nine decimals; in the latency format "123456us+:", with a
 * mark of the time to the next record; "123456:" by a clock that does not count ns.
 */
static const char *scan_stamp(const char *p, struct head *head)
{
	uint64_t sec, frac = 0;
	const char *q = scan_u64(p, &sec), *r = q;

	if (head->joined)
		return p + 1;
	if (!q || q == p)
		return NULL;
	if (*q == '.') {
		r = scan_u64(q + 1, &frac);
		if (!r || (r - q != 7 && r - q != 10) || sec > FDD_MAX_CALLTIME / NSEC_PER_SEC)
			return NULL;
		sec = sec * NSEC_PER_SEC + (r - q == 7 ? frac * 1000 : frac);
	} else if (q[0] == 'u' && q[1] == 's') {
		if (sec > FDD_MAX_CALLTIME / NSEC_PER_USEC)
			return NULL;
		sec *= NSEC_PER_USEC;
		r = q[2] == ':' ? q + 2 : q + 3;
	} else {
		head->ticks = true;
	}
	if (*r != ':' || sec > FDD_MAX_CALLTIME)
		return NULL;
	head->line.abstime = sec;
	head->line.has_abstime = true;
	return r + 1;
}

/* "event: text", "system:event: text" */
static bool scan_event_name(const char *q, const char *end, struct head *head)
{
	head->event = q;
	while (q < end && *q != ':' && (unsigned char)*q > ' ')
		q++;
	/* "0:120:R ==> ..." of the tracer wakeup is no name */
	head->of_perf = q + 1 < end && q[0] == ':' && is_letter(q[1]) && is_letter(*head->event) &&
			memchr(q + 1, ':', end - q - 1);
	if (head->of_perf) {
		head->event = ++q;
		while (q < end && *q != ':' && (unsigned char)*q > ' ')
			q++;
	}
	head->event_len = q - head->event;
	head->text = q < end && *q == ':' ? q + 1 : q;
	return head->event_len > 0;
}

/* "123.456789: event:", "123.456789: system:event:" */
static bool scan_time_and_event(const char *p, const char *end, struct head *head)
{
	const char *q = scan_stamp(skip_blanks(p), head), *event;
	uint64_t period;

	if (!q)
		return false;
	q = skip_blanks(q);
	/* the time since the record before, of trace-cmd report --ts-diff */
	if (q[0] == '(' && q[1] == '+') {
		q = memchr(q, ')', end - q);
		if (!q)
			return false;
		q = skip_blanks(q + 1);
	}
	/* the period, of perf script; osnoise has numbers alone */
	event = is_digit(*q) ? scan_u64(q, &period) : NULL;
	if (event && *event == ' ' && scan_event_name(skip_blanks(event), end, head) &&
	    head->of_perf)
		return true;
	return scan_event_name(q, end, head);
}

static bool set_cpu(uint64_t cpu, struct head *head)
{
	head->line.cpu = cpu;
	head->line.has_cpu = true;
	return cpu < FDD_MAX_CPUS;
}

/* The numbers of trace_entry->flags that are an interrupt */
static enum fdd_context context_of_flags(uint64_t flags)
{
	enum { HARDIRQ = 0x08, SOFTIRQ = 0x10, NMI = 0x40 };

	return flags & NMI ? FDD_CTX_NMI : flags & HARDIRQ ? FDD_CTX_HARDIRQ :
	       flags & SOFTIRQ ? FDD_CTX_SOFTIRQ : FDD_CTX_TASK;
}

#define FLAGS	5	/* letters of tep_data_lat_fmt(), which libtraceevent prints */

/* "d..1.123456789012:" of trace-cmd report --raw-ts, which writes no blank before a long time */
static const char *scan_joined_flags(const char *p, struct fdd_line *line)
{
	char alone[FLAGS + 2] = { [FLAGS] = ' ' };
	unsigned int len;

	for (int i = 0; i < FLAGS; i++) {
		if ((unsigned char)p[i] <= ' ')
			return NULL;
		alone[i] = p[i];
	}
	return is_digit(p[FLAGS]) && fdd_scan_flags(alone, &len, line) ? p + FLAGS : NULL;
}

/*
 * The text after the CPU, if it is flags: "d..1.", or their number with trace-cmd report -R,
 * "-0x9". Older versions print the number with -l alone. With --raw-ts, too, the time follows
 * directly, "-0x9217312535515:", and its begin cannot be found.
 */
static const char *scan_cpu_flags(const char *p, struct head *head)
{
	struct fdd_line *line = &head->line;
	unsigned int len;
	uint64_t flags;
	char *behind;

	if (fdd_scan_flags(p, &len, line))
		return p + len;
	if (!STARTS(p, "-0x"))
		return scan_joined_flags(p, line);
	flags = strtoull(p + 3, &behind, 16);
	head->joined = *behind == ':';
	if (!head->joined) {
		line->context = context_of_flags(flags);
		line->has_context = true;
	}
	return head->joined || *behind == ' ' ? behind : NULL;
}

/* "[000] d..1.  123.456789: event:" */
static bool scan_after_task(const char *p, const char *end, struct head *head)
{
	uint64_t cpu;
	const char *q = scan_u64(p + 1, &cpu), *behind;

	if (!q || q == p + 1 || *q != ']' || !set_cpu(cpu, head))
		return false;
	q = skip_blanks(q + 1);
	behind = is_digit(*q) ? NULL : scan_cpu_flags(q, head);
	return scan_time_and_event(behind ? behind : q, end, head);
}

/* The latency format: "  0d..1.  123.456789: event:" */
static bool scan_latency(const char *p, const char *end, struct head *head)
{
	uint64_t cpu;
	const char *q = scan_u64(skip_blanks(p), &cpu);

	if (!q || !is_digit(q[-1]) || !set_cpu(cpu, head))
		return false;
	q = scan_cpu_flags(q, head);
	return q && scan_time_and_event(q, end, head);
}

/* Remove "(  1234)" or "(-----)", the thread group, from the end. */
static const char *take_tgid(const char *p, const char *end, struct fdd_line *line)
{
	const char *open = end;
	uint64_t tgid;

	while (open > p && open[-1] == ' ')
		open--;
	if (open == p || open[-1] != ')')
		return end;
	for (open--; open > p && *open != '('; open--)
		;
	if (*open != '(')
		return end;
	if (scan_u64(skip_blanks(open + 1), &tgid) && tgid <= INT32_MAX)
		line->tgid = tgid;
	return open;
}

/* "task 1234" or "task 1233/1234" of perf script, with the process before the thread */
static bool scan_perf_task(const char *p, const char *end, struct fdd_line *line)
{
	const char *digits;
	uint64_t pid;

	while (end > p && end[-1] == ' ')
		end--;
	for (digits = end; digits > p && (is_digit(digits[-1]) || digits[-1] == '/'); digits--)
		;
	if (digits == end || digits == p || digits[-1] != ' ' || !is_digit(*digits))
		return false;
	scan_u64(digits, &pid);
	if (memchr(digits, '/', end - digits)) {
		line->tgid = pid;
		digits = (const char *)memchr(digits, '/', end - digits) + 1;
	}
	if (!scan_u64(digits, &pid) || pid > INT32_MAX)
		return false;
	for (end = digits; end > p && end[-1] != ' '; end--)
		;
	while (end > p && end[-1] == ' ')
		end--;
	while (p < end && *p == ' ')
		p++;
	if (p == end || end - p > FDD_LINE_COMM)
		return false;
	line->comm = p;
	line->comm_len = end - p;
	line->pid = pid;
	line->has_pid = true;
	return true;
}

#define MOST_HEAD	64	/* bytes of the task and the process */
#define LATENCY_COMM	8	/* bytes of a task's name in the latency format */
#define MOST_VERBOSE	160	/* bytes before the event, with the option "verbose" */

/*
 * "com.android.systemui-611 ( 611)": systrace puts the names of ps in place of the kernel's, which
 * are cut. They have no blanks, and a process behind them.
 */
static bool scan_long_task(const char *p, const char *end, struct fdd_line *line)
{
	p = skip_blanks(p);
	while (end > p && end[-1] == ' ')
		end--;
	return !memchr(p, ' ', end - p) && !memchr(p, ':', end - p) &&
	       fdd_scan_long_task(p, end, MOST_HEAD, line);
}

/* A task name may hold " [": the first position where the rest can be parsed is the CPU. */
static bool scan_bracket_head(const char *p, const char *end, struct head *head)
{
	const char *open = p, *limit = end - p > MOST_HEAD ? p + MOST_HEAD : end;

	while ((open = memchr(open, '[', limit - open))) {
		if (open > p && open[-1] == ' ' && scan_after_task(open, end, head)) {
			const char *task_end = take_tgid(p, open, &head->line);

			if (fdd_scan_task(p, task_end, &head->line) ||
			    (head->of_perf && scan_perf_task(p, task_end, &head->line)) ||
			    (task_end < open && scan_long_task(p, task_end, &head->line)))
				return true;
		}
		open++;
	}
	return false;
}

/*
 * The same without brackets: the task ends with "-1234". Of its name there are eight characters,
 * "%8.8s" of lat_print_generic(): what is longer begins with the name of an instance.
 */
static bool scan_latency_head(const char *p, const char *end, struct head *head)
{
	const char *dash = p, *limit = end - p > MOST_HEAD ? p + MOST_HEAD : end;

	while ((dash = memchr(dash, '-', limit - dash))) {
		const char *q = ++dash;

		while (is_digit(*q) && q - dash < 11)
			q++;
		if (q > dash && *q == ' ' && fdd_scan_task(p, q, &head->line) &&
		    head->line.comm_len <= LATENCY_COMM && scan_latency(q, end, head))
			return true;
	}
	return false;
}

/* The end of what is before the last word, and the word itself. */
static const char *last_word(const char *p, const char *end, const char **word)
{
	while (end > p && end[-1] == ' ')
		end--;
	while (end > p && end[-1] != ' ')
		end--;
	*word = end;
	return end;
}

/* "    task    1234   0 1 00000000 00000012 ", before @end: PID, CPU, flags, and two more */
static bool scan_verbose_task(const char *p, const char *end, struct head *head)
{
	uint64_t values[3];	/* flags, CPU, PID */
	const char *word;

	end = last_word(p, end, &word);
	end = last_word(p, end, &word);
	for (int i = 0; i < 3; i++) {
		end = last_word(p, end, &word);
		if (!is_digit(*word) || !scan_u64(word, &values[i]))
			return false;
	}
	while (end > p && end[-1] == ' ')
		end--;
	while (p < end && *p == ' ')
		p++;
	if (p == end || end - p > FDD_LINE_COMM || values[2] > INT32_MAX ||
	    !set_cpu(values[1], head))
		return false;
	head->line.comm = p;
	head->line.comm_len = end - p;
	head->line.pid = values[2];
	head->line.has_pid = true;
	head->line.context = context_of_flags(values[0]);
	head->line.has_context = true;
	return true;
}

/* The latency format with the option "verbose": the time in us is the number in brackets. */
static bool scan_verbose_head(const char *p, const char *end, struct head *head)
{
	const char *limit = end - p > MOST_VERBOSE ? p + MOST_VERBOSE : end, *event;
	const char *open = memchr(p, '[', limit - p), *close;
	char *behind;

	close = open ? memchr(open, ']', limit - open) : NULL;
	event = close ? memmem(close, limit - close, "): ", 3) : NULL;
	if (!event || close - open < 9 || !memmem(close, event - close, " (+", 3))
		return false;
	head->line.abstime = strtoull(open + 1, &behind, 16);
	if (behind != close || head->line.abstime > FDD_MAX_CALLTIME / NSEC_PER_USEC ||
	    !scan_verbose_task(p, open, head))
		return false;
	head->ticks = !memmem(close, event - close, "ms (+", 5);
	head->line.abstime *= head->ticks ? 1 : NSEC_PER_USEC;
	head->line.has_abstime = true;
	return scan_event_name(event + 3, end, head);
}

static void begin_head(struct head *head, const char *end)
{
	*head = (struct head){ .line = { .pid = -1, .next = end } };
}

static bool scan_head(const char *p, const char *end, struct head *head)
{
	begin_head(head, end);
	if (scan_bracket_head(p, end, head))
		return true;
	begin_head(head, end);
	if (scan_latency_head(p, end, head))
		return true;
	begin_head(head, end);
	return scan_verbose_head(p, end, head);
}

static bool event_is(const struct head *head, const char *name)
{
	return strlen(name) == head->event_len &&
	       !memcmp(head->event, name, head->event_len);
}

/* The value of "name=", within the line: by the '=', of which a line has few. */
static const char *field(const char *p, const char *end, const char *name)
{
	const char *begin = p;
	ptrdiff_t len = strlen(name);

	for (; (p = memchr(p, '=', end - p)); p++) {
		const char *at = p + 1 - len;

		if (p + 1 - begin >= len && !memcmp(at, name, len) &&
		    (at[-1] == ' ' || at[-1] == ':'))
			return p + 1;
	}
	return NULL;
}

/*
 * A number of a field: "12.345678901" (sec.ns), "0.950" (us.ns) or, with the trace option
 * "fields", "0x1234 (4660)", without a point, in ns.
 */
static bool number(const char *p, uint64_t unit, int decimals, uint64_t *value)
{
	uint64_t whole, frac = 0;
	const char *q;

	if (!p)
		return false;
	if (p[0] == '0' && p[1] == 'x') {
		*value = strtoull(p, NULL, 16);
		return *value < FDD_MAX_CALLTIME;
	}
	q = scan_u64(p, &whole);
	if (!q || q == p || is_letter(*q))
		return false;
	if (*q == '.') {
		const char *r = scan_u64(q + 1, &frac);

		if (!r || r - q != decimals + 1)
			return false;
	} else {
		unit = 1;
	}
	if (whole > FDD_MAX_CALLTIME / unit)
		return false;
	*value = whole * unit + frac;
	return true;
}

/*
 * "func=vfs_read [module]". With the trace option "fields" it is an address, followed by
 * "(vfs_read+0x0/0x40)" or by the address as a decimal number, depending on the kernel.
 */
static bool scan_func_field(const char *p, struct fdd_line *line)
{
	const char *plus;

	if (!p)
		return false;
	if (STARTS(p, "0x")) {
		const char *name = p + strcspn(p, " \n");

		if (name[0] == ' ' && name[1] == '(' && !is_digit(name[2]) &&
		    name[2] != '-')
			p = name + 2;
	}
	fdd_scan_func(p, line);
	plus = memchr(line->name, '+', line->name_len);
	if (!plus)
		plus = memchr(line->name, ')', line->name_len);
	if (plus)
		line->name_len = plus - line->name;
	return line->name_len > 0;
}

/* The fields of func_duration_detail */
static void scan_detail(const char *p, const char *end, struct fdd_line *line)
{
	struct fdd_detail *d = &line->detail;
	const char *retval = field(p, end, "retval="), *caller = field(p, end, "caller=");
	const char *args = field(p, end, "args=");
	const char *close = args ? memchr(args, '}', end - args) : NULL;
	uint64_t has;

	if (!number(field(p, end, "has="), 1, 0, &has))
		return;
	if (has & FDD_HAS_SELF && number(field(p, end, "self="), 1000, 3, &d->self))
		d->has |= FDD_DETAIL_SELF;
	if (has & FDD_HAS_SLEEP && number(field(p, end, "asleep="), 1000, 3, &d->asleep) &&
	    number(field(p, end, "waiting="), 1000, 3, &d->waiting))
		d->has |= FDD_DETAIL_SLEEP;
	if (has & FDD_HAS_IRQ && number(field(p, end, "irq="), 1000, 3, &d->irq))
		d->has |= FDD_DETAIL_IRQ;
	if (has & FDD_HAS_CALLER && caller)
		fdd_scan_caller(caller, end, line);
	if (has & FDD_HAS_CGROUP && number(field(p, end, "cgroup="), 1, 0, &d->cgroup))
		d->has |= FDD_DETAIL_CGROUP;
	if (has & FDD_HAS_RETVAL && retval)
		fdd_scan_value(retval, line);
	if (has & FDD_HAS_ARGS && args && *args == '{' && close) {
		line->args = args + 1;
		line->args_len = close - args - 1;
		d->has |= FDD_DETAIL_ARGS;
	}
}

static bool func_duration(struct fdd_text *t, struct fdd_text_cpu *cpu,
			  struct head *head, const char *end)
{
	struct fdd_line *line = &head->line;
	const char *p = head->text;
	uint64_t depth, overrun;
	struct fdd_call call = { 0 };

	if (!scan_func_field(field(p, end, "func="), line) ||
	    !number(field(p, end, "calltime="), NSEC_PER_SEC, 9, &line->calltime) ||
	    !number(field(p, end, "duration="), 1000, 3, &line->duration) ||
	    !number(field(p, end, "depth="), 1, 0, &depth) ||
	    depth > FDD_MAX_DEPTH || line->duration > FDD_MAX_DURATION)
		return false;
	if (number(field(p, end, "overrun="), 1, 0, &overrun))
		line->overrun = overrun;
	line->depth = depth;
	scan_detail(p, end, line);
	fdd_text_fill_call(t, cpu, line, &call);
	call.calltime = line->calltime;
	call.func = fdd_names_get(&t->m->funcs, line->name, line->name_len);
	if (line->has_abstime)
		call.stamp = line->abstime;
	fdd_text_feed_call(t, line, &call);
	return true;
}

static bool is_entry(const struct head *head)
{
	return event_is(head, "funcgraph_entry") || event_is(head, "fgraph_retaddr_entry");
}

/* Digits and letters up to "f", at least one letter, and nothing else before the next field */
static bool has_letter(const char *p)
{
	bool letter = false;

	for (; is_digit(*p) || (*p >= 'a' && *p <= 'f'); p++)
		letter |= !is_digit(*p);
	return letter && (unsigned char)*p <= ' ';
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * Are the times and the return value hexadecimal, without "0x"? libtraceevent prints them as the
 * event's text does, "%llx" and "%lx"; older ones write "0x" or a decimal number. Where both times
 * have no letter, it is what the record's time is nearer to.
 */
static bool is_hex(struct fdd_text *t, const struct head *head, const char *calltime,
		   const char *rettime)
{
	uint64_t stamp = head->line.abstime;

	if (!calltime || !rettime || calltime[1] == 'x')
		return false;
	t->hex_times |= has_letter(calltime) || has_letter(rettime);
	return t->hex_times || distance(strtoull(rettime, NULL, 16), stamp) <
			       distance(strtoull(rettime, NULL, 10), stamp);
}

static bool raw_number(const char *p, bool hex, uint64_t *value)
{
	if (!hex)
		return number(p, 1, 0, value);
	*value = strtoull(p, NULL, 16);
	return *value < FDD_MAX_CALLTIME;
}

static void raw_retval(const char *p, bool hex, struct fdd_line *line)
{
	char *end;
	uint64_t value;

	if (!hex || (p[0] == '0' && p[1] == 'x')) {
		fdd_scan_value(p, line);
		return;
	}
	value = strtoull(p, &end, 16);
	if (end == p || (unsigned char)*end > ' ')
		return;
	line->retval = fdd_retval(value);
	line->has_retval = true;
}

/*
 * The fields of trace-cmd report -R. The times may be by another clock than that of the records,
 * so only their difference counts.
 */
static bool scan_raw_graph(struct fdd_text *t, const struct head *head, const char *end,
			   struct fdd_line *line)
{
	const char *p = head->text, *retval = field(p, end, "retval=");
	const char *from = field(p, end, "calltime="), *to = field(p, end, "rettime=");
	uint64_t depth, calltime, rettime, overrun;
	bool hex = is_hex(t, head, from, to);

	if (!scan_func_field(field(p, end, "func="), line) ||
	    !number(field(p, end, "depth="), 1, 0, &depth) || depth > FDD_MAX_DEPTH)
		return false;
	line->depth = depth;
	line->kind = is_entry(head) ? FDD_LINE_ENTRY : FDD_LINE_EXIT;
	if (line->kind == FDD_LINE_ENTRY)
		return true;
	if (!raw_number(from, hex, &calltime) || !raw_number(to, hex, &rettime) ||
	    rettime < calltime)
		return false;
	line->duration = rettime - calltime;
	line->has_duration = line->duration < FDD_MAX_DURATION;
	if (number(field(p, end, "overrun="), 1, 0, &overrun))
		line->overrun = overrun;
	if (retval)
		raw_retval(retval, hex, line);
	return line->has_duration;
}

/*
 * The event's own text, of trace-cmd report -N: "--> vfs_read (0)" and "<-- vfs_read (0) (start:
 * 3005d1062f  end: 3005d147de) over: 0 retval: 20". The number after "over: " is the depth again.
 */
static bool scan_plain_graph(const struct head *head, const char *end, struct fdd_line *line)
{
	const char *p = skip_blanks(head->text), *name = p + 4;
	const char *open, *from, *to, *retval;
	uint64_t depth, ns;

	fdd_scan_func(name, line);
	open = line->name + line->name_len;
	if (!line->name_len || !STARTS(open, " (") || !scan_u64(open + 2, &depth) ||
	    depth > FDD_MAX_DEPTH)
		return false;
	line->depth = depth;
	line->kind = *p == '-' ? FDD_LINE_ENTRY : FDD_LINE_EXIT;
	if (line->kind == FDD_LINE_ENTRY)
		return true;
	from = memmem(open, end - open, "(start: ", 8);
	to = from ? memmem(from, end - from, " end: ", 6) : NULL;
	if (!to)
		return false;
	ns = strtoull(to + 6, NULL, 16) - strtoull(from + 8, NULL, 16);
	line->duration = ns;
	line->has_duration = ns < FDD_MAX_DURATION;
	retval = memmem(to, end - to, " retval: ", 9);
	if (retval)
		raw_retval(retval + 9, true, line);
	return line->has_duration;
}

/*
 * trace-cmd prints funcgraph events as the kernel does, behind the event's name, or their fields.
 */
static bool funcgraph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      struct head *head, const char *end)
{
	struct fdd_line *line = &head->line;
	uint8_t context = line->context;
	uint32_t nr = line->cpu;

	if (STARTS(skip_blanks(head->text), "func="))
		return scan_raw_graph(t, head, end, line) && fdd_text_graph(t, cpu, line);
	if (STARTS(skip_blanks(head->text), "--> ") || STARTS(skip_blanks(head->text), "<-- "))
		return scan_plain_graph(head, end, line) && fdd_text_graph(t, cpu, line);
	if (!fdd_scan_tail(head->text, end, line))
		return false;
	line->cpu = nr;
	if (line->context == FDD_CTX_TASK)
		line->context = context;
	if (line->kind == FDD_LINE_COMMENT) {
		fdd_text_comment(t, cpu, line, FDD_NOTE_EVENT);
		return true;
	}
	return line->kind <= FDD_LINE_EXIT && fdd_text_graph(t, cpu, line);
}

static const char *after_symbol(const char *p, const char *end)
{
	const char *colon = memmem(p, end - p, ": ", 2);

	return colon && !memchr(p, ' ', colon - p) ? colon + 2 : p;
}

static bool is_marker(const struct head *head)
{
	return event_is(head, "tracing_mark_write") || event_is(head, "print") ||
	       event_is(head, "bprint") || event_is(head, "bputs");
}

/* trace-cmd prints the writer: "print: tracing_mark_write: text" */
static bool is_programs(const struct head *head, const char *text)
{
	return event_is(head, "tracing_mark_write") ||
	       (event_is(head, "print") && STARTS(text, "tracing_mark_write: "));
}

static void note_syscall(struct fdd_text *t, const struct fdd_text_cpu *cpu,
			 const struct fdd_line *line)
{
	int32_t pid = line->has_pid ? line->pid : cpu->pid;
	struct fdd_open_task *task = fdd_entries_task(&t->syscalls, t->source, pid, line->cpu);
	struct fdd_syscall call;

	if (!task || !line->has_abstime ||
	    !fdd_syscall_scan(line->text, line->text + line->text_len, &call))
		return;
	task->in_syscall = !call.ends;
	task->comm = line->has_pid ? fdd_names_get(&t->m->comms, line->comm, line->comm_len) :
				     cpu->comm;
	task->syscall = (struct fdd_open_syscall){ .time = line->abstime, .nr = call.nr };
	if (call.name_len)
		task->syscall.func = fdd_syscall_func(&t->m->funcs, call.name, call.name_len);
}

static void other(struct fdd_text *t, struct fdd_text_cpu *cpu,
		  struct head *head, const char *end)
{
	bool marker = is_marker(head);
	const char *text = marker ? skip_blanks(head->text) : head->event;

	head->line.by_program = is_programs(head, text);
	if (event_is(head, "print"))
		text = after_symbol(text, end);
	while (end > text && (unsigned char)end[-1] <= ' ')
		end--;
	head->line.text = text;
	head->line.text_len = end - text;
	if (t->want_open && STARTS(text, "sys_"))
		note_syscall(t, cpu, &head->line);
	fdd_text_comment(t, cpu, &head->line,
			 marker ? FDD_NOTE_MARKER : FDD_NOTE_EVENT);
}

static bool take_event(struct fdd_text *t, struct head *head, const char *end)
{
	struct fdd_text_cpu *cpu = fdd_text_cpu(t, head->line.cpu);

	t->ticks |= head->ticks;
	if (event_is(head, "func_duration") || event_is(head, "func_duration_detail"))
		return func_duration(t, cpu, head, end);
	if (is_entry(head) || event_is(head, "funcgraph_exit"))
		return funcgraph(t, cpu, head, end);
	other(t, cpu, head, end);
	return true;
}

bool fdd_text_event(struct fdd_text *t, const char *p, const char *end)
{
	struct head head;

	return scan_head(p, end, &head) && take_event(t, &head, end);
}

/* "trace 2.txt:12:" of grep -n is one file, not one for each line. */
static size_t name_len(const char *name, const char *end)
{
	const char *p = end;

	while (p > name && is_digit(p[-1]))
		p--;
	return p < end && p - 1 > name && p[-1] == ':' ? p - 1 - name : end - name;
}

#define MOST_NAME	80	/* bytes of the name of an instance or a file */

/*
 * "one:           bash-1234 [000] ...": trace-cmd report of several instances or files writes the
 * name of each before the task. "tmux: server" is a task.
 */
bool fdd_text_instance_event(struct fdd_text *t, const char *p, const char *end)
{
	const char *name = skip_blanks(p), *colon = name;
	const char *limit = end - name > MOST_NAME ? name + MOST_NAME : end;
	struct head head;
	bool taken;

	while ((colon = memchr(colon, ':', limit - colon))) {
		colon++;
		if (*colon != ' ' || colon - 1 == name || !scan_head(colon, end, &head))
			continue;
		fdd_text_set_instance(t, name, name_len(name, colon - 1));
		taken = take_event(t, &head, end);
		fdd_text_set_instance(t, NULL, 0);
		return taken;
	}
	return false;
}

/* The time right before the event, and the CPU: what is left of a line that was cut. */
static void scan_cut_head(const char *p, const char *event, struct head *head)
{
	const char *word, *open = event > p ? memchr(p, '[', event - p) : NULL;
	uint64_t cpu;

	if (event > p && event[-1] == ':') {	/* "ftrace:" of perf */
		last_word(p, event, &word);
		event = word;
	}
	last_word(p, event, &word);
	if (is_digit(*word) && !scan_stamp(word, head))
		head->line.has_abstime = false;
	if (open && is_digit(open[1])) {
		word = scan_u64(open + 1, &cpu);
		if (word && *word == ']' && cpu < FDD_MAX_CPUS)
			set_cpu(cpu, head);
	}
}

#define MOST_CUT	200	/* bytes before the event */

/*
 * "1072.028308: funcgraph_entry: ..." and other lines of which people have cut the task, or which
 * perf script -F prints without it. It is unknown then.
 */
bool fdd_text_cut_event(struct fdd_text *t, const char *p, const char *end)
{
	static const char *const names[] = {
		"funcgraph_entry:", "funcgraph_exit:", "fgraph_retaddr_entry:",
		"func_duration:", "func_duration_detail:",
	};
	const char *limit = end - p > MOST_CUT ? p + MOST_CUT : end;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *event = memmem(p, limit - p, names[i], strlen(names[i]));
		struct head head;

		if (!event || (event > p && event[-1] != ' ' && event[-1] != ':'))
			continue;
		begin_head(&head, end);
		scan_cut_head(p, event, &head);
		return scan_event_name(event, end, &head) && take_event(t, &head, end);
	}
	return false;
}
