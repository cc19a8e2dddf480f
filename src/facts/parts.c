// SPDX-License-Identifier: MIT
/* Facts about classes: loads rules/parts.yaml, which lists the facts, and the rows in rules/parts/, in two passes. The
 * first reads names, arguments and `like`; the second the expressions of facts, which may use arguments of rows that
 * stand further below.
 *
 * Invariant: rows are sorted by name and immutable; a chain of `like` ends after LIKE_DEEP rows.
 *
 *	mmdet:
 *	  ResNet: {args: {depth: ""}, widths: "[64, 128]"}
 *	  ResNetV1d: {like: ResNet}		has the same arguments and facts */
#include "facts/parts.h"
#include "base/vec.h"
#include "config/config_subject.h"
#include "facts/expr_check.h"
#include "facts/vocab.h"
#include <stdlib.h>
#include <string.h>

enum { LIKE_DEEP = 8 };

VEC(part_rows, struct part_row);
struct written { /* a row's text: its facts are read when the arguments of all rows are known */
	const struct ynode *doc;
	const struct source *src;
	size_t same; /* the distance back to the row that is equal for another package; 0: none */
};
struct parts_loader {
	struct yread y;
	const struct vocab *vocab;
	struct part_list *out;
	struct part_rows rows;
	VEC(, struct written) text; /* of each row */
};

/* ---- looking up ---- */

static bool holds(const struct part_row *p, const struct str *package, const struct str *family, const struct str *name)
{
	return p->name == name && p->package == package && (!p->family || p->family == family);
}

static const struct part_row **name_slot(const struct part_list *all, const struct str *name)
{
	for (uint32_t h = name->hash;; h++) {
		const struct part_row **p = &all->named[h & (all->nnamed - 1)];
		if (!*p || (*p)->name == name)
			return p;
	}
}

static const struct part_row *first_named(const struct part_list *all, const struct str *name)
{
	return all->nnamed ? *name_slot(all, name) : NULL;
}

static void index_names(struct arena *a, struct part_list *all)
{
	all->nnamed = 16;
	while (all->nnamed < 2 * all->n)
		all->nnamed *= 2;
	all->named = arena_array(a, const struct part_row *, all->nnamed);
	for (uint32_t i = all->n; i-- > 0;)
		*name_slot(all, all->at[i].name) = &all->at[i];
}

const struct part_row *parts_find(const struct part_list *all, const struct str *package, const struct str *family,
				  const struct str *name)
{
	const struct part_row *p = first_named(all, name);
	for (; p && p < all->at + all->n && p->name == name; p++)
		if (holds(p, package, family, name))
			return p;
	return NULL;
}

bool parts_have(const struct part_list *all, const struct str *name)
{
	return first_named(all, name);
}

const struct part_keep *parts_keep(const struct part_list *p, const struct str *fact)
{
	for (uint32_t i = 0; i < p->nkeeps; i++)
		if (p->keep[i].fact == fact)
			return &p->keep[i];
	return NULL;
}

static const struct part_expr *among(const struct part_expr *at, uint32_t n, const struct str *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (at[i].name == name)
			return &at[i];
	return NULL;
}

static const struct part_row *next(const struct part_list *all, const struct part_row *p, const struct str *family)
{
	return p->like ? parts_find(all, p->like_package, family, p->like) : NULL;
}

const struct part_expr *parts_arg(const struct part_list *all, const struct part_row *p, const struct str *family,
				  const struct str *name)
{
	const struct part_expr *x = NULL;
	for (unsigned deep = 0; p && !x && deep < LIKE_DEEP; p = next(all, p, family), deep++)
		x = among(p->arg, p->nargs, name);
	return x;
}

const struct part_expr *parts_fact(const struct part_list *all, const struct part_row *p, const struct str *family,
				   const struct str *name)
{
	const struct part_expr *x = NULL;
	for (unsigned deep = 0; p && !x && deep < LIKE_DEEP; p = next(all, p, family), deep++)
		x = among(p->fact, p->nfacts, name);
	return x;
}

/* ---- reading ---- */

static bool load_list(struct yread *y, const struct ynode *doc, const char *key, const struct str *const **out,
		      uint32_t *n)
{
	const char **text;
	if (!yread_texts(y, yaml_get(doc, key), key, &text, n))
		return false;
	*out = vocab_strs(y->a, text, *n);
	return true;
}

