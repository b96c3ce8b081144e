// SPDX-License-Identifier: GPL-2.0
/* Reader of traces as text. */
#include <stdlib.h>

#include "lib/scan.h"
#include "read/feed.h"
#include "read/foreign.h"
#include "read/formats.h"
#include "read/text_bytes.h"
#include "read/text_event.h"
#include "read/text_graph.h"
#include "read/text_journal.h"
#include "read/text_markup.h"
#include "read/text_prefix.h"

#define BUFFER_SIZE	(1 << 20)	/* also the longest line */
#define FIRST_BYTES	4096		/* that say what a text is */
#define READ_SIZE	(1 << 18)	/* of one read(): it stays in the L2 cache */
#define FEW_LINES	16		/* whose functions are looked up at once */
#define MAX_JOIN	32		/* lines that one record may take */
#define MAX_WRAPS	4		/* lines that a mailer makes of one */
#define LEAST_WRAPPED	66		/* bytes of a broken line and the next word */
#define MOST_PREFIX	160		/* bytes before a line */
#define MAX_WRAPPED	1024		/* and their bytes */
#define BYTES_PAD	(FDD_SCAN_PAD + 8)	/* behind the buffer: and a newline, and a rest */
#define JOIN_BYTES	16384		/* for each line of a trace, see may_join() */
#define MOST_JOIN_BYTES	(1u << 26)
#define MARKUP_LINES	1000		/* that are looked at for markup */
#define JOIN_COST	64		/* to parse a line, in bytes */
#define MAX_EMPTY	(1 << 24)	/* bytes of empty lines before the first line of a trace */

/* The text of an event begins with its name, the text of a marker does not. */
static enum fdd_note_kind comment_kind(const struct fdd_line *line)
{
	const char *p = line->text, *end = p + line->text_len;
	bool underscore = false;

	for (; p < end; p++) {
		if (*p == '_')
			underscore = true;
		else if (!((*p >= 'a' && *p <= 'z') || is_digit(*p)))
			break;
	}
	return underscore && end - p >= 2 && p[0] == ':' && p[1] == ' ' ?
	       FDD_NOTE_EVENT : FDD_NOTE_MARKER;
}

/* A line of function_duration, the most frequent case. */
static bool duration_call(struct fdd_text *t, struct fdd_text_cpu *cpu,
			  const struct fdd_line *line)
{
	struct fdd_call call = { 0 };

	if (!line->has_duration || line->depth > FDD_MAX_DEPTH)
		return false;
	t->src->no_depths |= line->no_depth;
	fdd_text_fill_call(t, cpu, line, &call);
	call.calltime = line->calltime;
	if (line->name) {
		call.func = fdd_names_get(&t->m->funcs, line->name, line->name_len);
	} else {
		/* Early versions of the tracer printed "}" instead of a name. */
		call.func = FDD_FUNC_UNKNOWN;
		t->src->no_entry++;
	}
	if (line->has_abstime)
		call.stamp = line->abstime;
	fdd_text_feed_call(t, line, &call);
	return true;
}

/* Invalidate the cached starts of lines. */
static void forget_starts(struct fdd_text *t)
{
	t->starts_valid++;
}

/* Skip "TASK-PID |", if there is one. Returns NULL if the line has another form. */
static const char *scan_start_task(struct fdd_text *t, const char *p, struct fdd_call *call)
{
	struct fdd_line task;
	const char *bar = p;

	if (is_digit(*p))
		return p;
	while (*bar != '|' && *bar != '\n')
		bar++;
	if (*bar != '|' || !fdd_scan_task(p, bar, &task))
		return NULL;
	call->pid = task.pid;
	call->comm = fdd_names_get(&t->m->comms, task.comm, task.comm_len);
	return skip_blanks(bar + 1);
}

/* Parse the beginning of a line. Returns false if it has another form or is too long. */
static bool scan_start(struct fdd_text *t, const char *p, struct fdd_text_start *start)
{
	const struct fdd_text_cpu *cpu;
	const char *begin = p;
	uint64_t nr, seconds;
	size_t len;

	p = skip_blanks(p);
	if (!is_digit(*p) || !(p = scan_u64(p, &nr)) || *p != ')' || nr >= FDD_MAX_CPUS)
		return false;
	cpu = fdd_text_cpu(t, nr);
	if (cpu->irq_depth)
		return false;
	start->call = (struct fdd_call){
		.source = t->source, .cpu = nr, .pid = cpu->pid, .comm = cpu->comm,
	};
	p = scan_start_task(t, skip_blanks(p + 1), &start->call);
	if (!p || !is_digit(*p) || !(p = scan_u64(p, &seconds)) || *p != '.' ||
	    seconds > FDD_MAX_CALLTIME / NSEC_PER_SEC)
		return false;
	start->call.calltime = seconds * NSEC_PER_SEC;
	start->call.stack = fdd_stack_number(t->m, &start->call);
	len = p + 1 - begin;
	if (len < 8 || len > sizeof(start->text))
		return false;
	if (len != t->start_len)
		forget_starts(t);
	t->start_len = len;
	memcpy(start->text, begin, len);
	start->valid = t->starts_valid;
	t->src->no_contexts = true;
	t->src->no_tasks |= start->call.pid < 0;
	return true;
}

