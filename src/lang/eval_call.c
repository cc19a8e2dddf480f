// SPDX-License-Identifier: MIT
/* Calls, attributes, functions and comprehensions. */
#include "lang/eval_priv.h"
#include "lang/lazy.h"
#include <stdio.h>
#include <string.h>

/* ---- attributes ---- */

static struct value method_value(struct eval *ev, const struct builtin *b, struct value self, struct span at)
{
	struct method *m = arena_new(ev->arena, struct method);
	*m = (struct method){b, self};
	return (struct value){.kind = VALUE_METHOD, .at = at, .as.method = m};
}

static struct value ref_attr(struct eval *ev, struct value ref, const struct str *name, struct span at)
{
	const struct ref *r = ref.as.ref;
	const char *chain = r->name ? arena_printf(ev->arena, "%s.%s", r->name->s, name->s) : name->s;
	return value_ref(ev->arena, REF_ATTR, r->module, str_lit(chain), at);
}

static struct value rule_attr(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	if (obj.kind == VALUE_UNKNOWN)
		return obj;
	if (obj.kind != VALUE_DICT) /* a scalar has no keys: certainly absent */
		return value_unknown(ev->arena, WHY_ABSENT, at, name->s);
	const struct entry *e = dict_find_str(obj.as.dict, name);
	if (e && !(e->flags & EF_MAYBE))
		return eval_seen(ev, e->val);
	return value_unknown(ev->arena, e || obj.as.dict->open ? WHY_BASE : WHY_ABSENT, at, name->s);
}

static struct value config_attr(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	const struct entry *e = dict_find_str(obj.as.dict, name);
	if (e)
		return e->flags & EF_MAYBE ? value_unknown(ev->arena, WHY_BRANCH, at, name->s) : eval_seen(ev, e->val);
	if (obj.as.dict->open)
		return value_unknown(ev->arena, WHY_BASE, at, name->s);
	return eval_raise(ev, "AttributeError", at, "'ConfigDict' object has no attribute '%s'", name->s);
}

/* An attribute of a class of this config, its bases' included; __name__ of any class. */
static bool class_attr(struct eval *ev, const struct object *o, const struct str *name, struct span at, unsigned depth, struct value *out)
{
	if (!strcmp(o->type->s, "type") && !strcmp(name->s, "__name__") && o->name && depth == 0)
		return *out = value_text(class_name(o), at), true;
	const struct entry *e = o->names ? dict_find_str(o->names, name) : NULL;
	if (e)
		return *out = e->flags & EF_MAYBE ? value_unknown(ev->arena, WHY_BRANCH, at, name->s) : eval_seen(ev, e->val), true;
	if (!o->bases || o->bases->n > 1 || depth > 50) /* several: the order of a search is not followed */
		return false;
	return o->bases->n && class_attr(ev, o->bases->at[0].val.as.obj, name, at, depth + 1, out);
}

static bool exception_attr(struct eval *ev, const struct object *o, const struct str *name, struct span at, struct value *out)
{
	if (!o->cls || strcmp(name->s, "args"))
		return false;
	*out = o->args->open ? value_unknown(ev->arena, WHY_RAISED, at, "args") : (struct value){.kind = VALUE_TUPLE, .at = at, .as.list = o->args};
	return true;
}

struct value attr_of(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	obj = eval_seen(ev, obj);
	if (obj.kind == VALUE_UNKNOWN)
		return first_unknown(ev, obj, at);
	if (obj.kind == VALUE_REF)
		return ref_attr(ev, obj, name, at);
	const struct builtin *b = method_find(obj, name);
	if (b)
		return method_value(ev, b, obj, at);
	if (obj.kind == VALUE_DICT && obj.as.dict->config)
		return config_attr(ev, obj, name, at);
	if (obj.kind == VALUE_OBJECT) {
		struct value v;
		if (class_attr(ev, obj.as.obj, name, at, 0, &v) || exception_attr(ev, obj.as.obj, name, at, &v))
			return v;
		if (obj.as.obj->name && module_value(ev->arena, obj.as.obj->name, name, at, &v))
			return v;
		return value_unknown(ev->arena, WHY_IMPORT, at, name->s);
	}
	struct value field;
	if (obj.kind == VALUE_TUPLE && obj.as.list->named)
		return named_attr(ev, obj.as.list, name, at, &field) ? field : value_unknown(ev->arena, WHY_TYPE, at, name->s);
	if (builtin_has_attr(obj, name) != FALSE3)
		return value_unknown(ev->arena, WHY_TYPE, at, name->s);
	const char *type = value_type_name(obj);
	return eval_raise(ev, "AttributeError", at, "'%s' object has no attribute '%s'", type, name->s);
}

