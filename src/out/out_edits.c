// SPDX-License-Identifier: MIT
/* The byte edits of a finding's preferred fix, as far as they can be planned without trying them out. `cfglint --fix`
 * verifies its edits on the effective configs; these here are a preview for machine formats. */
#include "fix/rewrite.h"
#include "out/out.h"

static bool plan(struct arena *a, const struct graph *g, const struct diag *d, const struct promise *p,
		 struct edits *edits)
{
	struct place at = place_find(a, g, d->root[0], p->path, SCOPE_CHILD);

	if (at.kind == PLACE_NONE)
		return false;
	switch (p->kind) {
	case PROMISE_SET:
		return rewrite_set(a, &at, p->want, edits, NULL);
	case PROMISE_REMOVE:
		return rewrite_remove(a, &at, edits, NULL);
	case PROMISE_RENAME:
		return rewrite_rename(a, &at, p->name, edits, NULL);
	case PROMISE_ADD:
		return rewrite_add(a, &at, p->want, edits, NULL);
	case PROMISE_BECOMES:
		return true; /* the fixplan's own edits do it */
	}
	return false;
}

void out_edits(struct arena *a, const struct graph *g, const struct diag *d, struct edits *edits)
{
	const struct fixplan *fix = d->fix;

	if (d->nfixes == 0)
		return;
	for (uint32_t i = 0; i < fix->nedits; i++)
		vec_push(edits, fix->edit[i]);
	for (uint32_t i = 0; i < fix->n; i++)
		if (d->nroots == 0 || !plan(a, g, d, &fix->promise[i], edits)) {
			edits->n = 0; /* all or none */
			return;
		}
	edits_sort(edits);
}
