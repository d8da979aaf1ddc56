/* SPDX-License-Identifier: GPL-2.0-or-later */
/* system.h - what this machine and this process are, as far as it decides about tracing. */
#ifndef KTALLY_DOCTOR_SYSTEM_H
#define KTALLY_DOCTOR_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

struct fact {
	const char *key;   /* in JSON */
	const char *label; /* in text; NULL: not shown, or in another fact's note */
	enum { FACT_TEXT, FACT_NUMBER, FACT_FLAG } type;
	bool unknown; /* null */
	int64_t number;
	char text[288];
	char note[288]; /* text only: what it means, or how to change it */
};

#define FACTS_MAX 24
int system_facts(struct fact to[FACTS_MAX]); /* how many */

#endif