struct value eval_attr(struct eval *ev, const struct node *n)
{
	struct value obj = eval_expr(ev, n->kid[0]);
	if (stopped(ev))
		return obj;
	if (ev->rule)
		return rule_attr(ev, eval_seen(ev, obj), n->text, eval_span(ev, n));
	return attr_of(ev, obj, n->text, eval_span(ev, n));
}

/* ---- arguments ---- */

struct args {
	struct value *arg;
	struct span *use;
	struct kwarg *kw;
	uint32_t n, nkw, cap, kwcap;
	struct value unknown; /* *x or **x of something unknown: kind UNKNOWN with a cause, else NONE */
	bool open_kw;
};

static void add_arg(struct eval *ev, struct args *a, struct value v, struct span use)
{
	if (a->n == a->cap) {
		uint32_t cap = a->cap * 2 + 4;
		struct value *arg = arena_array(ev->arena, struct value, cap);
		struct span *uses = arena_array(ev->arena, struct span, cap);
		if (a->n) {
			memcpy(arg, a->arg, a->n * sizeof *arg);
			memcpy(uses, a->use, a->n * sizeof *uses);
		}
		a->arg = arg;
		a->use = uses;
		a->cap = cap;
	}
	a->arg[a->n] = v;
	a->use[a->n++] = use;
}

static const char *callee_text(struct eval *ev, const struct node *callee)
{
	return callee->kind == NODE_NAME || callee->kind == NODE_ATTR ? callee->text->s : arena_strdup(ev->arena, "<lambda>");
}

static bool add_kw(struct eval *ev, struct args *a, const struct node *callee, const struct kwarg *kw)
{
	for (uint32_t i = 0; i < a->nkw; i++)
		if (a->kw[i].name == kw->name) {
			eval_raise(ev, "TypeError", kw->at, "%s() got multiple values for keyword argument '%s'",
				   callee_text(ev, callee), kw->name->s);
			return false;
		}
	if (a->nkw == a->kwcap) {
		uint32_t cap = a->kwcap * 2 + 8;
		struct kwarg *more = arena_array(ev->arena, struct kwarg, cap);
		if (a->nkw)
			memcpy(more, a->kw, a->nkw * sizeof *more);
		a->kw = more;
		a->kwcap = cap;
	}
	a->kw[a->nkw++] = *kw;
	return true;
}

static void spread_args(struct eval *ev, struct args *a, const struct node *star)
{
	struct value why = {0}, v = eval_expr(ev, star->kid[0]);
	const struct list *l = stopped(ev) ? NULL : op_iterate(ev, v, eval_span(ev, star), &why);
	if (!l || l->open) {
		a->unknown = first_unknown(ev, why, eval_span(ev, star));
		return;
	}
	for (uint32_t i = 0; i < l->n && i < EVAL_ITEMS; i++)
		add_arg(ev, a, l->at[i].val, l->at[i].use);
}

static void spread_kwargs(struct eval *ev, struct args *a, const struct node *callee, const struct node *star)
{
	struct value v = eval_seen(ev, eval_expr(ev, star->kid[0]));
	struct span at = eval_span(ev, star);
	if (stopped(ev))
		return;
	if (v.kind != VALUE_DICT) {
		if (v.kind != VALUE_UNKNOWN && v.kind != VALUE_OBJECT && v.kind != VALUE_REF)
			eval_raise(ev, "TypeError", at, "%s() argument after ** must be a mapping, not %s",
				   callee_text(ev, callee), value_type_name(v));
		a->unknown = first_unknown(ev, v, at);
		a->open_kw = true;
		return;
	}
	if (v.as.dict->open) {
		a->unknown = value_unknown(ev->arena, WHY_BASE, at, NULL);
		a->open_kw = true;
	}
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR) {
			eval_raise(ev, "TypeError", at, "keywords must be strings");
			return;
		}
		if (e->flags & EF_MAYBE) {
			a->unknown = value_unknown(ev->arena, WHY_BRANCH, at, e->key.as.s->s);
			a->open_kw = true;
			continue;
		}
		struct kwarg kw = {e->key.as.s, eval_seen(ev, e->val), e->key.at, e->use};
		if (!add_kw(ev, a, callee, &kw))
			return;
	}
}

