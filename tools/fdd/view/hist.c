// SPDX-License-Identifier: GPL-2.0
/* A histogram per function: by powers of two, or in equal steps. */
#include <stdlib.h>
#include <string.h>

#include "view/rows.h"
#include "view/write.h"

#define LINEAR_STEPS	20
#define BAR_WIDTH	40

/*
 * The calls of a function in bins of equal width, a power of ten: the least for which
 * MAX_BINS are enough. The printed steps are sums of bins, made when the range is known.
 */
#define MAX_BINS	(LINEAR_STEPS * 5 + 8)

struct bins {
	uint64_t	width;
	uint64_t	first;		/* bin 0 has values from first * width on */
	unsigned int	nr;
	uint64_t	counts[MAX_BINS];
};

struct hist_view {
	struct fdd_view	view;
	bool		linear;
	struct fdd_sink	sink;		/* with linear */
	struct bins	**bins;		/* by function; NULL: none */
	uint32_t	nr_bins;
};

static struct hist_view *own(struct fdd_view *view)
{
	return container_of(view, struct hist_view, view);
}

struct step {
	uint64_t	low, high;	/* inclusive */
	uint64_t	count;
};

struct steps {
	struct step	list[64 + 1];
	unsigned int	nr;
};

/* The printed histogram of a row. */
struct histogram {
	const struct fdd_row	*row;
	struct steps		steps;
	bool			first;
};

static unsigned int log2_of(uint64_t value)
{
	return value ? 63 - __builtin_clzll(value) : 0;
}

static void log_steps(struct steps *s)
{
	s->nr = 63;
	for (unsigned int i = 0; i < s->nr; i++)
		s->list[i] = (struct step){
			.low = i ? 1ull << i : 0,
			.high = (1ull << (i + 1)) - 1,
		};
}

/* Steps of 1, 2 or 5 times a power of ten, about twenty of them. */
static uint64_t round_step(uint64_t width)
{
	uint64_t ten = 1;

	while (ten <= width / 10)
		ten *= 10;
	if (width <= ten)
		return ten;
	if (width <= 2 * ten)
		return 2 * ten;
	return width <= 5 * ten ? 5 * ten : 10 * ten;
}

static void linear_steps(struct steps *s, const struct fdd_row *row)
{
	uint64_t width = round_step((row->max - row->min) / LINEAR_STEPS + 1);
	uint64_t low = row->min / width * width;

	for (s->nr = 0; low <= row->max && s->nr < ARRAY_SIZE(s->list); low += width)
		s->list[s->nr++] = (struct step){ low, low + width - 1, 0 };
}

/* Sum the fine buckets. Each is within one power of two. */
static void fill_log(struct steps *s, const struct fdd_row *row)
{
	for (unsigned int o = 0; o < FDD_HIST_OCTAVES; o++) {
		for (unsigned int b = 0;
		     b < FDD_HIST_SUB && fdd_histogram_has(&row->hist, o); b++) {
			unsigned int i = log2_of(fdd_bucket_low(o, b));

			s->list[i < s->nr ? i : s->nr - 1].count +=
				fdd_histogram_count(&row->hist, o, b);
		}
	}
}

/* Sum the bins. Each is within one step, whose width is a multiple of a bin's. */
static void fill_linear(struct steps *s, const struct bins *bins)
{
	for (unsigned int i = 0; i < bins->nr; i++) {
		uint64_t value = (bins->first + i) * bins->width;

		if (bins->counts[i])
			s->list[(value - s->list[0].low) /
				(s->list[0].high - s->list[0].low + 1)].count +=
				bins->counts[i];
	}
}

/* Each bucket of statistics is within a power of two, except for the first and the last one. */
static struct step step_of(const struct fdd_stat_bucket *b, const struct fdd_stat *f)
{
	unsigned int i = log2_of(b->low);
	struct step step = { .low = 1ull << i, .high = (1ull << i) * 2 - 1 };

