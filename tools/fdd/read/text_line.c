// SPDX-License-Identifier: GPL-2.0
/*
 * Parses one line of a trace as text, with the columns that read/GRAMMAR describes.
 *
 * Reading a long trace spends most of its time here, so the columns are parsed in order,
 * without searching for the end of the line first, and the first mismatch ends it. A
 * task's name may hold any character, "|", ")", "-" and blanks included, so it ends at the
 * first position where the rest of the line can be parsed.
 */
#include <stdlib.h>

#include "lib/scan.h"
#include "model/model.h"
#include "read/text_line.h"

static bool is_mark(char c)
{
	return c == '+' || c == '!' || c == '#' || c == '*' || c == '@' ||
	       c == '$';
}

const char *fdd_scan_unit(const char *p)
{
	if (p[0] != ' ')
		return NULL;
	if (p[1] == 'u' && p[2] == 's')
		return p + 3;
	return STARTS(p, " \xc2\xb5s") || STARTS(p, " \xce\xbcs") ? p + 4 : NULL;
}

/*
 * Microseconds with up to three decimals, as trace_print_graph_duration()
 * prints them: long ones have fewer decimals.
 */
static const char *scan_duration(const char *p, uint64_t *ns)
{
	uint64_t us, frac = 0;
	int digits = 0;

	p = scan_u64(p, &us);
	if (!p)
		return NULL;
	if (*p == '.') {
		for (p++; is_digit(*p) && digits < 3; p++, digits++)
			frac = frac * 10 + (*p - '0');
		for (; digits < 3; digits++)
			frac *= 10;
	}
	p = fdd_scan_unit(p);
	*ns = us * 1000 + frac;
	return *ns < FDD_MAX_DURATION && us < FDD_MAX_DURATION ? p : NULL;
}

static const char *to_bar(const char *p)
{
	p = skip_blanks(p);
	return *p == '|' ? p + 1 : NULL;
}

bool fdd_scan_flags(const char *p, unsigned int *len, struct fdd_line *line)
{
	unsigned int n = strspn(p, ".dDbXnNBLpltZzHhsNS0123456789abcdef");
	char irq;

	if (n < 3 || n > 7 || !strchr(".dDbX", p[0]) || p[n] != ' ')
		return false;
	irq = p[2];
	if (irq == 'Z' || irq == 'z')
		line->context = FDD_CTX_NMI;
	else if (irq == 'H' || irq == 'h')
		line->context = FDD_CTX_HARDIRQ;
	else if (irq == 's')
		line->context = FDD_CTX_SOFTIRQ;
	else if (irq == '.')
		line->context = FDD_CTX_TASK;
	else
		return false;
	line->has_context = true;
	*len = n;
	return true;
}

/* May a text that ends with this byte be cut off? That is seldom so. */
static inline bool may_be_cut_off(char last)
{
	return last == '>' || last == '$' || last == '.' || last == '\xa6';
}

bool fdd_is_cut_off(const char *p, const char *end)
{
	if (end - p < 2 || !may_be_cut_off(end[-1]))
		return false;
	if (end[-1] == '>' || end[-1] == '$')
		return true;
	return end - p > 2 && (!memcmp(end - 3, "...", 3) || !memcmp(end - 3, "\xe2\x80\xa6", 3));
}

const char *fdd_scan_func(const char *p, struct fdd_line *line)
{
	static const char unknown[] = "<< unknown symbol >>";	/* of Nanos */
	bool nanos = STARTS(p, unknown);
	const char *end = nanos ? p + sizeof(unknown) - 1 : scan_func(p);

	/* " [module" without its end: a name is not that of another module's function */
	if (end[0] == ' ' && end[1] == '[' && fdd_is_cut_off(p, scan_name(end + 1)))
		end = scan_name(end + 1);
	line->name = p;
	line->name_len = end - p;
	line->cut |= end > p && may_be_cut_off(end[-1]) && !nanos && fdd_is_cut_off(p, end);
	return end;
}

/* The text of a C comment, if this is one. */
static bool scan_comment(const char *p, const char *end, struct fdd_line *line)
{
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	if (end - p < 2 || p[0] != '/' || p[1] != '*')
		return false;
	p += 2;
	line->open_comment = end - p < 2 || end[-1] != '/' || end[-2] != '*';
	if (!line->open_comment)
		end -= 2;
	while (p < end && *p == ' ')
		p++;
	while (end > p && end[-1] == ' ')
		end--;
	line->text = p;
	line->text_len = end - p;
	return true;
}

