/* SPDX-License-Identifier: GPL-2.0-or-later */
/* why.h - what is wrong with a name or an expression, and where, for whoever prints it. */
#ifndef KTALLY_PROBE_WHY_H
#define KTALLY_PROBE_WHY_H

struct probe_why {
	unsigned column; /* in the expression, from 1; 0: it is about the function */
	char text[400];
};

/* Fills `why` and returns err */
int wrong_at(struct probe_why *why, int err, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
