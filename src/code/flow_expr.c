// SPDX-License-Identifier: MIT
/* What an expression may stand for: an abstract evaluation whose values are sets of config places, classes, functions
 * and texts (struct aset). A set is the union of what the parts may contribute. Uses of configs are recorded on the
 * way: keys that are read, places that are iterated over.
 *
 * Invariant: all parts are evaluated, even where they add nothing to the result, for they may read keys. A set that
 * may hold something else is open (top).
 *
 *	cfg.model['type'] if a else b		{the place model.type} and what b stands for
 *	{k: v for k, v in x.items() if k != 'type'}	a copy of x without that key */
#include "code/flow_expr.h"
#include "code/flow_bind.h"
#include "code/flow.h"
#include "code/flow_call.h"
#include "code/flow_note.h"
#include "code/priv.h"
#include <string.h>

static void add(struct fn *f, struct aset *to, const struct node *n)
{
	struct aset v = flow_eval(f, n);
	aset_join(index_of(f->file), to, &v);
}

static void add_in(struct fn *f, struct aset *to, const struct node *n)
{
	struct aset v = flow_eval(f, n);
	aset_join_in(index_of(f->file), to, &v);
}

/* ---- names and attributes ---- */

static void add_function(struct index *c, struct aset *to, struct fn *f)
{
	f->flow->named = true;
	aset_add(c, to, (struct aval){ .kind = A_FUNC, .fn = f });
}

/* Adds what a name stands for besides variables, with all its other definitions. */
static void add_found(struct index *c, struct aset *to, struct found x)
{
	switch (x.kind) {
	case F_VAR:
		break; /* the caller handles it, which knows the name */
	case F_FUNC:
		add_function(c, to, x.fn);
		break;
	case F_CLASS:
		aset_add(c, to, (struct aval){ .kind = A_CLASS, .cls = x.cls });
		break;
	case F_MODULE:
		aset_add(c, to, (struct aval){ .kind = A_MODULE, .file = x.file });
		break;
	case F_EXT:
		aset_add(c, to, (struct aval){ .kind = A_EXT, .text = x.dotted });
		break;
	case F_NONE:
		to->top = true;
		break;
	}
	/* Other definitions of the name: a fallback behind `except ImportError`. */
	for (struct name_sym *s = x.sym ? x.kind == F_VAR ? x.sym : x.sym->also : NULL; s; s = s->also) {
		if (s->kind == SYM_FUNC)
			add_function(c, to, s->fn);
		else if (s->kind == SYM_CLASS)
			aset_add(c, to, (struct aval){ .kind = A_CLASS, .cls = s->cls });
		else
			to->top = true;
	}
}

static struct aset eval_name(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	struct found x = flow_find(f, n->text);
	struct aset out = { 0 };
	add_found(c, &out, x);
	if (x.kind == F_VAR) {
		struct aset *v = map_get(&x.fn->var, n->text);
		if (v)
			aset_join(c, &out, flow_look(f, v));
	} else if (x.kind == F_NONE) {
		aset_add(c, &out, (struct aval){ .kind = A_EXT, .text = n->text }); /* a builtin */
	}
	return out;
}

/* A method of an object or class; if the class has none, that of its first base outside. */
static void add_method(struct index *c, struct aset *to, struct cls *k, const struct str *name, bool bound)
{
	struct fn *m = class_method(&c->m, k, name, NULL);
	bound |= m && m->method_of_class;
	if (m && m->method_of_class)
		flow_bind_class(m, k);
	if (m)
		aset_add(c, to,
			 (struct aval){ .kind = A_FUNC, .fn = m, .self = bound && !m->method_static ? k : NULL });
	else if (k->nabroad)
		aset_add(c, to, (struct aval){ .kind = A_EXT, .text = names_joined(k->abroad[0], name) });
}

/* `cfg.x` of something unknown: if its name says config, x may be a key. */
static bool looks_like_config(const struct index *c, const struct node *n)
{
	if (n->kind != NODE_NAME && n->kind != NODE_ATTR)
		return false;
	for (uint32_t i = 0; i < c->know->config_name.n; i++) {
		size_t m = strlen(c->know->config_name.at[i]);
		if (n->text->len >= m && !strcmp(n->text->s + n->text->len - m, c->know->config_name.at[i]))
			return true;
	}
	return false;
}

