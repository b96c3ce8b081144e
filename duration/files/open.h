/* SPDX-License-Identifier: GPL-2.0 */
/* The file "open"; open.c describes it. */
#ifndef _DURATION_FILES_OPEN_H
#define _DURATION_FILES_OPEN_H

#include <linux/bitmap.h>
#include <linux/sched.h>

#include <compat/shadow.h>

#include "duration/files/dir.h"
#include "duration/session.h"

enum open_state {
	STATE_RUNNING, STATE_RUNNABLE, STATE_SLEEPING, STATE_D, STATE_IDLE, STATE_STOPPED,
	STATE_FROZEN, STATE_OTHER,
};

struct open_call {
	union {
		unsigned long	func;
		const char	*name;	/* once it is known: in names */
	};
	u64	calltime;
};

/* What one look at a task found: its calls, the innermost first */
struct open_look {
	unsigned long		words[SHADOW_WORDS];
	DECLARE_BITMAP(framed, TASK_FRAMES);	/* depths of frames that the session has */
	unsigned int		nr;
	struct open_call	calls[SHADOW_FRAMES];
	enum open_state		state;
	int			cpu;
};

/* As many as open_look_at() needs */
#define OPEN_LOOK_PAIR	2

extern const struct duration_file open_file;
extern const char *const open_state_names[];

bool open_look_at(u64 now, const struct duration_session *session,
		  const struct task_struct *task, bool idle, struct open_look *looks);

#endif /* _DURATION_FILES_OPEN_H */
