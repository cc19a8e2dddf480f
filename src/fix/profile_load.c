// SPDX-License-Identifier: MIT
/* Profiles from rules/profiles/NAME.yaml, read as strictly as rules: unknown keys and names are errors with the nearest
 * match. */
#include "fix/profile_priv.h"
#include "base/path.h"
#include "config/check.h"
#include <string.h>

struct reading {
	struct yread y;
	const struct vocab *vocab;
	struct profile *p;
	const struct str **name; /* options and lets so far */
	uint32_t nnames;
};

static struct scope scope_of(const struct reading *r)
{
	return (struct scope){ .vocab = r->vocab, .name = r->name, .n = r->nnames };
}

static bool read_expr(struct reading *r, const struct ynode *n, const char *what, const struct node **out)
{
	struct scope s = scope_of(r);

	if (!n)
		return true;
	*out = yread_expr(&r->y, n, what);
	return *out && check_expr(&r->y, *out, &s);
}

static bool read_message(struct reading *r, const struct ynode *n, const char *what, const struct node **out)
{
	struct scope s = scope_of(r);

	if (!n)
		return true;
	*out = yread_message(&r->y, n, what);
	return *out && check_expr(&r->y, *out, &s);
}

static bool new_name(struct reading *r, const struct ynode *key)
{
	struct scope s = scope_of(r);

	if (!yread_text(&r->y, key, "a name") || !check_new_name(&r->y, key, key->text, &s))
		return false;
	r->name[r->nnames++] = key->text;
	return true;
}

static bool read_option(struct reading *r, const struct ynode *key, const struct ynode *doc)
{
	static const char *const keys[] = { "default", "doc" };
	struct popt *o = &r->p->option[r->p->noptions];

	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "an option"))
		return false;
	if (!yaml_get(doc, "default"))
		return yread_fail(&r->y, doc, "an option needs a default");
	if (!read_expr(r, yaml_get(doc, "default"), "default", &o->def) || !new_name(r, key))
		return false;
	o->name = key->text;
	o->doc = yaml_str(yaml_get(doc, "doc"));
	r->p->noptions++;
	return true;
}

static bool read_options(struct reading *r, const struct ynode *map)
{
	if (!map)
		return true;
	if (!yread_map(&r->y, map, "options"))
		return false;
	r->p->option = arena_array(r->y.a, struct popt, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++)
		if (!read_option(r, map->key[i], map->kid[i]))
			return false;
	return true;
}

static bool read_lets(struct reading *r, const struct ynode *map)
{
	if (!map)
		return true;
	if (!yread_map(&r->y, map, "let"))
		return false;
	r->p->let = arena_array(r->y.a, struct named, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		struct named *l = &r->p->let[i];

		if (!read_expr(r, map->kid[i], "let", &l->expr) || !new_name(r, map->key[i]))
			return false;
		l->name = map->key[i]->text;
		l->text = yaml_str(map->kid[i]);
		r->p->nlets++;
	}
	return true;
}

static bool is_seq(struct reading *r, const struct ynode *n, const char *what)
{
	return n->kind == Y_SEQ || yread_fail(&r->y, n, "%s is a list", what);
}

static bool read_said(struct reading *r, const struct ynode *seq, const char *what, struct said **out, uint32_t *count)
{
	static const char *const keys[] = { "when", "message" };

	if (!seq)
		return true;
	if (!is_seq(r, seq, what))
		return false;
	*out = arena_array(r->y.a, struct said, seq->n + 1);
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct ynode *n = seq->kid[i];
		struct said *s = &(*out)[i];

		if (!yread_keys(&r->y, n, keys, ARRAY_SIZE(keys), what) ||
		    !read_expr(r, yaml_get(n, "when"), "when", &s->when) ||
		    !read_message(r, yaml_get(n, "message"), "message", &s->message))
			return false;
		if (!s->when || !s->message)
			return yread_fail(&r->y, n, "%s needs `when` and `message`", what);
	}
	*count = seq->n;
	return true;
}

static bool read_path(struct reading *r, const struct ynode *n, struct setting *s)
{
	struct scope scope = scope_of(r);

	s->text = yread_text(&r->y, n, "path");
	if (!s->text)
		return false;
	s->path = yread_expr(&r->y, n, "path");
	return s->path && check_path(&r->y, s->path, &scope);
}

static bool known_dialect(struct reading *r, const struct dialects *all, const struct ynode *at, const char *name)
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

