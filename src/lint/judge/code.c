// SPDX-License-Identifier: MIT
/* What rules find (`code: NAME` in their YAML) by comparing a config with the training code of its project: types that
 * no registry knows, arguments that a class does not take, keys that nobody reads. Where the code can't be followed
 * they are silent. */
#include "base/near.h"
#include "config/uses.h"
#include "facts/barren.h"
#include "lint/judge/native.h"
#include "python/value/dict.h"
#include <string.h>

enum { WALK_MAX = 40000, DEEPEST = 40 };

static void related(struct native_ctx *c, struct diag *d, struct code_place at, const char *text)
{
	struct span s = code_span(c->g, at);
	if (s.file)
		native_related(c, d, s, text);
}

static void add_promise(struct native_ctx *c, struct diag *d, enum promise_kind kind, struct keypath p,
			const struct str *name, enum safety safety, const char *title)
{
	struct fixplan *fix = arena_new(c->a, struct fixplan);
	struct promise *want = arena_new(c->a, struct promise);
	struct value *part = arena_array(c->a, struct value, p.n);
	memcpy(part, p.part, p.n * sizeof *part);
	*want = (struct promise){ .kind = kind, .path = { part, p.n }, .name = name };
	*fix = (struct fixplan){ .safety = safety, .title = title, .promise = want, .n = 1 };
	d->fix = fix;
	d->nfixes = 1;
}

/* ---- every dict with a type ---- */

enum finds { FINDS_REJECTED = 1, FINDS_SWALLOWED = 2, FINDS_TWICE = 4, FINDS_KEYWORD = 7, FINDS_SPECIAL = 8 };
struct walk {
	struct native_ctx *c;
	const struct code *code;
	const struct str *type; /* "type" */
	struct value part[DEEPEST + 2];
	struct keypath path;
	uint32_t steps;
	struct barren *barren; /* what lies below containers, told by other configs; NULL: not known */
	enum finds finds;      /* what is looked for */
	void (*see)(struct walk *w, const struct dict *d, const struct str *type);
};

/* `mmseg.Name` of the project's own package is Name; of another package it is none of ours. */
static const struct str *own_type(const struct code *code, struct value v)
{
	if (v.kind != VALUE_STR)
		return NULL;
	const char *dot = strrchr(v.as.s->s, '.');
	if (!dot)
		return v.as.s;
	return code_has_package(code, str_of(v.as.s->s, (size_t)(dot - v.as.s->s))) ? str_lit(dot + 1) : NULL;
}

/* `mmcls.ImageNet` builds what is inside it from the types of its own package. */
static bool is_foreign(const struct code *code, const struct entry *type)
{
	return type && type->val.kind == VALUE_STR && strchr(type->val.as.s->s, '.') && !own_type(code, type->val);
}

/* The class that builds the dict; false: what is inside it is none of ours. */
static bool built_by(const struct walk *w, const struct dict *d, const struct str **type)
{
	const struct entry *e = dict_find_str(d, w->type);
	*type = e && !(e->flags & EF_MAYBE) && !d->open ? own_type(w->code, e->val) : NULL;
	return !is_foreign(w->code, e);
}

/* ---- what may be found at and below a value, whatever its path ---- */

static bool named(const struct str *const *list, uint32_t n, const struct str *key)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == key)
			return true;
	return false;
}

static bool is_keyword(const struct walk *w, const struct entry *e)
{
	return e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE) && !code_is_builders(w->code, e->key.as.s);
}

static uint32_t finds_in(struct walk *w, const struct dict *d, const struct str *type)
{
	struct code_place special;
	if (w->finds == FINDS_SPECIAL)
		return code_special(w->code, type, &special) ? FINDS_SPECIAL : 0;
	const struct code_params *p = code_type(w->code, type);
	struct dict_iter it;
	const struct entry *e;
	uint32_t found = 0, unnamed = !p || p->open ? 0 : p->swallows ? FINDS_SWALLOWED : FINDS_REJECTED;
	if (!unnamed && !(p && p->ntwice))
		return 0;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		if (!is_keyword(w, e))
			continue;
		if (unnamed && !named(p->name, p->n, e->key.as.s))
			found |= unnamed;
		if (named(p->twice, p->ntwice, e->key.as.s))
			found |= FINDS_TWICE;
	}
	return found;
}

