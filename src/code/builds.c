// SPDX-License-Identifier: MIT
/* Looks up a key in the rows of rules/builds.yaml. The algorithm is a first-match search: rows are tried in the
 * order of the file, and the first whose pattern fits the key's text decides. Invariant: indices of lists
 * (data.train.pipeline[2]) are no part of that text.
 *   key `model.backbone` -> the row with at: "*backbone", from: [BACKBONES, MODELS]
 *   registry "mmdet.models.HEADS" is in another row's from: BUILD_OTHER
 *   registry "MY_BACKBONES" of the project: counts as BACKBONES, BUILD_FITS */
#include "code/builds.h"
#include "base/buf.h"
#include "base/str.h"
#include "spec/compiled.h"
#include "text/yaml.h"
#include <fnmatch.h>
#include <string.h>

struct builds {
	const char *family;
	const struct ynode *of, *registries, *others, *keys, *since;
	const struct builds *next;
};

const struct builds *builds_load(struct arena *a)
{
	const struct ynode *doc = embedded_find(a, "builds.yaml");
	const struct builds *all = NULL;

	for (uint32_t i = 0; doc && i < doc->n; i++) {
		const struct ynode *of = doc->kid[i];
		struct builds *b = arena_new(a, struct builds);

		if (!yaml_get(of, "keys"))
			continue; /* since */
		*b = (struct builds){ yaml_str(doc->key[i]),
				      of,
				      yaml_get(of, "registries"),
				      yaml_get(of, "others"),
				      yaml_get(of, "keys"),
				      yaml_get(doc, "since"),
				      all };
		all = b;
	}
	return all;
}

const struct builds *builds_of(const struct builds *all, const char *family)
{
	while (all && strcmp(all->family, family) != 0)
		all = all->next;
	return all;
}

void builds_print(struct buf *b, struct keypath key)
{
	for (uint32_t i = 0; i < key.n; i++) {
		if (key.part[i].kind != VALUE_STR)
			continue;
		if (b->n)
			buf_putc(b, '.');
		buf_add(b, key.part[i].as.s->s, key.part[i].as.s->len);
	}
}

/* The text after the last `*`, in which most patterns differ. */
static bool may_fit(const char *pattern, const char *text, size_t len)
{
	const char *star = strrchr(pattern, '*'), *end = star ? star + 1 : pattern;
	size_t n = strlen(end);

	return n <= len && memcmp(text + len - n, end, n) == 0;
}

/* One of the patterns of a list. */
static bool fits(const struct ynode *patterns, const char *text, int how)
{
	size_t len = strlen(text);

	for (uint32_t i = 0; patterns && i < patterns->n; i++)
		if (may_fit(yaml_str(patterns->kid[i]), text, len) &&
		    fnmatch(yaml_str(patterns->kid[i]), text, how) == 0)
			return true;
	return false;
}

static struct build row_of(const struct builds *b, const char *text)
{
	const char *name, *ends;

	for (uint32_t i = 0; b && i < b->keys->n; i++) {
		const struct ynode *row = b->keys->kid[i];

		if (!fits(yaml_get(row, "at"), text, 0))
			continue;
		name = yaml_str(yaml_get(row, "name"));
		ends = yaml_str(yaml_get(row, "ends"));
		return (struct build){ row, name ? name : "type", ends ? ends : "" };
	}
	return (struct build){ NULL, "type", "" };
}

struct build builds_at(const struct builds *b, struct keypath key)
{
	struct buf text = { 0 };
	struct build x;

	builds_print(&text, key);
	x = row_of(b, buf_str(&text));
	buf_release(&text);
	return x;
}

const char *build_class(const struct build *x, uint32_t i)
{
	const struct ynode *all = x->row ? yaml_get(x->row, "class") : NULL;

	return all && i < all->n ? yaml_str(all->kid[i]) : NULL;
}

/* own: the project's own MY_NAME counts as NAME. */
static bool is_named(const char *registry, const char *name, bool own)
{
	size_t all = strlen(registry), n = strlen(name);

	return all >= n && strcmp(registry + all - n, name) == 0 && (all == n || (own && registry[all - n - 1] == '_'));
}

static bool lists(const struct ynode *names, const char *registry, bool own)
{
	for (uint32_t i = 0; names && i < names->n; i++)
		if (is_named(registry, yaml_str(names->kid[i]), own))
			return true;
	return false;
}

static bool is_in_use(const struct builds *b, const char *registry, bool own)
{
	for (uint32_t i = 0; i < b->keys->n; i++)
		if (lists(yaml_get(b->keys->kid[i], "from"), registry, own))
			return true;
	return lists(b->others, registry, own);
}

enum build_fit builds_registry(const struct builds *b, const struct build *x, const char *registry)
{
	const char *dot = strrchr(registry, '.');
	const struct ynode *from = x->row ? yaml_get(x->row, "from") : NULL;

	registry = dot ? dot + 1 : registry;
	for (int own = 0; from && own < 2; own++) {
		if (lists(from, registry, own))
			return BUILD_FITS;
		if (is_in_use(b, registry, own))
			return BUILD_OTHER;
	}
	return x->row ? BUILD_UNSURE : BUILD_FITS;
}

bool builds_known(const struct builds *b, const struct build *x, const struct known_class *k)
{
	const struct ynode *from = x->row ? yaml_get(x->row, "from") : NULL;

	for (uint32_t i = 0; from && i < from->n; i++) {
		const struct ynode *row = yaml_get(b->registries, yaml_str(from->kid[i]));

		if (fits(yaml_get(row, "names"), k->name->s, 0) || (k->by && fits(yaml_get(row, "files"), k->by, 0)))
			return true;
	}
	return !x->row;
}

bool build_file(const struct build *x, const char *file)
{
	return x->row && fits(yaml_get(x->row, "modules"), file, FNM_PATHNAME);
}

const char *builds_package(const struct builds *b, uint32_t i)
{
	const struct ynode *all = yaml_get(b->of, "packages");

	return all && i < all->n ? yaml_str(all->kid[i]) : NULL;
}

bool builds_scoped(const struct builds *b)
{
	const char *text = yaml_str(yaml_get(b->of, "scoped"));

	return text && strcmp(text, "true") == 0;
}

const char *builds_from(const struct builds *b, const char *package)
{
	return yaml_str(yaml_get(yaml_get(b->since, b->family), package));
}

const char *builds_before(const struct builds *b, const char *package)
{
	for (uint32_t i = 0; i < b->since->n; i++)
		if (strcmp(yaml_str(b->since->key[i]), b->family) != 0 && yaml_get(b->since->kid[i], package))
			return yaml_str(yaml_get(b->since->kid[i], package));
	return NULL;
}

const char *builds_more(const struct builds *b, const struct build *x, uint32_t i)
{
	const struct ynode *from = x->row ? yaml_get(x->row, "from") : NULL;

	for (uint32_t k = 0; from && k < from->n; k++) {
		const struct ynode *more = yaml_get(yaml_get(b->registries, yaml_str(from->kid[k])), "more");

		if (more && i < more->n)
			return yaml_str(more->kid[i]);
		i -= more ? more->n : 0;
	}
	return NULL;
}
