// SPDX-License-Identifier: GPL-2.0-or-later
#include "head.h"

#include "pages.h"

#include <stdio.h>
#include <string.h>

static void add_string(struct bytes *to, const char *text)
{
	bytes_add(to, text, strlen(text) + 1);
}

static void add_sized(struct bytes *to, const char *text, size_t size, size_t number)
{
	bytes_number(to, size, number);
	bytes_add(to, text, size);
}

static void add_start(struct bytes *to, const char *version, const struct head *h)
{
	bytes_add(to, HEAD_MAGIC, sizeof(HEAD_MAGIC) - 1);
	add_string(to, version);
	bytes_number(to, 0, 1); /* little-endian */
	bytes_number(to, 8, 1); /* bytes of a long */
	bytes_number(to, h->page_size, 4);
	add_string(to, "header_page");
	add_sized(to, h->header_page, strlen(h->header_page), 8);
	add_string(to, "header_event");
	add_sized(to, pages_header_event, strlen(pages_header_event), 8);
}

static bool is_tracer(const struct head_format *f)
{
	return !strcmp(f->system, "ftrace");
}

static void add_tracers(struct bytes *to, const struct head *h)
{
	unsigned n = 0;

	for (size_t i = 0; i < h->nformats; i++)
		n += is_tracer(&h->formats[i]);
	bytes_number(to, n, 4);
	for (size_t i = 0; i < h->nformats; i++)
		if (is_tracer(&h->formats[i]))
			add_sized(to, h->formats[i].text, h->formats[i].size, 8);
}

/* How many formats from this one on are of its system */
static size_t of_system(const struct head *h, size_t from)
{
	size_t end = from;

	while (end < h->nformats && !strcmp(h->formats[end].system, h->formats[from].system))
		end++;
	return end - from;
}

static void add_systems(struct bytes *to, const struct head *h)
{
	unsigned systems = 0;

	for (size_t i = 0; i < h->nformats; i += of_system(h, i))
		systems += !is_tracer(&h->formats[i]);
	bytes_number(to, systems, 4);
	for (size_t i = 0, n; i < h->nformats; i += n) {
		n = of_system(h, i);
		if (is_tracer(&h->formats[i]))
			continue;
		add_string(to, h->formats[i].system);
		bytes_number(to, n, 4);
		for (size_t k = i; k < i + n; k++)
			add_sized(to, h->formats[k].text, h->formats[k].size, 8);
	}
}

static void add_option(struct bytes *to, unsigned option, const void *data, size_t n)
{
	bytes_number(to, option, 2);
	bytes_number(to, n, 4);
	bytes_add(to, data, n);
}

static void add_options(struct bytes *to, const struct head *h)
{
	static const char version[] = "ktally " KTALLY_VERSION;
	unsigned char ncpus[4];

	bytes_put(ncpus, h->ncpus, sizeof(ncpus));
	bytes_add(to, "options  ", 10);
	add_option(to, HEAD_OPTION_CLOCK, HEAD_CLOCK, sizeof(HEAD_CLOCK));
	if (h->uname)
		add_option(to, HEAD_OPTION_UNAME, h->uname, strlen(h->uname) + 1);
	add_option(to, HEAD_OPTION_CPUS, ncpus, sizeof(ncpus));
	add_option(to, HEAD_OPTION_VERSION, version, sizeof(version));
	bytes_number(to, HEAD_OPTION_END, 2);
}

void head_put_pages(unsigned char *to, const struct head_pages *p)
{
	bytes_put(to, p->offset, 8);
	bytes_put(to + 8, p->size, 8);
}

void head_formats(struct bytes *to, const char *version, const struct head *h)
{
	add_start(to, version, h);
	add_tracers(to, h);
	add_systems(to, h);
	bytes_number(to, 0, 4); /* no addresses of functions */
	bytes_number(to, 0, 4); /* no formats of trace_printk() */
	add_sized(to, h->tasks ? h->tasks : "", h->tasks ? strlen(h->tasks) : 0, 8);
}

size_t head_write(struct bytes *to, const struct head *h)
{
	size_t table;

	head_formats(to, "6", h);
	bytes_number(to, h->ncpus, 4);
	add_options(to, h);
	bytes_add(to, "flyrecord", 10);
	table = to->n;
	bytes_zeros(to, (size_t)h->ncpus * HEAD_PAGES_SIZE);
	add_sized(to, HEAD_CLOCK, sizeof(HEAD_CLOCK) - 1, 8);
	bytes_zeros(to, (h->page_size - to->n % h->page_size) % h->page_size);
	return to->failed ? 0 : table;
}
