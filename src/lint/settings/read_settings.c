// SPDX-License-Identifier: MIT
/* The keys of .cfglint.yaml. Strict: a misspelt key or rule that silently did nothing would be a lint that silently
 * does nothing. A file is applied over the lower ones: figures and words replace, lists are joined except for `select`
 * and `fixable`, and rules that a file selects are no longer ignored. */
#include "base/path.h"
#include "facts/expr_check.h"
#include "lint/rules/rule_word.h"
#include "lint/settings/priv.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct settings_reader {
	struct yread y;
	const struct ruleset *rs;
	const struct layer *layer;
	struct settings *s;
	bool override;
};
struct key {
	const char *name;
	bool (*read)(struct settings_reader *r, const struct ynode *n, const struct key *k);
	enum { ANYWHERE, IN_FILE, IN_OVERRIDE } place; /* IN_FILE: applies to all files */
	bool adds;				       /* to the values of lower files */
	size_t list;				       /* words: where they go in struct settings */
};

static bool read_machine(struct settings_reader *r, const struct ynode *map, const struct key *k)
{
	struct machine *m = &r->s->machine;
	struct value *to[] = { &m->gpus, &m->nodes, &m->cores, &m->gpu_mem, NULL };
	if (!figures_read(&r->y, map, k->name, settings_parts(k->name), to, ARRAY_SIZE(to), 3))
		return false;
	const struct ynode *gpus = yaml_get(map, "gpus"), *gpu = yaml_get(map, "gpu");
	if (gpu && (gpu->kind != Y_SCALAR || !gpu->text->s[strspn(gpu->text->s, "0123456789")]))
		return yread_fail(&r->y, gpu, "gpu must be the name of a card, such as T4; gpus is their number");
	if (gpu)
		m->gpu = gpu->text->s;
	if (gpus)
		m->gpus_why = arena_printf(r->y.a, "%s:%u", path_base(r->y.src->path),
					   source_point(r->y.src, gpus->at.lo).line + 1);
	return true;
}

static bool read_limits(struct settings_reader *r, const struct ynode *map, const struct key *k)
{
	return limits_read(&r->y, map, k->name, !r->layer->may_name, r->s);
}

static bool read_lr(struct settings_reader *r, const struct ynode *map, const struct key *k)
{
	static const char *const known[] = { "base_lr", "base_batch" };
	if (!yread_keys(&r->y, map, known, ARRAY_SIZE(known), k->name))
		return false;
	const struct ynode *lr = yaml_get(map, "base_lr"), *batch = yaml_get(map, "base_batch");
	if (!lr || !batch)
		return yread_fail(&r->y, map, "lr needs base_lr and base_batch: %s is missing",
				  lr ? "base_batch" : "base_lr");
	return figure_read(&r->y, lr, "base_lr", false, &r->s->lr_base) &&
	       figure_read(&r->y, batch, "base_batch", true, &r->s->lr_base_batch);
}

/* ---- lists ---- */

