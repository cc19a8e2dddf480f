// SPDX-License-Identifier: MIT
/* A lesson is a patch, a project's code and a key; several findings may need it. All lessons are tried together; if
 * that fails, one after the other together with those that have passed so far. */
#include "fix/code/teach.h"
#include "fix/code/write_code.h"
#include "base/map.h"
#include "base/path.h"
#include "lint/lint.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct lesson {
	const struct patch *use;
	const struct code *code;
	const struct subject *of; /* a config that the code trains */
	struct keypath key;
	struct sites sites;
	const char *reason; /* refused */
	bool on;	    /* it is on trial, or has held */
	const char **file;
	uint32_t nfiles;
};
struct tally { /* findings of a rule in a config */
	uint32_t before, after, mended;
	const char *msg;
};
struct teach_ctx {
	const struct linter *l;
	struct arena *a;
	const struct subject_set *set;
	const struct diags *found;
	struct taught *out;
	VEC(, struct lesson) lesson;
	VEC(, uint32_t) of; /* the lesson of each finding that is wanted; UINT32_MAX: none */
	struct sources *texts;
	struct map text; /* path, interned -> id of its source in texts */
	struct edits edits;
	struct map key; /* of the configs, as is_key needs them */
};
struct trial_of {
	struct taught after; /* files, codes, vfs */
	struct linter l;     /* that reads them */
	const char *why;
};

/* --- lessons */
static const struct code *code_of(const struct linter *l, const struct subject *s, const char **why)
{
	const struct settings *st = settings_for(l->settings, s->path, NULL);

	*why = "its settings can't be read";
	return st ? linter_code(l, st, s->home, s->lent, why) : NULL;
}

static bool in_one_function(const struct sites *all)
{
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < i; k++)
			if (all->at[i].src == all->at[k].src && all->at[i].def && all->at[k].def &&
			    all->at[i].def->lo == all->at[k].def->lo)
				return true;
	return false;
}

static uint32_t lesson_of(struct teach_ctx *t, const struct diag *d)
{
	const char *why;
	const struct code *code = code_of(t->l, d->seen_in[0], &why);
	struct lesson x = { .use = d->patch->use, .code = code, .of = d->seen_in[0], .key = d->patch->key };

	for (uint32_t i = 1; i < d->nseen; i++)
		if (code_of(t->l, d->seen_in[i], &why) != code)
			x.reason = "configs of several projects have it";
	for (uint32_t i = 0; i < t->lesson.n; i++)
		if (t->lesson.at[i].use == x.use && t->lesson.at[i].code == code &&
		    !t->lesson.at[i].reason == !x.reason && (!x.use->reads || keypath_same(t->lesson.at[i].key, x.key)))
			return i;
	if (!code)
		x.reason = why;
	if (!x.reason)
		sites_find(t->a, code, x.use, x.key, &x.sites, &x.reason);
	if (!x.reason && x.use->before && in_one_function(&x.sites))
		x.reason = "the function has several such calls";
	vec_push(&t->lesson, x);
	return (uint32_t)t->lesson.n - 1;
}

/* --- edits */
static struct span span_of(void *ctx, struct code_place at)
{
	struct teach_ctx *t = ctx;
	const struct str *path = str_lit(at.file->path);
	uint32_t *id = map_get(&t->text, path);

	if (!id) {
		id = arena_new(t->a, uint32_t);
		*id = sources_add(t->texts, at.file->path, at.file->bytes, at.file->len)->id;
		map_put(t->a, &t->text, path, id);
	}
	return (struct span){ *id, at.lo, at.hi };
}

static void note_files(struct teach_ctx *t, struct lesson *x, const struct edits *own)
{
	x->file = (const char **)arena_array(t->a, void *, own->n + 1);
	x->nfiles = 0;
	for (size_t i = 0; i < own->n; i++) {
		const char *path = sources_get(t->texts, own->at[i].at.file)->path;
		uint32_t k = 0;

		while (k < x->nfiles && strcmp(x->file[k], path) != 0)
			k++;
		if (k == x->nfiles)
			x->file[x->nfiles++] = arena_strdup(t->a, path);
	}
}

static bool is_together(const struct lesson *x, const struct lesson *y)
{
	return x->use == y->use && x->code == y->code && x->use->add && strstr(x->use->add, "$keys");
}

/* The edits of the lesson, with those whose keys go into the same edit. */
static bool write_lesson(struct teach_ctx *t, uint32_t i, const char **why)
{
	struct lesson *x = &t->lesson.at[i];
	struct keypath *key = arena_array(t->a, struct keypath, t->lesson.n + 1);
	struct writing_of w = { t->a, x->use, x->code, key, 1, span_of, t };
	struct edits own = { 0 };
	bool good = true;

	key[0] = x->key;
	for (uint32_t k = 0; k < t->lesson.n; k++) {
		const struct lesson *y = &t->lesson.at[k];

		if (k == i || !y->on || !is_together(x, y))
			continue;
		if (k < i)
			return note_files(t, x, &t->edits), true; /* it was written with that one */
		key[w.n++] = y->key;
	}
	for (size_t k = 0; k < x->sites.n && good; k++)
		good = write_patch(&w, &x->sites.at[k], &own, why);
	note_files(t, x, &own);
	edits_unite(&own);
	if (good && !edits_add_all(&t->edits, &own)) {
		*why = "it would change what another such fix changes";
		good = false;
	}
	vec_release(&own);
	return good;
}

