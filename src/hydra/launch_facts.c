// SPDX-License-Identifier: MIT
/* Composes the config of a launch line with its overrides, and writes down which of them Hydra refuses, and which keys
 * are missing still.
 *
 * Invariant: each element has the place where it is reported, in the launch script. Where the composition is not
 * known, or words of the line are not, no element depends on it.
 *
 *	python train.py model.lrr=1	overrides [{key: "model.lrr", is: "no key", near: "model.lr"}] */
#include "hydra/launch_facts.h"
#include "base/near.h"
#include "hydra/config_reads.h"
#include "hydra/interpolation.h"
#include "hydra/priv.h"
#include "hydra/relative_writes.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include <string.h>

enum { MISSING_MAX = 100, DEEP = 64 };
static const struct span nowhere;

static const char *const verdict_name[] = {
	[HYDRA_FINE] = "fine", [HYDRA_UNSURE] = "unsure",     [HYDRA_NO_KEY] = "no key", [HYDRA_EXISTS] = "exists",
	[HYDRA_GONE] = "gone", [HYDRA_NO_GROUP] = "no group", [HYDRA_SWEEP] = "sweep",	 [HYDRA_TYPE] = "type"
};

/* Words that are not known ("$@") may bring keys, so that only one that resembles another is certain enough. */
static enum hydra_verdict verdict_of(const struct hydra_program *p, const struct hydra_config *c, uint32_t i)
{
	enum hydra_verdict is = c->judged[i].is;

	if (c->list.raises || c->list.unclear)
		return HYDRA_UNSURE;
	bool slip =
		is == HYDRA_NO_KEY && c->judged[i].near && near_distance(p->override[i].key, c->judged[i].near) <= 2;

	return !p->open || slip ? is : HYDRA_UNSURE;
}

static void put_overrides(struct hydra_facts *f, const struct hydra_program *p, const struct hydra_config *c)
{
	struct value list = hydra_new_list(f);

	for (uint32_t i = 0; i < p->noverrides; i++) {
		const struct hydra_override *o = &p->override[i];
		struct value d = value_dict(f->a, o->at);

		if (o->unknown)
			continue;
		hydra_put_text(f, d, "text", o->text, o->at);
		hydra_put_text(f, d, "key", o->key, o->at);
		hydra_put_text(f, d, "is", verdict_name[verdict_of(p, c, i)], o->at);
		hydra_put_text(f, d, "near", c->judged[i].near, o->at);
		hydra_put_text(f, d, "place", o->text, o->at);
		list_push(f->a, list.as.list, d, o->at);
	}
	hydra_put(f, f->top, "overrides", list, nowhere);
}

static void put_launch_problems(struct hydra_facts *f, struct hydra_program *p, const struct hydra_config *c)
{
	for (size_t i = 0; i < c->list.problem.n; i++) {
		struct hydra_problem one = c->list.problem.at[i];

		bool may_differ = p->open && (one.what != HYDRA_NO_OPTION || !one.near);

		if (!one.override || p->override[one.override - 1].unknown || may_differ)
			continue;
		one.at = p->override[one.override - 1].at;
		struct value d = hydra_problem_value(f, &p->search, &one);

		hydra_put_text(f, d, "text", p->override[one.override - 1].text, one.at);
		hydra_put_element(f, f->problems, d, one.at);
	}
}

/* Keys that are `???` still, and that the program certainly reads. */
static void find_missing(struct hydra_facts *f, const struct hydra_program *p, const struct hydra_reads *reads,
			 struct value list, struct value v, struct keypath at, unsigned depth)
{
	struct dict_iter it;

	if (v.kind != VALUE_DICT || depth > DEEP)
		return;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && list.as.list->n < MISSING_MAX;) {
		struct keypath path = keypath_add(f->a, at, e->key);

		bool missing = e->val.kind == VALUE_STR && !strcmp(e->val.as.s->s, "???");
		const char *key = keypath_text(f->a, path);
		const struct hydra_read *read = missing ? hydra_reads_key(reads, key) : NULL;

		if (read) {
			struct value d = value_dict(f->a, nowhere);

			hydra_put_text(f, d, "key", key, nowhere);
			hydra_put_text(f, d, "read",
				       arena_printf(f->a, "%s:%u", hydra_shown_path(f, p->entry->script), read->line),
				       nowhere);
			list_push(f->a, list.as.list, d, nowhere);
		}
		find_missing(f, p, reads, list, e->val, path, depth + 1);
	}
}

static void put_flags(struct hydra_facts *f, const struct hydra_program *p)
{
	struct value list = hydra_new_list(f);

	for (uint32_t i = 0; i < p->nflags && !p->entry->parses_rest; i++) {
		struct value d = value_dict(f->a, p->flag[i].at);

		hydra_put_text(f, d, "name", p->flag[i].name, p->flag[i].at);
		list_push(f->a, list.as.list, d, p->flag[i].at);
	}
	hydra_put(f, f->top, "flags", list, nowhere);
}

