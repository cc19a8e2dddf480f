// SPDX-License-Identifier: MIT
/* What only fixes read of a script, as values with the places that they edit: copies of batches, steps of training,
 * states in checkpoints, the end of the imports. batch.c, training_steps.c and saved.c find the first three; this file
 * searches for periods (`i % 10 == 0` in a loop) and the head of the file.
 *
 * Invariant: the dict of a place has the place's span, by which a fix finds the text.
 *
 * 	for i in range(n):
 * 		if i % 50 == 0: log(total / 50)		periods: [{text: "50", called: ["log"], again: 1, ...}] */
#include "script/rewritable.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/batch.h"
#include "script/values/origin.h"
#include "script/saved.h"
#include "script/training_steps.h"
#include "script/script_tree.h"
#include <stdlib.h>
#include <string.h>

enum { PERIOD_MAX = 1000000000 };

struct stretch { /* in the project's list of functions */
	size_t first, end;
};

/* The range of each file is computed once: projects have thousands of files. */
static void find_ranges(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	for (size_t i = 0; i < n; i++) {
		struct stretch *r = map_get(&p->ranges, fn[i]->file);

		if (!r) {
			r = arena_new(&p->arena, struct stretch);
			r->first = i;
			map_put(&p->arena, &p->ranges, fn[i]->file, r);
		}
		r->end = i + 1;
	}
}

struct fn *const *script_functions(struct script_project *p, const struct cfile *f, size_t *n)
{
	const struct stretch *r;
	size_t all;
	struct fn *const *fn = pymodel_functions(&p->model, &all);

	if (!p->ranges.n)
		find_ranges(p);
	r = map_get(&p->ranges, f);
	*n = r ? r->end - r->first : 0;
	return r ? fn + r->first : fn;
}

struct rewritable_builder {
	struct arena *a;
	struct script_project *p;
	const struct cfile *f;
};

static struct span span_of(const struct rewritable_builder *w, uint32_t lo, uint32_t hi)
{
	return (struct span){ w->f->src->id, lo, hi };
}

static void put(const struct rewritable_builder *w, struct value d, const char *key, struct value v)
{
	dict_put(w->a, d.as.dict, value_text(key, v.at), v, v.at);
}

static struct value text_of(const struct rewritable_builder *w, uint32_t lo, uint32_t hi)
{
	return value_str(str_of(w->f->src->bytes + lo, hi - lo), span_of(w, lo, hi));
}

/* A place that edits refer to: its text. */
static struct value place(const struct rewritable_builder *w, uint32_t lo, uint32_t hi)
{
	struct value d = value_dict(w->a, span_of(w, lo, hi));

	put(w, d, "text", text_of(w, lo, hi));
	return d;
}

static struct value place_of(const struct rewritable_builder *w, const struct node *n)
{
	return place(w, n->lo, n->hi);
}

/* ---- batches */

static struct value copy_value(const struct rewritable_builder *w, const struct batch_copy *c)
{
	const struct script_object *o = c->loader;
	struct value d = place_of(w, c->node), given = value_list(w->a, VALUE_LIST, 2, d.at);
	const struct node *of = c->node->kid[0]->kid[0];

	put(w, d, "of", text_of(w, of->lo, of->hi));
	put(w, d, "named", value_bool(c->device == DEVICE_NAMED, d.at));
	for (uint32_t i = 1; i < c->node->n; i++)
		if (c->node->kid[i]->kind == NODE_KW)
			list_push(w->a, given.as.list, value_str(c->node->kid[i]->text, d.at), d.at);
	put(w, d, "keywords", given);
	put(w, d, "given", value_int(c->node->n - 1, d.at));
	put(w, d, "args", script_given(w->a, w->p, o->site.in, o->site.node, o->name));
	return d;
}