/* The same for a line whose beginning is cached, else NULL. */
static const struct fdd_text_start *line_start(struct fdd_text *t, const char *p)
{
	struct fdd_text_start *start;
	uint64_t first;

	memcpy(&first, p, 8);
	start = &t->starts[first * 0x9e3779b97f4a7c15ull / (UINT64_MAX / FDD_TEXT_STARTS + 1)];
	if (start->valid == t->starts_valid && scan_same(p, start->text, t->start_len))
		return start;
	start->valid = 0;
	return scan_start(t, p, start) ? start : NULL;
}

/* The function that is all of a line from @name on, or UINT32_MAX. */
static uint32_t new_func(struct fdd_text *t, const char *name, const char *end)
{
	if (*name < 'A' || *name > 'z' || scan_func(name) != end || fdd_is_cut_off(name, end))
		return UINT32_MAX;
	return fdd_names_get(&t->m->funcs, name, end - name);
}

/* A line of which all is known but the number of its function */
struct fast_line {
	struct fdd_name_key key;
	const char	*name, *end;
};

/*
 * Fast path for most lines, with a name and nothing behind it:
 *
 *	CPU) [TASK-PID |] CALLTIME |  M DURATION | name
 *
 * The columns have constant offsets, so that the CPU need not parse one to find the next. Returns
 * false if the line has another form.
 */
static bool fast_line(struct fdd_text *t, const char *p, struct fdd_call *call,
		      struct fast_line *line)
{
	const struct fdd_text_start *start = line_start(t, p);
	uint32_t sec_ns, duration, blanks;
	const char *column;

	if (!start)
		return false;
	p += t->start_len;
	if (!scan_times(p, &sec_ns, &duration))
		return false;
	column = p + SCAN_TIMES;
	line->name = scan_last_column(column, &line->end);
	if (!line->name)
		return false;
	fdd_names_ask(&t->m->funcs, line->name, line->end - line->name, &line->key);
	*call = start->call;
	call->calltime += sec_ns;
	call->duration = duration;
	blanks = line->name - column;
	call->depth = blanks > 2 ? blanks / 2 - 1 : 0;
	return true;
}

static uint32_t func_of_line(struct fdd_text *t, const struct fast_line *line)
{
	uint32_t func = fdd_names_func(&t->m->funcs, &line->key);

	return func == UINT32_MAX ? new_func(t, line->name, line->end) : func;
}

/* Lines of a trace were found. */
static void found(struct fdd_text *t, unsigned int lines)
{
	t->known |= lines > 0;
	if (t->join_bytes < MOST_JOIN_BYTES)
		t->join_bytes += lines * JOIN_BYTES;
}

/*
 * Take the next few lines that have this form. Returns the line behind them: if it is the first
 * one, the caller parses it in the general way. Lines behind one whose function is none are parsed
 * in vain, so after that it is one line, then two, and so on.
 */
static const char *fast_lines(struct fdd_text *t, const char *p, const char *limit)
{
	struct fast_line lines[FEW_LINES];
	unsigned int most, nr, taken;
	struct fdd_call *calls = fdd_feed_room(t->feed, t->few_lines, &most);
	const char *next = p;

	for (nr = 0; nr < most && next < limit; nr++) {
		fdd_feed_claim(&calls[nr]);
		if (!fast_line(t, next, &calls[nr], &lines[nr]))
			break;
		next = lines[nr].end + 1;
	}
	for (taken = 0; taken < nr; taken++) {
		uint32_t func = func_of_line(t, &lines[taken]);

		if (func == UINT32_MAX)
			break;
		calls[taken].func = func;
		p = lines[taken].end + 1;
	}
	t->few_lines = taken < nr ? 1 : t->few_lines < FEW_LINES ? t->few_lines * 2 : FEW_LINES;
	t->line_nr += taken;
	found(t, taken);
	fdd_feed_filled(t->feed, taken);
	return p;
}

/* Most traces have one form: after so many lines of another one, one in as many is tried. */
#define OTHER_LINES	64

static const char *try_fast_lines(struct fdd_text *t, const char *p, const char *limit)
{
	const char *next = p;

	if (t->other_lines < OTHER_LINES || t->other_lines % OTHER_LINES == 0)
		next = fast_lines(t, p, limit);
	t->other_lines = next == p ? t->other_lines + 1 : 0;
	return next;
}

/* Is nothing behind its name? */
static bool ends_with_name(const struct fdd_line *line)
{
	return line->name && (is_letter(*line->name) || *line->name == '_') &&
	       line->name[line->name_len] == '\n';
}

