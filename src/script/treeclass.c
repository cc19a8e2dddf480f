// SPDX-License-Identifier: MIT
/* Facts of a class of the project as rules see it: classes outside that it inherits from, words of its text, and what
 * the samples of a data set need. Each is read from the syntax of the class and of its methods.
 *
 *	class Pictures(Dataset):			bases: ["torch.utils.data.Dataset"]
 *		def __getitem__(self, i):		indexed: True
 *			return Image.open(self.f[i])	loads: ["open("] */
#include "script/treeclass.h"
#include "pymodel/fields.h"
#include "pymodel/inheritance.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/script_tree.h"
#include "script/values/origin.h"
#include <string.h>

static struct value bases(const struct tree_builder *w, struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);

	class_bases(&w->p->model, k);
	for (uint32_t i = 0; i < k->nabroad; i++)
		list_push(w->a, all.as.list, value_str(script_known_name(w->p, k->abroad[i]), at), at);
	all.as.list->open = k->open_bases;
	return all;
}

static void add_words(const struct tree_builder *w, const struct cfile *f, const struct node *n,
		      const struct str *const *word, uint32_t nwords, struct value all)
{
	const char *text = arena_strndup(w->a, f->src->bytes + n->lo, n->hi - n->lo);

	for (uint32_t i = 0; i < nwords; i++)
		if (strstr(text, word[i]->s))
			list_push(w->a, all.as.list, value_str(word[i], all.at), all.at);
}

/* The words that rules query and that the class's text contains. */
static struct value words_of(const struct tree_builder *w, const struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);

	add_words(w, k->file, k->node, w->p->know->words.word, w->p->know->words.n, all);
	return all;
}

/* The words of its __getitem__, and of its methods that this calls, that say that it does work. */
static struct value loads_of(const struct tree_builder *w, struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);
	struct fn *f = class_method(&w->p->model, k, str_lit("__getitem__"), NULL), *other;
	struct walk walk;

	if (!f)
		return all;
	add_words(w, f->file, f->node, w->p->know->loads, w->p->know->nloads, all);
	walk_begin(&walk, f->node);
	for (const struct node *n; (n = walk_next(&walk));) {
		const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
		bool own = callee && callee->kind == NODE_ATTR && node_is_own(callee, callee->text);

		other = own ? class_method(&w->p->model, k, callee->text, NULL) : NULL;
		if (other)
			add_words(w, other->file, other->node, w->p->know->loads, w->p->know->nloads, all);
	}
	return all;
}

/* True also if it may: deeply nested code is not searched. */
static bool names(const struct node *body, const struct str *name)
{
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));)
		if (w.depth > DOTS_MAX || (n->kind == NODE_NAME && n->text == name))
			return true;
	return false;
}

/* Its __getitem__ takes an index and never reads it: it returns the next of something. */
static bool index_is_idle(const struct tree_builder *w, struct cls *k)
{
	struct fn *f = class_method(&w->p->model, k, str_lit("__getitem__"), NULL);
	const struct node *params = f && f->node->kind == NODE_DEF && !f->method_static ? f->node->kid[0] : NULL;
	const struct node *index = params && params->n == 2 ? params->kid[1] : NULL;

	return index && !index->op && index->text && !names(f->node->kid[1], index->text);
}

/* ---- what the samples of a data set come from ---- */

/* `self.x[index]` in the method, whose first parameters are self and index. */
static bool looks_up(const struct node *n, const struct node *params)
{
	return n->kind == NODE_INDEX && n->kid[0]->kind == NODE_ATTR &&
	       node_is_name(n->kid[0]->kid[0], params->kid[0]->text) && node_find_name(n->kid[1], params->kid[1]->text);
}

static void add_origins(struct tree_builder *w, const struct variable *v, struct list *out)
{
	for (const struct binding *b = v->binding; b; b = b->next) {
		struct value one = b->value ? script_origins(w->a, w->p, NULL, b->in, b->value) : (struct value){ 0 };

		for (uint32_t i = 0; one.kind == VALUE_LIST && i < one.as.list->n; i++)
			list_push(w->a, out, one.as.list->at[i].val, one.at);
	}
}

static void add_sample(struct tree_builder *w, struct cls *k, const struct str *name, struct span at, struct list *out)
{
	const struct variable *v = script_attribute(w->p, k, name);
	struct value one = value_dict(w->a, at), origins = value_list(w->a, VALUE_LIST, 4, at);

	for (uint32_t i = 0; i < out->n; i++)
		if (dict_find_lit(out->at[i].val.as.dict, "attribute")->val.as.s == name)
			return;
	if (!v || !v->binding || !v->binding->value)
		return;
	add_origins(w, v, origins.as.list);
	tree_put(w, one.as.dict, "attribute", value_str(name, at), at);
	tree_put(w, one.as.dict, "origins", origins, at);
	tree_put(w, one.as.dict, "line", value_text(script_line(w->a, v->binding->in->file, v->binding->value), at),
		 at);
	list_push(w->a, out, one, at);
}

/* List of the attributes that `__getitem__` looks up with its index: `attribute`, `origins` (of all that is assigned to
 * it, as script_origins), `line` ("data.py:12", of the first assignment). */
