// SPDX-License-Identifier: MIT
#include "plain/written.h"
#include "code/limits.h"
#include "plain/paths.h"
#include <string.h>

enum { WRITERS_MAX = 500 };

struct search {
	struct plain_project *p;
	const struct starts *launched;
	struct fn *in;
	unsigned found;
};

/* 'w', 'wb', 'x' as argument i, or as mode=. */
static bool is_write_mode(const struct node *call, uint32_t i)
{
	const struct node *mode = i < call->n && call->kid[i]->kind != NODE_KW ? call->kid[i] : NULL;
	for (uint32_t k = 1; k < call->n && !mode; k++)
		if (call->kid[k]->kind == NODE_KW && !strcmp(call->kid[k]->text->s, "mode"))
			mode = call->kid[k]->kid[0];
	return mode && mode->kind == NODE_STR && (mode->text->s[0] == 'w' || mode->text->s[0] == 'x');
}

/* What the call writes to; NULL: it writes no file. */
static const struct node *target_of(const struct node *call)
{
	const struct node *f = call->kid[0];
	if (f->kind == NODE_NAME && !strcmp(f->text->s, "open") && call->n > 1)
		return call->kid[1]->kind != NODE_KW && is_write_mode(call, 2) ? call->kid[1] : NULL;
	if (f->kind != NODE_ATTR)
		return NULL;
	return !strcmp(f->text->s, "write_text") || (!strcmp(f->text->s, "open") && is_write_mode(call, 1)) ? f->kid[0]
													    : NULL;
}

static void look(struct search *s, const struct node *n, unsigned depth)
{
	const struct node *to = n->kind == NODE_CALL ? target_of(n) : NULL;
	if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA || depth > NEST_MAX || s->found >= WRITERS_MAX)
		return;
	if (to) {
		struct plain_reader r = { .file = s->in->file, .writes = true };
		plain_paths(s->p, &r, s->in, to, s->launched);
		for (size_t i = 0; i < r.path.n; i++)
			vec_push(&s->p->written, r.path.at[i].path);
		vec_release(&r.path);
		s->found++;
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			look(s, n->kid[i], depth + 1);
}

void plain_written_find(struct plain_project *p, const struct starts *launched)
{
	struct search s = { .p = p, .launched = launched };
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->script->model, &n);
	for (size_t i = 0; i < n; i++) {
		s.in = fn[i];
		if (fn[i]->node->kind != NODE_LAMBDA)
			look(&s, fn[i]->node->kind == NODE_DEF ? fn[i]->node->kid[1] : fn[i]->node, 0);
	}
}

bool plain_is_written(const struct plain_project *p, const char *path)
{
	for (size_t i = 0; i < p->written.n; i++)
		if (!strcmp(p->written.at[i], path))
			return true;
	return false;
}
