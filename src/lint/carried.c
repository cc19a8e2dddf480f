// SPDX-License-Identifier: MIT
/*
 * Who owns a finding, by the places that it depends on:
 *
 *     _base_/net.py   the framework's; `lr` is edited:   data = dict(workers=0)
 *                                                        optimizer = dict(type='SGD', lr=40)
 *     child.py        the framework's, not edited:       _base_ = ['_base_/net.py']
 *     ours.py         no file of the framework:          _base_ = ['_base_/net.py']
 *
 * A finding about `workers` rests on an entry (project/entries.h) that the framework's file has had: net.py and
 * child.py carry it along, whatever else is edited there. A finding about `lr` rests on an entry that it has not had.
 * ours.py is no file of the framework by its name, so all its findings are the project's own, whatever is edited.
 *
 * A program (a script, a launch script, a file that one reads) is carried along as a whole where it lies in a folder
 * of another project (project/vendored.h).
 *
 * What is missing has no place. If net.py had lost a key that the framework's always had, a finding of child.py about
 * something that isn't there would be the project's own; unless the key that is gone is another one for sure: a plain
 * `load_from = None` has nothing to do with what a finding about lr_config looks for.
 *
 * Only the files of findings are looked at, and most of these have a text that is known as a whole.
 */
#include "lint/carried.h"
#include "base/path.h"
#include "base/map.h"
#include "project/shipped.h"
#include "project/vendored.h"
#include <stdlib.h>
#include <string.h>

enum whose { UNDETERMINED, OWN, CARRIED, EDITED };
struct carried_file {
	enum whose whose;
	/* EDITED: */
	struct text_entries entries;
	const char *by;		  /* CARRIED, too: the framework; of a program the folder of its project */
	struct absent_keys lacks; /* missing keys that the framework always had */
	bool rebuilt;		  /* other bases are taken, or keys are deleted */
	bool split;		  /* entries were read for statement_name */
};
struct chain {
	bool own; /* a file of it is the project's, or rebuilt */
	struct absent_keys lacks;
};
struct owner_query {
	const struct linter *l;
	bool configs; /* else programs */
	const struct subject_set *set;
	struct shipped tables;
	struct arena arena;
	struct carried_file *file;	      /* by the id of a subject's source: its text */
	struct map chain;		      /* by subject: struct chain of all its bases */
	uint64_t plain[(1 << KEY_BITS) / 64]; /* bits by entries_key: keys that training code looks at */
};

/* The owner of the text, as shipped_by returns it; bytes NULL: the file is read if the owner is not cached. "": no
 * owner. */
static const char *shipped(struct owner_query *w, const char *path, const char *bytes, size_t n)
{
	struct buf b = { 0 };
	const char *by;

	if (!bytes && vfs_read(w->set->fs, path, &b, NULL))
		bytes = buf_str(&b), n = b.n;
	by = bytes ? shipped_by(&w->tables, bytes, n) : NULL;
	buf_release(&b);
	return by ? by : "";
}

/* Such an entry selects what is inherited from bases. */
static bool takes_others(const struct source *src, const struct text_entry *e)
{
	static const char *const key[] = { "_base_", "_delete_", "'_delete_'", "\"_delete_\"" };

	for (size_t i = 0; i < sizeof key / sizeof *key; i++)
		if (!e->brackets && !strncmp(src->bytes + e->lo, key[i], strlen(key[i])))
			return true;
	return false;
}

static void compare(struct owner_query *w, const struct source *src, struct carried_file *f)
{
	f->whose = OWN;
	f->by = NULL;
	if (!shipped_names(&w->tables, src->path) || !entries_read(&f->entries, src->bytes, src->len))
		return;
	f->by = shipped_compare(&w->tables, src->path, &f->entries, &f->lacks);
	f->whose = f->by ? EDITED : OWN;
	for (size_t i = 0; i < f->entries.n && !f->rebuilt; i++)
		f->rebuilt = !f->entries.at[i].shipped && takes_others(src, &f->entries.at[i]);
}

/* The folder of another project that a program lies in; NULL: none, or all that is looked at lies in it: then that is
 * what the run is about. */
static const char *others_project(struct owner_query *w, const struct source *src)
{
	const struct subject *s = subject_owner(w->set, src->id);
	const char *dir = s ? project_vendored(w->set->fs, &w->arena, s->root, src->path) : NULL;
	bool all = dir && path_inside(dir, w->set->at[0]->path) && path_inside(dir, w->set->at[w->set->n - 1]->path);

	return all ? NULL : dir;
}

