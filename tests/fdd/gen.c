// SPDX-License-Identifier: GPL-2.0
/*
 * Generate a trace: tasks that call functions, sleep, move between CPUs and are interrupted.
 * The same seed makes the same trace in each format, so that formats can be compared with
 * each other, and the output of fdd with the generated calls.
 *
 * Some calls may be missing: below a threshold (-t), of filtered functions (-H), lost (-L).
 * The file of -A has all of them; see tests/fdd/truth.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STACK	64
#define MAX_TASK_DEPTH	40	/* the rest is for interrupts */
#define MAX_FUNCS	20000
#define MAX_TASKS	4096
#define MAX_CPUS	2048
#define PAGE		4096
#define PAGE_HEADER	16
#define MAX_RECORD	96	/* header word and what follows */
#define EVENT_ID	1500
#define SWITCH_ID	1501
#define WAKING_ID	1502
#define DETAIL_ID	1503
#define DETAIL_HAS	0x3800	/* self, asleep and waiting, caller */
#define FUNC_BASE	0xffffffff81000000ull
#define FUNC_SIZE	0x100

enum format { TEXT, PROC, ABSTIME, REPORT, GRAPH, DAT };

struct off {
	uint64_t	asleep, waiting;
};

enum context { TASK, SOFTIRQ, HARDIRQ, NMI };

struct frame {
	unsigned int	func;
	uint64_t	start;
	uint64_t	sub;	/* recorded time of callees */
	uint64_t	callees;	/* time of all callees */
	struct off	off, sub_off;
	uint64_t	id;
	enum context	context;
};

struct task {
	struct frame	stack[MAX_STACK];
	int		depth;
	int		pid;
	char		comm[16];
	bool		running;
	bool		sleeps;		/* else it waits, while not running */
	uint64_t	left;
	struct cpu	*idle_of;	/* the idle task of this CPU */
};

struct cpu {
	uint64_t	now;
	struct task	*task;
	FILE		*pages;		/* of trace.dat */
	unsigned char	page[PAGE];
	unsigned int	used;
	uint64_t	last_ts;
	uint64_t	bytes;
	unsigned int	to_lose, lost;	/* records to come, records since the last one */
};

struct truth {
	uint64_t	calls, total, self;
	struct off	off, self_off;
};

static struct task tasks[MAX_TASKS];
static struct cpu cpus[MAX_CPUS];
static struct truth truth[MAX_FUNCS];
static unsigned int nr_tasks = 8, nr_cpus = 2, nr_funcs = 300, max_depth = 12;
static unsigned int nr_more_symbols;
static uint64_t nr_calls = 1000, thresh_ns, written, start_ns = 100 * 1000000000ull;
static enum format format = TEXT;
static bool want_switches;	/* sched_switch and sched_waking */
static bool detailed;		/* instead of these: func_duration_detail */
static uint64_t seed = 1;
static int pid_base = 1000;
static unsigned int hidden_percent, lost_permille, irq_permille;
static bool odd_names, idle_tasks;
static FILE *all_calls;
static uint64_t last_id;

/* xorshift64*: the same sequence on all machines */
static uint64_t random64(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 0x2545f4914f6cdd1dull;
}

static unsigned int below(unsigned int n)
{
	return (random64() >> 33) % n;
}

/* Some functions are called much more than others. */
static unsigned int random_func(void)
{
	unsigned int a = below(nr_funcs), b = below(nr_funcs), c = below(nr_funcs);

	a = a < b ? a : b;
	return a < c ? a : c;
}

