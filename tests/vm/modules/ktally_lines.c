// SPDX-License-Identifier: GPL-2.0
/* ktally_lines - a module of known work: writing N bytes to its file in debugfs runs the lines below so many times. */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>

struct step {
	int number;
	const char *name;
	long values[3];
};
static long total;

/* Its body runs once for each step */
static noinline long weigh(const struct step *s, unsigned long n, long by)
{
	long sum = 0;
	unsigned long i;

	for (i = 0; i < n; i++) {
		sum += READ_ONCE(s->values[i % 3]) * by;
		barrier();
	}
	total += sum;
	return sum;
}

static inline long twice(const struct step *s, unsigned long n)
{
	long both = weigh(s, n, 2);

	both += weigh(s, n, 3);
	return both;
}

static ssize_t take(struct file *file, const char __user *data, size_t n, loff_t *at)
{
	struct step s = {.number = (int)n, .name = "step", .values = {1, 2, (long)n}};

	return twice(&s, n) >= 0 ? n : -EINVAL;
}

static const struct file_operations ops = {.owner = THIS_MODULE, .write = take};
static struct dentry *file;

static int __init begin(void)
{
	file = debugfs_create_file("ktally_lines", 0600, NULL, NULL, &ops);
	return 0;
}

static void __exit end(void)
{
	debugfs_remove(file);
}
module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("A module of known work for tests");
MODULE_LICENSE("GPL");