static void put_copies(const struct rewritable_builder *w, struct value top)
{
	const struct batch_copies *all = script_copies(w->p);
	struct value list = value_list(w->a, VALUE_LIST, 4, top.at);

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].in->file == w->f)
			list_push(w->a, list.as.list, copy_value(w, &all->at[i]),
				  span_of(w, all->at[i].node->lo, all->at[i].node->hi));
	put(w, top, "copies", list);
}

/* ---- periods */

static bool is_modulus(const struct node *n)
{
	return n->kind == NODE_BINARY && n->op == OP_MOD && n->kid[1]->kind == NODE_INT;
}

/* The number in `i % 10 == 0`, `not i % 10`, `i % 10 == 9`, where *rest is the 9; NULL: the test has none. */
static const struct node *period_in(const struct node *test, const struct node **rest)
{
	struct walk w;

	walk_begin(&w, test);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *of = n->kind == NODE_UNARY && n->op == OP_NOT ? n->kid[0] : NULL, *is = NULL;

		if (n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->op == OP_EQ &&
		    n->kid[1]->kid[0]->kind == NODE_INT) {
			of = n->kid[0];
			is = n->kid[1]->kid[0];
		}
		if (of && is_modulus(of)) {
			long every = strtol(of->kid[1]->text->s, NULL, 10),
			     left = is ? strtol(is->text->s, NULL, 10) : 0;

			*rest = left ? is : NULL;
			if (left == 0 || (left == every - 1 && every < PERIOD_MAX))
				return of->kid[1];
			walk_skip(&w);
		} else if (n->kind != NODE_BOOL && n->kind != NODE_UNARY) {
			walk_skip(&w);
		}
	}
	return NULL;
}

/* Below the test: how often the number occurs again, and the last place where something is divided by it. */
static void put_again(const struct rewritable_builder *w, struct value d, const struct node *number,
		      const struct node *block)
{
	const struct node *divides = NULL, *up;
	uint32_t again = 0, kid = 0;
	struct walk walk;

	walk_begin(&walk, block);
	for (const struct node *n; (n = walk_next(&walk));) {
		if (n->kind != NODE_INT && n->kind != NODE_FLOAT)
			continue;
		again += strtod(n->text->s, NULL) == strtod(number->text->s, NULL);
		up = walk_parent(&walk, &kid);
		if (n->kind == NODE_INT && n->text == number->text && up->kind == NODE_BINARY && up->op == OP_DIV &&
		    kid)
			divides = n;
	}
	put(w, d, "again", value_int(again, d.at));
	if (divides)
		put(w, d, "divides", place_of(w, divides));
}

/* A comment behind the test says the number: `if epoch % 5 == 0:  # every 5 epochs`. */
static bool is_noted(const struct rewritable_builder *w, const struct node *branch, const struct node *number)
{
	const char *behind = w->f->src->bytes + branch->kid[0]->hi;
	size_t n = strcspn(behind, "\r\n");
	const char *note = memchr(behind, '#', n);

	return note && memmem(note, n - (size_t)(note - behind), number->text->s, number->text->len);
}

static void add_period(const struct rewritable_builder *w, struct fn *in, const struct node *n, struct list *out)
{
	const struct node *rest = NULL, *number = period_in(n->kid[0], &rest);
	const struct str *args = number ? script_arguments_name(w->p, in, number->lo) : NULL;
	struct value d;

	if (!number)
		return;
	d = place_of(w, number);
	put(w, d, "called", script_called_in(w->a, n->kid[1], d.at));
	put(w, d, "noted", value_bool(is_noted(w, n, number), d.at));
	put(w, d, "number", value_int(out->n, d.at));
	if (rest)
		put(w, d, "rest", place_of(w, rest));
	put_again(w, d, number, n->kid[1]);
	put(w, d, "test", text_of(w, n->kid[0]->lo, n->kid[0]->hi));
	if (args)
		put(w, d, "arguments", value_str(args, d.at));
	list_push(w->a, out, d, d.at);
}

