// SPDX-License-Identifier: GPL-2.0
/* Files of settings. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/conf.h"
#include "lib/util.h"

#define MAX_SIZE	(1 << 20)
#define BLANKS		" \t\r"

/* Returns false after an error message. */
static bool read_file(struct fdd_conf *conf, FILE *f, const char *path)
{
	struct stat st;
	size_t len;

	if (fstat(fileno(f), &st) || !S_ISREG(st.st_mode) || st.st_size > MAX_SIZE) {
		fdd_error("%s: is not a file of settings: it is not a regular file of at most 1 MiB",
			  path);
		return false;
	}
	conf->text = xcalloc(1, st.st_size + 1);
	len = fread(conf->text, 1, st.st_size, f);
	if (!ferror(f) && strlen(conf->text) == len)
		return true;
	fdd_error("%s: %s", path, ferror(f) ? strerror(errno) : "has a NUL byte: is it text?");
	return false;
}

static const struct fdd_opt *option_named(const struct fdd_opts *opts, const char *name)
{
	for (size_t i = 0; i < opts->nr; i++) {
		const struct fdd_opt *opt = fdd_opt_at(opts, i);

		if (!strcmp(opt->name, name))
			return opt;
	}
	return NULL;
}

/* Without blanks at both ends */
static char *trim(char *s)
{
	char *end;

	s += strspn(s, BLANKS);
	end = s + strlen(s);
	while (end > s && strchr(BLANKS, end[-1]))
		end--;
	*end = '\0';
	return s;
}

/* An option without an argument is a setting that is 0 or 1. */
static bool take_flag(struct fdd_given *g, void *to)
{
	bool on = !strcmp(g->arg, "1");

	if (!on && strcmp(g->arg, "0"))
		return !fdd_given_bad(g, "0 or 1");
	g->arg = NULL;
	return !on || g->opt->take(g, to) != FDD_TAKEN_BAD;
}

static bool take_line(char *line, const struct fdd_opts *opts, void *to)
{
	char *equals = strchr(line, '='), *name;
	struct fdd_given g = { .to = to };

	if (!equals) {
		fdd_error("'%s' is not NAME = VALUE", line);
		return false;
	}
	*equals = '\0';
	name = trim(line);
	g.arg = trim(equals + 1);
	g.opt = option_named(opts, name);
	snprintf(g.as, sizeof(g.as), "%s", name);
	if (!g.opt)
		fdd_error("there is no setting '%s': the names are those of options", name);
	if (g.opt && !g.opt->arg)
		return take_flag(&g, to);
	return g.opt && g.opt->take(&g, to) != FDD_TAKEN_BAD;
}

/* The messages of options are of the line. */
static bool take_at(const char *path, unsigned int number, char *line,
		    const struct fdd_opts *opts, void *to)
{
	const char *program = fdd_program;
	char *place;
	bool ok;

	if (asprintf(&place, "%s: %s:%u", program, path, number) < 0)
		return false;
	fdd_program = place;
	ok = take_line(line, opts, to);
	fdd_program = program;
	free(place);
	return ok;
}

int fdd_conf_take(struct fdd_conf *conf, const char *path, const struct fdd_opts *opts, void *to)
{
	FILE *f = fopen(path, "re");
	unsigned int number = 0;
	char *rest, *line;
	bool ok;

	if (!f) {
		fdd_error("%s: %s", path, strerror(errno));
		return FDD_EXIT_INPUT;
	}
	ok = read_file(conf, f, path);
	fclose(f);
	rest = conf->text;
	while (ok && (line = strsep(&rest, "\n"))) {
		number++;
		line = trim(line);
		if (*line && *line != '#' && *line != ';')
			ok = take_at(path, number, line, opts, to);
	}
	return ok ? -1 : FDD_EXIT_USAGE;
}

void fdd_conf_free(struct fdd_conf *conf)
{
	free(conf->text);
	conf->text = NULL;
}