/* Words for rules and levels. */
static bool read_words(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const char **word, *const **out = (const char *const **)(void *)((char *)r->s + k->list);
	uint32_t count;
	if (!yread_texts(&r->y, n, k->name, &word, &count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		enum severity level;
		bool all;
		if (word_is_level(word[i], &level, &all) || word_is_rules(r->rs, word[i]))
			continue;
		const char *near = word_nearest(r->rs, word[i], true);
		return yread_fail(&r->y, n->kind == Y_SEQ ? n->kid[i] : n,
				  "%s: no rule, category or level '%.100s'%s%s%s", k->name, word[i],
				  near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
	}
	if (out == &r->s->sel.select || out == &r->s->sel.extend) /* is no longer ignored by lower files */
		r->s->sel.ignore = list_without(r->y.a, r->s->sel.ignore, word);
	*out = k->adds ? list_joined(r->y.a, *out, word) : word;
	if (out == &r->s->fixing.safe && !r->layer->may_name)
		r->s->fixing.users_safe = list_joined(r->y.a, r->s->fixing.users_safe, word);
	return true;
}

static void exclude_too(struct arena *a, struct patterns *all, const struct patterns *more)
{
	struct pattern *at = arena_array(a, struct pattern, all->n + more->n + 1);
	if (all->n)
		memcpy(at, all->at, all->n * sizeof *at);
	if (more->n)
		memcpy(at + all->n, more->at, more->n * sizeof *at);
	*all = (struct patterns){ at, all->n + more->n };
}

static bool read_exclude(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	(void)n;
	(void)k;
	exclude_too(r->y.a, &r->s->exclude, &r->layer->exclude);
	return true;
}

/* Lower files' entries count too: all are looked through for every config. */
static bool few(struct settings_reader *r, const struct ynode *n, const char *what, const char *const *list)
{
	uint32_t count = 0;
	while (list && list[count])
		count++;
	return count <= ENTRIES_MAX ||
	       yread_fail(&r->y, n, "%s: %u entries, and no more than %d are taken", what, count, ENTRIES_MAX);
}

static bool read_folders(struct settings_reader *r, const struct ynode *n, const char *what, const char *const **out)
{
	uint32_t count = n->kind == Y_SEQ ? n->n : 1;
	const char **dir = arena_array(r->y.a, const char *, count + 1);
	for (uint32_t i = 0; i < count; i++)
		if (!(dir[i] = layer_folder(&r->y, r->layer, n->kind == Y_SEQ ? n->kid[i] : n, what)))
			return false;
	*out = list_joined(r->y.a, *out, dir);
	return few(r, n, what, *out);
}

static bool read_roots(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	return read_folders(r, n, k->name, &r->s->roots);
}

/* {NAME: folder} */
static bool read_packages(struct settings_reader *r, const struct ynode *map, const struct key *k)
{
	if (!yread_map(&r->y, map, k->name))
		return false;
	const char **list = arena_array(r->y.a, const char *, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yread_text(&r->y, map->key[i], k->name);
		if (name && !*name)
			return yread_fail(&r->y, map->key[i], "%s: an empty name is no package", k->name);
		const char *dir = name ? layer_folder(&r->y, r->layer, map->kid[i],
						      arena_printf(r->y.a, "packages: %.100s", name))
				       : NULL;
		if (!dir)
			return false;
		list[i] = arena_printf(r->y.a, "%s=%s", name, dir);
	}
	r->s->packages = list_joined(r->y.a, list, r->s->packages); /* of one name the first counts */
	return few(r, map, k->name, r->s->packages);
}

static bool read_run(struct settings_reader *r, const struct ynode *config, const struct ynode *run,
		     struct evidence_of *out)
{
	const char *of = config ? yread_text(&r->y, config, "evidence") : "", *at = yread_text(&r->y, run, "evidence");
	if (!of || !at)
		return false;
	*out = (struct evidence_of){ config ? path_join(r->y.a, r->layer->dir, of) : NULL,
				     path_join(r->y.a, r->layer->dir, at) };
	return layer_allows(r->y.a, r->layer, out->run) ||
	       yread_fail(&r->y, run, "evidence: %.300s " OUTSIDE_TEXT, out->run, r->layer->may_name[0]);
}

/* A folder of runs, or {config: run}; none of them need exist */
static bool read_evidence(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	uint32_t own = n->kind == Y_MAP ? n->n : 1, below = r->s->nevidence;
	struct evidence_of *all = arena_array(r->y.a, struct evidence_of, own + below + 1);
	(void)k;
	for (uint32_t i = 0; i < own; i++)
		if (!(n->kind == Y_MAP ? read_run(r, n->key[i], n->kid[i], &all[i]) : read_run(r, NULL, n, &all[i])))
			return false;
	if (below)
		memcpy(all + own, r->s->evidence, below * sizeof *all);
	r->s->evidence = all;
	r->s->nevidence = own + below;
	return true;
}

/* It need not exist. */
static bool read_baseline(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const char *word = yread_text(&r->y, n, k->name);
	if (!word || !*word)
		return word && yread_fail(&r->y, n, "%s: an empty name is no file", k->name);
	r->s->baseline = path_join(r->y.a, r->layer->dir, word);
	return layer_allows(r->y.a, r->layer, r->s->baseline) ||
	       yread_fail(&r->y, n, "%s: %.300s " OUTSIDE_TEXT, k->name, r->s->baseline, r->layer->may_name[0]);
}

/* `on`, `off`, or folders of training code beside the project's own: a package's folder, or one that holds packages */
static bool read_code(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const char *word = yaml_str(n);
	if (!word) {
		r->s->code_off = false;
		return n->kind == Y_SEQ ? read_folders(r, n, k->name, &r->s->code)
					: yread_fail(&r->y, n, "code is on, off, or a list of folders");
	}
	r->s->code_off = !strcmp(word, "off") || !strcmp(word, "false");
	return r->s->code_off || !strcmp(word, "on") || !strcmp(word, "true") ||
	       yread_fail(&r->y, n, "code is on, off, or a list of folders");
}

static bool read_env_list(struct settings_reader *r, const struct ynode *n, const char ***list)
{
	if (!yread_texts(&r->y, n, "env", list, NULL))
		return false;
	for (uint32_t i = 0; (*list)[i]; i++)
		if (!strchr((*list)[i], '=') || (*list)[i][0] == '=')
			return yread_fail(&r->y, n->kind == Y_SEQ ? n->kid[i] : n, "env: '%.100s' is not NAME=VALUE",
					  (*list)[i]);
	return true;
}

static bool read_env_map(struct settings_reader *r, const struct ynode *n, const char ***list)
{
	*list = arena_array(r->y.a, const char *, n->n + 1);
	for (uint32_t i = 0; i < n->n; i++) {
		const char *name = yread_text(&r->y, n->key[i], "env"),
			   *value = name ? yread_text(&r->y, n->kid[i], "env") : NULL;
		if (!value)
			return false;
		if (!*name)
			return yread_fail(&r->y, n->key[i], "env: an empty name is no variable");
		(*list)[i] = arena_printf(r->y.a, "%s=%s", name, value);
	}
	return true;
}

/* {NAME: value}; a list of NAME=VALUE works too. Of one name the first counts. */
static bool read_env(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const char **list;
	if (n->kind == Y_MAP ? !read_env_map(r, n, &list) : !read_env_list(r, n, &list))
		return false;
	r->s->env = list_joined(r->y.a, list, r->s->env);
	return few(r, n, k->name, r->s->env);
}

/* ---- rules ---- */

static const struct settings_map *over(struct settings_reader *r, const struct ynode *map,
				       const struct settings_map *below)
{
	struct settings_map *m = arena_new(r->y.a, struct settings_map);
	*m = (struct settings_map){ map, r->y.src, below };
	return m;
}

static bool read_severity(struct settings_reader *r, const struct ynode *n)
{
	static const char *const words[] = { "info", "performance", "warning", "error", "off" };
	const char *word = yread_text(&r->y, n, "severity");
	for (size_t i = 0; word && i < ARRAY_SIZE(words); i++)
		if (!strcmp(word, words[i]))
			return true;
	return word && yread_unknown(&r->y, n->at.lo, "severity", word, words, ARRAY_SIZE(words));
}

static bool unknown_option(struct settings_reader *r, const struct ynode *key, const struct rule *rule)
{
	const char **names = arena_array(r->y.a, const char *, rule->noptions + 1);
	for (uint32_t i = 0; i < rule->noptions; i++)
		names[i] = rule->option[i].name->s;
	names[rule->noptions] = "severity";
	return yread_unknown(&r->y, key->at.lo, arena_printf(r->y.a, "option of %s:", rule->id), yaml_str(key), names,
			     rule->noptions + 1);
}

/* rule NULL: the table is for several. */
static bool read_option(struct settings_reader *r, const struct rule *rule, const struct ynode *key,
			const struct ynode *n)
{
	const char *name = yread_text(&r->y, key, "an option");
	struct value v;
	if (!name)
		return false;
	if (!strcmp(name, "severity"))
		return read_severity(r, n);
	if (!rule)
		return yread_fail(&r->y, key, "'%.100s': of several rules only severity can be set; name one", name);
	for (uint32_t i = 0; i < rule->noptions; i++) {
		const struct option *o = &rule->option[i];
		if (strcmp(o->name->s, name))
			continue;
		if (n->kind != Y_MAP && yread_value(&r->y, n, &v) && option_takes(o, v))
			return true;
		return yread_fail(&r->y, n, "%s of %s must be %s", name, rule->id, option_type(o));
	}
	return unknown_option(r, key, rule);
}

/* The rule behind a word that names one alone. */
static const struct rule *rule_named(const struct ruleset *rs, const char *word)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (word_names(word, strlen(word), rs->at[i]) == WORD_NAME)
			return rs->at[i];
	return NULL;
}

/* By its id and by its name: which of both should hold? */
static bool named_before(struct settings_reader *r, const struct ynode *map, uint32_t i, const struct rule *rule)
{
	for (uint32_t k = 0; rule && k < i; k++)
		if (rule_named(r->rs, yaml_str(map->key[k])) == rule)
			return !yread_fail(&r->y, map->key[i], "rules: %s and %s are one rule", yaml_str(map->key[k]),
					   yaml_str(map->key[i]));
	return false;
}

static bool read_rule(struct settings_reader *r, const struct ynode *all, uint32_t i)
{
	const struct ynode *key = all->key[i], *map = all->kid[i];
	const char *word = yread_text(&r->y, key, "a rule");
	if (!word || !yread_map(&r->y, map, "a rule's settings"))
		return false;
	if (!word_is_rules(r->rs, word)) {
		const char *near = word_nearest(r->rs, word, false);
		return yread_fail(&r->y, key, "unknown rule '%.100s'%s%s%s", word, near ? " (did you mean '" : "",
				  near ? near : "", near ? "'?)" : "");
	}
	const struct rule *rule = rule_named(r->rs, word);
	if (named_before(r, all, i, rule))
		return false;
	for (uint32_t k = 0; k < map->n; k++)
		if (!read_option(r, rule, map->key[k], map->kid[k]))
			return false;
	return true;
}

static bool read_rule_map(struct settings_reader *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "rules"))
		return false;
	for (uint32_t i = 0; i < map->n; i++)
		if (!read_rule(r, map, i))
			return false;
	r->s->rules = over(r, map, r->s->rules);
	return true;
}