static const char *func_name(unsigned int func)
{
	static const char *const verbs[] = {
		"read", "write", "lock", "unlock", "alloc", "free", "map", "wait",
	};
	static const char *const things[] = {
		"vfs", "page_cache", "rt_spin", "kmem_cache", "folio_batch", "do",
		"__ext4_journal", "tcp_v4", "x64_sys",
	};
	static const char *const odd_tails[] = {
		".isra.0", ".part.0.constprop.1", ".cold", "__",
	};
	static char name[64];
	int len;

	len = snprintf(name, sizeof(name), "%s_%s_%u", things[func % 9],
		       verbs[func / 9 % 8], func);
	if (odd_names && func % 13 == 5)
		len += snprintf(name + len, sizeof(name) - len, "%s",
				odd_tails[func / 13 % 4]);
	if (func % 17 == 3)
		snprintf(name + len, sizeof(name) - len, " [mod%u]", func % 5);
	return name;
}

static char mark(uint64_t ns)
{
	return ns > 1000000000 ? '$' : ns > 100000000 ? '@' : ns > 10000000 ? '*' :
	       ns > 1000000 ? '#' : ns > 100000 ? '!' : ns > 10000 ? '+' : ' ';
}

/* The kernel's format of durations: seven digits at most, then blanks. */
static int print_duration(char *to, uint64_t ns)
{
	char us[24];
	int len = sprintf(us, "%" PRIu64, ns / 1000), n = 0;

	n += sprintf(to, "%s", us);
	if (len < 7) {
		char frac[8];

		snprintf(frac, 8 - len < 5 ? 8 - len : 5, "%03u",
			 (unsigned int)(ns % 1000));
		n += sprintf(to + n, ".%s", frac);
		len += strlen(frac) + 1;
	}
	n += sprintf(to + n, " us ");
	for (; len < 8; len++)
		to[n++] = ' ';
	to[n] = '\0';
	return n;
}

static void print_columns(const struct cpu *c, uint64_t ts)
{
	if (format == ABSTIME)
		printf("%5" PRIu64 ".%06u |  ", ts / 1000000000,
		       (unsigned int)(ts % 1000000000 / 1000));
	printf(" %d) ", (int)(c - cpus));
	if (format != TEXT) {
		char who[40];
		int len = snprintf(who, sizeof(who), "%.7s-%d", c->task->comm,
				   c->task->pid);
		int blanks = len < 14 ? 14 - len : 0;

		printf("%*s%s%*s | ", blanks / 2, "", who, blanks - blanks / 2, "");
	}
}

static void write_text(const struct cpu *c, const struct frame *f, int depth)
{
	uint64_t ns = c->now - f->start;
	char duration[64];

	print_columns(c, c->now);
	print_duration(duration, ns);
	printf("%5" PRIu64 ".%09u |  %c %s|  %*s%s\n", f->start / 1000000000,
	       (unsigned int)(f->start % 1000000000), mark(ns), duration,
	       depth * 2, "", func_name(f->func));
}

static uint64_t self_of(const struct cpu *c, const struct frame *f)
{
	return c->now - f->start - f->callees;
}

/* The function around a call that has been popped, unless the call began an interrupt. */
static const struct frame *caller_of(const struct cpu *c, const struct frame *f)
{
	const struct task *t = c->task;

	return t->depth && t->stack[t->depth - 1].context == f->context ?
	       &t->stack[t->depth - 1] : NULL;
}

static void print_caller(const struct frame *caller)
{
	const char *name = caller ? func_name(caller->func) : "0x0";
	int len = strcspn(name, " ");

	printf(" caller=%.*s%s%s", len, name, caller ? "+0x8" : "", name + len);
}

static void print_us(const char *name, uint64_t ns)
{
	printf(" %s=%" PRIu64 ".%03u", name, ns / 1000, (unsigned int)(ns % 1000));
}

static void print_detail(const struct cpu *c, const struct frame *f)
{
	printf(" has=0x%x", DETAIL_HAS);
	print_us("self", self_of(c, f));
	print_us("asleep", f->off.asleep);
	print_us("waiting", f->off.waiting);
	print_caller(caller_of(c, f));
	printf(" retval=0x0");
}

