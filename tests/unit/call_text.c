// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of trace as text: rows made by hand, and what strace 6.1 prints for these calls. */
#include "test.h"

#include "calls/plan.h"
#include "calls/text.h"

#include <ktally/syscount.h>
#include <stdio.h>
#include <string.h>

static union {
	struct trace_row row;
	char room[sizeof(struct trace_row) + 4096];
} made;

static uint32_t number_of(const char *name, enum machine m)
{
	const struct call *c = call_by_name(name, strlen(name));

	assert_non_null(c);
	assert_true(c->numbers[m] >= 0);
	return (uint32_t)c->numbers[m];
}

/* Begins a row; its arguments follow in made.row.args */
static __u64 *row(const char *name, int64_t ret)
{
	memset(&made, 0, sizeof(made));
	made.row.call = number_of(name, MACHINE_X86_64);
	made.row.ret = ret;
	return made.row.args;
}

static void piece(unsigned arg, unsigned what, unsigned index, unsigned flags, const void *bytes, size_t n)
{
	struct trace_piece p = {.arg = (uint8_t)arg,
							.what = (uint8_t)what,
							.index = (uint16_t)index,
							.length = (uint16_t)n,
							.flags = (uint8_t)flags};

	assert_true(made.row.length + sizeof(p) + n + 8 < sizeof(made.room) - sizeof(struct trace_row));
	memcpy(made.row.pieces + made.row.length, &p, sizeof(p));
	memcpy(made.row.pieces + made.row.length + sizeof(p), bytes, n);
	made.row.length += (uint32_t)(sizeof(p) + ((n + 7) & ~(size_t)7));
}

static void memory(unsigned arg, const void *bytes, size_t n)
{
	piece(arg, TRACE_MEMORY, 0, 0, bytes, n);
}

static void string(unsigned arg, const char *text)
{
	memory(arg, text, strlen(text));
}

static const struct call_style plain = {.machine = MACHINE_X86_64, .limit = 32};

static const char *text_in(const struct call_style *style)
{
	static char text[4096];
	struct text_out o = out_to(text, sizeof(text));

	call_text(&o, &made.row, style);
	out_text(&o, " = ");
	call_result_text(&o, &made.row, style);
	return text;
}

#define IS(expected) assert_string_equal(text_in(&plain), expected)
#define ARGS(call, ret, ...) memcpy(row(call, ret), ((uint64_t[]){__VA_ARGS__}), sizeof((uint64_t[]){__VA_ARGS__}))
#define AT_CWD ((uint64_t)-100)
#define POINTER 0x7ffd0000

static void test_files(void **state)
{
	(void)state;
	ARGS("openat", 3, AT_CWD, POINTER, 02000000, 0);
	string(1, "/etc/ld.so.cache");
	IS("openat(AT_FDCWD, \"/etc/ld.so.cache\", O_RDONLY|O_CLOEXEC) = 3");
	ARGS("openat", -13, AT_CWD, POINTER, 0101, 0644);
	string(1, "a\"b\n\33[m\t\303\2519");
	IS("openat(AT_FDCWD, \"a\\\"b\\n\\33[m\\t\\303\\2519\", O_WRONLY|O_CREAT, 0644) = -1 EACCES (Permission denied)");
	ARGS("open", -2, POINTER, 0x80000000, 0);
	IS("open(0x7ffd0000, O_RDONLY|0x80000000) = -1 ENOENT (No such file or directory)");
	ARGS("close", 0, 3);
	IS("close(3) = 0");
	ARGS("access", 0, POINTER, 7);
	string(0, "x");
	IS("access(\"x\", R_OK|W_OK|X_OK) = 0");
	ARGS("fcntl", 0x8802, 5, 3);
	IS("fcntl(5, F_GETFL) = 0x8802 (flags O_RDWR|O_NONBLOCK|O_LARGEFILE)");
	ARGS("umask", 022, 077);
	IS("umask(077) = 022");
	ARGS("exit_group", 0, 3);
	made.row.kind = TRACE_NO_RETURN;
	IS("exit_group(3) = ?");
	ARGS("unlinkat", 0, AT_CWD, 0, 0x200);
	IS("unlinkat(AT_FDCWD, NULL, AT_REMOVEDIR) = 0");
}

