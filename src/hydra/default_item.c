// SPDX-License-Identifier: MIT
/* Reads one item of a defaults list and computes its path, group and package, as hydra/core/default_element.py and
 * ConfigRepository._create_defaults_list do.
 *
 * Invariant: hydra_item_group and what follows need a parent (hydra_item_parent).
 *
 *	- override /db@src: mysql	group "/db", package "src", value "mysql", override
 *	- _self_			the keys of the file itself
 *	- db/mysql			a config of the list's own folder */
#include "hydra/default_item.h"
#include "python/value/dict.h"
#include <string.h>

static const char *cut(struct arena *a, const char *s, size_t n)
{
	return arena_strndup(a, s, n);
}

/* "db@src:x" -> "db", "src" */
static const char *split_package(struct arena *a, const char *s, const char **package)
{
	const char *at = strchr(s, '@');

	*package = at ? cut(a, at + 1, strcspn(at + 1, ":")) : NULL;
	if (*package && !strcmp(*package, "_here_"))
		*package = "";
	return at ? cut(a, s, (size_t)(at - s)) : s;
}

/* "optional override db": words before the last one. An unknown word ends the search, and is not reported. */
static const char *split_keywords(struct arena *a, const char *s, struct hydra_item *d)
{
	const char *last = strrchr(s, ' ');
	bool known = true;

	for (const char *p = s; last && p < last;) {
		size_t n = strcspn(p, " ");

		if (n == 8 && !strncmp(p, "optional", n))
			d->optional |= known;
		else if (n == 8 && !strncmp(p, "override", n))
			d->override |= known;
		else
			known = false;
		if (!known && n && !d->wrong_word)
			d->wrong_word = cut(a, p, n);
		p += n + 1;
	}
	return last ? last + 1 : s;
}

static void read_option(struct hydra_item *d, struct value v)
{
	d->at = v.at;
	if (v.kind == VALUE_STR)
		d->value = v.as.s->s;
	else if (v.kind == VALUE_LIST)
		d->options = v;
	else if (v.kind == VALUE_UNKNOWN)
		d->unclear = true;
	else
		d->bad = v.kind != VALUE_NONE;
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		d->bad |= v.as.list->at[i].val.kind != VALUE_STR;
}

/* The pair of the item: of `{model: x, optional: true}` (before 1.2) the other one. */
static const struct entry *pair_of(struct value v, unsigned base, struct hydra_item *d)
{
	const struct entry *old = v.as.dict->count > 1 && base < 2 ? dict_find_lit(v.as.dict, "optional") : NULL, *one;
	struct dict_iter it;

	if (old)
		d->optional = old->val.kind == VALUE_BOOL && old->val.as.b;
	d->bad = v.as.dict->count != (old ? 2 : 1);
	dict_begin(&it, v.as.dict);
	one = dict_next(&it);
	if (one && one == old)
		one = dict_next(&it);
	return one;
}

struct hydra_item hydra_item_read(struct arena *a, struct value v, unsigned base, const char *in)
{
	struct hydra_item d = { .in = in, .at = v.at, .key_at = v.at };

	if (v.kind == VALUE_STR) {
		d.value = split_package(a, v.as.s->s, &d.package);
		return d;
	}
	const struct entry *e = v.kind == VALUE_DICT ? pair_of(v, base, &d) : NULL;

	d.unclear = v.kind == VALUE_UNKNOWN || (v.kind == VALUE_DICT && v.as.dict->open);
	d.bad |= !d.unclear && (!e || e->key.kind != VALUE_STR);
	if (!e || e->key.kind != VALUE_STR || d.unclear)
		return d;
	d.is_group = true;
	d.key_at = e->key.at;
	d.group = split_keywords(a, split_package(a, e->key.as.s->s, &d.package), &d);
	d.bad |= !*d.group;
	d.unclear = strstr(d.group, "${") || (d.package && strstr(d.package, "${"));
	read_option(&d, e->val);
	return d;
}

bool hydra_item_is_self(const struct hydra_item *d)
{
	return d->value && !strcmp(d->value, "_self_");
}

