// SPDX-License-Identifier: GPL-2.0
/* Damaged input for each reader, by libFuzzer. FUZZ selects the reader. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/expr.h"
#include "lib/patterns.h"
#include "model/contrast.h"
#include "model/marker_writes.h"
#include "model/model.h"
#include "model/path.h"
#include "model/pick.h"
#include "model/regions.h"
#include "model/table.h"
#include "read/dat_headers.h"
#include "read/dat_pages.h"
#include "read/foreign.h"
#include "read/input.h"
#include "read/perf_data.h"
#include "read/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(const uint8_t *data, size_t size,
		     int (*reader)(struct fdd_model *m, struct fdd_input *in,
				   uint16_t source))
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, FDD_TABLE_TOTALS |
					    FDD_TABLE_PERCENTILES | FDD_TABLE_EDGES);
	struct fdd_input *in = fdd_input_memory(data, size);
	struct fdd_marker_writes *writes = size % 2 ? fdd_marker_writes_attach(m) : NULL;
	const struct fdd_patterns all = { 0 };
	struct fdd_regions regions;

	m->want_events = true;
	fdd_regions_init(&regions, &all);
	fdd_regions_attach(&regions, m);
	if (in) {
		fdd_model_add_source(m, "x", "x");
		reader(m, in, 0);
		/* No impossible totals for any input. */
		for (uint32_t i = 0; i < t->nr; i++)
			if (t->rows[i]->total > t->rows[i]->sum ||
			    t->rows[i]->min > t->rows[i]->max)
				abort();
	}
	fdd_input_close(in);
	fdd_regions_finish(&regions);
	fdd_regions_free(&regions);
	if (writes)
		fdd_marker_writes_free(writes);
	fdd_table_free(t);
	fdd_model_free(m);
}

__attribute__((unused))
static int read_any_text(struct fdd_model *m, struct fdd_input *in, uint16_t source)
{
	int ret = fdd_input_kind(in) == FDD_INPUT_PSTORE ? fdd_read_pstore(m, in, source) :
		  fdd_read_text(m, in, source);
	const char *line = m->sources[source].unparsed_text;

	if (line) {
		fdd_foreign(line);
		fdd_foreign_format(line);
	}
	return ret;
}

__attribute__((unused))
static void fuzz_text(const uint8_t *data, size_t size)
{
	read_all(data, size, read_any_text);
}

/* Decompressors in front of the text reader. */
__attribute__((unused))
static void fuzz_input(const uint8_t *data, size_t size)
{
	read_all(data, size, fdd_read_text);
}

/* The parts of a time are all of it, and so are those of the time of each waker. */
static void check_parts(const struct fdd_why_parts *parts)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < parts->nr; i++) {
		const struct fdd_why_part *part = &parts->list[i];

		sum += part->ns;
		if (part->longest > part->ns)
			abort();
		if (part->waker.meanwhile)
			check_parts(part->waker.meanwhile);
	}
	if (sum != parts->ns)
		abort();
}

static void explain(const struct fdd_windows *ws, struct fdd_contrast *c)
{
	for (uint32_t i = 0; i < ws->nr; i++) {
		struct fdd_why_parts *parts;

		if (!ws->list[i].found)
			continue;
		parts = fdd_why(ws, &ws->list[i]);
		if (parts->ns != ws->list[i].call.duration)
			abort();
		check_parts(parts);
		fdd_contrast_add(c, ws, parts, i % 2 ? FDD_SLOW : FDD_ORDINARY);
		fdd_why_free(parts);
	}
	fdd_contrast_finish(c);
}

static void read_text(struct fdd_model *m, const uint8_t *data, size_t size)
{
	struct fdd_input *in = fdd_input_memory(data, size);

	if (in) {
		fdd_model_add_source(m, "x", "x");
		fdd_read_text(m, in, 0);
	}
	fdd_input_close(in);
}

/* The slowest calls of a text, which is read twice, explained. */
__attribute__((unused))
static void fuzz_why(const uint8_t *data, size_t size)
{
	struct fdd_model *m = fdd_model_new(), *again = fdd_model_new();
	struct fdd_pick pick = { .most = 4, .by_function = size % 2 };
	struct fdd_table *t = fdd_table_new(m, FDD_BY_FUNCTION, FDD_TABLE_TOTALS |
					    FDD_TABLE_PERCENTILES);
	struct fdd_contrast c = { 0 };
	struct fdd_windows ws;

	fdd_pick_begin(&pick, m);
	read_text(m, data, size);
	if (pick.by_function)
		fdd_pick_outstanding(&pick, t);
	fdd_windows_begin(&ws, again, pick.list, pick.nr);
	read_text(again, data, size);
	fdd_windows_finish(&ws);
	explain(&ws, &c);
	fdd_contrast_free(&c);
	fdd_windows_free(&ws);
	fdd_pick_free(&pick);
	fdd_table_free(t);
	fdd_model_free(again);
	fdd_model_free(m);
}