static void write_report(const struct cpu *c, const struct frame *f, int depth)
{
	uint64_t ns = c->now - f->start;

	printf("%16s-%-5d [%03d] ..%c.. %5" PRIu64 ".%06u: %-21s "
	       "func=%s calltime=%" PRIu64 ".%09u duration=%" PRIu64
	       ".%03u depth=%d overrun=0", c->task->comm, c->task->pid,
	       (int)(c - cpus), ".shZ"[f->context], c->now / 1000000000,
	       (unsigned int)(c->now % 1000000000 / 1000),
	       detailed ? "func_duration_detail:" : "func_duration:", func_name(f->func),
	       f->start / 1000000000, (unsigned int)(f->start % 1000000000),
	       ns / 1000, (unsigned int)(ns % 1000), depth);
	if (detailed)
		print_detail(c, f);
	putchar('\n');
}

static void write_graph(const struct cpu *c, const struct frame *f, int depth)
{
	char duration[64];

	print_columns(c, c->now);
	print_duration(duration, c->now - f->start);
	printf("%c %s|  %*s} /* %s */\n", mark(c->now - f->start), duration,
	       depth * 2, "", func_name(f->func));
}

static void graph_entry(const struct cpu *c, unsigned int func, int depth)
{
	print_columns(c, c->now);
	printf("              |  %*s%s() {\n", depth * 2, "", func_name(func));
}

/* trace.dat */

static void put(unsigned char *to, uint64_t value, int size)
{
	memcpy(to, &value, size);
}

static void flush_page(struct cpu *c)
{
	put(c->page + 8, c->used - PAGE_HEADER, 8);
	fwrite(c->page, PAGE, 1, c->pages);
	c->bytes += PAGE;
	memset(c->page, 0, PAGE);
	c->used = 0;
}

/* Room for a record of @words words, all zero. */
static unsigned char *new_record(struct cpu *c, unsigned int words, int id)
{
	uint64_t delta = c->now - c->last_ts;
	unsigned char *r;

	if (c->used && c->used + MAX_RECORD + 8 > PAGE)
		flush_page(c);
	if (!c->used) {
		put(c->page, c->now, 8);
		c->used = PAGE_HEADER;
		delta = 0;
	}
	if (delta >> 27) {
		put(c->page + c->used, 30 | (delta & 0x7ffffff) << 5, 4);
		put(c->page + c->used + 4, delta >> 27, 4);
		c->used += 8;
		delta = 0;
	}
	r = c->page + c->used;
	put(r, words | delta << 5, 4);
	put(r + 4, id, 2);
	put(r + 8, c->task->pid, 4);
	c->used += 4 + 4 * words;
	c->last_ts = c->now;
	return r + 4;
}

static void write_record(struct cpu *c, const struct frame *f, int depth)
{
	/* TRACE_FLAG_SOFTIRQ, _HARDIRQ, _NMI */
	static const unsigned char flags[] = { 0, 0x10, 0x08, 0x40 };
	unsigned char *r = new_record(c, detailed ? 20 : 9, detailed ? DETAIL_ID : EVENT_ID);
	const struct frame *caller = caller_of(c, f);

	put(r + 2, flags[f->context], 1);
	put(r + 8, FUNC_BASE + f->func * FUNC_SIZE, 8);
	put(r + 16, f->start, 8);
	put(r + 24, c->now - f->start, 8);
	put(r + 32, depth, 2);
	if (!detailed)
		return;
	put(r + 36, DETAIL_HAS, 4);
	put(r + 40, self_of(c, f), 8);
	put(r + 48, f->off.asleep, 8);
	put(r + 56, f->off.waiting, 8);
	put(r + 64, caller ? FUNC_BASE + caller->func * FUNC_SIZE + 8 : 0, 8);
}

/* The scheduler's events */

static void print_event(const struct cpu *c, const char *name)
{
	printf("%16s-%-5d [%03d] d..2. %5" PRIu64 ".%06u: %-21s", c->task->comm, c->task->pid,
	       (int)(c - cpus), c->now / 1000000000,
	       (unsigned int)(c->now % 1000000000 / 1000), name);
}