static void test_buffers(void **state)
{
	static const char elf[] = "\177ELF\2\1\1\3\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0\20t\2\0\0\0\0\0";

	(void)state;
	ARGS("read", 832, 3, POINTER, 832);
	piece(1, TRACE_MEMORY, 0, TRACE_PIECE_CUT, elf, 32);
	IS("read(3, \"\\177ELF\\2\\1\\1\\3\\0\\0\\0\\0\\0\\0\\0\\0\\3\\0>\\0\\1\\0\\0\\0\\20t\\2\\0\\0\\0\\0\\0\"..., 832) "
	   "= 832");
	ARGS("read", 0, 3, POINTER, 10);
	memory(1, "", 0);
	IS("read(3, \"\", 10) = 0");
	ARGS("read", -9, 99, POINTER, 10);
	IS("read(99, 0x7ffd0000, 10) = -1 EBADF (Bad file descriptor)");
	ARGS("read", -512, 0, POINTER, 10);
	IS("read(0, 0x7ffd0000, 10) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)");
	ARGS("write", 3, 1, POINTER, 3);
	memory(1,
		   "\0"
		   "18",
		   3);
	IS("write(1, \"\\00018\", 3) = 3");
	ARGS("write", 2, 1, POINTER, 2);
	memory(1,
		   "\0"
		   "8",
		   2);
	IS("write(1, \"\\08\", 2) = 2");
	ARGS("writev", 3, 1, POINTER, 2);
	memory(1, (uint64_t[]){0x1000, 2, 0x2000, 1}, 32);
	piece(1, TRACE_ELEMENT, 0, 0, "ab", 2);
	piece(1, TRACE_ELEMENT, 1, 0, "c", 1);
	IS("writev(1, [{iov_base=\"ab\", iov_len=2}, {iov_base=\"c\", iov_len=1}], 2) = 3");
	ARGS("execve", 0, POINTER, POINTER, POINTER);
	piece(0, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, "/bin/ls", 7);
	piece(1, TRACE_ELEMENT, 0, 0, "ls", 2);
	piece(1, TRACE_ELEMENT, 1, 0, "-l", 2);
	piece(1, TRACE_COUNT, 0, 0, (uint64_t[]){2}, 8);
	piece(2, TRACE_COUNT, 0, 0, (uint64_t[]){37}, 8);
	IS("execve(\"/bin/ls\", [\"ls\", \"-l\"], 0x7ffd0000 /* 37 vars */) = 0");
}

static void test_structures(void **state)
{
	unsigned char stat[144] = {0};
	uint32_t mode = 0100644, size = 47095;
	struct call_style verbose = plain;

	(void)state;
	memcpy(stat + 24, &mode, 4);
	memcpy(stat + 48, &size, 4);
	ARGS("newfstatat", 0, 3, POINTER, POINTER, 0x1000);
	string(1, "");
	memory(2, stat, sizeof(stat));
	IS("newfstatat(3, \"\", {st_mode=S_IFREG|0644, st_size=47095, ...}, AT_EMPTY_PATH) = 0");
	mode = 0020666;
	memcpy(stat + 24, &mode, 4);
	memcpy(stat + 40, (uint64_t[]){0x103}, 8);
	ARGS("fstat", 0, 3, POINTER);
	memory(1, stat, sizeof(stat));
	IS("fstat(3, {st_mode=S_IFCHR|0666, st_rdev=makedev(0x1, 0x3), ...}) = 0");
	ARGS("fstat", 0, 3, POINTER);
	memory(1, stat, sizeof(stat));
	verbose.verbose = true;
	assert_non_null(strstr(text_in(&verbose), "st_nlink=0, st_uid=0, st_gid=0, st_blksize=0, st_blocks=0, st_rdev="));
	ARGS("fstat", 0, 3, POINTER);
	memory(1, stat, 143);
	IS("fstat(3, 0x7ffd0000) = 0");
	ARGS("prlimit64", 0, 0, 3, 0, POINTER);
	memory(3, (uint64_t[]){8 << 20, UINT64_MAX}, 16);
	IS("prlimit64(0, RLIMIT_STACK, NULL, {rlim_cur=8192*1024, rlim_max=RLIM64_INFINITY}) = 0");
	ARGS("nanosleep", -516, POINTER, POINTER);
	piece(0, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){1, 5}, 16);
	memory(1, (uint64_t[]){0, 999}, 16);
	IS("nanosleep({tv_sec=1, tv_nsec=5}, {tv_sec=0, tv_nsec=999}) = ? ERESTART_RESTARTBLOCK (Interrupted by signal)");
}

