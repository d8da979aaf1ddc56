// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* mapped - the mappings of all processes in the reader's PID namespace, as /proc/PID/maps has them, in a fraction of
 * its time and without the right to trace them. */
#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <ktally/mapped.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

#define VM_EXEC 4

const volatile bool with_data = false; /* mappings of no code too */
const volatile __u32 page_shift = 12;

struct super_block___mapped {
	u32 s_dev;
} __attribute__((preserve_access_index));

struct inode___mapped {
	unsigned long i_ino;
	struct super_block___mapped *i_sb;
} __attribute__((preserve_access_index));

struct file___mapped {
	struct path f_path;
	struct inode___mapped *f_inode;
} __attribute__((preserve_access_index));

typedef struct {
	void *vdso;
} __attribute__((preserve_access_index)) mm_context_t___mapped;

struct mm_struct___mapped {
	unsigned long start_brk, brk, start_stack;
	mm_context_t___mapped context;
} __attribute__((preserve_access_index));

struct vm_area_struct___mapped {
	unsigned long vm_start, vm_end, vm_flags, vm_pgoff;
	struct mm_struct___mapped *vm_mm;
	struct file___mapped *vm_file;
} __attribute__((preserve_access_index));

struct bpf_iter__task_vma___mapped {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
	struct vm_area_struct___mapped *vma;
} __attribute__((preserve_access_index));

/* One reader reads at a time. */
static u64 bytes[(sizeof(struct mapped) + MAPPED_PATH) / 8 + 1];
#define row ((struct mapped *)bytes)

static __always_inline void add_file(struct file___mapped *file)
{
	long n = bpf_d_path(&file->f_path, row->path, MAPPED_PATH);

	row->inode = file->f_inode->i_ino;
	row->device = file->f_inode->i_sb->s_dev;
	if (n > 0 && n <= MAPPED_PATH)
		row->length = n;
	else
		row->path[0] = '\0'; /* longer than what open() takes */
}

static __always_inline u16 kind_of(const struct vm_area_struct___mapped *vma)
{
	struct mm_struct___mapped *mm = vma->vm_mm;

	if (bpf_core_field_exists(mm->context.vdso) && vma->vm_start == (unsigned long)mm->context.vdso)
		return MAPPED_VDSO;
	if (vma->vm_start < mm->brk && vma->vm_end > mm->start_brk)
		return MAPPED_HEAP;
	return vma->vm_start <= mm->start_stack && vma->vm_end >= mm->start_stack ? MAPPED_STACK : MAPPED_PLAIN;
}

SEC("iter/task_vma")
int each_mapping(struct bpf_iter__task_vma___mapped *ctx)
{
	struct vm_area_struct___mapped *vma = ctx->vma;
	struct task_struct *task = ctx->task;
	struct file___mapped *file;
	u32 length;

	if (!task || !vma || task->pid != task->tgid)
		return 0;
	row->code = !!(vma->vm_flags & VM_EXEC);
	if (!row->code && !with_data)
		return 0;
	row->start = vma->vm_start;
	row->end = vma->vm_end;
	row->tgid = task->tgid;
	row->offset = row->inode = row->device = row->kind = 0;
	row->length = 1;
	row->path[0] = '\0';
	file = vma->vm_file;
	if (file) {
		row->offset = (u64)vma->vm_pgoff << page_shift;
		add_file(file);
	} else {
		row->kind = kind_of(vma);
	}
	length = sizeof(*row) + ((row->length + 7) & ~7);
	if (length <= sizeof(bytes))
		bpf_seq_write(ctx->meta->seq, bytes, length);
	return 0;
}