static bool take_known_line(struct fdd_text *t, struct fdd_line *line)
{
	struct fdd_text_cpu *cpu = fdd_text_cpu(t, line->cpu);

	switch (line->kind) {
	case FDD_LINE_COMMENT:
		fdd_text_comment(t, cpu, line, comment_kind(line));
		return true;
	case FDD_LINE_IRQ_ENTRY:
		forget_starts(t);
		cpu->irq_depth++;
		t->irq_marks = true;
		return true;
	case FDD_LINE_IRQ_EXIT:
		if (cpu->irq_depth)
			cpu->irq_depth--;
		return true;
	}
	if (line->has_calltime)
		return duration_call(t, cpu, line);
	/* function_graph writes "();" behind each name, or "() {" where there is no duration yet */
	if (line->kind == FDD_LINE_PLAIN &&
	    (!t->src->tracer || !strcmp(t->src->tracer, "function_graph"))) {
		bool entry = !line->has_duration && ends_with_name(line);

		line->cut |= t->src->tracer || entry;
		line->kind = entry ? FDD_LINE_ENTRY : line->kind;
	}
	return fdd_text_graph(t, cpu, line);
}

static bool take_line(struct fdd_text *t, struct fdd_line *line)
{
	bool taken = take_known_line(t, line);

	found(t, taken);
	return taken;
}

static bool take_event(struct fdd_text *t, const char *p, const char *end)
{
	bool taken = fdd_text_event(t, p, end);

	found(t, taken);
	return taken;
}

static void set_string(char **s, const char *text, const char *end)
{
	while (end > text && (unsigned char)end[-1] <= ' ')
		end--;
	free(*s);
	*s = xstrndup(text, end - text);
}

/* "# entries-in-buffer/entries-written: 205/1000   #P:2" */
static void scan_entries(struct fdd_text *t, const char *p)
{
	uint64_t kept, written;

	p = scan_u64(skip_blanks(p), &kept);
	if (!p || *p != '/' || !scan_u64(p + 1, &written))
		return;
	if (written > kept)
		t->src->overwritten += written - kept;
}

/* A line of a tracer's header, with a word of it or with none at all */
static bool is_header(const char *p, const char *end)
{
	static const char *const words[] = {
		"TASK", "DURATION", "FUNCTION", "=> ", " delay", "latency", "task: ",
	};
	const char *q = p;

	while (q < end && (*q < 'A' || *q > 'z'))
		q++;
	if (q == end)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (memmem(p, end - p, words[i], strlen(words[i])))
			return true;
	return false;
}

static bool take_plain(struct fdd_text *t, const char *p, const char *end)
{
	struct fdd_line line = { .columns = t->columns };

	if (fdd_scan_line(p, end, &line) && line.next == end && !line.open_comment)
		return take_line(t, &line);
	return take_event(t, p, end);
}

/* "CPU:1 [LOST 23 EVENTS]" of the kernel, "CPU:1 [23 EVENTS DROPPED]" of trace-cmd */
static bool take_lost(struct fdd_text *t, const char *p, const char *end)
{
	struct fdd_note note = { .kind = FDD_NOTE_LOST, .source = t->source };
	uint64_t cpu;

	p = skip_blanks(p);
	if (!STARTS(p, "CPU:") || !(p = scan_u64(p + 4, &cpu)))
		return false;
	p = skip_blanks(p);
	if (*p != '[' || !memmem(p, end - p, "EVENTS", 6))
		return false;
	p = STARTS(p, "[LOST ") ? p + 6 : p + 1;
	if (is_digit(*p) && !scan_u64(p, &note.count))
		return false;
	note.cpu = cpu < FDD_MAX_CPUS ? cpu : 0;
	note.no_time = true;
	note.pid = -1;
	t->lost_at = t->last;
	fdd_feed_note(t->feed, &note);
	return true;
}

/*
 * TAP writes "# " before each line, and a line may begin with an overhead mark. A line of a
 * header, "# task-1 ...", has no time and no duration.
 */
static bool take_behind_hashes(struct fdd_text *t, const char *p, const char *end)
{
	const char *behind = fdd_text_hashes(p);

	return behind != p && behind < end && *behind != '#' &&
	       (take_plain(t, behind, end) || take_lost(t, behind, end));
}

static bool take_header(struct fdd_text *t, const char *p, const char *end)
{
	static const char entries[] = "# entries-in-buffer/entries-written:";
	static const char tracer[] = "# tracer: ";
	static const char columns[] = " DURATION ";

	/* it may be indented, as a block of a page or of a diff */
	p = skip_blanks(p);
	if (*p != '#')
		return false;
	while (p[0] == '#' && p[1] == ' ' && p[2] == '#')
		p += 2;
	if (STARTS(p, tracer)) {
		p += sizeof(tracer) - 1;
		if (fdd_text_frame_learn(&t->frame, p - (sizeof(tracer) - 1), end))
			end = p + strcspn(p, "$`'\"\\|\n");
		set_string(&t->src->tracer, p, end);
		t->known = true;
		fdd_text_graph_begin(t);
	} else if (STARTS(p, entries)) {
		scan_entries(t, p + sizeof(entries) - 1);
	} else if (memmem(p, end - p, columns, sizeof(columns) - 1)) {
		t->columns = fdd_scan_columns(p, end);
	} else if (take_behind_hashes(t, p, end)) {
		return true;
	} else if (!t->known && !is_header(p, end)) {
		t->strange += end - p;
	}
	return true;
}

