// SPDX-License-Identifier: MIT
/* Completion in configs. The context of the cursor (server/cursor/context.h) selects the source: parameters of the
 * class, keys that the dialect or the training code reads, class names of a registry, or base files.
 *
 *	optimizer = dict(type='SGD', |)	offers the parameters of SGD */
#include "server/complete.h"
#include "code/builds.h"
#include "server/server_arguments.h"
#include "server/server_classes.h"
#include "server/cursor/context.h"
#include "server/server_data.h"
#include "server/frameworks.h"
#include "server/hover.h"
#include "server/offer.h"
#include "server/server_settings.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/shared/shown_effective.h"
#include "code/classes/listing.h"
#include "code/classes/member.h"
#include "facts/vocab.h"
#include "python/syntax/ast.h"
#include "python/value/dict.h"
#include "schedule/curves.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SHOWN = 60 };

struct completion {
	struct server *s;
	struct arena *a;
	const struct module *m;	       /* as it last loaded; NULL: it never did */
	const struct code *code;       /* NULL: none is known */
	const struct dialect *dialect; /* likewise */
	struct context at;
	const struct builds *builds; /* NULL: the classes that training builds are unknown */
	struct build build;	     /* of the container */
	struct frameworks frameworks;
	struct offers o;
};

static void add(struct completion *c, int kind, const char *name, const char *text, const char *detail, int rank)
{
	offer(&c->o, kind, name, text, detail, rank);
}

static void add_key(struct completion *c, const char *name, const char *detail, int rank)
{
	const char *text = c->at.quoted ? name
			   : c->at.call ? arena_printf(c->a, c->at.container.n ? "%s=" : "%s = ", name)
					: arena_printf(c->a, "'%s': ", name);

	add(c, KIND_FIELD, name, text, detail, rank);
}

/* "now 0.02" where the effective config has it. */
static const char *worth(struct completion *c, struct value in, const char *name)
{
	struct value v = dict_get(in, name);
	const char *text;
	struct buf b = { 0 };

	if (in.kind != VALUE_DICT || !dict_find_lit(in.as.dict, name))
		return "";
	value_line(&b, v, VALUE_SHOWN);
	text = arena_printf(c->a, "now %s", buf_str(&b));
	buf_release(&b);
	return text;
}

/* ---- keys ---- */

static const char *default_of(struct completion *c, const struct str *type, const struct str *name)
{
	struct code_member x = code_member(c->code, CODE_GIVEN, &(struct code_class_name){ .type = type }, name);
	struct buf b = { 0 };
	const char *text;

	if (x.is != CODE_MEMBER_KNOWN)
		return "";
	value_line(&b, x.val, VALUE_SHOWN);
	text = arena_printf(c->a, "default %s", buf_str(&b));
	buf_release(&b);
	return text;
}

static void add_param(struct completion *c, struct value in, const char *name, const char *given)
{
	const char *now = worth(c, in, name);

	add_key(c, name, arena_printf(c->a, "%s%s%s", now, *now && *given ? ", " : "", given), *now ? 1 : 2);
}

/* Of the framework that trains with the config, as far as that is known; and no method (CocoDataset:evaluate). */
static bool is_of_family(struct completion *c, const struct known_class *k)
{
	return (!c->dialect || k->family == c->dialect->family) && !strchr(k->name->s, ':');
}

/* What a class outside the project takes, as far as it is known. */
static void add_known(struct completion *c, struct value in, const char *type)
{
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;

	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0;
		     is_of_family(c, &all->at[i]) && strcmp(all->at[i].name->s, type) == 0 && k < all->at[i].nparams;
		     k++)
			if (all->at[i].param[k]->s[0] != '_')
				add_param(c, in, all->at[i].param[k]->s, "");
}

