// SPDX-License-Identifier: MIT
/* Composes a config and writes down what is wrong with it. A file that is no primary config is judged as the option of
 * its group: in the composition of the first entry that has that group, or with `+group=option`.
 *
 * Invariant: each element has the place where it is reported, in the file itself (of a launch, launch_facts.c: in the
 *launch script). Where Hydra's composition is not known, no element depends on it.
 *
 *	conf/config.yaml: defaults [{model: resnt}]	problems [{what: "no option", group: "model", name: "resnt",
 *							 near: "resnet", place}] */
#include "hydra/hydra_facts.h"
#include "hydra/priv.h"
#include "base/near.h"
#include "base/path.h"
#include "hydra/config_reads.h"
#include "hydra/interpolation.h"
#include "hydra/own_keys.h"
#include "hydra/target_check.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum {
	ENTRIES_TRIED = 6,
	CHOICES_TRIED = 3,
	OPTIONS_SHOWN = 12,
	YAML_MAX = 400,
	WRITTEN_MAX = 60,
	SEARCHES_MAX = 20 /* of names in other files, for one file */,
	PROBLEMS_MAX = 60
};
static const struct span nowhere;

void hydra_put(struct hydra_facts *f, struct value d, const char *key, struct value v, struct span use)
{
	dict_put(f->a, d.as.dict, value_text(key, v.at), v, use);
}

void hydra_put_text(struct hydra_facts *f, struct value d, const char *key, const char *text, struct span at)
{
	if (text)
		hydra_put(f, d, key, value_text(text, at), at);
}

struct value hydra_new_list(struct hydra_facts *f)
{
	return value_list(f->a, VALUE_LIST, 4, nowhere);
}

const char *hydra_shown_path(const struct hydra_facts *f, const char *path)
{
	return path_inside(f->project->root, path) ? path_relative(f->a, f->project->root, path) : path;
}

const char *hydra_shown_place(struct hydra_facts *f, struct span at)
{
	const struct source *src = sources_get(f->files->sources, at.file);

	return src ? arena_printf(f->a, "%s:%u", hydra_shown_path(f, src->path), source_point(src, at.lo).line + 1)
		   : NULL;
}

static bool is_here(const struct hydra_facts *f, struct span at)
{
	return at.file && f->file && f->file->src && at.file == f->file->src->id;
}

static bool same_text(struct value x, struct value y, const char *key)
{
	const char *a = dict_get_text(x, key), *b = dict_get_text(y, key);

	return a == b || (a && b && !strcmp(a, b));
}

/* An element about the same thing at the same place is there already: from another composition, which may give its
 * group another name. */
static bool is_listed(struct value list, struct value d)
{
	struct value place = dict_get(d, "place");

	for (uint32_t i = 0; i < list.as.list->n; i++) {
		struct value other = list.as.list->at[i].val, there = dict_get(other, "place");

		if (span_same(there.at, place.at) && same_text(other, d, "what") && same_text(other, d, "path") &&
		    same_text(other, d, "target"))
			return true;
	}
	return false;
}

void hydra_put_element(struct hydra_facts *f, struct value list, struct value d, struct span at)
{
	if (!is_listed(list, d))
		list_push(f->a, list.as.list, d, at);
}

/* ---- problems of defaults lists ---- */

static const char *const trouble_name[] = {
	[HYDRA_NO_CONFIG] = "no config",   [HYDRA_NO_OPTION] = "no option", [HYDRA_BAD_ITEM] = "bad item",
	[HYDRA_KEYWORD] = "keyword",	   [HYDRA_UNUSED] = "unused",	    [HYDRA_TWICE] = "twice",
	[HYDRA_NOT_CHOSEN] = "not chosen", [HYDRA_OVERRIDE_EARLY] = "early"
};

static void put_options(struct hydra_facts *f, struct value d, struct hydra_search *s, const char *group,
			struct span at)
{
	struct hydra_names all = { 0 };
	struct buf b = { 0 };