static bool read_rule_folder(struct settings_reader *r, const struct ynode *n)
{
	const char *word = yread_text(&r->y, n, "a folder of rules");
	if (!word || !*word)
		return word && yread_fail(&r->y, n, "rules: an empty name is no folder");
	const char **dir = arena_array(r->y.a, const char *, 2);
	dir[0] = path_join(r->y.a, r->layer->dir, word);
	r->s->rule_folders = list_joined(r->y.a, r->s->rule_folders, dir);
	return ruleset_has_folder(r->rs, dir[0]) ||
	       yread_fail(&r->y, n,
			  "the rules of '%.100s' are not loaded: name %s, or a file below it, on the command line",
			  word, r->layer->dir);
}

/* `rules: [FOLDER, {ID: {...}}]`: the folders are loaded already, before any settings are read */
static bool read_rules(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	bool map = false;
	(void)k;
	if (n->kind != Y_SEQ)
		return read_rule_map(r, n);
	if (r->override)
		return yread_fail(&r->y, n,
				  "rules: in an override they are a map; folders of rules hold for all files");
	for (uint32_t i = 0; i < n->n; i++) {
		const struct ynode *kid = n->kid[i];
		if (kid->kind == Y_MAP && map)
			return yread_fail(&r->y, kid, "rules: one map of rules' settings, please");
		map |= kid->kind == Y_MAP;
		if (kid->kind == Y_MAP ? !read_rule_map(r, kid) : !read_rule_folder(r, kid))
			return false;
	}
	return true;
}

