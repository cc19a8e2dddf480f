// SPDX-License-Identifier: MIT
/* Finds the context of the cursor with a pushdown scanner: tokens are read from the beginning of the text, and a
 * stack of frames, one an open bracket, holds the key path, the last key and the keys so far. The scan goes on behind
 * the cursor to the end of its container, to collect the remaining keys.
 *
 * Invariant: text that does not parse never stops the scan; if a key on the way is unknown, so is the path.
 *
 *	data = dict(train=dict(ty|		KEY, container data.train
 *	optimizer = dict(type='A|		TYPE, container optimizer
 *	_base_ = './de|				BASE */
#include "server/cursor/context.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>

enum { DEPTH_MAX = 200, GIVEN_MAX = 1000, PARTS_MAX = 50 };

struct frame {
	char open;	     /* ( [ {; 0: the module */
	bool dict;	     /* its keys are a dict's */
	bool merges;	     /* NAME.update( or .merge(: what stands in it is of the container, too */
	bool subscript;	     /* NAME[ */
	bool known;	     /* the keys that lead to it are: `path` */
	struct keypath path; /* of the container */
	bool keyed;	     /* `key` stands before what comes */
	const char *key;     /* that was written last, as name= or 'name': */
	uint32_t index;	     /* of the item, in a list */
	const char *word;    /* a name or text that may become a key */
	uint32_t word_at;
	bool chained;	      /* the expression before what comes is `chain`: model.backbone['neck'] */
	bool dotted;	      /* ... and a dot follows */
	struct keypath chain; /* texts */
	VEC(, const char *) given;
	VEC(, const char *) text; /* of each of them */
	const char *type;
};
struct scan {
	struct arena *a;
	const char *s;
	uint32_t n, at, cursor;
	struct frame frame[DEPTH_MAX];
	uint32_t depth; /* frames but the module's */
	uint32_t lost;	/* brackets deeper than that */
	struct context *out;
	bool done; /* the cursor was met: only its container is of interest now */
	uint32_t home;
};

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c >= 0x80;
}

static struct frame *top(struct scan *s)
{
	return &s->frame[s->depth];
}

/* --- the cursor */

static struct value text_part(const char *text)
{
	return value_str(str_lit(text), (struct span){ 0 });
}

/* The keys that lead to a container that opens in the frame; false: one of them isn't known. */
static bool path_inside(struct scan *s, const struct frame *f, struct keypath *out)
{
	bool list = f->open == '[' && !f->subscript;

	*out = f->path;
	if (f->keyed)
		*out = keypath_add(s->a, f->path, text_part(f->key));
	else if (list)
		*out = keypath_add(s->a, f->path, value_int(f->index, (struct span){ 0 }));
	return f->known && (f->keyed || list || f->merges);
}

/* `from .models.resnet` up to the cursor, where that is all of its line. */
static bool meet_module(struct scan *s, uint32_t cursor)
{
	uint32_t lo = cursor, word;

	while (lo && s->s[lo - 1] != '\n')
		lo--;
	while (lo < cursor && (s->s[lo] == ' ' || s->s[lo] == '\t'))
		lo++;
	if (cursor - lo < 5 || memcmp(s->s + lo, "from ", 5) != 0)
		return false;
	for (lo += 5, word = lo; lo < cursor; lo++)
		if (!is_word(s->s[lo]) && s->s[lo] != '.')
			return false;
	for (lo = word; lo < cursor; lo++)
		if (s->s[lo] == '.')
			s->out->from = lo + 1;
	s->out->module = arena_strndup(s->a, s->s + word, s->out->from > word ? s->out->from - word : 0);
	return s->out->from > word;
}

static bool is_key(const struct frame *f, const char *key)
{
	return f->keyed && strcmp(f->key, key) == 0;
}

