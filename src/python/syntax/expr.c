// SPDX-License-Identifier: MIT
/* Converts expressions, patterns and parameters: one closed node of tree-sitter with its converted children becomes
 * one node of ast.h. In a broken text any child may be missing or of another kind; OPAQUE then replaces it.
 * Example: binary_operator(identifier a, "+", integer 1) becomes BINARY OP_ADD(NAME a, INT 1), or OPAQUE without the 1.
 */
#include "python/syntax/priv.h"
#include <string.h>

enum node_op sym_op(enum sym sym)
{
	static const uint8_t op[NSYMS] = {
#define X(name, spelling, operator) [T_##name] = operator,
		PARSE_TOKENS(X)
#undef X
	};

	return op[sym];
}

/* --- filters of kids */

static bool takes_entry(const struct node *n)
{
	return n->kind == NODE_PAIR || n->kind == NODE_DSTAR;
}

/* lower_with handles `x as y`. */
static bool takes_item(const struct node *n)
{
	return node_is_expr(n) || n->kind == NODE_WITHITEM;
}

static bool takes_param(const struct node *n)
{
	return n->kind == NODE_PARAM;
}

static struct node *invalid(struct lower *l, const struct kids *k)
{
	if (!l->broken)
		parse_error(l, k->lo, k->hi, "invalid syntax");
	return lower_opaque(l, k);
}

static bool node_is_arg(const struct node *n)
{
	return node_is_expr(n) || n->kind == NODE_KW || n->kind == NODE_DSTAR;
}

static bool takes_any(const struct node *n)
{
	(void)n;
	return true;
}

/* --- operators */

static struct node *pair_node(struct lower *l, enum node_kind kind, const struct kids *k, enum node_op op)
{
	struct node *n = parse_node(l, kind, k->lo, k->hi, 2);

	n->op = (uint16_t)op;
	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, kid_expr(l, k, 1));
	return n;
}

static enum node_op operator_of(const struct kids *k);

static bool is_bare_xor(const struct node *n)
{
	return n->kind == NODE_BINARY && n->op == OP_XOR && !(n->flags & NF_PAREN);
}

/* The grammar's `^` binds tighter than its `&`; Python's does not. a ^ b & c comes as (a ^ b) & c, a & b ^ c as a & (b
 * ^ c). */
static struct node *rebind_and(struct lower *l, struct node *and)
{
	struct node *top = and, *last = NULL;

	for (const struct node *n = and->kid[1]; is_bare_xor(n); n = n->kid[0]) {
		struct node * xor = node_copy(l->a, n);

		xor->lo = and->lo;
		if (last)
			last->kid[0] = xor;
		else
			top = xor;
		last = xor;
	}
	if (last) { /* its first operand binds to `&` */
		and->kid[1] = last->kid[0];
		and->hi = and->kid[1]->hi;
		last->kid[0] = and;
	}
	if (is_bare_xor(and->kid[0])) { /* so does its last one */
		struct node *left = node_copy(l->a, and->kid[0]);

		and->kid[0] = left->kid[1];
		and->lo = and->kid[0]->lo;
		left->kid[1] = and;
		left->hi = and->hi;
		if (last)
			last->kid[0] = left;
		else
			top = left;
	}
	return top;
}

static struct node *lower_binary(struct lower *l, const struct kids *k)
{
	struct node *n = pair_node(l, NODE_BINARY, k, operator_of(k));

	return n->op == OP_AND_BIT ? rebind_and(l, n) : n;
}

static struct node *single(struct lower *l, enum node_kind kind, const struct kids *k, enum node_op op)
{
	struct node *n = parse_node(l, kind, k->lo, k->hi, 1);

	n->op = (uint16_t)op;
	node_set(n, 0, kid_expr(l, k, 0));
	return n;
}

static enum node_op operator_of(const struct kids *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (!k->at[i].node && sym_op(k->at[i].sym))
			return sym_op(k->at[i].sym);
	return OP_ADD;
}

static struct node *lower_unary(struct lower *l, const struct kids *k)
{
	enum sym sym = k->n ? (enum sym)k->at[0].sym : T_PLUS;

	if (sym == T_TILDE && l->s[k->lo] == '*') /* see workaround.c */
		return single(l, NODE_STAR, k, 0);
	return single(l, NODE_UNARY, k, sym == T_MINUS ? OP_NEG : sym == T_TILDE ? OP_INVERT : OP_POS);
}

