/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expose.h - writes metrics as a monitoring system reads them: Prometheus' text 0.0.4, OpenMetrics 1.0 text, or
 * Prometheus' protobuf messages (io.prometheus.client, delimited), which alone have native histograms. Pure.
 */
#pragma once

#include "base/hist.h"
#include "dat/bytes.h"

enum expose_format { EXPOSE_TEXT, EXPOSE_OPENMETRICS, EXPOSE_PROTOBUF };
enum metric_type { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };
enum metric_unit { METRIC_PLAIN, METRIC_SECONDS, METRIC_BYTES };

#define METRIC_LABELS 8

struct metric_family {
	const char *name; /* with its unit, without "_total": ktally_iolatency_seconds */
	const char *help; /* one line; escaped here */
	enum metric_type type;
	enum metric_unit unit;
	uint64_t created_ns;   /* time of day when counting began; 0: unknown. Only protobuf tells it */
	const uint64_t *edges; /* of chosen buckets, as schema.h has them; such a histogram has no native form */
	unsigned nedges;	   /* 0: the buckets of hist.h */
	unsigned nlabels;
	const char *labels[METRIC_LABELS]; /* names */
};

/* What is being written. Not to be looked into, but for `out`, which the caller frees with bytes_free() */
struct exposition {
	struct bytes out;
	enum expose_format format;
	const struct metric_family *family;
	bool written;									  /* the head of the family */
	struct bytes family_message, metric, value, part; /* messages in messages, whose length must be known first */
	struct bytes labels;							  /* of text: those of all lines of a sample */
	struct bytes edges;								  /* of text: those of the family's buckets, a NUL behind each */
};

/*
 * expose_begin(), then for each family expose_family() and its samples, then expose_end(). A family without samples is
 * not written. The family must stay valid until its last sample. label_values: as many as the family has names; any
 * bytes without NUL, escaped here. Without memory out.failed is set in the end.
 */
void expose_begin(struct exposition *e, enum expose_format format);
void expose_family(struct exposition *e, const struct metric_family *family);
/* Of a counter or a gauge. METRIC_SECONDS: the value is in nanoseconds */
void expose_value(struct exposition *e, const char *const *label_values, uint64_t value);
/* METRIC_SECONDS: times as hist_add() takes them with HIST_NS */
void expose_histogram(struct exposition *e, const char *const *label_values, const struct hist *h);
void expose_end(struct exposition *e);

/* The value of the header Content-Type */
const char *expose_content_type(enum expose_format format);
/* Which format this header Accept asks for: the one with the highest q; of equals protobuf before OpenMetrics before
 * text. What asks for none of the three gets text. NULL: no such header. */
enum expose_format expose_negotiate(const char *accept);