/* All that is known is that it reached a class through an argument: it is a part of a config. `Hook(cfg)` may get a
 * whole one. */
static bool is_below(const struct index *c, const struct aset *of)
{
	for (uint32_t i = 0; i < of->n; i++)
		if (of->at[i].kind != A_BUILT ||
		    (of->at[i].text && texts_have(&c->know->config_name, of->at[i].text->s)))
			return false;
	return of->n;
}

/* It is unknown which object x is. So if x is neither a config nor a module, the result is what any object stores
 * under that attribute name. The set stays open (top): the attribute may be something else. */
struct aset flow_attr(struct fn *f, const struct node *n, struct aset of)
{
	struct index *c = index_of(f->file);
	struct aset out = { .top = true };
	bool config = false, object = false;
	for (uint32_t i = 0; i < of.n; i++) {
		const struct aval *v = &of.at[i];
		if (v->kind == A_NODE && !v->in) {
			config = true;
			if (texts_have(&c->know->config_attribute, n->text->s))
				continue;
			if (texts_have(&c->know->config_same, n->text->s)) {
				aset_add(c, &out, *v);
				continue;
			}
			struct cnode *k = flow_read(f, v, n->text, n, "reads it");
			if (k)
				aset_add(c, &out, (struct aval){ .kind = A_NODE, .node = k });
		} else if (v->kind == A_BUILT && !v->in) {
			aset_add(c, &out, (struct aval){ .kind = A_BUILT, .text = n->text });
		} else if (v->kind == A_EXT && !v->in) {
			aset_add(c, &out, (struct aval){ .kind = A_EXT, .text = names_joined(v->text, n->text) });
		} else if (v->kind == A_MODULE) {
			struct found x = names_member(&c->m, v->file, n->text, 0);
			if (x.kind == F_NONE)
				x = names_module(&c->m, names_joined(v->file->dotted, n->text), NULL);
			add_found(c, &out, x);
			struct aset *var = x.kind == F_VAR ? map_get(&x.fn->var, n->text) : NULL;
			if (var)
				aset_join(c, &out, flow_look(f, var));
			object = true;
		} else if (v->kind == A_CLASS || v->kind == A_INST) {
			add_method(c, &out, v->cls, n->text, v->kind == A_INST);
		}
	}
	if (!config && !object) {
		aset_join(c, &out, flow_look(f, flow_field(c, n->text)));
		/* before the last walk only while the statement is not known to have notes */
		if ((c->final || !c->step->writes) && looks_like_config(c, n->kid[0]))
			flow_mention(f, n->text, is_below(c, &of));
	}
	return out;
}

static bool is_place(const struct aval *v)
{
	return v->kind == A_NODE && !v->in;
}

static bool has_place(const struct aset *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (is_place(&s->at[i]))
			return true;
	return false;
}

void flow_look_up(struct fn *f, const struct node *in, const struct aset *of, const struct aset *key, bool removes)
{
	bool texts = false;
	for (uint32_t k = 0; k < key->n; k++)
		texts |= key->at[k].kind == A_TEXT;
	if (!texts)
		return;
	bool known = false, config = looks_like_config(index_of(f->file), in);
	for (uint32_t i = 0; i < of->n; i++)
		known |= of->at[i].kind == A_BUILT || is_place(&of->at[i]);
	for (uint32_t k = 0; k < key->n; k++) {
		if (key->at[k].kind != A_TEXT)
			continue;
		if (!has_place(of))
			flow_mention(f, key->at[k].text, is_below(index_of(f->file), of));
		for (uint32_t i = 0; i < of->n; i++)
			if (of->at[i].kind == A_BUILT && !of->at[i].in)
				flow_take(f, of->at[i].text, key->at[k].text, removes);
		if (config && !known)
			flow_take(f, in->kind == NODE_ATTR ? in->text : NULL, key->at[k].text, removes);
	}
}

/* The value of a key of v; others: the key is unknown, or it is an element of a list. */
void flow_built(struct fn *f, const struct aval *v, const struct aset *key, bool others, struct aset *out)
{
	struct index *c = index_of(f->file);
	for (uint32_t k = 0; k < key->n; k++)
		if (key->at[k].kind == A_TEXT && !key->at[k].in)
			aset_add(c, out, (struct aval){ .kind = A_BUILT, .text = key->at[k].text });
	if (others || key->top) {
		aset_add(c, out, (struct aval){ .kind = A_BUILT, .text = v->text });
		out->top = true;
	}
}

