// SPDX-License-Identifier: MIT
/* Shared by the files of the parser; private to this folder. A text is read twice: tokens.c checks its tokens like
 * CPython's tokenizer, then the tree of tree-sitter is walked once (parse.c) and converted bottom-up to nodes
 * (expr.c, lower_stmt.c), with checks on the way (cpython_check.c). String literals are read from the text itself
 * (string.c). */
#ifndef PYTHON_SYNTAX_PRIV_H
#define PYTHON_SYNTAX_PRIV_H
#include "base/buf.h"
#include "base/vec.h"
#include "python/syntax/parse.h"
#include "python/syntax/visit.h"
#include <tree_sitter/api.h>

/* Named symbols of the grammar that are converted; all others become OPAQUE. */
// clang-format off
#define PARSE_NAMED(X) \
	X(module) X(block) X(expression_statement) X(assignment) X(augmented_assignment) X(pattern_list) \
	X(expression_list) X(tuple_pattern) X(list_pattern) X(list_splat_pattern) X(dictionary_splat_pattern) \
	X(if_statement) X(elif_clause) X(else_clause) X(for_statement) X(while_statement) X(try_statement) \
	X(except_clause) X(finally_clause) X(with_statement) X(with_clause) X(with_item) X(function_definition) \
	X(class_definition) X(decorated_definition) X(decorator) X(return_statement) X(raise_statement) \
	X(assert_statement) X(delete_statement) X(pass_statement) X(break_statement) X(continue_statement) \
	X(global_statement) X(nonlocal_statement) X(import_statement) X(import_from_statement) \
	X(future_import_statement) X(relative_import) X(import_prefix) X(dotted_name) X(aliased_import) \
	X(wildcard_import) X(print_statement) X(exec_statement) X(match_statement) X(case_clause) X(parameters) \
	X(lambda_parameters) X(typed_parameter) X(default_parameter) X(typed_default_parameter) X(keyword_separator) \
	X(positional_separator) X(type) X(generic_type) X(union_type) X(member_type) X(constrained_type) X(splat_type) \
	X(type_parameter) X(type_alias_statement) X(identifier) X(integer) X(float) X(true) X(false) X(none) \
	X(ellipsis) X(string) X(concatenated_string) X(comment) X(line_continuation) X(list) X(tuple) X(set) \
	X(dictionary) X(pair) X(list_splat) X(dictionary_splat) X(parenthesized_list_splat) X(argument_list) \
	X(keyword_argument) X(call) X(attribute) X(subscript) X(slice) X(binary_operator) X(unary_operator) \
	X(not_operator) X(boolean_operator) X(comparison_operator) X(conditional_expression) X(lambda) \
	X(list_comprehension) X(set_comprehension) X(dictionary_comprehension) X(generator_expression) \
	X(for_in_clause) X(if_clause) X(named_expression) X(await) X(yield) X(as_pattern) X(as_pattern_target) \
	X(parenthesized_expression)
// clang-format on

/* Anonymous tokens: name, spelling, enum node_op of the binary operator or comparison, of `op=` too. */
// clang-format off
#define PARSE_TOKENS(X) \
	X(PLUS, "+", OP_ADD) X(MINUS, "-", OP_SUB) X(TIMES, "*", OP_MUL) X(SLASH, "/", OP_DIV) \
	X(FLOOR, "//", OP_FLOORDIV) X(PERCENT, "%", OP_MOD) X(POWER, "**", OP_POW) X(AT, "@", OP_MATMUL) \
	X(SHL, "<<", OP_LSHIFT) X(SHR, ">>", OP_RSHIFT) X(AND_BIT, "&", OP_AND_BIT) X(OR_BIT, "|", OP_OR_BIT) \
	X(CARET, "^", OP_XOR) X(TILDE, "~", 0) X(AND, "and", OP_AND) X(OR, "or", OP_OR) X(NOT, "not", OP_NOT) \
	X(LT, "<", OP_LT) X(LE, "<=", OP_LE) X(GT, ">", OP_GT) X(GE, ">=", OP_GE) X(EQ, "==", OP_EQ) \
	X(NE, "!=", OP_NE) X(NE_OLD, "<>", OP_NE) X(IN, "in", OP_IN) X(NOT_IN, "not in", OP_NOT_IN) \
	X(IS, "is", OP_IS) X(IS_NOT, "is not", OP_IS_NOT) X(ADD_TO, "+=", OP_ADD) X(SUB_TO, "-=", OP_SUB) \
	X(MUL_TO, "*=", OP_MUL) X(DIV_TO, "/=", OP_DIV) X(FLOOR_TO, "//=", OP_FLOORDIV) X(MOD_TO, "%=", OP_MOD) \
	X(POW_TO, "**=", OP_POW) X(MATMUL_TO, "@=", OP_MATMUL) X(SHL_TO, "<<=", OP_LSHIFT) \
	X(SHR_TO, ">>=", OP_RSHIFT) X(AND_TO, "&=", OP_AND_BIT) X(OR_TO, "|=", OP_OR_BIT) X(XOR_TO, "^=", OP_XOR) \
	X(COMMA, ",", 0) X(COLON, ":", 0) X(EQUALS, "=", 0) X(OPEN, "(", 0) X(CLOSE, ")", 0) X(ASYNC, "async", 0) \
	X(FROM, "from", 0) X(IMPORT, "import", 0) X(ARROW, "->", 0)