/*
 * " 0)  task-1  =>  task-2": the CPU switches to the second task. Early kernels put "| " before,
 * and "-1" for a task that was not known.
 */
static bool take_switch_at(struct fdd_text *t, const char *p, const char *arrow, const char *end)
{
	struct fdd_line from = { .pid = -1 }, to = { .pid = -1 };
	struct fdd_text_cpu *cpu;
	uint64_t nr;

	p = skip_blanks(p);
	if (p[0] == '|' && p[1] == ' ')
		p = skip_blanks(p + 1);
	if (!is_digit(*p) || !(p = scan_u64(p, &nr)) || *p != ')' || nr >= FDD_MAX_CPUS)
		return false;
	while (end > arrow && (unsigned char)end[-1] <= ' ')
		end--;
	if (!fdd_scan_task(p + 1, arrow, &from) ||
	    !fdd_scan_task(arrow + 4, end, &to))
		return false;
	cpu = fdd_text_cpu(t, nr);
	if (cpu->pid < 0 && from.comm_len && from.comm[from.comm_len - 1] != '-') {
		fdd_feed_task_named(t->feed, t->source, nr, from.pid);
		fdd_text_graph_named(t, nr, from.pid);
	}
	forget_starts(t);
	cpu->pid = to.pid;
	cpu->comm = fdd_names_get(&t->m->comms, to.comm, to.comm_len);
	return true;
}

static bool take_switch(struct fdd_text *t, const char *p, const char *end)
{
	const char *arrow = memmem(p, end - p, " => ", 4);

	return arrow && take_switch_at(t, p, arrow, end);
}

/* function_graph prints overruns on a separate line. */
static bool take_overruns(struct fdd_text *t, const char *p)
{
	uint64_t overruns;

	p = skip_blanks(p);
	if (!STARTS(p, "(Overruns: ") || !scan_u64(p + 11, &overruns))
		return false;
	if (overruns > t->overruns)
		t->overruns = overruns;
	return true;
}

/* A frame of perf script -g: "ffffffff81001000 name+0x10 ([kernel.kallsyms])", below its event */
static bool is_frame(const char *p, const char *end)
{
	const char *digits = p;

	while (is_digit(*p) || (*p >= 'a' && *p <= 'f'))
		p++;
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	return p > digits && p - digits <= 16 && *p == ' ' && end[-1] == ')' &&
	       memmem(p, end - p, " (", 2);
}

/* Lines without calls. */
static bool is_decoration(const char *p, const char *end)
{
	static const char *const starts[] = {
		"------", "=> ", "<stack trace>", "<user stack trace>",
		"version = ", "cpus=", "Dumping ftrace buffer:", "(ftrace buffer empty)",
	};
	const char *q = p;

	while (q < end && (unsigned char)*q <= ' ')
		q++;
	if (q == end)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (*q == *starts[i] && !strncmp(q, starts[i], strlen(starts[i])))
			return true;
	return is_frame(q, end) || (STARTS(q, "CPU ") && memmem(q, end - q, " is empty", 9));
}

/* Any line that is not a call of function_duration or function_graph. */
static bool take_other(struct fdd_text *t, const char *p, const char *end)
{
	return take_header(t, p, end) || take_lost(t, p, end) ||
	       take_switch(t, p, end) || take_overruns(t, p) ||
	       is_decoration(p, end) || take_event(t, p, end);
}

static const char *line_end(const char *p)
{
	return (const char *)rawmemchr(p, '\n') + 1;
}

/*
 * Joined lines are parsed again with each further line. In a text that is not a trace this would
 * take most of the time, so lines of a trace allow for it.
 */
static bool may_join(struct fdd_text *t, size_t len)
{
	len += JOIN_COST;
	if (t->join_bytes < len)
		return false;
	t->join_bytes -= len;
	return true;
}

/*
 * A task's name or a marker may hold newlines, so a record may continue in the next lines.
 * A comment continues until it is closed. Other lines are joined only if parsing the first
 * one fails and parsing the joined lines succeeds.
 */
static const char *join_lines(struct fdd_text *t, const char *p,
			      const char *end, const char *limit)
{
	struct fdd_line line = { .columns = t->columns };

	for (int i = 1; i < MAX_JOIN; i++) {
		if (end == limit) {
			t->need_more = !t->at_end;
			return NULL;
		}
		end = line_end(end);
		if (!may_join(t, end - p))
			return NULL;
		t->line_nr++;
		if (fdd_scan_line(p, end, &line) && line.next == end &&
		    !line.open_comment && take_line(t, &line))
			return end;
		if (take_event(t, p, end))
			return end;
	}
	return NULL;
}

/*
 * A mailer puts a newline in place of a blank of a long line, and its own mark before what follows.
 * The lines are put together in a buffer, because the next one is parsed by itself if this fails.
 */