/* x[key]: texts are keys of the config; a number or anything else selects an element; computed keys open the place. */
static struct aset eval_index(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	struct aset of = flow_eval(f, n->kid[0]), key = flow_eval(f, n->kid[1]), out = { .top = true };
	const struct node *sub = n->kid[1];
	bool number = sub->kind == NODE_INT || (sub->kind == NODE_UNARY && sub->kid[0]->kind == NODE_INT);
	for (uint32_t i = 0; i < of.n; i++) {
		struct aval v = of.at[i];
		if (v.kind == A_BUILT && !v.in && sub->kind != NODE_SLICE) {
			flow_built(f, &v, &key, number, &out);
			continue;
		}
		if (v.in || v.kind != A_NODE) {
			v.in = sub->kind == NODE_SLICE && v.in;
			if (v.kind != A_EXT) /* neither Generic[T] nor an element of an outside object is followed */
				aset_add(c, &out, v);
			continue;
		}
		if (sub->kind == NODE_SLICE) {
			aset_add(c, &out, v);
			continue;
		}
		bool texts = false;
		for (uint32_t k = 0; k < key.n; k++) {
			if (key.at[k].kind != A_TEXT || key.at[k].in)
				continue;
			texts = true;
			struct cnode *kid = flow_read(f, &v, key.at[k].text, n, "reads it");
			if (kid)
				aset_add(c, &out, (struct aval){ .kind = A_NODE, .node = kid });
		}
		if (!number && (key.top || !texts))
			flow_open(f, v.node, n, false, "code reads keys with computed names");
		if (number || key.top)
			aset_add(c, &out, (struct aval){ .kind = A_NODE, .node = cnode_kid(c, v.node, NULL) });
	}
	flow_look_up(f, n->kid[0], &of, &key, false);
	return out;
}

/* ---- containers ---- */

struct aset flow_copy(struct fn *f, struct aset v)
{
	struct aset out = { .top = v.top };
	for (uint32_t i = 0; i < v.n; i++) {
		struct aval x = v.at[i];
		x.copy = x.kind == A_NODE && !x.in;
		aset_add(index_of(f->file), &out, x);
	}
	return out;
}

/* {**x, "k": v}: a copy of x with v. */
static struct aset eval_dict(struct fn *f, const struct node *n)
{
	struct aset out = { .top = true };
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *k = n->kid[i];
		if (k->kind == NODE_DSTAR) {
			struct aset v = flow_copy(f, flow_eval(f, k->kid[0]));
			aset_join(index_of(f->file), &out, &v);
		} else if (k->kind == NODE_PAIR) {
			flow_eval(f, k->kid[0]);
			add_in(f, &out, k->kid[1]);
		}
	}
	return out;
}

static struct aset eval_list(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	struct aset out = { 0 };
	for (uint32_t i = 0; i < n->n; i++) {
		if (n->kid[i]->kind != NODE_STAR) {
			add_in(f, &out, n->kid[i]);
			continue;
		}
		struct aset v = flow_each(f, n->kid[i], flow_eval(f, n->kid[i]->kid[0]));
		aset_join_in(c, &out, &v);
	}
	return out;
}

/* `k not in ['a', 'b']`, `k in (...)`, `k != 'a'`: the condition of a copy, k its key. false: it is another test, or
 * the keys are unknown (leaving out too few keys is safe, keeping too few is not). */
static bool read_filter(struct fn *f, const struct node *test, const struct str *key, struct filter *out)
{
	const struct node *cmp = test->kind == NODE_COMPARE && test->n == 2 ? test->kid[1] : NULL;
	if (!cmp || test->kid[0]->kind != NODE_NAME || test->kid[0]->text != key)
		return false;
	if (cmp->op != OP_IN && cmp->op != OP_NOT_IN && cmp->op != OP_NE && cmp->op != OP_EQ)
		return false;
	struct aset v = flow_eval(f, cmp->kid[0]);
	bool list = cmp->op == OP_IN || cmp->op == OP_NOT_IN;
	const struct str **name = arena_array(&index_of(f->file)->m.arena, const struct str *, v.n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < v.n; i++)
		if (v.at[i].kind == A_TEXT && v.at[i].in == list)
			name[n++] = v.at[i].text;
	out->name = name;
	out->n = n;
	out->keeps = cmp->op == OP_IN || cmp->op == OP_EQ;
	return !out->keeps || (!v.top && n == v.n);
}

