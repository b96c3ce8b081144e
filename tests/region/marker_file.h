/* SPDX-License-Identifier: GPL-2.0 */
/* A file in place of trace_marker, and the lines written to it. */
#ifndef MARKER_FILE_H
#define MARKER_FILE_H

#include <fcntl.h>
#include <sys/stat.h>

#include "../lib/test.h"
#include "trace_region.h"

static char marker_path[] = "/tmp/region-marker-XXXXXX";

static inline void marker_remove(void)
{
	unlink(marker_path);
}

/* Make the file of a test, and open it with the library. */
static inline void marker_make(void)
{
	int fd = mkstemp(marker_path);

	EXPECT(fd >= 0);
	close(fd);
}

static inline void marker_open(void)
{
	marker_make();
	EXPECT(trace_region_init_at(marker_path) >= 0);
}

static inline const char *marker_text(void)
{
	static char text[65536];
	int fd = open(marker_path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	EXPECT(n >= 0);
	text[n] = '\0';
	close(fd);
	return text;
}

/* The first id is random: replace the ids in the lines by 1, 2, 3, in their order. */
static inline unsigned int marker_ordinal(unsigned long id)
{
	static unsigned long ids[64];
	unsigned int n = 0;

	while (n < 64 && ids[n] && ids[n] != id)
		n++;
	EXPECT(n < 64);
	ids[n] = id;
	return n + 1;
}

static inline const char *marker_lines(void)
{
	static char lines[65536];
	const char *text = marker_text();
	size_t len = 0;

	while (*text) {
		size_t line = strcspn(text, "\n") + 1;
		char *id_end;
		unsigned long id = strtoul(text, &id_end, 10);

		if (*text >= '1' && *text <= '9' && *id_end == ' ') {
			len += (size_t)sprintf(lines + len, "%u",
					       marker_ordinal(id));
			line -= (size_t)(id_end - text);
			text = id_end;
		}
		if (text[line - 1] == '\0')
			line--;
		memcpy(lines + len, text, line);
		len += line;
		text += line;
	}
	lines[len] = '\0';
	return lines;
}

/* Compare the file and remove it, at the end of a test. */
#define EXPECT_MARKER(expected)                                              \
	do {                                                                 \
		const char *text_ = marker_lines();                          \
									     \
		marker_remove();                                             \
		EXPECT_TEXT(text_, expected);                                \
	} while (0)

#endif /* MARKER_FILE_H */
