// SPDX-License-Identifier: MIT
/* The effects of a call with configs among its arguments: it reads keys (get, pop), binds them to the parameters of
 * a project function, or passes them to code that is not followed. The callee is an abstract value: the call does what
 * each function that it may be does, and stands for the union of their results.
 *
 * Invariant: what goes to a callee that isn't known is open: something may read any key there.
 *
 *	cfg.pop('seed')			reads seed
 *	train(cfg.model)		binds model to the first parameter of the project's train()
 *	third_party.run(cfg)		opens the config: "`third_party.run(...)` is not followed" */
#include "code/flow_call.h"
#include "code/flow.h"
#include "code/flow_bind.h"
#include "code/flow_builtin.h"
#include "code/flow_expr.h"
#include "code/flow_note.h"
#include "code/flow_plain.h"
#include "code/flow_set.h"
#include "code/params.h"
#include "code/priv.h"
#include <string.h>

/* A caller is not followed: any text may be passed. */
static void blur_params(struct fn *to)
{
	for (uint32_t i = 0; to->node->kind != NODE_MODULE && i < to->node->kid[0]->n; i++) {
		const struct str *name = to->node->kid[0]->kid[i]->text;
		struct aset *v = name ? flow_var(to, name) : NULL;
		if (v && !v->top) {
			v->top = true;
			flow_grew(index_of(to->file), v, false);
		}
	}
	to->flow->blurred = true;
}

/* On a module's top level `to` is a builder that a registry gets: `Registry('models', build_func=to)`. */
static void pass_along(struct fn *f, struct fn *to)
{
	blur_params(to);
	if (f->node->kind == NODE_MODULE && to->node->kind == NODE_DEF)
		flow_build(to);
}

/* Functions that are passed as arguments may be called anywhere, with anything. */
static void eval_args(struct fn *f, const struct node *call, struct passed_all *out)
{
	out->n = 0;
	out->config = false;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		bool wrapped = n->kind == NODE_KW || n->kind == NODE_STAR || n->kind == NODE_DSTAR;
		struct aset v = flow_eval(f, wrapped ? n->kid[0] : n);
		for (uint32_t k = 0; k < v.n; k++)
			if (aval_may_be_config(&v.at[k]))
				out->config = true;
			else if (v.at[k].kind == A_FUNC && !v.at[k].fn->flow->blurred)
				pass_along(f, v.at[k].fn);
		if (out->n < ARGS_MAX)
			out->at[out->n++] = (struct passed){ n, v };
		else
			flow_escape(f, &v, n, false, "it is one of too many arguments");
	}
}

static void escape_args(struct fn *f, const struct passed_all *a, bool abroad, const char *why)
{
	for (uint32_t i = 0; i < a->n; i++)
		flow_escape(f, &a->at[i].val, a->at[i].node, abroad, why);
}

/* ---- methods of the config itself ---- */

static bool is(const struct str *s, const char *text)
{
	return s->s[0] == text[0] && !strcmp(s->s, text);
}

/* cfg.get('k') and similar methods. false: neither dicts nor Config have this method. */
static bool config_method(struct fn *f, const struct aval *v, const struct node *callee, const struct passed_all *a,
			  struct aset *out)
{
	struct index *c = index_of(f->file);
	const struct str *m = callee->text;
	if ((is(m, "get") || is(m, "pop") || is(m, "setdefault") || is(m, "__getitem__") || is(m, "__contains__")) &&
	    a->n) {
		struct aset r = flow_read_keys(f, v, a, 0,
					       is(m, "__getitem__") || (is(m, "pop") && a->n < 2) ? "reads it"
					       : is(m, "__contains__")				  ? CODE_ASKS
								       : CODE_READS_IF_THERE);
		aset_join(c, out, &r);
		return true;
	}
	if (is(m, "items") || is(m, "values") || is(m, "keys")) {
		struct aval x = *v;
		x.items = is(m, "items");
		if (is(m, "items")) {
			aset_add(c, out, x);
		} else {
			flow_iterated(f, v->node, callee);
			if (is(m, "values"))
				aset_add(c, out,
					 (struct aval){
						 .kind = A_NODE, .in = true, .node = cnode_kid(c, v->node, NULL) });
		}
		out->top = true;
		return true;
	}
	if (is(m, "copy") || is(m, "to_dict") || is(m, "deepcopy") || is(m, "_to_lazy_dict")) {
		struct aval x = *v;
		x.copy = true;
		aset_add(c, out, x);
		return true;
	}
	if (is(m, "update") || is(m, "append") || is(m, "extend") || is(m, "insert")) {
		escape_args(f, a, false, "it is stored elsewhere in a config");
		return true;
	}
	return texts_have(&c->know->config_method, m->s);
}