static void add_params(struct completion *c, struct value in, const char *type)
{
	const struct class_use use = class_use(&c->s->world.s, c->code, c->a, c->m, c->at.container);
	const struct code_params *p = class_params(&use, type);
	struct signature sig;

	for (uint32_t i = 0; p && i < p->n; i++)
		add_param(c, in, p->name[i]->s, default_of(c, class_own(&use, type), p->name[i]));
	if (p)
		return;
	add_known(c, in, class_last(type));
	if (frameworks_takes(&c->frameworks, &c->build, type, &sig))
		for (uint32_t i = 0; i < sig.n; i++)
			add_param(c, in, sig.name[i]->s, sig.by);
}

/* What the container is in the effective config; where it is being written, what the bases make of it. */
static struct value container(struct completion *c)
{
	struct value in = { 0 };

	if (c->m)
		in = keypath_get(c->a, c->m->merged, c->at.container).val;
	if (c->m && in.kind != VALUE_DICT)
		in = keypath_get(c->a, c->m->inherited, c->at.container).val;
	return in;
}

/* The text that names the class: as written there, else as in the config. */
static const char *name_in(struct completion *c, struct value in, const char *key)
{
	for (uint32_t i = 0; c->at.given[i]; i++)
		if (strcmp(c->at.given[i], key) == 0 && c->at.text[i])
			return c->at.text[i];
	return class_named(c->a, dict_get(in, key));
}

/* The schedule that stands at the container, rules/schedules.yaml; NULL: none does. */
static const struct curve_classes *schedule_here(struct completion *c)
{
	const struct curves *all = c->dialect ? curves_load(c->a) : NULL;

	for (uint32_t i = 0; all && i < all->n; i++)
		for (int q = 0; q < QUANTITIES && strcmp(all->family[i].name, c->dialect->family->s) == 0; q++)
			if (keypath_same(all->family[i].of[q].at, c->at.container))
				return &all->family[i].of[q];
	return NULL;
}

/* What the class of a schedule takes, where another key than `type` names it. */
static void add_schedule(struct completion *c, struct value in, const char *name)
{
	const struct curve_classes *all = schedule_here(c);

	for (uint32_t i = 0; all && i < all->n; i++)
		for (int arg = 0; arg < ARGS && strcmp(all->cls[i].name->s, name) == 0; arg++)
			if (all->cls[i].arg[arg].key)
				add_param(c, in, all->cls[i].arg[arg].key->s, "");
}

/* What the class takes that training builds of the dict. */
static bool add_class(struct completion *c, struct value in)
{
	const char *type = name_in(c, in, "type"), *name;

	if (!type && *c->build.ends && (name = name_in(c, in, c->build.name_key))) {
		name = curve_capitalised(c->a, name);
		type = arena_printf(c->a, "%s%s", name, c->build.ends);
		add_schedule(c, in, name);
	}
	if (type)
		add_params(c, in, type);
	for (uint32_t i = 0; !type && build_class(&c->build, i); i++)
		add_params(c, in, build_class(&c->build, i));
	return type;
}

/* The keys that training reads there by the dialect; false: it has no entry for that place. */
static bool add_read(struct completion *c, struct value in)
{
	bool known = false;

	for (uint32_t i = 0; c->dialect && i < c->dialect->nreads; i++) {
		const struct readers *r = &c->dialect->reads[i];

		known |= keypath_same(r->path, c->at.container);
		for (uint32_t k = 0; keypath_same(r->path, c->at.container) && k < r->nkeys; k++)
			add_param(c, in, r->key[k]->s, "");
	}
	return known;
}

static void add_keys(struct completion *c)
{
	struct value in = container(c);
	bool named = add_class(c, in), listed;
	const char **read = c->code ? code_keys(c->code, c->a, c->at.container) : NULL;
	struct dict_iter it;
	const struct entry *e;

	for (; read && *read; read++)
		add_param(c, in, *read, "");
	listed = add_read(c, in) || build_class(&c->build, 0);
	if (in.kind == VALUE_DICT) {
		dict_begin(&it, in.as.dict);
		while ((e = dict_next(&it)))
			if (e->key.kind == VALUE_STR)
				add_param(c, in, e->key.as.s->s, "");
	}
	if (c->at.container.n && !named)
		add_key(c, c->build.name_key, "class", listed ? 3 : 0);
}