	hydra_options(s, group, &all);
	for (size_t i = 0; i < all.n && i < OPTIONS_SHOWN; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", all.at[i]);
	if (all.n > OPTIONS_SHOWN)
		buf_printf(&b, " and %zu more", all.n - OPTIONS_SHOWN);
	hydra_put_text(f, d, "options", buf_str(&b), at);
	buf_release(&b);
	vec_release(&all);
}

struct value hydra_problem_value(struct hydra_facts *f, struct hydra_search *s, const struct hydra_problem *p)
{
	struct value d = value_dict(f->a, p->at);

	hydra_put_text(f, d, "what", trouble_name[p->what], p->at);
	hydra_put_text(f, d, "group", p->group, p->at);
	hydra_put_text(f, d, "name", p->name, p->at);
	hydra_put_text(f, d, "near", p->near, p->at);
	hydra_put_text(f, d, "place", p->name, p->at);
	put_options(f, d, s, p->group, p->at);
	return d;
}

static void put_problems(struct hydra_facts *f, struct hydra_program *p, const struct hydra_config *c)
{
	for (size_t i = 0; i < c->list.problem.n && i < PROBLEMS_MAX; i++) {
		const struct hydra_problem *one = &c->list.problem.at[i];

		if (is_here(f, one->at))
			hydra_put_element(f, f->own[0], hydra_problem_value(f, &p->search, one), one->at);
	}
}

/* ---- names in files ---- */

struct word_search {
	const struct vfs *fs;
	const char *word;
	const char *but; /* the file that asks */
	uint32_t files;
	bool found;
};

static bool is_word_char(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static bool text_says(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; n && (p = strstr(p, word)); p += n)
		if ((p == text || !is_word_char(p[-1])) && !is_word_char(p[n]))
			return true;
	return false;
}

static void look_in_file(struct word_search *w, const char *path)
{
	struct buf b = { 0 };

	w->found |= w->files++ >= YAML_MAX || (vfs_read(w->fs, path, &b, NULL) && text_says(buf_str(&b), w->word));
	buf_release(&b);
}

/* All YAML files below the folder: another of them may bring the key. */
static void look_in_folder(struct arena *a, struct word_search *w, const char *folder, unsigned depth)
{
	char **names;
	size_t n = vfs_list(w->fs, folder, &names, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(a, folder, names[i]), *ext = path_ext(path);

		if (!w->found && !strcmp(ext, ".yaml") && strcmp(path, w->but) != 0)
			look_in_file(w, path);
		else if (!w->found && !*ext && depth < 6 && names[i][0] != '.')
			look_in_folder(a, w, path, depth + 1);
		free(names[i]);
	}
	free(names);
}

/* Whether other configs of the program, or its script, have the word. */
static bool says_elsewhere(struct hydra_facts *f, const struct hydra_program *p, const char *word)
{
	struct word_search w = { .fs = f->files->fs, .word = word, .but = f->file->path };

	if (f->nsearched++ >= SEARCHES_MAX)
		return true;

	look_in_file(&w, p->entry->script);
	for (uint32_t i = 0; i < p->search.nfolders && !w.found; i++)
		look_in_folder(f->a, &w, p->search.folder[i], 0);
	return w.found;
}

/* ---- interpolations, targets ---- */

static struct value dangling_value(struct hydra_facts *f, const struct hydra_program *p, const struct hydra_dangling *x)
{
	struct value d = value_dict(f->a, x->at);

