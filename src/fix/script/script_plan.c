// SPDX-License-Identifier: MIT
/* Turns the promises of one fix of a script into edits (script_plan.h): finds the syntax of each promised part
 * (fix/script/script_part.h), and lets the editor of its kind rewrite it. */
#include "fix/script/script_plan.h"
#include "fix/script/call_edit.h"
#include "fix/edit/insert.h"
#include "fix/script/lines.h"
#include "fix/script/name.h"
#include "python/value/dict.h"
#include "text/notebook_edit.h"
#include <string.h>

VEC(wants, struct call_want);
struct plan_builder { /* promises of one call stand together */
	struct rewriter w;
	VEC(, struct script_part) call;
	VEC(, struct wants) want;
};

/* ---- telling */

/* "torch.utils.data.DataLoader.prefetch_factor": the name in messages and reports. */
static struct keypath described(struct arena *a, const struct str *name, const struct str *key)
{
	struct keypath p = { 0 };

	for (const char *c = name->s; *c; c += strcspn(c, ".") + (c[strcspn(c, ".")] == '.'))
		p = keypath_add(a, p, value_str(str_of(c, strcspn(c, ".")), (struct span){ 0 }));
	return key ? keypath_add(a, p, value_str(key, (struct span){ 0 })) : p;
}

/* For an object of unknown class, by its attribute. */
static const struct str *name_of(const struct script_part *p)
{
	const struct str *name = part_text(p, "name"), *attribute = part_text(p, "attribute");

	return name ? name : attribute ? attribute : str_lit(p->kind == PART_STATEMENT ? "statement" : "setting");
}

static void expect(struct plan_builder *pl, struct keypath path, const struct promise *p)
{
	struct attempt *t = pl->w.t;
	const struct dict *d = p->want.kind == VALUE_DICT ? p->want.as.dict : NULL;
	const struct entry *name = d ? dict_find_lit(d, "name") : NULL, *expr = d ? dict_find_lit(d, "expr") : NULL;

	/* for objects their names, for expressions their texts */
	t->expect[t->nexpect] = (struct expect){ .path = path,
						 .absent = p->kind == PROMISE_REMOVE,
						 .want = name	? name->val
							 : expr ? expr->val
								: p->want,
						 .nfiles = 1 };
	t->expect[t->nexpect].file = arena_new(pl->w.a, uint32_t);
	*t->expect[t->nexpect++].file = pl->w.f->src->id;
}

/* ---- parts */

static bool is_text(struct value v, const char *text)
{
	return v.kind == VALUE_STR && (!text || !strcmp(v.as.s->s, text));
}

static bool not_rewritten(struct plan_builder *pl, const struct promise *p)
{
	return rewriter_refuse(&pl->w, "fixes of scripts don't support %s", keypath_text(pl->w.a, p->path));
}

static struct wants *wants_of(struct plan_builder *pl, const struct script_part *call)
{
	for (size_t i = 0; i < pl->call.n; i++)
		if (pl->call.at[i].node == call->node)
			return &pl->want.at[i];
	vec_push(&pl->call, *call);
	vec_push(&pl->want, (struct wants){ 0 });
	return &pl->want.at[pl->want.n - 1];
}

/* The flag of the command line that gives the argument of a set of arguments; NULL: none does. */
static const char *flag_behind(const struct script_part *call, const struct promise *p, const struct str *argument)
{
	bool set = p->kind == PROMISE_SET && p->path.n && is_text(p->path.part[0], "arguments");

	return set ? dict_get_text(dict_get(call->tree, "taken"), argument->s) : NULL;
}

static bool plan_call(struct plan_builder *pl, const struct script_part *call, const struct promise *p)
{
	const struct str *name = part_text(call, "name");
	struct keypath rest = call->rest;
	struct call_want x = { .want = p->want, .name = p->name };

	if (rest.n == 1 && is_text(rest.part[0], "name") && p->kind == PROMISE_SET && p->want.kind == VALUE_STR) {
		x.name = p->want.as.s;
		expect(pl, described(pl->w.a, name, NULL), p);
	} else if (rest.n == 2 && is_text(rest.part[0], "args") && is_text(rest.part[1], NULL)) {
		x.arg = rest.part[1].as.s;
		const char *flag = flag_behind(call, p, x.arg);

		if (flag)
			return rewriter_refuse(&pl->w, "%s comes from the command line (%s)", x.arg->s, flag);
		x.how = p->kind == PROMISE_REMOVE ? ARG_REMOVE : p->kind == PROMISE_RENAME ? ARG_RENAME : ARG_SET;
		if (p->kind == PROMISE_RENAME) {
			const struct str *to = p->name;
			struct value args = dict_find_str(call->tree.as.dict, str_lit("args"))->val;

			expect(pl, described(pl->w.a, name, x.arg), &(struct promise){ .kind = PROMISE_REMOVE });
			expect(pl, described(pl->w.a, name, to),
			       &(struct promise){ .want = dict_find_str(args.as.dict, x.arg)->val });
		} else {
			expect(pl, described(pl->w.a, name, x.arg), p);
		}
	} else {
		return not_rewritten(pl, p);
	}
	vec_push(wants_of(pl, call), x);
	return true;
}

