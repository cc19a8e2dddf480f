// SPDX-License-Identifier: MIT
/* Adds to a script's tree the parts that are no calls. Each function matches one shape of the syntax, by kind of node
 * and the words of rules/script.yaml, and appends a dict of facts to its list.
 *
 * Invariant: a fact that is not known is Unknown in the dict, never left out silently; each dict has its place.
 *
 *	torch.backends.cudnn.benchmark = True	settings: name, of, attribute, value
 *	optimizer.step				statements: called False, compared False
 *	epoch + 1 % 10 == 0			remainders: of "epoch", added "1", by "10", to "0" */
#include "script/treeparts.h"
#include "python/value/dict.h"
#include "script/around.h"
#include "script/dropped.h"
#include "script/values/origin.h"
#include <string.h>

/* `a.b = value`, `a.b['key'] = value` */
void tree_add_setting(struct tree_builder *w, const struct node *target, const struct node *value)
{
	const struct node *attr =
		target->kind == NODE_INDEX && target->kid[1]->kind == NODE_STR ? target->kid[0] : target;
	const struct str *name = attr->kind == NODE_ATTR ? script_attribute_name(w->p, w->fn, attr) : NULL;
	struct value one;
	struct span at = tree_span(w, target), whole = tree_span(w, attr);

	if (attr->kind != NODE_ATTR || (!name && !map_get(&w->p->know->attribute, attr->text)))
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", name ? value_str(name, at) : (struct value){ .at = at }, at);
	tree_put(w, one.as.dict, "of",
		 name ? value_str(str_of(name->s, name->len - attr->text->len - 1), at) : (struct value){ .at = at },
		 at);
	tree_put(w, one.as.dict, "attribute", value_str(attr->text, at),
		 (struct span){ at.file, whole.hi - attr->text->len, whole.hi });
	tree_put(w, one.as.dict, "text", tree_text(w, target), at);
	if (map_get(&w->p->know->attribute, attr->text))
		tree_put(w, one.as.dict, "written", tree_text(w, value), at);
	tree_put(w, one.as.dict, "literal",
		 value_bool(value->kind == NODE_CONST || value->kind == NODE_INT || value->kind == NODE_STR, at), at);
	if (w->loop && w->loop->kind == NODE_FOR)
		tree_put(w, one.as.dict, "over", tree_text(w, w->loop->kid[1]), at);
	if (attr != target) {
		tree_put(w, one.as.dict, "key", value_str(target->kid[1]->text, at), tree_span(w, target->kid[1]));
		tree_put(w, one.as.dict, "before", script_before(w, target), at);
	}
	tree_put(w, one.as.dict, "value", tree_shown(w, script_value(w->p, w->fn, value, NULL), at),
		 tree_span(w, value));
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->settings, one, at);
}

/* Some package of the project has the name that the module's begins with. */
static bool is_own(const struct tree_builder *w, const struct node *import, const struct str *module)
{
	size_t first = strcspn(module->s, ".");

	return (import->kind == NODE_FROM && import->op) ||
	       names_module(&w->p->model, str_of(module->s, first), w->fn->file).kind == F_MODULE;
}

void tree_add_import(struct tree_builder *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		struct span at = tree_span(w, n);
		struct value one = value_dict(w->a, at);
		const struct node *alias = n->kid[i];

		tree_put(w, one.as.dict, "module", value_str(n->kind == NODE_FROM ? n->text : alias->text, at), at);
		tree_put(w, one.as.dict, "name", n->kind == NODE_FROM ? value_str(alias->text, at) : value_none(at),
			 n->kind == NODE_FROM ? tree_span(w, alias) : at);
		tree_put(w, one.as.dict, "own",
			 value_bool(is_own(w, n, n->kind == NODE_FROM ? n->text : alias->text), at), at);
		tree_put(w, one.as.dict, "guarded", value_bool(w->ntests || w->tries, at), at);
		list_push(w->a, w->imports, one, at);
	}
}

/* A statement without effect: `a == b`, `x.step`. */
void tree_add_statement(struct tree_builder *w, const struct node *n)
{
	const struct node *x = n->kid[0], *of = x->kind == NODE_ATTR ? x : x->kid[0];
	bool called = x->kind == NODE_CALL, compared = x->kind == NODE_COMPARE;
	const struct str *name = of->kind == NODE_ATTR && !called ? script_attribute_name(w->p, w->fn, of) : NULL;
	struct span at = tree_span(w, x);
	struct value one = value_dict(w->a, at);

	if ((called || compared) && source_ends_cell(w->fn->file->src, n->hi))
		return;
	if (of->kind != NODE_ATTR || (compared && (x->n != 2 || x->kid[1]->op != OP_EQ)) ||
	    (called && !script_dropped(w, n, one.as.dict)))
		return;
	if (!name && (compared || (!called && !map_get(&w->p->know->method, of->text))))
		return;
	tree_put(w, one.as.dict, "name", name ? value_str(name, at) : (struct value){ .at = at }, at);
	tree_put(w, one.as.dict, "attribute", value_str(of->text, at), at);
	tree_put(w, one.as.dict, "text", tree_text(w, x), at);
	tree_put(w, one.as.dict, "compared", value_bool(compared, at), at);
	tree_put(w, one.as.dict, "called", value_bool(called, at), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->statements, one, at);
}

