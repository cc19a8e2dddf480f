// SPDX-License-Identifier: MIT
/* Composes the config that has the file, and asks the code index (src/code) which of its keys the functions that Hydra
 * starts read. A project is analysed once for all of its files.
 *
 * Invariant: a key is unread only if every program that may have the file is followed, none reads the key, and no
 * interpolation of any config of these programs names it.
 *
 *	@hydra.main(config_path="conf", config_name="config")
 *	def main(cfg): train(cfg.lr)		conf/config.yaml: lr is read, lrr is unread */
#include "plain/composed_keys.h"
#include "base/path.h"
#include "plain/keys.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 1500, KEYS_MAX = 400, READERS_MAX = 60, DEEP = 8 };
struct composed_project {
	const struct hydra_project *project;
	struct plain_project *p; /* NULL: no function of it is followed */
	struct buf named;	 /* what stands in ${...} in all of its configs */
	uint32_t files;
	bool reloads; /* its code saves the config, and reads such files */
};

/* ---- interpolations ---- */

static void add_named(struct buf *out, const char *text)
{
	for (const char *at = text; (at = strstr(at, "${"));) {
		unsigned depth = 0;
		const char *from = at;

		for (; *at && *at != '\n'; at++) {
			depth += at[0] == '$' && at[1] == '{';
			if (*at == '}' && !--depth)
				break;
		}
		buf_add(out, from, (size_t)(at - from));
		buf_putc(out, ' ');
	}
}

static void look_in(struct composed_project *c, struct arena *a, const struct vfs *fs, const char *folder,
		    unsigned depth)
{
	char **names;
	size_t n = vfs_list(fs, folder, &names, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(a, folder, names[i]), *ext = path_ext(path);
		struct buf b = { 0 };

		if ((!strcmp(ext, ".yaml") || !strcmp(ext, ".yml")) && c->files++ < FILES_MAX &&
		    vfs_read(fs, path, &b, NULL))
			add_named(&c->named, buf_str(&b));
		else if (!*ext && depth < DEEP && names[i][0] != '.')
			look_in(c, a, fs, path, depth + 1);
		buf_release(&b);
		free(names[i]);
	}
	free(names);
}

/* ---- projects ---- */

static bool says_one(const char *text, const struct ynode *words)
{
	for (uint32_t i = 0; words && i < words->n; i++)
		if (strstr(text, yaml_str(words->kid[i])))
			return true;
	return false;
}

/* rules/hydra-entries.yaml, copies */
static bool reloads(struct hydra_files *files, const struct hydra_project *p)
{
	const struct ynode *copies = yaml_get(embedded_find(files->a, "hydra-entries.yaml"), "copies");
	bool saves = false, loads = false;

	for (uint32_t i = 0; i < p->ncode && !(saves && loads); i++) {
		struct buf b = { 0 };

		if (vfs_read(files->fs, p->code[i], &b, NULL)) {
			saves |= says_one(buf_str(&b), yaml_get(copies, "saves"));
			loads |= says_one(buf_str(&b), yaml_get(copies, "loads"));
		}
		buf_release(&b);
	}
	return saves && loads;
}

static struct composed_project *project_of(struct composed_projects *all, struct hydra_files *files,
					   const struct hydra_project *p)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i]->project == p)
			return all->at[i];
	struct composed_project *c = xcalloc(1, sizeof *c);

	c->project = p;
	c->p = plain_project_composed(files->fs, files->sources, p->root);
	c->reloads = c->p && reloads(files, p);
	for (uint32_t i = 0; c->p && i < p->nentries; i++) {
		bool seen = !p->entry[i].folder;

		for (uint32_t k = 0; k < i && !seen; k++)
			seen = p->entry[k].folder && path_inside(p->entry[k].folder, p->entry[i].folder);
		if (!seen)
			look_in(c, files->a, files->fs, p->entry[i].folder, 0);
	}
	vec_push(all, c);
	return c;
}

/* The decorator or the call of the entry; c->p->reader.n: it is not followed. */
static uint32_t reader_of(const struct composed_project *c, const struct hydra_entry *e)
{
	const size_t n = c->p->reader.n;

	for (uint32_t i = 0; i < n; i++) {
		const struct plain_reader *r = &c->p->reader.at[i];
		const char *colon = strrchr(r->place, ':');
		uint32_t line = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;

		/* the first argument of a call may stand below it */
		if (!strcmp(r->file->path, e->script) && line >= e->line && line <= e->line + (e->main ? 0 : 3))
			return i;
	}
	return (uint32_t)n;
}