/* --- the trial */
static bool can_be_parsed(const char *bytes, size_t n)
{
	struct parser *p = parser_new();
	struct arena a = { 0 };
	struct parsed tree;
	bool good;

	parse_module(p, &a, bytes, (uint32_t)n, NULL, &tree);
	good = tree.nerrors == 0;
	parser_free(p);
	arena_release(&a);
	return good;
}

static int by_path(const void *x, const void *y)
{
	return strcmp(((const struct taught_file *)x)->path, ((const struct taught_file *)y)->path);
}

static bool lay_over(struct teach_ctx *t, struct trial_of *r)
{
	r->after.file = arena_array(t->a, struct taught_file, t->edits.n + 1);
	r->after.vfs = vfs_new(t->l->vfs);
	edits_unite(&t->edits);
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct source *s = sources_get(t->texts, t->edits.at[i].at.file);
		struct buf b = { 0 };

		if (i && t->edits.at[i - 1].at.file == s->id)
			continue;
		edits_apply(&b, s, &t->edits);
		r->after.file[r->after.nfiles++] =
			(struct taught_file){ .path = arena_strdup(t->a, s->path),
					      .old_bytes = arena_strndup(t->a, s->bytes, s->len),
					      .nold = s->len,
					      .new_bytes = arena_strndup(t->a, buf_str(&b), b.n),
					      .nnew = b.n };
		vfs_put(r->after.vfs, s->path, buf_str(&b), b.n);
		if (!can_be_parsed(buf_str(&b), b.n))
			r->why = arena_printf(t->a, "%s could no longer be parsed", path_base(s->path));
		buf_release(&b);
	}
	qsort(r->after.file, r->after.nfiles, sizeof *r->after.file, by_path);
	return !r->why;
}

static void add_keys(struct teach_ctx *t, const struct tree *all, uint32_t i)
{
	struct dict_iter it;
	const struct entry *e;
	uint32_t up = i;

	while (all->at[up].part.kind != VALUE_STR && all->at[up].up != up)
		up = all->at[up].up;
	dict_begin(&it, all->at[i].val.as.dict);
	while ((e = dict_next(&it))) {
		if (e->key.kind != VALUE_STR)
			continue;
		map_put(t->a, &t->key, e->key.as.s, t);
		if (all->at[up].part.kind == VALUE_STR)
			map_put(t->a, &t->key,
				str_lit(arena_printf(t->a, "%s.%s", all->at[up].part.as.s->s, e->key.as.s->s)), t);
	}
}

static bool is_key(void *ctx, const struct str *word)
{
	struct teach_ctx *t = ctx;

	for (size_t k = 0; k < t->set->n && !t->key.n; k++) {
		struct tree all = tree_of(t->a, t->set->at[k]->tree);

		for (uint32_t i = 0; i < all.n; i++)
			if (all.at[i].val.kind == VALUE_DICT)
				add_keys(t, &all, i);
	}
	return map_get(&t->key, word);
}

/* Each project's code, with the keys that it learns to read. */
static bool judge_code(struct teach_ctx *t, struct trial_of *r)
{
	struct keypath *key = arena_array(t->a, struct keypath, t->lesson.n + 1);

	for (uint32_t i = 0; i < t->lesson.n && !r->why; i++) {
		const struct lesson *x = &t->lesson.at[i];
		const struct code *after = x->on ? code_of(&r->l, x->of, &r->why) : NULL;
		uint32_t n = 0;

		if (!x->on || !after)
			continue;
		r->why = NULL;
		for (uint32_t k = 0; k < t->lesson.n; k++)
			if (t->lesson.at[k].on && t->lesson.at[k].code == x->code && t->lesson.at[k].use->reads)
				key[n++] = t->lesson.at[k].key;
		if (x->use->reads && code_key(after, t->a, x->key).fate != CODE_READ)
			r->why = "cfglint's analysis of the edited code does not find that it reads the key";
		else if ((r->why = code_differs(x->code, after, t->a, &(struct code_apart){ key, n, is_key, t })))
			r->why = arena_printf(t->a, "it would change what the code does with another key: %s", r->why);
	}
	return !r->why;
}

static struct tally *tally_of(struct teach_ctx *t, struct map *all, const struct diag *d, const struct subject *s)
{
	const struct str *name = str_lit(arena_printf(t->a, "%s\n%s", d->rule->id, s->path));
	struct tally *x = map_get(all, name);

