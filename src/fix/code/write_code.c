// SPDX-License-Identifier: MIT
/* Writes a patch (lint/rules/patch.h) at one site of training code: replaces the placeholders ($path, $key, $keys,
 * $in, $on) in its text, and adds the imports that it needs. */
#include "fix/code/write_code.h"
#include <string.h>

enum { LINE_MOST = 79, INDENT = 4 /* of a patch's own text, and the default if the file doesn't determine it */ };

struct writer {
	const struct writing_of *w;
	const struct site *s;
	struct edits *out;
	const char **why;
};

static bool refuse(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(struct writer *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	*w->why = arena_vprintf(w->w->a, fmt, ap);
	va_end(ap);
	return false;
}

static void put(struct writer *w, uint32_t lo, uint32_t hi, const char *text)
{
	struct span at = w->w->span(w->w->ctx, (struct code_place){ w->s->src, lo, hi });

	edits_put(w->w->a, w->out, at, text, strlen(text));
}

static const char *newline(const struct writer *w)
{
	return w->s->src->crlf ? "\r\n" : "\n";
}

/* --- lines */
static uint32_t first_word(const struct source *s, uint32_t start)
{
	return start + (uint32_t)strspn(s->bytes + start, " \t");
}

static const char *indent_of(struct writer *w, uint32_t at)
{
	uint32_t start = source_line_start(w->s->src, at);

	return arena_strndup(w->w->a, w->s->src->bytes + start, first_word(w->s->src, start) - start);
}

static uint32_t line_length(const struct source *s, uint32_t start)
{
	return (uint32_t)strcspn(s->bytes + start, "\r\n");
}

/* --- texts of patches */
static const char *quoted_keys(struct writer *w)
{
	struct buf b = { 0 };
	const char *out;

	for (uint32_t i = 0; i < w->w->n; i++)
		buf_printf(&b, "%s'%s'", i ? ", " : "", w->w->key[i].part[w->w->key[i].n - 1].as.s->s);
	out = arena_strdup(w->w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* The text that the placeholder at text stands for, and its length; NULL: no placeholder of ours, or it has no value
 * here. */
static const char *meant(struct writer *w, const char *text, size_t *n)
{
	const struct keypath *key = &w->w->key[0];
	const struct {
		const char *word, *text;
	} all[] = { { "$keys", quoted_keys(w) },
		    { "$key", key->part[key->n - 1].as.s->s },
		    { "$in", w->s->of },
		    { "$on", w->s->on } };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (strncmp(text, all[i].word, *n = strlen(all[i].word)) == 0)
			return all[i].text;
	return NULL;
}

/* NULL: refused. */
static const char *filled(struct writer *w, const char *text)
{
	struct buf b = { 0 };
	const char *out = NULL, *x;
	size_t n;

	for (; *text; text += n) {
		n = 1;
		if (*text != '$') {
			buf_putc(&b, *text);
			continue;
		}
		if (!(x = meant(w, text, &n)))
			break;
		buf_puts(&b, x);
	}
	if (*text)
		refuse(w, "the call is not a method of a named object");
	else
		out = arena_strdup(w->w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* --- an argument */

/* Behind the last argument, and brackets around it. */
static uint32_t arguments_end(const struct site *s)
{
	const char *bytes = s->src->bytes;
	uint32_t end = s->call->kid[s->call->n - 1]->hi, at = end;

	while (at + 1 < s->call->hi) {
		if (bytes[at] == '#')
			at += (uint32_t)strcspn(bytes + at, "\r\n");
		else if (bytes[at++] == ')')
			end = at;
	}
	return end;
}

static bool begins_argument(const struct site *s, uint32_t at)
{
	for (uint32_t i = 1; i < s->call->n; i++)
		if (s->call->kid[i]->lo == at)
			return true;
	return false;
}

/* If a comma follows at the end of the line, a comment aside: the offset after it. */
static bool ends_line(const struct site *s, uint32_t *end)
{
	uint32_t at = first_word(s->src, *end);

	if (s->src->bytes[at] != ',')
		return false;
	at = first_word(s->src, at + 1);
	if (!strchr("#\r\n", s->src->bytes[at]))
		return false;
	*end = at + (s->src->bytes[at] == '#' ? line_length(s->src, at) : 0);
	return true;
}

/* Its lines as one: a blank between them, but for behind an opening and before a closing bracket. */
static const char *one_line(struct writer *w, const char *text)
{
	struct buf b = { 0 };
	const char *out;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		text += strspn(text, " ");
		if (b.n && !strchr("([{", b.s[b.n - 1]) && !strchr(")]}", *text))
			buf_putc(&b, ' ');
		buf_add(&b, text, strcspn(text, "\n"));
	}
	out = arena_strdup(w->w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* Its lines, each behind this indentation. */
static const char *many_lines(struct writer *w, const char *text, const char *indent)
{
	struct buf b = { 0 };
	const char *out;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		buf_printf(&b, "%s%s", b.n ? newline(w) : "", indent);
		buf_add(&b, text, strcspn(text, "\n"));
	}
	out = arena_strdup(w->w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* All arguments go to the next line. */
static void break_call(struct writer *w)
{
	uint32_t callee = w->s->call->kid[0]->hi, open = callee + (uint32_t)strcspn(w->s->src->bytes + callee, "(") + 1;

	put(w, open, open, arena_printf(w->w->a, "%s%s%*s", newline(w), indent_of(w, w->s->call->lo), INDENT, ""));
}

/* On a line of its own where the last argument's line begins with one; else behind it, and where that line gets too
 * long all arguments go to the next. */
static bool add_argument(struct writer *w)
{
	const struct site *s = w->s;
	const struct node *call = s->call, *last = call->kid[call->n - 1];
	const char *text = filled(w, w->w->p->add), *line = text ? one_line(w, text) : NULL, *indent;
	uint32_t end, start, rest;

	if (!text)
		return false;
	if (call->n < 2 || last->kind == NODE_GENEXP)
		return refuse(w, "the call has no argument after which one could be added");
	end = arguments_end(s);
	start = source_line_start(s->src, last->lo);
	rest = line_length(s->src, end);
	indent = indent_of(w, last->lo);
	if (start > call->kid[0]->hi && begins_argument(s, first_word(s->src, start))) {
		bool comma = ends_line(s, &end);

		if (strlen(indent) + strlen(line) + (comma ? 1 : rest) > LINE_MOST)
			line = many_lines(w, text, indent);
		else
			line = arena_printf(w->w->a, "%s%s", indent, line);
		put(w, end, end,
		    arena_printf(w->w->a, "%s%s%s%s", comma ? "" : ",", newline(w), line, comma ? "," : ""));
		return true;
	}
	if (start == source_line_start(s->src, call->lo) && end - start + rest <= LINE_MOST &&
	    end - start + rest + strlen(line) + 2 > LINE_MOST)
		break_call(w);
	put(w, end, end, arena_printf(w->w->a, ", %s", line));
	return true;
}

/* Constants on the way give way to the key. */
static bool hand_through(struct writer *w, const struct str *key)
{
	const struct writing_of *of = w->w;
	struct code_place call = { w->s->src, w->s->call->lo, w->s->call->hi };
	struct code_handed x = code_handed(of->c, of->a, call, key);
	const char *text;

	if (!x.taken)
		return refuse(w, "%s would not reach the call: %s", key->s, x.why);
	if (!x.set.file)
		return true;
	text = arena_printf(of->a, "%s.pop('%s', %.*s)", x.rest, key->s, (int)(x.set.hi - x.set.lo),
			    x.set.file->bytes + x.set.lo);
	edits_put(of->a, w->out, of->span(of->ctx, x.set), text, strlen(text));
	return true;
}

/* --- statements */
VEC(node_stack, const struct node *);

static bool uses_name(const struct node *def, const struct str *name)
{
	struct node_stack todo = { 0 };
	bool found = false;

	vec_push(&todo, def);
	while (todo.n && !found) {
		const struct node *n = vec_pop(&todo);

		found = (n->kind == NODE_NAME || n->kind == NODE_PARAM) && n->text == name;
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
	return found;
}

/* The names that the statements bind are new to the function. */
static bool binds_new(struct writer *w, const struct node *root)
{
	struct node_stack todo = { 0 };
	const struct str *clash = NULL;

	vec_push(&todo, root);
	while (todo.n && !clash) {
		const struct node *n = vec_pop(&todo);
		const struct node *to = n->kind == NODE_ASSIGN ? n->kid[1] : n->kind == NODE_FOR ? n->kid[0] : NULL;

		if (to && to->kind == NODE_NAME && uses_name(w->s->def, to->text))
			clash = to->text;
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
	return !clash || refuse(w, "the function already has a variable %s", clash->s);
}

static bool has_needs(struct writer *w)
{
	const struct node *params = w->s->def->kid[0];

	for (uint32_t i = 0; i < w->w->p->nneeds; i++) {
		const struct str *name = str_lit(w->w->p->need[i]);
		bool found = false;

		for (uint32_t k = 0; k < params->n && !found; k++)
			found = params->kid[k]->text == name;
		if (!found)
			return refuse(w, "the function %s has no parameter %s", w->s->def->text->s, name->s);
	}
	return true;
}

/* How much deeper a block stands than what holds it: a text of its own. */
static const char *deeper(struct writer *w)
{
	const struct node *def = w->s->def, *first = def->kid[1]->n ? def->kid[1]->kid[0] : def;
	uint32_t outer = source_line_start(w->s->src, def->lo), inner = source_line_start(w->s->src, first->lo);
	uint32_t n = first_word(w->s->src, outer) - outer, m = first_word(w->s->src, inner) - inner;

	if (inner == outer || m <= n)
		return arena_printf(w->w->a, "%*s", INDENT, "");
	return arena_strndup(w->w->a, w->s->src->bytes + inner + n, m - n);
}

static void put_lines(struct writer *w, struct buf *b, const char *text, const char *indent)
{
	const char *unit = deeper(w), *end;

	for (; *text; text = end + (*end == '\n')) {
		size_t depth = strspn(text, " ") / INDENT;

		end = text + strcspn(text, "\n");
		buf_puts(b, end > text ? indent : "");
		for (size_t i = 0; i < depth; i++)
			buf_puts(b, unit);
		buf_add(b, text + depth * INDENT, (size_t)(end - text) - depth * INDENT);
		buf_puts(b, newline(w));
	}
}

/* The line of the statement, or of the comments right above it. */
static uint32_t above_comments(const struct source *s, uint32_t at)
{
	const uint32_t *start = source_lines(s).at;
	uint32_t line = source_point(s, at).line, column = first_word(s, start[line]) - start[line];

	while (line > 0) {
		uint32_t word = first_word(s, start[line - 1]);

		if (s->bytes[word] != '#' || word - start[line - 1] != column)
			break;
		line--;
	}
	return start[line];
}

static bool is_blank_above(const struct source *s, uint32_t start)
{
	uint32_t line = source_point(s, start).line;

	return line > 0 && strchr("\r\n", s->bytes[first_word(s, source_lines(s).at[line - 1])]);
}

static bool insert_statements(struct writer *w, const char *text)
{
	const struct source *s = w->s->src;
	uint32_t at = source_line_start(s, w->s->statement->lo), to;
	struct buf b = { 0 };

	if (first_word(s, at) != w->s->statement->lo)
		return refuse(w, "the statement shares its line with another");
	to = above_comments(s, at);
	put_lines(w, &b, text, indent_of(w, at));
	if (is_blank_above(s, to))
		buf_puts(&b, newline(w));
	put(w, to, to, buf_str(&b));
	buf_release(&b);
	if (w->w->p->instead)
		put(w, w->s->read->lo, w->s->read->hi, w->w->p->instead);
	return true;
}

/* --- imports */
static bool is_import(const struct node *n)
{
	return n->kind == NODE_IMPORT || n->kind == NODE_FROM;
}

/* The name that an import binds. */
static const struct str *bound_by(const struct node *alias)
{
	return alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
}

/* 1: the file already has the import; 0: it doesn't; -1: the name has another meaning there. */
static int has_import(const struct node *root, const struct node *want)
{
	const struct str *name = want->kid[0]->text;

	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *n = root->kid[i];

		for (uint32_t k = 0; is_import(n) && k < n->n; k++)
			if (bound_by(n->kid[k]) == name)
				return n->kind == want->kind && n->text == want->text && n->kid[k]->text == name ? 1
														 : -1;
		if ((n->kind == NODE_DEF || n->kind == NODE_CLASS) && n->text == name)
			return -1;
	}
	return 0;
}

static size_t package_length(const struct str *module)
{
	return strcspn(module->s, ".");
}

/* The last import at the top of the file, and rather one of the same package. */
static const struct node *import_above(const struct node *root, const struct node *want)
{
	const struct node *any = NULL, *same = NULL;

	for (uint32_t i = 0; i < root->n && root->kid[i]->kind != NODE_DEF && root->kid[i]->kind != NODE_CLASS; i++) {
		const struct node *n = root->kid[i];
		const struct str *module = n->kind == NODE_FROM ? n->text : NULL;

		any = is_import(n) ? n : any;
		if (module && want->kind == NODE_FROM && n->op == 0 &&
		    package_length(module) == package_length(want->text) &&
		    memcmp(module->s, want->text->s, package_length(module)) == 0)
			same = n;
	}
	return same ? same : any;
}

static bool add_import(struct writer *w, const char *text, struct parser *parser)
{
	const struct source *s = w->s->src;
	const struct node *want, *above;
	struct parsed tree;
	uint32_t at;
	int has;

	parse_module(parser, w->w->a, text, (uint32_t)strlen(text), NULL, &tree);
	want = tree.root->n == 1 && is_import(tree.root->kid[0]) ? tree.root->kid[0] : NULL;
	if (!want)
		return refuse(w, "the patch's import is not an import statement: %s", text);
	has = has_import(w->s->root, want);
	if (has < 0)
		return refuse(w, "%s has another meaning in the file", want->kid[0]->text->s);
	above = import_above(w->s->root, want);
	if (!has && !above)
		return refuse(w, "the file has no import next to which %s could be written", text);
	if (!has) {
		at = above->hi + (uint32_t)strcspn(s->bytes + above->hi, "\n");
		at += s->bytes[at] == '\n';
		put(w, at, at, arena_printf(w->w->a, "%s%s", text, newline(w)));
	}
	return true;
}

static bool add_statements(struct writer *w)
{
	const struct patch *p = w->w->p;
	struct parser *parser = parser_new();
	struct parsed tree;
	const char *text = filled(w, p->before);
	bool good = text != NULL;

	if (good && (!w->s->def || !w->s->statement))
		good = refuse(w, "the call is not in a function");
	good = good && has_needs(w);
	if (good) {
		parse_module(parser, w->w->a, text, (uint32_t)strlen(text), NULL, &tree);
		good = (!tree.nerrors || refuse(w, "the patch's statements can't be parsed")) &&
		       binds_new(w, tree.root);
	}
	for (uint32_t i = 0; i < p->nimports && good; i++)
		good = add_import(w, p->import[i], parser);
	parser_free(parser);
	return good && insert_statements(w, text);
}

bool write_patch(const struct writing_of *of, const struct site *s, struct edits *out, const char **why)
{
	struct writer w = { of, s, out, why };

	if (of->p->before)
		return add_statements(&w);
	for (uint32_t i = 0; i < of->n && of->p->through; i++)
		if (!hand_through(&w, of->key[i].part[of->key[i].n - 1].as.s))
			return false;
	return add_argument(&w);
}
