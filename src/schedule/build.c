// SPDX-License-Identifier: MIT
/* Converts a config's dicts to parts: the class, then each argument as the class takes it. An unknown value, or one
 * that the class refuses, makes the whole quantity unknown, with the reason.
 *
 *	dict(type='LinearLR', start_factor=0.001, begin=0, end=500)	a part from step 0 to 500 */
#include "schedule/priv.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include <fnmatch.h>
#include <string.h>

enum { NUMBERS_MOST = 1000 }; /* of a list: each step reads them */

struct part_builder {
	struct arena *a;
	const struct curve_family *family;
	const struct curve_classes *of;
	enum quantity q;
	const struct training *t;
	const char *why;
};

static const char *not_known(struct part_builder *b, const char *what, struct value v)
{
	enum why why = v.as.cause ? v.as.cause->why : WHY_NONE;

	return arena_printf(b->a, "%s %s", what, why_text(why));
}

/* The name of a class without its package; NULL: v names none. */
static const char *class_name(struct value v)
{
	const struct str *s = v.kind == VALUE_STR      ? v.as.s
			      : v.kind == VALUE_REF    ? (v.as.ref->name ? v.as.ref->name : v.as.ref->module)
			      : v.kind == VALUE_OBJECT ? v.as.obj->name
						       : NULL;
	const char *dot = s ? strrchr(s->s, '.') : NULL;

	return dot ? dot + 1 : s ? s->s : NULL;
}

static const struct curve_class *find_class(const struct curve_classes *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->cls[i].name->s, name))
			return &all->cls[i];
	return NULL;
}

/* ---- arguments ---- */

static bool takes(const struct arg_row *row, struct value v)
{
	for (const char **t = row->takes; t && *t; t++)
		if (!strcmp(*t, value_type_name(v)))
			return true;
	return !row->takes;
}

static bool in_limits(const struct arg_row *row, double d)
{
	return !(d < row->least) && !(d > row->most) && !(d <= row->above);
}

static bool refuse(struct part_builder *b, const struct arg_row *row, const char *what)
{
	b->why = arena_printf(b->a, "its argument %s %s", row->key->s, what);
	return false;
}

static bool put_number(struct part_builder *b, const struct arg_row *row, struct value v, double *out)
{
	if (!value_is_known(v)) {
		b->why = not_known(b, row->key->s, v);
		return false;
	}
	if (!value_is_number(v))
		return refuse(b, row, "is no number");
	*out = value_number(v);
	return isfinite(*out) && in_limits(row, *out) ? true : refuse(b, row, "is one that the class refuses");
}

static bool put_word(struct part_builder *b, const struct arg_row *row, struct value v, double *out)
{
	for (int w = 1; v.kind == VALUE_STR && w < WORDS; w++)
		if (b->family->word[w] && !strcmp(b->family->word[w], v.as.s->s)) {
			*out = w;
			return true;
		}
	if (!value_is_known(v)) {
		b->why = not_known(b, row->key->s, v);
		return false;
	}
	return refuse(b, row, "is one that the class refuses");
}

static bool put_numbers(struct part_builder *b, const struct arg_row *row, struct value v, struct part *p,
			enum curve_arg arg)
{
	uint32_t n = value_is_listlike(v) ? v.as.list->n : 1;
	double *all;

	if (n > NUMBERS_MOST)
		return refuse(b, row, "has more than 1000 numbers");
	all = arena_array(b->a, double, n + 1);
	if (value_is_listlike(v) && v.as.list->open)
		return refuse(b, row, "is not known as a whole");
	for (uint32_t i = 0; i < n; i++)
		if (!put_number(b, row, value_is_listlike(v) ? v.as.list->at[i].val : v, &all[i]))
			return false;
	p->list[arg] = (struct numbers){ all, n };
	p->arg[arg] = value_is_listlike(v) ? NAN : all[0];
	return true;
}

static bool put_arg(struct part_builder *b, const struct arg_row *row, struct value v, struct part *p,
		    enum curve_arg arg)
{
	bool known = value_is_known(v);

	if (known && p->given[arg] && !takes(row, v))
		return refuse(b, row, arena_printf(b->a, "is of type %s, which the class refuses", value_type_name(v)));
	switch (curve_arg_kinds[arg]) {
	case ARG_IS_WORD:
		return put_word(b, row, v, &p->arg[arg]);
	case ARG_IS_NUMBERS:
		return put_numbers(b, row, v, p, arg);
	case ARG_IS_FLAG:
		if (known && !value_is_number(v))
			return refuse(b, row, "is neither True nor False");
		/* fall through */
	case ARG_IS_NUMBER:
		break;
	}
	return put_number(b, row, v, &p->arg[arg]);
}

