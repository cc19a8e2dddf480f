// SPDX-License-Identifier: MIT
/* Plans the edits of one fix of a launch script. Each promise is looked up in the script's tree (part_at) and handled
 * by the kind of its part: a variable, an option of the launcher, a flag of the script.
 *
 * Invariant: a plan edits bytes of this script only, and no two of its edits overlap; else it is refused with a
 * reason, and has no edits.
 *
 *	an option shall be 4		torchrun --nproc_per_node=8  ->  torchrun --nproc_per_node=4
 *	pipefail = True			`set -o pipefail` as a line of its own, if no other pipe is affected
 *	a value from a variable	that is used twice: refused, "N is also used for something else" */
#include "fix/launch/launch_plan.h"
#include "fix/launch/launch_part.h"
#include "fix/launch/statement.h"
#include "launch/launch_subject.h"
#include "python/value/dict.h"
#include <string.h>

struct launch_plan_ctx {
	struct word_editor w;
	const struct launched *of;
	const struct launch_words *words;
};

/* ---- telling */

static void expect(struct launch_plan_ctx *pl, const char *name, const struct promise *p, struct value want)
{
	struct attempt *t = pl->w.t;
	struct value part = value_text(name, (struct span){ 0 });

	t->expect[t->nexpect] = (struct expect){ .path = keypath_add(pl->w.a, (struct keypath){ 0 }, part),
						 .absent = p->kind == PROMISE_REMOVE,
						 .want = want,
						 .nfiles = 1 };
	t->expect[t->nexpect].file = arena_new(pl->w.a, uint32_t);
	*t->expect[t->nexpect++].file = pl->w.src->id;
}

/* --work-dir is work_dir. */
static const char *listed(struct arena *a, const char *flag)
{
	char *name = arena_strdup(a, flag + strspn(flag, "-"));

	for (char *p = name; *p; p++)
		*p = *p == '-' ? '_' : *p;
	return name;
}

static bool not_rewritten(struct launch_plan_ctx *pl, const struct promise *p)
{
	return reword_refuse(&pl->w, "fixes of launch scripts don't support %s", keypath_text(pl->w.a, p->path));
}

static const char *text_for(struct arena *a, struct value v)
{
	return v.kind == VALUE_STR   ? v.as.s->s
	       : v.kind == VALUE_INT ? arena_printf(a, "%lld", (long long)v.as.i)
				     : NULL;
}

/* ---- environment variables */

static bool plan_setting(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	struct value name = dict_get(x->of, "name"), value = dict_get(x->of, "value");
	const char *now = text_for(pl->w.a, p->want);

	expect(pl, x->name, p, p->want);
	if (p->kind == PROMISE_REMOVE && !x->key)
		return name.at.file == pl->w.src->id ? assignment_remove(&pl->w, &pl->of->script, name.at.lo)
						     : reword_refuse(&pl->w, "it is set in another script");
	if (p->kind != PROMISE_SET || !now || !x->key)
		return not_rewritten(pl, p);
	if (!strcmp(x->key, "name"))
		return word_replace(&pl->w, name.at, WORD_BEGIN, x->name, now);
	if (strcmp(x->key, "value") != 0 || value.kind != VALUE_STR)
		return not_rewritten(pl, p);
	return word_replace(&pl->w, value.at, WORD_END, value.as.s->s, now);
}

/* ---- what launchers say */

static bool plan_launcher(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	struct relaunch r;

	if (p->kind != PROMISE_SET || p->want.kind != VALUE_STR)
		return not_rewritten(pl, p);
	if (!relaunch_find(pl->w.a, pl->words, pl->w.src, x->whole, p->want.as.s->s, &r))
		return reword_refuse(&pl->w, "'%s' isn't written as such on line %u", dict_get_text(x->whole, "by"),
				     source_point(pl->w.src, x->whole.at.lo).line + 1);
	expect(pl, "launcher", p, value_text(r.text, (struct span){ 0 }));
	reword_edit(&pl->w, r.at.lo, r.at.hi, r.text);
	return true;
}