	hydra_put_text(f, d, "path", x->path, x->at);
	hydra_put_text(f, d, "key", x->key, x->at);
	hydra_put_text(f, d, "full", x->full, x->at);
	hydra_put_text(f, d, "place", x->full, x->at);
	hydra_put(f, d, "elsewhere", value_bool(says_elsewhere(f, p, x->key), x->at), x->at);
	return d;
}

static void put_dangling(struct hydra_facts *f, const struct hydra_program *p, struct value tree)
{
	struct hydra_danglings all = { 0 };

	hydra_resolved(f->a, tree, &all);
	for (size_t i = 0; i < all.n && f->own[1].as.list->n < PROBLEMS_MAX; i++)
		if (is_here(f, all.at[i].at))
			hydra_put_element(f, f->own[1], dangling_value(f, p, &all.at[i]), all.at[i].at);
	vec_release(&all);
}

static void put_targets(struct hydra_facts *f, const struct hydra_program *p, struct value tree)
{
	struct hydra_refusals all = { 0 };

	/* the code may do something else with such a dict */
	if (!f->project->instantiates || f->project->by_hand)
		return;
	hydra_targets_check(f->a, f->files->fs, f->project->root, p->entry->script, tree, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct hydra_refusal *r = &all.at[i];
		struct value d = value_dict(f->a, r->at);

		if (!is_here(f, r->at) || f->nsearched++ >= SEARCHES_MAX ||
		    hydra_code_quotes(f->a, f->files->fs, f->project, r->name))
			continue;
		hydra_put_text(f, d, "what", r->what == TARGET_NO_NAME ? "no name" : "no parameter", r->at);
		hydra_put_text(f, d, "target", r->target, r->at);
		hydra_put_text(f, d, "where", r->line ? arena_printf(f->a, "%s:%u", r->file, r->line) : r->file, r->at);
		hydra_put_text(f, d, "name", r->name, r->at);
		hydra_put_text(f, d, "near", r->near, r->at);
		hydra_put_text(f, d, "place", r->name, r->at);
		hydra_put_element(f, f->own[2], d, r->at);
	}
	vec_release(&all);
}

static void put_order(struct hydra_facts *f, const struct hydra_config *c)
{
	const char *other = c->order.key ? hydra_shown_place(f, c->order.other) : NULL;
	struct value d = value_dict(f->a, c->order.own);

	if (!other || !is_here(f, c->order.own))
		return;
	hydra_put_text(f, d, "key", c->order.key, c->order.own);
	hydra_put_text(f, d, "other", other, c->order.own);
	hydra_put_text(f, d, "place", c->order.key, c->order.own);
	hydra_put(f, f->top, "order", d, c->order.own);
}

/* The text of a scalar as its file has it. */
static const char *written(struct hydra_facts *f, struct value v)
{
	const struct source *src = sources_get(f->files->sources, v.at.file);
	uint32_t n = v.at.hi - v.at.lo;

	if (v.kind == VALUE_DICT || v.kind == VALUE_NONE)
		return v.kind == VALUE_DICT ? "a dict" : "null";
	if (!src || v.at.hi <= v.at.lo || n > WRITTEN_MAX || memchr(src->bytes + v.at.lo, '\n', n))
		return "another value";
	return arena_strndup(f->a, src->bytes + v.at.lo, n);
}

static void put_own_keys(struct hydra_facts *f, struct hydra_program *p, const struct hydra_config *c)
{
	struct hydra_own_keys all = { 0 };

	hydra_own_keys_find(f->a, &p->search, &c->list, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct hydra_own_key *k = &all.at[i];
		struct value d = value_dict(f->a, k->at);

		if (!is_here(f, k->self))
			continue;
		hydra_put_text(f, d, "path", k->name, k->at);
		hydra_put_text(f, d, "own", written(f, k->own), k->at);
		hydra_put_text(f, d, "by", written(f, k->by), k->at);
		hydra_put_text(f, d, "where", hydra_shown_place(f, k->by.at), k->at);
		hydra_put_text(f, d, "group", k->group, k->at);
		hydra_put_text(f, d, "place", k->name, k->at);
		hydra_put_text(f, d, "self", "_self_", k->self);
		hydra_put_element(f, f->own[3], d, k->at);
	}
	vec_release(&all);
}

static void put_refused(struct hydra_facts *f, const struct hydra_config *c)
{
	for (uint32_t i = 0; i < c->schemas->nrefused; i++) {
		const struct hydra_refused *r = &c->schemas->refused[i];
		struct value d = value_dict(f->a, r->at);

		if (!is_here(f, r->at))
			continue;
		hydra_put_text(f, d, "path", r->key, r->at);
		hydra_put_text(f, d, "of", r->of->name, r->at);
		hydra_put_text(f, d, "where", r->of->place, r->at);
		hydra_put_text(f, d, "why", r->why, r->at);
		hydra_put_text(f, d, "near", r->near, r->at);
		hydra_put_text(f, d, "place", r->key, r->at);
		hydra_put_element(f, f->own[4], d, r->at);
	}
}

/* ---- a file ---- */

static void judge_composition(struct hydra_facts *f, struct hydra_program *p, const struct hydra_config *c,
			      bool primary)
{
	put_problems(f, p, c);
	if (c->list.raises || c->list.unclear || c->tree.kind != VALUE_DICT)
		return;
	put_dangling(f, p, c->tree);
	put_targets(f, p, c->tree);
	put_own_keys(f, p, c);
	put_refused(f, c);
	if (primary)
		put_order(f, c);
}

static bool has_part(const struct hydra_config *c, const struct hydra_file *file)
{
	for (size_t i = 0; i < c->list.part.n; i++)
		if (c->list.part.at[i].file == file)
			return true;
	return false;
}

/* Only what every entry finds counts: an option may be meant for one of the programs. */
static void keep_common(struct hydra_facts *f)
{
	struct value *all[] = { &f->problems, &f->dangling, &f->targets, &f->lost, &f->refused };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		/* as the first one found them: with its search path */
		struct value from = f->ncomposed ? *all[i] : f->own[i], common = hydra_new_list(f);

		for (uint32_t k = 0; k < from.as.list->n; k++)
			if (is_listed(f->own[i], from.as.list->at[k].val))
				list_push(f->a, common.as.list, from.as.list->at[k].val, from.as.list->at[k].use);
		*all[i] = common;
	}
	f->ncomposed++;
}