static struct node *lower_compare(struct lower *l, const struct kids *k)
{
	uint32_t n = kids_count(k), made = 1;
	struct node *all = parse_node(l, NODE_COMPARE, k->lo, k->hi, n ? n : 1);
	const struct lowered *op = NULL;

	node_set(all, 0, kid_expr(l, k, 0));
	for (uint32_t i = 1; i < k->n && made < all->n; i++) {
		const struct lowered *it = &k->at[i];

		if (!it->node && it->sym == T_NE_OLD && !l->broken)
			parse_error(l, it->lo, it->hi, "invalid syntax");
		if (!it->node) {
			op = sym_op(it->sym) ? it : op;
			continue;
		}
		struct kids operand = kids_slice(k, i, i + 1);
		struct node *cmp = parse_node(l, NODE_CMP, op ? op->lo : it->lo, it->hi, 1);

		cmp->op = (uint16_t)(op ? sym_op(op->sym) : OP_EQ);
		node_set(cmp, 0, kid_expr(l, &operand, 0));
		node_set(all, made++, cmp);
	}
	all->n = made;
	return all;
}

/* `with a if c else b as x`, `with lambda: b as x`: in the grammar `b as x` is the last part of n. Python binds all
 * of n to x. */
static struct node *lift_as(struct lower *l, struct node *n)
{
	const struct node *last = n->kid[n->n - 1];
	struct node *item;

	if (last->kind != NODE_WITHITEM)
		return n;
	item = parse_node(l, NODE_WITHITEM, 0, 0, 2);
	item->lo = n->lo;
	item->hi = n->hi;
	n->hi = last->kid[0]->hi;
	node_set(n, n->n - 1, last->kid[0]);
	node_set(item, 0, n);
	node_set(item, 1, last->kid[1]);
	return item;
}

static struct node *lower_cond(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_COND, k->lo, k->hi, 3);

	for (uint32_t i = 0; i < 3; i++)
		node_set(n, i, kid_expr(l, k, i));
	return lift_as(l, n);
}

/* --- displays */

/* Items with a leading comma ("{,}", "f(,)"), which the grammar accepts. */
static bool lonely_comma(const struct kids *k)
{
	uint32_t comma = kid_token(k, T_COMMA, 0);

	return comma < k->n && comma > 0 && !k->at[comma - 1].node;
}

static struct node *lower_dict(struct lower *l, const struct kids *k)
{
	return lonely_comma(k) ? invalid(l, k) : kids_collect(l, NODE_DICT, k, k->lo, k->hi, 0, takes_entry);
}

/* "(a) = 1": a pattern in parentheses is a tuple only with a comma. */
static struct node *lower_tuple_pattern(struct lower *l, const struct kids *k)
{
	if (kids_count(k) != 1 || kid_token(k, T_COMMA, 0) < k->n)
		return lower_list(l, NODE_TUPLE, k, k->lo, k->hi);

	struct node *n = kid_expr(l, k, 0);

	if (n->kind == NODE_STAR)
		parse_error_at(l, n, "cannot use starred expression here");
	n->flags |= NF_PAREN;
	return n;
}

static struct node *lower_tuple(struct lower *l, const struct kids *k)
{
	struct node *n = kids_collect(l, NODE_TUPLE, k, k->lo, k->hi, 0, takes_item);

	if (n->n == 1 && kid_token(k, T_COMMA, 0) == k->n)
		parse_error_at(l, n->kid[0], "cannot use starred expression here");
	return n;
}

static struct node *lower_paren(struct lower *l, const struct kids *k)
{
	struct node *n = kid_expr(l, k, 0);

	if (n->kind == NODE_STAR)
		parse_error_at(l, n, "cannot use starred expression here");
	if (!(l->wrapped && k->lo == 0))
		n->flags |= NF_PAREN;
	return n;
}

static struct node *lower_comprehension(struct lower *l, enum node_kind kind, const struct kids *k)
{
	struct node *n = kids_collect(l, kind, k, k->lo, k->hi, 0, takes_any);