/* ---- words ---- */

static bool read_loader(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const char *words[LOADERS], *s = yread_text(&r->y, n, k->name);
	enum loader l = s ? loader_by_name(s) : LOADERS;
	if (l < LOADERS) {
		r->s->loader = l;
		return true;
	}
	for (l = LOADER_AUTO; l < LOADERS; l++)
		words[l] = loader_name(l);
	return s && yread_unknown(&r->y, n->at.lo, "loader", s, words, LOADERS);
}

static bool read_dialect(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	const struct dialects *all = &r->rs->dialects;
	const char *s = yread_text(&r->y, n, k->name);
	if (!s || dialect_by_name(all, s)) {
		r->s->dialect = s;
		return s != NULL;
	}
	const char **known = arena_array(r->y.a, const char *, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++)
		known[i] = all->at[i]->name;
	return yread_unknown(&r->y, n->at.lo, "dialect", s, known, all->n);
}

static bool read_pedantic(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	return yread_bool(&r->y, n, k->name, &r->s->sel.pedantic);
}

/* `yes` and `no`, as on the command line */
static bool read_dependents(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	static const char *const no[] = { "no", "false", NULL }, *const yes[] = { "yes", "true", NULL };
	const char *word = yaml_str(n);
	r->s->no_dependents = word && list_has(no, word);
	return (word && (list_has(no, word) || list_has(yes, word))) ||
	       yread_fail(&r->y, n, "%s is yes or no", k->name);
}

