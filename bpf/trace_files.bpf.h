/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_files.bpf.h - what a descriptor is, as /proc/PID/fd says it: "/etc/passwd", "pipe:[1234]", "socket:[1234]",
 * "anon_inode:[eventpoll]". Walked without a lock: a rename meanwhile may mix old and new names.
 */
#pragma once

#include "trace_pieces.bpf.h"
#include "trace_sockets.bpf.h"
#include <bpf/bpf_core_read.h>

#define PIPE_FS 0x50495045
#define SOCKET_FS 0x534f434b
#define ANON_FS 0x09041934
#define SHMEM_FS 0x01021994

#define AT_FDCWD (-100)

#define PATH_END 4096 /* of `paths`: texts grow towards its beginning */
#define PATH_DEPTH 64
#define NAME_MAX 255

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
/* What vmlinux.h lacks of them */
struct hlist_bl_node___files {
	void *pprev;
};
struct dentry___files {
	struct hlist_bl_node___files d_hash;
};
#pragma clang attribute pop

struct path_text {
	u64 at;
	char text[PATH_END + NAME_MAX + 1];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct path_text);
} paths SEC(".maps");

struct place { /* not the kernel's struct path: CO-RE would relocate accesses to this one as well */
	struct vfsmount *mnt;
	struct dentry *dentry;
};

static __always_inline struct path_text *path_text(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&paths, &zero);
}

static __always_inline void prepend_char(struct path_text *p, char c)
{
	u64 at = p->at - 1;

	if (!p->at)
		return;
	BOUND(at, PATH_END - 1);
	p->text[at] = c;
	p->at = at;
}

/* A constant text */
#define prepend(p, words)                           \
	do {                                            \
		const char list[] = words;                  \
                                                    \
		for (int i = sizeof(list) - 2; i >= 0; i--) \
			prepend_char(p, list[i]);               \
	} while (0)

__noinline int prepend_number(u64 number)
{
	struct path_text *p = path_text();

	if (!p)
		return 0;
	for (int i = 0; i < 20; i++) {
		prepend_char(p, '0' + number % 10);
		number /= 10;
		if (!number)
			break;
	}
	return 0;
}

static __always_inline bool prepend_name(struct path_text *p, struct dentry *dentry)
{
	u64 length = BPF_CORE_READ(dentry, d_name.len), at;

	if (length > NAME_MAX || length >= p->at)
		return false;
	at = p->at - length;
	BOUND(at, PATH_END - 1);
	BOUND(length, NAME_MAX);
	if (length && bpf_probe_read_kernel(p->text + at, length, BPF_CORE_READ(dentry, d_name.name)))
		return false;
	p->at = at;
	return true;
}

static __always_inline struct mount *mount_of(struct vfsmount *mnt)
{
	return (void *)mnt - bpf_core_field_offset(struct mount, mnt);
}

/* From a mount's top to where it is mounted; false for the topmost */
static __always_inline bool leave_mount(struct place *at)
{
	struct mount *mount = mount_of(at->mnt), *above = BPF_CORE_READ(mount, mnt_parent);

	if (above == mount)
		return false;
	at->dentry = BPF_CORE_READ(mount, mnt_mountpoint);
	at->mnt = (void *)above + bpf_core_field_offset(struct mount, mnt);
	return true;
}

/* One step up: a name, or over the edge of a mount. False at the top */
static __always_inline bool climb(struct path_text *p, struct place *at, const struct place *root)
{
	struct dentry *dentry = at->dentry, *parent;
	struct vfsmount *mnt = at->mnt;

	if (dentry == root->dentry && mnt == root->mnt)
		return false;
	parent = BPF_CORE_READ(dentry, d_parent);
	if (dentry == BPF_CORE_READ(mnt, mnt_root) || dentry == parent)
		return leave_mount(at);
	if (!prepend_name(p, dentry))
		return false;
	prepend_char(p, '/');
	at->dentry = parent;
	return true;
}

/* From a struct vfsmount and a struct dentry up to the task's root */
__noinline int place_path(u64 mnt, u64 dentry)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct path_text *p = path_text();
	struct place at = {(void *)mnt, (void *)dentry}, root;

	if (!with_descriptors || !p) /* lockdown forbids even a function that nobody calls */
		return 0;
	root.mnt = BPF_CORE_READ(task, fs, root.mnt);
	root.dentry = BPF_CORE_READ(task, fs, root.dentry);
	for (u32 i = 0; i < PATH_DEPTH; i++)
		if (!climb(p, &at, &root))
			break;
	return 0;
}