static bool is_known(const struct part_list *p, const struct str *name)
{
	for (uint32_t i = 0; i < p->nknown; i++)
		if (p->known[i] == name)
			return true;
	return false;
}

static bool unknown_fact(struct parts_loader *l, const struct ynode *key)
{
	static const char *const own[] = { "args", "family", "subclasses", "like" };
	const struct part_list *p = l->out;
	const char **known = arena_array(l->y.a, const char *, p->nknown + ARRAY_SIZE(own));
	for (uint32_t i = 0; i < p->nknown; i++)
		known[i] = p->known[i]->s;
	memcpy(known + p->nknown, own, sizeof own);
	return yread_unknown(&l->y, key->at.lo, "fact of a class", key->text->s, known, p->nknown + ARRAY_SIZE(own));
}

static bool load_keys(struct parts_loader *l, const struct ynode *map)
{
	if (!map)
		return true;
	if (!yread_map(&l->y, map, "keys"))
		return false;
	struct part_key *key = arena_array(l->y.a, struct part_key, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		if (!is_known(l->out, map->key[i]->text))
			return unknown_fact(l, map->key[i]);
		if (!yread_text(&l->y, map->kid[i], "a key"))
			return false;
		key[i] = (struct part_key){ map->key[i]->text, map->kid[i]->text };
	}
	l->out->key = key;
	l->out->nkeys = map->n;
	return true;
}

static bool load_places(struct parts_loader *l, const struct ynode *map)
{
	bool ok = !map || yread_map(&l->y, map, "places");
	uint32_t n = ok && map ? map->n : 0;
	struct part_place *place = arena_array(l->y.a, struct part_place, n + 1);
	for (uint32_t i = 0; i < n && ok; i++) {
		struct part_place *p = &place[i];
		p->key = map->key[i]->text;
		ok = load_list(&l->y, map, p->key->s, &p->fact, &p->n);
		for (uint32_t k = 0; ok && k < p->n; k++)
			ok = is_known(l->out, p->fact[k]) || unknown_fact(l, map->kid[i]->kid[k]);
	}
	l->out->place = place;
	l->out->nplaces = n;
	return ok;
}

/* Adds each word once. */
static void add_words(struct buf *words, const char *text)
{
	for (const char *w = text; *w; w += strcspn(w, " "), w += *w == ' ') {
		size_t len = strcspn(w, " ");
		bool there = false;
		for (const char *k = buf_str(words); *k && !there; k += strcspn(k, " "), k += *k == ' ')
			there = strcspn(k, " ") == len && !memcmp(k, w, len);
		if (!there)
			buf_printf(words, "%s%.*s", words->n ? " " : "", (int)len, w);
	}
}

/* "forward", "forward unless cls_seg num_classes", "._make_layer" */
static bool load_never(struct parts_loader *l, const struct ynode *list, struct part_keep *k, struct buf *words)
{
	static const char unless[] = " unless ";
	const char **text;
	if (!yread_texts(&l->y, list, "what subclasses may not have", &text, &k->n))
		return false;
	const struct str **never = arena_array(l->y.a, const struct str *, k->n + 1);
	const struct str **word = arena_array(l->y.a, const struct str *, k->n + 1);
	for (uint32_t i = 0; i < k->n; i++) {
		const char *at = strstr(text[i], unless);
		never[i] = str_of(text[i], at ? (size_t)(at - text[i]) : strlen(text[i]));
		word[i] = str_lit(at ? at + sizeof unless - 1 : "");
		if (at || *text[i] == '.')
			add_words(words, at ? word[i]->s : text[i] + 1);
	}
	k->never = never;
	k->words = word;
	return true;
}

/* "flow", "flow of neck" */
static bool is_inherited(const struct part_list *p, const struct str *name)
{
	const char *of = strstr(name->s, " of ");
	return is_known(p, of ? str_of(name->s, (size_t)(of - name->s)) : name);
}

/* "as classes": what stands at that fact, which comes before. */
static bool load_as(struct parts_loader *l, const struct ynode *value, const struct part_keep *before,
		    struct part_keep *k)
{
	const char *name = value->text->s + strlen("as ");
	for (; before < k; before++)
		if (!strcmp(before->fact->s, name)) {
			k->never = before->never;
			k->words = before->words;
			k->n = before->n;
			return true;
		}
	return yread_fail(&l->y, value, "as: no fact '%s' stands before this one", name);
}

