// SPDX-License-Identifier: MIT
/*
 * Extracts from the launches of a script what concerns configs: processes, overridden keys, flags. The expensive walk
 * is done once per script and run; the brief form omits places and numbers of processes.
 *
 * Example: run.sh: GPUS=8 bash dist_train.sh configs/a.py 8 --cfg-options lr=0.1
 *          config /p/configs/a.py, gpus 8, keys ["lr=0.1"]
 *          a flag that can't be interpreted sets `unclear`
 */
#include "launch/starts.h"
#include "base/path.h"
#include "launch/launch_source.h"
#include "launch/launch_subject.h"
#include "launch/line_overrides.h"
#include "launch/words.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "text/notebook.h"
#include <string.h>

struct starts_builder {
	struct arena *a; /* of the result; the tree of a script is freed with the script */
	bool brief, trains;
	const struct launch_words *words;
	VEC(, struct start_key) override;
	struct started *line; /* brief form only */
	uint32_t nlines;
};

static int64_t count(struct value l, const char *key)
{
	struct value v = dict_get(l, key);

	return v.kind == VALUE_INT ? v.as.i : 0;
}

static const char *file_named(struct starts_builder *t, struct value l, const char *key, const char *root)
{
	const char *name = dict_get_text(l, key);

	return name ? path_join(t->a, root, name) : NULL;
}

static struct span place_of(const struct starts_builder *t, struct value v)
{
	return t->brief ? (struct span){ 0 } : v.at;
}

/* --resume-from x: resume_from=x */
static void add_set(struct starts_builder *t, const char *to, struct value v)
{
	const char *hole = strstr(to, "{}"), *text;

	if (hole && v.kind != VALUE_STR)
		return;
	text = hole ? arena_printf(t->a, "%.*s%s%s", (int)(hole - to), to, v.as.s->s, hole + 2)
		    : arena_strdup(t->a, to);
	vec_push(&t->override, ((struct start_key){ text, place_of(t, v), true }));
}

/* false: its effect is unknown */
static bool add_flag(struct starts_builder *t, struct value flag)
{
	const struct launch_words *w = t->words;
	const char *name = dict_get_text(flag, "name");
	const struct list *values = dict_get(flag, "values").as.list;

	if (words_have(&w->unclear, name))
		return false;
	for (uint32_t i = 0; i < w->set.n; i++)
		if (!strcmp(w->set.at[i], name))
			add_set(t, w->set_to.at[i], dict_get(flag, "value"));
	if (!words_have(&w->override, name))
		return true;
	for (uint32_t i = 0; i < values->n; i++) {
		const struct value *text = &values->at[i].val;

		if (text->kind != VALUE_STR)
			return false;
		vec_push(&t->override,
			 ((struct start_key){ arena_strdup(t->a, text->as.s->s), place_of(t, *text), false }));
	}
	return true;
}

/* Copies texts and numbers; Unknowns are created anew. */
static struct value flags_copied(struct starts_builder *t, struct value by_name)
{
	struct value out = value_dict(t->a, by_name.at);
	struct dict_iter it;

	dict_begin(&it, by_name.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct value key = e->key, val = e->val;

		key.at = place_of(t, key);
		val.at = place_of(t, val);
		dict_put(t->a, out.as.dict, key,
			 value_is_known(val) ? val : value_unknown(t->a, WHY_SHELL, val.at, NULL),
			 t->brief ? (struct span){ 0 } : e->use);
	}
	return value_freeze(t->a, out);
}

/* in: NULL for the brief form */
static void add_start(struct starts_builder *t, const struct subject *in, struct value l, const char *root,
		      struct starts *out)
{
	const struct list *flags = dict_get(l, "flags").as.list;
	struct start s = { .at = place_of(t, l),
			   .in = in,
			   .config = file_named(t, l, "config_path", root),
			   .script = file_named(t, l, "script_path", root),
			   .gpus = count(l, "gpus"),
			   .machines = count(l, "machines"),
			   .open = dict_get_true(l, "open") };

	if (!dict_get_true(l, "trains") || (!s.config && !s.script) || out->n >= STARTS_MAX)
		return;
	s.flags = flags_copied(t, dict_get(l, "flag"));
	s.keys = flags_copied(t, line_overrides(t->a, t->words, l));
	t->override.n = 0;
	for (uint32_t i = 0; i < flags->n; i++)
		s.unclear |= !add_flag(t, flags->at[i].val);
	if (in)
		s.place = arena_printf(t->a, "%s:%s", path_relative(t->a, root, in->path),
				       source_line(t->a, in->src, l.at.lo));
	s.noverrides = (uint32_t)t->override.n;
	s.override = t->override.n ? memcpy(arena_array(t->a, struct start_key, s.noverrides), t->override.at,
					    s.noverrides * sizeof *t->override.at)
				   : NULL;
	vec_push(out, s);
}

