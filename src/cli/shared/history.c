// SPDX-License-Identifier: MIT
/* Lists the steps that set a key: walks the bases of a config first, then its own file, so the last step is the one
 * in effect. Overrides of the command line and of launch lines come last.
 *
 *	configs/base.py:1:6  0.1  set
 *	configs/a.py:2:6     0.2  overrides */
#include "cli/shared/history.h"
#include "base/path.h"
#include "launch/starts.h"
#include "lint/lint.h"
#include "python/value/dict.h"
#include <string.h>

enum { DEPTH_MAX = 200 };

static bool found(struct keypath p, const struct slot *slot)
{
	return slot->found == p.n;
}

static struct slot look(struct history *w, struct value root)
{
	return keypath_get(&w->s->arena, root, w->path);
}

static bool is_option(const struct history *w, const struct slot *slot)
{
	return slot->use.file && !graph_owner(w->g, slot->use.file);
}

/* What the file and its bases give before --cfg-options take part. */
static struct slot look_before_options(struct history *w, const struct module *m)
{
	struct slot slot = look(w, m->merged);

	if (!m->requested || !w->s->o->cfg_options.n || (found(w->path, &slot) && !is_option(w, &slot)))
		return slot;
	slot = look(w, m->own);
	return found(w->path, &slot) ? slot : look(w, m->inherited);
}

static bool is_of(const struct history *w, struct span at, const struct module *m)
{
	return at.file && graph_owner(w->g, at.file) == m;
}

static struct span place_of(const struct slot *slot)
{
	return slot->use.file ? slot->use : slot->val.at;
}

/* Another file, or another line of this one. */
static struct span other_place(const struct history *w, struct span use, struct value v)
{
	const struct source *s = graph_source(w->g, use.file);

	if (!v.at.file || !s)
		return (struct span){ 0 };
	if (v.at.file == use.file && source_point(s, v.at.lo).line == source_point(s, use.lo).line)
		return (struct span){ 0 };
	return v.at;
}

static void add_step(struct history *w, enum how how, const struct slot *slot, struct value shown)
{
	struct span at = place_of(slot);
	bool filled = slot->val.flags & VF_TEMPLATE;

	vec_push(&w->step, ((struct event){ how, at, shown, filled, other_place(w, at, slot->val), NULL }));
}

/* What removed the key: `_delete_` of one of its parents, a parent that became something else, else the file. */
static struct span deleted_at(struct history *w, const struct module *m)
{
	struct keypath p = w->path;
	struct span at = { 0 };

	for (p.n = 1; p.n < w->path.n; p.n++) {
		struct slot own = keypath_get(&w->s->arena, m->own, p);

		if (own.found == p.n)
			at = place_of(&own);
		if (own.found == p.n && own.val.kind == VALUE_DICT) {
			const struct entry *e = dict_find_lit(own.val.as.dict, "_delete_");

			if (e)
				return e->key.at.file ? e->key.at : e->use;
		}
	}
	if (!at.file && m->src)
		at.file = m->src->id;
	return at;
}

static bool was_seen(struct history *w, const struct module *m)
{
	for (size_t i = 0; i < w->seen.n; i++)
		if (w->seen.at[i] == m)
			return true;
	vec_push(&w->seen, m);
	return false;
}

/* Adds the steps of m's bases, then its own. true: m has the key. */
static bool trace(struct history *w, const struct module *m, unsigned depth)
{
	bool inherited = false;
	struct slot now = look_before_options(w, m), effective, own;

	if (depth > DEPTH_MAX || was_seen(w, m))
		return found(w->path, &now);
	for (uint32_t i = 0; i < m->nbases; i++)
		if (m->base[i].module && trace(w, m->base[i].module, depth + 1))
			inherited = true;
	effective = look(w, m->merged);
	if (inherited && !found(w->path, &now))
		vec_push(&w->step, ((struct event){ .how = HOW_DELETED, .at = deleted_at(w, m) }));
	own = look(w, m->own);
	if (found(w->path, &now) && is_of(w, place_of(&now), m)) {
		bool part = inherited && !m->imported && found(w->path, &own) && own.val.kind == VALUE_DICT &&
			    !dict_find_lit(own.val.as.dict, "_delete_");

		add_step(w, part ? HOW_MERGES : inherited ? HOW_OVERRIDES : HOW_SET, &now, part ? own.val : now.val);
	}
	if (found(w->path, &effective) && is_option(w, &effective))
		add_step(w, HOW_OPTION, &effective, effective.val);
	else if (found(w->path, &now) && !found(w->path, &effective))
		vec_push(&w->step, ((struct event){ .how = HOW_DELETED }));
	return found(w->path, &effective);
}

