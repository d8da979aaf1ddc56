/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * folders.bpf.h - the folders from a descriptor or the working directory up to the process' own root, as
 * names that each end with a NUL, innermost first. What getcwd() would say, without a lock: a rename
 * meanwhile may mix old and new names.
 */
#pragma once

#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <ktally/opensnoop.h>
#include <linux/fcntl.h>

struct folders {
	u32 at; /* next free byte */
	u16 n;
	bool cut, resolved;
};

struct place { /* not the kernel's struct path: CO-RE would relocate accesses to this one as well */
	struct vfsmount *mnt;
	struct dentry *dentry;
};

static __always_inline bool start_of(struct task_struct *task, s32 dirfd, struct place *from)
{
	struct fdtable *table;
	struct file *file, **slot;

	if (dirfd == AT_FDCWD) {
		from->mnt = BPF_CORE_READ(task, fs, pwd.mnt);
		from->dentry = BPF_CORE_READ(task, fs, pwd.dentry);
		return from->dentry;
	}
	table = BPF_CORE_READ(task, files, fdt);
	if (dirfd < 0 || (u32)dirfd >= BPF_CORE_READ(table, max_fds))
		return false;
	slot = BPF_CORE_READ(table, fd) + dirfd;
	if (bpf_probe_read_kernel(&file, sizeof(file), slot) || !file)
		return false;
	from->mnt = BPF_CORE_READ(file, f_path.mnt);
	from->dentry = BPF_CORE_READ(file, f_path.dentry);
	return from->dentry;
}

static __always_inline struct mount *mount_of(struct vfsmount *mnt)
{
	return (void *)mnt - bpf_core_field_offset(struct mount, mnt);
}

/* From a mount's top to where it is mounted; false for the topmost */
static __always_inline bool leave_mount(struct place *p)
{
	struct mount *mount = mount_of(p->mnt), *above = BPF_CORE_READ(mount, mnt_parent);

	if (above == mount)
		return false;
	p->dentry = BPF_CORE_READ(mount, mnt_mountpoint);
	p->mnt = (void *)above + bpf_core_field_offset(struct mount, mnt);
	return true;
}

/* One step up: a name, or over the edge of a mount. False at the top */
static __always_inline bool step(struct folders *f, struct place *p, const struct place *root, char *text)
{
	struct dentry *dentry = p->dentry, *parent;
	struct vfsmount *mnt = p->mnt;
	const unsigned char *name;
	u64 at = f->at;
	long n;

	if (dentry == root->dentry && mnt == root->mnt)
		return false;
	parent = BPF_CORE_READ(dentry, d_parent);
	if (dentry == BPF_CORE_READ(mnt, mnt_root) || dentry == parent)
		return leave_mount(p);
	f->cut = at >= OPEN_PATH + OPEN_FOLDERS;
	if (f->cut)
		return false;
	name = BPF_CORE_READ(dentry, d_name.name);
	asm volatile("%0 &= %1" : "+r"(at) : "i"(OPEN_PATH + OPEN_FOLDERS - 1)); /* 5.10's verifier forgets the test */
	n = bpf_probe_read_kernel_str(text + at, 256, name);
	if (n <= 0)
		return false;
	f->at += (u32)n & 511;
	f->n++;
	p->dentry = parent;
	return true;
}

static __always_inline void folders_read(struct folders *f, s32 dirfd, char *text)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct place at = {}, root;

	if (!start_of(task, dirfd, &at))
		return;
	f->resolved = true;
	root.mnt = BPF_CORE_READ(task, fs, root.mnt);
	root.dentry = BPF_CORE_READ(task, fs, root.dentry);
	for (u32 i = 0; i < OPEN_DEPTH; i++)
		if (!step(f, &at, &root, text))
			return;
	f->cut = true;
}
