/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * answer.h - what a session tells the HTTP process of `ktally serve`, over a socket that keeps packets apart
 * (SOCK_SEQPACKET). The HTTP process asks with a number. The session answers with a head that has this number, and with
 * a body of families and samples, cut into packets. Both are one program, so numbers are as the machine has them. But
 * a session reads what anybody on the machine has named, so the reader believes nothing.
 */
#pragma once

#include "expose.h"

#define ANSWER_PACKET 16384		   /* longest packet, without its struct answer_part */
#define ANSWER_BODY_MAX (16 << 20) /* longest body */
#define LABEL_MAX 128			   /* longest value of a label, with its NUL; the rest is cut off */
#define METRIC_NAME_MAX 64		   /* longest name of a family or a label, with its NUL */

struct question {
	uint32_t number;
};

/* Before each packet of an answer, so that an answer whose session died in the middle is not taken for another */
struct answer_part {
	uint32_t number;
	uint32_t at; /* where in the body its bytes belong; ANSWER_HEAD: a struct answer_head follows */
};

#define ANSWER_HEAD UINT32_MAX

struct answer_head {
	uint64_t body;										   /* bytes that follow in further packets */
	uint64_t created_ns;								   /* time of day when counting began */
	uint64_t cpu_ns;									   /* CPU time of the session's process so far */
	uint64_t ring, map_full, missed, unmatched, in_flight; /* struct lost */
	uint64_t untold;									   /* 1: there may be losses that nothing counts */
	uint64_t dropped;									   /* rows beyond the limit of series */
	uint64_t costed;									   /* 1: runs and run_ns are known */
	uint64_t runs, run_ns;
	char backend[16], attach[48];
};

/* ---- the session's side ---- */

/* Begins a family: what follows are samples of it. The family's name is only the end of the name that is served: the
 * HTTP process knows how it begins. created_ns is not sent. */
void answer_family(struct bytes *body, const struct metric_family *family);
/* label_values: as many as the family has names */
void answer_value(struct bytes *body, unsigned nlabels, const char *const *label_values, uint64_t value);
void answer_histogram(struct bytes *body, unsigned nlabels, const char *const *label_values, const struct hist *h);

/* ---- the HTTP process' side ---- */

/*
 * Exposes what is in a body. Names of families become `before` and the name that was sent, and created_ns is added. 0,
 * or -EINVAL if the body is not as the functions above write it: what came before the mistake has been exposed.
 */
int answer_expose(const void *body, size_t n, const char *before, uint64_t created_ns, struct exposition *e);