static bool read_setting(struct reading *r, const struct dialects *all, const struct ynode *n, struct setting *s)
{
	static const char *const keys[] = { "path", "to", "when", "why", "dialects" };
	const struct ynode *dialects = NULL;

	if (!yread_keys(&r->y, n, keys, ARRAY_SIZE(keys), "an entry of set"))
		return false;
	if (!yaml_get(n, "path") || !yaml_get(n, "to"))
		return yread_fail(&r->y, n, "an entry of set needs `path` and `to`");
	dialects = yaml_get(n, "dialects");
	if (!read_path(r, yaml_get(n, "path"), s) || !read_expr(r, yaml_get(n, "to"), "to", &s->to) ||
	    !read_expr(r, yaml_get(n, "when"), "when", &s->when) ||
	    !read_message(r, yaml_get(n, "why"), "why", &s->why) ||
	    !yread_texts(&r->y, dialects, "dialects", &s->dialect, &s->ndialects))
		return false;
	for (uint32_t i = 0; i < s->ndialects; i++)
		if (!known_dialect(r, all, dialects, s->dialect[i]))
			return false;
	return true;
}

static bool read_sets(struct reading *r, const struct dialects *all, const struct ynode *seq)
{
	if (!seq)
		return true;
	if (!is_seq(r, seq, "set"))
		return false;
	r->p->set = arena_array(r->y.a, struct setting, seq->n + 1);
	for (uint32_t i = 0; i < seq->n; i++, r->p->nsets++)
		if (!read_setting(r, all, seq->kid[i], &r->p->set[i]))
			return false;
	return true;
}

static uint32_t count_names(const struct ynode *doc)
{
	const struct ynode *o = yaml_get(doc, "options"), *l = yaml_get(doc, "let");

	return (o ? o->n : 0) + (l ? l->n : 0);
}

static bool read_profile(struct reading *r, const struct dialects *all, const struct ynode *doc)
{
	static const char *const keys[] = { "summary",	"suffix", "options", "let",
					    "requires", "warn",	  "set",     "not_expressible" };
	struct profile *p = r->p;

	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a profile"))
		return false;
	p->summary = yaml_str(yaml_get(doc, "summary"));
	p->suffix = yaml_str(yaml_get(doc, "suffix"));
	if (!p->summary || !p->suffix || !*p->suffix || strchr(p->suffix, '/'))
		return yread_fail(&r->y, doc, "a profile needs a summary and a suffix");
	r->name = arena_array(r->y.a, const struct str *, count_names(doc) + 1);
	return read_options(r, yaml_get(doc, "options")) && read_lets(r, yaml_get(doc, "let")) &&
	       read_said(r, yaml_get(doc, "requires"), "requires", &p->require, &p->nrequires) &&
	       read_said(r, yaml_get(doc, "warn"), "warn", &p->warn, &p->nwarns) &&
	       read_sets(r, all, yaml_get(doc, "set")) &&
	       read_said(r, yaml_get(doc, "not_expressible"), "not_expressible", &p->unexpressible, &p->nunexpressible);
}

static char *name_of(struct arena *a, const char *path)
{
	const char *base = path_base(path);

	return arena_strndup(a, base, strlen(base) - strlen(path_ext(base)));
}

bool profiles_load(struct arena *a, struct ruleset *rs, struct profiles *out, struct err *e)
{
	const char *dir = strcmp(rs->dir, "(embedded)") == 0 ? NULL : rs->dir;
	struct parser *parser = parser_new();
	struct yfiles files = { 0 };
	bool ok = yfiles_load(a, rs->sources, rs->fs, dir, "profiles/", NULL, &files, e);

	out->at = arena_array(a, struct profile *, files.n + 1);
	out->n = 0;
	for (uint32_t i = 0; ok && i < files.n; i++) {
		struct reading r = { .y = { .a = a, .src = files.at[i].src, .parser = parser, .e = e },
				     .vocab = rs->dialects.vocab };

		r.p = arena_new(a, struct profile);
		r.p->name = name_of(a, files.at[i].path);
		r.p->src = files.at[i].src;
		ok = read_profile(&r, &rs->dialects, files.at[i].doc);
		out->at[out->n++] = r.p;
	}
	parser_free(parser);
	return ok;
}

const struct profile *profile_find(const struct profiles *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i]->name, name) == 0)
			return all->at[i];
	return NULL;
}

const char *profile_name(const struct profile *p)
{
	return p->name;
}

const char *profile_summary(const struct profile *p)
{
	return p->summary;
}
