// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of the events at the begin and the end of interrupts and of work items:
 *
 *	irq_handler_entry: irq=24 name=nvme0q1
 *	irq_handler_exit: irq=24 ret=handled
 *	softirq_entry: vec=1 [action=TIMER]
 *	local_timer_entry: vector=236
 *	workqueue_execute_start: work struct 0xffff8880: function blk_mq_run_work_fn
 *	workqueue_execute_end: work struct 0xffff8880: function blk_mq_run_work_fn
 */
#include <string.h>

#include "lib/util.h"
#include "read/work.h"

/* An event, and its name: what follows @word up to @stop, or the name of the event. */
static const struct event {
	const char	*begin, *end;	/* names of the events; NULL: "X_entry", "X_exit" */
	enum fdd_work	work;
	const char	*word;		/* NULL: the name is that of the event, without "_entry" */
	char		stop;
} events[] = {
	{ "irq_handler_entry", "irq_handler_exit", FDD_WORK_IRQ, "irq=", '\0' },
	{ "softirq_entry", "softirq_exit", FDD_WORK_SOFTIRQ, "[action=", ']' },
	{ "workqueue_execute_start", "workqueue_execute_end", FDD_WORK_QUEUED, "function ", ' ' },
	{ NULL, NULL, FDD_WORK_IRQ, NULL, '\0' },
};

static bool is(const char *p, size_t len, const char *name)
{
	return strlen(name) == len && !memcmp(p, name, len);
}

static bool ends_with(const char *p, size_t len, const char *tail)
{
	size_t n = strlen(tail);

	return len > n && !memcmp(p + len - n, tail, n);
}

/* Interrupts of irq_vectors have a vector as their only field. */
static bool is_vector(const char *p, size_t len, const char *rest, const char *end)
{
	return (ends_with(p, len, "_entry") || ends_with(p, len, "_exit")) &&
	       end - rest > 7 && !memcmp(rest, "vector=", 7);
}

static void set_name(struct fdd_note *note, const struct event *e, size_t name, const char *rest)
{
	const char *end = note->text + note->len, *from = note->text, *stop;

	if (!e->word) {
		note->name_len = name - strlen(note->work_ends ? "_exit" : "_entry");
		return;
	}
	from = memmem(rest, end - rest, e->word, strlen(e->word));
	if (!from)
		return;
	from += strlen(e->word);
	stop = memchr(from, e->stop, end - from);
	note->name_at = from - note->text;
	note->name_len = (stop ? stop : end) - from;
}

void fdd_work_scan(struct fdd_note *note)
{
	const char *p = note->text, *end = p + note->len, *colon, *rest;
	size_t len;

	colon = note->len > 8 && note->len < 512 ? memchr(p, ':', note->len) : NULL;
	if (!colon || end - colon < 3)
		return;
	len = colon - p;
	for (rest = colon + 1; rest < end && *rest == ' '; rest++)
		;
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		const struct event *e = &events[i];

		if (e->begin ? !is(p, len, e->begin) && !is(p, len, e->end) :
			       !is_vector(p, len, rest, end))
			continue;
		note->work = e->work;
		note->work_ends = e->begin ? is(p, len, e->end) : ends_with(p, len, "_exit");
		set_name(note, e, len, rest);
		return;
	}
}