	if (b->high - 1 > step.high || !b->low)
		step = (struct step){ .low = b->low, .high = b->high - 1 };
	if (b->high == UINT64_MAX)
		step.high = f->max > b->low ? f->max : b->low;
	return step;
}

static void fill_from_stat(struct steps *s, const struct fdd_stat *f)
{
	s->nr = 0;
	for (uint32_t i = 0; i < f->nr_buckets; i++) {
		struct step step = step_of(&f->buckets[i], f);

		if (!s->nr || (step.low != s->list[s->nr - 1].low && s->nr < ARRAY_SIZE(s->list)))
			s->list[s->nr++] = step;
		s->list[s->nr - 1].count += f->buckets[i].calls;
	}
}

static void make_steps(struct steps *s, const struct hist_view *h, const struct fdd_row *row)
{
	if (row->stat) {
		fill_from_stat(s, row->stat);
	} else if (h->linear) {
		linear_steps(s, row);
		fill_linear(s, h->bins[row->key]);
	} else {
		log_steps(s);
		fill_log(s, row);
	}
}

/* Bins */

/* Join each ten bins. */
static void widen(struct bins *b)
{
	uint64_t first = b->first / 10;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < b->nr; i++) {
		uint64_t count = b->counts[i];

		nr = (b->first + i) / 10 - first;
		b->counts[i] = 0;
		b->counts[nr] += count;
	}
	b->nr = nr + 1;
	b->first = first;
	b->width *= 10;
}

/* The bin of a value that is within or next to the existing bins. */
static void count(struct bins *b, uint64_t at)
{
	if (at < b->first) {
		unsigned int more = b->first - at;

		memmove(b->counts + more, b->counts, b->nr * sizeof(*b->counts));
		memset(b->counts, 0, more * sizeof(*b->counts));
		b->first = at;
		b->nr += more;
	}
	if (at - b->first >= b->nr)
		b->nr = at - b->first + 1;
	b->counts[at - b->first]++;
}

static bool is_too_far(const struct bins *b, uint64_t at)
{
	if (at < b->first)
		return b->first + b->nr - at > MAX_BINS;
	return at - b->first >= MAX_BINS;
}

static void add(struct bins *b, uint64_t value)
{
	if (!b->nr)
		b->first = value / b->width;
	while (is_too_far(b, value / b->width))
		widen(b);
	count(b, value / b->width);
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct hist_view *h = container_of(sink, struct hist_view, sink);
	uint32_t func = frame->call.func;

	(void)stack;
	if (!frame->selected)
		return;
	GROW_TO(h->bins, h->nr_bins, func);
	if (!h->bins[func]) {
		h->bins[func] = xcalloc(1, sizeof(struct bins));
		h->bins[func]->width = 1;
	}
	add(h->bins[func], frame->call.duration);
}

static void begin(struct fdd_view *v)
{
	struct hist_view *h = own(v);

	if (!h->linear)
		return;
	h->sink.call = on_call;
	fdd_model_add_sink(v->m, &h->sink);
}

static void end(struct fdd_view *v)
{
	struct hist_view *h = own(v);

	for (uint32_t i = 0; i < h->nr_bins; i++)
		free(h->bins[i]);
	free(h->bins);
}

/* Text */

static void print_bar(uint64_t count, uint64_t most)
{
	unsigned int width = ((unsigned __int128)count * BAR_WIDTH + most - 1) / most;

	for (unsigned int i = 0; i < BAR_WIDTH; i++)
		putchar(i < width ? '#' : ' ');
}