static const struct carried_file *file_of(struct owner_query *w, const struct source *src)
{
	CHECK(src->id < w->set->nowners);

	struct carried_file *f = &w->file[src->id];

	if (f->whose == UNDETERMINED && !w->configs) {
		const char *dir = others_project(w, src);

		f->whose = dir ? CARRIED : OWN;
		f->by = dir ? path_base(dir) : NULL;
	}
	if (f->whose == UNDETERMINED) {
		/* that a fix makes a text the framework's, by whatever name, doesn't make the work its */
		const char *by =
			vfs_in_memory(w->set->fs, src->path) ? "" : shipped(w, src->path, src->bytes, src->len);

		f->whose = CARRIED;
		f->by = by;
		if (!*by)
			compare(w, src, f);
	}
	return f;
}

static void join_chain(struct chain *to, bool own, const struct absent_keys *lacks)
{
	to->own |= own || lacks->n > ABSENT_KEYS_MAX;
	for (uint32_t i = 0; i < lacks->n && !to->own; i++) {
		to->own = to->lacks.n == ABSENT_KEYS_MAX;
		if (!to->own)
			to->lacks.key[to->lacks.n++] = lacks->key[i];
	}
}

/* A cycle of bases belongs to the project itself. */
static const struct chain *chain_of(struct owner_query *w, const struct subject *s)
{
	struct chain *c = map_get(&w->chain, s);
	const struct carried_file *f;

	if (c)
		return c;
	c = arena_new(&w->arena, struct chain);
	c->own = true;
	map_put(&w->arena, &w->chain, s, c);
	f = s->src ? file_of(w, s->src) : NULL;
	if (!f || f->whose == OWN)
		return c;

	struct chain all = { 0 };

	join_chain(&all, f->rebuilt, &f->lacks);
	for (uint32_t i = 0; !all.own && i < s->nbases; i++)
		if (s->base[i].from) {
			const struct chain *of = chain_of(w, s->base[i].from);

			join_chain(&all, of->own, &of->lacks);
		}
	*c = all;
	return c;
}

/* "lr_config", of the statement around a place; NULL: none that assigns one name. */
static const char *statement_name(struct owner_query *w, const struct source *src, uint32_t at)
{
	struct carried_file *f = src->id < w->set->nowners ? &w->file[src->id] : NULL;
	const char *name = NULL;

	if (!f)
		return NULL;
	if (!f->entries.n && !f->split) /* of a text that is known as a whole */
		f->split = true, entries_read(&f->entries, src->bytes, src->len);
	for (size_t i = 0; i < f->entries.n && f->entries.at[i].lo <= at && !name; i++)
		if (at < f->entries.at[i].hi)
			name = arena_strndup(&w->arena, src->bytes + f->entries.at[i].lo,
					     strcspn(src->bytes + f->entries.at[i].lo, " \t=([{:,\n"));
	return name && *name ? name : NULL;
}

/* The keys that a finding is about or looked up: computed only if a missing key may be one of them. */
struct about {
	const struct diag *of;
	bool known;
	uint32_t n;
	uint16_t key[32]; /* entries_key */
};

static void is_about(struct about *a, const char *name)
{
	if (name && a->n < ARRAY_SIZE(a->key))
		a->key[a->n++] = entries_key(name);
}

static void work_out(struct owner_query *w, struct about *a)
{
	const struct diag *d = a->of;
	const struct source *src = diag_source(d, d->at);

	if (d->path)
		is_about(a, arena_strndup(&w->arena, d->path, strcspn(d->path, ".[")));
	if (src && d->at.hi)
		is_about(a, statement_name(w, src, d->at.lo));
	for (uint32_t i = 0; i < d->nsought; i++)
		is_about(a, d->sought[i]->s);
	a->known = true;
}

/* Whether the key that a finding looked up may be the missing one: only a different plain key is certainly not. */
static bool may_be(struct owner_query *w, struct about *about, uint16_t key)
{
	if (!(w->plain[key / 64] >> key % 64 & 1))
		return true;
	if (!about->known)
		work_out(w, about);
	for (uint32_t i = 0; i < about->n; i++)
		if (about->key[i] == key)
			return true;
	return !about->n || about->n == ARRAY_SIZE(about->key);
}

/* No key of the framework's files that concerns the finding is missing in the config or in any base. */
static bool is_chain_carried(struct owner_query *w, const struct subject *s, struct about *about)
{
	const struct chain *c = chain_of(w, s);
	bool carried = !c->own;

	for (uint32_t i = 0; carried && i < c->lacks.n; i++)
		carried = !may_be(w, about, c->lacks.key[i]);
	return carried;
}

/* The innermost existing one; NULL: none. */
static const struct text_entry *entry_at(const struct text_entries *all, uint32_t at)
{
	const struct text_entry *found = NULL;

	for (size_t i = 0; i < all->n && all->at[i].lo <= at; i++)
		if (at < all->at[i].hi)
			found = &all->at[i];
	return found;
}

