// SPDX-License-Identifier: MIT
/* Merges the parts in their order, each below its package; then applies the overrides one by one, as OmegaConf does in
 * struct mode: a key that is not there is refused.
 *
 * Invariant: every value has the place of its file; where a part of unknown content was merged, what it may have
 * changed is Unknown, and dicts that it may have extended are open.
 *
 *	model/resnet at "model": {depth: 50}, config at "": {lr: 1}, override model.depth=18
 *	-> {model: {depth: 18}, lr: 1} */
#include "hydra/hydra_compose.h"
#include "base/near.h"
#include "python/value/copy.h"
#include "python/value/keypath.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 300000, DEEP = 64, KEYS_NEAR = 4000 };
struct compose_ctx {
	struct arena *a;
	const struct hydra_composer *c;
	struct hydra_config *out;
	struct hydra_schemas *schemas;
	uint32_t steps;
};

static bool is_text(struct value v, const char *what)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, what);
}

static bool is_interpolation(struct value v)
{
	return v.kind == VALUE_STR && strstr(v.as.s->s, "${");
}

/* ---- merging ---- */

static void open_all(struct value v, unsigned depth)
{
	struct dict_iter it;

	if (v.kind != VALUE_DICT || depth > DEEP)
		return;
	v.as.dict->open = true;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		open_all(e->val, depth + 1);
}

/* Charges the values that a copy has. */
static void charge(struct compose_ctx *m, struct value v, unsigned depth)
{
	struct dict_iter it;

	m->steps++;
	if (depth > DEEP || m->steps >= STEPS_MAX)
		return;
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		charge(m, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		charge(m, e->val, depth + 1);
}

static struct value copied(struct compose_ctx *m, struct value v)
{
	charge(m, v, 0);
	return m->steps < STEPS_MAX ? value_copy(m->a, v) : (struct value){ 0 };
}

static struct value opened(struct compose_ctx *m, struct value v)
{
	struct value copy = copied(m, v);

	open_all(copy, 0);
	return copy;
}

static void merge(struct compose_ctx *m, struct value to, struct value from, unsigned depth)
{
	struct dict_iter it;

	to.as.dict->open |= from.as.dict->open;
	dict_begin(&it, from.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && m->steps < STEPS_MAX; m->steps++) {
		const struct entry *old = dict_find(to.as.dict, e->key);
		bool dict = e->val.kind == VALUE_DICT;

		if (old && is_text(e->val, "???"))
			continue;
		if (old && dict && old->val.kind == VALUE_DICT && depth < DEEP)
			merge(m, old->val, e->val, depth + 1);
		else if (dict &&
			 (old ? old->val.kind == VALUE_UNKNOWN || is_interpolation(old->val) : to.as.dict->open))
			dict_put(m->a, to.as.dict, e->key, opened(m, e->val), e->use);
		else
			dict_put(m->a, to.as.dict, e->key, copied(m, e->val), e->use);
	}
}

/* The dict below a dotted package, made where it is missing; Unknown: something else is there. */
static struct value below(struct compose_ctx *m, struct value top, const char *package, struct span at)
{
	while (*package && top.kind == VALUE_DICT) {
		size_t n = strcspn(package, ".");
		struct value key = value_str(str_of(package, n), at), inner;
		const struct entry *e = dict_find(top.as.dict, key);

		if (e && e->val.kind == VALUE_DICT) {
			inner = e->val;
		} else {
			inner = value_dict(m->a, at);
			inner.as.dict->open =
				e ? e->val.kind == VALUE_UNKNOWN || is_interpolation(e->val) : top.as.dict->open;
			dict_put(m->a, top.as.dict, key, inner, at);
		}
		top = inner;
		package += n + (package[n] == '.');
	}
	return top;
}

/* A part whose content is not known: it may have replaced anything below its package. */
static void merge_unknown(struct compose_ctx *m, struct value top, const struct hydra_part *p)
{
	struct value d = below(m, top, p->package, (struct span){ 0 });

	if (d.kind != VALUE_DICT)
		return;
	dict_clear(m->a, d.as.dict);
	d.as.dict->open = true;
}

/* The first key that both set to different values. */
static void find_order(struct compose_ctx *m, struct value own, struct value other, struct keypath at, unsigned depth)
{
	struct dict_iter it;

	if (m->out->order.key || depth > DEEP || other.kind != VALUE_DICT)
		return;
	dict_begin(&it, own.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && m->steps < STEPS_MAX; m->steps++) {
		const struct entry *o = dict_find(other.as.dict, e->key);
		struct keypath path = o ? keypath_add(m->a, at, e->key) : at;

		if (!o || is_text(e->val, "???") || is_text(o->val, "???"))
			continue;
		if (e->val.kind == VALUE_DICT && o->val.kind == VALUE_DICT)
			find_order(m, e->val, o->val, path, depth + 1);
		else if (!m->out->order.key && value_is_known(e->val) && value_is_known(o->val) &&
			 !value_same(e->val, o->val))
			m->out->order = (struct hydra_order){ keypath_text(m->a, path), e->key.at, o->key.at };
	}
}

static void merge_parts(struct compose_ctx *m, struct value top)
{
	for (size_t i = 0; i < m->out->list.part.n; i++) {
		const struct hydra_part *p = &m->out->list.part.at[i];

		if (!p->file) {
			merge_unknown(m, top, p);
			continue;
		}
		struct value at = below(m, top, p->package, p->file->data.at);

		if (at.kind != VALUE_DICT)
			continue;
		if (p->primary && m->out->list.no_self)
			find_order(m, p->file->data, at, (struct keypath){ 0 }, 0);
		if (p->file->schema)
			hydra_schemas_add(m->schemas, p->package, p->file->schema);
		else
			hydra_schemas_check(m->schemas, p->package, p->file->data);
		merge(m, at, p->file->data, 0);
	}
}

/* ---- overrides ---- */

/* All paths of the tree, as candidates for a key that is not there. */
struct paths {
	struct compose_ctx *m;
	VEC(, const char *) at;
};

static void collect_paths(struct paths *p, struct value v, struct keypath at, unsigned depth)
{
	struct dict_iter it;

	if (v.kind != VALUE_DICT || depth > DEEP)
		return;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && p->at.n < KEYS_NEAR;) {
		struct keypath path = keypath_add(p->m->a, at, e->key);

		vec_push(&p->at, keypath_text(p->m->a, path));
		collect_paths(p, e->val, path, depth + 1);
	}
}

