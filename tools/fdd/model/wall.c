// SPDX-License-Identifier: GPL-2.0
/* The wall clock of a trace. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/wall.h"

#define MAX_ANCHORS	4096		/* then the last one is replaced */
#define MAX_TEXT	512
#define MAX_TIME	(1ull << 62)	/* ns, of each clock: so that offsets do not overflow */
#define MAX_WIDTH	NSEC_PER_SEC	/* of a mark: it says nothing otherwise */
#define SLEW_PPM	500		/* MAXFREQ of include/linux/timex.h */

/* The second word of "Linux build1 6.12.0 x86_64" */
char *fdd_host_of(const char *machine)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
	const char *name = strchr(machine, ' ');
	size_t len = name ? strspn(++name, letters) : 0;

	return len && len < 256 && name[len] == ' ' ? xstrndup(name, len) : NULL;
}

bool fdd_wall_is_mark(const struct fdd_note *note)
{
	size_t len = strlen(FDD_WALL_MARK);

	return note->kind == FDD_NOTE_MARKER && note->text && note->len > len &&
	       !memcmp(note->text, FDD_WALL_MARK, len);
}

static bool is_boot_id(const char *id)
{
	return strlen(id) == FDD_BOOT_ID_LEN &&
	       strspn(id, "0123456789abcdef-") == FDD_BOOT_ID_LEN;
}

/* Returns false if the text has another form. */
static bool scan(const char *text, struct fdd_wall_mark *mark, char *boot, int *machine)
{
	unsigned long long seconds;
	unsigned int ns;
	int from = 0, to = 0;

	if (sscanf(text + strlen(FDD_WALL_MARK), "n=%2u realtime=%12llu.%n%9u%n boot=%36s uname=%n",
		   &mark->n, &seconds, &from, &ns, &to, boot, machine) != 4)
		return false;
	mark->real = seconds * NSEC_PER_SEC + ns;
	return seconds < MAX_TIME / NSEC_PER_SEC && to - from == 9 && *machine && is_boot_id(boot);
}

static void set_machine(struct fdd_wall *w, const char *boot, const char *machine)
{
	strcpy(w->boot, boot);
	free(w->machine);
	free(w->host);
	w->machine = xstrdup(machine);
	w->host = fdd_host_of(machine);
}

/* Of the anchors that follow each other closely the best is kept. */
static void add_anchor(struct fdd_wall *w, const struct fdd_wall_anchor *a)
{
	uint32_t before = w->nr - w->same;

	if (w->same && w->anchors[w->nr - 1].error <= a->error)
		return;
	/* a clock that goes back: the order is that of the times */
	if (before && a->time <= w->anchors[before - 1].time)
		return;
	if (!w->same && w->nr < MAX_ANCHORS) {
		GROW(w->anchors, w->nr, w->cap);
		w->nr++;
	}
	w->anchors[w->nr - 1] = *a;
	w->same = true;
}

/* The one before was stamped after its realtime was read, and before that of this one. */
static void close_mark(struct fdd_wall *w, const struct fdd_wall_mark *mark)
{
	const struct fdd_wall_mark *last = &w->last;
	uint64_t width = mark->real - last->real;

	if (mark->real < last->real || width > MAX_WIDTH)
		return;
	add_anchor(w, &(struct fdd_wall_anchor){
		.time = last->time,
		.offset = last->real + width / 2 - last->time,
		.error = (width + 1) / 2 + last->slack,
	});
}

void fdd_wall_take(struct fdd_wall *w, const struct fdd_note *note)
{
	char text[MAX_TEXT], boot[FDD_BOOT_ID_LEN + 1];
	size_t len = note->len < sizeof(text) ? note->len : sizeof(text) - 1;
	struct fdd_wall_mark mark = { .time = note->time, .slack = note->slack };
	int machine = 0;

	memcpy(text, note->text, len);
	text[len] = '\0';
	if (note->no_time || note->time >= MAX_TIME || !scan(text, &mark, boot, &machine)) {
		w->has_last = false;
		return;
	}
	if (!mark.n)
		w->same = false;
	else if (w->has_last && mark.n == w->last.n + 1)
		close_mark(w, &mark);
	if (!w->machine || strcmp(w->boot, boot))
		set_machine(w, boot, text + strlen(FDD_WALL_MARK) + machine);
	w->last = mark;
	w->has_last = true;
}

static uint64_t slew(uint64_t distance)
{
	return distance / 1000000 * SLEW_PPM + distance % 1000000 * SLEW_PPM / 1000000;
}

/* Before the first anchor, or after the last one */
static void beyond(const struct fdd_wall_anchor *a, uint64_t time, int64_t *offset,
		   uint64_t *error)
{
	*offset = a->offset;
	*error = a->error + slew(time > a->time ? time - a->time : a->time - time);
}

/* If the clock was set meanwhile, it is anything between the two. */
static void between(const struct fdd_wall_anchor *a, const struct fdd_wall_anchor *b,
		    uint64_t time, int64_t *offset, uint64_t *error)
{
	int64_t change = b->offset - a->offset;
	double part = (double)(time - a->time) / (b->time - a->time);

	*offset = a->offset + (int64_t)(change * part);
	*error = (a->error > b->error ? a->error : b->error) + (change < 0 ? -change : change);
}

bool fdd_wall_at(const struct fdd_wall *w, uint64_t time, uint64_t *real, uint64_t *error)
{
	uint32_t next = FIRST_NOT(w->nr, i, w->anchors[i].time <= time);
	int64_t offset;

	if (!w->nr)
		return false;
	if (!next)
		beyond(&w->anchors[0], time, &offset, error);
	else if (next == w->nr)
		beyond(&w->anchors[next - 1], time, &offset, error);
	else
		between(&w->anchors[next - 1], &w->anchors[next], time, &offset, error);
	*real = time + offset;
	return offset >= 0 || time >= (uint64_t)-offset;
}

size_t fdd_wall_format(char *to, size_t size, unsigned int n, uint64_t real, const char *boot,
		       const char *machine)
{
	return snprintf(to, size, "%sn=%u realtime=%llu.%09llu boot=%s uname=%s", FDD_WALL_MARK, n,
			(unsigned long long)(real / NSEC_PER_SEC),
			(unsigned long long)(real % NSEC_PER_SEC), boot, machine);
}

void fdd_wall_free(struct fdd_wall *w)
{
	free(w->anchors);
	free(w->machine);
	free(w->host);
	*w = (struct fdd_wall){ 0 };
}