/* The program does not start with the file anyway. */
static bool raises_elsewhere(const struct hydra_facts *f, const struct hydra_config *c)
{
	for (size_t i = 0; i < c->list.problem.n; i++)
		if (!is_here(f, c->list.problem.at[i].at))
			return true;
	return false;
}

/* broken: the config of the program raises without the file. */
static void compose_and_judge(struct hydra_facts *f, struct hydra_program *p, bool placed, bool broken)
{
	struct hydra_config c;

	if (!hydra_program_compose(p, &c))
		return;
	if (broken && raises_elsewhere(f, &c)) {
		hydra_list_release(&c.list);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(f->own); i++)
		f->own[i] = hydra_new_list(f);
	if (has_part(&c, f->file) || c.list.raises) {
		judge_composition(f, p, &c, false);
		/* files of such groups are meant for other files, which may give them another package */
		if (!placed)
			f->own[1] = hydra_new_list(f);
		keep_common(f);
	}
	hydra_list_release(&c.list);
}

/* With --config-path and --config-name a file without a package header may be a primary config of its own folder.
 * That alone proves nothing: it only takes problems back that the file has as an option. */
static void judge_as_primary(struct hydra_facts *f, uint32_t entry)
{
	struct hydra_program p;

	hydra_program_of_entry(f->files, f->project, entry, &p);
	p.search.folder[0] = path_dir(f->a, f->file->path);
	p.search.nfolders = 1;
	p.primary = strrchr(f->config, '/') + 1;
	compose_and_judge(f, &p, false, false);
}

/* A program whose folder or config isn't known may be the one that the option is meant for. */
static bool has_unknown_program(const struct hydra_project *p)
{
	for (uint32_t i = 0; i < p->nentries; i++)
		if (p->entry[i].main && p->entry[i].unclear && (!p->entry[i].folder || !p->entry[i].name))
			return true;
	return false;
}

