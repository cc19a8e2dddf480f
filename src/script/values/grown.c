// SPDX-License-Identifier: MIT
/* Which lists of an object only become longer: `self.outputs.append(x)`, and nothing empties it.
 *
 * Every use of the attribute in the class's file must be one that leaves the list as it is or appends to it; other
 * files must not have the attribute's name. So anything that is not understood ends the search.
 *
 *	def __init__(self): self.outputs = []
 *	def validation_step(self, batch, i): self.outputs.append(self(batch))
 *	def on_validation_epoch_end(self): print(len(self.outputs))
 *	-> {attribute: outputs, text: "self.outputs.append(self(batch))", reads: [on_validation_epoch_end],
 *	    tests: []} */
#include "script/values/grown.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <ctype.h>
#include <string.h>

enum { GROWN_MAX = 8, READS_MAX = 32 };
enum use { USE_OTHER, USE_GROWS, USE_READS, USE_BEGINS };

static bool is_def(const struct node *n)
{
	return n->kind == NODE_DEF;
}

static bool is_self(const struct node *n)
{
	return n->kind == NODE_NAME && !strcmp(n->text->s, "self");
}

/* `x.append(y)` */
static bool grows(const struct node *call, const struct node *attr)
{
	return call->kind == NODE_CALL && call->kid[0] == attr &&
	       (!strcmp(attr->text->s, "append") || !strcmp(attr->text->s, "extend"));
}

static bool is_empty(const struct node *n)
{
	return (n->kind == NODE_LIST && !n->n) || (n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_NAME &&
						   !strcmp(n->kid[0]->text->s, "list"));
}

/* A builtin, or a function of another package: it does not change a list that it gets. */
static bool is_abroad(const struct script_project *p, struct fn *scope, const struct node *callee)
{
	const struct str *name = script_refer(scope, callee);

	if (callee->kind == NODE_NAME && names_find(scope, callee->text).kind == F_NONE)
		return true;
	return name && strchr(name->s, '.') && !map_get(&p->model.by_dotted, name) &&
	       script_callee(scope, callee).kind == F_EXT;
}

static enum use use_of(const struct script_project *p, const struct cls *k, const struct walk *w)
{
	uint32_t kid;
	const struct node *parent = walk_parent(w, &kid), *above = walk_around(w, 1), *def = walk_nearest(w, is_def);
	bool begins = def && !strcmp(def->text->s, "__init__");

	if (!parent || !def)
		return USE_OTHER;
	switch (parent->kind) {
	case NODE_ATTR:
		return above && grows(above, parent) ? USE_GROWS : USE_OTHER;
	case NODE_CALL:
		return kid && is_abroad(p, k->in, parent->kid[0]) ? USE_READS : USE_OTHER;
	case NODE_FOR:
	case NODE_CFOR:
		return kid == 1 ? USE_READS : USE_OTHER;
	case NODE_ASSIGN:
		return kid == 1 && parent->n == 2 && begins && is_empty(parent->kid[0]) ? USE_BEGINS : USE_OTHER;
	case NODE_ANNASSIGN:
		return kid == 0 && begins && parent->kid[2] && is_empty(parent->kid[2]) ? USE_BEGINS : USE_OTHER;
	default:
		return USE_OTHER;
	}
}

/* ".outputs" in the text of another file. */
static bool is_named_elsewhere(const struct script_project *p, const struct cfile *but, const struct str *name)
{
	for (uint32_t i = 0; i < p->model.nfiles; i++) {
		const struct cfile *f = p->model.file[i];

		if (f == but || f->broken)
			continue;
		if (!f->src)
			return true;
		for (const char *at = f->src->bytes; (at = strstr(at, name->s)); at += name->len)
			if (at > f->src->bytes && (at[-1] == '.' || at[-1] == '\'' || at[-1] == '"') &&
			    !isalnum((unsigned char)at[name->len]) && at[name->len] != '_')
				return true;
	}
	return false;
}

/* Adds the methods that read it. false: something may empty it. */
static bool only_grows(struct arena *a, struct script_project *p, const struct cls *k, const struct str *name,
		       struct list *reads, struct span at)
{
	uint32_t begins = 0;
	struct walk w;

	walk_begin(&w, k->file->tree.root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind != NODE_ATTR || n->text != name)
			continue;
		enum use use = is_self(n->kid[0]) ? use_of(p, k, &w) : USE_OTHER;

		if (use == USE_OTHER || reads->n >= READS_MAX)
			return false;
		begins += use == USE_BEGINS;
		if (use == USE_READS)
			list_push(a, reads, value_str(walk_nearest(&w, is_def)->text, at), at);
	}
	return begins == 1 && !w.too_deep && !is_named_elsewhere(p, k->file, name);
}

static bool has_attribute(const struct list *all, const struct str *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (dict_find_str(all->at[i].val.as.dict, str_lit("attribute"))->val.as.s == name)
			return true;
	return false;
}

/* The texts of the tests of the `if` around the node returned last. */
static struct value tests_around(struct arena *a, const struct cls *k, const struct walk *w, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 2, at);
	const struct node *up;

	for (uint32_t i = 0; (up = walk_around(w, i)); i++)
		if (up->kind == NODE_IF)
			list_push(a, all.as.list,
				  value_text(arena_strndup(a, k->file->src->bytes + up->kid[0]->lo,
							   up->kid[0]->hi - up->kid[0]->lo),
					     at),
				  at);
	return all;
}

struct value script_grown(struct arena *a, struct script_project *p, const struct cls *k, const struct node *def)
{
	uint32_t file = k->file->src->id;
	struct span whole = { file, def->lo, def->hi };
	struct value all = value_list(a, VALUE_LIST, 1, whole);
	struct walk w;

	walk_begin(&w, def->kid[1]);
	for (const struct node *n; (n = walk_next(&w)) && all.as.list->n < GROWN_MAX;) {
		const struct node *method = n->kind == NODE_CALL ? n->kid[0] : NULL;
		const struct node *attr = method && method->kind == NODE_ATTR ? method->kid[0] : NULL;

		if (!attr || !grows(n, method) || attr->kind != NODE_ATTR || !is_self(attr->kid[0]) ||
		    has_attribute(all.as.list, attr->text))
			continue;
		struct span at = { file, n->lo, n->hi };
		struct value one = value_dict(a, at), reads = value_list(a, VALUE_LIST, 1, at);

		if (!only_grows(a, p, k, attr->text, reads.as.list, at))
			continue;
		dict_put(a, one.as.dict, value_text("attribute", at), value_str(attr->text, at), at);
		dict_put(a, one.as.dict, value_text("text", at),
			 value_str(str_of(k->file->src->bytes + n->lo, n->hi - n->lo), at), at);
		dict_put(a, one.as.dict, value_text("reads", at), reads, at);
		dict_put(a, one.as.dict, value_text("tests", at), tests_around(a, k, &w, at), at);
		list_push(a, all.as.list, one, at);
	}
	return all;
}
