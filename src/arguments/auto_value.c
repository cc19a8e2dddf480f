// SPDX-License-Identifier: MIT
#include "arguments/auto_value.h"
#include "arguments/global_batch.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

static struct value value_named(const struct effective_set *by, const char *name)
{
	const struct effective *e = effective_find(by, name);

	return e ? e->value : (struct value){ 0 };
}

/* One that is True is enough; one that is not known leaves the others to say so. An argument that no class takes is
 * no switch that is on. */
static struct value any_of(const struct effective_set *by, const struct ynode *names)
{
	bool unknown = false;

	for (uint32_t i = 0; i < names->n; i++) {
		const struct effective *e = effective_find(by, names->kid[i]->text->s);

		if (e && e->value.kind == VALUE_BOOL && e->value.as.b)
			return value_bool(true, nowhere);
		unknown |= e ? e->value.kind == VALUE_UNKNOWN : by->open;
	}
	return unknown ? (struct value){ 0 } : value_bool(false, nowhere);
}

static struct value list_of(struct arena *a, const struct effective_set *by, const struct ynode *names)
{
	struct value all = value_list(a, VALUE_LIST, names->n, nowhere);

	for (uint32_t i = 0; i < names->n; i++)
		list_push(a, all.as.list, value_named(by, names->kid[i]->text->s), nowhere);
	return all;
}

static const char *words_of(struct arena *a, const struct ynode *names, const char *between)
{
	const char *all = "";

	for (uint32_t i = 0; i < names->n; i++)
		all = arena_printf(a, "%s%s%s", all, i ? between : "", names->kid[i]->text->s);
	return all;
}

static struct value product(const struct effective_sources *s, const struct effective_set *by, const char **says)
{
	struct global_batch b = effective_batch(s, by);

	*says = arena_printf(s->a, "%s x %s x processes", b.each ? b.each->name->s : "batch per device",
			     b.accumulation ? b.accumulation->name->s : "accumulation");
	return b.total ? value_int(b.total, nowhere) : (struct value){ 0 };
}

struct effective argument_filled(const struct effective_sources *s, const struct schema_class *table,
				 const struct effective_set *by, struct effective x)
{
	const struct ynode *row = table && x.value.kind == VALUE_STR && !strcmp(x.value.as.s->s, "auto")
					  ? meaning_auto(s->meanings, table->name, x.name->s)
					  : NULL;
	const struct ynode *of = row && row->n ? row->kid[0] : NULL;
	const char *how = of ? row->key[0]->text->s : "";

	if (!strcmp(how, "is")) {
		x.value = value_named(by, of->text->s);
		x.says = of->text->s;
	} else if (!strcmp(how, "any")) {
		x.value = any_of(by, of);
		x.says = words_of(s->a, of, " or ");
	} else if (!strcmp(how, "list")) {
		x.value = list_of(s->a, by, of);
		x.says = words_of(s->a, of, ", ");
	} else if (!strcmp(how, "product")) {
		x.value = product(s, by, &x.says);
	} else if (!strcmp(how, "number")) {
		x.value = value_int(atoll(of->text->s), nowhere);
		x.says = "a fixed value";
	} else if (!strcmp(how, "text")) {
		x.value = (struct value){ 0 };
		x.says = of->text->s;
	}
	return x;
}