static bool plan_setting(struct plan_builder *pl, const struct script_part *s, const struct promise *p)
{
	const struct str *name = name_of(s);

	if (s->rest.n == 1 && is_text(s->rest.part[0], "value") && p->kind == PROMISE_SET) {
		expect(pl, described(pl->w.a, name, part_text(s, "key")), p);
		return s->in->n == 2 ? value_replace(&pl->w, s->scope, s->in->kid[0], p->want)
				     : rewriter_refuse(&pl->w, "%s assigns several names",
						       source_line_of(pl->w.a, pl->w.f->src, s->node->lo));
	}
	if (s->rest.n == 1 && is_text(s->rest.part[0], "attribute") && s->node->kind == NODE_ATTR &&
	    p->kind == PROMISE_SET && p->want.kind == VALUE_STR) {
		struct node *is = rewriter_node(&pl->w, NODE_ATTR, p->want.as.s, 1);

		is->kid[0] = s->node->kid[0];
		rewriter_edit(&pl->w, s->node->hi - s->node->text->len, s->node->hi, p->want.as.s->s);
		rewriter_swap(&pl->w, s->node, (const struct node *const[]){ is }, 1);
		expect(pl, described(pl->w.a, name, str_lit("attribute")), p);
		return true;
	}
	return not_rewritten(pl, p);
}

static bool plan_import(struct plan_builder *pl, const struct script_part *import, const struct promise *p)
{
	const struct str *name = part_text(import, "name"), *module = part_text(import, "module");

	if (import->rest.n != 1 || !is_text(import->rest.part[0], "module") || p->kind != PROMISE_SET ||
	    p->want.kind != VALUE_STR || !name)
		return not_rewritten(pl, p);
	expect(pl, described(pl->w.a, names_joined(module, name), str_lit("module")), p);
	for (uint32_t i = 0; i < import->node->n; i++)
		if (import->node->kid[i]->text == name)
			return import_move(&pl->w, import, import->node->kid[i], p->want.as.s, name);
	return not_rewritten(pl, p);
}

/* The text of one statement more. */
static bool plan_statement(struct plan_builder *pl, const struct script_part *s, const struct promise *p)
{
	const struct node *x = s->node->kid[0];
	const struct str *text = part_text(s, "text");
	struct parsed new = { 0 };

	if (s->rest.n != 1 || !is_text(s->rest.part[0], "text") || p->kind != PROMISE_SET || p->want.kind != VALUE_STR)
		return not_rewritten(pl, p);
	if (!text || text->len != x->hi - x->lo)
		return rewriter_refuse(&pl->w, "the statement is too long");
	if (s->node->flags & NF_PAREN || x->flags & NF_PAREN)
		return rewriter_refuse(&pl->w, "the statement is inside brackets");
	parse_module(pl->w.parser, pl->w.a, p->want.as.s->s, (uint32_t)p->want.as.s->len, NULL, &new);
	if (new.nerrors || new.root->n != 1)
		return rewriter_refuse(&pl->w, "`%s` is not a statement", p->want.as.s->s);
	rewriter_edit(&pl->w, x->lo, x->hi, p->want.as.s->s);
	rewriter_swap(&pl->w, s->node, new.root->kid, 1);
	expect(pl, described(pl->w.a, name_of(s), str_lit("text")), p);
	return true;
}

