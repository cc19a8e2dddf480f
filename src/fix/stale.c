// SPDX-License-Identifier: MIT
#include "fix/stale.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "config/config_subject.h"
#include <string.h>

VEC(subjects, const struct subject *);

static void add_once(struct subjects *all, const struct subject *x)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i] == x)
			return;
	vec_push(all, x);
}

static bool is_as_read(const struct subject *x, const struct vfs *fs)
{
	struct buf now = { 0 };
	bool same = !x->src || x->src->origin || x->src->cells ||
		    (vfs_read(fs, x->path, &now, NULL) && now.n == x->src->len &&
		     memcmp(buf_str(&now), x->src->bytes, now.n) == 0);

	buf_release(&now);
	return same;
}

struct base_list { /* the bases, each once: one of thousands is read once */
	struct arena a;
	struct map seen; /* by path */
	struct subjects all;
};

static void add_bases(struct base_list *r, const struct subject *x)
{
	for (uint32_t k = 0; k < x->nbases; k++) {
		const struct subject *base = x->base[k].from;
		const struct str *path = base ? str_lit(base->path) : NULL;

		if (!base || map_get(&r->seen, path))
			continue;
		map_put(&r->a, &r->seen, path, r);
		vec_push(&r->all, base);
	}
}

bool stale_any(const struct subject_set *set, const struct vfs *fs)
{
	struct base_list r = { 0 };
	bool stale = false;

	for (size_t i = 0; i < set->n; i++)
		add_bases(&r, set->at[i]);
	for (size_t i = 0; i < r.all.n && !stale; i++) {
		stale = !is_as_read(r.all.at[i], fs);
		add_bases(&r, r.all.at[i]);
	}
	vec_release(&r.all);
	arena_release(&r.a);
	return stale;
}

const char *stale_base(const struct subject_set *set, const struct vfs *fs, const char *path)
{
	struct subjects all = { 0 };
	const char *stale = NULL;
	size_t own;

	for (size_t i = 0; i < set->n; i++)
		if (strcmp(subject_file(set->at[i]), path) == 0)
			vec_push(&all, set->at[i]);
	own = all.n;
	for (size_t i = 0; i < all.n; i++)
		for (uint32_t k = 0; k < all.at[i]->nbases; k++)
			if (all.at[i]->base[k].from)
				add_once(&all, all.at[i]->base[k].from);
	for (size_t i = own; i < all.n && !stale; i++)
		stale = is_as_read(all.at[i], fs) ? NULL : all.at[i]->path;
	vec_release(&all);
	return stale;
}
