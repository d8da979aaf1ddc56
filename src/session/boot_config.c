// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot_config.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define VALUE_MAX 255				/* MAX_BUF_LEN of kernel/trace/trace_boot.c, with the NUL */
#define ACTION_SIZE (VALUE_MAX + 2) /* one too many is refused */
#define KEY_MAX 255					/* of all words together, XBC_KEYLEN_MAX */

static bool is_key(const char *key)
{
	for (; *key; key++)
		if (!isalnum((unsigned char)*key) && !strchr("_.-", *key))
			return false;
	return true;
}

/* The kernel refuses a whole configuration for one character that is not printable. */
static bool is_printable(const char *value)
{
	for (; *value; value++)
		if (!isprint((unsigned char)*value))
			return false;
	return true;
}

static char quote_for(const char *value)
{
	if (!strchr(value, '"'))
		return '"';
	return strchr(value, '\'') ? '\0' : '\'';
}

static int check(struct boot_config *b, const char *key, const char *value)
{
	if (!is_key(key) || strlen(key) > KEY_MAX)
		return boot_config_refuse(b, -EINVAL, "'%s' cannot be a key of a boot configuration", key);
	if (!value)
		return 0;
	if (!is_printable(value) || !quote_for(value))
		return boot_config_refuse(b, -EINVAL, "a value with both kinds of quotes, or with control characters: %s",
								  value);
	if (strlen(value) > VALUE_MAX)
		return boot_config_refuse(b, -E2BIG, "the kernel takes %d characters at boot, and this has %zu: %s", VALUE_MAX,
								  strlen(value), value);
	return 0;
}

static void write_line(struct boot_config *b, const char *key, const char *sign, const char *value)
{
	char quote;

	if (b->err || check(b, key, value))
		return;
	if (!value) {
		fprintf(b->out, "%s\n", key);
		return;
	}
	quote = quote_for(value);
	fprintf(b->out, "%s %s %c%s%c\n", key, sign, quote, value, quote);
}

static void write_ftrace(struct boot_config *b, const char *sign, const char *value, const char *format, va_list args)
{
	char key[KEY_MAX + 2];
	int at = snprintf(key, sizeof(key), "ftrace.%s%s%s", b->instance ? "instance." : "", b->instance ? b->instance : "",
					  b->instance ? "." : "");

	vsnprintf(key + at, sizeof(key) - (size_t)at, format, args);
	write_line(b, key, sign, value);
}

void boot_config_key(struct boot_config *b, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	write_ftrace(b, NULL, NULL, key, args);
	va_end(args);
}

void boot_config_value(struct boot_config *b, const char *value, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	write_ftrace(b, "=", value, key, args);
	va_end(args);
}

void boot_config_more(struct boot_config *b, const char *value, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	write_ftrace(b, "+=", value, key, args);
	va_end(args);
}

void boot_config_probe(struct boot_config *b, const char *name, const char *probe)
{
	size_t before = strlen("p:kprobes/") + strlen(name) + 1; /* which the kernel writes there, in the same buffer */

	if (!b->err && before + strlen(probe) > VALUE_MAX)
		boot_config_refuse(b, -E2BIG, "the kernel takes %zu characters for a probe %s at boot, and this has %zu: %s",
						   VALUE_MAX - before, name, strlen(probe), probe);
	boot_config_more(b, probe, "event.kprobes.%s.probes", name);
}

void boot_config_hist(struct boot_config *b, const char *event, const char *keys, const char *values, uint64_t size,
					  const char *filter)
{
	char action[ACTION_SIZE], room[32] = "";

	if (size)
		snprintf(room, sizeof(room), ":size=%" PRIu64, size);
	snprintf(action, sizeof(action), "hist:keys=%s%s%s%s%s%s", keys, values && *values ? ":values=" : "",
			 values ? values : "", room, filter && *filter ? " if " : "", filter ? filter : "");
	boot_config_value(b, action, "event.%s.actions", event);
}

/* First the synthetic event: the kernel makes events in the order of their groups. */
static void write_synthetic(struct boot_config *b, const struct boot_latency *l)
{
	char field[128], event[128], keys[128];

	boot_config_value(b, "u64 ns", "event.synthetic.%s.fields", l->name);
	if (l->key) {
		snprintf(field, sizeof(field), "%s %s", l->key_type, l->key);
		boot_config_more(b, field, "event.synthetic.%s.fields", l->name);
	}
	snprintf(event, sizeof(event), "synthetic.%s", l->name);
	snprintf(keys, sizeof(keys), "%s%sns.log2", l->key ? l->key : "", l->key ? "," : "");
	boot_config_hist(b, event, keys, NULL, 0, NULL);
}

void boot_config_latency(struct boot_config *b, const struct boot_latency *l)
{
	char action[ACTION_SIZE];

	write_synthetic(b, l);
	snprintf(action, sizeof(action), "hist:keys=%s:ts0=common_timestamp:size=%" PRIu64 ":clock=" BOOT_CLOCK "%s%s",
			 l->from_keys, l->size, l->filter ? " if " : "", l->filter ? l->filter : "");
	boot_config_value(b, action, "event.%s.actions", l->from);
	snprintf(action, sizeof(action),
			 "hist:keys=%s:ns=common_timestamp-$ts0:size=%" PRIu64 ":clock=" BOOT_CLOCK ":onmatch(%s).%s($ns%s%s)",
			 l->to_keys, l->size, l->from, l->name, l->key ? "," : "", l->key ? l->key : "");
	boot_config_value(b, action, "event.%s.actions", l->to);
}

void boot_config_parameter(struct boot_config *b, const char *key, const char *value)
{
	char whole[KEY_MAX + 2];

	snprintf(whole, sizeof(whole), "kernel.%s", key);
	write_line(b, whole, "=", value);
}

void boot_config_begin(struct boot_config *b, uint64_t buffer_kb)
{
	char size[32];

	boot_config_value(b, BOOT_CLOCK, "trace_clock");
	boot_config_value(b, "nooverwrite", "options");
	snprintf(size, sizeof(size), "%" PRIu64 "KB", buffer_kb);
	if (buffer_kb)
		boot_config_value(b, size, "buffer_size");
}