static void eval_args(struct eval *ev, const struct node *n, struct args *a)
{
	a->unknown = value_none((struct span){0});
	const struct node *callee = n->kid[0];
	for (uint32_t i = 1; i < n->n && !stopped(ev); i++) {
		const struct node *k = n->kid[i];
		if (k->kind == NODE_STAR)
			spread_args(ev, a, k);
		else if (k->kind == NODE_DSTAR)
			spread_kwargs(ev, a, callee, k);
		else if (k->kind == NODE_KW) {
			struct value v = eval_expr(ev, k->kid[0]);
			struct span name = {ev->file, k->lo, k->lo + k->text->len};
			struct kwarg kw = {k->text, v, name, eval_span(ev, k->kid[0])};
			if (!stopped(ev))
				add_kw(ev, a, callee, &kw);
		} else {
			struct value v = eval_expr(ev, k);
			add_arg(ev, a, v, eval_span(ev, k));
		}
	}
}

static void poison_args(struct eval *ev, const struct call *c, const struct cause *why)
{
	for (uint32_t i = 0; i < c->n; i++)
		eval_poison(ev, c->arg[i], why);
	for (uint32_t i = 0; i < c->nkw; i++)
		eval_poison(ev, c->kw[i].val, why);
}

/* ---- functions of the config ---- */

struct value make_func(struct eval *ev, const struct node *def)
{
	const struct node *params = def->kid[0];
	struct func *f = arena_new(ev->arena, struct func);
	struct value *defaults = arena_array(ev->arena, struct value, params->n + 1);
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->n && params->kid[i]->kid[0])
			defaults[i] = eval_expr(ev, params->kid[i]->kid[0]);
	struct frame *closure = ev->frame;
	while (closure && closure->is_class)
		closure = closure->outer;
	*f = (struct func){def, closure, defaults, def->text ? def->text : str_lit("<lambda>"),
			   def->kind == NODE_DEF ? bound_names(ev, def->kid[1], params) : NULL};
	return made(ev, (struct value){.kind = VALUE_FUNC, .at = eval_span(ev, def), .as.func = f});
}

struct binding {
	struct eval *ev;
	const struct func *f;
	const struct call *c;
	struct dict *names;
	uint32_t used; /* positional arguments taken */
	bool *kwused;
};

static void bind_name(struct binding *b, const struct str *name, struct value v, struct span use)
{
	dict_put(b->ev->arena, b->names, value_str(name, b->c->at), v, use);
}

static const struct kwarg *take_kw(struct binding *b, const struct str *name)
{
	for (uint32_t i = 0; i < b->c->nkw; i++)
		if (b->c->kw[i].name == name && !b->kwused[i]) {
			b->kwused[i] = true;
			return &b->c->kw[i];
		}
	return NULL;
}

static void bind_rest(struct binding *b, const struct node *p)
{
	struct eval *ev = b->ev;
	if (p->op == '*') {
		struct value rest = value_list(ev->arena, VALUE_TUPLE, b->c->n, b->c->at);
		for (; b->used < b->c->n; b->used++)
			list_push(ev->arena, rest.as.list, b->c->arg[b->used], b->c->use[b->used]);
		bind_name(b, p->text, rest, b->c->at);
		return;
	}
	struct value kw = value_dict(ev->arena, b->c->at);
	for (uint32_t i = 0; i < b->c->nkw; i++)
		if (!b->kwused[i]) {
			b->kwused[i] = true;
			dict_put(ev->arena, kw.as.dict, value_str(b->c->kw[i].name, b->c->kw[i].at), b->c->kw[i].val, b->c->kw[i].use);
		}
	bind_name(b, p->text, kw, b->c->at);
}