static void test_sockets(void **state)
{
	static const unsigned char inet[16] = {2, 0, 0x1f, 0x90, 127, 0, 0, 1};

	(void)state;
	ARGS("socket", 3, 1, 02004001, 0);
	IS("socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0) = 3");
	ARGS("connect", -2, 3, POINTER, 110);
	memory(1, "\1\0/run/x\0\0\0\0", 12);
	IS("connect(3, {sa_family=AF_UNIX, sun_path=\"/run/x\"}, 110) = -1 ENOENT (No such file or directory)");
	ARGS("accept4", 5, 3, POINTER, POINTER, 02000000);
	memory(1, inet, 16);
	piece(2, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint32_t[]){128}, 4);
	memory(2, (uint32_t[]){16}, 4);
	IS("accept4(3, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr(\"127.0.0.1\")}, [128 => 16], "
	   "SOCK_CLOEXEC) = 5");
	ARGS("setsockopt", 0, 3, 1, 2, POINTER, 4);
	memory(3, (uint32_t[]){1}, 4);
	IS("setsockopt(3, SOL_SOCKET, SO_REUSEADDR, [1], 4) = 0");
	ARGS("recvmsg", 1, 7, POINTER, 0);
	piece(1, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){POINTER, 110}, 16);
	memory(1, (uint64_t[]){POINTER, 0, POINTER, 1, POINTER, 20, 0}, 56);
	piece(1, TRACE_ELEMENT, TRACE_MSG_IOV, 0, (uint64_t[]){POINTER, 10}, 16);
	piece(1, TRACE_ELEMENT, 0, 0, "x", 1);
	piece(1, TRACE_ELEMENT, TRACE_MSG_CONTROL, 0, (uint32_t[]){20, 0, 1, 1, 8}, 20);
	IS("recvmsg(7, {msg_name=0x7ffd0000, msg_namelen=110 => 0, msg_iov=[{iov_base=\"x\", iov_len=10}], msg_iovlen=1, "
	   "msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[8]}], msg_controllen=20, "
	   "msg_flags=0}, 0) = 1");
}

/* A length that is no length ends the list, and the call goes on */
static void test_hostile_control(void **state)
{
	(void)state;
	ARGS("sendmsg", 1, 7, POINTER, 0);
	memory(1, (uint64_t[]){0, 0, POINTER, 0, POINTER, 40, 0}, 56);
	piece(1, TRACE_ELEMENT, TRACE_MSG_CONTROL, 0, (uint64_t[]){UINT64_MAX - 2, 0, 0, 0, 0}, 40);
	assert_non_null(
		strstr(text_in(&plain), "msg_control=[{cmsg_len=18446744073709551613, cmsg_level=SOL_IP, cmsg_type="));
	assert_non_null(strstr(text_in(&plain), "}], msg_controllen=40"));
}

