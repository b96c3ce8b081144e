// SPDX-License-Identifier: GPL-2.0
/* Sends the spans of the ring, the oldest first. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/send.h"
#include "agent/slow_wait.h"
#include "lib/util.h"

#define LOOK_NS		NSEC_PER_SEC
#define MOST_BODY	(64 << 20)	/* collectors take 20 MiB, decompressed */

/* Returns NULL with errno set. */
static char *read_all(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	char *body = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	errno = EFBIG;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= MOST_BODY) {
		body = xmalloc(st.st_size + 1);
		*len = st.st_size;
		if (read(fd, body, *len) != (ssize_t)*len) {
			free(body);
			body = NULL;
		}
	}
	close(fd);
	return body;
}

/* OTLP's specification, "Failures": these may succeed later */
static bool may_retry(int status)
{
	return status < 0 || status == 429 || status == 502 || status == 503 || status == 504;
}

static uint64_t pause_of(unsigned int failures, uint64_t asked)
{
	uint32_t random = 0;

	getrandom(&random, sizeof(random), GRND_NONBLOCK);
	return agent_pause(failures + 1, asked, random);
}

/* It would be read, or sent, again and again: not without pauses. */
static uint64_t bad_file(const char *path, const char *what, unsigned int failures)
{
	if (errno == ENOENT)	/* removed to make room */
		return 0;
	fdd_error("%s: cannot %s it: %s", path, what, strerror(errno));
	return pause_of(failures, 0);
}

/* Returns the pause until the next attempt, 0 after success. */
static uint64_t send_one(struct agent *a, uint64_t number, const char *path, unsigned int failures)
{
	struct agent_slow *s = &a->slow;
	uint64_t traces = ring_rows(&s->ring, number, NULL, NULL), asked = 0;
	size_t len = 0;
	char *body = read_all(path, &len);
	int status;

	if (!body)
		return bad_file(path, "read", failures);
	status = post_spans(&s->collector, body, len, s->stop_fd, &asked);
	free(body);
	if (may_retry(status)) {
		slow_count(a, &s->counts.attempts, 1);
		return pause_of(failures, asked);
	}
	/* Who removes the file, counts its traces. */
	if (unlink(path))
		return bad_file(path, "remove", failures);
	slow_count(a, &s->counts.results[status / 100 == 2 ? SLOW_SENT : SLOW_REFUSED], traces);
	return 0;
}

void *slow_send(void *agent)
{
	struct agent *a = agent;
	struct agent_slow *s = &a->slow;
	unsigned int failures = 0;
	uint64_t pause = 0;

	while (slow_wait(s, pause ? pause : LOOK_NS)) {
		uint64_t number;

		while ((number = ring_first_unsent(&s->ring))) {
			char *path = ring_path(&s->ring, number, RING_SPANS);

			pause = send_one(a, number, path, failures);
			free(path);
			failures = pause ? failures + 1 : 0;
			if (pause || !slow_wait(s, 0))
				break;
		}
	}
	return NULL;
}