/* Behind a dot. Plain dicts have no attributes: `_base_` has, and what the imported style makes of them. */
static void add_parts(struct completion *c)
{
	struct keypath p = c->at.container;
	bool base = p.n && strcmp(p.part[0].as.s->s, "_base_") == 0;
	struct value in;
	struct dict_iter it;
	const struct entry *e;

	if (!c->m || !p.n || base == c->m->imported)
		return;
	in = base ? c->m->inherited : c->m->merged;
	in = keypath_get(c->a, in, (struct keypath){ p.part + base, p.n - base }).val;
	if (in.kind != VALUE_DICT)
		return;
	dict_begin(&it, in.as.dict);
	while ((e = dict_next(&it)))
		if (e->key.kind == VALUE_STR)
			add(c, KIND_FIELD, e->key.as.s->s, e->key.as.s->s, worth(c, in, e->key.as.s->s), 1);
}

/* ---- names ---- */

/* Names of the project's types, each with its registry, in turn. Of a name with several registries the best counts. */
struct types {
	const char **at;
	const char *same; /* the registry to use if rules/builds.yaml doesn't name one; NULL: any */
};

/* If the file has no entry for the key: the registry of the current class there. */
static const char *present_registry(struct completion *c, const char **types)
{
	const char *is = class_named(c->a, dict_get(container(c), "type"));

	for (uint32_t i = 0; is && types[i]; i += 2)
		if (strcmp(types[i], class_last(is)) == 0 && types[i + 1][0] != '?')
			return class_last(types[i + 1]);
	return NULL;
}

static struct types types_here(struct completion *c)
{
	struct types t = { code_registries(c->code, c->a), NULL };

	if (!c->build.row)
		t.same = present_registry(c, t.at);
	return t;
}

static enum build_fit fit_of(const struct completion *c, const struct types *t, const char *name)
{
	enum build_fit best = BUILD_OTHER, fit;

	for (uint32_t i = 0; t->at[i]; i += 2) {
		if (strcmp(t->at[i], name) != 0)
			continue;
		fit = t->same	  ? (strcmp(class_last(t->at[i + 1]), t->same) == 0 ? BUILD_FITS : BUILD_OTHER)
		      : c->builds ? builds_registry(c->builds, &c->build, t->at[i + 1])
				  : BUILD_FITS;
		best = fit > best ? fit : best;
	}
	return best;
}

static int rank_of(enum build_fit fit)
{
	return fit == BUILD_FITS ? 1 : 3;
}

static void add_framework(void *completing, const char *name, const char *package)
{
	struct completion *c = completing;

	add(c, KIND_CLASS, name, name, arena_printf(c->a, "of %s", package), 2);
}

/* In a text, with the package that its scope names or without one. */
static void add_types(struct completion *c)
{
	const char *word = arena_strndup(c->a, c->o.src->bytes + c->o.from, c->o.cursor - c->o.from),
		   *dot = strrchr(word, '.');
	struct types t = { 0 };
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;
	const char *more;

	c->o.from += dot ? (uint32_t)(dot - word) + 1 : 0;
	if (c->code && (!dot || code_has_package(c->code, str_of(word, (size_t)(dot - word)))))
		t = types_here(c);
	for (uint32_t i = 0; t.at && t.at[i]; i += 2)
		if (fit_of(c, &t, t.at[i]) != BUILD_OTHER)
			add(c, KIND_CLASS, t.at[i], t.at[i], t.at[i + 1][0] == '?' ? "" : t.at[i + 1],
			    rank_of(fit_of(c, &t, t.at[i])));
	for (uint32_t i = 0; i < all->n; i++)
		if (is_of_family(c, &all->at[i]) && (!c->builds || builds_known(c->builds, &c->build, &all->at[i])))
			add(c, KIND_CLASS, all->at[i].name->s, all->at[i].name->s,
			    arena_printf(c->a, "of %s", all->at[i].family->s), 2);
	if (c->build.row && !dot)
		frameworks_types(&c->frameworks, &c->build, add_framework, c);
	for (uint32_t i = 0; c->builds && (more = builds_more(c->builds, &c->build, i)); i++)
		add(c, KIND_CLASS, more, more, arena_printf(c->a, "of %s", c->dialect->family->s), 2);
}

