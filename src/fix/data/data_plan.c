// SPDX-License-Identifier: MIT
/* Plans the edits of one fix of a file of arguments: each promise is about an entry of `arguments[0].args`, or
 * of a file that these arguments name.
 *
 *	arguments[0].args.evaluation_strategy is eval_strategy	the key is written anew
 *	... and eval_strategy is there, too			refused
 *	arguments[0].files.deepspeed.args.x is "auto"		an edit of the file that `deepspeed` names */
#include "fix/data/data_plan.h"
#include "fix/data/data_edit.h"
#include "base/path.h"
#include "python/value/dict.h"
#include <string.h>

static struct keypath above(struct keypath p)
{
	return (struct keypath){ p.part, p.n - 1 };
}

static bool is_word(struct value v, const char *word)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, word);
}

/* How many parts lead to the dict of arguments: 3 in `arguments[0].args.x`, 5 in `arguments[0].files.deepspeed.args.x`;
 * 0: the path is about none. */
static uint32_t lead_of(struct keypath p)
{
	if (p.n < 4 || !is_word(p.part[0], "arguments") || p.part[p.n - 1].kind != VALUE_STR)
		return 0;
	for (uint32_t i = 2; i + 1 < p.n; i++)
		if (is_word(p.part[i], "args"))
			return i + 1;
	return 0;
}

/* As people know it: below the dict of arguments. */
static struct keypath shown(struct keypath p)
{
	uint32_t n = lead_of(p);

	return (struct keypath){ p.part + n, p.n - n };
}

static void expect(struct data_editor *ed, struct keypath path, struct expect x)
{
	struct attempt *t = ed->t;

	x.path = path;
	x.nfiles = 1;
	x.file = arena_new(ed->a, uint32_t);
	*x.file = ed->to;
	t->expect[t->nexpect++] = x;
}

static void say_format(struct data_editor *ed)
{
	ed->json = !strcmp(path_ext(ed->src->path), ".json");
	ed->toml = !strcmp(path_ext(ed->src->path), ".toml");
}

/* The file that the dict stands in: the subject's own, or one that it names, if that is linted, too. */
static bool enter_file(struct data_editor *ed, const struct promise *p, struct value in)
{
	const struct subject *of = ed->t->of, *own;

	ed->src = in.at.file == of->src->id ? of->src : sources_get(of->set->sources, in.at.file);
	if (!ed->src)
		return data_refuse(ed, "fixes of such files don't support %s", keypath_text(ed->a, p->path));
	own = subject_find(of->set, ed->src->path); /* one that several name has several sources */
	own = own && own->src ? own : NULL;
	ed->to = own ? own->src->id : of->src->id;
	say_format(ed);
	if (ed->src != of->src && (p->kind != PROMISE_SET || !dict_find(in.as.dict, p->path.part[p->path.n - 1])))
		return data_refuse(ed, "it stands in %s", path_base(ed->src->path));
	if (ed->src != of->src && !own)
		return data_refuse(ed, "%s is not among the files that are fixed", path_base(ed->src->path));
	return true;
}

/* What the file itself gives; a default of the class that reads it stands elsewhere. NULL: it gives nothing. */
static const struct entry *given(struct value in, struct value key)
{
	const struct entry *e = dict_find(in.as.dict, key);

	return e && e->key.at.file == in.at.file ? e : NULL;
}

static bool plan_rename(struct data_editor *ed, const struct promise *p, struct value in, const struct entry *x)
{
	struct keypath up = above(p->path);

	if (given(in, value_str(p->name, in.at)))
		return data_refuse(ed, "%s is there, too", p->name->s);
	expect(ed, shown(p->path), (struct expect){ .absent = true });
	expect(ed, shown(keypath_add(ed->a, up, value_str(p->name, (struct span){ 0 }))),
	       (struct expect){ .want = x->val });
	return data_rename(ed, x, p->name);
}

static bool plan_one(struct data_editor *ed, const struct promise *p)
{
	struct value in = { 0 };
	const struct entry *x;

	if (lead_of(p->path))
		in = keypath_get(ed->a, ed->t->of->tree, above(p->path)).val;
	if (in.kind != VALUE_DICT || (p->kind != PROMISE_SET && p->kind != PROMISE_REMOVE && p->kind != PROMISE_RENAME))
		return data_refuse(ed, "fixes of such files don't support %s", keypath_text(ed->a, p->path));
	if (!enter_file(ed, p, in))
		return false;
	x = given(in, p->path.part[p->path.n - 1]);
	if (p->kind == PROMISE_RENAME && x)
		return plan_rename(ed, p, in, x);
	expect(ed, shown(p->path), (struct expect){ .absent = p->kind == PROMISE_REMOVE, .want = p->want });
	if (p->kind == PROMISE_SET)
		return x ? data_set(ed, x, p->want) : data_insert(ed, in, p->path.part[p->path.n - 1].as.s, p->want);
	return x ? data_remove(ed, in, x) : data_refuse(ed, "%s does not exist", keypath_text(ed->a, shown(p->path)));
}

static bool plan_all(struct data_editor *ed)
{
	const struct fixplan *f = ed->t->plan;
	struct edits own = { 0 };
	bool fits;

	for (uint32_t i = 0; i < f->n; i++)
		if (!plan_one(ed, &f->promise[i]))
			return false;
	fits = edits_add_all(&own, &ed->t->edits);
	vec_release(&own);
	if (!fits)
		return data_refuse(ed, "two of its own edits are at the same place");
	return ed->t->edits.n || data_refuse(ed, "the text would not change");
}

bool data_plan(struct arena *a, struct attempt *t, enum fix_scope scope)
{
	struct data_editor ed = { .a = a, .t = t, .src = t->of->src };

	(void)scope;
	say_format(&ed);
	t->edits.n = 0;
	t->nexpect = 0;
	t->expect = arena_array(a, struct expect, 2 * t->plan->n + 1);
	if (plan_all(&ed))
		return true;
	t->state = ATTEMPT_REFUSED;
	t->reason = ed.reason;
	t->edits.n = 0;
	return false;
}
