// SPDX-License-Identifier: MIT
/* Reads rules/schedules.yaml. */
#include "schedule/curves.h"
#include "base/vec.h"
#include "spec/compiled.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

#define ITEM(id, name, ...) name,
static const char *const curve_names[] = { CURVES_OF(ITEM) };
const char *const curve_arg_names[ARGS] = { CURVE_ARGS(ITEM) };
#undef ITEM
#define ITEM(id, name, kind) ARG_IS_##kind,
const enum curve_arg_kind curve_arg_kinds[ARGS] = { CURVE_ARGS(ITEM) };
#undef ITEM
static const char *const word_names[WORDS] = { "", "constant", "linear", "exponential", "cosine" };
static const char *const quantity_names[QUANTITIES] = { "learning_rate", "momentum" };

/* The number of the word in the list; -1: an error was reported. */
static int one_of(struct yread *y, const struct ynode *n, const char *what, const char *const *list, size_t count)
{
	const char *s = yread_text(y, n, what);

	for (size_t i = 0; s && i < count; i++)
		if (!strcmp(s, list[i]))
			return (int)i;
	if (s)
		yread_unknown(y, n->at.lo, what, s, list, count);
	return -1;
}

static bool number(struct yread *y, const struct ynode *n, const char *what, double *out)
{
	struct value v = { 0 };

	*out = NAN;
	if (!n)
		return true;
	if (!yread_value(y, n, &v))
		return false;
	if (!value_is_number(v))
		return yread_fail(y, n, "%s must be a number", what);
	*out = value_number(v);
	return true;
}

static bool texts(struct yread *y, const struct ynode *map, const char *key, const char ***out)
{
	const struct ynode *n = yaml_get(map, key);

	*out = NULL;
	return !n || yread_texts(y, n, key, out, NULL);
}

static bool read_arg(struct yread *y, const struct ynode *n, struct arg_row *out)
{
	static const char *const keys[] = { "key", "default", "least", "most", "above", "takes" };
	const struct ynode *by_default = yaml_get(n, "default");
	const char *key;

	*out = (struct arg_row){ 0 };
	if (!yread_keys(y, n, keys, ARRAY_SIZE(keys), "an argument"))
		return false;
	key = yread_text(y, yaml_get(n, "key"), "key");
	out->key = key ? yaml_get(n, "key")->text : NULL;
	return key && (!by_default || yread_value(y, by_default, &out->by_default)) &&
	       number(y, yaml_get(n, "least"), "least", &out->least) &&
	       number(y, yaml_get(n, "most"), "most", &out->most) &&
	       number(y, yaml_get(n, "above"), "above", &out->above) && texts(y, n, "takes", &out->takes);
}

/* Arguments of a map; `but`: a key that is no argument, may be NULL. */
static bool read_args(struct yread *y, const struct ynode *map, const char *but, struct arg_row *row)
{
	if (!yread_map(y, map, "arguments"))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		int arg;

		if (but && !strcmp(map->key[i]->text->s, but))
			continue;
		arg = one_of(y, map->key[i], "argument", curve_arg_names, ARGS);
		if (arg < 0 || !read_arg(y, map->kid[i], &row[arg]))
			return false;
	}
	return true;
}

static bool read_class(struct yread *y, const struct ynode *name, const struct ynode *n, const struct arg_row *common,
		       struct curve_class *out)
{
	int curve;

	if (!yread_map(y, n, "a class"))
		return false;
	curve = one_of(y, yaml_get(n, "curve"), "curve", curve_names, CURVE_COUNT);
	out->name = name->text;
	out->curve = (enum curve)curve;
	memcpy(out->arg, common, sizeof out->arg);
	return curve >= 0 && read_args(y, n, "curve", out->arg);
}

static bool read_in_iterations(struct yread *y, const struct ynode *n, struct value *out)
{
	for (uint32_t i = 0; n && i < n->n; i++) {
		int arg = one_of(y, n->key[i], "argument", curve_arg_names, ARGS);

		if (arg < 0 || !yread_value(y, n->kid[i], &out[arg]))
			return false;
	}
	return true;
}

static bool read_classes(struct yread *y, const struct ynode *n, struct curve_classes *out)
{
	static const char *const keys[] = { "at", "in_iterations", "warmup", "arguments", "classes" };
	static const char *const ways[] = { "multiplies", "divides" };
	const struct ynode *all = yaml_get(n, "classes"), *warmup = yaml_get(n, "warmup");
	struct arg_row common[ARGS] = { 0 };
	const char *at;
	int way = 0;

	if (!yread_keys(y, n, keys, ARRAY_SIZE(keys), "a quantity"))
		return false;
	at = yread_text(y, yaml_get(n, "at"), "at");
	if (warmup)
		way = one_of(y, warmup, "warmup", ways, ARRAY_SIZE(ways));
	if (!at || way < 0 || !yread_map(y, all, "classes") || !read_args(y, yaml_get(n, "arguments"), NULL, common) ||
	    !read_in_iterations(y, yaml_get(n, "in_iterations"), out->in_iterations))
		return false;
	if (!keypath_parse(y->a, at, &out->at, NULL))
		return yread_fail(y, yaml_get(n, "at"), "'%s' is no key path", at);
	out->warmup_divides = way == 1;
	out->n = all->n;
	out->cls = arena_array(y->a, struct curve_class, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++)
		if (!read_class(y, all->key[i], all->kid[i], common, &out->cls[i]))
			return false;
	return true;
}

