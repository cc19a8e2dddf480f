// SPDX-License-Identifier: MIT
/* Constructors, predicates, equality and hashing of values. All walks are bounded: they stop at VALUE_DEPTH_MAX
 * levels and after WALK_MAX nodes with the cautious answer (unknown, not the same). Deep copies and freezing: copy.c.
 *
 * Example: key_same(1, 1.0) true, as Python's ==
 *          value_same(1, 1.0) false: kinds differ
 *          value_same of two Unknowns: true if one reason at one place created both */
#include "python/value/value.h"
#include "python/value/dict.h"
#include <math.h>
#include <string.h>

enum { WALK_MAX = 2000000 };

const char *why_text(enum why w)
{
	static const char *const text[] = {
#define X(k, t) t,
		WHYS(X)
#undef X
	};
	if ((size_t)w >= ARRAY_SIZE(text))
		BUG("why %d", (int)w);
	return text[w];
}

struct value value_unknown(struct arena *a, enum why why, struct span at, const char *detail)
{
	return value_unknown_str(a, why, at, detail ? str_lit(detail) : NULL);
}

struct value value_unknown_str(struct arena *a, enum why why, struct span at, const struct str *detail)
{
	CHECK(a);
	struct cause *c = arena_new(a, struct cause);
	*c = (struct cause){ why, at, detail };
	if (why == WHY_FUEL && a->budget)
		a->budget->spent = true;
	return (struct value){ .kind = VALUE_UNKNOWN, .at = at, .as.cause = c };
}

struct value value_none(struct span at)
{
	return (struct value){ .kind = VALUE_NONE, .at = at };
}

struct value value_bool(bool b, struct span at)
{
	return (struct value){ .kind = VALUE_BOOL, .at = at, .as.b = b };
}

struct value value_int(int64_t i, struct span at)
{
	return (struct value){ .kind = VALUE_INT, .at = at, .as.i = i };
}

struct value value_float(double f, struct span at)
{
	return (struct value){ .kind = VALUE_FLOAT, .at = at, .as.f = f };
}

struct value value_str(const struct str *s, struct span at)
{
	CHECK(s);
	return (struct value){ .kind = VALUE_STR, .at = at, .as.s = s };
}

struct value value_text(const char *s, struct span at)
{
	return value_str(str_lit(s), at);
}

struct value value_list(struct arena *a, enum value_kind kind, uint32_t cap, struct span at)
{
	CHECK(a && value_is_listlike((struct value){ .kind = (uint8_t)kind }));
	struct list *l = arena_new(a, struct list);
	if (cap)
		l->at = arena_array(a, struct item, cap);
	l->cap = cap;
	return (struct value){ .kind = (uint8_t)kind, .at = at, .as.list = l };
}

struct value value_dict(struct arena *a, struct span at)
{
	return (struct value){ .kind = VALUE_DICT, .at = at, .as.dict = arena_new(a, struct dict) };
}

struct value value_ref(struct arena *a, int how, const struct str *module, const struct str *name, struct span at)
{
	CHECK(a && module);
	struct ref *r = arena_new(a, struct ref);
	r->how = how;
	r->module = module;
	r->name = name;
	return (struct value){ .kind = VALUE_REF, .at = at, .as.ref = r };
}

struct value value_object(struct arena *a, const char *type, const char *name, struct span at)
{
	CHECK(a && type);
	const struct object o = { .type = str_lit(type), .name = name ? str_lit(name) : NULL };
	return value_of_object(a, &o, at);
}

struct value value_of_object(struct arena *a, const struct object *o, struct span at)
{
	struct object *made = arena_new(a, struct object);
	*made = *o;
	return (struct value){ .kind = VALUE_OBJECT, .at = at, .as.obj = made };
}

bool value_is_listlike(struct value v)
{
	return v.kind == VALUE_LIST || v.kind == VALUE_TUPLE || v.kind == VALUE_SET || v.kind == VALUE_FROZENSET ||
	       v.kind == VALUE_ITER;
}

const void *value_container(struct value v)
{
	if (v.kind == VALUE_DICT)
		return v.as.dict;
	return value_is_listlike(v) ? (const void *)v.as.list : NULL;
}

bool value_is_frozen(struct value v)
{
	return v.kind == VALUE_DICT ? v.as.dict->frozen
				    : (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) && v.as.list->frozen;
}

bool value_is_number(struct value v)
{
	return v.kind == VALUE_BOOL || v.kind == VALUE_INT || v.kind == VALUE_FLOAT;
}

double value_number(struct value v)
{
	switch (v.kind) {
	case VALUE_BOOL:
		return v.as.b;
	case VALUE_INT:
		return (double)v.as.i;
	case VALUE_FLOAT:
		return v.as.f;
	default:
		BUG("value kind %d is no number", v.kind);
	}
}

