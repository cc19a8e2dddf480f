// SPDX-License-Identifier: MIT
/* What is registered under which name: decorators, calls with module=, and builders that make a type by hand. */
#ifndef CODE_REGISTRY_H
#define CODE_REGISTRY_H
#include "base/str.h"

struct index;
struct registered {
	const struct str *name;
	struct cls *cls; /* NULL: a function, or something not followed (both NULL) */
	struct fn *fn;
	struct registered *next; /* another one of this name */
};
void registry_collect(struct index *c); /* after names_collect of all files */
#endif
