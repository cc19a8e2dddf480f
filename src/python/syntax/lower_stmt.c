// SPDX-License-Identifier: MIT
/* Converts statements, as expr.c does expressions.
 *
 * Example: tree-sitter: if_statement(test, block, elif_clause(test, block), else_clause(block))
 *          ast.h:       IF(test, BLOCK, BLOCK(IF(test, BLOCK, BLOCK))) */
#include "python/syntax/priv.h"
#include <string.h>

static bool node_is_stmt(const struct node *n)
{
	switch (n->kind) {
	case NODE_EXCEPT:
	case NODE_WITHITEM:
	case NODE_PARAMS:
	case NODE_PARAM:
	case NODE_ALIAS:
		return false;
	default:
		return n->kind >= NODE_OPAQUE;
	}
}

static struct node *invalid(struct lower *l, const struct kids *k, const char *msg)
{
	if (!l->broken)
		parse_error(l, k->lo, k->hi, "%s", msg);
	return lower_opaque(l, k);
}

/* --- blocks */

static struct node *lower_block(struct lower *l, enum node_kind kind, const struct kids *k)
{
	uint32_t n = 0, first = k->n, last = 0;

	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].node && node_is_stmt(k->at[i].node)) {
			first = n++ ? first : i;
			last = i;
		}

	if (l->broken)
		report_joined(l, k);

	bool module = kind == NODE_MODULE;
	struct node *all =
		parse_node(l, kind, module || !n ? k->lo : k->at[first].lo, module || !n ? k->hi : k->at[last].hi, n);

	n = 0;
	for (uint32_t i = first; i < k->n; i++)
		if (k->at[i].node && node_is_stmt(k->at[i].node))
			node_set(all, n++, k->at[i].node);
	return all;
}

static bool is_future(const struct node *n)
{
	return n->kind == NODE_FROM && !n->op && n->text == str_lit("__future__");
}

static struct node *lower_module(struct lower *l, const struct kids *k)
{
	struct node *all = lower_block(l, NODE_MODULE, k);
	bool late = false;

	all->lo = parse_place(l, 0, false);
	all->hi = parse_place(l, l->len, true);
	for (uint32_t i = 0; i < all->n; i++) {
		const struct node *n = all->kid[i];

		if (!is_future(n)) {
			late |= i > 0 || n->kind != NODE_EXPR || n->kid[0]->kind != NODE_STR;
		} else if (late && !l->broken) {
			parse_error_at(l, n, "from __future__ imports must occur at the beginning of the file");
			parse_cells_may(l);
		}
	}
	return all;
}

/* The block among the children, or an empty one. */
static struct node *block_of(struct lower *l, const struct kids *k)
{
	struct node *block = kid_find(k, S_block);

	return block ? block : parse_node(l, NODE_BLOCK, k->hi, k->hi, 0);
}

/* --- simple statements */

static struct node *statement(struct lower *l, enum node_kind kind, const struct kids *k, const struct node *kid)
{
	struct node *n = parse_node(l, kind, k->lo, k->hi, 1);

	node_set(n, 0, kid);
	return n;
}

static struct node *lower_expression(struct lower *l, const struct kids *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].node && node_is_stmt(k->at[i].node) && k->at[i].node->kind != NODE_OPAQUE)
			return k->at[i].node; /* an assignment */
	if (kids_count(k) == 1 && kid_token(k, T_COMMA, 0) == k->n)
		return statement(l, NODE_EXPR, k, kid_expr(l, k, 0));
	return statement(l, NODE_EXPR, k, lower_list(l, NODE_TUPLE, k, k->lo, k->hi));
}

static struct node *lower_annotated(struct lower *l, const struct kids *k)
{
	struct kids rest = kids_slice(k, kid_token(k, S_type, 0), k->n);
	struct node *n = parse_node(l, NODE_ANNASSIGN, k->lo, k->hi, 3);
	const struct node *target = kid_expr(l, k, 0);