void list_push(struct arena *a, struct list *l, struct value v, struct span use)
{
	CHECK(l && l->n <= l->cap);
	if (l->frozen)
		BUG("write to a frozen list");
	if (l->n == l->cap)
		l->at = arena_one_more(a, struct item, l->at, l->n, l->cap, 4);
	l->at[l->n++] = (struct item){ .val = v, .use = use };
}

const char *value_type_name(struct value v)
{
	static const char *const name[] = {
		[VALUE_UNKNOWN] = "?",		 [VALUE_NONE] = "NoneType",
		[VALUE_BOOL] = "bool",		 [VALUE_INT] = "int",
		[VALUE_BIGINT] = "int",		 [VALUE_FLOAT] = "float",
		[VALUE_COMPLEX] = "complex",	 [VALUE_STR] = "str",
		[VALUE_BYTES] = "bytes",	 [VALUE_LIST] = "list",
		[VALUE_TUPLE] = "tuple",	 [VALUE_SET] = "set",
		[VALUE_FROZENSET] = "frozenset", [VALUE_RANGE] = "range",
		[VALUE_FUNC] = "function",	 [VALUE_METHOD] = "builtin_function_or_method",
	};
	if (v.kind == VALUE_TUPLE && v.as.list->named)
		return v.as.list->named->name->s;
	switch (v.kind) {
	case VALUE_ITER:
		return v.as.list->type ? v.as.list->type->s : "generator";
	case VALUE_DICT:
		return v.as.dict->config ? "ConfigDict" : v.as.dict->type ? v.as.dict->type->s : "dict";
	case VALUE_DATE:
		return v.as.s->len > 10 ? "datetime" : "date";
	case VALUE_REF:
		return v.as.ref->how == REF_ATTR ? "LazyAttr" : "LazyObject";
	case VALUE_OBJECT:
		return v.as.obj->type->s;
	default:
		return name[v.kind];
	}
}

/* One walk's limits; shared data can be a graph, so depth alone would not bound it. */
struct walk {
	unsigned depth, nodes;
};

static bool walk_in(struct walk *w)
{
	if (w->depth >= VALUE_DEPTH_MAX || w->nodes >= WALK_MAX)
		return false;
	w->depth++;
	w->nodes++;
	return true;
}

static bool known_walk(struct walk *w, struct value v);

static bool known_list(struct walk *w, const struct list *l)
{
	if (l->open)
		return false;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct item *x = &l->at[i];
		/* in long lists most items are names */
		if (x->flags & EF_MAYBE || (x->val.kind != VALUE_STR && !known_walk(w, x->val)))
			return false;
	}
	return true;
}

static bool known_dict(struct walk *w, const struct dict *d)
{
	if (d->open)
		return false;
	struct dict_iter it;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->flags & EF_MAYBE || !known_walk(w, e->key) || !known_walk(w, e->val))
			return false;
	return true;
}

static bool known_walk(struct walk *w, struct value v)
{
	if (v.kind == VALUE_UNKNOWN)
		return false;
	if (!value_is_listlike(v) && v.kind != VALUE_DICT)
		return true;
	if (!walk_in(w))
		return false;
	bool yes = v.kind == VALUE_DICT ? known_dict(w, v.as.dict) : known_list(w, v.as.list);
	w->depth--;
	return yes;
}

bool value_is_deep_known(struct value v)
{
	return known_walk(&(struct walk){ 0 }, v);
}

/* Equal keys must have equal hashes, so integral floats and booleans hash as their integer. */
static uint32_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	x ^= x >> 33;
	return (uint32_t)(x ^ (x >> 29));
}

static uint32_t float_hash(double f)
{
	uint64_t bits;
	if (f >= -9223372036854775808.0 && f < 9223372036854775808.0 && f == floor(f))
		return mix((uint64_t)(int64_t)f);
	memcpy(&bits, &f, sizeof bits);
	return mix(bits ^ 0x5bd1e995);
}

/* A tuple by its items in order, a frozenset by their sum. Values that are too deep or too large share one hash,
 * which is slow but correct. */
static uint32_t hash_walk(struct walk *w, struct value v)
{
	uint32_t h = 0x345678;
	if (!walk_in(w))
		return h;
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		struct value x = v.as.list->at[i].val;
		uint32_t hx = x.kind == VALUE_TUPLE || x.kind == VALUE_FROZENSET ? hash_walk(w, x) : key_hash(x);
		h = v.kind == VALUE_TUPLE ? mix((uint64_t)h << 32 | hx) : h + hx; /* a set's order doesn't count */
	}
	w->depth--;
	return h;
}

static uint32_t object_hash(const struct object *o)
{
	return o->name ? o->name->hash ^ 0x77 : mix((uintptr_t)o);
}

