// SPDX-License-Identifier: GPL-2.0
/*
 * The screen of fdd top.
 *
 * It is drawn once per interval and after a key, and curses sends only what
 * changed: that suits a serial console. Nothing but ASCII, and no colour that
 * means something by itself.
 */
#include <curses.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clean.h"
#include "top/bars.h"
#include "top/show.h"

#define HEAD_LINES	3	/* above the rows */
#define FOOT_LINES	1
#define MIN_LINES	(HEAD_LINES + FOOT_LINES + 2)

enum mode {
	MODE_TABLE,
	MODE_FILTER,		/* a filter is being typed */
	MODE_HELP,
};

struct screen {
	struct top		*top;
	enum mode		mode;
	bool			paused;
	bool			histogram;
	char			old_filter[sizeof(((struct top_choice *)0)->filter)];
	struct top_rows		rows;
	char			*selected;	/* name of the function */
	uint32_t		at;		/* its row */
	uint32_t		first;		/* the row at the top */
	uint64_t		rate;		/* calls per second */
	uint64_t		last_calls, last_time;
};

static const struct {
	int		key;
	enum top_sort	sort;
	const char	*help;
} sort_keys[] = {
	{ 't', TOP_BY_TOTAL, "total time, recursion counted once" },
	{ 's', TOP_BY_SELF, "self time: total less that of traced callees" },
	{ 'c', TOP_BY_CALLS, "calls" },
	{ 'a', TOP_BY_AVG, "average time of a call" },
	{ 'p', TOP_BY_P99, "p99: 99 of 100 calls were not longer" },
	{ 'm', TOP_BY_MAX, "longest call" },
	{ 'n', TOP_BY_NAME, "name" },
};

/*
 * Which rows
 */

static int lines_of_histogram(const struct screen *s)
{
	return s->histogram && LINES >= 2 * MIN_LINES ? (LINES - HEAD_LINES) / 2 : 0;
}

static uint32_t visible_rows(const struct screen *s)
{
	int n = LINES - HEAD_LINES - FOOT_LINES - lines_of_histogram(s);

	return n > 0 ? n : 0;
}

static void select_row(struct screen *s, int64_t at)
{
	uint32_t visible = visible_rows(s);

	if (at >= s->rows.nr)
		at = (int64_t)s->rows.nr - 1;
	if (at < 0)
		at = 0;
	s->at = at;
	if (s->at < s->first)
		s->first = s->at;
	if (visible && s->at >= s->first + visible)
		s->first = s->at - visible + 1;
	free(s->selected);
	s->selected = s->rows.nr ? xstrdup(s->rows.rows[s->at]->name) : NULL;
}

/*
 * A selected function stays selected when the order changes; the first row is
 * a place, not a function.
 */
static void follow_selected(struct screen *s)
{
	if (s->at && s->selected)
		for (uint32_t i = 0; i < s->rows.nr; i++)
			if (!strcmp(s->rows.rows[i]->name, s->selected)) {
				select_row(s, i);
				return;
			}
	select_row(s, s->at);
}

static void choose_rows(struct screen *s)
{
	top_data_rows(s->top->data, &s->top->choice, &s->rows);
	follow_selected(s);
}

static void take_figures(struct screen *s)
{
	struct top *t = s->top;
	uint64_t elapsed = t->now - s->last_time;

	top_update(t);
	if (elapsed)
		s->rate = (t->data->calls - s->last_calls) * NSEC_PER_SEC / elapsed;
	s->last_calls = t->data->calls;
	s->last_time = t->now;
	top_data_snapshot(t->data);
	choose_rows(s);
}

/*
 * Drawing
 */

/* Print a line, cut at the right edge with a "~": curses would continue in the next line. */
static void __attribute__((format(printf, 2, 3))) put(int line, const char *fmt, ...)
{
	char text[512], *clean;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	clean = fdd_clean_copy(text, strlen(text));
	move(line, 0);
	clrtoeol();
	if (COLS > 1 && strlen(clean) >= (size_t)COLS)
		clean[COLS - 2] = '~';
	addnstr(clean, COLS - 1);
	free(clean);
}

