// SPDX-License-Identifier: MIT
/* Lays what is given over the defaults: of the project's own classes, then of the library.
 *
 * Invariant: a name stands in a set once, and what wins is what stands there. Where more may be given than is known, no
 * default is; of a library of which the project has a copy, none of its own.
 *
 *	TrainingArguments('out', learning_rate=2e-5)	learning_rate given at train.py:4:42; the others are defaults */
#include "arguments/effective_arguments.h"
#include "arguments/argument_default.h"
#include "arguments/auto_value.h"
#include "arguments/element.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { CLASSES_MAX = 8, DEEP = 16 };

struct set_builder {
	const struct effective_sources *s;
	struct effective_set *out;
	uint32_t cap;
	struct map seen; /* names */
	const struct schema_class *class[CLASSES_MAX];
	uint32_t nclasses;
	const struct effective_set *by; /* of a file: the set that names it */
	const struct schema_class *table;
};

static void add(struct set_builder *b, struct effective e)
{
	struct effective_set *out = b->out;

	if (map_get(&b->seen, e.name))
		return;
	map_put(b->s->a, &b->seen, e.name, b);
	if (out->n == b->cap) {
		struct effective *more = arena_array(b->s->a, struct effective, b->cap * 2 + 16);

		if (out->n)
			memcpy(more, out->at, out->n * sizeof *more);
		b->cap = b->cap * 2 + 16;
		out->at = more;
	}
	out->at[out->n++] = e;
}

/* ---- what is given ---- */

static bool is_open(struct value args)
{
	return args.kind != VALUE_DICT || args.as.dict->open;
}

static void add_given(struct set_builder *b, struct value args)
{
	struct value defaults = dict_get(b->out->element, "defaults");
	struct dict_iter it;

	if (args.kind != VALUE_DICT)
		return;
	dict_begin(&it, args.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct value v = e->flags & EF_MAYBE ? (struct value){ .at = e->val.at } : e->val;

		if (e->key.kind == VALUE_STR && !arguments_is_default(defaults, e))
			add(b, (struct effective){ .name = e->key.as.s,
						   .value = v,
						   .key = e->key.at,
						   .at = v.at.file ? v.at : e->use });
	}
}

/* The keys of a section come one by one: zero_optimization.stage */
static void add_keys(struct set_builder *b, struct value args, const char *above, unsigned depth)
{
	struct dict_iter it;

	dict_begin(&it, args.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR)
			continue;
		const char *name = arena_printf(b->s->a, "%s%s", above, e->key.as.s->s);

		if (e->val.kind == VALUE_DICT && e->val.as.dict->count && depth < DEEP) {
			add_keys(b, e->val, arena_printf(b->s->a, "%s.", name), depth + 1);
			continue;
		}
		struct effective x = { .name = str_lit(name), .value = e->val, .key = e->key.at, .at = e->val.at };

		add(b, b->by ? argument_filled(b->s, b->table, b->by, x) : x);
	}
}

/* ---- defaults ---- */

