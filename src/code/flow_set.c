// SPDX-License-Identifier: MIT
/* Flags are found by their syntax, add_argument(). The last walk records what is set. */
#include "code/flow_set.h"
#include "code/flow_note.h"
#include "code/priv.h"
#include "python/syntax/treewalk.h"
#include <string.h>

/* ---- flags ---- */

/* "--work-dir" -> work_dir, as argparse names the attribute. */
static const struct str *dest_of(const char *flag)
{
	struct buf b = { 0 };
	for (const char *p = flag + strspn(flag, "-"); *p; p++)
		buf_putc(&b, *p == '-' ? '_' : *p);
	const struct str *s = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return s;
}

/* add_argument('-d', '--work-dir', dest=...): the first long name, else the first name. */
static void add_flag(struct cfile *f, const struct node *call)
{
	const struct str *flag = NULL, *dest = NULL;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		bool is_long = n->kind == NODE_STR && !strncmp(n->text->s, "--", 2);
		if (n->kind == NODE_STR && (!flag || (is_long && strncmp(flag->s, "--", 2))))
			flag = n->text;
		else if (n->kind == NODE_KW && !strcmp(n->text->s, "dest") && n->kid[0]->kind == NODE_STR)
			dest = n->kid[0]->text;
	}
	if (!flag || flag->s[0] != '-')
		return;
	const struct str **stored = arena_new(&f->of->arena, const struct str *);
	*stored = flag;
	map_put(&f->of->arena, &f->flag, dest ? dest : dest_of(flag->s), stored);
}

void flow_flags(struct cfile *f)
{
	struct walk w;
	walk_begin(&w, f->script ? f->tree.root : NULL);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "add_argument"))
			add_flag(f, n);
}

/* The first flag whose attribute of a variable, `args.work_dir`, occurs in the expression. */
static const struct str *flag_in(struct fn *f, const struct node *in)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct str *const *named =
			n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME ? map_get(&f->file->flag, n->text) : NULL;
		if (named)
			return *named;
	}
	return NULL;
}

/* Sets it to "--amp" while the body of `if args.amp:` is walked; returns its old value. */
const struct str *flow_guard(struct fn *f, const struct node *test)
{
	struct index *c = index_of(f->file);
	const struct str *before = c->guard, *flag = c->final ? flag_in(f, test) : NULL;
	if (flag)
		c->guard = flag;
	return before;
}

/* ---- what is set ---- */

static void note(struct fn *f, struct cnode *n, const struct node *at, const struct node *value, bool below)
{
	struct index *c = index_of(f->file);
	struct code_place p = file_place(f->file, at);
	for (size_t i = 0; i < n->set.n; i++)
		if (n->set.at[i].at.file == p.file && n->set.at[i].at.lo == p.lo)
			return;
	const struct str *flag = value ? flag_in(f, value) : NULL;
	const char *how = below ? "may set it" : CODE_SETS;
	if (flag)
		how = arena_printf(&c->m.arena, "%s, from %s", how, flag->s);
	else if (c->guard)
		how = arena_printf(&c->m.arena, "%s, with %s", how, c->guard->s);
	*vec_add(&n->set) = (struct key_set){ p, how, f, below };
}

static void set_key(struct fn *f, const struct aval *of, const struct str *key, const struct node *at,
		    const struct node *value)
{
	if (of->kind == A_NODE && !of->in && !of->copy && filter_has(of->filter, key) && flow_writes(index_of(f->file)))
		note(f, cnode_kid(index_of(f->file), of->node, key), at, value, false);
}

void flow_set(struct fn *f, struct set_target t, const struct node *value)
{
	for (uint32_t i = 0; i < t.of->n; i++) {
		if (t.node->kind == NODE_ATTR)
			set_key(f, &t.of->at[i], t.node->text, t.node, value);
		for (uint32_t k = 0; k < t.key->n; k++)
			if (t.key->at[k].kind == A_TEXT && !t.key->at[k].in)
				set_key(f, &t.of->at[i], t.key->at[k].text, t.node, value);
	}
}

static bool is_dict_call(const struct node *n)
{
	bool is = n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "dict");
	for (uint32_t i = 1; is && i < n->n; i++)
		is = n->kid[i]->kind == NODE_KW;
	return is;
}

void flow_set_below(struct fn *f, const struct aval *of, const struct node *call)
{
	if (of->in || of->copy || !flow_writes(index_of(f->file)))
		return;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];
		if (n->kind == NODE_KW)
			set_key(f, of, n->text, n, n->kid[0]);
		else if (is_dict_call(n))
			flow_set_below(f, of, n);
		else
			note(f, of->node, call->kid[0], n, true);
	}
}