/* Tests are not part of the index, and train nothing. */
static bool is_test(const struct hydra_project *p, const char *script)
{
	const char *below = path_inside(p->root, script) ? script + strlen(p->root) : script, *base = path_base(script);

	return strstr(below, "/test/") || strstr(below, "/tests/") || !strncmp(base, "test_", 5) ||
	       !strcmp(base, "conftest.py");
}

/* The readers that may get the file; 0: there are none, or *lost is not followed. */
static uint32_t readers_of(const struct composed_project *c, const struct hydra_file *f, uint32_t *out,
			   const struct hydra_entry **lost)
{
	const struct hydra_project *p = c->project;
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->nentries; i++) {
		const struct hydra_entry *e = &p->entry[i];

		if ((e->folder && !e->unclear && !path_inside(e->folder, f->path)) || is_test(p, e->script))
			continue;
		out[n] = reader_of(c, e);
		if (out[n] == c->p->reader.n || n + 1 >= READERS_MAX) {
			*lost = e;
			return 0;
		}
		n++;
	}
	return n;
}

/* ---- keys ---- */

static bool is_wanted(const struct hydra_file *f, struct value key)
{
	struct value name = dict_get(key, "name"), fate = dict_get(key, "fate");

	return name.kind == VALUE_STR && name.at.file == f->src->id && name.as.s->s[0] != '_' &&
	       (fate.kind == VALUE_UNKNOWN || dict_get_text(key, "fate")) &&
	       !(fate.kind == VALUE_STR && !strcmp(fate.as.s->s, "read"));
}

/* Code may read it of a copy. */
static bool is_named_in_code(const struct composed_project *c, struct value key)
{
	struct value name = dict_get(key, "name");

	return c->reloads && name.kind == VALUE_STR && plain_says(c->p, name.as.s);
}

/* Of the file's keys at the top, code reads less than half: it is no config that a program starts with. */
static bool is_strange(const struct hydra_file *f, const struct list *keys)
{
	uint32_t n = 0, read = 0;

	for (uint32_t i = 0; i < keys->n; i++) {
		struct value name = dict_get(keys->at[i].val, "name");
		const char *path = dict_get_text(keys->at[i].val, "path"),
			   *fate = dict_get_text(keys->at[i].val, "fate");

		if (name.at.file != f->src->id || !path || strchr(path, '.'))
			continue;
		n++;
		read += !fate || strcmp(fate, "unread") != 0;
	}
	return read * 2 < n;
}

static struct value unknown_keys(struct arena *a, const struct hydra_project *p, const struct hydra_file *f,
				 const struct hydra_entry *lost)
{
	const char *why =
		lost ? arena_printf(a, "%s:%u",
				    path_inside(p->root, lost->script) ? path_relative(a, p->root, lost->script)
								       : lost->script,
				    lost->line)
		     : "a plugin or a store";

	return value_unknown(a, WHY_READER, f->data.at,
			     arena_printf(a, "keys: the config goes to %s, which is not followed,", why));
}

struct value composed_keys(struct composed_projects *all, struct hydra_files *files, const struct hydra_project *p,
			   const struct hydra_file *f)
{
	struct value out = value_list(files->a, VALUE_LIST, 4, (struct span){ 0 }), keys;
	struct composed_project *c = p->open ? NULL : project_of(all, files, p);
	const struct hydra_entry *lost = NULL;
	uint32_t reader[READERS_MAX], n = c && c->p && c->files < FILES_MAX ? readers_of(c, f, reader, &lost) : 0;
	struct hydra_program program;
	struct hydra_config config;

	if (p->open || lost)
		return unknown_keys(files->a, p, f, lost);
	if (!n || !f->src || !hydra_program_of_file(files, f->path, &program) || (program.added && !f->package) ||
	    !hydra_program_compose(&program, &config))
		return out;
	if (config.tree.kind == VALUE_DICT) {
		plain_keys_composed(files->a, c->p, reader, n, config.tree, buf_str(&c->named), &keys);
		bool strange = program.guessed && is_strange(f, keys.as.list);

		for (uint32_t i = 0; !strange && i < keys.as.list->n && out.as.list->n < KEYS_MAX; i++)
			if (is_wanted(f, keys.as.list->at[i].val) && !is_named_in_code(c, keys.as.list->at[i].val))
				list_push(files->a, out.as.list, keys.as.list->at[i].val, keys.as.list->at[i].use);
	}
	hydra_list_release(&config.list);
	return out;
}

void composed_projects_release(struct composed_projects *all)
{
	for (size_t i = 0; i < all->n; i++) {
		plain_project_free(all->at[i]->p);
		buf_release(&all->at[i]->named);
		free(all->at[i]);
	}
	vec_release(all);
}