static bool load_inherited(struct parts_loader *l, const struct ynode *map)
{
	struct buf words = { 0 };
	bool ok = !map || yread_map(&l->y, map, "keeps");
	uint32_t n = ok && map ? map->n : 0;
	struct part_keep *keep = arena_array(l->y.a, struct part_keep, n + 1);
	for (uint32_t i = 0; i < n && ok; i++) {
		keep[i].fact = map->key[i]->text;
		const struct ynode *value = map->kid[i];
		ok = !is_inherited(l->out, keep[i].fact) ? unknown_fact(l, map->key[i])
		     : value->kind == Y_SCALAR && !strncmp(value->text->s, "as ", 3)
			     ? load_as(l, value, keep, &keep[i])
			     : load_never(l, value, &keep[i], &words);
	}
	l->out->keep = keep;
	l->out->nkeeps = n;
	l->out->words = str_lit(buf_str(&words));
	buf_release(&words);
	return ok;
}

static bool load_steps(struct parts_loader *l, const struct ynode *doc)
{
	const struct str *const *method;
	uint32_t n;
	struct buf b = { 0 };
	if (!load_list(&l->y, doc, "steps", &method, &n))
		return false;
	buf_puts(&b, "step");
	for (uint32_t i = 0; i < n; i++)
		buf_printf(&b, " %s", method[i]->s);
	l->out->step = str_lit(buf_str(&b));
	buf_release(&b);
	return true;
}

/* parts.yaml */
static bool load_facts(struct parts_loader *l, const struct ynode *doc)
{
	static const char *const keys[] = { "facts", "keys", "places", "keeps", "scope_keys", "asides", "steps" };
	const struct ynode *facts = yaml_get(doc, "facts");
	if (!yread_keys(&l->y, doc, keys, ARRAY_SIZE(keys), "rules/parts.yaml") || !yread_map(&l->y, facts, "facts") ||
	    !load_list(&l->y, doc, "scope_keys", &l->out->scope, &l->out->nscopes) ||
	    !load_list(&l->y, doc, "asides", &l->out->aside, &l->out->nasides) || !load_steps(l, doc))
		return false;
	const struct str **name = arena_array(l->y.a, const struct str *, facts->n + 1);
	const char **text = arena_array(l->y.a, const char *, facts->n + 1);
	for (uint32_t i = 0; i < facts->n; i++) {
		name[i] = facts->key[i]->text;
		text[i] = yread_text(&l->y, facts->kid[i], "a fact");
		if (!text[i])
			return false;
	}
	l->out->known = name;
	l->out->doc = text;
	l->out->nknown = facts->n;
	return load_keys(l, yaml_get(doc, "keys")) && load_places(l, yaml_get(doc, "places")) &&
	       load_inherited(l, yaml_get(doc, "keeps"));
}

VEC(names, const struct str *);

/* Of the row and of those named by its `like`, of any family. */
static void add_args(const struct parts_loader *l, const struct part_row *p, struct names *to, unsigned deep)
{
	for (uint32_t i = 0; i < p->nargs; i++)
		vec_push(to, p->arg[i].name);
	for (size_t i = 0; p->like && deep < LIKE_DEEP && i < l->rows.n; i++)
		if (l->rows.at[i].name == p->like && l->rows.at[i].package == p->like_package)
			add_args(l, &l->rows.at[i], to, deep + 1);
}

/* All names that expressions of the row may use: facts, arguments, its own dict. */
static struct scope scope_of(const struct parts_loader *l, const struct part_row *p)
{
	struct names all = { 0 };
	for (uint32_t i = 0; i < l->out->nknown; i++)
		vec_push(&all, l->out->known[i]);
	vec_push(&all, str_lit("self"));
	add_args(l, p, &all, 0);
	const struct str **name = arena_array(l->y.a, const struct str *, all.n);
	bool *place = arena_array(l->y.a, bool, all.n);
	memcpy(name, all.at, all.n * sizeof *name);
	memset(place, true, all.n);
	struct scope s = {
		.vocab = l->vocab, .kind = &config_kind, .name = name, .place = place, .n = (uint32_t)all.n
	};
	vec_release(&all);
	return s;
}

