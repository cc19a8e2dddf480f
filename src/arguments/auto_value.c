// SPDX-License-Identifier: MIT
#include "arguments/auto_value.h"
#include "arguments/global_batch.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

static const struct effective *named(const struct effective_set *by, const struct ynode *name)
{
	return effective_find(by, name->text->s);
}

/* One that is True is enough; one that is not known leaves it to the others. */
static struct value any_of(const struct effective_set *by, const struct ynode *names)
{
	bool unknown = by->open;

	for (uint32_t i = 0; i < names->n; i++) {
		const struct effective *e = named(by, names->kid[i]);

		if (e && e->value.kind == VALUE_BOOL && e->value.as.b)
			return value_bool(true, nowhere);
		unknown |= e && e->value.kind != VALUE_BOOL && e->value.kind != VALUE_NONE;
	}
	return unknown ? (struct value){ 0 } : value_bool(false, nowhere);
}

static struct value list_of(struct arena *a, const struct effective_set *by, const struct ynode *names)
{
	struct value all = value_list(a, VALUE_LIST, names->n, nowhere);

	for (uint32_t i = 0; i < names->n; i++) {
		const struct effective *e = named(by, names->kid[i]);

		if (!e || !value_is_known(e->value))
			return (struct value){ 0 };
		list_push(a, all.as.list, e->value, nowhere);
	}
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
	bool fills = by->class && effective_role(s, by, "batch_per_device");
	const struct ynode *row = fills && table && x.value.kind == VALUE_STR && !strcmp(x.value.as.s->s, "auto")
					  ? meaning_auto(s->meanings, table->name, x.name->s)
					  : NULL;
	const struct ynode *of = row && row->n ? row->kid[0] : NULL;
	const char *how = of ? row->key[0]->text->s : "";

	if (!strcmp(how, "is")) {
		x.value = named(by, of) ? named(by, of)->value : (struct value){ 0 };
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
