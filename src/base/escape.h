/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * escape.h - makes untrusted bytes (comm, argv, paths, device names) safe, with one function for each sink. Pure,
 * except for the setting of escape_ascii().
 *
 * escape_text() and escape_json() take n bytes or up to the NUL. They write at most size bytes with the closing
 * NUL, never half an escape or half a character, and return the length written. They cut off what does not fit:
 * ESCAPED_SIZE(n) bytes are always enough.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* a byte becomes at most six: \u001b */
#define ESCAPED_SIZE(n) ((n)*6 + 1)

/*
 * From now on these sinks write only ASCII. A terminal that is not set to UTF-8 takes bytes from 0x80 to 0x9f for
 * controls, even inside a character: there 0x9b in U+011B begins an escape sequence.
 */
void escape_ascii(bool in_text, bool in_json);

/*
 * For a terminal, a table or a log: printable UTF-8 passes; a backslash is doubled and every other
 * byte becomes \n, \t, \r or \xHH, so the result is one line and can be turned back. Not printable: C0,
 * DEL, C1 (also as UTF-8), invalid UTF-8, line separators and the bidirectional controls.
 */
size_t escape_text(char *to, size_t size, const char *from, size_t n);

/*
 * For the inside of a JSON string (RFC 8259). Bytes that are no UTF-8 become \udc80..\udcff, the lone
 * surrogate of the byte, as Python's "surrogateescape" does; readers can turn it back.
 */
size_t escape_json(char *to, size_t size, const char *from, size_t n);

/*
 * For text and attributes of XML 1.0. What is not printable becomes U+FFFD: XML can hold neither controls nor bytes
 * that are no UTF-8, in whatever form.
 */
size_t escape_xml(char *to, size_t size, const char *from, size_t n);

/* Length of the valid UTF-8 character at s (n bytes left), and its code point in *cp; 0 if there is none */
size_t utf8_decode(const char *s, size_t n, unsigned *cp);