static void add_own_defaults(struct set_builder *b)
{
	struct value defaults = dict_get(b->out->element, "defaults");
	struct dict_iter it;

	if (defaults.kind != VALUE_DICT)
		return;
	dict_begin(&it, defaults.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		add(b, (struct effective){ .name = e->key.as.s,
					   .value = b->out->open ? (struct value){ .at = e->val.at } : e->val,
					   .by = EFFECTIVE_OWN,
					   .key = e->key.at,
					   .at = e->val.at });
}

static int by_name(const void *x, const void *y)
{
	return strcmp((*(const struct str *const *)x)->s, (*(const struct str *const *)y)->s);
}

static void add_library_defaults(struct set_builder *b, const struct schema_class *c)
{
	struct value versions = dict_get(b->out->element, "versions"), copies = dict_get(b->out->element, "copies");
	struct arena *a = b->s->a;
	uint32_t n;
	const struct str **name = schema_names(a, b->s->schemas, c, &n);

	if (n)
		qsort(name, n, sizeof *name, by_name);
	for (uint32_t i = 0; i < n; i++) {
		struct argument_default d = argument_default(a, b->s->schemas, c, name[i], versions, copies);

		if (!d.taken)
			continue;
		add(b, (struct effective){ .name = name[i],
					   .value = b->out->open ? (struct value){ 0 } : d.value,
					   .by = EFFECTIVE_LIBRARY,
					   .says = d.says });
	}
}

/* Of a launch line the script's parser may be made of several classes. */
static void find_classes(struct set_builder *b)
{
	struct value of = dict_get(dict_get(b->out->launch, "dataclasses"), "classes");
	bool line = dict_get_text(b->out->element, "form") && !strcmp(dict_get_text(b->out->element, "form"), "line");

	if (b->out->class)
		b->class[b->nclasses++] = b->out->class;
	for (uint32_t i = 0; line && value_is_listlike(of) && i < of.as.list->n; i++) {
		struct value one = of.as.list->at[i].val;
		const struct schema_class *c = one.kind == VALUE_STR ? schema_class(b->s->schemas, one.as.s) : NULL;

		if (c && c != b->out->class && b->nclasses < CLASSES_MAX)
			b->class[b->nclasses++] = c;
	}
}

/* The project's class has bases that are not seen. */
static bool is_another(struct value element)
{
	struct value own = dict_get(element, "own"), copies = dict_get(element, "copies");
	bool copied = value_is_listlike(copies) && copies.as.list->n;

	return value_is_listlike(own) && own.as.list->open && !copied;
}

void effective_of(const struct effective_sources *s, struct value element, struct value launch,
		  struct effective_set *out)
{
	struct set_builder b = { .s = s, .out = out };
	struct value class = dict_get(element, "class"), args = dict_get(element, "args");
	const char *form = dict_get_text(element, "form");

	*out = (struct effective_set){ .element = element, .launch = launch };
	out->class = class.kind == VALUE_STR ? schema_class(s->schemas, class.as.s) : NULL;
	out->open = is_open(args) || is_another(element);
	find_classes(&b);
	if (form && !strcmp(form, "file") && args.kind == VALUE_DICT)
		add_keys(&b, args, "", 0);
	else
		add_given(&b, args);
	out->ngiven = out->n;
	add_own_defaults(&b);
	for (uint32_t i = 0; i < b.nclasses; i++)
		add_library_defaults(&b, b.class[i]);
}

void effective_of_file(const struct effective_sources *s, struct value file, const struct effective_set *by,
		       struct effective_set *out)
{
	struct value class = dict_get(file, "class"), args = dict_get(file, "args");
	struct set_builder b = { .s = s, .out = out, .by = by };

	*out = (struct effective_set){ .element = file, .launch = by->launch };
	out->class = b.table = class.kind == VALUE_STR ? schema_class(s->schemas, class.as.s) : NULL;
	out->open = is_open(args);
	if (args.kind == VALUE_DICT)
		add_keys(&b, args, "", 0);
	out->ngiven = out->n;
}

/* ---- what the command line says ---- */

static struct value converted(struct value text, const char *type)
{
	char *end;

	if (text.kind != VALUE_STR || !type)
		return text;
	if (!strcmp(type, "int")) {
		long long i = strtoll(text.as.s->s, &end, 10);

		return text.as.s->len && !*end ? value_int(i, text.at) : (struct value){ .at = text.at };
	}
	if (!strcmp(type, "float")) {
		double f = strtod(text.as.s->s, &end);

		return text.as.s->len && !*end ? value_float(f, text.at) : (struct value){ .at = text.at };
	}
	return !strcmp(type, "str") || !*type ? text : (struct value){ .at = text.at };
}

struct value argument_of_flag(struct value launch, const char *flag, struct value said)
{
	struct value declared = dict_get(dict_get(dict_get(launch, "parser"), "flags"), flag);
	const char *action = dict_get_text(declared, "action");

	if (said.kind == VALUE_BOOL)
		return action && !strcmp(action, "store_false") ? value_bool(!said.as.b, said.at) : said;
	return declared.kind == VALUE_DICT ? converted(said, dict_get_text(declared, "type"))
					   : (struct value){ .at = said.at };
}

static void take_flag(struct effective *e, struct value launch, const char *flag)
{
	struct value given = dict_get(launch, "flag");
	const struct entry *said = given.kind == VALUE_DICT ? dict_find_lit(given.as.dict, flag) : NULL;

	if (said) {
		e->value = argument_of_flag(launch, flag, said->val);
		e->at = said->val.at;
		e->of_line = true;
	} else if (dict_get_true(launch, "open")) {
		e->value = (struct value){ .at = e->at };
	}
}

void effective_take_flags(struct effective_set *x, struct value flags)
{
	for (uint32_t i = 0; flags.kind == VALUE_DICT && i < x->ngiven; i++) {
		const char *flag = dict_get_text(flags, x->at[i].name->s);

		if (flag)
			take_flag(&x->at[i], x->launch, flag);
	}
}

void effective_forget_flags(struct effective_set *x, struct value flags, struct value but)
{
	for (uint32_t i = 0; flags.kind == VALUE_DICT && i < x->ngiven; i++)
		if (dict_get_text(flags, x->at[i].name->s) && !dict_get_text(but, x->at[i].name->s))
			x->at[i].value = (struct value){ .at = x->at[i].at };
}

/* ---- queries ---- */

const struct effective *effective_find(const struct effective_set *x, const char *name)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (!strcmp(x->at[i].name->s, name))
			return &x->at[i];
	return NULL;
}

/* A default that only versions before the newest have. */
static bool is_past(const struct effective_sources *s, const struct effective_set *x, const struct effective *e)
{
	const struct schema_argument *row = x->class ? schema_argument(s->schemas, x->class, e->name) : NULL;

	return e->by == EFFECTIVE_LIBRARY && row && row->until;
}

/* What is given goes before defaults, those that are known before others, and those of the newest version first. */
static unsigned rank(const struct effective_sources *s, const struct effective_set *x, const struct effective *e)
{
	if (e->by != EFFECTIVE_LIBRARY)
		return 3;
	return is_past(s, x, e) ? 0 : e->value.kind == VALUE_UNKNOWN ? 1 : 2;
}

const struct effective *effective_role(const struct effective_sources *s, const struct effective_set *x,
				       const char *role)
{
	const struct ynode *names = meaning_names(s->meanings, role);
	const struct effective *best = NULL;

	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct effective *e = effective_find(x, names->kid[i]->text->s);

		if (e && e->value.kind != VALUE_NONE && (!best || rank(s, x, e) > rank(s, x, best)))
			best = e;
	}
	return best;
}