static void write_switch(struct cpu *c, const struct task *next)
{
	const struct task *prev = c->task;
	unsigned char *r;

	if (detailed)
		return;
	if (format == REPORT) {
		print_event(c, "sched_switch:");
		printf("prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> "
		       "next_comm=%s next_pid=%d next_prio=120\n", prev->comm, prev->pid,
		       prev->sleeps ? "S" : "R+", next->comm, next->pid);
		return;
	}
	r = new_record(c, 16, SWITCH_ID);
	memcpy(r + 8, prev->comm, sizeof(prev->comm));
	memcpy(r + 40, next->comm, sizeof(next->comm));
	put(r + 24, prev->pid, 4);
	put(r + 32, prev->sleeps ? 1 : 0x100, 8);
	put(r + 56, next->pid, 4);
}

static void write_waking(struct cpu *c, const struct task *t)
{
	unsigned char *r;

	if (detailed)
		return;
	if (format == REPORT) {
		print_event(c, "sched_waking:");
		printf("comm=%s pid=%d prio=120 target_cpu=%03d\n", t->comm, t->pid,
		       (int)(c - cpus));
		return;
	}
	r = new_record(c, 10, WAKING_ID);
	put(r + 8, sizeof(t->comm) << 16 | 24, 4);
	put(r + 12, t->pid, 4);
	memcpy(r + 24, t->comm, sizeof(t->comm));
}

static const char header_page[] =
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

static const char header_event[] =
	"# compressed entry header\n"
	"\ttype_len    :    5 bits\n"
	"\ttime_delta  :   27 bits\n"
	"\tarray       :   32 bits\n"
	"\n"
	"\tpadding     : type == 29\n"
	"\ttime_extend : type == 30\n"
	"\ttime_stamp : type == 31\n"
	"\tdata max type_len  == 28\n";

static const char event_format[] =
	"name: func_duration\n"
	"ID: 1500\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 calltime;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 duration;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:u16 depth;\toffset:32;\tsize:2;\tsigned:0;\n"
	"\tfield:u16 overrun;\toffset:34;\tsize:2;\tsigned:0;\n"
	"\n"
	"print fmt: \"func=%ps calltime=%llu.%09llu duration=%llu.%03llu depth=%u overrun=%u\", "
	"(void *)REC->func, REC->calltime / 1000000000, REC->calltime % 1000000000, "
	"REC->duration / 1000, REC->duration % 1000, REC->depth, REC->overrun\n";

#define COMMON \
	"format:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char detail_format[] =
	"name: func_duration_detail\n"
	"ID: 1503\n"
	COMMON
	"\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 calltime;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 duration;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:u16 depth;\toffset:32;\tsize:2;\tsigned:0;\n"
	"\tfield:u16 overrun;\toffset:34;\tsize:2;\tsigned:0;\n"
	"\tfield:u32 has;\toffset:36;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 self;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 asleep;\toffset:48;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 waiting;\toffset:56;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long caller;\toffset:64;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long retval;\toffset:72;\tsize:8;\tsigned:0;\n"
	"\nprint fmt: \"%ps\", (void *)REC->func\n";

static const char switch_format[] =
	"name: sched_switch\n"
	"ID: 1501\n"
	COMMON
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
	"\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: \"%d ==> %d\", REC->prev_pid, REC->next_pid\n";

/* The name is of variable length, as on 7.x. */
static const char waking_format[] =
	"name: sched_waking\n"
	"ID: 1502\n"
	COMMON
	"\tfield:__data_loc char[] comm;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:pid_t pid;\toffset:12;\tsize:4;\tsigned:1;\n"
	"\tfield:int prio;\toffset:16;\tsize:4;\tsigned:1;\n"
	"\tfield:int target_cpu;\toffset:20;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: \"%d\", REC->pid\n";

static void out(const void *data, size_t size)
{
	fwrite(data, size, 1, stdout);
}

static void out_number(uint64_t value, int size)
{
	out(&value, size);
}

