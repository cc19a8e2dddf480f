// SPDX-License-Identifier: MIT
#include "foreign/foreign_subject.h"
#include "base/path.h"
#include "config/config_subject.h"
#include "project/foreign.h"
#include <stdlib.h>
#include <string.h>

/* In a folder: Python configs of other frameworks, in folders of configs, and TOML. YAML and JSON belong to the kind
 * that knows which code reads them. */
static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	bool python = !strcmp(path_ext(path), ".py") && config_folder_above(top, path);
	const struct foreign *f = NULL;

	if (python || !strcmp(path_ext(path), ".toml"))
		f = foreign_of(fs, NULL, path, FOREIGN_UNSAID);
	return f && f->training; /* our own loaders have no mark set */
}

/* Whether a named file is foreign depends on the other kinds: a search for files queries them first. */
static bool is_named(const char *path)
{
	(void)path;
	return false;
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct subject_set *set = xcalloc(1, sizeof *set);

	*set = (struct subject_set){ .kind = &foreign_kind, .sources = sources_new(), .fs = l->fs, .self = set };
	return set;
}

static void unload(const struct subject_set *set)
{
	sources_free(set->sources);
	free(set->self);
}

static struct span statement(const struct subject *s, uint32_t offset)
{
	(void)s;
	return (struct span){ 0, offset, offset };
}

const struct subject_kind foreign_kind = {
	.name = "foreign",
	.one = "file without rules",
	.many = "files without rules",
	.tree = "foreign",
	.named = is_named,
	.found = is_found,
	.load = load,
	.free = unload,
	.statement = statement,
};
