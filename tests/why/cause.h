/* SPDX-License-Identifier: GPL-2.0 */
/* What the programs of cause.c, more.c, further.c, others.c and everyday.c share. */
#ifndef CAUSE_H
#define CAUSE_H

#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/un.h>

struct cause {
	const char	*name;
	void		(*run)(void);
};

extern const struct cause more_causes[];
extern const size_t nr_more_causes;
extern const struct cause further_causes[];
extern const size_t nr_further_causes;
extern const struct cause other_causes[];
extern const size_t nr_other_causes;
extern const struct cause everyday_causes[];
extern const size_t nr_everyday_causes;

/* Arguments behind the name */
extern const char *const *files;
extern unsigned int sum;

void fail(const char *what) __attribute__((noreturn));
/* By the clock, and on a CPU. */
void pause_ms(long ms);
void compute_ms(long ms);
/* Memory without huge pages; and such that the thread "filler" fills, each page in @ms */
char *map_anonymous(size_t size);
char *slow_pages(size_t nr, long ms);
/* files[0] as a file, as a mutex that exists or is made, as a unix socket, and as a TCP port */
int open_file(int flags);
/* Reads what was written before, to a FIFO that is open for both. */
void drain(int fd);
pthread_mutex_t *shared_mutex(void);
pthread_mutex_t *make_mutex(void);
int make_socket(struct sockaddr_un *to, int type);
int make_tcp(struct sockaddr_in *at);
/* At files[0], of this type: the server computes before each of its answers */
void serve_socket(int type);
void ask_socket(int type);

#endif
