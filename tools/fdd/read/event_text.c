// SPDX-License-Identifier: GPL-2.0
/* The texts of a trace.dat's events, printed by a child process with limits. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event-parse.h>
#include <trace-seq.h>

#include "lib/util.h"
#include "read/event_text.h"

#define RECORDS		4096		/* of a batch */
#define DATA_SIZE	(1u << 20)
#define TEXT_SIZE	(1u << 20)
#define MOST_NAME	64		/* bytes of an event's name, in messages */
#define MOST_DEATHS	4		/* then no more text is printed */

/* Limits of the child. */
#define STACK		(8u << 20)
#define SECONDS		2
#define US_PER_RECORD	20

/*
 * libtraceevent does not check the __data_loc offsets in a record. Offsets and lengths have 16 bits
 * each, so that much zeroed memory behind a record is safe to read.
 */
#define PAD		(1u << 17)

/* A symbol or a flag takes few bytes of a record and has a long name. Kernels print 8 KiB. */
#define TEXT_OF(size)	(1024 + 16 * (size))

/* How the child ended. */
enum {
	NO_MEMORY = 2,
};

struct record {
	uint64_t	ts;
	uint32_t	event;		/* index of its format */
	uint32_t	cpu;
	uint32_t	data, size;	/* in the batch's data */
	uint32_t	text, len;	/* in the batch's text: the child sets them */
	bool		marker;
};

/* Shared with the child, which hostile formats may have made to write anything here. */
struct batch {
	struct record	records[RECORDS];
	uint32_t	nr;
	uint32_t	from;		/* the first one to print */
	uint32_t	at;		/* the one that is printed */
	uint8_t		data[DATA_SIZE];
	char		text[TEXT_SIZE];
};

/* What the parent knows of a record */
struct known {
	uint32_t	event;
	bool		marker;
	const char	*text;		/* NULL: see @event */
	size_t		len;
};

struct fdd_event_texts {
	const struct fdd_dat_file *file;
	const struct fdd_dat_headers *headers;
	struct batch	*batch;
	struct known	known[RECORDS];
	uint32_t	nr;
	uint32_t	data_len;
	char		**names;	/* by event: its text, if it cannot be printed */
	unsigned int	deaths;
	pid_t		child;		/* 0: none */
	int		fd;		/* a socket to it */
};

/* The child */

struct printer {
	struct batch	*batch;
	const struct fdd_dat_file *file;
	const struct fdd_dat_headers *headers;
	struct tep_handle *tep;
	uint8_t		*parsed;	/* by event: whether libtraceevent knows it */
	uint8_t		*padded;	/* the record */
	struct trace_seq seq;
	uint64_t	printed;	/* records */
};

static uint64_t mapped(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f)
		return 0;
	if (fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	fclose(f);
	return (uint64_t)pages * sysconf(_SC_PAGESIZE);
}

static void limit(int what, uint64_t most)
{
	struct rlimit l;

	if (getrlimit(what, &l))
		return;
	if (most < l.rlim_cur)
		l.rlim_cur = most;
	setrlimit(what, &l);
}

/* RLIMIT_CPU counts from the begin of the child. */
static void limit_time(struct printer *p, uint32_t more)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_CPU, &l))
		return;
	p->printed += more;
	l.rlim_cur = SECONDS + p->printed * US_PER_RECORD / 1000000;
	setrlimit(RLIMIT_CPU, &l);
}

/* Crashes are reported by the parent, and only there. */
static void set_limits(void)
{
	static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU };
	uint64_t now = mapped();

	for (size_t i = 0; i < ARRAY_SIZE(fatal); i++)
		signal(fatal[i], SIG_DFL);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_STACK, STACK);
	if (now)
		limit(RLIMIT_AS, now + FDD_PRINTER_MEMORY);
}

/* The child has no business with what else the parent has open. */
static int keep_only(int fd)
{
	if (fd != 3 && dup2(fd, 3) < 0)
		_exit(1);
#ifdef SYS_close_range
	syscall(SYS_close_range, 4, ~0u, 0);
#endif
	/* for messages of libtraceevent, which the level of its log does not stop */
	if (!fdd_debug_on && !freopen("/dev/null", "w", stderr))
		_exit(1);
	return 3;
}

static char *resolve(void *arg, unsigned long long *address, char **module)
{
	const struct fdd_symbols *symbols = arg;
	const struct fdd_symbol *symbol = fdd_symbol_at(symbols, *address);

	*module = NULL;
	if (!symbol)
		return NULL;
	*address = symbol->address;
	return (char *)symbols->text + symbol->name;
}

