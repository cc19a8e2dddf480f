// SPDX-License-Identifier: MIT
/* The keys of .cfglint.yaml. Strict: a misspelt key or rule that silently did nothing would be a lint that silently
 * does nothing. */
#include "base/path.h"
#include "facts/check.h"
#include "lint/rules/severity.h"
#include "lint/settings/priv.h"
#include "lint/rules/ruleset.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const keys[] = { "dialect",
				    "loader",
				    "machine",
				    "select",
				    "extend-select",
				    "ignore",
				    "pedantic",
				    "exclude",
				    "dependents",
				    "roots",
				    "packages",
				    "env",
				    "lr",
				    "rules",
				    "fail-on",
				    "code",
				    "fixable",
				    "unfixable",
				    "extend-safe-fixes",
				    "extend-unsafe-fixes",
				    "profiles" };

struct settings_reading {
	struct yread y;
	const struct ruleset *rs;
	struct settings *s;
};

static bool positive(struct yread *y, const struct ynode *n, const char *what, bool whole, struct value *out)
{
	struct value v;
	if (!yread_value(y, n, &v))
		return false;
	if ((v.kind != VALUE_INT && (whole || v.kind != VALUE_FLOAT)) || value_number(v) <= 0)
		return yread_fail(y, n, "%s must be a positive %snumber", what, whole ? "whole " : "");
	*out = v;
	return true;
}

static bool read_machine(struct settings_reading *r, const struct ynode *map)
{
	static const char *const known[] = { "gpus", "nodes", "cores", "gpu_mem" };
	struct machine *m = &r->s->machine;
	struct value *to[] = { &m->gpus, &m->nodes, &m->cores, &m->gpu_mem_gib };
	if (!yread_keys(&r->y, map, known, ARRAY_SIZE(known), "machine"))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const struct ynode *n = yaml_get(map, known[i]);
		if (n && !positive(&r->y, n, known[i], i < 3, to[i]))
			return false;
	}
	const struct ynode *gpus = yaml_get(map, "gpus");
	if (gpus)
		m->gpus_why = arena_printf(r->y.a, "%s:%u", path_base(r->y.src->path),
					   source_point(r->y.src, gpus->at.lo).line + 1);
	return true;
}

static bool read_lr(struct settings_reading *r, const struct ynode *map)
{
	static const char *const known[] = { "base_lr", "base_batch" };
	if (!yread_keys(&r->y, map, known, ARRAY_SIZE(known), "lr"))
		return false;
	const struct ynode *lr = yaml_get(map, "base_lr"), *batch = yaml_get(map, "base_batch");
	return (!lr || positive(&r->y, lr, "base_lr", false, &r->s->lr_base)) &&
	       (!batch || positive(&r->y, batch, "base_batch", true, &r->s->lr_base_batch));
}

static bool is_level(const char *w)
{
	static const char *const words[] = { "perf", "performance", "info", "warning", "error", "all" };
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i], w))
			return true;
	return false;
}

