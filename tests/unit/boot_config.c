// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines of boot configurations (src/session/boot_config.c) by the grammar of Documentation/admin-guide/bootconfig.rst.
 */
#include "test.h"

#include "session/boot_config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct boot_config b;
static char *text;
static size_t size;

static void begin(const char *instance)
{
	free(text);
	text = NULL;
	b = (struct boot_config){.out = open_memstream(&text, &size), .instance = instance};
	assert_non_null(b.out);
}

static const char *written(void)
{
	fclose(b.out);
	return text;
}

static void lines(void **state)
{
	(void)state;
	begin("ktally");
	boot_config_key(&b, "event.%s.%s.enable", "sched", "sched_switch");
	boot_config_value(&b, "prev_comm == \"a b\"", "event.sched.sched_switch.filter");
	boot_config_value(&b, "it's", "x");
	boot_config_more(&b, "vfs_read", "ftrace.filters");
	boot_config_probe(&b, "here", "vfs_read+4 a=%di:u64");
	boot_config_parameter(&b, "ftrace", "function_graph");
	assert_int_equal(b.err, 0);
	assert_string_equal(written(), "ftrace.instance.ktally.event.sched.sched_switch.enable\n"
								   "ftrace.instance.ktally.event.sched.sched_switch.filter = 'prev_comm == \"a b\"'\n"
								   "ftrace.instance.ktally.x = \"it's\"\n"
								   "ftrace.instance.ktally.ftrace.filters += \"vfs_read\"\n"
								   "ftrace.instance.ktally.event.kprobes.here.probes += \"vfs_read+4 a=%di:u64\"\n"
								   "kernel.ftrace = \"function_graph\"\n");
	begin(NULL);
	boot_config_begin(&b, 0);
	assert_string_equal(written(), "ftrace.trace_clock = \"local\"\nftrace.options = \"nooverwrite\"\n");
	begin("x");
	boot_config_begin(&b, 64);
	assert_non_null(strstr(written(), "ftrace.instance.x.buffer_size = \"64KB\"\n"));
}

static void latency(void **state)
{
	(void)state;
	begin("x");
	boot_config_latency(&b, &(struct boot_latency){.name = "softirqs",
												   .from = {{"irq.softirq_entry", "common_cpu,vec", "vec != 9"}},
												   .to = "irq.softirq_exit",
												   .to_keys = "common_cpu,vec",
												   .key = "vec",
												   .key_type = "unsigned int",
												   .size = 128});
	assert_int_equal(b.err, 0);
	assert_string_equal(written(),
						"ftrace.instance.x.event.synthetic.softirqs_x.fields = \"u64 ns\"\n"
						"ftrace.instance.x.event.synthetic.softirqs_x.fields += \"unsigned int vec\"\n"
						"ftrace.instance.x.event.synthetic.softirqs_x.actions = \"hist:keys=vec,ns.log2\"\n"
						"ftrace.instance.x.event.irq.softirq_entry.actions += "
						"\"hist:keys=common_cpu,vec:ts0=common_timestamp:size=128:clock=local if vec != 9\"\n"
						"ftrace.instance.x.event.irq.softirq_exit.actions += "
						"\"hist:keys=common_cpu,vec:ns0=common_timestamp-$ts0:size=128:clock=local:"
						"onmatch(irq.softirq_entry).softirqs_x($ns0,vec)\"\n");
}

/* Several begins have times of their own, all of them before the first end. */
static void latency_of_several(void **state)
{
	const struct boot_latency l = {.name = "runqlat",
								   .from = {{"s.woken", "pid", NULL}, {"s.switch", "prev", "state == 0"}},
								   .to = "s.switch",
								   .to_keys = "next",
								   .to_filter = "next != 0",
								   .by_cpu = true,
								   .size = 128};
	const struct boot_begin forget = {"s.waking", "pid", "pid > 1"};

	(void)state;
	begin(BOOT_INSTANCE);
	boot_config_latency(&b, &l);
	boot_config_forget(&b, &l, 1, &forget);
	assert_int_equal(b.err, 0);
	assert_string_equal(written(),
						"ftrace.instance.ktally.event.synthetic.runqlat.fields = \"u64 ns\"\n"
						"ftrace.instance.ktally.event.synthetic.runqlat.actions = \"hist:keys=common_cpu,ns.log2\"\n"
						"ftrace.instance.ktally.event.s.woken.actions += "
						"\"hist:keys=pid:ts0=common_timestamp:size=128:clock=local\"\n"
						"ftrace.instance.ktally.event.s.switch.actions += "
						"\"hist:keys=prev:ts1=common_timestamp:size=128:clock=local if state == 0\"\n"
						"ftrace.instance.ktally.event.s.switch.actions += "
						"\"hist:keys=next:ns0=common_timestamp-$ts0:size=128:clock=local:"
						"onmatch(s.woken).runqlat($ns0) if next != 0\"\n"
						"ftrace.instance.ktally.event.s.switch.actions += "
						"\"hist:keys=next:ns1=common_timestamp-$ts1:size=128:clock=local:"
						"onmatch(s.switch).runqlat($ns1) if next != 0\"\n"
						"ftrace.instance.ktally.event.s.waking.actions += "
						"\"hist:keys=pid:gone1=common_timestamp-$ts1:size=128:clock=local if pid > 1\"\n");
	assert_true(boot_config_is_end("hist:keys=pid:vals=hitcount:gone1=common_timestamp-$ts1:sort=hitcount:size=128"));
	assert_false(boot_config_is_end("hist:keys=ns.log2:vals=hitcount:sort=hitcount:size=128 [active]"));
	begin("with-line");
	boot_config_latency(&b, &l);
	assert_non_null(strstr(written(), "ftrace.instance.with-line.event.synthetic.runqlat_with_line.fields"));
	begin(NULL);
	boot_config_latency(&b, &l);
	assert_non_null(strstr(written(), "ftrace.event.synthetic.runqlat.fields"));
}

/* The first thing that is wrong ends it. */
static void is_refused(const char *value, const char *key, int err, const char *why)
{
	begin("ktally");
	boot_config_value(&b, value, "%s", key);
	boot_config_key(&b, "after");
	assert_string_equal(written(), "");
	assert_int_equal(b.err, err);
	if (!strstr(b.why.text, why))
		fail_msg("%s", b.why.text);
}

static void refused(void **state)
{
	char longest[300];

	(void)state;
	memset(longest, 'x', sizeof(longest));
	longest[256] = '\0';
	is_refused(longest, "key", -E2BIG, "255 characters");
	is_refused("both ' and \"", "key", -EINVAL, "both kinds of quotes");
	is_refused("two\nlines", "key", -EINVAL, "control characters");
	is_refused("\xc3\xbc", "key", -EINVAL, "control characters");
	is_refused("x", "a key", -EINVAL, "cannot be a key");
	is_refused("x", "a=b", -EINVAL, "cannot be a key");
	begin("ktally");
	longest[241] = '\0'; /* and "p:kprobes/name " */
	boot_config_probe(&b, "name", longest);
	assert_string_equal(written(), "");
	assert_int_equal(b.err, -E2BIG);
	longest[255] = '\0';
	begin("ktally");
	boot_config_value(&b, longest, "key");
	assert_int_equal(b.err, 0);
	assert_non_null(strstr(written(), longest));
}

static int end(void **state)
{
	(void)state;
	free(text);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(latency),
									   cmocka_unit_test(latency_of_several), cmocka_unit_test(refused)};

	return cmocka_run_group_tests(tests, NULL, end);
}