	if (!x)
		map_put(t->a, all, name, x = arena_new(t->a, struct tally));
	return x;
}

static void count_all(struct teach_ctx *t, struct map *all, const struct diags *found, bool after)
{
	for (size_t i = 0; i < found->n; i++)
		for (uint32_t k = 0; k < found->at[i].nseen; k++) {
			const struct diag *d = &found->at[i];
			struct tally *x = d->seen_in[k]->set == t->set ? tally_of(t, all, d, d->seen_in[k]) : NULL;

			if (!x)
				continue;
			x->before += !after;
			x->after += after;
			if (after && d->severity >= SEV_WARNING)
				x->msg = arena_printf(t->a, "%s: %s", d->rule->id, d->msg);
			if (!after && t->of.at[i] != UINT32_MAX && t->lesson.at[t->of.at[i]].on)
				x->mended++;
		}
}

static bool judge_findings(struct teach_ctx *t, struct trial_of *r)
{
	struct diags after = { 0 };
	struct lint_stats stats = { 0 };
	struct map all = { 0 };

	lint_run(&r->l, t->a, t->set, &after, NULL, &stats);
	count_all(t, &all, t->found, false);
	count_all(t, &all, &after, true);
	vec_release(&after);
	for (uint32_t i = 0; i < all.cap && !r->why; i++) {
		const struct tally *x = all.at[i].key ? all.at[i].val : NULL;

		if (x && x->after > x->before && x->msg)
			r->why = arena_printf(t->a, "it would cause %s", x->msg);
		else if (x && x->mended && x->after + x->mended > x->before)
			r->why = "the finding would remain";
	}
	return !r->why;
}

static void take(struct teach_ctx *t, struct taught *held)
{
	taught_release(t->out);
	t->out->file = held->file;
	t->out->nfiles = held->nfiles;
	t->out->codes = held->codes;
	t->out->vfs = held->vfs;
}

/* Tries all enabled lessons; the result is stored in out. NULL: they pass; else why not. */
static const char *try_lessons(struct teach_ctx *t)
{
	struct trial_of r = { .l = *t->l };

	t->edits.n = 0;
	for (uint32_t i = 0; i < t->lesson.n && !r.why; i++)
		if (t->lesson.at[i].on && !write_lesson(t, i, &r.why))
			return r.why;
	if (lay_over(t, &r)) {
		r.l.codes = r.after.codes = code_cache_new(r.after.vfs, &t->l->rules->dialects.vocab->classes, NULL);
		if (judge_code(t, &r) && judge_findings(t, &r)) {
			take(t, &r.after);
			return NULL;
		}
	}
	taught_release(&r.after);
	return r.why;
}

static void settle_lessons(struct teach_ctx *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->lesson.n; i++)
		n += t->lesson.at[i].on = !t->lesson.at[i].reason;
	linter_begin(t->l, "trying fixes", NULL, n);
	if (!n || !try_lessons(t))
		return;
	for (uint32_t i = 0; i < t->lesson.n; i++)
		t->lesson.at[i].on = false;
	for (uint32_t i = 0; i < t->lesson.n; i++) {
		struct lesson *x = &t->lesson.at[i];

		linter_step(t->l);
		x->on = !x->reason;
		if (x->on && (x->reason = try_lessons(t)))
			x->on = false;
	}
}

static void report(struct teach_ctx *t)
{
	struct taught *out = t->out;

	out->finding = arena_array(t->a, struct taught_finding, t->found->n + 1);
	for (size_t i = 0; i < t->found->n; i++) {
		const struct lesson *x = t->of.at[i] == UINT32_MAX ? NULL : &t->lesson.at[t->of.at[i]];

		if (x)
			out->finding[out->nfindings++] =
				(struct taught_finding){ &t->found->at[i], x->reason, x->file, x->nfiles };
	}
}

void teach_code(const struct linter *l, struct arena *a, const struct subject_set *set, const struct diags *found,
		bool (*wanted)(const void *ctx, const struct diag *d), const void *ctx, struct taught *out)
{
	struct teach_ctx t = { .l = l, .a = a, .set = set, .found = found, .out = out, .texts = sources_new() };

	*out = (struct taught){ 0 };
	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = &found->at[i];
		bool is = d->patch && d->nseen && d->seen_in[0]->set == set && wanted(ctx, d);

		vec_push(&t.of, is ? lesson_of(&t, d) : UINT32_MAX);
	}
	if (t.lesson.n) {
		settle_lessons(&t);
		report(&t);
	}
	for (uint32_t i = 0; i < t.lesson.n; i++)
		vec_release(&t.lesson.at[i].sites);
	vec_release(&t.lesson);
	vec_release(&t.of);
	vec_release(&t.edits);
	sources_free(t.texts);
}

void taught_release(struct taught *t)
{
	code_cache_free(t->codes);
	if (t->vfs)
		vfs_free(t->vfs);
	t->codes = NULL;
	t->vfs = NULL;
}
