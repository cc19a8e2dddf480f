// SPDX-License-Identifier: MIT
/* Profiles from rules/profiles/NAME.yaml, read as strictly as rules: unknown keys and names are errors with the nearest
 * match. */
#include "fix/variant/priv.h"
#include "config/config_subject.h"
#include "base/path.h"
#include "facts/expr_check.h"
#include "lint/rules/ruleset.h"
#include "script/script_subject.h"
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

enum { EXTENDS_MAX = 8 };

struct profile_reader {
	struct yread y;
	const struct dialects *dialects;
	const struct ruleset *rules;
	const struct yfiles *files; /* what `extends` may name */
	struct profile *p;
	const struct str **name; /* options and lets so far */
	uint32_t nnames;
};

/* Room for more elements behind the n that an inherited profile has filled. */
static void *grown(struct arena *a, const void *old, uint32_t n, uint32_t more, size_t size)
{
	void *all = arena_alloc(a, (size_t)n + more + 1, size, alignof(max_align_t));

	if (n)
		memcpy(all, old, n * size);
	return all;
}
#define GROW(a, array, n, more) ((array) = grown(a, array, n, more, sizeof *(array)))

static struct scope scope_of(const struct profile_reader *r)
{
	return (struct scope){ .vocab = r->dialects->vocab, .kind = &config_kind, .name = r->name, .n = r->nnames };
}

static bool read_expr(struct profile_reader *r, const struct ynode *n, const char *what, const struct node **out)
{
	struct scope s = scope_of(r);

	if (!n)
		return true;
	return (*out = check_value(&r->y, n, what, &s)) != NULL;
}

static bool read_message(struct profile_reader *r, const struct ynode *n, const char *what, const struct node **out)
{
	struct scope s = scope_of(r);

	if (!n)
		return true;
	*out = yread_message(&r->y, n, what);
	return *out && check_expr(&r->y, *out, &s);
}

static bool new_name(struct profile_reader *r, const struct ynode *key)
{
	struct scope s = scope_of(r);

	if (!yread_text(&r->y, key, "a name") || !check_new_name(&r->y, key, key->text, &s))
		return false;
	r->name[r->nnames++] = key->text;
	return true;
}

static struct profile_option *option_at(struct profile *p, const struct str *name)
{
	for (uint32_t i = 0; i < p->noptions; i++)
		if (p->option[i].name == name)
			return &p->option[i];
	return NULL;
}

static struct let *let_at(struct profile *p, const struct str *name)
{
	for (uint32_t i = 0; i < p->nlets; i++)
		if (p->let[i].name == name)
			return &p->let[i];
	return NULL;
}

/* `takes: [keep, fit]` */
static bool read_words(struct profile_reader *r, const struct ynode *list, const char *const **out)
{
	const char **word;

	if (!list)
		return true;
	if (list->kind != Y_SEQ)
		return yread_fail(&r->y, list, "takes is a list of words");
	word = arena_array(r->y.a, const char *, list->n + 1);
	for (uint32_t i = 0; i < list->n; i++)
		if (!yread_text(&r->y, list->kid[i], "a word") || !(word[i] = yaml_str(list->kid[i])))
			return false;
	*out = word;
	return true;
}

/* A plain value is the default; for an inherited option it replaces the default, and its `doc` stays. */
static bool read_option(struct profile_reader *r, const struct ynode *key, const struct ynode *doc)
{
	static const char *const keys[] = { "default", "takes", "doc" };
	bool alone = doc->kind == Y_SCALAR;
	const struct ynode *def = alone ? doc : yaml_get(doc, "default");
	struct profile_option *o = key->text ? option_at(r->p, key->text) : NULL, new = { 0 };

	if (!alone && !yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "an option"))
		return false;
	if (!def)
		return yread_fail(&r->y, doc, "an option needs a default");
	if (!read_expr(r, def, "default", &new.def) || (!o && !new_name(r, key)))
		return false;
	new.name = key->text;
	new.def_text = yaml_str(def);
	if (!alone && !read_words(r, yaml_get(doc, "takes"), &new.takes))
		return false;
	new.doc = alone ? NULL : yaml_str(yaml_get(doc, "doc"));
	if (!o)
		o = &r->p->option[r->p->noptions++];
	else if (!new.doc)
		new.doc = o->doc, new.takes = o->takes;
	*o = new;
	return true;
}