static void draw_choice(const struct screen *s)
{
	const struct top *t = s->top;
	uint64_t seconds = (t->now - t->start) / NSEC_PER_SEC;
	char when[64], hidden[32] = "", sleepers[32] = "";

	if (t->choice.recent)
		snprintf(when, sizeof(when), "last %.4g s", t->window_ns / 1e9);
	else
		snprintf(when, sizeof(when), "since the start, %llu:%02llu",
			 (unsigned long long)seconds / 60, (unsigned long long)seconds % 60);
	if (s->rows.hidden)
		snprintf(hidden, sizeof(hidden), ", %u hidden", s->rows.hidden);
	if (t->choice.no_sleepers)
		snprintf(sleepers, sizeof(sleepers), ", %u sleepers off", s->rows.sleepers);
	put(1, "%s, by %s, %u %s%s%s%s%s", when, top_sort_name(t->choice.sort), s->rows.nr,
	    s->rows.nr == 1 ? top_by_name(t->by) : top_by_plural(t->by),
	    *t->choice.filter ? " matching " : "", t->choice.filter, hidden, sleepers);
}

/*
 * Columns
 */

static const char *calls_text(char *buf, size_t size, const struct fdd_row *row)
{
	snprintf(buf, size, "%llu", (unsigned long long)row->calls);
	return buf;
}

static const char *total_text(char *buf, size_t size, const struct fdd_row *row)
{
	return fdd_time_text(buf, size, row->total);
}

static const char *self_text(char *buf, size_t size, const struct fdd_row *row)
{
	return fdd_time_text(buf, size, row->self);
}

static const char *p99_text(char *buf, size_t size, const struct fdd_row *row)
{
	return fdd_time_text(buf, size, fdd_row_percentile(row, 990000));
}

static const char *max_text(char *buf, size_t size, const struct fdd_row *row)
{
	return fdd_time_text(buf, size, row->max);
}

static const char *avg_text(char *buf, size_t size, const struct fdd_row *row)
{
	return fdd_time_text(buf, size, fdd_row_avg(row));
}

/* A narrow terminal shows only some of them. */
static const struct {
	const char	*title;
	int		width;
	int		least_cols;
	const char	*(*text)(char *buf, size_t size, const struct fdd_row *row);
} columns[] = {
	{ "Calls", 9, 50, calls_text },
	{ "Total", 10, 30, total_text },
	{ "Self", 10, 70, self_text },
	{ "p99", 10, 60, p99_text },
	{ "Max", 10, 40, max_text },
	{ "Avg", 10, 90, avg_text },
};

/* Names get the rest of the width. */
static int name_width(void)
{
	int width = COLS - 1;

	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (columns[i].least_cols <= COLS)
			width -= columns[i].width;
	return width > 2 ? width : 2;
}

static void draw_titles(const struct screen *s)
{
	move(2, 0);
	clrtoeol();
	attron(A_REVERSE);
	printw("%-*.*s", name_width(), COLS - 1, top_by_title(s->top->by));
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (columns[i].least_cols <= COLS)
			printw("%*s", columns[i].width, columns[i].title);
	attroff(A_REVERSE);
}

static void draw_head(const struct screen *s)
{
	const struct top *t = s->top;
	const char *why = top_falls_back(t);
	char what[48] = "all calls", missed[16] = "not counted";

	if (!t->all) {
		snprintf(what, sizeof(what), "calls >= %llu us", (unsigned long long)t->thresh_us);
		strcpy(missed, "lost");
	}
	put(0, "fdd top  %s: %llu/s, %s %llu, not seen %llu%s%s%s", what,
	    (unsigned long long)s->rate, missed, (unsigned long long)top_lost(t),
	    (unsigned long long)t->counts.no_room, s->paused ? "  PAUSED" : "",
	    why ? "  " : "", why ? why : "");
	draw_choice(s);
	draw_titles(s);
}