static void out_file(const char *text, size_t size)
{
	out_number(size, 8);
	out(text, size);
}

static void out_symbols(void)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (unsigned int i = 0; i < nr_funcs; i++) {
		char name[64], *blank;

		snprintf(name, sizeof(name), "%s", func_name(i));
		blank = strchr(name, ' ');
		if (blank)
			*blank = '\t';
		fprintf(f, "%016" PRIx64 " t %s\n",
			(uint64_t)FUNC_BASE + i * FUNC_SIZE, name);
	}
	for (unsigned int i = 0; i < nr_more_symbols; i++)
		fprintf(f, "%016" PRIx64 " t more_symbol_%u\t[more_module]\n",
			(uint64_t)FUNC_BASE + (uint64_t)(nr_funcs + i) * FUNC_SIZE, i);
	fclose(f);
	out_number(size, 4);
	out(text, size);
	free(text);
}

static void out_tasks(void)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (unsigned int i = 0; i < nr_tasks; i++)
		if (!tasks[i].idle_of)
			fprintf(f, "%d %s\n", tasks[i].pid, tasks[i].comm);
	fclose(f);
	out_file(text, size);
	free(text);
}

static void copy_pages(struct cpu *c)
{
	char buf[65536];
	size_t n;

	rewind(c->pages);
	while ((n = fread(buf, 1, sizeof(buf), c->pages)) > 0)
		out(buf, n);
	fclose(c->pages);
}

/* Version 6, in one pass: trace-cmd.dat.v6(5) */
static void out_dat(void)
{
	uint64_t offset;
	long here;

	out("\027\010\104tracing6\0\0\010", 14);
	out_number(PAGE, 4);
	out("header_page", 12);
	out_file(header_page, sizeof(header_page) - 1);
	out("header_event", 13);
	out_file(header_event, sizeof(header_event) - 1);
	out_number(1 + detailed, 4);
	out_file(event_format, sizeof(event_format) - 1);
	if (detailed)
		out_file(detail_format, sizeof(detail_format) - 1);
	out_number(want_switches && !detailed, 4);
	if (want_switches && !detailed) {
		out("sched", 6);
		out_number(2, 4);
		out_file(switch_format, sizeof(switch_format) - 1);
		out_file(waking_format, sizeof(waking_format) - 1);
	}
	out_symbols();
	out_number(0, 4);
	out_tasks();
	out_number(nr_cpus, 4);
	out("options  ", 10);
	out_number(0, 2);
	out("flyrecord", 10);
	here = ftell(stdout);
	offset = (here + 16 * nr_cpus + PAGE - 1) / PAGE * PAGE;
	for (unsigned int i = 0; i < nr_cpus; i++) {
		if (cpus[i].used)
			flush_page(&cpus[i]);
		out_number(offset, 8);
		out_number(cpus[i].bytes, 8);
		offset += cpus[i].bytes;
	}
	for (here += 16 * nr_cpus; here % PAGE; here++)
		putchar(0);
	for (unsigned int i = 0; i < nr_cpus; i++)
		copy_pages(&cpus[i]);
}

/* The tasks */

static bool in_stack(const struct task *t, unsigned int func)
{
	for (int i = 0; i < t->depth; i++)
		if (t->stack[i].func == func)
			return true;
	return false;
}

static void write_lost(const struct cpu *c)
{
	if (format == REPORT)
		printf("CPU:%d [%u EVENTS DROPPED]\n", (int)(c - cpus), c->lost);
	else
		printf("CPU:%d [LOST %u EVENTS]\n", (int)(c - cpus), c->lost);
}

/* Bursts of records are lost, and the next one of the CPU says so. */
static bool is_lost(struct cpu *c)
{
	if (!lost_permille)
		return false;
	if (!c->to_lose && below(1000) < lost_permille)
		c->to_lose = 1 + below(30);
	if (c->to_lose) {
		c->to_lose--;
		c->lost++;
		return true;
	}
	if (c->lost)
		write_lost(c);
	c->lost = 0;
	return false;
}

