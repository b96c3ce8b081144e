// SPDX-License-Identifier: GPL-2.0
/* The token that clients show. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "serve/state.h"

#define RANDOM_BYTES	24
#define MIN_TOKEN	16
#define MAX_TOKEN	200

char *serve_make_token(void)
{
	unsigned char random[RANDOM_BYTES];
	char *token;

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return NULL;
	token = xmalloc(2 * sizeof(random) + 1);
	for (size_t i = 0; i < sizeof(random); i++)
		sprintf(token + 2 * i, "%02x", random[i]);
	return token;
}

/* Reject files that other users can read or change. */
static bool is_private(const char *path, FILE *f)
{
	struct stat st;

	if (fstat(fileno(f), &st)) {
		fdd_error("%s: %s", path, strerror(errno));
		return false;
	}
	if (st.st_uid && st.st_uid != geteuid()) {
		fdd_error("%s: the token belongs to another user", path);
		return false;
	}
	if (st.st_mode & 0077) {
		fdd_error("%s: others can read the token: chmod 600 it", path);
		return false;
	}
	return true;
}

static bool read_line(const char *path, char *line, int size)
{
	FILE *f = fopen(path, "re");
	bool ok;

	if (!f) {
		fdd_error("%s: %s", path, strerror(errno));
		return false;
	}
	ok = is_private(path, f);
	if (ok && fgets(line, size, f))
		line[strcspn(line, "\r\n")] = '\0';
	fclose(f);
	return ok;
}

char *serve_read_token(const char *path)
{
	char line[MAX_TOKEN + 3] = "";

	if (!read_line(path, line, sizeof(line)))
		return NULL;
	if (strlen(line) < MIN_TOKEN || strlen(line) > MAX_TOKEN) {
		fdd_error("%s: a token has %d to %d characters, on the first line",
			  path, MIN_TOKEN, MAX_TOKEN);
		return NULL;
	}
	return xstrdup(line);
}