/* The bytes of the first @chars characters at most; *chars becomes how many they are. */
static int first_chars(const char *s, int *chars)
{
	int most = *chars, at = 0;

	for (*chars = 0; s[at] && *chars < most; (*chars)++)
		at += fdd_utf8_len(s + at, strlen(s + at));
	return at;
}

/* A name that is too long ends in "~". Those of tasks may have any bytes. */
static void draw_name(const char *name)
{
	char *clean = fdd_clean_copy(name, strlen(name));
	int width = name_width() - 1, chars = width;
	bool cut = clean[first_chars(clean, &chars)];
	int len;

	chars -= cut;
	len = first_chars(clean, &chars);
	printw("%.*s%s%*s", len, clean, cut ? "~" : "", width - chars - cut, "");
	free(clean);
}

static void draw_row(int line, const struct fdd_row *row, bool selected)
{
	char text[32];

	move(line, 0);
	clrtoeol();
	if (selected)
		attron(A_BOLD);
	addch(selected ? '>' : ' ');
	draw_name(row->name);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (columns[i].least_cols <= COLS)
			printw("%*s", columns[i].width, columns[i].text(text, sizeof(text), row));
	if (selected)
		attroff(A_BOLD);
}

/* Explain an empty table. */
static void draw_none(const struct screen *s)
{
	if (*s->top->choice.filter)
		put(HEAD_LINES, "No called %s matches '%s'. Press / to change the filter.",
		    top_by_name(s->top->by), s->top->choice.filter);
	else if (s->rows.hidden || s->rows.sleepers)
		put(HEAD_LINES, "All %s are hidden. Press %s to show them again.",
		    top_by_plural(s->top->by), s->rows.hidden ? "X" : "z");
	else
		put(HEAD_LINES, "No calls yet.");
}

static void draw_rows(const struct screen *s)
{
	uint32_t visible = visible_rows(s);

	for (uint32_t i = 0; i < visible; i++) {
		uint32_t n = s->first + i;

		if (n < s->rows.nr)
			draw_row(HEAD_LINES + i, s->rows.rows[n], n == s->at);
		else
			put(HEAD_LINES + i, "%s", "");
	}
	if (!s->rows.nr)
		draw_none(s);
}

static void draw_bar(int line, const struct top_bar *bar, uint64_t most)
{
	char from[24], to[24];
	int room = COLS - 37, len = room > 0 ? bar->calls * room / most : 0;

	put(line, "%10s - %-10s %9llu |", fdd_time_text(from, sizeof(from), bar->from),
	    fdd_time_text(to, sizeof(to), bar->to), (unsigned long long)bar->calls);
	for (int i = 0; i < len; i++)
		addch('#');
}

static void draw_bars(const struct fdd_row *row, int top, int lines)
{
	struct top_bar bars[FDD_HIST_OCTAVES];
	int nr = top_bars(&row->hist, bars, lines);
	uint64_t most = 1;

	for (int i = 0; i < nr; i++)
		most = bars[i].calls > most ? bars[i].calls : most;
	for (int i = 0; i < lines; i++) {
		if (i < nr)
			draw_bar(top + i, &bars[i], most);
		else
			put(top + i, "%s", "");
	}
}

/* Where there is no room for all rows, the title says how many there would be. */
static void draw_title(const struct fdd_row *row, int line, int lines)
{
	struct top_bar bars[FDD_HIST_OCTAVES];
	int nr = top_bars(&row->hist, bars, FDD_HIST_OCTAVES);
	char joined[48] = "";

	if (nr > lines)
		snprintf(joined, sizeof(joined), ", %d rows joined into %d", nr, lines);
	put(line, "%s: %llu calls%s", row->name, (unsigned long long)row->calls, joined);
}

