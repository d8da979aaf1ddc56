/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kinds.h - how arguments, members of structures and results are written. Only for src/calls.
 *
 * First the numbers, which members of structures have too, then what takes memory, then what needs several arguments.
 * What comes after a kind in calls.def (`with`) is a family of constants, a type of types.def, or another argument.
 */
#pragma once

enum kind {
	K_NONE,
	/* numbers: 32 bits */
	K_INT,
	K_UINT,
	K_HEX,
	K_MODE, /* octal */
	K_FD,
	K_FDE,	/* the call closes it */
	K_ATFD, /* or AT_FDCWD */
	K_UID,	/* -1: unchanged */
	K_SIGNAL,
	K_FLAGS,
	K_ENUM,
	K_DEV,
	K_KEY,
	K_CLOCKID,
	/* numbers: a word of the program */
	K_LONG,
	K_ULONG,
	K_XLONG,
	K_XPAGE, /* in pages; hex */
	K_PTR,
	K_LFLAGS,
	K_SECONDS, /* since 1970 */
	K_RLIM,
	/* numbers: 64 bits, of two arguments in a 32-bit program */
	K_LLONG,
	K_RLIM64,
	/* numbers that only structures have */
	K_U8,
	K_U16,
	K_FILE_MODE, /* S_IFREG|0644, 16 bits are enough */
	K_U64,
	K_S64,
	K_X64,
	K_SECONDS64,
	K_DEV64,
	K_FLAGS16,
	K_FLAGS64,
	K_ENUM16,
	K_CHARS, /* `with` bytes, or up to the NUL */
	K_TYPE,	 /* a structure within */
	K_SIGSET,
	K_HANDLER,
	K_MAGIC,
	K_VALS,	 /* two ints: {val=[1, 2]} */
	K_LOADS, /* three words */
	/* memory */
	K_PATH,
	K_PATHE, /* read at the entry */
	K_STR,
	K_STR250, /* no longer than 250 */
	K_BUF_IN, /* length: argument `with` */
	K_BUF_OUT,
	K_RANDOM,
	K_XATTR_OUT,
	K_CWD,
	K_IN, /* of type `with` */
	K_INE,
	K_OUT,
	K_OUTD, /* [1] */
	K_OUTU,
	K_OUTX,
	K_OUTLD,
	K_OUTLU,
	K_OUTLL,
	K_OFF_IO, /* a 64-bit offset, before and after; with 1: of a word; with 2: before */
	K_IOV_IN, /* elements: argument `with` */
	K_IOV_OUT,
	K_IOV_PTR,
	K_ARGV,
	K_ENVP,
	K_DIRENTS,
	K_FDPAIR,
	K_GIDS_IN,
	K_GIDS_OUT,
	K_UTIMES,
	K_MSG_IN,
	K_MSG_OUT,
	K_MMSG_IN, /* elements: argument `with` */
	K_MMSG_OUT,
	K_SEMBUFS,	 /* elements: argument `with` */
	K_MSGBUF_IN, /* length of the text: argument `with` */
	K_MSGBUF_OUT,
	K_SOCKADDR_IN, /* length: argument `with` */
	K_SOCKADDR_OUT,
	K_LENGTH_IO,
	K_SIGSET_IN, /* size: argument `with` */
	K_SIGSET_OUT,
	K_FRAME,	  /* what rt_sigreturn() finds on the stack: the mask */
	K_SIGSET_ARG, /* pointer and size, which pselect6 takes */
	K_CPUSET_IN,
	K_CPUSET_OUT,
	K_CAPS_IN,
	K_CAPS_OUT,
	K_WSTATUS,
	K_RUSAGE,
	K_POLLFD, /* elements: argument `with` */
	K_FDSET,
	K_SELECT_TIME,
	K_LEFT,
	K_REMAINING,
	K_EPOLL_EVENT,
	K_EPOLL_OUT,
	K_CLONE3,
	K_IO_URING_PARAMS,
	K_MQ_ATTR,
	K_PERF_ATTR,
	K_BPF_ATTR,
	K_SIGEVENT,
	/* what depends on other arguments */
	K_HIDDEN, /* printed by another one */
	K_CLONE,
	K_OPEN_FLAGS,
	K_OPEN_MODE, /* if argument `with` creates */
	K_ACCESS,
	K_STATX_FLAGS,
	K_MKNOD_MODE,
	K_MKNOD_DEV,
	K_MMAP_FLAGS,
	K_MREMAP_ADDR,
	K_MOUNT_TYPE,
	K_MOUNT_DATA,
	K_IPC_MODE,
	K_FUTEX_OP,
	K_FUTEX_ARG,
	K_SOCK_TYPE,
	K_SOCK_PROTO,
	K_SOCK_OPT,
	K_SOCK_VAL_IN,
	K_SOCK_VAL_OUT,
	K_FCNTL_ARG,
	K_IOCTL_CMD,
	K_IOCTL_ARG,
	K_PRCTL_ARG,
	K_ARCH_ARG,
	K_PERSONALITY,
	K_SCHED_POLICY,
	K_SECCOMP_FLAGS,
	K_SECCOMP_ARG,
	K_RSEQ_FLAGS,
	K_IOPRIO,
	KINDS
};

enum result {
	R_LD,
	R_LU,
	R_X,
	R_HEX,
	R_OCT,
	R_FD,
	R_NONE,
	R_POLL,
	R_SELECT,
	R_FCNTL,
	R_IOCTL,
	R_PRCTL,
	R_FUTEX,
	R_SIGNAL,
	R_PERSONALITY,
	R_SCHED,
	R_ADJTIME,
	R_BPF,
	R_MEMBARRIER,
	R_MMSG,
};