static const char *last_part(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot ? dot + 1 : path;
}

/* A path with a similar name, or the only one that ends with the same name. */
static const char *near_path(struct compose_ctx *m, struct value tree, const char *key)
{
	struct paths p = { .m = m };
	const char *near, *same = NULL;
	bool several = false;

	collect_paths(&p, tree, (struct keypath){ 0 }, 0);
	near = near_find(key, p.at.at, p.at.n);
	for (size_t i = 0; i < p.at.n; i++)
		if (!strcmp(last_part(p.at.at[i]), last_part(key))) {
			several |= same != NULL;
			same = p.at.at[i];
		}
	vec_release(&p.at);
	return near ? near : several ? NULL : same;
}

enum there { THERE, NOT_THERE, MAY_BE };
struct spot { /* the end of a dotted key */
	enum there is;
	struct value parent; /* dict or list that holds it; Unknown: something on the way is missing */
	struct value key;
	struct value val;
};

static struct value part_of(struct value in, const char *s, size_t n, struct span at)
{
	const struct str *text = str_of(s, n);
	struct value number = hydra_scalar(text, at);

	if (in.kind == VALUE_LIST ||
	    (in.kind == VALUE_DICT && number.kind == VALUE_INT && !dict_find_str(in.as.dict, text)))
		return number.kind == VALUE_INT ? number : value_str(text, at);
	return value_str(text, at);
}

static struct spot step_into(struct value in, struct value key)
{
	struct spot s = { .is = MAY_BE, .parent = in, .key = key };
	const struct entry *e = in.kind == VALUE_DICT ? dict_find(in.as.dict, key) : NULL;

	if (in.kind == VALUE_DICT) {
		s.is = !e ? in.as.dict->open ? MAY_BE : NOT_THERE : e->flags & EF_MAYBE ? MAY_BE : THERE;
		s.val = e ? e->val : s.val;
	} else if (in.kind == VALUE_LIST && key.kind == VALUE_INT && key.as.i >= 0 && key.as.i < in.as.list->n) {
		s.is = THERE;
		s.val = in.as.list->at[key.as.i].val;
	} else if (in.kind != VALUE_UNKNOWN && in.kind != VALUE_LIST && !is_interpolation(in) && !is_text(in, "???")) {
		s.is = NOT_THERE;
		s.parent = (struct value){ 0 };
	}
	return s;
}

static struct spot find_spot(struct value tree, const char *key, struct span at)
{
	struct spot s = { .val = tree, .is = THERE };

	while (*key) {
		size_t n = strcspn(key, ".");

		s = step_into(s.val, part_of(s.val, key, n, at));
		key += n + (key[n] == '.');
		if (s.is == NOT_THERE && *key)
			s.parent = (struct value){ 0 };
		if (s.is != THERE)
			break;
	}
	return s;
}

static void put_at(struct compose_ctx *m, const struct spot *s, struct value v, struct span at)
{
	if (s->parent.kind == VALUE_DICT && v.kind == VALUE_DICT && s->val.kind == VALUE_DICT)
		merge(m, s->val, v, 0);
	else if (s->parent.kind == VALUE_DICT)
		dict_put(m->a, s->parent.as.dict, s->key, v, at);
	else if (s->parent.kind == VALUE_LIST && s->key.kind == VALUE_INT && s->is == THERE)
		s->parent.as.list->at[s->key.as.i].val = v;
}

