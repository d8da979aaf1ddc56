// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files `ktally serve` reads: those that nobody else can change, and that do not make it wait. */
#include "serve/config.h"
#include "test.h"

#include "base/log.h"
#include "capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static struct serve_config c;

static void write_file(const char *name, mode_t mode, const char *text, size_t n)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(name, mode), 0);
}

static void reads(const char *name)
{
	const char *said;
	int err;

	capture_begin(2);
	err = config_read(&c, name);
	said = capture_end();
	if (err || *said)
		fail_msg("%s gives %d: %s", name, err, said);
	assert_int_equal(c.ntools, 1);
	config_free(&c);
}

static void refuses(const char *name, int wanted_err, const char *message)
{
	static const struct serve_config empty;
	char wanted[2048];
	const char *said;
	int err;

	snprintf(wanted, sizeof(wanted), "serve: %s\n", message);
	log_program("serve");
	capture_begin(2);
	err = config_read(&c, name);
	said = capture_end();
	if (err != wanted_err || strcmp(said, wanted))
		fail_msg("%s gives %d: %snot %d: %s", name, err, said, wanted_err, wanted);
	assert_memory_equal(&c, &empty, sizeof(c));
}

static void modes(void **state)
{
	(void)state;
	for (mode_t mode = 0400; mode <= 0777; mode++) {
		write_file("modes", mode, "[a]", 3);
		if (mode & 2)
			refuses("modes", -EPERM, "modes: everybody can change it; chmod go-w modes");
		else if (mode & 020)
			refuses("modes", -EPERM, "modes: its group can change it; chmod go-w modes");
		else
			reads("modes");
		assert_int_equal(remove("modes"), 0);
	}
}

static void owners(void **state)
{
	(void)state;
	write_file("owner", 0644, "[a]", 3);
	if (geteuid() || chown("owner", 12345, 0)) /* a user namespace may not have this one */
		skip();
	refuses("owner", -EPERM, "owner: user 12345 owns it, who is neither root nor you; chown root owner");
	assert_int_equal(seteuid(12345), 0);
	reads("owner");
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(chown("owner", 0, 12345), 0); /* the group can only read */
	reads("owner");
	assert_int_equal(seteuid(12345), 0);
	reads("owner"); /* root's, as of whoever starts serve without being root */
	assert_int_equal(seteuid(0), 0);
}

/* What counts is the file behind it. */
static void links(void **state)
{
	(void)state;
	write_file("target", 0644, "[a]", 3);
	assert_int_equal(symlink("target", "link"), 0);
	reads("link");
	assert_int_equal(chmod("target", 0664), 0);
	refuses("link", -EPERM, "link: its group can change it; chmod go-w link");
	assert_int_equal(symlink("nowhere", "broken"), 0);
	refuses("broken", -ENOENT, "broken: No such file or directory");
}

static void no_files(void **state)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)state;
	assert_int_equal(mkfifo("fifo", 0600), 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
	refuses("fifo", -EINVAL, "fifo: this is no regular file; put the configuration into one");
	refuses(".", -EINVAL, ".: this is no regular file; put the configuration into one");
	refuses("/dev/null", -EINVAL, "/dev/null: this is no regular file; put the configuration into one");
	refuses("socket", -ENXIO, "socket: No such device or address");
	refuses("", -ENOENT, ": No such file or directory");
	refuses("a\nb", -ENOENT, "a\\nb: No such file or directory");
}

static void contents(void **state)
{
	static char text[65537];

	(void)state;
	write_file("a\x1b[2Jb", 0600, "[a]\n[", 5);
	refuses("a\x1b[2Jb", -EINVAL, "a\\x1b[2Jb:2: the section's ] is missing; write [TOOL] or [TOOL FAMILY]");
	memset(text, '\n', sizeof(text));
	text[0] = '[';
	text[1] = 'a';
	text[2] = ']';
	write_file("full", 0600, text, sizeof(text) - 1);
	reads("full");
	write_file("full", 0600, text, sizeof(text));
	refuses("full", -EINVAL, "full:65534: the file goes on beyond 64 KiB; make it smaller");
	/* a file that has no size and still says something */
	refuses("/proc/self/comm", -EINVAL, "/proc/self/comm:1: neither KEY = VALUE nor [TOOL]; a comment begins with #");
}

static char folder[] = "/tmp/ktally-config-XXXXXX";

static int enter(void **state)
{
	(void)state;
	return mkdtemp(folder) && !chmod(folder, 0711) ? chdir(folder) : -1;
}

static int leave(void **state)
{
	static const char *const names[] = {"modes", "owner",  "target",	"link", "broken",
										"fifo",	 "socket", "a\x1b[2Jb", "full"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(names); i++)
		remove(names[i]);
	return chdir("/") || rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes),	cmocka_unit_test(owners),	cmocka_unit_test(links),
		cmocka_unit_test(no_files), cmocka_unit_test(contents),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
