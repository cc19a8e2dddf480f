// SPDX-License-Identifier: MIT
/* Compares the launches of a script before and after edits. Each field, flag and setting must be as promised if a
 * promise covers it, and unchanged otherwise.
 *
 *	promised: --lr 0.01 of launch 2	any other difference of the launches refuses the fix */
#include "fix/launch/launch_changed.h"
#include "fix/launch/launch_part.h"
#include "fix/proof/others.h"
#include "launch/launch_subject.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct launch_check {
	struct arena *a;
	const struct subject *s;
	const struct attempt_set *all;
	const struct launch_words *words;
	bool edited; /* some of all are about s itself */
};
enum {
	ALONG_MAX = 32,	     /* fields that may change along */
	NAMES_MAX = 1 << 20, /* of statements and words */
};
struct along {
	const char *key[ALONG_MAX];
	uint32_t n;
};

/* ---- the tree */

static void along_add(struct along *to, const char *const *key, size_t n)
{
	for (size_t i = 0; i < n && to->n < ALONG_MAX; i++)
		to->key[to->n++] = key[i];
}

/* What follows from what a promise is about; `own`: with that itself, for launches of scripts that call this one. */
static void along_of(const struct line_part *x, bool own, struct along *to)
{
	static const char *const numbers[] = { "gpus", "machines" },
				 *const by[] = { "program", "launcher", "default_port", "total", "omp" },
				 *const flag[] = { "flag", "config", "config_path", "work_dir", "trains" },
				 *const env[] = { "env" }, *const flags[] = { "flags" };

	along_add(to, numbers, ARRAY_SIZE(numbers));
	if (x->kind == PART_FLAG)
		along_add(to, flag, ARRAY_SIZE(flag));
	else if (x->kind == PART_FIELD && !x->slurm && !strcmp(x->key, "by"))
		along_add(to, by, ARRAY_SIZE(by));
	if (own)
		along_add(to, x->kind == PART_FLAG ? flags : x->kind == PART_SETTING ? env : &x->key, 1);
}

static void put(const struct launch_check *j, struct value d, const char *key, struct value v)
{
	dict_put(j->a, d.as.dict, value_text(key, v.at), v, v.at);
}

static void drop(const struct launch_check *j, struct value d, const char *key)
{
	dict_delete(j->a, d.as.dict, value_text(key, d.at));
}

static bool is_here(struct value v, struct value setting)
{
	return v.at.file == setting.at.file && v.at.lo == setting.at.lo;
}

/* On a copy of a launch. */
static const char *check_setting(const struct launch_check *j, const struct line_part *x, const struct promise *p,
				 struct value launch)
{
	struct value env = dict_get(launch, "env"), was = dict_get(env, x->name);

	if (!dict_find_lit(env.as.dict, x->name) || !is_here(was, x->of))
		return NULL;
	if (p->kind == PROMISE_SET && !strcmp(x->key, "value")) {
		put(j, env, x->name, p->want);
		return NULL;
	}
	drop(j, env, x->name);
	if (p->kind == PROMISE_REMOVE)
		return NULL;
	if (dict_find_lit(env.as.dict, p->want.as.s->s))
		return arena_printf(j->a, "%s is also set", p->want.as.s->s);
	put(j, env, p->want.as.s->s, was);
	return NULL;
}

static void check_field(const struct launch_check *j, const struct line_part *x, const struct promise *p,
			struct value launch)
{
	struct value d = x->slurm ? dict_get(launch, "slurm") : launch;
	struct relaunch r;

	if (!x->slurm && !strcmp(x->key, "by") &&
	    relaunch_find(j->a, j->words, j->s->src, x->whole, p->want.as.s->s, &r))
		put(j, d, x->key, value_text(r.text, d.at));
	else if (p->kind == PROMISE_REMOVE)
		drop(j, d, x->key);
	else
		put(j, d, x->key, p->want);
}

static void add_flag(const struct launch_check *j, const struct line_part *x, const struct promise *p, struct value all)
{
	struct value d = value_dict(j->a, all.at), values = value_list(j->a, VALUE_LIST, 1, all.at);

	struct value want = x->argument ? value_text(argument_text(j->a, p->want), all.at) : p->want;

	if (want.kind != VALUE_BOOL)
		list_push(j->a, values.as.list, want, all.at);
	put(j, d, "name", value_text(x->name, all.at));
	put(j, d, "value", want);
	put(j, d, "values", values);
	put(j, d, "globs", value_list(j->a, VALUE_LIST, 0, all.at));
	put(j, d, "attached", value_bool(false, all.at));
	list_push(j->a, all.as.list, d, all.at);
}

/* Without the flag that stands there. */
static struct value without(const struct launch_check *j, struct value all, struct value flag)
{
	struct value out = value_list(j->a, VALUE_LIST, all.as.list->n + 1, all.at);