/* Keywords of a call, items of a dict, parameters of a function: a dict of names and the texts of their values. */
static bool add_item(struct plan_builder *pl, const struct node *to, const struct str *name, const char *text)
{
	struct rewriter *w = &pl->w;
	bool pair = to->kind == NODE_DICT;
	struct node *item = rewriter_node(w, pair ? NODE_PAIR : NODE_KW, pair ? NULL : name, pair ? 2 : 1);
	const struct node *value = rewriter_parsed(w, text);
	struct place at = { .kind = PLACE_INSERT, .file = &w->text, .node = to, .container = to };
	struct override o = { .key = value_str(name, (struct span){ 0 }),
			      .like = { text, (uint32_t)strlen(text) },
			      .moved = true };
	struct err e = { 0 };

	if (!value)
		return rewriter_refuse(w, "`%s` is not an expression", text);
	if (pair) {
		struct node *key = rewriter_node(w, NODE_STR, name, 0);

		item->kid[0] = key;
	}
	item->kid[pair ? 1 : 0] = value;
	rewriter_append(w, to, item);
	return insert_keys(w->a, &at, &o, &w->t->edits, &e) || rewriter_refuse(w, "%s", e.msg);
}

static bool add_parameter(struct plan_builder *pl, const struct node *params, const struct str *name)
{
	const struct node *last = params->n ? params->kid[params->n - 1] : NULL, *new;
	const char *text = last && last->kid[0] ? arena_printf(pl->w.a, "%s=None", name->s) : name->s;
	struct parsed def = { 0 };

	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op || params->kid[i]->text == name)
			return rewriter_refuse(&pl->w, "parameters can't be added to this function");
	parse_module(pl->w.parser, pl->w.a, arena_printf(pl->w.a, "def f(%s): pass\n", text),
		     (uint32_t)strlen(text) + 14, NULL, &def);
	if (!last || def.nerrors)
		return rewriter_refuse(&pl->w, "the function has no parameters");
	new = def.root->kid[0]->kid[0]->kid[0];
	rewriter_edit(&pl->w, last->hi, last->hi, arena_printf(pl->w.a, ", %s", text));
	rewriter_append(&pl->w, params, new);
	return true;
}

static bool plan_add(struct plan_builder *pl, const struct script_part *x, const struct promise *p)
{
	struct dict_iter it;
	bool ok = true;

	if (!x->node || x->rest.n || p->want.kind != VALUE_DICT)
		return not_rewritten(pl, p);
	dict_begin(&it, p->want.as.dict);
	for (const struct entry *e; ok && (e = dict_next(&it));) {
		ok = e->key.kind == VALUE_STR && e->val.kind == VALUE_STR;
		if (ok && x->node->kind == NODE_PARAMS)
			ok = add_parameter(pl, x->node, e->key.as.s);
		else if (ok && (x->node->kind == NODE_CALL || x->node->kind == NODE_DICT))
			ok = add_item(pl, x->node, e->key.as.s, e->val.as.s->s);
		else
			ok = not_rewritten(pl, p);
	}
	expect(pl, described(pl->w.a, str_lit("line"), NULL), p);
	return ok;
}

/* Another expression in its place. */
static bool plan_place(struct plan_builder *pl, const struct script_part *x, const struct promise *p)
{
	const struct node *is = p->want.kind == VALUE_STR ? rewriter_parsed(&pl->w, p->want.as.s->s) : NULL;

	if (!x->node || !is || p->kind != PROMISE_SET || x->rest.n != 1 || !is_text(x->rest.part[0], "text"))
		return not_rewritten(pl, p);
	expect(pl, described(pl->w.a, str_lit("line"), str_lit("text")), p);
	rewriter_edit(&pl->w, x->node->lo, x->node->hi, p->want.as.s->s);
	rewriter_swap(&pl->w, x->node, &is, 1);
	return true;
}

static bool plan_lines(struct plan_builder *pl, const struct script_part *x, const struct promise *p)
{
	if (x->rest.n || p->want.kind != VALUE_STR)
		return not_rewritten(pl, p);
	expect(pl, described(pl->w.a, str_lit("line"), NULL), p);
	return lines_put(&pl->w, x->tree.at.lo, x->tree.at.hi, p->kind, p->want.as.s->s);
}

static bool plan_removal(struct plan_builder *pl, const struct script_part *x, const struct promise *p)
{
	expect(pl, described(pl->w.a, str_lit("line"), NULL), p);
	return lines_remove(&pl->w, x->in ? x->in->lo : x->tree.at.lo, x->in ? x->in->hi : x->tree.at.hi);
}