static void add_periods(const struct rewritable_builder *w, struct fn *in, struct list *out)
{
	struct walk walk;

	walk_begin(&walk, node_body(in->node));
	for (const struct node *n; (n = walk_next(&walk));)
		if (node_is_scope(n))
			walk_skip(&walk);
		else if (n->kind == NODE_IF && walk_nearest(&walk, node_is_loop))
			add_period(w, in, n, out);
}

static void put_periods(const struct rewritable_builder *w, struct value top)
{
	struct value list = value_list(w->a, VALUE_LIST, 1, top.at);
	size_t n;
	struct fn *const *fn = script_functions(w->p, w->f, &n);

	for (size_t i = 0; i < n; i++)
		if (fn[i]->file == w->f)
			add_periods(w, fn[i], list.as.list);
	put(w, top, "periods", list);
}

/* ---- words */

/* Which words the file has. */
static void put_words(const struct rewritable_builder *w, struct value top)
{
	struct value says = value_dict(w->a, top.at);

	for (uint32_t i = 0; i < w->p->know->nsays; i++)
		put(w, says, w->p->know->says[i]->s,
		    value_bool(strstr(w->f->src->bytes, w->p->know->says[i]->s) != NULL, top.at));
	put(w, top, "says", says);
}

/* ---- steps */

/* Names that a fix would introduce, and that already have a meaning at that place. */
static struct value taken(const struct rewritable_builder *w, const struct training_step *s, struct span at)
{
	struct value list = value_list(w->a, VALUE_LIST, 1, at);
	const struct script_know *k = w->p->know;

	for (uint32_t i = 0; i < k->nfresh; i++)
		if (names_find(s->in, k->fresh[i]).kind != F_NONE ||
		    names_find(s->made_in, k->fresh[i]).kind != F_NONE ||
		    (s->in->cls && script_attribute_cell(w->p, s->in->cls, k->fresh[i])))
			list_push(w->a, list.as.list, value_str(k->fresh[i], at), at);
	return list;
}

/* `self.` of self.optimizer: the prefix for what is created beside it. */
static struct value prefix_of(const struct rewritable_builder *w, const struct str *name, struct span at)
{
	const char *dot = strrchr(name->s, '.');

	(void)w;
	return value_str(str_of(name->s, dot ? (size_t)(dot + 1 - name->s) : 0), at);
}

/* Method calls in an expression: receiver and method. */
static struct value methods_in(const struct rewritable_builder *w, const struct node *expr, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 2, at), d;
	struct walk walk;

	walk_begin(&walk, expr);
	for (const struct node *n; (n = walk_next(&walk));) {
		const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;

		if (!callee || callee->kind != NODE_ATTR)
			continue;
		d = place_of(w, n);
		put(w, d, "of", text_of(w, callee->kid[0]->lo, callee->kid[0]->hi));
		put(w, d, "name", value_str(callee->text, d.at));
		list_push(w->a, all.as.list, d, d.at);
	}
	return all;
}

static void put_made(const struct rewritable_builder *w, struct value d, const struct training_step *s)
{
	const struct node *statement = s->made->statement;
	const struct str *args = script_arguments_name(w->p, s->made_in, statement->hi);
	struct value made = place_of(w, statement);

	put(w, made, "methods", methods_in(w, statement->kid[0], made.at));
	put(w, made, "name", value_str(s->made_as, made.at));
	put(w, made, "prefix", prefix_of(w, s->made_as, made.at));
	if (args)
		put(w, made, "arguments", value_str(args, made.at));
	put(w, d, "made", made);
}

static void put_passed(const struct rewritable_builder *w, struct value d, const struct training_step *s)
{
	const struct node *def = s->in->node, *params = def->kid[0];
	struct value passed = place_of(w, s->passed->node);

	put(w, passed, "params", place_of(w, params));
	put(w, d, "passed", passed);
}

