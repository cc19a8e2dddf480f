// SPDX-License-Identifier: MIT
/* Every dict of a config that has a type is walked to, with its path; what lies below a container that other configs
 * have too is told by what was found there before (facts/searched.h). */
#include "lint/judge/keywords.h"
#include "base/map.h"
#include "code/know.h"
#include "config/uses.h"
#include "facts/searched.h"
#include "lint/judge/code_finding.h"
#include "python/value/dict.h"
#include <string.h>

enum { WALK_MAX = 40000, DEEPEST = 40 };
/* Names that one is compared with, of a config for one rule; a type counts as that many, once. */
enum { COMPARED_MAX = 2000000, COMPARED_TYPE = 4000 };

/* ---- every dict with a type ---- */

enum finds {
	FINDS_REJECTED = 1,
	FINDS_SWALLOWED = 2,
	FINDS_TWICE = 4,
	FINDS_SPECIAL = 8,
	FINDS_TYPE = 16,
	FINDS_KEYWORD = 23
};
struct type_walk {
	struct native_ctx *c;
	const struct code *code;
	const struct str *type; /* "type" */
	struct value part[DEEPEST + 2];
	struct keypath path;
	uint32_t steps;
	struct searched *searched; /* what lies below containers, told by other configs; NULL: not known */
	enum finds finds;	   /* what is looked for */
	bool all_types;		   /* code_names_all_types */
	const struct str *abroad;  /* the nearest type around that the project doesn't know; or NULL */
	const struct str *around;  /* the nearest that it does; or NULL */
	void (*see)(struct type_walk *w, const struct dict *d, const struct str *type);
	uint64_t compared;
	struct map asked; /* types */
	bool cut;	  /* WALK_MAX, DEEPEST or COMPARED_MAX was reached, and that is told */
	bool by_hand;	  /* the dict whose keywords are looked at: read_by_hand */
	bool by_hand_known;
};

static void cut_short(struct type_walk *w)
{
	if (w->cut)
		return;
	w->cut = true;
	w->c->stats->events++;
	unchecked_add(w->c->a, &w->c->stats->unchecked[UNCHECKED_BUDGET], w->c->rule, w->c->subject,
		      "too many dicts, or too deep, to be compared with the training code",
		      value_none((struct span){ 0 }));
}

/* false: that is more than may be. */
static bool compare_with(struct type_walk *w, uint64_t names)
{
	w->compared += names;
	if (w->compared > COMPARED_MAX)
		cut_short(w);
	return !w->cut;
}

/* The code has the word as a text: it compares with it, or has a table of such names. */
static bool is_quoted(const struct type_walk *w, const struct str *type)
{
	return code_says(w->code, str_lit(arena_printf(w->c->a, "'%s'", type->s))) ||
	       code_says(w->code, str_lit(arena_printf(w->c->a, "\"%s\"", type->s)));
}

/* The registered type that is meant by this one, where nobody that is known registers it. NULL: somebody does, or it is
 * like none. */
static const char *misspelled_type(struct type_walk *w, const struct str *type)
{
	if (!code_unregistered_type(w->c, type))
		return NULL;
	if (!map_get(&w->asked, type)) {
		if (!compare_with(w, COMPARED_TYPE))
			return NULL;
		map_put(w->c->a, &w->asked, type, w);
	}
	const char *near = code_near_type(w->code, type);
	return near && !is_quoted(w, type) ? near : NULL;
}

/* `mmcls.ImageNet` builds what is inside it from the types of its own package. */
static bool is_foreign(const struct code *code, const struct entry *type)
{
	return type && type->val.kind == VALUE_STR && strchr(type->val.as.s->s, '.') && !code_own_type(code, type->val);
}

/* The class that builds the dict; false: what is inside it is none of ours. */
static bool built_by(const struct type_walk *w, const struct dict *d, const struct str **type)
{
	const struct entry *e = dict_find_str(d, w->type);
	*type = e && !(e->flags & EF_MAYBE) && !d->open ? code_own_type(w->code, e->val) : NULL;
	return !is_foreign(w->code, e);
}

/* ---- what may be found at and below a value, whatever its path ---- */