/* "'a', 'b', and 'c'" of the parameters that got no value */
static bool missing(struct binding *b, bool kwonly)
{
	const struct node *params = b->f->def->kid[0];
	struct buf names = {0};
	uint32_t n = 0, seen = 0, total = 0;
	for (unsigned pass = 0; pass < 2; pass++) { /* the first one counts */
		bool star = false;
		for (uint32_t i = 0; i < params->n; i++) {
			const struct node *p = params->kid[i];
			star |= p->op == '*';
			if (p->op || star != kwonly || dict_find_str(b->names, p->text))
				continue;
			total += pass == 0;
			if (pass == 0)
				continue;
			const char *before = !seen ? "" : total == 2 ? " and " : seen + 1 == total ? ", and " : ", ";
			buf_printf(&names, "%s'%s'", before, p->text->s);
			seen++;
		}
		n = total;
	}
	if (n)
		eval_raise(b->ev, "TypeError", b->c->at, "%s() missing %u required %s argument%s: %s", b->f->name->s, n,
			   kwonly ? "keyword-only" : "positional", n == 1 ? "" : "s", buf_str(&names));
	buf_release(&names);
	return n > 0;
}

static void too_many(struct binding *b, uint32_t positional, uint32_t defaults, uint32_t kwonly_given)
{
	char takes[64], also[96] = "";
	if (defaults)
		snprintf(takes, sizeof takes, "from %u to %u", positional - defaults, positional);
	else
		snprintf(takes, sizeof takes, "%u", positional);
	if (kwonly_given)
		snprintf(also, sizeof also, " positional argument%s (and %u keyword-only argument%s)", b->c->n == 1 ? "" : "s", kwonly_given,
			 kwonly_given == 1 ? "" : "s");
	eval_raise(b->ev, "TypeError", b->c->at, "%s() takes %s positional argument%s but %u%s %s given", b->f->name->s, takes,
		   defaults || positional != 1 ? "s" : "", b->c->n, also, b->c->n == 1 && !kwonly_given ? "was" : "were");
}

/* Positional-only parameters that are given by name: TypeError. */
static bool positional_only(struct binding *b, uint32_t slash)
{
	const struct node *params = b->f->def->kid[0];
	struct buf names = {0};
	for (uint32_t i = 0; i < slash; i++)
		for (uint32_t k = 0; k < b->c->nkw; k++)
			if (params->kid[i]->text == b->c->kw[k].name)
				buf_printf(&names, "%s%s", names.n ? ", " : "", b->c->kw[k].name->s);
	bool any = names.n > 0;
	if (any)
		eval_raise(b->ev, "TypeError", b->c->at, "%s() got some positional-only arguments passed as keyword arguments: '%s'",
			   b->f->name->s, buf_str(&names));
	buf_release(&names);
	return any;
}

/* Keyword arguments that no parameter takes, in CPython's order of complaints. */
static bool check_keywords(struct binding *b, bool rest)
{
	const struct node *params = b->f->def->kid[0];
	uint32_t slash = 0;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == '/')
			slash = i;
	for (uint32_t k = 0; k < b->c->nkw; k++) {
		if (b->kwused[k])
			continue;
		const char *name = b->c->kw[k].name->s;
		uint32_t i = 0;
		while (i < params->n && (params->kid[i]->op || params->kid[i]->text != b->c->kw[k].name))
			i++;
		if (i < params->n && i >= slash)
			eval_raise(b->ev, "TypeError", b->c->at, "%s() got multiple values for argument '%s'", b->f->name->s, name);
		else if (rest)
			continue;
		else if (!positional_only(b, slash))
			eval_raise(b->ev, "TypeError", b->c->at, "%s() got an unexpected keyword argument '%s'", b->f->name->s, name);
		return false;
	}
	return true;
}

/* Values of named parameters, as far as given. */
static void bind_given(struct binding *b, uint32_t *positional, uint32_t *defaults, uint32_t *kwonly_given)
{
	const struct node *params = b->f->def->kid[0];
	uint32_t slash = 0;
	bool kwonly = false;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == '/')
			slash = i;
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		kwonly |= p->op == '*';
		if (p->op)
			continue;
		const struct kwarg *kw = NULL;
		*positional += !kwonly;
		*defaults += !kwonly && p->n && p->kid[0];
		if (!kwonly && b->used < b->c->n) {
			bind_name(b, p->text, b->c->arg[b->used], b->c->use[b->used]);
			b->used++;
		} else if (i >= slash && (kw = take_kw(b, p->text))) {
			bind_name(b, p->text, kw->val, kw->use);
			*kwonly_given += kwonly;
		}
	}
}

