// SPDX-License-Identifier: MIT
/* YAML is read by lines: the sections around the cursor are the lines above that are indented less. JSON is scanned as
 * a dict of Python (server/cursor/context.h), calls token by token up to the cursor.
 *
 * Invariant: text that does not parse never stops a scan; where the cursor's place is not certain, nothing is
 * completed.
 *
 *	fsdp_config:
 *	  fsdp_v|			section "fsdp_config.", a name
 *	eval_strategy: st|		the value of eval_strategy
 *	{"bf16": {"en|			section "bf16.", a name in quotes
 *	TrainingArguments('out', lr=1, ev|	callee TrainingArguments, given: lr */
#include "server/cursor/argument_spot.h"
#include "base/vec.h"
#include "server/cursor/context.h"
#include <string.h>

enum { GIVEN_MAX = 1000, DEEP = 8, BRACKETS_MAX = 200 };

struct names {
	const char **at;
	uint32_t n;
};

static struct names names_new(struct arena *a)
{
	return (struct names){ .at = (const char **)arena_array(a, void *, GIVEN_MAX + 1) };
}

static void names_add(struct names *to, const char *name)
{
	if (to->n < GIVEN_MAX)
		to->at[to->n++] = name;
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* ---- YAML */

struct yaml_line {
	uint32_t lo, hi, indent; /* indent: blanks before what stands there */
	const char *key;	 /* of `key:`; NULL: none */
	uint32_t colon;
};

static struct yaml_line line_at(struct arena *a, const char *s, uint32_t n, uint32_t lo)
{
	struct yaml_line l = { .lo = lo, .hi = lo };
	uint32_t at;

	while (l.hi < n && s[l.hi] != '\n')
		l.hi++;
	while (lo + l.indent < l.hi && s[lo + l.indent] == ' ')
		l.indent++;
	at = lo + l.indent;
	while (at < l.hi && (is_word(s[at]) || s[at] == '.'))
		at++;
	if (at > lo + l.indent && at < l.hi && s[at] == ':') {
		l.key = arena_strndup(a, s + lo + l.indent, at - lo - l.indent);
		l.colon = at;
	}
	return l;
}

static uint32_t line_of(const char *s, uint32_t at)
{
	while (at && s[at - 1] != '\n')
		at--;
	return at;
}

/* The sections that the lines above the cursor's open. false: one of them is no plain key. */
static bool sections_above(struct arena *a, const char *s, uint32_t n, struct yaml_line here, const char **section)
{
	uint32_t indent = here.indent, lo = here.lo;

	*section = "";
	for (unsigned deep = 0; indent && lo && deep < DEEP;) {
		struct yaml_line up = line_at(a, s, n, lo = line_of(s, lo - 1));
		bool blank = up.lo + up.indent >= up.hi || s[up.lo + up.indent] == '#';

		if (blank || up.indent >= indent)
			continue;
		if (!up.key)
			return false;
		*section = arena_printf(a, "%s.%s", up.key, *section);
		indent = up.indent;
		deep++;
	}
	return !indent;
}

/* Keys of the same indentation, as long as none is indented less. */
static const char **keys_beside(struct arena *a, const char *s, uint32_t n, struct yaml_line here)
{
	struct names out = names_new(a);
	uint32_t from = 0;

	for (uint32_t lo = 0; lo < n;) {
		struct yaml_line l = line_at(a, s, n, lo);

		if (l.key && l.indent < here.indent) {
			if (l.lo > here.lo)
				break;
			out.n = from;
		}
		if (l.key && l.indent == here.indent && l.lo != here.lo)
			names_add(&out, l.key);
		lo = l.hi + 1;
	}
	return out.at;
}

bool argument_in_yaml(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out)
{
	struct yaml_line here = line_at(a, s, n, line_of(s, cursor));
	uint32_t from = cursor;

	*out = (struct argument_spot){ .lead = ": " };
	while (from > here.lo && (is_word(s[from - 1]) || s[from - 1] == '.'))
		from--;
	out->from = from;
	if (here.key && cursor > here.colon) {
		for (uint32_t i = here.colon + 1; i < from; i++)
			if (s[i] != ' ')
				return false;
		out->key = here.key;
	} else if (from != here.lo + here.indent) {
		return false;
	}
	out->lead = here.key && !out->key ? "" : out->lead;
	out->given = keys_beside(a, s, n, here);
	return sections_above(a, s, n, here, &out->section);
}

/* ---- JSON */

bool argument_in_json(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out)
{
	static const char head[] = "x = ";
	enum { LEAD = sizeof head - 1 };
	struct context at = { 0 };
	char *text = arena_alloc(a, 1, n + LEAD + 1, 1);

	memcpy(text, head, LEAD);
	memcpy(text + LEAD, s, n);
	context_at(a, text, n + LEAD, cursor + LEAD, &at);
	if ((at.in != CONTEXT_KEY && at.in != CONTEXT_VALUE) || !at.container.n || at.from < LEAD)
		return false;
	*out = (struct argument_spot){ .section = "",
				       .key = at.in == CONTEXT_VALUE ? at.key : NULL,
				       .quoted = at.quoted,
				       .from = at.from - LEAD,
				       .given = at.given,
				       .lead = "" };
	for (uint32_t i = 1; i < at.container.n; i++) {
		if (at.container.part[i].kind != VALUE_STR)
			return false;
		out->section = arena_printf(a, "%s%s.", out->section, at.container.part[i].as.s->s);
	}
	return true;
}

/* ---- calls */

struct bracket {
	char open;
	uint32_t at, first; /* first: of its names */
};
struct call_scan {
	const char *s;
	uint32_t n, at, cursor;
	struct arena *a;
	struct bracket bracket[BRACKETS_MAX];
	uint32_t depth;
	struct names given; /* of all open brackets */
	bool inside;	    /* the cursor is in a text or a comment */
};

static void skip_text(struct call_scan *c)
{
	char quote = c->s[c->at];
	uint32_t lo = c->at, run = c->n - lo > 2 && c->s[lo + 1] == quote && c->s[lo + 2] == quote ? 3 : 1;

	for (c->at += run; c->at < c->n; c->at++) {
		if (c->s[c->at] == '\\')
			c->at++;
		else if (run == 1 && c->s[c->at] == '\n')
			break;
		else if (c->s[c->at] == quote &&
			 (run == 1 || (c->n - c->at > 2 && c->s[c->at + 1] == quote && c->s[c->at + 2] == quote))) {
			c->at += run;
			break;
		}
	}
	c->inside |= lo < c->cursor && c->cursor < c->at;
}

static void skip_comment(struct call_scan *c)
{
	uint32_t lo = c->at;

	while (c->at < c->n && c->s[c->at] != '\n')
		c->at++;
	c->inside |= lo < c->cursor && c->cursor <= c->at;
}

/* A word; `word=` in brackets is a keyword of theirs. */
static void read_word(struct call_scan *c)
{
	uint32_t lo = c->at, next;

	while (c->at < c->n && is_word(c->s[c->at]))
		c->at++;
	next = c->at + (uint32_t)strspn(c->s + c->at, " ");
	if (c->depth && c->s[next] == '=' && c->s[next + 1] != '=' && !(lo <= c->cursor && c->cursor <= c->at))
		names_add(&c->given, arena_strndup(c->a, c->s + lo, c->at - lo));
}

static void read_sign(struct call_scan *c)
{
	char x = c->s[c->at];

	if (strchr("([{", x) && c->depth < BRACKETS_MAX)
		c->bracket[c->depth++] = (struct bracket){ x, c->at, c->given.n };
	else if (strchr(")]}", x) && c->depth)
		c->given.n = c->bracket[--c->depth].first;
	c->at++;
}

static void step(struct call_scan *c)
{
	char x = c->s[c->at];

	if (x == '\'' || x == '"')
		skip_text(c);
	else if (x == '#')
		skip_comment(c);
	else if (is_word(x))
		read_word(c);
	else
		read_sign(c);
}

/* The keywords behind the cursor, up to the end of its call. */
static void read_rest(struct call_scan *c, uint32_t depth)
{
	while (c->at < c->n && (c->depth > depth || !strchr(")]}", c->s[c->at])))
		step(c);
}

bool argument_in_call(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out)
{
	struct call_scan *c = arena_new(a, struct call_scan);
	uint32_t from = cursor, lo;
	struct bracket *in;

	*c = (struct call_scan){ .a = a, .s = s, .n = n, .cursor = cursor, .given = names_new(a) };
	while (from && is_word(s[from - 1]))
		from--;
	while (c->at < from)
		step(c);
	if (c->inside || c->at != from || !c->depth || c->bracket[c->depth - 1].open != '(')
		return false;
	in = &c->bracket[c->depth - 1];
	for (lo = in->at; lo && (is_word(s[lo - 1]) || s[lo - 1] == '.');)
		lo--;
	for (uint32_t i = from; i-- > in->at;) /* a keyword begins behind a comma or the bracket */
		if (!strchr(" \t\r\n", s[i])) {
			if (s[i] != ',' && i != in->at)
				return false;
			break;
		}
	*out = (struct argument_spot){ .section = "", .from = from, .lead = "=" };
	out->callee = arena_strndup(a, s + lo, in->at - lo);
	read_rest(c, c->depth);
	out->given = c->given.at + in->first;
	c->given.at[c->given.n] = NULL;
	return *out->callee;
}