static bool read_options(struct profile_reader *r, const struct ynode *map)
{
	if (!map)
		return true;
	if (!yread_map(&r->y, map, "options"))
		return false;
	GROW(r->y.a, r->p->option, r->p->noptions, map->n);
	for (uint32_t i = 0; i < map->n; i++)
		if (!read_option(r, map->key[i], map->kid[i]))
			return false;
	return true;
}

/* One with an inherited name takes its place, also for what else is inherited: lets are computed on demand. */
static bool read_lets(struct profile_reader *r, const struct ynode *map)
{
	if (!map)
		return true;
	if (!yread_map(&r->y, map, "let"))
		return false;
	GROW(r->y.a, r->p->let, r->p->nlets, map->n);
	for (uint32_t i = 0; i < map->n; i++) {
		struct let *l = map->key[i]->text ? let_at(r->p, map->key[i]->text) : NULL;
		const struct node *expr = NULL;

		if (!read_expr(r, map->kid[i], "let", &expr) || (!l && !new_name(r, map->key[i])))
			return false;
		if (!l)
			l = &r->p->let[r->p->nlets++];
		*l = (struct let){ .name = map->key[i]->text, .expr = expr, .text = yaml_str(map->kid[i]) };
	}
	return true;
}

static bool is_seq(struct profile_reader *r, const struct ynode *n, const char *what)
{
	return n->kind == Y_SEQ || yread_fail(&r->y, n, "%s is a list", what);
}

static bool read_said(struct profile_reader *r, const struct ynode *seq, const char *what, struct profile_said **out,
		      uint32_t *count)
{
	static const char *const keys[] = { "when", "message", "allow" };
	const size_t nkeys = out == &r->p->require ? 3 : 2;

	if (!seq)
		return true;
	if (!is_seq(r, seq, what))
		return false;
	GROW(r->y.a, *out, *count, seq->n);
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct ynode *n = seq->kid[i];
		struct profile_said *s = &(*out)[*count + i];

		if (!yread_keys(&r->y, n, keys, nkeys, what) || !read_expr(r, yaml_get(n, "when"), "when", &s->when) ||
		    !read_message(r, yaml_get(n, "message"), "message", &s->message) ||
		    !read_message(r, yaml_get(n, "allow"), "allow", &s->allow))
			return false;
		if (!s->when || !s->message)
			return yread_fail(&r->y, n, "%s needs `when` and `message`", what);
	}
	*count += seq->n;
	return true;
}

static bool read_path(struct profile_reader *r, const struct ynode *n, struct profile_setting *s)
{
	struct scope scope = scope_of(r);

	s->text = yread_text(&r->y, n, "path");
	if (!s->text)
		return false;
	s->path = yread_expr(&r->y, n, "path");
	return s->path && check_path(&r->y, s->path, &scope);
}

static bool known_dialect(struct profile_reader *r, const struct dialects *all, const struct ynode *at,
			  const char *name)
{
	const char **known = arena_array(r->y.a, const char *, 2 * (size_t)all->n + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < all->n; i++) {
		known[n++] = all->at[i]->name;
		known[n++] = all->at[i]->family->s;
		if (strcmp(all->at[i]->name, name) == 0 || strcmp(all->at[i]->family->s, name) == 0)
			return true;
	}
	return yread_unknown(&r->y, at->at.lo, "dialect", name, known, n);
}

/* `each: {m: LIST}`: the name is known in this entry alone. */
static bool read_each(struct profile_reader *r, const struct ynode *map, struct profile_setting *s)
{
	if (!map)
		return true;
	if (!yread_map(&r->y, map, "each") || map->n != 1)
		return yread_fail(&r->y, map, "each is one name and its list");
	if (!read_expr(r, map->kid[0], "each", &s->elements) || !new_name(r, map->key[0]))
		return false;
	s->each = map->key[0]->text;
	return true;
}

