// SPDX-License-Identifier: MIT
/* The sample is a name, the parameter of the method. Each of its uses is one of a few forms, `x['img']`,
 * `x.get('img')`, `self.flip(x)`; any other opens the sample. A read is certain in a statement of the method's own
 * suite, before any return, and outside of what may be left out (`a and x['img']`).
 *
 *	def transform(self, x): x['img'] = flip(x['img']); return x	reads img, for certain */
#include "code/classes/sample_step.h"
#include "base/buf.h"
#include "base/map.h"
#include "code/classes/subclass.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum {
	METHODS_DEEP = 5,
	METHODS_MAX = 60,
	KEYS_MAX = 400,
	READS_MAX = 300,
	STATEMENTS_MAX = 200 /* in which reads are certain */
};

struct step {
	struct arena *a;
	const struct cls *k;
	struct map put, taken;
	const struct str *keys[KEYS_MAX]; /* that it puts, in order */
	uint32_t nkeys;
	struct buf out;
	bool open;
	unsigned deep, methods; /* that are being followed; that were */
	unsigned looked;	/* at so many reads */
};
struct use { /* of the sample in one method */
	struct step *s;
	const struct str *name;
	bool returned; /* what the method returns is the sample afterwards */
};

static void follow(struct step *s, const struct fn *f, uint32_t position, bool returned);

/* ---- what is added ---- */

static void put_key(struct step *s, const struct str *key)
{
	if (map_get(&s->put, key))
		return;
	if (s->nkeys == KEYS_MAX) {
		s->open = true;
		return;
	}
	map_put(s->a, &s->put, key, s);
	s->keys[s->nkeys++] = key;
}

static void put_texts(struct step *s, const struct node *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->kid[i]->kind == NODE_STR)
			put_key(s, list->kid[i]->text);
		else
			s->open = true;
}

static bool is_list(const struct node *n)
{
	return n->kind == NODE_LIST || n->kind == NODE_TUPLE;
}

/* What a loop over names of keys goes through: ['img'], x.get('img_fields', ['img']), x['img_fields']. What the sample
 * says itself is there. */
static void put_each(const struct use *u, const struct node *over)
{
	bool get = over->kind == NODE_CALL && over->kid[0]->kind == NODE_ATTR &&
		   node_is_name(over->kid[0]->kid[0], u->name) && !strcmp(over->kid[0]->text->s, "get");
	bool said = over->kind == NODE_INDEX && node_is_name(over->kid[0], u->name);
	if (is_list(over))
		put_texts(u->s, over);
	else if (get && over->n == 3 && is_list(over->kid[2]))
		put_texts(u->s, over->kid[2]);
	else if (!said)
		u->s->open = true;
}

/* x[key] = ...: the innermost loop around it that gives key */
static void put_variable(const struct use *u, const struct walk *w, const struct node *key)
{
	for (uint32_t i = 0; key->kind == NODE_NAME && walk_around(w, i); i++) {
		const struct node *n = walk_around(w, i);
		if (n->kind == NODE_FOR && node_is_name(n->kid[0], key->text)) {
			put_each(u, n->kid[1]);
			return;
		}
	}
	u->s->open = true;
}

static void see_target(const struct use *u, const struct walk *w, const struct node *to)
{
	for (uint32_t i = 0; is_list(to) && i < to->n; i++)
		see_target(u, w, to->kid[i]);
	if (to->kind != NODE_INDEX || !node_is_name(to->kid[0], u->name))
		return;
	if (to->kid[1]->kind == NODE_STR)
		put_key(u->s, to->kid[1]->text);
	else
		put_variable(u, w, to->kid[1]);
}

/* x.update(key=..., **{'key': ...}) */
static void see_update(const struct use *u, const struct node *call)
{
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		bool dict = n->kind == NODE_DICT;
		for (uint32_t k = 0; dict && k < n->n; k++)
			if (n->kid[k]->kind == NODE_PAIR && n->kid[k]->kid[0]->kind == NODE_STR)
				put_key(u->s, n->kid[k]->kid[0]->text);
			else
				u->s->open = true;
		if (n->kind == NODE_KW)
			put_key(u->s, n->text);
		else if (!dict)
			u->s->open = true;
	}
}

/* ---- uses of the name ---- */

