// SPDX-License-Identifier: GPL-2.0
/*
 * Limits the number of connections and their time.
 *
 * The timeout of libmicrohttpd counts from the last byte, so a client that sends a byte now
 * and then could keep its connection forever, and with many connections lock out all others.
 * Therefore a connection has five seconds from its start until its request is allowed, and
 * if too many are waiting for that, the oldest is closed: a client that sends its whole head
 * immediately is served, independent of the number of slow ones. Refused requests do not take one
 * of the SERVE_ANSWERED places.
 *
 * The timeout is not used for answers either: it would end a trace_pipe without events, and
 * libmicrohttpd 1.0 does not let a thread of a connection change it. An answer is ended if
 * bytes wait in its socket and the client takes none of them. Their number alone does not show it:
 * while there is more to send, a socket is always as full as it can be.
 */
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "lib/util.h"
#include "serve/state.h"

#define HEAD_NS		(5 * NSEC_PER_SEC)

static const char busy[] =
	"HTTP/1.1 503 Service Unavailable\r\n"
	"Retry-After: 1\r\n"
	"Connection: close\r\n"
	"Content-Length: 26\r\n"
	"Content-Type: text/plain\r\n"
	"\r\n"
	"fdd: too many connections\n";

void serve_gate_init(struct serve_gate *gate)
{
	pthread_mutex_init(&gate->lock, NULL);
}

static bool waits(const struct serve_connection *conn)
{
	return conn->state == SERVE_HEAD || conn->state == SERVE_REFUSED;
}

static unsigned int count(const struct serve_gate *gate, enum serve_state state)
{
	unsigned int n = 0;

	for (int i = 0; i < SERVE_CONNECTIONS; i++)
		n += gate->connections[i].state == state;
	return n;
}

/* Are there bytes to read? Then the server is late, not the client. */
static bool is_unread(const struct serve_connection *conn)
{
	int bytes;

	return !ioctl(conn->socket, FIONREAD, &bytes) && bytes;
}

static struct serve_connection *oldest_waiting(struct serve_gate *gate, bool unread)
{
	struct serve_connection *oldest = NULL;

	for (int i = 0; i < SERVE_CONNECTIONS; i++) {
		struct serve_connection *conn = &gate->connections[i];

		if (waits(conn) && (!oldest || conn->since_ns < oldest->since_ns) &&
		    (unread || !is_unread(conn)))
			oldest = conn;
	}
	return oldest;
}

/* The thread of the connection sees its end and closes it. */
static void cut(struct serve_connection *conn)
{
	shutdown(conn->socket, SHUT_RDWR);
	conn->state = SERVE_CUT;
}

/* Nothing has been written to a connection whose head has not come. */
static void make_room(struct serve_gate *gate)
{
	struct serve_connection *conn;

	if (count(gate, SERVE_HEAD) + count(gate, SERVE_REFUSED) < SERVE_WAITING)
		return;
	conn = oldest_waiting(gate, false);
	if (!conn)
		conn = oldest_waiting(gate, true);
	if (conn->state == SERVE_HEAD)
		send(conn->socket, busy, sizeof(busy) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	cut(conn);
}

static struct serve_connection *new_connection(struct serve_gate *gate, int socket)
{
	for (int i = 0; i < SERVE_CONNECTIONS; i++) {
		struct serve_connection *conn = &gate->connections[i];

		if (conn->state != SERVE_FREE)
			continue;
		*conn = (struct serve_connection){
			.state = SERVE_HEAD, .socket = socket, .since_ns = fdd_now(),
		};
		return conn;
	}
	return NULL;
}

static int socket_of(struct MHD_Connection *c)
{
	return MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/* libmicrohttpd closes the socket after this call, so the stored one is valid until here. */
void serve_gate_notify(void *arg, struct MHD_Connection *c, void **context,
		       enum MHD_ConnectionNotificationCode code)
{
	struct serve_gate *gate = arg;
	struct serve_connection *conn = *context;

	pthread_mutex_lock(&gate->lock);
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		make_room(gate);
		*context = new_connection(gate, socket_of(c));
	} else if (conn) {
		conn->state = SERVE_FREE;
	}
	pthread_mutex_unlock(&gate->lock);
}

static struct serve_connection *connection_of(struct MHD_Connection *c)
{
	return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

bool serve_gate_enter(struct serve_gate *gate, struct MHD_Connection *c, bool allowed)
{
	struct serve_connection *conn = connection_of(c);
	bool enters;

	pthread_mutex_lock(&gate->lock);
	enters = allowed && conn && conn->state == SERVE_HEAD &&
		 count(gate, SERVE_ALLOWED) < SERVE_ANSWERED;
	if (conn && conn->state == SERVE_HEAD)
		conn->state = enters ? SERVE_ALLOWED : SERVE_REFUSED;
	if (enters)
		conn->since_ns = fdd_now();
	pthread_mutex_unlock(&gate->lock);
	return enters;
}

void serve_gate_took(struct MHD_Connection *c)
{
	struct serve_connection *conn = connection_of(c);

	if (conn)
		conn->took = true;
}

/* Did the client take bytes since the last call, or is there none to take? */
static bool takes(struct serve_connection *conn)
{
	bool took = atomic_exchange(&conn->took, false);
	int before = conn->unsent;

	return ioctl(conn->socket, SIOCOUTQ, &conn->unsent) || !conn->unsent ||
	       conn->unsent != before || took;
}

static bool is_late(struct serve_connection *conn, uint64_t now)
{
	if (conn->state == SERVE_ALLOWED && takes(conn))
		conn->since_ns = now;
	return (waits(conn) && now - conn->since_ns >= HEAD_NS) ||
	       (conn->state == SERVE_ALLOWED &&
		now - conn->since_ns >= SERVE_TIMEOUT * NSEC_PER_SEC);
}

void serve_gate_expire(struct serve_gate *gate)
{
	uint64_t now = fdd_now();

	pthread_mutex_lock(&gate->lock);
	for (int i = 0; i < SERVE_CONNECTIONS; i++) {
		struct serve_connection *conn = &gate->connections[i];

		if (is_late(conn, now))
			cut(conn);
	}
	pthread_mutex_unlock(&gate->lock);
}