	if (!n->n)
		return lower_opaque(l, k);
	if (n->kid[0]->kind == NODE_STAR)
		parse_error_at(l, n->kid[0], "iterable unpacking cannot be used in comprehension");
	for (uint32_t i = 1; i < n->n; i++)
		if (n->kid[i]->kind != NODE_CFOR && n->kid[i]->kind != NODE_CIF)
			n->kind = NODE_OPAQUE; /* async for, or broken */
	if ((kind == NODE_DICTCOMP) != (n->kid[0]->kind == NODE_PAIR))
		n->kind = NODE_OPAQUE;
	return n;
}

static struct node *lower_cfor(struct lower *l, const struct kids *k)
{
	bool async = k->n && k->at[0].sym == T_ASYNC;

	if (kids_count(k) > 2)
		return invalid(l, k);

	struct node *n = pair_node(l, NODE_CFOR, k, 0);

	check_target(l, n->kid[0], "assign to");
	if (async && !(k->ctx & IN_ASYNC) && !l->broken && !(k->ctx & IN_FUNCTION)) {
		parse_error(l, k->lo, k->hi, "asynchronous comprehension outside of an asynchronous function");
		parse_cells_may(l);
	}
	if (async)
		n->kind = NODE_OPAQUE;
	return n;
}

static struct node *lower_pair(struct lower *l, const struct kids *k)
{
	struct node *n = pair_node(l, NODE_PAIR, k, 0);

	if (n->kid[0]->kind == NODE_STAR)
		parse_error_at(l, n->kid[0], "invalid syntax");
	if (n->kid[1]->kind == NODE_STAR)
		parse_error_at(l, n->kid[1], "cannot use a starred expression in a dictionary value");
	return n;
}

/* --- calls, attributes, subscripts */

static struct node *lower_call(struct lower *l, const struct kids *k)
{
	struct kids args = kids_slice(k, 1, k->n);
	struct node *n = kids_collect(l, NODE_CALL, &args, k->lo, k->hi, 1, node_is_arg);

	node_set(n, 0, kid_expr(l, k, 0));
	if (lonely_comma(k) && !l->broken)
		parse_error(l, k->lo, k->hi, "invalid syntax");
	check_arguments(l, n->kid + 1, n->n - 1);
	return n;
}

static struct node *lower_kw(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_KW, k->lo, k->hi, 1);
	struct node *name = kid_expr(l, k, 0);

	n->text = name->text ? name->text : str_lit("");
	node_set(n, 0, kid_expr(l, k, 1));
	return n;
}

static struct node *lower_attr(struct lower *l, const struct kids *k)
{
	struct node *name = kid_expr(l, k, 1);

	if (name->kind != NODE_NAME)
		return lower_opaque(l, k);

	struct node *n = parse_node(l, NODE_ATTR, k->lo, k->hi, 1);

	n->text = name->text;
	node_set(n, 0, kid_expr(l, k, 0));
	return n;
}

/* One expression, or a tuple as soon as there is a comma. lo..hi: the tuple's place. */
static struct node *one_or_tuple(struct lower *l, const struct kids *k)
{
	if (kids_count(k) == 1 && kid_token(k, T_COMMA, 0) == k->n) {
		struct node *n = kid_expr(l, k, 0);

		if (n->kind != NODE_STAR)
			return n;
	}
	return lower_list(l, NODE_TUPLE, k, k->lo, k->hi);
}

static struct node *lower_index(struct lower *l, const struct kids *k)
{
	struct kids inside = kids_slice(k, 2, k->n ? k->n - 1 : 0);
	struct node *n = parse_node(l, NODE_INDEX, k->lo, k->hi, 2);

	node_set(n, 0, kid_expr(l, k, 0));
	node_set(n, 1, one_or_tuple(l, &inside));
	return n;
}

static struct node *lower_slice(struct lower *l, const struct kids *k)
{
	struct node *n = parse_node(l, NODE_SLICE, k->lo, k->hi, 3);
	uint32_t part = 0;

	for (uint32_t i = 0; i < k->n && part < 3; i++)
		if (k->at[i].sym == T_COLON)
			part++;
		else if (k->at[i].node && node_is_expr(k->at[i].node))
			node_set(n, part, k->at[i].node);
	return n;
}

/* --- parameters */

static struct node *param_node(struct lower *l, const struct node *name, const struct kids *k, const struct node *value)
{
	struct node *n = parse_node(l, NODE_PARAM, k->lo, k->hi, 1);
	const struct node *inner = name->kind == NODE_STAR || name->kind == NODE_DSTAR ? name->kid[0] : name;

