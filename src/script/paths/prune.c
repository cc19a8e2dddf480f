// SPDX-License-Identifier: MIT
#include "script/paths/prune.h"

static bool is_mentioned(const struct program *p, const struct variable *v)
{
	for (uint32_t i = 0; i < p->nkeys; i++)
		for (uint32_t k = 0; k < p->key[i].n; k++)
			if (p->key[i].of[k] == v)
				return true;
	return false;
}

static bool is_jump(const struct op *o)
{
	return o->kind >= OP_BREAK;
}

/* Behind the targets of a loop, which matter only to what its body does. */
static const struct op *body_of(const struct program *p, const struct op *o)
{
	while (o && o->kind == OP_FORGET && o->renews && !is_mentioned(p, o->cell))
		o = o->next;
	return o;
}

/* Removes what has no effect. */
static void prune(const struct program *p, struct op **at)
{
	while (*at) {
		struct op *o = *at;
		bool empty, body = o->kind == OP_IF || o->kind == OP_LOOP || o->kind == OP_CALL || o->kind == OP_WITH;
		const struct op *kid;

		prune(p, &o->kid);
		prune(p, &o->other);
		kid = body_of(p, o->kid);
		empty = (o->kind == OP_FORGET && !o->renews && !is_mentioned(p, o->cell)) ||
			(body && !kid && !o->other) ||
			((o->kind == OP_LOOP || o->kind == OP_CALL) && is_jump(kid) && !kid->next);
		if (empty)
			*at = o->next;
		else
			at = &o->next;
	}
}

void program_prune(struct program *p)
{
	prune(p, &p->first);
}
