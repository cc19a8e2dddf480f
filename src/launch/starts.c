// SPDX-License-Identifier: MIT
#include "launch/starts.h"
#include "base/path.h"
#include "launch/subject.h"
#include "launch/words.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

struct starting {
	struct arena *a;
	const struct launch_words *words;
	VEC(, struct start_key) override;
};

static const struct value *field(const struct value *d, const char *key)
{
	const struct entry *e = d->kind == VALUE_DICT ? dict_find_lit(d->as.dict, key) : NULL;

	return e ? &e->val : NULL;
}

static int64_t count(const struct value *l, const char *key)
{
	const struct value *v = field(l, key);

	return v && v->kind == VALUE_INT ? v->as.i : 0;
}

static bool is_true(const struct value *l, const char *key)
{
	const struct value *v = field(l, key);

	return v && v->kind == VALUE_BOOL && v->as.b;
}

static const char *file_named(struct starting *t, const struct value *l, const char *key, const char *root)
{
	const struct value *v = field(l, key);

	return v && v->kind == VALUE_STR ? path_join(t->a, root, v->as.s->s) : NULL;
}

/* --resume-from x: resume_from=x */
static void add_set(struct starting *t, const char *to, const struct value *v)
{
	const char *hole = strstr(to, "{}"), *text = to;

	if (hole && v->kind == VALUE_STR)
		text = arena_printf(t->a, "%.*s%s%s", (int)(hole - to), to, v->as.s->s, hole + 2);
	else if (hole)
		return;
	vec_push(&t->override, ((struct start_key){ text, v->at, true }));
}

/* false: what it changes isn't known */
static bool add_flag(struct starting *t, const struct value *flag)
{
	const struct launch_words *w = t->words;
	const struct value *name = field(flag, "name"), *values = field(flag, "values"), *v = field(flag, "value");

	if (words_have(&w->unclear, name->as.s->s))
		return false;
	for (uint32_t i = 0; i < w->set.n; i++)
		if (!strcmp(w->set.at[i], name->as.s->s))
			add_set(t, w->set_to.at[i], v);
	if (!words_have(&w->override, name->as.s->s))
		return true;
	for (uint32_t i = 0; i < values->as.list->n; i++) {
		const struct value *text = &values->as.list->at[i].val;

		if (text->kind != VALUE_STR)
			return false;
		vec_push(&t->override, ((struct start_key){ arena_strdup(t->a, text->as.s->s), text->at, false }));
	}
	return true;
}

static void add_start(struct starting *t, const struct subject *in, const struct value *l, const char *root,
		      struct starts *out)
{
	const struct value *flags = field(l, "flags"), *by_name = field(l, "flag");
	struct start s = { .at = l->at,
			   .in = in,
			   .config = file_named(t, l, "config_path", root),
			   .script = file_named(t, l, "script_path", root),
			   .gpus = count(l, "gpus"),
			   .machines = count(l, "machines"),
			   .open = is_true(l, "open"),
			   .flags = value_freeze(t->a, *by_name) };

	if (!is_true(l, "trains") || (!s.config && !s.script) || out->n >= STARTS_MAX)
		return;
	t->override.n = 0;
	for (uint32_t i = 0; i < flags->as.list->n; i++)
		s.unclear |= !add_flag(t, &flags->as.list->at[i].val);
	s.place = arena_printf(t->a, "%s:%u", path_relative(t->a, root, in->path),
			       source_point(in->src, l->at.lo).line + 1);
	s.noverrides = (uint32_t)t->override.n;
	s.override = t->override.n ? memcpy(arena_array(t->a, struct start_key, s.noverrides), t->override.at,
					    s.noverrides * sizeof *t->override.at)
				   : NULL;
	vec_push(out, s);
}

void starts_add(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path, const char *root,
		bool brief, struct starts *out)
{
	struct starting t = { .a = a, .words = launch_words_load(a) };
	struct buf text = { 0 };
	struct err e = { 0 };
	struct launched *l = arena_new(a, struct launched);
	const struct source *src = NULL;
	const struct subject *in;
	const struct value *all;

	if (vfs_read(fs, path, &text, &e))
		src = sources_add(sources, path, buf_str(&text), text.n);
	buf_release(&text);
	if (!src || !source_check(src, &e))
		return;
	l->brief = brief;
	launches_of(a, fs, sources, src, root, l);
	in = launch_speaks(a, src, l);
	all = field(&l->tree, "launches");
	for (uint32_t i = 0; i < all->as.list->n; i++)
		add_start(&t, in, &all->as.list->at[i].val, root, out);
	vec_release(&t.override);
}

bool starts_named(const char *path)
{
	static const char *const ends[] = { ".sh", ".bash", ".slurm", ".sbatch" };

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (!strcmp(path_ext(path), ends[i]))
			return true;
	return false;
}