/* As people write it: "step" where that is the class Step. */
static const char *spelled(struct completion *c, const char *name)
{
	char *small = arena_strdup(c->a, name);

	for (char *s = small; *s; s++)
		*s = (char)tolower((unsigned char)*s);
	return strcmp(curve_capitalised(c->a, small), name) == 0 ? small : name;
}

/* Names of classes without their end, `policy='step'`: those of rules/schedules.yaml and the project's own. */
static void add_named(struct completion *c)
{
	const struct curve_classes *all = schedule_here(c);
	struct types t = c->code ? types_here(c) : (struct types){ 0 };
	size_t nend = strlen(c->build.ends);

	for (uint32_t i = 0; all && i < all->n; i++)
		add(c, KIND_VALUE, spelled(c, all->cls[i].name->s), spelled(c, all->cls[i].name->s),
		    arena_printf(c->a, "%s%s", all->cls[i].name->s, c->build.ends), 1);
	for (uint32_t i = 0; t.at && t.at[i]; i += 2) {
		size_t n = strlen(t.at[i]);

		if (n > nend && strcmp(t.at[i] + n - nend, c->build.ends) == 0 && fit_of(c, &t, t.at[i]) != BUILD_OTHER)
			add(c, KIND_VALUE, spelled(c, arena_strndup(c->a, t.at[i], n - nend)),
			    spelled(c, arena_strndup(c->a, t.at[i], n - nend)), t.at[i], 1);
	}
}

/* Those that the file imports. */
static void add_imported(struct completion *c)
{
	const struct node *root = c->m->tree.root;

	for (uint32_t i = 0; i < root->n; i++)
		for (uint32_t k = 0; root->kid[i]->kind == NODE_FROM && k < root->kid[i]->n; k++) {
			const struct node *x = root->kid[i]->kid[k], *as = x->n ? x->kid[0] : NULL;
			const char *name = as ? as->text->s : x->text->s;

			add(c, KIND_CLASS, name, name, root->kid[i]->text->s, 1);
		}
}

/* The line before which one more import fits: the first of them. */
static uint32_t imports_at(const struct source *s)
{
	struct line_starts l = source_lines(s);

	for (uint32_t i = 0; i < l.n; i++)
		if (strncmp(s->bytes + l.at[i], "from ", 5) == 0 || strncmp(s->bytes + l.at[i], "import ", 7) == 0)
			return l.at[i];
	return 0;
}

/* Classes of the project, each with its import. */
static void add_importable(struct completion *c)
{
	const char **type = c->code ? code_types(c->code, c->a) : NULL;
	struct types t = c->code ? types_here(c) : (struct types){ 0 };
	uint32_t at = imports_at(c->o.src);
	json_t *x;

	for (; type && *type; type++) {
		const char *module = code_modules(c->code, str_lit(*type), NULL);
		enum build_fit fit = fit_of(c, &t, *type);

		if (!module || *module == '?' || fit == BUILD_OTHER || !offer_is_new(&c->o, *type))
			continue;
		module = arena_strndup(c->a, module, strcspn(module, " "));
		x = offer_item(&c->o, KIND_CLASS, *type, *type, module, rank_of(fit) + 1);
		json_object_set_new(x, "additionalTextEdits",
				    json_pack("[{s:o, s:o}]", "range", place_range(c->o.unit, c->o.src, at, at),
					      "newText", wire_textf("from %s import %s\n", module, *type)));
		json_array_append_new(c->o.list, x);
	}
}

/* ---- files ---- */

