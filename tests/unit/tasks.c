// SPDX-License-Identifier: GPL-2.0-or-later
/* Who a thread is: from events alone (as in a replay) and from /proc. Also tests the task filter. */
#include "test.h"

#include "source/tasks.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static struct settings set;
static struct tasks *t;

static int make(void **state)
{
	(void)state;
	memset(&set, 0, sizeof(set));
	t = tasks_new(&set, 0, false);
	return !t;
}

static int drop(void **state)
{
	(void)state;
	tasks_free(t);
	tasks_free(NULL);
	return 0;
}

static void check(uint32_t tid, uint32_t tgid, uint32_t parent, const char *comm)
{
	const struct task *task = tasks_get(t, tid);

	assert_int_equal(task->tid, tid);
	assert_int_equal(task->tgid, tgid);
	assert_int_equal(task->parent, parent);
	assert_string_equal(task->comm, comm);
}

static void from_events(void **state)
{
	(void)state;
	check(9, 9, 0, "?");
	check(0, 0, 0, "swapper");
	tasks_made(t, 9, 10, 0, "child", 5);
	check(10, 10, 9, "child");
	tasks_made(t, 10, 11, CLONE_THREAD | CLONE_VM, "thread", 6);
	check(11, 10, 9, "thread");
	tasks_made(t, 11, 12, 0, "of a thread", 11);
	check(12, 12, 10, "of a thread");
	tasks_made(t, 12, 13, CLONE_PARENT, "sibling", 7);
	check(13, 13, 10, "sibling");
	tasks_renamed(t, 13, "name of more than fifteen bytes", 31);
	check(13, 13, 10, "name of more th");
	tasks_made(t, 9, 10, 0, "reused id", 9);
	check(10, 10, 9, "reused id");
}

static void from_proc(void **state)
{
	uint32_t pid = (uint32_t)getpid();

	(void)state;
	tasks_free(t);
	t = tasks_new(&set, 0, true);
	prctl(PR_SET_NAME, "a\n\\name");
	check(pid, pid, (uint32_t)getppid(), "a\n\\name");
	check(4194305, 4194305, 0, "?"); /* above the highest possible number */
}

static void saved_and_loaded(void **state)
{
	int fd = memfd_create("tasks", 0);
	char text[500] = "";

	(void)state;
	tasks_made(t, 1, 20, 0, "plain", 5);
	tasks_made(t, 20, 21, CLONE_THREAD, "two words", 9);
	tasks_made(t, 20, 22, 0, "a\nb", 3);
	assert_int_equal(tasks_save(t, fd), 0);
	assert_true(pread(fd, text, sizeof(text) - 1, 0) > 0);
	close(fd);
	tasks_free(t);
	t = tasks_new(&set, 0, false);
	tasks_load(t, text);
	check(20, 20, 1, "plain");
	check(21, 20, 1, "two words");
	check(22, 22, 20, "a\\nb");
	tasks_load(t, (char[]){"junk\n\n5\n99 98\n30 31 32 name\n-1 x\n"});
	check(30, 31, 32, "name");
	check(99, 99, 0, "?");
}

static bool wanted(uint32_t tid)
{
	return tasks_wanted(t, tid, NULL, 0);
}

static void filters(void **state)
{
	(void)state;
	tasks_made(t, 1, 40, 0, "cat", 3);
	tasks_made(t, 40, 41, CLONE_THREAD, "worker", 6);
	tasks_made(t, 1, 50, 0, "dog", 3);
	assert_true(!tasks_filtered(t) && wanted(40) && wanted(50));
	set.npids = 2;
	set.pids[0] = 3;
	set.pids[1] = 40;
	assert_true(tasks_filtered(t) && wanted(40) && wanted(41) && !wanted(50));
	set.comm = "ork";
	assert_true(!wanted(40) && wanted(41));
	/* the name in the record wins */
	assert_true(tasks_wanted(t, 40, "workshop", 8) && !tasks_wanted(t, 40, "workshop", 3));
	set.comm = NULL;
	set.tid = 41;
	assert_true(!wanted(40) && wanted(41));
	set.npids = 0;
	assert_true(!wanted(40) && wanted(41) && !wanted(50));
}