/* What a finding refers to may be training code, which is no subject, or a file as a whole. */
static bool is_own(struct owner_query *w, struct span at)
{
	const struct subject *s = subject_owner(w->set, at.file);
	const struct carried_file *f = s ? file_of(w, s->src) : NULL;
	const struct text_entry *e;

	if (!f || f->whose == CARRIED || (f->whose == EDITED && !at.hi))
		return false;
	e = f->whose == EDITED ? entry_at(&f->entries, at.lo) : NULL;
	return !e || !e->shipped;
}

/* What stands in no file (--cfg-options) is the user's. */
static bool are_places_carried(struct owner_query *w, const struct diag *d)
{
	bool carried = subject_owner(w->set, d->at.file) && !is_own(w, d->at) && !is_own(w, d->home);

	for (uint32_t i = 0; carried && i < d->nrel; i++)
		carried = !is_own(w, d->rel[i].at);
	for (uint32_t i = 0; carried && i < d->nrests; i++)
		carried = !is_own(w, d->rests[i]);
	return carried;
}

/* The last folder and the name of two paths are the same. */
static bool ends_alike(const char *x, const char *y)
{
	size_t n = strlen(x), m = strlen(y);
	unsigned slashes = 0;

	for (; n && m && x[n - 1] == y[m - 1] && slashes < 2; n--, m--)
		slashes += x[n - 1] == '/';
	return slashes == 2;
}

/* A framework's file of that name in a folder of that name lies elsewhere, and a config beside it takes it: that is the
 * one which the framework is known to have had. */
static bool lies_elsewhere(struct owner_query *w, const char *missing)
{
	for (size_t i = 0; i < w->set->n; i++) {
		const struct subject *s = w->set->at[i];
		size_t dir = (size_t)(strrchr(s->path, '/') + 1 - s->path);

		for (uint32_t k = 0; k < s->nbases; k++) {
			const struct subject *b = s->base[k].from;

			if (b && b->src && strcmp(b->path, missing) && !strncmp(b->path, s->path, dir) &&
			    !strchr(b->path + dir, '/') && ends_alike(b->path, missing) &&
			    file_of(w, b->src)->whose == CARRIED && s->src && file_of(w, s->src)->whose == CARRIED)
				return true;
		}
	}
	return false;
}

/* A missing file that the framework has: the project removed it. The tables hold only the names of a file and of its
 * folder. */
static bool is_taken_away(struct owner_query *w, const struct diag *d)
{
	return d->missing && shipped_names(&w->tables, d->missing) &&
	       (!vfs_stands(w->set->fs, path_dir(&w->arena, d->missing)) || !lies_elsewhere(w, d->missing));
}

/* A copy of the framework's file in a folder where the framework has none of that name: the missing base there is a
 * mistake of this project. */
static bool is_out_of_place(struct owner_query *w, const struct diag *d)
{
	const struct subject *s = d->nseen ? d->seen_in[0] : NULL;
	if (!w->configs || !d->missing || !s || !s->src || s->src->id != d->at.file)
		return false;

	const struct carried_file *f = file_of(w, s->src);

	return f->whose == CARRIED && shipped_has_names(&w->tables, f->by) && !shipped_names(&w->tables, s->path);
}

/* Missing or inherited parts have no place that shows their owner, and the keys that a native rule read are unknown:
 * then all keys missing in the files count. */
static bool is_finding_carried(struct owner_query *w, const struct diag *d)
{
	bool carried = !is_taken_away(w, d) && !is_out_of_place(w, d) && are_places_carried(w, d);
	bool unplaced = d->absent || d->of_bases || !d->at.hi || !d->nrests;
	struct about about = { .of = d };

	for (uint32_t i = 0; carried && i < d->nseen; i++) {
		const struct subject *s = d->seen_in[i];

		carried = !s->through && !linter_names_file(w->l, s->path) && s->src &&
			  file_of(w, s->src)->whose != OWN && (!unplaced || is_chain_carried(w, s, &about));
	}
	return carried;
}

/* The base that differs from the framework's file, or s; NULL: none. */
static const struct source *edited_base(struct owner_query *w, const struct subject *s, struct about *about,
					unsigned depth)
{
	const struct source *found = NULL;

	if (!s->src || file_of(w, s->src)->whose != CARRIED)
		return s->src;
	for (uint32_t i = 0; i < s->nbases && !found && depth; i++)
		if (s->base[i].from && !is_chain_carried(w, s->base[i].from, about))
			found = edited_base(w, s->base[i].from, about, depth - 1);
	return found;
}

