// SPDX-License-Identifier: GPL-2.0-or-later
/* Attaching that takes long says so on a terminal, once; Ctrl-C stops it, and keeps what is attached. */
#include "source/bpf/attach_many.h"
#include "test.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct settings set;
static struct session s;
static unsigned calls;
static const struct function list[2000] = {{.name = (char *)"f"}};
static char shown[1024];

static int attach_slowly(void *with, size_t from, size_t n)
{
	uint64_t until = clock_ns() + (uint64_t)600 * 1000000;

	(void)with;
	(void)from;
	(void)n;
	calls++;
	while (calls == 1 && clock_ns() < until)
		usleep(1000);
	return 0;
}

static int attach_and_interrupt(void *with, size_t from, size_t n)
{
	(void)with;
	(void)from;
	(void)n;
	if (++calls == 2)
		raise(SIGINT);
	return 0;
}

static int attach(struct attach_set *of, int (*how)(void *, size_t, size_t))
{
	of->list = list;
	of->what = "of these";
	of->attach = how;
	s = (struct session){.set = &set};
	calls = 0;
	return attach_many(&s, of);
}

/* Attaches with a terminal as standard error. What it shows is in `shown` */
static void on_terminal(struct attach_set *of)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), terminal, saved = dup(STDERR_FILENO);
	struct termios raw;
	ssize_t n;

	assert_true(master >= 0 && !grantpt(master) && !unlockpt(master));
	terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
	assert_true(terminal >= 0 && !tcgetattr(terminal, &raw));
	cfmakeraw(&raw);
	tcsetattr(terminal, TCSANOW, &raw);
	dup2(terminal, STDERR_FILENO);
	assert_int_equal(attach(of, attach_slowly), 0);
	dup2(saved, STDERR_FILENO);
	fcntl(master, F_SETFL, O_NONBLOCK);
	n = read(master, shown, sizeof(shown) - 1);
	shown[n > 0 ? n : 0] = '\0';
	close(saved);
	close(terminal);
	close(master);
}

static void slow_attaching_says_so(void **state)
{
	struct attach_set at_once = {.n = 1000, .at_once = true}, one_by_one = {.n = 2};

	(void)state;
	on_terminal(&at_once);
	assert_string_equal(shown, "ktally: attaching 1000 probes...\n");
	assert_int_equal(at_once.attached, 1000);
	on_terminal(&one_by_one);
	assert_string_equal(shown, "ktally: attaching 2 probes...\n");
	assert_int_equal(one_by_one.attached, 2);
	set.quiet = true;
	on_terminal(&at_once);
	assert_string_equal(shown, "");
	set.quiet = false;
}

static void in_parts(void **state)
{
	struct attach_set parts = {.n = 2000, .at_once = true, .at_most = 512};

	(void)state;
	assert_int_equal(attach(&parts, attach_slowly), 0);
	assert_int_equal(calls, 4);
	assert_int_equal(parts.attached, 2000);
}

static void interrupted(void **state)
{
	struct attach_set parts = {.n = 2000, .at_once = true, .at_most = 512}, one_by_one = {.n = 100};
	struct attach_set *const sets[] = {&parts, &one_by_one};
	const size_t attached[] = {1024, 2};
	sigset_t interrupt;
	int number;

	(void)state;
	sigemptyset(&interrupt);
	sigaddset(&interrupt, SIGINT);
	sigprocmask(SIG_BLOCK, &interrupt, NULL);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(attach(sets[i], attach_and_interrupt), 0);
		assert_true(s.stop);
		assert_int_equal(calls, 2);
		assert_int_equal(sets[i]->attached, attached[i]);
		sigwait(&interrupt, &number);
	}
	sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slow_attaching_says_so),
		cmocka_unit_test(in_parts),
		cmocka_unit_test(interrupted),
	};

	return RUN(tests);
}