/* ---- passing on ---- */

static const char *call_text(struct fn *f, const char *name)
{
	return flow_words(f, "`", name, "(...)` is not followed");
}

/* `**x` to a callee that takes certain names only. */
static void hand_over(struct fn *f, const struct passed *a, const struct code_params *to, const char *name)
{
	const char *how = flow_words(f, "passes it on to ", name, "");
	for (uint32_t i = 0; i < a->val.n; i++) {
		const struct aval *v = &a->val.at[i];
		if (v->kind != A_NODE || v->in)
			continue; /* a value; its use is not followed, because leaves have no keys */
		if (!to || to->open) {
			flow_copied(f, v->node, a->node, call_text(f, name));
			continue;
		}
		for (uint32_t k = 0; k < to->n; k++)
			flow_read(f, v, to->name[k], a->node, how);
		flow_sink(f, v, a->node, to);
	}
}

/* p: what it takes by name, NULL: unknown. Only `**x` is bound by names; what is passed as a whole becomes open. */
static void call_outside(struct fn *f, const struct passed_all *a, const struct code_params *p, const char *name,
			 bool abroad)
{
	const char *why = NULL;
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->at[i].node->kind == NODE_DSTAR)
			hand_over(f, &a->at[i], p, name);
		bool whole = a->at[i].node->kind != NODE_DSTAR;
		for (uint32_t k = 0; k < a->at[i].val.n; k++)
			if (a->at[i].val.at[k].kind == A_NODE && (whole || a->at[i].val.at[k].in)) {
				why = why ? why : call_text(f, name);
				flow_open(f, a->at[i].val.at[k].node, a->at[i].node, abroad, why);
			}
	}
}

/* Returns an object; attributes are shared by all objects (struct index, field). */
static struct aset call_class(struct fn *f, struct cls *k, const struct passed_all *a)
{
	struct index *c = index_of(f->file);
	struct aset out = { 0 };
	struct fn *init = class_method(&c->m, k, str_lit("__init__"), NULL);
	aset_add(c, &out, (struct aval){ .kind = A_INST, .cls = k });
	if (init)
		flow_bind(f, init, a, true);
	else if (a->config)
		call_outside(f, a, params_of_class(c, k), k->name->s, k->nabroad > 0);
	return out;
}

static struct aset super_method(struct fn *f, const struct node *callee)
{
	struct index *c = index_of(f->file);
	struct aset out = { 0 };
	struct cls *k = NULL;
	for (struct fn *up = f; up && !k; up = up->up)
		k = up->cls;
	struct fn *m = k ? class_method(&c->m, k, callee->text, k) : NULL;
	if (m)
		aset_add(c, &out, (struct aval){ .kind = A_FUNC, .fn = m, .self = k });
	if (k && k->nabroad) {
		struct buf b = { 0 };
		buf_printf(&b, "%s.%s", k->abroad[0]->s, callee->text->s);
		if (!m)
			aset_add(c, &out, (struct aval){ .kind = A_EXT, .text = str_lit(buf_str(&b)) });
		buf_release(&b);
	}
	return out;
}

/* ---- functions outside ---- */