/* None means "not given" if it is the class's default. */
static bool is_given(const struct entry *e, const struct arg_row *row)
{
	return e && !(e->val.kind == VALUE_NONE && !value_is_known(row->by_default));
}

static bool read_arg(struct part_builder *b, const struct curve_class *cls, const struct dict *d, struct part *p,
		     enum curve_arg arg)
{
	const struct arg_row *row = &cls->arg[arg];
	const struct entry *e = row->key ? dict_find_str(d, row->key) : NULL;
	struct value v = row->by_default;

	p->arg[arg] = NAN;
	if (!row->key)
		return true;
	p->given[arg] = is_given(e, row);
	if (p->given[arg])
		v = e->val;
	else if (b->t->counts == COUNTS_ITERATIONS && value_is_known(b->of->in_iterations[arg]))
		v = b->of->in_iterations[arg];
	return (!p->given[arg] && !value_is_known(v)) || put_arg(b, row, v, p, arg);
}

static bool listed(const char **list, const char *word)
{
	for (; list && *list; list++)
		if (!strcmp(*list, word))
			return true;
	return false;
}

/* A key that the class takes; false: it raises, or its effect is unknown. */
static bool is_taken(struct part_builder *b, const struct curve_class *cls, const struct entry *e)
{
	if (e->key.kind != VALUE_STR)
		return false;
	if (e->key.as.s == b->family->name_key || listed(b->family->ignored, e->key.as.s->s))
		return true;
	for (int i = 0; i < ARGS; i++)
		if (cls->arg[i].key == e->key.as.s)
			return true;
	return false;
}

static bool all_taken(struct part_builder *b, const struct curve_class *cls, const struct dict *d)
{
	const struct entry *e;
	struct dict_iter it;

	if (d->open) {
		b->why = "its dict may hold keys that are not known";
		return false;
	}
	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (!is_taken(b, cls, e)) {
			b->why = arena_printf(b->a, "%s takes no argument '%s'", cls->name->s,
					      e->key.kind == VALUE_STR ? e->key.as.s->s : "?");
			return false;
		}
	return true;
}

/* Two arguments have the same meaning: exactly one must be given. */
static bool has_one_floor(struct part_builder *b, const struct curve_class *cls, struct part *p)
{
	if (!cls->arg[ARG_FLOOR_RATIO].key)
		return true;
	if (p->given[ARG_FLOOR] && p->given[ARG_FLOOR_RATIO])
		return refuse(b, &cls->arg[ARG_FLOOR], "stands beside its ratio, which the class refuses");
	if (p->given[ARG_FLOOR_RATIO])
		p->arg[ARG_FLOOR] = NAN;
	else if (isnan(p->arg[ARG_FLOOR]) && p->curve == CURVE_COSINE && b->family->chained)
		p->arg[ARG_FLOOR] = 0;
	if (isnan(p->arg[ARG_FLOOR]) && isnan(p->arg[ARG_FLOOR_RATIO]))
		return refuse(b, &cls->arg[ARG_FLOOR], "and its ratio are missing, which the class refuses");
	return true;
}

/* A required argument of the class. */
static bool has_needed(struct part_builder *b, const struct curve_class *cls, struct part *p)
{
	static const enum curve_arg needed[] = { ARG_STEPS, ARG_FACTOR, ARG_PERIODS, ARG_PEAK };

	for (size_t i = 0; i < ARRAY_SIZE(needed); i++)
		if (cls->arg[needed[i]].key && isnan(p->arg[needed[i]]) && !p->list[needed[i]].at)
			return refuse(b, &cls->arg[needed[i]], "is missing, without which the class can't be made");
	if (p->list[ARG_PERIODS].n != p->list[ARG_WEIGHTS].n)
		return refuse(b, &cls->arg[ARG_PERIODS], "is not as long as its weights, which the class refuses");
	if (p->arg[ARG_WARMUP] > 0 && !(p->arg[ARG_WARMUP_LENGTH] > 0))
		return refuse(b, &cls->arg[ARG_WARMUP_LENGTH], "is 0, which the class refuses");
	return true;
}

static bool build_part(struct part_builder *b, const struct curve_class *cls, const struct dict *d, struct part *p)
{
	*p = (struct part){ .curve = cls->curve, .divides = b->of->warmup_divides };
	if (cls->curve == CURVE_MEASURED) {
		b->why = arena_printf(b->a, "%s follows what is measured in training", cls->name->s);
		return false;
	}
	if (!all_taken(b, cls, d))
		return false;
	for (int arg = 0; arg < ARGS; arg++)
		if (!read_arg(b, cls, d, p, (enum curve_arg)arg))
			return false;
	return has_one_floor(b, cls, p) && has_needed(b, cls, p);
}

