// SPDX-License-Identifier: MIT
/* Rule functions about the arguments of classes and of formats of files, by the tables of rules/schemas/, and about how
 * they are written. */
#include "arguments/schema.h"
#include "config/data_config.h"
#include "facts/function/priv.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

static const struct span nowhere;

static void put_text(struct facts *f, struct value d, const char *key, const char *text)
{
	if (text)
		dict_put(f->arena, d.as.dict, value_text(key, nowhere), value_text(text, nowhere), nowhere);
}

/* The values of a closed choice, "a|b|c". */
static void put_choices(struct facts *f, struct value d, const char *type)
{
	struct value all = value_list(f->arena, VALUE_LIST, 4, nowhere);
	for (const char *at = type; at && strchr(type, '|') && *at; at += *at == '|') {
		size_t n = strcspn(at, "|");
		list_push(f->arena, all.as.list, value_str(str_of(at, n), nowhere), nowhere);
		at += n;
	}
	if (all.as.list->n)
		dict_put(f->arena, d.as.dict, value_text("choices", nowhere), all, nowhere);
}

static const struct schemas *schemas_for(const struct rulecall *c)
{
	return schemas_of(c->facts->subject->set->fs);
}

/* What rules get of a row of a schema: many rules query it about each argument of a file. */
static struct value remembered(struct facts *f, const void *of, struct value v)
{
	struct value *m = arena_new(f->arena, struct value);
	*m = v;
	map_put(f->arena, &f->of_schema, of, m);
	return v;
}

/* The oldest version of the package that was read. */
static const char *oldest_read(const struct schemas *s, const struct str *package)
{
	uint32_t n;
	const struct schema_table *t = schema_tables(s, &n);

	for (uint32_t i = 0; i < n; i++)
		if (t[i].package == package)
			return t[i].oldest;
	return NULL;
}

/* schema_argument('trl.SFTConfig', 'max_length'): {name, package, oldest, newest, since, type, default}, and where they
 * are: until, becomes, choices, stage; absent where no version takes it */
static struct value fn_argument(struct rulecall *c)
{
	const struct str *class, *name;
	struct facts *f = c->facts;
	struct value why;
	if (!rule_text(c, 0, &class, &why) || !rule_text(c, 1, &name, &why))
		return why;
	const struct schemas *all = schemas_for(c);
	const struct schema_class *k = schema_class(all, class);
	const struct schema_argument *x = k ? schema_argument(all, k, name) : NULL;
	if (!x)
		return facts_absent(f, nowhere, name->s);
	const struct value *known = map_get(&f->of_schema, x);
	if (known)
		return *known;
	struct value d = value_dict(f->arena, nowhere);
	put_text(f, d, "name", x->name->s);
	put_text(f, d, "package", x->package->s);
	put_text(f, d, "oldest", oldest_read(all, x->package));
	put_text(f, d, "newest", x->newest);
	put_text(f, d, "since", x->since);
	put_text(f, d, "until", x->until);
	put_text(f, d, "type", x->type);
	put_text(f, d, "default", x->value);
	put_text(f, d, "stage", x->stage);
	put_text(f, d, "becomes", x->becomes ? x->becomes->s : NULL);
	put_choices(f, d, x->type);
	return remembered(f, x, value_freeze(f->arena, d));
}

/* schema_names('trl.SFTConfig'): all that some version takes; empty where the class has no table */
static struct value fn_argument_names(struct rulecall *c)
{
	const struct str *class;
	struct facts *f = c->facts;
	struct value why, out = value_list(f->arena, VALUE_LIST, 0, nowhere);
	uint32_t n = 0;
	if (!rule_text(c, 0, &class, &why))
		return why;
	const struct schemas *all = schemas_for(c);
	const struct schema_class *k = schema_class(all, class);
	const struct value *known = k ? map_get(&f->of_schema, k) : NULL;
	if (known)
		return *known;
	const struct str **name = k ? schema_names(f->arena, all, k, &n) : NULL;
	for (uint32_t i = 0; i < n; i++)
		list_push(f->arena, out.as.list, value_str(name[i], nowhere), nowhere);
	return k ? remembered(f, k, out) : out;
}

/* Files of keys, in which an argument has its bare name; key=value on a line is such a key, too. */
static bool is_key_at(const struct rulecall *c, struct span at, const struct str *name)
{
	const struct source *s = sources_get(c->facts->subject->set->sources, at.file);
	if (!s || at.lo >= s->len)
		return false;
	return data_is_config(s->path) ||
	       (s->len - at.lo > name->len && !memcmp(s->bytes + at.lo, name->s, name->len) &&
		s->bytes[at.lo + name->len] == '=');
}

static struct span place_of(const struct entry *e)
{
	return e->use.file ? e->use : e->val.at;
}

/* Where nothing gives the argument, it is written as the first one that is given. */
static bool is_key(const struct rulecall *c, struct value args, const struct str *name)
{
	const struct entry *e = dict_find(args.as.dict, value_str(name, nowhere));
	struct dict_iter it;
	if (e && place_of(e).file)
		return is_key_at(c, place_of(e), name);
	for (dict_begin(&it, args.as.dict); (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && place_of(e).file)
			return is_key_at(c, place_of(e), e->key.as.s);
	return false;
}

/* argument_name(a, 'fp16'): as it is written where it stands, --fp16 on a launch line. a: a set of arguments, or None
 */
static struct value fn_name(struct rulecall *c)
{
	struct value set = rule_arg(c, 0), why;
	const struct str *name;
	if (set.kind == VALUE_UNKNOWN)
		return set;
	if (!rule_text(c, 1, &name, &why))
		return why;
	if (set.kind != VALUE_DICT)
		return value_str(name, nowhere);
	const char *form = dict_get_text(set, "form");
	struct value args = dict_get(set, "args");
	bool flag = form && !strcmp(form, "line") && args.kind == VALUE_DICT && !is_key(c, args, name);
	return value_text(flag ? arena_printf(c->facts->arena, "--%s", name->s) : name->s, nowhere);
}

static const struct rulefn rows[] = {
	{ "argument_name", 2, 2, fn_name, LOOKS_ALL, OF_ANY },
	{ "schema_argument", 2, 2, fn_argument, LOOKS_VALUE, OF_ANY },
	{ "schema_names", 1, 1, fn_argument_names, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_schema = { rows, ARRAY_SIZE(rows) };