/* The formats of trace_printk(), and strings that events point to */
static void take_strings(struct printer *p)
{
	const struct fdd_dat_text *t = &p->headers->parts[FDD_DAT_PRINTK];
	uint32_t size;

	if (t->len < sizeof(size))
		return;
	memcpy(&size, t->bytes, sizeof(size));
	if (fdd_dat_u32(p->file, size) <= t->len - sizeof(size))
		tep_parse_printk_formats(p->tep, t->bytes + sizeof(size));
}

static void begin(struct printer *p)
{
	tep_set_loglevel(fdd_debug_on ? TEP_LOG_ALL : TEP_LOG_NONE);
	p->tep = tep_alloc();
	p->parsed = calloc(p->headers->nr_formats, 1);
	p->padded = calloc(1, FDD_PRINTED + PAD);
	if (!p->tep || !p->parsed || !p->padded)
		_exit(NO_MEMORY);
	tep_set_file_bigendian(p->tep, p->file->big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(p->tep, p->file->long_size);
	tep_set_page_size(p->tep, p->file->page_size);
	tep_set_function_resolver(p->tep, resolve, (void *)&p->headers->symbols);
	take_strings(p);
	trace_seq_init(&p->seq);
}

static void parse_event(struct printer *p, uint32_t i)
{
	const struct fdd_dat_format *e = &p->headers->formats[i];

	if (p->parsed[i])
		return;
	p->parsed[i] = true;
	errno = 0;
	tep_parse_event(p->tep, e->text, e->len, e->system);
	if (errno == ENOMEM || !tep_find_event(p->tep, e->id))
		_exit(NO_MEMORY);
}

static void print(struct printer *p, const struct record *r)
{
	struct tep_record record = {
		.ts = r->ts,
		.size = r->size,
		.cpu = r->cpu,
		.data = p->padded,
	};

	parse_event(p, r->event);
	memcpy(p->padded, p->batch->data + r->data, r->size);
	trace_seq_reset(&p->seq);
	if (r->marker)
		tep_print_event(p->tep, &p->seq, &record, "%s", TEP_PRINT_INFO);
	else
		tep_print_event(p->tep, &p->seq, &record, "%s: %s", TEP_PRINT_NAME,
				TEP_PRINT_INFO);
	memset(p->padded, 0, r->size);
	if (p->seq.state == TRACE_SEQ__MEM_ALLOC_FAILED)
		_exit(NO_MEMORY);
}

static void print_batch(struct printer *p)
{
	struct batch *b = p->batch;
	uint32_t used = 0;

	limit_time(p, b->nr - b->from);
	for (b->at = b->from; b->at < b->nr; b->at++) {
		struct record *r = &b->records[b->at];
		uint32_t most = TEXT_OF(r->size);

		print(p, r);
		r->len = p->seq.len < most ? p->seq.len : most;
		if (r->len > TEXT_SIZE)
			r->len = TEXT_SIZE;
		if (r->len > TEXT_SIZE - used)
			break;
		r->text = used;
		memcpy(b->text + used, p->seq.buffer, r->len);
		used += r->len;
	}
}

static __attribute__((noreturn)) void child(struct fdd_event_texts *t, int fd)
{
	struct printer p = { .batch = t->batch, .file = t->file, .headers = t->headers };
	char byte;

	fd = keep_only(fd);
	set_limits();
	limit_time(&p, 0);
	begin(&p);
	for (;;) {
		ssize_t n = read(fd, &byte, 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			_exit(0);
		print_batch(&p);
		while (write(fd, &byte, 1) < 0 && errno == EINTR)
			;
	}
}

/* The parent */

struct fdd_event_texts *fdd_event_texts_new(const struct fdd_dat_file *f,
					    const struct fdd_dat_headers *h)
{
	struct fdd_event_texts *t = xcalloc(1, sizeof(*t));

	t->file = f;
	t->headers = h;
	t->names = xcalloc(h->nr_formats, sizeof(*t->names));
	t->batch = mmap(NULL, sizeof(*t->batch), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t->batch != MAP_FAILED)
		return t;
	fdd_error("out of memory");
	exit(FDD_EXIT_INPUT);
}

/* Returns how it ended, as waitpid() does. */
static int end_child(struct fdd_event_texts *t)
{
	int status = 0;

	close(t->fd);
	while (waitpid(t->child, &status, 0) < 0 && errno == EINTR)
		;
	t->child = 0;
	return status;
}

void fdd_event_texts_free(struct fdd_event_texts *t)
{
	if (!t)
		return;
	if (t->child)
		end_child(t);
	for (uint32_t i = 0; i < t->headers->nr_formats; i++)
		free(t->names[i]);
	free(t->names);
	munmap(t->batch, sizeof(*t->batch));
	free(t);
}

static bool start_child(struct fdd_event_texts *t)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		return false;
	t->child = fork();
	if (!t->child)
		child(t, fds[1]);
	close(fds[1]);
	t->fd = fds[0];
	if (t->child > 0)
		return true;
	close(t->fd);
	t->child = 0;
	return false;
}

bool fdd_event_texts_add(struct fdd_event_texts *t, const struct fdd_printed *r)
{
	if (t->nr == RECORDS || r->size > DATA_SIZE - t->data_len)
		return false;
	t->known[t->nr] = (struct known){ r->event - t->headers->formats, r->marker, NULL, 0 };
	t->batch->records[t->nr++] = (struct record){
		.ts = r->ts,
		.event = r->event - t->headers->formats,
		.cpu = r->cpu,
		.data = t->data_len,
		.size = r->size,
		.marker = r->marker,
	};
	memcpy(t->batch->data + t->data_len, r->data, r->size);
	t->data_len += r->size;
	return true;
}

void fdd_event_texts_clear(struct fdd_event_texts *t)
{
	t->nr = 0;
	t->data_len = 0;
}

/* Names of events have no limit in a file. */
static int name_length(const struct fdd_dat_format *e)
{
	return e->name_len < MOST_NAME ? e->name_len : MOST_NAME;
}

static void leave_out(struct fdd_event_texts *t, uint32_t event)
{
	const struct fdd_dat_format *e = &t->headers->formats[event];
	char text[MOST_NAME + 64];

	if (t->names[event])
		return;
	snprintf(text, sizeof(text), "%.*s: (cannot be printed)", name_length(e), e->name);
	t->names[event] = xstrdup(text);
}

static const char *reason(int status, char *buf, size_t size)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY)
		snprintf(buf, size, "needs more than %u MiB of memory", FDD_PRINTER_MEMORY >> 20);
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		snprintf(buf, size, "takes too long");
	else if (WIFSIGNALED(status))
		snprintf(buf, size, "crashes (%s)", strsignal(WTERMSIG(status)));
	else
		snprintf(buf, size, "fails");
	return buf;
}

