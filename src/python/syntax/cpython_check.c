// SPDX-License-Identifier: MIT
/* Checks for code that tree-sitter's grammar accepts and Python rejects, as far as a node's children suffice; errors
 * in CPython's words.
 *
 * Example: f(a=1, 2)   positional argument follows keyword argument
 *          1 = x       cannot assign to literal here. Maybe you meant '==' instead of '='?
 *          [*a or b]   a star that is no item */
#include "python/syntax/priv.h"
#include <string.h>

/* --- names */

bool name_is_keyword(const char *s, uint32_t n)
{
	static const char *const keyword[] = {
		"False", "None",     "True",  "and",	"as",	"assert", "async",  "await",	"break",
		"class", "continue", "def",   "del",	"elif", "else",	  "except", "finally",	"for",
		"from",	 "global",   "if",    "import", "in",	"is",	  "lambda", "nonlocal", "not",
		"or",	 "pass",     "raise", "return", "try",	"while",  "with",   "yield",
	};

	if (n < 2 || n > 8)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(keyword); i++)
		if (keyword[i][0] == s[0] && !strncmp(keyword[i], s, n) && !keyword[i][n])
			return true;
	return false;
}

void check_name(struct lower *l, uint32_t lo, uint32_t hi)
{
	if (name_is_keyword(l->s + lo, hi - lo) && !l->broken)
		parse_error(l, lo, hi, "invalid syntax");
}

/* --- targets */

static const char *const_name(const struct node *n)
{
	static const char *const name[] = { "None", "True", "False", "ellipsis" };

	return name[n->op];
}

/* CPython's name for an expression that is no target. */
static const char *expr_name(const struct node *n)
{
	switch (n->kind) {
	case NODE_CALL:
		return "function call";
	case NODE_CONST:
		return const_name(n);
	case NODE_INT:
	case NODE_FLOAT:
	case NODE_IMAG:
	case NODE_STR:
		return "literal";
	case NODE_FSTRING:
		return "f-string expression";
	case NODE_COMPARE:
		return "comparison";
	case NODE_COND:
		return "conditional expression";
	case NODE_LAMBDA:
		return "lambda";
	case NODE_LISTCOMP:
		return "list comprehension";
	case NODE_SETCOMP:
		return "set comprehension";
	case NODE_DICTCOMP:
		return "dict comprehension";
	case NODE_GENEXP:
		return "generator expression";
	case NODE_DICT:
		return "dict literal";
	case NODE_SET:
		return "set display";
	case NODE_WALRUS:
		return "named expression";
	default:
		return "expression";
	}
}

const char *check_target_name(const struct node *n)
{
	switch (n->kind) {
	case NODE_NAME:
	case NODE_ATTR:
	case NODE_INDEX:
	case NODE_STAR:
		return NULL;
	case NODE_TUPLE:
	case NODE_LIST:
		for (uint32_t i = 0; i < n->n; i++)
			if (check_target_name(n->kid[i]))
				return check_target_name(n->kid[i]);
		return NULL;
	default:
		return expr_name(n);
	}
}

/* Items of a tuple or list; nesting of brackets is bounded, so is this recursion. */
static void check_items(struct lower *l, const struct node *list, const char *verb)
{
	uint32_t stars = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const struct node *item = list->kid[i];

		if (item->kind != NODE_STAR) {
			check_target(l, item, verb);
		} else if (*verb == 'd') {
			parse_error_at(l, item, "cannot delete starred");
		} else {
			if (stars++)
				parse_error_at(l, item, "multiple starred expressions in assignment");
			check_target(l, item->kid[0], verb);
		}
	}
}

/* Walks the tuples and lists of a target only. The first letters of verb also select CPython's other messages, for
 * del and annotations. */
void check_target(struct lower *l, const struct node *target, const char *verb)
{
	if (l->broken)
		return;
	switch (target->kind) {
	case NODE_NAME:
		if (target->text->len == 9 && !memcmp(target->text->s, "__debug__", 9))
			parse_error_at(l, target, "cannot %s __debug__", verb);
		return;
	case NODE_ATTR:
	case NODE_INDEX:
		return;
	case NODE_TUPLE:
	case NODE_LIST:
		check_items(l, target, verb);
		return;
	case NODE_STAR:
		parse_error_at(l, target,
			       *verb == 'd' ? "cannot delete starred"
					    : "starred assignment target must be in a list or tuple");
		return;
	default:
		if (*verb == 'a' && verb[1] == 'n')
			parse_error_at(l, target, "illegal target for annotation");
		else
			parse_error_at(l, target, "cannot %s %s", verb, expr_name(target));
	}
}

/* --- repeated names */

static int text_order(const void *a, const void *b)
{
	const struct node *const *x = a, *const *y = b;
	uintptr_t s = (uintptr_t)(*x)->text, t = (uintptr_t)(*y)->text;

	return s != t ? (s < t ? -1 : 1) : ((*x)->lo > (*y)->lo) - ((*x)->lo < (*y)->lo);
}