static bool is_keyword(const struct entry *e)
{
	return e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE);
}

/* Whatever the path, for what contents tell. */
static bool is_builders(const struct type_walk *w, const struct entry *e)
{
	struct value key = e->key;
	return code_is_builders(w->code, (struct keypath){ &key, 1 });
}

/* Likewise: out of whatever dict it stands in. */
static bool is_taken(const struct type_walk *w, const struct entry *e)
{
	struct value key = e->key;
	return code_takes(w->code, (struct keypath){ &key, 1 });
}

static uint32_t finds_in(struct type_walk *w, const struct dict *d, const struct str *type)
{
	struct code_place special;
	if (w->finds == FINDS_SPECIAL)
		return code_special(w->code, type, &special) ? FINDS_SPECIAL : 0;
	const struct code_params *p = code_type(w->code, type);
	struct dict_iter it;
	const struct entry *e;
	uint32_t found = 0, unnamed = !p || p->open ? 0 : p->swallows ? FINDS_SWALLOWED : FINDS_REJECTED;
	if (!p && w->all_types && code_unregistered_type(w->c, type))
		return FINDS_TYPE;
	if (!unnamed && !(p && p->ntwice))
		return 0;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		if (!is_keyword(e) || is_builders(w, e))
			continue;
		if (unnamed && !str_among(e->key.as.s, p->name, p->n) && !is_taken(w, e))
			found |= unnamed;
		if (str_among(e->key.as.s, p->twice, p->ntwice))
			found |= FINDS_TWICE;
	}
	return found;
}

static uint32_t finds_below(struct type_walk *w, struct value v, uint32_t depth);

static uint32_t finds_of_dict(struct type_walk *w, const struct dict *d, uint32_t depth)
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
static uint32_t finds_below(struct type_walk *w, struct value v, uint32_t depth)
{
	uint32_t found = 0;
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < v.as.list->n; i++)
			found |= finds_below(w, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return found;
	bool keywords = w->finds & FINDS_KEYWORD;
	const struct contents *contents = contents_of(searched_contents(w->searched), v);
	uint32_t known = contents ? searched_told(w->searched, contents, w->code, keywords) : 0;
	if (known)
		return known - 1;
	if (w->steps++ > WALK_MAX || depth >= DEEPEST)
		return FINDS_KEYWORD | FINDS_SPECIAL;
	found = finds_of_dict(w, v.as.dict, depth);
	if (contents)
		searched_tell(w->searched, contents, w->code, keywords, found);
	return found;
}

/* ---- the walk itself ---- */

static void walk_value(struct type_walk *w, struct value v);

/* Inside another package's class, or one made from it, that package's own class of this name may be meant. */
static bool another_is_meant(const struct type_walk *w, const struct str *type)
{
	return (w->abroad && code_is_framework_type(w->code, type, w->abroad)) ||
	       (w->around && code_is_framework_type(w->code, type, w->around));
}

/* A framework's class, which builds what is in it as frameworks do. */
static bool known_abroad(const struct type_walk *w, const struct str *type)
{
	return classes_has(&w->c->rs->dialects.vocab->classes, type->s) || code_is_framework_type(w->code, type, type);
}

static const char *is_misspelled(struct type_walk *w, const struct str *type)
{
	bool may = w->all_types && !code_comes_along(w->c) && !code_type(w->code, type);
	return may ? misspelled_type(w, type) : NULL;
}

/* A key of the top level that nobody reads: nobody builds what is in it. Where a config's own code puts it elsewhere,
 * it is found there; so is a variable of which that is seen, where it isn't known who reads the config. */
static bool leads_nowhere(struct type_walk *w)
{
	const struct str *key = w->path.n == 1 && w->path.part[0].kind == VALUE_STR ? w->path.part[0].as.s : NULL;
	enum code_fate fate = key ? code_key(w->code, w->c->a, w->path).fate : CODE_READ;
	return fate == CODE_UNREAD || (fate < CODE_READ && name_is_used(w->c->g, w->c->m, key) &&
				       !dialects_know_key(&w->c->rs->dialects, key));
}