static bool is_watched(struct value launch)
{
	static const char *const by[] = { "errexit", "relied", "last" };

	for (size_t i = 0; i < ARRAY_SIZE(by); i++)
		if (dict_get_true(launch, by[i]))
			return true;
	return false;
}

/* For the whole script, where no other pipeline's status could matter. */
static bool plan_pipefail(struct launch_plan_ctx *pl, const struct promise *p)
{
	const struct subject *s = pl->w.t->of;
	struct value all = dict_get(s->tree, "launches");
	uint32_t n = all.as.list->n, nknown = 0, at;
	struct span *known = arena_array(pl->w.a, struct span, n + 1);

	if (p->kind != PROMISE_SET || p->want.kind != VALUE_BOOL || !p->want.as.b)
		return not_rewritten(pl, p);
	for (uint32_t i = 0; i < n; i++) {
		struct value l = all.as.list->at[i].val;

		if (dict_get_true(l, "trains") || !is_watched(l))
			known[nknown++] = l.at;
	}
	at = other_pipe(pl->w.a, pl->w.src, &pl->of->script, known, nknown);
	if (at != UINT32_MAX)
		return reword_refuse(&pl->w, "the exit status of the pipe on line %u would change too",
				     source_point(pl->w.src, at).line + 1);
	expect(pl, "pipefail", p, p->want);
	line_insert(&pl->w, &pl->of->script, "set -o pipefail");
	return true;
}

/* The first spelling of an option, by the launcher's row. */
static const char *option_word(const struct launch_plan_ctx *pl, const struct line_part *x, bool *flag)
{
	const char *by = dict_get_text(x->whole, "by");

	for (uint32_t i = 0; by && i < pl->words->nrows; i++) {
		const struct launch_row *r = &pl->words->row[i];

		if (!words_have(&r->name, by) && !words_have(&r->as_module, by))
			continue;
		for (uint32_t k = 0; k < r->noptions; k++)
			if (!strcmp(r->option[k].field, x->key)) {
				*flag = r->option[k].flag;
				return r->option[k].word.at[0];
			}
	}
	return NULL;
}

static bool insert_option(struct launch_plan_ctx *pl, const struct line_part *x, const char *now)
{
	struct value by = dict_get(x->whole, "by");
	bool flag = false;
	const char *word = x->slurm ? NULL : option_word(pl, x, &flag);
	uint32_t lo = by.at.lo;

	if (!word || by.at.file != pl->w.src->id || dict_get_text(x->whole, "via") || !by.as.s->len ||
	    by.at.hi - lo != by.as.s->len || memcmp(pl->w.src->bytes + lo, by.as.s->s, by.as.s->len))
		return reword_refuse(&pl->w, "no option for %s can be put there", x->key);
	words_insert(&pl->w, by.at.hi, flag ? word : arena_printf(pl->w.a, "%s=%s", word, word_written(pl->w.a, now)));
	return true;
}

/* A value from a variable is changed where the variable is set, if nothing else uses it. */
static bool is_used_once(struct launch_plan_ctx *pl, struct span value)
{
	const char *other = value.file == pl->w.src->id ? assignment_shared(&pl->w, &pl->of->script, value.lo) : NULL;

	return !other || reword_refuse(&pl->w, "%s is also used for something else", other);
}

static bool plan_field(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	struct value was = dict_get(x->of, x->key);
	const char *now = p->want.kind == VALUE_BOOL && p->want.as.b ? "" : text_for(pl->w.a, p->want);

	if (!x->slurm && !strcmp(x->key, "by"))
		return plan_launcher(pl, x, p);
	if (!x->slurm && !strcmp(x->key, "pipefail"))
		return plan_pipefail(pl, p);
	expect(pl, x->key, p, p->want);
	if (p->kind == PROMISE_REMOVE && was.kind == VALUE_BOOL && was.at.file == pl->w.src->id &&
	    !dict_get_text(x->whole, "via")) {
		word_remove(&pl->w, was.at);
		return true;
	}
	if (p->kind != PROMISE_SET || !now)
		return not_rewritten(pl, p);
	if (!dict_find_lit(x->of.as.dict, x->key))
		return insert_option(pl, x, now);
	if (!text_for(pl->w.a, was))
		return not_rewritten(pl, p);
	return is_used_once(pl, was.at) && word_replace(&pl->w, was.at, WORD_END, text_for(pl->w.a, was), now);
}

