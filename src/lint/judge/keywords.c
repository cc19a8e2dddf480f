// SPDX-License-Identifier: MIT
/* What happens to each key beside a type: the class refuses it, ignores it, gets it twice, or its builder discards it.
 *
 *	dict(type='Net', depht=50), class Net: def __init__(self, depth)	depht is refused: TypeError */
#include "lint/judge/keywords.h"
#include "code/code_know.h"
#include "code/classes/member.h"
#include "facts/function/located.h"
#include "lint/judge/code_finding.h"
#include "lint/judge/type_walk.h"
#include "python/value/dict.h"
#include <string.h>

/* A finding at the key of the entry; w->path is the entry's. */
static struct diag *add_at_key(struct type_walk *w, const struct entry *e, enum severity sev, const char *msg)
{
	struct slot s = keypath_get(w->c->a, w->c->subject->tree, w->path);
	struct span at = s.key.file ? s.key : e->key.at.file ? e->key.at : e->use;
	struct diag *d = native_add(w->c, sev, at, "%s", msg);
	d->path = type_walk_path(w);
	return d;
}

struct keyword { /* of a dict that a class is built from */
	const struct dict *of;
	const struct str *type;
	const struct code_params *p; /* of the class */
	const struct entry *e;
	const struct str *key;
};

/* Each keyword of a built dict with the parameters of its class, if these allow any finding. */
static void each_keyword(struct type_walk *w, struct keyword k, bool (*telling)(const struct code_params *p),
			 void (*see)(struct type_walk *w, const struct keyword *k))
{
	struct dict_iter it;
	k.p = w->params;
	if (!k.p || !telling(k.p))
		return;
	w->by_hand_known = false;
	for (dict_begin(&it, k.of); (k.e = dict_next(&it));) {
		if (!type_walk_is_keyword(k.e))
			continue;
		w->part[w->path.n++] = k.e->key;
		k.key = k.e->key.as.s;
		if (type_walk_compares(w, k.p->n + k.p->ntwice) && !code_is_builders(w->code, w->path))
			see(w, &k);
		w->path.n--;
	}
}

/* Code removes, or may remove, the key at w->path before the class is built: then the result is unknown. */
static bool taken_before(struct type_walk *w, const struct str *type)
{
	struct code_place special;
	return code_takes(w->code, w->path) || code_special(w->code, type, &special) ||
	       code_key(w->code, w->c->a, w->path).fate == CODE_READ;
}

/* ---- keywords of classes ---- */

/* Most of the keys that its class does not take are read by name: the dict is read by hand, regardless of its type.
 * w->path is that of one of its keys. */
static bool read_by_hand(struct type_walk *w, const struct keyword *k)
{
	struct value own = w->part[w->path.n - 1];
	struct dict_iter it;
	const struct entry *e;
	uint32_t taken = 0, left = 0;
	if (w->by_hand_known)
		return w->by_hand;
	for (dict_begin(&it, k->of); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || str_among(e->key.as.s, k->p->name, k->p->n))
			continue;
		w->part[w->path.n - 1] = e->key;
		if (code_is_builders(w->code, w->path))
			continue;
		if (taken_before(w, k->type))
			taken++;
		else
			left++;
	}
	w->part[w->path.n - 1] = own;
	w->by_hand_known = true;
	return w->by_hand = taken > left;
}

/* The file that set the key at w->path meant it for another class: then the type that was put beside it later is what
 * has to be edited. *was: that other class. NULL: it meant this one, or none. */
static const struct entry *type_put_later(struct type_walk *w, const struct keyword *k, const char **was)
{
	struct arena *a = w->c->a;
	const struct entry *now = dict_find_str(k->of, w->type);
	struct span key = keypath_get(a, w->c->subject->tree, w->path).key;
	const struct subject *setter = subject_owner(w->c->subject->set, key.file);
	struct value own = w->part[w->path.n - 1];
	if (!setter || !now || !now->use.file || now->use.file == key.file)
		return NULL;
	w->part[w->path.n - 1] = value_str(w->type, (struct span){ 0 });
	struct slot then = keypath_get(a, setter->tree, w->path);
	w->part[w->path.n - 1] = own;
	bool other = then.found == w->path.n && then.val.kind == VALUE_STR && !value_same(then.val, now->val);
	*was = other ? then.val.as.s->s : NULL;
	return other ? now : NULL;
}

static void see_left_behind(struct type_walk *w, const struct keyword *k, const struct entry *later, const char *was)
{
	const char *type = k->type->s, *key = k->key->s;
	struct slot s = keypath_get(w->c->a, w->c->subject->tree, w->path);
	struct diag *f =
		native_add(w->c, w->c->rule->severity, later->use,
			   "%s takes no argument %s, which is left from the base's %s: TypeError when it is built",
			   type, key, was);
	f->path = type_walk_path(w);
	f->hint = "_delete_=True in this dict removes the keys of the base";
	native_related(w->c, f, s.key, arena_printf(w->c->a, "%s is set here, for %s", key, was));
	code_relate_taken(w->c, f, k->p, k->type);
}