/* The first node of this kind whose text equals an earlier one's, or NULL. Texts are interned. */
static const struct node *find_repeated(const struct node *const *at, uint32_t n, enum node_kind kind)
{
	enum { FEW = 12 };
	const struct node *found = NULL;

	if (n <= FEW) {
		for (uint32_t i = 1; i < n; i++)
			for (uint32_t j = 0; j < i && at[i]->kind == kind && at[i]->text; j++)
				if (at[j]->kind == kind && at[j]->text == at[i]->text)
					return at[i];
		return NULL;
	}

	const struct node **sorted = xcalloc(n, sizeof *sorted);
	uint32_t m = 0;

	for (uint32_t i = 0; i < n; i++)
		if (at[i]->kind == kind && at[i]->text)
			sorted[m++] = at[i];
	qsort(sorted, m, sizeof *sorted, text_order);
	for (uint32_t i = 1; i < m && !found; i++)
		if (sorted[i]->text == sorted[i - 1]->text)
			found = sorted[i];
	free(sorted);
	return found;
}

/* --- calls */

void check_arguments(struct lower *l, const struct node *const *arg, uint32_t n)
{
	bool keyword = false, unpacked = false;

	if (l->broken)
		return;
	for (uint32_t i = 0; i < n; i++) {
		unsigned kind = arg[i]->kind;

		if (kind == NODE_DSTAR)
			unpacked = true;
		else if (kind == NODE_KW)
			keyword = true;
		else if (kind == NODE_STAR && unpacked)
			parse_error_at(l, arg[i], "iterable argument unpacking follows keyword argument unpacking");
		else if (kind != NODE_STAR && unpacked)
			parse_error_at(l, arg[i], "positional argument follows keyword argument unpacking");
		else if (kind != NODE_STAR && keyword)
			parse_error_at(l, arg[i], "positional argument follows keyword argument");
	}

	const struct node *twice = keyword ? find_repeated(arg, n, NODE_KW) : NULL;

	if (twice)
		parse_error_at(l, twice, "keyword argument repeated: %s", twice->text->s);
}

/* --- parameters */

struct param_state {
	bool defaults, slash, star, bare, kwargs;
};

static const char *param_problem(struct param_state *z, const struct node *p, bool first)
{
	bool bare = z->bare;

	if (z->kwargs)
		return "arguments cannot follow var-keyword argument";
	z->bare = false;
	switch (p->op) {
	case '/':
		if (first)
			return "at least one argument must precede /";
		if (z->slash || z->star)
			return z->star ? "/ must be ahead of *" : "/ may appear only once";
		z->slash = true;
		return NULL;
	case '*':
		if (z->star)
			return "* argument may appear only once";
		z->star = true;
		z->bare = !p->text;
		return NULL;
	case '2':
		z->kwargs = true;
		return bare ? "named arguments must follow bare *" : NULL;
	default:
		if (z->defaults && !p->kid[0] && !z->star)
			return "non-default argument follows default argument";
		z->defaults |= p->kid[0] != NULL;
		return NULL;
	}
}

void check_params(struct lower *l, const struct node *params)
{
	struct param_state z = { 0 };

	if (l->broken)
		return;
	for (uint32_t i = 0; i < params->n; i++) {
		const char *problem = param_problem(&z, params->kid[i], !i);

		if (problem)
			parse_error_at(l, params->kid[i], "%s", problem);
	}
	if (z.bare)
		parse_error_at(l, params->kid[params->n - 1], "named arguments must follow bare *");

	const struct node *twice = find_repeated(params->kid, params->n, NODE_PARAM);

	if (twice)
		parse_error_at(l, twice, "duplicate argument '%s' in function definition", twice->text->s);
}

/* --- contexts: `:=`, `*x`, `x as y`, yield without parentheses */

static bool takes_walrus(enum sym parent)
{
	switch (parent) {
	case S_parenthesized_expression:
	case S_if_statement:
	case S_elif_clause:
	case S_while_statement:
	case S_call:
	case S_class_definition:
	case S_list:
	case S_set:
	case S_tuple:
	case S_list_comprehension:
	case S_set_comprehension:
	case S_generator_expression:
	case S_subscript:
	case S_decorator:
	case S_match_statement:
	case S_if_clause:
	case S_other:
		return true;
	default:
		return false;
	}
}