/* ---- flags of the script */

/* After all arguments of the launched script. */
static uint32_t words_end(struct value launch, uint32_t file)
{
	struct value flags = dict_get(launch, "flags"), positionals = dict_get(launch, "positionals");
	const struct entry *script = dict_find_lit(launch.as.dict, "script");
	uint32_t end = script && script->use.file == file ? script->use.hi : 0;

	for (uint32_t i = 0; i < positionals.as.list->n; i++)
		if (positionals.as.list->at[i].use.hi > end)
			end = positionals.as.list->at[i].use.hi;
	for (uint32_t i = 0; i < flags.as.list->n; i++) {
		struct value f = flags.as.list->at[i].val, values = dict_get(f, "values");

		end = f.at.hi > end ? f.at.hi : end;
		for (uint32_t k = 0; k < values.as.list->n; k++)
			if (values.as.list->at[k].use.hi > end)
				end = values.as.list->at[k].use.hi;
	}
	return end;
}

static bool insert_flag(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	const char *now = x->argument ? argument_text(pl->w.a, p->want) : text_for(pl->w.a, p->want);
	bool alone = !x->argument && p->want.kind == VALUE_BOOL && p->want.as.b;
	uint32_t end = words_end(x->whole, pl->w.src->id);

	if (p->kind != PROMISE_SET || (!now && !alone))
		return not_rewritten(pl, p);
	if (!end || dict_get_text(x->whole, "via"))
		return reword_refuse(&pl->w, "its words are in another script");
	expect(pl, listed(pl->w.a, x->name), p, p->want);
	words_insert(&pl->w, end,
		     alone ? x->name : arena_printf(pl->w.a, "%s %s", x->name, word_written(pl->w.a, now)));
	return true;
}

static bool same_text(struct value x, struct value y)
{
	return x.kind == VALUE_STR && y.kind == VALUE_STR && x.as.s == y.as.s;
}

/* Several values become one: quotes go around them. */
static bool join_values(struct launch_plan_ctx *pl, const struct list *was, const struct list *now)
{
	uint32_t head = 0, tail = 0;

	while (head < now->n && head < was->n && same_text(was->at[head].val, now->at[head].val))
		head++;
	while (tail + head < now->n && tail + head < was->n &&
	       same_text(was->at[was->n - 1 - tail].val, now->at[now->n - 1 - tail].val))
		tail++;
	if (head + tail + 1 != now->n || head + tail >= was->n)
		return reword_refuse(&pl->w, "the words of the flag can't be joined");
	return words_quote(&pl->w, was->at[head].use.lo, was->at[was->n - 1 - tail].use.hi);
}

static bool quote_globs(struct launch_plan_ctx *pl, const struct list *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!words_quote(&pl->w, all->at[i].use.lo, all->at[i].use.hi))
			return false;
	return true;
}

/* The flag and its values, which follow it. */
static bool remove_flag(struct launch_plan_ctx *pl, struct span name, const struct list *values)
{
	struct span all = name;

	for (uint32_t i = 0; i < values->n; i++) {
		struct span at = values->at[i].use;

		if (at.file != name.file || at.lo < name.lo)
			return reword_refuse(&pl->w, "its words are in several places");
		all.hi = at.hi > all.hi ? at.hi : all.hi;
	}
	word_remove(&pl->w, all);
	return true;
}

static bool is_given(const struct line_part *x, const char *flag)
{
	struct value all = dict_get(x->whole, "flags");

	for (uint32_t i = 0; i < all.as.list->n; i++) {
		const char *name = dict_get_text(all.as.list->at[i].val, "name");

		if (name && !strcmp(name + strspn(name, "-"), flag + strspn(flag, "-")))
			return true;
	}
	return false;
}