static struct value step_value(const struct rewritable_builder *w, const struct training_step *s)
{
	const struct node *callee = s->backward->kid[0], *of = callee->kid[0];
	struct value d = place_of(w, s->backward), backward = place_of(w, s->backward), step, forward;

	if (s->trouble) {
		put(w, d, "trouble", value_text(s->trouble, d.at));
		return d;
	}
	put(w, d, "loss", text_of(w, of->lo, of->hi));
	put(w, backward, "tail", text_of(w, callee->hi - (uint32_t)callee->text->len - 1, s->backward->hi));
	put(w, d, "backward", backward);
	of = s->step->kid[0]->kid[0];
	step = place_of(w, s->step);
	put(w, step, "optimizer", text_of(w, of->lo, of->hi));
	put(w, step, "prefix", prefix_of(w, text_of(w, of->lo, of->hi).as.s, d.at));
	put(w, d, "step", step);
	if (s->clip)
		put(w, d, "clip", place_of(w, s->clip));
	forward = place(w, s->forward.block->kid[s->forward.first]->lo, s->forward.block->kid[s->forward.last]->hi);
	put(w, d, "forward", forward);
	put(w, d, "taken", taken(w, s, d.at));
	put_made(w, d, s);
	if (s->passed)
		put_passed(w, d, s);
	return d;
}

static void put_steps(const struct rewritable_builder *w, struct value top)
{
	struct value list = value_list(w->a, VALUE_LIST, 1, top.at);
	struct training_steps all = { 0 };

	script_training(w->p, w->f, &all);
	if (all.n) {
		put_words(w, top);
		put_periods(w, top);
	}
	for (size_t i = 0; i < all.n; i++)
		list_push(w->a, list.as.list, step_value(w, &all.at[i]),
			  span_of(w, all.at[i].backward->lo, all.at[i].backward->hi));
	put(w, top, "steps", list);
	vec_release(&all);
}

/* ---- checkpoints */

/* The same holder: the same dict, the same name in the function, or the name that the dict is assigned to. */
static bool is_beside(const struct rewritable_builder *w, const struct saved *x, const struct saved *y)
{
	if (x->form == SAVED_ITEM && y->form == SAVED_SET && x->in == y->in && x->named)
		return node_same_text(w->f->src->bytes, x->named, y->holder);
	if (x->form != y->form || x->in != y->in || !x->holder || !y->holder)
		return false;
	return x->form == SAVED_ITEM ? x->holder == y->holder : node_same_text(w->f->src->bytes, x->holder, y->holder);
}

static struct value saved_value(const struct rewritable_builder *w, const struct saved_list *all, const struct saved *s)
{
	static const char *const form[] = { "item", "set", "loaded", "else" };
	const struct node *of = s->call->kid[0]->kid[0];
	struct value d = place_of(w, s->call), beside = value_list(w->a, VALUE_LIST, 2, d.at),
		     visible = value_dict(w->a, d.at);

	put(w, d, "kind", value_str(s->kind->name, d.at));
	put(w, d, "of", text_of(w, of->lo, of->hi));
	put(w, d, "form", value_text(form[s->form], d.at));
	if (s->key)
		put(w, d, "key", value_str(s->key, d.at));
	if (s->holder)
		put(w, d, "holder", place_of(w, s->holder));
	for (size_t i = 0; i < all->n; i++)
		if (is_beside(w, s, &all->at[i]))
			list_push(w->a, beside.as.list, value_str(all->at[i].kind->name, d.at), d.at);
	put(w, d, "beside", beside);
	for (uint32_t i = 0; i < w->p->know->nkinds; i++) {
		const struct script_kind_of *kind = &w->p->know->kind[i];
		const struct str *name = script_visible(w->p, s->in, s->call->lo, kind);

		if (name)
			put(w, visible, kind->name->s, value_str(name, d.at));
	}
	put(w, d, "visible", visible);
	return d;
}

