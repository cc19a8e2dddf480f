// SPDX-License-Identifier: MIT
/* Nodes of single tokens: names, numbers, constants, the marks among parameters. */
#include "python/syntax/priv.h"
#include <string.h>

static const struct str *number_text(const char *s, uint32_t n)
{
	char text[64];
	uint32_t m = 0;

	if (!memchr(s, '_', n))
		return str_of(s, n);

	struct buf long_text = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		if (s[i] == '_')
			continue;
		if (n <= sizeof text)
			text[m++] = s[i];
		else
			buf_putc(&long_text, s[i]);
	}

	const struct str *made = n <= sizeof text ? str_of(text, m) : str_of(long_text.s, long_text.n);

	buf_release(&long_text);
	return made;
}

static struct node *number_node(struct lower *l, enum node_kind kind, uint32_t lo, uint32_t hi)
{
	char last = l->s[hi - 1];
	bool imaginary = (last == 'j' || last == 'J') && hi - lo > 1;
	struct node *n = parse_node(l, imaginary ? NODE_IMAG : kind, lo, hi, 0);

	n->text = number_text(l->s + lo, hi - lo - imaginary);
	return n;
}

static struct node *name_node(struct lower *l, uint32_t lo, uint32_t hi)
{
	struct node *n = parse_node(l, NODE_NAME, lo, hi, 0);

	n->text = str_of(l->s + lo, hi - lo);
	check_name(l, lo, hi);
	return n;
}

static struct node *const_node(struct lower *l, enum node_const value, uint32_t lo, uint32_t hi)
{
	struct node *n = parse_node(l, NODE_CONST, lo, hi, 0);

	n->op = (uint16_t)value;
	return n;
}

static struct node *param_mark(struct lower *l, char op, uint32_t lo, uint32_t hi)
{
	struct node *n = parse_node(l, NODE_PARAM, lo, hi, 1);

	n->op = (uint16_t)op;
	return n;
}

static struct node *loop_jump(struct lower *l, enum node_kind kind, uint32_t lo, uint32_t hi)
{
	bool in_loop = l->frames->n && l->frames->at[l->frames->n - 1].ctx & IN_LOOP;

	if (!in_loop && !l->broken)
		parse_error(l, lo, hi, kind == NODE_BREAK ? "'break' outside loop" : "'continue' not properly in loop");
	return parse_node(l, kind, lo, hi, 0);
}

struct node *parse_leaf(struct lower *l, enum sym sym, uint32_t lo, uint32_t hi)
{
	if (lo == hi) /* tree-sitter inserted it */
		return parse_node(l, NODE_OPAQUE, lo, hi, 0);
	switch (sym) {
	case S_identifier:
		return name_node(l, lo, hi);
	case S_string:
		return parse_strings(l, &(struct piece){ lo, hi }, 1);
	case S_integer:
		return number_node(l, NODE_INT, lo, hi);
	case S_float:
		return number_node(l, NODE_FLOAT, lo, hi);
	case S_true:
		return const_node(l, CONST_TRUE, lo, hi);
	case S_false:
		return const_node(l, CONST_FALSE, lo, hi);
	case S_none:
		return const_node(l, CONST_NONE, lo, hi);
	case S_ellipsis:
		return const_node(l, CONST_ELLIPSIS, lo, hi);
	case S_keyword_separator:
		return param_mark(l, '*', lo, hi);
	case S_positional_separator:
		return param_mark(l, '/', lo, hi);
	case S_pass_statement:
		return parse_node(l, NODE_PASS, lo, hi, 0);
	case S_break_statement:
		return loop_jump(l, NODE_BREAK, lo, hi);
	case S_continue_statement:
		return loop_jump(l, NODE_CONTINUE, lo, hi);
	default:
		return NULL;
	}
}
