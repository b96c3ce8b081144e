/* SPDX-License-Identifier: GPL-2.0 */
/* A server and its parts: the shared data, and the functions of each part. */
#ifndef FDD_SERVE_STATE_H
#define FDD_SERVE_STATE_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "lib/bytes.h"
#include "serve/change.h"

#define SERVE_TIMEOUT	30	/* seconds in which the client takes no byte */

/* Limits of connections with an allowed request, and of those before that. */
#define SERVE_ANSWERED	16
#define SERVE_WAITING	128
#define SERVE_STREAMS	8	/* of those answered: streams of events, which do not end */
/* Closed connections count until their threads have ended. */
#define SERVE_CONNECTIONS	(SERVE_ANSWERED + 2 * SERVE_WAITING)

enum serve_state {
	SERVE_FREE,		/* no connection */
	SERVE_HEAD,		/* the head of its request has not come */
	SERVE_REFUSED,		/* it gets an error */
	SERVE_ALLOWED,
	SERVE_CUT,		/* shut down by the gate */
};

struct serve_connection {
	enum serve_state	state;
	int			socket;
	atomic_bool		took;		/* the client, since the last look */
	int			unsent;		/* bytes that wait for the client */
	uint64_t		since_ns;	/* its start; once allowed, when it took bytes */
};

struct serve_gate {
	pthread_mutex_t		lock;
	struct serve_connection	connections[SERVE_CONNECTIONS];
};

struct serve;

struct serve_route {
	const char		*url;
	bool			takes;	/* GET consumes events */
	/* Once the whole request has come */
	enum MHD_Result		(*get)(struct serve *s, struct MHD_Connection *c, bool head);
	/* What a browser gets without the token; NULL: a refusal */
	enum MHD_Result		(*without_token)(struct serve *s, struct MHD_Connection *c);
};

#define SERVE_MODE	"600"	/* of a Unix socket */

struct serve {
	const struct serve_route *routes;	/* the first one is the one to open */
	void			(*tick)(struct serve *s);	/* may be NULL */
	uint64_t		tick_ns;	/* to the next one, below a second; 0: one */

	const char		*instance;	/* NULL: top level */
	const char		*token_file;	/* NULL: create a token */
	char			*token;		/* NULL: none */
	bool			perfetto;	/* the page has a button for it */
	bool			local;		/* listens on the loopback device */

	/* TCP */
	const char		*listen;	/* "ADDRESS:PORT" */
	struct sockaddr_storage	address;
	socklen_t		address_len;
	uint16_t		port;

	/* or a Unix socket */
	const char		*path;
	mode_t			mode;
	char			*lock_path;
	int			lock;

	struct serve_gate	gate;
	atomic_uint		streams;	/* of events */
	atomic_bool		reads_axis;	/* one request at a time */
	atomic_bool		stopping;
};

/* pages.c: the routes of "fdd serve"; the last one has no URL. */
extern const struct serve_route serve_pages[];

/* http.c: start answering on a socket that listens. NULL sets errno. */
struct MHD_Daemon *serve_start(struct serve *s, int socket);

/* http.c, for the routes: answer, which consumes the response; NULL closes the connection. */
enum MHD_Result serve_answer(struct MHD_Connection *c, unsigned int status, const char *type,
			     struct MHD_Response *response);
enum MHD_Result serve_refuse(struct MHD_Connection *c, unsigned int status, const char *why);
/* A header of the request; "" if it has none. */
const char *serve_header(struct MHD_Connection *c, const char *name);
struct MHD_Response *serve_text(const char *text);
/* Memory, which is freed when the client has it. */
struct MHD_Response *serve_memory_response(struct MHD_Connection *c, char *text, size_t size);

/*
 * access.c: may this request be answered? Returns 0, or the HTTP status of the
 * refusal, with its reason in *why. A request that @takes changes what others see.
 */
unsigned int serve_refusal(const struct serve *s, struct MHD_Connection *c, bool takes,
			   const char **why);

/*
 * gate.c: limits the number of connections, the time until a request is allowed, and the
 * time in which a client does not take its answer.
 */