/* x.METHOD(...) */
static void see_method(const struct use *u, const struct node *call)
{
	static const char *const plain[] = { "get", "keys", "items", "values", "pop", "copy" };
	const char *name = call->kid[0]->text->s;
	bool harmless = false;
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		harmless |= !strcmp(name, plain[i]);
	if (!strcmp(name, "update"))
		see_update(u, call);
	else if (!strcmp(name, "setdefault") && call->n > 1 && call->kid[1]->kind == NODE_STR)
		put_key(u->s, call->kid[1]->text);
	else if (!harmless)
		u->s->open = true;
}

static bool is_copier(const struct node *callee)
{
	bool named = callee->kind == NODE_NAME || callee->kind == NODE_ATTR;
	return named && (!strcmp(callee->text->s, "deepcopy") || !strcmp(callee->text->s, "copy"));
}

static bool is_own_method(const struct node *call)
{
	const struct node *of = call->kind == NODE_CALL ? call->kid[0] : NULL;
	return of && of->kind == NODE_ATTR && node_is_name(of->kid[0], str_lit("self"));
}

/* f(x): the i-th kid of the call; around: what the call stands in */
static void see_argument(const struct use *u, const struct node *call, uint32_t i, const struct node *around)
{
	static const char *const plain[] = { "len", "isinstance", "print", "type", "sorted", "list", "set" };
	const struct node *of = call->kid[0];
	const struct fn *f = is_own_method(call) ? class_find_method(u->s->k, of->text) : NULL;
	bool back = around && (around->kind == NODE_RETURN ||
			       (around->kind == NODE_ASSIGN && around->n > 1 && node_is_name(around->kid[1], u->name)));
	bool harmless = is_copier(of);
	for (size_t k = 0; of->kind == NODE_NAME && k < ARRAY_SIZE(plain); k++)
		harmless |= !strcmp(of->text->s, plain[k]);
	if (f)
		follow(u->s, f, i, back);
	else if (!harmless)
		u->s->open = true;
}

/* x = self.f(x), x = x.copy(), x = deepcopy(x): the same sample */
static bool is_sample(const struct use *u, const struct node *value)
{
	if (!value || value->kind != NODE_CALL)
		return node_is_name(value, u->name);
	const struct node *of = value->kid[0];
	bool given = value->n > 1 && node_is_name(value->kid[1], u->name);
	bool copy = of->kind == NODE_ATTR && node_is_name(of->kid[0], u->name) && !strcmp(of->text->s, "copy");
	return copy || (given && (is_copier(of) || is_own_method(value)));
}

static void see_use(const struct use *u, const struct walk *w)
{
	uint32_t i;
	const struct node *up = walk_parent(w, &i), *call = walk_around(w, 1);
	bool own = up->kind == NODE_INDEX && i == 0, names = (up->kind == NODE_FOR || up->kind == NODE_CFOR) && i == 1;
	bool queried = up->kind == NODE_CMP || up->kind == NODE_COMPARE || up->kind == NODE_RETURN || names;
	if (up->kind == NODE_ATTR && call && call->kind == NODE_CALL && call->kid[0] == up)
		see_method(u, call);
	else if (up->kind == NODE_CALL && i)
		see_argument(u, up, i, call);
	else if (up->kind == NODE_ASSIGN && i)
		u->s->open |= !is_sample(u, up->kid[0]);
	else if (!own && !queried && up->kind != NODE_PARAM)
		u->s->open = true;
}

static void see_node(const struct use *u, const struct walk *w, const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_target(u, w, n->kid[i]);
	if (n->kind == NODE_ANNASSIGN)
		see_target(u, w, n->kid[0]);
	else if (n->kind == NODE_RETURN && u->returned)
		u->s->open |= n->kid[0] && !node_is_none(n->kid[0]) && !is_sample(u, n->kid[0]);
	else if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || n->kind == NODE_OPAQUE)
		u->s->open = true; /* nested: whose return, whose name */
	else if (node_is_name(n, u->name))
		see_use(u, w);
}

static const struct str *parameter_at(const struct fn *f, uint32_t position)
{
	const struct node *params = f->node->kid[0];
	uint32_t at = position - f->method_static;
	return at < params->n && !params->kid[at]->op ? params->kid[at]->text : NULL;
}

