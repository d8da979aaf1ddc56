/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fuzz.h - a session for fuzzers: a real tool and its real renderers; the input decides everything else. */
#pragma once

#include "session/session.h"
#include "session/tool.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Traps, so that the fuzzer reports it, unless the condition holds */
#define MUST(condition)       \
	do {                      \
		if (!(condition))     \
			__builtin_trap(); \
	} while (0)

struct input {
	const uint8_t *at;
	size_t left;
};
uint64_t input_number(struct input *in, size_t bytes);
/* Returns a NUL-terminated copy of the next n bytes, or of all that is left */
char *input_text(struct input *in, size_t n);

/* Begins a session of $FUZZ_TOOL; the first bytes choose its flags and a renderer. False: such a run cannot be. */
bool fuzz_session(struct session *s, struct input *in);
bool fuzz_start(struct session *s);	 /* after the events were added to s->stream. False: the tool refuses */
void fuzz_report(struct session *s); /* renders the totals */
void fuzz_session_end(struct session *s);
