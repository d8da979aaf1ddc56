// SPDX-License-Identifier: GPL-2.0-or-later
/* The header Accept, as RFC 9110 (12.5.1) has it: media ranges with parameters, the weight q among them. */
#include "expose.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SPACE " \t"

/* A piece of a header without the spaces around it */
struct piece {
	const char *at;
	size_t n;
};

/* Takes the next piece up to a separator. False: nothing is left */
static bool take(struct piece *rest, char separator, struct piece *to)
{
	const char *end;

	if (!rest->at)
		return false;
	end = memchr(rest->at, separator, rest->n);
	*to = (struct piece){rest->at, end ? (size_t)(end - rest->at) : rest->n};
	rest->n -= end ? to->n + 1 : rest->n;
	rest->at = end ? end + 1 : NULL;
	while (to->n && strchr(SPACE, *to->at)) {
		to->at++;
		to->n--;
	}
	while (to->n && strchr(SPACE, to->at[to->n - 1]))
		to->n--;
	return true;
}

static bool is(const struct piece *p, const char *word)
{
	return p->n == strlen(word) && !strncasecmp(p->at, word, p->n);
}

/* "q=0.5" and the like: the value of a parameter of this name */
static bool value_of(const struct piece *p, const char *name, struct piece *to)
{
	struct piece rest = *p, key;

	if (!take(&rest, '=', &key) || !is(&key, name) || !rest.at)
		return false;
	*to = rest;
	if (to->n >= 2 && *to->at == '"' && to->at[to->n - 1] == '"') {
		to->at++;
		to->n -= 2;
	}
	return true;
}

static double weight(const struct piece *p)
{
	char text[8] = "";
	double q;

	memcpy(text, p->at, p->n < sizeof(text) ? p->n : sizeof(text) - 1);
	q = strtod(text, NULL);
	return q >= 0 && q <= 1 ? q : 0; /* nor a number */
}

struct range {
	double q;
	struct piece proto, encoding, version;
};

static void read_parameters(struct range *r, struct piece *rest)
{
	struct piece parameter, value;

	*r = (struct range){.q = 1};
	while (take(rest, ';', &parameter)) {
		if (value_of(&parameter, "q", &value))
			r->q = weight(&value);
		else if (value_of(&parameter, "proto", &value))
			r->proto = value;
		else if (value_of(&parameter, "encoding", &value))
			r->encoding = value;
		else if (value_of(&parameter, "version", &value))
			r->version = value;
	}
}

/* Raises the weights of the formats that one range means. A version that is not ours is not meant. */
static void consider(struct piece range, double q[3])
{
	struct piece type;
	struct range r;

	take(&range, ';', &type);
	read_parameters(&r, &range);
	if (is(&type, "application/vnd.google.protobuf")) {
		if (is(&r.proto, "io.prometheus.client.MetricFamily") && is(&r.encoding, "delimited") &&
			r.q > q[EXPOSE_PROTOBUF])
			q[EXPOSE_PROTOBUF] = r.q;
	} else if (is(&type, "application/openmetrics-text")) {
		if ((!r.version.n || is(&r.version, "1.0.0") || is(&r.version, "0.0.1")) && r.q > q[EXPOSE_OPENMETRICS])
			q[EXPOSE_OPENMETRICS] = r.q;
	} else if (is(&type, "text/plain") || is(&type, "text/*") || is(&type, "*/*")) {
		if ((!r.version.n || is(&r.version, "0.0.4")) && r.q > q[EXPOSE_TEXT])
			q[EXPOSE_TEXT] = r.q;
	}
}

enum expose_format expose_negotiate(const char *accept)
{
	struct piece rest = {accept, accept ? strlen(accept) : 0}, range;
	double q[3] = {0};
	enum expose_format best = EXPOSE_TEXT;

	while (take(&rest, ',', &range))
		consider(range, q);
	for (enum expose_format f = EXPOSE_OPENMETRICS; f <= EXPOSE_PROTOBUF; f++)
		if (q[f] > 0 && q[f] >= q[best])
			best = f;
	return best;
}