static void bind_defaults(struct binding *b)
{
	const struct node *params = b->f->def->kid[0];
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		if (!p->op && p->n && p->kid[0] && !dict_find_str(b->names, p->text))
			bind_name(b, p->text, b->f->defaults[i], (struct span){b->ev->file, p->kid[0]->lo, p->kid[0]->hi});
	}
}

static bool bind_all(struct binding *b)
{
	const struct node *params = b->f->def->kid[0];
	const struct node *rest = NULL, *star = NULL;
	uint32_t positional = 0, defaults = 0, kwonly_given = 0;
	for (uint32_t i = 0; i < params->n; i++) {
		if (params->kid[i]->op == '2')
			rest = params->kid[i];
		if (params->kid[i]->op == '*' && params->kid[i]->text)
			star = params->kid[i];
	}
	bind_given(b, &positional, &defaults, &kwonly_given);
	if (!check_keywords(b, rest != NULL))
		return false;
	if (star)
		bind_rest(b, star);
	if (rest)
		bind_rest(b, rest);
	if (b->used < b->c->n) {
		too_many(b, positional, defaults, kwonly_given);
		return false;
	}
	bind_defaults(b);
	return !missing(b, false) && !missing(b, true) && !stopped(b->ev);
}

static bool is_generator(const struct node *def);

static struct value body_result(struct eval *ev, const struct node *body, struct value none)
{
	switch (exec_block(ev, body)) {
	case FLOW_RETURN: return ev->result;
	case FLOW_UNSURE: return value_unknown(ev->arena, WHY_BRANCH, none.at, NULL);
	default: return none;
	}
}

static struct value call_func(struct eval *ev, const struct func *f, const struct call *c)
{
	if (ev->depth >= EVAL_DEPTH - 20 || is_generator(f->def)) {
		enum why why = ev->depth >= EVAL_DEPTH - 20 ? WHY_DEPTH : WHY_CALL;
		struct value u = value_unknown(ev->arena, why, c->at, f->name->s);
		poison_body(ev, f->def, u.as.cause);
		poison_args(ev, c, u.as.cause);
		return u;
	}
	struct frame frame = {.outer = f->frame, .names = value_dict(ev->arena, c->at).as.dict, .func = f};
	struct binding b = {ev, f, c, frame.names, 0, arena_array(ev->arena, bool, c->nkw + 1)};
	if (!bind_all(&b))
		return value_unknown(ev->arena, WHY_RAISED, c->at, f->name->s);
	struct frame *kept = arena_new(ev->arena, struct frame); /* closures made inside outlive the call */
	*kept = frame;
	struct frame *caller = ev->frame;
	ev->frame = kept;
	ev->depth += 3;
	ev->many++;
	struct value result = value_none(c->at);
	if (f->def->kind == NODE_LAMBDA)
		result = eval_expr(ev, f->def->kid[1]);
	else
		result = body_result(ev, f->def->kid[1], result);
	ev->many--;
	ev->depth -= 3;
	ev->frame = caller;
	return result;
}

/* a function with a yield of its own; such nodes are OPAQUE, which the evaluator does not look into anyway */
static bool is_generator(const struct node *def)
{
	const struct node *stack[256];
	uint32_t n = 0;
	stack[n++] = def->kid[1];
	while (n) {
		const struct node *x = stack[--n];
		if (x->kind == NODE_OPAQUE)
			return true;
		if ((x->kind == NODE_DEF || x->kind == NODE_LAMBDA || x->kind == NODE_CLASS) && x != def)
			continue;
		for (uint32_t i = 0; i < x->n; i++)
			if (x->kid[i]) {
				if (n == ARRAY_SIZE(stack))
					return true; /* too deep to tell */
				stack[n++] = x->kid[i];
			}
	}
	return false;
}

/* ---- calls ---- */