/* A library that reads these keys and stores the config, or that may read them. */
static void read_names(struct fn *f, const struct passed *a, const struct aval *v, const struct config_call *k)
{
	struct index *c = index_of(f->file);
	const char *how = flow_words(f, "gives the config to ", k->name, ", which reads it");
	v->node->stored |= !k->maybe && flow_writes(c);
	if (k->maybe)
		v->node->reader = k->name;
	for (uint32_t i = 0; i < k->nreads; i++) {
		struct cnode *kid = NULL;
		if (!k->maybe)
			kid = flow_read(f, v, k->reads[i], a->node, how);
		else if (filter_has(v->filter, k->reads[i]))
			kid = cnode_kid(c, v->node, k->reads[i]);
		if (kid)
			flow_open(f, kid, a->node, true, call_text(f, k->name));
	}
}

static void read_all_names(struct fn *f, const struct passed_all *a, const struct config_call *k)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t j = 0; j < a->at[i].val.n; j++)
			if (a->at[i].val.at[j].kind == A_NODE)
				read_names(f, &a->at[i], &a->at[i].val.at[j], k);
}

/* The root of the tree of the script's kind. The loader itself reads some keys. */
static struct aset load_config(struct fn *f, const struct passed_all *a)
{
	static const char how[] = "the loader of the config reads it";
	struct index *c = index_of(f->file);
	struct cnode **root = f->file->trains ? &c->training : &c->other;
	if (!*root) {
		*root = arena_new(&c->m.arena, struct cnode);
		(*root)->training = f->file->trains;
	}
	struct aset out = aset_of_node(c, *root);
	for (uint32_t i = 0; a->n && i < c->know->loader_key.n; i++)
		flow_open(f, flow_read(f, &out.at[0], str_lit(c->know->loader_key.at[i]), a->at[0].node, how),
			  a->at[0].node, true, how);
	return out;
}

/* `random.choices(self.policies)`: an unknown function may return its arguments. Config places are left out: they
 * are open outside anyway. */
static void may_give_back(struct fn *f, const struct passed_all *a, struct aset *out)
{
	for (uint32_t i = 0; i < a->n; i++)
		aset_join_built(index_of(f->file), out, &a->at[i].val);
}

/* Dispatch by name: a loader, a builtin, a function of rules/code.yaml, else code outside. */
static struct aset call_ext(struct fn *f, const struct str *name, const struct passed_all *a)
{
	struct index *c = index_of(f->file);
	struct aset out = { .top = true };
	if (flow_loads(f, name, a, &out) || flow_spawns(f, name, a))
		return out;
	for (uint32_t i = 0; !c->plain && i < c->know->loader.n; i++)
		if (name_ends(name->s, c->know->loader.at[i]))
			return load_config(f, a);
	if (!a->config && !is(name, "list") && !is(name, "tuple") && !is(name, "dict") && !is(name, "set") &&
	    !is(name, "sorted"))
		return out;
	if (!strchr(name->s, '.') && flow_builtin(f, name, a, &out))
		return out;
	const struct config_call *k = knowledge_call(c->know, name->s);
	if (k && k->same)
		return flow_all_args(f, a, true);
	if (k && k->nreads)
		read_all_names(f, a, k);
	if (!k) {
		call_outside(f, a, params_abroad(c, name), name->s, true);
		may_give_back(f, a, &out);
	}
	return out;
}

/* ---- a call ---- */

/* A method of an unknown object: all methods of that name. */
static bool call_any(struct fn *f, const struct node *callee, const struct passed_all *a, struct aset *out)
{
	struct index *c = index_of(f->file);
	struct name_sym *s = callee->kind == NODE_ATTR ? map_get(&c->m.methods, callee->text) : NULL;
	for (struct name_sym *m = s; m; m = m->also) {
		struct aset r = flow_bind(f, m->fn, a, !m->fn->method_static);
		aset_join(c, out, &r);
	}
	return s != NULL;
}

static bool is_super(const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "super");
}

/* x.update(y), x.append(y) of a variable or an attribute */
static bool is_growth(const struct node *callee)
{
	static const char *const names[] = { "update", "append", "extend", "insert", "setdefault" };
	for (size_t i = 0; callee->kind == NODE_ATTR && i < ARRAY_SIZE(names); i++)
		if (is(callee->text, names[i]))
			return callee->kid[0]->kind == NODE_NAME || callee->kid[0]->kind == NODE_ATTR;
	return false;
}