/* Each instant of a task is in one piece. */
static void add_to_path(struct fdd_path *p, int32_t pid)
{
	uint64_t from = fdd_lives_begin_of(p->l, pid), to = fdd_lives_end_of(p->l, pid);
	uint64_t before = p->ns;

	fdd_path_add_task(p, pid);
	if (p->ns - before != (to > from ? to - from : 0))
		abort();
}

/* Where the time of a task went. */
__attribute__((unused))
static void fuzz_path(const uint8_t *data, size_t size)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_lives l;
	struct fdd_path p;
	uint64_t sum = 0;
	int32_t pid = 0;

	fdd_lives_begin(&l, m);
	read_text(m, data, size);
	fdd_lives_finish(&l);
	fdd_path_begin(&p, &l);
	p.turns = size % 2;
	for (uint32_t i = 0, nr = 0; i < l.nr_stretches && nr < 4; i++) {
		if (l.stretches[i].pid == pid)
			continue;
		pid = l.stretches[i].pid;
		fdd_path_note_call(&p, pid, i % 2 ? "wait4" : "epoll_wait", false);
		fdd_path_note_call(&p, pid, i % 3 ? "read" : "", true);
		add_to_path(&p, pid);
		fdd_path_add_command(&p, pid);
		nr++;
	}
	fdd_path_finish(&p);
	for (uint32_t i = 0; i < p.nr; i++) {
		const struct fdd_cause *c = &p.causes[i];

		sum += c->ns;
		if (c->longest > c->ns || c->in_disk > c->of_disk || c->of_disk > c->ns)
			abort();
	}
	if (sum != p.ns)
		abort();
	fdd_path_free(&p);
	fdd_lives_free(&l);
	fdd_model_free(m);
}

/* Percentiles are within what the file says, and nothing is counted less than nothing. */
__attribute__((unused))
static void fuzz_stat(const uint8_t *data, size_t size)
{
	struct fdd_input *in = fdd_input_memory(data, size);
	struct fdd_stats *s = in ? fdd_read_stats(in, "x") : NULL;

	for (uint32_t i = 0; s && i < s->nr; i++) {
		const struct fdd_stat *f = &s->list[i];
		uint64_t p99 = fdd_stat_percentile(f, 990000);
		struct fdd_stat since = fdd_stat_since(f, s->list);

		if (f->nr_buckets && f->min <= f->max && (p99 < f->min || p99 > f->max))
			abort();
		if (since.calls > f->calls)
			abort();
		free(since.buckets);
	}
	fdd_stats_free(s);
	fdd_input_close(in);
}

static uint8_t *template_bytes;
static size_t template_size;

/* The formats, symbols and names of a whole file, up to its options. */
static void load_template(void)
{
	const char *path = getenv("FUZZ_TEMPLATE");
	FILE *f = path ? fopen(path, "rb") : NULL;
	uint8_t *options;

	if (!f) {
		fputs("FUZZ_TEMPLATE: no such trace.dat\n", stdout);
		exit(2);
	}
	template_bytes = xmalloc(1 << 20);
	template_size = fread(template_bytes, 1, 1 << 20, f);
	fclose(f);
	options = memmem(template_bytes, template_size, "options  ", 10);
	if (!options)
		abort();
	template_size = options - template_bytes - 4;
}

/*
 * A trace.dat whose data is damaged. Its event formats are valid: a child process prints events by
 * damaged ones, which a sanitizer does not see (see read/event_text.h and fuzz_headers()).
 */
__attribute__((unused))
static void fuzz_dat(const uint8_t *data, size_t size)
{
	uint8_t *all;

	if (!template_bytes)
		load_template();
	all = xmalloc(template_size + size);
	memcpy(all, template_bytes, template_size);
	memcpy(all + template_size, data, size);
	read_all(all, template_size + size, fdd_read_dat);
	free(all);
}

static int file_of(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	return fd;
}