uint32_t key_hash(struct value v)
{
	switch (v.kind) {
	case VALUE_STR:
		return v.as.s->hash;
	case VALUE_BYTES:
	case VALUE_BIGINT:
	case VALUE_DATE:
		return v.as.s->hash ^ (0x9e3779b9u + v.kind);
	case VALUE_BOOL:
		return mix(v.as.b);
	case VALUE_INT:
		return mix((uint64_t)v.as.i);
	case VALUE_FLOAT:
		return float_hash(v.as.f);
	case VALUE_COMPLEX:
		return float_hash(v.as.c->re) ^ (v.as.c->im != 0 ? float_hash(v.as.c->im) * 31 : 0);
	case VALUE_TUPLE:
	case VALUE_FROZENSET:
		return hash_walk(&(struct walk){ 0 }, v);
	case VALUE_RANGE:
		return mix((uint64_t)v.as.range->start) ^ 3 * mix((uint64_t)v.as.range->step);
	case VALUE_OBJECT:
		return object_hash(v.as.obj);
	case VALUE_REF:
	case VALUE_FUNC:
	case VALUE_METHOD:
		return mix((uintptr_t)v.as.ref);
	default:
		return v.kind;
	}
}

static bool number_same(struct value a, struct value b)
{
	if (a.kind == VALUE_FLOAT && b.kind == VALUE_FLOAT)
		return a.as.f == b.as.f || (isnan(a.as.f) && isnan(b.as.f));
	if (a.kind != VALUE_FLOAT && b.kind != VALUE_FLOAT)
		return (a.kind == VALUE_BOOL ? a.as.b : a.as.i) == (b.kind == VALUE_BOOL ? b.as.b : b.as.i);
	if (b.kind == VALUE_FLOAT)
		return number_same(b, a);
	double f = a.as.f;
	return f >= -9223372036854775808.0 && f < 9223372036854775808.0 && f == floor(f) &&
	       (int64_t)f == (b.kind == VALUE_BOOL ? b.as.b : b.as.i);
}

static bool object_same(const struct object *a, const struct object *b)
{
	return a == b || (a->name && a->name == b->name && a->type == b->type);
}

static bool set_has_key(const struct list *l, struct value key)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (key_same(l->at[i].val, key))
			return true;
	return false;
}

static bool key_same_walk(struct walk *w, struct value a, struct value b);

static bool key_list_same(struct walk *w, struct value a, struct value b)
{
	const struct list *x = a.as.list, *y = b.as.list;
	if (x == y)
		return true;
	if (x->n != y->n || !walk_in(w))
		return false;
	bool same = true;
	for (uint32_t i = 0; same && i < x->n; i++)
		same = a.kind == VALUE_TUPLE ? key_same_walk(w, x->at[i].val, y->at[i].val)
					     : set_has_key(y, x->at[i].val);
	w->depth--;
	return same;
}

static uint64_t range_len(const struct range *r)
{
	if (r->step > 0 ? r->start >= r->stop : r->start <= r->stop)
		return 0;
	uint64_t gap = r->step > 0 ? (uint64_t)r->stop - (uint64_t)r->start : (uint64_t)r->start - (uint64_t)r->stop;
	uint64_t step = r->step > 0 ? (uint64_t)r->step : 0 - (uint64_t)r->step;
	return (gap - 1) / step + 1;
}