/* A launch whose script trains under other flags, `train.py --eval`, is no line of it. */
static void add_lines(struct starts_builder *t, const struct list *all, const char *root)
{
	t->line = arena_array(t->a, struct started, all->n + 1);
	t->nlines = all->n;
	for (uint32_t i = 0; i < all->n; i++) {
		struct value l = all->at[i].val, trains = dict_get(l, "trains");

		if (trains.kind != VALUE_BOOL || trains.as.b)
			t->line[i] = (struct started){ file_named(t, l, "script_path", root),
						       file_named(t, l, "config_path", root) };
	}
}

/* It does not parse from some place on, and what stands there looks as if it started Python. */
static bool is_cut_short(const struct shell_script *script, const struct source *src)
{
	static const char *const starts[] = { "python", "torchrun", "accelerate launch", "deepspeed ", "srun " };
	bool is = false;

	for (size_t i = 0; script->skipped && i < ARRAY_SIZE(starts); i++)
		is |= strstr(src->bytes + script->skipped_at, starts[i]) != NULL;
	return is;
}

/* Returns starts_brief.counts. */
static bool add_all(struct starts_builder *t, const struct vfs *fs, struct sources *sources, const char *path,
		    const char *root, struct starts *out)
{
	struct arena tmp = { 0 };
	struct err e = { 0 };
	struct launched l = { .brief = t->brief };
	const struct source *src = launch_source(fs, sources, path, &e);
	const struct subject *in;
	const struct list *all;

	if (!src)
		return false;
	launches_of(&tmp, fs, sources, src, root, &l);
	t->words = launch_words_get(vfs_results(fs));
	all = dict_get(l.tree, "launches").as.list;
	in = all->n && !t->brief ? launch_speaks(t->a, fs, src) : NULL;
	for (uint32_t i = 0; i < all->n; i++)
		add_start(t, in, all->at[i].val, root, out);
	if (t->brief)
		add_lines(t, all, root);
	vec_release(&t->override);
	arena_release(&tmp);
	t->trains = l.trains;
	return l.trains || l.unplaced || l.spent || l.script.gave_up || is_cut_short(&l.script, src);
}

void starts_add(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path, const char *root,
		struct starts *out)
{
	struct starts_builder t = { .a = a };

	add_all(&t, fs, sources, path, root, out);
}

static const void *work_out(struct arena *a, const void *fs, const char *path, const char *root)
{
	struct starts_brief *b = arena_new(a, struct starts_brief);
	struct starts_builder t = { .a = a, .brief = true };
	struct sources *sources = sources_new();
	struct starts all = { 0 };

	b->counts = add_all(&t, fs, sources, path, root, &all);
	b->n = (uint32_t)all.n;
	b->trains = t.trains;
	b->line = t.line;
	b->nlines = t.nlines;
	if (all.n)
		b->at = memcpy(arena_array(a, struct start, all.n), all.at, all.n * sizeof *all.at);
	vec_release(&all);
	sources_free(sources);
	return b;
}

const struct starts_brief *starts_of(const struct vfs *fs, const char *path, const char *root)
{
	return result_cache_compute(vfs_file_results(fs), work_out, fs, path, root);
}

void script_starts_add(const struct vfs *fs, const char *script, const char *root, const char *path,
		       struct script_starts *out)
{
	const struct starts_brief *all = starts_of(fs, script, root);

	for (uint32_t i = 0; i < all->nlines; i++) {
		const struct started *x = &all->line[i];
		bool config = !x->script || strcmp(x->script, path) != 0;

		if (!config || (x->config && !strcmp(x->config, path)))
			vec_push(out, ((struct script_start){ script, i, config }));
	}
}

void starts_below(const struct vfs *fs, const char *root, const char *const *scripts, struct starts *out)
{
	for (; scripts && *scripts; scripts++) {
		const struct starts_brief *b = path_inside(root, *scripts) ? starts_of(fs, *scripts, root) : NULL;

		for (uint32_t i = 0; b && i < b->n && out->n < STARTS_MAX; i++)
			vec_push(out, b->at[i]);
	}
}

bool starts_in_notebook(const struct vfs *fs, const char *path, const char *root)
{
	const struct starts_brief *all = notebook_named(path) ? starts_of(fs, path, root) : NULL;

	return all && all->trains;
}

bool starts_named(const char *path)
{
	static const char *const ends[] = { ".sh", ".bash", ".slurm", ".sbatch" };

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (!strcmp(path_ext(path), ends[i]))
			return true;
	return false;
}
