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

/* Removes what has no effect. */
static void prune(const struct program *p, struct op **at)
{
	while (*at) {
		struct op *o = *at;
		bool empty;

		prune(p, &o->kid);
		prune(p, &o->other);
		empty = (o->kind == OP_FORGET && !is_mentioned(p, o->cell)) ||
			((o->kind == OP_IF || o->kind == OP_LOOP || o->kind == OP_CALL || o->kind == OP_WITH) &&
			 !o->kid && !o->other) ||
			((o->kind == OP_LOOP || o->kind == OP_CALL) && is_jump(o->kid) && !o->kid->next);
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