/* --- launch lines, and figures of the machine */
static void add_launches(struct history *w, const struct subject *s)
{
	for (uint32_t i = 0; i < s->nstarted; i++) {
		struct slot slot = look(w, s->started[i]->tree);

		if (found(w->path, &slot) && slot.use.file == s->started[i]->start->at.file)
			add_step(w, HOW_LAUNCH, &slot, slot.val);
	}
}

static void add_figure(struct history *w, enum how how, struct value v, struct span at, const char *place)
{
	if (value_is_known(v))
		vec_push(&w->step, ((struct event){ .how = how, .at = at, .val = v, .place = place }));
}

static void add_start(struct history *w, const struct subject *s, bool nodes)
{
	const struct start *by = s->start;

	if (by && by->gpus)
		add_figure(w, HOW_LAUNCH, value_int(nodes ? by->machines : by->gpus, by->at), by->at, NULL);
}

/* machine.gpus and its like, which no config holds; what counts is last, of several launch lines each for its runs */
static bool add_machine(struct history *w, const struct subject *s)
{
	static const char *const known[] = { "gpus", "nodes", "cores", "gpu_mem" };
	const struct settings *st = settings_for(w->s->linter.settings, s->path, NULL);
	const char *name = w->path.n == 2 && w->path.part[1].kind == VALUE_STR ? w->path.part[1].as.s->s : "";
	const struct value given[] = { st->machine.gpus, st->machine.nodes, st->machine.cores, st->machine.gpu_mem };
	struct machine alone;
	struct subject unstarted = *s;
	size_t i = 0;

	while (i < ARRAY_SIZE(known) && strcmp(known[i], name) != 0)
		i++;
	if (w->path.part[0].kind != VALUE_STR || strcmp(w->path.part[0].as.s->s, "machine") != 0 ||
	    i == ARRAY_SIZE(known))
		return false;
	unstarted.start = NULL;
	alone = lint_machine(&w->s->arena, st, &unstarted);
	if (alone.gpus_guessed && i < 2)
		add_figure(w, HOW_NAME, i ? alone.nodes : alone.gpus, (struct span){ 0 }, path_base(s->path));
	else if (!st->machine.gpus_given || i > 1)
		add_figure(w, HOW_SETTING, given[i], (struct span){ 0 },
			   i < 2 && alone.gpus_why ? alone.gpus_why : "settings");
	if (i < 2)
		add_start(w, s, i == 1);
	for (uint32_t k = 0; k < s->nstarted && i < 2; k++)
		add_start(w, s->started[k], i == 1);
	if (st->machine.gpus_given && i < 2)
		add_figure(w, HOW_SETTING, given[i], (struct span){ 0 }, "--gpus");
	return w->step.n > 0;
}

const char *history_how(const struct event *t, bool first)
{
	static const char *const text[] = { "set",
					    "overrides",
					    "merges these keys in",
					    "deletes it",
					    NULL,
					    "in the runs that this line starts",
					    "from the file name",
					    "set" };

	if (t->how == HOW_OPTION)
		return first ? "set by --cfg-options" : "overridden by --cfg-options";
	return text[t->how];
}

struct slot history_of(struct history *w, const struct module *m)
{
	struct slot slot = look(w, m->merged);

	w->step.n = w->seen.n = 0;
	trace(w, m, 0);
	add_launches(w, &m->subject);
	if (!w->step.n && add_machine(w, &m->subject)) {
		slot.val = w->step.at[w->step.n - 1].val;
		slot.found = w->path.n;
	}
	return slot;
}

bool history_found(const struct history *w, const struct slot *slot)
{
	return found(w->path, slot);
}

void history_release(struct history *w)
{
	vec_release(&w->step);
	vec_release(&w->seen);
}
