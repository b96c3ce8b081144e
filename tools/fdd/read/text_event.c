// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of events, as the kernel prints them if the tracer has no format of its own, and
 * as "trace-cmd report" prints all of them:
 *
 *	            bash-1234  (  1234) [000] d..1.  123.456789: event: text
 */
#include <stdlib.h>

#include "lib/scan.h"
#include "read/feed.h"
#include "read/read.h"
#include "read/text_event.h"
#include "read/text_graph.h"

struct head {
	struct fdd_line	line;		/* task, CPU, context and time */
	const char	*event;
	uint32_t	event_len;
	const char	*text;		/* what follows "event:" */
};

/* The time, "123.456789:", with six or nine decimals. */
static const char *scan_stamp(const char *p, struct fdd_line *line)
{
	uint64_t sec, frac;
	const char *q = scan_u64(p, &sec), *r;

	if (!q || q == p || *q != '.' || sec > FDD_MAX_CALLTIME / NSEC_PER_SEC)
		return NULL;
	r = scan_u64(q + 1, &frac);
	if (!r || *r != ':')
		return NULL;
	if (r - q == 7)
		frac *= 1000;
	else if (r - q != 10)
		return NULL;
	line->abstime = sec * NSEC_PER_SEC + frac;
	line->has_abstime = true;
	return r + 1;
}

/* "[000] d..1.  123.456789: event:" */
static bool scan_after_task(const char *p, const char *end, struct head *head)
{
	uint64_t cpu;
	unsigned int len;
	const char *q = scan_u64(p + 1, &cpu);

	if (!q || q == p + 1 || *q != ']' || cpu >= FDD_MAX_CPUS)
		return false;
	head->line.cpu = cpu;
	head->line.has_cpu = true;
	q = skip_blanks(q + 1);
	if (fdd_scan_flags(q, &len, &head->line))
		q = skip_blanks(q + len);
	q = scan_stamp(q, &head->line);
	if (!q)
		return false;
	q = skip_blanks(q);
	head->event = q;
	while (q < end && *q != ':' && (unsigned char)*q > ' ')
		q++;
	head->event_len = q - head->event;
	head->text = q < end && *q == ':' ? q + 1 : q;
	return head->event_len > 0;
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

/* A task name may hold " [": the first position where the rest can be parsed is the CPU. */
static bool scan_head(const char *p, const char *end, struct head *head)
{
	const char *open = p;

	head->line = (struct fdd_line){ .pid = -1, .next = end };
	while (open - p < 64 && (open = memchr(open, '[', end - open))) {
		if (open > p && open[-1] == ' ' &&
		    scan_after_task(open, end, head) &&
		    fdd_scan_task(p, take_tgid(p, open, &head->line), &head->line))
			return true;
		open++;
	}
	return false;
}

static bool event_is(const struct head *head, const char *name)
{
	return strlen(name) == head->event_len &&
	       !memcmp(head->event, name, head->event_len);
}

/* The value of "name=", within the line. */
static const char *field(const char *p, const char *end, const char *name)
{
	size_t len = strlen(name);

	while ((p = memmem(p, end - p, name, len))) {
		if (p[-1] == ' ' || p[-1] == ':')
			return p + len;
		p += len;
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
	if (!q || q == p)
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
	if (has & FDD_HAS_RETVAL && retval) {
		line->retval = strtoull(retval, NULL, 0);
		line->has_retval = true;
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
	call.stamp = line->abstime;
	fdd_text_feed_call(t, line, &call);
	return true;
}

/* trace-cmd prints funcgraph events as the kernel does, behind the event's name. */
static bool funcgraph(struct fdd_text *t, struct fdd_text_cpu *cpu,
		      struct head *head, const char *end)
{
	struct fdd_line *line = &head->line;
	uint8_t context = line->context;
	uint32_t nr = line->cpu;

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
	fdd_text_comment(t, cpu, &head->line,
			 marker ? FDD_NOTE_MARKER : FDD_NOTE_EVENT);
}

bool fdd_text_event(struct fdd_text *t, const char *p, const char *end)
{
	struct fdd_text_cpu *cpu;
	struct head head;

	if (!scan_head(p, end, &head))
		return false;
	cpu = fdd_text_cpu(t, head.line.cpu);
	if (event_is(&head, "func_duration") || event_is(&head, "func_duration_detail"))
		return func_duration(t, cpu, &head, end);
	if (event_is(&head, "funcgraph_entry") || event_is(&head, "funcgraph_exit"))
		return funcgraph(t, cpu, &head, end);
	other(t, cpu, &head, end);
	return true;
}