static bool read_setting(struct profile_reader *r, const struct ynode *n, struct profile_setting *s)
{
	static const char *const keys[] = { "path", "to", "when", "why", "dialects", "each" };
	uint32_t outer = r->nnames;
	const struct ynode *dialects = NULL;

	if (!yread_keys(&r->y, n, keys, ARRAY_SIZE(keys), "an entry of set"))
		return false;
	if (!yaml_get(n, "path") || !yaml_get(n, "to"))
		return yread_fail(&r->y, n, "an entry of set needs `path` and `to`");
	dialects = yaml_get(n, "dialects");
	s->formula = yaml_str(yaml_get(n, "to"));
	if (!read_each(r, yaml_get(n, "each"), s) || !read_path(r, yaml_get(n, "path"), s) ||
	    !read_expr(r, yaml_get(n, "to"), "to", &s->to) || !read_expr(r, yaml_get(n, "when"), "when", &s->when) ||
	    !read_message(r, yaml_get(n, "why"), "why", &s->why) ||
	    !yread_texts(&r->y, dialects, "dialects", &s->dialect, &s->ndialects))
		return false;
	for (uint32_t i = 0; i < s->ndialects; i++)
		if (!known_dialect(r, r->dialects, dialects, s->dialect[i]))
			return false;
	r->nnames = outer;
	return true;
}

static bool read_sets(struct profile_reader *r, const struct ynode *seq)
{
	if (!seq)
		return true;
	if (!is_seq(r, seq, "set"))
		return false;
	GROW(r->y.a, r->p->set, r->p->nsets, seq->n);
	for (uint32_t i = 0; i < seq->n; i++, r->p->nsets++)
		if (!read_setting(r, seq->kid[i], &r->p->set[r->p->nsets]))
			return false;
	return true;
}

/* Rules, each of which makes one change of a script. */
static bool read_steps(struct profile_reader *r, const struct ynode *seq)
{
	struct profile *p = r->p;

	if (!yread_texts(&r->y, seq, "steps", &p->step, &p->nsteps))
		return false;
	for (uint32_t i = 0; i < p->nsteps; i++) {
		const struct rule *rule = ruleset_find(r->rules, p->step[i]);

		if (!rule || rule->on != &script_kind)
			return yread_fail(&r->y, seq, "steps: %s is not a rule about scripts", p->step[i]);
	}
	return true;
}

static bool count_names(struct profile_reader *r, const struct ynode *doc)
{
	const struct ynode *o = yaml_get(doc, "options"), *l = yaml_get(doc, "let");

	GROW(r->y.a, r->name, r->nnames, (o ? o->n : 0) + (l ? l->n : 0) + 1 /* of an each */);
	return true;
}

static bool read_profile(struct profile_reader *r, const struct ynode *doc, unsigned depth);

/* What a profile extends comes first: its lets, options and entries stand as if they were written above. */
static bool read_parent(struct profile_reader *r, const struct ynode *at, unsigned depth)
{
	const char **known = arena_array(r->y.a, const char *, r->files->n + 1),
		   *name = yread_text(&r->y, at, "extends");
	const struct source *own = r->y.src;

	if (!name)
		return false;
	if (depth >= EXTENDS_MAX)
		return yread_fail(&r->y, at, "extends: more than %d levels, or a cycle", EXTENDS_MAX);
	for (uint32_t i = 0; i < r->files->n; i++) {
		known[i] = path_stem(r->y.a, r->files->at[i].path);
		if (strcmp(known[i], name) == 0) {
			r->y.src = r->files->at[i].src;
			if (!read_profile(r, r->files->at[i].doc, depth + 1))
				return false;
			r->y.src = own;
			return true;
		}
	}
	return yread_unknown(&r->y, at->at.lo, "profile", name, known, r->files->n);
}

static const char *suffix_of(struct arena *a, const char *name)
{
	char *suffix = arena_printf(a, "_%s", name);

	for (char *c = suffix; *c; c++)
		if (*c == '-')
			*c = '_';
	return suffix;
}

static bool read_profile(struct profile_reader *r, const struct ynode *doc, unsigned depth)
{
	static const char *const keys[] = { "extends",	"summary", "suffix", "options",		"let",
					    "requires", "warn",	   "set",    "not_expressible", "steps" };
	struct profile *p = r->p;
	const char *suffix;

	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a profile"))
		return false;
	if (yaml_get(doc, "extends") && !read_parent(r, yaml_get(doc, "extends"), depth))
		return false;
	if (yaml_get(doc, "summary"))
		p->summary = yaml_str(yaml_get(doc, "summary"));
	suffix = yaml_str(yaml_get(doc, "suffix"));
	p->suffix = suffix ? suffix : suffix_of(r->y.a, p->name);
	if (!p->summary)
		return yread_fail(&r->y, doc, "a profile needs a summary");
	return yread_name(&r->y, yaml_get(doc, "suffix"), p->suffix, "the suffix of a profile,") &&
	       count_names(r, doc) && read_options(r, yaml_get(doc, "options")) && read_lets(r, yaml_get(doc, "let")) &&
	       read_said(r, yaml_get(doc, "requires"), "requires", &p->require, &p->nrequires) &&
	       read_said(r, yaml_get(doc, "warn"), "warn", &p->warn, &p->nwarns) &&
	       read_sets(r, yaml_get(doc, "set")) && read_steps(r, yaml_get(doc, "steps")) &&
	       read_said(r, yaml_get(doc, "not_expressible"), "not_expressible", &p->unexpressible, &p->nunexpressible);
}

