// SPDX-License-Identifier: MIT
/* Whose keys are they? For each script that reads files of arguments those are counted that its dataclasses take. The
 * one with the most is the reader; where several of different classes have as many, the class is `base`.
 *
 * A key counts as refused if all scripts that take nearly as many (NEAR of NEAR_OF) refuse it: which of them reads the
 * file isn't known. What some class of a package takes is left out: a script of another project may read the file.
 *
 * A project without Python has the commands of packages in their place (`trl sft --config`). What else these might be
 * given is not known, so their names are open.
 *
 * Invariant: a key that is missing in a closed `own` and in the class is refused by every script that may read it.
 *
 *	{packing: true, warmup_step: 9}		sft.py takes one key, dpo.py none; both refuse warmup_step */
#include "plain/dataclass_file.h"
#include "base/path.h"
#include "launch/dataclass_flags.h"
#include "launch/dataclass_names.h"
#include "launch/dataclass_scripts.h"
#include "launch/words.h"
#include "python/value/dict.h"
#include <string.h>

enum { READERS_MAX = 96, NEAR = 7, NEAR_OF = 10 };

struct reader {
	const char *path; /* NULL: a command */
	struct value dataclasses, names;
	const struct schema_class *class;
	uint32_t taken;
	bool reads; /* files; another one gets such arguments as flags, which may be made of the file */
};
struct fit_search {
	struct arena *a;
	const struct schemas *schemas;
	struct reader at[READERS_MAX];
	uint32_t n, most;
};

static bool list_has(struct value names, const struct str *name)
{
	for (uint32_t i = 0; i < names.as.list->n; i++)
		if (names.as.list->at[i].val.as.s == name)
			return true;
	return false;
}

/* A key of the file that its reader doesn't take off before: TrlParser sets variables by `env`. */
static bool is_argument(const struct entry *e)
{
	return e->key.kind == VALUE_STR && strcmp(e->key.as.s->s, "env") != 0;
}

static uint32_t keys_of(const struct dict *data)
{
	struct dict_iter it;
	uint32_t n = 0;

	dict_begin(&it, data);
	for (const struct entry *e; (e = dict_next(&it));)
		n += is_argument(e);
	return n;
}

static void add_reader(struct fit_search *f, const struct dataclass_script *of, const struct dict *data)
{
	struct reader r = { .path = of->path, .dataclasses = of->dataclasses, .reads = of->reads };
	struct dict_iter it;

	if (f->n == READERS_MAX)
		return;
	r.class = dataclasses_main(f->a, f->schemas, r.dataclasses);
	r.names = dataclasses_names(f->a, f->schemas, r.dataclasses, r.class);
	dict_begin(&it, data);
	for (const struct entry *e; (e = dict_next(&it));)
		r.taken += is_argument(e) && ((r.class && schema_argument(f->schemas, r.class, e->key.as.s)) ||
					      list_has(r.names, e->key.as.s));
	f->most = r.taken > f->most ? r.taken : f->most;
	f->at[f->n++] = r;
}

static void add_commands(struct fit_search *f, const struct vfs *fs, const struct dict *data)
{
	const struct launch_words *words = launch_words_get(vfs_results(fs));

	for (uint32_t i = 0; i < words->nrows; i++)
		if (words->row[i].classes.n)
			add_reader(f,
				   &(struct dataclass_script){ NULL, command_dataclasses(f->a, &words->row[i]), true },
				   data);
}

/* Adds names that the class of the file doesn't know: those that it knows are its versions' matter. */
static void add_name(struct fit_search *f, const struct dataclass_fit *out, const struct str *name)
{
	if (!out->class || !schema_argument(f->schemas, out->class, name))
		list_push(f->a, out->own.as.list, value_str(name, out->own.at), out->own.at);
}

/* What this reader takes is not refused by all. */
static void add_names(struct fit_search *f, const struct reader *r, const struct dataclass_fit *out)
{
	uint32_t n = 0;
	const struct str **of_class =
		r->class && r->class != out->class ? schema_names(f->a, f->schemas, r->class, &n) : NULL;

	for (uint32_t i = 0; i < r->names.as.list->n; i++)
		add_name(f, out, r->names.as.list->at[i].val.as.s);
	for (uint32_t i = 0; i < n; i++)
		add_name(f, out, of_class[i]);
}

static bool is_near(const struct fit_search *f, const struct reader *r)
{
	return NEAR_OF * r->taken >= NEAR * f->most;
}

/* The first of those with the most keys, and the class of them all, or `base`. alone: it is the only one. */
static const struct reader *best_of(const struct fit_search *f, const struct schema_class *base,
				    struct dataclass_fit *out, bool *alone)
{
	const struct reader *first = NULL, *last = NULL;
	bool same = true;
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i].taken == f->most) {
			first = first && first->reads ? first : &f->at[i];
			same &= !last || f->at[i].class == last->class;
			last = &f->at[i];
			out->converts |= dict_get_true(f->at[i].dataclasses, "reads_file");
			n++;
		}
	out->class = same ? first->class : base;
	out->classes = dict_get(first->dataclasses, "classes");
	*alone = n == 1;
	return first;
}

static void put_own(struct fit_search *f, struct value data, struct dataclass_fit *out)
{
	struct dict_iter it;

	out->own = value_list(f->a, VALUE_LIST, 8, data.at);
	for (uint32_t i = 0; i < f->n; i++) {
		out->own.as.list->open |= f->at[i].names.as.list->open; /* it may take all of them */
		if (is_near(f, &f->at[i]))
			add_names(f, &f->at[i], out);
	}
	dict_begin(&it, data.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (is_argument(e) && schema_any(f->schemas, e->key.as.s)) /* the file may be for a script elsewhere */
			add_name(f, out, e->key.as.s);
	if (out->converts)
		list_push(f->a, out->own.as.list, value_text("env", data.at), data.at);
}

bool dataclass_fit_find(struct arena *a, const struct vfs *fs, struct sources *sources, const char *root,
			const struct schema_class *base, struct value data, struct dataclass_fit *out)
{
	const struct dataclass_scripts *scripts = dataclass_scripts_of(fs, root);
	struct fit_search f = { .a = a, .schemas = schemas_of(fs) };
	uint32_t keys = keys_of(data.as.dict);

	*out = (struct dataclass_fit){ 0 };
	for (uint32_t i = 0; i < scripts->n; i++)
		add_reader(&f, &scripts->at[i], data.as.dict);
	if (!scripts->python)
		add_commands(&f, fs, data.as.dict);
	if (!f.n || !keys || (scripts->python ? 2 * f.most < keys : 10 * f.most < 8 * keys))
		return false;

	bool alone;
	const struct reader *first = best_of(&f, base, out, &alone);

	if (!first->reads)
		return false;
	put_own(&f, data, out);
	out->own.as.list->open |= !scripts->python || !scripts->whole;
	out->name = first->path ? path_relative(a, root, first->path) : NULL;
	if (alone && first->path && sources)
		out->defaults = dict_get(dataclass_script_read(a, fs, sources, root, first->path), "defaults");
	return true;
}