	if (k->at[1].sym != T_COLON || kids_count(&rest) > 2 || kids_count(k) > 3)
		return invalid(l, k, "invalid syntax");
	if (target->kind == NODE_TUPLE || target->kind == NODE_LIST)
		parse_error_at(l, target, "only single target (not %s) can be annotated",
			       target->kind == NODE_LIST ? "list" : "tuple");
	else
		check_target(l, target, "annotate");
	node_set(n, 0, target);
	node_set(n, 1, kid_expr(l, &rest, 0));
	node_set(n, 2, kids_count(&rest) > 1 ? kid_expr(l, &rest, 1) : NULL);
	return n;
}

/* a = b = value: the grammar nests them, parse.c has flattened them. */
static struct node *lower_assign(struct lower *l, const struct kids *k)
{
	uint32_t n = kids_count(k);

	if (kid_find(k, S_type))
		return lower_annotated(l, k);
	if (kid_find(k, S_augmented_assignment))
		return invalid(l, k, "invalid syntax");

	struct node *made = parse_node(l, NODE_ASSIGN, k->lo, k->hi, n > 1 ? n : 2);
	uint32_t at = 1;

	for (uint32_t i = 0; i < k->n && at < made->n; i++) {
		struct kids own = kids_slice(k, i, i + 1);

		if (!k->at[i].node)
			continue;
		struct node *target = kid_expr(l, &own, 0);

		check_target(l, target, "assign to");
		node_set(made, at++, target);
	}
	while (at < made->n) /* broken */
		node_set(made, at++, kid_expr(l, k, n));
	node_set(made, 0, kid_expr(l, k, n > 1 ? n - 1 : n));
	made->n = n > 1 ? n : 2;
	return made;
}

static struct node *lower_augmented(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_AUGASSIGN, k->lo, k->hi, 2);

	if (kid_find(k, S_assignment) || kid_find(k, S_augmented_assignment))
		return invalid(l, k, "invalid syntax");
	for (uint32_t i = 0; i < k->n; i++)
		if (!k->at[i].node && sym_op(k->at[i].sym))
			n->op = (uint16_t)sym_op(k->at[i].sym);
	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, kid_expr(l, k, 1));
	if (n->kid[0]->kind == NODE_TUPLE || n->kid[0]->kind == NODE_LIST)
		parse_error_at(l, n->kid[0], "'%s' is an illegal expression for augmented assignment",
			       n->kid[0]->kind == NODE_LIST ? "list" : "tuple");
	else
		check_target(l, n->kid[0], "assign to");
	return n;
}

static struct node *lower_delete(struct lower *l, const struct kids *k)
{
	const struct node *list = kid_find(k, S_expression_list);
	struct node *n = parse_node(l, NODE_DEL, k->lo, k->hi, list ? list->n : 1);

	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *target = list ? list->kid[i] : kid_expr(l, k, 0);

		check_target(l, target, "delete");
		node_set(n, i, target);
	}
	return n;
}

static struct node *lower_return(struct lower *l, const struct kids *k)
{
	if (!(k->ctx & IN_FUNCTION) && !l->broken)
		parse_error(l, k->lo, k->hi, "'return' outside function");
	return statement(l, NODE_RETURN, k, kids_count(k) ? kid_expr(l, k, 0) : NULL);
}

static struct node *lower_raise(struct lower *l, const struct kids *k)
{
	uint32_t from = kid_token(k, T_FROM, 0);
	struct kids what = kids_slice(k, 0, from), cause = kids_slice(k, from, k->n);
	struct node *n = parse_node(l, NODE_RAISE, k->lo, k->hi, 2);
	bool any = kids_count(&what) > 0;

	if (kid_find(k, S_expression_list) || (from < k->n && !any))
		return invalid(l, k, "invalid syntax");
	node_set(n, 0, any ? kid_expr(l, &what, 0) : NULL);
	node_set(n, 1, from < k->n ? kid_expr(l, &cause, 0) : NULL);
	return n;
}

