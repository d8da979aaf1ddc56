/* SPDX-License-Identifier: GPL-2.0-or-later */
/* why.h - the reason why something cannot be done. Whoever finds it writes it; whoever gives up prints it. Pure. */
#pragma once

struct why {
	unsigned column; /* from 1: where in the expression the reason is; 0: the whole expression */
	char text[400];
};

/* Both write the sentence into *why and return err. */
#define because(why, err, ...) because_at(why, err, 0, __VA_ARGS__)
int because_at(struct why *why, int err, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