static bool selectors(struct settings_reading *r, const struct ynode *n, const char *key, const char *const **out)
{
	const char **word;
	uint32_t count;
	if (!n)
		return true;
	if (!yread_texts(&r->y, n, key, &word, &count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (is_level(word[i]) || ruleset_find(r->rs, word[i]) || ruleset_is_category(r->rs, word[i]))
			continue;
		const char *near = ruleset_nearest(r->rs, word[i]);
		return yread_fail(&r->y, n->kind == Y_SEQ ? n->kid[i] : n, "%s: no rule, category or level '%s'%s%s%s",
				  key, word[i], near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
	}
	*out = word;
	return true;
}

static bool read_exclude(struct settings_reading *r, const struct ynode *n)
{
	const char **pattern;
	uint32_t count;
	if (!yread_texts(&r->y, n, "exclude", &pattern, &count))
		return false;
	r->s->exclude = arena_array(r->y.a, struct glob *, count + 1);
	for (uint32_t i = 0; i < count; i++) {
		struct err e = { 0 };
		struct glob *g = glob_new(pattern[i], &e);
		if (!g)
			return yread_fail(&r->y, n, "exclude: '%.100s': %s", pattern[i], e.msg);
		r->s->exclude[r->s->nexcludes++] = g;
	}
	return true;
}

static bool read_roots(struct settings_reading *r, const struct ynode *n)
{
	const char **dir;
	uint32_t count;
	if (!yread_texts(&r->y, n, "roots", &dir, &count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		dir[i] = path_join(r->y.a, r->s->dir, dir[i]);
	r->s->roots = dir;
	return true;
}

/* {NAME: folder} */
static bool read_packages(struct settings_reading *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "packages"))
		return false;
	const char **list = arena_array(r->y.a, const char *, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yread_text(&r->y, map->key[i], "packages");
		const char *dir = name ? yread_text(&r->y, map->kid[i], "packages") : NULL;
		struct stat st;
		if (!dir)
			return false;
		dir = path_join(r->y.a, r->s->dir, dir);
		if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
			return yread_fail(&r->y, map->kid[i], "packages: %.100s: there is no folder %.300s", name, dir);
		list[i] = arena_printf(r->y.a, "%s=%s", name, dir);
	}
	r->s->packages = list;
	return true;
}

/* `on`, `off`, or folders of training code beside the project's own: a package's folder, or one that holds packages */
static bool read_code(struct settings_reading *r, const struct ynode *n)
{
	const char **dir;
	uint32_t count;
	const char *word = yaml_str(n);
	if (word) {
		r->s->code_off = !strcmp(word, "off") || !strcmp(word, "false");
		return r->s->code_off || !strcmp(word, "on") || !strcmp(word, "true") ||
		       yread_fail(&r->y, n, "code is on, off, or a list of folders");
	}
	if (!yread_texts(&r->y, n, "code", &dir, &count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		dir[i] = path_join(r->y.a, r->s->dir, dir[i]);
	r->s->code = dir;
	return true;
}

/* {NAME: value}; a list of NAME=VALUE works too */
static bool read_env(struct settings_reading *r, const struct ynode *n)
{
	const char **list;
	if (n->kind != Y_MAP) {
		if (!yread_texts(&r->y, n, "env", &list, NULL))
			return false;
		for (uint32_t i = 0; list[i]; i++)
			if (!strchr(list[i], '='))
				return yread_fail(&r->y, n, "env: '%.100s' is not NAME=VALUE", list[i]);
		r->s->env = list;
		return true;
	}
	list = arena_array(r->y.a, const char *, n->n + 1);
	for (uint32_t i = 0; i < n->n; i++) {
		const char *name = yread_text(&r->y, n->key[i], "env"),
			   *value = name ? yread_text(&r->y, n->kid[i], "env") : NULL;
		if (!value)
			return false;
		list[i] = arena_printf(r->y.a, "%s=%s", name, value);
	}
	r->s->env = list;
	return true;
}

static bool has_option(const struct rule *rule, const char *name)
{
	for (uint32_t i = 0; i < rule->noptions; i++)
		if (!strcmp(rule->option[i].name->s, name))
			return true;
	return false;
}

static bool read_rule(struct settings_reading *r, const struct ynode *key, const struct ynode *map)
{
	const char *name = yread_text(&r->y, key, "a rule");
	if (!name || !yread_map(&r->y, map, "a rule's settings"))
		return false;
	const struct rule *rule = ruleset_find(r->rs, name);
	if (!rule) {
		const char *near = ruleset_nearest(r->rs, name);
		return yread_fail(&r->y, key, "unknown rule '%.100s'%s%s%s", name, near ? " (did you mean '" : "",
				  near ? near : "", near ? "'?)" : "");
	}
	for (uint32_t i = 0; i < map->n; i++) {
		const char *k = yread_text(&r->y, map->key[i], "an option");
		enum severity sev;
		struct value v;
		if (!k)
			return false;
		if (!strcmp(k, "severity")) {
			const char *word = yaml_str(map->kid[i]);
			if ((!word || strcmp(word, "off")) && !severity_read(&r->y, map->kid[i], &sev))
				return false;
		} else if (!has_option(rule, k)) {
			return yread_fail(&r->y, map->key[i], "%s has no option '%.100s'", name, k);
		} else if (!yread_value(&r->y, map->kid[i], &v)) {
			return false;
		}
	}
	return true;
}

static bool read_rules(struct settings_reading *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "rules"))
		return false;
	for (uint32_t i = 0; i < map->n; i++)
		if (!read_rule(r, map->key[i], map->kid[i]))
			return false;
	r->s->rules = map;
	return true;
}

/* `rules: [FOLDER, {ID: {...}}]`: the folders are loaded already, before any settings are read */
static bool read_rule_list(struct settings_reading *r, const struct ynode *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct ynode *n = list->kid[i];
		if (n->kind == Y_MAP && r->s->rules)
			return yread_fail(&r->y, n, "rules: one map of rules' settings, please");
		if (n->kind == Y_MAP) {
			if (!read_rules(r, n))
				return false;
			continue;
		}
		const char *dir = yread_text(&r->y, n, "a folder of rules");
		if (!dir)
			return false;
		if (!ruleset_has_folder(r->rs, path_join(r->y.a, r->s->dir, dir)))
			return yread_fail(&r->y, n,
					  "the rules of '%.100s' are not loaded: name %s, or a file below it, on the "
					  "command line",
					  dir, r->s->dir);
	}
	return true;
}

static bool read_loader(struct settings_reading *r, const struct ynode *n)
{
	const char *words[LOADERS], *s = yread_text(&r->y, n, "loader");
	enum loader l = s ? loader_by_name(s) : LOADERS;
	if (l < LOADERS) {
		r->s->loader = l;
		return true;
	}
	for (l = LOADER_AUTO; l < LOADERS; l++)
		words[l] = loader_name(l);
	return s && yread_unknown(&r->y, n->at.lo, "loader", s, words, LOADERS);
}

static bool read_dialect(struct settings_reading *r, const struct ynode *n)
{
	const struct dialects *all = &r->rs->dialects;
	const char *s = yread_text(&r->y, n, "dialect");
	if (!s || dialect_by_name(all, s)) {
		r->s->dialect = s;
		return s != NULL;
	}
	const char **known = arena_array(r->y.a, const char *, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++)
		known[i] = all->at[i]->name;
	return yread_unknown(&r->y, n->at.lo, "dialect", s, known, all->n);
}

static bool read_profiles(struct settings_reading *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "profiles"))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yread_text(&r->y, map->key[i], "a profile's name");
		if (!name || !yread_map(&r->y, map->kid[i], "a profile"))
			return false;
		if (!*name || strpbrk(name, "/,"))
			return yread_fail(&r->y, map->key[i], "'%.100s' is no name for a profile", name);
	}
	r->s->profiles = map;
	return true;
}

