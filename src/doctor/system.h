/* SPDX-License-Identifier: GPL-2.0-or-later */
/* system.h - facts about this machine and this process that matter for tracing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct fact {
	const char *key;   /* in JSON */
	const char *label; /* in text; NULL: not shown, or only in another fact's note */
	enum { FACT_TEXT, FACT_NUMBER, FACT_FLAG } type;
	bool unknown; /* null */
	int64_t number;
	char text[288];
	char note[288]; /* in text only: the meaning, or how to change it */
};

#define FACTS_MAX 24
int system_facts(struct fact to[FACTS_MAX]); /* returns the number of facts */
