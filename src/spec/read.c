// SPDX-License-Identifier: MIT
/* Strict reading of cfglint's own YAML. The parser already rejects duplicate keys, anchors and deep nesting; this
 * file rejects unknown keys and wrong kinds. Rule packs may be hostile: the number of files and the depth of folders
 * have limits.
 *
 * Example: rule file with `sumary: x`
 *          yread_keys with the known keys fails:
 *          rules/data/x.yaml:3: unknown key in rule: 'sumary' (did you mean 'summary'?) */
#include "spec/read.h"
#include "base/near.h"
#include "base/path.h"
#include "base/vec.h"
#include "spec/compiled.h"
#include "python/value/value.h"
#include "spec/embedded.h"
#include <errno.h>
#include <math.h>
#include <string.h>

enum { YFILES_MAX = 5000, YFOLDERS_DEEP = 4 };

/* ---- failures ---- */

static bool fail_text(struct yread *y, uint32_t offset, const char *text)
{
	struct point p = source_point(y->src, offset);
	err_set(y->e, ERR_SYNTAX, "%s:%u: %s", y->src->path, p.line + 1, text);
	if (y->e) {
		y->e->line = p.line + 1;
		y->e->col = p.col32 + 1;
	}
	return false;
}

bool yread_fail_at(struct yread *y, uint32_t offset, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *text = arena_vprintf(y->a, fmt, ap);
	va_end(ap);
	return fail_text(y, offset, text);
}

bool yread_fail(struct yread *y, const struct ynode *at, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *text = arena_vprintf(y->a, fmt, ap);
	va_end(ap);
	return fail_text(y, at ? at->at.lo : 0, text);
}

bool yread_unknown(struct yread *y, uint32_t offset, const char *what, const char *word, const char *const *known,
		   size_t n)
{
	const char *near = near_word(word, known, n);
	if (near)
		return yread_fail_at(y, offset, "unknown %s '%.100s' (did you mean '%s'?)", what, word, near);
	return yread_fail_at(y, offset, "unknown %s '%.100s'", what, word);
}

/* ---- kinds ---- */

bool yread_map(struct yread *y, const struct ynode *n, const char *what)
{
	if (n && n->kind == Y_MAP)
		return true;
	return yread_fail(y, n, "%s must be a map (KEY: VALUE)", what);
}

bool yread_keys(struct yread *y, const struct ynode *map, const char *const *allowed, size_t n, const char *what)
{
	if (!yread_map(y, map, what))
		return false;
	for (uint32_t i = 0; i < map->n; i++) {
		const char *key = yaml_str(map->key[i]);
		bool ok = false;
		for (size_t j = 0; key && j < n && !ok; j++)
			ok = !strcmp(key, allowed[j]);
		if (!ok && key && strpbrk(key, "()[]'\""))
			return yread_fail(
				y, map->key[i],
				"unknown key in %s: '%.100s' (inside {...} an expression with a comma needs quotes)",
				what, key);
		if (!ok)
			return yread_unknown(y, map->key[i]->at.lo, arena_printf(y->a, "key in %s:", what),
					     key ? key : "?", allowed, n);
	}
	return true;
}

const char *yread_text(struct yread *y, const struct ynode *n, const char *what)
{
	const char *s = n ? yaml_str(n) : NULL;
	if (!s)
		yread_fail(y, n, "%s must be text", what);
	return s;
}

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

bool yread_name(struct yread *y, const struct ynode *at, const char *name, const char *what)
{
	return (*name && !name[strspn(name, NAME_CHARACTERS)]) ||
	       yread_fail(y, at, "%s '%.100s': it has to be of letters, digits and any of . _ -", what, name);
}

bool yread_bool(struct yread *y, const struct ynode *n, const char *what, bool *out)
{
	const char *s = yaml_str(n);
	if (s && (!strcmp(s, "true") || !strcmp(s, "True")))
		*out = true;
	else if (s && (!strcmp(s, "false") || !strcmp(s, "False")))
		*out = false;
	else
		return yread_fail(y, n, "%s must be true or false", what);
	return true;
}

