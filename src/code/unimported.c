// SPDX-License-Identifier: MIT
/* Registration happens when the module is imported. A type is unimported if this never happens: no file of the project
 * has an import statement for any module that registers it (pymodel/imports.h), and no text of the project names the
 * module, which a list of modules to import would do (`Registry(locations=['mmdet.models'])`).
 *
 * Algorithm: all registrations of a name are looked at; one that may be imported, or isn't followed, ends the search.
 * Invariant: what is returned is never imported unless a config asks for it (custom_imports), or by a name that is
 * computed. Folders in or around which a file imports by computed names are therefore left out, those of a package that
 * imports a module which is absent from the checkout, because that one may import the others, and so are programs,
 * which run by themselves, and names that a framework outside has too. Where more than SEARCHED_MAX bytes would have to
 * be searched, nothing is said.
 *
 * Example: mmdet/datasets/mine.py registers MyDataset, and mmdet/datasets/__init__.py does not import it:
 * "MyDataset mmdet.datasets.mine". */
#include "code/unimported.h"
#include "base/path.h"
#include "code/index.h"
#include "code/priv.h"
#include "code/registry.h"
#include "pymodel/imports.h"
#include <stdlib.h>
#include <string.h>

enum { SEARCHED_MAX = 256 << 20 /* bytes of texts, for all types of a project */ };
struct search {
	struct index *c;
	size_t searched;
};

/* The text has the word; true also if it can't be read, or if no more may be searched. */
static bool may_say(struct search *s, const struct cfile *f, const char *word)
{
	if (!f->src || s->searched > SEARCHED_MAX)
		return true;
	s->searched += f->src->len;
	return memmem(f->src->bytes, f->src->len, word, strlen(word));
}

/* by lies in f's folder or in one around it. */
static bool lies_above(const struct cfile *by, const struct cfile *f)
{
	const char *end = strrchr(by->rel, '/');
	size_t n = end ? (size_t)(end + 1 - by->rel) : 0;

	return !strncmp(by->rel, f->rel, n);
}

/* A file beside it, or in a folder around it, imports modules whose names it computes. */
static bool imports_by_computed_name(struct search *s, const struct cfile *f)
{
	static const char *const calls[] = { "import_module(", "__import__(", "walk_packages(", "iter_modules(" };

	for (uint32_t i = 0; i < s->c->m.nfiles; i++) {
		const struct cfile *by = s->c->m.file[i];
		for (size_t k = 0; k < ARRAY_SIZE(calls) && lies_above(by, f); k++)
			if (may_say(s, by, calls[k]))
				return true;
	}
	return false;
}

/* The last two parts of a module's name, or its only one: `datasets.mine` is how a path below a package names it. */
static const char *short_name(const char *dotted)
{
	const char *at = dotted + strlen(dotted);
	for (unsigned dots = 0; at > dotted; at--)
		if (at[-1] == '.' && ++dots == 2)
			break;
	return at;
}

static bool is_named(struct search *s, const struct cfile *f)
{
	const char *name = short_name(f->dotted->s);
	for (uint32_t i = 0; i < s->c->m.nfiles; i++)
		if (may_say(s, s->c->m.file[i], name))
			return true;
	return false;
}

static bool is_own_package(void *c, const struct str *package)
{
	return index_has_package(c, package);
}

/* The file of the first registration; NULL: the type may be registered. */
static const struct cfile *file_of(struct search *s, const struct registered *r)
{
	struct index *c = s->c;
	const struct cfile *first = r->at ? r->at->file : NULL;

	for (const struct registered *x = r; x; x = x->next) {
		const struct cfile *f = x->at ? x->at->file : NULL;
		if (!f || f->script || f->package || f->broken || file_imported(&c->m, f) ||
		    file_beside_absent(&c->m, f) || is_named(s, f) || imports_by_computed_name(s, f))
			return NULL;
	}
	return first && !signature_names(&c->signatures, r->name, r->name, is_own_package, c) ? first : NULL;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *unimported_types(struct index *c, struct arena *a)
{
	VEC(, const char *) all = { 0 };
	struct buf out = { 0 };
	struct search search = { .c = c };

	for (uint32_t i = 0; i < c->type.cap && !c->m.deep_in; i++) {
		const struct registered *r = c->type.at[i].val;
		const struct cfile *f = r ? file_of(&search, r) : NULL;
		if (f)
			vec_push(&all, arena_printf(a, "%s %s", r->name->s, f->dotted->s));
	}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_text);
	for (size_t i = 0; i < all.n; i++)
		buf_printf(&out, "%s%s", i ? " " : "", all.at[i]);
	const char *text = all.n ? arena_strndup(a, buf_str(&out), out.n) : NULL;
	buf_release(&out);
	vec_release(&all);
	return text;
}