// clang-format on

enum sym {
	S_other, /* a named node without a row above */
	S_token, /* an anonymous one */
	S_error,
#define X(name) S_##name,
	PARSE_NAMED(X)
#undef X
#define X(name, spelling, op) T_##name,
		PARSE_TOKENS(X)
#undef X
			NSYMS
};

/* The context of a node. */
enum { IN_FUNCTION = 1, IN_ASYNC = 2, IN_LOOP = 4, IN_CLASS = 8 };

/* A converted child that waits for its parent. Tokens and symbols without a node have node NULL. */
struct lowered {
	struct node *node;
	uint32_t lo, hi; /* in the parsed text */
	uint32_t depth;	 /* of the node's own tree */
	uint8_t sym, ctx;
};
struct open_node {	/* an open node of tree-sitter's tree */
	uint32_t first; /* index of its first item */
	uint32_t lo, hi;
	uint8_t sym, ctx;
};
VEC(lowered_nodes, struct lowered);
VEC(open_nodes, struct open_node);
VEC(syntax_errors, struct syntax_error);
VEC(comments, struct comment);
VEC(offsets, uint32_t);

struct piece {
	uint32_t lo, hi; /* one string literal with prefix and quotes */
};
VEC(pieces, struct piece);

struct parser {
	TSParser *ts;
	const uint8_t *sym; /* enum sym of each of the grammar's symbols, in the order of its tables */
	uint32_t nsym;
	struct parse_budget {		  /* limits of tree-sitter's time and memory for one text */
		uint32_t callbacks, most; /* progress callbacks */
		bool too_large;
		uint64_t start, patience; /* thread's CPU time, nanoseconds */
		uint64_t began;		  /* wall clock time */
	} budget;
	struct lowered_nodes items;
	struct open_nodes frames;
	struct visit_levels levels;
	struct syntax_error newer; /* of the text that is parsed: struct parsed */
};

/* State of one text during conversion: a module, or an expression inside an f-string. */
struct lower {
	struct parser *p;
	struct arena *a;
	const char *s;
	uint32_t len;
	uint32_t base; /* added to offsets before map; may wrap below zero */
	const struct textmap *map;
	struct syntax_errors *errors;
	struct comments *comments; /* NULL: not collected */
	struct lowered_nodes *items;
	struct open_nodes *frames;
	struct offsets soft;   /* of names that tree-sitter would take for keywords */
	struct pieces remarks; /* the comments, if they are collected */
	struct pieces formats; /* the f-strings */
	struct offsets lines;  /* ends of logical lines */
	uint32_t nest;	       /* f-strings around this text */
	bool broken;	/* tree-sitter found errors: children may be missing, and no other error is worth reporting */
	bool known;	/* ... and the reason has been reported already */
	bool gave_up;	/* no tree: out of time or memory */
	bool wrapped;	/* the text is inside parentheses that the parser added */
	uint32_t depth; /* deepest node */
};

/* The children of one node, and the node's own range. */
struct kids {
	const struct lowered *at;
	uint32_t n, lo, hi;
	uint8_t ctx;
};