static struct value samples_of(struct tree_builder *w, struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);
	const struct fn *f = class_method(&w->p->model, k, str_lit("__getitem__"), NULL);
	const struct node *params = f && f->node->kind == NODE_DEF ? f->node->kid[0] : NULL;
	struct walk x;

	if (!params || params->n < 2 || !params->kid[0]->text || !params->kid[1]->text)
		return all;
	walk_begin(&x, f->node->kid[1]);
	for (const struct node *n; (n = walk_next(&x));)
		if (looks_up(n, params))
			add_sample(w, k, n->kid[0]->text, at, all.as.list);
	return all;
}

/* The names of what forward takes, but for self; absent: the project has no such method of the class. */
static void put_forward(struct tree_builder *w, struct cls *k, struct dict *d, struct span at)
{
	const struct fn *f = class_method(&w->p->model, k, str_lit("forward"), NULL);
	const struct node *params = f && f->node->kind == NODE_DEF && f->node->n == 2 ? f->node->kid[0] : NULL;
	struct value all = value_list(w->a, VALUE_LIST, 4, at);

	for (uint32_t i = 1; params && i < params->n; i++)
		if (params->kid[i]->text)
			list_push(w->a, all.as.list, value_str(params->kid[i]->text, at), at);
	if (params)
		tree_put(w, d, "forward", all, at);
}

void tree_put_class(struct tree_builder *w, struct cls *k, struct dict *d, struct span at)
{
	tree_put(w, d, "bases", bases(w, k, at), at);
	if (w->inside)
		return;
	tree_put(w, d, "words", words_of(w, k, at), at);
	tree_put(w, d, "loads", loads_of(w, k, at), at);
	tree_put(w, d, "indexed", value_bool(!index_is_idle(w, k), at), at);
	tree_put(w, d, "samples", samples_of(w, k, at), at);
	put_forward(w, k, d, at);
}

/* The parameters of its constructor that have no default, but for self. */
static void put_needs(struct tree_builder *w, struct cls *k, struct value d)
{
	struct value needs = value_list(w->a, VALUE_LIST, 2, d.at);
	const struct fn *init = class_method(&w->p->model, k, str_lit("__init__"), NULL);
	const struct node *params = init && init->node->kind == NODE_DEF ? init->node->kid[0] : NULL;

	needs.as.list->open = init && !params;
	for (uint32_t i = 1; params && i < params->n; i++)
		if (!params->kid[i]->op && params->kid[i]->text && !params->kid[i]->kid[0])
			list_push(w->a, needs.as.list, value_str(params->kid[i]->text, d.at), d.at);
	tree_put(w, d.as.dict, "needs", needs, d.at);
}

struct value tree_built(struct tree_builder *w, const struct node *call, struct span at)
{
	struct found x =
		call->kid[0]->kind == NODE_ATTR ? script_callee(w->fn, call->kid[0]->kid[0]) : (struct found){ 0 };
	struct value d = value_dict(w->a, at), words = value_list(w->a, VALUE_LIST, 4, at);

	if (x.kind != F_CLASS)
		return value_none(at);
	tree_put(w, d.as.dict, "name", value_str(x.cls->name, at), at);
	tree_put(w, d.as.dict, "bases", bases(w, x.cls, at), at);
	for (uint32_t i = 0; i < x.cls->nmro; i++)
		add_words(w, x.cls->mro[i]->file, x.cls->mro[i]->node, w->p->know->words.word, w->p->know->words.n,
			  words);
	tree_put(w, d.as.dict, "words", words, at);
	put_needs(w, x.cls, d);
	return d;
}

struct value tree_own_defaults(struct tree_builder *w, const struct node *call, struct span at)
{
	struct found x = script_callee(w->fn, call->kid[0]);
	struct value all = value_dict(w->a, at);
	if (x.kind != F_CLASS)
		return all;
	struct class_fields f = class_fields(&w->p->model, x.cls, &w->p->know->fields);
	for (uint32_t i = 0; i < f.n; i++) {
		const struct class_field *one = &f.at[i];
		const struct cfile *in = one->in->file;
		const struct node *n = one->value ? one->value : one->annotation;
		struct span place = n ? (struct span){ in->src->id, n->lo, n->hi } : at;
		struct value v = one->value && !one->factory ? script_value(w->p, in->top, one->value, NULL)
							     : (struct value){ 0 };
		v = tree_shown(w, v, place);
		v.at = place;
		dict_put(w->a, all.as.dict, value_str(one->name, place), v, place);
	}
	return all;
}

struct value tree_own_fields(struct tree_builder *w, const struct node *call, struct span at)
{
	struct found x = script_callee(w->fn, call->kid[0]);
	if (x.kind != F_CLASS)
		return value_none(at);
	struct value all = value_list(w->a, VALUE_LIST, 4, at);
	struct class_fields f = class_fields(&w->p->model, x.cls, &w->p->know->fields);
	all.as.list->open = f.are == FIELDS_NONE;
	for (uint32_t i = 0; i < f.n; i++)
		list_push(w->a, all.as.list, value_str(f.at[i].name, at), at);
	return all;
}