static const char *scan_hex(const char *p, uint64_t *value)
{
	for (*value = 0; ; p++) {
		char c = *p | 0x20;

		if (is_digit(*p))
			*value = *value << 4 | (*p - '0');
		else if (c >= 'a' && c <= 'f')
			*value = *value << 4 | (c - 'a' + 10);
		else
			return p;
	}
}

static bool ends_value(char c)
{
	return (unsigned char)c <= ' ' || c == ')' || c == ',' || c == ';' || c == '*';
}

void fdd_scan_value(const char *p, struct fdd_line *line)
{
	bool negative = *p == '-';
	const char *start = p + negative;
	uint64_t v = 0;

	p = start;
	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		start += 2;
		p = scan_hex(start, &v);
	} else if (STARTS(p, "true")) {
		v = 1;
		p += 4;
	} else if (STARTS(p, "false")) {
		p += 5;
	} else {
		for (; is_digit(*p); p++)
			v = v * 10 + (*p - '0');
	}
	if (p == start || !ends_value(*p))
		return;
	line->retval = fdd_retval(negative ? -v : v);
	line->has_retval = true;
}

void fdd_scan_caller(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = p;

	while (q < end && (unsigned char)*q > ' ' && *q != '*')
		q++;
	/* "0x0", an address without a name, or the rest of a reader's arrow "<---" */
	if (q == p || is_digit(*p) || *p == '-')
		return;
	if (end - q > 2 && q[0] == ' ' && q[1] == '[')
		while (q < end && q[-1] != ']' && *q != '\n')
			q++;
	line->caller = p;
	line->caller_len = q - p;
	line->detail.has |= FDD_DETAIL_CALLER;
}

/* As memmem(), which prepares a table for each search; what follows a name is short. */
static const char *find(const char *p, const char *end, const char *text)
{
	size_t len = strlen(text);

	for (; (p = memchr(p, *text, end - p)); p++)
		if ((size_t)(end - p) >= len && !memcmp(p, text, len))
			return p;
	return NULL;
}

/*
 * A return value in a comment: "ret=-22" behind what else is in it; "= -22", alone or behind the
 * function's name, from 6.5 to 6.12.
 */
static void scan_retval(const char *p, const char *end, struct fdd_line *line)
{
	const char *ret = find(p, end, "ret="), *equals;

	if (ret && ret > p && (ret[-1] == ' ' || ret[-1] == '(' || ret[-1] == '*')) {
		fdd_scan_value(ret + 4, line);
		return;
	}
	equals = find(p, end, " = ");
	if (equals)
		fdd_scan_value(equals + 3, line);
}

/* " cgroup=4711", of duration-cgroup */
static void scan_cgroup(const char *p, const char *end, struct fdd_line *line)
{
	const char *at = find(p, end, " cgroup=");

	if (!at || !is_digit(at[8]))
		return;
	line->detail.cgroup = strtoull(at + 8, NULL, 10);
	line->detail.has |= FDD_DETAIL_CGROUP;
}

/*
 * "(fd=3, count=4096)": what is between the parentheses, which may have others within them, as
 * "(struct path)[0x1:0x2]" of print_function_args(). Returns what is behind them.
 */
static const char *scan_args(const char *p, const char *end, struct fdd_line *line)
{
	unsigned int open = 0;
	bool quoted = false;

	for (const char *q = p; q < end; q++) {
		quoted ^= *q == '"';
		open += !quoted && *q == '(';
		if (quoted || *q != ')' || --open)
			continue;
		if (q > p + 1) {
			line->args = p + 1;
			line->args_len = q - p - 1;
			line->detail.has |= FDD_DETAIL_ARGS;
		}
		return q + 1;
	}
	return p;
}

/* The end of a line without " (3)", the depth that trace-cmd report -O depth prints. */
static const char *before_depth(const char *p, const char *end)
{
	const char *q = end;

	if (q - p < 4 || q[-1] != ')')
		return end;
	for (q--; q > p && is_digit(q[-1]); q--)
		;
	if (q == end - 1 || q - p < 2 || q[-1] != '(' || q[-2] != ' ')
		return end;
	for (q -= 2; q > p && q[-1] == ' '; q--)
		;
	return q;
}

