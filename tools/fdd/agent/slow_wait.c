// SPDX-License-Identifier: GPL-2.0
/* What the threads for slow calls have in common. */
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "agent/slow_wait.h"
#include "lib/util.h"

void slow_wait_init(struct agent_slow *s)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&s->stop, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&s->lock, NULL);
	pthread_mutex_init(&s->removing, NULL);
	s->stop_fd = eventfd(0, EFD_CLOEXEC);
}

void slow_wait_stop(struct agent_slow *s)
{
	pthread_mutex_lock(&s->lock);
	s->stops = true;
	eventfd_write(s->stop_fd, 1);
	pthread_cond_broadcast(&s->stop);
	pthread_mutex_unlock(&s->lock);
}

void slow_wait_free(struct agent_slow *s)
{
	close(s->stop_fd);
	pthread_cond_destroy(&s->stop);
	pthread_mutex_destroy(&s->lock);
	pthread_mutex_destroy(&s->removing);
}

void slow_count(struct agent *a, uint64_t *counter, uint64_t more)
{
	pthread_mutex_lock(&a->lock);
	*counter += more;
	agent_drop_kept(a);
	pthread_mutex_unlock(&a->lock);
}

bool slow_wait(struct agent_slow *s, uint64_t ns)
{
	struct timespec until;
	uint64_t at = fdd_now() + ns;
	bool goes_on;

	until = (struct timespec){ at / NSEC_PER_SEC, at % NSEC_PER_SEC };
	pthread_mutex_lock(&s->lock);
	while (!s->stops && !pthread_cond_timedwait(&s->stop, &s->lock, &until))
		;
	goes_on = !s->stops;
	pthread_mutex_unlock(&s->lock);
	return goes_on;
}
