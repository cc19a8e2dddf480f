// SPDX-License-Identifier: MIT
#include "server/spot.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include <string.h>

void spot_each(struct arena *a, const struct module *m, void (*see)(void *ctx, const struct written *w), void *ctx)
{
	struct tree t = tree_of(a, m->own);

	for (uint32_t i = 0; i < t.n; i++) {
		struct value in = t.at[i].val;
		struct keypath up = tree_path(a, &t, (struct keypath){ 0 }, 0, i);
		struct dict_iter it;
		const struct entry *e;

		if (in.kind == VALUE_DICT) {
			dict_begin(&it, in.as.dict);
			while ((e = dict_next(&it)))
				see(ctx, &(struct written){ keypath_add(a, up, e->key), e->key.at, e->use, e->val });
			continue;
		}
		for (uint32_t k = 0; k < in.as.list->n; k++) {
			const struct item *item = &in.as.list->at[k];
			struct keypath path = keypath_add(a, up, value_int(k, (struct span){ 0 }));

			see(ctx, &(struct written){ path, { 0 }, item->use, item->val });
		}
	}
}

struct seeking {
	uint32_t file, offset;
	struct config_spot *out;
};

static bool holds(const struct seeking *s, struct span at)
{
	return at.file == s->file && at.lo <= s->offset && s->offset <= at.hi && at.hi > at.lo;
}

static bool same_span(struct span x, struct span y)
{
	return x.file == y.file && x.lo == y.lo && x.hi == y.hi;
}

/* A container that is written there is not meant: its keys and values are. */
static bool is_value(const struct seeking *s, const struct written *w)
{
	return holds(s, w->use) && (!value_container(w->val) || !same_span(w->use, w->val.at));
}

static void seek(void *seeking, const struct written *w)
{
	struct seeking *s = seeking;
	struct config_spot *o = s->out;
	bool on_key = holds(s, w->key);
	struct span at = on_key ? w->key : w->use;

	if (!on_key && !is_value(s, w))
		return;
	if (!o->path.n || at.hi - at.lo < o->at.hi - o->at.lo) {
		o->path = w->path;
		o->at = at;
		o->on_key = on_key;
		o->val = w->val;
		o->nalso = 0;
	} else if (same_span(o->at, at) && o->nalso < ARRAY_SIZE(o->also)) {
		o->also[o->nalso++] = w->path;
	}
}

bool spot_find(struct arena *a, const struct module *m, uint32_t offset, struct config_spot *out)
{
	struct seeking s = { m->src->id, offset, out };

	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < m->nbases; i++)
		if (holds(&s, m->base[i].at)) {
			out->base = &m->base[i];
			out->at = m->base[i].at;
			return true;
		}
	spot_each(a, m, seek, &s);
	return out->path.n > 0;
}