/* The end of a line without its newline and blanks */
static const char *trimmed(const char *p, const char *end)
{
	while (end > p && (unsigned char)end[-1] <= ' ')
		end--;
	return end;
}

/*
 * Is a line cut off within what follows its name: arguments or a comment that do not end, or before
 * the brace or semicolon?
 */
static bool is_cut_behind(const char *p, const char *end, struct fdd_line *line)
{
	const char *stop = trimmed(p, end), *comment, *behind;

	if (!fdd_is_cut_off(p, stop))
		return false;
	comment = find(p, stop, "/*");
	if (comment)
		return !find(comment, stop, "*/");
	behind = *p == '(' ? scan_args(p, stop, line) : NULL;
	return behind && (behind == p || stop - skip_blanks(behind) <= 3);
}

/* A reader's words behind a call, " <--- slow". "|" is of another line, joined to this one. */
static bool is_note(const char *p, const char *end)
{
	return (unsigned char)*p > ' ' && p[-1] == ' ' && !memchr(p, '|', end - p);
}

/* "{", which a note may follow */
static bool is_open(const char *p, const char *end)
{
	p = skip_blanks(p);
	return p < end && *p == '{' && p[1] == ' ' && is_note(skip_blanks(p + 1), end);
}

/* Parse what follows a name: arguments, ";" or "{", a comment, the overruns. */
static void scan_after_name(const char *p, const char *end, struct fdd_line *line)
{
	const char *comment, *stop = end, *over, *ret, *caller;

	if ((unsigned char)end[-2] <= ' ' || may_be_cut_off(end[-2]))
		line->cut |= is_cut_behind(p, end, line);
	if (p < end && (*p == '(' || *p == ';'))
		line->kind = FDD_LINE_LEAF;
	if (p < end && *p == '(')
		p = scan_args(p, end, line);
	comment = find(p, end, "/*");
	caller = find(comment ? comment : p, end, "<-");
	if (caller && (caller[-1] == ' ' || caller[-1] == '*'))
		fdd_scan_caller(caller + 2, end, line);
	if (comment) {
		scan_retval(comment + 2, end, line);
		stop = comment;
	}
	scan_cgroup(comment ? comment : p, end, line);
	ret = find(p, stop, " (ret=");
	if (ret)
		scan_retval(ret, stop, line);
	over = find(p, stop, "(Overruns: ");
	if (over)
		line->overrun = strtoul(over + 11, NULL, 10);
	while (stop > p && (unsigned char)stop[-1] <= ' ')
		stop--;
	stop = before_depth(p, stop);
	if (line->kind == FDD_LINE_LEAF && stop > p && (stop[-1] == '{' || is_open(p, stop)))
		line->kind = FDD_LINE_ENTRY;
}

/*
 * A return: "}", "(ret=-22)" of trace-cmd, and a comment that holds the name, the return value
 * or where it returned to.
 */
static bool scan_exit(const char *p, const char *end, struct fdd_line *line)
{
	const char *caller;

	line->kind = FDD_LINE_EXIT;
	line->name = NULL;
	p = skip_blanks(p + 1);
	if (STARTS(p, "(ret=")) {
		fdd_scan_value(p + 5, line);
		p = memchr(p, ')', end - p);
		if (!p)
			return false;
		p = skip_blanks(p + 1);
	}
	if (*p == '(' && is_digit(p[1]) && end[-1] == '\n' &&
	    before_depth(p - 1, end - 1) == p - 1)
		return true;
	if (!scan_comment(p, end, line))
		return trimmed(p, end) == p || is_note(p, end);
	if (line->open_comment && fdd_is_cut_off(p, trimmed(p, end))) {
		line->open_comment = false;
		line->cut = true;
	}
	if (line->text_len && *line->text != '<' && *line->text != '=' &&
	    !STARTS(line->text, "ret="))
		fdd_scan_func(line->text, line);
	caller = find(p, end, "<-");
	if (caller)
		fdd_scan_caller(caller + 2, end, line);
	scan_retval(p + 2, end, line);
	line->text = NULL;
	return true;
}

static const char *end_of_line(const char *p, const char *end)
{
	return end ? end : (const char *)rawmemchr(p, '\n') + 1;
}

