// SPDX-License-Identifier: MIT
/* Turns texts of a file of arguments into what its reader makes of them, by one row of `readers` in
 * rules/arguments.yaml: all texts that look like numbers to OmegaConf, or each text as argparse takes a flag.
 *
 * Invariant: a text becomes a number only where each version that the project allows makes one of it; where only some
 * do, it is Unknown with that cause.
 *
 * 	llamafactory>=0.9.4	learning_rate: 1e-4	0.0001
 * 	llamafactory<0.9.4	learning_rate: 1e-4	'1e-4'
 * 	of any version		learning_rate: 1e-4	Unknown */
#include "arguments/read_text.h"
#include "python/value/dict.h"
#include "project/versions.h"
#include "text/source.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEP = 16 };
enum known { KNOWN_NO, KNOWN_YES, KNOWN_NOT };

/* ---- as a flag ---- */

static struct value number_of(const char *text, const char *type, struct value as_it_is)
{
	char *end;
	long long i = strtoll(text, &end, 10);

	if (*text && !*end)
		return value_int(i, as_it_is.at);
	double f = strtod(text, &end);

	return *text && !*end && strcmp(type, "int") != 0 ? value_float(f, as_it_is.at) : as_it_is;
}

static struct value bool_of(const char *text, struct value as_it_is)
{
	static const char *const yes[] = { "true", "yes", "t", "y", "1" }, *const no[] = { "false", "no", "f", "n",
											   "0" };

	for (size_t i = 0; i < ARRAY_SIZE(yes); i++)
		if (!strcasecmp(text, yes[i]) || !strcasecmp(text, no[i]))
			return value_bool(!strcasecmp(text, yes[i]), as_it_is.at);
	return as_it_is;
}

/* An argument of the project's own class has the type of its default. */
static const char *type_of(const struct schema_argument *x, struct value own)
{
	return own.kind == VALUE_INT	 ? "int"
	       : own.kind == VALUE_FLOAT ? "float"
	       : own.kind == VALUE_BOOL	 ? "bool"
	       : x && x->type		 ? x->type
					 : "";
}

struct value argument_parsed(const struct schema_argument *x, struct value own, struct value v)
{
	const char *type = type_of(x, own);

	if (v.kind != VALUE_STR)
		return v;
	if (!strcmp(type, "int") || !strcmp(type, "float"))
		return number_of(v.as.s->s, type, v);
	return !strcmp(type, "bool") ? bool_of(v.as.s->s, v) : v;
}

/* ---- as OmegaConf resolves it ---- */

static size_t digits(const char *text)
{
	size_t n = isdigit((unsigned char)*text) ? strspn(text, "0123456789_") : 0;

	return n;
}

/* omegaconf/_utils.py: get_yaml_loader: 1e-4, 1.5e3, which YAML 1.1 takes for texts. */
static bool looks_like_number(const char *text)
{
	const char *at = text + (*text == '-' || *text == '+');
	size_t n = digits(at);

	at += n;
	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789_");
	if (!n || (*at != 'e' && *at != 'E'))
		return false;
	at += 1 + (at[1] == '-' || at[1] == '+');
	return isdigit((unsigned char)*at) && !at[strspn(at, "0123456789")];
}

/* It stands there without quotes. */
static bool is_plain(const struct text_reader_options *r, struct value v)
{
	const struct source *src = v.at.file ? sources_get(r->sources, v.at.file) : NULL;

	return src && v.at.lo < src->len && src->bytes[v.at.lo] == v.as.s->s[0];
}

static struct value as_number(struct arena *a, struct value v)
{
	char *text = arena_strdup(a, v.as.s->s), *to = text;

	for (const char *p = v.as.s->s; *p; p++)
		if (*p != '_')
			*to++ = *p;
	*to = 0;
	v.kind = VALUE_FLOAT;
	v.as.f = strtod(text, NULL);
	return v;
}

/* ---- a file ---- */

/* Whether the reader has done so in the versions that the project allows. */
static enum known does(const struct text_reader_options *r, const struct ynode *row)
{
	const char *since = yaml_str(yaml_get(row, "since")), *package = yaml_str(yaml_get(row, "package"));
	struct value of = package ? dict_get(r->versions, package) : (struct value){ 0 };
	const char *least = dict_get_text(of, "least"), *most = dict_get_text(of, "most");

