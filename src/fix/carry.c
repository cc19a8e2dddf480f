// SPDX-License-Identifier: MIT
#include "fix/carry.h"
#include "base/vec.h"

enum { CARRY_STEPS_MAX = 8 };

/* --- who reads it */

static bool is_container(const struct dialect *d, const struct str *name)
{
	for (uint32_t i = 0; i < d->nreads; i++)
		if (d->reads[i].path.n > 0 && d->reads[i].path.part[0].as.s == name)
			return true;
	return false;
}

bool carry_is_key(const struct dialects *all, const struct str *name)
{
	for (uint32_t i = 0; all && i < all->n; i++)
		if (dialect_knows_key(all->at[i], name) || is_container(all->at[i], name))
			return true;
	return all == NULL;
}

/* --- uses in a file */

struct uses {
	const struct str *name;
	uint32_t named;		     /* nodes that say the name, in whatever way */
	uint32_t stored;	     /* of these, targets of plain assignments */
	const struct node *assigned; /* the last such assignment at top level */
};

static bool says(const struct node *n, const struct str *name)
{
	switch (n->kind) {
	case NODE_NAME:
	case NODE_ALIAS:
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_PARAM:
	case NODE_EXCEPT:
		return n->text == name;
	default:
		return false;
	}
}

static void count_targets(struct uses *u, const struct node *n, bool top)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		if (n->kid[i]->kind == NODE_NAME && n->kid[i]->text == u->name) {
			u->stored++;
			if (top && n->n == 2)
				u->assigned = n;
		}
}

static struct uses uses_of(const struct module *m, const struct str *name)
{
	struct uses u = { .name = name };
	VEC(, const struct node *) todo = { 0 };
	const struct node *root = m->tree.root;

	for (uint32_t i = 0; root && i < root->n; i++)
		if (root->kid[i])
			vec_push(&todo, root->kid[i]);
	for (size_t top = todo.n, at = 0; at < todo.n; at++) {
		const struct node *n = todo.at[at];

		u.named += says(n, name);
		count_targets(&u, n, at < top);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
	return u;
}

bool carry_is_used(const struct module *m, const struct str *name)
{
	struct uses u = uses_of(m, name);

	return u.named > u.stored;
}

const struct node *carry_source(const struct module *m, const struct node *use, const struct dialects *all)
{
	for (unsigned step = 0; step < CARRY_STEPS_MAX && use->kind == NODE_NAME; step++) {
		struct uses u = uses_of(m, use->text);

		if (u.named != 2 || u.stored != 1 || !u.assigned || carry_is_key(all, use->text))
			break;
		use = u.assigned->kid[0];
	}
	return use;
}