/* `k: v for k, v in ... if ...`, nothing else: the key's name, else NULL. */
static const struct str *copied_key(const struct node *n)
{
	const struct node *pair = n->kid[0], *loop = n->n > 1 ? n->kid[1] : NULL;
	if (n->kind != NODE_DICTCOMP || loop->kind != NODE_CFOR || loop->kid[0]->kind != NODE_TUPLE ||
	    loop->kid[0]->n != 2)
		return NULL;
	for (uint32_t i = 0; i < 2; i++)
		if (loop->kid[0]->kid[i]->kind != NODE_NAME || pair->kid[i]->kind != NODE_NAME ||
		    pair->kid[i]->text != loop->kid[0]->kid[i]->text)
			return NULL;
	for (uint32_t i = 2; i < n->n; i++)
		if (n->kid[i]->kind != NODE_CIF)
			return NULL;
	return pair->kid[0]->text;
}

static struct aval copy_of(struct fn *f, const struct node *n, struct aval x, const struct str *key)
{
	x.items = false;
	x.copy = x.kind == A_NODE;
	for (uint32_t i = 2; i < n->n; i++) {
		struct filter like = { .outer = x.filter, .origin = n->kid[i] };
		flow_eval(f, n->kid[i]->kid[0]);
		if (!read_filter(f, n->kid[i]->kid[0], key, &like))
			continue;
		if (x.kind == A_NODE)
			x.filter = filter_make(index_of(f->file), like);
		for (uint32_t k = 0; x.kind == A_BUILT && !like.keeps && k < like.n; k++)
			flow_take(f, x.text, like.name[k], true);
	}
	return x;
}

/* {k: v for k, v in x.items() if ...}: a copy of x; from: x.items(). false: it is no copy of a config. */
static bool eval_copy(struct fn *f, const struct node *n, struct aset from, struct aset *out)
{
	const struct str *key = copied_key(n);
	bool config = false;
	if (!key)
		return false;
	out->top = true;
	for (uint32_t i = 0; i < from.n; i++) {
		struct aval x = from.at[i];
		bool is = aval_may_be_config(&x) && x.items && !x.in;
		config |= is;
		aset_add(index_of(f->file), out, is ? copy_of(f, n, x, key) : x);
	}
	return config;
}

/* A copy, or elements in a new container. */
static struct aset eval_comprehension(struct fn *f, const struct node *n)
{
	struct aset out = { .top = n->kind == NODE_DICTCOMP };
	struct aset from = n->n > 1 && n->kid[1]->kind == NODE_CFOR ? flow_eval(f, n->kid[1]->kid[1]) : aset_anything();
	if (eval_copy(f, n, from, &out))
		return out;
	out = (struct aset){ .top = n->kind == NODE_DICTCOMP };
	for (uint32_t i = 1; i < n->n; i++) {
		const struct node *k = n->kid[i];
		if (k->kind == NODE_CFOR)
			flow_assign(f, k->kid[0], flow_each(f, k->kid[1], i == 1 ? from : flow_eval(f, k->kid[1])),
				    NULL);
		else
			flow_eval(f, k->kid[0]);
	}
	if (n->kid[0]->kind == NODE_PAIR) {
		flow_eval(f, n->kid[0]->kid[0]);
		add_in(f, &out, n->kid[0]->kid[1]);
	} else {
		add_in(f, &out, n->kid[0]);
	}
	return out;
}

/* ---- the rest ---- */

/* `key in x` reads the key; a computed one may be any. */
static void test_membership(struct fn *f, const struct node *n, const struct node *at, const struct aset *key,
			    const struct aset *in)
{
	for (uint32_t i = 0; i < in->n; i++) {
		const struct aval *v = &in->at[i];
		if (v->kind != A_NODE || v->in)
			continue;
		bool texts = false;
		for (uint32_t k = 0; k < key->n; k++)
			if (key->at[k].kind == A_TEXT && !key->at[k].in) {
				texts = true;
				flow_read(f, v, key->at[k].text, n, CODE_ASKS);
			}
		if (key->top || !texts)
			flow_iterated(f, v->node, n);
	}
	if (!in->n || aset_has_config(in))
		flow_look_up(f, at, in, key, false);
}