static bool read_fail_on(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	static const char *const words[] = { "info", "performance", "warning", "error", "never" };
	const char *s = yread_text(&r->y, n, k->name);
	for (size_t i = 0; s && i < ARRAY_SIZE(words); i++) {
		if (strcmp(s, words[i]))
			continue;
		r->s->fail_on_set = true;
		r->s->fail_never = i > SEV_ERROR;
		if (!r->s->fail_never)
			r->s->fail_on = (enum severity)i;
		return true;
	}
	return s && yread_unknown(&r->y, n->at.lo, k->name, s, words, ARRAY_SIZE(words));
}

static bool read_profiles(struct settings_reader *r, const struct ynode *map, const struct key *k)
{
	if (!yread_map(&r->y, map, k->name))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yread_text(&r->y, map->key[i], "a profile's name");
		if (!name || !yread_map(&r->y, map->kid[i], "a profile") ||
		    !yread_name(&r->y, map->key[i], name, "the name of a profile,"))
			return false;
	}
	r->s->profiles = over(r, map, r->s->profiles);
	return true;
}

/* ---- a file ---- */

static bool read_before(struct settings_reader *r, const struct ynode *n, const struct key *k)
{
	(void)r;
	(void)n;
	(void)k;
	return true; /* layers.c */
}

/* clang-format off */
#define KEY(NAME, READ, PLACE) { .name = NAME, .read = READ, .place = PLACE }
#define ADDS(NAME, READ, PLACE) { .name = NAME, .read = READ, .place = PLACE, .adds = true }
#define WORDS(NAME, FIELD, ADDS) \
	{ .name = NAME, .read = read_words, .list = offsetof(struct settings, FIELD), .adds = ADDS }
/* What selects stands before `ignore`: within a file the latter wins. */
static const struct key keys[] = {
	ADDS("extends", read_before, IN_FILE),
	KEY("overrides", read_before, IN_FILE),
	KEY("files", read_before, IN_OVERRIDE),
	KEY("machine", read_machine, ANYWHERE),
	KEY("dialect", read_dialect, ANYWHERE),
	KEY("loader", read_loader, IN_FILE),
	KEY("lr", read_lr, ANYWHERE),
	WORDS("select", sel.select, false),
	WORDS("extend-select", sel.extend, true),
	WORDS("ignore", sel.ignore, true),
	WORDS("fixable", fixing.fixable, false),
	WORDS("unfixable", fixing.unfixable, true),
	WORDS("extend-safe-fixes", fixing.safe, true),
	WORDS("extend-unsafe-fixes", fixing.unsafe, true),
	KEY("pedantic", read_pedantic, ANYWHERE),
	KEY("fail-on", read_fail_on, ANYWHERE),
	KEY("dependents", read_dependents, ANYWHERE),
	KEY("rules", read_rules, ANYWHERE),
	KEY("profiles", read_profiles, IN_FILE),
	ADDS("exclude", read_exclude, IN_FILE),
	ADDS("roots", read_roots, IN_FILE),
	KEY("packages", read_packages, IN_FILE),
	ADDS("code", read_code, ANYWHERE),
	ADDS("evidence", read_evidence, IN_FILE),
	KEY("env", read_env, IN_FILE),
	KEY("baseline", read_baseline, IN_FILE),
	KEY("limits", read_limits, IN_FILE),
};
/* clang-format on */