static struct node *lower_assert(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_ASSERT, k->lo, k->hi, 2);

	if (kids_count(k) > 2)
		return invalid(l, k, "invalid syntax");
	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, kids_count(k) > 1 ? kid_expr(l, k, 1) : NULL);
	return n;
}

static struct node *lower_names(struct lower *l, enum node_kind kind, const struct kids *k)
{
	if (kind == NODE_NONLOCAL && !(k->ctx & (IN_FUNCTION | IN_CLASS)) && !l->broken)
		parse_error(l, k->lo, k->hi, "nonlocal declaration not allowed at module level");
	return lower_list(l, kind, k, k->lo, k->hi);
}

/* Python 2's statement; `print >>file, x` is also a valid tuple in Python 3. */
static struct node *lower_print(struct lower *l, const struct kids *k, const char *name)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].node && k->at[i].sym == S_other && l->s[k->at[i].lo] == '>')
			return statement(l, NODE_EXPR, k, lower_opaque(l, k));
	if (!l->broken)
		parse_error(l, k->lo, k->hi, "Missing parentheses in call to '%s'. Did you mean %s(...)?", name, name);
	return statement(l, NODE_EXPR, k, lower_opaque(l, k));
}

/* --- compound statements */

/* An `elif` is an IF that waits for its else part. */
static struct node *lower_elif(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_IF, k->lo, k->hi, 3);

	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, block_of(l, k));
	return n;
}

static struct node *lower_if(struct lower *l, const struct kids *k)
{
	struct node *top = lower_elif(l, k), *tail = top;

	for (uint32_t i = 0; i < k->n; i++) {
		struct node *n = k->at[i].node;

		if (!n || tail->kid[2])
			continue;
		if (k->at[i].sym == S_else_clause) {
			node_set(tail, 2, n);
		} else if (k->at[i].sym == S_elif_clause) {
			struct node *block = parse_node(l, NODE_BLOCK, k->at[i].lo, k->hi, 1);

			n->hi = top->hi;
			node_set(block, 0, n);
			node_set(tail, 2, block);
			tail = n;
		}
	}
	return top;
}

static struct node *lower_else(struct lower *l, const struct kids *k)
{
	return block_of(l, k);
}

static void check_async(struct lower *l, const struct kids *k, const char *what)
{
	bool out = k->n && k->at[0].sym == T_ASYNC && !(k->ctx & IN_ASYNC) && !l->broken;

	if (out)
		parse_error(l, k->lo, k->hi, "'async %s' outside async function", what);
	if (out && !(k->ctx & IN_FUNCTION))
		parse_cells_may(l);
}

static struct node *lower_for(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_FOR, k->lo, k->hi, 4);

	check_async(l, k, "for");
	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, kid_expr(l, k, 1));
	node_set(n, 2, block_of(l, k));
	node_set(n, 3, kid_find(k, S_else_clause));
	check_target(l, n->kid[0], "assign to");
	if (n->kid[1]->kind == NODE_STAR)
		parse_error_at(l, n->kid[1], "can't use starred expression here");
	return n;
}

static struct node *lower_while(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_WHILE, k->lo, k->hi, 3);

	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, block_of(l, k));
	node_set(n, 2, kid_find(k, S_else_clause));
	return n;
}

static struct node *lower_try(struct lower *l, const struct kids *k)
{
	uint32_t n = 3, bare = 0;
	struct node *made = parse_node(l, NODE_TRY, k->lo, k->hi, k->n + 3);

	node_set(made, 0, block_of(l, k));
	node_set(made, 1, kid_find(k, S_else_clause));
	node_set(made, 2, kid_find(k, S_finally_clause));
	for (uint32_t i = 0; i < k->n; i++) {
		const struct node *clause = k->at[i].node;

		if (k->at[i].sym != S_except_clause || !clause || clause->kind != NODE_EXCEPT)
			continue;
		if (bare == 1)
			parse_error_at(l, made->kid[n - 1], "default 'except:' must be last");
		bare += bare || !clause->kid[0];
		node_set(made, n++, clause);
	}
	made->n = n;
	if (n == 3 && (!made->kid[2] || made->kid[1]) && !l->broken)
		parse_error(l, k->lo, k->hi, "expected 'except' or 'finally' block");
	return made;
}

