/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pages.h - pages of a ring buffer as the kernel writes them (linux/ring_buffer.h): an 8-byte time, an 8-byte length
 * of the data, then records, each with the time since the one before. libtraceevent's kbuffer reads them, and so do
 * trace-cmd and KernelShark. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGES_SIZE 65536	/* of pages that ktally makes: the longest row has 34 KB */
#define PAGES_HEAD 16		/* bytes before the first record */
#define PAGES_MAX (1 << 20) /* of pages that are read: since 6.8 the kernel's can be larger than 4096 bytes */

/* Types in a record's head. Any other is the number of its words of data. */
enum { PAGES_LENGTH_FOLLOWS = 0, PAGES_PADDING = 29, PAGES_TIME_EXTEND, PAGES_TIME_STAMP };

/* Takes a page. `whole`: no record will be added to it; otherwise the same page comes again, with more. 0 or -errno */
typedef int (*pages_sink)(void *arg, const void *page, size_t size, size_t used, bool whole);

struct pages;
struct pages *pages_new(size_t page_size, pages_sink sink, void *arg); /* NULL without memory */
void pages_free(struct pages *p);

/*
 * Adds a record. A page has no way to go back in time: an earlier time than the record's before becomes that time. 0,
 * -E2BIG for a record that no page holds, or the sink's error
 */
int pages_add(struct pages *p, uint64_t time_ns, const void *record, size_t size);
#define PAGES_RECORD_MAX(page_size) ((page_size)-PAGES_HEAD - 8)
/* Gives the sink what it has not got yet. `whole`: and begins a new page */
int pages_flush(struct pages *p, bool whole);

/* The texts events/header_page and events/header_event of a kernel with such pages. At most `size` bytes with the NUL
 */
int pages_header(char *to, size_t size, size_t page_size);
extern const char pages_header_event[];

/* Reads a page that may be damaged. */
struct cursor;
struct cursor *cursor_new(size_t page_size); /* NULL without memory */
void cursor_free(struct cursor *c);
/* Where to put the next page, with page_size bytes */
void *cursor_page(struct cursor *c);
/* Begins with the page that was put there. False: it is damaged, and only the records before the damage will come */
bool cursor_begin(struct cursor *c);
/* Events that the kernel lost before this page; 1 if it did not tell how many */
uint64_t cursor_lost(const struct cursor *c);
/* The next record, or NULL at the end of the page. It lies in the page: valid until cursor_begin() */
const void *cursor_next(struct cursor *c, size_t *size, uint64_t *time_ns);