unsigned int fdd_scan_columns(const char *p, const char *end)
{
	static const char *const names[FDD_COLUMNS] = {
		" SELF ", " ASLEEP ", " WAITING ", " IRQ ",
	};
	unsigned int columns = 0;

	for (unsigned int i = 0; i < FDD_COLUMNS; i++)
		columns |= (unsigned int)!!memmem(p, end - p, names[i], strlen(names[i])) << i;
	return columns;
}

/* Without a header: the most likely meaning of that many columns. */
static unsigned int guess_columns(unsigned int nr)
{
	static const unsigned int guesses[FDD_COLUMNS + 1] = {
		0, FDD_COLUMN_SELF, FDD_COLUMN_ASLEEP | FDD_COLUMN_WAITING,
		FDD_COLUMN_SELF | FDD_COLUMN_ASLEEP | FDD_COLUMN_WAITING,
		(1 << FDD_COLUMNS) - 1,
	};

	return guesses[nr];
}

/* @values of @nr columns before a name, each empty or a duration */
static void take_details(const uint64_t *values, unsigned int filled, unsigned int nr,
			 struct fdd_line *line)
{
	struct fdd_detail *detail = &line->detail;
	unsigned int columns = line->columns, at[FDD_COLUMNS], has = 0;

	if ((unsigned int)__builtin_popcount(columns) != nr)
		columns = guess_columns(nr);
	for (unsigned int i = 0, n = 0; i < FDD_COLUMNS; i++) {
		at[i] = n;
		if (columns & 1u << i)
			has |= (filled >> n++ & 1) << i;
	}
	if (has & FDD_COLUMN_SELF) {
		detail->self = values[at[0]];
		detail->has |= FDD_DETAIL_SELF;
	}
	if (has & FDD_COLUMN_ASLEEP && has & FDD_COLUMN_WAITING) {
		detail->asleep = values[at[1]];
		detail->waiting = values[at[2]];
		detail->has |= FDD_DETAIL_SLEEP;
	}
	if (has & FDD_COLUMN_IRQ) {
		detail->irq = values[at[3]];
		detail->has |= FDD_DETAIL_IRQ;
	}
}

static const char *scan_details(const char *p, struct fdd_line *line)
{
	uint64_t values[FDD_COLUMNS + 1];
	const char *start = p;
	unsigned int filled = 0;

	for (unsigned int i = 0; i <= FDD_COLUMNS; i++) {
		const char *q = skip_blanks(p);

		if (*q != '|' && !is_digit(*q)) {
			take_details(values, filled, i, line);
			return p;
		}
		if (is_digit(*q)) {
			filled |= 1u << i;
			q = scan_duration(q, &values[i]);
		}
		p = q ? to_bar(q) : NULL;
		if (!p)
			break;
	}
	return start;
}

/* The last column. @end may be NULL: the end of the line is not known yet. */
static bool scan_function(const char *p, const char *end, struct fdd_line *line)
{
	const char *start = p;

	p = skip_blanks(p);
	if (*p == '|' || is_digit(*p)) {
		start = scan_details(start, line);
		p = skip_blanks(start);
	}
	line->depth = p - start > 2 ? (p - start - 2) / 2 : 0;
	/* Both tracers and trace-cmd print two blanks there, and two for each depth. */
	line->no_depth = p - start < 2;
	line->odd_depth = (p - start) % 2;
	line->kind = FDD_LINE_PLAIN;
	if (*p == '}') {
		line->next = end_of_line(p, end);
		return scan_exit(p, line->next, line);
	}
	if (p[0] == '/' && p[1] == '*') {
		line->next = end_of_line(p, end);
		line->kind = FDD_LINE_COMMENT;
		return scan_comment(p, line->next, line);
	}
	/* another column, of another tool; an address begins with "0x" */
	if (is_digit(*p) && p[1] != 'x')
		return false;
	p = fdd_scan_func(p, line);
	if (!line->name_len)
		return false;
	line->next = *p == '\n' ? p + 1 : end_of_line(p, end);
	if (*p == '\n' && end && end != line->next)
		return false;
	if (*p != '\n')
		scan_after_name(p, line->next, line);
	/* what is cut off is "() {": a line with "();" has a duration */
	if (line->cut && !line->has_duration && !line->has_calltime)
		line->kind = FDD_LINE_ENTRY;
	return true;
}