static void put_saved(const struct rewritable_builder *w, struct value top)
{
	struct value list = value_list(w->a, VALUE_LIST, 1, top.at);
	struct saved_list all = { 0 };

	script_saved(w->p, w->f, &all);
	for (size_t i = 0; i < all.n; i++)
		list_push(w->a, list.as.list, saved_value(w, &all, &all.at[i]),
			  span_of(w, all.at[i].call->lo, all.at[i].call->hi));
	put(w, top, "saved", list);
	vec_release(&all);
}

/* ---- the head of the file */

/* An import, or a `try` with one. */
static bool imports(const struct node *statement)
{
	struct walk w;

	walk_begin(&w, statement);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_IMPORT || n->kind == NODE_FROM)
			return true;
		else if (n->kind != NODE_TRY && n->kind != NODE_BLOCK && n->kind != NODE_EXCEPT)
			walk_skip(&w);
	return false;
}

/* if __name__ == '__main__': */
static bool is_main(const struct node *root)
{
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *test = root->kid[i]->kind == NODE_IF ? root->kid[i]->kid[0] : NULL;

		if (test && test->kind == NODE_COMPARE && test->kid[0]->kind == NODE_NAME &&
		    !strcmp(test->kid[0]->text->s, "__name__"))
			return true;
	}
	return false;
}

/* The names that the file itself defines. */
static struct map names_made(struct arena *a, const struct node *root)
{
	struct map out = { 0 };

	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *n = root->kid[i];

		if (n->kind == NODE_DEF)
			map_put(a, &out, n->text, a);
		for (uint32_t k = 1; n->kind == NODE_ASSIGN && k < n->n; k++)
			if (n->kid[k]->kind == NODE_NAME)
				map_put(a, &out, n->kid[k]->text, a);
	}
	return out;
}

/* `main()`, `net(x).backward()` of what the file itself defines. Calls of other functions, such as
 * `sys.path.append(...)`, may be part of a module, too. */
static bool calls_its_own(const struct map *made, const struct node *st)
{
	const struct node *n = st->kind == NODE_EXPR && st->kid[0]->kind == NODE_CALL ? st->kid[0] : NULL;

	while (n && (n->kind == NODE_CALL || n->kind == NODE_ATTR || n->kind == NODE_INDEX))
		n = n->kid[0];
	return n && n->kind == NODE_NAME && map_get(made, n->text);
}

/* Whether the file does something when it is run as a program, other than what importing a module does. */
static bool is_started(struct arena *a, const struct node *root)
{
	const struct map made = names_made(a, root);
	bool started = is_main(root);

	for (uint32_t i = 0; i < root->n && !started; i++)
		started = node_is_loop(root->kid[i]) || root->kid[i]->kind == NODE_WITH ||
			  calls_its_own(&made, root->kid[i]);
	return started;
}

/* The last import at the top level that no function and no class precedes. */
static void put_head(const struct rewritable_builder *w, struct value top)
{
	const struct node *root = w->f->tree.root, *head = NULL;

	for (uint32_t i = 0; i < root->n && root->kid[i]->kind != NODE_DEF && root->kid[i]->kind != NODE_CLASS; i++)
		head = imports(root->kid[i]) ? root->kid[i] : head;
	if (head)
		put(w, top, "head", place_of(w, head));
	put(w, top, "main", value_bool(is_main(root), top.at));
	put(w, top, "started", value_bool(is_started(w->a, root), top.at));
}

void script_rewritable(struct arena *a, struct script_project *p, const struct cfile *f, struct dict *top)
{
	const struct rewritable_builder w = { .a = a, .p = p, .f = f };
	struct value d = { .kind = VALUE_DICT, .at = { f->src->id, 0, 0 } };

	d.as.dict = top;
	put_copies(&w, d);
	put_steps(&w, d);
	put_saved(&w, d);
	put_head(&w, d);
}