/* Which of the places that it depends on is the project's own; if no place is, a file. */
static struct span own_place(struct owner_query *w, const struct diag *d)
{
	enum { BASES_DEEP = 50 };
	const struct span *const at[] = { &d->home, &d->at };

	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		if (at[i]->file && is_own(w, *at[i]))
			return *at[i];
	for (uint32_t i = 0; i < d->nrel; i++)
		if (is_own(w, d->rel[i].at))
			return d->rel[i].at;
	for (uint32_t i = 0; i < d->nrests; i++)
		if (is_own(w, d->rests[i]))
			return d->rests[i];

	struct about about = { .of = d };
	const struct source *src = edited_base(w, d->seen_in[0], &about, BASES_DEEP);

	return (struct span){ src ? src->id : 0, 0, 0 };
}

/* The configs that have it are unmodified. */
static bool only_untouched(struct owner_query *w, const struct diag *d)
{
	bool untouched = true;

	for (uint32_t i = 0; untouched && i < d->nseen; i++) {
		const struct subject *s = d->seen_in[i];

		untouched = !s->through && !linter_names_file(w->l, s->path) && s->src &&
			    file_of(w, s->src)->whose == CARRIED;
	}
	return untouched;
}

static size_t mark(struct owner_query *w, const struct diags *all, bool *carried)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct diag *d = &all->at[i];

		if (!d->nseen || d->seen_in[0]->set != w->set)
			continue;
		n += carried[i] = is_finding_carried(w, d);
		if (carried[i] || !w->configs || is_out_of_place(w, d) || !only_untouched(w, d))
			continue;
		if (!d->missing)
			d->edited = own_place(w, d);
		else if (d->missing_as == MISSING_FILE)
			d->missing_as = MISSING_CAME;
	}
	return n;
}

/* ---- reporting ---- */

static int by_name(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static const char *framework_of(struct owner_query *w, const struct source *src)
{
	const struct carried_file *f = file_of(w, src);

	return f->by ? f->by : shipped(w, src->path, src->bytes, src->len);
}

/* "mmdetection, mmpretrain" */
static const char *names_of(struct owner_query *w, struct arena *a, const struct subject *const *s, uint32_t n)
{
	const char **name = arena_array(&w->arena, const char *, n + 1), *text = "";

	for (uint32_t i = 0; i < n; i++)
		name[i] = str_lit(framework_of(w, s[i]->src))->s;
	if (n)
		qsort(name, n, sizeof *name, by_name);
	for (uint32_t i = 0; i < n; i++)
		if (!i || strcmp(name[i - 1], name[i]) != 0)
			text = arena_printf(a, "%s%s%s", text, i ? ", " : "", name[i]);
	return text;
}

static void count_carried(struct owner_query *w, struct arena *a, const struct diags *d, const bool *carried,
			  struct carried *count)
{
	const struct diag **of = (const struct diag **)arena_array(&w->arena, void *, d->n + 1);
	const struct subject **seen;
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (carried[i])
			of[n++] = &d->at[i];
	uint32_t nseen;
	const char *from;

	seen = diags_seen_in(&w->arena, of, n, &nseen);
	from = names_of(w, a, seen, nseen);
	count->nsubjects += nseen;
	for (uint32_t i = 0; i < nseen; i++)
		count->unloaded += seen[i]->readable && !seen[i]->good;
	if (!count->first)
		count->first = seen[0];
	if (!count->from || strcmp(count->from, from) != 0) /* kinds of programs of one project */
		count->from = count->from ? arena_printf(a, "%s, %s", count->from, from) : from;
}

static void filter(struct owner_query *w, struct arena *a, struct diags *d, struct carried *count)
{
	bool *carried = arena_array(&w->arena, bool, d->n + 1);
	uint32_t n = (uint32_t)mark(w, d, carried);

	if (!n)
		return;
	if (count) {
		count->nfindings += n;
		count_carried(w, a, d, carried, count);
	}
	diags_drop(d, carried);
}

static void note_plain(void *ctx, const struct str *name)
{
	struct owner_query *w = ctx;
	uint16_t key = entries_key(name->s);

	w->plain[key / 64] |= UINT64_C(1) << key % 64;
}

void carried_filter(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *found,
		    struct diags *held, struct carried *count)
{
	struct owner_query w = { .l = l, .set = set, .configs = set->kind->dialects };

	if (!found->n && !(held && held->n))
		return;
	dialects_each_key(&l->rules->dialects, note_plain, &w);
	shipped_load(&w.tables, &w.arena, l->rules->fs, l->rules->tables);
	w.file = xcalloc(set->nowners + 1, sizeof *w.file);
	filter(&w, a, found, count);
	if (held)
		filter(&w, a, held, NULL);
	for (uint32_t i = 0; i < set->nowners; i++)
		vec_release(&w.file[i].entries);
	free(w.file);
	arena_release(&w.arena);
}