int64_t range_count(const struct range *r)
{
	CHECK(r->step);
	uint64_t n = range_len(r);
	return n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

static bool range_same(const struct range *a, const struct range *b)
{
	uint64_t n = range_len(a);
	return n == range_len(b) && (n == 0 || (a->start == b->start && (n == 1 || a->step == b->step)));
}

static bool key_same_walk(struct walk *w, struct value a, struct value b)
{
	if (value_is_number(a) && value_is_number(b))
		return number_same(a, b);
	if (a.kind == VALUE_COMPLEX && b.kind == VALUE_COMPLEX)
		return a.as.c->re == b.as.c->re && a.as.c->im == b.as.c->im;
	if (a.kind == VALUE_COMPLEX && value_is_number(b))
		return a.as.c->im == 0 && a.as.c->re == value_number(b);
	if (b.kind == VALUE_COMPLEX && value_is_number(a))
		return key_same_walk(w, b, a);
	if (a.kind != b.kind)
		return false;
	switch (a.kind) {
	case VALUE_NONE:
		return true;
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_BIGINT:
	case VALUE_DATE:
		return a.as.s == b.as.s;
	case VALUE_TUPLE:
	case VALUE_FROZENSET:
		return key_list_same(w, a, b);
	case VALUE_RANGE:
		return range_same(a.as.range, b.as.range);
	case VALUE_OBJECT:
		return object_same(a.as.obj, b.as.obj);
	case VALUE_REF:
	case VALUE_FUNC:
	case VALUE_METHOD:
	case VALUE_ITER:
		return a.as.ref == b.as.ref;
	default:
		return false;
	}
}

bool key_same(struct value a, struct value b)
{
	if (a.kind == VALUE_STR || b.kind == VALUE_STR)
		return a.kind == b.kind && a.as.s == b.as.s;
	return key_same_walk(&(struct walk){ 0 }, a, b);
}

static bool hashable_walk(struct walk *w, struct value v)
{
	switch (v.kind) {
	case VALUE_UNKNOWN:
	case VALUE_LIST:
	case VALUE_SET:
	case VALUE_DICT:
		return false;
	case VALUE_TUPLE:
		if (!walk_in(w))
			return false;
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (!hashable_walk(w, v.as.list->at[i].val))
				return false;
		w->depth--;
		return true;
	case VALUE_ITER: /* a dict's views are not hashable, iterators are */
		return !v.as.list->type || strncmp(v.as.list->type->s, "dict_", 5) ||
		       strstr(v.as.list->type->s, "iterator");
	default:
		return true;
	}
}

bool value_hashable(struct value v)
{
	if (v.kind == VALUE_STR || v.kind == VALUE_INT)
		return true;
	return hashable_walk(&(struct walk){ 0 }, v);
}

static bool same_walk(struct walk *w, struct value a, struct value b);

static bool unordered_same(struct walk *w, const struct list *x, const struct list *y)
{
	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t j = 0;
		while (j < y->n && !same_walk(w, x->at[i].val, y->at[j].val))
			j++;
		if (j == y->n)
			return false;
	}
	return true;
}

static bool list_same(struct walk *w, struct value a, struct value b)
{
	const struct list *x = a.as.list, *y = b.as.list;
	if (x == y)
		return true;
	if (x->n != y->n || x->open != y->open || x->type != y->type)
		return false;
	if (a.kind == VALUE_SET || a.kind == VALUE_FROZENSET)
		return unordered_same(w, x, y);
	for (uint32_t i = 0; i < x->n; i++)
		if (((x->at[i].flags ^ y->at[i].flags) & EF_MAYBE) || !same_walk(w, x->at[i].val, y->at[i].val))
			return false;
	return true;
}

static bool dict_same(struct walk *w, const struct dict *x, const struct dict *y)
{
	if (x == y)
		return true;
	if (x->count != y->count || x->open != y->open)
		return false;
	struct dict_iter it;
	dict_begin(&it, x);
	for (const struct entry *e, *f; (e = dict_next(&it));) {
		f = dict_find(y, e->key);
		if (!f || ((e->flags ^ f->flags) & EF_MAYBE) || e->key.kind != f->key.kind)
			return false;
		if (!same_walk(w, e->val, f->val))
			return false;
	}
	return true;
}

/* Two Unknowns are the same if one reason at one place created them; otherwise their values may differ. */
static bool cause_same(const struct cause *a, const struct cause *b)
{
	if (!a || !b)
		return a == b;
	return a->why == b->why && a->at.file == b->at.file && a->at.lo == b->at.lo && a->at.hi == b->at.hi;
}

/* Stricter than Python's ==: 1 is not True, 0.0 not -0.0; functions created twice from one text are the same. */
static bool same_walk(struct walk *w, struct value a, struct value b)
{
	if (a.kind != b.kind)
		return false;
	if (value_is_listlike(a) || a.kind == VALUE_DICT) {
		if (!walk_in(w))
			return false;
		bool same = a.kind == VALUE_DICT ? dict_same(w, a.as.dict, b.as.dict) : list_same(w, a, b);
		w->depth--;
		return same;
	}
	switch (a.kind) {
	case VALUE_UNKNOWN:
		return cause_same(a.as.cause, b.as.cause);
	case VALUE_FLOAT:
		return number_same(a, b) && signbit(a.as.f) == signbit(b.as.f);
	case VALUE_REF:
		return a.as.ref == b.as.ref ||
		       (a.as.ref->how == b.as.ref->how && a.as.ref->module == b.as.ref->module &&
			a.as.ref->name == b.as.ref->name);
	case VALUE_FUNC:
		return a.as.func == b.as.func || a.as.func->def == b.as.func->def;
	case VALUE_METHOD:
		return a.as.method == b.as.method || a.as.method->fn == b.as.method->fn;
	case VALUE_OBJECT:
		return a.as.obj == b.as.obj || (a.as.obj->type == b.as.obj->type && a.as.obj->name == b.as.obj->name);
	default:
		return key_same(a, b);
	}
}

bool value_same(struct value a, struct value b)
{
	return same_walk(&(struct walk){ 0 }, a, b);
}