static bool fits(const char **patterns, const char *name)
{
	for (; patterns && *patterns; patterns++)
		if (!fnmatch(*patterns, name, 0))
			return true;
	return false;
}

/* A scheduler of a quantity that is not queried. */
static bool is_other(const struct curve_family *f, const char *name, const struct dict *d)
{
	const struct entry *e = f->others_key ? dict_find_str(d, f->others_key) : NULL;

	return fits(f->others_like, name) || (fits(f->others_by_key, name) && e && e->val.kind == VALUE_STR &&
					      !listed(f->others_not, e->val.as.s->s));
}

/* One dict of the schedule. */
static bool add(struct part_builder *b, struct value v, struct parts *out)
{
	const struct curve_classes *other = &b->family->of[b->q == MOMENTUM ? LEARNING_RATE : MOMENTUM];
	const struct entry *e = v.kind == VALUE_DICT ? dict_find_str(v.as.dict, b->family->name_key) : NULL;
	const struct curve_class *cls;
	const char *name;

	if (v.kind != VALUE_DICT) {
		b->why = value_is_known(v) ? "the schedule is no dict" : not_known(b, "the schedule", v);
		return false;
	}
	name = e ? class_name(e->val) : NULL;
	if (!name) {
		b->why = arena_printf(b->a, "'%s' of the schedule names no class", b->family->name_key->s);
		return false;
	}
	if (b->family->capitalised)
		name = curve_capitalised(b->a, name);
	cls = find_class(b->of, name);
	if (!cls && keypath_same(other->at, b->of->at) && find_class(other, name))
		return true; /* it belongs to the other quantity */
	if (!cls && is_other(b->family, name, v.as.dict))
		return true;
	out->given = true;
	if (!cls) {
		b->why = arena_printf(b->a, "what %s does is not known", name);
		return false;
	}
	return build_part(b, cls, v.as.dict, &out->at[out->n++]);
}

static bool hook_sets(struct part_builder *b, struct value v)
{
	const struct entry *e = v.kind == VALUE_DICT ? dict_find_lit(v.as.dict, "type") : NULL;
	const char *name = e ? class_name(e->val) : NULL;

	if (!name || !fits(b->family->hooks_like, name) || listed(b->family->hooks_but, name))
		return false;
	b->why = arena_printf(b->a, "what %s does is not known", name);
	return true;
}

/* Whether a hook of the config sets the same values as the schedule. */
static bool hooks_set(struct part_builder *b, struct value cfg)
{
	for (const char **at = b->family->hooks_at; at && *at; at++) {
		struct keypath p;
		struct value v = { 0 };
		const struct entry *e;
		struct dict_iter it;

		if (keypath_parse(b->a, *at, &p, NULL))
			v = keypath_get(b->a, cfg, p).val;
		for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n; i++)
			if (hook_sets(b, v.as.list->at[i].val))
				return true;
		if (v.kind != VALUE_DICT)
			continue;
		dict_begin(&it, v.as.dict);
		while ((e = dict_next(&it)))
			if (hook_sets(b, e->val))
				return true;
	}
	return false;
}

static void build(struct part_builder *b, struct value v, struct parts *out)
{
	uint32_t n = value_is_listlike(v) ? v.as.list->n : 1;

	out->at = arena_array(b->a, struct part, n + 1);
	if (value_is_listlike(v) && v.as.list->open)
		b->why = "the list of schedulers is not known as a whole";
	if (!value_is_listlike(v))
		add(b, v, out);
	for (uint32_t i = 0; value_is_listlike(v) && i < n && !b->why; i++)
		add(b, v.as.list->at[i].val, out);
}

void parts_build(struct arena *a, const struct curve_family *f, enum quantity q, struct value cfg,
		 const struct training *t, struct parts *out)
{
	struct part_builder b = { .a = a, .family = f, .of = &f->of[q], .q = q, .t = t };
	struct slot s = keypath_get(b.a, cfg, f->of[q].at);
	bool absent = s.val.kind == VALUE_NONE ||
		      (s.val.kind == VALUE_UNKNOWN && s.val.as.cause && s.val.as.cause->why == WHY_ABSENT);

	*out = (struct parts){ 0 };
	if (!hooks_set(&b, cfg) && !absent)
		build(&b, s.val, out);
	if (isnan(t->start[q]) && !b.why)
		b.why = "the value that the optimizer begins with is not known";
	out->why = b.why;
}
