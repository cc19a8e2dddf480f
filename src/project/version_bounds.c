// SPDX-License-Identifier: MIT
/*
 * Collects the version bounds of packages from a project's files, by text: the name of a package, then its version
 * clauses. The bounds of all places are joined: the lowest minimum, and the highest maximum if every place has one.
 *
 * Example: requirements.txt: torch>=1.7,<1.12    least 1.7, most 1.12
 *          README: Python 3.6+                   python: least 3.6, open
 *          Dockerfile: FROM pytorch/pytorch:1.9.0  torch: least 1.9.0, most 1.9.0
 */
#include "project/version_bounds.h"
#include "base/path.h"
#include "project/versions.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_MAX = 16 /* folders above a file */ };

/* ---- one text */

struct bounds {
	struct arena *a;
	struct version_bounds out;
	bool open; /* a place has no upper bound */
};

static size_t version_length(const char *p)
{
	size_t n = isdigit((unsigned char)*p) ? strspn(p, "0123456789.") : 0;

	while (n && p[n - 1] == '.') /* 1.4.* */
		n--;
	return n;
}

static void lower(struct bounds *b, const char *v)
{
	if (!b->out.least || version_order(v, b->out.least) < 0)
		b->out.least = v;
}

static void upper(struct bounds *b, const char *v)
{
	if (!b->out.most || version_order(v, b->out.most) > 0)
		b->out.most = v;
}

/* `>=1.7,!=1.12`, `==1.4.0`, `^2.0`: the text after the name. plain: a bare version means exactly that version. */
static bool clauses(struct bounds *b, const char *p, bool plain)
{
	bool any = false, ended = false;

	for (;;) {
		p += strspn(p, " \t,(\"'");
		size_t nop = strspn(p, "<>=!~^");
		const char *op = p, *v;
		p += nop;
		p += strspn(p, " \t\"'");
		size_t n = version_length(p);
		if (!n || (!nop && !plain))
			break;
		v = arena_strndup(b->a, p, n);
		any = true;
		if (*op != '!' && *op != '<')
			lower(b, v);
		if (!nop || *op == '=') {
			upper(b, v);
			ended = true;
		} else if (*op == '<' || *op == '~' || *op == '^') {
			upper(b, *op == '<' ? (nop == 1 ? version_before(b->a, v, strlen(v)) : v)
					    : arena_printf(b->a, "%lu.999", strtoul(v, NULL, 10)));
			ended = true;
		}
		plain = false;
		p += n;
		while (*p == '.' || *p == '*' || *p == '+' || isalnum((unsigned char)*p)) /* 1.4.*, 1.10.0+cu113 */
			p++;
	}
	b->open |= any && !ended;
	return any;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.' || c == '/';
}

/* `[3.6, 3.7]`, `['3.8', "3.9"]` */
static void listed(struct bounds *b, const char *p)
{
	for (p++; *p && *p != ']'; p += strcspn(p, ",]"), p += *p == ',')
		clauses(b, p, true);
}

/* After the name of an interpreter: ` 3.6+` in a document, ` :: 3.6` in a classifier, `: 3.7` and `: [3.6, 3.7]` in
 * a workflow. */
static bool mention_plain(struct bounds *b, const char *p)
{
	const char *v = p + strspn(p, " \t:");

	if (*v == '[' && v > p)
		listed(b, v);
	else if ((isdigit((unsigned char)*v) || *v == '"' || *v == '\'') && v > p)
		clauses(b, v, true);
	else
		return false;
	return true;
}

/* Whether an assignment follows: `= "^2.0"`, `='>=3.6'`, `= >=3.6`, but not `==1.4`. */
static bool is_assigned(const char *p)
{
	return *p == '=' && strchr("\"'<>~^", p[1 + strspn(p + 1, " \t")]) && p[1 + strspn(p + 1, " \t")];
}

