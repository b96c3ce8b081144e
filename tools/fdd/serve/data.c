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
#include "read/read.h"
#include "serve/serve.h"
#include "tracing/tracing.h"
#include "view/page.h"

#define MAX_BYTES	(64u << 20)	/* of text; the rest is ignored */
#define MAX_READ_NS	(5 * NSEC_PER_SEC)
#define MIN_AGE_NS	NSEC_PER_SEC
#define AGE_FACTOR	5		/* times the time that making it took */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The last answer, for all requests while it is recent. */
static struct {
	struct serve_data	*data;
	uint64_t		until;
} kept;

struct text {
	char	*bytes;
	size_t	size, cap;
	bool	cut;		/* there was more */
};

/* Until its end or a limit; false sets errno. */
static bool read_text(struct serve *s, int fd, struct text *t)
{
	uint64_t until = fdd_now() + MAX_READ_NS;

	for (;;) {
		ssize_t len;

		if (t->cap - t->size < 65536) {
			t->cap = t->cap ? 2 * t->cap : 1 << 20;
			t->bytes = xrealloc(t->bytes, t->cap);
		}
		len = read(fd, t->bytes + t->size, t->cap - t->size);
		if (len <= 0)
			return !len;
		t->size += len;
		t->cut = t->size >= MAX_BYTES || fdd_now() > until || s->stopping;
		if (t->cut)
			return true;
	}
}

/* Read the kernel's text; false sets errno. */
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

static void read_into(struct fdd_model *m, const struct text *text, const char *label)
{
	struct fdd_input *in = fdd_input_memory(text->bytes, text->size);
	uint16_t source = fdd_model_add_source(m, label, label);

	set_machine(m, source);
	fdd_read_text(m, in, source);
	fdd_input_close(in);
	fdd_model_end_source(m, source);
	m->sources[source].truncated |= text->cut;
}

static char *make_json(const struct text *text, const char *label)
{
	struct fdd_model *m = fdd_model_new(), *again = fdd_model_new();
	struct fdd_options options;
	struct fdd_filter *filter;
	struct fdd_view *v;
	char *json = NULL;
	size_t size;
	FILE *f;

	fdd_options_init(&options);
	fdd_input_progress = false;
	filter = fdd_filter_new(&options.wish);
	v = fdd_view_new(&fdd_view_page, &options);
	fdd_view_check(v);
	fdd_view_begin(v, m, filter);
	read_into(m, text, label);
	if (fdd_view_begin_again(v, again))
		read_into(again, text, label);

	f = open_memstream(&json, &size);
	fdd_page_data(v, f);
	fclose(f);
	fdd_view_free(v);
	fdd_model_free(again);
	fdd_model_free(m);
	fdd_filter_free(filter);
	fdd_options_free(&options);
	return json;
}

/* With the lock held. */
static void put(struct serve_data *data)
{
	if (!data || --data->users)
		return;
	free(data->json);
	free(data->gz);
	free(data);
}

void serve_data_put(struct serve_data *data)
{
	pthread_mutex_lock(&lock);
	put(data);
	pthread_mutex_unlock(&lock);
}

static struct serve_data *new_data(char *json)
{
	struct serve_data *data = xcalloc(1, sizeof(*data));

	data->users = 1;
	data->json = json;
	data->size = strlen(json);
	data->gz = fdd_gzip(json, data->size, &data->gz_size);
	snprintf(data->tag, sizeof(data->tag), "\"%llx\"", (unsigned long long)fdd_now());
	return data;
}

/* Keep the entity tag if the data did not change, so that clients get 304. */
static void keep(char *json)
{
	if (kept.data && !strcmp(kept.data->json, json)) {
		free(json);
		return;
	}
	put(kept.data);
	kept.data = new_data(json);
}

static int refresh(struct serve *s)
{
	uint64_t from = fdd_now(), took;
	struct text text = { 0 };
	bool ok = read_trace(s, &text);

	if (!ok) {
		free(text.bytes);
		return -1;
	}
	keep(make_json(&text, s->instance ? s->instance : "trace"));
	free(text.bytes);
	took = fdd_now() - from;
	kept.until = fdd_now() + (took * AGE_FACTOR > MIN_AGE_NS ? took * AGE_FACTOR : MIN_AGE_NS);
	return 0;
}

struct serve_data *serve_data(struct serve *s)
{
	struct serve_data *data = NULL;

	pthread_mutex_lock(&lock);
	if ((kept.data && fdd_now() < kept.until) || !refresh(s)) {
		data = kept.data;
		data->users++;
	}
	pthread_mutex_unlock(&lock);
	return data;
}