static bool read_fail_on(struct settings_reading *r, const struct ynode *n)
{
	static const char *const words[] = { "error", "warning", "performance", "info", "never" };
	static const enum severity level[] = { SEV_ERROR, SEV_WARNING, SEV_PERFORMANCE, SEV_INFO };
	const char *s = yread_text(&r->y, n, "fail-on");
	for (size_t i = 0; s && i < ARRAY_SIZE(words); i++) {
		if (strcmp(s, words[i]))
			continue;
		r->s->fail_on_set = true;
		r->s->fail_never = i == ARRAY_SIZE(level);
		if (!r->s->fail_never)
			r->s->fail_on = level[i];
		return true;
	}
	return s && yread_unknown(&r->y, n->at.lo, "fail-on", s, words, ARRAY_SIZE(words));
}

/* `yes` and `no`, as on the command line */
static bool read_dependents(struct settings_reading *r, const struct ynode *n)
{
	static const char *const no[] = { "no", "false" }, *const yes[] = { "yes", "true" };
	const char *word = yaml_str(n);
	for (size_t i = 0; word && i < ARRAY_SIZE(no); i++) {
		r->s->no_dependents = !strcmp(word, no[i]);
		if (r->s->no_dependents || !strcmp(word, yes[i]))
			return true;
	}
	return yread_fail(&r->y, n, "dependents is yes or no");
}

static bool read_scalars(struct settings_reading *r, const struct ynode *doc)
{
	const struct ynode *n;
	if ((n = yaml_get(doc, "dependents")) && !read_dependents(r, n))
		return false;
	if ((n = yaml_get(doc, "dialect")) && !read_dialect(r, n))
		return false;
	if ((n = yaml_get(doc, "loader")) && !read_loader(r, n))
		return false;
	if ((n = yaml_get(doc, "pedantic")) && !yread_bool(&r->y, n, "pedantic", &r->s->sel.pedantic))
		return false;
	return !(n = yaml_get(doc, "fail-on")) || read_fail_on(r, n);
}