/* After the name: `[extra]`, `: 1.9.0` of an image, `= "^2.0"` of a table, or clauses. */
static void mention(struct bounds *b, const char *p, const struct required_package *package)
{
	if (*p == '[')
		p += strcspn(p, "]") + (strchr(p, ']') != NULL);
	else if (package->documents && mention_plain(b, p))
		return;
	p += strspn(p, " \t");
	if (*p == ':' && isdigit((unsigned char)p[1]))
		clauses(b, p + 1, true);
	else if (is_assigned(p))
		clauses(b, p + 1, true);
	else if (strchr("<>=~^!", *p) && *p)
		clauses(b, p, false);
}

static void line_in(struct bounds *b, char *line, const struct required_package *package)
{
	line[strcspn(line, "#")] = 0;
	if (strchr(line, ';'))
		return;
	for (uint32_t i = 0; i < package->nknown; i++) {
		const struct str *name = package->known[i];

		for (const char *p = line; (p = strstr(p, name->s)); p += name->len)
			if ((p == line || !in_name(p[-1])) && !in_name(p[name->len]))
				mention(b, p + name->len, package);
	}
}

struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct required_package *package)
{
	struct bounds b = { .a = a };
	char *copy = arena_strdup(a, text), *rest = copy;

	for (char *line; (line = strsep(&rest, "\n"));)
		line_in(&b, line, package);
	if (b.open)
		b.out.most = NULL;
	return b.out;
}

/* ---- a project's files */

