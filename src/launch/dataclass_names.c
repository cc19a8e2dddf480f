// SPDX-License-Identifier: MIT
#include "launch/dataclass_names.h"
#include "python/value/dict.h"

const struct schema_class *dataclasses_main(struct arena *a, const struct schemas *s, struct value dataclasses)
{
	const struct schema_class *best = NULL;
	struct value classes = dict_get(dataclasses, "classes");
	uint32_t most = 0;

	for (uint32_t i = 0; i < classes.as.list->n; i++) {
		const struct schema_class *c = schema_class(s, classes.as.list->at[i].val.as.s);
		uint32_t n = 0;

		if (c)
			schema_names(a, s, c, &n);
		if (n > most) {
			most = n;
			best = c;
		}
	}
	return best;
}

/* Adds the names that these classes take. A class that has no table opens the list. */
static void add_names(struct arena *a, const struct schemas *s, struct value classes, const struct schema_class *of,
		      struct value all)
{
	for (uint32_t i = 0; value_is_listlike(classes) && i < classes.as.list->n; i++) {
		const struct schema_class *c = schema_class(s, classes.as.list->at[i].val.as.s);
		uint32_t n = 0;
		const struct str **name = c && c != of ? schema_names(a, s, c, &n) : NULL;

		all.as.list->open |= !c;
		for (uint32_t k = 0; k < n; k++)
			list_push(a, all.as.list, value_str(name[k], all.at), all.at);
	}
}

struct value dataclasses_names(struct arena *a, const struct schemas *s, struct value dataclasses,
			       const struct schema_class *of)
{
	struct value own = dict_get(dataclasses, "fields"), open = dict_get(dataclasses, "open"),
		     all = value_list(a, VALUE_LIST, 8, own.at);

	for (uint32_t i = 0; i < own.as.list->n; i++)
		list_push(a, all.as.list, own.as.list->at[i].val, own.at);
	all.as.list->open = open.kind == VALUE_BOOL && open.as.b;
	add_names(a, s, dict_get(dataclasses, "classes"), of, all);
	add_names(a, s, dict_get(dataclasses, "beside"), of, all);
	return all;
}
