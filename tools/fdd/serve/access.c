// SPDX-License-Identifier: GPL-2.0
/*
 * Access control of requests.
 *
 * A trace has sensitive data of a machine, and reading trace_pipe consumes events. Over TCP
 * every user of the machine can connect, so each request needs the token; a Unix socket has
 * permissions instead. Another danger is a web page in the browser of a user who may connect:
 * it can send requests to fdd (an <img> is enough), so the origin that a browser reports has
 * to be fdd's page.
 */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "lib/util.h"
#include "serve/state.h"

static const char *header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Compare in constant time. The length is not secret. */
static bool same_secret(const char *secret, const char *given)
{
	size_t len = strlen(secret);
	unsigned char diff = 0;

	if (strlen(given) != len)
		return false;
	for (size_t i = 0; i < len; i++)
		diff |= secret[i] ^ given[i];
	return !diff;
}

static bool has_token(const struct serve *s, struct MHD_Connection *c)
{
	const char *auth = header(c, "Authorization");
	const char *query = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token");

	if (auth && !strncasecmp(auth, "Bearer ", 7))
		return same_secret(s->token, auth + 7);
	return query && same_secret(s->token, query);
}

/*
 * A name of this machine that an attacker cannot use for DNS rebinding. The port may differ:
 * "ssh -L 8080:localhost:9090".
 */
static bool is_our_host(const char *host)
{
	const char *colon = strrchr(host, ':');
	char name[64];
	size_t len = strlen(host);
	struct in_addr in;

	if (colon && colon[1 + strspn(colon + 1, "0123456789")] == '\0')
		len = colon - host;
	if (len >= sizeof(name))
		return false;
	memcpy(name, host, len);
	name[len] = '\0';
	return !strcasecmp(name, "localhost") || !strcmp(name, "[::1]") ||
	       (inet_pton(AF_INET, name, &in) == 1 && ntohl(in.s_addr) >> 24 == 127);
}

/* "http://HOST" or "http://HOST/...", with the host of the request. */
static bool is_from(const char *url, const char *host)
{
	size_t len = strlen(host);

	return !strncasecmp(url, "http://", 7) && !strncasecmp(url + 7, host, len) &&
	       (!url[7 + len] || url[7 + len] == '/');
}

/* Those by which a request is judged: a proxy or a later reader may look at the other one. */
static const char *const once[] = { "Host", "Origin", "Referer", "Sec-Fetch-Site" };

static enum MHD_Result count_header(void *arg, enum MHD_ValueKind kind, const char *name,
				    const char *value)
{
	unsigned int *counts = arg;

	(void)kind;
	(void)value;
	for (size_t i = 0; i < ARRAY_SIZE(once); i++)
		counts[i] += !strcasecmp(name, once[i]);
	return MHD_YES;
}

static bool has_one_twice(struct MHD_Connection *c)
{
	unsigned int counts[ARRAY_SIZE(once)] = { 0 };

	MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, counts);
	for (size_t i = 0; i < ARRAY_SIZE(once); i++)
		if (counts[i] > 1)
			return true;
	return false;
}

static bool is_foreign(struct MHD_Connection *c, const char *host)
{
	const char *origin = header(c, "Origin"), *referer = header(c, "Referer");
	const char *site = header(c, "Sec-Fetch-Site");

	if (site && strcmp(site, "same-origin") && strcmp(site, "none"))
		return true;
	return (origin && !is_from(origin, host)) || (referer && !is_from(referer, host));
}

/* A prefetch by the browser would consume events that the user never sees. */
static bool is_prefetch(struct MHD_Connection *c)
{
	const char *purpose = header(c, "Sec-Purpose");

	if (!purpose)
		purpose = header(c, "Purpose");
	return purpose && strstr(purpose, "prefetch");
}

/* Old browsers do not report the origin of a request. */
static bool is_of_unknown_site(struct MHD_Connection *c)
{
	const char *agent = header(c, "User-Agent");

	return agent && !strncmp(agent, "Mozilla/", 8) && !header(c, "Sec-Fetch-Site");
}

unsigned int serve_refusal(const struct serve *s, struct MHD_Connection *c, bool takes,
			   const char **why)
{
	const char *host = header(c, "Host");

	if (!host) {
		*why = "the request has no host";
		return MHD_HTTP_BAD_REQUEST;
	}
	if (has_one_twice(c)) {
		*why = "the request has two hosts or origins";
		return MHD_HTTP_BAD_REQUEST;
	}
	if (s->local && !is_our_host(host)) {
		*why = "the request is for another host";
		return MHD_HTTP_FORBIDDEN;
	}
	if (is_foreign(c, host)) {
		*why = "the request comes from another site";
		return MHD_HTTP_FORBIDDEN;
	}
	if (takes && is_prefetch(c)) {
		*why = "the request is a prefetch";
		return MHD_HTTP_FORBIDDEN;
	}
	if (takes && !s->token && is_of_unknown_site(c)) {
		*why = "the browser does not report the site of the request: use curl";
		return MHD_HTTP_FORBIDDEN;
	}
	if (s->token && !has_token(s, c)) {
		*why = "the token is missing or wrong (?token=... or Authorization: Bearer ...)";
		return MHD_HTTP_UNAUTHORIZED;
	}
	return 0;
}
