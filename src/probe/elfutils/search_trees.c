// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What libdw.a and libelf.a of elfutils 0.191 and 0.192 (Debian 13) call, and no archive of theirs has: tsearch() on a
 * tree whose root comes first in its struct. It is linked last and from an archive, so only where it is missing;
 * libelf.a of sid (0.196) has it again. No lock, as in Debian's own: one thread alone reads DWARF.
 */
#include <search.h>
#include <stddef.h>

struct search_tree {
	void *root;
};
typedef int compare(const void *, const void *);

void eu_search_tree_init(struct search_tree *tree);
void eu_search_tree_fini(struct search_tree *tree, void (*release)(void *));
void *eu_tsearch(const void *key, struct search_tree *tree, compare *order);
void *eu_tfind(const void *key, struct search_tree *tree, compare *order);
void *eu_tdelete(const void *key, struct search_tree *tree, compare *order);
void eu_tdestroy(struct search_tree *tree, void (*release)(void *));

void eu_search_tree_init(struct search_tree *tree)
{
	tree->root = NULL;
}

void eu_search_tree_fini(struct search_tree *tree, void (*release)(void *))
{
	eu_tdestroy(tree, release);
}

void *eu_tsearch(const void *key, struct search_tree *tree, compare *order)
{
	return tsearch(key, &tree->root, order);
}

void *eu_tfind(const void *key, struct search_tree *tree, compare *order)
{
	return tfind(key, &tree->root, order);
}

void *eu_tdelete(const void *key, struct search_tree *tree, compare *order)
{
	return tdelete(key, &tree->root, order);
}

void eu_tdestroy(struct search_tree *tree, void (*release)(void *))
{
	tdestroy(tree->root, release);
	tree->root = NULL;
}
