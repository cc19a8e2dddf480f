// SPDX-License-Identifier: MIT
/* The table of ast.h once more, for a program. */
#include "python/syntax/shape.h"
#include <string.h>

/* T: it has a text, t: it may have one. Then the kids, a letter each: what they are (is_a), * for any number of these,
 * ? for one that may be NULL. */
static const char *const shapes[] = {
	[NODE_MODULE] = "S*",	 [NODE_BLOCK] = "S*",	  [NODE_NAME] = "T",	  [NODE_INT] = "T",
	[NODE_FLOAT] = "T",	 [NODE_IMAG] = "T",	  [NODE_STR] = "T",	  [NODE_FSTRING] = "R*",
	[NODE_FORMAT] = "teF?",	 [NODE_CONST] = "",	  [NODE_LIST] = "e*",	  [NODE_TUPLE] = "e*",
	[NODE_SET] = "e*",	 [NODE_DICT] = "P*",	  [NODE_PAIR] = "ee",	  [NODE_STAR] = "e",
	[NODE_DSTAR] = "e",	 [NODE_CALL] = "eI*",	  [NODE_KW] = "Te",	  [NODE_ATTR] = "Te",
	[NODE_INDEX] = "ee",	 [NODE_SLICE] = "e?e?e?", [NODE_BINARY] = "ee",	  [NODE_UNARY] = "e",
	[NODE_BOOL] = "ee",	 [NODE_COMPARE] = "eC*",  [NODE_CMP] = "e",	  [NODE_COND] = "eee",
	[NODE_LAMBDA] = "Me",	 [NODE_LISTCOMP] = "eG*", [NODE_SETCOMP] = "eG*", [NODE_DICTCOMP] = "PG*",
	[NODE_GENEXP] = "eG*",	 [NODE_CFOR] = "ee",	  [NODE_CIF] = "e",	  [NODE_WALRUS] = "Ne",
	[NODE_OPAQUE] = "ta*",	 [NODE_EXPR] = "e",	  [NODE_ASSIGN] = "ee*",  [NODE_ANNASSIGN] = "eee?",
	[NODE_AUGASSIGN] = "ee", [NODE_DEL] = "e*",	  [NODE_IF] = "eBB?",	  [NODE_FOR] = "eeBB?",
	[NODE_WHILE] = "eBB?",	 [NODE_TRY] = "BB?B?X*",  [NODE_EXCEPT] = "te?B", [NODE_WITH] = "BW*",
	[NODE_WITHITEM] = "ee?", [NODE_DEF] = "TMBe*",	  [NODE_CLASS] = "TBI*",  [NODE_PARAMS] = "m*",
	[NODE_PARAM] = "te?",	 [NODE_RETURN] = "e?",	  [NODE_RAISE] = "e?e?",  [NODE_ASSERT] = "ee?",
	[NODE_PASS] = "",	 [NODE_BREAK] = "",	  [NODE_CONTINUE] = "",	  [NODE_GLOBAL] = "N*",
	[NODE_NONLOCAL] = "N*",	 [NODE_IMPORT] = "A*",	  [NODE_FROM] = "TA*",	  [NODE_ALIAS] = "TN?",
};

static bool is_expression(const struct node *n)
{
	return n->kind >= NODE_NAME && n->kind <= NODE_OPAQUE && n->kind != NODE_PAIR && n->kind != NODE_DSTAR &&
	       n->kind != NODE_KW && n->kind != NODE_CMP && n->kind != NODE_CFOR && n->kind != NODE_CIF &&
	       n->kind != NODE_FORMAT;
}

static bool is_a(const struct node *n, char what)
{
	switch (what) {
	case 'a':
		return true;
	case 'e':
		return is_expression(n);
	case 'S':
		return n->kind >= NODE_OPAQUE && n->kind != NODE_EXCEPT && n->kind != NODE_WITHITEM &&
		       n->kind != NODE_PARAMS && n->kind != NODE_PARAM && n->kind != NODE_ALIAS;
	case 'I':
		return is_expression(n) || n->kind == NODE_KW || n->kind == NODE_DSTAR;
	case 'P':
		return n->kind == NODE_PAIR || n->kind == NODE_DSTAR;
	case 'R':
		return n->kind == NODE_STR || n->kind == NODE_FORMAT;
	case 'G':
		return n->kind == NODE_CFOR || n->kind == NODE_CIF;
	case 'B':
		return n->kind == NODE_BLOCK;
	case 'C':
		return n->kind == NODE_CMP;
	case 'F':
		return n->kind == NODE_FSTRING;
	case 'M':
		return n->kind == NODE_PARAMS;
	case 'm':
		return n->kind == NODE_PARAM;
	case 'N':
		return n->kind == NODE_NAME;
	case 'X':
		return n->kind == NODE_EXCEPT;
	case 'W':
		return n->kind == NODE_WITHITEM;
	default:
		return what == 'A' && n->kind == NODE_ALIAS;
	}
}

static bool has_kids(const struct node *n, const char *shape)
{
	uint32_t i = 0;

	for (; *shape; shape++) {
		char what = *shape;
		bool many = shape[1] == '*', may = shape[1] == '?';

		shape += many || may;
		if (!many && (i == n->n || !(n->kid[i] ? is_a(n->kid[i], what) : may)))
			return false;
		i += !many;
		for (; many && i < n->n; i++)
			if (!n->kid[i] || !is_a(n->kid[i], what))
				return false;
	}
	return i == n->n;
}

static bool has_op(const struct node *n)
{
	switch (n->kind) {
	case NODE_CONST:
		return n->op <= CONST_ELLIPSIS;
	case NODE_BINARY:
	case NODE_AUGASSIGN:
		return n->op >= OP_ADD && n->op <= OP_XOR;
	case NODE_UNARY:
		return n->op >= OP_NEG && n->op <= OP_NOT;
	case NODE_BOOL:
		return n->op == OP_AND || n->op == OP_OR;
	case NODE_CMP:
		return n->op >= OP_LT && n->op <= OP_IS_NOT;
	case NODE_CLASS:
		return n->op < n->n;
	default:
		return true;
	}
}

/* Digits, with a point, an exponent or a base. */
static bool is_number(const struct str *s)
{
	return s->len && strspn(s->s, "0123456789abcdefABCDEFoOxX.+-") == s->len &&
	       (s->s[0] == '.' ? s->len > 1 : s->s[0] >= '0' && s->s[0] <= '9');
}

bool node_is_sound(const struct node *n, uint32_t len)
{
	const char *shape = n->kind < sizeof shapes / sizeof *shapes ? shapes[n->kind] : NULL;
	bool must, may;

	if (!shape || n->lo > n->hi || n->hi > len || !has_op(n))
		return false;
	must = *shape == 'T';
	may = *shape == 't';
	if (n->text ? !must && !may : must)
		return false;
	if (n->kind == NODE_ATTR && n->text->len > n->hi - n->lo)
		return false;
	if ((n->kind == NODE_INT || n->kind == NODE_FLOAT || n->kind == NODE_IMAG) && !is_number(n->text))
		return false;
	return has_kids(n, shape + (must || may));
}