static void put_new(struct compose_ctx *m, struct value tree, const struct hydra_override *o)
{
	const char *dot = strrchr(o->key, '.');
	struct value d = below(m, tree, dot ? arena_strndup(m->a, o->key, (size_t)(dot - o->key)) : "", o->at);

	if (d.kind == VALUE_DICT)
		dict_put(m->a, d.as.dict, value_text(last_part(o->key), o->at), o->value, o->at);
}

static bool has_dict_with_unknown_keys(struct value old, struct value new)
{
	return new.kind == VALUE_DICT &&old.kind == VALUE_DICT;
}

static struct hydra_judged apply(struct compose_ctx *m, struct value tree, const struct hydra_override *o)
{
	struct spot s = find_spot(tree, o->key, o->at);
	struct hydra_judged unsure = { HYDRA_UNSURE, NULL }, fine = { HYDRA_FINE, NULL };
	bool empty = s.val.kind == VALUE_NONE || is_text(s.val, "???");

	if (o->how == HYDRA_DELETE) {
		if (s.is == THERE && s.parent.kind == VALUE_DICT)
			dict_delete(m->a, s.parent.as.dict, s.key);
		return s.is == NOT_THERE ? (struct hydra_judged){ HYDRA_GONE, near_path(m, tree, o->key) }
		       : s.is == THERE	 ? fine
					 : unsure;
	}
	if (s.is == THERE && has_dict_with_unknown_keys(s.val, o->value)) {
		put_at(m, &s, o->value, o->at);
		return unsure;
	}
	if (o->how == HYDRA_SET && s.is == NOT_THERE)
		return (struct hydra_judged){ HYDRA_NO_KEY, near_path(m, tree, o->key) };
	bool taken = o->how == HYDRA_ADD && s.is == THERE && !empty && value_is_known(s.val) &&
		     !is_interpolation(s.val) && value_is_known(o->value) && !value_is_listlike(o->value) &&
		     o->value.kind != VALUE_DICT;

	if (taken)
		return (struct hydra_judged){ HYDRA_EXISTS, NULL };
	if (s.is == THERE)
		put_at(m, &s, o->value, o->at);
	else if (s.parent.kind != VALUE_LIST &&
		 (s.is == NOT_THERE || o->how != HYDRA_SET || s.parent.kind == VALUE_DICT))
		put_new(m, tree, o);
	return s.is == MAY_BE ? unsure : fine;
}

static bool is_group_override(struct compose_ctx *m, const struct hydra_override *o)
{
	return o->value.kind != VALUE_DICT && hydra_group(m->c->search, o->key) != HYDRA_ABSENT;
}

static struct hydra_judged judge(struct compose_ctx *m, struct value tree, const struct hydra_override *o)
{
	struct hydra_judged unsure = { HYDRA_UNSURE, NULL };
	bool own = hydra_is_own(o->key ? o->key : "") || (o->key && !strncmp(o->key, "hydra.", 6));

	if (o->unknown || own)
		return unsure;
	if (o->sweep && !m->c->multirun)
		return (struct hydra_judged){ HYDRA_SWEEP, NULL };
	if (is_group_override(m, o)) /* the defaults list judged it */
		return unsure;
	if (o->package)
		return (struct hydra_judged){ HYDRA_NO_GROUP, NULL };
	if (strchr(o->key, '[') || strchr(o->key, '/') || strchr(o->key, '$') || tree.kind != VALUE_DICT)
		return unsure;
	const struct hydra_field *f = hydra_schemas_field(m->schemas, o->key);
	const char *why = !f			   ? NULL
			  : o->how == HYDRA_DELETE ? "a field that can't be deleted"
						   : hydra_type_refuses(m->a, f, o->value);

	return why ? (struct hydra_judged){ HYDRA_TYPE, why } : apply(m, tree, o);
}

static bool has_unknown_override(const struct hydra_override *o, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (o[i].unknown)
			return true;
	return false;
}

void hydra_compose(const struct hydra_composer *c, const char *primary, const struct hydra_override *o, uint32_t n,
		   struct hydra_config *out)
{
	struct compose_ctx m = { .a = c->search->a, .c = c, .out = out };

	m.schemas = arena_new(m.a, struct hydra_schemas);
	m.schemas->a = m.a;
	struct value top = value_dict(m.a, (struct span){ 0 });

	*out = (struct hydra_config){ .schemas = m.schemas, .judged = arena_array(m.a, struct hydra_judged, n + 1) };
	hydra_list_make(c, primary, o, n, &out->list);
	if (!out->list.raises) {
		merge_parts(&m, top);
		if (out->list.unclear || has_unknown_override(o, n))
			open_all(top, 0);
		/* Hydra's own settings, which the program does not see */
		out->own = dict_get(top, "hydra");
		dict_delete(m.a, top.as.dict, value_text("hydra", top.at));
		out->tree = top;
	}
	for (uint32_t i = 0; i < n; i++)
		out->judged[i] = judge(&m, out->tree, &o[i]);
	hydra_schemas_convert(m.schemas, out->tree);
	if (m.steps >= STEPS_MAX)
		out->tree = (struct value){ 0 };
}