static bool scan_irq_mark(const char *p, const char *end, struct fdd_line *line)
{
	if (STARTS(p, "==========>"))
		line->kind = FDD_LINE_IRQ_ENTRY;
	else if (STARTS(p, "<=========="))
		line->kind = FDD_LINE_IRQ_EXIT;
	else
		return false;
	line->next = end_of_line(p, end);
	return to_bar(p + 11);
}

/* DURATION | FUNCTION */
static bool scan_duration_column(const char *p, const char *end,
				 struct fdd_line *line)
{
	const char *start = p;

	p = skip_blanks(p);
	if (is_mark(*p)) {
		/* A header begins with "#", which is also an overhead mark, but has no duration. */
		p = skip_blanks(p + 1);
		if (!is_digit(*p))
			return false;
	}
	if (is_digit(*p)) {
		p = scan_duration(p, &line->duration);
		if (p)
			p = to_bar(p);
		if (!p)
			return false;
		line->has_duration = true;
		return scan_function(p, end, line);
	}
	if (*p == '|' && p - start >= 10) {
		/* A comment has neither a call time nor a duration. */
		start = skip_blanks(p + 1);
		return scan_function(*start == '|' ? start + 1 : p + 1, end, line);
	}
	/* The column is empty, and its blanks are joined, or those before it alone. */
	if (*p == '|' && p[1] == ' ' && p[2] != ' ')
		return scan_function(p + 1, end, line);
	if (*p == '|' && scan_function(p + 1, end, line) && line->kind == FDD_LINE_ENTRY)
		return true;
	return scan_irq_mark(p, end, line);
}

static bool set_calltime(uint64_t sec, uint32_t ns, struct fdd_line *line)
{
	if (sec > FDD_MAX_CALLTIME / NSEC_PER_SEC)
		return false;
	line->calltime = sec * NSEC_PER_SEC + ns;
	line->has_calltime = true;
	return true;
}

/* [CALLTIME |] DURATION | FUNCTION */
static bool scan_times_and_function(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = skip_blanks(p), *r;
	uint64_t sec;
	uint32_t ns;

	if (!is_digit(*q))
		return scan_duration_column(p, end, line);
	r = scan_u64(q, &sec);
	if (!r || *r != '.')
		return scan_duration_column(p, end, line);
	r = scan_nine(r + 1, &ns);
	if (!r)
		return scan_duration_column(p, end, line);
	r = to_bar(r);
	if (!r || !set_calltime(sec, ns, line))
		return false;
	return scan_duration_column(r, end, line);
}

/*
 * [flags |] [CALLTIME |] DURATION | FUNCTION. Before 9acd8de69d10 ("function_graph: Support
 * displaying relative timestamp"), in Linux 5.1, there is no bar behind the flags.
 */
bool fdd_scan_tail(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = skip_blanks(p), *bar;
	unsigned int len;

	if (is_digit(*q) || !fdd_scan_flags(q, &len, line))
		return scan_times_and_function(p, end, line);
	bar = to_bar(q + len);
	if (bar && scan_times_and_function(bar, end, line))
		return true;
	line->has_duration = false;
	return scan_duration_column(q + len, end, line);
}

bool fdd_scan_long_task(const char *p, const char *end, unsigned int most, struct fdd_line *line)
{
	const char *dash;
	uint64_t pid = 0, unit = 1;

	while (end > p && end[-1] == ' ')
		end--;
	for (dash = end; dash > p && is_digit(dash[-1]); dash--) {
		pid += (dash[-1] - '0') * unit;
		unit *= 10;
	}
	if (dash == end || end - dash > 10 || dash == p || dash[-1] != '-' ||
	    pid > INT32_MAX)
		return false;
	while (p < dash - 1 && *p == ' ')
		p++;
	/* A longer text is not a task's name, but something before it that is not of a trace. */
	if (dash - 1 - p > most)
		return false;
	line->comm = p;
	line->comm_len = dash - 1 - p;
	line->pid = pid;
	line->has_pid = true;
	return true;
}

bool fdd_scan_task(const char *p, const char *end, struct fdd_line *line)
{
	return fdd_scan_long_task(p, end, FDD_LINE_COMM, line);
}

/*
 * Without a CPU before it, "+ 0)  task" is not a name: something that is not of the trace is before
 * the CPU.
 */
