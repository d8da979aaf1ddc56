/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usyms.h - addresses in processes to function names, by /proc/PID/maps and the symbol tables of the files there. A
 * process is remembered after its end, if it was asked about before, or followed from its start. Names come from
 * anybody's files: they are untrusted.
 */
#ifndef KTALLY_USYMS_H
#define KTALLY_USYMS_H

#include <stddef.h>
#include <stdint.h>

/*
 * "read+0x12 (libc.so.6)", at its first byte "read (libc.so.6)". In no function that is known "0x26abc (libc.so.6)",
 * the address in the file as addr2line takes it; in no file "0x7f...". The length as snprintf() gives it.
 */
int usym_name(char *to, size_t size, uint32_t pid, uint64_t address);

/* The function alone, to add up by; "[libc.so.6]" or "[unknown]" where it is not known */
int usym_function(char *to, size_t size, uint32_t pid, uint64_t address);

/*
 * From now on programs that start are known also behind their end: where the kernel lets us, which is silent. Their
 * records want to be read now and then.
 */
void usyms_follow(void);
void usyms_update(void);

/* Where callers' PIDs are not those of /proc: what turns one into the other; 0: it has none there */
void usyms_number(uint32_t (*local)(uint32_t pid));

void usyms_drop(void);

#endif