	n->op = name->kind == NODE_STAR ? '*' : name->kind == NODE_DSTAR ? '2' : 0;
	if (inner->kind == NODE_TUPLE || inner->flags & NF_PAREN)
		parse_error_at(l, inner, "Function parameters cannot be parenthesized");
	else if (inner->kind != NODE_NAME)
		parse_error_at(l, inner, "invalid syntax");
	n->text = inner->kind == NODE_NAME ? inner->text : NULL;
	node_set(n, 0, value);
	return n;
}

/* typed_parameter, default_parameter, typed_default_parameter */
static struct node *lower_param(struct lower *l, const struct kids *k)
{
	uint32_t equals = kid_token(k, T_EQUALS, 0);
	struct kids value = kids_slice(k, equals, k->n);
	const struct node *name = NULL;

	for (uint32_t i = 0; i < k->n && !name; i++)
		name = k->at[i].node;
	if (!name)
		name = kid_expr(l, k, 0);
	if (kid_find(k, S_type) && l->frames->n && l->frames->at[l->frames->n - 1].sym == S_lambda_parameters)
		invalid(l, k);
	return param_node(l, name, k, equals < k->n ? kid_expr(l, &value, 0) : NULL);
}

/* Converts plain names and stars to PARAM; the others are converted already. */
static struct node *lower_params(struct lower *l, const struct kids *k)
{
	uint32_t n = 0, count = kids_count(k);
	struct node *all = parse_node(l, NODE_PARAMS, k->lo, k->hi, count);

	for (uint32_t i = 0; i < k->n; i++) {
		struct node *kid = k->at[i].node;
		struct kids own = kids_slice(k, i, i + 1);

		if (kid)
			node_set(all, n++, takes_param(kid) ? kid : param_node(l, kid, &own, NULL));
	}
	check_params(l, all);
	return all;
}

static struct node *lower_lambda(struct lower *l, const struct kids *k)
{
	const struct node *params = kid_find(k, S_lambda_parameters);
	uint32_t colon = kid_token(k, T_COLON, 0);
	struct kids body = kids_slice(k, colon, k->n);
	struct node *n = parse_node(l, NODE_LAMBDA, k->lo, k->hi, 2);

	node_set(n, 0, params ? params : parse_node(l, NODE_PARAMS, k->lo, k->lo, 0));
	node_set(n, 1, kid_expr(l, &body, 0));
	return lift_as(l, n);
}

/* --- other expressions */

static struct node *lower_strings(struct lower *l, const struct kids *k)
{
	struct piece *piece = xcalloc(k->n + 1, sizeof *piece); /* a copy: the items move when an f-string is parsed */
	uint32_t n = 0;
	struct node *made;

	for (uint32_t i = 0; i < k->n; i++)
		if (k->at[i].sym == S_string)
			piece[n++] = (struct piece){ k->at[i].lo, k->at[i].hi };
	made = n ? parse_strings(l, piece, n) : lower_opaque(l, k);
	free(piece);
	return made;
}

static struct node *lower_walrus(struct lower *l, const struct kids *k)
{
	return pair_node(l, NODE_WALRUS, k, 0);
}

static struct node *lower_await(struct lower *l, const struct kids *k)
{
	if (!(k->ctx & IN_ASYNC) && !l->broken) {
		parse_error(l, k->lo, k->hi,
			    k->ctx & IN_FUNCTION ? "'await' outside async function" : "'await' outside function");
		if (!(k->ctx & IN_FUNCTION))
			parse_cells_may(l);
	}
	return lower_opaque(l, k);
}

static struct node *lower_yield(struct lower *l, const struct kids *k)
{
	if (!(k->ctx & IN_FUNCTION) && !l->broken)
		parse_error(l, k->lo, k->hi, "'yield' outside function");
	return lower_opaque(l, k);
}

static struct node *lower_as(struct lower *l, const struct kids *k)
{
	struct node *n = pair_node(l, NODE_WITHITEM, k, 0);

	if (n->kid[1]->kind != NODE_OPAQUE)
		check_target(l, n->kid[1], "assign to");
	return n;
}

/* The grammar accepts `x: a: b` as an annotation, Python does not; bounds of type parameters are valid. */
static struct node *lower_type(struct lower *l, const struct kids *k)
{
	bool bound = kid_find(k, S_constrained_type) != NULL;