static struct aset eval_compare(struct fn *f, const struct node *n)
{
	struct aset left = flow_eval(f, n->kid[0]);
	for (uint32_t i = 1; i < n->n; i++) {
		struct aset right = flow_eval(f, n->kid[i]->kid[0]);
		if (n->kid[i]->op == OP_IN || n->kid[i]->op == OP_NOT_IN)
			test_membership(f, n, n->kid[i]->kid[0], &left, &right);
		left = right;
	}
	return aset_anything();
}

/* yield, await, match ...: all parts are evaluated. */
static struct aset eval_opaque(struct fn *f, const struct node *n)
{
	struct aset out = { .top = true };
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			add(f, &out, n->kid[i]);
	flow_return(f, &out, true); /* what a generator yields */
	return out;
}

/* keep: the result is the union of the parts. */
static struct aset eval_all(struct fn *f, const struct node *n, bool keep)
{
	struct aset out = { .top = true };
	for (uint32_t i = 0; i < n->n; i++) {
		if (!n->kid[i])
			continue;
		struct aset v = flow_eval(f, n->kid[i]);
		if (keep)
			aset_join(index_of(f->file), &out, &v);
	}
	return out;
}

/* Every part is evaluated, even if it adds nothing to the result: parts read keys. size: dispatch */
static struct aset eval(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	struct aset out = { 0 };
	switch (n->kind) {
	case NODE_NAME:
		return eval_name(f, n);
	case NODE_STR:
		if (n->flags & NF_BYTES)
			return aset_anything();
		aset_add(c, &out, (struct aval){ .kind = A_TEXT, .text = n->text });
		return out;
	case NODE_ATTR:
		return flow_attr(f, n, flow_eval(f, n->kid[0]));
	case NODE_INDEX:
		return eval_index(f, n);
	case NODE_CALL:
		flow_frame(f, n);
		return flow_call(f, n);
	case NODE_DICT:
		return eval_dict(f, n);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return eval_list(f, n);
	case NODE_LISTCOMP:
	case NODE_SETCOMP:
	case NODE_GENEXP:
	case NODE_DICTCOMP:
		return eval_comprehension(f, n);
	case NODE_COMPARE:
		return eval_compare(f, n);
	case NODE_COND:
		flow_eval(f, n->kid[1]);
		add(f, &out, n->kid[0]);
		add(f, &out, n->kid[2]);
		return out;
	case NODE_BOOL:
		add(f, &out, n->kid[0]);
		add(f, &out, n->kid[1]);
		return out;
	case NODE_WALRUS:
		out = flow_eval(f, n->kid[1]);
		flow_assign(f, n->kid[0], out, n->kid[1]);
		return out;
	case NODE_LAMBDA: {
		struct fn *made = map_get(&f->inner, n);
		if (made)
			aset_add(c, &out, (struct aval){ .kind = A_FUNC, .fn = made });
		return out;
	}
	case NODE_BINARY:
		return eval_all(f, n, n->op == OP_ADD || n->op == OP_OR_BIT);
	case NODE_OPAQUE:
		return eval_opaque(f, n);
	case NODE_STAR:
	case NODE_DSTAR:
	case NODE_KW:
		return eval_all(f, n, true);
	default:
		return eval_all(f, n, false);
	}
}

struct aset flow_eval(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	if (c->m.depth > NEST_MAX || c->steps > STEPS_MAX)
		return aset_anything();
	c->steps++; /* flow_run checks the limit */
	c->m.depth++;
	struct aset out = aset_anything();
	if (n->kind >= NODE_EXPR || n->kind == NODE_BLOCK) /* within a match statement, or in a coroutine's body */
		flow_statement(f, n);
	else
		out = eval(f, n);
	for (uint32_t i = 0; i < out.n && !f->flow->touched; i++)
		f->flow->touched = aval_may_be_config(&out.at[i]);
	c->m.depth--;
	return out;
}
