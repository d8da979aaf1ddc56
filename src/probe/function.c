// SPDX-License-Identifier: GPL-2.0-or-later
#include "function.h"

#include "sys/kernel_btf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "/sys/kernel/btf"

static __u32 prototype_in(unsigned module, const char *name)
{
	int id = kernel_btf_find_in(module, name, BTF_KIND_FUNC);

	return id < 0 ? 0 : kernel_btf_ref((__u32)id, kernel_btf_type((__u32)id)->type);
}

/* A module without the function is dropped again: there may be a hundred modules. */
static __u32 in_module(const char *module, const char *name)
{
	int number = kernel_btf_module(module);
	__u32 id = number > 0 ? prototype_in((unsigned)number, name) : 0;

	if (number > 0 && !id)
		kernel_btf_module_drop((unsigned)number);
	return id;
}

struct search {
	const char *name;
	__u32 prototype;
};

static int look_into(void *arg, unsigned module)
{
	struct search *search = arg;

	search->prototype = prototype_in(module, search->name);
	return search->prototype != 0;
}

static __u32 in_any_module(const char *name)
{
	struct search search = {name, 0};

	for (unsigned module = 1; module <= KERNEL_BTF_MODULES; module++)
		if (look_into(&search, module)) /* of those whose BTF is loaded */
			return search.prototype;
	kernel_btf_each_module(look_into, &search);
	return search.prototype;
}

/* Cuts into module and function, without the suffix of a part of a function (.isra.0, .constprop.1). */
static bool cut(char *copy, size_t size, const char *function, const char **module, const char **name)
{
	char *colon;

	if (snprintf(copy, size, "%s", function) >= (int)size)
		return false;
	colon = strchr(copy, ':');
	*module = colon ? copy : NULL;
	*name = colon ? colon + 1 : copy;
	if (colon)
		*colon = '\0';
	((char *)*name)[strcspn(*name, ".")] = '\0';
	return **name && !strchr(copy, '/');
}

__u32 type_function(const char *function, struct why *why)
{
	const char *module = NULL, *name = NULL;
	char copy[192];
	__u32 id;
	int err = kernel_btf_load();

	if (err) {
		because_at(why, err, 0, "this kernel has no BTF (" FOLDER "/vmlinux: %s): names of arguments are not known",
				   strerror(-err));
		return 0;
	}
	if (!cut(copy, sizeof(copy), function, &module, &name)) {
		because_at(why, -EINVAL, 0, "'%s' is no function's name", function);
		return 0;
	}
	if (module && strcmp(module, "vmlinux")) {
		id = in_module(module, name);
	} else {
		id = prototype_in(0, name);
		if (!id && !module)
			id = in_any_module(name);
	}
	if (!id)
		because_at(why, -ENOENT, 0,
				   "the kernel's BTF has no prototype of %s: there is no such function, it is inlined, the compiler "
				   "changed its arguments, or it is in a module without BTF (all are before 5.11)",
				   function);
	return id;
}