static uint32_t finds_below(struct walk *w, struct value v, uint32_t depth);

static uint32_t finds_of_dict(struct walk *w, const struct dict *d, uint32_t depth)
{
	const struct str *type;
	uint32_t found = 0;
	struct dict_iter it;
	const struct entry *e;
	if (!built_by(w, d, &type))
		return 0;
	if (type)
		found = finds_in(w, d, type);
	for (dict_begin(&it, d); (e = dict_next(&it));)
		found |= finds_below(w, e->val, depth + 1);
	return found;
}

/* Most dicts are other configs' too, and what may be found in one depends on it and the project alone: it is worked out
 * once, for the rules about keywords together. */
static uint32_t finds_below(struct walk *w, struct value v, uint32_t depth)
{
	uint32_t found = 0;
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < v.as.list->n; i++)
			found |= finds_below(w, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return found;
	bool keywords = w->finds & FINDS_KEYWORD;
	const struct contents *contents = contents_of(barren_contents(w->barren), v);
	uint32_t known = contents ? barren_told(w->barren, contents, w->code, keywords) : 0;
	if (known)
		return known - 1;
	if (w->steps++ > WALK_MAX || depth >= DEEPEST)
		return FINDS_KEYWORD | FINDS_SPECIAL;
	found = finds_of_dict(w, v.as.dict, depth);
	if (contents)
		barren_tell(w->barren, contents, w->code, keywords, found);
	return found;
}

/* ---- the walk itself ---- */

static void walk_value(struct walk *w, struct value v);

static void walk_dict(struct walk *w, const struct dict *d)
{
	const struct entry *e;
	const struct str *type;
	struct dict_iter it;
	if (!built_by(w, d, &type))
		return;
	if (type)
		w->see(w, d, type);
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		w->part[w->path.n++] = e->key;
		walk_value(w, e->val);
		w->path.n--;
	}
}

static void walk_list(struct walk *w, struct value v)
{
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		w->part[w->path.n++] = value_int(i, (struct span){ 0 });
		walk_value(w, v.as.list->at[i].val);
		w->path.n--;
	}
}

static void walk_value(struct walk *w, struct value v)
{
	bool dict = v.kind == VALUE_DICT;
	if (!dict && v.kind != VALUE_LIST && v.kind != VALUE_TUPLE)
		return;
	if (w->steps++ > WALK_MAX || w->path.n >= DEEPEST)
		return;
	const struct contents *contents = dict && w->barren ? contents_of(barren_contents(w->barren), v) : NULL;
	uint32_t known = contents ? barren_told(w->barren, contents, w->code, w->finds & FINDS_KEYWORD) : 0;
	if (known && !((known - 1) & w->finds))
		return;
	if (dict)
		walk_dict(w, v.as.dict);
	else
		walk_list(w, v);
}

/* Types are looked up in another package first when the config says so. */
static bool scope_is_ours(struct native_ctx *c, const struct code *code)
{
	const struct entry *e = c->m->merged.kind == VALUE_DICT
					? dict_find_str(c->m->merged.as.dict, code_habits(code)->scope_key)
					: NULL;
	return !e || e->val.kind == VALUE_NONE || (e->val.kind == VALUE_STR && code_has_package(code, e->val.as.s));
}

static void walk_types(struct native_ctx *c, enum finds finds,
		       void (*see)(struct walk *w, const struct dict *d, const struct str *type))
{
	struct walk w = { .c = c,
			  .code = c->code,
			  .see = see,
			  .finds = finds,
			  .type = str_lit("type"),
			  .barren = facts_barren(c->facts) };
	w.path.part = w.part;
	if (!w.code || !scope_is_ours(c, w.code) || (w.barren && !(finds_below(&w, c->m->merged, 0) & finds)))
		return;
	w.steps = 0;
	walk_value(&w, c->m->merged);
}