bool settings_read(struct arena *a, const struct ruleset *rs, const struct source *src, struct settings *s,
		   struct err *e)
{
	struct settings_reading r = { { a, src, NULL, e }, rs, s };
	struct err why = { 0 };
	const struct ynode *n, *doc = yaml_parse(a, src, &why);
	if (!doc) {
		err_set(e, why.code, "%s:%u: %s", src->path, why.line ? why.line : 1, why.msg);
		return false;
	}
	s->src = src;
	struct selection *sel = &s->sel;
	return yread_keys(&r.y, doc, keys, ARRAY_SIZE(keys), "the settings") && read_scalars(&r, doc) &&
	       (!(n = yaml_get(doc, "machine")) || read_machine(&r, n)) &&
	       (!(n = yaml_get(doc, "lr")) || read_lr(&r, n)) &&
	       (!(n = yaml_get(doc, "exclude")) || read_exclude(&r, n)) &&
	       (!(n = yaml_get(doc, "roots")) || read_roots(&r, n)) &&
	       (!(n = yaml_get(doc, "packages")) || read_packages(&r, n)) &&
	       (!(n = yaml_get(doc, "code")) || read_code(&r, n)) && (!(n = yaml_get(doc, "env")) || read_env(&r, n)) &&
	       (!(n = yaml_get(doc, "rules")) || (n->kind == Y_SEQ ? read_rule_list(&r, n) : read_rules(&r, n))) &&
	       (!(n = yaml_get(doc, "profiles")) || read_profiles(&r, n)) &&
	       selectors(&r, yaml_get(doc, "select"), "select", &sel->select) &&
	       selectors(&r, yaml_get(doc, "extend-select"), "extend-select", &sel->extend) &&
	       selectors(&r, yaml_get(doc, "ignore"), "ignore", &sel->ignore) &&
	       selectors(&r, yaml_get(doc, "fixable"), "fixable", &s->fixing.fixable) &&
	       selectors(&r, yaml_get(doc, "unfixable"), "unfixable", &s->fixing.unfixable) &&
	       selectors(&r, yaml_get(doc, "extend-safe-fixes"), "extend-safe-fixes", &s->fixing.safe) &&
	       selectors(&r, yaml_get(doc, "extend-unsafe-fixes"), "extend-unsafe-fixes", &s->fixing.unsafe);
}

/* ---- command line on top ---- */

static bool figure(const char *text, const char *flag, bool whole, struct value *out, struct err *e)
{
	char *end;
	double f = strtod(text, &end);
	if (end == text || *end || !(f > 0 && f < 1e9) || (whole && f != (double)(int64_t)f))
		return err_set(e, ERR_USAGE, "%s: '%.100s' is no positive %snumber", flag, text, whole ? "whole " : "");
	*out = f == (double)(int64_t)f ? value_int((int64_t)f, (struct span){ 0 }) : value_float(f, (struct span){ 0 });
	return true;
}

static const char *const *joined(struct arena *a, const char *const *x, const char *const *y)
{
	size_t n = 0, m = 0;
	while (x && x[n])
		n++;
	while (y && y[m])
		m++;
	if (!n || !m)
		return n ? x : y;
	const char **all = arena_array(a, const char *, n + m + 1);
	memcpy(all, x, n * sizeof *all);
	memcpy(all + n, y, m * sizeof *all);
	return all;
}

bool settings_override(struct arena *a, const struct overrides *o, struct settings *s, struct err *e)
{
	struct machine *m = &s->machine;
	if ((o->gpus && !figure(o->gpus, "--gpus", true, &m->gpus, e)) ||
	    (o->nodes && !figure(o->nodes, "--nodes", true, &m->nodes, e)) ||
	    (o->cores && !figure(o->cores, "--cores", true, &m->cores, e)) ||
	    (o->gpu_mem && !figure(o->gpu_mem, "--gpu-mem", false, &m->gpu_mem_gib, e)))
		return false;
	if (o->gpus)
		m->gpus_why = "--gpus";
	if (o->dialect)
		s->dialect = o->dialect;
	if (o->loader != LOADER_AUTO)
		s->loader = o->loader;
	if (o->sel.select && o->sel.select[0])
		s->sel.select = o->sel.select;
	s->sel.extend = joined(a, s->sel.extend, o->sel.extend);
	s->sel.ignore = joined(a, s->sel.ignore, o->sel.ignore);
	s->sel.pedantic |= o->sel.pedantic;
	s->sel.any_home = o->sel.any_home;
	s->sel.slow = o->sel.slow;
	return true;
}