static bool is_name(const char *s)
{
	return *s && !(*s >= '0' && *s <= '9') &&
	       !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* Those of a folder; as a module or as a file's name, behind `lead`. */
static void add_folder(struct completion *c, const char *dir, const char *own, const char *lead, bool module)
{
	const struct vfs *fs = c->s->world.disk;
	char **name;
	size_t n = vfs_list(fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(c->a, dir, name[i]), *text = name[i];
		bool file = vfs_exists(fs, path);

		if (module && file)
			text = arena_strndup(c->a, text, strlen(text) - strlen(path_ext(text)));
		if (name[i][0] != '.' && strcmp(path, own) != 0 && (!file || strcmp(path_ext(path), ".py") == 0) &&
		    (!module || (is_name(text) && strncmp(text, "__", 2) != 0)))
			add(c, file ? KIND_FILE : KIND_FOLDER, text,
			    module ? text : arena_printf(c->a, "%s%s%s", lead, text, file ? "" : "/"), "", 1);
		free(name[i]);
	}
	free(name);
}

/* Files and folders behind what is written of the name up to its last slash. */
static void add_files(struct completion *c, const struct document *d)
{
	const char *word = arena_strndup(c->a, c->o.src->bytes + c->o.from, c->o.cursor - c->o.from),
		   *slash = strrchr(word, '/');
	const char *lead = slash ? arena_strndup(c->a, word, (size_t)(slash - word) + 1) : "";

	add_folder(c, path_join(c->a, path_dir(c->a, d->path), lead), d->path, lead, false);
}

/* Modules behind `..models.`; without dots first they are the project's. */
static void add_modules(struct completion *c, const struct document *d)
{
	const char *word = c->at.module, *dir = c->m ? c->m->root : path_dir(c->a, d->path);

	if (*word == '.')
		dir = path_dir(c->a, d->path);
	for (word += *word == '.'; *word == '.'; word++)
		dir = path_dir(c->a, dir);
	for (; *word; word += strcspn(word, ".") + 1)
		dir = path_join(c->a, dir, arena_strndup(c->a, word, strcspn(word, ".")));
	add_folder(c, dir, d->path, "", true);
}

static void add_all(struct completion *c, const struct document *d)
{
	bool imported = c->m && c->m->imported;

	if (c->at.in == CONTEXT_KEY)
		add_keys(c);
	else if (c->at.in == CONTEXT_PART)
		add_parts(c);
	else if (c->at.in == CONTEXT_TYPE && c->at.quoted)
		add_types(c);
	else if (c->at.in == CONTEXT_VALUE && *c->build.ends && strcmp(c->at.key, c->build.name_key) == 0)
		add_named(c);
	else if (c->at.in == CONTEXT_TYPE && imported) {
		add_imported(c);
		add_importable(c);
	} else if (c->at.in == CONTEXT_MODULE && imported)
		add_modules(c, d);
	else if (c->at.in == CONTEXT_BASE)
		add_files(c, d);
}

/* In a config. */
static json_t *complete_config(struct server *s, struct arena *a, const struct request_place *p)
{
	struct completion c = { .s = s, .a = a };

	c.m = world_last_good(p->a);
	c.code = c.m ? analysis_code(s, c.m) : NULL;
	c.dialect = c.m ? analysis_dialect(s, c.m) : NULL;
	context_at(a, p->src->bytes, p->src->len, p->offset, &c.at);
	c.builds = c.dialect ? builds_of(builds_load(a), c.dialect->family->s) : NULL;
	c.build = builds_at(c.builds, c.at.container);
	frameworks_of(&c.frameworks, s, a, c.m, c.dialect, c.code, c.builds);
	c.o = (struct offers){ s->docs.unit, a, p->src, c.at.from, p->offset, c.at.given, { 0 }, json_array() };
	add_all(&c, p->d);
	return offers_answer(&c.o);
}

json_t *complete(struct server *s, const json_t *params, struct refusal *why)
{
	struct arena a = { 0 };
	struct request_place p;
	struct document *d = server_document(s, params, why);
	json_t *result = NULL;

	if (d && data_is_settings(d))
		result = settings_complete(s, d, params, why);
	else if (d && server_place(s, params, &p, why)) {
		result = arguments_complete(s, &a, &p);
		result = result ? result : complete_config(s, &a, &p);
	}
	arena_release(&a);
	return result;
}
