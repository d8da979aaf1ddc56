/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ksyms.h - turns kernel addresses into function names, from /proc/kallsyms. The first use reads the list. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/*
 * Writes "tcp_retransmit_skb", or "0xffff..." if the name is unknown: without CAP_SYSLOG the kernel hides
 * addresses (kptr_restrict). Returns the length like snprintf().
 */
int ksym_name(char *to, size_t size, uint64_t address);
/* The same as a frame of a stack (base/frame_text.h), whose file is the module: "ext4", "bpf" of BPF programs, none of
 * the kernel itself. Returns the length, below size. */
int ksym_frame(char *to, size_t size, uint64_t address);
/* The innermost frames of a stack may be the tracing's own: the index of the first that is not, or 0 if all are */
uint32_t ksym_first_frame(const uint64_t *addresses, uint32_t n);
/* Is one of them a function that interrupts, or their second halves (softirqs), come by? What is below it in the stack
 * did not ask for what is above. False if names are unknown */
bool ksym_interrupted(const uint64_t *addresses, uint32_t n);
/* Is it a function of the scheduler, which is where a thread waits whatever for? As `ps -o wchan` leaves them out.
 * False if addresses are hidden */
bool ksym_in_scheduler(uint64_t address);
/* A format() of a member that is an address */
int ksym_field(char *to, size_t size, const struct field *f, const void *row);

/* Finds the address of a symbol, also of data. 0, or -ENOENT, also if it is hidden. Reads /proc/kallsyms anew. */
int ksym_address(const char *name, uint64_t *address);

/* Visits the symbols at an address until visit() is not 0, and returns its result. Reads /proc/kallsyms anew. */
int ksym_each_at(uint64_t address, int (*visit)(const char *name, void *arg), void *arg);

/*
 * Writes the functions of a stack, innermost first, with a character between them:
 * tcp_retransmit_skb<tcp_retransmit_timer<... Leaves out the first frames, which belong to the tracing itself. Returns
 * the length, at most size - 1.
 */
int ksym_stack(char *to, size_t size, const uint64_t *addresses, uint32_t n, char between);
/* Makes this module read a text like that of /proc/kallsyms instead, which stays allocated; NULL: no names are known.
 * Call it before the first look-up. */
void ksyms_text(char *text);
/* Writes a new file like it with the symbols for which wanted() is true. 0 or -errno */
int ksyms_save(const char *path, bool (*wanted)(void *arg, const char *name), void *arg);

/* Address of the first function whose name begins with the first n characters of `name`; 0: none. Slow: linear */
uint64_t ksym_starting_with(const char *name, size_t n);

/* Reads the list now. For callers that look up names late, when modules may be unloaded. */
void ksyms_read(void);

/* Opens the list without reading it. The kernel checks CAP_SYSLOG now, so it can be dropped before the reading. */
void ksyms_hold(void);

/* Warns if names cannot be known. For tools' prepare(): later the list cannot be opened. */
void ksyms_needed(void);

/* NULL if addresses can be read; otherwise the reason, a constant text */
const char *ksyms_problem(void);