static struct node *lower_except(struct lower *l, const struct kids *k)
{
	struct kids head = kids_slice(k, 0, kid_token(k, S_block, 0));
	struct node *n = parse_node(l, NODE_EXCEPT, k->lo, k->hi, 2);
	const struct node *type = kids_count(&head) ? kid_expr(l, &head, 0) : NULL;
	const struct node *name = kids_count(&head) > 1 ? kid_expr(l, &head, 1) : NULL;

	if (kid_token(&head, T_COMMA, 0) < head.n)
		invalid(l, &head, "multiple exception types must be parenthesized");
	else if (type && type->kind == NODE_WITHITEM) {
		name = type->kid[1];
		type = type->kid[0];
	}
	if (!type && kid_token(&head, T_TIMES, 0) < head.n)
		invalid(l, &head, "expected one or more exception types");
	if (name && name->kind != NODE_NAME)
		parse_error_at(l, name, "invalid syntax");
	n->text = name && name->kind == NODE_NAME ? name->text : NULL;
	node_set(n, 0, type);
	node_set(n, 1, block_of(l, k));
	return n;
}

static struct node *with_item(struct lower *l, const struct node *n)
{
	struct node *made = parse_node(l, NODE_WITHITEM, 0, 0, 2);

	made->lo = n->lo;
	made->hi = n->hi;
	node_set(made, 0, n);
	return made;
}

/* "with (a as b,):" has a tuple in the grammar; it stays one until lower_with. */
static struct node *lower_with_item(struct lower *l, const struct kids *k)
{
	struct node *n = kid_expr(l, k, 0);
	bool as = n->kind == NODE_WITHITEM;

	for (uint32_t i = 0; i < n->n && n->kind == NODE_TUPLE; i++)
		as |= n->kid[i]->kind == NODE_WITHITEM;
	return as ? n : with_item(l, n);
}

static struct node *lower_with(struct lower *l, const struct kids *k)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i < k->n; i++)
		n += k->at[i].sym != S_with_item || !k->at[i].node ? 0
		     : k->at[i].node->kind == NODE_TUPLE	   ? k->at[i].node->n
								   : 1;

	struct node *made = parse_node(l, NODE_WITH, k->lo, k->hi, n);

	check_async(l, k, "with");
	node_set(made, 0, block_of(l, k));
	n = 1;
	for (uint32_t i = 0; i < k->n; i++) {
		struct node *item = k->at[i].node;

		if (k->at[i].sym != S_with_item || !item)
			continue;
		for (uint32_t j = 0; j < item->n && item->kind == NODE_TUPLE; j++) {
			const struct node *kid = item->kid[j];

			node_set(made, n++, kid->kind == NODE_WITHITEM ? kid : with_item(l, kid));
		}
		if (item->kind == NODE_WITHITEM)
			node_set(made, n++, item);
	}
	made->n = n;
	return made;
}

/* The body of a coroutine is not the value of its call, so it is hidden from the evaluator. */
static const struct node *hidden_body(struct lower *l, const struct kids *k, const struct node *body)
{
	struct node *opaque = parse_node(l, NODE_OPAQUE, k->lo, k->hi, 1);
	struct node *expr = parse_node(l, NODE_EXPR, k->lo, k->hi, 1);
	struct node *block = parse_node(l, NODE_BLOCK, k->lo, k->hi, 1);

	node_set(opaque, 0, body);
	node_set(expr, 0, opaque);
	node_set(block, 0, expr);
	return block;
}

static struct node *lower_def(struct lower *l, const struct kids *k)
{
	const struct node *name = kid_find(k, S_identifier), *params = kid_find(k, S_parameters),
			  *body = block_of(l, k);
	struct node *n = parse_node(l, NODE_DEF, k->lo, k->hi, 2);

