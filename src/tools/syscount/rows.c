// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include "sys/errnos.h"
#include "sys/syscalls.h"
#include "ftrace.h"

#include <string.h>

static int compare_keys(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct syscount_key));
}

/* Ascending, as perf-tools: the end is what one looks at */
static int compare(const void *a, const void *b)
{
	const struct syscount_row *x = a, *y = b;

	if (syscount.latency && x->stat.total_ns != y->stat.total_ns)
		return x->stat.total_ns < y->stat.total_ns ? -1 : 1;
	if (x->stat.count != y->stat.count)
		return x->stat.count < y->stat.count ? -1 : 1;
	return compare_keys(a, b);
}

enum { PID, TID, COMM, CALL, ERROR, KEYS, COUNT = KEYS, TOTAL, AVERAGE, MAX };
#define KEY_FIELDS                                                                          \
	FIELD(struct syscount_key, pid, FIELD_U32, FIELD_KEY, -7),                              \
		FIELD(struct syscount_key, tid, FIELD_U32, FIELD_KEY, -7),                          \
		FIELD(struct syscount_key, comm, FIELD_CHARS, FIELD_KEY, -16),                      \
		FIELD_MADE_OF("syscall", struct syscount_key, call, syscall_field, FIELD_KEY, -22), \
		FIELD_MADE_OF("error", struct syscount_key, error, kernel_errno_field, FIELD_KEY, -12)

static struct field fields[] = {
	KEY_FIELDS,
	FIELD_AS("count", struct syscount_row, stat.count, FIELD_U64, 0, 12),
	FIELD_AS("total_ns", struct syscount_row, stat.total_ns, FIELD_NS, 0, 9, .title = "TOTAL"),
	FIELD_AS("avg_ns", struct syscount_row, stat.total_ns, FIELD_MEAN, 0, 9, .title = "AVG"),
	FIELD_AS("max_ns", struct syscount_row, stat.max_ns, FIELD_NS, FIELD_MAX, 9, .title = "MAX"),
};
static struct field hist_fields[] = {
	KEY_FIELDS,
	FIELD_AS("latency", struct syscount_hist_row, hist, FIELD_HIST, 0, 0),
};

const struct schema syscount_schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct syscount_key),
	.row_size = sizeof(struct syscount_row),
	.compare = compare,
};
const struct schema syscount_hist_schema = {
	SCHEMA_FIELDS(hist_fields),
	.key_size = sizeof(struct syscount_key),
	.row_size = sizeof(struct syscount_hist_row),
	.unit = HIST_NS,
	.compare = compare_keys,
};

static void show(unsigned field, bool on)
{
	fields[field].flags = (fields[field].flags & ~(unsigned)FIELD_OFF) | (on ? 0 : FIELD_OFF);
	if (field < KEYS)
		hist_fields[field].flags = FIELD_KEY | (on ? 0 : FIELD_OFF);
}

void syscount_columns(void)
{
	show(PID, syscount.by_pid);
	show(TID, syscount.by_tid);
	show(COMM, syscount.by_comm);
	show(CALL, syscount.by_call);
	show(ERROR, syscount.by_error);
	for (unsigned i = TOTAL; i <= MAX; i++)
		show(i, syscount.latency);
}
