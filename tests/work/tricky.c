// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tricky - system calls that are hard to trace, each once, in the order of the names below.
 *
 *	tricky FOLDER           makes FOLDER, and in it a file `text` whose content is the path of FOLDER/here
 *
 * openat of: a path in a page that nobody has touched; one that ends with its page, behind which there is nothing; one
 * that does not end there; a NULL pointer; 4095 bytes; bytes that look like the end of a line and of a call
 * write, writev: data in three pieces, and in a page that is not there
 * nanosleep: cut short by a signal; of 1.5 s
 * pidfd_open: which seccomp answers with EXDEV
 * a thread that is killed with its process in a call; vfork and execve; sendmsg and recvmsg
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long page;
static char path[4096];

static void open_it(const char *name)
{
	long fd = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY);

	if (fd >= 0)
		close((int)fd);
}

static void make_files(const char *folder)
{
	char here[4096];
	int fd;

	mkdir(folder, 0755);
	snprintf(here, sizeof(here), "%s/here", folder);
	close(open(here, O_CREAT | O_WRONLY, 0644));
	snprintf(path, sizeof(path), "%s/text", folder);
	fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0644);
	if (fd < 0 || write(fd, here, strlen(here) + 1) < 0)
		error(1, errno, "%s", path);
	close(fd);
}

/* Two pages, the second of which is taken away */
static char *last_page(void)
{
	char *at = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || munmap(at + page, (size_t)page))
		error(1, errno, "mmap");
	return at;
}

static void open_paths(void)
{
	int fd = open(path, O_RDONLY);
	char *untouched = mmap(NULL, (size_t)page, PROT_READ, MAP_PRIVATE, fd, 0), *edge = last_page();
	char longest[4096] = "";

	open_it(untouched);
	memset(edge, 'x', (size_t)page);
	memcpy(edge + page - 9, "/no/edge", 9);
	open_it(edge + page - 9);
	edge[page - 1] = '!';
	open_it(edge + page - 9);
	open_it(NULL);
	for (size_t i = 0; i + 1 < sizeof(longest); i++)
		longest[i] = i % 2 ? 'y' : '/';
	open_it(longest);
	open_it("/no/\033[31m\n) = 0 \"\\\xff");
	close(fd);
}

static void write_data(void)
{
	char *edge = last_page();
	struct iovec list[] = {{"one", 3}, {"", 0}, {"three\n", 6}};
	int null = open("/dev/null", O_WRONLY);
	int ends[2];

	if (pipe(ends))
		error(1, errno, "pipe");
	if (writev(ends[1], list, 3) != 9)
		error(1, errno, "writev");
	memset(edge, 'e', (size_t)page);
	syscall(SYS_write, ends[1], edge + page - 4, 8); /* as much as there is, or EFAULT */
	close(ends[0]);
	close(ends[1]);
	close(null);
}

static void on_alarm(int number)
{
	(void)number;
}

static void sleep_twice(void)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct itimerval soon = {.it_value.tv_usec = 50000};
	struct timespec forever = {1000, 0}, while_ = {1, 500000000};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	syscall(SYS_nanosleep, &forever, NULL);
	syscall(SYS_nanosleep, &while_, NULL);
}

static void *wait_in_call(void *arg)
{
	struct timespec forever = {2000, 0};

	(void)arg;
	syscall(SYS_nanosleep, &forever, NULL);
	return NULL;
}

static void kill_in_call(void)
{
	pid_t child = fork();
	pthread_t thread;

	if (child) {
		waitpid(child, NULL, 0);
		return;
	}
	pthread_create(&thread, NULL, wait_in_call, NULL);
	usleep(200000);
	kill(getpid(), SIGKILL);
}

static void start_program(void)
{
	pid_t child = vfork();

	if (!child) {
		execl("/no/program", "no", "\033", NULL);
		execl("/proc/self/exe", "tricky", "--end", "an argument with spaces", NULL);
		_exit(1);
	}
	waitpid(child, NULL, 0);
}

static void send_message(void)
{
	char text[] = "through a socket", control[64], buffer[64];
	struct iovec in = {text, sizeof(text) - 1}, out = {buffer, sizeof(buffer)};
	struct msghdr m = {.msg_iov = &in, .msg_iovlen = 1};
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) || sendmsg(pair[0], &m, 0) < 0)
		error(1, errno, "sendmsg");
	m = (struct msghdr){.msg_iov = &out, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
	if (recvmsg(pair[1], &m, 0) < 0)
		error(1, errno, "recvmsg");
}

static void forbidden_call(void)
{
	struct sock_filter list[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(list) / sizeof(list[0]), list};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		error(1, errno, "seccomp");
	syscall(SYS_pidfd_open, 12345, 0);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--end"))
		return 0;
	if (argc != 2)
		error(2, 0, "usage: tricky FOLDER");
	page = sysconf(_SC_PAGESIZE);
	make_files(argv[1]);
	open_paths();
	write_data();
	sleep_twice();
	kill_in_call();
	start_program();
	send_message();
	forbidden_call();
	return 0;
}
