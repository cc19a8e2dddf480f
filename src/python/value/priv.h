// SPDX-License-Identifier: MIT
/* What ops*.c, text.c and builtin*.c share among themselves. Nobody else includes this. */
#ifndef PYTHON_VALUE_PRIV_H
#define PYTHON_VALUE_PRIV_H
#include "python/value/ops.h"

enum { TEXT_MAX = 1000000 }; /* bytes of a computed string */

/* Unknown values. */
struct value op_unknown(struct eval *ev, enum why why, struct span at);
struct value op_blame(struct value unknown, struct span at);		   /* the same cause, at another place */
struct value op_blame_in(struct eval *ev, struct value v, struct span at); /* cause of the first Unknown inside v */
/* The first argument that is Unknown, as the operation's result. */
bool op_any_unknown(struct value x, struct value y, struct span at, struct value *out);
bool op_opaque(struct value v); /* its operators are not modelled: reference, object, date, complex, big integer ... */

/* Limits: all growing goes through these, so that a program can't make more than its fuel buys. */
bool op_spend(struct eval *ev, uint64_t items);
bool op_may_hold(struct eval *ev, uint64_t items, struct span at, struct value *why); /* a container of that size */
struct value op_text(struct eval *ev, const char *s, size_t n, struct span at);	      /* a str, or Unknown(FUEL) */
struct value op_buf(struct eval *ev, struct buf *b, struct span at);		      /* likewise; releases b */

/* Reads. */
struct value op_deep(struct eval *ev, struct value v); /* v with all writes seen, for deep reads */
bool list_is_sure(const struct list *l);	       /* its length is known */
bool dict_is_sure(const struct dict *d);
/* As op_iterate, but also a set's items (in the order that they were put in; *ordered tells) and without using up
 * iterators. */
const struct list *op_items(struct eval *ev, struct value v, struct span at, struct value *why, bool *ordered);
struct value dict_view_item(struct eval *ev, const struct entry *e, char what); /* what: k, v or i for (key, value) */
bool op_int(struct value v, int64_t *out);					/* INT or BOOL */
int op_int_arg(struct eval *ev, struct value v, struct span at, int64_t *out,
	       struct value *why); /* or TypeError; 1: fine */

/* Numbers. */
struct value num_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
int num_compare(struct value x, struct value y); /* -1 0 1; 2: unordered (nan) */
struct value num_pow_mod(struct eval *ev, int64_t x, int64_t y, int64_t m, struct span at);
struct value num_round(struct eval *ev, struct value x, struct value ndigits, struct span at);
struct value num_truncate(struct eval *ev, double f, struct span at); /* int(f) */
double text_strtod(const char *s, char **end);			      /* of the C locale */
const char *op_symbol(enum node_op op);
struct value op_no_operator(struct eval *ev, const char *symbol, struct value x, struct value y, struct span at);

/* Sequences and sets. */
struct value seq_concat(struct eval *ev, struct value x, struct value y, struct span at);
struct value seq_repeat(struct eval *ev, struct value x, int64_t n, struct span at);
struct value set_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at);
struct value set_meet(struct eval *ev, struct value x, struct value y, struct span at); /* x's items that y has too */
int set_has(struct value set, struct value key);					/* 1, 0, -1: not known */
struct value set_of(struct eval *ev, enum value_kind kind, const struct list *items,
		    struct span at); /* removes duplicates */
void set_add(struct eval *ev, struct list *set, struct value v, struct span use);
int64_t range_count(const struct range *r);
struct value config_or(struct eval *ev, struct value x, struct value y,
		       struct span at); /* x | y where one is a ConfigDict */
struct value dict_or(struct eval *ev, struct value x, struct value y, struct span at);
/* d.update(other) of plain dicts; other is a dict or yields pairs. false: *why. */
bool dict_merge(struct eval *ev, struct dict *d, struct value other, struct span at, struct value *why);

bool exception_text(struct buf *out, const struct object *o); /* str() and repr() of an exception; false: not known */
bool exception_repr(struct buf *out, const struct object *o);

/* Text. Strings are UTF-8; indices count code points. */
bool text_is_ascii(const struct str *s);
size_t text_count(const char *s, size_t n);		      /* code points */
size_t text_offset(const char *s, size_t n, size_t index);    /* byte offset of a code point; n when past the end */
uint32_t text_decode(const char *s, size_t n, unsigned *len); /* one code point, lenient */
void text_encode(struct buf *out, uint32_t c);
bool text_is_printable(uint32_t c);
bool text_is_space(uint32_t c);
/* As CPython before it reads a number: digits of any script become ASCII, space beyond ASCII a blank, the rest beyond
 * '?'; then the space around goes. */
void text_number(struct buf *out, const char *s, size_t n);
int text_decimal(uint32_t c);	/* a decimal digit's value in any script, or -1 */
bool text_is_digit(uint32_t c); /* str.isdigit() of one character: superscripts and the like too */
void text_quote(struct buf *out, const char *s, size_t n, char quote); /* Python literal; quote 0: as repr() chooses */
void text_bytes(struct buf *out, const struct str *s);
void text_double(struct buf *out, char conv, int precision, bool alt, double f); /* printf's e f g without the locale */
struct value text_percent(struct eval *ev, struct value fmt, struct value args, struct span at); /* fmt % args */
bool op_ascii(struct buf *out, struct value v);
struct format_spec {
	const char *fill;
	unsigned nfill;
	char align, sign, group, type; /* 0 where absent */
	bool alt, zero, has_width, has_precision;
	size_t width, precision;
};
bool format_double(struct buf *out, double f, const struct format_spec *s);
void format_pad(struct buf *out, const char *body, size_t nbody, const struct format_spec *s, char align);
#endif
