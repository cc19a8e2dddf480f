// SPDX-License-Identifier: MIT
/*
 * Builds the dict that rules see for one set of arguments: what is given, then the defaults of the project's own class.
 * The versions of the packages come from the project's files; what the script says itself takes their place.
 *
 * Example: `!pip install trl<=0.9.6` and SFTTrainer(args=a) in a notebook
 *          {class: 'trl.SFTTrainer', args: {args: ...}, versions: {trl: {most: '0.9.6', most_at: 'line 1 of cell 1'}}}
 */
#include "arguments/element.h"
#include "base/path.h"
#include "project/version_bounds.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "text/source.h"
#include <stdlib.h>
#include <string.h>

/* What is given, and the defaults of the project's own class for the rest. */
static struct value with_defaults(struct arena *a, struct value args, struct value defaults)
{
	if (args.kind != VALUE_DICT || defaults.kind != VALUE_DICT || !defaults.as.dict->count)
		return args;
	struct value all = value_copy(a, args);
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, defaults.as.dict); (e = dict_next(&it));)
		if (!dict_find(args.as.dict, e->key))
			dict_put(a, all.as.dict, e->key,
				 args.as.dict->open ? (struct value){ .at = e->val.at } : e->val, e->use);
	return all;
}

bool arguments_is_default(struct value defaults, const struct entry *e)
{
	const struct entry *d = defaults.kind == VALUE_DICT ? dict_find(defaults.as.dict, e->key) : NULL;
	return d && d->key.at.file == e->key.at.file && d->key.at.lo == e->key.at.lo;
}

struct value arguments_element(struct arena *a, const struct arguments_element *e)
{
	struct value d = value_dict(a, e->at);
	const struct {
		const char *key;
		struct value v;
	} part[] = {
		{ "class", e->class ? value_str(e->class->name, e->at) : value_text("", e->at) },
		{ "name", value_text(e->name, e->at) },
		{ "form", value_text(e->form, e->at) },
		{ "number", value_int(e->number, e->at) },
		{ "args", with_defaults(a, e->args, e->defaults) },
		{ "own", e->own },
		{ "defaults", e->defaults.kind == VALUE_DICT ? e->defaults : value_dict(a, e->at) },
		{ "lost", e->lost.kind == VALUE_LIST ? e->lost : value_list(a, VALUE_LIST, 0, e->at) },
		{ "launch", e->launch },
		{ "copies", e->copies.kind == VALUE_LIST ? e->copies : value_list(a, VALUE_LIST, 0, e->at) },
		{ "files", e->files },
		{ "versions", e->versions },
	};
	for (size_t i = 0; i < ARRAY_SIZE(part); i++)
		dict_put(a, d.as.dict, value_text(part[i].key, e->at), part[i].v, e->at);
	return d;
}

static bool holds_package(struct arena *a, const struct vfs *fs, const char *folder, const struct str *class)
{
	const char *package = arena_strndup(a, class->s, strcspn(class->s, "."));
	return vfs_exists(fs, arena_printf(a, "%s/%s/__init__.py", folder, package)) ||
	       vfs_exists(fs, arena_printf(a, "%s/src/%s/__init__.py", folder, package));
}

/* Adds those that the folder has. */
static void add_copies(struct arena *a, const struct vfs *fs, const char *folder, const struct schemas *s,
		       const struct schema_class *c, struct value all)
{
	for (uint32_t i = 0; i <= c->nis; i++) {
		const struct str *name = i ? c->is[i - 1] : c->name;
		if ((!i || schema_class(s, name)) && holds_package(a, fs, folder, name))
			list_push(a, all.as.list, value_str(str_of(name->s, strcspn(name->s, ".")), all.at), all.at);
	}
}

struct value arguments_copies(struct arena *a, const struct vfs *fs, const char *path, const char *root,
			      const struct schemas *s, const struct schema_class *c, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 0, at);
	const char *folder = path_dir(a, path);
	while (root && !all.as.list->n && path_inside(root, folder)) {
		add_copies(a, fs, folder, s, c, all);
		if (!strcmp(folder, root))
			break;
		folder = path_dir(a, folder);
	}
	return all;
}

struct value arguments_any(struct arena *a, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 0, at);
	all.as.list->open = true;
	return all;
}

struct value arguments_versions(struct arena *a, const struct schemas *s, struct value top)
{
	struct value d = value_dict(a, top.at);
	for (const struct str *const *p = schema_packages(s); *p; p++) {
		const struct entry *e = dict_find_str(top.as.dict, *p);
		if (e)
			dict_put(a, d.as.dict, e->key, e->val, top.at);
	}
	return d;
}

/* Where the line of this number begins; NULL: there is none. */
static const char *line_at(const struct source *src, const char *line)
{
	const char *p = line ? src->bytes : NULL;

	for (unsigned long n = p ? strtoul(line, NULL, 10) : 0; n > 1 && (p = strchr(p, '\n')); n--)
		p++;
	return p;
}

/* "line 3 of cell 2" */
static const char *place_of(struct arena *a, const struct source *src, const char *line)
{
	const char *p = line_at(src, line);

	return p ? source_line_of(a, src, (uint32_t)(p - src->bytes)) : NULL;
}

/* `!pip install trl` of a notebook, which takes any version; NULL: there is none. */
static const char *any_installed(struct arena *a, const struct source *src, const struct required_package *package)
{
	const char *line = version_bounds_installed(a, src->bytes, package).any_at, *p = line_at(src, line);

	p = p ? p + strspn(p, " \t") : NULL;
	return p && (*p == '!' || *p == '%') ? place_of(a, src, line) : NULL;
}

void arguments_versions_in(struct arena *a, const struct schemas *s, const struct source *src, struct value versions)
{
	for (const struct str *const *p = schema_packages(s); *p; p++) {
		const struct required_package package = { .name = *p, .known = p, .nknown = 1 };
		struct version_bounds b = { 0 };
		if (!strstr(src->bytes, (*p)->s))
			continue;
		b = version_bounds_in(a, src->bytes, &package);
		b.least_at = place_of(a, src, b.least_at);
		b.most_at = place_of(a, src, b.most_at);
		b.open_at = place_of(a, src, b.open_at);
		const struct value had = dict_get(versions, (*p)->s);
		bool bound = dict_get(had, "least").kind == VALUE_STR || dict_get(had, "most").kind == VALUE_STR;
		b.any_at = b.least || b.most || bound ? NULL : any_installed(a, src, &package);
		if (b.least || b.most || b.any_at)
			version_bounds_put_one(a, versions.as.dict, *p, b);
	}
}
