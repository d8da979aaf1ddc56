// SPDX-License-Identifier: GPL-2.0-or-later
#include "cfi_entries.h"

#include <string.h>

/* DW_EH_PE_*, the Linux Standard Base's: low bits say how long a number is, high bits what it is counted from */
enum {
	PE_ABSOLUTE = 0,
	PE_UDATA2 = 2,
	PE_UDATA4 = 3,
	PE_UDATA8 = 4,
	PE_SDATA2 = 10,
	PE_SDATA4 = 11,
	PE_SDATA8 = 12,
	PE_FORM = 0x0f,
	PE_FROM_ITSELF = 0x10,
};

#define RETURN_ADDRESS 16 /* its register's number on x86-64 */

bool cfi_entry_next(const struct cfi_section *s, size_t *at, struct cfi_entry *to)
{
	struct cfi_bytes rest = {s->bytes + *at, s->bytes + s->size, false};
	uint64_t length = cfi_unsigned(&rest, 4), id;
	const uint8_t *id_at;

	if (length == UINT32_MAX)
		length = cfi_unsigned(&rest, 8);
	to->body = cfi_block(&rest, length);
	if (rest.bad)
		return false;
	*at = (size_t)(rest.at - s->bytes);
	id_at = to->body.at;
	id = cfi_unsigned(&to->body, 4); /* bad in an entry of length 0, which ends the part of one object file */
	to->is_cie = !id;
	to->cie = id <= (uint64_t)(id_at - s->bytes) ? (size_t)(id_at - s->bytes) - id : s->size;
	return true;
}

static uint64_t number(struct cfi_bytes *bytes, unsigned form)
{
	switch (form) {
	case PE_ABSOLUTE:
	case PE_UDATA8:
	case PE_SDATA8:
		return cfi_unsigned(bytes, 8);
	case PE_UDATA4:
		return cfi_unsigned(bytes, 4);
	case PE_SDATA4:
		return (uint64_t)cfi_signed(bytes, 4);
	case PE_UDATA2:
		return cfi_unsigned(bytes, 2);
	case PE_SDATA2:
		return (uint64_t)cfi_signed(bytes, 2);
	}
	bytes->bad = true;
	return 0;
}

uint64_t cfi_address(const struct cfi_section *s, struct cfi_bytes *bytes, uint8_t encoding)
{
	uint64_t from = 0;

	if ((encoding & ~PE_FORM) == PE_FROM_ITSELF)
		from = s->address + (uint64_t)(bytes->at - s->bytes);
	else if (encoding & ~PE_FORM)
		bytes->bad = true;
	return from + number(bytes, encoding & PE_FORM);
}

/* "zPLR" and the like: one letter for each thing in the block of augmentation */
static bool read_augmentation(const char *letters, struct cfi_bytes *bytes, struct cfi_cie *to)
{
	struct cfi_bytes block;

	to->encoding = PE_ABSOLUTE;
	to->sized = *letters == 'z';
	if (!to->sized)
		return !*letters;
	block = cfi_block(bytes, cfi_uleb(bytes));
	for (letters++; *letters; letters++)
		switch (*letters) {
		case 'R':
			to->encoding = (uint8_t)cfi_unsigned(&block, 1);
			break;
		case 'L':
			cfi_unsigned(&block, 1);
			break;
		case 'P': /* who handles exceptions */
			number(&block, cfi_unsigned(&block, 1) & PE_FORM);
			break;
		case 'S':
			to->signal = true;
			break;
		default:
			return false;
		}
	return !block.bad;
}

bool cfi_cie_read(const struct cfi_section *s, size_t at, struct cfi_cie *to)
{
	struct cfi_entry entry;
	const char *letters;
	uint64_t version, return_address;

	memset(to, 0, sizeof(*to));
	if (at >= s->size || !cfi_entry_next(s, &at, &entry) || !entry.is_cie)
		return false;
	to->size = (size_t)(entry.body.end - entry.body.at);
	version = cfi_unsigned(&entry.body, 1);
	letters = cfi_string(&entry.body);
	if (version != 1 && version != 3)
		return false;
	to->code_align = cfi_uleb(&entry.body);
	to->data_align = cfi_sleb(&entry.body);
	return_address = version == 1 ? cfi_unsigned(&entry.body, 1) : cfi_uleb(&entry.body);
	if (return_address != RETURN_ADDRESS || !read_augmentation(letters, &entry.body, to))
		return false;
	to->program = entry.body;
	return !entry.body.bad;
}

bool cfi_fde_read(const struct cfi_section *s, const struct cfi_entry *entry, const struct cfi_cie *cie,
				  struct cfi_fde *to)
{
	struct cfi_bytes bytes = entry->body;
	uint64_t length;

	to->start = cfi_address(s, &bytes, cie->encoding);
	length = number(&bytes, cie->encoding & PE_FORM);
	to->end = to->start + length;
	if (cie->sized)
		cfi_block(&bytes, cfi_uleb(&bytes));
	to->program = bytes;
	return !bytes.bad && to->end > to->start;
}
