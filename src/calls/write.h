/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * write.h - one call while it becomes text: its row, what its memory holds, and the writers of values. Only for
 * src/calls.
 *
 * A writer of an argument takes the number of that argument. Where its memory is missing it writes the pointer.
 */
#pragma once

#include "kinds.h"
#include "text.h"
#include "types.h"

struct text {
	struct text_out *out;
	const struct trace_row *row;
	const struct call *call;
	const struct call_style *style;
	enum machine machine;
	unsigned word; /* bytes of a pointer: 8 or 4 */
};

/* Bytes of the program's memory. flags: enum trace_piece_flag */
struct memory {
	const unsigned char *bytes;
	size_t n;
	uint8_t flags;
};

/* ---- pieces.c ---- */
uint64_t argument(const struct text *t, unsigned arg); /* as wide as a word of the program */
bool call_failed(const struct text *t);
bool memory_find(const struct text *t, unsigned arg, unsigned what, unsigned index, struct memory *m);
/* As it was when the call was entered, when it returned; without that one the other */
bool memory_before(const struct text *t, unsigned arg, struct memory *m);
bool memory_after(const struct text *t, unsigned arg, struct memory *m);
/* Whatever there is, if it has so many bytes at least */
bool memory_of(const struct text *t, unsigned arg, size_t size, struct memory *m);
bool memory_result(const struct text *t, unsigned arg, size_t size, struct memory *m); /* only after the call */
uint64_t memory_number(const struct memory *m, size_t at, unsigned bytes);			   /* 0 beyond its end */
uint64_t memory_word(const struct text *t, const struct memory *m, size_t index);

/* ---- signal_names.c ---- */
void write_signal(struct text *t, int signal);
void write_signal_set(struct text *t, const unsigned char *bytes, size_t n);

/* ---- value.c ---- */
void write_pointer(struct text *t, uint64_t value);
void write_flags(struct text *t, enum family f, uint64_t value);
void write_flags_more(struct text *t, enum family f, uint64_t value, bool first);
void write_enum(struct text *t, enum family f, uint64_t value);
void write_unknown(struct text *t, enum family f, uint64_t value);
void write_seconds(struct text *t, int64_t seconds, int64_t nanoseconds, bool brackets);
void write_open_flags(struct text *t, uint64_t value);
void write_file_mode(struct text *t, unsigned mode);
void write_dev(struct text *t, uint64_t dev);
/* A number of such a kind; `bits` from memory or from a register */
void write_number(struct text *t, unsigned kind, unsigned with, uint64_t bits);
unsigned number_size(const struct text *t, unsigned kind);

/* ---- descriptors.c ---- */
void write_fd(struct text *t, unsigned arg, unsigned index, int fd);
void write_descriptor(struct text *t, unsigned arg, unsigned index); /* what it is, if that is known: </etc/passwd> */

/* ---- strings.c ---- */
void write_bytes(struct text *t, const void *bytes, size_t n, bool more); /* "abc"... */
/* A string or a buffer of `full` bytes, of which `m` has some, at most style->limit of them */
void write_buffer(struct text *t, const struct memory *m, uint64_t full);
void write_path(struct text *t, unsigned arg);
void write_type(struct text *t, enum type type, const struct memory *m, size_t at);

/* ---- writers of arguments ---- */
typedef void writer(struct text *t, unsigned arg, unsigned with);
writer arg_path, arg_string, arg_buffer_in, arg_buffer_out, arg_random, arg_strings, arg_strings_count, arg_iov,
	arg_dirents;
writer arg_cwd, arg_mount_type, arg_type, arg_type_out, arg_array_out, arg_offset, arg_fd_pair, arg_gids, arg_utimes;
writer arg_message, arg_sockaddr_in, arg_sockaddr_out, arg_length, arg_sock_type, arg_sock_protocol, arg_sock_option;
writer arg_sock_value, arg_messages, arg_semaphores, arg_queued;
writer arg_signal_set, arg_signal_set_out, arg_signal_set_arg, arg_frame, arg_sigaction, arg_siginfo, arg_wait_status;
writer arg_poll, arg_fd_set, arg_select_time, arg_epoll_event, arg_epoll_out, arg_remaining;
writer arg_clone, arg_clone3, arg_futex_op, arg_futex_arg, arg_prctl, arg_arch, arg_cpus, arg_caps, arg_personality;
writer arg_policy, arg_seccomp_flags, arg_seccomp, arg_ioprio, arg_rseq_flags;
writer arg_open_mode, arg_access, arg_statx_flags, arg_mknod_mode, arg_mmap_flags, arg_ipc_mode, arg_fcntl,
	arg_ioctl_command;
writer arg_ioctl, arg_uring, arg_perf, arg_bpf, arg_sigevent, arg_mq_attr;

/* How many arguments count: futex, prctl, open and the like do not use all */
unsigned arguments_used(const struct text *t);
unsigned futex_arguments(const struct text *t);
unsigned prctl_arguments(const struct text *t);
bool fcntl_has_argument(uint64_t command);
bool ioctl_has_argument(const struct text *t);

/* ---- sockets.c ---- */
void write_sockaddr(struct text *t, const struct memory *m, size_t n);
void write_control(struct text *t, const struct memory *m);
bool write_netlink(struct text *t, const struct memory *m, size_t n);

/* ---- results ---- */
typedef void result_writer(struct text *t);
result_writer result_poll, result_select, result_messages, result_fcntl, result_prctl;