/* A flag that stands there, as an argument of the script. */
static bool plan_argument(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	struct value name = dict_get(x->of, "name");
	const struct list *values = dict_get(x->of, "values").as.list;
	const char *now;

	if (p->kind == PROMISE_REMOVE) {
		expect(pl, listed(pl->w.a, x->name), p, p->want);
		return remove_flag(pl, name.at, values);
	}
	if (p->kind == PROMISE_RENAME) {
		now = argument_flag(pl->w.a, x->name, p->name);
		if (is_given(x, now) || is_given(x, argument_flag(pl->w.a, "", p->name)))
			return reword_refuse(&pl->w, "%s is given, too", now);
		expect(pl, listed(pl->w.a, x->name), &(struct promise){ .kind = PROMISE_REMOVE }, p->want);
		expect(pl, p->name->s, &(struct promise){ .kind = PROMISE_SET }, dict_get(x->of, "value"));
		return word_replace(&pl->w, name.at, WORD_BEGIN, x->name, now);
	}
	now = argument_text(pl->w.a, p->want);
	if (p->kind != PROMISE_SET || !now || values->n != 1 || values->at[0].val.kind != VALUE_STR)
		return not_rewritten(pl, p);
	expect(pl, listed(pl->w.a, x->name), p, p->want);
	return word_replace(&pl->w, values->at[0].use, WORD_END, values->at[0].val.as.s->s, now);
}

static bool plan_flag(struct launch_plan_ctx *pl, const struct line_part *x, const struct promise *p)
{
	struct value was, name = dict_get(x->of, "name");

	if (!x->key)
		return insert_flag(pl, x, p);
	was = dict_get(x->of, x->key);
	if (name.at.file != pl->w.src->id || dict_get_text(x->whole, "via"))
		return reword_refuse(&pl->w, "its words are in another script");
	if (x->argument)
		return plan_argument(pl, x, p);
	expect(pl, listed(pl->w.a, x->name), p, p->want);
	if (p->kind == PROMISE_SET && !strcmp(x->key, "name") && p->want.kind == VALUE_STR)
		return word_replace(&pl->w, name.at, WORD_BEGIN, x->name, p->want.as.s->s);
	if (p->kind != PROMISE_SET || p->want.kind != VALUE_LIST || was.kind != VALUE_LIST)
		return not_rewritten(pl, p);
	if (!strcmp(x->key, "values"))
		return join_values(pl, was.as.list, p->want.as.list);
	if (strcmp(x->key, "globs") != 0 || p->want.as.list->n)
		return not_rewritten(pl, p);
	return quote_globs(pl, was.as.list);
}

/* ---- all of one fix */

static bool plan_one(struct launch_plan_ctx *pl, const struct promise *p)
{
	struct line_part x;

	if (!part_at(pl->w.a, pl->w.t->of, p->path, &x))
		return not_rewritten(pl, p);
	return x.kind == PART_SETTING ? plan_setting(pl, &x, p)
	       : x.kind == PART_FIELD ? plan_field(pl, &x, p)
				      : plan_flag(pl, &x, p);
}

static bool plan_all(struct launch_plan_ctx *pl)
{
	const struct fixplan *f = pl->w.t->plan;
	struct edits own = { 0 };
	bool fits;

	for (uint32_t i = 0; i < f->n; i++)
		if (!plan_one(pl, &f->promise[i]))
			return false;
	fits = edits_add_all(&own, &pl->w.t->edits);
	vec_release(&own);
	if (!fits)
		return reword_refuse(&pl->w, "two of its own edits are at the same place");
	return pl->w.t->edits.n || reword_refuse(&pl->w, "the text would not change");
}

bool launch_plan(struct arena *a, struct attempt *t, enum fix_scope scope)
{
	struct launch_plan_ctx pl = { .w = { .a = a, .t = t, .src = t->of->src },
				      .of = launch_subject(t->of),
				      .words = launch_words_load(a) };

	(void)scope;
	t->edits.n = 0;
	t->nexpect = 0;
	t->expect = arena_array(a, struct expect, 2 * t->plan->n + 1);
	if (plan_all(&pl))
		return true;
	t->state = ATTEMPT_REFUSED;
	t->reason = pl.w.reason;
	t->edits.n = 0;
	return false;
}