static bool holds_cpu(const struct fdd_line *line)
{
	const char *p = line->comm, *end = p + line->comm_len;

	while ((p = memchr(p, ')', end - p))) {
		if (p > line->comm && is_digit(p[-1]) && p[1] == ' ')
			return true;
		p++;
	}
	return false;
}

/* TASK-PID | and the rest. A task name holds at most 15 bytes. */
static bool scan_task_and_tail(const char *p, const char *end,
			       struct fdd_line *line)
{
	const char *limit = p + 48, *bar;

	for (bar = p; bar < limit; bar++) {
		if (end ? bar >= end : *bar == '\n')
			return false;
		if (*bar != '|' || bar == p || bar[-1] != ' ')
			continue;
		if (fdd_scan_task(p, bar, line) &&
		    (line->has_cpu || !holds_cpu(line)) && fdd_scan_tail(bar + 1, end, line))
			return true;
	}
	return false;
}

static bool scan_after_cpu(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = skip_blanks(p);

	/* A task's name, unless the line begins with another column. */
	if ((is_digit(*q) || is_mark(*q) || *q == '|' || *q == '.' ||
	     *q == '=' || *q == '<' || strchr("dDbX", *q)) &&
	    fdd_scan_tail(p, end, line))
		return true;
	line->has_calltime = line->has_duration = false;
	line->context = FDD_CTX_TASK;
	return scan_task_and_tail(p, end, line);
}

/* "CPU)", or the next column if funcgraph-cpu is off. */
static bool scan_from_cpu(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = skip_blanks(p);
	uint64_t cpu;

	if (is_digit(*q)) {
		const char *r = scan_u64(q, &cpu);

		if (r && r[0] == ')' && r[1] == ' ' && cpu < FDD_MAX_CPUS) {
			line->cpu = cpu;
			line->has_cpu = true;
			return scan_after_cpu(r + 1, end, line);
		}
	}
	return scan_after_cpu(p, end, line);
}

/* "seconds.micros |", the time stamp of the record. */
static const char *scan_abstime(const char *p, struct fdd_line *line)
{
	uint64_t sec, usec = 0;
	const char *q;

	p = scan_u64(skip_blanks(p), &sec);
	if (!p || *p != '.' || sec > FDD_MAX_CALLTIME / NSEC_PER_SEC)
		return NULL;
	q = scan_u64(p + 1, &usec);
	if (!q || q - p != 7 || q[0] != ' ' || q[1] != '|')
		return NULL;
	line->abstime = sec * NSEC_PER_SEC + usec * 1000;
	return q + 2;
}

/* "micros us |" since the start of the trace. */
static const char *scan_reltime(const char *p, struct fdd_line *line)
{
	uint64_t usec;

	p = scan_u64(skip_blanks(p), &usec);
	p = p ? fdd_scan_unit(p) : NULL;
	if (!p || !STARTS(p, " |") || usec > FDD_MAX_CALLTIME / 1000)
		return NULL;
	line->abstime = usec * 1000;
	return p + 2;
}

static void clear(struct fdd_line *line)
{
	line->name = NULL;
	line->text = NULL;
	line->comm = NULL;
	line->comm_len = 0;
	line->name_len = 0;
	line->overrun = 0;
	line->cpu = 0;
	line->pid = -1;
	line->tgid = 0;
	line->context = FDD_CTX_TASK;
	line->has_cpu = line->has_pid = line->has_context = false;
	line->has_abstime = line->has_calltime = false;
	line->has_duration = line->has_retval = false;
	line->open_comment = line->by_program = line->no_depth = line->cut = false;
	line->detail.has = 0;
	line->caller_func = line->args_id = 0;
}

/* Lines that begin with the time stamp of the record. */
static bool scan_timed(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = scan_abstime(p, line);

	if (!q)
		q = scan_reltime(p, line);
	if (!q)
		return false;
	line->has_abstime = true;
	if (scan_from_cpu(q, end, line))
		return true;
	clear(line);
	return false;
}

bool fdd_scan_line(const char *p, const char *end, struct fdd_line *line)
{
	const char *q = skip_blanks(p);

	clear(line);
	if (*p == '#')
		return false;	/* a header */
	if (is_digit(*q)) {
		do {
			q++;
		} while (is_digit(*q));
		if (*q != ')' && scan_timed(p, end, line))
			return true;
	}
	return scan_from_cpu(p, end, line);
}