bool hydra_item_is_list(const struct hydra_item *d)
{
	return d->is_group && d->options.kind == VALUE_LIST;
}

bool hydra_item_is_interpolation(const struct hydra_item *d)
{
	return d->value && strstr(d->value, "${");
}

bool hydra_item_is_missing(const struct hydra_item *d)
{
	const char *name = hydra_item_name(d);

	return name && !strcmp(name, "???");
}

const char *hydra_item_name(const struct hydra_item *d)
{
	const char *slash = !d->is_group && d->value ? strrchr(d->value, '/') : NULL;

	return slash ? slash + 1 : d->value;
}

/* ---- paths ---- */

static const char *joined(struct arena *a, const char *dir, const char *name, char with)
{
	return !*dir ? name : !*name ? dir : arena_printf(a, "%s%c%s", dir, with, name);
}

/* The folder part of a path. */
static const char *folder_of(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? cut(a, path, (size_t)(slash - path)) : "";
}

static const char *relative_group(struct arena *a, const struct hydra_item *d)
{
	const char *path = d->is_group ? d->group : d->value;

	path += *path == '/';
	return d->is_group ? path : folder_of(a, path);
}

static bool is_absolute(const struct hydra_item *d)
{
	return (d->is_group ? d->group : d->value)[0] == '/';
}

const char *hydra_item_group(struct arena *a, const struct hydra_item *d)
{
	const char *own = relative_group(a, d);

	return is_absolute(d) ? own : joined(a, d->parent_dir, own, '/');
}

const char *hydra_item_config(struct arena *a, const struct hydra_item *d)
{
	const char *path = d->value ? d->value : "";

	if (d->is_group)
		return joined(a, hydra_item_group(a, d), path, '/');
	return is_absolute(d) ? path + 1 : joined(a, d->parent_dir, path, '/');
}

/* ---- packages ---- */

static const char *with_dots(struct arena *a, const char *path)
{
	char *s = arena_strdup(a, path);

	for (char *p = s; *p; p++)
		*p = *p == '/' ? '.' : *p;
	return s;
}

static const char *replaced(struct arena *a, const char *s, const char *what, const char *by)
{
	const char *at = strstr(s, what);

	return at ? arena_printf(a, "%.*s%s%s", (int)(at - s), s, by, at + strlen(what)) : s;
}

void hydra_item_parent(struct arena *a, struct hydra_item *d, const char *dir, const char *package)
{
	d->parent_dir = dir;
	d->parent_package = package;
	if (d->package && strstr(d->package, "_group_"))
		d->package = arena_printf(a, "_global_.%s",
					  replaced(a, d->package, "_group_", with_dots(a, hydra_item_group(a, d))));
}

void hydra_item_header(struct arena *a, struct hydra_item *d, const char *header, unsigned base)
{
	if (!header || (base < 2 && !strcmp(header, "_group_")))
		return;
	if (strcmp(header, "_global_") != 0 && strncmp(header, "_global_.", 9) != 0)
		header = *header ? arena_printf(a, "_global_.%s", header) : "_global_";
	d->header = base < 2 ? replaced(a, header, "_group_", with_dots(a, hydra_item_group(a, d))) : header;
}

const char *hydra_item_package(struct arena *a, const struct hydra_item *d, bool header, unsigned base)
{
	static const char global[] = "_global_";
	const char *package = d->package || !header ? d->package : d->header, *name = hydra_item_name(d), *last = NULL;

	if (!package)
		package = with_dots(a, relative_group(a, d));
	if (name && !hydra_item_is_list(d) && base < 2)
		package = replaced(a, package, "_name_", name);
	package = joined(a, d->parent_package, package, '.');
	for (const char *p = package; (p = strstr(p, global)); p++)
		last = p;
	if (!last)
		return package;
	last += sizeof global - 1;
	return *last ? last + 1 : last;
}

const char *hydra_item_key(struct arena *a, const struct hydra_item *d, unsigned base)
{
	const char *group = hydra_item_group(a, d), *package = hydra_item_package(a, d, false, base);

	if (!strcmp(with_dots(a, group), package))
		return group;
	return arena_printf(a, "%s@%s", group, *package ? package : "_global_");
}