static void meet(struct scan *s, bool quoted, uint32_t from)
{
	struct frame *f = top(s);
	struct context *c = s->out;

	s->done = true;
	s->home = s->depth;
	c->from = from;
	c->quoted = quoted;
	c->call = f->open == '(' || !f->open;
	if (s->lost)
		return;
	c->container = f->path;
	c->key = f->keyed ? f->key : NULL;
	if (quoted && is_key(&s->frame[0], "_base_") && (!s->depth || (s->depth == 1 && !f->dict)))
		c->in = CONTEXT_BASE;
	else if (!quoted && !s->depth && meet_module(s, s->cursor))
		c->in = CONTEXT_MODULE;
	else if (!quoted && f->dotted) {
		c->container = f->chain;
		c->in = f->chained ? CONTEXT_PART : CONTEXT_NONE;
	} else if (!f->known)
		return;
	else if (f->dict && is_key(f, "type"))
		c->in = CONTEXT_TYPE;
	else if (f->dict && f->keyed && quoted)
		c->in = CONTEXT_VALUE;
	else if (f->subscript ? quoted : f->dict && !f->keyed && quoted == (f->open == '{'))
		c->in = CONTEXT_KEY;
}

/* --- tokens */

/* Nothing is completed inside one. */
static void skip_comment(struct scan *s)
{
	while (s->at < s->n && s->s[s->at] != '\n')
		s->at++;
	s->home = s->done ? s->home : s->depth;
	s->done |= s->cursor <= s->at;
}

/* At a quote. The text, without looking at escapes: keys have none. */
static const char *text(struct scan *s)
{
	char quote = s->s[s->at];
	bool triple = s->n - s->at > 2 && s->s[s->at + 1] == quote && s->s[s->at + 2] == quote;
	uint32_t lo = s->at += triple ? 3 : 1, hi;

	while (s->at < s->n) {
		char c = s->s[s->at];

		if (c == quote &&
		    (!triple || (s->n - s->at > 2 && s->s[s->at + 1] == quote && s->s[s->at + 2] == quote)))
			break;
		if (c == '\n' && !triple)
			break; /* unfinished */
		s->at += c == '\\' && s->at + 1 < s->n ? 2 : 1;
	}
	hi = s->at < s->n ? s->at : s->n;
	if (!s->done && s->cursor >= lo && s->cursor <= hi)
		meet(s, true, lo);
	if (s->at < s->n && s->s[s->at] == quote)
		s->at += triple ? 3 : 1;
	return arena_strndup(s->a, s->s + lo, hi - lo);
}

static const char *name(struct scan *s)
{
	uint32_t lo = s->at;

	while (s->at < s->n && is_word(s->s[s->at]))
		s->at++;
	if (!s->done && s->cursor >= lo && s->cursor <= s->at)
		meet(s, false, lo);
	return arena_strndup(s->a, s->s + lo, s->at - lo);
}

static void unchain(struct frame *f)
{
	f->chained = f->dotted = false;
}

static void next_item(struct frame *f)
{
	f->keyed = false;
	f->word = NULL;
	f->index++;
	unchain(f);
}

static void becomes_key(struct scan *s, struct frame *f)
{
	if (!f->word)
		return;
	f->key = f->word;
	f->keyed = true;
	f->word = NULL;
	if (f->given.n < GIVEN_MAX && !(s->out->from == f->word_at && s->done)) {
		vec_push(&f->given, f->key);
		vec_push(&f->text, NULL);
	}
}

static bool is_last(const struct keypath *chain, const char *name)
{
	return chain->n > 1 && strcmp(chain->part[chain->n - 1].as.s->s, name) == 0;
}

/* What the bracket that opens in f holds. */
static struct frame frame_in(struct scan *s, const struct frame *f, char c)
{
	bool call = c == '(' && f->chained;
	struct frame in = { .open = c, .dict = c == '{' || (call && f->word && strcmp(f->word, "dict") == 0) };

	if (call && (is_last(&f->chain, "update") || is_last(&f->chain, "merge"))) {
		in.merges = in.dict = in.known = true;
		in.path = (struct keypath){ f->chain.part, f->chain.n - 1 };
	} else if (c == '[' && f->chained) {
		in.subscript = in.known = true;
		in.path = f->chain;
	} else {
		in.known = path_inside(s, f, &in.path);
	}
	return in;
}

