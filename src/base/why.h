/* SPDX-License-Identifier: GPL-2.0-or-later */
/* why.h - the reason why something cannot be done. Whoever finds it writes it; whoever gives up prints it. Pure. */
#pragma once

struct why {
	unsigned column; /* from 1: where in the expression the reason is; 0: the whole expression */
	char text[400];
};

/* Both write the sentence into *why and return err. */
int because(struct why *why, int err, const char *format, ...) __attribute__((format(printf, 3, 4)));
int because_at(struct why *why, int err, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