static const char *join_wrapped(struct fdd_text *t, const char *p, const char *end,
				const char *limit)
{
	char text[MAX_WRAPPED + FDD_SCAN_PAD] = "";
	const char *next = end;
	size_t len = end - p;

	if (len > MAX_WRAPPED)
		return NULL;
	memcpy(text, p, len);
	for (int i = 1; i < MAX_WRAPS && next < limit; i++) {
		const char *from = fdd_text_prefix(next);

		next = line_end(next);
		if (from == next || len + (next - from) > MAX_WRAPPED || !may_join(t, len))
			return NULL;
		text[len - 1] = ' ';
		memcpy(text + len, from, next - from);
		len += next - from;
		if (take_plain(t, text, text + len)) {
			t->line_nr += i;
			return next;
		}
	}
	return NULL;
}

/* "next_pid=0 ...", "==> next_comm=...": the rest of an event whose line a mailer broke */
static bool is_rest_of_event(const char *p, const char *limit)
{
	const char *q;

	if (p >= limit)
		return false;
	p = skip_blanks(fdd_text_prefix(p));
	if (STARTS(p, "==> "))
		return true;
	for (q = p; is_letter(*q) || is_digit(*q) || *q == '_'; q++)
		;
	return q > p && *q == '=' && (unsigned char)q[1] > ' ';
}

/* The same for an event, whose first line can be parsed without the other ones. */
static const char *join_event(struct fdd_text *t, const char *p, const char *end,
			      const char *limit)
{
	char text[MAX_WRAPPED + FDD_SCAN_PAD] = "";
	const char *next = end;
	size_t len = end - p;
	int lines = 0;

	if (len > MAX_WRAPPED)
		return NULL;
	memcpy(text, p, len);
	for (; lines < MAX_WRAPS && is_rest_of_event(next, limit); lines++) {
		const char *from = skip_blanks(fdd_text_prefix(next));

		/* a mailer breaks a line only where the next word has no room */
		if (end - p + strcspn(from, " \n") < LEAST_WRAPPED)
			break;
		p = next;
		next = end = line_end(next);
		if (len + (next - from) > MAX_WRAPPED)
			return NULL;
		text[len - 1] = ' ';
		memcpy(text + len, from, next - from);
		len += next - from;
	}
	if (!lines || !take_event(t, text, text + len))
		return NULL;
	t->line_nr += lines;
	return next;
}

/* Does a line have "-1234" of a task, or "0)"? Else what follows it is a line of its own. */
static bool has_task(const char *p, const char *end)
{
	for (const char *q = p; q + 1 < end && q - p < MAX_WRAPPED; q++)
		if ((q[0] == '-' && is_digit(q[1])) || (is_digit(q[0]) && q[1] == ')'))
			return true;
	return false;
}

/* An event with the name of an instance before it, or without its task. */
static bool take_cut_event(struct fdd_text *t, const char *p, const char *end)
{
	bool taken = fdd_text_instance_event(t, p, end) || fdd_text_cut_event(t, p, end);

	found(t, taken);
	return taken;
}

/* What a line has behind the prefixes of its transport. */
static bool take_behind_prefix(struct fdd_text *t, const char *p, const char *end)
{
	const char *behind = fdd_text_prefix(p);

	if (behind == p || behind >= end)
		return false;
	t->prefixed = take_plain(t, behind, end) || take_other(t, behind, end) ||
		      take_cut_event(t, behind, end);
	return t->prefixed;
}

/* "0) ", the time "1.000001 |" or "1 us |": what a line may begin with */
static bool is_first_column(const char *p, bool joined)
{
	const char *unit;

	while (is_digit(*p))
		p++;
	if (p[0] == ')' && p[1] == ' ')
		return true;
	if (joined)
		return false;
	if (*p == '.')
		for (p++; is_digit(*p); p++)
			;
	unit = fdd_scan_unit(p);
	return STARTS(unit ? unit : p, " |");
}

/*
 * Whatever else a tool writes before a line, as "(XEN) ", "+" of diff or "trace:" of grep. What a
 * line begins with is found in it, if no column is before it. Within quotes a name may end with
 * what is not of it.
 */
static bool take_behind_other(struct fdd_text *t, const char *p, const char *end)
{
	const char *limit = end - p > MOST_PREFIX ? p + MOST_PREFIX : end;

	/* quotes around the line are not of a name, either */
	if (*p == end[-2] && (*p == '`' || *p == '\''))
		((char *)end)[-2] = ' ';
	for (const char *q = p + 1; q < limit && q[-1] != '|' && q[-1] != '"'; q++)
		if (is_digit(*q) && !is_digit(q[-1]) && q[-1] != '.' &&
		    is_first_column(q, q[-1] == '-') && take_plain(t, q, end))
			return true;
	return false;
}

/* The text of a marker or of an event, which may have tabs of its own; or the end */
static const char *text_column(const char *p, const char *end)
{
	const char *text = memmem(p, end - p, "/*", 2), *name;

	if (text || memmem(p, end - p, " |", 2))
		return text ? text : end;
	text = memmem(p, end - p, ": ", 2);
	name = text ? memchr(text + 2, ':', end - text - 2) : NULL;
	for (text = name ? name + 1 : end; text < end && (*text == ' ' || *text == '\t'); text++)
		;
	return text;
}

