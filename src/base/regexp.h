/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regexp.h - POSIX extended regular expressions that users write. regcomp(3) of glibc copies what is repeated, so
 * that twenty + in a row need gigabytes; such expressions are refused.
 */
#pragma once

#include <regex.h>

/* Compiles for regexec(3) without places of groups; the caller frees with regfree(). 0, -EINVAL for what is no
 * expression, or -E2BIG where its repetitions are too many; silent */
int regexp_compile(regex_t *to, const char *text);