static void test_processes(void **state)
{
	(void)state;
	ARGS("clone", 4001, 0x01200011, 0, 0, 0x7f0000000a10, 0);
	IS("clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f0000000a10) = "
	   "4001");
	ARGS("wait4", 4001, (uint64_t)-1, POINTER, 10, 0);
	memory(1, (uint32_t[]){0x300}, 4);
	IS("wait4(-1, [{WIFEXITED(s) && WEXITSTATUS(s) == 3}], WSTOPPED|WCONTINUED, NULL) = 4001");
	ARGS("futex", -11, POINTER, 0x189, 7, 0, 0, UINT32_MAX);
	IS("futex(0x7ffd0000, FUTEX_WAIT_BITSET_PRIVATE|FUTEX_CLOCK_REALTIME, 7, NULL, FUTEX_BITSET_MATCH_ANY) = -1 EAGAIN "
	   "(Resource "
	   "temporarily unavailable)");
	ARGS("futex", 1, POINTER, 0x81, 1);
	IS("futex(0x7ffd0000, FUTEX_WAKE_PRIVATE, 1) = 1");
	ARGS("rt_sigprocmask", 0, 0, POINTER, 0, 8);
	memory(1, (uint64_t[]){1 << 1 | 1 << 16 | 1ULL << 31 | 1ULL << 63}, 8);
	IS("rt_sigprocmask(SIG_BLOCK, [INT CHLD RTMIN RT_32], NULL, 8) = 0");
	ARGS("rt_sigaction", 0, 2, POINTER, 0, 8);
	memory(1, (uint64_t[]){1, 0x14000000, 0x1234, 0}, 32);
	IS("rt_sigaction(SIGINT, {sa_handler=SIG_IGN, sa_mask=[], sa_flags=SA_RESTORER|SA_RESTART, sa_restorer=0x1234}, "
	   "NULL, 8) = 0");
	ARGS("mmap", 0x7f0000000000, 0, 8192, 3, 0x22, (uint64_t)-1, 0);
	IS("mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000");
	ARGS("poll", 1, POINTER, 2, 100);
	memory(0, "\3\0\0\0\1\0\1\0\4\0\0\0\5\0\0\0", 16);
	IS("poll([{fd=3, events=POLLIN}, {fd=4, events=POLLIN|POLLOUT}], 2, 100) = 1 ([{fd=3, revents=POLLIN}])");
	ARGS("select", 0, 4, POINTER, 0, 0, POINTER);
	piece(1, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){8}, 8);
	piece(4, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){1, 0}, 16);
	IS("select(4, [3], NULL, NULL, {tv_sec=1, tv_usec=0}) = 0 (Timeout)");
}

/* The same bits mean other flags there, and structures are others */
static void test_machines(void **state)
{
	struct call_style arm = {.machine = MACHINE_AARCH64, .limit = 32};

	(void)state;
	ARGS("openat", 3, AT_CWD, POINTER, 0040000, 0);
	made.row.call = number_of("openat", MACHINE_AARCH64);
	string(1, "/");
	assert_string_equal(text_in(&arm), "openat(AT_FDCWD, \"/\", O_RDONLY|O_DIRECTORY) = 3");
	made.row.call = number_of("openat", MACHINE_X86_64);
	IS("openat(AT_FDCWD, \"/\", O_RDONLY|O_DIRECT) = 3");
	ARGS("nanosleep", 0, 0xffffffff12345678, 0);
	made.row.call = number_of("nanosleep", MACHINE_I386) | SYSCOUNT_32BIT;
	memory(0, (uint32_t[]){1, 7}, 8);
	IS("i386:nanosleep({tv_sec=1, tv_nsec=7}, NULL) = 0");
	ARGS("close", 1, 2);
	made.row.call = 511;
	IS("syscall_0x1ff(0x2, 0, 0, 0, 0, 0) = 1");
}

static void test_styles(void **state)
{
	struct call_style names = plain, raw = plain, hex = plain;
	char text[200];
	struct text_out o = out_to(text, sizeof(text));

	(void)state;
	ARGS("openat", 3, AT_CWD, POINTER, 0, 0);
	string(1, "a\n");
	piece(TRACE_RESULT, TRACE_DESCRIPTOR, 0, 0, "/a\n>", 4);
	names.names = names.descriptors = true;
	assert_string_equal(text_in(&names), "openat(dfd: AT_FDCWD, filename: \"a\\n\", flags: O_RDONLY) = 3</a\\n\\76>");
	raw.raw = true;
	assert_string_equal(text_in(&raw), "openat(-100, \"a\\n\", 0) = 3</a\\n\\76>");
	hex.hex = OUT_HEX;
	assert_string_equal(text_in(&hex), "openat(AT_FDCWD, \"\\x61\\x0a\", O_RDONLY) = 3<\\x2f\\x61\\x0a\\76>");
	assert_int_equal(call_text(&o, &made.row, &plain), strlen("openat(AT_FDCWD, ")); /* then comes what is read */
	assert_int_equal(o.nitems, 3);
	assert_int_equal(o.items[1].length, 5);
	assert_memory_equal(text + o.items[1].at, "\"a\\n\"", 5);
	o = out_to(text, sizeof(text));
	assert_int_equal(call_text(&o, &made.row, &names), strlen("openat("));
	o = out_to(text, 12);
	assert_int_equal(call_text(&o, &made.row, &plain), 11);
	assert_true(o.cut);
	assert_string_equal(text, "openat(AT_F");
}

