// SPDX-License-Identifier: MIT
/* Notes of the last walk, each place once. Earlier walks find out which statements have notes.
 *
 *	cfg.lr, in a loop that is walked three times	one note: `lr` is read in that line */
#include "code/flow_note.h"
#include "code/flow.h"
#include "code/priv.h"

bool flow_writes(struct index *c)
{
	if (!c->final)
		c->step->writes = true;
	return c->final;
}

static void use(struct fn *f, struct cnode *n, const struct node *at, const char *how)
{
	if (!flow_writes(index_of(f->file)))
		return;
	struct code_place p = file_place(f->file, at);
	for (size_t i = 0; i < n->use.n; i++)
		if (n->use.at[i].at.file == p.file && n->use.at[i].at.lo == p.lo)
			return;
	*vec_add(&n->use) = (struct key_read){ p, how, f };
}

void flow_open(struct fn *f, struct cnode *n, const struct node *at, bool abroad, const char *why)
{
	struct index *c = index_of(f->file);
	if (!flow_writes(c))
		return;
	n->copies = false;
	if (n->open && (!n->abroad || abroad))
		return;
	n->open = true;
	n->abroad = abroad;
	n->open_at = file_place(f->file, at);
	n->open_why = why;
}

void flow_copied(struct fn *f, struct cnode *n, const struct node *at, const char *why)
{
	bool copies = index_of(f->file)->final && (n->copies || !n->open);
	flow_open(f, n, at, true, why);
	n->copies = copies;
}

void flow_iterated(struct fn *f, struct cnode *n, const struct node *at)
{
	if (!flow_writes(index_of(f->file)) || n->iterated)
		return;
	n->iterated = true;
	n->iterated_at = file_place(f->file, at);
}

struct cnode *flow_read(struct fn *f, const struct aval *v, const struct str *key, const struct node *at,
			const char *how)
{
	if (!filter_has(v->filter, key))
		return NULL;
	struct cnode *k = cnode_kid(index_of(f->file), v->node, key);
	if (k == v->node) /* at the deepest level, where one node stands for all places below */
		flow_take(f, v->node->key, key, false);
	use(f, k, at, how);
	return k;
}

void flow_escape(struct fn *f, const struct aset *v, const struct node *at, bool abroad, const char *why)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (v->at[i].kind == A_NODE)
			flow_open(f, v->at[i].node, at, abroad, why);
}

void flow_frame(struct fn *f, const struct node *call)
{
	const struct node *callee = call->kid[0], *params = f->node->kid[0];
	const struct str *name = callee->kind == NODE_ATTR || callee->kind == NODE_NAME ? callee->text : NULL;

	if (!name || f->node->kind != NODE_DEF || !texts_have(&index_of(f->file)->know->frame_reader, name->s))
		return;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text)
			flow_escape(f, flow_look(f, flow_var(f, params->kid[i]->text)), call, true,
				    arena_printf(&index_of(f->file)->m.arena, "%s() takes the arguments", name->s));
}

/* No code calls it: a function of a file, without decorators, that no code names. */
static bool is_idle(const struct fn *f)
{
	while (f->up && f->up->node->kind != NODE_MODULE)
		f = f->up;
	return f->up && !f->cls && f->node->kind == NODE_DEF && f->node->n == 2 && !f->flow->named && !f->flow->blurred;
}

/* What a script other than training reads doesn't count. */
void flow_mention(struct fn *f, const struct str *key, bool below)
{
	struct index *c = index_of(f->file);
	if ((!c->plain && f->file->script && !f->file->trains) || !flow_writes(c))
		return;
	if (!map_get(&c->mention, key))
		map_put(&c->m.arena, &c->mention, key, f);
	if (!below && !map_get(&c->top, key))
		map_put(&c->m.arena, &c->top, key, f);
	if (!below && !map_get(&c->busy, key) && !is_idle(f))
		map_put(&c->m.arena, &c->busy, key, f);
}

void flow_take(struct fn *f, const struct str *in, const struct str *key, bool removes)
{
	struct index *c = index_of(f->file);
	bool trains = c->plain || !f->file->script || f->file->trains;

	if ((in || removes) && trains && flow_writes(c))
		map_put(&c->m.arena, &c->taken, in ? names_joined(in, key) : key, f);
}

/* `**x` to a callee that takes certain names only. */
void flow_sink(struct fn *f, const struct aval *v, const struct node *at, const struct code_params *to)
{
	if (flow_writes(index_of(f->file)))
		*vec_add(&v->node->sink) = (struct key_sink){ file_place(f->file, at), to, v->filter };
}

/* ---- words ---- */

const char *flow_words(struct fn *f, const char *before, const char *name, const char *after)
{
	struct index *c = index_of(f->file);
	return c->final ? arena_printf(&c->m.arena, "%s%s%s", before, name, after) : "";
}

const char *flow_source(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	struct buf b = { 0 };
	bool blank = false;
	for (uint32_t i = n->lo; i < n->hi && i < f->file->src->len && b.n < 60; i++) {
		char ch = f->file->src->bytes[i];
		bool space = ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r';
		if (!space)
			buf_putc(&b, ch);
		else if (!blank)
			buf_putc(&b, ' ');
		blank = space;
	}
	while (b.n && n->hi - n->lo > 60 && (b.s[b.n - 1] & 0x80)) /* not within a character */
		b.n--;
	if (b.n >= 60)
		buf_puts(&b, "...");
	const char *s = arena_strndup(&c->scratch, buf_str(&b), b.n);
	buf_release(&b);
	return s;
}