/* Are there tabs between the columns? */
static bool has_tabs(const char *p, const char *end)
{
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	return memchr(p, '\t', text_column(p, end) - p);
}

/* A terminal or an editor has put tabs in place of blanks. */
static __attribute__((cold)) bool take_with_tabs(struct fdd_text *t, const char *p, const char *end)
{
	char text[MAX_WRAPPED + FDD_SCAN_PAD] = "";
	const char *from;
	size_t len = 0;

	p = fdd_text_prefix(p);
	if (end - p > MAX_WRAPPED || !has_tabs(p, end))
		return false;
	for (; p < end && len < MAX_WRAPPED - 8; p++) {
		size_t stop = *p == '\t' ? (len | 7) + 1 : len + 1;

		memset(text + len, *p == '\t' ? ' ' : *p, stop - len);
		len = stop;
	}
	if (p < end)
		return false;
	from = fdd_text_prefix(text);
	end = text + len;
	return take_plain(t, from, end) || take_other(t, from, end) || take_cut_event(t, from, end);
}

static void unparsed(struct fdd_text *t, uint64_t line_nr, const char *p, const char *end)
{
	while (end > p && end[-1] == ' ')
		end--;
	fdd_source_unparsed(t->src, line_nr, p, end - p);
}

/* A line of a header with something around it: the next lines have that, too. */
static bool learn_frame(struct fdd_text *t, const char *p, const char *end)
{
	if (!fdd_text_frame_learn(&t->frame, p, end))
		return false;
	p = fdd_text_frame_drop(&t->frame, (char *)p, (char *)end);
	return take_other(t, p, end);
}

/* @p is the line, @from what is behind its prefixes, if they are known. */
static const char *slow_line(struct fdd_text *t, const char *p, const char *from,
			     const char *limit)
{
	const char *end = line_end(p), *joined;
	uint64_t line_nr = t->line_nr;

	joined = is_rest_of_event(end, limit) ? join_event(t, from, end, limit) : NULL;
	if (joined)
		return joined;
	if (STARTS(from, "cpus="))
		fdd_text_frame_learn(&t->frame, from, end);
	if (from < end && take_other(t, from, end))
		return end;
	if (from == p && take_behind_prefix(t, p, end))
		return end;
	if (take_cut_event(t, from, end))
		return end;
	if (learn_frame(t, p, end) || take_behind_other(t, from, end))
		return end;
	/* Columns are padded: what begins with a letter is no task's name that has a newline. */
	joined = *from == ' ' || is_digit(*from) ? join_lines(t, from, end, limit) : NULL;
	if (joined)
		return joined;
	t->line_nr = line_nr;
	if (t->need_more)
		return p;
	joined = has_task(from, end) ? join_wrapped(t, from, end, limit) : NULL;
	if (joined)
		return joined;
	unparsed(t, line_nr, p, end - 1);
	return end;
}

/*
 * A page of systrace or atrace has its trace in a script of its own:
 *
 *	<script class="trace-data" type="application/text">
 *
 * and older ones in a string, whose lines end with a backslash, "n" and another backslash:
 *
 *	var linuxPerfData = "\
 *
 * Other pages have it between <pre> and </pre>.
 *
 * Returns the next line, or NULL if this one is of the trace.
 */
static const char *take_line_of_page(struct fdd_text *t, const char *p, const char *end)
{
	char *tail = (char *)end - 4, *pre, *close;

	if (t->page == FDD_PAGE_OUTSIDE || t->page == FDD_PAGE_SCRIPT) {
		if (memmem(p, end - p, "<script", 7) && memmem(p, end - p, "trace-data", 10))
			t->page = FDD_PAGE_TRACE;
		else if (memmem(p, end - p, "linuxPerfData = \"", 17))
			t->page = FDD_PAGE_STRING;
		else if (memmem(p, end - p, "</script>", 9))
			t->page = FDD_PAGE_OUTSIDE;
		else if (memmem(p, end - p, "<script", 7))
			t->page = FDD_PAGE_SCRIPT;
		pre = memmem(p, end - p, "<pre", 4);
		close = pre ? memchr(pre, '>', end - pre) : NULL;
		if (t->page != FDD_PAGE_OUTSIDE || !close)
			return end;
		t->page = FDD_PAGE_TRACE;
		t->markup = true;
		memset((char *)p, ' ', close + 1 - p);
	}
	close = memmem(p, end - p, "</pre>", 6);
	if (close && t->markup) {
		t->page = FDD_PAGE_OUTSIDE;
		memset(close, ' ', end - 1 - close);
		return NULL;
	}
	if (memmem(p, end - p, "</script>", 9) || STARTS(p, "\";")) {
		t->page = FDD_PAGE_OUTSIDE;
		return end;
	}
	if (t->page == FDD_PAGE_STRING && tail >= p && STARTS(tail, "\\n\\"))
		memset(tail, ' ', 3);
	return NULL;
}

