// SPDX-License-Identifier: GPL-2.0
/* The page's data of the current trace. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/gzip.h"
#include "lib/map.h"
#include "read/read.h"
#include "serve/state.h"
#include "tracing/session.h"
#include "tracing/tracing.h"
#include "view/page.h"
#include "waits/stuck.h"

#define MAX_BYTES	(64u << 20)	/* of text; the rest is ignored */
#define MAX_RESIDENT	(80u << 20)	/* while it is read; with the answer, 100 MiB at most */
#define BLOCK_SIZE	(32 * 1024)
#define MAX_READ_NS	(5 * NSEC_PER_SEC)
#define MAX_PARSE_NS	(5 * NSEC_PER_SEC)	/* for each of two times: others wait for it */
#define MIN_AGE_NS	NSEC_PER_SEC
#define AGE_FACTOR	5		/* times the time that making it took */
/* Buffers without new events are read again then: options change their text, too. */
#define SAME_NS		(30 * NSEC_PER_SEC)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The last answer, for all requests while it is recent. */
static struct {
	struct serve_data	*data;
	uint64_t		until;
	uint64_t		read;		/* when the trace was read, */
	uint64_t		buffers;	/* the state of its buffers, */
	uint64_t		hash;		/* and that of its text; 0: unknown */
	struct serve_change	*changes[SERVE_CHANGES];	/* the last ones, in a ring */
	unsigned int		at;
} kept;

/* A copy of the trace, which is read twice. */
struct text {
	struct fdd_bytes	bytes;
	uint64_t		hash;
	bool			cut;		/* there was more */
	bool			late;		/* not all of it was read or parsed in time */
};

/* Until its end or a limit; false sets errno. */
static bool read_text(struct serve *s, int fd, struct text *t)
{
	uint64_t until = fdd_now() + MAX_READ_NS;
	char block[BLOCK_SIZE];

	for (;;) {
		ssize_t len = read(fd, block, sizeof(block));

		if (len <= 0)
			return !len;
		if (!fdd_bytes_add(&t->bytes, block, len))
			return false;
		t->hash = fdd_hash_bytes(t->hash ^ len, block, len);
		t->late = fdd_now() > until || s->stopping;
		t->cut = t->bytes.size >= MAX_BYTES || t->late;
		if (t->cut)
			return true;
	}
}

/* Copy the kernel's text; false sets errno. */
static bool read_trace(struct serve *s, struct text *t)
{
	char *path = tracing_path(s->instance, "trace");
	int fd = open(path, O_RDONLY | O_CLOEXEC), err = errno;
	bool ok = fd >= 0;

	free(path);
	if (ok) {
		ok = read_text(s, fd, t);
		err = errno;
		close(fd);
	}
	errno = err;
	return ok;
}

/* The trace is of this machine. */
static void set_machine(struct fdd_model *m, uint16_t source)
{
	struct utsname name;
	char *machine;

	if (uname(&name) || asprintf(&machine, "%s %s %s %s", name.sysname, name.nodename,
				     name.release, name.machine) < 0)
		return;
	fdd_model_set_machine(m, source, machine);
	free(machine);
}

static void read_into(struct fdd_model *m, struct text *text, const char *label)
{
	struct fdd_input *in = fdd_input_bytes(&text->bytes);
	uint16_t source = fdd_model_add_source(m, label, label);
	uint64_t until = fdd_now() + MAX_PARSE_NS;
	bool ok;

	if (in)
		fdd_input_cut_at(in, until);
	set_machine(m, source);
	ok = in && !fdd_read_text(m, in, source);
	fdd_input_close(in);
	fdd_model_end_source(m, source);
	text->late |= fdd_now() >= until;
	m->sources[source].truncated |= text->cut || !ok;
}

/* All of it but the time axis, or that alone. */
static void make_json(struct text *text, const char *label, const struct serve_window *w,
		      FILE *to)
{
	struct fdd_model *m = fdd_model_new(), *again = fdd_model_new();
	struct fdd_options options;
	struct fdd_filter *filter;
	struct fdd_view *v;

	m->most_resident = again->most_resident = MAX_RESIDENT;
	fdd_options_init(&options);
	fdd_input_progress = false;
	filter = fdd_filter_new(&options.wish);
	v = fdd_view_new(&fdd_view_page, &options);
	fdd_view_check(v);
	if (!w)
		fdd_page_leave_out_axis(v);
	fdd_view_begin(v, m, filter);
	read_into(m, text, label);
	if (!w && fdd_view_begin_again(v, again))
		read_into(again, text, label);

	if (w)
		fdd_page_axis(v, w->from, w->to, stuck_cgroup, to);
	else
		fdd_page_data(v, to);
	fdd_view_free(v);
	fdd_model_free(again);
	fdd_model_free(m);
	fdd_filter_free(filter);
	fdd_options_free(&options);
}

static void free_data(struct serve_data *data)
{
	fdd_bytes_free(&data->gz);
	serve_lines_free(&data->lines);
	free(data);
}

/* With the lock held. */
static void put(struct serve_data *data)
{
	if (data && !--data->users)
		free_data(data);
}

void serve_data_get(struct serve_data *data)
{
	pthread_mutex_lock(&lock);
	data->users++;
	pthread_mutex_unlock(&lock);
}

void serve_data_put(struct serve_data *data)
{
	pthread_mutex_lock(&lock);
	put(data);
	pthread_mutex_unlock(&lock);
}