static void judge_as_option(struct hydra_facts *f, uint32_t entry, const struct hydra_config *base)
{
	bool listed = false;
	const char *choice;

	if (hydra_is_own(f->config) || has_unknown_program(f->project))
		return;
	for (uint32_t i = 0; i < CHOICES_TRIED; i++) {
		struct hydra_word w = { .text = hydra_program_choice(f->a, base, f->config, i) };
		struct hydra_program p;

		choice = w.text;
		if (!choice)
			break;
		hydra_program_of_entry(f->files, f->project, entry, &p);
		hydra_program_words(&p, &w, 1);
		compose_and_judge(f, &p, *choice != '+', base->list.raises);
		listed |= *choice != '+';
	}
	if (!listed && !base->list.raises && f->ncomposed && !f->file->package && strchr(f->config, '/'))
		judge_as_primary(f, entry);
}

static void judge_by(struct hydra_facts *f, uint32_t entry)
{
	struct hydra_program p;
	struct hydra_config c;
	bool primary;

	hydra_program_of_entry(f->files, f->project, entry, &p);
	f->config = hydra_entry_config(f->a, p.entry, f->file->path, &primary);
	if (!f->config || !hydra_program_compose(&p, &c))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(f->own); i++)
		f->own[i] = hydra_new_list(f);
	if (primary || has_part(&c, f->file)) {
		judge_composition(f, &p, &c, primary);
		keep_common(f);
	} else {
		judge_as_option(f, entry, &c); /* also where the config raises: the option may be what it lacks */
	}
	if (primary)
		hydra_put(f, f->top, "primary", value_bool(true, nowhere), nowhere);
	hydra_list_release(&c.list);
}

static void put_header(struct hydra_facts *f)
{
	const struct hydra_file *file = f->file;

	if (file->late_header.file) {
		struct span at = file->late_header;

		hydra_put_text(f, f->top, "late_header", arena_strndup(f->a, file->src->bytes + at.lo, at.hi - at.lo),
			       at);
		hydra_put(f, f->top, "grouped", value_bool(f->config && strchr(f->config, '/'), at), at);
	}
}

static void put_twice(struct hydra_facts *f)
{
	struct span at = f->file->twice;
	struct value d = value_dict(f->a, at);

	if (!at.file)
		return;
	hydra_put_text(f, d, "key", f->file->twice_key, at);
	hydra_put_text(f, d, "first", hydra_shown_place(f, f->file->first), at);
	hydra_put_text(f, d, "place", f->file->twice_key, at);
	hydra_put(f, f->top, "twice", d, at);
}

struct value hydra_config_facts(struct hydra_files *files, const struct hydra_project *p, const struct hydra_file *file)
{
	struct hydra_facts f = { .a = files->a, .files = files, .project = p, .file = file };
	uint32_t tried = 0;
	bool primary;

	f.top = value_dict(f.a, nowhere);
	f.problems = hydra_new_list(&f);
	f.dangling = hydra_new_list(&f);
	f.targets = hydra_new_list(&f);
	f.lost = hydra_new_list(&f);
	f.refused = hydra_new_list(&f);
	put_twice(&f);
	for (uint32_t i = 0; i < p->nentries && tried < ENTRIES_TRIED; i++) {
		if (!p->entry[i].name || !hydra_entry_config(f.a, &p->entry[i], file->path, &primary))
			continue;
		tried++;
		judge_by(&f, i);
	}
	put_header(&f);
	hydra_put(&f, f.top, "problems", f.problems, nowhere);
	hydra_put(&f, f.top, "dangling", f.dangling, nowhere);
	hydra_put(&f, f.top, "targets", f.targets, nowhere);
	hydra_put(&f, f.top, "lost", f.lost, nowhere);
	hydra_put(&f, f.top, "refused", f.refused, nowhere);
	return f.top;
}