/* The first function is never hidden, so that there are calls. */
static bool is_hidden(unsigned int func)
{
	return func && func * 2654435761u / 65536 % 100 < hidden_percent;
}

/* A line of -A: a call, and whether the trace has it. */
static void write_call(const struct cpu *c, const struct frame *f, bool recorded)
{
	const struct task *t = c->task;
	uint64_t parent = t->depth ? t->stack[t->depth - 1].id : 0;

	if (all_calls)
		fprintf(all_calls, "%" PRIu64 "\t%" PRIu64 "\t%d\t%d\t%d\t%" PRIu64
			"\t%" PRIu64 "\t%d\t%d\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\n",
			f->id, parent, f->context, t->pid, (int)(c - cpus), f->start,
			c->now - f->start, t->depth, recorded, f->off.asleep, f->off.waiting,
			t->comm, func_name(f->func));
}

static void record(struct cpu *c, const struct frame *f)
{
	uint64_t ns = c->now - f->start;
	struct truth *t = &truth[f->func];

	t->calls++;
	t->self += ns - f->sub;
	t->self_off.asleep += f->off.asleep - f->sub_off.asleep;
	t->self_off.waiting += f->off.waiting - f->sub_off.waiting;
	if (!in_stack(c->task, f->func)) {
		t->total += ns;
		t->off.asleep += f->off.asleep;
		t->off.waiting += f->off.waiting;
	}
	written++;
	switch (format) {
	case REPORT:
		write_report(c, f, c->task->depth);
		break;
	case GRAPH:
		write_graph(c, f, c->task->depth);
		break;
	case DAT:
		write_record(c, f, c->task->depth);
		break;
	default:
		write_text(c, f, c->task->depth);
	}
}

static enum context context_of(const struct task *t)
{
	return t->depth ? t->stack[t->depth - 1].context : TASK;
}

static void call_in(struct cpu *c, enum context context)
{
	struct task *t = c->task;
	unsigned int func = random_func();

	if (format == GRAPH)
		graph_entry(c, func, t->depth);
	t->stack[t->depth++] = (struct frame){
		.func = func, .start = c->now, .id = ++last_id, .context = context,
	};
}

static void call(struct cpu *c)
{
	call_in(c, context_of(c->task));
}

/* A context of a higher rank interrupts the current one. */
static bool interrupt(struct cpu *c)
{
	enum context now = context_of(c->task);

	if (!irq_permille || now == NMI || c->task->depth > MAX_STACK - 8 ||
	    below(1000) >= irq_permille)
		return false;
	call_in(c, now + 1 + below(NMI - now));
	return true;
}

static void leave(struct cpu *c)
{
	struct task *t = c->task;
	struct frame f = t->stack[--t->depth];
	bool recorded = c->now - f.start >= thresh_ns && !is_hidden(f.func) && !is_lost(c);

	write_call(c, &f, recorded);
	if (recorded)
		record(c, &f);
	if (t->depth) {
		const struct off *off = recorded ? &f.off : &f.sub_off;

		t->stack[t->depth - 1].sub += recorded ? c->now - f.start : f.sub;
		t->stack[t->depth - 1].callees += c->now - f.start;
		t->stack[t->depth - 1].sub_off.asleep += off->asleep;
		t->stack[t->depth - 1].sub_off.waiting += off->waiting;
	}
}

static uint64_t whole_us(uint64_t ns)
{
	return (ns + 999) / 1000 * 1000;
}

/* It was away until now, and could have come since it was woken. */
static void count_off(struct task *t, uint64_t woken, uint64_t now)
{
	for (int i = 0; i < t->depth; i++) {
		t->stack[i].off.asleep += woken - t->left;
		t->stack[i].off.waiting += now - woken;
	}
}