static bool stands_here(const struct settings_reader *r, const struct key *k)
{
	return k->place == ANYWHERE || k->place == (r->override ? IN_OVERRIDE : IN_FILE);
}

static bool stands_elsewhere(struct settings_reader *r, const struct ynode *map)
{
	for (uint32_t i = 0; i < map->n; i++)
		for (size_t k = 0; k < ARRAY_SIZE(keys); k++) {
			const char *word = yaml_str(map->key[i]);
			if (!word || strcmp(word, keys[k].name) || stands_here(r, &keys[k]))
				continue;
			return !yread_fail(&r->y, map->key[i],
					   r->override ? "%s holds for all files and can't stand in an override"
						       : "%s belongs into an entry of overrides: [{files: [PATTERN], "
							 "...}]",
					   keys[k].name);
		}
	return false;
}

static bool read_map(struct settings_reader *r, const struct ynode *map)
{
	const char *names[ARRAY_SIZE(keys)], *what = r->override ? "an override" : "the settings";
	size_t n = 0;
	if (!yread_map(&r->y, map, what) || stands_elsewhere(r, map))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (stands_here(r, &keys[i]))
			names[n++] = keys[i].name;
	if (!yread_keys(&r->y, map, names, n, what))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const struct ynode *value = yaml_get(map, keys[i].name);
		if (value && !keys[i].read(r, value, &keys[i]))
			return false;
	}
	return true;
}

struct settings_key settings_key_at(size_t i)
{
	const struct key *k = i < ARRAY_SIZE(keys) ? &keys[i] : NULL;
	return k ? (struct settings_key){ k->name, k->place != IN_FILE, k->read == read_words }
		 : (struct settings_key){ 0 };
}

bool settings_key_adds(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(keys[i].name, key))
			return keys[i].adds;
	return false;
}

bool settings_read(struct arena *a, const struct ruleset *rs, const struct layer *l, struct settings *s, struct err *e)
{
	struct settings_reader r = { { a, l->src, NULL, e }, rs, l, s, false };
	return read_map(&r, l->doc);
}

bool settings_read_override(struct arena *a, const struct ruleset *rs, const struct layer *l, uint32_t i,
			    struct settings *s, struct err *e)
{
	struct settings_reader r = { { a, l->src, NULL, e }, rs, l, s, true };
	return read_map(&r, l->over[i].map);
}

/* ---- command line on top ---- */

bool settings_override(struct arena *a, const struct overrides *o, struct settings *s, struct err *e)
{
	struct machine *m = &s->machine;
	if ((o->gpus && !figure_given(o->gpus, "--gpus", true, &m->gpus, e)) ||
	    (o->nodes && !figure_given(o->nodes, "--nodes", true, &m->nodes, e)) ||
	    (o->cores && !figure_given(o->cores, "--cores", true, &m->cores, e)) ||
	    (o->gpu_mem && !figure_given(o->gpu_mem, "--gpu-mem", false, &m->gpu_mem, e)))
		return false;
	if (o->gpus)
		m->gpus_why = "--gpus", m->gpus_given = true;
	if (o->dialect)
		s->dialect = o->dialect;
	if (o->loader != LOADER_AUTO)
		s->loader = o->loader;
	if (o->sel.select && o->sel.select[0])
		s->sel.select = o->sel.select;
	s->sel.extend = list_joined(a, s->sel.extend, o->sel.extend);
	s->sel.ignore = list_without(a, list_without(a, s->sel.ignore, o->sel.select), o->sel.extend);
	s->sel.ignore = list_joined(a, s->sel.ignore, o->sel.ignore);
	s->sel.pedantic |= o->sel.pedantic;
	s->sel.any_home = o->sel.any_home;
	s->sel.slow = o->sel.slow;
	s->sel.only = o->sel.only;
	exclude_too(a, &s->exclude, &o->exclude);
	return true;
}
