// SPDX-License-Identifier: MIT
#include "plain/written.h"
#include "plain/paths.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { WRITERS_MAX = 500 };

/* 'w', 'wb', 'x' as argument i, or as mode=. */
static bool is_write_mode(const struct node *call, uint32_t i)
{
	const struct node *mode = i < call->n && call->kid[i]->kind != NODE_KW ? call->kid[i] : NULL;
	for (uint32_t k = 1; k < call->n && !mode; k++)
		if (call->kid[k]->kind == NODE_KW && !strcmp(call->kid[k]->text->s, "mode"))
			mode = call->kid[k]->kid[0];
	return mode && mode->kind == NODE_STR && (mode->text->s[0] == 'w' || mode->text->s[0] == 'x');
}

/* The file that the call writes to; NULL: it writes no file. */
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

static void add_written(struct plain_project *p, struct fn *in, const struct node *to, const struct starts *launched)
{
	struct plain_reader r = { .file = in->file, .writes = true };
	plain_paths(p, &r, in, to, launched);
	for (size_t i = 0; i < r.path.n; i++)
		vec_push(&p->written, r.path.at[i].path);
	vec_release(&r.path);
}

void plain_written_find(struct plain_project *p, const struct starts *launched)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->script->model, &n);
	unsigned found = 0;
	struct walk w;
	for (size_t i = 0; i < n; i++) {
		walk_begin(&w, node_body(fn[i]->node));
		for (const struct node *x; found < WRITERS_MAX && (x = walk_next(&w));) {
			const struct node *to = x->kind == NODE_CALL ? target_of(x) : NULL;
			if (x->kind == NODE_DEF || x->kind == NODE_LAMBDA)
				walk_skip(&w);
			if (!to)
				continue;
			add_written(p, fn[i], to, launched);
			found++;
		}
	}
}

bool plain_is_written(const struct plain_project *p, const char *path)
{
	for (size_t i = 0; i < p->written.n; i++)
		if (!strcmp(p->written.at[i], path))
			return true;
	return false;
}
