// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include "sys/errnos.h"
#include "sys/syscalls.h"
#include "syscount.h"

#include <string.h>

static int compare_keys(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct syscount_key));
}

/* Ascending, as in perf-tools: people look at the end. */
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
#define KEY (FIELD_KEY | FIELD_OFF)
#define KEY_FIELDS                                                                                     \
	[PID] = FIELD(struct syscount_key, pid, FIELD_U32, KEY, -7),                                       \
	[TID] = FIELD(struct syscount_key, tid, FIELD_U32, KEY, -7),                                       \
	[COMM] = FIELD(struct syscount_key, comm, FIELD_CHARS, KEY, -16, .spare = 2),                      \
	[CALL] = FIELD_MADE_OF("syscall", struct syscount_key, call, syscall_field, KEY, -22, .least = 8), \
	[ERROR] = FIELD_MADE_OF("error", struct syscount_key, error, kernel_errno_field, KEY, -12,         \
							.known = field_not_zero, .least = 9)

static struct field fields[] = {
	KEY_FIELDS,
	[COUNT] = FIELD_AS("count", struct syscount_row, stat.count, FIELD_U64, 0, 12, .spare = 4, .least = 8),
	[TOTAL] =
		FIELD_AS("total_ns", struct syscount_row, stat.total_ns, FIELD_NS, FIELD_OFF, 9, .title = "TOTAL", .spare = 5),
	[AVERAGE] =
		FIELD_AS("avg_ns", struct syscount_row, stat.total_ns, FIELD_MEAN, FIELD_OFF, 9, .title = "AVG", .spare = 1),
	[MAX] = FIELD_AS("max_ns", struct syscount_row, stat.max_ns, FIELD_NS, FIELD_MAX | FIELD_OFF, 9, .title = "MAX"),
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

void syscount_columns(void)
{
	const bool shown[] = {
		[PID] = syscount.by_pid,   [TID] = syscount.by_tid,		[COMM] = syscount.by_comm,
		[CALL] = syscount.by_call, [ERROR] = syscount.by_error,
	};

	for (unsigned i = 0; i < KEYS; i++) {
		field_show(&fields[i], shown[i]);
		field_show(&hist_fields[i], shown[i]);
	}
	fields[PID].spare = syscount.by_tid ? 3 : 0;
	for (unsigned i = TOTAL; i <= MAX; i++)
		field_show(&fields[i], syscount.latency);
}