/* Nothing that the text needs is left out of the plan, and everything fits */
static void test_plans(void **state)
{
	static struct trace_plan plans[TRACE_PLANS];
	struct plan_wish wish = {.string_limit = 32, .descriptors = true};
	const struct trace_op *ops;

	(void)state;
	call_plans(plans, MACHINE_X86_64, &wish);
	ops = plans[number_of("openat", MACHINE_X86_64)].ops;
	assert_int_equal(ops[0].kind, TRACE_OP_STRING);
	assert_int_equal(ops[0].arg, 1);
	assert_int_equal(ops[0].max, TRACE_PIECE_MAX);
	assert_int_equal(ops[1].kind, TRACE_OP_FD);
	assert_int_equal(ops[2].arg, TRACE_RESULT);
	assert_int_equal(ops[3].kind, TRACE_OP_NONE);
	ops = plans[number_of("read", MACHINE_X86_64)].ops;
	assert_int_equal(ops[0].length_from, TRACE_FROM_RESULT);
	assert_int_equal(ops[0].when, TRACE_AT_SUCCESS);
	assert_int_equal(ops[0].max, 32);
	ops = plans[TRACE_PLAN_NUMBERS + number_of("nanosleep", MACHINE_I386)].ops;
	assert_int_equal(ops[0].size, 8);
	ops = plans[number_of("execve", MACHINE_X86_64)].ops;
	assert_int_equal(ops[0].when, TRACE_AT_ENTRY);
	assert_int_equal(ops[1].kind, TRACE_OP_ARGV);
	assert_int_equal(ops[2].max, 0);
}

static void test_descriptors(void **state)
{
	static struct trace_plan plans[TRACE_PLANS];
	struct plan_wish wish = {.string_limit = 32, .descriptors = true};
	const struct trace_op *ops;

	(void)state;
	call_plans(plans, MACHINE_X86_64, &wish);
	ops = plans[number_of("dup3", MACHINE_X86_64)].ops;
	assert_int_equal(ops[0].when, TRACE_AT_EXIT);
	assert_int_equal(ops[1].kind, TRACE_OP_FD);
	assert_int_equal(ops[1].when, TRACE_AT_ENTRY);
	assert_int_equal(plans[number_of("close", MACHINE_X86_64)].ops[0].when, TRACE_AT_ENTRY);
	assert_int_equal(plans[number_of("execveat", MACHINE_X86_64)].ops[3].when, TRACE_AT_ENTRY);
	ops = plans[number_of("pipe2", MACHINE_X86_64)].ops;
	assert_int_equal(ops[1].kind, TRACE_OP_FDS);
	assert_int_equal(ops[1].max, 2);
	ARGS("pipe2", 0, POINTER, 0);
	memory(0, (uint32_t[]){3, 4}, 8);
	piece(0, TRACE_DESCRIPTOR, 0, 0, "pipe:[9]", 8);
	piece(0, TRACE_DESCRIPTOR, 1, 0, "pipe:[9]", 8);
	IS("pipe2([3<pipe:[9]>, 4<pipe:[9]>], 0) = 0");
	ARGS("openat", -2, AT_CWD, POINTER, 0);
	string(1, "x");
	piece(0, TRACE_DESCRIPTOR, 0, 0, "/tmp", 4);
	IS("openat(AT_FDCWD</tmp>, \"x\", O_RDONLY) = -1 ENOENT (No such file or directory)");
	ARGS("fcntl", 10, 3, 0, 10);
	piece(TRACE_RESULT, TRACE_DESCRIPTOR, 0, 0, "/x", 2);
	IS("fcntl(3, F_DUPFD, 10) = 10</x>");
	ARGS("rt_sigreturn", 5, 0);
	piece(0, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){1}, 8);
	IS("rt_sigreturn({mask=[HUP]}) = 5");
}