static const char *path_text(struct walk *w)
{
	struct buf b = { 0 };
	keypath_print(&b, w->path);
	const char *s = arena_strdup(w->c->a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* A finding at the key of the entry; w->path is the entry's. */
static struct diag *add_at_key(struct walk *w, const struct entry *e, enum severity sev, const char *msg)
{
	struct slot s = keypath_get(w->c->a, w->c->m->merged, w->path);
	struct span at = s.key.file ? s.key : e->key.at.file ? e->key.at : e->use;
	struct diag *d = native_add(w->c, sev, at, "%s", msg);
	d->path = path_text(w);
	return d;
}

static const struct str *nearest(struct native_ctx *c, const struct str *word, const struct str *const *list,
				 uint32_t n)
{
	const char **text = arena_array(c->a, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		text[i] = list[i]->s;
	const char *s = near_find(word->s, text, n);
	return s ? str_lit(s) : NULL;
}

/* Each keyword of a built dict with the parameters of its class, where these are such that something can be found. */
static void each_keyword(struct walk *w, const struct dict *d, const struct str *type,
			 bool (*telling)(const struct code_params *p),
			 void (*see)(struct walk *w, const struct dict *d, const struct str *type,
				     const struct code_params *p, const struct entry *e))
{
	const struct code_params *p = code_type(w->code, type);
	struct dict_iter it;
	const struct entry *e;
	if (!p || !telling(p))
		return;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		if (!is_keyword(w, e))
			continue;
		w->part[w->path.n++] = e->key;
		see(w, d, type, p, e);
		w->path.n--;
	}
}

/* Somebody takes the key at w->path out before the class is built, or may: nothing is sure then. */
static bool taken_before(struct walk *w, const struct str *type, const struct str *key)
{
	struct code_place special;
	return code_mentions(w->code, key) || code_special(w->code, type, &special) ||
	       code_key(w->code, w->c->a, w->path).fate == CODE_READ;
}

/* ---- keywords of classes ---- */

/* "width, suffix and 12 more" */
static const char *names_text(struct native_ctx *c, const struct code_params *p)
{
	enum { SHOWN = 8 };
	struct buf b = { 0 };
	for (uint32_t i = 0; i < p->n && i < SHOWN; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", p->name[i]->s);
	if (p->n > SHOWN)
		buf_printf(&b, " and %u more", p->n - SHOWN);
	const char *s = arena_strdup(c->a, p->n ? buf_str(&b) : "no arguments");
	buf_release(&b);
	return s;
}

/* Of the keys that its class does not take, most are taken by name: the dict is read by hand, whatever its type says.
 * w->path is that of one of its keys. */
static bool read_by_hand(struct walk *w, const struct dict *d, const struct str *type, const struct code_params *p)
{
	struct value own = w->part[w->path.n - 1];
	struct dict_iter it;
	const struct entry *e;
	uint32_t taken = 0, left = 0;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || code_is_builders(w->code, e->key.as.s) ||
		    named(p->name, p->n, e->key.as.s))
			continue;
		w->part[w->path.n - 1] = e->key;
		if (taken_before(w, type, e->key.as.s))
			taken++;
		else
			left++;
	}
	w->part[w->path.n - 1] = own;
	return taken > left;
}

static void see_rejected(struct walk *w, const struct dict *d, const struct str *type, const struct code_params *p,
			 const struct entry *e)
{
	const struct str *key = e->key.as.s;
	if (named(p->name, p->n, key) || taken_before(w, type, key) || read_by_hand(w, d, type, p))
		return;
	const struct str *near = nearest(w->c, key, p->name, p->n);
	const char *msg = arena_printf(w->c->a, "%s takes no argument %s: TypeError when it is built%s%s%s", type->s,
				       key->s, near ? "; did you mean " : "", near ? near->s : "", near ? "?" : "");
	struct diag *f = add_at_key(w, e, w->c->rule->severity, msg);
	related(w->c, f, code_params_at(w->code, p, false),
		arena_printf(w->c->a, "%s takes %s", p->by ? p->by : type->s, names_text(w->c, p)));
	if (near && !dict_find_str(d, near))
		add_promise(w->c, f, PROMISE_RENAME, w->path, near, SAFETY_SAFE,
			    arena_printf(w->c->a, "rename to %s", near->s));
}

/* The key comes from a file that says nothing of the type: left over from the dict that this one replaces, and
 * harmless. */
static bool left_over(struct walk *w, const struct dict *d)
{
	const struct entry *type = dict_find_lit(d, "type");
	struct slot s = keypath_get(w->c->a, w->c->m->merged, w->path);
	return type && s.key.file && type->val.at.file && s.key.file != type->val.at.file;
}

static void see_swallowed(struct walk *w, const struct dict *d, const struct str *type, const struct code_params *p,
			  const struct entry *e)
{
	const struct str *key = e->key.as.s;
	if (named(p->name, p->n, key) || taken_before(w, type, key))
		return;
	const struct str *near = nearest(w->c, key, p->name, p->n);
	struct diag *f =
		add_at_key(w, e, left_over(w, d) ? SEV_INFO : w->c->rule->severity,
			   arena_printf(w->c->a,
					"%s has no effect: %s takes it in its **kwargs and does nothing with it%s%s%s",
					key->s, p->by ? p->by : type->s, near ? "; did you mean " : "",
					near ? near->s : "", near ? "?" : ""));
	related(w->c, f, code_params_at(w->code, p, false), "what is left in its **kwargs is not used");
	add_promise(w->c, f, PROMISE_REMOVE, w->path, NULL, SAFETY_SAFE, arena_printf(w->c->a, "remove %s", key->s));
}

static void see_twice(struct walk *w, const struct dict *d, const struct str *type, const struct code_params *p,
		      const struct entry *e)
{
	(void)d;
	const struct str *key = e->key.as.s;
	if (!named(p->twice, p->ntwice, key) || taken_before(w, type, key))
		return;
	struct diag *f =
		add_at_key(w, e, w->c->rule->severity,
			   arena_printf(w->c->a,
					"%s passes %s on itself: giving it here is a TypeError (multiple values)",
					type->s, key->s));
	related(w->c, f, code_params_at(w->code, p, true), "given here too");
	add_promise(w->c, f, PROMISE_REMOVE, w->path, NULL, SAFETY_SAFE, arena_printf(w->c->a, "remove %s", key->s));
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

static void walk_rejected(struct walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, d, type, rejects, see_rejected);
}

static void walk_swallowed(struct walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, d, type, swallows, see_swallowed);
}