static bool load_args(struct parts_loader *l, const struct ynode *map, struct part_row *p)
{
	if (!map)
		return true;
	if (!yread_map(&l->y, map, "args"))
		return false;
	struct part_expr *arg = arena_array(l->y.a, struct part_expr, map->n + 1);
	const struct scope s = { .vocab = l->vocab, .kind = &config_kind };
	for (uint32_t i = 0; i < map->n; i++) {
		arg[i].name = map->key[i]->text;
		if (map->kid[i]->kind == Y_SCALAR && !map->kid[i]->text->len)
			continue;
		arg[i].expr = check_value(&l->y, map->kid[i], "an argument's default", &s);
		if (!arg[i].expr)
			return false;
	}
	p->arg = arg;
	p->nargs = map->n;
	return true;
}

#define OLD_SUBCLASSES "heirs" /* the name of the key in 0.1 */

static bool load_row_facts(struct parts_loader *l, const struct ynode *doc, struct part_row *p)
{
	struct part_expr *fact = arena_array(l->y.a, struct part_expr, doc->n + 1);
	const struct scope s = scope_of(l, p);
	for (uint32_t i = 0; i < doc->n; i++) {
		const struct str *key = doc->key[i]->text;
		if (!strcmp(key->s, "args") || !strcmp(key->s, "family") || !strcmp(key->s, "like") ||
		    !strcmp(key->s, "subclasses") || !strcmp(key->s, OLD_SUBCLASSES))
			continue;
		if (!is_known(l->out, key))
			return unknown_fact(l, doc->key[i]);
		struct part_expr *x = &fact[p->nfacts++];
		*x = (struct part_expr){ key, check_value(&l->y, doc->kid[i], "a fact", &s) };
		if (!x->expr)
			return false;
	}
	p->fact = fact;
	return true;
}

/* "NAME" of the same package, or "package.NAME" */
static void like_of(struct part_row *p, const struct str *text)
{
	const char *dot = strchr(text->s, '.');
	p->like_package = dot ? str_of(text->s, (size_t)(dot - text->s)) : p->package;
	p->like = dot ? str_lit(dot + 1) : text;
}

static bool load_row(struct parts_loader *l, struct part_row p, const struct ynode *doc)
{
	const struct ynode *family = yaml_get(doc, "family"), *like = yaml_get(doc, "like"),
			   *old = yaml_get(doc, OLD_SUBCLASSES), *inherits = old ? old : yaml_get(doc, "subclasses");
	if (!yread_map(&l->y, doc, "a class") || (family && !yread_text(&l->y, family, "family")) ||
	    (like && !yread_text(&l->y, like, "like")) ||
	    (inherits && !yread_bool(&l->y, inherits, "subclasses", &p.subclasses)) ||
	    !load_args(l, yaml_get(doc, "args"), &p))
		return false;
	p.family = family ? family->text : NULL;
	if (like)
		like_of(&p, like->text);
	vec_push(&l->rows, p);
	vec_push(&l->text, ((struct written){ doc, l->y.src, 0 }));
	return true;
}

static bool load_class(struct parts_loader *l, struct part_row p, const struct ynode *doc)
{
	if (doc->kind != Y_SEQ)
		return load_row(l, p, doc);
	for (uint32_t i = 0; i < doc->n; i++)
		if (!load_row(l, p, doc->kid[i]))
			return false;
	return true;
}

/* Repeats the n rows from there on for another package: arguments and facts are shared. */
static void repeat_rows(struct parts_loader *l, size_t from, size_t n, const struct str *package)
{
	for (size_t i = from; i < from + n; i++) {
		struct part_row p = l->rows.at[i];
		struct written w = l->text.at[i];
		p.like_package = p.like_package == p.package ? package : p.like_package;
		p.package = package;
		w.same = l->rows.n - i;
		vec_push(&l->rows, p);
		vec_push(&l->text, w);
	}
}

static bool load_package(struct parts_loader *l, const struct ynode *doc)
{
	static const char *const keys[] = { "packages", "yields", "parts" };
	const struct str *const *package;
	uint32_t n;
	struct part_row p = { 0 };
	const struct ynode *rows = yaml_get(doc, "parts"), *yields = yaml_get(doc, "yields");
	if (!yread_keys(&l->y, doc, keys, ARRAY_SIZE(keys), "a file of rules/parts/") ||
	    !load_list(&l->y, doc, "packages", &package, &n) || !yread_map(&l->y, rows, "parts") ||
	    (yields && !yread_bool(&l->y, yields, "yields", &p.yields)))
		return false;
	size_t from = l->rows.n;
	for (uint32_t k = 0; n && k < rows->n; k++) {
		p.package = package[0];
		p.name = rows->key[k]->text;
		if (!yread_text(&l->y, rows->key[k], "a class name") || !load_class(l, p, rows->kid[k]))
			return false;
	}
	size_t own = l->rows.n - from;
	for (uint32_t i = 1; i < n; i++)
		repeat_rows(l, from, own, package[i]);
	return true;
}

