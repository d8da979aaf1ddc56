// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot_config.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define BOOT_KEYS_MIN 128			/* TRACING_MAP_BITS_MIN */
#define VALUE_MAX 255				/* MAX_BUF_LEN of kernel/trace/trace_boot.c, with the NUL */
#define ACTION_SIZE (VALUE_MAX + 2) /* one too many is refused */
#define END_SIZE 512				/* of a part, in which a whole key may stand; too much is refused as well */
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

uint64_t boot_config_keys(uint64_t wished)
{
	return wished < BOOT_KEYS_MIN ? BOOT_KEYS_MIN : wished > BOOT_KEYS_MAX ? BOOT_KEYS_MAX : wished;
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

/* Synthetic events exist once in the system: those of an instance of its own have its name. */
static const char *synthetic_name(const struct boot_config *b, const struct boot_latency *l, char *to, size_t size)
{
	bool own = b->instance && strcmp(b->instance, BOOT_INSTANCE);

	snprintf(to, size, "%s%s%s", l->name, own ? "_" : "", own ? b->instance : "");
	for (char *c = to; *c; c++)
		*c = *c == '-' ? '_' : *c;
	return to;
}

/* First the synthetic event: the kernel makes events in the order of their groups. */
static void write_synthetic(struct boot_config *b, const struct boot_latency *l)
{
	char field[128], event[KEY_MAX], keys[128], name[KEY_MAX];

	synthetic_name(b, l, name, sizeof(name));
	boot_config_value(b, "u64 ns", "event.synthetic.%s.fields", name);
	if (l->key_type) {
		snprintf(field, sizeof(field), "%s %s", l->key_type, l->key);
		boot_config_more(b, field, "event.synthetic.%s.fields", name);
	}
	snprintf(event, sizeof(event), "synthetic.%.200s", name);
	snprintf(keys, sizeof(keys), "%s%s%sns.log2", l->key ? l->key : "", l->key ? "," : "",
			 l->by_cpu ? "common_cpu," : "");
	boot_config_hist(b, event, keys, NULL, 0, NULL);
}

/* A trigger that takes part in a latency; action: "" or ":onmatch..." */
static void write_end(struct boot_config *b, const struct boot_begin *at, const char *variable, uint64_t size,
					  const char *action)
{
	char text[2 * END_SIZE];

	snprintf(text, sizeof(text), "hist:keys=%s:%s:size=%" PRIu64 ":clock=" BOOT_CLOCK "%s%s%s", at->keys, variable,
			 size, action, at->filter ? " if " : "", at->filter ? at->filter : "");
	boot_config_more(b, text, "event.%s.actions", at->event);
}

static void write_begin(struct boot_config *b, const struct boot_latency *l, unsigned which)
{
	char variable[64];

	snprintf(variable, sizeof(variable), "ts%u=common_timestamp", which);
	write_end(b, &l->from[which], variable, l->size, "");
}

static void write_match(struct boot_config *b, const struct boot_latency *l, unsigned which)
{
	struct boot_begin end = {l->to, l->to_keys, l->to_filter};
	char variable[64], action[END_SIZE], name[KEY_MAX];

	snprintf(variable, sizeof(variable), "ns%u=common_timestamp-$ts%u", which, which);
	snprintf(action, sizeof(action), ":onmatch(%s).%s($ns%u%s%s)", l->from[which].event,
			 synthetic_name(b, l, name, sizeof(name)), which, l->key_type ? "," : "", l->key_type ? l->key : "");
	write_end(b, &end, variable, l->size, action);
}

/* First all begins: the kernel makes triggers event by event, and these must be there. */
void boot_config_latency(struct boot_config *b, const struct boot_latency *l)
{
	write_synthetic(b, l);
	for (unsigned i = 0; i < BOOT_BEGINS && l->from[i].event; i++)
		write_begin(b, l, i);
	for (unsigned i = 0; i < BOOT_BEGINS && l->from[i].event; i++)
		write_match(b, l, i);
}

/* The kernel forgets a variable that an expression has read. */
void boot_config_forget(struct boot_config *b, const struct boot_latency *l, unsigned which,
						const struct boot_begin *when)
{
	char variable[64];

	snprintf(variable, sizeof(variable), "gone%u=common_timestamp-$ts%u", which, which);
	write_end(b, when, variable, l->size, "");
}

bool boot_config_is_end(const char *trigger)
{
	return strstr(trigger, "=common_timestamp");
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