/* The text of something that happens in a loop, in the same form. */
static bool plan_event(struct plan_builder *pl, const struct script_part *s, const struct promise *p)
{
	const struct str *text = part_text(s, "text");
	const struct node *new;
	struct parsed parsed = { 0 };

	if (s->rest.n != 1 || !is_text(s->rest.part[0], "text") || p->kind != PROMISE_SET || p->want.kind != VALUE_STR)
		return not_rewritten(pl, p);
	if (!text || text->len != s->node->hi - s->node->lo)
		return rewriter_refuse(&pl->w, "the expression is too long");
	parse_module(pl->w.parser, pl->w.a, p->want.as.s->s, (uint32_t)p->want.as.s->len, NULL, &parsed);
	new = parsed.nerrors || parsed.root->n != 1    ? NULL
	      : parsed.root->kid[0]->kind == NODE_EXPR ? parsed.root->kid[0]->kid[0]
						       : parsed.root->kid[0];
	if (!new || new->kind != s->node->kind)
		return rewriter_refuse(&pl->w, "`%s` is not possible there", p->want.as.s->s);
	rewriter_edit(&pl->w, s->node->lo, s->node->hi, p->want.as.s->s);
	rewriter_swap(&pl->w, s->node, &new, 1);
	expect(pl, described(pl->w.a, name_of(s), str_lit("text")), p);
	return true;
}

static bool plan_one(struct plan_builder *pl, const struct promise *p)
{
	struct script_part x;

	if (!part_find(pl->w.a, pl->w.t->of, p->path, &x))
		return not_rewritten(pl, p);
	if (p->kind == PROMISE_BEFORE || p->kind == PROMISE_AFTER || p->kind == PROMISE_WRAP)
		return plan_lines(pl, &x, p);
	if (p->kind == PROMISE_REMOVE && !x.rest.n && (x.kind == PART_PLACE || x.kind == PART_SETTING))
		return plan_removal(pl, &x, p);
	if (p->kind == PROMISE_ADD && x.kind == PART_PLACE)
		return plan_add(pl, &x, p);
	if (x.kind != PART_PLACE && !x.rest.n)
		return not_rewritten(pl, p);
	switch (x.kind) {
	case PART_CALL:
		return plan_call(pl, &x, p);
	case PART_SETTING:
		return plan_setting(pl, &x, p);
	case PART_IMPORT:
		return plan_import(pl, &x, p);
	case PART_STATEMENT:
		return plan_statement(pl, &x, p);
	case PART_EVENT:
		return plan_event(pl, &x, p);
	default:
		return plan_place(pl, &x, p);
	}
}

static bool plan_all(struct plan_builder *pl)
{
	const struct fixplan *f = pl->w.t->plan;

	for (uint32_t i = 0; i < f->n; i++)
		if (!plan_one(pl, &f->promise[i]))
			return false;
	for (size_t i = 0; i < pl->call.n; i++)
		if (!call_rewrite(&pl->w, &pl->call.at[i], pl->want.at[i].at, (uint32_t)pl->want.at[i].n))
			return false;
	return true;
}

static bool close_plan(struct plan_builder *pl, bool ok)
{
	struct attempt *t = pl->w.t;
	struct swap *swap = arena_array(pl->w.a, struct swap, pl->w.swap.n + 1);
	struct edits own = { 0 };

	for (size_t i = 0; i < pl->w.swap.n; i++)
		swap[i] = pl->w.swap.at[i];
	t->swap = swap;
	t->nswaps = (uint32_t)pl->w.swap.n;
	if (ok && !edits_add_all(&own, &t->edits))
		ok = rewriter_refuse(&pl->w, "two of its own edits are at the same place");
	if (ok && pl->w.f->src->cells && !notebook_may_edit(pl->w.f->src, &own))
		ok = rewriter_refuse(&pl->w, "fixes of notebooks stay within a cell's own text, and this one doesn't");
	vec_release(&own);
	if (ok && !t->edits.n)
		ok = rewriter_refuse(&pl->w, "the text would not change");
	if (!ok) {
		t->state = ATTEMPT_REFUSED;
		t->reason = pl->w.reason ? pl->w.reason : "fixes don't support it";
		t->edits.n = 0;
	}
	return ok;
}

bool script_plan(struct arena *a, struct attempt *t, enum fix_scope scope)
{
	const struct cfile *f = script_subject_file(t->of);
	struct plan_builder pl = { .w = { .a = a,
					  .t = t,
					  .p = script_subject_project(t->of),
					  .f = f,
					  .text = { .src = f->src, .tree = f->tree },
					  .scope = scope,
					  .parser = parser_new() } };
	bool ok;

	t->edits.n = 0;
	t->nexpect = 0;
	t->expect = arena_array(a, struct expect, 2 * t->plan->n + 1);
	ok = close_plan(&pl, plan_all(&pl));
	for (size_t i = 0; i < pl.want.n; i++)
		vec_release(&pl.want.at[i]);
	vec_release(&pl.want);
	vec_release(&pl.call);
	vec_release(&pl.w.swap);
	parser_free(pl.w.parser);
	return ok;
}