bool yread_texts(struct yread *y, const struct ynode *n, const char *what, const char ***out, uint32_t *count)
{
	uint32_t len = !n ? 0 : n->kind == Y_SEQ ? n->n : 1;
	const char **list = arena_array(y->a, const char *, len + 1);
	for (uint32_t i = 0; i < len; i++) {
		list[i] = yread_text(y, n->kind == Y_SEQ ? n->kid[i] : n, what);
		if (!list[i])
			return false;
	}
	*out = list;
	if (count)
		*count = len;
	return true;
}

/* ---- expressions ---- */

static uint32_t first_byte(const struct ynode *n)
{
	return n->body ? n->body : n->at.lo + (n->plain ? 0 : 1);
}

static const struct node *parsed(struct yread *y, const struct ynode *n, const char *what, bool message)
{
	if (!yread_text(y, n, what))
		return NULL;
	if (n->expr && n->message == message)
		return n->expr;
	const char *s = n->text->s;
	size_t len = n->text->len;
	while (!message && len && strchr(" \t\r\n", s[len - 1]))
		len--; /* a block scalar's newline */
	struct err e = { 0 };
	const struct node *x = message ? parse_message(y->parser, y->a, s, (uint32_t)len, first_byte(n), &e)
				       : parse_expr(y->parser, y->a, s, (uint32_t)len, first_byte(n), &e);
	if (!x)
		yread_fail(y, n, "%s is no valid %s: %s", what, message ? "text with {expressions}" : "expression",
			   e.msg);
	return x;
}

const struct node *yread_expr(struct yread *y, const struct ynode *n, const char *what)
{
	return parsed(y, n, what, false);
}

const struct node *yread_message(struct yread *y, const struct ynode *n, const char *what)
{
	return parsed(y, n, what, true);
}

static struct value scalar_value(const struct ynode *n)
{
	struct span nowhere = { 0 };
	const char *s = n->text->s;
	char *end;
	if (!n->plain)
		return value_str(n->text, nowhere);
	if (!strcmp(s, "true") || !strcmp(s, "True") || !strcmp(s, "false") || !strcmp(s, "False"))
		return value_bool(s[0] == 't' || s[0] == 'T', nowhere);
	if (!*s || !strcmp(s, "null") || !strcmp(s, "None") || !strcmp(s, "~"))
		return value_none(nowhere);
	errno = 0;
	long long i = strtoll(s, &end, 10);
	if (!*end && !errno)
		return value_int(i, nowhere);
	double f = strtod(s, &end);
	if (!*end && strspn(s, "0123456789+-.eE") == n->text->len && isfinite(f))
		return value_float(f, nowhere);
	return value_str(n->text, nowhere);
}

bool yread_value(struct yread *y, const struct ynode *n, struct value *out)
{
	if (n->kind == Y_MAP)
		return yread_fail(y, n, "expected a value or a list of values");
	if (n->kind == Y_SCALAR) {
		*out = scalar_value(n);
		return true;
	}
	struct value list = value_list(y->a, VALUE_LIST, n->n, (struct span){ 0 });
	for (uint32_t i = 0; i < n->n; i++) {
		struct value item;
		if (n->kid[i]->kind != Y_SCALAR)
			return yread_fail(y, n->kid[i], "lists hold plain values only");
		item = scalar_value(n->kid[i]);
		list_push(y->a, list.as.list, item, (struct span){ 0 });
	}
	*out = list;
	return true;
}

/* ---- files ---- */

struct list_ctx {
	struct arena *a;
	struct sources *all;
	const struct vfs *fs;
	const char *dir, *prefix;
	const char *const * not ;
	VEC(, struct yfile) files;
	struct err *e;
};

static bool wanted(const struct list_ctx *l, const char *path)
{
	size_t n = strlen(path);
	if (n < 6 || strcmp(path + n - 5, ".yaml") || strncmp(path, l->prefix, strlen(l->prefix)))
		return false;
	for (const char *const *p = l->not ; p && *p; p++)
		if (!strncmp(path, *p, strlen(*p)))
			return false;
	return true;
}