	for (uint32_t i = 0; i < all.as.list->n; i++)
		if (all.as.list->at[i].val.at.lo != flag.at.lo)
			list_push(j->a, out.as.list, all.as.list->at[i].val, all.as.list->at[i].use);
	return out;
}

static void check_argument(const struct launch_check *j, const struct line_part *x, const struct promise *p,
			   struct value launch, struct value of)
{
	struct value text, values = value_list(j->a, VALUE_LIST, 1, of.at);

	if (p->kind == PROMISE_REMOVE) {
		put(j, launch, "flags", without(j, dict_get(launch, "flags"), of));
		return;
	}
	if (p->kind == PROMISE_RENAME) {
		put(j, of, "name", value_text(argument_flag(j->a, x->name, p->name), of.at));
		return;
	}
	text = value_text(argument_text(j->a, p->want), of.at);
	list_push(j->a, values.as.list, text, of.at);
	put(j, of, "value", text);
	put(j, of, "values", values);
}

static void check_flag(const struct launch_check *j, const struct line_part *x, const struct promise *p,
		       struct value launch)
{
	struct value all = dict_get(launch, "flags"), of = { 0 };

	if (!x->key) {
		add_flag(j, x, p, all);
		return;
	}
	for (uint32_t i = 0; i < all.as.list->n; i++)
		if (all.as.list->at[i].val.at.lo == x->of.at.lo)
			of = all.as.list->at[i].val;
	if (of.kind != VALUE_DICT)
		return;
	if (x->argument) {
		check_argument(j, x, p, launch, of);
		return;
	}
	put(j, of, x->key, p->want);
	if (!strcmp(x->key, "values") && p->want.as.list->n)
		put(j, of, "value", p->want.as.list->at[0].val);
}

static bool same_value(struct value x, struct value y, const struct along *but, unsigned depth);

static bool is_along(const struct along *but, struct value key)
{
	static const char *const places[] = { "at", "beside", "before" };

	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		if (key.kind == VALUE_STR && !strcmp(key.as.s->s, places[i]))
			return true;
	for (uint32_t i = 0; i < but->n; i++)
		if (key.kind == VALUE_STR && !strcmp(key.as.s->s, but->key[i]))
			return true;
	return false;
}

/* All of x stand in y, save those that may change along. *key: the first that doesn't. */
static bool has_all(const struct dict *x, const struct dict *y, const struct along *but, unsigned depth,
		    const struct str **key)
{
	static const struct along none;
	struct dict_iter it;

	dict_begin(&it, x);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *o = dict_find(y, e->key);

		if (but && is_along(but, e->key))
			continue;
		if (o && same_value(e->val, o->val, depth ? NULL : &none, depth + 1))
			continue;
		*key = e->key.kind == VALUE_STR ? e->key.as.s : NULL;
		return false;
	}
	return true;
}

/* but: of the dict itself, not of what it holds. */
static bool same_value(struct value x, struct value y, const struct along *but, unsigned depth)
{
	const struct str *key;

	if (x.kind != y.kind || depth > VALUE_DEPTH_MAX)
		return false;
	if (x.kind == VALUE_UNKNOWN)
		return true;
	if (x.kind == VALUE_DICT)
		return has_all(x.as.dict, y.as.dict, but, depth, &key) &&
		       has_all(y.as.dict, x.as.dict, but, depth, &key);
	if (x.kind != VALUE_LIST)
		return value_same(x, y);
	if (x.as.list->n != y.as.list->n)
		return false;
	for (uint32_t i = 0; i < x.as.list->n; i++)
		if (!same_value(x.as.list->at[i].val, y.as.list->at[i].val, NULL, depth + 1))
			return false;
	return true;
}

/* pipefail applies to all commands after it, and matters to pipelines with a status that is read. */
static bool may_get_pipefail(struct value launch)
{
	bool piped = dict_get(launch, "pipe").as.list->n > 0;

	return !piped || (!dict_get_true(launch, "errexit") && !dict_get_true(launch, "relied") &&
			  !dict_get_true(launch, "last"));
}

/* What becomes of launch i, and what may change along. */
static const char *promised(const struct launch_check *j, uint32_t i, struct value launch, struct along *but)
{
	const char *why = NULL;

	for (size_t k = 0; k < j->all->n && !why; k++) {
		const struct attempt *t = j->all->at[k];

		for (uint32_t n = 0; n < t->plan->n && !why; n++) {
			const struct promise *p = &t->plan->promise[n];
			struct line_part x;
			bool pipefail;

			if (!part_at(j->a, t->of, p->path, &x))
				continue;
			pipefail = x.kind == PART_FIELD && !x.slurm && !strcmp(x.key, "pipefail");
			if (t->of != j->s) {
				if (dict_get_text(launch, "via"))
					along_of(&x, true, but);
				continue;
			}
			if (pipefail && i != x.launch && may_get_pipefail(launch))
				along_of(&x, true, but);
			if (x.kind == PART_SETTING)
				why = check_setting(j, &x, p, launch);
			if (x.kind == PART_SETTING || i != x.launch)
				continue;
			along_of(&x, false, but);
			if (x.kind == PART_FIELD)
				check_field(j, &x, p, launch);
			else
				check_flag(j, &x, p, launch);
		}
	}
	return why;
}