	if (bound && !(l->frames->n && l->frames->at[l->frames->n - 1].sym == S_type_parameter))
		return invalid(l, k);
	return kid_expr(l, k, 0);
}

static struct node *lower_type_parameter(struct lower *l, const struct kids *k)
{
	struct kids inside = kids_slice(k, 1, k->n ? k->n - 1 : 0);

	return one_or_tuple(l, &inside);
}

static struct node *lower_splat_type(struct lower *l, const struct kids *k)
{
	return single(l, k->n && k->at[0].sym == T_POWER ? NODE_OPAQUE : NODE_STAR, k, 0);
}

/* Lists, tuples, sets, dicts and comprehensions, and patterns of them. Any other symbol is a statement's. */
static struct node *lower_display(struct lower *l, enum sym sym, const struct kids *k)
{
	switch (sym) {
	case S_list:
	case S_list_pattern:
		return lower_list(l, NODE_LIST, k, k->lo, k->hi);
	case S_tuple:
		return lower_tuple(l, k);
	case S_expression_list:
	case S_pattern_list:
		return lower_list(l, NODE_TUPLE, k, k->lo, k->hi);
	case S_set:
		return lower_list(l, NODE_SET, k, k->lo, k->hi);
	case S_dictionary:
		return lower_dict(l, k);
	case S_tuple_pattern:
		return lower_tuple_pattern(l, k);
	case S_list_comprehension:
		return lower_comprehension(l, NODE_LISTCOMP, k);
	case S_set_comprehension:
		return lower_comprehension(l, NODE_SETCOMP, k);
	case S_dictionary_comprehension:
		return lower_comprehension(l, NODE_DICTCOMP, k);
	case S_generator_expression:
		return lower_comprehension(l, NODE_GENEXP, k);
	default:
		return lower_stmt(l, sym, k);
	}
}

struct node *lower_expr(struct lower *l, enum sym sym, const struct kids *k)
{
	switch (sym) {
	case S_call:
		return lower_call(l, k);
	case S_keyword_argument:
		return lower_kw(l, k);
	case S_pair:
		return lower_pair(l, k);
	case S_attribute:
	case S_member_type:
		return lower_attr(l, k);
	case S_subscript:
		return lower_index(l, k);
	case S_slice:
		return lower_slice(l, k);
	case S_binary_operator:
		return lower_binary(l, k);
	case S_union_type:
		return pair_node(l, NODE_BINARY, k, OP_OR_BIT);
	case S_boolean_operator:
		return pair_node(l, NODE_BOOL, k, operator_of(k));
	case S_unary_operator:
		return lower_unary(l, k);
	case S_not_operator:
		return single(l, NODE_UNARY, k, OP_NOT);
	case S_comparison_operator:
		return lower_compare(l, k);
	case S_conditional_expression:
		return lower_cond(l, k);
	case S_parenthesized_expression:
	case S_parenthesized_list_splat:
		return lower_paren(l, k);
	case S_list_splat:
	case S_list_splat_pattern:
		return single(l, NODE_STAR, k, 0);
	case S_dictionary_splat:
	case S_dictionary_splat_pattern:
		return single(l, NODE_DSTAR, k, 0);
	case S_concatenated_string:
		return lower_strings(l, k);
	case S_for_in_clause:
		return lower_cfor(l, k);
	case S_if_clause:
		return single(l, NODE_CIF, k, 0);
	case S_lambda:
		return lower_lambda(l, k);
	case S_parameters:
	case S_lambda_parameters:
		return lower_params(l, k);
	case S_typed_parameter:
	case S_default_parameter:
	case S_typed_default_parameter:
		return lower_param(l, k);
	case S_named_expression:
		return lower_walrus(l, k);
	case S_await:
		return lower_await(l, k);
	case S_yield:
		return lower_yield(l, k);
	case S_as_pattern:
		return lower_as(l, k);
	case S_as_pattern_target:
		return kid_expr(l, k, 0);
	case S_type:
		return lower_type(l, k);
	case S_generic_type:
		return pair_node(l, NODE_INDEX, k, 0);
	case S_type_parameter:
		return lower_type_parameter(l, k);
	case S_splat_type:
		return lower_splat_type(l, k);
	default:
		return lower_display(l, sym, k);
	}
}