/* Whether Hydra changes into the folder of the job: hydra.job.chdir, which is false from version_base 1.2 on, and true
 * for 1.1 (hydra/core/utils.py, run_job). Unknown: the line may give it. */
static struct value chdir_of(const struct hydra_program *p, const struct hydra_config *c)
{
	struct value job = dict_get(c->own, "job"), given = dict_get(job, "chdir");

	if (p->open || c->list.raises || c->list.unclear || p->entry->unclear)
		return (struct value){ 0 };
	for (uint32_t i = p->noverrides; i-- > 0;) {
		const struct hydra_override *o = &p->override[i];

		if (o->unknown)
			return (struct value){ 0 };
		if (!strcmp(o->key, "hydra.job.chdir"))
			return o->value;
		if (!strcmp(o->key, "hydra") || !strcmp(o->key, "hydra.job"))
			return (struct value){ 0 };
	}
	if (given.kind == VALUE_BOOL || given.kind == VALUE_STR)
		return given;
	return value_bool(p->entry->base < 2, nowhere);
}

static bool has_sweep(const struct hydra_program *p)
{
	for (uint32_t i = 0; i < p->noverrides; i++)
		if (p->override[i].sweep)
			return true;
	return false;
}

/* What each job of a sweep writes to the same place. */
static void put_writes(struct hydra_facts *f, const struct hydra_program *p, const struct hydra_config *c)
{
	struct hydra_writes all = { 0 };
	struct value list = hydra_new_list(f), chdir = chdir_of(p, c);

	if (value_is_known(chdir))
		hydra_put(f, f->top, "chdir", chdir, nowhere);
	if (p->composer.multirun && has_sweep(p))
		hydra_writes_find(f->a, f->files->fs, p->entry->script, p->entry->line, &all);
	for (size_t i = 0; i < all.n; i++) {
		struct value d = value_dict(f->a, nowhere);

		hydra_put_text(f, d, "path", all.at[i].path, nowhere);
		hydra_put_text(f, d, "by", all.at[i].by, nowhere);
		hydra_put_text(f, d, "where",
			       arena_printf(f->a, "%s:%u", hydra_shown_path(f, p->entry->script), all.at[i].line),
			       nowhere);
		list_push(f->a, list.as.list, d, nowhere);
	}
	hydra_put(f, f->top, "writes", list, nowhere);
	vec_release(&all);
}

/* The config that the program gets, if the launch script is called without arguments. */
static void put_values(struct hydra_facts *f, const struct hydra_program *p, const struct hydra_config *c)
{
	struct value v = { 0 };

	if (!p->vague && !p->composer.multirun && !c->list.raises && !c->list.unclear && c->tree.kind == VALUE_DICT)
		v = hydra_resolved(f->a, c->tree, NULL);
	if (v.kind == VALUE_DICT)
		hydra_put(f, f->top, "values", v, nowhere);
}

struct value hydra_launch_facts(struct hydra_files *files, const char *script, const char *folder,
				const struct hydra_word *w, uint32_t n)
{
	struct hydra_program p;
	struct hydra_config c;
	struct hydra_facts f = { .a = files->a, .files = files };
	struct value missing;

	if (!hydra_program_of_script(files, script, &p))
		return (struct value){ 0 };
	p.started_in = folder;
	hydra_program_words(&p, w, n);
	f.project = p.project;
	f.top = value_dict(f.a, nowhere);
	f.problems = hydra_new_list(&f);
	missing = hydra_new_list(&f);
	put_flags(&f, &p);
	hydra_put(&f, f.top, "starts", value_bool(p.starts, nowhere), nowhere);
	hydra_put(&f, f.top, "multirun", value_bool(p.composer.multirun, nowhere), nowhere);
	if (p.entry->folder)
		hydra_put_text(&f, f.top, "folder", hydra_shown_path(&f, p.entry->folder), nowhere);
	if (p.starts && !p.entry->parses_rest && hydra_program_compose(&p, &c)) {
		hydra_put_text(&f, f.top, "config", p.primary, nowhere);
		put_overrides(&f, &p, &c);
		put_launch_problems(&f, &p, &c);
		put_writes(&f, &p, &c);
		put_values(&f, &p, &c);
		if (!c.list.raises && !c.list.unclear && !p.open) {
			struct hydra_reads reads = { 0 };

			hydra_reads_find(f.a, files->fs, script, p.entry->line, &reads);
			find_missing(&f, &p, &reads, missing, c.tree, (struct keypath){ 0 }, 0);
			vec_release(&reads);
		}
		hydra_list_release(&c.list);
	}
	hydra_put(&f, f.top, "problems", f.problems, nowhere);
	hydra_put(&f, f.top, "missing", missing, nowhere);
	return f.top;
}
