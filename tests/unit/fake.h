/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fake.h - a session without any source, to test renderers: rows of a name and a histogram, or events */
#pragma once

#include "session/session.h"

struct fake_row { /* of totals */
	char name[16];
	struct hist hist;
};

struct fake_event {
	uint64_t time_ns;
	char name[16];
	int32_t error;
	uint32_t pid;
	uint64_t took;
};

extern struct settings fake_settings;
struct fake_call {
	uint64_t time_ns;
	char comm[16];
	uint32_t pid;
	int32_t fd;
};

/* fake_single does not show the name; fake_calls has each way in which JSON differs from text */
extern const struct schema fake_named, fake_single, fake_events, fake_calls;

/* A new session with a tally of these rows in s->interval. The caller frees it with fake_free(). */
struct session *fake_session(const struct schema *schema);
void fake_free(struct session *s);

struct hist *fake_hist(struct session *s, const char *name);
/* What the renderer writes to standard output in each of its calls */
const char *fake_interval(struct session *s);
/* The same, as an interval before which the same was counted already */
const char *fake_later(struct session *s);
/* The same, as the last interval, which was cut short */
const char *fake_last(struct session *s);
const char *fake_begin(struct session *s, const struct renderer *r);
const char *fake_end(struct session *s);