struct profile_loader {
	struct profiles *all;
	struct parser *parser;
	struct yfiles files; /* of the rules */
	struct err *e;
};

static bool add_profile(struct profile_loader *l, const struct source *src, const struct ynode *doc, struct profile *p)
{
	struct profiles *all = l->all;
	struct profile_reader r = { .y = { .a = all->arena, .src = src, .parser = l->parser, .e = l->e },
				    .dialects = &all->rules->dialects,
				    .rules = all->rules,
				    .files = &l->files,
				    .p = p };

	if (!(all->n & (all->n - 1))) /* full: room for as many again */
		GROW(all->arena, all->at, all->n, all->n + 1);
	all->at[all->n++] = p;
	return read_profile(&r, doc, 0);
}

/* Profiles with names that begin with '_' are only for `extends`. */
static bool add_files(struct profile_loader *l)
{
	for (uint32_t i = 0; i < l->files.n; i++) {
		struct profile *p = arena_new(l->all->arena, struct profile);

		p->name = path_stem(l->all->arena, l->files.at[i].path);
		if (p->name[0] != '_' && !add_profile(l, l->files.at[i].src, l->files.at[i].doc, p))
			return false;
	}
	return true;
}

/* Of one name the nearest file's is added last. */
static bool add_settings(struct profile_loader *l, const struct settings *st, const struct settings_map *m)
{
	if (!m)
		return true;
	if (!add_settings(l, st, m->below))
		return false;
	for (uint32_t i = 0; i < m->map->n; i++) {
		struct profile *p = arena_new(l->all->arena, struct profile);

		p->name = m->map->key[i]->text->s;
		p->settings = st;
		if (!add_profile(l, m->src, m->map->kid[i], p))
			return false;
	}
	return true;
}

bool profiles_load(struct arena *a, struct ruleset *rs, const struct settings *const *st, size_t nst,
		   struct profiles *out, struct err *e)
{
	const char *dir = strcmp(rs->dir, "(embedded)") == 0 ? NULL : rs->dir;
	struct profile_loader l = { .all = out, .parser = parser_new(), .e = e };
	bool ok = yfiles_load(a, rs->sources, rs->fs, dir, "profiles/", NULL, &l.files, e);

	*out = (struct profiles){ .arena = a, .rules = rs };
	ok = ok && add_files(&l);
	for (size_t i = 0; ok && i < nst; i++)
		ok = add_settings(&l, st[i], st[i]->profiles);
	parser_free(l.parser);
	return ok;
}

const struct profile *profile_find(const struct profiles *all, const char *name, const struct settings *st)
{
	const struct profile *found = NULL;

	for (uint32_t i = 0; i < all->n; i++) {
		const struct profile *p = all->at[i];

		if (strcmp(p->name, name) == 0 && (p->settings ? p->settings == st : !found))
			found = p;
	}
	return found;
}

static const char *words_text(struct arena *a, const char *const *word)
{
	const char *text = NULL;

	for (; word && *word; word++)
		text = text ? arena_printf(a, "%s | %s", text, *word) : *word;
	return text;
}

/* 'samples' is typed as samples. */
static const char *unquoted(struct arena *a, const char *text)
{
	size_t n = strlen(text);

	return n > 1 && text[0] == '\'' && text[n - 1] == '\'' ? arena_strndup(a, text + 1, n - 2) : text;
}

bool profile_choice(struct arena *a, const struct profile *p, uint32_t i, struct profile_choice *out)
{
	const struct profile_option *o;

	if (i >= p->noptions)
		return false;
	o = &p->option[i];
	*out = (struct profile_choice){ o->name->s, unquoted(a, o->def_text), words_text(a, o->takes), o->doc };
	return true;
}

const char *profile_name(const struct profile *p)
{
	return p->name;
}

const char *profile_summary(const struct profile *p)
{
	return p->summary;
}