/* A list of names and globs */
static bool listed(const char *list, const char *name)
{
	bool yes;

	set.comm = list;
	tasks_free(t);
	t = tasks_new(&set, 0, false);
	yes = tasks_filtered(t) && tasks_wanted(t, 40, name, strlen(name));
	set.comm = NULL;
	return yes;
}

static void lists(void **state)
{
	(void)state;
	assert_true(listed("python3,bash", "bash") && listed("python3,bash", "rbash") &&
				listed("python3,bash", "python3.11"));
	assert_true(!listed("python3,bash", "bas") && !listed("python3,bash", "python"));
	assert_true(listed("py*", "python3") && !listed("py*", "bpython") && !listed("py*", "p"));
	assert_true(listed("*sh,cat", "bash") && !listed("*sh,cat", "bashful") && listed("*sh,cat", "concatenate"));
	assert_true(listed("?at,[x-z]*", "cat") && listed("?at,[x-z]*", "zsh") && !listed("?at,[x-z]*", "goat"));
	/* the first name's end does not lead into the second name */
	assert_true(!listed("ab*,cd", "c") && !listed("a*,b*", "cb") && listed("a*,b*", "b"));
	/* 15 bytes, all of which count; states up to the last bit */
	assert_true(listed("*fifteen", "letters-fifteen") && !listed("*fifteen", "letters-fifteee"));
	assert_true(listed("a,bbbbbbbbbbbbbbb,ccccccccccccccc,ddddddddddddddd,eeeeeeeeeeee", "eeeeeeeeeeee"));
	assert_true(!listed("a,bbbbbbbbbbbbbbb,ccccccccccccccc,ddddddddddddddd,eeeeeeeeeeee", "eeeeeeeeeee"));
}

/* The filter follows the command, its threads and all its descendants, and nobody else */
static void followed(void **state)
{
	(void)state;
	tasks_free(t);
	t = tasks_new(&set, 60, false);
	tasks_made(t, 60, 61, CLONE_THREAD, "thread", 6);
	tasks_made(t, 61, 62, 0, "child", 5);
	tasks_made(t, 62, 63, 0, "grandchild", 10);
	tasks_made(t, 1, 70, 0, "stranger", 8);
	assert_true(tasks_filtered(t));
	assert_true(wanted(60) && wanted(61) && wanted(62) && wanted(63) && !wanted(70) && !wanted(71));
	tasks_made(t, 1, 63, 0, "reused id", 9);
	assert_false(wanted(63));
}

/* Numbers above the highest possible belong to nobody. Pruning removes the oldest; new tasks and living ones stay. */
static void forgotten(void **state)
{
	enum { DEAD = 5000000, MANY = 40000 };
	uint32_t self = (uint32_t)getpid();

	(void)state;
	tasks_free(t);
	t = tasks_new(&set, 0, true);
	tasks_made(t, self, self, 0, "myself", 6);
	for (uint32_t i = 0; i < MANY; i++)
		tasks_made(t, self, DEAD + i, 0, "dead", 4);
	tasks_made(t, self, DEAD, 0, "again", 5);
	tasks_prune(t);
	check(self, self, self, "myself");
	check(DEAD, DEAD, self, "again"); /* a reused number counts as new */
	check(DEAD + MANY - 1, DEAD + MANY - 1, self, "dead");
	check(DEAD + MANY - 8000, DEAD + MANY - 8000, self, "dead");
	check(DEAD + 1, DEAD + 1, 0, "?");
	check(DEAD + MANY - 9000, DEAD + MANY - 9000, 0, "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(from_events, make, drop),
		cmocka_unit_test_setup_teardown(from_proc, make, drop),
		cmocka_unit_test_setup_teardown(saved_and_loaded, make, drop),
		cmocka_unit_test_setup_teardown(filters, make, drop),
		cmocka_unit_test_setup_teardown(lists, make, drop),
		cmocka_unit_test_setup_teardown(followed, make, drop),
		cmocka_unit_test_setup_teardown(forgotten, make, drop),
	};

	return RUN(tests);
}