static bool take_file(struct list_ctx *l, struct yfile f, const struct err *e)
{
	struct yread y = { l->a, f.src, NULL, l->e };
	if (!f.doc) {
		err_set(l->e, e->code, "%s:%u: %s", f.src->path, e->line ? e->line : 1, e->msg);
		if (l->e)
			l->e->line = e->line;
		return false;
	}
	vec_push(&l->files, f);
	return yread_map(&y, f.doc, "a rule file");
}

static bool room_for_file(struct list_ctx *l)
{
	return l->files.n < YFILES_MAX || err_set(l->e, ERR_LIMIT, "more than %d rule files", YFILES_MAX);
}

/* Rules, categories, profiles and dialects are named after the file and its folders, so all these names are checked.
 * */
static bool named_well(struct list_ctx *l, const struct yfile *f)
{
	struct yread y = { l->a, f->src, NULL, l->e };
	const char *part = f->path;
	for (size_t n; *part; part += n + (part[n] == '/')) {
		n = strcspn(part, "/");
		if (!yread_name(&y, NULL, arena_strndup(l->a, part, n), "the name of a rule file or its folder,"))
			return false;
	}
	return true;
}

static bool add_disk(struct list_ctx *l, const char *rel)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	const char *path = path_join(l->a, l->dir, rel);
	bool ok = vfs_read(l->fs, path, &text, &e);
	struct yfile f = { .path = rel };
	if (ok && room_for_file(l)) {
		f.src = sources_add(l->all, path, buf_str(&text), text.n);
		f.doc = yaml_parse(l->a, f.src, &e);
		ok = named_well(l, &f) && take_file(l, f, &e);
	} else if (ok) {
		ok = false;
	} else {
		err_set(l->e, e.code, "%s: %s", path, e.msg);
	}
	buf_release(&text);
	return ok;
}

/* A name without .yaml may be a folder: list_ctx it shows that, without opening a file. */
static bool list_folder(struct list_ctx *l, const char *rel, int depth)
{
	char **name;
	const char *dir = path_join(l->a, l->dir, rel);
	struct err e = { 0 };
	size_t n = vfs_list(l->fs, dir, &name, &e);
	bool ok = e.code == ERR_NONE || err_set(l->e, e.code, "%s: %s", dir, e.msg);
	for (size_t i = 0; i < n; i++) {
		const char *sub = *rel ? arena_printf(l->a, "%s/%s", rel, name[i]) : arena_strdup(l->a, name[i]);
		if (!ok || name[i][0] == '.')
			;
		else if (wanted(l, sub))
			ok = add_disk(l, sub);
		else if (!*path_ext(sub) && depth < YFOLDERS_DEEP)
			ok = list_folder(l, sub, depth + 1);
		free(name[i]);
	}
	if (n)
		free(name);
	return ok;
}

static bool list_embedded(struct list_ctx *l)
{
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *at = &embedded_files[i];
		if (!wanted(l, at->path))
			continue;
		struct err e = { 0 };
		struct yfile f = { .path = at->path };
		f.src = embedded_source(l->all, i);
		f.doc = embedded_doc(l->a, i, f.src, &e);
		if (!room_for_file(l) || !take_file(l, f, &e))
			return false;
	}
	return true;
}

static int by_path(const void *x, const void *y)
{
	return strcmp(((const struct yfile *)x)->path, ((const struct yfile *)y)->path);
}

bool yfiles_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, const char *prefix,
		 const char *const * not, struct yfiles *out, struct err *e)
{
	struct list_ctx l = { .a = a, .all = all, .fs = fs, .dir = dir, .prefix = prefix, .not = not, .e = e };
	bool ok = dir ? list_folder(&l, "", 0) : list_embedded(&l);
	*out = (struct yfiles){ arena_array(a, struct yfile, l.files.n + 1), (uint32_t)l.files.n };
	if (l.files.n) {
		qsort(l.files.at, l.files.n, sizeof *l.files.at, by_path);
		memcpy(out->at, l.files.at, l.files.n * sizeof *out->at);
	}
	vec_release(&l.files);
	return ok;
}
