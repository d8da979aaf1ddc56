@ SPDX-License-Identifier: GPL-2.0-or-later
@ getppid-arm - a program of 32-bit ARM, for kernels of 64 bits: getppid 50 times, nothing else
	.globl _start
_start:
	mov r4, #50
1:	mov r7, #64
	svc #0
	subs r4, r4, #1
	bne 1b
	mov r0, #0
	mov r7, #1
	svc #0