static const char *judge_launch(const struct launch_check *j, uint32_t i, struct value was, struct value now)
{
	struct along but = { 0 };
	struct value want = j->edited ? value_copy(j->a, was) : was;
	const char *why = promised(j, i, want, &but);
	const struct str *key = NULL;

	if (why ||
	    (has_all(want.as.dict, now.as.dict, &but, 0, &key) && has_all(now.as.dict, want.as.dict, &but, 0, &key)))
		return why;
	return arena_printf(j->a, "%s of the launch on line %u would not be as intended", key ? key->s : "something",
			    source_point(j->s->src, was.at.lo).line + 1);
}

/* ---- the text */

struct stand { /* a statement or a word */
	uint32_t kind, lo, hi;
};
VEC(stands, struct stand);
enum { STAND_WORD = 100, STAND_ASSIGNMENT };

static void flatten(const struct shell_node *n, struct stands *to)
{
	if (to->n > NAMES_MAX)
		return;
	vec_push(to, ((struct stand){ n->kind, n->lo, n->hi }));
	for (uint32_t i = 0; i < n->nassigns; i++)
		vec_push(to, ((struct stand){ STAND_ASSIGNMENT, n->assign[i].lo, n->assign[i].hi }));
	for (uint32_t i = 0; i < n->nwords; i++)
		vec_push(to, ((struct stand){ STAND_WORD, n->word[i].lo, n->word[i].hi }));
	for (uint32_t i = 0; i < n->n; i++)
		flatten(n->kid[i], to);
}

static bool is_cut(const struct edits *e, const struct stand *x)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->at[i].at.lo < e->at[i].at.hi && e->at[i].at.lo <= x->lo && x->hi <= e->at[i].at.hi)
			return true;
	return false;
}

static int by_place(const void *x, const void *y)
{
	const struct stand *p = x, *q = y;

	return p->lo != q->lo ? (p->lo > q->lo) - (p->lo < q->lo) : (p->kind > q->kind) - (p->kind < q->kind);
}

/* Where each statement and word begins that no edit touches, as the new text counts. */
static void standing(const struct shell_script *s, const struct edits *e, bool after, struct stands *out)
{
	struct stands all = { 0 };

	flatten(s->root, &all);
	for (size_t i = 1; i < all.n; i++) { /* the first one is the script itself */
		struct stand x = all.at[i];
		uint32_t lo = after ? x.lo : edits_moved(e, x.lo);

		if (!edits_made(e, lo) && (after || !is_cut(e, &x)))
			vec_push(out, ((struct stand){ x.kind, lo, 0 }));
	}
	vec_release(&all);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_place);
}

static const char *judge_text(const struct launch_check *j, const struct subject *after)
{
	const struct shell_script *was = &launch_subject(j->s)->script, *now = &launch_subject(after)->script;
	struct edits e = { 0 };
	struct stands x = { 0 }, y = { 0 };
	const char *why = NULL;

	if (now->skipped > was->skipped)
		return arena_printf(j->a, "the result would have a syntax error on line %u",
				    source_point(after->src, now->skipped_at).line + 1);
	attempts_edits(j->all, j->s, &e);
	standing(was, &e, false, &x);
	standing(now, &e, true, &y);
	for (size_t i = 0; i < (x.n > y.n ? x.n : y.n) && !why; i++)
		if (i >= x.n || i >= y.n || x.at[i].lo != y.at[i].lo || x.at[i].kind != y.at[i].kind)
			why = arena_printf(j->a, "line %u of the result would be parsed differently",
					   source_point(after->src, i < y.n ? y.at[i].lo : after->src->len).line + 1);
	vec_release(&e);
	vec_release(&x);
	vec_release(&y);
	return why;
}

/* ---- the whole */

const char *launch_changed(struct arena *a, const struct subject *s, const struct subject *after,
			   const struct attempt_set *all)
{
	struct launch_check j = { .a = a, .s = s, .all = all, .words = launch_words_load(a) };
	const struct list *was = dict_get(s->tree, "launches").as.list,
			  *now = dict_get(after->tree, "launches").as.list;
	const char *why = judge_text(&j, after);

	for (size_t i = 0; i < all->n; i++)
		j.edited |= all->at[i]->of == s;
	if (!why && was->n != now->n)
		why = arena_printf(a, "there would be %u launches instead of %u", now->n, was->n);
	for (uint32_t i = 0; i < was->n && !why; i++)
		why = judge_launch(&j, i, was->at[i].val, now->at[i].val);
	return why;
}
