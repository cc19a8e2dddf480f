// SPDX-License-Identifier: MIT
/*
 * Loads rules/launch.yaml: the commands that start trainings, their options, and the flags of training scripts.
 *
 * Example: - name: [torchrun]; sets: {nproc: [--nproc_per_node, --nproc-per-node]}
 *          a struct launch_row whose two options set `nproc`
 *          words_match("*train*.py") is true for tools/train_net.py
 */
#include "launch/words.h"
#include "spec/compiled.h"
#include "spec/read.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool words_have(const struct word_list *all, const char *word)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i][0] == word[0] && !strcmp(all->at[i], word))
			return true;
	return false;
}

bool words_match(const struct word_list *all, const char *word)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!fnmatch(all->at[i], word, 0))
			return true;
	return false;
}

static bool texts_of(struct yread *y, const struct ynode *map, const char *key, struct word_list *out)
{
	return yread_texts(y, yaml_get(map, key), key, &out->at, &out->n);
}

static bool text_of(struct yread *y, const struct ynode *map, const char *key, const char **out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || (*out = yread_text(y, n, key));
}

static bool flag_of(struct yread *y, const struct ynode *map, const char *key, bool *out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || yread_bool(y, n, key, out);
}

static bool number_of(struct yread *y, const struct ynode *map, const char *key, uint32_t *out)
{
	const char *text = NULL;
	bool ok = text_of(y, map, key, &text);

	*out = text ? (uint32_t)strtoul(text, NULL, 10) : 0;
	return ok;
}

static bool read_options(struct yread *y, const struct ynode *row, const char *key, bool flag, struct launch_row *out)
{
	const struct ynode *map = yaml_get(row, key);
	bool ok = !map || yread_map(y, map, key);

	for (uint32_t i = 0; map && ok && i < map->n; i++) {
		struct launch_option *o = &out->option[out->noptions++];

		*o = (struct launch_option){ .field = map->key[i]->text->s, .flag = flag };
		ok = yread_texts(y, map->kid[i], o->field, &o->word.at, &o->word.n);
	}
	return ok;
}

static bool read_then(struct yread *y, const struct ynode *row, struct launch_row *out)
{
	static const char *const word[] = { "nothing", "script", "command", "shell", "arguments" };
	const struct ynode *n = yaml_get(row, "then");
	const char *s = n ? yread_text(y, n, "then") : "nothing";

	for (unsigned i = 0; s && i < ARRAY_SIZE(word); i++)
		if (!strcmp(s, word[i])) {
			out->then = (enum launch_then)i;
			return true;
		}
	return s && yread_unknown(y, n->at.lo, "then", s, word, ARRAY_SIZE(word));
}

static uint32_t entries(const struct ynode *map)
{
	return map ? map->n : 0;
}

static bool read_row(struct yread *y, const struct ynode *n, struct launch_row *out)
{
	static const char *const keys[] = { "name",	 "as_module", "valued",	   "two",   "module",  "text",
					    "env",	 "sets",      "flags",	   "skip",  "port",    "into",
					    "launcher",	 "profiler",  "then",	   "total", "omp",     "copies",
					    "elsewhere", "assigns",   "arguments", "uses",  "classes", "pairs",
					    "training",	 "beside",    "takes" };

	out->option = arena_array(y->a, struct launch_option,
				  entries(yaml_get(n, "sets")) + entries(yaml_get(n, "flags")) + 1);
	return yread_keys(y, n, keys, ARRAY_SIZE(keys), "a command") && texts_of(y, n, "name", &out->name) &&
	       texts_of(y, n, "as_module", &out->as_module) && texts_of(y, n, "valued", &out->valued) &&
	       texts_of(y, n, "two", &out->two) && texts_of(y, n, "module", &out->module) &&
	       texts_of(y, n, "text", &out->text) && texts_of(y, n, "env", &out->env) &&
	       read_options(y, n, "sets", false, out) && read_options(y, n, "flags", true, out) &&
	       number_of(y, n, "skip", &out->skip) && number_of(y, n, "port", &out->port) &&
	       text_of(y, n, "into", &out->into) && text_of(y, n, "launcher", &out->launcher) &&
	       text_of(y, n, "profiler", &out->profiler) && read_then(y, n, out) &&
	       flag_of(y, n, "total", &out->total) && flag_of(y, n, "omp", &out->omp) &&
	       flag_of(y, n, "copies", &out->copies) && flag_of(y, n, "elsewhere", &out->elsewhere) &&
	       flag_of(y, n, "assigns", &out->assigns) && flag_of(y, n, "uses", &out->uses) &&
	       flag_of(y, n, "pairs", &out->pairs) && texts_of(y, n, "training", &out->training) &&
	       texts_of(y, n, "classes", &out->classes) && texts_of(y, n, "beside", &out->beside) &&
	       texts_of(y, n, "takes", &out->takes) && text_of(y, n, "arguments", &out->arguments);
}