static void walk_dict(struct type_walk *w, const struct dict *d)
{
	const struct entry *e;
	const struct str *type;
	struct dict_iter it;
	if (!built_by(w, d, &type))
		return;
	if (type && !another_is_meant(w, type))
		w->see(w, d, type);
	if (type && w->finds != FINDS_TYPE && is_misspelled(w, type))
		return; /* nothing is built inside what isn't built */
	const struct str *abroad = w->abroad, *around = w->around;
	bool ours = !type || code_knows_type(w->code, type);
	if ((!ours && !known_abroad(w, type)) || (type && texts_have(&code_habits(w->code)->foreign, type->s)))
		return; /* who it is builds what it likes: another library's classes may have the names of ours */
	if (!ours)
		w->abroad = type;
	else if (type)
		w->around = type;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		w->part[w->path.n++] = e->key;
		if (!leads_nowhere(w))
			walk_value(w, e->val);
		w->path.n--;
	}
	w->abroad = abroad;
	w->around = around;
}

static void walk_list(struct type_walk *w, struct value v)
{
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		w->part[w->path.n++] = value_int(i, (struct span){ 0 });
		walk_value(w, v.as.list->at[i].val);
		w->path.n--;
	}
}

static void walk_value(struct type_walk *w, struct value v)
{
	bool dict = v.kind == VALUE_DICT;
	if (!dict && v.kind != VALUE_LIST && v.kind != VALUE_TUPLE)
		return;
	if (w->steps++ > WALK_MAX)
		cut_short(w);
	if (w->cut)
		return;
	const struct contents *contents = dict && w->searched ? contents_of(searched_contents(w->searched), v) : NULL;
	uint32_t known = contents ? searched_told(w->searched, contents, w->code, (w->finds & FINDS_KEYWORD) != 0) : 0;
	if (known && !((known - 1) & w->finds))
		return;
	if (w->path.n >= DEEPEST)
		cut_short(w);
	else
		dict ? walk_dict(w, v.as.dict) : walk_list(w, v);
}

static void walk_types(struct native_ctx *c, enum finds finds,
		       void (*see)(struct type_walk *w, const struct dict *d, const struct str *type))
{
	struct type_walk w = { .c = c,
			       .code = c->code,
			       .see = see,
			       .finds = finds,
			       .type = str_lit("type"),
			       .searched = facts_searched(c->facts) };
	w.path.part = w.part;
	w.all_types = w.code && code_names_all_types(c);
	if (!w.code || !code_scope_is_ours(c) || (w.searched && !(finds_below(&w, c->subject->tree, 0) & finds)))
		return;
	w.steps = 0;
	walk_value(&w, c->subject->tree);
}