static void print_text(void *arg, const void *histogram)
{
	const struct histogram *h = histogram;
	const struct fdd_row *row = h->row;
	const struct steps *s = &h->steps;
	uint64_t most = 1;

	(void)arg;
	for (unsigned int i = 0; i < s->nr; i++)
		if (s->list[i].count > most)
			most = s->list[i].count;
	if (!h->first)
		putchar('\n');
	fputs(fdd_color.head, stdout);
	fdd_print_clean(row->name, strlen(row->name));
	printf("%s  calls %llu  avg %.3f us  p50 %.3f us  p99 %.3f us  max %.3f us\n",
	       fdd_color.reset, (unsigned long long)row->calls,
	       fdd_row_avg(row) / 1000, fdd_row_percentile(row, 500000) / 1000.0,
	       fdd_row_percentile(row, 990000) / 1000.0, row->max / 1000.0);
	for (unsigned int i = 0; i < s->nr; i++) {
		const struct step *step = &s->list[i];

		if (!step->count)
			continue;
		printf("%12.3f - %-12.3f us |", step->low / 1000.0,
		       step->high / 1000.0);
		print_bar(step->count, most);
		printf("| %llu\n", (unsigned long long)step->count);
	}
}

static void print_csv(void *arg, const void *histogram)
{
	const struct histogram *h = histogram;
	const struct steps *s = &h->steps;

	(void)arg;
	for (unsigned int i = 0; i < s->nr; i++) {
		if (!s->list[i].count)
			continue;
		fdd_csv_string(h->row->name);
		printf(",%llu,%llu,%llu\n", (unsigned long long)s->list[i].low,
		       (unsigned long long)s->list[i].high,
		       (unsigned long long)s->list[i].count);
	}
}

static json_object *json_row(void *arg, const void *histogram)
{
	const struct histogram *h = histogram;
	const struct fdd_row *row = h->row;
	const struct steps *s = &h->steps;
	json_object *o = json_object_new_object(), *list = json_object_new_array();

	(void)arg;
	for (unsigned int i = 0; i < s->nr; i++) {
		json_object *step;

		if (!s->list[i].count)
			continue;
		step = json_object_new_object();
		json_object_object_add(step, "low_ns", fdd_json_ns(s->list[i].low));
		json_object_object_add(step, "high_ns", fdd_json_ns(s->list[i].high));
		json_object_object_add(step, "calls", fdd_json_ns(s->list[i].count));
		json_object_array_add(list, step);
	}
	json_object_object_add(o, "name", fdd_json_string(row->name, strlen(row->name)));
	json_object_object_add(o, "calls", fdd_json_ns(row->calls));
	json_object_object_add(o, "histogram", list);
	return o;
}

static const struct fdd_list list = {
	.key = "histograms",
	.csv_head = "name,low_ns,high_ns,calls",
	.text = print_text,
	.csv = print_csv,
	.json = json_row,
};

static void print(struct fdd_view *view)
{
	struct fdd_writer w;
	uint32_t nr;
	struct fdd_row **rows = fdd_select_rows(view, &nr);

	fdd_write_view(&w, view);
	fdd_write_list(&w, &list, view);
	for (uint32_t i = 0; i < nr; i++) {
		struct histogram h = { .row = rows[i], .first = i == 0 };

		make_steps(&h.steps, own(view), rows[i]);
		fdd_write_row(&w, &h);
	}
	fdd_write_end(&w);
	free(rows);
}

/* --hist=FUNC also is a filter. */
static enum fdd_taken take(const struct fdd_given *g, void *to)
{
	struct fdd_view *view = to;

	if (g->arg)
		fdd_wish_add(&view->o->wish, "function", g->arg);
	return FDD_TAKEN;
}

static const struct fdd_opt own_options[] = {
	{ 0, "linear", NULL, "histograms in equal steps",
	  .take = fdd_take_flag, .offset = offsetof(struct hist_view, linear) },
};

static const struct fdd_opts own_opts = FDD_OPTS("Views", own_options);

const struct fdd_view_ops fdd_view_hist = {
	.name = "--hist",
	.option = { 0, "hist", "[FUNC]", "a histogram per function", .take = take },
	.opts = &own_opts,
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT | FDD_TAKES_SORT,
	.formats = FDD_FORMATS,
	.parts = FDD_TABLE_TOTALS | FDD_TABLE_PERCENTILES,
	.size = sizeof(struct hist_view),
	.check = fdd_rows_check,
	.begin = begin,
	.print = print,
	.end = end,
};