static bool says_versions(const char *name)
{
	static const char *const begins[] = {
		"requirements", "environment", "env.", "conda", "Dockerfile", "dockerfile"
	};
	static const char *const is[] = { "setup.py", "setup.cfg", "pyproject.toml", "Pipfile" };
	const char *ext = path_ext(name);

	for (size_t i = 0; i < ARRAY_SIZE(is); i++)
		if (!strcmp(name, is[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return !strcasecmp(begins[i], "dockerfile") || !strcmp(ext, ".txt") || !strcmp(ext, ".in") ||
			       !strcmp(ext, ".yml") || !strcmp(ext, ".yaml");
	return false;
}

static bool is_document(const char *name)
{
	return !strncasecmp(name, "README", 6) && (!strcmp(path_ext(name), ".md") || !strcmp(path_ext(name), ".rst"));
}

static bool is_workflow(const char *name)
{
	return !strcmp(path_ext(name), ".yml") || !strcmp(path_ext(name), ".yaml");
}

struct folder_search {
	const struct version_files *q;
	const char *dir;
	struct version_bounds *of; /* bounds by package */
	bool *open;
};

/* document: only packages that documents count for */
static void see_file(const struct folder_search *w, const char *path, bool document)
{
	struct arena *a = w->q->a;
	struct buf text = { 0 };
	struct bounds all = { .a = a };
	bool read = vfs_read(w->q->fs, path, &text, NULL);

	for (uint32_t i = 0; read && i < w->q->npackages; i++) {
		if (document && !w->q->package[i].documents)
			continue;
		struct version_bounds one = version_bounds_in(a, buf_str(&text), &w->q->package[i]);

		all.out = w->of[i];
		if (one.least)
			lower(&all, one.least);
		if (one.most)
			upper(&all, one.most);
		w->open[i] |= one.least && !one.most;
		w->of[i] = all.out;
	}
	buf_release(&text);
}

/* The files of dir that `counts` accepts. */
static void see_folder(const struct folder_search *w, const char *dir, bool (*counts)(const char *name), bool document)
{
	char **name = NULL;
	size_t n = vfs_list(w->q->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		if (counts(name[i]))
			see_file(w, path_join(w->q->a, dir, name[i]), document);
		free(name[i]);
	}
	free(name);
}

static bool any_in_documents(const struct version_files *q)
{
	for (uint32_t i = 0; i < q->npackages; i++)
		if (q->package[i].documents)
			return true;
	return false;
}

static const struct version_bounds *bounds_of(const struct version_files *q, const char *dir)
{
	struct folder_search w = { .q = q, .dir = dir };
	const struct str *key = str_lit(dir);

	w.of = map_get(q->folder, key);
	if (w.of)
		return w.of;
	w.of = arena_array(q->a, struct version_bounds, q->npackages);
	w.open = arena_array(q->a, bool, q->npackages);
	memset(w.of, 0, q->npackages * sizeof *w.of);
	memset(w.open, 0, q->npackages * sizeof *w.open);
	see_folder(&w, dir, says_versions, false);
	if (any_in_documents(q)) {
		see_folder(&w, dir, is_document, true);
		see_folder(&w, path_join(q->a, dir, ".github/workflows"), is_workflow, true);
	}
	for (uint32_t i = 0; i < q->npackages; i++)
		if (w.open[i])
			w.of[i].most = NULL;
	map_put(q->a, q->folder, key, w.of);
	return w.of;
}

void version_bounds_put_one(struct arena *a, struct dict *top, const struct str *package, struct version_bounds b)
{
	struct span nowhere = { 0 };
	struct value d = value_dict(a, nowhere);

	if (b.least)
		dict_put(a, d.as.dict, value_text("least", nowhere), value_text(b.least, nowhere), nowhere);
	if (b.most)
		dict_put(a, d.as.dict, value_text("most", nowhere), value_text(b.most, nowhere), nowhere);
	dict_put(a, top, value_str(package, nowhere), d, nowhere);
}

void version_bounds_put(const struct version_files *q, struct arena *a, const char *path, struct dict *top)
{
	const char *here = path_absolute(a, "."), *root = q->root ? q->root : path_dir(q->a, path), *dir;

	if (here && path_inside(here, root))
		root = here;

	for (uint32_t i = 0; i < q->npackages; i++) {
		struct version_bounds b = { 0 };

		dir = path;
		for (uint32_t k = 0; k < FOLDERS_MAX && !b.least && !b.most && strcmp(dir, root) != 0; k++) {
			dir = path_dir(q->a, dir);
			b = bounds_of(q, dir)[i];
		}
		version_bounds_put_one(a, top, q->package[i].name, b);
	}
}

/* ---- queries */

static struct required_package package_row(struct arena *a, const struct ynode *map, uint32_t i, bool documents)
{
	const struct ynode *list = map->kid[i];
	const struct str **known = (const struct str **)arena_array(a, void *, list->n + 1);

	for (uint32_t k = 0; k < list->n; k++)
		known[k] = str_lit(list->kid[k]->text->s);
	return (struct required_package){ str_lit(map->key[i]->text->s), known, list->n, documents };
}

const struct required_package *required_packages(struct arena *a, uint32_t *n)
{
	const struct ynode *doc = embedded_find(a, "script.yaml");
	const struct ynode *map = yaml_get(doc, "packages"), *more = yaml_get(doc, "interpreters");
	struct required_package *all;

	if (!map || map->kind != Y_MAP || !more || more->kind != Y_MAP)
		BUG("rules/script.yaml: no map 'packages' or 'interpreters'");
	all = arena_array(a, struct required_package, map->n + more->n);
	*n = 0;
	for (uint32_t i = 0; i < map->n; i++)
		all[(*n)++] = package_row(a, map, i, false);
	for (uint32_t i = 0; i < more->n; i++)
		all[(*n)++] = package_row(a, more, i, true);
	return all;
}

bool version_bounds_end_below(const struct vfs *fs, const char *root, const char *path, const char *package, int major,
			      int minor)
{
	struct arena a = { 0 };
	struct map folder = { 0 };
	struct version_files q = { .a = &a, .fs = fs, .root = root, .folder = &folder };
	struct value top = value_dict(&a, (struct span){ 0 });
	const struct entry *e;
	int is[2] = { major, minor };

	q.package = required_packages(&a, &q.npackages);
	version_bounds_put(&q, &a, path, top.as.dict);
	e = dict_find_lit(top.as.dict, package);
	e = e && e->val.kind == VALUE_DICT ? dict_find_lit(e->val.as.dict, "most") : NULL;
	if (e && e->val.kind == VALUE_STR)
		sscanf(e->val.as.s->s, "%d.%d", &is[0], &is[1]);
	arena_release(&a);
	return is[0] < major || (is[0] == major && is[1] < minor);
}
