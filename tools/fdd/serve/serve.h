/* SPDX-License-Identifier: GPL-2.0 */
/* "fdd serve": the parts of the server. */
#ifndef FDD_SERVE_H
#define FDD_SERVE_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/socket.h>

#define SERVE_TIMEOUT	30	/* seconds that a client may let us wait */

#define SERVE_CONNECTIONS	16	/* more are not served */

struct serve {
	const char		*instance;	/* NULL is the top */
	const char		*token_file;	/* NULL makes a new token */
	char			*token;
	bool			local;		/* clients call it "localhost" */

	const char		*listen;	/* "ADDRESS:PORT" */
	struct sockaddr_storage	address;
	socklen_t		address_len;
	uint16_t		port;

	atomic_bool		stopping;
};

/* serve.c: serve until a signal comes. Returns the exit status. */
int serve_run(struct serve *s);

/* http.c: start answering on a socket that listens. NULL sets errno. */
struct MHD_Daemon *serve_start(struct serve *s, int socket);

/*
 * access.c: may this request be answered? Returns 0, or the HTTP status of the
 * refusal, with its reason in *why. A request that @takes changes what others see.
 */
unsigned int serve_refusal(const struct serve *s, struct MHD_Connection *c, bool takes,
			   const char **why);

/* token.c: a new token. NULL sets errno. */
char *serve_make_token(void);
/* The first line of a file; NULL after having said what is wrong. */
char *serve_read_token(const char *path);

/* listen.c: "ADDRESS:PORT", "[ADDRESS]:PORT" or ":PORT"; says what is wrong. */
bool serve_parse_address(struct serve *s);
/* Returns a socket that listens there, or -1 after having said what is wrong. */
int serve_listen(struct serve *s);

/* files.c: the kernel's files. NULL sets errno. */
struct MHD_Response *serve_trace(struct serve *s, struct MHD_Connection *c);
struct MHD_Response *serve_trace_pipe(struct serve *s, struct MHD_Connection *c,
				      bool wait);

/*
 * data.c: what the page shows of the trace now, as JSON; at most a second old, or
 * as old as it takes to make five times. NULL sets errno. Free it.
 */
char *serve_data(struct serve *s);

#endif