/* --- syntax_report.c */
uint32_t parse_line(const struct lower *l, uint32_t offset); /* 1-based */
uint32_t parse_place(const struct lower *l, uint32_t offset, bool is_end);
void parse_error(struct lower *l, uint32_t lo, uint32_t hi, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* The error that was just reported is none in a cell of a notebook. */
void parse_cells_may(struct lower *l);
/* Records that the text needs Python 3.12, which is no error. Only the first place is stored. */
void parse_newer(struct lower *l, uint32_t lo, uint32_t hi, const char *msg);
/* lo, hi already in the original. */
void parse_error_at(struct lower *l, const struct node *n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* --- parse.c */
struct node *parse_node(struct lower *l, enum node_kind kind, uint32_t lo, uint32_t hi, uint32_t nkids);
/* The expression text[lo..hi) of l, as inside parentheses. NULL after an error. */
struct node *parse_inner(struct lower *l, uint32_t lo, uint32_t hi);
static inline void node_set(struct node *n, uint32_t i, const struct node *kid)
{
	n->kid[i] = kid;
}
static inline const struct node *node_kid(const struct node *n, uint32_t i)
{
	return n->kid[i];
}

/* --- sitter_tree.c: tree-sitter's tree of l's text; NULL, with an error reported, if it takes too long or too much
 * memory
 * */
/* symbols.c: enum sym of each of the grammar's *n symbols. */
const uint8_t *symbols_of_python(uint32_t *n);
void budget_start(struct parser *p, uint32_t len);
void budget_cut(struct parser *p); /* for a text that is known to be broken: its tree is worth less time */
TSTree *parse_tree(struct lower *l);

/* --- tokens.c; reports the error. HOPELESS: scanning on would be expensive and useless */
enum scan_result { SCAN_OK, SCAN_ERROR, SCAN_HOPELESS };
enum scan_result parse_scan(struct lower *l);
/* Prepares copy for tree-sitter: newlines and comments inside brackets become blanks, as do the cases of
 * workaround.c. notes: the annotations of which the copy has only the start. False: no change is needed. */
bool parse_ease(const struct lower *l, char *copy, struct pieces *notes);
bool parse_scan_inner(struct lower *l); /* as inside parentheses: newlines are blanks */
static inline bool char_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}
static inline bool char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* --- numbers.c: parses the number at *at and advances *at; reports the error */
bool parse_number(struct lower *l, uint32_t *at);

/* --- workaround.c: called for each logical line and each of its tokens, while a text is scanned again */
struct ease {
	char *copy;
	struct pieces *notes;
	bool changed;
	bool fresh;	   /* no token of the line yet */
	bool def;	   /* the line starts a function; annotations stand in its brackets */
	bool value;	   /* no annotation can start: after `=`, or in a line that can't have one */
	bool lambda;	   /* a lambda whose colon is still to come */
	bool list;	   /* an expression list may stand here, not a target */
	bool operand;	   /* ... whose next item starts here */
	bool inside;	   /* an annotation */
	bool first;	   /* ... before its first token */
	bool keeps;	   /* ... that is not changed */
	bool cut;	   /* ... of which a part was blanked */
	uint32_t lo, nest; /* where it starts, brackets around it */
};
void ease_line(struct ease *e);
/* The token s[lo..hi), one character of an operator at a time; nest: brackets around it. */
void ease_token(struct ease *e, const char *s, uint32_t lo, uint32_t hi, uint32_t nest);

/* --- syntax_report.c: for ERROR and missing nodes (missing NULL), before and after their children */
void report_broken(struct lower *l, uint32_t lo, uint32_t hi, const char *missing); /* its type, or NULL */
void report_assignment(struct lower *l, const struct open_node *f);
void report_joined(struct lower *l, const struct kids *k); /* of a block */

/* --- string.c, fstring.c */
struct literal {	 /* one string literal, split into its parts */
	uint32_t lo, hi; /* with prefix and quotes */
	uint32_t body_lo, body_hi;
	bool raw, bytes, format;
};

struct node *parse_strings(struct lower *l, const struct piece *piece, uint32_t n);
/* Some of the n are f-strings. NULL after an error. */
struct node *parse_fstring(struct lower *l, const struct literal *t, uint32_t n);
struct node *parse_fstring_body(struct lower *l); /* all of l's text */
/* Appends the value of the literal's part lo..hi. False after an error; *named: its value is unknown. */
bool literal_decode(struct lower *l, const struct literal *t, uint32_t lo, uint32_t hi, struct buf *out, bool *named);

/* --- leaf.c, expr.c, lower_stmt.c, import.c: the node of one closed frame, or NULL if the symbol has none */
struct node *parse_leaf(struct lower *l, enum sym sym, uint32_t lo, uint32_t hi);
struct node *lower_expr(struct lower *l, enum sym sym, const struct kids *k);
struct node *lower_stmt(struct lower *l, enum sym sym, const struct kids *k);
struct node *lower_import(struct lower *l, enum sym sym, const struct kids *k);
bool node_is_expr(const struct node *n);
enum node_op sym_op(enum sym sym);

/* --- kids.c */
/* The i-th child that has a node, as an expression; OPAQUE where the text is broken. */
struct node *kid_expr(struct lower *l, const struct kids *k, uint32_t i);
struct node *kid_find(const struct kids *k, enum sym sym);		 /* first child of this symbol, or NULL */
uint32_t kid_token(const struct kids *k, enum sym token, uint32_t from); /* index, k->n when absent */
struct kids kids_slice(const struct kids *k, uint32_t from, uint32_t to);
uint32_t kids_count(const struct kids *k); /* number of children with nodes */
struct node *lower_list(struct lower *l, enum node_kind kind, const struct kids *k, uint32_t lo, uint32_t hi);
/* Every child with a node that `takes` accepts, after `room` free slots. */
struct node *kids_collect(struct lower *l, enum node_kind kind, const struct kids *k, uint32_t lo, uint32_t hi,
			  uint32_t room, bool (*takes)(const struct node *));
struct node *lower_opaque(struct lower *l, const struct kids *k);

/* --- cpython_check.c: reports what CPython rejects */
void check_target(struct lower *l, const struct node *target, const char *verb); /* verb: "assign to", "delete" */
void check_arguments(struct lower *l, const struct node *const *arg, uint32_t n);
void check_params(struct lower *l, const struct node *params);
void check_name(struct lower *l, uint32_t lo, uint32_t hi); /* no keyword */
const char *check_target_name(const struct node *n); /* CPython's name for it if it is no target; NULL: it is one */
void check_line(struct lower *l, enum sym sym, const struct kids *k);
void check_walrus(struct lower *l, const struct kids *k, enum sym parent);
bool name_is_keyword(const char *s, uint32_t n);
#endif
