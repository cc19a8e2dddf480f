// SPDX-License-Identifier: MIT
/* Compact syntax tree of the Python subset; everything above python/syntax/parse.c works on this, never on
 * tree-sitter's nodes. Nodes live in an arena and are immutable. lo/hi are byte offsets in the ORIGINAL file (also
 * where a placeholder was substituted). Parentheses have no node: a parenthesised expression's lo/hi are those of
 * the inside, except that a tuple includes its own parentheses. Optional kids are NULL where the table says so. */
#ifndef PYTHON_SYNTAX_AST_H
#define PYTHON_SYNTAX_AST_H
#include "base/arena.h"
#include "base/str.h"

/* kind: kids; text; op. "..." means any number. Order of kids is source order unless it says otherwise. */
// clang-format off
#define NODE_KINDS(X) \
	X(MODULE)    /* statements... */ \
	X(BLOCK)     /* statements... */ \
	/* expressions */ \
	X(NAME)	     /* text */ \
	X(INT)	     /* text: source spelling without underscores */ \
	X(FLOAT)     /* text: likewise */ \
	X(IMAG)	     /* text: likewise, without the j */ \
	X(STR)	     /* text: decoded value (UTF-8; of all parts when concatenated). flags NF_BYTES, NF_CONCAT */ \
	X(FSTRING)   /* STR and FORMAT parts...; implicit concatenation is flattened into it */ \
	X(FORMAT)    /* expr, FSTRING spec or NULL; op: conversion 'r' 's' 'a' or 0; text: "x=" for {x=} else NULL */ \
	X(CONST)     /* op: enum node_const */ \
	X(LIST)	     /* items... (STAR possible) */ \
	X(TUPLE)     /* items... (STAR possible) */ \
	X(SET)	     /* items... (STAR possible) */ \
	X(DICT)	     /* PAIR | DSTAR ... */ \
	X(PAIR)	     /* key, value */ \
	X(STAR)	     /* expr: *x */ \
	X(DSTAR)     /* expr: **x */ \
	X(CALL)	     /* callee, then expr | STAR | KW | DSTAR | GENEXP (sole generator argument) ... */ \
	X(KW)	     /* value; text: name; lo is the name's first byte */ \
	X(ATTR)	     /* object; text: name; the name is the last text->len bytes */ \
	X(INDEX)     /* object, subscript (SLICE, TUPLE of those, or expr) */ \
	X(SLICE)     /* start|NULL, stop|NULL, step|NULL */ \
	X(BINARY)    /* left, right; op: enum node_op */ \
	X(UNARY)     /* operand; op: OP_NEG OP_POS OP_INVERT OP_NOT */ \
	X(BOOL)	     /* left, right; op: OP_AND OP_OR */ \
	X(COMPARE)   /* first operand, CMP... */ \
	X(CMP)	     /* right operand; op: OP_LT ... */ \
	X(COND)	     /* value, test, otherwise (value if test else otherwise) */ \
	X(LAMBDA)    /* PARAMS, body */ \
	X(LISTCOMP)  /* element, then CFOR | CIF ... */ \
	X(SETCOMP)   /* likewise */ \
	X(DICTCOMP)  /* PAIR, then CFOR | CIF ... */ \
	X(GENEXP)    /* element, then CFOR | CIF ... */ \
	X(CFOR)	     /* target, iterable */ \
	X(CIF)	     /* condition */ \
	X(WALRUS)    /* NAME, value */ \
	X(OPAQUE)    /* anything else (await, yield, match, type ...), valid Python that is not evaluated; kids... */ \
	/* statements */ \
	X(EXPR)	     /* expr */ \
	X(ASSIGN)    /* value, then targets from left to right (a = b = v: v, a, b) */ \
	X(ANNASSIGN) /* target, annotation, value|NULL */ \
	X(AUGASSIGN) /* target, value; op: enum node_op */ \
	X(DEL)	     /* targets... */ \
	X(IF)	     /* test, BLOCK, BLOCK|NULL (elif: a BLOCK that holds one IF) */ \
	X(FOR)	     /* target, iterable, BLOCK, else BLOCK|NULL */ \
	X(WHILE)     /* test, BLOCK, else BLOCK|NULL */ \
	X(TRY)	     /* BLOCK, else BLOCK|NULL, finally BLOCK|NULL, EXCEPT... (not source order) */ \
	X(EXCEPT)    /* type|NULL, BLOCK; text: name or NULL */ \
	X(WITH)	     /* BLOCK, then WITHITEM... (not source order) */ \
	X(WITHITEM)  /* expr, target|NULL */ \
	X(DEF)	     /* PARAMS, BLOCK, decorators...; text: name */ \
	X(CLASS)     /* BLOCK, arguments as in CALL..., decorators...; text: name; op: number of decorators */ \
	X(PARAMS)    /* PARAM... */ \
	X(PARAM)     /* default|NULL; text: name (NULL for a bare * or /); op: 0, '*', '2' (**), '/' */ \
	X(RETURN)    /* expr|NULL */ \
	X(RAISE)     /* expr|NULL, cause|NULL */ \
	X(ASSERT)    /* test, message|NULL */ \
	X(PASS) X(BREAK) X(CONTINUE) \
	X(GLOBAL)   /* NAME... */ \
	X(NONLOCAL) /* NAME... */ \
	X(IMPORT)   /* ALIAS... */ \
	X(FROM)	    /* ALIAS... (one ALIAS "*" for a star); text: module ("" for dots only); op: level */ \
	X(ALIAS)    /* NAME as-name | NULL; text: dotted name or "*" */
// clang-format on

enum node_kind {
#define X(k) NODE_##k,
	NODE_KINDS(X)
#undef X
};
enum node_const { CONST_NONE, CONST_TRUE, CONST_FALSE, CONST_ELLIPSIS };
enum node_op {
	OP_ADD = 1,
	OP_SUB,
	OP_MUL,
	OP_DIV,
	OP_FLOORDIV,
	OP_MOD,
	OP_POW,
	OP_MATMUL,
	OP_LSHIFT,
	OP_RSHIFT,
	OP_AND_BIT,
	OP_OR_BIT,
	OP_XOR,
	OP_NEG,
	OP_POS,
	OP_INVERT,
	OP_NOT,
	OP_AND,
	OP_OR,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_EQ,
	OP_NE,
	OP_IN,
	OP_NOT_IN,
	OP_IS,
	OP_IS_NOT,
};
enum { NF_BYTES = 1, NF_CONCAT = 2, NF_PAREN = 4 /* it was in parentheses (not a tuple's own) */ };

struct node { /* there are many nodes, so they are small: 24 bytes plus 8 per kid */
	uint8_t kind, flags;
	uint16_t op;
	uint32_t lo, hi, n;
	const struct str *text;
	const struct node *kid[];
};

struct node *node_copy(struct arena *a, const struct node *n); /* with the same kids */
/* The parameter of that name in PARAMS, from the i-th on; `*`, `**` and marks don't match. NULL: none. */
const struct node *node_param(const struct node *params, uint32_t i, const struct str *name);
/* The statement of a block that contains the offset; statements are in source order. */
const struct node *node_kid_at(const struct node *block, uint32_t offset);
const char *node_kind_name(enum node_kind k); /* "CALL" */
const char *node_op_text(enum node_op op);    /* "+", "not in" */
#endif