/* A comment that is not closed on this line. */
static const char *open_comment(struct fdd_text *t, const char *p,
				struct fdd_line *line, const char *limit)
{
	uint64_t line_nr = t->line_nr;
	const char *joined = join_lines(t, p, line->next, limit);

	if (joined)
		return joined;
	t->line_nr = line_nr;
	if (t->need_more)
		return p;
	take_line(t, line);
	return line->next;
}

/* Returns what is left of a line without what a log, a page or a terminal has around it. */
static __attribute__((noinline)) char *unwrapped(struct fdd_text *t, char *p, char *end)
{
	bool first = t->general_lines++ < MARKUP_LINES;

	if (first)
		t->journal |= fdd_text_is_journal(p, end - p);
	if (t->journal)
		p = fdd_text_journal(p, end);
	if (t->frame.known)
		p = fdd_text_frame_drop(&t->frame, p, end);
	if (first)
		t->markup |= fdd_text_has_markup(p, end - p);
	if (t->markup)
		fdd_text_drop_markup(p, end);
	if (first)
		t->tabs |= has_tabs(p, end);
	return p;
}

/* A line that is not in the usual form of function_duration. Returns the next one. */
static const char *take_any_line(struct fdd_text *t, const char *p, const char *limit)
{
	struct fdd_line line = { .columns = t->columns };
	const char *from;

	if (t->general_lines < MARKUP_LINES || t->journal || t->frame.known || t->markup)
		p = unwrapped(t, (char *)p, (char *)line_end(p));
	from = p;
	if (t->prefixed || fdd_text_may_be_prefix(skip_blanks(p)))
		from = fdd_text_prefix(p);
	if (t->tabs && take_with_tabs(t, from, line_end(from)))
		return line_end(from);
	if (!fdd_scan_line(from, NULL, &line))
		return slow_line(t, p, from, limit);
	if (line.open_comment)
		return open_comment(t, p, &line, limit);
	t->prefixed |= from != p;
	if (!take_line(t, &line) && !learn_frame(t, p, line.next))
		fdd_source_unparsed(t->src, t->line_nr, p, line.next - 1 - p);
	return line.next;
}

/* Returns the end of the last complete record. */
static const char *take_lines(struct fdd_text *t, const char *p, const char *limit)
{
	t->need_more = false;
	while (p < limit) {
		bool slow = t->page || t->markup || t->journal || t->frame.known;
		const char *next = slow ? NULL : try_fast_lines(t, p, limit);

		if (next && next != p) {
			p = next;
			continue;
		}
		t->line_nr++;
		next = t->page ? take_line_of_page(t, p, line_end(p)) : NULL;
		p = next ? next : take_any_line(t, p, limit);
		if (t->need_more) {
			t->line_nr--;
			break;
		}
	}
	return p;
}

/* The first bytes of a text, which say what it is. */
static void begin_text(struct fdd_text *t, const char *data, size_t len)
{
	const char *p = data, *end = data + len;

	while (p < end && (unsigned char)*p <= ' ')
		p++;
	if (end - p >= 9 && (!strncasecmp(p, "<!doctype", 9) || !strncasecmp(p, "<html", 5)))
		t->page = FDD_PAGE_OUTSIDE;
	t->journal = fdd_text_is_journal(data, len);
	t->src->binary = memchr(data, 0, len);
	t->src->foreign = fdd_foreign_bytes(data, len);
}

struct buffer {
	char	*room;
	char	*data;		/* in the room's first page */
	size_t	len;
	bool	skipping;	/* skip the rest of a line that is too long */
};

/* Append more bytes; may block. */
static ssize_t fill(struct fdd_text *t, struct fdd_input *in, struct buffer *b)
{
	char *data = b->data + b->len;
	size_t room = BUFFER_SIZE - b->len, rest;
	ssize_t n;

	if (fdd_input_waits(in))
		fdd_feed_flush(t->feed);
	rest = fdd_text_bytes_begin(&t->bytes, data);
	n = fdd_input_read(in, data + rest, room < READ_SIZE ? room : READ_SIZE);
	if (n >= 0)
		b->len += fdd_text_bytes(&t->bytes, data, rest + n, !n);
	if (n > 0)
		t->src->bytes += n;
	return n;
}

/* Read the first bytes. Returns what the last read() returned. */
static ssize_t fill_first(struct fdd_text *t, struct fdd_input *in, struct buffer *b)
{
	ssize_t n;

	do {
		n = fill(t, in, b);
	} while (n > 0 && b->len < FIRST_BYTES);
	b->len = fdd_text_bytes_look(&t->bytes, b->data, b->len);
	begin_text(t, b->data, b->len);
	return n;
}

/*
 * A text that was copied from somewhere may lack its last newline. Where it was cut off instead,
 * the last name may be too short: one that has its mark behind it, or that is known, is whole.
 */
