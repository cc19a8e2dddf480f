// SPDX-License-Identifier: MIT
/* Checks (`code: NAME` in the YAML of rules) that compare a config with the training code of its project: types that no
 * registry knows, keys that no code reads. Arguments of classes and of the evaluation have their own files. If the code
 * can't be followed they report nothing.
 *
 *	type='ResNett', and the registries have ResNet	an unknown type */
#include "lint/judge/code_rules.h"
#include "base/near.h"
#include "config/uses.h"
#include "facts/takes.h"
#include "lint/judge/code_finding.h"
#include "lint/judge/evaluation.h"
#include "lint/judge/keywords.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include <string.h>

/* ---- types ---- */

static void check_type(struct native_ctx *c, const struct code *code, const char *path, struct keypath p)
{
	struct slot s = keypath_get(c->a, c->subject->tree, p);
	if (s.found != p.n || s.val.kind != VALUE_STR || strchr(s.val.as.s->s, '.') ||
	    code_knows_type(code, s.val.as.s) || classes_has(&c->rs->dialects.vocab->classes, s.val.as.s->s))
		return;
	const char *near = code_near_type(code, s.val.as.s);
	struct diag *d =
		native_add(c, c->rule->severity, s.use.file ? s.use : s.val.at, "no class is registered as %s%s%s%s",
			   s.val.as.s->s, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
	d->path = path;
}

static void unknown_types(struct native_ctx *c)
{
	const struct code *code = c->code;
	const struct dialect *d = facts_dialect(c->facts);
	if (!code || !code_names_all_types(c) || code_comes_along(c) || !code_scope_is_ours(c) || !d)
		return;
	const struct code_habits *h = code_habits(code);
	for (uint32_t i = 0; code_sees_all_types(c) && i < h->built.n; i++)
		check_type(c, code, h->built.at[i], h->built_path[i]);
	keywords_misspelled(c);
}

/* ---- keys that no code reads ---- */

static bool looks_like_a_key(const struct native_ctx *c, const struct entry *e)
{
	static const char *const ends[] = { "_config", "_dataloader", "_hook", "_hooks", "_wrapper" };
	const struct str *k = e->key.as.s;
	bool typed = e->val.kind == VALUE_DICT && dict_find_lit(e->val.as.dict, "type");
	if (e->val.kind == VALUE_NONE || (e->val.kind == VALUE_DICT && !e->val.as.dict->count))
		return false;				      /* the key has no effect in any case */
	if (k->len > 4 && !strcmp(k->s + k->len - 4, "_cfg")) /* variables are called so, too */
		return !typed && dialects_know_key(&c->rs->dialects, k);
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		size_t n = strlen(ends[i]);
		if (k->len > n && !strcmp(k->s + k->len - n, ends[i]))
			return !typed; /* norm_cfg = dict(type=...) is an unused variable */
	}
	return e->val.kind == VALUE_DICT &&
	       (dict_find_lit(e->val.as.dict, "interval") || dict_find_lit(e->val.as.dict, "lr"));
}

enum { COMPARED_MAX = 200000 };
struct written { /* a config that a run has written down: computed on demand */
	struct tree tree;
	uint32_t compared; /* dicts; beyond COMPARED_MAX it is unknown which were used */
};

/* A run writes its config as one file: variables of the files are keys there, and their dicts also stand where they
 * were used, within other keys. */
static bool was_used(const struct native_ctx *c, struct written *w, struct value v)
{
	bool found = false;
	if (v.kind != VALUE_DICT || !v.as.dict->count)
		return false;
	if (!w->tree.n)
		w->tree = tree_of(c->a, c->subject->tree);
	for (uint32_t i = 0; i < w->tree.n && !found && w->compared < COMPARED_MAX; i++) {
		const struct value *x = &w->tree.at[i].val;
		bool alike = w->tree.at[i].up && x->kind == VALUE_DICT && x->as.dict != v.as.dict &&
			     x->as.dict->count == v.as.dict->count;
		w->compared++;
		found = alike && value_same(*x, v);
	}
	return found;
}

static void unread_keys(struct native_ctx *c)
{
	const struct code *code = c->code;
	struct dict_iter it;
	const struct entry *e;
	struct written written = { 0 };
	if (!code || c->subject->tree.kind != VALUE_DICT || c->m->imported || facts_takes_parts(c->facts))
		return;
	for (dict_begin(&it, c->subject->tree.as.dict); (e = dict_next(&it));) {
		struct keypath p = { &e->key, 1 };
		if (e->key.kind != VALUE_STR || (e->flags & EF_MAYBE))
			continue;
		struct code_answer x = code_key(code, c->a, p);
		if (x.fate != CODE_UNREAD || name_is_used(c->g, c->m, e->key.as.s) || code_reads_elsewhere(code, p) ||
		    was_used(c, &written, e->val))
			continue;
		struct slot s = keypath_get(c->a, c->subject->tree, p);
		const char *by = code_reader(code, c->a, (struct keypath){ 0 });
		struct diag *d = native_add(c, looks_like_a_key(c, e) ? SEV_WARNING : SEV_INFO,
					    s.key.file ? s.key : e->use, "no training code reads %s%s%s",
					    e->key.as.s->s, by ? "; other keys are read by " : "", by ? by : "");
		d->path = e->key.as.s->s;
		code_related(c, d, x.at, "other keys are read here");
		code_promise(c, d, p, NULL, SAFETY_SAFE);
	}
}

