// SPDX-License-Identifier: MIT
#include "fix/edit/carry.h"
#include "base/vec.h"

enum { CARRY_STEPS_MAX = 8 };

/* --- readers of the variable */

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
	uint32_t used;		     /* nodes with the name, in any form, except targets of plain assignments */
	uint32_t stored;	     /* such targets */
	const struct node *assigned; /* the last such assignment at top level */
	const struct node *user;     /* the last use in the text */
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

static bool is_target(const struct node *n, uint32_t i, const struct str *name)
{
	return n->kind == NODE_ASSIGN && i > 0 && n->kid[i]->kind == NODE_NAME && n->kid[i]->text == name;
}

static void count_targets(struct uses *u, const struct node *n, bool top)
{
	for (uint32_t i = 1; i < n->n; i++)
		if (is_target(n, i, u->name)) {
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

		if (says(n, name)) {
			u.used++;
			if (!u.user || n->lo > u.user->lo)
				u.user = n;
		}
		count_targets(&u, n, at < top);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i] && !is_target(n, i, name))
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
	return u;
}

const struct node *carry_user(const struct module *m, const struct str *name)
{
	return uses_of(m, name).user;
}

const struct node *carry_source(const struct module *m, const struct node *use, const struct dialects *all)
{
	for (unsigned step = 0; step < CARRY_STEPS_MAX && use->kind == NODE_NAME; step++) {
		struct uses u = uses_of(m, use->text);

		if (u.used != 1 || u.stored != 1 || !u.assigned || carry_is_key(all, use->text))
			break;
		use = u.assigned->kid[0];
	}
	return use;
}
