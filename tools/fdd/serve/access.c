// SPDX-License-Identifier: GPL-2.0
/*
 * Who may ask the server.
 *
 * A trace tells much about a machine, and reading trace_pipe takes it away from
 * others. Beyond loopback everybody needs the token. On loopback the danger is a
 * web page in the user's own browser: it can send requests here (an image's
 * address is enough), so what a browser says of their origin must be ourselves.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "lib/util.h"
#include "serve/serve.h"

#define MIN_TOKEN	16
#define MAX_TOKEN	200

static const char *header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Takes the same time wherever the two differ. */
static bool same_secret(const char *a, const char *b)
{
	size_t len_a = strlen(a), len_b = strlen(b);
	unsigned char diff = len_a != len_b;

	for (size_t i = 0; i < len_a; i++)
		diff |= a[i] ^ b[len_b ? i % len_b : 0];
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
 * A name that leads here. So may an attacker's own (DNS rebinding), but not these.
 * The port may be another one: "ssh -L 8080:localhost:9090".
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

/* "http://HOST" or "http://HOST/...", with the host that was asked for. */
static bool is_from(const char *url, const char *host)
{
	size_t len = strlen(host);

	return !strncasecmp(url, "http://", 7) && !strncasecmp(url + 7, host, len) &&
	       (!url[7 + len] || url[7 + len] == '/');
}

static bool is_foreign(struct MHD_Connection *c, const char *host)
{
	const char *origin = header(c, "Origin"), *referer = header(c, "Referer");
	const char *site = header(c, "Sec-Fetch-Site");

	if (site && strcmp(site, "same-origin") && strcmp(site, "none"))
		return true;
	return (origin && !is_from(origin, host)) || (referer && !is_from(referer, host));
}

/*
 * A browser that does not say where a request comes from, as old ones do not, or
 * that asks before its user does: it might take what nobody gets to see.
 */
static bool is_unasked(struct MHD_Connection *c)
{
	const char *agent = header(c, "User-Agent"), *purpose = header(c, "Sec-Purpose");

	if (!purpose)
		purpose = header(c, "Purpose");
	if (purpose && strstr(purpose, "prefetch"))
		return true;
	return agent && !strncmp(agent, "Mozilla/", 8) && !header(c, "Sec-Fetch-Site");
}

unsigned int serve_refusal(const struct serve *s, struct MHD_Connection *c, bool takes,
			   const char **why)
{
	const char *host = header(c, "Host");

	if (!host) {
		*why = "the request names no host";
		return MHD_HTTP_BAD_REQUEST;
	}
	if (s->loopback && !is_our_host(host)) {
		*why = "the request is for another host";
		return MHD_HTTP_FORBIDDEN;
	}
	if (is_foreign(c, host)) {
		*why = "the request comes from another site";
		return MHD_HTTP_FORBIDDEN;
	}
	if (takes && !s->token && is_unasked(c)) {
		*why = "a browser that does not tell who asks could take the trace away: use curl";
		return MHD_HTTP_FORBIDDEN;
	}
	if (s->token && !has_token(s, c)) {
		*why = "the token is missing or wrong (?token=... or Authorization: Bearer ...)";
		return MHD_HTTP_UNAUTHORIZED;
	}
	return 0;
}

static bool check_token_file(const char *path, FILE *f)
{
	struct stat st;

	if (fstat(fileno(f), &st) || !(st.st_mode & (S_IRWXG | S_IRWXO)))
		return true;
	fdd_error("%s: others can read the token: chmod 600 it", path);
	return false;
}

char *serve_read_token(const char *path)
{
	FILE *f = fopen(path, "re");
	char line[256] = "";

	if (!f) {
		fdd_error("%s: %s", path, strerror(errno));
		return NULL;
	}
	if (!check_token_file(path, f)) {
		fclose(f);
		return NULL;
	}
	if (fgets(line, sizeof(line), f))
		line[strcspn(line, "\r\n")] = '\0';
	fclose(f);
	if (strlen(line) < MIN_TOKEN || strlen(line) > MAX_TOKEN) {
		fdd_error("%s: a token has %d to %d characters, on the first line",
			  path, MIN_TOKEN, MAX_TOKEN);
		return NULL;
	}
	return xstrdup(line);
}

static bool set_ipv4(struct serve *s, const char *address)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&s->address;

	if (inet_pton(AF_INET, address, &in->sin_addr) != 1)
		return false;
	in->sin_family = AF_INET;
	in->sin_port = htons(s->port);
	s->address_len = sizeof(*in);
	s->loopback = ntohl(in->sin_addr.s_addr) >> 24 == 127;
	return true;
}

static bool set_ipv6(struct serve *s, const char *address)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&s->address;

	if (inet_pton(AF_INET6, address, &in6->sin6_addr) != 1)
		return false;
	in6->sin6_family = AF_INET6;
	in6->sin6_port = htons(s->port);
	s->address_len = sizeof(*in6);
	s->loopback = IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
	return true;
}

bool serve_parse_address(struct serve *s, const char *text)
{
	const char *colon = strrchr(text, ':');
	char address[64] = "127.0.0.1";
	size_t len = colon ? colon - text : 0;
	uint64_t port;

	if (!colon || !fdd_parse_u64(colon + 1, &port) || port > 65535 ||
	    len >= sizeof(address)) {
		fdd_error("--listen: '%s' is not ADDRESS:PORT", text);
		return false;
	}
	s->port = port;
	if (len)
		snprintf(address, sizeof(address), "%.*s", (int)len, text);
	if (!strcmp(address, "localhost"))
		strcpy(address, "127.0.0.1");
	if (*address == '[' && address[len - 1] == ']') {
		address[len - 1] = '\0';
		if (set_ipv6(s, address + 1))
			return true;
	} else if (set_ipv4(s, address)) {
		return true;
	}
	fdd_error("--listen: '%.*s' is no address (numbers, as in 127.0.0.1 or [::1])",
		  (int)len, text);
	return false;
}