/* What strace 6.1 prints, but for the numbers */
static void test_socket_names(void **state)
{
	struct trace_socket s = {
		.inode = 7, .family = 2, .name = "TCP", .source = {127, 0, 0, 1}, .destination = {10, 0, 0, 2}};

	(void)state;
#define SOCKET_IS(expected)                                 \
	do {                                                    \
		ARGS("listen", 0, 3, 5);                            \
		piece(0, TRACE_DESCRIPTOR, 0, 0, "socket:[7]", 10); \
		piece(0, TRACE_SOCKET, 0, 0, &s, sizeof(s));        \
		IS("listen(3<" expected ">, 5) = 0");               \
	} while (0)
	SOCKET_IS("TCP:[7]");
	s.source_port = 80;
	SOCKET_IS("TCP:[127.0.0.1:80]");
	s.destination_port = 65535;
	SOCKET_IS("TCP:[127.0.0.1:80->10.0.0.2:65535]");
	strcpy(s.name, "RAW");
	SOCKET_IS("RAW:[7]");
	s = (struct trace_socket){
		.family = 10, .name = "UDPv6", .source_port = 1, .destination_port = 2, .destination[15] = 1};
	SOCKET_IS("UDPv6:[[::]:1->[::1]:2]");
	s = (struct trace_socket){.family = 1, .inode = 7, .name = "UNIX", .path_length = 0};
	SOCKET_IS("UNIX:[7]");
	s.peer = 8;
	s.path_length = 5;
	strcpy(s.path, "/a\"b");
	SOCKET_IS("UNIX:[7->8,\"/a\\\"b\"]");
	memcpy(s.path, "\0x>\n", 4);
	s.path_length = 4;
	SOCKET_IS("UNIX:[7->8,@\"x>\\n\"]");
	s.path_length = 60000; /* of a file: nothing beyond the path is read */
	memset(s.path, 'x', sizeof(s.path));
	ARGS("listen", 0, 3, 5);
	piece(0, TRACE_DESCRIPTOR, 0, 0, "", 0);
	piece(0, TRACE_SOCKET, 0, 0, &s, sizeof(s));
	assert_non_null(strstr(text_in(&plain), "xx\"]>, 5)"));
	s = (struct trace_socket){.family = 16, .inode = 7, .name = "NETLINK"};
	SOCKET_IS("NETLINK:[7]");
	s.port_id = 99;
	SOCKET_IS("NETLINK:[ROUTE:99]");
	ARGS("listen", 0, 3, 5);
	piece(0, TRACE_DESCRIPTOR, 0, 0, "/dev/sda", 8);
	piece(0, TRACE_DEVICE, 0, 0, (uint64_t[]){0060000ULL << 32 | 8 << 20 | 1}, 8);
	IS("listen(3</dev/sda<block 8:1>>, 5) = 0");
	ARGS("listen", 0, 3, 5);
	piece(0, TRACE_DESCRIPTOR, 0, 0, "anon_inode:[pidfd]", 18);
	piece(0, TRACE_PROCESS, 0, 0, (uint64_t[]){12}, 8);
	IS("listen(3<pid:12>, 5) = 0");
}

static void test_messages(void **state)
{
	uint64_t one[8] = {0, 0, POINTER, 1, 0, 0, 0, 3}, two[8] = {0, 0, POINTER, 2, 0, 0, 0, 8};

	(void)state;
	ARGS("sendmmsg", 2, 5, POINTER, 2, 0x4000);
	memory(1, one, 60);
	piece(1, TRACE_ELEMENT, TRACE_MSG_IOV, 0, (uint64_t[]){POINTER, 3}, 16);
	piece(1, TRACE_ELEMENT, 0, 0, "one", 3);
	piece(1, TRACE_MEMORY, 1, 0, two, 60);
	piece(1, TRACE_ELEMENT, TRACE_MSG_IOV - TRACE_MSG_STEP, 0, (uint64_t[]){POINTER, 3, POINTER, 5}, 32);
	piece(1, TRACE_ELEMENT, TRACE_MSG_ELEMENTS, 0, "two", 3);
	piece(1, TRACE_ELEMENT, TRACE_MSG_ELEMENTS + 1, 0, "three", 5);
	IS("sendmmsg(5, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"one\", iov_len=3}], msg_iovlen=1, "
	   "msg_controllen=0, msg_flags=0}, msg_len=3}, {msg_hdr={msg_name=NULL, msg_namelen=0, "
	   "msg_iov=[{iov_base=\"two\", "
	   "iov_len=3}, {iov_base=\"three\", iov_len=5}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, msg_len=8}], 2, "
	   "MSG_NOSIGNAL) = 2");
	ARGS("recvmmsg", 1, 6, POINTER, 3, 0x40, POINTER);
	memory(1, one, 60);
	piece(1, TRACE_ELEMENT, TRACE_MSG_IOV, 0, (uint64_t[]){POINTER, 16}, 16);
	piece(1, TRACE_ELEMENT, 0, 0, "one", 3);
	piece(4, TRACE_MEMORY, 0, TRACE_PIECE_ENTRY, (uint64_t[]){1, 0}, 16);
	memory(4, (uint64_t[]){0, 9}, 16);
	IS("recvmmsg(6, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"one\", iov_len=16}], msg_iovlen=1, "
	   "msg_controllen=0, msg_flags=0}, msg_len=3}], 3, MSG_DONTWAIT, {tv_sec=1, tv_nsec=0}) = 1 (left {tv_sec=0, "
	   "tv_nsec=9})");
	ARGS("recvmmsg", -11, 6, POINTER, 3, 0x40, 0);
	IS("recvmmsg(6, 0x7ffd0000, 3, MSG_DONTWAIT, NULL) = -1 EAGAIN (Resource temporarily unavailable)");
	ARGS("readv", -9, 99, POINTER, 1);
	memory(1, (uint64_t[]){POINTER, 8}, 16);
	IS("readv(99, [{iov_base=0x7ffd0000, iov_len=8}], 1) = -1 EBADF (Bad file descriptor)");
	ARGS("readv", 2, 3, POINTER, 2);
	memory(1, (uint64_t[]){POINTER, 3, POINTER, 8}, 32);
	piece(1, TRACE_ELEMENT, 0, 0, "he", 2);
	IS("readv(3, [{iov_base=\"he\", iov_len=3}, {iov_base=\"\", iov_len=8}], 2) = 2");
}