/* ---- putting together ---- */

static int by_name(const void *x, const void *y)
{
	const struct part_row *a = x, *b = y;
	int c = strcmp(a->name->s, b->name->s);
	return c ? c : strcmp(a->package->s, b->package->s);
}

static bool is_row(const struct parts_loader *l, const struct str *package, const struct str *name)
{
	for (size_t i = 0; i < l->rows.n; i++)
		if (l->rows.at[i].name == name && l->rows.at[i].package == package)
			return true;
	return false;
}

/* Completes the fields of a row that depend on others. */
static bool finish_row(struct parts_loader *l, struct part_row *p, const struct written *w)
{
	l->y.src = w->src;
	if (p->like && !is_row(l, p->like_package, p->like))
		return yread_fail(&l->y, w->doc, "%s is like %s.%s, which has no row", p->name->s, p->like_package->s,
				  p->like->s);
	if (!w->same)
		return load_row_facts(l, w->doc, p);
	p->fact = p[-(ptrdiff_t)w->same].fact;
	p->nfacts = p[-(ptrdiff_t)w->same].nfacts;
	return true;
}

static bool is_wrapped(const struct part_expr *fact)
{
	return !strcmp(fact->name->s, "wraps") && fact->expr->kind == NODE_NAME;
}

static void list_wrapped(struct parts_loader *l)
{
	struct names found = { 0 };
	for (size_t i = 0; i < l->rows.n; i++)
		for (uint32_t k = 0; k < l->rows.at[i].nfacts; k++)
			if (is_wrapped(&l->rows.at[i].fact[k]) &&
			    !str_among(l->rows.at[i].fact[k].expr->text, found.at, (uint32_t)found.n))
				vec_push(&found, l->rows.at[i].fact[k].expr->text);
	const struct str **wraps = arena_array(l->y.a, const struct str *, found.n + 1);
	if (found.n)
		memcpy(wraps, found.at, found.n * sizeof *wraps);
	l->out->wraps = wraps;
	l->out->nwraps = (uint32_t)found.n;
	vec_release(&found);
}

static bool load_files(struct parts_loader *l, const struct yfiles *files)
{
	for (uint32_t i = 0; i < files->n; i++) { /* parts.yaml comes first */
		l->y.src = files->at[i].src;
		if (!strchr(files->at[i].path, '/') ? !load_facts(l, files->at[i].doc)
						    : !load_package(l, files->at[i].doc))
			return false;
	}
	for (size_t i = 0; i < l->rows.n; i++)
		if (!finish_row(l, &l->rows.at[i], &l->text.at[i]))
			return false;
	return true;
}

bool parts_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, const struct vocab *v,
		struct part_list *out, struct err *e)
{
	struct arena docs = { 0 };
	struct yfiles files;
	struct parts_loader l = { .y = { a, NULL, parser_new(), e }, .vocab = v, .out = out };
	*out = (struct part_list){ 0 };
	static const char scoped[] = "scoped()", scopes[] = "scopes()";
	bool ok = yfiles_load(&docs, all, fs, dir, "parts", NULL, &files, e) && load_files(&l, &files);
	out->scoped = parse_expr(l.y.parser, a, scoped, sizeof scoped - 1, 0, &(struct err){ 0 });
	out->scopes = parse_expr(l.y.parser, a, scopes, sizeof scopes - 1, 0, &(struct err){ 0 });
	if (ok && l.rows.n) {
		struct part_row *at = arena_array(a, struct part_row, l.rows.n);
		list_wrapped(&l);
		qsort(l.rows.at, l.rows.n, sizeof *l.rows.at, by_name);
		memcpy(at, l.rows.at, l.rows.n * sizeof *at);
		out->at = at;
		out->n = (uint32_t)l.rows.n;
		index_names(a, out);
	}
	vec_release(&l.rows);
	vec_release(&l.text);
	parser_free(l.y.parser);
	arena_release(&docs);
	return ok;
}