static void walk_twice(struct walk *w, const struct dict *d, const struct str *type)
{
	each_keyword(w, d, type, passes_on, see_twice);
}

static void kwargs_rejected(struct native_ctx *c)
{
	walk_types(c, FINDS_REJECTED, walk_rejected);
}

static void kwargs_swallowed(struct native_ctx *c)
{
	walk_types(c, FINDS_SWALLOWED, walk_swallowed);
}

static void kwargs_twice(struct native_ctx *c)
{
	walk_types(c, FINDS_TWICE, walk_twice);
}

/* ---- keys that a builder drops ---- */

static bool in_text(struct code_place p, const char *word)
{
	uint32_t hi = p.hi < p.file->len ? p.hi : p.file->len;
	return memmem(p.file->bytes + p.lo, hi - p.lo, word, strlen(word)) != NULL;
}

static void walk_special(struct walk *w, const struct dict *d, const struct str *type)
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
		struct diag *f =
			add_at_key(w, e, w->c->rule->severity,
				   arena_printf(w->c->a,
						"%s has no effect: the builder makes %s by hand from other keys",
						key->s, type->s));
		related(w->c, f, at, "made here");
		add_promise(w->c, f, PROMISE_REMOVE, w->path, NULL, SAFETY_SAFE,
			    arena_printf(w->c->a, "remove %s", key->s));
		w->path.n--;
	}
}

static void special_leftover(struct native_ctx *c)
{
	walk_types(c, FINDS_SPECIAL, walk_special);
}

/* ---- types ---- */

static bool has_key(const struct native_ctx *c, const char *key)
{
	return c->m->merged.kind == VALUE_DICT && dict_find_lit(c->m->merged.as.dict, key);
}