/* globals(); at module level also locals() and vars() */
static bool names_globals(const struct eval *ev, const char *name, const struct call *c)
{
	bool here = !ev->frame && (!strcmp(name, "builtins.locals") || !strcmp(name, "builtins.vars"));
	return !ev->rule && !c->n && !c->nkw && (here || !strcmp(name, "builtins.globals"));
}

struct value call_value(struct eval *ev, struct value callee, const struct call *c)
{
	struct value made_exception;
	if (ev->fuel)
		ev->fuel--;
	switch (callee.kind) {
	case VALUE_FUNC: return call_func(ev, callee.as.func, c);
	case VALUE_METHOD: {
		struct call with = *c;
		with.self = eval_seen(ev, callee.as.method->self);
		return eval_seen(ev, builtin_call(ev, callee.as.method->fn, &with));
	}
	case VALUE_OBJECT:
		if (callee.as.obj->fields)
			return named_new(ev, callee.as.obj, c);
		if (callee.as.obj->call)
			return eval_seen(ev, builtin_call(ev, callee.as.obj->call, c));
		if (!strcmp(callee.as.obj->type->s, "type") && exception_new(ev, callee.as.obj, c, &made_exception))
			return made_exception;
		break;
	case VALUE_UNKNOWN: break;
	case VALUE_REF:
		if (!ev->rule)
			return eval_raise(ev, "RuntimeError", c->at, "%s", "");
		break;
	default:
		return eval_raise(ev, "TypeError", c->at, "'%s' object is not callable", value_type_name(callee));
	}
	const char *name = callee.kind == VALUE_OBJECT && callee.as.obj->name ? callee.as.obj->name->s : NULL;
	struct value u = value_unknown(ev->arena, WHY_CALL, c->at, name);
	struct value names = {.kind = VALUE_DICT, .at = c->at, .as.dict = ev->globals};
	if (name && names_globals(ev, name, c))
		return names;
	if (name && !strcmp(name, "builtins.exec"))
		eval_poison(ev, names, u.as.cause);
	if (callee.kind == VALUE_UNKNOWN && callee.as.cause)
		u = callee;
	poison_args(ev, c, u.as.cause);
	return u;
}

struct value eval_call(struct eval *ev, struct value callee, const struct value *arg, uint32_t n, struct span at)
{
	struct span *use = arena_array(ev->arena, struct span, n + 1);
	for (uint32_t i = 0; i < n; i++)
		use[i] = arg[i].at;
	struct call c = {.arg = arg, .use = use, .n = n, .at = at};
	return call_value(ev, callee, &c);
}

static bool is_dict_call(struct value callee)
{
	return callee.kind == VALUE_OBJECT && callee.as.obj->call && !strcmp(callee.as.obj->call->name, "dict");
}

/* f(**unknown): dict() keeps what is certain; any other callee can't be answered */
static struct value call_open(struct eval *ev, struct value callee, const struct args *a, const struct call *c)
{
	if (is_dict_call(callee) && a->open_kw) {
		struct value d = call_value(ev, callee, c);
		if (d.kind == VALUE_DICT)
			eval_thaw_dict(ev, &d)->open = true;
		return d;
	}
	poison_args(ev, c, a->unknown.as.cause);
	if (callee.kind == VALUE_METHOD)
		eval_poison(ev, callee.as.method->self, a->unknown.as.cause);
	return a->unknown;
}

static struct value eval_callee(struct eval *ev, const struct node *n)
{
	if (!ev->rule || n->kind != NODE_ATTR)
		return eval_expr(ev, n);
	struct value obj = eval_seen(ev, eval_expr(ev, n->kid[0])); /* rule: x.startswith(...) is a method, not a key */
	const struct builtin *b = obj.kind == VALUE_UNKNOWN ? NULL : method_find(obj, n->text);
	if (b)
		return method_value(ev, b, obj, eval_span(ev, n));
	return first_unknown(ev, obj, eval_span(ev, n));
}