/* Text has microseconds only, so all these events get whole microseconds. */
static bool show_switch(struct cpu *c, struct task *t)
{
	uint64_t woken = t->left;

	if (whole_us(c->now) <= t->left)
		return false;
	c->now = whole_us(c->now);
	if (t->sleeps && t->left) {
		woken = c->now;
		write_waking(c, t);
		c->now += below(9) * 1000;
	}
	if (t->left)
		count_off(t, woken, c->now);
	c->task->sleeps = below(3);
	c->task->left = c->now;
	write_switch(c, t);
	return true;
}

static void switch_task(struct cpu *c, struct task *t)
{
	if (t->running || context_of(c->task) != TASK || (t->idle_of && t->idle_of != c))
		return;
	if (want_switches && !show_switch(c, t))
		return;
	c->task->running = false;
	t->running = true;
	c->task = t;
}

static struct cpu *earliest_cpu(void)
{
	struct cpu *c = &cpus[0];

	for (unsigned int i = 1; i < nr_cpus; i++)
		if (cpus[i].now < c->now)
			c = &cpus[i];
	return c;
}

static void step(void)
{
	struct cpu *c = earliest_cpu();
	unsigned int dice = below(1000);

	c->now += 30 + below(400) + (dice == 7 ? below(3000000) : 0);
	if (dice < 20) {
		switch_task(c, &tasks[below(nr_tasks)]);
		/* Two CPUs never have the same time, so that the order of records is defined. */
		c->now += below(2000);
	}
	if (interrupt(c))
		return;
	if (c->task->depth == 0 || (c->task->depth < (int)max_depth && below(100) < 50))
		call(c);
	else
		leave(c);
}

static void end_interrupts(void)
{
	for (unsigned int i = 0; i < nr_cpus; i++) {
		while (context_of(cpus[i].task) != TASK) {
			cpus[i].now += 100;
			leave(&cpus[i]);
		}
	}
}

static void unwind(void)
{
	end_interrupts();
	for (unsigned int i = 0; i < nr_tasks; i++) {
		struct cpu *c = earliest_cpu();

		c = tasks[i].idle_of ? tasks[i].idle_of : c;
		for (unsigned int k = 0; k < nr_cpus; k++)
			if (cpus[k].now > c->now)
				c->now = cpus[k].now;
		for (unsigned int k = 0; k < nr_cpus; k++)
			if (cpus[k].task == &tasks[i]) {
				cpus[k].now = c->now;
				c = &cpus[k];
			}
		switch_task(c, &tasks[i]);
		while (c->task->depth) {
			c->now += 100 + below(100);
			leave(c);
		}
		for (unsigned int k = 0; k < nr_cpus; k++)
			cpus[k].now = c->now + 10;
	}
}

static void begin(void)
{
	static const char *const odd_comms[] = {
		"a b", "x|y", "k/0:1-e", "-", "[k] [1]", "p) 1)", "a,b;c", "n-1",
	};

	for (unsigned int i = 0; i < nr_tasks; i++) {
		tasks[i].pid = pid_base + i;
		snprintf(tasks[i].comm, sizeof(tasks[i].comm), "task%u", i);
		if (odd_names)
			strcpy(tasks[i].comm, odd_comms[i % 8]);
		if (!idle_tasks || i >= nr_cpus)
			continue;
		tasks[i].pid = 0;
		tasks[i].idle_of = &cpus[i];
		strcpy(tasks[i].comm, "<idle>");
	}
	for (unsigned int i = 0; i < nr_cpus; i++) {
		cpus[i].now = start_ns + i;
		cpus[i].task = &tasks[i];
		tasks[i].running = true;
		if (format == DAT)
			cpus[i].pages = tmpfile();
	}
	if (format == TEXT || format == PROC || format == ABSTIME)
		puts("# tracer: function_duration\n#");
	if (format == GRAPH)
		puts("# tracer: function_graph\n#");
}

/*
 * The true sums, in the form of fdd --format=csv -f name,calls,total,self; with -w followed by
 * asleep,waiting,self-asleep,self-waiting.
 */
