// SPDX-License-Identifier: MIT
/* Breadth-first over the tree with a queue: no recursion. */
#include "config/scan.h"
#include "base/vec.h"
#include "project/stdlib.h"
#include <string.h>

static bool is_name(const struct node *n, const char *name)
{
	return n && n->kind == NODE_NAME && !strcmp(n->text->s, name);
}

static bool builtin_module(const char *m)
{
	return !strncmp(m, "mmengine.config", 15) || stdlib_has(m);
}

static bool only_config(const struct node *n)
{
	return !strcmp(n->text->s, "mmengine") && n->n == 1 && !strcmp(n->kid[0]->text->s, "Config");
}

/* true: n decides; *style is the answer */
static bool decides(const struct node *n, enum base_style *style)
{
	switch (n->kind) {
	case NODE_ASSIGN:
		*style = BASES_NAMED;
		return n->n > 1 && is_name(n->kid[1], "_base_");
	case NODE_WITH: {
		const struct node *call = n->n > 1 ? n->kid[1]->kid[0] : NULL;
		bool reads = call && call->kind == NODE_CALL && is_name(call->kid[0], "read_base");
		*style = reads ? BASES_IMPORTED : BASES_ERROR;
		return true;
	}
	case NODE_FROM:
		*style = BASES_IMPORTED;
		return n->op > 0 || (!only_config(n) && !builtin_module(n->text->s));
	case NODE_IMPORT:
		*style = BASES_IMPORTED;
		for (uint32_t i = 0; i < n->n; i++)
			if (!builtin_module(n->kid[i]->text->s))
				return true;
		return false;
	default:
		return false;
	}
}

enum base_style scan_style(const struct node *root, const struct node **at)
{
	VEC(nodes, const struct node *) queue = { 0 };
	enum base_style style = BASES_NAMED;
	*at = NULL;
	vec_push(&queue, root);
	for (size_t i = 0; i < queue.n && !*at; i++) {
		const struct node *n = queue.at[i];
		if (decides(n, &style))
			*at = n;
		for (uint32_t k = 0; k < n->n; k++)
			if (n->kid[k] && n->kid[k]->n)
				vec_push(&queue, n->kid[k]);
	}
	vec_release(&queue);
	return *at ? style : BASES_NAMED;
}

const struct node *scan_base(const struct node *root)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (root->kid[i]->kind == NODE_ASSIGN && is_name(root->kid[i]->kid[1], "_base_"))
			return root->kid[i]->kid[0];
	return NULL;
}

const char *scan_base_text(const char *text)
{
	static const char name[] = "_base_";
	size_t n = sizeof name - 1;

	for (const char *p = text; (p = strstr(p, name)); p++) {
		const char *sign = p + n + strspn(p + n, " \t");

		if ((p == text || p[-1] == '\n') && (*sign == '=' || *sign == ':'))
			return sign + 1;
	}
	return NULL;
}