	if (!since || (least && version_order(least, since) >= 0))
		return KNOWN_YES;
	return most && version_order(most, since) < 0 ? KNOWN_NO : KNOWN_NOT;
}

bool arguments_reader_may(const struct text_reader_options *r)
{
	const struct ynode *row = meaning_reader(r->meanings, r->reader);

	return !row || does(r, row) != KNOWN_NO;
}

static struct value doubted(struct arena *a, const struct ynode *row, struct value v)
{
	return value_unknown(a, WHY_VERSION, v.at,
			     arena_printf(a, "whether %s is a number (from %s %s on) or a text", v.as.s->s,
					  yaml_str(yaml_get(row, "package")), yaml_str(yaml_get(row, "since"))));
}

struct text_converter {
	struct arena *a;
	const struct text_reader_options *r;
	const struct ynode *row;
	enum known does;
	bool flags;
};

static struct value one_number(const struct text_converter *x, struct value v)
{
	if (!looks_like_number(v.as.s->s) || !is_plain(x->r, v) || x->does == KNOWN_NO)
		return v;
	return x->does == KNOWN_YES ? as_number(x->a, v) : doubted(x->a, x->row, v);
}

static struct value read_numbers(const struct text_converter *x, struct value v, unsigned depth)
{
	struct dict_iter it;
	struct value out;

	if (v.kind == VALUE_STR)
		return one_number(x, v);
	if (depth == DEEP || (v.kind != VALUE_DICT && v.kind != VALUE_LIST))
		return v;
	if (v.kind == VALUE_LIST) {
		out = value_list(x->a, VALUE_LIST, v.as.list->n, v.at);
		for (uint32_t i = 0; i < v.as.list->n; i++)
			list_push(x->a, out.as.list, read_numbers(x, v.as.list->at[i].val, depth + 1),
				  v.as.list->at[i].use);
		out.flags = v.flags;
		return out;
	}
	out = value_dict(x->a, v.at);
	out.flags = v.flags;
	out.as.dict->open = v.as.dict->open;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(x->a, out.as.dict, e->key, read_numbers(x, e->val, depth + 1), e->use);
	return out;
}

const struct schema_argument *argument_of_any(const struct text_reader_options *r, const struct str *name)
{
	const struct schema_argument *x = r->class ? schema_argument(r->schemas, r->class, name) : NULL;

	for (uint32_t i = 0; !x && value_is_listlike(r->beside) && i < r->beside.as.list->n; i++) {
		struct value one = r->beside.as.list->at[i].val;
		const struct schema_class *c = one.kind == VALUE_STR ? schema_class(r->schemas, one.as.s) : NULL;

		x = c ? schema_argument(r->schemas, c, name) : NULL;
	}
	return x;
}

static struct value one_flag(const struct text_converter *x, const struct entry *e)
{
	struct value own = dict_get(x->r->defaults, e->key.as.s->s);
	struct value parsed = argument_parsed(argument_of_any(x->r, e->key.as.s), own, e->val);

	if (parsed.kind == e->val.kind || x->does == KNOWN_NO)
		return e->val;
	return x->does == KNOWN_YES ? parsed : doubted(x->a, x->row, e->val);
}

static struct value read_flags(const struct text_converter *x, struct value args)
{
	struct value out = value_dict(x->a, args.at);
	struct dict_iter it;

	out.flags = args.flags;
	out.as.dict->open = args.as.dict->open;
	dict_begin(&it, args.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(x->a, out.as.dict, e->key, e->key.kind == VALUE_STR ? one_flag(x, e) : e->val, e->use);
	return out;
}

struct value arguments_read_texts(struct arena *a, const struct text_reader_options *r, struct value args)
{
	const struct ynode *row = meaning_reader(r->meanings, r->reader);
	const char *texts = yaml_str(yaml_get(row, "texts"));
	struct text_converter x = { .a = a, .r = r, .row = row };

	if (!texts || args.kind != VALUE_DICT)
		return args;
	x.does = does(r, row);
	return !strcmp(texts, "flags") ? read_flags(&x, args) : read_numbers(&x, args, 0);
}