static bool takes_star(enum sym parent)
{
	switch (parent) {
	case S_list:
	case S_tuple:
	case S_set:
	case S_call:
	case S_class_definition:
	case S_subscript:
	case S_expression_list:
	case S_pattern_list:
	case S_tuple_pattern:
	case S_list_pattern:
	case S_parameters:
	case S_lambda_parameters:
	case S_typed_parameter:
	case S_type:
	case S_type_parameter:
	case S_generic_type:
	case S_match_statement:
	case S_other: /* these check it themselves: */
	case S_parenthesized_expression:
	case S_parenthesized_list_splat:
	case S_list_comprehension:
	case S_set_comprehension:
	case S_generator_expression:
	case S_pair:
	case S_delete_statement:
	case S_for_in_clause:
	case S_for_statement:
	case S_as_pattern:
	case S_as_pattern_target:
		return true;
	default:
		return false;
	}
}

static bool takes_as(const struct lower *l, enum sym parent)
{
	if (parent == S_tuple) /* with (a as b,): */
		return l->frames->n && l->frames->at[l->frames->n - 1].sym == S_with_item;
	return parent == S_with_item || parent == S_except_clause || parent == S_parenthesized_expression ||
	       parent == S_with_statement || parent == S_other || parent == S_case_clause;
}

/* A final `b as x` belongs to the surrounding node: `with a if c else b as x`. */
static bool hands_as_on(enum sym parent)
{
	return parent == S_conditional_expression || parent == S_lambda;
}

/* Targets; "*a, b" as a statement; nodes that hoist_star will move. */
static bool is_judged_later(const struct kids *k, uint32_t i, enum sym parent)
{
	switch (parent) {
	case S_expression_statement:
		return kid_token(k, T_COMMA, 0) < k->n;
	case S_assignment:
		return i + 1 < k->n;
	case S_attribute:
	case S_binary_operator:
	case S_boolean_operator:
	case S_comparison_operator:
	case S_conditional_expression:
		return i == 0;
	default:
		return false;
	}
}

/* "*a or b": allowed as an argument or a subscript, not as an item of a list. */
static bool is_loose_star(const struct node *n, enum sym parent)
{
	if (n->kind != NODE_STAR || n->kid[0]->flags & NF_PAREN || parent == S_call || parent == S_class_definition ||
	    parent == S_subscript)
		return false;
	switch (n->kid[0]->kind) {
	case NODE_BOOL:
	case NODE_COMPARE:
	case NODE_COND:
	case NODE_LAMBDA:
		return true;
	default:
		return n->kid[0]->kind == NODE_UNARY && n->kid[0]->op == OP_NOT;
	}
}

void check_walrus(struct lower *l, const struct kids *k, enum sym parent)
{
	for (uint32_t i = 0; i < k->n; i++) {
		const struct node *n = k->at[i].node;

		if (!n || n->flags & NF_PAREN)
			continue;
		if (n->kind == NODE_WALRUS && !takes_walrus(parent))
			parse_error_at(l, n, "invalid syntax");
		else if (n->kind == NODE_STAR && !takes_star(parent) && !is_judged_later(k, i, parent))
			parse_error_at(l, n, "can't use starred expression here");
		else if (is_loose_star(n, parent))
			parse_error_at(l, n, "invalid syntax");
		else if (n->kind == NODE_WITHITEM && !takes_as(l, parent) && !(hands_as_on(parent) && i + 1 == k->n))
			parse_error_at(l, n, "invalid syntax");
		else if (k->at[i].sym == S_yield && (parent == S_list || parent == S_set || parent == S_tuple))
			parse_error_at(l, n, "invalid syntax");
	}
}

/* --- lines: tree-sitter treats a newline as a blank where its grammar allows none */

static void check_unbroken(struct lower *l, uint32_t lo, uint32_t hi)
{
	const struct offsets *ends = &l->lines;
	size_t a = 0, b = ends->n;

	while (a < b) { /* the first end at or after lo */
		size_t mid = a + (b - a) / 2;

		if (ends->at[mid] < lo)
			a = mid + 1;
		else
			b = mid;
	}
	if (a < ends->n && ends->at[a] < hi)
		parse_error(l, ends->at[a], ends->at[a], "invalid syntax");
}

void check_line(struct lower *l, enum sym sym, const struct kids *k)
{
	uint32_t n = k->n;

	switch (sym) {
	case S_if_statement:
	case S_elif_clause:
	case S_else_clause:
	case S_for_statement:
	case S_while_statement:
	case S_try_statement:
	case S_except_clause:
	case S_finally_clause:
	case S_with_statement:
	case S_function_definition:
	case S_class_definition:
	case S_match_statement:
	case S_case_clause:
		n = kid_token(k, S_block, 0);
		break;
	case S_expression_statement:
	case S_return_statement:
	case S_raise_statement:
	case S_assert_statement:
	case S_delete_statement:
	case S_global_statement:
	case S_nonlocal_statement:
	case S_import_statement:
	case S_import_from_statement:
	case S_future_import_statement:
	case S_print_statement:
	case S_exec_statement:
	case S_type_alias_statement:
	case S_decorator:
		break;
	default:
		return;
	}
	if (n && n <= k->n)
		check_unbroken(l, k->lo, k->at[n - 1].hi);
}