/* Formats, symbols and names of tasks; nothing is printed by these formats. */
__attribute__((unused))
static void fuzz_headers(const uint8_t *data, size_t size)
{
	struct fdd_dat_headers h;
	struct fdd_dat_field field;
	struct fdd_dat_file f;
	int fd = file_of(data, size);
	uint8_t sum = 0;

	if (fdd_dat_file_open(&f, fd, "x")) {
		if (fdd_dat_headers_read(&h, &f)) {
			for (uint32_t i = 0; i < h.nr_formats && i < 64; i++)
				sum ^= fdd_dat_field(&h.formats[i], "func", &field);
			for (uint64_t address = 1; address; address <<= 1) {
				const struct fdd_symbol *s = fdd_symbol_at(&h.symbols, address);
				size_t len = 0;

				if (s && fdd_symbol_module(&h.symbols, s, &len))
					sum ^= len;
				sum ^= *fdd_dat_comm(&h, address & INT32_MAX);
			}
			__asm__ volatile("" : : "r"(sum));
		}
		fdd_dat_headers_free(&h);
		fdd_dat_file_close(&f);
	}
	close(fd);
}

/* The tables of contents of a file. */
__attribute__((unused))
static void fuzz_layout(const uint8_t *data, size_t size)
{
	int fd = file_of(data, size);
	struct fdd_dat_file f;

	if (fdd_dat_file_open(&f, fd, "x"))
		fdd_dat_file_close(&f);
	close(fd);
}

/* The pages of a ring buffer, plain and compressed. */
__attribute__((unused))
static void fuzz_pages(const uint8_t *data, size_t size)
{
	struct fdd_dat_cpu cpu = { .offset = 1, .size = size - 1 };
	struct fdd_dat_buffer b = {
		.page_size = 4096,
		.compressed = data[0] & 1,
		.nr_cpus = 1,
	};
	struct fdd_dat_room room = { .left = data[0] & 32 ? 1 << 16 : FDD_DAT_MOST };
	struct fdd_dat_file f = {
		.size = size,
		.swap = data[0] & 2,
		.big_endian = data[0] & 4,
		.compression = data[0] & 8 ? "zstd" : "zlib",
	};
	struct fdd_dat_pages p;
	uint8_t sum = 0;

	f.fd = file_of(data, size);
	fdd_dat_pages_begin(&p, &room, &f, &b, &cpu, data[0] & 16 ? 4 : 8);
	while (fdd_dat_pages_next(&p))
		for (uint32_t i = 0; i < p.size; i++)
			sum ^= p.data[i];
	/* Keep the compiler from removing a read, which the sanitizers check. */
	__asm__ volatile("" : : "r"(sum));
	fdd_dat_pages_end(&p);
	close(f.fd);
}

static void no_map(void *arg, const struct fdd_perf_map *map)
{
	*(size_t *)arg += strlen(map->name);
}

static void no_task(void *arg, const struct fdd_perf_task *task)
{
	*(size_t *)arg += task->pid;
}

static void no_sample(void *arg, const struct fdd_perf_sample *sample)
{
	for (size_t i = 0; i < sample->stack_size; i++)
		*(size_t *)arg += sample->stack[i];
}

/* Copies of stacks. */
__attribute__((unused))
static void fuzz_stacks(const uint8_t *data, size_t size)
{
	static const struct fdd_perf_ops ops = { no_map, no_task, no_task, no_task, no_sample };
	struct fdd_perf_report report;
	int fd = memfd_create("stacks", 0);
	size_t sum = 0;

	if (write(fd, data, size) == (ssize_t)size)
		fdd_perf_data_read(fd, &ops, &sum, &report);
	close(fd);
}

__attribute__((unused))
static void fuzz_expr(const uint8_t *data, size_t size)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_frame frame = { .call = { .func = FDD_FUNC_UNKNOWN } };
	char *text = xstrndup((const char *)data, size);
	struct fdd_expr *e;

	fdd_model_add_source(m, "x", "x");
	/* Skip regular expressions: matching some patterns takes exponential time. */
	e = size < 200 && !strstr(text, "=~") ? fdd_expr_parse(text) : NULL;
	if (e)
		fdd_expr_call(e, m, &frame);
	fdd_expr_free(e);
	free(text);
	fdd_model_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool quiet;

	if (!quiet) {
		/* Suppress messages about the inputs. */
		quiet = true;
		if (!getenv("FUZZ_TALK"))
			stderr = fopen("/dev/null", "w");
	}
	if (size)
		FUZZ(data, size);
	return 0;
}