static const char *path_text(struct type_walk *w)
{
	struct buf b = { 0 };
	keypath_print(&b, w->path);
	const char *s = arena_strdup(w->c->a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* A finding at the key of the entry; w->path is the entry's. */
static struct diag *add_at_key(struct type_walk *w, const struct entry *e, enum severity sev, const char *msg)
{
	struct slot s = keypath_get(w->c->a, w->c->subject->tree, w->path);
	struct span at = s.key.file ? s.key : e->key.at.file ? e->key.at : e->use;
	struct diag *d = native_add(w->c, sev, at, "%s", msg);
	d->path = path_text(w);
	return d;
}

struct keyword { /* of a dict that a class is built from */
	const struct dict *of;
	const struct str *type;
	const struct code_params *p; /* of the class */
	const struct entry *e;
	const struct str *key;
};

/* Each keyword of a built dict with the parameters of its class, where these are such that something can be found. */
static void each_keyword(struct type_walk *w, struct keyword k, bool (*telling)(const struct code_params *p),
			 void (*see)(struct type_walk *w, const struct keyword *k))
{
	struct dict_iter it;
	k.p = code_type(w->code, k.type);
	if (!k.p || !telling(k.p))
		return;
	w->by_hand_known = false;
	for (dict_begin(&it, k.of); (k.e = dict_next(&it));) {
		if (!is_keyword(k.e))
			continue;
		w->part[w->path.n++] = k.e->key;
		k.key = k.e->key.as.s;
		if (compare_with(w, k.p->n + k.p->ntwice) && !code_is_builders(w->code, w->path))
			see(w, &k);
		w->path.n--;
	}
}

/* Somebody takes the key at w->path out before the class is built, or may: nothing is sure then. */
static bool taken_before(struct type_walk *w, const struct str *type)
{
	struct code_place special;
	return code_takes(w->code, w->path) || code_special(w->code, type, &special) ||
	       code_key(w->code, w->c->a, w->path).fate == CODE_READ;
}

/* ---- keywords of classes ---- */

/* Of the keys that its class does not take, most are taken by name: the dict is read by hand, whatever its type says.
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
	f->path = path_text(w);
	f->hint = "_delete_=True in this dict drops what the base left there";
	native_related(w->c, f, s.key, arena_printf(w->c->a, "%s is set here, for %s", key, was));
	code_relate_taken(w->c, f, k->p, k->type);
}

static void see_rejected(struct type_walk *w, const struct keyword *k)
{
	const char *type = k->type->s;
	if (str_among(k->key, k->p->name, k->p->n) || taken_before(w, k->type) || read_by_hand(w, k))
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
	if (near)
		code_promise(w->c, f, w->path, near);
}

/* The key comes from a file that says nothing of the type: left over from the dict that this one replaces, and
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
	/* copied from another class's config it mostly meant nothing here; a slip of a name meant something, and so do
	 * pretrained weights */
	bool heavy = texts_have(&code_habits(w->code)->weighty, k->key->s);
	bool meant = (near || heavy) && !left_over(w, k->of) && !code_asks_nothing(k->e->val);
	struct diag *f =
		add_at_key(w, k->e, meant ? w->c->rule->severity : SEV_INFO,
			   arena_printf(w->c->a,
					"%s has no effect: %s takes it in its **kwargs and does nothing with it%s%s%s",
					k->key->s, k->p->by ? k->p->by : k->type->s, near ? "; did you mean " : "",
					near ? near->s : "", near ? "?" : ""));
	code_related(w->c, f, code_params_at(w->code, k->p, false), "what is left in its **kwargs is not used");
	code_promise(w->c, f, w->path, NULL);
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
	code_promise(w->c, f, w->path, NULL);
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
	walk_types(c, FINDS_REJECTED, walk_rejected);
}

void keywords_swallowed(struct native_ctx *c)
{
	walk_types(c, FINDS_SWALLOWED, walk_swallowed);
}

void keywords_twice(struct native_ctx *c)
{
	walk_types(c, FINDS_TWICE, walk_twice);
}

/* ---- types ---- */

/* The types that are judged by their paths are so whether or not another is like them. */
static bool judged_by_path(struct type_walk *w)
{
	const struct code_habits *h = code_habits(w->code);
	const char *path = arena_printf(w->c->a, "%s.type", path_text(w));
	for (uint32_t i = 0; i < h->built.n; i++)
		if (!strcmp(h->built.at[i], path))
			return true;
	return false;
}

static void walk_misspelled(struct type_walk *w, const struct dict *d, const struct str *type)
{
	const struct entry *e = dict_find_str(d, w->type);
	bool judged = judged_by_path(w) && code_sees_all_types(w->c);
	const char *near = judged ? NULL : is_misspelled(w, type);
	if (!near || !w->path.n)
		return;
	struct diag *f = native_add(w->c, w->c->rule->severity, e->use.file ? e->use : e->val.at,
				    "no class is registered as %s; did you mean %s?", type->s, near);
	w->part[w->path.n++] = e->key;
	f->path = path_text(w);
	w->path.n--;
}

void keywords_misspelled(struct native_ctx *c)
{
	walk_types(c, FINDS_TYPE, walk_misspelled);
}

/* ---- keys that a builder drops ---- */

static bool in_text(struct code_place p, const char *word)
{
	uint32_t hi = p.hi < p.file->len ? p.hi : p.file->len;
	return memmem(p.file->bytes + p.lo, hi - p.lo, word, strlen(word)) != NULL;
}

/* The key at w->path is read, by training, another script, or whoever has the dict before it is built. */
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
	code_promise(w->c, f, w->path, NULL);
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
	walk_types(c, FINDS_SPECIAL, walk_special);
}