static void test_queues(void **state)
{
	(void)state;
	ARGS("semop", 0, 0, POINTER, 2);
	memory(1, (uint16_t[]){0, 1, 0, 0, 0xffff, 0x1800}, 12);
	IS("semop(0, [{sem_num=0, sem_op=1, sem_flg=0}, {sem_num=0, sem_op=-1, sem_flg=SEM_UNDO|IPC_NOWAIT}], 2) = 0");
	ARGS("msgsnd", 0, 0, POINTER, 5, 0x800);
	memory(1, "\7\0\0\0\0\0\0\0hello", 13);
	IS("msgsnd(0, {mtype=7, mtext=\"hello\"}, 5, IPC_NOWAIT) = 0");
}

/* Structures that only 32-bit programs have: offsets are those of the kernel's headers for i386 */
static void test_narrow(void **state)
{
	uint32_t statfs[21] = {0xef53, 4096, 100, 0, 50, 0, 40, 0, 30, 0, 20, 0, 7, 8, 255, 4096, 0x1020};

	(void)state;
	ARGS("openat", 0, POINTER, 84, POINTER);
	made.row.call = number_of("statfs64", MACHINE_I386) | SYSCOUNT_32BIT;
	string(0, "/");
	memory(2, statfs, sizeof(statfs));
	IS("i386:statfs64(\"/\", 84, {f_type=EXT2_SUPER_MAGIC, f_bsize=4096, f_blocks=100, f_bfree=50, f_bavail=40, "
	   "f_files=30, f_ffree=20, f_fsid={val=[0x7, 0x8]}, f_namelen=255, f_frsize=4096, f_flags=ST_VALID|ST_RELATIME}) "
	   "= "
	   "0");
	ARGS("openat", 0, 3, 13, POINTER);
	made.row.call = number_of("fcntl64", MACHINE_I386) | SYSCOUNT_32BIT;
	memory(2, (uint32_t[]){1, 10, 1, 5, 0, 0}, 24);
	IS("i386:fcntl64(3, F_SETLK64, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=4294967306, l_len=5}) = 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),		cmocka_unit_test(test_buffers),		 cmocka_unit_test(test_structures),
		cmocka_unit_test(test_sockets),		cmocka_unit_test(test_processes),	 cmocka_unit_test(test_machines),
		cmocka_unit_test(test_styles),		cmocka_unit_test(test_plans),		 cmocka_unit_test(test_hostile_control),
		cmocka_unit_test(test_descriptors), cmocka_unit_test(test_socket_names), cmocka_unit_test(test_messages),
		cmocka_unit_test(test_queues),		cmocka_unit_test(test_narrow),
	};

	return RUN(tests);
}