/* `f(x).cuda()` is the result of f(x), moved or with another type. */
static const struct node *moved(const struct tree_builder *w, const struct node *n)
{
	for (unsigned depth = 0; depth < NEST_MAX && n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR &&
				 n->kid[0]->kid[0]->kind == NODE_CALL && map_get(&w->p->know->result, n->kid[0]->text);
	     depth++)
		n = n->kid[0]->kid[0];
	return n;
}

/* `model.fc = nn.Linear(3, 4)` */
void tree_add_part(struct tree_builder *w, const struct node *target, const struct node *given)
{
	const struct node *value = moved(w, given);
	const struct str *made = value->kind == NODE_CALL ? script_refer(w->fn, value->kid[0]) : NULL;
	struct span at = tree_span(w, target);
	struct value one;

	if (!made || target->kind != NODE_ATTR || target->kid[0]->kind != NODE_NAME || w->nwalks++ >= WALKS_MAX)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "of", value_str(target->kid[0]->text, at), at);
	tree_put(w, one.as.dict, "attribute", value_str(target->text, at), at);
	tree_put(w, one.as.dict, "made", value_str(made, at), at);
	tree_put(w, one.as.dict, "before", script_before(w, target), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->parts, one, at);
}

/* `x = f()`, and x is never read. */
void tree_add_unused(struct tree_builder *w, const struct node *target, const struct node *value)
{
	struct span at = tree_span(w, target);
	struct value one, made;

	if (target->kind != NODE_NAME || value->kind != NODE_CALL || w->nwalks++ >= WALKS_MAX ||
	    script_is_read(w->p, w->fn, target->text))
		return;
	made = tree_shown(w, script_value(w->p, w->fn, value, NULL), tree_span(w, value));
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", value_str(target->text, at), at);
	tree_put(w, one.as.dict, "made", made, tree_span(w, value));
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->unused, one, at);
}

/* `x.data[0]` */
void tree_add_element(struct tree_builder *w, const struct node *n)
{
	const struct node *attr = n->kid[0], *of = attr->kind == NODE_ATTR ? attr->kid[0] : NULL;
	struct span at = tree_span(w, n);
	struct value one;

	if (!of || of->kind != NODE_NAME || n->kid[1]->kind != NODE_INT || !map_get(&w->p->know->indexed, attr->text) ||
	    w->nwalks++ >= WALKS_MAX)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "of", value_str(of->text, at), at);
	tree_put(w, one.as.dict, "attribute", value_str(attr->text, at), at);
	tree_put(w, one.as.dict, "text", tree_text(w, n), at);
	tree_put(w, one.as.dict, "methods", script_methods(w->a, w->fn, of->text), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->elements, one, at);
}

static bool is_binary(const struct node *n, int op)
{
	return n->kind == NODE_BINARY && n->op == op;
}

/* `epoch + 1 % 10 == 0`, which is epoch + (1 % 10) */
void tree_add_remainder(struct tree_builder *w, const struct node *n)
{
	const struct node *sum = n->kid[0];
	struct span at = tree_span(w, n);
	struct value one;

	if (n->n != 2 || !is_binary(sum, OP_ADD) || !is_binary(sum->kid[1], OP_MOD) ||
	    sum->kid[1]->kid[0]->kind != NODE_INT || w->nwalks++ >= WALKS_MAX)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "of", tree_text(w, sum->kid[0]), at);
	tree_put(w, one.as.dict, "added", tree_text(w, sum->kid[1]->kid[0]), at);
	tree_put(w, one.as.dict, "by", tree_text(w, sum->kid[1]->kid[1]), at);
	tree_put(w, one.as.dict, "to", tree_text(w, n->kid[1]->kid[0]), at);
	tree_put(w, one.as.dict, "equal", value_bool(n->kid[1]->op == OP_EQ, at), at);
	tree_put(w, one.as.dict, "text", tree_text(w, sum), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->remainders, one, at);
}

/* `np.float`, of the names that rules query */
void tree_add_reference(struct tree_builder *w, const struct node *n)
{
	const struct str *name = map_get(&w->p->know->referred_last, n->text) ? script_refer(w->fn, n) : NULL;
	struct span at = tree_span(w, n);
	struct value one;

	if (!name || !map_get(&w->p->know->referred, name) || w->references->n >= REFERENCES_MAX)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", value_str(name, at), at);
	tree_put(w, one.as.dict, "attribute", value_str(n->text, at),
		 (struct span){ at.file, at.hi - (uint32_t)n->text->len, at.hi });
	tree_put(w, one.as.dict, "text", tree_text(w, n), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->references, one, at);
}