/* position: of the sample among the arguments, from 1 */
static void follow(struct step *s, const struct fn *f, uint32_t position, bool returned)
{
	struct use u = { s, f->node->kind == NODE_DEF ? parameter_at(f, position) : NULL, returned };
	if (!u.name || s->deep >= METHODS_DEEP || s->methods++ >= METHODS_MAX) {
		s->open = true;
		return;
	}
	s->deep++;
	struct walk *w = arena_new(s->a, struct walk); /* these nest */
	walk_begin(w, node_body(f->node));
	for (const struct node *n; (n = walk_next(w));)
		see_node(&u, w, n);
	s->open |= w->too_deep;
	s->deep--;
}

/* ---- what it certainly reads ---- */

static bool may_be_left_out(const struct node *n)
{
	return n->kind == NODE_BOOL || n->kind == NODE_COND || n->kind == NODE_LISTCOMP || n->kind == NODE_SETCOMP ||
	       n->kind == NODE_DICTCOMP || n->kind == NODE_GENEXP || n->kind == NODE_LAMBDA;
}

static bool ends(const struct node *n)
{
	return n->kind == NODE_RETURN || n->kind == NODE_RAISE;
}

static bool puts_before(const struct node *block, uint32_t end, const struct str *name, const struct str *key)
{
	for (uint32_t i = 0; i < end; i++) {
		struct walk w;
		walk_begin(&w, block->kid[i]);
		for (const struct node *n; (n = walk_next(&w));) {
			bool handed = n->kind == NODE_CALL && is_own_method(n) && node_find_name(n, name);
			bool target = n->kind == NODE_ASSIGN && n->n > 1 && n->kid[1]->kind == NODE_INDEX;
			bool named = target && n->kid[1]->kid[1]->kind == NODE_STR;
			if (handed || (target && (!named || n->kid[1]->kid[1]->text == key)))
				return true;
		}
	}
	return false;
}

static void take_keys(struct step *s, const struct node *block, uint32_t i, const struct str *name)
{
	const struct node *n = block->kid[i], *value = n->kind == NODE_ANNASSIGN ? n->kid[2] : n->n ? n->kid[0] : NULL;
	struct walk w;
	if (!value || (n->kind != NODE_ASSIGN && n->kind != NODE_ANNASSIGN && n->kind != NODE_EXPR))
		return;
	walk_begin(&w, value);
	for (const struct node *x; (x = walk_next(&w));) {
		if (may_be_left_out(x))
			walk_skip(&w);
		bool item = x->kind == NODE_INDEX && node_is_name(x->kid[0], name) && x->kid[1]->kind == NODE_STR;
		if (item && s->looked++ < READS_MAX && !map_get(&s->taken, x->kid[1]->text) &&
		    !puts_before(block, i, name, x->kid[1]->text)) {
			map_put(s->a, &s->taken, x->kid[1]->text, s);
			buf_printf(&s->out, "'!%s', ", x->kid[1]->text->s);
		}
	}
}

static void take_certain(struct step *s, const struct fn *f)
{
	const struct str *name = parameter_at(f, 1);
	const struct node *block = node_body(f->node);
	for (uint32_t i = 0; name && i < block->n && i < STATEMENTS_MAX && !node_find(block->kid[i], ends); i++)
		take_keys(s, block, i, name);
}

/* ---- ---- */

static const struct fn *first_method(const struct cls *k, const char *methods)
{
	const struct fn *f = NULL;
	for (const char *m = methods; *m && !f; m += strcspn(m, " "), m += *m == ' ')
		f = class_find_method(k, str_of(m, strcspn(m, " ")));
	return f;
}

const char *sample_step(struct arena *a, const struct cls *k, const char *methods)
{
	struct step s = { .a = a, .k = k };
	const struct fn *f = first_method(k, methods);
	s.open = !f || k->open_bases || k->decorated || k->chosen;
	if (f && !s.open) {
		take_certain(&s, f);
		follow(&s, f, 1, true);
	}
	for (uint32_t i = 0; i < s.nkeys; i++)
		if (!map_get(&s.taken, s.keys[i]))
			buf_printf(&s.out, "'=%s', ", s.keys[i]->s);
	const char *out = arena_printf(a, "[%s%s]", buf_str(&s.out), s.open ? "'?'" : "");
	buf_release(&s.out);
	return out;
}
