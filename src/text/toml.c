// SPDX-License-Identifier: MIT
/*
 * A parser for TOML 1.0, after Python's tomllib. Lines are read in order into a tree of tables; when all are read, the
 * tree becomes nodes. Which names may still be extended are marks of the tree:
 *
 *   fixed      a value, or a table in braces: nothing is added to it or below it
 *   declared   a table of a header, or one that dotted names of an earlier table made: it has no second header, and
 *              dotted names add nothing to it
 *
 * Example: [a]              table a, declared
 *          b.c = 1          table b of a, declared at the next header
 *          [[d]]            array d with one table
 *          [d.e]            table e of d's last table
 */
#include "text/toml.h"
#include "base/map.h"
#include "text/toml_scalar.h"
#include "text/ybuild.h"
#include <string.h>

enum { DEPTH = 256, PARTS = 64 };

struct table;
struct item { /* a value: a scalar, an array or a table */
	enum { ITEM_SCALAR, ITEM_ARRAY, ITEM_TABLE } kind;
	bool fixed, declared;
	bool pending; /* declared at the next header */
	struct span at;
	const struct ynode *scalar, *key; /* key: of an entry */
	struct item *first, *last, *next; /* elements, or entries in their order */
	struct item *pended;		  /* the next that is pending */
	struct map entry;		  /* of a table: by key */
	uint32_t n;
};
struct name { /* the parts of a key */
	const struct ynode *part[PARTS];
	uint32_t n;
};
struct toml {
	struct ybuild b; /* its arena, source and errors */
	const char *s;
	uint32_t at;
	struct buf text;
	struct item *root, *table; /* table: the one that lines add to */
	struct item *pending;
	uint32_t depth; /* of table, at most */
};

static bool fail_at(struct toml *t, uint32_t at, const char *what)
{
	return ybuild_fail(&t->b, ERR_SYNTAX, at, "%s", what);
}

static bool fail(struct toml *t, const char *what)
{
	return fail_at(t, t->at, what);
}

static bool fail_deep(struct toml *t)
{
	return ybuild_fail(&t->b, ERR_LIMIT, t->at, "nested deeper than %d levels", DEPTH);
}

static char skip_blanks(struct toml *t)
{
	while (t->s[t->at] == ' ' || t->s[t->at] == '\t')
		t->at++;
	return t->s[t->at];
}

/* ---- the tree */

static struct item *new_item(struct toml *t, int kind, uint32_t lo, uint32_t hi)
{
	struct item *x = arena_new(t->b.arena, struct item);

	x->kind = kind;
	x->at = (struct span){ t->b.src->id, lo, hi };
	return x;
}

static void append(struct item *to, struct item *x)
{
	if (to->last)
		to->last->next = x;
	else
		to->first = x;
	to->last = x;
	to->n++;
}

static void put(struct toml *t, struct item *table, const struct ynode *key, struct item *x)
{
	x->key = key;
	map_put(t->b.arena, &table->entry, key->text, x);
	append(table, x);
}

static struct item *entry(const struct item *table, const struct ynode *key)
{
	return map_get(&table->entry, key->text);
}

/* The table of a name, made if it isn't there. Through an array leads its last table. NULL: the name is a value's. */
static struct item *enter(struct toml *t, struct item *table, const struct ynode *key)
{
	struct item *x = entry(table, key);

	if (!x) {
		x = new_item(t, ITEM_TABLE, key->at.lo, key->at.hi);
		put(t, table, key, x);
	}
	if (x->kind == ITEM_ARRAY && !x->fixed)
		x = x->last;
	if (x->kind == ITEM_TABLE && !x->fixed)
		return x;
	fail_at(t, key->at.lo, "Cannot overwrite a value");
	return NULL;
}

static void declare_later(struct toml *t, struct item *x)
{
	if (x->pending)
		return;
	x->pending = true;
	x->pended = t->pending;
	t->pending = x;
}

static void declare_pending(struct toml *t)
{
	for (; t->pending; t->pending = t->pending->pended)
		t->pending->declared = true;
}

/* ---- keys */

static uint32_t bare_len(const char *s)
{
	return (uint32_t)strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
}

/* A string, or a bare key, as a node. */
static const struct ynode *read_text(struct toml *t, bool many)
{
	uint32_t lo = t->at;
	const char *wrong;

	buf_clear(&t->text);
	wrong = toml_string(t->s, &t->at, many, &t->text);
	if (wrong) {
		fail(t, wrong);
		return NULL;
	}
	return ybuild_scalar(&t->b, (struct span){ t->b.src->id, lo, t->at }, str_of(buf_str(&t->text), t->text.n),
			     false, 0);
}

