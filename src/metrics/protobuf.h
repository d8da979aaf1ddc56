/* SPDX-License-Identifier: GPL-2.0-or-later */
/* protobuf.h - writes fields of messages, as protobuf.dev's "Encoding" has them. Pure. */
#pragma once

#include "dat/bytes.h"

void protobuf_varint(struct bytes *to, uint64_t value); /* a bare number, as before a delimited message */
void protobuf_unsigned(struct bytes *to, unsigned field, uint64_t value);
void protobuf_signed(struct bytes *to, unsigned field, int64_t value); /* sint32, sint64 */
void protobuf_double(struct bytes *to, unsigned field, double value);
void protobuf_bytes(struct bytes *to, unsigned field, const void *at,
					size_t n);			 /* a string, a message, packed numbers */
uint64_t protobuf_zigzag(int64_t value); /* of packed sint64 */
