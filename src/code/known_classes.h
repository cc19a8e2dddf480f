// SPDX-License-Identifier: MIT
/* Classes of frameworks, whose code no project contains, and their parameters (rules/knowledge/: a family, its
 * classes, their parameters). */
#ifndef CODE_KNOWN_CLASSES_H
#define CODE_KNOWN_CLASSES_H
#include "base/err.h"
#include "base/str.h"
#include "text/source.h"
#include "text/vfs.h"

struct known_class { /* one class of one family */
	const struct str *family, *name;
	const struct str **param;
	uint32_t nparams;
	bool open; /* takes others too (**kwargs, or parents that were not analysed) */
	const char *by;
};
struct classes {
	const struct known_class *at; /* sorted by name, then family */
	uint32_t n;
};
/* dir: of the rules; it may have no knowledge/. false: e is filled. */
bool classes_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, struct classes *out,
		  struct err *e);
const struct known_class *classes_find(const struct classes *c, const struct str *family, const struct str *name);
bool classes_has(const struct classes *c, const char *name); /* in any family */
#endif