static void child_died(struct fdd_event_texts *t, uint32_t at)
{
	const struct fdd_dat_format *e = &t->headers->formats[t->known[at].event];
	int status = end_child(t);
	char why[64];

	reason(status, why, sizeof(why));
	leave_out(t, t->known[at].event);
	fdd_warning("%s: libtraceevent %s with the format of its event %.*s: the texts of these events are left out",
		    t->file->path, why, name_length(e), e->name);
	/* those that take long are the fewer */
	t->deaths += WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? 2 : 1;
	if (t->deaths >= MOST_DEATHS)
		fdd_warning("%s: the texts of all other events are left out, too", t->file->path);
}

/* Returns false if the child has died. */
static bool ask_child(struct fdd_event_texts *t, uint32_t i, uint32_t end)
{
	char byte = 0;
	ssize_t n;

	t->batch->nr = end;
	t->batch->from = t->batch->at = i;
	if (send(t->fd, &byte, 1, MSG_NOSIGNAL) != 1)
		return false;
	do {
		n = recv(t->fd, &byte, 1, 0);
	} while (n < 0 && errno == EINTR);
	return n == 1;
}

/* Take the texts of the records from @i; returns the first one that has none. */
static uint32_t take_texts(struct fdd_event_texts *t, uint32_t i)
{
	uint32_t end = t->batch->at;

	if (end > t->batch->nr || end > t->nr)
		end = i;
	for (; i < end; i++) {
		uint32_t text = t->batch->records[i].text, len = t->batch->records[i].len;

		if (text > TEXT_SIZE || len > TEXT_SIZE - text)
			continue;
		t->known[i].text = t->batch->text + text;
		t->known[i].len = len;
	}
	return i;
}

static bool can_print(const struct fdd_event_texts *t, uint32_t i)
{
	return t->deaths < MOST_DEATHS && !t->names[t->known[i].event];
}

uint32_t fdd_event_texts_print(struct fdd_event_texts *t, uint32_t i)
{
	uint32_t end = i, done;
	bool alive;

	if (!can_print(t, i)) {
		leave_out(t, t->known[i].event);
		return i + 1;
	}
	while (end < t->nr && can_print(t, end))
		end++;
	if (!t->child && !start_child(t)) {
		fdd_warning("%s: cannot start a process to print events: %s: their texts are left out",
			    t->file->path, strerror(errno));
		t->deaths = MOST_DEATHS;
		return i;
	}
	alive = ask_child(t, i, end);
	done = take_texts(t, i);
	if (!alive)
		child_died(t, done < end ? done : i);
	return done > i ? done : i + 1;
}

const char *fdd_event_text(const struct fdd_event_texts *t, uint32_t i, size_t *len)
{
	const struct known *k = &t->known[i];
	const char *name = t->names[k->event];

	if (k->text || !name) {
		*len = k->len;
		return k->text ? k->text : "";
	}
	if (k->marker)
		name += name_length(&t->headers->formats[k->event]) + 2;
	*len = strlen(name);
	return name;
}
