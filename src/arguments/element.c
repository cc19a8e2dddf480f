// SPDX-License-Identifier: MIT
#include "arguments/element.h"
#include "python/value/dict.h"
#include <string.h>

struct value arguments_element(struct arena *a, const struct arguments_element *e)
{
	struct value d = value_dict(a, e->at);
	const struct {
		const char *key;
		struct value v;
	} part[] = {
		{ "class", e->class ? value_str(e->class->name, e->at) : value_text("", e->at) },
		{ "name", value_text(e->name, e->at) },
		{ "form", value_text(e->form, e->at) },
		{ "number", value_int(e->number, e->at) },
		{ "args", e->args },
		{ "own", e->own },
		{ "files", e->files },
		{ "versions", e->versions },
	};
	for (size_t i = 0; i < ARRAY_SIZE(part); i++)
		dict_put(a, d.as.dict, value_text(part[i].key, e->at), part[i].v, e->at);
	return d;
}

struct value arguments_versions(struct arena *a, const struct schemas *s, struct value top)
{
	struct value d = value_dict(a, top.at);
	for (const struct str *const *p = schema_packages(s); *p; p++) {
		const struct entry *e = dict_find_str(top.as.dict, *p);
		if (e)
			dict_put(a, d.as.dict, e->key, e->val, top.at);
	}
	return d;
}
