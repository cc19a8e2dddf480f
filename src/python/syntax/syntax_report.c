// SPDX-License-Identifier: MIT
/* Errors and their places: converts offsets to the original text, collects errors, and describes tree-sitter's ERROR
 * nodes in CPython's words.
 *
 * Example: f(a b)    ERROR at b: invalid syntax. Perhaps you forgot a comma?
 *          x = $1    ERROR at $: invalid syntax */
#include "python/syntax/priv.h"
#include <ctype.h>
#include <string.h>

enum { MAX_ERRORS = 50 };

/* --- places and errors */

uint32_t parse_place(const struct lower *l, uint32_t offset, bool is_end)
{
	return l->map ? textmap_back(l->map, offset + l->base, is_end) : offset + l->base;
}

uint32_t parse_line(const struct lower *l, uint32_t offset)
{
	uint32_t line = 1;

	for (const char *at = l->s; (at = memchr(at, '\n', (size_t)(l->s + offset - at))); at++)
		line++;
	return line;
}

static void add_error(struct lower *l, uint32_t lo, uint32_t hi, const char *fmt, va_list ap)
{
	if (l->errors->n < MAX_ERRORS)
		vec_push(l->errors, ((struct syntax_error){ .lo = lo, .hi = hi, .msg = arena_vprintf(l->a, fmt, ap) }));
}

void parse_error(struct lower *l, uint32_t lo, uint32_t hi, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_error(l, parse_place(l, lo, false), parse_place(l, hi, lo != hi), fmt, ap);
	va_end(ap);
}

void parse_cells_may(struct lower *l)
{
	if (l->errors->n < MAX_ERRORS) /* else the last one may be another */
		l->errors->at[l->errors->n - 1].cells_may = true;
}

void parse_newer(struct lower *l, uint32_t lo, uint32_t hi, const char *msg)
{
	if (!l->p->newer.msg)
		l->p->newer = (struct syntax_error){ .lo = parse_place(l, lo, false), .hi = parse_place(l, hi, lo != hi), .msg = msg };
}

void parse_error_at(struct lower *l, const struct node *n, const char *fmt, ...)
{
	va_list ap;

	if (l->broken)
		return;
	va_start(ap, fmt);
	add_error(l, n->lo, n->hi, fmt, ap);
	va_end(ap);
}

/* --- tree-sitter's errors */

static uint32_t line_end(const struct lower *l, uint32_t lo, uint32_t hi)
{
	const char *end = hi > lo ? memchr(l->s + lo, '\n', hi - lo) : NULL;

	return end && end > l->s + lo ? (uint32_t)(end - l->s) : hi;
}

/* Rough ranges of punctuation and symbols; other characters outside ASCII may be part of a name. */
static bool is_symbol(unsigned code)
{
	return (code >= 0x80 && code <= 0xBF && code != 0xAA && code != 0xB5 && code != 0xB7 && code != 0xBA) ||
	       code == 0xD7 || code == 0xF7 || (code >= 0x2000 && code <= 0x2BFF) ||
	       (code >= 0x3000 && code <= 0x3003) || (code >= 0x3008 && code <= 0x3020) ||
	       (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF01 && code <= 0xFF0F) ||
	       (code >= 0xFF1A && code <= 0xFF20) || (code >= 0xFF5B && code <= 0xFF65) || code >= 0x1F000;
}

static uint32_t char_at(const struct lower *l, uint32_t at, unsigned *code)
{
	unsigned char c = (unsigned char)l->s[at];
	uint32_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;

	*code = n == 1 ? c : c & (0xFFu >> (n + 1));
	for (uint32_t i = 1; i < n; i++)
		*code = *code << 6 | ((unsigned char)l->s[at + i] & 0x3F);
	return n;
}

/* The first character of an ERROR node that no Python token contains, if it comes before any string or comment. */
static bool report_character(struct lower *l, uint32_t lo, uint32_t hi)
{
	unsigned code = 0;
	uint32_t n;

	for (; lo < hi && !strchr("\"'#", l->s[lo]); lo += n) {
		n = char_at(l, lo, &code);
		if (!is_symbol(code))
			continue;
		if (code == 0xA0 || (code >= 0x2000 && code < 0x2010) || (code >= 0x2028 && code <= 0x202F) ||
		    code == 0x3000)
			parse_error(l, lo, lo + n, "invalid non-printable character U+%04X", code);
		else
			parse_error(l, lo, lo + n, "invalid character '%.*s' (U+%04X)", (int)n, l->s + lo, code);
		return true;
	}
	return false;
}

/* Two values side by side inside brackets. */
static bool lacks_comma(const struct lower *l, uint32_t lo)
{
	const struct open_node *f = l->frames->n ? &l->frames->at[l->frames->n - 1] : NULL;

	if (!f || l->items->n == f->first || !l->items->at[l->items->n - 1].node)
		return false;
	switch (f->sym) {
	case S_argument_list:
	case S_list:
	case S_tuple:
	case S_dictionary:
	case S_set:
	case S_parenthesized_expression:
		return strchr("'\"([{_", l->s[lo]) || isalnum((unsigned char)l->s[lo]);
	default:
		return false;
	}
}

void report_broken(struct lower *l, uint32_t lo, uint32_t hi, const char *missing)
{
	hi = line_end(l, lo, hi);
	if (missing && !strcmp(missing, ":"))
		parse_error(l, lo, hi, "expected ':'");
	else if (!report_character(l, lo, hi))
		parse_error(l, lo, hi,
			    lacks_comma(l, lo) ? "invalid syntax. Perhaps you forgot a comma?" : "invalid syntax");
}

/* "f() = 1" is an ERROR "f() =", then a value. Replaces the error that was reported when the node was opened. */
void report_assignment(struct lower *l, const struct open_node *f)
{
	struct lowered_nodes *all = l->items;
	const struct lowered *last = all->n > f->first + 1 ? &all->at[all->n - 1] : NULL;
	const struct node *target = last && last->sym == T_EQUALS ? last[-1].node : NULL;
	const char *name = target && node_is_expr(target) ? check_target_name(target) : NULL;
	bool plain = name && target->kind != NODE_CONST && target->kind != NODE_TUPLE && target->kind != NODE_LIST &&
		     target->kind != NODE_COMPARE && target->kind != NODE_COND && target->kind != NODE_LAMBDA &&
		     target->kind != NODE_BOOL;

	if (!name || !l->errors->n || l->errors->at[l->errors->n - 1].lo != parse_place(l, f->lo, false))
		return;
	l->errors->n--;
	parse_error(l, last[-1].lo, last[-1].hi,
		    plain ? "cannot assign to %s here. Maybe you meant '==' instead of '='?" : "cannot assign to %s",
		    name);
}

/* tree-sitter may insert a newline between statements, without a node for it. */
void report_joined(struct lower *l, const struct kids *k)
{
	for (uint32_t i = 1; i < k->n && !l->errors->n; i++) {
		const struct lowered *last = &k->at[i - 1], *next = &k->at[i];
		uint32_t gap = next->lo > last->hi ? next->lo - last->hi : 0;

		if (last->node && next->node && !memchr(l->s + last->hi, '\n', gap) &&
		    !memchr(l->s + last->hi, ';', gap))
			parse_error(l, next->lo, line_end(l, next->lo, next->hi), "invalid syntax");
	}
}
