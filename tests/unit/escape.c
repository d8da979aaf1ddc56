// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Feeds untrusted bytes to every kind of string: only allowed bytes may come out, and the original must be
 * recoverable. The test checks both with decoders of its own, written from the comments in escape.h.
 */
#include "test.h"

#include "base/escape.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64

typedef size_t (*escape_function)(char *to, size_t size, const char *from, size_t n);

/* Length of the character at s, by RFC 3629's table of well-formed sequences; 0 if there is none */
static size_t well_formed(const unsigned char *s, size_t n)
{
	static const struct {
		unsigned char lead_low, lead_high, second_low, second_high, length;
	} table[] = {
		{0x00, 0x7f, 0, 0, 1},		 {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
		{0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
		{0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	for (size_t i = 0; i < ELEMENTS(table); i++) {
		if (!n || s[0] < table[i].lead_low || s[0] > table[i].lead_high || table[i].length > n)
			continue;
		if (table[i].length > 1 && (s[1] < table[i].second_low || s[1] > table[i].second_high))
			continue;
		for (size_t j = 2; j < table[i].length; j++)
			if ((s[j] & 0xc0) != 0x80)
				return 0;
		return table[i].length;
	}
	return 0;
}

static unsigned code_point(const unsigned char *s, size_t length)
{
	unsigned cp = length == 1 ? s[0] : s[0] & (0x7fu >> length);

	for (size_t i = 1; i < length; i++)
		cp = cp << 6 | (s[i] & 0x3f);
	return cp;
}

/* Characters that can move the cursor, end the line or turn the direction of writing */
static bool harmful(unsigned cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp <= 0x9f) || cp == 0x2028 || cp == 0x2029 || cp == 0x61c || cp == 0x200e ||
		   cp == 0x200f || (cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069) || cp == 0xfeff;
}

static unsigned hex(const char *s, int digits)
{
	unsigned value = 0;

	for (int i = 0; i < digits; i++) {
		const char *all = "0123456789abcdef", *at = s[i] ? strchr(all, s[i]) : NULL;

		if (!at)
			fail_msg("no hexadecimal digit: %s", s);
		value = value * 16 + (unsigned)(at - all);
	}
	return value;
}

static size_t put_utf8(unsigned char *to, unsigned cp)
{
	if (cp < 0x80) {
		to[0] = (unsigned char)cp;
		return 1;
	}
	if (cp < 0x800) {
		to[0] = (unsigned char)(0xc0 | cp >> 6);
		to[1] = (unsigned char)(0x80 | (cp & 0x3f));
		return 2;
	}
	to[0] = (unsigned char)(0xe0 | cp >> 12);
	to[1] = (unsigned char)(0x80 | (cp >> 6 & 0x3f));
	to[2] = (unsigned char)(0x80 | (cp & 0x3f));
	return 3;
}

static size_t undo_text(unsigned char *to, const char *s)
{
	static const char letters[] = "ntr\\", bytes[] = "\n\t\r\\";

	if (s[1] == 'x') {
		*to = (unsigned char)hex(s + 2, 2);
		return 4;
	}
	assert_true(s[1] && strchr(letters, s[1]));
	*to = (unsigned char)bytes[strchr(letters, s[1]) - letters];
	return 2;
}

static size_t undo_json(unsigned char *to, const char *s, size_t *made)
{
	unsigned cp;

	if (s[1] == 'u') {
		cp = hex(s + 2, 4);
		*made = 1;
		if (cp >= 0xdc80 && cp <= 0xdcff) {
			*to = (unsigned char)cp;
			return 6;
		}
		assert_true(cp < 0xd800 || cp > 0xdfff);
		*made = put_utf8(to, cp);
		return 6;
	}
	assert_true(s[1] == '"' || s[1] == '\\');
	*to = (unsigned char)s[1];
	return 2;
}

/* Decodes, and fails at a byte that is not allowed. Returns the length. */
static size_t undo(unsigned char *to, const char *from, bool json)
{
	const unsigned char *u = (const unsigned char *)from;
	size_t n = strlen(from), out = 0;

	for (size_t i = 0; i < n;) {
		size_t length = well_formed(u + i, n - i), made = 1;

		assert_true(length > 0);
		if (from[i] == '\\') {
			i += json ? undo_json(to + out, from + i, &made) : undo_text(to + out, from + i);
			out += made;
			continue;
		}
		assert_true(!harmful(code_point(u + i, length)) && (!json || from[i] != '"'));
		memcpy(to + out, from + i, length);
		out += length;
		i += length;
	}
	return out;
}

static const escape_function functions[] = {escape_text, escape_json};

static void check(const char *bytes, size_t n)
{
	char out[ESCAPED_SIZE(LONGEST)];
	unsigned char back[sizeof(out)];
	size_t wanted = strnlen(bytes, n);

	for (int json = 0; json < 2; json++) {
		size_t length = functions[json](out, ESCAPED_SIZE(n), bytes, n);

		assert_int_equal(length, strlen(out));
		assert_int_equal(undo(back, out, json), wanted);
		assert_memory_equal(back, bytes, wanted);
	}
}

static void up_to_two_bytes(void **state)
{
	char bytes[2];

	(void)state;
	check("", 0);
	for (int a = 0; a < 256; a++)
		for (int b = 0; b < 256; b++) {
			bytes[0] = (char)a;
			bytes[1] = (char)b;
			check(bytes, 2);
			check(bytes, 1);
		}
}

static void every_code_point(void **state)
{
	(void)state;
	for (unsigned cp = 1; cp < 0x120000; cp++) {
		char bytes[4];
		size_t n = cp < 0x10000 ? put_utf8((unsigned char *)bytes, cp) : 4;

		if (n == 4) {
			bytes[0] = (char)(0xf0 | cp >> 18);
			bytes[1] = (char)(0x80 | (cp >> 12 & 0x3f));
			bytes[2] = (char)(0x80 | (cp >> 6 & 0x3f));
			bytes[3] = (char)(0x80 | (cp & 0x3f));
		}
		check(bytes, n);
	}
}

/* Draws half of the bytes from those where UTF-8 decides: leads, continuations, ends of their ranges */
static size_t draw(char *bytes, uint64_t *seed)
{
	static const unsigned char edges[] = {0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0,
										  0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff, '\\', '"',	'\n', 0x1b, 0xa8};
	size_t n = random_next(seed) % (LONGEST + 1);

	for (size_t i = 0; i < n; i++) {
		uint64_t r = random_next(seed);

		bytes[i] = (char)(r & 1 ? edges[(r >> 8) % sizeof(edges)] : r >> 8);
	}
	return n;
}

static void random_bytes(void **state)
{
	char bytes[LONGEST];
	uint64_t seed = 21;

	(void)state;
	for (int i = 0; i < 200000; i++)
		check(bytes, draw(bytes, &seed));
}

/* In a buffer of any size the text fits, ends with NUL, begins like the whole, and splits no character or escape */
static void cut(void **state)
{
	char bytes[LONGEST], whole[ESCAPED_SIZE(LONGEST)], part[sizeof(whole) + 1];
	unsigned char back[sizeof(whole)];
	uint64_t seed = 22;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		size_t n = draw(bytes, &seed);

		for (int json = 0; json < 2; json++) {
			functions[json](whole, sizeof(whole), bytes, n);
			for (size_t size = 1; size <= strlen(whole) + 1; size++) {
				size_t length, taken;

				memset(part, 'x', sizeof(part));
				length = functions[json](part, size, bytes, n);
				assert_true(length < size && part[length] == '\0' && part[size] == 'x');
				assert_memory_equal(part, whole, length);
				taken = undo(back, part, json);
				assert_memory_equal(back, bytes, taken);
				assert_true(length + 16 >= size - 1 || length == strlen(whole)); /* cuts no more than necessary */
			}
		}
	}
	part[0] = 'x';
	assert_int_equal(escape_text(part, 0, "abc", 3), 0);
	assert_int_equal(part[0], 'x');
}

static void examples(void **state)
{
	static const struct {
		const char *bytes, *text, *json;
	} all[] = {
		{"plain name", "plain name", "plain name"},
		{"a\nb\tc\rd", "a\\nb\\tc\\rd", "a\\u000ab\\u0009c\\u000dd"},
		{"back\\slash \"q\"", "back\\\\slash \"q\"", "back\\\\slash \\\"q\\\""},
		{"\033[2J", "\\x1b[2J", "\\u001b[2J"},
		{"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
		{"\xc2\x9b"
		 "31m",
		 "\\xc2\\x9b31m", "\\u009b31m"}, /* C1: CSI as UTF-8 */
		{"\xe2\x80\xae"
		 "evil",
		 "\\xe2\\x80\\xae"
		 "evil",
		 "\\u202e"
		 "evil"},													  /* right-to-left override */
		{"\xff\xc0\x80", "\\xff\\xc0\\x80", "\\udcff\\udcc0\\udc80"}, /* overlong NUL */
		{"\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7"},
	};
	char out[200];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		escape_text(out, sizeof(out), all[i].bytes, strlen(all[i].bytes));
		assert_string_equal(out, all[i].text);
		escape_json(out, sizeof(out), all[i].bytes, strlen(all[i].bytes));
		assert_string_equal(out, all[i].json);
	}
}

/* For terminals of 8 bits: the output has no byte from 0x80 on, and still stands for the same text */
static void eight_bits(void **state)
{
	static const struct {
		const char *bytes, *text, *json;
	} all[] = {
		{"plain", "plain", "plain"},
		{"\xc4\x9b[2J", "\\xc4\\x9b[2J", "\\u011b[2J"}, /* an 8-bit terminal takes the second byte for CSI */
		{"gr\xc3\xbc\xc3\x9f", "gr\\xc3\\xbc\\xc3\\x9f", "gr\\u00fc\\u00df"},
		{"\xf0\x9f\x90\xa7", "\\xf0\\x9f\\x90\\xa7", "\\ud83d\\udc27"},
		{"\xff", "\\xff", "\\udcff"},
	};
	char out[200];

	(void)state;
	escape_ascii(true, true);
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		escape_text(out, sizeof(out), all[i].bytes, strlen(all[i].bytes));
		assert_string_equal(out, all[i].text);
		escape_json(out, sizeof(out), all[i].bytes, strlen(all[i].bytes));
		assert_string_equal(out, all[i].json);
	}
	escape_ascii(false, false);
}

/* A sequence that n cuts off counts as bytes. ASan would find a read beyond them. */
static void reads_no_further(void **state)
{
	static const char *const cut_sequences[] = {"\xe2", "\xe2\x80", "\xf0\x9f\x90", "\xc3", "a"};
	char out[64];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(cut_sequences); i++) {
		size_t n = strlen(cut_sequences[i]), length;
		char *exact = malloc(n);

		memcpy(exact, cut_sequences[i], n);
		length = escape_text(out, sizeof(out), exact, n);
		assert_int_equal(length, exact[0] == 'a' ? 1 : n * 4);
		free(exact);
	}
}