/* ---- table ---- */

static const char *no_training(struct native_ctx *c)
{
	return code_trains(c->code) ? NULL : "no script of the project trains with a config";
}

/* Training code passes the whole config to code that can't be followed: any key may be read there. Queried with a key
 * that no code can name. */
static const char *lost_config(struct native_ctx *c)
{
	if (no_training(c))
		return no_training(c);
	struct value key = value_text("a key that no code names", (struct span){ 0 });
	struct code_answer x = code_key(c->code, c->a, (struct keypath){ &key, 1 });
	bool lost = x.fate == CODE_NOT_KNOWN || x.fate == CODE_ABROAD;
	const char *parts = lost ? NULL : facts_takes_parts(c->facts);
	if (parts)
		return parts;
	if (!lost && code_comes_along(c))
		return code_left_aside(c->code);
	return !lost ? NULL : x.why ? x.why : "the config is not followed to its end";
}

static const char *open_types(struct native_ctx *c)
{
	if (!code_trains(c->code))
		return no_training(c);
	if (code_types_open(c->code))
		return code_types_open(c->code);
	const char *package = code_foreign(c->code);
	return package ? arena_printf(c->a, "%s lies outside the project and may register types", package) : NULL;
}

static const char *unseen_hooks(struct native_ctx *c)
{
	return code_hooks(c->code) ? NULL : "the project has no evaluation hook whose arguments are visible";
}

// clang-format off
/* By name: the name in `code:`, the check, the reason why it can't run (NULL: it always can),
 * the reason why it may be unsure (NULL: never), whether it looks up each class by the scope
 * where it stands. */
#define CHECKS(X) \
	X("evaluate-nothing", evaluation_nothing, NULL, unseen_hooks, false) \
	X("evaluate-rejected", evaluation_rejected, NULL, unseen_hooks, false) \
	X("evaluate-swallowed", evaluation_swallowed, NULL, unseen_hooks, false) \
	X("kwargs-rejected", keywords_rejected, NULL, NULL, true) \
	X("kwargs-swallowed", keywords_swallowed, NULL, NULL, true) \
	X("kwargs-twice", keywords_twice, NULL, NULL, true) \
	X("special-leftover", keywords_dropped, NULL, NULL, true) \
	X("unknown-types", unknown_types, no_training, open_types, false) \
	X("unread-keys", unread_keys, lost_config, lost_config, false)
// clang-format on
static const struct {
	const char *name;
	native_fn *fn;
	const char *(*missing)(struct native_ctx *c);
	const char *(*doubt)(struct native_ctx *c);
	bool scoped;
} table[] = {
#define X(name, fn, missing, doubt, scoped) { name, fn, missing, doubt, scoped },
	CHECKS(X)
#undef X
};

const char *const *native_code_names(void)
{
	static const char *const names[] = {
#define X(name, fn, missing, doubt, scoped) name,
		CHECKS(X)
#undef X
			NULL
	};
	return names;
}

native_fn *native_code_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (!strcmp(table[i].name, name))
			return table[i].fn;
	return NULL;
}

static const char *other_package(struct native_ctx *c)
{
	return code_scope_is_ours(c)
		       ? NULL
		       : arena_printf(c->a, "%s names another package", code_habits(c->code)->scope_key->s);
}

const char *native_code_missing(struct native_ctx *c, const char *no_code, enum unchecked_why *kind)
{
	*kind = UNCHECKED_CODE;
	if (!c->code)
		return no_code;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		if (strcmp(table[i].name, c->rule->code))
			continue;
		if (!table[i].scoped && other_package(c))
			return other_package(c);
		*kind = code_trains(c->code) ? UNCHECKED_READER : UNCHECKED_CODE;
		return table[i].missing ? table[i].missing(c) : NULL;
	}
	return NULL;
}

const char *native_code_doubt(struct native_ctx *c)
{
	if (!c->code)
		return NULL;
	if (other_package(c))
		return other_package(c);
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (!strcmp(table[i].name, c->rule->code) && table[i].doubt)
			return table[i].doubt(c);
	return NULL;
}
