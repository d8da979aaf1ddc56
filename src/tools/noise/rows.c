// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include "tools/interrupts/names.h"

#include <stdio.h>
#include <string.h>

const char *noise_class_name(uint32_t class)
{
	static const char *const names[] = {[NOISE_NMI] = "nmi",
										[NOISE_IRQ] = "irq",
										[NOISE_SOFTIRQ] = "softirq",
										[NOISE_THREAD] = "thread",
										[NOISE_HARDWARE] = "hardware"};

	return class < sizeof(names) / sizeof(names[0]) ? names[class] : "?";
}

int noise_source_name(char *to, size_t size, const struct noise_source *source)
{
	if (source->class == NOISE_IRQ)
		return interrupt_name(to, size, source->id, source->name);
	if (source->class == NOISE_SOFTIRQ)
		return softirq_name(to, size, source->id);
	if (source->class != NOISE_THREAD)
		return snprintf(to, size, "-");
	return snprintf(to, size, "%.*s:%u", NOISE_NAME, source->name, source->id);
}

static int format_class(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%s", noise_class_name((uint32_t)field_integer(f, row)));
}

static int format_name(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return noise_source_name(to, size, row);
}

static int format_share(char *to, size_t size, const struct field *f, const void *row)
{
	const struct noise_share_row *r = row;

	(void)f;
	return snprintf(to, size, "%.4f%%", r->measured_ns ? 100.0 * (double)r->total.ns / (double)r->measured_ns : 0.0);
}

/* The largest last */
static int compare(const void *a, const void *b)
{
	const struct noise_source_row *x = a, *y = b;

	if (x->total.ns != y->total.ns)
		return x->total.ns < y->total.ns ? -1 : 1;
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

#define SOURCE_FIELDS                                                                            \
	FIELD_MADE_OF("class", struct noise_share_row, key.class, format_class, FIELD_KEY, -8),      \
		FIELD_MADE("source", format_name, FIELD_KEY, -26, .least = 10),                          \
		FIELD_AS("id", struct noise_share_row, key.id, FIELD_U32, FIELD_KEY | FIELD_HIDDEN, 0),  \
		FIELD_AS("count", struct noise_share_row, total.count, FIELD_U64, 0, 9),                 \
		FIELD_AS("total_ns", struct noise_share_row, total.ns, FIELD_NS, 0, 9, .title = "TIME"), \
		FIELD_AS("max_ns", struct noise_share_row, total.max_ns, FIELD_NS, FIELD_MAX, 9, .title = "MAX")

static const struct field source_fields[] = {SOURCE_FIELDS};
static const struct field share_fields[] = {
	SOURCE_FIELDS,
	FIELD(struct noise_share_row, measured_ns, FIELD_NS, FIELD_HIDDEN | FIELD_BESIDE, 0),
	FIELD_MADE("share", format_share, FIELD_TEXT_ONLY, 9),
};

const struct schema noise_source_schema = {
	SCHEMA_FIELDS(source_fields),
	.key_size = sizeof(struct noise_source),
	.row_size = sizeof(struct noise_source_row),
	.compare = compare,
};
const struct schema noise_share_schema = {
	SCHEMA_FIELDS(share_fields),
	.key_size = sizeof(struct noise_source),
	.row_size = sizeof(struct noise_share_row),
	.compare = compare,
};