static const struct ynode *read_part(struct toml *t)
{
	uint32_t lo = t->at, n = bare_len(t->s + lo);

	if (t->s[lo] == '"' || t->s[lo] == '\'')
		return read_text(t, false);
	if (!n) {
		fail(t, "Invalid initial character for a key part");
		return NULL;
	}
	t->at += n;
	return ybuild_scalar(&t->b, (struct span){ t->b.src->id, lo, t->at }, str_of(t->s + lo, n), false, 0);
}

static bool read_name(struct toml *t, struct name *k)
{
	for (k->n = 0;; t->at++) {
		skip_blanks(t);
		if (k->n == PARTS)
			return fail_deep(t);
		k->part[k->n] = read_part(t);
		if (!k->part[k->n++])
			return false;
		if (skip_blanks(t) != '.')
			return true;
	}
}

/* ---- values */

static struct item *read_value(struct toml *t, uint32_t depth);

static struct item *read_scalar(struct toml *t)
{
	char c = t->s[t->at];
	uint32_t lo = t->at, n = c == '"' || c == '\'' ? 0 : toml_plain_len(t->s + lo);
	struct item *x = new_item(t, ITEM_SCALAR, lo, lo);

	if (c == '"' || c == '\'') {
		x->scalar = read_text(t, true);
	} else if (n) {
		t->at += n;
		x->at.hi = t->at;
		x->scalar = ybuild_scalar(&t->b, x->at, str_of(t->s + lo, n), true, 0);
	} else {
		fail(t, "Invalid value");
	}
	x->at.hi = t->at;
	x->fixed = true;
	return x->scalar ? x : NULL;
}

/* At a '#': up to the end of the line. */
static void skip_comment(struct toml *t)
{
	if (t->s[t->at] == '#')
		while (t->at < t->b.src->len && !toml_is_control(t->s[t->at]))
			t->at++;
}

static bool at_line_end(const struct toml *t)
{
	return t->s[t->at] == '\n' || (t->s[t->at] == '\r' && t->s[t->at + 1] == '\n');
}

static bool skip_line_end(struct toml *t)
{
	if (!at_line_end(t))
		return false;
	t->at += t->s[t->at] == '\r' ? 2 : 1;
	return true;
}

static char skip_lines(struct toml *t)
{
	do {
		skip_blanks(t);
		skip_comment(t);
	} while (skip_line_end(t));
	return t->s[t->at];
}

static struct item *read_array(struct toml *t, uint32_t depth)
{
	struct item *all = new_item(t, ITEM_ARRAY, t->at++, 0);

	for (char c = skip_lines(t); c != ']'; c = skip_lines(t)) {
		struct item *x = read_value(t, depth + 1);

		if (!x)
			return NULL;
		append(all, x);
		c = skip_lines(t);
		if (c != ',' && c != ']') {
			fail(t, "Unclosed array");
			return NULL;
		}
		t->at += c == ',';
	}
	all->at.hi = ++t->at;
	all->fixed = true;
	return all;
}

static bool read_pair(struct toml *t, struct item *table, uint32_t depth);

static void fix_all(struct item *table)
{
	for (struct item *x = table->first; x; x = x->next)
		if (!x->fixed) /* a table that dotted names made; the others are fixed with all below them */
			fix_all(x);
	table->fixed = true;
}

static struct item *read_braces(struct toml *t, uint32_t depth)
{
	struct item *table = new_item(t, ITEM_TABLE, t->at++, 0);

	if (skip_blanks(t) != '}')
		for (;; t->at++) {
			if (!read_pair(t, table, depth + 1))
				return NULL;
			if (skip_blanks(t) == '}')
				break;
			if (t->s[t->at] != ',') {
				fail(t, "Unclosed inline table");
				return NULL;
			}
		}
	table->at.hi = ++t->at;
	fix_all(table);
	return table;
}

static struct item *read_value(struct toml *t, uint32_t depth)
{
	char c = t->s[t->at];

	if (depth >= DEPTH) {
		fail_deep(t);
		return NULL;
	}
	return c == '[' ? read_array(t, depth) : c == '{' ? read_braces(t, depth) : read_scalar(t);
}