/* The result of a dict's method; mention_keys() handles its keys. */
static void out_of_built(struct fn *f, const struct aval *v, const struct str *method, const struct passed_all *a,
			 struct aset *out)
{
	static const char *const by_key[] = { "get", "pop", "setdefault" }, *const whole[] = { "copy", "deepcopy",
											       "to_dict" };
	struct aval x = *v;
	x.items = is(method, "items");
	x.in = is(method, "values");
	if (x.in)
		x.text = NULL;
	bool gives = x.items || x.in || texts_have(&(struct code_texts){ whole, ARRAY_SIZE(whole) }, method->s);
	if (gives)
		aset_add(index_of(f->file), out, x);
	if (a->n && texts_have(&(struct code_texts){ by_key, ARRAY_SIZE(by_key) }, method->s)) {
		gives = true;
		flow_built(f, v, &a->at[0].val, a->at[0].val.top, out);
		for (uint32_t i = 1; i < a->n; i++)
			aset_join(index_of(f->file), out, &a->at[i].val);
	}
	out->top |= gives;
}

/* The receiver is a config, or not. */
static bool on_config(struct fn *f, const struct node *call, struct aset of, const struct passed_all *a,
		      struct aset *out)
{
	const struct node *callee = call->kid[0];
	struct index *c = index_of(f->file);
	bool config = false, known = true, growth = is_growth(callee);
	for (uint32_t i = 0; i < of.n; i++) {
		if (of.at[i].kind == A_NODE && !of.at[i].in && !(of.at[i].copy && growth)) {
			config = true;
			known &= config_method(f, &of.at[i], callee, a, out);
			if (texts_have(&c->know->merge, callee->text->s))
				flow_set_below(f, &of.at[i], call);
		} else if (of.at[i].kind == A_BUILT && !of.at[i].in) {
			out_of_built(f, &of.at[i], callee->text, a, out);
		} else if (of.at[i].in &&
			   (is(callee->text, "get") || is(callee->text, "pop") || is(callee->text, "values") ||
			    is(callee->text, "items") || is(callee->text, "copy"))) {
			struct aval x = of.at[i]; /* of a dict that is created here */
			x.in = !(is(callee->text, "get") || is(callee->text, "pop"));
			aset_add(c, out, x);
		}
	}
	if (config && !known)
		escape_args(f, a, false, call_text(f, flow_source(f, callee)));
	return config;
}

static void grow_field(struct index *c, const struct str *name, const struct aset *more, bool in)
{
	flow_grow(c, flow_field(c, name), more, in);
}

/* x.update(y), x.append(y): x contains y now, if x is a variable or an attribute. */
static void grow_container(struct fn *f, const struct node *callee, const struct passed_all *a)
{
	struct index *c = index_of(f->file);
	const struct node *of = callee->kind == NODE_ATTR ? callee->kid[0] : NULL;
	bool update = of && is(callee->text, "update"),
	     append = of && (is(callee->text, "append") || is(callee->text, "setdefault"));
	if (!of || (!update && !append && !is(callee->text, "extend") && !is(callee->text, "insert")) ||
	    (of->kind != NODE_NAME && of->kind != NODE_ATTR))
		return;
	for (uint32_t i = 0; i < a->n; i++) {
		bool in = !update || a->at[i].node->kind == NODE_KW;
		if (of->kind == NODE_NAME)
			flow_put(f, of->text, &a->at[i].val, in);
		else
			grow_field(c, of->text, &a->at[i].val, in);
	}
}

/* `x.get('k')` of something that is not followed. */
static void mention_keys(struct fn *f, const struct node *callee, const struct aset *of, const struct passed_all *a)
{
	if (callee->kind != NODE_ATTR || !a->n ||
	    (!is(callee->text, "get") && !is(callee->text, "pop") && !is(callee->text, "setdefault")))
		return;
	flow_look_up(f, callee->kid[0], of, &a->at[0].val, is(callee->text, "pop"));
}

