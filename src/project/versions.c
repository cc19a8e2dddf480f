// SPDX-License-Identifier: MIT
/* Versions of packages beside a config, read from their sources as text. The results are cached with the config's
 * home, since many configs need the same ones.
 *
 * Example: /p/mmdet/version.py has __version__ = '2.25.0'
 *          package_version(f, "/p/configs/a.py", "mmdet") = "2.25.0"
 *          version_order("2.25.0", "2.9") > 0 */
#include "project/versions.h"
#include "base/path.h"
#include "project/version_bounds.h"
#include "python/value/dict.h"
#include "project/priv.h"
#include "project/root.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *version_in(struct folders *f, const char *path)
{
	struct buf b = { 0 };
	const char *out = NULL;
	if (vfs_read(f->fs, path, &b, NULL)) {
		const char *p = strstr(buf_str(&b), "__version__");
		p = p ? p + strlen("__version__") : NULL;
		while (p && (*p == ' ' || *p == '='))
			p++;
		if (p && (*p == '\'' || *p == '"')) {
			const char *end = strchr(p + 1, *p);
			if (end && end - p < 64)
				out = arena_strndup(&f->arena, p + 1, (size_t)(end - p - 1));
		}
	}
	buf_release(&b);
	return out;
}

/* The folder that contains the package for a config with this home. */
static const char *holder_of(struct folders *f, struct folder *home, const char *root, const char *package, size_t len)
{
	const char *const *lent = lent_to(f, home, root);
	for (uint32_t i = 0; lent[i]; i++)
		if (strlen(path_base(lent[i])) == len && !memcmp(path_base(lent[i]), package, len))
			return path_dir(&f->arena, lent[i]);
	return home->dir;
}

const char *package_version(struct folders *f, const char *path, const char *package)
{
	static const char *const files[] = { "version.py", "__init__.py" };
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = home_of(f, path, root);
	struct package_text *v = d->text;
	while (v && strcmp(v->package, package))
		v = v->next;
	if (!v) {
		v = arena_new(&f->arena, struct package_text);
		*v = (struct package_text){ arena_strdup(&f->arena, package), NULL, d->text };
		const char *dir = path_join(&f->arena, holder_of(f, d, root, package, strlen(package)), package);
		for (size_t i = 0; i < ARRAY_SIZE(files) && !v->version; i++)
			v->version = version_in(f, path_join(&f->arena, dir, files[i]));
		d->text = v;
	}
	pthread_mutex_unlock(&f->lock);
	return v->version;
}

static void load_packages(struct folders *f)
{
	uint32_t all;
	f->package = required_packages(&f->arena, &all);
	while (f->npackages < all && !f->package[f->npackages].documents)
		f->npackages++;
}

static const char *least_of(struct folders *f, const char *root, const char *path, const struct str *package)
{
	struct value top = value_dict(&f->arena, (struct span){ 0 });
	const struct version_files q = { .a = &f->arena,
					 .fs = f->fs,
					 .root = root,
					 .folder = &f->bounds,
					 .package = f->package,
					 .npackages = f->npackages };
	version_bounds_put(&q, &f->arena, path, top.as.dict);
	struct value least = dict_get(dict_get(top, package->s), "least");
	return least.kind == VALUE_STR ? least.as.s->s : NULL;
}

const char *package_least(struct folders *f, const char *path, const struct str *package)
{
	const char *root = project_marked_root(f, path);
	pthread_mutex_lock(&f->lock);
	if (!f->package)
		load_packages(f);
	struct folder *d = folder_of(f, path);
	struct required *r = d->required;
	while (r && r->package != package)
		r = r->next;
	if (!r) {
		r = arena_new(&f->arena, struct required);
		*r = (struct required){ package, least_of(f, root, path, package), d->required };
		d->required = r;
	}
	pthread_mutex_unlock(&f->lock);
	return r->version;
}

/* 'word', "word", cfg.word or cfg.data.word */
static bool text_mentions(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = text; (p = strstr(p, word)); p += n) {
		size_t before = (size_t)(p - text);
		char open = before ? p[-1] : '\0', next = p[n];
		if ((open == '\'' || open == '"') && next == open)
			return true;
		if (open == '.' && !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", next) &&
		    ((before >= 4 && !memcmp(p - 4, "cfg", 3)) || (before >= 9 && !memcmp(p - 9, "cfg.data", 8))))
			return true;
	}
	return false;
}

static bool file_mentions(struct folders *f, const char *path, const char *word)
{
	struct buf b = { 0 };
	bool found = vfs_read(f->fs, path, &b, NULL) && text_mentions(buf_str(&b), word);
	buf_release(&b);
	return found;
}

bool project_mentions(struct folders *f, const char *path, const char *by, const char *word)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = home_of(f, path, root);
	struct mention *m = d->mention;
	while (m && (strcmp(m->word, word) || strcmp(m->by, by)))
		m = m->next;
	if (!m) {
		struct arena *a = &f->arena;
		const char *file = arena_strndup(a, by, strcspn(by, ":"));
		m = arena_new(a, struct mention);
		*m = (struct mention){ arena_strdup(a, by), arena_strdup(a, word), false, d->mention };
		const char *holder = holder_of(f, d, root, file, strcspn(file, "/"));
		m->found = (*file && file_mentions(f, path_join(a, holder, file), word)) ||
			   (d->script && file_mentions(f, d->script, word));
		d->mention = m;
	}
	pthread_mutex_unlock(&f->lock);
	return m->found;
}

/* ---- order ---- */

/* Rank of the text after a number: a pre-release precedes the bare version. */
static int suffix_rank(const char *s)
{
	if (!*s || *s == '+')
		return 1;
	return *s == 'p' ? 2 : 0; /* post */
}

const char *version_before(struct arena *a, const char *v, size_t n)
{
	size_t end = n;

	while (end > 0) {
		size_t lo = end;
		while (lo > 0 && v[lo - 1] != '.')
			lo--;
		unsigned long part = strtoul(v + lo, NULL, 10);
		if (part > 0)
			return arena_printf(a, "%.*s%lu.999", (int)lo, v, part - 1);
		end = lo ? lo - 1 : 0;
	}
	return arena_strndup(a, v, n);
}

int version_order(const char *a, const char *b)
{
	for (;;) {
		char *ea, *eb;
		long x = strtol(a, &ea, 10), y = strtol(b, &eb, 10);
		if (x != y)
			return x < y ? -1 : 1;
		a = ea;
		b = eb;
		if (*a != '.' && *b != '.')
			break;
		a += *a == '.';
		b += *b == '.';
		if (!isdigit((unsigned char)*a) && !isdigit((unsigned char)*b))
			break;
	}
	int x = suffix_rank(a), y = suffix_rank(b);
	if (x != y)
		return x - y;
	return x == 1 ? 0 : strcmp(a, b);
}