/* `a.b = value`; depth: of the table. Only a header declares what dotted names of lines made. */
static bool read_pair(struct toml *t, struct item *table, uint32_t depth)
{
	struct name k;
	struct item *x;
	bool line = table == t->table;

	if (!read_name(t, &k))
		return false;
	if (t->s[t->at] != '=')
		return fail(t, "Expected '=' after a key in a key/value pair");
	t->at++;
	skip_blanks(t);
	x = read_value(t, depth + k.n);
	for (uint32_t i = 0; x && i + 1 < k.n; i++) {
		struct item *old = entry(table, k.part[i]);

		if (line && old && old->declared)
			return fail_at(t, k.part[i]->at.lo, "Cannot redefine a table");
		table = enter(t, table, k.part[i]);
		if (!table)
			return false;
		if (line)
			declare_later(t, table);
		table->at.hi = t->at;
	}
	if (!x)
		return false;
	if (entry(table, k.part[k.n - 1]))
		return fail_at(t, k.part[k.n - 1]->at.lo, "Cannot overwrite a value");
	put(t, table, k.part[k.n - 1], x);
	return true;
}

/* ---- lines */

/* `[a.b]` or `[[a.b]]` */
static bool read_header(struct toml *t)
{
	uint32_t lo = t->at;
	bool array = t->s[lo + 1] == '[';
	struct item *table = t->root, *x;
	struct name k;

	declare_pending(t);
	t->at += array ? 2 : 1;
	if (!read_name(t, &k))
		return false;
	if (t->s[t->at] != ']' || (array && t->s[t->at + 1] != ']'))
		return fail(t, "Expected ']' at the end of a table declaration");
	t->at += array ? 2 : 1;
	for (uint32_t i = 0; i + 1 < k.n; i++)
		if (!(table = enter(t, table, k.part[i])))
			return false;
	x = entry(table, k.part[k.n - 1]);
	if (x && (x->fixed || (array ? x->kind != ITEM_ARRAY : x->kind == ITEM_ARRAY || x->declared)))
		return fail_at(t, k.part[k.n - 1]->at.lo, "Cannot declare a name twice");
	if (!x) {
		x = new_item(t, array ? ITEM_ARRAY : ITEM_TABLE, lo, t->at);
		put(t, table, k.part[k.n - 1], x);
	}
	x->declared = true;
	x->key = k.part[k.n - 1];
	x->at = array ? x->at : (struct span){ t->b.src->id, lo, t->at };
	x->at.hi = t->at;
	t->table = x;
	t->depth = 2 * k.n; /* each of them may be an array of tables */
	if (array) {
		t->table = new_item(t, ITEM_TABLE, lo, t->at);
		append(x, t->table);
	}
	return true;
}

static bool read_line(struct toml *t)
{
	char c = skip_blanks(t);
	uint32_t lo = t->at;

	if (c == '[') {
		if (!read_header(t))
			return false;
	} else if (c == '"' || c == '\'' || bare_len(t->s + t->at)) {
		if (!read_pair(t, t->table, t->depth))
			return false;
		t->table->at.lo = t->table->at.hi ? t->table->at.lo : lo;
		t->table->at.hi = t->at;
	}
	skip_blanks(t);
	skip_comment(t);
	if (skip_line_end(t) || t->at == t->b.src->len)
		return true;
	return fail(t, lo == t->at ? "Invalid statement" : "Expected newline or end of document after a statement");
}

/* ---- nodes */

static const struct ynode *node_of(struct toml *t, const struct item *x)
{
	struct arena *a = t->b.arena;
	struct ynode *n;
	const struct ynode **kid, **key;
	uint32_t i = 0;

	if (x->kind == ITEM_SCALAR)
		return x->scalar;
	n = ybuild_scalar(&t->b, x->at, NULL, false, 0);
	kid = (const struct ynode **)arena_array(a, void *, x->n + 1);
	key = (const struct ynode **)arena_array(a, void *, x->n + 1);
	for (const struct item *k = x->first; k; k = k->next, i++) {
		kid[i] = node_of(t, k);
		key[i] = k->key;
	}
	n->kind = x->kind == ITEM_TABLE ? Y_MAP : Y_SEQ;
	n->n = x->n;
	n->kid = kid;
	n->key = x->kind == ITEM_TABLE ? key : NULL;
	return n;
}

const struct ynode *toml_parse_config(struct arena *a, const struct source *s, struct err *e)
{
	struct toml t = { .b = { .arena = a, .src = s, .e = e }, .s = s->bytes };
	const struct ynode *root = NULL;
	bool good = source_check(s, e);

	t.root = t.table = good ? new_item(&t, ITEM_TABLE, 0, 0) : NULL;
	while (good && t.at < s->len)
		good = read_line(&t);
	if (good)
		root = node_of(&t, t.root);
	buf_release(&t.text);
	ybuild_release(&t.b);
	return root;
}