static void check_type(struct native_ctx *c, const struct code *code, const char *path, struct keypath p)
{
	struct slot s = keypath_get(c->a, c->m->merged, p);
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
	if (!code || !code_trains(code) || code_types_open(code) || code_foreign(code) || !scope_is_ours(c, code) || !d)
		return;
	const struct code_habits *h = code_habits(code);
	for (uint32_t i = 0; i < h->import_keys.n; i++)
		if (has_key(c, h->import_keys.at[i]))
			return;
	for (uint32_t i = 0; i < h->built.n; i++)
		check_type(c, code, h->built.at[i], h->built_path[i]);
}

/* ---- keys that nobody reads ---- */

static bool looks_like_a_key(const struct entry *e)
{
	static const char *const ends[] = { "_config", "_cfg", "_dataloader", "_hook", "_hooks", "_wrapper" };
	const struct str *k = e->key.as.s;
	bool typed = e->val.kind == VALUE_DICT && dict_find_lit(e->val.as.dict, "type");
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		size_t n = strlen(ends[i]);
		if (k->len > n && !strcmp(k->s + k->len - n, ends[i]))
			return !typed; /* norm_cfg = dict(type=...) is a variable that nobody used */
	}
	return e->val.kind == VALUE_DICT &&
	       (dict_find_lit(e->val.as.dict, "interval") || dict_find_lit(e->val.as.dict, "lr"));
}

static void unread_keys(struct native_ctx *c)
{
	const struct code *code = c->code;
	struct dict_iter it;
	const struct entry *e;
	if (!code || c->m->merged.kind != VALUE_DICT || c->m->imported)
		return;
	for (dict_begin(&it, c->m->merged.as.dict); (e = dict_next(&it));) {
		struct keypath p = { &e->key, 1 };
		if (e->key.kind != VALUE_STR || (e->flags & EF_MAYBE))
			continue;
		struct code_answer x = code_key(code, c->a, p);
		if (x.fate != CODE_UNREAD || name_is_used(c->g, c->m, e->key.as.s) || code_reads_elsewhere(code, p))
			continue;
		struct slot s = keypath_get(c->a, c->m->merged, p);
		const char *by = code_reader(code, c->a, (struct keypath){ 0 });
		struct diag *d = native_add(c, looks_like_a_key(e) ? SEV_WARNING : SEV_INFO,
					    s.key.file ? s.key : e->use, "nothing in training reads %s%s%s",
					    e->key.as.s->s, by ? "; other keys are read by " : "", by ? by : "");
		d->path = e->key.as.s->s;
		related(c, d, x.at, "other keys are read here");
		add_promise(c, d, PROMISE_REMOVE, p, NULL, SAFETY_SAFE,
			    arena_printf(c->a, "remove %s", e->key.as.s->s));
	}
}

/* ---- the evaluation: what its hook does not take goes to a method of the data set ---- */

struct evaluation {
	const struct code *code;
	const struct code_habits *habits;
	const struct str *type;
	const struct code_params *evaluate, *hook;
	const struct dict *dict;
	bool empty;
};

static const struct str *type_at(struct native_ctx *c, const struct code *code, struct keypath p)
{
	struct slot s = keypath_get(c->a, c->m->merged, p);
	return s.found == p.n ? own_type(code, s.val) : NULL;
}

static bool evaluation_of(struct native_ctx *c, struct evaluation *v)
{
	v->code = c->code;
	if (!v->code || c->m->merged.kind != VALUE_DICT)
		return false;
	v->habits = code_habits(v->code);
	const struct entry *e = dict_find_str(c->m->merged.as.dict, v->habits->evaluation);
	if (!e || e->val.kind != VALUE_DICT || e->val.as.dict->open ||
	    !(v->type = type_at(c, v->code, v->habits->dataset_path)))
		return false;
	v->dict = e->val.as.dict;
	v->hook = code_hooks(v->code);
	v->evaluate = code_method(v->code, v->type, v->habits->evaluate, &v->empty);
	return v->evaluate && v->hook;
}