void serve_gate_init(struct serve_gate *gate);
/* An MHD_NotifyConnectionCallback; @arg is the gate. */
void serve_gate_notify(void *arg, struct MHD_Connection *c, void **context,
		       enum MHD_ConnectionNotificationCode code);
/*
 * The head of a request has arrived. Returns false if it is not @allowed, if there are
 * SERVE_ANSWERED requests already, or if the connection was shut down.
 */
bool serve_gate_enter(struct serve_gate *gate, struct MHD_Connection *c, bool allowed);
/* The client has taken what came before: more is needed. */
void serve_gate_took(struct MHD_Connection *c);
/* Shut down connections that are late. Call it every second. */
void serve_gate_expire(struct serve_gate *gate);

/* token.c: a new token. NULL sets errno. */
char *serve_make_token(void);
/* The first line of a file; NULL after an error message. */
char *serve_read_token(const char *path);

/*
 * listen.c: take ->path of a Unix socket with @mode, or ->listen: "ADDRESS:PORT", "[ADDRESS]:PORT"
 * or ":PORT". @listen and @mode are what the options say, or NULL. Prints errors.
 */
bool serve_take_place(struct serve *s, const char *listen, const char *mode);
/* Returns a socket that listens there, or -1 after an error message. */
int serve_listen(struct serve *s);

/* unix.c: parse the path of a socket and its permissions; they print errors. */
bool serve_check_path(struct serve *s);
bool serve_parse_mode(struct serve *s, const char *mode);
/* Returns a socket that listens there, or -1 after an error message. */
int serve_listen_unix(struct serve *s);
/* Remove the file of the socket. */
void serve_unlink_unix(struct serve *s);

/* files.c: files of tracefs. NULL sets errno. */
struct MHD_Response *serve_trace(struct serve *s, struct MHD_Connection *c);
struct MHD_Response *serve_trace_pipe(struct serve *s, struct MHD_Connection *c,
				      bool wait);

/* An answer for several clients, immutable: the page's data as JSON, or metrics. */
struct serve_data {
	unsigned int		users;		/* who made it holds a reference to the last one */
	struct fdd_bytes	gz;		/* compressed */
	uint64_t		size;		/* decompressed */
	char			tag[24];	/* a unique entity tag */
	struct serve_lines	lines;		/* once a stream needed them */
};

#define SERVE_CHANGES	8

/* From the data with one tag to those with the next one. */
struct serve_change {
	unsigned int		users;
	struct fdd_bytes	gz;
	char			from[24], to[24];
};

/*
 * data.c: the data of the current trace, at most a second old, or five times the time to make
 * them. NULL sets errno and *file, which is NULL if a temporary file failed. Release it by
 * serve_data_put().
 */
struct serve_data *serve_data(struct serve *s, const char **file);
void serve_data_put(struct serve_data *data);
/* One more reference; the caller has one. */
void serve_data_get(struct serve_data *data);
/* A part of the trace, in ns; 0: all of it. */
struct serve_window {
	uint64_t	from, to;
};

/* The same for the current time axis; EBUSY: another request reads it. */
struct serve_data *serve_axis(struct serve *s, const struct serve_window *w, const char **file);
/*
 * The change of the data that had this tag, or NULL: they are too old, or the last ones. Release
 * it by serve_change_put().
 */
struct serve_change *serve_change_of(const char *tag);
void serve_change_put(struct serve_change *change);
/*
 * stream.c: the data and their changes, until the client ends, or @once. The caller has counted it
 * in s->streams; its end does not count any more. NULL sets errno.
 */
struct MHD_Response *serve_stream(struct serve *s, struct MHD_Connection *c, bool once);
/* http.c: does the client take gzip? */
bool serve_takes_gzip(struct MHD_Connection *c);
/* files.c: the socket of a client; keepalive packets notice a machine that was switched off. */
int serve_client_socket(struct MHD_Connection *c);
/* files.c: Returns false if the client is gone, after at most that time. */
bool serve_wait(int socket, int fd, int ms);
/* http.c: their response, which takes over the reference, and their tag. */
struct MHD_Response *serve_data_response(struct MHD_Connection *c, struct serve_data *data);
void serve_add_tag(struct MHD_Response *response, const struct serve_data *data);

#endif
