// SPDX-License-Identifier: MIT
/* Writes dotted names by what a script imports, and moves imports. A name is written through the longest part of the
 * old expression that stands for a prefix of the new name; a name that is imported by itself is changed at its
 * import.
 *
 * Invariant: an import is edited only if no other use of its name changes its meaning (with SCOPE_OWNER: only calls).
 *
 *	import torch.cuda as c; c.amp.autocast()	torch.cuda.amp.GradScaler is written c.amp.GradScaler
 *	from a import f; f()				to b.f: from b import f
 *	from a import f, g; f()				to b.f: from b import f, then from a import g */
#include "fix/script/name.h"
#include "python/syntax/treewalk.h"
#include <string.h>

/* What `dotted` is below `module`: ".amp.autocast"; NULL: it isn't. */
static const char *below(const struct str *dotted, const struct str *module)
{
	if (strncmp(dotted->s, module->s, module->len) != 0)
		return NULL;
	return dotted->s[module->len] == '.' ? dotted->s + module->len : NULL;
}

static const struct str *first_part(const struct str *dotted)
{
	return str_of(dotted->s, strcspn(dotted->s, "."));
}

const char *name_written(struct rewriter *w, struct fn *scope, const struct str *dotted, const struct node *like)
{
	const struct node *head;
	const struct str *is;
	const char *rest;

	for (const struct node *n = like; n && n->kind == NODE_ATTR; n = n->kid[0]) {
		is = script_refer(scope, n->kid[0]);
		rest = is ? below(dotted, is) : NULL;
		if (rest)
			return arena_printf(w->a, "%s%s", rewriter_slice(w, n->kid[0]->lo, n->kid[0]->hi), rest);
	}
	head = rewriter_node(w, NODE_NAME, first_part(dotted), 0);
	is = script_refer(scope, head);
	return is && is == head->text ? dotted->s : NULL;
}

/* ---- imports */

struct users {
	uint32_t n, called; /* NAME nodes; of them those that are called */
};

static struct users count_users(const struct node *root, const struct str *name)
{
	struct users u = { 0 };
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;

		u.n += n->kind == NODE_NAME && n->text == name;
		u.called += callee && callee->kind == NODE_NAME && callee->text == name;
		if (n->kind == NODE_ALIAS)
			walk_skip(&w);
	}
	return u;
}

struct imports {		 /* of one name */
	struct script_part last; /* node, in */
	const struct node *alias;
	uint32_t n; /* how many there are */
};

static const struct str *bound_by(const struct node *alias)
{
	return alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
}

static struct imports find_imports(const struct node *root, const struct str *bound)
{
	struct imports found = { 0 };
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		for (uint32_t i = 0; n->kind == NODE_FROM && i < n->n; i++)
			if (bound_by(n->kid[i]) == bound) {
				found.n++;
				found.alias = n->kid[i];
				found.last.node = n;
				found.last.in = walk_around(&w, 0);
			}
	return found;
}

static struct node *import_node(struct rewriter *w, const struct str *module, const struct str *name,
				const struct node *as)
{
	struct node *from = rewriter_node(w, NODE_FROM, module, 1);
	struct node *alias = rewriter_node(w, NODE_ALIAS, name, as->n);

	for (uint32_t i = 0; i < as->n; i++)
		alias->kid[i] = as->kid[i];
	from->kid[0] = alias;
	return from;
}

static const char *alias_text(struct rewriter *w, const struct str *name, const struct node *as)
{
	return as->n && as->kid[0] ? arena_printf(w->a, "%s as %s", name->s, as->kid[0]->text->s) : name->s;
}

/* Offset of the module's name in `from module import ...`. */
static bool module_at(struct rewriter *w, const struct node *from, uint32_t *at)
{
	*at = skip_blanks(w->f->src, from->lo + 4);
	return !from->op && from->hi - *at > from->text->len &&
	       !memcmp(w->f->src->bytes + *at, from->text->s, from->text->len);
}

/* The name and its comma, of several in one statement. */
static bool cut_alias(struct rewriter *w, const struct node *from, const struct node *alias)
{
	uint32_t i = 0, lo, hi;

	while (from->kid[i] != alias)
		i++;
	lo = i + 1 < from->n ? alias->lo : from->kid[i - 1]->hi;
	hi = i + 1 < from->n ? from->kid[i + 1]->lo : alias->hi;
	if (gap_has_comment(w->f->src, lo, hi))
		return rewriter_refuse(w, "there is a comment between the imported names");
	rewriter_edit(w, lo, hi, "");
	rewriter_swap(w, alias, NULL, 0);
	return true;
}

/* A statement before this one that imports from the module already; NULL. */
static const struct node *sibling(const struct script_part *import, const struct str *module)
{
	const struct node *found = NULL;

	for (uint32_t i = 0; i < import->in->n && import->in->kid[i] != import->node; i++) {
		const struct node *n = import->in->kid[i];

		if (n && n->kind == NODE_FROM && n->text == module && !n->op && strcmp(n->kid[0]->text->s, "*") != 0)
			found = n;
	}
	return found;
}