struct value eval_callnode(struct eval *ev, const struct node *n)
{
	struct value out;
	if (ev->host && ev->host->call && ev->host->call(ev, n, &out))
		return out;
	struct value callee = eval_callee(ev, n->kid[0]);
	struct args a = {0};
	if (!stopped(ev))
		eval_args(ev, n, &a);
	if (stopped(ev))
		return value_unknown(ev->arena, WHY_RAISED, eval_span(ev, n), NULL);
	struct call c = {.arg = a.arg, .use = a.use, .kw = a.kw, .n = a.n, .nkw = a.nkw, .at = eval_span(ev, n)};
	if (a.unknown.kind == VALUE_UNKNOWN)
		return call_open(ev, callee, &a, &c);
	struct value v = call_value(ev, callee, &c);
	if (is_dict_call(callee) && v.kind == VALUE_DICT)
		v = literal(ev, v);
	return v.kind == VALUE_UNKNOWN ? v : made(ev, v);
}

/* ---- comprehensions ---- */

struct comp {
	struct eval *ev;
	const struct node *n;
	struct value out;
	struct value unknown; /* kind UNKNOWN: the result as a whole */
};

static void comp_emit(struct comp *c)
{
	struct eval *ev = c->ev;
	const struct node *e = c->n->kid[0];
	if (c->n->kind != NODE_DICTCOMP) {
		struct value v = eval_expr(ev, e);
		if (c->out.as.list->n >= EVAL_ITEMS)
			c->unknown = value_unknown(ev->arena, WHY_FUEL, eval_span(ev, c->n), NULL);
		else if (!stopped(ev))
			list_push(ev->arena, c->out.as.list, v, eval_span(ev, e));
		return;
	}
	struct value key = eval_expr(ev, e->kid[0]), v = eval_expr(ev, e->kid[1]);
	if (stopped(ev))
		return;
	struct value why;
	if (!op_key(ev, key, key.at, &why))
		c->unknown = first_unknown(ev, why, key.at);
	else
		dict_put(ev->arena, c->out.as.dict, key, v, eval_span(ev, e->kid[1]));
}

static void comp_clause(struct comp *c, uint32_t i);

static void comp_for(struct comp *c, uint32_t i, struct cursor *cur)
{
	struct eval *ev = c->ev;
	const struct node *clause = c->n->kid[i];
	struct span at = eval_span(ev, clause->kid[1]);
	struct value why = {0};
	struct item it;
	enum pulled p = PULL_ITEM;
	while (!stopped(ev) && c->unknown.kind != VALUE_UNKNOWN && (p = cursor_next(ev, cur, &it, at, &why)) == PULL_ITEM) {
		assign(ev, clause->kid[0], it.val, it.use);
		comp_clause(c, i + 1);
	}
	if (p == PULL_UNKNOWN)
		c->unknown = first_unknown(ev, why, eval_span(ev, clause));
}

static void comp_clause(struct comp *c, uint32_t i)
{
	struct eval *ev = c->ev;
	if (i == c->n->n) {
		comp_emit(c);
		return;
	}
	const struct node *clause = c->n->kid[i];
	if (clause->kind == NODE_CIF) {
		struct value test = eval_expr(ev, clause->kid[0]);
		enum truth t = value_truth(test);
		if (t == UNKNOWN3)
			c->unknown = first_unknown(ev, test, eval_span(ev, clause));
		else if (t == TRUE3 && !stopped(ev))
			comp_clause(c, i + 1);
		return;
	}
	struct value why = {0}, v = eval_expr(ev, clause->kid[1]);
	struct cursor cur;
	if (!stopped(ev) && cursor_open(ev, &cur, v, eval_span(ev, clause->kid[1]), &why))
		comp_for(c, i, &cur);
	else
		c->unknown = first_unknown(ev, why, eval_span(ev, clause));
}

/* The names of a comprehension: a frame of its own, which class bodies don't reach. */
static struct frame *comp_frame(struct eval *ev, struct span at)
{
	struct frame *f = arena_new(ev->arena, struct frame), *outer = ev->frame;
	while (outer && outer->is_class)
		outer = outer->outer;
	*f = (struct frame){.outer = outer, .names = value_dict(ev->arena, at).as.dict};
	return f;
}