static void draw_histogram(const struct screen *s)
{
	int lines = lines_of_histogram(s), top = LINES - FOOT_LINES - lines;
	const struct fdd_row *row;

	if (!s->rows.nr) {
		for (int i = 0; i < lines; i++)
			put(top + i, "%s", "");
		return;
	}
	if (!lines)
		return;
	row = s->rows.rows[s->at];
	attron(A_REVERSE);
	draw_title(row, top, lines - 1);
	attroff(A_REVERSE);
	draw_bars(row, top + 1, lines - 1);
}

/* As many keys as there is room for. */
static void draw_keys(void)
{
	static const char *const keys[] = {
		"q quit", "? keys", "/ filter", "x hide", "z sleepers", "enter histogram",
		"l lately/all", "space pause",
	};
	char text[128] = "";
	size_t len = 0;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (len + strlen(keys[i]) + 2 < (size_t)COLS)
			len += snprintf(text + len, sizeof(text) - len, "%s%s", len ? "  " : "",
					keys[i]);
	put(LINES - 1, "%s", text);
}

static void draw_foot(const struct screen *s)
{
	if (s->mode == MODE_FILTER)
		put(LINES - 1, "filter (glob or part of a name): %s", s->top->choice.filter);
	else if (s->histogram && !lines_of_histogram(s))
		put(LINES - 1, "The histogram needs %d lines, there are %d. Enter lets go of it.",
		    2 * MIN_LINES, LINES);
	else
		draw_keys();
}

static void draw_help(void)
{
	int line = 2;

	erase();
	mvprintw(0, 0, "fdd top: keys");
	for (size_t i = 0; i < ARRAY_SIZE(sort_keys); i++)
		mvprintw(line++, 2, "%-12c sort by %s", sort_keys[i].key, sort_keys[i].help);
	mvprintw(line++, 2, "l            show the last seconds only, or all since the start");
	mvprintw(line++, 2, "/            show only rows that match; empty shows all");
	mvprintw(line++, 2, "x            hide the selected row; X shows all again");
	mvprintw(line++, 2, "z            functions that only wait, and the idle loop: off, or on again");
	mvprintw(line++, 2, "up, down     select a row (also j, k, page keys, home, end)");
	mvprintw(line++, 2, "enter        histogram of the selected row, on or off");
	mvprintw(line++, 2, "space        stop updating the screen; counting continues");
	mvprintw(line++, 2, "r            reset all figures");
	mvprintw(line++, 2, "ctrl-l       redraw the screen");
	mvprintw(line++, 2, "q            quit");
	mvprintw(line + 1, 2, "Any key goes back.");
}

static void draw(const struct screen *s)
{
	if (s->mode == MODE_HELP) {
		draw_help();
	} else {
		draw_head(s);
		draw_rows(s);
		draw_histogram(s);
		draw_foot(s);
	}
	refresh();
}

/*
 * Keys
 */

static void key_in_filter(struct screen *s, int key)
{
	char *filter = s->top->choice.filter;
	size_t len = strlen(filter);

	switch (key) {
	case '\n':
	case '\r':
	case KEY_ENTER:
		s->mode = MODE_TABLE;
		break;
	case 27:
		strcpy(filter, s->old_filter);
		s->mode = MODE_TABLE;
		break;
	case KEY_BACKSPACE:
	case 127:
	case '\b':
		if (len)
			filter[len - 1] = '\0';
		break;
	case 'U' & 0x1f:
		*filter = '\0';
		break;
	default:
		if (key > ' ' && key < 127 && len + 1 < sizeof(s->old_filter)) {
			filter[len] = key;
			filter[len + 1] = '\0';
		}
	}
	choose_rows(s);
}

