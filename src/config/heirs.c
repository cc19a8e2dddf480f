// SPDX-License-Identifier: MIT
/* Entries that no heir has kept so far are a list that only gets shorter: the first heir that keeps an entry settles it
 * for all that come after. */
#include "config/heirs.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include <string.h>

struct lost { /* an entry whose value no heir has */
	const struct entry *e;
	struct keypath path;
};
struct heirs {
	uint32_t n;
	struct names_said *names;
	bool begun;
	VEC(, struct lost) lost;
	struct arena arena;
};

bool heir_replaces(struct arena *a, const struct module *m, struct keypath p, struct value mine)
{
	struct slot s = keypath_get(a, m->merged, p);
	bool absent = s.val.kind == VALUE_UNKNOWN && s.val.as.cause && s.val.as.cause->why == WHY_ABSENT;

	return s.found == p.n ? !span_same(s.val.at, mine.at) && s.val.kind != VALUE_UNKNOWN : absent;
}

static void begin(struct heirs *h, const struct module *base, struct keypath up, struct value dict, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, dict.as.dict);
	while ((e = dict_next(&it))) {
		if (e->key.kind != VALUE_STR)
			continue;

		struct keypath p = keypath_add(&h->arena, up, e->key);

		if (e->val.kind == VALUE_DICT && e->val.as.dict->count && depth < HEIRS_DEEP)
			begin(h, base, p, e->val, depth + 1);
		else if (e->val.at.file == base->src->id)
			vec_push(&h->lost, ((struct lost){ e, p }));
	}
}

void heirs_add(struct heirs **to, const struct module *base, const struct module *heir)
{
	struct heirs *h = *to ? *to : (*to = xcalloc(1, sizeof *h));
	struct arena a = { 0 };
	size_t kept = 0;

	h->n++;
	names_said_add(&h->names, heir);
	if (!h->begun && !base->imported && base->src && base->own.kind == VALUE_DICT)
		begin(h, base, (struct keypath){ 0 }, base->own, 0);
	h->begun = true;
	for (size_t i = 0; i < h->lost.n; i++)
		if (heir_replaces(&a, heir, h->lost.at[i].path, h->lost.at[i].e->val))
			h->lost.at[kept++] = h->lost.at[i];
	h->lost.n = kept;
	arena_release(&a);
}

void heirs_free(struct heirs *h)
{
	if (!h)
		return;
	names_said_free(h->names);
	vec_release(&h->lost);
	arena_release(&h->arena);
	free(h);
}

uint32_t heirs_n(const struct heirs *h)
{
	return h ? h->n : 0;
}

const struct names_said *heirs_names(const struct heirs *h)
{
	return h->names;
}

bool heirs_replace(const struct heirs *h, const struct entry *e)
{
	for (size_t i = 0; i < h->lost.n; i++)
		if (h->lost.at[i].e == e)
			return true;
	return false;
}
