/* SPDX-License-Identifier: GPL-2.0 */
/* What a tool that fdd does not know writes around each line of a trace. */
#ifndef FDD_TEXT_FRAME_H
#define FDD_TEXT_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#define FDD_FRAME_BEFORE	160	/* bytes */
#define FDD_FRAME_BEHIND	16

struct fdd_text_frame {
	char	before[FDD_FRAME_BEFORE];
	char	behind[FDD_FRAME_BEHIND];
	size_t	before_len, behind_len;
	bool	known;
};

/*
 * Learn it from a line of a header, from @p to @end with its newline. Returns false if it is none,
 * or has nothing around it.
 */
bool fdd_text_frame_learn(struct fdd_text_frame *f, const char *p, const char *end);

/*
 * Returns what is within the frame. It is moved to the end of the line, if something is behind it.
 * A line without this frame is returned as it is.
 */
char *fdd_text_frame_drop(const struct fdd_text_frame *f, char *p, char *end);

#endif
