// SPDX-License-Identifier: GPL-2.0
/* Inputs that fdd does not read: how to recognise them, and what to run instead. */
#include <ctype.h>
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/foreign.h"

#define OF_CHROME	"a trace for chrome://tracing or Perfetto, which fdd writes and does not read: give it the trace that this was made from"
#define OF_BPF		", which has no calls with their times: trace with \"fdd record\""
#define OF_STRACE	"the output of strace, which has system calls only: trace with \"fdd record -F '__x64_sys_*'\""
#define OF_PERF_TRACE	"the output of perf trace: use \"perf script | fdd -\", or trace with \"fdd record\""
#define OF_INITCALLS	"a boot with initcall_debug, which has initcalls only: boot with \"fdd record --boot\""
#define OF_LTTNG	"the output of babeltrace (LTTng), which has events of LTTng and no calls of functions: trace with \"fdd record\""
#define OF_SCHED	"a table of perf sched: use \"perf sched script | fdd -\", or trace with \"fdd record\""
#define OF_FDD		"the output of fdd, which does not read it: give it the trace that this was made from"
#define OF_SAMPLES	", which has samples, not calls: trace with \"fdd record\""

/* A line begins with @begin, or holds @within if that is all there is. */
static const struct foreign {
	const char	*begin, *within, *what;
} foreigns[] = {
	{ "{", "traceEvents", OF_CHROME },
	{ "{", "displayTimeUnit", OF_CHROME },
	{ "[{\"", NULL, "JSON, perhaps a trace for chrome://tracing: give fdd the trace that this was made from" },
	{ "{ ", " hitcount:", "a histogram of the kernel, which has no calls with their times: trace with \"fdd record\"" },
	{ "{", NULL, "JSON, which fdd does not read: give it the trace that this was made from" },
	{ "PERFILE2", NULL, "of perf record: use \"perf script -i FILE | fdd -\"" },
	{ "Attaching ", NULL, "the output of bpftrace" OF_BPF },
	{ "Attached ", " probe", "the output of bpftrace" OF_BPF },
	{ "@", NULL, "the output of bpftrace" OF_BPF },
	{ "Tracing ", NULL, "the output of a BPF tool" OF_BPF },
	{ "Receiving data...", NULL, "the output of retsnoop" OF_BPF },
	{ "COMM ", " PID ", "the output of a BPF tool" OF_BPF },
	{ "TIME ", " COMM ", "the output of a BPF tool" OF_BPF },
	{ "Function ", " Hit ", "the output of the function profiler (trace_stat), which has sums of calls and no calls: \"fdd stat\" counts them" },
	{ "usecs ", ": count ", "a histogram of a BPF tool" OF_BPF },
	{ "", " bpfsnoop is running", "the output of bpfsnoop" OF_BPF },
	{ "", " TID/PID ", "the output of retsnoop" OF_BPF },
	{ "Function ", " Calls ", OF_FDD },
	{ "label,cpu,pid,", NULL, OF_FDD },
	{ "0 - ", " us |", "a histogram of perf ftrace latency, which has no calls with their times: trace with \"fdd record\", or count with \"fdd stat\"" },
	{ "Task  ", " Runtime ms ", OF_SCHED },
	{ "time ", " wait time ", OF_SCHED },
	{ "VERSION 20070824", NULL, "the output of the tracer mmiotrace, which has accesses to memory of devices and no calls: trace with \"fdd record\"" },
	{ "BZh", NULL, "compressed by bzip2: use \"bzcat FILE | fdd -\"" },
	{ "Summary of events:", NULL, "the output of perf trace -s, which has no calls of functions: trace with \"fdd record\"" },
	{ "execve(", NULL, OF_STRACE },
	{ "[pid ", "(", OF_STRACE },
	{ "strace: ", NULL, OF_STRACE },
	{ "\x7f" "ELF", NULL, "a program: \"fdd record -- PROGRAM\" traces what the kernel does for it" },
	{ "Ftrace.dat", NULL, "of uftrace: \"uftrace replay\" prints it; fdd reads calls of the kernel" },
	{ "CPU[", "] ", "a text of function_graph from before Linux 2.6.29, whose lines have no columns: trace with a newer kernel" },
	{ "calling  ", "+0x", OF_INITCALLS },
	{ "initcall ", " returned ", OF_INITCALLS },
	{ "", "] calling  ", OF_INITCALLS },
	{ "", "] initcall ", OF_INITCALLS },
	{ "[", " syscall_entry_", OF_LTTNG },
	{ "[", "sched_switch: { ", OF_LTTNG },
	{ "", "-cycles:", "the output of perf script" OF_SAMPLES },
	{ "", " cycles:", "the output of perf script" OF_SAMPLES },
	{ "", "-clock:", "the output of perf script" OF_SAMPLES },
	{ "", "%  ", "a table of perf report" OF_SAMPLES },
};