/* The kinds that a value may have: 0: unknown. */
static int shape_of(struct value v)
{
	switch (v.kind) {
	case VALUE_BOOL:
		return 'b';
	case VALUE_INT:
	case VALUE_FLOAT:
		return 'n';
	case VALUE_STR:
		return 's';
	case VALUE_LIST:
	case VALUE_TUPLE:
		return 'l';
	case VALUE_DICT:
		return 'd';
	default:
		return 0;
	}
}

/* `heads` of `head`, or the other way round. */
static bool is_plural(const struct str *x, const struct str *y)
{
	const struct str *longer = x->len > y->len ? x : y, *other = longer == x ? y : x;

	return longer->len == other->len + 1 && longer->s[other->len] == 's' &&
	       memcmp(longer->s, other->s, other->len) == 0;
}

/* The parts of one thing under a plural name. */
static bool one_for_several(const struct keyword *k, const struct str *parameter)
{
	return shape_of(k->e->val) == 'd' && is_plural(k->key, parameter);
}

/* The key's value may suit the parameter, judging by its default. */
static bool fits(struct type_walk *w, const struct keyword *k, const struct str *parameter)
{
	const struct code_class_name of = { .type = k->type };
	struct code_member m = code_member(w->code, CODE_GIVEN, &of, parameter);
	int want = m.is == CODE_MEMBER_KNOWN ? shape_of(m.val) : 0, is = shape_of(k->e->val);
	bool sized = want == 'l' && is == want && m.val.as.list->n && k->e->val.as.list->n;
	if (sized && !shape_of(m.val.as.list->at[0].val))
		sized = false;
	if (!want)
		return !one_for_several(k, parameter);
	return want == is && (!sized || shape_of(m.val.as.list->at[0].val) == shape_of(k->e->val.as.list->at[0].val));
}

static void see_rejected(struct type_walk *w, const struct keyword *k)
{
	const char *type = k->type->s;
	if (str_among(k->key, k->p->name, k->p->n) || taken_before(w, k->type) || read_by_hand(w, k) ||
	    (k->p->tabled && part_of_other_version(w->c->facts, k->p->tabled)))
		return;
	const char *was;
	const struct entry *later = type_put_later(w, k, &was);
	if (later) {
		see_left_behind(w, k, later, was);
		return;
	}
	const struct str *near = code_nearest(w->c, k->key, k->p, k->of);
	struct diag *f = add_at_key(w, k->e, w->c->rule->severity,
				    arena_printf(w->c->a, "%s takes no argument %s: TypeError when it is built%s%s%s",
						 type, k->key->s, near ? "; did you mean " : "", near ? near->s : "",
						 near ? "?" : ""));
	code_relate_taken(w->c, f, k->p, k->type);
	bool good = near && fits(w, k, near);
	if (good || (near && !one_for_several(k, near)))
		code_promise(w->c, f, w->path, near, good ? SAFETY_SAFE : SAFETY_UNSAFE);
}

/* The key comes from a file that doesn't set the type: it is left over from the dict that this one replaces, and
 * harmless. */
static bool left_over(struct type_walk *w, const struct dict *d)
{
	const struct entry *type = dict_find_lit(d, "type");
	struct slot s = keypath_get(w->c->a, w->c->subject->tree, w->path);
	return type && s.key.file && type->val.at.file && s.key.file != type->val.at.file;
}

static void see_swallowed(struct type_walk *w, const struct keyword *k)
{
	if (str_among(k->key, k->p->name, k->p->n) || taken_before(w, k->type))
		return;
	const struct str *near = code_nearest(w->c, k->key, k->p, k->of);
	/* if copied from another class's config it mostly has no meaning here; a misspelled name has one, and so have
	 * pretrained weights */
	bool heavy = texts_have(&code_habits(w->code)->weighty, k->key->s);
	bool meant = (near || heavy) && !left_over(w, k->of) && !code_asks_nothing(k->e->val);
	struct diag *f =
		add_at_key(w, k->e, meant ? w->c->rule->severity : SEV_INFO,
			   arena_printf(w->c->a, "%s has no effect: %s takes it in its **kwargs and ignores it%s%s%s",
					k->key->s, k->p->by ? k->p->by : k->type->s, near ? "; did you mean " : "",
					near ? near->s : "", near ? "?" : ""));
	code_related(w->c, f, code_params_at(w->code, k->p, false), "what is left in its **kwargs is not used");
	code_promise(w->c, f, w->path, NULL, SAFETY_SAFE);
}

