// SPDX-License-Identifier: MIT
/* The evaluation's hook takes some of its arguments; the rest goes to a method of the data set. */
#include "lint/judge/evaluation.h"
#include "facts/type_scope.h"
#include "lint/judge/code_finding.h"
#include "python/value/dict.h"

struct evaluation {
	const struct code *code;
	const struct code_habits *habits;
	const struct str *type; /* the data set's */
	const struct str *chosen;
	const struct code_params *evaluate, *hook;
	const struct dict *dict;
	bool empty;
};

/* false: the data set is no class of the project's. */
static bool find_dataset(struct native_ctx *c, struct evaluation *v)
{
	const struct keypath p = v->habits->dataset_path, dict = { p.part, p.n - 1 };
	const struct dialect *d = facts_dialect(c->facts);
	struct slot s = keypath_get(c->a, c->subject->tree, p);
	if (s.found != p.n || s.val.kind != VALUE_STR)
		return false;
	struct scope_said scope = scope_at(&c->rs->dialects.vocab->parts, c->a, c->subject->tree, dict,
					   scope_of_tree(v->code, c->subject->tree));
	const struct type_place by = { scope.name, d ? d->family : NULL, &dict };
	const struct code_lookup x = code_lookup(v->code, s.val.as.s, &by);
	v->type = x.name;
	v->chosen = x.chosen;
	return x.is == CODE_TYPE_FOUND && !scope.unknown;
}

static bool evaluation_of(struct native_ctx *c, struct evaluation *v)
{
	v->code = c->code;
	if (!v->code || c->subject->tree.kind != VALUE_DICT)
		return false;
	v->habits = code_habits(v->code);
	const struct entry *e = dict_find_str(c->subject->tree.as.dict, v->habits->evaluation);
	if (!e || e->val.kind != VALUE_DICT || e->val.as.dict->open || !find_dataset(c, v))
		return false;
	v->dict = e->val.as.dict;
	v->hook = code_hooks(v->code);
	v->evaluate = code_method(v->code, v->chosen, v->habits->evaluate, &v->empty);
	return v->evaluate && v->hook;
}

static void report_leftover(struct native_ctx *c, const struct evaluation *v, struct keypath p, const struct entry *e)
{
	const char *key = e->key.as.s->s, *all = v->habits->evaluation->s, *method = v->habits->evaluate;
	const struct str *near = v->evaluate->swallows ? NULL : code_nearest(c, e->key.as.s, v->evaluate, v->dict);
	const char *msg = v->evaluate->swallows
				  ? arena_printf(c->a, "%s.%s reaches %s.%s(**kwargs), which ignores it", all, key,
						 v->type->s, method)
				  : arena_printf(c->a, "%s.%s() takes no %s: TypeError at the first evaluation%s%s%s",
						 v->type->s, method, key, near ? "; did you mean " : "",
						 near ? near->s : "", near ? "?" : "");
	struct slot s = keypath_get(c->a, c->subject->tree, p);
	bool nothing = v->evaluate->swallows && code_asks_nothing(e->val);
	struct diag *d = native_add(c, nothing ? SEV_INFO : c->rule->severity, s.key.file ? s.key : e->use, "%s", msg);
	d->path = arena_printf(c->a, "%s.%s", all, key);
	code_related(c, d, code_params_at(v->code, v->evaluate, false),
		     arena_printf(c->a, "%s takes %s", v->evaluate->by, code_names_text(c, v->evaluate)));
	code_promise(c, d, p, near, SAFETY_SAFE);
}

static void check_leftovers(struct native_ctx *c, bool swallowed)
{
	struct evaluation v;
	struct dict_iter it;
	const struct entry *e;
	if (!evaluation_of(c, &v) || v.evaluate->open || v.evaluate->swallows != swallowed)
		return;
	for (dict_begin(&it, v.dict); (e = dict_next(&it));) {
		struct value *part = arena_array(c->a, struct value, 2);
		part[0] = value_str(v.habits->evaluation, (struct span){ 0 });
		part[1] = e->key;
		struct keypath p = { part, 2 };
		if (e->key.kind != VALUE_STR || (e->flags & EF_MAYBE) ||
		    str_among(e->key.as.s, v.evaluate->name, v.evaluate->n) ||
		    str_among(e->key.as.s, v.hook->name, v.hook->n) || code_is_builders(v.code, p) ||
		    code_mentions(v.code, e->key.as.s) || code_key(v.code, c->a, p).fate == CODE_READ)
			continue;
		report_leftover(c, &v, p, e);
	}
}

/* No evaluation comes for sure: what would go wrong in it doesn't. */
static bool never_evaluated(struct native_ctx *c)
{
	const struct fact *f = facts_get(c->facts, str_lit("never_evaluated"));
	return f && f->val.kind == VALUE_BOOL && f->val.as.b;
}

void evaluation_rejected(struct native_ctx *c)
{
	if (!never_evaluated(c))
		check_leftovers(c, false);
}

void evaluation_swallowed(struct native_ctx *c)
{
	check_leftovers(c, true);
}

void evaluation_nothing(struct native_ctx *c)
{
	struct evaluation v;
	if (never_evaluated(c) || !evaluation_of(c, &v) || !v.empty)
		return;
	struct slot s = keypath_get(c->a, c->subject->tree, v.habits->dataset_path);
	struct diag *d =
		native_add(c, c->rule->severity, s.use.file ? s.use : s.val.at,
			   "%s.%s() returns nothing: the evaluation hook fails on its None after the first validation",
			   v.type->s, v.habits->evaluate);
	d->path = v.habits->dataset;
	code_related(c, d, code_params_at(v.code, v.evaluate, false), "no path of this function returns a value");
}
