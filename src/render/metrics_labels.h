/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics_labels.h - which fields of rows become labels of metrics, and the labels' values. */
#pragma once

#include "metrics/answer.h"
#include "session/session.h"

struct metrics_labels {
	unsigned n;
	const struct field *fields[METRIC_LABELS];
	char names[METRIC_LABELS][METRIC_NAME_MAX];
};

/*
 * Chooses them: fields of the key whose values are few (a device, a system call), and whatever the configuration
 * allows. A field of the key that may have any number of values (a process) is refused. 0, or -EINVAL after a message
 */
int metrics_labels_choose(struct metrics_labels *l, const struct session *s);

/* The values of a row, one after another, each with its NUL: at most METRIC_LABELS * LABEL_MAX bytes. Their length.
 * What is not known is empty. They are printable UTF-8, so values that differ stay different. */
size_t metrics_labels_write(const struct metrics_labels *l, const struct session *s, const void *row, char *to);