static void open_bracket(struct scan *s, char c)
{
	struct frame *f = top(s), in;

	if (s->lost || s->depth + 1 == DEPTH_MAX) {
		s->lost++;
		return;
	}
	in = frame_in(s, f, c);
	if (c != '{') /* a call or an index: what it names was no key */
		f->word = NULL;
	if (c != '[')
		unchain(f);
	s->depth++;
	vec_release(&top(s)->given);
	vec_release(&top(s)->text);
	*top(s) = in;
}

static void close_bracket(struct scan *s)
{
	struct frame *f = top(s);

	if (s->lost) {
		s->lost--;
	} else if (s->depth) {
		s->depth--;
		if (!f->subscript || !f->word)
			unchain(top(s));
		else
			top(s)->chain = keypath_add(s->a, top(s)->chain, text_part(f->word));
	}
}

static void sign(struct scan *s, char c)
{
	struct frame *f = top(s);
	bool doubled = s->at + 1 < s->n && s->s[s->at + 1] == '=';

	if (c == '(' || c == '[' || c == '{')
		open_bracket(s, c);
	else if (c == ')' || c == ']' || c == '}')
		close_bracket(s);
	else if (c == ',' && f->open)
		next_item(f);
	else if (c == '=' && !doubled && f->open != '{' && f->open != '[')
		becomes_key(s, f);
	else if (c == ':' && f->open == '{')
		becomes_key(s, f);
	else if (c == '\n' && !f->open)
		next_item(f);
	else if (c == '.')
		f->dotted = true;
	else if (!strchr(" \t\r\n", c))
		f->word = NULL;
	if (!strchr(" \t\r\n.[]", c))
		unchain(f);
	s->at += c == '=' && doubled ? 2 : 1;
}

static void word(struct scan *s, const char *text, uint32_t at)
{
	struct frame *f = top(s);
	bool quoted = s->s[at] == '\'' || s->s[at] == '"';

	if (f->keyed && strcmp(f->key, "type") == 0)
		f->type = text;
	if (f->keyed && f->given.n && f->given.at[f->given.n - 1] == f->key)
		f->text.at[f->given.n - 1] = text;
	f->word = f->dotted ? NULL : text; /* a part of an expression is no key */
	f->word_at = quoted ? at + 1 : at;
	f->chained = !quoted && (!f->dotted || (f->chained && f->chain.n < PARTS_MAX));
	if (f->chained)
		f->chain = keypath_add(s->a, f->dotted ? f->chain : (struct keypath){ 0 }, text_part(text));
	f->dotted = false;
}

static void step(struct scan *s)
{
	char c = s->s[s->at];
	uint32_t at = s->at;

	if (!s->done && s->cursor <= at && !is_word(c) && c != '\'' && c != '"')
		meet(s, false, s->cursor);
	if (c == '#')
		skip_comment(s);
	else if (c == '\'' || c == '"')
		word(s, text(s), at);
	else if (is_word(c))
		word(s, name(s), at);
	else
		sign(s, c);
}

static void take_given(struct scan *s)
{
	struct frame *f = &s->frame[s->home];

	s->out->given = arena_array(s->a, const char *, f->given.n + 1);
	s->out->text = arena_array(s->a, const char *, f->given.n + 1);
	for (size_t i = 0; i < f->given.n; i++) {
		s->out->given[i] = f->given.at[i];
		s->out->text[i] = f->text.at[i];
	}
	s->out->type = f->type;
}

void context_at(struct arena *a, const char *bytes, uint32_t n, uint32_t cursor, struct context *out)
{
	struct scan *s = arena_new(a, struct scan);

	memset(out, 0, sizeof *out);
	*s = (struct scan){ .a = a, .s = bytes, .n = n, .cursor = cursor, .out = out };
	s->frame[0].dict = s->frame[0].known = true;
	/* at the top level the statement ends it: later assignments are unrelated to this one */
	while (s->at < n && !(s->done && (s->depth < s->home || !s->home)))
		step(s);
	if (!s->done)
		meet(s, false, cursor);
	take_given(s);
	for (uint32_t i = 0; i < DEPTH_MAX; i++) {
		vec_release(&s->frame[i].given);
		vec_release(&s->frame[i].text);
	}
}