/* XML can hold neither controls nor what is no UTF-8; what the terminal may be is not its matter. */
static void xml(void **state)
{
	static const char *const all[][2] = {
		{"plain name", "plain name"},
		{"</title><b a='1' c=\"2\">&amp;", "&#60;/title&#62;&#60;b a=&#39;1&#39; c=&#34;2&#34;&#62;&#38;amp;"},
		{"]]>", "]]&#62;"},
		{"a\nb\x01\x7f", "a\xef\xbf\xbd"
						 "b\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xff\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xef\xbf\xbe\xe2\x80\xae", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"gr\xc3\xbc\xc3\x9f \\ \xf0\x9f\x90\xa7", "gr\xc3\xbc\xc3\x9f \\ \xf0\x9f\x90\xa7"},
	};
	char out[200];

	(void)state;
	escape_ascii(true, true);
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		assert_int_equal(escape_xml(out, sizeof(out), all[i][0], strlen(all[i][0])), strlen(all[i][1]));
		assert_string_equal(out, all[i][1]);
	}
	escape_ascii(false, false);
	assert_int_equal(escape_xml(out, 8, "<<", 2), 5); /* cut between characters */
	assert_string_equal(out, "&#60;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_to_two_bytes),	cmocka_unit_test(every_code_point),
		cmocka_unit_test(random_bytes),		cmocka_unit_test(cut),
		cmocka_unit_test(examples),			cmocka_unit_test(eight_bits),
		cmocka_unit_test(reads_no_further), cmocka_unit_test(xml),
	};

	return RUN(tests);
}
