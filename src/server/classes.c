// SPDX-License-Identifier: MIT
#include "server/classes.h"
#include "code/listing.h"
#include "python/value/dict.h"
#include <string.h>

const char *class_named(struct arena *a, struct value type)
{
	const struct ref *r = type.kind == VALUE_REF ? type.as.ref : NULL;

	if (type.kind == VALUE_STR)
		return type.as.s->s;
	return r && r->name ? arena_printf(a, "%s.%s", r->module->s, r->name->s) : NULL;
}

const char *class_last(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

/* What stands before the name must be a package of the project: a class of that name elsewhere is another one. */
const struct str *class_own(const struct code *c, const char *name)
{
	const struct str *whole = str_lit(name), *last = str_lit(class_last(name));

	if (code_type(c, whole))
		return whole;
	if (last == whole || !code_has_package(c, str_of(name, strcspn(name, "."))))
		return NULL;
	return code_type(c, last) ? last : NULL;
}

const struct code_params *class_params(const struct code *c, const char *name)
{
	const struct str *own = c && name ? class_own(c, name) : NULL;

	return own ? code_type(c, own) : NULL;
}

bool class_place(const struct code *c, const char *name, struct code_place *at)
{
	const struct str *own = class_own(c, name);

	return code_class_at(c, str_lit(name), at) || (own && code_class_at(c, own, at));
}

const struct code_params *class_taking(const struct code *c, struct arena *a, const struct module *m,
				       struct keypath key)
{
	struct value in = keypath_get(a, m->merged, (struct keypath){ key.part, key.n - 1 }).val;
	const struct code_params *p = class_params(c, class_named(a, dict_get(in, "type")));

	for (uint32_t i = 0; p && i < p->n; i++)
		if (key.part[key.n - 1].kind == VALUE_STR && p->name[i] == key.part[key.n - 1].as.s)
			return p;
	return NULL;
}
