// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of disks to numbers and back. Existing names are those of the machine's own disks in /sys/block. */
#include "test.h"

#include "sys/disks.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define DEV(major, minor) ((uint32_t)(major) << 20 | (minor))

static void pairs(void **state)
{
	static const struct {
		const char *text;
		uint32_t dev;
	} good[] = {{"8,0", DEV(8, 0)}, {"8:16", DEV(8, 16)}, {"259,3", DEV(259, 3)}, {"4095,1048575", DEV(4095, 1048575)}};
	char disk[64];
	uint32_t dev;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(good); i++) {
		assert_int_equal(disk_number(good[i].text, &dev, disk, sizeof(disk)), 0);
		assert_int_equal(dev, good[i].dev);
	}
}

static void no_disks(void **state)
{
	static const char *const bad[] = {"",
									  "8",
									  "8,",
									  "8,0x",
									  "8,0 ",
									  "8;0",
									  "4096,0",
									  "1,1048576",
									  ",",
									  "-1,0",
									  "8,-1",
									  "8,0,0",
									  "8.0",
									  ".",
									  "..",
									  "/dev/",
									  "/dev/.",
									  "/",
									  "a/b",
									  "../x",
									  "/dev/../x",
									  "nosuchdisk",
									  "/dev/nosuchdisk",
									  "/proc/self"};
	char disk[64], name[400];
	uint32_t dev = 77;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(bad); i++)
		if (disk_number(bad[i], &dev, disk, sizeof(disk)) != -ENODEV)
			fail_msg("\"%s\" is a disk", bad[i]);
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(disk_number(name, &dev, disk, sizeof(disk)), -ENODEV);
	assert_int_equal(dev, 77);
}

static void unknown_numbers(void **state)
{
	char name[64], small[4];

	(void)state;
	assert_int_equal(disk_name(name, sizeof(name), DEV(4095, 1048575)), 12);
	assert_string_equal(name, "4095,1048575");
	disk_name(small, sizeof(small), DEV(4095, 1048575));
	assert_string_equal(small, "409");
	disk_name(name, sizeof(name), 0); /* also before anything has been looked up */
	assert_string_equal(name, "0,0");
}

/* Looks up each disk of this machine by name, path and number, twice: the second name comes from memory. */
static void disks_of_this_machine(void **state)
{
	DIR *dir = opendir("/sys/block");
	struct dirent *e;
	int found = 0;

	(void)state;
	while (dir && (e = readdir(dir))) {
		char path[300], name[64], disk[64];
		uint32_t dev, again;

		if (*e->d_name == '.' || strchr(e->d_name, '!'))
			continue;
		found++;
		snprintf(path, sizeof(path), "/dev/%s", e->d_name);
		assert_int_equal(disk_number(e->d_name, &dev, disk, sizeof(disk)), 0);
		assert_int_equal(disk_number(path, &again, disk, sizeof(disk)), 0);
		assert_int_equal(dev, again);
		for (int i = 0; i < 2; i++) {
			disk_name(name, sizeof(name), dev);
			assert_string_equal(name, e->d_name);
		}
		snprintf(path, sizeof(path), "%u:%u", dev >> 20, dev & 0xfffff);
		assert_int_equal(disk_number(path, &again, disk, sizeof(disk)), 0);
		assert_int_equal(dev, again);
	}
	if (dir)
		closedir(dir);
	if (found)
		return;
	print_message("# skip: no block device in /sys/block\n");
	skip();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs),
		cmocka_unit_test(no_disks),
		cmocka_unit_test(unknown_numbers),
		cmocka_unit_test(disks_of_this_machine),
	};

	return RUN(tests);
}
