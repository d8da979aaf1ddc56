// SPDX-License-Identifier: GPL-2.0-or-later
#include "exec_args.h"

#include "probe/btf_names.h"
#include "sys/kernel_btf.h"

#include <stdio.h>
#include <string.h>

/*
 * The kernel has made the new stack: argc, the pointers of argv, and all arguments in one piece, which starts at
 * argv[0]. The probe reads them as numbers of 8 bytes, because an array may have 64 elements and an event 3072 bytes.
 * (Behind the end of the stack it reads nothing, but the arguments end before that.)
 */
#define PIECES 6
#define PIECE 512
#define LAST_PIECE 496

struct dynamic_event exec_started = {.name = "ktally/exec_started"};
const char *const exec_started_fields[] = {"argc", "b0", "b1", "b2", "b3", "b4", "b5", NULL};

/* stack: where the function has the address of the new stack */
static bool add_started(struct session *s, const char *function, const char *stack)
{
	char text[600];
	int n = snprintf(text, sizeof(text), "%s argc=+u0(%s):s64", function, stack);

	for (int i = 0; i < PIECES; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, " b%d=+%d(+u8(%s)):x64[%d]", i, i * PIECE, stack,
					  (i < PIECES - 1 ? PIECE : LAST_PIECE) / 8);
	return dynamic_event_add(s, &exec_started, 'p', "exec_started", text);
}

/* For arm64, which inlines start_thread(): a function just before it, which has the stack in a struct */
static bool add_finalized(struct session *s)
{
	struct probe_fetch fetch = {0};
	struct probe_type type;
	struct why why;
	char stack[40];
	int word,
		err = btf_argument("finalize_exec", text_begin("bprm->p", "expression"), false, &fetch, &word, &type, &why);

	kernel_btf_drop();
	snprintf(stack, sizeof(stack), "+%d($arg%d)", fetch.offsets[0], word + 1);
	return !err && fetch.noffsets == 1 && add_started(s, "finalize_exec", stack);
}

bool exec_started_add(struct session *s)
{
	return add_started(s, "start_thread", "$arg3") || add_finalized(s);
}

bool exec_started_args(const struct record *r, struct exec_row *row)
{
	int64_t argc = record_int(r, 0);
	size_t end = 0, got = (PIECES - 1) * PIECE + LAST_PIECE;

	if (argc >> 32) /* argv[0] of a 32-bit program is in the upper half */
		return false;
	for (unsigned i = 0; i < PIECES; i++)
		record_bytes(r, 1 + i, row->args + (size_t)i * PIECE, i < PIECES - 1 ? PIECE : LAST_PIECE);
	for (; argc > 0 && end < got; argc--)
		end += strnlen(row->args + end, got - end) + 1;
	row->cut = argc > 0 || end > got;
	row->unreadable = 0;
	row->length = (uint32_t)(end > got ? got : end);
	return true;
}

/* ---- at the call ---- */

#define ARGC 16 /* arguments that are read; the next pointer says whether there are more */

struct dynamic_event exec_call = {.name = "ktally/exec_call"}, exec_call_at = {.name = "ktally/exec_call_at"};
enum { PATH, ARGV, ARG0 };
const char *const exec_call_fields[] = {"file", "argv", "a0",  "a1",  "a2",	 "a3",	"a4",  "a5",  "a6", "a7",
										"a8",	"a9",	"a10", "a11", "a12", "a13", "a14", "a15", NULL};

/* where: the event or function of the call; file, argv: where it has them, as "$argv" or "+104(%di)" */
static bool add_call(struct session *s, bool at, char type, const char *where, const char *file, const char *argv)
{
	char text[1800];
	int n = snprintf(text, sizeof(text), "%s file=+u0(%s):ustring argv=+0(%s):x64[%d]", where, file, argv, ARGC + 1);

	for (int i = 0; i < ARGC; i++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, " a%d=+u0(+u%d(%s)):ustring", i, 8 * i, argv);
	return dynamic_event_add(s, at ? &exec_call_at : &exec_call, type, at ? "exec_call_at" : "exec_call", text);
}

/* Probes of events exist since 5.15. Before that a probe of the call's function finds its registers in memory. */
void exec_call_add(struct session *s, bool at)
{
	if (add_call(s, at, 'e', at ? "syscalls/sys_enter_execveat" : "syscalls/sys_enter_execve", "$filename", "$argv"))
		return;
#ifdef __x86_64__ /* struct pt_regs: rdx, rsi and rdi at 96, 104 and 112 */
	add_call(s, at, 'p', at ? "__x64_sys_execveat" : "__x64_sys_execve", at ? "+104(%di)" : "+112(%di)",
			 at ? "+96(%di)" : "+104(%di)");
#endif
}

/* Later in the call: the path as the kernel copied it, so it need not have been resident */
struct dynamic_event exec_path = {.name = "ktally/exec_path"};
const char *const exec_path_fields[] = {"path", NULL};

void exec_path_add(struct session *s)
{
	dynamic_event_add(s, &exec_path, 'p', "exec_path", DYNAMIC_EVENT_OPENED);
}

/* An empty field, or since 6.7 a text that says so */
static bool faulted(const struct record *r, unsigned field)
{
	size_t length = 0;
	const char *text = record_chars(r, field, &length);

	return !text || !(record_int(r, field) >> 16) || (length == 7 && !memcmp(text, "(fault)", 7));
}

/* Appends a text and its NUL. The length of both; 0 if it could not be read or does not fit */
static uint32_t append(const struct record *r, unsigned field, struct exec_row *row)
{
	size_t length = 0;
	const char *text = record_chars(r, field, &length);

	if (faulted(r, field) || length >= EXEC_ARG - row->length)
		return 0;
	memcpy(row->args + row->length, text, length);
	row->args[row->length + length] = '\0';
	row->length += (uint32_t)length + 1;
	return (uint32_t)length + 1;
}

struct exec_call_lengths exec_call_args(const struct record *r, struct exec_row *row)
{
	struct exec_call_lengths lengths = {0, 0};
	uint64_t argv[ARGC + 1];
	uint32_t n = 1;

	record_bytes(r, ARGV, argv, sizeof(argv));
	row->length = 0;
	lengths.path = append(r, PATH, row);
	for (unsigned i = 0; i < ARGC && argv[i] && n; i++) {
		n = append(r, ARG0 + i, row);
		if (!i)
			lengths.first = n;
	}
	row->unreadable = !n || !argv[0]; /* no argv[0]: argv itself may be what cannot be read */
	for (unsigned i = 0; i <= ARGC && argv[i]; i++)
		row->cut = i == ARGC;
	return lengths;
}