static void write_truth(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) {
		perror(path);
		exit(1);
	}
	for (unsigned int i = 0; i < nr_funcs; i++) {
		const struct truth *t = &truth[i];

		if (!t->calls)
			continue;
		fprintf(f, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64, func_name(i), t->calls,
			t->total, t->self);
		if (want_switches)
			fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
				t->off.asleep, t->off.waiting, t->self_off.asleep,
				t->self_off.waiting);
		fputc('\n', f);
	}
	fclose(f);
}

static enum format parse_format(const char *name)
{
	static const char *const names[] = {
		"text", "proc", "abstime", "report", "graph", "dat",
	};

	for (int i = 0; i <= DAT; i++)
		if (!strcmp(name, names[i]))
			return i;
	fprintf(stderr, "gen: no format '%s'\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	const char *truth_path = NULL;
	int opt;

	while ((opt = getopt(argc, argv, "n:s:f:t:c:k:F:Y:d:T:S:P:H:L:I:A:oiwM")) >= 0) {
		switch (opt) {
		case 'n':
			nr_calls = strtoull(optarg, NULL, 10);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 10) * 7919 + 1;
			break;
		case 'f':
			format = parse_format(optarg);
			break;
		case 't':
			thresh_ns = strtoull(optarg, NULL, 10);
			break;
		case 'c':
			nr_cpus = strtoul(optarg, NULL, 10);
			break;
		case 'k':
			nr_tasks = strtoul(optarg, NULL, 10);
			break;
		case 'F':
			nr_funcs = strtoul(optarg, NULL, 10);
			break;
		case 'Y':
			nr_more_symbols = strtoul(optarg, NULL, 10);
			break;
		case 'd':
			max_depth = strtoul(optarg, NULL, 10);
			break;
		case 'T':
			truth_path = optarg;
			break;
		case 'S':
			start_ns = strtoull(optarg, NULL, 10) * 1000000000;
			break;
		case 'P':
			pid_base = strtol(optarg, NULL, 10);
			break;
		case 'M':
			detailed = true;
			want_switches = true;
			break;
		case 'w':
			want_switches = true;
			break;
		case 'H':
			hidden_percent = strtoul(optarg, NULL, 10);
			break;
		case 'L':
			lost_permille = strtoul(optarg, NULL, 10);
			break;
		case 'I':
			irq_permille = strtoul(optarg, NULL, 10);
			break;
		case 'A':
			all_calls = fopen(optarg, "w");
			break;
		case 'o':
			odd_names = true;
			break;
		case 'i':
			idle_tasks = true;
			break;
		default:
			fputs("usage: gen [-n calls] [-s seed] [-f format] [-t thresh_ns]\n"
			      "           [-c cpus] [-k tasks] [-F functions] [-d depth]\n"
			      "           [-H hidden_percent] [-L lost_permille] [-I irq_permille]\n"
			      "           [-o (odd names)] [-i (idle tasks)] [-A all_calls]\n"
			      "           [-T truth.csv] [-S start_s] [-P first_pid] [-w]\n"
			      "           [-Y symbols_of_other_functions] > trace\n",
			      stderr);
			return 2;
		}
	}
	if (!nr_cpus || nr_cpus > MAX_CPUS || nr_tasks < nr_cpus ||
	    nr_tasks > MAX_TASKS || !nr_funcs || nr_funcs > MAX_FUNCS ||
	    !max_depth || max_depth > MAX_TASK_DEPTH ||
	    (want_switches && format != REPORT && format != DAT)) {
		fputs("gen: that many cannot be\n", stderr);
		return 2;
	}
	begin();
	/* a threshold may leave out nearly all */
	while (written < nr_calls && last_id < nr_calls * 1000)
		step();
	unwind();
	if (format == DAT)
		out_dat();
	if (truth_path)
		write_truth(truth_path);
	if (all_calls)
		fclose(all_calls);
	return fflush(stdout) || ferror(stdout);
}