static bool read_rows(struct yread *y, const struct ynode *list, struct launch_words *out)
{
	if (!list || list->kind != Y_SEQ)
		return yread_fail(y, list, "commands must be a list");
	out->row = arena_array(y->a, struct launch_row, list->n + 1);
	for (uint32_t i = 0; i < list->n; i++)
		if (!read_row(y, list->kid[i], &out->row[out->nrows++]))
			return false;
	return true;
}

static bool read_pairs(struct yread *y, const struct ynode *map, struct word_list *keys, struct word_list *values)
{
	uint32_t n = entries(map);

	keys->at = arena_array(y->a, const char *, n + 1);
	values->at = arena_array(y->a, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		keys->at[keys->n++] = map->key[i]->text->s;
		values->at[values->n++] = yread_text(y, map->kid[i], keys->at[i]);
		if (!values->at[i])
			return false;
	}
	return true;
}

static bool read_processes(struct yread *y, const struct ynode *map, struct launch_words *out)
{
	static const char *const keys[] = { "by", "none", "gpus" };

	return yread_keys(y, map, keys, ARRAY_SIZE(keys), "processes") && texts_of(y, map, "by", &out->by) &&
	       texts_of(y, map, "none", &out->by_none) && texts_of(y, map, "gpus", &out->gpus);
}

static bool read_overrides(struct yread *y, const struct ynode *map, struct launch_words *out)
{
	static const char *const keys[] = { "flags", "unclear", "sets" };

	return yread_keys(y, map, keys, ARRAY_SIZE(keys), "overrides") && texts_of(y, map, "flags", &out->override) &&
	       texts_of(y, map, "unclear", &out->unclear) &&
	       read_pairs(y, yaml_get(map, "sets"), &out->set, &out->set_to);
}

static bool read_words(struct yread *y, const struct ynode *doc, struct launch_words *out)
{
	static const char *const keys[] = { "commands",	      "trains",		  "not_training", "config",
					    "work_dir",	      "processes",	  "overrides",	  "headers",
					    "says",	      "brings",		  "header_sets",  "dataclass_parsers",
					    "model_loaders",  "lenient_keywords", "file_parsers", "scripts",
					    "script_imports", "file_overrides",	  "file_calls",	  "passes_over" };
	static const char *const trains[] = { "names", "not", "texts" }, *const config[] = { "flags", "ends" };
	const struct ynode *t = yaml_get(doc, "trains"), *c = yaml_get(doc, "config");

	return yread_keys(y, doc, keys, ARRAY_SIZE(keys), "launch.yaml") &&
	       read_rows(y, yaml_get(doc, "commands"), out) && yread_keys(y, t, trains, ARRAY_SIZE(trains), "trains") &&
	       texts_of(y, t, "names", &out->train_name) && texts_of(y, t, "not", &out->train_not) &&
	       texts_of(y, t, "texts", &out->train_text) && texts_of(y, doc, "not_training", &out->not_training) &&
	       texts_of(y, doc, "says", &out->says) && texts_of(y, doc, "brings", &out->brings) &&
	       read_pairs(y, yaml_get(doc, "scripts"), &out->known_script, &out->known_table) &&
	       read_pairs(y, yaml_get(doc, "script_imports"), &out->known_import, &out->import_table) &&
	       texts_of(y, doc, "dataclass_parsers", &out->dataclass_parser) &&
	       texts_of(y, doc, "model_loaders", &out->model_loader) &&
	       texts_of(y, doc, "file_parsers", &out->file_parser) &&
	       texts_of(y, doc, "lenient_keywords", &out->lenient) && texts_of(y, doc, "file_calls", &out->file_call) &&
	       texts_of(y, doc, "passes_over", &out->passes_over) &&
	       texts_of(y, doc, "file_overrides", &out->file_overrides) &&
	       yread_keys(y, c, config, ARRAY_SIZE(config), "config") && texts_of(y, c, "flags", &out->config_flag) &&
	       texts_of(y, c, "ends", &out->config_end) && texts_of(y, doc, "work_dir", &out->work_dir) &&
	       read_pairs(y, yaml_get(doc, "headers"), &out->header, &out->header_of) &&
	       read_pairs(y, yaml_get(doc, "header_sets"), &out->header_set, &out->header_sets) &&
	       read_processes(y, yaml_get(doc, "processes"), out) && read_overrides(y, yaml_get(doc, "overrides"), out);
}

const struct launch_words *launch_words_load(struct arena *a)
{
	struct source none = { .path = "rules/launch.yaml", .bytes = "" };
	struct err e = { 0 };
	struct yread y = { .a = a, .src = &none, .e = &e };
	struct launch_words *w = arena_new(a, struct launch_words);

	if (!read_words(&y, embedded_find(a, "launch.yaml"), w))
		BUG("%s", e.msg);
	return w;
}

static const void *make_words(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	(void)m, (void)text, (void)len;
	return launch_words_load(a);
}

const struct launch_words *launch_words_get(struct result_cache *m)
{
	return result_cache_get(m, make_words, "launch.yaml", "", 0);
}