/* NULL sets errno. */
static struct serve_data *new_data(struct text *text, const char *label,
				   const struct serve_window *w)
{
	struct serve_data *data = xcalloc(1, sizeof(*data));
	FILE *gz;

	fdd_bytes_init(&data->gz);
	gz = fdd_gzip_open(&data->gz, &data->size);
	make_json(text, label, w, gz);
	fclose(gz);
	data->users = 1;
	snprintf(data->tag, sizeof(data->tag), "\"%llx\"", (unsigned long long)fdd_now());
	if (!data->gz.error)
		return data;
	errno = data->gz.error;
	free_data(data);
	return NULL;
}

/* With the lock held. */
static void put_change(struct serve_change *change)
{
	if (!change || --change->users)
		return;
	fdd_bytes_free(&change->gz);
	free(change);
}

void serve_change_put(struct serve_change *change)
{
	pthread_mutex_lock(&lock);
	put_change(change);
	pthread_mutex_unlock(&lock);
}

struct serve_change *serve_change_of(const char *tag)
{
	struct serve_change *found = NULL;

	pthread_mutex_lock(&lock);
	for (unsigned int i = 0; i < SERVE_CHANGES; i++)
		if (kept.changes[i] && !strcmp(kept.changes[i]->from, tag))
			found = kept.changes[i];
	if (found)
		found->users++;
	pthread_mutex_unlock(&lock);
	return found;
}

static bool find_lines(struct serve_data *data)
{
	return data->lines.nr || serve_lines_read(&data->lines, &data->gz);
}

/* Without it, or where it is as long as the data, streams send all of the data. */
static void add_change(struct serve_data *data)
{
	struct serve_change *change;

	if (!find_lines(kept.data) || !find_lines(data))
		return;
	change = xcalloc(1, sizeof(*change));
	change->users = 1;
	memcpy(change->from, kept.data->tag, sizeof(change->from));
	memcpy(change->to, data->tag, sizeof(change->to));
	fdd_bytes_init(&change->gz);
	if (serve_change_write(&kept.data->lines, &data->lines, &data->gz, &change->gz) &&
	    change->gz.size < data->gz.size) {
		put_change(kept.changes[kept.at]);
		kept.changes[kept.at] = change;
		kept.at = (kept.at + 1) % SERVE_CHANGES;
	} else {
		put_change(change);
	}
}

/* Keep the entity tag if the data did not change, so that clients get 304. */
static void keep(const struct serve *s, struct serve_data *data)
{
	if (kept.data && fdd_bytes_same(&kept.data->gz, &data->gz)) {
		free_data(data);
		return;
	}
	if (kept.data && s->streams)
		add_change(data);
	put(kept.data);
	kept.data = data;
}

/* False sets errno, and *file if it is that of the trace. */
static bool copy_trace(struct serve *s, struct text *text, const char **file)
{
	*text = (struct text){ 0 };
	fdd_bytes_init(&text->bytes);
	if (read_trace(s, text))
		return true;
	if (!text->bytes.error)
		*file = "trace";
	return false;
}

static void drop_copy(struct text *text)
{
	int err = errno;

	fdd_bytes_free(&text->bytes);
	xtrim();		/* the next one is made by another thread */
	errno = err;
}

static struct serve_data *data_of(const struct serve *s, struct text *text,
				  const struct serve_window *w)
{
	return new_data(text, s->instance ? s->instance : "trace", w);
}

/* Reads the trace, and parses it if its text is another one. */
static bool read_again(struct serve *s, uint64_t buffers, const char **file)
{
	struct serve_data *data = NULL;
	struct text text;
	bool ok = copy_trace(s, &text, file), known = kept.data && text.hash == kept.hash;

	if (ok && !known)
		data = data_of(s, &text, NULL);
	ok = ok && (known || data);
	if (data)
		keep(s, data);
	if (ok) {
		kept.read = fdd_now();
		kept.buffers = text.late ? 0 : buffers;
		kept.hash = text.late ? 0 : text.hash;
	}
	drop_copy(&text);
	return ok;
}

/* A stream asks every second, and a buffer may take seconds to be read. */
static bool refresh(struct serve *s, const char **file)
{
	struct session_counts counts;
	uint64_t from = fdd_now(), took;

	session_buffer_counts(s->instance, &counts);
	if (!kept.data || !counts.state || counts.state != kept.buffers ||
	    from - kept.read > SAME_NS) {
		if (!read_again(s, counts.state, file))
			return false;
	}
	took = fdd_now() - from;
	kept.until = fdd_now() + (took * AGE_FACTOR > MIN_AGE_NS ? took * AGE_FACTOR :
								   MIN_AGE_NS);
	return true;
}

/* With the lock, since two models at once would need twice the memory. */
struct serve_data *serve_axis(struct serve *s, const struct serve_window *w, const char **file)
{
	struct serve_data *data = NULL;
	struct text text;

	*file = NULL;
	errno = EBUSY;
	if (atomic_exchange(&s->reads_axis, true)) {
		*file = "another part of the time axis is read";
		return NULL;
	}
	pthread_mutex_lock(&lock);
	if (copy_trace(s, &text, file))
		data = data_of(s, &text, w);
	drop_copy(&text);
	pthread_mutex_unlock(&lock);
	s->reads_axis = false;
	return data;
}

struct serve_data *serve_data(struct serve *s, const char **file)
{
	struct serve_data *data = NULL;

	*file = NULL;
	pthread_mutex_lock(&lock);
	if ((kept.data && fdd_now() < kept.until) || refresh(s, file)) {
		data = kept.data;
		data->users++;
	}
	pthread_mutex_unlock(&lock);
	return data;
}