	n->text = name && name->text ? name->text : str_lit("");
	node_set(n, 0, params ? params : parse_node(l, NODE_PARAMS, k->lo, k->lo, 0));
	node_set(n, 1, k->n && k->at[0].sym == T_ASYNC ? hidden_body(l, k, body) : body);
	return n;
}

static bool is_class_arg(const struct lowered *it)
{
	return it->node && it->sym != S_type_parameter &&
	       (node_is_expr(it->node) || it->node->kind == NODE_KW || it->node->kind == NODE_DSTAR);
}

static struct node *lower_class(struct lower *l, const struct kids *k)
{
	const struct node *name = kid_find(k, S_identifier);
	struct node *made = parse_node(l, NODE_CLASS, k->lo, k->hi, k->n + 1);
	uint32_t n = 1;

	made->text = name && name->text ? name->text : str_lit("");
	node_set(made, 0, block_of(l, k));
	for (uint32_t i = 0; i < k->n; i++)
		if (is_class_arg(&k->at[i]) && k->at[i].node != name)
			node_set(made, n++, k->at[i].node);
	made->n = n;
	check_arguments(l, made->kid + 1, n - 1);
	return made;
}

static struct node *lower_decorated(struct lower *l, const struct kids *k)
{
	struct node *def = kid_find(k, S_function_definition), *class = kid_find(k, S_class_definition);

	if (class)
		def = class;
	if (!def)
		return lower_opaque(l, k);

	struct node *made = parse_node(l, def->kind, k->lo, k->hi, k->n + def->n);
	uint32_t n = def->n, own = n;

	made->text = def->text;
	for (uint32_t i = 0; i < n; i++)
		node_set(made, i, def->kid[i]);
	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].sym == S_decorator && k->at[i].node)
			node_set(made, n++, k->at[i].node);
	made->n = n;
	if (class)
		made->op = n - own < UINT16_MAX ? (uint16_t)(n - own) : UINT16_MAX;
	return made;
}

/* Other symbols become OPAQUE: valid Python that is not evaluated. size: dispatch */
struct node *lower_stmt(struct lower *l, enum sym sym, const struct kids *k)
{
	switch (sym) {
	case S_module:
		return lower_module(l, k);
	case S_block:
		return lower_block(l, NODE_BLOCK, k);
	case S_expression_statement:
		return lower_expression(l, k);
	case S_assignment:
		return lower_assign(l, k);
	case S_augmented_assignment:
		return lower_augmented(l, k);
	case S_if_statement:
		return lower_if(l, k);
	case S_elif_clause:
		return lower_elif(l, k);
	case S_else_clause:
	case S_finally_clause:
		return lower_else(l, k);
	case S_for_statement:
		return lower_for(l, k);
	case S_while_statement:
		return lower_while(l, k);
	case S_try_statement:
		return lower_try(l, k);
	case S_except_clause:
		return lower_except(l, k);
	case S_with_statement:
		return lower_with(l, k);
	case S_with_item:
		return lower_with_item(l, k);
	case S_function_definition:
		return lower_def(l, k);
	case S_class_definition:
		return lower_class(l, k);
	case S_decorator:
		return kid_expr(l, k, 0);
	case S_decorated_definition:
		return lower_decorated(l, k);
	case S_return_statement:
		return lower_return(l, k);
	case S_raise_statement:
		return lower_raise(l, k);
	case S_assert_statement:
		return lower_assert(l, k);
	case S_delete_statement:
		return lower_delete(l, k);
	case S_global_statement:
		return lower_names(l, NODE_GLOBAL, k);
	case S_nonlocal_statement:
		return lower_names(l, NODE_NONLOCAL, k);
	case S_import_statement:
	case S_import_from_statement:
	case S_future_import_statement:
	case S_relative_import:
	case S_dotted_name:
	case S_aliased_import:
		return lower_import(l, sym, k);
	case S_print_statement:
		return lower_print(l, k, "print");
	case S_exec_statement:
		return lower_print(l, k, "exec");
	default:
		return lower_opaque(l, k);
	}
}
