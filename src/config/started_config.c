// SPDX-License-Identifier: MIT
#include "config/started_config.h"
#include "config/options.h"
#include "config/priv.h"
#include "config/config_subject.h"
#include "launch/starts.h"
#include "project/root.h"
#include "python/value/keypath.h"
#include <string.h>

struct launch_overrides { /* the keys that a launch line sets in this config */
	const struct start *by;
	struct option_given *option;
	uint32_t n;
};

/* Whether the config has the key of "a.b=1". */
static bool has_key(struct arena *a, const struct module *m, const char *option)
{
	struct keypath path;
	struct err e = { 0 };
	const char *eq = strchr(option, '=');

	return eq && keypath_parse(a, arena_strndup(a, option, (size_t)(eq - option)), &path, &e) &&
	       keypath_get(a, m->merged, path).found == path.n;
}

static struct launch_overrides launch_overrides_of(struct unit *u, const struct start *s)
{
	struct launch_overrides o = { .by = s, .option = arena_array(u->a, struct option_given, s->noverrides + 1u) };

	for (uint32_t i = 0; i < s->noverrides; i++)
		if (!s->override[i].existing || has_key(u->a, &u->m, s->override[i].text))
			o.option[o.n++] = (struct option_given){ s->override[i].text, s->override[i].at };
	return o;
}

static bool same(const struct launch_overrides *x, const struct launch_overrides *y)
{
	bool is = x->by->gpus == y->by->gpus && x->by->machines == y->by->machines && x->n == y->n;

	for (uint32_t i = 0; i < x->n && is; i++)
		is = !strcmp(x->option[i].text, y->option[i].text);
	return is;
}

/* The config with those keys. If the loader rejects one, the note is at the launch line. */
static const struct subject *with_options(struct unit *u, const struct launch_overrides *o)
{
	struct subject *s = arena_new(u->a, struct subject);
	struct note *n = arena_new(u->a, struct note);
	const char *why = NULL;

	*s = u->m.subject;
	s->start = o->by;
	s->started = NULL;
	s->nstarted = 0;
	if (o->n && !options_merge(u->a, o->option, o->n, 0, &s->tree, &why)) {
		*n = (struct note){ .id = config_note_id[NOTE_RAISES],
				    .kind = NOTE_RAISES,
				    .at = o->option[0].at,
				    .msg = arena_printf(u->a, "%s: %s", o->by->place, why) };
		s->raises = n;
		s->good = false;
		s->trouble = n->msg;
	}
	return s;
}

static void start_config(struct unit *u, const struct start *all, size_t nall)
{
	struct launch_overrides seen[STARTED_MAX];
	const struct subject **as = (const struct subject **)arena_array(u->a, void *, STARTED_MAX);
	struct subject *s = &u->m.subject;
	uint32_t n = 0;

	s->started = as;
	for (size_t i = 0; i < nall && n < STARTED_MAX; i++) {
		struct launch_overrides o;
		uint32_t k = 0;

		if (!all[i].config || strcmp(all[i].config, u->m.path) != 0 || all[i].unclear)
			continue;
		o = launch_overrides_of(u, &all[i]);
		while (k < n && !same(&seen[k], &o))
			k++;
		if (k < n || (!o.n && !o.by->gpus))
			continue;
		seen[n++] = o;
		if (!o.n && !s->start)
			s->start = o.by;
		else
			as[s->nstarted++] = with_options(u, &o);
	}
}

/* Whether they start a config of the graph: else the number of processes, which is expensive to find, is not needed.
 * */
static bool starts_any(const struct graph *g, const struct starts_brief *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].config && graph_find(g, all->at[i].config))
			return true;
	return false;
}

void started_find(struct graph *g)
{
	struct starts all = { 0 };
	struct start *starts = NULL;

	if (g->option_source)
		return;
	for (const char *const *path = g->opts.launch_scripts; path && *path && all.n < STARTS_MAX; path++) {
		const char *root = project_root(g->folders, *path);

		if (starts_any(g, starts_of(g->fs, *path, root)))
			starts_add(&g->arena, g->fs, g->sources, *path, root, &all);
	}
	if (all.n)
		starts = memcpy(arena_array(&g->arena, struct start, all.n), all.at, all.n * sizeof *starts);
	for (size_t i = 0; i < g->n && all.n; i++)
		if (g->unit[i]->m.requested && g->unit[i]->m.state == MODULE_OK)
			start_config(g->unit[i], starts, all.n);
	vec_release(&all);
}