static __always_inline struct file *file_of(s32 fd)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	struct file *file = NULL, **slot;

	if (fd < 0 || (u32)fd >= BPF_CORE_READ(table, max_fds))
		return NULL;
	slot = BPF_CORE_READ(table, fd) + fd;
	return bpf_probe_read_kernel(&file, sizeof(file), slot) ? NULL : file;
}

static __always_inline void special(struct path_text *p, struct inode___files *inode)
{
	prepend_char(p, ']');
	prepend_number(BPF_CORE_READ(inode, i_ino));
	prepend_char(p, '[');
	prepend_char(p, ':');
}

static __always_inline void prepend_deleted(struct path_text *p, struct dentry *dentry)
{
	if (!BPF_CORE_READ((struct dentry___files *)dentry, d_hash.pprev) && BPF_CORE_READ(dentry, d_parent) != dentry)
		prepend(p, " (deleted)");
}

/* The text of a file, into `paths` */
static __always_inline void file_text(struct path_text *p, struct file *file)
{
	struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
	struct inode___files *inode = (void *)BPF_CORE_READ((struct file___files *)file, f_inode);
	u64 magic = BPF_CORE_READ(inode, i_sb, s_magic);

	p->at = PATH_END;
	if (magic == PIPE_FS) {
		special(p, inode);
		prepend(p, "pipe");
	} else if (magic == SOCKET_FS) {
		special(p, inode);
		prepend(p, "socket");
	} else if (magic == ANON_FS) {
		prepend_name(p, dentry);
		prepend(p, "anon_inode:");
	} else if (magic == PID_FS) { /* 6.9: no file of anon_inodefs any more */
		prepend(p, "anon_inode:[pidfd]");
	} else {
		prepend_deleted(p, dentry);
		place_path((u64)BPF_CORE_READ(file, f_path.mnt), (u64)dentry);
		if (p->at == PATH_END) { /* a root, or a file without a folder: memfd_create() */
			if (magic == SHMEM_FS && BPF_CORE_READ(dentry, d_name.len) > 1) {
				prepend(p, " (deleted)");
				prepend_name(p, dentry);
			}
			prepend_char(p, '/');
		}
	}
}

/* The working directory: what AT_FDCWD is */
static __always_inline void directory_text(struct path_text *p)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct dentry *dentry = BPF_CORE_READ(task, fs, pwd.dentry);

	p->at = PATH_END;
	prepend_deleted(p, dentry);
	place_path((u64)BPF_CORE_READ(task, fs, pwd.mnt), (u64)dentry);
	if (p->at == PATH_END)
		prepend_char(p, '/');
}

static __always_inline void piece_path(struct trace_scratch *s, const struct path_text *p, u64 tag, bool named)
{
	u64 at = piece_at(s), from = p->at, n = PATH_END - p->at;

	if (at >= TRACE_ROOM || from >= PATH_END)
		return;
	BOUND(at, TRACE_ROOM - 1);
	BOUND(from, PATH_END - 1);
	BOUND(n, PIECE_MASK);
	if (!bpf_probe_read_kernel(s->room + at + sizeof(struct trace_piece), n, p->text + from)) {
		piece_end(s, at, n, tag);
		if (named) /* not the working directory: --trace-path would find all that is done there */
			path_wanted(at + sizeof(struct trace_piece), n);
	}
}

/* -yy */
static __always_inline void piece_details(struct file *file, u64 tag)
{
	struct file___files *f = (void *)file;
	struct inode___files *inode = BPF_CORE_READ(f, f_inode);
	struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
	u64 magic = BPF_CORE_READ(inode, i_sb, s_magic);

	tag &= ~0xff00ULL;
	if (magic == SOCKET_FS)
		piece_socket((u64)BPF_CORE_READ(f, private_data), BPF_CORE_READ(inode, i_ino), tag | TRACE_SOCKET << 8);
	else if (magic == PID_FS)
		piece_process(BPF_CORE_READ(inode, i_private), tag | TRACE_PROCESS << 8);
	else if (magic == ANON_FS && is_pidfd((const char *)BPF_CORE_READ(dentry, d_name.name)))
		piece_process(BPF_CORE_READ(f, private_data), tag | TRACE_PROCESS << 8);
	else
		piece_device(inode, tag | TRACE_DEVICE << 8);
}

__noinline int piece_descriptor(u64 fd, u64 tag)
{
	struct trace_scratch *s = scratch();
	struct path_text *p = path_text();
	struct file *file;

	if (!with_descriptors || !s || !p)
		return 0;
	file = file_of(fd);
	if (!file && (s32)fd != AT_FDCWD)
		return 0;
	if (file)
		file_text(p, file);
	else
		directory_text(p);
	piece_path(s, p, tag, file);
	if (file && with_descriptors > 1)
		piece_details(file, tag);
	return 0;
}
