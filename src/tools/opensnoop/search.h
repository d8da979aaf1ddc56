/* SPDX-License-Identifier: GPL-2.0-or-later */
/* search.h - the automaton with which a BPF program finds a text in a path, one table look-up a byte. Pure. */
#pragma once

#include <ktally/opensnoop.h>

/* text: 1 to OPEN_TEXT bytes. In state n the last n bytes seen are the first n of the text; the last state stays. */
void search_build(struct open_search *to, const char *text);
