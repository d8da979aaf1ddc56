/* SPDX-License-Identifier: GPL-2.0-or-later */
/* taker.h - where objects are taken, and what is read in them. */
#pragma once

#include "objtrace.h"

/*
 * Reads "p:FUNCTION OBJECT" or "r:FUNCTION [OBJECT]" with more values for the filter, the filter, and of the value
 * "MEMBER", "MEMBER->MEMBER" or "OFFSET:TYPE"; filter and value may be NULL. What is read lasts as long as the
 * arguments. 0 or -EINVAL after a message
 */
int taker_define(struct objtrace *o, const char *definition, const char *filter, const char *value);
