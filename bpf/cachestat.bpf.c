// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * cachestat - the page cache's four events, counted in pages. Three have tracepoints. Accesses of a page have
 * none: the loader chooses a function that each access calls.
 *
 * The cache is made of folios since 5.16, of several pages each where the file system can (XFS 5.18, ext4 6.16).
 */
#include "losses.bpf.h"
#include "load.bpf.h"
#include <linux/ptrace.h>
#include <bpf/bpf_tracing.h>
#include <ktally/cachestat.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct cachestat_counts);
} counts SEC(".maps");

static __always_inline unsigned long folio_flags(struct folio *folio, const bool probed)
{
	struct folio___memdesc *memdesc = (void *)folio; /* 53fbef56e07d ("mm: introduce memdesc_flags_t", 6.18) */

	if (bpf_core_field_exists(memdesc->flags.f))
		return LOAD(probed, memdesc, flags.f);
	if (bpf_core_field_exists(folio->flags))
		return LOAD(probed, folio, flags);
	return 0; /* struct page of a kernel before 5.16: the cache knows single pages there */
}

/* ebc1baf5c9b4 ("mm: free up a word in the first tail page", 6.6) moved the order into _flags_1 */
static __always_inline u64 folio_pages(void *pointer, const bool probed)
{
	struct folio *folio = pointer;
	struct folio___order *older = pointer;

	if (!(folio_flags(folio, probed) >> bpf_core_enum_value(enum pageflags, PG_head) & 1))
		return 1;
	if (bpf_core_field_exists(older->_folio_order))
		return 1ULL << (LOAD(probed, older, _folio_order) & 31);
	if (bpf_core_field_exists(folio->_flags_1))
		return 1ULL << (LOAD(probed, folio, _flags_1) & 31);
	return 1;
}

/* Each CPU has its own counters, atomic still: a program can be preempted by another one */
#define COUNT(what, n)                                                           \
	({                                                                           \
		u32 zero_ = 0;                                                           \
		struct cachestat_counts *counts_ = bpf_map_lookup_elem(&counts, &zero_); \
		if (counts_)                                                             \
			ADD(&counts_->what, n);                                              \
		0;                                                                       \
	})

SEC("?fentry")
int accessed(u64 *ctx)
{
	return COUNT(accessed, folio_pages((void *)ctx[0], false));
}

SEC("?kprobe")
int accessed_probed(struct pt_regs *ctx)
{
	return COUNT(accessed, folio_pages((void *)PT_REGS_PARM1(ctx), true));
}

SEC("tp_btf/mm_filemap_add_to_page_cache")
int added(u64 *ctx)
{
	return COUNT(added, folio_pages((void *)ctx[0], false));
}

SEC("tp_btf/block_dirty_buffer")
int buffer_dirtied(u64 *ctx)
{
	(void)ctx;
	return COUNT(buffers_dirtied, 1);
}

/* 203a31516616 ("mm/writeback: Add __folio_mark_dirty()", 5.16) */
SEC("?tp_btf/writeback_dirty_folio")
int folio_dirtied(u64 *ctx)
{
	return COUNT(dirtied, folio_pages((void *)ctx[0], false));
}

SEC("?tp_btf/writeback_dirty_page")
int page_dirtied(u64 *ctx)
{
	(void)ctx;
	return COUNT(dirtied, 1);
}
