/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ksyms.h - kernel addresses to function names, from /proc/kallsyms. Read once, when first asked. */
#ifndef KTALLY_KSYMS_H
#define KTALLY_KSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/*
 * "tcp_retransmit_skb", or "0xffff..." where it is not known: addresses are hidden from those without
 * CAP_SYSLOG (kptr_restrict). The length as snprintf() gives it.
 */
int ksym_name(char *to, size_t size, uint64_t address);
/* A format() of a member that is an address */
int ksym_field(char *to, size_t size, const struct field *f, const void *row);

/* The address of a symbol, data included: 0, or -ENOENT, as where addresses are hidden. Reads the whole list. */
int ksym_address(const char *name, uint64_t *address);

/* Visits the symbols at an address until one returns other than 0, which is returned. Likewise */
int ksym_each_at(uint64_t address, int (*visit)(const char *name, void *arg), void *arg);

/* Innermost first, as one word: tcp_retransmit_skb<tcp_retransmit_timer<... Frames of the tracing itself, which come
 * first, are left out. The length, never more than size - 1 */
int ksym_stack(char *to, size_t size, const uint64_t *addresses, uint32_t n);
/* Of a file like /proc/kallsyms instead, before the first name is asked for */
void ksyms_file(const char *path);
/* Writes such a file, of the functions that `wanted` wants. 0 or -errno */
int ksyms_save(const char *path, bool (*wanted)(void *arg, const char *name), void *arg);

/* Of the first function whose name begins with n characters of this one; 0: none. Slow: looks at all of them */
uint64_t ksym_starting_with(const char *name, size_t n);

/* Reads the list now: where names are asked for late, and a module may have taken its own along by then. */
void ksyms_read(void);

/* Opens the list without reading it: whoever may see addresses now can read them later, without the capability. */
void ksyms_hold(void);

/* Names will be asked for: warns if they cannot be known. For tools' prepare(): later it is not permitted to look */
void ksyms_needed(void);

/* Can addresses be read, from now on? If not, why not */
const char *ksyms_problem(void);

#endif