static bool key_moves(struct screen *s, int key)
{
	int page = visible_rows(s);

	switch (key) {
	case KEY_UP:
	case 'k':
		select_row(s, (int64_t)s->at - 1);
		return true;
	case KEY_DOWN:
	case 'j':
		select_row(s, (int64_t)s->at + 1);
		return true;
	case KEY_PPAGE:
		select_row(s, (int64_t)s->at - page);
		return true;
	case KEY_NPAGE:
		select_row(s, (int64_t)s->at + page);
		return true;
	case KEY_HOME:
		select_row(s, 0);
		return true;
	case KEY_END:
		select_row(s, s->rows.nr);
		return true;
	}
	return false;
}

static bool key_sorts(struct screen *s, int key)
{
	for (size_t i = 0; i < ARRAY_SIZE(sort_keys); i++) {
		if (sort_keys[i].key != key)
			continue;
		s->top->choice.sort = sort_keys[i].sort;
		choose_rows(s);
		return true;
	}
	return false;
}

static void key_in_table(struct screen *s, int key)
{
	struct top *t = s->top;

	if (key_moves(s, key) || key_sorts(s, key))
		return;
	switch (key) {
	case 'q':
		t->stop = true;
		break;
	case '?':
	case 'h':
		s->mode = MODE_HELP;
		break;
	case '/':
		strcpy(s->old_filter, t->choice.filter);
		s->mode = MODE_FILTER;
		break;
	case 'x':
		if (s->rows.nr)
			top_data_hide(t->data, s->rows.rows[s->at]);
		choose_rows(s);
		break;
	case 'X':
		top_data_hide_none(t->data);
		choose_rows(s);
		break;
	case 'z':
		t->choice.no_sleepers = t->by == TOP_BY_FUNCTION && !t->choice.no_sleepers;
		choose_rows(s);
		break;
	case ' ':
		s->paused = !s->paused;
		break;
	case 'l':
		t->choice.recent = !t->choice.recent;
		choose_rows(s);
		break;
	case '\n':
	case '\r':
	case KEY_ENTER:
		s->histogram = !s->histogram;
		select_row(s, s->at);
		break;
	case 'r':
		top_reset(t);
		t->start = s->last_time = t->now;
		s->last_calls = 0;
		take_figures(s);
		break;
	case 'L' & 0x1f:
		clearok(curscr, true);
		break;
	}
}

static void on_key(struct screen *s, int key)
{
	if (key == KEY_RESIZE) {
		erase();
		select_row(s, s->at);
	} else if (s->mode == MODE_FILTER) {
		key_in_filter(s, key);
	} else if (s->mode == MODE_HELP) {
		s->mode = MODE_TABLE;
		erase();
	} else {
		key_in_table(s, key);
	}
}

static void run_screen(struct screen *s)
{
	struct top *t = s->top;
	uint64_t next = t->start;

	while (!t->stop) {
		int key;

		if (t->now >= next) {
			next = t->now + t->interval_ns;
			if (!s->paused)
				take_figures(s);
		}
		draw(s);
		if (!top_wait(t, STDIN_FILENO, next))
			continue;
		key = getch();
		if (key == ERR && !isatty(STDIN_FILENO))
			t->stop = true;
		for (; key != ERR; key = getch())
			on_key(s, key);
	}
}

int top_screen(struct top *t)
{
	struct screen s = { .top = t, .last_time = t->start };
	SCREEN *terminal = newterm(NULL, stdout, stdin);

	if (!terminal) {
		fdd_error("unknown terminal %s: set TERM, or use --once",
			  getenv("TERM") ? getenv("TERM") : "");
		return -1;
	}
	t->now = t->start;
	cbreak();
	noecho();
	nodelay(stdscr, true);
	keypad(stdscr, true);
	set_escdelay(50);
	curs_set(0);
	run_screen(&s);
	endwin();
	delscreen(terminal);
	free(s.rows.rows);
	free(s.selected);
	return 0;
}