bool import_move(struct rewriter *w, const struct script_part *import, const struct node *alias,
		 const struct str *module, const struct str *to_name)
{
	const struct source *s = w->f->src;
	const struct node *from = import->node, *near = sibling(import, module);
	struct node *new = import_node(w, module, to_name, alias);
	const char *text = alias_text(w, to_name, alias);
	uint32_t at;

	if (from->kind != NODE_FROM || !module_at(w, from, &at) || !strcmp(alias->text->s, "*"))
		return rewriter_refuse(w, "only `from module import name` is rewritten");
	if (from->n == 1 && !near) {
		rewriter_edit(w, at, at + from->text->len, module->s);
		if (to_name != alias->text)
			rewriter_edit(w, alias->lo, alias->lo + alias->text->len, to_name->s);
		rewriter_swap(w, from, (const struct node *const[]){ new }, 1);
		return true;
	}
	if (!begins_line(s, from->lo))
		return rewriter_refuse(w, "%s holds more than one statement", source_line_of(w->a, s, from->lo));
	if (near) {
		rewriter_edit(w, near->kid[near->n - 1]->hi, near->kid[near->n - 1]->hi,
			      arena_printf(w->a, ", %s", text));
		rewriter_append(w, near, new->kid[0]);
	} else {
		rewriter_edit(w, from->lo, from->lo,
			      arena_printf(w->a, "from %s import %s%s%s", module->s, text, s->crlf ? "\r\n" : "\n",
					   rewriter_slice(w, line_begin(s, from->lo), from->lo)));
		rewriter_swap(w, from, (const struct node *const[]){ new, from }, 2);
	}
	if (from->n > 1)
		return cut_alias(w, from, alias);
	if (line_end(s, from->hi) != from->hi)
		return rewriter_refuse(w, "%s has more than the import", source_line_of(w->a, s, from->lo));
	rewriter_edit(w, line_begin(s, from->lo), line_next(s, from->hi), "");
	rewriter_swap(w, from, NULL, 0);
	return true;
}

/* ---- callees */

/* The import that binds the callee's name. */
static bool by_import(struct rewriter *w, const struct script_part *call, const struct str *to, const char **why)
{
	const struct node *callee = call->node->kid[0];
	const struct imports f = find_imports(w->f->tree.root, callee->text);
	const struct users u = count_users(w->f->tree.root, callee->text);
	const char *last = strrchr(to->s, '.');

	if (f.n != 1 || !last) {
		*why = arena_printf(w->a, "%s is imported in %u places", callee->text->s, f.n);
		return false;
	}
	if (strcmp(last + 1, f.alias->text->s) != 0 && bound_by(f.alias) == f.alias->text) {
		*why = arena_printf(w->a, "%s would get another name", callee->text->s);
		return false;
	}
	if (w->scope == SCOPE_OWNER ? u.n != u.called : u.n != 1) {
		*why = arena_printf(w->a, "%s is imported by name, and used in %u more place%s", callee->text->s,
				    u.n - 1, plural(u.n - 1));
		return false;
	}
	return import_move(w, &f.last, f.alias, str_of(to->s, (size_t)(last - to->s)), str_lit(last + 1)) ||
	       (*why = w->reason, false);
}

/* Of an object the method's name alone changes. */
static const char *method_written(struct rewriter *w, const struct node *callee, const struct str *to)
{
	const char *last = strrchr(to->s, '.');

	return last ? arena_printf(w->a, "%s%s", rewriter_slice(w, callee->lo, callee->hi - callee->text->len - 1),
				   last)
		    : NULL;
}

bool name_change(struct rewriter *w, const struct script_part *call, const struct str *to, const struct node **is)
{
	const struct node *callee = call->node->kid[0];
	const char *why = NULL, *text;
	size_t edits = w->t->edits.n, swaps = w->swap.n;

	*is = callee;
	if (callee->kind == NODE_NAME && by_import(w, call, to, &why))
		return true;
	w->t->edits.n = edits;
	w->swap.n = swaps;
	text = w->scope == SCOPE_OWNER && callee->kind == NODE_NAME ? NULL
	       : callee->kind == NODE_ATTR && !script_refer(call->scope, callee)
		       ? method_written(w, callee, to)
		       : name_written(w, call->scope, to, callee);
	if (!text)
		return rewriter_refuse(w, "%s",
				       why ? why
					   : arena_printf(w->a, "%s can't be named here: `%s` is not imported", to->s,
							  first_part(to)->s));
	rewriter_edit(w, callee->lo, callee->hi, text);
	*is = rewriter_parsed(w, text);
	return *is || rewriter_refuse(w, "%s can't be written there", to->s);
}