static bool read_words(struct yread *y, const struct ynode *n, const char **out)
{
	if (!yread_map(y, n, "words"))
		return false;
	for (uint32_t i = 0; i < n->n; i++) {
		int word = one_of(y, n->kid[i], "word", word_names, WORDS);

		if (word < 0)
			return false;
		out[word] = n->key[i]->text->s;
	}
	return true;
}

static bool read_hooks(struct yread *y, const struct ynode *n, struct curve_family *out)
{
	static const char *const keys[] = { "at", "like", "but" };

	return yread_keys(y, n, keys, ARRAY_SIZE(keys), "hooks") && texts(y, n, "at", &out->hooks_at) &&
	       texts(y, n, "like", &out->hooks_like) && texts(y, n, "but", &out->hooks_but);
}

static bool read_others(struct yread *y, const struct ynode *n, struct curve_family *out)
{
	static const char *const keys[] = { "like", "by_key", "key", "not" };
	const struct ynode *key = yaml_get(n, "key");

	if (!n)
		return true;
	if (!yread_keys(y, n, keys, ARRAY_SIZE(keys), "others") || !yread_text(y, key, "key") ||
	    !texts(y, n, "like", &out->others_like) || !texts(y, n, "by_key", &out->others_by_key) ||
	    !texts(y, n, "not", &out->others_not))
		return false;
	out->others_key = key->text;
	return true;
}

static bool read_family(struct yread *y, const char *name, const struct ynode *n, struct curve_family *out)
{
	static const char *const keys[] = { "style",  "name",	 "capitalised",	  "words",   "hooks",
					    "others", "ignored", "learning_rate", "momentum" };
	static const char *const styles[] = { "anew", "chained" };
	const struct ynode *capital = yaml_get(n, "capitalised");
	int style;

	if (!yread_keys(y, n, keys, ARRAY_SIZE(keys), name))
		return false;
	style = one_of(y, yaml_get(n, "style"), "style", styles, ARRAY_SIZE(styles));
	if (style < 0 || !yread_text(y, yaml_get(n, "name"), "name") ||
	    (capital && !yread_bool(y, capital, "capitalised", &out->capitalised)) ||
	    !read_words(y, yaml_get(n, "words"), out->word) || !read_hooks(y, yaml_get(n, "hooks"), out) ||
	    !read_others(y, yaml_get(n, "others"), out) || !texts(y, n, "ignored", &out->ignored))
		return false;
	out->name = name;
	out->chained = style == 1;
	out->name_key = yaml_get(n, "name")->text;
	for (int q = 0; q < QUANTITIES; q++)
		if (!read_classes(y, yaml_get(n, quantity_names[q]), &out->of[q]))
			return false;
	return true;
}

static bool read_optimizers(struct yread *y, const struct ynode *n, struct curves *out)
{
	static const char *const keys[] = { "momentum", "with", "without" };

	if (!yread_map(y, n, "optimizers") || !texts(y, n, "momentum_keys", &out->momentum_keys))
		return false;
	out->optimizer = arena_array(y->a, struct optimizer_row, n->n + 1);
	for (uint32_t i = 0; i < n->n; i++) {
		struct optimizer_row *o = &out->optimizer[out->noptimizers];

		o->name = n->key[i]->text->s;
		if (!strcmp(o->name, "momentum_keys"))
			continue;
		if (!yread_keys(y, n->kid[i], keys, ARRAY_SIZE(keys), "an optimizer") ||
		    !number(y, yaml_get(n->kid[i], "momentum"), "momentum", &o->momentum) ||
		    !number(y, yaml_get(n->kid[i], "without"), "without", &o->state[0]) ||
		    !number(y, yaml_get(n->kid[i], "with"), "with", &o->state[1]))
			return false;
		out->noptimizers++;
	}
	return true;
}

bool curves_read(struct yread *y, const struct ynode *doc, struct curves *out)
{
	if (!yread_map(y, doc, "schedules"))
		return false;
	*out = (struct curves){ .family = arena_array(y->a, struct curve_family, doc->n + 1) };
	for (uint32_t i = 0; i < doc->n; i++) {
		const char *name = doc->key[i]->text->s;

		if (!(strcmp(name, "optimizers") ? read_family(y, name, doc->kid[i], &out->family[out->n++])
						 : read_optimizers(y, doc->kid[i], out)))
			return false;
	}
	return true;
}

const char *curve_capitalised(struct arena *a, const char *name)
{
	char *s = arena_strdup(a, name);
	bool inside = false;

	for (char *c = s; *c; c++)
		if (isupper((unsigned char)*c))
			return name;
	for (char *c = s; *c; c++) {
		if (!inside)
			*c = (char)toupper((unsigned char)*c);
		inside = isalpha((unsigned char)*c);
	}
	return s;
}

const struct curves *curves_load(struct arena *a)
{
	struct source none = { .path = "rules/schedules.yaml", .bytes = "" };
	struct err e = { 0 };
	struct yread y = { .a = a, .src = &none, .e = &e };
	struct curves *c = arena_new(a, struct curves);

	if (!curves_read(&y, embedded_find(a, "schedules.yaml"), c))
		BUG("%s", e.msg);
	return c;
}