struct value eval_comprehension(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n), first_at = eval_span(ev, n->kid[1]->kid[1]);
	struct comp c = {.ev = ev, .n = n, .unknown = value_none(at)};
	c.out = n->kind == NODE_DICTCOMP ? value_dict(ev->arena, at) : value_list(ev->arena, VALUE_LIST, 0, at);
	/* the first iterable belongs to the scope around */
	struct value why = {0}, first = eval_expr(ev, n->kid[1]->kid[1]);
	struct cursor cur;
	if (stopped(ev) || !cursor_open(ev, &cur, first, first_at, &why))
		return first_unknown(ev, why, at);
	struct frame *saved = ev->frame;
	ev->frame = comp_frame(ev, at);
	ev->many++;
	comp_for(&c, 1, &cur);
	ev->many--;
	ev->frame = saved;
	return c.unknown.kind == VALUE_UNKNOWN ? c.unknown : made(ev, c.out);
}

/* ---- generator expressions ---- */

struct genexp {
	struct lazy z;
	const struct node *n;
	struct frame *frame;
	struct cursor *cur; /* one per clause, used for its CFORs */
	uint32_t at;	    /* the clause to go on with */
};

/* The CFOR before clause i, or 0. */
static uint32_t for_before(const struct node *n, uint32_t i)
{
	while (--i && n->kid[i]->kind != NODE_CFOR)
		;
	return i;
}

/* Goes on with the CFOR g->at until an element is found. */
static enum pulled genexp_step(struct eval *ev, struct genexp *g, struct item *out, struct value *why)
{
	const struct node *n = g->n;
	for (uint32_t i = g->at; i;) {
		const struct node *clause = n->kid[i];
		enum pulled p = cursor_next(ev, &g->cur[i], out, eval_span(ev, clause->kid[1]), why);
		if (p == PULL_UNKNOWN)
			return p;
		if (p == PULL_END) {
			i = for_before(n, i);
			continue;
		}
		assign(ev, clause->kid[0], out->val, out->use);
		bool passes = true;
		for (i++; i < n->n && n->kid[i]->kind == NODE_CIF && passes; i++) {
			struct value test = eval_expr(ev, n->kid[i]->kid[0]);
			enum truth t = value_truth(test);
			if (stopped(ev) || t == UNKNOWN3)
				return *why = first_unknown(ev, test, g->z.at), PULL_UNKNOWN;
			passes = t == TRUE3;
		}
		if (!passes) {
			i = for_before(n, i);
			continue;
		}
		if (i == n->n) {
			g->at = for_before(n, i);
			*out = (struct item){.val = eval_expr(ev, n->kid[0]), .use = eval_span(ev, n->kid[0])};
			*why = out->val;
			return stopped(ev) ? PULL_UNKNOWN : PULL_ITEM;
		}
		struct value over = eval_expr(ev, n->kid[i]->kid[1]);
		if (stopped(ev) || !cursor_open(ev, &g->cur[i], over, eval_span(ev, n->kid[i]->kid[1]), why))
			return PULL_UNKNOWN;
	}
	return PULL_END;
}

static enum pulled pull_genexp(struct eval *ev, struct lazy *z, struct item *out, struct value *why)
{
	struct genexp *g = (struct genexp *)(void *)z;
	struct frame *saved = ev->frame;
	ev->frame = g->frame;
	ev->many++;
	enum pulled p = genexp_step(ev, g, out, why);
	ev->many--;
	ev->frame = saved;
	z->done |= ev->exc != NULL;
	if (ev->exc && !strcmp(ev->exc->type, "StopIteration")) {
		ev->exc = NULL;
		*why = eval_raise(ev, "RuntimeError", z->at, "generator raised StopIteration");
	}
	return p;
}

struct value eval_genexp(struct eval *ev, const struct node *n)
{
	struct span at = eval_span(ev, n);
	struct value why = {0}, first = eval_expr(ev, n->kid[1]->kid[1]);
	struct genexp *g = arena_new(ev->arena, struct genexp);
	*g = (struct genexp){.z = {.pull = pull_genexp}, .n = n, .cur = arena_array(ev->arena, struct cursor, n->n), .at = 1};
	if (stopped(ev) || !cursor_open(ev, &g->cur[1], first, eval_span(ev, n->kid[1]->kid[1]), &why))
		return first_unknown(ev, why, at);
	g->frame = comp_frame(ev, at);
	return made(ev, lazy_value(ev, &g->z, "generator", at));
}
