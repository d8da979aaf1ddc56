/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usyms.h - turns addresses in processes into function names, by /proc/PID/maps, the symbol tables of the mapped
 * files, and what JIT compilers list for perf. It remembers a process after its end if it was looked up or added
 * before, or followed from its start. Names come from anybody's files and are untrusted. Those of C++ and Rust are as
 * demangle() writes them: without parameters.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes "read+0x12 (libc.so.6)", or "read (libc.so.6)" at the first byte of a function. If the function is
 * unknown, writes "0x26abc (libc.so.6)", the address as linked, for addr2line. Outside files writes "run+0x12 (jit)",
 * or "0x7f..." if nobody lists it. Returns the length like snprintf().
 */
int usym_name(char *to, size_t size, uint32_t pid, uint64_t address);

/* Writes only the function, for totals; "[libc.so.6]" or "[unknown]" if it is unknown. Returns the length. */
int usym_function(char *to, size_t size, uint32_t pid, uint64_t address);

/* Writes the function and its file as a frame of a stack (base/frame_text.h): FRAME_JIT of code outside files. Returns
 * the length, below size. */
int usym_frame(char *to, size_t size, uint32_t pid, uint64_t address);

/* The same with the place in it: "read+0x12", or "0x26abc", the address as linked, where the function is unknown.
 * returns: the address is where a call returns to, which may lie behind the end of the function that called. */
int usym_frame_offset(char *to, size_t size, uint32_t pid, uint64_t address, bool returns);

/* Writes the name of the file that has the address, "" of code outside files. Its length; -1: no code is known there */
int usym_file(char *to, size_t size, uint32_t pid, uint64_t address);

/*
 * Writes where an address is: "/usr/lib/libc.so.6@0x1d000" with the offset in the file, "[heap]@0x55...",
 * "//anon@0x7f...", as perf does; the address alone if nothing is known there. *code: is it a mapping of code? *known:
 * does it tell a mapping? Needs usyms_data(). Its length
 */
int usym_place(char *to, size_t size, uint32_t pid, uint64_t address, bool *known, bool *code);
/* From now on mappings of no code are read too. Call it before usyms_follow(). */
void usyms_data(void);

/*
 * The mappings of code of a process that has the address among them, if any has; NULL: it has ended, and was not known.
 * Valid until the next call here. *version: while it is the same, so are the mappings, of whatever process.
 */
struct mappings;
const struct mappings *usym_mappings(uint32_t pid, uint64_t address, uint64_t *version);

/*
 * usyms_follow() starts following new programs, so that their addresses are known after their end. If the kernel
 * refuses, it prints only a debug message. usyms_update() reads the kernel's records: call it now and then.
 */
void usyms_follow(void);
void usyms_update(void);

/*
 * For what runs when tracing begins: programs that have ended when an address is asked for then have names too. Call
 * these after usyms_follow(), whose records tell what changes from before on. usyms_add() takes the mappings of a
 * process over, in /proc's numbers, and frees those that it has no room for; the others read them from /proc.
 */
struct mappings;
void usyms_add(uint32_t pid, struct mappings *maps);
void usyms_read(uint32_t pid);
void usyms_read_all(void);
bool usyms_have_data(void); /* are mappings of no code wanted? */

/* Sets a function that turns a caller's PID into that of /proc, if they differ. It returns 0 if /proc has none. */
void usyms_number(uint32_t (*local)(uint32_t pid));

void usyms_drop(void);