/* A config goes to an unknown callee. */
static void call_unknown(struct fn *f, const struct node *callee, const struct passed_all *a, struct aset *out)
{
	struct index *c = index_of(f->file);
	const char *text = flow_source(f, callee);
	const struct config_call *k = knowledge_call(c->know, text);
	if (k && k->nreads) {
		read_all_names(f, a, k);
		return;
	}
	if (k || (callee->kind == NODE_ATTR && texts_have(&c->know->quiet_method, callee->text->s)))
		return;
	bool any = call_any(f, callee, a, out);
	/* the callee may be a library's: then the dialect knows more */
	call_outside(f, a, NULL, text, !any);
	if (!any)
		may_give_back(f, a, out);
}

/* The method of the class or, if the object may be of a subclass, also theirs. */
static struct aset call_method(struct fn *f, const struct aval *v, const struct passed_all *a)
{
	struct index *c = index_of(f->file);
	struct aset out = { 0 }, r = flow_bind(f, v->fn, a, true);
	aset_join(c, &out, &r);
	for (struct name_sym *s = map_get(&c->m.methods, v->fn->name); s; s = s->also) {
		class_bases(&c->m, s->fn->cls);
		if (!flow_spend(f, 1 + s->fn->cls->nmro / 8))
			break;
		for (uint32_t i = 1; i < s->fn->cls->nmro; i++)
			if (s->fn->cls->mro[i] == v->self && s->fn != v->fn) {
				r = flow_bind(f, s->fn, a, !s->fn->method_static);
				aset_join(c, &out, &r);
			}
	}
	return out;
}

static struct aset call_one(struct fn *f, const struct aval *to, const struct passed_all *a)
{
	if (a->config && flow_wraps(index_of(f->file), to))
		return flow_all_args(f, a, true);
	switch (to->kind) {
	case A_FUNC:
		if (a->config && to->fn->name && texts_have(&index_of(f->file)->know->filler, to->fn->name->s))
			return flow_all_args(f, a, false);
		return to->self && a->config ? call_method(f, to, a) : flow_bind(f, to->fn, a, to->self != NULL);
	case A_CLASS:
		return call_class(f, to->cls, a);
	case A_EXT:
		return call_ext(f, to->text, a);
	default:
		return aset_anything();
	}
}

/* Calls each function that the callee may be; false: none is known. */
static bool call_each(struct fn *f, struct aset to, const struct passed_all *a, struct aset *out)
{
	bool known = out->n > 0;
	for (uint32_t i = 0; i < to.n; i++) {
		const struct aval *v = &to.at[i];
		if (v->in)
			continue;
		struct aset r = call_one(f, v, a);
		known |= v->kind == A_FUNC || v->kind == A_CLASS || v->kind == A_EXT;
		aset_join(index_of(f->file), out, &r);
	}
	return known;
}

/* Any method of that name may be called, with any text. */
static void blur_methods(struct fn *f, const struct node *callee)
{
	struct name_sym *s = callee->kind == NODE_ATTR ? map_get(&index_of(f->file)->m.methods, callee->text) : NULL;
	for (; s && !s->fn->flow->blurred; s = s->also)
		blur_params(s->fn);
}

struct aset flow_call(struct fn *f, const struct node *n)
{
	const struct node *callee = n->kid[0];
	struct passed_all a;
	struct aset out = { 0 };
	eval_args(f, n, &a);
	bool method = callee->kind == NODE_ATTR, super = method && is_super(callee->kid[0]);
	struct aset of = method && !super ? flow_eval(f, callee->kid[0]) : aset_anything(); /* once: chains are long */
	mention_keys(f, callee, &of, &a);
	if (method && !super && on_config(f, n, of, &a, &out))
		return out;
	if (a.config && flow_stores(index_of(f->file), callee, &a))
		return aset_anything();
	if (is_growth(callee)) {
		grow_container(f, callee, &a);
		return out.n ? out : aset_anything();
	}
	struct aset to = super ? super_method(f, callee) : method ? flow_attr(f, callee, of) : flow_eval(f, callee);
	bool known = call_each(f, to, &a, &out);
	if (!known && a.config)
		call_unknown(f, callee, &a, &out);
	if (!known)
		blur_methods(f, callee);
	out.top |= !known;
	return out;
}