static void see_twice(struct type_walk *w, const struct keyword *k)
{
	if (!str_among(k->key, k->p->twice, k->p->ntwice) || taken_before(w, k->type))
		return;
	struct diag *f =
		add_at_key(w, k->e, w->c->rule->severity,
			   arena_printf(w->c->a,
					"%s passes %s on itself: giving it here is a TypeError (multiple values)",
					k->type->s, k->key->s));
	code_related(w->c, f, code_params_at(w->code, k->p, true), "given here too");
	code_promise(w->c, f, w->path, NULL, SAFETY_SAFE);
}

static bool rejects(const struct code_params *p)
{
	return !p->open && !p->swallows;
}

static bool swallows(const struct code_params *p)
{
	return !p->open && p->swallows;
}

static bool passes_on(const struct code_params *p)
{
	return p->ntwice > 0;
}

static void walk_rejected(struct type_walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, (struct keyword){ .of = d, .type = type }, rejects, see_rejected);
}

static void walk_swallowed(struct type_walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, (struct keyword){ .of = d, .type = type }, swallows, see_swallowed);
}

static void walk_twice(struct type_walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, (struct keyword){ .of = d, .type = type }, passes_on, see_twice);
}

void keywords_rejected(struct native_ctx *c)
{
	type_walk(c, FINDS_REJECTED, walk_rejected);
}

void keywords_swallowed(struct native_ctx *c)
{
	type_walk(c, FINDS_SWALLOWED, walk_swallowed);
}

void keywords_twice(struct native_ctx *c)
{
	type_walk(c, FINDS_TWICE, walk_twice);
}

/* ---- types ---- */

/* Types that are checked by their paths are checked even if no other is similar. */
static bool judged_by_path(struct type_walk *w)
{
	const struct code_habits *h = code_habits(w->code);
	const char *path = arena_printf(w->c->a, "%s.type", type_walk_path(w));
	for (uint32_t i = 0; i < h->built.n; i++)
		if (!strcmp(h->built.at[i], path))
			return true;
	return false;
}

static void walk_misspelled(struct type_walk *w, const struct dict *d, const struct str *type)
{
	const struct entry *e = dict_find_str(d, w->type);
	bool judged = judged_by_path(w) && code_sees_all_types(w->c);
	const char *near = judged ? NULL : type_walk_meant(w, type);
	if (!near || !w->path.n)
		return;
	struct diag *f = native_add(w->c, w->c->rule->severity, e->use.file ? e->use : e->val.at,
				    "no class is registered as %s; did you mean %s?", type->s, near);
	w->part[w->path.n++] = e->key;
	f->path = type_walk_path(w);
	w->path.n--;
}

void keywords_misspelled(struct native_ctx *c)
{
	type_walk(c, FINDS_TYPE, walk_misspelled);
}

/* ---- keys that a builder discards ---- */

static bool in_text(struct code_place p, const char *word)
{
	uint32_t hi = p.hi < p.file->len ? p.hi : p.file->len;
	return memmem(p.file->bytes + p.lo, hi - p.lo, word, strlen(word)) != NULL;
}

/* The key at w->path is read: by training, by another script, or by code that has the dict before it is built. */
static bool read_at_all(struct type_walk *w)
{
	return code_takes(w->code, w->path) || code_key(w->code, w->c->a, w->path).fate == CODE_READ ||
	       code_reads_elsewhere(w->code, w->path);
}

static void add_dropped(struct type_walk *w, const struct entry *e, bool left, const struct str *type,
			struct code_place at)
{
	struct diag *f =
		add_at_key(w, e, left ? SEV_INFO : w->c->rule->severity,
			   arena_printf(w->c->a, "%s has no effect: the builder makes %s by hand from other keys",
					e->key.as.s->s, type->s));
	code_related(w->c, f, at, "made here");
	code_promise(w->c, f, w->path, NULL, SAFETY_SAFE);
}

static void walk_special(struct type_walk *w, const struct dict *d, const struct str *type)
{
	struct code_place at;
	struct dict_iter it;
	const struct entry *e;
	if (!code_special(w->code, type, &at))
		return;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		const struct str *key = e->key.kind == VALUE_STR ? e->key.as.s : NULL;
		if (!key || !strcmp(key->s, "type") || key->s[0] == '_' || in_text(at, key->s) ||
		    code_mentions(w->code, key))
			continue;
		w->part[w->path.n++] = e->key;
		if (!read_at_all(w))
			add_dropped(w, e, left_over(w, d), type, at);
		w->path.n--;
	}
}

void keywords_dropped(struct native_ctx *c)
{
	type_walk(c, FINDS_SPECIAL, walk_special);
}