static bool is_whole(const struct fdd_text *t, const char *p, const char *end)
{
	struct fdd_line line = { .columns = t->columns };
	uint32_t id;

	if (strchr(";{}/", end[-2]) || !fdd_scan_line(p, end, &line) || !line.name)
		return true;
	return fdd_names_find(&t->m->funcs, line.name, line.name_len, &id);
}

static void take_last_line(struct fdd_text *t, struct buffer *b)
{
	char *line = b->data, *end = line + b->len + 1;
	const char *from;

	if (!b->len || b->skipping || b->len == BUFFER_SIZE)
		return;
	end[-1] = '\n';
	memset(end, 0, FDD_SCAN_PAD);
	/* an object of JSON that is cut off stays as it is */
	if (!t->journal || end[-2] == '}')
		line = unwrapped(t, line, end);
	from = fdd_text_prefix(line);
	if (!t->journal && !is_whole(t, from, end))
		return;
	if (t->page || take_plain(t, line, end) ||
	    (from != line && take_plain(t, from, end)) ||
	    fdd_text_instance_event(t, from, end)) {
		t->line_nr++;
		b->len = 0;
	}
}

static void too_long(struct fdd_text *t, struct buffer *b)
{
	if (!b->skipping) {
		t->line_nr++;
		fdd_source_unparsed(t->src, t->line_nr, b->data, 60);
	}
	b->skipping = true;
	b->len = 0;
}

/* Move what is left, so that the next bytes go to the beginning of a page, see xpages(). */
static void keep_rest(struct buffer *b, const char *rest)
{
	b->data = b->room + (-b->len & (FDD_PAGE - 1));
	memmove(b->data, rest, b->len);
}

/* Parse the buffer up to its last newline. */
static void take_buffer(struct fdd_text *t, struct buffer *b)
{
	char *newline = b->len ? memrchr(b->data, '\n', b->len) : NULL, *start = b->data;

	if (!newline) {
		if (b->len == BUFFER_SIZE)
			too_long(t, b);
		return;
	}
	if (b->skipping)
		start = (char *)rawmemchr(start, '\n') + 1;
	b->skipping = false;
	memset(b->data + b->len, 0, FDD_SCAN_PAD);
	start = (char *)take_lines(t, start, newline + 1);
	if (start == b->data && b->len == BUFFER_SIZE) {
		/* The record does not end within the buffer: parse it truncated. */
		t->at_end = true;
		start = (char *)take_lines(t, start, newline + 1);
		t->at_end = false;
	}
	b->len -= start - b->data;
	keep_rest(b, start);
}

static void end_of_text(struct fdd_text *t, struct fdd_input *in,
			const struct buffer *b)
{
	t->src->truncated = b->len || b->skipping || fdd_input_truncated(in);
	t->src->lines = t->line_nr;
	t->src->no_contexts &= !t->irq_marks;
	fdd_feed_drain(t->feed);
	if (t->src->cut || fdd_input_truncated(in))
		t->lost_at = t->last;
	fdd_text_graph_end(t);
	fdd_feed_free(t->feed);
	fdd_text_end_instances(t);
	if (t->overruns > t->src->overruns)
		t->src->overruns = t->overruns;
	free(t->cpus);
}

/* Stop at a file that is not a trace, for example /dev/zero, which has no end. */
static bool is_strange(const struct fdd_text *t)
{
	bool strange = t->src->unparsed || t->strange >= FDD_INPUT_STRANGE;

	return !t->known && t->src->bytes >= (strange ? FDD_INPUT_STRANGE : MAX_EMPTY);
}

int fdd_read_text(struct fdd_model *m, struct fdd_input *in, uint16_t source)
{
	struct fdd_text t = {
		.m = m,
		.src = &m->sources[source],
		.source = source,
		.main_source = source,
		.feed = fdd_feed_new(m),
		.starts_valid = 1,
		.few_lines = 1,
		.join_bytes = JOIN_BYTES * MAX_JOIN,
		.want_open = fdd_model_wants_open_calls(m),
	};
	struct buffer b = { .room = xpages(FDD_PAGE + BUFFER_SIZE + BYTES_PAD) };
	ssize_t n = 0;

	t.src->format = "text";
	b.data = b.room;
	n = fill_first(&t, in, &b);
	/* What is hardly compressed has lines that could be read, and wrong numbers. */
	if (t.src->foreign)
		n = b.len = 0;
	while (n > 0 && !is_strange(&t) && !fdd_model_is_full(m, source, n)) {
		take_buffer(&t, &b);
		n = fill(&t, in, &b);
	}
	t.at_end = true;
	if (t.src->cut)
		b.len = 0;
	if (b.len && !is_strange(&t))
		take_buffer(&t, &b);
	if (!t.src->cut && !fdd_input_truncated(in))
		take_last_line(&t, &b);
	t.src->known = t.known;
	if (is_strange(&t) && !t.src->unparsed)
		fdd_source_unparsed(t.src, t.line_nr, "", 0);
	end_of_text(&t, in, &b);
	free(b.room);
	fdd_model_end_source(m, source);
	return n < 0 ? -1 : 0;
}