/* What is no text begins with these bytes. */
static const struct {
	char		bytes[9];
	const char	*what;
} magics[] = {
	{ "\x04\x22\x4d\x18", "compressed by lz4: use \"lz4cat FILE | fdd -\"" },
	{ "PK\3\4", "a zip archive: use \"unzip -p FILE | fdd -\"" },
	{ "7z\xbc\xaf\x27\x1c", "an archive of 7-Zip: use \"7z x -so FILE | fdd -\"" },
	{ "\xc1\x1f\xfc\xc1", "a stream of CTF, which has events of LTTng and no calls of functions: trace with \"fdd record\"" },
	{ "LPKSHHRH", "a file of the journal: use \"journalctl -k --file=FILE | fdd -\"" },
	{ "KDUMP   ", "a dump of a kernel: \"trace dump -t trace.dat\" of crash and its extension trace writes the trace in it" },
};

#define TAR_MAGIC	257		/* where an archive has "ustar" */

const char *fdd_foreign_bytes(const char *begin, size_t len)
{
	if (len >= TAR_MAGIC + 5 && !memcmp(begin + TAR_MAGIC, "ustar", 5))
		return "an archive of tar: use \"tar -xOf FILE NAME | fdd -\"";
	for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
		size_t magic = strlen(magics[i].bytes);

		if (magic <= len && !memcmp(begin, magics[i].bytes, magic))
			return magics[i].what;
	}
	return NULL;
}

static bool is(const struct foreign *f, const char *text)
{
	return !strncmp(text, f->begin, strlen(f->begin)) &&
	       (!f->within || strstr(text, f->within));
}

/* "openat(AT_FDCWD, ...", with "1234 ", a time or both before it: a system call as strace prints it */
static bool is_strace(const char *text)
{
	const char *p = text;

	for (int i = 0; i < 2; i++) {
		while (is_digit(*p) || *p == ':' || *p == '.')
			p++;
		while (*p == ' ')
			p++;
	}
	if (*p < 'a' || *p > 'z')
		return false;
	while (is_letter(*p) || is_digit(*p) || *p == '_')
		p++;
	return *p == '(' && p[1] != ')' && (strchr(p, ',') || strstr(p, ") ") || strchr(p, '"'));
}

/* "     0.000 ( 0.012 ms): cat/200 openat(", "     0.000 cat/200 ftrace:func_duration(" */
static bool is_perf_trace(const char *text)
{
	const char *slash = strchr(text, '/');

	if (!is_digit(*text) || !slash || !is_digit(slash[1]))
		return false;
	return strstr(text, " ms): ") || strstr(slash, "(func: ");
}

/* "[  1234] | main() {", "   1.370 us [  1234] |     getpid();" of uftrace */
static bool is_uftrace(const char *text)
{
	const char *p = strchr(text, '['), *q = p ? p + 1 : NULL;

	while (q && (is_digit(*q) || *q == ' '))
		q++;
	return q && STARTS(q, "] |") && (p == text || is_digit(*text));
}

/* "1)    50.000100000 |    15.000 |outer" of fdd -d, without a unit */
static bool is_own_call(const char *text)
{
	const char *p = text, *bar;

	while (is_digit(*p))
		p++;
	if (p == text || !STARTS(p, ") "))
		return false;
	bar = strstr(p, " |");
	for (p = bar ? bar + 2 : ""; is_digit(*p) || *p == ' ' || *p == '.'; p++)
		;
	return bar && is_digit(bar[-1]) && p[0] == '|' && is_digit(p[-2]) && p[-1] == ' ';
}

const char *fdd_foreign(const char *line)
{
	while (*line == ' ')
		line++;
	for (size_t i = 0; i < ARRAY_SIZE(foreigns); i++)
		if (is(&foreigns[i], line))
			return foreigns[i].what;
	if (is_uftrace(line))
		return "the output of uftrace, whose calls are those of a program: fdd reads calls of the kernel";
	if (is_own_call(line))
		return OF_FDD;
	if (is_perf_trace(line))
		return OF_PERF_TRACE;
	return is_strace(line) ? OF_STRACE : NULL;
}

/* print_raw_fmt() and print_hex_fmt() of kernel/trace/trace.c */
const char *fdd_foreign_format(const char *line)
{
	const char *p = line;
	int numbers = 0;

	while (isxdigit((unsigned char)*p))
		p++;
	if (p - line >= 32 && (!*p || *p == ' '))
		return "hex";
	for (p = line; is_digit(*p); numbers++) {
		while (is_digit(*p))
			p++;
		if (*p++ != ' ')
			break;
	}
	return numbers >= 3 ? "raw" : NULL;
}