static void report_leftover(struct native_ctx *c, const struct evaluation *v, struct keypath p, const struct entry *e)
{
	const char *key = e->key.as.s->s, *all = v->habits->evaluation->s, *method = v->habits->evaluate;
	const struct str *near =
		v->evaluate->swallows ? NULL : nearest(c, e->key.as.s, v->evaluate->name, v->evaluate->n);
	const char *msg = v->evaluate->swallows
				  ? arena_printf(c->a, "%s.%s reaches %s.%s(**kwargs), which ignores it", all, key,
						 v->type->s, method)
				  : arena_printf(c->a, "%s.%s() takes no %s: TypeError at the first evaluation%s%s%s",
						 v->type->s, method, key, near ? "; did you mean " : "",
						 near ? near->s : "", near ? "?" : "");
	struct slot s = keypath_get(c->a, c->m->merged, p);
	struct diag *d = native_add(c, c->rule->severity, s.key.file ? s.key : e->use, "%s", msg);
	d->path = arena_printf(c->a, "%s.%s", all, key);
	related(c, d, code_params_at(v->code, v->evaluate, false),
		arena_printf(c->a, "%s takes %s", v->evaluate->by, names_text(c, v->evaluate)));
	if (near && !dict_find_str(v->dict, near))
		add_promise(c, d, PROMISE_RENAME, p, near, SAFETY_SAFE, arena_printf(c->a, "rename to %s", near->s));
	else
		add_promise(c, d, PROMISE_REMOVE, p, NULL, SAFETY_SAFE, arena_printf(c->a, "remove %s", key));
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
		    named(v.evaluate->name, v.evaluate->n, e->key.as.s) ||
		    named(v.hook->name, v.hook->n, e->key.as.s) || code_is_builders(v.code, e->key.as.s) ||
		    code_mentions(v.code, e->key.as.s) || code_key(v.code, c->a, p).fate == CODE_READ)
			continue;
		report_leftover(c, &v, p, e);
	}
}

static void evaluate_rejected(struct native_ctx *c)
{
	check_leftovers(c, false);
}

static void evaluate_swallowed(struct native_ctx *c)
{
	check_leftovers(c, true);
}

static void evaluate_nothing(struct native_ctx *c)
{
	struct evaluation v;
	if (!evaluation_of(c, &v) || !v.empty)
		return;
	struct slot s = keypath_get(c->a, c->m->merged, v.habits->dataset_path);
	struct diag *d =
		native_add(c, c->rule->severity, s.use.file ? s.use : s.val.at,
			   "%s.%s() returns nothing: the evaluation hook fails on its None after the first validation",
			   v.type->s, v.habits->evaluate);
	d->path = v.habits->dataset;
	related(c, d, code_params_at(v.code, v.evaluate, false), "no path of this function returns a value");
}

/* ---- table ---- */

// clang-format off
#define CHECKS(X) \
	X("evaluate-nothing", evaluate_nothing) \
	X("evaluate-rejected", evaluate_rejected) \
	X("evaluate-swallowed", evaluate_swallowed) \
	X("kwargs-rejected", kwargs_rejected) \
	X("kwargs-swallowed", kwargs_swallowed) \
	X("kwargs-twice", kwargs_twice) \
	X("special-leftover", special_leftover) \
	X("unknown-types", unknown_types) \
	X("unread-keys", unread_keys)
// clang-format on
static const struct {
	const char *name;
	native_fn *fn;
} table[] = {
#define X(name, fn) { name, fn },
	CHECKS(X)
#undef X
};

const char *const *native_code_names(void)
{
	static const char *const names[] = {
#define X(name, fn) name,
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

const char *native_code_doubt(struct native_ctx *c)
{
	const char *check = c->rule->code, *text;
	if (!c->code)
		return NULL;
	if (!scope_is_ours(c, c->code))
		return arena_printf(c->a, "%s names another package", code_habits(c->code)->scope_key->s);
	if (!strcmp(check, "unread-keys") || !strcmp(check, "unknown-types"))
		if (!code_trains(c->code))
			return "no script of the project trains with a config";
	if (!strcmp(check, "unknown-types")) {
		if ((text = code_types_open(c->code)))
			return text;
		text = code_foreign(c->code);
		return text ? arena_printf(c->a, "%s lies outside the project and may register types", text) : NULL;
	}
	if (!strncmp(check, "evaluate", 8) && !code_hooks(c->code))
		return "the project names no evaluation hook whose arguments can be seen";
	return NULL;
}
